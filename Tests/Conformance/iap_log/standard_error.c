/* A game that has chosen no log sees on standard error only what no call can report. */

#include "files.h"
#include "game.h"
#include "post.h"

#include <iap/iap_log.h>

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int kept_output = -1, written = -1;

/* From now on, what this process writes to standard error can be read with next_text(). */
static bool capture(void) {
    int ends[2];
    unsetenv("IAP_LOG");
    fflush(stderr);
    kept_output = dup(STDERR_FILENO);
    if (!CHECK(kept_output >= 0) || !CHECK(pipe(ends) == 0)) return false;
    written = ends[0];
    return CHECK(dup2(ends[1], STDERR_FILENO) >= 0) && CHECK(close(ends[1]) == 0);
}

/* What was written since the last call. Waits at most this long for the first byte. */
static const char *next_text(int timeout_ms) {
    static char text[4096];
    size_t length = 0;
    struct pollfd source = {.fd = written, .events = POLLIN};
    while (length + 1 < sizeof text && poll(&source, 1, length == 0 ? timeout_ms : 0) > 0) {
        const ssize_t count = read(written, text + length, sizeof text - 1 - length);
        if (count <= 0) break;
        length += (size_t)count;
    }
    text[length] = 0;
    return text;
}

static void end_capture(void) {
    fflush(stderr);
    dup2(kept_output, STDERR_FILENO);
    close(kept_output);
    close(written);
}

#define ONE_MODE "in manual mode nothing happens while nobody processes events"

/* The five seconds are those of the machine's clock. The store's clock stands still. */
TEST_WITH(a_game_without_a_log_that_never_processes_events_is_told_once, IN_BACKGROUND_ONLY, ONE_MODE, true) {
    REQUIRE(capture());
    game *game = game_start();
    game_pay(game, COINS, 1);
    REQUIRE(game_has_work(game));
    const char *text = next_text(TIMEOUT_MS);
    CHECK(strncmp(text, "iap warning: events have waited for 5 seconds", 45) == 0);
    CHECK_CONTAINS(text, "; call iap_client_process_events() in each frame\n");
    game_pay(game, GEMS, 1);
    game_quit(game);
    CHECK_TEXT(next_text(0), "");
    end_capture();
}

TEST_WITH(a_test_that_moves_the_clock_before_it_processes_events_is_told_nothing, IN_BACKGROUND_ONLY, ONE_MODE, true) {
    REQUIRE(capture());
    game *game = game_start();
    game_pay(game, COINS, 1);
    REQUIRE(game_has_work(game));
    for (int day = 0; day < 30; day++) REQUIRE_OK(iap_store_advance_clock(game->store, 86400000, NULL));
    game_settle(game);
    game_quit(game);
    CHECK_TEXT(next_text(0), "");
    end_capture();
}

TEST_OF_FIRST_USE(a_client_without_a_log_that_never_processed_events_is_told_at_its_close) {
    REQUIRE(capture());
    game *game = game_start();
    game_pay(game, COINS, 1);
    game_quit(game);
    const char *text = next_text(0);
    CHECK_CONTAINS(text, "iap warning: the client is closed, and it has never processed events");
    /* The payment is open, too. That is no mistake, and needs a log. */
    CHECK(strchr(text, '\n') == strrchr(text, '\n'));
    end_capture();
}

static void launch_and_leave_unfinished(game *game) {
    game_forget(game);
    REQUIRE(game_launch(game));
    AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2);
    game_quit(game);
}

TEST_OF_FIRST_USE(a_game_without_a_log_that_never_finishes_is_told_once_at_the_third_launch) {
    REQUIRE(capture());
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path("journal");
    REQUIRE(game_launch(game));
    REQUIRE(game_buy(game, COINS) != NULL && game_buy(game, GEMS) != NULL);
    game_quit(game);
    launch_and_leave_unfinished(game);
    CHECK_TEXT(next_text(0), "");
    launch_and_leave_unfinished(game);
    launch_and_leave_unfinished(game);
    const char *text = next_text(0);
    CHECK_CONTAINS(text, "iap warning: transaction ");
    CHECK_CONTAINS(text,
                   " has been delivered 3 times and is not finished; grant it, then call iap_finish_transaction()\n");
    CHECK(strchr(text, '\n') == strrchr(text, '\n'));
    end_capture();
}

