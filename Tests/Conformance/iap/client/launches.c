/* From one launch of a game to the next: what the library delivers again and what not. */

#include "files.h"
#include "game.h"

static bool relaunch(game *game) {
    game_quit(game);
    return game_launch(game);
}

TEST(what_is_unfinished_comes_once_per_launch_with_a_rising_delivery_count) {
    for (int has_journal = 0; has_journal <= 1; has_journal++) {
        game *game = has_journal ? game_start_with_journal() : game_start();
        const iap_transaction *bought = game_buy(game, COINS);
        REQUIRE(bought != NULL);
        const uint64_t id = iap_transaction_id(bought);
        CHECK_INT(iap_transaction_delivery_count(bought), 1);
        for (int launch = 2; launch <= 5; launch++) {
            test_case("%s journal, launch %d", has_journal ? "a" : "no", launch);
            REQUIRE(relaunch(game));
            REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
            game_settle(game);
            REQUIRE(game->log_count == 1);
            const iap_transaction *again = game->log[0].transaction;
            CHECK_ID(iap_transaction_id(again), id);
            /* Without a journal the count begins again. */
            CHECK_INT(iap_transaction_delivery_count(again), has_journal ? launch : 1);
            CHECK_ID(iap_transaction_payment_id(again), 0);
            CHECK_TEXT(iap_transaction_product_id(again), COINS);
        }
    }
}

TEST(what_is_finished_never_comes_again) {
    game *game = game_start_with_journal();
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
    game *game = game_start_with_journal();
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

TEST(purchases_that_waited_for_an_observer_come_in_their_order) {
    static const char *const products[] = {COINS, GEMS, SWORD};
    game *game = game_start_with_journal();
    uint64_t ids[3];
    for (size_t i = 0; i < 3; i++) {
        const iap_transaction *bought = game_buy(game, products[i]);
        REQUIRE(bought != NULL);
        ids[i] = iap_transaction_id(bought);
    }
    game_quit(game);
    REQUIRE(game_launch_without_observer(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    game_observe(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 3));
    for (size_t i = 0; i < 3; i++) {
        CHECK_ID(iap_transaction_id(game->log[i].transaction), ids[i]);
        CHECK_INT(iap_transaction_delivery_count(game->log[i].transaction), 2);
    }
}

TEST(a_purchase_of_one_account_is_neither_offered_to_another_nor_finished_by_it) {
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
    CHECK_STATUS(iap_finish_transaction(second->client, bought, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_INT(store_totals(store).unfinished, 1);
    /* The other account buys its own product. */
    CHECK_INT(iap_transaction_state(game_buy(second, SWORD)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(store_totals(store).transactions, 2);
}

TEST(a_revocation_that_the_game_has_not_heard_is_reported_at_the_next_launch_and_then_no_more) {
    game *game = game_start_with_journal();
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
    game *game = game_start_with_journal();
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
    game *game = game_start_with_journal();
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
