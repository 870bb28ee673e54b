/*
 * Tests the results of the library without a store. The code is C99 and uses nothing of a system, therefore it also runs where
 * there are no threads. With TEST_THREADS it also tests what needs them. The tests of Tests/Conformance that need no store
 * check the rules of iap.h.
 */
#include <iap/iap.h>
#include <iap/iap_inventory.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef TEST_THREADS
#include <pthread.h>
#include <sched.h>
#endif

static int check_count, failure_count;
static const char *running = "";

static void check(int holds, const char *what, int line) {
    check_count++;
    if (holds) return;
    failure_count++;
    printf("FAIL line %d, %s: %s\n", line, running, what);
}

#define CHECK(condition) check((condition), #condition, __LINE__)
#define CHECK_TEXT(got, expected) CHECK((got) != NULL && strcmp((got), (expected)) == 0)

static iap_error answer_error = IAP_ERROR_VALUE_INIT;

/* Returns whether a call with this error has returned 0 and the status. */
static int fails(int64_t value, iap_status expected) {
    return value == 0 && answer_error.status == expected && answer_error.message[0] != 0;
}

#define TEXT_LENGTH ((17u << 20) + 1)
static char *long_text; /* longer than any limit */
static const char *const right_texts[] = {"coins"};
static iap_product_list_options right_product_list_options = IAP_PRODUCT_LIST_OPTIONS_INIT;

/* -------------------------------------------------------------------------------------------------- the games */

/* What a game has received. */
struct heard {
    int answers, restores_failed, updated, removed, wakes, is_processing;
    uint64_t request;
    iap_status status;
    char states[64]; /* P for purchasing, F for failed, R for removed, A for a completion */
    const iap_transaction *failed;
    void (*then)(struct heard *heard, iap_client *client); /* inside the callback */
    iap_client *client;
};

static void note_error(struct heard *heard, const iap_error *error) {
    CHECK(error != NULL);
    if (error == NULL) return;
    heard->status = error->status;
    CHECK(error->struct_size == sizeof *error);
    CHECK(error->category == IAP_STATUS_CATEGORY(error->status));
    CHECK(error->message[0] != 0 && strchr(error->message, '\n') == NULL);
}

static void hear(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error, int has_nothing) {
    struct heard *heard = (struct heard *)user_data;
    CHECK(heard->is_processing);
    CHECK(client == heard->client);
    CHECK(has_nothing);
    heard->answers++;
    if (strlen(heard->states) + 1 < sizeof heard->states) strcat(heard->states, "A");
    heard->request = request_id;
    note_error(heard, error);
    if (heard->then != NULL) heard->then(heard, client);
}

static void transaction_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    struct heard *heard = (struct heard *)user_data;
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    CHECK(heard->is_processing && client == heard->client);
    strcat(heard->states, state == IAP_TRANSACTION_PURCHASING ? "P" : state == IAP_TRANSACTION_FAILED ? "F" : "?");
    heard->updated++;
    if (state == IAP_TRANSACTION_FAILED && heard->failed == NULL) heard->failed = iap_transaction_retain(transaction);
    if (heard->then != NULL) heard->then(heard, client);
}

static void transaction_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    struct heard *heard = (struct heard *)user_data;
    CHECK(client == heard->client && iap_transaction_state(transaction) == IAP_TRANSACTION_FAILED);
    strcat(heard->states, "R");
    heard->removed++;
}

static void restore_failed(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    struct heard *heard = (struct heard *)user_data;
    CHECK(client == heard->client);
    heard->restores_failed++;
    heard->request = request_id;
    note_error(heard, error);
}

static void wake(void *user_data) { ((struct heard *)user_data)->wakes++; }

static iap_client *open_client(struct heard *heard) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_client *client = NULL;
    memset(heard, 0, sizeof *heard);
    options.journal_path = "folder/that/is/not/there/journal";
    options.wake = wake;
    options.wake_user_data = heard;
    CHECK(iap_client_open(&options, &client, NULL) == IAP_OK);
    heard->client = client;
    return client;
}

static void observe(struct heard *heard) {
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.user_data = heard;
    observer.transaction_updated = transaction_updated;
    observer.transaction_removed = transaction_removed;
    observer.restore_failed = restore_failed;
    CHECK(iap_add_observer(heard->client, &observer, NULL, NULL) == IAP_OK);
}

static int32_t process(struct heard *heard, uint32_t most) {
    int32_t count;
    heard->is_processing++;
    count = iap_client_process_events(heard->client, most);
    heard->is_processing--;
    return count;
}

static void close_client(struct heard *heard) {
    heard->is_processing++;
    CHECK(iap_client_close(heard->client) == IAP_OK);
    heard->is_processing--;
    iap_transaction_release(heard->failed);
    heard->failed = NULL;
}

/* --------------------------------------------------------------------------------------------- every request */

struct request {
    const char *name;
    iap_status (*make)(iap_client *client, void *user_data, uint64_t *request_id, iap_error *error);
    iap_event_type_t type;
};

struct wrong_request {
    const char *name;
    iap_status (*make)(iap_client *client, void *user_data, uint64_t *request_id, iap_error *error);
    iap_status status;
};

#include "calls.h"

#define REQUEST_COUNT (sizeof requests / sizeof requests[0])

