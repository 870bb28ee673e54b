/* The journal of a client on disk: places where it cannot be, and files that are not journals. */

#include "databases.h"
#include "files.h"
#include "game.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static iap_store *store;
static iap_device *device;

static iap_status_t open_with_journal(const char *path, iap_error *error) {
    if (store == NULL) {
        store = store_open();
        device = game_install(store, "player", "phone")->device;
    }
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    options.device = device;
    options.journal_path = path;
    iap_client *client = NULL;
    iap_error_init(error);
    const iap_status_t status = iap_client_open(&options, &client, error);
    CHECK((status == IAP_OK) == (client != NULL));
    if (client != NULL) CHECK_STATUS(iap_client_close(client), IAP_OK);
    return status;
}

/* Opens a file that must be refused. Checks that no byte of the file changes and that no other file appears. */
static void check_refused(const char *path, iap_status_t expected) {
    const file_content before = file_read(path);
    const size_t entries = temporary_entry_count();
    iap_error error;
    CHECK_STATUS(open_with_journal(path, &error), expected);
    CHECK_STATUS(error.status, expected);
    CHECK_CONTAINS(error.message, path);
    CHECK_CONTAINS(error.message, "it stays unchanged; ");
    CHECK_INT(error.retryable, 0);
    CHECK(file_equals(path, before));
    CHECK_INT(temporary_entry_count(), entries);
    free(before.bytes);
    /* The device is free for another attempt. */
    CHECK_STATUS(open_with_journal(NULL, &error), IAP_OK);
}

TEST(a_journal_in_a_missing_folder_is_refused) {
    iap_error error;
    const char *path = temporary_path("missing/journal.db");
    CHECK_STATUS(open_with_journal(path, &error), IAP_ERROR_STORAGE);
    CHECK_STATUS(error.status, IAP_ERROR_STORAGE);
    CHECK_CONTAINS(error.message, "missing/journal.db");
    CHECK_CONTAINS(error.message, "/missing does not exist; create it first");
    CHECK_INT(error.retryable, 0);
    CHECK(!file_exists(path));
    /* A file is at the place of the folder. */
    file_write_text(temporary_path("note"), "no folder");
    CHECK_STATUS(open_with_journal(temporary_path("note/journal.db"), &error), IAP_ERROR_STORAGE);
    CHECK_CONTAINS(error.message, "/note is not a folder");
    CHECK_INT(error.retryable, 0);
}

TEST(a_journal_whose_path_is_a_folder_is_refused) {
    iap_error error;
    const char *path = temporary_path("folder");
    REQUIRE(mkdir(path, 0700) == 0);
    CHECK_CATEGORY(open_with_journal(path, &error), IAP_CATEGORY_STORAGE);
    CHECK_CONTAINS(error.message, path);
    CHECK_CONTAINS(error.message, "it is a folder; give the path of a file in it");
    CHECK_INT(error.retryable, 0);
    /* A path with a slash at its end names a folder, even if there is none. */
    CHECK_STATUS(open_with_journal(temporary_path("missing/"), &error), IAP_ERROR_STORAGE);
    CHECK_CONTAINS(error.message, "/missing does not exist; create it first");
    CHECK(!file_exists(temporary_path("missing")));
}

TEST(a_journal_in_a_folder_without_permission_is_refused_for_now) {
    iap_error error;
    const char *folder = temporary_path("closed"), *path = temporary_path("closed/journal.db");
    REQUIRE(mkdir(folder, 0500) == 0);
    /* Permissions do not bind the user root. */
    const bool is_root = geteuid() == 0;
    if (is_root) REQUIRE(seteuid(65534) == 0);
    const iap_status_t status = open_with_journal(path, &error);
    if (is_root) REQUIRE(seteuid(0) == 0);
    CHECK_STATUS(status, IAP_ERROR_STORAGE);
    CHECK_CONTAINS(error.message, "this program may not read and write the folder ");
    CHECK_CONTAINS(error.message, "/closed; check its permissions");
    /* The permissions can change without a change in the game. */
    CHECK_INT(error.retryable, 1);
}

