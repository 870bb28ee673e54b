/*
 * rules.h: what has to hold after a kill, judged from what the game noted in all its launches:
 *
 *   R1  A paid transaction is finished after a durable grant, or enumerable as unfinished.
 *   R2  The store's finish comes only after the record that allows it.
 *   R3  What is finished is not delivered again; its revocation still is told.
 *   R4  Before the finish it is offered in each launch, under the same id, with a rising delivery count.
 *   R5  What is not verified is neither granted nor finished.
 *   R6  What one account bought is not offered to another.
 *   R7  Once nothing fails any more, all that is unfinished surfaces within a bounded number of pumps.
 *   ONCE  Each purchase is granted once, and nothing else is.
 */
#ifndef CRASH_RULES_H
#define CRASH_RULES_H

#include "player.h"

typedef struct judgement {
    const flow *flow;
    iap_execution execution;
    const notes *notes;
    int full_launch; /**< the launch in which the disk was full; 0: none */
    int failures;
    char text[2000];
} judgement;

/** The last two launches recovered and looked. */
void rules_judge(judgement *judgement);

/** How many calls of iap_client_process_events() a manual client may take until everything has come. */
#define PUMPS_MAX 10

#endif
