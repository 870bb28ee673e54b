/* What the files of the module share: iap_floor.c, which is generated, and those that are written by hand. */
#ifndef IAP_LUA_H
#define IAP_LUA_H

#include <iap/iap.h>
#include <iap/iap_inventory.h>
#include <iap/iap_receipt.h>
#include <iap/iap_server_key.h>
#include <iap/iap_store.h>
#include <iap/iap_verify.h>

#include <lauxlib.h>
#include <lua.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which parts of the library the module calls. Apple's systems and Windows have the client alone, and their linkers want every
 * function that is named. Elsewhere the other parts are weak symbols: the same module loads with a library that has them and
 * with one that has not. -DIAP_LUA_CLIENT_ONLY leaves them out everywhere. */
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

/* ---------------------------------------------------------------------------------------------- what is described */

/** A type of handle. */
typedef struct Handle {
    const char *name;
    void (*retain)(void *pointer);  /**< NULL: it lives as long as the handle it came from */
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
    size_t other;             /**< where the count or the user data is; the size of FIELD_CHARS */
    const struct Struct *of;  /**< FIELD_STRUCT… */
    const Handle *handle;     /**< FIELD_HANDLE */
    void (*trampoline)(void); /**< FIELD_OBSERVER */
} Field;

typedef struct Struct {
    const char *name;
    size_t size;
    const void *initial; /**< what the INIT macro says; NULL: all zero */
    const Field *fields; /**< ends with a name of NULL */
} Struct;

typedef enum FunctionKind { FUNCTION_PLAIN, FUNCTION_GETTER, FUNCTION_METHOD } FunctionKind;

typedef struct Function {
    const char *name;
    lua_CFunction call;
    void (*function)(void); /**< NULL: this library does not have it */
    const char *part;       /**< "client", "store" or "server" */
    FunctionKind kind;
    const Handle *handle; /**< whose getter or method it is */
    const char *member;   /**< and under which name */
    int completion;       /**< which argument is the completion, from 1; 0: none */
} Function;

typedef struct Constant {
    const char *name;
    int64_t number;
    const char *text;
    const char *enumeration; /**< NULL for constants by themselves */
} Constant;

extern const Handle *const iap_lua_handles[];
extern const Function iap_lua_functions[];
extern const Constant iap_lua_constants[];

/* --------------------------------------------------------------------------------------------- values in Lua's stack */

/** Something that is released when the last box that shares it is collected. A device keeps its store, a client its device. */
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
    Root *parent;          /**< of the handles it gives */
    const Field *observer; /**< one of the functions of an observer, if it brings one */
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

/** Of a function with so many arguments: what is missing is nil, what is too much is dropped. */
Call iap_lua_begin(lua_State *L, const char *function, int arguments);

/** Raises an error of Lua. It begins with the line of the program, not with one of iap.lua. */
void iap_lua_mistake(lua_State *L, const char *format, ...);
void iap_lua_wrong(const Call *call, int index, const char *name, const char *expected);

/** What the module keeps in the registry: under these addresses, and the metatable of a handle under that of its type. */
enum { KEY_MODULE, KEY_CALLBACKS, KEY_HANDLER, KEY_TRACEBACK, KEY_ERROR, KEY_LOG, KEY_LOG_GUARD, KEY_COUNT };
extern char iap_lua_keys[KEY_COUNT];
void iap_lua_push_registered(lua_State *L, const void *key);
/** Registers the value on the top, and pops it. */
void iap_lua_set_registered(lua_State *L, const void *key);

/* Arguments. Each of them raises an error of Lua for a value of a wrong type. nil is NULL or 0 bytes, which the library
 * judges. */
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
/** Keeps a function among the callbacks of the client until iap_lua_answer(). Returns false for nil. */
bool iap_lua_completion(Call *call, int index, const char *name);
/** What is handed to the callback as user_data. */
void *iap_lua_user_data(const Call *call);

