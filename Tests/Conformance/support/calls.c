#include "calls.h"

#include "catalogue.h"

#include <iap/iap_inventory.h>

static iap_status process_events(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_client_process_events(client, 0);
}

static iap_status next_event(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    iap_event *event = NULL;
    const int32_t result = iap_client_next_event(client, &event);
    CHECK((result == 1) == (event != NULL));
    iap_event_release(event);
    return result;
}

static iap_status wait_events(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_client_wait_events(client, 0);
}

/* The status of a call that returns a value, and 0 if it failed. */
static iap_status status_of(int64_t value, const iap_error *error) {
    CHECK(error->status == IAP_OK ? value >= 0 : value == 0);
    return error->status;
}

static iap_status can_make_payments(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const int32_t value = iap_can_make_payments(client, &error);
    return status_of(value, &error);
}

static iap_status request_products(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    const char *const ids[] = {COINS, UNKNOWN_PRODUCT};
    return iap_request_products(client, ids, 2, NULL, NULL, NULL, NULL);
}

static iap_status request_transactions(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_transactions(client, IAP_QUERY_ALL, NULL, NULL, NULL, NULL, NULL);
}

static iap_status request_storefront(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_storefront(client, NULL, NULL, NULL, NULL);
}

static iap_status queue_transactions(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    const iap_transactions *queue = NULL;
    const iap_status status = iap_queue_transactions(client, &queue, NULL);
    CHECK((status == IAP_OK) == (queue != NULL));
    iap_transactions_release(queue);
    return status;
}

static iap_status add_and_remove_observer(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    const iap_observer observer = IAP_OBSERVER_INIT;
    uint64_t id = 0;
    const iap_status status = iap_add_observer(client, &observer, &id, NULL);
    return status == IAP_OK ? iap_remove_observer(client, id, NULL) : status;
}

static iap_status remove_unknown_observer(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_remove_observer(client, UINT64_MAX, NULL);
}

static iap_status add_payment(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = UNKNOWN_PRODUCT;
    return iap_add_payment(client, &payment, NULL, NULL);
}

static iap_status restore(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_restore_completed_transactions(client, NULL, NULL);
}

static iap_status finish_transaction(iap_client *client, const iap_transaction *transaction) {
    return iap_finish_transaction(client, transaction, NULL);
}

static iap_status finish_transaction_id(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_finish_transaction_id(client, UINT64_MAX, NULL);
}

static iap_status record_grant(iap_client *client, const iap_transaction *transaction) {
    return iap_record_grant(client, transaction, NULL);
}

static iap_status answer_verification(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_answer_verification(client, UINT64_MAX, IAP_VERDICT_VALID, NULL, 0, NULL);
}

static iap_status request_audit_copy(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_audit_copy(client, "/nowhere/audit.jsonl", NULL, NULL, NULL, NULL);
}

static iap_status request_product_list(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    options.path = "/nowhere/products.json";
    return iap_request_product_list(client, &options, NULL, NULL, NULL, NULL);
}

static iap_status request_cached_products(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_cached_products(client, NULL, 0, NULL, NULL, NULL, NULL);
}

static iap_status inventory_balance(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const int64_t balance = iap_inventory_balance(client, "coins", &error);
    return status_of(balance, &error);
}

static iap_status inventory_is_unlocked(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const int32_t value = iap_inventory_is_unlocked(client, "editor", &error);
    return status_of(value, &error);
}

static iap_status inventory_list(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    const iap_inventory_items *items = NULL;
    const iap_status status = iap_inventory_list(client, &items, NULL);
    CHECK((status == IAP_OK) == (items != NULL));
    iap_inventory_items_release(items);
    return status;
}

static iap_status inventory_spend(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_inventory_spend(client, "coins", 1, "key", NULL, NULL, NULL, NULL);
}

static iap_status inventory_add(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_inventory_add(client, "coins", 1, "key", NULL, NULL, NULL, NULL);
}

static iap_status inventory_take_back(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_inventory_take_back(client, UINT64_MAX, NULL, NULL, NULL, NULL);
}

static iap_status inventory_export(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_inventory_export(client, NULL, NULL, NULL, NULL);
}

static iap_status inventory_import(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_inventory_import(client, "{}", NULL, NULL, NULL, NULL);
}

