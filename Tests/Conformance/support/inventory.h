/*
 * inventory.h: games with an inventory in the library, and requests about it. The functions wait for the library's response.
 */
#ifndef CONFORMANCE_INVENTORY_H
#define CONFORMANCE_INVENTORY_H

#include "game.h"

#include <iap/iap_inventory.h>

/* How long an unlock of a subscription lasts after the end of its period, as the header says. */
#define RENEWAL_TOLERANCE_MS INT64_C(10000)

/**
 * What the products of the catalogue grant:
 *   COINS        coins 100
 *   COINS_LARGE  coins 5000 and the unlock vip
 *   GEMS         gems 20, kept
 *   SWORD        the unlock sword
 *   LEVELS       gems 5 and the unlock levels; the game decides
 *   SEASON       the unlock season, kept
 *   CLUB_MONTH   gems 10 and the unlock club
 *   CLUB_YEAR    the unlock club
 */
extern const iap_inventory_options usual_inventory;

/** A game with the usual inventory and its own journal; it does not run yet. */
game *inventory_install(iap_store *store, const char *device_name);
/** A running game on its own store. */
game *inventory_start(void);
/** Closes the client and opens it again. */
bool inventory_relaunch(game *game);

int64_t coins(const game *game);
int64_t gems(const game *game);
bool unlocked(const game *game, const char *unlock);

/* Changes. They return the status of the call or, if the library accepts the call, the status of the completion. */
iap_status_t spend(game *game, const char *counter, int64_t amount, const char *key);
iap_status_t add(game *game, const char *counter, int64_t amount, const char *key);
iap_status_t take_back(game *game, uint64_t transaction_id);
iap_status_t import(game *game, const char *text);
/** The text; valid until the log is cleared; NULL, reported as a failure, if there is none. */
const char *export(game *game);
/** The response that ended the last change; NULL if there is none. */
const heard *last_response(const game *game);

/** Buys this many units at a time, and finishes; 0 if that fails. */
uint64_t own_several(game *game, const char *product_id, int32_t quantity);
/** Lets the store refund a purchase and waits until the game receives the revocation. */
bool refund(game *game, uint64_t transaction_id);

#endif
