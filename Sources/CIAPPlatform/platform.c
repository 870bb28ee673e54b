#ifdef __linux__
#define _GNU_SOURCE /* dl_iterate_phdr(), syscall() */
#endif
#include "CIAPPlatform.h"

#ifdef __linux__
#include <link.h>
#include <openssl/crypto.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

uint32_t platform_handle_checks;
uint64_t platform_slots[PLATFORM_SLOT_COUNT];
uint32_t platform_cut_off;
uint32_t platform_used;
uint32_t platform_open_count;

/* Whether the process has, or has had, a second thread. */
static int has_threads(void) {
#if defined(__APPLE__)
    return pthread_is_threaded_np();
#elif __has_include(<sys/single_threaded.h>)
    return !__libc_single_threaded;
#else
    return 1;
#endif
}

/*
 * Swift's runtime, Foundation and libdispatch keep the id of each thread in the thread's own memory, and write it into
 * their locks. Loading them is enough for that. The child of fork() inherits the id of the parent's thread. When two of
 * the child's threads then want a lock at the same time, the kernel refuses to unlock it, and both wait forever. So the
 * child overwrites the old id with its own.
 */
#ifdef __linux__
#define THREAD_IDS_MAX 64
static __thread int32_t *thread_ids[THREAD_IDS_MAX]; /* of the thread that calls fork() */
static __thread int thread_id_count;

static int32_t this_thread(void) { return (int32_t)syscall(SYS_gettid); }

static int keeps_thread_ids(const struct dl_phdr_info *module) {
    if (module->dlpi_name == NULL || module->dlpi_name[0] == 0) return 0; /* the game itself */
    const char *slash = strrchr(module->dlpi_name, '/');
    const char *name = slash != NULL ? slash + 1 : module->dlpi_name;
    /* Swift's libraries, or the self-contained libiap.so. */
    return strncmp(name, "libswift", 8) == 0 || strncmp(name, "libFoundation", 13) == 0 ||
           strncmp(name, "libdispatch", 11) == 0 || strncmp(name, "libiap", 6) == 0;
}

static int is_own(const int32_t *word) {
    const char *place = (const char *)word, *start = (const char *)thread_ids;
    return place >= start && place < start + sizeof thread_ids;
}

static int find_thread_ids(struct dl_phdr_info *module, size_t size, void *thread) {
    (void)size;
    char *memory = module->dlpi_tls_data;
    if (memory == NULL || !keeps_thread_ids(module)) return 0;
    size_t length = 0;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        if (module->dlpi_phdr[i].p_type == PT_TLS) length = module->dlpi_phdr[i].p_memsz;
    }
    for (size_t i = 0; i + sizeof(int32_t) <= length && thread_id_count < THREAD_IDS_MAX; i += sizeof(int32_t)) {
        int32_t *const word = (int32_t *)(void *)(memory + i);
        const int32_t id = *(const int32_t *)thread;
        if (*word != id || is_own(word)) continue;
        /* This may be the upper half of a pointer. */
        const int is_upper = (uintptr_t)word % 8 == 4 && i > 0 && word[-1] != 0 && word[-1] != id;
        if (!is_upper) thread_ids[thread_id_count++] = word;
    }
    return 0;
}

/* Runs in the parent, because the list of modules may be locked in a child. */
static void note_thread_ids(void) {
    int32_t thread = this_thread();
    thread_id_count = 0;
    dl_iterate_phdr(find_thread_ids, &thread);
}

static void renew_thread_ids(void) {
    for (int i = 0; i < thread_id_count; i++) *thread_ids[i] = this_thread();
}
#else
static void note_thread_ids(void) {}
static void renew_thread_ids(void) {}
#endif

static uint32_t will_be_cut_off;

