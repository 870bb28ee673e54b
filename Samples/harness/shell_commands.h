/*
 * shell_commands.h: what can be typed.
 */
#ifndef HARNESS_SHELL_COMMANDS_H
#define HARNESS_SHELL_COMMANDS_H

#include "game.h"

/** How long a command waits for the news that an order to the store usually brings. */
#define SHELL_NEWS_MS 2000

/** After so long without an event a command takes it that no more news comes. */
#define SHELL_QUIET_MS 200

struct shell {
    iap_store *store;
    struct game game;
    iap_device_network network; /**< as the shell has set it */
    bool quits;
};

struct shell_command {
    const char *name; /**< NULL ends a table */
    const char *usage;
    const char *help;
    size_t fewest, most; /**< how many words may follow the name */
    /** words: what follows the name; NULL ends them. */
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

/** Tells the news that an order may bring, when nobody knows which, or whether it is this game's. */
void shell_listen(struct shell *shell);

/** Some answers will not come at all: commands do not wait for them as long as usual. */
void shell_expect_silence(struct shell *shell);

/** NULL if there is none of this name. */
const struct shell_command *shell_find_command(const char *name);

#endif
