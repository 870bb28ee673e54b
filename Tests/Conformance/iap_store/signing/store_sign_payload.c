/* iap_store_sign_payload(): any bytes, signed as the App Store signs. */

#include "forgeries.h"
#include "game.h"
#include "signed_text.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t *bytes(const char *text) { return (const uint8_t *)text; }

/* The text, to be freed. */
static char *sign(iap_store *store, const char *payload) {
    size_t length = 0, written = 0;
    if (!CHECK_STATUS(iap_store_sign_payload(store, bytes(payload), strlen(payload), NULL, 0, &length, NULL), IAP_OK))
        return NULL;
    /* The length of DER differs by some bytes from call to call. */
    char *text = malloc(length + 8);
    CHECK_STATUS(iap_store_sign_payload(store, bytes(payload), strlen(payload), text, length + 8, &written, NULL),
                 IAP_OK);
    CHECK_INT(strlen(text) + 1, written);
    return text;
}

TEST(any_payload_is_signed_byte_for_byte) {
    iap_store *store = store_open();
    const char *const payloads[] = {"{}", "{\"transactionId\":\"1\"}", "[1, 2]", "no JSON", "\xFF\xFE"};
    for (size_t i = 0; i < sizeof payloads / sizeof payloads[0]; i++) {
        test_case("payload %zu", i);
        char *text = sign(store, payloads[i]);
        signed_parts parts = signed_text_read(text);
        CHECK_TEXT(parts.payload, payloads[i]);
        if (payloads[i][0] == '{') CHECK_SIGNED_JSON(text, payloads[i]);
        signed_parts_free(parts);
        free(text);
    }
    size_t length = 0;
    CHECK_STATUS(iap_store_sign_payload(store, NULL, 0, NULL, 0, &length, NULL), IAP_OK);
    CHECK(length > 1);
}

TEST(a_payload_is_forged_as_everything_is) {
    iap_store *store = store_open();
    const char *json = "{\"environment\":\"Sandbox\",\"bundleId\":\"com.example.game\"}";
    char *proper = sign(store, json);
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        const iap_store_forgery_t forgery = forgeries[i].forgery;
        test_case("forgery %d", (int)forgery);
        REQUIRE(forge(store, forgery));
        char *forged = sign(store, json);
        /* The caller decides the content of a payload. */
        const bool is_left = forgery >= IAP_STORE_FORGERY_OTHER_BUNDLE && forgery <= IAP_STORE_FORGERY_OTHER_DEVICE;
        CHECK_INT(strcmp(forged, proper) == 0, is_left);
        if (!is_left) CHECK_FORGED_TEXT(store, forgery, forged);
        free(forged);
    }
    REQUIRE(forge(store, IAP_STORE_FORGERY_PAYLOAD));
    char *altered = sign(store, json);
    signed_parts parts = signed_text_read(altered);
    CHECK(parts.payload != NULL && strlen(parts.payload) > strlen(json) && json_names(parts.payload, "bundleId"));
    signed_parts_free(parts);
    free(altered);
    REQUIRE(forge(store, IAP_STORE_FORGERY_NONE));
    char *again = sign(store, json);
    CHECK_TEXT(again, proper);
    free(again);
    free(proper);
}

TEST(a_buffer_for_a_payload_has_room_for_it_or_stays_as_it_is) {
    iap_store *store = store_open();
    char buffer[8192];
    memset(buffer, 'u', sizeof buffer);
    size_t length = 0, written = 0;
    REQUIRE_OK(iap_store_sign_payload(store, bytes("{}"), 2, NULL, 0, &length, NULL));
    const size_t small[] = {0, 1, length - 1};
    for (size_t i = 0; i < 3; i++) {
        CHECK_STATUS(iap_store_sign_payload(store, bytes("{}"), 2, buffer, small[i], &written, NULL),
                     IAP_ERROR_TOO_LARGE);
        CHECK_INT(written, length);
        CHECK(buffer[0] == 'u');
    }
    CHECK_STATUS(iap_store_sign_payload(store, bytes("{}"), 2, buffer, length, &written, NULL), IAP_OK);
    CHECK(buffer[length - 1] == 0 && buffer[length] == 'u');
}

TEST(payloads_that_make_no_sense_are_refused) {
    iap_store *store = store_open();
    char buffer[8192] = "untouched";
    size_t length = 7;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_sign_payload(store, NULL, 1, buffer, sizeof buffer, &length, &error),
                 IAP_ERROR_INVALID_ARGUMENT);
    CHECK_INT(length, 0);
    CHECK_STATUS(iap_store_sign_payload(store, bytes("{}"), 2, buffer, sizeof buffer, NULL, &error),
                 IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_sign_payload(store, bytes("{}"), IAP_STORE_PAYLOAD_LENGTH_MAX + (size_t)1, buffer,
                                        sizeof buffer, &length, &error),
                 IAP_ERROR_TOO_LARGE);
    CHECK_STATUS(iap_store_sign_payload(store, bytes("{}"), SIZE_MAX, buffer, sizeof buffer, &length, &error),
                 IAP_ERROR_TOO_LARGE);
    CHECK_STATUS(iap_store_sign_payload(NULL, bytes("{}"), 2, buffer, sizeof buffer, &length, &error),
                 IAP_ERROR_INVALID_ARGUMENT);
    store_close(store);
    CHECK_STATUS(iap_store_sign_payload(store, bytes("{}"), 2, buffer, sizeof buffer, &length, &error),
                 IAP_ERROR_CLOSED);
    CHECK_TEXT(buffer, "untouched");
}
