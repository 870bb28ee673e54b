/* iap_verify.h: the result of each getter for each field, with unsigned texts. */

#include "verify.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------- texts */

typedef struct text_case {
    int kinds; /* one bit for each IAP_SIGNED_… value */
    const char *name;
    iap_signed_field_t field;
} text_case;

#define T (1 << IAP_SIGNED_TRANSACTION)
#define R (1 << IAP_SIGNED_RENEWAL_INFO)
#define A (1 << IAP_SIGNED_APP_TRANSACTION)
#define N (1 << IAP_SIGNED_NOTIFICATION)

static const text_case text_cases[] = {
    {T | R, "productId", IAP_SIGNED_PRODUCT_ID},
    {T | R, "appAccountToken", IAP_SIGNED_APP_ACCOUNT_TOKEN},
    {T | R | A, "appTransactionId", IAP_SIGNED_APP_TRANSACTION_ID},
    {T | R, "offerIdentifier", IAP_SIGNED_OFFER_ID},
    {T | R, "offerPeriod", IAP_SIGNED_OFFER_PERIOD},
    {T | R, "currency", IAP_SIGNED_CURRENCY_CODE},
    {T | R | A, "deviceVerification", IAP_SIGNED_DEVICE_VERIFICATION},
    {T | R | A, "deviceVerificationNonce", IAP_SIGNED_DEVICE_VERIFICATION_NONCE},
    {T, "webOrderLineItemId", IAP_SIGNED_WEB_ORDER_LINE_ITEM_ID},
    {T, "subscriptionGroupIdentifier", IAP_SIGNED_SUBSCRIPTION_GROUP_ID},
    {T, "storefront", IAP_SIGNED_STOREFRONT_COUNTRY_CODE},
    {T, "storefrontId", IAP_SIGNED_STOREFRONT_IDENTIFIER},
    {T, "bundleProductId", IAP_SIGNED_BUNDLE_PRODUCT_ID},
    {T, "bundleSubscriptionGroupIdentifier", IAP_SIGNED_BUNDLE_SUBSCRIPTION_GROUP_ID},
    {T, "bundleOriginalTransactionId", IAP_SIGNED_BUNDLE_ORIGINAL_TRANSACTION_ID},
    {R, "autoRenewProductId", IAP_SIGNED_AUTO_RENEW_PRODUCT_ID},
    {A, "applicationVersion", IAP_SIGNED_APP_VERSION},
    {A, "originalApplicationVersion", IAP_SIGNED_ORIGINAL_APP_VERSION},
    {A, "originalPlatform", IAP_SIGNED_ORIGINAL_PLATFORM},
    {A, "storeType", IAP_SIGNED_STORE_TYPE},
    {N, "notificationUUID", IAP_SIGNED_NOTIFICATION_UUID},
    {N, "version", IAP_SIGNED_NOTIFICATION_VERSION},
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
            CHECK_TEXT(iap_signed_text(data, each->field), has_it ? expected : NULL);
            CHECK_TEXT(iap_signed_json_text(data, each->name), expected);
            CHECK_INT(iap_signed_json_has(data, each->name), 1);
            CHECK_INT(iap_signed_has(data, each->field), has_it);
            CHECK_INT(strstr(iap_signed_unknown_json(data), each->name) == NULL, has_it);
            CHECK_TEXT(iap_signed_text(verify_read_fields(kind, ""), each->field), NULL);
            snprintf(fields, sizeof fields, "\"%s\":null", each->name);
            data = verify_read_fields(kind, fields);
            CHECK_TEXT(iap_signed_text(data, each->field), NULL);
            CHECK_INT(iap_signed_json_has(data, each->name), 0);
            CHECK_INT(iap_signed_has(data, each->field), 0);
        }
        CHECK_TEXT(iap_signed_text(NULL, each->field), NULL);
    }
}

/* ----------------------------------------------------------------------------------------------------- numbers */

typedef struct number_case {
    int kinds;
    const char *name;
    iap_signed_field_t field;
} number_case;

