/* The log, whose lines come on any thread. */
#include "iap_lua.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* What waits for the pump. */
#define LOG_LINES_MAX 1000
typedef struct Line {
    struct Line *next;
    iap_log_level level;
    char message[];
} Line;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static Line *log_first, **log_end = &log_first;
static int log_count;
static atomic_bool log_waits;
static const void *log_guard; /* of the state whose function gets the lines */

void iap_lua_log(void *user_data, iap_log_level level, const char *message) {
    (void)user_data;
    size_t length = strlen(message) + 1;
    Line *line = malloc(sizeof *line + length);
    if (!line) return;
    line->next = NULL;
    line->level = level;
    memcpy(line->message, message, length);
    pthread_mutex_lock(&log_lock);
    if (log_count < LOG_LINES_MAX) {
        *log_end = line;
        log_end = &line->next;
        log_count++;
        line = NULL;
        atomic_store(&log_waits, true);
    }
    pthread_mutex_unlock(&log_lock);
    free(line);
}

static Line *take_lines(void) {
    pthread_mutex_lock(&log_lock);
    Line *lines = log_first;
    log_first = NULL;
    log_end = &log_first;
    log_count = 0;
    atomic_store(&log_waits, false);
    pthread_mutex_unlock(&log_lock);
    return lines;
}

static int write_line(lua_State *L) {
    const Line *line = lua_touserdata(L, 1);
    iap_lua_push_registered(L, &iap_lua_keys[KEY_LOG]);
    if (!lua_isfunction(L, -1)) return 0;
    lua_pushinteger(L, line->level);
    lua_pushstring(L, line->message);
    iap_lua_call_reported(L, 2, 0);
    return 0;
}

void iap_lua_write_lines(lua_State *L) {
    if (!atomic_load_explicit(&log_waits, memory_order_relaxed)) return;
    for (Line *line = take_lines(), *next; line; line = next) {
        next = line->next;
        iap_lua_run_protected(L, write_line, line);
        free(line);
    }
}

/* The state is closed: its module may be unloaded next. */
static int end_log(lua_State *L) {
    if (log_guard != lua_touserdata(L, 1)) return 0;
    log_guard = NULL;
    iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL);
    return 0;
}

bool iap_lua_log_function(Call *call, int index, const char *name) {
    lua_State *L = call->L;
    bool is_given = !lua_isnoneornil(L, index);
    if (is_given && !lua_isfunction(L, index)) iap_lua_wrong(call, index, name, "a function");
    const void *guard = is_given ? lua_newuserdata(L, 1) : NULL;
    if (is_given) {
        lua_newtable(L);
        lua_pushcfunction(L, end_log);
        lua_setfield(L, -2, "__gc");
        lua_setmetatable(L, -2);
        iap_lua_set_registered(L, &iap_lua_keys[KEY_LOG_GUARD]);
    }
    lua_settop(L, index);
    lua_pushvalue(L, index);
    iap_lua_set_registered(L, &iap_lua_keys[KEY_LOG]);
    log_guard = guard;
    return is_given;
}
