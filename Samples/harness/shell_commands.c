#include "shell_commands.h"
#include "print.h"

#include <string.h>

static void run_quit(struct shell *shell, char **words) {
    (void)words;
    shell->quits = true;
}

static void run_help(struct shell *shell, char **words);

static const struct shell_command shell_itself[] = {
    {"help", "help", "print this list", 0, 0, run_help},
    {"quit", "quit", "end the shell; the next launch delivers unfinished transactions", 0, 0, run_quit},
    {NULL, NULL, NULL, 0, 0, NULL},
};

static const struct subject {
    const char *title;
    const struct shell_command *commands;
} subjects[] = {
    {"buying", shell_shop},
    {"stored by the library", shell_journal},
    {"subscriptions", shell_membership},
    {"started and shown by the App Store", shell_app_store},
    {"purchases on the web", shell_web},
    {"control of the store", shell_store},
    {"settings of the store", shell_settings},
    {"control of a subscription", shell_subscriptions},
    {"accounts and families", shell_accounts},
    {"the network, and updates", shell_network},
    {"faults", shell_failures},
    {"the ledger of the store", shell_admin},
    {"the shell", shell_itself},
};

#define SUBJECT_COUNT (sizeof subjects / sizeof subjects[0])

static void run_help(struct shell *shell, char **words) {
    (void)shell;
    (void)words;
    for (size_t i = 0; i < SUBJECT_COUNT; i++) {
        print_line("", "-- %s", subjects[i].title);
        for (const struct shell_command *command = subjects[i].commands; command->name != NULL; command++) {
            print_line("", "%-36s%s", command->usage, command->help);
        }
    }
}

void shell_listen(struct shell *shell) { game_listen(&shell->game, SHELL_QUIET_MS); }

void shell_expect_silence(struct shell *shell) { shell->game.patience_ms = SHELL_NEWS_MS; }

const struct shell_command *shell_find_command(const char *name) {
    for (size_t i = 0; i < SUBJECT_COUNT; i++) {
        for (const struct shell_command *command = subjects[i].commands; command->name != NULL; command++) {
            if (strcmp(command->name, name) == 0) {
                return command;
            }
        }
    }
    return NULL;
}
