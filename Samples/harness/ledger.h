/*
 * ledger.h: reads the whole ledger of the store.
 */
#ifndef HARNESS_LEDGER_H
#define HARNESS_LEDGER_H

#include <iap/iap_store.h>
#include <stdbool.h>

struct ledger {
    iap_store_transaction *entries; /**< oldest first */
    size_t count;
};

/** Reads every transaction of an account, or of all accounts for NULL. If that fails, prints the reason and returns false. */
bool ledger_open(struct ledger *ledger, iap_store *store, const char *account);
void ledger_close(struct ledger *ledger);

#endif
