/* Purchases that a test lets fail, and how the store lists them. */

#include "administration.h"
#include "files.h"
#include "intents_and_messages.h"

#include <stdio.h>

typedef struct failure_case {
    iap_store_failure_t failure;
    int code; /**< SKError's code */
    iap_status_t status;
} failure_case;

static const failure_case failures[] = {
    {IAP_STORE_FAILURE_UNKNOWN, 0, IAP_ERROR_STORE},
    {IAP_STORE_FAILURE_INVALID_OFFER_IDENTIFIER, 11, IAP_ERROR_INVALID_OFFER_IDENTIFIER},
    {IAP_STORE_FAILURE_INVALID_OFFER_SIGNATURE, 12, IAP_ERROR_INVALID_OFFER_SIGNATURE},
    {IAP_STORE_FAILURE_MISSING_OFFER_PARAMETERS, 13, IAP_ERROR_MISSING_OFFER_PARAMETERS},
    {IAP_STORE_FAILURE_INVALID_OFFER_PRICE, 14, IAP_ERROR_INVALID_OFFER_PRICE},
};
enum { FAILURES = sizeof failures / sizeof failures[0] };

TEST(every_purchase_fails_as_it_was_said_and_is_listed_as_failed) {
    game *game = offers_game();
    size_t listed = 0;
    for (size_t i = 0; i < FAILURES; i++) {
        REQUIRE_OK(iap_store_set_fail_transactions(game->store, failures[i].failure, NULL));
        const char *const products[] = {BAG, HAT, PASS_GOLD};
        for (size_t product = 0; product < 3; product++) {
            test_case("failure %d, %s", (int)failures[i].failure, products[product]);
            CHECK_STATUS(pay_and_fail(game, products[product]), failures[i].status);
            const struct listed all = store_listed(game->store, NULL);
            REQUIRE(all.count == ++listed);
            const iap_store_transaction failed = store_transaction(game->store, all.ids[listed - 1]);
            CHECK_INT(failed.state, IAP_TRANSACTION_FAILED);
            CHECK_INT(failed.has_purchase_issue, 0);
            CHECK_INT(failed.is_pending_ask_to_buy, 0);
            CHECK_INT(failed.price_milliunits, 0);
            CHECK_TEXT(failed.product_id, products[product]);
        }
    }
    test_case(NULL);
    CHECK_INT(store_totals(game->store).transactions, 0);
    REQUIRE_OK(iap_store_set_fail_transactions(game->store, IAP_STORE_FAILURE_NONE, NULL));
    CHECK_INT(iap_transaction_state(game_buy(game, BAG)), IAP_TRANSACTION_PURCHASED);
}

TEST(what_is_owned_and_what_somebody_has_to_approve_fails_too) {
    game *game = offers_game();
    REQUIRE(game_own(game, HAT) != 0 && game_own(game, NEWS) != 0);
    REQUIRE_OK(iap_store_set_fail_transactions(game->store, IAP_STORE_FAILURE_UNKNOWN, NULL));
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_PENDING, NULL));
    CHECK_STATUS(pay_and_fail(game, HAT), IAP_ERROR_STORE);
    CHECK_STATUS(pay_and_fail(game, NEWS), IAP_ERROR_STORE);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_STORE);
    size_t waiting = 99;
    REQUIRE_OK(iap_store_list_approvals(game->store, NULL, 0, &waiting, NULL));
    CHECK_INT(waiting, 0);
    const listed all = store_listed(game->store, NULL);
    CHECK_INT(all.count, 5);
    for (size_t i = 2; i < all.count; i++) CHECK_INT(store_transaction(game->store, all.ids[i]).has_purchase_issue, 0);
}

TEST(a_purchase_fails_for_its_own_reason_before_it_fails_for_a_test) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_fail_transactions(game->store, IAP_STORE_FAILURE_INVALID_OFFER_PRICE, NULL));
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.win_back_id = OFFER_RETURN;
    CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK, NULL));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_NETWORK);
    REQUIRE_OK(
        iap_store_set_simulated_error(game->store, IAP_STORE_API_PURCHASE, IAP_STORE_FAILURE_NOT_ENTITLED, NULL));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_NOT_ENTITLED);
    CHECK_INT(store_listed(game->store, NULL).count, 3);
}

TEST(what_the_player_buys_in_a_sheet_of_the_store_does_not_fail) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_fail_transactions(game->store, IAP_STORE_FAILURE_UNKNOWN, NULL));
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_OFFER_CODE, IAP_STORE_ANSWER_ACCEPT, PASS_GOLD "/" CODE_WELCOME));
    uint64_t id = 0;
    REQUIRE_OK(iap_present_offer_code_redemption(game->client, NULL, game_hears_end, game, &id, NULL));
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(store_transaction(game->store, store_only_listed(game->store)).state, IAP_TRANSACTION_PURCHASED);
}

