#include "game_requests.h"
#include "print.h"
#include "print_details.h"
#include "server.h"
#include "step_list.h"

#include <iap/iap_commerce.h>

#include <stdlib.h>
#include <string.h>

/** A nonce: a number that the server uses once. */
#define NONCE "0d9a5b2e-3c47-4f0e-8a6d-5f2b7c1e9a34"

/** The code offer of Game.storekit. The file lists offers, but not the codes that players type. */
#define CODE_OFFER "CAVEFEST"

/* Checks that the last purchase used an offer and its price. */
static bool used(struct script *script, const iap_offer *offer) {
    const iap_transaction *outcome = script->phone.heard.outcome;
    const char *id = iap_offer_id(offer), *used = iap_transaction_offer_id(outcome);
    print_details(outcome);
    bool good = step_check(iap_transaction_offer_type(outcome) == iap_offer_type(offer), "the offer was applied");
    good &= step_check(id == NULL ? used == NULL : used != NULL && strcmp(id, used) == 0, "it is the requested offer");
    return step_check(iap_transaction_price_milliunits(outcome) == iap_offer_price_milliunits(offer),
                      "the price is that of the offer") &&
           good;
}

enum verdict step_win_back(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    const iap_subscription_status *status = step_membership(script);
    const char *offer_id = iap_renewal_info_eligible_win_back_offer_at(iap_subscription_status_renewal_info(status), 0);
    if (!step_check(offer_id != NULL, "there is a win-back offer")) {
        return VERDICT_BAD;
    }
    /* The texts live as long as the status, which step_buys() releases. */
    const iap_subscription_statuses *kept = iap_subscription_statuses_retain(script->phone.heard.statuses);
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = iap_product_id(script->club);
    payment.offer.win_back_id = offer_id;
    bool good = step_buys(script, &payment);
    iap_subscription_statuses_release(kept);
    return step_verdict(good && used(script, step_offer(script->club, IAP_OFFER_TYPE_WIN_BACK)));
}

/* ---- promotional offers ---- */

/* A payment for the club with its promotional offer. It has no signature yet. */
static iap_payment promotional_payment(struct script *script) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = iap_product_id(script->club);
    payment.offer.id = iap_offer_id(step_offer(script->club, IAP_OFFER_TYPE_PROMOTIONAL));
    return payment;
}

/* Changes a letter in the middle of the signature. */
static void forge(char *jws) {
    char *signature = strrchr(jws, '.');
    if (signature != NULL && strlen(signature) > 20) {
        signature[20] = signature[20] == 'A' ? 'B' : 'A';
    }
}

