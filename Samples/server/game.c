/*
 * A game whose purchases iap-server verifies and records. The game requests the product list from the server, buys each
 * product, and waits until the store refunds one of them.
 *
 *     game STORE_FILE STOREKIT_FILE PRODUCTS_FILE SERVER_URL GAME_KEY PLAYER [--stay]
 */
#include <iap/iap_inventory.h> /* includes <iap/iap.h> */
#include <iap/iap_products.h>
#include <iap/iap_store.h> /* the reference App Store of Linux; on Apple's systems leave it out */

#include <stdio.h>
#include <string.h>

#define MOST_PRODUCTS 8
#define TIMEOUT_MS 30000

struct game {
    const char *player; /* a UUID */
    char product_ids[MOST_PRODUCTS][256];
    size_t product_count, bought_count;
    int stays, ended, failed;
};

static void fail(struct game *game, const char *what, const char *why) {
    printf("%s: %s\n", what, why);
    game->ended = game->failed = 1;
}

/* The player taps "buy" on one product after the other. */
static void buy_next(struct game *game, iap_client *client) {
    iap_payment payment = IAP_PAYMENT_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (game->bought_count == game->product_count) {
        printf("bought everything\n");
        return;
    }
    payment.product_id = game->product_ids[game->bought_count];
    printf("buys %s\n", payment.product_id);
    if (iap_add_payment(client, &payment, NULL, &error) != IAP_OK) fail(game, "buying", error.message);
}

static void products_received(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                              const iap_error *error) {
    struct game *game = user_data;
    size_t i;
    (void)request_id;
    if (error != NULL) {
        fail(game, "the products", error->message);
        return;
    }
    for (i = 0; i < iap_products_count(products) && i < MOST_PRODUCTS; i++) {
        const iap_product *product = iap_products_at(products, i);
        printf("%s costs %s\n", iap_product_display_name(product), iap_product_display_price(product));
        snprintf(game->product_ids[i], sizeof game->product_ids[i], "%s", iap_product_id(product));
        game->product_count = i + 1;
    }
    buy_next(game, client);
}

static void transaction_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    struct game *game = user_data;
    const char *product_id = iap_transaction_product_id(transaction);
    const unsigned long long id = iap_transaction_id(transaction);
    iap_error error = IAP_ERROR_VALUE_INIT;
    switch (iap_transaction_state(transaction)) {
    case IAP_TRANSACTION_PURCHASED: /* the verdict was "valid", and the inventory has the grant */
        printf("purchased %s (transaction %llu); coins: %lld\n", product_id, id,
               (long long)iap_inventory_balance(client, "coins", NULL));
        break;
    case IAP_TRANSACTION_DEFERRED: /* the verdict is undecided; the library tries again */
        printf("waits for a verdict on %s\n", product_id);
        return;
    case IAP_TRANSACTION_REJECTED: /* the server's verdict was "invalid" */
    case IAP_TRANSACTION_FAILED:
        iap_transaction_error(transaction, &error);
        fail(game, product_id, error.message);
        break;
    default: return;
    }
    if (iap_finish_transaction(client, transaction, &error) != IAP_OK) fail(game, "finishing", error.message);
}

static void transaction_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    struct game *game = user_data;
    const char *product_id = iap_transaction_product_id(transaction);
    if (game->failed || game->bought_count == game->product_count) return;
    /* The store can report a purchase under two transaction ids. The game finishes both and continues after the first. */
    if (strcmp(product_id, game->product_ids[game->bought_count]) != 0) return;
    printf("finished %s\n", product_id);
    game->bought_count++;
    buy_next(game, client);
}

static void entitlement_revoked(void *user_data, iap_client *client, const iap_transaction *transaction) {
    struct game *game = user_data;
    printf("revoked %s (transaction %llu); coins: %lld\n", iap_transaction_product_id(transaction),
           (unsigned long long)iap_transaction_id(transaction),
           (long long)iap_inventory_balance(client, "coins", NULL));
    game->ended = !game->stays;
}

static void problem_reported(void *user_data, iap_client *client, const iap_error *error) {
    (void)user_data, (void)client;
    printf("problem: %s\n", error->message);
}

int main(int count, char **words) {
    struct game game = {0};
    iap_store_options shop = IAP_STORE_OPTIONS_INIT;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    iap_product_list_options list = IAP_PRODUCT_LIST_OPTIONS_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    char purchases_url[512], products_url[512], authorization[256], player[64];
    const char *headers[2];
    iap_store *store = NULL;
    iap_client *client = NULL;

    if (count < 7 || count > 8 || (count == 8 && strcmp(words[7], "--stay") != 0)) {
        fprintf(stderr, "usage: game STORE_FILE STOREKIT_FILE PRODUCTS_FILE SERVER_URL GAME_KEY PLAYER [--stay]\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* the script reads each line immediately */
    game.player = words[6];
    game.stays = count == 8;

    shop.state_path = words[1];
    shop.storekit_path = words[2];
    shop.bundle_id = "com.example.caves";

    /* The game and the server read the grants of the products from one file. The server's ledger is authoritative. */
    inventory.grants_path = words[3];

    snprintf(purchases_url, sizeof purchases_url, "%s/v1/purchases", words[4]);
    snprintf(products_url, sizeof products_url, "%s/v1/products", words[4]);
    snprintf(authorization, sizeof authorization, "Authorization: Bearer %s", words[5]);
    snprintf(player, sizeof player, "Iap-Player: %s", words[6]);
    headers[0] = authorization;
    headers[1] = player;
    verification.mode = IAP_VERIFY_BY_SERVER;
    verification.server_url = purchases_url;
    verification.server_headers = headers;
    verification.server_header_count = 2;
    list.url = products_url;
    list.headers = headers;
    list.header_count = 1;

    options.journal_path = "game.journal";
    options.player_id = game.player;
    /* The App Store signs this token with each purchase. So the server knows the player, even if this game never runs again. The
     * client leaves the purchases of other players alone. */
    options.app_account_token = game.player;
    options.inventory = &inventory;
    options.verification = &verification;
    observer.user_data = &game;
    observer.transaction_updated = transaction_updated;
    observer.transaction_removed = transaction_removed;
    observer.entitlement_revoked = entitlement_revoked;
    observer.problem_reported = problem_reported;
    if (iap_store_open(&shop, &store, &error) != IAP_OK ||
        iap_store_open_device(store, "anna", "phone", &options.device, &error) != IAP_OK ||
        iap_client_open(&options, &client, &error) != IAP_OK ||
        iap_add_observer(client, &observer, NULL, &error) != IAP_OK ||
        iap_request_product_list(client, &list, products_received, &game, NULL, &error) != IAP_OK)
        fail(&game, "the start", error.message);
    while (!game.ended) { /* each frame */
        if (iap_client_wait_events(client, TIMEOUT_MS) == 1) iap_client_process_events(client, 0);
        else if (!game.stays) fail(&game, "waiting", "no event arrives");
    }
    return iap_client_close(client) == IAP_OK && !game.failed ? 0 : 1;
}
