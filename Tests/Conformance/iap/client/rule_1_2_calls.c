/* Rules 1 and 2 of "EVENTS AND THREADS": when the library calls functions of the game. */

#include "calls.h"
#include "game.h"

#include <string.h>

/* Starts one piece of work of each kind. */
static void start_everything(game *game) {
    const char *const ids[] = {COINS, SWORD, UNKNOWN_PRODUCT};
    game_pay(game, COINS, 1);
    game_pay(game, UNKNOWN_PRODUCT, 1);
    game_request_products(game, ids, 3);
    game_request_transactions(game, IAP_QUERY_ALL, NULL);
    game_request_storefront(game);
    game_restore(game);
}

static void await_everything(game *game) {
    AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1);
    AWAIT_STATE(game, IAP_TRANSACTION_FAILED, 1);
    AWAIT(game, IAP_EVENT_PRODUCTS_RECEIVED, 1);
    AWAIT(game, IAP_EVENT_TRANSACTIONS_RECEIVED, 1);
    AWAIT(game, IAP_EVENT_STOREFRONT_RECEIVED, 1);
    AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1);
}

TEST(rule_1_nothing_is_called_while_events_are_not_processed) {
    game *game = game_start();
    start_everything(game);
    /* Waiting does not process events, however often the game waits. */
    for (int i = 0; i < 20; i++) CHECK(iap_client_wait_events(game->client, 5) >= 0);
    CHECK_INT(game->log_count, 0);
    await_everything(game);
}

static void *await_everything_here(void *context) {
    await_everything(context);
    return NULL;
}

TEST(rule_1_functions_are_called_on_the_thread_that_processes) {
    game *game = game_start();
    start_everything(game);
    pthread_t worker;
    REQUIRE(pthread_create(&worker, NULL, await_everything_here, game) == 0);
    pthread_join(worker, NULL);
    CHECK(game->log_count >= 8);
    for (size_t i = 0; i < game->log_count; i++) {
        CHECK(!pthread_equal(game->log[i].thread, pthread_self()));
        CHECK(pthread_equal(game->log[i].thread, worker));
    }
    /* Each call may come from a different thread. */
    const size_t before = game->log_count;
    REQUIRE(game_storefront(game) != NULL);
    CHECK(pthread_equal(game->log[before].thread, pthread_self()));
}

static void *quit_here(void *context) {
    game_quit(context);
    return NULL;
}

TEST(rule_1_close_ends_open_requests_on_the_thread_that_calls_it_before_it_returns) {
    game *game = game_start();
    game_settle(game);
    game_forget(game);
    const uint64_t storefront = game_request_storefront(game);
    const uint64_t transactions = game_request_transactions(game, IAP_QUERY_ALL, NULL);
    const uint64_t restore = game_restore(game);
    pthread_t worker;
    REQUIRE(pthread_create(&worker, NULL, quit_here, game) == 0);
    pthread_join(worker, NULL);
    CHECK_INT(game->log_count, 3);
    CHECK_INT(game_response_count(game, storefront), 1);
    CHECK_INT(game_response_count(game, transactions), 1);
    CHECK_INT(game_response_count(game, restore), 1);
    for (size_t i = 0; i < game->log_count; i++) {
        CHECK(game->log[i].in_close);
        CHECK(pthread_equal(game->log[i].thread, worker));
        CHECK_STATUS(game->log[i].error.status, IAP_ERROR_CANCELLED);
    }
}

TEST(rule_2_nothing_is_called_inside_the_call_that_started_the_work) {
    game *game = game_start();
    const char *const ids[] = {COINS};
    game_pay(game, COINS, 1);
    CHECK_INT(game->log_count, 0);
    game_pay(game, UNKNOWN_PRODUCT, 1);
    CHECK_INT(game->log_count, 0);
    game_request_products(game, ids, 1);
    CHECK_INT(game->log_count, 0);
    game_request_products(game, NULL, 0);
    CHECK_INT(game->log_count, 0);
    game_request_transactions(game, IAP_QUERY_UNFINISHED, NULL);
    CHECK_INT(game->log_count, 0);
    game_request_storefront(game);
    CHECK_INT(game->log_count, 0);
    game_restore(game);
    CHECK_INT(game->log_count, 0);
    AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1);
    AWAIT_STATE(game, IAP_TRANSACTION_FAILED, 1);
    game_settle(game);

    const iap_transaction *failed = game_update(game, IAP_TRANSACTION_FAILED, 0);
    const iap_transaction *bought = game_update(game, IAP_TRANSACTION_PURCHASED, 0);
    const size_t before = game->log_count;
    CHECK_STATUS(iap_finish_transaction(game->client, failed, NULL), IAP_OK);
    CHECK_INT(game->log_count, before);
    CHECK_STATUS(iap_finish_transaction_id(game->client, iap_transaction_id(bought), NULL), IAP_OK);
    CHECK_INT(game->log_count, before);
    game_observe(game);
    CHECK_INT(game->log_count, before);
    AWAIT(game, IAP_EVENT_TRANSACTION_REMOVED, 2);
}

