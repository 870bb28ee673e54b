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
static void check_unverified(const iap_transaction *transaction, uint64_t id, iap_signature_check_t verification) {
    CHECK_INT(iap_transaction_state(transaction), IAP_TRANSACTION_UNVERIFIED);
    CHECK_INT(iap_transaction_signature_check(transaction), verification);
    check_verification_error(transaction);
    if (id != 0) CHECK_ID(iap_transaction_id(transaction), id);
    CHECK_INT(iap_transaction_delivery_count(transaction), 0);
    CHECK_ID(iap_transaction_payment_id(transaction), 0);
    CHECK(iap_transaction_original(transaction) == NULL);
    CHECK(iap_transaction_signed_text(transaction) != NULL);
    CHECK(json_has_id(iap_transaction_json(transaction), "transactionId", iap_transaction_id(transaction)));
}

/* ----------------------------------------------------------------------------------------------------- payments */

TEST(a_payment_whose_response_is_not_verified_fails_and_tells_the_reason) {
    game *game = game_start();
    for (size_t i = 0; i < REASON_COUNT; i++) {
        test_case("reason %d", (int)reasons[i].verification);
        REQUIRE(distrust(game->store, reasons[i].failure));
        const iap_transaction *failed = game_buy(game, COINS);
        CHECK_INT(iap_transaction_state(failed), IAP_TRANSACTION_FAILED);
        CHECK_INT(iap_transaction_signature_check(failed), reasons[i].verification);
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
    /* The failed payment was no delivery. */
    CHECK_INT(iap_transaction_delivery_count(game->log[0].transaction), 1);
}

TEST(a_payment_for_what_is_owned_fails_too_when_the_response_is_not_verified) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_INVALID_CERTIFICATE_CHAIN));
    const iap_transaction *failed = game_buy(game, SWORD);
    CHECK_INT(iap_transaction_state(failed), IAP_TRANSACTION_FAILED);
    CHECK_INT(iap_transaction_signature_check(failed), IAP_SIGNATURE_INVALID_CERTIFICATE_CHAIN);
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

TEST(what_is_unfinished_and_unverified_is_reported_once_per_launch) {
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
    check_unverified(iap_transactions_at(unfinished, 0), iap_transaction_id(bought), IAP_SIGNATURE_INVALID_SIGNATURE);
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
        const iap_transaction *found = NULL;
        for (size_t k = 0; k < 4; k++) {
            if (iap_transaction_id(game->log[k].transaction) == ids[i]) found = game->log[k].transaction;
        }
        REQUIRE(found != NULL);
        CHECK_TEXT(iap_transaction_product_id(found), products[i]);
        CHECK_INT(iap_transaction_signature_check(found), IAP_SIGNATURE_VERIFIED);
        CHECK_STATUS(iap_transaction_error(found, NULL), IAP_OK);
        CHECK(game_finish(game, found));
    }
    CHECK_INT(store_totals(game->store).unfinished, 0);
    CHECK_INT(store_totals(game->store).transactions, 4);
}

TEST(what_comes_unverified_while_the_game_runs_is_reported_and_grants_nothing) {
    game *phone = game_start();
    struct game *tablet = game_install(phone->store, "player", "tablet");
    REQUIRE(game_launch(tablet));
    REQUIRE_OK(iap_store_set_ask_to_buy(phone->store, 1, NULL));
    CHECK_INT(iap_transaction_state(game_buy(phone, SWORD)), IAP_TRANSACTION_DEFERRED);
    REQUIRE(distrust(phone->store, IAP_STORE_FAILURE_INVALID_DEVICE_VERIFICATION) && store_approve(phone->store));
    struct game *const devices[] = {phone, tablet};
    for (size_t i = 0; i < 2; i++) {
        test_case("device %zu", i);
        REQUIRE(AWAIT_STATE(devices[i], IAP_TRANSACTION_UNVERIFIED, 1));
        game_settle(devices[i]);
        CHECK_INT(game_count(devices[i], IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_UNVERIFIED), 1);
        check_unverified(game_update(devices[i], IAP_TRANSACTION_UNVERIFIED, 0), 0,
                         IAP_SIGNATURE_INVALID_DEVICE_VERIFICATION);
        CHECK_INT(game_granted_count(devices[i]), 0);
    }
    CHECK_INT(store_totals(phone->store).unfinished, 1);
}
