/*
 * offer_catalogue.h: a store that sells subscriptions with offers of every kind, and its key pair.
 */
#ifndef CONFORMANCE_OFFER_CATALOGUE_H
#define CONFORMANCE_OFFER_CATALOGUE_H

#include "game.h"

#define PASS_GROUP "21600001" /* the group of the three */
#define PASS_GOLD                                                                                                      \
    "pass.gold" /* level 1, P1M, 9.99: free week; offers LOYAL, LOYAL_YEAR; code WELCOME; win-back RETURN */
#define PASS_SILVER "pass.silver" /* level 2, P1M, 4.99: pay as you go 3 x P1M 0.99; offer SILVER_LOYAL */
#define PASS_YEAR "pass.year"     /* level 2, P1Y, 39.99: pay up front P6M 9.99; billing plan MONTHLY */
#define NEWS_GROUP "21600002"
#define NEWS "news.weekly" /* P1W, 0.99, no offers, a group of its own */
#define BAG "coins.bag"    /* consumable, 1.99 */
#define HAT "hat.red"      /* non-consumable, 2.99, family shareable */

#define OFFER_LOYAL "LOYAL"               /* PASS_GOLD: free for P1M */
#define OFFER_LOYAL_YEAR "LOYAL_YEAR"     /* PASS_GOLD: P1Y for 59.99 up front */
#define OFFER_DEAR "DEAR"                 /* PASS_GOLD: 1 x P1M for 19.99, more than the price */
#define OFFER_SILVER_LOYAL "SILVER_LOYAL" /* PASS_SILVER: 2 x P1M for 1.99 */
#define OFFER_RETURN "RETURN"             /* PASS_GOLD: win-back, 3 x P1M for 2.99 */
#define CODE_WELCOME "WELCOME"            /* PASS_GOLD: code for new subscribers, free for P2W */

extern const char offers_text[];

/** A store that sells offers_text. */
iap_store *offers_store(void);
/** A running game on such a store. */
game *offers_game(void);

/** Signs with the store's key; the text is valid until the next call. NULL, reported as a failure, if it cannot. */
const char *offers_sign(iap_store *store, const iap_store_signing_request *request);
/** The compact JWS of a promotional offer. */
const char *offers_jws(iap_store *store, const char *product_id, const char *offer_id);

#endif
