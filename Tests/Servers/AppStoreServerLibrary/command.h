/*
 * command.h: the programs of these tests read commands from a pipe. A command is one line: its name and then "key=value" after
 * tabs. The response is one line, a JSON object that starts with the status.
 */
#ifndef APP_STORE_SERVER_LIBRARY_COMMAND_H
#define APP_STORE_SERVER_LIBRARY_COMMAND_H

#include <iap/iap.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct command {
    const char *name;
    const char *fields[32];
    size_t count;
} command;

/** A function of a program, with its name. */
typedef struct command_function {
    const char *name;
    void (*run)(const command *command);
} command_function;

/** Carries out the commands on standard input until it ends. Returns the exit status of the program. */
int command_serve(const command_function *functions, size_t count);

/** The value of a key; NULL if it was not sent. */
const char *command_text(const command *command, const char *key);
/** A whole number; 0 if it was not sent. */
int64_t command_number(const command *command, const char *key);
uint64_t command_id(const command *command, const char *key);
/** The bytes of a hexadecimal value, followed by a NUL, valid until the next call; NULL if it was not sent. */
const uint8_t *command_bytes(const command *command, const char *key, size_t *length);

/* The parts of a response: first the status, then the rest. The key is NULL in an array. */
void response_status(iap_status_t status, const iap_error *error);
void response_text(const char *key, const char *text);
void response_number(const char *key, int64_t number);
void response_id(const char *key, uint64_t id);
void response_bytes(const char *key, const uint8_t *bytes, size_t length);
void response_open(const char *key, char bracket);
void response_close(char bracket);

/** Ends the program: it cannot carry out the command. */
_Noreturn void command_fail(const char *what);

#endif
