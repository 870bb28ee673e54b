/* The audit log: the content of a copy. */

#include "audit_log.h"

#include "network_conditions.h"
#include "requests.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *audit_text(game *game) {
    const char *path = temporary_path("audit.jsonl");
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_request_audit_copy(game->client, path, game_hears_end, game, &id, NULL), IAP_OK)) return NULL;
    CHECK(id != 0);
    const heard *answer = game_wait_answer(game, id);
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

size_t audit_line_count(const char *text) {
    size_t count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

const char *audit_line(const char *text, size_t number) {
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

const char *audit_events(const char *text) {
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

void audit_check_times(const char *text) {
    int64_t last = 0;
    for (size_t i = 0; audit_line(text, i) != NULL; i++) {
        const char *place = strstr(audit_line(text, i), "\"time_ms\":");
        if (!CHECK(place != NULL)) continue;
        const int64_t time = strtoll(place + strlen("\"time_ms\":"), NULL, 10);
        CHECK(time >= last && time > 0);
        last = time;
    }
}

static game *game_with_journal(void) {
    game *installed = game_install(store_open(), "player", "phone");
    installed->journal_path = temporary_path("journal.db");
    return game_launch(installed) ? installed : NULL;
}

TEST(the_audit_log_begins_with_the_launch) {
    game *game = game_start();
    char *text = audit_text(game);
    REQUIRE(text != NULL);
    CHECK_TEXT(text, "{\"event\":\"client_opened\",\"time_ms\":1767225600000}\n");
    free(text);
}

TEST(the_audit_log_tells_each_step_of_a_purchase_with_its_time_and_ids) {
    game *game = game_with_journal();
    REQUIRE(game != NULL);
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
    iap_store *store = store_open();
    game *game = game_install(store, "player", "phone");
    REQUIRE(game_launch_without_observer(game));
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
    game *game = game_with_journal();
    REQUIRE(game != NULL);
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
    CHECK_CONTAINS(audit_events(text), "finished_in_store transaction_revoked entitlement_ended revocation_told ");
    CHECK_CONTAINS(audit_events(text), "storefront_changed ");
    CHECK_CONTAINS(text, "{\"amount\":1,\"event\":\"products_forgotten\",");
    free(text);
}

/* A player may send the log to strangers. It must not identify the player or contain data that a stranger could use. */
TEST(nothing_in_the_audit_log_names_the_player) {
    static const char token[] = "0a1b2c3d-4e5f-4061-8293-a4b5c6d7e8f9";
    game *game = game_with_journal();
    REQUIRE(game != NULL);
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
    REQUIRE(game_wait_answer(game, id) != NULL);
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
