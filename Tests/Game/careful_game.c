#include "careful_game.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void careful_init(careful_game *game, table *save) {
    save->entry_size = sizeof(grant);
    game->deliveries.entry_size = sizeof(delivery);
    game->payments.entry_size = sizeof(payment);
    game->save = save;
}

void careful_launch(careful_game *game) {
    game->launch++;
    table_clear(&game->payments);
}

void careful_forget(careful_game *game) {
    for (size_t i = 0; i < game->waiting_count; i++) iap_transaction_release(game->waiting[i]);
    game->waiting_count = game->unsaved_count = 0;
    game->client = NULL;
}

void careful_free(careful_game *game) {
    careful_forget(game);
    free(game->unsaved);
    free(game->waiting);
    game->unsaved = NULL;
    game->waiting = NULL;
    game->unsaved_capacity = game->waiting_capacity = 0;
    table_clear(&game->deliveries);
    table_clear(&game->payments);
}

table_key careful_key(const iap_transaction *transaction) {
    return (table_key){iap_transaction_original_id(transaction), iap_transaction_purchase_date_ms(transaction)};
}

delivery *careful_delivery(careful_game *game, uint64_t id) { return table_of(&game->deliveries, (table_key){id, 0}); }

/* ------------------------------------------------------------------------------------------- granting and finishing */

bool save_has(const table *save, table_key key) { return table_find(save, key) != NULL; }

bool careful_has(const careful_game *game, table_key key) {
    for (size_t i = 0; i < game->unsaved_count; i++) {
        if (game->unsaved[i].id == key.id && game->unsaved[i].date_ms == key.date_ms) return true;
    }
    return save_has(game->save, key);
}

/* An array with room for one more element. */
static void *with_room(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return array;
    *capacity = *capacity * 2 + 64;
    array = realloc(array, *capacity * size);
    if (array == NULL) abort();
    return array;
}

void careful_save(careful_game *game, size_t most) {
    size_t saved = 0;
    for (; saved < game->unsaved_count && saved < most; saved++) table_of(game->save, game->unsaved[saved]);
    for (size_t i = saved; i < game->unsaved_count; i++) game->unsaved[i - saved] = game->unsaved[i];
    game->unsaved_count -= saved;
}

/* Grants once. Returns false if the grant cannot be written. */
static bool grant_once(careful_game *game, const iap_transaction *transaction) {
    const table_key key = careful_key(transaction);
    if (careful_has(game, key)) return true;
    if (game->write != NULL && !game->write(game->context, transaction)) return false;
    game->unsaved = with_room(game->unsaved, game->unsaved_count, &game->unsaved_capacity, sizeof *game->unsaved);
    game->unsaved[game->unsaved_count++] = key;
    return true;
}

iap_status_t careful_finish_one(careful_game *game, const iap_transaction *transaction) {
    const uint64_t id = iap_transaction_id(transaction);
    if (game->client == NULL) return IAP_ERROR_CLOSED;
    const iap_status_t status = game->finish != NULL ? game->finish(game->context, transaction)
                                                     : iap_finish_transaction(game->client, transaction, NULL);
    if (status == IAP_OK && id != 0) careful_delivery(game, id)->is_asked = true;
    return status;
}

void careful_finish(careful_game *game, size_t most) {
    size_t left = 0;
    for (size_t i = 0; i < game->waiting_count; i++) {
        const iap_transaction *transaction = game->waiting[i];
        if (most == 0 || !save_has(game->save, careful_key(transaction))) {
            game->waiting[left++] = transaction;
            continue;
        }
        careful_finish_one(game, transaction);
        iap_transaction_release(transaction);
        most--;
    }
    game->waiting_count = left;
}

/* ------------------------------------------------------------------------------------------------------- receiving */

static void break_rule(const careful_game *game, const char *rule, uint64_t id, const char *what) {
    char text[200];
    snprintf(text, sizeof text, "launch %" PRIu32 ": %" PRIu64 " %s", game->launch, id, what);
    if (game->broken != NULL) game->broken(game->context, rule, text);
}

void careful_paid(careful_game *game, uint64_t payment_id, const char *product_id) {
    payment *added = table_of(&game->payments, (table_key){payment_id, 0});
    added->product_id = product_id;
    game->notes_payments = true;
}

