/* Renewals without a valid card, and renewals at a higher price. */
#include "print.h"
#include "print_news.h"
#include "step_list.h"

static bool card_holds(struct script *script, bool holds) {
    print_line("player", holds ? "has a card that can be charged" : "has a card that has expired");
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order("the card", iap_store_set_billing_retry_on_renewal(script->store, !holds, &error), &error);
}

static bool set_grace(struct script *script, int32_t days) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order("the grace period", iap_store_set_billing_grace_period(script->store, days, &error), &error);
}

/* The period ends and the payment fails: access stays for the grace period. */
static bool falls_into_grace(struct script *script) {
    int64_t left = step_time_left(script);
    game_forget(&script->phone);
    return card_holds(script, false) && step_passes(script, left) &&
           step_check(script->phone.heard.purchased == 0, "nothing was charged") &&
           step_stands(script, IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD) && step_opens(script, true);
}

enum verdict step_grace(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    int64_t due = iap_store_now_ms(script->store) + step_time_left(script);
    if (!set_grace(script, 16) || !falls_into_grace(script) || !step_passes(script, 5 * STEP_DAY_MS) ||
        !card_holds(script, true)) {
        return VERDICT_BAD;
    }
    uint64_t id = step_membership_id(script);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order("the payment", iap_store_resolve_issue(script->store, id, &error), &error) ||
        !step_settles(script) || !step_has_come(script, IAP_TRANSACTION_REASON_RENEWAL)) {
        return VERDICT_BAD;
    }
    bool good = step_check(iap_transaction_purchase_date_ms(script->phone.heard.outcome) == due,
                           "the billing day stays the same");
    return step_verdict(step_stands(script, IAP_SUBSCRIPTION_STATE_SUBSCRIBED) && good);
}

/* The grace period ends: the store retries the payment, and the player has no access. */
static bool falls_into_retry(struct script *script) {
    const iap_renewal_info *info = iap_subscription_status_renewal_info(step_membership(script));
    int64_t left = iap_renewal_info_grace_period_expiration_date_ms(info) - iap_store_now_ms(script->store);
    return step_check(left > 0, "the end of the grace period is known") && step_passes(script, left) &&
           step_stands(script, IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY) && step_opens(script, false);
}

enum verdict step_billing_retry(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    int64_t due = iap_store_now_ms(script->store) + step_time_left(script);
    bool good = falls_into_grace(script) && falls_into_retry(script) && step_passes(script, 3 * STEP_DAY_MS) &&
                card_holds(script, true);
    /* The player does nothing: the store retries each day. */
    good = good && step_passes(script, STEP_DAY_MS) && step_has_come(script, IAP_TRANSACTION_REASON_RENEWAL) &&
           step_check(iap_transaction_purchase_date_ms(script->phone.heard.outcome) > due,
                      "the day of the payment is the new billing day");
    good = good && step_stands(script, IAP_SUBSCRIPTION_STATE_SUBSCRIBED) && step_opens(script, true);
    return step_verdict(set_grace(script, 0) && good);
}

/* ---- a price increase ---- */

enum verdict step_consent(struct script *script) {
    struct game *phone = &script->phone;
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    if (!step_half_period_passes(script)) {
        return VERDICT_BAD;
    }
    int64_t price = iap_product_price_milliunits(script->club) + 1000;
    uint64_t id = step_membership_id(script);
    game_forget(phone);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order("the price", iap_store_request_price_increase(script->store, id, price, 1, &error), &error) ||
        !step_settles(script)) {
        return VERDICT_BAD;
    }
    bool good = step_check(iap_renewal_info_price_increase(iap_subscription_status_renewal_info(phone->heard.status)) ==
                               IAP_PRICE_INCREASE_PENDING,
                           "the new price needs consent");
    print_line("player", "reads the mail of the App Store and agrees");
    if (!step_order("the consent", iap_store_answer_price_increase(script->store, id, 1, &error), &error) ||
        !step_settles(script) || !step_renews(script)) {
        return VERDICT_BAD;
    }
    return step_verdict(step_check(iap_transaction_price_milliunits(phone->heard.outcome) == price,
                                   "the renewal costs the new price") &&
                        good);
}
