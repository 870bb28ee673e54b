/*
 * hearing.h: what the game does when it receives an event: it notes it, grants and finishes.
 */
#ifndef CRASH_HEARING_H
#define CRASH_HEARING_H

#include "player.h"

iap_observer hearing_observer(player *player);
/** Notes the transactions of a response as unfinished. */
void hear_unfinished(void *user_data, iap_client *client, uint64_t request_id, const iap_transactions *transactions,
                     const iap_error *error);
/** Only counts the response. */
void hear_nothing(void *user_data, iap_client *client, uint64_t request_id, const iap_transactions *transactions,
                  const iap_error *error);

#endif
