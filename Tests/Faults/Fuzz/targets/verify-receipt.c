/*
 * verifyReceipt. The first byte says what the rest is: 'a' a response, after two bytes with its HTTP status; 'q' the body of a
 * request, after a byte that says how it came; 'w' a receipt for which the library writes a request.
 */
#include "../fuzz.h"

static iap_store *store;

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    store = fuzz_open_store();
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    uint64_t id = 0;
    for (size_t i = 0; i < iap_store_product_count(store); i++) {
        purchase.product_id = iap_store_product_id_at(store, i);
        (void)iap_store_buy(store, "player", &purchase, &id, NULL);
    }
    return 0;
}

static void read_response(int32_t http_status, const void *body, size_t length) {
    const iap_receipt_response *answer = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status =
        iap_receipt_response_read(http_status, fuzz_copy(body, length), length, FUZZ_BUNDLE_ID, &answer, &error);
    PROMISED(status == IAP_OK && answer != NULL);
    fuzz_read_error(&error, status);
    const iap_receipt_action_t action = iap_receipt_response_action(answer);
    const iap_verdict_t verdict = iap_receipt_response_verdict(answer);
    PROMISED(action >= IAP_RECEIPT_ACTION_GRANT && action <= IAP_RECEIPT_ACTION_FIX_REQUEST);
    PROMISED((action == IAP_RECEIPT_ACTION_GRANT) == (verdict == IAP_VERDICT_VALID));
    PROMISED((action == IAP_RECEIPT_ACTION_REFUSE) == (verdict == IAP_VERDICT_INVALID));
    PROMISED((verdict == IAP_VERDICT_VALID) == (iap_receipt_response_message(answer)[0] == 0));
    read_iap_receipt_response(answer);
    iap_receipt_response_release(answer);
}

static void ask(uint8_t way, const void *body, size_t length) {
    iap_store_receipt_request request = IAP_STORE_RECEIPT_REQUEST_INIT;
    request.is_for_production = way & 1;
    request.shared_secret = way & 2 ? "secret" : NULL;
    request.is_retryable = way >> 2 & 1;
    request.has_older_names = way >> 3 & 1;
    request.body = fuzz_copy(body, length);
    request.body_length = length;
    if (way >> 4 == 6) request.status = IAP_RECEIPT_STATUS_EXPIRED;
    size_t needed = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_store_verify_receipt_response(store, &request, NULL, 0, &needed, &error);
    fuzz_read_error(&error, status);
    if (status != IAP_OK) return;
    char *buffer = fuzz_memory(needed);
    status = iap_store_verify_receipt_response(store, &request, buffer, needed, &needed, &error);
    PROMISED(status == IAP_OK);
    read_response(200, buffer, needed - 1);
}

static void write_request(const void *bytes, size_t size) {
    const void *receipt = fuzz_copy(bytes, size);
    size_t needed = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_receipt_request_write(receipt, size, "secret", 1, NULL, 0, &needed, &error);
    fuzz_read_error(&error, status);
    if (status != IAP_OK) return;
    char *buffer = fuzz_memory(needed);
    PROMISED(iap_receipt_request_write(receipt, size, "secret", 1, buffer, needed, &needed, &error) == IAP_OK);
    fuzz_read_text(buffer);
    ask(0, buffer, needed - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    fuzz_input input = {bytes, size};
    switch (fuzz_byte(&input)) {
    case 'q': {
        const uint8_t way = fuzz_byte(&input);
        ask(way, input.bytes, input.left);
        break;
    }
    case 'w': write_request(input.bytes, input.left); break;
    default: {
        const int32_t status = (int32_t)fuzz_number(&input, 2);
        read_response(status, input.bytes, input.left);
        break;
    }
    }
    fuzz_forget();
    return 0;
}
