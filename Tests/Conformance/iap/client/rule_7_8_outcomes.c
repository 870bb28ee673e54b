/* Rules 7 and 8 of "EVENTS AND THREADS": how every payment ends, and that no event is lost. */

#include "game.h"

/* ------------------------------------------------------------------------------------------------------- rule 7 */

typedef struct payment_case {
    const char *name;
    const char *product_id;
    bool ask_to_buy, cancel, owned;
    iap_store_failure_t failure;
    iap_transaction_state_t outcome;
    iap_status_t error;
} payment_case;

static const payment_case payment_cases[] = {
    {"a consumable", COINS, false, false, false, 0, IAP_TRANSACTION_PURCHASED, IAP_OK},
    {"a non-consumable", SWORD, false, false, false, 0, IAP_TRANSACTION_PURCHASED, IAP_OK},
    {"a non-renewing subscription", SEASON, false, false, false, 0, IAP_TRANSACTION_PURCHASED, IAP_OK},
    {"an auto-renewable subscription", CLUB_MONTH, false, false, false, 0, IAP_TRANSACTION_PURCHASED, IAP_OK},
    {"what the account owns", SWORD, false, false, true, 0, IAP_TRANSACTION_RESTORED, IAP_OK},
    {"cancelled", COINS, false, true, false, 0, IAP_TRANSACTION_FAILED, IAP_ERROR_CANCELLED},
    {"failed", COINS, false, false, false, IAP_STORE_FAILURE_NETWORK, IAP_TRANSACTION_FAILED, IAP_ERROR_NETWORK},
    {"unknown", UNKNOWN_PRODUCT, false, false, false, 0, IAP_TRANSACTION_FAILED, IAP_ERROR_PRODUCT_UNAVAILABLE},
    {"ask to buy", COINS, true, false, false, 0, IAP_TRANSACTION_DEFERRED, IAP_OK},
};

TEST(rule_7_every_payment_is_purchasing_and_then_has_exactly_one_outcome) {
    for (size_t i = 0; i < sizeof payment_cases / sizeof payment_cases[0]; i++) {
        const payment_case *each = &payment_cases[i];
        test_case("%s", each->name);
        game *game = game_start();
        if (each->owned) game_own(game, each->product_id);
        if (each->cancel) CHECK_STATUS(iap_store_cancel_next_purchase(game->store, NULL), IAP_OK);
        if (each->failure) CHECK_STATUS(iap_store_fail_next_purchase(game->store, each->failure, NULL), IAP_OK);
        const uint64_t charged_before = store_totals(game->store).transactions;
        game_forget(game);

        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = each->product_id;
        payment.simulates_ask_to_buy = each->ask_to_buy;
        uint64_t payment_id = 0;
        REQUIRE_OK(iap_add_payment(game->client, &payment, &payment_id, NULL));
        REQUIRE(game_outcome(game, payment_id) != NULL);
        game_settle(game);

        REQUIRE(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE) == 2);
        const iap_transaction *first = game_update(game, ANY_STATE, 0);
        const iap_transaction *second = game_update(game, ANY_STATE, 1);
        CHECK_INT(iap_transaction_state(first), IAP_TRANSACTION_PURCHASING);
        CHECK_INT(iap_transaction_state(second), each->outcome);
        CHECK_ID(iap_transaction_payment_id(first), payment_id);
        CHECK_ID(iap_transaction_payment_id(second), payment_id);
        CHECK_TEXT(iap_transaction_product_id(first), each->product_id);
        CHECK_TEXT(iap_transaction_product_id(second), each->product_id);
        CHECK_STATUS(iap_transaction_error(second, NULL), each->error);
        CHECK_INT(store_totals(game->store).transactions - charged_before,
                  each->outcome == IAP_TRANSACTION_PURCHASED ? 1 : 0);
    }
}

