/*
 * iap_no_store.c: the library of <iap/iap.h> and <iap/iap_inventory.h> for systems without a store.
 *
 * A game links it where there is neither StoreKit nor the reference store. iap_can_make_payments() returns 0, and the
 * player owns nothing. Each request completes once with IAP_ERROR_UNSUPPORTED, when the game processes its events. The
 * observers receive each payment as PURCHASING and then as FAILED. The library writes no files and starts no thread.
 *
 * Sources/Bindings/generate makes this file from iap_api.json and NoStore/core.c.in. Do not change it here.
 *
 * It needs C99 or C++11, the folder Include, and POSIX or Win32 threads. For a system with neither, define
 * IAP_NO_STORE_WITHOUT_THREADS; then only one thread may use it.
 */

/* ---------------------------------------------------------------------------------------------------- systems */

#ifndef IAP_NO_STORE_WITHOUT_THREADS
#if (defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)) || (defined(__wasi__) && !defined(_REENTRANT))
#define IAP_NO_STORE_WITHOUT_THREADS
#endif
#endif

#if defined(_WIN32)
#ifdef _MSC_VER
#define _CRT_SECURE_NO_WARNINGS
#endif
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0600
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#elif !defined(_GNU_SOURCE) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE
#endif

#include <iap/iap.h>
#include <iap/iap_inventory.h>

#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef IAP_NO_STORE_WITHOUT_THREADS

typedef int thread_id;
static thread_id this_thread(void) { return 0; }
static int is_same_thread(thread_id one, thread_id other) { return one == other; }
static void system_lock(void) {}
static void system_unlock(void) {}
static void system_prepare(void) {}
static void wait_for_change(void) {}
/* Without threads no event can arrive during a wait. */
static int wait_for_change_until(uint64_t deadline) { return (void)deadline, 0; }
static uint64_t milliseconds(void) { return 0; }
static void tell_change(void) {}

#elif defined(_WIN32)
#include <windows.h>

typedef DWORD thread_id;
static SRWLOCK mutex = SRWLOCK_INIT;
static CONDITION_VARIABLE change = CONDITION_VARIABLE_INIT;
static thread_id this_thread(void) { return GetCurrentThreadId(); }
static int is_same_thread(thread_id one, thread_id other) { return one == other; }
static void system_lock(void) { AcquireSRWLockExclusive(&mutex); }
static void system_unlock(void) { ReleaseSRWLockExclusive(&mutex); }
static void system_prepare(void) {}
static void wait_for_change(void) { SleepConditionVariableSRW(&change, &mutex, INFINITE, 0); }
static uint64_t milliseconds(void) { return GetTickCount64(); }
static int wait_for_change_until(uint64_t deadline) {
    const uint64_t now = milliseconds();
    if (now >= deadline) return 0;
    SleepConditionVariableSRW(&change, &mutex, (DWORD)(deadline - now < 60000 ? deadline - now : 60000), 0);
    return 1;
}
static void tell_change(void) { WakeAllConditionVariable(&change); }

#else
#include <pthread.h>
#include <time.h>

typedef pthread_t thread_id;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change;
static thread_id this_thread(void) { return pthread_self(); }
static int is_same_thread(thread_id one, thread_id other) { return pthread_equal(one, other); }
static void system_lock(void) { pthread_mutex_lock(&mutex); }
static void system_unlock(void) { pthread_mutex_unlock(&mutex); }
static void wait_for_change(void) { pthread_cond_wait(&change, &mutex); }
static uint64_t milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}
static int wait_for_change_until(uint64_t deadline) {
    const uint64_t now = milliseconds();
    struct timespec time;
    if (now >= deadline) return 0;
#ifdef __APPLE__
    time.tv_sec = (time_t)((deadline - now) / 1000);
    time.tv_nsec = (long)((deadline - now) % 1000) * 1000000;
    pthread_cond_timedwait_relative_np(&change, &mutex, &time);
#else
    time.tv_sec = (time_t)(deadline / 1000);
    time.tv_nsec = (long)(deadline % 1000) * 1000000;
    pthread_cond_timedwait(&change, &mutex, &time);
#endif
    return 1;
}
static void tell_change(void) { pthread_cond_broadcast(&change); }
#ifndef __EMSCRIPTEN__
#define WATCHES_FORKS
static void watch_forks(void);
#endif
static void system_prepare(void) {
#ifdef __APPLE__
    pthread_cond_init(&change, NULL);
#else
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&change, &attributes);
    pthread_condattr_destroy(&attributes);
#endif
#ifdef WATCHES_FORKS
    watch_forks();
#endif
}

#endif

/* ------------------------------------------------------------------------------------------------------ state */

#define OPEN_CLIENTS_MAX 16384
#define HEADER_LINES_MAX 32
#define HEADER_LINE_LENGTH_MAX 8192
#define PATH_LENGTH_MAX 4096
#define ID_LENGTH_MAX 1024
#define TOKEN_LENGTH 36
#define GRANTED_AMOUNT_MAX INT64_C(1000000000000)

static const char no_store[] = "this build has no store (iap_no_store.c), and players cannot buy anything; "
                               "hide the shop where iap_can_make_payments() is 0";

/* Snapshots. The game holds them by address. */
enum kind { PAYMENT, TRANSACTION, TRANSACTIONS, PURCHASE_INTENTS, INVENTORY_ITEM, INVENTORY_ITEMS, EVENT };
static const char *const kind_names[] = {
    "payment", "transaction", "transaction list", "purchase intent list", "inventory item", "inventory list", "event"};

struct object {
    enum kind kind;
    int references;      /* references of the library and of the game; the last release frees it */
    int owners;          /* how often the game must release it */
    int was_given;       /* the game owned a reference at some time */
    struct object *next; /* while handles are checked: the list of all objects ever made */
};

struct list {
    struct object object;
    size_t count;
    struct object *elements[1];
};

struct inventory_item {
    struct object object;
    iap_grant_kind kind;
    char name[IAP_INVENTORY_NAME_LENGTH_MAX + 1];
};

/* A payment of the game. It stays in the queue until the game finishes it. */
struct event;
struct payment {
    struct object object;
    struct payment *next;
    struct event *outcome; /* NULL after the payment failed */
    uint64_t id;
    int32_t quantity;
    char app_account_token[TOKEN_LENGTH + 1];
    char product_id[1];
};

struct transaction {
    struct object object;
    uintptr_t client; /* the number of the client that made it */
    iap_transaction_state_t state;
    struct payment *payment;
};

typedef void (*any_function)(void);
typedef void (*caller)(const struct event *event, iap_client *client, const iap_error *error);

struct event {
    struct object object;
    struct event *next;
    uint64_t number; /* events have numbers in their order */
    iap_event_type_t type;
    uint64_t request;
    iap_status status; /* the status of its error */
    const char *message;
    struct transaction *transaction;
    /* The completion of a request; NULL for events of the observers. */
    caller call;
    any_function completion;
    void *user_data;
};

struct events {
    struct event *first;
    struct event **end;
};

struct observer {
    struct observer *next;
    uint64_t id;
    iap_observer functions;
};

/* A running callback, and a thread that waits for one. Each is on the stack of its thread. */
#define PUMP 0 /* instead of a request: the call that processes events */
struct running {
    struct running *next;
    thread_id thread;
    uint64_t request;
};

struct client {
    struct client *next;
    uintptr_t number;
    int users; /* calls that release the lock and take it again */
    int is_closing, is_closed, is_pumping, has_pumped, is_woken, running_wakes;
    thread_id pumping_thread;
    iap_wake_function wake;
    void *wake_user_data;
    struct events answers, news;
    uint64_t last_event, last_id, last_observer;
    uint64_t put_aside; /* the newest event that had no observer */
    struct observer *observers;
    struct payment *payments;
    struct running *endings, *waits;
    struct list *inventory; /* the names in the grants; NULL without an inventory */
    /* Of the player, in lower case; empty without one. */
    char app_account_token[TOKEN_LENGTH + 1];
};

struct writing {
    struct writing *next;
    thread_id thread;
    int generation;
};

/* One lock guards everything. The library calls no function of the game while it holds the lock. */
static int is_prepared, is_checking, is_cut_off;
static struct client *clients;
static int open_clients;
static uintptr_t last_client;
static struct object *checked_objects;
static struct {
    iap_log_level level;
    iap_log_function function;
    void *user_data;
    int generation; /* counts the log functions */
    struct writing *writing;
    struct {
        const char *function;
        iap_status status;
    } said[32];
    size_t said_count;
} library_log;

static void prepare(void) {
    static const char *const levels[] = {"error", "warning", "info", "debug"};
    const char *level = getenv("IAP_LOG"), *check = getenv("IAP_CHECK");
    int index;
    for (index = 0; level != NULL && index < 4; index++) {
        if (strcmp(level, levels[index]) == 0) library_log.level = index + 1;
    }
    if (level != NULL && level[0] != 0 && library_log.level == IAP_LOG_NONE)
        fprintf(stderr, "iap warning: IAP_LOG is not one of error, warning, info and debug; nothing is logged\n");
    if (check != NULL && strcmp(check, "1") == 0) is_checking = 1;
    system_prepare();
    is_prepared = 1;
}

/* In a child process after fork(), a thread of the parent may have held the lock. */
static void lock(void) {
    if (is_cut_off) return;
    system_lock();
    if (!is_prepared) prepare();
}

static void unlock(void) {
    if (!is_cut_off) system_unlock();
}

#ifdef WATCHES_FORKS
#if defined(__GLIBC__) && defined(__has_include)
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define HAS_SECOND_THREAD (!__libc_single_threaded)
#endif
#endif
#ifndef HAS_SECOND_THREAD
#define HAS_SECOND_THREAD 1
#endif
static int will_be_cut_off;
static void before_fork(void) { will_be_cut_off = open_clients > 0 || HAS_SECOND_THREAD; }
static void after_fork_in_child(void) { is_cut_off = will_be_cut_off; }
static void watch_forks(void) { pthread_atfork(before_fork, NULL, after_fork_in_child); }
#endif

/* -------------------------------------------------------------------------------------------------------- log */

static void write_log(iap_log_level level, const char *function, const char *text, iap_status status) {
    char line[600];
    iap_log_function receiver;
    void *user_data;
    struct writing writing, *other, **place;
    static const char *const names[] = {"", "error", "warning", "info", "debug"};
    lock();
    if (level > library_log.level || is_cut_off) {
        unlock();
        return;
    }
    writing.thread = this_thread();
    /* A log function receives no lines about its own mistakes. */
    for (other = library_log.writing; other != NULL; other = other->next) {
        if (is_same_thread(other->thread, writing.thread)) {
            unlock();
            return;
        }
    }
    writing.generation = library_log.generation;
    writing.next = library_log.writing;
    library_log.writing = &writing;
    receiver = library_log.function;
    user_data = library_log.user_data;
    unlock();
    if (status == IAP_OK) snprintf(line, sizeof line, "%s: %s", function, text);
    else snprintf(line, sizeof line, "%s: %s (%s)", function, text, iap_status_name(status));
    if (receiver != NULL) receiver(user_data, level, line);
    else fprintf(stderr, "iap %s: %s\n", names[level], line);
    lock();
    place = &library_log.writing;
    while (*place != &writing) place = &(*place)->next;
    *place = writing.next;
    tell_change();
    unlock();
}

/* Many mistakes repeat in every frame. Each function and status is logged once. */
static int is_said(const char *function, iap_status status) {
    size_t index;
    int is_known = 0;
    lock();
    for (index = 0; index < library_log.said_count; index++) {
        if (library_log.said[index].function == function && library_log.said[index].status == status) is_known = 1;
    }
    if (!is_known && library_log.said_count < sizeof library_log.said / sizeof library_log.said[0]) {
        library_log.said[library_log.said_count].function = function;
        library_log.said[library_log.said_count++].status = status;
    }
    unlock();
    return is_known;
}

/* ----------------------------------------------------------------------------------------------------- errors */

/* One call of the game, with its name and its first error. */
struct call {
    const char *function;
    int ends_something; /* the object may have ended before: this is no mistake */
    iap_status status;
    char message[sizeof(((iap_error *)NULL)->message)];
};

#if defined(__GNUC__) && !defined(_WIN32)
#define PRINTS(text, values) __attribute__((format(printf, text, values)))
#else
#define PRINTS(text, values)
#endif

static void fail(struct call *call, iap_status status, const char *format, ...) PRINTS(3, 4);
static void fail(struct call *call, iap_status status, const char *format, ...) {
    va_list arguments;
    if (call->status != IAP_OK) return;
    call->status = status;
    va_start(arguments, format);
    vsnprintf(call->message, sizeof call->message, format, arguments);
    va_end(arguments);
}

static void fail_closed(struct call *call) { fail(call, IAP_ERROR_CLOSED, "the client has been closed"); }

static void fail_without_memory(struct call *call) {
    fail(call, IAP_ERROR_INTERNAL, "no memory is left; free memory and try again");
}

static void fill(iap_error *error, iap_status status, const char *message) {
    if (error == NULL || error->struct_size != sizeof *error) return;
    memset(error, 0, sizeof *error);
    error->struct_size = sizeof *error;
    error->status = status;
    error->category = IAP_STATUS_CATEGORY(status);
    if (status != IAP_OK) snprintf(error->message, sizeof error->message, "%s", message);
}

static iap_status end(const struct call *call, iap_error *error) {
    const iap_status status = call->status;
    const iap_category category = IAP_STATUS_CATEGORY(status);
    const int is_mistake = category == IAP_CATEGORY_INVALID_ARGUMENT || category == IAP_CATEGORY_MISUSE;
    fill(error, status, call->message);
    if (status == IAP_OK) return status;
    if (call->ends_something && (status == IAP_ERROR_CLOSED || status == IAP_ERROR_NOT_FOUND))
        write_log(IAP_LOG_DEBUG, call->function, call->message, status);
    else if (!is_mistake) write_log(IAP_LOG_INFO, call->function, call->message, status);
    else if (!is_said(call->function, status)) write_log(IAP_LOG_WARNING, call->function, call->message, status);
    return status;
}

void iap_error_init(iap_error *error) {
    static const iap_error value = IAP_ERROR_VALUE_INIT;
    if (error != NULL) *error = value;
}

/* -------------------------------------------------------------------------------------------------- snapshots */

static void *make_object(enum kind kind, size_t size) {
    struct object *object = (struct object *)calloc(1, size);
    if (object == NULL) return NULL;
    object->kind = kind;
    object->references = 1;
    if (is_checking) {
        object->next = checked_objects;
        checked_objects = object;
    }
    return object;
}

static struct list *make_list(enum kind kind, size_t count) {
    struct list *list = (struct list *)make_object(kind, sizeof(struct list) + count * sizeof(struct object *));
    if (list != NULL) list->count = count;
    return list;
}

static void drop(void *handle);

