#define _GNU_SOURCE
#include "player.h"

#include "catalogue.h"

#include <fcntl.h>
#include <iap/iap_store.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define IDS_MAX 64

/** How long a game waits for what has to come. */
#define PATIENCE_MS 60000
/** How long a game goes on without hearing anything when its payments may never end, because the disk is full. */
#define BUY_PATIENCE_MS 1000
/** How long a game that expects nothing more waits all the same, in background mode. */
#define QUIET_MS 30
#define PROBLEMS_MAX 10

typedef struct player {
    iap_store *store;
    iap_client *client;
    play what;
    iap_execution execution;
    int save;
    uint64_t granted[IDS_MAX];
    size_t granted_count;
    size_t payments, ended; /**< payments added, and transactions that have failed or are durably finished */
    int answers, problems;
} player;

/* Written without the C library, so that the shim neither counts it nor ends the process in the middle of a line. */
static void note(const player *player, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof line - 1) length = (int)sizeof line - 2;
    line[length++] = '\n';
    syscall(SYS_write, player->save, line, (size_t)length);
    syscall(SYS_fsync, player->save);
}

/* Reads the grants of earlier launches, as a game reads its save game. */
static void load(player *player, const char *path) {
    FILE *file = fopen(path, "r");
    char line[600];
    uint64_t id = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "granted %" SCNu64, &id) == 1) player->granted[player->granted_count++] = id;
    }
    if (file != NULL) fclose(file);
    player->save = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static bool is_granted(const player *player, uint64_t id) {
    for (size_t i = 0; i < player->granted_count; i++) {
        if (player->granted[i] == id) return true;
    }
    return false;
}

/* The id of the transaction is the key: what was granted before is only finished. */
static void hear_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    player *player = user_data;
    const iap_transaction_state state = iap_transaction_get_state(transaction);
    const uint64_t id = iap_transaction_id(transaction);
    if (state == IAP_TRANSACTION_FAILED) {
        iap_error error = IAP_ERROR_VALUE_INIT;
        note(player, "failed %d %s", (int)iap_transaction_error(transaction, &error), error.message);
        player->ended++;
        return;
    }
    if (state != IAP_TRANSACTION_PURCHASED && state != IAP_TRANSACTION_RESTORED) return;
    note(player, "delivered %" PRIu64 " %d", id, (int)iap_transaction_delivery_count(transaction));
    if (player->what == PLAY_LOOK) return;
    if (!is_granted(player, id)) {
        note(player, "granted %" PRIu64, id);
        if (player->granted_count < IDS_MAX) player->granted[player->granted_count++] = id;
    }
    note(player, "finishing %" PRIu64, id);
    iap_finish_transaction(client, transaction, NULL);
}

static void hear_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)client;
    player *player = user_data;
    note(player, "removed %" PRIu64, iap_transaction_id(transaction));
    player->ended++;
}

static void hear_problem(void *user_data, iap_client *client, const iap_error *error) {
    (void)client;
    player *player = user_data;
    if (player->problems++ < PROBLEMS_MAX) note(player, "problem %d %s", (int)error->status, error->message);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Whether what this launch waits for has come: the end of its payments, or a store in which everything is finished.
 * What the game finished in an earlier launch is finished there without being delivered again. */
static bool is_over(const player *player) {
    if (player->what == PLAY_BUY) return player->ended >= player->payments;
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    return iap_store_get_totals(player->store, &totals) == IAP_OK && totals.unfinished == 0;
}

/* Processes until it is over, or until nothing was heard for as long as the patience lasts. */
static bool process_until_over(player *player, int64_t patience_ms) {
    int64_t deadline = now_ms() + patience_ms;
    while (!is_over(player)) {
        const int problems = player->problems;
        if (iap_client_process_events(player->client, 0) > 0) {
            /* A problem that is reported again and again is no progress. */
            if (player->problems == problems) deadline = now_ms() + patience_ms;
        } else {
            iap_client_wait_events(player->client, 10);
        }
        if (now_ms() > deadline) return false;
    }
    return true;
}

/* Processes until nothing more comes. */
static void process_until_quiet(player *player) {
    const int64_t deadline = now_ms() + PATIENCE_MS;
    const uint32_t quiet_ms = player->execution == IAP_EXECUTION_MANUAL ? 0 : QUIET_MS;
    while (now_ms() < deadline) {
        if (iap_client_process_events(player->client, 0) > 0) continue;
        if (iap_client_wait_events(player->client, quiet_ms) != 1) return;
    }
    note(player, "error 0 there is always something to process");
}

static void hear_transactions(void *user_data, iap_client *client, uint64_t request_id,
                              const iap_transactions *transactions, const iap_error *error) {
    (void)client, (void)request_id, (void)error;
    player *player = user_data;
    for (size_t i = 0; i < iap_transactions_count(transactions); i++) {
        const uint64_t id = iap_transaction_id(iap_transactions_at(transactions, i));
        note(player, "stored %" PRIu64, id);
        if (player->answers == 0) note(player, "unfinished %" PRIu64, id);
    }
    if (error != NULL) note(player, "error %d %s", (int)error->status, error->message);
    player->answers++;
}

static void await_answers(player *player, int count) {
    const int64_t deadline = now_ms() + PATIENCE_MS;
    while (player->answers < count && now_ms() < deadline) {
        if (iap_client_process_events(player->client, 0) == 0) iap_client_wait_events(player->client, 100);
    }
    if (player->answers < count) note(player, "error 0 a query was not answered");
}

static void add_payment(player *player, const char *product_id, int32_t quantity) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    payment.quantity = quantity;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status status = iap_add_payment(player->client, &payment, NULL, &error);
    if (status == IAP_OK) player->payments++;
    else note(player, "error %d %s", (int)status, error.message);
}

