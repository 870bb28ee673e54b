#include "calls.h"

static void hear_products(void *user_data, iap_client *hearing, uint64_t request_id, const iap_products *products,
                          const iap_error *error) {
    (void)user_data, (void)hearing, (void)request_id;
    PROMISED((products != NULL) == (error == NULL));
}

static void hear_transaction(void *user_data, iap_client *hearing, const iap_transaction *transaction) {
    (void)user_data, (void)hearing;
    read_iap_transaction(transaction);
}

static void hear_verification(void *user_data, iap_client *hearing, const iap_transaction *transaction) {
    hear_transaction(user_data, hearing, transaction);
    (void)iap_answer_verification(hearing, iap_transaction_id(transaction), IAP_VERDICT_VALID, NULL, 0, NULL);
}

static const char *const *headers(fuzz_input *input, size_t *count) {
    const char **lines = fuzz_memory(3 * sizeof *lines);
    for (int i = 0; i < 3; i++) lines[i] = struct_text(input);
    *count = calls_list_count(input, 3, 32);
    return lines;
}

static iap_inventory_options *inventory_options(fuzz_input *input) {
    const iap_grant grant_start = IAP_GRANT_INIT;
    iap_grant *grants = fuzz_memory(3 * sizeof *grants);
    for (int i = 0; i < 3; i++) {
        iap_grant *grant = FILL(input, grant_start, TEXT(iap_grant, product_id), TEXT(iap_grant, name));
        memset(&grants[i], 0, sizeof grants[i]);
        memcpy(&grants[i], grant, struct_is_whole(grant, sizeof *grant) ? sizeof *grant : 4);
    }
    iap_inventory_options start = IAP_INVENTORY_OPTIONS_INIT;
    start.grants = fuzz_byte(input) < 200 ? grants : NULL;
    iap_inventory_options *options =
        FILL(input, start, GIVEN(iap_inventory_options, grants), PATH(iap_inventory_options, grants_path));
    if (struct_is_whole(options, sizeof *options))
        options->grant_count = calls_list_count(input, 3, IAP_INVENTORY_GRANTS_MAX);
    return options;
}

static iap_verification_options *verification_options(fuzz_input *input) {
    const iap_verification_options start = {.struct_size = sizeof start, .mode = fuzz_byte(input) % 4};
    iap_verification_options *options =
        FILL(input, start, PATH(iap_verification_options, roots_path), URL(iap_verification_options, server_url),
             GIVEN(iap_verification_options, server_headers));
    if (struct_is_whole(options, sizeof *options))
        options->server_headers = headers(input, &options->server_header_count);
    return options;
}

void call_open_plain_client(void) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = IAP_EXECUTION_MANUAL;
    options.device = world.device;
    PROMISED(iap_client_open(&options, &world.client, NULL) == IAP_OK);
}