static void drop_parts(struct object *object) {
    size_t index;
    switch (object->kind) {
    case TRANSACTION: drop(((struct transaction *)object)->payment); break;
    case EVENT: drop(((struct event *)object)->transaction); break;
    case TRANSACTIONS:
    case INVENTORY_ITEMS:
        for (index = 0; index < ((struct list *)object)->count; index++) drop(((struct list *)object)->elements[index]);
        break;
    default: break;
    }
}

/* Releases one reference. While handles are checked, the memory is kept: an old pointer is never a new handle. */
static void drop(void *handle) {
    struct object *object = (struct object *)handle;
    if (object == NULL || --object->references > 0) return;
    drop_parts(object);
    if (!is_checking) free(object);
}

/* Writes why a pointer is not a usable handle; empty if it is one. Call it with the lock held. */
static void find_mistake(const void *handle, enum kind kind, char *text, size_t size) {
    const struct object *object = checked_objects;
    const char *const wanted = kind_names[kind];
    while (object != NULL && object != handle) object = object->next;
    text[0] = 0;
    if (object == NULL) snprintf(text, size, "the pointer is no %s of this library", wanted);
    else if (object->references == 0)
        snprintf(text, size, "the %s was %s; retain it to keep it", kind_names[object->kind],
                 object->was_given ? "released" : "borrowed for a callback that has returned");
    else if (object->kind != kind)
        snprintf(text, size, "the pointer has another type: %s, not %s", kind_names[object->kind], wanted);
}

static int is_refused(const void *handle, enum kind kind, const char *function) {
    char mistake[160];
    if (!is_checking) return 0;
    if (is_cut_off) return 1;
    lock();
    find_mistake(handle, kind, mistake, sizeof mistake);
    unlock();
    if (mistake[0] != 0) write_log(IAP_LOG_ERROR, function, mistake, IAP_OK);
    return mistake[0] != 0;
}

/* Returns the object of a handle; NULL for NULL and for a handle that the check refuses. */
static const void *object_at(const void *handle, enum kind kind, const char *function) {
    return handle == NULL || is_refused(handle, kind, function) ? NULL : handle;
}

/* Gives the game one reference, which the game must release. Call it with the lock held. */
static void *give(struct object *object) {
    object->owners++;
    object->was_given = 1;
    return object;
}

static const void *retain(const void *handle, enum kind kind, const char *function) {
    struct object *object = (struct object *)object_at(handle, kind, function);
    if (object == NULL) return NULL;
    lock();
    object->references++;
    give(object);
    unlock();
    return handle;
}

static void release(const void *handle, enum kind kind, const char *function) {
    struct object *object = (struct object *)object_at(handle, kind, function);
    char mistake[160] = "";
    if (object == NULL) return;
    lock();
    if (object->owners > 0) {
        object->owners--;
        drop(object);
    } else {
        snprintf(mistake, sizeof mistake,
                 "the %s is borrowed; release only handles that you received as owner or retained",
                 kind_names[object->kind]);
    }
    unlock();
    if (mistake[0] != 0) write_log(IAP_LOG_ERROR, function, mistake, IAP_OK);
}

/* ------------------------------------------------------------------------------------------------ the clients */

/* The handle of a client is a number, not an address: it is odd. */
static iap_client *handle_of(const struct client *client) { return (iap_client *)(client->number * 2 + 1); }

/* Returns the client of a handle until its close has returned. Call it with the lock held. */
static struct client *find_client(struct call *call, const iap_client *handle) {
    const uintptr_t value = (uintptr_t)handle;
    struct client *client = clients;
    while (client != NULL && handle_of(client) != handle) client = client->next;
    if (client != NULL) return client;
    if (handle == NULL) fail(call, IAP_ERROR_INVALID_ARGUMENT, "the client is NULL");
    else if (value % 2 == 0 || value / 2 == 0 || value / 2 > last_client)
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "the pointer is no client of this library");
    else fail_closed(call);
    return NULL;
}

static void start(struct call *call, const char *function) {
    call->function = function;
    call->ends_something = 0;
    call->status = IAP_OK;
    call->message[0] = 0;
    if (!is_cut_off) return;
    fail(call, IAP_ERROR_INVALID_STATE,
         "this process was made by fork() while the library was in use; use the library in the parent, or call exec()");
}

/* Returns the client with the lock held, even while the client is being closed. Returns NULL without the lock on failure. */
static struct client *enter_open_or_closing(struct call *call, const iap_client *handle) {
    struct client *client;
    if (call->status != IAP_OK) return NULL;
    lock();
    client = find_client(call, handle);
    if (client == NULL) unlock();
    return client;
}

static struct client *enter(struct call *call, const iap_client *handle) {
    struct client *client = enter_open_or_closing(call, handle);
    if (client == NULL || !client->is_closing) return client;
    unlock();
    fail_closed(call);
    return NULL;
}

/* Begins a call that needs an open client. */
static void begin(struct call *call, const char *function, const iap_client *handle) {
    start(call, function);
    if (enter(call, handle) != NULL) unlock();
}

static void free_client(struct client *client) {
    struct observer *observer;
    struct payment *payment;
    while ((observer = client->observers) != NULL) {
        client->observers = observer->next;
        free(observer);
    }
    while ((payment = client->payments) != NULL) {
        client->payments = payment->next;
        drop(payment->outcome);
        drop(payment);
    }
    drop(client->inventory);
    free(client);
}

/* Between use() and stop_using() the client stays in memory, even while the lock is released. */
static void use(struct client *client) { client->users++; }
static void stop_using(struct client *client) {
    if (--client->users == 0 && client->is_closed) free_client(client);
}

/* ------------------------------------------------------------------------------------------------- the events */

static void append(struct events *events, struct event *event) {
    event->next = NULL;
    *events->end = event;
    events->end = &event->next;
}

/* Takes an event out of its queue; returns NULL at the end of the queue. */
static struct event *take(struct events *events, struct event **place) {
    struct event *event = *place;
    if (event == NULL) return NULL;
    *place = event->next;
    if (events->end == &event->next) events->end = place;
    event->next = NULL;
    return event;
}

static struct event **place_of_request(struct events *events, uint64_t request) {
    struct event **place = &events->first;
    while (*place != NULL && (*place)->request != request) place = &(*place)->next;
    return place;
}

/* Returns the next event up to a number: a completion or, if an observer exists, an event for observers. */
static struct event *take_next(struct client *client, uint64_t last, int with_news) {
    struct event *answer = client->answers.first, *news = with_news ? client->news.first : NULL;
    if (answer != NULL && (news == NULL || answer->number < news->number))
        return answer->number <= last ? take(&client->answers, &client->answers.first) : NULL;
    return news != NULL && news->number <= last ? take(&client->news, &client->news.first) : NULL;
}

/* An event that was put aside is no work until an observer exists. */
static int has_work(const struct client *client) {
    const struct event *news = client->news.first;
    if (client->answers.first != NULL) return 1;
    if (news == NULL || client->observers != NULL) return news != NULL;
    while (news->next != NULL) news = news->next;
    return news->number > client->put_aside;
}

static struct event *make_event(iap_event_type_t type, uint64_t request, struct transaction *transaction) {
    struct event *event = (struct event *)make_object(EVENT, sizeof *event);
    if (event == NULL) return NULL;
    event->type = type;
    event->request = request;
    event->transaction = transaction;
    event->message = "";
    return event;
}

static void fail_event(struct event *event, iap_status status, const char *message) {
    event->status = status;
    event->message = message;
}

/* Wakes the game once for new work. Releases the lock meanwhile. */
static void wake_game(struct client *client) {
    tell_change();
    if (client->wake == NULL || client->is_woken || client->is_pumping || client->is_closing) return;
    if (!has_work(client)) return;
    client->is_woken = 1;
    client->running_wakes++;
    use(client);
    unlock();
    client->wake(client->wake_user_data);
    lock();
    client->running_wakes--;
    tell_change();
    stop_using(client);
}

static void queue_event(struct client *client, struct event *event) {
    event->number = ++client->last_event;
    append(event->call != NULL ? &client->answers : &client->news, event);
}

/* Does the work of this library: open payments fail. In both modes only calls that pump do this. */
static void run_work(struct client *client) {
    struct payment *payment;
    for (payment = client->payments; payment != NULL; payment = payment->next) {
        if (payment->outcome != NULL) queue_event(client, payment->outcome);
        payment->outcome = NULL;
    }
}

/* ------------------------------------------------------------------------------ callbacks and waiting threads */

static void unlink_running(struct running **place, struct running *running) {
    while (*place != running) place = &(*place)->next;
    *place = running->next;
}

/* Returns the thread that runs a callback; 0 if it does not run. */
static int find_thread(const struct client *client, uint64_t request, thread_id *thread) {
    const struct running *running = client->endings;
    if (request == PUMP) {
        *thread = client->pumping_thread;
        return client->is_pumping;
    }
    while (running != NULL && running->request != request) running = running->next;
    if (running != NULL) *thread = running->thread;
    return running != NULL;
}

/* Returns whether a thread waits, directly or through other threads, for a callback on the other thread. */
static int is_waiting_for(const struct client *client, thread_id thread, thread_id other) {
    for (;;) {
        const struct running *wait = client->waits;
        while (wait != NULL && !is_same_thread(wait->thread, thread)) wait = wait->next;
        if (wait == NULL || !find_thread(client, wait->request, &thread)) return 0;
        if (is_same_thread(thread, other)) return 1;
    }
}

/* Waits until a callback has returned on its thread. Does not wait for a thread that waits for this one. */
static void wait_for_callback(struct client *client, uint64_t request) {
    struct running wait;
    thread_id other;
    wait.thread = this_thread();
    wait.request = request;
    wait.next = client->waits;
    client->waits = &wait;
    while (find_thread(client, request, &other) && !is_same_thread(other, wait.thread) &&
           !is_waiting_for(client, other, wait.thread))
        wait_for_change();
    unlink_running(&client->waits, &wait);
}

static void wait_for_all_endings(struct client *client) {
    const thread_id thread = this_thread();
    for (;;) {
        const struct running *ending = client->endings;
        while (ending != NULL &&
               (is_same_thread(ending->thread, thread) || is_waiting_for(client, ending->thread, thread)))
            ending = ending->next;
        if (ending == NULL) return;
        wait_for_callback(client, ending->request);
    }
}

static const iap_error *error_of(const struct event *event, iap_error *error) {
    error->struct_size = sizeof *error;
    fill(error, event->status, event->message);
    return event->status == IAP_OK ? NULL : error;
}

/* Completes a request: calls its function without the lock. */
static void call_completion(struct client *client, const struct event *event) {
    struct running ending;
    iap_error error;
    ending.thread = this_thread();
    ending.request = event->request;
    ending.next = client->endings;
    client->endings = &ending;
    unlock();
    if (event->completion != NULL) event->call(event, handle_of(client), error_of(event, &error));
    lock();
    unlink_running(&client->endings, &ending);
    tell_change();
}

static void call_observer(const iap_observer *observer, const struct event *event, iap_client *client) {
    const iap_transaction *transaction = (const iap_transaction *)event->transaction;
    iap_error error;
    switch (event->type) {
    case IAP_EVENT_TRANSACTION_UPDATED:
        if (observer->transaction_updated != NULL)
            observer->transaction_updated(observer->user_data, client, transaction);
        break;
    case IAP_EVENT_TRANSACTION_REMOVED:
        if (observer->transaction_removed != NULL)
            observer->transaction_removed(observer->user_data, client, transaction);
        break;
    case IAP_EVENT_RESTORE_FAILED:
        if (observer->restore_failed == NULL) break;
        observer->restore_failed(observer->user_data, client, event->request, error_of(event, &error));
        break;
    default: break;
    }
}

/* Calls the observers without the lock. Observers that are added meanwhile receive later events. */
static void tell_observers(struct client *client, const struct event *event, int also_while_closing) {
    const uint64_t last = client->last_observer;
    uint64_t id = 0;
    while (also_while_closing || !client->is_closing) {
        const struct observer *observer = client->observers;
        iap_observer functions;
        while (observer != NULL && observer->id <= id) observer = observer->next;
        if (observer == NULL || observer->id > last) return;
        id = observer->id;
        functions = observer->functions;
        unlock();
        call_observer(&functions, event, handle_of(client));
        lock();
    }
}

static int begin_pumping(struct call *call, struct client *client) {
    if (client->is_pumping && is_same_thread(client->pumping_thread, this_thread()))
        fail(call, IAP_ERROR_REENTRANT,
             "events of this client are being processed further up on this thread; return from the callback first");
    else if (client->is_pumping)
        fail(call, IAP_ERROR_WRONG_THREAD, "another thread is processing events of this client");
    if (call->status != IAP_OK) return 0;
    client->is_pumping = client->has_pumped = 1;
    client->pumping_thread = this_thread();
    use(client);
    run_work(client);
    return 1;
}

static void end_pumping(struct client *client) {
    client->is_pumping = client->is_woken = 0;
    wake_game(client);
    stop_using(client);
}

int32_t iap_client_process_events(iap_client *client, uint32_t max_events) {
    struct call call;
    struct client *pumped;
    int32_t delivered = 0;
    start(&call, "iap_client_process_events");
    pumped = enter(&call, client);
    if (pumped == NULL) return end(&call, NULL);
    if (begin_pumping(&call, pumped)) {
        const uint64_t last = pumped->last_event;
        while (!pumped->is_closing && delivered < INT32_MAX && (max_events == 0 || (uint32_t)delivered < max_events)) {
            struct event *event = take_next(pumped, last, pumped->observers != NULL);
            if (event == NULL) {
                if (pumped->observers == NULL) pumped->put_aside = last;
                break;
            }
            if (event->call != NULL) call_completion(pumped, event);
            else tell_observers(pumped, event, 0);
            drop(event);
            delivered++;
        }
        end_pumping(pumped);
    }
    unlock();
    return call.status != IAP_OK ? end(&call, NULL) : delivered;
}

int32_t iap_client_next_event(iap_client *client, iap_event **event) {
    struct call call;
    struct client *polled;
    struct event *next = NULL;
    if (event != NULL) *event = NULL;
    start(&call, "iap_client_next_event");
    polled = enter(&call, client);
    if (polled == NULL) return end(&call, NULL);
    if (event == NULL) fail(&call, IAP_ERROR_INVALID_ARGUMENT, "event is NULL: there is nowhere to put the handle");
    if (call.status == IAP_OK && begin_pumping(&call, polled)) {
        polled->put_aside = 0; /* a host that polls receives all events */
        next = take_next(polled, polled->last_event, 1);
        if (next != NULL) *event = (iap_event *)give(&next->object);
        end_pumping(polled);
    }
    unlock();
    return call.status != IAP_OK ? end(&call, NULL) : next != NULL;
}

