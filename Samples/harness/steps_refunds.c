#include "game_requests.h"
#include "print.h"
#include "print_details.h"
#include "step_list.h"

#include <inttypes.h>

/* Buys a consumable for a refund. Returns the id, or 0. */
static uint64_t buys_coins(struct script *script) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = script->other_consumable;
    return step_buys(script, &payment) ? iap_transaction_id(script->phone.heard.outcome) : 0;
}

/* Shows the sheet for refunds, and checks how the request completes. */
static bool ends_with(struct script *script, uint64_t id, iap_status_t expected) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_request_refund(phone->client, id, NULL, game_hears_end, phone, &phone->request, &error);
    if (game_response(phone, "the refund", status, &error)) {
        print_line("phone", "the player has asked for a refund of %" PRIu64, id);
    }
    return step_check(phone->heard.error.status == expected, "the request ended as expected") && game_settle(phone);
}

/* The same, with the action of the player in the sheet. */
static bool asks_for_refund(struct script *script, uint64_t id, iap_store_answer_t answer, const char *detail,
                            iap_status_t expected) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order("the answer",
                    iap_store_answer_next_sheet(script->store, IAP_STORE_SHEET_REFUND, answer, detail, &error),
                    &error)) {
        return false;
    }
    return ends_with(script, id, expected);
}

/* Checks that the purchase and its coins were revoked. */
static bool is_taken_back(struct script *script, uint64_t id, int64_t held) {
    struct game *phone = &script->phone;
    if (!step_check(phone->heard.revoked == 1, "it was revoked once")) {
        return false;
    }
    script->refunded++;
    print_details(phone->heard.revoked_transaction);
    bool good = step_check(iap_transaction_id(phone->heard.revoked_transaction) == id, "it is this one");
    good &=
        step_check(iap_transaction_revocation_type(phone->heard.revoked_transaction) == IAP_REVOCATION_TYPE_REFUND_FULL,
                   "the whole price was refunded");
    return step_check(save_holds(&phone->save, script->other_consumable) == held,
                      "the player no longer has the coins") &&
           good;
}

enum verdict step_refund(struct script *script) {
    if (script->other_consumable == NULL) {
        return step_skip("consumable");
    }
    int64_t held = save_holds(&script->phone.save, script->other_consumable);
    uint64_t id = buys_coins(script);
    if (id == 0) {
        return VERDICT_BAD;
    }
    bool good = asks_for_refund(script, id, IAP_STORE_ANSWER_CANCEL, NULL, IAP_ERROR_CANCELLED);
    good &= step_check(script->phone.heard.revoked == 0, "nothing was revoked");
    good &= asks_for_refund(script, id, IAP_STORE_ANSWER_ACCEPT, "approve", IAP_OK) && is_taken_back(script, id, held);
    /* There is no sheet this time. */
    return step_verdict(ends_with(script, id, IAP_ERROR_DUPLICATE_REQUEST) && good);
}

enum verdict step_refund_later(struct script *script) {
    struct game *phone = &script->phone;
    if (script->other_consumable == NULL) {
        return step_skip("consumable");
    }
    int64_t held = save_holds(&phone->save, script->other_consumable);
    uint64_t id = buys_coins(script);
    if (id == 0 || !asks_for_refund(script, id, IAP_STORE_ANSWER_ACCEPT, "later", IAP_OK) ||
        !step_check(phone->heard.revoked == 0, "nothing was revoked yet")) {
        return VERDICT_BAD;
    }
    print_line("store", "approves the refund");
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_verdict(step_order("the refund", iap_store_refund(script->store, id, &error), &error) &&
                        game_settle(phone) && is_taken_back(script, id, held));
}
