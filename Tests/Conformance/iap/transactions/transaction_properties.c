/* The properties of a transaction, for each kind of product and in each state. */

#include "game.h"
#include "offer_catalogue.h"
#include "signed_text.h"

#include <string.h>

#define BUNDLE "com.example.game"
#define TOKEN "0f4c2d1e-5b6a-4978-8a9b-acbdcedfe0f1"

/* ------------------------------------------------------------------------------------------- after the purchase */

static const struct {
    const char *product_id;
    int32_t quantity;
    int64_t price;
    const char *group_id;
} purchases[] = {
    {COINS, 3, 2970, NULL},  {COINS_LARGE, 1, 1999950, NULL}, {GEMS, 10, 290000, NULL},          {SWORD, 1, 4990, NULL},
    {LEVELS, 1, 2500, NULL}, {SEASON, 2, 19980, NULL},        {CLUB_MONTH, 1, 4990, CLUB_GROUP},
};

static void check_no_offer(const iap_transaction *transaction) {
    CHECK_INT(iap_transaction_offer_type(transaction), IAP_OFFER_TYPE_NONE);
    CHECK_TEXT(iap_transaction_offer_id(transaction), NULL);
    CHECK_INT(iap_transaction_offer_payment_mode(transaction), IAP_PAYMENT_MODE_NONE);
    CHECK_INT(iap_transaction_offer_period_unit(transaction), IAP_PERIOD_UNIT_NONE);
    CHECK_INT(iap_transaction_offer_period_value(transaction), 0);
}

static void check_no_revocation(const iap_transaction *transaction) {
    CHECK_INT(iap_transaction_revocation_date_ms(transaction), 0);
    CHECK_INT(iap_transaction_revocation_reason(transaction), IAP_REVOCATION_REASON_NONE);
    CHECK_INT(iap_transaction_revocation_type(transaction), IAP_REVOCATION_TYPE_NONE);
    CHECK_INT(iap_transaction_revocation_percentage(transaction), 0);
}

static void check_no_commitment(const iap_transaction *transaction) {
    CHECK_INT(iap_transaction_commitment_period_number(transaction), 0);
    CHECK_INT(iap_transaction_commitment_period_count(transaction), 0);
    CHECK_INT(iap_transaction_commitment_expiration_date_ms(transaction), 0);
    CHECK_INT(iap_transaction_commitment_price_milliunits(transaction), 0);
    CHECK_TEXT(iap_transaction_advanced_commerce_json(transaction), NULL);
}

static void check_purchase(const iap_transaction *bought, int64_t now, int64_t price, bool is_subscription) {
    CHECK_INT(iap_transaction_verification(bought), IAP_VERIFICATION_VERIFIED);
    CHECK_TEXT(iap_transaction_app_bundle_id(bought), BUNDLE);
    CHECK_INT(iap_transaction_is_upgraded(bought), 0);
    CHECK_INT(iap_transaction_reason(bought), IAP_TRANSACTION_REASON_PURCHASE);
    CHECK_TEXT(iap_transaction_storefront_country_code(bought), "USA");
    CHECK_TEXT(iap_transaction_storefront_identifier(bought), "143441");
    CHECK_INT(iap_transaction_price_milliunits(bought), price);
    CHECK_TEXT(iap_transaction_currency_code(bought), "USD");
    const char *bill = iap_transaction_web_order_line_item_id(bought);
    CHECK((bill != NULL) == is_subscription);
    if (bill != NULL) CHECK(bill[0] != 0 && strspn(bill, "0123456789") == strlen(bill));
    if (!is_subscription) CHECK_INT(iap_transaction_billing_plan_type(bought), IAP_BILLING_PLAN_NONE);
    const char *app_transaction_id = iap_transaction_app_transaction_id(bought);
    CHECK(app_transaction_id != NULL && app_transaction_id[0] != 0);
    CHECK_INT(iap_transaction_signed_date_ms(bought), now);
    const char *verification = iap_transaction_device_verification(bought);
    /* 48 bytes are 64 Base64 characters, without padding. */
    CHECK(verification != NULL && strlen(verification) == 64 && strchr(verification, '=') == NULL);
    CHECK(is_lowercase_uuid(iap_transaction_device_verification_nonce(bought)));
    CHECK_SIGNED_JSON(iap_transaction_signed_text(bought), iap_transaction_json(bought));
    check_no_offer(bought);
    check_no_revocation(bought);
    check_no_commitment(bought);
}

