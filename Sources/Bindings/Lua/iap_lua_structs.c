/* Structs as tables. */
#include "iap_lua.h"

#include <string.h>

static const Field *find_field(const Struct *type, const char *name) {
    for (const Field *field = type->fields; field->name; field++) {
        if (strcmp(field->name, name) == 0) return field;
    }
    return NULL;
}

static void check_names(Call *call, int table, const Struct *type) {
    lua_State *L = call->L;
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING) {
            iap_lua_mistake(L, "%s: the fields of %s have names, but the table has an element without a name",
                            call->function, type->name);
        }
        if (!find_field(type, lua_tostring(L, -1))) {
            iap_lua_mistake(L, "%s: %s has no field '%s'", call->function, type->name, lua_tostring(L, -1));
        }
    }
}

static void fill(Call *call, int table, const Struct *type, char *memory);

/* Writes the value on the top into a field. Values that it pushes stay on the stack: they are not collected before the call. */
static void set_field(Call *call, const Field *field, char *memory) {
    lua_State *L = call->L;
    const char *name = field->name;
    void *place = memory + field->offset;
    int value = lua_gettop(L);
    switch (field->kind) {
    case FIELD_INT32:
    case FIELD_FLAG: *(int32_t *)place = (int32_t)iap_lua_integer(call, value, name, INT32_MIN, INT32_MAX); break;
    case FIELD_UINT32: *(uint32_t *)place = (uint32_t)iap_lua_integer(call, value, name, 0, UINT32_MAX); break;
    case FIELD_INT64: *(int64_t *)place = iap_lua_int64(call, value, name); break;
    case FIELD_UINT64: *(uint64_t *)place = iap_lua_uint64(call, value, name); break;
    case FIELD_DOUBLE: *(double *)place = iap_lua_double(call, value, name); break;
    case FIELD_TEXT: *(const char **)place = iap_lua_text(call, value, name); break;
    case FIELD_BYTES: {
        Bytes bytes = iap_lua_bytes(call, value, name);
        *(const void **)place = bytes.data;
        *(size_t *)(memory + field->other) = bytes.length;
        break;
    }
    case FIELD_TEXTS: {
        Texts texts = iap_lua_texts(call, value, name);
        *(const char *const **)place = texts.items;
        *(size_t *)(memory + field->other) = texts.count;
        break;
    }
    case FIELD_CHARS: {
        Bytes text = iap_lua_bytes(call, value, name);
        if (text.length >= field->other) iap_lua_mistake(L, "%s: %s is too long", call->function, name);
        memcpy(place, text.data, text.length);
        break;
    }
    case FIELD_HANDLE: {
        Box *box = iap_lua_check_box(call, value, field->handle, name);
        *(void **)place = box->pointer;
        call->parent = box->root;
        break;
    }
    case FIELD_POINTER: *(void **)place = iap_lua_pointer(call, value, name); break;
    case FIELD_CLOCK:
        if (!lua_isfunction(L, value)) iap_lua_wrong(call, value, name, "a function");
        luaL_unref(L, LUA_REGISTRYINDEX, call->clock);
        lua_pushvalue(L, value);
        call->clock = luaL_ref(L, LUA_REGISTRYINDEX);
        *(iap_clock_function *)place = iap_lua_clock_now;
        *(void **)(memory + field->other) = (void *)(intptr_t)call->clock;
        break;
    case FIELD_OBSERVER:
        if (!lua_isfunction(L, value)) iap_lua_wrong(call, value, name, "a function");
        *(void (**)(void))place = field->trampoline;
        call->observer = field;
        break;
    case FIELD_STRUCT:
        if (!lua_istable(L, value)) iap_lua_wrong(call, value, name, "a table");
        fill(call, value, field->of, place);
        break;
    case FIELD_STRUCT_POINTER: *(void **)place = iap_lua_struct(call, value, name, field->of); break;
    case FIELD_STRUCTS: {
        if (!lua_istable(L, value)) iap_lua_wrong(call, value, name, "a table of tables");
        size_t count = lua_rawlen(L, value);
        char *elements = iap_lua_array(call, count, field->of->size);
        for (size_t at = 0; at < count; at++) {
            char *element = elements + at * field->of->size;
            if (field->of->initial) memcpy(element, field->of->initial, field->of->size);
            else memset(element, 0, field->of->size);
            lua_rawgeti(L, value, (int)at + 1);
            if (!lua_istable(L, -1)) iap_lua_wrong(call, -1, name, "a table of tables; one of its elements");
            fill(call, lua_gettop(L), field->of, element);
            lua_pop(L, 1); /* the array keeps it */
        }
        *(void **)place = elements;
        *(size_t *)(memory + field->other) = count;
        break;
    }
    }
}

