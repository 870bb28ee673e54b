/* What must never change: the numbers of the constants, the layout of the structs, and the initial values of structs. */

#include "game.h"

#include <iap/iap_receipt.h>
#include <iap/iap_server_key.h>
#include <iap/iap_verify.h>

#include <stddef.h>
#include <string.h>

typedef struct status_case {
    iap_status status;
    int32_t value;
    iap_category category;
    const char *name;
} status_case;

#define STATUS(name, value, category)                                                                                  \
    { name, value, category, #name }

static const status_case status_cases[] = {
    STATUS(IAP_OK, 0, IAP_CATEGORY_NONE),
    STATUS(IAP_ERROR_INVALID_ARGUMENT, -1, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_INVALID_QUANTITY, -257, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_INVALID_TEXT, -513, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_INVALID_STRUCT_SIZE, -769, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_TOO_LARGE, -1025, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_INVALID_STORE_FILE, -1281, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_INVALID_ANCHOR, -1537, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_INVALID_FILE, -1793, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_MISUSE, -2, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_CLOSED, -258, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_REENTRANT, -514, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_WRONG_THREAD, -770, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_INVALID_STATE, -1026, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_VERSION_MISMATCH, -1282, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_BUSY, -1538, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_KEY_IN_USE, -1794, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_NOT_FOUND, -3, IAP_CATEGORY_NOT_FOUND),
    STATUS(IAP_ERROR_CANCELLED, -4, IAP_CATEGORY_CANCELLED),
    STATUS(IAP_ERROR_UNFINISHED_PURCHASE, -260, IAP_CATEGORY_CANCELLED),
    STATUS(IAP_ERROR_NOT_ALLOWED, -5, IAP_CATEGORY_NOT_ALLOWED),
    STATUS(IAP_ERROR_NOT_ELIGIBLE, -261, IAP_CATEGORY_NOT_ALLOWED),
    STATUS(IAP_ERROR_INSUFFICIENT_BALANCE, -517, IAP_CATEGORY_NOT_ALLOWED),
    STATUS(IAP_ERROR_OTHER_PLAYER, -773, IAP_CATEGORY_NOT_ALLOWED),
    STATUS(IAP_ERROR_PRODUCT_UNAVAILABLE, -6, IAP_CATEGORY_UNAVAILABLE),
    STATUS(IAP_ERROR_NOT_IN_STOREFRONT, -262, IAP_CATEGORY_UNAVAILABLE),
    STATUS(IAP_ERROR_NETWORK, -7, IAP_CATEGORY_NETWORK),
    STATUS(IAP_ERROR_SERVER, -263, IAP_CATEGORY_NETWORK),
    STATUS(IAP_ERROR_STORE, -8, IAP_CATEGORY_STORE),
    STATUS(IAP_ERROR_NOT_ENTITLED, -264, IAP_CATEGORY_STORE),
    STATUS(IAP_ERROR_DUPLICATE_REQUEST, -520, IAP_CATEGORY_STORE),
    STATUS(IAP_ERROR_VERIFICATION, -9, IAP_CATEGORY_VERIFICATION),
    STATUS(IAP_ERROR_STORAGE, -10, IAP_CATEGORY_STORAGE),
    STATUS(IAP_ERROR_STORAGE_FULL, -266, IAP_CATEGORY_STORAGE),
    STATUS(IAP_ERROR_STORAGE_NEWER, -522, IAP_CATEGORY_STORAGE),
    STATUS(IAP_ERROR_STORAGE_FOREIGN, -778, IAP_CATEGORY_STORAGE),
    STATUS(IAP_ERROR_STORAGE_DAMAGED, -1034, IAP_CATEGORY_STORAGE),
    STATUS(IAP_ERROR_UNSUPPORTED, -11, IAP_CATEGORY_UNSUPPORTED),
    STATUS(IAP_ERROR_OFFER, -12, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_INELIGIBLE_FOR_OFFER, -268, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_INVALID_OFFER_IDENTIFIER, -524, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_INVALID_OFFER_PRICE, -780, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_INVALID_OFFER_SIGNATURE, -1036, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_MISSING_OFFER_PARAMETERS, -1292, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_INTERNAL, -13, IAP_CATEGORY_INTERNAL),
};

TEST(status_constants_keep_their_values_categories_and_names) {
    for (size_t i = 0; i < sizeof status_cases / sizeof status_cases[0]; i++) {
        const status_case *each = &status_cases[i];
        CHECK_INT(each->status, each->value);
        CHECK_INT(IAP_STATUS_CATEGORY(each->status), each->category);
        CHECK_TEXT(iap_status_name(each->status), each->name);
        for (size_t j = 0; j < i; j++) CHECK(status_cases[j].status != each->status);
    }
}

TEST(a_status_of_no_constant_has_a_name_too) {
    const iap_status unknown[] = {1, 2, 257, -14, -256, -65537, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        CHECK_TEXT(iap_status_name(unknown[i]), "IAP_ERROR_UNKNOWN");
    }
}

TEST(categories_keep_their_values) {
    const int32_t categories[] = {
        IAP_CATEGORY_NONE,      IAP_CATEGORY_INVALID_ARGUMENT, IAP_CATEGORY_MISUSE,      IAP_CATEGORY_NOT_FOUND,
        IAP_CATEGORY_CANCELLED, IAP_CATEGORY_NOT_ALLOWED,      IAP_CATEGORY_UNAVAILABLE, IAP_CATEGORY_NETWORK,
        IAP_CATEGORY_STORE,     IAP_CATEGORY_VERIFICATION,     IAP_CATEGORY_STORAGE,     IAP_CATEGORY_UNSUPPORTED,
        IAP_CATEGORY_OFFER,     IAP_CATEGORY_INTERNAL,
    };
    for (int32_t i = 0; i < (int32_t)(sizeof categories / sizeof categories[0]); i++) CHECK_INT(categories[i], i);
}

TEST(the_library_is_as_new_as_its_header) { CHECK_INT(iap_version(), IAP_HEADER_VERSION); }

typedef struct enumeration {
    const char *name;
    int32_t first;
    size_t count;
    int32_t values[37];
} enumeration;

/* Each list is in the order of its numbers. */
static const enumeration enumerations[] = {
    {"IAP_EVENT_…",
     0,
     22,
     {IAP_EVENT_NONE,
      IAP_EVENT_PRODUCTS_RECEIVED,
      IAP_EVENT_TRANSACTIONS_RECEIVED,
      IAP_EVENT_STOREFRONT_RECEIVED,
      IAP_EVENT_TRANSACTION_UPDATED,
      IAP_EVENT_TRANSACTION_REMOVED,
      IAP_EVENT_RESTORE_FINISHED,
      IAP_EVENT_RESTORE_FAILED,
      IAP_EVENT_ENTITLEMENT_REVOKED,
      IAP_EVENT_STOREFRONT_CHANGED,
      IAP_EVENT_PROBLEM_REPORTED,
      IAP_EVENT_REQUEST_COMPLETED,
      IAP_EVENT_FLAG_RECEIVED,
      IAP_EVENT_TEXT_RECEIVED,
      IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED,
      IAP_EVENT_APP_TRANSACTION_RECEIVED,
      IAP_EVENT_PROMOTIONS_RECEIVED,
      IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED,
      IAP_EVENT_PURCHASE_INTENT_RECEIVED,
      IAP_EVENT_MESSAGE_RECEIVED,
      IAP_EVENT_VERIFICATION_REQUESTED,
      IAP_EVENT_ENTITLEMENT_CHANGED}},
    {"IAP_TRANSACTION_…",
     0,
     9,
     {IAP_TRANSACTION_UNKNOWN, IAP_TRANSACTION_PURCHASING, IAP_TRANSACTION_PURCHASED, IAP_TRANSACTION_FAILED,
      IAP_TRANSACTION_RESTORED, IAP_TRANSACTION_DEFERRED, IAP_TRANSACTION_REVOKED, IAP_TRANSACTION_UNVERIFIED,
      IAP_TRANSACTION_REJECTED}},
    {"IAP_DELIVERY_…", 0, 4, {IAP_DELIVERY_NONE, IAP_DELIVERY_NEW, IAP_DELIVERY_SEEN, IAP_DELIVERY_GRANTED}},
    {"IAP_VERIFY_BY_…", 0, 4, {IAP_VERIFY_BY_STORE, IAP_VERIFY_BY_SIGNATURE, IAP_VERIFY_BY_GAME, IAP_VERIFY_BY_SERVER}},
    {"IAP_VERDICT_…", 1, 3, {IAP_VERDICT_VALID, IAP_VERDICT_INVALID, IAP_VERDICT_UNDECIDED}},
    {"IAP_PRODUCT_LIST_…",
     0,
     4,
     {IAP_PRODUCT_LIST_NONE, IAP_PRODUCT_LIST_FILE, IAP_PRODUCT_LIST_SERVER, IAP_PRODUCT_LIST_LAST_GOOD}},
    {"IAP_PRODUCT_TYPE_…",
     0,
     5,
     {IAP_PRODUCT_TYPE_UNKNOWN, IAP_PRODUCT_TYPE_CONSUMABLE, IAP_PRODUCT_TYPE_NON_CONSUMABLE,
      IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION, IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION}},
    {"IAP_PERIOD_UNIT_…",
     0,
     5,
     {IAP_PERIOD_UNIT_NONE, IAP_PERIOD_UNIT_DAY, IAP_PERIOD_UNIT_WEEK, IAP_PERIOD_UNIT_MONTH, IAP_PERIOD_UNIT_YEAR}},
    {"IAP_QUERY_…",
     0,
     5,
     {IAP_QUERY_NONE, IAP_QUERY_UNFINISHED, IAP_QUERY_ALL, IAP_QUERY_CURRENT_ENTITLEMENTS, IAP_QUERY_LATEST}},
    {"IAP_FEATURE_…",
     0,
     20,
     {IAP_FEATURE_NONE,
      IAP_FEATURE_WIN_BACK_OFFERS,
      IAP_FEATURE_ALL_STATUSES,
      IAP_FEATURE_PURCHASE_INTENTS,
      IAP_FEATURE_MESSAGES,
      IAP_FEATURE_REFUND_REQUEST,
      IAP_FEATURE_MANAGE_SUBSCRIPTIONS,
      IAP_FEATURE_OFFER_CODE_REDEMPTION,
      IAP_FEATURE_REVIEW_REQUEST,
      IAP_FEATURE_APP_TRANSACTION,
      IAP_FEATURE_APP_RECEIPT,
      IAP_FEATURE_PROMOTIONS,
      IAP_FEATURE_EXTERNAL_PURCHASE,
      IAP_FEATURE_EXTERNAL_PURCHASE_LINK,
      IAP_FEATURE_EXTERNAL_PURCHASE_CUSTOM_LINK,
      IAP_FEATURE_EXTERNAL_LINK_ACCOUNT,
      IAP_FEATURE_PAYMENT_METHOD_BINDING,
      IAP_FEATURE_ADVANCED_COMMERCE,
      IAP_FEATURE_BILLING_PLANS,
      IAP_FEATURE_MULTI_SEAT}},
    {"IAP_OFFER_TYPE_…",
     0,
     5,
     {IAP_OFFER_TYPE_NONE, IAP_OFFER_TYPE_INTRODUCTORY, IAP_OFFER_TYPE_PROMOTIONAL, IAP_OFFER_TYPE_CODE,
      IAP_OFFER_TYPE_WIN_BACK}},
    {"IAP_PAYMENT_MODE_…",
     0,
     5,
     {IAP_PAYMENT_MODE_NONE, IAP_PAYMENT_MODE_FREE_TRIAL, IAP_PAYMENT_MODE_PAY_AS_YOU_GO, IAP_PAYMENT_MODE_PAY_UP_FRONT,
      IAP_PAYMENT_MODE_ONE_TIME}},
    {"IAP_BILLING_PLAN_…", 0, 3, {IAP_BILLING_PLAN_NONE, IAP_BILLING_PLAN_UP_FRONT, IAP_BILLING_PLAN_MONTHLY}},
    {"IAP_REVOCATION_REASON_…",
     0,
     3,
     {IAP_REVOCATION_REASON_NONE, IAP_REVOCATION_REASON_OTHER, IAP_REVOCATION_REASON_DEVELOPER_ISSUE}},
    {"IAP_REVOCATION_TYPE_…",
     0,
     4,
     {IAP_REVOCATION_TYPE_NONE, IAP_REVOCATION_TYPE_REFUND_FULL, IAP_REVOCATION_TYPE_REFUND_PRORATED,
      IAP_REVOCATION_TYPE_FAMILY_REVOKE}},
    {"IAP_TRANSACTION_REASON_…",
     0,
     3,
     {IAP_TRANSACTION_REASON_NONE, IAP_TRANSACTION_REASON_PURCHASE, IAP_TRANSACTION_REASON_RENEWAL}},
    {"IAP_VERIFICATION_…",
     0,
     9,
     {IAP_VERIFICATION_NONE, IAP_VERIFICATION_VERIFIED, IAP_VERIFICATION_REVOKED_CERTIFICATE,
      IAP_VERIFICATION_INVALID_CERTIFICATE_CHAIN, IAP_VERIFICATION_INVALID_DEVICE_VERIFICATION,
      IAP_VERIFICATION_INVALID_ENCODING, IAP_VERIFICATION_INVALID_SIGNATURE,
      IAP_VERIFICATION_MISSING_REQUIRED_PROPERTIES, IAP_VERIFICATION_FAILED}},
    {"IAP_OWNERSHIP_…",
     0,
     4,
     {IAP_OWNERSHIP_UNKNOWN, IAP_OWNERSHIP_PURCHASED, IAP_OWNERSHIP_FAMILY_SHARED, IAP_OWNERSHIP_ASSIGNED}},
    {"IAP_SUBSCRIPTION_STATE_…",
     0,
     6,
     {IAP_SUBSCRIPTION_STATE_UNKNOWN, IAP_SUBSCRIPTION_STATE_SUBSCRIBED, IAP_SUBSCRIPTION_STATE_EXPIRED,
      IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY, IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD, IAP_SUBSCRIPTION_STATE_REVOKED}},
    {"IAP_EXPIRATION_REASON_…",
     0,
     6,
     {IAP_EXPIRATION_REASON_NONE, IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED, IAP_EXPIRATION_REASON_BILLING_ERROR,
      IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE, IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE,
      IAP_EXPIRATION_REASON_OTHER}},
    {"IAP_PRICE_INCREASE_…", 0, 3, {IAP_PRICE_INCREASE_NONE, IAP_PRICE_INCREASE_PENDING, IAP_PRICE_INCREASE_AGREED}},
    {"IAP_PROMOTION_VISIBILITY_…",
     0,
     3,
     {IAP_PROMOTION_VISIBILITY_DEFAULT, IAP_PROMOTION_VISIBILITY_VISIBLE, IAP_PROMOTION_VISIBILITY_HIDDEN}},
    {"IAP_MESSAGE_REASON_…",
     0,
     5,
     {IAP_MESSAGE_REASON_UNKNOWN, IAP_MESSAGE_REASON_GENERIC, IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT,
      IAP_MESSAGE_REASON_BILLING_ISSUE, IAP_MESSAGE_REASON_WIN_BACK_OFFER}},
    {"IAP_EXTERNAL_PURCHASE_TOKEN_…",
     1,
     2,
     {IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION, IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES}},
    {"IAP_EXTERNAL_PURCHASE_NOTICE_…",
     1,
     2,
     {IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER, IAP_EXTERNAL_PURCHASE_NOTICE_WITHIN_APP}},
    {"IAP_CUSTOM_VALUE_…",
     1,
     4,
     {IAP_CUSTOM_VALUE_TEXT, IAP_CUSTOM_VALUE_NUMBER, IAP_CUSTOM_VALUE_FLAG, IAP_CUSTOM_VALUE_DATA}},
    {"IAP_EXECUTION_…", 0, 2, {IAP_EXECUTION_BACKGROUND, IAP_EXECUTION_MANUAL}},
    {"IAP_STORE_CLOCK_…", 0, 3, {IAP_STORE_CLOCK_REAL, IAP_STORE_CLOCK_ACCELERATED, IAP_STORE_CLOCK_VIRTUAL}},
    {"IAP_STORE_FAILURE_…",
     0,
     37,
     {IAP_STORE_FAILURE_NONE,
      IAP_STORE_FAILURE_UNKNOWN,
      IAP_STORE_FAILURE_NETWORK,
      IAP_STORE_FAILURE_SYSTEM,
      IAP_STORE_FAILURE_NOT_IN_STOREFRONT,
      IAP_STORE_FAILURE_NOT_ENTITLED,
      IAP_STORE_FAILURE_INVALID_QUANTITY,
      IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE,
      IAP_STORE_FAILURE_PURCHASE_NOT_ALLOWED,
      IAP_STORE_FAILURE_INELIGIBLE_FOR_OFFER,
      IAP_STORE_FAILURE_INVALID_OFFER_IDENTIFIER,
      IAP_STORE_FAILURE_INVALID_OFFER_PRICE,
      IAP_STORE_FAILURE_INVALID_OFFER_SIGNATURE,
      IAP_STORE_FAILURE_MISSING_OFFER_PARAMETERS,
      IAP_STORE_FAILURE_PAYMENT_METHOD_BINDING,
      IAP_STORE_FAILURE_MULTI_SEAT_DISABLED,
      IAP_STORE_FAILURE_USER_CANCELLED,
      IAP_STORE_FAILURE_UNSUPPORTED,
      IAP_STORE_FAILURE_INVALID_PRESENTATION,
      IAP_STORE_FAILURE_NETWORK_TIMEOUT,
      IAP_STORE_FAILURE_REVOKED_CERTIFICATE,
      IAP_STORE_FAILURE_INVALID_CERTIFICATE_CHAIN,
      IAP_STORE_FAILURE_INVALID_DEVICE_VERIFICATION,
      IAP_STORE_FAILURE_INVALID_ENCODING,
      IAP_STORE_FAILURE_INVALID_SIGNATURE,
      IAP_STORE_FAILURE_MISSING_REQUIRED_PROPERTIES,
      IAP_STORE_FAILURE_DUPLICATE_REFUND_REQUEST,
      IAP_STORE_FAILURE_REFUND_REQUEST_FAILED,
      IAP_STORE_FAILURE_BINDING_NOT_ELIGIBLE,
      IAP_STORE_FAILURE_BINDING_INVALID_PINNING_ID,
      IAP_STORE_FAILURE_BINDING_FAILED,
      IAP_STORE_FAILURE_INVALID_REQUEST,
      IAP_STORE_FAILURE_SYSTEM_USER_CANCELLED,
      IAP_STORE_FAILURE_SYSTEM_PAYMENT_CANCELLED,
      IAP_STORE_FAILURE_SYSTEM_NESTED_CANCELLED,
      IAP_STORE_FAILURE_SYSTEM_ACCOUNT_CANCELLED,
      IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED}},
    {"IAP_STORE_API_…",
     1,
     14,
     {IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_API_PURCHASE, IAP_STORE_API_VERIFICATION, IAP_STORE_API_SYNC,
      IAP_STORE_API_SUBSCRIPTION_STATUS, IAP_STORE_API_APP_TRANSACTION, IAP_STORE_API_MANAGE_SUBSCRIPTIONS,
      IAP_STORE_API_REFUND_REQUEST, IAP_STORE_API_OFFER_CODE_REDEMPTION, IAP_STORE_API_MESSAGES,
      IAP_STORE_API_PROMOTIONS, IAP_STORE_API_EXTERNAL_PURCHASE, IAP_STORE_API_PAYMENT_METHOD_BINDING,
      IAP_STORE_API_APP_RECEIPT}},
    {"IAP_STORE_SHEET_…",
     1,
     6,
     {IAP_STORE_SHEET_REFUND, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, IAP_STORE_SHEET_OFFER_CODE, IAP_STORE_SHEET_MESSAGE,
      IAP_STORE_SHEET_REVIEW, IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE}},
    {"IAP_STORE_ANSWER_…", 1, 2, {IAP_STORE_ANSWER_ACCEPT, IAP_STORE_ANSWER_CANCEL}},
    {"IAP_STORE_SIGNATURE_…",
     1,
     4,
     {IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER, IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS,
      IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS, IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS}},
    {"IAP_STORE_INTERRUPTION_…",
     0,
     3,
     {IAP_STORE_INTERRUPTION_NONE, IAP_STORE_INTERRUPTION_PENDING, IAP_STORE_INTERRUPTION_ERROR}},
    {"IAP_STORE_UPDATES_…",
     0,
     4,
     {IAP_STORE_UPDATES_IN_ORDER, IAP_STORE_UPDATES_NEWEST_FIRST, IAP_STORE_UPDATES_SHUFFLED, IAP_STORE_UPDATES_HELD}},
    {"IAP_STORE_LOSS_…", 1, 2, {IAP_STORE_LOSS_ERROR, IAP_STORE_LOSS_SILENCE}},
    {"IAP_STORE_POINT_…",
     0,
     10,
     {IAP_STORE_POINT_NONE, IAP_STORE_POINT_BEFORE_CHARGE, IAP_STORE_POINT_AFTER_CHARGE, IAP_STORE_POINT_BEFORE_ANSWER,
      IAP_STORE_POINT_BEFORE_UPDATE, IAP_STORE_POINT_AFTER_UPDATE, IAP_STORE_POINT_BEFORE_FINISH,
      IAP_STORE_POINT_AFTER_FINISH, IAP_STORE_POINT_BEFORE_RENEWAL, IAP_STORE_POINT_AFTER_RENEWAL}},
    {"IAP_STORE_FORGERY_…",
     0,
     22,
     {IAP_STORE_FORGERY_NONE,
      IAP_STORE_FORGERY_PAYLOAD,
      IAP_STORE_FORGERY_SIGNATURE,
      IAP_STORE_FORGERY_DER_SIGNATURE,
      IAP_STORE_FORGERY_ALGORITHM_NONE,
      IAP_STORE_FORGERY_HMAC,
      IAP_STORE_FORGERY_ROOT,
      IAP_STORE_FORGERY_SWAPPED_CHAIN,
      IAP_STORE_FORGERY_SHORT_CHAIN,
      IAP_STORE_FORGERY_NO_MARKER,
      IAP_STORE_FORGERY_EXPIRED,
      IAP_STORE_FORGERY_ENCODING,
      IAP_STORE_FORGERY_OTHER_BUNDLE,
      IAP_STORE_FORGERY_OTHER_ENVIRONMENT,
      IAP_STORE_FORGERY_OTHER_DEVICE,
      IAP_STORE_FORGERY_NO_INTERMEDIATE_MARKER,
      IAP_STORE_FORGERY_LONG_CHAIN,
      IAP_STORE_FORGERY_CRITICAL_MARKER,
      IAP_STORE_FORGERY_LEAF_AS_ISSUER,
      IAP_STORE_FORGERY_NOT_YET_VALID,
      IAP_STORE_FORGERY_NO_CERTIFICATES,
      IAP_STORE_FORGERY_DUPLICATE_NAME}},
    {"IAP_STORE_OCSP_…",
     1,
     9,
     {IAP_STORE_OCSP_GOOD, IAP_STORE_OCSP_REVOKED, IAP_STORE_OCSP_UNKNOWN, IAP_STORE_OCSP_STALE,
      IAP_STORE_OCSP_FOREIGN_SIGNER, IAP_STORE_OCSP_GARBAGE, IAP_STORE_OCSP_TRY_LATER, IAP_STORE_OCSP_DELEGATE,
      IAP_STORE_OCSP_NO_NEXT_UPDATE}},
    {"IAP_SERVER_…",
     1,
     5,
     {IAP_SERVER_PROMOTIONAL_OFFER, IAP_SERVER_PROMOTIONAL_OFFER_JWS, IAP_SERVER_INTRODUCTORY_OFFER_JWS,
      IAP_SERVER_ADVANCED_COMMERCE_JWS, IAP_SERVER_API_TOKEN}},
    {"IAP_RECEIPT_ACTION_…",
     1,
     6,
     {IAP_RECEIPT_ACTION_GRANT, IAP_RECEIPT_ACTION_REFUSE, IAP_RECEIPT_ACTION_RETRY, IAP_RECEIPT_ACTION_ASK_SANDBOX,
      IAP_RECEIPT_ACTION_ASK_PRODUCTION, IAP_RECEIPT_ACTION_FIX_REQUEST}},
    {"IAP_RECEIPT_STATUS_…, after the first",
     21002,
     9,
     {IAP_RECEIPT_STATUS_MALFORMED, IAP_RECEIPT_STATUS_NOT_AUTHENTIC, IAP_RECEIPT_STATUS_WRONG_SECRET,
      IAP_RECEIPT_STATUS_UNAVAILABLE, IAP_RECEIPT_STATUS_EXPIRED, IAP_RECEIPT_STATUS_SANDBOX,
      IAP_RECEIPT_STATUS_PRODUCTION, IAP_RECEIPT_STATUS_INTERNAL, IAP_RECEIPT_STATUS_NO_ACCOUNT}},
    {"IAP_SIGNED_…",
     0,
     5,
     {IAP_SIGNED_KIND_NONE, IAP_SIGNED_TRANSACTION, IAP_SIGNED_RENEWAL_INFO, IAP_SIGNED_APP_TRANSACTION,
      IAP_SIGNED_NOTIFICATION}},
    {"IAP_VERIFY_CLASS_…",
     0,
     5,
     {IAP_VERIFY_CLASS_NONE, IAP_VERIFY_CLASS_VERIFICATION_FAILURE, IAP_VERIFY_CLASS_INVALID_APP_IDENTIFIER,
      IAP_VERIFY_CLASS_INVALID_CERTIFICATE, IAP_VERIFY_CLASS_INVALID_CHAIN_LENGTH}},
};

TEST(numbers_that_apple_has_given_are_apples) {
    CHECK_INT(IAP_RECEIPT_STATUS_VALID, 0);
    CHECK_INT(IAP_RECEIPT_STATUS_NOT_POST, 21000);
    CHECK_INT(IAP_VERIFY_CLASS_INVALID_ENVIRONMENT, 6);
    CHECK_INT(IAP_VERIFY_CLASS_RETRYABLE, 7);
    CHECK_TEXT(IAP_VERIFY_RECEIPT_PRODUCTION_URL, "https://buy.itunes.apple.com/verifyReceipt");
    CHECK_TEXT(IAP_VERIFY_RECEIPT_SANDBOX_URL, "https://sandbox.itunes.apple.com/verifyReceipt");
}

TEST(enumerations_keep_their_values) {
    for (size_t i = 0; i < sizeof enumerations / sizeof enumerations[0]; i++) {
        const enumeration *each = &enumerations[i];
        for (size_t n = 0; n < each->count; n++) {
            test_case("%s, the one with number %d", each->name, (int)(each->first + (int32_t)n));
            CHECK_INT(each->values[n], each->first + (int32_t)n);
        }
    }
}

/* "Where 0 is none, a value of the store that this version does not know is -1". */
TEST(an_unknown_value_is_minus_one_where_0_is_none) {
    static const int32_t unknown[] = {
        IAP_OFFER_TYPE_UNKNOWN,        IAP_PAYMENT_MODE_UNKNOWN,    IAP_BILLING_PLAN_UNKNOWN,
        IAP_REVOCATION_REASON_UNKNOWN, IAP_REVOCATION_TYPE_UNKNOWN, IAP_TRANSACTION_REASON_UNKNOWN,
        IAP_EXPIRATION_REASON_UNKNOWN, IAP_PRICE_INCREASE_UNKNOWN,  IAP_NOTIFICATION_SUBTYPE_UNKNOWN,
    };
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) CHECK_INT(unknown[i], -1);
}

