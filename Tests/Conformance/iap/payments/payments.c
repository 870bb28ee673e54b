/* Payments that succeed, and payments that the library refuses. */

#include "game.h"

#include <limits.h>

TEST(each_quantity_from_1_to_10_is_bought) {
    game *game = game_start();
    for (int32_t quantity = 1; quantity <= 10; quantity++) {
        test_case("quantity %d", (int)quantity);
        const iap_transaction *bought = game_bought(game, game_pay(game, COINS, quantity));
        REQUIRE(bought != NULL);
        CHECK_INT(iap_transaction_quantity(bought), quantity);
    }
    CHECK_INT(store_totals(game->store).transactions, 10);
}

TEST(a_quantity_outside_1_to_10_is_refused_and_nothing_is_bought) {
    game *game = game_start();
    const int32_t refused[] = {0, 11, -1, 100, INT_MIN, INT_MAX};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("quantity %d", (int)refused[i]);
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = COINS;
        payment.quantity = refused[i];
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, &error), IAP_ERROR_INVALID_QUANTITY);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_QUANTITY);
        CHECK_INT(error.category, IAP_CATEGORY_INVALID_ARGUMENT);
        CHECK(error.message[0] != 0);
    }
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(the_app_account_token_comes_back_in_lower_case) {
    const char *const given[] = {"01234567-89ab-4cde-8f01-23456789abcd", "01234567-89AB-4CDE-8F01-23456789ABCD"};
    game *game = game_start();
    for (size_t i = 0; i < 2; i++) {
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = COINS;
        payment.app_account_token = given[i];
        uint64_t id = 0;
        REQUIRE_OK(iap_add_payment(game->client, &payment, &id, NULL));
        const heard *outcome = game_outcome(game, id);
        REQUIRE(outcome != NULL);
        CHECK_TEXT(iap_transaction_app_account_token(outcome->transaction), given[0]);
    }
}

TEST(many_payments_at_once_have_one_outcome_each) {
    enum { COUNT = 50 };
    game *game = game_start();
    uint64_t payments[COUNT];
    for (int i = 0; i < COUNT; i++) payments[i] = game_pay(game, COINS, 1 + i % 10);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, COUNT));
    game_settle(game);
    CHECK_INT(game->log_count, 2 * COUNT);
    for (int i = 0; i < COUNT; i++) {
        /* They become purchasing in the order in which they were added. */
        const heard *purchasing = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASING, (size_t)i);
        REQUIRE(purchasing != NULL);
        CHECK_ID(iap_transaction_payment_id(purchasing->transaction), payments[i]);
        const heard *outcome = game_outcome(game, payments[i]);
        REQUIRE(outcome != NULL);
        CHECK_INT(iap_transaction_quantity(outcome->transaction), 1 + i % 10);
        for (int j = 0; j < i; j++) {
            CHECK(iap_transaction_id(game_outcome(game, payments[j])->transaction) !=
                  iap_transaction_id(outcome->transaction));
        }
    }
    CHECK_INT(store_totals(game->store).transactions, COUNT);
}

TEST(an_owned_non_consumable_is_restored_without_a_charge) {
    game *game = game_start();
    const uint64_t id = game_own(game, SWORD);
    REQUIRE(id != 0);
    const heard *again = game_outcome(game, game_pay(game, SWORD, 1));
    REQUIRE(again != NULL);
    CHECK_INT(iap_transaction_state(again->transaction), IAP_TRANSACTION_RESTORED);
    CHECK_ID(iap_transaction_original_id(again->transaction), id);
    CHECK_ID(iap_transaction_id(iap_transaction_original(again->transaction)), id);
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK(game_finish(game, again->transaction));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
}

TEST(two_payments_for_the_same_thing_have_an_outcome_each) {
    game *game = game_start();
    const uint64_t first = game_pay(game, SWORD, 1), second = game_pay(game, SWORD, 1);
    const heard *one = game_outcome(game, first), *other = game_outcome(game, second);
    REQUIRE(one != NULL && other != NULL);
    CHECK_INT(iap_transaction_state(one->transaction), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_state(other->transaction), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(other->transaction, NULL), IAP_ERROR_UNFINISHED_PURCHASE);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(what_the_account_owns_is_restored_also_on_a_device_that_never_had_it) {
    game *phone = game_start();
    const uint64_t id = game_own(phone, SWORD);
    game *tablet = game_install(phone->store, "player", "tablet");
    REQUIRE(game_launch(tablet));
    const uint64_t payment = game_pay(tablet, SWORD, 1);
    const heard *outcome = game_outcome(tablet, payment);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_RESTORED);
    CHECK_ID(iap_transaction_id(outcome->transaction), id);
    CHECK_INT(store_totals(phone->store).transactions, 1);
}

TEST(buying_a_product_by_its_id_is_a_payment_without_options) {
    game *game = game_start();
    uint64_t id = 0;
    REQUIRE_OK(iap_buy(game->client, COINS, &id, NULL));
    CHECK(id != 0);
    const iap_transaction *bought = game_bought(game, id);
    REQUIRE(bought != NULL);
    CHECK_TEXT(iap_transaction_product_id(bought), COINS);
    CHECK_INT(iap_transaction_quantity(bought), 1);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_buy(game->client, NULL, &id, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_ID(id, 0);
    CHECK_STATUS(iap_buy(game->client, "", NULL, NULL), IAP_ERROR_INVALID_TEXT);
}
