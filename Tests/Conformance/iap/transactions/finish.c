/* Finishing transactions. */

#include "game.h"

TEST(a_purchase_is_finished_by_its_handle) {
    for (int by_id = 0; by_id <= 1; by_id++) {
        test_case("by its %s", by_id ? "id" : "handle");
        game *game = game_start();
        const iap_transaction *bought = game_buy(game, COINS);
        REQUIRE(bought != NULL);
        CHECK_INT(store_totals(game->store).unfinished, 1);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(by_id ? iap_finish_transaction_id(game->client, iap_transaction_id(bought), &error)
                           : iap_finish_transaction(game->client, bought, &error),
                     IAP_OK);
        CHECK_STATUS(error.status, IAP_OK);
        REQUIRE(AWAIT(game, IAP_EVENT_TRANSACTION_REMOVED, 1));
        const iap_transaction *removed = game_nth(game, IAP_EVENT_TRANSACTION_REMOVED, ANY_STATE, 0)->transaction;
        CHECK_ID(iap_transaction_id(removed), iap_transaction_id(bought));
        CHECK_TEXT(iap_transaction_product_id(removed), COINS);
        /* A finish is durable when its completion comes, therefore the store knows it. */
        CHECK_INT(store_totals(game->store).unfinished, 0);
        CHECK_INT(iap_transactions_count(game_queue(game)), 0);
        CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_UNFINISHED, NULL)), 0);
        /* What was finished before is not found. */
        CHECK_STATUS(iap_finish_transaction(game->client, bought, &error), IAP_ERROR_NOT_FOUND);
        CHECK_STATUS(error.status, IAP_ERROR_NOT_FOUND);
        CHECK_STATUS(iap_finish_transaction_id(game->client, iap_transaction_id(bought), NULL), IAP_ERROR_NOT_FOUND);
    }
}

TEST(finishing_twice_is_allowed_and_removes_once) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    CHECK_STATUS(iap_finish_transaction(game->client, bought, NULL), IAP_OK);
    for (int round = 0; round < 2; round++) {
        const iap_status_t again = round == 0
                                       ? iap_finish_transaction(game->client, bought, NULL)
                                       : iap_finish_transaction_id(game->client, iap_transaction_id(bought), NULL);
        /* In background mode, the first finish may be complete by now; the library then finds nothing. */
        if (test_execution == IAP_EXECUTION_MANUAL) CHECK_STATUS(again, IAP_OK);
        else CHECK(again == IAP_OK || again == IAP_ERROR_NOT_FOUND);
    }
    REQUIRE(AWAIT(game, IAP_EVENT_TRANSACTION_REMOVED, 1));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_REMOVED, ANY_STATE), 1);
}

TEST(an_unknown_id_is_not_found) {
    game *game = game_start();
    REQUIRE(game_buy(game, COINS) != NULL);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_finish_transaction_id(game->client, 424242, &error), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_finish_transaction_id(game->client, UINT64_MAX, &error), IAP_ERROR_NOT_FOUND);
    /* The id 0 means no id; it finishes nothing in the queue. */
    CHECK(iap_finish_transaction_id(game->client, 0, NULL) < 0);
    CHECK_INT(store_totals(game->store).unfinished, 1);
}

static void finish_purchasing(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_TRANSACTION_UPDATED) return;
    if (iap_transaction_state(entry->transaction) == IAP_TRANSACTION_PURCHASING) {
        CHECK_STATUS(iap_finish_transaction(game->client, entry->transaction, NULL), IAP_ERROR_INVALID_STATE);
    }
}

TEST(the_snapshot_of_a_purchasing_payment_finishes_nothing) {
    game *game = game_start();
    game->then = finish_purchasing;
    REQUIRE(game_buy(game, COINS) != NULL);
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_REMOVED, ANY_STATE), 0);
    CHECK_INT(store_totals(game->store).unfinished, 1);
}

