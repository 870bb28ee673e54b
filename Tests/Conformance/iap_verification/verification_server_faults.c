/* A server with every kind of failure: nothing is delivered unverified, and nothing is lost. */

#include "files.h"
#include "game_server.h"
#include "network_conditions.h"
#include "threads.h"

#include <stdlib.h>
#include <string.h>

#define HEAD "raw\tHTTP/1.1 200 OK\\r\\n"
#define BODY "{\"verdict\":\"valid\"}"

static const char *const faults[] = {
    "close",
    "reset",
    "hang",
    "drip",
    "flood",
    "answer\t429\t" BODY,
    "answer\t500\t" BODY,
    "answer\t503\tRetry-After: 1\t" BODY,
    "answer\t503\tRetry-After: Fri, 31 Dec 9999 23:59:59 GMT\t" BODY,
    "answer\t503\tRetry-After: soon\t" BODY,
    "answer\t301\tLocation: /elsewhere\t" BODY,
    "answer\t302\tLocation: /elsewhere\t" BODY,
    "answer\t307\tLocation: /elsewhere\t" BODY,
    "answer\t308\tLocation: http://192.0.2.1/\t" BODY,
    "answer\t401\tWWW-Authenticate: Basic realm=\"game\"\t" BODY,
    "answer\t401\t" BODY,
    "answer\t404\t" BODY,
    "answer\t201\t" BODY,
    "answer\t204\t",
    "answer\t200\t",
    "answer\t200\t" SERVER_TOKEN,
    "answer\t200\t{\"verdict\":\"valid\"",
    "answer\t200\t{\"verdict\":\"VALID\"}",
    "answer\t200\t{\"verdict\":true}",
    "answer\t200\t{\"verdict\":\"invalid\",\"verdict\":\"valid\"}",
    "answer\t200\t\\xef\\xbb\\xbf" BODY,
    "answer\t200\t[" BODY "]",
    "answer\t200\t\\xff\\xfe\\x00",
    "raw\tgarbage\\r\\n\\r\\n",
    "raw\t\\x00\\x01\\xff",
    "raw\tHTTP/1.1 2",
    HEAD,
    HEAD "Content-Le",
    HEAD "Content-Length: 19\\r\\n",
    "raw\tHTTP/1.1 100 Continue\\r\\n\\r\\n",
    HEAD "Content-Length: 100\\r\\n\\r\\n" BODY,
    HEAD "Transfer-Encoding: chunked\\r\\n\\r\\n13\\r\\n" BODY,
    HEAD "Transfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n" BODY,
    HEAD "Content-Encoding: gzip\\r\\nContent-Length: 19\\r\\n\\r\\n" BODY,
};
#define FAULT_COUNT (sizeof faults / sizeof faults[0])

/* Plays each fault twice: once with the first request, once with a repeated request after a restart of the game. */
static void suffer(const char *fault) {
    game_server server;
    game *game = server_start_game(&server);
    game_quit(game);
    const bool hangs = strcmp(fault, "hang") == 0 || strcmp(fault, "drip") == 0;
    if (hangs) server.verification.server_timeout_ms = 300;
    REQUIRE(game_launch(game));
    server_tell(&server, fault);
    const uint64_t payment = game_pay(game, COINS, 1);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, 1));
    REQUIRE(AWAIT(game, IAP_EVENT_PROBLEM_REPORTED, 1));
    const iap_error error = game_nth(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE, 0)->error;
    CHECK_CATEGORY(error.status, IAP_CATEGORY_NETWORK);
    CHECK_INT(error.retryable, 1);
    CHECK_ID(iap_transaction_payment_id(game_update(game, IAP_TRANSACTION_DEFERRED, 0)), payment);
    game_settle(game);
    CHECK_INT(game_granted_count(game), 0);
    CHECK_INT(store_totals(game->store).unfinished, 1);
    CHECK_INT(server_request_count(&server), 1);
    game_quit(game);

    REQUIRE(game_launch(game) && SERVER_AWAIT_AGAIN(&server, game, "request 2 "));
    REQUIRE(AWAIT(game, IAP_EVENT_PROBLEM_REPORTED, 1));
    game_settle(game);
    CHECK_INT(game_granted_count(game), 0);

    server_tell(&server, SERVER_VALID);
    REQUIRE(SERVER_AWAIT_PURCHASES(game, 1));
    /* On a slow machine, the wait for the next request may end before a valid verdict has come. After the verdict there is no
       more request. */
    const size_t asked = server_request_count(&server);
    CHECK(asked >= 3);
    const heard *bought = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_INT(iap_transaction_delivery_count(bought->transaction), 1);
    CHECK(game_finish(game, bought->transaction));
    CHECK_INT(store_totals(game->store).unfinished, 0);
    CHECK_INT(server_request_count(&server), asked);
    game_quit(game);
}

