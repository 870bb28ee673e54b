/*
 * child.h: runs a game in a separate process that is killed during a purchase.
 */
#ifndef HARNESS_CHILD_H
#define HARNESS_CHILD_H

#include "options.h"

/**
 * Runs this program again as the game that buys and is killed. No other client may use GAME_DEVICE at that time.
 * Returns true if the game was killed as expected.
 */
bool child_run(const struct options *options, const char *product_id, bool grants);

/** Runs in the child. Returns only if the child was not killed; the result is an exit status that is not 0. */
int child_main(const struct options *options);

#endif
