/* The log of a store, and a store that is made from it. */

#include "replay.h"

#include "files.h"
#include "game.h"

#include <stdlib.h>
#include <string.h>

iap_store_options replay_options(const iap_store_options *options) {
    iap_store_options copy = *options;
    if (options->storekit_text != NULL) {
        char *text = malloc(options->storekit_length + 1);
        if (text == NULL) abort();
        memcpy(text, options->storekit_text, options->storekit_length);
        text[options->storekit_length] = '\0';
        copy.storekit_text = text;
    }
    if (options->storekit_path != NULL) copy.storekit_path = strdup(options->storekit_path);
    copy.state_path = NULL;
    copy.bundle_id = NULL;
    copy.ocsp_url = NULL;
    copy.seed = 0;
    return copy;
}

void replay_free(iap_store_options *options) {
    free((char *)options->storekit_text);
    free((char *)options->storekit_path);
    options->storekit_text = options->storekit_path = NULL;
}

void replay_check(iap_store *store, const iap_store_options *options) {
    /* The log does not depend on the mode of the game's client. */
    if (getenv("TESTS_SHORT") != NULL && test_execution == IAP_EXECUTION_BACKGROUND) return;
    const char *log = temporary_path("replay.log"), *state = temporary_path("replay.state"),
               *again = temporary_path("replay.again");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_store *replayed = NULL;
    const iap_status written = iap_store_write_state(store, state, &error);
    /* A test may have left the store in a place where it cannot write. */
    if (written == IAP_ERROR_STORAGE || written == IAP_ERROR_STORAGE_FULL) return;
    CHECK_STATUS(written, IAP_OK);
    CHECK_STATUS(iap_store_write_log(store, log, &error), IAP_OK);
    const iap_status status = iap_store_replay(options, log, &replayed, &error);
    if (status == IAP_ERROR_INVALID_STATE) return; /* The test has changed the .storekit file in between. */
    if (!CHECK_STATUS(status, IAP_OK)) {
        test_fail(__FILE__, __LINE__, "the replay says: %s", error.message);
        return;
    }
    CHECK_STATUS(iap_store_write_state(replayed, again, &error), IAP_OK);
    file_content expected = file_read(state);
    if (!file_equals(again, expected)) {
        file_content found = file_read(again);
        size_t at = 0;
        while (at < expected.length && at < found.length && expected.bytes[at] == found.bytes[at]) at++;
        const size_t from = at > 100 ? at - 100 : 0;
        test_fail(__FILE__, __LINE__, "a replay differs at byte %zu: %.200s INSTEAD OF %.200s", at,
                  found.length > from ? (const char *)found.bytes + from : "",
                  expected.length > from ? (const char *)expected.bytes + from : "");
        free(found.bytes);
    }
    free(expected.bytes);
    CHECK_STATUS(iap_store_close(replayed, NULL), IAP_OK);
}
