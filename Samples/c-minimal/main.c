/* The smallest game that sells something: it lists two products, buys coins, grants them once, finishes, and ends. */
#include <iap/iap_inventory.h> /* the library keeps the balances; includes <iap/iap.h> */
#include <iap/iap_store.h>     /* the reference App Store of Linux; on Apple's systems leave it out */
#include <stdio.h>

static const char *const product_ids[] = {"com.example.caves.coins.small", "com.example.caves.editor"};
static uint64_t payment_id;
static int ended, bought;

static void fail(const char *what, const iap_error *error) {
    fprintf(stderr, "%s: %s\n", what, error->message);
    ended = 1;
}

static void products_received(void *game, iap_client *client, uint64_t request_id, const iap_products *products,
                              const iap_error *error) {
    iap_error why = IAP_ERROR_VALUE_INIT;
    for (size_t i = 0; i < iap_products_count(products); i++)
        printf("%s costs %s\n", iap_product_display_name(iap_products_at(products, i)),
               iap_product_display_price(iap_products_at(products, i)));
    if (error) fail("products", error);
    else if (iap_buy(client, product_ids[0], &payment_id, &why) != IAP_OK)
        fail("buy", &why); /* the player taps "buy" */
    (void)game, (void)request_id;
}

static void transaction_updated(void *game, iap_client *client, const iap_transaction *transaction) {
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    const int is_granted = iap_transaction_delivery_state(transaction) == IAP_DELIVERY_GRANTED;
    iap_error why = IAP_ERROR_VALUE_INIT;
    /* The library grants each purchase once, on the disk, before this call. Leave a purchase that it has not granted. */
    if (state != IAP_TRANSACTION_FAILED && (state == IAP_TRANSACTION_REVOKED || !is_granted)) return;
    if (state == IAP_TRANSACTION_PURCHASED)
        printf("coins: %lld\n", (long long)iap_inventory_balance(client, "coins", NULL));
    if (iap_transaction_error(transaction, &why) != IAP_OK) fail("not bought", &why);
    if (iap_finish_transaction(client, transaction, &why) != IAP_OK) fail("finish", &why); /* delivered again later */
    if (payment_id != 0 && iap_transaction_payment_id(transaction) == payment_id)          /* 0 in a later run */
        ended = 1, bought = state != IAP_TRANSACTION_FAILED, (void)game;
}

int main(void) {
    iap_store_options shop = IAP_STORE_OPTIONS_INIT;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    iap_grant grant = IAP_GRANT_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_error why = IAP_ERROR_VALUE_INIT;
    iap_store *store = NULL;
    iap_client *client = NULL;
    shop.storekit_path = "Game.storekit", shop.state_path = "c-minimal.store";
    grant.kind = IAP_GRANT_COUNTER, grant.product_id = product_ids[0], grant.name = "coins", grant.amount = 100;
    inventory.grants = &grant, inventory.grant_count = 1, options.inventory = &inventory;
    options.journal_path = "c-minimal.journal", observer.transaction_updated = transaction_updated;
    if (iap_store_open(&shop, &store, &why) || iap_store_open_device(store, "player", "pc", &options.device, &why) ||
        iap_client_open(&options, &client, &why) || iap_add_observer(client, &observer, NULL, &why) ||
        iap_request_products(client, product_ids, 2, products_received, NULL, NULL, &why))
        fail("start", &why);
    for (size_t i = 0; i < iap_store_warning_count(store); i++) fprintf(stderr, "%s\n", iap_store_warning_at(store, i));
    while (!ended && iap_client_wait_events(client, 10000) == 1) iap_client_process_events(client, 0); /* each frame */
    return iap_client_close(client) == IAP_OK && bought ? 0 : 1;
}
