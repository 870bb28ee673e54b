/*
 * damaged.c: what happens to a damaged journal. The client renames it and reports the new name, and the rules stay true: the
 * store still knows the unfinished transactions, and the game's save file knows the grants. The client does not change a file
 * of another program or of a newer version. Each launch is a separate process.
 */
#define _GNU_SOURCE
#include "folder.h"
#include "forked.h"
#include "player.h"
#include "rules.h"
#include "shop.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096
#define FRAME (PAGE + 24)
#define FILE_MAX (1 << 20)

static void buy_and_die_at_finish(player *player) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (player->role != ROLE_PLAY) return;
    player_check(player, iap_store_kill_at(player->store, IAP_STORE_POINT_BEFORE_FINISH, 1, &error), &error);
    player_buy(player, SWORD, 1);
}

/* Closed properly, with a purchase that was granted and not finished. */
static const flow closed_flow = {
    .name = "closed", .owned = COINS, .owned_is_unfinished = true, .charges = 2, .is_damaged = true};
/* Killed, with a finished purchase and one whose finish only the journal knows; the latest change is in its WAL file. */
static const flow killed_flow = {
    .name = "killed", .owned = COINS, .charges = 3, .is_damaged = true, .begin = buy_and_die_at_finish};

typedef enum { GARBAGE, ZEROS, CUT } damage_kind;
static const char *const kind_names[] = {"overwritten", "zeroed", "cut off"};

typedef enum { REPORTED, MAYBE_REPORTED, UNNOTICED } expectation;

typedef struct damage {
    const char *name; /**< of the file */
    damage_kind kind;
    long offset, length;
    expectation expectation;
} damage;

static int passed, failed;

static bool expect(bool holds, const char *scene, const damage *damage, const char *text) {
    if (!holds) {
        printf("FAIL damaged journal, %s, %s %s from byte %ld: %s\n", scene, damage->name, kind_names[damage->kind],
               damage->offset, text);
    }
    return holds;
}

static int play(const void *launch) { return player_run(launch); }

static int run(const char *folder, const flow *flow, role role, iap_execution execution) {
    const launch launch = {folder, flow, role, execution, false};
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        alarm(120);
        _exit(run_forked(play, &launch));
    }
    int status = -1;
    if (child > 0) waitpid(child, &status, 0);
    return status;
}

/* The store sells something of which no client is notified before the journal is damaged. */
static int sell(const char *folder) {
    char path[128];
    snprintf(path, sizeof path, "%s/store.db", folder);
    const pid_t child = fork();
    if (child == 0) {
        iap_store_options options = IAP_STORE_OPTIONS_INIT;
        options.clock = IAP_STORE_CLOCK_VIRTUAL;
        options.storekit_text = shop_text;
        options.storekit_length = strlen(shop_text);
        options.state_path = path;
        iap_store *store = NULL;
        iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
        purchase.product_id = GEMS;
        const bool is_sold = iap_store_open(&options, &store, NULL) == IAP_OK &&
                             iap_store_buy(store, ACCOUNT, &purchase, NULL, NULL) == IAP_OK;
        _exit(is_sold && iap_store_close(store, NULL) == IAP_OK ? 0 : 1);
    }
    int status = -1;
    if (child > 0) waitpid(child, &status, 0);
    return status;
}

static size_t read_whole(const char *folder, const char *name, char *bytes) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const int file = open(path, O_RDONLY);
    const ssize_t count = file >= 0 ? read(file, bytes, FILE_MAX) : -1;
    if (file >= 0) close(file);
    return count > 0 ? (size_t)count : 0;
}

static long size_of(const char *folder, const char *name) {
    char path[256];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &status) == 0 ? (long)status.st_size : -1;
}

static bool inflict(const char *folder, const damage *damage) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, damage->name);
    if (damage->kind == CUT) return truncate(path, damage->offset) == 0;
    const int file = open(path, O_WRONLY);
    char *bytes = calloc(1, (size_t)damage->length);
    for (long i = 0; i < damage->length && damage->kind == GARBAGE; i++) bytes[i] = (char)(i * 167 + 89);
    const bool is_done = file >= 0 && pwrite(file, bytes, (size_t)damage->length, damage->offset) == damage->length;
    if (file >= 0) close(file);
    free(bytes);
    return is_done;
}

/* The name in the report of the damage; empty if there was no report. */
static bool read_report(const char *folder, char *name) {
    static char save[FILE_MAX + 1];
    char start[32];
    save[read_whole(folder, "save", save)] = 0;
    snprintf(start, sizeof start, "problem %d ", IAP_ERROR_STORAGE_DAMAGED);
    const char *report = strstr(save, start);
    if (report == NULL) return false;
    const char *found = strstr(report, "journal.db");
    if (found == NULL || sscanf(found, "%63[^ \n;,]", name) != 1) name[0] = 0;
    return true;
}