static iap_status supports(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const int32_t value = iap_supports(client, IAP_FEATURE_MESSAGES, &error);
    return status_of(value, &error);
}

static iap_status request_page(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_transactions_page(client, IAP_QUERY_ALL, NULL, 10, NULL, NULL, NULL, NULL, NULL);
}

static iap_status request_statuses(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_subscription_statuses(client, CLUB_GROUP, NULL, NULL, NULL, NULL);
}

static iap_status request_transaction_status(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_transaction_status(client, 1, NULL, NULL, NULL, NULL);
}

static iap_status request_eligibility(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_introductory_offer_eligibility(client, CLUB_GROUP, NULL, NULL, NULL, NULL);
}

static iap_status request_app_transaction(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_app_transaction(client, 0, NULL, NULL, NULL, NULL);
}

static iap_status request_app_receipt(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_app_receipt(client, 0, NULL, NULL, NULL, NULL);
}

static iap_status request_promotions(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_promotions(client, NULL, NULL, NULL, NULL);
}

static iap_status set_promotion_order(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_set_promotion_order(client, NULL, 0, NULL, NULL, NULL, NULL);
}

static iap_status set_promotion_visibility(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_set_promotion_visibility(client, COINS, IAP_PROMOTION_VISIBILITY_VISIBLE, NULL, NULL, NULL, NULL);
}

static iap_status request_refund(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_refund(client, 1, NULL, NULL, NULL, NULL, NULL);
}

static iap_status show_manage_subscriptions(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_show_manage_subscriptions(client, NULL, NULL, NULL, NULL, NULL, NULL);
}

static iap_status present_offer_code_redemption(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_present_offer_code_redemption(client, NULL, NULL, NULL, NULL, NULL);
}

static iap_status request_review(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_review(client, NULL, NULL, NULL, NULL, NULL);
}

static iap_status show_external_purchase_notice(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_show_external_purchase_notice(client, NULL, NULL, NULL, NULL);
}

static iap_status open_external_purchase_link(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_open_external_purchase_link(client, NULL, NULL, NULL, NULL, NULL);
}

static iap_status request_custom_link_eligibility(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_external_purchase_custom_link_eligibility(client, NULL, NULL, NULL, NULL);
}

static iap_status request_external_purchase_token(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_request_external_purchase_token(client, IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES, NULL, NULL, NULL, NULL);
}

static iap_status show_custom_link_notice(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_show_external_purchase_custom_link_notice(client, IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER, NULL, NULL, NULL,
                                                         NULL);
}

static iap_status open_external_link_account(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_open_external_link_account(client, NULL, NULL, NULL, NULL);
}

static iap_status bind_payment_method(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_bind_payment_method(client, "00000000-0000-4000-8000-000000000001", NULL, NULL, NULL, NULL);
}

static iap_status queue_purchase_intents(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    const iap_purchase_intents *queue = NULL;
    const iap_status status = iap_queue_purchase_intents(client, &queue, NULL);
    CHECK((status == IAP_OK) == (queue != NULL));
    iap_purchase_intents_release(queue);
    return status;
}

static iap_status cancel_request(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_cancel_request(client, 4000000000u, NULL);
}

static iap_status environment(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    const iap_environment environment = iap_client_environment(client);
    return environment == IAP_ENVIRONMENT_REFERENCE_STORE ? IAP_OK : environment;
}

static iap_status buy_by_id(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_buy(client, UNKNOWN_PRODUCT, NULL, NULL);
}

static iap_status owns(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const int32_t owned = iap_owns(client, SWORD, &error);
    return status_of(owned, &error);
}

static iap_status cancel_payment(iap_client *client, const iap_transaction *transaction) {
    (void)transaction;
    return iap_cancel_payment(client, UINT64_MAX, NULL);
}

