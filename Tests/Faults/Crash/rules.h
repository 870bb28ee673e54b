/*
 * rules.h: what must be true after a kill. The checks use the notes of the game from all its launches:
 *
 *   R1  A paid transaction is finished after a durable grant, or listed as unfinished.
 *   R2  The store's finish comes only after the record that allows it.
 *   R3  A finished transaction is not delivered again; its revocation still comes.
 *   R4  Before the finish, each launch delivers it, under the same id, with a rising delivery count.
 *   R5  An unverified transaction is neither granted nor finished.
 *   R6  A purchase of one account is not delivered to another one.
 *   R7  After the failures end, all unfinished transactions come within a bounded number of pump calls.
 *   ONCE  Each purchase is granted once, and nothing else is granted.
 */
#ifndef CRASH_RULES_H
#define CRASH_RULES_H

#include "player.h"

typedef struct judgement {
    const flow *flow;
    iap_execution_t execution;
    const notes *notes;
    int full_launch; /**< the launch in which the disk was full; 0: none */
    int failures;
    char text[2000];
} judgement;

/** The last two launches recovered and read everything. */
void rules_judge(judgement *judgement);

/** How many calls of iap_client_process_events() a manual client may need until everything has come. */
#define PUMPS_MAX 10

#endif
