/* "OWNERSHIP": handles, snapshots and copied text. */

#include "game.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ getters */

TEST(every_getter_accepts_null) {
    CHECK_INT(iap_products_count(NULL), 0);
    CHECK(iap_products_at(NULL, 0) == NULL);
    CHECK_INT(iap_products_invalid_count(NULL), 0);
    CHECK_TEXT(iap_products_invalid_at(NULL, 0), NULL);
    CHECK_TEXT(iap_product_id(NULL), NULL);
    CHECK_INT(iap_product_type(NULL), 0);
    CHECK_TEXT(iap_product_type_text(NULL), NULL);
    CHECK_TEXT(iap_product_display_name(NULL), NULL);
    CHECK_TEXT(iap_product_description(NULL), NULL);
    CHECK_INT(iap_product_price_milliunits(NULL), 0);
    CHECK_TEXT(iap_product_currency_code(NULL), NULL);
    CHECK_TEXT(iap_product_display_price(NULL), NULL);
    CHECK_INT(iap_product_is_family_shareable(NULL), 0);
    CHECK_INT(iap_product_subscription_period_unit(NULL), 0);
    CHECK_INT(iap_product_subscription_period_value(NULL), 0);
    CHECK_TEXT(iap_product_subscription_group_id(NULL), NULL);
    CHECK_INT(iap_transaction_state(NULL), 0);
    CHECK_ID(iap_transaction_id(NULL), 0);
    CHECK_ID(iap_transaction_original_id(NULL), 0);
    CHECK_ID(iap_transaction_payment_id(NULL), 0);
    CHECK_TEXT(iap_transaction_product_id(NULL), NULL);
    CHECK_INT(iap_transaction_product_type(NULL), 0);
    CHECK_INT(iap_transaction_quantity(NULL), 0);
    CHECK_INT(iap_transaction_purchase_date_ms(NULL), 0);
    CHECK_INT(iap_transaction_original_purchase_date_ms(NULL), 0);
    CHECK_INT(iap_transaction_expiration_date_ms(NULL), 0);
    CHECK_INT(iap_transaction_revocation_date_ms(NULL), 0);
    CHECK_INT(iap_transaction_revocation_reason(NULL), 0);
    CHECK_INT(iap_transaction_ownership(NULL), 0);
    CHECK_TEXT(iap_transaction_app_account_token(NULL), NULL);
    CHECK_TEXT(iap_transaction_subscription_group_id(NULL), NULL);
    CHECK_TEXT(iap_transaction_environment(NULL), NULL);
    CHECK_TEXT(iap_transaction_signed_text(NULL), NULL);
    CHECK_INT(iap_transaction_delivery_count(NULL), 0);
    CHECK(iap_transaction_original(NULL) == NULL);
    CHECK_STATUS(iap_transaction_error(NULL, NULL), IAP_OK);
    CHECK_INT(iap_transactions_count(NULL), 0);
    CHECK(iap_transactions_at(NULL, 0) == NULL);
    CHECK_INT(iap_event_type(NULL), 0);
    CHECK_ID(iap_event_request_id(NULL), 0);
    CHECK(iap_event_products(NULL) == NULL);
    CHECK(iap_event_transaction(NULL) == NULL);
    CHECK(iap_event_transactions(NULL) == NULL);
    CHECK_TEXT(iap_event_storefront_country_code(NULL), NULL);
    CHECK_TEXT(iap_event_storefront_identifier(NULL), NULL);
    CHECK_STATUS(iap_event_error(NULL, NULL), IAP_OK);
}

TEST(retain_and_release_ignore_null) {
    CHECK(iap_products_retain(NULL) == NULL);
    CHECK(iap_product_retain(NULL) == NULL);
    CHECK(iap_transaction_retain(NULL) == NULL);
    CHECK(iap_transactions_retain(NULL) == NULL);
    iap_products_release(NULL);
    iap_product_release(NULL);
    iap_transaction_release(NULL);
    iap_transactions_release(NULL);
    iap_event_release(NULL);
    iap_error_init(NULL);
    iap_client_options_init(NULL);
    iap_observer_init(NULL);
    iap_payment_init(NULL);
    iap_store_options_init(NULL);
    iap_store_totals_init(NULL);
}

/* ---------------------------------------------------------------------------------------------------- lifetimes */

