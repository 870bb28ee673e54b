#include "shell_commands.h"
#include "print.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/** How long a command waits for the news that an order to the store usually brings. */
#define NEWS_MS 2000

/* ---- numbers ---- */

static bool read_number(const char *text, const char *what, uint64_t most, uint64_t *number) {
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    /* strtoull would take a sign or a blank, and would turn "-1" into a very large number. */
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value > most) {
        print_line("problem", "%s is a whole number from 0 to %" PRIu64, what, most);
        return false;
    }
    *number = value;
    return true;
}

static bool read_duration(const char *text, int64_t *milliseconds) {
    char digits[16] = "";
    size_t length = strspn(text, "0123456789");
    int64_t unit = 0;
    if (length > 0 && length <= 9 && text[length] != '\0' && text[length + 1] == '\0') {
        switch (text[length]) {
        case 's': unit = 1000; break;
        case 'm': unit = 60 * 1000; break;
        case 'h': unit = 60 * 60 * 1000; break;
        case 'd': unit = 24 * 60 * 60 * 1000; break;
        default: break;
        }
    }
    if (unit == 0) {
        print_line("problem", "a time is a whole number of at most nine digits with s, m, h or d: 90s, 30d");
        return false;
    }
    memcpy(digits, text, length);
    *milliseconds = (int64_t)strtoll(digits, NULL, 10) * unit;
    return true;
}

/* For calls that answer with a status alone. */
static bool accepted(const char *what, iap_status status) {
    if (status != IAP_OK) {
        print_line("problem", "%s: %s", what, iap_status_name(status));
    }
    return status == IAP_OK;
}

/* For calls that fill an error. */
static bool taken(const char *what, iap_status status, const iap_error *error) {
    if (status != IAP_OK) {
        print_error("problem", what, error);
    }
    return status == IAP_OK;
}

/* ---- what commands wait for ---- */

static bool has_answer(const struct game *game) { return game->heard.answers > 0; }

static bool has_outcome(const struct game *game) {
    /* A failed payment is over when the game has finished it as well. */
    return game->heard.payment_ended && game->heard.removed >= game->heard.failed;
}

static bool has_removal(const struct game *game) { return game->heard.removed > 0; }

static bool has_restored(const struct game *game) {
    return game->heard.restore_finished + game->heard.restore_failed > 0;
}

static bool has_purchase(const struct game *game) { return game->heard.purchased > 0; }

static bool has_revocation(const struct game *game) { return game->heard.revoked > 0; }

static bool has_storefront(const struct game *game) { return game->heard.storefronts > 0; }

/* ---- the commands ---- */

static void run_products(struct shell *shell, const char *first, const char *second) {
    (void)first;
    (void)second;
    size_t count = iap_store_product_count(shell->store);
    const char **ids = calloc(count + 1, sizeof *ids);
    if (ids == NULL) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        ids[i] = iap_store_product_id_at(shell->store, i);
    }
    if (game_request_products(&shell->game, ids, count) && game_wait(&shell->game, has_answer, "the products")) {
        const iap_products *products = shell->game.heard.products;
        for (size_t i = 0; i < iap_products_count(products); i++) {
            print_product(iap_products_at(products, i));
        }
    }
    free(ids);
}

static void run_buy(struct shell *shell, const char *product_id, const char *number) {
    uint64_t quantity = 1;
    if (number != NULL && !read_number(number, "the quantity", INT32_MAX, &quantity)) {
        return;
    }
    if (game_buy(&shell->game, product_id, (int32_t)quantity)) {
        game_wait(&shell->game, has_outcome, "the purchase");
    }
}

static void list_queue(struct shell *shell) {
    const iap_transactions *queue = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!taken("the queue", iap_queue_transactions(shell->game.client, &queue, &error), &error)) {
        return;
    }
    for (size_t i = 0; i < iap_transactions_count(queue); i++) {
        const iap_transaction *transaction = iap_transactions_at(queue, i);
        print_transaction("queue", print_state_name(iap_transaction_get_state(transaction)), transaction);
    }
    if (iap_transactions_count(queue) == 0) {
        print_line("queue", "empty");
    }
    iap_transactions_release(queue);
}

static void list_approvals(struct shell *shell) {
    size_t count = 0;
    if (!accepted("approvals", iap_store_list_approvals(shell->store, NULL, 0, &count)) || count == 0) {
        return;
    }
    uint64_t *ids = calloc(count, sizeof *ids);
    size_t capacity = count;
    if (ids != NULL && accepted("approvals", iap_store_list_approvals(shell->store, ids, capacity, &count))) {
        for (size_t i = 0; i < count && i < capacity; i++) {
            char product[IAP_PRODUCT_ID_LENGTH_MAX + 1];
            if (iap_store_approval_product_id(shell->store, ids[i], product, sizeof product) == IAP_OK) {
                print_line("approval", "%" PRIu64 " waits for %s", ids[i], product);
            }
        }
    }
    free(ids);
}

