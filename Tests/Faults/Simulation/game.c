#include "game.h"

#include "checker.h"
#include "holdings.h"
#include "verdicts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ launches */

static bool open_device(game *game, int account) {
    world *world = game->world;
    if (game->device != NULL && game->device_account == account && game->account == account) return true;
    if (game->device != NULL) iap_device_close(game->device, NULL);
    static const char *const names[DEVICES_MAX] = {"phone", "tablet"};
    const iap_status_t status =
        iap_store_open_device(world->store, accounts[account], names[game->number], &game->device, NULL);
    if (status != IAP_OK) checker_break(world, "store", "iap_store_open_device: %s", iap_status_name(status));
    game->device_account = game->account = account;
    return status == IAP_OK;
}

bool game_launch(game *game, int account) {
    world *world = game->world;
    if (game->client != NULL) return true;
    if (!open_device(game, account)) return false;
    careful_launch(&game->careful);
    game->accounts_seen = 1u << account;
    disk_start(game->disk);
    game->deaths = disk_deaths(game->disk);
    game->newest_at_launch = world_newest(world);
    game->is_troubled = world->is_forging || world->is_late || disk_has_failed(game->disk);
    game->last_id = 0;
    game->request_count = 0;
    game->open_restores = 0;
    game->closes_next = game->pumps_next = game->saves_next = false;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = IAP_EXECUTION_MANUAL;
    options.device = game->device;
    options.journal_path = game->journal_path;
    if (world->temper.inventory) options.inventory = &holdings_options;
    if (world->temper.verifies) options.verification = &verdicts_options;
    iap_error error = IAP_ERROR_VALUE_INIT;
    game->is_calling = true;
    const iap_status_t status = iap_client_open(&options, &game->client, &error);
    game->is_calling = false;
    log_line(&world->log, "%d launch %" PRIu32 " of %s: %s", game->number, game->careful.launch, accounts[account],
             iap_status_name(status));
    checker_see_open(game, status, error.message);
    if (status != IAP_OK) {
        game->client = NULL;
        return false;
    }
    if (game_notice_death(game)) return false;
    game->careful.client = game->client;
    game->hearing = (hearing){game_hear, game, 0};
    const iap_observer observer = hearing_observer(&game->hearing);
    iap_add_observer(game->client, &observer, NULL, NULL);
    return true;
}

static void note_death(game *game) {
    game->world->crashes++;
    log_line(&game->world->log, "%d dies while it closes", game->number);
}

/* The client is closed, and the game's memory is lost. */
static void forget(game *game) {
    careful_forget(&game->careful);
    game->question_count = 0;
    holdings_forget(game);
    /* Kept handles are still readable. */
    if (game->kept != NULL && iap_transaction_product_id(game->kept) == NULL) {
        checker_break(game->world, "handles", "a kept transaction has no product after the close");
    }
    game->client = NULL;
}

static void check_requests(game *game) {
    for (size_t i = 0; i < game->request_count; i++) {
        if (game->requests[i].answers == 1) continue;
        checker_break(game->world, "I6", "device %d: request %d has %d completions after the close", game->number,
                      game->requests[i].number, game->requests[i].answers);
    }
    if (game->open_restores != 0) {
        checker_break(game->world, "I6", "device %d: %d restores have no end after the close", game->number,
                      game->open_restores);
    }
}

void game_close(game *game) {
    if (game->client == NULL || game_notice_death(game)) return;
    iap_client *client = game->client;
    game->is_closing = true;
    const iap_status_t status = iap_client_close(client);
    game->is_closing = false;
    log_line(&game->world->log, "%d close: %s", game->number, iap_status_name(status));
    if (status != IAP_OK && status != IAP_ERROR_CLOSED)
        checker_break(game->world, "close", "iap_client_close: %s", iap_status_name(status));
    if (disk_deaths(game->disk) == game->deaths) check_requests(game);
    else note_death(game);
    if (iap_client_process_events(client, 0) != IAP_ERROR_CLOSED)
        checker_break(game->world, "I7", "a closed client processes events");
    forget(game);
}

