#define _POSIX_C_SOURCE 200809L

#include "game.h"
#include "print.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* For calls that answer with a status alone. */
static bool says_why(const char *call, iap_status status) {
    print_line("problem", "%s: %s", call, iap_status_name(status));
    return false;
}

/* ---- what the game does with a purchase ---- */

/* A kill that nothing can catch, as when the player's battery dies. What was printed is to be seen all the same. */
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

/* A restore may hand out many transactions: the game finishes them when it knows that it has them all. */
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
        if (iap_transaction_get_state(transaction) == IAP_TRANSACTION_RESTORED) {
            finish(game, transaction);
        }
    }
    iap_transactions_release(queue);
}

/* The protocol of a purchase that is granted once: look whether the id is in the save game; if not, write the grant and
 * the id in one step; only then finish. Whatever dies in between, the next launch ends it rightly. */
static void take_delivery(struct game *game, const iap_transaction *transaction) {
    if (game->policy == GAME_DIES_BEFORE_GRANT) {
        die(game);
    }
    const char *product_id = iap_transaction_product_id(transaction);
    switch (
        save_grant(&game->save, iap_transaction_id(transaction), product_id, iap_transaction_quantity(transaction))) {
    case SAVE_DONE:
        game->heard.granted++;
        print_line(game->device_name, "grants %s, now holds %" PRId64, product_id, save_holds(&game->save, product_id));
        break;
    case SAVE_DONE_BEFORE:
        game->heard.granted_before++;
        print_line(game->device_name, "has granted this before, still holds %" PRId64,
                   save_holds(&game->save, product_id));
        break;
    case SAVE_NOT_WRITTEN:
        /* What is not on disk is not granted, and what is not granted is not finished: it comes at the next launch. */
        game->heard.problems++;
        print_line(game->device_name, "could not write its save game and leaves the transaction unfinished");
        return;
    }
    if (game->policy == GAME_DIES_AFTER_GRANT) {
        die(game);
    }
    bool comes_from_restore = iap_transaction_get_state(transaction) == IAP_TRANSACTION_RESTORED &&
                              iap_transaction_payment_id(transaction) == 0;
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
    iap_transaction_state state = iap_transaction_get_state(transaction);
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
        take_delivery(game, transaction);
        break;
    case IAP_TRANSACTION_FAILED:
        game->heard.failed++;
        keep_outcome(game, transaction);
        /* Nothing to grant, but it stays in the queue until the game has taken note of it. */
        finish(game, transaction);
        break;
    case IAP_TRANSACTION_DEFERRED:
        game->heard.deferred++;
        keep_outcome(game, transaction);
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

static void entitlement_revoked(void *user_data, iap_client *client, const iap_transaction *transaction) {
    struct game *game = user_data;
    (void)client;
    game->heard.revoked++;
    print_transaction(game->device_name, "revoked", transaction);
    if (save_take_back(&game->save, iap_transaction_id(transaction)) == SAVE_DONE) {
        print_line(game->device_name, "takes back %s, now holds %" PRId64, iap_transaction_product_id(transaction),
                   save_holds(&game->save, iap_transaction_product_id(transaction)));
    }
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

/* ---- completions ---- */

static void products_received(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                              const iap_error *error) {
    struct game *game = user_data;
    (void)client;
    (void)request_id;
    game->heard.answers++;
    iap_products_release(game->heard.products);
    game->heard.products = iap_products_retain(products);
    if (error != NULL) {
        print_error("problem", "product request", error);
    }
}

static void transactions_received(void *user_data, iap_client *client, uint64_t request_id,
                                  const iap_transactions *transactions, const iap_error *error) {
    struct game *game = user_data;
    (void)client;
    (void)request_id;
    game->heard.answers++;
    iap_transactions_release(game->heard.transactions);
    game->heard.transactions = iap_transactions_retain(transactions);
    if (error != NULL) {
        print_error("problem", "transaction query", error);
    }
}

/* ---- launch and end ---- */

static bool open_client(struct game *game, const char *folder) {
    size_t capacity = strlen(folder) + strlen(game->device_name) + sizeof "/.journal";
    char *journal = malloc(capacity);
    if (journal == NULL) {
        return false;
    }
    snprintf(journal, capacity, "%s/%s.journal", folder, game->device_name);
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.device = game->device;
    options.journal_path = journal;
    options.wake = game->wake;
    options.wake_user_data = game->wake_user_data;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_client_open(&options, &game->client, &error);
    free(journal);
    if (status != IAP_OK) {
        print_error("problem", "opening the client", &error);
    }
    return status == IAP_OK;
}

static bool add_observer(struct game *game) {
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.user_data = game;
    observer.transaction_updated = transaction_updated;
    observer.transaction_removed = transaction_removed;
    observer.restore_finished = restore_finished;
    observer.restore_failed = restore_failed;
    observer.entitlement_revoked = entitlement_revoked;
    observer.storefront_changed = storefront_changed;
    observer.problem_reported = problem_reported;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_add_observer(game->client, &observer, NULL, &error) != IAP_OK) {
        print_error("problem", "adding the observer", &error);
        return false;
    }
    return true;
}

bool game_open(struct game *game, iap_store *store, const char *folder) {
    game->device = NULL;
    game->client = NULL;
    game->gave_up = false;
    memset(&game->heard, 0, sizeof game->heard);
    if (!save_load(&game->save, folder, game->device_name)) {
        print_line("problem", "the save game of %s cannot be read", game->device_name);
        game_close(game);
        return false;
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_store_open_device(store, game->account, game->device_name, &game->device, &error) != IAP_OK) {
        print_error("problem", "opening the device", &error);
        game_close(game);
        return false;
    }
    if (!open_client(game, folder) || !add_observer(game)) {
        game_close(game);
        return false;
    }
    return true;
}

bool game_close(struct game *game) {
    bool good = true;
    iap_status status;
    if (game->client != NULL && (status = iap_client_close(game->client)) != IAP_OK) {
        good = says_why("iap_client_close", status);
    }
    if (game->device != NULL && (status = iap_device_close(game->device)) != IAP_OK) {
        good = says_why("iap_device_close", status);
    }
    game->client = NULL;
    game->device = NULL;
    game_forget(game);
    save_close(&game->save);
    return good;
}

void game_forget(struct game *game) {
    iap_transaction_release(game->heard.outcome);
    iap_products_release(game->heard.products);
    iap_transactions_release(game->heard.transactions);
    memset(&game->heard, 0, sizeof game->heard);
}

/* ---- calls ---- */

bool game_buy(struct game *game, const char *product_id, int32_t quantity) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    payment.quantity = quantity;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_add_payment(game->client, &payment, &game->heard.payment, &error) != IAP_OK) {
        print_error("problem", "buy", &error);
        return false;
    }
    return true;
}

