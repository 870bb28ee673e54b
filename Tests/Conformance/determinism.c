/*
 * determinism.c: in manual mode, with a virtual clock and a seed, the same calls give the same events in the same order, byte
 * for byte. The program plays one scenario many times in this process. Every run must give the same log as the first run. The
 * program prints a hash at the end, which allows a comparison of two processes.
 */
#include "catalogue.h"

#include <iap/iap.h>
#include <iap/iap_polling.h>
#include <iap/iap_products.h>
#include <iap/iap_store.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- log */

typedef struct text_log {
    char *text;
    size_t length, capacity;
} text_log;

static void fail(const char *what, iap_status_t status) {
    printf("FAIL determinism: %s: %s\n", what, iap_status_name(status));
    exit(1);
}

static void note(text_log *log, const char *format, ...) {
    for (;;) {
        va_list arguments;
        va_start(arguments, format);
        const size_t room = log->capacity - log->length;
        const int needed = vsnprintf(log->text + log->length, room, format, arguments);
        va_end(arguments);
        if (needed < 0) abort();
        if ((size_t)needed < room) {
            log->length += (size_t)needed;
            return;
        }
        log->capacity = log->capacity * 2 + (size_t)needed + 4096;
        log->text = realloc(log->text, log->capacity);
        if (log->text == NULL) abort();
    }
}

static const char *or_none(const char *text) { return text != NULL ? text : "-"; }

static void note_error(text_log *log, const iap_error *error) {
    note(log, " error %s %d %d %" PRId64 " [%s] [%s]", iap_status_name(error->status), (int)error->category,
         (int)error->retryable, error->store_code, error->store_domain, error->message);
}

static void note_transaction(text_log *log, const iap_transaction *transaction) {
    if (transaction == NULL) return;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_transaction_error(transaction, &error);
    note(log, " {state %d id %" PRIu64 " original %" PRIu64 " payment %" PRIu64,
         (int)iap_transaction_state(transaction), iap_transaction_id(transaction),
         iap_transaction_original_id(transaction), iap_transaction_payment_id(transaction));
    note(log, " product %s type %d quantity %d", or_none(iap_transaction_product_id(transaction)),
         (int)iap_transaction_product_type(transaction), (int)iap_transaction_quantity(transaction));
    note(log, " dates %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, iap_transaction_purchase_date_ms(transaction),
         iap_transaction_original_purchase_date_ms(transaction), iap_transaction_expiration_date_ms(transaction),
         iap_transaction_revocation_date_ms(transaction));
    note(log, " reason %d ownership %d token %s group %s environment %s delivery %d",
         (int)iap_transaction_revocation_reason(transaction), (int)iap_transaction_ownership(transaction),
         or_none(iap_transaction_app_account_token(transaction)),
         or_none(iap_transaction_subscription_group_id(transaction)), or_none(iap_transaction_environment(transaction)),
         (int)iap_transaction_delivery_count(transaction));
    note_error(log, &error);
    note(log, " signed %s", or_none(iap_transaction_signed_text(transaction)));
    note_transaction(log, iap_transaction_original(transaction));
    note(log, "}");
}

static void note_transactions(text_log *log, const iap_transactions *transactions) {
    for (size_t i = 0; i < iap_transactions_count(transactions); i++) {
        note_transaction(log, iap_transactions_at(transactions, i));
    }
}

static void note_products(text_log *log, const iap_products *products) {
    for (size_t i = 0; i < iap_products_count(products); i++) {
        const iap_product *product = iap_products_at(products, i);
        note(log, " {%s %d %s [%s] [%s] %" PRId64 " %s [%s] family %d period %d %d group %s}", iap_product_id(product),
             (int)iap_product_type(product), iap_product_type_text(product), iap_product_display_name(product),
             iap_product_description(product), iap_product_price_milliunits(product),
             iap_product_currency_code(product), iap_product_display_price(product),
             (int)iap_product_is_family_shareable(product), (int)iap_product_subscription_period_unit(product),
             (int)iap_product_subscription_period_value(product), or_none(iap_product_subscription_group_id(product)));
    }
    for (size_t i = 0; i < iap_products_invalid_count(products); i++) {
        note(log, " invalid %s", iap_products_invalid_at(products, i));
    }
}

static void note_event(text_log *log, const iap_event *event) {
    note(log, "event %d request %" PRIu64, (int)iap_event_type(event), iap_event_request_id(event));
    note_products(log, iap_event_products(event));
    note_transaction(log, iap_event_transaction(event));
    note_transactions(log, iap_event_transactions(event));
    note(log, " storefront %s %s", or_none(iap_event_storefront_country_code(event)),
         or_none(iap_event_storefront_identifier(event)));
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_event_error(event, &error);
    note_error(log, &error);
    note(log, "\n");
}

