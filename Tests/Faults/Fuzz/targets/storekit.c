/*
 * .storekit files. If the file opens, the program lists its products and buys them.
 */
#include "../fuzz.h"

static void hear_products(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                          const iap_error *error) {
    (void)user_data, (void)client, (void)request_id;
    PROMISED((products != NULL) == (error == NULL));
    read_iap_products(products);
}

static void shop(iap_store *store, const char *const *ids, size_t count) {
    iap_device *device = NULL;
    PROMISED(iap_store_open_device(store, "player", "phone", &device, NULL) == IAP_OK);
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = IAP_EXECUTION_MANUAL;
    options.device = device;
    iap_client *client = NULL;
    PROMISED(iap_client_open(&options, &client, NULL) == IAP_OK);
    iap_error error = IAP_ERROR_VALUE_INIT;
    fuzz_read_error(&error, iap_request_products(client, ids, count, hear_products, NULL, NULL, &error));
    for (size_t i = 0; i < count && i < 4; i++) {
        iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
        purchase.product_id = ids[i];
        uint64_t id = 0;
        fuzz_read_error(&error, iap_store_buy(store, "player", &purchase, &id, &error));
    }
    /* Subscriptions are renewed, and their offers end. */
    iap_store_advance_clock(store, INT64_C(40) * 86400 * 1000, NULL);
    while (iap_client_process_events(client, 0) > 0) {
    }
    PROMISED(iap_client_close(client) == IAP_OK);
    PROMISED(iap_device_close(device, NULL) == IAP_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.clock = IAP_STORE_CLOCK_VIRTUAL;
    options.seed = FUZZ_SEED;
    options.storekit_text = fuzz_copy(bytes, size);
    options.storekit_length = size;
    iap_store *store = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_store_open(&options, &store, &error);
    fuzz_read_error(&error, status);
    PROMISED((status == IAP_OK) == (store != NULL));
    if (store != NULL) {
        const size_t warnings = iap_store_warning_count(store), count = iap_store_product_count(store);
        for (size_t i = 0; i <= warnings; i++) fuzz_read_text(iap_store_warning_at(store, i));
        const char **ids = fuzz_memory((count + 1) * sizeof *ids);
        for (size_t i = 0; i <= count; i++) {
            ids[i] = iap_store_product_id_at(store, i);
            PROMISED((ids[i] != NULL) == (i < count));
            fuzz_read_text(ids[i]);
        }
        shop(store, ids, count);
        PROMISED(iap_store_close(store, NULL) == IAP_OK);
    }
    fuzz_forget();
    return 0;
}
