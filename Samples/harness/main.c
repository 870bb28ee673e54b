/*
 * The harness: a game without pictures that buys, restores, is killed and starts again, with the reference App Store.
 * README.md describes how to use it.
 */
#define _XOPEN_SOURCE 700

#include "child.h"
#include "options.h"
#include "print.h"
#include "replay.h"
#include "script.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Samples/run defines the path of the file. Otherwise the harness looks in the current folder. */
#ifndef HARNESS_STOREKIT
#define HARNESS_STOREKIT "Game.storekit"
#endif

enum { EXIT_GOOD = 0, EXIT_STEP_FAILED = 1, EXIT_NOT_STARTED = 2 };

static const char usage[] =
    "usage: harness [--script NAME | --replay FILE] [--storekit FILE] [--state DIR]\n"
    "Runs a script and checks every step; exit status 0 if all steps passed.\n"
    "  --script NAME    purchases: purchases, kills, restores (the default)\n"
    "                   store: offers, subscriptions, refunds and the other features of the store\n"
    "                   subscriptions: a year with a subscription\n"
    "                   full-disk: purchases that the game cannot save\n"
    "  --replay FILE    explain this copy of a player's audit log\n"
    "  --storekit FILE  sell the products of this .storekit file or bundle\n"
    "  --state DIR      keep the store, the journals and the save files in this folder\n";

static bool parse(struct options *options, int count, char **words) {
    for (int i = 1; i < count; i++) {
        const char *word = words[i];
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        bool grants = strcmp(word, "--killed-after-grant") == 0;
        if (strcmp(word, "--storekit") == 0 && value != NULL) {
            options->storekit = value;
        } else if (strcmp(word, "--script") == 0 && value != NULL) {
            if (!script_exists(value)) {
                fprintf(stderr, "harness: there is no script \"%s\"\n%s", value, usage);
                return false;
            }
            options->script = value;
        } else if (strcmp(word, "--state") == 0 && value != NULL) {
            options->state = value;
        } else if (strcmp(word, "--replay") == 0 && value != NULL) {
            options->replay = value;
        } else if ((grants || strcmp(word, "--killed-before-grant") == 0) && value != NULL) {
            options->child_product = value;
            options->child_grants = grants;
        } else {
            fprintf(stderr, "harness: %s: %s\n%s", word, value == NULL ? "unknown, or its value is missing" : "unknown",
                    usage);
            return false;
        }
        i++;
    }
    return true;
}

/* ---- the folder of the state ---- */

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

static char *make_temporary_folder(void) {
    const char *parent = getenv("TMPDIR");
    if (parent == NULL || parent[0] == '\0') {
        parent = "/tmp";
    }
    size_t capacity = strlen(parent) + sizeof "/iap-harness-XXXXXX";
    char *path = malloc(capacity);
    if (path == NULL) {
        return NULL;
    }
    snprintf(path, capacity, "%s/iap-harness-XXXXXX", parent);
    if (mkdtemp(path) == NULL) {
        fprintf(stderr, "harness: cannot create a folder in %s: %s\n", parent, strerror(errno));
        free(path);
        return NULL;
    }
    return path;
}

/* The steps count transactions, so they start with a store that has sold nothing. */
static bool is_unused(const struct options *options) {
    char *path = options_state_path(options);
    bool unused = path != NULL && access(path, F_OK) != 0;
    free(path);
    if (!unused) {
        fprintf(stderr, "harness: %s already has a store; a scripted run needs a folder without a store\n",
                options->state);
    }
    return unused;
}

static bool make_folder(const char *path) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST) {
        return true;
    }
    fprintf(stderr, "harness: cannot create the folder %s: %s\n", path, strerror(errno));
    return false;
}

/* ---- the run ---- */

static void print_warnings(iap_store *store) {
    for (size_t i = 0; i < iap_store_warning_count(store); i++) {
        print_line("warning", "%s", iap_store_warning_at(store, i));
    }
}

static int run(const struct options *options) {
    if (!is_unused(options)) {
        return EXIT_NOT_STARTED;
    }
    iap_store *store = NULL;
    if (!options_open_store(options, &store)) {
        return EXIT_NOT_STARTED;
    }
    print_warnings(store);
    bool good = script_run(options, store);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_store_close(store, &error) != IAP_OK) {
        print_line("problem", "iap_store_close: %s", error.message);
        good = false;
    }
    return good ? EXIT_GOOD : EXIT_STEP_FAILED;
}

int main(int count, char **words) {
    struct options options = {.storekit = HARNESS_STOREKIT, .script = SCRIPT_DEFAULT};
    if (count == 2 && strcmp(words[1], "--help") == 0) {
        fputs(usage, stdout);
        return EXIT_GOOD;
    }
    if (!parse(&options, count, words)) {
        return EXIT_NOT_STARTED;
    }
    if (options.replay != NULL) {
        static const int exits[] = {[REPLAY_EXPLAINED] = EXIT_GOOD,
                                    [REPLAY_INCOMPLETE] = EXIT_STEP_FAILED,
                                    [REPLAY_NOT_STARTED] = EXIT_NOT_STARTED};
        return exits[replay_run(options.replay)];
    }
    if (options.child_product != NULL && options.state != NULL) {
        return child_main(&options);
    }
    if (options.state != NULL) {
        return make_folder(options.state) ? run(&options) : EXIT_NOT_STARTED;
    }
    char *folder = make_temporary_folder();
    if (folder == NULL) {
        return EXIT_NOT_STARTED;
    }
    options.state = folder;
    int status = run(&options);
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    free(folder);
    return status;
}