/* The functions of the other types return 0. */
static int64_t read_number(const iap_signed_data *data, iap_signed_field_t field) {
    return iap_signed_int64(data, field) + (int64_t)iap_signed_id(data, field);
}

static const number_case number_cases[] = {
    {T | R | N, "signedDate", IAP_SIGNED_SIGNED_DATE_MS},
    {A, "receiptCreationDate", IAP_SIGNED_SIGNED_DATE_MS},
    {T | A, "originalPurchaseDate", IAP_SIGNED_ORIGINAL_PURCHASE_DATE_MS},
    {T, "purchaseDate", IAP_SIGNED_PURCHASE_DATE_MS},
    {T, "expiresDate", IAP_SIGNED_EXPIRATION_DATE_MS},
    {T, "revocationDate", IAP_SIGNED_REVOCATION_DATE_MS},
    {T, "price", IAP_SIGNED_PRICE_MILLIUNITS},
    {T, "quantity", IAP_SIGNED_QUANTITY},
    {T, "revocationPercentage", IAP_SIGNED_REVOCATION_PERCENTAGE},
    {R, "gracePeriodExpiresDate", IAP_SIGNED_GRACE_PERIOD_EXPIRATION_DATE_MS},
    {R, "recentSubscriptionStartDate", IAP_SIGNED_RECENT_SUBSCRIPTION_START_DATE_MS},
    {R, "renewalDate", IAP_SIGNED_RENEWAL_DATE_MS},
    {R, "renewalPrice", IAP_SIGNED_RENEWAL_PRICE_MILLIUNITS},
    {R, "renewalQuantity", IAP_SIGNED_RENEWAL_QUANTITY},
    {A, "appAppleId", IAP_SIGNED_APP_APPLE_ID},
    {A, "versionExternalIdentifier", IAP_SIGNED_APP_VERSION_ID},
    {A, "preorderDate", IAP_SIGNED_PREORDER_DATE_MS},
    {A, "appRevocationDate", IAP_SIGNED_APP_REVOCATION_DATE_MS},
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
            CHECK_INT(read_number(data, each->field), has_it ? i + 1000 : 0);
            CHECK_INT(iap_signed_json_number(data, each->name, &value), 1);
            CHECK_INT(value, i + 1000);
            CHECK_INT(iap_signed_json_number(data, each->name, NULL), 1);
            CHECK_TEXT(iap_signed_json_text(data, each->name), NULL);
            CHECK_INT(read_number(verify_read_fields(kind, ""), each->field), 0);
        }
        CHECK_INT(read_number(NULL, each->field), 0);
    }
    test_case(NULL);
    int64_t value = -7;
    const iap_signed_data *data =
        verify_read_fields(IAP_SIGNED_TRANSACTION, "\"signedDate\":1697679936049.7297,\"a\":1.5,\"b\":\"1\"");
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_SIGNED_DATE_MS), 1697679936049);
    CHECK_INT(iap_signed_json_number(data, "a", &value), 0);
    CHECK_INT(iap_signed_json_number(data, "b", &value), 0);
    CHECK_INT(iap_signed_json_number(data, "missing", &value), 0);
    CHECK_INT(iap_signed_json_number(data, NULL, &value), 0);
    CHECK_INT(iap_signed_json_number(NULL, "a", &value), 0);
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
                 "\"transactionId\":\"%s\",\"originalTransactionId\":\"%s\",\"previousOriginalTransactionId\":\"%s\","
                 "\"bundleOriginalTransactionId\":\"%s\"",
                 cases[i].written, cases[i].written, cases[i].written, cases[i].written);
        const iap_signed_data *data = verify_read_fields(IAP_SIGNED_TRANSACTION, fields);
        CHECK_ID(iap_signed_id(data, IAP_SIGNED_TRANSACTION_ID), cases[i].id);
        CHECK_ID(iap_signed_id(data, IAP_SIGNED_ORIGINAL_TRANSACTION_ID), cases[i].id);
        CHECK_ID(iap_signed_id(data, IAP_SIGNED_PREVIOUS_ORIGINAL_TRANSACTION_ID), cases[i].id);
        CHECK_ID(iap_signed_id(data, IAP_SIGNED_BUNDLE_ORIGINAL_TRANSACTION_ID), cases[i].id);
        CHECK_TEXT(iap_signed_json_text(data, "transactionId"), cases[i].written);
    }
    test_case(NULL);
    CHECK_ID(iap_signed_id(verify_read_fields(IAP_SIGNED_TRANSACTION, ""), IAP_SIGNED_TRANSACTION_ID), 0);
    CHECK_ID(iap_signed_id(NULL, IAP_SIGNED_TRANSACTION_ID), 0);
}

