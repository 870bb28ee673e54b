/*
 * player.h: the game that is killed. It keeps a save game in which it grants what was bought, and writes down there
 * what it hears, so that the driver can compare one launch with the next.
 */
#ifndef CRASH_PLAYER_H
#define CRASH_PLAYER_H

#include <iap/iap.h>

typedef enum {
    PLAY_BUY,     /**< buys, grants and finishes */
    PLAY_RECOVER, /**< notes what the store lists, then grants and finishes what is delivered */
    PLAY_LOOK,    /**< only notes what is delivered */
} play;

/*
 * The lines of the save game:
 *
 *   launch               a process has begun
 *   stored ID            the store lists this transaction, as unfinished or in the history (PLAY_RECOVER, at its start)
 *   unfinished ID        the store lists it as unfinished (likewise)
 *   delivered ID COUNT   PURCHASED was heard, with this delivery count
 *   granted ID           the grant is on disk, at most once per id
 *   finishing ID         the game is about to finish it
 *   removed ID           the finish is durable
 *   failed STATUS TEXT   a payment failed
 *   problem STATUS TEXT  problem_reported was heard
 *   error STATUS TEXT    something could not be opened
 *   totals N N N         transactions, unfinished and refunded at the end
 *   end                  the process ends by itself
 */

/** Plays one launch in a folder with the files "store.db", "journal.db" and "save". Returns the exit status. */
int player_run(const char *folder, play what, iap_execution execution);

#endif
