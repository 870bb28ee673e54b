#define _POSIX_C_SOURCE 200809L

#include "game_requests.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>

/* Every completion calls this first. It stores the error. Returns NULL for a completion that the game no longer waits for. */
static struct game *hear(void *user_data, uint64_t request_id, const iap_error *error) {
    struct game *game = user_data;
    if (request_id != game->request) {
        return NULL;
    }
    game->heard.responses++;
    game->heard.error = error != NULL ? *error : (iap_error)IAP_ERROR_VALUE_INIT;
    return game;
}

void game_hears_products(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                         const iap_error *error) {
    struct game *game = hear(user_data, request_id, error);
    (void)client;
    if (game != NULL) {
        iap_products_release(game->heard.products);
        game->heard.products = iap_products_retain(products);
    }
}

void game_hears_transactions(void *user_data, iap_client *client, uint64_t request_id,
                             const iap_transactions *transactions, const iap_error *error) {
    struct game *game = hear(user_data, request_id, error);
    (void)client;
    if (game != NULL) {
        iap_transactions_release(game->heard.transactions);
        game->heard.transactions = iap_transactions_retain(transactions);
    }
}

void game_hears_statuses(void *user_data, iap_client *client, uint64_t request_id,
                         const iap_subscription_statuses *statuses, const iap_error *error) {
    struct game *game = hear(user_data, request_id, error);
    (void)client;
    if (game != NULL) {
        iap_subscription_statuses_release(game->heard.statuses);
        game->heard.statuses = iap_subscription_statuses_retain(statuses);
    }
}

void game_hears_app_transaction(void *user_data, iap_client *client, uint64_t request_id,
                                const iap_app_transaction *app_transaction, const iap_error *error) {
    struct game *game = hear(user_data, request_id, error);
    (void)client;
    if (game != NULL) {
        iap_app_transaction_release(game->heard.app_transaction);
        game->heard.app_transaction = iap_app_transaction_retain(app_transaction);
    }
}

void game_hears_promotions(void *user_data, iap_client *client, uint64_t request_id, const iap_promotions *promotions,
                           const iap_error *error) {
    struct game *game = hear(user_data, request_id, error);
    (void)client;
    if (game != NULL) {
        iap_promotions_release(game->heard.promotions);
        game->heard.promotions = iap_promotions_retain(promotions);
    }
}

void game_hears_flag(void *user_data, iap_client *client, uint64_t request_id, int32_t flag, const iap_error *error) {
    struct game *game = hear(user_data, request_id, error);
    (void)client;
    if (game != NULL) {
        game->heard.flag = flag;
    }
}

void game_hears_text(void *user_data, iap_client *client, uint64_t request_id, const char *text,
                     const iap_error *error) {
    struct game *game = hear(user_data, request_id, error);
    (void)client;
    if (game != NULL) {
        free(game->heard.text);
        game->heard.text = text != NULL ? strdup(text) : NULL;
    }
}

void game_hears_end(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    hear(user_data, request_id, error);
    (void)client;
}

static bool has_response(const struct game *game) { return game->heard.responses > 0; }

bool game_response(struct game *game, const char *request, iap_status_t status, const iap_error *error) {
    /* No completion arrives inside the call that starts the request, so this one is still to come. */
    game->heard.responses = 0;
    if (status != IAP_OK) {
        game->heard.error = *error;
    } else if (!game_wait(game, has_response, request)) {
        return false;
    }
    if (game->heard.error.status != IAP_OK) {
        print_error(game->device_name, request, &game->heard.error);
    }
    return game->heard.error.status == IAP_OK;
}

bool game_ask_products(struct game *game, const char *const *ids, size_t count) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status =
        iap_request_products(game->client, ids, count, game_hears_products, game, &game->request, &error);
    return game_response(game, "the products", status, &error);
}

bool game_ask_transactions(struct game *game, iap_query_t query, const char *product_id) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_request_transactions(game->client, query, product_id, game_hears_transactions, game,
                                                   &game->request, &error);
    return game_response(game, "the transactions", status, &error);
}

bool game_ask_statuses(struct game *game, const char *group_id) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status =
        iap_request_subscription_statuses(game->client, group_id, game_hears_statuses, game, &game->request, &error);
    return game_response(game, "the subscriptions", status, &error);
}

bool game_show_message(struct game *game) {
    if (game->message_count == 0) {
        print_line(game->device_name, "has no message to show");
        return false;
    }
    const iap_message *message = game->messages[0];
    game->message_count--;
    memmove(game->messages, game->messages + 1, game->message_count * sizeof game->messages[0]);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status =
        iap_display_message(game->client, message, NULL, game_hears_end, game, &game->request, &error);
    bool good = game_response(game, "the message", status, &error);
    iap_message_release(message);
    return good;
}
