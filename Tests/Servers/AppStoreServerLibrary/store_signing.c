#include "store.h"

/* Room for the longest text that is signed here. */
static char text[4 * 1024 * 1024];

static void response_signed(iap_status_t status, const iap_error *error) {
    response_status(status, error);
    if (status == IAP_OK) response_text("text", text);
}

void store_sign_payload(const command *command) {
    size_t payload_length = 0, length = 0;
    const uint8_t *payload = command_bytes(command, "payload", &payload_length);
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_signed(iap_store_sign_payload(store(), payload, payload_length, text, sizeof text, &length, &error),
                    &error);
}

void store_sign_notification(const command *command) {
    iap_store_notification notification = IAP_STORE_NOTIFICATION_INIT;
    notification.type = command_text(command, "type");
    notification.subtype = command_text(command, "subtype");
    notification.uuid = command_text(command, "uuid");
    notification.transaction_id = command_id(command, "transaction");
    notification.consumption_request_reason = command_text(command, "consumption_request_reason");
    notification.product_id = command_text(command, "product");
    notification.request_id = command_text(command, "request");
    notification.succeeded_count = command_number(command, "succeeded");
    notification.failed_count = command_number(command, "failed");
    notification.external_purchase_id = command_text(command, "external_purchase");
    notification.token_creation_date_ms = command_number(command, "token_creation_date");
    notification.account = command_text(command, "account");
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_signed(iap_store_sign_notification(store(), &notification, text, sizeof text, &length, &error), &error);
}

void store_ocsp_response(const command *command) {
    uint8_t answer[16384];
    size_t request_length = 0, length = 0;
    const uint8_t *request = command_bytes(command, "request", &request_length);
    const iap_store_ocsp_t kind = (iap_store_ocsp_t)command_number(command, "answer");
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status =
        iap_store_ocsp_response(store(), request, request_length, kind, answer, sizeof answer, &length, &error);
    response_status(status, &error);
    if (status == IAP_OK) response_bytes("bytes", answer, length);
}

void store_add_server_key(const command *command) {
    size_t length = 0;
    const char *public_key = (const char *)command_bytes(command, "public_key", &length);
    iap_error error = IAP_ERROR_VALUE_INIT;
    const char *key_id = command_text(command, "key"), *issuer_id = command_text(command, "issuer");
    response_status(iap_store_add_server_key(store(), key_id, issuer_id, public_key, &error), &error);
}
