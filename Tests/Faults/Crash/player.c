#define _GNU_SOURCE
#include "player.h"

#include "playing.h"
#include "shop.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/** How long a game waits for an expected event, and how long for an event that may never come. */
#define TIMEOUT_MS 20000
#define SHORT_TIMEOUT_MS 200
/** How long a game waits in background mode although it expects nothing more. */
#define QUIET_MS 10
#define ROUNDS_MAX 10000
#define STORED_MAX 32

void player_check(player *player, iap_status_t status, const iap_error *error) {
    if (status != IAP_OK) notes_write(player->file, NOTE_ERROR, "%d %s", (int)status, error->message);
}

void player_buy(player *player, const char *product_id, int32_t quantity) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    payment.quantity = quantity;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_add_payment(player->client, &payment, NULL, &error);
    player_check(player, status, &error);
    player->payments += status == IAP_OK;
}

/* ----------------------------------------------------------------------------------------------------- waiting */

static bool is_over(player *player) {
    const flow *flow = player->flow;
    if (player->role == ROLE_LOOK || player->role == ROLE_RIVAL) return true;
    if (player->ended < player->payments) return false;
    if (player->role == ROLE_PREPARE) return true;
    if (flow->is_through != NULL && !flow->is_through(player)) return false;
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    if (iap_store_get_totals(player->store, &totals, NULL) != IAP_OK) return false;
    return totals.unfinished == 0 || flow->stays_unfinished || (flow->records && player->role == ROLE_PLAY);
}

static bool act_until_over(void *context) {
    player *player = context;
    if (is_over(player)) return true;
    if (player->role != ROLE_PREPARE && player->flow->act != NULL) player->flow->act(player);
    return false;
}

static bool is_answered(void *context) {
    const player *player = context;
    return player->answers == player->questions;
}

/* Asks for transactions and waits for the response. */
static void ask(player *player, iap_query_t query, const char *product_id) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    player->questions++;
    player_check(player,
                 iap_request_transactions(player->client, query, product_id, hearing_transactions, &player->hearing,
                                          NULL, &error),
                 &error);
    if (playing_until(player->client, is_answered, player, NULL, TIMEOUT_MS) == 0)
        notes_write(player->file, NOTE_ERROR, "0 a query was not answered");
}

/* ------------------------------------------------------------------------------------------------------- a launch */

/* Notes what the store has sold to this player. */
static void note_store(player *player, note_word word) {
    uint64_t ids[STORED_MAX];
    size_t count = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    player_check(player, iap_store_list_transactions(player->store, ACCOUNT, ids, STORED_MAX, &count, &error), &error);
    for (size_t i = 0; i < count && i < STORED_MAX; i++) {
        iap_store_transaction stored = IAP_STORE_TRANSACTION_INIT;
        player_check(player, iap_store_get_transaction(player->store, ids[i], &stored, &error), &error);
        notes_write(player->file, word, "%" PRIu64 " %d %d %d %s", stored.id, (int)stored.state,
                    (int)stored.is_finished, (int)stored.quantity, stored.product_id);
    }
}

static void note_balance(player *player) {
    if (!player->flow->has_inventory) return;
    notes_write(player->file, NOTE_BALANCE, "%" PRId64, iap_inventory_balance(player->client, COUNTER, NULL));
}

static iap_status_t open_store(player *player, const char *folder, iap_error *error) {
    char path[512];
    snprintf(path, sizeof path, "%s/store.db", folder);
    const iap_store_options options = playing_store(shop_text, path);
    iap_status_t status = iap_store_open(&options, &player->store, error);
    const bool is_rival = player->role == ROLE_RIVAL;
    if (status == IAP_OK && player->role == ROLE_PREPARE) {
        /* Opens the rival's device now, therefore the rival adds nothing new to the store later. */
        status = iap_store_open_device(player->store, "rival", "tablet", &player->device, error);
        if (status == IAP_OK) status = iap_device_close(player->device, NULL);
    }
    if (status != IAP_OK) return status;
    return iap_store_open_device(player->store, is_rival ? "rival" : ACCOUNT, is_rival ? "tablet" : "phone",
                                 &player->device, error);
}

