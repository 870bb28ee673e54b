/*
 * crash.c: kills a game that buys at every call with which it changes a file, and checks after each kill that no paid
 * transaction is lost and none is delivered against the rules. It also fills the disk from each of these calls on.
 *
 *   crash SHIM   runs everything; SHIM is the library for LD_PRELOAD that crash_shim.c makes
 */
#define _GNU_SOURCE
#include "player.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define LINES_MAX 512
#define MOMENTS_MIN 50
#define PAYMENTS 2 /* that the game makes */
#define WORKERS_MAX 8

static const char *const mode_names[] = {"background", "manual"};
static const char *const how_names[] = {"before", "torn", "full"};
enum { BEFORE, TORN, FULL, HOW_COUNT };

static const char *shim;

/** Shared by the workers. */
static struct { atomic_int next, passed, failed, killed, ended, refused; } * shared;

/* ----------------------------------------------------------------------------------------------------- processes */

static void empty_folder(const char *folder, bool itself) {
    DIR *directory = opendir(folder);
    if (directory == NULL) return;
    char path[1024];
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    closedir(directory);
    if (itself) rmdir(folder);
}

/* Runs one launch of the game in a process of its own and returns how that ended, as waitpid() tells it. */
static int launch(const char *folder, play what, iap_execution execution, long crash_at, const char *how,
                  const char *count_path) {
    const pid_t child = fork();
    if (child == 0) {
        char at[32], what_text[8], execution_text[8];
        snprintf(at, sizeof at, "%ld", crash_at);
        snprintf(what_text, sizeof what_text, "%d", (int)what);
        snprintf(execution_text, sizeof execution_text, "%d", (int)execution);
        if (crash_at > 0) setenv("CRASH_AT", at, 1);
        if (how != NULL) setenv("CRASH_HOW", how, 1);
        if (count_path != NULL) setenv("CRASH_COUNT", count_path, 1);
        if (crash_at > 0 || count_path != NULL) setenv("LD_PRELOAD", shim, 1);
        alarm(300);
        execl("/proc/self/exe", "crash", "--play", folder, what_text, execution_text, (char *)NULL);
        _exit(127);
    }
    int status = -1;
    if (child > 0) waitpid(child, &status, 0);
    return status;
}

/* ----------------------------------------------------------------------------------------------------- save game */

typedef enum {
    LAUNCH,
    STORED,
    UNFINISHED,
    DELIVERED,
    GRANTED,
    FINISHING,
    REMOVED,
    FAILED,
    PROBLEM,
    ERROR,
    TOTALS,
    END,
    OTHER
} word;
static const char *const words[] = {"launch",  "stored", "unfinished", "delivered", "granted", "finishing",
                                    "removed", "failed", "problem",    "error",     "totals",  "end"};

typedef struct save_line {
    word word;
    int launch; /**< from 1 */
    uint64_t id, numbers[3];
    int32_t status;
} save_line;

typedef struct save_game {
    save_line lines[LINES_MAX];
    size_t count;
} save_game;

static void read_save(const char *folder, save_game *save) {
    char path[1024], text[600];
    int launches = 0;
    save->count = 0;
    snprintf(path, sizeof path, "%s/save", folder);
    FILE *file = fopen(path, "r");
    while (file != NULL && save->count < LINES_MAX && fgets(text, sizeof text, file) != NULL) {
        save_line *line = &save->lines[save->count++];
        memset(line, 0, sizeof *line);
        char first[32] = "";
        sscanf(text, "%31s", first);
        line->word = OTHER;
        for (int i = 0; i < OTHER; i++) {
            if (strcmp(first, words[i]) == 0) line->word = (word)i;
        }
        launches += line->word == LAUNCH;
        line->launch = launches;
        sscanf(text, "%*s %" SCNu64 " %" SCNu64 " %" SCNu64, &line->numbers[0], &line->numbers[1], &line->numbers[2]);
        line->id = line->numbers[0];
        if (line->word == ERROR || line->word == FAILED || line->word == PROBLEM)
            sscanf(text, "%*s %" SCNd32, &line->status);
    }
    if (file != NULL) fclose(file);
}

/* How often a launch has a line with this word and id; launch 0 means any. */
static int count_lines(const save_game *save, word word, uint64_t id, int launch) {
    int count = 0;
    for (size_t i = 0; i < save->count; i++) {
        const save_line *line = &save->lines[i];
        count += line->word == word && line->id == id && (launch == 0 || line->launch == launch);
    }
    return count;
}

