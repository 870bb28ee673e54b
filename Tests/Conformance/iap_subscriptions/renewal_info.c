/* Renewal info: what happens to a subscription at the end of the period. */

#include "game.h"
#include "offer_catalogue.h"
#include "signed_text.h"

#define DAY_MS INT64_C(86400000)
#define TOKEN "7d1f3a52-90c4-4be1-9d6e-2f8a7c5b1e30"

static const iap_renewal_info *info_of(game *game, const char *group_id) {
    return iap_subscription_status_renewal_info(game_status(game, group_id));
}

static const iap_renewal_info *after(game *game, uint64_t id, const iap_store_renewal *renewal) {
    CHECK_STATUS(iap_store_set_renewal(game->store, id, renewal, NULL), IAP_OK);
    return info_of(game, CLUB_GROUP);
}

/* -------------------------------------------------------------------------------------------- after the purchase */

TEST(the_renewal_of_a_new_subscription_is_reported) {
    game *game = game_start();
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = CLUB_MONTH;
    payment.app_account_token = "7D1F3A52-90C4-4BE1-9D6E-2F8A7C5B1E30";
    const heard *outcome = game_buy_with(game, &payment);
    REQUIRE(outcome != NULL);
    const iap_transaction *bought = outcome->transaction;
    const iap_renewal_info *info = info_of(game, CLUB_GROUP);
    CHECK_INT(iap_renewal_info_signature_check(info), IAP_SIGNATURE_VERIFIED);
    CHECK_ID(iap_renewal_info_original_transaction_id(info), iap_transaction_id(bought));
    CHECK_TEXT(iap_renewal_info_product_id(info), CLUB_MONTH);
    CHECK_INT(iap_renewal_info_will_auto_renew(info), 1);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(info), CLUB_MONTH);
    CHECK_INT(iap_renewal_info_expiration_reason(info), IAP_EXPIRATION_REASON_NONE);
    CHECK_INT(iap_renewal_info_price_increase(info), IAP_PRICE_INCREASE_NONE);
    CHECK_INT(iap_renewal_info_is_in_billing_retry(info), 0);
    CHECK_INT(iap_renewal_info_grace_period_expiration_date_ms(info), 0);
    CHECK_INT(iap_renewal_info_offer_type(info), IAP_OFFER_TYPE_NONE);
    CHECK_TEXT(iap_renewal_info_offer_id(info), NULL);
    CHECK_INT(iap_renewal_info_offer_payment_mode(info), IAP_PAYMENT_MODE_NONE);
    CHECK_INT(iap_renewal_info_offer_period_unit(info), IAP_PERIOD_UNIT_NONE);
    CHECK_INT(iap_renewal_info_offer_period_value(info), 0);
    CHECK_TEXT(iap_renewal_info_environment(info), iap_transaction_environment(bought));
    CHECK_INT(iap_renewal_info_recent_subscription_start_date_ms(info), iap_transaction_purchase_date_ms(bought));
    CHECK_INT(iap_renewal_info_renewal_date_ms(info), iap_transaction_expiration_date_ms(bought));
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(info), 4990);
    CHECK_TEXT(iap_renewal_info_currency_code(info), "USD");
    CHECK_INT(iap_renewal_info_eligible_win_back_offer_count(info), 0);
    CHECK_TEXT(iap_renewal_info_eligible_win_back_offer_at(info, 0), NULL);
    CHECK_TEXT(iap_renewal_info_app_account_token(info), TOKEN);
    CHECK_TEXT(iap_renewal_info_app_transaction_id(info), iap_transaction_app_transaction_id(bought));
    CHECK_INT(iap_renewal_info_signed_date_ms(info), iap_store_now_ms(game->store));
    CHECK_SIGNED_JSON(iap_renewal_info_signed_text(info), iap_renewal_info_json(info));
}

