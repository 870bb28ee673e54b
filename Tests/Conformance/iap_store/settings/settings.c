/* The settings of a store: the initial values, what a test sets, and what the store keeps. */

#include "administration.h"
#include "files.h"

#include <string.h>

TEST(a_store_begins_with_the_settings_of_a_new_test_session) {
    const iap_store_settings settings = store_settings(store_open());
    CHECK_INT(settings.struct_size, sizeof settings);
    CHECK_INT(settings.ask_to_buy, 0);
    CHECK_INT(settings.payments_allowed, 1);
    CHECK_INT(settings.dialogs_disabled, 0);
    CHECK_INT(settings.billing_retry_on_renewal, 0);
    CHECK_INT(settings.billing_grace_period_days, 0);
    CHECK_INT(settings.renewal_limit, 0);
    CHECK_INT(settings.time_rate, 0);
    CHECK_INT(settings.interrupted_purchases, IAP_STORE_INTERRUPTION_NONE);
    CHECK_INT(settings.fail_transactions, IAP_STORE_FAILURE_NONE);
    CHECK_TEXT(settings.storefront, "USA");
    CHECK_TEXT(settings.locale, "en_US");
}

TEST(a_store_begins_with_the_settings_of_its_file) {
    const iap_store_settings settings = store_settings(offers_store_with(
        "\"_askToBuyEnabled\": true, \"_billingIssuesEnabled\": true, \"_renewalBillingIssuesEnabled\": true, "
        "\"_billingGracePeriodEnabled\": true, \"_disableDialogs\": true, \"_failTransactionsEnabled\": true, "
        "\"_storeKitError\": 12,"));
    CHECK_INT(settings.ask_to_buy, 1);
    CHECK_INT(settings.payments_allowed, 1);
    CHECK_INT(settings.dialogs_disabled, 1);
    CHECK_INT(settings.billing_retry_on_renewal, 1);
    CHECK_INT(settings.billing_grace_period_days, 16);
    CHECK_INT(settings.interrupted_purchases, IAP_STORE_INTERRUPTION_PENDING);
    CHECK_INT(settings.fail_transactions, IAP_STORE_FAILURE_INVALID_OFFER_SIGNATURE);
}

TEST(the_time_rate_is_that_of_the_options) {
    iap_store_options options = store_options();
    options.clock = IAP_STORE_CLOCK_ACCELERATED;
    options.time_rate = 15;
    CHECK_INT(store_settings(store_open_with(&options)).time_rate, 15);
}

/* Sets everything that these functions set to something other than the initial values. */
static bool set_everything(iap_store *store) {
    return CHECK_STATUS(iap_store_set_ask_to_buy(store, 1, NULL), IAP_OK) &&
           CHECK_STATUS(iap_store_set_payments_allowed(store, 0, NULL), IAP_OK) &&
           CHECK_STATUS(iap_store_set_dialogs_disabled(store, 1, NULL), IAP_OK) &&
           CHECK_STATUS(iap_store_set_interrupted_purchases(store, IAP_STORE_INTERRUPTION_ERROR, NULL), IAP_OK) &&
           CHECK_STATUS(iap_store_set_fail_transactions(store, IAP_STORE_FAILURE_MISSING_OFFER_PARAMETERS, NULL),
                        IAP_OK) &&
           CHECK_STATUS(iap_store_set_storefront(store, "DEU", "de_DE", NULL), IAP_OK);
}

static void check_everything(iap_store *store) {
    const iap_store_settings settings = store_settings(store);
    CHECK_INT(settings.ask_to_buy, 1);
    CHECK_INT(settings.payments_allowed, 0);
    CHECK_INT(settings.dialogs_disabled, 1);
    CHECK_INT(settings.interrupted_purchases, IAP_STORE_INTERRUPTION_ERROR);
    CHECK_INT(settings.fail_transactions, IAP_STORE_FAILURE_MISSING_OFFER_PARAMETERS);
    CHECK_TEXT(settings.storefront, "DEU");
    CHECK_TEXT(settings.locale, "de_DE");
}

TEST(settings_are_reported_as_they_were_set_and_stay_in_the_state_file) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    iap_store *store = store_open_with(&options);
    REQUIRE(set_everything(store));
    check_everything(store);
    store_close(store);
    check_everything(store_open_with(&options));
}

TEST(settings_are_started_by_function_as_by_macro) {
    iap_store_settings by_function;
    const iap_store_settings by_macro = IAP_STORE_SETTINGS_INIT;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_store_settings_init(&by_function);
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
    CHECK_INT(by_function.struct_size, sizeof by_function);
    iap_store_settings_init(NULL);
}

TEST(settings_of_an_unknown_size_are_refused_and_left_alone) {
    iap_store *store = store_open();
    const uint32_t size = sizeof(iap_store_settings), sizes[] = {0, 3, 4, size - 1, size + 8, size * 1000, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        iap_store_settings settings;
        memset(&settings, 0xEE, sizeof settings);
        settings.struct_size = sizes[i];
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_get_settings(store, &settings, &error), IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK_INT((uint8_t)settings.locale[0], 0xEE);
    }
    test_case(NULL);
    CHECK_STATUS(iap_store_get_settings(store, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(the_longest_locale_fits_into_the_settings) {
    iap_store *store = store_open();
    char locale[65];
    memset(locale, 'x', 64);
    locale[64] = 0;
    REQUIRE_OK(iap_store_set_storefront(store, "USA", locale, NULL));
    CHECK_TEXT(store_settings(store).locale, locale);
}

/* ------------------------------------------------------------------------------------------------ simulated errors */

TEST(a_simulated_error_is_reported_as_it_was_set) {
    iap_store *store = store_open();
    for (iap_store_api_t api = IAP_STORE_API_LOAD_PRODUCTS; api <= IAP_STORE_API_MERCHANDISING; api++) {
        for (iap_store_failure_t set = IAP_STORE_FAILURE_NONE; set <= IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED;
             set++) {
            test_case("api %d, failure %d", (int)api, (int)set);
            iap_store_failure_t before = -1, after = -1;
            CHECK_STATUS(iap_store_get_simulated_error(store, api, &before, NULL), IAP_OK);
            const bool is_set = iap_store_set_simulated_error(store, api, set, NULL) == IAP_OK;
            CHECK_STATUS(iap_store_get_simulated_error(store, api, &after, NULL), IAP_OK);
            CHECK_INT(after, is_set ? set : before);
        }
    }
}

TEST(one_part_of_storekit_fails_without_the_others) {
    iap_store *store = store_open();
    REQUIRE_OK(iap_store_set_simulated_error(store, IAP_STORE_API_SYNC, IAP_STORE_FAILURE_NETWORK, NULL));
    for (iap_store_api_t api = IAP_STORE_API_LOAD_PRODUCTS; api <= IAP_STORE_API_MERCHANDISING; api++) {
        iap_store_failure_t failure = -1;
        CHECK_STATUS(iap_store_get_simulated_error(store, api, &failure, NULL), IAP_OK);
        CHECK_INT(failure, api == IAP_STORE_API_SYNC ? IAP_STORE_FAILURE_NETWORK : IAP_STORE_FAILURE_NONE);
    }
    const iap_store_api_t none[] = {0, -1, IAP_STORE_API_MERCHANDISING + 1, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        iap_store_failure_t failure = -1;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_get_simulated_error(store, none[i], &failure, &error), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
    }
    CHECK_STATUS(iap_store_get_simulated_error(store, IAP_STORE_API_SYNC, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
}
