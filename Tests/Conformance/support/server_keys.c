#include "server_keys.h"

#include <string.h>

const char server_private_key[SERVER_PRIVATE_KEY_LENGTH + 1] =
    "-----BEGIN PRIVATE KEY-----\n"
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgya+p2EW6dRZrXCFX\n"
    "Z7HWk05Qw9s26JsSe4piKxIPZyGhRANCAARg/tS6JVqdMclh63TGNW1owEm4kjth\n"
    "+mzmaWIuYPKftnkD/hAIuLyZpBrp6VYovGTy8bIMLX6fUXejwpTURiKZ\n"
    "-----END PRIVATE KEY-----\n";

static int64_t standing_clock(void *user_data) {
    (void)user_data;
    return SERVER_NOW_MS;
}

iap_server_key_options server_key_options(void) {
    iap_server_key_options options = IAP_SERVER_KEY_OPTIONS_INIT;
    options.key_id = "KEY";
    options.issuer_id = "team";
    options.bundle_id = "com.example.game";
    options.key_text = server_private_key;
    options.clock = standing_clock;
    return options;
}

const iap_server_key *server_key_open(const iap_server_key_options *options) {
    const iap_server_key *key = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_server_key_open(options, &key, &error), IAP_OK);
    CHECK(key != NULL);
    return key;
}

iap_server_request server_key_request(iap_server_signature_kind_t kind) {
    iap_server_request request = IAP_SERVER_REQUEST_INIT;
    request.kind = kind;
    request.timestamp_ms = SERVER_NOW_MS + 123;
    if (kind != IAP_SERVER_API_TOKEN) request.nonce = SERVER_NONCE;
    switch (kind) {
    case IAP_SERVER_PROMOTIONAL_OFFER:
        request.product_id = "gold";
        request.offer_id = "spring";
        request.app_account_token = "Player One";
        break;
    case IAP_SERVER_PROMOTIONAL_OFFER_JWS:
        request.product_id = "gold";
        request.offer_id = "spring";
        request.transaction_id = "7";
        break;
    case IAP_SERVER_INTRODUCTORY_OFFER_JWS:
        request.product_id = "gold";
        request.transaction_id = "7";
        request.allows_introductory_offer = 1;
        break;
    case IAP_SERVER_ADVANCED_COMMERCE_JWS: request.request_json = "{\"n\":[1.50]}"; break;
    default: request.lifetime_s = 60;
    }
    return request;
}

const iap_server_signature *server_key_signed(const iap_server_key *key, const iap_server_request *request) {
    const iap_server_signature *signature = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_server_key_sign(key, request, &signature, &error), IAP_OK);
    CHECK(signature != NULL);
    return signature;
}

iap_verify_reason_t server_key_verdict(const iap_server_key *key, const iap_server_request *expected,
                                       const char *text) {
    const iap_server_signature *signature = (const iap_server_signature *)text;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_server_key_check(key, expected, text, strlen(text), &signature, &result, &error), IAP_OK);
    const bool is_valid = result.verdict == IAP_VERDICT_VALID;
    CHECK(is_valid || result.verdict == IAP_VERDICT_INVALID);
    CHECK_INT(signature != NULL, is_valid);
    CHECK_INT(result.reason == IAP_VERIFY_REASON_NONE, is_valid);
    CHECK_INT(result.message[0] == 0, is_valid);
    CHECK(strchr(result.message, '\n') == NULL);
    if (is_valid) CHECK_TEXT(iap_server_signature_text(signature), text);
    iap_server_signature_release(signature);
    return result.reason;
}
