#include "hearing.h"

#include <stdio.h>

static void tell(const hearing *to, iap_client *client, heard entry, const iap_error *error) {
    entry.observer = to->observer;
    entry.thread = pthread_self();
    entry.has_error = error != NULL;
    if (error != NULL) entry.error = *error;
    to->hear(to->context, client, &entry);
}

static heard storefront_of(iap_event_type_t type, const char *country_code, const char *identifier) {
    heard entry = {.type = type};
    if (country_code != NULL) snprintf(entry.country_code, sizeof entry.country_code, "%s", country_code);
    if (identifier != NULL) snprintf(entry.identifier, sizeof entry.identifier, "%s", identifier);
    return entry;
}

/* ---------------------------------------------------------------------------------------------------- the observer */

/* A function of the observer that receives one handle. */
#define OBSERVES(name, event, handle, field)                                                                           \
    static void name(void *user_data, iap_client *client, const handle *value) {                                       \
        const heard entry = {.type = event, .field = value};                                                           \
        tell(user_data, client, entry, NULL);                                                                          \
    }
OBSERVES(transaction_updated, IAP_EVENT_TRANSACTION_UPDATED, iap_transaction, transaction)
OBSERVES(transaction_removed, IAP_EVENT_TRANSACTION_REMOVED, iap_transaction, transaction)
OBSERVES(entitlement_revoked, IAP_EVENT_ENTITLEMENT_REVOKED, iap_transaction, transaction)
OBSERVES(verification_requested, IAP_EVENT_VERIFICATION_REQUESTED, iap_transaction, transaction)
OBSERVES(subscription_status_changed, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, iap_subscription_status, status)
OBSERVES(purchase_intent_received, IAP_EVENT_PURCHASE_INTENT_RECEIVED, iap_purchase_intent, intent)
OBSERVES(message_received, IAP_EVENT_MESSAGE_RECEIVED, iap_message, message)

static void restore_failed(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    const heard entry = {.type = IAP_EVENT_RESTORE_FAILED, .request_id = request_id};
    tell(user_data, client, entry, error);
}

static void restore_finished(void *user_data, iap_client *client, uint64_t request_id) {
    const heard entry = {.type = IAP_EVENT_RESTORE_FINISHED, .request_id = request_id};
    tell(user_data, client, entry, NULL);
}

static void problem_reported(void *user_data, iap_client *client, const iap_error *error) {
    const heard entry = {.type = IAP_EVENT_PROBLEM_REPORTED};
    tell(user_data, client, entry, error);
}

static void storefront_changed(void *user_data, iap_client *client, const char *country_code, const char *identifier) {
    tell(user_data, client, storefront_of(IAP_EVENT_STOREFRONT_CHANGED, country_code, identifier), NULL);
}

static void entitlement_changed(void *user_data, iap_client *client, const char *product_id, int32_t is_owned) {
    const heard entry = {.type = IAP_EVENT_ENTITLEMENT_CHANGED, .product_id = product_id, .flag = is_owned};
    tell(user_data, client, entry, NULL);
}

iap_observer hearing_observer(hearing *to) {
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.user_data = to;
    observer.transaction_updated = transaction_updated;
    observer.transaction_removed = transaction_removed;
    observer.restore_finished = restore_finished;
    observer.restore_failed = restore_failed;
    observer.entitlement_revoked = entitlement_revoked;
    observer.storefront_changed = storefront_changed;
    observer.problem_reported = problem_reported;
    observer.subscription_status_changed = subscription_status_changed;
    observer.purchase_intent_received = purchase_intent_received;
    observer.message_received = message_received;
    observer.verification_requested = verification_requested;
    observer.entitlement_changed = entitlement_changed;
    return observer;
}

/* ----------------------------------------------------------------------------------------------------- completions */

/* A completion that receives one value. */
#define ANSWERS(name, event, kind, field)                                                                              \
    void name(void *user_data, iap_client *client, uint64_t request_id, kind value, const iap_error *error) {          \
        const heard entry = {.type = event, .request_id = request_id, .field = value};                                 \
        tell(user_data, client, entry, error);                                                                         \
    }
ANSWERS(hearing_products, IAP_EVENT_PRODUCTS_RECEIVED, const iap_products *, products)
ANSWERS(hearing_transactions, IAP_EVENT_TRANSACTIONS_RECEIVED, const iap_transactions *, transactions)
ANSWERS(hearing_flag, IAP_EVENT_FLAG_RECEIVED, int32_t, flag)
ANSWERS(hearing_text, IAP_EVENT_TEXT_RECEIVED, const char *, text)
ANSWERS(hearing_statuses, IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED, const iap_subscription_statuses *, statuses)
ANSWERS(hearing_app_transaction, IAP_EVENT_APP_TRANSACTION_RECEIVED, const iap_app_transaction *, app_transaction)
ANSWERS(hearing_promotions, IAP_EVENT_PROMOTIONS_RECEIVED, const iap_promotions *, promotions)

void hearing_storefront(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                        const char *identifier, const iap_error *error) {
    heard entry = storefront_of(IAP_EVENT_STOREFRONT_RECEIVED, country_code, identifier);
    entry.request_id = request_id;
    tell(user_data, client, entry, error);
}

void hearing_end(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    const heard entry = {.type = IAP_EVENT_REQUEST_COMPLETED, .request_id = request_id};
    tell(user_data, client, entry, error);
}

/* -------------------------------------------------------------------------------------------------- polled events */

void hearing_take(const hearing *to, iap_client *client, const iap_event *event) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    heard entry = storefront_of(iap_event_type(event), iap_event_storefront_country_code(event),
                                iap_event_storefront_identifier(event));
    entry.request_id = iap_event_request_id(event);
    entry.transaction = iap_event_transaction(event);
    entry.transactions = iap_event_transactions(event);
    entry.products = iap_event_products(event);
    entry.statuses = iap_event_subscription_statuses(event);
    entry.status = iap_event_subscription_status(event);
    entry.app_transaction = iap_event_app_transaction(event);
    entry.promotions = iap_event_promotions(event);
    entry.intent = iap_event_purchase_intent(event);
    entry.message = iap_event_message(event);
    entry.flag = iap_event_flag(event);
    entry.text = iap_event_text(event);
    entry.product_id = iap_event_product_id(event);
    tell(to, client, entry, iap_event_error(event, &error) == IAP_OK ? NULL : &error);
}
