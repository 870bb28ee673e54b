/*
 * intents_and_messages.h: purchase intents and messages of the App Store, and the sheets that it shows.
 */
#ifndef CONFORMANCE_INTENTS_AND_MESSAGES_H
#define CONFORMANCE_INTENTS_AND_MESSAGES_H

#include "offer_catalogue.h"

/** The player starts a purchase in the App Store on the device of the game. */
bool send_intent(game *game, const char *product_id, const char *offer_id);
/** Sends an intent and waits until an observer has received it; NULL, reported as a failure, if none does. */
const iap_purchase_intent *receive_intent(game *game, const char *product_id, const char *offer_id);
/** The products of the intents that the client lists, in order, separated by spaces, with a star after deferred ones. */
const char *listed_intents(game *game);
/** Waits until the client lists these intents. */
bool await_listed_intents(game *game, const char *expected);

/** A game on an offers_store() that shows the App Store's messages itself. */
game *messages_game(void);
bool send_message(game *game, iap_message_reason_t reason);
/** Sends a message and waits until an observer has received it; NULL, reported as a failure, if none does. */
const iap_message *receive_message(game *game, iap_message_reason_t reason);
/** Displays a message and waits for the end of this; NULL if it does not come. */
const heard *display_message(game *game, const iap_message *message);

/** Waits until a sheet has been shown `count` times. */
bool await_sheets(game *game, iap_store_sheet_t sheet, size_t count);
/** Sets what the player does next in a sheet. */
bool answer_sheet(game *game, iap_store_sheet_t sheet, iap_store_answer_t answer, const char *detail);

/** How many events of this type one of the observers has received. */
size_t heard_by(const game *game, int observer, iap_event_type_t type);

#endif