TEST(rule_7_a_payment_that_is_open_at_close_is_not_reported_any_more) {
    game *game = game_start();
    game_settle(game);
    game_forget(game);
    for (int i = 0; i < 5; i++) game_pay(game, COINS, 1);
    game_quit(game);
    CHECK_INT(game->log_count, 0);
}

TEST(rule_7_a_payment_that_is_open_at_close_and_was_paid_comes_at_the_next_launch) {
    game *game = game_start();
    game_settle(game);
    for (int i = 0; i < 5; i++) game_pay(game, COINS, 1);
    /* Some of the five payments have reached the store by now; in background mode perhaps all. */
    game_process(game, 2);
    game_quit(game);
    const uint64_t before_launch = store_totals(game->store).transactions;
    REQUIRE(game_launch(game));
    game_settle(game);
    const uint64_t paid = store_totals(game->store).transactions;
    CHECK(paid >= before_launch && paid <= 5);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, (size_t)paid));
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), paid);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASING), 0);
}

TEST(rule_7_a_game_that_finishes_what_it_finds_in_the_queue_hears_only_that_it_was_removed) {
    game *game = game_start();
    const uint64_t id = iap_transaction_id(game_buy(game, COINS));
    game_quit(game);
    REQUIRE(game_launch_without_observer(game));
    game_settle(game);
    const iap_transactions *queue = game_queue(game);
    REQUIRE(iap_transactions_count(queue) == 1);
    REQUIRE_OK(iap_finish_transaction(game->client, iap_transactions_at(queue, 0), NULL));
    game_settle(game);
    game_observe(game);
    REQUIRE(AWAIT(game, IAP_EVENT_TRANSACTION_REMOVED, 1));
    game_settle(game);
    CHECK_INT(game->log_count, 1);
    CHECK_ID(iap_transaction_id(game->log[0].transaction), id);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

/* ------------------------------------------------------------------------------------------------------- rule 8 */

TEST(rule_8_news_waits_while_there_is_no_observer) {
    game *game = game_start();
    game_ignore(game, 1);
    const uint64_t payment = game_pay(game, COINS, 1);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(store_totals(game->store).transactions, 1);
    game_observe(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(game->log_count, 2);
    CHECK_INT(iap_transaction_state(game->log[0].transaction), IAP_TRANSACTION_PURCHASING);
    CHECK_ID(iap_transaction_payment_id(game->log[1].transaction), payment);
}

TEST(rule_8_news_that_waits_for_an_observer_is_nothing_to_process) {
    game *game = game_start_without_observer();
    game_pay(game, COINS, 1);
    game_settle(game);
    CHECK_INT(game_process(game, 0), 0);
    CHECK_INT(iap_client_wait_events(game->client, 0), 0);
    game_observe(game);
    CHECK(game_has_work(game));
    AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1);
}

TEST(rule_8_many_events_are_never_dropped) {
    game *game = game_start();
    for (int i = 0; i < 1000; i++) game_request_storefront(game);
    for (int i = 0; i < 100; i++) game_pay(game, COINS, 1);
    REQUIRE(AWAIT(game, IAP_EVENT_STOREFRONT_RECEIVED, 1000));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 100));
    CHECK_INT(game->log_count, 1200);
}

TEST(rule_8_what_is_unfinished_can_be_enumerated_at_any_time) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_UNFINISHED, NULL)), 1);
    CHECK_INT(iap_transactions_count(game_queue(game)), 1);
    /* The next launch has no observer and has delivered nothing yet. */
    const uint64_t id = iap_transaction_id(bought);
    game_quit(game);
    REQUIRE(game_launch_without_observer(game));
    const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
    REQUIRE(iap_transactions_count(unfinished) == 1);
    CHECK_ID(iap_transaction_id(iap_transactions_at(unfinished, 0)), id);
    game_settle(game);
    REQUIRE(iap_transactions_count(game_queue(game)) == 1);
    CHECK_ID(iap_transaction_id(iap_transactions_at(game_queue(game), 0)), id);
}
