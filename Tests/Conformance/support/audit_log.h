/*
 * audit_log.h: copies of the audit log, line by line.
 */
#ifndef CONFORMANCE_AUDIT_LOG_H
#define CONFORMANCE_AUDIT_LOG_H

#include "files.h"
#include "game.h"

/** Copies the log to a file of the test and returns its text, to be freed. NULL, reported as a failure, if that fails. */
char *audit_text(game *game);
/** The events of a log, each followed by a space. Valid until the next call. */
const char *audit_events(const char *text);
/** The line with this number, from 0, without its line break. Valid until the next call. NULL past the end. */
const char *audit_line(const char *text, size_t number);
size_t audit_line_count(const char *text);
/** Checks that the times of the lines do not go back. */
void audit_check_times(const char *text);

#endif
