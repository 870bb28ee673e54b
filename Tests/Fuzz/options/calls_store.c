#include "calls.h"

void call_open_store(fuzz_input *input) {
    iap_store_options start = IAP_STORE_OPTIONS_INIT;
    start.clock = IAP_STORE_CLOCK_VIRTUAL;
    start.seed = FUZZ_SEED;
    const uint8_t choice = fuzz_byte(input);
    const char *text = choice < 128 ? fuzz_catalogue() : choice < 192 ? NULL : struct_text(input);
    start.storekit_text = text;
    start.storekit_length = text != NULL ? strlen(text) : 0;
    iap_store_options *options = FILL(input, start, PATH(iap_store_options, storekit_path),
                                      GIVEN(iap_store_options, storekit_text), PATH(iap_store_options, state_path),
                                      TEXT(iap_store_options, bundle_id), TEXT(iap_store_options, ocsp_url));
    if (struct_is_whole(options, sizeof *options)) options->storekit_length = start.storekit_length;
    iap_store *opened = NULL;
    iap_error *error = calls_error(input);
    const iap_status status = iap_store_open(options, &opened, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(options, status);
    PROMISED((status == IAP_OK) == (opened != NULL));
    if (opened != NULL) PROMISED(iap_store_close(opened, NULL) == IAP_OK);
}

void call_buy(fuzz_input *input) {
    iap_store_purchase start = IAP_STORE_PURCHASE_INIT;
    start.product_id = struct_product_id(input);
    iap_store_purchase *purchase =
        FILL(input, start, GIVEN(iap_store_purchase, product_id), TEXT(iap_store_purchase, app_account_token),
             TEXT(iap_store_purchase, offer_id));
    uint64_t id = 0;
    iap_error *error = calls_error(input);
    const iap_status status = iap_store_buy(world.store, "player", purchase, &id, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(purchase, status);
}

/* The id of a transaction, or an unknown id. */
static uint64_t transaction_id(fuzz_input *input) {
    uint64_t ids[16];
    size_t count = 0;
    const iap_status status = iap_store_list_transactions(world.store, NULL, ids, 16, &count, NULL);
    const uint8_t choice = fuzz_byte(input);
    if (status != IAP_OK || count == 0 || choice >= 240) return fuzz_number(input, 8);
    return ids[choice % (count < 16 ? count : 16)];
}

void call_set_renewal(fuzz_input *input) {
    const iap_store_renewal start = IAP_STORE_RENEWAL_INIT;
    iap_store_renewal *renewal = FILL(input, start, TEXT(iap_store_renewal, auto_renew_product_id));
    iap_error *error = calls_error(input);
    const iap_status status = iap_store_set_renewal(world.store, transaction_id(input), renewal, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(renewal, status);
}

void call_set_network(fuzz_input *input) {
    const iap_device_network start = IAP_DEVICE_NETWORK_INIT;
    iap_device_network *network = FILL_NUMBERS(input, start);
    iap_error *error = calls_error(input);
    const iap_status status = iap_device_set_network(world.device, network, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(network, status);
}

void call_sign_offer(fuzz_input *input) {
    iap_store_signing_request start = IAP_STORE_SIGNING_REQUEST_INIT;
    start.kind = fuzz_byte(input) % 6;
    start.product_id = struct_product_id(input);
    iap_store_signing_request *request =
        FILL(input, start, GIVEN(iap_store_signing_request, product_id), TEXT(iap_store_signing_request, offer_id),
             TEXT(iap_store_signing_request, app_account_token), TEXT(iap_store_signing_request, nonce),
             TEXT(iap_store_signing_request, request_json));
    static char buffer[16384];
    size_t length = 0;
    iap_error *error = calls_error(input);
    const iap_status status = iap_store_sign(world.store, request, buffer, sizeof buffer, &length, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(request, status);
}

void call_sign_notification(fuzz_input *input) {
    iap_store_notification start = IAP_STORE_NOTIFICATION_INIT;
    start.transaction_id = transaction_id(input);
    iap_store_notification *notification =
        FILL(input, start, TEXT(iap_store_notification, type), TEXT(iap_store_notification, subtype),
             TEXT(iap_store_notification, uuid), TEXT(iap_store_notification, consumption_request_reason),
             TEXT(iap_store_notification, product_id), TEXT(iap_store_notification, request_id),
             TEXT(iap_store_notification, external_purchase_id), TEXT(iap_store_notification, account));
    static char buffer[65536];
    size_t length = 0;
    iap_error *error = calls_error(input);
    const iap_status status =
        iap_store_sign_notification(world.store, notification, buffer, sizeof buffer, &length, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(notification, status);
    if (status != IAP_OK) return;
    /* What the store signs follows Apple's documentation. */
    const iap_signed_data *data = NULL;
    PROMISED(iap_verifier_check(world.verifier, IAP_SIGNED_NOTIFICATION, buffer, length - 1, &data, NULL, NULL) ==
             IAP_OK);
    PROMISED(data != NULL);
    read_iap_signed_data(data);
    iap_signed_data_release(data);
}

void call_answer_receipt(fuzz_input *input) {
    iap_store_receipt_request start = IAP_STORE_RECEIPT_REQUEST_INIT;
    start.body = "{\"receipt-data\":\"AAAA\"}";
    const size_t length = strlen(start.body);
    iap_store_receipt_request *request =
        FILL(input, start, GIVEN(iap_store_receipt_request, body), TEXT(iap_store_receipt_request, shared_secret));
    if (struct_is_whole(request, sizeof *request)) request->body_length = length;
    size_t needed = 0;
    iap_error *error = calls_error(input);
    const iap_status status = iap_store_answer_verify_receipt(world.store, request, NULL, 0, &needed, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(request, status);
}

void call_read_store(fuzz_input *input) {
    const iap_store_settings settings_start = IAP_STORE_SETTINGS_INIT;
    const iap_store_transaction transaction_start = IAP_STORE_TRANSACTION_INIT;
    const iap_store_totals totals_start = IAP_STORE_TOTALS_INIT;
    iap_store_settings *settings = FILL_NUMBERS(input, settings_start);
    iap_store_transaction *transaction = FILL_NUMBERS(input, transaction_start);
    iap_store_totals *totals = FILL_NUMBERS(input, totals_start);
    iap_error *error = calls_error(input);
    iap_status status = iap_store_get_settings(world.store, settings, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(settings, status);
    status = iap_store_get_transaction(world.store, transaction_id(input), transaction, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(transaction, status);
    status = iap_store_get_totals(world.store, totals, NULL);
    REFUSED_UNLESS_WHOLE(totals, status);
}
