/* The renewal info while a bill is unpaid, within a commitment, and after the end. */

#include "offer_payments.h"
#include "requests.h"

#include <iap/iap_commerce.h>

static const iap_renewal_info *renewal_info(game *game) {
    return iap_subscription_status_renewal_info(game_status(game, PASS_GROUP));
}

static bool set_renewal(game *game, uint64_t id, const iap_store_renewal *renewal) {
    return CHECK_STATUS(iap_store_set_renewal(game->store, id, renewal, NULL), IAP_OK);
}

static uint64_t buy_and_finish(game *game, const iap_payment *payment) {
    const iap_transaction *bought = offers_buy(game, payment);
    return bought != NULL && game_finish(game, bought) ? iap_transaction_id(bought) : 0;
}

/** A subscriber who pays for a year in monthly bills. */
static uint64_t commit(game *game) {
    iap_payment payment = payment_for(PASS_YEAR);
    payment.billing_plan = IAP_BILLING_PLAN_MONTHLY;
    return buy_and_finish(game, &payment);
}

static bool redeem(game *game, const char *product_id, const char *offer_id) {
    iap_payment payment = payment_for(product_id);
    offers_prove_by_jws(game->store, &payment, offer_id);
    return game_buy_with(game, &payment) != NULL;
}

TEST(a_grace_period_that_is_over_is_not_reported) {
    game *game = offers_game();
    const uint64_t id = game_own(game, PASS_GOLD);
    const int64_t end = iap_store_now_ms(game->store) + DAY_MS;
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.is_in_billing_retry = 1;
    renewal.grace_period_expiration_date_ms = end;
    REQUIRE(set_renewal(game, id, &renewal));
    CHECK_INT(iap_renewal_info_grace_period_expiration_date_ms(renewal_info(game)), end);
    REQUIRE_OK(iap_store_advance_clock(game->store, 2 * DAY_MS, NULL));
    CHECK_INT(iap_renewal_info_grace_period_expiration_date_ms(renewal_info(game)), 0);
    CHECK_INT(iap_renewal_info_is_in_billing_retry(renewal_info(game)), 1);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    CHECK_INT(iap_renewal_info_is_in_billing_retry(renewal_info(game)), 0);
}

TEST(a_commitment_that_has_ended_is_not_renewed) {
    game *game = offers_game_of_a_former_subscriber();
    const uint64_t id = commit(game);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.will_auto_renew = 0;
    renewal.expiration_reason = IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED;
    REQUIRE(set_renewal(game, id, &renewal));
    const iap_renewal_info *info = renewal_info(game);
    CHECK_INT(iap_renewal_info_will_auto_renew(info), 0);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(info), NULL);
    CHECK_INT(iap_renewal_info_renewal_date_ms(info), 0);
}

TEST(what_comes_after_a_commitment_does_not_change_its_bills) {
    game *game = offers_game_of_a_former_subscriber();
    REQUIRE(commit(game) != 0 && redeem(game, PASS_SILVER, OFFER_SILVER_LOYAL));
    const iap_renewal_info *info = renewal_info(game);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(info), PASS_YEAR);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(info), 3990);
    CHECK_TEXT(iap_renewal_info_offer_id(info), NULL);
    CHECK_CONTAINS(iap_renewal_info_json(info), "\"commitmentAutoRenewProductId\":\"pass.silver\"");
    CHECK_CONTAINS(iap_renewal_info_json(info), "\"commitmentRenewalPrice\":1990");
}

TEST(a_price_increase_without_an_answer_is_why_it_ends) {
    game *game = offers_game();
    const uint64_t id = game_own(game, PASS_GOLD);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.price_increase = IAP_PRICE_INCREASE_PENDING;
    REQUIRE(set_renewal(game, id, &renewal));
    REQUIRE_OK(iap_store_advance_clock(game->store, 60 * DAY_MS, NULL));
    CHECK_INT(iap_renewal_info_expiration_reason(renewal_info(game)),
              IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE);
}

TEST(a_renewal_that_is_set_has_no_offer_of_before) {
    game *game = offers_game();
    const uint64_t id = game_own(game, PASS_GOLD);
    REQUIRE(redeem(game, PASS_GOLD, OFFER_LOYAL_YEAR));
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(renewal_info(game)), 59990);
    const iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    REQUIRE(set_renewal(game, id, &renewal));
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(renewal_info(game)), 9990);
    CHECK_TEXT(iap_renewal_info_offer_id(renewal_info(game)), NULL);
}

TEST(who_buys_again_keeps_the_offer_that_was_redeemed) {
    game *game = offers_game();
    REQUIRE(game_own(game, PASS_GOLD) != 0 && redeem(game, PASS_GOLD, OFFER_LOYAL_YEAR));
    const iap_payment payment = payment_for(PASS_GOLD);
    REQUIRE(game_buy_with(game, &payment) != NULL);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(renewal_info(game)), 59990);
    CHECK_TEXT(iap_renewal_info_offer_id(renewal_info(game)), OFFER_LOYAL_YEAR);
}

