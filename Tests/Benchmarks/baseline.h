/*
 * What the library is measured beside, as a shared library of its own, so that calls of both take the same way.
 */
#ifndef BASELINE_H
#define BASELINE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The least that a pump shared between threads can do: one atomic load, and nothing more while the word is 0. */
int32_t baseline_process(const uint32_t *word, uint32_t max_events);

/* Opens a database in memory, reads one row of one query and closes it again. Returns the row's number; -1 on failure. */
int64_t baseline_query(void);

#ifdef __cplusplus
}
#endif

#endif
