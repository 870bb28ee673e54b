/*
 * shell.h: the interactive harness, for a terminal or a pipe.
 */
#ifndef HARNESS_SHELL_H
#define HARNESS_SHELL_H

#include "options.h"

/** Reads commands until "quit" or the end of the input. Returns false only if the game could not be launched or ended. */
bool shell_run(const struct options *options, iap_store *store);

#endif
