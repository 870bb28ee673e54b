#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

void command_fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(3);
}

const char *command_text(const command *command, const char *key) {
    const size_t length = strlen(key);
    for (size_t i = 0; i < command->count; i++) {
        const char *field = command->fields[i];
        if (strncmp(field, key, length) == 0 && field[length] == '=') return field + length + 1;
    }
    return NULL;
}

int64_t command_number(const command *command, const char *key) {
    const char *text = command_text(command, key);
    if (text == NULL) return 0;
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (errno != 0 || *end != 0 || end == text) command_fail("a field is no number");
    return number;
}

uint64_t command_id(const command *command, const char *key) { return (uint64_t)command_number(command, key); }

static uint8_t digit(char character) {
    const char *digits = "0123456789abcdef", *found = strchr(digits, character);
    if (character == 0 || found == NULL) command_fail("a field is not written in hexadecimal digits");
    return (uint8_t)(found - digits);
}

const uint8_t *command_bytes(const command *command, const char *key, size_t *length) {
    static uint8_t *bytes;
    const char *text = command_text(command, key);
    *length = 0;
    if (text == NULL) return NULL;
    *length = strlen(text) / 2;
    bytes = realloc(bytes, *length + 1);
    if (bytes == NULL) command_fail("no memory");
    for (size_t i = 0; i < *length; i++) bytes[i] = (uint8_t)(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
    bytes[*length] = 0;
    return bytes;
}

/* --------------------------------------------------------------------------------------------------- responses */

static void write_text(const char *text) {
    if (text == NULL) {
        fputs("null", stdout);
        return;
    }
    putchar('"');
    for (; *text != 0; text++) {
        if (*text == '"' || *text == '\\') printf("\\%c", *text);
        else if ((unsigned char)*text < 0x20) printf("\\u%04x", (unsigned)*text);
        else putchar(*text);
    }
    putchar('"');
}

/* There is no comma before the first value in an object or array. */
static bool is_first;

static void begin(const char *key) {
    if (!is_first) putchar(',');
    is_first = false;
    if (key == NULL) return;
    write_text(key);
    putchar(':');
}

void response_text(const char *key, const char *text) {
    begin(key);
    write_text(text);
}

void response_number(const char *key, int64_t number) {
    begin(key);
    printf("%lld", (long long)number);
}

void response_id(const char *key, uint64_t id) {
    begin(key);
    printf("%llu", (unsigned long long)id);
}

void response_bytes(const char *key, const uint8_t *bytes, size_t length) {
    begin(key);
    putchar('"');
    for (size_t i = 0; i < length; i++) printf("%02x", bytes[i]);
    putchar('"');
}

void response_open(const char *key, char bracket) {
    begin(key);
    putchar(bracket);
    is_first = true;
}

void response_close(char bracket) {
    putchar(bracket);
    is_first = false;
}

void response_status(iap_status_t status, const iap_error *error) {
    response_text("status", iap_status_name(status));
    response_text("message", status != IAP_OK && error != NULL ? error->message : "");
}

/* ---------------------------------------------------------------------------------------------------- commands */

static void answer(const command_function *functions, size_t count, char *line) {
    command command = {.name = line};
    for (char *tab = strchr(line, '\t'); tab != NULL; tab = strchr(tab, '\t')) {
        *tab++ = 0;
        if (command.count == sizeof command.fields / sizeof *command.fields) command_fail("too many fields");
        command.fields[command.count++] = tab;
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(functions[i].name, command.name) != 0) continue;
        putchar('{');
        is_first = true;
        functions[i].run(&command);
        puts("}");
        fflush(stdout);
        return;
    }
    command_fail(command.name);
}

int command_serve(const command_function *functions, size_t count) {
    char *line = NULL;
    size_t capacity = 0;
    for (ssize_t length; (length = getline(&line, &capacity, stdin)) > 0;) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        answer(functions, count, line);
    }
    free(line);
    return 0;
}