enum verdict step_forged_offer(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    if (!step_lapses(script)) {
        return VERDICT_BAD;
    }
    iap_payment payment = promotional_payment(script);
    char *jws = server_sign_offer(script->store, payment.product_id, payment.offer.id);
    if (jws == NULL) {
        return VERDICT_BAD;
    }
    forge(jws);
    payment.offer.jws = jws;
    bool good = step_fails(script, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    free(jws);
    return step_verdict(good);
}

enum verdict step_promotional_offer_older(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    iap_payment payment = promotional_payment(script);
    payment.app_account_token = GAME_ACCOUNT_TOKEN;
    payment.offer.nonce = NONCE;
    char *signature = server_sign_offer_older(script->store, &payment);
    if (signature == NULL) {
        return VERDICT_BAD;
    }
    payment.offer.signature = signature;
    bool good = step_buys(script, &payment) && used(script, step_offer(script->club, IAP_OFFER_TYPE_PROMOTIONAL));
    free(signature);
    const char *token = iap_transaction_app_account_token(script->phone.heard.outcome);
    return step_verdict(good && step_check(token != NULL && strcmp(token, GAME_ACCOUNT_TOKEN) == 0,
                                           "the account is the one of the payment"));
}

enum verdict step_promotional_offer(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    if (!step_lapses(script)) {
        return VERDICT_BAD;
    }
    iap_payment payment = promotional_payment(script);
    char *jws = server_sign_offer(script->store, payment.product_id, payment.offer.id);
    if (jws == NULL) {
        return VERDICT_BAD;
    }
    payment.offer.jws = jws;
    bool good = step_buys(script, &payment) && used(script, step_offer(script->club, IAP_OFFER_TYPE_PROMOTIONAL));
    free(jws);
    return step_verdict(good);
}

enum verdict step_introductory_offer_signed(struct script *script) {
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    if (!step_lapses(script)) {
        return VERDICT_BAD;
    }
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = iap_product_id(script->club);
    char *jws = server_sign_introductory_offer(script->store, payment.product_id, true);
    if (jws == NULL) {
        return VERDICT_BAD;
    }
    payment.offer.introductory_jws = jws;
    bool good = step_buys(script, &payment) && used(script, step_offer(script->club, IAP_OFFER_TYPE_INTRODUCTORY));
    free(jws);
    return step_verdict(good);
}

/* ---- codes and plans ---- */

/* In the next sheet the player types a code of this offer. */
static bool player_types_code(struct script *script) {
    char detail[IAP_PRODUCT_ID_LENGTH_MAX + sizeof "/" CODE_OFFER];
    const char *product_id = iap_product_id(script->club);
    size_t length = strlen(product_id);
    memcpy(detail, product_id, length);
    memcpy(detail + length, "/" CODE_OFFER, sizeof "/" CODE_OFFER);
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order(
        "the answer",
        iap_store_answer_next_sheet(script->store, IAP_STORE_SHEET_OFFER_CODE, IAP_STORE_ANSWER_ACCEPT, detail, &error),
        &error);
}

enum verdict step_offer_code(struct script *script) {
    struct game *phone = &script->phone;
    if (script->club == NULL) {
        return step_skip("subscription with each kind of offer");
    }
    if (!step_lapses(script) || !player_types_code(script)) {
        return VERDICT_BAD;
    }
    game_forget(phone);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status =
        iap_present_offer_code_redemption(phone->client, NULL, game_hears_end, phone, &phone->request, &error);
    if (!game_response(phone, "the offer code", status, &error) ||
        !game_wait(phone, step_has_removal, "the redeemed offer")) {
        return VERDICT_BAD;
    }
    const iap_transaction *outcome = phone->heard.outcome;
    script->charged += phone->heard.purchased;
    print_details(outcome);
    const char *offer = iap_transaction_offer_id(outcome);
    bool good = step_check(phone->heard.purchased == 1 && phone->heard.granted == 1, "it arrived and was granted once");
    good &= step_check(iap_transaction_payment_id(outcome) == 0, "it belongs to no payment of the game");
    good &= step_check(iap_transaction_offer_type(outcome) == IAP_OFFER_TYPE_CODE, "it was redeemed by code");
    return step_verdict(step_check(offer != NULL && strcmp(offer, CODE_OFFER) == 0, "it has the offer") && good);
}

enum verdict step_billing_plan(struct script *script) {
    if (script->club == NULL || script->year == NULL) {
        return step_skip("subscription that can be paid month by month");
    }
    if (!step_lapses(script)) {
        return VERDICT_BAD;
    }
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = iap_product_id(script->year);
    payment.billing_plan = IAP_BILLING_PLAN_MONTHLY;
    if (!step_buys(script, &payment)) {
        return VERDICT_BAD;
    }
    const iap_transaction *outcome = script->phone.heard.outcome;
    print_details(outcome);
    bool good =
        step_check(iap_transaction_billing_plan_type(outcome) == IAP_BILLING_PLAN_MONTHLY, "it is paid month by month");
    good &= step_check(iap_transaction_commitment_period_number(outcome) == 1 &&
                           iap_transaction_commitment_period_count(outcome) == 12,
                       "it is the first of twelve bills");
    return step_verdict(
        step_check(iap_transaction_price_milliunits(outcome) < iap_transaction_commitment_price_milliunits(outcome),
                   "one bill is less than the total") &&
        good);
}
