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
static void close_if_wanted(game *game) {
    if (!game->closes_next || game->client == NULL || game->is_closing) return;
    game->closes_next = false;
    log_line(&game->world->log, "%d closes inside a callback", game->number);
    game_close(game);
}

/* Products that the library has granted need no place in the save. */
static void hear_held(game *game, const iap_transaction *transaction, const purchase *entry) {
    if (!holdings_has(game, entry->product) || iap_transaction_delivery_state(transaction) != IAP_DELIVERY_GRANTED)
        return;
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    if (state != IAP_TRANSACTION_REVOKED) table_of(&game->world->save, entry->key);
    if (state != IAP_TRANSACTION_RESTORED)
        holdings_count(game, entry->transaction.id, iap_transaction_quantity(transaction));
}

static void hear_updated(game *game, const heard *entry) {
    const iap_transaction_state_t state = iap_transaction_state(entry->transaction);
    checker_see_updated(game, entry->transaction);
    if (state == IAP_TRANSACTION_PURCHASED || state == IAP_TRANSACTION_RESTORED) {
        const purchase *known = checker_learn(game->world, iap_transaction_id(entry->transaction));
        if (known == NULL) return;
        hear_held(game, entry->transaction, known);
        if (game->kept == NULL) game->kept = iap_transaction_retain(entry->transaction);
    }
    careful_hear(&game->careful, entry);
}

static void hear_revoked(game *game, const heard *entry) {
    checker_see_revoked(game, entry->transaction);
    const purchase *known = checker_learn(game->world, iap_transaction_id(entry->transaction));
    if (known != NULL && !known->is_refused) hear_held(game, entry->transaction, known);
    careful_hear(&game->careful, entry);
    careful_finish_one(&game->careful, entry->transaction);
}

static void hear_restore_end(game *game, const char *what) {
    log_line(&game->world->log, "%d %s", game->number, what);
    if (--game->open_restores < 0) checker_break(game->world, "I6", "a restore has two ends");
}

void game_hear(void *context, iap_client *client, const heard *entry) {
    (void)client;
    static const char *const names[] = {[IAP_EVENT_TRANSACTION_UPDATED] = "transaction_updated",
                                        [IAP_EVENT_TRANSACTION_REMOVED] = "transaction_removed",
                                        [IAP_EVENT_RESTORE_FINISHED] = "restore_finished",
                                        [IAP_EVENT_RESTORE_FAILED] = "restore_failed",
                                        [IAP_EVENT_ENTITLEMENT_REVOKED] = "entitlement_revoked",
                                        [IAP_EVENT_PROBLEM_REPORTED] = "problem_reported",
                                        [IAP_EVENT_VERIFICATION_REQUESTED] = "verification_requested",
                                        [IAP_EVENT_ENTITLEMENT_CHANGED] = NULL};
    game *game = context;
    const char *name = names[entry->type];
    if (name == NULL || !game_hears(game, name)) return;
    switch (entry->type) {
    case IAP_EVENT_TRANSACTION_UPDATED: hear_updated(game, entry); break;
    case IAP_EVENT_TRANSACTION_REMOVED:
        checker_see_removed(game, entry->transaction);
        careful_hear(&game->careful, entry);
        break;
    case IAP_EVENT_ENTITLEMENT_REVOKED: hear_revoked(game, entry); break;
    case IAP_EVENT_PROBLEM_REPORTED: checker_see_problem(game, &entry->error); break;
    case IAP_EVENT_VERIFICATION_REQUESTED: verdicts_hear(game, entry->transaction); break;
    default: hear_restore_end(game, name); return;
    }
    close_if_wanted(game);
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
