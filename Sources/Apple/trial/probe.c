/*
 * The observations of a store have two sources. Queries of the library return StoreKit's responses unchanged. The library's log
 * shows each transaction that StoreKit announces, even if the library does not deliver it because it came before.
 */
#include "probe.h"

#include <iap/iap_app.h>
#include <iap/iap_log.h>
#include <iap/iap_system.h>
#include <iap/iap_transactions.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* In milliseconds: the precision of a measurement, and of the time of an announcement during a wait. */
enum { POLL = 10, STRIDE = 50 };
enum { MOST_SIGHTINGS = 2048 };

/* ------------------------------------------------------------------------------------------- events from the log */

/* Any thread may call the log function. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sighting sightings[MOST_SIGHTINGS];
static size_t sighting_count;
/* The log function must not query the store, and reads the time here. */
int64_t now;

static void note(void *user_data, iap_log_level_t level, const char *message) {
    sighting seen = {.what = ANNOUNCED};
    int end = 0;
    (void)user_data, (void)level;
    if (sscanf(message, "the store reports transaction %" SCNu64, &seen.id) == 1) seen.what = ANNOUNCED;
    else if (sscanf(message, "the store lists transaction %" SCNu64, &seen.id) == 1) seen.what = LISTED_AS_UNFINISHED;
    else if (sscanf(message, "transaction %" SCNu64 " is finished in the store%n", &seen.id, &end) == 1 && end > 0 &&
             message[end] == 0)
        seen.what = FINISHED;
    else if (sscanf(message, "payment %" SCNu64 " ended: %n", &seen.payment_id, &end) == 1 && end > 0) {
        seen.what = ANSWERED;
        snprintf(seen.text, sizeof seen.text, "%s", message + end);
        if (sscanf(seen.text, "transaction %" SCNu64, &seen.id) != 1)
            sscanf(seen.text, "already owned, transaction %" SCNu64, &seen.id);
    } else if (strcmp(message, "the status of a subscription has changed") == 0) seen.what = STATUS_CHANGED;
    else return;
    pthread_mutex_lock(&lock);
    seen.time = now;
    if (sighting_count < MOST_SIGHTINGS) sightings[sighting_count++] = seen;
    pthread_mutex_unlock(&lock);
}

int find(what what, uint64_t id, int64_t since, size_t n, sighting *found) {
    int is_found = 0;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < sighting_count && !is_found; i++) {
        const sighting *seen = &sightings[i];
        if (seen->what != what || seen->time < since || (id != 0 && seen->id != id)) continue;
        is_found = n-- == 0;
        if (is_found) *found = *seen;
    }
    pthread_mutex_unlock(&lock);
    return is_found;
}

size_t count(what what, uint64_t id, int64_t since) {
    sighting seen;
    size_t n = 0;
    while (find(what, id, since, n, &seen)) n++;
    return n;
}

void begin_watching(void) { iap_set_log_function(IAP_LOG_DEBUG, note, NULL, NULL); }

void end_watching(void) { iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL); }

void forget_all(int64_t time) {
    pthread_mutex_lock(&lock);
    sighting_count = 0;
    now = time;
    pthread_mutex_unlock(&lock);
}

/* ------------------------------------------------------------------------------------------------------ the player */

static void step_by(player *player, int milliseconds) {
    if (player->client != NULL)
        for (int round = 0; round < 8 && iap_client_process_events(player->client, 0) > 0; round++) continue;
    player->stage->pause(milliseconds);
    pthread_mutex_lock(&lock);
    now = player->stage->now();
    pthread_mutex_unlock(&lock);
    if (player->client != NULL) iap_client_process_events(player->client, 0);
}

void step(player *player) { step_by(player, POLL); }

void wait_ms(player *player, int64_t milliseconds) {
    const int64_t end = now + milliseconds;
    while (now < end) step_by(player, end - now < STRIDE ? (int)(end - now) : STRIDE);
}