TEST(retain_gives_the_same_handle) {
    game *game = game_start();
    const char *const ids[] = {COINS};
    const iap_products *products = game_products(game, ids, 1);
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(products != NULL && bought != NULL);
    const iap_product *product = iap_products_at(products, 0);
    const iap_transactions *queue = game_queue(game);
    CHECK(iap_products_retain(products) == products);
    CHECK(iap_product_retain(product) == product);
    CHECK(iap_transaction_retain(bought) == bought);
    CHECK(iap_transactions_retain(queue) == queue);
    CHECK(iap_products_at(products, 0) == product);
    iap_products_release(products);
    iap_product_release(product);
    iap_transaction_release(bought);
    iap_transactions_release(queue);
    CHECK_TEXT(iap_product_id(product), COINS);
    CHECK_INT(iap_transactions_count(queue), 1);
}

TEST(a_retained_element_lives_longer_than_its_list) {
    game *game = game_start();
    const char *const ids[] = {COINS, SWORD};
    REQUIRE(game_buy(game, COINS) != NULL);
    const iap_products *products = game_products(game, ids, 2);
    REQUIRE(products != NULL);
    const iap_product *sword = iap_product_retain(iap_products_at(products, 1));
    const iap_transactions *queue = NULL;
    REQUIRE_OK(iap_queue_transactions(game->client, &queue, NULL));
    const iap_transaction *queued = iap_transaction_retain(iap_transactions_at(queue, 0));
    iap_transactions_release(queue);
    game_forget(game);
    CHECK_TEXT(iap_product_id(sword), SWORD);
    CHECK_TEXT(iap_product_display_name(sword), "Golden Sword");
    CHECK_TEXT(iap_transaction_product_id(queued), COINS);
    iap_product_release(sword);
    iap_transaction_release(queued);
}

TEST(the_original_of_a_restored_transaction_may_be_retained_beyond_it) {
    game *game = game_start();
    const uint64_t id = game_own(game, SWORD);
    game_restore(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 1));
    const heard *restored = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED, 0);
    const iap_transaction *original = iap_transaction_retain(iap_transaction_original(restored->transaction));
    game_quit(game);
    game_forget(game);
    CHECK_ID(iap_transaction_id(original), id);
    iap_transaction_release(original);
}

/* Reads everything in a snapshot, to let a sanitizer see an access to each byte. */
static size_t read_transaction(const iap_transaction *transaction) {
    const char *const texts[] = {
        iap_transaction_product_id(transaction),
        iap_transaction_app_account_token(transaction),
        iap_transaction_subscription_group_id(transaction),
        iap_transaction_environment(transaction),
        iap_transaction_signed_text(transaction),
    };
    size_t length = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) length += texts[i] != NULL ? strlen(texts[i]) : 0;
    return length + iap_transaction_id(transaction) % 2 + (size_t)iap_transaction_quantity(transaction);
}

static size_t read_product(const iap_product *product) {
    return strlen(iap_product_id(product)) + strlen(iap_product_type_text(product)) +
           strlen(iap_product_display_name(product)) + strlen(iap_product_description(product)) +
           strlen(iap_product_currency_code(product)) + strlen(iap_product_display_price(product));
}

static void *read_everything(void *context) {
    const game *game = context;
    for (int round = 0; round < 50; round++) {
        for (size_t i = 0; i < game->log_count; i++) {
            const heard *entry = &game->log[i];
            if (entry->transaction != NULL) {
                iap_transaction_retain(entry->transaction);
                CHECK(read_transaction(entry->transaction) > 0);
                iap_transaction_release(entry->transaction);
            }
            for (size_t n = 0; n < iap_transactions_count(entry->transactions); n++) {
                CHECK(read_transaction(iap_transactions_at(entry->transactions, n)) > 0);
            }
            for (size_t n = 0; n < iap_products_count(entry->products); n++) {
                const iap_product *product = iap_product_retain(iap_products_at(entry->products, n));
                CHECK(read_product(product) > 0);
                iap_product_release(product);
            }
        }
    }
    return NULL;
}

TEST(snapshots_are_valid_after_close_and_on_any_thread) {
    game *game = game_start();
    const char *const ids[] = {COINS, SWORD, CLUB_YEAR, UNKNOWN_PRODUCT};
    REQUIRE(game_products(game, ids, 4) != NULL);
    REQUIRE(game_buy(game, COINS) != NULL);
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    REQUIRE(game_query(game, IAP_QUERY_ALL, NULL) != NULL);
    REQUIRE(game_buy(game, UNKNOWN_PRODUCT) != NULL);
    game_uninstall(game);
    store_close(game->store);
    pthread_t readers[3];
    for (int i = 0; i < 3; i++) REQUIRE(pthread_create(&readers[i], NULL, read_everything, game) == 0);
    read_everything(game);
    for (int i = 0; i < 3; i++) pthread_join(readers[i], NULL);
}