/* ----------------------------------------------------------------------------------------- objects in a payload */

TEST(commitments_are_read) {
    const iap_signed_data *data = verify_read_fields(
        IAP_SIGNED_TRANSACTION, "\"commitmentInfo\":{\"billingPeriodNumber\":3,\"totalBillingPeriods\":12,"
                                "\"commitmentExpiresDate\":1800000000000,\"commitmentPrice\":59990,\"new\":1}");
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_COMMITMENT_PERIOD_NUMBER), 3);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_COMMITMENT_PERIOD_COUNT), 12);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_COMMITMENT_EXPIRATION_DATE_MS), 1800000000000);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_COMMITMENT_PRICE_MILLIUNITS), 59990);
    CHECK_TEXT(iap_signed_unknown_json(data), "{\"commitmentInfo\":{\"new\":1}}");
    int64_t value = 0;
    CHECK_INT(iap_signed_json_number(data, "commitmentInfo.new", &value), 1);
    CHECK_INT(value, 1);
    data = verify_read_fields(
        IAP_SIGNED_RENEWAL_INFO,
        "\"commitmentInfo\":{\"commitmentAutoRenewProductId\":\"pass\",\"commitmentAutoRenewStatus\":0,"
        "\"commitmentRenewalBillingPlanType\":\"MONTHLY\",\"commitmentRenewalDate\":1800000000001,"
        "\"commitmentRenewalPrice\":4990}");
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_COMMITMENT_AUTO_RENEW_PRODUCT_ID), "pass");
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_COMMITMENT_AUTO_RENEWAL), IAP_AUTO_RENEWAL_OFF);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_COMMITMENT_BILLING_PLAN_TYPE), IAP_BILLING_PLAN_MONTHLY);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_COMMITMENT_RENEWAL_DATE_MS), 1800000000001);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_COMMITMENT_RENEWAL_PRICE_MILLIUNITS), 4990);
    CHECK_TEXT(iap_signed_unknown_json(data), "{}");
    CHECK_INT(iap_signed_int64(verify_read_fields(IAP_SIGNED_RENEWAL_INFO, ""), IAP_SIGNED_COMMITMENT_AUTO_RENEWAL),
              IAP_AUTO_RENEWAL_UNKNOWN);
    CHECK_INT(iap_signed_int64(NULL, IAP_SIGNED_COMMITMENT_PERIOD_NUMBER), 0);
}

