#include "hearing.h"

#include "log.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const iap_transaction *last_transaction;
const iap_purchase_intent *last_intent;

void forget_what_was_heard(void) {
    iap_transaction_release(last_transaction);
    iap_purchase_intent_release(last_intent);
    last_transaction = NULL, last_intent = NULL;
}

/* ------------------------------------------------------------------------------------------------------ lines for it */

static void tell_request(const char *who, const char *what, uint64_t request_id, const iap_error *error) {
    printf("%s: %s", who, what);
    unsigned_number("request", request_id);
    error_fields(error);
    putchar('\n');
}

static void tell_products(const char *who, uint64_t request_id, const iap_products *products, const iap_error *error) {
    tell_request(who, "products", request_id, error);
    for (size_t i = 0; i < iap_products_count(products); i++) {
        printf("  product");
        product_fields(iap_products_at(products, i));
        putchar('\n');
    }
    for (size_t i = 0; i < iap_products_invalid_count(products); i++) {
        printf("  invalid");
        text("product", iap_products_invalid_at(products, i));
        putchar('\n');
    }
}

void print_transactions(const iap_transactions *transactions) {
    for (size_t i = 0; i < iap_transactions_count(transactions); i++) {
        printf("  transaction");
        transaction_fields(iap_transactions_at(transactions, i));
        putchar('\n');
    }
}

static void tell_transactions(const char *who, uint64_t request_id, const iap_transactions *transactions,
                              const iap_error *error) {
    tell_request(who, "transactions", request_id, error);
    print_transactions(transactions);
}

static void tell_statuses(const char *who, uint64_t request_id, const iap_subscription_statuses *statuses,
                          const iap_error *error) {
    tell_request(who, "statuses", request_id, error);
    for (size_t i = 0; i < iap_subscription_statuses_count(statuses); i++) {
        printf("  status");
        status_fields(iap_subscription_statuses_at(statuses, i));
        putchar('\n');
    }
}

static void tell_transaction(const char *who, const char *what, const iap_transaction *transaction) {
    printf("%s: %s", who, what);
    transaction_fields(transaction);
    putchar('\n');
    iap_transaction_release(last_transaction);
    last_transaction = iap_transaction_retain(transaction);
}

static void tell_status(const char *who, const iap_subscription_status *status) {
    printf("%s: status", who);
    status_fields(status);
    putchar('\n');
}

static void tell_storefront(const char *who, const char *what, uint64_t request_id, const char *country,
                            const char *identifier, const iap_error *error) {
    printf("%s: %s", who, what);
    unsigned_number("request", request_id);
    text("country", country);
    text("identifier", identifier);
    error_fields(error);
    putchar('\n');
}

static void tell_entitlement(const char *who, const char *product_id, int32_t is_owned) {
    printf("%s: entitlement", who);
    text("product", product_id);
    number("owned", is_owned);
    putchar('\n');
}

static void tell_intent(const char *who, const iap_purchase_intent *intent) {
    printf("%s: intent", who);
    text("product", iap_purchase_intent_product_id(intent));
    word("offer", iap_purchase_intent_offer_type(intent), offer_types);
    text("offer_id", iap_purchase_intent_offer_id(intent));
    putchar('\n');
    iap_purchase_intent_release(last_intent);
    last_intent = iap_purchase_intent_retain(intent);
}

/* ------------------------------------------------------------------------------------------------------ observers */

static void run_action(const observer *hearing, iap_client *of, const iap_transaction *transaction) {
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    const bool can_be_finished =
        state == IAP_TRANSACTION_PURCHASED || state == IAP_TRANSACTION_RESTORED || state == IAP_TRANSACTION_FAILED;
    const bool finishes = strcmp(hearing->action, "finish") == 0;
    if (hearing->action[0] == '\0' || (finishes && !can_be_finished)) return;
    printf("%s> %s\n", hearing->name, hearing->action);
    if (finishes) result(iap_finish_transaction(of, transaction, NULL));
    else if (strcmp(hearing->action, "pump") == 0) number_result(iap_client_process_events(of, 0));
    else result(iap_client_close(of));
}

static const char *name_of(void *user_data) { return ((observer *)user_data)->name; }

static void transaction_updated(void *user_data, iap_client *of, const iap_transaction *transaction) {
    tell_transaction(name_of(user_data), "updated", transaction);
    run_action(user_data, of, transaction);
}
static void transaction_removed(void *user_data, iap_client *of, const iap_transaction *transaction) {
    (void)of;
    tell_transaction(name_of(user_data), "removed", transaction);
}
static void restore_finished(void *user_data, iap_client *of, uint64_t request_id) {
    (void)of;
    tell_request(name_of(user_data), "restore_finished", request_id, NULL);
}
static void restore_failed(void *user_data, iap_client *of, uint64_t request_id, const iap_error *error) {
    (void)of;
    tell_request(name_of(user_data), "restore_failed", request_id, error);
}
static void entitlement_revoked(void *user_data, iap_client *of, const iap_transaction *transaction) {
    (void)of;
    tell_transaction(name_of(user_data), "revoked", transaction);
}
static void entitlement_changed(void *user_data, iap_client *of, const char *product_id, int32_t is_owned) {
    (void)of;
    tell_entitlement(name_of(user_data), product_id, is_owned);
}
static void storefront_changed(void *user_data, iap_client *of, const char *country, const char *identifier) {
    (void)of;
    tell_storefront(name_of(user_data), "storefront_changed", 0, country, identifier, NULL);
}
static void problem_reported(void *user_data, iap_client *of, const iap_error *error) {
    (void)of;
    tell_request(name_of(user_data), "problem", 0, error);
}
static void subscription_status_changed(void *user_data, iap_client *of, const iap_subscription_status *status) {
    (void)of;
    tell_status(name_of(user_data), status);
}
static void purchase_intent_received(void *user_data, iap_client *of, const iap_purchase_intent *intent) {
    (void)of;
    tell_intent(name_of(user_data), intent);
}
static void verification_requested(void *user_data, iap_client *of, const iap_transaction *transaction) {
    (void)of;
    tell_transaction(name_of(user_data), "verify", transaction);
}

