/* Invalid signatures: nothing is granted, nothing is finished, and nothing is lost. */

#include "distrust.h"
#include "game.h"
#include "signed_text.h"

#include <string.h>

static bool trust(iap_store *store) { return distrust(store, IAP_STORE_FAILURE_NONE); }

static void check_verification_error(const iap_transaction *transaction) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_transaction_error(transaction, &error), IAP_ERROR_VERIFICATION);
    CHECK_STATUS(error.status, IAP_ERROR_VERIFICATION);
    CHECK_INT(error.category, IAP_CATEGORY_VERIFICATION);
    CHECK(error.message[0] != 0 && strchr(error.message, '\n') == NULL);
}

/* Checks a transaction that arrives unverified: it reports its data, and that it is not verified. */
static void check_unverified(const iap_transaction *transaction, uint64_t id, iap_verification verification) {
    CHECK_INT(iap_transaction_state(transaction), IAP_TRANSACTION_UNVERIFIED);
    CHECK_INT(iap_transaction_verification(transaction), verification);
    check_verification_error(transaction);
    if (id != 0) CHECK_ID(iap_transaction_id(transaction), id);
    CHECK_INT(iap_transaction_delivery_count(transaction), 0);
    CHECK_ID(iap_transaction_payment_id(transaction), 0);
    CHECK(iap_transaction_original(transaction) == NULL);
    CHECK(iap_transaction_signed_text(transaction) != NULL);
    CHECK(json_has_id(iap_transaction_json(transaction), "transactionId", iap_transaction_id(transaction)));
}

/* ----------------------------------------------------------------------------------------------------- payments */

TEST(a_payment_whose_answer_is_not_verified_fails_and_tells_the_reason) {
    game *game = game_start();
    for (size_t i = 0; i < REASON_COUNT; i++) {
        test_case("reason %d", (int)reasons[i].verification);
        REQUIRE(distrust(game->store, reasons[i].failure));
        const iap_transaction *failed = game_buy(game, COINS);
        CHECK_INT(iap_transaction_state(failed), IAP_TRANSACTION_FAILED);
        CHECK_INT(iap_transaction_verification(failed), reasons[i].verification);
        check_verification_error(failed);
        CHECK_ID(iap_transaction_id(failed), 0);
        CHECK_TEXT(iap_transaction_product_id(failed), COINS);
        CHECK_TEXT(iap_transaction_signed_text(failed), NULL);
        CHECK_TEXT(iap_transaction_json(failed), NULL);
        /* The player was charged nevertheless, and nothing is lost. */
        CHECK_INT(store_totals(game->store).transactions, i + 1);
        CHECK_INT(store_totals(game->store).unfinished, i + 1);
    }
    CHECK_INT(game_granted_count(game), 0);
}

TEST(a_failure_of_another_kind_tells_no_verification) {
    game *game = game_start();
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_INVALID_SIGNATURE));
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    const iap_transaction *cancelled = game_buy(game, COINS);
    CHECK_STATUS(iap_transaction_error(cancelled, NULL), IAP_ERROR_CANCELLED);
    CHECK_INT(iap_transaction_verification(cancelled), IAP_VERIFICATION_NONE);
}

TEST(finishing_a_payment_that_failed_verification_does_not_finish_the_purchase) {
    game *game = game_start();
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_INVALID_SIGNATURE));
    const iap_transaction *failed = game_buy(game, COINS);
    REQUIRE(failed != NULL && game_finish(game, failed));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 1);
    REQUIRE(trust(game->store));
    game_quit(game);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_TEXT(iap_transaction_product_id(game->log[0].transaction), COINS);
}

TEST(a_payment_for_what_is_owned_fails_too_when_the_answer_is_not_verified) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_INVALID_CERTIFICATE_CHAIN));
    const iap_transaction *failed = game_buy(game, SWORD);
    CHECK_INT(iap_transaction_state(failed), IAP_TRANSACTION_FAILED);
    CHECK_INT(iap_transaction_verification(failed), IAP_VERIFICATION_INVALID_CERTIFICATE_CHAIN);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

/* ------------------------------------------------------------------------------------------------------ delivery */

/* A game with one unfinished purchase; the game is closed. */
static game *game_with_unfinished(const char *product_id, uint64_t *id) {
    game *game = game_start();
    *id = iap_transaction_id(game_buy(game, product_id));
    game_quit(game);
    return game;
}

TEST(what_is_unfinished_and_unverified_is_told_once_per_launch) {
    for (size_t i = 0; i < REASON_COUNT; i++) {
        test_case("reason %d", (int)reasons[i].verification);
        uint64_t id = 0;
        game *game = game_with_unfinished(COINS, &id);
        REQUIRE(distrust(game->store, reasons[i].failure));
        for (int launch = 0; launch < 2; launch++) {
            REQUIRE(game_launch(game));
            REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_UNVERIFIED, 1));
            game_settle(game);
            CHECK_INT(game->log_count, 1);
            check_unverified(game->log[0].transaction, id, reasons[i].verification);
            CHECK_INT(iap_transactions_count(game_queue(game)), 0);
            game_quit(game);
        }
        CHECK_INT(store_totals(game->store).unfinished, 1);
    }
}

