/* From one launch of a game to the next: what the library delivers again and what not. */

#include "files.h"
#include "game.h"

#include <stdio.h>

static game *game_with_journal(void) {
    game *installed = game_install(store_open(), "player", "phone");
    installed->journal_path = temporary_path("journal.db");
    return game_launch(installed) ? installed : NULL;
}

static bool relaunch(game *game) {
    game_quit(game);
    return game_launch(game);
}

TEST(what_is_unfinished_comes_once_per_launch_with_a_rising_delivery_count) {
    game *game = game_with_journal();
    REQUIRE(game != NULL);
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    const uint64_t id = iap_transaction_id(bought);
    CHECK_INT(iap_transaction_delivery_count(bought), 1);
    for (int launch = 2; launch <= 5; launch++) {
        test_case("launch %d", launch);
        REQUIRE(relaunch(game));
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
        game_settle(game);
        REQUIRE(game->log_count == 1);
        const iap_transaction *again = game->log[0].transaction;
        CHECK_ID(iap_transaction_id(again), id);
        CHECK_INT(iap_transaction_delivery_count(again), launch);
        CHECK_ID(iap_transaction_payment_id(again), 0);
        CHECK_TEXT(iap_transaction_product_id(again), COINS);
    }
}

TEST(without_a_journal_delivery_counts_start_anew_and_nothing_is_lost) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    const uint64_t id = iap_transaction_id(bought);
    for (int launch = 2; launch <= 3; launch++) {
        REQUIRE(relaunch(game));
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
        CHECK_ID(iap_transaction_id(game->log[0].transaction), id);
        CHECK_INT(iap_transaction_delivery_count(game->log[0].transaction), 1);
    }
}

TEST(what_is_finished_never_comes_again) {
    game *game = game_with_journal();
    REQUIRE(game != NULL);
    REQUIRE(game_own(game, COINS) != 0);
    REQUIRE(game_own(game, SWORD) != 0);
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    for (int launch = 0; launch < 3; launch++) {
        REQUIRE(relaunch(game));
        game_settle(game);
        CHECK_INT(game->log_count, 0);
        CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    }
}

