/* Responses of verifyReceipt: what a game server must do. */

#include "receipt_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define APP "com.example.caves"
#define VALID "{\"status\":0,\"environment\":\"Sandbox\",\"receipt\":{\"bundle_id\":\"" APP "\",\"in_app\":[]}}"

TEST(every_status_says_what_to_do) {
    const struct {
        int32_t status;
        iap_receipt_action_t action;
        iap_verdict_t verdict;
    } cases[] = {
        {IAP_RECEIPT_STATUS_NOT_POST, IAP_RECEIPT_ACTION_FIX_REQUEST, IAP_VERDICT_UNDECIDED},
        {21001, IAP_RECEIPT_ACTION_RETRY, IAP_VERDICT_UNDECIDED},
        {IAP_RECEIPT_STATUS_MALFORMED, IAP_RECEIPT_ACTION_RETRY, IAP_VERDICT_UNDECIDED},
        {IAP_RECEIPT_STATUS_NOT_AUTHENTIC, IAP_RECEIPT_ACTION_REFUSE, IAP_VERDICT_INVALID},
        {IAP_RECEIPT_STATUS_WRONG_SECRET, IAP_RECEIPT_ACTION_FIX_REQUEST, IAP_VERDICT_UNDECIDED},
        {IAP_RECEIPT_STATUS_UNAVAILABLE, IAP_RECEIPT_ACTION_RETRY, IAP_VERDICT_UNDECIDED},
        {IAP_RECEIPT_STATUS_SANDBOX, IAP_RECEIPT_ACTION_ASK_SANDBOX, IAP_VERDICT_UNDECIDED},
        {IAP_RECEIPT_STATUS_PRODUCTION, IAP_RECEIPT_ACTION_ASK_PRODUCTION, IAP_VERDICT_UNDECIDED},
        {IAP_RECEIPT_STATUS_INTERNAL, IAP_RECEIPT_ACTION_RETRY, IAP_VERDICT_UNDECIDED},
        {IAP_RECEIPT_STATUS_NO_ACCOUNT, IAP_RECEIPT_ACTION_REFUSE, IAP_VERDICT_INVALID},
        {21100, IAP_RECEIPT_ACTION_RETRY, IAP_VERDICT_UNDECIDED},
        {21199, IAP_RECEIPT_ACTION_RETRY, IAP_VERDICT_UNDECIDED},
        {21200, IAP_RECEIPT_ACTION_RETRY, IAP_VERDICT_UNDECIDED},
        {-7, IAP_RECEIPT_ACTION_RETRY, IAP_VERDICT_UNDECIDED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("status %d", (int)cases[i].status);
        char body[64];
        snprintf(body, sizeof body, "{\"status\":%d}", (int)cases[i].status);
        const iap_receipt_response *answer = receipt_response(200, body, APP);
        CHECK_INT(iap_receipt_response_action(answer), cases[i].action);
        CHECK_INT(iap_receipt_response_verdict(answer), cases[i].verdict);
        CHECK_INT(iap_receipt_response_status(answer), cases[i].status);
        CHECK_TEXT(iap_receipt_response_json(answer), body);
        CHECK(iap_receipt_response_message(answer) != NULL && iap_receipt_response_message(answer)[0] != 0);
        CHECK_INT(iap_receipt_response_purchase_count(answer), 0);
    }
}

TEST(errors_of_the_stores_data_may_say_that_they_stay) {
    const char *const forms[] = {"\"is_retryable\":%s", "\"is-retryable\":%s"};
    const char *const values[] = {"false", "0", "true", "1"};
    for (size_t form = 0; form < 2; form++) {
        for (size_t i = 0; i < 4; i++) {
            char field[64], body[128];
            snprintf(field, sizeof field, forms[form], values[i]);
            snprintf(body, sizeof body, "{\"status\":21150,%s}", field);
            test_case("%s", body);
            CHECK_INT(iap_receipt_response_action(receipt_response(200, body, APP)),
                      i < 2 ? IAP_RECEIPT_ACTION_REFUSE : IAP_RECEIPT_ACTION_RETRY);
        }
    }
}

TEST(a_valid_receipt_of_the_app_is_granted_and_of_another_app_refused) {
    const iap_receipt_response *answer = receipt_response(200, VALID, APP);
    CHECK_INT(iap_receipt_response_action(answer), IAP_RECEIPT_ACTION_GRANT);
    CHECK_INT(iap_receipt_response_verdict(answer), IAP_VERDICT_VALID);
    CHECK_TEXT(iap_receipt_response_message(answer), "");
    CHECK_INT(iap_receipt_response_int64(answer, IAP_RECEIPT_RESPONSE_ENVIRONMENT), IAP_ENVIRONMENT_SANDBOX);
    answer = receipt_response(200, VALID, "com.example.other");
    CHECK_INT(iap_receipt_response_action(answer), IAP_RECEIPT_ACTION_REFUSE);
    CHECK_CONTAINS(iap_receipt_response_message(answer), APP);
    CHECK_INT(iap_receipt_response_status(answer), 0);
    /* The caller checks the app itself. */
    CHECK_INT(iap_receipt_response_action(receipt_response(200, VALID, NULL)), IAP_RECEIPT_ACTION_GRANT);
}

TEST(a_response_that_cannot_be_read_is_to_be_asked_for_again) {
    const char *const bodies[] = {NULL,
                                  "",
                                  "<html>",
                                  "[]",
                                  "{}",
                                  "{\"status\":\"0x\"}",
                                  "{\"status\":0}",
                                  "{\"status\":0,\"status\":0}",
                                  "{\"status\":0,\"receipt\":{}}",
                                  "\xff"};
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        test_case("body %zu", i);
        const iap_receipt_response *answer = receipt_response(200, bodies[i], APP);
        CHECK_INT(iap_receipt_response_action(answer), IAP_RECEIPT_ACTION_RETRY);
        CHECK_INT(iap_receipt_response_verdict(answer), IAP_VERDICT_UNDECIDED);
        CHECK(iap_receipt_response_message(answer)[0] != 0);
        const bool has_status = i == 6 || i == 8;
        CHECK_INT(iap_receipt_response_status(answer), has_status ? 0 : -1);
        const bool is_json = i >= 3 && i <= 8;
        CHECK((iap_receipt_response_json(answer) != NULL) == is_json);
    }
    const struct {
        int32_t http_status;
        iap_receipt_action_t action;
    } cases[] = {{0, IAP_RECEIPT_ACTION_RETRY},         {500, IAP_RECEIPT_ACTION_RETRY},
                 {503, IAP_RECEIPT_ACTION_RETRY},       {302, IAP_RECEIPT_ACTION_RETRY},
                 {429, IAP_RECEIPT_ACTION_RETRY},       {408, IAP_RECEIPT_ACTION_RETRY},
                 {404, IAP_RECEIPT_ACTION_FIX_REQUEST}, {405, IAP_RECEIPT_ACTION_FIX_REQUEST},
                 {INT32_MIN, IAP_RECEIPT_ACTION_RETRY}, {INT32_MAX, IAP_RECEIPT_ACTION_RETRY}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("HTTP %d", (int)cases[i].http_status);
        const iap_receipt_response *answer = receipt_response(cases[i].http_status, VALID, APP);
        CHECK_INT(iap_receipt_response_action(answer), cases[i].action);
        CHECK_INT(iap_receipt_response_verdict(answer), IAP_VERDICT_UNDECIDED);
    }
}

