/* Payments that do not succeed: cancelled, failed, not allowed, or waiting for approval. */

#include "game.h"

TEST(an_unknown_product_is_accepted_and_fails_as_unavailable) {
    game *game = game_start();
    const uint64_t payment = game_pay(game, UNKNOWN_PRODUCT, 1);
    const heard *outcome = game_outcome(game, payment);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_FAILED);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_transaction_error(outcome->transaction, &error), IAP_ERROR_PRODUCT_UNAVAILABLE);
    CHECK_CONTAINS(error.message, UNKNOWN_PRODUCT);
}

TEST(without_permission_payments_fail_as_not_allowed) {
    game *game = game_start();
    CHECK_INT(iap_can_make_payments(game->client, NULL), 1);
    REQUIRE_OK(iap_store_set_payments_allowed(game->store, 0, NULL));
    CHECK_INT(iap_can_make_payments(game->client, NULL), 0);
    const iap_transaction *failed = game_buy(game, COINS);
    CHECK_STATUS(iap_transaction_error(failed, NULL), IAP_ERROR_NOT_ALLOWED);
    CHECK_INT(store_totals(game->store).transactions, 0);
    REQUIRE_OK(iap_store_set_payments_allowed(game->store, 1, NULL));
    CHECK_INT(iap_can_make_payments(game->client, NULL), 1);
    CHECK_INT(iap_transaction_state(game_buy(game, COINS)), IAP_TRANSACTION_PURCHASED);
}

/* -------------------------------------------------------------------------------------------------- ask to buy */

static uint64_t only_approval(iap_store *store) {
    uint64_t approval = 0;
    size_t count = 0;
    CHECK_STATUS(iap_store_list_approvals(store, &approval, 1, &count, NULL), IAP_OK);
    CHECK_INT(count, 1);
    return approval;
}

static bool ask(game *game, const char *product_id, const char *token) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    payment.app_account_token = token;
    payment.simulates_ask_to_buy = 1;
    const size_t before = game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_DEFERRED);
    return CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_OK) &&
           AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, before + 1);
}

TEST(a_deferred_payment_waits_and_costs_nothing) {
    game *game = game_start();
    REQUIRE(ask(game, SWORD, NULL));
    const iap_transaction *deferred = game_update(game, IAP_TRANSACTION_DEFERRED, 0);
    CHECK_ID(iap_transaction_id(deferred), 0);
    CHECK_TEXT(iap_transaction_product_id(deferred), SWORD);
    CHECK_TEXT(iap_transaction_signed_text(deferred), NULL);
    CHECK_STATUS(iap_finish_transaction(game->client, deferred, NULL), IAP_ERROR_INVALID_STATE);
    CHECK_INT(store_totals(game->store).transactions, 0);
    REQUIRE(iap_transactions_count(game_queue(game)) == 1);
    CHECK_INT(iap_transaction_state(iap_transactions_at(game_queue(game), 0)), IAP_TRANSACTION_DEFERRED);
}

TEST(an_approved_payment_is_purchased_and_deferred_no_longer) {
    game *game = game_start();
    REQUIRE(ask(game, SWORD, "01234567-89ab-4cde-8f01-23456789abcd"));
    const uint64_t approval = only_approval(game->store);
    char product[64] = "";
    CHECK_STATUS(iap_store_approval_product_id(game->store, approval, product, sizeof product, NULL), IAP_OK);
    CHECK_TEXT(product, SWORD);
    REQUIRE_OK(iap_store_approve(game->store, approval, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *bought = game_update(game, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_TEXT(iap_transaction_product_id(bought), SWORD);
    CHECK_TEXT(iap_transaction_app_account_token(bought), "01234567-89ab-4cde-8f01-23456789abcd");
    CHECK_INT(iap_transaction_delivery_count(bought), 1);
    CHECK_INT(store_totals(game->store).transactions, 1);
    const iap_transactions *queue = game_queue(game);
    REQUIRE(iap_transactions_count(queue) == 1);
    CHECK_INT(iap_transaction_state(iap_transactions_at(queue, 0)), IAP_TRANSACTION_PURCHASED);
    CHECK(game_finish(game, bought));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
}

TEST(of_a_declined_payment_the_game_is_told_nothing) {
    game *game = game_start();
    REQUIRE(ask(game, SWORD, NULL));
    const size_t before = game->log_count;
    const uint64_t approval = only_approval(game->store);
    REQUIRE_OK(iap_store_decline(game->store, approval, NULL));
    game_settle(game);
    CHECK_INT(game->log_count, before);
    CHECK_INT(store_totals(game->store).transactions, 0);
    size_t count = 99;
    CHECK_STATUS(iap_store_list_approvals(game->store, NULL, 0, &count, NULL), IAP_OK);
    CHECK_INT(count, 0);
}

TEST(an_approval_can_be_answered_once) {
    game *game = game_start();
    REQUIRE(ask(game, COINS, NULL));
    const uint64_t approval = only_approval(game->store);
    REQUIRE_OK(iap_store_approve(game->store, approval, NULL));
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_approve(game->store, approval, &error), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(error.status, IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_decline(game->store, approval, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_approve(game->store, 0, NULL), IAP_ERROR_NOT_FOUND);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(approvals_are_listed_oldest_first) {
    game *game = game_start();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    const char *const products[] = {COINS, SWORD, GEMS};
    for (size_t i = 0; i < 3; i++) {
        game_pay(game, products[i], 1);
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, i + 1));
    }
    uint64_t approvals[3] = {0, 0, 77};
    size_t count = 0;
    CHECK_STATUS(iap_store_list_approvals(game->store, approvals, 2, &count, NULL), IAP_OK);
    CHECK_INT(count, 3);
    CHECK_ID(approvals[2], 77);
    CHECK_STATUS(iap_store_list_approvals(game->store, approvals, 3, &count, NULL), IAP_OK);
    for (size_t i = 0; i < 3; i++) {
        char product[64] = "";
        CHECK_STATUS(iap_store_approval_product_id(game->store, approvals[i], product, sizeof product, NULL), IAP_OK);
        CHECK_TEXT(product, products[i]);
    }
    char small[4] = "abc";
    CHECK_STATUS(iap_store_approval_product_id(game->store, approvals[0], small, sizeof small, NULL),
                 IAP_ERROR_TOO_LARGE);
    /* Without the setting, new purchases work as before; waiting purchases continue to wait. */
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 0, NULL));
    CHECK_INT(iap_transaction_state(game_buy(game, COINS)), IAP_TRANSACTION_PURCHASED);
    CHECK_STATUS(iap_store_list_approvals(game->store, NULL, 0, &count, NULL), IAP_OK);
    CHECK_INT(count, 3);
}