TEST(seats_of_a_transaction_are_read) {
    static const struct {
        const char *word;
        iap_invitation_management_t value;
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
        CHECK_INT(iap_signed_int64(data, IAP_SIGNED_INVITATION_MANAGEMENT), cases[i].value);
        CHECK_TEXT(iap_signed_json_text(data, "multiSeatInfo.invitationManagement"), cases[i].word);
        CHECK_INT(iap_signed_int64(data, IAP_SIGNED_REVOKED_SEAT_QUANTITY), 3);
        CHECK_INT(iap_signed_int64(data, IAP_SIGNED_QUANTITY), 12);
        CHECK_INT(iap_signed_int64(data, IAP_SIGNED_PRICE_MILLIUNITS), 4157);
        CHECK_INT(iap_signed_int64(data, IAP_SIGNED_REVOCATION_DATE_MS), 0);
        CHECK_INT(iap_signed_int64(data, IAP_SIGNED_COMMITMENT_PERIOD_NUMBER), 2);
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
    CHECK_INT(iap_signed_int64(none, IAP_SIGNED_INVITATION_MANAGEMENT), IAP_INVITATION_MANAGEMENT_NONE);
    CHECK_INT(iap_signed_int64(none, IAP_SIGNED_ADDITIONAL_TRANSACTION_REASON), IAP_ADDITIONAL_TRANSACTION_REASON_NONE);
    CHECK_INT(iap_signed_int64(none, IAP_SIGNED_REVOKED_SEAT_QUANTITY), 0);
    CHECK_INT(iap_signed_seat_price_tier_count(none), 0);
    CHECK_INT(iap_signed_seat_price_tier_at(none, 0, NULL, NULL), 0);
    CHECK_INT(iap_signed_int64(NULL, IAP_SIGNED_INVITATION_MANAGEMENT), 0);
    CHECK_INT(iap_signed_int64(NULL, IAP_SIGNED_REVOKED_SEAT_QUANTITY), 0);
    CHECK_INT(iap_signed_seat_price_tier_count(NULL), 0);
    CHECK_INT(iap_signed_seat_price_tier_at(NULL, 0, NULL, NULL), 0);
}

TEST(seats_of_the_next_renewal_are_read) {
    const iap_signed_data *data =
        verify_read_fields(IAP_SIGNED_RENEWAL_INFO, "\"renewalQuantity\":8,\"multiSeatInfo\":{\"renewalPriceTiers\":["
                                                    "{\"price\":4990},{\"quantity\":6}]}");
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_RENEWAL_QUANTITY), 8);
    CHECK_INT(iap_signed_seat_price_tier_count(data), 2);
    int64_t price = -7;
    int32_t quantity = -7;
    CHECK_INT(iap_signed_seat_price_tier_at(data, 0, &price, &quantity), 1);
    CHECK_INT(price, 4990);
    CHECK_INT(quantity, 0);
    CHECK_INT(iap_signed_seat_price_tier_at(data, 1, &price, &quantity), 1);
    CHECK_INT(price, 0);
    CHECK_INT(quantity, 6);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_INVITATION_MANAGEMENT), IAP_INVITATION_MANAGEMENT_NONE);
    CHECK_TEXT(iap_signed_unknown_json(data), "{}");
}

TEST(advanced_commerce_is_a_json_object_as_it_was_signed) {
    static const char object[] = "{\"items\" : [{\"SKU\":\"a\\u0041\",\"price\":1}], \"requestReferenceId\":\"r\"}";
    char fields[256];
    snprintf(fields, sizeof fields, "\"advancedCommerceInfo\":%s", object);
    for (iap_signed_kind_t kind = IAP_SIGNED_TRANSACTION; kind <= IAP_SIGNED_RENEWAL_INFO; kind++) {
        const iap_signed_data *data = verify_read_fields(kind, fields);
        CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_ADVANCED_COMMERCE_JSON), object);
        CHECK_TEXT(iap_signed_json_text(data, "advancedCommerceInfo.requestReferenceId"), "r");
        CHECK_TEXT(iap_signed_text(verify_read_fields(kind, ""), IAP_SIGNED_ADVANCED_COMMERCE_JSON), NULL);
    }
    CHECK_TEXT(iap_signed_text(NULL, IAP_SIGNED_ADVANCED_COMMERCE_JSON), NULL);
}

