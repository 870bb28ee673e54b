/*
 * damaged.c: what happens to a damaged journal. The client renames it and reports the new name, and the rules stay true: the
 * store still knows the unfinished transactions, and the game's save file knows the grants. The client does not change a file
 * of another program or of a newer version. Each launch is a separate process.
 */
#define _GNU_SOURCE
#include "folder.h"
#include "forked.h"
#include "player.h"
#include "playing.h"
#include "rules.h"
#include "shop.h"
#include "whole_files.h"

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

static int run(const char *folder, const flow *flow, role role, iap_execution_t execution) {
    const launch launch = {folder, flow, role, execution, false};
    return run_apart(play, &launch);
}

/* The store sells something of which no client is notified before the journal is damaged. */
static int sell(const void *folder) {
    char path[128];
    snprintf(path, sizeof path, "%s/store.db", (const char *)folder);
    const iap_store_options options = playing_store(shop_text, path);
    iap_store *store = NULL;
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = GEMS;
    const bool is_sold = iap_store_open(&options, &store, NULL) == IAP_OK &&
                         iap_store_buy(store, ACCOUNT, &purchase, NULL, NULL) == IAP_OK;
    return is_sold && iap_store_close(store, NULL) == IAP_OK ? 0 : 1;
}

/* The path of a file in the folder; valid until the next call but one. */
static const char *path_in(const char *folder, const char *name) {
    static char paths[2][256];
    static int number;
    number = !number;
    snprintf(paths[number], sizeof paths[number], "%s/%s", folder, name);
    return paths[number];
}

static file_content load(const char *folder, const char *name) { return file_load(path_in(folder, name)); }

static long size_of(const char *folder, const char *name) {
    struct stat status;
    return stat(path_in(folder, name), &status) == 0 ? (long)status.st_size : -1;
}

static bool inflict(const char *folder, const damage *damage) {
    const char *path = path_in(folder, damage->name);
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
    char start[32];
    const file_content save = load(folder, "save");
    snprintf(start, sizeof start, "problem %d ", IAP_ERROR_STORAGE_DAMAGED);
    const char *report = save.bytes != NULL ? strstr((const char *)save.bytes, start) : NULL;
    const char *found = report != NULL ? strstr(report, "journal.db") : NULL;
    const bool is_reported = report != NULL;
    if (found == NULL || sscanf(found, "%63[^ \n;,]", name) != 1) name[0] = 0;
    free(save.bytes);
    return is_reported;
}

static bool judge(const char *scene, const damage *damage, const flow *flow, iap_execution_t execution,
                  const char *folder) {
    static notes notes;
    notes_read(folder, &notes);
    judgement judgement = {.flow = flow, .execution = execution, .notes = &notes};
    rules_judge(&judgement);
    int reports = 0;
    for (size_t i = 0; i < notes.count; i++)
        reports += notes.notes[i].word == NOTE_PROBLEM && notes.notes[i].launch == notes.launches;
    return expect(judgement.failures == 0, scene, damage, judgement.text) &
           expect(reports == 0, scene, damage, "the damage is reported again at the next launch");
}

static void try_damage(const char *prepared, const flow *flow, iap_execution_t execution, const damage *damage) {
    char folder[64], aside[64] = "";
    if (!folder_make(folder) || !folder_copy(prepared, folder)) exit(2);
    bool holds = expect(inflict(folder, damage), flow->name, damage, "could not be inflicted");
    const file_content before = load(folder, "journal.db");
    const int recovered = run(folder, flow, ROLE_RECOVER, execution);
    const bool is_reported = read_report(folder, aside);
    holds &= expect(recovered == 0, flow->name, damage, "the client could not be opened or did not get through");
    holds &= expect(run(folder, flow, ROLE_LOOK, execution) == 0, flow->name, damage, "the next launch failed");
    holds &= expect(is_reported || damage->expectation != REPORTED, flow->name, damage, "was not reported");
    holds &= expect(!is_reported || damage->expectation != UNNOTICED, flow->name, damage, "was reported");
    if (is_reported) {
        /* Reading a file that has a WAL file may write the WAL's content into it. */
        const bool is_same = file_equals(path_in(folder, aside), before);
        holds &=
            expect(strcmp(aside, "journal.db") != 0 && size_of(folder, aside) > 0 && (is_same || flow == &killed_flow),
                   flow->name, damage, "the file is not kept under the name that was told");
    }
    holds &= judge(flow->name, damage, flow, execution, folder);
    free(before.bytes);
    passed += holds;
    failed += !holds;
    folder_remove(folder);
}

/* A file that is not a journal, or that this version cannot read: the client refuses it and does not change a byte. */
static void try_refusal(const char *prepared, const char *what, iap_status_t expected,
                        void (*change)(const char *folder)) {
    char folder[64], line[32];
    if (!folder_make(folder) || !folder_copy(prepared, folder)) exit(2);
    change(folder);
    const file_content before = load(folder, "journal.db");
    const int status = run(folder, &closed_flow, ROLE_RECOVER, IAP_EXECUTION_MANUAL);
    const file_content save = load(folder, "save");
    snprintf(line, sizeof line, "error %d ", (int)expected);
    const bool is_refused = WIFEXITED(status) && WEXITSTATUS(status) == 3 && save.bytes != NULL &&
                            strstr((const char *)save.bytes, line) != NULL;
    const bool is_kept =
        file_equals(path_in(folder, "journal.db"), before) && size_of(folder, "journal.db.damaged-1") < 0;
    if (!is_refused)
        printf("FAIL damaged journal, %s: the client does not refuse it with %s\n", what, iap_status_name(expected));
    if (!is_kept) printf("FAIL damaged journal, %s: it was changed\n", what);
    passed += is_refused && is_kept;
    failed += !(is_refused && is_kept);
    free(before.bytes);
    free(save.bytes);
    folder_remove(folder);
}

static void make_text(const char *folder) {
    static char text[1000 * 32];
    size_t length = 0;
    for (int i = 0; i < 1000; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "Dear diary, day %d\n", i);
    if (!file_store(path_in(folder, "journal.db"), text, length)) exit(2);
}

static void make_store(const char *folder) {
    const file_content store = load(folder, "store.db");
    if (!file_store(path_in(folder, "journal.db"), store.bytes, store.length)) exit(2);
    free(store.bytes);
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
    const file_content journal = load(folder, "journal.db");
    journal.bytes[62] = 1;
    if (!file_store(path_in(folder, "journal.db"), journal.bytes, journal.length)) exit(2);
    free(journal.bytes);
}

/* Whether a cut at this byte would remove content. */
static bool has_content(const char *folder, const char *name, long offset) {
    const file_content file = load(folder, name);
    while ((size_t)offset < file.length && file.bytes[offset] == 0) offset++;
    free(file.bytes);
    return (size_t)offset < file.length;
}

static void damage_file(const char *prepared, const flow *flow, iap_execution_t execution) {
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
    for (iap_execution_t execution = IAP_EXECUTION_BACKGROUND; execution <= IAP_EXECUTION_MANUAL; execution++) {
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
            if (is_ready && run_apart(sell, prepared) == 0) damage_file(prepared, scenes[i], execution);
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
