#include "player.h"

#include "shop.h"

#include <inttypes.h>

#define DAY_MS INT64_C(86400000)

static void buy_coins(player *player) {
    if (player->role == ROLE_PLAY) player_buy(player, COINS, 1);
}

/* -------------------------------------------------------------------------------------------------------- deferred */

static void ask_to_buy(player *player) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    player_check(player, iap_store_set_ask_to_buy(player->store, 1, NULL), &error);
}

static void buy_sword(player *player) {
    if (player->role == ROLE_PLAY) player_buy(player, SWORD, 1);
}

static size_t first_approval(player *player, uint64_t *id) {
    size_t count = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    player_check(player, iap_store_list_approvals(player->store, id, 1, &count, NULL), &error);
    return count;
}

/* The parent approves as soon as there is a request. */
static void approve(player *player) {
    uint64_t id;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (first_approval(player, &id) > 0) player_check(player, iap_store_approve(player->store, id, &error), &error);
}

static bool is_approved(player *player) {
    uint64_t id;
    return first_approval(player, &id) == 0;
}

/* ------------------------------------------------------------------------------------------------ renewal, restoring */

static void let_month_pass(player *player) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (player->role == ROLE_PLAY)
        player_check(player, iap_store_advance_clock(player->store, 31 * DAY_MS, NULL), &error);
}

static bool has_delivery(player *player) { return player->role != ROLE_PLAY || player->deliveries > 0; }

/* A game that has not received the end makes the request again. */
static void restore(player *player) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    player_check(player, iap_restore_completed_transactions(player->client, NULL, &error), &error);
}

static bool is_restored(player *player) { return player->restores > 0 && player->ended > 0; }

/* ---------------------------------------------------------------------------------------------------------- refund */

static uint64_t first_id(player *player) {
    uint64_t id = 0;
    size_t count = 0;
    iap_store_list_transactions(player->store, ACCOUNT, &id, 1, &count, NULL);
    return id;
}

static void refund(player *player) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (player->role == ROLE_PLAY)
        player_check(player, iap_store_refund(player->store, first_id(player), &error), &error);
}

static void refund_now(player *player) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    player_check(player, iap_store_refund(player->store, first_id(player), &error), &error);
}

/* Every launch waits until the game has received the revocation, in this launch or in an earlier one. */
static bool is_revocation_heard(player *player) {
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    if (player->revocations > 0 || iap_store_get_totals(player->store, &totals, NULL) != IAP_OK) return true;
    return totals.refunded == 0 || notes_find(&player->history, NOTE_REVOKED, first_id(player), 0) > 0;
}

/* ---------------------------------------------------------------------------------------------- forgeries, inventory */

static void forge(player *player) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    player_check(player, iap_store_set_forgery(player->store, IAP_STORE_FORGERY_SIGNATURE, &error), &error);
}

/* The record is on disk when the queue shows it. */
static void note_record(player *player) {
    const iap_transactions *queue = NULL;
    if (player->role != ROLE_PLAY || iap_queue_transactions(player->client, &queue, NULL) != IAP_OK) return;
    for (size_t i = 0; i < iap_transactions_count(queue); i++) {
        const iap_transaction *transaction = iap_transactions_at(queue, i);
        if (iap_transaction_delivery_state(transaction) != IAP_DELIVERY_GRANTED || player->spends > 0) continue;
        notes_write(player->file, NOTE_RECORDED, "%" PRIu64, iap_transaction_id(transaction));
        player->spends++;
    }
    iap_transactions_release(queue);
}

static bool is_recorded(player *player) { return player->role != ROLE_PLAY || player->spends > 0; }

static void hear_spent(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    (void)client, (void)request_id;
    player *player = user_data;
    if (error != NULL) player_check(player, error->status, error);
    else notes_write(player->file, NOTE_SPENT, "-");
    player->spends++;
}

/* A game that does not know whether its call was carried out repeats it. */
static void spend(player *player) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    player_check(player,
                 iap_inventory_spend(player->client, COUNTER, COINS_SPENT, "hat", hear_spent, player, NULL, &error),
                 &error);
}

static bool is_spent(player *player) { return player->spends > 0; }

const flow flows[] = {
    {.name = "first launch", .is_new = true, .is_manual_only = true, .is_killed_once = true},
    {.name = "purchase", .charges = 1, .begin = buy_coins},
    {.name = "deferred",
     .charges = 1,
     .set_up = ask_to_buy,
     .begin = buy_sword,
     .act = approve,
     .is_through = is_approved},
    {.name = "renewal", .owned = CLUB_MONTH, .charges = 2, .begin = let_month_pass, .is_through = has_delivery},
    {.name = "restore",
     .owned = SWORD,
     .is_reinstalled = true,
     .charges = 1,
     .begin = restore,
     .is_through = is_restored},
    {.name = "refund", .owned = COINS, .charges = 1, .begin = refund, .is_through = is_revocation_heard},
    {.name = "late refund", .owned = COINS, .charges = 1, .leave = refund_now, .is_through = is_revocation_heard},
    {.name = "verify", .charges = 1, .verdict = IAP_VERDICT_VALID, .begin = buy_coins},
    {.name = "reject", .charges = 1, .verdict = IAP_VERDICT_INVALID, .is_never_paid_out = true, .begin = buy_coins},
    {.name = "forgery",
     .charges = 1,
     .is_never_paid_out = true,
     .stays_unfinished = true,
     .is_manual_only = true,
     .set_up = forge,
     .begin = buy_coins},
    {.name = "grant",
     .charges = 1,
     .has_inventory = true,
     .balances = {0, COINS_GRANTED},
     .turns_at = NOTE_DELIVERED,
     .begin = buy_coins},
    {.name = "take back",
     .owned = COINS,
     .charges = 1,
     .has_inventory = true,
     .balances = {COINS_GRANTED, 0},
     .turns_at = NOTE_REVOKED,
     .begin = refund,
     .is_through = is_revocation_heard},
    {.name = "spend",
     .owned = COINS,
     .charges = 1,
     .has_inventory = true,
     .balances = {COINS_GRANTED, COINS_GRANTED - COINS_SPENT},
     .turns_at = NOTE_SPENT,
     .begin = spend,
     .is_through = is_spent},
    {.name = "record",
     .charges = 1,
     .records = true,
     .begin = buy_coins,
     .act = note_record,
     .is_through = is_recorded},
    {.name = "finish", .owned = COINS, .owned_is_unfinished = true, .charges = 1},
    {.name = "set aside",
     .owned = COINS,
     .owned_is_unfinished = true,
     .charges = 1,
     .is_damaged = true,
     .is_manual_only = true,
     .is_killed_once = true},
};
const size_t flow_count = sizeof flows / sizeof flows[0];
