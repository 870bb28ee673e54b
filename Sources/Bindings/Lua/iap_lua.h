/* The declarations that the files of the module share. iap_floor.c is generated; the other files are written by hand. */
#ifndef IAP_LUA_H
#define IAP_LUA_H

#include <iap/iap.h>
#include <iap/iap_app.h>
#include <iap/iap_commerce.h>
#include <iap/iap_inventory.h>
#include <iap/iap_log.h>
#include <iap/iap_offers.h>
#include <iap/iap_payments.h>
#include <iap/iap_polling.h>
#include <iap/iap_products.h>
#include <iap/iap_promotions.h>
#include <iap/iap_receipt.h>
#include <iap/iap_server_key.h>
#include <iap/iap_sheets.h>
#include <iap/iap_store.h>
#include <iap/iap_subscriptions.h>
#include <iap/iap_system.h>
#include <iap/iap_transactions.h>
#include <iap/iap_verification.h>
#include <iap/iap_verify.h>

#include <lauxlib.h>
#include <lua.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The parts of the library that the module calls. Apple's systems and Windows have only the client, and their linkers require
 * every function that is named. On other systems the other parts are weak symbols: the same module loads with a library that
 * has these parts and with one that does not. -DIAP_LUA_CLIENT_ONLY excludes them everywhere. */
#if defined(__APPLE__) || defined(_WIN32) || defined(IAP_LUA_CLIENT_ONLY)
#define IAP_LUA_HAS_STORE 0
#define IAP_LUA_HAS_SERVER 0
#else
#define IAP_LUA_HAS_STORE 1
#define IAP_LUA_HAS_SERVER 1
#endif

#if defined(_MSC_VER)
#define IAP_LUA_THREAD_LOCAL __declspec(thread)
#else
#define IAP_LUA_THREAD_LOCAL __thread
#endif

/* --------------------------------------------------------------------------------------------- versions of Lua */

#if LUA_VERSION_NUM < 502
#define lua_rawlen lua_objlen
#define push_own_table lua_getfenv
#define set_own_table lua_setfenv
#elif LUA_VERSION_NUM < 504
#define push_own_table lua_getuservalue
#define set_own_table lua_setuservalue
#else
#define push_own_table(L, index) lua_getiuservalue(L, index, 1)
#define set_own_table(L, index) lua_setiuservalue(L, index, 1)
#endif

/* -------------------------------------------------------------------------------------------------- descriptions */

/** A type of handle. */
typedef struct Handle {
    const char *name;
    void (*retain)(void *pointer);  /**< NULL: it lives as long as the handle that returned it */
    void (*release)(void *pointer); /**< releases or closes; NULL as above */
    bool is_number;                 /**< a client, a store or a device */
} Handle;

typedef enum FieldKind {
    FIELD_INT32,
    FIELD_FLAG, /**< an int32_t that is a boolean */
    FIELD_UINT32,
    FIELD_INT64,
    FIELD_UINT64,
    FIELD_DOUBLE,
    FIELD_TEXT,
    FIELD_BYTES, /**< with a length field */
    FIELD_TEXTS,
    FIELD_CHARS, /**< an array inside the struct */
    FIELD_HANDLE,
    FIELD_POINTER,        /**< a light userdata of the host */
    FIELD_CLOCK,          /**< a function that the library calls on the calling thread */
    FIELD_OBSERVER,       /**< a function of an observer */
    FIELD_STRUCT,         /**< inside the struct */
    FIELD_STRUCT_POINTER, /**< one, or NULL */
    FIELD_STRUCTS,        /**< an array with a count field */
} FieldKind;

typedef struct Field {
    const char *name;
    FieldKind kind;
    size_t offset;
    size_t other;             /**< the offset of the count or the user data; the size of FIELD_CHARS */
    const struct Struct *of;  /**< FIELD_STRUCT… */
    const Handle *handle;     /**< FIELD_HANDLE */
    void (*trampoline)(void); /**< FIELD_OBSERVER */
} Field;

typedef struct Struct {
    const char *name;
    size_t size;
    const void *initial; /**< the values of the INIT macro; NULL: all zero */
    const Field *fields; /**< ends with a name of NULL */
} Struct;

typedef enum FunctionKind { FUNCTION_PLAIN, FUNCTION_GETTER, FUNCTION_METHOD } FunctionKind;