int32_t iap_client_wait_events(iap_client *client, uint32_t timeout_ms) {
    const uint64_t deadline = milliseconds() + timeout_ms;
    struct call call;
    struct client *waiting;
    int32_t result = 0;
    start(&call, "iap_client_wait_events");
    waiting = enter(&call, client);
    if (waiting == NULL) return end(&call, NULL);
    if (waiting->is_pumping && is_same_thread(waiting->pumping_thread, this_thread()))
        fail(&call, IAP_ERROR_REENTRANT, "a callback must not wait; return from the callback first");
    use(waiting);
    while (call.status == IAP_OK) {
        if (waiting->is_closing) fail_closed(&call);
        result = has_work(waiting);
        if (result || call.status != IAP_OK || timeout_ms == 0 || !wait_for_change_until(deadline)) break;
    }
    stop_using(waiting);
    unlock();
    return call.status != IAP_OK ? end(&call, NULL) : result;
}

iap_status iap_client_close(iap_client *client) {
    struct call call;
    struct client *closing, **place;
    struct event *event;
    int has_never_pumped;
    start(&call, "iap_client_close");
    call.ends_something = 1;
    closing = enter(&call, client);
    if (closing == NULL) return end(&call, NULL);
    closing->is_closing = 1;
    use(closing);
    tell_change();
    wait_for_callback(closing, PUMP);
    while (closing->running_wakes > 0) wait_for_change();
    has_never_pumped = !closing->has_pumped && has_work(closing);
    /* Each request stays in its queue until its turn: a completion can cancel the next one. */
    while ((event = take_next(closing, UINT64_MAX, 1)) != NULL) {
        fail_event(event, IAP_ERROR_CANCELLED, "the client was closed before the request had its answer");
        if (event->call != NULL) call_completion(closing, event);
        else if (event->request != 0) tell_observers(closing, event, 1);
        drop(event);
    }
    wait_for_all_endings(closing);
    place = &clients;
    while (*place != closing) place = &(*place)->next;
    *place = closing->next;
    open_clients--;
    closing->is_closed = 1;
    stop_using(closing);
    unlock();
    if (has_never_pumped)
        write_log(
            IAP_LOG_WARNING, call.function,
            "the client is closed, and it has never processed events; call iap_client_process_events() in each frame",
            IAP_OK);
    return end(&call, NULL);
}

/* --------------------------------------------------------------------------------------------------- requests */

/* Queues the completion of a request, with IAP_ERROR_UNSUPPORTED. */
static iap_status add_request(struct call *call, iap_client *handle, iap_event_type_t type, caller caller_of_completion,
                              any_function completion, void *user_data, uint64_t *request_id, iap_error *error) {
    struct client *client = enter(call, handle);
    struct event *event;
    if (client != NULL) {
        event = make_event(type, client->last_id + 1, NULL);
        if (event != NULL) {
            client->last_id++;
            fail_event(event, IAP_ERROR_UNSUPPORTED, no_store);
            event->call = caller_of_completion;
            event->completion = completion;
            event->user_data = user_data;
            queue_event(client, event);
            if (request_id != NULL) *request_id = event->request;
            wake_game(client);
        } else {
            fail_without_memory(call);
        }
        unlock();
    }
    return end(call, error);
}

iap_status iap_restore_completed_transactions(iap_client *client, uint64_t *request_id, iap_error *error) {
    struct call call;
    if (request_id != NULL) *request_id = 0;
    begin(&call, "iap_restore_completed_transactions", client);
    return add_request(&call, client, IAP_EVENT_RESTORE_FAILED, NULL, NULL, NULL, request_id, error);
}

/* The observers receive the end of a restore later. */
static int cancel_restore(struct client *client, uint64_t request) {
    struct event *event = *place_of_request(&client->news, request);
    if (event == NULL || event->status == IAP_ERROR_CANCELLED) return 0;
    fail_event(event, IAP_ERROR_CANCELLED, "the game cancelled the request");
    return 1;
}

iap_status iap_cancel_request(iap_client *client, uint64_t request_id, iap_error *error) {
    struct call call;
    struct client *cancelling;
    struct event *event = NULL;
    start(&call, "iap_cancel_request");
    call.ends_something = 1;
    cancelling = enter_open_or_closing(&call, client);
    if (cancelling == NULL) return end(&call, error);
    use(cancelling);
    if (request_id != 0) {
        wait_for_callback(cancelling, request_id);
        event = take(&cancelling->answers, place_of_request(&cancelling->answers, request_id));
    }
    if (event != NULL) {
        fail_event(event, IAP_ERROR_CANCELLED, "the game cancelled the request");
        call_completion(cancelling, event);
        drop(event);
    } else if (cancelling->is_closing) {
        fail_closed(&call);
    } else if (request_id == 0 || !cancel_restore(cancelling, request_id)) {
        fail(&call, IAP_ERROR_NOT_FOUND,
             "no open request has this id; it has completed, or it is a payment, which cannot be cancelled");
    }
    stop_using(cancelling);
    unlock();
    return end(&call, error);
}

/* -------------------------------------------------------------------------------------------------- arguments */

/* Returns how many bytes follow the first byte of a character; -1 if no character begins with it. */
static int following_bytes(unsigned char first) {
    if (first < 0x80) return 0;
    if (first < 0xC2) return -1;
    if (first < 0xE0) return 1;
    if (first < 0xF0) return 2;
    return first < 0xF5 ? 3 : -1;
}

static int is_utf8(const char *text, size_t length) {
    const unsigned char *next = (const unsigned char *)text, *const last = next + length;
    while (next < last) {
        const unsigned char first = *next++;
        const int count = following_bytes(first);
        int index;
        if (count < 0 || last - next < count) return 0;
        if (count == 0) continue;
        if ((first == 0xE0 && *next < 0xA0) || (first == 0xED && *next > 0x9F)) return 0; /* too long; a surrogate */
        if ((first == 0xF0 && *next < 0x90) || (first == 0xF4 && *next > 0x8F)) return 0; /* too long; too large */
        for (index = 0; index < count; index++) {
            if ((*next++ & 0xC0) != 0x80) return 0;
        }
    }
    return 1;
}

/* Returns the length of a text. One byte beyond the limit means that it is too long. */
static size_t length_up_to(const char *text, size_t limit) {
    size_t length = 0;
    while (length <= limit && text[length] != 0) length++;
    return length;
}

static void check_text_or_empty(struct call *call, const char *text, const char *name, size_t limit) {
    const size_t length = text != NULL ? length_up_to(text, limit) : 0;
    if (text == NULL) fail(call, IAP_ERROR_INVALID_ARGUMENT, "%s is NULL", name);
    else if (length > limit) fail(call, IAP_ERROR_TOO_LARGE, "%s is longer than %lu bytes", name, (unsigned long)limit);
    else if (!is_utf8(text, length)) fail(call, IAP_ERROR_INVALID_TEXT, "%s is not valid UTF-8", name);
}

static void check_text(struct call *call, const char *text, const char *name, size_t limit) {
    if (text != NULL && text[0] == 0) fail(call, IAP_ERROR_INVALID_TEXT, "%s is empty", name);
    check_text_or_empty(call, text, name, limit);
}

static void check_optional_text(struct call *call, const char *text, const char *name, size_t limit) {
    if (text != NULL) check_text(call, text, name, limit);
}

static void check_texts(struct call *call, const char *const *texts, size_t count, const char *name, size_t most,
                        size_t limit) {
    char place[80];
    size_t index;
    if (count > most)
        fail(call, IAP_ERROR_TOO_LARGE, "%lu of %s; at most %lu are allowed", (unsigned long)count, name,
             (unsigned long)most);
    else if (count > 0 && texts == NULL) fail(call, IAP_ERROR_INVALID_ARGUMENT, "%s is NULL", name);
    for (index = 0; index < count && call->status == IAP_OK; index++) {
        snprintf(place, sizeof place, "%s[%lu]", name, (unsigned long)index);
        check_text(call, texts[index], place, limit);
    }
}

static void check_value(struct call *call, int is_known, int32_t value, const char *name) {
    if (!is_known)
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "%s is %ld, which is not a value of its type", name, (long)value);
}

static void check_range(struct call *call, int64_t value, int64_t least, int64_t most, const char *name) {
    if (value < least || value > most)
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "%s is %.0f; it must be %.0f to %.0f", name, (double)value,
             (double)least, (double)most);
}

/* This library never returns such a handle. */
static void refuse_handle(struct call *call, const void *handle, const char *name) {
    fail(call, IAP_ERROR_INVALID_ARGUMENT, handle == NULL ? "%s is NULL" : "%s is not a handle of this library", name);
}

/* Copies a struct of the caller. If the caller's header is older, missing fields are zero. `sizes` has all past sizes of the
 * struct; the last one is the size of this version. */
static int copy_struct(struct call *call, void *copy, const void *given, const char *name, const size_t *sizes,
                       size_t count) {
    uint32_t size;
    size_t index;
    memset(copy, 0, sizes[count - 1]);
    if (given == NULL) {
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "%s is NULL", name);
        return 0;
    }
    memcpy(&size, given, sizeof size);
    for (index = 0; index < count; index++) {
        if (size == sizes[index]) return memcpy(copy, given, size), 1;
    }
    fail(call, IAP_ERROR_INVALID_STRUCT_SIZE,
         "%s.struct_size is %lu, of no known version; start the struct with its INIT macro", name, (unsigned long)size);
    return 0;
}

static char lower(char letter) { return (char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter); }

/* Returns whether a text begins with another one. The other one must be in lower case. */
static int begins_with(const char *text, const char *beginning) {
    while (*beginning != 0 && lower(*text) == *beginning) text++, beginning++;
    return *beginning == 0;
}

/* Returns whether a host is in 127.0.0.0/8, in its plain form: other spellings mean different hosts to different parsers. */
static int is_loopback_address(const char *host, size_t length) {
    int parts = 0, value = 0, digits = 0;
    size_t index;
    for (index = 0; index <= length; index++) {
        if (index < length && host[index] >= '0' && host[index] <= '9') {
            value = value * 10 + host[index] - '0';
            if (++digits > 3 || value > 255 || (digits > 1 && value < 10)) return 0;
        } else if (digits > 0 && (index == length || host[index] == '.') && (parts > 0 || value == 127)) {
            parts++;
            value = digits = 0;
        } else {
            return 0;
        }
    }
    return parts == 4;
}

static int is_loopback(const char *host, size_t length) {
    return (length == 9 && begins_with(host, "localhost")) || (length == 5 && begins_with(host, "[::1]")) ||
           is_loopback_address(host, length);
}

static int is_port(const char *text, size_t length) {
    long port = 0;
    size_t index;
    for (index = 0; index < length && port <= 65535; index++) {
        if (text[index] < '0' || text[index] > '9') return 0;
        port = port * 10 + text[index] - '0';
    }
    return length == 0 || (port >= 1 && port <= 65535);
}

/* Checks a URL: https, or http to this machine. The library sends nothing to it. */
static void check_url(struct call *call, const char *url, const char *name) {
    const char *host, *letter;
    size_t length, host_length;
    int is_https;
    if (call->status != IAP_OK) return;
    letter = url;
    while (*letter > ' ' && *letter < 127 && strchr("\\#<>|", *letter) == NULL) letter++;
    if (*letter != 0)
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "%s contains a character that is not allowed in a URL", name);
    is_https = begins_with(url, "https://");
    if (!is_https && !begins_with(url, "http://"))
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "%s is not a URL of a server; give one such as https://example.com/path",
             name);
    if (call->status != IAP_OK) return;
    host = url + (is_https ? 8 : 7);
    length = strcspn(host, "/?");
    host_length = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":/?");
    if (host_length == 0 || host_length > length || memchr(host, '@', length) != NULL)
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "%s does not name a server, or it contains a user name", name);
    else if (host_length < length &&
             (host[host_length] != ':' || !is_port(host + host_length + 1, length - host_length - 1)))
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "%s has a port outside 1 to 65535", name);
    else if (!is_https && !is_loopback(host, host_length))
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "%s is not encrypted; give https (http is only for this machine)", name);
}

static int have_same_name(const char *line, const char *other) {
    while (*line != ':' && lower(*line) == lower(*other)) line++, other++;
    return *line == ':' && *other == ':';
}

static void check_header_line(struct call *call, const char *line, const char *name, size_t index) {
    static const char *const reserved[] = {"accept:",
                                           "accept-encoding:",
                                           "connection:",
                                           "content-encoding:",
                                           "content-length:",
                                           "content-type:",
                                           "expect:",
                                           "host:",
                                           "idempotency-key:",
                                           "keep-alive:",
                                           "proxy-authorization:",
                                           "proxy-connection:",
                                           "te:",
                                           "trailer:",
                                           "transfer-encoding:",
                                           "upgrade:"};
    const size_t length = strspn(line, "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const char *value;
    size_t other;
    int is_right = length > 0 && line[length] == ':';
    for (value = line + length; is_right && *value != 0; value++) is_right = *value >= ' ' && *value < 127;
    if (is_right) is_right = line[length + 1 + strspn(line + length + 1, " ")] != 0;
    for (other = 0; is_right && other < sizeof reserved / sizeof reserved[0]; other++)
        is_right = !begins_with(line, reserved[other]);
    if (!is_right)
        fail(call, IAP_ERROR_INVALID_ARGUMENT,
             "%s[%lu] does not have the form \"Name: value\", or its name is one that the library sets itself", name,
             (unsigned long)index);
}

static void check_header_lines(struct call *call, const char *const *lines, size_t count, const char *name) {
    size_t index, other;
    check_texts(call, lines, count, name, HEADER_LINES_MAX, HEADER_LINE_LENGTH_MAX);
    for (index = 0; index < count && call->status == IAP_OK; index++) {
        check_header_line(call, lines[index], name, index);
        for (other = 0; other < index && call->status == IAP_OK; other++) {
            if (have_same_name(lines[other], lines[index]))
                fail(call, IAP_ERROR_INVALID_ARGUMENT, "%s[%lu] has the name of an earlier line", name,
                     (unsigned long)index);
        }
    }
}

static void check_product_list_options(struct call *call, const iap_product_list_options *options) {
    static const size_t sizes[] = {sizeof(iap_product_list_options)};
    iap_product_list_options given;
    if (!copy_struct(call, &given, options, "options", sizes, 1)) return;
    check_optional_text(call, given.path, "options.path", PATH_LENGTH_MAX);
    check_optional_text(call, given.url, "options.url", PATH_LENGTH_MAX);
    if (given.path == NULL && given.url == NULL)
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "options has neither a path nor a url; give one of them, or both");
    check_header_lines(call, given.headers, given.header_count, "options.headers");
    if (given.url != NULL) check_url(call, given.url, "options.url");
}

static void check_query(struct call *call, iap_query query, const char *product_id) {
    if (query == IAP_QUERY_LATEST && product_id == NULL)
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "IAP_QUERY_LATEST needs a product_id");
}

