/*
 * game_observer.h: what a game hears without having asked, and what it does with a purchase.
 */
#ifndef HARNESS_GAME_OBSERVER_H
#define HARNESS_GAME_OBSERVER_H

#include "game.h"

/** From now on the game hears of transactions and other news. False, and a line that says why, if the library refuses. */
bool game_observe(struct game *game);

#endif