TEST(every_kind_of_purchase_tells_what_the_store_signed) {
    game *game = game_start();
    for (size_t i = 0; i < sizeof purchases / sizeof purchases[0]; i++) {
        test_case("%s", purchases[i].product_id);
        REQUIRE_OK(iap_store_advance_clock(game->store, 1000, NULL));
        const heard *outcome = game_outcome(game, game_pay(game, purchases[i].product_id, purchases[i].quantity));
        REQUIRE(outcome != NULL);
        const int64_t now = iap_store_now_ms(game->store);
        const bool is_subscription = purchases[i].group_id != NULL;
        check_purchase(outcome->transaction, now, purchases[i].price, is_subscription);
        CHECK_TEXT(iap_transaction_subscription_group_id(outcome->transaction), purchases[i].group_id);
        /* The queue, a query and the finish report the same. */
        const iap_transactions *queue = game_queue(game);
        REQUIRE(iap_transactions_count(queue) == 1);
        check_purchase(iap_transactions_at(queue, 0), now, purchases[i].price, is_subscription);
        const iap_transactions *asked = game_query(game, IAP_QUERY_ALL, purchases[i].product_id);
        REQUIRE(iap_transactions_count(asked) == 1);
        check_purchase(iap_transactions_at(asked, 0), now, purchases[i].price, is_subscription);
        REQUIRE(game_finish(game, outcome->transaction));
        check_purchase(game_nth(game, IAP_EVENT_TRANSACTION_REMOVED, ANY_STATE, i)->transaction, now,
                       purchases[i].price, is_subscription);
    }
}

TEST(the_json_of_a_purchase_has_the_fields_of_the_app_store) {
    game *game = game_start();
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = CLUB_MONTH;
    payment.app_account_token = TOKEN;
    const heard *outcome = game_buy_with(game, &payment);
    REQUIRE(outcome != NULL);
    const iap_transaction *bought = outcome->transaction;
    const char *json = iap_transaction_json(bought);
    CHECK(json_has_id(json, "transactionId", iap_transaction_id(bought)));
    CHECK(json_has_id(json, "originalTransactionId", iap_transaction_original_id(bought)));
    CHECK(json_has_text(json, "webOrderLineItemId", iap_transaction_web_order_line_item_id(bought)));
    CHECK(json_has_text(json, "bundleId", BUNDLE));
    CHECK(json_has_text(json, "productId", CLUB_MONTH));
    CHECK(json_has_text(json, "subscriptionGroupIdentifier", CLUB_GROUP));
    CHECK(json_has_number(json, "purchaseDate", iap_transaction_purchase_date_ms(bought)));
    CHECK(json_has_number(json, "originalPurchaseDate", iap_transaction_original_purchase_date_ms(bought)));
    CHECK(json_has_number(json, "expiresDate", iap_transaction_expiration_date_ms(bought)));
    CHECK(json_has_number(json, "quantity", 1));
    CHECK(json_has_text(json, "type", "Auto-Renewable Subscription"));
    CHECK(json_has_text(json, "appAccountToken", TOKEN));
    CHECK(json_has_text(json, "inAppOwnershipType", "PURCHASED"));
    CHECK(json_has_number(json, "signedDate", iap_transaction_signed_date_ms(bought)));
    CHECK(json_has_text(json, "environment", iap_transaction_environment(bought)));
    CHECK(json_has_text(json, "transactionReason", "PURCHASE"));
    CHECK(json_has_text(json, "storefront", "USA"));
    CHECK(json_has_text(json, "storefrontId", "143441"));
    CHECK(json_has_number(json, "price", 4990));
    CHECK(json_has_text(json, "currency", "USD"));
    CHECK(json_has_text(json, "appTransactionId", iap_transaction_app_transaction_id(bought)));
    CHECK(json_has_text(json, "deviceVerification", iap_transaction_device_verification(bought)));
    CHECK(json_has_text(json, "deviceVerificationNonce", iap_transaction_device_verification_nonce(bought)));
    /* The JSON leaves out fields that do not apply. */
    CHECK(!json_names(json, "isUpgraded") && !json_names(json, "revocationDate") && !json_names(json, "offerType"));
}

TEST(a_purchase_tells_the_storefront_and_the_currency_that_it_was_made_in) {
    game *game = game_start();
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", "de_DE", NULL));
    const iap_transaction *german = game_buy(game, COINS);
    REQUIRE_OK(iap_store_set_storefront(game->store, "USA", "en_US", NULL));
    const iap_transaction *american = game_buy(game, GEMS);
    CHECK_TEXT(iap_transaction_storefront_country_code(german), "DEU");
    CHECK_TEXT(iap_transaction_currency_code(german), "EUR");
    CHECK_TEXT(iap_transaction_storefront_country_code(american), "USA");
    CHECK_TEXT(iap_transaction_currency_code(american), "USD");
    const iap_transactions *asked = game_query(game, IAP_QUERY_ALL, COINS);
    CHECK_TEXT(iap_transaction_storefront_country_code(iap_transactions_at(asked, 0)), "DEU");
    CHECK_TEXT(iap_transaction_storefront_identifier(iap_transactions_at(asked, 0)),
               iap_transaction_storefront_identifier(german));
    CHECK(strcmp(iap_transaction_storefront_identifier(german), "143441") != 0);
}