const client_call client_calls[] = {
    {"iap_buy", ON_ANY_THREAD, IAP_OK, buy_by_id},
    {"iap_owns", ON_ANY_THREAD, IAP_OK, owns},
    {"iap_cancel_payment", CANCELS_OR_REMOVES, IAP_ERROR_NOT_FOUND, cancel_payment},
    {"iap_cancel_request", CANCELS_OR_REMOVES, IAP_ERROR_NOT_FOUND, cancel_request},
    {"iap_client_environment", ON_ANY_THREAD, IAP_OK, environment},
    {"iap_client_process_events", PROCESSES_EVENTS, IAP_OK, process_events},
    {"iap_client_next_event", PROCESSES_EVENTS, IAP_OK, next_event},
    {"iap_client_wait_events", PROCESSES_EVENTS, IAP_OK, wait_events},
    {"iap_can_make_payments", ON_ANY_THREAD, IAP_OK, can_make_payments},
    {"iap_request_products", ON_ANY_THREAD, IAP_OK, request_products},
    {"iap_request_transactions", ON_ANY_THREAD, IAP_OK, request_transactions},
    {"iap_request_storefront", ON_ANY_THREAD, IAP_OK, request_storefront},
    {"iap_queue_transactions", ON_ANY_THREAD, IAP_OK, queue_transactions},
    {"iap_add_observer", CANCELS_OR_REMOVES, IAP_OK, add_and_remove_observer},
    {"iap_remove_observer", CANCELS_OR_REMOVES, IAP_ERROR_NOT_FOUND, remove_unknown_observer},
    {"iap_add_payment", ON_ANY_THREAD, IAP_OK, add_payment},
    {"iap_restore_completed_transactions", ON_ANY_THREAD, IAP_OK, restore},
    {"iap_finish_transaction", ON_ANY_THREAD, IAP_ERROR_NOT_FOUND, finish_transaction},
    {"iap_finish_transaction_id", ON_ANY_THREAD, IAP_ERROR_NOT_FOUND, finish_transaction_id},
    {"iap_record_grant", ON_ANY_THREAD, IAP_ERROR_NOT_FOUND, record_grant},
    {"iap_answer_verification", ON_ANY_THREAD, IAP_ERROR_NOT_FOUND, answer_verification},
    {"iap_request_audit_copy", ON_ANY_THREAD, IAP_OK, request_audit_copy},
    {"iap_request_product_list", ON_ANY_THREAD, IAP_OK, request_product_list},
    {"iap_request_cached_products", ON_ANY_THREAD, IAP_OK, request_cached_products},
    {"iap_inventory_balance", ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, inventory_balance},
    {"iap_inventory_is_unlocked", ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, inventory_is_unlocked},
    {"iap_inventory_list", ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, inventory_list},
    {"iap_inventory_spend", ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, inventory_spend},
    {"iap_inventory_add", ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, inventory_add},
    {"iap_inventory_take_back", ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, inventory_take_back},
    {"iap_inventory_export", ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, inventory_export},
    {"iap_inventory_import", ON_ANY_THREAD, IAP_ERROR_INVALID_STATE, inventory_import},
    {"iap_supports", ON_ANY_THREAD, IAP_OK, supports},
    {"iap_request_transactions_page", ON_ANY_THREAD, IAP_OK, request_page},
    {"iap_request_subscription_statuses", ON_ANY_THREAD, IAP_OK, request_statuses},
    {"iap_request_transaction_status", ON_ANY_THREAD, IAP_OK, request_transaction_status},
    {"iap_request_introductory_offer_eligibility", ON_ANY_THREAD, IAP_OK, request_eligibility},
    {"iap_request_app_transaction", ON_ANY_THREAD, IAP_OK, request_app_transaction},
    {"iap_request_app_receipt", ON_ANY_THREAD, IAP_OK, request_app_receipt},
    {"iap_request_promotions", ON_ANY_THREAD, IAP_OK, request_promotions},
    {"iap_set_promotion_order", ON_ANY_THREAD, IAP_OK, set_promotion_order},
    {"iap_set_promotion_visibility", ON_ANY_THREAD, IAP_OK, set_promotion_visibility},
    {"iap_request_refund", ON_ANY_THREAD, IAP_OK, request_refund},
    {"iap_show_manage_subscriptions", ON_ANY_THREAD, IAP_OK, show_manage_subscriptions},
    {"iap_present_offer_code_redemption", ON_ANY_THREAD, IAP_OK, present_offer_code_redemption},
    {"iap_request_review", ON_ANY_THREAD, IAP_OK, request_review},
    {"iap_show_external_purchase_notice", ON_ANY_THREAD, IAP_OK, show_external_purchase_notice},
    {"iap_open_external_purchase_link", ON_ANY_THREAD, IAP_OK, open_external_purchase_link},
    {"iap_request_external_purchase_custom_link_eligibility", ON_ANY_THREAD, IAP_OK, request_custom_link_eligibility},
    {"iap_request_external_purchase_token", ON_ANY_THREAD, IAP_OK, request_external_purchase_token},
    {"iap_show_external_purchase_custom_link_notice", ON_ANY_THREAD, IAP_OK, show_custom_link_notice},
    {"iap_open_external_link_account", ON_ANY_THREAD, IAP_OK, open_external_link_account},
    {"iap_bind_payment_method", ON_ANY_THREAD, IAP_OK, bind_payment_method},
    {"iap_queue_purchase_intents", ON_ANY_THREAD, IAP_OK, queue_purchase_intents},
};
const size_t client_call_count = sizeof client_calls / sizeof client_calls[0];

