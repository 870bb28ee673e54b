/* iap_server_key_check(): for what and when a signature is valid, and the reasons for invalid ones. */

#include "server_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t moving_clock(void *user_data) { return *(int64_t *)user_data; }

static const iap_server_key *open_key(void) {
    const iap_server_key_options options = server_key_options();
    return server_key_open(&options);
}

/* A copy of a text that a key signs, to be freed. */
static char *signed_copy(const iap_server_key *key, const iap_server_request *request) {
    const iap_server_signature *signature = server_key_signed(key, request);
    char *copy = strdup(iap_server_signature_text(signature));
    iap_server_signature_release(signature);
    return copy;
}

TEST(a_public_key_finds_valid_what_the_private_one_has_signed) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    iap_server_key_options options = server_key_options();
    options.key_text = NULL;
    options.public_key_text = iap_server_key_public_key(key);
    const iap_server_key *public_key = server_key_open(&options);
    for (iap_server_signature_kind_t kind = 1; kind <= SERVER_KINDS; kind++) {
        test_case("kind %d", (int)kind);
        const iap_server_request request = server_key_request(kind);
        char *text = signed_copy(key, &request);
        CHECK_INT(server_key_verdict(public_key, &request, text), IAP_VERIFY_REASON_NONE);
        /* The text need not end with a NUL, and the caller needs neither the handle nor the result. */
        const size_t length = strlen(text);
        char *tail = malloc(length + 1);
        memcpy(tail, text, length);
        tail[length] = 'x';
        const iap_server_signature *signature = NULL;
        CHECK_STATUS(iap_server_key_check(public_key, &request, tail, length, &signature, NULL, NULL), IAP_OK);
        CHECK_INT(iap_server_signature_kind(signature), kind);
        iap_server_signature_release(signature);
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        CHECK_STATUS(iap_server_key_check(public_key, &request, tail, length, NULL, &result, NULL), IAP_OK);
        CHECK_INT(result.verdict, IAP_VERDICT_VALID);
        CHECK_INT(result.signature_checked, 1);
        CHECK_STATUS(iap_server_key_check(public_key, &request, tail, length, NULL, NULL, NULL), IAP_OK);
        free(tail);
        free(text);
    }
    iap_server_key_release(key);
    iap_server_key_release(public_key);
}

TEST(each_difference_has_its_reason) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    iap_server_key_options options = server_key_options();
    options.key_id = "key";
    const iap_server_key *other_id = server_key_open(&options);
    options = server_key_options();
    options.issuer_id = "teams";
    const iap_server_key *other_issuer = server_key_open(&options);
    options = server_key_options();
    options.bundle_id = "com.example.other";
    const iap_server_key *other_app = server_key_open(&options);
    for (iap_server_signature_kind_t kind = 1; kind <= SERVER_KINDS; kind++) {
        test_case("kind %d", (int)kind);
        const bool is_older = kind == IAP_SERVER_PROMOTIONAL_OFFER;
        iap_server_request request = server_key_request(kind);
        char *text = signed_copy(key, &request);
        CHECK_INT(server_key_verdict(other_id, &request, text),
                  is_older ? IAP_VERIFY_REASON_INVALID_SIGNATURE : IAP_VERIFY_REASON_UNKNOWN_KEY);
        CHECK_INT(server_key_verdict(other_issuer, &request, text),
                  is_older ? IAP_VERIFY_REASON_NONE : IAP_VERIFY_REASON_OTHER_ISSUER);
        CHECK_INT(server_key_verdict(other_app, &request, text),
                  is_older ? IAP_VERIFY_REASON_INVALID_SIGNATURE : IAP_VERIFY_REASON_OTHER_APP);
        for (iap_server_signature_kind_t asked = 1; asked <= SERVER_KINDS; asked++) {
            if (asked == kind) continue;
            const iap_server_request other = server_key_request(asked);
            const bool is_malformed = is_older || asked == IAP_SERVER_PROMOTIONAL_OFFER;
            CHECK_INT(server_key_verdict(key, &other, text),
                      is_malformed ? IAP_VERIFY_REASON_MALFORMED : IAP_VERIFY_REASON_OTHER_AUDIENCE);
        }
        text[strlen(text) / 2] ^= 1;
        CHECK(server_key_verdict(key, &request, text) != IAP_VERIFY_REASON_NONE);
        text[strlen(text) / 2] ^= 1;
        if (request.product_id != NULL) {
            request.product_id = "silver";
            CHECK_INT(server_key_verdict(key, &request, text),
                      is_older ? IAP_VERIFY_REASON_INVALID_SIGNATURE : IAP_VERIFY_REASON_OTHER_CLAIM);
        }
        free(text);
    }
    iap_server_key_release(key);
    iap_server_key_release(other_id);
    iap_server_key_release(other_issuer);
    iap_server_key_release(other_app);
}

