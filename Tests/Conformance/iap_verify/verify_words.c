/* iap_verify.h: the store's words and numbers become constants, and the raw values stay readable. */

#include "verify.h"

#include <stdio.h>
#include <string.h>

typedef struct word_case {
    iap_signed_kind_t kind;
    const char *name;
    iap_signed_field_t field;
    const char *values[32]; /* as in JSON, for 1, 2, 3… */
    int32_t unknown;        /* for a value that this version does not know; not 0 where 0 means none */
} word_case;

static const word_case word_cases[] = {
    {IAP_SIGNED_TRANSACTION,
     "type",
     IAP_SIGNED_PRODUCT_TYPE,
     {"\"Consumable\"", "\"Non-Consumable\"", "\"Non-Renewing Subscription\"", "\"Auto-Renewable Subscription\""},
     0},
    {IAP_SIGNED_TRANSACTION,
     "inAppOwnershipType",
     IAP_SIGNED_OWNERSHIP,
     {"\"PURCHASED\"", "\"FAMILY_SHARED\"", "\"ASSIGNED\""},
     0},
    {IAP_SIGNED_TRANSACTION,
     "revocationReason",
     IAP_SIGNED_REVOCATION_REASON,
     {"0", "1", "2"},
     IAP_REVOCATION_REASON_UNKNOWN},
    {IAP_SIGNED_TRANSACTION,
     "revocationType",
     IAP_SIGNED_REVOCATION_TYPE,
     {"\"REFUND_FULL\"", "\"REFUND_PRORATED\"", "\"FAMILY_REVOKE\"", "\"ASSIGNMENT_REVOKE\""},
     IAP_REVOCATION_TYPE_UNKNOWN},
    {IAP_SIGNED_TRANSACTION,
     "transactionReason",
     IAP_SIGNED_TRANSACTION_REASON,
     {"\"PURCHASE\"", "\"RENEWAL\""},
     IAP_TRANSACTION_REASON_UNKNOWN},
    {IAP_SIGNED_TRANSACTION,
     "additionalTransactionReason",
     IAP_SIGNED_ADDITIONAL_TRANSACTION_REASON,
     {"\"SEAT_ADDITION\""},
     IAP_ADDITIONAL_TRANSACTION_REASON_UNKNOWN},
    {IAP_SIGNED_TRANSACTION, "offerType", IAP_SIGNED_OFFER_TYPE, {"1", "2", "3", "4"}, IAP_OFFER_TYPE_UNKNOWN},
    {IAP_SIGNED_RENEWAL_INFO, "offerType", IAP_SIGNED_OFFER_TYPE, {"1", "2", "3", "4"}, IAP_OFFER_TYPE_UNKNOWN},
    {IAP_SIGNED_TRANSACTION,
     "offerDiscountType",
     IAP_SIGNED_OFFER_PAYMENT_MODE,
     {"\"FREE_TRIAL\"", "\"PAY_AS_YOU_GO\"", "\"PAY_UP_FRONT\"", "\"ONE_TIME\""},
     IAP_PAYMENT_MODE_UNKNOWN},
    {IAP_SIGNED_TRANSACTION,
     "billingPlanType",
     IAP_SIGNED_BILLING_PLAN_TYPE,
     {"\"BILLED_UPFRONT\"", "\"MONTHLY\""},
     IAP_BILLING_PLAN_UNKNOWN},
    {IAP_SIGNED_RENEWAL_INFO,
     "renewalBillingPlanType",
     IAP_SIGNED_BILLING_PLAN_TYPE,
     {"\"BILLED_UPFRONT\"", "\"MONTHLY\""},
     IAP_BILLING_PLAN_UNKNOWN},
    {IAP_SIGNED_TRANSACTION, "isUpgraded", IAP_SIGNED_IS_UPGRADED, {"true"}, 0},
    {IAP_SIGNED_RENEWAL_INFO, "isPendingUnbundle", IAP_SIGNED_IS_PENDING_UNBUNDLE, {"true"}, 0},
    {IAP_SIGNED_RENEWAL_INFO, "isInBillingRetryPeriod", IAP_SIGNED_IS_IN_BILLING_RETRY, {"true"}, 0},
    {IAP_SIGNED_RENEWAL_INFO, "autoRenewStatus", IAP_SIGNED_AUTO_RENEWAL, {"0", "1"}, 0},
    {IAP_SIGNED_RENEWAL_INFO,
     "expirationIntent",
     IAP_SIGNED_EXPIRATION_REASON,
     {"1", "2", "3", "4", "5", "6"},
     IAP_EXPIRATION_REASON_UNKNOWN},
    {IAP_SIGNED_RENEWAL_INFO, "priceIncreaseStatus", IAP_SIGNED_PRICE_INCREASE, {"0", "1"}, IAP_PRICE_INCREASE_UNKNOWN},
    {IAP_SIGNED_NOTIFICATION,
     "notificationType",
     IAP_SIGNED_NOTIFICATION_TYPE,
     {"\"CONSUMPTION_REQUEST\"",
      "\"DID_CHANGE_RENEWAL_PREF\"",
      "\"DID_CHANGE_RENEWAL_STATUS\"",
      "\"DID_FAIL_TO_RENEW\"",
      "\"DID_RENEW\"",
      "\"EXPIRED\"",
      "\"EXTERNAL_PURCHASE_TOKEN\"",
      "\"GRACE_PERIOD_EXPIRED\"",
      "\"METADATA_UPDATE\"",
      "\"MIGRATION\"",
      "\"OFFER_REDEEMED\"",
      "\"ONE_TIME_CHARGE\"",
      "\"PRICE_CHANGE\"",
      "\"PRICE_INCREASE\"",
      "\"REFUND\"",
      "\"REFUND_DECLINED\"",
      "\"REFUND_REVERSED\"",
      "\"RENEWAL_EXTENDED\"",
      "\"RENEWAL_EXTENSION\"",
      "\"RESCIND_CONSENT\"",
      "\"REVOKE\"",
      "\"SUBSCRIBED\"",
      "\"TEST\"",
      "\"UNCLAIM_SEATS\""},
     0},
    {IAP_SIGNED_NOTIFICATION,
     "subtype",
     IAP_SIGNED_NOTIFICATION_SUBTYPE,
     {"\"ACCEPTED\"", "\"AUTO_RENEW_DISABLED\"", "\"AUTO_RENEW_ENABLED\"", "\"BILLING_RECOVERY\"", "\"BILLING_RETRY\"",
      "\"DOWNGRADE\"", "\"FAILURE\"", "\"GRACE_PERIOD\"", "\"INITIAL_BUY\"", "\"PENDING\"", "\"PRICE_INCREASE\"",
      "\"PRODUCT_NOT_FOR_SALE\"", "\"RESUBSCRIBE\"", "\"SUMMARY\"", "\"UNREPORTED\"", "\"UPGRADE\"", "\"VOLUNTARY\"",
      "\"SEATS\""},
     IAP_NOTIFICATION_SUBTYPE_UNKNOWN},
};

