/* Every getter of iap_verify.h, by the rest of its name. The program calls all of them for every kind: the getters of other
   kinds must return 0 or NULL. */

#include "verifier.h"

typedef struct text_getter {
    const char *name;
    const char *(*get)(const iap_signed_data *data);
} text_getter;

typedef struct id_getter {
    const char *name;
    uint64_t (*get)(const iap_signed_data *data);
} id_getter;

typedef struct amount_getter {
    const char *name;
    int64_t (*get)(const iap_signed_data *data);
} amount_getter;

typedef struct number_getter {
    const char *name;
    int32_t (*get)(const iap_signed_data *data);
} number_getter;

#define GETTER(name)                                                                                                   \
    { #name, iap_signed_##name }

static const text_getter texts[] = {
    GETTER(json),
    GETTER(unknown_json),
    GETTER(bundle_id),
    GETTER(product_id),
    GETTER(app_account_token),
    GETTER(app_transaction_id),
    GETTER(offer_id),
    GETTER(offer_period),
    GETTER(currency_code),
    GETTER(advanced_commerce_json),
    GETTER(device_verification),
    GETTER(device_verification_nonce),
    GETTER(web_order_line_item_id),
    GETTER(subscription_group_id),
    GETTER(storefront_country_code),
    GETTER(storefront_identifier),
    GETTER(auto_renew_product_id),
    GETTER(commitment_auto_renew_product_id),
    GETTER(app_version),
    GETTER(original_app_version),
    GETTER(original_platform),
    GETTER(notification_uuid),
    GETTER(notification_version),
    GETTER(transaction_text),
    GETTER(renewal_info_text),
    GETTER(app_transaction_text),
    GETTER(bundle_version),
    GETTER(consumption_request_reason),
    GETTER(request_identifier),
    GETTER(external_purchase_id),
};

static const id_getter ids[] = {
    GETTER(app_apple_id),   GETTER(original_transaction_id),
    GETTER(transaction_id), GETTER(previous_original_transaction_id),
    GETTER(app_version_id),
};

static const amount_getter amounts[] = {
    GETTER(signed_date_ms),
    GETTER(original_purchase_date_ms),
    GETTER(purchase_date_ms),
    GETTER(expiration_date_ms),
    GETTER(revocation_date_ms),
    GETTER(price_milliunits),
    GETTER(commitment_expiration_date_ms),
    GETTER(commitment_price_milliunits),
    GETTER(grace_period_expiration_date_ms),
    GETTER(recent_subscription_start_date_ms),
    GETTER(renewal_date_ms),
    GETTER(renewal_price_milliunits),
    GETTER(commitment_renewal_date_ms),
    GETTER(commitment_renewal_price_milliunits),
    GETTER(preorder_date_ms),
    GETTER(succeeded_count),
    GETTER(failed_count),
    GETTER(token_creation_date_ms),
};

static const number_getter numbers[] = {
    GETTER(kind),
    GETTER(is_signature_checked),
    GETTER(environment),
    GETTER(offer_type),
    GETTER(offer_payment_mode),
    GETTER(billing_plan_type),
    GETTER(product_type),
    GETTER(quantity),
    GETTER(revocation_reason),
    GETTER(revocation_type),
    GETTER(revocation_percentage),
    GETTER(is_upgraded),
    GETTER(ownership),
    GETTER(transaction_reason),
    GETTER(commitment_period_number),
    GETTER(commitment_period_count),
    GETTER(auto_renewal),
    GETTER(expiration_reason),
    GETTER(price_increase),
    GETTER(is_in_billing_retry),
    GETTER(commitment_auto_renewal),
    GETTER(commitment_billing_plan_type),
    GETTER(notification_type),
    GETTER(notification_subtype),
    GETTER(notification_content),
    GETTER(subscription_state),
    GETTER(invitation_management),
    GETTER(revoked_seat_quantity),
    GETTER(additional_transaction_reason),
    GETTER(renewal_quantity),
};

static void answer_list(const char *key, const iap_signed_data *data, size_t count,
                        const char *(*get)(const iap_signed_data *data, size_t index)) {
    answer_open(key, '[');
    for (size_t i = 0; i < count; i++) answer_text(NULL, get(data, i));
    answer_close(']');
}

void answer_fields(const iap_signed_data *data) {
    answer_open("fields", '{');
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) answer_text(texts[i].name, texts[i].get(data));
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) answer_id(ids[i].name, ids[i].get(data));
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) answer_number(amounts[i].name, amounts[i].get(data));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) answer_number(numbers[i].name, numbers[i].get(data));
    answer_list("win_back_offers", data, iap_signed_win_back_offer_count(data), iap_signed_win_back_offer_at);
    answer_list("storefront_country_codes", data, iap_signed_storefront_country_code_count(data),
                iap_signed_storefront_country_code_at);
    answer_list("unclaimed_seats", data, iap_signed_unclaimed_seat_count(data), iap_signed_unclaimed_seat_at);
    answer_close('}');
}
