#include "interface.h"

#include <iap/iap_log.h>

#include <pthread.h>
#include <stdlib.h>

#define HANDLES_MAX 2048
#define IDS 16
#define TEXTS 8
#define TEXT_MAX 16384
#define THREADS_MAX 8
#define CALLS_MAX 48
#define CALLBACK_DEPTH_MAX 3

/* ------------------------------------------------------------------------------------------------------ handles */

typedef struct handle {
    const void *pointer;
    int kind;
    bool is_owned;
} handle;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* `lock` guards these. */
static handle handles[HANDLES_MAX];
static size_t handle_count;
static uint64_t ids[IDS];
static size_t id_count;
static char texts[TEXTS][TEXT_MAX];
static size_t text_count;

static int thread_count;
static _Thread_local fuzz_input *own_input;
static _Thread_local int callback_depth;

static void let_go(handle old) {
    if (!old.is_owned) return;
    /* The handle may be closed or released already; the call then reports this. */
    if (interface_kinds[old.kind].release != NULL) interface_kinds[old.kind].release(old.pointer);
    else if (old.kind == interface_kind_of_client) (void)iap_client_close((iap_client *)old.pointer);
    else if (old.kind == interface_kind_of_device) (void)iap_device_close((iap_device *)old.pointer, NULL);
    else if (old.kind == interface_kind_of_store) (void)iap_store_close((iap_store *)old.pointer, NULL);
}

static void add(int kind, const void *pointer, bool is_owned) {
    if (pointer == NULL) return;
    const handle added = {pointer, kind, is_owned};
    pthread_mutex_lock(&lock);
    const bool has_room = handle_count < HANDLES_MAX;
    if (has_room) handles[handle_count++] = added;
    pthread_mutex_unlock(&lock);
    /* A client then stays open, because another thread may process its events. */
    if (!has_room && interface_kinds[kind].release != NULL) let_go(added);
}

void interface_give(int kind, const void *pointer) { add(kind, pointer, true); }

void interface_show(int kind, const void *pointer) { add(kind, pointer, false); }

void interface_lend(int kind, const void *pointer) { add(kind, pointer, false); }

/* Returns the one that the choice names; NULL if there is none. */
static void *pick(uint8_t choice, int kind) {
    const void *found = NULL;
    pthread_mutex_lock(&lock);
    size_t count = 0;
    for (size_t i = 0; i < handle_count; i++) count += kind < 0 || handles[i].kind == kind;
    /* The newest ones first. */
    size_t left = count > 0 ? choice % count : 0;
    for (size_t i = handle_count; i-- > 0 && found == NULL;)
        if ((kind < 0 || handles[i].kind == kind) && left-- == 0) found = handles[i].pointer;
    pthread_mutex_unlock(&lock);
    return (void *)found;
}

void *interface_handle(fuzz_input *input, int kind) {
    static uint64_t no_handle[8];
    const uint8_t choice = fuzz_byte(input);
    if (choice < 216) return pick(choice, kind);
    if (choice < 232) return pick(fuzz_byte(input), -1);
    if (choice < 236) return NULL;
    if (choice < 240) return &no_handle[choice % 8];
    if (choice < 248) return (void *)((uintptr_t)pick(0, kind) ^ (uintptr_t)1 << fuzz_byte(input) % 64);
    return (void *)(uintptr_t)fuzz_number(input, 8);
}

size_t interface_begin_callback(void) { return ++callback_depth; }

static void call_one(fuzz_input *input) {
    const interface_call *call = &interface_calls[fuzz_number(input, 2) % interface_call_count];
    if (call->place == CALLED_ALONE && (thread_count > 1 || callback_depth > 0)) return;
    if (call->place == CALLED_WAITING && thread_count > 1 && callback_depth > 0) return;
    call->call(input);
}

void interface_end_callback(size_t depth) {
    fuzz_input *input = own_input;
    /* The library's own threads have no input. */
    if (input != NULL && depth <= CALLBACK_DEPTH_MAX)
        for (int i = fuzz_byte(input) % 4; i > 0 && input->left > 0; i--) call_one(input);
    callback_depth--;
}

/* ------------------------------------------------------------------------------------------------------- values */

int32_t interface_number(fuzz_input *input) {
    const uint8_t choice = fuzz_byte(input);
    if (choice < 192) return choice % 12;
    if (choice < 224) return (int8_t)fuzz_byte(input);
    return (int32_t)fuzz_number(input, 4);
}

int64_t interface_long(fuzz_input *input) {
    const uint8_t choice = fuzz_byte(input);
    if (choice < 128) {
        pthread_mutex_lock(&lock);
        const uint64_t id = ids[choice % IDS];
        pthread_mutex_unlock(&lock);
        return (int64_t)id;
    }
    if (choice < 176) return interface_number(input);
    if (choice < 208) return (int64_t)fuzz_number(input, 4);
    if (choice < 240) return (int64_t)(fuzz_number(input, 4) * 1000);
    return (int64_t)fuzz_number(input, 8);
}

size_t interface_index(fuzz_input *input) {
    const uint8_t choice = fuzz_byte(input);
    return choice < 240 ? choice % 8 : SIZE_MAX - choice % 4;
}

iap_execution_t interface_execution(fuzz_input *input) {
    const uint8_t choice = fuzz_byte(input);
    return choice < 160 ? IAP_EXECUTION_MANUAL : choice < 248 ? IAP_EXECUTION_BACKGROUND : choice;
}

void *interface_pointer(fuzz_input *input) {
    static int something;
    return fuzz_byte(input) < 128 ? &something : NULL;
}