void game_die(game *game, disk_fault death) {
    if (game->client == NULL) return;
    world *world = game->world;
    if (disk_deaths(game->disk) == game->deaths) {
        if (death == DISK_KILL) disk_kill(game->disk);
        else disk_lose_power(game->disk);
    }
    /* A part of the save was being written, in order. */
    const size_t unsaved = game->careful.unsaved_count;
    const size_t saved = unsaved > 0 ? chance_below(&world->chance, (uint32_t)unsaved + 1) : 0;
    careful_save(&game->careful, saved);
    static const char *const deaths[] = {
        [DISK_NO_FAULT] = "in the middle", [DISK_KILL] = "killed", [DISK_POWER_FAILURE] = "power"};
    log_line(&world->log, "%d dies (%s), %zu of %zu grants are left", game->number, deaths[death], saved, unsaved);
    world->crashes++;
    iap_client *client = game->client;
    game->client = game->careful.client = NULL;
    game->is_dying = true;
    iap_client_close(client);
    game->is_dying = false;
    forget(game);
}

bool game_notice_death(game *game) {
    if (game->client == NULL || disk_deaths(game->disk) == game->deaths) return false;
    game_die(game, DISK_NO_FAULT);
    return true;
}

/* --------------------------------------------------------------------------------------------------------- turns */

int game_pump(game *game, uint32_t most) {
    if (game->client == NULL) return 0;
    game->is_pumping = true;
    game->pumping_thread = pthread_self();
    iap_client *client = game->client;
    const int32_t count = iap_client_process_events(client, most);
    game->is_pumping = false;
    if (count < 0 && game->client != NULL)
        checker_break(game->world, "pump", "iap_client_process_events: %s", iap_status_name(count));
    if (most > 0 && count > (int32_t)most)
        checker_break(game->world, "pump", "%d events of at most %u", (int)count, most);
    game_notice_death(game);
    if (game->client != NULL && game->saves_next) {
        game_save(game);
        careful_finish(&game->careful, SIZE_MAX);
        game->saves_next = false;
    }
    return count;
}

int game_settle(game *game, int limit) {
    int turns = 0;
    while (game->client != NULL && turns < limit) {
        turns++;
        if (game_pump(game, 0) > 0 || game->client == NULL) continue;
        if (iap_client_wait_events(game->client, 0) != 1) break;
    }
    return turns;
}

/* ------------------------------------------------------------------------------------------- granting and finishing */

void game_save(game *game) {
    if (game->client != NULL && !game_notice_death(game)) careful_save(&game->careful, SIZE_MAX);
}

iap_status_t game_finish_one(void *context, const iap_transaction *transaction) {
    game *game = context;
    game->is_calling = true;
    const iap_status_t status = iap_finish_transaction(game->client, transaction, NULL);
    game->is_calling = false;
    checker_see_finish(game, transaction, status);
    return status;
}

void game_break_rule(void *context, const char *rule, const char *text) {
    const game *game = context;
    checker_break(game->world, rule, "device %d: %s", game->number, text);
}

void game_finish_queue(game *game) {
    if (game->client == NULL) return;
    const iap_transactions *queue = NULL;
    if (iap_queue_transactions(game->client, &queue, NULL) != IAP_OK) return;
    for (size_t i = 0; i < iap_transactions_count(queue); i++) {
        const iap_transaction *transaction = iap_transactions_at(queue, i);
        switch (iap_transaction_state(transaction)) {
        case IAP_TRANSACTION_PURCHASED:
        case IAP_TRANSACTION_RESTORED: {
            const bool is_purchase = iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED;
            if (is_purchase && iap_transaction_delivery_count(transaction) == 0) break;
            const purchase *entry = checker_learn(game->world, iap_transaction_id(transaction));
            if (entry == NULL || !save_has(&game->world->save, entry->key)) break;
            careful_finish_one(&game->careful, transaction);
            break;
        }
        case IAP_TRANSACTION_FAILED:
        case IAP_TRANSACTION_REVOKED: careful_finish_one(&game->careful, transaction); break;
        default: break;
        }
    }
    iap_transactions_release(queue);
}

void game_free(game *game) {
    if (game->client != NULL) {
        iap_client *client = game->client;
        game->client = game->careful.client = NULL;
        game->is_dying = true;
        iap_client_close(client);
        forget(game);
    }
    iap_transaction_release(game->kept);
    if (game->device != NULL) iap_device_close(game->device, NULL);
    if (game->disk != NULL) disk_free(game->disk);
    careful_free(&game->careful);
    free(game->requests);
    free(game->spends);
    free(game->questions);
    memset(game, 0, sizeof *game);
}
