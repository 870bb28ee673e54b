/*
 * shell_commands.h: the commands of the shell.
 */
#ifndef HARNESS_SHELL_COMMANDS_H
#define HARNESS_SHELL_COMMANDS_H

#include "game.h"

/** How long a command waits for the event that usually follows a change of the store. */
#define SHELL_NEWS_MS 2000

/** After this time without an event a command assumes that no more events follow. */
#define SHELL_QUIET_MS 200

struct shell {
    iap_store *store;
    struct game game;
    iap_device_network network; /**< the network settings of the shell */
    bool quits;
};

struct shell_command {
    const char *name; /**< NULL ends a table */
    const char *usage;
    const char *help;
    size_t fewest, most; /**< how many words may follow the name */
    /** words: the words after the name; NULL ends them. */
    void (*run)(struct shell *shell, char **words);
};

/* One table for each subject, in a file of the same name. */
extern const struct shell_command shell_shop[];
extern const struct shell_command shell_journal[];
extern const struct shell_command shell_membership[];
extern const struct shell_command shell_app_store[];
extern const struct shell_command shell_web[];
extern const struct shell_command shell_store[];
extern const struct shell_command shell_settings[];
extern const struct shell_command shell_subscriptions[];
extern const struct shell_command shell_accounts[];
extern const struct shell_command shell_network[];
extern const struct shell_command shell_failures[];
extern const struct shell_command shell_admin[];

/** Waits for the events that a command may cause, if it is not known whether this game receives any. */
void shell_listen(struct shell *shell);

/** Shortens the wait of commands, because some completions will not arrive. */
void shell_expect_silence(struct shell *shell);

/** Returns the command with this name, or NULL. */
const struct shell_command *shell_find_command(const char *name);

#endif
