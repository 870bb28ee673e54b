/* Written by Sources/Bindings/generate from iap_api.json; changes are lost. */
/* clang-format off */
#include "iap_lua.h"

#include <string.h>

/* What a library may lack: such a function is NULL then. */
#if IAP_LUA_HAS_STORE
#pragma weak iap_store_options_init
#pragma weak iap_store_open
#pragma weak iap_store_close
#pragma weak iap_store_open_device
#pragma weak iap_device_close
#pragma weak iap_store_warning_count
#pragma weak iap_store_warning_at
#pragma weak iap_store_product_count
#pragma weak iap_store_product_id_at
#pragma weak iap_store_root_certificate
#pragma weak iap_store_now_ms
#pragma weak iap_store_advance_clock
#pragma weak iap_store_cancel_next_purchase
#pragma weak iap_store_fail_next_purchase
#pragma weak iap_store_set_ask_to_buy
#pragma weak iap_store_list_approvals
#pragma weak iap_store_approval_product_id
#pragma weak iap_store_approve
#pragma weak iap_store_decline
#pragma weak iap_store_refund
#pragma weak iap_store_set_payments_allowed
#pragma weak iap_store_set_storefront
#pragma weak iap_store_set_simulated_error
#pragma weak iap_store_set_supported
#pragma weak iap_store_answer_next_sheet
#pragma weak iap_store_sheet_count
#pragma weak iap_store_move_during_next_purchase
#pragma weak iap_device_send_purchase_intent
#pragma weak iap_device_send_message
#pragma weak iap_store_renewal_init
#pragma weak iap_store_set_renewal
#pragma weak iap_store_signing_request_init
#pragma weak iap_store_sign
#pragma weak iap_store_signing_key_id
#pragma weak iap_store_issuer_id
#pragma weak iap_store_add_server_key
#pragma weak iap_store_sign_payload
#pragma weak iap_store_notification_init
#pragma weak iap_store_sign_notification
#pragma weak iap_store_answer_ocsp
#pragma weak iap_store_set_clock
#pragma weak iap_store_set_time_rate
#pragma weak iap_store_set_billing_retry_on_renewal
#pragma weak iap_store_set_billing_grace_period
#pragma weak iap_store_set_renewal_limit
#pragma weak iap_store_set_on_sale
#pragma weak iap_store_set_interrupted_purchases
#pragma weak iap_store_set_fail_transactions
#pragma weak iap_store_set_dialogs_disabled
#pragma weak iap_store_set_all_non_renewing_entitlements
#pragma weak iap_store_set_locale_during_next_purchase
#pragma weak iap_store_settings_init
#pragma weak iap_store_get_settings
#pragma weak iap_store_get_simulated_error
#pragma weak iap_store_set_auto_renew
#pragma weak iap_store_change_subscription
#pragma weak iap_store_expire_subscription
#pragma weak iap_store_force_renewal
#pragma weak iap_store_resolve_issue
#pragma weak iap_store_request_price_increase
#pragma weak iap_store_answer_price_increase
#pragma weak iap_store_revoke
#pragma weak iap_store_purchase_init
#pragma weak iap_store_buy
#pragma weak iap_store_set_family
#pragma weak iap_store_set_family_sharing
#pragma weak iap_device_sign_in
#pragma weak iap_device_sign_out
#pragma weak iap_device_network_init
#pragma weak iap_device_set_network
#pragma weak iap_device_set_updates
#pragma weak iap_store_repeat_update
#pragma weak iap_store_copy_transaction
#pragma weak iap_store_lose_next_answer
#pragma weak iap_store_restart
#pragma weak iap_store_kill_at
#pragma weak iap_store_set_profile
#pragma weak iap_store_get_profile
#pragma weak iap_store_set_habit
#pragma weak iap_store_get_habit
#pragma weak iap_habit_count
#pragma weak iap_habit_at
#pragma weak iap_habit_name
#pragma weak iap_habit_named
#pragma weak iap_habit_sentence
#pragma weak iap_habit_source
#pragma weak iap_habit_largest
#pragma weak iap_habit_value_name
#pragma weak iap_habit_value_in
#pragma weak iap_profile_count
#pragma weak iap_profile_at
#pragma weak iap_profile_name
#pragma weak iap_profile_named
#pragma weak iap_store_receipt_request_init
#pragma weak iap_store_answer_verify_receipt
#pragma weak iap_store_set_forgery
#pragma weak iap_store_transaction_init
#pragma weak iap_store_list_transactions
#pragma weak iap_store_get_transaction
#pragma weak iap_store_delete_transaction
#pragma weak iap_store_clear_transactions
#pragma weak iap_store_reset_to_default_state
#pragma weak iap_store_write_log
#pragma weak iap_store_write_state
#pragma weak iap_store_replay
#pragma weak iap_store_totals_init
#pragma weak iap_store_get_totals
#endif
#if IAP_LUA_HAS_SERVER
#pragma weak iap_verifier_options_init
#pragma weak iap_verifier_open
#pragma weak iap_verifier_retain
#pragma weak iap_verifier_release
#pragma weak iap_verify_reason_name
#pragma weak iap_verify_result_init
#pragma weak iap_verifier_check
#pragma weak iap_signed_data_retain
#pragma weak iap_signed_data_release
#pragma weak iap_signed_json
#pragma weak iap_signed_unknown_json
#pragma weak iap_signed_has
#pragma weak iap_signed_text
#pragma weak iap_signed_number
#pragma weak iap_signed_kind
#pragma weak iap_signed_is_signature_checked
#pragma weak iap_signed_environment
#pragma weak iap_signed_bundle_id
#pragma weak iap_signed_app_apple_id
#pragma weak iap_signed_signed_date_ms
#pragma weak iap_signed_original_transaction_id
#pragma weak iap_signed_product_id
#pragma weak iap_signed_app_account_token
#pragma weak iap_signed_app_transaction_id
#pragma weak iap_signed_original_purchase_date_ms
#pragma weak iap_signed_offer_type
#pragma weak iap_signed_offer_id
#pragma weak iap_signed_offer_payment_mode
#pragma weak iap_signed_offer_period
#pragma weak iap_signed_currency_code
#pragma weak iap_signed_billing_plan_type
#pragma weak iap_signed_seat_price_tier_count
#pragma weak iap_signed_seat_price_tier_at
#pragma weak iap_signed_advanced_commerce_json
#pragma weak iap_signed_device_verification
#pragma weak iap_signed_device_verification_nonce
#pragma weak iap_signed_is_for_device
#pragma weak iap_signed_transaction_id
#pragma weak iap_signed_web_order_line_item_id
#pragma weak iap_signed_subscription_group_id
#pragma weak iap_signed_product_type
#pragma weak iap_signed_quantity
#pragma weak iap_signed_purchase_date_ms
#pragma weak iap_signed_expiration_date_ms
#pragma weak iap_signed_revocation_date_ms
#pragma weak iap_signed_revocation_reason
#pragma weak iap_signed_revocation_type
#pragma weak iap_signed_revocation_percentage
#pragma weak iap_signed_is_upgraded
#pragma weak iap_signed_ownership
#pragma weak iap_signed_transaction_reason
#pragma weak iap_signed_storefront_country_code
#pragma weak iap_signed_storefront_identifier
#pragma weak iap_signed_price_milliunits
#pragma weak iap_signed_commitment_period_number
#pragma weak iap_signed_commitment_period_count
#pragma weak iap_signed_commitment_expiration_date_ms
#pragma weak iap_signed_commitment_price_milliunits
#pragma weak iap_signed_previous_original_transaction_id
#pragma weak iap_signed_invitation_management
#pragma weak iap_signed_revoked_seat_quantity
#pragma weak iap_signed_additional_transaction_reason
#pragma weak iap_signed_auto_renewal
#pragma weak iap_signed_auto_renew_product_id
#pragma weak iap_signed_expiration_reason
#pragma weak iap_signed_price_increase
#pragma weak iap_signed_is_in_billing_retry
#pragma weak iap_signed_grace_period_expiration_date_ms
#pragma weak iap_signed_recent_subscription_start_date_ms
#pragma weak iap_signed_renewal_date_ms
#pragma weak iap_signed_renewal_price_milliunits
#pragma weak iap_signed_renewal_quantity
#pragma weak iap_signed_win_back_offer_count
#pragma weak iap_signed_win_back_offer_at
#pragma weak iap_signed_commitment_auto_renew_product_id
#pragma weak iap_signed_commitment_auto_renewal
#pragma weak iap_signed_commitment_billing_plan_type
#pragma weak iap_signed_commitment_renewal_date_ms
#pragma weak iap_signed_commitment_renewal_price_milliunits
#pragma weak iap_signed_app_version
#pragma weak iap_signed_app_version_id
#pragma weak iap_signed_original_app_version
#pragma weak iap_signed_original_platform
#pragma weak iap_signed_preorder_date_ms
#pragma weak iap_signed_notification_type
#pragma weak iap_signed_notification_subtype
#pragma weak iap_signed_notification_uuid
#pragma weak iap_signed_notification_version
#pragma weak iap_signed_notification_content
#pragma weak iap_signed_transaction_text
#pragma weak iap_signed_renewal_info_text
#pragma weak iap_signed_app_transaction_text
#pragma weak iap_signed_bundle_version
#pragma weak iap_signed_subscription_state
#pragma weak iap_signed_consumption_request_reason
#pragma weak iap_signed_request_identifier
#pragma weak iap_signed_storefront_country_code_count
#pragma weak iap_signed_storefront_country_code_at
#pragma weak iap_signed_succeeded_count
#pragma weak iap_signed_failed_count
#pragma weak iap_signed_external_purchase_id
#pragma weak iap_signed_token_creation_date_ms
#pragma weak iap_signed_unclaimed_seat_count
#pragma weak iap_signed_unclaimed_seat_at
#pragma weak iap_verifier_check_receipt
#pragma weak iap_app_receipt_read
#pragma weak iap_transaction_receipt_read_id
#pragma weak iap_app_receipt_retain
#pragma weak iap_app_receipt_release
#pragma weak iap_app_receipt_environment
#pragma weak iap_app_receipt_receipt_type
#pragma weak iap_app_receipt_is_signature_checked
#pragma weak iap_app_receipt_bundle_id
#pragma weak iap_app_receipt_app_version
#pragma weak iap_app_receipt_original_app_version
#pragma weak iap_app_receipt_creation_date_ms
#pragma weak iap_app_receipt_original_purchase_date_ms
#pragma weak iap_app_receipt_expiration_date_ms
#pragma weak iap_app_receipt_app_apple_id
#pragma weak iap_app_receipt_is_for_device
#pragma weak iap_app_receipt_attribute_count
#pragma weak iap_app_receipt_attribute_at
#pragma weak iap_app_receipt_purchase_count
#pragma weak iap_app_receipt_purchase_at
#pragma weak iap_receipt_purchase_transaction_id
#pragma weak iap_receipt_purchase_original_transaction_id
#pragma weak iap_receipt_purchase_product_id
#pragma weak iap_receipt_purchase_product_type
#pragma weak iap_receipt_purchase_quantity
#pragma weak iap_receipt_purchase_purchase_date_ms
#pragma weak iap_receipt_purchase_original_purchase_date_ms
#pragma weak iap_receipt_purchase_expiration_date_ms
#pragma weak iap_receipt_purchase_cancellation_date_ms
#pragma weak iap_receipt_purchase_web_order_line_item_id
#pragma weak iap_receipt_purchase_is_trial_period
#pragma weak iap_receipt_purchase_is_introductory_offer_period
#pragma weak iap_receipt_purchase_promotional_offer_id
#pragma weak iap_receipt_purchase_attribute_count
#pragma weak iap_receipt_purchase_attribute_at
#pragma weak iap_receipt_purchase_cancellation_reason
#pragma weak iap_receipt_purchase_app_account_token
#pragma weak iap_receipt_purchase_ownership
#pragma weak iap_receipt_purchase_is_upgraded
#pragma weak iap_receipt_purchase_offer_code_name
#pragma weak iap_receipt_purchase_subscription_group_id
#pragma weak iap_receipt_request_write
#pragma weak iap_receipt_answer_read
#pragma weak iap_receipt_answer_retain
#pragma weak iap_receipt_answer_release
#pragma weak iap_receipt_answer_action
#pragma weak iap_receipt_answer_verdict
#pragma weak iap_receipt_answer_status
#pragma weak iap_receipt_answer_message
#pragma weak iap_receipt_answer_environment
#pragma weak iap_receipt_answer_json
#pragma weak iap_receipt_answer_receipt_type
#pragma weak iap_receipt_answer_bundle_id
#pragma weak iap_receipt_answer_app_version
#pragma weak iap_receipt_answer_original_app_version
#pragma weak iap_receipt_answer_app_apple_id
#pragma weak iap_receipt_answer_app_item_id
#pragma weak iap_receipt_answer_download_id
#pragma weak iap_receipt_answer_app_version_id
#pragma weak iap_receipt_answer_creation_date_ms
#pragma weak iap_receipt_answer_request_date_ms
#pragma weak iap_receipt_answer_original_purchase_date_ms
#pragma weak iap_receipt_answer_preorder_date_ms
#pragma weak iap_receipt_answer_expiration_date_ms
#pragma weak iap_receipt_answer_latest_receipt
#pragma weak iap_receipt_answer_purchase_count
#pragma weak iap_receipt_answer_purchase_at
#pragma weak iap_receipt_answer_latest_count
#pragma weak iap_receipt_answer_latest_at
#pragma weak iap_receipt_answer_renewal_count
#pragma weak iap_receipt_answer_renewal_at
#pragma weak iap_receipt_renewal_original_transaction_id
#pragma weak iap_receipt_renewal_product_id
#pragma weak iap_receipt_renewal_auto_renew_product_id
#pragma weak iap_receipt_renewal_auto_renewal
#pragma weak iap_receipt_renewal_expiration_reason
#pragma weak iap_receipt_renewal_is_in_billing_retry
#pragma weak iap_receipt_renewal_grace_period_expiration_date_ms
#pragma weak iap_receipt_renewal_price_increase
#pragma weak iap_receipt_renewal_offer_code_name
#pragma weak iap_receipt_renewal_promotional_offer_id
#pragma weak iap_server_key_options_init
#pragma weak iap_server_key_open
#pragma weak iap_server_key_retain
#pragma weak iap_server_key_release
#pragma weak iap_server_key_public_key
#pragma weak iap_server_key_id
#pragma weak iap_server_request_init
#pragma weak iap_server_key_sign
#pragma weak iap_server_key_check
#pragma weak iap_server_signature_retain
#pragma weak iap_server_signature_release
#pragma weak iap_server_signature_text
#pragma weak iap_server_signature_kind
#pragma weak iap_server_signature_nonce
#pragma weak iap_server_signature_timestamp_ms
#pragma weak iap_server_signature_expiration_date_ms
#pragma weak iap_server_signature_product_id
#pragma weak iap_server_signature_offer_id
#pragma weak iap_server_signature_transaction_id
#pragma weak iap_server_signature_allows_introductory_offer
#pragma weak iap_server_signature_request_json
#endif

#define PRESENT(function) #function, call_##function, (void (*)(void))function
#define ABSENT(function) #function, NULL, NULL

