/*
 * threads.h: the threads of this process, as the system sees them.
 */
#ifndef CONFORMANCE_THREADS_H
#define CONFORMANCE_THREADS_H

#include <stdbool.h>
#include <stddef.h>

/** How many threads this process has. */
size_t thread_count(void);

/** Whether no other thread of this process has work: each sleeps, and none has run while this function looked. */
bool other_threads_sleep(void);

#endif