/* Runs in the parent, because the child always has one thread. */
static void before_fork(void) {
    const uint32_t is_open = __atomic_load_n(&platform_open_count, __ATOMIC_RELAXED) > 0;
    const uint32_t is_used = __atomic_load_n(&platform_used, __ATOMIC_RELAXED) != 0;
    const uint32_t is_cut_off = is_used && (is_open || has_threads());
    __atomic_store_n(&will_be_cut_off, is_cut_off, __ATOMIC_RELAXED);
    if (!is_cut_off) note_thread_ids();
}

static void after_fork_in_child(void) {
    if (!__atomic_load_n(&will_be_cut_off, __ATOMIC_RELAXED)) {
        renew_thread_ids();
        return;
    }
    __atomic_store_n(&platform_cut_off, 1, __ATOMIC_RELAXED);
    /* The call of each frame does more work if a bit is set. Slots after the first slot with value 0 were never used.
     * */
    for (uint32_t slot = 0; slot < PLATFORM_SLOT_COUNT && platform_slots[slot] != 0; slot++)
        platform_state_set(&platform_slots[slot], PLATFORM_STATE_CUT_OFF);
}

void platform_first_use(void) {
    uint32_t unused = 0;
    __atomic_compare_exchange_n(&platform_used, &unused, 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#ifdef __linux__
    /* A game may exit without closing its clients. Without this option, OpenSSL would free memory at exit that threads
     * of the library still use. */
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
#endif
    __atomic_store_n(&platform_used, 2, __ATOMIC_RELEASE);
}

/* Runs before the first handle. So using a handle does not need to read the environment. */
__attribute__((constructor)) static void prepare(void) {
    const char *setting = getenv("IAP_CHECK");
    if (setting != NULL && strcmp(setting, "1") == 0) platform_handle_checks = 1;
    /* NULL is a handle of slot 0. */
    platform_slots[0] = PLATFORM_STATE_NO_CLIENT;
    pthread_atfork(before_fork, NULL, after_fork_in_child);
}

void platform_monitor_init(platform_monitor *monitor) {
    pthread_mutex_init(&monitor->mutex, NULL);
#ifdef __APPLE__
    pthread_cond_init(&monitor->condition, NULL);
#else
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&monitor->condition, &attributes);
    pthread_condattr_destroy(&attributes);
#endif
}

void platform_monitor_destroy(platform_monitor *monitor) {
    pthread_cond_destroy(&monitor->condition);
    pthread_mutex_destroy(&monitor->mutex);
}

void platform_monitor_lock(platform_monitor *monitor) { pthread_mutex_lock(&monitor->mutex); }

void platform_monitor_unlock(platform_monitor *monitor) { pthread_mutex_unlock(&monitor->mutex); }

void platform_monitor_broadcast(platform_monitor *monitor) { pthread_cond_broadcast(&monitor->condition); }

void platform_monitor_wait(platform_monitor *monitor) { pthread_cond_wait(&monitor->condition, &monitor->mutex); }

int platform_monitor_wait_for(platform_monitor *monitor, uint32_t timeout_ms) {
    struct timespec time;
#ifdef __APPLE__
    time.tv_sec = (time_t)(timeout_ms / 1000);
    time.tv_nsec = (long)(timeout_ms % 1000) * 1000000;
    return pthread_cond_timedwait_relative_np(&monitor->condition, &monitor->mutex, &time) == 0;
#else
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += (time_t)(timeout_ms / 1000);
    time.tv_nsec += (long)(timeout_ms % 1000) * 1000000;
    if (time.tv_nsec >= 1000000000) {
        time.tv_sec += 1;
        time.tv_nsec -= 1000000000;
    }
    return pthread_cond_timedwait(&monitor->condition, &monitor->mutex, &time) == 0;
#endif
}

uint64_t platform_monotonic_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

struct start {
    void (*body)(void *context);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

int platform_thread_start(pthread_t *thread, void (*body)(void *context), void *context) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return 12; /* ENOMEM */
    start->body = body;
    start->context = context;
    int result = pthread_create(thread, NULL, run, start);
    if (result != 0) free(start);
    return result;
}

void platform_thread_join(pthread_t thread) { pthread_join(thread, NULL); }