/* The requests of the inventory need an inventory. */
static iap_client *open_client_with_inventory(struct heard *heard) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    memset(heard, 0, sizeof *heard);
    options.inventory = &inventory;
    CHECK(iap_client_open(&options, &heard->client, NULL) == IAP_OK);
    return heard->client;
}

static void each_request_ends_once_as_unsupported(void) {
    struct heard heard;
    iap_client *client = open_client_with_inventory(&heard);
    size_t index;
    observe(&heard);
    for (index = 0; index < REQUEST_COUNT; index++) {
        const int is_restore = requests[index].type == IAP_EVENT_RESTORE_FAILED;
        uint64_t id = 0;
        iap_error error = IAP_ERROR_VALUE_INIT;
        running = requests[index].name;
        heard.answers = heard.restores_failed = 0;
        CHECK(requests[index].make(client, &heard, &id, &error) == IAP_OK);
        CHECK(id != 0 && error.status == IAP_OK && error.message[0] == 0);
        CHECK(heard.answers == 0 && heard.restores_failed == 0);
        CHECK(iap_client_wait_events(client, 0) == 1);
        CHECK(process(&heard, 0) == 1);
        CHECK(heard.answers == !is_restore && heard.restores_failed == is_restore);
        CHECK(heard.request == id && heard.status == IAP_ERROR_UNSUPPORTED);
        CHECK(process(&heard, 0) == 0);
        CHECK(iap_cancel_request(client, id, NULL) == IAP_ERROR_NOT_FOUND);
    }
    close_client(&heard);
}

static void each_request_can_be_polled(void) {
    struct heard heard;
    iap_client *client = open_client_with_inventory(&heard);
    size_t index;
    for (index = 0; index < REQUEST_COUNT; index++) {
        uint64_t id = 0;
        iap_event *event = NULL;
        iap_error error = IAP_ERROR_VALUE_INIT;
        running = requests[index].name;
        CHECK(requests[index].make(client, &heard, &id, NULL) == IAP_OK);
        CHECK(iap_client_wait_events(client, 0) == 1);
        CHECK(iap_client_next_event(client, &event) == 1);
        CHECK(iap_event_type(event) == requests[index].type && iap_event_request_id(event) == id);
        CHECK(iap_event_error(event, &error) == IAP_ERROR_UNSUPPORTED && strstr(error.message, "no store") != NULL);
        CHECK(iap_event_products(event) == NULL && iap_event_text(event) == NULL && iap_event_flag(event) == 0);
        iap_event_release(event);
        CHECK(iap_client_next_event(client, &event) == 0 && event == NULL);
    }
    CHECK(heard.answers == 0);
    close_client(&heard);
}

static void each_request_can_be_cancelled(void) {
    struct heard heard;
    iap_client *client = open_client_with_inventory(&heard);
    size_t index;
    observe(&heard);
    for (index = 0; index < REQUEST_COUNT; index++) {
        const int is_restore = requests[index].type == IAP_EVENT_RESTORE_FAILED;
        uint64_t id = 0;
        running = requests[index].name;
        heard.answers = heard.restores_failed = 0;
        CHECK(requests[index].make(client, &heard, &id, NULL) == IAP_OK);
        heard.is_processing++;
        CHECK(iap_cancel_request(client, id, NULL) == IAP_OK);
        heard.is_processing--;
        CHECK(heard.answers == !is_restore);
        CHECK(iap_cancel_request(client, id, NULL) == IAP_ERROR_NOT_FOUND);
        CHECK(process(&heard, 0) == is_restore && heard.restores_failed == is_restore);
        CHECK(heard.request == id && heard.status == IAP_ERROR_CANCELLED);
    }
    close_client(&heard);
}

static void a_close_ends_every_request_as_cancelled_in_order(void) {
    struct heard heard;
    iap_client *client = open_client_with_inventory(&heard);
    uint64_t last = 0;
    size_t index;
    observe(&heard);
    for (index = 0; index < REQUEST_COUNT; index++) CHECK(requests[index].make(client, &heard, &last, NULL) == IAP_OK);
    close_client(&heard);
    CHECK(heard.answers + heard.restores_failed == (int)REQUEST_COUNT && heard.restores_failed == 1);
    CHECK(heard.request == last && heard.status == IAP_ERROR_CANCELLED);
}

static void each_request_refuses_null_and_closed_clients(void) {
    struct heard heard;
    iap_client *closed = open_client(&heard);
    size_t index;
    close_client(&heard);
    for (index = 0; index < REQUEST_COUNT; index++) {
        uint64_t id = 5;
        iap_error error = IAP_ERROR_VALUE_INIT;
        running = requests[index].name;
        CHECK(requests[index].make(NULL, &heard, &id, &error) == IAP_ERROR_INVALID_ARGUMENT);
        CHECK(id == 0 && error.status == IAP_ERROR_INVALID_ARGUMENT && error.message[0] != 0);
        CHECK(requests[index].make(closed, &heard, &id, &error) == IAP_ERROR_CLOSED);
        CHECK(requests[index].make((iap_client *)(void *)&heard, &heard, &id, NULL) == IAP_ERROR_INVALID_ARGUMENT);
        CHECK(requests[index].make(closed, &heard, NULL, NULL) == IAP_ERROR_CLOSED);
    }
    CHECK(heard.answers == 0);
}

