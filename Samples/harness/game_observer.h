/*
 * game_observer.h: what a game hears without having asked, and what it does with a purchase.
 */
#ifndef HARNESS_GAME_OBSERVER_H
#define HARNESS_GAME_OBSERVER_H

#include "game.h"

/** From now on the game hears of transactions and other news. False, and a line that says why, if the library refuses. */
bool game_observe(struct game *game);

/**
 * Asks for the history, and takes back what is refunded and still held: a refund is told once, and the save game could not be
 * written then. The answer comes as any other. False, and a line that says why, if the library refuses.
 */
bool game_take_back_what_was_missed(struct game *game);

#endif
