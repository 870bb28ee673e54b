/* The log. The library writes its lines on any thread. */
#include "iap_lua.h"

#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <windows.h>
static SRWLOCK log_lock = SRWLOCK_INIT;
static volatile LONG log_waits;
static void lock_log(void) { AcquireSRWLockExclusive(&log_lock); }
static void unlock_log(void) { ReleaseSRWLockExclusive(&log_lock); }
static void set_log_waits(bool waits) { InterlockedExchange(&log_waits, waits); }
static bool get_log_waits(void) { return InterlockedOr(&log_waits, 0) != 0; }
#else
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool log_waits;
static void lock_log(void) { pthread_mutex_lock(&log_lock); }
static void unlock_log(void) { pthread_mutex_unlock(&log_lock); }
static void set_log_waits(bool waits) { atomic_store(&log_waits, waits); }
static bool get_log_waits(void) { return atomic_load_explicit(&log_waits, memory_order_relaxed); }
#endif

/* The lines that wait for the pump of the state with the function. */
#define LOG_LINES_MAX 1000
typedef struct Line {
    struct Line *next;
    iap_log_level_t level;
    char message[];
} Line;
static Line *log_first, **log_end = &log_first;
static int log_count;
static const void
    *log_guard; /* the guard of the state whose function gets the lines; the lock guards all these variables */

void iap_lua_log(void *user_data, iap_log_level_t level, const char *message) {
    (void)user_data;
    size_t length = strlen(message) + 1;
    Line *line = malloc(sizeof *line + length);
    if (!line) return;
    line->next = NULL;
    line->level = level;
    memcpy(line->message, message, length);
    lock_log();
    if (log_count < LOG_LINES_MAX) {
        *log_end = line;
        log_end = &line->next;
        log_count++;
        line = NULL;
        set_log_waits(true);
    }
    unlock_log();
    free(line);
}

/* Takes the lines out of the queue. Call it with the lock held. */
static Line *take_lines(void) {
    Line *lines = log_first;
    log_first = NULL;
    log_end = &log_first;
    log_count = 0;
    set_log_waits(false);
    return lines;
}

static Line *take_lines_for(const void *guard) {
    lock_log();
    Line *lines = guard && guard == log_guard ? take_lines() : NULL;
    unlock_log();
    return lines;
}

static void free_lines(Line *line) {
    for (Line *next; line; line = next) {
        next = line->next;
        free(line);
    }
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
    if (!get_log_waits()) return;
    iap_lua_push_registered(L, &iap_lua_keys[KEY_LOG_GUARD]);
    const void *guard = lua_touserdata(L, -1);
    lua_pop(L, 1);
    Line *lines = take_lines_for(guard);
    for (Line *line = lines; line; line = line->next) iap_lua_run_protected(L, write_line, line);
    free_lines(lines);
}

/* Sets the state that receives the next lines. Without a function, it drops the waiting lines. */
static void set_guard(const void *guard) {
    lock_log();
    log_guard = guard;
    Line *lines = guard ? NULL : take_lines();
    unlock_log();
    free_lines(lines);
}

/* The state is closed, and its module can be unloaded next. */
static int end_log(lua_State *L) {
    const void *guard = lua_touserdata(L, 1);
    lock_log();
    bool is_ours = log_guard == guard;
    if (is_ours) log_guard = NULL;
    unlock_log();
    /* The lock must not be held: this waits for calls of the function. */
    if (is_ours) iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL);
    return 0;
}

bool iap_lua_log_function(Call *call, int index, const char *name) {
    lua_State *L = call->L;
    if (lua_isnoneornil(L, index)) {
        lua_pushnil(L);
        return false;
    }
    if (!lua_isfunction(L, index)) iap_lua_wrong(call, index, name, "a function");
    lua_newuserdata(L, 1);
    lua_newtable(L);
    lua_pushcfunction(L, end_log);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    return true;
}

void iap_lua_keep_log(Call *call, int index) {
    lua_State *L = call->L;
    set_guard(lua_touserdata(
        L, index + 1)); /* must come first: if memory is missing below, the collected guard ends the log */
    lua_settop(L, index + 1);
    iap_lua_set_registered(L, &iap_lua_keys[KEY_LOG_GUARD]);
    iap_lua_set_registered(L, &iap_lua_keys[KEY_LOG]);
}
