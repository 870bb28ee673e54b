/*
 * holdings.h: what the library holds for the game, and what the player spends of it. What was bought and not spent is there: no more and
 * no less, whatever has happened.
 */
#ifndef SIMULATION_HOLDINGS_H
#define SIMULATION_HOLDINGS_H

#include "game.h"

/** How many coins one purchase of the held product brings. */
#define COINS_EACH 100
#define COUNTER "coins"

extern const iap_inventory_options holdings_options;

/** Whether a product's grants are held by the library. */
bool holdings_has(const game *game, int product);
/** A transaction of a held product was handed out or taken back, and counts from now on. */
void holdings_count(game *game, uint64_t id, int32_t quantity);
/** Spends, under a key of its own. */
void holdings_spend(game *game, int64_t amount);
/** Asks again for what may have been spent or not; of all others some. */
void holdings_repeat(game *game, bool also_known);
/** The client is gone; nobody knows what became of what was asked. */
void holdings_forget(game *game);
/** Nothing is open any more: compares. */
void holdings_check(game *game);

#endif