static void heard(void *user_data, iap_client *client, const iap_transaction *transaction) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    (void)client;
    if (iap_transaction_state(transaction) != IAP_TRANSACTION_FAILED) return;
    iap_transaction_error(transaction, &error);
    ((player *)user_data)->failure = error;
}

int launch(player *player) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    options.execution = player->stage->execution;
    options.device = player->device;
    options.journal_path = player->journal;
    observer.user_data = player;
    observer.transaction_updated = heard;
    if (iap_client_open(&options, &player->client, &error) != IAP_OK ||
        iap_add_observer(player->client, &observer, NULL, &error) != IAP_OK) {
        fprintf(stderr, "launch: %s\n", error.message);
        return 0;
    }
    return 1;
}

void quit(player *player) {
    iap_client_close(player->client);
    player->client = NULL;
}

purchase begin_to_pay(player *player, const iap_payment *payment) {
    const iap_error none = IAP_ERROR_VALUE_INIT;
    purchase result = {.begun = now};
    player->failure = none;
    if (iap_add_payment(player->client, payment, &result.payment_id, NULL) != IAP_OK) result.payment_id = 0;
    return result;
}

int is_answered(purchase *purchase) {
    sighting response;
    for (size_t i = 0; purchase->time == 0 && find(ANSWERED, 0, purchase->begun, i, &response); i++) {
        if (response.payment_id != purchase->payment_id) continue;
        purchase->id = response.id;
        purchase->time = response.time;
        purchase->is_pending = strcmp(response.text, "waits for approval") == 0;
    }
    return purchase->time != 0;
}

purchase pay(player *player, const iap_payment *payment) {
    purchase result = begin_to_pay(player, payment);
    if (result.payment_id == 0) return result;
    while (!is_answered(&result) && now < result.begun + RESPONSE_LIMIT) step(player);
    step(player);
    return result;
}

purchase buy(player *player, const char *product_id) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    return pay(player, &payment);
}

int64_t finish(player *player, uint64_t id) {
    const int64_t begun = now;
    sighting seen;
    while (iap_finish_transaction_id(player->client, id, NULL) != IAP_OK && now < begun + LAG_LIMIT) step(player);
    while (!find(FINISHED, id, begun, 0, &seen) && now < begun + LAG_LIMIT) step(player);
    return find(FINISHED, id, begun, 0, &seen) ? seen.time : 0;
}

purchase buy_and_finish(player *player, const char *product_id) {
    purchase bought = buy(player, product_id);
    if (bought.id != 0 && finish(player, bought.id) == 0) bought.id = 0;
    return bought;
}

int act(player *player, const char *verb, const char *argument, uint64_t id) {
    const int is_done = player->stage->act(verb, argument, id);
    step(player);
    return is_done;
}

/* --------------------------------------------------------------------------------------------------------- queries */

static void end(response *response, const iap_error *error) {
    response->is_done = 1;
    response->is_error = error != NULL;
}

static void take_transactions(void *user_data, iap_client *client, uint64_t request_id,
                              const iap_transactions *transactions, const iap_error *error) {
    response *response = user_data;
    (void)client, (void)request_id;
    end(response, error);
    if (error != NULL) return;
    response->count = iap_transactions_count(transactions);
    if (response->count > MOST_IDS) response->count = MOST_IDS;
    for (size_t i = 0; i < response->count; i++)
        response->ids[i] = iap_transaction_id(iap_transactions_at(transactions, i));
}

static void take_statuses(void *user_data, iap_client *client, uint64_t request_id,
                          const iap_subscription_statuses *statuses, const iap_error *error) {
    response *response = user_data;
    const iap_subscription_status *status;
    const iap_renewal_info *info;
    (void)client, (void)request_id;
    end(response, error);
    if (error != NULL || iap_subscription_statuses_count(statuses) == 0) return;
    status = iap_subscription_statuses_at(statuses, 0);
    info = iap_subscription_status_renewal_info(status);
    response->count = iap_subscription_statuses_count(statuses);
    response->state = iap_subscription_status_state(status);
    response->will_renew = iap_renewal_info_will_auto_renew(info) == 1;
    response->is_in_retry = iap_renewal_info_is_in_billing_retry(info) == 1;
    response->win_back_offers = iap_renewal_info_eligible_win_back_offer_count(info);
}

