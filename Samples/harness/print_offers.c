#include "print_offers.h"
#include "names.h"
#include "print.h"

#include <iap/iap_commerce.h>

#include <inttypes.h>
#include <stdio.h>

static void print_offer(const iap_offer *offer) {
    char period[64];
    print_period(period, sizeof period, iap_offer_period_unit(offer), iap_offer_period_value(offer));
    char times[32] = "";
    if (iap_offer_period_count(offer) != 1) {
        snprintf(times, sizeof times, ", %" PRId32 " times", iap_offer_period_count(offer));
    }
    const char *id = iap_offer_id(offer);
    print_line("offer", "%s%s%s: %s, %s for %s%s", names_word(names_offer_types, iap_offer_type(offer)),
               id == NULL ? "" : " ", id == NULL ? "" : id,
               names_word(names_payment_modes, iap_offer_payment_mode(offer)), iap_offer_display_price(offer), period,
               times);
}

static void print_plan(const iap_billing_plan *plan) {
    char period[64];
    print_period(period, sizeof period, iap_billing_plan_period_unit(plan), iap_billing_plan_period_value(plan));
    char commitment[64] = "";
    if (iap_billing_plan_commitment_price_milliunits(plan) != 0) {
        snprintf(commitment, sizeof commitment, ", a commitment of %" PRId64 " thousandths",
                 iap_billing_plan_commitment_price_milliunits(plan));
    }
    print_line("plan", "%s: %s every %s%s", names_word(names_billing_plans, iap_billing_plan_type(plan)),
               iap_billing_plan_display_price(plan), period, commitment);
}

void print_offers(const iap_product *product) {
    for (size_t i = 0; i < iap_product_offer_count(product); i++) {
        print_offer(iap_product_offer_at(product, i));
    }
    for (size_t i = 0; i < iap_product_billing_plan_count(product); i++) {
        print_plan(iap_product_billing_plan_at(product, i));
    }
}