TEST(another_billing_plan_begins_with_the_next_renewal) {
    game *game = offers_game_of_a_former_subscriber();
    iap_payment payment = payment_for(PASS_YEAR);
    REQUIRE(buy_and_finish(game, &payment) != 0);
    payment.billing_plan = IAP_BILLING_PLAN_MONTHLY;
    REQUIRE(game_buy_with(game, &payment) != NULL);
    CHECK_INT(iap_renewal_info_billing_plan_type(renewal_info(game)), IAP_BILLING_PLAN_MONTHLY);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(renewal_info(game)), 3990);
}

TEST(a_higher_level_that_is_chosen_in_the_sheet_begins_at_once) {
    game *game = offers_game();
    REQUIRE(game_own(game, PASS_SILVER) != 0);
    REQUIRE_OK(iap_store_answer_next_sheet(game->store, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, IAP_STORE_ANSWER_ACCEPT,
                                           PASS_GOLD, NULL));
    uint64_t request = 0;
    REQUIRE_OK(iap_show_manage_subscriptions(game->client, NULL, NULL, game_hears_end, game, &request, NULL));
    REQUIRE(game_wait_response(game, request) != NULL);
    const iap_subscription_status *status = game_status(game, PASS_GROUP);
    CHECK_TEXT(iap_transaction_product_id(iap_subscription_status_transaction(status)), PASS_GOLD);
    CHECK_INT(store_totals(game->store).transactions, 2);
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
}

TEST(win_backs_are_for_those_who_have_left) {
    for (int is_refunded = 0; is_refunded < 2; is_refunded++) {
        test_case("%s", is_refunded ? "refunded" : "lapsed, but not switched off");
        game *game = offers_game();
        const uint64_t id = game_own(game, PASS_GOLD);
        if (is_refunded) REQUIRE_OK(iap_store_refund(game->store, id, NULL));
        REQUIRE_OK(iap_store_advance_clock(game->store, 60 * DAY_MS, NULL));
        CHECK_INT(iap_renewal_info_eligible_win_back_offer_count(renewal_info(game)), 0);
        iap_payment payment = payment_for(PASS_GOLD);
        payment.offer.win_back_id = OFFER_RETURN;
        CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
    }
}

TEST(an_offer_has_to_be_open_still_when_its_purchase_is_approved) {
    game *game = offers_game_of_a_former_subscriber();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.win_back_id = OFFER_RETURN;
    REQUIRE(game_buy_with(game, &payment) != NULL);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 0, NULL));
    payment = payment_for(PASS_SILVER);
    REQUIRE(buy_and_finish(game, &payment) != 0);
    const uint64_t before = store_totals(game->store).transactions;
    uint64_t approval = 0;
    size_t count = 0;
    REQUIRE_OK(iap_store_list_approvals(game->store, &approval, 1, &count, NULL));
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_approve(game->store, approval, &error), IAP_ERROR_INVALID_STATE);
    CHECK_CONTAINS(error.message, OFFER_RETURN);
    CHECK_ID(store_totals(game->store).transactions, before);
    CHECK_STATUS(iap_store_approve(game->store, approval, NULL), IAP_ERROR_NOT_FOUND);
}

TEST(an_offer_is_for_the_billing_plan_that_it_names) {
    game *game = game_install(
        offers_store_of(offers_text_with("\"offerID\": \"LOYAL_YEAR\"", "\"billingPlanType\": \"MONTHLY\", "
                                                                        "\"offerID\": \"LOYAL_YEAR\""),
                        NULL),
        "player", "phone");
    REQUIRE(game_launch(game) && offers_lapse(game, PASS_GOLD));
    iap_payment payment = payment_for(PASS_GOLD);
    offers_prove_by_jws(game->store, &payment, OFFER_LOYAL_YEAR);
    CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_IDENTIFIER);
}

TEST(seats_of_a_subscription_are_paid_one_by_one) {
    game *game = offers_game_of_a_former_subscriber();
    iap_payment payment = payment_for(PASS_SILVER);
    payment.seats = 50;
    const iap_transaction *bought = offers_buy(game, &payment);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_quantity(bought), 50);
    /* The price is the price of one seat. */
    CHECK_INT(iap_transaction_price_milliunits(bought), 4990);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(renewal_info(game)), 4990);
    payment = payment_for(BAG);
    payment.seats = 7;
    const uint64_t before = store_totals(game->store).transactions;
    const heard *outcome = game_buy_with(game, &payment);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_FAILED);
    CHECK_ID(store_totals(game->store).transactions, before);
}

TEST(a_period_of_any_length_leaves_the_receipt_possible) {
    game *game = game_install(offers_store_of(offers_text_with("\"recurringSubscriptionPeriod\": \"P1W\"",
                                                               "\"recurringSubscriptionPeriod\": \"P9999Y\""),
                                              NULL),
                              "player", "phone");
    REQUIRE(game_launch(game) && game_own(game, NEWS) != 0);
    uint64_t request = 0;
    REQUIRE_OK(iap_request_app_receipt(game->client, 0, game_hears_text, game, &request, NULL));
    const heard *answer = game_wait_response(game, request);
    REQUIRE(answer != NULL);
    CHECK(!answer->has_error);
}
