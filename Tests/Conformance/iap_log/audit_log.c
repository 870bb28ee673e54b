/* The audit log: the content of a copy, where a copy may be written, and the size limit of the log. */

#include "files.h"
#include "network_conditions.h"
#include "requests.h"

#include <iap/iap_log.h>
#include <iap/iap_products.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Copies the log to a file of the test and returns its text, to be freed. NULL, reported as a failure, if that fails. */
static char *audit_text(game *game) {
    const char *path = temporary_path("audit.jsonl");
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_request_audit_copy(game->client, path, game_hears_end, game, &id, NULL), IAP_OK)) return NULL;
    CHECK(id != 0);
    const heard *answer = game_wait_response(game, id);
    if (answer == NULL || !CHECK_STATUS(answer->error.status, IAP_OK)) return NULL;
    const file_content content = file_read(path);
    char *text = malloc(content.length + 1);
    memcpy(text, content.bytes, content.length);
    text[content.length] = 0;
    free(content.bytes);
    CHECK_INT(strlen(text), content.length);
    CHECK(content.length == 0 || text[content.length - 1] == '\n');
    return text;
}

static size_t audit_line_count(const char *text) {
    size_t count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

/* The line with this number, from 0, without its line break. Valid until the next call. NULL past the end. */
static const char *audit_line(const char *text, size_t number) {
    static char line[4096];
    for (; number > 0; number--) {
        text = strchr(text, '\n');
        if (text == NULL) return NULL;
        text++;
    }
    const char *end = strchr(text, '\n');
    if (end == NULL) return NULL;
    snprintf(line, sizeof line, "%.*s", (int)(end - text), text);
    return line;
}

/* The events of a log, each followed by a space. Valid until the next call. */
static const char *audit_events(const char *text) {
    static char events[4096];
    events[0] = 0;
    for (size_t i = 0; audit_line(text, i) != NULL; i++) {
        const char *event = strstr(audit_line(text, i), "\"event\":\"");
        if (!CHECK(event != NULL)) continue;
        event += strlen("\"event\":\"");
        const size_t length = strlen(events);
        snprintf(events + length, sizeof events - length, "%.*s ", (int)strcspn(event, "\""), event);
    }
    return events;
}

/* Checks that the times of the lines do not go back. */
static void audit_check_times(const char *text) {
    int64_t last = 0;
    for (size_t i = 0; audit_line(text, i) != NULL; i++) {
        const char *place = strstr(audit_line(text, i), "\"time_ms\":");
        if (!CHECK(place != NULL)) continue;
        const int64_t time = strtoll(place + strlen("\"time_ms\":"), NULL, 10);
        CHECK(time >= last && time > 0);
        last = time;
    }
}

TEST(the_audit_log_tells_each_step_of_a_purchase_with_its_time_and_ids) {
    game *game = game_start_with_journal();
    const uint64_t id = game_own(game, COINS);
    REQUIRE(id != 0);
    game_settle(game);
    char *text = audit_text(game);
    REQUIRE(text != NULL);
    CHECK_TEXT(audit_events(text),
               "client_opened payment_added transaction_received transaction_delivered finish_recorded "
               "finished_in_store ");
    audit_check_times(text);
    char part[128];
    snprintf(part, sizeof part, "\"transaction_id\":\"%" PRIu64 "\"", id);
    for (size_t i = 1; i < 6; i++) {
        test_case("line %zu", i);
        CHECK_CONTAINS(audit_line(text, i), "\"product_id\":\"coins.100\"");
        CHECK_CONTAINS(audit_line(text, i), i == 1 ? "\"payment_id\":1" : part);
    }
    test_case(NULL);
    CHECK_CONTAINS(audit_line(text, 2), "\"cause\":\"purchase\"");
    CHECK_CONTAINS(audit_line(text, 3), "\"cause\":\"new\",\"count\":1");
    free(text);
}

TEST(the_audit_log_has_what_was_paid_and_waits_for_an_observer) {
    game *game = game_start_without_observer();
    game_pay(game, COINS, 1);
    game_settle(game);
    char *text = audit_text(game);
    REQUIRE(text != NULL);
    CHECK_TEXT(audit_events(text), "client_opened payment_added transaction_received transaction_waits ");
    CHECK_CONTAINS(audit_line(text, 2), "\"cause\":\"purchase\"");
    CHECK_CONTAINS(audit_line(text, 3), "\"cause\":\"observer\"");
    CHECK_CONTAINS(audit_line(text, 3), "\"product_id\":\"coins.100\"");
    free(text);
    /* With an observer the same purchase continues; the log has no second entry that it was received. */
    game_observe(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    text = audit_text(game);
    REQUIRE(text != NULL);
    CHECK_TEXT(audit_events(text),
               "client_opened payment_added transaction_received transaction_waits transaction_delivered ");
    free(text);
}

TEST(times_of_the_audit_log_are_those_of_the_store) {
    game *game = game_start();
    REQUIRE(game_own(game, COINS) != 0);
    game_settle(game);
    REQUIRE(advance_clock(game, 123456));
    REQUIRE(game_own(game, COINS) != 0);
    game_settle(game);
    char *text = audit_text(game);
    REQUIRE(text != NULL && audit_line_count(text) == 11);
    const int64_t first = strtoll(strstr(audit_line(text, 1), "time_ms\":") + 9, NULL, 10);
    const int64_t second = strtoll(strstr(audit_line(text, 6), "time_ms\":") + 9, NULL, 10);
    CHECK_INT(second - first, 123456);
    audit_check_times(text);
    free(text);
}

TEST(the_audit_log_goes_on_from_launch_to_launch) {
    game *game = game_start_with_journal();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    game_quit(game);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK(game_finish(game, game->log[0].transaction));
    game_settle(game);
    char *text = audit_text(game);
    REQUIRE(text != NULL);
    CHECK_TEXT(audit_events(text),
               "client_opened payment_added transaction_received transaction_delivered client_closed "
               "client_opened transaction_received transaction_delivered finish_recorded "
               "finished_in_store ");
    CHECK_CONTAINS(audit_line(text, 3), "\"cause\":\"new\",\"count\":1");
    CHECK_CONTAINS(audit_line(text, 7), "\"cause\":\"seen\",\"count\":2");
    free(text);
}

TEST(the_audit_log_tells_how_a_payment_failed) {
    game *game = game_start();
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    const heard *outcome = game_outcome(game, game_pay(game, COINS, 1));
    REQUIRE(outcome != NULL);
    REQUIRE(network_is_down(game));
    outcome = game_outcome(game, game_pay(game, COINS, 1));
    REQUIRE(outcome != NULL);
    game_settle(game);
    char *text = audit_text(game);
    REQUIRE(text != NULL);
    CHECK_TEXT(audit_events(text), "client_opened payment_added payment_cancelled payment_added payment_failed ");
    CHECK_CONTAINS(audit_line(text, 2), "\"status\":-4");
    CHECK_CONTAINS(audit_line(text, 4), "\"status\":-7,\"store_code\":-1009,\"store_domain\":\"NSURLErrorDomain\"");
    free(text);
}

TEST(the_audit_log_tells_revocations_and_another_storefront) {
    game *game = game_start();
    const uint64_t id = game_own(game, SWORD);
    REQUIRE(id != 0);
    const char *const ids[] = {SWORD};
    REQUIRE(game_products(game, ids, 1) != NULL);
    game_settle(game);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    game_settle(game);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", "de_DE", NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1));
    game_settle(game);
    char *text = audit_text(game);
    REQUIRE(text != NULL);
    CHECK_CONTAINS(audit_events(text), "finished_in_store transaction_revoked entitlement_ended revocation_reported ");
    CHECK_CONTAINS(audit_events(text), "storefront_changed ");
    CHECK_CONTAINS(text, "{\"amount\":1,\"event\":\"products_forgotten\",");
    free(text);
}

/* A player may send the log to strangers. It must not identify the player or contain data that a stranger could use. */
TEST(nothing_in_the_audit_log_names_the_player) {
    static const char token[] = "0a1b2c3d-4e5f-4061-8293-a4b5c6d7e8f9";
    game *game = game_start_with_journal();
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = SWORD;
    payment.app_account_token = token;
    const heard *outcome = game_buy_with(game, &payment);
    REQUIRE(outcome != NULL);
    CHECK_TEXT(iap_transaction_app_account_token(outcome->transaction), token);
    char signature[64];
    snprintf(signature, sizeof signature, "%.60s", iap_transaction_signed_text(outcome->transaction));
    CHECK(game_finish(game, outcome->transaction));
    game_settle(game);
    iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    options.path = temporary_path("missing-list.json");
    uint64_t id = 0;
    REQUIRE_OK(iap_request_product_list(game->client, &options, game_hears_products, game, &id, NULL));
    REQUIRE(game_wait_response(game, id) != NULL);
    REQUIRE(network_is_down(game));
    payment.product_id = COINS;
    game_outcome(game, game_pay_with(game, &payment));
    REQUIRE(network_is_perfect(game));
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    game_settle(game);
    char *text = audit_text(game);
    REQUIRE(text != NULL);
    CHECK_CONTAINS(text, "payment_failed");
    CHECK_CONTAINS(text, "transaction_restored");
    const char *const personal[] = {token,   "0A1B2C3D", signature, "eyJ",         "player",
                                    "phone", "/tmp",     "/",       "missing-list"};
    for (size_t i = 0; i < sizeof personal / sizeof personal[0]; i++) {
        test_case("%s", personal[i]);
        CHECK(strstr(text, personal[i]) == NULL);
    }
    free(text);
}

TEST(a_copy_of_the_audit_log_replaces_what_was_there) {
    game *game = game_start();
    file_write_text(temporary_path("audit.jsonl"),
                    "a file that is longer than the log of a game that has sold nothing");
    char *text = audit_text(game);
    REQUIRE(text != NULL);
    CHECK_TEXT(audit_events(text), "client_opened ");
    free(text);
}

/* -------------------------------------------------------------------------------------------- copies and their size */

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

static void check_fails(game *game, const char *path, iap_status_t status) {
    uint64_t id = 0;
    REQUIRE_OK(iap_request_audit_copy(game->client, path, game_hears_end, game, &id, NULL));
    const heard *answer = game_wait_response(game, id);
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
