/*
 * Each scene below plays a player of its own, watches the store, and says what it saw of some habits.
 *
 * A store is seen in two ways. Queries of the library bring what StoreKit answers, unchanged. Its log tells each transaction that
 * StoreKit announces, also what the library then keeps from the game because it came before.
 */
#include "habits.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COINS "com.example.caves.coins.small"
#define EDITOR "com.example.caves.editor"
#define SEASON "com.example.caves.season"
#define MONTHLY "com.example.caves.club.monthly"
#define YEARLY "com.example.caves.club.yearly"
/* Of the subscriptions in Game.storekit. */
#define GROUP "2F9B07D4"
#define OFFER "LOYAL"
/* {"alg":"ES256"}, {} and 64 bytes that are no signature. */
#define BAD_JWS                                                                                                        \
    "eyJhbGciOiJFUzI1NiJ9.e30."                                                                                        \
    "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ"

/* In milliseconds: how exact a measure is, how exact the time of an announcement is during a wait, and how long is waited. */
enum { POLL = 10, STRIDE = 50 };
enum { ANSWER_LIMIT = 60000, REPEAT_LIMIT = 100000, LAG_LIMIT = 20000, OWN_ANNOUNCEMENT_LIMIT = 2400, SECOND = 1000 };
enum { MOST_SIGHTINGS = 2048, MOST_IDS = 64 };

/* ---------------------------------------------------------------------------------------------- what the log tells */

typedef enum { ANNOUNCED, LISTED_AS_UNFINISHED, STATUS_CHANGED, FINISHED, ANSWERED } what;

typedef struct sighting {
    what what;
    int64_t time;
    uint64_t id;
    /* Of an answer. */
    uint64_t payment_id;
    char text[96];
} sighting;

/* The log may come on any thread. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sighting sightings[MOST_SIGHTINGS];
static size_t sighting_count;
/* The time of the last look at the clock. A function of the log must not ask the store. */
static int64_t now;

static void note(void *user_data, iap_log_level level, const char *message) {
    sighting seen = {.what = ANNOUNCED};
    int end = 0;
    (void)user_data, (void)level;
    if (sscanf(message, "the store tells of transaction %" SCNu64, &seen.id) == 1) seen.what = ANNOUNCED;
    else if (sscanf(message, "the store lists transaction %" SCNu64, &seen.id) == 1) seen.what = LISTED_AS_UNFINISHED;
    else if (sscanf(message, "transaction %" SCNu64 " is finished in the store%n", &seen.id, &end) == 1 && end > 0 &&
             message[end] == 0)
        seen.what = FINISHED;
    else if (sscanf(message, "payment %" SCNu64 " was answered: %n", &seen.payment_id, &end) == 1 && end > 0) {
        seen.what = ANSWERED;
        snprintf(seen.text, sizeof seen.text, "%s", message + end);
        if (sscanf(seen.text, "transaction %" SCNu64, &seen.id) != 1)
            sscanf(seen.text, "owned before, transaction %" SCNu64, &seen.id);
    } else if (strcmp(message, "the status of a subscription has changed") == 0) seen.what = STATUS_CHANGED;
    else return;
    pthread_mutex_lock(&lock);
    seen.time = now;
    if (sighting_count < MOST_SIGHTINGS) sightings[sighting_count++] = seen;
    pthread_mutex_unlock(&lock);
}

/* The Nth sighting of a kind since a time, from 0; of one transaction, or with id 0 of any. Gives whether there is one. */
static int find(what what, uint64_t id, int64_t since, size_t n, sighting *found) {
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

static size_t count(what what, uint64_t id, int64_t since) {
    sighting seen;
    size_t n = 0;
    while (find(what, id, since, n, &seen)) n++;
    return n;
}

/* ------------------------------------------------------------------------------------------------------ the player */

typedef struct player {
    const stage *stage;
    iap_device *device;
    iap_client *client;
    char journal[1024];
    /* The error of the last payment that failed. */
    iap_status failure;
} player;

/* Lets the store and the library work. */
static void step_by(player *player, int milliseconds) {
    if (player->client != NULL)
        for (int round = 0; round < 8 && iap_client_process_events(player->client, 0) > 0; round++) continue;
    player->stage->pause(milliseconds);
    pthread_mutex_lock(&lock);
    now = player->stage->now();
    pthread_mutex_unlock(&lock);
    if (player->client != NULL) iap_client_process_events(player->client, 0);
}

static void step(player *player) { step_by(player, POLL); }

static void wait_ms(player *player, int64_t milliseconds) {
    const int64_t end = now + milliseconds;
    while (now < end) step_by(player, end - now < STRIDE ? (int)(end - now) : STRIDE);
}

static void heard(void *user_data, iap_client *client, const iap_transaction *transaction) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    (void)client;
    if (iap_transaction_state(transaction) != IAP_TRANSACTION_FAILED) return;
    iap_transaction_error(transaction, &error);
    ((player *)user_data)->failure = error.status;
}

