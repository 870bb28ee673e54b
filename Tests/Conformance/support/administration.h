/*
 * administration.h: the list of a store's transactions and its settings, for tests.
 */
#ifndef CONFORMANCE_ADMINISTRATION_H
#define CONFORMANCE_ADMINISTRATION_H

#include "offer_payments.h"

#define LISTED_MAX 32

/** The list of a store. */
typedef struct listed {
    uint64_t ids[LISTED_MAX];
    size_t count;
} listed;

/** The transactions of an account; NULL for all accounts. Checks that the store can list them. */
listed store_listed(iap_store *store, const char *account);
/** The only id that a store lists; 0, reported as a failure, if there is not exactly one. */
uint64_t store_only_listed(iap_store *store);
/** All zero, reported as a failure, if there is no such transaction. */
iap_store_transaction store_transaction(iap_store *store, uint64_t id);
iap_store_settings store_settings(iap_store *store);

/** A store that sells offers_text with these members in its settings, for example "\"_disableDialogs\": true,". */
iap_store *offers_store_with(const char *settings);

/** Pays, expects a failure, and returns its status. */
iap_status_t pay_and_fail(game *game, const char *product_id);

#endif
