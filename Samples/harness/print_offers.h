/*
 * print_offers.h: prints the prices of a subscription.
 */
#ifndef HARNESS_PRINT_OFFERS_H
#define HARNESS_PRINT_OFFERS_H

#include <iap/iap.h>

/** Prints the offers and the billing plans of a product. */
void print_offers(const iap_product *product);

#endif
