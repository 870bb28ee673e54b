/* Billing plans of a subscription: payment of the whole period up front, or a commitment of twelve months with monthly billing.
   */

#include "offer_payments.h"

#include <iap/iap_commerce.h>

static iap_payment with_plan(const char *product_id, iap_billing_plan_type_t plan) {
    iap_payment payment = payment_for(product_id);
    payment.billing_plan = plan;
    return payment;
}

TEST(a_commitment_is_paid_month_by_month) {
    game *game = offers_game_of_a_former_subscriber();
    const iap_payment payment = with_plan(PASS_YEAR, IAP_BILLING_PLAN_MONTHLY);
    const iap_transaction *bought = offers_buy(game, &payment);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_billing_plan_type(bought), IAP_BILLING_PLAN_MONTHLY);
    CHECK_INT(iap_transaction_price_milliunits(bought), 3990);
    CHECK_TEXT(iap_transaction_currency_code(bought), "USD");
    /* Bought on 2 February 2026. */
    CHECK_INT(iap_transaction_expiration_date_ms(bought), 1772409600000 /* 2026-03-02 */);
    CHECK_INT(iap_transaction_commitment_period_number(bought), 1);
    CHECK_INT(iap_transaction_commitment_period_count(bought), 12);
    CHECK_INT(iap_transaction_commitment_expiration_date_ms(bought), 1801526400000 /* 2027-02-02 */);
    CHECK_INT(iap_transaction_commitment_price_milliunits(bought), 47880);
    const iap_renewal_info *info = iap_subscription_status_renewal_info(game_status(game, PASS_GROUP));
    CHECK_INT(iap_renewal_info_billing_plan_type(info), IAP_BILLING_PLAN_MONTHLY);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(info), 3990);
    CHECK_INT(iap_renewal_info_will_auto_renew(info), 1);
    CHECK_INT(iap_renewal_info_renewal_date_ms(info), 1772409600000);
}

TEST(a_commitment_cannot_be_left_before_its_end) {
    game *game = offers_game_of_a_former_subscriber();
    const iap_payment payment = with_plan(PASS_YEAR, IAP_BILLING_PLAN_MONTHLY);
    const iap_transaction *bought = offers_buy(game, &payment);
    REQUIRE(bought != NULL);
    REQUIRE_OK(iap_store_set_auto_renew(game->store, iap_transaction_id(bought), 0, NULL));
    const iap_renewal_info *info = iap_subscription_status_renewal_info(game_status(game, PASS_GROUP));
    CHECK_INT(iap_renewal_info_will_auto_renew(info), 1);
    CHECK_CONTAINS(iap_renewal_info_json(info), "ommitment");
}

TEST(a_year_that_is_paid_at_once_is_no_commitment) {
    for (int is_said = 0; is_said < 2; is_said++) {
        test_case("%s", is_said ? "said" : "not said");
        game *game = offers_game_of_a_former_subscriber();
        const iap_payment payment = with_plan(PASS_YEAR, is_said ? IAP_BILLING_PLAN_UP_FRONT : IAP_BILLING_PLAN_NONE);
        const iap_transaction *bought = offers_buy(game, &payment);
        REQUIRE(bought != NULL);
        CHECK_INT(iap_transaction_billing_plan_type(bought), IAP_BILLING_PLAN_UP_FRONT);
        CHECK_INT(iap_transaction_price_milliunits(bought), 39990);
        CHECK_INT(iap_transaction_expiration_date_ms(bought), 1801526400000 /* 2027-02-02 */);
        CHECK_INT(iap_transaction_commitment_period_number(bought), 0);
        CHECK_INT(iap_transaction_commitment_period_count(bought), 0);
        CHECK_INT(iap_transaction_commitment_expiration_date_ms(bought), 0);
        CHECK_INT(iap_transaction_commitment_price_milliunits(bought), 0);
    }
}

TEST(a_plan_that_the_product_does_not_have_is_refused_by_the_store) {
    static const char *const products[] = {PASS_GOLD, NEWS, BAG, HAT};
    game *game = offers_game_of_a_former_subscriber();
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        test_case("%s", products[i]);
        const iap_payment payment = with_plan(products[i], IAP_BILLING_PLAN_MONTHLY);
        const uint64_t before = store_totals(game->store).transactions;
        const heard *outcome = game_buy_with(game, &payment);
        REQUIRE(outcome != NULL);
        CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_FAILED);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK(iap_transaction_error(outcome->transaction, &error) != IAP_OK);
        CHECK(error.message[0] != 0);
        CHECK_ID(store_totals(game->store).transactions, before);
    }
}

TEST(a_plan_that_is_none_is_refused_by_the_library) {
    static const iap_billing_plan_type_t plans[] = {-1, 3, INT32_MAX, INT32_MIN};
    game *game = offers_game();
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        test_case("plan %d", (int)plans[i]);
        const iap_payment payment = with_plan(PASS_YEAR, plans[i]);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, &error), IAP_ERROR_INVALID_ARGUMENT);
        CHECK(error.message[0] != 0);
    }
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}
