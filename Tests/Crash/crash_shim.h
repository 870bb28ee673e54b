/*
 * crash_shim.h: a library that stands between a process and its files. It is linked before the others, so that their
 * calls come here first; it counts the steps with which the files of one folder are changed, and ends the process, or
 * fills its disk, at one of them.
 */
#ifndef CRASH_SHIM_H
#define CRASH_SHIM_H

#include <stdatomic.h>
#include <stdint.h>

/** What becomes of a step. */
typedef enum {
    SHIM_BEFORE, /**< SIGKILL instead of the step */
    SHIM_AFTER,  /**< SIGKILL when it is done */
    SHIM_TORN,   /**< half of the data of a write is written first */
    /* The power fails before the step. What was not synced, of files and of the folder, is: */
    SHIM_LOST, /**< lost altogether */
    SHIM_HALF, /**< lost but for the older half */
    SHIM_LATE, /**< lost but for the newest write: the disk has changed the order */
    SHIM_FULL, /**< no kill: this step and all later ones that need room fail with ENOSPC */
    SHIM_HOW_COUNT
} shim_how;

/** What a step does. Those after SHIM_WRITE end a group of writes: they make durable, or change more than bytes. */
typedef enum { SHIM_WRITE, SHIM_SYNC, SHIM_TRUNCATE, SHIM_CREATE, SHIM_UNLINK, SHIM_RENAME } shim_step;

#define SHIM_STEPS_MAX 8192

/** What the process did; in memory that outlives it. */
typedef struct shim_trace {
    atomic_long count;
    uint8_t steps[SHIM_STEPS_MAX];  /**< a shim_step for each */
    uint8_t marked[SHIM_STEPS_MAX]; /**< whether shim_mark() was called between the step before and this one */
} shim_trace;

/**
 * Counts from here on. Neither the player's save nor what SQLite rebuilds at each start (names that end in "-shm") counts;
 * the calls of the test itself go around the C library.
 * \param at the step, from 1, at which something becomes of the process; 0 only counts.
 * \param seed what SQLite draws at random comes from it, so that the same step leaves the same bytes.
 */
void shim_begin(const char *folder, long at, shim_how how, uint32_t seed, shim_trace *trace);
/** Says that something else happened that outlives the process. */
void shim_mark(void);

#endif
