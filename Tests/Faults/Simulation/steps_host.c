#include "checker.h"
#include "steps.h"

#include <inttypes.h>

void step_finish_twice(world *world, game *game) {
    (void)world;
    /* The game saves first and then finishes the waiting transactions, but twice. */
    game_save(game);
    if (game->careful.waiting_count == 0) return;
    const iap_transaction *transaction = iap_transaction_retain(game->careful.waiting[0]);
    careful_finish_one(&game->careful, transaction);
    careful_finish_one(&game->careful, transaction);
    game_pump(game, 0);
    if (game->client != NULL) careful_finish_one(&game->careful, transaction);
    iap_transaction_release(transaction);
}

void step_finish_unknown(world *world, game *game) {
    const uint64_t id = UINT64_C(1) << 60 | chance_next(&world->chance) >> 8;
    const iap_status_t status = iap_finish_transaction_id(game->client, id, NULL);
    if (status != IAP_ERROR_NOT_FOUND) checker_break(world, "finish", "of an unknown id: %s", iap_status_name(status));
    if (game->kept == NULL) return;
    /* A handle from an earlier launch, for a transaction that was granted then. */
    const purchase *entry = checker_learn(world, iap_transaction_id(game->kept));
    if (entry != NULL && save_has(&world->save, entry->key)) careful_finish_one(&game->careful, game->kept);
    iap_transaction_release(game->kept);
    game->kept = NULL;
}

static void *finish_all(void *argument) {
    careful_finish(&((game *)argument)->careful, SIZE_MAX);
    return NULL;
}

static void *pump_there(void *argument) {
    game_pump(argument, 0);
    return NULL;
}

/* The other thread uses the world alone: this thread waits for it. */
void step_other_thread(world *world, game *game) {
    pthread_t thread;
    game_save(game);
    if (pthread_create(&thread, NULL, chance_percent(&world->chance, 60) ? finish_all : pump_there, game) != 0) return;
    pthread_join(thread, NULL);
}

void step_close_inside(world *world, game *game) {
    (void)world;
    game->closes_next = true;
    game_settle(game, 10);
    game->closes_next = false;
}

void step_pump_inside(world *world, game *game) {
    (void)world;
    game->pumps_next = true;
    game_settle(game, 10);
    game->pumps_next = false;
}

void step_call_closed(world *world, game *game) {
    iap_client *client = game->client;
    game_close(game);
    const iap_transactions *queue = NULL;
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = products[0].id;
    if (iap_add_payment(client, &payment, NULL, NULL) != IAP_ERROR_CLOSED ||
        iap_finish_transaction_id(client, 1, NULL) != IAP_ERROR_CLOSED ||
        iap_restore_completed_transactions(client, NULL, NULL) != IAP_ERROR_CLOSED ||
        iap_queue_transactions(client, &queue, NULL) != IAP_ERROR_CLOSED ||
        iap_client_close(client) != IAP_ERROR_CLOSED)
        checker_break(world, "close", "a call of a closed client succeeds");
}
