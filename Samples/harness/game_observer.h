/*
 * game_observer.h: the observer of the game, and what the game does with a purchase.
 */
#ifndef HARNESS_GAME_OBSERVER_H
#define HARNESS_GAME_OBSERVER_H

#include "game.h"

/** Adds the observer. If the library refuses, prints the reason and returns false. */
bool game_observe(struct game *game);

/**
 * Requests the history, and revokes refunded purchases that are still in the save file. The library reports a refund once, and
 * the write of the save file may have failed then. If the library refuses the request, prints the reason and returns false.
 */
bool game_take_back_what_was_missed(struct game *game);

#endif
