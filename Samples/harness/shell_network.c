#include "print.h"
#include "print_store.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <inttypes.h>
#include <string.h>

/* ---- the network ---- */

static void come_up(iap_device_network *network, uint64_t amount) {
    (void)amount;
    const iap_device_network up = IAP_DEVICE_NETWORK_INIT;
    *network = up;
}

static void go_down(iap_device_network *network, uint64_t amount) {
    (void)amount;
    network->is_down = 1;
}

static void fall_silent(iap_device_network *network, uint64_t amount) {
    (void)amount;
    network->never_answers = 1;
}

static void set_latency(iap_device_network *network, uint64_t amount) { network->latency_ms = (int64_t)amount; }

static void set_timeout(iap_device_network *network, uint64_t amount) { network->timeout_ms = (int64_t)amount; }

static void set_limit(iap_device_network *network, uint64_t amount) { network->requests_per_minute = (uint32_t)amount; }

static const struct way {
    const char *word;
    const char *amount; /**< the meaning of the number; NULL if there is no number */
    void (*set)(iap_device_network *network, uint64_t amount);
} ways[] = {
    {"up", NULL, come_up},
    {"down", NULL, go_down},
    {"silent", NULL, fall_silent},
    {"latency", "the latency in milliseconds", set_latency},
    {"timeout", "the time in milliseconds", set_timeout},
    {"limit", "the number of requests a minute", set_limit},
};

/* Finds a way by its name, with or without a number. If there is none, prints the reason and returns NULL. */
static const struct way *find_way(char **words) {
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(ways[i].word, words[0]) == 0 && (ways[i].amount != NULL) == (words[1] != NULL)) {
            return &ways[i];
        }
    }
    print_line("problem", "usage: network up, down, silent, latency MS, timeout MS, or limit N");
    return NULL;
}

static void run_network(struct shell *shell, char **words) {
    if (words[0] == NULL) {
        print_network(&shell->network);
        return;
    }
    const struct way *way = find_way(words);
    uint64_t amount = 0;
    if (way == NULL || (way->amount != NULL && !shell_read_number(words[1], way->amount, INT32_MAX, &amount))) {
        return;
    }
    iap_device_network network = shell->network;
    way->set(&network, amount);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("network", iap_device_set_network(shell->game.device, &network, &error), &error)) {
        shell->network = network;
        print_network(&network);
        /* Delayed responses arrive when the clock moves. */
        shell->game.patience_ms = network.never_answers || network.latency_ms > 0 ? SHELL_NEWS_MS : 0;
        shell_listen(shell);
    }
}

/* ---- updates ---- */

static void run_updates(struct shell *shell, char **words) {
    int32_t updates = IAP_STORE_UPDATES_IN_ORDER;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_name(words[0], "the order", names_updates, &updates) &&
        shell_taken("updates", iap_device_set_updates(shell->game.device, updates, &error), &error)) {
        print_line("store", updates == IAP_STORE_UPDATES_HELD ? "updates are held" : "updates arrive %s", words[0]);
        shell_listen(shell);
    }
}

static void run_repeat(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) &&
        shell_taken("repeat", iap_store_repeat_update(shell->store, id, &error), &error)) {
        print_line("store", "sends %" PRIu64 " again", id);
        shell_listen(shell);
    }
}

static void run_copy(struct shell *shell, char **words) {
    uint64_t id = 0, copy = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) &&
        shell_taken("copy", iap_store_copy_transaction(shell->store, id, &copy, &error), &error)) {
        print_line("store", "%" PRIu64 " is also delivered as %" PRIu64, id, copy);
        shell_listen(shell);
    }
}

const struct shell_command shell_network[] = {
    {"network", "network [WAY [NUMBER]]", "show or set the network; a wrong word lists the words", 0, 2, run_network},
    {"updates", "updates ORDER", "set the order of updates: held, in-order, newest-first or shuffled", 1, 1,
     run_updates},
    {"repeat", "repeat ID", "send the update of a transaction again", 1, 1, run_repeat},
    {"copy", "copy ID", "deliver the same purchase under another id", 1, 1, run_copy},
    {NULL, NULL, NULL, 0, 0, NULL},
};
