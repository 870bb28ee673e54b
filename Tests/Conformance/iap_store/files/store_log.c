/* The log of a store: its content, what it refuses, and that a replay continues like the store. */

#include "files.h"
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DAY_MS INT64_C(86400000)

static char *text_of(const char *path) { return (char *)file_read(path).bytes; }

static char *log_of(iap_store *store) {
    const char *path = temporary_path("written.log");
    CHECK_STATUS(iap_store_write_log(store, path, NULL), IAP_OK);
    return text_of(path);
}

static char *state_of_store(iap_store *store, const char *name) {
    const char *path = temporary_path(name);
    CHECK_STATUS(iap_store_write_state(store, path, NULL), IAP_OK);
    return text_of(path);
}

static iap_status replay(const char *log, const iap_store_options *options, iap_store **store, iap_error *error) {
    const char *path = temporary_path("given.log");
    file_write_text(path, log);
    return iap_store_replay(options, path, store, error);
}

TEST(a_log_has_a_line_for_each_thing_that_was_asked_with_its_time) {
    game *game = game_start();
    REQUIRE(game_own(game, COINS) != 0);
    REQUIRE_OK(iap_store_advance_clock(game->store, 3 * DAY_MS, NULL));
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    char *log = log_of(game->store);
    CHECK(strncmp(log, "{\"bundleID\":\"com.example.game\",\"catalogue\":\"", 44) == 0);
    CHECK(strstr(log, "\"purchase\":{\"options\":{") != NULL);
    CHECK(strstr(log, "\"finish\":{\"id\":") != NULL);
    CHECK(strstr(log, "{\"at\":1767225600000,\"control\":{\"advanceClock\":{\"milliseconds\":259200000}}}\n") != NULL);
    CHECK(strstr(log, "{\"at\":1767484800000,\"control\":{\"setAskToBuy\":{\"isEnabled\":true}}}\n") != NULL);
    CHECK(log[strlen(log) - 1] == '\n');
    free(log);
}

TEST(a_refused_command_changes_nothing_and_a_rolled_back_one_is_not_in_the_log) {
    game *game = game_start();
    char *before = log_of(game->store);
    CHECK_STATUS(iap_store_set_time_rate(game->store, 7, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_advance_clock(game->store, -1, NULL), IAP_ERROR_INVALID_ARGUMENT);
    char *after = log_of(game->store);
    CHECK_TEXT(after, before);
    free(before);
    free(after);
}

TEST(stores_with_the_same_seed_and_commands_have_the_same_state_and_others_do_not) {
    game *one = game_start(), *two = game_start();
    REQUIRE(game_own(one, CLUB_MONTH) != 0 && game_own(two, CLUB_MONTH) != 0);
    char *first = state_of_store(one->store, "one"), *second = state_of_store(two->store, "two");
    CHECK_TEXT(first, second);
    REQUIRE_OK(iap_store_advance_clock(two->store, 1, NULL));
    char *third = state_of_store(two->store, "three");
    CHECK(strcmp(first, third) != 0);
    free(first), free(second), free(third);
}

TEST(a_replayed_store_goes_on_as_the_first_one_would) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(id != 0);
    char *log = log_of(game->store);
    iap_store *again = NULL;
    const iap_store_options options = store_options();
    REQUIRE_OK(replay(log, &options, &again, NULL));
    free(log);
    for (int month = 0; month < 2; month++) {
        REQUIRE_OK(iap_store_advance_clock(again, 31 * DAY_MS, NULL));
        REQUIRE_OK(iap_store_advance_clock(game->store, 31 * DAY_MS, NULL));
    }
    iap_store_transaction one = IAP_STORE_TRANSACTION_INIT, two = IAP_STORE_TRANSACTION_INIT;
    uint64_t ids[8] = {0}, others[8] = {0};
    size_t count = 0, other_count = 0;
    REQUIRE_OK(iap_store_list_transactions(game->store, NULL, ids, 8, &count, NULL));
    REQUIRE_OK(iap_store_list_transactions(again, NULL, others, 8, &other_count, NULL));
    CHECK_INT(count, 3);
    CHECK_INT(other_count, 3);
    for (size_t i = 0; i < count && i < other_count; i++) {
        REQUIRE_OK(iap_store_get_transaction(game->store, ids[i], &one, NULL));
        REQUIRE_OK(iap_store_get_transaction(again, others[i], &two, NULL));
        CHECK_ID(one.id, two.id);
        CHECK_INT(one.expiration_date_ms, two.expiration_date_ms);
    }
    CHECK_STATUS(iap_store_close(again, NULL), IAP_OK);
}

