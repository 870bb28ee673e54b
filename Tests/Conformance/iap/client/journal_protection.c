/* How the library protects a journal: its owner, checksums with a key, file permissions, and what is not a regular file. */

#include "databases.h"
#include "files.h"
#include "inventory.h"

#include <iap/iap_log.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char key[] = "a secret that a server keeps";

/* A game with an inventory of this player, whose journal has 100 coins and a sword. */
static game *protected_game(const char *player_id, const char *integrity_key) {
    game *game = inventory_install(store_open(), "phone");
    game->player_id = player_id;
    game->integrity_key = integrity_key;
    CHECK(game_launch(game) && game_own(game, COINS) != 0 && game_own(game, SWORD) != 0);
    game_settle(game);
    CHECK_INT(coins(game), 100);
    return game;
}

/* Renames the counter everywhere in the file. The order of the names stays the same, therefore the database stays valid. */
static void rename_counter(const char *path) {
    file_content file = file_read(path);
    size_t count = 0;
    for (size_t i = 0; i + 5 <= file.length; i++) {
        if (memcmp(file.bytes + i, "coins", 5) != 0) continue;
        file.bytes[i + 4] = 't';
        count++;
    }
    CHECK(count >= 2);
    file_write(path, file.bytes, file.length);
    free(file.bytes);
}

static iap_status_t launch_as(game *game, const char *player_id, const char *integrity_key, size_t length,
                              iap_error *error) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    options.device = game->device;
    options.journal_path = game->journal_path;
    options.inventory = game->inventory;
    options.player_id = player_id;
    options.integrity_key = integrity_key;
    options.integrity_key_length = length;
    iap_client *client = NULL;
    iap_error_init(error);
    const iap_status_t status = iap_client_open(&options, &client, error);
    CHECK((status == IAP_OK) == (client != NULL));
    if (client != NULL) CHECK_STATUS(iap_client_close(client), IAP_OK);
    return status;
}

TEST(a_journal_is_one_player_s) {
    game *game = protected_game("anna", NULL);
    game_quit(game);
    iap_error error;
    CHECK_STATUS(launch_as(game, "bert", NULL, 0, &error), IAP_ERROR_INVALID_STATE);
    CHECK_CONTAINS(error.message, "another player");
    CHECK_STATUS(launch_as(game, NULL, NULL, 0, &error), IAP_ERROR_INVALID_STATE);
    CHECK_STATUS(launch_as(game, "anna", NULL, 0, &error), IAP_OK);
    REQUIRE(game_launch(game));
    CHECK_INT(coins(game), 100);
}

TEST(a_journal_without_a_player_becomes_that_of_the_first_one) {
    game *game = protected_game(NULL, NULL);
    game_quit(game);
    iap_error error;
    CHECK_STATUS(launch_as(game, "anna", NULL, 0, &error), IAP_OK);
    CHECK_STATUS(launch_as(game, "bert", NULL, 0, &error), IAP_ERROR_INVALID_STATE);
}

TEST(what_was_edited_in_a_journal_with_a_key_is_not_believed_and_is_reported) {
    game *game = protected_game("anna", key);
    game_quit(game);
    rename_counter(game->journal_path);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT(game, IAP_EVENT_PROBLEM_REPORTED, 1));
    game_settle(game);
    CHECK_STATUS(game->log[0].error.status, IAP_ERROR_STORAGE_DAMAGED);
    CHECK_CONTAINS(game->log[0].error.message, ".edited-1");
    CHECK(file_exists(temporary_path("phone.journal.edited-1")));
    CHECK_INT(coins(game), 0);
    CHECK_INT(iap_inventory_balance(game->client, "coint", NULL), 0);
    /* The store delivers again what the account owns. */
    CHECK(unlocked(game, "sword"));
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
    /* The library reports the problem once, and then the file is valid again. */
    REQUIRE(inventory_relaunch(game));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE), 0);
}

TEST(a_journal_with_checksums_needs_its_key) {
    game *game = protected_game("anna", key);
    game_quit(game);
    iap_error error;
    CHECK_STATUS(launch_as(game, "anna", NULL, 0, &error), IAP_ERROR_INVALID_STATE);
    CHECK_CONTAINS(error.message, "integrity_key");
    CHECK_STATUS(launch_as(game, "anna", "another secret of a server..", sizeof key - 1, &error),
                 IAP_ERROR_INVALID_STATE);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_INT(coins(game), 100);
    CHECK_INT(game_count(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE), 0);
}

