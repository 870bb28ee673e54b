/*
 * child.h: a game in a process of its own that is killed in the middle of a purchase.
 */
#ifndef HARNESS_CHILD_H
#define HARNESS_CHILD_H

#include "options.h"

/**
 * Runs this program again as the game that buys and is killed. No other client may run on GAME_DEVICE meanwhile.
 * True if it was killed as it should be.
 */
bool child_run(const struct options *options, const char *product_id, bool grants);

/** What the child does. It returns only if it was not killed: an exit status that is not 0. */
int child_main(const struct options *options);

#endif
