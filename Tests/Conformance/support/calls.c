#include "calls.h"

#include "catalogue.h"

#include <iap/iap_commerce.h>
#include <iap/iap_inventory.h>
#include <iap/iap_log.h>
#include <iap/iap_polling.h>
#include <iap/iap_products.h>

/* ------------------------------------------------------------------------------------------------------ clients */

static const char *const product_ids[] = {COINS, UNKNOWN_PRODUCT};
static const iap_payment unknown_payment = {
    .struct_size = IAP_STRUCT_SIZE(iap_payment), .quantity = 1, .product_id = UNKNOWN_PRODUCT};
static const iap_product_list_options list_options = {.struct_size = IAP_STRUCT_SIZE(iap_product_list_options),
                                                      .path = "/nowhere/list.json"};
static const char pinning_id[] = "00000000-0000-4000-8000-000000000001";

/* CALL(function, kind, status on an open client, arguments) */
/* clang-format off */
#define CLIENT_CALLS(CALL) \
    CALL(iap_buy, ON_ANY_THREAD, IAP_OK, (client, UNKNOWN_PRODUCT, NULL, NULL)) \
    CALL(iap_add_payment, ON_ANY_THREAD, IAP_OK, (client, &unknown_payment, NULL, NULL)) \
    CALL(iap_cancel_payment, CANCELS_OR_REMOVES, IAP_ERROR_NOT_FOUND, (client, UINT64_MAX, NULL)) \
    CALL(iap_cancel_request, CANCELS_OR_REMOVES, IAP_ERROR_NOT_FOUND, (client, 4000000000u, NULL)) \
    CALL(iap_remove_observer, CANCELS_OR_REMOVES, IAP_ERROR_NOT_FOUND, (client, UINT64_MAX, NULL)) \
    CALL(iap_client_process_events, PROCESSES_EVENTS, IAP_OK, (client, 0)) \
    CALL(iap_client_wait_events, PROCESSES_EVENTS, IAP_OK, (client, 0)) \
    CALL(iap_finish_transaction, ON_ANY_THREAD, IAP_ERROR_NOT_FOUND, (client, transaction, NULL)) \
    CALL(iap_finish_transaction_id, ON_ANY_THREAD, IAP_ERROR_NOT_FOUND, (client, UINT64_MAX, NULL)) \
    CALL(iap_record_grant, ON_ANY_THREAD, IAP_ERROR_NOT_FOUND, (client, transaction, NULL)) \
    CALL(iap_give_verdict, ON_ANY_THREAD, IAP_ERROR_NOT_FOUND, \
         (client, UINT64_MAX, IAP_VERDICT_VALID, NULL, 0, NULL)) \
    CALL(iap_restore_completed_transactions, ON_ANY_THREAD, IAP_OK, (client, NULL, NULL)) \
    CALL(iap_request_products, ON_ANY_THREAD, IAP_OK, (client, product_ids, 2, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_product_list, ON_ANY_THREAD, IAP_OK, (client, &list_options, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_cached_products, ON_ANY_THREAD, IAP_OK, (client, NULL, 0, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_transactions, ON_ANY_THREAD, IAP_OK, (client, IAP_QUERY_ALL, NULL, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_transactions_page, ON_ANY_THREAD, IAP_OK, \
         (client, IAP_QUERY_ALL, NULL, 10, NULL, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_storefront, ON_ANY_THREAD, IAP_OK, (client, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_subscription_statuses, ON_ANY_THREAD, IAP_OK, (client, CLUB_GROUP, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_transaction_status, ON_ANY_THREAD, IAP_OK, (client, 1, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_introductory_offer_eligibility, ON_ANY_THREAD, IAP_OK, (client, CLUB_GROUP, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_app_transaction, ON_ANY_THREAD, IAP_OK, (client, 0, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_app_receipt, ON_ANY_THREAD, IAP_OK, (client, 0, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_audit_copy, ON_ANY_THREAD, IAP_OK, (client, "/nowhere/audit.jsonl", NULL, NULL, NULL, NULL)) \
    CALL(iap_request_promotions, ON_ANY_THREAD, IAP_OK, (client, NULL, NULL, NULL, NULL)) \
    CALL(iap_set_promotion_order, ON_ANY_THREAD, IAP_OK, (client, NULL, 0, NULL, NULL, NULL, NULL)) \
    CALL(iap_set_promotion_visibility, ON_ANY_THREAD, IAP_OK, \
         (client, COINS, IAP_PROMOTION_VISIBILITY_VISIBLE, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_refund, ON_ANY_THREAD, IAP_OK, (client, 1, NULL, NULL, NULL, NULL, NULL)) \
    CALL(iap_show_manage_subscriptions, ON_ANY_THREAD, IAP_OK, (client, NULL, NULL, NULL, NULL, NULL, NULL)) \
    CALL(iap_present_offer_code_redemption, ON_ANY_THREAD, IAP_OK, (client, NULL, NULL, NULL, NULL, NULL)) \
    CALL(iap_present_merchandising, ON_ANY_THREAD, IAP_OK, (client, CLUB_GROUP, NULL, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_review, ON_ANY_THREAD, IAP_OK, (client, NULL, NULL, NULL, NULL, NULL)) \
    CALL(iap_show_external_purchase_notice, ON_ANY_THREAD, IAP_OK, (client, NULL, NULL, NULL, NULL)) \
    CALL(iap_open_external_purchase_link, ON_ANY_THREAD, IAP_OK, (client, NULL, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_external_purchase_eligibility, ON_ANY_THREAD, IAP_OK, \
         (client, IAP_EXTERNAL_PURCHASE_KIND_LINK, NULL, NULL, NULL, NULL)) \
    CALL(iap_request_external_purchase_token, ON_ANY_THREAD, IAP_OK, \
         (client, IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES, NULL, NULL, NULL, NULL)) \
    CALL(iap_show_external_purchase_custom_link_notice, ON_ANY_THREAD, IAP_OK, \
         (client, IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER, NULL, NULL, NULL, NULL)) \
    CALL(iap_open_external_link_account, ON_ANY_THREAD, IAP_OK, (client, NULL, NULL, NULL, NULL)) \
    CALL(iap_bind_payment_method, ON_ANY_THREAD, IAP_OK, (client, pinning_id, NULL, NULL, NULL, NULL)) \
    CALL(iap_inventory_spend, ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, (client, "coins", 1, "key", NULL, NULL, NULL, NULL)) \
    CALL(iap_inventory_add, ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, (client, "coins", 1, "key", NULL, NULL, NULL, NULL)) \
    CALL(iap_inventory_take_back, ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, (client, UINT64_MAX, NULL, NULL, NULL, NULL)) \
    CALL(iap_inventory_export, ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, (client, NULL, NULL, NULL, NULL)) \
    CALL(iap_inventory_import, ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, (client, "{}", NULL, NULL, NULL, NULL))

/* Functions that return a value, and 0 if they failed: QUESTION(function, status on an open client, arguments) */
#define CLIENT_QUESTIONS(QUESTION) \
    QUESTION(iap_can_make_payments, IAP_OK, (client, &error)) \
    QUESTION(iap_owns, IAP_OK, (client, SWORD, &error)) \
    QUESTION(iap_supports, IAP_OK, (client, IAP_FEATURE_MESSAGES, &error)) \
    QUESTION(iap_inventory_balance, IAP_ERROR_INVALID_STATE, (client, "coins", &error)) \
    QUESTION(iap_inventory_is_unlocked, IAP_ERROR_INVALID_STATE, (client, "editor", &error))

/* Functions that return a list: LIST(function, status on an open client, type of the list) */
#define CLIENT_LISTS(LIST) \
    LIST(iap_queue_transactions, IAP_OK, iap_transactions) \
    LIST(iap_queue_purchase_intents, IAP_OK, iap_purchase_intents) \
    LIST(iap_inventory_list, IAP_ERROR_INVALID_STATE, iap_inventory_items)
/* clang-format on */

#define MAKE_CALL(function, kind, open, arguments)                                                                     \
    static iap_status_t make_##function(iap_client *client, const iap_transaction *transaction) {                      \
        (void)transaction;                                                                                             \
        return function arguments;                                                                                     \
    }
#define MAKE_QUESTION(function, open, arguments)                                                                       \
    static iap_status_t make_##function(iap_client *client, const iap_transaction *transaction) {                      \
        (void)transaction;                                                                                             \
        iap_error error = IAP_ERROR_VALUE_INIT;                                                                        \
        const int64_t value = function arguments;                                                                      \
        CHECK(error.status == IAP_OK ? value >= 0 : value == 0);                                                       \
        return error.status;                                                                                           \
    }
#define MAKE_LIST(function, open, type)                                                                                \
    static iap_status_t make_##function(iap_client *client, const iap_transaction *transaction) {                      \
        (void)transaction;                                                                                             \
        const type *list = NULL;                                                                                       \
        const iap_status_t result = function(client, &list, NULL);                                                     \
        CHECK((result == IAP_OK) == (list != NULL));                                                                   \
        type##_release(list);                                                                                          \
        return result;                                                                                                 \
    }
CLIENT_CALLS(MAKE_CALL)
CLIENT_QUESTIONS(MAKE_QUESTION)
CLIENT_LISTS(MAKE_LIST)

static iap_status_t next_event(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    iap_event *event = NULL;
    const int32_t result = iap_client_next_event(client, &event);
    CHECK((result == 1) == (event != NULL));
    iap_event_release(event);
    return result;
}

static iap_status_t add_and_remove_observer(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    const iap_observer observer = IAP_OBSERVER_INIT;
    uint64_t id = 0;
    const iap_status_t status = iap_add_observer(client, &observer, &id, NULL);
    return status == IAP_OK ? iap_remove_observer(client, id, NULL) : status;
}

static iap_status_t environment(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    const iap_environment_t environment = iap_client_environment(client);
    return environment == IAP_ENVIRONMENT_REFERENCE_STORE ? IAP_OK : environment;
}

#define CALL_ROW(function, kind, open, arguments) {#function, kind, open, make_##function},
#define OTHER_ROW(function, open, detail) {#function, ON_ANY_THREAD, open, make_##function},

const client_call client_calls[] = {
    CLIENT_CALLS(CALL_ROW) CLIENT_QUESTIONS(OTHER_ROW)
        CLIENT_LISTS(OTHER_ROW){"iap_client_next_event", PROCESSES_EVENTS, IAP_OK, next_event},
    {"iap_add_observer", CANCELS_OR_REMOVES, IAP_OK, add_and_remove_observer},
    {"iap_client_environment", ON_ANY_THREAD, IAP_OK, environment},
};
const size_t client_call_count = sizeof client_calls / sizeof client_calls[0];

/* ------------------------------------------------------------------------------------------------------- stores */

static const iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
static const iap_store_purchase purchase = {
    .struct_size = IAP_STRUCT_SIZE(iap_store_purchase), .quantity = 1, .product_id = COINS};

/* What a function fills; the values are not read. */
static _Thread_local struct {
    size_t count;
    char text[64];
    int64_t value;
    iap_profile_t profile;
    iap_store_failure_t failure;
} filled;

/* CALL(function, arguments) */
/* clang-format off */
#define STORE_CALLS(CALL) \
    CALL(iap_store_root_certificate, (store, NULL, 0, &filled.count, NULL)) \
    CALL(iap_store_advance_clock, (store, 1, NULL)) \
    CALL(iap_store_cancel_next_purchase, (store, NULL)) \
    CALL(iap_store_fail_next_purchase, (store, IAP_STORE_FAILURE_NETWORK, NULL)) \
    CALL(iap_store_set_ask_to_buy, (store, 0, NULL)) \
    CALL(iap_store_list_approvals, (store, NULL, 0, &filled.count, NULL)) \
    CALL(iap_store_approval_product_id, (store, UINT64_MAX, filled.text, sizeof filled.text, NULL)) \
    CALL(iap_store_approve, (store, UINT64_MAX, NULL)) \
    CALL(iap_store_decline, (store, UINT64_MAX, NULL)) \
    CALL(iap_store_refund, (store, UINT64_MAX, NULL)) \
    CALL(iap_store_set_payments_allowed, (store, 1, NULL)) \
    CALL(iap_store_set_storefront, (store, "USA", "en_US", NULL)) \
    CALL(iap_store_set_simulated_error, (store, IAP_STORE_API_SYNC, IAP_STORE_FAILURE_NONE, NULL)) \
    CALL(iap_store_set_supported, (store, IAP_FEATURE_MESSAGES, 1, NULL)) \
    CALL(iap_store_set_forgery, (store, IAP_STORE_FORGERY_NONE, NULL)) \
    CALL(iap_store_answer_next_sheet, (store, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_ACCEPT, NULL, NULL)) \
    CALL(iap_store_move_during_next_purchase, (store, "USA", NULL)) \
    CALL(iap_store_set_renewal, (store, UINT64_MAX, &renewal, NULL)) \
    CALL(iap_store_list_transactions, (store, NULL, NULL, 0, &filled.count, NULL)) \
    CALL(iap_store_delete_transaction, (store, UINT64_MAX, NULL)) \
    CALL(iap_store_reset_to_default_state, (store, NULL)) \
    CALL(iap_store_resolve_issue, (store, UINT64_MAX, NULL)) \
    CALL(iap_store_set_interrupted_purchases, (store, IAP_STORE_INTERRUPTION_NONE, NULL)) \
    CALL(iap_store_set_fail_transactions, (store, IAP_STORE_FAILURE_NONE, NULL)) \
    CALL(iap_store_set_dialogs_disabled, (store, 0, NULL)) \
    CALL(iap_store_set_locale_during_next_purchase, (store, "en_US", NULL)) \
    CALL(iap_store_get_simulated_error, (store, IAP_STORE_API_SYNC, &filled.failure, NULL)) \
    CALL(iap_store_set_clock, (store, 0, NULL)) \
    CALL(iap_store_set_time_rate, (store, 0, NULL)) \
    CALL(iap_store_set_all_non_renewing_entitlements, (store, 0, NULL)) \
    CALL(iap_store_set_profile, (store, IAP_PROFILE_DOCUMENTED, NULL)) \
    CALL(iap_store_get_profile, (store, &filled.profile, NULL)) \
    CALL(iap_store_set_quirk, (store, IAP_QUIRK_TWO_IDS, 0, NULL)) \
    CALL(iap_store_get_quirk, (store, IAP_QUIRK_TWO_IDS, &filled.value, NULL)) \
    CALL(iap_store_set_billing_retry_on_renewal, (store, 0, NULL)) \
    CALL(iap_store_set_billing_grace_period, (store, 0, NULL)) \
    CALL(iap_store_set_renewal_limit, (store, 0, NULL)) \
    CALL(iap_store_set_on_sale, (store, COINS, 1, NULL)) \
    CALL(iap_store_set_auto_renew, (store, UINT64_MAX, 1, NULL)) \
    CALL(iap_store_change_subscription, (store, UINT64_MAX, COINS, IAP_BILLING_PLAN_NONE, NULL)) \
    CALL(iap_store_expire_subscription, (store, UINT64_MAX, NULL)) \
    CALL(iap_store_force_renewal, (store, UINT64_MAX, NULL)) \
    CALL(iap_store_request_price_increase, (store, UINT64_MAX, 1, 1, NULL)) \
    CALL(iap_store_answer_price_increase, (store, UINT64_MAX, 1, NULL)) \
    CALL(iap_store_revoke, \
         (store, UINT64_MAX, IAP_REVOCATION_TYPE_REFUND_FULL, IAP_REVOCATION_REASON_OTHER, NULL)) \
    CALL(iap_store_set_family, (store, "player", NULL, NULL)) \
    CALL(iap_store_set_family_sharing, (store, "player", 1, NULL)) \
    CALL(iap_store_repeat_update, (store, UINT64_MAX, NULL)) \
    CALL(iap_store_copy_transaction, (store, UINT64_MAX, NULL, NULL)) \
    CALL(iap_store_restart, (store, NULL)) \
    CALL(iap_store_kill_at, (store, IAP_STORE_POINT_NONE, 1, NULL)) \
    CALL(iap_store_buy, (store, "player", &purchase, NULL, NULL))
/* clang-format on */

#define MAKE_STORE_CALL(function, arguments)                                                                           \
    static iap_status_t make_##function(iap_store *store) { return function arguments; }
STORE_CALLS(MAKE_STORE_CALL)

static iap_status_t open_device(iap_store *store) {
    iap_device *device = NULL;
    const iap_status_t status = iap_store_open_device(store, "player", "another phone", &device, NULL);
    CHECK((status == IAP_OK) == (device != NULL));
    if (status == IAP_OK) CHECK_STATUS(iap_device_close(device, NULL), IAP_OK);
    return status;
}

static iap_status_t get_totals(iap_store *store) {
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    return iap_store_get_totals(store, &totals, NULL);
}

static iap_status_t get_settings(iap_store *store) {
    iap_store_settings settings = IAP_STORE_SETTINGS_INIT;
    return iap_store_get_settings(store, &settings, NULL);
}

static iap_status_t get_transaction(iap_store *store) {
    iap_store_transaction transaction = IAP_STORE_TRANSACTION_INIT;
    return iap_store_get_transaction(store, UINT64_MAX, &transaction, NULL);
}

static iap_status_t sign(iap_store *store) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS;
    request.product_id = CLUB_MONTH;
    request.offer_id = "offer";
    return iap_store_sign(store, &request, NULL, 0, &filled.count, NULL);
}

#define STORE_ROW(function, arguments) {#function, make_##function},

const store_call store_calls[] = {
    STORE_CALLS(STORE_ROW){"iap_store_open_device", open_device},
    {"iap_store_get_totals", get_totals},
    {"iap_store_get_settings", get_settings},
    {"iap_store_get_transaction", get_transaction},
    {"iap_store_sign", sign},
};
const size_t store_call_count = sizeof store_calls / sizeof store_calls[0];
