#include "killed.h"

#include "files.h"
#include "jobs.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* The process that is to be killed reads here what it must do. */
#define PART_VARIABLE "IAP_CONFORMANCE_PART"
#define STATE_VARIABLE "IAP_CONFORMANCE_STATE"
#define JOURNAL_VARIABLE "IAP_CONFORMANCE_JOURNAL"
#define SECONDS_TO_LIVE 120

static game *launch(const char *state_path, const char *journal_path) {
    iap_store_options options = store_options();
    options.state_path = state_path;
    iap_store *store = store_open_with(&options);
    if (store == NULL) return NULL;
    game *game = game_install(store, "player", "phone");
    game->journal_path = journal_path;
    return game_launch(game) ? game : NULL;
}

static bool run_another(const char *test) {
    fflush(stdout);
    const pid_t process = fork();
    if (process == 0) {
        alarm(SECONDS_TO_LIVE);
        execl(jobs_program(), "conformance", "--mode", test_execution == IAP_EXECUTION_MANUAL ? "manual" : "background",
              "--only", test, (char *)NULL);
        _exit(2);
    }
    int status = 0;
    if (!CHECK(process > 0 && waitpid(process, &status, 0) == process)) return false;
    return CHECK(WIFSIGNALED(status)) && CHECK_INT(WTERMSIG(status), SIGKILL);
}

game *game_after_kill(const char *test, doomed part, int number, bool has_journal) {
    const char *own_part = getenv(PART_VARIABLE);
    if (own_part != NULL) {
        game *game = launch(getenv(STATE_VARIABLE), getenv(JOURNAL_VARIABLE));
        if (game != NULL) {
            game_settle(game);
            part(game, atoi(own_part));
        }
        test_fail(__FILE__, __LINE__, "the process was not killed in part %s", own_part);
        return NULL;
    }
    char name[32], number_text[16];
    static int launches;
    launches++;
    snprintf(name, sizeof name, "store-%d.db", launches);
    const char *state_path = temporary_path(name);
    snprintf(name, sizeof name, "journal-%d.db", launches);
    const char *journal_path = has_journal ? temporary_path(name) : NULL;
    snprintf(number_text, sizeof number_text, "%d", number);
    setenv(PART_VARIABLE, number_text, 1);
    setenv(STATE_VARIABLE, state_path, 1);
    if (has_journal) setenv(JOURNAL_VARIABLE, journal_path, 1);
    const bool is_killed = run_another(test);
    unsetenv(PART_VARIABLE);
    unsetenv(STATE_VARIABLE);
    unsetenv(JOURNAL_VARIABLE);
    return is_killed ? launch(state_path, journal_path) : NULL;
}

void wait_to_be_killed(game *game) {
    if (test_execution != IAP_EXECUTION_MANUAL) {
        for (;;) pause();
    }
    game_settle(game);
}
