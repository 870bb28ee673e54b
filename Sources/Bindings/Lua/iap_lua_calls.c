/* Functions for every call: the registry, and the messages of errors. */
#include "iap_lua.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

char iap_lua_keys[KEY_COUNT];

void iap_lua_push_registered(lua_State *L, const void *key) {
    lua_pushlightuserdata(L, (void *)key);
    lua_rawget(L, LUA_REGISTRYINDEX);
}

void iap_lua_set_registered(lua_State *L, const void *key) {
    lua_pushlightuserdata(L, (void *)key);
    lua_insert(L, -2);
    lua_rawset(L, LUA_REGISTRYINDEX);
}

Call iap_lua_begin(lua_State *L, const char *function, int arguments) {
    lua_settop(L, arguments);
    Call call = {L, function, NULL, NULL, NULL, LUA_NOREF, LUA_NOREF};
    luaL_checkstack(L, 20, function);
    return call;
}

void iap_lua_mistake(lua_State *L, const char *format, ...) {
    lua_Debug place;
    const char *is_known = NULL;
    for (int level = 1; !is_known && lua_getstack(L, level, &place) && lua_getinfo(L, "Sl", &place); level++) {
        is_known = place.currentline > 0 && strcmp(place.source, "=iap.lua") != 0 ? place.short_src : NULL;
    }
    if (is_known) lua_pushfstring(L, "%s:%d: ", place.short_src, place.currentline);
    else lua_pushliteral(L, "");
    va_list arguments;
    va_start(arguments, format);
    lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    lua_concat(L, 2);
    lua_error(L);
}

void iap_lua_wrong(const Call *call, int index, const char *name, const char *expected) {
    iap_lua_mistake(call->L, "%s: %s must be %s, not %s", call->function, name, expected,
                    luaL_typename(call->L, index));
}

int iap_lua_fail(Call *call, iap_status_t status, const iap_error *error) {
    lua_State *L = call->L;
    if (call->callback != LUA_NOREF && iap_lua_push_callbacks(L, call->client)) luaL_unref(L, -1, call->callback);
    luaL_unref(L, LUA_REGISTRYINDEX, call->clock);
    iap_error made = IAP_ERROR_VALUE_INIT;
    if (!error || error->status == IAP_OK) {
        made.status = status;
        made.category = IAP_STATUS_CATEGORY(status);
        snprintf(made.message, sizeof made.message, "%s: %s", call->function, iap_status_name(status));
        error = &made;
    }
    lua_pushnil(L);
    iap_lua_push_struct(L, &iap_lua_struct_iap_error, error);
    return 2;
}
