/*
 * checker.h: the rules R1 to R7, and what else the header promises, as judgements on what a game hears and what the store's ledger
 * says.
 *
 *  R1 What the ledger says is finished was granted, on disk, before the game asked for its finish. The rest is unfinished there.
 *  R2 It reaches the ledger as finished only after the game has asked, and after a sync of the journal that came later.
 *  R3 When its finish was told on a device, that device never hands it out again; its revocation still comes.
 *  R4 A launch hands out everything unfinished that the device has heard of, once, under its own id, with a rising count.
 *  R5 What is signed wrongly is never handed out as purchased.
 *  R6 What is handed out is an account's that was signed in during the launch.
 *  R7 After faults stop, all of that takes a bounded number of turns.
 *  I6 A payment has one outcome, a request one answer.
 *  I7 The game is called only inside a turn, on its thread, in no other call and never after the close.
 *  I8 Each device on which a purchase was handed out hears of its revocation.
 */
#ifndef SIMULATION_CHECKER_H
#define SIMULATION_CHECKER_H

#include "world.h"

/** Notes that a rule was broken. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void checker_break(world *world, const char *rule, const char *format, ...);
/** Looks a transaction up in the ledger, once. NULL: there is no such one. */
purchase *checker_learn(world *world, uint64_t id);

void checker_see_updated(game *game, const iap_transaction *transaction);
void checker_see_removed(game *game, const iap_transaction *transaction);
void checker_see_revoked(game *game, const iap_transaction *transaction);
/** The game asks for the finish of a transaction and got this answer. */
void checker_see_finish(game *game, const iap_transaction *transaction, iap_status status);
/** The game has run until nothing was left to do. */
void checker_see_settled(game *game);
/** A client was opened or not. */
void checker_see_open(game *game, iap_status status, const char *message);
void checker_see_problem(game *game, const iap_error *error);
/** Compares everything with the ledger. */
void checker_audit(world *world);

#endif
