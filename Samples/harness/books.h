/*
 * books.h: what the store has in its books, read all at once.
 */
#ifndef HARNESS_BOOKS_H
#define HARNESS_BOOKS_H

#include <iap/iap_store.h>
#include <stdbool.h>

struct books {
    iap_store_transaction *entries; /**< oldest first */
    size_t count;
};

/** Reads every transaction of an account, or of all for NULL. False, and a line that says why, if that fails. */
bool books_open(struct books *books, iap_store *store, const char *account);
void books_close(struct books *books);

#endif
