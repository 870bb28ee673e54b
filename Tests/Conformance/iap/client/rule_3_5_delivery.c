/* Rules 3 to 5 of "EVENTS AND THREADS": what one call delivers, and which calls are allowed where. */

#include "calls.h"
#include "facts.h"
#include "game.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------- rule 3 */

static void *wait_for_work(void *context) {
    game *game = context;
    CHECK(iap_client_wait_events(game->client, 1000) >= 0);
    return NULL;
}

/* Makes another request inside the completion. In background mode, the callback leaves time for the new response to come. */
static void ask_again(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_STOREFRONT_RECEIVED || game->log_count >= 5) return;
    game_request_storefront(game);
    if (test_execution == IAP_EXECUTION_MANUAL) return;
    pthread_t worker;
    REQUIRE(pthread_create(&worker, NULL, wait_for_work, game) == 0);
    pthread_join(worker, NULL);
}

TEST(rule_3_only_what_was_queued_at_entry_is_delivered) {
    game *game = game_start();
    game->then = ask_again;
    game_request_storefront(game);
    int calls_that_delivered = 0;
    for (int call = 0; call < 1000 && game->log_count < 5; call++) {
        const size_t before = game->log_count;
        const int32_t delivered = game_process(game, 0);
        REQUIRE(delivered >= 0);
        CHECK_INT(delivered, game->log_count - before);
        CHECK(delivered <= 1);
        calls_that_delivered += delivered;
        if (delivered == 0) CHECK(iap_client_wait_events(game->client, 1000) >= 0);
    }
    CHECK_INT(game->log_count, 5);
    CHECK_INT(calls_that_delivered, 5);
}

/* An update that waits for an observer is not delivered, and it does not block the delivery of a completion. */
TEST(rule_3_one_event_at_a_time_comes_to_the_completion_behind_the_news) {
    game *game = game_start_without_observer();
    game_settle(game);
    for (int round = 1; round <= 5; round++) {
        for (int i = 0; i < round; i++) game_pay(game, UNKNOWN_PRODUCT, 1);
        game_request_storefront(game);
        for (int call = 0; call < 1000 && game->log_count == 0; call++) {
            const int32_t delivered = game_process(game, 1);
            CHECK_INT(delivered, game->log_count);
            /* In background mode the response may not have come yet; in manual mode the call itself fetched it. */
            if (test_execution == IAP_EXECUTION_MANUAL) REQUIRE(delivered == 1);
            if (delivered == 0) CHECK(iap_client_wait_events(game->client, 1000) >= 0);
        }
        REQUIRE(game->log_count == 1);
        CHECK_INT(game->log[0].type, IAP_EVENT_STOREFRONT_RECEIVED);
        game_forget(game);
    }
    /* The updates have kept their order, and each comes once. */
    game_observe(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_FAILED, 15));
    CHECK_INT(game->log_count, 30);
}

TEST(rule_3_at_most_max_events_are_delivered) {
    game *game = game_start();
    for (int i = 0; i < 10; i++) game_pay(game, UNKNOWN_PRODUCT, 1);
    size_t total = 0;
    for (int call = 0; call < 1000 && total < 20; call++) {
        const uint32_t max_events = 1 + (uint32_t)call % 3;
        const size_t before = game->log_count;
        const int32_t delivered = game_process(game, max_events);
        REQUIRE(delivered >= 0);
        CHECK(delivered <= (int32_t)max_events);
        CHECK_INT(game->log_count - before, delivered);
        total += (size_t)delivered;
        if (delivered == 0) CHECK(iap_client_wait_events(game->client, 1000) >= 0);
    }
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASING), 10);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_FAILED), 10);
}