/* No list of this library has a next page. Every page is therefore wrong. */
static void check_page(struct call *call, const char *page) {
    if (page != NULL) fail(call, IAP_ERROR_INVALID_ARGUMENT, "iap_transactions_next_page() never returned this page");
}

/* -------------------------------------------------------------------------------------------------- inventory */

/* Checks a grant of the options. */
struct grant {
    size_t index;
    iap_grant_kind kind;
    const char *product_id;
    const char *name;
};

static int compare_grants(const void *one, const void *other) {
    const struct grant *first = (const struct grant *)one, *second = (const struct grant *)other;
    int order = strcmp(first->name, second->name);
    if (order == 0) order = strcmp(first->product_id, second->product_id);
    return order != 0 ? order : first->index < second->index ? -1 : 1;
}

static void read_grant(struct call *call, const iap_grant *grant, size_t index, struct grant *read) {
    static const size_t sizes[] = {sizeof(iap_grant)};
    iap_grant given;
    char place[32], product_id[48], name[48], amount[48], kind[48], policy[64];
    snprintf(place, sizeof place, "grants[%lu]", (unsigned long)index);
    snprintf(product_id, sizeof product_id, "%s.product_id", place);
    snprintf(name, sizeof name, "%s.name", place);
    snprintf(amount, sizeof amount, "%s.amount", place);
    snprintf(kind, sizeof kind, "%s.kind", place);
    snprintf(policy, sizeof policy, "%s.revocation_policy", place);
    if (!copy_struct(call, &given, grant, place, sizes, 1)) return;
    check_value(call, given.kind == IAP_GRANT_COUNTER || given.kind == IAP_GRANT_UNLOCK, given.kind, kind);
    check_value(call,
                given.revocation_policy >= IAP_REVOCATION_TAKE_BACK &&
                    given.revocation_policy <= IAP_REVOCATION_GAME_DECIDES,
                given.revocation_policy, policy);
    check_text(call, given.product_id, product_id, IAP_PRODUCT_ID_LENGTH_MAX);
    check_text(call, given.name, name, IAP_INVENTORY_NAME_LENGTH_MAX);
    if (given.kind == IAP_GRANT_COUNTER) check_range(call, given.amount, 1, GRANTED_AMOUNT_MAX, amount);
    else check_range(call, given.amount, 0, 0, amount);
    read->index = index;
    read->kind = given.kind;
    read->product_id = given.product_id;
    read->name = given.name;
}

/* Checks sorted grants for conflicts, and counts their names. */
static size_t count_names(struct call *call, const struct grant *grants, size_t count) {
    size_t index, names = count > 0;
    for (index = 1; index < count; index++) {
        const struct grant *one = &grants[index - 1], *other = &grants[index];
        const unsigned long first = (unsigned long)one->index, second = (unsigned long)other->index;
        if (strcmp(one->name, other->name) != 0) names++;
        else if (one->kind != other->kind)
            fail(call, IAP_ERROR_INVALID_ARGUMENT,
                 "grants[%lu] and grants[%lu] use one name for a counter and an unlock; use two names", first, second);
        else if (strcmp(one->product_id, other->product_id) == 0)
            fail(call, IAP_ERROR_INVALID_ARGUMENT,
                 "grants[%lu] and grants[%lu] grant the same item for one product; keep one of them", first, second);
    }
    return names;
}

/* Makes an empty item for each name. */
static struct list *make_items(const struct grant *grants, size_t count, size_t names) {
    struct list *items = make_list(INVENTORY_ITEMS, names);
    size_t index, next = 0;
    for (index = 0; items != NULL && index < count; index++) {
        struct inventory_item *item;
        if (index > 0 && strcmp(grants[index - 1].name, grants[index].name) == 0) continue;
        item = (struct inventory_item *)make_object(INVENTORY_ITEM, sizeof *item);
        if (item == NULL) {
            drop(items);
            return NULL;
        }
        item->kind = grants[index].kind;
        strcpy(item->name, grants[index].name);
        items->elements[next++] = &item->object;
    }
    return items;
}

/* The file with grants is not read, because nothing grants them here. */
static struct list *read_inventory(struct call *call, const iap_inventory_options *options) {
    static const size_t sizes[] = {sizeof(iap_inventory_options)};
    iap_inventory_options given;
    struct grant *grants;
    struct list *items = NULL;
    size_t index, names;
    if (!copy_struct(call, &given, options, "inventory", sizes, 1)) return NULL;
    if (given.grant_count > IAP_INVENTORY_GRANTS_MAX)
        fail(call, IAP_ERROR_TOO_LARGE, "inventory.grant_count is %lu; there may be %lu at most",
             (unsigned long)given.grant_count, (unsigned long)IAP_INVENTORY_GRANTS_MAX);
    else if (given.grant_count > 0 && given.grants == NULL)
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "inventory.grants is NULL");
    if (call->status != IAP_OK) return NULL;
    grants = (struct grant *)calloc(given.grant_count + 1, sizeof *grants);
    if (grants == NULL) {
        fail_without_memory(call);
        return NULL;
    }
    for (index = 0; index < given.grant_count && call->status == IAP_OK; index++)
        read_grant(call, &given.grants[index], index, &grants[index]);
    check_optional_text(call, given.grants_path, "inventory.grants_path", PATH_LENGTH_MAX);
    if (call->status == IAP_OK) {
        qsort(grants, given.grant_count, sizeof *grants, compare_grants);
        names = count_names(call, grants, given.grant_count);
        lock();
        if (call->status == IAP_OK) items = make_items(grants, given.grant_count, names);
        unlock();
        if (items == NULL) fail_without_memory(call);
    }
    free(grants);
    return items;
}

static void require_inventory(struct call *call, iap_client *handle) {
    struct client *client = enter(call, handle);
    if (client == NULL) return;
    if (client->inventory == NULL) fail(call, IAP_ERROR_INVALID_STATE, "the client was opened without an inventory");
    unlock();
}

static void check_counter(struct call *call, iap_client *handle, const char *counter) {
    struct client *client = enter(call, handle);
    size_t index;
    if (client == NULL) return;
    for (index = 0; client->inventory != NULL && index < client->inventory->count; index++) {
        const struct inventory_item *item = (const struct inventory_item *)client->inventory->elements[index];
        if (item->kind == IAP_GRANT_UNLOCK && strcmp(item->name, counter) == 0)
            fail(call, IAP_ERROR_INVALID_ARGUMENT, "counter is the name of an unlock; give the name of a counter");
    }
    unlock();
}

iap_status iap_inventory_list(iap_client *client, const iap_inventory_items **items, iap_error *error) {
    struct call call;
    struct client *listed;
    if (items != NULL) *items = NULL;
    begin(&call, "iap_inventory_list", client);
    require_inventory(&call, client);
    if (items == NULL) fail(&call, IAP_ERROR_INVALID_ARGUMENT, "items is NULL: there is nowhere to put the handle");
    listed = enter(&call, client);
    if (listed != NULL) {
        listed->inventory->object.references++;
        *items = (const iap_inventory_items *)give(&listed->inventory->object);
        unlock();
    }
    return end(&call, error);
}

/* ------------------------------------------------------------------------------------------------ account tokens */

static int is_hexadecimal(char digit) { return digit != 0 && strchr("0123456789abcdefABCDEF", digit) != NULL; }

/* An account token can name the player. No error contains it. */
static void check_uuid(struct call *call, const char *text, const char *name) {
    int index;
    check_optional_text(call, text, name, 64);
    if (text == NULL || call->status != IAP_OK) return;
    for (index = 0; index < TOKEN_LENGTH; index++) {
        const int is_dash = index == 8 || index == 13 || index == 18 || index == 23;
        if (is_dash ? text[index] != '-' : !is_hexadecimal(text[index])) break;
    }
    if (index < TOKEN_LENGTH || text[TOKEN_LENGTH] != 0)
        fail(call, IAP_ERROR_INVALID_TEXT,
             "%s is not a UUID, which has 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12", name);
}

/* Copies a UUID in lower case; nothing for NULL. */
static void copy_token(char *copy, const char *text) {
    int index;
    for (index = 0; text != NULL && index < TOKEN_LENGTH; index++) copy[index] = lower(text[index]);
}

/* ---------------------------------------------------------------------------------------------- open a client */

static void check_verification(struct call *call, const iap_verification_options *options) {
    static const size_t sizes[] = {sizeof(iap_verification_options)};
    iap_verification_options given;
    uint32_t shortest, longest;
    if (options == NULL || !copy_struct(call, &given, options, "verification", sizes, 1)) return;
    shortest = given.retry_min_ms == 0 ? 1000 : given.retry_min_ms;
    longest = given.retry_max_ms == 0 ? 3600000 : given.retry_max_ms;
    if (shortest > longest)
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "verification.retry_min_ms is more than retry_max_ms");
    check_value(call, given.mode >= IAP_VERIFY_BY_STORE && given.mode <= IAP_VERIFY_BY_SERVER, given.mode,
                "verification.mode");
    if (given.mode == IAP_VERIFY_BY_SIGNATURE)
        check_text(call, given.roots_path, "verification.roots_path", PATH_LENGTH_MAX);
    if (given.mode != IAP_VERIFY_BY_SERVER) return;
    check_text(call, given.server_url, "verification.server_url", PATH_LENGTH_MAX);
    check_url(call, given.server_url, "verification.server_url");
    check_header_lines(call, given.server_headers, given.server_header_count, "verification.server_headers");
}

static void check_integrity(struct call *call, const iap_client_options *options) {
    const size_t length = options->integrity_key_length;
    if (options->integrity_key == NULL && length != 0) fail(call, IAP_ERROR_INVALID_ARGUMENT, "integrity_key is NULL");
    else if (options->integrity_key != NULL && (length < 16 || length > 1024))
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "integrity_key has %lu bytes; give 16 to 1024", (unsigned long)length);
    check_optional_text(call, options->player_id, "player_id", 255);
}

static struct client *make_client(struct call *call, const iap_client_options *options, struct list *inventory) {
    struct client *client = (struct client *)calloc(1, sizeof *client);
    if (client == NULL) {
        fail_without_memory(call);
        return NULL;
    }
    client->wake = options->wake;
    client->wake_user_data = options->wake_user_data;
    client->answers.end = &client->answers.first;
    client->news.end = &client->news.first;
    client->inventory = inventory;
    copy_token(client->app_account_token, options->app_account_token);
    return client;
}

/* Neither mode of execution has a thread. No journal is opened, because there is nothing to remember. */
iap_status iap_client_open_version(uint32_t header_version, const iap_client_options *options, iap_client **client,
                                   iap_error *error) {
    static const size_t sizes[] = {sizeof(iap_client_options)};
    struct call call;
    iap_client_options given;
    struct list *inventory = NULL;
    struct client *opened;
    if (client != NULL) *client = NULL;
    start(&call, "iap_client_open_version");
    if (client == NULL) fail(&call, IAP_ERROR_INVALID_ARGUMENT, "client is NULL: there is nowhere to put the handle");
    if (header_version > IAP_HEADER_VERSION)
        fail(&call, IAP_ERROR_VERSION_MISMATCH,
             "the game was compiled with header %lu, but the library is version %lu; update the library",
             (unsigned long)header_version, (unsigned long)IAP_HEADER_VERSION);
    if (!copy_struct(&call, &given, options, "options", sizes, 1)) return end(&call, error);
    check_value(&call, given.execution == IAP_EXECUTION_BACKGROUND || given.execution == IAP_EXECUTION_MANUAL,
                given.execution, "execution");
    check_optional_text(&call, given.journal_path, "journal_path", PATH_LENGTH_MAX);
    if (call.status == IAP_OK && given.inventory != NULL) inventory = read_inventory(&call, given.inventory);
    check_verification(&call, given.verification);
    check_integrity(&call, &given);
    check_uuid(&call, given.app_account_token, "options.app_account_token");
    if (given.device != NULL)
        fail(&call, IAP_ERROR_UNSUPPORTED, "this build has no reference store; device must be NULL");
    lock();
    if (open_clients >= OPEN_CLIENTS_MAX || last_client >= UINTPTR_MAX / 2)
        fail(&call, IAP_ERROR_BUSY, "%d clients are open, which is the limit; close one of them first", open_clients);
    opened = call.status == IAP_OK ? make_client(&call, &given, inventory) : NULL;
    if (opened != NULL) {
        opened->number = ++last_client;
        opened->next = clients;
        clients = opened;
        open_clients++;
        *client = handle_of(opened);
    } else {
        drop(inventory);
    }
    unlock();
    return end(&call, error);
}

/* -------------------------------------------------------------------------------------------------- observers */

iap_status iap_add_observer(iap_client *client, const iap_observer *observer, uint64_t *observer_id, iap_error *error) {
    static const size_t sizes[] = {sizeof(iap_observer)};
    struct call call;
    struct client *observed;
    struct observer *added = NULL, **place;
    iap_observer functions;
    if (observer_id != NULL) *observer_id = 0;
    begin(&call, "iap_add_observer", client);
    if (!copy_struct(&call, &functions, observer, "observer", sizes, 1)) return end(&call, error);
    observed = enter(&call, client);
    if (observed == NULL) return end(&call, error);
    added = (struct observer *)calloc(1, sizeof *added);
    if (added != NULL) {
        added->id = ++observed->last_observer;
        added->functions = functions;
        place = &observed->observers;
        while (*place != NULL) place = &(*place)->next;
        *place = added;
        if (observer_id != NULL) *observer_id = added->id;
        wake_game(observed);
    } else {
        fail_without_memory(&call);
    }
    unlock();
    return end(&call, error);
}

iap_status iap_remove_observer(iap_client *client, uint64_t observer_id, iap_error *error) {
    struct call call;
    struct client *observed;
    struct observer *removed, **place;
    start(&call, "iap_remove_observer");
    call.ends_something = 1;
    observed = enter(&call, client);
    if (observed == NULL) return end(&call, error);
    place = &observed->observers;
    while (*place != NULL && (*place)->id != observer_id) place = &(*place)->next;
    removed = *place;
    if (removed != NULL) {
        *place = removed->next;
        free(removed);
    } else {
        fail(&call, IAP_ERROR_NOT_FOUND, "no observer has this id");
    }
    unlock();
    return end(&call, error);
}

/* --------------------------------------------------------------------------------------------------- payments */

/* Checks for strict Base64: padded, without white space and without bits after the last byte. */
static void check_base64(struct call *call, const char *text, const char *name) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t length, count;
    int is_base64;
    check_optional_text(call, text, name, IAP_PAYMENT_TEXT_LENGTH_MAX);
    if (text == NULL || call->status != IAP_OK) return;
    length = strlen(text);
    count = strspn(text, digits);
    is_base64 = length % 4 == 0 && length - count <= 2 && strspn(text + count, "=") == length - count;
    if (is_base64 && length - count == 1) is_base64 = (strchr(digits, text[count - 1]) - digits) % 4 == 0;
    if (is_base64 && length - count == 2) is_base64 = (strchr(digits, text[count - 1]) - digits) % 16 == 0;
    if (!is_base64) fail(call, IAP_ERROR_INVALID_TEXT, "%s is not Base64", name);
}

