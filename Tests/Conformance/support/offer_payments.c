#include "offer_payments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEPT_MAX 512

static char *kept[KEPT_MAX];
static size_t kept_count;

/* Each test runs in its own process; in a single process, this frees the texts of earlier tests. */
static void *keep(char *memory) {
    if (memory == NULL || kept_count == KEPT_MAX) abort();
    return kept[kept_count++] = memory;
}

__attribute__((destructor)) static void free_what_was_kept(void) {
    while (kept_count > 0) free(kept[--kept_count]);
}

char *offers_keep(const char *text) { return text != NULL ? keep(strdup(text)) : NULL; }

iap_payment payment_for(const char *product_id) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    return payment;
}

/* ------------------------------------------------------------------------------------------------ subscribers */

bool offers_lapse(game *game, const char *product_id) {
    const uint64_t id = game_own(game, product_id);
    if (!CHECK(id != 0)) return false;
    const iap_transactions *latest = game_query(game, IAP_QUERY_LATEST, product_id);
    if (!CHECK_INT(iap_transactions_count(latest), 1)) return false;
    const int64_t end = iap_transaction_expiration_date_ms(iap_transactions_at(latest, 0));
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.will_auto_renew = 0;
    return CHECK_STATUS(iap_store_set_renewal(game->store, id, &renewal, NULL), IAP_OK) &&
           CHECK_STATUS(iap_store_advance_clock(game->store, end - iap_store_now_ms(game->store) + DAY_MS, NULL),
                        IAP_OK);
}

game *offers_game_of_a_former_subscriber(void) {
    game *game = offers_game();
    offers_lapse(game, PASS_SILVER);
    return game;
}

/* ------------------------------------------------------------------------------------------------- signatures */

const char *offers_nonce(void) {
    static _Thread_local char nonce[37];
    static unsigned number;
    snprintf(nonce, sizeof nonce, "5e1f0000-0000-4000-8000-%012x", ++number);
    return nonce;
}

void offers_prove_by_jws(iap_store *signer, iap_payment *payment, const char *offer_id) {
    payment->offer.id = offer_id;
    payment->offer.jws = offers_keep(offers_jws(signer, payment->product_id, offer_id));
}

void offers_prove_at(iap_store *signer, iap_payment *payment, const char *offer_id, const char *nonce,
                     int64_t timestamp_ms) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER;
    request.product_id = payment->product_id;
    request.offer_id = offer_id;
    request.app_account_token = payment->app_account_token;
    request.nonce = nonce;
    request.timestamp_ms = timestamp_ms;
    payment->offer.id = offer_id;
    payment->offer.key_id = offers_keep(iap_store_signing_key_id(signer));
    payment->offer.nonce = offers_keep(nonce);
    payment->offer.signature = offers_keep(offers_sign(signer, &request));
    payment->offer.timestamp_ms = timestamp_ms;
}

void offers_prove_by_signature(iap_store *signer, iap_payment *payment, const char *offer_id) {
    offers_prove_at(signer, payment, offer_id, offers_nonce(), iap_store_now_ms(signer));
}

/* --------------------------------------------------------------------------------------------------- payments */

bool offers_fails(const char *file, int line, game *game, const iap_payment *payment, iap_status_t status) {
    const uint64_t before = store_totals(game->store).transactions;
    const heard *outcome = game_buy_with(game, payment);
    if (!check_true(file, line, "the payment has an outcome", outcome != NULL)) return false;
    const iap_transaction *failed = outcome->transaction;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool holds = check_int(file, line, "state", iap_transaction_state(failed), IAP_TRANSACTION_FAILED);
    holds &= check_status(file, line, "iap_transaction_error()", iap_transaction_error(failed, &error), status);
    holds &= check_status(file, line, "error.status", error.status, status);
    holds &= check_int(file, line, "error.category", error.category, IAP_STATUS_CATEGORY(status));
    holds &= check_true(file, line, "the error has a message", error.message[0] != 0);
    holds &= check_true(file, line, "the message is one line", strchr(error.message, '\n') == NULL);
    holds &= check_id(file, line, "id of what failed", iap_transaction_id(failed), 0);
    holds &= check_int(file, line, "offer of what failed", iap_transaction_offer_type(failed), IAP_OFFER_TYPE_NONE);
    holds &= check_id(file, line, "charged", store_totals(game->store).transactions, before);
    return holds;
}

const iap_transaction *offers_buy(game *game, const iap_payment *payment) {
    const uint64_t before = store_totals(game->store).transactions;
    const heard *outcome = game_buy_with(game, payment);
    if (!CHECK(outcome != NULL)) return NULL;
    if (!CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_PURCHASED)) {
        iap_error error = IAP_ERROR_VALUE_INIT;
        iap_transaction_error(outcome->transaction, &error);
        test_fail(__FILE__, __LINE__, "the payment for %s: %s", payment->product_id, error.message);
        return NULL;
    }
    CHECK_ID(store_totals(game->store).transactions, before + 1);
    return outcome->transaction;
}

/* ------------------------------------------------------------------------------------------------ other stores */

const char *offers_text_with(const char *old, const char *replacement) {
    const char *place = strstr(offers_text, old);
    if (place == NULL) abort();
    const size_t before = (size_t)(place - offers_text);
    char *text = keep(malloc(strlen(offers_text) - strlen(old) + strlen(replacement) + 1));
    memcpy(text, offers_text, before);
    strcpy(text + before, replacement);
    strcat(text, place + strlen(old));
    return text;
}

iap_store *offers_store_of(const char *text, const char *bundle_id) {
    iap_store_options options = store_options();
    options.storekit_text = text;
    options.storekit_length = strlen(text);
    options.bundle_id = bundle_id;
    return store_open_with(&options);
}

iap_store *offers_store_with_another_key(void) {
    static const char old[] = "\"privateKey\": \"";
    const char *begin = strstr(offers_text, old);
    if (begin == NULL) abort();
    const char *end = strchr(begin + sizeof old - 1, '"');
    char *pair = keep(strndup(begin, (size_t)(end + 1 - begin)));
    return offers_store_of(offers_text_with(pair, "\"privateKey\": \""
                                                  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3R9PCyFjBBK3RU1tnlub"
                                                  "XcTLLj+ZZGmdvku1vCfQjt6hRANCAAT2eiLHzW+P1LJG4YtqgLpSw2V3/"
                                                  "tR+fCPtXblDEvqA4Iqbse0f+460toRUKmGUahdMSq5jQFuVM+ayQ/totQTI"
                                                  "\""),
                           NULL);
}

iap_store *offers_store_without_a_key(void) {
    static const char begin[] = "\"subscriptionOffersKeyPair\": {";
    const char *place = strstr(offers_text, begin);
    if (place == NULL) abort();
    const char *end = strchr(place, '}');
    char *pair = keep(strndup(place, (size_t)(end + 1 - place)));
    return offers_store_of(offers_text_with(pair, "\"appPolicies\": {}"), NULL);
}
