/* How purchases and restores end where real systems differ: late, with another error, or without an error. */

#include "network_conditions.h"
#include "quirks.h"

/* Counts the requests that wait for a parent; `first` receives the first of them. */
static size_t approvals(game *game, uint64_t *first) {
    uint64_t ids[8];
    size_t count = 0;
    CHECK_STATUS(iap_store_list_approvals(game->store, ids, 8, &count, NULL), IAP_OK);
    *first = count > 0 ? ids[0] : 0;
    return count;
}

TEST(a_result_that_comes_late_is_delivered_once_and_keeps_the_payment_purchasing) {
    game *game = quirk_game(IAP_QUIRK_RESULT_DELAY_MS, MINUTE_MS);
    const uint64_t payment = game_pay(game, COINS, 1);
    game_settle(game);
    REQUIRE(pass(game, 30 * SECOND_MS));
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_INT(bought_count(game), 0);
    CHECK_INT(iap_transaction_state(iap_transactions_at(game_queue(game), 0)), IAP_TRANSACTION_PURCHASING);
    REQUIRE(pass(game, 30 * SECOND_MS));
    const iap_transaction *bought = game_bought(game, payment);
    REQUIRE(bought != NULL);
    REQUIRE(game_finish(game, bought) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(coins(game), 100);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(what_a_parent_declined_and_is_delivered_all_the_same_is_a_purchase_as_any_other) {
    game *game = quirk_game(IAP_QUIRK_DECLINED_DELIVERS, 1);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    const uint64_t payment = game_pay(game, SWORD, 1);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, 1));
    uint64_t approval;
    CHECK_INT(approvals(game, &approval), 1);
    REQUIRE_OK(iap_store_decline(game->store, approval, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *bought = game_update(game, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_ID(iap_transaction_payment_id(bought), payment);
    REQUIRE(game_finish(game, bought) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
}

TEST(an_interrupted_purchase_that_fails_as_unknown_is_granted_once_when_it_is_charged) {
    game *game = quirk_game(IAP_QUIRK_INTERRUPTED_RESULT, 1);
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_PENDING, NULL));
    const iap_transaction *payment = game_buy(game, COINS);
    CHECK_INT(iap_transaction_state(payment), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(payment, NULL), IAP_ERROR_STORE);
    CHECK_INT(store_totals(game->store).transactions, 0);
    CHECK_INT(coins(game), 0);
    uint64_t approval;
    CHECK_INT(approvals(game, &approval), 0);
    uint64_t id = 0;
    size_t count = 0;
    REQUIRE_OK(iap_store_list_transactions(game->store, "player", &id, 1, &count, NULL));
    CHECK_INT(count, 1);
    REQUIRE_OK(iap_store_resolve_issue(game->store, id, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(coins(game), 100);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(a_purchase_without_a_scene_fails_or_is_cancelled_and_charges_nothing) {
    static const iap_status_t statuses[] = {IAP_ERROR_INVALID_ANCHOR, IAP_ERROR_STORE, IAP_ERROR_CANCELLED};
    game *game = quirk_game(IAP_QUIRK_NO_SCENE_ERROR, 0);
    for (int64_t value = 0; value < 3; value++) {
        test_case("%s", iap_quirk_value_name(IAP_QUIRK_NO_SCENE_ERROR, value));
        REQUIRE(set_quirk(game->store, IAP_QUIRK_NO_SCENE_ERROR, value));
        REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_INVALID_PRESENTATION, NULL));
        const iap_transaction *payment = game_buy(game, COINS);
        CHECK_INT(iap_transaction_state(payment), IAP_TRANSACTION_FAILED);
        CHECK_STATUS(iap_transaction_error(payment, NULL), statuses[value]);
        REQUIRE(game_finish(game, payment));
        CHECK_INT(store_totals(game->store).transactions, 0);
    }
    CHECK(game_own(game, COINS) != 0);
}

TEST(a_restore_without_a_network_is_no_cancel_whatever_the_system_says) {
    for (int64_t value = 0; value <= 1; value++) {
        test_case("%s", iap_quirk_value_name(IAP_QUIRK_SYNC_OFFLINE_ERROR, value));
        game *game = inventory_install(quirk_store(IAP_QUIRK_SYNC_OFFLINE_ERROR, value), value ? "phone" : "tablet");
        REQUIRE(game_launch(game) && game_own(game, SWORD) != 0);
        REQUIRE(network_is_down(game));
        game_restore(game);
        REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FAILED, 1));
        const heard *failed = game_nth(game, IAP_EVENT_RESTORE_FAILED, ANY_STATE, 0);
        CHECK_STATUS(failed->error.status, IAP_ERROR_NETWORK);
        CHECK(failed->error.retryable);
        CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
        REQUIRE(network_is_perfect(game));
        game_restore(game);
        CHECK(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
        game_uninstall(game);
    }
}

TEST(a_cancel_is_a_cancel_in_each_form) {
    game *game = quirk_game(IAP_QUIRK_CANCEL_FORM, 0);
    for (int64_t form = 0; form <= 1; form++) {
        test_case("%s", iap_quirk_value_name(IAP_QUIRK_CANCEL_FORM, form));
        REQUIRE(set_quirk(game->store, IAP_QUIRK_CANCEL_FORM, form));
        REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
        const iap_transaction *payment = game_buy(game, COINS);
        CHECK_INT(iap_transaction_state(payment), IAP_TRANSACTION_FAILED);
        CHECK_STATUS(iap_transaction_error(payment, NULL), IAP_ERROR_CANCELLED);
        REQUIRE(game_finish(game, payment));
        CHECK_INT(store_totals(game->store).transactions, 0);
    }
}

TEST(what_was_cancelled_and_charged_all_the_same_is_granted_once) {
    game *game = quirk_game(IAP_QUIRK_CANCEL_CHARGES_MS, 800);
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    const iap_transaction *payment = game_buy(game, COINS);
    CHECK_INT(iap_transaction_state(payment), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(payment, NULL), IAP_ERROR_CANCELLED);
    REQUIRE(game_finish(game, payment) && pass(game, 800));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE(game_finish(game, game_update(game, IAP_TRANSACTION_PURCHASED, 0)));
    REQUIRE(pass_slowly(game, MINUTE_MS) && inventory_relaunch(game) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 0);
    CHECK_INT(coins(game), 100);
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(an_error_around_a_cancellation_is_a_cancellation_at_any_depth) {
    game *game = quirk_game(IAP_QUIRK_CANCEL_FORM, 0);
    for (iap_store_failure_t failure = IAP_STORE_FAILURE_SYSTEM_USER_CANCELLED;
         failure <= IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED; failure++) {
        test_case("failure %d", (int)failure);
        REQUIRE_OK(iap_store_fail_next_purchase(game->store, failure, NULL));
        const iap_transaction *payment = game_buy(game, COINS);
        CHECK_INT(iap_transaction_state(payment), IAP_TRANSACTION_FAILED);
        iap_error error = IAP_ERROR_VALUE_INIT;
        const bool is_cancelled = failure != IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED;
        CHECK_STATUS(iap_transaction_error(payment, &error),
                     is_cancelled ? IAP_ERROR_CANCELLED : IAP_ERROR_ALREADY_SUBSCRIBED);
        CHECK_INT(error.retryable, 0);
        if (!is_cancelled) {
            CHECK_TEXT(error.store_domain, "ASDServerErrorDomain");
            CHECK_INT(error.store_code, 3532);
        }
        REQUIRE(game_finish(game, payment));
        CHECK_INT(store_totals(game->store).transactions, 0);
        /* What is cancelled is in no list of the store. */
        size_t count = 0;
        REQUIRE_OK(iap_store_list_transactions(game->store, NULL, NULL, 0, &count, NULL));
        CHECK_INT(count, failure == IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED);
    }
    REQUIRE(game_own(game, COINS) != 0);
    CHECK_INT(coins(game), 100);
}
