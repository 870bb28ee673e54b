#include "game_requests.h"
#include "names.h"
#include "print.h"
#include "print_details.h"
#include "step_list.h"

#include <stdio.h>
#include <string.h>

enum verdict step_details(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = script->consumable;
    payment.quantity = 3;
    payment.app_account_token = GAME_ACCOUNT_TOKEN;
    if (!step_buys(script, &payment)) {
        return VERDICT_BAD;
    }
    const iap_transaction *outcome = script->phone.heard.outcome;
    print_details(outcome);
    const char *token = iap_transaction_app_account_token(outcome);
    bool good = step_check(iap_transaction_reason(outcome) == IAP_TRANSACTION_REASON_PURCHASE, "it was bought");
    good &= step_check(iap_transaction_ownership(outcome) == IAP_OWNERSHIP_PURCHASED, "by the player");
    good &= step_check(token != NULL && strcmp(token, GAME_ACCOUNT_TOKEN) == 0, "for the account of the payment");
    good &= step_check(iap_transaction_currency_code(outcome) != NULL &&
                           iap_transaction_storefront_country_code(outcome) != NULL,
                       "in the currency of a storefront");
    return step_verdict(
        step_check(iap_transaction_signature_check(outcome) == IAP_SIGNATURE_VERIFIED, "the store has signed it") &&
        good);
}

/* ---- the storefront ---- */

static bool moves(struct script *script, const char *country) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    print_line("player", "moves to %s while they pay", country);
    return step_order("the move", iap_store_move_during_next_purchase(script->store, country, &error), &error);
}

enum verdict step_storefront_change(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = script->consumable;
    /* The game has a licence for its music only in some countries. */
    payment.storefronts = "USA,CAN";
    bool good = moves(script, "DEU") && step_fails(script, &payment, IAP_ERROR_NOT_IN_STOREFRONT);
    good &= moves(script, "CAN") && step_buys(script, &payment);
    const iap_transaction *outcome = script->phone.heard.outcome;
    if (good) {
        print_details(outcome);
        const char *country = iap_transaction_storefront_country_code(outcome);
        good &= step_check(country != NULL && strcmp(country, "CAN") == 0, "the new storefront sold it");
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    print_line("player", "moves back");
    return step_verdict(step_order("the move", iap_store_set_storefront(script->store, "USA", NULL, &error), &error) &&
                        good);
}

/* ---- signatures ---- */

static bool set_verification(struct script *script, iap_store_failure_t failure) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order(
        "the error", iap_store_set_simulated_error(script->store, IAP_STORE_API_VERIFICATION, failure, &error), &error);
}

bool step_buys_unverified(struct script *script) {
    struct game *phone = &script->phone;
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = script->consumable;
    game_forget(phone);
    if (!game_pay(phone, &payment) || !game_wait(phone, step_has_removal, "the failed payment to leave the queue")) {
        return false;
    }
    print_line("phone", "the signature: %s",
               names_word(names_verifications, iap_transaction_signature_check(phone->heard.outcome)));
    bool good = step_check(iap_transaction_error(phone->heard.outcome, NULL) == IAP_ERROR_VERIFICATION,
                           "the payment failed as not verified");
    return step_check(phone->heard.granted == 0, "nothing was granted") && good;
}

bool step_comes_at_last(struct script *script) {
    struct game *phone = &script->phone;
    if (!step_relaunches(script) || !game_wait(phone, step_has_removal, "the purchase to be finished")) {
        return false;
    }
    script->charged++;
    bool good = step_check(phone->heard.purchased == 1 && phone->heard.granted == 1, "it arrived and was granted once");
    return step_check(iap_transaction_delivery_count(phone->heard.outcome) == 1, "with delivery count 1") && good;
}

enum verdict step_unverified(struct script *script) {
    struct game *phone = &script->phone;
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    bool good = set_verification(script, IAP_STORE_FAILURE_INVALID_SIGNATURE) && step_buys_unverified(script);
    /* The next launch has the same result. */
    good = good && step_relaunches(script) &&
           step_check(phone->heard.unverified == 1, "the game received it as unverified, once") &&
           step_check(phone->heard.granted == 0, "nothing was granted");
    good = set_verification(script, IAP_STORE_FAILURE_NONE) && good;
    return step_verdict(good && step_comes_at_last(script));
}

/* ---- the history ---- */

/** How many transactions a page has. The number is small, so there are several pages. */
#define PAGE_LENGTH 3

/* Requests the page that starts here, and prints it. */
static bool asks_page(struct script *script, size_t number, const char *page) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_request_transactions_page(phone->client, IAP_QUERY_ALL, NULL, PAGE_LENGTH, page,
                                                        game_hears_transactions, phone, &phone->request, &error);
    if (!game_response(phone, "the page", status, &error)) {
        return false;
    }
    for (size_t i = 0; i < iap_transactions_count(phone->heard.transactions); i++) {
        char label[32] = "";
        const iap_transaction *transaction = iap_transactions_at(phone->heard.transactions, i);
        if (i == 0) {
            snprintf(label, sizeof label, "page %zu", number);
        }
        print_transaction(label, print_state_name(iap_transaction_state(transaction)), transaction);
    }
    return true;
}

enum verdict step_history(struct script *script) {
    struct game *phone = &script->phone;
    if (!game_ask_transactions(phone, IAP_QUERY_ALL, NULL)) {
        return VERDICT_BAD;
    }
    size_t count = iap_transactions_count(phone->heard.transactions), reported = 0, number = 1;
    const iap_transactions *last = NULL;
    int64_t date = 0;
    bool good = true, in_order = true;
    do {
        good = asks_page(script, number, iap_transactions_next_page(last));
        iap_transactions_release(last);
        last = iap_transactions_retain(phone->heard.transactions);
        for (size_t i = 0; good && i < iap_transactions_count(last); i++, reported++) {
            int64_t bought = iap_transaction_purchase_date_ms(iap_transactions_at(last, i));
            in_order &= bought >= date;
            date = bought;
        }
        number++;
    } while (good && iap_transactions_next_page(last) != NULL);
    good = good && step_check(reported == count, "the pages list every transaction once");
    good &= step_check(in_order, "the oldest comes first");
    iap_transactions_release(last);
    return step_verdict(good);
}