TEST(a_response_that_is_too_long_is_to_be_asked_for_again) {
    const iap_receipt_response *answer = NULL;
    REQUIRE_OK(iap_receipt_response_read(200, "{}", (size_t)IAP_RECEIPT_LENGTH_MAX + 1, APP, &answer, NULL));
    CHECK_INT(iap_receipt_response_action(answer), IAP_RECEIPT_ACTION_RETRY);
    CHECK(iap_receipt_response_json(answer) == NULL);
    iap_receipt_response_release(answer);
}

TEST(a_response_is_read_into_fields) {
    const char *body =
        "{\"status\":0,\"environment\":\"Production\",\"latest_receipt\":\"MIIT\",\"receipt\":{\"receipt_type\":"
        "\"Production\",\"adam_id\":1,\"app_item_id\":2,\"download_id\":502345678901234567,"
        "\"version_external_identifier\":4,\"bundle_id\":\"" APP "\",\"application_version\":\"5\","
        "\"original_application_version\":\"6\",\"receipt_creation_date_ms\":\"7\",\"request_date_ms\":\"8\","
        "\"original_purchase_date_ms\":\"9\",\"preorder_date_ms\":\"10\",\"expiration_date_ms\":\"11\",\"in_app\":["
        "{\"transaction_id\":\"12\",\"quantity\":\"13\",\"cancellation_date_ms\":\"14\",\"cancellation_reason\":\"0\"}]"
        "},"
        "\"latest_receipt_info\":[{\"transaction_id\":\"15\",\"cancellation_reason\":\"1\",\"app_account_token\":\"t\","
        "\"in_app_ownership_type\":\"FAMILY_SHARED\",\"is_upgraded\":\"true\",\"offer_code_ref_name\":\"code\","
        "\"subscription_group_identifier\":\"16\"},{\"in_app_ownership_type\":\"PURCHASED\"}],"
        "\"pending_renewal_info\":[{\"auto_renew_product_id\":\"a\",\"product_id\":\"b\",\"original_transaction_id\":"
        "\"17\",\"auto_renew_status\":\"1\",\"expiration_intent\":\"2\",\"is_in_billing_retry_period\":\"1\","
        "\"grace_period_expires_date_ms\":\"18\",\"price_increase_status\":\"0\",\"offer_code_ref_name\":\"c\","
        "\"promotional_offer_id\":\"d\"},{\"auto_renew_status\":\"0\",\"expiration_intent\":\"9\","
        "\"price_consent_status\":\"1\"},{}]}";
    const iap_receipt_response *answer = receipt_response(200, body, APP);
    REQUIRE(CHECK_INT(iap_receipt_response_action(answer), IAP_RECEIPT_ACTION_GRANT));
    CHECK_TEXT(iap_receipt_response_json(answer), body);
    CHECK_INT(iap_receipt_response_int64(answer, IAP_RECEIPT_RESPONSE_ENVIRONMENT), IAP_ENVIRONMENT_PRODUCTION);
    CHECK_TEXT(iap_receipt_response_text(answer, IAP_RECEIPT_RESPONSE_RECEIPT_TYPE), "Production");
    CHECK_TEXT(iap_receipt_response_text(answer, IAP_RECEIPT_RESPONSE_BUNDLE_ID), APP);
    CHECK_TEXT(iap_receipt_response_text(answer, IAP_RECEIPT_RESPONSE_APP_VERSION), "5");
    CHECK_TEXT(iap_receipt_response_text(answer, IAP_RECEIPT_RESPONSE_ORIGINAL_APP_VERSION), "6");
    CHECK_TEXT(iap_receipt_response_text(answer, IAP_RECEIPT_RESPONSE_LATEST_RECEIPT), "MIIT");
    CHECK_ID(iap_receipt_response_id(answer, IAP_RECEIPT_RESPONSE_APP_APPLE_ID), 1);
    CHECK_ID(iap_receipt_response_id(answer, IAP_RECEIPT_RESPONSE_APP_ITEM_ID), 2);
    CHECK_ID(iap_receipt_response_id(answer, IAP_RECEIPT_RESPONSE_DOWNLOAD_ID), UINT64_C(502345678901234567));
    CHECK_ID(iap_receipt_response_id(answer, IAP_RECEIPT_RESPONSE_APP_VERSION_ID), 4);
    CHECK_INT(iap_receipt_response_int64(answer, IAP_RECEIPT_RESPONSE_CREATION_DATE_MS), 7);
    CHECK_INT(iap_receipt_response_int64(answer, IAP_RECEIPT_RESPONSE_REQUEST_DATE_MS), 8);
    CHECK_INT(iap_receipt_response_int64(answer, IAP_RECEIPT_RESPONSE_ORIGINAL_PURCHASE_DATE_MS), 9);
    CHECK_INT(iap_receipt_response_int64(answer, IAP_RECEIPT_RESPONSE_PREORDER_DATE_MS), 10);
    CHECK_INT(iap_receipt_response_int64(answer, IAP_RECEIPT_RESPONSE_EXPIRATION_DATE_MS), 11);
    REQUIRE(CHECK_INT(iap_receipt_response_purchase_count(answer), 1));
    const iap_receipt_purchase *purchase = iap_receipt_response_purchase_at(answer, 0);
    CHECK_ID(iap_receipt_purchase_id(purchase, IAP_RECEIPT_PURCHASE_TRANSACTION_ID), 12);
    CHECK_INT(iap_receipt_purchase_int64(purchase, IAP_RECEIPT_PURCHASE_QUANTITY), 13);
    CHECK_INT(iap_receipt_purchase_int64(purchase, IAP_RECEIPT_PURCHASE_CANCELLATION_DATE_MS), 14);
    CHECK_INT(iap_receipt_purchase_int64(purchase, IAP_RECEIPT_PURCHASE_CANCELLATION_REASON),
              IAP_REVOCATION_REASON_OTHER);
    CHECK_INT(iap_receipt_purchase_attribute_count(purchase), 0);
    CHECK_INT(iap_receipt_purchase_attribute_at(purchase, 0, NULL, NULL), 0);
    CHECK(iap_receipt_response_purchase_at(answer, 1) == NULL);
    REQUIRE(CHECK_INT(iap_receipt_response_latest_count(answer), 2));
    purchase = iap_receipt_response_latest_at(answer, 0);
    CHECK_ID(iap_receipt_purchase_id(purchase, IAP_RECEIPT_PURCHASE_TRANSACTION_ID), 15);
    CHECK_INT(iap_receipt_purchase_int64(purchase, IAP_RECEIPT_PURCHASE_CANCELLATION_REASON),
              IAP_REVOCATION_REASON_DEVELOPER_ISSUE);
    CHECK_TEXT(iap_receipt_purchase_text(purchase, IAP_RECEIPT_PURCHASE_APP_ACCOUNT_TOKEN), "t");
    CHECK_INT(iap_receipt_purchase_int64(purchase, IAP_RECEIPT_PURCHASE_OWNERSHIP), IAP_OWNERSHIP_FAMILY_SHARED);
    CHECK_INT(iap_receipt_purchase_int64(purchase, IAP_RECEIPT_PURCHASE_IS_UPGRADED), 1);
    CHECK_TEXT(iap_receipt_purchase_text(purchase, IAP_RECEIPT_PURCHASE_OFFER_CODE_NAME), "code");
    CHECK_TEXT(iap_receipt_purchase_text(purchase, IAP_RECEIPT_PURCHASE_SUBSCRIPTION_GROUP_ID), "16");
    CHECK_INT(iap_receipt_purchase_int64(iap_receipt_response_latest_at(answer, 1), IAP_RECEIPT_PURCHASE_OWNERSHIP),
              IAP_OWNERSHIP_PURCHASED);
    CHECK(iap_receipt_response_latest_at(answer, 2) == NULL);
    REQUIRE(CHECK_INT(iap_receipt_response_renewal_count(answer), 3));
    const iap_receipt_renewal *renewal = iap_receipt_response_renewal_at(answer, 0);
    CHECK_TEXT(iap_receipt_renewal_text(renewal, IAP_RECEIPT_RENEWAL_AUTO_RENEW_PRODUCT_ID), "a");
    CHECK_TEXT(iap_receipt_renewal_text(renewal, IAP_RECEIPT_RENEWAL_PRODUCT_ID), "b");
    CHECK_ID(iap_receipt_renewal_id(renewal, IAP_RECEIPT_RENEWAL_ORIGINAL_TRANSACTION_ID), 17);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_AUTO_RENEWAL), IAP_AUTO_RENEWAL_ON);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_EXPIRATION_REASON),
              IAP_EXPIRATION_REASON_BILLING_ERROR);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_IS_IN_BILLING_RETRY), 1);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_GRACE_PERIOD_EXPIRATION_DATE_MS), 18);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_PRICE_INCREASE), IAP_PRICE_INCREASE_PENDING);
    CHECK_TEXT(iap_receipt_renewal_text(renewal, IAP_RECEIPT_RENEWAL_OFFER_CODE_NAME), "c");
    CHECK_TEXT(iap_receipt_renewal_text(renewal, IAP_RECEIPT_RENEWAL_PROMOTIONAL_OFFER_ID), "d");
    renewal = iap_receipt_response_renewal_at(answer, 1);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_AUTO_RENEWAL), IAP_AUTO_RENEWAL_OFF);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_EXPIRATION_REASON), IAP_EXPIRATION_REASON_UNKNOWN);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_PRICE_INCREASE), IAP_PRICE_INCREASE_AGREED);
    renewal = iap_receipt_response_renewal_at(answer, 2);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_AUTO_RENEWAL), IAP_AUTO_RENEWAL_UNKNOWN);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_EXPIRATION_REASON), IAP_EXPIRATION_REASON_NONE);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_PRICE_INCREASE), IAP_PRICE_INCREASE_NONE);
    CHECK(iap_receipt_response_renewal_at(answer, 3) == NULL);
}

