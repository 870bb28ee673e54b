/*
 * books.h: reads the whole ledger of the store.
 */
#ifndef HARNESS_BOOKS_H
#define HARNESS_BOOKS_H

#include <iap/iap_store.h>
#include <stdbool.h>

struct books {
    iap_store_transaction *entries; /**< oldest first */
    size_t count;
};

/** Reads every transaction of an account, or of all accounts for NULL. If that fails, prints the reason and returns false. */
bool books_open(struct books *books, iap_store *store, const char *account);
void books_close(struct books *books);

#endif
