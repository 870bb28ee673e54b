/* The OCSP server of a store: its address in the certificates, and its responses as far as they are visible without keys. */

#include "base64.h"
#include "files.h"
#include "game.h"
#include "signed_text.h"

#include <stdlib.h>
#include <string.h>

#define OCSP_URL "http://127.0.0.1:9/ocsp,1;a"

/* How many of the store's signing certificates contain this text. */
static int certificates_with(iap_store *store, const char *part) {
    static char buffer[16384];
    size_t length = 0;
    if (!CHECK_STATUS(iap_store_sign_payload(store, (const uint8_t *)"{}", 2, buffer, sizeof buffer, &length, NULL),
                      IAP_OK))
        return -1;
    signed_parts parts = signed_text_read(buffer);
    int count = 0;
    const char *place = parts.header != NULL ? strstr(parts.header, "\"x5c\":[") : NULL;
    for (place = place != NULL ? strchr(place, '[') + 1 : NULL; place != NULL && *place == '"';) {
        char *digits = strndup(place + 1, strcspn(place + 1, "\""));
        static uint8_t der[4096];
        const int64_t size = base64_decode(digits, der, sizeof der);
        for (int64_t i = 0; i + (int64_t)strlen(part) <= size; i++) {
            if (memcmp(der + i, part, strlen(part)) == 0) {
                count++;
                break;
            }
        }
        place += strlen(digits) + 2;
        free(digits);
        if (*place == ',') place++;
    }
    signed_parts_free(parts);
    return count;
}

TEST(leaf_and_intermediate_name_the_ocsp_server_of_the_options) {
    iap_store_options options = store_options();
    CHECK_INT(certificates_with(store_open_with(&options), "http://"), 0);
    char url[] = OCSP_URL;
    options.ocsp_url = url;
    iap_store *store = store_open_with(&options);
    memset(url, 'x', sizeof url - 1);
    CHECK_INT(certificates_with(store, OCSP_URL), 2);
}

TEST(the_ocsp_server_is_kept_in_the_state_file) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    options.ocsp_url = OCSP_URL;
    store_close(store_open_with(&options));
    options.ocsp_url = "http://other";
    iap_store *store = store_open_with(&options);
    CHECK_INT(certificates_with(store, OCSP_URL), 2);
    CHECK_INT(certificates_with(store, "http://other"), 0);
}

TEST(an_ocsp_server_that_no_certificate_can_name_is_refused) {
    static char large[4098];
    memset(large, 'a', sizeof large - 1);
    memcpy(large, "http://", 7);
    const struct {
        const char *url;
        iap_status_t status;
    } urls[] = {{"", IAP_ERROR_INVALID_TEXT},
                {"https://a", IAP_ERROR_INVALID_TEXT},
                {"http://a b", IAP_ERROR_INVALID_TEXT},
                {"http://\xC3\xA9", IAP_ERROR_INVALID_TEXT},
                {"http://a\n", IAP_ERROR_INVALID_TEXT},
                {"\xFF", IAP_ERROR_INVALID_TEXT},
                {large, IAP_ERROR_TOO_LARGE}};
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        test_case("url %zu", i);
        iap_store_options options = store_options();
        options.ocsp_url = urls[i].url;
        iap_store *store = (iap_store *)&options;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_open(&options, &store, &error), urls[i].status);
        CHECK(store == NULL);
    }
}

/* ----------------------------------------------------------------------------------------------------- responses */

/* A request about an unknown certificate: its id has digests of empty data. */
static const uint8_t foreign_request[] = {
    0x30, 0x43, 0x30, 0x41, 0x30, 0x3F, 0x30, 0x3D, 0x30, 0x3B, 0x30, 0x09, 0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02,
    0x1A, 0x05, 0x00, 0x04, 0x14, 1,    2,    3,    4,    5,    6,    7,    8,    9,    10,   11,   12,   13,
    14,   15,   16,   17,   18,   19,   20,   0x04, 0x14, 1,    2,    3,    4,    5,    6,    7,    8,    9,
    10,   11,   12,   13,   14,   15,   16,   17,   18,   19,   20,   0x02, 0x02, 0x01, 0x01};