static int launch(player *player) {
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

static void quit(player *player) {
    iap_client_close(player->client);
    player->client = NULL;
}

/* How a payment ended. The id is 0 if nothing was bought, and so is the time if nothing was answered. */
typedef struct purchase {
    uint64_t id;
    int64_t begun, time;
    int is_pending;
} purchase;

static purchase pay(player *player, const iap_payment *payment) {
    purchase result = {.begun = now};
    sighting answer;
    uint64_t payment_id = 0;
    player->failure = IAP_OK;
    if (iap_add_payment(player->client, payment, &payment_id, NULL) != IAP_OK) return result;
    while (result.time == 0 && now < result.begun + ANSWER_LIMIT) {
        step(player);
        for (size_t i = 0; find(ANSWERED, 0, result.begun, i, &answer); i++) {
            if (answer.payment_id != payment_id) continue;
            result.id = answer.id;
            result.time = answer.time;
            result.is_pending = strcmp(answer.text, "waits for approval") == 0;
        }
    }
    step(player);
    return result;
}

static purchase buy(player *player, const char *product_id) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    return pay(player, &payment);
}

/* Gives the time at which the store knew of it; 0 if it could not be finished. */
static int64_t finish(player *player, uint64_t id) {
    const int64_t begun = now;
    sighting seen;
    while (iap_finish_transaction_id(player->client, id, NULL) != IAP_OK && now < begun + LAG_LIMIT) step(player);
    while (!find(FINISHED, id, begun, 0, &seen) && now < begun + LAG_LIMIT) step(player);
    return find(FINISHED, id, begun, 0, &seen) ? seen.time : 0;
}

static purchase buy_and_finish(player *player, const char *product_id) {
    purchase bought = buy(player, product_id);
    if (bought.id != 0 && finish(player, bought.id) == 0) bought.id = 0;
    return bought;
}

static int act(player *player, const char *verb, const char *argument, uint64_t id) {
    const int is_done = player->stage->act(verb, argument, id);
    step(player);
    return is_done;
}

/* --------------------------------------------------------------------------------------------------------- queries */

typedef struct answer {
    int is_done, is_error;
    int64_t begun, ended;
    /* Transactions, or products without ids. */
    size_t count;
    uint64_t ids[MOST_IDS];
    /* Of the first status. */
    iap_subscription_state state;
    int32_t will_renew, is_in_retry;
    size_t win_back_offers;
    int32_t flag;
    size_t length;
} answer;

static void end(answer *answer, const iap_error *error) {
    answer->is_done = 1;
    answer->is_error = error != NULL;
}

static void take_transactions(void *user_data, iap_client *client, uint64_t request_id,
                              const iap_transactions *transactions, const iap_error *error) {
    answer *answer = user_data;
    (void)client, (void)request_id;
    end(answer, error);
    if (error != NULL) return;
    answer->count = iap_transactions_count(transactions);
    if (answer->count > MOST_IDS) answer->count = MOST_IDS;
    for (size_t i = 0; i < answer->count; i++)
        answer->ids[i] = iap_transaction_id(iap_transactions_at(transactions, i));
}