TEST(only_the_failures_of_a_test_session_are_taken) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_fail_transactions(game->store, IAP_STORE_FAILURE_INVALID_OFFER_PRICE, NULL));
    for (iap_store_failure_t failure = IAP_STORE_FAILURE_NONE + 1;
         failure <= IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED; failure++) {
        bool is_one = false;
        for (size_t i = 0; i < FAILURES; i++) is_one = is_one || failures[i].failure == failure;
        if (is_one) continue;
        test_case("failure %d", (int)failure);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_set_fail_transactions(game->store, failure, &error), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
        CHECK(error.message[0] != 0);
    }
    test_case(NULL);
    const iap_store_failure_t none[] = {-1, IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED + 1, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        CHECK_STATUS(iap_store_set_fail_transactions(game->store, none[i], NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_INT(store_settings(game->store).fail_transactions, IAP_STORE_FAILURE_INVALID_OFFER_PRICE);
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_INVALID_OFFER_PRICE);
}

TEST(a_file_can_let_transactions_fail) {
    for (int code = -1; code <= 20; code++) {
        test_case("code %d", code);
        char settings[128];
        iap_store_failure_t expected = IAP_STORE_FAILURE_UNKNOWN;
        for (size_t i = 0; i < FAILURES; i++)
            if (failures[i].code == code) expected = failures[i].failure;
        for (int enabled = 0; enabled <= 1; enabled++) {
            snprintf(settings, sizeof settings, "\"_failTransactionsEnabled\": %s, \"_storeKitError\": %d,",
                     enabled ? "true" : "false", code);
            iap_store *store = offers_store_with(settings);
            CHECK_INT(store_settings(store).fail_transactions, enabled ? expected : IAP_STORE_FAILURE_NONE);
            store_close(store);
        }
    }
    test_case(NULL);
    game *game = game_install(offers_store_with("\"_failTransactionsEnabled\": true,"), "player", "phone");
    REQUIRE(game_launch(game));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_STORE);
}

TEST(that_transactions_fail_holds_after_the_store_was_opened_again) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    iap_store *store = store_open_with(&options);
    REQUIRE_OK(iap_store_set_fail_transactions(store, IAP_STORE_FAILURE_INVALID_OFFER_PRICE, NULL));
    store_close(store);
    game *game = game_install(store_open_with(&options), "player", "phone");
    REQUIRE(game_launch(game));
    CHECK_STATUS(pay_and_fail(game, COINS), IAP_ERROR_INVALID_OFFER_PRICE);
}

/* ------------------------------------------------------------------------------------------ listing other failures */

TEST(whatever_a_purchase_fails_for_it_is_listed_as_failed) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK, NULL));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_NETWORK);
    REQUIRE_OK(iap_store_set_simulated_error(game->store, IAP_STORE_API_PURCHASE, IAP_STORE_FAILURE_SYSTEM, NULL));
    CHECK_STATUS(pay_and_fail(game, HAT), IAP_ERROR_STORE);
    REQUIRE_OK(iap_store_set_simulated_error(game->store, IAP_STORE_API_PURCHASE, IAP_STORE_FAILURE_NONE, NULL));
    /* The store itself refuses the purchase. */
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.win_back_id = OFFER_RETURN;
    CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
    /* The game refuses the purchase. */
    REQUIRE_OK(iap_store_move_during_next_purchase(game->store, "DEU", NULL));
    payment = payment_for(BAG);
    payment.quantity = 3;
    payment.storefronts = "USA";
    CHECK_REFUSED(game, &payment, IAP_ERROR_NOT_IN_STOREFRONT);

    static const char *const products[] = {BAG, HAT, PASS_GOLD, BAG};
    const listed all = store_listed(game->store, "player");
    REQUIRE(all.count == 4);
    for (size_t i = 0; i < all.count; i++) {
        const iap_store_transaction failed = store_transaction(game->store, all.ids[i]);
        CHECK_INT(failed.state, IAP_TRANSACTION_FAILED);
        CHECK_TEXT(failed.product_id, products[i]);
        CHECK_INT(failed.quantity, i == 3 ? 3 : 1);
        CHECK_INT(failed.offer_type, i == 2 ? IAP_OFFER_TYPE_WIN_BACK : IAP_OFFER_TYPE_NONE);
        CHECK_TEXT(failed.currency_code, i == 3 ? "EUR" : "USD");
        CHECK_TEXT(failed.account, "player");
    }
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(what_the_player_cancelled_is_not_listed) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_CANCELLED);
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_USER_CANCELLED, NULL));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_CANCELLED);
    REQUIRE_OK(
        iap_store_set_simulated_error(game->store, IAP_STORE_API_PURCHASE, IAP_STORE_FAILURE_USER_CANCELLED, NULL));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_CANCELLED);
    CHECK_INT(store_listed(game->store, NULL).count, 0);
}
