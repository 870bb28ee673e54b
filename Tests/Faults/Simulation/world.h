/*
 * world.h: one store, its accounts and the devices on which the game runs. Everything that happens in it depends only on a
 * seed.
 */
#ifndef SIMULATION_WORLD_H
#define SIMULATION_WORLD_H

#include "chance.h"
#include "event_log.h"
#include "game.h"

#include <iap/iap.h>
#include <iap/iap_store.h>

#define DEVICES_MAX 2
#define ACCOUNTS_MAX 2
#define PRODUCTS 7

typedef enum { CONSUMABLE, OWNED, SEASONAL, RENEWING } product_kind;

typedef struct product {
    const char *id;
    product_kind kind;
} product;

extern const product products[PRODUCTS];
extern const char *const accounts[ACCOUNTS_MAX];

/** What a device has received for a transaction, besides its delivery. */
typedef struct handling {
    uint64_t syncs_when_asked; /**< for the finish */
    bool is_revocation_heard;
    bool is_restored; /**< it was delivered as restored; the journal may have lost this */
    bool is_valid;    /**< the game's verdict is valid */
    bool is_forged;   /**< an update of it came with a wrong signature */
} handling;

/** What is known about a transaction of the world. */
typedef struct purchase {
    table_key transaction;
    table_key key;     /**< under which the game grants it: a purchase may have several ids */
    uint64_t first_id; /**< the first id of the purchase */
    int account, product;
    bool is_known;   /**< the store has sent it */
    bool is_held;    /**< of a first id: in the library's inventory */
    bool is_refused; /**< the game's verdict is invalid */
    handling on[DEVICES_MAX];
} purchase;

/** What may happen in a world. The seed switches each on or off: some worlds are quiet, others are not. */
typedef struct temper {
    bool crashes, disk_faults, network, forgeries, accounts_change, clock_jumps, refunds, approvals, subscriptions,
        host_faults, late_games, odd_updates, simulated_errors, second_device, inventory, verifies, quirks;
} temper;

typedef struct world {
    uint64_t seed;
    chance chance;
    temper temper;
    event_log log;
    iap_store *store;
    table purchases; /**< by their ids */
    table save;      /**< what the players keep, on disk; all devices share it */
    game games[DEVICES_MAX];
    int device_count, account_count; /**< accounts: those that are checked at the end */
    bool is_forging;                 /**< every signature is wrong */
    uint64_t forged_after;           /**< the last transaction before the forgeries */
    bool is_late;                    /**< a quirk delays transactions of a game that starts */
    bool is_undoing;                 /**< a quirk has undone finishes, or may yet */
    bool is_peaceful;                /**< there are no more faults */
    bool is_over;                    /**< in addition, all unfinished transactions have come */
    const char *rule;                /**< the first rule that was broken */
    uint32_t steps, crashes, disk_faults, quirks, pumps_at_most;
    uint64_t transactions;
    int64_t latest_ms; /**< before the clock was set back */
} world;

/**
 * Plays the world of a seed, from its start to its end. The caller frees it.
 * \param has_quirks false: the store behaves as documented, whatever the seed says.
 */
void world_run(world *world, uint64_t seed, bool has_quirks);
void world_free(world *world);

/** Makes a store with a virtual clock, and the devices, which are off. */
void world_begin(world *world, uint64_t seed, temper temper);
/** The final phase: each device starts once more for each account and delivers what remains. Compares everything with the
 *  ledger. */
void world_end(world *world);
/** Plays one step. */
void world_step(world *world);

/** The newest transaction of the store; 0 if there is none. */
uint64_t world_newest(world *world);
/** A random transaction of the store; 0 if there is none. */
uint64_t world_any(world *world, iap_store_transaction *transaction);
/** The entry of a transaction, added if it is new. It moves in memory when others are added. */
purchase *world_purchase(world *world, uint64_t id);

#endif
