#include <iap/iap.h>

void hide_the_shop(void);
void launch(iap_client_options options, iap_error error);

void launch(iap_client_options options, iap_error error) {
    /* BLOCK */
    iap_client_close(client);
}