TEST(win_back_offers_are_a_list_of_ids) {
    const iap_signed_data *data =
        verify_read_fields(IAP_SIGNED_RENEWAL_INFO, "\"eligibleWinBackOfferIds\":[\"a\",\"b\\n\"],\"productId\":\"p\"");
    CHECK_INT(iap_signed_count(data, IAP_SIGNED_WIN_BACK_OFFERS), 2);
    CHECK_TEXT(iap_signed_text_at(data, IAP_SIGNED_WIN_BACK_OFFERS, 0), "a");
    CHECK_TEXT(iap_signed_text_at(data, IAP_SIGNED_WIN_BACK_OFFERS, 1), "b\n");
    CHECK_TEXT(iap_signed_text_at(data, IAP_SIGNED_WIN_BACK_OFFERS, 2), NULL);
    CHECK_TEXT(iap_signed_text_at(data, IAP_SIGNED_WIN_BACK_OFFERS, SIZE_MAX), NULL);
    CHECK_INT(iap_signed_count(verify_read_fields(IAP_SIGNED_RENEWAL_INFO, ""), IAP_SIGNED_WIN_BACK_OFFERS), 0);
    CHECK_INT(iap_signed_count(NULL, IAP_SIGNED_WIN_BACK_OFFERS), 0);
    CHECK_TEXT(iap_signed_text_at(NULL, IAP_SIGNED_WIN_BACK_OFFERS, 0), NULL);
}

/* ------------------------------------------------------------------------------------------------------ by name */

TEST(fields_without_a_getter_are_read_by_name) {
    const iap_signed_data *data = verify_read_fields(
        IAP_SIGNED_TRANSACTION, "\"new\":{\"a\":{\"b\":\"x\"},\"n\":-5,\"t\":true,\"z\":null},\"list\":[{\"a\":1}]");
    CHECK_TEXT(iap_signed_json_text(data, "new.a.b"), "x");
    int64_t value = 0;
    CHECK_INT(iap_signed_json_number(data, "new.n", &value), 1);
    CHECK_INT(value, -5);
    CHECK_INT(iap_signed_json_number(data, "new.t", &value), 1);
    CHECK_INT(value, 1);
    CHECK_INT(iap_signed_json_has(data, "new"), 1);
    CHECK_INT(iap_signed_json_has(data, "list"), 1);
    static const char *const missing[] = {"", ".", "new.", "new.z", "a", "new.a.b.c", "list.a", "New", "new..a"};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        test_case("%s", missing[i]);
        CHECK_INT(iap_signed_json_has(data, missing[i]), 0);
        CHECK_TEXT(iap_signed_json_text(data, missing[i]), NULL);
        CHECK_INT(iap_signed_json_number(data, missing[i], &value), 0);
    }
    test_case(NULL);
    CHECK_INT(iap_signed_json_has(NULL, "new"), 0);
    CHECK_INT(iap_signed_json_has(data, NULL), 0);
    CHECK_TEXT(iap_signed_json_text(NULL, "new"), NULL);
    CHECK_TEXT(iap_signed_json_text(data, NULL), NULL);
    CHECK_TEXT(iap_signed_unknown_json(data), strstr(iap_signed_json(data), "\"new\"") != NULL
                                                  ? "{\"new\":{\"a\":{\"b\":\"x\"},\"n\":-5,\"t\":true,\"z\":null},"
                                                    "\"list\":[{\"a\":1}]}"
                                                  : NULL);
}

TEST(getters_of_no_data_give_nothing) {
    CHECK_INT(iap_signed_kind(NULL), IAP_SIGNED_KIND_NONE);
    CHECK_INT(iap_signed_is_signature_checked(NULL), 0);
    CHECK_INT(iap_signed_int64(NULL, IAP_SIGNED_ENVIRONMENT), IAP_ENVIRONMENT_UNKNOWN);
    CHECK_TEXT(iap_signed_json(NULL), NULL);
    CHECK_TEXT(iap_signed_unknown_json(NULL), NULL);
    CHECK_TEXT(iap_signed_text(NULL, IAP_SIGNED_BUNDLE_ID), NULL);
    CHECK_INT(iap_signed_notification_content(NULL), IAP_NOTIFICATION_CONTENT_NONE);
    CHECK_TEXT(iap_signed_text(NULL, IAP_SIGNED_TRANSACTION_TEXT), NULL);
    CHECK_INT(iap_signed_int64(NULL, IAP_SIGNED_SUBSCRIPTION_STATE), 0);
    CHECK_INT(iap_signed_int64(NULL, IAP_SIGNED_SUCCEEDED_COUNT), 0);
    CHECK_INT(iap_signed_int64(NULL, IAP_SIGNED_FAILED_COUNT), 0);
    CHECK_INT(iap_signed_count(NULL, IAP_SIGNED_STOREFRONT_COUNTRY_CODES), 0);
    CHECK_TEXT(iap_signed_text_at(NULL, IAP_SIGNED_STOREFRONT_COUNTRY_CODES, 0), NULL);
}