static void take_statuses(void *user_data, iap_client *client, uint64_t request_id,
                          const iap_subscription_statuses *statuses, const iap_error *error) {
    answer *answer = user_data;
    const iap_subscription_status *status;
    const iap_renewal_info *info;
    (void)client, (void)request_id;
    end(answer, error);
    if (error != NULL || iap_subscription_statuses_count(statuses) == 0) return;
    status = iap_subscription_statuses_at(statuses, 0);
    info = iap_subscription_status_renewal_info(status);
    answer->count = iap_subscription_statuses_count(statuses);
    answer->state = iap_subscription_status_state(status);
    answer->will_renew = iap_renewal_info_will_auto_renew(info) == 1;
    answer->is_in_retry = iap_renewal_info_is_in_billing_retry(info) == 1;
    answer->win_back_offers = iap_renewal_info_eligible_win_back_offer_count(info);
}

static void take_products(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                          const iap_error *error) {
    (void)client, (void)request_id;
    end(user_data, error);
    if (error == NULL) ((answer *)user_data)->count = iap_products_count(products);
}

static void take_storefront(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                            const char *identifier, const iap_error *error) {
    (void)client, (void)request_id, (void)country_code, (void)identifier;
    end(user_data, error);
}

static void take_flag(void *user_data, iap_client *client, uint64_t request_id, int32_t flag, const iap_error *error) {
    (void)client, (void)request_id;
    end(user_data, error);
    ((answer *)user_data)->flag = flag;
}

static void take_text(void *user_data, iap_client *client, uint64_t request_id, const char *text,
                      const iap_error *error) {
    (void)client, (void)request_id;
    end(user_data, error);
    if (error == NULL) ((answer *)user_data)->length = strlen(text);
}

typedef enum { ENTITLEMENTS, UNFINISHED, STATUSES, PRODUCTS, STOREFRONT, INTRODUCTORY_OFFER, RECEIPT } query;

static answer ask(player *player, query query) {
    static const char *const sold = EDITOR;
    answer answer = {.begun = now};
    iap_client *client = player->client;
    uint64_t id = 0;
    switch (query) {
    case ENTITLEMENTS:
        iap_request_transactions(client, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL, take_transactions, &answer, &id, NULL);
        break;
    case UNFINISHED:
        iap_request_transactions(client, IAP_QUERY_UNFINISHED, NULL, take_transactions, &answer, &id, NULL);
        break;
    case STATUSES: iap_request_subscription_statuses(client, GROUP, take_statuses, &answer, &id, NULL); break;
    case PRODUCTS: iap_request_products(client, &sold, 1, take_products, &answer, &id, NULL); break;
    case STOREFRONT: iap_request_storefront(client, take_storefront, &answer, &id, NULL); break;
    case INTRODUCTORY_OFFER:
        iap_request_introductory_offer_eligibility(client, GROUP, take_flag, &answer, &id, NULL);
        break;
    case RECEIPT: iap_request_app_receipt(client, 0, take_text, &answer, &id, NULL); break;
    }
    while (!answer.is_done && now < answer.begun + ANSWER_LIMIT) step(player);
    answer.ended = now;
    /* The answer lives here only. */
    if (!answer.is_done) iap_cancel_request(client, id, NULL);
    if (answer.ended - answer.begun >= ANSWER_LIMIT) answer.is_done = 0;
    return answer;
}

static int has(const answer *answer, uint64_t id) {
    for (size_t i = 0; i < answer->count; i++)
        if (answer->ids[i] == id) return 1;
    return 0;
}

/* Between which two times something came about. */
typedef struct span {
    int is_known;
    int64_t low, high;
} span;

/* When the entitlements begin to have a transaction, or cease to. */
static span when_listed(player *player, uint64_t id, int is_wanted, int64_t since) {
    span span = {0, since, since};
    while (!span.is_known && now < since + LAG_LIMIT) {
        const answer answer = ask(player, ENTITLEMENTS);
        if (!answer.is_done || answer.is_error) return span;
        span.is_known = has(&answer, id) == is_wanted;
        if (span.is_known) span.high = answer.ended;
        else {
            span.low = answer.begun;
            /* An answer that comes at once is asked for a moment later. */
            if (answer.ended == answer.begun) step(player);
        }
    }
    return span;
}

