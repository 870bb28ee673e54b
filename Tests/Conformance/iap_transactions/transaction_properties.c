/* The properties of a transaction, for each kind of product and in each state. */

#include "game.h"
#include "offer_catalogue.h"
#include "signed_text.h"

#include <iap/iap_commerce.h>

#include <string.h>

#define BUNDLE "com.example.game"
#define TOKEN "0f4c2d1e-5b6a-4978-8a9b-acbdcedfe0f1"

/* ------------------------------------------------------------------------------------------- after the purchase */

static const struct {
    const char *product_id;
    int32_t quantity;
    int64_t price;
    const char *group_id;
    iap_product_type_t type;
    int64_t days; /**< from the purchase to the expiration; 0: it does not expire */
} purchases[] = {
    {COINS, 3, 2970, NULL, IAP_PRODUCT_TYPE_CONSUMABLE, 0},
    {COINS_LARGE, 1, 1999950, NULL, IAP_PRODUCT_TYPE_CONSUMABLE, 0},
    {GEMS, 10, 290000, NULL, IAP_PRODUCT_TYPE_CONSUMABLE, 0},
    {SWORD, 1, 4990, NULL, IAP_PRODUCT_TYPE_NON_CONSUMABLE, 0},
    {LEVELS, 1, 2500, NULL, IAP_PRODUCT_TYPE_NON_CONSUMABLE, 0},
    {SEASON, 2, 19980, NULL, IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION, 0},
    {CLUB_MONTH, 1, 4990, CLUB_GROUP, IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION, 31},
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
    CHECK_INT(iap_transaction_signature_check(bought), IAP_SIGNATURE_VERIFIED);
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
        const iap_transaction *bought = outcome->transaction;
        check_purchase(bought, now, purchases[i].price, is_subscription);
        CHECK_TEXT(iap_transaction_subscription_group_id(bought), purchases[i].group_id);
        CHECK(iap_transaction_id(bought) != 0);
        CHECK_ID(iap_transaction_original_id(bought), iap_transaction_id(bought));
        CHECK_TEXT(iap_transaction_product_id(bought), purchases[i].product_id);
        CHECK_INT(iap_transaction_product_type(bought), purchases[i].type);
        CHECK_INT(iap_transaction_quantity(bought), purchases[i].quantity);
        CHECK_INT(iap_transaction_purchase_date_ms(bought), now);
        CHECK_INT(iap_transaction_original_purchase_date_ms(bought), now);
        const int64_t length = purchases[i].days * INT64_C(86400000);
        CHECK_INT(iap_transaction_expiration_date_ms(bought), length == 0 ? 0 : now + length);
        CHECK_INT(iap_transaction_ownership(bought), IAP_OWNERSHIP_PURCHASED);
        CHECK_TEXT(iap_transaction_app_account_token(bought), NULL);
        CHECK_TEXT(iap_transaction_environment(bought), "Sandbox");
        CHECK_INT(iap_transaction_delivery_count(bought), 1);
        CHECK(iap_transaction_original(bought) == NULL);
        iap_error error = IAP_ERROR_VALUE_INIT;
        error.status = IAP_ERROR_NETWORK;
        CHECK_STATUS(iap_transaction_error(bought, &error), IAP_OK);
        CHECK_STATUS(error.status, IAP_OK);
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

/* ------------------------------------------------------------------------------------------- before the payment */

static void check_nothing_of_the_store(const iap_transaction *unpaid) {
    CHECK_ID(iap_transaction_id(unpaid), 0);
    CHECK_ID(iap_transaction_original_id(unpaid), 0);
    CHECK_INT(iap_transaction_product_type(unpaid), IAP_PRODUCT_TYPE_UNKNOWN);
    CHECK_INT(iap_transaction_purchase_date_ms(unpaid), 0);
    CHECK_INT(iap_transaction_original_purchase_date_ms(unpaid), 0);
    CHECK_TEXT(iap_transaction_environment(unpaid), NULL);
    CHECK_INT(iap_transaction_delivery_count(unpaid), 0);
    CHECK(iap_transaction_original(unpaid) == NULL);
    CHECK_INT(iap_transaction_signature_check(unpaid), IAP_SIGNATURE_NONE);
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
