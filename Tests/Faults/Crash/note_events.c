/* What the game does when it receives something: it notes it, grants and finishes. */
#include "player.h"

#include <inttypes.h>

#define PROBLEMS_MAX 10

static void note_id(const player *player, note_word word, uint64_t id) {
    notes_write(player->file, word, "%" PRIu64, id);
}

static bool only_hears(const player *player) { return player->role == ROLE_LOOK || player->role == ROLE_RIVAL; }

/* ------------------------------------------------------------------------------------------------ the careful game */

static bool write_grant(void *context, const iap_transaction *transaction) {
    const player *player = context;
    const table_key key = careful_key(transaction);
    const bool is_restored = iap_transaction_state(transaction) == IAP_TRANSACTION_RESTORED;
    if (!player->flow->has_inventory)
        notes_write(player->file, NOTE_GRANTED, "%" PRIu64 " %" PRIu64 " %" PRId64,
                    is_restored ? key.id : iap_transaction_id(transaction), key.id, key.date_ms);
    return true;
}

/* Finishes, or does what the flow does instead. */
static iap_status_t finish(void *context, const iap_transaction *transaction) {
    player *player = context;
    const flow *flow = player->flow;
    const bool is_purchased = iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED;
    const bool stays = is_purchased && player->role == ROLE_PREPARE && flow->owned_is_unfinished;
    const bool records = is_purchased && player->role == ROLE_PLAY && flow->records;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (stays || records) player->ended++;
    if (stays) return IAP_OK;
    if (!records && iap_transaction_id(transaction) != 0)
        note_id(player, NOTE_FINISHING, iap_transaction_id(transaction));
    const iap_status_t status = records ? iap_record_grant(player->client, transaction, &error)
                                        : iap_finish_transaction(player->client, transaction, &error);
    player_check(player, status, &error);
    return status;
}

static void break_rule(void *context, const char *rule, const char *text) {
    const player *player = context;
    notes_write(player->file, NOTE_BROKEN, "%s: %s", rule, text);
}

void player_be_careful(player *player) {
    careful_game *careful = &player->careful;
    careful_init(careful, &player->save);
    careful->context = player;
    careful->manner = only_hears(player) ? ONLY_LISTENS : FINISHES_AT_ONCE;
    careful->write = write_grant;
    careful->finish = finish;
    careful->broken = break_rule;
    player->hearing = (hearing){player_hear, player, 0};
    careful->launch = (uint32_t)player->history.launches;
    careful_launch(careful);
    for (size_t i = 0; i < player->history.count; i++) {
        const note *line = &player->history.notes[i];
        if (line->word == NOTE_GRANTED)
            table_of(&player->save, (table_key){(uint64_t)line->numbers[0], line->numbers[1]});
        if (line->word == NOTE_REMOVED) careful_delivery(careful, line->id)->is_removed = true;
        /* A damaged journal has lost the count. */
        if (line->word != NOTE_DELIVERED || player->flow->is_damaged) continue;
        careful_delivery(careful, line->id)->count = (int32_t)line->numbers[0];
        careful_delivery(careful, line->id)->launch = (uint32_t)line->launch;
    }
}

/* --------------------------------------------------------------------------------------------------------- events */

