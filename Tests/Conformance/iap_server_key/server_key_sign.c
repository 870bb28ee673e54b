/* iap_server_key_sign(): what it signs, and what it refuses. */

#include "server_keys.h"
#include "signed_text.h"

#include <stdio.h>
#include <string.h>

static const iap_server_key *open_key(void) {
    const iap_server_key_options options = server_key_options();
    return server_key_open(&options);
}

static void check_refused(const iap_server_key *key, const iap_server_request *request, iap_status_t status) {
    const iap_server_signature *signature = (const iap_server_signature *)key;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_server_key_sign(key, request, &signature, &error), status);
    CHECK_STATUS(error.status, status);
    CHECK(error.message[0] != 0);
    CHECK(signature == NULL);
    CHECK_STATUS(iap_server_key_sign(key, request, &signature, NULL), status);
}

TEST(a_signature_says_what_was_asked_and_nothing_else) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    for (iap_server_signature_kind_t kind = 1; kind <= SERVER_KINDS; kind++) {
        test_case("kind %d", (int)kind);
        const iap_server_request request = server_key_request(kind);
        const iap_server_signature *made = server_key_signed(key, &request);
        const bool is_older = kind == IAP_SERVER_PROMOTIONAL_OFFER, is_token = kind == IAP_SERVER_API_TOKEN;
        const bool is_advanced = kind == IAP_SERVER_ADVANCED_COMMERCE_JWS;
        CHECK_INT(iap_server_signature_kind(made), kind);
        CHECK_TEXT(iap_server_signature_nonce(made), is_token ? NULL : SERVER_NONCE);
        CHECK_INT(iap_server_signature_timestamp_ms(made), SERVER_NOW_MS + (is_older ? 123 : 0));
        CHECK_INT(iap_server_signature_expiration_date_ms(made), is_token ? SERVER_NOW_MS + 60000 : 0);
        CHECK_TEXT(iap_server_signature_product_id(made), request.product_id);
        CHECK_TEXT(iap_server_signature_offer_id(made), request.offer_id);
        CHECK_TEXT(iap_server_signature_transaction_id(made), is_older ? NULL : request.transaction_id);
        CHECK_TEXT(iap_server_signature_request_json(made), is_advanced ? "{\"n\":[1.50]}" : NULL);
        CHECK_INT(iap_server_signature_allows_introductory_offer(made), kind == IAP_SERVER_INTRODUCTORY_OFFER_JWS);
        iap_server_signature_release(made);
    }
    iap_server_key_release(key);
}

TEST(the_claims_are_those_that_the_app_store_reads) {
    static const char *const audiences[] = {NULL,
                                            NULL,
                                            "promotional-offer",
                                            "introductory-offer-eligibility",
                                            "advanced-commerce-api",
                                            "appstoreconnect-v1"};
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    for (iap_server_signature_kind_t kind = IAP_SERVER_PROMOTIONAL_OFFER_JWS; kind <= SERVER_KINDS; kind++) {
        test_case("kind %d", (int)kind);
        const iap_server_request request = server_key_request(kind);
        const iap_server_signature *made = server_key_signed(key, &request);
        signed_parts parts = signed_text_read(iap_server_signature_text(made));
        REQUIRE(parts.payload != NULL);
        CHECK(json_has_text(parts.header, "alg", "ES256") && json_has_text(parts.header, "kid", "KEY"));
        CHECK(json_has_text(parts.header, "typ", "JWT"));
        CHECK(json_has_text(parts.payload, "iss", "team") && json_has_text(parts.payload, "bid", "com.example.game"));
        CHECK(json_has_text(parts.payload, "aud", audiences[kind]));
        CHECK(json_has_number(parts.payload, "iat", SERVER_NOW_MS / 1000));
        CHECK_INT(json_names(parts.payload, "exp"), kind == IAP_SERVER_API_TOKEN);
        CHECK_INT(json_names(parts.payload, "nonce"), kind != IAP_SERVER_API_TOKEN);
        CHECK_INT(json_has(parts.payload, "allowIntroductoryOffer", "true"), kind == IAP_SERVER_INTRODUCTORY_OFFER_JWS);
        signed_parts_free(parts);
        iap_server_signature_release(made);
    }
    iap_server_key_release(key);
}

