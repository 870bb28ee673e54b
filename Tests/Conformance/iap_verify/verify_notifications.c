/* iap_verify.h: the results of the getters for notifications, with unsigned texts. */

#include "verify.h"

#include <stdio.h>

#define APP "\"bundleId\":\"com.example.game\",\"environment\":\"LocalTesting\""

TEST(the_data_of_a_notification_is_read) {
    const iap_signed_data *data = verify_read(
        IAP_SIGNED_NOTIFICATION,
        "{\"notificationType\":\"DID_RENEW\",\"subtype\":\"BILLING_RECOVERY\",\"notificationUUID\":\"u\",\"version\":"
        "\"2.0\",\"signedDate\":1700000000000,\"data\":{" APP ",\"appAppleId\":41,\"bundleVersion\":\"7\","
        "\"signedTransactionInfo\":\"a.b.c\",\"signedRenewalInfo\":\"d.e.f\",\"status\":4,"
        "\"consumptionRequestReason\":\"LEGAL\",\"newer\":[1]},\"new\":true}");
    CHECK_INT(iap_signed_notification_content(data), IAP_NOTIFICATION_CONTENT_DATA);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_NOTIFICATION_TYPE), IAP_NOTIFICATION_DID_RENEW);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_NOTIFICATION_SUBTYPE), IAP_NOTIFICATION_SUBTYPE_BILLING_RECOVERY);
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_BUNDLE_ID), VERIFY_BUNDLE_ID);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_ENVIRONMENT), IAP_ENVIRONMENT_LOCAL_TESTING);
    CHECK_ID(iap_signed_id(data, IAP_SIGNED_APP_APPLE_ID), 41);
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_BUNDLE_VERSION), "7");
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_TRANSACTION_TEXT), "a.b.c");
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_RENEWAL_INFO_TEXT), "d.e.f");
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_APP_TRANSACTION_TEXT), NULL);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_SUBSCRIPTION_STATE), IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD);
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_CONSUMPTION_REQUEST_REASON), "LEGAL");
    CHECK_TEXT(iap_signed_json_text(data, "data.bundleVersion"), "7");
    CHECK_INT(iap_signed_json_has(data, "data.status"), 1);
    CHECK_INT(iap_signed_json_has(data, "status"), 0);
    CHECK_TEXT(iap_signed_unknown_json(data), "{\"data\":{\"newer\":[1]},\"new\":true}");
    static const iap_subscription_state_t states[] = {
        IAP_SUBSCRIPTION_STATE_SUBSCRIBED, IAP_SUBSCRIPTION_STATE_EXPIRED, IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY,
        IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD, IAP_SUBSCRIPTION_STATE_REVOKED};
    for (int status = 1; status <= 5; status++) {
        char payload[256];
        snprintf(payload, sizeof payload, "{\"data\":{" APP ",\"status\":%d}}", status);
        CHECK_INT(iap_signed_int64(verify_read(IAP_SIGNED_NOTIFICATION, payload), IAP_SIGNED_SUBSCRIPTION_STATE),
                  states[status - 1]);
    }
}

TEST(the_summary_of_a_notification_is_read) {
    const iap_signed_data *data = verify_read(
        IAP_SIGNED_NOTIFICATION,
        "{\"notificationType\":\"RENEWAL_EXTENSION\",\"subtype\":\"SUMMARY\",\"summary\":{" APP
        ",\"appAppleId\":41,\"productId\":\"pass\",\"requestIdentifier\":\"r\",\"storefrontCountryCodes\":[\"USA\","
        "\"MEX\"],\"succeededCount\":5000000000,\"failedCount\":2}}");
    CHECK_INT(iap_signed_notification_content(data), IAP_NOTIFICATION_CONTENT_SUMMARY);
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_PRODUCT_ID), "pass");
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_REQUEST_IDENTIFIER), "r");
    CHECK_INT(iap_signed_count(data, IAP_SIGNED_STOREFRONT_COUNTRY_CODES), 2);
    CHECK_TEXT(iap_signed_text_at(data, IAP_SIGNED_STOREFRONT_COUNTRY_CODES, 0), "USA");
    CHECK_TEXT(iap_signed_text_at(data, IAP_SIGNED_STOREFRONT_COUNTRY_CODES, 1), "MEX");
    CHECK_TEXT(iap_signed_text_at(data, IAP_SIGNED_STOREFRONT_COUNTRY_CODES, 2), NULL);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_SUCCEEDED_COUNT), 5000000000);
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_FAILED_COUNT), 2);
    CHECK_TEXT(iap_signed_unknown_json(data), "{}");
}

TEST(the_app_data_of_a_notification_is_read) {
    const iap_signed_data *data =
        verify_read(IAP_SIGNED_NOTIFICATION, "{\"notificationType\":\"RESCIND_CONSENT\",\"appData\":{" APP
                                             ",\"appAppleId\":41,\"signedAppTransactionInfo\":\"a.b.c\"}}");
    CHECK_INT(iap_signed_notification_content(data), IAP_NOTIFICATION_CONTENT_APP_DATA);
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_APP_TRANSACTION_TEXT), "a.b.c");
    CHECK_ID(iap_signed_id(data, IAP_SIGNED_APP_APPLE_ID), 41);
}

