/*
 * The smallest game that sells something: it lists two products, buys coins, grants them once, finishes, and ends.
 */
#include <iap/iap_inventory.h> /* the library keeps the balances; includes <iap/iap.h> */
#include <iap/iap_store.h>     /* the reference App Store of Linux; on Apple's systems leave it out */
#include <stdio.h>

static const char *const product_ids[] = {"com.example.caves.coins.small", "com.example.caves.editor"};
static uint64_t payment_id;
static int has_ended;
static int has_bought;

static void fail(const char *what, const iap_error *error) {
    fprintf(stderr, "%s: %s\n", what, error->message);
    has_ended = 1;
}

static void products_received(void *game, iap_client *client, uint64_t request_id, const iap_products *products,
                              const iap_error *error) {
    iap_error why = IAP_ERROR_VALUE_INIT;
    (void)game;
    (void)request_id;
    if (error != NULL) {
        fail("products", error);
        return;
    }
    for (size_t i = 0; i < iap_products_count(products); i++) {
        const iap_product *product = iap_products_at(products, i);
        printf("%s costs %s\n", iap_product_display_name(product), iap_product_display_price(product));
    }
    /* The player taps "buy". */
    if (iap_buy(client, product_ids[0], &payment_id, &why) != IAP_OK) {
        fail("buy", &why);
    }
}

static void transaction_updated(void *game, iap_client *client, const iap_transaction *transaction) {
    iap_error why = IAP_ERROR_VALUE_INIT;
    (void)game;
    switch (iap_transaction_state(transaction)) {
    case IAP_TRANSACTION_PURCHASED:
    case IAP_TRANSACTION_RESTORED:
        /* The library grants each purchase once, on the disk, before this call. Leave a purchase that it has not granted. */
        if (iap_transaction_delivery_state(transaction) != IAP_DELIVERY_GRANTED) {
            return;
        }
        printf("coins: %lld\n", (long long)iap_inventory_balance(client, "coins", NULL));
        break;
    case IAP_TRANSACTION_FAILED:
        iap_transaction_error(transaction, &why);
        fail("not bought", &why);
        break;
    default: return; /* purchasing, or waiting for a parent: there is nothing to finish yet */
    }
    /* If the finish fails, the library delivers the transaction again at the next launch. */
    if (iap_finish_transaction(client, transaction, &why) != IAP_OK) {
        fail("finish", &why);
    }
    /* A purchase of an earlier run, which was killed before the finish, belongs to no payment of this run. */
    if (payment_id != 0 && iap_transaction_payment_id(transaction) == payment_id) {
        has_bought = iap_transaction_state(transaction) != IAP_TRANSACTION_FAILED;
        has_ended = 1;
    }
}

/* On Linux the game runs on a device of the reference App Store. On Apple's systems there is no such function: the device is
 * NULL, and the game uses the App Store. */
static int open_device(iap_device **device) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    iap_error why = IAP_ERROR_VALUE_INIT;
    iap_store *store = NULL;
    options.storekit_path = "Game.storekit";
    options.state_path = "c-minimal.store";
    if (iap_store_open(&options, &store, &why) != IAP_OK) {
        fail("the store", &why);
        return 0;
    }
    for (size_t i = 0; i < iap_store_warning_count(store); i++) {
        fprintf(stderr, "%s\n", iap_store_warning_at(store, i));
    }
    if (iap_store_open_device(store, "player", "pc", device, &why) != IAP_OK) {
        fail("the device", &why);
        return 0;
    }
    return 1;
}

static int open_client(iap_device *device, iap_client **client) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    iap_grant grant = IAP_GRANT_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_error why = IAP_ERROR_VALUE_INIT;

    grant.kind = IAP_GRANT_COUNTER;
    grant.product_id = product_ids[0];
    grant.name = "coins";
    grant.amount = 100;
    inventory.grants = &grant;
    inventory.grant_count = 1;
    options.inventory = &inventory;
    options.journal_path = "c-minimal.journal";
    options.device = device;
    if (iap_client_open(&options, client, &why) != IAP_OK) {
        /* With IAP_ERROR_UNSUPPORTED this system has no store: a game hides its shop and runs on. This program only sells. */
        fail("the client", &why);
        return 0;
    }
    observer.transaction_updated = transaction_updated;
    if (iap_add_observer(*client, &observer, NULL, &why) != IAP_OK) {
        fail("the observer", &why);
        return 0;
    }
    if (iap_request_products(*client, product_ids, 2, products_received, NULL, NULL, &why) != IAP_OK) {
        fail("the products", &why);
        return 0;
    }
    return 1;
}

int main(void) {
    iap_device *device = NULL;
    iap_client *client = NULL;
    if (!open_device(&device) || !open_client(device, &client)) {
        return 1;
    }
    /* A game with frames calls iap_client_process_events() once per frame, and does not wait. */
    while (!has_ended && iap_client_wait_events(client, 10000) == 1) {
        iap_client_process_events(client, 0);
    }
    if (iap_client_close(client) != IAP_OK) {
        return 1;
    }
    return has_bought ? 0 : 1;
}