static void run_client(player *player) {
    if (player->what == PLAY_RECOVER) {
        iap_request_transactions(player->client, IAP_QUERY_UNFINISHED, NULL, hear_transactions, player, NULL, NULL);
        await_answers(player, 1);
        iap_request_transactions(player->client, IAP_QUERY_ALL, NULL, hear_transactions, player, NULL, NULL);
        await_answers(player, 2);
    }
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.user_data = player;
    observer.transaction_updated = hear_updated;
    observer.transaction_removed = hear_removed;
    observer.problem_reported = hear_problem;
    iap_add_observer(player->client, &observer, NULL, NULL);
    if (player->what == PLAY_BUY) {
        add_payment(player, COINS, 2);
        add_payment(player, SWORD, 1);
        process_until_over(player, BUY_PATIENCE_MS);
        return;
    }
    if (!process_until_over(player, PATIENCE_MS)) note(player, "error 0 not everything could be finished");
    /* An answer of the store is a sign that it has listed everything; what should not come would have come by now. */
    const int answers = player->answers + 1;
    iap_request_transactions(player->client, IAP_QUERY_LATEST, UNKNOWN_PRODUCT, hear_transactions, player, NULL, NULL);
    await_answers(player, answers);
    process_until_quiet(player);
}

static int report(const player *player, const iap_error *error) {
    note(player, "error %d %s", (int)error->status, error->message);
    return 3;
}

int player_run(const char *folder, play what, iap_execution execution) {
    char store_path[512], journal_path[512], save_path[512];
    snprintf(store_path, sizeof store_path, "%s/store.db", folder);
    snprintf(journal_path, sizeof journal_path, "%s/journal.db", folder);
    snprintf(save_path, sizeof save_path, "%s/save", folder);
    player player = {.what = what, .execution = execution};
    load(&player, save_path);
    if (player.save < 0) return 2;
    note(&player, "launch");

    iap_store_options store_options = IAP_STORE_OPTIONS_INIT;
    store_options.clock = IAP_STORE_CLOCK_VIRTUAL;
    store_options.storekit_text = catalogue_text;
    store_options.storekit_length = strlen(catalogue_text);
    store_options.state_path = store_path;
    store_options.seed = 7;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_device *device = NULL;
    if (iap_store_open(&store_options, &player.store, &error) != IAP_OK) return report(&player, &error);
    if (iap_store_open_device(player.store, "player", "phone", &device, &error) != IAP_OK)
        return report(&player, &error);
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = execution;
    options.device = device;
    options.journal_path = journal_path;
    if (iap_client_open(&options, &player.client, &error) != IAP_OK) return report(&player, &error);
    run_client(&player);

    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    if (iap_store_get_totals(player.store, &totals) == IAP_OK) {
        note(&player, "totals %" PRIu64 " %" PRIu64 " %" PRIu64, totals.transactions, totals.unfinished,
             totals.refunded);
    }
    const bool closed = iap_client_close(player.client) == IAP_OK && iap_device_close(device) == IAP_OK &&
                        iap_store_close(player.store) == IAP_OK;
    note(&player, closed ? "end" : "error 0 something could not be closed");
    close(player.save);
    return closed ? 0 : 4;
}
