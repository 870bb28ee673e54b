#include "CIAPPlatform.h"

#ifdef IAP_REFERENCE_STORE
#include <openssl/crypto.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <time.h>

uint32_t platform_handle_checks;
uintptr_t platform_idle[PLATFORM_SLOT_COUNT];
uint32_t platform_used;

void platform_first_use(void) {
#ifdef IAP_REFERENCE_STORE
    /* A game may exit without closing its clients. Without this option, OpenSSL would free memory at exit that threads
     * of the library still use. */
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
#endif
    platform_store_release(&platform_used, 1);
}

/* Runs before the first handle. So using a handle does not need to read the environment. */
__attribute__((constructor)) static void prepare(void) {
    const char *setting = getenv("IAP_CHECK");
    if (setting != NULL && strcmp(setting, "1") == 0) platform_handle_checks = 1;
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

int platform_thread_start(platform_started_thread *thread, void (*body)(void *context), void *context) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return 12; /* ENOMEM */
    start->body = body;
    start->context = context;
    int result = pthread_create(&thread->id, NULL, run, start);
    if (result != 0) free(start);
    return result;
}

void platform_thread_join(platform_started_thread thread) { pthread_join(thread.id, NULL); }

void platform_thread_detach(platform_started_thread thread) { pthread_detach(thread.id); }