/* ------------------------------------------------------------------------------------------------------ scenario */

typedef struct scenario {
    text_log *log;
    iap_store *store;
    iap_device *devices[2];
    iap_client *clients[2];
    uint64_t bought[16];
    size_t bought_count;
} scenario;

/* Takes events until the client is idle. This game immediately finishes restored and failed transactions. */
static void drain(scenario *run, int client) {
    for (int round = 0; round < 100000; round++) {
        iap_event *event = NULL;
        const int32_t result = iap_client_next_event(run->clients[client], &event);
        if (result < 0) fail("iap_client_next_event", result);
        if (result == 1) {
            note(run->log, "client %d: ", client);
            note_event(run->log, event);
            const iap_transaction *transaction = iap_event_transaction(event);
            const iap_transaction_state_t state = iap_transaction_state(transaction);
            if (iap_event_type(event) == IAP_EVENT_TRANSACTION_UPDATED && state == IAP_TRANSACTION_PURCHASED &&
                run->bought_count < sizeof run->bought / sizeof run->bought[0]) {
                run->bought[run->bought_count++] = iap_transaction_id(transaction);
            }
            if (state == IAP_TRANSACTION_RESTORED || state == IAP_TRANSACTION_FAILED) {
                note(run->log, "finish: %d\n", (int)iap_finish_transaction(run->clients[client], transaction, NULL));
            }
            iap_event_release(event);
        } else if (iap_client_wait_events(run->clients[client], 0) != 1) {
            note(run->log, "client %d is idle at %" PRId64 "\n", client, iap_store_now_ms(run->store));
            return;
        }
    }
    fail("the client is never idle", IAP_OK);
}

static void pay(scenario *run, const char *product_id, int32_t quantity, bool ask_to_buy) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    payment.quantity = quantity;
    payment.app_account_token = quantity > 1 ? "01234567-89ab-4cde-8f01-23456789abcd" : NULL;
    payment.simulates_ask_to_buy = ask_to_buy;
    uint64_t id = 0;
    const iap_status_t status = iap_add_payment(run->clients[0], &payment, &id, NULL);
    note(run->log, "payment %" PRIu64 ": %d\n", id, (int)status);
}

static void launch(scenario *run, int number, const char *device_name) {
    iap_status_t status = iap_store_open_device(run->store, "player", device_name, &run->devices[number], NULL);
    if (status != IAP_OK) fail("iap_store_open_device", status);
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = IAP_EXECUTION_MANUAL;
    options.device = run->devices[number];
    status = iap_client_open(&options, &run->clients[number], NULL);
    if (status != IAP_OK) fail("iap_client_open", status);
    drain(run, number);
}

static void act(scenario *run) {
    const char *const ids[] = {COINS, CLUB_YEAR, UNKNOWN_PRODUCT, SWORD, SEASON, GEMS};
    iap_request_products(run->clients[0], ids, 6, NULL, NULL, NULL, NULL);
    iap_request_storefront(run->clients[0], NULL, NULL, NULL, NULL);
    pay(run, COINS, 1, false);
    pay(run, SWORD, 1, false);
    pay(run, COINS, 7, false);
    drain(run, 0);
    iap_store_cancel_next_purchase(run->store, NULL);
    iap_store_fail_next_purchase(run->store, IAP_STORE_FAILURE_NETWORK, NULL);
    pay(run, COINS, 1, false);
    pay(run, COINS, 1, false);
    pay(run, UNKNOWN_PRODUCT, 1, false);
    drain(run, 0);

    iap_store_advance_clock(run->store, 3600000, NULL);
    pay(run, SEASON, 1, true);
    drain(run, 0);
    uint64_t approval = 0;
    size_t waiting = 0;
    iap_store_list_approvals(run->store, &approval, 1, &waiting, NULL);
    note(run->log, "approval %" PRIu64 " of %zu: %d\n", approval, waiting,
         (int)iap_store_approve(run->store, approval, NULL));
    pay(run, CLUB_MONTH, 1, false);
    drain(run, 0);

    for (size_t i = 0; i < run->bought_count; i++) {
        note(run->log, "finish %" PRIu64 ": %d\n", run->bought[i],
             (int)iap_finish_transaction_id(run->clients[0], run->bought[i], NULL));
    }
    drain(run, 0);
    note(run->log, "refund: %d\n", (int)iap_store_refund(run->store, run->bought[0], NULL));
    drain(run, 0);

    launch(run, 1, "tablet");
    iap_restore_completed_transactions(run->clients[1], NULL, NULL);
    drain(run, 1);
    note(run->log, "storefront: %d\n", (int)iap_store_set_storefront(run->store, "DEU", "de_DE", NULL));
    iap_request_products(run->clients[0], ids, 6, NULL, NULL, NULL, NULL);
    drain(run, 0);
    drain(run, 1);
    iap_store_advance_clock(run->store, INT64_C(32) * 86400000, NULL);
    iap_request_transactions(run->clients[0], IAP_QUERY_ALL, NULL, NULL, NULL, NULL, NULL);
    iap_request_transactions(run->clients[0], IAP_QUERY_CURRENT_ENTITLEMENTS, NULL, NULL, NULL, NULL, NULL);
    iap_request_transactions(run->clients[1], IAP_QUERY_UNFINISHED, NULL, NULL, NULL, NULL, NULL);
    drain(run, 0);
    drain(run, 1);
}

