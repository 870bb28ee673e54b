/*
 * quirks.h: stores that differ from the documentation in one quirk, and time that passes in steps.
 */
#ifndef CONFORMANCE_QUIRKS_H
#define CONFORMANCE_QUIRKS_H

#include "facts.h"
#include "inventory.h"

#define SECOND_MS INT64_C(1000)
#define MINUTE_MS INT64_C(60000)

bool set_quirk(iap_store *store, iap_quirk_t quirk, int64_t value);
/** A store that sells the usual catalogue. */
iap_store *quirk_store(iap_quirk_t quirk, int64_t value);
/** A running game with the usual inventory and a journal on such a store. */
game *quirk_game(iap_quirk_t quirk, int64_t value);
/** A running game on a store that sells offers_text. */
game *quirk_offers_game(iap_quirk_t quirk, int64_t value);

/** Lets time pass in ten steps. */
bool pass_slowly(game *game, int64_t milliseconds);
/** Lets time pass in ten steps; iap_owns() must have this result before and after each step. */
bool owns_while(const char *file, int line, game *game, const char *product_id, int32_t expected, int64_t milliseconds);
#define CHECK_OWNS_WHILE(game, product_id, expected, milliseconds)                                                     \
    owns_while(__FILE__, __LINE__, (game), (product_id), (expected), (milliseconds))

/** How often the game received a purchase. */
size_t bought_count(const game *game);
/** How many events report this state of a subscription. */
size_t reported_state_count(const game *game, iap_subscription_state_t state);
/** Whether the account is eligible for introductory offers of a group: 1 or 0; -1, reported as a failure, if the request fails.
 */
int eligible(game *game, const char *group_id);

#endif
