/*
 * probe.h: a player who uses a store, and observations of the store.
 */
#ifndef TRIAL_PROBE_H
#define TRIAL_PROBE_H

#include "player.h"

#include <iap/iap_payments.h>
#include <iap/iap_subscriptions.h>

/** In milliseconds: the longest wait for a response, and for the effect of a change. */
enum { RESPONSE_LIMIT = 60000, LAG_LIMIT = 20000 };
enum { MOST_IDS = 64 };

/** The stage's time at the last look. */
extern int64_t now;

/* ------------------------------------------------------------------------------------------- events from the log */

typedef enum { ANNOUNCED, LISTED_AS_UNFINISHED, STATUS_CHANGED, FINISHED, ANSWERED } what;

typedef struct sighting {
    what what;
    int64_t time;
    uint64_t id;
    /** Only for a response. */
    uint64_t payment_id;
    char text[96];
} sighting;

void begin_watching(void);
void end_watching(void);

/** Forgets all events, and sets the present time. */
void forget_all(int64_t time);

/** Finds the Nth event of a kind since a time, beginning with 0, for one transaction or, with id 0, for all. Returns whether it
    exists. */
int find(what what, uint64_t id, int64_t since, size_t n, sighting *found);

size_t count(what what, uint64_t id, int64_t since);

/* ------------------------------------------------------------------------------------------------------ the player */

typedef struct player {
    const stage *stage;
    iap_device *device;
    iap_client *client;
    char journal[1024];
    /** The error of the last failed payment. */
    iap_error failure;
} player;

int launch(player *player);
void quit(player *player);

/** Lets the store and the library work for a moment. */
void step(player *player);

void wait_ms(player *player, int64_t milliseconds);

/** The result of a payment. The id is 0 without a purchase, and the time is 0 without a response. */
typedef struct purchase {
    /** 0 if the library refused it. */
    uint64_t payment_id;
    uint64_t id;
    int64_t begun, time;
    int is_pending;
} purchase;

purchase begin_to_pay(player *player, const iap_payment *payment);

/** Returns whether the store has responded, and then fills in the purchase. */
int is_answered(purchase *purchase);

purchase pay(player *player, const iap_payment *payment);
purchase buy(player *player, const char *product_id);

/** Returns the time at which the store finished the transaction, or 0 if this failed. */
int64_t finish(player *player, uint64_t id);

purchase buy_and_finish(player *player, const char *product_id);

/** Carries out the store's part of a step, and lets the store work for a moment. */
int act(player *player, const char *verb, const char *argument, uint64_t id);

/* --------------------------------------------------------------------------------------------------------- queries */

/** The ids of the subscription group and of a product in Game.storekit. */
#define GROUP "2F9B07D4"
#define EDITOR "com.example.caves.editor"

typedef enum { ENTITLEMENTS, UNFINISHED, STATUSES, PRODUCTS, STOREFRONT, INTRODUCTORY_OFFER, RECEIPT } query;

typedef struct response {
    uint64_t request_id;
    int is_done, is_error;
    int64_t begun, ended;
    /** The number of transactions, or of products, which have no ids here. */
    size_t count;
    uint64_t ids[MOST_IDS];
    /** These belong to the first status. */
    iap_subscription_state_t state;
    int32_t will_renew, is_in_retry;
    size_t win_back_offers;
    int32_t flag;
    size_t length;
} response;

/** Begins a query. Await it afterwards: the result is written to `response`. */
void begin_asking(player *player, query query, response *response);

void await(player *player, response *response);
response ask(player *player, query query);
int has(const response *response, uint64_t id);

/** The two times between which something happened. */
typedef struct span {
    int is_known;
    int64_t low, high;
} span;

/** Measures when the entitlements begin or stop to contain a transaction. */
span when_listed(player *player, uint64_t id, int is_wanted, int64_t since);

span when_status_exists(player *player, int64_t since);

#endif
