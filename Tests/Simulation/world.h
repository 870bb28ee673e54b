/*
 * world.h: one store, its accounts and the devices on which the game runs. Everything that happens in it follows from a seed.
 */
#ifndef SIMULATION_WORLD_H
#define SIMULATION_WORLD_H

#include "event_log.h"
#include "game.h"
#include "purchases.h"
#include "random.h"

#include <iap/iap.h>
#include <iap/iap_store.h>

#define ACCOUNTS_MAX 2
#define PRODUCTS 7

typedef enum { CONSUMABLE, OWNED, SEASONAL, RENEWING } product_kind;

typedef struct product {
    const char *id;
    product_kind kind;
} product;

extern const product products[PRODUCTS];
extern const char *const accounts[ACCOUNTS_MAX];

/** What may happen in a world: each is on or off, as the seed says, so that some worlds are quiet and some are not. */
typedef struct temper {
    bool crashes, disk_faults, network, forgeries, accounts_change, clock_jumps, refunds, approvals, subscriptions,
        host_faults, late_games, odd_updates, simulated_errors, second_device, inventory, verifies, habits;
} temper;

typedef struct world {
    uint64_t seed;
    chance chance;
    temper temper;
    event_log log;
    iap_store *store;
    purchases purchases;
    game games[DEVICES_MAX];
    int device_count, account_count; /**< accounts: that are looked at in the end */
    bool is_forging;                 /**< everything is signed wrongly */
    uint64_t forged_after;           /**< the last transaction before that */
    bool is_late;                    /**< a habit keeps transactions from a game that starts */
    bool is_undoing;                 /**< a habit has undone finishes, or may yet */
    bool is_peaceful;                /**< nothing goes wrong any more */
    bool is_over;                    /**< and what is unfinished has surfaced */
    const char *rule;                /**< the first rule that was broken */
    uint32_t steps, crashes, disk_faults, habits, pumps_at_most;
    uint64_t transactions;
    int64_t latest_ms; /**< before the clock was set back */
} world;

/**
 * The world of a seed, from its beginning to its end. Then to be freed.
 * \param has_habits false: the store does what is documented, whatever the seed says.
 */
void world_run(world *world, uint64_t seed, bool has_habits);
void world_free(world *world);

/** A store on a virtual clock, and the devices, which are off. */
void world_begin(world *world, uint64_t seed, temper temper);
/** Peace: each device starts once more for each account, hands out what is left, and everything is compared with the ledger. */
void world_end(world *world);
/** Does something. */
void world_step(world *world);

/** The newest transaction of the store; 0 if there is none. */
uint64_t world_newest(world *world);
/** A transaction of the store by chance; 0 if there is none. */
uint64_t world_any(world *world, iap_store_transaction *transaction);

#endif