TEST(an_introductory_offer_is_told_and_counted_in) {
    game *game = offers_game();
    const iap_transaction *bought = game_buy(game, PASS_GOLD);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_INTRODUCTORY);
    CHECK_TEXT(iap_transaction_offer_id(bought), NULL);
    CHECK_INT(iap_transaction_offer_payment_mode(bought), IAP_PAYMENT_MODE_FREE_TRIAL);
    CHECK_INT(iap_transaction_offer_period_unit(bought), IAP_PERIOD_UNIT_WEEK);
    CHECK_INT(iap_transaction_offer_period_value(bought), 1);
    CHECK_INT(iap_transaction_price_milliunits(bought), 0);
    CHECK_TEXT(iap_transaction_currency_code(bought), "USD");
    CHECK(json_has_number(iap_transaction_json(bought), "offerType", 1));
    CHECK(json_has_text(iap_transaction_json(bought), "offerDiscountType", "FREE_TRIAL"));
}

/* ------------------------------------------------------------------------------------------- before the payment */

static void check_nothing_of_the_store(const iap_transaction *unpaid) {
    CHECK_ID(iap_transaction_id(unpaid), 0);
    CHECK_INT(iap_transaction_verification(unpaid), IAP_VERIFICATION_NONE);
    CHECK_TEXT(iap_transaction_app_bundle_id(unpaid), NULL);
    CHECK_TEXT(iap_transaction_web_order_line_item_id(unpaid), NULL);
    CHECK_INT(iap_transaction_is_upgraded(unpaid), 0);
    CHECK_INT(iap_transaction_reason(unpaid), IAP_TRANSACTION_REASON_NONE);
    CHECK_TEXT(iap_transaction_storefront_country_code(unpaid), NULL);
    CHECK_TEXT(iap_transaction_storefront_identifier(unpaid), NULL);
    CHECK_INT(iap_transaction_price_milliunits(unpaid), 0);
    CHECK_TEXT(iap_transaction_currency_code(unpaid), NULL);
    CHECK_TEXT(iap_transaction_app_transaction_id(unpaid), NULL);
    CHECK_INT(iap_transaction_billing_plan_type(unpaid), IAP_BILLING_PLAN_NONE);
    CHECK_INT(iap_transaction_signed_date_ms(unpaid), 0);
    CHECK_TEXT(iap_transaction_device_verification(unpaid), NULL);
    CHECK_TEXT(iap_transaction_device_verification_nonce(unpaid), NULL);
    CHECK_TEXT(iap_transaction_signed_text(unpaid), NULL);
    CHECK_TEXT(iap_transaction_json(unpaid), NULL);
    check_no_offer(unpaid);
    check_no_revocation(unpaid);
    check_no_commitment(unpaid);
}

TEST(no_handle_tells_nothing) { check_nothing_of_the_store(NULL); }

TEST(what_has_not_been_paid_has_nothing_of_the_store) {
    game *game = game_start();
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = CLUB_MONTH;
    payment.app_account_token = TOKEN;
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    REQUIRE(game_buy_with(game, &payment) != NULL);
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK, NULL));
    REQUIRE(game_buy_with(game, &payment) != NULL);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    REQUIRE(game_buy_with(game, &payment) != NULL);
    CHECK_INT(game->log_count, 6);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASING), 3);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_FAILED), 2);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_DEFERRED), 1);
    for (size_t i = 0; i < game->log_count; i++) {
        test_case("entry %zu, state %d", i, (int)iap_transaction_state(game->log[i].transaction));
        check_nothing_of_the_store(game->log[i].transaction);
        CHECK_TEXT(iap_transaction_product_id(game->log[i].transaction), CLUB_MONTH);
        CHECK_TEXT(iap_transaction_app_account_token(game->log[i].transaction), TOKEN);
    }
}

TEST(an_approved_purchase_tells_what_the_store_signed) {
    game *game = game_start();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    REQUIRE(game_outcome(game, game_pay(game, COINS, 2)) != NULL);
    uint64_t approval = 0;
    size_t count = 0;
    REQUIRE_OK(iap_store_list_approvals(game->store, &approval, 1, &count, NULL));
    REQUIRE_OK(iap_store_approve(game->store, approval, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const heard *bought = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
    check_purchase(bought->transaction, iap_store_now_ms(game->store), 1980, false);
}
