#include "reported.h"

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

static void list_products(const iap_products *products) {
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

static void list_statuses(const iap_subscription_statuses *statuses) {
    for (size_t i = 0; i < iap_subscription_statuses_count(statuses); i++) {
        printf("  status");
        status_fields(iap_subscription_statuses_at(statuses, i));
        putchar('\n');
    }
}

static void keep_transaction(const iap_transaction *transaction) {
    iap_transaction_release(last_transaction);
    last_transaction = iap_transaction_retain(transaction);
}

static void intent_fields(const iap_purchase_intent *intent) {
    text("product", iap_purchase_intent_product_id(intent));
    word("offer", iap_purchase_intent_offer_type(intent), offer_types);
    text("offer_id", iap_purchase_intent_offer_id(intent));
    iap_purchase_intent_release(last_intent);
    last_intent = iap_purchase_intent_retain(intent);
}

/* The words of the log, by the type of the event. */
static const char *const words[] = {[IAP_EVENT_PRODUCTS_RECEIVED] = "products",
                                    [IAP_EVENT_TRANSACTIONS_RECEIVED] = "transactions",
                                    [IAP_EVENT_STOREFRONT_RECEIVED] = "storefront",
                                    [IAP_EVENT_TRANSACTION_UPDATED] = "updated",
                                    [IAP_EVENT_TRANSACTION_REMOVED] = "removed",
                                    [IAP_EVENT_RESTORE_FINISHED] = "restore_finished",
                                    [IAP_EVENT_RESTORE_FAILED] = "restore_failed",
                                    [IAP_EVENT_ENTITLEMENT_REVOKED] = "revoked",
                                    [IAP_EVENT_STOREFRONT_CHANGED] = "storefront_changed",
                                    [IAP_EVENT_PROBLEM_REPORTED] = "problem",
                                    [IAP_EVENT_REQUEST_COMPLETED] = "completed",
                                    [IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED] = "statuses",
                                    [IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED] = "status",
                                    [IAP_EVENT_PURCHASE_INTENT_RECEIVED] = "intent",
                                    [IAP_EVENT_VERIFICATION_REQUESTED] = "verify",
                                    [IAP_EVENT_ENTITLEMENT_CHANGED] = "entitlement"};

/* Prints what was received. The lists of a response follow its line. */
static void tell(const char *who, const heard *entry) {
    const size_t type = (size_t)entry->type;
    if (type >= sizeof words / sizeof words[0] || words[type] == NULL)
        fail("an event of a kind that no scenario brings about", who);
    printf("%s: %s", who, words[type]);
    unsigned_number("request", entry->request_id);
    if (entry->transaction != NULL) transaction_fields(entry->transaction);
    if (entry->status != NULL) status_fields(entry->status);
    if (entry->intent != NULL) intent_fields(entry->intent);
    text("country", entry->country_code);
    text("identifier", entry->identifier);
    text("product", entry->product_id);
    if (entry->type == IAP_EVENT_ENTITLEMENT_CHANGED) number("owned", entry->flag);
    if (entry->has_error) error_fields(&entry->error);
    putchar('\n');
    if (entry->transaction != NULL) keep_transaction(entry->transaction);
    list_products(entry->products);
    print_transactions(entry->transactions);
    list_statuses(entry->statuses);
}

/* ------------------------------------------------------------------------------------------------- who receives it */

static void run_action(const observer *observing, iap_client *of, const iap_transaction *transaction) {
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    const bool can_be_finished =
        state == IAP_TRANSACTION_PURCHASED || state == IAP_TRANSACTION_RESTORED || state == IAP_TRANSACTION_FAILED;
    const bool finishes = strcmp(observing->action, "finish") == 0;
    if (observing->action[0] == '\0' || (finishes && !can_be_finished)) return;
    printf("%s> %s\n", observing->name, observing->action);
    if (finishes) result(iap_finish_transaction(of, transaction, NULL));
    else if (strcmp(observing->action, "pump") == 0) number_result(iap_client_process_events(of, 0));
    else result(iap_client_close(of));
}

static void observed(void *context, iap_client *of, const heard *entry) {
    const observer *observing = context;
    tell(observing->name, entry);
    if (entry->type == IAP_EVENT_TRANSACTION_UPDATED) run_action(observing, of, entry->transaction);
}

static void replied(void *context, iap_client *of, const heard *entry) {
    (void)of;
    tell(context, entry);
}

hearing replies = {replied, "reply", 0};
const hearing polled_events = {replied, "event", 0};

iap_observer observer_functions(observer *observing) {
    observing->hearing = (hearing){observed, observing, 0};
    iap_observer functions = hearing_observer(&observing->hearing);
    functions.message_received = NULL;
    return functions;
}
