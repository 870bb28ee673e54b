/* luaopen_iap(): the module "iap" for Lua 5.1 to 5.4 and LuaJIT. */
#include "iap_lua.h"
#include "iap_source.h"

#include <stdio.h>
#include <string.h>

static int absent(lua_State *L) {
    iap_lua_mistake(L, "this library has no %s; see iap.parts for the parts that it has",
                    lua_tostring(L, lua_upvalueindex(1)));
    return 0;
}

static const Function *find_function(const char *name) {
    const Function *function = iap_lua_functions;
    while (strcmp(function->name, name) != 0) function++;
    return function;
}

/* pump(client[, max_events]): the lines of the log, and iap_client_process_events(). */
static int pump(lua_State *L) {
    iap_lua_write_lines(L);
    if (lua_isnoneornil(L, 2)) {
        lua_settop(L, 1);
        lua_pushinteger(L, 0);
    }
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* The table of a client with its callbacks. */
static int own_table(lua_State *L) {
    Call call = iap_lua_begin(L, "iap", 1);
    iap_lua_check_box(&call, 1, &iap_lua_handle_iap_client, "argument 1");
    push_own_table(L, 1);
    return 1;
}

/* make_error(status, message) */
static int make_error(lua_State *L) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    error.status = (iap_status_t)luaL_checkinteger(L, 1);
    error.category = IAP_STATUS_CATEGORY(error.status);
    snprintf(error.message, sizeof error.message, "%s", luaL_checkstring(L, 2));
    iap_lua_push_struct(L, &iap_lua_struct_iap_error, &error);
    return 1;
}

static int set_handlers(lua_State *L) {
    lua_settop(L, 3);
    iap_lua_set_registered(L, &iap_lua_keys[KEY_ERROR]);
    iap_lua_set_registered(L, &iap_lua_keys[KEY_TRACEBACK]);
    iap_lua_set_registered(L, &iap_lua_keys[KEY_HANDLER]);
    return 0;
}

/* Pushes a table with a table for each handle type: the getters, the methods, and the place of each completion argument. */
static void push_types(lua_State *L) {
    lua_newtable(L);
    for (const Handle *const *handle = iap_lua_handles; *handle; handle++) {
        lua_newtable(L);
        lua_newtable(L);
        lua_setfield(L, -2, "getters");
        lua_newtable(L);
        lua_setfield(L, -2, "methods");
        lua_newtable(L);
        lua_setfield(L, -2, "completions");
        lua_setfield(L, -2, (*handle)->name);
    }
}

static void push_raw(lua_State *L, const Function *function) {
    if (function->function) {
        lua_pushcfunction(L, function->call);
    } else {
        lua_pushstring(L, function->name);
        lua_pushcclosure(L, absent, 1);
    }
}

static void add_member(lua_State *L, int types, const Function *function) {
    lua_getfield(L, types, function->handle->name);
    lua_getfield(L, -1, function->kind == FUNCTION_GETTER ? "getters" : "methods");
    push_raw(L, function);
    lua_setfield(L, -2, function->member);
    if (function->completion) {
        lua_getfield(L, -2, "completions");
        lua_pushinteger(L, function->completion);
        lua_setfield(L, -2, function->member);
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
}

static void push_constants(lua_State *L) {
    lua_newtable(L);
    for (const Constant *constant = iap_lua_constants; constant->name; constant++) {
        lua_newtable(L);
        if (constant->text) lua_pushstring(L, constant->text);
        else iap_lua_push_int64(L, constant->number);
        lua_setfield(L, -2, "value");
        iap_lua_push_text(L, constant->enumeration);
        lua_setfield(L, -2, "enumeration");
        iap_lua_push_text(L, constant->field_of);
        lua_setfield(L, -2, "field_of");
        iap_lua_push_text(L, constant->field_kind);
        lua_setfield(L, -2, "field_kind");
        lua_setfield(L, -2, constant->name);
    }
}

#if defined(_WIN32)
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
    int luaopen_iap(lua_State *L) {
    luaL_checkstack(L, 20, "iap");
    iap_lua_push_registered(L, &iap_lua_keys[KEY_MODULE]);
    if (!lua_isnil(L, -1)) return 1;

    lua_newtable(L); /* clients -> their callbacks, as long as the client lives */
    lua_newtable(L);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    iap_lua_set_registered(L, &iap_lua_keys[KEY_CALLBACKS]);

    lua_newtable(L);
    int core = lua_gettop(L);
    push_types(L);
    int types = lua_gettop(L);
    lua_newtable(L);
    lua_setfield(L, core, "parts");
    lua_newtable(L);
    for (const Function *function = iap_lua_functions; function->name; function++) {
        push_raw(L, function);
        lua_setfield(L, -2, function->name);
        lua_getfield(L, core, "parts");
        lua_pushboolean(L, function->function != NULL);
        lua_setfield(L, -2, function->part);
        lua_pop(L, 1);
        if (function->kind != FUNCTION_PLAIN) add_member(L, types, function);
    }
    lua_setfield(L, core, "raw");
    for (const Handle *const *handle = iap_lua_handles; *handle; handle++) iap_lua_make_metatable(L, types, *handle);
    lua_setfield(L, core, "types");
    push_constants(L);
    lua_setfield(L, core, "constants");
    lua_pushcfunction(L, find_function("iap_client_process_events")->call);
    lua_pushcclosure(L, pump, 1);
    lua_setfield(L, core, "pump");
    lua_pushcfunction(L, own_table);
    lua_setfield(L, core, "own_table");
    lua_pushcfunction(L, make_error);
    lua_setfield(L, core, "make_error");
    lua_pushcfunction(L, set_handlers);
    lua_setfield(L, core, "set_handlers");

    if (luaL_loadbuffer(L, iap_source, sizeof iap_source - 1, "=iap.lua") != 0) return lua_error(L);
    lua_pushvalue(L, core);
    lua_call(L, 1, 1);
    lua_pushvalue(L, -1);
    iap_lua_set_registered(L, &iap_lua_keys[KEY_MODULE]);
    return 1;
}
