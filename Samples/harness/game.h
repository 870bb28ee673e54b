/*
 * game.h: a running game: one client on one device, its observer, its save file, and the events that it has received.
 */
#ifndef HARNESS_GAME_H
#define HARNESS_GAME_H

#include "save.h"

#include <iap/iap_app.h>
#include <iap/iap_promotions.h>
#include <iap/iap_store.h>
#include <stdbool.h>

/** How long a game waits for the library. It is far more than the library needs. */
#define GAME_TIMEOUT_MS 30000

/** The player, and the device. The child process and the script use it, one at a time. */
#define GAME_ACCOUNT "anna"
#define GAME_DEVICE "phone"

/** The player's account in the game. The game's server knows it. It is not the account of the App Store. */
#define GAME_ACCOUNT_TOKEN "4f1c9e0a-6d1b-4d5e-9a57-1b1f6f0c2d11"

/** How many messages of the App Store the game can keep for later. More than one is rare. */
#define GAME_MESSAGES_MAX 8

/** What the game does with a purchase. */
enum game_policy {
    GAME_FINISHES,          /**< grants, saves and finishes, as a real game does */
    GAME_DIES_BEFORE_GRANT, /**< is killed when it receives the purchase */
    GAME_DIES_AFTER_GRANT   /**< is killed between the grant and the finish */
};

/** What the game received since game_forget(). Handles in it are retained. */
struct game_heard {
    size_t purchasing, purchased, failed, restored, deferred, unverified, revoked, removed;
    size_t granted, granted_before;
    size_t restore_finished, restore_failed, storefronts, problems;
    const iap_transaction *outcome; /**< the last transaction that was purchased, restored, failed or deferred */
    const iap_transaction *revoked_transaction; /**< the last one that was revoked */
    uint64_t payment;                           /**< the last payment that was added */
    bool payment_ended;                         /**< its outcome arrived, or it was deferred */

    size_t status_changes, intents, messages;
    const iap_subscription_status *status; /**< the last one that changed */
    const iap_purchase_intent *intent;     /**< the last one */

    size_t responses; /**< completions of requests */
    iap_error error;  /**< of the last completion; IAP_OK if there was no error */
    const iap_products *products;
    const iap_transactions *transactions;
    const iap_subscription_statuses *statuses;
    const iap_app_transaction *app_transaction;
    const iap_promotions *promotions;
    int32_t flag;
    char *text;
};

struct game {
    const char *account;
    const char *device_name;
    enum game_policy policy;
    iap_execution_t execution;
    bool hears_store_news; /**< also observes subscription statuses, purchase intents and messages */

    struct save save;
    iap_device *device;
    iap_client *client;
    uint64_t request;                               /**< the request that the game waits for: one at a time */
    const iap_message *messages[GAME_MESSAGES_MAX]; /**< retained messages that have not been shown, oldest first */
    size_t message_count;
    struct game_heard heard;
    bool gave_up; /**< a wait reached its timeout */
};

/** Launches the game: signs the account in on the device, opens the client, adds the observer. Prints a failure. */
bool game_open(struct game *game, iap_store *store, const char *folder);

/** Ends the game. Does nothing if it is not open. If the library refuses, prints the reason and returns false. */
bool game_close(struct game *game);

/** Clears what the game received. */
void game_forget(struct game *game);

/** Adds a payment. If the library refuses it, prints the reason and returns false. */
bool game_pay(struct game *game, const iap_payment *payment);
bool game_buy(struct game *game, const char *product_id, int32_t quantity);

/* game_loop.c */

/** Runs one frame. If the library refuses, prints the reason and returns false. */
bool game_process(struct game *game);

typedef bool (*game_condition)(const struct game *game);

/** Processes events until the condition holds. After GAME_TIMEOUT_MS it prints that it gives up, and returns false. */
bool game_wait(struct game *game, game_condition condition, const char *awaited);

/** The same with another timeout, and without a line when it ends. */
bool game_wait_at_most(struct game *game, game_condition condition, uint32_t milliseconds);

/** Processes events until no event has arrived for this time. */
bool game_listen(struct game *game, uint32_t quiet_ms);

/** Processes events until there are no more. Works only with IAP_EXECUTION_MANUAL, where the library has no threads. */
bool game_settle(struct game *game);

/** Waits until the library has delivered all purchases that earlier launches left unfinished. */
bool game_catch_up(struct game *game);

/** Prints a line about a call that returned only a status. Always returns false. */
bool game_complain(const char *call, iap_status_t status);

#endif
