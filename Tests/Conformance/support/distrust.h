/*
 * distrust.h: stores whose signatures do not hold.
 */
#ifndef CONFORMANCE_DISTRUST_H
#define CONFORMANCE_DISTRUST_H

#include "test.h"

typedef struct distrust_reason {
    iap_store_failure failure;
    iap_verification verification;
} distrust_reason;

/** How many reasons there are not to trust; the table has one row more, in which everything holds. */
#define REASON_COUNT 6
extern const distrust_reason reasons[REASON_COUNT + 1];

/** From now on everything signed arrives unverified for this reason; IAP_STORE_FAILURE_NONE ends that. */
bool distrust(iap_store *store, iap_store_failure failure);

#endif
