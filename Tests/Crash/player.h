/*
 * player.h: the game that is killed, one launch of it. It keeps a save in which it grants what was bought, and notes there
 * what it hears.
 */
#ifndef CRASH_PLAYER_H
#define CRASH_PLAYER_H

#include "notes.h"

#include <iap/iap.h>
#include <iap/iap_inventory.h>
#include <iap/iap_store.h>

#define ACCOUNT "player"
#define COUNTER "coins"
#define COINS_GRANTED 100
#define COINS_SPENT 30

/** What a launch is there for. */
typedef enum {
    ROLE_PREPARE, /**< brings about what the flow begins with */
    ROLE_PLAY,    /**< goes through the flow */
    ROLE_RECOVER, /**< takes up what an earlier launch has left */
    ROLE_LOOK,    /**< only hears */
    ROLE_RIVAL,   /**< only hears, as another player */
} role;

typedef struct player player;

/** One way in which a purchase goes. Of the functions each may be NULL. */
typedef struct flow {
    const char *name;
    bool is_new;                    /**< there are no files before */
    bool is_reinstalled;            /**< of the preparation only the store is left */
    bool has_inventory;             /**< the library holds what coins grant */
    int64_t balances[2];            /**< what it holds at first, and then */
    note_word turns_at;             /**< after this note it is the second */
    bool records;                   /**< plays iap_record_grant() in place of a finish */
    bool is_never_paid_out;         /**< nothing may be granted */
    bool stays_unfinished;          /**< not even the library may finish it */
    bool is_damaged;                /**< the journal has forgotten what the game has heard */
    bool is_manual_only;            /**< nothing in it depends on threads */
    bool is_killed_once;            /**< it is no way of a purchase; a single kill at each moment does */
    iap_verdict verdict;            /**< the game answers so; 0: it is not asked */
    const char *owned;              /**< what was bought and granted before */
    bool owned_is_unfinished;       /**< but not finished */
    int charges;                    /**< how many transactions there are when the flow is through */
    void (*set_up)(player *player); /**< at the store, at the preparation */
    void (*leave)(player *player);  /**< at the store, when the client of the preparation is closed */
    void (*begin)(player *player);  /**< when the client is open */
    void (*act)(player *player);    /**< again and again */
    bool (*is_through)(player *player);
} flow;

extern const flow flows[];
extern const size_t flow_count;

struct player {
    const flow *flow;
    role role;
    iap_execution execution;
    iap_store *store;
    iap_device *device;
    iap_client *client;
    int save;
    notes history;        /**< what earlier launches noted */
    uint64_t granted[32]; /**< in this launch */
    size_t granted_count;
    size_t payments, ended; /**< payments added; transactions that have failed, were rejected or removed */
    int restores, spends, revocations, deliveries; /**< heard in this launch */
    int answers, problems;
};

typedef struct launch {
    const char *folder; /**< with the files "store.db", "journal.db" and "save" */
    const flow *flow;
    role role;
    iap_execution execution;
    bool may_fail; /**< the disk is full: what does not come is not waited for */
} launch;

/** Plays one launch. \returns 0 if all came and was closed. */
int player_run(const launch *launch);

/* For flows. */
void player_buy(player *player, const char *product_id, int32_t quantity);
/** Notes a failed call. */
void player_check(player *player, iap_status status, const iap_error *error);
bool player_has_granted(const player *player, uint64_t id);

#endif
