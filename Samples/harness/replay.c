#define _POSIX_C_SOURCE 200809L
#include "replay.h"
#include "print.h"
#include "replay_object.h"
#include "replay_story.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct replay {
    char line[REPLAY_OBJECT_MAX + 1];
    char story[REPLAY_OBJECT_MAX * 2];
    struct replay_object object;
    uint64_t number;
    uint64_t explained, refused;
    int64_t last_time;
};

/* Reads a line. If the line is too long, *length is larger than the buffer. Returns false at the end of the file. */
static bool read_line(struct replay *replay, FILE *file, size_t *length) {
    int byte = fgetc(file);
    if (byte == EOF) {
        return false;
    }
    for (*length = 0; byte != EOF && byte != '\n'; byte = fgetc(file)) {
        if (*length < sizeof replay->line) {
            replay->line[(*length)++] = (char)byte;
        }
    }
    replay->number++;
    return true;
}

static bool is_blank(const char *line, size_t length) { return length == 0 || (length == 1 && line[0] == '\r'); }

static void refuse(struct replay *replay, const char *reason) {
    print_line("problem", "line %" PRIu64 " is not a line of an audit log: %s", replay->number, reason);
    replay->refused++;
}

static void tell(struct replay *replay, size_t length) {
    const char *fault = replay_object_read(&replay->object, replay->line, length);
    if (fault != NULL) {
        refuse(replay, fault);
        return;
    }
    const struct replay_field *time = replay_object_find(&replay->object, "time_ms");
    const struct replay_field *event = replay_object_find(&replay->object, "event");
    if (time == NULL || !time->is_number || event == NULL || event->is_number || event->text[0] == '\0') {
        refuse(replay, "it has no time or no event");
        return;
    }
    if (replay->explained > 0 && time->number < replay->last_time) {
        print_line("remark", "the clock was set back");
    }
    char when[64];
    print_time(when, sizeof when, time->number);
    bool fits = replay_story_write(replay->story, sizeof replay->story, event->text, &replay->object);
    print_line(when, fits ? " %s" : " %s…", replay->story);
    replay->last_time = time->number;
    replay->explained++;
}

static enum replay_result tell_all(struct replay *replay, FILE *file, const char *path) {
    size_t length = 0;
    while (read_line(replay, file, &length)) {
        if (!is_blank(replay->line, length)) {
            tell(replay, length);
        }
    }
    if (ferror(file)) {
        fprintf(stderr, "harness: %s cannot be read completely\n", path);
        return REPLAY_NOT_STARTED;
    }
    print_line("the end", "%" PRIu64 " lines explained, %" PRIu64 " not understood", replay->explained,
               replay->refused);
    return replay->refused == 0 ? REPLAY_EXPLAINED : REPLAY_INCOMPLETE;
}

/* Opens the file. If it cannot be read, prints the reason and returns NULL. Refuses a pipe, which could block forever. */
static FILE *open_file(const char *path) {
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (descriptor >= 0 && fstat(descriptor, &status) == 0) {
        FILE *file = S_ISREG(status.st_mode) ? fdopen(descriptor, "rb") : NULL;
        if (file != NULL) {
            return file;
        }
        errno = S_ISREG(status.st_mode) ? errno : 0;
    }
    const char *reason = errno == 0 ? "it is not a file" : strerror(errno);
    fprintf(stderr, "harness: %s cannot be read: %s\n", path, reason);
    if (descriptor >= 0) {
        close(descriptor);
    }
    return NULL;
}

enum replay_result replay_run(const char *path) {
    FILE *file = open_file(path);
    struct replay *replay = calloc(1, sizeof *replay);
    enum replay_result result = REPLAY_NOT_STARTED;
    if (file != NULL && replay == NULL) {
        fprintf(stderr, "harness: not enough memory for %s\n", path);
    } else if (file != NULL) {
        result = tell_all(replay, file, path);
    }
    free(replay);
    if (file != NULL) {
        fclose(file);
    }
    return result;
}
