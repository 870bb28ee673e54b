/* The game's calls of the library. */
#include "checker.h"
#include "game.h"

#include <inttypes.h>

void game_buy(game *game, int product, int quantity, const char *token, bool asks) {
    if (game->client == NULL || game->last_id + 2 >= IDS_MAX) return;
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = products[product].id;
    payment.quantity = quantity;
    payment.app_account_token = token;
    payment.simulates_ask_to_buy = asks;
    uint64_t id = 0;
    game->is_calling = true;
    const iap_status_t status = iap_add_payment(game->client, &payment, &id, NULL);
    game->is_calling = false;
    log_line(&game->world->log, "%d buys %d %s: %" PRIu64, game->number, quantity, products[product].id, id);
    if (status != IAP_OK || id <= game->last_id || id >= IDS_MAX) {
        checker_break(game->world, "I6", "a payment got id %" PRIu64 " and %s", id, iap_status_name(status));
        return;
    }
    game->last_id = id;
    careful_paid(&game->careful, id, products[product].id);
}

void game_restore(game *game) {
    if (game->client == NULL || game->last_id + 2 >= IDS_MAX) return;
    game->is_calling = true;
    const iap_status_t status = iap_restore_completed_transactions(game->client, &game->last_id, NULL);
    game->is_calling = false;
    log_line(&game->world->log, "%d restores: %s", game->number, iap_status_name(status));
    if (status == IAP_OK) game->open_restores++;
}

void game_query(game *game, iap_query_t query) {
    if (game->client == NULL || game->request_count == REQUESTS_MAX || game->last_id + 2 >= IDS_MAX) return;
    request_entry *entry = &game->requests[game->request_count];
    *entry = (request_entry){game, (int)game->request_count, 0};
    game->is_calling = true;
    const iap_status_t status =
        iap_request_transactions(game->client, query, NULL, game_hear_transactions, entry, &game->last_id, NULL);
    game->is_calling = false;
    log_line(&game->world->log, "%d queries %d: %s", game->number, (int)query, iap_status_name(status));
    if (status == IAP_OK) game->request_count++;
}
