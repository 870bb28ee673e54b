/*
 * full_disk.c: what a store and a journal do when their files cannot grow. RLIMIT_FSIZE limits the size of a file, at several
 * sizes, before or after the files are opened. A game buys, the limit is removed, and nothing may be lost. Each case runs in
 * its own process.
 */
#define _GNU_SOURCE
#include "catalogue.h"
#include "forked.h"

#include <iap/iap.h>
#include <iap/iap_store.h>

#include <dirent.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define IDS_MAX 64
#define PATIENCE_MS 20000
/** How long the game continues without an event while the disk is full. */
#define FULL_PATIENCE_MS 300

typedef enum { STORE_ON_DISK = 1, JOURNAL_ON_DISK = 2, BOTH_ON_DISK = 3 } target;

typedef struct trial {
    target target;
    bool from_the_start; /**< the disk is full before the files are opened */
    long limit;
    iap_execution execution;
} trial;

typedef struct game {
    char store_path[256], journal_path[256];
    trial trial;
    iap_store *store;
    iap_device *device;
    iap_client *client;
    uint64_t granted[IDS_MAX], delivered[IDS_MAX], removed[IDS_MAX], payments[IDS_MAX];
    size_t granted_count, delivered_count, removed_count, payment_count;
    bool has_outcome[IDS_MAX];
    int problems, answers;
    /** Printed when there is room again, because the standard output may be a file too. */
    char failures[4096];
} game;

static void fail(game *game, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const size_t length = strlen(game->failures);
    snprintf(game->failures + length, sizeof game->failures - length, "  %s\n", text);
}

static void limit_files(long bytes) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes < 0 ? limit.rlim_max : (rlim_t)bytes;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) abort();
}

/* ----------------------------------------------------------------------------------------------------- the game */

static bool contains(const uint64_t *ids, size_t count, uint64_t id) {
    for (size_t i = 0; i < count; i++) {
        if (ids[i] == id) return true;
    }
    return false;
}

static void check_error(game *game, const char *what, iap_status status, const char *message, bool store_may_fail) {
    const iap_category category = IAP_STATUS_CATEGORY(status);
    if (category != IAP_CATEGORY_STORAGE && !(store_may_fail && category == IAP_CATEGORY_STORE)) {
        fail(game, "%s has status %d", what, (int)status);
    }
    if (message[0] == 0) fail(game, "%s has no message", what);
}

static void hear_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    game *game = user_data;
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    const uint64_t id = iap_transaction_id(transaction), payment = iap_transaction_payment_id(transaction);
    if (state == IAP_TRANSACTION_PURCHASING) return;
    for (size_t i = 0; i < game->payment_count; i++) {
        if (game->payments[i] == payment) game->has_outcome[i] = true;
    }
    if (state == IAP_TRANSACTION_FAILED) {
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_status status = iap_transaction_error(transaction, &error);
        check_error(game, "a failed payment", status, error.message, true);
    } else if (state == IAP_TRANSACTION_PURCHASED) {
        if (contains(game->delivered, game->delivered_count, id))
            fail(game, "%" PRIu64 " is delivered twice in a launch", id);
        /* Without a journal file only the store remembers a finish, and a full store cannot do this. */
        const bool is_remembered = game->trial.target & JOURNAL_ON_DISK;
        if (is_remembered && contains(game->removed, game->removed_count, id)) {
            fail(game, "%" PRIu64 " is delivered after its finish", id);
        }
        game->delivered[game->delivered_count++] = id;
        if (!contains(game->granted, game->granted_count, id)) game->granted[game->granted_count++] = id;
    }
    iap_finish_transaction(client, transaction, NULL);
}

static void hear_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)client;
    game *game = user_data;
    const uint64_t id = iap_transaction_id(transaction);
    if (id != 0 && game->removed_count < IDS_MAX) game->removed[game->removed_count++] = id;
}

static void hear_problem(void *user_data, iap_client *client, const iap_error *error) {
    (void)client;
    game *game = user_data;
    if (game->problems++ == 0) check_error(game, "a problem", error->status, error->message, false);
}

