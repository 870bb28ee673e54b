#include "requests.h"

#include <iap/iap_commerce.h>
#include <iap/iap_log.h>
#include <iap/iap_products.h>

#include "files.h"

#define PINNING_ID "00000000-0000-4000-8000-000000000001"

static const char *const one_product[] = {BAG};

/* The last parameters of all requests: completion, its user data, the id and the error. */
#define HOW(completion) polls ? NULL : (completion), on->game, request_id, NULL

/* clang-format off */
#define REQUEST(name, call) \
    static iap_status_t name(const request_subject *on, bool polls, uint64_t *request_id) { return call; }

REQUEST(request_products, iap_request_products(on->game->client, one_product, 1, HOW(game_hears_products)))
REQUEST(request_cached_products, iap_request_cached_products(on->game->client, one_product, 1, HOW(game_hears_products)))
REQUEST(request_audit_copy, iap_request_audit_copy(on->game->client, temporary_path("audit.jsonl"), HOW(game_hears_end)))
REQUEST(request_transactions,
        iap_request_transactions(on->game->client, IAP_QUERY_ALL, NULL, HOW(game_hears_transactions)))
REQUEST(request_transactions_page,
        iap_request_transactions_page(on->game->client, IAP_QUERY_ALL, NULL, 1, NULL, HOW(game_hears_transactions)))
REQUEST(request_storefront, iap_request_storefront(on->game->client, HOW(game_hears_storefront)))
REQUEST(request_subscription_statuses,
        iap_request_subscription_statuses(on->game->client, PASS_GROUP, HOW(game_hears_statuses)))
REQUEST(request_subscription_statuses_of_all_groups,
        iap_request_subscription_statuses(on->game->client, NULL, HOW(game_hears_statuses)))
REQUEST(request_transaction_status,
        iap_request_transaction_status(on->game->client, on->transaction_id, HOW(game_hears_statuses)))
REQUEST(request_introductory_offer_eligibility,
        iap_request_introductory_offer_eligibility(on->game->client, PASS_GROUP, HOW(game_hears_flag)))
REQUEST(request_app_transaction, iap_request_app_transaction(on->game->client, 0, HOW(game_hears_app_transaction)))
REQUEST(request_app_transaction_anew, iap_request_app_transaction(on->game->client, 1, HOW(game_hears_app_transaction)))
REQUEST(request_app_receipt, iap_request_app_receipt(on->game->client, 0, HOW(game_hears_text)))
REQUEST(request_app_receipt_anew, iap_request_app_receipt(on->game->client, 1, HOW(game_hears_text)))
REQUEST(request_promotions, iap_request_promotions(on->game->client, HOW(game_hears_promotions)))
REQUEST(set_promotion_order, iap_set_promotion_order(on->game->client, one_product, 1, HOW(game_hears_end)))
REQUEST(set_promotion_visibility,
        iap_set_promotion_visibility(on->game->client, BAG, IAP_PROMOTION_VISIBILITY_HIDDEN, HOW(game_hears_end)))
REQUEST(request_refund, iap_request_refund(on->game->client, on->transaction_id, NULL, HOW(game_hears_end)))
REQUEST(show_manage_subscriptions, iap_show_manage_subscriptions(on->game->client, NULL, NULL, HOW(game_hears_end)))
REQUEST(show_manage_subscriptions_of_a_group,
        iap_show_manage_subscriptions(on->game->client, PASS_GROUP, NULL, HOW(game_hears_end)))
REQUEST(present_offer_code_redemption, iap_present_offer_code_redemption(on->game->client, NULL, HOW(game_hears_end)))
REQUEST(present_merchandising, iap_present_merchandising(on->game->client, PASS_GROUP, NULL, HOW(game_hears_end)))
REQUEST(request_review, iap_request_review(on->game->client, NULL, HOW(game_hears_end)))
REQUEST(display_a_message, iap_display_message(on->game->client, on->message, NULL, HOW(game_hears_end)))
REQUEST(show_external_purchase_notice, iap_show_external_purchase_notice(on->game->client, HOW(game_hears_text)))
REQUEST(open_external_purchase_link, iap_open_external_purchase_link(on->game->client, NULL, HOW(game_hears_end)))
REQUEST(open_external_purchase_link_with_a_url,
        iap_open_external_purchase_link(on->game->client, "https://example.com/buy", HOW(game_hears_end)))
