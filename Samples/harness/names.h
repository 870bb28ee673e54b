/*
 * names.h: words for the constants of the library, for the transcript.
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

/** Returns the word for a value, or "unknown" if the table has none. */
const char *names_word(const struct name *names, int32_t value);

#endif
