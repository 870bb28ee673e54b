#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Checks rule 1 of the header at every call of every test. */
static void check_moment(game *game, iap_client *client) {
    CHECK(client == game->client);
    CHECK(!atomic_load(&game->closed));
    const pthread_t here = pthread_self();
    const bool in_process = atomic_load(&game->processing) && pthread_equal(here, game->processing_thread);
    const bool in_close = atomic_load(&game->closing) && pthread_equal(here, game->closing_thread);
    CHECK(in_process || in_close);
}

/* A response has its value or an error, and an event has its handle. */
static void check_value(const heard *entry) {
    const bool has_error = entry->has_error;
    switch (entry->type) {
    case IAP_EVENT_PRODUCTS_RECEIVED: CHECK((entry->products == NULL) == has_error); break;
    case IAP_EVENT_TRANSACTIONS_RECEIVED: CHECK((entry->transactions == NULL) == has_error); break;
    case IAP_EVENT_STOREFRONT_RECEIVED:
        CHECK((entry->country_code[0] == 0) == has_error);
        CHECK((entry->identifier[0] == 0) == has_error);
        break;
    case IAP_EVENT_FLAG_RECEIVED: CHECK(entry->flag == 0 || (entry->flag == 1 && !has_error)); break;
    case IAP_EVENT_TEXT_RECEIVED: CHECK((entry->text == NULL) == has_error); break;
    case IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED: CHECK((entry->statuses == NULL) == has_error); break;
    case IAP_EVENT_APP_TRANSACTION_RECEIVED: CHECK((entry->app_transaction == NULL) == has_error); break;
    case IAP_EVENT_PROMOTIONS_RECEIVED: CHECK((entry->promotions == NULL) == has_error); break;
    case IAP_EVENT_TRANSACTION_UPDATED:
    case IAP_EVENT_TRANSACTION_REMOVED:
    case IAP_EVENT_ENTITLEMENT_REVOKED:
    case IAP_EVENT_VERIFICATION_REQUESTED: CHECK(entry->transaction != NULL); break;
    case IAP_EVENT_RESTORE_FAILED:
    case IAP_EVENT_PROBLEM_REPORTED: CHECK(has_error); break;
    case IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED: CHECK(entry->status != NULL); break;
    case IAP_EVENT_PURCHASE_INTENT_RECEIVED: CHECK(entry->intent != NULL); break;
    case IAP_EVENT_MESSAGE_RECEIVED: CHECK(entry->message != NULL); break;
    case IAP_EVENT_ENTITLEMENT_CHANGED:
        CHECK(entry->product_id != NULL && (entry->flag == 0 || entry->flag == 1));
        break;
    default: break;
    }
}

static void record_ownership(game *game, const heard *entry) {
    if (game->ownership_count == sizeof game->ownership / sizeof *game->ownership) abort();
    const size_t index = game->ownership_count++;
    snprintf(game->ownership[index].product_id, sizeof game->ownership[index].product_id, "%s", entry->product_id);
    game->ownership[index].is_owned = entry->flag;
}

static void record(void *context, iap_client *client, const heard *received) {
    game *game = context;
    check_moment(game, client);
    check_value(received);
    if (received->type == IAP_EVENT_ENTITLEMENT_CHANGED) {
        record_ownership(game, received);
        return;
    }
    if (game->log_count == game->log_capacity) {
        game->log_capacity = game->log_capacity * 2 + 64;
        game->log = realloc(game->log, game->log_capacity * sizeof *game->log);
        if (game->log == NULL) abort();
    }
    heard entry = *received;
    entry.in_close = atomic_load(&game->closing) && pthread_equal(entry.thread, game->closing_thread);
    if (entry.text != NULL) entry.text = strdup(entry.text);
    iap_transaction_retain(entry.transaction);
    iap_transactions_retain(entry.transactions);
    iap_products_retain(entry.products);
    iap_subscription_statuses_retain(entry.statuses);
    iap_subscription_status_retain(entry.status);
    iap_app_transaction_retain(entry.app_transaction);
    iap_promotions_retain(entry.promotions);
    iap_purchase_intent_retain(entry.intent);
    iap_message_retain(entry.message);
    game->log[game->log_count++] = entry;
    if (game->then != NULL) game->then(game, &entry);
}

