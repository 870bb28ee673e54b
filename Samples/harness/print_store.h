/*
 * print_store.h: prints the ledger and the settings of the store.
 */
#ifndef HARNESS_PRINT_STORE_H
#define HARNESS_PRINT_STORE_H

#include <iap/iap_store.h>

/** Prints a line for a transaction, and a second line if it has special properties. */
void print_entry(const char *label, const iap_store_transaction *entry);

void print_settings(const iap_store_settings *settings);

void print_network(const iap_device_network *network);

#endif
