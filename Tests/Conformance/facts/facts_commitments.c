/* A yearly subscription with monthly billing: the player is committed to twelve bills. */

#include "facts.h"

#include <iap/iap_commerce.h>

/* The player committed on 1 January 2026 to twelve bills of 10.00. */
static game *committed(uint64_t *id) {
    game *game = ladder_game();
    iap_payment payment = payment_for(LADDER_YEAR);
    payment.billing_plan = IAP_BILLING_PLAN_MONTHLY;
    const iap_transaction *bought = offers_buy(game, &payment);
    *id = iap_transaction_id(bought);
    game_finish(game, bought);
    game_settle(game);
    game_forget(game);
    return game;
}

#define COMMITMENT_END INT64_C(1798761600000) /* 2027-01-01 */

static bool says_of_the_commitment(game *game, const char *what) {
    return CHECK_CONTAINS(iap_renewal_info_json(renewal_of(game, LADDER_GROUP)), what);
}

TEST(each_month_of_a_commitment_is_a_transaction_of_its_own) {
    uint64_t id = 0;
    game *game = committed(&id);
    for (int month = 1; month <= 12; month++) {
        test_case("month %d", month);
        const iap_transaction *period = period_of(game, LADDER_GROUP);
        CHECK_INT(iap_transaction_commitment_period_number(period), month);
        CHECK_INT(iap_transaction_commitment_period_count(period), 12);
        CHECK_INT(iap_transaction_commitment_expiration_date_ms(period), COMMITMENT_END);
        CHECK_INT(iap_transaction_commitment_price_milliunits(period), 120000);
        CHECK_INT(iap_transaction_price_milliunits(period), 10000);
        CHECK_ID(iap_transaction_original_id(period), id);
        CHECK_INT(history(game, LADDER_YEAR), month);
        CHECK_INT(entitlements(game, LADDER_YEAR), 1);
        REQUIRE(pass_until(game, iap_transaction_expiration_date_ms(period)));
    }
    test_case("the next year");
    CHECK_INT(iap_store_now_ms(game->store), COMMITMENT_END);
    CHECK_INT(iap_transaction_commitment_period_number(period_of(game, LADDER_GROUP)), 1);
    CHECK_INT(history(game, LADDER_YEAR), 13);
}

TEST(who_cancels_a_commitment_leaves_at_its_end) {
    uint64_t id = 0;
    game *game = committed(&id);
    REQUIRE(says_of_the_commitment(game, "\"commitmentAutoRenewStatus\":1"));
    REQUIRE(pass(game, 100 * DAY_MS) && set_auto_renew(game, id, false));
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal_of(game, LADDER_GROUP)), 1);
    CHECK(says_of_the_commitment(game, "\"commitmentAutoRenewStatus\":0"));
    REQUIRE(pass_until(game, COMMITMENT_END - 1));
    CHECK_INT(iap_transaction_commitment_period_number(period_of(game, LADDER_GROUP)), 12);
    CHECK_INT(entitlements(game, LADDER_YEAR), 1);
    REQUIRE(pass(game, 1));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK_INT(ending_of(game, LADDER_GROUP), IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal_of(game, LADDER_GROUP)), 0);
    CHECK_INT(history(game, LADDER_YEAR), 12);
    CHECK_INT(entitlements(game, LADDER_YEAR), 0);
}

TEST(a_refund_of_its_current_period_ends_a_commitment) {
    uint64_t id = 0;
    game *game = committed(&id);
    REQUIRE(pass(game, 40 * DAY_MS));
    REQUIRE_OK(iap_store_refund(game->store, iap_transaction_id(period_of(game, LADDER_GROUP)), NULL));
    game_settle(game);
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_REVOKED);
    CHECK_INT(entitlements(game, LADDER_YEAR), 0);
    REQUIRE(pass_until(game, COMMITMENT_END));
    CHECK_INT(history(game, LADDER_YEAR), 2);
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_REVOKED);
}

TEST(an_upgrade_ends_a_commitment_at_once) {
    uint64_t id = 0;
    game *game = committed(&id);
    REQUIRE(pass(game, 40 * DAY_MS));
    const iap_transaction *bought = game_buy(game, LADDER_TOP);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_purchase_date_ms(bought), iap_store_now_ms(game->store));
    CHECK_INT(iap_transaction_commitment_period_count(bought), 0);
    CHECK_INT(entitlements(game, LADDER_YEAR), 0);
    CHECK_INT(entitlements(game, LADDER_TOP), 1);
    REQUIRE(pass_until(game, COMMITMENT_END));
    CHECK_INT(history(game, LADDER_YEAR), 2);
}

TEST(a_downgrade_waits_for_the_end_of_a_commitment) {
    uint64_t id = 0;
    game *game = committed(&id);
    REQUIRE(pass(game, 40 * DAY_MS) && game_buy(game, LADDER_BOTTOM) != NULL);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(renewal_of(game, LADDER_GROUP)), LADDER_YEAR);
    CHECK(says_of_the_commitment(game, "\"commitmentAutoRenewProductId\":\"" LADDER_BOTTOM "\""));
    REQUIRE(pass_until(game, COMMITMENT_END - 1));
    CHECK_INT(iap_transaction_commitment_period_number(period_of(game, LADDER_GROUP)), 12);
    REQUIRE(pass(game, 1));
    const iap_transaction *period = period_of(game, LADDER_GROUP);
    CHECK_TEXT(iap_transaction_product_id(period), LADDER_BOTTOM);
    CHECK_INT(iap_transaction_price_milliunits(period), 4000);
    CHECK_INT(iap_transaction_commitment_period_count(period), 0);
    CHECK_ID(iap_transaction_original_id(period), id);
}

TEST(a_bill_of_a_commitment_is_tried_again_for_ninety_days_without_grace) {
    uint64_t id = 0;
    game *game = committed(&id);
    const int64_t end = end_of(game, LADDER_GROUP);
    REQUIRE(let_renewals_fail(game, 28) && pass_until(game, end));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY);
    CHECK_INT(iap_renewal_info_grace_period_expiration_date_ms(renewal_of(game, LADDER_GROUP)), 0);
    CHECK_INT(entitlements(game, LADDER_YEAR), 0);
    REQUIRE(pass_until(game, end + 90 * DAY_MS - 1));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY);
    REQUIRE(pass(game, 1));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK_INT(ending_of(game, LADDER_GROUP), IAP_EXPIRATION_REASON_BILLING_ERROR);
    CHECK_INT(history(game, LADDER_YEAR), 1);
}
