/*
 * game_requests.h: the completions of the game's requests. They store their results in game.heard.
 *
 *     iap_error error = IAP_ERROR_VALUE_INIT;
 *     if (game_response(game, "review", iap_request_review(game->client, NULL, game_hears_end, game, &game->request, &error), &error))
 */
#ifndef HARNESS_GAME_REQUESTS_H
#define HARNESS_GAME_REQUESTS_H

#include "game.h"

/* Completions; user_data is the game. */
void game_hears_products(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                         const iap_error *error);
void game_hears_transactions(void *user_data, iap_client *client, uint64_t request_id,
                             const iap_transactions *transactions, const iap_error *error);
void game_hears_statuses(void *user_data, iap_client *client, uint64_t request_id,
                         const iap_subscription_statuses *statuses, const iap_error *error);
void game_hears_app_transaction(void *user_data, iap_client *client, uint64_t request_id,
                                const iap_app_transaction *app_transaction, const iap_error *error);
void game_hears_promotions(void *user_data, iap_client *client, uint64_t request_id, const iap_promotions *promotions,
                           const iap_error *error);
void game_hears_flag(void *user_data, iap_client *client, uint64_t request_id, int32_t flag, const iap_error *error);
void game_hears_text(void *user_data, iap_client *client, uint64_t request_id, const char *text,
                     const iap_error *error);
void game_hears_end(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error);

/**
 * Waits for the completion of a request that was just made. status and error are the results of the call.
 * \returns true if it succeeded. If not there is a line that says why, and game.heard.error tells the same.
 */
bool game_response(struct game *game, const char *request, iap_status_t status, const iap_error *error);

/* Requests that are made in several places. Each waits for its response, like game_response(). */
bool game_ask_products(struct game *game, const char *const *ids, size_t count);
bool game_ask_transactions(struct game *game, iap_query_t query, const char *product_id);
bool game_ask_statuses(struct game *game, const char *group_id);

/** Shows the oldest message that was kept. */
bool game_show_message(struct game *game);

#endif
