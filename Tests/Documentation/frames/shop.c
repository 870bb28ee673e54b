#include <iap/iap.h>

void show_the_shop(void);
void on_start(iap_client *client);

void on_start(iap_client *client) {
    if (!client) return;
    /* BLOCK */
}
