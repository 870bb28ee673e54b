/* Purchases for which the store returns an earlier purchase, or an error: what is charged, granted and owned. */

#include "files.h"
#include "quirks.h"

TEST(a_running_subscription_that_cannot_be_bought_again_stays_owned_and_is_not_charged) {
    game *game = quirk_game(IAP_QUIRK_OWNED_SUBSCRIPTION, 1);
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    const iap_transaction *again = game_buy(game, CLUB_MONTH);
    CHECK_INT(iap_transaction_state(again), IAP_TRANSACTION_FAILED);
    REQUIRE(game_finish(game, again));
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, MINUTE_MS);
    CHECK_INT(gems(game), 10);
}

/* A subscriber whose subscription ended a second ago. The old transaction is finished or not. */
static game *lapsed_game(int64_t lapse_returns_old, bool finishes) {
    game *game = quirk_game(IAP_QUIRK_LAPSE_RETURNS_OLD, lapse_returns_old);
    const iap_transaction *bought = game_buy(game, CLUB_MONTH);
    if (bought == NULL || (finishes && !game_finish(game, bought))) return NULL;
    if (!set_auto_renew(game, iap_transaction_id(bought), false)) return NULL;
    return pass_until(game, end_of(game, CLUB_GROUP) + SECOND_MS) ? game : NULL;
}

TEST(a_lapsed_subscription_that_is_answered_with_the_old_transaction_fails_and_sells_nothing) {
    for (int64_t value = 1; value <= 2; value++) {
        test_case("%s", iap_quirk_value_name(IAP_QUIRK_LAPSE_RETURNS_OLD, value));
        game *game = lapsed_game(value, true);
        REQUIRE(game != NULL);
        const iap_transaction *payment = game_buy(game, CLUB_MONTH);
        CHECK_INT(iap_transaction_state(payment), IAP_TRANSACTION_FAILED);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_transaction_error(payment, &error), IAP_ERROR_STORE);
        CHECK_CONTAINS(error.message, CLUB_MONTH);
        CHECK_CONTAINS(error.message, "a subscription that has ended, and sold nothing; try again");
        CHECK_INT(store_totals(game->store).transactions, 1);
        CHECK_OWNS_WHILE(game, CLUB_MONTH, 0, MINUTE_MS);
        CHECK_INT(gems(game), 10);
        /* If the system sells the product later, the second purchase succeeds later. */
        if (value == 1) {
            CHECK_INT(iap_transaction_state(game_buy(game, CLUB_MONTH)), IAP_TRANSACTION_PURCHASED);
            CHECK_INT(store_totals(game->store).transactions, 2);
            CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, MINUTE_MS);
            CHECK_INT(gems(game), 20);
        }
        game_uninstall(game);
        files_remove();
    }
}

TEST(an_old_transaction_that_was_never_finished_is_not_granted_twice_after_a_lapse) {
    game *game = lapsed_game(2, false);
    REQUIRE(game != NULL);
    CHECK_INT(bought_count(game), 1);
    game_pay(game, CLUB_MONTH, 1);
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_INT(gems(game), 10);
    CHECK_INT(iap_owns(game->client, CLUB_MONTH, NULL), 0);
}

TEST(a_finished_consumable_that_is_handed_back_fails_the_payment_and_is_not_restored) {
    game *game = quirk_game(IAP_QUIRK_UNFINISHED_CONSUMABLE_RETURNED, 1);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_FINISH_FAILS_PERCENT, 100));
    REQUIRE(game_own(game, COINS) != 0 && pass(game, 5 * SECOND_MS));
    const iap_transaction *payment = game_buy(game, COINS);
    CHECK_INT(iap_transaction_state(payment), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(payment, NULL), IAP_ERROR_STORE);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), 0);
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_INT(coins(game), 100);
}

TEST(a_second_pass_that_is_answered_with_the_first_is_neither_charged_nor_granted) {
    game *game = quirk_game(IAP_QUIRK_NONRENEWING_SECOND, 1);
    const uint64_t first = game_own(game, SEASON);
    REQUIRE(first != 0);
    const iap_transaction *second = game_buy(game, SEASON);
    CHECK_ID(iap_transaction_id(second), first);
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(iap_owns(game->client, SEASON, NULL), 1);
}

TEST(of_two_passes_that_are_both_listed_each_is_granted_and_owned_until_both_are_refunded) {
    game *game = quirk_game(IAP_QUIRK_NONRENEWING_SECOND, 0);
    REQUIRE_OK(iap_store_set_all_non_renewing_entitlements(game->store, 1, NULL));
    const uint64_t first = game_own(game, SEASON), second = game_own(game, SEASON);
    REQUIRE(first != 0 && second != 0 && first != second);
    CHECK_INT(entitlements(game, SEASON), 2);
    CHECK_INT(store_totals(game->store).transactions, 2);
    REQUIRE(refund(game, second));
    CHECK_OWNS_WHILE(game, SEASON, 1, MINUTE_MS);
    REQUIRE(refund(game, first));
    CHECK_OWNS_WHILE(game, SEASON, 0, MINUTE_MS);
}

TEST(a_purchase_that_is_answered_with_the_one_before_it_grants_both_once) {
    game *game = quirk_game(IAP_QUIRK_RETURNS_PREVIOUS, 1);
    REQUIRE(game_own(game, COINS) != 0);
    game_pay(game, SWORD, 1);
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(store_totals(game->store).transactions, 2);
    CHECK_INT(bought_count(game), 2);
    CHECK_INT(coins(game), 100);
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
    CHECK(unlocked(game, "sword"));
    const iap_transactions *queue = game_queue(game);
    for (size_t i = 0; i < iap_transactions_count(queue); i++)
        REQUIRE(game_finish(game, iap_transactions_at(queue, i)));
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
    REQUIRE(inventory_relaunch(game) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 0);
    CHECK_INT(coins(game), 100);
}

TEST(a_purchase_that_is_answered_with_a_finished_consumable_restores_none) {
    game *game = quirk_game(IAP_QUIRK_RETURNS_PREVIOUS, 1);
    REQUIRE(game_own(game, COINS) != 0);
    CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), IAP_TRANSACTION_FAILED);
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), 0);
    CHECK_INT(bought_count(game), 2);
    CHECK_INT(coins(game), 100);
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
}

TEST(a_subscriber_who_asks_for_an_offer_and_gets_what_is_held_is_not_charged) {
    game *game = quirk_offers_game(IAP_QUIRK_OFFER_TO_HOLDER_RETURNS_HELD, 1);
    const uint64_t held = game_own(game, PASS_GOLD);
    REQUIRE(held != 0);
    const heard *outcome = ask_with_offer(game, PASS_GOLD, OFFER_LOYAL);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_RESTORED);
    CHECK_ID(iap_transaction_id(outcome->transaction), held);
    CHECK_INT(iap_transaction_offer_type(outcome->transaction), IAP_OFFER_TYPE_INTRODUCTORY);
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_INT(iap_owns(game->client, PASS_GOLD, NULL), 1);
}