TEST(the_json_of_a_renewal_has_the_fields_of_the_app_store) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.price_increase = IAP_PRICE_INCREASE_AGREED;
    const iap_renewal_info *info = after(game, id, &renewal);
    const char *json = iap_renewal_info_json(info);
    CHECK(json_has_id(json, "originalTransactionId", id));
    CHECK(json_has_text(json, "productId", CLUB_MONTH));
    CHECK(json_has_text(json, "autoRenewProductId", CLUB_MONTH));
    CHECK(json_has_number(json, "autoRenewStatus", 1));
    CHECK(json_has_number(json, "priceIncreaseStatus", 1));
    CHECK(json_has_text(json, "environment", iap_renewal_info_environment(info)));
    CHECK(
        json_has_number(json, "recentSubscriptionStartDate", iap_renewal_info_recent_subscription_start_date_ms(info)));
    CHECK(json_has_number(json, "renewalDate", iap_renewal_info_renewal_date_ms(info)));
    CHECK(json_has_number(json, "renewalPrice", 4990));
    CHECK(json_has_text(json, "currency", "USD"));
    CHECK(json_has_text(json, "appTransactionId", iap_renewal_info_app_transaction_id(info)));
    CHECK(json_has_number(json, "signedDate", iap_renewal_info_signed_date_ms(info)));
    CHECK(!json_names(json, "expirationIntent") && !json_names(json, "appAccountToken"));

    renewal.will_auto_renew = 0;
    renewal.price_increase = IAP_PRICE_INCREASE_PENDING;
    renewal.expiration_reason = IAP_EXPIRATION_REASON_BILLING_ERROR;
    renewal.is_in_billing_retry = 1;
    renewal.grace_period_expiration_date_ms = iap_store_now_ms(game->store) + DAY_MS;
    info = after(game, id, &renewal);
    json = iap_renewal_info_json(info);
    CHECK(json_has_number(json, "autoRenewStatus", 0));
    CHECK(json_has_number(json, "priceIncreaseStatus", 0));
    CHECK(json_has_number(json, "expirationIntent", 2));
    CHECK(json_has(json, "isInBillingRetryPeriod", "true"));
    CHECK(json_has_number(json, "gracePeriodExpiresDate", renewal.grace_period_expiration_date_ms));
    CHECK(!json_names(json, "autoRenewProductId"));
    CHECK_SIGNED_JSON(iap_renewal_info_signed_text(info), json);
}

/* -------------------------------------------------------------------------------------------- what a test sets */

TEST(a_renewal_that_is_turned_off_has_no_product_and_no_date) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.will_auto_renew = 0;
    const iap_renewal_info *info = after(game, id, &renewal);
    CHECK_INT(iap_renewal_info_will_auto_renew(info), 0);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(info), NULL);
    CHECK_INT(iap_renewal_info_renewal_date_ms(info), 0);
    CHECK_TEXT(iap_renewal_info_product_id(info), CLUB_MONTH);
    renewal.will_auto_renew = 1;
    info = after(game, id, &renewal);
    CHECK_INT(iap_renewal_info_will_auto_renew(info), 1);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(info), CLUB_MONTH);
    CHECK(iap_renewal_info_renewal_date_ms(info) > iap_store_now_ms(game->store));
}

TEST(a_renewal_to_another_product_has_its_price) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.auto_renew_product_id = CLUB_YEAR;
    const iap_renewal_info *info = after(game, id, &renewal);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(info), CLUB_YEAR);
    CHECK_TEXT(iap_renewal_info_product_id(info), CLUB_MONTH);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(info), 39990);
    CHECK_TEXT(iap_renewal_info_currency_code(info), "USD");
    /* The product stays the same before the renewal. */
    CHECK_TEXT(iap_transaction_product_id(iap_subscription_status_transaction(game_status(game, CLUB_GROUP))),
               CLUB_MONTH);
    renewal.auto_renew_product_id = NULL;
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(after(game, id, &renewal)), CLUB_MONTH);
}

