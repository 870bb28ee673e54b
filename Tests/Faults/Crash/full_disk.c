/*
 * full_disk.c: what a store and a journal do when their files cannot grow. RLIMIT_FSIZE limits the size of a file, at several
 * sizes, before or after the files are opened. A game buys, the limit is removed, and nothing may be lost. Each case runs in
 * its own process.
 */
#define _GNU_SOURCE
#include "careful_game.h"
#include "catalogue.h"
#include "folder.h"
#include "forked.h"
#include "playing.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define TIMEOUT_MS 20000
/** How long the game continues without an event while the disk is full. */
#define FULL_TIMEOUT_MS 300

typedef enum { STORE_ON_DISK = 1, JOURNAL_ON_DISK = 2, BOTH_ON_DISK = 3 } target;

typedef struct trial {
    target target;
    bool from_the_start; /**< the disk is full before the files are opened */
    long limit;
    iap_execution_t execution;
} trial;

typedef struct game {
    char store_path[256], journal_path[256];
    trial trial;
    iap_store *store;
    iap_device *device;
    careful_game careful;
    table save;
    hearing hearing;
    int problems;
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

static void check_error(game *game, const char *what, iap_status_t status, const char *message, bool store_may_fail) {
    const iap_category_t category = IAP_STATUS_CATEGORY(status);
    if (category != IAP_CATEGORY_STORAGE && !(store_may_fail && category == IAP_CATEGORY_STORE)) {
        fail(game, "%s has status %d", what, (int)status);
    }
    if (message[0] == 0) fail(game, "%s has no message", what);
}

static void hear_updated(game *game, const iap_transaction *transaction) {
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    const uint64_t id = iap_transaction_id(transaction);
    /* No two payments have the same purchase here. */
    if (state == IAP_TRANSACTION_PURCHASED && careful_delivery(&game->careful, id)->launch == game->careful.launch)
        fail(game, "%" PRIu64 " is delivered twice in a launch", id);
    if (state != IAP_TRANSACTION_FAILED) return;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_transaction_error(transaction, &error);
    check_error(game, "a failed payment", status, error.message, true);
}

static void hear(void *context, iap_client *client, const heard *entry) {
    (void)client;
    game *game = context;
    if (entry->type == IAP_EVENT_TRANSACTION_UPDATED) hear_updated(game, entry->transaction);
    if (entry->type == IAP_EVENT_PROBLEM_REPORTED && game->problems++ == 0)
        check_error(game, "a problem", entry->error.status, entry->error.message, false);
    careful_hear(&game->careful, entry);
}

static void break_rule(void *context, const char *rule, const char *text) { fail(context, "%s: %s", rule, text); }

/* Opens what is not open yet. */
static iap_status_t open_game(game *game, iap_error *error) {
    iap_status_t status = IAP_OK;
    if (game->store == NULL) {
        const bool is_on_disk = game->trial.target & STORE_ON_DISK;
        const iap_store_options options = playing_store(catalogue_text, is_on_disk ? game->store_path : NULL);
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
        status = iap_client_open(&options, &game->careful.client, error);
    }
    if (status != IAP_OK) return status;
    /* Without a journal file only the store remembers a finish, and a full store cannot do this. */
    if (!(game->trial.target & JOURNAL_ON_DISK)) table_clear(&game->careful.deliveries);
    careful_launch(&game->careful);
    const iap_observer observer = hearing_observer(&game->hearing);
    return iap_add_observer(game->careful.client, &observer, NULL, error);
}

static void close_game(game *game) {
    iap_client *client = game->careful.client;
    if (client != NULL && iap_client_close(client) != IAP_OK) fail(game, "the client cannot be closed");
    careful_forget(&game->careful);
    /* A store in memory would lose everything, therefore it stays open. */
    if (!(game->trial.target & STORE_ON_DISK)) return;
    if (game->device != NULL && iap_device_close(game->device, NULL) != IAP_OK)
        fail(game, "the device cannot be closed");
    if (game->store != NULL && iap_store_close(game->store, NULL) != IAP_OK) fail(game, "the store cannot be closed");
    game->device = NULL;
    game->store = NULL;
}

/* --------------------------------------------------------------------------------------------------- processing */

static iap_store_totals totals_of(const game *game) {
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    if (iap_store_get_totals(game->store, &totals, NULL) != IAP_OK) totals.unfinished = UINT64_MAX;
    return totals;
}

static bool has_outcomes(void *context) { return !careful_awaits(&((const game *)context)->careful, NULL); }

static bool is_explained(void *context) { return has_outcomes(context) || ((const game *)context)->problems > 0; }

static bool has_finished(void *context) { return has_outcomes(context) && totals_of(context).unfinished == 0; }

static bool process(game *game, playing_condition is_over, int64_t timeout_ms) {
    return playing_until(game->careful.client, is_over, game, &game->problems, timeout_ms) > 0;
}

static void buy(game *game, const char *product_id) {
    uint64_t id = 0;
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_add_payment(game->careful.client, &payment, &id, &error);
    if (status == IAP_OK) careful_paid(&game->careful, id, product_id);
    else fail(game, "iap_add_payment: %d %s", (int)status, error.message);
}

/* ------------------------------------------------------------------------------------------------------- trials */

static const char *name_of(const trial *trial) {
    static const char *const targets[] = {"", "store", "journal", "store and journal"};
    static char name[128];
    snprintf(name, sizeof name, "%s, %s of %ld bytes, full %s",
             trial->execution == IAP_EXECUTION_MANUAL ? "manual" : "background", targets[trial->target], trial->limit,
             trial->from_the_start ? "from the start" : "later");
    return name;
}

static void play(game *game) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const long full = game->trial.limit;
    if (game->trial.from_the_start) limit_files(full);
    iap_status_t status = open_game(game, &error);
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
    process(game, has_finished, FULL_TIMEOUT_MS);
    /* Work that is impossible while the disk is full must not be repeated in every frame. */
    if (!playing_settle(game->careful.client, 0, 1000))
        fail(game, "there is always something to process while the disk is full");
    /* A busy machine may take longer. */
    if (!process(game, is_explained, TIMEOUT_MS)) fail(game, "a payment has no outcome and no problem was reported");
    limit_files(-1);

    /* The library retries deliveries that failed, in this launch. If the store could not record a finish, the library finishes
       again at the next launch at the latest. */
    if (!process(game, has_outcomes, TIMEOUT_MS)) fail(game, "with room again, a payment has no outcome");
    for (int launch = 2; launch <= 3; launch++) {
        close_game(game);
        iap_error_init(&error);
        status = open_game(game, &error);
        if (status != IAP_OK) {
            fail(game, "launch %d: %d %s", launch, (int)status, error.message);
            return;
        }
        const int problems = game->problems;
        if (!process(game, has_finished, TIMEOUT_MS)) fail(game, "launch %d: not everything could be finished", launch);
        iap_client_wait_events(game->careful.client, 5);
        iap_client_process_events(game->careful.client, 0);
        if (game->problems != problems) fail(game, "launch %d: there is room, but a problem is reported", launch);
    }
    const iap_store_totals totals = totals_of(game);
    if (totals.transactions != game->save.count) {
        fail(game, "%" PRIu64 " were paid and %zu granted", totals.transactions, game->save.count);
    }
    if (totals.unfinished != 0) fail(game, "%" PRIu64 " are unfinished in the end", totals.unfinished);
    close_game(game);
}

