#include "print.h"
#include "steps.h"

#include <string.h>

bool step_settles(struct script *script) {
    bool good = game_settle(&script->phone);
    return (script->tablet.client == NULL || game_settle(&script->tablet)) && good;
}

bool step_passes(struct script *script, int64_t milliseconds) {
    if (!step_check(iap_store_advance_clock(script->store, milliseconds, NULL) == IAP_OK, "the clock moves")) {
        return false;
    }
    char time[32];
    print_time(time, sizeof time, iap_store_now_ms(script->store));
    print_line("clock", "it is now %s", time);
    return step_settles(script);
}

int64_t step_time_left(struct script *script) {
    const iap_transaction *transaction = iap_subscription_status_transaction(step_membership(script));
    int64_t left = iap_transaction_expiration_date_ms(transaction) - iap_store_now_ms(script->store);
    return left > 0 ? left : 0;
}

bool step_half_period_passes(struct script *script) {
    return step_passes(script, step_time_left(script) / 2 / STEP_DAY_MS * STEP_DAY_MS);
}

/* ---- renewals ---- */

bool step_has_come(struct script *script, iap_transaction_reason_t reason) {
    struct game *phone = &script->phone;
    script->charged += phone->heard.purchased;
    if (!step_check(phone->heard.purchased == 1 && phone->heard.granted == 1, "one arrived and was granted once")) {
        return false;
    }
    bool good =
        step_check(iap_transaction_payment_id(phone->heard.outcome) == 0, "it belongs to no payment of the game");
    good &= step_check(iap_transaction_reason(phone->heard.outcome) == reason, "its reason is the expected one");
    return step_check(phone->heard.problems == 0, "there was no problem") && good;
}

/* Checks that the last transaction renews a subscription as its renewal info announced. */
static bool goes_on_as_announced(struct script *script, const iap_subscription_status *status) {
    const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
    const iap_transaction *renewal = script->phone.heard.outcome;
    const char *product_id = iap_renewal_info_auto_renew_product_id(info);
    bool good = step_check(product_id != NULL && strcmp(product_id, iap_transaction_product_id(renewal)) == 0,
                           "it is for the announced product");
    good &= step_check(iap_transaction_price_milliunits(renewal) == iap_renewal_info_renewal_price_milliunits(info),
                       "it was charged at the announced price");
    good &= step_check(iap_transaction_original_id(renewal) == iap_renewal_info_original_transaction_id(info),
                       "it belongs to the same subscription");
    return step_check(iap_transaction_id(renewal) != iap_transaction_id(iap_subscription_status_transaction(status)),
                      "it is a new transaction") &&
           good;
}

bool step_renews(struct script *script) {
    int64_t left = step_time_left(script);
    const iap_subscription_statuses *kept = iap_subscription_statuses_retain(script->phone.heard.statuses);
    game_forget(&script->phone);
    bool good = step_check(left > 0, "a period is running") && step_passes(script, left) &&
                step_has_come(script, IAP_TRANSACTION_REASON_RENEWAL) &&
                goes_on_as_announced(script, iap_subscription_statuses_at(kept, 0));
    iap_subscription_statuses_release(kept);
    return good;
}
