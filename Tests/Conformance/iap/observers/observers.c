/* Observers: none, one, several, and observers that the game adds and removes. */

#include "game.h"

#include <time.h>

static size_t heard_by(const game *game, int observer) {
    size_t count = 0;
    for (size_t i = 0; i < game->log_count; i++) count += game->log[i].observer == observer;
    return count;
}

TEST(each_observer_hears_each_event_in_the_order_in_which_they_were_added) {
    game *game = game_start();
    game_observe(game);
    game_observe(game);
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    game_settle(game);
    REQUIRE(game_finish(game, bought));
    game_settle(game);
    REQUIRE(game->log_count == 9);
    for (size_t i = 0; i < 9; i++) {
        CHECK_INT(game->log[i].observer, 1 + i % 3);
        CHECK_INT(game->log[i].type, game->log[i - i % 3].type);
        CHECK_INT(iap_transaction_state(game->log[i].transaction),
                  iap_transaction_state(game->log[i - i % 3].transaction));
    }
}

TEST(each_observer_hears_of_each_kind_of_news) {
    game *game = game_start();
    game_observe(game);
    const uint64_t owned = game_own(game, SWORD);
    REQUIRE(owned != 0);
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 2));
    REQUIRE_OK(iap_store_refund(game->store, owned, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 2));
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", NULL, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 2));
    game_settle(game);
    CHECK_INT(heard_by(game, 1), heard_by(game, 2));
    CHECK_INT(heard_by(game, 1) + heard_by(game, 2), game->log_count);
}

TEST(one_event_for_several_observers_counts_once) {
    game *game = game_start();
    game_observe(game);
    game_settle(game);
    game_pay(game, COINS, 1);
    REQUIRE(game_has_work(game));
    int32_t delivered = 0;
    for (int call = 0; call < 1000 && delivered < 2; call++) {
        const int32_t now = game_process(game, 1);
        REQUIRE(now >= 0);
        delivered += now;
        if (now == 0) CHECK(iap_client_wait_events(game->client, 1000) >= 0);
    }
    CHECK_INT(delivered, 2);
    CHECK_INT(game->log_count, 4);
}

TEST(an_observer_that_is_added_later_hears_what_comes_later) {
    game *game = game_start();
    REQUIRE(game_buy(game, COINS) != NULL);
    game_observe(game);
    game_settle(game);
    CHECK_INT(heard_by(game, 2), 0);
    REQUIRE(game_buy(game, GEMS) != NULL);
    game_settle(game);
    CHECK_INT(heard_by(game, 2), 2);
    CHECK_INT(heard_by(game, 1), 4);
}

TEST(what_is_unfinished_is_handed_out_once_per_launch_whoever_observes) {
    game *game = game_start();
    REQUIRE(game_buy(game, COINS) != NULL);
    game_ignore(game, 1);
    game_observe(game);
    game_settle(game);
    CHECK_INT(heard_by(game, 2), 0);
    game_quit(game);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    game_observe(game);
    game_settle(game);
    CHECK_INT(game->log_count, 1);
}

TEST(a_removed_observer_hears_nothing_more) {
    game *game = game_start();
    game_observe(game);
    REQUIRE(game_buy(game, COINS) != NULL);
    game_settle(game);
    CHECK_INT(heard_by(game, 1), 2);
    game_ignore(game, 1);
    REQUIRE(game_buy(game, COINS) != NULL);
    game_settle(game);
    CHECK_INT(heard_by(game, 1), 2);
    CHECK_INT(heard_by(game, 2), 4);
}

static void remove_both(game *game, const heard *entry) {
    (void)entry;
    if (game->context != NULL) return;
    game->context = game;
    game_ignore(game, 2);
    game_ignore(game, 1);
}

TEST(an_observer_that_is_removed_inside_a_callback_does_not_hear_the_event_that_runs) {
    game *game = game_start();
    game_observe(game);
    game->then = remove_both;
    game_pay(game, COINS, 1);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASING, 1));
    game_settle(game);
    CHECK_INT(game->log_count, 1);
    CHECK_INT(heard_by(game, 1), 1);
    /* Without an observer, the remaining events wait for the next one. */
    game_observe(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(heard_by(game, 3), 1);
}

static void observe_once(game *game, const heard *entry) {
    (void)entry;
    if (game->observer_count == 1) game_observe(game);
}

TEST(an_observer_that_is_added_inside_a_callback_hears_the_events_after_it) {
    game *game = game_start();
    game->then = observe_once;
    REQUIRE(game_buy(game, COINS) != NULL);
    game_settle(game);
    REQUIRE(game->log_count == 3);
    CHECK_INT(game->log[0].observer, 1);
    CHECK_INT(game->log[1].observer, 1);
    CHECK_INT(game->log[2].observer, 2);
}

TEST(an_observer_is_removed_once) {
    game *game = game_start();
    const uint64_t id = game->observers[0].id;
    CHECK(id != 0);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_remove_observer(game->client, id + 1000, &error), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(error.status, IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_remove_observer(game->client, 0, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_remove_observer(game->client, id, &error), IAP_OK);
    CHECK_STATUS(error.status, IAP_OK);
    CHECK_STATUS(iap_remove_observer(game->client, id, NULL), IAP_ERROR_NOT_FOUND);
}

TEST(every_function_of_an_observer_may_be_null) {
    game *game = game_start_without_observer();
    const iap_observer deaf = IAP_OBSERVER_INIT;
    REQUIRE_OK(iap_add_observer(game->client, &deaf, NULL, NULL));
    game_pay(game, SWORD, 1);
    game_restore(game);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", NULL, NULL));
    /* No observer is there when the purchase completes. */
    const time_t end = time(NULL) + TIMEOUT_MS / 1000;
    do {
        game_settle(game);
    } while (iap_transaction_state(iap_transactions_at(game_queue(game), 0)) == IAP_TRANSACTION_PURCHASING &&
             time(NULL) < end);
    /* The purchase was delivered to an observer without the function, and stays in the queue. */
    REQUIRE(iap_transactions_count(game_queue(game)) == 1);
    CHECK_INT(iap_transaction_state(iap_transactions_at(game_queue(game), 0)), IAP_TRANSACTION_PURCHASED);
    REQUIRE_OK(iap_finish_transaction(game->client, iap_transactions_at(game_queue(game), 0), NULL));
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}
