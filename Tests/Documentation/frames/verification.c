#include <iap/iap.h>

iap_status launch(iap_client **client, iap_client_options options);
iap_status launch(iap_client **client, iap_client_options options) {
    /* BLOCK */
    options.verification = &verification;
    return iap_client_open(&options, client, NULL);
}
