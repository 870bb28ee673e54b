#include <iap/iap.h>

/* BLOCK */

void observe(iap_observer *observer);
void observe(iap_observer *observer) { observer->transaction_updated = transaction_updated; }
