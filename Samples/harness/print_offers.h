/*
 * print_offers.h: what a subscription costs.
 */
#ifndef HARNESS_PRINT_OFFERS_H
#define HARNESS_PRINT_OFFERS_H

#include <iap/iap.h>

/** The offers and the billing plans of a product; nothing if it has none. */
void print_offers(const iap_product *product);

#endif