static void each_request_refuses_texts_that_are_wrong(void) {
    struct heard heard;
    iap_client *client = open_client_with_inventory(&heard);
    size_t index;
    for (index = 0; index < sizeof wrong_requests / sizeof wrong_requests[0]; index++) {
        uint64_t id = 5;
        running = wrong_requests[index].name;
        CHECK(wrong_requests[index].make(client, &heard, &id, NULL) == wrong_requests[index].status);
        CHECK(id == 0);
    }
    CHECK(process(&heard, 0) == 0);
    close_client(&heard);
}

static void requests_of_the_inventory_need_one(void) {
    struct heard heard;
    iap_client *client = open_client(&heard);
    const iap_inventory_items *items = NULL;
    CHECK(fails(iap_inventory_balance(client, "coins", &answer_error), IAP_ERROR_INVALID_STATE));
    CHECK(fails(iap_inventory_is_unlocked(client, "coins", &answer_error), IAP_ERROR_INVALID_STATE));
    CHECK(iap_inventory_list(client, &items, NULL) == IAP_ERROR_INVALID_STATE && items == NULL);
    CHECK(iap_inventory_spend(client, "coins", 1, "k", NULL, NULL, NULL, NULL) == IAP_ERROR_INVALID_STATE);
    CHECK(iap_inventory_add(client, "coins", 1, "k", NULL, NULL, NULL, NULL) == IAP_ERROR_INVALID_STATE);
    CHECK(iap_inventory_take_back(client, 1, NULL, NULL, NULL, NULL) == IAP_ERROR_INVALID_STATE);
    CHECK(iap_inventory_export(client, NULL, NULL, NULL, NULL) == IAP_ERROR_INVALID_STATE);
    CHECK(iap_inventory_import(client, "{}", NULL, NULL, NULL, NULL) == IAP_ERROR_INVALID_STATE);
    close_client(&heard);
}

static void a_request_without_completion_is_answered_to_nobody(void) {
    struct heard heard;
    iap_client *client = open_client(&heard);
    CHECK(iap_request_storefront(client, NULL, NULL, NULL, NULL) == IAP_OK);
    CHECK(process(&heard, 0) == 1);
    close_client(&heard);
}

/* ------------------------------------------------------------------------------------------------- questions */

