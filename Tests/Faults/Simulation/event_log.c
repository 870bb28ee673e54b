#include "event_log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define LINE_MAX_LENGTH 1024

void log_line(event_log *log, const char *format, ...) {
    if (log->length + LINE_MAX_LENGTH + 2 > log->capacity) {
        log->capacity = log->capacity * 2 + 65536;
        log->text = realloc(log->text, log->capacity);
        if (log->text == NULL) abort();
    }
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(log->text + log->length, LINE_MAX_LENGTH, format, arguments);
    va_end(arguments);
    if (length < 0) abort();
    if (length >= LINE_MAX_LENGTH) length = LINE_MAX_LENGTH - 1;
    log->length += (size_t)length;
    log->text[log->length++] = '\n';
    log->text[log->length] = 0;
}

uint64_t log_hash(const event_log *log) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < log->length; i++) hash = (hash ^ (uint8_t)log->text[i]) * UINT64_C(1099511628211);
    return hash;
}

const char *log_tail(const event_log *log, size_t lines) {
    size_t start = log->length;
    while (start > 0 && (log->text[start - 1] != '\n' || start == log->length || lines-- > 1)) start--;
    return log->text != NULL ? log->text + start : "";
}

void log_free(event_log *log) {
    free(log->text);
    log->text = NULL;
    log->length = log->capacity = 0;
}
