/*
 * event_log.h: what happened in a world, line by line. Two runs of one world give the same text.
 */
#ifndef SIMULATION_EVENT_LOG_H
#define SIMULATION_EVENT_LOG_H

#include <stddef.h>
#include <stdint.h>

typedef struct event_log {
    char *text;
    size_t length, capacity;
} event_log;

/** Adds a line. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void log_line(event_log *log, const char *format, ...);
/** FNV-1a over the text. */
uint64_t log_hash(const event_log *log);
/** The start of the last lines. */
const char *log_tail(const event_log *log, size_t lines);
void log_free(event_log *log);

#endif