TEST(a_price_increase_is_pending_and_then_agreed) {
    const iap_price_increase_t steps[] = {IAP_PRICE_INCREASE_PENDING, IAP_PRICE_INCREASE_AGREED,
                                          IAP_PRICE_INCREASE_NONE};
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    for (size_t i = 0; i < 3; i++) {
        test_case("step %zu", i);
        renewal.price_increase = steps[i];
        renewal.renewal_price_milliunits = i < 2 ? 5990 : 0;
        const iap_subscription_status *status =
            iap_store_set_renewal(game->store, id, &renewal, NULL) == IAP_OK ? game_status(game, CLUB_GROUP) : NULL;
        const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
        CHECK_INT(iap_renewal_info_price_increase(info), steps[i]);
        CHECK_INT(iap_renewal_info_renewal_price_milliunits(info), i < 2 ? 5990 : 4990);
        /* The player is subscribed while the consent is open. */
        CHECK_INT(iap_subscription_status_state(status), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
        CHECK_INT(iap_transaction_price_milliunits(iap_subscription_status_transaction(status)), 4990);
    }
}

/* ------------------------------------------------------------------------------------------------------ offers */

TEST(an_offer_that_goes_on_is_reported_for_the_next_renewal) {
    game *game = offers_game();
    /* Three periods of 0.99: two remain. */
    REQUIRE(game_own(game, PASS_SILVER) != 0);
    const iap_renewal_info *info = info_of(game, PASS_GROUP);
    CHECK_INT(iap_renewal_info_offer_type(info), IAP_OFFER_TYPE_INTRODUCTORY);
    CHECK_TEXT(iap_renewal_info_offer_id(info), NULL);
    CHECK_INT(iap_renewal_info_offer_payment_mode(info), IAP_PAYMENT_MODE_PAY_AS_YOU_GO);
    CHECK_INT(iap_renewal_info_offer_period_unit(info), IAP_PERIOD_UNIT_MONTH);
    CHECK_INT(iap_renewal_info_offer_period_value(info), 1);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(info), 990);
    CHECK(json_has_number(iap_renewal_info_json(info), "offerType", 1));
    CHECK(json_has_text(iap_renewal_info_json(info), "offerDiscountType", "PAY_AS_YOU_GO"));
}

TEST(an_offer_that_is_over_is_not_reported_for_the_next_renewal) {
    game *game = offers_game();
    REQUIRE(game_own(game, PASS_GOLD) != 0);
    const iap_renewal_info *info = info_of(game, PASS_GROUP);
    CHECK_INT(iap_renewal_info_offer_type(info), IAP_OFFER_TYPE_NONE);
    CHECK_TEXT(iap_renewal_info_offer_id(info), NULL);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(info), 9990);
    CHECK(!json_names(iap_renewal_info_json(info), "offerType"));
}

/* -------------------------------------------------------------------------------------------------------- start */

TEST(short_gaps_do_not_begin_a_subscription_anew) {
    game *game = game_start();
    const int64_t start = iap_store_now_ms(game->store);
    const uint64_t first = game_own(game, CLUB_MONTH);
    REQUIRE(first != 0);
    /* The subscription ends after 31 days; the gap is 59 days. */
    REQUIRE_OK(iap_store_set_auto_renew(game->store, first, 0, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 90 * DAY_MS, NULL));
    const iap_transaction *second = game_buy(game, CLUB_MONTH);
    REQUIRE(second != NULL && game_finish(game, second));
    CHECK_INT(iap_renewal_info_recent_subscription_start_date_ms(info_of(game, CLUB_GROUP)), start);
    /* Now the gap is 61 days. */
    REQUIRE_OK(iap_store_set_auto_renew(game->store, first, 0, NULL));
    const int64_t end = iap_transaction_expiration_date_ms(second);
    REQUIRE_OK(iap_store_advance_clock(game->store, end - iap_store_now_ms(game->store) + 61 * DAY_MS, NULL));
    const int64_t again = iap_store_now_ms(game->store);
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    const iap_renewal_info *info = info_of(game, CLUB_GROUP);
    CHECK_INT(iap_renewal_info_recent_subscription_start_date_ms(info), again);
    CHECK_ID(iap_renewal_info_original_transaction_id(info), first);
}
