/* log_lines.h: keeps what the library logs. */
#ifndef CONFORMANCE_LOG_LINES_H
#define CONFORMANCE_LOG_LINES_H

#include "test.h"

/** Sends the log of this process, from this level on, into a list. */
void log_begin(iap_log_level level);
/** How many lines of this level have the part; IAP_LOG_NONE for lines of every level. */
size_t log_count(iap_log_level level, const char *part);
/** Calls the function with each line. */
void log_each(void (*visit)(iap_log_level level, const char *message));
/** Forgets the lines that have come. */
void log_forget(void);

#endif
