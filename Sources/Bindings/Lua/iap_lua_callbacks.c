/* Lua functions that the library calls. */
#include "iap_lua.h"

#include <stdio.h>
#include <time.h>

IAP_LUA_THREAD_LOCAL lua_State *iap_lua_running;

void iap_lua_register_callbacks(lua_State *L, int index, const iap_client *client) {
    iap_lua_push_registered(L, &iap_lua_keys[KEY_CALLBACKS]);
    lua_pushlightuserdata(L, (void *)client);
    push_own_table(L, index);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

bool iap_lua_push_callbacks(lua_State *L, const iap_client *client) {
    iap_lua_push_registered(L, &iap_lua_keys[KEY_CALLBACKS]);
    lua_pushlightuserdata(L, (void *)client);
    lua_rawget(L, -2);
    lua_remove(L, -2);
    if (lua_istable(L, -1)) return true;
    lua_pop(L, 1);
    return false;
}

void iap_lua_keep_callback(Call *call) {
    lua_State *L = call->L;
    if (!iap_lua_push_callbacks(L, call->client)) {
        iap_lua_mistake(L, "%s: the client belongs to another Lua state", call->function);
    }
    lua_insert(L, -2);
    call->callback = luaL_ref(L, -2);
    lua_pop(L, 1);
}

void iap_lua_run_protected(lua_State *L, lua_CFunction function, void *argument) {
#if LUA_VERSION_NUM < 502
    int result = lua_cpcall(L, function, argument);
#else
    if (!lua_checkstack(L, 3)) return;
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, argument);
    int result = lua_pcall(L, 1, 0, 0);
#endif
    if (result == 0) return;
    const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "an error without a text";
    fprintf(stderr, "iap: %s\n", message);
    lua_pop(L, 1);
}

/* Passes the error on the top to the handler, and pops it. */
static int report(lua_State *L) {
    iap_lua_push_registered(L, &iap_lua_keys[KEY_HANDLER]);
    lua_insert(L, -2);
    lua_call(L, 1, 0);
    return 0;
}

bool iap_lua_call_reported(lua_State *L, int count, int results) {
    int function = lua_gettop(L) - count;
    iap_lua_push_registered(L, &iap_lua_keys[KEY_TRACEBACK]);
    lua_insert(L, function);
    bool is_good = lua_pcall(L, count, results, function) == 0;
    lua_remove(L, function);
    if (!is_good) report(L);
    return is_good;
}

static void push_value(lua_State *L, const Value *value) {
    switch (value->kind) {
    case VALUE_HANDLE: iap_lua_push_lent(L, 0, value->handle, value->pointer); break;
    case VALUE_TEXT: iap_lua_push_text(L, value->pointer); break;
    case VALUE_FLAG: lua_pushboolean(L, value->number != 0); break;
    case VALUE_NUMBER: iap_lua_push_int64(L, value->number); break;
    case VALUE_UINT64: iap_lua_push_uint64(L, value->id); break;
    case VALUE_ERROR: iap_lua_push_struct(L, &iap_lua_struct_iap_error, value->pointer); break;
    }
}

typedef struct Delivery {
    int reference;
    const iap_client *client;
    const char *observer; /**< the name of the observer's function; NULL: the completion of a request */
    const iap_error *error;
    const Value *values;
    int count;
} Delivery;

static int deliver(lua_State *L) {
    const Delivery *news = lua_touserdata(L, 1);
    if (!iap_lua_push_callbacks(L, news->client)) return 0;
    lua_rawgeti(L, -1, news->reference);
    if (news->observer) {
        if (!lua_istable(L, -1)) return 0;
        lua_getfield(L, -1, news->observer);
    } else {
        luaL_unref(L, -2, news->reference);
    }
    if (!lua_isfunction(L, -1)) return 0;
    int count = news->count;
    if (news->error) {
        lua_pushnil(L);
        iap_lua_push_struct(L, &iap_lua_struct_iap_error, news->error);
        count = 2;
    } else {
        for (int at = 0; at < count; at++) push_value(L, &news->values[at]);
        if (count == 0) lua_pushboolean(L, count = 1);
    }
    iap_lua_call_reported(L, count, 0);
    return 0;
}

static void deliver_protected(Delivery news) {
    if (iap_lua_running) iap_lua_run_protected(iap_lua_running, deliver, &news);
}

void iap_lua_respond(void *user_data, iap_client *client, const iap_error *error, const Value *values, int count) {
    deliver_protected((Delivery){(int)(intptr_t)user_data, client, NULL, error, values, count});
}

void iap_lua_tell(void *user_data, iap_client *client, const char *name, const Value *values, int count) {
    deliver_protected((Delivery){(int)(intptr_t)user_data, client, name, NULL, values, count});
}

bool iap_lua_completion(Call *call, int index, const char *name) {
    lua_State *L = call->L;
    if (lua_isnoneornil(L, index)) return false;
    if (!lua_isfunction(L, index)) iap_lua_wrong(call, index, name, "a function");
    lua_pushvalue(L, index);
    iap_lua_keep_callback(call);
    return true;
}

void *iap_lua_user_data(const Call *call) { return (void *)(intptr_t)call->callback; }

static void push_observer_key(lua_State *L, uint64_t observer_id) {
    lua_pushliteral(L, "observer ");
    iap_lua_push_uint64(L, observer_id);
    lua_concat(L, 2);
}

void iap_lua_keep_observer(Call *call, uint64_t observer_id) {
    lua_State *L = call->L;
    if (call->callback == LUA_NOREF || !iap_lua_push_callbacks(L, call->client)) return;
    push_observer_key(L, observer_id);
    lua_pushinteger(L, call->callback);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

void iap_lua_forget_observer(Call *call, uint64_t observer_id) {
    lua_State *L = call->L;
    if (!iap_lua_push_callbacks(L, call->client)) return;
    push_observer_key(L, observer_id);
    lua_pushvalue(L, -1);
    lua_rawget(L, -3);
    int reference = lua_isnil(L, -1) ? LUA_NOREF : (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    luaL_unref(L, -2, reference);
    lua_pushnil(L);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

static int64_t machine_time(void) { return (int64_t)time(NULL) * 1000; }

/* A clock function of the game. A check calls it, on its own thread. */
typedef struct Clock {
    int reference;
    int64_t now;
} Clock;

static int read_clock(lua_State *L) {
    Clock *clock = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, clock->reference);
    if (!iap_lua_call_reported(L, 0, 1)) return 0;
    Call call = iap_lua_begin(L, "clock", lua_gettop(L));
    clock->now = iap_lua_int64(&call, -1, "its result");
    return 0;
}

int64_t iap_lua_clock_now(void *user_data) {
    Clock clock = {(int)(intptr_t)user_data, machine_time()};
    if (iap_lua_running) iap_lua_run_protected(iap_lua_running, read_clock, &clock);
    return clock.now;
}