void interface_note_id(uint64_t id) {
    if (id == 0) return;
    pthread_mutex_lock(&lock);
    ids[id_count++ % IDS] = id;
    pthread_mutex_unlock(&lock);
}

const char *interface_text(fuzz_input *input) {
    const uint8_t choice = fuzz_byte(input);
    if (choice >= 64) return struct_text(input);
    pthread_mutex_lock(&lock);
    const char *text = fuzz_copy_text(texts[choice % TEXTS], strlen(texts[choice % TEXTS]));
    pthread_mutex_unlock(&lock);
    return text;
}

const char *interface_catalogue(fuzz_input *input) {
    return fuzz_byte(input) < 224 ? fuzz_catalogue() : struct_text(input);
}

const char *const *interface_texts(fuzz_input *input, size_t *count, bool are_paths) {
    *count = fuzz_byte(input) % 4;
    const char **list = fuzz_memory((*count + 1) * sizeof *list);
    for (size_t i = 0; i < *count; i++) list[i] = are_paths ? struct_path(input) : struct_product_id(input);
    return list;
}

void interface_line(fuzz_input *input, char *field, size_t size) {
    const char *text = struct_text(input);
    if (text == NULL) return;
    const size_t length = strlen(text) < size ? strlen(text) : size - 1;
    memcpy(field, text, length);
    /* Sometimes without an end. */
    if (fuzz_byte(input) >= 240) memset(field, 'a', size);
}

void interface_read_text(const char *text) {
    /* With other threads, its handle may be released. */
    if (text == NULL || thread_count > 1) return;
    fuzz_read_text(text);
    const size_t length = strlen(text);
    if (length == 0 || length >= TEXT_MAX) return;
    pthread_mutex_lock(&lock);
    memcpy(texts[text_count++ % TEXTS], text, length + 1);
    pthread_mutex_unlock(&lock);
}

void *interface_buffer(fuzz_input *input, size_t size_of_item, size_t *capacity) {
    const uint8_t choice = fuzz_byte(input);
    *capacity = choice < 128 ? 4096 : choice % 16;
    return choice < 240 ? fuzz_memory(*capacity * size_of_item) : NULL;
}

void *interface_sized(fuzz_input *input, void *made, size_t size) {
    const uint8_t choice = fuzz_byte(input);
    if (choice < 248) return made;
    const uint32_t said = choice < 252 ? (uint32_t)fuzz_byte(input) * 8 : (uint32_t)fuzz_number(input, 4);
    memcpy(made, &said, sizeof said);
    const size_t there = said < 4 ? 4 : said;
    return there < size ? fuzz_copy(made, there) : made;
}

/* --------------------------------------------------------------------------------------------------------- runs */

static void make_calls(fuzz_input *input) {
    own_input = input;
    for (int i = 0; i < CALLS_MAX && input->left > 0; i++) call_one(input);
    own_input = NULL;
}

static void *run_thread(void *input) {
    make_calls(input);
    fuzz_forget();
    return NULL;
}

/* A store, a player's device and a game that observes: most handles then lead to something. */
static void open_world(fuzz_input *input) {
    iap_store *store = fuzz_open_store();
    iap_device *device = NULL;
    PROMISED(iap_store_open_device(store, "player", "phone", &device, NULL) == IAP_OK);
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = fuzz_byte(input) < 192 ? IAP_EXECUTION_MANUAL : IAP_EXECUTION_BACKGROUND;
    options.device = device;
    iap_client *client = NULL;
    PROMISED(iap_client_open(&options, &client, NULL) == IAP_OK);
    interface_observe(input, client);
    interface_give(interface_kind_of_store, store);
    interface_give(interface_kind_of_device, device);
    interface_give(interface_kind_of_client, client);
}

/* Clients first, then devices, then stores: none may be in use. */
static void close_world(void) {
    PROMISED(iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL) == IAP_OK);
    const int order[] = {interface_kind_of_client, interface_kind_of_device, interface_kind_of_store};
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < handle_count; j++) {
            if (handles[j].kind != order[i] || !handles[j].is_owned) continue;
            void *pointer = (void *)handles[j].pointer;
            const iap_status_t status = i == 0   ? iap_client_close(pointer)
                                        : i == 1 ? iap_device_close(pointer, NULL)
                                                 : iap_store_close(pointer, NULL);
            PROMISED(status == IAP_OK || status == IAP_ERROR_CLOSED || handle_count == HANDLES_MAX);
        }
    }
    for (size_t i = 0; i < handle_count; i++)
        if (interface_kinds[handles[i].kind].release != NULL) let_go(handles[i]);
    handle_count = id_count = text_count = 0;
    memset(ids, 0, sizeof ids);
    memset(texts, 0, sizeof texts);
}

void interface_run(const uint8_t *bytes, size_t size) {
    fuzz_input first = {bytes, size};
    const uint8_t choice = fuzz_byte(&first);
    thread_count = choice < 160 ? 1 : 1 + choice % THREADS_MAX;
    open_world(&first);

    fuzz_input inputs[THREADS_MAX];
    pthread_t threads[THREADS_MAX];
    const size_t each = first.left / (size_t)thread_count;
    for (int i = 0; i < thread_count; i++) inputs[i] = (fuzz_input){first.bytes + each * (size_t)i, each};
    for (int i = 1; i < thread_count; i++) PROMISED(pthread_create(&threads[i], NULL, run_thread, &inputs[i]) == 0);
    make_calls(&inputs[0]);
    for (int i = 1; i < thread_count; i++) PROMISED(pthread_join(threads[i], NULL) == 0);
    thread_count = 1;
    close_world();
    fuzz_forget();
}
