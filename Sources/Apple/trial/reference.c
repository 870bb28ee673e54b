/*
 * Plays the list with the reference store, or measures the store's quirks.
 *
 *   reference LIST STOREKIT_FILE FOLDER
 *   reference --quirks PROFILE STOREKIT_FILE FOLDER        also writes the values of the profile to FOLDER/expected.txt
 *   reference --quirk NAME VALUE STOREKIT_FILE FOLDER      uses the documented profile with this quirk changed
 */
#include "player.h"
#include "quirks.h"

#include <iap/iap_store.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *storekit_path;
/* The store's profile; 0: documented. */
static iap_profile_t profile;
static iap_quirk_t quirk;
static int64_t quirk_value;
/* Measurements use the program's own time. */
static iap_store_clock_t clock_of_store = IAP_STORE_CLOCK_REAL;
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
    options.clock = clock_of_store;
    options.seed = 1;
    if (iap_store_open(&options, &store, &error) != IAP_OK ||
        (profile != 0 && iap_store_set_profile(store, profile, &error) != IAP_OK) ||
        (quirk != 0 && iap_store_set_quirk(store, quirk, quirk_value, &error) != IAP_OK) ||
        iap_store_open_device(store, "player", "phone", &device, &error) != IAP_OK)
        fprintf(stderr, "store: %s\n", error.message);
    return device;
}

static int act(const char *step, const char *argument, uint64_t transaction_id) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = IAP_ERROR_INVALID_ARGUMENT;
    if (strcmp(step, "ask-to-buy") == 0) status = iap_store_set_ask_to_buy(store, strcmp(argument, "on") == 0, NULL);
    else if (strcmp(step, "grace") == 0) {
        const int32_t is_on = strcmp(argument, "on") == 0;
        status = iap_store_set_billing_retry_on_renewal(store, is_on, &error);
        if (status == IAP_OK) status = iap_store_set_billing_grace_period(store, is_on ? 16 : 0, &error);
    } else if (strcmp(step, "approve") == 0 || strcmp(step, "decline") == 0) {
        const int is_approval = strcmp(step, "approve") == 0;
        uint64_t ids[8];
        size_t count = 0;
        status = iap_store_list_approvals(store, ids, 8, &count, NULL);
        for (size_t i = 0; i < count && i < 8 && status == IAP_OK; i++)
            status = is_approval ? iap_store_approve(store, ids[i], &error) : iap_store_decline(store, ids[i], &error);
    } else if (strcmp(step, "retry") == 0) {
        status = iap_store_set_billing_retry_on_renewal(store, strcmp(argument, "on") == 0, &error);
    } else if (strcmp(step, "interrupt") == 0) {
        status = iap_store_set_interrupted_purchases(store, IAP_STORE_INTERRUPTION_PENDING, &error);
    } else if (strcmp(step, "stop-renewing") == 0) {
        status = iap_store_set_auto_renew(store, transaction_id, 0, &error);
    } else if (strcmp(step, "near-end") == 0) {
        iap_store_transaction sold = IAP_STORE_TRANSACTION_INIT;
        status = iap_store_get_transaction(store, transaction_id, &sold, &error);
        if (status == IAP_OK)
            status = iap_store_advance_clock(store, sold.expiration_date_ms - iap_store_now_ms(store) - 1000, &error);
    } else if (strcmp(step, "fast") == 0) status = IAP_OK; /* the program moves the clock instead */
    else if (strcmp(step, "refund") == 0) status = iap_store_refund(store, transaction_id, &error);
    else if (strcmp(step, "renew") == 0) status = iap_store_force_renewal(store, transaction_id, &error);
    else if (strcmp(step, "expire") == 0) status = iap_store_expire_subscription(store, transaction_id, &error);
    return status == IAP_OK;
}

static int64_t now(void) { return iap_store_now_ms(store); }

/* The list is played without a change of time between its steps. */
static void stand_still(int milliseconds) { (void)milliseconds; }

static void let_time_pass(int milliseconds) { iap_store_advance_clock(store, milliseconds, NULL); }

/* Writes the value of each quirk on its own line. */
static int write_expected(const char *folder) {
    char path[1024];
    FILE *file;
    snprintf(path, sizeof path, "%s/expected.txt", folder);
    file = fopen(path, "w");
    if (file == NULL) return 0;
    for (size_t i = 0; i < iap_quirk_count(); i++)
        fprintf(file, "%s %" PRId64 "\n", iap_quirk_name(iap_quirk_at(i)),
                iap_quirk_value_in(iap_quirk_at(i), profile));
    return fclose(file) == 0;
}

int main(int count, char **arguments) {
    const stage list = {IAP_EXECUTION_MANUAL, begin, act, stand_still, now};
    const stage measures = {IAP_EXECUTION_MANUAL, begin, act, let_time_pass, now};
    int failed;
    if (count == 5 && strcmp(arguments[1], "--quirks") == 0) {
        profile = iap_profile_named(arguments[2]);
        storekit_path = arguments[3];
        clock_of_store = IAP_STORE_CLOCK_VIRTUAL;
        failed = profile == 0 || !measure_quirks(arguments[4], NULL, &measures) || !write_expected(arguments[4]);
        end();
        return failed;
    }
    if (count == 6 && strcmp(arguments[1], "--quirk") == 0) {
        quirk = iap_quirk_named(arguments[2]);
        quirk_value = strtoll(arguments[3], NULL, 10);
        storekit_path = arguments[4];
        clock_of_store = IAP_STORE_CLOCK_VIRTUAL;
        failed = quirk == 0 || !measure_quirks(arguments[5], arguments[2], &measures);
        end();
        return failed;
    }
    if (count != 4) {
        fprintf(stderr, "usage: %s LIST STOREKIT_FILE FOLDER; the head of reference.c has more\n", arguments[0]);
        return 2;
    }
    storekit_path = arguments[2];
    failed = play(arguments[1], arguments[3], &list);
    end();
    return failed != 0;
}
