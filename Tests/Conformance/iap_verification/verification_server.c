/* Purchases that the game server must verify before the library delivers them. */

#include "files.h"
#include "game_server.h"
#include "network_conditions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_field(const char *request, const char *name, const char *value) {
    char *text = request_field(request, name);
    CHECK_TEXT(text, value);
    free(text);
}

TEST(the_question_says_what_was_bought_and_by_whom) {
    game_server server;
    game *game = server_start_game(&server);
    server_tell(&server, SERVER_VALID);
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = COINS;
    payment.app_account_token = "6FA2B1D0-0000-4000-8000-000000000001";
    const heard *bought = game_buy_with(game, &payment);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_state(bought->transaction), PURCHASED);
    char id[32], key[64];
    snprintf(id, sizeof id, "%llu", (unsigned long long)iap_transaction_id(bought->transaction));
    snprintf(key, sizeof key, "iap-%s-%s", iap_transaction_environment(bought->transaction), id);
    CHECK_INT(server_request_count(&server), 1);
    char *request = server_request(&server, 1);
    REQUIRE(request != NULL);
    CHECK(strncmp(request, "POST /verify HTTP/1.1\r\n", 23) == 0);
    check_header(request, "Content-Type", "application/json");
    check_header(request, "Authorization", SERVER_TOKEN);
    check_header(request, "Idempotency-Key", key);
    check_field(request, "signedTransaction", iap_transaction_signed_text(bought->transaction));
    check_field(request, "transactionId", id);
    check_field(request, "productId", COINS);
    check_field(request, "appAccountToken", "6fa2b1d0-0000-4000-8000-000000000001");
    check_field(request, "environment", iap_transaction_environment(bought->transaction));
    free(request);
    /* What is not known is not in the question. */
    REQUIRE(game_buy(game, SWORD) != NULL);
    request = server_request(&server, 2);
    REQUIRE(request != NULL);
    CHECK(strstr(request, "appAccountToken") == NULL);
    free(request);
}

TEST(a_valid_purchase_is_not_asked_about_again) {
    game_server server;
    game *game = server_start_game(&server);
    server_tell(&server, SERVER_VALID);
    const iap_transaction *bought = game_buy(game, COINS);
    CHECK_INT(iap_transaction_state(bought), PURCHASED);
    CHECK_INT(updates(game, DEFERRED), 0);
    const uint64_t id = iap_transaction_id(bought);
    server_tell(&server, "answer\t500\t");
    for (int launch = 2; launch <= 3; launch++) {
        game_quit(game);
        REQUIRE(game_launch(game) && AWAIT_STATE(game, PURCHASED, 1));
        CHECK_ID(iap_transaction_id(update(game, PURCHASED)->transaction), id);
        CHECK_INT(iap_transaction_delivery_count(update(game, PURCHASED)->transaction), launch);
    }
    CHECK(game_finish(game, update(game, PURCHASED)->transaction));
    game_settle(game);
    CHECK_INT(server_request_count(&server), 1);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(an_invalid_purchase_is_rejected_and_finished_and_never_handed_out) {
    game_server server;
    game *game = server_start_game(&server);
    server_tell(&server, "answer\t200\t{\"verdict\":\"invalid\",\"reason\":\"used before\"}");
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_REJECTED);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_transaction_error(bought, &error), IAP_ERROR_VERIFICATION);
    CHECK_CONTAINS(error.message, "used before");
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    game_quit(game);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(game_granted_count(game), 0);
    CHECK_INT(server_request_count(&server), 1);
}

TEST(each_of_several_purchases_gets_its_own_verdict) {
    game_server server;
    game *game = server_start_game(&server);
    server_tell(&server, SERVER_UNDECIDED);
    REQUIRE(pay_undecided(game, COINS));
    server_tell(&server, "answer\t200\t{\"verdict\":\"invalid\"}");
    CHECK_INT(iap_transaction_state(game_buy(game, GEMS)), IAP_TRANSACTION_REJECTED);
    server_tell(&server, SERVER_VALID);
    CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), PURCHASED);
    CHECK_INT(store_totals(game->store).unfinished, 2);
    game_quit(game);
    REQUIRE(game_launch(game) && SERVER_AWAIT_PURCHASES(game, 2));
    game_settle(game);
    CHECK_INT(server_request_count(&server), 4);
    CHECK_INT(updates(game, IAP_TRANSACTION_REJECTED), 0);
}

