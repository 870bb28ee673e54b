/*
 * failing_disk.c: how a journal handles a disk that fails for a moment below SQLite. The cases are reads at the opening, which
 * are not damage, and the flush of a WAL that is long enough to be written to the pages.
 */
#define _GNU_SOURCE
#include "careful_game.h"
#include "catalogue.h"
#include "crash_shim.h"
#include "folder.h"
#include "playing.h"
#include "whole_files.h"

#include <iap/iap_inventory.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ----------------------------------------------------------------------------------------------------- the game */

#define PURCHASES 130
#define GRANT 100

static char folder[64], path[300], log_path[310];
static file_content kept; /**< the journal before each case */
static iap_store *store;
static iap_device *device;
static shim_trace trace;
static careful_game careful;
static table save;
static int passed, failed, problems;
static iap_status_t last_problem;

static void expect(bool holds, const char *text, int a, int b) {
    if (holds) {
        passed++;
    } else {
        failed++;
        printf("FAIL failing disk (%d, %d): %s\n", a, b, text);
    }
}

static void must(iap_status_t status, const iap_error *error) {
    if (status == IAP_OK) return;
    printf("failing_disk: %d %s\n", (int)status, error->message);
    exit(1);
}

static void hear(void *context, iap_client *client, const heard *entry) {
    (void)context;
    careful.client = client;
    careful_hear(&careful, entry);
    if (entry->type != IAP_EVENT_PROBLEM_REPORTED) return;
    problems++;
    last_problem = entry->error.status;
}

static void break_rule(void *context, const char *rule, const char *text) {
    (void)context, (void)rule;
    expect(false, text, 0, 0);
}

static iap_status_t launch(iap_client **client, iap_error *error) {
    iap_grant grant = IAP_GRANT_INIT;
    grant.kind = IAP_GRANT_COUNTER;
    grant.product_id = COINS;
    grant.name = "coins";
    grant.amount = GRANT;
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    inventory.grants = &grant;
    inventory.grant_count = 1;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = IAP_EXECUTION_MANUAL;
    options.journal_path = path;
    options.device = device;
    options.inventory = &inventory;
    const iap_status_t status = iap_client_open(&options, client, error);
    if (status != IAP_OK) return status;
    static hearing hearing = {hear, NULL, 0};
    const iap_observer observer = hearing_observer(&hearing);
    careful_launch(&careful);
    must(iap_add_observer(*client, &observer, NULL, error), error);
    return IAP_OK;
}

static void turn(iap_client *client, int turns) {
    while (turns-- > 0) iap_client_process_events(client, 0);
}

static void buy(iap_client *client, const char *product_id) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    must(iap_add_payment(client, &payment, NULL, &error), &error);
    turn(client, 6);
}

static bool exists(const char *name) {
    char file[600];
    snprintf(file, sizeof file, "%s/%s", folder, name);
    return file_exists(file);
}

/* The disk refuses this many reads at the opening, and then works again. */
static void check_reads(int reads_to_pass, int reads_to_fail) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_client *client = NULL;
    if (!file_store(path, kept.bytes, kept.length)) exit(1);
    shim_fail_reads(reads_to_pass, reads_to_fail);
    const iap_status_t status = launch(&client, &error);
    shim_fail_reads(0, 0);
    if (status == IAP_OK) {
        turn(client, 6);
        expect(iap_inventory_balance(client, "coins", NULL) == PURCHASES * GRANT, "coins are gone", reads_to_pass,
               reads_to_fail);
        must(iap_client_close(client), &error);
    } else {
        expect(IAP_STATUS_CATEGORY(status) == IAP_CATEGORY_STORAGE && error.retryable && error.message[0] != 0,
               error.message, reads_to_pass, reads_to_fail);
    }
    must(launch(&client, &error), &error);
    turn(client, 6);
    expect(iap_inventory_balance(client, "coins", NULL) == PURCHASES * GRANT, "coins are gone at the next launch",
           reads_to_pass, reads_to_fail);
    must(iap_client_close(client), &error);
    expect(!exists("journal.db.damaged-1") && !exists("journal.db.copied") && !exists("journal.db.rescue"),
           "a file is left next to the journal", reads_to_pass, reads_to_fail);
}

