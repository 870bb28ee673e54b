/*
 * careful_game.h: what a careful game does with purchases, and the rules that every delivery keeps. The tests that have a game
 * use this one; they add what is special about them: kills, failing disks, logs, a store with quirks.
 *
 * It follows the protocol of <iap/iap.h>: it grants a purchase once, by the original transaction id and the purchase date,
 * writes the grant to its save, and finishes when the save is on disk. Samples and the printed games are not built on this code,
 * because readers copy them.
 */
#ifndef TESTS_GAME_CAREFUL_GAME_H
#define TESTS_GAME_CAREFUL_GAME_H

#include "hearing.h"
#include "table.h"

/** A purchase in the save. */
typedef struct grant {
    table_key key;
    bool is_taken_back; /**< its revocation came */
} grant;

/** What a game has received and done for a transaction. */
typedef struct delivery {
    table_key key;       /**< the id, and no date */
    uint32_t launch;     /**< the launch of the last delivery; 0: never */
    int32_t count;       /**< the last delivery count */
    uint64_t payment_id; /**< the payment of the last delivery */
    bool is_asked;       /**< the game has requested the finish */
    bool is_removed;     /**< the finish has completed */
} delivery;

/** A payment of this launch. */
typedef struct payment {
    table_key key;           /**< the payment id, and no date */
    const char *product_id;  /**< of a payment that careful_paid() has noted */
    uint64_t transaction_id; /**< its outcome, if it was one transaction */
    bool is_reported;        /**< as purchasing */
    bool is_deferred, has_outcome;
} payment;

typedef enum {
    FINISHES_AT_ONCE,
    FINISHES_LATER, /**< keeps grants in memory until careful_save(), and transactions until careful_finish() */
    ONLY_LISTENS    /**< does nothing */
} manner;

typedef struct careful_game {
    iap_client *client; /**< NULL while the game does not run */
    manner manner;
    table
        *save; /**< of grants. All games of a player share it. It is what the player keeps: grants in it are on disk */
    /** What a test adds; each function may be NULL. */
    void *context;
    /** Writes the grant for this transaction to disk. Returns false if the disk is full; then nothing is granted. */
    bool (*write)(void *context, const iap_transaction *transaction);
    /** Is called instead of iap_finish_transaction(), for example to call iap_record_grant() or not to finish yet. */
    iap_status_t (*finish)(void *context, const iap_transaction *transaction);
    /** A rule was broken, and a sentence about it:
     *  R3 A transaction is not delivered again after its finish.
     *  R4 It is delivered once in a launch, with a rising count.
     *  I6 A payment is purchasing once and has one outcome. */
    void (*broken)(void *context, const char *rule, const char *text);
    uint32_t launch; /**< the number of this launch */
    table deliveries;
    table payments;
    bool notes_payments; /**< all payments are noted; others are a fault */
    table_key *unsaved;  /**< granted in memory */
    size_t unsaved_count, unsaved_capacity;
    const iap_transaction **waiting; /**< to be finished after the save */
    size_t waiting_count, waiting_capacity;
} careful_game;

/** Sets what is not zero. */
void careful_init(careful_game *game, table *save);
/** A launch begins. */
void careful_launch(careful_game *game);
/** The game has ended, whatever the reason: what was only in memory is lost. */
void careful_forget(careful_game *game);
void careful_free(careful_game *game);

/** What the game does with everything that it receives. */
void careful_hear(careful_game *game, const heard *entry);
table_key careful_key(const iap_transaction *transaction);
/** What is known about a transaction; added if it is new. */
delivery *careful_delivery(careful_game *game, uint64_t id);
/** The game has added a payment. The text must stay valid. */
void careful_paid(careful_game *game, uint64_t payment_id, const char *product_id);
/** Whether a payment for this product has no outcome and is not deferred. NULL: for any product. */
bool careful_awaits(const careful_game *game, const char *product_id);
/** Whether the purchase is granted, on disk or in memory. */
bool careful_has(const careful_game *game, table_key key);
/** Whether the grant is on disk. */
bool save_has(const table *save, table_key key);
/** The first grants in memory, up to this many, reach the disk. */
void careful_save(careful_game *game, size_t most);
/** Finishes up to this many waiting transactions whose grants are on disk. */
void careful_finish(careful_game *game, size_t most);
/** Finishes one transaction. */
iap_status_t careful_finish_one(careful_game *game, const iap_transaction *transaction);

#endif
