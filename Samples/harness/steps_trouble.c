/* Faults between a player and the store. */
#include "game_requests.h"
#include "ledger.h"
#include "print.h"
#include "print_store.h"
#include "step_list.h"

#include <string.h>

/* ---- interrupted purchases ---- */

static bool set_interruption(struct script *script, iap_store_interruption_t interruption) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order("the interruption", iap_store_set_interrupted_purchases(script->store, interruption, &error),
                      &error);
}

/* Returns the interrupted purchase in the ledger of the store, or 0. */
static uint64_t find_interrupted(struct script *script) {
    struct ledger ledger;
    uint64_t id = 0;
    if (!ledger_open(&ledger, script->store, script->phone.account)) {
        return 0;
    }
    for (size_t i = 0; i < ledger.count; i++) {
        const iap_store_transaction *entry = &ledger.entries[i];
        if (entry->has_purchase_issue && strcmp(entry->product_id, script->consumable) == 0) {
            print_entry("ledger", entry);
            id = entry->id;
        }
    }
    ledger_close(&ledger);
    return id;
}

enum verdict step_interrupted(struct script *script) {
    struct game *phone = &script->phone;
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    game_forget(phone);
    bool good = set_interruption(script, IAP_STORE_INTERRUPTION_PENDING) && game_buy(phone, script->consumable, 1) &&
                step_settles(script) && step_check(phone->heard.deferred == 1, "the payment was deferred") &&
                step_check(phone->heard.granted == 0, "nothing was granted");
    uint64_t id = good ? find_interrupted(script) : 0;
    good =
        set_interruption(script, IAP_STORE_INTERRUPTION_NONE) && step_check(id != 0, "the store waits for the player");
    if (!good) {
        return VERDICT_BAD;
    }
    print_line("player", "agrees to the new terms");
    iap_error error = IAP_ERROR_VALUE_INIT;
    good =
        step_order("the purchase", iap_store_resolve_issue(script->store, id, &error), &error) && step_settles(script);
    script->charged += phone->heard.purchased;
    return step_verdict(
        step_check(phone->heard.purchased == 1 && phone->heard.granted == 1, "it arrived and was granted once") &&
        good);
}

/* ---- lost responses ---- */

enum verdict step_lost_response(struct script *script) {
    struct game *phone = &script->phone;
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    game_forget(phone);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order("the loss", iap_store_lose_next_response(script->store, IAP_STORE_LOSS_ERROR, &error), &error) ||
        !game_buy(phone, script->consumable, 1) || !step_settles(script)) {
        return VERDICT_BAD;
    }
    script->charged += phone->heard.purchased;
    bool good = step_check(phone->heard.failed == 1, "the payment failed");
    return step_verdict(step_check(phone->heard.purchased == 1 && phone->heard.granted == 1,
                                   "the charged purchase arrived and was granted once") &&
                        good);
}

/* ---- no network ---- */

static bool set_network(struct script *script, int32_t is_down) {
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    network.is_down = is_down;
    iap_error error = IAP_ERROR_VALUE_INIT;
    print_line("phone", is_down ? "is on an island without network" : "is back on the mainland");
    return step_order("the network", iap_device_set_network(script->phone.device, &network, &error), &error) &&
           step_settles(script);
}

/* Requests to the store fail immediately, and the phone keeps its own data. */
static bool copes(struct script *script) {
    struct game *phone = &script->phone;
    const char *id = iap_product_id(script->club);
    bool good = step_check(!game_ask_products(phone, &id, 1) && phone->heard.error.status == IAP_ERROR_NETWORK,
                           "the store is not reachable");
    return step_opens(script, true) && good;
}

enum verdict step_offline(struct script *script) {
    struct game *phone = &script->phone;
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    int64_t left = step_time_left(script);
    game_forget(phone);
    if (!set_network(script, 1) || !copes(script) || !step_passes(script, left + STEP_DAY_MS)) {
        return VERDICT_BAD;
    }
    bool good =
        step_check(phone->heard.purchased == 0 && phone->heard.status_changes == 0, "no events arrive on the island");
    good = set_network(script, 0) && good;
    return step_verdict(step_has_come(script, IAP_TRANSACTION_REASON_RENEWAL) && good);
}

/* ---- forged signatures ---- */

static bool set_forgery(struct script *script, iap_store_forgery_t forgery) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order("the forgery", iap_store_set_forgery(script->store, forgery, &error), &error);
}

enum verdict step_forged(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    print_line("attacker", "changes signed data of the store");
    bool good = set_forgery(script, IAP_STORE_FORGERY_PAYLOAD) && step_buys_unverified(script);
    good = set_forgery(script, IAP_STORE_FORGERY_NONE) && good;
    return step_verdict(good && step_comes_at_last(script));
}