/* ------------------------------------------------------------------------------------------------------- stores */

static iap_status open_device(iap_store *store) {
    iap_device *device = NULL;
    const iap_status status = iap_store_open_device(store, "player", "another phone", &device, NULL);
    CHECK((status == IAP_OK) == (device != NULL));
    if (status == IAP_OK) CHECK_STATUS(iap_device_close(device, NULL), IAP_OK);
    return status;
}

static iap_status root_certificate(iap_store *store) {
    size_t length = 0;
    return iap_store_root_certificate(store, NULL, 0, &length, NULL);
}

static iap_status advance_clock(iap_store *store) { return iap_store_advance_clock(store, 1, NULL); }

static iap_status cancel_next_purchase(iap_store *store) { return iap_store_cancel_next_purchase(store, NULL); }

static iap_status fail_next_purchase(iap_store *store) {
    return iap_store_fail_next_purchase(store, IAP_STORE_FAILURE_NETWORK, NULL);
}

static iap_status set_ask_to_buy(iap_store *store) { return iap_store_set_ask_to_buy(store, 0, NULL); }

static iap_status list_approvals(iap_store *store) {
    size_t count = 0;
    return iap_store_list_approvals(store, NULL, 0, &count, NULL);
}

static iap_status approval_product_id(iap_store *store) {
    char buffer[64];
    return iap_store_approval_product_id(store, UINT64_MAX, buffer, sizeof buffer, NULL);
}

static iap_status approve(iap_store *store) { return iap_store_approve(store, UINT64_MAX, NULL); }

static iap_status decline(iap_store *store) { return iap_store_decline(store, UINT64_MAX, NULL); }

static iap_status refund(iap_store *store) { return iap_store_refund(store, UINT64_MAX, NULL); }

static iap_status set_payments_allowed(iap_store *store) { return iap_store_set_payments_allowed(store, 1, NULL); }

static iap_status set_storefront(iap_store *store) { return iap_store_set_storefront(store, "USA", "en_US", NULL); }

static iap_status get_totals(iap_store *store) {
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    return iap_store_get_totals(store, &totals, NULL);
}

static iap_status set_simulated_error(iap_store *store) {
    return iap_store_set_simulated_error(store, IAP_STORE_API_SYNC, IAP_STORE_FAILURE_NONE, NULL);
}

static iap_status set_forgery(iap_store *store) { return iap_store_set_forgery(store, IAP_STORE_FORGERY_NONE, NULL); }

static iap_status set_supported(iap_store *store) {
    return iap_store_set_supported(store, IAP_FEATURE_MESSAGES, 1, NULL);
}

static iap_status answer_next_sheet(iap_store *store) {
    return iap_store_answer_next_sheet(store, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_ACCEPT, NULL, NULL);
}

static iap_status move_during_next_purchase(iap_store *store) {
    return iap_store_move_during_next_purchase(store, "USA", NULL);
}

static iap_status set_renewal(iap_store *store) {
    const iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    return iap_store_set_renewal(store, UINT64_MAX, &renewal, NULL);
}

static iap_status sign(iap_store *store) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS;
    request.product_id = CLUB_MONTH;
    request.offer_id = "offer";
    size_t length = 0;
    return iap_store_sign(store, &request, NULL, 0, &length, NULL);
}

static iap_status list_transactions(iap_store *store) {
    size_t count = 0;
    return iap_store_list_transactions(store, NULL, NULL, 0, &count, NULL);
}

