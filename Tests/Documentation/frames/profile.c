#include <iap/iap_store.h>
#include <stdlib.h>

iap_status open_under_profile(iap_store *store, iap_error *error);
iap_status open_under_profile(iap_store *store, iap_error *error) {
    iap_status status = IAP_OK;
    /* BLOCK */
    return status;
}
