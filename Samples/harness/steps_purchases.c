#include "game_requests.h"
#include "print.h"
#include "step_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_deferred(const struct game *game) { return game->heard.deferred + game->heard.removed > 0; }

/* Buys this quantity of a product at its price. */
static bool buys(struct script *script, const char *product_id, int32_t quantity) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    payment.quantity = quantity;
    return step_buys(script, &payment);
}

enum verdict step_may_pay(struct script *script) {
    int32_t answer = iap_can_make_payments(script->phone.client, NULL);
    print_line("phone", "iap_can_make_payments: %" PRId32, answer);
    return step_verdict(answer == 1);
}

static bool prints_products(const iap_products *products) {
    bool good = true;
    for (size_t i = 0; i < iap_products_count(products); i++) {
        const iap_product *product = iap_products_at(products, i);
        print_product(product);
        good &= step_check(iap_product_display_price(product)[0] != '\0', "it has a price to show");
    }
    for (size_t i = 0; i < iap_products_invalid_count(products); i++) {
        print_line("unknown", "%s", iap_products_invalid_at(products, i));
    }
    return good;
}

enum verdict step_products(struct script *script) {
    size_t count = iap_store_product_count(script->store);
    const char **ids = calloc(count + 1, sizeof *ids);
    if (ids == NULL) {
        return VERDICT_BAD;
    }
    for (size_t i = 0; i < count; i++) {
        ids[i] = iap_store_product_id_at(script->store, i);
    }
    ids[count] = STEP_UNKNOWN_PRODUCT;
    bool good = game_ask_products(&script->phone, ids, count + 1);
    free(ids);
    const iap_products *products = script->phone.heard.products;
    if (!good || products == NULL) {
        return VERDICT_BAD;
    }
    good = prints_products(products);
    good &= step_check(iap_products_count(products) == count, "every product of the store was listed");
    good &= step_check(iap_products_invalid_count(products) == 1 &&
                           strcmp(iap_products_invalid_at(products, 0), STEP_UNKNOWN_PRODUCT) == 0,
                       "the other id was reported as unknown");
    good &= step_choose_products(script, products);
    return step_verdict(good);
}

enum verdict step_consumable(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    bool good = buys(script, script->consumable, 3);
    int64_t held = save_holds(&script->phone.save, script->consumable);
    return step_verdict(good && step_check(held == 3, "the player has three"));
}

enum verdict step_non_consumable(struct script *script) {
    if (script->non_consumable == NULL) {
        return step_skip("non-consumable");
    }
    script->restorable++;
    return step_verdict(buys(script, script->non_consumable, 1));
}

enum verdict step_subscription(struct script *script) {
    if (script->subscription == NULL) {
        return step_skip("auto-renewable subscription");
    }
    script->restorable++;
    bool good = buys(script, script->subscription, 1);
    return step_verdict(good && step_check(iap_transaction_expiration_date_ms(script->phone.heard.outcome) >
                                               iap_store_now_ms(script->store),
                                           "its period ends in the future"));
}

/* Buys while the store lets the purchase fail. */
static enum verdict fails_with(struct script *script, iap_status_t expected) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = script->consumable;
    return step_verdict(step_fails(script, &payment, expected));
}

enum verdict step_cancel(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    if (!step_check(iap_store_cancel_next_purchase(script->store, NULL) == IAP_OK, "the store accepts the command")) {
        return VERDICT_BAD;
    }
    return fails_with(script, IAP_ERROR_CANCELLED);
}

enum verdict step_failure(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    if (!step_check(iap_store_fail_next_purchase(script->store, IAP_STORE_FAILURE_NETWORK, NULL) == IAP_OK,
                    "the store accepts the command")) {
        return VERDICT_BAD;
    }
    return fails_with(script, IAP_ERROR_NETWORK);
}

static bool approves(struct script *script) {
    uint64_t approvals[2] = {0, 0};
    size_t count = 0;
    char product[IAP_PRODUCT_ID_LENGTH_MAX + 1] = "";
    if (!step_check(iap_store_list_approvals(script->store, approvals, 2, &count, NULL) == IAP_OK && count == 1,
                    "one purchase waits for approval") ||
        !step_check(iap_store_approval_product_id(script->store, approvals[0], product, sizeof product, NULL) ==
                            IAP_OK &&
                        strcmp(product, script->other_consumable) == 0,
                    "it is the requested product")) {
        return false;
    }
    print_line("parent", "approves %s", product);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_store_approve(script->store, approvals[0], &error) != IAP_OK) {
        print_error("problem", "approve", &error);
        return false;
    }
    return true;
}

enum verdict step_ask_to_buy(struct script *script) {
    struct game *phone = &script->phone;
    if (script->other_consumable == NULL) {
        return step_skip("consumable");
    }
    if (!step_check(iap_store_set_ask_to_buy(script->store, 1, NULL) == IAP_OK, "Ask to Buy can be turned on")) {
        return VERDICT_BAD;
    }
    bool good = game_buy(phone, script->other_consumable, 1) &&
                game_wait(phone, is_deferred, "the purchase to be deferred") &&
                step_check(phone->heard.deferred == 1, "it was deferred once") && approves(script) &&
                game_wait(phone, step_has_removal, "the approved purchase to be finished");
    good =
        step_check(iap_store_set_ask_to_buy(script->store, 0, NULL) == IAP_OK, "Ask to Buy can be turned off") && good;
    script->charged += phone->heard.purchased;
    return step_verdict(good && step_check(phone->heard.purchased == 1, "it was purchased once") &&
                        step_check(phone->heard.granted == 1, "it was granted once") &&
                        step_check(phone->heard.problems == 0, "there was no problem"));
}