TEST(rule_3_zero_means_all_that_are_queued) {
    game *game = game_start();
    game_settle(game);
    game_forget(game);
    /* The update that a payment is purchasing needs no response of the store; ten of them are queued before the call. */
    for (int i = 0; i < 10; i++) game_pay(game, COINS, 1);
    REQUIRE(game_has_work(game));
    size_t delivered = 0;
    for (int call = 0; call < 1000 && game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED) < 10;
         call++) {
        const int32_t now = game_process(game, 0);
        REQUIRE(now >= 0);
        delivered += (size_t)now;
        if (now == 0) CHECK(iap_client_wait_events(game->client, 1000) >= 0);
    }
    CHECK_INT(delivered, 20);
    CHECK_INT(game->log_count, 20);
}

/* ------------------------------------------------------------------------------------------------------- rule 4 */

static void call_everything_once(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_STOREFRONT_RECEIVED || game->context != NULL) return;
    game->context = game;
    const iap_transaction *finished = game->log[1].transaction;
    for (size_t i = 0; i < client_call_count; i++) {
        test_case("%s in a callback", client_calls[i].name);
        const iap_status_t status = client_calls[i].make(game->client, finished);
        if (client_calls[i].kind == PROCESSES_EVENTS) CHECK_STATUS(status, IAP_ERROR_REENTRANT);
        else CHECK_STATUS(status < 0 ? status : IAP_OK, client_calls[i].open_status);
    }
    for (size_t i = 0; i < store_call_count; i++) {
        test_case("%s in a callback", store_calls[i].name);
        const iap_status_t status = store_calls[i].make(game->store);
        CHECK(status == IAP_OK || status == IAP_ERROR_NOT_FOUND);
    }
    test_case(NULL);
    /* The game may also open, use and close a second client; that client may not process events here either. */
    struct game *other = game_install(game->store, "other", "tablet");
    REQUIRE(game_launch(other));
    game_request_storefront(other);
    game_quit(other);
    CHECK_INT(game_count(other, IAP_EVENT_STOREFRONT_RECEIVED, ANY_STATE), 1);
}

TEST(rule_4_every_function_may_be_called_in_a_callback_but_those_that_process_events) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL && game_finish(game, bought));
    game->then = call_everything_once;
    REQUIRE(game_storefront(game) != NULL);
    CHECK(game->context != NULL);
    /* Work that was started in the callback is delivered later, like work that was started elsewhere. */
    AWAIT_STATE(game, IAP_TRANSACTION_FAILED, 1);
    AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1);
}

static void quit_at_once(game *game, const heard *entry) {
    if (entry->in_close) return;
    game_quit(game);
    game->context = game;
}

TEST(rule_4_closing_inside_a_callback_stops_delivery_at_once) {
    game *game = game_start();
    game_observe(game);
    game_settle(game);
    game_forget(game);
    for (int i = 0; i < 5; i++) game_pay(game, COINS, 1);
    iap_client *client = game->client;
    game->then = quit_at_once;
    for (int call = 0; call < 1000 && game->context == NULL; call++) {
        const int32_t waited = iap_client_wait_events(client, 1000);
        REQUIRE(waited >= 0);
        CHECK(game_process(game, 0) <= 1);
    }
    CHECK_STATUS(iap_client_process_events(client, 0), IAP_ERROR_CLOSED);
    /* The second observer hears nothing of the event in which the first one closed. */
    CHECK_INT(game->log_count, 1);
    CHECK_INT(game->log[0].observer, 1);
}

/* ------------------------------------------------------------------------------------------------------- rule 5 */

static void *call_again_and_again(void *context) {
    game *game = context;
    const iap_transaction *finished = game->log[1].transaction;
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < client_call_count; i++) {
            /* Events that this thread takes are released unread; the next test checks that events come on one thread. */
            if (client_calls[i].kind == PROCESSES_EVENTS) continue;
            test_case("%s on another thread", client_calls[i].name);
            const iap_status_t status = client_calls[i].make(game->client, finished);
            if (client_calls[i].kind == CANCELS_OR_REMOVES && status == IAP_ERROR_WRONG_THREAD) continue;
            CHECK_STATUS(status < 0 ? status : IAP_OK, client_calls[i].open_status);
        }
        test_case("iap_client_wait_events on another thread");
        CHECK(iap_client_wait_events(game->client, 0) >= 0);
        for (size_t i = 0; i < store_call_count; i++) {
            test_case("%s on another thread", store_calls[i].name);
            const iap_status_t status = store_calls[i].make(game->store);
            CHECK(status == IAP_OK || status == IAP_ERROR_NOT_FOUND || status == IAP_ERROR_BUSY);
        }
    }
    return NULL;
}