static bool judge(const char *scene, const damage *damage, const flow *flow, iap_execution execution,
                  const char *folder) {
    static notes notes;
    char path[128];
    snprintf(path, sizeof path, "%s/save", folder);
    notes_read(path, &notes);
    judgement judgement = {.flow = flow, .execution = execution, .notes = &notes};
    rules_judge(&judgement);
    int reports = 0;
    for (size_t i = 0; i < notes.count; i++)
        reports += notes.notes[i].word == NOTE_PROBLEM && notes.notes[i].launch == notes.launches;
    return expect(judgement.failures == 0, scene, damage, judgement.text) &
           expect(reports == 0, scene, damage, "the damage is reported again at the next launch");
}

static void try_damage(const char *prepared, const flow *flow, iap_execution execution, const damage *damage) {
    static char before[FILE_MAX], after[FILE_MAX];
    char folder[64], aside[64] = "";
    if (!folder_make(folder) || !folder_copy(prepared, folder)) exit(2);
    bool holds = expect(inflict(folder, damage), flow->name, damage, "could not be inflicted");
    const size_t length = read_whole(folder, "journal.db", before);
    const int recovered = run(folder, flow, ROLE_RECOVER, execution);
    const bool is_reported = read_report(folder, aside);
    holds &= expect(recovered == 0, flow->name, damage, "the client could not be opened or did not get through");
    holds &= expect(run(folder, flow, ROLE_LOOK, execution) == 0, flow->name, damage, "the next launch failed");
    holds &= expect(is_reported || damage->expectation != REPORTED, flow->name, damage, "was not reported");
    holds &= expect(!is_reported || damage->expectation != UNNOTICED, flow->name, damage, "was reported");
    if (is_reported) {
        /* Reading a file that has a WAL file may write the WAL's content into it. */
        const size_t kept = read_whole(folder, aside, after);
        const bool is_same = kept == length && memcmp(before, after, length) == 0;
        holds &= expect(strcmp(aside, "journal.db") != 0 && kept > 0 && (is_same || flow == &killed_flow), flow->name,
                        damage, "the file is not kept under the name that was told");
    }
    holds &= judge(flow->name, damage, flow, execution, folder);
    passed += holds;
    failed += !holds;
    folder_remove(folder);
}

/* A file that is not a journal, or that this version cannot read: the client refuses it and does not change a byte. */
static void try_refusal(const char *prepared, const char *what, iap_status expected,
                        void (*change)(const char *folder)) {
    static char before[FILE_MAX], after[FILE_MAX];
    char folder[64], path[128], line[32];
    if (!folder_make(folder) || !folder_copy(prepared, folder)) exit(2);
    change(folder);
    const size_t length = read_whole(folder, "journal.db", before);
    snprintf(path, sizeof path, "%s/save", folder);
    const int status = run(folder, &closed_flow, ROLE_RECOVER, IAP_EXECUTION_MANUAL);
    before[length] = after[read_whole(folder, "save", after)] = 0;
    snprintf(line, sizeof line, "error %d ", (int)expected);
    const bool is_refused = WIFEXITED(status) && WEXITSTATUS(status) == 3 && strstr(after, line) != NULL;
    const bool is_kept = read_whole(folder, "journal.db", after) == length && memcmp(before, after, length) == 0 &&
                         size_of(folder, "journal.db.damaged-1") < 0;
    if (!is_refused)
        printf("FAIL damaged journal, %s: the client does not refuse it with %s\n", what, iap_status_name(expected));
    if (!is_kept) printf("FAIL damaged journal, %s: it was changed\n", what);
    passed += is_refused && is_kept;
    failed += !(is_refused && is_kept);
    folder_remove(folder);
}

static void make_text(const char *folder) {
    char path[128];
    snprintf(path, sizeof path, "%s/journal.db", folder);
    FILE *file = fopen(path, "w");
    for (int i = 0; file != NULL && i < 1000; i++) fprintf(file, "Dear diary, day %d\n", i);
    if (file != NULL) fclose(file);
}

static void make_store(const char *folder) {
    static char bytes[FILE_MAX];
    char path[128];
    const size_t length = read_whole(folder, "store.db", bytes);
    snprintf(path, sizeof path, "%s/journal.db", folder);
    FILE *file = fopen(path, "w");
    if (file == NULL) return;
    fwrite(bytes, 1, length, file);
    fclose(file);
}

/* The content no longer shows whose file it was. */
static void make_garbage(const char *folder) {
    const damage damage = {"journal.db", GARBAGE, 0, PAGE, UNNOTICED};
    inflict(folder, &damage);
}

static void make_zeros(const char *folder) {
    const damage damage = {"journal.db", ZEROS, 0, 100, UNNOTICED};
    inflict(folder, &damage);
}

