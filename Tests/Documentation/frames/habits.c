#include <iap/iap_store.h>

iap_status choose(iap_store *store, iap_error *error);
iap_status choose(iap_store *store, iap_error *error) {
    iap_status status = IAP_OK;
    /* BLOCK */
    return status;
}
