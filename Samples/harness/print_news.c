#include "print_news.h"
#include "names.h"
#include "print.h"

#include <iap/iap_promotions.h>
#include <iap/iap_sheets.h>
#include <iap/iap_subscriptions.h>

#include <inttypes.h>

static void print_renewal(const iap_renewal_info *info) {
    const char *next = iap_renewal_info_auto_renew_product_id(info);
    if (iap_renewal_info_will_auto_renew(info) && next != NULL) {
        char time[32];
        print_time(time, sizeof time, iap_renewal_info_renewal_date_ms(info));
        print_line("", "renews on %s as %s for %" PRId64 " thousandths of %s", time, next,
                   iap_renewal_info_renewal_price_milliunits(info), print_text(iap_renewal_info_currency_code(info)));
    } else {
        print_line("", "does not renew");
    }
}

static void print_trouble(const iap_renewal_info *info) {
    if (iap_renewal_info_expiration_reason(info) != IAP_EXPIRATION_REASON_NONE) {
        print_line("", "reason: %s", names_word(names_expiration_reasons, iap_renewal_info_expiration_reason(info)));
    }
    if (iap_renewal_info_grace_period_expiration_date_ms(info) != 0) {
        char time[32];
        print_time(time, sizeof time, iap_renewal_info_grace_period_expiration_date_ms(info));
        print_line("", "entitled until %s", time);
    }
    if (iap_renewal_info_price_increase(info) != IAP_PRICE_INCREASE_NONE) {
        print_line("", "price increase: %s", names_word(names_price_increases, iap_renewal_info_price_increase(info)));
    }
}

void print_status(const char *label, const iap_subscription_status *status) {
    const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
    const iap_transaction *transaction = iap_subscription_status_transaction(status);
    print_line(label, "%s: %s, transaction %" PRIu64, names_word(names_states, iap_subscription_status_state(status)),
               iap_renewal_info_product_id(info), iap_transaction_id(transaction));
    /* Data without the signature of the store must not help the player and must not harm the player. */
    if (iap_renewal_info_signature_check(info) != IAP_SIGNATURE_VERIFIED) {
        print_line("", "the renewal info is not verified: %s",
                   names_word(names_verifications, iap_renewal_info_signature_check(info)));
        return;
    }
    print_renewal(info);
    print_trouble(info);
    for (size_t i = 0; i < iap_renewal_info_eligible_win_back_offer_count(info); i++) {
        print_line("", "eligible for the win-back offer %s", iap_renewal_info_eligible_win_back_offer_at(info, i));
    }
}

void print_intent(const char *label, const iap_purchase_intent *intent) {
    const char *offer = iap_purchase_intent_offer_id(intent);
    print_line(label, "the player started to buy %s in the App Store%s%s%s", iap_purchase_intent_product_id(intent),
               offer == NULL ? "" : " with ", offer == NULL ? "" : offer,
               iap_purchase_intent_is_deferred(intent) ? ", deferred" : "");
}

void print_message(const char *label, const iap_message *message) {
    print_line(label, "the App Store has a message: %s", names_word(names_messages, iap_message_reason(message)));
}