/* Getters, which are most of the functions. */
#define GETTER(function, handle, push)                                                    \
    static int call_##function(lua_State *L) {                                            \
        Call call = iap_lua_begin(L, #function, 1);                                       \
        push(L, function(iap_lua_handle(&call, 1, &iap_lua_handle_##handle, false)));     \
        return 1;                                                                         \
    }
#define GET_TEXT(function, handle) GETTER(function, handle, iap_lua_push_text)
#define GET_NUMBER(function, handle) GETTER(function, handle, iap_lua_push_int64)
#define GET_UINT64(function, handle) GETTER(function, handle, iap_lua_push_uint64)
#define GET_FLAG(function, handle) GETTER(function, handle, lua_pushboolean)
#define RETAIN(function, handle) \
    static int call_##function(lua_State *L) { return iap_lua_retain(L, #function, &iap_lua_handle_##handle); }
#define RELEASE(function, handle) \
    static int call_##function(lua_State *L) { return iap_lua_release(L, #function, &iap_lua_handle_##handle); }
#define INITIAL(function, type)                                                                                  \
    static void initialize_##type(void *value) { function(value); }                                              \
    static int call_##function(lua_State *L) {                                                                   \
        return iap_lua_push_initial(L, &iap_lua_struct_##type, initialize_##type);                               \
    }

static void release_iap_client(void *pointer) {
    (void)pointer;
    iap_client_close(pointer);
}
const Handle iap_lua_handle_iap_client = {"iap_client", NULL, release_iap_client, true};
static void retain_iap_product(void *pointer) { iap_product_retain(pointer); }
static void release_iap_product(void *pointer) {
    (void)pointer;
    iap_product_release(pointer);
}
static const Handle iap_lua_handle_iap_product = {"iap_product", retain_iap_product, release_iap_product, false};
static void retain_iap_products(void *pointer) { iap_products_retain(pointer); }
static void release_iap_products(void *pointer) {
    (void)pointer;
    iap_products_release(pointer);
}
static const Handle iap_lua_handle_iap_products = {"iap_products", retain_iap_products, release_iap_products, false};
static void retain_iap_transaction(void *pointer) { iap_transaction_retain(pointer); }
static void release_iap_transaction(void *pointer) {
    (void)pointer;
    iap_transaction_release(pointer);
}
static const Handle iap_lua_handle_iap_transaction = {"iap_transaction", retain_iap_transaction, release_iap_transaction, false};
static void retain_iap_transactions(void *pointer) { iap_transactions_retain(pointer); }
static void release_iap_transactions(void *pointer) {
    (void)pointer;
    iap_transactions_release(pointer);
}
static const Handle iap_lua_handle_iap_transactions = {"iap_transactions", retain_iap_transactions, release_iap_transactions, false};
static const Handle iap_lua_handle_iap_offer = {"iap_offer", NULL, NULL, false};
static const Handle iap_lua_handle_iap_billing_plan = {"iap_billing_plan", NULL, NULL, false};
static void retain_iap_subscription_statuses(void *pointer) { iap_subscription_statuses_retain(pointer); }
static void release_iap_subscription_statuses(void *pointer) {
    (void)pointer;
    iap_subscription_statuses_release(pointer);
}
static const Handle iap_lua_handle_iap_subscription_statuses = {"iap_subscription_statuses", retain_iap_subscription_statuses, release_iap_subscription_statuses, false};
static void retain_iap_subscription_status(void *pointer) { iap_subscription_status_retain(pointer); }
static void release_iap_subscription_status(void *pointer) {
    (void)pointer;
    iap_subscription_status_release(pointer);
}
static const Handle iap_lua_handle_iap_subscription_status = {"iap_subscription_status", retain_iap_subscription_status, release_iap_subscription_status, false};
static const Handle iap_lua_handle_iap_renewal_info = {"iap_renewal_info", NULL, NULL, false};
static void retain_iap_app_transaction(void *pointer) { iap_app_transaction_retain(pointer); }
static void release_iap_app_transaction(void *pointer) {
    (void)pointer;
    iap_app_transaction_release(pointer);
}
static const Handle iap_lua_handle_iap_app_transaction = {"iap_app_transaction", retain_iap_app_transaction, release_iap_app_transaction, false};
static void retain_iap_promotions(void *pointer) { iap_promotions_retain(pointer); }
static void release_iap_promotions(void *pointer) {
    (void)pointer;
    iap_promotions_release(pointer);
}
static const Handle iap_lua_handle_iap_promotions = {"iap_promotions", retain_iap_promotions, release_iap_promotions, false};
static void retain_iap_purchase_intent(void *pointer) { iap_purchase_intent_retain(pointer); }
static void release_iap_purchase_intent(void *pointer) {
    (void)pointer;
    iap_purchase_intent_release(pointer);
}
static const Handle iap_lua_handle_iap_purchase_intent = {"iap_purchase_intent", retain_iap_purchase_intent, release_iap_purchase_intent, false};
static void retain_iap_purchase_intents(void *pointer) { iap_purchase_intents_retain(pointer); }
static void release_iap_purchase_intents(void *pointer) {
    (void)pointer;
    iap_purchase_intents_release(pointer);
}
static const Handle iap_lua_handle_iap_purchase_intents = {"iap_purchase_intents", retain_iap_purchase_intents, release_iap_purchase_intents, false};
static void retain_iap_message(void *pointer) { iap_message_retain(pointer); }
static void release_iap_message(void *pointer) {
    (void)pointer;
    iap_message_release(pointer);
}
static const Handle iap_lua_handle_iap_message = {"iap_message", retain_iap_message, release_iap_message, false};
static void release_iap_event(void *pointer) {
    (void)pointer;
    iap_event_release(pointer);
}
static const Handle iap_lua_handle_iap_event = {"iap_event", NULL, release_iap_event, false};
static void release_iap_device(void *pointer) {
    (void)pointer;
#if IAP_LUA_HAS_STORE
    iap_device_close(pointer, NULL);
#endif
}
static const Handle iap_lua_handle_iap_device = {"iap_device", NULL, release_iap_device, true};
static void release_iap_inventory_items(void *pointer) {
    (void)pointer;
    iap_inventory_items_release(pointer);
}
static const Handle iap_lua_handle_iap_inventory_items = {"iap_inventory_items", NULL, release_iap_inventory_items, false};
static const Handle iap_lua_handle_iap_inventory_item = {"iap_inventory_item", NULL, NULL, false};
#if IAP_LUA_HAS_STORE
static void release_iap_store(void *pointer) {
    (void)pointer;
#if IAP_LUA_HAS_STORE
    iap_store_close(pointer, NULL);
#endif
}
static const Handle iap_lua_handle_iap_store = {"iap_store", NULL, release_iap_store, true};
#endif
#if IAP_LUA_HAS_SERVER
static void retain_iap_verifier(void *pointer) { iap_verifier_retain(pointer); }
static void release_iap_verifier(void *pointer) {
    (void)pointer;
#if IAP_LUA_HAS_SERVER
    iap_verifier_release(pointer);
#endif
}
static const Handle iap_lua_handle_iap_verifier = {"iap_verifier", retain_iap_verifier, release_iap_verifier, false};
static void retain_iap_signed_data(void *pointer) { iap_signed_data_retain(pointer); }
static void release_iap_signed_data(void *pointer) {
    (void)pointer;
#if IAP_LUA_HAS_SERVER
    iap_signed_data_release(pointer);
#endif
}
static const Handle iap_lua_handle_iap_signed_data = {"iap_signed_data", retain_iap_signed_data, release_iap_signed_data, false};
static void retain_iap_app_receipt(void *pointer) { iap_app_receipt_retain(pointer); }
static void release_iap_app_receipt(void *pointer) {
    (void)pointer;
#if IAP_LUA_HAS_SERVER
    iap_app_receipt_release(pointer);
#endif
}
static const Handle iap_lua_handle_iap_app_receipt = {"iap_app_receipt", retain_iap_app_receipt, release_iap_app_receipt, false};
static const Handle iap_lua_handle_iap_receipt_purchase = {"iap_receipt_purchase", NULL, NULL, false};
static void retain_iap_receipt_answer(void *pointer) { iap_receipt_answer_retain(pointer); }
static void release_iap_receipt_answer(void *pointer) {
    (void)pointer;
#if IAP_LUA_HAS_SERVER
    iap_receipt_answer_release(pointer);
#endif
}
static const Handle iap_lua_handle_iap_receipt_answer = {"iap_receipt_answer", retain_iap_receipt_answer, release_iap_receipt_answer, false};
static const Handle iap_lua_handle_iap_receipt_renewal = {"iap_receipt_renewal", NULL, NULL, false};
static void retain_iap_server_key(void *pointer) { iap_server_key_retain(pointer); }
static void release_iap_server_key(void *pointer) {
    (void)pointer;
#if IAP_LUA_HAS_SERVER
    iap_server_key_release(pointer);
#endif
}
static const Handle iap_lua_handle_iap_server_key = {"iap_server_key", retain_iap_server_key, release_iap_server_key, false};
static void retain_iap_server_signature(void *pointer) { iap_server_signature_retain(pointer); }
static void release_iap_server_signature(void *pointer) {
    (void)pointer;
#if IAP_LUA_HAS_SERVER
    iap_server_signature_release(pointer);
#endif
}
static const Handle iap_lua_handle_iap_server_signature = {"iap_server_signature", retain_iap_server_signature, release_iap_server_signature, false};
#endif
const Handle *const iap_lua_handles[] = {
    &iap_lua_handle_iap_client,
    &iap_lua_handle_iap_product,
    &iap_lua_handle_iap_products,
    &iap_lua_handle_iap_transaction,
    &iap_lua_handle_iap_transactions,
    &iap_lua_handle_iap_offer,
    &iap_lua_handle_iap_billing_plan,
    &iap_lua_handle_iap_subscription_statuses,
    &iap_lua_handle_iap_subscription_status,
    &iap_lua_handle_iap_renewal_info,
    &iap_lua_handle_iap_app_transaction,
    &iap_lua_handle_iap_promotions,
    &iap_lua_handle_iap_purchase_intent,
    &iap_lua_handle_iap_purchase_intents,
    &iap_lua_handle_iap_message,
    &iap_lua_handle_iap_event,
    &iap_lua_handle_iap_device,
    &iap_lua_handle_iap_inventory_items,
    &iap_lua_handle_iap_inventory_item,
#if IAP_LUA_HAS_STORE
    &iap_lua_handle_iap_store,
#endif
#if IAP_LUA_HAS_SERVER
    &iap_lua_handle_iap_verifier,
    &iap_lua_handle_iap_signed_data,
    &iap_lua_handle_iap_app_receipt,
    &iap_lua_handle_iap_receipt_purchase,
    &iap_lua_handle_iap_receipt_answer,
    &iap_lua_handle_iap_receipt_renewal,
    &iap_lua_handle_iap_server_key,
    &iap_lua_handle_iap_server_signature,
#endif
    NULL,
};

extern const Struct iap_lua_struct_iap_error;
extern const Struct iap_lua_struct_iap_client_options;
extern const Struct iap_lua_struct_iap_product_list_options;
extern const Struct iap_lua_struct_iap_custom_value;
extern const Struct iap_lua_struct_iap_payment_offer;
extern const Struct iap_lua_struct_iap_payment;
extern const Struct iap_lua_struct_iap_observer;
extern const Struct iap_lua_struct_iap_verification_options;
extern const Struct iap_lua_struct_iap_grant;
extern const Struct iap_lua_struct_iap_inventory_options;
#if IAP_LUA_HAS_STORE
extern const Struct iap_lua_struct_iap_store_options;
extern const Struct iap_lua_struct_iap_store_renewal;
extern const Struct iap_lua_struct_iap_store_signing_request;
extern const Struct iap_lua_struct_iap_store_notification;
extern const Struct iap_lua_struct_iap_store_settings;
extern const Struct iap_lua_struct_iap_store_purchase;
extern const Struct iap_lua_struct_iap_device_network;
extern const Struct iap_lua_struct_iap_store_receipt_request;
extern const Struct iap_lua_struct_iap_store_transaction;
extern const Struct iap_lua_struct_iap_store_totals;
#endif
#if IAP_LUA_HAS_SERVER
extern const Struct iap_lua_struct_iap_bytes;
extern const Struct iap_lua_struct_iap_verifier_options;
extern const Struct iap_lua_struct_iap_verify_result;
extern const Struct iap_lua_struct_iap_server_key_options;
extern const Struct iap_lua_struct_iap_server_request;
#endif

static void on_iap_products_function(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products, const iap_error *error) {
    (void)request_id;
    const Value values[] = {{VALUE_HANDLE, products, 0, 0, &iap_lua_handle_iap_products}};
    iap_lua_answer(user_data, client, error, values, 1);
}
static void on_iap_transactions_function(void *user_data, iap_client *client, uint64_t request_id, const iap_transactions *transactions, const iap_error *error) {
    (void)request_id;
    const Value values[] = {{VALUE_HANDLE, transactions, 0, 0, &iap_lua_handle_iap_transactions}};
    iap_lua_answer(user_data, client, error, values, 1);
}
static void on_iap_storefront_function(void *user_data, iap_client *client, uint64_t request_id, const char *country_code, const char *identifier, const iap_error *error) {
    (void)request_id;
    const Value values[] = {{VALUE_TEXT, country_code, 0, 0, NULL}, {VALUE_TEXT, identifier, 0, 0, NULL}};
    iap_lua_answer(user_data, client, error, values, 2);
}
static void on_iap_completion_function(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    (void)request_id;
    iap_lua_answer(user_data, client, error, NULL, 0);
}
static void on_iap_subscription_statuses_function(void *user_data, iap_client *client, uint64_t request_id, const iap_subscription_statuses *statuses, const iap_error *error) {
    (void)request_id;
    const Value values[] = {{VALUE_HANDLE, statuses, 0, 0, &iap_lua_handle_iap_subscription_statuses}};
    iap_lua_answer(user_data, client, error, values, 1);
}
static void on_iap_flag_function(void *user_data, iap_client *client, uint64_t request_id, int32_t flag, const iap_error *error) {
    (void)request_id;
    const Value values[] = {{VALUE_FLAG, NULL, flag, 0, NULL}};
    iap_lua_answer(user_data, client, error, values, 1);
}
static void on_iap_app_transaction_function(void *user_data, iap_client *client, uint64_t request_id, const iap_app_transaction *app_transaction, const iap_error *error) {
    (void)request_id;
    const Value values[] = {{VALUE_HANDLE, app_transaction, 0, 0, &iap_lua_handle_iap_app_transaction}};
    iap_lua_answer(user_data, client, error, values, 1);
}
static void on_iap_text_function(void *user_data, iap_client *client, uint64_t request_id, const char *text, const iap_error *error) {
    (void)request_id;
    const Value values[] = {{VALUE_TEXT, text, 0, 0, NULL}};
    iap_lua_answer(user_data, client, error, values, 1);
}
static void on_iap_promotions_function(void *user_data, iap_client *client, uint64_t request_id, const iap_promotions *promotions, const iap_error *error) {
    (void)request_id;
    const Value values[] = {{VALUE_HANDLE, promotions, 0, 0, &iap_lua_handle_iap_promotions}};
    iap_lua_answer(user_data, client, error, values, 1);
}
#if IAP_LUA_HAS_SERVER
#endif
static void tell_iap_observer_transaction_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    const Value values[] = {{VALUE_HANDLE, transaction, 0, 0, &iap_lua_handle_iap_transaction}};
    iap_lua_tell(user_data, client, "transaction_updated", values, 1);
}
static void tell_iap_observer_transaction_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    const Value values[] = {{VALUE_HANDLE, transaction, 0, 0, &iap_lua_handle_iap_transaction}};
    iap_lua_tell(user_data, client, "transaction_removed", values, 1);
}
static void tell_iap_observer_restore_finished(void *user_data, iap_client *client, uint64_t request_id) {
    const Value values[] = {{VALUE_UINT64, NULL, 0, request_id, NULL}};
    iap_lua_tell(user_data, client, "restore_finished", values, 1);
}
static void tell_iap_observer_restore_failed(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    const Value values[] = {{VALUE_UINT64, NULL, 0, request_id, NULL}, {VALUE_ERROR, error, 0, 0, NULL}};
    iap_lua_tell(user_data, client, "restore_failed", values, 2);
}
static void tell_iap_observer_entitlement_revoked(void *user_data, iap_client *client, const iap_transaction *transaction) {
    const Value values[] = {{VALUE_HANDLE, transaction, 0, 0, &iap_lua_handle_iap_transaction}};
    iap_lua_tell(user_data, client, "entitlement_revoked", values, 1);
}
static void tell_iap_observer_storefront_changed(void *user_data, iap_client *client, const char *country_code, const char *identifier) {
    const Value values[] = {{VALUE_TEXT, country_code, 0, 0, NULL}, {VALUE_TEXT, identifier, 0, 0, NULL}};
    iap_lua_tell(user_data, client, "storefront_changed", values, 2);
}
static void tell_iap_observer_problem_reported(void *user_data, iap_client *client, const iap_error *error) {
    const Value values[] = {{VALUE_ERROR, error, 0, 0, NULL}};
    iap_lua_tell(user_data, client, "problem_reported", values, 1);
}
static void tell_iap_observer_subscription_status_changed(void *user_data, iap_client *client, const iap_subscription_status *status) {
    const Value values[] = {{VALUE_HANDLE, status, 0, 0, &iap_lua_handle_iap_subscription_status}};
    iap_lua_tell(user_data, client, "subscription_status_changed", values, 1);
}
static void tell_iap_observer_purchase_intent_received(void *user_data, iap_client *client, const iap_purchase_intent *intent) {
    const Value values[] = {{VALUE_HANDLE, intent, 0, 0, &iap_lua_handle_iap_purchase_intent}};
    iap_lua_tell(user_data, client, "purchase_intent_received", values, 1);
}
static void tell_iap_observer_message_received(void *user_data, iap_client *client, const iap_message *message) {
    const Value values[] = {{VALUE_HANDLE, message, 0, 0, &iap_lua_handle_iap_message}};
    iap_lua_tell(user_data, client, "message_received", values, 1);
}
static void tell_iap_observer_verification_requested(void *user_data, iap_client *client, const iap_transaction *transaction) {
    const Value values[] = {{VALUE_HANDLE, transaction, 0, 0, &iap_lua_handle_iap_transaction}};
    iap_lua_tell(user_data, client, "verification_requested", values, 1);
}
#if IAP_LUA_HAS_STORE
#endif
#if IAP_LUA_HAS_SERVER
#endif

static const iap_error initial_iap_error = IAP_ERROR_VALUE_INIT;
static const Field fields_iap_error[] = {
    {"status", FIELD_INT32, offsetof(iap_error, status), 0, NULL, NULL, NULL},
    {"category", FIELD_INT32, offsetof(iap_error, category), 0, NULL, NULL, NULL},
    {"retryable", FIELD_FLAG, offsetof(iap_error, retryable), 0, NULL, NULL, NULL},
    {"store_code", FIELD_INT64, offsetof(iap_error, store_code), 0, NULL, NULL, NULL},
    {"store_domain", FIELD_CHARS, offsetof(iap_error, store_domain), 96, NULL, NULL, NULL},
    {"message", FIELD_CHARS, offsetof(iap_error, message), 400, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_error = {"iap_error", sizeof(iap_error), &initial_iap_error, fields_iap_error};

static const iap_client_options initial_iap_client_options = IAP_CLIENT_OPTIONS_INIT;
static const Field fields_iap_client_options[] = {
    {"execution", FIELD_INT32, offsetof(iap_client_options, execution), 0, NULL, NULL, NULL},
    {"journal_path", FIELD_TEXT, offsetof(iap_client_options, journal_path), 0, NULL, NULL, NULL},
    {"device", FIELD_HANDLE, offsetof(iap_client_options, device), 0, NULL, &iap_lua_handle_iap_device, NULL},
    {"wake", FIELD_POINTER, offsetof(iap_client_options, wake), 0, NULL, NULL, NULL},
    {"wake_user_data", FIELD_POINTER, offsetof(iap_client_options, wake_user_data), 0, NULL, NULL, NULL},
    {"handles_messages", FIELD_FLAG, offsetof(iap_client_options, handles_messages), 0, NULL, NULL, NULL},
    {"audit_limit_bytes", FIELD_UINT32, offsetof(iap_client_options, audit_limit_bytes), 0, NULL, NULL, NULL},
    {"inventory", FIELD_STRUCT_POINTER, offsetof(iap_client_options, inventory), 0, &iap_lua_struct_iap_inventory_options, NULL, NULL},
    {"verification", FIELD_STRUCT_POINTER, offsetof(iap_client_options, verification), 0, &iap_lua_struct_iap_verification_options, NULL, NULL},
    {"player_id", FIELD_TEXT, offsetof(iap_client_options, player_id), 0, NULL, NULL, NULL},
    {"integrity_key", FIELD_BYTES, offsetof(iap_client_options, integrity_key), offsetof(iap_client_options, integrity_key_length), NULL, NULL, NULL},
    {"adopts_journal", FIELD_FLAG, offsetof(iap_client_options, adopts_journal), 0, NULL, NULL, NULL},
    {"reserved", FIELD_UINT32, offsetof(iap_client_options, reserved), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_client_options = {"iap_client_options", sizeof(iap_client_options), &initial_iap_client_options, fields_iap_client_options};

static const iap_product_list_options initial_iap_product_list_options = IAP_PRODUCT_LIST_OPTIONS_INIT;
static const Field fields_iap_product_list_options[] = {
    {"timeout_ms", FIELD_UINT32, offsetof(iap_product_list_options, timeout_ms), 0, NULL, NULL, NULL},
    {"path", FIELD_TEXT, offsetof(iap_product_list_options, path), 0, NULL, NULL, NULL},
    {"url", FIELD_TEXT, offsetof(iap_product_list_options, url), 0, NULL, NULL, NULL},
    {"headers", FIELD_TEXTS, offsetof(iap_product_list_options, headers), offsetof(iap_product_list_options, header_count), NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_product_list_options = {"iap_product_list_options", sizeof(iap_product_list_options), &initial_iap_product_list_options, fields_iap_product_list_options};

static const Field fields_iap_custom_value[] = {
    {"key", FIELD_TEXT, offsetof(iap_custom_value, key), 0, NULL, NULL, NULL},
    {"type", FIELD_INT32, offsetof(iap_custom_value, type), 0, NULL, NULL, NULL},
    {"flag", FIELD_FLAG, offsetof(iap_custom_value, flag), 0, NULL, NULL, NULL},
    {"number", FIELD_DOUBLE, offsetof(iap_custom_value, number), 0, NULL, NULL, NULL},
    {"bytes", FIELD_BYTES, offsetof(iap_custom_value, bytes), offsetof(iap_custom_value, length), NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_custom_value = {"iap_custom_value", sizeof(iap_custom_value), NULL, fields_iap_custom_value};

static const Field fields_iap_payment_offer[] = {
    {"id", FIELD_TEXT, offsetof(iap_payment_offer, id), 0, NULL, NULL, NULL},
    {"jws", FIELD_TEXT, offsetof(iap_payment_offer, jws), 0, NULL, NULL, NULL},
    {"key_id", FIELD_TEXT, offsetof(iap_payment_offer, key_id), 0, NULL, NULL, NULL},
    {"nonce", FIELD_TEXT, offsetof(iap_payment_offer, nonce), 0, NULL, NULL, NULL},
    {"signature", FIELD_TEXT, offsetof(iap_payment_offer, signature), 0, NULL, NULL, NULL},
    {"timestamp_ms", FIELD_INT64, offsetof(iap_payment_offer, timestamp_ms), 0, NULL, NULL, NULL},
    {"win_back_id", FIELD_TEXT, offsetof(iap_payment_offer, win_back_id), 0, NULL, NULL, NULL},
    {"introductory_jws", FIELD_TEXT, offsetof(iap_payment_offer, introductory_jws), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_payment_offer = {"iap_payment_offer", sizeof(iap_payment_offer), NULL, fields_iap_payment_offer};

static const iap_payment initial_iap_payment = IAP_PAYMENT_INIT;
static const Field fields_iap_payment[] = {
    {"quantity", FIELD_INT32, offsetof(iap_payment, quantity), 0, NULL, NULL, NULL},
    {"product_id", FIELD_TEXT, offsetof(iap_payment, product_id), 0, NULL, NULL, NULL},
    {"app_account_token", FIELD_TEXT, offsetof(iap_payment, app_account_token), 0, NULL, NULL, NULL},
    {"simulates_ask_to_buy", FIELD_FLAG, offsetof(iap_payment, simulates_ask_to_buy), 0, NULL, NULL, NULL},
    {"seats", FIELD_INT32, offsetof(iap_payment, seats), 0, NULL, NULL, NULL},
    {"ui_anchor", FIELD_POINTER, offsetof(iap_payment, ui_anchor), 0, NULL, NULL, NULL},
    {"offer", FIELD_STRUCT, offsetof(iap_payment, offer), 0, &iap_lua_struct_iap_payment_offer, NULL, NULL},
    {"storefronts", FIELD_TEXT, offsetof(iap_payment, storefronts), 0, NULL, NULL, NULL},
    {"custom_values", FIELD_STRUCTS, offsetof(iap_payment, custom_values), offsetof(iap_payment, custom_value_count), &iap_lua_struct_iap_custom_value, NULL, NULL},
    {"billing_plan", FIELD_INT32, offsetof(iap_payment, billing_plan), 0, NULL, NULL, NULL},
    {"suppresses_seat_invitation", FIELD_FLAG, offsetof(iap_payment, suppresses_seat_invitation), 0, NULL, NULL, NULL},
    {"advanced_commerce_jws", FIELD_TEXT, offsetof(iap_payment, advanced_commerce_jws), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_payment = {"iap_payment", sizeof(iap_payment), &initial_iap_payment, fields_iap_payment};

static const iap_observer initial_iap_observer = IAP_OBSERVER_INIT;
static const Field fields_iap_observer[] = {
    {"reserved", FIELD_UINT32, offsetof(iap_observer, reserved), 0, NULL, NULL, NULL},
    {"transaction_updated", FIELD_OBSERVER, offsetof(iap_observer, transaction_updated), offsetof(iap_observer, user_data), NULL, NULL, (void (*)(void))tell_iap_observer_transaction_updated},
    {"transaction_removed", FIELD_OBSERVER, offsetof(iap_observer, transaction_removed), offsetof(iap_observer, user_data), NULL, NULL, (void (*)(void))tell_iap_observer_transaction_removed},
    {"restore_finished", FIELD_OBSERVER, offsetof(iap_observer, restore_finished), offsetof(iap_observer, user_data), NULL, NULL, (void (*)(void))tell_iap_observer_restore_finished},
    {"restore_failed", FIELD_OBSERVER, offsetof(iap_observer, restore_failed), offsetof(iap_observer, user_data), NULL, NULL, (void (*)(void))tell_iap_observer_restore_failed},
    {"entitlement_revoked", FIELD_OBSERVER, offsetof(iap_observer, entitlement_revoked), offsetof(iap_observer, user_data), NULL, NULL, (void (*)(void))tell_iap_observer_entitlement_revoked},
    {"storefront_changed", FIELD_OBSERVER, offsetof(iap_observer, storefront_changed), offsetof(iap_observer, user_data), NULL, NULL, (void (*)(void))tell_iap_observer_storefront_changed},
    {"problem_reported", FIELD_OBSERVER, offsetof(iap_observer, problem_reported), offsetof(iap_observer, user_data), NULL, NULL, (void (*)(void))tell_iap_observer_problem_reported},
    {"subscription_status_changed", FIELD_OBSERVER, offsetof(iap_observer, subscription_status_changed), offsetof(iap_observer, user_data), NULL, NULL, (void (*)(void))tell_iap_observer_subscription_status_changed},
    {"purchase_intent_received", FIELD_OBSERVER, offsetof(iap_observer, purchase_intent_received), offsetof(iap_observer, user_data), NULL, NULL, (void (*)(void))tell_iap_observer_purchase_intent_received},
    {"message_received", FIELD_OBSERVER, offsetof(iap_observer, message_received), offsetof(iap_observer, user_data), NULL, NULL, (void (*)(void))tell_iap_observer_message_received},
    {"verification_requested", FIELD_OBSERVER, offsetof(iap_observer, verification_requested), offsetof(iap_observer, user_data), NULL, NULL, (void (*)(void))tell_iap_observer_verification_requested},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_observer = {"iap_observer", sizeof(iap_observer), &initial_iap_observer, fields_iap_observer};

static const iap_verification_options initial_iap_verification_options = IAP_VERIFICATION_OPTIONS_INIT;
static const Field fields_iap_verification_options[] = {
    {"mode", FIELD_INT32, offsetof(iap_verification_options, mode), 0, NULL, NULL, NULL},
    {"roots_path", FIELD_TEXT, offsetof(iap_verification_options, roots_path), 0, NULL, NULL, NULL},
    {"server_url", FIELD_TEXT, offsetof(iap_verification_options, server_url), 0, NULL, NULL, NULL},
    {"server_headers", FIELD_TEXTS, offsetof(iap_verification_options, server_headers), offsetof(iap_verification_options, server_header_count), NULL, NULL, NULL},
    {"server_timeout_ms", FIELD_UINT32, offsetof(iap_verification_options, server_timeout_ms), 0, NULL, NULL, NULL},
    {"retry_min_ms", FIELD_UINT32, offsetof(iap_verification_options, retry_min_ms), 0, NULL, NULL, NULL},
    {"retry_max_ms", FIELD_UINT32, offsetof(iap_verification_options, retry_max_ms), 0, NULL, NULL, NULL},
    {"reserved", FIELD_UINT32, offsetof(iap_verification_options, reserved), 0, NULL, NULL, NULL},
    {"accepts_xcode_testing", FIELD_FLAG, offsetof(iap_verification_options, accepts_xcode_testing), 0, NULL, NULL, NULL},
    {"reserved_end", FIELD_UINT32, offsetof(iap_verification_options, reserved_end), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_verification_options = {"iap_verification_options", sizeof(iap_verification_options), &initial_iap_verification_options, fields_iap_verification_options};

static const iap_grant initial_iap_grant = IAP_GRANT_INIT;
static const Field fields_iap_grant[] = {
    {"kind", FIELD_INT32, offsetof(iap_grant, kind), 0, NULL, NULL, NULL},
    {"product_id", FIELD_TEXT, offsetof(iap_grant, product_id), 0, NULL, NULL, NULL},
    {"name", FIELD_TEXT, offsetof(iap_grant, name), 0, NULL, NULL, NULL},
    {"amount", FIELD_INT64, offsetof(iap_grant, amount), 0, NULL, NULL, NULL},
    {"revocation_policy", FIELD_INT32, offsetof(iap_grant, revocation_policy), 0, NULL, NULL, NULL},
    {"reserved", FIELD_UINT32, offsetof(iap_grant, reserved), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_grant = {"iap_grant", sizeof(iap_grant), &initial_iap_grant, fields_iap_grant};

static const iap_inventory_options initial_iap_inventory_options = IAP_INVENTORY_OPTIONS_INIT;
static const Field fields_iap_inventory_options[] = {
    {"reserved", FIELD_UINT32, offsetof(iap_inventory_options, reserved), 0, NULL, NULL, NULL},
    {"grants", FIELD_STRUCTS, offsetof(iap_inventory_options, grants), offsetof(iap_inventory_options, grant_count), &iap_lua_struct_iap_grant, NULL, NULL},
    {"grants_path", FIELD_TEXT, offsetof(iap_inventory_options, grants_path), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_inventory_options = {"iap_inventory_options", sizeof(iap_inventory_options), &initial_iap_inventory_options, fields_iap_inventory_options};

#if IAP_LUA_HAS_STORE
static const iap_store_options initial_iap_store_options = IAP_STORE_OPTIONS_INIT;
static const Field fields_iap_store_options[] = {
    {"clock", FIELD_INT32, offsetof(iap_store_options, clock), 0, NULL, NULL, NULL},
    {"storekit_path", FIELD_TEXT, offsetof(iap_store_options, storekit_path), 0, NULL, NULL, NULL},
    {"storekit_text", FIELD_BYTES, offsetof(iap_store_options, storekit_text), offsetof(iap_store_options, storekit_length), NULL, NULL, NULL},
    {"state_path", FIELD_TEXT, offsetof(iap_store_options, state_path), 0, NULL, NULL, NULL},
    {"bundle_id", FIELD_TEXT, offsetof(iap_store_options, bundle_id), 0, NULL, NULL, NULL},
    {"seed", FIELD_UINT64, offsetof(iap_store_options, seed), 0, NULL, NULL, NULL},
    {"start_ms", FIELD_INT64, offsetof(iap_store_options, start_ms), 0, NULL, NULL, NULL},
    {"time_rate", FIELD_INT32, offsetof(iap_store_options, time_rate), 0, NULL, NULL, NULL},
    {"reserved", FIELD_UINT32, offsetof(iap_store_options, reserved), 0, NULL, NULL, NULL},
    {"ocsp_url", FIELD_TEXT, offsetof(iap_store_options, ocsp_url), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_store_options = {"iap_store_options", sizeof(iap_store_options), &initial_iap_store_options, fields_iap_store_options};

static const iap_store_renewal initial_iap_store_renewal = IAP_STORE_RENEWAL_INIT;
static const Field fields_iap_store_renewal[] = {
    {"will_auto_renew", FIELD_FLAG, offsetof(iap_store_renewal, will_auto_renew), 0, NULL, NULL, NULL},
    {"auto_renew_product_id", FIELD_TEXT, offsetof(iap_store_renewal, auto_renew_product_id), 0, NULL, NULL, NULL},
    {"expiration_reason", FIELD_INT32, offsetof(iap_store_renewal, expiration_reason), 0, NULL, NULL, NULL},
    {"price_increase", FIELD_INT32, offsetof(iap_store_renewal, price_increase), 0, NULL, NULL, NULL},
    {"is_in_billing_retry", FIELD_FLAG, offsetof(iap_store_renewal, is_in_billing_retry), 0, NULL, NULL, NULL},
    {"reserved", FIELD_UINT32, offsetof(iap_store_renewal, reserved), 0, NULL, NULL, NULL},
    {"grace_period_expiration_date_ms", FIELD_INT64, offsetof(iap_store_renewal, grace_period_expiration_date_ms), 0, NULL, NULL, NULL},
    {"renewal_price_milliunits", FIELD_INT64, offsetof(iap_store_renewal, renewal_price_milliunits), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_store_renewal = {"iap_store_renewal", sizeof(iap_store_renewal), &initial_iap_store_renewal, fields_iap_store_renewal};

static const iap_store_signing_request initial_iap_store_signing_request = IAP_STORE_SIGNING_REQUEST_INIT;
static const Field fields_iap_store_signing_request[] = {
    {"kind", FIELD_INT32, offsetof(iap_store_signing_request, kind), 0, NULL, NULL, NULL},
    {"product_id", FIELD_TEXT, offsetof(iap_store_signing_request, product_id), 0, NULL, NULL, NULL},
    {"offer_id", FIELD_TEXT, offsetof(iap_store_signing_request, offer_id), 0, NULL, NULL, NULL},
    {"app_account_token", FIELD_TEXT, offsetof(iap_store_signing_request, app_account_token), 0, NULL, NULL, NULL},
    {"nonce", FIELD_TEXT, offsetof(iap_store_signing_request, nonce), 0, NULL, NULL, NULL},
    {"timestamp_ms", FIELD_INT64, offsetof(iap_store_signing_request, timestamp_ms), 0, NULL, NULL, NULL},
    {"transaction_id", FIELD_UINT64, offsetof(iap_store_signing_request, transaction_id), 0, NULL, NULL, NULL},
    {"allows_introductory_offer", FIELD_FLAG, offsetof(iap_store_signing_request, allows_introductory_offer), 0, NULL, NULL, NULL},
    {"reserved", FIELD_UINT32, offsetof(iap_store_signing_request, reserved), 0, NULL, NULL, NULL},
    {"request_json", FIELD_TEXT, offsetof(iap_store_signing_request, request_json), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_store_signing_request = {"iap_store_signing_request", sizeof(iap_store_signing_request), &initial_iap_store_signing_request, fields_iap_store_signing_request};

static const iap_store_notification initial_iap_store_notification = IAP_STORE_NOTIFICATION_INIT;
static const Field fields_iap_store_notification[] = {
    {"reserved", FIELD_UINT32, offsetof(iap_store_notification, reserved), 0, NULL, NULL, NULL},
    {"type", FIELD_TEXT, offsetof(iap_store_notification, type), 0, NULL, NULL, NULL},
    {"subtype", FIELD_TEXT, offsetof(iap_store_notification, subtype), 0, NULL, NULL, NULL},
    {"uuid", FIELD_TEXT, offsetof(iap_store_notification, uuid), 0, NULL, NULL, NULL},
    {"transaction_id", FIELD_UINT64, offsetof(iap_store_notification, transaction_id), 0, NULL, NULL, NULL},
    {"consumption_request_reason", FIELD_TEXT, offsetof(iap_store_notification, consumption_request_reason), 0, NULL, NULL, NULL},
    {"product_id", FIELD_TEXT, offsetof(iap_store_notification, product_id), 0, NULL, NULL, NULL},
    {"request_id", FIELD_TEXT, offsetof(iap_store_notification, request_id), 0, NULL, NULL, NULL},
    {"succeeded_count", FIELD_INT64, offsetof(iap_store_notification, succeeded_count), 0, NULL, NULL, NULL},
    {"failed_count", FIELD_INT64, offsetof(iap_store_notification, failed_count), 0, NULL, NULL, NULL},
    {"external_purchase_id", FIELD_TEXT, offsetof(iap_store_notification, external_purchase_id), 0, NULL, NULL, NULL},
    {"token_creation_date_ms", FIELD_INT64, offsetof(iap_store_notification, token_creation_date_ms), 0, NULL, NULL, NULL},
    {"account", FIELD_TEXT, offsetof(iap_store_notification, account), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_store_notification = {"iap_store_notification", sizeof(iap_store_notification), &initial_iap_store_notification, fields_iap_store_notification};

static const iap_store_settings initial_iap_store_settings = IAP_STORE_SETTINGS_INIT;
static const Field fields_iap_store_settings[] = {
    {"ask_to_buy", FIELD_FLAG, offsetof(iap_store_settings, ask_to_buy), 0, NULL, NULL, NULL},
    {"payments_allowed", FIELD_FLAG, offsetof(iap_store_settings, payments_allowed), 0, NULL, NULL, NULL},
    {"dialogs_disabled", FIELD_FLAG, offsetof(iap_store_settings, dialogs_disabled), 0, NULL, NULL, NULL},
    {"billing_retry_on_renewal", FIELD_FLAG, offsetof(iap_store_settings, billing_retry_on_renewal), 0, NULL, NULL, NULL},
    {"billing_grace_period_days", FIELD_INT32, offsetof(iap_store_settings, billing_grace_period_days), 0, NULL, NULL, NULL},
    {"renewal_limit", FIELD_INT32, offsetof(iap_store_settings, renewal_limit), 0, NULL, NULL, NULL},
    {"time_rate", FIELD_INT32, offsetof(iap_store_settings, time_rate), 0, NULL, NULL, NULL},
    {"interrupted_purchases", FIELD_INT32, offsetof(iap_store_settings, interrupted_purchases), 0, NULL, NULL, NULL},
    {"fail_transactions", FIELD_INT32, offsetof(iap_store_settings, fail_transactions), 0, NULL, NULL, NULL},
    {"storefront", FIELD_CHARS, offsetof(iap_store_settings, storefront), 8, NULL, NULL, NULL},
    {"locale", FIELD_CHARS, offsetof(iap_store_settings, locale), 72, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_store_settings = {"iap_store_settings", sizeof(iap_store_settings), &initial_iap_store_settings, fields_iap_store_settings};

static const iap_store_purchase initial_iap_store_purchase = IAP_STORE_PURCHASE_INIT;
static const Field fields_iap_store_purchase[] = {
    {"quantity", FIELD_INT32, offsetof(iap_store_purchase, quantity), 0, NULL, NULL, NULL},
    {"product_id", FIELD_TEXT, offsetof(iap_store_purchase, product_id), 0, NULL, NULL, NULL},
    {"app_account_token", FIELD_TEXT, offsetof(iap_store_purchase, app_account_token), 0, NULL, NULL, NULL},
    {"offer_id", FIELD_TEXT, offsetof(iap_store_purchase, offer_id), 0, NULL, NULL, NULL},
    {"offer_type", FIELD_INT32, offsetof(iap_store_purchase, offer_type), 0, NULL, NULL, NULL},
    {"billing_plan", FIELD_INT32, offsetof(iap_store_purchase, billing_plan), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_store_purchase = {"iap_store_purchase", sizeof(iap_store_purchase), &initial_iap_store_purchase, fields_iap_store_purchase};

static const iap_device_network initial_iap_device_network = IAP_DEVICE_NETWORK_INIT;
static const Field fields_iap_device_network[] = {
    {"is_down", FIELD_FLAG, offsetof(iap_device_network, is_down), 0, NULL, NULL, NULL},
    {"never_answers", FIELD_FLAG, offsetof(iap_device_network, never_answers), 0, NULL, NULL, NULL},
    {"requests_per_minute", FIELD_UINT32, offsetof(iap_device_network, requests_per_minute), 0, NULL, NULL, NULL},
    {"latency_ms", FIELD_INT64, offsetof(iap_device_network, latency_ms), 0, NULL, NULL, NULL},
    {"timeout_ms", FIELD_INT64, offsetof(iap_device_network, timeout_ms), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_device_network = {"iap_device_network", sizeof(iap_device_network), &initial_iap_device_network, fields_iap_device_network};

static const iap_store_receipt_request initial_iap_store_receipt_request = IAP_STORE_RECEIPT_REQUEST_INIT;
static const Field fields_iap_store_receipt_request[] = {
    {"is_for_production", FIELD_FLAG, offsetof(iap_store_receipt_request, is_for_production), 0, NULL, NULL, NULL},
    {"body", FIELD_BYTES, offsetof(iap_store_receipt_request, body), offsetof(iap_store_receipt_request, body_length), NULL, NULL, NULL},
    {"shared_secret", FIELD_TEXT, offsetof(iap_store_receipt_request, shared_secret), 0, NULL, NULL, NULL},
    {"status", FIELD_INT32, offsetof(iap_store_receipt_request, status), 0, NULL, NULL, NULL},
    {"is_retryable", FIELD_FLAG, offsetof(iap_store_receipt_request, is_retryable), 0, NULL, NULL, NULL},
    {"has_older_names", FIELD_FLAG, offsetof(iap_store_receipt_request, has_older_names), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_store_receipt_request = {"iap_store_receipt_request", sizeof(iap_store_receipt_request), &initial_iap_store_receipt_request, fields_iap_store_receipt_request};

static const iap_store_transaction initial_iap_store_transaction = IAP_STORE_TRANSACTION_INIT;
static const Field fields_iap_store_transaction[] = {
    {"state", FIELD_INT32, offsetof(iap_store_transaction, state), 0, NULL, NULL, NULL},
    {"id", FIELD_UINT64, offsetof(iap_store_transaction, id), 0, NULL, NULL, NULL},
    {"original_id", FIELD_UINT64, offsetof(iap_store_transaction, original_id), 0, NULL, NULL, NULL},
    {"purchase_date_ms", FIELD_INT64, offsetof(iap_store_transaction, purchase_date_ms), 0, NULL, NULL, NULL},
    {"expiration_date_ms", FIELD_INT64, offsetof(iap_store_transaction, expiration_date_ms), 0, NULL, NULL, NULL},
    {"revocation_date_ms", FIELD_INT64, offsetof(iap_store_transaction, revocation_date_ms), 0, NULL, NULL, NULL},
    {"price_milliunits", FIELD_INT64, offsetof(iap_store_transaction, price_milliunits), 0, NULL, NULL, NULL},
    {"refunded_milliunits", FIELD_INT64, offsetof(iap_store_transaction, refunded_milliunits), 0, NULL, NULL, NULL},
    {"quantity", FIELD_INT32, offsetof(iap_store_transaction, quantity), 0, NULL, NULL, NULL},
    {"ownership", FIELD_INT32, offsetof(iap_store_transaction, ownership), 0, NULL, NULL, NULL},
    {"offer_type", FIELD_INT32, offsetof(iap_store_transaction, offer_type), 0, NULL, NULL, NULL},
    {"is_auto_renewing", FIELD_FLAG, offsetof(iap_store_transaction, is_auto_renewing), 0, NULL, NULL, NULL},
    {"has_purchase_issue", FIELD_FLAG, offsetof(iap_store_transaction, has_purchase_issue), 0, NULL, NULL, NULL},
    {"is_pending_price_increase_consent", FIELD_FLAG, offsetof(iap_store_transaction, is_pending_price_increase_consent), 0, NULL, NULL, NULL},
    {"is_pending_ask_to_buy", FIELD_FLAG, offsetof(iap_store_transaction, is_pending_ask_to_buy), 0, NULL, NULL, NULL},
    {"is_renewal", FIELD_FLAG, offsetof(iap_store_transaction, is_renewal), 0, NULL, NULL, NULL},
    {"is_upgraded", FIELD_FLAG, offsetof(iap_store_transaction, is_upgraded), 0, NULL, NULL, NULL},
    {"is_finished", FIELD_FLAG, offsetof(iap_store_transaction, is_finished), 0, NULL, NULL, NULL},
    {"currency_code", FIELD_CHARS, offsetof(iap_store_transaction, currency_code), 8, NULL, NULL, NULL},
    {"account", FIELD_CHARS, offsetof(iap_store_transaction, account), 256, NULL, NULL, NULL},
    {"product_id", FIELD_CHARS, offsetof(iap_store_transaction, product_id), 1025, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_store_transaction = {"iap_store_transaction", sizeof(iap_store_transaction), &initial_iap_store_transaction, fields_iap_store_transaction};

static const iap_store_totals initial_iap_store_totals = IAP_STORE_TOTALS_INIT;
static const Field fields_iap_store_totals[] = {
    {"reserved", FIELD_UINT32, offsetof(iap_store_totals, reserved), 0, NULL, NULL, NULL},
    {"transactions", FIELD_UINT64, offsetof(iap_store_totals, transactions), 0, NULL, NULL, NULL},
    {"unfinished", FIELD_UINT64, offsetof(iap_store_totals, unfinished), 0, NULL, NULL, NULL},
    {"refunded", FIELD_UINT64, offsetof(iap_store_totals, refunded), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_store_totals = {"iap_store_totals", sizeof(iap_store_totals), &initial_iap_store_totals, fields_iap_store_totals};

#endif
#if IAP_LUA_HAS_SERVER
static const Field fields_iap_bytes[] = {
    {"bytes", FIELD_BYTES, offsetof(iap_bytes, bytes), offsetof(iap_bytes, length), NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_bytes = {"iap_bytes", sizeof(iap_bytes), NULL, fields_iap_bytes};

static const iap_verifier_options initial_iap_verifier_options = IAP_VERIFIER_OPTIONS_INIT;
static const Field fields_iap_verifier_options[] = {
    {"environments", FIELD_INT32, offsetof(iap_verifier_options, environments), 0, NULL, NULL, NULL},
    {"root_paths", FIELD_TEXTS, offsetof(iap_verifier_options, root_paths), offsetof(iap_verifier_options, root_path_count), NULL, NULL, NULL},
    {"roots", FIELD_STRUCTS, offsetof(iap_verifier_options, roots), offsetof(iap_verifier_options, root_count), &iap_lua_struct_iap_bytes, NULL, NULL},
    {"bundle_id", FIELD_TEXT, offsetof(iap_verifier_options, bundle_id), 0, NULL, NULL, NULL},
    {"app_apple_id", FIELD_UINT64, offsetof(iap_verifier_options, app_apple_id), 0, NULL, NULL, NULL},
    {"check_revocation", FIELD_FLAG, offsetof(iap_verifier_options, check_revocation), 0, NULL, NULL, NULL},
    {"ocsp_timeout_ms", FIELD_UINT32, offsetof(iap_verifier_options, ocsp_timeout_ms), 0, NULL, NULL, NULL},
    {"clock", FIELD_CLOCK, offsetof(iap_verifier_options, clock), offsetof(iap_verifier_options, clock_user_data), NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_verifier_options = {"iap_verifier_options", sizeof(iap_verifier_options), &initial_iap_verifier_options, fields_iap_verifier_options};

static const iap_verify_result initial_iap_verify_result = IAP_VERIFY_RESULT_INIT;
static const Field fields_iap_verify_result[] = {
    {"verdict", FIELD_INT32, offsetof(iap_verify_result, verdict), 0, NULL, NULL, NULL},
    {"reason", FIELD_INT32, offsetof(iap_verify_result, reason), 0, NULL, NULL, NULL},
    {"signature_checked", FIELD_FLAG, offsetof(iap_verify_result, signature_checked), 0, NULL, NULL, NULL},
    {"message", FIELD_CHARS, offsetof(iap_verify_result, message), 240, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_verify_result = {"iap_verify_result", sizeof(iap_verify_result), &initial_iap_verify_result, fields_iap_verify_result};

static const iap_server_key_options initial_iap_server_key_options = IAP_SERVER_KEY_OPTIONS_INIT;
static const Field fields_iap_server_key_options[] = {
    {"reserved", FIELD_UINT32, offsetof(iap_server_key_options, reserved), 0, NULL, NULL, NULL},
    {"key_id", FIELD_TEXT, offsetof(iap_server_key_options, key_id), 0, NULL, NULL, NULL},
    {"issuer_id", FIELD_TEXT, offsetof(iap_server_key_options, issuer_id), 0, NULL, NULL, NULL},
    {"bundle_id", FIELD_TEXT, offsetof(iap_server_key_options, bundle_id), 0, NULL, NULL, NULL},
    {"key_path", FIELD_TEXT, offsetof(iap_server_key_options, key_path), 0, NULL, NULL, NULL},
    {"key_text", FIELD_TEXT, offsetof(iap_server_key_options, key_text), 0, NULL, NULL, NULL},
    {"public_key_text", FIELD_TEXT, offsetof(iap_server_key_options, public_key_text), 0, NULL, NULL, NULL},
    {"clock", FIELD_CLOCK, offsetof(iap_server_key_options, clock), offsetof(iap_server_key_options, clock_user_data), NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_server_key_options = {"iap_server_key_options", sizeof(iap_server_key_options), &initial_iap_server_key_options, fields_iap_server_key_options};

static const iap_server_request initial_iap_server_request = IAP_SERVER_REQUEST_INIT;
static const Field fields_iap_server_request[] = {
    {"kind", FIELD_INT32, offsetof(iap_server_request, kind), 0, NULL, NULL, NULL},
    {"product_id", FIELD_TEXT, offsetof(iap_server_request, product_id), 0, NULL, NULL, NULL},
    {"offer_id", FIELD_TEXT, offsetof(iap_server_request, offer_id), 0, NULL, NULL, NULL},
    {"app_account_token", FIELD_TEXT, offsetof(iap_server_request, app_account_token), 0, NULL, NULL, NULL},
    {"nonce", FIELD_TEXT, offsetof(iap_server_request, nonce), 0, NULL, NULL, NULL},
    {"timestamp_ms", FIELD_INT64, offsetof(iap_server_request, timestamp_ms), 0, NULL, NULL, NULL},
    {"transaction_id", FIELD_TEXT, offsetof(iap_server_request, transaction_id), 0, NULL, NULL, NULL},
    {"allows_introductory_offer", FIELD_FLAG, offsetof(iap_server_request, allows_introductory_offer), 0, NULL, NULL, NULL},
    {"lifetime_s", FIELD_UINT32, offsetof(iap_server_request, lifetime_s), 0, NULL, NULL, NULL},
    {"request_json", FIELD_TEXT, offsetof(iap_server_request, request_json), 0, NULL, NULL, NULL},
    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},
};
const Struct iap_lua_struct_iap_server_request = {"iap_server_request", sizeof(iap_server_request), &initial_iap_server_request, fields_iap_server_request};

#endif
static int call_iap_version(lua_State *L) {
    uint32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_version());
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_struct_size(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_struct_size", 1);
    const char *name = iap_lua_text(&call, 1, "name");
    uint32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_struct_size(name));
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
INITIAL(iap_error_init, iap_error)
static int call_iap_status_name(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_status_name", 1);
    int32_t status = (int32_t)iap_lua_integer(&call, 1, "status", INT32_MIN, INT32_MAX);
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_status_name(status));
    iap_lua_push_text(L, returned);
    return 1;
}
INITIAL(iap_client_options_init, iap_client_options)
static int call_iap_client_open_version(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_client_open_version", 2);
    uint32_t header_version = (uint32_t)iap_lua_integer(&call, 1, "header_version", 0, UINT32_MAX);
    iap_client_options *options = iap_lua_struct(&call, 2, "options", &iap_lua_struct_iap_client_options);
    iap_client *client = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_client = iap_lua_box(&call, &iap_lua_handle_iap_client);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_client_open_version(header_version, options, &client, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_client, client);
    return 1;
}
static int call_iap_client_open(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_client_open", 1);
    iap_client_options *options = iap_lua_struct(&call, 1, "options", &iap_lua_struct_iap_client_options);
    iap_client *client = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_client = iap_lua_box(&call, &iap_lua_handle_iap_client);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_client_open(options, &client, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_client, client);
    return 1;
}
static int call_iap_client_close(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_client_close", 1);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_client_close(client));
    if (status != IAP_OK) return iap_lua_fail(&call, status, NULL);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_client_process_events(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_client_process_events", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint32_t max_events = (uint32_t)iap_lua_integer(&call, 2, "max_events", 0, UINT32_MAX);
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_client_process_events(client, max_events));
    if (returned < 0) return iap_lua_fail(&call, (iap_status)returned, NULL);
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_client_next_event(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_client_next_event", 1);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    iap_event *event = NULL;
    int box_of_event = iap_lua_box(&call, &iap_lua_handle_iap_event);
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_client_next_event(client, &event));
    if (returned < 0) return iap_lua_fail(&call, (iap_status)returned, NULL);
    lua_pushboolean(L, returned != 0);
    if (returned == 0) return 1;
    iap_lua_push_given(&call, box_of_event, event);
    return 2;
}
static int call_iap_client_wait_events(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_client_wait_events", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint32_t timeout_ms = (uint32_t)iap_lua_integer(&call, 2, "timeout_ms", 0, UINT32_MAX);
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_client_wait_events(client, timeout_ms));
    if (returned < 0) return iap_lua_fail(&call, (iap_status)returned, NULL);
    lua_pushboolean(L, returned != 0);
    return 1;
}
static int call_iap_can_make_payments(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_can_make_payments", 1);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_can_make_payments(client));
    if (returned < 0) return iap_lua_fail(&call, (iap_status)returned, NULL);
    lua_pushboolean(L, returned != 0);
    return 1;
}
static int call_iap_request_products(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_products", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    Texts product_ids = iap_lua_texts(&call, 2, "product_ids");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_products(client, product_ids.items, product_ids.count, has_completion ? on_iap_products_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
GET_NUMBER(iap_products_count, iap_products)
static int call_iap_products_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_products_at", 2);
    const iap_products *products = iap_lua_handle(&call, 1, &iap_lua_handle_iap_products, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const iap_product *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_products_at(products, index));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_product, returned);
    return 1;
}
GET_NUMBER(iap_products_invalid_count, iap_products)
static int call_iap_products_invalid_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_products_invalid_at", 2);
    const iap_products *products = iap_lua_handle(&call, 1, &iap_lua_handle_iap_products, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_products_invalid_at(products, index));
    iap_lua_push_text(L, returned);
    return 1;
}
RETAIN(iap_products_retain, iap_products)
RELEASE(iap_products_release, iap_products)
GET_NUMBER(iap_products_list_source, iap_products)
INITIAL(iap_product_list_options_init, iap_product_list_options)
static int call_iap_request_product_list(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_product_list", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    iap_product_list_options *options = iap_lua_struct(&call, 2, "options", &iap_lua_struct_iap_product_list_options);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_product_list(client, options, has_completion ? on_iap_products_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_request_cached_products(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_cached_products", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    Texts product_ids = iap_lua_texts(&call, 2, "product_ids");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_cached_products(client, product_ids.items, product_ids.count, has_completion ? on_iap_products_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
GET_FLAG(iap_product_is_cached, iap_product)
RETAIN(iap_product_retain, iap_product)
RELEASE(iap_product_release, iap_product)
GET_TEXT(iap_product_id, iap_product)
GET_NUMBER(iap_product_type, iap_product)
GET_TEXT(iap_product_type_text, iap_product)
GET_TEXT(iap_product_display_name, iap_product)
GET_TEXT(iap_product_description, iap_product)
GET_NUMBER(iap_product_price_milliunits, iap_product)
GET_TEXT(iap_product_currency_code, iap_product)
GET_TEXT(iap_product_display_price, iap_product)
GET_FLAG(iap_product_is_family_shareable, iap_product)
GET_NUMBER(iap_product_subscription_period_unit, iap_product)
GET_NUMBER(iap_product_subscription_period_value, iap_product)
GET_TEXT(iap_product_subscription_group_id, iap_product)
GET_NUMBER(iap_product_subscription_group_level, iap_product)
GET_TEXT(iap_product_subscription_group_name, iap_product)
GET_TEXT(iap_product_json, iap_product)
GET_NUMBER(iap_product_offer_count, iap_product)
static int call_iap_product_offer_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_product_offer_at", 2);
    const iap_product *product = iap_lua_handle(&call, 1, &iap_lua_handle_iap_product, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const iap_offer *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_product_offer_at(product, index));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_offer, returned);
    return 1;
}
GET_NUMBER(iap_offer_type, iap_offer)
GET_TEXT(iap_offer_id, iap_offer)
GET_NUMBER(iap_offer_payment_mode, iap_offer)
GET_NUMBER(iap_offer_price_milliunits, iap_offer)
GET_TEXT(iap_offer_display_price, iap_offer)
GET_NUMBER(iap_offer_period_unit, iap_offer)
GET_NUMBER(iap_offer_period_value, iap_offer)
GET_NUMBER(iap_offer_period_count, iap_offer)
INITIAL(iap_payment_init, iap_payment)
static int call_iap_add_payment(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_add_payment", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    iap_payment *payment = iap_lua_struct(&call, 2, "payment", &iap_lua_struct_iap_payment);
    uint64_t payment_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_add_payment(client, payment, &payment_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, payment_id);
    return 1;
}
static int call_iap_buy(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_buy", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *product_id = iap_lua_text(&call, 2, "product_id");
    uint64_t payment_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_buy(client, product_id, &payment_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, payment_id);
    return 1;
}
static int call_iap_finish_transaction(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_finish_transaction", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const iap_transaction *transaction = iap_lua_handle(&call, 2, &iap_lua_handle_iap_transaction, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_finish_transaction(client, transaction, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_finish_transaction_id(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_finish_transaction_id", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_finish_transaction_id(client, transaction_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_record_grant(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_record_grant", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const iap_transaction *transaction = iap_lua_handle(&call, 2, &iap_lua_handle_iap_transaction, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_record_grant(client, transaction, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_restore_completed_transactions(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_restore_completed_transactions", 1);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_restore_completed_transactions(client, &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
GET_NUMBER(iap_transaction_state, iap_transaction)
GET_UINT64(iap_transaction_id, iap_transaction)
GET_UINT64(iap_transaction_original_id, iap_transaction)
GET_UINT64(iap_transaction_payment_id, iap_transaction)
GET_TEXT(iap_transaction_product_id, iap_transaction)
GET_NUMBER(iap_transaction_product_type, iap_transaction)
GET_NUMBER(iap_transaction_quantity, iap_transaction)
GET_NUMBER(iap_transaction_purchase_date_ms, iap_transaction)
GET_NUMBER(iap_transaction_original_purchase_date_ms, iap_transaction)
GET_NUMBER(iap_transaction_expiration_date_ms, iap_transaction)
GET_NUMBER(iap_transaction_revocation_date_ms, iap_transaction)
GET_NUMBER(iap_transaction_revocation_reason, iap_transaction)
GET_NUMBER(iap_transaction_ownership, iap_transaction)
GET_TEXT(iap_transaction_app_account_token, iap_transaction)
GET_TEXT(iap_transaction_subscription_group_id, iap_transaction)
GET_TEXT(iap_transaction_environment, iap_transaction)
GET_TEXT(iap_transaction_signed_text, iap_transaction)
GET_NUMBER(iap_transaction_verification, iap_transaction)
GET_TEXT(iap_transaction_app_bundle_id, iap_transaction)
GET_TEXT(iap_transaction_web_order_line_item_id, iap_transaction)
GET_FLAG(iap_transaction_is_upgraded, iap_transaction)
GET_NUMBER(iap_transaction_reason, iap_transaction)
GET_TEXT(iap_transaction_storefront_country_code, iap_transaction)
GET_TEXT(iap_transaction_storefront_identifier, iap_transaction)
GET_NUMBER(iap_transaction_price_milliunits, iap_transaction)
GET_TEXT(iap_transaction_currency_code, iap_transaction)
GET_NUMBER(iap_transaction_offer_type, iap_transaction)
GET_TEXT(iap_transaction_offer_id, iap_transaction)
GET_NUMBER(iap_transaction_offer_payment_mode, iap_transaction)
GET_NUMBER(iap_transaction_offer_period_unit, iap_transaction)
GET_NUMBER(iap_transaction_offer_period_value, iap_transaction)
GET_NUMBER(iap_transaction_revocation_type, iap_transaction)
GET_NUMBER(iap_transaction_revocation_percentage, iap_transaction)
GET_TEXT(iap_transaction_app_transaction_id, iap_transaction)
GET_NUMBER(iap_transaction_signed_date_ms, iap_transaction)
GET_TEXT(iap_transaction_device_verification, iap_transaction)
GET_TEXT(iap_transaction_device_verification_nonce, iap_transaction)
GET_TEXT(iap_transaction_json, iap_transaction)
GET_NUMBER(iap_transaction_delivery_count, iap_transaction)
GET_NUMBER(iap_transaction_delivery_state, iap_transaction)
static int call_iap_transaction_original(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_transaction_original", 1);
    const iap_transaction *transaction = iap_lua_handle(&call, 1, &iap_lua_handle_iap_transaction, false);
    const iap_transaction *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_transaction_original(transaction));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_transaction, returned);
    return 1;
}
static int call_iap_transaction_error(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_transaction_error", 1);
    const iap_transaction *transaction = iap_lua_handle(&call, 1, &iap_lua_handle_iap_transaction, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_transaction_error(transaction, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
RETAIN(iap_transaction_retain, iap_transaction)
RELEASE(iap_transaction_release, iap_transaction)
GET_NUMBER(iap_transactions_count, iap_transactions)
static int call_iap_transactions_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_transactions_at", 2);
    const iap_transactions *transactions = iap_lua_handle(&call, 1, &iap_lua_handle_iap_transactions, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const iap_transaction *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_transactions_at(transactions, index));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_transaction, returned);
    return 1;
}
GET_TEXT(iap_transactions_next_page, iap_transactions)
RETAIN(iap_transactions_retain, iap_transactions)
RELEASE(iap_transactions_release, iap_transactions)
INITIAL(iap_observer_init, iap_observer)
static int call_iap_add_observer(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_add_observer", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    iap_observer *observer = iap_lua_struct(&call, 2, "observer", &iap_lua_struct_iap_observer);
    uint64_t observer_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_add_observer(client, observer, &observer_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_keep_observer(&call, observer_id);
    iap_lua_push_uint64(L, observer_id);
    return 1;
}
static int call_iap_remove_observer(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_remove_observer", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t observer_id = iap_lua_uint64(&call, 2, "observer_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_remove_observer(client, observer_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_forget_observer(&call, observer_id);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_owns(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_owns", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *product_id = iap_lua_text(&call, 2, "product_id");
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_owns(client, product_id));
    if (returned < 0) return iap_lua_fail(&call, (iap_status)returned, NULL);
    lua_pushboolean(L, returned != 0);
    return 1;
}
static int call_iap_queue_transactions(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_queue_transactions", 1);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const iap_transactions *transactions = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_transactions = iap_lua_box(&call, &iap_lua_handle_iap_transactions);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_queue_transactions(client, &transactions, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_transactions, transactions);
    return 1;
}
static int call_iap_request_transactions(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_transactions", 4);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    int32_t query = (int32_t)iap_lua_integer(&call, 2, "query", INT32_MIN, INT32_MAX);
    const char *product_id = iap_lua_text(&call, 3, "product_id");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 4, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_transactions(client, query, product_id, has_completion ? on_iap_transactions_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_request_transactions_page(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_transactions_page", 6);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    int32_t query = (int32_t)iap_lua_integer(&call, 2, "query", INT32_MIN, INT32_MAX);
    const char *product_id = iap_lua_text(&call, 3, "product_id");
    uint32_t limit = (uint32_t)iap_lua_integer(&call, 4, "limit", 0, UINT32_MAX);
    const char *page = iap_lua_text(&call, 5, "page");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 6, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_transactions_page(client, query, product_id, limit, page, has_completion ? on_iap_transactions_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_request_storefront(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_storefront", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 2, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_storefront(client, has_completion ? on_iap_storefront_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_cancel_request(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_cancel_request", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t request_id = iap_lua_uint64(&call, 2, "request_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_cancel_request(client, request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_request_subscription_statuses(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_subscription_statuses", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *group_id = iap_lua_text(&call, 2, "group_id");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_subscription_statuses(client, group_id, has_completion ? on_iap_subscription_statuses_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_request_transaction_status(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_transaction_status", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_transaction_status(client, transaction_id, has_completion ? on_iap_subscription_statuses_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_request_introductory_offer_eligibility(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_introductory_offer_eligibility", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *group_id = iap_lua_text(&call, 2, "group_id");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_introductory_offer_eligibility(client, group_id, has_completion ? on_iap_flag_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
GET_NUMBER(iap_subscription_statuses_count, iap_subscription_statuses)
static int call_iap_subscription_statuses_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_subscription_statuses_at", 2);
    const iap_subscription_statuses *statuses = iap_lua_handle(&call, 1, &iap_lua_handle_iap_subscription_statuses, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const iap_subscription_status *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_subscription_statuses_at(statuses, index));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_subscription_status, returned);
    return 1;
}
RETAIN(iap_subscription_statuses_retain, iap_subscription_statuses)
RELEASE(iap_subscription_statuses_release, iap_subscription_statuses)
RETAIN(iap_subscription_status_retain, iap_subscription_status)
RELEASE(iap_subscription_status_release, iap_subscription_status)
GET_NUMBER(iap_subscription_status_state, iap_subscription_status)
GET_TEXT(iap_subscription_status_group_id, iap_subscription_status)
static int call_iap_subscription_status_transaction(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_subscription_status_transaction", 1);
    const iap_subscription_status *status = iap_lua_handle(&call, 1, &iap_lua_handle_iap_subscription_status, false);
    const iap_transaction *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_subscription_status_transaction(status));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_transaction, returned);
    return 1;
}
static int call_iap_subscription_status_renewal_info(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_subscription_status_renewal_info", 1);
    const iap_subscription_status *status = iap_lua_handle(&call, 1, &iap_lua_handle_iap_subscription_status, false);
    const iap_renewal_info *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_subscription_status_renewal_info(status));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_renewal_info, returned);
    return 1;
}
GET_NUMBER(iap_renewal_info_verification, iap_renewal_info)
GET_UINT64(iap_renewal_info_original_transaction_id, iap_renewal_info)
GET_TEXT(iap_renewal_info_product_id, iap_renewal_info)
GET_FLAG(iap_renewal_info_will_auto_renew, iap_renewal_info)
GET_TEXT(iap_renewal_info_auto_renew_product_id, iap_renewal_info)
GET_NUMBER(iap_renewal_info_expiration_reason, iap_renewal_info)
GET_NUMBER(iap_renewal_info_price_increase, iap_renewal_info)
GET_FLAG(iap_renewal_info_is_in_billing_retry, iap_renewal_info)
GET_NUMBER(iap_renewal_info_grace_period_expiration_date_ms, iap_renewal_info)
GET_NUMBER(iap_renewal_info_offer_type, iap_renewal_info)
GET_TEXT(iap_renewal_info_offer_id, iap_renewal_info)
GET_NUMBER(iap_renewal_info_offer_payment_mode, iap_renewal_info)
GET_NUMBER(iap_renewal_info_offer_period_unit, iap_renewal_info)
GET_NUMBER(iap_renewal_info_offer_period_value, iap_renewal_info)
GET_TEXT(iap_renewal_info_environment, iap_renewal_info)
GET_NUMBER(iap_renewal_info_recent_subscription_start_date_ms, iap_renewal_info)
GET_NUMBER(iap_renewal_info_renewal_date_ms, iap_renewal_info)
GET_NUMBER(iap_renewal_info_renewal_price_milliunits, iap_renewal_info)
GET_TEXT(iap_renewal_info_currency_code, iap_renewal_info)
GET_NUMBER(iap_renewal_info_eligible_win_back_offer_count, iap_renewal_info)
static int call_iap_renewal_info_eligible_win_back_offer_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_renewal_info_eligible_win_back_offer_at", 2);
    const iap_renewal_info *info = iap_lua_handle(&call, 1, &iap_lua_handle_iap_renewal_info, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_renewal_info_eligible_win_back_offer_at(info, index));
    iap_lua_push_text(L, returned);
    return 1;
}
GET_TEXT(iap_renewal_info_app_account_token, iap_renewal_info)
GET_TEXT(iap_renewal_info_app_transaction_id, iap_renewal_info)
GET_NUMBER(iap_renewal_info_signed_date_ms, iap_renewal_info)
GET_TEXT(iap_renewal_info_signed_text, iap_renewal_info)
GET_TEXT(iap_renewal_info_json, iap_renewal_info)
INITIAL(iap_verification_options_init, iap_verification_options)
static int call_iap_answer_verification(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_answer_verification", 5);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    int32_t verdict = (int32_t)iap_lua_integer(&call, 3, "verdict", INT32_MIN, INT32_MAX);
    const char *reason = iap_lua_text(&call, 4, "reason");
    uint32_t retry_after_ms = (uint32_t)iap_lua_integer(&call, 5, "retry_after_ms", 0, UINT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_answer_verification(client, transaction_id, verdict, reason, retry_after_ms, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_supports(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_supports", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    int32_t feature = (int32_t)iap_lua_integer(&call, 2, "feature", INT32_MIN, INT32_MAX);
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_supports(client, feature));
    if (returned < 0) return iap_lua_fail(&call, (iap_status)returned, NULL);
    lua_pushboolean(L, returned != 0);
    return 1;
}
static int call_iap_client_environment(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_client_environment", 1);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    iap_environment returned = 0;
    IAP_LUA_CALL(L, returned = iap_client_environment(client));
    if (returned < 0) return iap_lua_fail(&call, (iap_status)returned, NULL);
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_set_log_function(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_set_log_function", 2);
    int32_t level = (int32_t)iap_lua_integer(&call, 1, "level", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_function = iap_lua_log_function(&call, 2, "function");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_set_log_function(level, has_function ? iap_lua_log : NULL, iap_lua_user_data(&call), &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_keep_log(&call, 2);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_check_handles(lua_State *L) {
    IAP_LUA_CALL(L, iap_check_handles());
    return 0;
}
static int call_iap_request_audit_copy(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_audit_copy", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *path = iap_lua_text(&call, 2, "path");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_audit_copy(client, path, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_request_refund(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_refund", 4);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    void *ui_anchor = iap_lua_pointer(&call, 3, "ui_anchor");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 4, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_refund(client, transaction_id, ui_anchor, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_show_manage_subscriptions(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_show_manage_subscriptions", 4);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *group_id = iap_lua_text(&call, 2, "group_id");
    void *ui_anchor = iap_lua_pointer(&call, 3, "ui_anchor");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 4, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_show_manage_subscriptions(client, group_id, ui_anchor, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_present_offer_code_redemption(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_present_offer_code_redemption", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    void *ui_anchor = iap_lua_pointer(&call, 2, "ui_anchor");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_present_offer_code_redemption(client, ui_anchor, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_request_review(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_review", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    void *ui_anchor = iap_lua_pointer(&call, 2, "ui_anchor");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_review(client, ui_anchor, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_display_message(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_display_message", 4);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const iap_message *message = iap_lua_handle(&call, 2, &iap_lua_handle_iap_message, false);
    void *ui_anchor = iap_lua_pointer(&call, 3, "ui_anchor");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 4, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_display_message(client, message, ui_anchor, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
GET_NUMBER(iap_message_reason, iap_message)
RETAIN(iap_message_retain, iap_message)
RELEASE(iap_message_release, iap_message)
static int call_iap_request_app_transaction(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_app_transaction", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    int32_t refresh = (int32_t)iap_lua_integer(&call, 2, "refresh", INT32_MIN, INT32_MAX);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_app_transaction(client, refresh, has_completion ? on_iap_app_transaction_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
RETAIN(iap_app_transaction_retain, iap_app_transaction)
RELEASE(iap_app_transaction_release, iap_app_transaction)
GET_NUMBER(iap_app_transaction_verification, iap_app_transaction)
GET_UINT64(iap_app_transaction_app_id, iap_app_transaction)
GET_UINT64(iap_app_transaction_app_version_id, iap_app_transaction)
GET_TEXT(iap_app_transaction_app_version, iap_app_transaction)
GET_TEXT(iap_app_transaction_bundle_id, iap_app_transaction)
GET_TEXT(iap_app_transaction_environment, iap_app_transaction)
GET_TEXT(iap_app_transaction_original_app_version, iap_app_transaction)
GET_NUMBER(iap_app_transaction_original_purchase_date_ms, iap_app_transaction)
GET_NUMBER(iap_app_transaction_preorder_date_ms, iap_app_transaction)
GET_TEXT(iap_app_transaction_app_transaction_id, iap_app_transaction)
GET_TEXT(iap_app_transaction_original_platform, iap_app_transaction)
GET_NUMBER(iap_app_transaction_signed_date_ms, iap_app_transaction)
GET_TEXT(iap_app_transaction_device_verification, iap_app_transaction)
GET_TEXT(iap_app_transaction_device_verification_nonce, iap_app_transaction)
GET_TEXT(iap_app_transaction_signed_text, iap_app_transaction)
GET_TEXT(iap_app_transaction_json, iap_app_transaction)
static int call_iap_request_app_receipt(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_app_receipt", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    int32_t refresh = (int32_t)iap_lua_integer(&call, 2, "refresh", INT32_MIN, INT32_MAX);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_app_receipt(client, refresh, has_completion ? on_iap_text_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
GET_NUMBER(iap_event_type, iap_event)
GET_UINT64(iap_event_request_id, iap_event)
static int call_iap_event_products(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_event_products", 1);
    const iap_event *event = iap_lua_handle(&call, 1, &iap_lua_handle_iap_event, false);
    const iap_products *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_event_products(event));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_products, returned);
    return 1;
}
static int call_iap_event_transaction(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_event_transaction", 1);
    const iap_event *event = iap_lua_handle(&call, 1, &iap_lua_handle_iap_event, false);
    const iap_transaction *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_event_transaction(event));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_transaction, returned);
    return 1;
}
static int call_iap_event_transactions(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_event_transactions", 1);
    const iap_event *event = iap_lua_handle(&call, 1, &iap_lua_handle_iap_event, false);
    const iap_transactions *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_event_transactions(event));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_transactions, returned);
    return 1;
}
GET_TEXT(iap_event_storefront_country_code, iap_event)
GET_TEXT(iap_event_storefront_identifier, iap_event)
GET_FLAG(iap_event_flag, iap_event)
GET_TEXT(iap_event_text, iap_event)
static int call_iap_event_subscription_statuses(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_event_subscription_statuses", 1);
    const iap_event *event = iap_lua_handle(&call, 1, &iap_lua_handle_iap_event, false);
    const iap_subscription_statuses *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_event_subscription_statuses(event));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_subscription_statuses, returned);
    return 1;
}
static int call_iap_event_subscription_status(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_event_subscription_status", 1);
    const iap_event *event = iap_lua_handle(&call, 1, &iap_lua_handle_iap_event, false);
    const iap_subscription_status *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_event_subscription_status(event));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_subscription_status, returned);
    return 1;
}
static int call_iap_event_app_transaction(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_event_app_transaction", 1);
    const iap_event *event = iap_lua_handle(&call, 1, &iap_lua_handle_iap_event, false);
    const iap_app_transaction *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_event_app_transaction(event));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_app_transaction, returned);
    return 1;
}
static int call_iap_event_promotions(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_event_promotions", 1);
    const iap_event *event = iap_lua_handle(&call, 1, &iap_lua_handle_iap_event, false);
    const iap_promotions *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_event_promotions(event));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_promotions, returned);
    return 1;
}
static int call_iap_event_purchase_intent(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_event_purchase_intent", 1);
    const iap_event *event = iap_lua_handle(&call, 1, &iap_lua_handle_iap_event, false);
    const iap_purchase_intent *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_event_purchase_intent(event));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_purchase_intent, returned);
    return 1;
}
static int call_iap_event_message(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_event_message", 1);
    const iap_event *event = iap_lua_handle(&call, 1, &iap_lua_handle_iap_event, false);
    const iap_message *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_event_message(event));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_message, returned);
    return 1;
}
static int call_iap_event_error(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_event_error", 1);
    const iap_event *event = iap_lua_handle(&call, 1, &iap_lua_handle_iap_event, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_event_error(event, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
RELEASE(iap_event_release, iap_event)
static int call_iap_queue_purchase_intents(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_queue_purchase_intents", 1);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const iap_purchase_intents *intents = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_intents = iap_lua_box(&call, &iap_lua_handle_iap_purchase_intents);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_queue_purchase_intents(client, &intents, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_intents, intents);
    return 1;
}
static int call_iap_take_purchase_intent(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_take_purchase_intent", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const iap_purchase_intent *intent = iap_lua_handle(&call, 2, &iap_lua_handle_iap_purchase_intent, false);
    iap_payment *payment = iap_lua_struct(&call, 3, "payment", &iap_lua_struct_iap_payment);
    uint64_t payment_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_take_purchase_intent(client, intent, payment, &payment_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, payment_id);
    return 1;
}
static int call_iap_defer_purchase_intent(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_defer_purchase_intent", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const iap_purchase_intent *intent = iap_lua_handle(&call, 2, &iap_lua_handle_iap_purchase_intent, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_defer_purchase_intent(client, intent, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_decline_purchase_intent(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_decline_purchase_intent", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const iap_purchase_intent *intent = iap_lua_handle(&call, 2, &iap_lua_handle_iap_purchase_intent, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_decline_purchase_intent(client, intent, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
GET_NUMBER(iap_purchase_intents_count, iap_purchase_intents)
static int call_iap_purchase_intents_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_purchase_intents_at", 2);
    const iap_purchase_intents *intents = iap_lua_handle(&call, 1, &iap_lua_handle_iap_purchase_intents, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const iap_purchase_intent *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_purchase_intents_at(intents, index));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_purchase_intent, returned);
    return 1;
}
RETAIN(iap_purchase_intents_retain, iap_purchase_intents)
RELEASE(iap_purchase_intents_release, iap_purchase_intents)
GET_TEXT(iap_purchase_intent_product_id, iap_purchase_intent)
GET_NUMBER(iap_purchase_intent_offer_type, iap_purchase_intent)
GET_TEXT(iap_purchase_intent_offer_id, iap_purchase_intent)
GET_FLAG(iap_purchase_intent_is_deferred, iap_purchase_intent)
RETAIN(iap_purchase_intent_retain, iap_purchase_intent)
RELEASE(iap_purchase_intent_release, iap_purchase_intent)
static int call_iap_request_promotions(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_promotions", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 2, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_promotions(client, has_completion ? on_iap_promotions_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_set_promotion_order(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_set_promotion_order", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    Texts product_ids = iap_lua_texts(&call, 2, "product_ids");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_set_promotion_order(client, product_ids.items, product_ids.count, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_set_promotion_visibility(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_set_promotion_visibility", 4);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *product_id = iap_lua_text(&call, 2, "product_id");
    int32_t visibility = (int32_t)iap_lua_integer(&call, 3, "visibility", INT32_MIN, INT32_MAX);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 4, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_set_promotion_visibility(client, product_id, visibility, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
GET_NUMBER(iap_promotions_count, iap_promotions)
static int call_iap_promotions_product_id_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_promotions_product_id_at", 2);
    const iap_promotions *promotions = iap_lua_handle(&call, 1, &iap_lua_handle_iap_promotions, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_promotions_product_id_at(promotions, index));
    iap_lua_push_text(L, returned);
    return 1;
}
static int call_iap_promotions_visibility_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_promotions_visibility_at", 2);
    const iap_promotions *promotions = iap_lua_handle(&call, 1, &iap_lua_handle_iap_promotions, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    iap_promotion_visibility returned = 0;
    IAP_LUA_CALL(L, returned = iap_promotions_visibility_at(promotions, index));
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
RETAIN(iap_promotions_retain, iap_promotions)
RELEASE(iap_promotions_release, iap_promotions)
GET_NUMBER(iap_product_billing_plan_count, iap_product)
static int call_iap_product_billing_plan_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_product_billing_plan_at", 2);
    const iap_product *product = iap_lua_handle(&call, 1, &iap_lua_handle_iap_product, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const iap_billing_plan *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_product_billing_plan_at(product, index));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_billing_plan, returned);
    return 1;
}
GET_NUMBER(iap_billing_plan_type, iap_billing_plan)
GET_TEXT(iap_billing_plan_display_price, iap_billing_plan)
GET_NUMBER(iap_billing_plan_price_milliunits, iap_billing_plan)
GET_NUMBER(iap_billing_plan_period_unit, iap_billing_plan)
GET_NUMBER(iap_billing_plan_period_value, iap_billing_plan)
GET_NUMBER(iap_billing_plan_commitment_price_milliunits, iap_billing_plan)
GET_NUMBER(iap_transaction_billing_plan_type, iap_transaction)
GET_NUMBER(iap_transaction_commitment_period_number, iap_transaction)
GET_NUMBER(iap_transaction_commitment_period_count, iap_transaction)
GET_NUMBER(iap_transaction_commitment_expiration_date_ms, iap_transaction)
GET_NUMBER(iap_transaction_commitment_price_milliunits, iap_transaction)
GET_NUMBER(iap_renewal_info_billing_plan_type, iap_renewal_info)
GET_TEXT(iap_transaction_advanced_commerce_json, iap_transaction)
static int call_iap_show_external_purchase_notice(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_show_external_purchase_notice", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 2, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_show_external_purchase_notice(client, has_completion ? on_iap_text_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_open_external_purchase_link(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_open_external_purchase_link", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *url = iap_lua_text(&call, 2, "url");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_open_external_purchase_link(client, url, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_request_external_purchase_custom_link_eligibility(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_external_purchase_custom_link_eligibility", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 2, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_external_purchase_custom_link_eligibility(client, has_completion ? on_iap_flag_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_request_external_purchase_token(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_request_external_purchase_token", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    int32_t type = (int32_t)iap_lua_integer(&call, 2, "type", INT32_MIN, INT32_MAX);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_request_external_purchase_token(client, type, has_completion ? on_iap_text_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_show_external_purchase_custom_link_notice(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_show_external_purchase_custom_link_notice", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    int32_t type = (int32_t)iap_lua_integer(&call, 2, "type", INT32_MIN, INT32_MAX);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_show_external_purchase_custom_link_notice(client, type, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_open_external_link_account(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_open_external_link_account", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 2, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_open_external_link_account(client, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_bind_payment_method(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_bind_payment_method", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *pinning_id = iap_lua_text(&call, 2, "pinning_id");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_bind_payment_method(client, pinning_id, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
INITIAL(iap_grant_init, iap_grant)
INITIAL(iap_inventory_options_init, iap_inventory_options)
static int call_iap_inventory_balance(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_inventory_balance", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *counter = iap_lua_text(&call, 2, "counter");
    int64_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_inventory_balance(client, counter));
    if (returned < 0) return iap_lua_fail(&call, (iap_status)returned, NULL);
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_inventory_is_unlocked(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_inventory_is_unlocked", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *unlock = iap_lua_text(&call, 2, "unlock");
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_inventory_is_unlocked(client, unlock));
    if (returned < 0) return iap_lua_fail(&call, (iap_status)returned, NULL);
    lua_pushboolean(L, returned != 0);
    return 1;
}
static int call_iap_inventory_list(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_inventory_list", 1);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const iap_inventory_items *items = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_items = iap_lua_box(&call, &iap_lua_handle_iap_inventory_items);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_inventory_list(client, &items, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_items, items);
    return 1;
}
GET_NUMBER(iap_inventory_items_count, iap_inventory_items)
static int call_iap_inventory_items_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_inventory_items_at", 2);
    const iap_inventory_items *items = iap_lua_handle(&call, 1, &iap_lua_handle_iap_inventory_items, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const iap_inventory_item *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_inventory_items_at(items, index));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_inventory_item, returned);
    return 1;
}
RELEASE(iap_inventory_items_release, iap_inventory_items)
GET_NUMBER(iap_inventory_item_kind, iap_inventory_item)
GET_TEXT(iap_inventory_item_name, iap_inventory_item)
GET_NUMBER(iap_inventory_item_balance, iap_inventory_item)
GET_FLAG(iap_inventory_item_is_unlocked, iap_inventory_item)
GET_NUMBER(iap_inventory_item_expiration_date_ms, iap_inventory_item)
static int call_iap_inventory_spend(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_inventory_spend", 5);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *counter = iap_lua_text(&call, 2, "counter");
    int64_t amount = iap_lua_int64(&call, 3, "amount");
    const char *key = iap_lua_text(&call, 4, "key");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 5, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_inventory_spend(client, counter, amount, key, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_inventory_add(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_inventory_add", 5);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *counter = iap_lua_text(&call, 2, "counter");
    int64_t amount = iap_lua_int64(&call, 3, "amount");
    const char *key = iap_lua_text(&call, 4, "key");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 5, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_inventory_add(client, counter, amount, key, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_inventory_take_back(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_inventory_take_back", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_inventory_take_back(client, transaction_id, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_inventory_export(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_inventory_export", 2);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 2, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_inventory_export(client, has_completion ? on_iap_text_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
static int call_iap_inventory_import(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_inventory_import", 3);
    iap_client *client = iap_lua_handle(&call, 1, &iap_lua_handle_iap_client, false);
    const char *text = iap_lua_text(&call, 2, "text");
    uint64_t request_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool has_completion = iap_lua_completion(&call, 3, "completion");
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_inventory_import(client, text, has_completion ? on_iap_completion_function : NULL, iap_lua_user_data(&call), &request_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, request_id);
    return 1;
}
#if IAP_LUA_HAS_STORE
INITIAL(iap_store_options_init, iap_store_options)
static int call_iap_store_open(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_open", 1);
    iap_store_options *options = iap_lua_struct(&call, 1, "options", &iap_lua_struct_iap_store_options);
    iap_store *store = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_store = iap_lua_box(&call, &iap_lua_handle_iap_store);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_open(options, &store, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_store, store);
    return 1;
}
static int call_iap_store_close(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_close", 1);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_close(store, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_open_device(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_open_device", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *account = iap_lua_text(&call, 2, "account");
    const char *device_name = iap_lua_text(&call, 3, "device_name");
    iap_device *device = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_device = iap_lua_box(&call, &iap_lua_handle_iap_device);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_open_device(store, account, device_name, &device, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_device, device);
    return 1;
}
static int call_iap_device_close(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_device_close", 1);
    iap_device *device = iap_lua_handle(&call, 1, &iap_lua_handle_iap_device, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_device_close(device, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
GET_NUMBER(iap_store_warning_count, iap_store)
static int call_iap_store_warning_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_warning_at", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_store_warning_at(store, index));
    iap_lua_push_text(L, returned);
    return 1;
}
GET_NUMBER(iap_store_product_count, iap_store)
static int call_iap_store_product_id_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_product_id_at", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_store_product_id_at(store, index));
    iap_lua_push_text(L, returned);
    return 1;
}
static int call_iap_store_root_certificate(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_root_certificate", 1);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    Buffer buffer = {NULL, 0};
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    do {
        if (!iap_lua_grow(&call, &buffer, length)) break;
        IAP_LUA_CALL(L, status = iap_store_root_certificate(store, buffer.data, buffer.capacity, &length, &error));
    } while (status == IAP_ERROR_TOO_LARGE && length > buffer.capacity);
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    size_t length_of_buffer = length;
    lua_pushlstring(L, buffer.data, length_of_buffer);
    return 1;
}
GET_NUMBER(iap_store_now_ms, iap_store)
static int call_iap_store_advance_clock(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_advance_clock", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int64_t milliseconds = iap_lua_int64(&call, 2, "milliseconds");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_advance_clock(store, milliseconds, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_cancel_next_purchase(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_cancel_next_purchase", 1);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_cancel_next_purchase(store, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_fail_next_purchase(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_fail_next_purchase", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t failure = (int32_t)iap_lua_integer(&call, 2, "failure", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_fail_next_purchase(store, failure, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_ask_to_buy(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_ask_to_buy", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t enabled = (int32_t)iap_lua_integer(&call, 2, "enabled", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_ask_to_buy(store, enabled, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_list_approvals(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_list_approvals", 1);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t *approval_ids = NULL;
    size_t capacity = 0;
    size_t count = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    for (;;) {
        IAP_LUA_CALL(L, status = iap_store_list_approvals(store, approval_ids, capacity, &count, &error));
        if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
        if (count <= capacity) break;
        approval_ids = iap_lua_array(&call, capacity = count, sizeof *approval_ids);
    }
    lua_newtable(L);
    for (size_t at = 0; at < count; at++) {
        iap_lua_push_uint64(L, approval_ids[at]);
        lua_rawseti(L, -2, (int)at + 1);
    }
    return 1;
}
static int call_iap_store_approval_product_id(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_approval_product_id", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t approval_id = iap_lua_uint64(&call, 2, "approval_id");
    Buffer buffer = {NULL, 0};
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    do {
        if (!iap_lua_grow(&call, &buffer, 0)) break;
        IAP_LUA_CALL(L, status = iap_store_approval_product_id(store, approval_id, buffer.data, buffer.capacity, &error));
    } while (status == IAP_ERROR_TOO_LARGE);
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    size_t length_of_buffer = strlen(buffer.data);
    lua_pushlstring(L, buffer.data, length_of_buffer);
    return 1;
}
static int call_iap_store_approve(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_approve", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t approval_id = iap_lua_uint64(&call, 2, "approval_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_approve(store, approval_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_decline(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_decline", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t approval_id = iap_lua_uint64(&call, 2, "approval_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_decline(store, approval_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_refund(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_refund", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_refund(store, transaction_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_payments_allowed(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_payments_allowed", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t allowed = (int32_t)iap_lua_integer(&call, 2, "allowed", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_payments_allowed(store, allowed, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_storefront(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_storefront", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *country_code = iap_lua_text(&call, 2, "country_code");
    const char *locale = iap_lua_text(&call, 3, "locale");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_storefront(store, country_code, locale, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_simulated_error(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_simulated_error", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t api = (int32_t)iap_lua_integer(&call, 2, "api", INT32_MIN, INT32_MAX);
    int32_t failure = (int32_t)iap_lua_integer(&call, 3, "failure", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_simulated_error(store, api, failure, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_supported(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_supported", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t feature = (int32_t)iap_lua_integer(&call, 2, "feature", INT32_MIN, INT32_MAX);
    int32_t supported = (int32_t)iap_lua_integer(&call, 3, "supported", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_supported(store, feature, supported, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_answer_next_sheet(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_answer_next_sheet", 4);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t sheet = (int32_t)iap_lua_integer(&call, 2, "sheet", INT32_MIN, INT32_MAX);
    int32_t answer = (int32_t)iap_lua_integer(&call, 3, "answer", INT32_MIN, INT32_MAX);
    const char *detail = iap_lua_text(&call, 4, "detail");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_answer_next_sheet(store, sheet, answer, detail, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_sheet_count(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_sheet_count", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t sheet = (int32_t)iap_lua_integer(&call, 2, "sheet", INT32_MIN, INT32_MAX);
    size_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_store_sheet_count(store, sheet));
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_store_move_during_next_purchase(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_move_during_next_purchase", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *country_code = iap_lua_text(&call, 2, "country_code");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_move_during_next_purchase(store, country_code, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_device_send_purchase_intent(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_device_send_purchase_intent", 3);
    iap_device *device = iap_lua_handle(&call, 1, &iap_lua_handle_iap_device, false);
    const char *product_id = iap_lua_text(&call, 2, "product_id");
    const char *offer_id = iap_lua_text(&call, 3, "offer_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_device_send_purchase_intent(device, product_id, offer_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_device_send_message(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_device_send_message", 2);
    iap_device *device = iap_lua_handle(&call, 1, &iap_lua_handle_iap_device, false);
    int32_t reason = (int32_t)iap_lua_integer(&call, 2, "reason", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_device_send_message(device, reason, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
INITIAL(iap_store_renewal_init, iap_store_renewal)
static int call_iap_store_set_renewal(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_renewal", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    iap_store_renewal *renewal = iap_lua_struct(&call, 3, "renewal", &iap_lua_struct_iap_store_renewal);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_renewal(store, transaction_id, renewal, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
INITIAL(iap_store_signing_request_init, iap_store_signing_request)
static int call_iap_store_sign(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_sign", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    iap_store_signing_request *request = iap_lua_struct(&call, 2, "request", &iap_lua_struct_iap_store_signing_request);
    Buffer buffer = {NULL, 0};
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    do {
        if (!iap_lua_grow(&call, &buffer, length)) break;
        IAP_LUA_CALL(L, status = iap_store_sign(store, request, buffer.data, buffer.capacity, &length, &error));
    } while (status == IAP_ERROR_TOO_LARGE && length > buffer.capacity);
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    size_t length_of_buffer = strlen(buffer.data);
    lua_pushlstring(L, buffer.data, length_of_buffer);
    return 1;
}
GET_TEXT(iap_store_signing_key_id, iap_store)
GET_TEXT(iap_store_issuer_id, iap_store)
static int call_iap_store_add_server_key(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_add_server_key", 4);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *key_id = iap_lua_text(&call, 2, "key_id");
    const char *issuer_id = iap_lua_text(&call, 3, "issuer_id");
    const char *public_key = iap_lua_text(&call, 4, "public_key");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_add_server_key(store, key_id, issuer_id, public_key, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_sign_payload(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_sign_payload", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    Bytes payload = iap_lua_bytes(&call, 2, "payload");
    Buffer buffer = {NULL, 0};
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    do {
        if (!iap_lua_grow(&call, &buffer, length)) break;
        IAP_LUA_CALL(L, status = iap_store_sign_payload(store, payload.data, payload.length, buffer.data, buffer.capacity, &length, &error));
    } while (status == IAP_ERROR_TOO_LARGE && length > buffer.capacity);
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    size_t length_of_buffer = strlen(buffer.data);
    lua_pushlstring(L, buffer.data, length_of_buffer);
    return 1;
}
INITIAL(iap_store_notification_init, iap_store_notification)
static int call_iap_store_sign_notification(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_sign_notification", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    iap_store_notification *notification = iap_lua_struct(&call, 2, "notification", &iap_lua_struct_iap_store_notification);
    Buffer buffer = {NULL, 0};
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    do {
        if (!iap_lua_grow(&call, &buffer, length)) break;
        IAP_LUA_CALL(L, status = iap_store_sign_notification(store, notification, buffer.data, buffer.capacity, &length, &error));
    } while (status == IAP_ERROR_TOO_LARGE && length > buffer.capacity);
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    size_t length_of_buffer = strlen(buffer.data);
    lua_pushlstring(L, buffer.data, length_of_buffer);
    return 1;
}
static int call_iap_store_answer_ocsp(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_answer_ocsp", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    Bytes request = iap_lua_bytes(&call, 2, "request");
    int32_t answer = (int32_t)iap_lua_integer(&call, 3, "answer", INT32_MIN, INT32_MAX);
    Buffer buffer = {NULL, 0};
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    do {
        if (!iap_lua_grow(&call, &buffer, length)) break;
        IAP_LUA_CALL(L, status = iap_store_answer_ocsp(store, request.data, request.length, answer, buffer.data, buffer.capacity, &length, &error));
    } while (status == IAP_ERROR_TOO_LARGE && length > buffer.capacity);
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    size_t length_of_buffer = length;
    lua_pushlstring(L, buffer.data, length_of_buffer);
    return 1;
}
static int call_iap_store_set_clock(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_clock", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int64_t now_ms = iap_lua_int64(&call, 2, "now_ms");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_clock(store, now_ms, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_time_rate(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_time_rate", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t time_rate = (int32_t)iap_lua_integer(&call, 2, "time_rate", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_time_rate(store, time_rate, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_billing_retry_on_renewal(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_billing_retry_on_renewal", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t enabled = (int32_t)iap_lua_integer(&call, 2, "enabled", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_billing_retry_on_renewal(store, enabled, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_billing_grace_period(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_billing_grace_period", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t days = (int32_t)iap_lua_integer(&call, 2, "days", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_billing_grace_period(store, days, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_renewal_limit(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_renewal_limit", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t renewals = (int32_t)iap_lua_integer(&call, 2, "renewals", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_renewal_limit(store, renewals, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_on_sale(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_on_sale", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *product_id = iap_lua_text(&call, 2, "product_id");
    int32_t on_sale = (int32_t)iap_lua_integer(&call, 3, "on_sale", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_on_sale(store, product_id, on_sale, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_interrupted_purchases(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_interrupted_purchases", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t interruption = (int32_t)iap_lua_integer(&call, 2, "interruption", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_interrupted_purchases(store, interruption, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_fail_transactions(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_fail_transactions", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t failure = (int32_t)iap_lua_integer(&call, 2, "failure", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_fail_transactions(store, failure, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_dialogs_disabled(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_dialogs_disabled", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t disabled = (int32_t)iap_lua_integer(&call, 2, "disabled", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_dialogs_disabled(store, disabled, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_all_non_renewing_entitlements(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_all_non_renewing_entitlements", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t enabled = (int32_t)iap_lua_integer(&call, 2, "enabled", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_all_non_renewing_entitlements(store, enabled, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_locale_during_next_purchase(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_locale_during_next_purchase", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *locale = iap_lua_text(&call, 2, "locale");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_locale_during_next_purchase(store, locale, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
INITIAL(iap_store_settings_init, iap_store_settings)
static int call_iap_store_get_settings(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_get_settings", 1);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    iap_store_settings settings = initial_iap_store_settings;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_get_settings(store, &settings, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_struct(L, &iap_lua_struct_iap_store_settings, &settings);
    return 1;
}
static int call_iap_store_get_simulated_error(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_get_simulated_error", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t api = (int32_t)iap_lua_integer(&call, 2, "api", INT32_MIN, INT32_MAX);
    int32_t failure = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_get_simulated_error(store, api, &failure, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_int64(L, failure);
    return 1;
}
static int call_iap_store_set_auto_renew(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_auto_renew", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    int32_t enabled = (int32_t)iap_lua_integer(&call, 3, "enabled", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_auto_renew(store, transaction_id, enabled, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_change_subscription(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_change_subscription", 4);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    const char *product_id = iap_lua_text(&call, 3, "product_id");
    int32_t billing_plan = (int32_t)iap_lua_integer(&call, 4, "billing_plan", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_change_subscription(store, transaction_id, product_id, billing_plan, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_expire_subscription(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_expire_subscription", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_expire_subscription(store, transaction_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_force_renewal(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_force_renewal", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_force_renewal(store, transaction_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_resolve_issue(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_resolve_issue", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_resolve_issue(store, transaction_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_request_price_increase(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_request_price_increase", 4);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    int64_t price_milliunits = iap_lua_int64(&call, 3, "price_milliunits");
    int32_t needs_consent = (int32_t)iap_lua_integer(&call, 4, "needs_consent", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_request_price_increase(store, transaction_id, price_milliunits, needs_consent, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_answer_price_increase(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_answer_price_increase", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    int32_t agrees = (int32_t)iap_lua_integer(&call, 3, "agrees", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_answer_price_increase(store, transaction_id, agrees, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_revoke(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_revoke", 4);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    int32_t type = (int32_t)iap_lua_integer(&call, 3, "type", INT32_MIN, INT32_MAX);
    int32_t reason = (int32_t)iap_lua_integer(&call, 4, "reason", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_revoke(store, transaction_id, type, reason, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
INITIAL(iap_store_purchase_init, iap_store_purchase)
static int call_iap_store_buy(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_buy", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *account = iap_lua_text(&call, 2, "account");
    iap_store_purchase *purchase = iap_lua_struct(&call, 3, "purchase", &iap_lua_struct_iap_store_purchase);
    uint64_t transaction_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_buy(store, account, purchase, &transaction_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, transaction_id);
    return 1;
}
static int call_iap_store_set_family(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_family", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *account = iap_lua_text(&call, 2, "account");
    const char *family = iap_lua_text(&call, 3, "family");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_family(store, account, family, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_family_sharing(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_family_sharing", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *account = iap_lua_text(&call, 2, "account");
    int32_t enabled = (int32_t)iap_lua_integer(&call, 3, "enabled", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_family_sharing(store, account, enabled, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_device_sign_in(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_device_sign_in", 2);
    iap_device *device = iap_lua_handle(&call, 1, &iap_lua_handle_iap_device, false);
    const char *account = iap_lua_text(&call, 2, "account");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_device_sign_in(device, account, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_device_sign_out(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_device_sign_out", 1);
    iap_device *device = iap_lua_handle(&call, 1, &iap_lua_handle_iap_device, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_device_sign_out(device, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
INITIAL(iap_device_network_init, iap_device_network)
static int call_iap_device_set_network(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_device_set_network", 2);
    iap_device *device = iap_lua_handle(&call, 1, &iap_lua_handle_iap_device, false);
    iap_device_network *network = iap_lua_struct(&call, 2, "network", &iap_lua_struct_iap_device_network);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_device_set_network(device, network, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_device_set_updates(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_device_set_updates", 2);
    iap_device *device = iap_lua_handle(&call, 1, &iap_lua_handle_iap_device, false);
    int32_t updates = (int32_t)iap_lua_integer(&call, 2, "updates", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_device_set_updates(device, updates, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_repeat_update(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_repeat_update", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_repeat_update(store, transaction_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_copy_transaction(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_copy_transaction", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    uint64_t copy_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_copy_transaction(store, transaction_id, &copy_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, copy_id);
    return 1;
}
static int call_iap_store_lose_next_answer(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_lose_next_answer", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t loss = (int32_t)iap_lua_integer(&call, 2, "loss", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_lose_next_answer(store, loss, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_restart(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_restart", 1);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_restart(store, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_kill_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_kill_at", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t point = (int32_t)iap_lua_integer(&call, 2, "point", INT32_MIN, INT32_MAX);
    uint32_t count = (uint32_t)iap_lua_integer(&call, 3, "count", 0, UINT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_kill_at(store, point, count, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_set_profile(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_profile", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t profile = (int32_t)iap_lua_integer(&call, 2, "profile", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_profile(store, profile, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_get_profile(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_get_profile", 1);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t profile = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_get_profile(store, &profile, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_int64(L, profile);
    return 1;
}
static int call_iap_store_set_habit(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_habit", 3);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t habit = (int32_t)iap_lua_integer(&call, 2, "habit", INT32_MIN, INT32_MAX);
    int64_t value = iap_lua_int64(&call, 3, "value");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_habit(store, habit, value, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_get_habit(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_get_habit", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t habit = (int32_t)iap_lua_integer(&call, 2, "habit", INT32_MIN, INT32_MAX);
    int64_t value = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_get_habit(store, habit, &value, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_int64(L, value);
    return 1;
}
static int call_iap_habit_count(lua_State *L) {
    size_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_habit_count());
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_habit_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_habit_at", 1);
    size_t index = (size_t)iap_lua_integer(&call, 1, "index", 0, INT64_C(9007199254740992));
    iap_habit returned = 0;
    IAP_LUA_CALL(L, returned = iap_habit_at(index));
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_habit_name(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_habit_name", 1);
    int32_t habit = (int32_t)iap_lua_integer(&call, 1, "habit", INT32_MIN, INT32_MAX);
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_habit_name(habit));
    iap_lua_push_text(L, returned);
    return 1;
}
static int call_iap_habit_named(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_habit_named", 1);
    const char *name = iap_lua_text(&call, 1, "name");
    iap_habit returned = 0;
    IAP_LUA_CALL(L, returned = iap_habit_named(name));
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_habit_sentence(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_habit_sentence", 1);
    int32_t habit = (int32_t)iap_lua_integer(&call, 1, "habit", INT32_MIN, INT32_MAX);
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_habit_sentence(habit));
    iap_lua_push_text(L, returned);
    return 1;
}
static int call_iap_habit_source(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_habit_source", 1);
    int32_t habit = (int32_t)iap_lua_integer(&call, 1, "habit", INT32_MIN, INT32_MAX);
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_habit_source(habit));
    iap_lua_push_text(L, returned);
    return 1;
}
static int call_iap_habit_largest(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_habit_largest", 1);
    int32_t habit = (int32_t)iap_lua_integer(&call, 1, "habit", INT32_MIN, INT32_MAX);
    int64_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_habit_largest(habit));
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_habit_value_name(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_habit_value_name", 2);
    int32_t habit = (int32_t)iap_lua_integer(&call, 1, "habit", INT32_MIN, INT32_MAX);
    int64_t value = iap_lua_int64(&call, 2, "value");
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_habit_value_name(habit, value));
    iap_lua_push_text(L, returned);
    return 1;
}
static int call_iap_habit_value_in(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_habit_value_in", 2);
    int32_t habit = (int32_t)iap_lua_integer(&call, 1, "habit", INT32_MIN, INT32_MAX);
    int32_t profile = (int32_t)iap_lua_integer(&call, 2, "profile", INT32_MIN, INT32_MAX);
    int64_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_habit_value_in(habit, profile));
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_profile_count(lua_State *L) {
    size_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_profile_count());
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_profile_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_profile_at", 1);
    size_t index = (size_t)iap_lua_integer(&call, 1, "index", 0, INT64_C(9007199254740992));
    iap_profile returned = 0;
    IAP_LUA_CALL(L, returned = iap_profile_at(index));
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
static int call_iap_profile_name(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_profile_name", 1);
    int32_t profile = (int32_t)iap_lua_integer(&call, 1, "profile", INT32_MIN, INT32_MAX);
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_profile_name(profile));
    iap_lua_push_text(L, returned);
    return 1;
}
static int call_iap_profile_named(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_profile_named", 1);
    const char *name = iap_lua_text(&call, 1, "name");
    iap_profile returned = 0;
    IAP_LUA_CALL(L, returned = iap_profile_named(name));
    iap_lua_push_int64(L, (int64_t)returned);
    return 1;
}
INITIAL(iap_store_receipt_request_init, iap_store_receipt_request)
static int call_iap_store_answer_verify_receipt(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_answer_verify_receipt", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    iap_store_receipt_request *request = iap_lua_struct(&call, 2, "request", &iap_lua_struct_iap_store_receipt_request);
    Buffer buffer = {NULL, 0};
    size_t needed = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    do {
        if (!iap_lua_grow(&call, &buffer, needed)) break;
        IAP_LUA_CALL(L, status = iap_store_answer_verify_receipt(store, request, buffer.data, buffer.capacity, &needed, &error));
    } while (status == IAP_ERROR_TOO_LARGE && needed > buffer.capacity);
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    size_t length_of_buffer = strlen(buffer.data);
    lua_pushlstring(L, buffer.data, length_of_buffer);
    return 1;
}
static int call_iap_store_set_forgery(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_set_forgery", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    int32_t forgery = (int32_t)iap_lua_integer(&call, 2, "forgery", INT32_MIN, INT32_MAX);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_set_forgery(store, forgery, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
INITIAL(iap_store_transaction_init, iap_store_transaction)
static int call_iap_store_list_transactions(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_list_transactions", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *account = iap_lua_text(&call, 2, "account");
    uint64_t *transaction_ids = NULL;
    size_t capacity = 0;
    size_t count = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    for (;;) {
        IAP_LUA_CALL(L, status = iap_store_list_transactions(store, account, transaction_ids, capacity, &count, &error));
        if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
        if (count <= capacity) break;
        transaction_ids = iap_lua_array(&call, capacity = count, sizeof *transaction_ids);
    }
    lua_newtable(L);
    for (size_t at = 0; at < count; at++) {
        iap_lua_push_uint64(L, transaction_ids[at]);
        lua_rawseti(L, -2, (int)at + 1);
    }
    return 1;
}
static int call_iap_store_get_transaction(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_get_transaction", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    iap_store_transaction transaction = initial_iap_store_transaction;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_get_transaction(store, transaction_id, &transaction, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_struct(L, &iap_lua_struct_iap_store_transaction, &transaction);
    return 1;
}
static int call_iap_store_delete_transaction(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_delete_transaction", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    uint64_t transaction_id = iap_lua_uint64(&call, 2, "transaction_id");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_delete_transaction(store, transaction_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_clear_transactions(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_clear_transactions", 1);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_clear_transactions(store, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_reset_to_default_state(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_reset_to_default_state", 1);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_reset_to_default_state(store, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_write_log(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_write_log", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *path = iap_lua_text(&call, 2, "path");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_write_log(store, path, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_write_state(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_write_state", 2);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    const char *path = iap_lua_text(&call, 2, "path");
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_write_state(store, path, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    lua_pushboolean(L, true);
    return 1;
}
static int call_iap_store_replay(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_replay", 2);
    iap_store_options *options = iap_lua_struct(&call, 1, "options", &iap_lua_struct_iap_store_options);
    const char *log_path = iap_lua_text(&call, 2, "log_path");
    iap_store *store = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_store = iap_lua_box(&call, &iap_lua_handle_iap_store);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_replay(options, log_path, &store, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_store, store);
    return 1;
}
INITIAL(iap_store_totals_init, iap_store_totals)
static int call_iap_store_get_totals(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_store_get_totals", 1);
    iap_store *store = iap_lua_handle(&call, 1, &iap_lua_handle_iap_store, false);
    iap_store_totals totals = initial_iap_store_totals;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_store_get_totals(store, &totals, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_struct(L, &iap_lua_struct_iap_store_totals, &totals);
    return 1;
}
#endif
#if IAP_LUA_HAS_SERVER
INITIAL(iap_verifier_options_init, iap_verifier_options)
static int call_iap_verifier_open(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_verifier_open", 1);
    iap_verifier_options *options = iap_lua_struct(&call, 1, "options", &iap_lua_struct_iap_verifier_options);
    const iap_verifier *verifier = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_verifier = iap_lua_box(&call, &iap_lua_handle_iap_verifier);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_verifier_open(options, &verifier, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_verifier, verifier);
    return 1;
}
RETAIN(iap_verifier_retain, iap_verifier)
RELEASE(iap_verifier_release, iap_verifier)
static int call_iap_verify_reason_name(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_verify_reason_name", 1);
    int32_t reason = (int32_t)iap_lua_integer(&call, 1, "reason", INT32_MIN, INT32_MAX);
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_verify_reason_name(reason));
    iap_lua_push_text(L, returned);
    return 1;
}
INITIAL(iap_verify_result_init, iap_verify_result)
static int call_iap_verifier_check(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_verifier_check", 3);
    const iap_verifier *verifier = iap_lua_handle(&call, 1, &iap_lua_handle_iap_verifier, false);
    int32_t kind = (int32_t)iap_lua_integer(&call, 2, "kind", INT32_MIN, INT32_MAX);
    Bytes text = iap_lua_bytes(&call, 3, "text");
    const iap_signed_data *data = NULL;
    iap_verify_result result = initial_iap_verify_result;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_data = iap_lua_box(&call, &iap_lua_handle_iap_signed_data);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_verifier_check(verifier, kind, text.data, text.length, &data, &result, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_data, data);
    iap_lua_push_struct(L, &iap_lua_struct_iap_verify_result, &result);
    return 2;
}
RETAIN(iap_signed_data_retain, iap_signed_data)
RELEASE(iap_signed_data_release, iap_signed_data)
GET_TEXT(iap_signed_json, iap_signed_data)
GET_TEXT(iap_signed_unknown_json, iap_signed_data)
static int call_iap_signed_has(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_signed_has", 2);
    const iap_signed_data *data = iap_lua_handle(&call, 1, &iap_lua_handle_iap_signed_data, false);
    const char *name = iap_lua_text(&call, 2, "name");
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_signed_has(data, name));
    lua_pushboolean(L, returned != 0);
    return 1;
}
static int call_iap_signed_text(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_signed_text", 2);
    const iap_signed_data *data = iap_lua_handle(&call, 1, &iap_lua_handle_iap_signed_data, false);
    const char *name = iap_lua_text(&call, 2, "name");
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_signed_text(data, name));
    iap_lua_push_text(L, returned);
    return 1;
}
static int call_iap_signed_number(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_signed_number", 2);
    const iap_signed_data *data = iap_lua_handle(&call, 1, &iap_lua_handle_iap_signed_data, false);
    const char *name = iap_lua_text(&call, 2, "name");
    int64_t value = 0;
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_signed_number(data, name, &value));
    lua_pushboolean(L, returned != 0);
    if (returned == 0) return 1;
    iap_lua_push_int64(L, value);
    return 2;
}
GET_NUMBER(iap_signed_kind, iap_signed_data)
GET_FLAG(iap_signed_is_signature_checked, iap_signed_data)
GET_NUMBER(iap_signed_environment, iap_signed_data)
GET_TEXT(iap_signed_bundle_id, iap_signed_data)
GET_UINT64(iap_signed_app_apple_id, iap_signed_data)
GET_NUMBER(iap_signed_signed_date_ms, iap_signed_data)
GET_UINT64(iap_signed_original_transaction_id, iap_signed_data)
GET_TEXT(iap_signed_product_id, iap_signed_data)
GET_TEXT(iap_signed_app_account_token, iap_signed_data)
GET_TEXT(iap_signed_app_transaction_id, iap_signed_data)
GET_NUMBER(iap_signed_original_purchase_date_ms, iap_signed_data)
GET_NUMBER(iap_signed_offer_type, iap_signed_data)
GET_TEXT(iap_signed_offer_id, iap_signed_data)
GET_NUMBER(iap_signed_offer_payment_mode, iap_signed_data)
GET_TEXT(iap_signed_offer_period, iap_signed_data)
GET_TEXT(iap_signed_currency_code, iap_signed_data)
GET_NUMBER(iap_signed_billing_plan_type, iap_signed_data)
GET_NUMBER(iap_signed_seat_price_tier_count, iap_signed_data)
static int call_iap_signed_seat_price_tier_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_signed_seat_price_tier_at", 2);
    const iap_signed_data *data = iap_lua_handle(&call, 1, &iap_lua_handle_iap_signed_data, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    int64_t price_milliunits = 0;
    int32_t quantity = 0;
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_signed_seat_price_tier_at(data, index, &price_milliunits, &quantity));
    lua_pushboolean(L, returned != 0);
    if (returned == 0) return 1;
    iap_lua_push_int64(L, price_milliunits);
    iap_lua_push_int64(L, quantity);
    return 3;
}
GET_TEXT(iap_signed_advanced_commerce_json, iap_signed_data)
GET_TEXT(iap_signed_device_verification, iap_signed_data)
GET_TEXT(iap_signed_device_verification_nonce, iap_signed_data)
static int call_iap_signed_is_for_device(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_signed_is_for_device", 2);
    const iap_signed_data *data = iap_lua_handle(&call, 1, &iap_lua_handle_iap_signed_data, false);
    const char *device_verification_id = iap_lua_text(&call, 2, "device_verification_id");
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_signed_is_for_device(data, device_verification_id));
    lua_pushboolean(L, returned != 0);
    return 1;
}
GET_UINT64(iap_signed_transaction_id, iap_signed_data)
GET_TEXT(iap_signed_web_order_line_item_id, iap_signed_data)
GET_TEXT(iap_signed_subscription_group_id, iap_signed_data)
GET_NUMBER(iap_signed_product_type, iap_signed_data)
GET_NUMBER(iap_signed_quantity, iap_signed_data)
GET_NUMBER(iap_signed_purchase_date_ms, iap_signed_data)
GET_NUMBER(iap_signed_expiration_date_ms, iap_signed_data)
GET_NUMBER(iap_signed_revocation_date_ms, iap_signed_data)
GET_NUMBER(iap_signed_revocation_reason, iap_signed_data)
GET_NUMBER(iap_signed_revocation_type, iap_signed_data)
GET_NUMBER(iap_signed_revocation_percentage, iap_signed_data)
GET_FLAG(iap_signed_is_upgraded, iap_signed_data)
GET_NUMBER(iap_signed_ownership, iap_signed_data)
GET_NUMBER(iap_signed_transaction_reason, iap_signed_data)
GET_TEXT(iap_signed_storefront_country_code, iap_signed_data)
GET_TEXT(iap_signed_storefront_identifier, iap_signed_data)
GET_NUMBER(iap_signed_price_milliunits, iap_signed_data)
GET_NUMBER(iap_signed_commitment_period_number, iap_signed_data)
GET_NUMBER(iap_signed_commitment_period_count, iap_signed_data)
GET_NUMBER(iap_signed_commitment_expiration_date_ms, iap_signed_data)
GET_NUMBER(iap_signed_commitment_price_milliunits, iap_signed_data)
GET_UINT64(iap_signed_previous_original_transaction_id, iap_signed_data)
GET_NUMBER(iap_signed_invitation_management, iap_signed_data)
GET_NUMBER(iap_signed_revoked_seat_quantity, iap_signed_data)
GET_NUMBER(iap_signed_additional_transaction_reason, iap_signed_data)
GET_NUMBER(iap_signed_auto_renewal, iap_signed_data)
GET_TEXT(iap_signed_auto_renew_product_id, iap_signed_data)
GET_NUMBER(iap_signed_expiration_reason, iap_signed_data)
GET_NUMBER(iap_signed_price_increase, iap_signed_data)
GET_FLAG(iap_signed_is_in_billing_retry, iap_signed_data)
GET_NUMBER(iap_signed_grace_period_expiration_date_ms, iap_signed_data)
GET_NUMBER(iap_signed_recent_subscription_start_date_ms, iap_signed_data)
GET_NUMBER(iap_signed_renewal_date_ms, iap_signed_data)
GET_NUMBER(iap_signed_renewal_price_milliunits, iap_signed_data)
GET_NUMBER(iap_signed_renewal_quantity, iap_signed_data)
GET_NUMBER(iap_signed_win_back_offer_count, iap_signed_data)
static int call_iap_signed_win_back_offer_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_signed_win_back_offer_at", 2);
    const iap_signed_data *data = iap_lua_handle(&call, 1, &iap_lua_handle_iap_signed_data, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_signed_win_back_offer_at(data, index));
    iap_lua_push_text(L, returned);
    return 1;
}
GET_TEXT(iap_signed_commitment_auto_renew_product_id, iap_signed_data)
GET_NUMBER(iap_signed_commitment_auto_renewal, iap_signed_data)
GET_NUMBER(iap_signed_commitment_billing_plan_type, iap_signed_data)
GET_NUMBER(iap_signed_commitment_renewal_date_ms, iap_signed_data)
GET_NUMBER(iap_signed_commitment_renewal_price_milliunits, iap_signed_data)
GET_TEXT(iap_signed_app_version, iap_signed_data)
GET_UINT64(iap_signed_app_version_id, iap_signed_data)
GET_TEXT(iap_signed_original_app_version, iap_signed_data)
GET_TEXT(iap_signed_original_platform, iap_signed_data)
GET_NUMBER(iap_signed_preorder_date_ms, iap_signed_data)
GET_NUMBER(iap_signed_notification_type, iap_signed_data)
GET_NUMBER(iap_signed_notification_subtype, iap_signed_data)
GET_TEXT(iap_signed_notification_uuid, iap_signed_data)
GET_TEXT(iap_signed_notification_version, iap_signed_data)
GET_NUMBER(iap_signed_notification_content, iap_signed_data)
GET_TEXT(iap_signed_transaction_text, iap_signed_data)
GET_TEXT(iap_signed_renewal_info_text, iap_signed_data)
GET_TEXT(iap_signed_app_transaction_text, iap_signed_data)
GET_TEXT(iap_signed_bundle_version, iap_signed_data)
GET_NUMBER(iap_signed_subscription_state, iap_signed_data)
GET_TEXT(iap_signed_consumption_request_reason, iap_signed_data)
GET_TEXT(iap_signed_request_identifier, iap_signed_data)
GET_NUMBER(iap_signed_storefront_country_code_count, iap_signed_data)
static int call_iap_signed_storefront_country_code_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_signed_storefront_country_code_at", 2);
    const iap_signed_data *data = iap_lua_handle(&call, 1, &iap_lua_handle_iap_signed_data, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_signed_storefront_country_code_at(data, index));
    iap_lua_push_text(L, returned);
    return 1;
}
GET_NUMBER(iap_signed_succeeded_count, iap_signed_data)
GET_NUMBER(iap_signed_failed_count, iap_signed_data)
GET_TEXT(iap_signed_external_purchase_id, iap_signed_data)
GET_NUMBER(iap_signed_token_creation_date_ms, iap_signed_data)
GET_NUMBER(iap_signed_unclaimed_seat_count, iap_signed_data)
static int call_iap_signed_unclaimed_seat_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_signed_unclaimed_seat_at", 2);
    const iap_signed_data *data = iap_lua_handle(&call, 1, &iap_lua_handle_iap_signed_data, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const char *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_signed_unclaimed_seat_at(data, index));
    iap_lua_push_text(L, returned);
    return 1;
}
static int call_iap_verifier_check_receipt(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_verifier_check_receipt", 2);
    const iap_verifier *verifier = iap_lua_handle(&call, 1, &iap_lua_handle_iap_verifier, false);
    Bytes bytes = iap_lua_bytes(&call, 2, "bytes");
    const iap_app_receipt *receipt = NULL;
    iap_verify_result result = initial_iap_verify_result;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_receipt = iap_lua_box(&call, &iap_lua_handle_iap_app_receipt);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_verifier_check_receipt(verifier, bytes.data, bytes.length, &receipt, &result, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_receipt, receipt);
    iap_lua_push_struct(L, &iap_lua_struct_iap_verify_result, &result);
    return 2;
}
static int call_iap_app_receipt_read(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_app_receipt_read", 1);
    Bytes bytes = iap_lua_bytes(&call, 1, "bytes");
    const iap_app_receipt *receipt = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_receipt = iap_lua_box(&call, &iap_lua_handle_iap_app_receipt);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_app_receipt_read(bytes.data, bytes.length, &receipt, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_receipt, receipt);
    return 1;
}
static int call_iap_transaction_receipt_read_id(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_transaction_receipt_read_id", 1);
    Bytes bytes = iap_lua_bytes(&call, 1, "bytes");
    uint64_t transaction_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_transaction_receipt_read_id(bytes.data, bytes.length, &transaction_id, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_uint64(L, transaction_id);
    return 1;
}
RETAIN(iap_app_receipt_retain, iap_app_receipt)
RELEASE(iap_app_receipt_release, iap_app_receipt)
GET_NUMBER(iap_app_receipt_environment, iap_app_receipt)
GET_TEXT(iap_app_receipt_receipt_type, iap_app_receipt)
GET_FLAG(iap_app_receipt_is_signature_checked, iap_app_receipt)
GET_TEXT(iap_app_receipt_bundle_id, iap_app_receipt)
GET_TEXT(iap_app_receipt_app_version, iap_app_receipt)
GET_TEXT(iap_app_receipt_original_app_version, iap_app_receipt)
GET_NUMBER(iap_app_receipt_creation_date_ms, iap_app_receipt)
GET_NUMBER(iap_app_receipt_original_purchase_date_ms, iap_app_receipt)
GET_NUMBER(iap_app_receipt_expiration_date_ms, iap_app_receipt)
GET_UINT64(iap_app_receipt_app_apple_id, iap_app_receipt)
static int call_iap_app_receipt_is_for_device(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_app_receipt_is_for_device", 2);
    const iap_app_receipt *receipt = iap_lua_handle(&call, 1, &iap_lua_handle_iap_app_receipt, false);
    Bytes identifier = iap_lua_bytes(&call, 2, "identifier");
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_app_receipt_is_for_device(receipt, identifier.data, identifier.length));
    lua_pushboolean(L, returned != 0);
    return 1;
}
GET_NUMBER(iap_app_receipt_attribute_count, iap_app_receipt)
static int call_iap_app_receipt_attribute_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_app_receipt_attribute_at", 2);
    const iap_app_receipt *receipt = iap_lua_handle(&call, 1, &iap_lua_handle_iap_app_receipt, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    int32_t type = 0;
    iap_bytes value = {0};
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_app_receipt_attribute_at(receipt, index, &type, &value));
    lua_pushboolean(L, returned != 0);
    if (returned == 0) return 1;
    iap_lua_push_int64(L, type);
    iap_lua_push_struct(L, &iap_lua_struct_iap_bytes, &value);
    return 3;
}
GET_NUMBER(iap_app_receipt_purchase_count, iap_app_receipt)
static int call_iap_app_receipt_purchase_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_app_receipt_purchase_at", 2);
    const iap_app_receipt *receipt = iap_lua_handle(&call, 1, &iap_lua_handle_iap_app_receipt, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const iap_receipt_purchase *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_app_receipt_purchase_at(receipt, index));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_receipt_purchase, returned);
    return 1;
}
GET_UINT64(iap_receipt_purchase_transaction_id, iap_receipt_purchase)
GET_UINT64(iap_receipt_purchase_original_transaction_id, iap_receipt_purchase)
GET_TEXT(iap_receipt_purchase_product_id, iap_receipt_purchase)
GET_NUMBER(iap_receipt_purchase_product_type, iap_receipt_purchase)
GET_NUMBER(iap_receipt_purchase_quantity, iap_receipt_purchase)
GET_NUMBER(iap_receipt_purchase_purchase_date_ms, iap_receipt_purchase)
GET_NUMBER(iap_receipt_purchase_original_purchase_date_ms, iap_receipt_purchase)
GET_NUMBER(iap_receipt_purchase_expiration_date_ms, iap_receipt_purchase)
GET_NUMBER(iap_receipt_purchase_cancellation_date_ms, iap_receipt_purchase)
GET_UINT64(iap_receipt_purchase_web_order_line_item_id, iap_receipt_purchase)
GET_FLAG(iap_receipt_purchase_is_trial_period, iap_receipt_purchase)
GET_FLAG(iap_receipt_purchase_is_introductory_offer_period, iap_receipt_purchase)
GET_TEXT(iap_receipt_purchase_promotional_offer_id, iap_receipt_purchase)
GET_NUMBER(iap_receipt_purchase_attribute_count, iap_receipt_purchase)
static int call_iap_receipt_purchase_attribute_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_receipt_purchase_attribute_at", 2);
    const iap_receipt_purchase *purchase = iap_lua_handle(&call, 1, &iap_lua_handle_iap_receipt_purchase, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    int32_t type = 0;
    iap_bytes value = {0};
    int32_t returned = 0;
    IAP_LUA_CALL(L, returned = iap_receipt_purchase_attribute_at(purchase, index, &type, &value));
    lua_pushboolean(L, returned != 0);
    if (returned == 0) return 1;
    iap_lua_push_int64(L, type);
    iap_lua_push_struct(L, &iap_lua_struct_iap_bytes, &value);
    return 3;
}
GET_NUMBER(iap_receipt_purchase_cancellation_reason, iap_receipt_purchase)
GET_TEXT(iap_receipt_purchase_app_account_token, iap_receipt_purchase)
GET_NUMBER(iap_receipt_purchase_ownership, iap_receipt_purchase)
GET_FLAG(iap_receipt_purchase_is_upgraded, iap_receipt_purchase)
GET_TEXT(iap_receipt_purchase_offer_code_name, iap_receipt_purchase)
GET_TEXT(iap_receipt_purchase_subscription_group_id, iap_receipt_purchase)
static int call_iap_receipt_request_write(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_receipt_request_write", 3);
    Bytes bytes = iap_lua_bytes(&call, 1, "bytes");
    const char *shared_secret = iap_lua_text(&call, 2, "shared_secret");
    int32_t excludes_old_transactions = (int32_t)iap_lua_integer(&call, 3, "excludes_old_transactions", INT32_MIN, INT32_MAX);
    Buffer buffer = {NULL, 0};
    size_t needed = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = IAP_OK;
    do {
        if (!iap_lua_grow(&call, &buffer, needed)) break;
        IAP_LUA_CALL(L, status = iap_receipt_request_write(bytes.data, bytes.length, shared_secret, excludes_old_transactions, buffer.data, buffer.capacity, &needed, &error));
    } while (status == IAP_ERROR_TOO_LARGE && needed > buffer.capacity);
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    size_t length_of_buffer = strlen(buffer.data);
    lua_pushlstring(L, buffer.data, length_of_buffer);
    return 1;
}
static int call_iap_receipt_answer_read(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_receipt_answer_read", 3);
    int32_t http_status = (int32_t)iap_lua_integer(&call, 1, "http_status", INT32_MIN, INT32_MAX);
    Bytes body = iap_lua_bytes(&call, 2, "body");
    const char *bundle_id = iap_lua_text(&call, 3, "bundle_id");
    const iap_receipt_answer *answer = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_answer = iap_lua_box(&call, &iap_lua_handle_iap_receipt_answer);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_receipt_answer_read(http_status, body.data, body.length, bundle_id, &answer, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_answer, answer);
    return 1;
}
RETAIN(iap_receipt_answer_retain, iap_receipt_answer)
RELEASE(iap_receipt_answer_release, iap_receipt_answer)
GET_NUMBER(iap_receipt_answer_action, iap_receipt_answer)
GET_NUMBER(iap_receipt_answer_verdict, iap_receipt_answer)
GET_NUMBER(iap_receipt_answer_status, iap_receipt_answer)
GET_TEXT(iap_receipt_answer_message, iap_receipt_answer)
GET_NUMBER(iap_receipt_answer_environment, iap_receipt_answer)
GET_TEXT(iap_receipt_answer_json, iap_receipt_answer)
GET_TEXT(iap_receipt_answer_receipt_type, iap_receipt_answer)
GET_TEXT(iap_receipt_answer_bundle_id, iap_receipt_answer)
GET_TEXT(iap_receipt_answer_app_version, iap_receipt_answer)
GET_TEXT(iap_receipt_answer_original_app_version, iap_receipt_answer)
GET_UINT64(iap_receipt_answer_app_apple_id, iap_receipt_answer)
GET_UINT64(iap_receipt_answer_app_item_id, iap_receipt_answer)
GET_UINT64(iap_receipt_answer_download_id, iap_receipt_answer)
GET_UINT64(iap_receipt_answer_app_version_id, iap_receipt_answer)
GET_NUMBER(iap_receipt_answer_creation_date_ms, iap_receipt_answer)
GET_NUMBER(iap_receipt_answer_request_date_ms, iap_receipt_answer)
GET_NUMBER(iap_receipt_answer_original_purchase_date_ms, iap_receipt_answer)
GET_NUMBER(iap_receipt_answer_preorder_date_ms, iap_receipt_answer)
GET_NUMBER(iap_receipt_answer_expiration_date_ms, iap_receipt_answer)
GET_TEXT(iap_receipt_answer_latest_receipt, iap_receipt_answer)
GET_NUMBER(iap_receipt_answer_purchase_count, iap_receipt_answer)
static int call_iap_receipt_answer_purchase_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_receipt_answer_purchase_at", 2);
    const iap_receipt_answer *answer = iap_lua_handle(&call, 1, &iap_lua_handle_iap_receipt_answer, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const iap_receipt_purchase *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_receipt_answer_purchase_at(answer, index));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_receipt_purchase, returned);
    return 1;
}
GET_NUMBER(iap_receipt_answer_latest_count, iap_receipt_answer)
static int call_iap_receipt_answer_latest_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_receipt_answer_latest_at", 2);
    const iap_receipt_answer *answer = iap_lua_handle(&call, 1, &iap_lua_handle_iap_receipt_answer, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const iap_receipt_purchase *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_receipt_answer_latest_at(answer, index));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_receipt_purchase, returned);
    return 1;
}
GET_NUMBER(iap_receipt_answer_renewal_count, iap_receipt_answer)
static int call_iap_receipt_answer_renewal_at(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_receipt_answer_renewal_at", 2);
    const iap_receipt_answer *answer = iap_lua_handle(&call, 1, &iap_lua_handle_iap_receipt_answer, false);
    size_t index = (size_t)iap_lua_integer(&call, 2, "index", 0, INT64_C(9007199254740992));
    const iap_receipt_renewal *returned = NULL;
    IAP_LUA_CALL(L, returned = iap_receipt_answer_renewal_at(answer, index));
    iap_lua_push_lent(L, 1, &iap_lua_handle_iap_receipt_renewal, returned);
    return 1;
}
GET_UINT64(iap_receipt_renewal_original_transaction_id, iap_receipt_renewal)
GET_TEXT(iap_receipt_renewal_product_id, iap_receipt_renewal)
GET_TEXT(iap_receipt_renewal_auto_renew_product_id, iap_receipt_renewal)
GET_NUMBER(iap_receipt_renewal_auto_renewal, iap_receipt_renewal)
GET_NUMBER(iap_receipt_renewal_expiration_reason, iap_receipt_renewal)
GET_FLAG(iap_receipt_renewal_is_in_billing_retry, iap_receipt_renewal)
GET_NUMBER(iap_receipt_renewal_grace_period_expiration_date_ms, iap_receipt_renewal)
GET_NUMBER(iap_receipt_renewal_price_increase, iap_receipt_renewal)
GET_TEXT(iap_receipt_renewal_offer_code_name, iap_receipt_renewal)
GET_TEXT(iap_receipt_renewal_promotional_offer_id, iap_receipt_renewal)
INITIAL(iap_server_key_options_init, iap_server_key_options)
static int call_iap_server_key_open(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_server_key_open", 1);
    iap_server_key_options *options = iap_lua_struct(&call, 1, "options", &iap_lua_struct_iap_server_key_options);
    const iap_server_key *key = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_key = iap_lua_box(&call, &iap_lua_handle_iap_server_key);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_server_key_open(options, &key, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_key, key);
    return 1;
}
RETAIN(iap_server_key_retain, iap_server_key)
RELEASE(iap_server_key_release, iap_server_key)
GET_TEXT(iap_server_key_public_key, iap_server_key)
GET_TEXT(iap_server_key_id, iap_server_key)
INITIAL(iap_server_request_init, iap_server_request)
static int call_iap_server_key_sign(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_server_key_sign", 2);
    const iap_server_key *key = iap_lua_handle(&call, 1, &iap_lua_handle_iap_server_key, false);
    iap_server_request *request = iap_lua_struct(&call, 2, "request", &iap_lua_struct_iap_server_request);
    const iap_server_signature *signature = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_signature = iap_lua_box(&call, &iap_lua_handle_iap_server_signature);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_server_key_sign(key, request, &signature, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_signature, signature);
    return 1;
}
static int call_iap_server_key_check(lua_State *L) {
    Call call = iap_lua_begin(L, "iap_server_key_check", 3);
    const iap_server_key *key = iap_lua_handle(&call, 1, &iap_lua_handle_iap_server_key, false);
    iap_server_request *expected = iap_lua_struct(&call, 2, "expected", &iap_lua_struct_iap_server_request);
    Bytes text = iap_lua_bytes(&call, 3, "text");
    const iap_server_signature *signature = NULL;
    iap_verify_result result = initial_iap_verify_result;
    iap_error error = IAP_ERROR_VALUE_INIT;
    int box_of_signature = iap_lua_box(&call, &iap_lua_handle_iap_server_signature);
    iap_status status = IAP_OK;
    IAP_LUA_CALL(L, status = iap_server_key_check(key, expected, text.data, text.length, &signature, &result, &error));
    if (status != IAP_OK) return iap_lua_fail(&call, status, &error);
    iap_lua_push_given(&call, box_of_signature, signature);
    iap_lua_push_struct(L, &iap_lua_struct_iap_verify_result, &result);
    return 2;
}
RETAIN(iap_server_signature_retain, iap_server_signature)
RELEASE(iap_server_signature_release, iap_server_signature)
GET_TEXT(iap_server_signature_text, iap_server_signature)
GET_NUMBER(iap_server_signature_kind, iap_server_signature)
GET_TEXT(iap_server_signature_nonce, iap_server_signature)
GET_NUMBER(iap_server_signature_timestamp_ms, iap_server_signature)
GET_NUMBER(iap_server_signature_expiration_date_ms, iap_server_signature)
GET_TEXT(iap_server_signature_product_id, iap_server_signature)
GET_TEXT(iap_server_signature_offer_id, iap_server_signature)
GET_TEXT(iap_server_signature_transaction_id, iap_server_signature)
GET_FLAG(iap_server_signature_allows_introductory_offer, iap_server_signature)
GET_TEXT(iap_server_signature_request_json, iap_server_signature)
#endif

const Function iap_lua_functions[] = {
    {PRESENT(iap_version), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_struct_size), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_error_init), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_status_name), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_client_options_init), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_client_open_version), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_client_open), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_client_close), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "close", 0},
    {PRESENT(iap_client_process_events), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "process_events", 0},
    {PRESENT(iap_client_next_event), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "next_event", 0},
    {PRESENT(iap_client_wait_events), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "wait_events", 0},
    {PRESENT(iap_can_make_payments), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "can_make_payments", 0},
    {PRESENT(iap_request_products), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_products", 3},
    {PRESENT(iap_products_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_products, "count", 0},
    {PRESENT(iap_products_at), "client", FUNCTION_METHOD, &iap_lua_handle_iap_products, "at", 0},
    {PRESENT(iap_products_invalid_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_products, "invalid_count", 0},
    {PRESENT(iap_products_invalid_at), "client", FUNCTION_METHOD, &iap_lua_handle_iap_products, "invalid_at", 0},
    {PRESENT(iap_products_retain), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_products_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_products_list_source), "client", FUNCTION_GETTER, &iap_lua_handle_iap_products, "list_source", 0},
    {PRESENT(iap_product_list_options_init), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_request_product_list), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_product_list", 3},
    {PRESENT(iap_request_cached_products), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_cached_products", 3},
    {PRESENT(iap_product_is_cached), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "is_cached", 0},
    {PRESENT(iap_product_retain), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_product_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_product_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "id", 0},
    {PRESENT(iap_product_type), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "type", 0},
    {PRESENT(iap_product_type_text), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "type_text", 0},
    {PRESENT(iap_product_display_name), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "display_name", 0},
    {PRESENT(iap_product_description), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "description", 0},
    {PRESENT(iap_product_price_milliunits), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "price_milliunits", 0},
    {PRESENT(iap_product_currency_code), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "currency_code", 0},
    {PRESENT(iap_product_display_price), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "display_price", 0},
    {PRESENT(iap_product_is_family_shareable), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "is_family_shareable", 0},
    {PRESENT(iap_product_subscription_period_unit), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "subscription_period_unit", 0},
    {PRESENT(iap_product_subscription_period_value), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "subscription_period_value", 0},
    {PRESENT(iap_product_subscription_group_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "subscription_group_id", 0},
    {PRESENT(iap_product_subscription_group_level), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "subscription_group_level", 0},
    {PRESENT(iap_product_subscription_group_name), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "subscription_group_name", 0},
    {PRESENT(iap_product_json), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "json", 0},
    {PRESENT(iap_product_offer_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "offer_count", 0},
    {PRESENT(iap_product_offer_at), "client", FUNCTION_METHOD, &iap_lua_handle_iap_product, "offer_at", 0},
    {PRESENT(iap_offer_type), "client", FUNCTION_GETTER, &iap_lua_handle_iap_offer, "type", 0},
    {PRESENT(iap_offer_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_offer, "id", 0},
    {PRESENT(iap_offer_payment_mode), "client", FUNCTION_GETTER, &iap_lua_handle_iap_offer, "payment_mode", 0},
    {PRESENT(iap_offer_price_milliunits), "client", FUNCTION_GETTER, &iap_lua_handle_iap_offer, "price_milliunits", 0},
    {PRESENT(iap_offer_display_price), "client", FUNCTION_GETTER, &iap_lua_handle_iap_offer, "display_price", 0},
    {PRESENT(iap_offer_period_unit), "client", FUNCTION_GETTER, &iap_lua_handle_iap_offer, "period_unit", 0},
    {PRESENT(iap_offer_period_value), "client", FUNCTION_GETTER, &iap_lua_handle_iap_offer, "period_value", 0},
    {PRESENT(iap_offer_period_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_offer, "period_count", 0},
    {PRESENT(iap_payment_init), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_add_payment), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "add_payment", 0},
    {PRESENT(iap_buy), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "buy", 0},
    {PRESENT(iap_finish_transaction), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "finish_transaction", 0},
    {PRESENT(iap_finish_transaction_id), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "finish_transaction_id", 0},
    {PRESENT(iap_record_grant), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "record_grant", 0},
    {PRESENT(iap_restore_completed_transactions), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "restore_completed_transactions", 0},
    {PRESENT(iap_transaction_state), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "state", 0},
    {PRESENT(iap_transaction_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "id", 0},
    {PRESENT(iap_transaction_original_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "original_id", 0},
    {PRESENT(iap_transaction_payment_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "payment_id", 0},
    {PRESENT(iap_transaction_product_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "product_id", 0},
    {PRESENT(iap_transaction_product_type), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "product_type", 0},
    {PRESENT(iap_transaction_quantity), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "quantity", 0},
    {PRESENT(iap_transaction_purchase_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "purchase_date_ms", 0},
    {PRESENT(iap_transaction_original_purchase_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "original_purchase_date_ms", 0},
    {PRESENT(iap_transaction_expiration_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "expiration_date_ms", 0},
    {PRESENT(iap_transaction_revocation_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "revocation_date_ms", 0},
    {PRESENT(iap_transaction_revocation_reason), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "revocation_reason", 0},
    {PRESENT(iap_transaction_ownership), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "ownership", 0},
    {PRESENT(iap_transaction_app_account_token), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "app_account_token", 0},
    {PRESENT(iap_transaction_subscription_group_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "subscription_group_id", 0},
    {PRESENT(iap_transaction_environment), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "environment", 0},
    {PRESENT(iap_transaction_signed_text), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "signed_text", 0},
    {PRESENT(iap_transaction_verification), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "verification", 0},
    {PRESENT(iap_transaction_app_bundle_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "app_bundle_id", 0},
    {PRESENT(iap_transaction_web_order_line_item_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "web_order_line_item_id", 0},
    {PRESENT(iap_transaction_is_upgraded), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "is_upgraded", 0},
    {PRESENT(iap_transaction_reason), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "reason", 0},
    {PRESENT(iap_transaction_storefront_country_code), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "storefront_country_code", 0},
    {PRESENT(iap_transaction_storefront_identifier), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "storefront_identifier", 0},
    {PRESENT(iap_transaction_price_milliunits), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "price_milliunits", 0},
    {PRESENT(iap_transaction_currency_code), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "currency_code", 0},
    {PRESENT(iap_transaction_offer_type), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "offer_type", 0},
    {PRESENT(iap_transaction_offer_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "offer_id", 0},
    {PRESENT(iap_transaction_offer_payment_mode), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "offer_payment_mode", 0},
    {PRESENT(iap_transaction_offer_period_unit), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "offer_period_unit", 0},
    {PRESENT(iap_transaction_offer_period_value), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "offer_period_value", 0},
    {PRESENT(iap_transaction_revocation_type), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "revocation_type", 0},
    {PRESENT(iap_transaction_revocation_percentage), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "revocation_percentage", 0},
    {PRESENT(iap_transaction_app_transaction_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "app_transaction_id", 0},
    {PRESENT(iap_transaction_signed_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "signed_date_ms", 0},
    {PRESENT(iap_transaction_device_verification), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "device_verification", 0},
    {PRESENT(iap_transaction_device_verification_nonce), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "device_verification_nonce", 0},
    {PRESENT(iap_transaction_json), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "json", 0},
    {PRESENT(iap_transaction_delivery_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "delivery_count", 0},
    {PRESENT(iap_transaction_delivery_state), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "delivery_state", 0},
    {PRESENT(iap_transaction_original), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "original", 0},
    {PRESENT(iap_transaction_error), "client", FUNCTION_METHOD, &iap_lua_handle_iap_transaction, "error", 0},
    {PRESENT(iap_transaction_retain), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_transaction_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_transactions_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transactions, "count", 0},
    {PRESENT(iap_transactions_at), "client", FUNCTION_METHOD, &iap_lua_handle_iap_transactions, "at", 0},
    {PRESENT(iap_transactions_next_page), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transactions, "next_page", 0},
    {PRESENT(iap_transactions_retain), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_transactions_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_observer_init), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_add_observer), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "add_observer", 0},
    {PRESENT(iap_remove_observer), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "remove_observer", 0},
    {PRESENT(iap_owns), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "owns", 0},
    {PRESENT(iap_queue_transactions), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "queue_transactions", 0},
    {PRESENT(iap_request_transactions), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_transactions", 4},
    {PRESENT(iap_request_transactions_page), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_transactions_page", 6},
    {PRESENT(iap_request_storefront), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_storefront", 2},
    {PRESENT(iap_cancel_request), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "cancel_request", 0},
    {PRESENT(iap_request_subscription_statuses), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_subscription_statuses", 3},
    {PRESENT(iap_request_transaction_status), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_transaction_status", 3},
    {PRESENT(iap_request_introductory_offer_eligibility), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_introductory_offer_eligibility", 3},
    {PRESENT(iap_subscription_statuses_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_subscription_statuses, "count", 0},
    {PRESENT(iap_subscription_statuses_at), "client", FUNCTION_METHOD, &iap_lua_handle_iap_subscription_statuses, "at", 0},
    {PRESENT(iap_subscription_statuses_retain), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_subscription_statuses_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_subscription_status_retain), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_subscription_status_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_subscription_status_state), "client", FUNCTION_GETTER, &iap_lua_handle_iap_subscription_status, "state", 0},
    {PRESENT(iap_subscription_status_group_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_subscription_status, "group_id", 0},
    {PRESENT(iap_subscription_status_transaction), "client", FUNCTION_GETTER, &iap_lua_handle_iap_subscription_status, "transaction", 0},
    {PRESENT(iap_subscription_status_renewal_info), "client", FUNCTION_GETTER, &iap_lua_handle_iap_subscription_status, "renewal_info", 0},
    {PRESENT(iap_renewal_info_verification), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "verification", 0},
    {PRESENT(iap_renewal_info_original_transaction_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "original_transaction_id", 0},
    {PRESENT(iap_renewal_info_product_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "product_id", 0},
    {PRESENT(iap_renewal_info_will_auto_renew), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "will_auto_renew", 0},
    {PRESENT(iap_renewal_info_auto_renew_product_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "auto_renew_product_id", 0},
    {PRESENT(iap_renewal_info_expiration_reason), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "expiration_reason", 0},
    {PRESENT(iap_renewal_info_price_increase), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "price_increase", 0},
    {PRESENT(iap_renewal_info_is_in_billing_retry), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "is_in_billing_retry", 0},
    {PRESENT(iap_renewal_info_grace_period_expiration_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "grace_period_expiration_date_ms", 0},
    {PRESENT(iap_renewal_info_offer_type), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "offer_type", 0},
    {PRESENT(iap_renewal_info_offer_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "offer_id", 0},
    {PRESENT(iap_renewal_info_offer_payment_mode), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "offer_payment_mode", 0},
    {PRESENT(iap_renewal_info_offer_period_unit), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "offer_period_unit", 0},
    {PRESENT(iap_renewal_info_offer_period_value), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "offer_period_value", 0},
    {PRESENT(iap_renewal_info_environment), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "environment", 0},
    {PRESENT(iap_renewal_info_recent_subscription_start_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "recent_subscription_start_date_ms", 0},
    {PRESENT(iap_renewal_info_renewal_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "renewal_date_ms", 0},
    {PRESENT(iap_renewal_info_renewal_price_milliunits), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "renewal_price_milliunits", 0},
    {PRESENT(iap_renewal_info_currency_code), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "currency_code", 0},
    {PRESENT(iap_renewal_info_eligible_win_back_offer_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "eligible_win_back_offer_count", 0},
    {PRESENT(iap_renewal_info_eligible_win_back_offer_at), "client", FUNCTION_METHOD, &iap_lua_handle_iap_renewal_info, "eligible_win_back_offer_at", 0},
    {PRESENT(iap_renewal_info_app_account_token), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "app_account_token", 0},
    {PRESENT(iap_renewal_info_app_transaction_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "app_transaction_id", 0},
    {PRESENT(iap_renewal_info_signed_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "signed_date_ms", 0},
    {PRESENT(iap_renewal_info_signed_text), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "signed_text", 0},
    {PRESENT(iap_renewal_info_json), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "json", 0},
    {PRESENT(iap_verification_options_init), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_answer_verification), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "answer_verification", 0},
    {PRESENT(iap_supports), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "supports", 0},
    {PRESENT(iap_client_environment), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "environment", 0},
    {PRESENT(iap_set_log_function), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_check_handles), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_request_audit_copy), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_audit_copy", 3},
    {PRESENT(iap_request_refund), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_refund", 4},
    {PRESENT(iap_show_manage_subscriptions), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "show_manage_subscriptions", 4},
    {PRESENT(iap_present_offer_code_redemption), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "present_offer_code_redemption", 3},
    {PRESENT(iap_request_review), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_review", 3},
    {PRESENT(iap_display_message), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "display_message", 4},
    {PRESENT(iap_message_reason), "client", FUNCTION_GETTER, &iap_lua_handle_iap_message, "reason", 0},
    {PRESENT(iap_message_retain), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_message_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_request_app_transaction), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_app_transaction", 3},
    {PRESENT(iap_app_transaction_retain), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_app_transaction_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_app_transaction_verification), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "verification", 0},
    {PRESENT(iap_app_transaction_app_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "app_id", 0},
    {PRESENT(iap_app_transaction_app_version_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "app_version_id", 0},
    {PRESENT(iap_app_transaction_app_version), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "app_version", 0},
    {PRESENT(iap_app_transaction_bundle_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "bundle_id", 0},
    {PRESENT(iap_app_transaction_environment), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "environment", 0},
    {PRESENT(iap_app_transaction_original_app_version), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "original_app_version", 0},
    {PRESENT(iap_app_transaction_original_purchase_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "original_purchase_date_ms", 0},
    {PRESENT(iap_app_transaction_preorder_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "preorder_date_ms", 0},
    {PRESENT(iap_app_transaction_app_transaction_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "app_transaction_id", 0},
    {PRESENT(iap_app_transaction_original_platform), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "original_platform", 0},
    {PRESENT(iap_app_transaction_signed_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "signed_date_ms", 0},
    {PRESENT(iap_app_transaction_device_verification), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "device_verification", 0},
    {PRESENT(iap_app_transaction_device_verification_nonce), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "device_verification_nonce", 0},
    {PRESENT(iap_app_transaction_signed_text), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "signed_text", 0},
    {PRESENT(iap_app_transaction_json), "client", FUNCTION_GETTER, &iap_lua_handle_iap_app_transaction, "json", 0},
    {PRESENT(iap_request_app_receipt), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_app_receipt", 3},
    {PRESENT(iap_event_type), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "type", 0},
    {PRESENT(iap_event_request_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "request_id", 0},
    {PRESENT(iap_event_products), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "products", 0},
    {PRESENT(iap_event_transaction), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "transaction", 0},
    {PRESENT(iap_event_transactions), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "transactions", 0},
    {PRESENT(iap_event_storefront_country_code), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "storefront_country_code", 0},
    {PRESENT(iap_event_storefront_identifier), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "storefront_identifier", 0},
    {PRESENT(iap_event_flag), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "flag", 0},
    {PRESENT(iap_event_text), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "text", 0},
    {PRESENT(iap_event_subscription_statuses), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "subscription_statuses", 0},
    {PRESENT(iap_event_subscription_status), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "subscription_status", 0},
    {PRESENT(iap_event_app_transaction), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "app_transaction", 0},
    {PRESENT(iap_event_promotions), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "promotions", 0},
    {PRESENT(iap_event_purchase_intent), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "purchase_intent", 0},
    {PRESENT(iap_event_message), "client", FUNCTION_GETTER, &iap_lua_handle_iap_event, "message", 0},
    {PRESENT(iap_event_error), "client", FUNCTION_METHOD, &iap_lua_handle_iap_event, "error", 0},
    {PRESENT(iap_event_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_queue_purchase_intents), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "queue_purchase_intents", 0},
    {PRESENT(iap_take_purchase_intent), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "take_purchase_intent", 0},
    {PRESENT(iap_defer_purchase_intent), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "defer_purchase_intent", 0},
    {PRESENT(iap_decline_purchase_intent), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "decline_purchase_intent", 0},
    {PRESENT(iap_purchase_intents_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_purchase_intents, "count", 0},
    {PRESENT(iap_purchase_intents_at), "client", FUNCTION_METHOD, &iap_lua_handle_iap_purchase_intents, "at", 0},
    {PRESENT(iap_purchase_intents_retain), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_purchase_intents_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_purchase_intent_product_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_purchase_intent, "product_id", 0},
    {PRESENT(iap_purchase_intent_offer_type), "client", FUNCTION_GETTER, &iap_lua_handle_iap_purchase_intent, "offer_type", 0},
    {PRESENT(iap_purchase_intent_offer_id), "client", FUNCTION_GETTER, &iap_lua_handle_iap_purchase_intent, "offer_id", 0},
    {PRESENT(iap_purchase_intent_is_deferred), "client", FUNCTION_GETTER, &iap_lua_handle_iap_purchase_intent, "is_deferred", 0},
    {PRESENT(iap_purchase_intent_retain), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_purchase_intent_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_request_promotions), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_promotions", 2},
    {PRESENT(iap_set_promotion_order), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "set_promotion_order", 3},
    {PRESENT(iap_set_promotion_visibility), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "set_promotion_visibility", 4},
    {PRESENT(iap_promotions_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_promotions, "count", 0},
    {PRESENT(iap_promotions_product_id_at), "client", FUNCTION_METHOD, &iap_lua_handle_iap_promotions, "product_id_at", 0},
    {PRESENT(iap_promotions_visibility_at), "client", FUNCTION_METHOD, &iap_lua_handle_iap_promotions, "visibility_at", 0},
    {PRESENT(iap_promotions_retain), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_promotions_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_product_billing_plan_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_product, "billing_plan_count", 0},
    {PRESENT(iap_product_billing_plan_at), "client", FUNCTION_METHOD, &iap_lua_handle_iap_product, "billing_plan_at", 0},
    {PRESENT(iap_billing_plan_type), "client", FUNCTION_GETTER, &iap_lua_handle_iap_billing_plan, "type", 0},
    {PRESENT(iap_billing_plan_display_price), "client", FUNCTION_GETTER, &iap_lua_handle_iap_billing_plan, "display_price", 0},
    {PRESENT(iap_billing_plan_price_milliunits), "client", FUNCTION_GETTER, &iap_lua_handle_iap_billing_plan, "price_milliunits", 0},
    {PRESENT(iap_billing_plan_period_unit), "client", FUNCTION_GETTER, &iap_lua_handle_iap_billing_plan, "period_unit", 0},
    {PRESENT(iap_billing_plan_period_value), "client", FUNCTION_GETTER, &iap_lua_handle_iap_billing_plan, "period_value", 0},
    {PRESENT(iap_billing_plan_commitment_price_milliunits), "client", FUNCTION_GETTER, &iap_lua_handle_iap_billing_plan, "commitment_price_milliunits", 0},
    {PRESENT(iap_transaction_billing_plan_type), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "billing_plan_type", 0},
    {PRESENT(iap_transaction_commitment_period_number), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "commitment_period_number", 0},
    {PRESENT(iap_transaction_commitment_period_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "commitment_period_count", 0},
    {PRESENT(iap_transaction_commitment_expiration_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "commitment_expiration_date_ms", 0},
    {PRESENT(iap_transaction_commitment_price_milliunits), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "commitment_price_milliunits", 0},
    {PRESENT(iap_renewal_info_billing_plan_type), "client", FUNCTION_GETTER, &iap_lua_handle_iap_renewal_info, "billing_plan_type", 0},
    {PRESENT(iap_transaction_advanced_commerce_json), "client", FUNCTION_GETTER, &iap_lua_handle_iap_transaction, "advanced_commerce_json", 0},
    {PRESENT(iap_show_external_purchase_notice), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "show_external_purchase_notice", 2},
    {PRESENT(iap_open_external_purchase_link), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "open_external_purchase_link", 3},
    {PRESENT(iap_request_external_purchase_custom_link_eligibility), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_external_purchase_custom_link_eligibility", 2},
    {PRESENT(iap_request_external_purchase_token), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "request_external_purchase_token", 3},
    {PRESENT(iap_show_external_purchase_custom_link_notice), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "show_external_purchase_custom_link_notice", 3},
    {PRESENT(iap_open_external_link_account), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "open_external_link_account", 2},
    {PRESENT(iap_bind_payment_method), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "bind_payment_method", 3},
    {PRESENT(iap_grant_init), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_inventory_options_init), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_inventory_balance), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "inventory_balance", 0},
    {PRESENT(iap_inventory_is_unlocked), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "inventory_is_unlocked", 0},
    {PRESENT(iap_inventory_list), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "inventory_list", 0},
    {PRESENT(iap_inventory_items_count), "client", FUNCTION_GETTER, &iap_lua_handle_iap_inventory_items, "count", 0},
    {PRESENT(iap_inventory_items_at), "client", FUNCTION_METHOD, &iap_lua_handle_iap_inventory_items, "at", 0},
    {PRESENT(iap_inventory_items_release), "client", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_inventory_item_kind), "client", FUNCTION_GETTER, &iap_lua_handle_iap_inventory_item, "kind", 0},
    {PRESENT(iap_inventory_item_name), "client", FUNCTION_GETTER, &iap_lua_handle_iap_inventory_item, "name", 0},
    {PRESENT(iap_inventory_item_balance), "client", FUNCTION_GETTER, &iap_lua_handle_iap_inventory_item, "balance", 0},
    {PRESENT(iap_inventory_item_is_unlocked), "client", FUNCTION_GETTER, &iap_lua_handle_iap_inventory_item, "is_unlocked", 0},
    {PRESENT(iap_inventory_item_expiration_date_ms), "client", FUNCTION_GETTER, &iap_lua_handle_iap_inventory_item, "expiration_date_ms", 0},
    {PRESENT(iap_inventory_spend), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "inventory_spend", 5},
    {PRESENT(iap_inventory_add), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "inventory_add", 5},
    {PRESENT(iap_inventory_take_back), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "inventory_take_back", 3},
    {PRESENT(iap_inventory_export), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "inventory_export", 2},
    {PRESENT(iap_inventory_import), "client", FUNCTION_METHOD, &iap_lua_handle_iap_client, "inventory_import", 3},
#if IAP_LUA_HAS_STORE
    {PRESENT(iap_store_options_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_open), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_close), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "close", 0},
    {PRESENT(iap_store_open_device), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "open_device", 0},
    {PRESENT(iap_device_close), "store", FUNCTION_METHOD, &iap_lua_handle_iap_device, "close", 0},
    {PRESENT(iap_store_warning_count), "store", FUNCTION_GETTER, &iap_lua_handle_iap_store, "warning_count", 0},
    {PRESENT(iap_store_warning_at), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "warning_at", 0},
    {PRESENT(iap_store_product_count), "store", FUNCTION_GETTER, &iap_lua_handle_iap_store, "product_count", 0},
    {PRESENT(iap_store_product_id_at), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "product_id_at", 0},
    {PRESENT(iap_store_root_certificate), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "root_certificate", 0},
    {PRESENT(iap_store_now_ms), "store", FUNCTION_GETTER, &iap_lua_handle_iap_store, "now_ms", 0},
    {PRESENT(iap_store_advance_clock), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "advance_clock", 0},
    {PRESENT(iap_store_cancel_next_purchase), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "cancel_next_purchase", 0},
    {PRESENT(iap_store_fail_next_purchase), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "fail_next_purchase", 0},
    {PRESENT(iap_store_set_ask_to_buy), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_ask_to_buy", 0},
    {PRESENT(iap_store_list_approvals), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "list_approvals", 0},
    {PRESENT(iap_store_approval_product_id), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "approval_product_id", 0},
    {PRESENT(iap_store_approve), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "approve", 0},
    {PRESENT(iap_store_decline), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "decline", 0},
    {PRESENT(iap_store_refund), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "refund", 0},
    {PRESENT(iap_store_set_payments_allowed), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_payments_allowed", 0},
    {PRESENT(iap_store_set_storefront), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_storefront", 0},
    {PRESENT(iap_store_set_simulated_error), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_simulated_error", 0},
    {PRESENT(iap_store_set_supported), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_supported", 0},
    {PRESENT(iap_store_answer_next_sheet), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "answer_next_sheet", 0},
    {PRESENT(iap_store_sheet_count), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "sheet_count", 0},
    {PRESENT(iap_store_move_during_next_purchase), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "move_during_next_purchase", 0},
    {PRESENT(iap_device_send_purchase_intent), "store", FUNCTION_METHOD, &iap_lua_handle_iap_device, "send_purchase_intent", 0},
    {PRESENT(iap_device_send_message), "store", FUNCTION_METHOD, &iap_lua_handle_iap_device, "send_message", 0},
    {PRESENT(iap_store_renewal_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_set_renewal), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_renewal", 0},
    {PRESENT(iap_store_signing_request_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_sign), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "sign", 0},
    {PRESENT(iap_store_signing_key_id), "store", FUNCTION_GETTER, &iap_lua_handle_iap_store, "signing_key_id", 0},
    {PRESENT(iap_store_issuer_id), "store", FUNCTION_GETTER, &iap_lua_handle_iap_store, "issuer_id", 0},
    {PRESENT(iap_store_add_server_key), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "add_server_key", 0},
    {PRESENT(iap_store_sign_payload), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "sign_payload", 0},
    {PRESENT(iap_store_notification_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_sign_notification), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "sign_notification", 0},
    {PRESENT(iap_store_answer_ocsp), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "answer_ocsp", 0},
    {PRESENT(iap_store_set_clock), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_clock", 0},
    {PRESENT(iap_store_set_time_rate), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_time_rate", 0},
    {PRESENT(iap_store_set_billing_retry_on_renewal), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_billing_retry_on_renewal", 0},
    {PRESENT(iap_store_set_billing_grace_period), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_billing_grace_period", 0},
    {PRESENT(iap_store_set_renewal_limit), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_renewal_limit", 0},
    {PRESENT(iap_store_set_on_sale), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_on_sale", 0},
    {PRESENT(iap_store_set_interrupted_purchases), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_interrupted_purchases", 0},
    {PRESENT(iap_store_set_fail_transactions), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_fail_transactions", 0},
    {PRESENT(iap_store_set_dialogs_disabled), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_dialogs_disabled", 0},
    {PRESENT(iap_store_set_all_non_renewing_entitlements), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_all_non_renewing_entitlements", 0},
    {PRESENT(iap_store_set_locale_during_next_purchase), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_locale_during_next_purchase", 0},
    {PRESENT(iap_store_settings_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_get_settings), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "get_settings", 0},
    {PRESENT(iap_store_get_simulated_error), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "get_simulated_error", 0},
    {PRESENT(iap_store_set_auto_renew), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_auto_renew", 0},
    {PRESENT(iap_store_change_subscription), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "change_subscription", 0},
    {PRESENT(iap_store_expire_subscription), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "expire_subscription", 0},
    {PRESENT(iap_store_force_renewal), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "force_renewal", 0},
    {PRESENT(iap_store_resolve_issue), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "resolve_issue", 0},
    {PRESENT(iap_store_request_price_increase), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "request_price_increase", 0},
    {PRESENT(iap_store_answer_price_increase), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "answer_price_increase", 0},
    {PRESENT(iap_store_revoke), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "revoke", 0},
    {PRESENT(iap_store_purchase_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_buy), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "buy", 0},
    {PRESENT(iap_store_set_family), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_family", 0},
    {PRESENT(iap_store_set_family_sharing), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_family_sharing", 0},
    {PRESENT(iap_device_sign_in), "store", FUNCTION_METHOD, &iap_lua_handle_iap_device, "sign_in", 0},
    {PRESENT(iap_device_sign_out), "store", FUNCTION_METHOD, &iap_lua_handle_iap_device, "sign_out", 0},
    {PRESENT(iap_device_network_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_device_set_network), "store", FUNCTION_METHOD, &iap_lua_handle_iap_device, "set_network", 0},
    {PRESENT(iap_device_set_updates), "store", FUNCTION_METHOD, &iap_lua_handle_iap_device, "set_updates", 0},
    {PRESENT(iap_store_repeat_update), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "repeat_update", 0},
    {PRESENT(iap_store_copy_transaction), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "copy_transaction", 0},
    {PRESENT(iap_store_lose_next_answer), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "lose_next_answer", 0},
    {PRESENT(iap_store_restart), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "restart", 0},
    {PRESENT(iap_store_kill_at), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "kill_at", 0},
    {PRESENT(iap_store_set_profile), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_profile", 0},
    {PRESENT(iap_store_get_profile), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "get_profile", 0},
    {PRESENT(iap_store_set_habit), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_habit", 0},
    {PRESENT(iap_store_get_habit), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "get_habit", 0},
    {PRESENT(iap_habit_count), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_habit_at), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_habit_name), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_habit_named), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_habit_sentence), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_habit_source), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_habit_largest), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_habit_value_name), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_habit_value_in), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_profile_count), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_profile_at), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_profile_name), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_profile_named), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_receipt_request_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_answer_verify_receipt), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "answer_verify_receipt", 0},
    {PRESENT(iap_store_set_forgery), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "set_forgery", 0},
    {PRESENT(iap_store_transaction_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_list_transactions), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "list_transactions", 0},
    {PRESENT(iap_store_get_transaction), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "get_transaction", 0},
    {PRESENT(iap_store_delete_transaction), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "delete_transaction", 0},
    {PRESENT(iap_store_clear_transactions), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "clear_transactions", 0},
    {PRESENT(iap_store_reset_to_default_state), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "reset_to_default_state", 0},
    {PRESENT(iap_store_write_log), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "write_log", 0},
    {PRESENT(iap_store_write_state), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "write_state", 0},
    {PRESENT(iap_store_replay), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_totals_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_store_get_totals), "store", FUNCTION_METHOD, &iap_lua_handle_iap_store, "get_totals", 0},
#else
    {ABSENT(iap_store_options_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_open), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_close), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_open_device), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_device_close), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_warning_count), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_warning_at), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_product_count), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_product_id_at), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_root_certificate), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_now_ms), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_advance_clock), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_cancel_next_purchase), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_fail_next_purchase), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_ask_to_buy), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_list_approvals), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_approval_product_id), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_approve), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_decline), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_refund), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_payments_allowed), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_storefront), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_simulated_error), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_supported), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_answer_next_sheet), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_sheet_count), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_move_during_next_purchase), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_device_send_purchase_intent), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_device_send_message), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_renewal_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_renewal), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_signing_request_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_sign), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_signing_key_id), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_issuer_id), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_add_server_key), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_sign_payload), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_notification_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_sign_notification), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_answer_ocsp), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_clock), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_time_rate), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_billing_retry_on_renewal), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_billing_grace_period), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_renewal_limit), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_on_sale), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_interrupted_purchases), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_fail_transactions), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_dialogs_disabled), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_all_non_renewing_entitlements), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_locale_during_next_purchase), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_settings_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_get_settings), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_get_simulated_error), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_auto_renew), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_change_subscription), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_expire_subscription), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_force_renewal), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_resolve_issue), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_request_price_increase), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_answer_price_increase), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_revoke), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_purchase_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_buy), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_family), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_family_sharing), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_device_sign_in), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_device_sign_out), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_device_network_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_device_set_network), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_device_set_updates), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_repeat_update), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_copy_transaction), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_lose_next_answer), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_restart), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_kill_at), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_profile), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_get_profile), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_habit), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_get_habit), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_habit_count), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_habit_at), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_habit_name), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_habit_named), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_habit_sentence), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_habit_source), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_habit_largest), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_habit_value_name), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_habit_value_in), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_profile_count), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_profile_at), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_profile_name), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_profile_named), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_receipt_request_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_answer_verify_receipt), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_set_forgery), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_transaction_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_list_transactions), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_get_transaction), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_delete_transaction), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_clear_transactions), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_reset_to_default_state), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_write_log), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_write_state), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_replay), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_totals_init), "store", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_store_get_totals), "store", FUNCTION_PLAIN, NULL, NULL, 0},
#endif
#if IAP_LUA_HAS_SERVER
    {PRESENT(iap_verifier_options_init), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_verifier_open), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_verifier_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_verifier_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_verify_reason_name), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_verify_result_init), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_verifier_check), "server", FUNCTION_METHOD, &iap_lua_handle_iap_verifier, "check", 0},
    {PRESENT(iap_signed_data_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_signed_data_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_signed_json), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "json", 0},
    {PRESENT(iap_signed_unknown_json), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "unknown_json", 0},
    {PRESENT(iap_signed_has), "server", FUNCTION_METHOD, &iap_lua_handle_iap_signed_data, "has", 0},
    {PRESENT(iap_signed_text), "server", FUNCTION_METHOD, &iap_lua_handle_iap_signed_data, "text", 0},
    {PRESENT(iap_signed_number), "server", FUNCTION_METHOD, &iap_lua_handle_iap_signed_data, "number", 0},
    {PRESENT(iap_signed_kind), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "kind", 0},
    {PRESENT(iap_signed_is_signature_checked), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "is_signature_checked", 0},
    {PRESENT(iap_signed_environment), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "environment", 0},
    {PRESENT(iap_signed_bundle_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "bundle_id", 0},
    {PRESENT(iap_signed_app_apple_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "app_apple_id", 0},
    {PRESENT(iap_signed_signed_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "signed_date_ms", 0},
    {PRESENT(iap_signed_original_transaction_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "original_transaction_id", 0},
    {PRESENT(iap_signed_product_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "product_id", 0},
    {PRESENT(iap_signed_app_account_token), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "app_account_token", 0},
    {PRESENT(iap_signed_app_transaction_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "app_transaction_id", 0},
    {PRESENT(iap_signed_original_purchase_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "original_purchase_date_ms", 0},
    {PRESENT(iap_signed_offer_type), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "offer_type", 0},
    {PRESENT(iap_signed_offer_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "offer_id", 0},
    {PRESENT(iap_signed_offer_payment_mode), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "offer_payment_mode", 0},
    {PRESENT(iap_signed_offer_period), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "offer_period", 0},
    {PRESENT(iap_signed_currency_code), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "currency_code", 0},
    {PRESENT(iap_signed_billing_plan_type), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "billing_plan_type", 0},
    {PRESENT(iap_signed_seat_price_tier_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "seat_price_tier_count", 0},
    {PRESENT(iap_signed_seat_price_tier_at), "server", FUNCTION_METHOD, &iap_lua_handle_iap_signed_data, "seat_price_tier_at", 0},
    {PRESENT(iap_signed_advanced_commerce_json), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "advanced_commerce_json", 0},
    {PRESENT(iap_signed_device_verification), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "device_verification", 0},
    {PRESENT(iap_signed_device_verification_nonce), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "device_verification_nonce", 0},
    {PRESENT(iap_signed_is_for_device), "server", FUNCTION_METHOD, &iap_lua_handle_iap_signed_data, "is_for_device", 0},
    {PRESENT(iap_signed_transaction_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "transaction_id", 0},
    {PRESENT(iap_signed_web_order_line_item_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "web_order_line_item_id", 0},
    {PRESENT(iap_signed_subscription_group_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "subscription_group_id", 0},
    {PRESENT(iap_signed_product_type), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "product_type", 0},
    {PRESENT(iap_signed_quantity), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "quantity", 0},
    {PRESENT(iap_signed_purchase_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "purchase_date_ms", 0},
    {PRESENT(iap_signed_expiration_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "expiration_date_ms", 0},
    {PRESENT(iap_signed_revocation_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "revocation_date_ms", 0},
    {PRESENT(iap_signed_revocation_reason), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "revocation_reason", 0},
    {PRESENT(iap_signed_revocation_type), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "revocation_type", 0},
    {PRESENT(iap_signed_revocation_percentage), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "revocation_percentage", 0},
    {PRESENT(iap_signed_is_upgraded), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "is_upgraded", 0},
    {PRESENT(iap_signed_ownership), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "ownership", 0},
    {PRESENT(iap_signed_transaction_reason), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "transaction_reason", 0},
    {PRESENT(iap_signed_storefront_country_code), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "storefront_country_code", 0},
    {PRESENT(iap_signed_storefront_identifier), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "storefront_identifier", 0},
    {PRESENT(iap_signed_price_milliunits), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "price_milliunits", 0},
    {PRESENT(iap_signed_commitment_period_number), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "commitment_period_number", 0},
    {PRESENT(iap_signed_commitment_period_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "commitment_period_count", 0},
    {PRESENT(iap_signed_commitment_expiration_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "commitment_expiration_date_ms", 0},
    {PRESENT(iap_signed_commitment_price_milliunits), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "commitment_price_milliunits", 0},
    {PRESENT(iap_signed_previous_original_transaction_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "previous_original_transaction_id", 0},
    {PRESENT(iap_signed_invitation_management), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "invitation_management", 0},
    {PRESENT(iap_signed_revoked_seat_quantity), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "revoked_seat_quantity", 0},
    {PRESENT(iap_signed_additional_transaction_reason), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "additional_transaction_reason", 0},
    {PRESENT(iap_signed_auto_renewal), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "auto_renewal", 0},
    {PRESENT(iap_signed_auto_renew_product_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "auto_renew_product_id", 0},
    {PRESENT(iap_signed_expiration_reason), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "expiration_reason", 0},
    {PRESENT(iap_signed_price_increase), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "price_increase", 0},
    {PRESENT(iap_signed_is_in_billing_retry), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "is_in_billing_retry", 0},
    {PRESENT(iap_signed_grace_period_expiration_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "grace_period_expiration_date_ms", 0},
    {PRESENT(iap_signed_recent_subscription_start_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "recent_subscription_start_date_ms", 0},
    {PRESENT(iap_signed_renewal_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "renewal_date_ms", 0},
    {PRESENT(iap_signed_renewal_price_milliunits), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "renewal_price_milliunits", 0},
    {PRESENT(iap_signed_renewal_quantity), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "renewal_quantity", 0},
    {PRESENT(iap_signed_win_back_offer_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "win_back_offer_count", 0},
    {PRESENT(iap_signed_win_back_offer_at), "server", FUNCTION_METHOD, &iap_lua_handle_iap_signed_data, "win_back_offer_at", 0},
    {PRESENT(iap_signed_commitment_auto_renew_product_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "commitment_auto_renew_product_id", 0},
    {PRESENT(iap_signed_commitment_auto_renewal), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "commitment_auto_renewal", 0},
    {PRESENT(iap_signed_commitment_billing_plan_type), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "commitment_billing_plan_type", 0},
    {PRESENT(iap_signed_commitment_renewal_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "commitment_renewal_date_ms", 0},
    {PRESENT(iap_signed_commitment_renewal_price_milliunits), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "commitment_renewal_price_milliunits", 0},
    {PRESENT(iap_signed_app_version), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "app_version", 0},
    {PRESENT(iap_signed_app_version_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "app_version_id", 0},
    {PRESENT(iap_signed_original_app_version), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "original_app_version", 0},
    {PRESENT(iap_signed_original_platform), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "original_platform", 0},
    {PRESENT(iap_signed_preorder_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "preorder_date_ms", 0},
    {PRESENT(iap_signed_notification_type), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "notification_type", 0},
    {PRESENT(iap_signed_notification_subtype), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "notification_subtype", 0},
    {PRESENT(iap_signed_notification_uuid), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "notification_uuid", 0},
    {PRESENT(iap_signed_notification_version), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "notification_version", 0},
    {PRESENT(iap_signed_notification_content), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "notification_content", 0},
    {PRESENT(iap_signed_transaction_text), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "transaction_text", 0},
    {PRESENT(iap_signed_renewal_info_text), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "renewal_info_text", 0},
    {PRESENT(iap_signed_app_transaction_text), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "app_transaction_text", 0},
    {PRESENT(iap_signed_bundle_version), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "bundle_version", 0},
    {PRESENT(iap_signed_subscription_state), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "subscription_state", 0},
    {PRESENT(iap_signed_consumption_request_reason), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "consumption_request_reason", 0},
    {PRESENT(iap_signed_request_identifier), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "request_identifier", 0},
    {PRESENT(iap_signed_storefront_country_code_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "storefront_country_code_count", 0},
    {PRESENT(iap_signed_storefront_country_code_at), "server", FUNCTION_METHOD, &iap_lua_handle_iap_signed_data, "storefront_country_code_at", 0},
    {PRESENT(iap_signed_succeeded_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "succeeded_count", 0},
    {PRESENT(iap_signed_failed_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "failed_count", 0},
    {PRESENT(iap_signed_external_purchase_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "external_purchase_id", 0},
    {PRESENT(iap_signed_token_creation_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "token_creation_date_ms", 0},
    {PRESENT(iap_signed_unclaimed_seat_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_signed_data, "unclaimed_seat_count", 0},
    {PRESENT(iap_signed_unclaimed_seat_at), "server", FUNCTION_METHOD, &iap_lua_handle_iap_signed_data, "unclaimed_seat_at", 0},
    {PRESENT(iap_verifier_check_receipt), "server", FUNCTION_METHOD, &iap_lua_handle_iap_verifier, "check_receipt", 0},
    {PRESENT(iap_app_receipt_read), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_transaction_receipt_read_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_app_receipt_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_app_receipt_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_app_receipt_environment), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "environment", 0},
    {PRESENT(iap_app_receipt_receipt_type), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "receipt_type", 0},
    {PRESENT(iap_app_receipt_is_signature_checked), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "is_signature_checked", 0},
    {PRESENT(iap_app_receipt_bundle_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "bundle_id", 0},
    {PRESENT(iap_app_receipt_app_version), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "app_version", 0},
    {PRESENT(iap_app_receipt_original_app_version), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "original_app_version", 0},
    {PRESENT(iap_app_receipt_creation_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "creation_date_ms", 0},
    {PRESENT(iap_app_receipt_original_purchase_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "original_purchase_date_ms", 0},
    {PRESENT(iap_app_receipt_expiration_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "expiration_date_ms", 0},
    {PRESENT(iap_app_receipt_app_apple_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "app_apple_id", 0},
    {PRESENT(iap_app_receipt_is_for_device), "server", FUNCTION_METHOD, &iap_lua_handle_iap_app_receipt, "is_for_device", 0},
    {PRESENT(iap_app_receipt_attribute_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "attribute_count", 0},
    {PRESENT(iap_app_receipt_attribute_at), "server", FUNCTION_METHOD, &iap_lua_handle_iap_app_receipt, "attribute_at", 0},
    {PRESENT(iap_app_receipt_purchase_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_app_receipt, "purchase_count", 0},
    {PRESENT(iap_app_receipt_purchase_at), "server", FUNCTION_METHOD, &iap_lua_handle_iap_app_receipt, "purchase_at", 0},
    {PRESENT(iap_receipt_purchase_transaction_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "transaction_id", 0},
    {PRESENT(iap_receipt_purchase_original_transaction_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "original_transaction_id", 0},
    {PRESENT(iap_receipt_purchase_product_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "product_id", 0},
    {PRESENT(iap_receipt_purchase_product_type), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "product_type", 0},
    {PRESENT(iap_receipt_purchase_quantity), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "quantity", 0},
    {PRESENT(iap_receipt_purchase_purchase_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "purchase_date_ms", 0},
    {PRESENT(iap_receipt_purchase_original_purchase_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "original_purchase_date_ms", 0},
    {PRESENT(iap_receipt_purchase_expiration_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "expiration_date_ms", 0},
    {PRESENT(iap_receipt_purchase_cancellation_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "cancellation_date_ms", 0},
    {PRESENT(iap_receipt_purchase_web_order_line_item_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "web_order_line_item_id", 0},
    {PRESENT(iap_receipt_purchase_is_trial_period), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "is_trial_period", 0},
    {PRESENT(iap_receipt_purchase_is_introductory_offer_period), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "is_introductory_offer_period", 0},
    {PRESENT(iap_receipt_purchase_promotional_offer_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "promotional_offer_id", 0},
    {PRESENT(iap_receipt_purchase_attribute_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "attribute_count", 0},
    {PRESENT(iap_receipt_purchase_attribute_at), "server", FUNCTION_METHOD, &iap_lua_handle_iap_receipt_purchase, "attribute_at", 0},
    {PRESENT(iap_receipt_purchase_cancellation_reason), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "cancellation_reason", 0},
    {PRESENT(iap_receipt_purchase_app_account_token), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "app_account_token", 0},
    {PRESENT(iap_receipt_purchase_ownership), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "ownership", 0},
    {PRESENT(iap_receipt_purchase_is_upgraded), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "is_upgraded", 0},
    {PRESENT(iap_receipt_purchase_offer_code_name), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "offer_code_name", 0},
    {PRESENT(iap_receipt_purchase_subscription_group_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_purchase, "subscription_group_id", 0},
    {PRESENT(iap_receipt_request_write), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_receipt_answer_read), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_receipt_answer_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_receipt_answer_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_receipt_answer_action), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "action", 0},
    {PRESENT(iap_receipt_answer_verdict), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "verdict", 0},
    {PRESENT(iap_receipt_answer_status), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "status", 0},
    {PRESENT(iap_receipt_answer_message), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "message", 0},
    {PRESENT(iap_receipt_answer_environment), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "environment", 0},
    {PRESENT(iap_receipt_answer_json), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "json", 0},
    {PRESENT(iap_receipt_answer_receipt_type), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "receipt_type", 0},
    {PRESENT(iap_receipt_answer_bundle_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "bundle_id", 0},
    {PRESENT(iap_receipt_answer_app_version), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "app_version", 0},
    {PRESENT(iap_receipt_answer_original_app_version), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "original_app_version", 0},
    {PRESENT(iap_receipt_answer_app_apple_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "app_apple_id", 0},
    {PRESENT(iap_receipt_answer_app_item_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "app_item_id", 0},
    {PRESENT(iap_receipt_answer_download_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "download_id", 0},
    {PRESENT(iap_receipt_answer_app_version_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "app_version_id", 0},
    {PRESENT(iap_receipt_answer_creation_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "creation_date_ms", 0},
    {PRESENT(iap_receipt_answer_request_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "request_date_ms", 0},
    {PRESENT(iap_receipt_answer_original_purchase_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "original_purchase_date_ms", 0},
    {PRESENT(iap_receipt_answer_preorder_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "preorder_date_ms", 0},
    {PRESENT(iap_receipt_answer_expiration_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "expiration_date_ms", 0},
    {PRESENT(iap_receipt_answer_latest_receipt), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "latest_receipt", 0},
    {PRESENT(iap_receipt_answer_purchase_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "purchase_count", 0},
    {PRESENT(iap_receipt_answer_purchase_at), "server", FUNCTION_METHOD, &iap_lua_handle_iap_receipt_answer, "purchase_at", 0},
    {PRESENT(iap_receipt_answer_latest_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "latest_count", 0},
    {PRESENT(iap_receipt_answer_latest_at), "server", FUNCTION_METHOD, &iap_lua_handle_iap_receipt_answer, "latest_at", 0},
    {PRESENT(iap_receipt_answer_renewal_count), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_answer, "renewal_count", 0},
    {PRESENT(iap_receipt_answer_renewal_at), "server", FUNCTION_METHOD, &iap_lua_handle_iap_receipt_answer, "renewal_at", 0},
    {PRESENT(iap_receipt_renewal_original_transaction_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_renewal, "original_transaction_id", 0},
    {PRESENT(iap_receipt_renewal_product_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_renewal, "product_id", 0},
    {PRESENT(iap_receipt_renewal_auto_renew_product_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_renewal, "auto_renew_product_id", 0},
    {PRESENT(iap_receipt_renewal_auto_renewal), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_renewal, "auto_renewal", 0},
    {PRESENT(iap_receipt_renewal_expiration_reason), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_renewal, "expiration_reason", 0},
    {PRESENT(iap_receipt_renewal_is_in_billing_retry), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_renewal, "is_in_billing_retry", 0},
    {PRESENT(iap_receipt_renewal_grace_period_expiration_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_renewal, "grace_period_expiration_date_ms", 0},
    {PRESENT(iap_receipt_renewal_price_increase), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_renewal, "price_increase", 0},
    {PRESENT(iap_receipt_renewal_offer_code_name), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_renewal, "offer_code_name", 0},
    {PRESENT(iap_receipt_renewal_promotional_offer_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_receipt_renewal, "promotional_offer_id", 0},
    {PRESENT(iap_server_key_options_init), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_server_key_open), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_server_key_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_server_key_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_server_key_public_key), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_key, "public_key", 0},
    {PRESENT(iap_server_key_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_key, "id", 0},
    {PRESENT(iap_server_request_init), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_server_key_sign), "server", FUNCTION_METHOD, &iap_lua_handle_iap_server_key, "sign", 0},
    {PRESENT(iap_server_key_check), "server", FUNCTION_METHOD, &iap_lua_handle_iap_server_key, "check", 0},
    {PRESENT(iap_server_signature_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_server_signature_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {PRESENT(iap_server_signature_text), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_signature, "text", 0},
    {PRESENT(iap_server_signature_kind), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_signature, "kind", 0},
    {PRESENT(iap_server_signature_nonce), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_signature, "nonce", 0},
    {PRESENT(iap_server_signature_timestamp_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_signature, "timestamp_ms", 0},
    {PRESENT(iap_server_signature_expiration_date_ms), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_signature, "expiration_date_ms", 0},
    {PRESENT(iap_server_signature_product_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_signature, "product_id", 0},
    {PRESENT(iap_server_signature_offer_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_signature, "offer_id", 0},
    {PRESENT(iap_server_signature_transaction_id), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_signature, "transaction_id", 0},
    {PRESENT(iap_server_signature_allows_introductory_offer), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_signature, "allows_introductory_offer", 0},
    {PRESENT(iap_server_signature_request_json), "server", FUNCTION_GETTER, &iap_lua_handle_iap_server_signature, "request_json", 0},
#else
    {ABSENT(iap_verifier_options_init), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_verifier_open), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_verifier_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_verifier_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_verify_reason_name), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_verify_result_init), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_verifier_check), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_data_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_data_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_json), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_unknown_json), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_has), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_text), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_number), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_kind), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_is_signature_checked), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_environment), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_bundle_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_app_apple_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_signed_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_original_transaction_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_product_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_app_account_token), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_app_transaction_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_original_purchase_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_offer_type), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_offer_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_offer_payment_mode), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_offer_period), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_currency_code), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_billing_plan_type), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_seat_price_tier_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_seat_price_tier_at), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_advanced_commerce_json), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_device_verification), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_device_verification_nonce), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_is_for_device), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_transaction_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_web_order_line_item_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_subscription_group_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_product_type), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_quantity), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_purchase_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_expiration_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_revocation_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_revocation_reason), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_revocation_type), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_revocation_percentage), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_is_upgraded), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_ownership), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_transaction_reason), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_storefront_country_code), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_storefront_identifier), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_price_milliunits), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_commitment_period_number), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_commitment_period_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_commitment_expiration_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_commitment_price_milliunits), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_previous_original_transaction_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_invitation_management), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_revoked_seat_quantity), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_additional_transaction_reason), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_auto_renewal), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_auto_renew_product_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_expiration_reason), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_price_increase), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_is_in_billing_retry), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_grace_period_expiration_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_recent_subscription_start_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_renewal_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_renewal_price_milliunits), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_renewal_quantity), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_win_back_offer_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_win_back_offer_at), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_commitment_auto_renew_product_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_commitment_auto_renewal), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_commitment_billing_plan_type), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_commitment_renewal_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_commitment_renewal_price_milliunits), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_app_version), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_app_version_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_original_app_version), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_original_platform), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_preorder_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_notification_type), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_notification_subtype), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_notification_uuid), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_notification_version), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_notification_content), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_transaction_text), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_renewal_info_text), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_app_transaction_text), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_bundle_version), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_subscription_state), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_consumption_request_reason), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_request_identifier), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_storefront_country_code_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_storefront_country_code_at), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_succeeded_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_failed_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_external_purchase_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_token_creation_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_unclaimed_seat_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_signed_unclaimed_seat_at), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_verifier_check_receipt), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_read), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_transaction_receipt_read_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_environment), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_receipt_type), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_is_signature_checked), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_bundle_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_app_version), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_original_app_version), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_creation_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_original_purchase_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_expiration_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_app_apple_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_is_for_device), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_attribute_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_attribute_at), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_purchase_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_app_receipt_purchase_at), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_transaction_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_original_transaction_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_product_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_product_type), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_quantity), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_purchase_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_original_purchase_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_expiration_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_cancellation_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_web_order_line_item_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_is_trial_period), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_is_introductory_offer_period), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_promotional_offer_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_attribute_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_attribute_at), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_cancellation_reason), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_app_account_token), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_ownership), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_is_upgraded), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_offer_code_name), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_purchase_subscription_group_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_request_write), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_read), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_action), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_verdict), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_status), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_message), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_environment), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_json), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_receipt_type), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_bundle_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_app_version), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_original_app_version), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_app_apple_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_app_item_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_download_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_app_version_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_creation_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_request_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_original_purchase_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_preorder_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_expiration_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_latest_receipt), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_purchase_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_purchase_at), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_latest_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_latest_at), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_renewal_count), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_answer_renewal_at), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_renewal_original_transaction_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_renewal_product_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_renewal_auto_renew_product_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_renewal_auto_renewal), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_renewal_expiration_reason), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_renewal_is_in_billing_retry), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_renewal_grace_period_expiration_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_renewal_price_increase), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_renewal_offer_code_name), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_receipt_renewal_promotional_offer_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_key_options_init), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_key_open), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_key_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_key_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_key_public_key), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_key_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_request_init), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_key_sign), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_key_check), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_retain), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_release), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_text), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_kind), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_nonce), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_timestamp_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_expiration_date_ms), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_product_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_offer_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_transaction_id), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_allows_introductory_offer), "server", FUNCTION_PLAIN, NULL, NULL, 0},
    {ABSENT(iap_server_signature_request_json), "server", FUNCTION_PLAIN, NULL, NULL, 0},
#endif
    {NULL, NULL, NULL, NULL, FUNCTION_PLAIN, NULL, NULL, 0},
};

const Constant iap_lua_constants[] = {
    {"IAP_OK", INT64_C(0), NULL, "iap_status"},
    {"IAP_ERROR_INVALID_ARGUMENT", INT64_C(-1), NULL, "iap_status"},
    {"IAP_ERROR_INVALID_QUANTITY", INT64_C(-257), NULL, "iap_status"},
    {"IAP_ERROR_INVALID_TEXT", INT64_C(-513), NULL, "iap_status"},
    {"IAP_ERROR_INVALID_STRUCT_SIZE", INT64_C(-769), NULL, "iap_status"},
    {"IAP_ERROR_TOO_LARGE", INT64_C(-1025), NULL, "iap_status"},
    {"IAP_ERROR_INVALID_STORE_FILE", INT64_C(-1281), NULL, "iap_status"},
    {"IAP_ERROR_INVALID_ANCHOR", INT64_C(-1537), NULL, "iap_status"},
    {"IAP_ERROR_INVALID_FILE", INT64_C(-1793), NULL, "iap_status"},
    {"IAP_ERROR_MISUSE", INT64_C(-2), NULL, "iap_status"},
    {"IAP_ERROR_CLOSED", INT64_C(-258), NULL, "iap_status"},
    {"IAP_ERROR_REENTRANT", INT64_C(-514), NULL, "iap_status"},
    {"IAP_ERROR_WRONG_THREAD", INT64_C(-770), NULL, "iap_status"},
    {"IAP_ERROR_INVALID_STATE", INT64_C(-1026), NULL, "iap_status"},
    {"IAP_ERROR_VERSION_MISMATCH", INT64_C(-1282), NULL, "iap_status"},
    {"IAP_ERROR_BUSY", INT64_C(-1538), NULL, "iap_status"},
    {"IAP_ERROR_KEY_IN_USE", INT64_C(-1794), NULL, "iap_status"},
    {"IAP_ERROR_NOT_FOUND", INT64_C(-3), NULL, "iap_status"},
    {"IAP_ERROR_CANCELLED", INT64_C(-4), NULL, "iap_status"},
    {"IAP_ERROR_NOT_ALLOWED", INT64_C(-5), NULL, "iap_status"},
    {"IAP_ERROR_NOT_ELIGIBLE", INT64_C(-261), NULL, "iap_status"},
    {"IAP_ERROR_INSUFFICIENT_BALANCE", INT64_C(-517), NULL, "iap_status"},
    {"IAP_ERROR_PRODUCT_UNAVAILABLE", INT64_C(-6), NULL, "iap_status"},
    {"IAP_ERROR_NOT_IN_STOREFRONT", INT64_C(-262), NULL, "iap_status"},
    {"IAP_ERROR_NETWORK", INT64_C(-7), NULL, "iap_status"},
    {"IAP_ERROR_SERVER", INT64_C(-263), NULL, "iap_status"},
    {"IAP_ERROR_STORE", INT64_C(-8), NULL, "iap_status"},
    {"IAP_ERROR_NOT_ENTITLED", INT64_C(-264), NULL, "iap_status"},
    {"IAP_ERROR_DUPLICATE_REQUEST", INT64_C(-520), NULL, "iap_status"},
    {"IAP_ERROR_VERIFICATION", INT64_C(-9), NULL, "iap_status"},
    {"IAP_ERROR_STORAGE", INT64_C(-10), NULL, "iap_status"},
    {"IAP_ERROR_STORAGE_FULL", INT64_C(-266), NULL, "iap_status"},
    {"IAP_ERROR_STORAGE_NEWER", INT64_C(-522), NULL, "iap_status"},
    {"IAP_ERROR_STORAGE_FOREIGN", INT64_C(-778), NULL, "iap_status"},
    {"IAP_ERROR_STORAGE_DAMAGED", INT64_C(-1034), NULL, "iap_status"},
    {"IAP_ERROR_UNSUPPORTED", INT64_C(-11), NULL, "iap_status"},
    {"IAP_ERROR_OFFER", INT64_C(-12), NULL, "iap_status"},
    {"IAP_ERROR_INELIGIBLE_FOR_OFFER", INT64_C(-268), NULL, "iap_status"},
    {"IAP_ERROR_INVALID_OFFER_IDENTIFIER", INT64_C(-524), NULL, "iap_status"},
    {"IAP_ERROR_INVALID_OFFER_PRICE", INT64_C(-780), NULL, "iap_status"},
    {"IAP_ERROR_INVALID_OFFER_SIGNATURE", INT64_C(-1036), NULL, "iap_status"},
    {"IAP_ERROR_MISSING_OFFER_PARAMETERS", INT64_C(-1292), NULL, "iap_status"},
    {"IAP_ERROR_INTERNAL", INT64_C(-13), NULL, "iap_status"},
    {"IAP_CATEGORY_NONE", INT64_C(0), NULL, "iap_category"},
    {"IAP_CATEGORY_INVALID_ARGUMENT", INT64_C(1), NULL, "iap_category"},
    {"IAP_CATEGORY_MISUSE", INT64_C(2), NULL, "iap_category"},
    {"IAP_CATEGORY_NOT_FOUND", INT64_C(3), NULL, "iap_category"},
    {"IAP_CATEGORY_CANCELLED", INT64_C(4), NULL, "iap_category"},
    {"IAP_CATEGORY_NOT_ALLOWED", INT64_C(5), NULL, "iap_category"},
    {"IAP_CATEGORY_UNAVAILABLE", INT64_C(6), NULL, "iap_category"},
    {"IAP_CATEGORY_NETWORK", INT64_C(7), NULL, "iap_category"},
    {"IAP_CATEGORY_STORE", INT64_C(8), NULL, "iap_category"},
    {"IAP_CATEGORY_VERIFICATION", INT64_C(9), NULL, "iap_category"},
    {"IAP_CATEGORY_STORAGE", INT64_C(10), NULL, "iap_category"},
    {"IAP_CATEGORY_UNSUPPORTED", INT64_C(11), NULL, "iap_category"},
    {"IAP_CATEGORY_OFFER", INT64_C(12), NULL, "iap_category"},
    {"IAP_CATEGORY_INTERNAL", INT64_C(13), NULL, "iap_category"},
    {"IAP_EXECUTION_BACKGROUND", INT64_C(0), NULL, "iap_execution"},
    {"IAP_EXECUTION_MANUAL", INT64_C(1), NULL, "iap_execution"},
    {"IAP_PRODUCT_TYPE_UNKNOWN", INT64_C(0), NULL, "iap_product_type_t"},
    {"IAP_PRODUCT_TYPE_CONSUMABLE", INT64_C(1), NULL, "iap_product_type_t"},
    {"IAP_PRODUCT_TYPE_NON_CONSUMABLE", INT64_C(2), NULL, "iap_product_type_t"},
    {"IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION", INT64_C(3), NULL, "iap_product_type_t"},
    {"IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION", INT64_C(4), NULL, "iap_product_type_t"},
    {"IAP_PERIOD_UNIT_NONE", INT64_C(0), NULL, "iap_period_unit"},
    {"IAP_PERIOD_UNIT_DAY", INT64_C(1), NULL, "iap_period_unit"},
    {"IAP_PERIOD_UNIT_WEEK", INT64_C(2), NULL, "iap_period_unit"},
    {"IAP_PERIOD_UNIT_MONTH", INT64_C(3), NULL, "iap_period_unit"},
    {"IAP_PERIOD_UNIT_YEAR", INT64_C(4), NULL, "iap_period_unit"},
    {"IAP_PRODUCT_LIST_NONE", INT64_C(0), NULL, "iap_product_list_source"},
    {"IAP_PRODUCT_LIST_FILE", INT64_C(1), NULL, "iap_product_list_source"},
    {"IAP_PRODUCT_LIST_SERVER", INT64_C(2), NULL, "iap_product_list_source"},
    {"IAP_PRODUCT_LIST_LAST_GOOD", INT64_C(3), NULL, "iap_product_list_source"},
    {"IAP_OFFER_TYPE_UNKNOWN", INT64_C(-1), NULL, "iap_offer_type_t"},
    {"IAP_OFFER_TYPE_NONE", INT64_C(0), NULL, "iap_offer_type_t"},
    {"IAP_OFFER_TYPE_INTRODUCTORY", INT64_C(1), NULL, "iap_offer_type_t"},
    {"IAP_OFFER_TYPE_PROMOTIONAL", INT64_C(2), NULL, "iap_offer_type_t"},
    {"IAP_OFFER_TYPE_CODE", INT64_C(3), NULL, "iap_offer_type_t"},
    {"IAP_OFFER_TYPE_WIN_BACK", INT64_C(4), NULL, "iap_offer_type_t"},
    {"IAP_PAYMENT_MODE_UNKNOWN", INT64_C(-1), NULL, "iap_payment_mode"},
    {"IAP_PAYMENT_MODE_NONE", INT64_C(0), NULL, "iap_payment_mode"},
    {"IAP_PAYMENT_MODE_FREE_TRIAL", INT64_C(1), NULL, "iap_payment_mode"},
    {"IAP_PAYMENT_MODE_PAY_AS_YOU_GO", INT64_C(2), NULL, "iap_payment_mode"},
    {"IAP_PAYMENT_MODE_PAY_UP_FRONT", INT64_C(3), NULL, "iap_payment_mode"},
    {"IAP_PAYMENT_MODE_ONE_TIME", INT64_C(4), NULL, "iap_payment_mode"},
    {"IAP_BILLING_PLAN_UNKNOWN", INT64_C(-1), NULL, "iap_billing_plan_type_t"},
    {"IAP_BILLING_PLAN_NONE", INT64_C(0), NULL, "iap_billing_plan_type_t"},
    {"IAP_BILLING_PLAN_UP_FRONT", INT64_C(1), NULL, "iap_billing_plan_type_t"},
    {"IAP_BILLING_PLAN_MONTHLY", INT64_C(2), NULL, "iap_billing_plan_type_t"},
    {"IAP_TRANSACTION_UNKNOWN", INT64_C(0), NULL, "iap_transaction_state_t"},
    {"IAP_TRANSACTION_PURCHASING", INT64_C(1), NULL, "iap_transaction_state_t"},
    {"IAP_TRANSACTION_PURCHASED", INT64_C(2), NULL, "iap_transaction_state_t"},
    {"IAP_TRANSACTION_FAILED", INT64_C(3), NULL, "iap_transaction_state_t"},
    {"IAP_TRANSACTION_RESTORED", INT64_C(4), NULL, "iap_transaction_state_t"},
    {"IAP_TRANSACTION_DEFERRED", INT64_C(5), NULL, "iap_transaction_state_t"},
    {"IAP_TRANSACTION_REVOKED", INT64_C(6), NULL, "iap_transaction_state_t"},
    {"IAP_TRANSACTION_UNVERIFIED", INT64_C(7), NULL, "iap_transaction_state_t"},
    {"IAP_TRANSACTION_REJECTED", INT64_C(8), NULL, "iap_transaction_state_t"},
    {"IAP_DELIVERY_NONE", INT64_C(0), NULL, "iap_delivery_state"},
    {"IAP_DELIVERY_NEW", INT64_C(1), NULL, "iap_delivery_state"},
    {"IAP_DELIVERY_SEEN", INT64_C(2), NULL, "iap_delivery_state"},
    {"IAP_DELIVERY_GRANTED", INT64_C(3), NULL, "iap_delivery_state"},
    {"IAP_OWNERSHIP_UNKNOWN", INT64_C(0), NULL, "iap_ownership"},
    {"IAP_OWNERSHIP_PURCHASED", INT64_C(1), NULL, "iap_ownership"},
    {"IAP_OWNERSHIP_FAMILY_SHARED", INT64_C(2), NULL, "iap_ownership"},
    {"IAP_OWNERSHIP_ASSIGNED", INT64_C(3), NULL, "iap_ownership"},
    {"IAP_REVOCATION_REASON_UNKNOWN", INT64_C(-1), NULL, "iap_revocation_reason"},
    {"IAP_REVOCATION_REASON_NONE", INT64_C(0), NULL, "iap_revocation_reason"},
    {"IAP_REVOCATION_REASON_OTHER", INT64_C(1), NULL, "iap_revocation_reason"},
    {"IAP_REVOCATION_REASON_DEVELOPER_ISSUE", INT64_C(2), NULL, "iap_revocation_reason"},
    {"IAP_REVOCATION_TYPE_UNKNOWN", INT64_C(-1), NULL, "iap_revocation_type"},
    {"IAP_REVOCATION_TYPE_NONE", INT64_C(0), NULL, "iap_revocation_type"},
    {"IAP_REVOCATION_TYPE_REFUND_FULL", INT64_C(1), NULL, "iap_revocation_type"},
    {"IAP_REVOCATION_TYPE_REFUND_PRORATED", INT64_C(2), NULL, "iap_revocation_type"},
    {"IAP_REVOCATION_TYPE_FAMILY_REVOKE", INT64_C(3), NULL, "iap_revocation_type"},
    {"IAP_TRANSACTION_REASON_UNKNOWN", INT64_C(-1), NULL, "iap_transaction_reason_t"},
    {"IAP_TRANSACTION_REASON_NONE", INT64_C(0), NULL, "iap_transaction_reason_t"},
    {"IAP_TRANSACTION_REASON_PURCHASE", INT64_C(1), NULL, "iap_transaction_reason_t"},
    {"IAP_TRANSACTION_REASON_RENEWAL", INT64_C(2), NULL, "iap_transaction_reason_t"},
    {"IAP_VERIFICATION_NONE", INT64_C(0), NULL, "iap_verification"},
    {"IAP_VERIFICATION_VERIFIED", INT64_C(1), NULL, "iap_verification"},
    {"IAP_VERIFICATION_REVOKED_CERTIFICATE", INT64_C(2), NULL, "iap_verification"},
    {"IAP_VERIFICATION_INVALID_CERTIFICATE_CHAIN", INT64_C(3), NULL, "iap_verification"},
    {"IAP_VERIFICATION_INVALID_DEVICE_VERIFICATION", INT64_C(4), NULL, "iap_verification"},
    {"IAP_VERIFICATION_INVALID_ENCODING", INT64_C(5), NULL, "iap_verification"},
    {"IAP_VERIFICATION_INVALID_SIGNATURE", INT64_C(6), NULL, "iap_verification"},
    {"IAP_VERIFICATION_MISSING_REQUIRED_PROPERTIES", INT64_C(7), NULL, "iap_verification"},
    {"IAP_VERIFICATION_FAILED", INT64_C(8), NULL, "iap_verification"},
    {"IAP_QUERY_NONE", INT64_C(0), NULL, "iap_query"},
    {"IAP_QUERY_UNFINISHED", INT64_C(1), NULL, "iap_query"},
    {"IAP_QUERY_ALL", INT64_C(2), NULL, "iap_query"},
    {"IAP_QUERY_CURRENT_ENTITLEMENTS", INT64_C(3), NULL, "iap_query"},
    {"IAP_QUERY_LATEST", INT64_C(4), NULL, "iap_query"},
    {"IAP_SUBSCRIPTION_STATE_UNKNOWN", INT64_C(0), NULL, "iap_subscription_state"},
    {"IAP_SUBSCRIPTION_STATE_SUBSCRIBED", INT64_C(1), NULL, "iap_subscription_state"},
    {"IAP_SUBSCRIPTION_STATE_EXPIRED", INT64_C(2), NULL, "iap_subscription_state"},
    {"IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY", INT64_C(3), NULL, "iap_subscription_state"},
    {"IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD", INT64_C(4), NULL, "iap_subscription_state"},
    {"IAP_SUBSCRIPTION_STATE_REVOKED", INT64_C(5), NULL, "iap_subscription_state"},
    {"IAP_EXPIRATION_REASON_UNKNOWN", INT64_C(-1), NULL, "iap_expiration_reason"},
    {"IAP_EXPIRATION_REASON_NONE", INT64_C(0), NULL, "iap_expiration_reason"},
    {"IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED", INT64_C(1), NULL, "iap_expiration_reason"},
    {"IAP_EXPIRATION_REASON_BILLING_ERROR", INT64_C(2), NULL, "iap_expiration_reason"},
    {"IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE", INT64_C(3), NULL, "iap_expiration_reason"},
    {"IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE", INT64_C(4), NULL, "iap_expiration_reason"},
    {"IAP_EXPIRATION_REASON_OTHER", INT64_C(5), NULL, "iap_expiration_reason"},
    {"IAP_PRICE_INCREASE_UNKNOWN", INT64_C(-1), NULL, "iap_price_increase"},
    {"IAP_PRICE_INCREASE_NONE", INT64_C(0), NULL, "iap_price_increase"},
    {"IAP_PRICE_INCREASE_PENDING", INT64_C(1), NULL, "iap_price_increase"},
    {"IAP_PRICE_INCREASE_AGREED", INT64_C(2), NULL, "iap_price_increase"},
    {"IAP_VERIFY_BY_STORE", INT64_C(0), NULL, "iap_verification_mode"},
    {"IAP_VERIFY_BY_SIGNATURE", INT64_C(1), NULL, "iap_verification_mode"},
    {"IAP_VERIFY_BY_GAME", INT64_C(2), NULL, "iap_verification_mode"},
    {"IAP_VERIFY_BY_SERVER", INT64_C(3), NULL, "iap_verification_mode"},
    {"IAP_VERDICT_VALID", INT64_C(1), NULL, "iap_verdict"},
    {"IAP_VERDICT_INVALID", INT64_C(2), NULL, "iap_verdict"},
    {"IAP_VERDICT_UNDECIDED", INT64_C(3), NULL, "iap_verdict"},
    {"IAP_FEATURE_NONE", INT64_C(0), NULL, "iap_feature"},
    {"IAP_FEATURE_WIN_BACK_OFFERS", INT64_C(1), NULL, "iap_feature"},
    {"IAP_FEATURE_ALL_STATUSES", INT64_C(2), NULL, "iap_feature"},
    {"IAP_FEATURE_PURCHASE_INTENTS", INT64_C(3), NULL, "iap_feature"},
    {"IAP_FEATURE_MESSAGES", INT64_C(4), NULL, "iap_feature"},
    {"IAP_FEATURE_REFUND_REQUEST", INT64_C(5), NULL, "iap_feature"},
    {"IAP_FEATURE_MANAGE_SUBSCRIPTIONS", INT64_C(6), NULL, "iap_feature"},
    {"IAP_FEATURE_OFFER_CODE_REDEMPTION", INT64_C(7), NULL, "iap_feature"},
    {"IAP_FEATURE_REVIEW_REQUEST", INT64_C(8), NULL, "iap_feature"},
    {"IAP_FEATURE_APP_TRANSACTION", INT64_C(9), NULL, "iap_feature"},
    {"IAP_FEATURE_APP_RECEIPT", INT64_C(10), NULL, "iap_feature"},
    {"IAP_FEATURE_PROMOTIONS", INT64_C(11), NULL, "iap_feature"},
    {"IAP_FEATURE_EXTERNAL_PURCHASE", INT64_C(12), NULL, "iap_feature"},
    {"IAP_FEATURE_EXTERNAL_PURCHASE_LINK", INT64_C(13), NULL, "iap_feature"},
    {"IAP_FEATURE_EXTERNAL_PURCHASE_CUSTOM_LINK", INT64_C(14), NULL, "iap_feature"},
    {"IAP_FEATURE_EXTERNAL_LINK_ACCOUNT", INT64_C(15), NULL, "iap_feature"},
    {"IAP_FEATURE_PAYMENT_METHOD_BINDING", INT64_C(16), NULL, "iap_feature"},
    {"IAP_FEATURE_ADVANCED_COMMERCE", INT64_C(17), NULL, "iap_feature"},
    {"IAP_FEATURE_BILLING_PLANS", INT64_C(18), NULL, "iap_feature"},
    {"IAP_FEATURE_MULTI_SEAT", INT64_C(19), NULL, "iap_feature"},
    {"IAP_ENVIRONMENT_UNKNOWN", INT64_C(0), NULL, "iap_environment"},
    {"IAP_ENVIRONMENT_PRODUCTION", INT64_C(1), NULL, "iap_environment"},
    {"IAP_ENVIRONMENT_SANDBOX", INT64_C(2), NULL, "iap_environment"},
    {"IAP_ENVIRONMENT_XCODE", INT64_C(4), NULL, "iap_environment"},
    {"IAP_ENVIRONMENT_LOCAL_TESTING", INT64_C(8), NULL, "iap_environment"},
    {"IAP_ENVIRONMENT_REFERENCE_STORE", INT64_C(16), NULL, "iap_environment"},
    {"IAP_LOG_NONE", INT64_C(0), NULL, "iap_log_level"},
    {"IAP_LOG_ERROR", INT64_C(1), NULL, "iap_log_level"},
    {"IAP_LOG_WARNING", INT64_C(2), NULL, "iap_log_level"},
    {"IAP_LOG_INFO", INT64_C(3), NULL, "iap_log_level"},
    {"IAP_LOG_DEBUG", INT64_C(4), NULL, "iap_log_level"},
    {"IAP_MESSAGE_REASON_UNKNOWN", INT64_C(0), NULL, "iap_message_reason_t"},
    {"IAP_MESSAGE_REASON_GENERIC", INT64_C(1), NULL, "iap_message_reason_t"},
    {"IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT", INT64_C(2), NULL, "iap_message_reason_t"},
    {"IAP_MESSAGE_REASON_BILLING_ISSUE", INT64_C(3), NULL, "iap_message_reason_t"},
    {"IAP_MESSAGE_REASON_WIN_BACK_OFFER", INT64_C(4), NULL, "iap_message_reason_t"},
    {"IAP_EVENT_NONE", INT64_C(0), NULL, "iap_event_type_t"},
    {"IAP_EVENT_PRODUCTS_RECEIVED", INT64_C(1), NULL, "iap_event_type_t"},
    {"IAP_EVENT_TRANSACTIONS_RECEIVED", INT64_C(2), NULL, "iap_event_type_t"},
    {"IAP_EVENT_STOREFRONT_RECEIVED", INT64_C(3), NULL, "iap_event_type_t"},
    {"IAP_EVENT_TRANSACTION_UPDATED", INT64_C(4), NULL, "iap_event_type_t"},
    {"IAP_EVENT_TRANSACTION_REMOVED", INT64_C(5), NULL, "iap_event_type_t"},
    {"IAP_EVENT_RESTORE_FINISHED", INT64_C(6), NULL, "iap_event_type_t"},
    {"IAP_EVENT_RESTORE_FAILED", INT64_C(7), NULL, "iap_event_type_t"},
    {"IAP_EVENT_ENTITLEMENT_REVOKED", INT64_C(8), NULL, "iap_event_type_t"},
    {"IAP_EVENT_STOREFRONT_CHANGED", INT64_C(9), NULL, "iap_event_type_t"},
    {"IAP_EVENT_PROBLEM_REPORTED", INT64_C(10), NULL, "iap_event_type_t"},
    {"IAP_EVENT_REQUEST_COMPLETED", INT64_C(11), NULL, "iap_event_type_t"},
    {"IAP_EVENT_FLAG_RECEIVED", INT64_C(12), NULL, "iap_event_type_t"},
    {"IAP_EVENT_TEXT_RECEIVED", INT64_C(13), NULL, "iap_event_type_t"},
    {"IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED", INT64_C(14), NULL, "iap_event_type_t"},
    {"IAP_EVENT_APP_TRANSACTION_RECEIVED", INT64_C(15), NULL, "iap_event_type_t"},
    {"IAP_EVENT_PROMOTIONS_RECEIVED", INT64_C(16), NULL, "iap_event_type_t"},
    {"IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED", INT64_C(17), NULL, "iap_event_type_t"},
    {"IAP_EVENT_PURCHASE_INTENT_RECEIVED", INT64_C(18), NULL, "iap_event_type_t"},
    {"IAP_EVENT_MESSAGE_RECEIVED", INT64_C(19), NULL, "iap_event_type_t"},
    {"IAP_EVENT_VERIFICATION_REQUESTED", INT64_C(20), NULL, "iap_event_type_t"},
    {"IAP_PROMOTION_VISIBILITY_DEFAULT", INT64_C(0), NULL, "iap_promotion_visibility"},
    {"IAP_PROMOTION_VISIBILITY_VISIBLE", INT64_C(1), NULL, "iap_promotion_visibility"},
    {"IAP_PROMOTION_VISIBILITY_HIDDEN", INT64_C(2), NULL, "iap_promotion_visibility"},
    {"IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION", INT64_C(1), NULL, "iap_external_purchase_token"},
    {"IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES", INT64_C(2), NULL, "iap_external_purchase_token"},
    {"IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER", INT64_C(1), NULL, "iap_external_purchase_notice"},
    {"IAP_EXTERNAL_PURCHASE_NOTICE_WITHIN_APP", INT64_C(2), NULL, "iap_external_purchase_notice"},
    {"IAP_GRANT_COUNTER", INT64_C(1), NULL, "iap_grant_kind"},
    {"IAP_GRANT_UNLOCK", INT64_C(2), NULL, "iap_grant_kind"},
    {"IAP_REVOCATION_TAKE_BACK", INT64_C(0), NULL, "iap_revocation_policy"},
    {"IAP_REVOCATION_KEEP", INT64_C(1), NULL, "iap_revocation_policy"},
    {"IAP_REVOCATION_GAME_DECIDES", INT64_C(2), NULL, "iap_revocation_policy"},
    {"IAP_STORE_CLOCK_REAL", INT64_C(0), NULL, "iap_store_clock"},
    {"IAP_STORE_CLOCK_ACCELERATED", INT64_C(1), NULL, "iap_store_clock"},
    {"IAP_STORE_CLOCK_VIRTUAL", INT64_C(2), NULL, "iap_store_clock"},
    {"IAP_STORE_FAILURE_NONE", INT64_C(0), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_UNKNOWN", INT64_C(1), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_NETWORK", INT64_C(2), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_SYSTEM", INT64_C(3), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_NOT_IN_STOREFRONT", INT64_C(4), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_NOT_ENTITLED", INT64_C(5), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_INVALID_QUANTITY", INT64_C(6), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE", INT64_C(7), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_PURCHASE_NOT_ALLOWED", INT64_C(8), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_INELIGIBLE_FOR_OFFER", INT64_C(9), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_INVALID_OFFER_IDENTIFIER", INT64_C(10), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_INVALID_OFFER_PRICE", INT64_C(11), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_INVALID_OFFER_SIGNATURE", INT64_C(12), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_MISSING_OFFER_PARAMETERS", INT64_C(13), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_PAYMENT_METHOD_BINDING", INT64_C(14), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_MULTI_SEAT_DISABLED", INT64_C(15), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_USER_CANCELLED", INT64_C(16), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_UNSUPPORTED", INT64_C(17), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_INVALID_PRESENTATION", INT64_C(18), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_NETWORK_TIMEOUT", INT64_C(19), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_REVOKED_CERTIFICATE", INT64_C(20), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_INVALID_CERTIFICATE_CHAIN", INT64_C(21), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_INVALID_DEVICE_VERIFICATION", INT64_C(22), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_INVALID_ENCODING", INT64_C(23), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_INVALID_SIGNATURE", INT64_C(24), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_MISSING_REQUIRED_PROPERTIES", INT64_C(25), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_DUPLICATE_REFUND_REQUEST", INT64_C(26), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_REFUND_REQUEST_FAILED", INT64_C(27), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_BINDING_NOT_ELIGIBLE", INT64_C(28), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_BINDING_INVALID_PINNING_ID", INT64_C(29), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_BINDING_FAILED", INT64_C(30), NULL, "iap_store_failure"},
    {"IAP_STORE_FAILURE_INVALID_REQUEST", INT64_C(31), NULL, "iap_store_failure"},
    {"IAP_STORE_API_LOAD_PRODUCTS", INT64_C(1), NULL, "iap_store_api"},
    {"IAP_STORE_API_PURCHASE", INT64_C(2), NULL, "iap_store_api"},
    {"IAP_STORE_API_VERIFICATION", INT64_C(3), NULL, "iap_store_api"},
    {"IAP_STORE_API_SYNC", INT64_C(4), NULL, "iap_store_api"},
    {"IAP_STORE_API_SUBSCRIPTION_STATUS", INT64_C(5), NULL, "iap_store_api"},
    {"IAP_STORE_API_APP_TRANSACTION", INT64_C(6), NULL, "iap_store_api"},
    {"IAP_STORE_API_MANAGE_SUBSCRIPTIONS", INT64_C(7), NULL, "iap_store_api"},
    {"IAP_STORE_API_REFUND_REQUEST", INT64_C(8), NULL, "iap_store_api"},
    {"IAP_STORE_API_OFFER_CODE_REDEMPTION", INT64_C(9), NULL, "iap_store_api"},
    {"IAP_STORE_API_MESSAGES", INT64_C(10), NULL, "iap_store_api"},
    {"IAP_STORE_API_PROMOTIONS", INT64_C(11), NULL, "iap_store_api"},
    {"IAP_STORE_API_EXTERNAL_PURCHASE", INT64_C(12), NULL, "iap_store_api"},
    {"IAP_STORE_API_PAYMENT_METHOD_BINDING", INT64_C(13), NULL, "iap_store_api"},
    {"IAP_STORE_API_APP_RECEIPT", INT64_C(14), NULL, "iap_store_api"},
    {"IAP_STORE_SHEET_REFUND", INT64_C(1), NULL, "iap_store_sheet"},
    {"IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS", INT64_C(2), NULL, "iap_store_sheet"},
    {"IAP_STORE_SHEET_OFFER_CODE", INT64_C(3), NULL, "iap_store_sheet"},
    {"IAP_STORE_SHEET_MESSAGE", INT64_C(4), NULL, "iap_store_sheet"},
    {"IAP_STORE_SHEET_REVIEW", INT64_C(5), NULL, "iap_store_sheet"},
    {"IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE", INT64_C(6), NULL, "iap_store_sheet"},
    {"IAP_STORE_ANSWER_ACCEPT", INT64_C(1), NULL, "iap_store_answer"},
    {"IAP_STORE_ANSWER_CANCEL", INT64_C(2), NULL, "iap_store_answer"},
    {"IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER", INT64_C(1), NULL, "iap_store_signature"},
    {"IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS", INT64_C(2), NULL, "iap_store_signature"},
    {"IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS", INT64_C(3), NULL, "iap_store_signature"},
    {"IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS", INT64_C(4), NULL, "iap_store_signature"},
    {"IAP_STORE_OCSP_GOOD", INT64_C(1), NULL, "iap_store_ocsp"},
    {"IAP_STORE_OCSP_REVOKED", INT64_C(2), NULL, "iap_store_ocsp"},
    {"IAP_STORE_OCSP_UNKNOWN", INT64_C(3), NULL, "iap_store_ocsp"},
    {"IAP_STORE_OCSP_STALE", INT64_C(4), NULL, "iap_store_ocsp"},
    {"IAP_STORE_OCSP_FOREIGN_SIGNER", INT64_C(5), NULL, "iap_store_ocsp"},
    {"IAP_STORE_OCSP_GARBAGE", INT64_C(6), NULL, "iap_store_ocsp"},
    {"IAP_STORE_OCSP_TRY_LATER", INT64_C(7), NULL, "iap_store_ocsp"},
    {"IAP_STORE_OCSP_DELEGATE", INT64_C(8), NULL, "iap_store_ocsp"},
    {"IAP_STORE_OCSP_NO_NEXT_UPDATE", INT64_C(9), NULL, "iap_store_ocsp"},
    {"IAP_STORE_INTERRUPTION_NONE", INT64_C(0), NULL, "iap_store_interruption"},
    {"IAP_STORE_INTERRUPTION_PENDING", INT64_C(1), NULL, "iap_store_interruption"},
    {"IAP_STORE_INTERRUPTION_ERROR", INT64_C(2), NULL, "iap_store_interruption"},
    {"IAP_STORE_UPDATES_IN_ORDER", INT64_C(0), NULL, "iap_store_updates"},
    {"IAP_STORE_UPDATES_NEWEST_FIRST", INT64_C(1), NULL, "iap_store_updates"},
    {"IAP_STORE_UPDATES_SHUFFLED", INT64_C(2), NULL, "iap_store_updates"},
    {"IAP_STORE_UPDATES_HELD", INT64_C(3), NULL, "iap_store_updates"},
    {"IAP_STORE_LOSS_ERROR", INT64_C(1), NULL, "iap_store_loss"},
    {"IAP_STORE_LOSS_SILENCE", INT64_C(2), NULL, "iap_store_loss"},
    {"IAP_STORE_POINT_NONE", INT64_C(0), NULL, "iap_store_point"},
    {"IAP_STORE_POINT_BEFORE_CHARGE", INT64_C(1), NULL, "iap_store_point"},
    {"IAP_STORE_POINT_AFTER_CHARGE", INT64_C(2), NULL, "iap_store_point"},
    {"IAP_STORE_POINT_BEFORE_ANSWER", INT64_C(3), NULL, "iap_store_point"},
    {"IAP_STORE_POINT_BEFORE_UPDATE", INT64_C(4), NULL, "iap_store_point"},
    {"IAP_STORE_POINT_AFTER_UPDATE", INT64_C(5), NULL, "iap_store_point"},
    {"IAP_STORE_POINT_BEFORE_FINISH", INT64_C(6), NULL, "iap_store_point"},
    {"IAP_STORE_POINT_AFTER_FINISH", INT64_C(7), NULL, "iap_store_point"},
    {"IAP_STORE_POINT_BEFORE_RENEWAL", INT64_C(8), NULL, "iap_store_point"},
    {"IAP_STORE_POINT_AFTER_RENEWAL", INT64_C(9), NULL, "iap_store_point"},
    {"IAP_PROFILE_NONE", INT64_C(0), NULL, "iap_profile"},
    {"IAP_PROFILE_DOCUMENTED", INT64_C(1), NULL, "iap_profile"},
    {"IAP_PROFILE_MACOS_26", INT64_C(2), NULL, "iap_profile"},
    {"IAP_PROFILE_IOS_27_SIMULATOR", INT64_C(3), NULL, "iap_profile"},
    {"IAP_PROFILE_SANDBOX", INT64_C(4), NULL, "iap_profile"},
    {"IAP_PROFILE_PRODUCTION", INT64_C(5), NULL, "iap_profile"},
    {"IAP_PROFILE_WORST", INT64_C(6), NULL, "iap_profile"},
    {"IAP_HABIT_NONE", INT64_C(0), NULL, "iap_habit"},
    {"IAP_HABIT_LISTING_LAG_MS", INT64_C(1), NULL, "iap_habit"},
    {"IAP_HABIT_LISTING_LAG_READS", INT64_C(2), NULL, "iap_habit"},
    {"IAP_HABIT_STATUS_LAG_MS", INT64_C(3), NULL, "iap_habit"},
    {"IAP_HABIT_ANNOUNCE_BEFORE_LISTING_MS", INT64_C(4), NULL, "iap_habit"},
    {"IAP_HABIT_RENEWAL_BEFORE_LISTING_MS", INT64_C(5), NULL, "iap_habit"},
    {"IAP_HABIT_REFUND_LAG_MS", INT64_C(6), NULL, "iap_habit"},
    {"IAP_HABIT_REFUND_RELIST_FLICKER", INT64_C(7), NULL, "iap_habit"},
    {"IAP_HABIT_REFUND_ANNOUNCE_LAG_MS", INT64_C(8), NULL, "iap_habit"},
    {"IAP_HABIT_ANNOUNCE_OWN_NONCONSUMABLE", INT64_C(9), NULL, "iap_habit"},
    {"IAP_HABIT_ANNOUNCE_OWN_SUBSCRIPTION", INT64_C(10), NULL, "iap_habit"},
    {"IAP_HABIT_REPEAT_AFTER_FINISH", INT64_C(11), NULL, "iap_habit"},
    {"IAP_HABIT_REPEAT_AFTER_FINISH_MS", INT64_C(12), NULL, "iap_habit"},
    {"IAP_HABIT_DOUBLE_DELIVERY_MS", INT64_C(13), NULL, "iap_habit"},
    {"IAP_HABIT_RESULT_DELAY_MS", INT64_C(14), NULL, "iap_habit"},
    {"IAP_HABIT_UPDATES_COALESCE_MS", INT64_C(15), NULL, "iap_habit"},
    {"IAP_HABIT_LAUNCH_REPLAYS_UNFINISHED", INT64_C(16), NULL, "iap_habit"},
    {"IAP_HABIT_UNFINISHED_FLICKER", INT64_C(17), NULL, "iap_habit"},
    {"IAP_HABIT_ANNOUNCE_WITHOUT_REVOCATION", INT64_C(18), NULL, "iap_habit"},
    {"IAP_HABIT_STALE_AFTER_CLEAR", INT64_C(19), NULL, "iap_habit"},
    {"IAP_HABIT_FINISH_FAILS_PERCENT", INT64_C(20), NULL, "iap_habit"},
    {"IAP_HABIT_SYNC_UNFINISHES_LATEST", INT64_C(21), NULL, "iap_habit"},
    {"IAP_HABIT_TWO_IDS", INT64_C(22), NULL, "iap_habit"},
    {"IAP_HABIT_CANCELLED_READS_EMPTY", INT64_C(23), NULL, "iap_habit"},
    {"IAP_HABIT_PRODUCTS_EMPTY", INT64_C(24), NULL, "iap_habit"},
    {"IAP_HABIT_PRODUCTS_HANG", INT64_C(25), NULL, "iap_habit"},
    {"IAP_HABIT_READ_STALL_MS", INT64_C(26), NULL, "iap_habit"},
    {"IAP_HABIT_COLD_STALL_MS", INT64_C(27), NULL, "iap_habit"},
    {"IAP_HABIT_STOREFRONT_STALL_MS", INT64_C(28), NULL, "iap_habit"},
    {"IAP_HABIT_NON_GREGORIAN_EMPTY", INT64_C(29), NULL, "iap_habit"},
    {"IAP_HABIT_RENEWAL_FLICKER_MS", INT64_C(30), NULL, "iap_habit"},
    {"IAP_HABIT_RENEWAL_FLICKER_WILL_RENEW", INT64_C(31), NULL, "iap_habit"},
    {"IAP_HABIT_RENEWAL_FLICKER_WINBACK", INT64_C(32), NULL, "iap_habit"},
    {"IAP_HABIT_RENEWAL_FLICKER_LISTING_EMPTY", INT64_C(33), NULL, "iap_habit"},
    {"IAP_HABIT_MISSED_ORDER", INT64_C(34), NULL, "iap_habit"},
    {"IAP_HABIT_MISSED_INCLUDES_ORIGINAL", INT64_C(35), NULL, "iap_habit"},
    {"IAP_HABIT_MISSED_NEWEST_TWICE", INT64_C(36), NULL, "iap_habit"},
    {"IAP_HABIT_RETRY_LISTED", INT64_C(37), NULL, "iap_habit"},
    {"IAP_HABIT_POST_GRACE_STATE", INT64_C(38), NULL, "iap_habit"},
    {"IAP_HABIT_GRACE_RETRY_FLAG", INT64_C(39), NULL, "iap_habit"},
    {"IAP_HABIT_AUTORENEW_CHANGE_ANNOUNCED", INT64_C(40), NULL, "iap_habit"},
    {"IAP_HABIT_UPGRADED_STILL_LISTED", INT64_C(41), NULL, "iap_habit"},
    {"IAP_HABIT_OWNED_SUBSCRIPTION", INT64_C(42), NULL, "iap_habit"},
    {"IAP_HABIT_LAPSE_RETURNS_OLD", INT64_C(43), NULL, "iap_habit"},
    {"IAP_HABIT_UNFINISHED_CONSUMABLE_RETURNED", INT64_C(44), NULL, "iap_habit"},
    {"IAP_HABIT_NONRENEWING_SECOND", INT64_C(45), NULL, "iap_habit"},
    {"IAP_HABIT_RETURNS_PREVIOUS", INT64_C(46), NULL, "iap_habit"},
    {"IAP_HABIT_OFFER_TO_HOLDER_RETURNS_HELD", INT64_C(47), NULL, "iap_habit"},
    {"IAP_HABIT_DECLINED_DELIVERS", INT64_C(48), NULL, "iap_habit"},
    {"IAP_HABIT_INTERRUPTED_RESULT", INT64_C(49), NULL, "iap_habit"},
    {"IAP_HABIT_ASK_MERGES", INT64_C(50), NULL, "iap_habit"},
    {"IAP_HABIT_NO_SCENE_ERROR", INT64_C(51), NULL, "iap_habit"},
    {"IAP_HABIT_SYNC_OFFLINE_ERROR", INT64_C(52), NULL, "iap_habit"},
    {"IAP_HABIT_CANCEL_FORM", INT64_C(53), NULL, "iap_habit"},
    {"IAP_HABIT_RECEIPT_HAS_PURCHASES", INT64_C(54), NULL, "iap_habit"},
    {"IAP_HABIT_INTRO_STICKY", INT64_C(55), NULL, "iap_habit"},
    {"IAP_HABIT_INTRO_TRUE_WITHOUT_OFFER", INT64_C(56), NULL, "iap_habit"},
    {"IAP_HABIT_BAD_OVERRIDE", INT64_C(57), NULL, "iap_habit"},
    {"IAP_HABIT_BAD_PROMO_ERROR", INT64_C(58), NULL, "iap_habit"},
    {"IAP_HABIT_WINBACK_AT_ONCE", INT64_C(59), NULL, "iap_habit"},
    {"IAP_HABIT_INTENT_DELIVERED", INT64_C(60), NULL, "iap_habit"},
    {"IAP_STORE_FORGERY_NONE", INT64_C(0), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_PAYLOAD", INT64_C(1), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_SIGNATURE", INT64_C(2), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_DER_SIGNATURE", INT64_C(3), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_ALGORITHM_NONE", INT64_C(4), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_HMAC", INT64_C(5), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_ROOT", INT64_C(6), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_SWAPPED_CHAIN", INT64_C(7), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_SHORT_CHAIN", INT64_C(8), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_NO_MARKER", INT64_C(9), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_EXPIRED", INT64_C(10), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_ENCODING", INT64_C(11), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_OTHER_BUNDLE", INT64_C(12), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_OTHER_ENVIRONMENT", INT64_C(13), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_OTHER_DEVICE", INT64_C(14), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_NO_INTERMEDIATE_MARKER", INT64_C(15), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_LONG_CHAIN", INT64_C(16), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_CRITICAL_MARKER", INT64_C(17), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_LEAF_AS_ISSUER", INT64_C(18), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_NOT_YET_VALID", INT64_C(19), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_NO_CERTIFICATES", INT64_C(20), NULL, "iap_store_forgery"},
    {"IAP_STORE_FORGERY_DUPLICATE_NAME", INT64_C(21), NULL, "iap_store_forgery"},
    {"IAP_VERIFY_REASON_NONE", INT64_C(0), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_MALFORMED", INT64_C(257), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_TOO_LARGE", INT64_C(513), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_INVALID_JSON", INT64_C(769), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_INVALID_UTF8", INT64_C(1025), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_DUPLICATE_NAME", INT64_C(1281), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_TOO_DEEP", INT64_C(1537), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_NUMBER_OUT_OF_RANGE", INT64_C(1793), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_WRONG_TYPE", INT64_C(2049), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_MISSING_CERTIFICATES", INT64_C(2305), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_UNSUPPORTED_ALGORITHM", INT64_C(2561), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_UNTRUSTED_CHAIN", INT64_C(2817), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_NOT_VALID_AT_DATE", INT64_C(3073), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_MISSING_MARKER", INT64_C(3329), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_INVALID_SIGNATURE", INT64_C(3585), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_REVOKED_CERTIFICATE", INT64_C(3841), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_REVOCATION_UNPROVEN", INT64_C(4097), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_OTHER_APP", INT64_C(258), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_OTHER_APP_APPLE_ID", INT64_C(514), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_INVALID_CERTIFICATE", INT64_C(259), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_INVALID_CHAIN_LENGTH", INT64_C(260), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_OTHER_ENVIRONMENT", INT64_C(262), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_OCSP_UNREACHABLE", INT64_C(263), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_NO_MEMORY", INT64_C(519), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_UNKNOWN_KEY", INT64_C(4353), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_OTHER_ISSUER", INT64_C(4609), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_OTHER_AUDIENCE", INT64_C(4865), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_OUT_OF_TIME", INT64_C(5121), NULL, "iap_verify_reason"},
    {"IAP_VERIFY_REASON_OTHER_CLAIM", INT64_C(5377), NULL, "iap_verify_reason"},
    {"IAP_SIGNED_KIND_NONE", INT64_C(0), NULL, "iap_signed_kind_t"},
    {"IAP_SIGNED_TRANSACTION", INT64_C(1), NULL, "iap_signed_kind_t"},
    {"IAP_SIGNED_RENEWAL_INFO", INT64_C(2), NULL, "iap_signed_kind_t"},
    {"IAP_SIGNED_APP_TRANSACTION", INT64_C(3), NULL, "iap_signed_kind_t"},
    {"IAP_SIGNED_NOTIFICATION", INT64_C(4), NULL, "iap_signed_kind_t"},
    {"IAP_INVITATION_MANAGEMENT_UNKNOWN", INT64_C(-1), NULL, "iap_invitation_management"},
    {"IAP_INVITATION_MANAGEMENT_NONE", INT64_C(0), NULL, "iap_invitation_management"},
    {"IAP_INVITATION_MANAGEMENT_APPLE", INT64_C(1), NULL, "iap_invitation_management"},
    {"IAP_INVITATION_MANAGEMENT_DEVELOPER", INT64_C(2), NULL, "iap_invitation_management"},
    {"IAP_ADDITIONAL_TRANSACTION_REASON_UNKNOWN", INT64_C(-1), NULL, "iap_additional_transaction_reason"},
    {"IAP_ADDITIONAL_TRANSACTION_REASON_NONE", INT64_C(0), NULL, "iap_additional_transaction_reason"},
    {"IAP_ADDITIONAL_TRANSACTION_REASON_SEAT_ADDITION", INT64_C(1), NULL, "iap_additional_transaction_reason"},
    {"IAP_AUTO_RENEWAL_UNKNOWN", INT64_C(0), NULL, "iap_auto_renewal"},
    {"IAP_AUTO_RENEWAL_OFF", INT64_C(1), NULL, "iap_auto_renewal"},
    {"IAP_AUTO_RENEWAL_ON", INT64_C(2), NULL, "iap_auto_renewal"},
    {"IAP_NOTIFICATION_UNKNOWN", INT64_C(0), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_CONSUMPTION_REQUEST", INT64_C(1), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_DID_CHANGE_RENEWAL_PREF", INT64_C(2), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_DID_CHANGE_RENEWAL_STATUS", INT64_C(3), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_DID_FAIL_TO_RENEW", INT64_C(4), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_DID_RENEW", INT64_C(5), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_EXPIRED", INT64_C(6), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_EXTERNAL_PURCHASE_TOKEN", INT64_C(7), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_GRACE_PERIOD_EXPIRED", INT64_C(8), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_METADATA_UPDATE", INT64_C(9), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_MIGRATION", INT64_C(10), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_OFFER_REDEEMED", INT64_C(11), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_ONE_TIME_CHARGE", INT64_C(12), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_PRICE_CHANGE", INT64_C(13), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_PRICE_INCREASE", INT64_C(14), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_REFUND", INT64_C(15), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_REFUND_DECLINED", INT64_C(16), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_REFUND_REVERSED", INT64_C(17), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_RENEWAL_EXTENDED", INT64_C(18), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_RENEWAL_EXTENSION", INT64_C(19), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_RESCIND_CONSENT", INT64_C(20), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_REVOKE", INT64_C(21), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_SUBSCRIBED", INT64_C(22), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_TEST", INT64_C(23), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_UNCLAIM_SEATS", INT64_C(24), NULL, "iap_notification_type"},
    {"IAP_NOTIFICATION_SUBTYPE_UNKNOWN", INT64_C(-1), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_NONE", INT64_C(0), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_ACCEPTED", INT64_C(1), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_AUTO_RENEW_DISABLED", INT64_C(2), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_AUTO_RENEW_ENABLED", INT64_C(3), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_BILLING_RECOVERY", INT64_C(4), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_BILLING_RETRY", INT64_C(5), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_DOWNGRADE", INT64_C(6), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_FAILURE", INT64_C(7), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_GRACE_PERIOD", INT64_C(8), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_INITIAL_BUY", INT64_C(9), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_PENDING", INT64_C(10), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_PRICE_INCREASE", INT64_C(11), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_PRODUCT_NOT_FOR_SALE", INT64_C(12), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_RESUBSCRIBE", INT64_C(13), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_SUMMARY", INT64_C(14), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_UNREPORTED", INT64_C(15), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_UPGRADE", INT64_C(16), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_VOLUNTARY", INT64_C(17), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_SUBTYPE_SEATS", INT64_C(18), NULL, "iap_notification_subtype"},
    {"IAP_NOTIFICATION_CONTENT_NONE", INT64_C(0), NULL, "iap_notification_content"},
    {"IAP_NOTIFICATION_CONTENT_DATA", INT64_C(1), NULL, "iap_notification_content"},
    {"IAP_NOTIFICATION_CONTENT_SUMMARY", INT64_C(2), NULL, "iap_notification_content"},
    {"IAP_NOTIFICATION_CONTENT_EXTERNAL_PURCHASE_TOKEN", INT64_C(3), NULL, "iap_notification_content"},
    {"IAP_NOTIFICATION_CONTENT_APP_DATA", INT64_C(4), NULL, "iap_notification_content"},
    {"IAP_NOTIFICATION_CONTENT_UNCLAIM_INFO", INT64_C(5), NULL, "iap_notification_content"},
    {"IAP_RECEIPT_ACTION_GRANT", INT64_C(1), NULL, "iap_receipt_action"},
    {"IAP_RECEIPT_ACTION_REFUSE", INT64_C(2), NULL, "iap_receipt_action"},
    {"IAP_RECEIPT_ACTION_RETRY", INT64_C(3), NULL, "iap_receipt_action"},
    {"IAP_RECEIPT_ACTION_ASK_SANDBOX", INT64_C(4), NULL, "iap_receipt_action"},
    {"IAP_RECEIPT_ACTION_ASK_PRODUCTION", INT64_C(5), NULL, "iap_receipt_action"},
    {"IAP_RECEIPT_ACTION_FIX_REQUEST", INT64_C(6), NULL, "iap_receipt_action"},
    {"IAP_SERVER_PROMOTIONAL_OFFER", INT64_C(1), NULL, "iap_server_signature_kind_t"},
    {"IAP_SERVER_PROMOTIONAL_OFFER_JWS", INT64_C(2), NULL, "iap_server_signature_kind_t"},
    {"IAP_SERVER_INTRODUCTORY_OFFER_JWS", INT64_C(3), NULL, "iap_server_signature_kind_t"},
    {"IAP_SERVER_ADVANCED_COMMERCE_JWS", INT64_C(4), NULL, "iap_server_signature_kind_t"},
    {"IAP_SERVER_API_TOKEN", INT64_C(5), NULL, "iap_server_signature_kind_t"},
    {"IAP_HEADER_VERSION", INT64_C(512), NULL, NULL},
    {"IAP_PRODUCT_IDS_MAX", INT64_C(10000), NULL, NULL},
    {"IAP_PRODUCT_ID_LENGTH_MAX", INT64_C(1024), NULL, NULL},
    {"IAP_CUSTOM_VALUE_TEXT", INT64_C(1), NULL, NULL},
    {"IAP_CUSTOM_VALUE_NUMBER", INT64_C(2), NULL, NULL},
    {"IAP_CUSTOM_VALUE_FLAG", INT64_C(3), NULL, NULL},
    {"IAP_CUSTOM_VALUE_DATA", INT64_C(4), NULL, NULL},
    {"IAP_CUSTOM_VALUES_MAX", INT64_C(100), NULL, NULL},
    {"IAP_PAYMENT_TEXT_LENGTH_MAX", INT64_C(65536), NULL, NULL},
    {"IAP_INVENTORY_BALANCE_MAX", INT64_C(9000000000000000), NULL, NULL},
    {"IAP_INVENTORY_NAME_LENGTH_MAX", INT64_C(255), NULL, NULL},
    {"IAP_INVENTORY_GRANTS_MAX", INT64_C(10000), NULL, NULL},
    {"IAP_STORE_SERVER_KEYS_MAX", INT64_C(64), NULL, NULL},
    {"IAP_STORE_PAYLOAD_LENGTH_MAX", INT64_C(4194304), NULL, NULL},
    {"IAP_STORE_OCSP_REQUEST_LENGTH_MAX", INT64_C(65536), NULL, NULL},
    {"IAP_SIGNED_TEXT_LENGTH_MAX", INT64_C(1048576), NULL, NULL},
    {"IAP_SIGNED_HEADER_LENGTH_MAX", INT64_C(65536), NULL, NULL},
    {"IAP_SIGNED_NESTING_MAX", INT64_C(64), NULL, NULL},
    {"IAP_SIGNED_NUMBER_LENGTH_MAX", INT64_C(64), NULL, NULL},
    {"IAP_VERIFIER_CHAINS_MAX", INT64_C(32), NULL, NULL},
    {"IAP_VERIFIER_ROOTS_MAX", INT64_C(64), NULL, NULL},
    {"IAP_VERIFY_CLASS_NONE", INT64_C(0), NULL, NULL},
    {"IAP_VERIFY_CLASS_VERIFICATION_FAILURE", INT64_C(1), NULL, NULL},
    {"IAP_VERIFY_CLASS_INVALID_APP_IDENTIFIER", INT64_C(2), NULL, NULL},
    {"IAP_VERIFY_CLASS_INVALID_CERTIFICATE", INT64_C(3), NULL, NULL},
    {"IAP_VERIFY_CLASS_INVALID_CHAIN_LENGTH", INT64_C(4), NULL, NULL},
    {"IAP_VERIFY_CLASS_INVALID_ENVIRONMENT", INT64_C(6), NULL, NULL},
    {"IAP_VERIFY_CLASS_RETRYABLE", INT64_C(7), NULL, NULL},
    {"IAP_RECEIPT_LENGTH_MAX", INT64_C(16777216), NULL, NULL},
    {"IAP_RECEIPT_PURCHASES_MAX", INT64_C(65536), NULL, NULL},
    {"IAP_VERIFY_RECEIPT_PRODUCTION_URL", 0, "https://buy.itunes.apple.com/verifyReceipt", NULL},
    {"IAP_VERIFY_RECEIPT_SANDBOX_URL", 0, "https://sandbox.itunes.apple.com/verifyReceipt", NULL},
    {"IAP_RECEIPT_STATUS_VALID", INT64_C(0), NULL, NULL},
    {"IAP_RECEIPT_STATUS_NOT_POST", INT64_C(21000), NULL, NULL},
    {"IAP_RECEIPT_STATUS_MALFORMED", INT64_C(21002), NULL, NULL},
    {"IAP_RECEIPT_STATUS_NOT_AUTHENTIC", INT64_C(21003), NULL, NULL},
    {"IAP_RECEIPT_STATUS_WRONG_SECRET", INT64_C(21004), NULL, NULL},
    {"IAP_RECEIPT_STATUS_UNAVAILABLE", INT64_C(21005), NULL, NULL},
    {"IAP_RECEIPT_STATUS_EXPIRED", INT64_C(21006), NULL, NULL},
    {"IAP_RECEIPT_STATUS_SANDBOX", INT64_C(21007), NULL, NULL},
    {"IAP_RECEIPT_STATUS_PRODUCTION", INT64_C(21008), NULL, NULL},
    {"IAP_RECEIPT_STATUS_INTERNAL", INT64_C(21009), NULL, NULL},
    {"IAP_RECEIPT_STATUS_NO_ACCOUNT", INT64_C(21010), NULL, NULL},
    {"IAP_SERVER_TEXT_LENGTH_MAX", INT64_C(65536), NULL, NULL},
    {"IAP_SERVER_ID_LENGTH_MAX", INT64_C(1024), NULL, NULL},
    {"IAP_SERVER_KEY_LENGTH_MAX", INT64_C(4096), NULL, NULL},
    {NULL, 0, NULL, NULL},
};