static void nothing_is_sold_and_nothing_is_owned(void) {
    struct heard heard;
    iap_client *client = open_client(&heard);
    const iap_purchase_intents *intents = NULL;
    int32_t feature;
    CHECK(iap_can_make_payments(client, NULL) == 0);
    CHECK(iap_can_make_payments(client, &answer_error) == 0 && answer_error.status == IAP_OK);
    CHECK(fails(iap_can_make_payments(NULL, &answer_error), IAP_ERROR_INVALID_ARGUMENT));
    CHECK(iap_can_make_payments(NULL, NULL) == 0);
    CHECK(iap_client_environment(client) == IAP_ENVIRONMENT_UNKNOWN);
    for (feature = IAP_FEATURE_WIN_BACK_OFFERS; feature <= IAP_FEATURE_MULTI_SEAT; feature++)
        CHECK(iap_supports(client, feature, NULL) == 0);
    CHECK(fails(iap_supports(client, IAP_FEATURE_NONE, &answer_error), IAP_ERROR_INVALID_ARGUMENT));
    CHECK(fails(iap_supports(client, 4711, &answer_error), IAP_ERROR_INVALID_ARGUMENT));
    CHECK(iap_owns(client, "coins", NULL) == 0);
    CHECK(fails(iap_owns(client, NULL, &answer_error), IAP_ERROR_INVALID_ARGUMENT));
    CHECK(fails(iap_owns(client, "", &answer_error), IAP_ERROR_INVALID_TEXT));
    CHECK(fails(iap_owns(client, "\xC0\x80", &answer_error), IAP_ERROR_INVALID_TEXT));
    CHECK(fails(iap_owns(client, long_text, &answer_error), IAP_ERROR_TOO_LARGE));
    CHECK(iap_owns(client, long_text + TEXT_LENGTH - 1 - IAP_PRODUCT_ID_LENGTH_MAX, NULL) == 0);
    CHECK(iap_queue_purchase_intents(client, &intents, NULL) == IAP_OK);
    CHECK(intents != NULL && iap_purchase_intents_count(intents) == 0 && iap_purchase_intents_at(intents, 0) == NULL);
    iap_purchase_intents_release(intents);
    CHECK(iap_decline_purchase_intent(client, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_display_message(client, NULL, NULL, NULL, NULL, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_answer_verification(client, 1, IAP_VERDICT_VALID, NULL, 0, NULL) == IAP_ERROR_NOT_FOUND);
    CHECK(iap_answer_verification(client, 1, 9, NULL, 0, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_finish_transaction_id(client, 1, NULL) == IAP_ERROR_NOT_FOUND);
    CHECK(iap_request_transactions(client, IAP_QUERY_LATEST, NULL, NULL, NULL, NULL, NULL) ==
          IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_request_transactions(client, 9, NULL, NULL, NULL, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_request_transactions_page(client, IAP_QUERY_ALL, NULL, 0, "1.2", NULL, NULL, NULL, NULL) ==
          IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_request_products(client, NULL, 1, NULL, NULL, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_request_products(client, right_texts, IAP_PRODUCT_IDS_MAX + 1, NULL, NULL, NULL, NULL) ==
          IAP_ERROR_TOO_LARGE);
    CHECK(iap_request_product_list(client, NULL, NULL, NULL, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(process(&heard, 0) == 0);
    close_client(&heard);
    CHECK(fails(iap_can_make_payments(client, &answer_error), IAP_ERROR_CLOSED) &&
          fails(iap_owns(client, "coins", &answer_error), IAP_ERROR_CLOSED));
}

static void the_inventory_has_the_names_of_grants_and_holds_nothing(void) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    const iap_grant grant = IAP_GRANT_INIT;
    const iap_inventory_items *items = NULL;
    const iap_inventory_item *item;
    iap_client *client = NULL;
    iap_grant grants[3];
    grants[0] = grants[1] = grants[2] = grant;
    grants[0].kind = grants[1].kind = IAP_GRANT_COUNTER;
    grants[2].kind = IAP_GRANT_UNLOCK;
    grants[0].product_id = "coins.100", grants[0].name = "coins", grants[0].amount = 100;
    grants[1].product_id = "coins.500", grants[1].name = "coins", grants[1].amount = 500;
    grants[2].product_id = "no_ads", grants[2].name = "ads_are_off";
    inventory.grants = grants;
    inventory.grant_count = 3;
    inventory.grants_path = "not/there.json";
    options.inventory = &inventory;
    CHECK(iap_client_open(&options, &client, NULL) == IAP_OK);
    CHECK(iap_inventory_balance(client, "coins", NULL) == 0 && iap_inventory_balance(client, "stars", NULL) == 0);
    CHECK(iap_inventory_balance(client, long_text, NULL) == 0 &&
          fails(iap_inventory_balance(client, "", &answer_error), IAP_ERROR_INVALID_TEXT));
    CHECK(iap_inventory_is_unlocked(client, "ads_are_off", NULL) == 0);
    CHECK(iap_inventory_spend(client, "ads_are_off", 1, "k", NULL, NULL, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_inventory_spend(client, "coins", 0, "k", NULL, NULL, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_inventory_list(client, &items, NULL) == IAP_OK && iap_inventory_items_count(items) == 2);
    CHECK(iap_client_close(client) == IAP_OK);
    item = iap_inventory_items_at(items, 0);
    CHECK_TEXT(iap_inventory_item_name(item), "ads_are_off");
    CHECK(iap_inventory_item_kind(item) == IAP_GRANT_UNLOCK && iap_inventory_item_is_unlocked(item) == 0);
    item = iap_inventory_items_at(items, 1);
    CHECK_TEXT(iap_inventory_item_name(item), "coins");
    CHECK(iap_inventory_item_kind(item) == IAP_GRANT_COUNTER && iap_inventory_item_balance(item) == 0);
    CHECK(iap_inventory_items_at(items, 2) == NULL);
    iap_inventory_items_release(items);
    grants[2].kind = IAP_GRANT_COUNTER;
    CHECK(iap_client_open(&options, &client, NULL) == IAP_ERROR_INVALID_ARGUMENT && client == NULL);
    grants[2].kind = IAP_GRANT_UNLOCK, grants[2].name = "coins";
    CHECK(iap_client_open(&options, &client, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    grants[2] = grants[0];
    CHECK(iap_client_open(&options, &client, NULL) == IAP_ERROR_INVALID_ARGUMENT);
}

/* ------------------------------------------------------------------------------------------------- payments */

static const iap_transactions *queue_of(struct heard *heard, size_t count) {
    const iap_transactions *queue = NULL;
    CHECK(iap_queue_transactions(heard->client, &queue, NULL) == IAP_OK);
    CHECK(iap_transactions_count(queue) == count && iap_transactions_at(queue, count) == NULL);
    return queue;
}

static void a_payment_is_purchasing_and_then_fails(void) {
    struct heard heard;
    iap_client *client = open_client(&heard);
    iap_payment payment = IAP_PAYMENT_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_transactions *queue;
    uint64_t id = 0;
    payment.product_id = "coins.100";
    payment.quantity = 3;
    payment.app_account_token = "0F8FAD5B-D9CB-469F-A165-70867728950E";
    CHECK(iap_add_payment(client, &payment, &id, NULL) == IAP_OK && id != 0);
    CHECK(heard.wakes == 1);
    CHECK(process(&heard, 0) == 0); /* the update waits for an observer */
    CHECK(iap_client_wait_events(client, 0) == 0);
    observe(&heard);
    CHECK(heard.wakes == 2);
    CHECK(process(&heard, 1) == 1);
    CHECK_TEXT(heard.states, "P");
    CHECK(process(&heard, 0) == 1);
    CHECK_TEXT(heard.states, "PF");
    CHECK(iap_transaction_payment_id(heard.failed) == id && iap_transaction_quantity(heard.failed) == 3);
    CHECK_TEXT(iap_transaction_product_id(heard.failed), "coins.100");
    CHECK_TEXT(iap_transaction_app_account_token(heard.failed), "0f8fad5b-d9cb-469f-a165-70867728950e");
    CHECK(iap_transaction_error(heard.failed, &error) == IAP_ERROR_UNSUPPORTED);
    CHECK(error.status == IAP_ERROR_UNSUPPORTED && error.retryable == 0 && strstr(error.message, "no store") != NULL);
    CHECK(iap_transaction_id(heard.failed) == 0 && iap_transaction_signed_text(heard.failed) == NULL);
    CHECK(iap_record_grant(client, heard.failed, NULL) == IAP_ERROR_INVALID_STATE);
    CHECK(iap_cancel_request(client, id, NULL) == IAP_ERROR_NOT_FOUND);
    queue = queue_of(&heard, 1);
    CHECK(iap_transaction_payment_id(iap_transactions_at(queue, 0)) == id);
    iap_transactions_release(queue);
    CHECK(iap_finish_transaction(client, heard.failed, NULL) == IAP_OK);
    CHECK(iap_finish_transaction(client, heard.failed, NULL) == IAP_ERROR_NOT_FOUND);
    CHECK(process(&heard, 0) == 1);
    CHECK_TEXT(heard.states, "PFR");
    iap_transactions_release(queue_of(&heard, 0));
    close_client(&heard);
}

static void what_is_finished_before_it_was_heard_is_only_removed(void) {
    struct heard heard;
    const iap_transaction *transaction;
    const iap_transactions *queue;
    open_client(&heard);
    CHECK(iap_buy(heard.client, "coins.100", NULL, NULL) == IAP_OK);
    queue = queue_of(&heard, 1);
    CHECK(iap_transaction_state(iap_transactions_at(queue, 0)) == IAP_TRANSACTION_PURCHASING);
    CHECK(iap_finish_transaction(heard.client, iap_transactions_at(queue, 0), NULL) == IAP_ERROR_INVALID_STATE);
    iap_transactions_release(queue);
    CHECK(process(&heard, 0) == 0);
    queue = queue_of(&heard, 1);
    transaction = iap_transaction_retain(iap_transactions_at(queue, 0));
    iap_transactions_release(queue);
    CHECK(iap_transaction_state(transaction) == IAP_TRANSACTION_FAILED);
    CHECK(iap_finish_transaction(heard.client, transaction, NULL) == IAP_OK);
    observe(&heard);
    CHECK(process(&heard, 0) == 1);
    CHECK_TEXT(heard.states, "R");
    close_client(&heard);
    CHECK_TEXT(iap_transaction_product_id(transaction), "coins.100"); /* a snapshot outlives its client */
    iap_transaction_release(transaction);
}

static void a_payment_that_is_open_at_the_close_is_not_reported(void) {
    struct heard heard;
    open_client(&heard);
    observe(&heard);
    CHECK(iap_buy(heard.client, "coins.100", NULL, NULL) == IAP_OK);
    close_client(&heard);
    CHECK(heard.updated == 0);
}

static void payments_that_make_no_sense_are_refused(void) {
    struct heard heard;
    iap_client *client = open_client(&heard);
    const iap_payment start = IAP_PAYMENT_INIT;
    iap_payment payment = start;
    uint64_t id = 5;
    CHECK(iap_buy(client, NULL, &id, NULL) == IAP_ERROR_INVALID_ARGUMENT && id == 0);
    CHECK(iap_add_payment(client, NULL, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_add_payment(client, &payment, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    payment.product_id = "coins";
    payment.quantity = 11;
    CHECK(iap_add_payment(client, &payment, NULL, NULL) == IAP_ERROR_INVALID_QUANTITY);
    payment.quantity = 1;
    payment.struct_size = 3;
    CHECK(iap_add_payment(client, &payment, NULL, NULL) == IAP_ERROR_INVALID_STRUCT_SIZE);
    payment.struct_size = start.struct_size;
    payment.storefronts = "USA,DE";
    CHECK(iap_add_payment(client, &payment, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    payment.storefronts = "";
    CHECK(iap_add_payment(client, &payment, &id, NULL) == IAP_OK && id != 0);
    payment.advanced_commerce_jws = "a.b.c";
    payment.quantity = 2;
    CHECK(iap_add_payment(client, &payment, &id, NULL) == IAP_ERROR_INVALID_ARGUMENT && id == 0);
    close_client(&heard);
}

/* ------------------------------------------------------------------------------------------------- the rules */

static void process_again(struct heard *heard, iap_client *client) {
    iap_event *event = NULL;
    (void)heard;
    CHECK(iap_client_process_events(client, 0) == IAP_ERROR_REENTRANT);
    CHECK(iap_client_next_event(client, &event) == IAP_ERROR_REENTRANT);
    CHECK(iap_client_wait_events(client, 0) == IAP_ERROR_REENTRANT);
    CHECK(iap_can_make_payments(client, NULL) == 0);
}

static void events_are_not_processed_inside_a_callback(void) {
    struct heard heard;
    open_client(&heard);
    heard.then = process_again;
    CHECK(iap_request_storefront(heard.client, hear_storefront_function, &heard, NULL, NULL) == IAP_OK);
    CHECK(process(&heard, 0) == 1 && heard.answers == 1);
    close_client(&heard);
}

static void ask_again(struct heard *heard, iap_client *client) {
    CHECK(iap_request_storefront(client, hear_storefront_function, heard, NULL, NULL) == IAP_OK);
}

static void what_is_asked_for_inside_a_callback_ends_in_the_next_call(void) {
    struct heard heard;
    open_client(&heard);
    heard.then = ask_again;
    ask_again(&heard, heard.client);
    CHECK(process(&heard, 0) == 1 && process(&heard, 0) == 1 && heard.answers == 2);
    heard.then = NULL;
    close_client(&heard);
    CHECK(heard.answers == 3 && heard.status == IAP_ERROR_CANCELLED);
}

static void close_inside(struct heard *heard, iap_client *client) {
    heard->then = NULL;
    CHECK(iap_client_close(client) == IAP_OK);
    CHECK(iap_client_close(client) == IAP_ERROR_CLOSED);
}

static void a_close_inside_a_callback_stops_the_delivery(void) {
    struct heard heard;
    open_client(&heard);
    ask_again(&heard, heard.client);
    ask_again(&heard, heard.client);
    heard.then = close_inside;
    CHECK(process(&heard, 0) == 1);
    CHECK(heard.answers == 2 && heard.status == IAP_ERROR_CANCELLED);
    CHECK(process(&heard, 0) == IAP_ERROR_CLOSED);
}

static void at_most_max_events_are_delivered_in_order(void) {
    struct heard heard;
    uint64_t ids[3];
    int index;
    open_client(&heard);
    for (index = 0; index < 3; index++)
        CHECK(iap_request_storefront(heard.client, hear_storefront_function, &heard, &ids[index], NULL) == IAP_OK);
    CHECK(heard.wakes == 1);
    CHECK(process(&heard, 2) == 2 && heard.request == ids[1] && heard.wakes == 2);
    CHECK(process(&heard, 2) == 1 && heard.request == ids[2]);
    close_client(&heard);
}

static void answers_and_news_come_in_the_order_in_which_they_were_queued(void) {
    struct heard heard;
    open_client(&heard);
    observe(&heard);
    CHECK(iap_request_storefront(heard.client, hear_storefront_function, &heard, NULL, NULL) == IAP_OK);
    CHECK(iap_buy(heard.client, "coins", NULL, NULL) == IAP_OK);
    CHECK(iap_request_storefront(heard.client, hear_storefront_function, &heard, NULL, NULL) == IAP_OK);
    CHECK(process(&heard, 0) == 4);
    CHECK_TEXT(heard.states, "APAF");
    close_client(&heard);
}

static void news_that_was_put_aside_is_polled(void) {
    struct heard heard;
    iap_event *event = NULL;
    open_client(&heard);
    CHECK(iap_buy(heard.client, "coins", NULL, NULL) == IAP_OK);
    CHECK(process(&heard, 0) == 0 && iap_client_wait_events(heard.client, 0) == 0);
    CHECK(iap_client_next_event(heard.client, &event) == 1);
    CHECK(iap_transaction_state(iap_event_transaction(event)) == IAP_TRANSACTION_PURCHASING);
    iap_event_release(event);
    CHECK(iap_client_wait_events(heard.client, 0) == 1);
    CHECK(iap_client_next_event(heard.client, &event) == 1);
    CHECK(iap_event_type(event) == IAP_EVENT_TRANSACTION_UPDATED && iap_event_request_id(event) == 0);
    CHECK(iap_event_error(event, NULL) == IAP_OK);
    CHECK(iap_transaction_error(iap_event_transaction(event), NULL) == IAP_ERROR_UNSUPPORTED);
    iap_event_release(event);
    CHECK(iap_client_wait_events(heard.client, 0) == 0);
    close_client(&heard);
}

static void a_payment_of_another_client_is_not_found(void) {
    struct heard one, other;
    const iap_transactions *queue;
    open_client(&one);
    open_client(&other);
    CHECK(iap_buy(one.client, "coins", NULL, NULL) == IAP_OK);
    queue = queue_of(&one, 1);
    CHECK(iap_finish_transaction(other.client, iap_transactions_at(queue, 0), NULL) == IAP_ERROR_NOT_FOUND);
    CHECK(iap_finish_transaction(one.client, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    iap_transactions_release(queue);
    close_client(&one);
    close_client(&other);
}

static void handles_are_numbers_that_are_never_given_twice(void) {
    enum { MOST = 16384 };
    struct heard heard;
    iap_client **clients = (iap_client **)calloc(MOST + 1, sizeof *clients), *closed = open_client(&heard),
               *another = NULL;
    const iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    int index;
    close_client(&heard);
    CHECK(iap_client_open(&options, &another, NULL) == IAP_OK && another != closed);
    CHECK(fails(iap_can_make_payments(closed, &answer_error), IAP_ERROR_CLOSED) &&
          iap_can_make_payments(another, NULL) == 0);
    CHECK(fails(iap_can_make_payments((iap_client *)(uintptr_t)0x7FFFFFF1, &answer_error), IAP_ERROR_INVALID_ARGUMENT));
    CHECK(fails(iap_can_make_payments((iap_client *)(uintptr_t)1, &answer_error), IAP_ERROR_INVALID_ARGUMENT));
    for (index = 1; index < MOST; index++) iap_client_open(&options, &clients[index], NULL);
    CHECK(clients[MOST - 1] != NULL);
    CHECK(iap_client_open(&options, &clients[0], NULL) == IAP_ERROR_BUSY && clients[0] == NULL);
    CHECK(iap_client_close(another) == IAP_OK);
    CHECK(iap_client_open(&options, &clients[0], NULL) == IAP_OK && clients[0] != another);
    for (index = 0; index < MOST; index++) iap_client_close(clients[index]);
    CHECK(fails(iap_can_make_payments(clients[0], &answer_error), IAP_ERROR_CLOSED));
    free(clients);
}

/* ----------------------------------------------------------------------------------------- options and library */

static iap_status try_options(const iap_client_options *options) {
    iap_client *client = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status status = iap_client_open(options, &client, &error);
    CHECK((client != NULL) == (status == IAP_OK) && (error.message[0] != 0) == (status != IAP_OK));
    if (client != NULL) CHECK(iap_client_close(client) == IAP_OK);
    return status;
}

static void options_of_a_client_are_checked(void) {
    const iap_client_options start = IAP_CLIENT_OPTIONS_INIT;
    iap_client_options options = start;
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    iap_client *client = NULL;
    CHECK(try_options(NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_client_open(&options, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_client_open_version(IAP_HEADER_VERSION + 1, &options, &client, NULL) == IAP_ERROR_VERSION_MISMATCH);
    options.execution = IAP_EXECUTION_MANUAL;
    CHECK(try_options(&options) == IAP_OK);
    options.execution = 7;
    CHECK(try_options(&options) == IAP_ERROR_INVALID_ARGUMENT);
    options = start, options.struct_size = 5;
    CHECK(try_options(&options) == IAP_ERROR_INVALID_STRUCT_SIZE);
    options = start, options.device = (iap_device *)(void *)&options;
    CHECK(try_options(&options) == IAP_ERROR_UNSUPPORTED);
    options = start, options.journal_path = "\xFF";
    CHECK(try_options(&options) == IAP_ERROR_INVALID_TEXT);
    options = start, options.integrity_key = "short", options.integrity_key_length = 5;
    CHECK(try_options(&options) == IAP_ERROR_INVALID_ARGUMENT);
    options = start, options.verification = &verification, verification.mode = IAP_VERIFY_BY_SERVER;
    CHECK(try_options(&options) == IAP_ERROR_INVALID_ARGUMENT);
    verification.server_url = "http://example.com/verify";
    CHECK(try_options(&options) == IAP_ERROR_INVALID_ARGUMENT);
    verification.server_url = "https://example.com:8443/verify";
    CHECK(try_options(&options) == IAP_OK);
    verification.server_url = "https://example.com:99999/verify";
    CHECK(try_options(&options) == IAP_ERROR_INVALID_ARGUMENT);
    verification.server_url = "http://127.0.0.1:80/verify";
    CHECK(try_options(&options) == IAP_OK);
}

static void the_library_tells_about_itself(void) {
    iap_payment payment;
    iap_client_options options;
    CHECK(iap_version() == IAP_HEADER_VERSION);
    CHECK_TEXT(iap_status_name(IAP_OK), "IAP_OK");
    CHECK_TEXT(iap_status_name(IAP_ERROR_UNSUPPORTED), "IAP_ERROR_UNSUPPORTED");
    CHECK_TEXT(iap_status_name(-4711), "IAP_ERROR_UNKNOWN");
    CHECK(iap_struct_size("iap_payment") == sizeof(iap_payment));
    CHECK(iap_struct_size("iap_inventory_options") == sizeof(iap_inventory_options));
    CHECK(iap_struct_size("iap_store_options") == 0 && iap_struct_size(NULL) == 0);
    iap_payment_init(&payment);
    CHECK(payment.struct_size == sizeof payment && payment.quantity == 1);
    iap_client_options_init(&options);
    CHECK(options.struct_size == sizeof options && options.journal_path == NULL);
    iap_client_options_init(NULL);
}

static char log_line[800];
static void note_line(void *user_data, iap_log_level level, const char *message) {
    *(int *)user_data += 1;
    snprintf(log_line, sizeof log_line, "%d %s", (int)level, message);
}

static void the_log_tells_of_mistakes_once(void) {
    int lines = 0;
    CHECK(iap_set_log_function(IAP_LOG_WARNING, note_line, &lines, NULL) == IAP_OK);
    CHECK(iap_client_close(NULL) == IAP_ERROR_INVALID_ARGUMENT && lines == 1);
    CHECK(strstr(log_line, "2 iap_client_close: ") == log_line &&
          strstr(log_line, "(IAP_ERROR_INVALID_ARGUMENT)") != NULL);
    CHECK(iap_client_close(NULL) == IAP_ERROR_INVALID_ARGUMENT && lines == 1);
    CHECK(iap_set_log_function(9, NULL, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL) == IAP_OK);
}

#ifdef TEST_THREADS
/* ---------------------------------------------------------------------------------------------------- threads */

/* A function of the game on another thread. It has started, and it runs for a while. */
struct other_thread {
    pthread_mutex_t lock;
    pthread_cond_t change;
    int has_begun, has_returned;
    iap_client *client;
};

static void set(struct other_thread *other, int *flag) {
    pthread_mutex_lock(&other->lock);
    *flag = 1;
    pthread_cond_broadcast(&other->change);
    pthread_mutex_unlock(&other->lock);
}

static int get(struct other_thread *other, const int *flag) {
    int value;
    pthread_mutex_lock(&other->lock);
    value = *flag;
    pthread_mutex_unlock(&other->lock);
    return value;
}

static void run_for_a_while(void *user_data) {
    struct other_thread *other = (struct other_thread *)user_data;
    int round;
    set(other, &other->has_begun);
    for (round = 0; round < 10000; round++) sched_yield();
    set(other, &other->has_returned);
}

static void log_for_a_while(void *user_data, iap_log_level level, const char *message) {
    (void)level;
    (void)message;
    run_for_a_while(user_data);
}

static void *ask_on_another_thread(void *context) {
    struct other_thread *other = (struct other_thread *)context;
    iap_request_storefront(other->client, NULL, NULL, NULL, NULL);
    return NULL;
}

static void begin_on_another_thread(struct other_thread *other, pthread_t *thread) {
    CHECK(pthread_create(thread, NULL, ask_on_another_thread, other) == 0);
    pthread_mutex_lock(&other->lock);
    while (!other->has_begun) pthread_cond_wait(&other->change, &other->lock);
    pthread_mutex_unlock(&other->lock);
}

static void a_close_waits_for_the_wake_function(void) {
    struct other_thread other = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, NULL};
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    pthread_t thread;
    options.wake = run_for_a_while;
    options.wake_user_data = &other;
    CHECK(iap_client_open(&options, &other.client, NULL) == IAP_OK);
    begin_on_another_thread(&other, &thread);
    CHECK(iap_client_close(other.client) == IAP_OK);
    CHECK(get(&other, &other.has_returned));
    pthread_join(thread, NULL);
}

static void a_log_function_is_not_called_any_more_when_another_is_set(void) {
    struct other_thread other = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, NULL};
    pthread_t thread;
    CHECK(iap_set_log_function(IAP_LOG_WARNING, log_for_a_while, &other, NULL) == IAP_OK);
    begin_on_another_thread(&other, &thread);
    CHECK(iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL) == IAP_OK);
    CHECK(get(&other, &other.has_returned));
    pthread_join(thread, NULL);
}
#endif

/* This is the last test, because the checks stay on. */
static void checked_handles_are_told(void) {
    struct heard heard;
    const iap_transactions *queue;
    int lines = 0;
    iap_check_handles();
    open_client(&heard);
    CHECK(iap_buy(heard.client, "coins", NULL, NULL) == IAP_OK);
    queue = queue_of(&heard, 1);
    CHECK(iap_set_log_function(IAP_LOG_ERROR, note_line, &lines, NULL) == IAP_OK);
    iap_transaction_release(iap_transactions_at(queue, 0));
    CHECK(lines == 1 && strstr(log_line, "the transaction is borrowed") != NULL);
    CHECK(iap_transaction_state((const iap_transaction *)(const void *)queue) == 0 && lines == 2);
    iap_transactions_release(queue);
    CHECK(lines == 2 && iap_transactions_count(queue) == 0);
    CHECK(lines == 3 && strstr(log_line, "1 iap_transactions_count: the transaction list was released") == log_line);
    CHECK(iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL) == IAP_OK);
    close_client(&heard);
}

#define RUN(test) running = #test, test()

int main(void) {
    long_text = (char *)malloc(TEXT_LENGTH);
    if (long_text == NULL) return 2;
    memset(long_text, 'a', TEXT_LENGTH - 1);
    long_text[TEXT_LENGTH - 1] = 0;
    right_product_list_options.path = "products.json";
    RUN(each_request_ends_once_as_unsupported);
    RUN(each_request_can_be_polled);
    RUN(each_request_can_be_cancelled);
    RUN(a_close_ends_every_request_as_cancelled_in_order);
    RUN(each_request_refuses_null_and_closed_clients);
    RUN(each_request_refuses_texts_that_are_wrong);
    RUN(requests_of_the_inventory_need_one);
    RUN(a_request_without_completion_is_answered_to_nobody);
    RUN(nothing_is_sold_and_nothing_is_owned);
    RUN(the_inventory_has_the_names_of_grants_and_holds_nothing);
    RUN(a_payment_is_purchasing_and_then_fails);
    RUN(what_is_finished_before_it_was_heard_is_only_removed);
    RUN(a_payment_that_is_open_at_the_close_is_not_reported);
    RUN(payments_that_make_no_sense_are_refused);
    RUN(events_are_not_processed_inside_a_callback);
    RUN(what_is_asked_for_inside_a_callback_ends_in_the_next_call);
    RUN(a_close_inside_a_callback_stops_the_delivery);
    RUN(at_most_max_events_are_delivered_in_order);
    RUN(answers_and_news_come_in_the_order_in_which_they_were_queued);
    RUN(news_that_was_put_aside_is_polled);
    RUN(a_payment_of_another_client_is_not_found);
    RUN(handles_are_numbers_that_are_never_given_twice);
    RUN(options_of_a_client_are_checked);
    RUN(the_library_tells_about_itself);
    RUN(the_log_tells_of_mistakes_once);
    RUN(ask_every_getter_of_null);
#ifdef TEST_THREADS
    RUN(a_close_waits_for_the_wake_function);
    RUN(a_log_function_is_not_called_any_more_when_another_is_set);
#endif
    RUN(checked_handles_are_told);
    free(long_text);
    printf("%d checks, %d failed\n", check_count, failure_count);
    return failure_count == 0 ? 0 : 1;
}