/* ------------------------------------------------------------------------------------------------------ structs */

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(iap_error) == 520, "the layout of iap_error is part of the ABI");
_Static_assert(offsetof(iap_error, store_code) == 16, "");
_Static_assert(offsetof(iap_error, store_domain) == 24, "");
_Static_assert(offsetof(iap_error, message) == 120, "");
_Static_assert(offsetof(iap_client_options, player_id) == 64, "");
_Static_assert(sizeof(iap_client_options) == 104, "the layout of iap_client_options is part of the ABI");
_Static_assert(offsetof(iap_client_options, journal_path) == 8, "");
_Static_assert(offsetof(iap_client_options, wake_user_data) == 32, "");
_Static_assert(offsetof(iap_client_options, handles_messages) == 40, "");
_Static_assert(offsetof(iap_client_options, inventory) == 48, "");
_Static_assert(offsetof(iap_client_options, app_account_token) == 96, "");
_Static_assert(sizeof(iap_observer) == 112, "the layout of iap_observer is part of the ABI");
_Static_assert(offsetof(iap_observer, transaction_updated) == 16, "");
_Static_assert(offsetof(iap_observer, problem_reported) == 64, "");
_Static_assert(offsetof(iap_observer, verification_requested) == 96, "");
_Static_assert(offsetof(iap_observer, entitlement_changed) == 104, "");
_Static_assert(sizeof(iap_verification_options) == 64, "the layout of iap_verification_options is part of the ABI");
_Static_assert(offsetof(iap_verification_options, server_url) == 16, "");
_Static_assert(offsetof(iap_verification_options, retry_max_ms) == 48, "");
_Static_assert(offsetof(iap_verification_options, accepts_xcode_testing) == 56, "");
_Static_assert(sizeof(iap_product_list_options) == 40, "the layout of iap_product_list_options is part of the ABI");
_Static_assert(sizeof(iap_payment) == 144, "the layout of iap_payment is part of the ABI");
_Static_assert(offsetof(iap_payment, product_id) == 8, "");
_Static_assert(offsetof(iap_payment, simulates_ask_to_buy) == 24, "");
_Static_assert(offsetof(iap_payment, offer.id) == 40, "");
_Static_assert(offsetof(iap_payment, offer.timestamp_ms) == 80, "");
_Static_assert(offsetof(iap_payment, custom_values) == 112, "");
_Static_assert(offsetof(iap_payment, ui_anchor) == 32, "");
_Static_assert(sizeof(iap_custom_value) == 40, "the layout of iap_custom_value is part of the ABI");
_Static_assert(sizeof(iap_store_options) == 80, "the layout of iap_store_options is part of the ABI");
_Static_assert(offsetof(iap_store_options, state_path) == 32, "");
_Static_assert(offsetof(iap_store_options, time_rate) == 64, "");
_Static_assert(offsetof(iap_store_options, ocsp_url) == 72, "the size before there was one");
_Static_assert(sizeof(iap_store_notification) == 104, "the layout of iap_store_notification is part of the ABI");
_Static_assert(offsetof(iap_store_notification, transaction_id) == 32, "");
_Static_assert(offsetof(iap_store_notification, account) == 96, "");
_Static_assert(sizeof(iap_server_key_options) == 72, "the layout of iap_server_key_options is part of the ABI");
_Static_assert(offsetof(iap_server_key_options, clock) == 56, "");
_Static_assert(sizeof(iap_server_request) == 72, "the layout of iap_server_request is part of the ABI");
_Static_assert(offsetof(iap_server_request, timestamp_ms) == 40, "");
_Static_assert(offsetof(iap_server_request, request_json) == 64, "");
_Static_assert(sizeof(iap_store_totals) == 32, "the layout of iap_store_totals is part of the ABI");
_Static_assert(sizeof(iap_store_renewal) == 48, "the layout of iap_store_renewal is part of the ABI");
_Static_assert(offsetof(iap_store_renewal, renewal_price_milliunits) == 40, "");
_Static_assert(sizeof(iap_store_signing_request) == 72, "the layout of iap_store_signing_request is part of the ABI");
_Static_assert(offsetof(iap_store_signing_request, request_json) == 64, "");
#endif

