/* What must never change: the numbers of the constants, the layout of the structs, and how both are started. */

#include "game.h"

#include <stddef.h>
#include <string.h>

typedef struct status_case {
    iap_status status;
    int32_t value;
    iap_category category;
    const char *name;
} status_case;

#define STATUS(name, value, category)                                                                                  \
    { name, value, category, #name }

static const status_case status_cases[] = {
    STATUS(IAP_OK, 0, IAP_CATEGORY_NONE),
    STATUS(IAP_ERROR_INVALID_ARGUMENT, -1, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_INVALID_QUANTITY, -257, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_INVALID_TEXT, -513, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_INVALID_STRUCT_SIZE, -769, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_TOO_LARGE, -1025, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_INVALID_STORE_FILE, -1281, IAP_CATEGORY_INVALID_ARGUMENT),
    STATUS(IAP_ERROR_MISUSE, -2, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_CLOSED, -258, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_REENTRANT, -514, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_WRONG_THREAD, -770, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_INVALID_STATE, -1026, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_VERSION_MISMATCH, -1282, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_BUSY, -1538, IAP_CATEGORY_MISUSE),
    STATUS(IAP_ERROR_NOT_FOUND, -3, IAP_CATEGORY_NOT_FOUND),
    STATUS(IAP_ERROR_CANCELLED, -4, IAP_CATEGORY_CANCELLED),
    STATUS(IAP_ERROR_NOT_ALLOWED, -5, IAP_CATEGORY_NOT_ALLOWED),
    STATUS(IAP_ERROR_PRODUCT_UNAVAILABLE, -6, IAP_CATEGORY_UNAVAILABLE),
    STATUS(IAP_ERROR_NOT_IN_STOREFRONT, -262, IAP_CATEGORY_UNAVAILABLE),
    STATUS(IAP_ERROR_NETWORK, -7, IAP_CATEGORY_NETWORK),
    STATUS(IAP_ERROR_STORE, -8, IAP_CATEGORY_STORE),
    STATUS(IAP_ERROR_NOT_ENTITLED, -264, IAP_CATEGORY_STORE),
    STATUS(IAP_ERROR_VERIFICATION, -9, IAP_CATEGORY_VERIFICATION),
    STATUS(IAP_ERROR_STORAGE, -10, IAP_CATEGORY_STORAGE),
    STATUS(IAP_ERROR_STORAGE_FULL, -266, IAP_CATEGORY_STORAGE),
    STATUS(IAP_ERROR_STORAGE_NEWER, -522, IAP_CATEGORY_STORAGE),
    STATUS(IAP_ERROR_STORAGE_FOREIGN, -778, IAP_CATEGORY_STORAGE),
    STATUS(IAP_ERROR_UNSUPPORTED, -11, IAP_CATEGORY_UNSUPPORTED),
    STATUS(IAP_ERROR_OFFER, -12, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_INELIGIBLE_FOR_OFFER, -268, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_INVALID_OFFER_IDENTIFIER, -524, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_INVALID_OFFER_PRICE, -780, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_INVALID_OFFER_SIGNATURE, -1036, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_MISSING_OFFER_PARAMETERS, -1292, IAP_CATEGORY_OFFER),
    STATUS(IAP_ERROR_INTERNAL, -13, IAP_CATEGORY_INTERNAL),
};

TEST(status_constants_keep_their_values_categories_and_names) {
    for (size_t i = 0; i < sizeof status_cases / sizeof status_cases[0]; i++) {
        const status_case *each = &status_cases[i];
        CHECK_INT(each->status, each->value);
        CHECK_INT(IAP_STATUS_CATEGORY(each->status), each->category);
        CHECK_TEXT(iap_status_name(each->status), each->name);
        for (size_t j = 0; j < i; j++) CHECK(status_cases[j].status != each->status);
    }
}

TEST(a_status_of_no_constant_has_a_name_too) {
    const iap_status unknown[] = {1, 2, 257, -14, -256, -65537, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        CHECK_TEXT(iap_status_name(unknown[i]), "IAP_ERROR_UNKNOWN");
    }
}

TEST(categories_keep_their_values) {
    const int32_t categories[] = {
        IAP_CATEGORY_NONE,      IAP_CATEGORY_INVALID_ARGUMENT, IAP_CATEGORY_MISUSE,      IAP_CATEGORY_NOT_FOUND,
        IAP_CATEGORY_CANCELLED, IAP_CATEGORY_NOT_ALLOWED,      IAP_CATEGORY_UNAVAILABLE, IAP_CATEGORY_NETWORK,
        IAP_CATEGORY_STORE,     IAP_CATEGORY_VERIFICATION,     IAP_CATEGORY_STORAGE,     IAP_CATEGORY_UNSUPPORTED,
        IAP_CATEGORY_OFFER,     IAP_CATEGORY_INTERNAL,
    };
    for (int32_t i = 0; i < (int32_t)(sizeof categories / sizeof categories[0]); i++) CHECK_INT(categories[i], i);
}

TEST(the_library_is_as_new_as_its_header) { CHECK_INT(iap_version(), IAP_HEADER_VERSION); }

TEST(enumerations_keep_their_values) {
    const int32_t states[] = {IAP_TRANSACTION_UNKNOWN, IAP_TRANSACTION_PURCHASING, IAP_TRANSACTION_PURCHASED,
                              IAP_TRANSACTION_FAILED,  IAP_TRANSACTION_RESTORED,   IAP_TRANSACTION_DEFERRED,
                              IAP_TRANSACTION_REVOKED};
    const int32_t events[] = {IAP_EVENT_NONE,
                              IAP_EVENT_PRODUCTS_RECEIVED,
                              IAP_EVENT_TRANSACTIONS_RECEIVED,
                              IAP_EVENT_STOREFRONT_RECEIVED,
                              IAP_EVENT_TRANSACTION_UPDATED,
                              IAP_EVENT_TRANSACTION_REMOVED,
                              IAP_EVENT_RESTORE_FINISHED,
                              IAP_EVENT_RESTORE_FAILED,
                              IAP_EVENT_ENTITLEMENT_REVOKED,
                              IAP_EVENT_STOREFRONT_CHANGED,
                              IAP_EVENT_PROBLEM_REPORTED};
    const int32_t types[] = {IAP_PRODUCT_TYPE_UNKNOWN, IAP_PRODUCT_TYPE_CONSUMABLE, IAP_PRODUCT_TYPE_NON_CONSUMABLE,
                             IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION, IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION};
    const int32_t units[] = {IAP_PERIOD_UNIT_NONE, IAP_PERIOD_UNIT_DAY, IAP_PERIOD_UNIT_WEEK, IAP_PERIOD_UNIT_MONTH,
                             IAP_PERIOD_UNIT_YEAR};
    const int32_t queries[] = {IAP_QUERY_NONE, IAP_QUERY_UNFINISHED, IAP_QUERY_ALL, IAP_QUERY_CURRENT_ENTITLEMENTS,
                               IAP_QUERY_LATEST};
    for (int32_t i = 0; i < 7; i++) CHECK_INT(states[i], i);
    for (int32_t i = 0; i < 11; i++) CHECK_INT(events[i], i);
    for (int32_t i = 0; i < 5; i++) CHECK_INT(types[i], i);
    for (int32_t i = 0; i < 5; i++) CHECK_INT(units[i], i);
    for (int32_t i = 0; i < 5; i++) CHECK_INT(queries[i], i);
    CHECK_INT(IAP_EXECUTION_BACKGROUND, 0);
    CHECK_INT(IAP_EXECUTION_MANUAL, 1);
    CHECK_INT(IAP_STORE_CLOCK_REAL, 0);
    CHECK_INT(IAP_STORE_CLOCK_ACCELERATED, 1);
    CHECK_INT(IAP_STORE_CLOCK_VIRTUAL, 2);
}

/* ------------------------------------------------------------------------------------------------------ structs */

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(iap_error) == 520, "the layout of iap_error is part of the ABI");
_Static_assert(offsetof(iap_error, store_code) == 16, "");
_Static_assert(offsetof(iap_error, store_domain) == 24, "");
_Static_assert(offsetof(iap_error, message) == 88, "");
_Static_assert(sizeof(iap_client_options) == 40, "the layout of iap_client_options is part of the ABI");
_Static_assert(offsetof(iap_client_options, journal_path) == 8, "");
_Static_assert(offsetof(iap_client_options, wake_user_data) == 32, "");
_Static_assert(sizeof(iap_observer) == 72, "the layout of iap_observer is part of the ABI");
_Static_assert(offsetof(iap_observer, transaction_updated) == 16, "");
_Static_assert(offsetof(iap_observer, problem_reported) == 64, "");
_Static_assert(sizeof(iap_payment) == 32, "the layout of iap_payment is part of the ABI");
_Static_assert(offsetof(iap_payment, product_id) == 8, "");
_Static_assert(offsetof(iap_payment, simulates_ask_to_buy) == 24, "");
_Static_assert(sizeof(iap_store_options) == 72, "the layout of iap_store_options is part of the ABI");
_Static_assert(offsetof(iap_store_options, state_path) == 32, "");
_Static_assert(offsetof(iap_store_options, time_rate) == 64, "");
_Static_assert(sizeof(iap_store_totals) == 32, "the layout of iap_store_totals is part of the ABI");
#endif

