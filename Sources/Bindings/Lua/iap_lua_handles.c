/* Handles as userdata: their lifetime, getters and methods. */
#include "iap_lua.h"

#include <stdio.h>
#include <stdlib.h>

static Root *root_new(lua_State *L, const Handle *handle) {
    Root *root = malloc(sizeof *root);
    if (!root) iap_lua_mistake(L, "no memory is left for a handle of type %s", handle->name);
    *root = (Root){1, handle, NULL, NULL, LUA_NOREF};
    return root;
}

static void root_drop(lua_State *L, Root *root) {
    while (root && --root->count == 0) {
        Root *parent = root->parent;
        /* No Lua function is called while the collector runs. */
        if (root->pointer && root->handle->release) IAP_LUA_CALL(NULL, root->handle->release(root->pointer));
        luaL_unref(L, LUA_REGISTRYINDEX, root->function);
        free(root);
        root = parent;
    }
}

static Box *box_new(lua_State *L, const Handle *handle) {
    Box *box = lua_newuserdata(L, sizeof *box);
    *box = (Box){handle, NULL, NULL};
    iap_lua_push_registered(L, handle);
    lua_setmetatable(L, -2);
    return box;
}

static Box *to_box(lua_State *L, int index, const Handle *handle) {
    Box *box = lua_touserdata(L, index);
    if (!box || !lua_getmetatable(L, index)) return NULL;
    iap_lua_push_registered(L, handle);
    bool is_one = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return is_one ? box : NULL;
}

Box *iap_lua_check_box(Call *call, int index, const Handle *handle, const char *name) {
    Box *box = to_box(call->L, index, handle);
    if (!box) iap_lua_wrong(call, index, name, handle->name);
    if (!box->pointer) iap_lua_mistake(call->L, "%s: %s was released", call->function, name);
    return box;
}

static void find_callbacks(Call *call, int index, iap_client *client) {
    call->client = client;
    if (iap_lua_push_callbacks(call->L, client)) lua_pop(call->L, 1);
    /* In a finalizer of the game, the collector has already cleared the entry, but the client lives. */
    else iap_lua_register_callbacks(call->L, index, client);
}

void *iap_lua_handle(Call *call, int index, const Handle *handle, bool may_be_nil) {
    if (may_be_nil && lua_isnoneornil(call->L, index)) return NULL;
    char name[24];
    snprintf(name, sizeof name, "argument %d", index);
    Box *box = iap_lua_check_box(call, index, handle, name);
    if (handle->is_number) call->parent = box->root;
    if (handle == &iap_lua_handle_iap_client) find_callbacks(call, index, box->pointer);
    return box->pointer;
}

int iap_lua_box(Call *call, const Handle *handle) {
    lua_State *L = call->L;
    Box *box = box_new(L, handle);
    int index = lua_gettop(L);
    box->root = root_new(L, handle);
    if (handle == &iap_lua_handle_iap_client) {
        lua_newtable(L);
        set_own_table(L, index);
    }
    return index;
}

void iap_lua_push_given(Call *call, int index, const void *pointer) {
    lua_State *L = call->L;
    Box *box = lua_touserdata(L, index);
    if (!pointer) {
        lua_pushnil(L);
        return;
    }
    box->pointer = box->root->pointer = (void *)pointer;
    box->root->function = call->clock;
    if (box->handle->is_number && call->parent) {
        box->root->parent = call->parent;
        call->parent->count++;
    }
    if (box->handle == &iap_lua_handle_iap_client) iap_lua_register_callbacks(L, index, pointer);
    lua_pushvalue(L, index);
}

/* Pushes a box for a handle that another box keeps alive. */
static void push_shared(lua_State *L, int from, const Handle *handle, const void *pointer) {
    Box *box = box_new(L, handle);
    box->root = ((Box *)lua_touserdata(L, from))->root;
    box->root->count++;
    box->pointer = (void *)pointer;
}

void iap_lua_push_lent(lua_State *L, int from, const Handle *handle, const void *pointer) {
    if (!pointer) {
        lua_pushnil(L);
        return;
    }
    if (!handle->retain) {
        push_shared(L, from, handle, pointer);
        return;
    }
    Box *box = box_new(L, handle);
    box->root = root_new(L, handle);
    handle->retain((void *)pointer);
    box->pointer = box->root->pointer = (void *)pointer;
}

