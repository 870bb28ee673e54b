#include "print.h"
#include "steps.h"

bool step_has_removal(const struct game *game) { return game->heard.removed > 0; }

bool step_is_sold(struct script *script, int32_t quantity) {
    struct game *phone = &script->phone;
    if (!game_wait(phone, step_has_removal, "the purchase to be finished")) {
        return false;
    }
    const iap_transaction *outcome = phone->heard.outcome;
    bool good = step_check(phone->heard.purchasing == 1, "it was purchasing once");
    good &= step_check(phone->heard.purchased == 1, "it was purchased once");
    good &= step_check(phone->heard.granted == 1, "it was granted once");
    good &= step_check(phone->heard.problems == 0, "there was no problem");
    good &= step_check(phone->heard.payment_ended, "the transaction names the payment");
    good &= step_check(iap_transaction_quantity(outcome) == quantity, "the quantity is the requested one");
    good &= step_check(iap_transaction_delivery_count(outcome) == 1, "it has delivery count 1");
    script->charged += phone->heard.purchased;
    return good;
}

bool step_buys(struct script *script, const iap_payment *payment) {
    game_forget(&script->phone);
    return game_pay(&script->phone, payment) && step_is_sold(script, payment->quantity);
}

bool step_fails(struct script *script, const iap_payment *payment, iap_status_t expected) {
    struct game *phone = &script->phone;
    game_forget(phone);
    if (!game_pay(phone, payment) || !game_wait(phone, step_has_removal, "the failed payment to leave the queue")) {
        return false;
    }
    script->charged += phone->heard.purchased;
    bool good = step_check(phone->heard.purchasing == 1, "it was purchasing once");
    good &= step_check(phone->heard.failed == 1 && phone->heard.purchased == 0, "it failed once and nothing was sold");
    good &= step_check(phone->heard.payment_ended, "the transaction names the payment");
    good &= step_check(iap_transaction_error(phone->heard.outcome, NULL) == expected, "the status is the expected one");
    return step_check(phone->heard.problems == 0, "there was no problem") && good;
}

bool step_relaunches(struct script *script) {
    struct game *phone = &script->phone;
    if (!game_close(phone)) {
        return false;
    }
    print_line(phone->device_name, "is launched again");
    return game_open(phone, script->store, script->options->state) && game_catch_up(phone) &&
           (phone->execution != IAP_EXECUTION_MANUAL || game_settle(phone));
}