static long log_size(void) {
    struct stat status;
    return stat(log_path, &status) == 0 ? (long)status.st_size : 0;
}

/* After the failed flush, the next commit is written only when the old WAL is in the pages, and these are on disk. */
static void expect_pages_first(void) {
    bool is_in_pages = false, is_synced = false;
    const long count = trace.count < SHIM_STEPS_MAX ? trace.count : SHIM_STEPS_MAX;
    for (long i = 0; i < count && (trace.steps[i] != SHIM_WRITE || trace.parts[i] != SHIM_LOG); i++) {
        if (trace.parts[i] != SHIM_PAGES) continue;
        is_in_pages = is_in_pages || trace.steps[i] == SHIM_WRITE;
        is_synced = trace.steps[i] == SHIM_SYNC;
    }
    expect(is_in_pages && is_synced, "the next commit follows a WAL that may not be on disk", (int)count, 0);
}

static void expect_coins(int purchases, const char *text) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_client *client = NULL;
    must(launch(&client, &error), &error);
    turn(client, 6);
    expect(iap_inventory_balance(client, "coins", NULL) == purchases * GRANT, text, purchases, 0);
    must(iap_client_close(client), &error);
}

/* A flush of the WAL fails: first when the WAL has become long and must be written to the pages, then in a commit that grants
   coins. */
static void check_log_sync(void) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_client *client = NULL;
    must(launch(&client, &error), &error);
    turn(client, 6);
    /* Purchases of unknown products leave only lines of the audit log, which are not flushed. */
    shim_fail_log_sync();
    for (int i = 0; i < 6000 && shim_awaits_log_sync(); i++) buy(client, "no.such.product");
    expect(!shim_awaits_log_sync(), "a long WAL is never written to the pages", 0, 0);
    buy(client, COINS);
    expect_pages_first();
    /* A WAL that is never written to the pages would grow without limit. */
    long longest = 0;
    for (int k = 0; k < 600; k++) {
        buy(client, "no.such.product");
        if (log_size() > longest) longest = log_size();
    }
    expect(longest < 4120L * 1400, "the WAL grows without limit", (int)longest, 0);

    expect(iap_inventory_balance(client, "coins", NULL) == (PURCHASES + 1) * GRANT, "coins are gone", 0, 0);
    shim_fail_log_sync();
    buy(client, COINS);
    turn(client, 20);
    expect(!shim_awaits_log_sync(), "no flush failed", 0, 0);
    expect_pages_first();
    /* The client tries the commit again after a while. */
    must(iap_store_advance_clock(store, 60000, &error), &error);
    for (int i = 0; i < 400 && iap_inventory_balance(client, "coins", NULL) != (PURCHASES + 2) * GRANT; i++) {
        usleep(10000);
        turn(client, 1);
    }
    expect(iap_inventory_balance(client, "coins", NULL) == (PURCHASES + 2) * GRANT, "not granted once", 0, 0);
    must(iap_client_close(client), &error);
    expect_coins(PURCHASES + 2, "not granted once at the next launch");
}

int main(void) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!folder_make(folder)) return 1;
    careful_init(&careful, &save);
    careful.broken = break_rule;
    snprintf(path, sizeof path, "%s/journal.db", folder);
    snprintf(log_path, sizeof log_path, "%s-wal", path);
    const iap_store_options options = playing_store(catalogue_text, NULL);
    must(iap_store_open(&options, &store, &error), &error);
    must(iap_store_open_device(store, "player", "phone", &device, &error), &error);
    shim_begin(folder, 0, SHIM_AFTER, 1, &trace);
    iap_client *client = NULL;
    must(launch(&client, &error), &error);
    for (int i = 0; i < PURCHASES; i++) buy(client, COINS);
    must(iap_client_close(client), &error);
    kept = file_load(path);

    for (int pass = 0; pass < 12; pass++) {
        for (int fail = 1; fail <= 8; fail++) check_reads(pass, fail);
    }
    expect(problems == 0 || last_problem != IAP_ERROR_STORAGE_DAMAGED, "an undamaged journal counts as damaged", 0, 0);
    check_log_sync();

    folder_remove(folder);
    free(kept.bytes);
    printf("failing disk: %d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
