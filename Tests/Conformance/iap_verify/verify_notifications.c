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
    CHECK_INT(iap_signed_notification_type(data), IAP_NOTIFICATION_DID_RENEW);
    CHECK_INT(iap_signed_notification_subtype(data), IAP_NOTIFICATION_SUBTYPE_BILLING_RECOVERY);
    CHECK_TEXT(iap_signed_bundle_id(data), VERIFY_BUNDLE_ID);
    CHECK_INT(iap_signed_environment(data), IAP_ENVIRONMENT_LOCAL_TESTING);
    CHECK_ID(iap_signed_app_apple_id(data), 41);
    CHECK_TEXT(iap_signed_bundle_version(data), "7");
    CHECK_TEXT(iap_signed_transaction_text(data), "a.b.c");
    CHECK_TEXT(iap_signed_renewal_info_text(data), "d.e.f");
    CHECK_TEXT(iap_signed_app_transaction_text(data), NULL);
    CHECK_INT(iap_signed_subscription_state(data), IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD);
    CHECK_TEXT(iap_signed_consumption_request_reason(data), "LEGAL");
    CHECK_TEXT(iap_signed_text(data, "data.bundleVersion"), "7");
    CHECK_INT(iap_signed_has(data, "data.status"), 1);
    CHECK_INT(iap_signed_has(data, "status"), 0);
    CHECK_TEXT(iap_signed_unknown_json(data), "{\"data\":{\"newer\":[1]},\"new\":true}");
    static const iap_subscription_state states[] = {
        IAP_SUBSCRIPTION_STATE_SUBSCRIBED, IAP_SUBSCRIPTION_STATE_EXPIRED, IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY,
        IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD, IAP_SUBSCRIPTION_STATE_REVOKED};
    for (int status = 1; status <= 5; status++) {
        char payload[256];
        snprintf(payload, sizeof payload, "{\"data\":{" APP ",\"status\":%d}}", status);
        CHECK_INT(iap_signed_subscription_state(verify_read(IAP_SIGNED_NOTIFICATION, payload)), states[status - 1]);
    }
}

TEST(the_summary_of_a_notification_is_read) {
    const iap_signed_data *data = verify_read(
        IAP_SIGNED_NOTIFICATION,
        "{\"notificationType\":\"RENEWAL_EXTENSION\",\"subtype\":\"SUMMARY\",\"summary\":{" APP
        ",\"appAppleId\":41,\"productId\":\"pass\",\"requestIdentifier\":\"r\",\"storefrontCountryCodes\":[\"USA\","
        "\"MEX\"],\"succeededCount\":5000000000,\"failedCount\":2}}");
    CHECK_INT(iap_signed_notification_content(data), IAP_NOTIFICATION_CONTENT_SUMMARY);
    CHECK_TEXT(iap_signed_product_id(data), "pass");
    CHECK_TEXT(iap_signed_request_identifier(data), "r");
    CHECK_INT(iap_signed_storefront_country_code_count(data), 2);
    CHECK_TEXT(iap_signed_storefront_country_code_at(data, 0), "USA");
    CHECK_TEXT(iap_signed_storefront_country_code_at(data, 1), "MEX");
    CHECK_TEXT(iap_signed_storefront_country_code_at(data, 2), NULL);
    CHECK_INT(iap_signed_succeeded_count(data), 5000000000);
    CHECK_INT(iap_signed_failed_count(data), 2);
    CHECK_TEXT(iap_signed_unknown_json(data), "{}");
}

TEST(the_app_data_of_a_notification_is_read) {
    const iap_signed_data *data =
        verify_read(IAP_SIGNED_NOTIFICATION, "{\"notificationType\":\"RESCIND_CONSENT\",\"appData\":{" APP
                                             ",\"appAppleId\":41,\"signedAppTransactionInfo\":\"a.b.c\"}}");
    CHECK_INT(iap_signed_notification_content(data), IAP_NOTIFICATION_CONTENT_APP_DATA);
    CHECK_TEXT(iap_signed_app_transaction_text(data), "a.b.c");
    CHECK_ID(iap_signed_app_apple_id(data), 41);
}

TEST(seats_that_were_unclaimed_are_read) {
    const iap_signed_data *data = verify_read(
        IAP_SIGNED_NOTIFICATION, "{\"notificationType\":\"UNCLAIM_SEATS\",\"unclaimInfo\":{" APP
                                 ",\"appAppleId\":41,\"unclaimSeatIds\":[\"claim-1\",\"claim-2\"],\"new\":\"x\"}}");
    CHECK_INT(iap_signed_notification_type(data), IAP_NOTIFICATION_UNCLAIM_SEATS);
    CHECK_INT(iap_signed_notification_content(data), IAP_NOTIFICATION_CONTENT_UNCLAIM_INFO);
    CHECK_TEXT(iap_signed_bundle_id(data), VERIFY_BUNDLE_ID);
    CHECK_ID(iap_signed_app_apple_id(data), 41);
    CHECK_INT(iap_signed_unclaimed_seat_count(data), 2);
    CHECK_TEXT(iap_signed_unclaimed_seat_at(data, 0), "claim-1");
    CHECK_TEXT(iap_signed_unclaimed_seat_at(data, 1), "claim-2");
    CHECK_TEXT(iap_signed_unclaimed_seat_at(data, 2), NULL);
    CHECK_TEXT(iap_signed_text(data, "unclaimInfo.new"), "x");
    CHECK_TEXT(iap_signed_unknown_json(data), "{\"unclaimInfo\":{\"new\":\"x\"}}");
    CHECK_TEXT(iap_signed_transaction_text(data), NULL);
    CHECK_INT(iap_signed_unclaimed_seat_count(NULL), 0);
    CHECK_TEXT(iap_signed_unclaimed_seat_at(NULL, 0), NULL);
}

/* "An UNCLAIM_SEATS need not name an app": the verifier checks its signature, and its app too, if it names one. */
TEST(seats_that_were_unclaimed_need_not_name_an_app) {
    static const struct {
        const char *content;
        iap_verify_reason reason;
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
        CHECK_INT(iap_signed_notification_type(data), data != NULL ? IAP_NOTIFICATION_UNCLAIM_SEATS : 0);
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
    CHECK_TEXT(iap_signed_external_purchase_id(NULL), NULL);
    CHECK_INT(iap_signed_token_creation_date_ms(NULL), 0);
}