TEST(what_is_not_expected_is_not_compared) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    for (iap_server_signature_kind_t kind = IAP_SERVER_PROMOTIONAL_OFFER_JWS; kind <= SERVER_KINDS; kind++) {
        const iap_server_request request = server_key_request(kind);
        char *text = signed_copy(key, &request);
        iap_server_request anything = IAP_SERVER_REQUEST_INIT;
        anything.kind = kind;
        CHECK_INT(server_key_verdict(key, &anything, text), IAP_VERIFY_REASON_NONE);
        iap_server_request expected = request;
        expected.allows_introductory_offer = 0;
        expected.lifetime_s = 1;
        expected.timestamp_ms += 500;
        CHECK_INT(server_key_verdict(key, &expected, text), IAP_VERIFY_REASON_NONE);
        expected.timestamp_ms += 1000;
        CHECK_INT(server_key_verdict(key, &expected, text), IAP_VERIFY_REASON_OTHER_CLAIM);
        free(text);
    }
    iap_server_key_release(key);
}

TEST(signatures_hold_for_their_time) {
    int64_t now = SERVER_NOW_MS;
    iap_server_key_options options = server_key_options();
    options.clock = moving_clock;
    options.clock_user_data = &now;
    const iap_server_key *key = server_key_open(&options);
    REQUIRE(key != NULL);
    const int64_t day = INT64_C(86400000);
    const struct {
        int64_t age_ms;
        bool is_good, is_good_token;
    } ages[] = {{0, true, true},
                {-60000, true, true},
                {-61000, false, false},
                {59000, true, true},
                {60000, true, false},
                {day, true, false},
                {day + 1000, false, false},
                {-SERVER_NOW_MS, false, false},
                {INT64_MAX - SERVER_NOW_MS, false, false}};
    for (iap_server_signature_kind_t kind = 1; kind <= SERVER_KINDS; kind++) {
        iap_server_request request = server_key_request(kind);
        request.timestamp_ms = now = SERVER_NOW_MS;
        char *text = signed_copy(key, &request);
        for (size_t i = 0; i < sizeof ages / sizeof ages[0]; i++) {
            test_case("kind %d, age %zu", (int)kind, i);
            now = SERVER_NOW_MS + ages[i].age_ms;
            const bool is_good = kind == IAP_SERVER_API_TOKEN ? ages[i].is_good_token : ages[i].is_good;
            CHECK_INT(server_key_verdict(key, &request, text),
                      is_good ? IAP_VERIFY_REASON_NONE : IAP_VERIFY_REASON_OUT_OF_TIME);
        }
        free(text);
    }
    iap_server_key_release(key);
}

