/*
 * purchases.h: what is known about each transaction of a world: its account, what happened to it, and the save file with the
 * players' grants.
 */
#ifndef SIMULATION_PURCHASES_H
#define SIMULATION_PURCHASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DEVICES_MAX 2

/** What a device has received and done for a transaction. */
typedef struct handling {
    uint32_t launch;        /**< the launch of the last delivery; 0: never */
    int32_t delivery_count; /**< the last reported count */
    uint64_t payment_id;    /**< the payment id of the last delivery */
    bool is_asked;          /**< the game has requested the finish */
    uint64_t syncs_when_asked;
    bool is_removed; /**< the completion of the finish was durable */
    bool is_revocation_heard;
    bool is_restored; /**< it was delivered as restored; the journal may have lost this */
    bool is_valid;    /**< the game's verdict is valid */
    bool is_forged;   /**< an update of it came with a wrong signature */
} handling;

typedef struct purchase {
    uint64_t id;
    uint64_t key; /**< the id under which the game grants it: the first id of a purchase with several ids */
    int account, product;
    bool is_known;   /**< the store has sent it */
    bool is_granted; /**< of a key: it is in the save file, on disk */
    bool is_held;    /**< of a key: in the library's inventory */
    bool is_refused; /**< the game's verdict is invalid */
    handling on[DEVICES_MAX];
} purchase;

typedef struct purchases {
    purchase *slots;
    size_t count, capacity;
} purchases;

/** The entry of a transaction, created if it is new. It moves in memory when others are created. */
purchase *purchases_of(purchases *purchases, uint64_t id);
/** NULL if there is none. */
purchase *purchases_find(purchases *purchases, uint64_t id);
void purchases_free(purchases *purchases);

#endif
