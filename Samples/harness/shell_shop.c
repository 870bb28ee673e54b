#include "game_requests.h"
#include "print.h"
#include "print_details.h"
#include "print_offers.h"
#include "shell_buy.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <inttypes.h>
#include <stdlib.h>

static bool has_removal(const struct game *game) { return game->heard.removed > 0; }

static bool has_restored(const struct game *game) {
    return game->heard.restore_finished + game->heard.restore_failed > 0;
}

/* ---- what is for sale ---- */

static void print_all(struct shell *shell, void (*print)(const iap_product *product)) {
    size_t count = iap_store_product_count(shell->store);
    const char **ids = calloc(count + 1, sizeof *ids);
    if (ids == NULL) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        ids[i] = iap_store_product_id_at(shell->store, i);
    }
    if (game_ask_products(&shell->game, ids, count)) {
        const iap_products *products = shell->game.heard.products;
        for (size_t i = 0; i < iap_products_count(products); i++) {
            print(iap_products_at(products, i));
        }
    }
    free(ids);
}

static void run_products(struct shell *shell, char **words) {
    (void)words;
    print_all(shell, print_product);
}

static void print_product_with_offers(const iap_product *product) {
    if (iap_product_offer_count(product) + iap_product_billing_plan_count(product) > 0) {
        print_product(product);
        print_offers(product);
    }
}

static void run_offers(struct shell *shell, char **words) {
    (void)words;
    print_all(shell, print_product_with_offers);
}

/* ---- purchases ---- */

static void list_queue(struct shell *shell) {
    const iap_transactions *queue = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!shell_taken("the queue", iap_queue_transactions(shell->game.client, &queue, &error), &error)) {
        return;
    }
    for (size_t i = 0; i < iap_transactions_count(queue); i++) {
        const iap_transaction *transaction = iap_transactions_at(queue, i);
        print_transaction("queue", print_state_name(iap_transaction_state(transaction)), transaction);
    }
    if (iap_transactions_count(queue) == 0) {
        print_line("queue", "empty");
    }
    iap_transactions_release(queue);
}

static void list_approvals(struct shell *shell) {
    size_t count = 0;
    if (!shell_accepted("approvals", iap_store_list_approvals(shell->store, NULL, 0, &count, NULL)) || count == 0) {
        return;
    }
    uint64_t *ids = calloc(count, sizeof *ids);
    size_t capacity = count;
    if (ids != NULL &&
        shell_accepted("approvals", iap_store_list_approvals(shell->store, ids, capacity, &count, NULL))) {
        for (size_t i = 0; i < count && i < capacity; i++) {
            char product[IAP_PRODUCT_ID_LENGTH_MAX + 1];
            if (iap_store_approval_product_id(shell->store, ids[i], product, sizeof product, NULL) == IAP_OK) {
                print_line("approval", "%" PRIu64 " waits for %s", ids[i], product);
            }
        }
    }
    free(ids);
}

static void run_pending(struct shell *shell, char **words) {
    (void)words;
    list_queue(shell);
    list_approvals(shell);
}

static void run_finish(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) &&
        shell_taken("finish", iap_finish_transaction_id(shell->game.client, id, &error), &error)) {
        game_wait(&shell->game, has_removal, "the finish");
    }
}

static void run_restore(struct shell *shell, char **words) {
    (void)words;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("restore", iap_restore_completed_transactions(shell->game.client, NULL, &error), &error)) {
        game_wait(&shell->game, has_restored, "the restore");
    }
}

static void run_history(struct shell *shell, char **words) {
    if (!game_ask_transactions(&shell->game, IAP_QUERY_ALL, words[0])) {
        return;
    }
    const iap_transactions *transactions = shell->game.heard.transactions;
    for (size_t i = 0; i < iap_transactions_count(transactions); i++) {
        const iap_transaction *transaction = iap_transactions_at(transactions, i);
        print_transaction("history", print_state_name(iap_transaction_state(transaction)), transaction);
        print_details(transaction);
    }
    if (iap_transactions_count(transactions) == 0) {
        print_line("history", "empty");
    }
}

const struct shell_command shell_shop[] = {
    {"products", "products", "list the products and their prices", 0, 0, run_products},
    {"offers", "offers", "list the subscriptions that have offers or plans", 0, 0, run_offers},
    {"buy", "buy ID [N] [OPTION=VALUE...]", "buy a product with quantity N; a wrong option lists the options", 1, 10,
     shell_buy},
    {"sign", "sign offer|intro|request ...", "print what the game's server signs for a purchase", 2, 3, shell_sign},
    {"pending", "pending", "list the queue and the purchases that wait for approval", 0, 0, run_pending},
    {"finish", "finish ID", "finish the transaction with this id", 1, 1, run_finish},
    {"restore", "restore", "restore the purchases of the account", 0, 0, run_restore},
    {"history", "history [PRODUCT]", "list all transactions, with all fields", 0, 1, run_history},
    {NULL, NULL, NULL, 0, 0, NULL},
};
