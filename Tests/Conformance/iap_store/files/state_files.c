/* The state of a store on disk: places where it cannot be, and files that are not a store's state. */

#include "databases.h"
#include "files.h"
#include "game.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static iap_status_t open_with_state(const char *path, iap_error *error) {
    iap_store_options options = store_options();
    options.state_path = path;
    iap_store *store = NULL;
    iap_error_init(error);
    const iap_status_t status = iap_store_open(&options, &store, error);
    CHECK((status == IAP_OK) == (store != NULL));
    if (store != NULL) CHECK_STATUS(iap_store_close(store, NULL), IAP_OK);
    return status;
}

static void check_refused(const char *path, iap_status_t expected) {
    const file_content before = file_read(path);
    const size_t entries = temporary_entry_count();
    iap_error error;
    CHECK_STATUS(open_with_state(path, &error), expected);
    CHECK_STATUS(error.status, expected);
    CHECK_CONTAINS(error.message, path);
    CHECK(file_equals(path, before));
    CHECK_INT(temporary_entry_count(), entries);
    free(before.bytes);
}

TEST(a_state_file_in_a_missing_folder_is_refused) {
    iap_error error;
    const char *path = temporary_path("missing/store.db");
    CHECK_STATUS(open_with_state(path, &error), IAP_ERROR_STORAGE);
    CHECK_CONTAINS(error.message, "missing/store.db");
    CHECK(!file_exists(path));
}

TEST(a_state_file_that_cannot_be_made_is_refused) {
    iap_error error;
    CHECK_CATEGORY(open_with_state("/proc/store.db", &error), IAP_CATEGORY_STORAGE);
    CHECK_CONTAINS(error.message, "/proc/store.db");
}

TEST(a_state_file_whose_path_is_a_folder_is_refused) {
    iap_error error;
    const char *path = temporary_path("folder");
    REQUIRE(mkdir(path, 0700) == 0);
    CHECK_CATEGORY(open_with_state(path, &error), IAP_CATEGORY_STORAGE);
}

TEST(a_state_path_has_to_be_text) {
    iap_error error;
    CHECK_STATUS(open_with_state("", &error), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(open_with_state("/tmp/\xff", &error), IAP_ERROR_INVALID_TEXT);
}

TEST(a_text_file_is_no_state_and_is_left_as_it_is) {
    const char *path = temporary_path("notes.txt");
    file_write_text(path, "Dear diary, today I sold a sword.\nIt was golden.\n");
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
}

TEST(a_short_file_is_no_state_and_is_left_as_it_is) {
    const char *path = temporary_path("short");
    file_write(path, "x", 1);
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
}

TEST(a_database_of_another_program_is_no_state_and_is_left_as_it_is) {
    const char *path = temporary_path("savegames.db");
    write_foreign_database(path, 0, 0);
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
    write_foreign_database(path, 0, 1);
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
    write_foreign_database(path, 0x0f055112, 0);
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
}

TEST(the_state_of_a_newer_version_is_left_as_it_is) {
    const char *path = temporary_path("store.db");
    iap_error error;
    REQUIRE_OK(open_with_state(path, &error));
    raise_database_version(path, 0x7ffffff0);
    check_refused(path, IAP_ERROR_STORAGE_NEWER);
}

TEST(a_journal_is_no_state_of_a_store) {
    const char *path = temporary_path("journal.db");
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = path;
    REQUIRE(game_launch(game));
    game_quit(game);
    check_refused(path, IAP_ERROR_STORAGE_FOREIGN);
}

TEST(an_empty_file_becomes_a_state) {
    const char *path = temporary_path("empty.db");
    file_write(path, "", 0);
    iap_error error;
    CHECK_STATUS(open_with_state(path, &error), IAP_OK);
}

TEST(a_state_cut_short_is_an_error_or_a_new_start_but_no_crash) {
    const char *path = temporary_path("store.db");
    iap_error error;
    REQUIRE_OK(open_with_state(path, &error));
    const file_content whole = file_read(path);
    const size_t lengths[] = {1, 16, 99, 100, 101, 512, 4095, 4096, 4097, whole.length / 2, whole.length - 1};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        if (lengths[i] >= whole.length) continue;
        test_case("%zu of %zu bytes", lengths[i], whole.length);
        file_write(path, whole.bytes, lengths[i]);
        const iap_status_t status = open_with_state(path, &error);
        if (status != IAP_OK) CHECK_CATEGORY(status, IAP_CATEGORY_STORAGE);
    }
    free(whole.bytes);
}

TEST(two_stores_may_open_the_same_state) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    iap_store *first = store_open_with(&options), *second = store_open_with(&options);
    REQUIRE(first != NULL && second != NULL);
    game *game = game_install(first, "player", "phone");
    REQUIRE(game_launch(game));
    const iap_transaction *bought = game_buy(game, SWORD);
    REQUIRE(bought != NULL);
    CHECK_INT(store_totals(second).transactions, 1);
    CHECK_INT(store_totals(second).unfinished, 1);
    REQUIRE_OK(iap_store_advance_clock(second, 5000, NULL));
    CHECK_INT(iap_store_now_ms(first), iap_store_now_ms(second));
    CHECK(game_finish(game, bought));
    CHECK_INT(store_totals(second).unfinished, 0);
    REQUIRE_OK(iap_store_refund(second, iap_transaction_id(bought), NULL));
    CHECK_INT(store_totals(first).refunded, 1);
}

TEST(the_keys_of_a_store_stay_with_its_state) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    uint8_t first[4096], second[4096];
    size_t first_length = 0, second_length = 0;
    iap_store *store = store_open_with(&options);
    CHECK_STATUS(iap_store_root_certificate(store, first, sizeof first, &first_length, NULL), IAP_OK);
    store_close(store);
    /* The seed is for a new state only. */
    options.seed = 99;
    store = store_open_with(&options);
    CHECK_STATUS(iap_store_root_certificate(store, second, sizeof second, &second_length, NULL), IAP_OK);
    CHECK_INT(second_length, first_length);
    CHECK(memcmp(first, second, first_length) == 0);
}
