/*
 * print_store.h: prints the ledger of the store.
 */
#ifndef HARNESS_PRINT_STORE_H
#define HARNESS_PRINT_STORE_H

#include <iap/iap_store.h>

/** Prints a line for a transaction, and a second line if it has special properties. */
void print_entry(const char *label, const iap_store_transaction *entry);

#endif
