#include "player.h"

#include <iap/iap_log.h>
#include <iap/iap_payments.h>
#include <iap/iap_transactions.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The length of a round is in milliseconds. After twenty rounds without an event the store is quiet. */
enum { ROUND = 100, QUIET_ROUNDS = 20, MOST_ROUNDS = 2000 };

typedef struct game {
    const stage *stage;
    iap_device *device;
    iap_client *client;
    char journal[1024];
    /* The last transaction that the observer received. */
    char product_id[256];
    uint64_t transaction_id;
    int is_copied;
    /* Lines for the end of the log: the results of iap_owns(). */
    char answers[1024];
    int journals;
} game;

static int complain(const char *what, const iap_error *error) {
    fprintf(stderr, "%s: %s\n", what, error->message);
    return 0;
}

static void heard(void *user_data, iap_client *client, const iap_transaction *transaction) {
    game *game = user_data;
    (void)client;
    if (iap_transaction_id(transaction) == 0) return;
    game->transaction_id = iap_transaction_id(transaction);
    snprintf(game->product_id, sizeof game->product_id, "%s", iap_transaction_product_id(transaction));
}

static void copied(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    (void)client, (void)request_id;
    ((game *)user_data)->is_copied = error == NULL;
}

static void settle(game *game) {
    int quiet = 0;
    for (int round = 0; quiet < QUIET_ROUNDS && round < MOST_ROUNDS; round++) {
        quiet = iap_client_process_events(game->client, 0) > 0 ? 0 : quiet + 1;
        game->stage->pause(ROUND);
    }
}

static int launch(game *game) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    options.execution = game->stage->execution;
    options.device = game->device;
    options.journal_path = game->journal;
    observer.user_data = game;
    observer.transaction_updated = heard;
    if (iap_client_open(&options, &game->client, &error) != IAP_OK) return complain("open", &error);
    if (iap_add_observer(game->client, &observer, NULL, &error) != IAP_OK) return complain("observe", &error);
    settle(game);
    return 1;
}

static void quit(game *game) {
    if (game->client == NULL) return;
    iap_client_close(game->client);
    game->client = NULL;
}

static int finish(game *game) {
    const iap_transactions *queue = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_queue_transactions(game->client, &queue, &error) != IAP_OK) return complain("queue", &error);
    for (size_t i = 0; i < iap_transactions_count(queue); i++)
        iap_finish_transaction(game->client, iap_transactions_at(queue, i), NULL); /* some wait for another person */
    iap_transactions_release(queue);
    return 1;
}

static int ask(game *game, const char *product_id) {
    const size_t length = strlen(game->answers);
    iap_error error = IAP_ERROR_VALUE_INIT;
    const int32_t response = iap_owns(game->client, product_id, &error);
    snprintf(game->answers + length, sizeof game->answers - length,
             "{\"time_ms\":0,\"event\":\"owns\",\"product_id\":\"%s\",\"is_owned\":%d}\n", product_id, (int)response);
    return error.status == IAP_OK;
}

/* Switches to a device without a journal. */
static void forget(game *game) { snprintf(strrchr(game->journal, '.'), 16, ".%d", ++game->journals); }

static int take_step(game *game, const char *step) {
    char verb[32] = "", argument[256] = "";
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (sscanf(step, "%31s %255s", verb, argument) < 1) return 0;
    if (strcmp(verb, "buy") == 0) {
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = argument;
        if (iap_add_payment(game->client, &payment, NULL, &error) != IAP_OK) return complain("buy", &error);
    } else if (strcmp(verb, "restore") == 0) {
        if (iap_restore_completed_transactions(game->client, NULL, &error) != IAP_OK)
            return complain("restore", &error);
    } else if (strcmp(verb, "finish") == 0) {
        if (!finish(game)) return 0;
    } else if (strcmp(verb, "owns") == 0) {
        if (!ask(game, argument)) return 0;
    } else if (strcmp(verb, "relaunch") == 0 || strcmp(verb, "forget") == 0) {
        quit(game);
        if (strcmp(verb, "forget") == 0) forget(game);
        return launch(game);
    } else {
        const int is_last = strcmp(game->product_id, argument) == 0;
        if (!game->stage->act(verb, argument, is_last ? game->transaction_id : 0)) return 0;
    }
    settle(game);
    return 1;
}

static int add_responses(const game *game, const char *path) {
    FILE *file = fopen(path, "a");
    const int is_written = file != NULL && fputs(game->answers, file) >= 0;
    return file != NULL && fclose(file) == 0 && is_written;
}

static int play_situation(const stage *stage, const char *folder, int number, char *steps) {
    game game = {.stage = stage};
    char copy[1024];
    iap_error error = IAP_ERROR_VALUE_INIT;
    int is_done = 1;
    snprintf(game.journal, sizeof game.journal, "%s/%d.journal", folder, number);
    snprintf(copy, sizeof copy, "%s/%d.jsonl", folder, number);
    game.device = stage->begin();
    if (!launch(&game)) {
        quit(&game);
        return 0;
    }
    for (char *step = strtok(steps, ";"); step != NULL && is_done; step = strtok(NULL, ";")) {
        is_done = take_step(&game, step);
        if (!is_done) fprintf(stderr, "situation %d: the step \"%s\" failed\n", number, step + strspn(step, " "));
    }
    if (game.client == NULL) return 0;
    if (iap_request_audit_copy(game.client, copy, copied, &game, NULL, &error) != IAP_OK) complain("audit", &error);
    settle(&game);
    quit(&game);
    return is_done && game.is_copied && add_responses(&game, copy);
}

int play(const char *list, const char *folder, const stage *stage) {
    char line[1024];
    int number = 0, failed = 0;
    FILE *file = fopen(list, "r");
    if (file == NULL) {
        fprintf(stderr, "%s cannot be read\n", list);
        return 1;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        char *steps = strchr(line, ':');
        line[strcspn(line, "\n")] = 0;
        if (line[0] == '#' || steps == NULL) continue;
        failed += !play_situation(stage, folder, ++number, steps + 1);
    }
    fclose(file);
    return failed;
}
