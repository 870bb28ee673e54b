/*
 * player.h: accounts of a store, each with a device that runs the game.
 */
#ifndef APP_STORE_SERVER_LIBRARY_PLAYER_H
#define APP_STORE_SERVER_LIBRARY_PLAYER_H

#include <iap/iap_polling.h>
#include <iap/iap_store.h>

/** The game of an account; it starts at the first call. */
iap_client *player_game(iap_store *store, const char *account);

/** Waits for the completion of a request, to be released. */
iap_event *player_answer(iap_client *client, uint64_t request_id);

/** Waits until a payment has an outcome: an event, to be released, with a transaction. */
iap_event *player_outcome(iap_client *client, uint64_t payment_id);

#endif