static span when_status_exists(player *player, int64_t since) {
    span span = {0, since, since};
    while (!span.is_known && now < since + LAG_LIMIT) {
        const answer answer = ask(player, STATUSES);
        if (!answer.is_done || answer.is_error) return span;
        span.is_known = answer.count > 0;
        if (span.is_known) span.high = answer.ended;
        else {
            span.low = answer.begun;
            if (answer.ended == answer.begun) step(player);
        }
    }
    return span;
}

/* -------------------------------------------------------------------------------------------------------- the report */

static FILE *report;
static const char *only_habit;
/* Of the scene. */
static const char *const *awaited;
static int is_said[8];

static void say(const char *habit, int64_t low, int64_t high) {
    for (size_t i = 0; awaited[i] != NULL; i++) {
        if (strcmp(awaited[i], habit) != 0) continue;
        is_said[i] = 1;
        if (only_habit == NULL || strcmp(only_habit, habit) == 0)
            fprintf(report, "%s %" PRId64 " %" PRId64 "\n", habit, low < 0 ? 0 : low, high < 0 ? 0 : high);
    }
}

static void say_value(const char *habit, int64_t value) { say(habit, value, value); }

static void say_span(const char *habit, span span, int64_t since) {
    if (span.is_known) say(habit, span.low - since, span.high - since);
}

/* ---------------------------------------------------------------------------------------------------------- scenes */

static void read_what_is_there(player *player) {
    answer products, storefront, entitlements;
    /* The first calls after a launch are another habit. */
    wait_ms(player, 10 * SECOND);
    products = ask(player, PRODUCTS);
    say_value("products_hang", !products.is_done);
    if (products.is_done && !products.is_error) say_value("products_empty", products.count == 0);
    storefront = ask(player, STOREFRONT);
    if (storefront.is_done) say_value("storefront_stall_ms", storefront.ended - storefront.begun);
    entitlements = ask(player, ENTITLEMENTS);
    if (entitlements.is_done) say_value("read_stall_ms", entitlements.ended - entitlements.begun);
}

static void buy_a_non_consumable(player *player) {
    const purchase bought = buy(player, EDITOR);
    sighting told;
    int64_t refunded;
    if (bought.id == 0) return;
    say_value("result_delay_ms", bought.time - bought.begun);
    say_span("listing_lag_ms", when_listed(player, bought.id, 1, bought.time), bought.time);
    wait_ms(player, bought.time + OWN_ANNOUNCEMENT_LIMIT - now);
    say_value("announce_own_nonconsumable", find(ANNOUNCED, bought.id, bought.time, 0, &told));
    if (finish(player, bought.id) == 0) return;
    /* What comes again after the finish must not look like the announcement of the refund. */
    wait_ms(player, ANSWER_LIMIT);
    refunded = now;
    if (!player->stage->act("refund", EDITOR, bought.id)) return;
    say_span("refund_lag_ms", when_listed(player, bought.id, 0, refunded), refunded);
    while (!find(ANNOUNCED, bought.id, refunded, 0, &told) && now < refunded + 2 * ANSWER_LIMIT) step(player);
    if (find(ANNOUNCED, bought.id, refunded, 0, &told)) say_value("refund_announce_lag_ms", told.time - refunded);
    else say_value("refund_announce_lag_ms", 2 * ANSWER_LIMIT);
}

static void buy_a_consumable(player *player) {
    const purchase bought = buy(player, COINS);
    sighting told;
    int flickers = 0;
    int64_t finished;
    size_t others = 0, repeats;
    if (bought.id == 0) return;
    while (now < bought.time + 3 * SECOND) {
        const answer unfinished = ask(player, UNFINISHED);
        if (unfinished.is_done && !unfinished.is_error && !has(&unfinished, bought.id)) flickers = 1;
        step(player);
    }
    say_value("unfinished_flicker", flickers);
    wait_ms(player, 8 * SECOND);
    for (size_t i = 0; find(ANNOUNCED, 0, bought.time, i, &told); i++) others += told.id != bought.id;
    say_value("two_ids", others > 0);
    if (find(ANNOUNCED, bought.id, bought.time, 0, &told)) say_value("double_delivery_ms", told.time - bought.time);
    else say_value("double_delivery_ms", 0);
    finished = finish(player, bought.id);
    if (finished == 0) return;
    wait_ms(player, REPEAT_LIMIT);
    repeats = count(ANNOUNCED, bought.id, finished + 1);
    say_value("repeat_after_finish", (int64_t)repeats);
    if (find(ANNOUNCED, bought.id, finished + 1, 0, &told)) say_value("repeat_after_finish_ms", told.time - finished);
}