static int play_trial(const void *context) {
    static game game;
    game = *(const struct game *)context;
    careful_init(&game.careful, &game.save);
    game.careful.context = &game;
    game.careful.broken = break_rule;
    game.hearing = (hearing){hear, &game, 0};
    signal(SIGXFSZ, SIG_IGN);
    play(&game);
    limit_files(-1);
    if (game.failures[0] != 0) printf("FAIL full disk, %s:\n%s", name_of(&game.trial), game.failures);
    return game.failures[0] == 0 ? 0 : 1;
}

static bool run_trial(trial trial) {
    static game game;
    char folder[64];
    if (!folder_make(folder)) return false;
    game.trial = trial;
    snprintf(game.store_path, sizeof game.store_path, "%s/store.db", folder);
    snprintf(game.journal_path, sizeof game.journal_path, "%s/journal.db", folder);
    const int status = run_apart(play_trial, &game);
    folder_remove(folder);
    if (!WIFEXITED(status))
        printf("FAIL full disk, %s: ended with wait status 0x%x\n", name_of(&trial), (unsigned)status);
    return status == 0;
}

int main(void) {
    const long limits[] = {0,     1,     100,   512,   1024,  4096,  8192,  12288,  16384,
                           24576, 32768, 40960, 49152, 57344, 65536, 98304, 131072, 262144};
    const target targets[] = {STORE_ON_DISK, JOURNAL_ON_DISK, BOTH_ON_DISK};
    int passed = 0, failed = 0;
    for (iap_execution_t execution = IAP_EXECUTION_BACKGROUND; execution <= IAP_EXECUTION_MANUAL; execution++) {
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
