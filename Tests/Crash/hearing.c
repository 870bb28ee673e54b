#include "hearing.h"

#include <inttypes.h>

#define PROBLEMS_MAX 10

static void note_id(const player *player, note_word word, uint64_t id) {
    notes_write(player->save, word, "%" PRIu64, id);
}

static bool only_hears(const player *player) { return player->role == ROLE_LOOK || player->role == ROLE_RIVAL; }

static void grant(player *player, uint64_t id) {
    if (player->flow->has_inventory || player_has_granted(player, id)) return;
    note_id(player, NOTE_GRANTED, id);
    if (player->granted_count < sizeof player->granted / sizeof player->granted[0])
        player->granted[player->granted_count++] = id;
}

static void finish(player *player, iap_client *client, const iap_transaction *transaction) {
    note_id(player, NOTE_FINISHING, iap_transaction_id(transaction));
    iap_error error = IAP_ERROR_VALUE_INIT;
    player_check(player, iap_finish_transaction(client, transaction, &error), &error);
}

/* The transaction's id is the key: a transaction that was granted before is only finished. */
static void hear_purchased(player *player, iap_client *client, const iap_transaction *transaction) {
    const uint64_t id = iap_transaction_id(transaction);
    notes_write(player->save, NOTE_DELIVERED, "%" PRIu64 " %d %d", id, (int)iap_transaction_delivery_count(transaction),
                (int)iap_transaction_delivery_state(transaction));
    player->deliveries++;
    if (player->flow->has_inventory)
        notes_write(player->save, NOTE_BALANCE, "%" PRId64, iap_inventory_balance(client, COUNTER, NULL));
    if (only_hears(player)) return;
    grant(player, id);
    if (player->role == ROLE_PREPARE && player->flow->owned_is_unfinished) {
        player->ended++;
    } else if (player->role == ROLE_PLAY && player->flow->records) {
        iap_error error = IAP_ERROR_VALUE_INIT;
        player_check(player, iap_record_grant(client, transaction, &error), &error);
        player->ended++;
    } else {
        finish(player, client, transaction);
    }
}

static void hear_failed(player *player, iap_client *client, const iap_transaction *transaction) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status status = iap_transaction_error(transaction, &error);
    notes_write(player->save, NOTE_FAILED, "%d %s", (int)status, error.message);
    player->ended++;
    if (!only_hears(player)) player_check(player, iap_finish_transaction(client, transaction, &error), &error);
}

static void hear_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    player *player = user_data;
    const uint64_t id = iap_transaction_id(transaction), original = iap_transaction_original_id(transaction);
    switch (iap_transaction_state(transaction)) {
    case IAP_TRANSACTION_PURCHASED: hear_purchased(player, client, transaction); break;
    case IAP_TRANSACTION_FAILED: hear_failed(player, client, transaction); break;
    case IAP_TRANSACTION_RESTORED:
        notes_write(player->save, NOTE_RESTORED, "%" PRIu64 " %" PRIu64, id, original);
        if (only_hears(player)) break;
        grant(player, original);
        finish(player, client, transaction);
        break;
    case IAP_TRANSACTION_DEFERRED: notes_write(player->save, NOTE_DEFERRED, "-"); break;
    case IAP_TRANSACTION_UNVERIFIED: note_id(player, NOTE_UNVERIFIED, id); break;
    case IAP_TRANSACTION_REJECTED:
        note_id(player, NOTE_REJECTED, id);
        player->ended++;
        break;
    default: break;
    }
}

static void hear_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)client;
    player *player = user_data;
    /* A failed payment has no id and has already ended. */
    if (iap_transaction_id(transaction) == 0) return;
    note_id(player, NOTE_REMOVED, iap_transaction_id(transaction));
    player->ended++;
}

static void hear_restore_finished(void *user_data, iap_client *client, uint64_t request_id) {
    (void)client, (void)request_id;
    player *player = user_data;
    notes_write(player->save, NOTE_RESTORE_END, "-");
    player->restores++;
}

static void hear_restore_failed(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    (void)client, (void)request_id;
    player *player = user_data;
    player_check(player, error->status, error);
    player->restores++;
}

static void hear_revoked(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)client;
    player *player = user_data;
    const uint64_t id = iap_transaction_id(transaction);
    notes_write(player->save, NOTE_REVOKED, "%" PRIu64 " %d", id, (int)iap_transaction_delivery_state(transaction));
    player->revocations++;
    const bool is_taken_back = notes_find(&player->history, NOTE_TAKEN_BACK, id, 0) > 0;
    if (!only_hears(player) && player_has_granted(player, id) && !is_taken_back) note_id(player, NOTE_TAKEN_BACK, id);
}

static void hear_problem(void *user_data, iap_client *client, const iap_error *error) {
    (void)client;
    player *player = user_data;
    if (player->problems++ < PROBLEMS_MAX)
        notes_write(player->save, NOTE_PROBLEM, "%d %s", (int)error->status, error->message);
}

static void hear_question(void *user_data, iap_client *client, const iap_transaction *transaction) {
    player *player = user_data;
    const uint64_t id = iap_transaction_id(transaction);
    note_id(player, NOTE_ASKED, id);
    if (only_hears(player)) return;
    notes_write(player->save, NOTE_ANSWERED, "%" PRIu64 " %d", id, (int)player->flow->verdict);
    iap_error error = IAP_ERROR_VALUE_INIT;
    player_check(player, iap_answer_verification(client, id, player->flow->verdict, "a test", 0, &error), &error);
}

iap_observer hearing_observer(player *player) {
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.user_data = player;
    observer.transaction_updated = hear_updated;
    observer.transaction_removed = hear_removed;
    observer.restore_finished = hear_restore_finished;
    observer.restore_failed = hear_restore_failed;
    observer.entitlement_revoked = hear_revoked;
    observer.problem_reported = hear_problem;
    observer.verification_requested = hear_question;
    return observer;
}

void hear_unfinished(void *user_data, iap_client *client, uint64_t request_id, const iap_transactions *transactions,
                     const iap_error *error) {
    (void)client, (void)request_id;
    player *player = user_data;
    for (size_t i = 0; i < iap_transactions_count(transactions); i++)
        note_id(player, NOTE_UNFINISHED, iap_transaction_id(iap_transactions_at(transactions, i)));
    if (error != NULL) player_check(player, error->status, error);
    else notes_write(player->save, NOTE_LISTED, "-");
    player->answers++;
}

void hear_nothing(void *user_data, iap_client *client, uint64_t request_id, const iap_transactions *transactions,
                  const iap_error *error) {
    (void)client, (void)request_id, (void)transactions;
    player *player = user_data;
    if (error != NULL) player_check(player, error->status, error);
    player->answers++;
}