iap_observer observer_functions(observer *hearing) {
    iap_observer functions = IAP_OBSERVER_INIT;
    functions.user_data = hearing;
    functions.transaction_updated = transaction_updated;
    functions.transaction_removed = transaction_removed;
    functions.restore_finished = restore_finished;
    functions.restore_failed = restore_failed;
    functions.entitlement_revoked = entitlement_revoked;
    functions.entitlement_changed = entitlement_changed;
    functions.storefront_changed = storefront_changed;
    functions.problem_reported = problem_reported;
    functions.subscription_status_changed = subscription_status_changed;
    functions.purchase_intent_received = purchase_intent_received;
    functions.verification_requested = verification_requested;
    return functions;
}

/* ---------------------------------------------------------------------------------------------------- completions */

void products_received(void *user_data, iap_client *of, uint64_t request_id, const iap_products *products,
                       const iap_error *error) {
    (void)user_data, (void)of;
    tell_products("reply", request_id, products, error);
}
void transactions_received(void *user_data, iap_client *of, uint64_t request_id, const iap_transactions *transactions,
                           const iap_error *error) {
    (void)user_data, (void)of;
    tell_transactions("reply", request_id, transactions, error);
}
void statuses_received(void *user_data, iap_client *of, uint64_t request_id, const iap_subscription_statuses *statuses,
                       const iap_error *error) {
    (void)user_data, (void)of;
    tell_statuses("reply", request_id, statuses, error);
}
void storefront_received(void *user_data, iap_client *of, uint64_t request_id, const char *country,
                         const char *identifier, const iap_error *error) {
    (void)user_data, (void)of;
    tell_storefront("reply", "storefront", request_id, country, identifier, error);
}
void completed(void *user_data, iap_client *of, uint64_t request_id, const iap_error *error) {
    (void)user_data, (void)of;
    tell_request("reply", "completed", request_id, error);
}

/* -------------------------------------------------------------------------------------------------- polled events */

void tell_event(const iap_event *event) {
    static const char *const who = "event";
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_event_error(event, &error);
    const uint64_t request_id = iap_event_request_id(event);
    const char *const country = iap_event_storefront_country_code(event);
    const char *const identifier = iap_event_storefront_identifier(event);
    switch (iap_event_type(event)) {
    case IAP_EVENT_PRODUCTS_RECEIVED: tell_products(who, request_id, iap_event_products(event), &error); break;
    case IAP_EVENT_TRANSACTIONS_RECEIVED:
        tell_transactions(who, request_id, iap_event_transactions(event), &error);
        break;
    case IAP_EVENT_STOREFRONT_RECEIVED:
        tell_storefront(who, "storefront", request_id, country, identifier, &error);
        break;
    case IAP_EVENT_TRANSACTION_UPDATED: tell_transaction(who, "updated", iap_event_transaction(event)); break;
    case IAP_EVENT_TRANSACTION_REMOVED: tell_transaction(who, "removed", iap_event_transaction(event)); break;
    case IAP_EVENT_RESTORE_FINISHED: tell_request(who, "restore_finished", request_id, NULL); break;
    case IAP_EVENT_RESTORE_FAILED: tell_request(who, "restore_failed", request_id, &error); break;
    case IAP_EVENT_ENTITLEMENT_REVOKED: tell_transaction(who, "revoked", iap_event_transaction(event)); break;
    case IAP_EVENT_ENTITLEMENT_CHANGED:
        tell_entitlement(who, iap_event_product_id(event), iap_event_flag(event));
        break;
    case IAP_EVENT_STOREFRONT_CHANGED: tell_storefront(who, "storefront_changed", 0, country, identifier, NULL); break;
    case IAP_EVENT_PROBLEM_REPORTED: tell_request(who, "problem", 0, &error); break;
    case IAP_EVENT_REQUEST_COMPLETED: tell_request(who, "completed", request_id, &error); break;
    case IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED:
        tell_statuses(who, request_id, iap_event_subscription_statuses(event), &error);
        break;
    case IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED: tell_status(who, iap_event_subscription_status(event)); break;
    case IAP_EVENT_PURCHASE_INTENT_RECEIVED: tell_intent(who, iap_event_purchase_intent(event)); break;
    case IAP_EVENT_VERIFICATION_REQUESTED: tell_transaction(who, "verify", iap_event_transaction(event)); break;
    default: fail("an event of a kind that no scenario brings about", who);
    }
}
