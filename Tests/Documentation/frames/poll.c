#include <iap/iap.h>

void transaction_updated(void *game, const iap_transaction *transaction);
void poll(void *game, iap_client *client);

void poll(void *game, iap_client *client) {
    if (client == NULL) return;
    /* BLOCK */
}
