/*
 * replay.h: a copy of the library's audit log, told as a story. Sources/Documentation/AuditLog.md describes the file.
 */
#ifndef HARNESS_REPLAY_H
#define HARNESS_REPLAY_H

#include <stdbool.h>

enum replay_result {
    REPLAY_TOLD,       /**< each line */
    REPLAY_INCOMPLETE, /**< some lines are none of an audit log; each has a line that says why */
    REPLAY_NOT_STARTED /**< the file cannot be read; the reason is on standard error */
};

/** Tells what the file says, line by line, on standard output. */
enum replay_result replay_run(const char *path);

#endif
