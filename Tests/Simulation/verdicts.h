/*
 * verdicts.h: the game's own verification: now or later, valid, invalid or undecided. What is invalid follows from the id of
 * a transaction, so that the same question has the same verdict.
 */
#ifndef SIMULATION_VERDICTS_H
#define SIMULATION_VERDICTS_H

#include "game.h"

/** With short waits, in the store's time. */
extern const iap_verification_options verdicts_options;
/** How long the clock has to be moved for each wait to be over. */
#define VERDICT_WAIT_MAX_MS 60000

/** Whether the game finds a transaction genuine in the end. */
bool verdicts_is_valid(const game *game, uint64_t id);
void verdicts_hear(game *game, const iap_transaction *transaction);
/** Answers up to so many of the open questions. */
void verdicts_answer(game *game, size_t most);

#endif
