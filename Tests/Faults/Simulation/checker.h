/*
 * checker.h: the rules R1 to R7 and other promises of the header. The checker compares what a game receives with the store's
 * ledger.
 *
 *  R1 If the ledger has a transaction as finished, the grant was on disk before the game requested its finish. All others are
 *     unfinished in the ledger.
 *  R2 A transaction is finished in the ledger only after the game's request and a later flush of the journal.
 *  R3 When a device has received the completion of the finish, it never delivers the transaction again. Its revocation still
 *     comes.
 *  R4 A launch delivers every unfinished transaction that the device has received: once, under its own id, with a rising count.
 *  R5 A transaction with an invalid signature is never delivered as purchased.
 *  R6 A delivered transaction belongs to an account that was signed in during the launch.
 *  R7 After faults stop, all of this takes a bounded number of turns.
 *  I6 A payment has one outcome, a request one completion.
 *  I7 The library calls the game only inside a turn, on its thread, inside no other call, and never after the close.
 *  I8 Each device to which a purchase was delivered receives its revocation.
 */
#ifndef SIMULATION_CHECKER_H
#define SIMULATION_CHECKER_H

#include "world.h"

/** Records that a rule was broken. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void checker_break(world *world, const char *rule, const char *format, ...);
/** Looks up a transaction in the ledger, once. NULL if there is none. */
purchase *checker_learn(world *world, uint64_t id);

void checker_see_updated(game *game, const iap_transaction *transaction);
void checker_see_removed(game *game, const iap_transaction *transaction);
void checker_see_revoked(game *game, const iap_transaction *transaction);
/** The game has requested the finish of a transaction, and the call returned this status. */
void checker_see_finish(game *game, const iap_transaction *transaction, iap_status_t status);
/** The game has processed events until none was left. */
void checker_see_settled(game *game);
/** The game has tried to open a client. */
void checker_see_open(game *game, iap_status_t status, const char *message);
void checker_see_problem(game *game, const iap_error *error);
/** Compares everything with the ledger. */
void checker_audit(world *world);

#endif
