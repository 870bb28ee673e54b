/* Closing a client. */

#include "files.h"
#include "forked.h"
#include "game.h"
#include "threads.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

TEST(a_response_that_was_queued_but_not_delivered_ends_with_cancelled_as_well) {
    game *game = game_start();
    game_settle(game);
    game_forget(game);
    const uint64_t request = game_request_storefront(game);
    REQUIRE(game_has_work(game));
    game_quit(game);
    REQUIRE(game_response_count(game, request) == 1);
    CHECK_STATUS(game_response(game, request)->error.status, IAP_ERROR_CANCELLED);
}

static void ask_while_closing(game *game, const heard *entry) {
    if (!entry->in_close) return;
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_request_storefront(game->client, game_hears_storefront, game, &id, &error), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_restore_completed_transactions(game->client, NULL, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_client_close(game->client), IAP_ERROR_CLOSED);
    CHECK_INT(iap_client_process_events(game->client, 0) < 0, 1);
}

TEST(in_the_completions_of_close_the_client_is_closed_already) {
    game *game = game_start();
    game_settle(game);
    game_forget(game);
    game->then = ask_while_closing;
    game_request_storefront(game);
    game_request_storefront(game);
    game_restore(game);
    game_quit(game);
    CHECK_INT(game->log_count, 3);
}

static void quit_at_the_first_response(game *game, const heard *entry) {
    if (!entry->in_close && entry->type == IAP_EVENT_STOREFRONT_RECEIVED) game_quit(game);
}

TEST(closing_inside_a_callback_ends_the_other_requests_there) {
    game *game = game_start();
    game_settle(game);
    game_forget(game);
    game->then = quit_at_the_first_response;
    const uint64_t first = game_request_storefront(game), second = game_request_transactions(game, IAP_QUERY_ALL, NULL);
    const uint64_t third = game_restore(game);
    iap_client *client = game->client;
    for (int call = 0; call < 1000 && game->client != NULL; call++) {
        CHECK(iap_client_wait_events(client, 1000) >= 0);
        /* Processes one event at a time, because the other requests must still be open when the first response is delivered. */
        game_process(game, 1);
    }
    CHECK_INT(game_response_count(game, first), 1);
    CHECK_INT(game_response_count(game, second), 1);
    CHECK_INT(game_response_count(game, third), 1);
    CHECK_STATUS(game_response(game, first)->error.status, IAP_OK);
    CHECK_INT(game->log_count, 3);
}

/* ------------------------------------------------------------------------------------------------- other threads */

static void *close_now(void *context) {
    iap_client *client = context;
    return (void *)(intptr_t)iap_client_close(client);
}

TEST(of_several_threads_that_close_one_succeeds) {
    for (int round = 0; round < 20; round++) {
        game *game = game_start_without_observer();
        pthread_t workers[4];
        int succeeded = 0;
        for (int i = 0; i < 4; i++) REQUIRE(pthread_create(&workers[i], NULL, close_now, game->client) == 0);
        for (int i = 0; i < 4; i++) {
            void *result = NULL;
            pthread_join(workers[i], &result);
            const iap_status_t status = (iap_status_t)(intptr_t)result;
            CHECK(status == IAP_OK || status == IAP_ERROR_CLOSED);
            succeeded += status == IAP_OK;
        }
        CHECK_INT(succeeded, 1);
        game->client = NULL;
        game_uninstall(game);
    }
}

/* --------------------------------------------------------------------------- files and threads after the close */

TEST(what_is_closed_leaves_no_files_open_and_no_threads_behind) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    const char *journal = temporary_path("journal.db");
    size_t files = 0, threads = 0;
    for (int round = 0; round < 40; round++) {
        iap_store *store = store_open_with(&options);
        REQUIRE(store != NULL);
        game *game = game_install(store, "player", "phone");
        game->journal_path = journal;
        REQUIRE(game_launch(game));
        REQUIRE(game_buy(game, COINS) != NULL);
        game_uninstall(game);
        store_close(store);
        /* Threads in the system's pool start early, and their number does not grow. */
        if (round == 9) {
            files = folder_entries("/dev/fd");
            threads = thread_count();
        }
    }
    CHECK(folder_entries("/dev/fd") <= files + 2);
    CHECK(thread_count() <= threads + 4);
}

TEST_IN(IN_MANUAL_ONLY, in_manual_mode_there_is_no_thread, "in background mode the library has a thread") {
    /* A sanitizer may have its own thread. */
    const size_t before = thread_count();
    game *game = game_start();
    const char *const ids[] = {COINS};
    REQUIRE(game_products(game, ids, 1) != NULL);
    REQUIRE(game_own(game, COINS) != 0);
    REQUIRE(game_buy(game, SWORD) != NULL);
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    CHECK_INT(thread_count(), before);
}

TEST_IN(IN_MANUAL_ONLY, in_manual_mode_nothing_happens_between_two_calls,
        "in background mode things happen at any time") {
    game *game = game_start();
    game_settle(game);
    game_pay(game, COINS, 1);
    game_request_storefront(game);
    for (int i = 0; i < 5; i++) CHECK_INT(iap_client_wait_events(game->client, 5), 1);
    CHECK_INT(store_totals(game->store).transactions, 0);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST_IN(IN_BACKGROUND_ONLY, in_background_mode_work_goes_on_between_two_calls,
        "in manual mode nothing happens between calls") {
    game *game = game_start();
    game_pay(game, COINS, 1);
    game_request_storefront(game);
    /* The purchase completes although the game processes nothing. */
    const time_t deadline = time(NULL) + TIMEOUT_MS / 1000;
    while (store_totals(game->store).transactions == 0 && time(NULL) < deadline) sched_yield();
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_INT(game->log_count, 0);
}

#ifdef EACH_TEST_IS_A_PROGRAM
TEST_OF_FIRST_USE(closing_is_not_needed_before_the_process_ends) {
    printf("  skipped: neither a sanitizer nor macOS survives fork()\n");
    CHECK(true);
}
#else
/* A process that ends while the library's threads work. */
static int end_at_work(const void *context) {
    (void)context;
    alarm(20);
    iap_store *store = NULL;
    const iap_store_options options = store_options();
    iap_client *clients[4] = {NULL};
    bool is_open = iap_store_open(&options, &store, NULL) == IAP_OK;
    for (int i = 0; i < 4 && is_open; i++) {
        char name[16];
        snprintf(name, sizeof name, "phone %d", i);
        iap_client_options client_options = IAP_CLIENT_OPTIONS_INIT;
        client_options.execution = IAP_EXECUTION_BACKGROUND;
        is_open = iap_store_open_device(store, "player", name, &client_options.device, NULL) == IAP_OK &&
                  iap_client_open(&client_options, &clients[i], NULL) == IAP_OK;
    }
    for (int i = 0; i < 4 && is_open; i++) {
        for (int request = 0; request < 50; request++) iap_buy(clients[i], COINS, NULL, NULL);
    }
    exit(is_open ? 0 : 1);
}

TEST_OF_FIRST_USE(closing_is_not_needed_before_the_process_ends) {
    for (int i = 0; i < 50; i++) {
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) run_forked(end_at_work, NULL);
        int status = 0;
        REQUIRE(child > 0 && waitpid(child, &status, 0) == child);
        if (WIFSIGNALED(status)) printf("  the process was ended by signal %d\n", WTERMSIG(status));
        REQUIRE(WIFEXITED(status));
        REQUIRE(WEXITSTATUS(status) == 0);
    }
}
#endif
