/*
 * names.h: words for the constants of the library, for the transcript and for the commands of the shell.
 */
#ifndef HARNESS_NAMES_H
#define HARNESS_NAMES_H

#include <stdbool.h>
#include <stdint.h>

struct name {
    const char *word; /**< NULL ends a table */
    int32_t value;
};

extern const struct name names_offer_types[];
extern const struct name names_payment_modes[];
extern const struct name names_billing_plans[];
extern const struct name names_ownerships[];
extern const struct name names_reasons[];
extern const struct name names_revocation_types[];
extern const struct name names_verifications[];
extern const struct name names_states[];
extern const struct name names_expiration_reasons[];
extern const struct name names_price_increases[];
extern const struct name names_messages[];
extern const struct name names_visibilities[];
extern const struct name names_features[];
extern const struct name names_apis[];
extern const struct name names_failures[];
extern const struct name names_sheets[];
extern const struct name names_answers[];

/* names_store.c: for the controls of the store */
extern const struct name names_interruptions[];
extern const struct name names_purchase_failures[];
extern const struct name names_refunds[];
extern const struct name names_refund_reasons[];
extern const struct name names_updates[];
extern const struct name names_losses[];
extern const struct name names_points[];
extern const struct name names_forgeries[];

/** Returns the word for a value, or "unknown" if the table has none. */
const char *names_word(const struct name *names, int32_t value);

/** Finds the value of a word. Returns false if the table does not have it. */
bool names_value(const struct name *names, const char *word, int32_t *value);

#endif