REQUEST(request_eligibility_for_notice,
        iap_request_external_purchase_eligibility(on->game->client, IAP_EXTERNAL_PURCHASE_KIND_NOTICE, HOW(game_hears_flag)))
REQUEST(request_eligibility_for_link,
        iap_request_external_purchase_eligibility(on->game->client, IAP_EXTERNAL_PURCHASE_KIND_LINK, HOW(game_hears_flag)))
REQUEST(request_eligibility_for_custom_link,
        iap_request_external_purchase_eligibility(on->game->client, IAP_EXTERNAL_PURCHASE_KIND_CUSTOM_LINK, HOW(game_hears_flag)))
REQUEST(request_eligibility_for_link_account,
        iap_request_external_purchase_eligibility(on->game->client, IAP_EXTERNAL_PURCHASE_KIND_LINK_ACCOUNT, HOW(game_hears_flag)))
REQUEST(request_external_purchase_token,
        iap_request_external_purchase_token(on->game->client, IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION,
                                            HOW(game_hears_text)))
REQUEST(show_external_purchase_custom_link_notice,
        iap_show_external_purchase_custom_link_notice(on->game->client, IAP_EXTERNAL_PURCHASE_NOTICE_WITHIN_APP,
                                                      HOW(game_hears_end)))
REQUEST(open_external_link_account, iap_open_external_link_account(on->game->client, HOW(game_hears_end)))
REQUEST(bind_payment_method, iap_bind_payment_method(on->game->client, PINNING_ID, HOW(game_hears_end)))
/* clang-format on */

static iap_status_t request_product_list(const request_subject *on, bool polls, uint64_t *request_id) {
    iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    options.path = temporary_path("products.json");
    file_write_text(options.path, "[\"" BAG "\"]");
    return iap_request_product_list(on->game->client, &options, HOW(game_hears_products));
}

/* The observers receive its end, or the host polls it. */
static iap_status_t restore_completed_transactions(const request_subject *on, bool polls, uint64_t *request_id) {
    (void)polls;
    return iap_restore_completed_transactions(on->game->client, request_id, NULL);
}