bool careful_awaits(const careful_game *game, const char *product_id) {
    for (size_t i = 0; i < game->payments.capacity; i++) {
        const payment *entry = table_at(&game->payments, i);
        if (entry == NULL || entry->has_outcome || entry->is_deferred) continue;
        if (product_id == NULL || strcmp(entry->product_id, product_id) == 0) return true;
    }
    return false;
}

static void check_payment(careful_game *game, const iap_transaction *transaction) {
    const uint64_t payment_id = iap_transaction_payment_id(transaction), id = iap_transaction_id(transaction);
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    if (payment_id == 0) return;
    payment *entry = table_of(&game->payments, (table_key){payment_id, 0});
    if (game->notes_payments && entry->product_id == NULL) break_rule(game, "I6", payment_id, "is no payment");
    if (entry->is_reported == (state == IAP_TRANSACTION_PURCHASING))
        break_rule(game, "I6", payment_id, "is a payment that is not purchasing exactly once");
    if (state == IAP_TRANSACTION_PURCHASING) {
        entry->is_reported = true;
    } else if (state == IAP_TRANSACTION_DEFERRED) {
        if (entry->has_outcome || entry->is_deferred)
            break_rule(game, "I6", payment_id, "is a payment that is deferred after an outcome");
        entry->is_deferred = true;
    } else {
        /* A purchase that was restored for a payment comes again when it is restored again. */
        if (entry->has_outcome && (id == 0 || id != entry->transaction_id))
            break_rule(game, "I6", payment_id, "is a payment with two outcomes");
        entry->has_outcome = true;
        entry->transaction_id = id;
    }
}

/* A transaction is delivered once per launch, with a rising count, and never again after the finish. If a payment buys a
   transaction that waits in the queue, the transaction is also the outcome of this payment. */
static void check_delivery(careful_game *game, const iap_transaction *transaction) {
    delivery *known = careful_delivery(game, iap_transaction_id(transaction));
    const int32_t count = iap_transaction_delivery_count(transaction);
    const uint64_t payment_id = iap_transaction_payment_id(transaction);
    const bool is_outcome = payment_id != 0 && payment_id != known->payment_id && count == known->count;
    if (known->is_removed) break_rule(game, "R3", known->key.id, "is delivered after its finish");
    if (known->launch == game->launch) {
        if (!is_outcome) break_rule(game, "R4", known->key.id, "is delivered twice in a launch");
    } else if (count <= known->count) {
        break_rule(game, "R4", known->key.id, "is delivered without a rising count");
    }
    known->launch = game->launch;
    known->count = count;
    known->payment_id = payment_id;
}

static void hear_granting(careful_game *game, const iap_transaction *transaction) {
    if (game->manner == ONLY_LISTENS || !grant_once(game, transaction)) return;
    if (game->manner == FINISHES_LATER) {
        game->waiting = with_room(game->waiting, game->waiting_count, &game->waiting_capacity, sizeof *game->waiting);
        game->waiting[game->waiting_count++] = iap_transaction_retain(transaction);
        return;
    }
    careful_save(game, SIZE_MAX);
    careful_finish_one(game, transaction);
}

static void hear_updated(careful_game *game, const iap_transaction *transaction) {
    check_payment(game, transaction);
    switch (iap_transaction_state(transaction)) {
    case IAP_TRANSACTION_PURCHASED:
        check_delivery(game, transaction);
        hear_granting(game, transaction);
        break;
    case IAP_TRANSACTION_RESTORED: hear_granting(game, transaction); break;
    case IAP_TRANSACTION_FAILED:
        if (game->manner != ONLY_LISTENS) careful_finish_one(game, transaction);
        break;
    default: break;
    }
}

void careful_hear(careful_game *game, const heard *entry) {
    const uint64_t id = entry->transaction != NULL ? iap_transaction_id(entry->transaction) : 0;
    switch (entry->type) {
    case IAP_EVENT_TRANSACTION_UPDATED: hear_updated(game, entry->transaction); break;
    case IAP_EVENT_TRANSACTION_REMOVED:
        if (id != 0 && iap_transaction_state(entry->transaction) == IAP_TRANSACTION_PURCHASED)
            careful_delivery(game, id)->is_removed = true;
        break;
    case IAP_EVENT_ENTITLEMENT_REVOKED: {
        grant *granted = table_find(game->save, careful_key(entry->transaction));
        if (granted != NULL && game->manner != ONLY_LISTENS) granted->is_taken_back = true;
        break;
    }
    default: break;
    }
}
