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

static void record(game *game, iap_client *client, heard entry, const iap_error *error) {
    check_moment(game, client);
    if (game->log_count == game->log_capacity) {
        game->log_capacity = game->log_capacity * 2 + 64;
        game->log = realloc(game->log, game->log_capacity * sizeof *game->log);
        if (game->log == NULL) abort();
    }
    entry.thread = pthread_self();
    entry.in_close = atomic_load(&game->closing) && pthread_equal(entry.thread, game->closing_thread);
    entry.has_error = error != NULL;
    if (error != NULL) entry.error = *error;
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

static void copy_text(char *to, size_t capacity, const char *from) {
    snprintf(to, capacity, "%s", from != NULL ? from : "");
}

/* ---------------------------------------------------------------------------------------------------- observer */

static void hear_transaction(void *user_data, iap_client *client, iap_event_type_t type,
                             const iap_transaction *transaction) {
    const listener *listener = user_data;
    CHECK(transaction != NULL);
    heard entry = {.type = type, .observer = listener->number, .transaction = transaction};
    record(listener->game, client, entry, NULL);
}

static void hear_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    hear_transaction(user_data, client, IAP_EVENT_TRANSACTION_UPDATED, transaction);
}

static void hear_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    hear_transaction(user_data, client, IAP_EVENT_TRANSACTION_REMOVED, transaction);
}

static void hear_revoked(void *user_data, iap_client *client, const iap_transaction *transaction) {
    hear_transaction(user_data, client, IAP_EVENT_ENTITLEMENT_REVOKED, transaction);
}

static void hear_verification(void *user_data, iap_client *client, const iap_transaction *transaction) {
    hear_transaction(user_data, client, IAP_EVENT_VERIFICATION_REQUESTED, transaction);
}

static void hear_restore_finished(void *user_data, iap_client *client, uint64_t request_id) {
    const listener *listener = user_data;
    heard entry = {.type = IAP_EVENT_RESTORE_FINISHED, .observer = listener->number, .request_id = request_id};
    record(listener->game, client, entry, NULL);
}

static void hear_restore_failed(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    const listener *listener = user_data;
    CHECK(error != NULL);
    heard entry = {.type = IAP_EVENT_RESTORE_FAILED, .observer = listener->number, .request_id = request_id};
    record(listener->game, client, entry, error);
}

static void hear_storefront_changed(void *user_data, iap_client *client, const char *country_code,
                                    const char *identifier) {
    const listener *listener = user_data;
    heard entry = {.type = IAP_EVENT_STOREFRONT_CHANGED, .observer = listener->number};
    copy_text(entry.country_code, sizeof entry.country_code, country_code);
    copy_text(entry.identifier, sizeof entry.identifier, identifier);
    record(listener->game, client, entry, NULL);
}

static void hear_problem(void *user_data, iap_client *client, const iap_error *error) {
    const listener *listener = user_data;
    CHECK(error != NULL);
    heard entry = {.type = IAP_EVENT_PROBLEM_REPORTED, .observer = listener->number};
    record(listener->game, client, entry, error);
}

static void hear_status(void *user_data, iap_client *client, const iap_subscription_status *status) {
    const listener *listener = user_data;
    CHECK(status != NULL);
    heard entry = {.type = IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, .observer = listener->number, .status = status};
    record(listener->game, client, entry, NULL);
}

static void hear_intent(void *user_data, iap_client *client, const iap_purchase_intent *intent) {
    const listener *listener = user_data;
    CHECK(intent != NULL);
    heard entry = {.type = IAP_EVENT_PURCHASE_INTENT_RECEIVED, .observer = listener->number, .intent = intent};
    record(listener->game, client, entry, NULL);
}

static void hear_message(void *user_data, iap_client *client, const iap_message *message) {
    const listener *listener = user_data;
    CHECK(message != NULL);
    heard entry = {.type = IAP_EVENT_MESSAGE_RECEIVED, .observer = listener->number, .message = message};
    record(listener->game, client, entry, NULL);
}

static void hear_ownership(void *user_data, iap_client *client, const char *product_id, int32_t is_owned) {
    const listener *listener = user_data;
    CHECK(product_id != NULL && (is_owned == 0 || is_owned == 1));
    game *game = listener->game;
    check_moment(game, client);
    if (game->ownership_count == sizeof game->ownership / sizeof *game->ownership) abort();
    const size_t index = game->ownership_count++;
    copy_text(game->ownership[index].product_id, sizeof game->ownership[index].product_id, product_id);
    game->ownership[index].is_owned = is_owned;
}

size_t game_ownership_count(const game *game, const char *product_id, int32_t is_owned) {
    size_t count = 0;
    for (size_t i = 0; i < game->ownership_count; i++) {
        if (game->ownership[i].is_owned == is_owned && strcmp(game->ownership[i].product_id, product_id) == 0) count++;
    }
    return count;
}

