/*
 * What the tests of Tests/Conformance need besides the functions of `write-calls stand-in`. Their games run on the device of a
 * store, and the store's log is replayed after each test. Here the client opens without the device, and there is no log.
 */
#include "exported_functions.h"
#include "replay.h"

#include <iap/iap.h>

iap_status __real_iap_client_open_version(uint32_t version, const iap_client_options *options, iap_client **client,
                                          iap_error *error);
iap_status __wrap_iap_client_open_version(uint32_t version, const iap_client_options *options, iap_client **client,
                                          iap_error *error);

/* The linker uses it instead of the library's function (--wrap). */
iap_status __wrap_iap_client_open_version(uint32_t version, const iap_client_options *options, iap_client **client,
                                          iap_error *error) {
    iap_client_options without_device;
    if (options == NULL || options->struct_size != sizeof without_device)
        return __real_iap_client_open_version(version, options, client, error);
    without_device = *options;
    without_device.device = NULL;
    return __real_iap_client_open_version(version, &without_device, client, error);
}

iap_store_options replay_options(const iap_store_options *options) { return *options; }
void replay_free(iap_store_options *options) { (void)options; }
void replay_check(iap_store *store, const iap_store_options *options) { (void)store, (void)options; }

const exported_function exported_functions[] = {{"", 0}};
const size_t exported_function_count = 0;
