/* The names of statuses, Apple's numbers, and the initial values of structs. Tests/Packages/ABI has the numbers and layouts. */

#include "game.h"

#include <iap/iap_inventory.h>
#include <iap/iap_products.h>
#include <iap/iap_receipt.h>
#include <iap/iap_server_key.h>
#include <iap/iap_verify.h>

#include <string.h>

/* clang-format off */
#define STATUSES(STATUS) \
    STATUS(IAP_OK) STATUS(IAP_ERROR_INVALID_ARGUMENT) STATUS(IAP_ERROR_INVALID_QUANTITY) STATUS(IAP_ERROR_INVALID_TEXT) \
    STATUS(IAP_ERROR_INVALID_STRUCT_SIZE) STATUS(IAP_ERROR_TOO_LARGE) STATUS(IAP_ERROR_INVALID_STORE_FILE) \
    STATUS(IAP_ERROR_INVALID_ANCHOR) STATUS(IAP_ERROR_INVALID_FILE) STATUS(IAP_ERROR_MISUSE) STATUS(IAP_ERROR_CLOSED) \
    STATUS(IAP_ERROR_REENTRANT) STATUS(IAP_ERROR_WRONG_THREAD) STATUS(IAP_ERROR_INVALID_STATE) \
    STATUS(IAP_ERROR_VERSION_MISMATCH) STATUS(IAP_ERROR_BUSY) STATUS(IAP_ERROR_KEY_IN_USE) STATUS(IAP_ERROR_NOT_FOUND) \
    STATUS(IAP_ERROR_CANCELLED) STATUS(IAP_ERROR_UNFINISHED_PURCHASE) STATUS(IAP_ERROR_NOT_ALLOWED) \
    STATUS(IAP_ERROR_NOT_ELIGIBLE) STATUS(IAP_ERROR_INSUFFICIENT_BALANCE) STATUS(IAP_ERROR_OTHER_PLAYER) \
    STATUS(IAP_ERROR_PRODUCT_UNAVAILABLE) STATUS(IAP_ERROR_NOT_IN_STOREFRONT) STATUS(IAP_ERROR_ALREADY_SUBSCRIBED) \
    STATUS(IAP_ERROR_NETWORK) STATUS(IAP_ERROR_SERVER) STATUS(IAP_ERROR_STORE) STATUS(IAP_ERROR_NOT_ENTITLED) STATUS(IAP_ERROR_DUPLICATE_REQUEST) \
    STATUS(IAP_ERROR_VERIFICATION) STATUS(IAP_ERROR_STORAGE) STATUS(IAP_ERROR_STORAGE_FULL) \
    STATUS(IAP_ERROR_STORAGE_NEWER) STATUS(IAP_ERROR_STORAGE_FOREIGN) STATUS(IAP_ERROR_STORAGE_DAMAGED) \
    STATUS(IAP_ERROR_UNSUPPORTED) STATUS(IAP_ERROR_OFFER) STATUS(IAP_ERROR_INELIGIBLE_FOR_OFFER) \
    STATUS(IAP_ERROR_INVALID_OFFER_IDENTIFIER) STATUS(IAP_ERROR_INVALID_OFFER_PRICE) \
    STATUS(IAP_ERROR_INVALID_OFFER_SIGNATURE) STATUS(IAP_ERROR_MISSING_OFFER_PARAMETERS) STATUS(IAP_ERROR_INTERNAL)
/* clang-format on */

TEST(each_status_has_its_name) {
#define CHECK_NAME(status) CHECK_TEXT(iap_status_name(status), #status);
    STATUSES(CHECK_NAME)
}

TEST(a_status_of_no_constant_has_a_name_too) {
    const iap_status_t unknown[] = {1, 2, 257, -14, -256, -65537, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        CHECK_TEXT(iap_status_name(unknown[i]), "IAP_ERROR_UNKNOWN");
    }
}

