/*
 * print_details.h: prints the other fields of signed data.
 */
#ifndef HARNESS_PRINT_DETAILS_H
#define HARNESS_PRINT_DETAILS_H

#include <iap/iap.h>
#include <iap/iap_app.h>
#include <iap/iap_promotions.h>

void print_details(const iap_transaction *transaction);
void print_app_transaction(const iap_app_transaction *app_transaction);
void print_promotions(const iap_promotions *promotions);

#endif