TEST_OF_FIRST_USE(a_game_that_switches_the_log_off_is_told_nothing) {
    REQUIRE(capture());
    REQUIRE_OK(iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL));
    game *game = game_start();
    game_pay(game, COINS, 1);
    game_quit(game);
    CHECK_TEXT(next_text(0), "");
    end_capture();
}

TEST_OF_FIRST_USE(a_wrong_handle_that_the_checks_find_is_told_without_a_log) {
    REQUIRE(capture());
    iap_check_handles();
    game *game = game_start();
    const iap_transactions *queue = NULL;
    REQUIRE_OK(iap_queue_transactions(game->client, &queue, NULL));
    iap_transactions_release(queue);
    CHECK_INT(iap_transactions_count(queue), 0);
    CHECK_TEXT(next_text(0),
               "iap error: iap_transactions_count: the transaction list was released; retain it to keep it\n");
    end_capture();
}

static post is_called, has_tried;

static void meets(game *game, const heard *entry) {
    (void)entry;
    game->then = NULL;
    post_send(&is_called);
    post_take(&has_tried);
}

/* Calls with an iap_error return the text there, and calls without one write it to standard error, once for each function. */
static void *call_on_the_wrong_thread(void *context) {
    iap_client *client = ((game *)context)->client;
    post_take(&is_called);
    for (int round = 0; round < 2; round++) {
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_remove_observer(client, 1, &error), IAP_ERROR_WRONG_THREAD);
        CHECK_CONTAINS(error.message, "another thread is processing events of this client; ");
        CHECK_STATUS(iap_cancel_request(client, 1, &error), IAP_ERROR_WRONG_THREAD);
        CHECK_CONTAINS(error.message, "another thread is processing events of this client; ");
        CHECK_STATUS(iap_cancel_payment(client, 1, &error), IAP_ERROR_WRONG_THREAD);
        CHECK_CONTAINS(error.message, "another thread is processing events of this client; ");
        CHECK_TEXT(next_text(0), "");
    }
    for (int round = 0; round < 2; round++) {
        const char *const line =
            "another thread is processing events of this client; make this call on that thread, or "
            "when its call has returned (IAP_ERROR_WRONG_THREAD)\n";
        const char *const first = round == 0 ? line : "";
        CHECK_STATUS(iap_client_process_events(client, 0), IAP_ERROR_WRONG_THREAD);
        const char *text = next_text(0);
        CHECK_CONTAINS(text, round == 0 ? "iap warning: iap_client_process_events: " : "");
        CHECK_CONTAINS(text, first);
        CHECK((text[0] == 0) == (round == 1));
        CHECK_STATUS(iap_client_close(client), IAP_ERROR_WRONG_THREAD);
        text = next_text(0);
        CHECK_CONTAINS(text, round == 0 ? "iap warning: iap_client_close: " : "");
        CHECK_CONTAINS(text, first);
        CHECK((text[0] == 0) == (round == 1));
    }
    post_send(&has_tried);
    return NULL;
}

TEST_OF_FIRST_USE(a_call_on_the_wrong_thread_always_comes_with_a_text) {
    REQUIRE(capture());
    game *game = game_start();
    pthread_t thread;
    is_called = has_tried = (post)POST_INIT;
    game->then = meets;
    pthread_create(&thread, NULL, call_on_the_wrong_thread, game);
    REQUIRE(game_buy(game, COINS) != NULL);
    pthread_join(thread, NULL);
    game_quit(game);
    CHECK_TEXT(next_text(0), "");
    end_capture();
}