TEST(what_is_unverified_cannot_be_finished) {
    uint64_t id = 0;
    game *game = game_with_unfinished(SWORD, &id);
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_INVALID_SIGNATURE));
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_UNVERIFIED, 1));
    const iap_transaction *unverified = game->log[0].transaction;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_finish_transaction(game->client, unverified, &error), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(error.status, IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_finish_transaction_id(game->client, id, NULL), IAP_ERROR_NOT_FOUND);
    /* The transactions that a query lists do not finish it either. */
    const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
    REQUIRE(iap_transactions_count(unfinished) == 1);
    CHECK_STATUS(iap_finish_transaction(game->client, iap_transactions_at(unfinished, 0), NULL), IAP_ERROR_NOT_FOUND);
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_REMOVED, ANY_STATE), 0);
    CHECK_INT(store_totals(game->store).unfinished, 1);
    CHECK_INT(game_granted_count(game), 0);
}

/* The game must grant the delivered purchase. A later unverified snapshot of it changes nothing and finishes nothing. */
TEST(an_unverified_snapshot_does_not_finish_the_delivered_purchase) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_INVALID_SIGNATURE));
    const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
    REQUIRE(iap_transactions_count(unfinished) == 1);
    check_unverified(iap_transactions_at(unfinished, 0), iap_transaction_id(bought),
                     IAP_VERIFICATION_INVALID_SIGNATURE);
    CHECK_STATUS(iap_finish_transaction(game->client, iap_transactions_at(unfinished, 0), NULL), IAP_ERROR_NOT_FOUND);
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 1);
    CHECK_INT(iap_transactions_count(game_queue(game)), 1);
    CHECK(game_finish(game, bought));
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(what_was_unverified_is_delivered_when_its_signature_holds) {
    const char *const products[] = {COINS, SWORD, SEASON, CLUB_MONTH};
    game *game = game_start();
    uint64_t ids[4];
    for (size_t i = 0; i < 4; i++) ids[i] = iap_transaction_id(game_buy(game, products[i]));
    game_quit(game);
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_REVOKED_CERTIFICATE));
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_UNVERIFIED, 4));
    game_settle(game);
    CHECK_INT(game_granted_count(game), 0);
    game_quit(game);
    REQUIRE(trust(game->store));
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 4));
    game_settle(game);
    CHECK_INT(game->log_count, 4);
    for (size_t i = 0; i < 4; i++) {
        test_case("%s", products[i]);
        const heard *found = NULL;
        for (size_t k = 0; k < 4; k++) {
            if (iap_transaction_id(game->log[k].transaction) == ids[i]) found = &game->log[k];
        }
        REQUIRE(found != NULL);
        CHECK_TEXT(iap_transaction_product_id(found->transaction), products[i]);
        CHECK_INT(iap_transaction_verification(found->transaction), IAP_VERIFICATION_VERIFIED);
        CHECK_STATUS(iap_transaction_error(found->transaction, NULL), IAP_OK);
        const iap_transaction *delivered = found->transaction;
        CHECK(game_finish(game, delivered));
    }
    CHECK_INT(store_totals(game->store).unfinished, 0);
    CHECK_INT(store_totals(game->store).transactions, 4);
}

TEST(an_unverified_purchase_is_delivered_at_the_next_launch_with_its_first_delivery) {
    game *game = game_start();
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_INVALID_ENCODING));
    CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), IAP_TRANSACTION_FAILED);
    game_quit(game);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_UNVERIFIED, 1));
    const uint64_t id = iap_transaction_id(game->log[0].transaction);
    CHECK(id != 0);
    game_quit(game);
    REQUIRE(trust(game->store));
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_ID(iap_transaction_id(game->log[0].transaction), id);
    /* The unverified update did not count as a delivery. */
    CHECK_INT(iap_transaction_delivery_count(game->log[0].transaction), 1);
}

TEST(what_comes_unverified_while_the_game_runs_is_told_and_grants_nothing) {
    game *phone = game_start();
    struct game *tablet = game_install(phone->store, "player", "tablet");
    REQUIRE(game_launch(tablet));
    REQUIRE_OK(iap_store_set_ask_to_buy(phone->store, 1, NULL));
    CHECK_INT(iap_transaction_state(game_buy(phone, SWORD)), IAP_TRANSACTION_DEFERRED);
    uint64_t approval = 0;
    size_t count = 0;
    REQUIRE_OK(iap_store_list_approvals(phone->store, &approval, 1, &count, NULL));
    REQUIRE(distrust(phone->store, IAP_STORE_FAILURE_INVALID_DEVICE_VERIFICATION));
    REQUIRE_OK(iap_store_approve(phone->store, approval, NULL));
    struct game *const devices[] = {phone, tablet};
    for (size_t i = 0; i < 2; i++) {
        test_case("device %zu", i);
        REQUIRE(AWAIT_STATE(devices[i], IAP_TRANSACTION_UNVERIFIED, 1));
        game_settle(devices[i]);
        CHECK_INT(game_count(devices[i], IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_UNVERIFIED), 1);
        check_unverified(
            game_nth(devices[i], IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_UNVERIFIED, 0)->transaction, 0,
            IAP_VERIFICATION_INVALID_DEVICE_VERIFICATION);
        CHECK_INT(game_granted_count(devices[i]), 0);
    }
    CHECK_INT(store_totals(phone->store).unfinished, 1);
}
