/* Copies of the audit log: allowed and refused places, and the size limit of the log. */

#include "audit_log.h"

#include "network_conditions.h"
#include "requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A game with this size limit for its audit log. */
static game *limited_game(uint32_t audit_limit_bytes) {
    game *installed = game_install(store_open(), "player", "phone");
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    options.device = installed->device;
    options.journal_path = temporary_path("journal.db");
    options.audit_limit_bytes = audit_limit_bytes;
    CHECK_STATUS(iap_client_open(&options, &installed->client, NULL), IAP_OK);
    game_observe(installed);
    return installed;
}

/* The payment ids rise with each line. */
static uint64_t payment_of(const char *line) {
    const char *place = strstr(line, "\"payment_id\":");
    return place == NULL ? 0 : strtoull(place + strlen("\"payment_id\":"), NULL, 10);
}

TEST(the_oldest_lines_of_an_audit_log_make_room_for_the_newest) {
    enum { LIMIT = 4000, PAYMENTS = 60 };
    game *game = limited_game(LIMIT);
    for (int i = 0; i < PAYMENTS; i++) {
        REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
        REQUIRE(game_outcome(game, game_pay(game, COINS, 1)) != NULL);
    }
    game_settle(game);
    char *text = audit_text(game);
    REQUIRE(text != NULL);
    const size_t count = audit_line_count(text), length = strlen(text) - count;
    CHECK(length <= LIMIT);
    CHECK(length > LIMIT / 2);
    CHECK(count < 2 * PAYMENTS);
    CHECK_CONTAINS(audit_line(text, count - 1), "\"event\":\"payment_cancelled\"");
    CHECK_ID(payment_of(audit_line(text, count - 1)), PAYMENTS);
    uint64_t last = payment_of(audit_line(text, 0));
    CHECK(last > 1);
    for (size_t i = 0; i < count; i++) {
        const char *line = audit_line(text, i);
        CHECK(line[0] == '{' && line[strlen(line) - 1] == '}');
        CHECK(payment_of(line) == last || payment_of(line) == last + 1);
        last = payment_of(line);
    }
    free(text);
}

TEST(an_audit_log_that_is_smaller_than_a_line_keeps_the_last_one) {
    game *game = limited_game(1);
    REQUIRE(game_own(game, COINS) != 0);
    game_settle(game);
    char *text = audit_text(game);
    REQUIRE(text != NULL);
    CHECK_TEXT(audit_events(text), "finished_in_store ");
    free(text);
}

static void check_fails(game *game, const char *path, iap_status status) {
    uint64_t id = 0;
    REQUIRE_OK(iap_request_audit_copy(game->client, path, game_hears_end, game, &id, NULL));
    const heard *answer = game_wait_answer(game, id);
    REQUIRE(answer != NULL);
    CHECK_STATUS(answer->error.status, status);
    CHECK(answer->error.message[0] != 0 && strchr(answer->error.message, '\n') == NULL);
}

TEST(a_copy_that_cannot_be_written_fails) {
    game *game = game_start();
    REQUIRE(game_own(game, COINS) != 0);
    const char *folder = temporary_path("folder");
    REQUIRE(mkdir(folder, 0700) == 0);
    check_fails(game, temporary_path("no/such/folder/audit.jsonl"), IAP_ERROR_STORAGE);
    check_fails(game, folder, IAP_ERROR_INVALID_ARGUMENT);
    file_write_text(temporary_path("file"), "no folder");
    check_fails(game, temporary_path("file/audit.jsonl"), IAP_ERROR_STORAGE);
    CHECK_INT(temporary_entry_count(), 2);
}

TEST(the_audit_log_can_be_copied_without_a_network) {
    game *game = game_start();
    REQUIRE(game_own(game, COINS) != 0);
    game_settle(game);
    REQUIRE(network_is_down(game));
    char *text = audit_text(game);
    REQUIRE(text != NULL);
    CHECK_TEXT(audit_events(text),
               "client_opened payment_added transaction_received transaction_delivered finish_recorded "
               "finished_in_store ");
    free(text);
}

TEST(paths_of_audit_copies_that_are_none_are_refused) {
    static char longer[4098];
    memset(longer, 'a', sizeof longer - 1);
    const struct {
        const char *path;
        iap_status status;
    } cases[] = {{NULL, IAP_ERROR_INVALID_ARGUMENT},
                 {"", IAP_ERROR_INVALID_TEXT},
                 {"\xff", IAP_ERROR_INVALID_TEXT},
                 {longer, IAP_ERROR_TOO_LARGE}};
    game *game = game_start();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("path %zu", i);
        iap_error error = IAP_ERROR_VALUE_INIT;
        uint64_t id = 7;
        CHECK_STATUS(iap_request_audit_copy(game->client, cases[i].path, game_hears_end, game, &id, &error),
                     cases[i].status);
        CHECK_STATUS(error.status, cases[i].status);
        CHECK_ID(id, 0);
    }
    test_case(NULL);
    CHECK_STATUS(iap_request_audit_copy(NULL, "audit", game_hears_end, game, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(a_closed_client_copies_no_audit_log) {
    game *game = game_start();
    iap_client *client = game->client;
    game_quit(game);
    uint64_t id = 7;
    const char *path = temporary_path("audit.jsonl");
    CHECK_STATUS(iap_request_audit_copy(client, path, game_hears_end, game, &id, NULL), IAP_ERROR_CLOSED);
    CHECK_ID(id, 0);
    CHECK(!file_exists(path));
}