static iap_status get_transaction(iap_store *store) {
    iap_store_transaction transaction = IAP_STORE_TRANSACTION_INIT;
    return iap_store_get_transaction(store, UINT64_MAX, &transaction, NULL);
}

static iap_status delete_transaction(iap_store *store) { return iap_store_delete_transaction(store, UINT64_MAX, NULL); }

static iap_status reset_to_default_state(iap_store *store) { return iap_store_reset_to_default_state(store, NULL); }

static iap_status resolve_issue(iap_store *store) { return iap_store_resolve_issue(store, UINT64_MAX, NULL); }

static iap_status set_interrupted_purchases(iap_store *store) {
    return iap_store_set_interrupted_purchases(store, IAP_STORE_INTERRUPTION_NONE, NULL);
}

static iap_status set_fail_transactions(iap_store *store) {
    return iap_store_set_fail_transactions(store, IAP_STORE_FAILURE_NONE, NULL);
}

static iap_status set_dialogs_disabled(iap_store *store) { return iap_store_set_dialogs_disabled(store, 0, NULL); }

static iap_status set_locale_during_next_purchase(iap_store *store) {
    return iap_store_set_locale_during_next_purchase(store, "en_US", NULL);
}

static iap_status get_settings(iap_store *store) {
    iap_store_settings settings = IAP_STORE_SETTINGS_INIT;
    return iap_store_get_settings(store, &settings, NULL);
}

static iap_status get_simulated_error(iap_store *store) {
    iap_store_failure failure = IAP_STORE_FAILURE_NONE;
    return iap_store_get_simulated_error(store, IAP_STORE_API_SYNC, &failure, NULL);
}

static iap_status set_clock(iap_store *store) { return iap_store_set_clock(store, 0, NULL); }

static iap_status set_time_rate(iap_store *store) { return iap_store_set_time_rate(store, 0, NULL); }

static iap_status set_all_non_renewing_entitlements(iap_store *store) {
    return iap_store_set_all_non_renewing_entitlements(store, 0, NULL);
}

static iap_status set_profile(iap_store *store) { return iap_store_set_profile(store, IAP_PROFILE_DOCUMENTED, NULL); }

static iap_status get_profile(iap_store *store) {
    iap_profile profile = IAP_PROFILE_NONE;
    return iap_store_get_profile(store, &profile, NULL);
}

static iap_status set_habit(iap_store *store) { return iap_store_set_habit(store, IAP_HABIT_TWO_IDS, 0, NULL); }

static iap_status get_habit(iap_store *store) {
    int64_t value = 0;
    return iap_store_get_habit(store, IAP_HABIT_TWO_IDS, &value, NULL);
}

static iap_status set_billing_retry_on_renewal(iap_store *store) {
    return iap_store_set_billing_retry_on_renewal(store, 0, NULL);
}

static iap_status set_billing_grace_period(iap_store *store) {
    return iap_store_set_billing_grace_period(store, 0, NULL);
}

static iap_status set_renewal_limit(iap_store *store) { return iap_store_set_renewal_limit(store, 0, NULL); }

static iap_status set_on_sale(iap_store *store) { return iap_store_set_on_sale(store, COINS, 1, NULL); }

static iap_status set_auto_renew(iap_store *store) { return iap_store_set_auto_renew(store, UINT64_MAX, 1, NULL); }

static iap_status change_subscription(iap_store *store) {
    return iap_store_change_subscription(store, UINT64_MAX, COINS, IAP_BILLING_PLAN_NONE, NULL);
}

static iap_status expire_subscription(iap_store *store) {
    return iap_store_expire_subscription(store, UINT64_MAX, NULL);
}

static iap_status force_renewal(iap_store *store) { return iap_store_force_renewal(store, UINT64_MAX, NULL); }

static iap_status request_price_increase(iap_store *store) {
    return iap_store_request_price_increase(store, UINT64_MAX, 1, 1, NULL);
}

static iap_status answer_price_increase(iap_store *store) {
    return iap_store_answer_price_increase(store, UINT64_MAX, 1, NULL);
}

static iap_status revoke(iap_store *store) {
    return iap_store_revoke(store, UINT64_MAX, IAP_REVOCATION_TYPE_REFUND_FULL, IAP_REVOCATION_REASON_OTHER, NULL);
}