static void leave_a_consumable_unfinished(player *player) {
    const purchase first = buy(player, COINS);
    purchase second;
    sighting told;
    int64_t launched;
    if (first.id == 0) return;
    quit(player);
    wait_ms(player, 5 * SECOND);
    launched = now;
    if (!launch(player)) return;
    wait_ms(player, 5 * SECOND);
    say_value("launch_replays_unfinished", find(ANNOUNCED, first.id, launched, 0, &told));
    second = buy(player, COINS);
    if (second.id != 0) say_value("unfinished_consumable_returned", second.id == first.id);
}

static void buy_one_thing_after_another(player *player) {
    const purchase first = buy_and_finish(player, COINS);
    purchase second;
    if (first.id == 0) return;
    second = buy(player, EDITOR);
    if (second.id != 0) say_value("returns_previous", second.id == first.id);
}

static void buy_a_season_twice(player *player) {
    const purchase first = buy_and_finish(player, SEASON);
    purchase second;
    if (first.id == 0) return;
    wait_ms(player, 5 * SECOND);
    second = buy(player, SEASON);
    if (second.id != 0) say_value("nonrenewing_second", second.id == first.id);
}

static void refund_a_season(player *player) {
    const purchase bought = buy_and_finish(player, SEASON);
    int64_t gone;
    int is_back = 0;
    if (bought.id == 0 || !when_listed(player, bought.id, 1, now).is_known) return;
    wait_ms(player, 10 * SECOND);
    if (!player->stage->act("refund", SEASON, bought.id)) return;
    if (!when_listed(player, bought.id, 0, now).is_known) return;
    for (gone = now; now < gone + 4 * SECOND; step(player)) {
        const answer entitlements = ask(player, ENTITLEMENTS);
        is_back |= has(&entitlements, bought.id);
    }
    say_value("refund_relist_flicker", is_back);
}

static void subscribe(player *player) {
    const answer before = ask(player, INTRODUCTORY_OFFER);
    const purchase bought = buy(player, MONTHLY);
    sighting told;
    int yes = 0, no = 0;
    answer unfinished;
    purchase again;
    if (bought.id == 0) return;
    say_span("status_lag_ms", when_status_exists(player, bought.time), bought.time);
    wait_ms(player, bought.time + OWN_ANNOUNCEMENT_LIMIT - now);
    say_value("announce_own_subscription", find(ANNOUNCED, bought.id, bought.time, 0, &told));
    if (finish(player, bought.id) == 0) return;
    wait_ms(player, 10 * SECOND);
    for (int i = 0; i < 16; i++) {
        if (ask(player, INTRODUCTORY_OFFER).flag) yes++;
        else no++;
    }
    if (before.flag) say_value("intro_sticky", no == 0 ? 1 : yes == 0 ? 0 : 2);
    again = buy(player, MONTHLY);
    if (again.time != 0) say_value("owned_subscription", again.id == 0);
    iap_restore_completed_transactions(player->client, NULL, NULL);
    wait_ms(player, 5 * SECOND);
    unfinished = ask(player, UNFINISHED);
    if (unfinished.is_done) say_value("sync_unfinishes_latest", has(&unfinished, bought.id));
}

static void stop_renewing(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    int64_t stopped;
    sighting told;
    if (bought.id == 0) return;
    wait_ms(player, 10 * SECOND);
    stopped = now;
    if (!act(player, "stop-renewing", MONTHLY, bought.id)) return;
    wait_ms(player, 5 * SECOND);
    say_value("autorenew_change_announced", find(STATUS_CHANGED, 0, stopped, 0, &told));
}

