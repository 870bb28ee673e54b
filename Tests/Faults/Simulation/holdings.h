/*
 * holdings.h: the library's inventory for the game, and what the player spends. The balance is always the bought amount minus
 * the spent amount.
 */
#ifndef SIMULATION_HOLDINGS_H
#define SIMULATION_HOLDINGS_H

#include "game.h"

/** How many coins one purchase of this product grants. */
#define COINS_EACH 100
#define COUNTER "coins"

extern const iap_inventory_options holdings_options;

/** Whether the library's inventory has the grants of a product. */
bool holdings_has(const game *game, int product);
/** A transaction of such a product was delivered or revoked, and counts from now on. */
void holdings_count(game *game, uint64_t id, int32_t quantity);
/** Spends, under a new key. */
void holdings_spend(game *game, int64_t amount);
/** Repeats the changes that may or may not have been made, and some of the others. */
void holdings_repeat(game *game, bool also_known);
/** The client is closed; the results of open requests are unknown. */
void holdings_forget(game *game);
/** No request is open: compares the balances. */
void holdings_check(game *game);

#endif