typedef struct Function {
    const char *name;
    lua_CFunction call;
    void (*function)(void); /**< NULL: this library does not have the function */
    const char *part;       /**< "client", "store" or "server" */
    FunctionKind kind;
    const Handle *handle; /**< the handle whose getter or method it is */
    const char *member;   /**< the name of the getter or method */
    int completion;       /**< the number of the completion argument, beginning with 1; 0: none */
} Function;

typedef struct Constant {
    const char *name;
    int64_t number;
    const char *text;
    const char *enumeration; /**< NULL for constants without an enumeration */
    const char *field_of;    /**< the handle that has the field, if the constant is the number of a field */
    const char *field_kind;  /**< "text", "texts", "id", "int64" or "flag" */
} Constant;

extern const Handle *const iap_lua_handles[];
extern const Function iap_lua_functions[];
extern const Constant iap_lua_constants[];

/* --------------------------------------------------------------------------------------------- values in Lua's stack */

/** An object that is released when the last box that shares it is collected. A device keeps its store, a client its device. */
typedef struct Root {
    size_t count;
    const Handle *handle;
    void *pointer;
    struct Root *parent;
    int function; /**< a reference in the registry, or LUA_NOREF */
} Root;

/** The userdata of a handle. */
typedef struct Box {
    const Handle *handle;
    void *pointer; /**< NULL: released */
    Root *root;
} Box;

/** One call of the library. */
typedef struct Call {
    lua_State *L;
    const char *function;
    iap_client *client;
    Root *parent;          /**< the owner of the handles that the call returns */
    const Field *observer; /**< a function of the observer, if the call passes one */
    int callback;          /**< a reference among the callbacks of the client, or LUA_NOREF */
    int clock;             /**< a reference in the registry, or LUA_NOREF */
} Call;

typedef struct Texts {
    const char **items;
    size_t count;
} Texts;

typedef struct Bytes {
    const void *data;
    size_t length;
} Bytes;

typedef struct Buffer {
    void *data;
    size_t capacity;
} Buffer;

/** Begins a call with this number of arguments. Missing arguments are nil, and extra ones are dropped. */
Call iap_lua_begin(lua_State *L, const char *function, int arguments);

/** Raises a Lua error. Its message begins with the line of the program, not with a line of iap.lua. */
void iap_lua_mistake(lua_State *L, const char *format, ...);
void iap_lua_wrong(const Call *call, int index, const char *name, const char *expected);

/** The keys of the module in the registry: these addresses, and the address of each handle type for its metatable. */
enum { KEY_MODULE, KEY_CALLBACKS, KEY_HANDLER, KEY_TRACEBACK, KEY_ERROR, KEY_LOG, KEY_LOG_GUARD, KEY_COUNT };
extern char iap_lua_keys[KEY_COUNT];
void iap_lua_push_registered(lua_State *L, const void *key);
/** Stores the value on the top in the registry, and pops it. */
void iap_lua_set_registered(lua_State *L, const void *key);

/* Arguments. Each function raises a Lua error for a value of the wrong type. nil becomes NULL or 0 bytes; the library checks
 * whether this is allowed. */
void *iap_lua_handle(Call *call, int index, const Handle *handle, bool may_be_nil);
int64_t iap_lua_integer(Call *call, int index, const char *name, int64_t least, int64_t most);
uint64_t iap_lua_uint64(Call *call, int index, const char *name);
int64_t iap_lua_int64(Call *call, int index, const char *name);
double iap_lua_double(Call *call, int index, const char *name);
const char *iap_lua_text(Call *call, int index, const char *name);
Bytes iap_lua_bytes(Call *call, int index, const char *name);
Texts iap_lua_texts(Call *call, int index, const char *name);
void *iap_lua_pointer(Call *call, int index, const char *name);
void *iap_lua_struct(Call *call, int index, const char *name, const Struct *type);
/** Keeps a function among the callbacks of the client until iap_lua_respond(). Returns false for nil. */
bool iap_lua_completion(Call *call, int index, const char *name);
/** The user_data for the callback. */
void *iap_lua_user_data(const Call *call);

