#include "game_requests.h"
#include "print.h"
#include "step_list.h"

/* Puts the renewal into a state. Checks the state of the subscription and the entitlement of the player. */
static bool is_put(struct script *script, uint64_t transaction_id, const iap_store_renewal *renewal,
                   iap_subscription_state_t expected, bool is_entitled) {
    struct game *phone = &script->phone;
    game_forget(phone);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order("the renewal", iap_store_set_renewal(script->store, transaction_id, renewal, &error), &error) ||
        !game_settle(phone) || !step_check(phone->heard.status_changes == 1, "the change arrived as an event")) {
        return false;
    }
    bool good =
        step_check(iap_subscription_status_state(phone->heard.status) == expected, "the state is the expected one");
    return step_opens(script, is_entitled) && good;
}

enum verdict step_billing(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    const iap_subscription_status *status = step_membership(script);
    if (!step_check(status != NULL, "the player is a member")) {
        return VERDICT_BAD;
    }
    uint64_t id = iap_transaction_id(iap_subscription_status_transaction(status));
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.is_in_billing_retry = 1;
    renewal.expiration_reason = IAP_EXPIRATION_REASON_BILLING_ERROR;
    /* The player stays entitled for some days, and the store retries the payment. */
    renewal.grace_period_expiration_date_ms = iap_store_now_ms(script->store) + 16 * STEP_DAY_MS;
    bool good = is_put(script, id, &renewal, IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD, true);
    renewal.grace_period_expiration_date_ms = 0;
    good &= is_put(script, id, &renewal, IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY, false);
    const iap_store_renewal paid = IAP_STORE_RENEWAL_INIT;
    renewal = paid;
    good &= is_put(script, id, &renewal, IAP_SUBSCRIPTION_STATE_SUBSCRIBED, true);
    return step_verdict(good);
}

/* ---- a price increase ---- */

static bool raises_price(struct script *script, uint64_t transaction_id) {
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.price_increase = IAP_PRICE_INCREASE_PENDING;
    renewal.renewal_price_milliunits = iap_product_price_milliunits(script->club) + 1000;
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order("the renewal", iap_store_set_renewal(script->store, transaction_id, &renewal, &error), &error) &&
           step_order("the message",
                      iap_device_send_message(script->phone.device, IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT, &error),
                      &error) &&
           game_settle(&script->phone);
}

/* Shows the stored message; the player agrees. */
static bool shows_message(struct script *script) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order(
            "the answer",
            iap_store_answer_next_sheet(script->store, IAP_STORE_SHEET_MESSAGE, IAP_STORE_ANSWER_ACCEPT, NULL, &error),
            &error)) {
        return false;
    }
    return game_show_message(&script->phone) && game_settle(&script->phone);
}

enum verdict step_price_increase(struct script *script) {
    struct game *phone = &script->phone;
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    const iap_subscription_status *status = step_membership(script);
    if (!step_check(status != NULL, "the player is a member") ||
        !raises_price(script, iap_transaction_id(iap_subscription_status_transaction(status))) ||
        !step_check(phone->heard.messages == 1, "the message arrived")) {
        return VERDICT_BAD;
    }
    size_t shown = iap_store_sheet_count(script->store, IAP_STORE_SHEET_MESSAGE);
    print_line("phone", "is in a fight and keeps the message");
    print_line("phone", "the fight is over, the message is shown");
    const iap_message *message = iap_message_retain(phone->messages[0]);
    bool good = shows_message(script);
    good &= step_check(iap_store_sheet_count(script->store, IAP_STORE_SHEET_MESSAGE) == shown + 1, "the player saw it");
    good &= step_check(iap_renewal_info_price_increase(iap_subscription_status_renewal_info(phone->heard.status)) ==
                           IAP_PRICE_INCREASE_AGREED,
                       "the player agreed");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t again =
        iap_display_message(phone->client, message, NULL, game_hears_end, phone, &phone->request, &error);
    game_response(phone, "the message once more", again, &error);
    iap_message_release(message);
    return step_verdict(step_check(again == IAP_ERROR_NOT_FOUND, "it is shown once") && good);
}