static void run_pending(struct shell *shell, const char *first, const char *second) {
    (void)first;
    (void)second;
    list_queue(shell);
    list_approvals(shell);
}

static void run_finish(struct shell *shell, const char *number, const char *second) {
    (void)second;
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (read_number(number, "the id", UINT64_MAX, &id) &&
        taken("finish", iap_finish_transaction_id(shell->game.client, id, &error), &error)) {
        game_wait(&shell->game, has_removal, "the finish");
    }
}

static void run_restore(struct shell *shell, const char *first, const char *second) {
    (void)first;
    (void)second;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (taken("restore", iap_restore_completed_transactions(shell->game.client, NULL, &error), &error)) {
        game_wait(&shell->game, has_restored, "the restore");
    }
}

static void run_ask_to_buy(struct shell *shell, const char *word, const char *second) {
    (void)second;
    bool on = strcmp(word, "on") == 0;
    if (!on && strcmp(word, "off") != 0) {
        print_line("problem", "it is: ask-to-buy on, or ask-to-buy off");
    } else if (accepted("ask-to-buy", iap_store_set_ask_to_buy(shell->store, on))) {
        print_line("store", on ? "every purchase needs approval" : "no purchase needs approval");
    }
}

static void run_approve(struct shell *shell, const char *number, const char *second) {
    (void)second;
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (read_number(number, "the id", UINT64_MAX, &id) &&
        taken("approve", iap_store_approve(shell->store, id, &error), &error)) {
        print_line("store", "approved %" PRIu64, id);
        game_wait_at_most(&shell->game, has_purchase, NEWS_MS);
    }
}

static void run_decline(struct shell *shell, const char *number, const char *second) {
    (void)second;
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (read_number(number, "the id", UINT64_MAX, &id) &&
        taken("decline", iap_store_decline(shell->store, id, &error), &error)) {
        print_line("store", "declined %" PRIu64 "; the game is told nothing", id);
    }
}

static void run_advance(struct shell *shell, const char *duration, const char *second) {
    (void)second;
    int64_t milliseconds = 0;
    if (read_duration(duration, &milliseconds) &&
        accepted("advance", iap_store_advance_clock(shell->store, milliseconds))) {
        char time[32];
        print_time(time, sizeof time, iap_store_now_ms(shell->store));
        print_line("store", "it is now %s", time);
    }
}

static void run_refund(struct shell *shell, const char *number, const char *second) {
    (void)second;
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (read_number(number, "the id", UINT64_MAX, &id) &&
        taken("refund", iap_store_refund(shell->store, id, &error), &error)) {
        print_line("store", "refunded %" PRIu64, id);
        game_wait_at_most(&shell->game, has_revocation, NEWS_MS);
    }
}

static void run_storefront(struct shell *shell, const char *country, const char *locale) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (taken("storefront", iap_store_set_storefront(shell->store, country, locale, &error), &error)) {
        print_line("store", "moved to %s", country);
        game_wait_at_most(&shell->game, has_storefront, NEWS_MS);
    }
}

static void run_quit(struct shell *shell, const char *first, const char *second) {
    (void)first;
    (void)second;
    shell->quits = true;
}

static void run_help(struct shell *shell, const char *first, const char *second);

static const struct shell_command commands[] = {
    {"products", "products", "what the store sells, and for how much", 0, 0, run_products},
    {"buy", "buy ID [N]", "buy a product, N at once", 1, 2, run_buy},
    {"pending", "pending", "the queue, and what waits for approval", 0, 0, run_pending},
    {"finish", "finish ID", "finish the transaction with this id", 1, 1, run_finish},
    {"restore", "restore", "hand out again what the account owns", 0, 0, run_restore},
    {"ask-to-buy", "ask-to-buy on|off", "whether purchases need approval", 1, 1, run_ask_to_buy},
    {"approve", "approve ID", "approve a purchase that waits", 1, 1, run_approve},
    {"decline", "decline ID", "decline a purchase that waits", 1, 1, run_decline},
    {"advance", "advance TIME", "move the store's clock forward: 90s, 15m, 12h, 30d", 1, 1, run_advance},
    {"refund", "refund ID", "refund the transaction with this id", 1, 1, run_refund},
    {"storefront", "storefront COUNTRY [LOCALE]", "move the store to another country: DEU de_DE", 1, 2, run_storefront},
    {"help", "help", "this list", 0, 0, run_help},
    {"quit", "quit", "end; what is unfinished comes back at the next launch", 0, 0, run_quit},
};

#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static void run_help(struct shell *shell, const char *first, const char *second) {
    (void)shell;
    (void)first;
    (void)second;
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        print_line("", "%-28s%s", commands[i].usage, commands[i].help);
    }
}

const struct shell_command *shell_find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}
