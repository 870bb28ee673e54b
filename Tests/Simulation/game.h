/*
 * game.h: the game on one device. It follows the protocol of <iap/iap.h>: it writes the grant and the transaction's id to its
 * save file, and finishes when the save is on disk. The player has one save for all devices. When a device loses power,
 * everything unsaved after some point is lost.
 */
#ifndef SIMULATION_GAME_H
#define SIMULATION_GAME_H

#include "simulated_disk.h"

#include <iap/iap.h>
#include <iap/iap_inventory.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct world;

/** The state of a payment in this launch. */
typedef enum { PAYMENT_OPEN, PAYMENT_DEFERRED, PAYMENT_ENDED } payment_state;

typedef struct payment_entry {
    uint64_t id;
    int product;
    payment_state state;
    uint64_t transaction_id; /**< its outcome, if it was one transaction */
    bool is_used, is_told;   /**< as purchasing */
} payment_entry;

typedef struct request_entry {
    struct game *game;
    int number, answers;
} request_entry;

#define PAYMENTS_MAX 4096
#define REQUESTS_MAX 256
#define SPENDS_MAX 512
#define QUESTIONS_MAX 512

typedef enum { SPEND_UNKNOWN, SPEND_DONE, SPEND_REFUSED } spend_state;

typedef struct spend_entry {
    struct game *game;
    int number;
    int64_t amount;
    spend_state state;
    bool is_open;
} spend_entry;

typedef struct game {
    struct world *world;
    int number;
    disk *disk;
    char journal_path[64];
    iap_device *device;
    int device_account; /**< the account with which the device was opened */
    iap_client *client;
    int account;            /**< the account that is signed in; -1: none */
    uint32_t accounts_seen; /**< bits: those that were signed in during this launch */
    uint32_t launch;        /**< the number of this launch */
    uint64_t deaths;        /**< the deaths of the disk at the launch */
    uint64_t newest_at_launch;
    bool is_troubled; /**< something in this launch may make transactions late */
    bool is_cut_off;  /**< the device has no network, and knows what it received before */
    bool is_prompt;   /**< saves and finishes in the callback */
    bool closes_next; /**< in the next callback */
    bool pumps_next;
    bool saves_next; /**< of a game that is not prompt */
    bool is_pumping, is_calling, is_closing, is_dying;
    pthread_t pumping_thread;
    uint64_t *tail; /**< the keys of grants that are not saved yet */
    size_t tail_count, tail_capacity;
    const iap_transaction **waiting; /**< to be finished after the save */
    size_t waiting_count, waiting_capacity;
    payment_entry *payments; /**< by their ids */
    uint64_t last_id;        /**< of a payment or request */
    request_entry *requests;
    size_t request_count;
    int open_restores;
    spend_entry *spends; /**< of all launches */
    size_t spend_count;
    int64_t bought_coins; /**< granted by the library */
    uint64_t *questions;  /**< open requests for a verdict */
    size_t question_count;
    const iap_transaction *kept; /**< longer than its client exists */
} game;

/** Starts the game, if it does not run, with an account signed in. Returns false if the disk prevented it. */
bool game_launch(game *game, int account);
void game_close(game *game);
/** Ends the game unexpectedly: the power fails, or its process is killed (unless that has already happened). */
void game_die(game *game, disk_fault death);
/** Whether the disk has failed for good while the game runs; the game then ends. */
bool game_notice_death(game *game);

/** Returns how many events were processed. */
int game_pump(game *game, uint32_t most);
/** Processes until there is nothing to do; returns how many turns it took. Stops after a limit. */
int game_settle(game *game, int limit);
void game_save(game *game);
/** Finishes up to this many of the saved transactions that wait. */
void game_finish(game *game, size_t most);
/** Finishes the transactions of the queue that can be finished. */
void game_finish_queue(game *game);
void game_buy(game *game, int product, int quantity, const char *token, bool asks);
void game_restore(game *game);
void game_query(game *game, iap_query query);
/** Frees everything, at the end of the world. */
void game_free(game *game);

/** The observer of the game; see game_hears.c. */
extern const iap_observer game_observer;
void game_hear_transactions(void *user_data, iap_client *client, uint64_t request_id,
                            const iap_transactions *transactions, const iap_error *error);
/** Whether the game is still running; a callback of a killed game does not count. */
bool game_hears(game *game, const char *what);
void game_await(game *game, const iap_transaction *transaction);
bool game_has_granted(game *game, uint64_t key);
void game_grant(game *game, uint64_t key);
void game_finish_one(game *game, const iap_transaction *transaction);

#endif