/* SQLite keeps a version number of the content in four bytes here. */
static void make_newer(const char *folder) {
    static char bytes[FILE_MAX];
    char path[256];
    const size_t length = read_whole(folder, "journal.db", bytes);
    bytes[62] = 1;
    snprintf(path, sizeof path, "%s/journal.db", folder);
    FILE *file = fopen(path, "wb");
    if (file == NULL) return;
    fwrite(bytes, 1, length, file);
    fclose(file);
}

/* Whether a cut at this byte would remove content. */
static bool has_content(const char *folder, const char *name, long offset) {
    static char bytes[FILE_MAX];
    const long length = (long)read_whole(folder, name, bytes);
    while (offset < length && bytes[offset] == 0) offset++;
    return offset < length;
}

static void damage_file(const char *prepared, const flow *flow, iap_execution execution) {
    const long size = size_of(prepared, "journal.db"), log_size = size_of(prepared, "journal.db-wal");
    printf("damaged journal, %s: %ld bytes, with %ld bytes of log\n", flow->name, size, log_size > 0 ? log_size : 0);
    const expectation damage_shows = log_size > 0 ? MAYBE_REPORTED : REPORTED; /* the WAL may contain the page again */
    const damage first_page = {"journal.db", GARBAGE, 100, PAGE - 100, damage_shows};
    if (size > 0) try_damage(prepared, flow, execution, &first_page);
    for (long offset = PAGE; offset < size; offset += PAGE) {
        const damage page = {"journal.db", GARBAGE, offset, PAGE, damage_shows};
        const damage cut = {"journal.db", CUT, offset, 0, damage_shows};
        /* SQLite reads zeros for the missing part of the last page. */
        const bool has_end = has_content(prepared, "journal.db", offset + PAGE / 2);
        const damage torn = {"journal.db", CUT, offset + PAGE / 2, 0, has_end ? damage_shows : MAYBE_REPORTED};
        try_damage(prepared, flow, execution, &page);
        try_damage(prepared, flow, execution, &cut);
        try_damage(prepared, flow, execution, &torn);
    }
    /* A kill between creating the file and writing to it leaves this, too. */
    const damage empty = {"journal.db", CUT, 0, 0, MAYBE_REPORTED};
    try_damage(prepared, flow, execution, &empty);
    for (long offset = 0; offset < log_size; offset += offset == 0 ? 32 : FRAME) {
        /* A WAL with an invalid checksum counts as not completely written. */
        const damage page = {"journal.db-wal", GARBAGE, offset, 32, MAYBE_REPORTED};
        const damage zeros = {"journal.db-wal", ZEROS, offset, 32, MAYBE_REPORTED};
        const damage cut = {"journal.db-wal", CUT, offset, 0, MAYBE_REPORTED};
        try_damage(prepared, flow, execution, &page);
        try_damage(prepared, flow, execution, &zeros);
        try_damage(prepared, flow, execution, &cut);
    }
}

int main(void) {
    static const flow *const scenes[] = {&closed_flow, &killed_flow};
    for (iap_execution execution = IAP_EXECUTION_BACKGROUND; execution <= IAP_EXECUTION_MANUAL; execution++) {
        for (size_t i = 0; i < 2; i++) {
            /* With CRASH_SHORT, the killed journal is opened in manual mode only. */
            if (getenv("CRASH_SHORT") != NULL && scenes[i] == &killed_flow && execution == IAP_EXECUTION_BACKGROUND)
                continue;
            char prepared[64];
            if (!folder_make(prepared)) return 2;
            bool is_ready = run(prepared, scenes[i], ROLE_PREPARE, execution) == 0;
            if (scenes[i] == &killed_flow)
                is_ready = is_ready && run(prepared, scenes[i], ROLE_PLAY, execution) == SIGKILL &&
                           size_of(prepared, "journal.db-wal") > 0;
            if (is_ready && sell(prepared) == 0) damage_file(prepared, scenes[i], execution);
            else printf("FAIL damaged journal, %s: cannot be prepared\n", scenes[i]->name), failed++;
            if (i == 0 && execution == IAP_EXECUTION_MANUAL && is_ready) {
                try_refusal(prepared, "a text", IAP_ERROR_STORAGE_FOREIGN, make_text);
                try_refusal(prepared, "another database", IAP_ERROR_STORAGE_FOREIGN, make_store);
                try_refusal(prepared, "a first page of garbage", IAP_ERROR_STORAGE_FOREIGN, make_garbage);
                try_refusal(prepared, "a header of zeros", IAP_ERROR_STORAGE_FOREIGN, make_zeros);
                try_refusal(prepared, "a newer journal", IAP_ERROR_STORAGE_NEWER, make_newer);
            }
            folder_remove(prepared);
        }
    }
    printf("damaged journal: %d passed, %d failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
