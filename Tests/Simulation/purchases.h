/*
 * purchases.h: what is known of each transaction of a world: whose it is, what became of it, and the save game in which the
 * players keep what they were granted.
 */
#ifndef SIMULATION_PURCHASES_H
#define SIMULATION_PURCHASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DEVICES_MAX 2

/** What a device has heard and done of a transaction. */
typedef struct handling {
    uint32_t launch;        /**< in which it was handed out last; 0: never */
    int32_t delivery_count; /**< as it was told last */
    uint64_t payment_id;    /**< with which it was handed out last */
    bool is_asked;          /**< the game has asked for its finish */
    uint64_t syncs_when_asked;
    bool is_removed; /**< its finish has been told as durable */
    bool is_revocation_heard;
    bool is_restored; /**< it was handed out as restored; the journal may have lost that */
    bool is_valid;    /**< the game has said so */
    bool is_forged;   /**< news of it came with a wrong signature */
} handling;

typedef struct purchase {
    uint64_t id;
    uint64_t key; /**< under which the game grants it: the first id of a purchase that comes under another one */
    int account, product;
    bool is_known;   /**< the store has told of it */
    bool is_granted; /**< of a key: it is in the save game, on disk */
    bool is_held;    /**< of a key: by the library */
    bool is_refused; /**< the game has found it invalid */
    handling on[DEVICES_MAX];
} purchase;

typedef struct purchases {
    purchase *slots;
    size_t count, capacity;
} purchases;

/** The entry of a transaction, made if it is new. It moves when others are made. */
purchase *purchases_of(purchases *purchases, uint64_t id);
/** NULL if there is none. */
purchase *purchases_find(purchases *purchases, uint64_t id);
void purchases_free(purchases *purchases);

#endif
