/*
 * print.h: prints the transcript. Every line is "  label     text"; nothing in it depends on the machine.
 */
#ifndef HARNESS_PRINT_H
#define HARNESS_PRINT_H

#include <iap/iap.h>
#include <iap/iap_offers.h>
#include <stddef.h>

#ifdef __GNUC__
#define PRINT_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define PRINT_FORMAT
#endif

/** Prints one line of the transcript. */
void print_line(const char *label, const char *format, ...) PRINT_FORMAT;

/** Prints one line about an error. what names the failed call. */
void print_error(const char *label, const char *what, const iap_error *error);

void print_product(const iap_product *product);

/** Prints a transaction that the game received, after the given word. */
void print_transaction(const char *label, const char *word, const iap_transaction *transaction);

/** Prints that a transaction left the queue. */
void print_removal(const char *label, const iap_transaction *transaction);

/** Returns "purchasing", "purchased", and so on. */
const char *print_state_name(iap_transaction_state_t state);

/** Writes "3 months". */
void print_period(char *buffer, size_t capacity, iap_period_unit_t unit, int32_t value);

/** Returns an optional text, or "(not reported)" for NULL. */
const char *print_text(const char *text);

/** Writes "2026-01-31 12:00:00 UTC". */
void print_time(char *buffer, size_t capacity, int64_t milliseconds);

#endif
