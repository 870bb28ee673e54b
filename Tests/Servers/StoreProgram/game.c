/*
 * game.c: a game that buys while iap-store changes the store. It prints each event as a line on standard output, and ends when
 * its input ends.
 */
#include "careful_game.h"

#include <iap/iap_store.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int fail(const iap_error *error) {
    fprintf(stderr, "game: %s\n", error->message);
    return 1;
}

static void hear(void *context, iap_client *client, const heard *entry) {
    careful_game *careful = context;
    const iap_transaction *transaction = entry->transaction;
    if (entry->type == IAP_EVENT_TRANSACTION_UPDATED)
        printf("heard %s %d\n", iap_transaction_product_id(transaction), (int)iap_transaction_state(transaction));
    if (entry->type == IAP_EVENT_ENTITLEMENT_REVOKED) printf("revoked %s\n", iap_transaction_product_id(transaction));
    fflush(stdout);
    careful->client = client;
    careful_hear(careful, entry);
}

static void break_rule(void *context, const char *rule, const char *text) {
    (void)context;
    fprintf(stderr, "game: %s: %s\n", rule, text);
    exit(1);
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
    careful_game careful = {.broken = break_rule};
    table save = {0};
    hearing hearing = {hear, &careful, 0};
    careful_init(&careful, &save);
    careful_launch(&careful);
    const iap_observer observer = hearing_observer(&hearing);
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
    const iap_status_t closed = iap_client_close(client);
    careful_free(&careful);
    table_clear(&save);
    return closed == IAP_OK ? 0 : 1;
}