hearing game_responses(game *game) { return (hearing){record, game, 0}; }

iap_observer game_observer(listener *listener) {
    listener->hearing = (hearing){record, listener->game, listener->number};
    return hearing_observer(&listener->hearing);
}

size_t game_ownership_count(const game *game, const char *product_id, int32_t is_owned) {
    size_t count = 0;
    for (size_t i = 0; i < game->ownership_count; i++) {
        if (game->ownership[i].is_owned == is_owned && strcmp(game->ownership[i].product_id, product_id) == 0) count++;
    }
    return count;
}

/* ---------------------------------------------------------------------------------------------------- the log */

static bool matches(const heard *entry, iap_event_type_t type, iap_transaction_state_t state) {
    return entry->type == type && (state == ANY_STATE || iap_transaction_state(entry->transaction) == state);
}

size_t game_count(const game *game, iap_event_type_t type, iap_transaction_state_t state) {
    size_t count = 0;
    for (size_t i = 0; i < game->log_count; i++) count += matches(&game->log[i], type, state);
    return count;
}

size_t game_granted_count(const game *game) {
    return game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED) +
           game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED);
}

const heard *game_nth(const game *game, iap_event_type_t type, iap_transaction_state_t state, size_t n) {
    for (size_t i = 0; i < game->log_count; i++) {
        if (matches(&game->log[i], type, state) && n-- == 0) return &game->log[i];
    }
    return NULL;
}

const iap_transaction *game_update(const game *game, iap_transaction_state_t state, size_t n) {
    const heard *entry = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, state, n);
    return entry != NULL ? entry->transaction : NULL;
}

size_t game_response_count(const game *game, uint64_t request_id) {
    size_t count = 0;
    for (size_t i = 0; i < game->log_count; i++) count += request_id != 0 && game->log[i].request_id == request_id;
    return count;
}

const heard *game_response(const game *game, uint64_t request_id) {
    for (size_t i = 0; i < game->log_count; i++) {
        if (request_id != 0 && game->log[i].request_id == request_id) return &game->log[i];
    }
    return NULL;
}

const char *game_log_text(const game *game) {
    /* clang-format off */
    static const char *const types[] = {
        "none", "products", "transactions", "storefront", "updated", "removed", "restore finished", "restore failed",
        "revoked", "storefront changed", "problem", "done", "flag", "text", "statuses", "app transaction", "promotions",
        "status changed", "intent", "message"};
    static const char *const states[] = {
        "unknown", "PURCHASING", "PURCHASED", "FAILED", "RESTORED", "DEFERRED", "REVOKED", "UNVERIFIED"};
    /* clang-format on */
    static _Thread_local char text[1024];
    int length = snprintf(text, sizeof text, "%zu heard:", game->log_count);
    for (size_t i = 0; i < game->log_count && length < (int)sizeof text - 100; i++) {
        const heard *entry = &game->log[i];
        const iap_transaction_state_t state = iap_transaction_state(entry->transaction);
        length +=
            snprintf(text + length, sizeof text - (size_t)length, " [%s%s%s%s%s]",
                     entry->type >= 0 && entry->type < (int)(sizeof types / sizeof types[0]) ? types[entry->type] : "?",
                     entry->transaction != NULL ? " " : "",
                     entry->transaction != NULL && state >= 0 && state <= 7 ? states[state] : "",
                     entry->has_error ? " " : "", entry->has_error ? iap_status_name(entry->error.status) : "");
    }
    return text;
}

void game_forget(game *game) {
    game->ownership_count = 0;
    for (size_t i = 0; i < game->log_count; i++) {
        iap_transaction_release(game->log[i].transaction);
        iap_transactions_release(game->log[i].transactions);
        iap_products_release(game->log[i].products);
        iap_subscription_statuses_release(game->log[i].statuses);
        iap_subscription_status_release(game->log[i].status);
        iap_app_transaction_release(game->log[i].app_transaction);
        iap_promotions_release(game->log[i].promotions);
        iap_purchase_intent_release(game->log[i].intent);
        iap_message_release(game->log[i].message);
        free((char *)game->log[i].text);
    }
    game->log_count = 0;
}