/* Opens what is not open yet. */
static iap_status open_game(game *game, iap_error *error) {
    iap_status status = IAP_OK;
    if (game->store == NULL) {
        iap_store_options options = IAP_STORE_OPTIONS_INIT;
        options.clock = IAP_STORE_CLOCK_VIRTUAL;
        options.storekit_text = catalogue_text;
        options.storekit_length = strlen(catalogue_text);
        options.seed = 7;
        if (game->trial.target & STORE_ON_DISK) options.state_path = game->store_path;
        status = iap_store_open(&options, &game->store, error);
    }
    if (status == IAP_OK && game->device == NULL) {
        status = iap_store_open_device(game->store, "player", "phone", &game->device, error);
    }
    if (status == IAP_OK) {
        iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
        options.execution = game->trial.execution;
        options.device = game->device;
        if (game->trial.target & JOURNAL_ON_DISK) options.journal_path = game->journal_path;
        status = iap_client_open(&options, &game->client, error);
    }
    if (status != IAP_OK) return status;
    game->delivered_count = 0;
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.user_data = game;
    observer.transaction_updated = hear_updated;
    observer.transaction_removed = hear_removed;
    observer.problem_reported = hear_problem;
    return iap_add_observer(game->client, &observer, NULL, error);
}

static void close_game(game *game) {
    if (game->client != NULL && iap_client_close(game->client) != IAP_OK) fail(game, "the client cannot be closed");
    game->client = NULL;
    /* A store in memory would lose everything, therefore it stays open. */
    if (!(game->trial.target & STORE_ON_DISK)) return;
    if (game->device != NULL && iap_device_close(game->device, NULL) != IAP_OK)
        fail(game, "the device cannot be closed");
    if (game->store != NULL && iap_store_close(game->store, NULL) != IAP_OK) fail(game, "the store cannot be closed");
    game->device = NULL;
    game->store = NULL;
}

/* --------------------------------------------------------------------------------------------------- processing */

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static iap_store_totals totals_of(game *game) {
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    if (iap_store_get_totals(game->store, &totals, NULL) != IAP_OK) totals.unfinished = UINT64_MAX;
    return totals;
}

static bool has_outcomes(game *game) {
    for (size_t i = 0; i < game->payment_count; i++) {
        if (!game->has_outcome[i]) return false;
    }
    return true;
}

static bool has_finished(game *game) { return has_outcomes(game) && totals_of(game).unfinished == 0; }

/* Processes events until the condition is true, or until no event has come for this time. */
static bool process(game *game, bool (*is_over)(struct game *), int64_t patience_ms) {
    int64_t deadline = now_ms() + patience_ms;
    while (!is_over(game)) {
        const int problems = game->problems;
        if (iap_client_process_events(game->client, 0) > 0 && game->problems == problems)
            deadline = now_ms() + patience_ms;
        else iap_client_wait_events(game->client, 5);
        if (now_ms() > deadline) return false;
    }
    return true;
}

/* Work that is impossible while the disk is full must not be repeated in every frame: a loop that runs while there is something
   to process ends. */
static bool comes_to_rest(game *game) {
    for (int round = 0; round < 1000; round++) {
        if (iap_client_process_events(game->client, 0) == 0 && iap_client_wait_events(game->client, 0) == 0)
            return true;
    }
    return false;
}

static void buy(game *game, const char *product_id) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status status = iap_add_payment(game->client, &payment, &game->payments[game->payment_count], &error);
    if (status == IAP_OK) game->payment_count++;
    else fail(game, "iap_add_payment: %d %s", (int)status, error.message);
}

/* ------------------------------------------------------------------------------------------------------- trials */

