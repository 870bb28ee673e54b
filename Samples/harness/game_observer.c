#define _POSIX_C_SOURCE 200809L

#include "game_observer.h"
#include "print.h"
#include "print_news.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>

/* ---- what the game does with a purchase ---- */

/* A kill that no program can catch, as when the battery is empty. Flush first, so no printed line is lost. */
static void die(const struct game *game) {
    print_line(game->device_name, "is killed here");
    fflush(stdout);
    raise(SIGKILL);
}

static void finish(struct game *game, const iap_transaction *transaction) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_finish_transaction(game->client, transaction, &error) != IAP_OK) {
        game->heard.problems++;
        print_error("problem", "finish", &error);
    }
}

/* The game grants a consumable only when it is purchased. It grants other products also when they are restored. */
static bool has_nothing_to_grant(const iap_transaction *transaction) {
    return iap_transaction_state(transaction) == IAP_TRANSACTION_RESTORED &&
           iap_transaction_product_type(transaction) == IAP_PRODUCT_TYPE_CONSUMABLE;
}

/* A restore may deliver many transactions. The game finishes them when the restore is complete, except those that it could not
 * save: another restore delivers them. */
static void finish_restored(struct game *game) {
    const iap_transactions *queue = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_queue_transactions(game->client, &queue, &error) != IAP_OK) {
        game->heard.problems++;
        print_error("problem", "the queue", &error);
        return;
    }
    for (size_t i = 0; i < iap_transactions_count(queue); i++) {
        const iap_transaction *transaction = iap_transactions_at(queue, i);
        if (iap_transaction_state(transaction) == IAP_TRANSACTION_RESTORED &&
            (has_nothing_to_grant(transaction) || save_has(&game->save, transaction))) {
            finish(game, transaction);
        }
    }
    iap_transactions_release(queue);
}

/* Grants a purchase exactly once. If its key is not in the save file, write the grant and the key in one step. Only then finish.
 * If the game is killed in between, the next launch completes it. */
static void take_delivery(struct game *game, const iap_transaction *transaction) {
    if (game->policy == GAME_DIES_BEFORE_GRANT) {
        die(game);
    }
    const char *product_id = iap_transaction_product_id(transaction);
    switch (save_grant(&game->save, transaction)) {
    case SAVE_DONE:
        game->heard.granted++;
        print_line(game->device_name, "grants %s, now holds %" PRId64, product_id, save_holds(&game->save, product_id));
        break;
    case SAVE_DONE_BEFORE:
        game->heard.granted_before++;
        print_line(game->device_name, "granted this before, still holds %" PRId64, save_holds(&game->save, product_id));
        break;
    case SAVE_NOT_WRITTEN:
        /* The grant is not on the disk, so do not finish. The next launch delivers the purchase again. */
        game->heard.problems++;
        print_line(game->device_name, "could not write its save file and leaves the transaction unfinished");
        return;
    }
    if (game->policy == GAME_DIES_AFTER_GRANT) {
        die(game);
    }
    bool comes_from_restore =
        iap_transaction_state(transaction) == IAP_TRANSACTION_RESTORED && iap_transaction_payment_id(transaction) == 0;
    if (game->policy == GAME_FINISHES && !comes_from_restore) {
        finish(game, transaction);
    }
}

/* ---- the observer ---- */

static void keep_outcome(struct game *game, const iap_transaction *transaction) {
    iap_transaction_release(game->heard.outcome);
    game->heard.outcome = iap_transaction_retain(transaction);
    if (game->heard.payment != 0 && iap_transaction_payment_id(transaction) == game->heard.payment) {
        game->heard.payment_ended = true;
    }
}

static void transaction_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    struct game *game = user_data;
    (void)client;
    iap_transaction_state_t state = iap_transaction_state(transaction);
    print_transaction(game->device_name, print_state_name(state), transaction);
    switch (state) {
    case IAP_TRANSACTION_PURCHASING: game->heard.purchasing++; break;
    case IAP_TRANSACTION_PURCHASED:
        game->heard.purchased++;
        keep_outcome(game, transaction);
        take_delivery(game, transaction);
        break;
    case IAP_TRANSACTION_RESTORED:
        game->heard.restored++;
        keep_outcome(game, transaction);
        if (has_nothing_to_grant(transaction)) {
            finish(game, transaction); /* this never ends a purchase that waits to be granted */
        } else {
            take_delivery(game, transaction);
        }
        break;
    case IAP_TRANSACTION_FAILED:
        game->heard.failed++;
        keep_outcome(game, transaction);
        /* There is nothing to grant, but the payment stays in the queue until the game finishes it. */
        finish(game, transaction);
        break;
    case IAP_TRANSACTION_DEFERRED:
        game->heard.deferred++;
        keep_outcome(game, transaction);
        break;
    case IAP_TRANSACTION_UNVERIFIED:
        /* Grant nothing. If the transaction is genuine, the next launch verifies and delivers it. */
        game->heard.unverified++;
        break;
    default: break;
    }
}