static iap_status set_family(iap_store *store) { return iap_store_set_family(store, "player", NULL, NULL); }

static iap_status set_family_sharing(iap_store *store) {
    return iap_store_set_family_sharing(store, "player", 1, NULL);
}

static iap_status repeat_update(iap_store *store) { return iap_store_repeat_update(store, UINT64_MAX, NULL); }

static iap_status copy_transaction(iap_store *store) {
    return iap_store_copy_transaction(store, UINT64_MAX, NULL, NULL);
}

static iap_status store_restart(iap_store *store) { return iap_store_restart(store, NULL); }

static iap_status kill_at(iap_store *store) { return iap_store_kill_at(store, IAP_STORE_POINT_NONE, 1, NULL); }

static iap_status buy(iap_store *store) {
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = COINS;
    return iap_store_buy(store, "player", &purchase, NULL, NULL);
}

const store_call store_calls[] = {
    {"iap_store_open_device", open_device},
    {"iap_store_root_certificate", root_certificate},
    {"iap_store_advance_clock", advance_clock},
    {"iap_store_cancel_next_purchase", cancel_next_purchase},
    {"iap_store_fail_next_purchase", fail_next_purchase},
    {"iap_store_set_ask_to_buy", set_ask_to_buy},
    {"iap_store_list_approvals", list_approvals},
    {"iap_store_approval_product_id", approval_product_id},
    {"iap_store_approve", approve},
    {"iap_store_decline", decline},
    {"iap_store_refund", refund},
    {"iap_store_set_payments_allowed", set_payments_allowed},
    {"iap_store_set_storefront", set_storefront},
    {"iap_store_get_totals", get_totals},
    {"iap_store_set_simulated_error", set_simulated_error},
    {"iap_store_set_supported", set_supported},
    {"iap_store_set_forgery", set_forgery},
    {"iap_store_answer_next_sheet", answer_next_sheet},
    {"iap_store_move_during_next_purchase", move_during_next_purchase},
    {"iap_store_set_renewal", set_renewal},
    {"iap_store_sign", sign},
    {"iap_store_list_transactions", list_transactions},
    {"iap_store_get_transaction", get_transaction},
    {"iap_store_delete_transaction", delete_transaction},
    {"iap_store_reset_to_default_state", reset_to_default_state},
    {"iap_store_resolve_issue", resolve_issue},
    {"iap_store_set_interrupted_purchases", set_interrupted_purchases},
    {"iap_store_set_fail_transactions", set_fail_transactions},
    {"iap_store_set_dialogs_disabled", set_dialogs_disabled},
    {"iap_store_set_locale_during_next_purchase", set_locale_during_next_purchase},
    {"iap_store_get_settings", get_settings},
    {"iap_store_get_simulated_error", get_simulated_error},
    {"iap_store_set_clock", set_clock},
    {"iap_store_set_time_rate", set_time_rate},
    {"iap_store_set_all_non_renewing_entitlements", set_all_non_renewing_entitlements},
    {"iap_store_set_profile", set_profile},
    {"iap_store_get_profile", get_profile},
    {"iap_store_set_habit", set_habit},
    {"iap_store_get_habit", get_habit},
    {"iap_store_set_billing_retry_on_renewal", set_billing_retry_on_renewal},
    {"iap_store_set_billing_grace_period", set_billing_grace_period},
    {"iap_store_set_renewal_limit", set_renewal_limit},
    {"iap_store_set_on_sale", set_on_sale},
    {"iap_store_set_auto_renew", set_auto_renew},
    {"iap_store_change_subscription", change_subscription},
    {"iap_store_expire_subscription", expire_subscription},
    {"iap_store_force_renewal", force_renewal},
    {"iap_store_request_price_increase", request_price_increase},
    {"iap_store_answer_price_increase", answer_price_increase},
    {"iap_store_revoke", revoke},
    {"iap_store_set_family", set_family},
    {"iap_store_set_family_sharing", set_family_sharing},
    {"iap_store_repeat_update", repeat_update},
    {"iap_store_copy_transaction", copy_transaction},
    {"iap_store_restart", store_restart},
    {"iap_store_kill_at", kill_at},
    {"iap_store_buy", buy},
};
const size_t store_call_count = sizeof store_calls / sizeof store_calls[0];