TEST(texts_of_no_form_are_malformed_and_long_ones_unread) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    char *large = malloc(IAP_SIGNED_TEXT_LENGTH_MAX + 2);
    memset(large, 'A', IAP_SIGNED_TEXT_LENGTH_MAX + 1);
    large[IAP_SIGNED_TEXT_LENGTH_MAX + 1] = 0;
    for (iap_server_signature_kind_t kind = 1; kind <= SERVER_KINDS; kind++) {
        test_case("kind %d", (int)kind);
        const iap_server_request request = server_key_request(kind);
        const char *const others[] = {"", "x", "..", "a.b.c", "\xFF\xFE", "e\xCC\x81", "{}"};
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
            CHECK_INT(server_key_verdict(key, &request, others[i]), IAP_VERIFY_REASON_MALFORMED);
        }
        char *text = signed_copy(key, &request);
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        /* A NUL in the text does not end it. */
        CHECK_STATUS(iap_server_key_check(key, &request, text, strlen(text) + 1, NULL, &result, NULL), IAP_OK);
        CHECK_INT(result.reason, IAP_VERIFY_REASON_MALFORMED);
        CHECK_INT(server_key_verdict(key, &request, large), IAP_VERIFY_REASON_TOO_LARGE);
        free(text);
    }
    free(large);
    iap_server_key_release(key);
}

TEST(a_check_that_makes_no_sense_has_no_verdict) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    iap_server_key_options options = server_key_options();
    options.issuer_id = NULL;
    const iap_server_key *without_issuer = server_key_open(&options);
    const iap_server_request good = server_key_request(IAP_SERVER_API_TOKEN);
    iap_server_request kind = good, size = good, time = good, foreign = good;
    kind.kind = 6;
    size.struct_size = 4;
    time.timestamp_ms = -1;
    foreign.product_id = "gold";
    iap_server_request older[4];
    for (size_t i = 0; i < 4; i++) older[i] = server_key_request(IAP_SERVER_PROMOTIONAL_OFFER);
    older[0].product_id = older[1].offer_id = older[2].nonce = NULL;
    older[3].timestamp_ms = 0;
    const struct {
        const iap_server_key *key;
        const iap_server_request *expected;
        const char *text;
        size_t length;
        iap_status_t status;
    } calls[] = {
        {NULL, &good, "a", 1, IAP_ERROR_INVALID_ARGUMENT},
        {key, NULL, "a", 1, IAP_ERROR_INVALID_ARGUMENT},
        {key, &good, NULL, 0, IAP_ERROR_INVALID_ARGUMENT},
        {key, &good, "a", SIZE_MAX, IAP_ERROR_INVALID_ARGUMENT},
        {key, &kind, "a", 1, IAP_ERROR_INVALID_ARGUMENT},
        {key, &size, "a", 1, IAP_ERROR_INVALID_STRUCT_SIZE},
        {key, &time, "a", 1, IAP_ERROR_INVALID_ARGUMENT},
        {key, &foreign, "a", 1, IAP_ERROR_INVALID_ARGUMENT},
        {key, &older[0], "a", 1, IAP_ERROR_INVALID_ARGUMENT},
        {key, &older[1], "a", 1, IAP_ERROR_INVALID_ARGUMENT},
        {key, &older[2], "a", 1, IAP_ERROR_INVALID_ARGUMENT},
        {key, &older[3], "a", 1, IAP_ERROR_INVALID_ARGUMENT},
        {without_issuer, &good, "a", 1, IAP_ERROR_INVALID_STATE},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        test_case("call %zu", i);
        const iap_server_signature *signature = (const iap_server_signature *)key;
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        result.verdict = IAP_VERDICT_VALID;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_server_key_check(calls[i].key, calls[i].expected, calls[i].text, calls[i].length, &signature,
                                          &result, &error),
                     calls[i].status);
        CHECK_STATUS(error.status, calls[i].status);
        CHECK(signature == NULL);
        CHECK_INT(result.verdict, 0);
    }
    const uint32_t sizes[] = {0, 4, sizeof(iap_verify_result) - 4, sizeof(iap_verify_result) + 8};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        test_case("result of %u bytes", (unsigned)sizes[i]);
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        result.struct_size = sizes[i];
        CHECK_STATUS(iap_server_key_check(key, &good, "a", 1, NULL, &result, NULL), IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK_INT(result.struct_size, sizes[i]);
    }
    iap_server_key_release(key);
    iap_server_key_release(without_issuer);
}
