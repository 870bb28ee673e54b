/*
 * failing_disk.c: how a journal handles a disk that fails for a moment below SQLite. The cases are reads at the opening, which
 * are not damage, and the flush of a WAL that is long enough to be written to the pages. The functions of the C library that
 * fail are defined here; they replace the library's own.
 */
#define _GNU_SOURCE
#include "catalogue.h"

#include <iap/iap_inventory.h>
#include <iap/iap_store.h>

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ----------------------------------------------------------------------------------------------------- the disk */

typedef enum { LOG_WRITE, PAGE_WRITE, PAGE_SYNC } operation;

static struct {
    int reads_to_pass, reads_to_fail;
    bool fails_log_sync;
    bool is_traced;
    operation trace[65536];
    size_t count;
} disk;

/** Returns 0 for the journal, 1 for its WAL, and -1 for another file. */
static int part_of(int file) {
    char link[64], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return -1;
    path[length] = 0;
    const char *name = strrchr(path, '/');
    if (name == NULL) return -1;
    if (strcmp(name, "/journal.db") == 0) return 0;
    return strcmp(name, "/journal.db-wal") == 0 ? 1 : -1;
}

static void note(operation operation) {
    if (!disk.is_traced || disk.count == sizeof disk.trace / sizeof disk.trace[0]) return;
    disk.trace[disk.count++] = operation;
}

ssize_t pread64(int file, void *bytes, size_t size, off64_t offset) {
    ssize_t (*real)(int, void *, size_t, off64_t) =
        (ssize_t(*)(int, void *, size_t, off64_t))dlsym(RTLD_NEXT, "pread64");
    if (disk.reads_to_fail > 0 && part_of(file) == 0 && disk.reads_to_pass-- <= 0) {
        disk.reads_to_fail--;
        errno = EIO;
        return -1;
    }
    return real(file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
    ssize_t (*real)(int, const void *, size_t, off64_t) =
        (ssize_t(*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
    const int part = disk.is_traced ? part_of(file) : -1;
    if (part >= 0) note(part == 1 ? LOG_WRITE : PAGE_WRITE);
    return real(file, bytes, size, offset);
}

static int sync_with(const char *name, int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    const int part = part_of(file);
    if (part == 1 && disk.fails_log_sync) {
        disk.fails_log_sync = false;
        disk.is_traced = true;
        errno = EIO;
        return -1;
    }
    if (part == 0) note(PAGE_SYNC);
    return real(file);
}

int fsync(int file) { return sync_with("fsync", file); }
int fdatasync(int file) { return sync_with("fdatasync", file); }

/* ----------------------------------------------------------------------------------------------------- the game */

#define PURCHASES 130
#define GRANT 100

static char folder[256], path[300], kept[300], log_path[310];
static iap_store *store;
static iap_device *device;
static int passed, failed, problems;
static iap_status last_problem;

static void expect(bool holds, const char *text, int a, int b) {
    if (holds) {
        passed++;
    } else {
        failed++;
        printf("FAIL failing disk (%d, %d): %s\n", a, b, text);
    }
}

static void must(iap_status status, const iap_error *error) {
    if (status == IAP_OK) return;
    printf("failing_disk: %d %s\n", (int)status, error->message);
    exit(1);
}

static void hear_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)user_data;
    iap_finish_transaction(client, transaction, NULL);
}

static void hear_problem(void *user_data, iap_client *client, const iap_error *error) {
    (void)user_data;
    (void)client;
    problems++;
    last_problem = error->status;
}

static iap_status launch(iap_client **client, iap_error *error) {
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
    const iap_status status = iap_client_open(&options, client, error);
    if (status != IAP_OK) return status;
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.transaction_updated = hear_updated;
    observer.problem_reported = hear_problem;
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

static void copy(const char *from, const char *to) {
    static char bytes[1 << 20];
    FILE *file = fopen(from, "rb");
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    file = fopen(to, "wb");
    fwrite(bytes, 1, size, file);
    fclose(file);
}

static bool exists(const char *name) {
    char file[600];
    snprintf(file, sizeof file, "%s/%s", folder, name);
    return access(file, F_OK) == 0;
}

/* The disk refuses this many reads at the opening, and then works again. */
static void check_reads(int reads_to_pass, int reads_to_fail) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_client *client = NULL;
    copy(kept, path);
    disk.reads_to_pass = reads_to_pass;
    disk.reads_to_fail = reads_to_fail;
    const iap_status status = launch(&client, &error);
    disk.reads_to_fail = 0;
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
    for (size_t i = 0; i < disk.count && disk.trace[i] != LOG_WRITE; i++) {
        if (disk.trace[i] == PAGE_WRITE) is_in_pages = true;
        is_synced = disk.trace[i] == PAGE_SYNC;
    }
    expect(is_in_pages && is_synced, "the next commit follows a WAL that may not be on disk", (int)disk.count, 0);
    disk.is_traced = false;
    disk.count = 0;
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
    disk.fails_log_sync = true;
    for (int i = 0; i < 6000 && !disk.is_traced; i++) buy(client, "no.such.product");
    expect(disk.is_traced, "a long WAL is never written to the pages", 0, 0);
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
    disk.fails_log_sync = true;
    buy(client, COINS);
    turn(client, 20);
    expect(disk.is_traced, "no flush failed", 0, 0);
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
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/iap-failing-disk-XXXXXX", temporary != NULL ? temporary : "/tmp");
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(path, sizeof path, "%s/journal.db", folder);
    snprintf(kept, sizeof kept, "%s/kept", folder);
    snprintf(log_path, sizeof log_path, "%s-wal", path);
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.clock = IAP_STORE_CLOCK_VIRTUAL;
    options.storekit_text = catalogue_text;
    options.storekit_length = strlen(catalogue_text);
    must(iap_store_open(&options, &store, &error), &error);
    must(iap_store_open_device(store, "player", "phone", &device, &error), &error);
    iap_client *client = NULL;
    must(launch(&client, &error), &error);
    for (int i = 0; i < PURCHASES; i++) buy(client, COINS);
    must(iap_client_close(client), &error);
    copy(path, kept);

    for (int pass = 0; pass < 12; pass++) {
        for (int fail = 1; fail <= 8; fail++) check_reads(pass, fail);
    }
    expect(problems == 0 || last_problem != IAP_ERROR_STORAGE_DAMAGED, "an undamaged journal counts as damaged", 0, 0);
    check_log_sync();

    char command[400];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) return 1;
    printf("failing disk: %d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
