/* Tests the log when a Lua state closes, and with two states: states */
#include <iap/iap.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>

static void run(lua_State *L, const char *text) {
    if (luaL_loadstring(L, text) == 0 && lua_pcall(L, 0, 0, 0) == 0) return;
    fprintf(stderr, "states: %s\n", lua_tostring(L, -1));
    exit(1);
}

static lua_State *open_state(void) {
    lua_State *L = luaL_newstate();
    if (!L) exit(1);
    luaL_openlibs(L);
    run(L, "iap, shop = require 'iap', require 'shop'");
    return L;
}

/* A refused function changes nothing: when its state closes, the earlier function ends. */
static void close_after_refusal(void) {
    lua_State *L = open_state();
    run(L, "assert(iap.set_log(iap.LOG_INFO, print)) assert(not iap.set_log(99))");
    lua_close(L);
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_client *client = NULL;
    options.execution = 77; /* the log reports it */
    if (iap_client_open(&options, &client, NULL) == IAP_OK) exit(1);
}

/* The lines go to the state that has the function, whichever state pumps. */
static void pump_two_states(void) {
    lua_State *one = open_state(), *other = open_state();
    run(one, "game, lines = shop.open(), 0 assert(iap.set_log(iap.LOG_INFO, function() lines = lines + 1 end))");
    run(other, "game = shop.open() game.pump()");
    run(one, "function buy() game.client:buy(shop.coins) game.client:pump() end");
    run(one, "buy() game.pump() lines = 0");
    run(one, "buy() game.pump() alone, lines = lines, 0");
    run(one, "buy()");
    run(other, "game.pump()");
    run(one, "game.pump() assert(alone > 0 and lines == alone, lines .. ' lines, and alone ' .. alone)");
    lua_close(other);
    run(one, "game.pump() lines = 0");
    run(one, "buy() game.pump() assert(lines == alone, lines .. ' lines after the other state was closed')");
    lua_close(one);
}

int main(void) {
    close_after_refusal();
    pump_two_states();
    puts("states: the log ends with its state, and stays in it");
    return 0;
}
