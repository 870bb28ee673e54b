#define _GNU_SOURCE
#include "notes.h"

#include "crash_shim.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *const note_words[NOTE_COUNT] = {
    "launch",   "stored",     "unfinished", "listed",    "delivered", "restored", "restore-end",
    "granted",  "taken-back", "recorded",   "finishing", "removed",   "revoked",  "asked",
    "answered", "rejected",   "unverified", "deferred",  "failed",    "spent",    "balance",
    "problem",  "error",      "broken",     "left",      "pumps",     "end",
};

int notes_open(const char *folder) {
    char path[512];
    snprintf(path, sizeof path, "%s/save", folder);
    return (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

void notes_write(int file, note_word word, const char *format, ...) {
    char line[640];
    int length = snprintf(line, sizeof line, "%s ", note_words[word]);
    va_list arguments;
    va_start(arguments, format);
    length += vsnprintf(line + length, sizeof line - (size_t)length - 1, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
    line[length++] = '\n';
    syscall(SYS_write, file, line, (size_t)length);
    syscall(SYS_fsync, file);
    shim_mark();
}

/* Whether the first number of the line is an id. */
static bool has_id(note_word word) {
    switch (word) {
    case NOTE_LAUNCH:
    case NOTE_LISTED:
    case NOTE_RESTORE_END:
    case NOTE_DEFERRED:
    case NOTE_FAILED:
    case NOTE_SPENT:
    case NOTE_BALANCE:
    case NOTE_PROBLEM:
    case NOTE_ERROR:
    case NOTE_BROKEN:
    case NOTE_PUMPS:
    case NOTE_END: return false;
    default: return true;
    }
}

static void parse(const char *text, note *line) {
    char first[32] = "";
    int length = 0;
    sscanf(text, "%31s %n", first, &length);
    snprintf(line->text, sizeof line->text, "%.*s", (int)strcspn(text + length, "\n"), text + length);
    for (int i = 0; i < NOTE_COUNT; i++) {
        if (strcmp(first, note_words[i]) == 0) line->word = (note_word)i;
    }
    const char *format = "%*s %" SCNd64 " %" SCNd64 " %" SCNd64;
    if (has_id(line->word)) {
        sscanf(text, "%*s %" SCNu64 " %" SCNd64 " %" SCNd64 " %" SCNd64, &line->id, &line->numbers[0],
               &line->numbers[1], &line->numbers[2]);
    } else {
        sscanf(text, format, &line->numbers[0], &line->numbers[1], &line->numbers[2]);
    }
}

void notes_read(const char *folder, notes *notes) {
    char path[512];
    snprintf(path, sizeof path, "%s/save", folder);
    notes->count = 0;
    notes->launches = 0;
    char text[700];
    FILE *file = fopen(path, "r");
    while (file != NULL && notes->count < NOTES_MAX && fgets(text, sizeof text, file) != NULL) {
        note *line = &notes->notes[notes->count++];
        memset(line, 0, sizeof *line);
        line->word = NOTE_COUNT;
        parse(text, line);
        notes->launches += line->word == NOTE_LAUNCH;
        line->launch = notes->launches;
    }
    if (file != NULL) fclose(file);
}

int notes_find(const notes *notes, note_word word, uint64_t id, int launch) {
    int count = 0;
    for (size_t i = 0; i < notes->count; i++) {
        const note *line = &notes->notes[i];
        if (line->word != word || line->id != id) continue;
        count += launch == 0 || line->launch == launch || (launch < 0 && line->launch < -launch);
    }
    return count;
}

bool notes_ended(const notes *notes, int launch) { return notes_find(notes, NOTE_END, 0, launch) > 0; }
