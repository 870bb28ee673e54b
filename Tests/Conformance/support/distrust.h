/*
 * distrust.h: stores whose signatures are invalid.
 */
#ifndef CONFORMANCE_DISTRUST_H
#define CONFORMANCE_DISTRUST_H

#include "test.h"

typedef struct distrust_reason {
    iap_store_failure_t failure;
    iap_signature_check_t verification;
} distrust_reason;

/** The number of reasons for an invalid signature; the table has one more row, in which everything is valid. */
#define REASON_COUNT 6
extern const distrust_reason reasons[REASON_COUNT + 1];

/** From now on everything signed arrives unverified for this reason; IAP_STORE_FAILURE_NONE ends that. */
bool distrust(iap_store *store, iap_store_failure_t failure);

#endif
