#include "shell_commands.h"
#include "print.h"

#include <string.h>

static void run_quit(struct shell *shell, char **words) {
    (void)words;
    shell->quits = true;
}

static void run_help(struct shell *shell, char **words);

static const struct shell_command shell_itself[] = {
    {"help", "help", "this list", 0, 0, run_help},
    {"quit", "quit", "end; what is unfinished comes back at the next launch", 0, 0, run_quit},
    {NULL, NULL, NULL, 0, 0, NULL},
};

static const struct subject {
    const char *title;
    const struct shell_command *commands;
} subjects[] = {
    {"buying", shell_shop},
    {"what the library keeps", shell_journal},
    {"subscriptions", shell_membership},
    {"what the App Store begins and shows", shell_app_store},
    {"purchases on the web", shell_web},
    {"orders to the store", shell_store},
    {"settings of the store", shell_settings},
    {"orders about a subscription", shell_subscriptions},
    {"accounts and families", shell_accounts},
    {"the network, and updates", shell_network},
    {"what goes wrong", shell_failures},
    {"the books of the store", shell_admin},
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