/* The faults are divided into two halves, which run in parallel. */
static void suffer_from(size_t first) {
    for (size_t i = first; i < FAULT_COUNT; i += 2) {
        test_case("%s", faults[i]);
        suffer(faults[i]);
    }
}

TEST(no_fault_of_the_server_loses_a_purchase_or_hands_it_out_even_ones) { suffer_from(0); }
TEST(no_fault_of_the_server_loses_a_purchase_or_hands_it_out_odd_ones) { suffer_from(1); }

TEST(a_server_that_does_not_listen_is_asked_again_until_it_does) {
    game_server server;
    game *game = server_start_game(&server);
    REQUIRE(server_kill(&server));
    game_pay(game, COINS, 1);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, 1) && AWAIT(game, IAP_EVENT_PROBLEM_REPORTED, 1));
    const iap_error error = game_nth(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE, 0)->error;
    CHECK_STATUS(error.status, IAP_ERROR_NETWORK);
    CHECK_TEXT(error.store_domain, "libcurl");
    for (int i = 0; i < 3; i++) {
        REQUIRE(advance_clock(game, 60000));
        game_settle(game);
    }
    CHECK_INT(game_granted_count(game), 0);
    REQUIRE(server_restart(&server));
    server_tell(&server, SERVER_VALID);
    REQUIRE(SERVER_AWAIT_PURCHASES(game, 1));
    CHECK_INT(server_request_count(&server), 1);
}

TEST(a_server_that_is_killed_while_it_is_asked_is_asked_again) {
    game_server server;
    game *game = server_start_game(&server);
    server_tell(&server, "hang");
    game_pay(game, COINS, 1);
    REQUIRE(SERVER_AWAIT(&server, game, "request 1 ") && server_kill(&server));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, 1));
    game_settle(game);
    game_quit(game);
    REQUIRE(server_restart(&server));
    server_tell(&server, SERVER_VALID);
    REQUIRE(game_launch(game) && SERVER_AWAIT_PURCHASES(game, 1));
    char *first = server_request(&server, 1), *second = server_request(&server, 2);
    REQUIRE(first != NULL && second != NULL);
    char *first_key = request_header(first, "Idempotency-Key"), *second_key = request_header(second, "Idempotency-Key");
    CHECK_TEXT(second_key, first_key);
    free(first);
    free(second);
    free(first_key);
    free(second_key);
}

TEST(a_client_closes_at_once_while_the_server_is_silent) {
    game_server server;
    game *game = server_start_game(&server);
    server_tell(&server, "hang");
    game_pay(game, COINS, 1);
    REQUIRE(SERVER_AWAIT(&server, game, "request 1 "));
    game_quit(game);
    CHECK(SERVER_AWAIT(&server, NULL, "gone 1"));
    CHECK_INT(store_totals(game->store).unfinished, 1);
}

TEST_IN(IN_MANUAL_ONLY, in_manual_mode_only_an_open_question_to_the_server_has_a_thread,
        "in background mode the library has a thread") {
    game_server server;
    game *game = server_start_game(&server);
    const size_t before = thread_count();
    server_tell(&server, "hang");
    game_pay(game, COINS, 1);
    REQUIRE(SERVER_AWAIT(&server, game, "request 1 "));
    CHECK_INT(thread_count(), before + 1);
}
