#include "holdings.h"

#include "catalogue.h"
#include "checker.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const iap_grant grants[] = {
    {sizeof(iap_grant), IAP_GRANT_COUNTER, COINS, COUNTER, COINS_EACH, IAP_REVOCATION_KEEP, 0},
    {sizeof(iap_grant), IAP_GRANT_UNLOCK, LEVELS, "levels", 0, IAP_REVOCATION_TAKE_BACK, 0},
};
const iap_inventory_options holdings_options = {sizeof(iap_inventory_options), 0, grants, 2, NULL};

bool holdings_has(const game *game, int product) {
    return game->world->temper.inventory && product >= 0 &&
           (strcmp(products[product].id, grants[0].product_id) == 0 ||
            strcmp(products[product].id, grants[1].product_id) == 0);
}

void holdings_count(game *game, uint64_t id, int32_t quantity) {
    const purchase *told = world_purchase(game->world, id);
    const bool is_counted = products[told->product].kind == CONSUMABLE;
    /* The same purchase under another id grants nothing more. */
    purchase *entry = world_purchase(game->world, told->first_id);
    if (entry->is_held) return;
    entry->is_held = true;
    if (is_counted) game->bought_coins += (int64_t)COINS_EACH * quantity;
}

static void hear_spent(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    (void)client, (void)request_id;
    spend_entry *entry = user_data;
    game *game = entry->game;
    if (!game_hears(game, "a spend's end")) return;
    const iap_status_t status = error != NULL ? error->status : IAP_OK;
    log_line(&game->world->log, "%d spent %" PRId64 " as %d: %s", game->number, entry->amount, entry->number,
             iap_status_name(status));
    if (!entry->is_open) checker_break(game->world, "I6", "a spend has two ends");
    entry->is_open = false;
    const bool is_storage = status == IAP_ERROR_STORAGE || status == IAP_ERROR_STORAGE_FULL;
    if (status == IAP_OK) {
        entry->state = SPEND_DONE;
    } else if (entry->state == SPEND_DONE && !is_storage && status != IAP_ERROR_CANCELLED) {
        checker_break(game->world, "inventory", "spend %d was done before and is now %s", entry->number,
                      iap_status_name(status));
    } else if (status == IAP_ERROR_INSUFFICIENT_BALANCE) {
        entry->state = SPEND_REFUSED;
    } else if (status != IAP_ERROR_CANCELLED && !(is_storage && disk_has_failed(game->disk))) {
        checker_break(game->world, "inventory", "spend %d: %s", entry->number, iap_status_name(status));
    }
}

static void ask(game *game, spend_entry *entry) {
    if (game->client == NULL || entry->is_open) return;
    char key[32];
    snprintf(key, sizeof key, "spend-%d", entry->number);
    game->is_calling = true;
    const iap_status_t status =
        iap_inventory_spend(game->client, COUNTER, entry->amount, key, hear_spent, entry, &game->last_id, NULL);
    game->is_calling = false;
    entry->is_open = status == IAP_OK;
    if (status != IAP_OK) checker_break(game->world, "inventory", "iap_inventory_spend: %s", iap_status_name(status));
}

void holdings_spend(game *game, int64_t amount) {
    if (game->spend_count == SPENDS_MAX || game->last_id + 2 >= IDS_MAX) return;
    spend_entry *entry = &game->spends[game->spend_count];
    *entry = (spend_entry){game, (int)game->spend_count, amount, SPEND_UNKNOWN, false};
    game->spend_count++;
    ask(game, entry);
}

void holdings_repeat(game *game, bool also_known) {
    for (size_t i = 0; i < game->spend_count && game->last_id + 2 < IDS_MAX; i++) {
        spend_entry *entry = &game->spends[i];
        const bool is_known = entry->state != SPEND_UNKNOWN;
        if (!is_known || (also_known && entry->state == SPEND_DONE && chance_percent(&game->world->chance, 20)))
            ask(game, entry);
    }
}

void holdings_forget(game *game) {
    for (size_t i = 0; i < game->spend_count; i++) game->spends[i].is_open = false;
}

void holdings_check(game *game) {
    int64_t expected = game->bought_coins;
    for (size_t i = 0; i < game->spend_count; i++) {
        const spend_entry *entry = &game->spends[i];
        if (entry->state == SPEND_DONE) expected -= entry->amount;
        if (entry->state == SPEND_UNKNOWN)
            checker_break(game->world, "R7", "spend %d has no end without faults", entry->number);
    }
    const int64_t balance = iap_inventory_balance(game->client, COUNTER, NULL);
    log_line(&game->world->log, "%d holds %" PRId64 " of %" PRId64, game->number, balance, game->bought_coins);
    if (balance != expected)
        checker_break(game->world, "inventory", "the inventory of device %d has %" PRId64 " instead of %" PRId64,
                      game->number, balance, expected);
}
