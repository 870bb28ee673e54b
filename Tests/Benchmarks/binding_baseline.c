/* The measured work of the benchmarks of the bindings, in C. Prints the nanoseconds of processor time of a purchase from buy to
   finish, of an idle pump, of a getter, and of an idle pump of a client with a thread.

       binding_baseline STOREKIT PRODUCT PURCHASES PUMPS */
#define _POSIX_C_SOURCE 200809L

#include <iap/iap_store.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int removed;
static const iap_transaction *kept;
static iap_client *client;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void check(iap_status_t status) {
    if (status == IAP_OK) return;
    fprintf(stderr, "%s\n", iap_status_name(status));
    exit(1);
}

static void transaction_updated(void *user_data, iap_client *of, const iap_transaction *transaction) {
    (void)user_data;
    if (iap_transaction_state(transaction) != IAP_TRANSACTION_PURCHASED) return;
    if (kept == NULL) kept = iap_transaction_retain(transaction);
    check(iap_finish_transaction(of, transaction, NULL));
}

static void transaction_removed(void *user_data, iap_client *of, const iap_transaction *transaction) {
    (void)user_data, (void)of, (void)transaction;
    removed++;
}

int main(int argc, char **argv) {
    iap_store_options shop = IAP_STORE_OPTIONS_INIT;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_store *store;
    if (argc != 5) return 2;
    const int purchases = atoi(argv[3]), pumps = atoi(argv[4]);
    shop.storekit_path = argv[1];
    shop.clock = IAP_STORE_CLOCK_VIRTUAL;
    options.execution = IAP_EXECUTION_MANUAL;
    observer.transaction_updated = transaction_updated;
    observer.transaction_removed = transaction_removed;
    check(iap_store_open(&shop, &store, NULL));
    check(iap_store_open_device(store, "player", "phone", &options.device, NULL));
    check(iap_client_open(&options, &client, NULL));
    check(iap_add_observer(client, &observer, NULL, NULL));
    double start = now();
    for (int i = 0; i < purchases; i++) {
        check(iap_buy(client, argv[2], NULL, NULL));
        while (removed == i) iap_client_process_events(client, 0);
    }
    const double purchase = (now() - start) / purchases;
    while (iap_client_process_events(client, 0) > 0) {
    }
    start = now();
    for (int i = 0; i < pumps; i++) iap_client_process_events(client, 0);
    const double pump = (now() - start) / pumps;
    start = now();
    uint64_t sum = 0;
    for (int i = 0; i < pumps; i++) sum += iap_transaction_id(kept);
    const double getter = (now() - start) / pumps;
    iap_client *background;
    iap_client_options of_another = IAP_CLIENT_OPTIONS_INIT;
    check(iap_store_open_device(store, "idler", "phone", &of_another.device, NULL));
    check(iap_client_open(&of_another, &background, NULL));
    check(iap_add_observer(background, &observer, NULL, NULL));
    iap_client_wait_events(background, 100);
    start = now();
    for (int i = 0; i < pumps; i++) iap_client_process_events(background, 0);
    printf("%.0f %.1f %.1f %.1f\n", purchase, pump, getter, (now() - start) / pumps);
    if (sum == 0) return 1;
    iap_transaction_release(kept);
    check(iap_client_close(background));
    check(iap_device_close(of_another.device, NULL));
    check(iap_client_close(client));
    check(iap_device_close(options.device, NULL));
    check(iap_store_close(store, NULL));
    return 0;
}
