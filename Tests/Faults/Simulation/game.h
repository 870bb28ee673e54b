/*
 * game.h: the careful game on one device of a world. It saves and finishes in the callback, or later. The player has one save
 * for all devices. When a device loses power, everything unsaved after some point is lost.
 */
#ifndef SIMULATION_GAME_H
#define SIMULATION_GAME_H

#include "careful_game.h"
#include "simulated_disk.h"

#include <iap/iap.h>
#include <iap/iap_inventory.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct world;

typedef struct request_entry {
    struct game *game;
    int number, answers;
} request_entry;

/** Of payments and requests in a launch. */
#define IDS_MAX 4096
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
    careful_game careful;
    hearing hearing;
    int number;
    disk *disk;
    char journal_path[64];
    iap_device *device;
    int device_account; /**< the account with which the device was opened */
    iap_client *client;
    int account;            /**< the account that is signed in; -1: none */
    uint32_t accounts_seen; /**< bits: those that were signed in during this launch */
    uint64_t deaths;        /**< the deaths of the disk at the launch */
    uint64_t newest_at_launch;
    bool is_troubled; /**< something in this launch may make transactions late */
    bool is_cut_off;  /**< the device has no network, and knows what it received before */
    bool closes_next; /**< in the next callback */
    bool pumps_next;
    bool saves_next; /**< of a game that is not prompt */
    bool is_pumping, is_calling, is_closing, is_dying;
    pthread_t pumping_thread;
    uint64_t last_id; /**< of a payment or request */
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
/** Finishes the transactions of the queue that can be finished. */
void game_finish_queue(game *game);
void game_buy(game *game, int product, int quantity, const char *token, bool asks);
void game_restore(game *game);
void game_query(game *game, iap_query_t query);
/** Frees everything, at the end of the world. */
void game_free(game *game);

/** Receives everything; see game_hears.c. */
void game_hear(void *context, iap_client *client, const heard *entry);
void game_hear_transactions(void *user_data, iap_client *client, uint64_t request_id,
                            const iap_transactions *transactions, const iap_error *error);
/** Whether the game is still running; a callback of a killed game does not count. */
bool game_hears(game *game, const char *what);
/** Functions of the careful game; the context is a game. */
iap_status_t game_finish_one(void *context, const iap_transaction *transaction);
void game_break_rule(void *context, const char *rule, const char *text);

#endif
