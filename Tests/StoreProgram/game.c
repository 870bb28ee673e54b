/*
 * game.c: a game that buys while iap-store changes the store. It prints each event as a line on standard output, and ends when
 * its input ends.
 */
#include <iap/iap.h>
#include <iap/iap_store.h>

#include <poll.h>
#include <stdio.h>
#include <unistd.h>

static int fail(const iap_error *error) {
    fprintf(stderr, "game: %s\n", error->message);
    return 1;
}

static void transaction_updated(void *game, iap_client *client, const iap_transaction *transaction) {
    (void)game;
    printf("heard %s %d\n", iap_transaction_product_id(transaction), (int)iap_transaction_state(transaction));
    fflush(stdout);
    if (iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED)
        iap_finish_transaction(client, transaction, NULL);
}

static void entitlement_revoked(void *game, iap_client *client, const iap_transaction *transaction) {
    (void)game;
    (void)client;
    printf("revoked %s\n", iap_transaction_product_id(transaction));
    fflush(stdout);
}

int main(int count, char **words) {
    if (count != 4) return 2;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_store_options shop = IAP_STORE_OPTIONS_INIT;
    shop.storekit_path = words[1];
    shop.state_path = words[2];
    shop.clock = IAP_STORE_CLOCK_VIRTUAL;
    iap_store *store = NULL;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_client *client = NULL;
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.transaction_updated = transaction_updated;
    observer.entitlement_revoked = entitlement_revoked;
    if (iap_store_open(&shop, &store, &error) != IAP_OK || iap_store_set_ask_to_buy(store, 1, &error) != IAP_OK ||
        iap_store_open_device(store, "anna", "phone", &options.device, &error) != IAP_OK ||
        iap_client_open(&options, &client, &error) != IAP_OK ||
        iap_add_observer(client, &observer, NULL, &error) != IAP_OK ||
        iap_buy(client, words[3], NULL, &error) != IAP_OK)
        return fail(&error);
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (poll(&input, 1, 0) == 0) {
        if (iap_client_wait_events(client, 50) == 1) iap_client_process_events(client, 0);
    }
    return iap_client_close(client) == IAP_OK ? 0 : 1;
}
