#define _POSIX_C_SOURCE 200809L

#include "lines.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

bool lines_open(struct lines *lines) {
    memset(lines, 0, sizeof *lines);
    if (pipe(lines->wake) != 0) {
        return false;
    }
    /* The write end must never block, because the library may call lines_wake() inside any of its functions. */
    for (int i = 0; i < 2; i++) {
        fcntl(lines->wake[i], F_SETFL, O_NONBLOCK);
        fcntl(lines->wake[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

void lines_close(struct lines *lines) {
    close(lines->wake[0]);
    close(lines->wake[1]);
}

void lines_wake(void *user_data) {
    struct lines *lines = user_data;
    int kept = errno;
    /* A full pipe also wakes the reader, so ignore a byte that does not fit. */
    ssize_t written = write(lines->wake[1], "", 1);
    (void)written;
    errno = kept;
}

static bool take_line(struct lines *lines, char **line) {
    char *start = lines->buffer + lines->start;
    char *end = memchr(start, '\n', lines->end - lines->start);
    if (end == NULL) {
        return false;
    }
    lines->start = (size_t)(end - lines->buffer) + 1;
    if (end > start && end[-1] == '\r') {
        end--;
    }
    *end = '\0';
    *line = start;
    return true;
}

/* Waits for standard input or for lines_wake(), and reads the available bytes. Returns false after lines_wake(). */
static bool wait_for_input(struct lines *lines) {
    struct pollfd waits[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = lines->wake[0], .events = POLLIN}};
    if (poll(waits, 2, -1) < 0) {
        return false;
    }
    if (waits[1].revents != 0) {
        char bytes[64];
        while (read(lines->wake[0], bytes, sizeof bytes) > 0) {
        }
        return false;
    }
    memmove(lines->buffer, lines->buffer + lines->start, lines->end - lines->start);
    lines->end -= lines->start;
    lines->start = 0;
    ssize_t count = read(STDIN_FILENO, lines->buffer + lines->end, LINE_LENGTH_MAX - lines->end);
    if (count > 0) {
        lines->end += (size_t)count;
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
        lines->at_end = true;
    }
    return true;
}

enum lines_news lines_next(struct lines *lines, char **line) {
    for (;;) {
        if (take_line(lines, line)) {
            if (!lines->skipping) {
                return LINES_LINE;
            }
            lines->skipping = false;
            return LINES_TOO_LONG;
        }
        if (lines->end - lines->start == LINE_LENGTH_MAX) {
            lines->skipping = true;
            lines->start = lines->end = 0;
        }
        if (lines->at_end) {
            /* The last line may have no newline. */
            bool rest = lines->end > lines->start;
            if (!rest && !lines->skipping) {
                return LINES_END;
            }
            lines->buffer[lines->end] = '\0';
            *line = lines->buffer + lines->start;
            lines->start = lines->end = 0;
            if (lines->skipping) {
                lines->skipping = false;
                return LINES_TOO_LONG;
            }
            return LINES_LINE;
        }
        if (!wait_for_input(lines)) {
            return LINES_WOKEN;
        }
    }
}