TEST(of_several_purchases_only_the_unfinished_ones_come_again_in_their_order) {
    game *game = game_with_journal();
    REQUIRE(game != NULL);
    const iap_transaction *first = game_buy(game, COINS), *second = game_buy(game, GEMS),
                          *third = game_buy(game, SWORD);
    REQUIRE(first != NULL && second != NULL && third != NULL);
    const uint64_t first_id = iap_transaction_id(first), third_id = iap_transaction_id(third);
    REQUIRE(game_finish(game, second));
    REQUIRE(relaunch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    game_settle(game);
    REQUIRE(game->log_count == 2);
    CHECK_ID(iap_transaction_id(game->log[0].transaction), first_id);
    CHECK_ID(iap_transaction_id(game->log[1].transaction), third_id);
}

TEST(a_purchase_that_comes_again_is_finished_like_any_other) {
    game *game = game_with_journal();
    REQUIRE(game != NULL);
    const iap_transaction *bought = game_buy(game, COINS);
    const uint64_t id = iap_transaction_id(bought);
    REQUIRE(relaunch(game));
    /* A game that kept only the id may finish the transaction before its delivery. */
    game_settle(game);
    CHECK_STATUS(iap_finish_transaction_id(game->client, id, NULL), IAP_OK);
    REQUIRE(AWAIT(game, IAP_EVENT_TRANSACTION_REMOVED, 1));
    REQUIRE(relaunch(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(a_launch_in_which_nothing_is_processed_loses_nothing) {
    game *game = game_with_journal();
    REQUIRE(game != NULL);
    REQUIRE(game_buy(game, COINS) != NULL);
    for (int launch = 0; launch < 5; launch++) REQUIRE(relaunch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK(iap_transaction_delivery_count(game->log[0].transaction) >= 2);
}

TEST(delivery_waits_for_an_observer_that_is_added_late) {
    game *game = game_with_journal();
    REQUIRE(game != NULL);
    REQUIRE(game_buy(game, COINS) != NULL);
    game_quit(game);
    REQUIRE(game_launch_without_observer(game));
    game_settle(game);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    game_observe(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(iap_transaction_delivery_count(game->log[0].transaction), 2);
}

TEST(purchases_that_waited_for_an_observer_come_in_their_order) {
    static const char *const products[] = {COINS, GEMS, SWORD};
    game *game = game_with_journal();
    REQUIRE(game != NULL);
    uint64_t ids[3];
    for (size_t i = 0; i < 3; i++) {
        const iap_transaction *bought = game_buy(game, products[i]);
        REQUIRE(bought != NULL);
        ids[i] = iap_transaction_id(bought);
    }
    game_quit(game);
    REQUIRE(game_launch_without_observer(game));
    game_settle(game);
    game_observe(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 3));
    for (size_t i = 0; i < 3; i++) CHECK_ID(iap_transaction_id(game->log[i].transaction), ids[i]);
}

TEST(two_games_keep_their_own_journals) {
    iap_store *store = store_open();
    game *first = game_install(store, "player", "phone");
    struct game *second = game_install(store, "other", "tablet");
    first->journal_path = temporary_path("first.db");
    second->journal_path = temporary_path("second.db");
    REQUIRE(game_launch(first) && game_launch(second));
    REQUIRE(game_buy(first, COINS) != NULL);
    REQUIRE(game_buy(second, GEMS) != NULL);
    REQUIRE(relaunch(first) && relaunch(second));
    REQUIRE(AWAIT_STATE(first, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE(AWAIT_STATE(second, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_TEXT(iap_transaction_product_id(first->log[0].transaction), COINS);
    CHECK_TEXT(iap_transaction_product_id(second->log[0].transaction), GEMS);
}

TEST(a_purchase_of_one_account_is_not_offered_to_another) {
    iap_store *store = store_open();
    game *first = game_install(store, "player", "phone");
    REQUIRE(game_launch(first));
    const iap_transaction *bought = game_buy(first, SWORD);
    REQUIRE(bought != NULL);
    struct game *second = game_install(store, "other", "tablet");
    REQUIRE(game_launch(second));
    game_restore(second);
    REQUIRE(AWAIT(second, IAP_EVENT_RESTORE_FINISHED, 1));
    game_settle(second);
    CHECK_INT(second->log_count, 1);
    CHECK_INT(iap_transactions_count(game_query(second, IAP_QUERY_ALL, NULL)), 0);
    CHECK_INT(iap_transactions_count(game_query(second, IAP_QUERY_UNFINISHED, NULL)), 0);
    CHECK_INT(iap_transactions_count(game_query(second, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL)), 0);
    CHECK_INT(iap_transactions_count(game_query(second, IAP_QUERY_LATEST, SWORD)), 0);
    CHECK_STATUS(iap_finish_transaction_id(second->client, iap_transaction_id(bought), NULL), IAP_ERROR_NOT_FOUND);
    /* The other account buys its own product. */
    CHECK_INT(iap_transaction_state(game_buy(second, SWORD)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(store_totals(store).transactions, 2);
}

TEST(a_store_that_keeps_its_state_in_a_file_goes_on_where_it_was) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    const char *journal = temporary_path("journal.db");
    uint64_t unfinished = 0, owned = 0;
    for (int launch = 1; launch <= 3; launch++) {
        test_case("launch %d", launch);
        iap_store *store = store_open_with(&options);
        REQUIRE(store != NULL);
        game *game = game_install(store, "player", "phone");
        game->journal_path = journal;
        REQUIRE(game_launch(game));
        if (launch == 1) {
            owned = game_own(game, SWORD);
            unfinished = iap_transaction_id(game_buy(game, COINS));
            REQUIRE(owned != 0 && unfinished != 0);
            REQUIRE_OK(iap_store_advance_clock(store, 5000, NULL));
        } else {
            REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
            CHECK_ID(iap_transaction_id(game->log[0].transaction), unfinished);
            CHECK_INT(iap_transaction_delivery_count(game->log[0].transaction), launch);
            const iap_transactions *entitlements = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
            REQUIRE(iap_transactions_count(entitlements) == 1);
            CHECK_ID(iap_transaction_id(iap_transactions_at(entitlements, 0)), owned);
        }
        CHECK_INT(iap_store_now_ms(store), 1767225605000);
        CHECK_INT(store_totals(store).transactions, 2);
        CHECK_INT(store_totals(store).unfinished, 1);
        game_uninstall(game);
        store_close(store);
    }
}

TEST(a_revocation_that_the_game_has_not_heard_is_told_at_the_next_launch_and_then_no_more) {
    game *game = game_with_journal();
    REQUIRE(game != NULL);
    const uint64_t id = game_own(game, SWORD);
    REQUIRE(id != 0);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    /* The event has arrived, and the game closes the client without processing it. */
    REQUIRE(game_has_work(game));
    REQUIRE(relaunch(game));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    CHECK_ID(iap_transaction_id(game->log[0].transaction), id);
    game_settle(game);
    for (int launch = 0; launch < 2; launch++) {
        REQUIRE(relaunch(game));
        game_settle(game);
        CHECK_INT(game->log_count, 0);
    }
}

TEST(a_revocation_is_kept_through_a_launch_without_an_observer) {
    game *game = game_with_journal();
    REQUIRE(game != NULL);
    const uint64_t id = game_own(game, SWORD);
    game_quit(game);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    REQUIRE(game_launch_without_observer(game));
    game_settle(game);
    REQUIRE(relaunch(game));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    CHECK_ID(iap_transaction_id(game->log[0].transaction), id);
}

TEST(a_journal_that_knows_the_same_numbers_from_another_store_does_not_hide_a_purchase) {
    game *game = game_with_journal();
    REQUIRE(game != NULL);
    const uint64_t id = game_own(game, COINS);
    REQUIRE(id != 0);
    const char *journal = game->journal_path;
    game_uninstall(game);
    /* The same seed gives the same numbers; the other store's clock has a different time. */
    iap_store_options options = store_options();
    options.start_ms = 1800000000000;
    struct game *other = game_install(store_open_with(&options), "player", "phone");
    other->journal_path = journal;
    REQUIRE(game_launch(other));
    const iap_transaction *bought = game_buy(other, COINS);
    REQUIRE(bought != NULL);
    CHECK_ID(iap_transaction_id(bought), id);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_delivery_count(bought), 1);
}
