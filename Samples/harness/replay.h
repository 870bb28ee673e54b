/*
 * replay.h: explains a copy of the library's audit log. Sources/Documentation/AuditLog.md describes the file.
 */
#ifndef HARNESS_REPLAY_H
#define HARNESS_REPLAY_H

#include <stdbool.h>

enum replay_result {
    REPLAY_EXPLAINED,  /**< every line was explained */
    REPLAY_INCOMPLETE, /**< some lines are not lines of an audit log; each has a line with the reason */
    REPLAY_NOT_STARTED /**< the file cannot be read; the reason is on standard error */
};

/** Explains the file line by line on standard output. */
enum replay_result replay_run(const char *path);

#endif