static void run_scenario(text_log *log) {
    scenario run = {.log = log};
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.clock = IAP_STORE_CLOCK_VIRTUAL;
    options.storekit_text = catalogue_text;
    options.storekit_length = strlen(catalogue_text);
    options.seed = 20260101;
    iap_status_t status = iap_store_open(&options, &run.store, NULL);
    if (status != IAP_OK) fail("iap_store_open", status);
    launch(&run, 0, "phone");
    act(&run);

    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    iap_store_get_totals(run.store, &totals, NULL);
    note(log, "totals %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", totals.transactions, totals.unfinished, totals.refunded);
    uint8_t certificate[4096];
    size_t length = 0;
    iap_store_root_certificate(run.store, certificate, sizeof certificate, &length, NULL);
    for (size_t i = 0; i < length; i++) note(log, "%02x", certificate[i]);
    for (int i = 0; i < 2; i++) {
        status = iap_client_close(run.clients[i]);
        if (status != IAP_OK) fail("iap_client_close", status);
        status = iap_device_close(run.devices[i], NULL);
        if (status != IAP_OK) fail("iap_device_close", status);
    }
    status = iap_store_close(run.store, NULL);
    if (status != IAP_OK) fail("iap_store_close", status);
}

/* ---------------------------------------------------------------------------------------------------------- runs */

/* Shows the first line in which two logs differ. */
static void show_difference(const text_log *first, const text_log *other) {
    size_t at = 0, line = 1;
    while (at < first->length && at < other->length && first->text[at] == other->text[at])
        line += first->text[at++] == '\n';
    const size_t from = at > 60 ? at - 60 : 0;
    printf("  line %zu, after \"%.*s\":\n  first \"%.80s\"\n  other \"%.80s\"\n", line, (int)(at - from),
           first->text + from, first->text + at, other->text + at);
}

static uint64_t hash_of(const text_log *log) {
    /* FNV-1a, 64 bits. */
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < log->length; i++) hash = (hash ^ (uint8_t)log->text[i]) * UINT64_C(1099511628211);
    return hash;
}

int main(int argument_count, char **arguments) {
    const int runs = argument_count > 1 ? atoi(arguments[1]) : 1000;
    text_log first = {NULL, 0, 0}, other = {NULL, 0, 0};
    run_scenario(&first);
    /* If the log lacked the marks of each step, every comparison would pass. */
    const char *const marks[] = {"state 2", "state 3",   "state 4", "state 5", "event 8",
                                 "event 9", "signed ey", "DEU",     "€"};
    int failed = 0;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (strstr(first.text, marks[i]) != NULL) continue;
        printf("FAIL determinism: the log has no \"%s\"\n", marks[i]);
        failed++;
    }
    for (int i = 1; i < runs && failed == 0; i++) {
        other.length = 0;
        run_scenario(&other);
        if (other.length == first.length && memcmp(other.text, first.text, first.length) == 0) continue;
        printf("FAIL determinism: run %d gives another log than run 0\n", i);
        show_difference(&first, &other);
        failed++;
    }
    if (getenv("DETERMINISM_LOG") != NULL) printf("%s\n", first.text);
    printf("%d runs, %d failed, %zu bytes each, hash %016" PRIx64 "\n", runs, failed, first.length, hash_of(&first));
    free(first.text);
    free(other.text);
    return failed == 0 ? 0 : 1;
}