static void transaction_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    struct game *game = user_data;
    (void)client;
    game->heard.removed++;
    print_removal(game->device_name, transaction);
}

static void restore_finished(void *user_data, iap_client *client, uint64_t request_id) {
    struct game *game = user_data;
    (void)client;
    (void)request_id;
    game->heard.restore_finished++;
    print_line(game->device_name, "restore finished");
    if (game->policy == GAME_FINISHES) {
        finish_restored(game);
    }
}

static void restore_failed(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    struct game *game = user_data;
    (void)client;
    (void)request_id;
    game->heard.restore_failed++;
    print_error(game->device_name, "restore failed", error);
}

static void take_back(struct game *game, const iap_transaction *transaction) {
    const char *product_id = iap_transaction_product_id(transaction);
    switch (save_take_back(&game->save, transaction)) {
    case SAVE_DONE:
        print_line(game->device_name, "revokes %s, now holds %" PRId64, product_id,
                   save_holds(&game->save, product_id));
        break;
    case SAVE_DONE_BEFORE: break;
    case SAVE_NOT_WRITTEN:
        /* The next launch finds the refund in the history. */
        game->heard.problems++;
        print_line(game->device_name, "could not write its save file and does not revoke %s yet", product_id);
        break;
    }
}

static void history_received(void *user_data, iap_client *client, uint64_t request_id,
                             const iap_transactions *transactions, const iap_error *error) {
    (void)client;
    (void)request_id;
    (void)error; /* after an error there are no transactions, and the next launch tries again */
    for (size_t i = 0; i < iap_transactions_count(transactions); i++) {
        const iap_transaction *transaction = iap_transactions_at(transactions, i);
        if (iap_transaction_state(transaction) == IAP_TRANSACTION_REVOKED) {
            take_back(user_data, transaction);
        }
    }
}

bool game_take_back_what_was_missed(struct game *game) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_request_transactions(game->client, IAP_QUERY_ALL, NULL, history_received, game, NULL, &error) != IAP_OK) {
        print_error("problem", "asking for the history", &error);
        return false;
    }
    return true;
}

static void entitlement_revoked(void *user_data, iap_client *client, const iap_transaction *transaction) {
    struct game *game = user_data;
    (void)client;
    game->heard.revoked++;
    iap_transaction_release(game->heard.revoked_transaction);
    game->heard.revoked_transaction = iap_transaction_retain(transaction);
    print_transaction(game->device_name, "revoked", transaction);
    take_back(game, transaction);
}

static void storefront_changed(void *user_data, iap_client *client, const char *country_code, const char *identifier) {
    struct game *game = user_data;
    (void)client;
    game->heard.storefronts++;
    print_line(game->device_name, "the storefront is now %s (%s)", country_code, identifier);
}

static void problem_reported(void *user_data, iap_client *client, const iap_error *error) {
    struct game *game = user_data;
    (void)client;
    game->heard.problems++;
    print_error("problem", game->device_name, error);
}

/* ---- other events of the store ---- */

static void subscription_status_changed(void *user_data, iap_client *client, const iap_subscription_status *status) {
    struct game *game = user_data;
    (void)client;
    game->heard.status_changes++;
    iap_subscription_status_release(game->heard.status);
    game->heard.status = iap_subscription_status_retain(status);
    print_status(game->device_name, status);
}

/* The game responds later, because a payment sheet in the middle of a fight would disturb. */
static void purchase_intent_received(void *user_data, iap_client *client, const iap_purchase_intent *intent) {
    struct game *game = user_data;
    (void)client;
    game->heard.intents++;
    iap_purchase_intent_release(game->heard.intent);
    game->heard.intent = iap_purchase_intent_retain(intent);
    print_intent(game->device_name, intent);
}

/* The same is true for messages. */
static void message_received(void *user_data, iap_client *client, const iap_message *message) {
    struct game *game = user_data;
    (void)client;
    game->heard.messages++;
    print_message(game->device_name, message);
    if (game->message_count < GAME_MESSAGES_MAX) {
        game->messages[game->message_count++] = iap_message_retain(message);
    }
}

bool game_observe(struct game *game) {
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.user_data = game;
    observer.transaction_updated = transaction_updated;
    observer.transaction_removed = transaction_removed;
    observer.restore_finished = restore_finished;
    observer.restore_failed = restore_failed;
    observer.entitlement_revoked = entitlement_revoked;
    observer.storefront_changed = storefront_changed;
    observer.problem_reported = problem_reported;
    if (game->hears_store_news) {
        observer.subscription_status_changed = subscription_status_changed;
        observer.purchase_intent_received = purchase_intent_received;
        observer.message_received = message_received;
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_add_observer(game->client, &observer, NULL, &error) != IAP_OK) {
        print_error("problem", "adding the observer", &error);
        return false;
    }
    return true;
}
