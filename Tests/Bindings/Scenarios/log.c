#include "log.h"

#include <iap/iap_products.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { IDS_MAX = 64 };
static uint64_t ids[IDS_MAX]; /* $1, $2, … */
static size_t id_count;

void fail(const char *message, const char *detail) {
    fflush(stdout);
    fprintf(stderr, "play: %s: %s\n", message, detail == NULL ? "" : detail);
    exit(1);
}

uint64_t id_variable(const char *name) {
    const size_t position = strtoul(name + 1, NULL, 10);
    if (position < 1 || position > id_count) fail("there is no such variable yet", name);
    return ids[position - 1];
}

void forget_ids(void) { id_count = 0; }

void print_escaped(const char *text) {
    for (; *text != '\0'; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (byte > 0x20 && byte < 0x7F && byte != '\\') putchar(byte);
        else printf("\\x%02X", byte);
    }
}

void text(const char *name, const char *value) {
    if (value == NULL || *value == '\0') return;
    printf(" %s=", name);
    print_escaped(value);
}

void number(const char *name, int64_t value) {
    if (value != 0) printf(" %s=%" PRId64, name, value);
}

void unsigned_number(const char *name, uint64_t value) {
    if (value != 0) printf(" %s=%" PRIu64, name, value);
}

void id(uint64_t value) {
    unsigned_number("id", value);
    if (value == 0) return;
    for (size_t i = 0; i < id_count; i++)
        if (ids[i] == value) return;
    if (id_count == IDS_MAX) fail("too many ids", "raise IDS_MAX");
    ids[id_count++] = value;
}

void word(const char *name, int32_t value, const char *const *names) {
    int32_t count = 0;
    while (names[count] != NULL) count++;
    if (value > 0 && value < count) printf(" %s=%s", name, names[value]);
    else number(name, value);
}

static const char *const product_types[] = {
    "unknown", "consumable", "non_consumable", "non_renewing_subscription", "auto_renewable_subscription", NULL};
const char *const transaction_states[] = {"unknown",  "purchasing", "purchased",  "failed",   "restored",
                                          "deferred", "revoked",    "unverified", "rejected", NULL};
static const char *const delivery_states[] = {"none", "new", "seen", "granted", NULL};
static const char *const ownerships[] = {"unknown", "purchased", "family_shared", "assigned", NULL};
static const char *const revocation_types[] = {"none",          "refund_full",       "refund_prorated",
                                               "family_revoke", "assignment_revoke", NULL};
static const char *const transaction_reasons[] = {"none", "purchase", "renewal", NULL};
const char *const offer_types[] = {"none", "introductory", "promotional", "code", "win_back", NULL};
static const char *const subscription_states[] = {"unknown",         "subscribed", "expired", "in_billing_retry",
                                                  "in_grace_period", "revoked",    NULL};
static const char *const expiration_reasons[] = {
    "none", "auto_renew_disabled", "billing_error", "no_consent_to_price_increase", "product_unavailable", "other",
    NULL};
static const char *const price_increases[] = {"none", "pending", "agreed", NULL};

void error_fields(const iap_error *error) {
    if (error == NULL || error->status == IAP_OK) return;
    text("error", iap_status_name(error->status));
    number("retryable", error->retryable);
    text("domain", error->store_domain);
    number("code", error->store_code);
    text("message", error->message);
}

void transaction_fields(const iap_transaction *transaction) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_transaction_error(transaction, &error);
    word("state", iap_transaction_state(transaction), transaction_states);
    id(iap_transaction_id(transaction));
    unsigned_number("original", iap_transaction_original_id(transaction));
    unsigned_number("payment", iap_transaction_payment_id(transaction));
    text("product", iap_transaction_product_id(transaction));
    number("quantity", iap_transaction_quantity(transaction));
    number("price", iap_transaction_price_milliunits(transaction));
    text("currency", iap_transaction_currency_code(transaction));
    number("date", iap_transaction_purchase_date_ms(transaction));
    number("expires", iap_transaction_expiration_date_ms(transaction));
    number("revoked", iap_transaction_revocation_date_ms(transaction));
    word("revocation", iap_transaction_revocation_type(transaction), revocation_types);
    word("reason", iap_transaction_reason(transaction), transaction_reasons);
    word("ownership", iap_transaction_ownership(transaction), ownerships);
    word("offer", iap_transaction_offer_type(transaction), offer_types);
    text("offer_id", iap_transaction_offer_id(transaction));
    text("token", iap_transaction_app_account_token(transaction));
    number("upgraded", iap_transaction_is_upgraded(transaction));
    number("count", iap_transaction_delivery_count(transaction));
    word("delivery", iap_transaction_delivery_state(transaction), delivery_states);
    error_fields(&error);
}

void status_fields(const iap_subscription_status *status) {
    const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
    const iap_transaction *transaction = iap_subscription_status_transaction(status);
    word("state", iap_subscription_status_state(status), subscription_states);
    text("group", iap_subscription_status_group_id(status));
    id(iap_transaction_id(transaction));
    text("product", iap_transaction_product_id(transaction));
    number("expires", iap_transaction_expiration_date_ms(transaction));
    number("renews", iap_renewal_info_will_auto_renew(info));
    text("next", iap_renewal_info_auto_renew_product_id(info));
    word("reason", iap_renewal_info_expiration_reason(info), expiration_reasons);
    word("increase", iap_renewal_info_price_increase(info), price_increases);
    number("retry", iap_renewal_info_is_in_billing_retry(info));
    number("grace", iap_renewal_info_grace_period_expiration_date_ms(info));
}

void product_fields(const iap_product *product) {
    text("product", iap_product_id(product));
    word("type", iap_product_type(product), product_types);
    number("price", iap_product_price_milliunits(product));
    text("currency", iap_product_currency_code(product));
    text("display", iap_product_display_price(product));
    text("name", iap_product_display_name(product));
    text("description", iap_product_description(product));
    number("family", iap_product_is_family_shareable(product));
    text("group", iap_product_subscription_group_id(product));
    number("level", iap_product_subscription_group_level(product));
    number("offers", (int64_t)iap_product_offer_count(product));
    number("cached", iap_product_is_cached(product));
}

void result(iap_status_t status) { printf("= %s\n", iap_status_name(status)); }

void number_result(int64_t value) {
    if (value < 0) result((iap_status_t)value);
    else printf("= %" PRId64 "\n", value);
}
