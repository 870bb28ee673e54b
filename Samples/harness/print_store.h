/*
 * print_store.h: what the store tells of itself: its books, and how it is set.
 */
#ifndef HARNESS_PRINT_STORE_H
#define HARNESS_PRINT_STORE_H

#include <iap/iap_store.h>

/** A line for a transaction, and one for what is special about it. */
void print_entry(const char *label, const iap_store_transaction *entry);

void print_settings(const iap_store_settings *settings);

void print_network(const iap_device_network *network);

#endif
