/* iap_verify.h: the result of each getter for each field, with unsigned texts. */

#include "verify.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------- texts */

typedef struct text_case {
    int kinds; /* one bit for each IAP_SIGNED_… value */
    const char *name;
    const char *(*get)(const iap_signed_data *data);
} text_case;

#define T (1 << IAP_SIGNED_TRANSACTION)
#define R (1 << IAP_SIGNED_RENEWAL_INFO)
#define A (1 << IAP_SIGNED_APP_TRANSACTION)
#define N (1 << IAP_SIGNED_NOTIFICATION)

static const text_case text_cases[] = {
    {T | R, "productId", iap_signed_product_id},
    {T | R, "appAccountToken", iap_signed_app_account_token},
    {T | R | A, "appTransactionId", iap_signed_app_transaction_id},
    {T | R, "offerIdentifier", iap_signed_offer_id},
    {T | R, "offerPeriod", iap_signed_offer_period},
    {T | R, "currency", iap_signed_currency_code},
    {T | R | A, "deviceVerification", iap_signed_device_verification},
    {T | R | A, "deviceVerificationNonce", iap_signed_device_verification_nonce},
    {T, "webOrderLineItemId", iap_signed_web_order_line_item_id},
    {T, "subscriptionGroupIdentifier", iap_signed_subscription_group_id},
    {T, "storefront", iap_signed_storefront_country_code},
    {T, "storefrontId", iap_signed_storefront_identifier},
    {R, "autoRenewProductId", iap_signed_auto_renew_product_id},
    {A, "applicationVersion", iap_signed_app_version},
    {A, "originalApplicationVersion", iap_signed_original_app_version},
    {A, "originalPlatform", iap_signed_original_platform},
    {N, "notificationUUID", iap_signed_notification_uuid},
    {N, "version", iap_signed_notification_version},
};

TEST(texts_come_out_as_they_went_in) {
    for (size_t i = 0; i < sizeof text_cases / sizeof *text_cases; i++) {
        const text_case *each = &text_cases[i];
        for (iap_signed_kind_t kind = 1; kind <= IAP_SIGNED_NOTIFICATION; kind++) {
            test_case("%s of kind %d", each->name, (int)kind);
            const bool has_it = (each->kinds & 1 << kind) != 0;
            char fields[128];
            snprintf(fields, sizeof fields, "\"%s\":\"Caf\\u00e9 \\\"%zu\\\"\"", each->name, i);
            char expected[64];
            snprintf(expected, sizeof expected, "Caf\xC3\xA9 \"%zu\"", i);
            const iap_signed_data *data = verify_read_fields(kind, fields);
            CHECK_TEXT(each->get(data), has_it ? expected : NULL);
            CHECK_TEXT(iap_signed_text(data, each->name), expected);
            CHECK_INT(iap_signed_has(data, each->name), 1);
            CHECK_INT(strstr(iap_signed_unknown_json(data), each->name) == NULL, has_it);
            CHECK_TEXT(each->get(verify_read_fields(kind, "")), NULL);
            snprintf(fields, sizeof fields, "\"%s\":null", each->name);
            data = verify_read_fields(kind, fields);
            CHECK_TEXT(each->get(data), NULL);
            CHECK_INT(iap_signed_has(data, each->name), 0);
        }
        CHECK_TEXT(each->get(NULL), NULL);
    }
}

/* ----------------------------------------------------------------------------------------------------- numbers */

typedef struct number_case {
    int kinds;
    const char *name;
    int64_t (*get)(const iap_signed_data *data);
} number_case;

static int64_t quantity(const iap_signed_data *data) { return iap_signed_quantity(data); }
static int64_t percentage(const iap_signed_data *data) { return iap_signed_revocation_percentage(data); }
static int64_t renewal_quantity(const iap_signed_data *data) { return iap_signed_renewal_quantity(data); }
static int64_t app_apple_id(const iap_signed_data *data) { return (int64_t)iap_signed_app_apple_id(data); }
static int64_t app_version_id(const iap_signed_data *data) { return (int64_t)iap_signed_app_version_id(data); }