iap_observer game_observer(listener *listener) {
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.user_data = listener;
    observer.transaction_updated = hear_updated;
    observer.transaction_removed = hear_removed;
    observer.restore_finished = hear_restore_finished;
    observer.restore_failed = hear_restore_failed;
    observer.entitlement_revoked = hear_revoked;
    observer.storefront_changed = hear_storefront_changed;
    observer.problem_reported = hear_problem;
    observer.subscription_status_changed = hear_status;
    observer.purchase_intent_received = hear_intent;
    observer.message_received = hear_message;
    observer.verification_requested = hear_verification;
    observer.entitlement_changed = hear_ownership;
    return observer;
}

/* ------------------------------------------------------------------------------------------------- completions */

void game_hears_products(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                         const iap_error *error) {
    CHECK((products == NULL) != (error == NULL));
    heard entry = {.type = IAP_EVENT_PRODUCTS_RECEIVED, .request_id = request_id, .products = products};
    record(user_data, client, entry, error);
}

void game_hears_transactions(void *user_data, iap_client *client, uint64_t request_id,
                             const iap_transactions *transactions, const iap_error *error) {
    CHECK((transactions == NULL) != (error == NULL));
    heard entry = {.type = IAP_EVENT_TRANSACTIONS_RECEIVED, .request_id = request_id, .transactions = transactions};
    record(user_data, client, entry, error);
}

void game_hears_storefront(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                           const char *identifier, const iap_error *error) {
    CHECK((country_code == NULL) == (error != NULL));
    CHECK((identifier == NULL) == (error != NULL));
    heard entry = {.type = IAP_EVENT_STOREFRONT_RECEIVED, .request_id = request_id};
    copy_text(entry.country_code, sizeof entry.country_code, country_code);
    copy_text(entry.identifier, sizeof entry.identifier, identifier);
    record(user_data, client, entry, error);
}

void game_hears_end(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    heard entry = {.type = IAP_EVENT_REQUEST_COMPLETED, .request_id = request_id};
    record(user_data, client, entry, error);
}

void game_hears_flag(void *user_data, iap_client *client, uint64_t request_id, int32_t flag, const iap_error *error) {
    CHECK(flag == 0 || (flag == 1 && error == NULL));
    heard entry = {.type = IAP_EVENT_FLAG_RECEIVED, .request_id = request_id, .flag = flag};
    record(user_data, client, entry, error);
}

void game_hears_text(void *user_data, iap_client *client, uint64_t request_id, const char *text,
                     const iap_error *error) {
    CHECK((text == NULL) == (error != NULL));
    heard entry = {.type = IAP_EVENT_TEXT_RECEIVED, .request_id = request_id};
    if (text != NULL) entry.text = strdup(text);
    record(user_data, client, entry, error);
}

void game_hears_statuses(void *user_data, iap_client *client, uint64_t request_id,
                         const iap_subscription_statuses *statuses, const iap_error *error) {
    CHECK((statuses == NULL) == (error != NULL));
    heard entry = {.type = IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED, .request_id = request_id, .statuses = statuses};
    record(user_data, client, entry, error);
}

void game_hears_app_transaction(void *user_data, iap_client *client, uint64_t request_id,
                                const iap_app_transaction *app_transaction, const iap_error *error) {
    CHECK((app_transaction == NULL) == (error != NULL));
    heard entry = {
        .type = IAP_EVENT_APP_TRANSACTION_RECEIVED, .request_id = request_id, .app_transaction = app_transaction};
    record(user_data, client, entry, error);
}

void game_hears_promotions(void *user_data, iap_client *client, uint64_t request_id, const iap_promotions *promotions,
                           const iap_error *error) {
    CHECK((promotions == NULL) == (error != NULL));
    heard entry = {.type = IAP_EVENT_PROMOTIONS_RECEIVED, .request_id = request_id, .promotions = promotions};
    record(user_data, client, entry, error);
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

size_t game_answer_count(const game *game, uint64_t request_id) {
    size_t count = 0;
    for (size_t i = 0; i < game->log_count; i++) count += request_id != 0 && game->log[i].request_id == request_id;
    return count;
}

const heard *game_answer(const game *game, uint64_t request_id) {
    for (size_t i = 0; i < game->log_count; i++) {
        if (request_id != 0 && game->log[i].request_id == request_id) return &game->log[i];
    }
    return NULL;
}

const char *game_log_text(const game *game) {
    static const char *const types[] = {"none",
                                        "products",
                                        "transactions",
                                        "storefront",
                                        "updated",
                                        "removed",
                                        "restore finished",
                                        "restore failed",
                                        "revoked",
                                        "storefront changed",
                                        "problem",
                                        "done",
                                        "flag",
                                        "text",
                                        "statuses",
                                        "app transaction",
                                        "promotions",
                                        "status changed",
                                        "intent",
                                        "message"};
    static const char *const states[] = {"unknown",  "PURCHASING", "PURCHASED", "FAILED",
                                         "RESTORED", "DEFERRED",   "REVOKED",   "UNVERIFIED"};
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
        free(game->log[i].text);
    }
    game->log_count = 0;
}