TEST(reasons_of_answers_that_are_unknown_are_not_none) {
    static const struct {
        const char *number;
        iap_revocation_reason_t cancellation;
        iap_expiration_reason_t expiration;
    } cases[] = {{"0", IAP_REVOCATION_REASON_OTHER, IAP_EXPIRATION_REASON_UNKNOWN},
                 {"1", IAP_REVOCATION_REASON_DEVELOPER_ISSUE, IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED},
                 {"4", IAP_REVOCATION_REASON_UNKNOWN, IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE},
                 {"5", IAP_REVOCATION_REASON_UNKNOWN, IAP_EXPIRATION_REASON_OTHER},
                 {"2", IAP_REVOCATION_REASON_BUNDLE, IAP_EXPIRATION_REASON_BILLING_ERROR},
                 {"6", IAP_REVOCATION_REASON_UNKNOWN, IAP_EXPIRATION_REASON_UNBUNDLED},
                 {"7", IAP_REVOCATION_REASON_UNKNOWN, IAP_EXPIRATION_REASON_UNKNOWN},
                 {"-1", IAP_REVOCATION_REASON_UNKNOWN, IAP_EXPIRATION_REASON_UNKNOWN}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s", cases[i].number);
        char body[512];
        snprintf(body, sizeof body,
                 "{\"status\":0,\"environment\":\"Production\",\"receipt\":{\"bundle_id\":\"" APP "\",\"in_app\":[]},"
                 "\"latest_receipt_info\":[{\"cancellation_reason\":\"%s\"},{\"in_app_ownership_type\":\"ASSIGNED\"}],"
                 "\"pending_renewal_info\":[{\"expiration_intent\":\"%s\"}]}",
                 cases[i].number, cases[i].number);
        const iap_receipt_response *answer = receipt_response(200, body, APP);
        const iap_receipt_purchase *purchase = iap_receipt_response_latest_at(answer, 0);
        CHECK_INT(iap_receipt_purchase_int64(purchase, IAP_RECEIPT_PURCHASE_CANCELLATION_REASON),
                  cases[i].cancellation);
        const iap_receipt_renewal *renewal = iap_receipt_response_renewal_at(answer, 0);
        CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_EXPIRATION_REASON), cases[i].expiration);
        CHECK_INT(iap_receipt_purchase_int64(iap_receipt_response_latest_at(answer, 1), IAP_RECEIPT_PURCHASE_OWNERSHIP),
                  IAP_OWNERSHIP_ASSIGNED);
    }
}

