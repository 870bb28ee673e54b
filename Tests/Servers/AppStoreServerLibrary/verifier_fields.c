/* Every field of iap_verify.h, by the rest of its name. The program reads all of them for every kind: the fields of other kinds
   must be 0 or NULL. */

#include "verifier.h"

#include <ctype.h>

typedef struct field {
    const char *name;
    iap_signed_field_t number;
} field;

#define FIELD(name)                                                                                                    \
    { #name, IAP_SIGNED_##name }

static const field texts[] = {
    FIELD(BUNDLE_ID),
    FIELD(PRODUCT_ID),
    FIELD(APP_ACCOUNT_TOKEN),
    FIELD(APP_TRANSACTION_ID),
    FIELD(OFFER_ID),
    FIELD(OFFER_PERIOD),
    FIELD(CURRENCY_CODE),
    FIELD(ADVANCED_COMMERCE_JSON),
    FIELD(DEVICE_VERIFICATION),
    FIELD(DEVICE_VERIFICATION_NONCE),
    FIELD(WEB_ORDER_LINE_ITEM_ID),
    FIELD(SUBSCRIPTION_GROUP_ID),
    FIELD(STOREFRONT_COUNTRY_CODE),
    FIELD(STOREFRONT_IDENTIFIER),
    FIELD(AUTO_RENEW_PRODUCT_ID),
    FIELD(COMMITMENT_AUTO_RENEW_PRODUCT_ID),
    FIELD(APP_VERSION),
    FIELD(ORIGINAL_APP_VERSION),
    FIELD(ORIGINAL_PLATFORM),
    FIELD(BUNDLE_PRODUCT_ID),
    FIELD(BUNDLE_SUBSCRIPTION_GROUP_ID),
    FIELD(STORE_TYPE),
    FIELD(NOTIFICATION_UUID),
    FIELD(NOTIFICATION_VERSION),
    FIELD(TRANSACTION_TEXT),
    FIELD(RENEWAL_INFO_TEXT),
    FIELD(APP_TRANSACTION_TEXT),
    FIELD(BUNDLE_VERSION),
    FIELD(CONSUMPTION_REQUEST_REASON),
    FIELD(REQUEST_IDENTIFIER),
    FIELD(EXTERNAL_PURCHASE_ID),
};

static const field ids[] = {
    FIELD(APP_APPLE_ID),   FIELD(ORIGINAL_TRANSACTION_ID),
    FIELD(TRANSACTION_ID), FIELD(PREVIOUS_ORIGINAL_TRANSACTION_ID),
    FIELD(APP_VERSION_ID), FIELD(BUNDLE_ORIGINAL_TRANSACTION_ID),
};

static const field numbers[] = {
    FIELD(SIGNED_DATE_MS),
    FIELD(ORIGINAL_PURCHASE_DATE_MS),
    FIELD(PURCHASE_DATE_MS),
    FIELD(EXPIRATION_DATE_MS),
    FIELD(REVOCATION_DATE_MS),
    FIELD(PRICE_MILLIUNITS),
    FIELD(COMMITMENT_EXPIRATION_DATE_MS),
    FIELD(COMMITMENT_PRICE_MILLIUNITS),
    FIELD(GRACE_PERIOD_EXPIRATION_DATE_MS),
    FIELD(RECENT_SUBSCRIPTION_START_DATE_MS),
    FIELD(RENEWAL_DATE_MS),
    FIELD(RENEWAL_PRICE_MILLIUNITS),
    FIELD(COMMITMENT_RENEWAL_DATE_MS),
    FIELD(COMMITMENT_RENEWAL_PRICE_MILLIUNITS),
    FIELD(PREORDER_DATE_MS),
    FIELD(SUCCEEDED_COUNT),
    FIELD(FAILED_COUNT),
    FIELD(TOKEN_CREATION_DATE_MS),
    FIELD(ENVIRONMENT),
    FIELD(OFFER_TYPE),
    FIELD(OFFER_PAYMENT_MODE),
    FIELD(BILLING_PLAN_TYPE),
    FIELD(PRODUCT_TYPE),
    FIELD(QUANTITY),
    FIELD(REVOCATION_REASON),
    FIELD(REVOCATION_TYPE),
    FIELD(REVOCATION_PERCENTAGE),
    FIELD(IS_UPGRADED),
    FIELD(OWNERSHIP),
    FIELD(TRANSACTION_REASON),
    FIELD(COMMITMENT_PERIOD_NUMBER),
    FIELD(COMMITMENT_PERIOD_COUNT),
    FIELD(AUTO_RENEWAL),
    FIELD(EXPIRATION_REASON),
    FIELD(PRICE_INCREASE),
    FIELD(IS_IN_BILLING_RETRY),
    FIELD(COMMITMENT_AUTO_RENEWAL),
    FIELD(COMMITMENT_BILLING_PLAN_TYPE),
    FIELD(NOTIFICATION_TYPE),
    FIELD(NOTIFICATION_SUBTYPE),
    FIELD(SUBSCRIPTION_STATE),
    FIELD(INVITATION_MANAGEMENT),
    FIELD(REVOKED_SEAT_QUANTITY),
    FIELD(ADDITIONAL_TRANSACTION_REASON),
    FIELD(RENEWAL_QUANTITY),
    FIELD(IS_PENDING_UNBUNDLE),
    FIELD(APP_REVOCATION_DATE_MS),
};

static const field lists[] = {
    FIELD(WIN_BACK_OFFERS),
    FIELD(STOREFRONT_COUNTRY_CODES),
    FIELD(UNCLAIMED_SEATS),
};

/* PRODUCT_ID -> product_id; valid until the next call. */
static const char *key(const field *field) {
    static char key[64];
    size_t length = 0;
    for (; field->name[length] != '\0' && length + 1 < sizeof key; length++) {
        key[length] = (char)tolower((unsigned char)field->name[length]);
    }
    key[length] = '\0';
    return key;
}

static void response_list(const iap_signed_data *data, const field *list) {
    response_open(key(list), '[');
    const size_t count = iap_signed_count(data, list->number);
    for (size_t i = 0; i < count; i++) response_text(NULL, iap_signed_text_at(data, list->number, i));
    response_close(']');
}

#define EACH(fields) (const field *each = fields; each < fields + sizeof fields / sizeof *fields; each++)

void response_fields(const iap_signed_data *data) {
    response_open("fields", '{');
    response_text("json", iap_signed_json(data));
    response_text("unknown_json", iap_signed_unknown_json(data));
    response_number("kind", iap_signed_kind(data));
    response_number("is_signature_checked", iap_signed_is_signature_checked(data));
    response_number("notification_content", iap_signed_notification_content(data));
    for
        EACH(texts) response_text(key(each), iap_signed_text(data, each->number));
    for
        EACH(ids) response_id(key(each), iap_signed_id(data, each->number));
    for
        EACH(numbers) response_number(key(each), iap_signed_int64(data, each->number));
    for
        EACH(lists) response_list(data, each);
    response_close('}');
}