static iap_status_t open_client(player *player, const char *folder, iap_error *error) {
    char path[512];
    snprintf(path, sizeof path, "%s/journal.db", folder);
    iap_grant grant = IAP_GRANT_INIT;
    grant.kind = IAP_GRANT_COUNTER;
    grant.product_id = COINS;
    grant.name = COUNTER;
    grant.amount = COINS_GRANTED;
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    inventory.grants = &grant;
    inventory.grant_count = 1;
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    verification.mode = IAP_VERIFY_BY_GAME;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = player->execution;
    options.device = player->device;
    /* A journal belongs to one player. */
    if (player->role != ROLE_RIVAL) options.journal_path = path;
    if (player->flow->has_inventory) options.inventory = &inventory;
    if (player->flow->verdict != 0) options.verification = &verification;
    const iap_status_t status = iap_client_open(&options, &player->client, error);
    player->careful.client = player->client;
    return status;
}

static void run_client(player *player, bool may_fail) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    ask(player, IAP_QUERY_UNFINISHED, NULL);
    note_balance(player);
    const iap_observer observer = hearing_observer(&player->hearing);
    player_check(player, iap_add_observer(player->client, &observer, NULL, &error), &error);
    const flow *flow = player->flow;
    if (player->role == ROLE_PREPARE && flow->owned != NULL) player_buy(player, flow->owned, 1);
    const bool acts = player->role == ROLE_PLAY || player->role == ROLE_RECOVER;
    if (acts && flow->begin != NULL) flow->begin(player);
    const int pumps = playing_until(player->client, act_until_over, player, &player->problems,
                                    may_fail ? SHORT_TIMEOUT_MS : TIMEOUT_MS);
    if (pumps > 0) notes_write(player->file, NOTE_PUMPS, "%d", pumps - 1);
    if (may_fail) return;
    if (pumps == 0) notes_write(player->file, NOTE_ERROR, "0 not everything has come");
    /* A response of the store shows that it has listed everything; an unexpected event would have come by now. */
    ask(player, IAP_QUERY_LATEST, UNKNOWN_PRODUCT);
    if (!playing_settle(player->client, player->execution == IAP_EXECUTION_MANUAL ? 0 : QUIET_MS, ROUNDS_MAX))
        notes_write(player->file, NOTE_ERROR, "0 there is always something to process");
}

static int report(const player *player, const iap_error *error) {
    notes_write(player->file, NOTE_ERROR, "%d %s", (int)error->status, error->message);
    return 3;
}

int player_run(const launch *launch) {
    static player player;
    memset(&player, 0, sizeof player);
    player.flow = launch->flow;
    player.role = launch->role;
    player.execution = launch->execution;
    notes_read(launch->folder, &player.history);
    player.file = notes_open(launch->folder);
    if (player.file < 0) return 2;
    player_be_careful(&player);
    notes_write(player.file, NOTE_LAUNCH, "%d", (int)launch->role);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (open_store(&player, launch->folder, &error) != IAP_OK) return report(&player, &error);
    if (launch->role == ROLE_PREPARE && launch->flow->set_up != NULL) launch->flow->set_up(&player);
    note_store(&player, NOTE_STORED);
    if (open_client(&player, launch->folder, &error) != IAP_OK) return report(&player, &error);
    run_client(&player, launch->may_fail);
    note_balance(&player);
    note_store(&player, NOTE_LEFT);
    bool closed = iap_client_close(player.client) == IAP_OK && iap_device_close(player.device, NULL) == IAP_OK;
    if (launch->role == ROLE_PREPARE && launch->flow->leave != NULL) launch->flow->leave(&player);
    closed = iap_store_close(player.store, NULL) == IAP_OK && closed;
    if (closed) notes_write(player.file, NOTE_END, "-");
    else notes_write(player.file, NOTE_ERROR, "0 something could not be closed");
    close(player.file);
    careful_free(&player.careful);
    table_clear(&player.save);
    return closed ? 0 : 4;
}
