/*
 * Features that Swift offers only on newer systems than iOS 15: atomics on a plain word, a lock with a condition, and
 * threads.
 */
#ifndef CIAPPLATFORM_H
#define CIAPPLATFORM_H

#include <pthread.h>
#include <stdint.h>

static inline uint32_t platform_load_acquire(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

static inline void platform_store_release(uint32_t *word, uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/* A number for the thread. Threads that run at the same time have different numbers. Never 0. */
static inline uintptr_t platform_thread(void) { return (uintptr_t)pthread_self(); }

extern uint32_t platform_handle_checks;
/* Whether each handle is checked before it is used: with IAP_CHECK=1 in the environment, or after
 * platform_check_handles(). */
static inline uint32_t platform_checks_handles(void) {
    return __atomic_load_n(&platform_handle_checks, __ATOMIC_RELAXED);
}
static inline void platform_check_handles(void) { __atomic_store_n(&platform_handle_checks, 1, __ATOMIC_RELAXED); }

/*
 * The handle of a client, device or store is a number, not an address:
 *
 *     bits 15 to 46   the generation: the number of handles that the slot has had
 *     bits  1 to 14   the slot
 *     bit   0         1, which distinguishes a handle from the address of an object
 *
 * It has 47 bits, like an address, because bindings of other languages store pointers in 47 bits.
 */
#define PLATFORM_SLOT_COUNT 16384
_Static_assert(sizeof(void *) == 8, "a handle needs 64 bits");

__attribute__((returns_nonnull)) static inline void *platform_handle(uint32_t slot, uint32_t generation) {
    return (void *)((uintptr_t)generation << 15 | (uintptr_t)slot << 1 | 1);
}
/* Also works for a number that is not a handle: there is a slot for every number. */
static inline uint32_t platform_slot_of_handle(uintptr_t handle) { return handle >> 1 & (PLATFORM_SLOT_COUNT - 1); }
static inline uintptr_t platform_generation_of_handle(uintptr_t handle) { return handle >> 15; }

/* For each slot, the handle of its client if this client is open and has nothing to do; otherwise 0. */
extern uintptr_t platform_idle[PLATFORM_SLOT_COUNT] __attribute__((visibility("hidden")));

static inline int platform_is_idle(uintptr_t handle) {
    return handle != 0 && __atomic_load_n(&platform_idle[platform_slot_of_handle(handle)], __ATOMIC_ACQUIRE) == handle;
}
static inline void platform_set_idle(uintptr_t handle, int is_idle) {
    __atomic_store_n(&platform_idle[platform_slot_of_handle(handle)], is_idle ? handle : 0, __ATOMIC_RELEASE);
}

extern uint32_t platform_used __attribute__((visibility("hidden")));
void platform_first_use(void);
/* Prepares the process for the library, once. */
static inline void platform_use(void) {
    if (platform_load_acquire(&platform_used) == 0) platform_first_use();
}

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
/* Waits like platform_monitor_wait(), for at most timeout_ms. Returns 0 when the time is over. May return early. */
int platform_monitor_wait_for(platform_monitor *monitor, uint32_t timeout_ms);
/* Milliseconds of a monotonic clock. */
uint64_t platform_monotonic_ms(void);

/* Runs body(context) on a new thread. Returns 0, or an errno value if no thread is available. */
typedef struct platform_started_thread {
    pthread_t id;
} platform_started_thread;
int platform_thread_start(platform_started_thread *thread, void (*body)(void *context), void *context);
void platform_thread_join(platform_started_thread thread);
void platform_thread_detach(platform_started_thread thread);

#endif
