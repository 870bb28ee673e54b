/*
 * lines.h: reads lines from standard input while the game goes on.
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
    bool at_end;   /**< standard input is over */
    bool skipping; /**< in the rest of a line that was too long */
    int wake[2];   /**< a pipe: whoever writes to it ends the wait */
};

enum lines_news {
    LINES_LINE,     /**< a line, without its end */
    LINES_TOO_LONG, /**< a line was too long and has been left out */
    LINES_WOKEN,    /**< no line yet, but lines_wake() was called */
    LINES_END
};

/** False if there is no pipe to be had. */
bool lines_open(struct lines *lines);
void lines_close(struct lines *lines);

/** Waits for news. The line lives until the next call. */
enum lines_news lines_next(struct lines *lines, char **line);

/** Ends the wait of lines_next(). Any thread; fit to be an iap_wake_function. */
void lines_wake(void *lines);

#endif