/* With a signature that nobody has made. */
static void use_a_bad_offer(player *player) {
    iap_payment payment = IAP_PAYMENT_INIT;
    const purchase bought = buy_and_finish(player, MONTHLY);
    purchase offered;
    if (bought.id == 0) return;
    wait_ms(player, 10 * SECOND);
    payment.product_id = MONTHLY;
    payment.offer.id = OFFER;
    payment.offer.jws = BAD_JWS;
    offered = pay(player, &payment);
    if (offered.time == 0 || player->failure == IAP_ERROR_UNSUPPORTED) return;
    say_value("offer_to_holder_returns_held", offered.id == bought.id);
    if (offered.id == 0) say_value("bad_promo_error", player->failure != IAP_ERROR_INVALID_OFFER_SIGNATURE);
}

static void use_a_bad_introductory_offer(player *player) {
    iap_payment payment = IAP_PAYMENT_INIT;
    purchase bought;
    payment.product_id = MONTHLY;
    payment.offer.introductory_jws = BAD_JWS;
    bought = pay(player, &payment);
    if (bought.time != 0 && player->failure != IAP_ERROR_UNSUPPORTED) say_value("bad_override", bought.id != 0);
}

/* The first announcement of a transaction that is none of the player's own purchases. */
static int wait_for_other(player *player, uint64_t own, int64_t since, sighting *told) {
    while (now < since + LAG_LIMIT) {
        for (size_t i = 0; find(ANNOUNCED, 0, since, i, told); i++)
            if (told->id != own) return 1;
        step(player);
    }
    return 0;
}

static void say_lag_after(player *player, const char *habit, uint64_t own, int64_t since) {
    sighting told;
    span listed;
    if (!wait_for_other(player, own, since, &told)) return;
    listed = when_listed(player, told.id, 1, told.time);
    say_span(habit, listed, told.time);
}

static void renew(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    int64_t renewed;
    if (bought.id == 0) return;
    wait_ms(player, 10 * SECOND);
    renewed = now;
    if (player->stage->act("renew", MONTHLY, bought.id))
        say_lag_after(player, "renewal_before_listing_ms", bought.id, renewed);
}

static void reach_the_end_of_a_period(player *player) {
    purchase bought;
    int64_t first = 0, last = 0, after = 0, begun, before, limit;
    sighting told;
    int will_renew = 0, win_back = 0, is_missing = 0;
    act(player, "fast", "", 0);
    bought = buy_and_finish(player, MONTHLY);
    if (bought.id == 0) return;
    wait_ms(player, 5 * SECOND);
    if (!act(player, "near-end", MONTHLY, bought.id)) return;
    begun = before = now;
    limit = now + 60 * SECOND;
    while (now < limit && after == 0) {
        const answer status = ask(player, STATUSES);
        if (status.is_done && status.state == IAP_SUBSCRIPTION_STATE_EXPIRED) {
            const answer entitlements = ask(player, ENTITLEMENTS);
            if (first == 0) first = status.begun;
            last = status.ended;
            will_renew |= status.will_renew;
            win_back |= status.win_back_offers > 0;
            is_missing |= entitlements.count == 0;
        } else if (first != 0) after = status.ended;
        else before = status.begun;
        /* The moment is soon after the renewal. */
        if (first == 0 && find(ANNOUNCED, 0, begun, 0, &told) && told.id != bought.id) limit = told.time + 8 * SECOND;
        step(player);
    }
    if (first == 0) {
        say_value("renewal_flicker_ms", 0);
        return;
    }
    if (after == 0) return;
    say("renewal_flicker_ms", last - first, after - before);
    say_value("renewal_flicker_will_renew", will_renew);
    say_value("renewal_flicker_winback", win_back);
    say_value("renewal_flicker_listing_empty", is_missing);
}

static void miss_renewals(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    sighting first, told;
    uint64_t newest = 0;
    int64_t launched;
    if (bought.id == 0) return;
    /* What comes again after the finish must not look like a renewal. */
    wait_ms(player, ANSWER_LIMIT);
    quit(player);
    for (int i = 0; i < 3; i++) {
        if (!act(player, "renew", MONTHLY, bought.id)) return;
        wait_ms(player, 3 * SECOND);
    }
    launched = now;
    if (!launch(player)) return;
    wait_ms(player, 10 * SECOND);
    for (size_t i = 0; find(ANNOUNCED, 0, launched, i, &told); i++)
        if (told.id > newest) newest = told.id;
    if (count(ANNOUNCED, 0, launched) < 2) return;
    find(ANNOUNCED, 0, launched, 0, &first);
    if (first.id != bought.id) say_value("missed_order", first.id == newest);
    say_value("missed_includes_original", find(ANNOUNCED, bought.id, launched, 0, &told));
    say_value("missed_newest_twice", count(ANNOUNCED, newest, launched) > 1);
}