TEST(the_init_macro_of_errors_equals_its_function) {
    const iap_error by_macro = IAP_ERROR_VALUE_INIT;
    iap_error by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_error_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_error));
    /* This struct has no padding, so all bytes can be compared. */
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_client_options_equals_its_function) {
    const iap_client_options by_macro = IAP_CLIENT_OPTIONS_INIT;
    iap_client_options by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_client_options_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_client_options));
    CHECK_INT(by_function.execution, IAP_EXECUTION_BACKGROUND);
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_observers_equals_its_function) {
    const iap_observer by_macro = IAP_OBSERVER_INIT;
    iap_observer by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_observer_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_observer));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_payments_equals_its_function) {
    const iap_payment by_macro = IAP_PAYMENT_INIT;
    iap_payment by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_payment_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_payment));
    CHECK_INT(by_function.quantity, 1);
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_store_options_equals_its_function) {
    const iap_store_options by_macro = IAP_STORE_OPTIONS_INIT;
    iap_store_options by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_store_options_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_store_options));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}

TEST(the_init_macro_of_totals_equals_its_function) {
    const iap_store_totals by_macro = IAP_STORE_TOTALS_INIT;
    iap_store_totals by_function;
    memset(&by_function, 0xEE, sizeof by_function);
    iap_store_totals_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof(iap_store_totals));
    CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);
}
