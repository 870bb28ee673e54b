/*
 * shell.h: the harness by hand or from a pipe.
 */
#ifndef HARNESS_SHELL_H
#define HARNESS_SHELL_H

#include "options.h"

/** Reads commands until "quit" or the end of the input. False only if the game could not be launched or ended. */
bool shell_run(const struct options *options, iap_store *store);

#endif
