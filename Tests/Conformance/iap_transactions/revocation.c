/* Refunds, which revoke purchases. */

#include "files.h"
#include "game.h"
#include "signed_text.h"

#include <time.h>

static const iap_transaction *first_revoked(const game *game) {
    const heard *revoked = game_nth(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE, 0);
    return revoked != NULL ? revoked->transaction : NULL;
}

static void check_refund(const iap_transaction *revoked, uint64_t id, int64_t now) {
    CHECK_INT(iap_transaction_state(revoked), IAP_TRANSACTION_REVOKED);
    CHECK_ID(iap_transaction_id(revoked), id);
    CHECK_INT(iap_transaction_signature_check(revoked), IAP_SIGNATURE_VERIFIED);
    CHECK_INT(iap_transaction_revocation_date_ms(revoked), now);
    CHECK_INT(iap_transaction_revocation_reason(revoked), IAP_REVOCATION_REASON_OTHER);
    CHECK_INT(iap_transaction_revocation_type(revoked), IAP_REVOCATION_TYPE_REFUND_FULL);
    const int32_t percentage = iap_transaction_revocation_percentage(revoked);
    CHECK(percentage == 0 || percentage == 100000);
    CHECK_SIGNED_JSON(iap_transaction_signed_text(revoked), iap_transaction_json(revoked));
    CHECK(json_has_number(iap_transaction_json(revoked), "revocationDate", now));
    CHECK(json_has_text(iap_transaction_json(revoked), "revocationType", "REFUND_FULL"));
    CHECK(json_names(iap_transaction_json(revoked), "revocationReason"));
    CHECK_INT(iap_transaction_signed_date_ms(revoked), now);
}

TEST(a_refund_after_the_finish_is_reported_with_the_id_of_the_purchase) {
    const char *const products[] = {COINS, SWORD, SEASON, CLUB_MONTH};
    for (size_t i = 0; i < 4; i++) {
        test_case("%s", products[i]);
        game *game = game_start();
        const uint64_t id = game_own(game, products[i]);
        REQUIRE(id != 0);
        REQUIRE_OK(iap_store_advance_clock(game->store, 5000, NULL));
        game_settle(game);
        game_forget(game);
        iap_error error = IAP_ERROR_VALUE_INIT;
        REQUIRE_OK(iap_store_refund(game->store, id, &error));
        CHECK_STATUS(error.status, IAP_OK);
        REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
        game_settle(game);
        CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 1);
        /* For a subscription, the game also receives the new status; nothing else comes. */
        CHECK_INT(game->log_count - game_count(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE), 1);
        const iap_transaction *revoked = first_revoked(game);
        check_refund(revoked, id, iap_store_now_ms(game->store));
        CHECK_TEXT(iap_transaction_product_id(revoked), products[i]);
        /* The data of the purchase stays. */
        CHECK_TEXT(iap_transaction_currency_code(revoked), "USD");
        const iap_transactions *asked = game_query(game, IAP_QUERY_LATEST, products[i]);
        REQUIRE(iap_transactions_count(asked) == 1);
        check_refund(iap_transactions_at(asked, 0), id, iap_store_now_ms(game->store));
        CHECK_INT(store_totals(game->store).refunded, 1);
        CHECK_INT(store_totals(game->store).transactions, 1);
    }
}

TEST(a_refund_while_unfinished_is_reported_with_the_id_of_the_purchase) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, SWORD);
    REQUIRE(bought != NULL);
    REQUIRE_OK(iap_store_refund(game->store, iap_transaction_id(bought), NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 1);
    CHECK_ID(iap_transaction_id(first_revoked(game)), iap_transaction_id(bought));
    CHECK_INT(iap_transaction_state(first_revoked(game)), IAP_TRANSACTION_REVOKED);
    /* The library delivered the purchase once, as purchased; no second event grants it again. */
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
    CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL)), 0);
}

TEST(a_refunded_purchase_that_was_delivered_can_still_be_finished) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    REQUIRE_OK(iap_store_refund(game->store, iap_transaction_id(bought), NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    /* A game that grants slowly finishes after it received the refund. This is not a mistake of the game. */
    CHECK_STATUS(iap_finish_transaction(game->client, bought, NULL), IAP_OK);
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
}

/* The game finishes with the handle of the purchase, with the handle of the revocation, and with the id, each of them twice. */
static void check_finishes(game *game, const iap_transaction *purchase, const iap_transaction *revoked) {
    for (int round = 0; round < 2; round++) {
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_finish_transaction(game->client, purchase, &error), IAP_OK);
        CHECK_STATUS(error.status, IAP_OK);
        CHECK_STATUS(iap_finish_transaction(game->client, revoked, NULL), IAP_OK);
        CHECK_STATUS(iap_finish_transaction_id(game->client, iap_transaction_id(revoked), NULL), IAP_OK);
        game_settle(game);
    }
    CHECK_STATUS(iap_finish_transaction_id(game->client, iap_transaction_id(revoked) + 1000, NULL),
                 IAP_ERROR_NOT_FOUND);
    CHECK_INT(store_totals(game->store).unfinished, 0);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
}