static void check_payment_text(struct call *call, const char *text, const char *name) {
    check_optional_text(call, text, name, IAP_PAYMENT_TEXT_LENGTH_MAX);
}

static void check_offer(struct call *call, const iap_payment_offer *offer) {
    const int has_signature =
        offer->key_id != NULL || offer->nonce != NULL || offer->signature != NULL || offer->timestamp_ms != 0;
    check_payment_text(call, offer->id, "payment.offer.id");
    check_payment_text(call, offer->win_back_id, "payment.offer.win_back_id");
    check_payment_text(call, offer->jws, "payment.offer.jws");
    check_payment_text(call, offer->key_id, "payment.offer.key_id");
    check_uuid(call, offer->nonce, "payment.offer.nonce");
    check_base64(call, offer->signature, "payment.offer.signature");
    if (offer->jws != NULL && has_signature)
        fail(call, IAP_ERROR_INVALID_ARGUMENT,
             "payment has two proofs of one offer, offer.jws and an older signature; give only one");
    if (offer->id != NULL && offer->win_back_id != NULL)
        fail(call, IAP_ERROR_INVALID_ARGUMENT,
             "payment names two offers, offer.id and offer.win_back_id; name only one");
    if (offer->id == NULL && (offer->jws != NULL || has_signature))
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "payment has the proof of a promotional offer, but no offer.id");
    check_payment_text(call, offer->introductory_jws, "payment.offer.introductory_jws");
}

static void check_storefronts(struct call *call, const char *codes) {
    size_t index;
    if (codes == NULL) return;
    check_text_or_empty(call, codes, "payment.storefronts", IAP_PAYMENT_TEXT_LENGTH_MAX);
    if (call->status != IAP_OK || codes[0] == 0) return;
    for (index = 0; codes[index] != 0; index++) {
        if (index % 4 == 3 ? codes[index] != ',' : codes[index] < 'A' || codes[index] > 'Z') break;
    }
    if (codes[index] != 0 || index % 4 != 3)
        fail(call, IAP_ERROR_INVALID_ARGUMENT,
             "payment.storefronts is not a list of ISO 3166-1 alpha-3 codes, separated by commas: USA,DEU");
}

static void check_custom_value(struct call *call, const iap_custom_value *value) {
    const int has_bytes = value->type == IAP_CUSTOM_VALUE_TEXT || value->type == IAP_CUSTOM_VALUE_DATA;
    check_text(call, value->key, "the key of a custom value", IAP_PAYMENT_TEXT_LENGTH_MAX);
    check_value(call, value->type >= IAP_CUSTOM_VALUE_TEXT && value->type <= IAP_CUSTOM_VALUE_DATA, value->type,
                "the type of a custom value");
    if (value->type == IAP_CUSTOM_VALUE_NUMBER && !(value->number >= -DBL_MAX && value->number <= DBL_MAX))
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "the number of a custom value is not finite");
    if (!has_bytes) return;
    if (value->length > IAP_PAYMENT_TEXT_LENGTH_MAX)
        fail(call, IAP_ERROR_TOO_LARGE, "a custom value is longer than %d bytes", IAP_PAYMENT_TEXT_LENGTH_MAX);
    else if (value->length > 0 && value->bytes == NULL)
        fail(call, IAP_ERROR_INVALID_ARGUMENT, "the bytes of a custom value are NULL");
    else if (value->type == IAP_CUSTOM_VALUE_TEXT && !is_utf8((const char *)value->bytes, value->length))
        fail(call, IAP_ERROR_INVALID_TEXT, "a custom value is not valid UTF-8");
}

static void check_custom_values(struct call *call, const iap_custom_value *values, size_t count) {
    size_t index, other;
    if (count > IAP_CUSTOM_VALUES_MAX)
        fail(call, IAP_ERROR_TOO_LARGE, "payment.custom_value_count is %lu; a payment has at most %d",
             (unsigned long)count, IAP_CUSTOM_VALUES_MAX);
    else if (count > 0 && values == NULL) fail(call, IAP_ERROR_INVALID_ARGUMENT, "payment.custom_values is NULL");
    for (index = 0; index < count && call->status == IAP_OK; index++) {
        check_custom_value(call, &values[index]);
        for (other = 0; other < index && call->status == IAP_OK; other++) {
            if (strcmp(values[index].key, values[other].key) == 0)
                fail(call, IAP_ERROR_INVALID_ARGUMENT,
                     "payment.custom_values[%lu].key is also the key of an earlier value", (unsigned long)index);
        }
    }
}

static void check_advanced_commerce(struct call *call, const iap_payment *payment) {
    const iap_payment_offer *offer = &payment->offer;
    const int is_bare = payment->quantity == 1 && payment->app_account_token == NULL && offer->id == NULL &&
                        payment->simulates_ask_to_buy == 0 && offer->win_back_id == NULL &&
                        offer->introductory_jws == NULL && payment->custom_value_count == 0 &&
                        payment->billing_plan == IAP_BILLING_PLAN_NONE && payment->seats == 0 &&
                        payment->suppresses_seat_invitation == 0;
    if (payment->advanced_commerce_jws != NULL && !is_bare)
        fail(call, IAP_ERROR_INVALID_ARGUMENT,
             "payment has advanced_commerce_jws and other options; the game's server signs everything except the "
             "product");
}

static int read_payment(struct call *call, const iap_payment *payment, iap_payment *given) {
    static const size_t sizes[] = {sizeof(iap_payment)};
    if (!copy_struct(call, given, payment, "payment", sizes, 1)) return 0;
    check_text(call, given->product_id, "payment.product_id", IAP_PRODUCT_ID_LENGTH_MAX);
    if (given->quantity < 1 || given->quantity > 10)
        fail(call, IAP_ERROR_INVALID_QUANTITY, "payment.quantity is %ld; give 1 to 10", (long)given->quantity);
    if (given->seats < 0) fail(call, IAP_ERROR_INVALID_ARGUMENT, "payment.seats is %ld", (long)given->seats);
    check_uuid(call, given->app_account_token, "payment.app_account_token");
    check_offer(call, &given->offer);
    check_payment_text(call, given->advanced_commerce_jws, "payment.advanced_commerce_jws");
    check_storefronts(call, given->storefronts);
    check_custom_values(call, given->custom_values, given->custom_value_count);
    check_value(call, given->billing_plan >= IAP_BILLING_PLAN_NONE && given->billing_plan <= IAP_BILLING_PLAN_MONTHLY,
                given->billing_plan, "payment.billing_plan");
    check_advanced_commerce(call, given);
    return call->status == IAP_OK;
}

static struct payment *make_payment(const struct client *client, const iap_payment *given, uint64_t id) {
    const size_t length = strlen(given->product_id);
    struct payment *payment = (struct payment *)make_object(PAYMENT, sizeof *payment + length);
    if (payment == NULL) return NULL;
    payment->id = id;
    payment->quantity = given->quantity;
    memcpy(payment->product_id, given->product_id, length + 1);
    copy_token(payment->app_account_token, given->app_account_token);
    if (payment->app_account_token[0] == 0)
        memcpy(payment->app_account_token, client->app_account_token, sizeof payment->app_account_token);
    return payment;
}

static struct transaction *make_transaction(const struct client *client, struct payment *payment,
                                            iap_transaction_state_t state) {
    struct transaction *transaction = (struct transaction *)make_object(TRANSACTION, sizeof *transaction);
    if (transaction == NULL) return NULL;
    transaction->client = client->number;
    transaction->state = state;
    transaction->payment = payment;
    payment->object.references++;
    return transaction;
}

static struct event *make_news(const struct client *client, iap_event_type_t type, struct payment *payment,
                               iap_transaction_state_t state) {
    struct transaction *transaction = make_transaction(client, payment, state);
    struct event *event = transaction != NULL ? make_event(type, 0, transaction) : NULL;
    if (event == NULL) drop(transaction);
    return event;
}

static void add_payment(struct call *call, iap_client *handle, const iap_payment *given, uint64_t *payment_id) {
    struct client *client = enter(call, handle);
    struct payment *payment, **place;
    struct event *purchasing = NULL, *failed = NULL;
    if (client == NULL) return;
    payment = make_payment(client, given, client->last_id + 1);
    if (payment != NULL && client->app_account_token[0] != 0 &&
        strcmp(payment->app_account_token, client->app_account_token) != 0) {
        drop(payment);
        fail(call, IAP_ERROR_OTHER_PLAYER,
             "the payment has another app_account_token than the client; open a client for the player who pays");
        unlock();
        return;
    }
    if (payment != NULL) {
        purchasing = make_news(client, IAP_EVENT_TRANSACTION_UPDATED, payment, IAP_TRANSACTION_PURCHASING);
        failed = make_news(client, IAP_EVENT_TRANSACTION_UPDATED, payment, IAP_TRANSACTION_FAILED);
    }
    if (purchasing != NULL && failed != NULL) {
        client->last_id++;
        place = &client->payments;
        while (*place != NULL) place = &(*place)->next;
        *place = payment;
        payment->outcome = failed;
        queue_event(client, purchasing);
        if (payment_id != NULL) *payment_id = payment->id;
        wake_game(client);
    } else {
        drop(purchasing);
        drop(failed);
        drop(payment);
        fail_without_memory(call);
    }
    unlock();
    if (call->status == IAP_OK)
        write_log(IAP_LOG_INFO, call->function, "the payment fails: this build has no store", IAP_OK);
}

iap_status iap_add_payment(iap_client *client, const iap_payment *payment, uint64_t *payment_id, iap_error *error) {
    struct call call;
    iap_payment given;
    if (payment_id != NULL) *payment_id = 0;
    begin(&call, "iap_add_payment", client);
    if (read_payment(&call, payment, &given)) add_payment(&call, client, &given, payment_id);
    return end(&call, error);
}

iap_status iap_buy(iap_client *client, const char *product_id, uint64_t *payment_id, iap_error *error) {
    struct call call;
    iap_payment given = IAP_PAYMENT_INIT;
    given.product_id = product_id;
    if (payment_id != NULL) *payment_id = 0;
    begin(&call, "iap_buy", client);
    check_text(&call, product_id, "product_id", IAP_PRODUCT_ID_LENGTH_MAX);
    add_payment(&call, client, &given, payment_id);
    return end(&call, error);
}

/* Drops events of the transaction that the game has not received yet. It receives only the removal. */
static void drop_news(struct client *client, const struct payment *payment) {
    struct event **place = &client->news.first;
    while (*place != NULL) {
        const struct transaction *transaction = (*place)->transaction;
        if (transaction != NULL && transaction->payment == payment) drop(take(&client->news, place));
        else place = &(*place)->next;
    }
}

static void finish_payment(struct call *call, struct client *client, struct payment *payment) {
    struct payment **place = &client->payments;
    struct event *removed;
    while (*place != NULL && *place != payment) place = &(*place)->next;
    if (*place == NULL) {
        fail(call, IAP_ERROR_NOT_FOUND, "the transaction is not in this client's queue, or it was already finished");
        return;
    }
    removed = make_news(client, IAP_EVENT_TRANSACTION_REMOVED, payment, IAP_TRANSACTION_FAILED);
    if (removed == NULL) {
        fail_without_memory(call);
        return;
    }
    *place = payment->next;
    drop_news(client, payment);
    drop(payment);
    queue_event(client, removed);
    wake_game(client);
}

static const struct transaction *transaction_at(const iap_transaction *transaction, const char *function) {
    return (const struct transaction *)object_at(transaction, TRANSACTION, function);
}

iap_status iap_finish_transaction(iap_client *client, const iap_transaction *transaction, iap_error *error) {
    struct call call;
    struct client *finishing;
    const struct transaction *finished;
    begin(&call, "iap_finish_transaction", client);
    finished = transaction_at(transaction, call.function);
    if (finished == NULL) fail(&call, IAP_ERROR_INVALID_ARGUMENT, "transaction is NULL");
    finishing = enter(&call, client);
    if (finishing == NULL) return end(&call, error);
    if (finished->client != finishing->number)
        fail(&call, IAP_ERROR_NOT_FOUND, "the payment belongs to another client or to an earlier launch");
    else if (finished->state == IAP_TRANSACTION_PURCHASING)
        fail(&call, IAP_ERROR_INVALID_STATE,
             "the handle shows the transaction as purchasing; finish the transaction that transaction_updated delivers "
             "later");
    else finish_payment(&call, finishing, finished->payment);
    unlock();
    if (call.status == IAP_OK) write_log(IAP_LOG_INFO, call.function, "the failed payment is finished", IAP_OK);
    return end(&call, error);
}

/* A payment fails when the game processes events. Until then it counts as received by the store. */
iap_status iap_cancel_payment(iap_client *client, uint64_t payment_id, iap_error *error) {
    struct call call;
    struct client *payer;
    const struct payment *payment;
    start(&call, "iap_cancel_payment");
    payer = enter(&call, client);
    if (payer == NULL) return end(&call, error);
    payment = payer->payments;
    while (payment != NULL && payment->id != payment_id) payment = payment->next;
    unlock();
    if (payment != NULL && payment->outcome != NULL)
        fail(&call, IAP_ERROR_INVALID_STATE, "the payment fails when the game processes events");
    fail(&call, IAP_ERROR_NOT_FOUND, "the payment has ended, or it is no payment of this client");
    return end(&call, error);
}

iap_status iap_finish_transaction_id(iap_client *client, uint64_t transaction_id, iap_error *error) {
    struct call call;
    (void)transaction_id;
    begin(&call, "iap_finish_transaction_id", client);
    fail(&call, IAP_ERROR_NOT_FOUND, "the transaction is not in this client's queue; this build has no store");
    return end(&call, error);
}

iap_status iap_record_grant(iap_client *client, const iap_transaction *transaction, iap_error *error) {
    struct call call;
    begin(&call, "iap_record_grant", client);
    if (transaction_at(transaction, call.function) == NULL)
        fail(&call, IAP_ERROR_INVALID_ARGUMENT, "transaction is NULL");
    fail(&call, IAP_ERROR_INVALID_STATE,
         "only a purchased or restored transaction can be granted, and only after its delivery");
    return end(&call, error);
}

iap_status iap_answer_verification(iap_client *client, uint64_t transaction_id, iap_verdict verdict, const char *reason,
                                   uint32_t retry_after_ms, iap_error *error) {
    struct call call;
    (void)transaction_id;
    (void)retry_after_ms;
    begin(&call, "iap_answer_verification", client);
    check_optional_text(&call, reason, "reason", ID_LENGTH_MAX);
    check_value(&call, verdict >= IAP_VERDICT_VALID && verdict <= IAP_VERDICT_UNDECIDED, verdict, "verdict");
    fail(&call, IAP_ERROR_NOT_FOUND, "no verification of this transaction is open");
    return end(&call, error);
}

