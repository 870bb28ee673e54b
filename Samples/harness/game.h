/*
 * game.h: a running game: one client on one device, its observer, its save game, and what it has heard so far.
 */
#ifndef HARNESS_GAME_H
#define HARNESS_GAME_H

#include "save.h"

#include <iap/iap_store.h>
#include <stdbool.h>

/** How long a game waits for the library. Far more than it needs: only a library that does not answer gets there. */
#define GAME_PATIENCE_MS 30000

/** The player, and the device that the child process, the script and the shell play on: one at a time. */
#define GAME_ACCOUNT "anna"
#define GAME_DEVICE "phone"

/** The player's account in the game, which its server knows: not the one of the App Store. */
#define GAME_ACCOUNT_TOKEN "4f1c9e0a-6d1b-4d5e-9a57-1b1f6f0c2d11"

/** How many messages of the App Store the game keeps for later. More than one is rare. */
#define GAME_MESSAGES_MAX 8

/** What the game does with a purchase. */
enum game_policy {
    GAME_FINISHES,          /**< grants it, records that, finishes: what a game does */
    GAME_KEEPS_UNFINISHED,  /**< grants it and records that; whoever sits at the shell finishes */
    GAME_DIES_BEFORE_GRANT, /**< is killed as soon as it hears of it */
    GAME_DIES_AFTER_GRANT   /**< is killed when it has granted it, before it finishes */
};

/** What the game heard since game_forget(). Handles in it are retained. */
struct game_heard {
    size_t purchasing, purchased, failed, restored, deferred, unverified, revoked, removed;
    size_t granted, granted_before;
    size_t restore_finished, restore_failed, storefronts, problems;
    const iap_transaction *outcome; /**< the last transaction that was purchased, restored, failed or deferred */
    const iap_transaction *revoked_transaction; /**< the last one that was revoked */
    uint64_t payment;                           /**< the last payment that was added */
    bool payment_ended;                         /**< its outcome came, or it was deferred */

    size_t status_changes, intents, messages;
    const iap_subscription_status *status; /**< the last one that changed */
    const iap_purchase_intent *intent;     /**< the last one */

    size_t answers;  /**< completions of requests */
    iap_error error; /**< of the last answer; IAP_OK if it was none */
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
    iap_execution execution;
    bool hears_store_news; /**< subscription statuses, purchase intents and messages, too */
    iap_wake_function wake;
    void *wake_user_data;

    uint32_t patience_ms; /**< how long it waits for an answer; 0 for GAME_PATIENCE_MS */

    struct save save;
    iap_device *device;
    iap_client *client;
    uint64_t request;                               /**< the one whose answer is awaited: one at a time */
    const iap_message *messages[GAME_MESSAGES_MAX]; /**< retained: those that have not been shown, oldest first */
    size_t message_count;
    struct game_heard heard;
    bool gave_up; /**< a wait took longer than its patience */
};

/** Launches the game: signs the account in on the device, opens the client, adds the observer. Says what went wrong. */
bool game_open(struct game *game, iap_store *store, const char *folder);

/** Ends it; nothing happens if it is not open. False, and a line that says why, if the library refuses. */
bool game_close(struct game *game);

/** Forgets what was heard. */
void game_forget(struct game *game);

/** Adds a payment. False, and a line that says why, if the library does not take it. */
bool game_pay(struct game *game, const iap_payment *payment);
bool game_buy(struct game *game, const char *product_id, int32_t quantity);

/* game_loop.c */

/** One frame. False, and a line that says why, if the library refuses. */
bool game_process(struct game *game);

typedef bool (*game_condition)(const struct game *game);

/** Processes events until the condition holds. False if that takes longer than the game's patience; then it says so. */
bool game_wait(struct game *game, game_condition condition, const char *awaited);

/** The same with a limit of its own, and without a word when the time is over. */
bool game_wait_at_most(struct game *game, game_condition condition, uint32_t milliseconds);

/** Processes events until nothing has come for so long. */
bool game_listen(struct game *game, uint32_t quiet_ms);

/** Processes events until there are no more: only with IAP_EXECUTION_MANUAL, where nothing goes on elsewhere. */
bool game_settle(struct game *game);

/** Waits until everything that earlier launches left unfinished has been handed over again. */
bool game_catch_up(struct game *game);

/** A line about a call that answers with a status alone. Always false. */
bool game_complain(const char *call, iap_status status);

#endif
