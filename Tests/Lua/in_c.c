/* The work of benchmark.lua, in C: a module with idle(count) and purchases(count). */
#include <iap/iap_store.h>
#include <lauxlib.h>
#include <lua.h>
#include <stdlib.h>

typedef struct game {
    iap_store *store;
    iap_device *device;
    iap_client *client;
    int removed;
} game;

static void transaction_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)user_data;
    if (iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED)
        iap_finish_transaction(client, transaction, NULL);
}
static void transaction_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)client, (void)transaction;
    ((game *)user_data)->removed++;
}

static void open_game(lua_State *L, game *opened, iap_execution execution) {
    iap_store_options shop = IAP_STORE_OPTIONS_INIT;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    shop.storekit_path = getenv("GAME_STOREKIT");
    shop.clock = IAP_STORE_CLOCK_VIRTUAL;
    shop.seed = 1;
    options.execution = execution;
    observer.user_data = opened;
    observer.transaction_updated = transaction_updated;
    observer.transaction_removed = transaction_removed;
    if (iap_store_open(&shop, &opened->store, &error) != IAP_OK ||
        iap_store_open_device(opened->store, "player", "phone", &opened->device, &error) != IAP_OK)
        luaL_error(L, "%s", error.message);
    options.device = opened->device;
    if (iap_client_open(&options, &opened->client, &error) != IAP_OK ||
        iap_add_observer(opened->client, &observer, NULL, &error) != IAP_OK)
        luaL_error(L, "%s", error.message);
}

static int idle(lua_State *L) {
    static game opened;
    const int count = (int)luaL_checkinteger(L, 1);
    if (!opened.client) open_game(L, &opened, IAP_EXECUTION_BACKGROUND);
    for (int i = 0; i < count; i++) iap_client_process_events(opened.client, 0);
    return 0;
}

static int purchases(lua_State *L) {
    static game opened;
    const int count = (int)luaL_checkinteger(L, 1);
    if (!opened.client) open_game(L, &opened, IAP_EXECUTION_MANUAL);
    opened.removed = 0;
    for (int i = 0; i < count; i++) {
        iap_buy(opened.client, "com.example.caves.coins.small", NULL, NULL);
        while (iap_client_process_events(opened.client, 0) > 0) {
        }
    }
    if (opened.removed != count) return luaL_error(L, "%d of %d purchases were finished", opened.removed, count);
    return 0;
}

int luaopen_in_c(lua_State *L) {
    lua_newtable(L);
    lua_pushcfunction(L, idle);
    lua_setfield(L, -2, "idle");
    lua_pushcfunction(L, purchases);
    lua_setfield(L, -2, "purchases");
    return 1;
}