static void play(game *game) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const long full = game->trial.limit;
    if (game->trial.from_the_start) limit_files(full);
    iap_status status = open_game(game, &error);
    if (status != IAP_OK) {
        if (!game->trial.from_the_start) fail(game, "cannot be opened: %s", error.message);
        check_error(game, "opening on a full disk", status, error.message, false);
        limit_files(-1);
        close_game(game);
        iap_error_init(&error);
        status = open_game(game, &error);
        if (status != IAP_OK) {
            fail(game, "cannot be opened when there is room again: %d %s", (int)status, error.message);
            return;
        }
    }
    limit_files(full);
    buy(game, COINS);
    buy(game, SWORD);
    buy(game, COINS);
    buy(game, GEMS);
    process(game, has_finished, FULL_PATIENCE_MS);
    if (!comes_to_rest(game)) fail(game, "there is always something to process while the disk is full");
    for (size_t i = 0; i < game->payment_count; i++) {
        if (!game->has_outcome[i] && game->problems == 0) {
            fail(game, "payment %zu has no outcome and no problem was reported", i + 1);
        }
    }
    limit_files(-1);

    /* The library retries deliveries that failed, in this launch. If the store could not record a finish, the library finishes
       again at the next launch at the latest. */
    if (!process(game, has_outcomes, PATIENCE_MS)) fail(game, "with room again, a payment has no outcome");
    for (int launch = 2; launch <= 3; launch++) {
        close_game(game);
        game->payment_count = 0;
        iap_error_init(&error);
        status = open_game(game, &error);
        if (status != IAP_OK) {
            fail(game, "launch %d: %d %s", launch, (int)status, error.message);
            return;
        }
        const int problems = game->problems;
        if (!process(game, has_finished, PATIENCE_MS))
            fail(game, "launch %d: not everything could be finished", launch);
        iap_client_wait_events(game->client, 5);
        iap_client_process_events(game->client, 0);
        if (game->problems != problems) fail(game, "launch %d: there is room, but a problem is reported", launch);
    }
    const iap_store_totals totals = totals_of(game);
    if (totals.transactions != game->granted_count) {
        fail(game, "%" PRIu64 " were paid and %zu granted", totals.transactions, game->granted_count);
    }
    if (totals.unfinished != 0) fail(game, "%" PRIu64 " are unfinished in the end", totals.unfinished);
    close_game(game);
}

static void remove_folder(const char *folder) {
    DIR *directory = opendir(folder);
    char path[512];
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    if (directory != NULL) closedir(directory);
    rmdir(folder);
}

static int play_trial(const void *context) {
    play((game *)context);
    return 0;
}

static bool run_trial(trial trial) {
    static const char *const targets[] = {"", "store", "journal", "store and journal"};
    char folder[] = "/tmp/iap-full-disk-XXXXXX", name[128];
    snprintf(name, sizeof name, "%s, %s of %ld bytes, full %s",
             trial.execution == IAP_EXECUTION_MANUAL ? "manual" : "background", targets[trial.target], trial.limit,
             trial.from_the_start ? "from the start" : "later");
    if (mkdtemp(folder) == NULL) return false;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        static game game;
        game.trial = trial;
        snprintf(game.store_path, sizeof game.store_path, "%s/store.db", folder);
        snprintf(game.journal_path, sizeof game.journal_path, "%s/journal.db", folder);
        signal(SIGXFSZ, SIG_IGN);
        alarm(300);
        run_forked(play_trial, &game);
        limit_files(-1);
        if (game.failures[0] != 0) printf("FAIL full disk, %s:\n%s", name, game.failures);
        exit(game.failures[0] == 0 ? 0 : 1);
    }
    int status = -1;
    if (child > 0) waitpid(child, &status, 0);
    remove_folder(folder);
    if (!WIFEXITED(status)) printf("FAIL full disk, %s: ended with wait status 0x%x\n", name, (unsigned)status);
    return status == 0;
}

int main(void) {
    const long limits[] = {0,     1,     100,   512,   1024,  4096,  8192,  12288,  16384,
                           24576, 32768, 40960, 49152, 57344, 65536, 98304, 131072, 262144};
    const target targets[] = {STORE_ON_DISK, JOURNAL_ON_DISK, BOTH_ON_DISK};
    int passed = 0, failed = 0;
    for (iap_execution execution = IAP_EXECUTION_BACKGROUND; execution <= IAP_EXECUTION_MANUAL; execution++) {
        for (size_t t = 0; t < 3; t++) {
            for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
                for (int start = 0; start < 2; start++) {
                    const trial trial = {targets[t], start == 1, limits[i], execution};
                    if (run_trial(trial)) passed++;
                    else failed++;
                }
            }
        }
    }
    printf("full disk: %d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
