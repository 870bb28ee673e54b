#define _POSIX_C_SOURCE 200809L

#include "print.h"
#include "steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/** An id that no store sells. */
#define UNKNOWN_PRODUCT "com.example.caves.not.for.sale"

static bool is_deferred(const struct game *game) { return game->heard.deferred + game->heard.removed > 0; }

/* Buys, and expects what rule 7 of the header promises for a purchase that goes well. */
static bool buys_well(struct script *script, const char *product_id, int32_t quantity) {
    struct game *phone = &script->phone;
    if (!game_buy(phone, product_id, quantity) || !game_wait(phone, step_has_removal, "the purchase to be finished")) {
        return false;
    }
    const iap_transaction *outcome = phone->heard.outcome;
    bool good = step_check(phone->heard.purchasing == 1, "it was purchasing once");
    good &= step_check(phone->heard.purchased == 1, "it was purchased once");
    good &= step_check(phone->heard.granted == 1, "it was granted once");
    good &= step_check(phone->heard.problems == 0, "there was no problem");
    good &= step_check(phone->heard.payment_ended, "the transaction names the payment");
    good &= step_check(iap_transaction_quantity(outcome) == quantity, "the quantity is the one asked for");
    good &= step_check(iap_transaction_delivery_count(outcome) == 1, "it was handed over for the first time");
    script->charged += phone->heard.purchased;
    return good;
}

enum verdict step_may_pay(struct script *script) {
    int32_t answer = iap_can_make_payments(script->phone.client);
    print_line("phone", "iap_can_make_payments: %" PRId32, answer);
    return step_verdict(answer == 1);
}

static bool choose(char **choice, const iap_product *product) {
    free(*choice);
    *choice = strdup(iap_product_id(product));
    return *choice != NULL;
}

static bool choose_products(struct script *script, const iap_products *products) {
    bool good = true;
    for (size_t i = 0; i < iap_products_count(products); i++) {
        const iap_product *product = iap_products_at(products, i);
        switch (iap_product_get_type(product)) {
        case IAP_PRODUCT_TYPE_CONSUMABLE:
            if (script->consumable == NULL) {
                good &= choose(&script->consumable, product);
            }
            good &= choose(&script->other_consumable, product);
            break;
        case IAP_PRODUCT_TYPE_NON_CONSUMABLE:
            if (script->non_consumable == NULL) {
                good &= choose(&script->non_consumable, product);
            }
            break;
        case IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION:
            if (script->subscription == NULL) {
                good &= choose(&script->subscription, product);
            }
            break;
        default: break;
        }
    }
    return good;
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
    ids[count] = UNKNOWN_PRODUCT;
    bool good = game_request_products(&script->phone, ids, count + 1) &&
                game_wait(&script->phone, step_has_answer, "the products");
    free(ids);
    const iap_products *products = script->phone.heard.products;
    if (!good || products == NULL) {
        return VERDICT_BAD;
    }
    good = prints_products(products);
    good &= step_check(iap_products_count(products) == count, "everything that the store sells was listed");
    good &= step_check(iap_products_invalid_count(products) == 1 &&
                           strcmp(iap_products_invalid_at(products, 0), UNKNOWN_PRODUCT) == 0,
                       "the other id was reported as unknown");
    good &= choose_products(script, products);
    return step_verdict(good);
}

enum verdict step_consumable(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    bool good = buys_well(script, script->consumable, 3);
    int64_t held = save_holds(&script->phone.save, script->consumable);
    return step_verdict(good && step_check(held == 3, "the player has three"));
}

enum verdict step_non_consumable(struct script *script) {
    if (script->non_consumable == NULL) {
        return step_skip("non-consumable");
    }
    script->restorable++;
    return step_verdict(buys_well(script, script->non_consumable, 1));
}

enum verdict step_subscription(struct script *script) {
    if (script->subscription == NULL) {
        return step_skip("auto-renewable subscription");
    }
    script->restorable++;
    bool good = buys_well(script, script->subscription, 1);
    return step_verdict(good && step_check(iap_transaction_expiration_date_ms(script->phone.heard.outcome) >
                                               iap_store_now_ms(script->store),
                                           "its period ends in the future"));
}

/* Buys while the store is told to let the purchase fail. */
static enum verdict fails_with(struct script *script, iap_status expected) {
    struct game *phone = &script->phone;
    if (!game_buy(phone, script->consumable, 1) ||
        !game_wait(phone, step_has_removal, "the failed payment to leave the queue")) {
        return VERDICT_BAD;
    }
    script->charged += phone->heard.purchased;
    bool good = step_check(phone->heard.purchasing == 1, "it was purchasing once");
    good &= step_check(phone->heard.failed == 1 && phone->heard.purchased == 0, "it failed once and nothing was sold");
    good &= step_check(phone->heard.payment_ended, "the transaction names the payment");
    good &= step_check(iap_transaction_error(phone->heard.outcome, NULL) == expected, "the status is the expected one");
    return step_verdict(good && step_check(phone->heard.problems == 0, "there was no problem"));
}

enum verdict step_cancel(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    if (!step_check(iap_store_cancel_next_purchase(script->store) == IAP_OK, "the store takes the order")) {
        return VERDICT_BAD;
    }
    return fails_with(script, IAP_ERROR_CANCELLED);
}

enum verdict step_failure(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    if (!step_check(iap_store_fail_next_purchase(script->store, IAP_STORE_FAILURE_NETWORK) == IAP_OK,
                    "the store takes the order")) {
        return VERDICT_BAD;
    }
    return fails_with(script, IAP_ERROR_NETWORK);
}

static bool approves(struct script *script) {
    uint64_t approvals[2] = {0, 0};
    size_t count = 0;
    char product[IAP_PRODUCT_ID_LENGTH_MAX + 1] = "";
    if (!step_check(iap_store_list_approvals(script->store, approvals, 2, &count) == IAP_OK && count == 1,
                    "one purchase waits for approval") ||
        !step_check(iap_store_approval_product_id(script->store, approvals[0], product, sizeof product) == IAP_OK &&
                        strcmp(product, script->other_consumable) == 0,
                    "it is the one that was asked for")) {
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
    if (!step_check(iap_store_set_ask_to_buy(script->store, 1) == IAP_OK, "Ask to Buy can be turned on")) {
        return VERDICT_BAD;
    }
    bool good = game_buy(phone, script->other_consumable, 1) &&
                game_wait(phone, is_deferred, "the purchase to be deferred") &&
                step_check(phone->heard.deferred == 1, "it was deferred once") && approves(script) &&
                game_wait(phone, step_has_removal, "the approved purchase to be finished");
    good = step_check(iap_store_set_ask_to_buy(script->store, 0) == IAP_OK, "Ask to Buy can be turned off") && good;
    script->charged += phone->heard.purchased;
    return step_verdict(good && step_check(phone->heard.purchased == 1, "it was purchased once") &&
                        step_check(phone->heard.granted == 1, "it was granted once") &&
                        step_check(phone->heard.problems == 0, "there was no problem"));
}