bool game_request_products(struct game *game, const char *const *ids, size_t count) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_request_products(game->client, ids, count, products_received, game, NULL, &error) != IAP_OK) {
        print_error("problem", "product request", &error);
        return false;
    }
    return true;
}

bool game_request_unfinished(struct game *game) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_request_transactions(game->client, IAP_QUERY_UNFINISHED, NULL, transactions_received, game, NULL, &error) !=
        IAP_OK) {
        print_error("problem", "transaction query", &error);
        return false;
    }
    return true;
}

/* ---- the loop ---- */

static int64_t monotonic_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool game_process(struct game *game) {
    int32_t delivered = iap_client_process_events(game->client, 0);
    return delivered >= 0 || says_why("iap_client_process_events", delivered);
}

bool game_wait_at_most(struct game *game, game_condition condition, uint32_t milliseconds) {
    int64_t end = monotonic_ms() + milliseconds;
    for (;;) {
        if (!game_process(game)) {
            return false;
        }
        if (condition(game)) {
            return true;
        }
        int64_t left = end - monotonic_ms();
        if (left <= 0) {
            return false;
        }
        int32_t waited = iap_client_wait_events(game->client, (uint32_t)left);
        if (waited < 0) {
            return says_why("iap_client_wait_events", waited);
        }
    }
}

bool game_wait(struct game *game, game_condition condition, const char *awaited) {
    if (game_wait_at_most(game, condition, GAME_PATIENCE_MS)) {
        return true;
    }
    game->gave_up = true;
    print_line("problem", "%s waited %d seconds in vain for %s", game->device_name, GAME_PATIENCE_MS / 1000, awaited);
    return false;
}

static bool has_caught_up(const struct game *game) {
    size_t owed = 0;
    for (size_t i = 0; i < iap_transactions_count(game->heard.transactions); i++) {
        const iap_transaction *transaction = iap_transactions_at(game->heard.transactions, i);
        owed += iap_transaction_get_state(transaction) == IAP_TRANSACTION_PURCHASED;
    }
    return game->heard.answers > 0 && game->heard.purchased >= owed;
}

bool game_catch_up(struct game *game) {
    return game_request_unfinished(game) && game_wait(game, has_caught_up, "what is unfinished");
}