static struct list *list_payments(const struct client *client) {
    struct payment *payment;
    struct list *list;
    size_t count = 0;
    for (payment = client->payments; payment != NULL; payment = payment->next) count++;
    list = make_list(TRANSACTIONS, count);
    if (list == NULL) return NULL;
    count = 0;
    for (payment = client->payments; payment != NULL; payment = payment->next) {
        struct transaction *transaction = make_transaction(
            client, payment, payment->outcome != NULL ? IAP_TRANSACTION_PURCHASING : IAP_TRANSACTION_FAILED);
        if (transaction == NULL) {
            drop(list);
            return NULL;
        }
        list->elements[count++] = &transaction->object;
    }
    return list;
}

iap_status iap_queue_transactions(iap_client *client, const iap_transactions **transactions, iap_error *error) {
    struct call call;
    struct client *listed;
    struct list *list;
    if (transactions != NULL) *transactions = NULL;
    begin(&call, "iap_queue_transactions", client);
    if (transactions == NULL)
        fail(&call, IAP_ERROR_INVALID_ARGUMENT, "transactions is NULL: there is nowhere to put the handle");
    listed = enter(&call, client);
    if (listed != NULL) {
        list = list_payments(listed);
        if (list != NULL) *transactions = (const iap_transactions *)give(&list->object);
        else fail_without_memory(&call);
        unlock();
    }
    return end(&call, error);
}

iap_status iap_queue_purchase_intents(iap_client *client, const iap_purchase_intents **intents, iap_error *error) {
    struct call call;
    struct list *list;
    if (intents != NULL) *intents = NULL;
    begin(&call, "iap_queue_purchase_intents", client);
    if (intents == NULL) fail(&call, IAP_ERROR_INVALID_ARGUMENT, "intents is NULL: there is nowhere to put the handle");
    if (enter(&call, client) != NULL) {
        list = make_list(PURCHASE_INTENTS, 0);
        if (list != NULL) *intents = (const iap_purchase_intents *)give(&list->object);
        else fail_without_memory(&call);
        unlock();
    }
    return end(&call, error);
}

/* -------------------------------------------------------------------------------------- getters of snapshots */

iap_transaction_state_t iap_transaction_state(const iap_transaction *transaction) {
    const struct transaction *told = transaction_at(transaction, "iap_transaction_state");
    return told != NULL ? told->state : IAP_TRANSACTION_UNKNOWN;
}

uint64_t iap_transaction_payment_id(const iap_transaction *transaction) {
    const struct transaction *told = transaction_at(transaction, "iap_transaction_payment_id");
    return told != NULL ? told->payment->id : 0;
}

const char *iap_transaction_product_id(const iap_transaction *transaction) {
    const struct transaction *told = transaction_at(transaction, "iap_transaction_product_id");
    return told != NULL ? told->payment->product_id : NULL;
}

int32_t iap_transaction_quantity(const iap_transaction *transaction) {
    const struct transaction *told = transaction_at(transaction, "iap_transaction_quantity");
    return told != NULL ? told->payment->quantity : 0;
}

const char *iap_transaction_app_account_token(const iap_transaction *transaction) {
    const struct transaction *told = transaction_at(transaction, "iap_transaction_app_account_token");
    return told != NULL && told->payment->app_account_token[0] != 0 ? told->payment->app_account_token : NULL;
}

iap_status iap_transaction_error(const iap_transaction *transaction, iap_error *error) {
    const struct transaction *told = transaction_at(transaction, "iap_transaction_error");
    const int has_failed = told != NULL && told->state == IAP_TRANSACTION_FAILED;
    const iap_status status = has_failed ? IAP_ERROR_UNSUPPORTED : IAP_OK;
    fill(error, status, no_store);
    return status;
}

static const struct list *list_at(const void *list, enum kind kind, const char *function) {
    return (const struct list *)object_at(list, kind, function);
}

static const void *element_of(const struct list *list, size_t index) {
    return list != NULL && index < list->count ? list->elements[index] : NULL;
}

size_t iap_transactions_count(const iap_transactions *transactions) {
    const struct list *list = list_at(transactions, TRANSACTIONS, "iap_transactions_count");
    return list != NULL ? list->count : 0;
}

const iap_transaction *iap_transactions_at(const iap_transactions *transactions, size_t index) {
    return (const iap_transaction *)element_of(list_at(transactions, TRANSACTIONS, "iap_transactions_at"), index);
}

size_t iap_inventory_items_count(const iap_inventory_items *items) {
    const struct list *list = list_at(items, INVENTORY_ITEMS, "iap_inventory_items_count");
    return list != NULL ? list->count : 0;
}

const iap_inventory_item *iap_inventory_items_at(const iap_inventory_items *items, size_t index) {
    return (const iap_inventory_item *)element_of(list_at(items, INVENTORY_ITEMS, "iap_inventory_items_at"), index);
}

static const struct inventory_item *item_at(const iap_inventory_item *item, const char *function) {
    return (const struct inventory_item *)object_at(item, INVENTORY_ITEM, function);
}

iap_grant_kind iap_inventory_item_kind(const iap_inventory_item *item) {
    const struct inventory_item *told = item_at(item, "iap_inventory_item_kind");
    return told != NULL ? told->kind : 0;
}

const char *iap_inventory_item_name(const iap_inventory_item *item) {
    const struct inventory_item *told = item_at(item, "iap_inventory_item_name");
    return told != NULL ? told->name : NULL;
}

static const struct event *event_at(const iap_event *event, const char *function) {
    return (const struct event *)object_at(event, EVENT, function);
}

iap_event_type_t iap_event_type(const iap_event *event) {
    const struct event *told = event_at(event, "iap_event_type");
    return told != NULL ? told->type : IAP_EVENT_NONE;
}

uint64_t iap_event_request_id(const iap_event *event) {
    const struct event *told = event_at(event, "iap_event_request_id");
    return told != NULL ? told->request : 0;
}

const iap_transaction *iap_event_transaction(const iap_event *event) {
    const struct event *told = event_at(event, "iap_event_transaction");
    return told != NULL ? (const iap_transaction *)told->transaction : NULL;
}

iap_status iap_event_error(const iap_event *event, iap_error *error) {
    const struct event *told = event_at(event, "iap_event_error");
    const iap_status status = told != NULL ? told->status : IAP_OK;
    fill(error, status, told != NULL ? told->message : "");
    return status;
}

/* ------------------------------------------------------------------------------------------------ the library */

uint32_t iap_version(void) { return IAP_HEADER_VERSION; }

void iap_check_handles(void) {
    lock();
    is_checking = 1;
    unlock();
}

iap_status iap_set_log_function(iap_log_level level, iap_log_function function, void *user_data, iap_error *error) {
    const thread_id thread = this_thread();
    const struct writing *writing;
    struct call call;
    start(&call, "iap_set_log_function");
    check_value(&call, level >= IAP_LOG_NONE && level <= IAP_LOG_DEBUG, level, "level");
    if (call.status != IAP_OK) return end(&call, error);
    lock();
    library_log.level = level;
    library_log.function = function;
    library_log.user_data = user_data;
    library_log.said_count = 0;
    library_log.generation++;
    /* When this returns, the library no longer calls the previous function. */
    do {
        writing = library_log.writing;
        while (writing != NULL &&
               (is_same_thread(writing->thread, thread) || writing->generation == library_log.generation))
            writing = writing->next;
        if (writing != NULL) wait_for_change();
    } while (writing != NULL);
    unlock();
    return end(&call, error);
}

/* -------------------------------------------------------------------------------------------- generated functions */

/* clang-format off */

static void call_products_function(const struct event *event, iap_client *client, const iap_error *error) {
    ((iap_products_function)event->completion)(event->user_data, client, event->request, NULL, error);
}

static void call_transactions_function(const struct event *event, iap_client *client, const iap_error *error) {
    ((iap_transactions_function)event->completion)(event->user_data, client, event->request, NULL, error);
}

static void call_storefront_function(const struct event *event, iap_client *client, const iap_error *error) {
    ((iap_storefront_function)event->completion)(event->user_data, client, event->request, NULL, NULL, error);
}

static void call_subscription_statuses_function(const struct event *event, iap_client *client, const iap_error *error) {
    ((iap_subscription_statuses_function)event->completion)(event->user_data, client, event->request, NULL, error);
}

static void call_flag_function(const struct event *event, iap_client *client, const iap_error *error) {
    ((iap_flag_function)event->completion)(event->user_data, client, event->request, 0, error);
}

static void call_completion_function(const struct event *event, iap_client *client, const iap_error *error) {
    ((iap_completion_function)event->completion)(event->user_data, client, event->request, error);
}

static void call_app_transaction_function(const struct event *event, iap_client *client, const iap_error *error) {
    ((iap_app_transaction_function)event->completion)(event->user_data, client, event->request, NULL, error);
}

static void call_text_function(const struct event *event, iap_client *client, const iap_error *error) {
    ((iap_text_function)event->completion)(event->user_data, client, event->request, NULL, error);
}

static void call_promotions_function(const struct event *event, iap_client *client, const iap_error *error) {
    ((iap_promotions_function)event->completion)(event->user_data, client, event->request, NULL, error);
}

uint32_t iap_struct_size(const char *name) {
    if (name == NULL) return 0;
    if (strcmp(name, "iap_error") == 0) return sizeof(iap_error);
    if (strcmp(name, "iap_client_options") == 0) return sizeof(iap_client_options);
    if (strcmp(name, "iap_product_list_options") == 0) return sizeof(iap_product_list_options);
    if (strcmp(name, "iap_payment") == 0) return sizeof(iap_payment);
    if (strcmp(name, "iap_observer") == 0) return sizeof(iap_observer);
    if (strcmp(name, "iap_verification_options") == 0) return sizeof(iap_verification_options);
    if (strcmp(name, "iap_grant") == 0) return sizeof(iap_grant);
    if (strcmp(name, "iap_inventory_options") == 0) return sizeof(iap_inventory_options);
    return 0;
}

const char *iap_status_name(iap_status status) {
    switch (status) {
    case IAP_OK: return "IAP_OK";
    case IAP_ERROR_INVALID_ARGUMENT: return "IAP_ERROR_INVALID_ARGUMENT";
    case IAP_ERROR_INVALID_QUANTITY: return "IAP_ERROR_INVALID_QUANTITY";
    case IAP_ERROR_INVALID_TEXT: return "IAP_ERROR_INVALID_TEXT";
    case IAP_ERROR_INVALID_STRUCT_SIZE: return "IAP_ERROR_INVALID_STRUCT_SIZE";
    case IAP_ERROR_TOO_LARGE: return "IAP_ERROR_TOO_LARGE";
    case IAP_ERROR_INVALID_STORE_FILE: return "IAP_ERROR_INVALID_STORE_FILE";
    case IAP_ERROR_INVALID_ANCHOR: return "IAP_ERROR_INVALID_ANCHOR";
    case IAP_ERROR_INVALID_FILE: return "IAP_ERROR_INVALID_FILE";
    case IAP_ERROR_MISUSE: return "IAP_ERROR_MISUSE";
    case IAP_ERROR_CLOSED: return "IAP_ERROR_CLOSED";
    case IAP_ERROR_REENTRANT: return "IAP_ERROR_REENTRANT";
    case IAP_ERROR_WRONG_THREAD: return "IAP_ERROR_WRONG_THREAD";
    case IAP_ERROR_INVALID_STATE: return "IAP_ERROR_INVALID_STATE";
    case IAP_ERROR_VERSION_MISMATCH: return "IAP_ERROR_VERSION_MISMATCH";
    case IAP_ERROR_BUSY: return "IAP_ERROR_BUSY";
    case IAP_ERROR_KEY_IN_USE: return "IAP_ERROR_KEY_IN_USE";
    case IAP_ERROR_NOT_FOUND: return "IAP_ERROR_NOT_FOUND";
    case IAP_ERROR_CANCELLED: return "IAP_ERROR_CANCELLED";
    case IAP_ERROR_UNFINISHED_PURCHASE: return "IAP_ERROR_UNFINISHED_PURCHASE";
    case IAP_ERROR_NOT_ALLOWED: return "IAP_ERROR_NOT_ALLOWED";
    case IAP_ERROR_NOT_ELIGIBLE: return "IAP_ERROR_NOT_ELIGIBLE";
    case IAP_ERROR_INSUFFICIENT_BALANCE: return "IAP_ERROR_INSUFFICIENT_BALANCE";
    case IAP_ERROR_OTHER_PLAYER: return "IAP_ERROR_OTHER_PLAYER";
    case IAP_ERROR_PRODUCT_UNAVAILABLE: return "IAP_ERROR_PRODUCT_UNAVAILABLE";
    case IAP_ERROR_NOT_IN_STOREFRONT: return "IAP_ERROR_NOT_IN_STOREFRONT";
    case IAP_ERROR_NETWORK: return "IAP_ERROR_NETWORK";
    case IAP_ERROR_SERVER: return "IAP_ERROR_SERVER";
    case IAP_ERROR_STORE: return "IAP_ERROR_STORE";
    case IAP_ERROR_NOT_ENTITLED: return "IAP_ERROR_NOT_ENTITLED";
    case IAP_ERROR_DUPLICATE_REQUEST: return "IAP_ERROR_DUPLICATE_REQUEST";
    case IAP_ERROR_VERIFICATION: return "IAP_ERROR_VERIFICATION";
    case IAP_ERROR_STORAGE: return "IAP_ERROR_STORAGE";
    case IAP_ERROR_STORAGE_FULL: return "IAP_ERROR_STORAGE_FULL";
    case IAP_ERROR_STORAGE_NEWER: return "IAP_ERROR_STORAGE_NEWER";
    case IAP_ERROR_STORAGE_FOREIGN: return "IAP_ERROR_STORAGE_FOREIGN";
    case IAP_ERROR_STORAGE_DAMAGED: return "IAP_ERROR_STORAGE_DAMAGED";
    case IAP_ERROR_UNSUPPORTED: return "IAP_ERROR_UNSUPPORTED";
    case IAP_ERROR_OFFER: return "IAP_ERROR_OFFER";
    case IAP_ERROR_INELIGIBLE_FOR_OFFER: return "IAP_ERROR_INELIGIBLE_FOR_OFFER";
    case IAP_ERROR_INVALID_OFFER_IDENTIFIER: return "IAP_ERROR_INVALID_OFFER_IDENTIFIER";
    case IAP_ERROR_INVALID_OFFER_PRICE: return "IAP_ERROR_INVALID_OFFER_PRICE";
    case IAP_ERROR_INVALID_OFFER_SIGNATURE: return "IAP_ERROR_INVALID_OFFER_SIGNATURE";
    case IAP_ERROR_MISSING_OFFER_PARAMETERS: return "IAP_ERROR_MISSING_OFFER_PARAMETERS";
    case IAP_ERROR_INTERNAL: return "IAP_ERROR_INTERNAL";
    default: return "IAP_ERROR_UNKNOWN";
    }
}

