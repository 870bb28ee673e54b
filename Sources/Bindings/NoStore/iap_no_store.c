/*
 * iap_no_store.c: the library of the client's headers (<iap/iap.h> and its topics) for systems without a store.
 *
 * A game links it where there is neither StoreKit nor the reference store. iap_client_open() returns IAP_ERROR_UNSUPPORTED:
 * then the game hides its shop. Every other function returns what it returns for a client that is NULL or closed.
 *
 * Sources/Bindings/generate makes this file from iap_api.json. Do not change it here. It needs C99 or C++11, and the folder
 * Include.
 */
#include <iap/iap.h>
#include <iap/iap_app.h>
#include <iap/iap_commerce.h>
#include <iap/iap_inventory.h>
#include <iap/iap_log.h>
#include <iap/iap_offers.h>
#include <iap/iap_payments.h>
#include <iap/iap_polling.h>
#include <iap/iap_products.h>
#include <iap/iap_promotions.h>
#include <iap/iap_sheets.h>
#include <iap/iap_subscriptions.h>
#include <iap/iap_system.h>
#include <iap/iap_transactions.h>
#include <iap/iap_verification.h>

#include <string.h>

/* clang-format off */

static iap_status_t report(iap_error *error, iap_status_t status, const char *message) {
    if (error == NULL || error->struct_size != sizeof *error) return status;
    memset(error, 0, sizeof *error);
    error->struct_size = sizeof *error;
    error->status = status;
    error->category = IAP_STATUS_CATEGORY(status);
    memcpy(error->message, message, strlen(message) + 1);
    return status;
}

static iap_status_t refuse(const iap_client *client, iap_error *error) {
    if (client == NULL) return report(error, IAP_ERROR_INVALID_ARGUMENT, "client is NULL");
    return report(error, IAP_ERROR_CLOSED, "the client is not open: this build has no store");
}

uint32_t iap_version(void) {
    return IAP_HEADER_VERSION;
}

uint32_t iap_struct_size(const char *name) {
    if (name == NULL) return 0;
    if (strcmp(name, "iap_error") == 0) return sizeof(iap_error);
    if (strcmp(name, "iap_client_options") == 0) return sizeof(iap_client_options);
    if (strcmp(name, "iap_observer") == 0) return sizeof(iap_observer);
    if (strcmp(name, "iap_product_list_options") == 0) return sizeof(iap_product_list_options);
    if (strcmp(name, "iap_payment") == 0) return sizeof(iap_payment);
    if (strcmp(name, "iap_verification_options") == 0) return sizeof(iap_verification_options);
    if (strcmp(name, "iap_grant") == 0) return sizeof(iap_grant);
    if (strcmp(name, "iap_inventory_options") == 0) return sizeof(iap_inventory_options);
    return 0;
}

void iap_error_init(iap_error *error) {
    static const iap_error value = IAP_ERROR_VALUE_INIT;
    if (error != NULL) *error = value;
}

