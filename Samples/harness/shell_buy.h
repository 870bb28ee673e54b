/*
 * shell_buy.h: purchases with offers and other options, and the signatures of the game's server for them.
 */
#ifndef HARNESS_SHELL_BUY_H
#define HARNESS_SHELL_BUY_H

#include "shell_commands.h"

/** buy ID [N] [OPTION=VALUE...] */
void shell_buy(struct shell *shell, char **words);

/** sign offer PRODUCT OFFER, sign intro PRODUCT on|off, sign request JSON */
void shell_sign(struct shell *shell, char **words);

#endif
