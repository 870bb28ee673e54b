/* Plays the list in front of the reference store: reference LIST STOREKIT_FILE FOLDER. */
#include "player.h"

#include <iap/iap_store.h>

#include <stdio.h>
#include <string.h>

static const char *storekit_path;
static iap_store *store;
static iap_device *device;

static void end(void) {
    if (device != NULL) iap_device_close(device, NULL);
    if (store != NULL) iap_store_close(store, NULL);
    device = NULL;
    store = NULL;
}

static iap_device *begin(void) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    end();
    options.storekit_path = storekit_path;
    options.seed = 1;
    if (iap_store_open(&options, &store, &error) != IAP_OK ||
        iap_store_open_device(store, "player", "phone", &device, &error) != IAP_OK)
        fprintf(stderr, "store: %s\n", error.message);
    return device;
}

static int act(const char *step, const char *argument, uint64_t transaction_id) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_ERROR_INVALID_ARGUMENT;
    if (strcmp(step, "ask-to-buy") == 0) status = iap_store_set_ask_to_buy(store, strcmp(argument, "on") == 0, NULL);
    else if (strcmp(step, "grace") == 0) {
        const int32_t is_on = strcmp(argument, "on") == 0;
        status = iap_store_set_billing_retry_on_renewal(store, is_on, &error);
        if (status == IAP_OK) status = iap_store_set_billing_grace_period(store, is_on ? 16 : 0, &error);
    } else if (strcmp(step, "approve") == 0) {
        uint64_t ids[8];
        size_t count = 0;
        status = iap_store_list_approvals(store, ids, 8, &count, NULL);
        for (size_t i = 0; i < count && i < 8 && status == IAP_OK; i++)
            status = iap_store_approve(store, ids[i], &error);
    } else if (strcmp(step, "refund") == 0) status = iap_store_refund(store, transaction_id, &error);
    else if (strcmp(step, "renew") == 0) status = iap_store_force_renewal(store, transaction_id, &error);
    else if (strcmp(step, "expire") == 0) status = iap_store_expire_subscription(store, transaction_id, &error);
    return status == IAP_OK;
}

static void pause_store(void) {}

int main(int count, char **arguments) {
    const stage stage = {IAP_EXECUTION_MANUAL, begin, act, pause_store};
    int failed;
    if (count != 4) {
        fprintf(stderr, "usage: %s LIST STOREKIT_FILE FOLDER\n", arguments[0]);
        return 2;
    }
    storekit_path = arguments[2];
    failed = play(arguments[1], arguments[3], &stage);
    end();
    return failed != 0;
}