TEST(time_nonce_and_lifetime_are_chosen_where_they_are_not_said) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    for (iap_server_signature_kind_t kind = 1; kind <= SERVER_KINDS; kind++) {
        test_case("kind %d", (int)kind);
        iap_server_request request = server_key_request(kind);
        request.nonce = NULL;
        request.timestamp_ms = 0;
        request.lifetime_s = 0;
        const iap_server_signature *one = server_key_signed(key, &request), *other = server_key_signed(key, &request);
        CHECK_INT(iap_server_signature_timestamp_ms(one), SERVER_NOW_MS);
        if (kind == IAP_SERVER_API_TOKEN) {
            CHECK_INT(iap_server_signature_expiration_date_ms(one), SERVER_NOW_MS + 300000);
        } else {
            CHECK(is_lowercase_uuid(iap_server_signature_nonce(one)));
            CHECK(strcmp(iap_server_signature_nonce(one), iap_server_signature_nonce(other)) != 0);
        }
        iap_server_signature_release(one);
        iap_server_signature_release(other);
    }
    iap_server_key_release(key);
}

TEST(nonces_become_lower_case) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    for (iap_server_signature_kind_t kind = 1; kind < IAP_SERVER_API_TOKEN; kind++) {
        iap_server_request request = server_key_request(kind);
        request.nonce = "20FBA8A0-2B80-4A7D-A17F-85C1854727F8";
        const iap_server_signature *made = server_key_signed(key, &request);
        CHECK_TEXT(iap_server_signature_nonce(made), SERVER_NONCE);
        CHECK_INT(server_key_verdict(key, &request, iap_server_signature_text(made)), IAP_VERIFY_REASON_NONE);
        iap_server_signature_release(made);
    }
    iap_server_key_release(key);
}

/* ------------------------------------------------------------------------------------------------------ refused */

TEST(requests_of_a_server_that_make_no_sense_are_refused) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    check_refused(key, NULL, IAP_ERROR_INVALID_ARGUMENT);
    const iap_server_request good = server_key_request(IAP_SERVER_API_TOKEN);
    check_refused(NULL, &good, IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_server_key_sign(key, &good, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    const iap_server_signature_kind_t kinds[] = {0, -1, SERVER_KINDS + 1, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        test_case("kind %d", (int)kinds[i]);
        const iap_server_request request = server_key_request(kinds[i]);
        check_refused(key, &request, IAP_ERROR_INVALID_ARGUMENT);
    }
    for (iap_server_signature_kind_t kind = 1; kind <= SERVER_KINDS; kind++) {
        test_case("kind %d", (int)kind);
        iap_server_request request = server_key_request(kind);
        const uint32_t sizes[] = {0, 4, sizeof request - 8, sizeof request + 8, UINT32_MAX};
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            request.struct_size = sizes[k];
            check_refused(key, &request, IAP_ERROR_INVALID_STRUCT_SIZE);
        }
        request = server_key_request(kind);
        request.timestamp_ms = -1;
        check_refused(key, &request, IAP_ERROR_INVALID_ARGUMENT);
        request.timestamp_ms = INT64_C(253402300800000);
        check_refused(key, &request, IAP_ERROR_INVALID_ARGUMENT);
        request.timestamp_ms = INT64_C(253402300799999);
        iap_server_signature_release(server_key_signed(key, &request));
        request.lifetime_s = 3601;
        check_refused(key, &request, IAP_ERROR_INVALID_ARGUMENT);
    }
    iap_server_key_release(key);
}

typedef struct text_case {
    size_t offset;
    const char *needed, *allowed; /* the kinds that need it, and those that may have it, as digits */
} text_case;

static const text_case texts[] = {
    {offsetof(iap_server_request, product_id), "123", "123"},   {offsetof(iap_server_request, offer_id), "12", "12"},
    {offsetof(iap_server_request, app_account_token), "", "1"}, {offsetof(iap_server_request, nonce), "", "1234"},
    {offsetof(iap_server_request, transaction_id), "3", "23"},  {offsetof(iap_server_request, request_json), "4", "4"},
};