TEST(rule_5_every_function_may_be_called_from_any_thread) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL && game_finish(game, bought));
    /* The log must not move in memory while other threads read its second entry, the purchase. */
    game->log_capacity = 100000;
    heard *roomy = calloc(game->log_capacity, sizeof *roomy);
    REQUIRE(roomy != NULL);
    memcpy(roomy, game->log, game->log_count * sizeof *roomy);
    free(game->log);
    game->log = roomy;

    pthread_t workers[4];
    for (int i = 0; i < 4; i++) REQUIRE(pthread_create(&workers[i], NULL, call_again_and_again, game) == 0);
    for (int i = 0; i < 2000; i++) {
        /* Another thread may be in iap_cancel_request(). */
        const int32_t delivered = game_process(game, 0);
        CHECK(delivered >= 0 || delivered == IAP_ERROR_WRONG_THREAD);
    }
    for (int i = 0; i < 4; i++) pthread_join(workers[i], NULL);
    /* iap_add_payment() and iap_buy(). The store gets one payment at a time, so each part of them has its own timeout. */
    for (size_t count = 20; count <= 2 * 4 * 20; count += 20) AWAIT_STATE(game, IAP_TRANSACTION_FAILED, count);
    AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 4 * 20);
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_FAILED), 2 * 4 * 20);
    CHECK_INT(game_count(game, IAP_EVENT_RESTORE_FINISHED, ANY_STATE), 4 * 20);
}

/* What only the thread that calls functions of the game may call. */
static void *call_what_is_refused(void *context) {
    game *game = context;
    iap_event *event = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_INT(iap_client_process_events(game->client, 0), IAP_ERROR_WRONG_THREAD);
    CHECK_INT(iap_client_next_event(game->client, &event), IAP_ERROR_WRONG_THREAD);
    CHECK(event == NULL);
    CHECK_STATUS(iap_client_close(game->client), IAP_ERROR_WRONG_THREAD);
    CHECK_STATUS(iap_remove_observer(game->client, game->observers[0].id, &error), IAP_ERROR_WRONG_THREAD);
    CHECK_STATUS(error.status, IAP_ERROR_WRONG_THREAD);
    uint64_t request = 0, payment = 0;
    CHECK_STATUS(iap_request_storefront(game->client, game_hears_storefront, game, &request, NULL), IAP_OK);
    CHECK_STATUS(iap_cancel_request(game->client, request, NULL), IAP_ERROR_WRONG_THREAD);
    CHECK_STATUS(iap_buy(game->client, UNKNOWN_PRODUCT, &payment, NULL), IAP_OK);
    CHECK_STATUS(iap_cancel_payment(game->client, payment, NULL), IAP_ERROR_WRONG_THREAD);
    /* Waiting is allowed on every thread, and checking for events does not block. */
    CHECK(iap_client_wait_events(game->client, 0) >= 0);
    return NULL;
}

/* The callback waits for the other thread: a call that waits for the callback would never end. */
static void call_on_another_thread(game *game, const heard *entry) {
    if (entry->in_close || game->context != NULL) return;
    game->context = game;
    pthread_t worker;
    REQUIRE(pthread_create(&worker, NULL, call_what_is_refused, game) == 0);
    pthread_join(worker, NULL);
}

