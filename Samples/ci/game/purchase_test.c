/* The smallest test of a purchase: buys a product of Game.storekit from the reference App Store, and checks what the game grants. */
#include <iap/iap_store.h>
#include <stdio.h>
#include <string.h>

#define PRODUCT "com.example.game.gems"
#define PRICE 990 /* thousandths of the currency */
#define GRANTED 80

static int gems, has_failed;

static void received(void *game, iap_client *client, uint64_t request_id, const iap_products *products,
                     const iap_error *error) {
    const iap_product *product = iap_products_at(products, 0);
    (void)game, (void)request_id;
    if (product == NULL) {
        fprintf(stderr, "%s\n", error != NULL ? error->message : "Game.storekit has no product " PRODUCT);
        has_failed = 1;
    } else if (iap_product_price_milliunits(product) != PRICE) {
        fprintf(stderr, "the price is %s, not %d thousandths\n", iap_product_display_price(product), PRICE);
        has_failed = 1;
    } else {
        iap_buy(client, PRODUCT, NULL, NULL);
    }
}

static void transaction_updated(void *game, iap_client *client, const iap_transaction *transaction) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    (void)game;
    switch (iap_transaction_state(transaction)) {
    case IAP_TRANSACTION_PURCHASED:
        if (strcmp(iap_transaction_product_id(transaction), PRODUCT) == 0) gems += GRANTED;
        iap_finish_transaction(client, transaction, NULL);
        break;
    case IAP_TRANSACTION_FAILED:
        iap_transaction_error(transaction, &error);
        fprintf(stderr, "%s\n", error.message);
        has_failed = 1;
        break;
    default: break; /* purchasing */
    }
}

int main(int count, char **arguments) {
    iap_store_options shop = IAP_STORE_OPTIONS_INIT;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const char *products[] = {PRODUCT};
    iap_store *store;
    iap_client *client;
    if (count != 2) return 2;
    shop.storekit_path = arguments[1];
    observer.transaction_updated = transaction_updated;
    if (iap_store_open(&shop, &store, &error) != IAP_OK ||
        iap_store_open_device(store, "player", "phone", &options.device, &error) != IAP_OK ||
        iap_client_open(&options, &client, &error) != IAP_OK ||
        iap_add_observer(client, &observer, NULL, &error) != IAP_OK ||
        iap_request_products(client, products, 1, received, NULL, NULL, &error) != IAP_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    for (size_t i = 0; i < iap_store_warning_count(store); i++) fprintf(stderr, "%s\n", iap_store_warning_at(store, i));
    while (gems == 0 && !has_failed && iap_client_wait_events(client, 5000) == 1) iap_client_process_events(client, 0);
    if (gems == 0 && !has_failed) fprintf(stderr, "no purchase came within 5 seconds\n");
    iap_client_close(client);
    iap_store_close(store, NULL);
    printf("gems: %d\n", gems);
    return gems == GRANTED ? 0 : 1;
}
