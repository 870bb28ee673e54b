#include "game_requests.h"
#include "print.h"
#include "print_details.h"
#include "step_list.h"

/* ---- purchases that start in the App Store ---- */

/* The player taps a product on the App Store page. */
static bool player_taps(struct script *script, const char *product_id, const char *offer_id) {
    game_forget(&script->phone);
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order("the intent", iap_device_send_purchase_intent(script->phone.device, product_id, offer_id, &error),
                      &error) &&
           game_settle(&script->phone);
}

/* Continues the purchase: the payment sheet appears now. */
static bool takes(struct script *script, const iap_purchase_intent *intent) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    struct game *phone = &script->phone;
    return step_order("take", iap_take_purchase_intent(phone->client, intent, NULL, &phone->heard.payment, &error),
                      &error) &&
           step_is_sold(script, 1);
}

static bool takes_one(struct script *script) {
    return player_taps(script, script->consumable, NULL) &&
           step_check(script->phone.heard.intents == 1, "the game received it") &&
           takes(script, script->phone.heard.intent);
}

/* In the middle of a fight there is no payment sheet: the intent waits in the queue. */
static bool keeps_one_for_later(struct script *script) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!player_taps(script, script->other_consumable, NULL) ||
        !step_order("defer", iap_defer_purchase_intent(phone->client, phone->heard.intent, &error), &error)) {
        return false;
    }
    print_line("phone", "is in a fight and keeps it for later");
    const iap_purchase_intents *queue = NULL;
    if (!step_order("the queue", iap_queue_purchase_intents(phone->client, &queue, &error), &error)) {
        return false;
    }
    print_line("phone", "%zu waits", iap_purchase_intents_count(queue));
    const iap_purchase_intent *intent = iap_purchase_intents_at(queue, 0);
    bool good = step_check(iap_purchase_intents_count(queue) == 1, "it waits") &&
                step_check(iap_purchase_intent_is_deferred(intent) == 1, "it is marked as deferred") &&
                takes(script, intent);
    iap_purchase_intents_release(queue);
    return good;
}

static bool declines_one(struct script *script) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!player_taps(script, script->consumable, NULL) ||
        !step_order("decline", iap_decline_purchase_intent(phone->client, phone->heard.intent, &error), &error)) {
        return false;
    }
    print_line("phone", "declines it");
    iap_status_t again = iap_take_purchase_intent(phone->client, phone->heard.intent, NULL, NULL, &error);
    print_error("phone", "take", &error);
    return step_check(again == IAP_ERROR_NOT_FOUND, "it cannot be taken again");
}

static bool hears_of_unknown_product(struct script *script) {
    return player_taps(script, STEP_UNKNOWN_PRODUCT, NULL) &&
           step_check(script->phone.heard.intents == 0 && script->phone.heard.problems == 1,
                      "it was reported as a problem");
}

enum verdict step_intents(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    bool good = takes_one(script);
    good &= keeps_one_for_later(script);
    good &= declines_one(script);
    return step_verdict(hears_of_unknown_product(script) && good);
}

enum verdict step_intent_with_offer(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    const char *offer_id = iap_offer_id(step_offer(script->club, IAP_OFFER_TYPE_WIN_BACK));
    if (!step_lapses(script) || !player_taps(script, iap_product_id(script->club), offer_id)) {
        return VERDICT_BAD;
    }
    const iap_purchase_intent *intent = script->phone.heard.intent;
    bool good = step_check(iap_purchase_intent_offer_type(intent) == IAP_OFFER_TYPE_WIN_BACK, "it names the offer") &&
                takes(script, intent);
    const iap_transaction *outcome = script->phone.heard.outcome;
    if (good) {
        print_details(outcome);
    }
    return step_verdict(
        good && step_check(iap_transaction_offer_type(outcome) == IAP_OFFER_TYPE_WIN_BACK, "the offer was applied"));
}

/* ---- the page of the game ---- */

static bool prints_promotions(struct script *script, size_t expected) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_request_promotions(phone->client, game_hears_promotions, phone, &phone->request, &error);
    if (!game_response(phone, "the promotions", status, &error)) {
        return false;
    }
    print_promotions(phone->heard.promotions);
    return step_check(iap_promotions_count(phone->heard.promotions) == expected,
                      "the number of products in a custom order");
}

static bool puts_in_order(struct script *script, const char *const *ids, size_t count) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status =
        iap_set_promotion_order(phone->client, ids, count, game_hears_end, phone, &phone->request, &error);
    return game_response(phone, "the order", status, &error) && prints_promotions(script, count);
}

static bool hides(struct script *script, const char *product_id) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_set_promotion_visibility(phone->client, product_id, IAP_PROMOTION_VISIBILITY_HIDDEN,
                                                       game_hears_end, phone, &phone->request, &error);
    return game_response(phone, "the visibility", status, &error) && prints_promotions(script, 2) &&
           step_check(iap_promotions_visibility_at(phone->heard.promotions, 1) == IAP_PROMOTION_VISIBILITY_HIDDEN,
                      "the second one is hidden");
}

enum verdict step_promotions(struct script *script) {
    if (script->consumable == NULL || script->non_consumable == NULL) {
        return step_skip("consumable and non-consumable");
    }
    /* Show the editor first to a new player. Hide it from a player who owns it. */
    const char *const ids[2] = {script->non_consumable, script->consumable};
    bool good = prints_promotions(script, 0) && puts_in_order(script, ids, 2) && hides(script, ids[1]);
    return step_verdict(puts_in_order(script, NULL, 0) && good);
}

enum verdict step_review(struct script *script) {
    struct game *phone = &script->phone;
    size_t shown = iap_store_sheet_count(script->store, IAP_STORE_SHEET_REVIEW);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_request_review(phone->client, NULL, game_hears_end, phone, &phone->request, &error);
    if (!game_response(phone, "the review", status, &error)) {
        return VERDICT_BAD;
    }
    print_line("phone", "continues; the result of the review is not reported");
    return step_verdict(
        step_check(iap_store_sheet_count(script->store, IAP_STORE_SHEET_REVIEW) == shown + 1, "the player was asked"));
}
