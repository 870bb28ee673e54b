/* A subscription that a family shares, and its end. */
#include "print.h"
#include "print_details.h"
#include "print_news.h"
#include "step_list.h"

#include <iap/iap_products.h>

#define FAMILY "the caves"

static bool joins(struct script *script, const char *account) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    print_line(account, "is in the family");
    return step_order("the family", iap_store_set_family(script->store, account, FAMILY, &error), &error) &&
           step_settles(script);
}

/* A second game on another device with another account. */
static bool opens_tablet(struct script *script) {
    script->tablet = (struct game){.account = "ben",
                                   .device_name = "tablet",
                                   .policy = GAME_FINISHES,
                                   .execution = IAP_EXECUTION_MANUAL,
                                   .hears_store_news = true};
    return game_open(&script->tablet, script->store, script->options->state) && step_settles(script);
}

/* Checks that the tablet received one more period. */
static bool is_shared(struct script *script) {
    struct game *tablet = &script->tablet;
    return step_check(tablet->heard.purchased == 1 && tablet->heard.granted == 1,
                      "the other member received it once") &&
           step_check(iap_transaction_ownership(tablet->heard.outcome) == IAP_OWNERSHIP_FAMILY_SHARED,
                      "it belongs to the family");
}

enum verdict step_family(struct script *script) {
    if (script->club == NULL || !iap_product_is_family_shareable(script->club)) {
        return step_skip("subscription that a family can share");
    }
    if (!opens_tablet(script) || !joins(script, script->phone.account) ||
        !step_check(script->tablet.heard.purchased == 0, "nothing is shared outside the family") ||
        !joins(script, script->tablet.account) || !is_shared(script)) {
        return VERDICT_BAD;
    }
    print_details(script->tablet.heard.outcome);
    game_forget(&script->tablet);
    return step_verdict(step_renews(script) && is_shared(script));
}

/* ---- the end ---- */

enum verdict step_expiry(struct script *script) {
    struct game *phone = &script->phone;
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    if (!step_half_period_passes(script)) {
        return VERDICT_BAD;
    }
    uint64_t id = step_membership_id(script);
    game_forget(phone);
    print_line("player", "turns auto-renewal off");
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool good = step_order("the renewal", iap_store_set_auto_renew(script->store, id, 0, &error), &error) &&
                step_settles(script) &&
                step_check(phone->heard.status_changes == 1, "the change arrived as an event") &&
                step_opens(script, true) && step_passes(script, step_time_left(script));
    if (!good) {
        return VERDICT_BAD;
    }
    const iap_renewal_info *info = iap_subscription_status_renewal_info(phone->heard.status);
    good = step_check(iap_renewal_info_expiration_reason(info) == IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED,
                      "it expired because the player turned renewal off");
    good &= step_check(phone->heard.purchased == 0, "nothing was charged");
    good = step_stands(script, IAP_SUBSCRIPTION_STATE_EXPIRED) && step_opens(script, false) && good;
    return step_verdict(step_passes(script, 8 * STEP_DAY_MS) && good);
}

/* Checks that the member of the family has lost the shared subscription. */
static bool family_loses(struct script *script) {
    struct game *tablet = &script->tablet;
    if (tablet->client == NULL) {
        return true;
    }
    return step_check(tablet->heard.revoked == 1, "the other member has lost it, too") &&
           step_check(iap_transaction_revocation_type(tablet->heard.revoked_transaction) ==
                          IAP_REVOCATION_TYPE_FAMILY_REVOKE,
                      "because it is no longer shared");
}

enum verdict step_prorated_refund(struct script *script) {
    struct game *phone = &script->phone;
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    if (!step_half_period_passes(script)) {
        return VERDICT_BAD;
    }
    uint64_t id = step_membership_id(script);
    game_forget(phone);
    print_line("store", "refunds the rest of the period");
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order("the refund",
                    iap_store_revoke(script->store, id, IAP_REVOCATION_TYPE_REFUND_PRORATED,
                                     IAP_REVOCATION_REASON_DEVELOPER_ISSUE, &error),
                    &error) ||
        !step_settles(script) || !step_check(phone->heard.revoked == 1, "it was revoked once")) {
        return VERDICT_BAD;
    }
    script->refunded++;
    print_details(phone->heard.revoked_transaction);
    bool good = step_check(iap_transaction_revocation_type(phone->heard.revoked_transaction) ==
                               IAP_REVOCATION_TYPE_REFUND_PRORATED,
                           "a part of the price was refunded");
    good &= family_loses(script);
    return step_verdict(step_stands(script, IAP_SUBSCRIPTION_STATE_REVOKED) && step_opens(script, false) && good);
}
