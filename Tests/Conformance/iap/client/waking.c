/* The wake function, and waiting for events. */

#include "files.h"
#include "game.h"

#include <errno.h>
#include <time.h>

typedef struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    int count;
    bool answered; /**< the game has checked it since it rang */
    atomic_bool forbidden;
} bell;

static void ring(void *user_data) {
    bell *bell = user_data;
    CHECK(!atomic_load(&bell->forbidden));
    pthread_mutex_lock(&bell->lock);
    bell->count++;
    bell->answered = false;
    pthread_cond_signal(&bell->rung);
    pthread_mutex_unlock(&bell->lock);
}

/* Sleeps like an idle engine until the bell rings. */
static bool sleep_until_rung(bell *bell) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += TIMEOUT_MS / 1000;
    bool rung = true;
    pthread_mutex_lock(&bell->lock);
    while (bell->answered && rung) rung = pthread_cond_timedwait(&bell->rung, &bell->lock, &deadline) != ETIMEDOUT;
    bell->answered = true;
    pthread_mutex_unlock(&bell->lock);
    return rung;
}

/* Resets the bell and returns how often it had rung. */
static int answer(bell *bell) {
    pthread_mutex_lock(&bell->lock);
    bell->answered = true;
    const int count = bell->count;
    pthread_mutex_unlock(&bell->lock);
    return count;
}

static int count_of(bell *bell) {
    pthread_mutex_lock(&bell->lock);
    const int count = bell->count;
    pthread_mutex_unlock(&bell->lock);
    return count;
}

#define BELL_INIT                                                                                                      \
    { .lock = PTHREAD_MUTEX_INITIALIZER, .rung = PTHREAD_COND_INITIALIZER, .answered = true }

static game *game_with_bell(bell *bell) {
    game *installed = game_install(store_open(), "player", "phone");
    installed->wake = ring;
    installed->wake_user_data = bell;
    game_launch(installed);
    return installed;
}

/* Processes only when the bell has rung, like a loop that sleeps in between. */
static void process_when_rung(game *game, bell *bell, iap_event_type_t type, size_t count) {
    while (game_count(game, type, ANY_STATE) < count) {
        if (!CHECK(sleep_until_rung(bell))) return;
        while (game_process(game, 0) > 0) continue;
    }
}

TEST(a_loop_that_sleeps_until_it_is_woken_misses_nothing) {
    bell bell = BELL_INIT;
    game *game = game_with_bell(&bell);
    for (size_t round = 1; round <= 50; round++) {
        test_case("round %zu", round);
        game_request_storefront(game);
        process_when_rung(game, &bell, IAP_EVENT_STOREFRONT_RECEIVED, round);
        REQUIRE(game_count(game, IAP_EVENT_STOREFRONT_RECEIVED, ANY_STATE) == round);
    }
    game_pay(game, COINS, 1);
    process_when_rung(game, &bell, IAP_EVENT_TRANSACTION_UPDATED, 2);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
}

TEST(what_the_store_does_wakes_too) {
    bell bell = BELL_INIT;
    game *game = game_with_bell(&bell);
    const uint64_t id = game_own(game, SWORD);
    game_settle(game);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    process_when_rung(game, &bell, IAP_EVENT_ENTITLEMENT_REVOKED, 1);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 1);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", NULL, NULL));
    process_when_rung(game, &bell, IAP_EVENT_STOREFRONT_CHANGED, 1);
    CHECK_INT(game_count(game, IAP_EVENT_STOREFRONT_CHANGED, ANY_STATE), 1);
}

TEST(wakes_are_merged_while_nothing_is_processed) {
    bell bell = BELL_INIT;
    game *game = game_with_bell(&bell);
    game_settle(game);
    const int before = answer(&bell);
    for (int i = 0; i < 200; i++) game_request_storefront(game);
    REQUIRE(game_has_work(game));
    /* The bell rings shortly after there is an event to process. */
    REQUIRE(sleep_until_rung(&bell));
    const int rung = count_of(&bell) - before;
    CHECK(rung >= 1);
    /* The library has nothing new to report before the game has checked for events. */
    CHECK(rung <= 10);
    REQUIRE(AWAIT(game, IAP_EVENT_STOREFRONT_RECEIVED, 200));
}

TEST(events_that_a_call_leaves_wake_again) {
    bell bell = BELL_INIT;
    game *game = game_with_bell(&bell);
    game_settle(game);
    /* Each payment is an event at once. */
    for (int i = 0; i < 4; i++) game_pay(game, COINS, 1);
    for (int call = 0; call < 3; call++) {
        const int before = answer(&bell);
        CHECK_INT(game_process(game, 1), 1);
        CHECK(count_of(&bell) > before);
    }
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 4));
}

TEST(nothing_to_process_does_not_wake) {
    bell bell = BELL_INIT;
    game *game = game_with_bell(&bell);
    game_settle(game);
    const int before = count_of(&bell);
    for (int i = 0; i < 100; i++) CHECK_INT(game_process(game, 0), 0);
    CHECK_INT(iap_client_wait_events(game->client, 0), 0);
    CHECK_INT(count_of(&bell), before);
}

TEST(the_wake_function_is_not_called_after_close) {
    bell bell = BELL_INIT;
    game *game = game_with_bell(&bell);
    for (int i = 0; i < 20; i++) {
        game_pay(game, COINS, 1);
        game_request_storefront(game);
    }
    game_quit(game);
    atomic_store(&bell.forbidden, true);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", NULL, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 1000, NULL));
    struct game *other = game_install(game->store, "other", "tablet");
    REQUIRE(game_launch(other));
    CHECK(game_buy(other, COINS) != NULL);
    game_settle(other);
}

