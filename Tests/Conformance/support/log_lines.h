/* log_lines.h: keeps what the library logs. */
#ifndef CONFORMANCE_LOG_LINES_H
#define CONFORMANCE_LOG_LINES_H

#include "test.h"

#include <iap/iap_log.h>

/** Collects the log of this process, from this level on, in a list. */
void log_begin(iap_log_level_t level);
/** How many lines of this level contain the part; IAP_LOG_NONE for lines of every level. */
size_t log_count(iap_log_level_t level, const char *part);
/** Calls the function with each line. */
void log_each(void (*visit)(iap_log_level_t level, const char *message));
/** Clears the collected lines. */
void log_forget(void);

#endif
