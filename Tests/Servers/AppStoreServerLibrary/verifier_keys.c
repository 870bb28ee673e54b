#include "verifier.h"

#include <iap/iap_server_key.h>

#define KEYS_MAX 64

static const iap_server_key *keys[KEYS_MAX];
static size_t key_count;

void verifier_open_key(const command *command) {
    if (key_count == KEYS_MAX) command_fail("too many keys");
    size_t length = 0;
    iap_server_key_options options = IAP_SERVER_KEY_OPTIONS_INIT;
    options.key_id = command_text(command, "key_id");
    options.issuer_id = command_text(command, "issuer");
    options.bundle_id = command_text(command, "bundle");
    /* A PEM text has several lines, which a command cannot have. */
    const char *text = (const char *)command_bytes(command, "pem", &length);
    if (command_number(command, "is_public")) options.public_key_text = text;
    else options.key_text = text;
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_status(iap_server_key_open(&options, &keys[key_count], &error), &error);
    response_text("public_key", iap_server_key_public_key(keys[key_count]));
    response_number("key", (int64_t)key_count++);
}

static const iap_server_key *key_at(const command *command) {
    const uint64_t index = command_id(command, "key");
    if (index >= key_count) command_fail("there is no such key");
    return keys[index];
}

static iap_server_request request_of(const command *command) {
    iap_server_request request = IAP_SERVER_REQUEST_INIT;
    request.kind = (iap_server_signature_kind_t)command_number(command, "kind");
    request.product_id = command_text(command, "product");
    request.offer_id = command_text(command, "offer");
    request.app_account_token = command_text(command, "token");
    request.nonce = command_text(command, "nonce");
    request.timestamp_ms = command_number(command, "timestamp");
    request.transaction_id = command_text(command, "transaction");
    request.allows_introductory_offer = (int32_t)command_number(command, "allows_introductory_offer");
    request.lifetime_s = (uint32_t)command_number(command, "lifetime");
    request.request_json = command_text(command, "request");
    return request;
}

/* Releases the signature. */
static void response_signature(const iap_server_signature *signature) {
    if (signature == NULL) return;
    response_text("text", iap_server_signature_text(signature));
    response_number("kind", iap_server_signature_kind(signature));
    response_text("nonce", iap_server_signature_nonce(signature));
    response_number("timestamp", iap_server_signature_timestamp_ms(signature));
    response_number("expiration_date", iap_server_signature_expiration_date_ms(signature));
    response_text("product", iap_server_signature_product_id(signature));
    response_text("offer", iap_server_signature_offer_id(signature));
    response_text("transaction", iap_server_signature_transaction_id(signature));
    response_number("allows_introductory_offer", iap_server_signature_allows_introductory_offer(signature));
    response_text("request", iap_server_signature_request_json(signature));
    iap_server_signature_release(signature);
}

void verifier_check_signature(const command *command) {
    const iap_server_request expected = request_of(command);
    size_t length = 0;
    const char *text = (const char *)command_bytes(command, "text", &length);
    const iap_server_signature *signature = NULL;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_status(iap_server_key_check(key_at(command), &expected, text, length, &signature, &result, &error),
                    &error);
    response_result(&result);
    response_signature(signature);
}

void verifier_sign(const command *command) {
    const iap_server_request request = request_of(command);
    const iap_server_signature *signature = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_status(iap_server_key_sign(key_at(command), &request, &signature, &error), &error);
    response_signature(signature);
}
