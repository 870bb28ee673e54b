#define _POSIX_C_SOURCE 200809L

#include "child.h"
#include "game.h"
#include "print.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool child_run(const struct options *options, const char *product_id, bool grants) {
    /* Otherwise both processes would print the buffered lines. */
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) {
        print_line("problem", "fork: %s", strerror(errno));
        return false;
    }
    if (child == 0) {
        /* Start a new program after the fork, because the threads of the library do not exist in a forked process. */
        execl("/proc/self/exe", "harness", "--storekit", options->storekit, "--state", options->state,
              grants ? "--killed-after-grant" : "--killed-before-grant", product_id, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            print_line("problem", "waitpid: %s", strerror(errno));
            return false;
        }
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
        print_line("harness", "the game was killed by SIGKILL");
        return true;
    }
    if (WIFSIGNALED(status)) {
        print_line("problem", "the game was ended by signal %d", WTERMSIG(status));
    } else {
        print_line("problem", "the game was not killed but ended with status %d", WEXITSTATUS(status));
    }
    return false;
}

static bool was_reported(const struct game *game) {
    return game->heard.purchased + game->heard.failed + game->heard.deferred + game->heard.restored > 0;
}

int child_main(const struct options *options) {
    /* If a call of the library never returns, the parent must not wait forever. */
    alarm(2 * GAME_TIMEOUT_MS / 1000);
    iap_store *store = NULL;
    if (!options_open_store(options, &store)) {
        return 3;
    }
    struct game game = {.account = GAME_ACCOUNT,
                        .device_name = GAME_DEVICE,
                        .policy = options->child_grants ? GAME_DIES_AFTER_GRANT : GAME_DIES_BEFORE_GRANT};
    if (!game_open(&game, store, options->state)) {
        return 3;
    }
    if (game_buy(&game, options->child_product, 1)) {
        game_wait(&game, was_reported, "its purchase");
    }
    return 3;
}