void call_open_client(fuzz_input *input) {
    PROMISED(iap_client_close(world.client) == IAP_OK);
    iap_client_options start = IAP_CLIENT_OPTIONS_INIT;
    start.execution = IAP_EXECUTION_MANUAL;
    start.device = world.device;
    const uint8_t choice = fuzz_byte(input);
    if (choice & 1) start.inventory = inventory_options(input);
    if (choice & 2) start.verification = verification_options(input);
    static const char key[1025];
    if (choice & 4) start.integrity_key = key;
    iap_client_options *options =
        FILL(input, start, PATH(iap_client_options, journal_path), GIVEN(iap_client_options, device),
             GIVEN(iap_client_options, wake), GIVEN(iap_client_options, wake_user_data),
             GIVEN(iap_client_options, inventory), GIVEN(iap_client_options, verification),
             TEXT(iap_client_options, player_id), TEXT(iap_client_options, app_account_token),
             GIVEN(iap_client_options, integrity_key));
    if (struct_is_whole(options, sizeof *options) && options->integrity_key != NULL)
        options->integrity_key_length = fuzz_number(input, 2) % (sizeof key + 1);
    /* Threads would make the runs different. */
    if (struct_is_whole(options, sizeof *options) && options->execution == IAP_EXECUTION_BACKGROUND)
        options->execution = IAP_EXECUTION_MANUAL;
    iap_error *error = calls_error(input);
    const iap_status status = iap_client_open(options, &world.client, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(options, status);
    PROMISED((status == IAP_OK) == (world.client != NULL));
    if (world.client == NULL) call_open_plain_client();
}

void call_add_observer(fuzz_input *input) {
    iap_observer start = IAP_OBSERVER_INIT;
    start.transaction_updated = hear_transaction;
    start.transaction_removed = hear_transaction;
    start.verification_requested = hear_verification;
    iap_observer *observer = fuzz_copy(&start, sizeof start);
    const uint8_t choice = fuzz_byte(input);
    if (choice >= 128) observer->reserved = choice;
    if (choice >= 192) {
        const uint32_t said = (uint32_t)fuzz_number(input, 2);
        memcpy(observer, &said, sizeof said);
        if (said < sizeof start) observer = fuzz_copy(observer, said < 4 ? 4 : said);
    }
    uint64_t id = 0;
    iap_error *error = calls_error(input);
    const iap_status status = iap_add_observer(world.client, observer, &id, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(observer, status);
}

void call_add_payment(fuzz_input *input) {
    iap_payment start = IAP_PAYMENT_INIT;
    start.product_id = struct_product_id(input);
    iap_custom_value *values = fuzz_memory(2 * sizeof *values);
    for (int i = 0; i < 2; i++) {
        values[i].key = struct_text(input);
        values[i].type = fuzz_byte(input) % 6;
        values[i].flag = fuzz_byte(input);
        values[i].number = (double)(int64_t)fuzz_number(input, 8);
        const char *text = struct_text(input);
        values[i].bytes = text;
        values[i].length = text != NULL ? strlen(text) : 0;
    }
    start.custom_values = values;
    iap_payment *payment = FILL(
        input, start, GIVEN(iap_payment, product_id), TEXT(iap_payment, app_account_token), TEXT(iap_payment, offer.id),
        TEXT(iap_payment, offer.jws), TEXT(iap_payment, offer.key_id), TEXT(iap_payment, offer.nonce),
        TEXT(iap_payment, offer.signature), TEXT(iap_payment, offer.introductory_jws),
        TEXT(iap_payment, offer.win_back_id), TEXT(iap_payment, advanced_commerce_jws), TEXT(iap_payment, storefronts),
        GIVEN(iap_payment, custom_values), GIVEN(iap_payment, ui_anchor));
    if (struct_is_whole(payment, sizeof *payment))
        payment->custom_value_count = calls_list_count(input, 2, IAP_CUSTOM_VALUES_MAX);
    uint64_t id = 0;
    iap_error *error = calls_error(input);
    const iap_status status = iap_add_payment(world.client, payment, &id, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(payment, status);
}

void call_request_list(fuzz_input *input) {
    const iap_product_list_options start = IAP_PRODUCT_LIST_OPTIONS_INIT;
    iap_product_list_options *options =
        FILL(input, start, PATH(iap_product_list_options, path), URL(iap_product_list_options, url),
             GIVEN(iap_product_list_options, headers));
    if (struct_is_whole(options, sizeof *options)) options->headers = headers(input, &options->header_count);
    uint64_t id = 0;
    iap_error *error = calls_error(input);
    const iap_status status = iap_request_product_list(world.client, options, hear_products, NULL, &id, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(options, status);
}

void call_process(fuzz_input *input) {
    iap_store_advance_clock(world.store, (int64_t)fuzz_byte(input) * 3600 * 1000, NULL);
    for (int i = 0; i < 100 && iap_client_process_events(world.client, 0) > 0; i++) {
    }
}
