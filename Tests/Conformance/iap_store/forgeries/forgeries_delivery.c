/* Forged purchases: nothing is granted, nothing is finished, and nothing is lost. */

#include "files.h"
#include "forgeries.h"
#include "game.h"
#include "signed_text.h"

#include <stdio.h>

static void check_unverified(game *game, const iap_transaction *transaction, const forgery_case *expected) {
    CHECK_INT(iap_transaction_state(transaction), IAP_TRANSACTION_UNVERIFIED);
    CHECK_INT(iap_transaction_signature_check(transaction), expected->verification);
    CHECK_STATUS(iap_transaction_error(transaction, NULL), IAP_ERROR_VERIFICATION);
    CHECK_INT(iap_transaction_delivery_count(transaction), 0);
    CHECK_FORGED_TEXT(game->store, expected->forgery, iap_transaction_signed_text(transaction));
    CHECK(json_has_id(iap_transaction_json(transaction), "transactionId", iap_transaction_id(transaction)));
}

TEST(a_forged_payment_fails_and_tells_what_the_check_has_found) {
    game *game = game_start();
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        test_case("forgery %d", (int)forgeries[i].forgery);
        REQUIRE(forge(game->store, forgeries[i].forgery));
        const iap_transaction *failed = game_buy(game, COINS);
        CHECK_INT(iap_transaction_state(failed), IAP_TRANSACTION_FAILED);
        CHECK_INT(iap_transaction_signature_check(failed), forgeries[i].verification);
        CHECK_STATUS(iap_transaction_error(failed, NULL), IAP_ERROR_VERIFICATION);
        CHECK_INT(store_totals(game->store).transactions, i + 1);
        CHECK_INT(store_totals(game->store).unfinished, i + 1);
    }
    CHECK_INT(game_granted_count(game), 0);
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_NONE));
    const iap_transaction *bought = game_buy(game, COINS);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_signature_check(bought), IAP_SIGNATURE_VERIFIED);
}

TEST(a_forged_purchase_is_reported_once_per_launch_and_delivered_when_it_is_signed_properly) {
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        test_case("forgery %d", (int)forgeries[i].forgery);
        game *game = game_start();
        REQUIRE(forge(game->store, forgeries[i].forgery));
        CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), IAP_TRANSACTION_FAILED);
        game_quit(game);
        uint64_t id = 0;
        for (int launch = 0; launch < 2; launch++) {
            REQUIRE(game_launch(game));
            REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_UNVERIFIED, 1));
            game_settle(game);
            CHECK_INT(game->log_count, 1);
            check_unverified(game, game->log[0].transaction, &forgeries[i]);
            id = iap_transaction_id(game->log[0].transaction);
            CHECK_INT(iap_transactions_count(game_queue(game)), 0);
            CHECK_STATUS(iap_finish_transaction(game->client, game->log[0].transaction, NULL), IAP_ERROR_NOT_FOUND);
            game_quit(game);
        }
        CHECK_INT(store_totals(game->store).unfinished, 1);
        REQUIRE(forge(game->store, IAP_STORE_FORGERY_NONE));
        REQUIRE(game_launch(game));
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
        const iap_transaction *delivered = game->log[0].transaction;
        CHECK_ID(iap_transaction_id(delivered), id);
        CHECK_INT(iap_transaction_signature_check(delivered), IAP_SIGNATURE_VERIFIED);
        CHECK_INT(iap_transaction_delivery_count(delivered), 1);
        CHECK_SIGNED_JSON(iap_transaction_signed_text(delivered), iap_transaction_json(delivered));
        CHECK(game_finish(game, delivered));
        CHECK_INT(store_totals(game->store).unfinished, 0);
        game_uninstall(game);
        store_close(game->store);
    }
}

TEST(a_forged_update_is_reported_to_the_devices_that_run_and_grants_nothing) {
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        test_case("forgery %d", (int)forgeries[i].forgery);
        game *phone = game_start();
        struct game *tablet = game_install(phone->store, "player", "tablet");
        REQUIRE(game_launch(tablet));
        REQUIRE_OK(iap_store_set_ask_to_buy(phone->store, 1, NULL));
        CHECK_INT(iap_transaction_state(game_buy(phone, SWORD)), IAP_TRANSACTION_DEFERRED);
        uint64_t approval = 0;
        size_t count = 0;
        REQUIRE_OK(iap_store_list_approvals(phone->store, &approval, 1, &count, NULL));
        REQUIRE(forge(phone->store, forgeries[i].forgery));
        REQUIRE_OK(iap_store_approve(phone->store, approval, NULL));
        struct game *const devices[] = {phone, tablet};
        for (size_t k = 0; k < 2; k++) {
            REQUIRE(AWAIT_STATE(devices[k], IAP_TRANSACTION_UNVERIFIED, 1));
            game_settle(devices[k]);
            CHECK_INT(game_count(devices[k], IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_UNVERIFIED), 1);
            CHECK_INT(game_granted_count(devices[k]), 0);
            check_unverified(
                devices[k],
                game_nth(devices[k], IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_UNVERIFIED, 0)->transaction,
                &forgeries[i]);
        }
        CHECK_INT(store_totals(phone->store).unfinished, 1);
        game_uninstall(tablet);
        game_uninstall(phone);
        store_close(phone->store);
    }
}

TEST(a_forged_revocation_takes_nothing_from_the_player) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD);
    REQUIRE(sword != 0);
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_PAYLOAD));
    REQUIRE_OK(iap_store_refund(game->store, sword, NULL));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
}

/* The delivered purchase was signed properly. The game must grant and finish it, even if later signatures are forged. */
TEST(what_was_delivered_before_the_forgery_can_be_finished) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_ROOT));
    CHECK(game_finish(game, bought));
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(a_revocation_that_is_not_verified_is_reported_once_it_can_be) {
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        test_case("forgery %d", (int)forgeries[i].forgery);
        char name[16];
        snprintf(name, sizeof name, "journal%zu", i);
        game *game = game_start();
        game_quit(game);
        game->journal_path = temporary_path(name);
        REQUIRE(game_launch(game));
        const uint64_t id = game_own(game, SWORD);
        REQUIRE(id != 0);
        REQUIRE(forge(game->store, forgeries[i].forgery));
        REQUIRE_OK(iap_store_refund(game->store, id, NULL));
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_UNVERIFIED, 1));
        game_settle(game);
        game_quit(game);
        for (int launch = 0; launch < 2; launch++) {
            REQUIRE(game_launch(game));
            game_settle(game);
            CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
            game_quit(game);
        }
        REQUIRE(forge(game->store, IAP_STORE_FORGERY_NONE));
        REQUIRE(game_launch(game));
        REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
        CHECK_ID(iap_transaction_id(game->log[0].transaction), id);
        game_quit(game);
        REQUIRE(game_launch(game));
        game_settle(game);
        CHECK_INT(game->log_count, 0);
        game_quit(game);
    }
}