/** Pushes an empty box before the call, which fills it: without memory no handle is lost. Returns its index. */
int iap_lua_box(Call *call, const Handle *handle);
void iap_lua_push_given(Call *call, int box, const void *pointer);
/** Pushes a handle that lives as long as the one that returned it, or longer. */
void iap_lua_push_lent(lua_State *L, int from, const Handle *handle, const void *pointer);
Box *iap_lua_check_box(Call *call, int index, const Handle *handle, const char *name);
/** Makes the metatable of a handle from types[name].getters and types[name].methods. */
void iap_lua_make_metatable(lua_State *L, int types, const Handle *handle);
int iap_lua_retain(lua_State *L, const char *function, const Handle *handle);
int iap_lua_release(lua_State *L, const char *function, const Handle *handle);

void *iap_lua_array(Call *call, size_t count, size_t size);
/** Enlarges a buffer for the library; returns false if more room would not help. */
bool iap_lua_grow(Call *call, Buffer *buffer, size_t needed);

void iap_lua_push_int64(lua_State *L, int64_t value);
void iap_lua_push_uint64(lua_State *L, uint64_t value);
void iap_lua_push_text(lua_State *L, const char *text);
void iap_lua_push_struct(lua_State *L, const Struct *type, const void *value);
/** Pushes the defaults that the library writes, for any size of the struct that it knows. */
int iap_lua_push_initial(lua_State *L, const Struct *type, void (*initialize)(void *value));
/** Pushes nil and the error; error may be NULL. */
int iap_lua_fail(Call *call, iap_status_t status, const iap_error *error);

/* -------------------------------------------------------------------------------------------------- functions of Lua */

typedef enum ValueKind { VALUE_HANDLE, VALUE_TEXT, VALUE_FLAG, VALUE_NUMBER, VALUE_UINT64, VALUE_ERROR } ValueKind;

/** A value that a callback passes. */
typedef struct Value {
    ValueKind kind;
    const void *pointer;
    int64_t number;
    uint64_t id;
    const Handle *handle;
} Value;

#define IAP_LUA_VALUES_MAX 8

/** Completes a request: calls its function with the values, or with nil and the error. */
void iap_lua_respond(void *user_data, iap_client *client, const iap_error *error, const Value *values, int count);
/** Calls a function of an observer. */
void iap_lua_tell(void *user_data, iap_client *client, const char *name, const Value *values, int count);
/** Makes a table for the callbacks of the client at the index. It can be found as long as the client lives. */
void iap_lua_register_callbacks(lua_State *L, int index, const iap_client *client);
/** Pushes the table of the callbacks of a client. Returns false and pushes nothing for a client of another state. */
bool iap_lua_push_callbacks(lua_State *L, const iap_client *client);
/** Pops a function, or the table of an observer, and keeps it with the client. */
void iap_lua_keep_callback(Call *call);
/** Links a table to the id of its observer, and keeps it until the observer is removed. */
void iap_lua_keep_observer(Call *call, uint64_t observer_id);
void iap_lua_forget_observer(Call *call, uint64_t observer_id);

/** The library logs on any thread. The lines wait for the next pump. */
void iap_lua_log(void *user_data, iap_log_level_t level, const char *message);
/** Passes the waiting lines to the game's function. */
void iap_lua_write_lines(lua_State *L);
/** Pushes the objects that iap_lua_keep_log() needs for a function, before the call. Returns false for nil. */
bool iap_lua_log_function(Call *call, int index, const char *name);
/** Keeps the function at the index, or nil, after the library has accepted it. */
void iap_lua_keep_log(Call *call, int index);

/** Calls a clock function of the game; user_data is its reference in the registry. */
int64_t iap_lua_clock_now(void *user_data);
/** Runs a C function in which Lua can raise errors. It catches them all, because the library calls it. */
void iap_lua_run_protected(lua_State *L, lua_CFunction function, void *argument);
/** Calls the function below `count` arguments on the top. Returns true if it returned; otherwise the handler got the error. */
bool iap_lua_call_reported(lua_State *L, int count, int results);

/** The state that runs on this thread. The library calls callbacks in it, and only during one of its calls. */
extern IAP_LUA_THREAD_LOCAL lua_State *iap_lua_running;
#define IAP_LUA_CALL(state, expression)                                                                                \
    do {                                                                                                               \
        lua_State *outer = iap_lua_running;                                                                            \
        iap_lua_running = (state);                                                                                     \
        expression;                                                                                                    \
        iap_lua_running = outer;                                                                                       \
    } while (0)

/** Parts of the generated file that the other files use by name. */
extern const Handle iap_lua_handle_iap_client;
extern const Struct iap_lua_struct_iap_error;

#endif