const char *iap_status_name(iap_status_t status) {
    switch (status) {
    case IAP_OK: return "IAP_OK";
    case IAP_ERROR_INVALID_ARGUMENT: return "IAP_ERROR_INVALID_ARGUMENT";
    case IAP_ERROR_INVALID_QUANTITY: return "IAP_ERROR_INVALID_QUANTITY";
    case IAP_ERROR_INVALID_TEXT: return "IAP_ERROR_INVALID_TEXT";
    case IAP_ERROR_INVALID_STRUCT_SIZE: return "IAP_ERROR_INVALID_STRUCT_SIZE";
    case IAP_ERROR_TOO_LARGE: return "IAP_ERROR_TOO_LARGE";
    case IAP_ERROR_INVALID_STORE_FILE: return "IAP_ERROR_INVALID_STORE_FILE";
    case IAP_ERROR_INVALID_ANCHOR: return "IAP_ERROR_INVALID_ANCHOR";
    case IAP_ERROR_INVALID_FILE: return "IAP_ERROR_INVALID_FILE";
    case IAP_ERROR_MISUSE: return "IAP_ERROR_MISUSE";
    case IAP_ERROR_CLOSED: return "IAP_ERROR_CLOSED";
    case IAP_ERROR_REENTRANT: return "IAP_ERROR_REENTRANT";
    case IAP_ERROR_WRONG_THREAD: return "IAP_ERROR_WRONG_THREAD";
    case IAP_ERROR_INVALID_STATE: return "IAP_ERROR_INVALID_STATE";
    case IAP_ERROR_VERSION_MISMATCH: return "IAP_ERROR_VERSION_MISMATCH";
    case IAP_ERROR_BUSY: return "IAP_ERROR_BUSY";
    case IAP_ERROR_KEY_IN_USE: return "IAP_ERROR_KEY_IN_USE";
    case IAP_ERROR_NOT_FOUND: return "IAP_ERROR_NOT_FOUND";
    case IAP_ERROR_CANCELLED: return "IAP_ERROR_CANCELLED";
    case IAP_ERROR_UNFINISHED_PURCHASE: return "IAP_ERROR_UNFINISHED_PURCHASE";
    case IAP_ERROR_NOT_ALLOWED: return "IAP_ERROR_NOT_ALLOWED";
    case IAP_ERROR_NOT_ELIGIBLE: return "IAP_ERROR_NOT_ELIGIBLE";
    case IAP_ERROR_INSUFFICIENT_BALANCE: return "IAP_ERROR_INSUFFICIENT_BALANCE";
    case IAP_ERROR_OTHER_PLAYER: return "IAP_ERROR_OTHER_PLAYER";
    case IAP_ERROR_PRODUCT_UNAVAILABLE: return "IAP_ERROR_PRODUCT_UNAVAILABLE";
    case IAP_ERROR_NOT_IN_STOREFRONT: return "IAP_ERROR_NOT_IN_STOREFRONT";
    case IAP_ERROR_ALREADY_SUBSCRIBED: return "IAP_ERROR_ALREADY_SUBSCRIBED";
    case IAP_ERROR_NETWORK: return "IAP_ERROR_NETWORK";
    case IAP_ERROR_SERVER: return "IAP_ERROR_SERVER";
    case IAP_ERROR_STORE: return "IAP_ERROR_STORE";
    case IAP_ERROR_NOT_ENTITLED: return "IAP_ERROR_NOT_ENTITLED";
    case IAP_ERROR_DUPLICATE_REQUEST: return "IAP_ERROR_DUPLICATE_REQUEST";
    case IAP_ERROR_VERIFICATION: return "IAP_ERROR_VERIFICATION";
    case IAP_ERROR_STORAGE: return "IAP_ERROR_STORAGE";
    case IAP_ERROR_STORAGE_FULL: return "IAP_ERROR_STORAGE_FULL";
    case IAP_ERROR_STORAGE_NEWER: return "IAP_ERROR_STORAGE_NEWER";
    case IAP_ERROR_STORAGE_FOREIGN: return "IAP_ERROR_STORAGE_FOREIGN";
    case IAP_ERROR_STORAGE_DAMAGED: return "IAP_ERROR_STORAGE_DAMAGED";
    case IAP_ERROR_UNSUPPORTED: return "IAP_ERROR_UNSUPPORTED";
    case IAP_ERROR_OFFER: return "IAP_ERROR_OFFER";
    case IAP_ERROR_INELIGIBLE_FOR_OFFER: return "IAP_ERROR_INELIGIBLE_FOR_OFFER";
    case IAP_ERROR_INVALID_OFFER_IDENTIFIER: return "IAP_ERROR_INVALID_OFFER_IDENTIFIER";
    case IAP_ERROR_INVALID_OFFER_PRICE: return "IAP_ERROR_INVALID_OFFER_PRICE";
    case IAP_ERROR_INVALID_OFFER_SIGNATURE: return "IAP_ERROR_INVALID_OFFER_SIGNATURE";
    case IAP_ERROR_MISSING_OFFER_PARAMETERS: return "IAP_ERROR_MISSING_OFFER_PARAMETERS";
    case IAP_ERROR_INTERNAL: return "IAP_ERROR_INTERNAL";
    default: return "IAP_ERROR_UNKNOWN";
    }
}

void iap_client_options_init(iap_client_options *options) {
    static const iap_client_options value = IAP_CLIENT_OPTIONS_INIT;
    if (options != NULL) *options = value;
}

iap_status_t iap_client_open_version(uint32_t header_version, const iap_client_options *options,
                                     iap_client **client, iap_error *error) {
    (void)header_version;
    (void)options;
    if (client != NULL) *client = NULL;
    return report(error, IAP_ERROR_UNSUPPORTED, "this build has no store: hide the shop");
}

int32_t iap_client_process_events(iap_client *client, uint32_t max_events) {
    (void)max_events;
    return refuse(client, NULL);
}

int32_t iap_client_wait_events(iap_client *client, uint32_t timeout_ms) {
    (void)timeout_ms;
    return refuse(client, NULL);
}

int32_t iap_can_make_payments(iap_client *client, iap_error *error) {
    refuse(client, error);
    return 0;
}