/** Pushes a box that the call fills, made before it, so that no handle is lost if there is no memory. Returns its index. */
int iap_lua_box(Call *call, const Handle *handle);
void iap_lua_push_given(Call *call, int box, const void *pointer);
/** A handle that lives as long as the one it came from, or longer. */
void iap_lua_push_lent(lua_State *L, int from, const Handle *handle, const void *pointer);
Box *iap_lua_check_box(Call *call, int index, const Handle *handle, const char *name);
/** Makes the metatable of a handle out of types[name].getters and types[name].methods. */
void iap_lua_make_metatable(lua_State *L, int types, const Handle *handle);
int iap_lua_retain(lua_State *L, const char *function, const Handle *handle);
int iap_lua_release(lua_State *L, const char *function, const Handle *handle);

void *iap_lua_array(Call *call, size_t count, size_t size);
/** Room for what the library writes; false if more room would not help. */
bool iap_lua_grow(Call *call, Buffer *buffer, size_t needed);

void iap_lua_push_int64(lua_State *L, int64_t value);
void iap_lua_push_uint64(lua_State *L, uint64_t value);
void iap_lua_push_text(lua_State *L, const char *text);
void iap_lua_push_struct(lua_State *L, const Struct *type, const void *value);
/** The defaults that the library writes, whatever size it knows. */
int iap_lua_push_initial(lua_State *L, const Struct *type, void (*initialize)(void *value));
/** Pushes nil and the error; error may be NULL. */
int iap_lua_fail(Call *call, iap_status status, const iap_error *error);

/* -------------------------------------------------------------------------------------------------- functions of Lua */

typedef enum ValueKind { VALUE_HANDLE, VALUE_TEXT, VALUE_FLAG, VALUE_NUMBER, VALUE_UINT64, VALUE_ERROR } ValueKind;

/** What a callback brings. */
typedef struct Value {
    ValueKind kind;
    const void *pointer;
    int64_t number;
    uint64_t id;
    const Handle *handle;
} Value;

#define IAP_LUA_VALUES_MAX 8

/** Ends a request: calls its function with the values, or with nil and the error. */
void iap_lua_answer(void *user_data, iap_client *client, const iap_error *error, const Value *values, int count);
/** Tells an observer. */
void iap_lua_tell(void *user_data, iap_client *client, const char *name, const Value *values, int count);
/** Keeps the table of the callbacks of the client at the index findable, as long as the client lives. */
void iap_lua_register_callbacks(lua_State *L, int index, const iap_client *client);
/** Pushes the table of the callbacks of a client; false, and nothing, for a client that is not of this state. */
bool iap_lua_push_callbacks(lua_State *L, const iap_client *client);
/** Pops a function, or the table of an observer, and keeps it with the client. */
void iap_lua_keep_callback(Call *call);
/** An observer that was added keeps its table until it is removed. */
void iap_lua_keep_observer(Call *call, uint64_t observer_id);
void iap_lua_forget_observer(Call *call, uint64_t observer_id);

/** The log comes on any thread. Its lines wait for the next pump. */
void iap_lua_log(void *user_data, iap_log_level level, const char *message);
/** Hands the lines that wait to the game's function. */
void iap_lua_write_lines(lua_State *L);
/** Pushes what iap_lua_keep_log() needs for a function, before the call. Returns false for nil. */
bool iap_lua_log_function(Call *call, int index, const char *name);
/** The library has taken the function at the index, or nil. */
void iap_lua_keep_log(Call *call, int index);

/** Asks a clock of the game; user_data is its reference in the registry. */
int64_t iap_lua_clock_now(void *user_data);
/** Runs a function of C in which Lua may raise errors. None leaves it: this is called by the library. */
void iap_lua_run_protected(lua_State *L, lua_CFunction function, void *argument);
/** Calls the function below `count` arguments on the top. True if it has returned; else the handler has got the error. */
bool iap_lua_call_reported(lua_State *L, int count, int results);

/** The state that runs on this thread. Callbacks are called in it, and only while a call of it is under way. */
extern IAP_LUA_THREAD_LOCAL lua_State *iap_lua_running;
#define IAP_LUA_CALL(state, expression)                                                                                \
    do {                                                                                                               \
        lua_State *outer = iap_lua_running;                                                                            \
        iap_lua_running = (state);                                                                                     \
        expression;                                                                                                    \
        iap_lua_running = outer;                                                                                       \
    } while (0)

/** Of the generated file: what the rest has to know by name. */
extern const Handle iap_lua_handle_iap_client;
extern const Struct iap_lua_struct_iap_error;

#endif
