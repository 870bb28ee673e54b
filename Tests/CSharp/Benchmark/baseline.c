/* The measured work of Benchmark.cs, in C. */
#define _POSIX_C_SOURCE 200809L

#include <iap/iap_store.h>
#include <time.h>

static iap_store *store;
static iap_client *client, *background;
static int finished;

static void transaction_updated(void *game, iap_client *of, const iap_transaction *transaction) {
    (void)game;
    if (iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED &&
        iap_finish_transaction(of, transaction, NULL) == IAP_OK)
        finished++;
}

static iap_client *open_client(const char *account, iap_execution execution) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_client *opened = NULL;
    options.execution = execution;
    observer.transaction_updated = transaction_updated;
    if (iap_store_open_device(store, account, "phone", &options.device, NULL) != IAP_OK ||
        iap_client_open(&options, &opened, NULL) != IAP_OK || iap_add_observer(opened, &observer, NULL, NULL) != IAP_OK)
        return NULL;
    return opened;
}

int baseline_open(const char *storekit_path) {
    iap_store_options shop = IAP_STORE_OPTIONS_INIT;
    shop.storekit_path = storekit_path;
    shop.clock = IAP_STORE_CLOCK_VIRTUAL;
    if (iap_store_open(&shop, &store, NULL) != IAP_OK) return 0;
    client = open_client("player", IAP_EXECUTION_MANUAL);
    background = open_client("idler", IAP_EXECUTION_BACKGROUND);
    return client != NULL && background != NULL;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds per call. */
double baseline_idle(int count) {
    const double start = now();
    for (int i = 0; i < count; i++) iap_client_process_events(background, 0);
    return (now() - start) / count;
}

double baseline_purchase(int count) {
    const double start = now();
    finished = 0;
    for (int i = 0; i < count; i++) {
        iap_buy(client, "com.example.caves.coins.small", NULL, NULL);
        while (iap_client_process_events(client, 0) > 0) continue;
    }
    return finished == count ? (now() - start) / count : -1;
}