iap_status_t iap_request_products(iap_client *client, const char *const *product_ids, size_t count,
                                  iap_products_function completion, void *user_data, uint64_t *request_id,
                                  iap_error *error) {
    (void)product_ids;
    (void)count;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

size_t iap_products_count(const iap_products *products) {
    (void)products;
    return 0;
}

const iap_product *iap_products_at(const iap_products *products, size_t index) {
    (void)products;
    (void)index;
    return NULL;
}

size_t iap_products_invalid_count(const iap_products *products) {
    (void)products;
    return 0;
}

const char *iap_products_invalid_at(const iap_products *products, size_t index) {
    (void)products;
    (void)index;
    return NULL;
}

const iap_products *iap_products_retain(const iap_products *products) {
    (void)products;
    return NULL;
}

void iap_products_release(const iap_products *products) {
    (void)products;
}

const char *iap_product_id(const iap_product *product) {
    (void)product;
    return NULL;
}

iap_product_type_t iap_product_type(const iap_product *product) {
    (void)product;
    return 0;
}

const char *iap_product_display_name(const iap_product *product) {
    (void)product;
    return NULL;
}

const char *iap_product_description(const iap_product *product) {
    (void)product;
    return NULL;
}

const char *iap_product_display_price(const iap_product *product) {
    (void)product;
    return NULL;
}

int64_t iap_product_price_milliunits(const iap_product *product) {
    (void)product;
    return 0;
}

const char *iap_product_currency_code(const iap_product *product) {
    (void)product;
    return NULL;
}

const iap_product *iap_product_retain(const iap_product *product) {
    (void)product;
    return NULL;
}

void iap_product_release(const iap_product *product) {
    (void)product;
}

iap_status_t iap_buy(iap_client *client, const char *product_id, uint64_t *payment_id, iap_error *error) {
    (void)product_id;
    if (payment_id != NULL) *payment_id = 0;
    return refuse(client, error);
}

void iap_observer_init(iap_observer *observer) {
    static const iap_observer value = IAP_OBSERVER_INIT;
    if (observer != NULL) *observer = value;
}

iap_status_t iap_add_observer(iap_client *client, const iap_observer *observer, uint64_t *observer_id,
                              iap_error *error) {
    (void)observer;
    if (observer_id != NULL) *observer_id = 0;
    return refuse(client, error);
}

iap_status_t iap_remove_observer(iap_client *client, uint64_t observer_id, iap_error *error) {
    (void)observer_id;
    return refuse(client, error);
}

iap_transaction_state_t iap_transaction_state(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

uint64_t iap_transaction_id(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

uint64_t iap_transaction_original_id(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

uint64_t iap_transaction_payment_id(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_product_id(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

iap_product_type_t iap_transaction_product_type(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int32_t iap_transaction_quantity(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int64_t iap_transaction_purchase_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int32_t iap_transaction_delivery_count(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_delivery_state_t iap_transaction_delivery_state(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const iap_transaction *iap_transaction_original(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

iap_status_t iap_transaction_error(const iap_transaction *transaction, iap_error *error) {
    (void)transaction;
    return report(error, IAP_OK, "");
}

const iap_transaction *iap_transaction_retain(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

void iap_transaction_release(const iap_transaction *transaction) {
    (void)transaction;
}

iap_status_t iap_finish_transaction(iap_client *client, const iap_transaction *transaction, iap_error *error) {
    (void)transaction;
    return refuse(client, error);
}

iap_status_t iap_finish_transaction_id(iap_client *client, uint64_t transaction_id, iap_error *error) {
    (void)transaction_id;
    return refuse(client, error);
}

iap_status_t iap_record_grant(iap_client *client, const iap_transaction *transaction, iap_error *error) {
    (void)transaction;
    return refuse(client, error);
}

iap_status_t iap_restore_completed_transactions(iap_client *client, uint64_t *request_id, iap_error *error) {
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

int32_t iap_owns(iap_client *client, const char *product_id, iap_error *error) {
    (void)product_id;
    refuse(client, error);
    return 0;
}

iap_status_t iap_cancel_request(iap_client *client, uint64_t request_id, iap_error *error) {
    (void)request_id;
    return refuse(client, error);
}

iap_status_t iap_client_close(iap_client *client) {
    return refuse(client, NULL);
}

iap_product_list_source_t iap_products_list_source(const iap_products *products) {
    (void)products;
    return 0;
}

void iap_product_list_options_init(iap_product_list_options *options) {
    static const iap_product_list_options value = IAP_PRODUCT_LIST_OPTIONS_INIT;
    if (options != NULL) *options = value;
}

iap_status_t iap_request_product_list(iap_client *client, const iap_product_list_options *options,
                                      iap_products_function completion, void *user_data, uint64_t *request_id,
                                      iap_error *error) {
    (void)options;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_request_cached_products(iap_client *client, const char *const *product_ids, size_t count,
                                         iap_products_function completion, void *user_data, uint64_t *request_id,
                                         iap_error *error) {
    (void)product_ids;
    (void)count;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

int32_t iap_product_is_cached(const iap_product *product) {
    (void)product;
    return 0;
}

const char *iap_product_type_text(const iap_product *product) {
    (void)product;
    return NULL;
}

int32_t iap_product_is_family_shareable(const iap_product *product) {
    (void)product;
    return 0;
}

const char *iap_product_json(const iap_product *product) {
    (void)product;
    return NULL;
}

void iap_payment_init(iap_payment *payment) {
    static const iap_payment value = IAP_PAYMENT_INIT;
    if (payment != NULL) *payment = value;
}

iap_status_t iap_add_payment(iap_client *client, const iap_payment *payment, uint64_t *payment_id, iap_error *error)
                             {
    (void)payment;
    if (payment_id != NULL) *payment_id = 0;
    return refuse(client, error);
}

iap_status_t iap_cancel_payment(iap_client *client, uint64_t payment_id, iap_error *error) {
    (void)payment_id;
    return refuse(client, error);
}

size_t iap_product_offer_count(const iap_product *product) {
    (void)product;
    return 0;
}

const iap_offer *iap_product_offer_at(const iap_product *product, size_t index) {
    (void)product;
    (void)index;
    return NULL;
}

iap_offer_type_t iap_offer_type(const iap_offer *offer) {
    (void)offer;
    return 0;
}

const char *iap_offer_id(const iap_offer *offer) {
    (void)offer;
    return NULL;
}

iap_payment_mode_t iap_offer_payment_mode(const iap_offer *offer) {
    (void)offer;
    return 0;
}

int64_t iap_offer_price_milliunits(const iap_offer *offer) {
    (void)offer;
    return 0;
}

const char *iap_offer_display_price(const iap_offer *offer) {
    (void)offer;
    return NULL;
}

iap_period_unit_t iap_offer_period_unit(const iap_offer *offer) {
    (void)offer;
    return 0;
}

int32_t iap_offer_period_value(const iap_offer *offer) {
    (void)offer;
    return 0;
}

int32_t iap_offer_period_count(const iap_offer *offer) {
    (void)offer;
    return 0;
}

iap_offer_type_t iap_transaction_offer_type(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_offer_id(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

iap_payment_mode_t iap_transaction_offer_payment_mode(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_period_unit_t iap_transaction_offer_period_unit(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int32_t iap_transaction_offer_period_value(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_status_t iap_request_introductory_offer_eligibility(iap_client *client, const char *group_id,
                                                        iap_flag_function completion, void *user_data,
                                                        uint64_t *request_id, iap_error *error) {
    (void)group_id;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_signature_check_t iap_transaction_signature_check(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_signed_text(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

int64_t iap_transaction_signed_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_device_verification(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_device_verification_nonce(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

void iap_verification_options_init(iap_verification_options *options) {
    static const iap_verification_options value = IAP_VERIFICATION_OPTIONS_INIT;
    if (options != NULL) *options = value;
}

iap_status_t iap_give_verdict(iap_client *client, uint64_t transaction_id, iap_verdict_t verdict,
                              const char *reason, uint32_t retry_after_ms, iap_error *error) {
    (void)transaction_id;
    (void)verdict;
    (void)reason;
    (void)retry_after_ms;
    return refuse(client, error);
}

iap_period_unit_t iap_product_subscription_period_unit(const iap_product *product) {
    (void)product;
    return 0;
}

int32_t iap_product_subscription_period_value(const iap_product *product) {
    (void)product;
    return 0;
}

const char *iap_product_subscription_group_id(const iap_product *product) {
    (void)product;
    return NULL;
}

int32_t iap_product_subscription_group_level(const iap_product *product) {
    (void)product;
    return 0;
}

const char *iap_product_subscription_group_name(const iap_product *product) {
    (void)product;
    return NULL;
}

int64_t iap_transaction_expiration_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_subscription_group_id(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_web_order_line_item_id(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

int32_t iap_transaction_is_upgraded(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_status_t iap_request_subscription_statuses(iap_client *client, const char *group_id,
                                               iap_subscription_statuses_function completion, void *user_data,
                                               uint64_t *request_id, iap_error *error) {
    (void)group_id;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_request_transaction_status(iap_client *client, uint64_t transaction_id,
                                            iap_subscription_statuses_function completion, void *user_data,
                                            uint64_t *request_id, iap_error *error) {
    (void)transaction_id;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

size_t iap_subscription_statuses_count(const iap_subscription_statuses *statuses) {
    (void)statuses;
    return 0;
}

const iap_subscription_status *iap_subscription_statuses_at(const iap_subscription_statuses *statuses, size_t index)
                                                            {
    (void)statuses;
    (void)index;
    return NULL;
}

const iap_subscription_statuses *iap_subscription_statuses_retain(const iap_subscription_statuses *statuses) {
    (void)statuses;
    return NULL;
}

void iap_subscription_statuses_release(const iap_subscription_statuses *statuses) {
    (void)statuses;
}

const iap_subscription_status *iap_subscription_status_retain(const iap_subscription_status *status) {
    (void)status;
    return NULL;
}

void iap_subscription_status_release(const iap_subscription_status *status) {
    (void)status;
}

iap_subscription_state_t iap_subscription_status_state(const iap_subscription_status *status) {
    (void)status;
    return 0;
}

const char *iap_subscription_status_group_id(const iap_subscription_status *status) {
    (void)status;
    return NULL;
}

const iap_transaction *iap_subscription_status_transaction(const iap_subscription_status *status) {
    (void)status;
    return NULL;
}

const iap_renewal_info *iap_subscription_status_renewal_info(const iap_subscription_status *status) {
    (void)status;
    return NULL;
}

iap_signature_check_t iap_renewal_info_signature_check(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

uint64_t iap_renewal_info_original_transaction_id(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_product_id(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

int32_t iap_renewal_info_will_auto_renew(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_auto_renew_product_id(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

iap_expiration_reason_t iap_renewal_info_expiration_reason(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

iap_price_increase_t iap_renewal_info_price_increase(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

int32_t iap_renewal_info_is_in_billing_retry(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

int64_t iap_renewal_info_grace_period_expiration_date_ms(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

iap_offer_type_t iap_renewal_info_offer_type(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_offer_id(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

iap_payment_mode_t iap_renewal_info_offer_payment_mode(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

iap_period_unit_t iap_renewal_info_offer_period_unit(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

int32_t iap_renewal_info_offer_period_value(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_environment(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

int64_t iap_renewal_info_recent_subscription_start_date_ms(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

int64_t iap_renewal_info_renewal_date_ms(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

int64_t iap_renewal_info_renewal_price_milliunits(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_currency_code(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

size_t iap_renewal_info_eligible_win_back_offer_count(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_eligible_win_back_offer_at(const iap_renewal_info *info, size_t index) {
    (void)info;
    (void)index;
    return NULL;
}

const char *iap_renewal_info_app_account_token(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

const char *iap_renewal_info_app_transaction_id(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

int64_t iap_renewal_info_signed_date_ms(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_renewal_info_signed_text(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

const char *iap_renewal_info_json(const iap_renewal_info *info) {
    (void)info;
    return NULL;
}

int64_t iap_transaction_revocation_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_revocation_reason_t iap_transaction_revocation_reason(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_revocation_type_t iap_transaction_revocation_type(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int32_t iap_transaction_revocation_percentage(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_app_account_token(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

iap_ownership_t iap_transaction_ownership(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_transaction_reason_t iap_transaction_reason(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int64_t iap_transaction_original_purchase_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int64_t iap_transaction_price_milliunits(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

const char *iap_transaction_currency_code(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_storefront_country_code(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_storefront_identifier(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_environment(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_app_bundle_id(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_app_transaction_id(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

const char *iap_transaction_json(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

size_t iap_transactions_count(const iap_transactions *transactions) {
    (void)transactions;
    return 0;
}

const iap_transaction *iap_transactions_at(const iap_transactions *transactions, size_t index) {
    (void)transactions;
    (void)index;
    return NULL;
}

const iap_transactions *iap_transactions_retain(const iap_transactions *transactions) {
    (void)transactions;
    return NULL;
}

void iap_transactions_release(const iap_transactions *transactions) {
    (void)transactions;
}

iap_status_t iap_queue_transactions(iap_client *client, const iap_transactions **transactions, iap_error *error) {
    if (transactions != NULL) *transactions = 0;
    return refuse(client, error);
}

iap_status_t iap_request_transactions(iap_client *client, iap_query_t query, const char *product_id,
                                      iap_transactions_function completion, void *user_data, uint64_t *request_id,
                                      iap_error *error) {
    (void)query;
    (void)product_id;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_request_transactions_page(iap_client *client, iap_query_t query, const char *product_id,
                                           uint32_t limit, const char *page, iap_transactions_function completion,
                                           void *user_data, uint64_t *request_id, iap_error *error) {
    (void)query;
    (void)product_id;
    (void)limit;
    (void)page;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

const char *iap_transactions_next_page(const iap_transactions *transactions) {
    (void)transactions;
    return NULL;
}

iap_status_t iap_queue_purchase_intents(iap_client *client, const iap_purchase_intents **intents, iap_error *error)
                                        {
    if (intents != NULL) *intents = 0;
    return refuse(client, error);
}

iap_status_t iap_take_purchase_intent(iap_client *client, const iap_purchase_intent *intent,
                                      const iap_payment *payment, uint64_t *payment_id, iap_error *error) {
    (void)intent;
    (void)payment;
    if (payment_id != NULL) *payment_id = 0;
    return refuse(client, error);
}

iap_status_t iap_defer_purchase_intent(iap_client *client, const iap_purchase_intent *intent, iap_error *error) {
    (void)intent;
    return refuse(client, error);
}

iap_status_t iap_decline_purchase_intent(iap_client *client, const iap_purchase_intent *intent, iap_error *error) {
    (void)intent;
    return refuse(client, error);
}

size_t iap_purchase_intents_count(const iap_purchase_intents *intents) {
    (void)intents;
    return 0;
}

const iap_purchase_intent *iap_purchase_intents_at(const iap_purchase_intents *intents, size_t index) {
    (void)intents;
    (void)index;
    return NULL;
}

const iap_purchase_intents *iap_purchase_intents_retain(const iap_purchase_intents *intents) {
    (void)intents;
    return NULL;
}

void iap_purchase_intents_release(const iap_purchase_intents *intents) {
    (void)intents;
}

const char *iap_purchase_intent_product_id(const iap_purchase_intent *intent) {
    (void)intent;
    return NULL;
}

iap_offer_type_t iap_purchase_intent_offer_type(const iap_purchase_intent *intent) {
    (void)intent;
    return 0;
}

const char *iap_purchase_intent_offer_id(const iap_purchase_intent *intent) {
    (void)intent;
    return NULL;
}

int32_t iap_purchase_intent_is_deferred(const iap_purchase_intent *intent) {
    (void)intent;
    return 0;
}

const iap_purchase_intent *iap_purchase_intent_retain(const iap_purchase_intent *intent) {
    (void)intent;
    return NULL;
}

void iap_purchase_intent_release(const iap_purchase_intent *intent) {
    (void)intent;
}

iap_status_t iap_request_promotions(iap_client *client, iap_promotions_function completion, void *user_data,
                                    uint64_t *request_id, iap_error *error) {
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_set_promotion_order(iap_client *client, const char *const *product_ids, size_t count,
                                     iap_completion_function completion, void *user_data, uint64_t *request_id,
                                     iap_error *error) {
    (void)product_ids;
    (void)count;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_set_promotion_visibility(iap_client *client, const char *product_id,
                                          iap_promotion_visibility_t visibility, iap_completion_function completion,
                                          void *user_data, uint64_t *request_id, iap_error *error) {
    (void)product_id;
    (void)visibility;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

size_t iap_promotions_count(const iap_promotions *promotions) {
    (void)promotions;
    return 0;
}

const char *iap_promotions_product_id_at(const iap_promotions *promotions, size_t index) {
    (void)promotions;
    (void)index;
    return NULL;
}

iap_promotion_visibility_t iap_promotions_visibility_at(const iap_promotions *promotions, size_t index) {
    (void)promotions;
    (void)index;
    return 0;
}

const iap_promotions *iap_promotions_retain(const iap_promotions *promotions) {
    (void)promotions;
    return NULL;
}

void iap_promotions_release(const iap_promotions *promotions) {
    (void)promotions;
}

iap_status_t iap_request_refund(iap_client *client, uint64_t transaction_id, void *ui_anchor,
                                iap_completion_function completion, void *user_data, uint64_t *request_id,
                                iap_error *error) {
    (void)transaction_id;
    (void)ui_anchor;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_show_manage_subscriptions(iap_client *client, const char *group_id, void *ui_anchor,
                                           iap_completion_function completion, void *user_data,
                                           uint64_t *request_id, iap_error *error) {
    (void)group_id;
    (void)ui_anchor;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_present_offer_code_redemption(iap_client *client, void *ui_anchor,
                                               iap_completion_function completion, void *user_data,
                                               uint64_t *request_id, iap_error *error) {
    (void)ui_anchor;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_present_merchandising(iap_client *client, const char *group_id, void *ui_anchor,
                                       iap_completion_function completion, void *user_data, uint64_t *request_id,
                                       iap_error *error) {
    (void)group_id;
    (void)ui_anchor;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_request_review(iap_client *client, void *ui_anchor, iap_completion_function completion,
                                void *user_data, uint64_t *request_id, iap_error *error) {
    (void)ui_anchor;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_display_message(iap_client *client, const iap_message *message, void *ui_anchor,
                                 iap_completion_function completion, void *user_data, uint64_t *request_id,
                                 iap_error *error) {
    (void)message;
    (void)ui_anchor;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_message_reason_t iap_message_reason(const iap_message *message) {
    (void)message;
    return 0;
}

const iap_message *iap_message_retain(const iap_message *message) {
    (void)message;
    return NULL;
}

void iap_message_release(const iap_message *message) {
    (void)message;
}

int32_t iap_supports(iap_client *client, iap_feature_t feature, iap_error *error) {
    (void)feature;
    refuse(client, error);
    return 0;
}

iap_environment_t iap_client_environment(iap_client *client) {
    return refuse(client, NULL);
}

iap_status_t iap_request_storefront(iap_client *client, iap_storefront_function completion, void *user_data,
                                    uint64_t *request_id, iap_error *error) {
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_request_app_transaction(iap_client *client, int32_t refresh,
                                         iap_app_transaction_function completion, void *user_data,
                                         uint64_t *request_id, iap_error *error) {
    (void)refresh;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

const iap_app_transaction *iap_app_transaction_retain(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

void iap_app_transaction_release(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
}

iap_signature_check_t iap_app_transaction_signature_check(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

uint64_t iap_app_transaction_app_id(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

uint64_t iap_app_transaction_app_version_id(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

const char *iap_app_transaction_app_version(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_bundle_id(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_environment(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_original_app_version(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

int64_t iap_app_transaction_original_purchase_date_ms(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

int64_t iap_app_transaction_preorder_date_ms(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

const char *iap_app_transaction_app_transaction_id(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_original_platform(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

int64_t iap_app_transaction_signed_date_ms(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return 0;
}

const char *iap_app_transaction_device_verification(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_device_verification_nonce(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_signed_text(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

const char *iap_app_transaction_json(const iap_app_transaction *app_transaction) {
    (void)app_transaction;
    return NULL;
}

iap_status_t iap_request_app_receipt(iap_client *client, int32_t refresh, iap_text_function completion,
                                     void *user_data, uint64_t *request_id, iap_error *error) {
    (void)refresh;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

size_t iap_product_billing_plan_count(const iap_product *product) {
    (void)product;
    return 0;
}

const iap_billing_plan *iap_product_billing_plan_at(const iap_product *product, size_t index) {
    (void)product;
    (void)index;
    return NULL;
}

iap_billing_plan_type_t iap_billing_plan_type(const iap_billing_plan *plan) {
    (void)plan;
    return 0;
}

const char *iap_billing_plan_display_price(const iap_billing_plan *plan) {
    (void)plan;
    return NULL;
}

int64_t iap_billing_plan_price_milliunits(const iap_billing_plan *plan) {
    (void)plan;
    return 0;
}

iap_period_unit_t iap_billing_plan_period_unit(const iap_billing_plan *plan) {
    (void)plan;
    return 0;
}

int32_t iap_billing_plan_period_value(const iap_billing_plan *plan) {
    (void)plan;
    return 0;
}

int64_t iap_billing_plan_commitment_price_milliunits(const iap_billing_plan *plan) {
    (void)plan;
    return 0;
}

iap_billing_plan_type_t iap_transaction_billing_plan_type(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int32_t iap_transaction_commitment_period_number(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int32_t iap_transaction_commitment_period_count(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int64_t iap_transaction_commitment_expiration_date_ms(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

int64_t iap_transaction_commitment_price_milliunits(const iap_transaction *transaction) {
    (void)transaction;
    return 0;
}

iap_billing_plan_type_t iap_renewal_info_billing_plan_type(const iap_renewal_info *info) {
    (void)info;
    return 0;
}

const char *iap_transaction_advanced_commerce_json(const iap_transaction *transaction) {
    (void)transaction;
    return NULL;
}

iap_status_t iap_request_external_purchase_eligibility(iap_client *client, iap_external_purchase_kind_t kind,
                                                       iap_flag_function completion, void *user_data,
                                                       uint64_t *request_id, iap_error *error) {
    (void)kind;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_show_external_purchase_notice(iap_client *client, iap_text_function completion, void *user_data,
                                               uint64_t *request_id, iap_error *error) {
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_open_external_purchase_link(iap_client *client, const char *url,
                                             iap_completion_function completion, void *user_data,
                                             uint64_t *request_id, iap_error *error) {
    (void)url;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_request_external_purchase_token(iap_client *client, iap_external_purchase_token_t type,
                                                 iap_text_function completion, void *user_data,
                                                 uint64_t *request_id, iap_error *error) {
    (void)type;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_show_external_purchase_custom_link_notice(iap_client *client, iap_external_purchase_notice_t type,
                                                           iap_completion_function completion, void *user_data,
                                                           uint64_t *request_id, iap_error *error) {
    (void)type;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_open_external_link_account(iap_client *client, iap_completion_function completion, void *user_data,
                                            uint64_t *request_id, iap_error *error) {
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_bind_payment_method(iap_client *client, const char *pinning_id, iap_completion_function completion,
                                     void *user_data, uint64_t *request_id, iap_error *error) {
    (void)pinning_id;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

int32_t iap_client_next_event(iap_client *client, iap_event **event) {
    if (event != NULL) *event = 0;
    return refuse(client, NULL);
}

void iap_event_release(iap_event *event) {
    (void)event;
}

iap_event_type_t iap_event_type(const iap_event *event) {
    (void)event;
    return 0;
}

uint64_t iap_event_request_id(const iap_event *event) {
    (void)event;
    return 0;
}

const iap_products *iap_event_products(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_transaction *iap_event_transaction(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_transactions *iap_event_transactions(const iap_event *event) {
    (void)event;
    return NULL;
}

const char *iap_event_storefront_country_code(const iap_event *event) {
    (void)event;
    return NULL;
}

const char *iap_event_storefront_identifier(const iap_event *event) {
    (void)event;
    return NULL;
}

int32_t iap_event_flag(const iap_event *event) {
    (void)event;
    return 0;
}

const char *iap_event_product_id(const iap_event *event) {
    (void)event;
    return NULL;
}

const char *iap_event_text(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_subscription_statuses *iap_event_subscription_statuses(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_subscription_status *iap_event_subscription_status(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_app_transaction *iap_event_app_transaction(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_promotions *iap_event_promotions(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_purchase_intent *iap_event_purchase_intent(const iap_event *event) {
    (void)event;
    return NULL;
}

const iap_message *iap_event_message(const iap_event *event) {
    (void)event;
    return NULL;
}

iap_status_t iap_event_error(const iap_event *event, iap_error *error) {
    (void)event;
    return report(error, IAP_OK, "");
}

iap_status_t iap_set_log_function(iap_log_level_t level, iap_log_function function, void *user_data,
                                  iap_error *error) {
    (void)function;
    (void)user_data;
    if (level >= IAP_LOG_NONE && level <= IAP_LOG_DEBUG) return report(error, IAP_OK, "");
    return report(error, IAP_ERROR_INVALID_ARGUMENT, "level is no IAP_LOG_ value");
}

void iap_check_handles(void) {
}

iap_status_t iap_request_audit_copy(iap_client *client, const char *path, iap_completion_function completion,
                                    void *user_data, uint64_t *request_id, iap_error *error) {
    (void)path;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

void iap_grant_init(iap_grant *grant) {
    static const iap_grant value = IAP_GRANT_INIT;
    if (grant != NULL) *grant = value;
}

void iap_inventory_options_init(iap_inventory_options *options) {
    static const iap_inventory_options value = IAP_INVENTORY_OPTIONS_INIT;
    if (options != NULL) *options = value;
}

int64_t iap_inventory_balance(iap_client *client, const char *counter, iap_error *error) {
    (void)counter;
    refuse(client, error);
    return 0;
}

int32_t iap_inventory_is_unlocked(iap_client *client, const char *unlock, iap_error *error) {
    (void)unlock;
    refuse(client, error);
    return 0;
}

iap_status_t iap_inventory_list(iap_client *client, const iap_inventory_items **items, iap_error *error) {
    if (items != NULL) *items = 0;
    return refuse(client, error);
}

size_t iap_inventory_items_count(const iap_inventory_items *items) {
    (void)items;
    return 0;
}

const iap_inventory_item *iap_inventory_items_at(const iap_inventory_items *items, size_t index) {
    (void)items;
    (void)index;
    return NULL;
}

void iap_inventory_items_release(const iap_inventory_items *items) {
    (void)items;
}

iap_grant_kind_t iap_inventory_item_kind(const iap_inventory_item *item) {
    (void)item;
    return 0;
}

const char *iap_inventory_item_name(const iap_inventory_item *item) {
    (void)item;
    return NULL;
}

int64_t iap_inventory_item_balance(const iap_inventory_item *item) {
    (void)item;
    return 0;
}

int32_t iap_inventory_item_is_unlocked(const iap_inventory_item *item) {
    (void)item;
    return 0;
}

int64_t iap_inventory_item_expiration_date_ms(const iap_inventory_item *item) {
    (void)item;
    return 0;
}

iap_status_t iap_inventory_spend(iap_client *client, const char *counter, int64_t amount, const char *key,
                                 iap_completion_function completion, void *user_data, uint64_t *request_id,
                                 iap_error *error) {
    (void)counter;
    (void)amount;
    (void)key;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_inventory_add(iap_client *client, const char *counter, int64_t amount, const char *key,
                               iap_completion_function completion, void *user_data, uint64_t *request_id,
                               iap_error *error) {
    (void)counter;
    (void)amount;
    (void)key;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_inventory_take_back(iap_client *client, uint64_t transaction_id,
                                     iap_completion_function completion, void *user_data, uint64_t *request_id,
                                     iap_error *error) {
    (void)transaction_id;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_inventory_export(iap_client *client, iap_text_function completion, void *user_data,
                                  uint64_t *request_id, iap_error *error) {
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}

iap_status_t iap_inventory_import(iap_client *client, const char *text, iap_completion_function completion,
                                  void *user_data, uint64_t *request_id, iap_error *error) {
    (void)text;
    (void)completion;
    (void)user_data;
    if (request_id != NULL) *request_id = 0;
    return refuse(client, error);
}