static game *start_with(const char *journal) {
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path(journal);
    game_launch(game);
    return game;
}

TEST(finishing_what_the_store_has_revoked_is_no_error_even_if_it_has_left_the_queue) {
    for (int is_finished = 0; is_finished < 2; is_finished++) {
        test_case("%s", is_finished ? "finished before the refund" : "unfinished");
        game *game = start_with(is_finished ? "finished.db" : "unfinished.db");
        const iap_transaction *bought = iap_transaction_retain(game_buy(game, SWORD));
        REQUIRE(bought != NULL);
        if (is_finished) REQUIRE(game_finish(game, bought));
        REQUIRE_OK(iap_store_refund(game->store, iap_transaction_id(bought), NULL));
        REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
        const iap_transaction *revoked = iap_transaction_retain(first_revoked(game));
        check_finishes(game, bought, revoked);
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_REMOVED, ANY_STATE), 1);
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_REVOKED), 0);
        game_quit(game);
        REQUIRE(game_launch(game));
        check_finishes(game, bought, revoked);
        CHECK_INT(game->log_count, 0);
        game_quit(game);
        iap_transaction_release(bought);
        iap_transaction_release(revoked);
    }
}

TEST(a_restored_transaction_that_the_store_has_revoked_is_finished_without_an_error) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    game_restore(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 1));
    const iap_transaction *restored = game_update(game, IAP_TRANSACTION_RESTORED, 0);
    REQUIRE_OK(iap_store_refund(game->store, iap_transaction_id(restored), NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    check_finishes(game, restored, first_revoked(game));
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_REVOKED), 0);
}

/* The list of another device has the revoked purchase; the queue of that device never had it. */
TEST(a_revoked_transaction_from_a_list_of_the_store_is_finished_without_an_error) {
    game *phone = game_start();
    const uint64_t id = game_own(phone, SWORD);
    REQUIRE(id != 0);
    REQUIRE_OK(iap_store_refund(phone->store, id, NULL));
    REQUIRE(AWAIT(phone, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    game *tablet = game_install(phone->store, "player", "tablet");
    REQUIRE(game_launch(tablet));
    game_settle(tablet);
    const iap_transactions *listed = game_query(tablet, IAP_QUERY_LATEST, SWORD);
    REQUIRE(iap_transactions_count(listed) == 1);
    CHECK_INT(iap_transaction_state(iap_transactions_at(listed, 0)), IAP_TRANSACTION_REVOKED);
    CHECK_STATUS(iap_finish_transaction(tablet->client, iap_transactions_at(listed, 0), NULL), IAP_OK);
}

/* Waits until the queue has the revocation. No observer has a function for it. */
static bool queue_is_revoked(game *game) {
    const time_t end = time(NULL) + TIMEOUT_MS / 1000;
    const iap_transactions *queue = game_queue(game);
    while (iap_transaction_state(iap_transactions_at(queue, 0)) != IAP_TRANSACTION_REVOKED && time(NULL) <= end) {
        game_settle(game);
        queue = game_queue(game);
    }
    return iap_transaction_state(iap_transactions_at(queue, 0)) == IAP_TRANSACTION_REVOKED;
}

TEST(a_finish_does_not_end_the_wait_of_a_revocation_for_its_observer) {
    for (int is_finished = 0; is_finished < 2; is_finished++) {
        test_case("%s", is_finished ? "finished before the refund" : "unfinished");
        game *game = start_with(is_finished ? "finished.db" : "unfinished.db");
        const iap_transaction *bought = iap_transaction_retain(game_buy(game, SWORD));
        REQUIRE(bought != NULL);
        const uint64_t id = iap_transaction_id(bought);
        if (is_finished) REQUIRE(game_finish(game, bought));
        game_ignore(game, 1);
        iap_observer shop = IAP_OBSERVER_INIT;
        REQUIRE_OK(iap_add_observer(game->client, &shop, NULL, NULL));
        REQUIRE_OK(iap_store_refund(game->store, id, NULL));
        game_settle(game);
        if (!is_finished) REQUIRE(queue_is_revoked(game));
        CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
        for (int round = 0; round < 2; round++) {
            /* In background mode nothing shows when a finished purchase is revoked. Before that, a finish finds nothing. */
            if (!is_finished || test_execution == IAP_EXECUTION_MANUAL) {
                CHECK_STATUS(iap_finish_transaction(game->client, bought, NULL), IAP_OK);
                CHECK_STATUS(iap_finish_transaction_id(game->client, id, NULL), IAP_OK);
            }
            game_settle(game);
        }
        game_quit(game);
        iap_transaction_release(bought);
        REQUIRE(game_launch(game));
        REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
        CHECK_ID(iap_transaction_id(first_revoked(game)), id);
        game_settle(game);
        CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 1);
        game_quit(game);
    }
}

TEST(a_refund_while_the_game_does_not_run_is_reported_at_the_next_launch) {
    game *game = game_start();
    const uint64_t id = game_own(game, SWORD);
    REQUIRE(id != 0);
    game_quit(game);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    CHECK_ID(iap_transaction_id(first_revoked(game)), id);
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 1);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
}