TEST(a_snapshot_does_not_change_when_the_transaction_does) {
    game *game = game_start();
    const uint64_t payment = game_pay(game, SWORD, 1);
    REQUIRE(game_outcome(game, payment) != NULL);
    const iap_transaction *purchasing = game->log[0].transaction, *bought = game->log[1].transaction;
    const uint64_t id = iap_transaction_id(bought);
    REQUIRE(game_finish(game, bought));
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    CHECK_INT(iap_transaction_state(purchasing), IAP_TRANSACTION_PURCHASING);
    CHECK_ID(iap_transaction_id(purchasing), 0);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_revocation_date_ms(bought), 0);
}

/* ------------------------------------------------------------------------------------------------- copied input */

/* A copy on the heap. The test overwrites and frees it when the call has returned. */
static char *borrowed(const char *text) {
    char *copy = strdup(text);
    if (copy == NULL) abort();
    return copy;
}

static void take_back(char *text) {
    memset(text, '#', strlen(text));
    free(text);
}

TEST(text_of_the_caller_is_copied) {
    char *text = borrowed(catalogue_text), *bundle = borrowed("com.example.copied");
    iap_store_options *options = malloc(sizeof *options);
    REQUIRE(options != NULL);
    *options = store_options();
    options->storekit_text = text;
    options->bundle_id = bundle;
    iap_store *store = store_open_with(options);
    take_back(text);
    take_back(bundle);
    memset(options, 0xEE, sizeof *options);
    free(options);
    REQUIRE(store != NULL);

    char *account = borrowed("player"), *device_name = borrowed("phone");
    game *game = game_install(store, account, device_name);
    take_back(account);
    take_back(device_name);
    REQUIRE(game_launch(game));

    char **ids = malloc(3 * sizeof *ids);
    REQUIRE(ids != NULL);
    ids[0] = borrowed(COINS);
    ids[1] = borrowed(UNKNOWN_PRODUCT);
    ids[2] = borrowed(SWORD);
    const uint64_t products = game_request_products(game, (const char *const *)ids, 3);
    for (int i = 0; i < 3; i++) take_back(ids[i]);
    free(ids);

    char *product = borrowed(COINS), *token = borrowed("0f0e0d0c-0b0a-4908-8706-050403020100");
    iap_payment *payment = malloc(sizeof *payment);
    REQUIRE(payment != NULL);
    iap_payment_init(payment);
    payment->product_id = product;
    payment->app_account_token = token;
    uint64_t payment_id = 0;
    REQUIRE_OK(iap_add_payment(game->client, payment, &payment_id, NULL));
    take_back(product);
    take_back(token);
    memset(payment, 0xEE, sizeof *payment);
    free(payment);

    char *latest = borrowed(SWORD);
    const uint64_t query = game_request_transactions(game, IAP_QUERY_LATEST, latest);
    take_back(latest);

    const heard *outcome = game_outcome(game, payment_id);
    REQUIRE(outcome != NULL);
    CHECK_TEXT(iap_transaction_product_id(outcome->transaction), COINS);
    CHECK_TEXT(iap_transaction_app_account_token(outcome->transaction), "0f0e0d0c-0b0a-4908-8706-050403020100");
    REQUIRE(AWAIT(game, IAP_EVENT_PRODUCTS_RECEIVED, 1));
    REQUIRE(AWAIT(game, IAP_EVENT_TRANSACTIONS_RECEIVED, 1));
    CHECK_INT(iap_products_count(game_answer(game, products)->products), 2);
    CHECK_TEXT(iap_products_invalid_at(game_answer(game, products)->products, 0), UNKNOWN_PRODUCT);
    CHECK(game_answer(game, query)->transactions != NULL);
}

TEST(an_observer_is_copied) {
    game *game = game_install(store_open(), "player", "phone");
    REQUIRE(game_launch_without_observer(game));
    listener *listener = &game->observers[0];
    *listener = (struct listener){.game = game, .number = 1};
    iap_observer *observer = malloc(sizeof *observer);
    REQUIRE(observer != NULL);
    *observer = game_observer(listener);
    REQUIRE_OK(iap_add_observer(game->client, observer, NULL, NULL));
    memset(observer, 0xEE, sizeof *observer);
    free(observer);
    CHECK(game_buy(game, COINS) != NULL);
}