TEST(a_journal_without_checksums_is_taken_over_on_request_only) {
    for (int adopts = 0; adopts <= 1; adopts++) {
        test_case(adopts ? "on request" : "without a request");
        game *game = inventory_install(store_open(), adopts ? "tablet" : "phone");
        REQUIRE(game_launch(game));
        REQUIRE(game_own(game, COINS) != 0);
        game_quit(game);
        game->integrity_key = key;
        game->adopts_journal = adopts;
        REQUIRE(game_launch(game));
        game_settle(game);
        CHECK_INT(coins(game), adopts ? 100 : 0);
        CHECK_INT(game_count(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE), !adopts);
        game_uninstall(game);
    }
}

TEST(a_key_has_16_to_1024_bytes) {
    static char bytes[1025];
    game *game = inventory_install(store_open(), "phone");
    iap_error error;
    CHECK_STATUS(launch_as(game, NULL, bytes, 15, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(launch_as(game, NULL, bytes, 1025, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(launch_as(game, NULL, bytes, SIZE_MAX, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(launch_as(game, NULL, NULL, 16, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(launch_as(game, "", bytes, 16, &error), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(launch_as(game, "\xff", bytes, 16, &error), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(launch_as(game, NULL, bytes, 16, &error), IAP_OK);
}

/* ------------------------------------------------------------------------------------------------------ the file */

static unsigned mode_of(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? status.st_mode & 0777 : 0;
}

TEST(only_this_user_can_read_what_the_library_writes) {
    const mode_t before = umask(0);
    game *game = protected_game(NULL, NULL);
    CHECK_INT(mode_of(game->journal_path), 0600);
    const char *wal = temporary_path("phone.journal-wal");
    CHECK(!file_exists(wal) || mode_of(wal) == 0600);
    const char *copy = temporary_path("audit.jsonl");
    uint64_t id = 0;
    REQUIRE_OK(iap_request_audit_copy(game->client, copy, game_hears_end, game, &id, NULL));
    REQUIRE(game_wait_response(game, id) != NULL);
    CHECK_INT(mode_of(copy), 0600);
    /* A journal of an earlier version. */
    game_quit(game);
    REQUIRE(chmod(game->journal_path, 0644) == 0);
    REQUIRE(game_launch(game));
    CHECK_INT(mode_of(game->journal_path), 0600);
    umask(before);
}

TEST(nothing_is_written_through_a_link_or_into_what_is_no_file) {
    game *game = protected_game(NULL, NULL);
    const char *target = temporary_path("target"), *link = temporary_path("link"), *pipe = temporary_path("pipe");
    file_write_text(target, "somebody else's");
    REQUIRE(symlink(target, link) == 0 && mkfifo(pipe, 0600) == 0);
    const char *const paths[] = {link, pipe};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        test_case("%s", paths[i]);
        uint64_t id = 0;
        REQUIRE_OK(iap_request_audit_copy(game->client, paths[i], game_hears_end, game, &id, NULL));
        const heard *answer = game_wait_response(game, id);
        REQUIRE(answer != NULL);
        CHECK_STATUS(answer->error.status, IAP_ERROR_INVALID_ARGUMENT);
    }
    const file_content content = file_read(target);
    CHECK(content.length == strlen("somebody else's"));
    free(content.bytes);
}

TEST(a_pipe_is_no_journal_and_is_not_waited_for) {
    game *game = inventory_install(store_open(), "phone");
    iap_error error;
    static const char *const names[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        test_case("journal%s", names[i]);
        char path[1024];
        snprintf(path, sizeof path, "%s%s", game->journal_path, names[i]);
        REQUIRE(mkfifo(path, 0600) == 0);
        CHECK_STATUS(launch_as(game, NULL, NULL, 0, &error), IAP_ERROR_STORAGE);
        CHECK_CONTAINS(error.message, path);
        CHECK_CONTAINS(error.message, "pipe or a device");
        REQUIRE(unlink(path) == 0);
    }
    CHECK_STATUS(launch_as(game, NULL, NULL, 0, &error), IAP_OK);
}
