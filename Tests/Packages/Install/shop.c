/* A C game that uses only the installed package of IAPBridge: buys a product of the reference store and finishes. */

#include <iap/iap_products.h>
#include <iap/iap_store.h>

#include <stdio.h>
#include <string.h>

static int granted, removed;

static void transaction_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)user_data;
    if (iap_transaction_state(transaction) != IAP_TRANSACTION_PURCHASED) return;
    granted += iap_transaction_quantity(transaction);
    iap_finish_transaction(client, transaction, NULL);
}

static void transaction_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)user_data, (void)client, (void)transaction;
    removed++;
}

static void listed(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                   const iap_error *error) {
    (void)client, (void)request_id, (void)products;
    *(iap_error *)user_data = *error;
    removed = 1;
}

/* Requests the list of products from a missing server, and prints the result. */
static int ask_server(iap_client *client) {
    iap_product_list_options list = IAP_PRODUCT_LIST_OPTIONS_INIT;
    iap_error answer = IAP_ERROR_VALUE_INIT;
    list.url = "http://127.0.0.1:9/products";
    list.timeout_ms = 5000;
    if (iap_request_product_list(client, &list, listed, &answer, NULL, NULL) != IAP_OK) return 1;
    while (removed == 0 && iap_client_wait_events(client, 30000) == 1) iap_client_process_events(client, 0);
    printf("%s: %s\n", iap_status_name(answer.status), answer.message);
    return 0;
}

static int failed(const char *what, const iap_error *error) {
    fprintf(stderr, "%s: %s: %s\n", what, iap_status_name(error->status), error->message);
    return 1;
}

int main(int count, char **arguments) {
    iap_store_options shop = IAP_STORE_OPTIONS_INIT;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_payment payment = IAP_PAYMENT_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_store *store;
    iap_client *client;
    const uint32_t version = iap_version();

    if (count == 2 && strcmp(arguments[1], "--version") == 0) {
        printf("%u.%u.%u\n", (unsigned)(version >> 16), (unsigned)(version >> 8 & 255), (unsigned)(version & 255));
        return 0;
    }
    if (count != 2 && !(count == 3 && strcmp(arguments[2], "--ask-server") == 0)) {
        fprintf(stderr, "usage: shop STOREKIT_FILE [--ask-server] | --version\n");
        return 2;
    }
    shop.storekit_path = arguments[1];
    payment.product_id = "com.example.caves.coins.small";
    payment.quantity = 2;
    observer.transaction_updated = transaction_updated;
    observer.transaction_removed = transaction_removed;
    if (iap_store_open(&shop, &store, &error) != IAP_OK) return failed("iap_store_open", &error);
    if (iap_store_open_device(store, "player", "phone", &options.device, &error) != IAP_OK)
        return failed("iap_store_open_device", &error);
    if (iap_client_open(&options, &client, &error) != IAP_OK) return failed("iap_client_open", &error);
    if (count == 3) return ask_server(client);
    if (iap_add_observer(client, &observer, NULL, &error) != IAP_OK) return failed("iap_add_observer", &error);
    if (iap_add_payment(client, &payment, NULL, &error) != IAP_OK) return failed("iap_add_payment", &error);
    while (removed == 0 && iap_client_wait_events(client, 30000) == 1) iap_client_process_events(client, 0);
    if (iap_client_close(client) != IAP_OK || iap_device_close(options.device, NULL) != IAP_OK ||
        iap_store_close(store, NULL) != IAP_OK || granted != 2 || removed != 1)
        return fprintf(stderr, "granted %d, finished %d\n", granted, removed), 1;
    printf("bought 2, finished 1\n");
    return 0;
}