TEST(the_init_macro_of_errors_equals_its_function) {
    const iap_error by_macro = IAP_ERROR_VALUE_INIT;
    iap_error by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_error_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_error));
    /* This struct has no padding, therefore memcmp() can compare all bytes. */
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_client_options_equals_its_function) {
    const iap_client_options by_macro = IAP_CLIENT_OPTIONS_INIT;
    iap_client_options by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_client_options_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_client_options));
    CHECK_INT(by_function.execution, IAP_EXECUTION_BACKGROUND);
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_observers_equals_its_function) {
    const iap_observer by_macro = IAP_OBSERVER_INIT;
    iap_observer by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_observer_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_observer));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_payments_equals_its_function) {
    const iap_payment by_macro = IAP_PAYMENT_INIT;
    iap_payment by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_payment_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_payment));
    CHECK_INT(by_function.quantity, 1);
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_store_options_equals_its_function) {
    const iap_store_options by_macro = IAP_STORE_OPTIONS_INIT;
    iap_store_options by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_store_options_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_store_options));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_totals_equals_its_function) {
    const iap_store_totals by_macro = IAP_STORE_TOTALS_INIT;
    iap_store_totals by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_store_totals_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_store_totals));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_renewals_equals_its_function) {
    const iap_store_renewal by_macro = IAP_STORE_RENEWAL_INIT;
    iap_store_renewal by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_store_renewal_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_store_renewal));
    CHECK_INT(by_function.will_auto_renew, 1);
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_signing_requests_equals_its_function) {
    const iap_store_signing_request by_macro = IAP_STORE_SIGNING_REQUEST_INIT;
    iap_store_signing_request by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_store_signing_request_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_store_signing_request));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_store_settings_equals_its_function) {
    const iap_store_settings by_macro = IAP_STORE_SETTINGS_INIT;
    iap_store_settings by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_store_settings_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_store_settings));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_store_purchases_equals_its_function) {
    const iap_store_purchase by_macro = IAP_STORE_PURCHASE_INIT;
    iap_store_purchase by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_store_purchase_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_store_purchase));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_networks_equals_its_function) {
    const iap_device_network by_macro = IAP_DEVICE_NETWORK_INIT;
    iap_device_network by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_device_network_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_device_network));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_listed_transactions_equals_its_function) {
    const iap_store_transaction by_macro = IAP_STORE_TRANSACTION_INIT;
    iap_store_transaction by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_store_transaction_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_store_transaction));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_store_notifications_equals_its_function) {
    const iap_store_notification by_macro = IAP_STORE_NOTIFICATION_INIT;
    iap_store_notification by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_store_notification_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_store_notification));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_server_key_options_equals_its_function) {
    const iap_server_key_options by_macro = IAP_SERVER_KEY_OPTIONS_INIT;
    iap_server_key_options by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_server_key_options_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_server_key_options));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_server_requests_equals_its_function) {
    const iap_server_request by_macro = IAP_SERVER_REQUEST_INIT;
    iap_server_request by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_server_request_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_server_request));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}
