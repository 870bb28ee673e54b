/* Renewals without problems, and changes to another product. */
#include "ledger.h"
#include "print.h"
#include "print_store.h"
#include "step_list.h"

#include <inttypes.h>
#include <string.h>

enum verdict step_months(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    bool good = true;
    for (int month = 0; good && month < 3; month++) {
        good = step_renews(script);
    }
    return step_verdict(good && step_opens(script, true));
}

/* The player chooses another product of the group in the system's sheet. */
static bool chooses(struct script *script, const iap_product *product) {
    uint64_t id = step_membership_id(script);
    game_forget(&script->phone);
    print_line("player", "chooses %s", iap_product_id(product));
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order(
               "the change",
               iap_store_change_subscription(script->store, id, iap_product_id(product), IAP_BILLING_PLAN_NONE, &error),
               &error) &&
           step_settles(script);
}

/* Checks that the rest of the price of the replaced period was refunded. */
static bool is_settled(struct script *script, uint64_t replaced) {
    iap_store_transaction entry = IAP_STORE_TRANSACTION_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order("the ledger", iap_store_get_transaction(script->store, replaced, &entry, &error), &error)) {
        return false;
    }
    print_entry("ledger", &entry);
    bool good = step_check(entry.is_upgraded == 1, "the ledger says that it was upgraded");
    return step_check(entry.refunded_milliunits > 0 && entry.refunded_milliunits < entry.price_milliunits,
                      "a part of its price was refunded") &&
           good;
}

enum verdict step_upgrade(struct script *script) {
    if (script->more == NULL) {
        return step_skip("higher level in the group of the club");
    }
    uint64_t replaced = step_membership_id(script);
    if (!step_half_period_passes(script) || !chooses(script, script->more) ||
        !step_has_come(script, IAP_TRANSACTION_REASON_PURCHASE)) {
        return VERDICT_BAD;
    }
    const iap_transaction *outcome = script->phone.heard.outcome;
    bool good = step_check(strcmp(iap_transaction_product_id(outcome), iap_product_id(script->more)) == 0,
                           "it is for the chosen product");
    good &= step_check(iap_transaction_price_milliunits(outcome) == iap_product_price_milliunits(script->more),
                       "it was charged at its price");
    return step_verdict(is_settled(script, replaced) && good);
}

/* Ends the period now, because the rest of a year is long. */
static bool period_is_cut_short(struct script *script) {
    uint64_t id = step_membership_id(script);
    print_line("store", "ends the period now");
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order("the renewal", iap_store_force_renewal(script->store, id, &error), &error) &&
           step_settles(script);
}

enum verdict step_downgrade(struct script *script) {
    struct game *phone = &script->phone;
    if (script->more == NULL) {
        return step_skip("higher level in the group of the club");
    }
    if (!chooses(script, script->club)) {
        return VERDICT_BAD;
    }
    bool good = step_check(phone->heard.purchased == 0, "nothing was charged");
    good &= step_check(phone->heard.status_changes == 1, "the change arrived as an event");
    const char *next =
        iap_renewal_info_auto_renew_product_id(iap_subscription_status_renewal_info(phone->heard.status));
    good &= step_check(next != NULL && strcmp(next, iap_product_id(script->club)) == 0, "it waits for the renewal");
    if (!step_passes(script, 30 * STEP_DAY_MS) || !period_is_cut_short(script) ||
        !step_has_come(script, IAP_TRANSACTION_REASON_RENEWAL)) {
        return VERDICT_BAD;
    }
    good &= step_check(strcmp(iap_transaction_product_id(phone->heard.outcome), iap_product_id(script->club)) == 0,
                       "the renewal is for the chosen product");
    return step_verdict(step_opens(script, true) && good);
}
