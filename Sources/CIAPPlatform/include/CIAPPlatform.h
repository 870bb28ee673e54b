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
 * The slots of the handles of clients, devices and stores. Such a handle is a number, not an address:
 *
 *     bits 15 to 46   the generation: the number of handles that the slot has had
 *     bits  1 to 14   the slot
 *     bit   0         1, which distinguishes a handle from the address of an object
 *
 * It has 47 bits, like an address, because bindings of other languages store pointers in 47 bits.
 *
 * The word of a slot is its newest handle, shifted by 17, and below it the state of the object. The state of a client that has
 * nothing to do is 0.
 */
#define PLATFORM_SLOT_COUNT 16384
#define PLATFORM_STATE_BITS 17
#define PLATFORM_STATE_NO_CLIENT (1u << 15) /* not an open client */
#define PLATFORM_STATE_CUT_OFF (1u << 16)   /* see platform_cut_off */
_Static_assert(sizeof(void *) == 8, "a handle needs 64 bits");

extern uint64_t platform_slots[PLATFORM_SLOT_COUNT] __attribute__((visibility("hidden")));

__attribute__((returns_nonnull)) static inline void *platform_handle(uint32_t slot, uint32_t generation) {
    return (void *)((uintptr_t)generation << 15 | (uintptr_t)slot << 1 | 1);
}
static inline uint32_t platform_slot_of_handle(uintptr_t handle) { return handle >> 1 & (PLATFORM_SLOT_COUNT - 1); }
static inline uintptr_t platform_generation_of_handle(uintptr_t handle) { return handle >> 15; }
/* Also works for a number that is not a handle: there is a slot for every number. */
static inline uint64_t *platform_slot(uintptr_t handle) { return &platform_slots[platform_slot_of_handle(handle)]; }
/* Whether it is the newest handle of its slot, and no bit of its state is set. */
static inline int platform_is_idle(uintptr_t handle) {
    return __atomic_load_n(platform_slot(handle), __ATOMIC_ACQUIRE) == (uint64_t)handle << PLATFORM_STATE_BITS;
}

/* The state of a slot. */
static inline uint64_t platform_state(const uint64_t *slot) {
    return __atomic_load_n(slot, __ATOMIC_ACQUIRE) & ((1 << PLATFORM_STATE_BITS) - 1);
}
static inline uint64_t platform_state_set(uint64_t *slot, uint64_t bits) {
    return __atomic_fetch_or(slot, bits, __ATOMIC_ACQ_REL);
}
static inline uint64_t platform_state_clear(uint64_t *slot, uint64_t bits) {
    return __atomic_fetch_and(slot, ~bits, __ATOMIC_ACQ_REL);
}
/* Gives the slot a new handle. It does not lead to a client yet. */
static inline void platform_slot_begin(uintptr_t handle) {
    const uint64_t word = (uint64_t)handle << PLATFORM_STATE_BITS | PLATFORM_STATE_NO_CLIENT;
    __atomic_store_n(platform_slot(handle), word, __ATOMIC_RELEASE);
}

/*
 * After fork() the child has one thread. A lock that another thread of the parent held stays locked in the child
 * forever, work of other threads never ends, and files belong to the parent. So a child is cut off from the library if
 * the parent has used it and, at the fork, had more than one thread or something open.
 */
extern uint32_t platform_cut_off __attribute__((visibility("hidden")));
/* 0, then 1 during the first use, then 2. */
extern uint32_t platform_used __attribute__((visibility("hidden")));
/* The number of open clients, devices and stores. */
extern uint32_t platform_open_count __attribute__((visibility("hidden")));

static inline int platform_is_cut_off(void) { return __atomic_load_n(&platform_cut_off, __ATOMIC_RELAXED) != 0; }
void platform_first_use(void);
/* Records that the process uses the library. Returns 0 if it is cut off. */
static inline int platform_use(void) {
    if (platform_is_cut_off()) return 0;
    if (__atomic_load_n(&platform_used, __ATOMIC_ACQUIRE) != 2) platform_first_use();
    return 1;
}
static inline void platform_count_open(int32_t difference) {
    __atomic_fetch_add(&platform_open_count, (uint32_t)difference, __ATOMIC_RELAXED);
}

/* The current position of this thread's stack. The stack grows towards lower addresses. */
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
/* Waits like platform_monitor_wait(), for at most timeout_ms. Returns 0 when the time is over. May return early. */
int platform_monitor_wait_for(platform_monitor *monitor, uint32_t timeout_ms);
/* Milliseconds of a clock that cannot be set. */
uint64_t platform_monotonic_ms(void);

/* Runs body(context) on a new thread. Returns 0, or an errno value if no thread is available. */
int platform_thread_start(pthread_t *thread, void (*body)(void *context), void *context);
void platform_thread_join(pthread_t thread);

#endif
