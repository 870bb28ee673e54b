/*
 * print_news.h: prints subscription statuses, purchase intents and messages.
 */
#ifndef HARNESS_PRINT_NEWS_H
#define HARNESS_PRINT_NEWS_H

#include <iap/iap.h>

void print_status(const char *label, const iap_subscription_status *status);
void print_intent(const char *label, const iap_purchase_intent *intent);
void print_message(const char *label, const iap_message *message);

#endif