static void fail_to_renew(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    answer status, entitlements;
    if (bought.id == 0) return;
    wait_ms(player, 5 * SECOND);
    if (!act(player, "retry", "on", 0) || !act(player, "renew", MONTHLY, bought.id)) return;
    wait_ms(player, 10 * SECOND);
    status = ask(player, STATUSES);
    entitlements = ask(player, ENTITLEMENTS);
    if (status.state == IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY) say_value("retry_listed", entitlements.count > 0);
}

static void enter_a_grace_period(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    answer status;
    if (bought.id == 0) return;
    wait_ms(player, 5 * SECOND);
    if (!act(player, "grace", "on", 0) || !act(player, "renew", MONTHLY, bought.id)) return;
    wait_ms(player, 10 * SECOND);
    status = ask(player, STATUSES);
    if (status.state == IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD) say_value("grace_retry_flag", status.is_in_retry);
}

static void buy_again_after_a_lapse(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    purchase at_once, later;
    if (bought.id == 0) return;
    wait_ms(player, 5 * SECOND);
    if (!player->stage->act("expire", MONTHLY, bought.id)) return;
    at_once = buy(player, MONTHLY);
    if (at_once.id == 0) return;
    if (at_once.id != bought.id) {
        say_value("lapse_returns_old", 0);
        return;
    }
    wait_ms(player, 10 * SECOND);
    later = buy(player, MONTHLY);
    if (later.id != 0) say_value("lapse_returns_old", later.id == bought.id ? 2 : 1);
}

static void upgrade(player *player) {
    const purchase lower = buy_and_finish(player, MONTHLY);
    purchase higher;
    answer entitlements;
    if (lower.id == 0 || !when_listed(player, lower.id, 1, now).is_known) return;
    higher = buy_and_finish(player, YEARLY);
    if (higher.id == 0 || !when_listed(player, higher.id, 1, now).is_known) return;
    entitlements = ask(player, ENTITLEMENTS);
    say_value("upgraded_still_listed", has(&entitlements, lower.id));
}

static void be_approved(player *player) {
    int64_t approved;
    if (!act(player, "ask-to-buy", "on", 0) || !buy(player, EDITOR).is_pending) return;
    approved = now;
    if (player->stage->act("approve", "", 0)) say_lag_after(player, "announce_before_listing_ms", 0, approved);
}

static void be_declined(player *player) {
    int64_t declined;
    if (!act(player, "ask-to-buy", "on", 0) || !buy(player, COINS).is_pending) return;
    declined = now;
    if (!act(player, "decline", "", 0)) return;
    wait_ms(player, 10 * SECOND);
    say_value("declined_delivers", count(ANNOUNCED, 0, declined) > 0);
}

static void ask_a_parent_twice(player *player) {
    int64_t approved;
    sighting told;
    uint64_t first = 0;
    int others = 0;
    if (!act(player, "ask-to-buy", "on", 0) || !buy(player, COINS).is_pending || !buy(player, COINS).is_pending) return;
    approved = now;
    if (!act(player, "approve", "", 0)) return;
    wait_ms(player, 10 * SECOND);
    for (size_t i = 0; find(ANNOUNCED, 0, approved, i, &told); i++) {
        if (first == 0) first = told.id;
        others |= told.id != first;
    }
    if (first != 0) say_value("ask_merges", !others);
}

static void be_interrupted(player *player) {
    purchase bought;
    if (!act(player, "interrupt", "on", 0)) return;
    bought = buy(player, COINS);
    if (bought.time != 0 && bought.id == 0) say_value("interrupted_result", !bought.is_pending);
}

