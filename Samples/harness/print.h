/*
 * print.h: how the transcript looks. Every line is "  label     text"; nothing in it depends on the machine.
 */
#ifndef HARNESS_PRINT_H
#define HARNESS_PRINT_H

#include <iap/iap.h>
#include <stddef.h>

#ifdef __GNUC__
#define PRINT_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define PRINT_FORMAT
#endif

/** One line of the transcript. */
void print_line(const char *label, const char *format, ...) PRINT_FORMAT;

/** One line about what went wrong; what names the attempt. */
void print_error(const char *label, const char *what, const iap_error *error);

void print_product(const iap_product *product);

/** What the game is told about a transaction, starting with the word for it. */
void print_transaction(const char *label, const char *word, const iap_transaction *transaction);

/** That a transaction left the queue. */
void print_removal(const char *label, const iap_transaction *transaction);

/** "purchasing", "purchased", and so on. */
const char *print_state_name(iap_transaction_state_t state);

/** Writes "3 months". */
void print_period(char *buffer, size_t capacity, iap_period_unit unit, int32_t value);

/** A text that the store may not have told: "(not told)" for NULL. */
const char *print_text(const char *text);

/** Writes "2026-01-31 12:00:00 UTC". */
void print_time(char *buffer, size_t capacity, int64_t milliseconds);

#endif
