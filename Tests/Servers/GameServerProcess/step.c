#define _GNU_SOURCE
#include "step.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static step *steps;
static size_t step_count, step_index;
/* Whether a request has used the last step, which stays: a new step replaces it. */
static bool is_used;

void steps_add(step added) {
    step *grown = realloc(steps, (step_count + 1) * sizeof *steps);
    if (grown == NULL) abort();
    steps = grown;
    steps[step_count++] = added;
    if (is_used) step_index++;
    is_used = false;
}

const step *steps_first(void) { return step_count > 0 ? &steps[step_index] : NULL; }

void steps_next(void) {
    if (step_index + 1 < step_count) step_index++;
    else is_used = true;
}

static int hex(char digit) {
    const char *digits = "0123456789abcdef", *found = digit != 0 ? strchr(digits, digit | 0x20) : NULL;
    return found != NULL ? (int)(found - digits) : 0;
}

/* Replaces the escapes in the same memory. */
static size_t unescape(char *text) {
    char *to = text;
    for (const char *from = text; *from != 0; from++) {
        if (*from != '\\') {
            *to++ = *from;
            continue;
        }
        switch (*++from) {
        case 'n': *to++ = '\n'; break;
        case 'r': *to++ = '\r'; break;
        case 't': *to++ = '\t'; break;
        case 'x':
            *to++ = (char)(hex(from[1]) << 4 | hex(from[2]));
            from += 2;
            break;
        default: *to++ = *from;
        }
    }
    *to = 0;
    return (size_t)(to - text);
}

/* The parts after the word: a status, header lines, and the body as the last one. */
static bool read_response(char *parts, step *step) {
    char *status = strsep(&parts, "\t");
    if (status == NULL || parts == NULL) return false;
    char *head = NULL;
    size_t head_length = 0;
    FILE *stream = open_memstream(&head, &head_length);
    if (stream == NULL) return false;
    fprintf(stream, "HTTP/1.1 %s Text\r\n", status);
    char *part = strsep(&parts, "\t");
    while (parts != NULL) {
        unescape(part);
        fprintf(stream, "%s\r\n", part);
        part = strsep(&parts, "\t");
    }
    const size_t body_length = unescape(part);
    fprintf(stream, "Content-Length: %zu\r\n\r\n", body_length);
    fwrite(part, 1, body_length, stream);
    fclose(stream);
    step->kind = STEP_ANSWER;
    step->bytes = head;
    step->length = head_length;
    return true;
}

bool step_read(char *line, step *step) {
    static const struct {
        const char *word;
        step_kind kind;
    } plain[] = {
        {"close", STEP_CLOSE}, {"reset", STEP_RESET}, {"hang", STEP_HANG}, {"drip", STEP_DRIP}, {"flood", STEP_FLOOD}};
    *step = (struct step){0};
    char *parts = line;
    const char *word = strsep(&parts, "\t");
    if (strcmp(word, "answer") == 0) return read_response(parts, step);
    if (strcmp(word, "raw") == 0 && parts != NULL) {
        step->kind = STEP_RAW;
        step->length = unescape(parts);
        step->bytes = malloc(step->length + 1);
        if (step->bytes == NULL) return false;
        memcpy(step->bytes, parts, step->length);
        return true;
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (strcmp(word, plain[i].word) != 0) continue;
        step->kind = plain[i].kind;
        return true;
    }
    return false;
}