TEST(rule_5_a_second_thread_is_refused_at_once_while_a_callback_runs) {
    game *game = game_start();
    game->then = call_on_another_thread;
    game_pay(game, COINS, 1);
    AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1);
    /* Nothing was cancelled, removed or closed. */
    AWAIT_STATE(game, IAP_TRANSACTION_FAILED, 1);
    AWAIT(game, IAP_EVENT_STOREFRONT_RECEIVED, 1);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 4);
    /* When the first thread has stopped processing, any thread may process. */
    CHECK(game_process(game, 0) >= 0);
}

static void call_while_cancelled(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                                 const char *identifier, const iap_error *error) {
    (void)request_id;
    (void)country_code;
    (void)identifier;
    CHECK(error != NULL && error->status == IAP_ERROR_CANCELLED);
    pthread_t worker;
    REQUIRE(pthread_create(&worker, NULL, call_what_is_refused, user_data) == 0);
    pthread_join(worker, NULL);
    /* This is a callback, too. */
    CHECK_INT(iap_client_process_events(client, 0), IAP_ERROR_REENTRANT);
}

TEST(rule_5_a_second_thread_is_refused_at_once_while_a_cancel_calls_a_completion) {
    game *game = game_start();
    uint64_t request = 0;
    REQUIRE_OK(iap_request_storefront(game->client, call_while_cancelled, game, &request, NULL));
    CHECK_STATUS(iap_cancel_request(game->client, request, NULL), IAP_OK);
    AWAIT_STATE(game, IAP_TRANSACTION_FAILED, 1);
    AWAIT(game, IAP_EVENT_STOREFRONT_RECEIVED, 1);
}

static void *call_what_is_closed(void *context) {
    game *game = context;
    CHECK_INT(iap_client_process_events(game->client, 0), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_client_close(game->client), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_cancel_request(game->client, 1, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_cancel_payment(game->client, 1, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_remove_observer(game->client, 1, NULL), IAP_ERROR_CLOSED);
    return NULL;
}

static void call_during_the_close(game *game, const heard *entry) {
    if (!entry->in_close) return;
    pthread_t worker;
    REQUIRE(pthread_create(&worker, NULL, call_what_is_closed, game) == 0);
    pthread_join(worker, NULL);
}

TEST(rule_5_for_a_second_thread_the_client_is_closed_while_a_close_calls_a_completion) {
    game *game = game_start();
    game_settle(game);
    game_forget(game);
    game->then = call_during_the_close;
    game_request_storefront(game);
    game_quit(game);
    CHECK_INT(game->log_count, 1);
}

/* A payment that has not had its turn, and a request. */
static void cancel_and_remove(game *game, const heard *entry) {
    if (entry->in_close || game->context != NULL) return;
    game->context = game;
    uint64_t request = 0;
    CHECK_STATUS(iap_request_storefront(game->client, game_hears_storefront, game, &request, NULL), IAP_OK);
    CHECK_STATUS(game_cancel(game, request), IAP_OK);
    game_pay(game, COINS, 1);
    CHECK_STATUS(iap_cancel_payment(game->client, game_pay(game, COINS, 1), NULL), IAP_OK);
    const iap_observer observer = IAP_OBSERVER_INIT;
    uint64_t id = 0;
    CHECK_STATUS(iap_add_observer(game->client, &observer, &id, NULL), IAP_OK);
    CHECK_STATUS(iap_remove_observer(game->client, id, NULL), IAP_OK);
}

TEST(rule_4_a_callback_may_cancel_and_remove) {
    game *game = game_start();
    /* The first payment stays at the store while the second one is cancelled. */
    REQUIRE_OK(iap_store_set_quirk(game->store, IAP_QUIRK_RESULT_DELAY_MS, 1000, NULL));
    game->then = cancel_and_remove;
    CHECK(game_storefront(game) != NULL);
    for (int i = 0; i < 50 && game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED) == 0; i++)
        REQUIRE(pass(game, 1000));
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_FAILED), 1);
    CHECK_INT(game_count(game, IAP_EVENT_STOREFRONT_RECEIVED, ANY_STATE), 2);
}