TEST(words_become_the_constants_of_their_order_and_stay_readable) {
    for (size_t i = 0; i < sizeof word_cases / sizeof *word_cases; i++) {
        const word_case *each = &word_cases[i];
        char fields[128];
        for (int32_t k = 0; each->values[k] != NULL; k++) {
            test_case("%s %s", each->name, each->values[k]);
            snprintf(fields, sizeof fields, "\"%s\":%s", each->name, each->values[k]);
            const iap_signed_data *data = verify_read_fields(each->kind, fields);
            CHECK_INT(iap_signed_int64(data, each->field), k + 1);
            if (each->values[k][0] != '"') continue;
            const char *word = iap_signed_text(data, each->field);
            CHECK(word != NULL && strncmp(word, each->values[k] + 1, strlen(word)) == 0);
        }
        test_case("%s", each->name);
        const bool is_text = each->values[0][0] == '"', is_flag = each->values[0][0] == 't';
        snprintf(fields, sizeof fields, "\"%s\":%s", each->name, is_text ? "\"NEW\"" : is_flag ? "false" : "77");
        const iap_signed_data *data = verify_read_fields(each->kind, fields);
        CHECK_INT(iap_signed_int64(data, each->field), each->unknown);
        CHECK_TEXT(iap_signed_text(data, each->field), is_text ? "NEW" : NULL);
        CHECK_TEXT(iap_signed_json_text(data, each->name), is_text ? "NEW" : NULL);
        CHECK_INT(iap_signed_json_has(data, each->name), 1);
        CHECK_INT(iap_signed_int64(verify_read_fields(each->kind, ""), each->field), 0);
        CHECK_INT(iap_signed_int64(NULL, each->field), 0);
    }
}