/* -------------------------------------------------------------------------------------------------------- checks */

typedef struct moment {
    iap_execution execution;
    int how;
    long at;
    bool holds;
} moment;

static void fail(moment *moment, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    moment->holds = false;
    printf("FAIL crash, %s mode, %s call %ld: %s\n", mode_names[moment->execution], how_names[moment->how], moment->at,
           text);
    fflush(stdout);
}

/* Launch 1 was ended, launch 2 recovered, launch 3 only looked. */
static void check_save(moment *moment, const save_game *save) {
    uint64_t granted = 0, totals[3] = {0};
    int totals_of_launch_2 = 0, removed_in_launch_1 = 0, told = 0;
    for (size_t i = 0; i < save->count; i++) {
        const save_line *line = &save->lines[i];
        const uint64_t id = line->id;
        switch (line->word) {
        case STORED:
            if (count_lines(save, GRANTED, id, 1) + count_lines(save, DELIVERED, id, 2) == 0) {
                fail(moment, "transaction %" PRIu64 " was paid but neither granted before nor delivered now", id);
            }
            break;
        case UNFINISHED:
            /* What the game finished may be finished in the journal; then it is not delivered again. */
            if (count_lines(save, FINISHING, id, 1) + count_lines(save, DELIVERED, id, 2) == 0) {
                fail(moment, "%" PRIu64 " is unfinished but not delivered", id);
            }
            /* On a full disk the store could not note the finish, which StoreKit has no way to tell. */
            if (count_lines(save, REMOVED, id, 1) > 0 && moment->how != FULL) {
                fail(moment, "%" PRIu64 " was told to be finished but the store lists it as unfinished", id);
            }
            break;
        case DELIVERED:
            if (count_lines(save, DELIVERED, id, line->launch) > 1) {
                fail(moment, "%" PRIu64 " was delivered twice in launch %d", id, line->launch);
            }
            for (int earlier = 1; earlier < line->launch; earlier++) {
                if (count_lines(save, REMOVED, id, earlier) > 0) {
                    fail(moment, "%" PRIu64 " was finished in launch %d and delivered in launch %d", id, earlier,
                         line->launch);
                }
            }
            if (line->launch == 2 && count_lines(save, GRANTED, id, 1) > 0 && line->numbers[1] < 2) {
                fail(moment, "%" PRIu64 " comes again but its delivery count is %" PRIu64, id, line->numbers[1]);
            }
            if (line->launch == 3) fail(moment, "%" PRIu64 " is delivered after everything was finished", id);
            break;
        case REMOVED: removed_in_launch_1 += line->launch == 1; break;
        case GRANTED:
            granted++;
            if (count_lines(save, GRANTED, id, 0) > 1) fail(moment, "%" PRIu64 " was granted twice", id);
            break;
        case ERROR:
        case FAILED:
        case PROBLEM:
            if (line->launch > 1 || moment->how != FULL) {
                fail(moment, "launch %d: %s %d", line->launch, words[line->word], (int)line->status);
            } else if (IAP_STATUS_CATEGORY(line->status) != IAP_CATEGORY_STORAGE &&
                       (line->word != FAILED || IAP_STATUS_CATEGORY(line->status) != IAP_CATEGORY_STORE)) {
                fail(moment, "a full disk is told as %s %d", words[line->word], (int)line->status);
            }
            told += line->launch == 1;
            break;
        case TOTALS:
            if (line->launch == 2) totals_of_launch_2++;
            if (line->launch >= 2) memcpy(totals, line->numbers, sizeof totals);
            if (line->launch >= 2 && line->numbers[1] != 0) {
                fail(moment, "after launch %d the store lists %" PRIu64 " unfinished", line->launch, line->numbers[1]);
            }
            break;
        default: break;
        }
    }
    if (moment->how == FULL && removed_in_launch_1 < PAYMENTS && told == 0) {
        fail(moment, "the disk was full, only %d of %d payments came through, and nothing was told",
             removed_in_launch_1, PAYMENTS);
    }
    if (totals_of_launch_2 != 1) fail(moment, "launch 2 did not tell totals");
    if (granted != totals[0]) fail(moment, "%" PRIu64 " were paid and %" PRIu64 " granted", totals[0], granted);
}

