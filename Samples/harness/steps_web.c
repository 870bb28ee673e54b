#include "game_requests.h"
#include "print.h"
#include "print_details.h"
#include "server.h"
#include "step_list.h"

#include <iap/iap_commerce.h>

#include <stdlib.h>
#include <string.h>

/** The game's server received this id from Apple. */
#define PINNING_ID "7b0f9c55-2a51-4c39-8f0e-6f3d8a1b9c72"

/** The link that the app declares. */
#define WEB_SHOP "https://caves.example.com/shop"

/* ---- purchases outside of the App Store ---- */

static bool player_answers(struct script *script, iap_store_answer_t answer) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order(
        "the answer",
        iap_store_answer_next_sheet(script->store, IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE, answer, NULL, &error),
        &error);
}

static bool shows_notice(struct script *script, iap_status_t expected) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status =
        iap_show_external_purchase_notice(phone->client, game_hears_text, phone, &phone->request, &error);
    if (game_response(phone, "the notice", status, &error)) {
        print_line("phone", "has shown the notice and sends %s token to its server",
                   phone->heard.text[0] == '\0' ? "no" : "the");
    }
    return step_check(phone->heard.error.status == expected, "the notice ended as expected");
}

static bool opens_link(struct script *script) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status =
        iap_open_external_purchase_link(phone->client, WEB_SHOP, game_hears_end, phone, &phone->request, &error);
    if (!game_response(phone, "the link", status, &error)) {
        return false;
    }
    print_line("phone", "has opened %s", WEB_SHOP);
    status = iap_open_external_link_account(phone->client, game_hears_end, phone, &phone->request, &error);
    if (!game_response(phone, "the account page", status, &error)) {
        return false;
    }
    print_line("phone", "has opened the page of the player's account");
    return true;
}

static bool uses_custom_link(struct script *script) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_request_external_purchase_eligibility(
        phone->client, IAP_EXTERNAL_PURCHASE_KIND_CUSTOM_LINK, game_hears_flag, phone, &phone->request, &error);
    if (!game_response(phone, "the eligibility", status, &error)) {
        return false;
    }
    print_line("phone", "may show external links: %s", phone->heard.flag ? "yes" : "no");
    bool good = step_check(phone->heard.flag == 1, "it may");
    status = iap_request_external_purchase_token(phone->client, IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION,
                                                 game_hears_text, phone, &phone->request, &error);
    if (!game_response(phone, "the token", status, &error)) {
        return false;
    }
    print_line("phone", "sends %s token to its server", phone->heard.text[0] == '\0' ? "no" : "the");
    good &= step_check(phone->heard.text[0] != '\0', "there is a token");
    status = iap_show_external_purchase_custom_link_notice(phone->client, IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER,
                                                           game_hears_end, phone, &phone->request, &error);
    return game_response(phone, "the notice of the link", status, &error) && good;
}

enum verdict step_external_purchases(struct script *script) {
    size_t shown = iap_store_sheet_count(script->store, IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE);
    bool good = player_answers(script, IAP_STORE_ANSWER_CANCEL) && shows_notice(script, IAP_ERROR_CANCELLED);
    good &= player_answers(script, IAP_STORE_ANSWER_ACCEPT) && shows_notice(script, IAP_OK);
    good &= opens_link(script);
    good &= uses_custom_link(script);
    size_t count = iap_store_sheet_count(script->store, IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE) - shown;
    print_line("player", "has seen %zu notices", count);
    return step_verdict(step_check(count == 5, "there was a notice before each way out") && good);
}

/* ---- the payment method ---- */

static bool binds(struct script *script, const char *pinning_id, iap_status_t expected) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status =
        iap_bind_payment_method(phone->client, pinning_id, game_hears_end, phone, &phone->request, &error);
    if (game_response(phone, "the payment method", status, &error)) {
        print_line("phone", "the payment method is bound to %s", pinning_id);
    }
    return step_check(phone->heard.error.status == expected, "the request ended as expected");
}

enum verdict step_payment_method(struct script *script) {
    bool good = binds(script, PINNING_ID, IAP_OK);
    return step_verdict(binds(script, "made-up", IAP_ERROR_INVALID_ARGUMENT) && good);
}

/* ---- Advanced Commerce ---- */

/* One of the thousands of caves that players have built. The game's server knows it, but the App Store does not. */
static const char cave_request[] = "{\"operation\":\"CREATE_ONE_TIME_CHARGE\",\"version\":\"1\","
                                   "\"requestInfo\":{\"requestReferenceId\":\"5a1e3f60-7c2b-4d1f-9b7a-90e2c4d6f813\"},"
                                   "\"currency\":\"USD\",\"taxCode\":\"C003-00-2\",\"storefront\":\"USA\","
                                   "\"item\":{\"SKU\":\"CAVE_4711\",\"displayName\":\"Cave of Echoes\","
                                   "\"description\":\"Built by Ben\",\"price\":990}}";

enum verdict step_advanced_commerce(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    char *jws = server_sign_request(script->store, cave_request);
    if (jws == NULL) {
        return VERDICT_BAD;
    }
    /* The App Store has generic products for this. Here a consumable replaces one. */
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = script->consumable;
    payment.advanced_commerce_jws = jws;
    bool good = step_buys(script, &payment);
    free(jws);
    if (!good) {
        return VERDICT_BAD;
    }
    const iap_transaction *outcome = script->phone.heard.outcome;
    print_details(outcome);
    const char *json = iap_transaction_advanced_commerce_json(outcome);
    return step_verdict(step_check(json != NULL && strstr(json, "CAVE_4711") != NULL, "the transaction has the item"));
}