TEST(a_log_that_cannot_be_used_is_refused_with_its_line) {
    game *game = game_start();
    REQUIRE(game_own(game, COINS) != 0);
    char *log = log_of(game->store);
    const iap_store_options options = store_options();
    iap_store *store = (iap_store *)1;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(replay("", &options, &store, &error), IAP_ERROR_INVALID_STORE_FILE);
    CHECK(store == NULL && strstr(error.message, "line 1") != NULL);
    CHECK_STATUS(replay("{}\n", &options, &store, &error), IAP_ERROR_INVALID_STORE_FILE);
    CHECK_STATUS(replay("\xff\n", &options, &store, &error), IAP_ERROR_INVALID_STORE_FILE);
    char *second = strchr(log, '\n') + 1, *longer = malloc(strlen(log) + 32);
    REQUIRE(longer != NULL);
    sprintf(longer, "%.*sgarbage\n%s", (int)(second - log), log, second);
    CHECK_STATUS(replay(longer, &options, &store, &error), IAP_ERROR_INVALID_STORE_FILE);
    CHECK(strstr(error.message, "line 2") != NULL);
    sprintf(longer, "%.*s{\"at\":1,\"control\":{\"explode\":{}}}\n", (int)(second - log), log);
    CHECK_STATUS(replay(longer, &options, &store, &error), IAP_ERROR_INVALID_STORE_FILE);
    free(longer);
    CHECK_STATUS(iap_store_replay(&options, temporary_path("nothing"), &store, &error), IAP_ERROR_INVALID_STORE_FILE);
    CHECK_STATUS(iap_store_replay(&options, NULL, &store, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_replay(&options, "x", NULL, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_replay(NULL, "x", &store, &error), IAP_ERROR_INVALID_ARGUMENT);
    free(log);
}

TEST(a_log_does_not_fit_another_storekit_file_or_a_store_that_exists) {
    game *game = game_start();
    REQUIRE(game_own(game, COINS) != 0);
    char *log = log_of(game->store);
    iap_store *store = NULL;
    iap_store_options options = store_options();
    options.storekit_text = "{\"version\": {\"major\": 4}}";
    options.storekit_length = strlen(options.storekit_text);
    CHECK_STATUS(replay(log, &options, &store, NULL), IAP_ERROR_INVALID_STATE);
    options = store_options();
    options.state_path = temporary_path("state");
    REQUIRE_OK(replay(log, &options, &store, NULL));
    CHECK_STATUS(iap_store_close(store, NULL), IAP_OK);
    CHECK_STATUS(replay(log, &options, &store, NULL), IAP_ERROR_INVALID_STATE);
    CHECK_STATUS(iap_store_open(&options, &store, NULL), IAP_OK);
    CHECK_STATUS(iap_store_close(store, NULL), IAP_OK);
    free(log);
}

TEST(a_log_that_cannot_be_played_back_leaves_no_file) {
    game *game = game_start();
    REQUIRE(game_own(game, COINS) != 0);
    char *log = log_of(game->store), *broken = malloc(strlen(log) + 128);
    REQUIRE(broken != NULL);
    /* A device that was never opened, after everything else. */
    sprintf(broken, "%s{\"account\":\"x\",\"at\":1767225600000,\"device\":\"y\",\"request\":{\"requestReview\":{}}}\n",
            log);
    iap_store_options options = store_options();
    options.state_path = temporary_path("broken");
    iap_store *store = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(replay(broken, &options, &store, &error), IAP_ERROR_STORAGE);
    CHECK_CONTAINS(error.message, "line ");
    CHECK(store == NULL && !file_exists(options.state_path));
    REQUIRE_OK(replay(log, &options, &store, NULL));
    CHECK_STATUS(iap_store_close(store, NULL), IAP_OK);
    free(broken), free(log);
}

TEST(a_file_that_cannot_be_written_is_an_error_of_storage) {
    game *game = game_start();
    CHECK_STATUS(iap_store_write_log(game->store, "/nowhere/log", NULL), IAP_ERROR_STORAGE);
    CHECK_STATUS(iap_store_write_state(game->store, "/nowhere/state", NULL), IAP_ERROR_STORAGE);
    CHECK_STATUS(iap_store_write_log(game->store, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_write_state(game->store, "", NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_store_write_log(NULL, "log", NULL), IAP_ERROR_INVALID_ARGUMENT);
}