TEST(a_journal_path_has_to_be_text) {
    iap_error error;
    CHECK_STATUS(open_with_journal("", &error), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(open_with_journal("/tmp/\xff", &error), IAP_ERROR_INVALID_TEXT);
}

TEST(what_is_no_journal_is_refused_and_left_as_it_is) {
    test_case("a text");
    const char *path = temporary_path("notes.txt");
    file_write_text(path, "Dear diary, today I bought a sword.\nIt is golden.\n");
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
    test_case("one byte");
    file_write(path, "x", 1);
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
    test_case("the state of a store");
    path = temporary_path("store.db");
    iap_store_options options = store_options();
    options.state_path = path;
    store_close(store_open_with(&options));
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
    test_case("the database of another program");
    path = temporary_path("savegames.db");
    write_foreign_database(path, 0, 0);
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
    write_foreign_database(path, 0, 1);
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
    write_foreign_database(path, 0x0f055112, 0);
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
}

TEST(a_journal_of_a_newer_version_is_left_as_it_is) {
    const char *path = temporary_path("journal.db");
    iap_error error;
    REQUIRE_OK(open_with_journal(path, &error));
    raise_database_version(path, 0x7ffffff0);
    check_refused(path, IAP_ERROR_STORAGE_NEWER);
}

TEST(an_empty_file_becomes_a_journal) {
    /* A process leaves such a file if it is killed after it created the file and before it wrote to it. */
    const char *path = temporary_path("empty.db");
    file_write(path, "", 0);
    iap_error error;
    CHECK_STATUS(open_with_journal(path, &error), IAP_OK);
}

TEST(a_journal_cut_short_is_an_error_or_a_new_start_but_no_crash) {
    const char *path = temporary_path("journal.db");
    iap_error error;
    REQUIRE_OK(open_with_journal(path, &error));
    const file_content whole = file_read(path);
    const size_t lengths[] = {
        1, 15, 16, 50, 99, 100, 101, 512, 1000, 4095, 4096, 4097, whole.length / 2, whole.length - 1};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        if (lengths[i] >= whole.length) continue;
        test_case("%zu of %zu bytes", lengths[i], whole.length);
        file_write(path, whole.bytes, lengths[i]);
        const iap_status_t status = open_with_journal(path, &error);
        if (status != IAP_OK) CHECK_CATEGORY(status, IAP_CATEGORY_STORAGE);
    }
    free(whole.bytes);
}

/* The client locks the file even if it does not have to change it when it opens it. */
TEST(a_journal_serves_one_client_at_a_time_also_in_later_launches) {
    const char *path = temporary_path("journal.db");
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = path;
    iap_error error;
    REQUIRE(game_launch(game));
    CHECK_STATUS(open_with_journal(path, &error), IAP_ERROR_BUSY);
    REQUIRE(game_own(game, COINS) != 0);
    game_quit(game);
    REQUIRE(game_launch_without_observer(game));
    CHECK_STATUS(open_with_journal(path, &error), IAP_ERROR_BUSY);
    CHECK_CONTAINS(error.message, path);
    game_observe(game);
    CHECK(game_buy(game, COINS) != NULL);
    game_quit(game);
    CHECK_STATUS(open_with_journal(path, &error), IAP_OK);
}

TEST(a_damaged_journal_is_reported_until_the_game_has_heard_of_it) {
    const char *path = temporary_path("journal.db");
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = path;
    REQUIRE(game_launch(game));
    for (int i = 0; i < 20; i++) REQUIRE(game_own(game, COINS) != 0);
    game_quit(game);
    file_content content = file_read(path);
    REQUIRE(content.length > 8192);
    for (size_t i = 4096; i < 8192; i++) content.bytes[i] = (char)(i * 167 + 89);
    file_write(path, content.bytes, content.length);
    free(content.bytes);

    /* Launches that end before the game receives an event, that have no observer, and whose observer lacks the function. */
    REQUIRE(game_launch_without_observer(game));
    game_quit(game);
    REQUIRE(game_launch_without_observer(game));
    game_settle(game);
    game_quit(game);
    REQUIRE(game_launch_without_observer(game));
    iap_observer deaf = IAP_OBSERVER_INIT;
    REQUIRE_OK(iap_add_observer(game->client, &deaf, NULL, NULL));
    game_settle(game);
    game_quit(game);

    game_forget(game);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT(game, IAP_EVENT_PROBLEM_REPORTED, 1));
    const heard *problem = game_nth(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE, 0);
    CHECK_STATUS(problem->error.status, IAP_ERROR_STORAGE_DAMAGED);
    CHECK_CONTAINS(problem->error.message, "journal.db.damaged-1");
    CHECK(file_exists(temporary_path("journal.db.damaged-1")));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE), 1);
    game_quit(game);
    game_forget(game);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE), 0);
}
