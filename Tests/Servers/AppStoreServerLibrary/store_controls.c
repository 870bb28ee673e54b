#include "store.h"

static uint64_t transaction_of(const command *command) { return command_id(command, "id"); }

void store_advance(const command *command) {
    response_status(iap_store_advance_clock(store(), command_number(command, "milliseconds"), NULL), NULL);
    response_number("now", iap_store_now_ms(store()));
}

void store_set_auto_renew(const command *command) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const int32_t enabled = (int32_t)command_number(command, "enabled");
    response_status(iap_store_set_auto_renew(store(), transaction_of(command), enabled, &error), &error);
}

void store_change_subscription(const command *command) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_billing_plan_type_t plan = (iap_billing_plan_type_t)command_number(command, "plan");
    const char *product = command_text(command, "product");
    response_status(iap_store_change_subscription(store(), transaction_of(command), product, plan, &error), &error);
}

void store_set_renewal(const command *command) {
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.will_auto_renew = (int32_t)command_number(command, "will_auto_renew");
    renewal.auto_renew_product_id = command_text(command, "product");
    renewal.expiration_reason = (iap_expiration_reason_t)command_number(command, "expiration_reason");
    renewal.price_increase = (iap_price_increase_t)command_number(command, "price_increase");
    renewal.is_in_billing_retry = (int32_t)command_number(command, "retry");
    renewal.grace_period_expiration_date_ms = command_number(command, "grace");
    renewal.renewal_price_milliunits = command_number(command, "price");
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_status(iap_store_set_renewal(store(), transaction_of(command), &renewal, &error), &error);
}

void store_set_billing_retry(const command *command) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const int32_t enabled = (int32_t)command_number(command, "enabled");
    response_status(iap_store_set_billing_retry_on_renewal(store(), enabled, &error), &error);
}

void store_set_billing_grace_period(const command *command) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const int32_t days = (int32_t)command_number(command, "days");
    response_status(iap_store_set_billing_grace_period(store(), days, &error), &error);
}

void store_request_price_increase(const command *command) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const int64_t price = command_number(command, "price");
    const int32_t needs_consent = (int32_t)command_number(command, "needs_consent");
    response_status(iap_store_request_price_increase(store(), transaction_of(command), price, needs_consent, &error),
                    &error);
}

void store_revoke(const command *command) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_revocation_type_t type = (iap_revocation_type_t)command_number(command, "type");
    const iap_revocation_reason_t reason = (iap_revocation_reason_t)command_number(command, "reason");
    response_status(iap_store_revoke(store(), transaction_of(command), type, reason, &error), &error);
}

void store_set_family(const command *command) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const char *account = command_text(command, "account"), *family = command_text(command, "family");
    response_status(iap_store_set_family(store(), account, family, &error), &error);
}