/* One part of a game may add its observer before the part that revokes. */
TEST(a_refund_waits_for_an_observer_with_a_function_for_it) {
    for (int restarts = 0; restarts < 2; restarts++) {
        test_case("%s", restarts ? "after another launch" : "in the same launch");
        game *game = game_install(store_open(), "player", "phone");
        game->journal_path = temporary_path(restarts ? "second.db" : "first.db");
        REQUIRE(game_launch(game));
        const uint64_t id = game_own(game, SWORD);
        REQUIRE(id != 0);
        game_ignore(game, 1);
        iap_observer shop = IAP_OBSERVER_INIT;
        REQUIRE_OK(iap_add_observer(game->client, &shop, NULL, NULL));
        REQUIRE_OK(iap_store_refund(game->store, id, NULL));
        game_settle(game);
        if (restarts) {
            game_quit(game);
            REQUIRE(game_launch(game));
        } else {
            game_observe(game);
        }
        REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
        CHECK_ID(iap_transaction_id(first_revoked(game)), id);
        game_quit(game);
        game_forget(game);
        REQUIRE(game_launch(game));
        game_settle(game);
        CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
    }
}

TEST(a_transaction_is_refunded_once) {
    game *game = game_start();
    const uint64_t id = game_own(game, SWORD);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_refund(game->store, id, &error), IAP_ERROR_INVALID_STATE);
    CHECK_STATUS(error.status, IAP_ERROR_INVALID_STATE);
    CHECK_STATUS(iap_store_refund(game->store, 0, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_refund(game->store, UINT64_MAX, NULL), IAP_ERROR_NOT_FOUND);
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 1);
    CHECK_INT(store_totals(game->store).refunded, 1);
}

/*
 * A store that takes a refund back and later refunds the purchase again: a second store with the same seed sells the same
 * purchase, and refunds it at another time. The journal knows the purchase and its first refund.
 */
TEST(a_second_refund_of_a_purchase_at_another_time_is_reported_too) {
    for (int is_missed = 0; is_missed < 2; is_missed++) {
        test_case("%s", is_missed ? "at the next launch" : "in the same launch");
        const char *const journal = temporary_path(is_missed ? "missed.db" : "heard.db");
        uint64_t ids[2] = {0};
        for (int refund = 0; refund < 2; refund++) {
            iap_store *store = store_open();
            iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
            purchase.product_id = SWORD;
            REQUIRE_OK(iap_store_buy(store, "player", &purchase, &ids[refund], NULL));
            game *game = game_install(store, "player", "phone");
            game->journal_path = journal;
            const bool misses = is_missed && refund == 1;
            REQUIRE(game_launch(game));
            if (refund == 0) {
                REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
                const heard *bought = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
                REQUIRE(game_finish(game, bought->transaction));
            }
            game_settle(game);
            CHECK_INT(store_totals(store).unfinished, 0);
            if (misses) game_ignore(game, 1);
            REQUIRE_OK(iap_store_advance_clock(store, 5000 * (refund + 1), NULL));
            REQUIRE_OK(iap_store_refund(store, ids[refund], NULL));
            if (misses) {
                game_settle(game);
                game_quit(game);
                REQUIRE(game_launch(game));
            }
            REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
            game_settle(game);
            CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 1);
            CHECK_INT(iap_transaction_revocation_date_ms(first_revoked(game)), iap_store_now_ms(store));
            game_quit(game);
        }
        CHECK_ID(ids[1], ids[0]);
    }
}

TEST(what_was_refunded_can_be_bought_again) {
    game *game = game_start();
    const uint64_t first = game_own(game, SWORD);
    REQUIRE_OK(iap_store_refund(game->store, first, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    const iap_transaction *again = game_buy(game, SWORD);
    CHECK_INT(iap_transaction_state(again), IAP_TRANSACTION_PURCHASED);
    CHECK(iap_transaction_id(again) != first);
    REQUIRE(game_finish(game, again));
    game_settle(game);
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
    CHECK_INT(store_totals(game->store).transactions, 2);
}
