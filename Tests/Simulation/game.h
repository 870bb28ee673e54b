/*
 * game.h: the game on one device. It keeps to the protocol of <iap/iap.h>: it adds what was bought and the transaction's id to its
 * save, and finishes when that is on disk. The save is the player's, on all of their devices; what was not saved is lost
 * when the device loses power, from some point on.
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

/** How a payment of this launch stands. */
typedef enum { PAYMENT_OPEN, PAYMENT_DEFERRED, PAYMENT_ENDED } payment_state;

typedef struct payment_entry {
    uint64_t id;
    int product;
    payment_state state;
    uint64_t transaction_id; /**< its outcome, if it was one */
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
    int device_account; /**< that the device was opened with */
    iap_client *client;
    int account;            /**< that is signed in; -1: none */
    uint32_t accounts_seen; /**< bits: those that were signed in during this launch */
    uint32_t launch;        /**< how many there were */
    uint64_t deaths;        /**< of the disk when it was launched */
    uint64_t newest_at_launch;
    bool is_troubled; /**< something happened in this launch that may keep transactions from it */
    bool is_cut_off;  /**< the device has no network, and knows what it heard before */
    bool is_prompt;   /**< saves and finishes in the callback */
    bool closes_next; /**< in the next callback */
    bool pumps_next;
    bool saves_next; /**< of a game that is not prompt */
    bool is_pumping, is_calling, is_closing, is_dying;
    pthread_t pumping_thread;
    uint64_t *tail; /**< what is granted and not saved yet: the keys */
    size_t tail_count, tail_capacity;
    const iap_transaction **waiting; /**< to be finished when it is saved */
    size_t waiting_count, waiting_capacity;
    payment_entry *payments; /**< by their ids */
    uint64_t last_id;        /**< of a payment or request */
    request_entry *requests;
    size_t request_count;
    int open_restores;
    spend_entry *spends; /**< of all launches */
    size_t spend_count;
    int64_t bought_coins; /**< that the library has granted */
    uint64_t *questions;  /**< that the game has not answered yet */
    size_t question_count;
    const iap_transaction *kept; /**< longer than its client lives */
} game;

/** Starts the game, if it does not run, with an account signed in. False: the disk did not let it. */
bool game_launch(game *game, int account);
void game_close(game *game);
/** The game ends without having been asked: the power fails, or its process is killed (if that has not happened yet). */
void game_die(game *game, disk_fault death);
/** Whether the disk has died while the game runs; then the game is over. */
bool game_notice_death(game *game);

/** How many events were processed. */
int game_pump(game *game, uint32_t most);
/** Processes until nothing is to be done; how many turns it took. Gives up after a limit. */
int game_settle(game *game, int limit);
void game_save(game *game);
/** Finishes up to so many of those that wait and are saved. */
void game_finish(game *game, size_t most);
/** Finishes what is in the queue and can be. */
void game_finish_queue(game *game);
void game_buy(game *game, int product, int quantity, const char *token, bool asks);
void game_restore(game *game);
void game_query(game *game, iap_query query);
/** Lets everything go, for the end of the world. */
void game_free(game *game);

/** What the game hears; game_hears.c. */
extern const iap_observer game_observer;
void game_hear_transactions(void *user_data, iap_client *client, uint64_t request_id,
                            const iap_transactions *transactions, const iap_error *error);
/** Whether the game still lives; a call of a dead game's function is not its own any more. */
bool game_hears(game *game, const char *what);
void game_await(game *game, const iap_transaction *transaction);
bool game_has_granted(game *game, uint64_t key);
void game_grant(game *game, uint64_t key);
void game_finish_one(game *game, const iap_transaction *transaction);

#endif