TEST(each_kind_has_its_own_texts) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    static char large[IAP_SERVER_TEXT_LENGTH_MAX + 2];
    memset(large, 'a', sizeof large - 1);
    for (iap_server_signature_kind_t kind = 1; kind <= SERVER_KINDS; kind++) {
        for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
            test_case("kind %d, text %zu", (int)kind, i);
            iap_server_request request = server_key_request(kind);
            const char **text = (const char **)((char *)&request + texts[i].offset);
            if (strchr(texts[i].allowed, '0' + kind) == NULL) {
                *text = SERVER_NONCE;
                check_refused(key, &request, IAP_ERROR_INVALID_ARGUMENT);
                continue;
            }
            *text = NULL;
            if (strchr(texts[i].needed, '0' + kind) != NULL) check_refused(key, &request, IAP_ERROR_INVALID_ARGUMENT);
            else iap_server_signature_release(server_key_signed(key, &request));
            *text = "";
            check_refused(key, &request, IAP_ERROR_INVALID_TEXT);
            *text = "\xFF";
            check_refused(key, &request, IAP_ERROR_INVALID_TEXT);
            *text = large;
            check_refused(key, &request, IAP_ERROR_TOO_LARGE);
            if (kind == IAP_SERVER_PROMOTIONAL_OFFER) {
                *text = "a\xE2\x81\xA3"
                        "b";
                check_refused(key, &request, IAP_ERROR_INVALID_TEXT);
            }
        }
    }
    iap_server_key_release(key);
}

TEST(a_nonce_is_a_uuid) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    const char *const others[] = {"nonce", "20fba8a02b804a7da17f85c1854727f8", "{" SERVER_NONCE "}", SERVER_NONCE "0"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        iap_server_request request = server_key_request(IAP_SERVER_PROMOTIONAL_OFFER);
        request.nonce = others[i];
        check_refused(key, &request, IAP_ERROR_INVALID_TEXT);
    }
    iap_server_key_release(key);
}

TEST(an_advanced_commerce_request_is_a_strict_json_object) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    const char *const others[] = {"[]",
                                  "1",
                                  "null",
                                  "{",
                                  "{}x",
                                  "{\"a\":1,\"a\":2}",
                                  "{\"a\":[{\"b\":1,\"b\":1}]}",
                                  "{\"a\":1e999}",
                                  "{'a':1}",
                                  "{\"a\":01}",
                                  "{\"a\":\"\\ud800\"}"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        test_case("%s", others[i]);
        iap_server_request request = server_key_request(IAP_SERVER_ADVANCED_COMMERCE_JWS);
        request.request_json = others[i];
        check_refused(key, &request, IAP_ERROR_INVALID_ARGUMENT);
    }
    char deep[3 * IAP_SIGNED_NESTING_MAX + 8] = "";
    for (unsigned levels = IAP_SIGNED_NESTING_MAX - 1; levels <= IAP_SIGNED_NESTING_MAX; levels++) {
        char *end = deep + sprintf(deep, "{\"a\":");
        memset(end, '[', levels);
        memset(end + levels, ']', levels);
        strcpy(end + 2 * levels, "}");
        iap_server_request request = server_key_request(IAP_SERVER_ADVANCED_COMMERCE_JWS);
        request.request_json = deep;
        if (levels < IAP_SIGNED_NESTING_MAX) iap_server_signature_release(server_key_signed(key, &request));
        else check_refused(key, &request, IAP_ERROR_INVALID_ARGUMENT);
    }
    iap_server_key_release(key);
}

TEST(a_key_signs_only_with_its_private_part_and_the_ids_that_the_kind_needs) {
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    iap_server_key_options options = server_key_options();
    options.key_text = NULL;
    options.public_key_text = iap_server_key_public_key(key);
    const iap_server_key *public_key = server_key_open(&options);
    options = server_key_options();
    options.issuer_id = NULL;
    const iap_server_key *without_issuer = server_key_open(&options);
    options = server_key_options();
    options.key_id = "K\xE2\x81\xA3"
                     "Y";
    const iap_server_key *parted = server_key_open(&options);
    REQUIRE(public_key != NULL && without_issuer != NULL && parted != NULL);
    for (iap_server_signature_kind_t kind = 1; kind <= SERVER_KINDS; kind++) {
        test_case("kind %d", (int)kind);
        const iap_server_request request = server_key_request(kind);
        check_refused(public_key, &request, IAP_ERROR_INVALID_STATE);
        if (kind == IAP_SERVER_PROMOTIONAL_OFFER) {
            iap_server_signature_release(server_key_signed(without_issuer, &request));
            check_refused(parted, &request, IAP_ERROR_INVALID_TEXT);
        } else {
            check_refused(without_issuer, &request, IAP_ERROR_INVALID_STATE);
            iap_server_signature_release(server_key_signed(parted, &request));
        }
    }
    iap_server_key_release(key);
    iap_server_key_release(public_key);
    iap_server_key_release(without_issuer);
    iap_server_key_release(parted);
}
