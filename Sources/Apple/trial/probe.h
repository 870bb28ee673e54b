/*
 * probe.h: a player who uses a store, and watches what it does.
 */
#ifndef TRIAL_PROBE_H
#define TRIAL_PROBE_H

#include "player.h"

/** In milliseconds: how long is waited for an answer, and for what comes after a change. */
enum { ANSWER_LIMIT = 60000, LAG_LIMIT = 20000 };
enum { MOST_IDS = 64 };

/** The stage's time at the last look. */
extern int64_t now;

/* ---------------------------------------------------------------------------------------------- what the log tells */

typedef enum { ANNOUNCED, LISTED_AS_UNFINISHED, STATUS_CHANGED, FINISHED, ANSWERED } what;

typedef struct sighting {
    what what;
    int64_t time;
    uint64_t id;
    /** Of an answer. */
    uint64_t payment_id;
    char text[96];
} sighting;

void begin_watching(void);
void end_watching(void);

/** Forgets what was seen. It is this time now. */
void forget_all(int64_t time);

/** The Nth sighting of a kind since a time, from 0; of one transaction, or with id 0 of any. Gives whether there is one. */
int find(what what, uint64_t id, int64_t since, size_t n, sighting *found);

size_t count(what what, uint64_t id, int64_t since);

/* ------------------------------------------------------------------------------------------------------ the player */

typedef struct player {
    const stage *stage;
    iap_device *device;
    iap_client *client;
    char journal[1024];
    /** Of the last payment that failed. */
    iap_error failure;
} player;

int launch(player *player);
void quit(player *player);

/** Lets the store and the library work for a moment. */
void step(player *player);

void wait_ms(player *player, int64_t milliseconds);

/** How a payment ended. The id is 0 if nothing was bought, and so is the time if nothing was answered. */
typedef struct purchase {
    /** 0 if the library did not take it. */
    uint64_t payment_id;
    uint64_t id;
    int64_t begun, time;
    int is_pending;
} purchase;

purchase begin_to_pay(player *player, const iap_payment *payment);

/** Whether the store has answered; then the purchase says how. */
int is_answered(purchase *purchase);

purchase pay(player *player, const iap_payment *payment);
purchase buy(player *player, const char *product_id);

/** Gives the time at which the store knew of it; 0 if it could not be finished. */
int64_t finish(player *player, uint64_t id);

purchase buy_and_finish(player *player, const char *product_id);

/** Does the store's part, and lets it work for a moment. */
int act(player *player, const char *verb, const char *argument, uint64_t id);

/* --------------------------------------------------------------------------------------------------------- queries */

/** Of the subscriptions in Game.storekit. */
#define GROUP "2F9B07D4"
#define EDITOR "com.example.caves.editor"

typedef enum { ENTITLEMENTS, UNFINISHED, STATUSES, PRODUCTS, STOREFRONT, INTRODUCTORY_OFFER, RECEIPT } query;

typedef struct answer {
    uint64_t request_id;
    int is_done, is_error;
    int64_t begun, ended;
    /** Transactions, or products without ids. */
    size_t count;
    uint64_t ids[MOST_IDS];
    /** Of the first status. */
    iap_subscription_state state;
    int32_t will_renew, is_in_retry;
    size_t win_back_offers;
    int32_t flag;
    size_t length;
} answer;

/** What was begun must be awaited: its answer is written here. */
void begin_asking(player *player, query query, answer *answer);

void await(player *player, answer *answer);
answer ask(player *player, query query);
int has(const answer *answer, uint64_t id);

/** Between which two times something came about. */
typedef struct span {
    int is_known;
    int64_t low, high;
} span;

/** When the entitlements begin to have a transaction, or cease to. */
span when_listed(player *player, uint64_t id, int is_wanted, int64_t since);

span when_status_exists(player *player, int64_t since);

#endif