void iap_client_options_init(iap_client_options *options) {
    static const iap_client_options value = IAP_CLIENT_OPTIONS_INIT;
    if (options != NULL) *options = value;
}

int32_t iap_can_make_payments(iap_client *client, iap_error *error) {
    struct call call;
    begin(&call, "iap_can_make_payments", client);
    end(&call, error);
    return 0;
}

iap_status iap_request_products(iap_client *client, const char *const *product_ids, size_t count,
                                iap_products_function completion, void *user_data, uint64_t *request_id,
                                iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_products", client);
    check_texts(&call, product_ids, count, "product_ids", IAP_PRODUCT_IDS_MAX, IAP_PRODUCT_ID_LENGTH_MAX);
    return add_request(&call, client, IAP_EVENT_PRODUCTS_RECEIVED, call_products_function, (any_function)completion,
                       user_data, request_id, error);
}

size_t iap_products_count(const iap_products *products) {
    (void)products;
    return 0;
}

const iap_product *iap_products_at(const iap_products *products, size_t index) {
    (void)products;
    (void)index;
    return NULL;
}

size_t iap_products_invalid_count(const iap_products *products) {
    (void)products;
    return 0;
}

const char *iap_products_invalid_at(const iap_products *products, size_t index) {
    (void)products;
    (void)index;
    return NULL;
}

const iap_products *iap_products_retain(const iap_products *products) {
    (void)products;
    return NULL;
}

void iap_products_release(const iap_products *products) {
    (void)products;
}

iap_product_list_source iap_products_list_source(const iap_products *products) {
    (void)products;
    return 0;
}

void iap_product_list_options_init(iap_product_list_options *options) {
    static const iap_product_list_options value = IAP_PRODUCT_LIST_OPTIONS_INIT;
    if (options != NULL) *options = value;
}