TEST(a_field_that_is_unknown_or_has_another_type_is_zero_or_null) {
    const iap_signed_data *data = verify_read_fields(
        IAP_SIGNED_TRANSACTION,
        "\"transactionId\":\"7\",\"productId\":\"8\",\"price\":9,\"type\":\"Consumable\",\"isUpgraded\":true");
    static const iap_signed_field_t unknown[] = {0,
                                                 -1,
                                                 1,
                                                 IAP_SIGNED_TRANSACTION,
                                                 999,
                                                 INT32_MIN,
                                                 INT32_MAX,
                                                 IAP_SIGNED_REVOCATION_DATE_MS,
                                                 IAP_SIGNED_APP_VERSION};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        test_case("%d", (int)unknown[i]);
        CHECK_INT(iap_signed_has(data, unknown[i]), 0);
        CHECK_TEXT(iap_signed_text(data, unknown[i]), NULL);
        CHECK_INT(iap_signed_int64(data, unknown[i]), 0);
        CHECK_ID(iap_signed_id(data, unknown[i]), 0);
        CHECK_INT(iap_signed_count(data, unknown[i]), 0);
        CHECK_TEXT(iap_signed_text_at(data, unknown[i], 0), NULL);
    }
    static const struct {
        iap_signed_field_t field;
        const char *text;
        int64_t number;
        uint64_t id;
    } cases[] = {{IAP_SIGNED_TRANSACTION_ID, "7", 0, 7},
                 {IAP_SIGNED_PRODUCT_ID, "8", 0, 0},
                 {IAP_SIGNED_PRICE_MILLIUNITS, NULL, 9, 0},
                 {IAP_SIGNED_PRODUCT_TYPE, "Consumable", IAP_PRODUCT_TYPE_CONSUMABLE, 0},
                 {IAP_SIGNED_IS_UPGRADED, NULL, 1, 0},
                 {IAP_SIGNED_ENVIRONMENT, "LocalTesting", IAP_ENVIRONMENT_LOCAL_TESTING, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%d", (int)cases[i].field);
        CHECK_INT(iap_signed_has(data, cases[i].field), 1);
        CHECK_TEXT(iap_signed_text(data, cases[i].field), cases[i].text);
        CHECK_INT(iap_signed_int64(data, cases[i].field), cases[i].number);
        CHECK_ID(iap_signed_id(data, cases[i].field), cases[i].id);
        CHECK_INT(iap_signed_count(data, cases[i].field), 0);
        CHECK_TEXT(iap_signed_text_at(data, cases[i].field, 0), NULL);
    }
    test_case(NULL);
    CHECK_INT(iap_signed_has(NULL, IAP_SIGNED_PRODUCT_ID), 0);
    CHECK_TEXT(iap_signed_text(NULL, IAP_SIGNED_PRODUCT_ID), NULL);
    CHECK_INT(iap_signed_int64(NULL, IAP_SIGNED_ENVIRONMENT), 0);
    /* The number 0 is told from an absent number. */
    data = verify_read_fields(IAP_SIGNED_TRANSACTION, "\"price\":0");
    CHECK_INT(iap_signed_has(data, IAP_SIGNED_PRICE_MILLIUNITS), 1);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_PRICE_MILLIUNITS), 0);
    CHECK_INT(iap_signed_has(verify_read_fields(IAP_SIGNED_TRANSACTION, ""), IAP_SIGNED_PRICE_MILLIUNITS), 0);
}