TEST(what_the_store_takes_back_while_it_is_undecided_is_not_handed_out) {
    game_server server;
    game *game = server_start_game(&server);
    server_tell(&server, SERVER_UNDECIDED);
    REQUIRE(pay_undecided(game, COINS));
    const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
    REQUIRE(iap_transactions_count(unfinished) == 1);
    REQUIRE_OK(iap_store_refund(game->store, iap_transaction_id(iap_transactions_at(unfinished, 0)), NULL));
    game_settle(game);
    server_tell(&server, SERVER_VALID);
    REQUIRE(advance_clock(game, 60000));
    game_settle(game);
    CHECK_INT(game_granted_count(game), 0);
}

TEST(what_somebody_else_approved_is_verified_as_well) {
    game_server server;
    game *game = server_start_game(&server);
    server_tell(&server, SERVER_UNDECIDED);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    REQUIRE(pay_undecided(game, COINS));
    game_settle(game);
    CHECK_INT(server_request_count(&server), 0);
    REQUIRE(store_approve(game->store));
    REQUIRE(SERVER_AWAIT(&server, game, "request 1 "));
    game_settle(game);
    CHECK_INT(updates(game, PURCHASED), 0);
    server_tell(&server, SERVER_VALID);
    REQUIRE(SERVER_AWAIT_PURCHASES(game, 1));
    CHECK_INT(server_request_count(&server), 2);
}

TEST(what_is_restored_is_verified_as_well) {
    game_server server;
    REQUIRE(server_start(&server));
    game *phone = server_game(&server);
    server_tell(&server, SERVER_VALID);
    REQUIRE(game_own(phone, SWORD) != 0 && game_own(phone, LEVELS) != 0);
    game *pad = game_install(phone->store, "player", "pad");
    pad->verification = &server.verification;
    /* The library already asks about the account's purchases at the launch. */
    server_tell(&server, "answer\t200\t{\"verdict\":\"invalid\"}");
    REQUIRE(game_launch(pad));
    game_restore(pad);
    REQUIRE(AWAIT(pad, IAP_EVENT_RESTORE_FINISHED, 1));
    game_settle(pad);
    CHECK_INT(updates(pad, IAP_TRANSACTION_RESTORED), 0);
    server_tell(&server, SERVER_VALID);
    game_restore(pad);
    REQUIRE(AWAIT(pad, IAP_EVENT_RESTORE_FINISHED, 2));
    CHECK_INT(updates(pad, IAP_TRANSACTION_RESTORED), 2);
}

static const struct {
    const char *url, *header;
    iap_status_t status;
    const char *part;
} refusals[] = {
    {NULL, NULL, IAP_ERROR_INVALID_ARGUMENT, "server_url"},
    {"", NULL, IAP_ERROR_INVALID_TEXT, ""},
    {"verify", NULL, IAP_ERROR_INVALID_ARGUMENT, "not a URL"},
    {"http://example.com/verify", NULL, IAP_ERROR_INVALID_ARGUMENT, "without encryption"},
    {"ftp://example.com/verify", NULL, IAP_ERROR_INVALID_ARGUMENT, "ftp"},
    {"https://user:secret@example.com/", NULL, IAP_ERROR_INVALID_ARGUMENT, "a user or a password"},
    {"https://example.com/\xff", NULL, IAP_ERROR_INVALID_TEXT, ""},
    {"https://example.com/", "Authorization", IAP_ERROR_INVALID_ARGUMENT, "no colon"},
    {"https://example.com/", "X: 1\r\nY: 2", IAP_ERROR_INVALID_ARGUMENT, "control character"},
    {"https://example.com/", "Host: example.com", IAP_ERROR_INVALID_ARGUMENT, "Host"},
    {"https://example.com/", "Idempotency-Key: 1", IAP_ERROR_INVALID_ARGUMENT, "Idempotency-Key"},
};

TEST(options_that_cannot_work_are_refused_with_what_is_wrong) {
    game *game = game_start();
    game_quit(game);
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        test_case("case %zu", i);
        iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
        verification.mode = IAP_VERIFY_BY_SERVER;
        verification.server_url = refusals[i].url;
        verification.server_headers = &refusals[i].header;
        verification.server_header_count = refusals[i].header != NULL;
        iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
        options.execution = test_execution;
        options.device = game->device;
        options.verification = &verification;
        iap_client *client = NULL;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_client_open(&options, &client, &error), refusals[i].status);
        CHECK(client == NULL);
        CHECK_CONTAINS(error.message, refusals[i].part);
        CHECK(strstr(error.message, "secret") == NULL);
    }
}