static void fill(Call *call, int table, const Struct *type, char *memory) {
    lua_State *L = call->L;
    check_names(call, table, type);
    for (const Field *field = type->fields; field->name; field++) {
        luaL_checkstack(L, 8, call->function);
        lua_pushstring(L, field->name);
        lua_rawget(L, table);
        int value = lua_gettop(L);
        if (!lua_isnil(L, value)) set_field(call, field, memory);
        if (lua_gettop(L) == value) lua_pop(L, 1);
    }
}

void *iap_lua_struct(Call *call, int index, const char *name, const Struct *type) {
    lua_State *L = call->L;
    if (lua_isnoneornil(L, index)) return NULL;
    if (!lua_istable(L, index)) iap_lua_wrong(call, index, name, "a table");
    char *memory = iap_lua_array(call, 1, type->size);
    if (type->initial) memcpy(memory, type->initial, type->size);
    else memset(memory, 0, type->size);
    fill(call, index, type, memory);
    if (call->observer) {
        lua_pushvalue(L, index);
        iap_lua_keep_callback(call);
        *(void **)(memory + call->observer->other) = iap_lua_user_data(call);
    }
    return memory;
}

static void push_field(lua_State *L, const Field *field, const char *memory) {
    const void *place = memory + field->offset;
    switch (field->kind) {
    case FIELD_INT32: iap_lua_push_int64(L, *(const int32_t *)place); break;
    case FIELD_FLAG: lua_pushboolean(L, *(const int32_t *)place); break;
    case FIELD_UINT32: iap_lua_push_int64(L, *(const uint32_t *)place); break;
    case FIELD_INT64: iap_lua_push_int64(L, *(const int64_t *)place); break;
    case FIELD_UINT64: iap_lua_push_uint64(L, *(const uint64_t *)place); break;
    case FIELD_DOUBLE: lua_pushnumber(L, *(const double *)place); break;
    case FIELD_TEXT: iap_lua_push_text(L, *(const char *const *)place); break;
    case FIELD_BYTES: lua_pushlstring(L, *(const char *const *)place, *(const size_t *)(memory + field->other)); break;
    case FIELD_CHARS: lua_pushstring(L, place); break;
    case FIELD_STRUCT: iap_lua_push_struct(L, field->of, place); break;
    default: lua_pushnil(L); /* only the game sets these */
    }
}

void iap_lua_push_struct(lua_State *L, const Struct *type, const void *value) {
    luaL_checkstack(L, 8, type->name);
    lua_newtable(L);
    for (const Field *field = type->fields; field->name; field++) {
        push_field(L, field, value);
        lua_setfield(L, -2, field->name);
    }
    if (type != &iap_lua_struct_iap_error) return;
    lua_pushstring(L, iap_status_name(((const iap_error *)value)->status));
    lua_setfield(L, -2, "name");
    iap_lua_push_registered(L, &iap_lua_keys[KEY_ERROR]);
    lua_setmetatable(L, -2);
}

int iap_lua_push_initial(lua_State *L, const Struct *type, void (*initialize)(void *value)) {
    size_t known = iap_struct_size(type->name);
    void *memory = lua_newuserdata(L, known > type->size ? known : type->size);
    memset(memory, 0, type->size);
    initialize(memory);
    iap_lua_push_struct(L, type, memory);
    return 1;
}