static void try_moment(const char *folder, iap_execution execution, int how, long at) {
    moment moment = {execution, how, at, true};
    static save_game save;
    empty_folder(folder, false);
    const int first = launch(folder, PLAY_BUY, execution, at, how_names[how], NULL);
    if (WIFSIGNALED(first) && WTERMSIG(first) == SIGKILL && how != FULL) atomic_fetch_add(&shared->killed, 1);
    else if (WIFEXITED(first) && WEXITSTATUS(first) == 0) atomic_fetch_add(&shared->ended, 1);
    else if (WIFEXITED(first) && WEXITSTATUS(first) == 3 && how == FULL) atomic_fetch_add(&shared->refused, 1);
    else fail(&moment, "the game ended with wait status 0x%x", (unsigned)first);
    for (int number = 2; number <= 3; number++) {
        const int status = launch(folder, number == 2 ? PLAY_RECOVER : PLAY_LOOK, execution, 0, NULL, NULL);
        if (status != 0) fail(&moment, "launch %d ended with wait status 0x%x", number, (unsigned)status);
    }
    read_save(folder, &save);
    check_save(&moment, &save);
    atomic_fetch_add(moment.holds ? &shared->passed : &shared->failed, 1);
}

/* -------------------------------------------------------------------------------------------------------- driver */

static long count_calls(const char *folder, iap_execution execution) {
    char path[1024];
    snprintf(path, sizeof path, "%s/count", folder);
    empty_folder(folder, false);
    const int status = launch(folder, PLAY_BUY, execution, 0, NULL, path);
    FILE *file = fopen(path, "r");
    long count = -1;
    if (status != 0 || file == NULL || fscanf(file, "%ld", &count) != 1) {
        printf("FAIL crash, %s mode: the game does not end without a kill (wait status 0x%x)\n", mode_names[execution],
               (unsigned)status);
    }
    if (file != NULL) fclose(file);
    empty_folder(folder, false);
    return count;
}

static void work(iap_execution execution, long calls) {
    char folder[] = "/tmp/iap-crash-XXXXXX";
    if (mkdtemp(folder) == NULL) return;
    for (;;) {
        const long number = atomic_fetch_add(&shared->next, 1);
        if (number >= calls * HOW_COUNT) break;
        try_moment(folder, execution, (int)(number % HOW_COUNT), 1 + number / HOW_COUNT);
    }
    empty_folder(folder, true);
}

static void run_mode(iap_execution execution, long workers) {
    char folder[] = "/tmp/iap-crash-XXXXXX";
    if (mkdtemp(folder) == NULL) return;
    const long calls = count_calls(folder, execution);
    empty_folder(folder, true);
    printf(
        "crash, %s mode: %ld calls change files; each is a moment to kill before it, within it, and to fill the disk\n",
        mode_names[execution], calls);
    fflush(stdout);
    if (calls < MOMENTS_MIN) {
        printf("FAIL crash, %s mode: at least %d moments are needed\n", mode_names[execution], MOMENTS_MIN);
        atomic_fetch_add(&shared->failed, 1);
        return;
    }
    atomic_store(&shared->next, 0);
    for (long i = 0; i < workers; i++) {
        if (fork() == 0) {
            work(execution, calls);
            exit(0);
        }
    }
    for (int status; wait(&status) > 0;) {
        if (status != 0) atomic_fetch_add(&shared->failed, 1);
    }
}

int main(int argument_count, char **arguments) {
    if (argument_count == 5 && strcmp(arguments[1], "--play") == 0) {
        return player_run(arguments[2], (play)atoi(arguments[3]), (iap_execution)atoi(arguments[4]));
    }
    if (argument_count != 2) {
        fprintf(stderr, "usage: %s path/to/shim.so\n", arguments[0]);
        return 2;
    }
    shim = arguments[1];
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 2;
    long workers = sysconf(_SC_NPROCESSORS_ONLN);
    if (workers < 1) workers = 1;
    /* Games wait for the disk more than they compute. */
    workers *= 2;
    if (workers > WORKERS_MAX) workers = WORKERS_MAX;
    run_mode(IAP_EXECUTION_MANUAL, workers);
    run_mode(IAP_EXECUTION_BACKGROUND, workers);
    printf("crash: %d games were killed, %d ended by themselves, %d could not open a file\n", shared->killed,
           shared->ended, shared->refused);
    printf("%d passed, %d failed\n", shared->passed, shared->failed);
    return shared->failed == 0 && shared->passed > 0 ? 0 : 1;
}