TEST(what_failed_stays_listed_until_it_is_finished) {
    game *game = game_start();
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    const iap_transaction *cancelled = game_buy(game, COINS);
    const iap_transaction *failed = game_buy(game, UNKNOWN_PRODUCT);
    REQUIRE(cancelled != NULL && failed != NULL);
    const iap_transactions *queue = game_queue(game);
    REQUIRE(iap_transactions_count(queue) == 2);
    CHECK_STATUS(iap_transaction_error(iap_transactions_at(queue, 0), NULL), IAP_ERROR_CANCELLED);
    CHECK_STATUS(iap_transaction_error(iap_transactions_at(queue, 1), NULL), IAP_ERROR_PRODUCT_UNAVAILABLE);

    /* The game can finish a snapshot from the queue just like the one that the observer received. */
    CHECK(game_finish(game, iap_transactions_at(queue, 0)));
    REQUIRE(iap_transactions_count(game_queue(game)) == 1);
    CHECK_ID(iap_transaction_payment_id(iap_transactions_at(game_queue(game), 0)), iap_transaction_payment_id(failed));
    CHECK(game_finish(game, failed));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    const iap_transaction *removed = game_nth(game, IAP_EVENT_TRANSACTION_REMOVED, ANY_STATE, 1)->transaction;
    CHECK_ID(iap_transaction_payment_id(removed), iap_transaction_payment_id(failed));
    CHECK_STATUS(iap_finish_transaction(game->client, failed, NULL), IAP_ERROR_NOT_FOUND);
}

TEST(what_failed_is_not_listed_at_the_next_launch) {
    game *game = game_start();
    REQUIRE(game_buy(game, UNKNOWN_PRODUCT) != NULL);
    game_quit(game);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
}

TEST(a_snapshot_from_a_query_finishes_the_purchase_with_its_id) {
    game *game = game_start();
    REQUIRE(game_buy(game, COINS) != NULL);
    const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
    REQUIRE(iap_transactions_count(unfinished) == 1);
    CHECK(game_finish(game, iap_transactions_at(unfinished, 0)));
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(a_finish_that_close_overtakes_is_done_or_offered_again) {
    for (int round = 0; round < 10; round++) {
        game *game = game_start();
        const iap_transaction *bought = game_buy(game, COINS);
        REQUIRE(bought != NULL);
        const uint64_t id = iap_transaction_id(bought);
        CHECK_STATUS(iap_finish_transaction(game->client, bought, NULL), IAP_OK);
        game_quit(game);
        REQUIRE(game_launch(game));
        game_settle(game);
        if (game->log_count == 0) {
            CHECK_INT(store_totals(game->store).unfinished, 0);
        } else {
            CHECK_INT(game->log_count, 1);
            CHECK_ID(iap_transaction_id(game->log[0].transaction), id);
            CHECK(game_finish(game, game->log[0].transaction));
        }
    }
}

TEST(a_failed_payment_of_another_client_is_not_found) {
    game *one = game_start(), *other = game_start();
    REQUIRE_OK(iap_store_cancel_next_purchase(one->store, NULL));
    REQUIRE_OK(iap_store_cancel_next_purchase(other->store, NULL));
    const heard *failed = game_outcome(one, game_pay(one, COINS, 1));
    REQUIRE(failed != NULL && game_outcome(other, game_pay(other, COINS, 1)) != NULL);
    CHECK_STATUS(iap_finish_transaction(other->client, failed->transaction, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_INT(iap_transactions_count(game_queue(other)), 1);
}

TEST(what_was_handed_out_is_finished_though_its_signature_does_not_hold_any_more) {
    game *game = game_start();
    REQUIRE_OK(iap_store_set_forgery(game->store, IAP_STORE_FORGERY_SIGNATURE, NULL));
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = SWORD;
    uint64_t id = 0;
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, &id, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_UNVERIFIED, 1));
    /* A second report of it would end the payment. */
    game_settle(game);
    REQUIRE_OK(iap_store_set_forgery(game->store, IAP_STORE_FORGERY_NONE, NULL));
    const iap_transaction *sword = game_buy(game, SWORD);
    CHECK_INT(iap_transaction_state(sword), IAP_TRANSACTION_PURCHASED);
    CHECK_ID(iap_transaction_id(sword), id);
    REQUIRE_OK(iap_store_set_forgery(game->store, IAP_STORE_FORGERY_SIGNATURE, NULL));
    REQUIRE(game_finish(game, sword));
    CHECK_INT(store_totals(game->store).unfinished, 0);
}
