#define _POSIX_C_SOURCE 200809L

#include "steps.h"

#include <iap/iap_commerce.h>

#include <stdlib.h>
#include <string.h>

static bool choose(char **choice, const iap_product *product) {
    free(*choice);
    *choice = strdup(iap_product_id(product));
    return *choice != NULL;
}

static bool choose_product(struct script *script, const iap_product *product) {
    bool good = true;
    switch (iap_product_type(product)) {
    case IAP_PRODUCT_TYPE_CONSUMABLE:
        if (script->consumable == NULL) {
            good = choose(&script->consumable, product);
        }
        return choose(&script->other_consumable, product) && good;
    case IAP_PRODUCT_TYPE_NON_CONSUMABLE:
        return script->non_consumable != NULL || choose(&script->non_consumable, product);
    case IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION:
        return script->subscription != NULL || choose(&script->subscription, product);
    default: return true;
    }
}

const iap_offer *step_offer(const iap_product *product, iap_offer_type_t type) {
    for (size_t i = 0; i < iap_product_offer_count(product); i++) {
        const iap_offer *offer = iap_product_offer_at(product, i);
        if (iap_offer_type(offer) == type) {
            return offer;
        }
    }
    return NULL;
}

static bool has_every_offer(const iap_product *product) {
    return step_offer(product, IAP_OFFER_TYPE_INTRODUCTORY) != NULL &&
           step_offer(product, IAP_OFFER_TYPE_PROMOTIONAL) != NULL &&
           step_offer(product, IAP_OFFER_TYPE_WIN_BACK) != NULL;
}

static bool has_monthly_plan(const iap_product *product) {
    for (size_t i = 0; i < iap_product_billing_plan_count(product); i++) {
        if (iap_billing_plan_type(iap_product_billing_plan_at(product, i)) == IAP_BILLING_PLAN_MONTHLY) {
            return true;
        }
    }
    return false;
}

static bool is_more(const iap_product *product, const iap_product *club) {
    const char *group = iap_product_subscription_group_id(product);
    const char *club_group = iap_product_subscription_group_id(club);
    return group != NULL && club_group != NULL && strcmp(group, club_group) == 0 &&
           iap_product_subscription_group_level(product) < iap_product_subscription_group_level(club);
}

bool step_choose_products(struct script *script, const iap_products *products) {
    bool good = true;
    for (size_t i = 0; i < iap_products_count(products); i++) {
        const iap_product *product = iap_products_at(products, i);
        good &= choose_product(script, product);
        /* A product may outlive the list that contained it. */
        if (script->club == NULL && has_every_offer(product)) {
            script->club = iap_product_retain(product);
        }
        if (script->year == NULL && has_monthly_plan(product)) {
            script->year = iap_product_retain(product);
        }
    }
    for (size_t i = 0; script->club != NULL && script->more == NULL && i < iap_products_count(products); i++) {
        if (is_more(iap_products_at(products, i), script->club)) {
            script->more = iap_product_retain(iap_products_at(products, i));
        }
    }
    return good;
}

void step_forget_products(struct script *script) {
    free(script->consumable);
    free(script->other_consumable);
    free(script->non_consumable);
    free(script->subscription);
    iap_product_release(script->club);
    iap_product_release(script->year);
    iap_product_release(script->more);
}