TEST(a_response_outlives_what_it_was_read_from) {
    char *body = malloc(sizeof VALID);
    REQUIRE(body != NULL);
    memcpy(body, VALID, sizeof VALID);
    const iap_receipt_response *answer = NULL;
    /* Without the NUL. */
    REQUIRE_OK(iap_receipt_response_read(200, body, sizeof VALID - 1, APP, &answer, NULL));
    free(body);
    CHECK(iap_receipt_response_retain(answer) == answer);
    iap_receipt_response_release(answer);
    CHECK_TEXT(iap_receipt_response_json(answer), VALID);
    iap_receipt_response_release(answer);
}

TEST(reading_a_response_needs_a_place_and_a_bundle_id_that_is_one) {
    static char huge[2048];
    memset(huge, 'x', sizeof huge - 1);
    const iap_receipt_response *answer = (const iap_receipt_response *)&answer;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_receipt_response_read(200, "{}", 2, APP, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_receipt_response_read(200, NULL, 2, APP, &answer, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK(answer == NULL && error.message[0] != 0);
    CHECK_STATUS(iap_receipt_response_read(200, "{}", 2, "", &answer, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_receipt_response_read(200, "{}", 2, "\xff", &answer, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_receipt_response_read(200, "{}", 2, huge, &answer, NULL), IAP_ERROR_TOO_LARGE);
    CHECK(answer == NULL);
}

/* ----------------------------------------------------------------------------------------------------- requests */

TEST(a_request_has_the_receipt_in_base64) {
    char buffer[256];
    size_t needed = 0;
    /* { } counts as a receipt of the older form in a request. */
    const char *expected = "{\"receipt-data\":\"e30=\"}";
    REQUIRE_OK(iap_receipt_request_write("{}", 2, NULL, 0, NULL, 0, &needed, NULL));
    CHECK_INT(needed, strlen(expected) + 1);
    memset(buffer, '#', sizeof buffer);
    CHECK_STATUS(iap_receipt_request_write("{}", 2, NULL, 0, buffer, needed - 1, &needed, NULL), IAP_ERROR_TOO_LARGE);
    CHECK(buffer[0] == '#' && needed == strlen(expected) + 1);
    REQUIRE_OK(iap_receipt_request_write("e3\n0=\r\n", 7, NULL, 0, buffer, needed, &needed, NULL));
    CHECK_TEXT(buffer, expected);
    CHECK(buffer[needed] == '#');
    REQUIRE_OK(iap_receipt_request_write("{}", 2, "s\"t", 1, buffer, sizeof buffer, &needed, NULL));
    CHECK_TEXT(buffer, "{\"receipt-data\":\"e30=\",\"password\":\"s\\\"t\",\"exclude-old-transactions\":true}");
    CHECK_INT(needed, strlen(buffer) + 1);
}

TEST(a_request_that_makes_no_sense_is_refused) {
    static char huge[2048];
    memset(huge, 'x', sizeof huge - 1);
    char buffer[64] = "untouched";
    size_t needed = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_receipt_request_write(NULL, 2, NULL, 0, buffer, 64, &needed, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK(error.message[0] != 0);
    CHECK_STATUS(iap_receipt_request_write("{}", 2, NULL, 0, buffer, 64, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_receipt_request_write("{}", 2, "", 0, buffer, 64, &needed, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_receipt_request_write("{}", 2, "\xff", 0, buffer, 64, &needed, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_receipt_request_write("{}", 2, huge, 0, buffer, 64, &needed, NULL), IAP_ERROR_TOO_LARGE);
    CHECK_STATUS(iap_receipt_request_write("A A=", 4, NULL, 0, buffer, 64, &needed, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_receipt_request_write("", 0, NULL, 0, buffer, 64, &needed, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_receipt_request_write("A", SIZE_MAX, NULL, 0, buffer, 64, &needed, NULL), IAP_ERROR_TOO_LARGE);
    CHECK_TEXT(buffer, "untouched");
    CHECK_INT(needed, 0);
}
