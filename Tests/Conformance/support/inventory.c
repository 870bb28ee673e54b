#include "inventory.h"

#include "files.h"

#include <stdio.h>

#define COUNTER(product, name, amount, policy)                                                                         \
    { IAP_STRUCT_SIZE(iap_grant), IAP_GRANT_COUNTER, product, name, amount, policy, 0 }
#define UNLOCK(product, name, policy)                                                                                  \
    { IAP_STRUCT_SIZE(iap_grant), IAP_GRANT_UNLOCK, product, name, 0, policy, 0 }

static const iap_grant grants[] = {
    COUNTER(COINS, "coins", 100, IAP_REVOCATION_TAKE_BACK),
    COUNTER(COINS_LARGE, "coins", 5000, IAP_REVOCATION_TAKE_BACK),
    UNLOCK(COINS_LARGE, "vip", IAP_REVOCATION_TAKE_BACK),
    COUNTER(GEMS, "gems", 20, IAP_REVOCATION_KEEP),
    UNLOCK(SWORD, "sword", IAP_REVOCATION_TAKE_BACK),
    COUNTER(LEVELS, "gems", 5, IAP_REVOCATION_GAME_DECIDES),
    UNLOCK(LEVELS, "levels", IAP_REVOCATION_GAME_DECIDES),
    UNLOCK(SEASON, "season", IAP_REVOCATION_KEEP),
    COUNTER(CLUB_MONTH, "gems", 10, IAP_REVOCATION_TAKE_BACK),
    UNLOCK(CLUB_MONTH, "club", IAP_REVOCATION_TAKE_BACK),
    UNLOCK(CLUB_YEAR, "club", IAP_REVOCATION_TAKE_BACK),
};

const iap_inventory_options usual_inventory = {IAP_STRUCT_SIZE(iap_inventory_options), 0, grants,
                                               sizeof grants / sizeof grants[0], NULL};

game *inventory_install(iap_store *store, const char *device_name) {
    char file[64];
    snprintf(file, sizeof file, "%s.journal", device_name);
    game *installed = game_install(store, "player", device_name);
    installed->journal_path = temporary_path(file);
    installed->inventory = &usual_inventory;
    return installed;
}

game *inventory_start(void) {
    static int number;
    char device[32];
    snprintf(device, sizeof device, "phone%d", ++number);
    game *started = inventory_install(store_open(), device);
    game_launch(started);
    return started;
}

bool inventory_relaunch(game *game) {
    game_quit(game);
    return game_launch(game);
}

int64_t coins(const game *game) { return iap_inventory_balance(game->client, "coins", NULL); }
int64_t gems(const game *game) { return iap_inventory_balance(game->client, "gems", NULL); }

bool unlocked(const game *game, const char *unlock) {
    const int32_t answer = iap_inventory_is_unlocked(game->client, unlock, NULL);
    CHECK(answer == 0 || answer == 1);
    return answer == 1;
}

static uint64_t last_request;

const heard *last_response(const game *game) { return game_response(game, last_request); }

/* Returns the result of a request: `status` if the call failed, otherwise the status of its completion. */
static iap_status_t outcome(game *game, iap_status_t status, uint64_t request) {
    last_request = request;
    CHECK((status == IAP_OK) == (request != 0));
    if (status != IAP_OK) return status;
    const heard *answer = game_wait_response(game, request);
    if (answer == NULL) return IAP_ERROR_INTERNAL;
    CHECK(answer->has_error == (answer->error.status != IAP_OK));
    return answer->error.status;
}

iap_status_t spend(game *game, const char *counter, int64_t amount, const char *key) {
    uint64_t request = UINT64_MAX;
    const iap_status_t status =
        iap_inventory_spend(game->client, counter, amount, key, game_hears_end, game, &request, NULL);
    return outcome(game, status, request);
}

iap_status_t add(game *game, const char *counter, int64_t amount, const char *key) {
    uint64_t request = UINT64_MAX;
    const iap_status_t status =
        iap_inventory_add(game->client, counter, amount, key, game_hears_end, game, &request, NULL);
    return outcome(game, status, request);
}

iap_status_t take_back(game *game, uint64_t transaction_id) {
    uint64_t request = UINT64_MAX;
    const iap_status_t status =
        iap_inventory_take_back(game->client, transaction_id, game_hears_end, game, &request, NULL);
    return outcome(game, status, request);
}

iap_status_t import(game *game, const char *text) {
    uint64_t request = UINT64_MAX;
    const iap_status_t status = iap_inventory_import(game->client, text, game_hears_end, game, &request, NULL);
    return outcome(game, status, request);
}

const char *export(game *game) {
    uint64_t request = UINT64_MAX;
    const iap_status_t status = iap_inventory_export(game->client, game_hears_text, game, &request, NULL);
    if (!CHECK_STATUS(outcome(game, status, request), IAP_OK)) return NULL;
    const heard *answer = game_response(game, request);
    CHECK(answer->text != NULL);
    return answer->text;
}

uint64_t own_several(game *game, const char *product_id, int32_t quantity) {
    const heard *bought = game_outcome(game, game_pay(game, product_id, quantity));
    if (bought == NULL || !CHECK_INT(iap_transaction_state(bought->transaction), IAP_TRANSACTION_PURCHASED)) return 0;
    const uint64_t id = iap_transaction_id(bought->transaction);
    return game_finish(game, bought->transaction) ? id : 0;
}

bool refund(game *game, uint64_t transaction_id) {
    const size_t before = game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE);
    return CHECK_STATUS(iap_store_refund(game->store, transaction_id, NULL), IAP_OK) &&
           AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, before + 1);
}