static const number_case number_cases[] = {
    {T | R | N, "signedDate", iap_signed_signed_date_ms},
    {A, "receiptCreationDate", iap_signed_signed_date_ms},
    {T | A, "originalPurchaseDate", iap_signed_original_purchase_date_ms},
    {T, "purchaseDate", iap_signed_purchase_date_ms},
    {T, "expiresDate", iap_signed_expiration_date_ms},
    {T, "revocationDate", iap_signed_revocation_date_ms},
    {T, "price", iap_signed_price_milliunits},
    {T, "quantity", quantity},
    {T, "revocationPercentage", percentage},
    {R, "gracePeriodExpiresDate", iap_signed_grace_period_expiration_date_ms},
    {R, "recentSubscriptionStartDate", iap_signed_recent_subscription_start_date_ms},
    {R, "renewalDate", iap_signed_renewal_date_ms},
    {R, "renewalPrice", iap_signed_renewal_price_milliunits},
    {R, "renewalQuantity", renewal_quantity},
    {A, "appAppleId", app_apple_id},
    {A, "versionExternalIdentifier", app_version_id},
    {A, "preorderDate", iap_signed_preorder_date_ms},
};

TEST(numbers_come_out_as_they_went_in) {
    for (size_t i = 0; i < sizeof number_cases / sizeof *number_cases; i++) {
        const number_case *each = &number_cases[i];
        for (iap_signed_kind_t kind = 1; kind <= IAP_SIGNED_NOTIFICATION; kind++) {
            test_case("%s of kind %d", each->name, (int)kind);
            if (strcmp(each->name, "receiptCreationDate") == 0 && kind != IAP_SIGNED_APP_TRANSACTION) continue;
            if (strcmp(each->name, "signedDate") == 0 && kind == IAP_SIGNED_APP_TRANSACTION) continue;
            const bool has_it = (each->kinds & 1 << kind) != 0;
            char fields[128];
            snprintf(fields, sizeof fields, "\"%s\":%zu", each->name, i + 1000);
            const iap_signed_data *data = verify_read_fields(kind, fields);
            int64_t value = -7;
            CHECK_INT(each->get(data), has_it ? i + 1000 : 0);
            CHECK_INT(iap_signed_number(data, each->name, &value), 1);
            CHECK_INT(value, i + 1000);
            CHECK_INT(iap_signed_number(data, each->name, NULL), 1);
            CHECK_TEXT(iap_signed_text(data, each->name), NULL);
            CHECK_INT(each->get(verify_read_fields(kind, "")), 0);
        }
        CHECK_INT(each->get(NULL), 0);
    }
    test_case(NULL);
    int64_t value = -7;
    const iap_signed_data *data =
        verify_read_fields(IAP_SIGNED_TRANSACTION, "\"signedDate\":1697679936049.7297,\"a\":1.5,\"b\":\"1\"");
    CHECK_INT(iap_signed_signed_date_ms(data), 1697679936049);
    CHECK_INT(iap_signed_number(data, "a", &value), 0);
    CHECK_INT(iap_signed_number(data, "b", &value), 0);
    CHECK_INT(iap_signed_number(data, "missing", &value), 0);
    CHECK_INT(iap_signed_number(data, NULL, &value), 0);
    CHECK_INT(iap_signed_number(NULL, "a", &value), 0);
    CHECK_INT(value, -7);
}

