/*
 * What Swift offers only on newer systems than iOS 15: atomics on a plain word, a lock with a condition, and threads.
 */
#ifndef CIAPPLATFORM_H
#define CIAPPLATFORM_H

#include <pthread.h>
#include <stdint.h>

static inline uint32_t platform_load_acquire(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

static inline void platform_store_release(uint32_t *word, uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline uint32_t platform_fetch_or(uint32_t *word, uint32_t bits) {
    return __atomic_fetch_or(word, bits, __ATOMIC_ACQ_REL);
}

static inline uint32_t platform_fetch_and(uint32_t *word, uint32_t bits) {
    return __atomic_fetch_and(word, bits, __ATOMIC_ACQ_REL);
}

/* A number that is the same for the same thread and differs between threads that run at the same time; never 0. */
static inline uintptr_t platform_thread(void) { return (uintptr_t)pthread_self(); }

extern uint32_t platform_handle_checks;
/* Whether each handle is checked before it is used: with IAP_CHECK=1 in the environment, or when it was asked for. */
static inline uint32_t platform_checks_handles(void) {
    return __atomic_load_n(&platform_handle_checks, __ATOMIC_RELAXED);
}
static inline void platform_check_handles(void) { __atomic_store_n(&platform_handle_checks, 1, __ATOMIC_RELAXED); }

/* Where the stack of this thread is now; it grows towards lower addresses. */
static inline uintptr_t platform_stack(void) { return (uintptr_t)__builtin_frame_address(0); }

typedef struct platform_monitor {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
} platform_monitor;

void platform_monitor_init(platform_monitor *monitor);
void platform_monitor_destroy(platform_monitor *monitor);
void platform_monitor_lock(platform_monitor *monitor);
void platform_monitor_unlock(platform_monitor *monitor);
void platform_monitor_broadcast(platform_monitor *monitor);
/* Waits for a broadcast. The caller holds the lock. */
void platform_monitor_wait(platform_monitor *monitor);
/* The same for at most timeout_ms; returns 0 when the time is over. May return early. */
int platform_monitor_wait_for(platform_monitor *monitor, uint32_t timeout_ms);
/* Milliseconds of a clock that cannot be set. */
uint64_t platform_monotonic_ms(void);

/* Runs body(context) on a new thread. Returns 0, or an errno value if there is no thread to be had. */
int platform_thread_start(pthread_t *thread, void (*body)(void *context), void *context);
void platform_thread_join(pthread_t thread);

#endif