static void note_updated(player *player, const iap_transaction *transaction) {
    const uint64_t id = iap_transaction_id(transaction);
    iap_error error = IAP_ERROR_VALUE_INIT;
    switch (iap_transaction_state(transaction)) {
    case IAP_TRANSACTION_PURCHASED:
        notes_write(player->file, NOTE_DELIVERED, "%" PRIu64 " %d %d", id,
                    (int)iap_transaction_delivery_count(transaction), (int)iap_transaction_delivery_state(transaction));
        player->deliveries++;
        if (player->flow->has_inventory)
            notes_write(player->file, NOTE_BALANCE, "%" PRId64, iap_inventory_balance(player->client, COUNTER, NULL));
        break;
    case IAP_TRANSACTION_FAILED:
        iap_transaction_error(transaction, &error);
        notes_write(player->file, NOTE_FAILED, "%d %s", (int)error.status, error.message);
        player->ended++;
        break;
    case IAP_TRANSACTION_RESTORED:
        notes_write(player->file, NOTE_RESTORED, "%" PRIu64 " %" PRIu64, id, iap_transaction_original_id(transaction));
        break;
    case IAP_TRANSACTION_DEFERRED: notes_write(player->file, NOTE_DEFERRED, "-"); break;
    case IAP_TRANSACTION_UNVERIFIED: note_id(player, NOTE_UNVERIFIED, id); break;
    case IAP_TRANSACTION_REJECTED:
        note_id(player, NOTE_REJECTED, id);
        player->ended++;
        break;
    default: break;
    }
}

static void note_revoked(player *player, const iap_transaction *transaction) {
    const uint64_t id = iap_transaction_id(transaction);
    notes_write(player->file, NOTE_REVOKED, "%" PRIu64 " %d", id, (int)iap_transaction_delivery_state(transaction));
    player->revocations++;
    const bool is_taken_back = notes_find(&player->history, NOTE_TAKEN_BACK, id, 0) > 0;
    if (!only_hears(player) && careful_has(&player->careful, careful_key(transaction)) && !is_taken_back)
        note_id(player, NOTE_TAKEN_BACK, id);
}

static void give_verdict(player *player, const iap_transaction *transaction) {
    const uint64_t id = iap_transaction_id(transaction);
    note_id(player, NOTE_ASKED, id);
    if (only_hears(player)) return;
    notes_write(player->file, NOTE_ANSWERED, "%" PRIu64 " %d", id, (int)player->flow->verdict);
    iap_error error = IAP_ERROR_VALUE_INIT;
    player_check(player, iap_give_verdict(player->client, id, player->flow->verdict, "a test", 0, &error), &error);
}

/* The first response has what is unfinished. */
static void note_response(player *player, const heard *entry) {
    player->answers++;
    if (entry->has_error) player_check(player, entry->error.status, &entry->error);
    if (player->answers > 1) return;
    for (size_t i = 0; i < iap_transactions_count(entry->transactions); i++)
        note_id(player, NOTE_UNFINISHED, iap_transaction_id(iap_transactions_at(entry->transactions, i)));
    if (!entry->has_error) notes_write(player->file, NOTE_LISTED, "-");
}

void player_hear(void *context, iap_client *client, const heard *entry) {
    (void)client;
    player *player = context;
    switch (entry->type) {
    case IAP_EVENT_TRANSACTION_UPDATED: note_updated(player, entry->transaction); break;
    case IAP_EVENT_TRANSACTION_REMOVED:
        /* A failed payment has no id and has already ended. */
        if (iap_transaction_id(entry->transaction) == 0) break;
        note_id(player, NOTE_REMOVED, iap_transaction_id(entry->transaction));
        player->ended++;
        break;
    case IAP_EVENT_RESTORE_FINISHED:
        notes_write(player->file, NOTE_RESTORE_END, "-");
        player->restores++;
        break;
    case IAP_EVENT_RESTORE_FAILED:
        player_check(player, entry->error.status, &entry->error);
        player->restores++;
        break;
    case IAP_EVENT_ENTITLEMENT_REVOKED: note_revoked(player, entry->transaction); break;
    case IAP_EVENT_PROBLEM_REPORTED:
        if (player->problems++ < PROBLEMS_MAX)
            notes_write(player->file, NOTE_PROBLEM, "%d %s", (int)entry->error.status, entry->error.message);
        break;
    case IAP_EVENT_VERIFICATION_REQUESTED: give_verdict(player, entry->transaction); break;
    case IAP_EVENT_TRANSACTIONS_RECEIVED: note_response(player, entry); break;
    default: break;
    }
    careful_hear(&player->careful, entry);
}
