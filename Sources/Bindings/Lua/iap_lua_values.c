/* Conversion of numbers, texts and bytes between Lua and C. */
#include "iap_lua.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A double holds every whole number up to this one. */
#define EXACT_MAX INT64_C(9007199254740992)

static bool is_whole(double number) { return floor(number) == number; }

int64_t iap_lua_integer(Call *call, int index, const char *name, int64_t least, int64_t most) {
    lua_State *L = call->L;
    if (lua_isboolean(L, index)) return lua_toboolean(L, index);
    if (lua_type(L, index) != LUA_TNUMBER) iap_lua_wrong(call, index, name, "a number");
    double number = lua_tonumber(L, index);
    if (!is_whole(number) || number < (double)least || number > (double)most) {
        iap_lua_mistake(L, "%s: %s must be a whole number from %f to %f, not %f", call->function, name,
                        (lua_Number)least, (lua_Number)most, (lua_Number)number);
    }
    return (int64_t)number;
}

/* Reads the digits of a text; returns false unless it is a decimal number that fits. */
static bool parse_digits(const char *text, uint64_t *value) {
    if (!*text) return false;
    for (*value = 0; *text; text++) {
        if (*text < '0' || *text > '9') return false;
        unsigned digit = (unsigned)(*text - '0');
        if (*value > (UINT64_MAX - digit) / 10) return false;
        *value = *value * 10 + digit;
    }
    return true;
}

/* Reads a whole number as sign and amount, from a decimal text or from an exact number. */
static bool to_whole(lua_State *L, int index, bool *is_negative, uint64_t *value) {
    if (lua_type(L, index) == LUA_TSTRING) {
        const char *text = lua_tostring(L, index);
        *is_negative = *text == '-';
        return strlen(text) == lua_rawlen(L, index) && parse_digits(text + *is_negative, value);
    }
    if (lua_type(L, index) != LUA_TNUMBER) return false;
#if LUA_VERSION_NUM >= 503
    if (lua_isinteger(L, index)) {
        lua_Integer integer = lua_tointeger(L, index);
        *is_negative = integer < 0;
        *value = *is_negative ? 0 - (uint64_t)integer : (uint64_t)integer;
        return true;
    }
#endif
    double number = lua_tonumber(L, index);
    *is_negative = number < 0;
    if (!is_whole(number) || fabs(number) > (double)EXACT_MAX) return false;
    *value = (uint64_t)fabs(number);
    return true;
}

uint64_t iap_lua_uint64(Call *call, int index, const char *name) {
    bool is_negative = false;
    uint64_t value = 0;
    if (!to_whole(call->L, index, &is_negative, &value) || is_negative) {
        iap_lua_wrong(call, index, name,
                      "a text of decimal digits, as the library returns it, or a whole number up to 2^53");
    }
    return value;
}

int64_t iap_lua_int64(Call *call, int index, const char *name) {
    bool is_negative = false;
    uint64_t value = 0;
    if (!to_whole(call->L, index, &is_negative, &value) || value > (uint64_t)INT64_MAX + is_negative) {
        iap_lua_wrong(call, index, name, "a whole number, above 2^53 as a text of decimal digits");
    }
    return is_negative ? (int64_t)(0 - value) : (int64_t)value;
}

double iap_lua_double(Call *call, int index, const char *name) {
    if (lua_type(call->L, index) != LUA_TNUMBER) iap_lua_wrong(call, index, name, "a number");
    return lua_tonumber(call->L, index);
}

Bytes iap_lua_bytes(Call *call, int index, const char *name) {
    Bytes bytes = {NULL, 0};
    if (lua_isnoneornil(call->L, index)) return bytes;
    if (lua_type(call->L, index) != LUA_TSTRING) iap_lua_wrong(call, index, name, "a string");
    bytes.data = lua_tolstring(call->L, index, &bytes.length);
    return bytes;
}

const char *iap_lua_text(Call *call, int index, const char *name) {
    Bytes text = iap_lua_bytes(call, index, name);
    if (text.data && strlen(text.data) != text.length) {
        iap_lua_mistake(call->L, "%s: %s contains a zero byte", call->function, name);
    }
    return text.data;
}

Texts iap_lua_texts(Call *call, int index, const char *name) {
    lua_State *L = call->L;
    Texts texts = {NULL, 0};
    if (lua_isnoneornil(L, index)) return texts;
    if (!lua_istable(L, index)) iap_lua_wrong(call, index, name, "a table of strings");
    texts.count = lua_rawlen(L, index);
    texts.items = iap_lua_array(call, texts.count, sizeof *texts.items);
    for (size_t at = 0; at < texts.count; at++) {
        lua_rawgeti(L, index, (int)at + 1);
        if (lua_type(L, -1) != LUA_TSTRING) iap_lua_wrong(call, -1, name, "a table of strings; one of its elements");
        texts.items[at] = iap_lua_text(call, -1, name);
        lua_pop(L, 1); /* the table keeps it */
    }
    return texts;
}

void *iap_lua_pointer(Call *call, int index, const char *name) {
    if (lua_isnoneornil(call->L, index)) return NULL;
    if (!lua_islightuserdata(call->L, index)) iap_lua_wrong(call, index, name, "a light userdata");
    return lua_touserdata(call->L, index);
}

void *iap_lua_array(Call *call, size_t count, size_t size) {
    if (count > SIZE_MAX / 2 / size) iap_lua_mistake(call->L, "%s: a table has too many elements", call->function);
    return lua_newuserdata(call->L, count ? count * size : 1);
}

bool iap_lua_grow(Call *call, Buffer *buffer, size_t needed) {
    const size_t first = 4096, most = (size_t)64 << 20;
    size_t capacity = buffer->capacity ? buffer->capacity * 2 : first;
    if (needed > buffer->capacity) capacity = needed;
    if (capacity > most) return false;
    buffer->data = iap_lua_array(call, buffer->capacity = capacity, 1);
    return true;
}

void iap_lua_push_int64(lua_State *L, int64_t value) {
    if (value >= -EXACT_MAX && value <= EXACT_MAX) {
#if LUA_VERSION_NUM >= 503
        lua_pushinteger(L, (lua_Integer)value);
#else
        lua_pushnumber(L, (lua_Number)value);
#endif
        return;
    }
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    lua_pushstring(L, text);
}

void iap_lua_push_uint64(lua_State *L, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    lua_pushstring(L, text);
}

void iap_lua_push_text(lua_State *L, const char *text) {
    if (text) lua_pushstring(L, text);
    else lua_pushnil(L);
}
