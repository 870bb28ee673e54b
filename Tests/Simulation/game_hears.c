#include "checker.h"
#include "game.h"
#include "holdings.h"
#include "verdicts.h"

#include <inttypes.h>

bool game_hears(game *game, const char *what) {
    /* A killed game receives nothing; only its memory remains to be freed. */
    if (game->is_dying || disk_deaths(game->disk) != game->deaths) return false;
    world *world = game->world;
    if (game->client == NULL) checker_break(world, "I7", "device %d receives %s after the close", game->number, what);
    if (game->is_calling) checker_break(world, "I7", "device %d receives %s inside a call", game->number, what);
    if (!game->is_pumping && !game->is_closing)
        checker_break(world, "I7", "device %d receives %s outside of a turn", game->number, what);
    if (game->is_pumping && !pthread_equal(game->pumping_thread, pthread_self()))
        checker_break(world, "I7", "device %d receives %s on another thread", game->number, what);
    if (game->pumps_next) {
        game->pumps_next = false;
        const int32_t status = iap_client_process_events(game->client, 0);
        const int32_t expected = game->is_closing ? IAP_ERROR_CLOSED : IAP_ERROR_REENTRANT;
        if (status != expected) checker_break(world, "I7", "a turn inside a turn: %s", iap_status_name(status));
    }
    return game->client != NULL;
}

/* A game that closes its client inside a callback. */
static void close_if_told(game *game) {
    if (!game->closes_next || game->client == NULL || game->is_closing) return;
    game->closes_next = false;
    log_line(&game->world->log, "%d closes inside a callback", game->number);
    game_close(game);
}

static void hear_purchased(game *game, const iap_transaction *transaction) {
    const purchase *entry = checker_learn(game->world, iap_transaction_id(transaction));
    if (entry == NULL) return;
    if (holdings_has(game, entry->product) && iap_transaction_delivery_state(transaction) == IAP_DELIVERY_GRANTED) {
        const uint64_t key = entry->key;
        if (iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED)
            holdings_count(game, entry->id, iap_transaction_quantity(transaction));
        purchases_of(&game->world->purchases, key)->is_granted = true;
    } else {
        game_grant(game, entry->key);
    }
    if (game->is_prompt) {
        game_save(game);
        game_finish_one(game, transaction);
    } else {
        game_await(game, transaction);
    }
    if (game->kept == NULL) game->kept = iap_transaction_retain(transaction);
}

static void hear_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)client;
    game *game = user_data;
    if (!game_hears(game, "transaction_updated")) return;
    checker_see_updated(game, transaction);
    switch (iap_transaction_state(transaction)) {
    case IAP_TRANSACTION_PURCHASED:
    case IAP_TRANSACTION_RESTORED: hear_purchased(game, transaction); break;
    case IAP_TRANSACTION_FAILED: game_finish_one(game, transaction); break;
    default: break;
    }
    close_if_told(game);
}

static void hear_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)client;
    game *game = user_data;
    if (!game_hears(game, "transaction_removed")) return;
    checker_see_removed(game, transaction);
    close_if_told(game);
}

static void hear_revoked(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)client;
    game *game = user_data;
    if (!game_hears(game, "entitlement_revoked")) return;
    checker_see_revoked(game, transaction);
    const purchase *entry = checker_learn(game->world, iap_transaction_id(transaction));
    if (entry != NULL && !entry->is_refused && holdings_has(game, entry->product) &&
        iap_transaction_delivery_state(transaction) == IAP_DELIVERY_GRANTED)
        holdings_count(game, entry->id, iap_transaction_quantity(transaction));
    game_finish_one(game, transaction);
    close_if_told(game);
}

static void hear_question(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)client;
    game *game = user_data;
    if (!game_hears(game, "verification_requested")) return;
    verdicts_hear(game, transaction);
    close_if_told(game);
}

static void hear_restore_end(game *game, const char *what) {
    if (!game_hears(game, what)) return;
    log_line(&game->world->log, "%d %s", game->number, what);
    if (--game->open_restores < 0) checker_break(game->world, "I6", "a restore has two ends");
}

static void hear_restore_finished(void *user_data, iap_client *client, uint64_t request_id) {
    (void)client, (void)request_id;
    hear_restore_end(user_data, "restore_finished");
}

static void hear_restore_failed(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    (void)client, (void)request_id, (void)error;
    hear_restore_end(user_data, "restore_failed");
}

static void hear_problem(void *user_data, iap_client *client, const iap_error *error) {
    (void)client;
    game *game = user_data;
    if (!game_hears(game, "problem_reported")) return;
    checker_see_problem(game, error);
    close_if_told(game);
}

void game_hear_transactions(void *user_data, iap_client *client, uint64_t request_id,
                            const iap_transactions *transactions, const iap_error *error) {
    (void)client, (void)request_id;
    request_entry *entry = user_data;
    game *game = entry->game;
    if (!game_hears(game, "an answer")) return;
    log_line(&game->world->log, "%d answer %d: %zu, %s", game->number, entry->number,
             iap_transactions_count(transactions), error != NULL ? iap_status_name(error->status) : "IAP_OK");
    if (++entry->answers > 1) checker_break(game->world, "I6", "request %d has two completions", entry->number);
}

const iap_observer game_observer = {
    .struct_size = sizeof(iap_observer),
    .transaction_updated = hear_updated,
    .transaction_removed = hear_removed,
    .restore_finished = hear_restore_finished,
    .restore_failed = hear_restore_failed,
    .entitlement_revoked = hear_revoked,
    .problem_reported = hear_problem,
    .verification_requested = hear_question,
};
