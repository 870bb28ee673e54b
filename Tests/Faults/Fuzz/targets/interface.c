/*
 * Every function of the interface, with handles of all kinds: valid, closed, released, borrowed, of another kind, and invalid
 * addresses. The calls come on up to eight threads, and inside callbacks. Handles are checked, therefore each of these mistakes
 * has a result.
 */
#include "../interface/interface.h"

#include <iap/iap_log.h>

static uint8_t root[4096];
static size_t root_length;

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    iap_check_handles();
    iap_store *store = fuzz_open_store();
    PROMISED(iap_store_root_certificate(store, root, sizeof root, &root_length, NULL) == IAP_OK);
    PROMISED(iap_store_close(store, NULL) == IAP_OK);
    fuzz_enter_folder();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    calls_write_files(root, root_length);
    interface_run(bytes, size);
    fuzz_empty_folder();
    return 0;
}