TEST(the_category_of_a_status_is_its_low_byte) {
    CHECK_INT(IAP_STATUS_CATEGORY(IAP_OK), IAP_CATEGORY_NONE);
    CHECK_INT(IAP_STATUS_CATEGORY(IAP_ERROR_INVALID_QUANTITY), IAP_CATEGORY_INVALID_ARGUMENT);
    CHECK_INT(IAP_STATUS_CATEGORY(IAP_ERROR_INTERNAL), IAP_CATEGORY_INTERNAL);
}

TEST(the_library_is_as_new_as_its_header) { CHECK_INT(iap_version(), IAP_HEADER_VERSION); }

TEST(numbers_that_apple_has_given_are_apples) {
    CHECK_INT(IAP_VERIFY_CLASS_INVALID_ENVIRONMENT, 6);
    CHECK_INT(IAP_VERIFY_CLASS_RETRYABLE, 7);
}

/* The static structs have no padding with other bytes, therefore memcmp() can compare them. */
#define CHECK_STRUCT(type, macro)                                                                                      \
    do {                                                                                                               \
        static const type by_macro = macro;                                                                            \
        type by_function;                                                                                              \
        test_case(#type);                                                                                              \
        memset(&by_function, 0xEE, sizeof by_function);                                                                \
        type##_init(&by_function);                                                                                     \
        type##_init(NULL);                                                                                             \
        CHECK(memcmp(&by_function, &by_macro, sizeof by_macro) == 0);                                                  \
        CHECK_INT(iap_struct_size(#type), sizeof(type));                                                               \
    } while (0)

TEST(each_struct_has_a_macro_that_equals_its_function_and_a_size_by_its_name) {
    CHECK_STRUCT(iap_error, IAP_ERROR_VALUE_INIT);
    CHECK_STRUCT(iap_client_options, IAP_CLIENT_OPTIONS_INIT);
    CHECK_STRUCT(iap_product_list_options, IAP_PRODUCT_LIST_OPTIONS_INIT);
    CHECK_STRUCT(iap_observer, IAP_OBSERVER_INIT);
    CHECK_STRUCT(iap_payment, IAP_PAYMENT_INIT);
    CHECK_STRUCT(iap_verification_options, IAP_VERIFICATION_OPTIONS_INIT);
    CHECK_STRUCT(iap_grant, IAP_GRANT_INIT);
    CHECK_STRUCT(iap_inventory_options, IAP_INVENTORY_OPTIONS_INIT);
    CHECK_STRUCT(iap_verifier_options, IAP_VERIFIER_OPTIONS_INIT);
    CHECK_STRUCT(iap_verify_result, IAP_VERIFY_RESULT_INIT);
    CHECK_STRUCT(iap_server_key_options, IAP_SERVER_KEY_OPTIONS_INIT);
    CHECK_STRUCT(iap_server_request, IAP_SERVER_REQUEST_INIT);
    CHECK_STRUCT(iap_store_options, IAP_STORE_OPTIONS_INIT);
    CHECK_STRUCT(iap_store_renewal, IAP_STORE_RENEWAL_INIT);
    CHECK_STRUCT(iap_store_signing_request, IAP_STORE_SIGNING_REQUEST_INIT);
    CHECK_STRUCT(iap_store_notification, IAP_STORE_NOTIFICATION_INIT);
    CHECK_STRUCT(iap_store_settings, IAP_STORE_SETTINGS_INIT);
    CHECK_STRUCT(iap_store_purchase, IAP_STORE_PURCHASE_INIT);
    CHECK_STRUCT(iap_device_network, IAP_DEVICE_NETWORK_INIT);
    CHECK_STRUCT(iap_store_transaction, IAP_STORE_TRANSACTION_INIT);
    CHECK_STRUCT(iap_store_totals, IAP_STORE_TOTALS_INIT);
    test_case(NULL);
    CHECK_INT(iap_struct_size("iap_client"), 0);
    CHECK_INT(iap_struct_size(""), 0);
    CHECK_INT(iap_struct_size(NULL), 0);
}
