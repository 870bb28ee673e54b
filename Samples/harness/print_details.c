#include "print_details.h"
#include "names.h"
#include "print.h"

#include <iap/iap_commerce.h>
#include <iap/iap_transactions.h>

#include <inttypes.h>

static void print_used_offer(const iap_transaction *transaction) {
    const char *id = iap_transaction_offer_id(transaction);
    char period[64] = "";
    if (iap_transaction_offer_period_unit(transaction) != IAP_PERIOD_UNIT_NONE) {
        print_period(period, sizeof period, iap_transaction_offer_period_unit(transaction),
                     iap_transaction_offer_period_value(transaction));
    }
    print_line("", "%s offer%s%s: %s%s%s", names_word(names_offer_types, iap_transaction_offer_type(transaction)),
               id == NULL ? "" : " ", id == NULL ? "" : id,
               names_word(names_payment_modes, iap_transaction_offer_payment_mode(transaction)),
               period[0] == '\0' ? "" : ", ", period);
}

static void print_commitment(const iap_transaction *transaction) {
    char time[32];
    print_time(time, sizeof time, iap_transaction_commitment_expiration_date_ms(transaction));
    print_line("", "bill %" PRId32 " of %" PRId32 ", committed until %s for %" PRId64 " thousandths",
               iap_transaction_commitment_period_number(transaction),
               iap_transaction_commitment_period_count(transaction), time,
               iap_transaction_commitment_price_milliunits(transaction));
}

static void print_revocation(const iap_transaction *transaction) {
    char time[32];
    print_time(time, sizeof time, iap_transaction_revocation_date_ms(transaction));
    print_line("", "revoked on %s: %s", time,
               names_word(names_revocation_types, iap_transaction_revocation_type(transaction)));
    int32_t percentage = iap_transaction_revocation_percentage(transaction);
    if (iap_transaction_revocation_type(transaction) == IAP_REVOCATION_TYPE_REFUND_PRORATED && percentage != 0) {
        print_line("", "refunded: %" PRId32 ".%03" PRId32 " percent of the price", percentage / 1000,
                   percentage % 1000);
    }
}

void print_details(const iap_transaction *transaction) {
    print_line("paid", "%" PRId64 " thousandths of %s in the App Store of %s (%s)",
               iap_transaction_price_milliunits(transaction), print_text(iap_transaction_currency_code(transaction)),
               print_text(iap_transaction_storefront_country_code(transaction)),
               print_text(iap_transaction_storefront_identifier(transaction)));
    print_line("", "reason: %s; owner: %s; %s", names_word(names_reasons, iap_transaction_reason(transaction)),
               names_word(names_ownerships, iap_transaction_ownership(transaction)),
               names_word(names_verifications, iap_transaction_signature_check(transaction)));
    if (iap_transaction_app_account_token(transaction) != NULL) {
        print_line("", "account token: %s", iap_transaction_app_account_token(transaction));
    }
    if (iap_transaction_offer_type(transaction) != IAP_OFFER_TYPE_NONE) {
        print_used_offer(transaction);
    }
    if (iap_transaction_billing_plan_type(transaction) != IAP_BILLING_PLAN_NONE) {
        print_line("", "billing plan: %s",
                   names_word(names_billing_plans, iap_transaction_billing_plan_type(transaction)));
    }
    if (iap_transaction_commitment_period_count(transaction) != 0) {
        print_commitment(transaction);
    }
    if (iap_transaction_revocation_date_ms(transaction) != 0) {
        print_revocation(transaction);
    }
    if (iap_transaction_advanced_commerce_json(transaction) != NULL) {
        print_line("", "%s", iap_transaction_advanced_commerce_json(transaction));
    }
}

void print_app_transaction(const iap_app_transaction *app_transaction) {
    char time[32];
    print_time(time, sizeof time, iap_app_transaction_original_purchase_date_ms(app_transaction));
    print_line("app", "%s %s in %s, %s", iap_app_transaction_bundle_id(app_transaction),
               iap_app_transaction_app_version(app_transaction), iap_app_transaction_environment(app_transaction),
               names_word(names_verifications, iap_app_transaction_signature_check(app_transaction)));
    print_line("", "first downloaded as %s on %s, on %s", iap_app_transaction_original_app_version(app_transaction),
               time, print_text(iap_app_transaction_original_platform(app_transaction)));
}

void print_promotions(const iap_promotions *promotions) {
    for (size_t i = 0; i < iap_promotions_count(promotions); i++) {
        print_line("promoted", "%s (%s)", iap_promotions_product_id_at(promotions, i),
                   names_word(names_visibilities, iap_promotions_visibility_at(promotions, i)));
    }
    if (iap_promotions_count(promotions) == 0) {
        print_line("promoted", "in the order of App Store Connect");
    }
}
