/* Opens a client, buys, finishes and closes in a loop, in C; uses a new store after each hundred rounds.

     cycles STOREKIT COUNT */

#include "growth.h"

#include <iap/iap.h>
#include <iap/iap_store.h>

#include <stdlib.h>

#define COINS "coins.100"

static int finished;

static void updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)user_data;
    if (iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED)
        iap_finish_transaction(client, transaction, NULL);
}

static void removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)user_data;
    (void)client;
    (void)transaction;
    finished++;
}

static void must(iap_status_t status, const iap_error *error) {
    if (status == IAP_OK) return;
    fprintf(stderr, "%s: %s\n", iap_status_name(status), error == NULL ? "" : error->message);
    exit(1);
}

static iap_store *open_store(const char *storekit) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_store *store = NULL;
    options.storekit_path = storekit;
    must(iap_store_open(&options, &store, &error), &error);
    return store;
}

static void cycle(iap_store *store, iap_execution_t execution) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_device *device = NULL;
    iap_client *client = NULL;
    const int before = finished;
    must(iap_store_open_device(store, "player", "phone", &device, &error), &error);
    options.device = device;
    options.execution = execution;
    must(iap_client_open(&options, &client, &error), &error);
    observer.transaction_updated = updated;
    observer.transaction_removed = removed;
    must(iap_add_observer(client, &observer, NULL, &error), &error);
    must(iap_buy(client, COINS, NULL, &error), &error);
    while (finished == before && iap_client_wait_events(client, 10000) == 1) iap_client_process_events(client, 0);
    must(iap_client_close(client), &error);
    must(iap_device_close(device, &error), &error);
}

int main(int count, char **arguments) {
    const long cycles = count == 3 ? atol(arguments[2]) : 0;
    struct held early = {0, 0, 0};
    iap_store *store = NULL;
    long number;
    if (cycles < 10) {
        fprintf(stderr, "usage: cycles STOREKIT COUNT; COUNT is at least 10\n");
        return 2;
    }
    for (number = 1; number <= cycles; number++) {
        if (store == NULL) store = open_store(arguments[1]);
        cycle(store, number % 2 == 0 ? IAP_EXECUTION_MANUAL : IAP_EXECUTION_BACKGROUND);
        if (number % 100 == 0 || number == cycles) {
            must(iap_store_close(store, NULL), NULL);
            store = NULL;
        }
        if (number == cycles / 10) early = growth_measure();
    }
    if (finished != cycles) fprintf(stderr, "%d of %ld purchases were finished\n", finished, cycles);
    return growth_is_flat("C", cycles, early, growth_measure()) && finished == cycles ? 0 : 1;
}