TEST(ids_are_numbers_and_texts) {
    static const struct {
        const char *written;
        uint64_t id;
    } cases[] = {{"2000122326000001", 2000122326000001},
                 {"0", 0},
                 {"18446744073709551615", UINT64_MAX},
                 {"18446744073709551616", 0},
                 {"", 0},
                 {"12a", 0},
                 {"-1", 0},
                 {" 1", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_case("%s", cases[i].written);
        char fields[256];
        snprintf(fields, sizeof fields,
                 "\"transactionId\":\"%s\",\"originalTransactionId\":\"%s\",\"previousOriginalTransactionId\":\"%s\"",
                 cases[i].written, cases[i].written, cases[i].written);
        const iap_signed_data *data = verify_read_fields(IAP_SIGNED_TRANSACTION, fields);
        CHECK_ID(iap_signed_transaction_id(data), cases[i].id);
        CHECK_ID(iap_signed_original_transaction_id(data), cases[i].id);
        CHECK_ID(iap_signed_previous_original_transaction_id(data), cases[i].id);
        CHECK_TEXT(iap_signed_text(data, "transactionId"), cases[i].written);
    }
    test_case(NULL);
    CHECK_ID(iap_signed_transaction_id(verify_read_fields(IAP_SIGNED_TRANSACTION, "")), 0);
    CHECK_ID(iap_signed_transaction_id(NULL), 0);
}

/* ----------------------------------------------------------------------------------------- objects in a payload */

TEST(commitments_are_read) {
    const iap_signed_data *data = verify_read_fields(
        IAP_SIGNED_TRANSACTION, "\"commitmentInfo\":{\"billingPeriodNumber\":3,\"totalBillingPeriods\":12,"
                                "\"commitmentExpiresDate\":1800000000000,\"commitmentPrice\":59990,\"new\":1}");
    CHECK_INT(iap_signed_commitment_period_number(data), 3);
    CHECK_INT(iap_signed_commitment_period_count(data), 12);
    CHECK_INT(iap_signed_commitment_expiration_date_ms(data), 1800000000000);
    CHECK_INT(iap_signed_commitment_price_milliunits(data), 59990);
    CHECK_TEXT(iap_signed_unknown_json(data), "{\"commitmentInfo\":{\"new\":1}}");
    int64_t value = 0;
    CHECK_INT(iap_signed_number(data, "commitmentInfo.new", &value), 1);
    CHECK_INT(value, 1);
    data = verify_read_fields(
        IAP_SIGNED_RENEWAL_INFO,
        "\"commitmentInfo\":{\"commitmentAutoRenewProductId\":\"pass\",\"commitmentAutoRenewStatus\":0,"
        "\"commitmentRenewalBillingPlanType\":\"MONTHLY\",\"commitmentRenewalDate\":1800000000001,"
        "\"commitmentRenewalPrice\":4990}");
    CHECK_TEXT(iap_signed_commitment_auto_renew_product_id(data), "pass");
    CHECK_INT(iap_signed_commitment_auto_renewal(data), IAP_AUTO_RENEWAL_OFF);
    CHECK_INT(iap_signed_commitment_billing_plan_type(data), IAP_BILLING_PLAN_MONTHLY);
    CHECK_INT(iap_signed_commitment_renewal_date_ms(data), 1800000000001);
    CHECK_INT(iap_signed_commitment_renewal_price_milliunits(data), 4990);
    CHECK_TEXT(iap_signed_unknown_json(data), "{}");
    CHECK_INT(iap_signed_commitment_auto_renewal(verify_read_fields(IAP_SIGNED_RENEWAL_INFO, "")),
              IAP_AUTO_RENEWAL_UNKNOWN);
    CHECK_INT(iap_signed_commitment_period_number(NULL), 0);
}

TEST(seats_of_a_transaction_are_read) {
    static const struct {
        const char *word;
        iap_invitation_management value;
    } cases[] = {{"APPLE", IAP_INVITATION_MANAGEMENT_APPLE},
                 {"DEVELOPER", IAP_INVITATION_MANAGEMENT_DEVELOPER},
                 {"NEW", IAP_INVITATION_MANAGEMENT_UNKNOWN}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s", cases[i].word);
        char fields[512];
        snprintf(fields, sizeof fields,
                 "\"quantity\":12,\"price\":4157,\"inAppOwnershipType\":\"PURCHASED\",\"multiSeatInfo\":{"
                 "\"invitationManagement\":\"%s\",\"priceTiers\":[{\"price\":4990,\"quantity\":2},"
                 "{\"price\":3990,\"quantity\":10,\"new\":1}],\"revokedSeatQuantity\":3},"
                 "\"commitmentInfo\":{\"billingPeriodNumber\":2}",
                 cases[i].word);
        const iap_signed_data *data = verify_read_fields(IAP_SIGNED_TRANSACTION, fields);
        CHECK_INT(iap_signed_invitation_management(data), cases[i].value);
        CHECK_TEXT(iap_signed_text(data, "multiSeatInfo.invitationManagement"), cases[i].word);
        CHECK_INT(iap_signed_revoked_seat_quantity(data), 3);
        CHECK_INT(iap_signed_quantity(data), 12);
        CHECK_INT(iap_signed_price_milliunits(data), 4157);
        CHECK_INT(iap_signed_revocation_date_ms(data), 0);
        CHECK_INT(iap_signed_commitment_period_number(data), 2);
        REQUIRE(CHECK_INT(iap_signed_seat_price_tier_count(data), 2));
        int64_t price = -7;
        int32_t quantity = -7;
        CHECK_INT(iap_signed_seat_price_tier_at(data, 0, &price, &quantity), 1);
        CHECK_INT(price, 4990);
        CHECK_INT(quantity, 2);
        CHECK_INT(iap_signed_seat_price_tier_at(data, 1, &price, NULL), 1);
        CHECK_INT(price, 3990);
        CHECK_INT(iap_signed_seat_price_tier_at(data, 1, NULL, &quantity), 1);
        CHECK_INT(quantity, 10);
        CHECK_INT(iap_signed_seat_price_tier_at(data, 2, &price, &quantity), 0);
        CHECK_INT(iap_signed_seat_price_tier_at(data, SIZE_MAX, &price, &quantity), 0);
        CHECK_INT(price, 3990);
        CHECK_INT(quantity, 10);
        CHECK_TEXT(iap_signed_unknown_json(data), "{\"multiSeatInfo\":{\"priceTiers\":[{},{\"new\":1}]}}");
    }
    test_case(NULL);
    const iap_signed_data *none = verify_read_fields(IAP_SIGNED_TRANSACTION, "");
    CHECK_INT(iap_signed_invitation_management(none), IAP_INVITATION_MANAGEMENT_NONE);
    CHECK_INT(iap_signed_additional_transaction_reason(none), IAP_ADDITIONAL_TRANSACTION_REASON_NONE);
    CHECK_INT(iap_signed_revoked_seat_quantity(none), 0);
    CHECK_INT(iap_signed_seat_price_tier_count(none), 0);
    CHECK_INT(iap_signed_seat_price_tier_at(none, 0, NULL, NULL), 0);
    CHECK_INT(iap_signed_invitation_management(NULL), 0);
    CHECK_INT(iap_signed_revoked_seat_quantity(NULL), 0);
    CHECK_INT(iap_signed_seat_price_tier_count(NULL), 0);
    CHECK_INT(iap_signed_seat_price_tier_at(NULL, 0, NULL, NULL), 0);
}

TEST(seats_of_the_next_renewal_are_read) {
    const iap_signed_data *data =
        verify_read_fields(IAP_SIGNED_RENEWAL_INFO, "\"renewalQuantity\":8,\"multiSeatInfo\":{\"renewalPriceTiers\":["
                                                    "{\"price\":4990},{\"quantity\":6}]}");
    CHECK_INT(iap_signed_renewal_quantity(data), 8);
    CHECK_INT(iap_signed_seat_price_tier_count(data), 2);
    int64_t price = -7;
    int32_t quantity = -7;
    CHECK_INT(iap_signed_seat_price_tier_at(data, 0, &price, &quantity), 1);
    CHECK_INT(price, 4990);
    CHECK_INT(quantity, 0);
    CHECK_INT(iap_signed_seat_price_tier_at(data, 1, &price, &quantity), 1);
    CHECK_INT(price, 0);
    CHECK_INT(quantity, 6);
    CHECK_INT(iap_signed_invitation_management(data), IAP_INVITATION_MANAGEMENT_NONE);
    CHECK_TEXT(iap_signed_unknown_json(data), "{}");
}

TEST(advanced_commerce_is_a_json_object_as_it_was_signed) {
    static const char object[] = "{\"items\" : [{\"SKU\":\"a\\u0041\",\"price\":1}], \"requestReferenceId\":\"r\"}";
    char fields[256];
    snprintf(fields, sizeof fields, "\"advancedCommerceInfo\":%s", object);
    for (iap_signed_kind_t kind = IAP_SIGNED_TRANSACTION; kind <= IAP_SIGNED_RENEWAL_INFO; kind++) {
        const iap_signed_data *data = verify_read_fields(kind, fields);
        CHECK_TEXT(iap_signed_advanced_commerce_json(data), object);
        CHECK_TEXT(iap_signed_text(data, "advancedCommerceInfo.requestReferenceId"), "r");
        CHECK_TEXT(iap_signed_advanced_commerce_json(verify_read_fields(kind, "")), NULL);
    }
    CHECK_TEXT(iap_signed_advanced_commerce_json(NULL), NULL);
}

TEST(win_back_offers_are_a_list_of_ids) {
    const iap_signed_data *data =
        verify_read_fields(IAP_SIGNED_RENEWAL_INFO, "\"eligibleWinBackOfferIds\":[\"a\",\"b\\n\"],\"productId\":\"p\"");
    CHECK_INT(iap_signed_win_back_offer_count(data), 2);
    CHECK_TEXT(iap_signed_win_back_offer_at(data, 0), "a");
    CHECK_TEXT(iap_signed_win_back_offer_at(data, 1), "b\n");
    CHECK_TEXT(iap_signed_win_back_offer_at(data, 2), NULL);
    CHECK_TEXT(iap_signed_win_back_offer_at(data, SIZE_MAX), NULL);
    CHECK_INT(iap_signed_win_back_offer_count(verify_read_fields(IAP_SIGNED_RENEWAL_INFO, "")), 0);
    CHECK_INT(iap_signed_win_back_offer_count(NULL), 0);
    CHECK_TEXT(iap_signed_win_back_offer_at(NULL, 0), NULL);
}

/* ------------------------------------------------------------------------------------------------------ by name */

TEST(fields_without_a_getter_are_read_by_name) {
    const iap_signed_data *data = verify_read_fields(
        IAP_SIGNED_TRANSACTION, "\"new\":{\"a\":{\"b\":\"x\"},\"n\":-5,\"t\":true,\"z\":null},\"list\":[{\"a\":1}]");
    CHECK_TEXT(iap_signed_text(data, "new.a.b"), "x");
    int64_t value = 0;
    CHECK_INT(iap_signed_number(data, "new.n", &value), 1);
    CHECK_INT(value, -5);
    CHECK_INT(iap_signed_number(data, "new.t", &value), 1);
    CHECK_INT(value, 1);
    CHECK_INT(iap_signed_has(data, "new"), 1);
    CHECK_INT(iap_signed_has(data, "list"), 1);
    static const char *const missing[] = {"", ".", "new.", "new.z", "a", "new.a.b.c", "list.a", "New", "new..a"};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        test_case("%s", missing[i]);
        CHECK_INT(iap_signed_has(data, missing[i]), 0);
        CHECK_TEXT(iap_signed_text(data, missing[i]), NULL);
        CHECK_INT(iap_signed_number(data, missing[i], &value), 0);
    }
    test_case(NULL);
    CHECK_INT(iap_signed_has(NULL, "new"), 0);
    CHECK_INT(iap_signed_has(data, NULL), 0);
    CHECK_TEXT(iap_signed_text(NULL, "new"), NULL);
    CHECK_TEXT(iap_signed_text(data, NULL), NULL);
    CHECK_TEXT(iap_signed_unknown_json(data), strstr(iap_signed_json(data), "\"new\"") != NULL
                                                  ? "{\"new\":{\"a\":{\"b\":\"x\"},\"n\":-5,\"t\":true,\"z\":null},"
                                                    "\"list\":[{\"a\":1}]}"
                                                  : NULL);
}

TEST(getters_of_no_data_give_nothing) {
    CHECK_INT(iap_signed_kind(NULL), IAP_SIGNED_KIND_NONE);
    CHECK_INT(iap_signed_is_signature_checked(NULL), 0);
    CHECK_INT(iap_signed_environment(NULL), IAP_ENVIRONMENT_UNKNOWN);
    CHECK_TEXT(iap_signed_json(NULL), NULL);
    CHECK_TEXT(iap_signed_unknown_json(NULL), NULL);
    CHECK_TEXT(iap_signed_bundle_id(NULL), NULL);
    CHECK_INT(iap_signed_notification_content(NULL), IAP_NOTIFICATION_CONTENT_NONE);
    CHECK_TEXT(iap_signed_transaction_text(NULL), NULL);
    CHECK_INT(iap_signed_subscription_state(NULL), 0);
    CHECK_INT(iap_signed_succeeded_count(NULL), 0);
    CHECK_INT(iap_signed_failed_count(NULL), 0);
    CHECK_INT(iap_signed_storefront_country_code_count(NULL), 0);
    CHECK_TEXT(iap_signed_storefront_country_code_at(NULL, 0), NULL);
}
