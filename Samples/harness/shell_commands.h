/*
 * shell_commands.h: what can be typed.
 */
#ifndef HARNESS_SHELL_COMMANDS_H
#define HARNESS_SHELL_COMMANDS_H

#include "game.h"

struct shell {
    iap_store *store;
    struct game game;
    bool quits;
};

struct shell_command {
    const char *name;
    const char *usage;
    const char *help;
    size_t fewest, most; /**< how many words may follow the name */
    void (*run)(struct shell *shell, const char *first, const char *second);
};

/** NULL if there is none of this name. */
const struct shell_command *shell_find_command(const char *name);

#endif
