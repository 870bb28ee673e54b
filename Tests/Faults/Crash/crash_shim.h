/*
 * crash_shim.h: a library between a process and its files. It is linked before the other libraries, therefore their file calls
 * come here first. It counts the steps that change the files of one folder. At one of them it ends the process, or fills its
 * disk. It also lets reads and flushes fail.
 */
#ifndef CRASH_SHIM_H
#define CRASH_SHIM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/** What happens to a step. */
typedef enum {
    SHIM_BEFORE, /**< SIGKILL instead of the step */
    SHIM_AFTER,  /**< SIGKILL after the step */
    SHIM_TORN,   /**< half of the data of a write is written first */
    /* The power fails before the step. Files and folder entries that were not flushed are: */
    SHIM_LOST, /**< completely lost */
    SHIM_HALF, /**< lost, except for the older half */
    SHIM_LATE, /**< lost, except for the newest write: the disk has changed the order */
    SHIM_FULL, /**< no kill: this step and all later ones that need room fail with ENOSPC */
    SHIM_HOW_COUNT
} shim_how;

/** The kinds of steps. Those after SHIM_WRITE end a group of writes: they make it durable, or change more than bytes. */
typedef enum { SHIM_WRITE, SHIM_SYNC, SHIM_TRUNCATE, SHIM_CREATE, SHIM_UNLINK, SHIM_RENAME } shim_step;

/** What a step changes. */
typedef enum { SHIM_PAGES, SHIM_LOG, SHIM_NAMES } shim_part;

#define SHIM_STEPS_MAX 8192

/** What the process did; in memory that survives it. */
typedef struct shim_trace {
    atomic_long count;
    uint8_t steps[SHIM_STEPS_MAX];  /**< a shim_step for each */
    uint8_t parts[SHIM_STEPS_MAX];  /**< a shim_part for each */
    uint8_t marked[SHIM_STEPS_MAX]; /**< whether shim_mark() was called between the previous step and this one */
} shim_trace;

/**
 * Counts from here on. The player's save and the files that SQLite rebuilds at each start (names ending in "-shm") do not
 * count. The test's own calls bypass the C library.
 * \param at the step, from 1, at which the process is interrupted; 0 only counts.
 * \param seed the source of SQLite's random numbers: the same step then leaves the same bytes.
 */
void shim_begin(const char *folder, long at, shim_how how, uint32_t seed, shim_trace *trace);
/** After this many reads of files that are no WAL, some fail. */
void shim_fail_reads(int reads_to_pass, int reads_to_fail);
/** The next flush of a WAL fails; the trace then begins again. */
void shim_fail_log_sync(void);
/** Whether that flush is still to come. */
bool shim_awaits_log_sync(void);
/** Records that something else happened that survives the process. */
void shim_mark(void);

#endif