int iap_lua_retain(lua_State *L, const char *function, const Handle *handle) {
    Call call = iap_lua_begin(L, function, 1);
    void *pointer = iap_lua_handle(&call, 1, handle, true);
    if (pointer) push_shared(L, 1, handle, pointer);
    else lua_pushnil(L);
    return 1;
}

static int collect(lua_State *L) {
    Box *box = lua_touserdata(L, 1);
    Root *root = box->root;
    box->pointer = NULL;
    box->root = NULL;
    root_drop(L, root);
    return 0;
}

int iap_lua_release(lua_State *L, const char *function, const Handle *handle) {
    Call call = iap_lua_begin(L, function, 1);
    return iap_lua_handle(&call, 1, handle, true) ? collect(L) : 0;
}

static int is_same(lua_State *L) {
    Box *one = lua_touserdata(L, 1), *other = lua_touserdata(L, 2);
    bool have_one_type = lua_getmetatable(L, 1) && lua_getmetatable(L, 2) && lua_rawequal(L, -1, -2);
    lua_pushboolean(L, have_one_type && one->pointer == other->pointer);
    return 1;
}

static int describe(lua_State *L) {
    Box *box = lua_touserdata(L, 1);
    if (box->pointer) lua_pushfstring(L, "%s: %p", box->handle->name, box->pointer);
    else lua_pushfstring(L, "%s: released", box->handle->name);
    return 1;
}

/* box.name: a getter is called, a method is returned, and a number counts the elements of a list from 1. */
static int index_box(lua_State *L) {
    if (lua_type(L, 2) == LUA_TNUMBER && !lua_isnil(L, lua_upvalueindex(3))) {
        lua_pushvalue(L, lua_upvalueindex(3));
        lua_pushvalue(L, 1);
        lua_pushnumber(L, lua_tonumber(L, 2) - 1);
        if (lua_tonumber(L, -1) < 0) return 0;
        lua_call(L, 2, 1);
        return 1;
    }
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
    if (!lua_isnil(L, -1)) {
        lua_pushvalue(L, 1);
        lua_call(L, 1, 1);
        return 1;
    }
    lua_pushvalue(L, 2);
    lua_gettable(L, lua_upvalueindex(2));
    return 1;
}

/* Raises an error for a name that a table of methods does not have. */
static int refuse_member(lua_State *L) {
    iap_lua_mistake(L, "%s has no '%s'", lua_tostring(L, lua_upvalueindex(1)),
                    lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2));
    return 0;
}

/* Makes the table of methods on the top raise an error for a name that it does not have. */
static void set_refusal(lua_State *L, const Handle *handle) {
    lua_newtable(L);
    lua_pushstring(L, handle->name);
    lua_pushcclosure(L, refuse_member, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

static bool is_empty(lua_State *L, int table) {
    lua_pushvalue(L, table);
    lua_pushnil(L);
    bool has_one = lua_next(L, -2) != 0;
    lua_pop(L, has_one ? 3 : 1);
    return !has_one;
}

void iap_lua_make_metatable(lua_State *L, int types, const Handle *handle) {
    lua_newtable(L);
    int metatable = lua_gettop(L);
    lua_getfield(L, types, handle->name);
    lua_getfield(L, -1, "getters");
    lua_getfield(L, -2, "methods");
    set_refusal(L, handle);
    lua_getfield(L, -2, "count");
    lua_setfield(L, metatable, "__len");
    if (!is_empty(L, -2)) {
        lua_pushliteral(L, "at");
        lua_rawget(L, -2);
        lua_pushcclosure(L, index_box, 3);
    }
    lua_setfield(L, metatable, "__index");
    lua_settop(L, metatable);
    lua_pushcfunction(L, collect);
    lua_setfield(L, metatable, "__gc");
    lua_pushcfunction(L, is_same);
    lua_setfield(L, metatable, "__eq");
    lua_pushcfunction(L, describe);
    lua_setfield(L, metatable, "__tostring");
    lua_pushstring(L, handle->name);
    lua_setfield(L, metatable, "__name");
    lua_pushliteral(L, "iap");
    lua_setfield(L, metatable, "__metatable");
    iap_lua_set_registered(L, handle);
}