/* ------------------------------------------------------------------------------------------------------ waiting */

TEST(waiting_with_nothing_to_process_ends_with_its_time) {
    game *game = game_start();
    game_settle(game);
    CHECK_INT(iap_client_wait_events(game->client, 0), 0);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    CHECK_INT(iap_client_wait_events(game->client, 50), 0);
    clock_gettime(CLOCK_MONOTONIC, &end);
    const int64_t elapsed = (end.tv_sec - start.tv_sec) * 1000 + (end.tv_nsec - start.tv_nsec) / 1000000;
    CHECK(elapsed >= 49);
}

TEST(waiting_ends_at_once_when_there_is_something) {
    game *game = game_start();
    game_settle(game);
    game_pay(game, COINS, 1);
    CHECK_INT(iap_client_wait_events(game->client, UINT32_MAX), 1);
    CHECK_INT(iap_client_wait_events(game->client, UINT32_MAX), 1);
    CHECK_INT(iap_client_wait_events(game->client, 0), 1);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
}

typedef struct waiter {
    iap_client *client;
    int32_t result;
    atomic_bool started;
} waiter;

static void *wait_here(void *context) {
    waiter *waiter = context;
    atomic_store(&waiter->started, true);
    waiter->result = iap_client_wait_events(waiter->client, TIMEOUT_MS);
    return NULL;
}

static pthread_t start_waiting(waiter *waiter) {
    pthread_t worker;
    if (pthread_create(&worker, NULL, wait_here, waiter) != 0) test_fail(__FILE__, __LINE__, "no thread");
    while (!atomic_load(&waiter->started)) sched_yield();
    return worker;
}

TEST(a_wait_ends_when_another_thread_starts_work_or_closes) {
    for (int round = 0; round < 40; round++) {
        const bool closes = round % 2 != 0;
        test_case("round %d", round);
        game *game = game_start();
        game_settle(game);
        waiter waiter = {.client = game->client};
        const pthread_t worker = start_waiting(&waiter);
        if (closes) game_quit(game);
        else game_pay(game, COINS, 1);
        pthread_join(worker, NULL);
        CHECK_INT(waiter.result, closes ? IAP_ERROR_CLOSED : 1);
        game_uninstall(game);
    }
}

TEST(an_observer_that_comes_while_news_waits_wakes_the_engine) {
    bell bell = BELL_INIT;
    game *game = game_with_bell(&bell);
    game_settle(game);
    game_ignore(game, 1);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", NULL, NULL));
    game_settle(game);
    const int before = count_of(&bell);
    game_observe(game);
    CHECK(count_of(&bell) > before);
    REQUIRE(AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1));
}

/* ---------------------------------------------------------------- observers that are added while the pump works */

typedef struct arrival {
    game *game;
    iap_observer observer;
    uint64_t id;
    atomic_bool is_ready, may_come;
    int delay;
} arrival;

static void let_go(void *user_data, iap_client *client, const iap_purchase_intent *intent) {
    int *heard = user_data;
    (*heard)++;
    CHECK_STATUS(iap_decline_purchase_intent(client, intent, NULL), IAP_OK);
}

static void *arrive(void *context) {
    arrival *arrival = context;
    atomic_store(&arrival->is_ready, true);
    while (!atomic_load(&arrival->may_come)) continue;
    for (volatile int i = 0; i < arrival->delay; i++) continue;
    CHECK_STATUS(iap_add_observer(arrival->game->client, &arrival->observer, &arrival->id, NULL), IAP_OK);
    return NULL;
}

TEST(an_observer_that_comes_while_nothing_is_processed_learns_that_there_is_something) {
    /* In manual mode, the pump then checks for other processes even when it has no work, and this takes time. */
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    game *game = game_install(store_open_with(&options), "player", "phone");
    REQUIRE(game_launch_without_observer(game));
    int heard = 0;
    for (int round = 0; round < 200; round++) {
        test_case("round %d", round);
        REQUIRE_OK(iap_device_send_purchase_intent(game->device, SWORD, NULL, NULL));
        /* The purchase intent waits for an observer. */
        for (int i = 0; i < 1000; i++) {
            const iap_purchase_intents *intents = NULL;
            REQUIRE_OK(iap_queue_purchase_intents(game->client, &intents, NULL));
            const size_t count = iap_purchase_intents_count(intents);
            iap_purchase_intents_release(intents);
            if (count == 1) break;
            if (test_execution == IAP_EXECUTION_BACKGROUND) iap_client_wait_events(game->client, 1000);
            game_process(game, 0);
        }
        for (int i = 0; i < 3; i++) game_process(game, 0);
        arrival arrival = {.game = game, .observer = IAP_OBSERVER_INIT, .delay = round % 40 * 500};
        arrival.observer.purchase_intent_received = let_go;
        arrival.observer.user_data = &heard;
        pthread_t worker;
        REQUIRE(pthread_create(&worker, NULL, arrive, &arrival) == 0);
        while (!atomic_load(&arrival.is_ready)) sched_yield();
        atomic_store(&arrival.may_come, true);
        game_process(game, 0);
        pthread_join(worker, NULL);
        /* A thread that waits for an event to process receives one. */
        while (heard == round && CHECK_INT(iap_client_wait_events(game->client, 0), 1)) game_process(game, 0);
        REQUIRE(heard == round + 1);
        REQUIRE_OK(iap_remove_observer(game->client, arrival.id, NULL));
        game_process(game, 0);
    }
}