TEST(seats_that_were_unclaimed_are_read) {
    const iap_signed_data *data = verify_read(
        IAP_SIGNED_NOTIFICATION, "{\"notificationType\":\"UNCLAIM_SEATS\",\"unclaimInfo\":{" APP
                                 ",\"appAppleId\":41,\"unclaimSeatIds\":[\"claim-1\",\"claim-2\"],\"new\":\"x\"}}");
    CHECK_INT(iap_signed_int64(data, IAP_SIGNED_NOTIFICATION_TYPE), IAP_NOTIFICATION_UNCLAIM_SEATS);
    CHECK_INT(iap_signed_notification_content(data), IAP_NOTIFICATION_CONTENT_UNCLAIM_INFO);
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_BUNDLE_ID), VERIFY_BUNDLE_ID);
    CHECK_ID(iap_signed_id(data, IAP_SIGNED_APP_APPLE_ID), 41);
    CHECK_INT(iap_signed_count(data, IAP_SIGNED_UNCLAIMED_SEATS), 2);
    CHECK_TEXT(iap_signed_text_at(data, IAP_SIGNED_UNCLAIMED_SEATS, 0), "claim-1");
    CHECK_TEXT(iap_signed_text_at(data, IAP_SIGNED_UNCLAIMED_SEATS, 1), "claim-2");
    CHECK_TEXT(iap_signed_text_at(data, IAP_SIGNED_UNCLAIMED_SEATS, 2), NULL);
    CHECK_TEXT(iap_signed_json_text(data, "unclaimInfo.new"), "x");
    CHECK_TEXT(iap_signed_unknown_json(data), "{\"unclaimInfo\":{\"new\":\"x\"}}");
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_TRANSACTION_TEXT), NULL);
    CHECK_INT(iap_signed_count(NULL, IAP_SIGNED_UNCLAIMED_SEATS), 0);
    CHECK_TEXT(iap_signed_text_at(NULL, IAP_SIGNED_UNCLAIMED_SEATS, 0), NULL);
}

/* "An UNCLAIM_SEATS need not name an app": the verifier checks its signature, and its app too, if it names one. */
TEST(seats_that_were_unclaimed_need_not_name_an_app) {
    static const struct {
        const char *content;
        iap_verify_reason_t reason;
    } cases[] = {
        {"\"unclaimInfo\":{\"unclaimSeatIds\":[\"claim-1\"]}", IAP_VERIFY_REASON_NONE},
        {"\"unclaimInfo\":{\"bundleId\":\"com.example.game\",\"environment\":\"Sandbox\"}", IAP_VERIFY_REASON_NONE},
        {"\"unclaimInfo\":{\"bundleId\":\"com.example.other\"}", IAP_VERIFY_REASON_OTHER_APP},
        {"\"unclaimInfo\":{\"environment\":\"Production\"}", IAP_VERIFY_REASON_OTHER_ENVIRONMENT},
        {"\"data\":{}", IAP_VERIFY_REASON_OTHER_APP},
    };
    iap_store *store = store_open();
    const iap_verifier *verifier = verify_store(store);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s", cases[i].content);
        char payload[256];
        const int count = snprintf(payload, sizeof payload,
                                   "{\"notificationType\":\"UNCLAIM_SEATS\",\"version\":\"2.0\",%s}", cases[i].content);
        char text[16384];
        size_t length = 0;
        REQUIRE_OK(
            iap_store_sign_payload(store, (const uint8_t *)payload, (size_t)count, text, sizeof text, &length, NULL));
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        const iap_signed_data *data = verify_check(verifier, IAP_SIGNED_NOTIFICATION, text, &result);
        CHECK_INT(result.reason, cases[i].reason);
        CHECK_INT(data != NULL, cases[i].reason == IAP_VERIFY_REASON_NONE);
        CHECK_INT(result.signature_checked, cases[i].reason == IAP_VERIFY_REASON_NONE);
        CHECK_INT(iap_signed_int64(data, IAP_SIGNED_NOTIFICATION_TYPE),
                  data != NULL ? IAP_NOTIFICATION_UNCLAIM_SEATS : 0);
    }
    test_case(NULL);
    store_close(store);
}

/* The token names no test environment, therefore the verifier must accept the real environments; the text is not signed. */
TEST(the_token_of_an_external_purchase_is_of_a_real_environment) {
    static const char payload[] = "{\"externalPurchaseToken\":{\"externalPurchaseId\":\"SANDBOX_1\","
                                  "\"tokenCreationDate\":1700000000000,\"bundleId\":\"com.example.game\"}}";
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    CHECK(verify_check(verify_nothing(), IAP_SIGNED_NOTIFICATION, verify_unsigned_text(payload), &result) == NULL);
    CHECK_INT(result.reason, IAP_VERIFY_REASON_MISSING_CERTIFICATES);
    CHECK_TEXT(iap_signed_text(NULL, IAP_SIGNED_EXTERNAL_PURCHASE_ID), NULL);
    CHECK_INT(iap_signed_int64(NULL, IAP_SIGNED_TOKEN_CREATION_DATE_MS), 0);
}