TEST(rule_2_nothing_is_called_inside_the_controls_of_the_store) {
    game *game = game_start();
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = SWORD;
    payment.simulates_ask_to_buy = 1;
    CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_OK);
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, 1));
    game_settle(game);
    const size_t before = game->log_count;
    uint64_t approval = 0;
    size_t count = 0;
    CHECK_STATUS(iap_store_list_approvals(game->store, &approval, 1, &count, NULL), IAP_OK);
    CHECK_STATUS(iap_store_approve(game->store, approval, NULL), IAP_OK);
    CHECK_STATUS(iap_store_refund(game->store, iap_transaction_id(bought), NULL), IAP_OK);
    CHECK_STATUS(iap_store_set_storefront(game->store, "DEU", "de_DE", NULL), IAP_OK);
    CHECK_STATUS(iap_store_advance_clock(game->store, 1000, NULL), IAP_OK);
    CHECK_INT(game->log_count, before);
    AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2);
    AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1);
    AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1);
}

/* ------------------------------------------------------------------------------------------------------- locks */

static void *call_everything(void *context) {
    game *game = context;
    const iap_transaction *some = game->log[0].transaction;
    for (size_t i = 0; i < client_call_count; i++) {
        test_case("%s while a callback runs", client_calls[i].name);
        const iap_status_t status = client_calls[i].make(game->client, some);
        if (client_calls[i].kind == CANCELS_OR_REMOVES) CHECK_STATUS(status, IAP_ERROR_WRONG_THREAD);
        else if (client_calls[i].kind == PROCESSES_EVENTS) CHECK(status >= 0 || status == IAP_ERROR_WRONG_THREAD);
        else CHECK(status >= 0 || status == IAP_ERROR_NOT_FOUND || status == IAP_ERROR_INVALID_STATE);
    }
    for (size_t i = 0; i < store_call_count; i++) {
        /* Calls that fail or cancel the next purchase would change the scenario. */
        if (strstr(store_calls[i].name, "next_purchase") != NULL) continue;
        test_case("%s while a callback runs", store_calls[i].name);
        const iap_status_t status = store_calls[i].make(game->store);
        CHECK(status == IAP_OK || status == IAP_ERROR_NOT_FOUND);
    }
    test_case(NULL);
    return NULL;
}

/* Waits inside the callback until another thread has called every function. If the library held a lock, this would never end.
   */
static void let_another_thread_call_everything(game *game, const heard *entry) {
    bool *covered = game->context;
    if (covered[entry->type]) return;
    covered[entry->type] = true;
    pthread_t worker;
    REQUIRE(pthread_create(&worker, NULL, call_everything, game) == 0);
    pthread_join(worker, NULL);
}

TEST(rule_2_no_lock_is_held_while_a_function_of_the_game_runs) {
    bool covered[16] = {false};
    game *game = game_start();
    /* The first event must be a transaction; it serves as an argument. */
    game_pay(game, COINS, 1);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    game->context = covered;
    game->then = let_another_thread_call_everything;
    const char *const ids[] = {COINS};
    CHECK(game_products(game, ids, 1) != NULL);
    CHECK(game_query(game, IAP_QUERY_ALL, NULL) != NULL);
    CHECK(game_storefront(game) != NULL);
    game_restore(game);
    AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1);
    const iap_transaction *bought = game_buy(game, SWORD);
    REQUIRE(bought != NULL);
    game_finish(game, bought);
    CHECK_STATUS(iap_store_refund(game->store, iap_transaction_id(bought), NULL), IAP_OK);
    AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1);
    CHECK_STATUS(iap_store_set_storefront(game->store, "DEU", NULL, NULL), IAP_OK);
    AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1);
    CHECK(covered[IAP_EVENT_TRANSACTION_UPDATED]);
    CHECK(covered[IAP_EVENT_TRANSACTION_REMOVED]);
}

TEST(rule_2_nothing_is_called_after_close_has_returned) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    start_everything(game);
    REQUIRE(game_has_work(game));
    game_quit(game);
    const size_t at_close = game->log_count;
    /* The store continues for a while; the log checks that no call comes after the close. */
    CHECK_STATUS(iap_store_set_storefront(game->store, "DEU", "de_DE", NULL), IAP_OK);
    CHECK_STATUS(iap_store_advance_clock(game->store, 86400000, NULL), IAP_OK);
    struct game *other = game_install(game->store, "other", "tablet");
    REQUIRE(game_launch(other));
    game_settle(other);
    CHECK_INT(game->log_count, at_close);
}
