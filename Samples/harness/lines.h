/*
 * lines.h: reads lines from standard input while the game runs.
 */
#ifndef HARNESS_LINES_H
#define HARNESS_LINES_H

#include <stdbool.h>
#include <stddef.h>

/** Longer lines are refused. */
#define LINE_LENGTH_MAX 4000

struct lines {
    char buffer[LINE_LENGTH_MAX + 1];
    size_t start, end;
    bool at_end;   /**< standard input has ended */
    bool skipping; /**< in the rest of a line that was too long */
    int wake[2];   /**< a pipe: a write to it ends the wait */
};

enum lines_news {
    LINES_LINE,     /**< a line, without its end */
    LINES_TOO_LONG, /**< a line was too long and was skipped */
    LINES_WOKEN,    /**< no line yet, but lines_wake() was called */
    LINES_END
};

/** Returns false if no pipe can be created. */
bool lines_open(struct lines *lines);
void lines_close(struct lines *lines);

/** Waits for a line or a wake-up. The line is valid until the next call. */
enum lines_news lines_next(struct lines *lines, char **line);

/** Ends the wait of lines_next(). Callable on any thread, also as an iap_wake_function. */
void lines_wake(void *lines);

#endif
