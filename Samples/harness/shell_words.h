/*
 * shell_words.h: converts typed words to values. Each function prints the expected form if a word is wrong.
 */
#ifndef HARNESS_SHELL_WORDS_H
#define HARNESS_SHELL_WORDS_H

#include "names.h"

#include <iap/iap.h>

bool shell_read_number(const char *text, const char *what, uint64_t most, uint64_t *number);

/** The id of a transaction. */
bool shell_read_id(const char *text, uint64_t *id);

/** 5.99 as 5990. */
bool shell_read_price(const char *text, int64_t *milliunits);

/** 2026-03-01 or 2026-03-01T12:30, optionally with seconds and a Z: milliseconds since 1970. */
bool shell_read_time(const char *text, int64_t *milliseconds);

/** 90s, 15m, 12h, 30d. */
bool shell_read_duration(const char *text, int64_t *milliseconds);

/** A word of a table. */
bool shell_read_name(const char *text, const char *what, const struct name *names, int32_t *value);

/** "on" or "off". */
bool shell_read_switch(const char *text, const char *what, int32_t *on);

/** Returns the text after "key=" if the word begins with it, or NULL. Prints nothing. */
char *shell_read_option(char *word, const char *key);

/** Writes a typed text in a form that is safe on a terminal. */
void shell_show(char *buffer, size_t capacity, const char *text);

/** For calls that return only a status. */
bool shell_accepted(const char *what, iap_status status);

/** For calls that fill an error. */
bool shell_taken(const char *what, iap_status status, const iap_error *error);

#endif