const request_function request_functions[] = {
    {"iap_request_products", request_products, IAP_EVENT_PRODUCTS_RECEIVED, .api = IAP_STORE_API_LOAD_PRODUCTS},
    {"iap_request_product_list", request_product_list, IAP_EVENT_PRODUCTS_RECEIVED, .api = IAP_STORE_API_LOAD_PRODUCTS},
    {"iap_request_cached_products", request_cached_products, IAP_EVENT_PRODUCTS_RECEIVED, .api = 0},
    {"iap_request_audit_copy", request_audit_copy, IAP_EVENT_REQUEST_COMPLETED, .api = 0},
    {"iap_request_transactions", request_transactions, IAP_EVENT_TRANSACTIONS_RECEIVED, .api = 0},
    {"iap_request_transactions_page", request_transactions_page, IAP_EVENT_TRANSACTIONS_RECEIVED, .api = 0},
    {"iap_request_storefront", request_storefront, IAP_EVENT_STOREFRONT_RECEIVED, .api = 0},
    {"iap_restore_completed_transactions", restore_completed_transactions, IAP_EVENT_RESTORE_FINISHED,
     .fails_as = IAP_EVENT_RESTORE_FAILED, .api = IAP_STORE_API_SYNC},
    {"iap_request_subscription_statuses", request_subscription_statuses, IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED,
     .api = IAP_STORE_API_SUBSCRIPTION_STATUS},
    {"iap_request_subscription_statuses of all groups", request_subscription_statuses_of_all_groups,
     IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED, .feature = IAP_FEATURE_ALL_STATUSES},
    {"iap_request_transaction_status", request_transaction_status, IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED,
     .api = IAP_STORE_API_SUBSCRIPTION_STATUS, .needs_transaction = true},
    {"iap_request_introductory_offer_eligibility", request_introductory_offer_eligibility, IAP_EVENT_FLAG_RECEIVED,
     .api = 0},
    {"iap_request_app_transaction", request_app_transaction, IAP_EVENT_APP_TRANSACTION_RECEIVED,
     .feature = IAP_FEATURE_APP_TRANSACTION, .api = IAP_STORE_API_APP_TRANSACTION},
    {"iap_request_app_transaction anew", request_app_transaction_anew, IAP_EVENT_APP_TRANSACTION_RECEIVED,
     .feature = IAP_FEATURE_APP_TRANSACTION, .api = IAP_STORE_API_APP_TRANSACTION},
    {"iap_request_app_receipt", request_app_receipt, IAP_EVENT_TEXT_RECEIVED, .feature = IAP_FEATURE_APP_RECEIPT,
     .api = IAP_STORE_API_APP_RECEIPT},
    {"iap_request_app_receipt anew", request_app_receipt_anew, IAP_EVENT_TEXT_RECEIVED,
     .feature = IAP_FEATURE_APP_RECEIPT, .api = IAP_STORE_API_APP_RECEIPT},
    {"iap_request_promotions", request_promotions, IAP_EVENT_PROMOTIONS_RECEIVED, .feature = IAP_FEATURE_PROMOTIONS,
     .api = IAP_STORE_API_PROMOTIONS},
    {"iap_set_promotion_order", set_promotion_order, IAP_EVENT_REQUEST_COMPLETED, .feature = IAP_FEATURE_PROMOTIONS,
     .api = IAP_STORE_API_PROMOTIONS},
    {"iap_set_promotion_visibility", set_promotion_visibility, IAP_EVENT_REQUEST_COMPLETED,
     .feature = IAP_FEATURE_PROMOTIONS, .api = IAP_STORE_API_PROMOTIONS},
    {"iap_request_refund", request_refund, IAP_EVENT_REQUEST_COMPLETED, .feature = IAP_FEATURE_REFUND_REQUEST,
     .api = IAP_STORE_API_REFUND_REQUEST, .sheet = IAP_STORE_SHEET_REFUND, .needs_transaction = true},
    {"iap_show_manage_subscriptions", show_manage_subscriptions, IAP_EVENT_REQUEST_COMPLETED,
     .feature = IAP_FEATURE_MANAGE_SUBSCRIPTIONS, .api = IAP_STORE_API_MANAGE_SUBSCRIPTIONS,
     .sheet = IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS},
    {"iap_show_manage_subscriptions of a group", show_manage_subscriptions_of_a_group, IAP_EVENT_REQUEST_COMPLETED,
     .feature = IAP_FEATURE_MANAGE_SUBSCRIPTIONS, .api = IAP_STORE_API_MANAGE_SUBSCRIPTIONS,
     .sheet = IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS},
    {"iap_present_offer_code_redemption", present_offer_code_redemption, IAP_EVENT_REQUEST_COMPLETED,
     .feature = IAP_FEATURE_OFFER_CODE_REDEMPTION, .api = IAP_STORE_API_OFFER_CODE_REDEMPTION,
     .sheet = IAP_STORE_SHEET_OFFER_CODE, .may_be_cancelled = true},
    {"iap_present_merchandising", present_merchandising, IAP_EVENT_REQUEST_COMPLETED,
     .feature = IAP_FEATURE_MERCHANDISING, .api = IAP_STORE_API_MERCHANDISING, .sheet = IAP_STORE_SHEET_MERCHANDISING},
    {"iap_request_review", request_review, IAP_EVENT_REQUEST_COMPLETED, .feature = IAP_FEATURE_REVIEW_REQUEST,
     .sheet = IAP_STORE_SHEET_REVIEW},
    {"iap_display_message", display_a_message, IAP_EVENT_REQUEST_COMPLETED, .feature = IAP_FEATURE_MESSAGES,
     .api = IAP_STORE_API_MESSAGES, .sheet = IAP_STORE_SHEET_MESSAGE, .needs_message = true},
    {"iap_show_external_purchase_notice", show_external_purchase_notice, IAP_EVENT_TEXT_RECEIVED,
     .feature = IAP_FEATURE_EXTERNAL_PURCHASE, .api = IAP_STORE_API_EXTERNAL_PURCHASE,
     .sheet = IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE},
    {"iap_open_external_purchase_link", open_external_purchase_link, IAP_EVENT_REQUEST_COMPLETED,
     .feature = IAP_FEATURE_EXTERNAL_PURCHASE_LINK, .api = IAP_STORE_API_EXTERNAL_PURCHASE,
     .sheet = IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE},
    {"iap_open_external_purchase_link with a URL", open_external_purchase_link_with_a_url, IAP_EVENT_REQUEST_COMPLETED,
     .feature = IAP_FEATURE_EXTERNAL_PURCHASE_LINK, .api = IAP_STORE_API_EXTERNAL_PURCHASE,
     .sheet = IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE},
    {"iap_request_external_purchase_eligibility for notice", request_eligibility_for_notice, IAP_EVENT_FLAG_RECEIVED,
     .feature = IAP_FEATURE_EXTERNAL_PURCHASE},
    {"iap_request_external_purchase_eligibility for link", request_eligibility_for_link, IAP_EVENT_FLAG_RECEIVED,
     .feature = IAP_FEATURE_EXTERNAL_PURCHASE_LINK},
    {"iap_request_external_purchase_eligibility for custom link", request_eligibility_for_custom_link,
     IAP_EVENT_FLAG_RECEIVED, .feature = IAP_FEATURE_EXTERNAL_PURCHASE_CUSTOM_LINK},
    {"iap_request_external_purchase_eligibility for link account", request_eligibility_for_link_account,
     IAP_EVENT_FLAG_RECEIVED, .feature = IAP_FEATURE_EXTERNAL_LINK_ACCOUNT},
    {"iap_request_external_purchase_token", request_external_purchase_token, IAP_EVENT_TEXT_RECEIVED,
     .feature = IAP_FEATURE_EXTERNAL_PURCHASE_CUSTOM_LINK, .api = IAP_STORE_API_EXTERNAL_PURCHASE},
    {"iap_show_external_purchase_custom_link_notice", show_external_purchase_custom_link_notice,
     IAP_EVENT_REQUEST_COMPLETED, .feature = IAP_FEATURE_EXTERNAL_PURCHASE_CUSTOM_LINK,
     .api = IAP_STORE_API_EXTERNAL_PURCHASE, .sheet = IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE},
    {"iap_open_external_link_account", open_external_link_account, IAP_EVENT_REQUEST_COMPLETED,
     .feature = IAP_FEATURE_EXTERNAL_LINK_ACCOUNT, .api = IAP_STORE_API_EXTERNAL_PURCHASE,
     .sheet = IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE},
    {"iap_bind_payment_method", bind_payment_method, IAP_EVENT_REQUEST_COMPLETED,
     .feature = IAP_FEATURE_PAYMENT_METHOD_BINDING, .api = IAP_STORE_API_PAYMENT_METHOD_BINDING},
};
const size_t request_function_count = sizeof request_functions / sizeof request_functions[0];

