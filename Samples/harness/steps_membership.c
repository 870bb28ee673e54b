#include "game_requests.h"
#include "print.h"
#include "print_news.h"
#include "step_list.h"

const iap_subscription_status *step_membership(struct script *script) {
    struct game *phone = &script->phone;
    if (!game_ask_statuses(phone, iap_product_subscription_group_id(script->club))) {
        return NULL;
    }
    /* With family sharing there could be more than one. */
    return iap_subscription_statuses_at(phone->heard.statuses, 0);
}

uint64_t step_membership_id(struct script *script) {
    return iap_transaction_id(iap_subscription_status_transaction(step_membership(script)));
}

bool step_stands(struct script *script, iap_subscription_state_t expected) {
    const iap_subscription_status *status = step_membership(script);
    return status != NULL &&
           step_check(iap_subscription_status_state(status) == expected, "the state is the expected one");
}

bool step_opens(struct script *script, bool expected) {
    struct game *phone = &script->phone;
    if (!game_ask_transactions(phone, IAP_QUERY_CURRENT_ENTITLEMENTS, iap_product_id(script->club))) {
        return false;
    }
    size_t entitlements = iap_transactions_count(phone->heard.transactions);
    print_line(phone->device_name, "%s the new caves", entitlements > 0 ? "opens" : "locks");
    return step_check(entitlements == expected, "the player may use what the state allows");
}

/* Moves the clock beyond the end of the period of a status. */
static bool period_ends(struct script *script, const iap_subscription_status *status) {
    int64_t end = iap_transaction_expiration_date_ms(iap_subscription_status_transaction(status));
    int64_t now = iap_store_now_ms(script->store);
    return step_passes(script, end > now ? end - now + STEP_DAY_MS : STEP_DAY_MS);
}

bool step_lapses(struct script *script) {
    const iap_subscription_status *status = step_membership(script);
    if (status == NULL) {
        return false;
    }
    if (iap_subscription_status_state(status) == IAP_SUBSCRIPTION_STATE_EXPIRED) {
        return true;
    }
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.will_auto_renew = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    uint64_t id = iap_transaction_id(iap_subscription_status_transaction(status));
    return step_order("the renewal", iap_store_set_renewal(script->store, id, &renewal, &error), &error) &&
           game_settle(&script->phone) && period_ends(script, status);
}

/* Requests by transaction the same status as by group. */
static bool tells_the_same(struct script *script, const iap_subscription_status *status) {
    struct game *phone = &script->phone;
    uint64_t id = iap_transaction_id(iap_subscription_status_transaction(status));
    iap_subscription_state_t state = iap_subscription_status_state(status);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t asked =
        iap_request_transaction_status(phone->client, id, game_hears_statuses, phone, &phone->request, &error);
    if (!game_response(phone, "the status", asked, &error) ||
        !step_check(iap_subscription_statuses_count(phone->heard.statuses) == 1, "the transaction has one status")) {
        return false;
    }
    const iap_subscription_status *same = iap_subscription_statuses_at(phone->heard.statuses, 0);
    return step_check(iap_subscription_status_state(same) == state &&
                          iap_transaction_id(iap_subscription_status_transaction(same)) == id,
                      "it is the status of the group");
}

enum verdict step_status(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    const iap_subscription_status *status = step_membership(script);
    if (!step_check(status != NULL, "the player is a member")) {
        return VERDICT_BAD;
    }
    print_status("status", status);
    const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
    bool good = step_check(iap_subscription_status_state(status) == IAP_SUBSCRIPTION_STATE_SUBSCRIBED,
                           "the membership is active");
    good &= step_check(iap_renewal_info_signature_check(info) == IAP_SIGNATURE_VERIFIED, "the store has signed it");
    good &= step_check(iap_renewal_info_will_auto_renew(info) == 1, "it will be renewed");
    good &= step_check(iap_renewal_info_renewal_price_milliunits(info) == iap_product_price_milliunits(script->club),
                       "the next period costs the price of the product");
    return step_verdict(tells_the_same(script, status) && good);
}

enum verdict step_manage_subscriptions(struct script *script) {
    struct game *phone = &script->phone;
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order("the answer",
                    iap_store_answer_next_sheet(script->store, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS,
                                                IAP_STORE_ANSWER_ACCEPT, "off", &error),
                    &error)) {
        return VERDICT_BAD;
    }
    iap_status_t status = iap_show_manage_subscriptions(phone->client, iap_product_subscription_group_id(script->club),
                                                        NULL, game_hears_end, phone, &phone->request, &error);
    if (!game_response(phone, "the subscriptions", status, &error)) {
        return VERDICT_BAD;
    }
    print_line("phone", "the player has closed the sheet");
    bool good = game_settle(phone) && step_check(phone->heard.status_changes == 1, "the change arrived as an event");
    const iap_subscription_status *membership = step_membership(script);
    if (membership == NULL || !period_ends(script, membership)) {
        return VERDICT_BAD;
    }
    membership = step_membership(script);
    good &= step_check(iap_subscription_status_state(membership) == IAP_SUBSCRIPTION_STATE_EXPIRED, "it is over");
    good &= step_check(iap_renewal_info_expiration_reason(iap_subscription_status_renewal_info(membership)) ==
                           IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED,
                       "because the player turned renewal off");
    return step_verdict(good);
}
