/*
 * player.h: one launch of the game that is killed. The game has a save file in which it grants purchases and notes what it
 * receives.
 */
#ifndef CRASH_PLAYER_H
#define CRASH_PLAYER_H

#include "careful_game.h"
#include "notes.h"

#include <iap/iap.h>
#include <iap/iap_inventory.h>
#include <iap/iap_store.h>

#define ACCOUNT "player"
#define COUNTER "coins"
#define COINS_GRANTED 100
#define COINS_SPENT 30

/** The purpose of a launch. */
typedef enum {
    ROLE_PREPARE, /**< creates the initial state of the flow */
    ROLE_PLAY,    /**< plays the flow */
    ROLE_RECOVER, /**< continues after an earlier launch */
    ROLE_LOOK,    /**< only receives events */
    ROLE_RIVAL,   /**< only receives events, as another player */
} role;

typedef struct player player;

/** One flow of a purchase. Each of the functions may be NULL. */
typedef struct flow {
    const char *name;
    bool is_new;                    /**< there are no files before */
    bool is_reinstalled;            /**< only the store remains of the preparation */
    bool has_inventory;             /**< the library's inventory has the grant of coins */
    int64_t balances[2];            /**< its first balance, and its second */
    note_word turns_at;             /**< the balance is the second one after this note */
    bool records;                   /**< calls iap_record_grant() instead of the finish */
    bool is_never_paid_out;         /**< nothing may be granted */
    bool stays_unfinished;          /**< the library may not finish it either */
    bool is_damaged;                /**< the journal has lost what the game received */
    bool is_manual_only;            /**< nothing in it depends on threads */
    bool is_killed_once;            /**< it is not a purchase flow; a single kill at each moment is enough */
    iap_verdict_t verdict;          /**< the game's verdict; 0: there is no request */
    const char *owned;              /**< the product that was bought and granted before */
    bool owned_is_unfinished;       /**< but not finished */
    int charges;                    /**< how many transactions there are at the end of the flow */
    void (*set_up)(player *player); /**< at the store, during the preparation */
    void (*leave)(player *player);  /**< at the store, when the client of the preparation is closed */
    void (*begin)(player *player);  /**< when the client is open */
    void (*act)(player *player);    /**< called repeatedly */
    bool (*is_through)(player *player);
} flow;

extern const flow flows[];
extern const size_t flow_count;

struct player {
    const flow *flow;
    role role;
    iap_execution_t execution;
    iap_store *store;
    iap_device *device;
    iap_client *client;
    careful_game careful;
    table save; /**< the grants that are noted, by all launches */
    hearing hearing;
    int file;
    notes history;          /**< what earlier launches noted */
    size_t payments, ended; /**< payments added; transactions that have failed, or were rejected or removed */
    int restores, spends, revocations, deliveries; /**< received in this launch */
    int questions, answers, problems;
};

typedef struct launch {
    const char *folder; /**< with the files "store.db", "journal.db" and "save" */
    const flow *flow;
    role role;
    iap_execution_t execution;
    bool may_fail; /**< the disk is full: the game does not wait for missing events */
} launch;

/** Plays one launch. \returns 0 if everything came and was closed. */
int player_run(const launch *launch);

/* Functions for flows. */
void player_buy(player *player, const char *product_id, int32_t quantity);
/** Notes a failed call. */
void player_check(player *player, iap_status_t status, const iap_error *error);
/** Receives everything; see note_events.c. The context is a player. */
void player_hear(void *context, iap_client *client, const heard *entry);
/** Prepares the careful game, with the grants of earlier launches. */
void player_be_careful(player *player);

#endif
