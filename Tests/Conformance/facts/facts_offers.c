/* Offers during the life of a subscription: who is eligible, when, and for how long. */

#include "facts.h"

/* Checks the next bills of the group, one after the other. */
static void check_bills(game *game, iap_offer_type_t offer_type, int64_t price_milliunits, int count) {
    for (int i = 0; i < count; i++) {
        REQUIRE(pass_until(game, end_of(game, PASS_GROUP)));
        const iap_transaction *period = period_of(game, PASS_GROUP);
        CHECK_INT(iap_transaction_offer_type(period), offer_type);
        CHECK_INT(iap_transaction_price_milliunits(period), price_milliunits);
    }
}

static size_t win_back_count(game *game) {
    return iap_renewal_info_eligible_win_back_offer_count(renewal_of(game, PASS_GROUP));
}

static iap_payment win_back(void) {
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.win_back_id = OFFER_RETURN;
    return payment;
}

/* ------------------------------------------------------------------------------------------------- introductory */

TEST(an_introductory_offer_is_for_one_product_of_the_group_and_once_for_ever) {
    static const char *const products[] = {PASS_GOLD, PASS_SILVER, PASS_YEAR};
    static const int64_t prices[] = {9990, 4990, 39990};
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", products[i]);
        game *game = offers_game();
        REQUIRE(offers_lapse(game, PASS_SILVER) && pass(game, 3000 * DAY_MS));
        const iap_transaction *bought = game_buy(game, products[i]);
        CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
        CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_NONE);
        CHECK_INT(iap_transaction_price_milliunits(bought), prices[i]);
    }
}

TEST(an_introductory_offer_lasts_for_its_number_of_periods) {
    game *game = offers_game();
    const iap_transaction *bought = game_buy(game, PASS_SILVER);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_INTRODUCTORY);
    CHECK_INT(iap_transaction_price_milliunits(bought), 990);
    check_bills(game, IAP_OFFER_TYPE_INTRODUCTORY, 990, 2);
    check_bills(game, IAP_OFFER_TYPE_NONE, 4990, 2);
}

/* -------------------------------------------------------------------------------------------------- promotional */

TEST(a_promotional_offer_is_for_current_and_for_lapsed_subscribers) {
    for (int has_lapsed = 0; has_lapsed < 2; has_lapsed++) {
        test_case("%s", has_lapsed ? "lapsed" : "current");
        game *game = offers_game();
        if (has_lapsed) REQUIRE(offers_lapse(game, PASS_SILVER) && pass(game, 1000 * DAY_MS));
        else REQUIRE(game_own(game, PASS_SILVER) != 0);
        const heard *outcome = ask_with_offer(game, PASS_GOLD, OFFER_LOYAL);
        REQUIRE(outcome != NULL);
        CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_PURCHASED);
        CHECK_TEXT(iap_transaction_offer_id(outcome->transaction), OFFER_LOYAL);
        CHECK_INT(iap_transaction_offer_type(outcome->transaction), IAP_OFFER_TYPE_PROMOTIONAL);
    }
}

/* ----------------------------------------------------------------------------------------------------- win-back */

TEST(a_win_back_offer_is_open_from_the_moment_at_which_the_subscription_expires) {
    game *game = offers_game();
    const uint64_t id = game_own(game, PASS_GOLD);
    REQUIRE(set_auto_renew(game, id, false) && pass_until(game, end_of(game, PASS_GROUP) - 1));
    const iap_payment payment = win_back();
    CHECK_INT(win_back_count(game), 0);
    CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
    REQUIRE(pass(game, 1));
    CHECK_INT(win_back_count(game), 1);
    CHECK_TEXT(iap_renewal_info_eligible_win_back_offer_at(renewal_of(game, PASS_GROUP), 0), OFFER_RETURN);
    const iap_transaction *bought = offers_buy(game, &payment);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_WIN_BACK);
    CHECK_INT(win_back_count(game), 0);
    check_bills(game, IAP_OFFER_TYPE_WIN_BACK, 2990, 2);
    check_bills(game, IAP_OFFER_TYPE_NONE, 9990, 1);
}

TEST(a_win_back_offer_is_not_open_while_a_renewal_is_tried_again) {
    game *game = offers_game();
    REQUIRE(game_own(game, PASS_GOLD) != 0 && let_renewals_fail(game, 3));
    const iap_payment payment = win_back();
    REQUIRE(pass_until(game, end_of(game, PASS_GROUP)));
    CHECK_INT(state_of(game, PASS_GROUP), IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD);
    CHECK_INT(win_back_count(game), 0);
    CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
    REQUIRE(pass(game, 4 * DAY_MS));
    CHECK_INT(state_of(game, PASS_GROUP), IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY);
    CHECK_INT(win_back_count(game), 0);
    CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
    REQUIRE(pass(game, 60 * DAY_MS));
    CHECK_INT(state_of(game, PASS_GROUP), IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK_INT(win_back_count(game), 1);
    CHECK(offers_buy(game, &payment) != NULL);
}

/* -------------------------------------------------------------------------------------------------------- codes */

TEST(a_code_that_is_redeemed_in_the_app_store_stands_in_the_transaction) {
    game *game = offers_game();
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = PASS_GOLD;
    purchase.offer_id = CODE_WELCOME;
    purchase.offer_type = IAP_OFFER_TYPE_CODE;
    uint64_t id = 0;
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, &id, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *redeemed =
        game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0)->transaction;
    CHECK_ID(iap_transaction_id(redeemed), id);
    CHECK_INT(iap_transaction_offer_type(redeemed), IAP_OFFER_TYPE_CODE);
    CHECK_TEXT(iap_transaction_offer_id(redeemed), CODE_WELCOME);
    check_bills(game, IAP_OFFER_TYPE_NONE, 9990, 1);
}