static void take_products(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                          const iap_error *error) {
    (void)client, (void)request_id;
    end(user_data, error);
    if (error == NULL) ((response *)user_data)->count = iap_products_count(products);
}

static void take_storefront(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                            const char *identifier, const iap_error *error) {
    (void)client, (void)request_id, (void)country_code, (void)identifier;
    end(user_data, error);
}

static void take_flag(void *user_data, iap_client *client, uint64_t request_id, int32_t flag, const iap_error *error) {
    (void)client, (void)request_id;
    end(user_data, error);
    ((response *)user_data)->flag = flag;
}

static void take_text(void *user_data, iap_client *client, uint64_t request_id, const char *text,
                      const iap_error *error) {
    (void)client, (void)request_id;
    end(user_data, error);
    if (error == NULL) ((response *)user_data)->length = strlen(text);
}

void begin_asking(player *player, query query, response *response) {
    static const char *const sold = EDITOR;
    iap_client *client = player->client;
    memset(response, 0, sizeof *response);
    response->begun = now;
    switch (query) {
    case ENTITLEMENTS:
        iap_request_transactions(client, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL, take_transactions, response,
                                 &response->request_id, NULL);
        break;
    case UNFINISHED:
        iap_request_transactions(client, IAP_QUERY_UNFINISHED, NULL, take_transactions, response, &response->request_id,
                                 NULL);
        break;
    case STATUSES:
        iap_request_subscription_statuses(client, GROUP, take_statuses, response, &response->request_id, NULL);
        break;
    case PRODUCTS: iap_request_products(client, &sold, 1, take_products, response, &response->request_id, NULL); break;
    case STOREFRONT: iap_request_storefront(client, take_storefront, response, &response->request_id, NULL); break;
    case INTRODUCTORY_OFFER:
        iap_request_introductory_offer_eligibility(client, GROUP, take_flag, response, &response->request_id, NULL);
        break;
    case RECEIPT: iap_request_app_receipt(client, 0, take_text, response, &response->request_id, NULL); break;
    }
}

void await(player *player, response *response) {
    while (!response->is_done && now < response->begun + RESPONSE_LIMIT) step(player);
    response->ended = now;
    if (!response->is_done) iap_cancel_request(player->client, response->request_id, NULL);
    if (response->ended - response->begun >= RESPONSE_LIMIT) response->is_done = 0;
}

response ask(player *player, query query) {
    response response;
    begin_asking(player, query, &response);
    await(player, &response);
    return response;
}

int has(const response *response, uint64_t id) {
    for (size_t i = 0; i < response->count; i++)
        if (response->ids[i] == id) return 1;
    return 0;
}

span when_listed(player *player, uint64_t id, int is_wanted, int64_t since) {
    span span = {0, since, since};
    while (!span.is_known && now < since + LAG_LIMIT) {
        const response response = ask(player, ENTITLEMENTS);
        if (!response.is_done || response.is_error) return span;
        span.is_known = has(&response, id) == is_wanted;
        if (span.is_known) span.high = response.ended;
        else {
            span.low = response.begun;
            /* After an immediate response, the next request waits a moment. */
            if (response.ended == response.begun) step(player);
        }
    }
    return span;
}

span when_status_exists(player *player, int64_t since) {
    span span = {0, since, since};
    while (!span.is_known && now < since + LAG_LIMIT) {
        const response response = ask(player, STATUSES);
        if (!response.is_done || response.is_error) return span;
        span.is_known = response.count > 0;
        if (span.is_known) span.high = response.ended;
        else {
            span.low = response.begun;
            if (response.ended == response.begun) step(player);
        }
    }
    return span;
}
