/* What a store signs in place of the game server. */

#include "offer_payments.h"

#include <string.h>

static iap_store_signing_request request_of(iap_store_signature_t kind) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = kind;
    if (kind == IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS) {
        request.request_json = "{}";
        return request;
    }
    request.product_id = PASS_GOLD;
    if (kind != IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS) request.offer_id = OFFER_LOYAL;
    if (kind == IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER) request.nonce = "01234567-89ab-4cde-8f01-23456789abcd";
    return request;
}

TEST(the_jws_forms_are_compact_and_the_older_form_is_base64) {
    iap_store *store = offers_store();
    for (iap_store_signature_t kind = 1; kind <= 4; kind++) {
        test_case("kind %d", (int)kind);
        const iap_store_signing_request request = request_of(kind);
        const char *text = offers_sign(store, &request);
        REQUIRE(text != NULL);
        if (kind == IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER) {
            CHECK_INT(strlen(text) % 4, 0);
            CHECK_INT(strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="), strlen(text));
            continue;
        }
        int dots = 0;
        for (const char *each = text; *each; each++) dots += *each == '.';
        CHECK_INT(dots, 2);
        CHECK_INT(strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."), strlen(text));
        CHECK_INT(strlen(strrchr(text, '.') + 1), 86);
    }
}

/* With the store's own key, as in the next test: the length of the older form differs from one signature to the next. */
TEST(a_buffer_that_is_too_small_is_left_alone) {
    iap_store *store = store_open();
    for (iap_store_signature_t kind = 1; kind <= 4; kind++) {
        test_case("kind %d", (int)kind);
        iap_store_signing_request request = request_of(kind);
        request.nonce = "01234567-89ab-4cde-8f01-23456789abcd";
        size_t length = 0, again = 0;
        CHECK_STATUS(iap_store_sign(store, &request, NULL, 0, &length, NULL), IAP_OK);
        REQUIRE(length > 1 && length < 4096);
        char buffer[4096];
        memset(buffer, '#', sizeof buffer);
        CHECK_STATUS(iap_store_sign(store, &request, buffer, length - 1, &again, NULL), IAP_ERROR_TOO_LARGE);
        CHECK_INT(again, length);
        for (size_t i = 0; i < sizeof buffer; i++) REQUIRE(buffer[i] == '#');
        CHECK_STATUS(iap_store_sign(store, &request, buffer, length, &again, NULL), IAP_OK);
        CHECK_INT(again, length);
        CHECK_INT(strlen(buffer) + 1, length);
        CHECK(buffer[length] == '#');
        CHECK_STATUS(iap_store_sign(store, &request, buffer, length, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    }
}

/* With the store's own key. The key in a .storekit file is a developer's key; it signs with unpredictable nonces. */
TEST(the_same_request_with_the_same_nonce_is_signed_the_same) {
    char first[4096] = "";
    iap_store *store = store_open();
    for (iap_store_signature_t kind = 1; kind <= 4; kind++) {
        test_case("kind %d", (int)kind);
        iap_store_signing_request request = request_of(kind);
        request.nonce = "01234567-89ab-4cde-8f01-23456789abcd";
        strncpy(first, offers_sign(store, &request), sizeof first - 1);
        CHECK_TEXT(offers_sign(store, &request), first);
        request.nonce = "11234567-89ab-4cde-8f01-23456789abcd";
        CHECK(strcmp(offers_sign(store, &request), first) != 0);
    }
}

TEST(a_signing_request_that_makes_no_sense_is_refused) {
    static char huge[1024 * 1024 + 1];
    memset(huge, 'x', sizeof huge - 1);
    iap_store *store = offers_store();
    for (int flaw = 0; flaw < 18; flaw++) {
        test_case("flaw %d", flaw);
        iap_store_signing_request request = request_of(IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS);
        switch (flaw) {
        case 0: request.kind = 0; break;
        case 1: request.kind = 5; break;
        case 2: request.kind = INT32_MIN; break;
        case 3: request.product_id = NULL; break;
        case 4: request.offer_id = NULL; break;
        case 5: request.nonce = "no UUID"; break;
        case 6: request.product_id = "\xff"; break;
        case 7: request.offer_id = huge; break;
        case 8: request = request_of(IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS), request.product_id = NULL; break;
        case 9: request = request_of(IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS), request.request_json = NULL; break;
        case 10: request.struct_size = 0; break;
        case 11: request.struct_size = sizeof request + 8; break;
        case 12:
            request = request_of(IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER), request.app_account_token = "no UUID";
            break;
        case 13: request.nonce = "\xff"; break;
        case 14: request.product_id = huge; break;
        case 15: request.product_id = ""; break;
        case 16: request.offer_id = ""; break;
        case 17: request = request_of(IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER), request.product_id = NULL; break;
        }
        char buffer[64] = "untouched";
        size_t length = 0;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_CATEGORY(iap_store_sign(store, &request, buffer, sizeof buffer, &length, &error),
                       IAP_CATEGORY_INVALID_ARGUMENT);
        CHECK(error.message[0] != 0);
        CHECK_TEXT(buffer, "untouched");
    }
    size_t length = 0;
    test_case("no request");
    CHECK_STATUS(iap_store_sign(store, NULL, NULL, 0, &length, NULL), IAP_ERROR_INVALID_ARGUMENT);
    test_case("no store");
    const iap_store_signing_request request = request_of(IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS);
    CHECK_STATUS(iap_store_sign(NULL, &request, NULL, 0, &length, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(the_key_is_that_of_the_file_or_one_of_the_store) {
    iap_store *store = offers_store(), *keyless = offers_store_without_a_key();
    CHECK_TEXT(iap_store_signing_key_id(store), "0FFE25AB");
    const char *own = iap_store_signing_key_id(keyless);
    REQUIRE(own != NULL);
    CHECK(own[0] != 0 && strcmp(own, "0FFE25AB") != 0);
    CHECK_TEXT(iap_store_signing_key_id(keyless), own);
    CHECK_TEXT(iap_store_signing_key_id(NULL), NULL);
    store_close(store);
    CHECK_TEXT(iap_store_signing_key_id(store), NULL);
}