iap_status iap_request_product_list(iap_client *client, const iap_product_list_options *options,
                                    iap_products_function completion, void *user_data, uint64_t *request_id,
                                    iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_product_list", client);
    check_product_list_options(&call, options);
    return add_request(&call, client, IAP_EVENT_PRODUCTS_RECEIVED, call_products_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_request_cached_products(iap_client *client, const char *const *product_ids, size_t count,
                                       iap_products_function completion, void *user_data, uint64_t *request_id,
                                       iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_cached_products", client);
    check_texts(&call, product_ids, count, "product_ids", IAP_PRODUCT_IDS_MAX, IAP_PRODUCT_ID_LENGTH_MAX);
    return add_request(&call, client, IAP_EVENT_PRODUCTS_RECEIVED, call_products_function, (any_function)completion,
                       user_data, request_id, error);
}

int32_t iap_product_is_cached(const iap_product *product) {
    (void)product;
    return 0;
}

const iap_product *iap_product_retain(const iap_product *product) {
    (void)product;
    return NULL;
}

void iap_product_release(const iap_product *product) {
    (void)product;
}

const char *iap_product_id(const iap_product *product) {
    (void)product;
    return NULL;
}

iap_product_type_t iap_product_type(const iap_product *product) {
    (void)product;
    return 0;
}

const char *iap_product_type_text(const iap_product *product) {
    (void)product;
    return NULL;
}

const char *iap_product_display_name(const iap_product *product) {
    (void)product;
    return NULL;
}

const char *iap_product_description(const iap_product *product) {
    (void)product;
    return NULL;
}

int64_t iap_product_price_milliunits(const iap_product *product) {
    (void)product;
    return 0;
}

const char *iap_product_currency_code(const iap_product *product) {
    (void)product;
    return NULL;
}

const char *iap_product_display_price(const iap_product *product) {
    (void)product;
    return NULL;
}

int32_t iap_product_is_family_shareable(const iap_product *product) {
    (void)product;
    return 0;
}

iap_period_unit iap_product_subscription_period_unit(const iap_product *product) {
    (void)product;
    return 0;
}

int32_t iap_product_subscription_period_value(const iap_product *product) {
    (void)product;
    return 0;
}

const char *iap_product_subscription_group_id(const iap_product *product) {
    (void)product;
    return NULL;
}

int32_t iap_product_subscription_group_level(const iap_product *product) {
    (void)product;
    return 0;
}

const char *iap_product_subscription_group_name(const iap_product *product) {
    (void)product;
    return NULL;
}

const char *iap_product_json(const iap_product *product) {
    (void)product;
    return NULL;
}

size_t iap_product_offer_count(const iap_product *product) {
    (void)product;
    return 0;
}

const iap_offer *iap_product_offer_at(const iap_product *product, size_t index) {
    (void)product;
    (void)index;
    return NULL;
}

iap_offer_type_t iap_offer_type(const iap_offer *offer) {
    (void)offer;
    return 0;
}

const char *iap_offer_id(const iap_offer *offer) {
    (void)offer;
    return NULL;
}

iap_payment_mode iap_offer_payment_mode(const iap_offer *offer) {
    (void)offer;
    return 0;
}

int64_t iap_offer_price_milliunits(const iap_offer *offer) {
    (void)offer;
    return 0;
}

const char *iap_offer_display_price(const iap_offer *offer) {
    (void)offer;
    return NULL;
}

iap_period_unit iap_offer_period_unit(const iap_offer *offer) {
    (void)offer;
    return 0;
}

int32_t iap_offer_period_value(const iap_offer *offer) {
    (void)offer;
    return 0;
}

int32_t iap_offer_period_count(const iap_offer *offer) {
    (void)offer;
    return 0;
}

void iap_payment_init(iap_payment *payment) {
    static const iap_payment value = IAP_PAYMENT_INIT;
    if (payment != NULL) *payment = value;
}

uint64_t iap_transaction_id(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

uint64_t iap_transaction_original_id(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_product_type_t iap_transaction_product_type(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int64_t iap_transaction_purchase_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int64_t iap_transaction_original_purchase_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int64_t iap_transaction_expiration_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int64_t iap_transaction_revocation_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_revocation_reason iap_transaction_revocation_reason(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_ownership iap_transaction_ownership(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_subscription_group_id(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_environment(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_signed_text(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

iap_verification iap_transaction_verification(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_app_bundle_id(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_web_order_line_item_id(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

int32_t iap_transaction_is_upgraded(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_transaction_reason_t iap_transaction_reason(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_storefront_country_code(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_storefront_identifier(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

int64_t iap_transaction_price_milliunits(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_currency_code(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

iap_offer_type_t iap_transaction_offer_type(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_offer_id(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

iap_payment_mode iap_transaction_offer_payment_mode(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_period_unit iap_transaction_offer_period_unit(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int32_t iap_transaction_offer_period_value(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_revocation_type iap_transaction_revocation_type(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int32_t iap_transaction_revocation_percentage(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_app_transaction_id(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

int64_t iap_transaction_signed_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_device_verification(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_device_verification_nonce(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_json(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

int32_t iap_transaction_delivery_count(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_delivery_state iap_transaction_delivery_state(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const iap_transaction *iap_transaction_original(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const iap_transaction *iap_transaction_retain(const iap_transaction *transaction) {
    return (const iap_transaction *)retain(transaction, TRANSACTION, "iap_transaction_retain");
}

void iap_transaction_release(const iap_transaction *transaction) {
    release(transaction, TRANSACTION, "iap_transaction_release");
}

const char *iap_transactions_next_page(const iap_transactions *transactions) {
    (void)transactions;
    return NULL;
}

const iap_transactions *iap_transactions_retain(const iap_transactions *transactions) {
    return (const iap_transactions *)retain(transactions, TRANSACTIONS, "iap_transactions_retain");
}

void iap_transactions_release(const iap_transactions *transactions) {
    release(transactions, TRANSACTIONS, "iap_transactions_release");
}

void iap_observer_init(iap_observer *observer) {
    static const iap_observer value = IAP_OBSERVER_INIT;
    if (observer != NULL) *observer = value;
}

int32_t iap_owns(iap_client *client, const char *product_id, iap_error *error) {
    struct call call;
    begin(&call, "iap_owns", client);
    check_text(&call, product_id, "product_id", IAP_PRODUCT_ID_LENGTH_MAX);
    end(&call, error);
    return 0;
}

iap_status iap_request_transactions(iap_client *client, iap_query query, const char *product_id,
                                    iap_transactions_function completion, void *user_data, uint64_t *request_id,
                                    iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_transactions", client);
    check_value(&call, query >= IAP_QUERY_UNFINISHED && query <= IAP_QUERY_LATEST, query, "query");
    check_optional_text(&call, product_id, "product_id", IAP_PRODUCT_ID_LENGTH_MAX);
    check_query(&call, query, product_id);
    return add_request(&call, client, IAP_EVENT_TRANSACTIONS_RECEIVED, call_transactions_function,
                       (any_function)completion, user_data, request_id, error);
}

iap_status iap_request_transactions_page(iap_client *client, iap_query query, const char *product_id,
                                         uint32_t limit, const char *page, iap_transactions_function completion,
                                         void *user_data, uint64_t *request_id, iap_error *error) {
    (void)limit;
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_transactions_page", client);
    check_value(&call, query >= IAP_QUERY_UNFINISHED && query <= IAP_QUERY_LATEST, query, "query");
    check_optional_text(&call, product_id, "product_id", IAP_PRODUCT_ID_LENGTH_MAX);
    check_optional_text(&call, page, "page", ID_LENGTH_MAX);
    check_query(&call, query, product_id);
    check_page(&call, page);
    return add_request(&call, client, IAP_EVENT_TRANSACTIONS_RECEIVED, call_transactions_function,
                       (any_function)completion, user_data, request_id, error);
}

iap_status iap_request_storefront(iap_client *client, iap_storefront_function completion, void *user_data,
                                  uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_storefront", client);
    return add_request(&call, client, IAP_EVENT_STOREFRONT_RECEIVED, call_storefront_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_request_subscription_statuses(iap_client *client, const char *group_id,
                                             iap_subscription_statuses_function completion, void *user_data,
                                             uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_subscription_statuses", client);
    check_optional_text(&call, group_id, "group_id", 1024);
    return add_request(&call, client, IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED, call_subscription_statuses_function,
                       (any_function)completion, user_data, request_id, error);
}

iap_status iap_request_transaction_status(iap_client *client, uint64_t transaction_id,
                                          iap_subscription_statuses_function completion, void *user_data,
                                          uint64_t *request_id, iap_error *error) {
    (void)transaction_id;
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_transaction_status", client);
    return add_request(&call, client, IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED, call_subscription_statuses_function,
                       (any_function)completion, user_data, request_id, error);
}

iap_status iap_request_introductory_offer_eligibility(iap_client *client, const char *group_id,
                                                      iap_flag_function completion, void *user_data,
                                                      uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_introductory_offer_eligibility", client);
    check_text(&call, group_id, "group_id", 1024);
    return add_request(&call, client, IAP_EVENT_FLAG_RECEIVED, call_flag_function, (any_function)completion, user_data,
                       request_id, error);
}

size_t iap_subscription_statuses_count(const iap_subscription_statuses *statuses) {
    (void)statuses;
    return 0;
}

const iap_subscription_status *iap_subscription_statuses_at(const iap_subscription_statuses *statuses, size_t index)
                                                            {
    (void)statuses;
    (void)index;
    return NULL;
}

const iap_subscription_statuses *iap_subscription_statuses_retain(const iap_subscription_statuses *statuses) {
    (void)statuses;
    return NULL;
}

void iap_subscription_statuses_release(const iap_subscription_statuses *statuses) {
    (void)statuses;
}

const iap_subscription_status *iap_subscription_status_retain(const iap_subscription_status *status) {
    (void)status;
    return NULL;
}

void iap_subscription_status_release(const iap_subscription_status *status) {
    (void)status;
}

iap_subscription_state iap_subscription_status_state(const iap_subscription_status *status) {
    (void)status;
    return 0;
}

const char *iap_subscription_status_group_id(const iap_subscription_status *status) {
    (void)status;
    return NULL;
}

const iap_transaction *iap_subscription_status_transaction(const iap_subscription_status *status) {
    (void)status;
    return NULL;
}

const iap_renewal_info *iap_subscription_status_renewal_info(const iap_subscription_status *status) {
    (void)status;
    return NULL;
}

iap_verification iap_renewal_info_verification(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

uint64_t iap_renewal_info_original_transaction_id(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_product_id(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

int32_t iap_renewal_info_will_auto_renew(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_auto_renew_product_id(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

iap_expiration_reason iap_renewal_info_expiration_reason(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

iap_price_increase iap_renewal_info_price_increase(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

int32_t iap_renewal_info_is_in_billing_retry(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

int64_t iap_renewal_info_grace_period_expiration_date_ms(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

iap_offer_type_t iap_renewal_info_offer_type(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_offer_id(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

iap_payment_mode iap_renewal_info_offer_payment_mode(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

iap_period_unit iap_renewal_info_offer_period_unit(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

int32_t iap_renewal_info_offer_period_value(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_environment(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

int64_t iap_renewal_info_recent_subscription_start_date_ms(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

int64_t iap_renewal_info_renewal_date_ms(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

int64_t iap_renewal_info_renewal_price_milliunits(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_currency_code(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

size_t iap_renewal_info_eligible_win_back_offer_count(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_eligible_win_back_offer_at(const iap_renewal_info *info, size_t index) {
    (void)info;
    (void)index;
    return NULL;
}

const char *iap_renewal_info_app_account_token(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

const char *iap_renewal_info_app_transaction_id(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

int64_t iap_renewal_info_signed_date_ms(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_signed_text(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

const char *iap_renewal_info_json(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

void iap_verification_options_init(iap_verification_options *options) {
    static const iap_verification_options value = IAP_VERIFICATION_OPTIONS_INIT;
    if (options != NULL) *options = value;
}

int32_t iap_supports(iap_client *client, iap_feature feature, iap_error *error) {
    struct call call;
    begin(&call, "iap_supports", client);
    check_value(&call, feature >= IAP_FEATURE_WIN_BACK_OFFERS && feature <= IAP_FEATURE_MULTI_SEAT, feature, "feature");
    end(&call, error);
    return 0;
}

iap_environment iap_client_environment(iap_client *client) {
    struct call call;
    begin(&call, "iap_client_environment", client);
    return end(&call, NULL);
}

iap_status iap_request_audit_copy(iap_client *client, const char *path, iap_completion_function completion,
                                  void *user_data, uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_audit_copy", client);
    check_text(&call, path, "path", 4096);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_request_refund(iap_client *client, uint64_t transaction_id, void *ui_anchor,
                              iap_completion_function completion, void *user_data, uint64_t *request_id,
                              iap_error *error) {
    (void)transaction_id;
    (void)ui_anchor;
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_refund", client);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_show_manage_subscriptions(iap_client *client, const char *group_id, void *ui_anchor,
                                         iap_completion_function completion, void *user_data, uint64_t *request_id,
                                         iap_error *error) {
    (void)ui_anchor;
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_show_manage_subscriptions", client);
    check_optional_text(&call, group_id, "group_id", 1024);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_present_offer_code_redemption(iap_client *client, void *ui_anchor,
                                             iap_completion_function completion, void *user_data,
                                             uint64_t *request_id, iap_error *error) {
    (void)ui_anchor;
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_present_offer_code_redemption", client);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_request_review(iap_client *client, void *ui_anchor, iap_completion_function completion,
                              void *user_data, uint64_t *request_id, iap_error *error) {
    (void)ui_anchor;
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_review", client);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_display_message(iap_client *client, const iap_message *message, void *ui_anchor,
                               iap_completion_function completion, void *user_data, uint64_t *request_id,
                               iap_error *error) {
    (void)ui_anchor;
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_display_message", client);
    refuse_handle(&call, message, "message");
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_message_reason_t iap_message_reason(const iap_message *message) {
    (void)message;
    return 0;
}

const iap_message *iap_message_retain(const iap_message *message) {
    (void)message;
    return NULL;
}

void iap_message_release(const iap_message *message) {
    (void)message;
}

iap_status iap_request_app_transaction(iap_client *client, int32_t refresh, iap_app_transaction_function completion,
                                       void *user_data, uint64_t *request_id, iap_error *error) {
    (void)refresh;
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_app_transaction", client);
    return add_request(&call, client, IAP_EVENT_APP_TRANSACTION_RECEIVED, call_app_transaction_function,
                       (any_function)completion, user_data, request_id, error);
}

const iap_app_transaction *iap_app_transaction_retain(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

void iap_app_transaction_release(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
}

iap_verification iap_app_transaction_verification(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

uint64_t iap_app_transaction_app_id(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

uint64_t iap_app_transaction_app_version_id(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

const char *iap_app_transaction_app_version(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_bundle_id(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_environment(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_original_app_version(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

int64_t iap_app_transaction_original_purchase_date_ms(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

int64_t iap_app_transaction_preorder_date_ms(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

const char *iap_app_transaction_app_transaction_id(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_original_platform(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

int64_t iap_app_transaction_signed_date_ms(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

const char *iap_app_transaction_device_verification(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_device_verification_nonce(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_signed_text(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_json(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

iap_status iap_request_app_receipt(iap_client *client, int32_t refresh, iap_text_function completion,
                                   void *user_data, uint64_t *request_id, iap_error *error) {
    (void)refresh;
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_app_receipt", client);
    return add_request(&call, client, IAP_EVENT_TEXT_RECEIVED, call_text_function, (any_function)completion, user_data,
                       request_id, error);
}

const iap_products *iap_event_products(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_transactions *iap_event_transactions(const iap_event *event) {
    (void)event;
    return NULL;
}

const char *iap_event_storefront_country_code(const iap_event *event) {
    (void)event;
    return NULL;
}

const char *iap_event_storefront_identifier(const iap_event *event) {
    (void)event;
    return NULL;
}

int32_t iap_event_flag(const iap_event *event) {
    (void)event;
    return 0;
}

const char *iap_event_product_id(const iap_event *event) {
    (void)event;
    return NULL;
}

const char *iap_event_text(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_subscription_statuses *iap_event_subscription_statuses(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_subscription_status *iap_event_subscription_status(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_app_transaction *iap_event_app_transaction(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_promotions *iap_event_promotions(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_purchase_intent *iap_event_purchase_intent(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_message *iap_event_message(const iap_event *event) {
    (void)event;
    return NULL;
}

void iap_event_release(iap_event *event) {
    release(event, EVENT, "iap_event_release");
}

iap_status iap_take_purchase_intent(iap_client *client, const iap_purchase_intent *intent,
                                    const iap_payment *payment, uint64_t *payment_id, iap_error *error) {
    (void)payment;
    if (payment_id != NULL) *payment_id = 0;
    struct call call;
    begin(&call, "iap_take_purchase_intent", client);
    refuse_handle(&call, intent, "intent");
    return end(&call, error);
}

iap_status iap_defer_purchase_intent(iap_client *client, const iap_purchase_intent *intent, iap_error *error) {
    struct call call;
    begin(&call, "iap_defer_purchase_intent", client);
    refuse_handle(&call, intent, "intent");
    return end(&call, error);
}

iap_status iap_decline_purchase_intent(iap_client *client, const iap_purchase_intent *intent, iap_error *error) {
    struct call call;
    begin(&call, "iap_decline_purchase_intent", client);
    refuse_handle(&call, intent, "intent");
    return end(&call, error);
}

size_t iap_purchase_intents_count(const iap_purchase_intents *intents) {
    (void)intents;
    return 0;
}

const iap_purchase_intent *iap_purchase_intents_at(const iap_purchase_intents *intents, size_t index) {
    (void)intents;
    (void)index;
    return NULL;
}

const iap_purchase_intents *iap_purchase_intents_retain(const iap_purchase_intents *intents) {
    return (const iap_purchase_intents *)retain(intents, PURCHASE_INTENTS, "iap_purchase_intents_retain");
}

void iap_purchase_intents_release(const iap_purchase_intents *intents) {
    release(intents, PURCHASE_INTENTS, "iap_purchase_intents_release");
}

const char *iap_purchase_intent_product_id(const iap_purchase_intent *intent) {
    (void)intent;
    return NULL;
}

iap_offer_type_t iap_purchase_intent_offer_type(const iap_purchase_intent *intent) {
    (void)intent;
    return 0;
}

const char *iap_purchase_intent_offer_id(const iap_purchase_intent *intent) {
    (void)intent;
    return NULL;
}

int32_t iap_purchase_intent_is_deferred(const iap_purchase_intent *intent) {
    (void)intent;
    return 0;
}

const iap_purchase_intent *iap_purchase_intent_retain(const iap_purchase_intent *intent) {
    (void)intent;
    return NULL;
}

void iap_purchase_intent_release(const iap_purchase_intent *intent) {
    (void)intent;
}

iap_status iap_request_promotions(iap_client *client, iap_promotions_function completion, void *user_data,
                                  uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_promotions", client);
    return add_request(&call, client, IAP_EVENT_PROMOTIONS_RECEIVED, call_promotions_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_set_promotion_order(iap_client *client, const char *const *product_ids, size_t count,
                                   iap_completion_function completion, void *user_data, uint64_t *request_id,
                                   iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_set_promotion_order", client);
    check_texts(&call, product_ids, count, "product_ids", IAP_PRODUCT_IDS_MAX, IAP_PRODUCT_ID_LENGTH_MAX);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_set_promotion_visibility(iap_client *client, const char *product_id,
                                        iap_promotion_visibility visibility, iap_completion_function completion,
                                        void *user_data, uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_set_promotion_visibility", client);
    check_text(&call, product_id, "product_id", IAP_PRODUCT_ID_LENGTH_MAX);
    check_value(&call, visibility >= IAP_PROMOTION_VISIBILITY_DEFAULT && visibility <= IAP_PROMOTION_VISIBILITY_HIDDEN,
                visibility, "visibility");
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

size_t iap_promotions_count(const iap_promotions *promotions) {
    (void)promotions;
    return 0;
}

const char *iap_promotions_product_id_at(const iap_promotions *promotions, size_t index) {
    (void)promotions;
    (void)index;
    return NULL;
}

iap_promotion_visibility iap_promotions_visibility_at(const iap_promotions *promotions, size_t index) {
    (void)promotions;
    (void)index;
    return 0;
}

const iap_promotions *iap_promotions_retain(const iap_promotions *promotions) {
    (void)promotions;
    return NULL;
}

void iap_promotions_release(const iap_promotions *promotions) {
    (void)promotions;
}

size_t iap_product_billing_plan_count(const iap_product *product) {
    (void)product;
    return 0;
}

const iap_billing_plan *iap_product_billing_plan_at(const iap_product *product, size_t index) {
    (void)product;
    (void)index;
    return NULL;
}

iap_billing_plan_type_t iap_billing_plan_type(const iap_billing_plan *plan) {
    (void)plan;
    return 0;
}

const char *iap_billing_plan_display_price(const iap_billing_plan *plan) {
    (void)plan;
    return NULL;
}

int64_t iap_billing_plan_price_milliunits(const iap_billing_plan *plan) {
    (void)plan;
    return 0;
}

iap_period_unit iap_billing_plan_period_unit(const iap_billing_plan *plan) {
    (void)plan;
    return 0;
}

int32_t iap_billing_plan_period_value(const iap_billing_plan *plan) {
    (void)plan;
    return 0;
}

int64_t iap_billing_plan_commitment_price_milliunits(const iap_billing_plan *plan) {
    (void)plan;
    return 0;
}

iap_billing_plan_type_t iap_transaction_billing_plan_type(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int32_t iap_transaction_commitment_period_number(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int32_t iap_transaction_commitment_period_count(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int64_t iap_transaction_commitment_expiration_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int64_t iap_transaction_commitment_price_milliunits(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_billing_plan_type_t iap_renewal_info_billing_plan_type(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_transaction_advanced_commerce_json(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

iap_status iap_show_external_purchase_notice(iap_client *client, iap_text_function completion, void *user_data,
                                             uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_show_external_purchase_notice", client);
    return add_request(&call, client, IAP_EVENT_TEXT_RECEIVED, call_text_function, (any_function)completion, user_data,
                       request_id, error);
}

iap_status iap_open_external_purchase_link(iap_client *client, const char *url, iap_completion_function completion,
                                           void *user_data, uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_open_external_purchase_link", client);
    check_optional_text(&call, url, "url", 4096);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_request_external_purchase_custom_link_eligibility(iap_client *client, iap_flag_function completion,
                                                                 void *user_data, uint64_t *request_id,
                                                                 iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_external_purchase_custom_link_eligibility", client);
    return add_request(&call, client, IAP_EVENT_FLAG_RECEIVED, call_flag_function, (any_function)completion, user_data,
                       request_id, error);
}

iap_status iap_request_external_purchase_token(iap_client *client, iap_external_purchase_token type,
                                               iap_text_function completion, void *user_data, uint64_t *request_id,
                                               iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_request_external_purchase_token", client);
    check_value(&call, type >= IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION && type <= IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES,
                type, "type");
    return add_request(&call, client, IAP_EVENT_TEXT_RECEIVED, call_text_function, (any_function)completion, user_data,
                       request_id, error);
}

iap_status iap_show_external_purchase_custom_link_notice(iap_client *client, iap_external_purchase_notice type,
                                                         iap_completion_function completion, void *user_data,
                                                         uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_show_external_purchase_custom_link_notice", client);
    check_value(&call, type >= IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER && type <= IAP_EXTERNAL_PURCHASE_NOTICE_WITHIN_APP,
                type, "type");
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_open_external_link_account(iap_client *client, iap_completion_function completion, void *user_data,
                                          uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_open_external_link_account", client);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_bind_payment_method(iap_client *client, const char *pinning_id, iap_completion_function completion,
                                   void *user_data, uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_bind_payment_method", client);
    check_text(&call, pinning_id, "pinning_id", 1024);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

void iap_grant_init(iap_grant *grant) {
    static const iap_grant value = IAP_GRANT_INIT;
    if (grant != NULL) *grant = value;
}

void iap_inventory_options_init(iap_inventory_options *options) {
    static const iap_inventory_options value = IAP_INVENTORY_OPTIONS_INIT;
    if (options != NULL) *options = value;
}

int64_t iap_inventory_balance(iap_client *client, const char *counter, iap_error *error) {
    struct call call;
    begin(&call, "iap_inventory_balance", client);
    require_inventory(&call, client);
    check_text(&call, counter, "counter", SIZE_MAX - 1);
    end(&call, error);
    return 0;
}

int32_t iap_inventory_is_unlocked(iap_client *client, const char *unlock, iap_error *error) {
    struct call call;
    begin(&call, "iap_inventory_is_unlocked", client);
    require_inventory(&call, client);
    check_text(&call, unlock, "unlock", SIZE_MAX - 1);
    end(&call, error);
    return 0;
}

void iap_inventory_items_release(const iap_inventory_items *items) {
    release(items, INVENTORY_ITEMS, "iap_inventory_items_release");
}

int64_t iap_inventory_item_balance(const iap_inventory_item *item) {
    (void)item;
    return 0;
}

int32_t iap_inventory_item_is_unlocked(const iap_inventory_item *item) {
    (void)item;
    return 0;
}

int64_t iap_inventory_item_expiration_date_ms(const iap_inventory_item *item) {
    (void)item;
    return 0;
}

iap_status iap_inventory_spend(iap_client *client, const char *counter, int64_t amount, const char *key,
                               iap_completion_function completion, void *user_data, uint64_t *request_id,
                               iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_inventory_spend", client);
    require_inventory(&call, client);
    check_text(&call, counter, "counter", IAP_INVENTORY_NAME_LENGTH_MAX);
    check_text(&call, key, "key", 255);
    check_range(&call, amount, 1, IAP_INVENTORY_BALANCE_MAX, "amount");
    check_counter(&call, client, counter);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_inventory_add(iap_client *client, const char *counter, int64_t amount, const char *key,
                             iap_completion_function completion, void *user_data, uint64_t *request_id,
                             iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_inventory_add", client);
    require_inventory(&call, client);
    check_text(&call, counter, "counter", IAP_INVENTORY_NAME_LENGTH_MAX);
    check_text(&call, key, "key", 255);
    check_range(&call, amount, 1, IAP_INVENTORY_BALANCE_MAX, "amount");
    check_counter(&call, client, counter);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_inventory_take_back(iap_client *client, uint64_t transaction_id, iap_completion_function completion,
                                   void *user_data, uint64_t *request_id, iap_error *error) {
    (void)transaction_id;
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_inventory_take_back", client);
    require_inventory(&call, client);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}

iap_status iap_inventory_export(iap_client *client, iap_text_function completion, void *user_data,
                                uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_inventory_export", client);
    require_inventory(&call, client);
    return add_request(&call, client, IAP_EVENT_TEXT_RECEIVED, call_text_function, (any_function)completion, user_data,
                       request_id, error);
}

iap_status iap_inventory_import(iap_client *client, const char *text, iap_completion_function completion,
                                void *user_data, uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    struct call call;
    begin(&call, "iap_inventory_import", client);
    require_inventory(&call, client);
    check_text(&call, text, "text", 16 << 20);
    return add_request(&call, client, IAP_EVENT_REQUEST_COMPLETED, call_completion_function, (any_function)completion,
                       user_data, request_id, error);
}
