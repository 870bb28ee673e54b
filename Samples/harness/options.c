#include "options.h"
#include "print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *options_state_path(const struct options *options) {
    size_t capacity = strlen(options->state) + sizeof "/store.db";
    char *path = malloc(capacity);
    if (path != NULL) {
        snprintf(path, capacity, "%s/store.db", options->state);
    }
    return path;
}

bool options_open_store(const struct options *options, iap_store **store) {
    char *state = options_state_path(options);
    if (state == NULL) {
        return false;
    }
    iap_store_options store_options = IAP_STORE_OPTIONS_INIT;
    store_options.storekit_path = options->storekit;
    store_options.state_path = state;
    store_options.bundle_id = "com.example.caves";
    /* With a fixed seed and a virtual clock each run has the same transactions at the same times. */
    store_options.seed = 7;
    store_options.clock = IAP_STORE_CLOCK_VIRTUAL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_store_open(&store_options, store, &error);
    free(state);
    if (status != IAP_OK) {
        print_error("problem", "opening the store", &error);
    }
    return status == IAP_OK;
}
