#include "game_requests.h"
#include "names.h"
#include "print.h"
#include "print_details.h"
#include "print_offers.h"
#include "step_list.h"

#include <stdlib.h>

enum verdict step_features(struct script *script) {
    bool good = true;
    for (const struct name *feature = names_features; feature->word != NULL; feature++) {
        /* Check this before you show a button, because an older system may lack the feature. */
        int32_t answer = iap_supports(script->phone.client, feature->value, NULL);
        print_line("phone", "%s: %s", feature->word, answer == 1 ? "yes" : "no");
        good &= step_check(answer == 0 || answer == 1, "the result is a yes or a no");
    }
    return step_verdict(good);
}

enum verdict step_offers(struct script *script) {
    size_t count = iap_store_product_count(script->store);
    const char **ids = calloc(count + 1, sizeof *ids);
    if (ids == NULL) {
        return VERDICT_BAD;
    }
    for (size_t i = 0; i < count; i++) {
        ids[i] = iap_store_product_id_at(script->store, i);
    }
    bool good = game_ask_products(&script->phone, ids, count);
    free(ids);
    const iap_products *products = script->phone.heard.products;
    if (!good || !step_choose_products(script, products)) {
        return VERDICT_BAD;
    }
    for (size_t i = 0; i < iap_products_count(products); i++) {
        const iap_product *product = iap_products_at(products, i);
        if (iap_product_type(product) == IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION) {
            print_product(product);
            print_offers(product);
        }
    }
    return script->club == NULL ? step_skip("subscription with each kind of offer") : VERDICT_GOOD;
}

static bool is_eligible(struct script *script) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status =
        iap_request_introductory_offer_eligibility(phone->client, iap_product_subscription_group_id(script->club),
                                                   game_hears_flag, phone, &phone->request, &error);
    if (!game_response(phone, "the eligibility", status, &error)) {
        return false;
    }
    print_line("phone", "eligible for the introductory offer: %s", phone->heard.flag ? "yes" : "no");
    return phone->heard.flag;
}

enum verdict step_introductory_offer(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    /* The payment does not name the offer: the store applies it if the player is eligible. */
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = iap_product_id(script->club);
    bool good = step_check(is_eligible(script), "a new player is eligible") && step_buys(script, &payment);
    const iap_transaction *outcome = script->phone.heard.outcome;
    if (!good) {
        return VERDICT_BAD;
    }
    print_details(outcome);
    good &= step_check(iap_transaction_offer_type(outcome) == IAP_OFFER_TYPE_INTRODUCTORY, "the offer was applied");
    good &= step_check(iap_transaction_price_milliunits(outcome) ==
                           iap_offer_price_milliunits(step_offer(script->club, IAP_OFFER_TYPE_INTRODUCTORY)),
                       "the price is that of the offer");
    return step_verdict(step_check(!is_eligible(script), "the player is not eligible again") && good);
}

/* ---- faults in a shop ---- */

static bool promotions_end_with(struct script *script, iap_status_t expected) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_request_promotions(phone->client, game_hears_promotions, phone, &phone->request, &error);
    game_response(phone, "the promotions", status, &error);
    return step_check(phone->heard.error.status == expected, "the request ended with the expected status");
}

static bool switches_promotions(struct script *script, int32_t supported) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order("the feature", iap_store_set_supported(script->store, IAP_FEATURE_PROMOTIONS, supported, &error),
                    &error)) {
        return false;
    }
    int32_t answer = iap_supports(script->phone.client, IAP_FEATURE_PROMOTIONS, NULL);
    print_line("phone", "promotions: %s", answer == 1 ? "yes" : "no");
    return step_check(answer == supported, "the result follows the system");
}

enum verdict step_missing_feature(struct script *script) {
    bool good = switches_promotions(script, 0) && promotions_end_with(script, IAP_ERROR_UNSUPPORTED);
    good = switches_promotions(script, 1) && good;
    return step_verdict(promotions_end_with(script, IAP_OK) && good);
}

/* Makes a function fail, makes the request, and ends the failure. */
static bool fails_and_recovers(struct script *script, iap_store_api_t api, bool (*asks)(struct script *script)) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order("the error", iap_store_set_simulated_error(script->store, api, IAP_STORE_FAILURE_NETWORK, &error),
                    &error)) {
        return false;
    }
    bool good = step_check(!asks(script) && phone->heard.error.status == IAP_ERROR_NETWORK, "it failed as simulated");
    good &= step_check(phone->heard.error.retryable == 1, "it is retryable");
    return step_order("the error", iap_store_set_simulated_error(script->store, api, IAP_STORE_FAILURE_NONE, &error),
                      &error) &&
           step_check(asks(script), "it works again") && good;
}

static bool asks_products(struct script *script) {
    const char *id = STEP_UNKNOWN_PRODUCT;
    return game_ask_products(&script->phone, &id, 1);
}

static bool asks_statuses(struct script *script) {
    return game_ask_statuses(&script->phone, iap_product_subscription_group_id(script->club));
}

static bool asks_app_transaction(struct script *script) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status =
        iap_request_app_transaction(phone->client, 1, game_hears_app_transaction, phone, &phone->request, &error);
    return game_response(phone, "the app transaction", status, &error);
}

enum verdict step_bad_day(struct script *script) {
    bool good = fails_and_recovers(script, IAP_STORE_API_LOAD_PRODUCTS, asks_products);
    if (script->club != NULL) {
        good &= fails_and_recovers(script, IAP_STORE_API_SUBSCRIPTION_STATUS, asks_statuses);
    }
    good &= fails_and_recovers(script, IAP_STORE_API_APP_TRANSACTION, asks_app_transaction);
    return step_verdict(good);
}
