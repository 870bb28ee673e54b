/*
 * facts.h: a store with a ladder of subscriptions, functions for the status of an account, and for the passing of time.
 */
#ifndef CONFORMANCE_FACTS_H
#define CONFORMANCE_FACTS_H

#include "intents_and_messages.h"
#include "offer_payments.h"

/*
 * Subscriptions of one group without introductory offers. Each has the promotional offers HALF (two months, or one year, at
 * half the price) and GIFT (one month free), and an offer code for everybody (one month free).
 */
#define LADDER_GROUP "21700001"
#define LADDER_TOP "ladder.top"       /* level 1, P1M, 30 */
#define LADDER_MIDDLE "ladder.middle" /* level 2, P1M, 10, family shareable */
#define LADDER_TWIN "ladder.twin"     /* level 2, P1M, 12 */
#define LADDER_YEAR "ladder.year"     /* level 2, P1Y, 96; or MONTHLY at 10, a commitment of 120 */
#define LADDER_BOTTOM "ladder.bottom" /* level 3, P1M, 4, family shareable */
#define LADDER_CHEST "ladder.chest"   /* non-consumable, 5, family shareable */
#define OFFER_HALF "HALF"
#define OFFER_GIFT "GIFT"
#define LADDER_CODE "CODE"

/** The text of the .storekit file; freed after the test. */
const char *ladder_text(bool is_chest_shareable);
/** A running game of "player" on a store that sells the ladder. */
game *ladder_game(void);
/** Another running game, with this account and device, on an existing store. */
game *another_game(iap_store *store, const char *account, const char *device_name);

/** Lets time pass, and waits for the events that this causes. */
bool pass(game *game, int64_t milliseconds);
/** Lets time pass until this moment. */
bool pass_until(game *game, int64_t date_ms);

/** The newest transaction of the account's only subscription of a group. */
const iap_transaction *period_of(game *game, const char *group_id);
const iap_renewal_info *renewal_of(game *game, const char *group_id);
iap_subscription_state_t state_of(game *game, const char *group_id);
iap_expiration_reason_t ending_of(game *game, const char *group_id);
/** The end of the newest period. */
int64_t end_of(game *game, const char *group_id);

/** How many current entitlements the account has to a product; NULL for all products. */
size_t entitlements(game *game, const char *product_id);
/** How many transactions of a product the account's history has; NULL for all products. */
size_t history(game *game, const char *product_id);
/** A transaction as the history has it now; NULL, reported as a failure, if it is not there. */
const iap_transaction *in_history(game *game, uint64_t transaction_id);

/** Buys a product with a promotional offer, and returns the outcome. */
const heard *ask_with_offer(game *game, const char *product_id, const char *offer_id);
/** Switches auto-renewal of the transaction's subscription on or off. */
bool set_auto_renew(game *game, uint64_t transaction_id, bool is_on);
/** Lets renewals fail, with this many days of grace. */
bool let_renewals_fail(game *game, int32_t grace_days);
/** Lets renewals succeed again. */
bool let_renewals_succeed(game *game);

#endif