static void read_the_receipt(player *player) {
    answer before, after;
    before = ask(player, RECEIPT);
    if (buy_and_finish(player, EDITOR).id == 0) return;
    wait_ms(player, 10 * SECOND);
    after = ask(player, RECEIPT);
    /* A purchase is more than a hundred bytes long. */
    if (before.is_done && after.is_done && !after.is_error)
        say_value("receipt_has_purchases", after.length <= before.length + 100);
}

static const struct scene {
    void (*play)(player *);
    const char *habits[8];
} scenes[] = {
    {read_what_is_there, {"products_hang", "products_empty", "storefront_stall_ms", "read_stall_ms"}},
    {buy_a_non_consumable,
     {"result_delay_ms", "listing_lag_ms", "announce_own_nonconsumable", "refund_lag_ms", "refund_announce_lag_ms"}},
    {buy_a_consumable,
     {"unfinished_flicker", "two_ids", "double_delivery_ms", "repeat_after_finish", "repeat_after_finish_ms"}},
    {leave_a_consumable_unfinished, {"launch_replays_unfinished", "unfinished_consumable_returned"}},
    {buy_one_thing_after_another, {"returns_previous"}},
    {buy_a_season_twice, {"nonrenewing_second"}},
    {refund_a_season, {"refund_relist_flicker"}},
    {subscribe,
     {"status_lag_ms", "announce_own_subscription", "intro_sticky", "owned_subscription", "sync_unfinishes_latest"}},
    {stop_renewing, {"autorenew_change_announced"}},
    {use_a_bad_offer, {"offer_to_holder_returns_held", "bad_promo_error"}},
    {use_a_bad_introductory_offer, {"bad_override"}},
    {renew, {"renewal_before_listing_ms"}},
    {reach_the_end_of_a_period,
     {"renewal_flicker_ms", "renewal_flicker_will_renew", "renewal_flicker_winback", "renewal_flicker_listing_empty"}},
    {miss_renewals, {"missed_order", "missed_includes_original", "missed_newest_twice"}},
    {fail_to_renew, {"retry_listed"}},
    {enter_a_grace_period, {"grace_retry_flag"}},
    {buy_again_after_a_lapse, {"lapse_returns_old"}},
    {upgrade, {"upgraded_still_listed"}},
    {be_approved, {"announce_before_listing_ms"}},
    {be_declined, {"declined_delivers"}},
    {ask_a_parent_twice, {"ask_merges"}},
    {be_interrupted, {"interrupted_result"}},
    {read_the_receipt, {"receipt_has_purchases"}},
};

static int is_wanted(const struct scene *scene) {
    for (size_t i = 0; scene->habits[i] != NULL; i++)
        if (only_habit == NULL || strcmp(only_habit, scene->habits[i]) == 0) return 1;
    return 0;
}

static int play_scene(const struct scene *scene, const char *folder, int number, const stage *stage) {
    player player = {.stage = stage};
    int is_open;
    snprintf(player.journal, sizeof player.journal, "%s/habits.%d.journal", folder, number);
    awaited = scene->habits;
    memset(is_said, 0, sizeof is_said);
    player.device = stage->begin();
    pthread_mutex_lock(&lock);
    sighting_count = 0;
    now = stage->now();
    pthread_mutex_unlock(&lock);
    is_open = launch(&player);
    if (is_open) {
        wait_ms(&player, 5 * SECOND);
        scene->play(&player);
    }
    if (player.client != NULL) quit(&player);
    for (size_t i = 0; awaited[i] != NULL; i++)
        if (!is_said[i] && (only_habit == NULL || strcmp(only_habit, awaited[i]) == 0))
            fprintf(report, "%s -\n", awaited[i]);
    return is_open;
}

int measure_habits(const char *folder, const char *only, const stage *stage) {
    char path[1024];
    int is_done = 1;
    snprintf(path, sizeof path, "%s/measured.txt", folder);
    report = fopen(path, "w");
    if (report == NULL) return 0;
    only_habit = only;
    iap_set_log_function(IAP_LOG_DEBUG, note, NULL, NULL);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (is_wanted(&scenes[i])) is_done &= play_scene(&scenes[i], folder, (int)i + 1, stage);
    iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL);
    return fclose(report) == 0 && is_done;
}