enum { MALFORMED_REQUEST = 1, TRY_LATER = 3, UNAUTHORIZED = 6 };

static void check_response(iap_store *store, const uint8_t *request, size_t length, iap_store_ocsp_t answer,
                           int status) {
    uint8_t buffer[64];
    size_t written = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!CHECK_STATUS(iap_store_ocsp_response(store, request, length, answer, buffer, sizeof buffer, &written, &error),
                      IAP_OK))
        return;
    const uint8_t expected[] = {0x30, 0x03, 0x0A, 0x01, (uint8_t)status};
    CHECK_INT(written, sizeof expected);
    CHECK(memcmp(buffer, expected, sizeof expected) == 0);
}

TEST(what_is_no_request_is_answered_with_an_error_of_ocsp) {
    iap_store *store = store_open();
    uint8_t *large = calloc(1, IAP_STORE_OCSP_REQUEST_LENGTH_MAX + 1);
    check_response(store, NULL, 0, IAP_STORE_OCSP_GOOD, MALFORMED_REQUEST);
    check_response(store, (const uint8_t *)"GET /", 5, IAP_STORE_OCSP_GOOD, MALFORMED_REQUEST);
    check_response(store, foreign_request, sizeof foreign_request - 1, IAP_STORE_OCSP_GOOD, MALFORMED_REQUEST);
    check_response(store, large, IAP_STORE_OCSP_REQUEST_LENGTH_MAX + 1, IAP_STORE_OCSP_GOOD, MALFORMED_REQUEST);
    check_response(store, foreign_request, sizeof foreign_request, IAP_STORE_OCSP_GOOD, UNAUTHORIZED);
    check_response(store, foreign_request, sizeof foreign_request, IAP_STORE_OCSP_TRY_LATER, TRY_LATER);
    free(large);
}

TEST(garbage_is_no_der) {
    iap_store *store = store_open();
    uint8_t buffer[64] = {0x30};
    size_t length = 0;
    REQUIRE_OK(iap_store_ocsp_response(store, foreign_request, sizeof foreign_request, IAP_STORE_OCSP_GARBAGE, buffer,
                                       sizeof buffer, &length, NULL));
    CHECK(length > 0 && buffer[0] != 0x30);
}

TEST(calls_of_the_ocsp_server_that_make_no_sense_are_refused) {
    iap_store *store = store_open();
    uint8_t buffer[64] = {0xEE};
    size_t length = 7;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_store_ocsp_t answers[] = {0, -1, IAP_STORE_OCSP_NO_NEXT_UPDATE + 1, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        CHECK_STATUS(iap_store_ocsp_response(store, foreign_request, sizeof foreign_request, answers[i], buffer,
                                             sizeof buffer, &length, &error),
                     IAP_ERROR_INVALID_ARGUMENT);
        CHECK_INT(length, 0);
    }
    CHECK_STATUS(iap_store_ocsp_response(store, NULL, 1, IAP_STORE_OCSP_GOOD, buffer, sizeof buffer, &length, &error),
                 IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_ocsp_response(store, NULL, 0, IAP_STORE_OCSP_GOOD, buffer, sizeof buffer, NULL, &error),
                 IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_ocsp_response(store, NULL, 0, IAP_STORE_OCSP_GOOD, buffer, 4, &length, &error),
                 IAP_ERROR_TOO_LARGE);
    CHECK_INT(length, 5);
    CHECK_INT(buffer[0], 0xEE);
    CHECK_STATUS(iap_store_ocsp_response(store, NULL, 0, IAP_STORE_OCSP_GOOD, NULL, 0, &length, &error), IAP_OK);
    CHECK_STATUS(iap_store_ocsp_response(NULL, NULL, 0, IAP_STORE_OCSP_GOOD, buffer, sizeof buffer, &length, &error),
                 IAP_ERROR_INVALID_ARGUMENT);
    store_close(store);
    CHECK_STATUS(iap_store_ocsp_response(store, NULL, 0, IAP_STORE_OCSP_GOOD, buffer, sizeof buffer, &length, &error),
                 IAP_ERROR_CLOSED);
}
