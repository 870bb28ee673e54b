/*
 * verdicts.h: the game's own verification: now or later, valid, invalid or undecided. The verdict depends on the transaction's
 * id; the same request always has the same verdict.
 */
#ifndef SIMULATION_VERDICTS_H
#define SIMULATION_VERDICTS_H

#include "game.h"

/** Options with short waits, in the store's time. */
extern const iap_verification_options verdicts_options;
/** How far the clock must move to end each wait. */
#define VERDICT_WAIT_MAX_MS 60000

/** Whether the game's final verdict on a transaction is valid. */
bool verdicts_is_valid(const game *game, uint64_t id);
void verdicts_hear(game *game, const iap_transaction *transaction);
/** Sends verdicts for up to this many open requests. */
void verdicts_give(game *game, size_t most);

#endif
