/* Purchases with an undecided verdict of the game server: when the library asks again, and how often. */

#include "game_server.h"
#include "network_conditions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(an_undecided_purchase_is_deferred_and_asked_about_again_in_the_same_words) {
    game_server server;
    game *game = server_start_game(&server);
    server_tell(&server, SERVER_UNDECIDED);
    const uint64_t payment = game_pay(game, COINS, 1);
    REQUIRE(AWAIT_STATE(game, DEFERRED, 1));
    CHECK_ID(iap_transaction_payment_id(update(game, DEFERRED)->transaction), payment);
    for (size_t count = 2; count <= 4; count++) {
        char request[32];
        snprintf(request, sizeof request, "request %zu ", count);
        if (count == 4) server_tell(&server, SERVER_VALID);
        game_settle(game);
        REQUIRE(SERVER_AWAIT_AGAIN(&server, game, request));
    }
    REQUIRE(AWAIT_STATE(game, PURCHASED, 1));
    CHECK_ID(iap_transaction_payment_id(update(game, PURCHASED)->transaction), payment);
    CHECK_INT(iap_transaction_delivery_count(update(game, PURCHASED)->transaction), 1);
    CHECK_INT(updates(game, DEFERRED), 1);
    CHECK_INT(server_request_count(&server), 4);
    char *first = server_request(&server, 1), *last = server_request(&server, 4);
    CHECK_TEXT(strstr(last, "\r\n\r\n"), strstr(first, "\r\n\r\n"));
    char *key = request_header(first, "Idempotency-Key");
    check_header(last, "Idempotency-Key", key);
    free(key);
    free(first);
    free(last);
}

TEST(a_problem_with_the_server_is_reported_once_until_it_is_over) {
    game_server server;
    game *game = server_start_game(&server);
    server_tell(&server, "answer\t404\t");
    REQUIRE(pay_undecided(game, COINS) && pay_undecided(game, SWORD));
    for (int i = 0; i < 3; i++) {
        game_settle(game);
        char request[32];
        snprintf(request, sizeof request, "request %d ", 4 + 2 * i);
        REQUIRE(SERVER_AWAIT_AGAIN(&server, game, request));
    }
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE), 1);
    const iap_error error = game_nth(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE, 0)->error;
    CHECK_STATUS(error.status, IAP_ERROR_SERVER);
    CHECK_INT(error.retryable, 1);
    CHECK_INT(error.store_code, 404);
    CHECK_CONTAINS(error.message, "404");
    server_tell(&server, SERVER_VALID);
    REQUIRE(SERVER_AWAIT_PURCHASES(game, 2));
    server_tell(&server, "answer\t401\t");
    REQUIRE(pay_undecided(game, GEMS));
    REQUIRE(AWAIT(game, IAP_EVENT_PROBLEM_REPORTED, 2));
}

TEST(there_is_one_question_about_a_transaction_at_a_time) {
    game_server server;
    game *game = server_start_game(&server);
    server.verification.server_timeout_ms = 60000;
    game_quit(game);
    REQUIRE(game_launch(game));
    server_tell(&server, "hang");
    game_pay(game, SWORD, 1);
    REQUIRE(SERVER_AWAIT(&server, game, "request 1 "));
    /* All of these calls meet the open transaction. */
    for (int i = 0; i < 3; i++) {
        CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_UNFINISHED, NULL)), 1);
        REQUIRE(advance_clock(game, 60000));
        game_settle(game);
    }
    CHECK_INT(server_request_count(&server), 1);
    CHECK_INT(updates(game, PURCHASED), 0);
    game_quit(game);
    CHECK(SERVER_AWAIT(&server, NULL, "gone 1"));
    server_tell(&server, SERVER_VALID);
    REQUIRE(game_launch(game) && AWAIT_STATE(game, PURCHASED, 1));
    CHECK_INT(server_request_count(&server), 2);
}

TEST(a_purchase_that_was_undecided_is_asked_about_again_after_a_restart) {
    game_server server;
    game *game = server_start_game(&server);
    server_tell(&server, "answer\t503\tRetry-After: 30\t");
    REQUIRE(pay_undecided(game, COINS));
    game_settle(game);
    game_quit(game);
    server_tell(&server, SERVER_VALID);
    /* The wait continues where it was. */
    REQUIRE(game_launch(game));
    game_settle(game);
    REQUIRE_OK(iap_store_advance_clock(game->store, 29999, NULL));
    game_settle(game);
    CHECK_INT(server_request_count(&server), 1);
    REQUIRE_OK(iap_store_advance_clock(game->store, 1, NULL));
    REQUIRE(AWAIT_STATE(game, PURCHASED, 1));
    CHECK_INT(iap_transaction_delivery_count(update(game, PURCHASED)->transaction), 1);
    CHECK_INT(server_request_count(&server), 2);
    CHECK(game_finish(game, update(game, PURCHASED)->transaction));
}

static const struct {
    const char *answer;
    int64_t wait_ms;
} retries[] = {
    {"answer\t503\tRetry-After: 7\t", 7000},
    {"answer\t429\tRetry-After: 7\t", 7000},
    {"answer\t200\tRetry-After: 7\t{\"verdict\":\"undecided\"}", 7000},
    {"answer\t307\tRetry-After: 7\tLocation: /elsewhere\t", 7000},
    /* The wait is not longer than retry_max_ms. */
    {"answer\t503\tRetry-After: 86400\t", 60000},
    {"answer\t503\tRetry-After: 99999999999999999999\t", 60000},
};

TEST(retry_after_is_obeyed_up_to_the_longest_wait) {
    for (size_t i = 0; i < sizeof retries / sizeof retries[0]; i++) {
        test_case("%s", retries[i].answer);
        game_server server;
        game *game = server_start_game(&server);
        server_tell(&server, retries[i].answer);
        REQUIRE(pay_undecided(game, COINS));
        server_tell(&server, SERVER_VALID);
        game_settle(game);
        REQUIRE_OK(iap_store_advance_clock(game->store, retries[i].wait_ms - 1, NULL));
        game_settle(game);
        CHECK_INT(server_request_count(&server), 1);
        REQUIRE_OK(iap_store_advance_clock(game->store, 1, NULL));
        REQUIRE(AWAIT_STATE(game, PURCHASED, 1));
        game_quit(game);
    }
}