request_subject request_prepare(game *game, const request_function *function) {
    request_subject subject = {.game = game};
    if (function->needs_transaction) subject.transaction_id = iap_transaction_id(game_buy(game, BAG));
    if (function->needs_message) subject.message = receive_message(game, IAP_MESSAGE_REASON_GENERIC);
    return subject;
}

const heard *request_and_wait(game *game, const request_function *function) {
    const request_subject subject = request_prepare(game, function);
    uint64_t id = 0;
    if (!CHECK_STATUS(function->make(&subject, false, &id), IAP_OK)) return NULL;
    CHECK(id != 0);
    return game_wait_response(game, id);
}

iap_event *poll_event(game *game) {
    const uint32_t timeout = test_execution == IAP_EXECUTION_MANUAL ? 0 : TIMEOUT_MS;
    for (int round = 0; round < 1000; round++) {
        iap_event *event = NULL;
        const int32_t result = iap_client_next_event(game->client, &event);
        if (result == 1) {
            CHECK(event != NULL);
            return event;
        }
        CHECK_INT(result, 0);
        if (iap_client_wait_events(game->client, timeout) != 1) return NULL;
    }
    return NULL;
}

iap_event *poll_response(game *game, uint64_t request_id) {
    iap_event *event;
    while ((event = poll_event(game)) != NULL && iap_event_request_id(event) != request_id) iap_event_release(event);
    if (event == NULL)
        test_fail(__FILE__, __LINE__, "waited for the event that ends request %llu", (unsigned long long)request_id);
    return event;
}
