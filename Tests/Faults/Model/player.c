/*
 * player.c: games that follow commands. Each line of stdin is a command; tabs separate its words. Each response is some lines
 * on stdout; the last one is a dot.
 *
 *   player STATE STOREKIT SEED manual|background TIMEOUT
 *
 * STATE is a dash if a `world` command opens the store. TIMEOUT is how many seconds the program waits, in background mode, for
 * an expected event.
 *
 * The program does not know what is right: it carries out commands and prints what it receives. `operations.py` writes the
 * commands, `model.py` knows the expected responses.
 */
#define _POSIX_C_SOURCE 200809L

#include "hearing.h"

#include <iap/iap_inventory.h>
#include <iap/iap_store.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEVICES_MAX = 32, WORDS_MAX = 12, LEDGER_MAX = 100000 };

typedef struct device {
    char name[64];
    char journal[4096];
    char grants[4096]; /* the file of the inventory; empty for a game with its own save file */
    iap_device *handle;
    iap_client *client; /* NULL while the game does not run */
    bool polls;
    bool finishes_at_once;
    hearing hearing;
} device;

static iap_store *store;
static iap_execution_t execution;
static time_t timeout_seconds;
static device devices[DEVICES_MAX];
static size_t device_count;

/* What the callbacks have received since the last `settle`, as text. */
static FILE *heard_events;
static char *heard_text;
static size_t heard_length;
static size_t heard_count; /* without status events, because no command waits for them */

static uint64_t answered_request;

/* ------------------------------------------------------------------------------------------------------- waiting */

static pthread_mutex_t wake_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake_condition;
static uint64_t wakes;

static void wake(void *user_data) {
    (void)user_data;
    pthread_mutex_lock(&wake_lock);
    wakes++;
    pthread_cond_signal(&wake_condition);
    pthread_mutex_unlock(&wake_lock);
}

static void prepare_waiting(void) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&wake_condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

static uint64_t wakes_so_far(void) {
    pthread_mutex_lock(&wake_lock);
    const uint64_t count = wakes;
    pthread_mutex_unlock(&wake_lock);
    return count;
}

/* Waits for a wake after `seen`. In manual mode nothing happens between calls, therefore there is nothing to wait for. */
static bool await_wake(uint64_t seen) {
    if (execution == IAP_EXECUTION_MANUAL) return false;
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += timeout_seconds;
    int failure = 0;
    pthread_mutex_lock(&wake_lock);
    while (wakes == seen && failure == 0) failure = pthread_cond_timedwait(&wake_condition, &wake_lock, &deadline);
    pthread_mutex_unlock(&wake_lock);
    return failure == 0;
}

/* ------------------------------------------------------------------------------------------------------- printing */

static const char *text_or_dash(const char *text) { return text != NULL && text[0] != '\0' ? text : "-"; }

static void tell_status(iap_status_t status, const iap_error *error) {
    printf("status\t%s\t%s\n", status == IAP_OK ? "IAP_OK" : iap_status_name(status),
           error != NULL && error->status != IAP_OK ? error->message : "-");
}

static void tell_transaction(FILE *to, const iap_transaction *transaction) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_transaction_error(transaction, &error);
    fprintf(to, "%d\t%" PRIu64 "\t%" PRIu64 "\t%s\t%" PRIu64, (int)iap_transaction_state(transaction),
            iap_transaction_id(transaction), iap_transaction_original_id(transaction),
            text_or_dash(iap_transaction_product_id(transaction)), iap_transaction_payment_id(transaction));
    fprintf(to, "\t%d\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%d", (int)iap_transaction_quantity(transaction),
            iap_transaction_purchase_date_ms(transaction), iap_transaction_expiration_date_ms(transaction),
            iap_transaction_revocation_date_ms(transaction), (int)iap_transaction_ownership(transaction));
    fprintf(to, "\t%d\t%d\t%d\t%s\n", (int)iap_transaction_is_upgraded(transaction),
            (int)iap_transaction_delivery_count(transaction), (int)iap_transaction_delivery_state(transaction),
            iap_status_name(error.status));
}

static void tell_subscription(FILE *to, const iap_subscription_status *status) {
    const iap_transaction *transaction = iap_subscription_status_transaction(status);
    const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
    fprintf(to, "%d\t%" PRIu64 "\t%s\t%" PRId64 "\t%d", (int)iap_subscription_status_state(status),
            iap_transaction_id(transaction), text_or_dash(iap_transaction_product_id(transaction)),
            iap_transaction_expiration_date_ms(transaction), (int)iap_transaction_ownership(transaction));
    fprintf(to, "\t%d\t%s\t%d\t%d\t%" PRId64 "\n", (int)iap_renewal_info_will_auto_renew(info),
            text_or_dash(iap_renewal_info_auto_renew_product_id(info)), (int)iap_renewal_info_expiration_reason(info),
            (int)iap_renewal_info_is_in_billing_retry(info), iap_renewal_info_grace_period_expiration_date_ms(info));
}

static void tell_transactions(const iap_transactions *transactions) {
    for (size_t i = 0; i < iap_transactions_count(transactions); i++) {
        printf("transaction\t");
        tell_transaction(stdout, iap_transactions_at(transactions, i));
    }
}

static void tell_subscriptions(const iap_subscription_statuses *statuses) {
    for (size_t i = 0; i < iap_subscription_statuses_count(statuses); i++) {
        printf("subscription\t");
        tell_subscription(stdout, iap_subscription_statuses_at(statuses, i));
    }
}

/* ------------------------------------------------------------------------------------------------------ receiving */

static void hear(const device *by, const char *what) {
    fprintf(heard_events, "event\t%s\t%s\t", by->name, what);
    heard_count++;
}

static void hear_transaction(const device *by, const char *what, const iap_transaction *transaction) {
    hear(by, what);
    tell_transaction(heard_events, transaction);
}

static void hear_updated(device *by, const iap_transaction *transaction) {
    hear_transaction(by, "updated", transaction);
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    const bool is_granted = state == IAP_TRANSACTION_PURCHASED || state == IAP_TRANSACTION_RESTORED;
    if (state != IAP_TRANSACTION_FAILED && !(is_granted && by->finishes_at_once)) return;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_finish_transaction(by->client, transaction, &error);
    /* Several payments can end with one restored transaction. The first finish removes it from the queue. */
    if (status == IAP_OK || (state == IAP_TRANSACTION_RESTORED && status == IAP_ERROR_NOT_FOUND)) return;
    hear(by, "refused");
    fprintf(heard_events, "%s\t%s\n", iap_status_name(error.status), error.message);
}

/* How often a server's indecision is reported depends on the time of its verdicts. No command waits for it. */
static void hear_problem(const device *by, const iap_error *error) {
    if (error->status == IAP_ERROR_SERVER) return;
    hear(by, "problem");
    fprintf(heard_events, "%s\t%s\n", iap_status_name(error->status), error->message);
}

static void tell_response(const heard *entry) {
    tell_status(entry->has_error ? entry->error.status : IAP_OK, entry->has_error ? &entry->error : NULL);
    tell_transactions(entry->transactions);
    tell_subscriptions(entry->statuses);
    if (entry->type == IAP_EVENT_FLAG_RECEIVED) printf("flag\t%d\n", (int)entry->flag);
    if (entry->type == IAP_EVENT_PRODUCTS_RECEIVED) printf("count\t%zu\n", iap_products_count(entry->products));
    answered_request = entry->request_id;
}

/* Everything that a client tells: to an observer, to a completion, or as a polled event. No command waits for a status or for
   a change of what is owned. The game's verification finds every purchase valid. */
static void receive(void *context, iap_client *client, const heard *entry) {
    device *by = context;
    switch (entry->type) {
    case IAP_EVENT_TRANSACTION_UPDATED: hear_updated(by, entry->transaction); break;
    case IAP_EVENT_TRANSACTION_REMOVED: hear_transaction(by, "removed", entry->transaction); break;
    case IAP_EVENT_ENTITLEMENT_REVOKED: hear_transaction(by, "revoked", entry->transaction); break;
    case IAP_EVENT_RESTORE_FINISHED:
    case IAP_EVENT_RESTORE_FAILED:
        hear(by, "restored");
        fprintf(heard_events, "%s\n", entry->has_error ? iap_status_name(entry->error.status) : "IAP_OK");
        break;
    case IAP_EVENT_PROBLEM_REPORTED: hear_problem(by, &entry->error); break;
    case IAP_EVENT_VERIFICATION_REQUESTED:
        iap_give_verdict(client, iap_transaction_id(entry->transaction), IAP_VERDICT_VALID, NULL, 0, NULL);
        break;
    case IAP_EVENT_ENTITLEMENT_CHANGED:
        fprintf(heard_events, "event\t%s\towned\t%s\t%d\n", by->name, entry->product_id, (int)entry->flag);
        break;
    case IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED:
        fprintf(heard_events, "event\t%s\tstatus\t", by->name);
        tell_subscription(heard_events, entry->status);
        break;
    default:
        if (entry->request_id != 0) tell_response(entry);
        break;
    }
}

/* ------------------------------------------------------------------------------------------------------- pumping */

/* Delivers the queued events. Returns whether there were any. */
static bool pump(device *playing) {
    if (playing->client == NULL) return false;
    if (!playing->polls) return iap_client_process_events(playing->client, 0) > 0;
    iap_event *event = NULL;
    if (iap_client_next_event(playing->client, &event) != 1) return false;
    hearing_take(&playing->hearing, playing->client, event);
    iap_event_release(event);
    return true;
}

static bool pump_all(void) {
    bool any = false;
    for (size_t i = 0; i < device_count; i++) any = pump(&devices[i]) || any;
    return any;
}

/* Pumps until the request has its completion. The ids of requests belong to one client; no other client has an open request. */
static void await_response(uint64_t request_id) {
    answered_request = 0;
    for (;;) {
        const uint64_t seen = wakes_so_far();
        while (answered_request != request_id && pump_all()) continue;
        if (answered_request == request_id) return;
        if (!await_wake(seen)) break;
    }
    printf("status\tUNANSWERED\t-\n");
}

/* Pumps until nothing comes, and in background mode until `expected` events have come. An unexpected event may come later; the
   next `settle` then prints it. */
static void settle(size_t expected) {
    for (;;) {
        const uint64_t seen = wakes_so_far();
        while (pump_all()) continue;
        if (heard_count >= expected || !await_wake(seen)) break;
    }
}

static void tell_heard(void) {
    fflush(heard_events);
    fwrite(heard_text, 1, heard_length, stdout);
    rewind(heard_events);
    heard_count = 0;
}

/* ------------------------------------------------------------------------------------------------- commands: devices */

static device *device_named(const char *name) {
    for (size_t i = 0; i < device_count; i++) {
        if (strcmp(devices[i].name, name) == 0) return &devices[i];
    }
    fprintf(stderr, "player: no device has the name %s\n", name);
    exit(2);
}

static uint64_t number(const char *word) { return strtoull(word, NULL, 10); }
static int32_t small(const char *word) { return (int32_t)strtol(word, NULL, 10); }
static const char *text_or_null(const char *word) { return strcmp(word, "-") == 0 ? NULL : word; }

/* device NAME ACCOUNT JOURNAL [GRANTS] */
static void do_device(char **words) {
    if (device_count == DEVICES_MAX) abort();
    device *added = &devices[device_count++];
    iap_error error = IAP_ERROR_VALUE_INIT;
    snprintf(added->name, sizeof added->name, "%s", words[1]);
    snprintf(added->journal, sizeof added->journal, "%s", words[3]);
    snprintf(added->grants, sizeof added->grants, "%s", words[4] != NULL ? words[4] : "");
    tell_status(iap_store_open_device(store, words[2], words[1], &added->handle, &error), &error);
}

/* launch NAME observer|polling at-once|later [TOKEN [JOURNAL trusted|verified|URL]]; a server with the URL verifies */
static void do_launch(char **words) {
    device *launched = device_named(words[1]);
    launched->polls = strcmp(words[2], "polling") == 0;
    launched->finishes_at_once = strcmp(words[3], "at-once") == 0;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = execution;
    options.device = launched->handle;
    options.journal_path = launched->journal;
    options.wake = wake;
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    inventory.grants_path = launched->grants;
    if (launched->grants[0] != '\0') options.inventory = &inventory;
    if (words[4] != NULL) options.app_account_token = text_or_null(words[4]);
    if (words[5] != NULL) options.journal_path = words[5];
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    const char *verifier = words[5] != NULL ? words[6] : NULL;
    verification.mode = IAP_VERIFY_BY_GAME;
    if (verifier != NULL && strcmp(verifier, "verified") != 0) {
        verification.mode = IAP_VERIFY_BY_SERVER;
        verification.server_url = verifier;
    }
    if (verifier != NULL && strcmp(verifier, "trusted") != 0) options.verification = &verification;
    iap_error error = IAP_ERROR_VALUE_INIT;
    launched->hearing = (hearing){receive, launched, 0};
    const iap_observer observer = hearing_observer(&launched->hearing);
    iap_status_t status = iap_client_open(&options, &launched->client, &error);
    if (status == IAP_OK && !launched->polls) status = iap_add_observer(launched->client, &observer, NULL, &error);
    tell_status(status, &error);
}

static void do_quit(char **words) {
    device *ended = device_named(words[1]);
    tell_status(iap_client_close(ended->client), NULL);
    ended->client = NULL;
}

/* The game server's signature for a promotional offer. */
static const char *proof_of(const char *product_id, const char *offer_id) {
    static char proof[8192];
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS;
    request.product_id = product_id;
    request.offer_id = offer_id;
    size_t length = 0;
    return iap_store_sign(store, &request, proof, sizeof proof, &length, NULL) == IAP_OK ? proof : NULL;
}

static void do_owns(char **words) {
    printf("owns");
    for (char **product = words + 2; *product != NULL; product++)
        printf("\t%d", (int)iap_owns(device_named(words[1])->client, *product, NULL));
    printf("\n");
}

static void do_pay(char **words) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = words[2];
    payment.quantity = small(words[3]);
    if (words[4] != NULL && small(words[4]) == IAP_OFFER_TYPE_WIN_BACK) {
        payment.offer.win_back_id = words[5];
    } else if (words[4] != NULL) {
        payment.offer.id = words[5];
        payment.offer.jws = proof_of(words[2], words[5]);
    }
    uint64_t payment_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    tell_status(iap_add_payment(device_named(words[1])->client, &payment, &payment_id, &error), &error);
    printf("payment\t%" PRIu64 "\n", payment_id);
}

#define CLIENT device_named(words[1])->client
#define DEVICE device_named(words[1])->handle

/* A command that makes a request and prints its response. */
#define ASKS(name, call)                                                                                               \
    static void name(char **words) {                                                                                   \
        device *asking = device_named(words[1]);                                                                       \
        uint64_t request_id = 0;                                                                                       \
        iap_error error = IAP_ERROR_VALUE_INIT;                                                                        \
        if (call == IAP_OK) await_response(request_id);                                                                \
        else tell_status(error.status, &error);                                                                        \
    }
#define ANSWER(completion) asking->polls ? NULL : (completion), &asking->hearing, &request_id, &error
ASKS(do_list,
     iap_request_transactions(asking->client, small(words[2]), text_or_null(words[3]), ANSWER(hearing_transactions)))
ASKS(do_statuses, iap_request_subscription_statuses(asking->client, text_or_null(words[2]), ANSWER(hearing_statuses)))
ASKS(do_eligible, iap_request_introductory_offer_eligibility(asking->client, words[2], ANSWER(hearing_flag)))
ASKS(do_products, iap_request_products(asking->client, (const char *[]){words[2]}, 1, ANSWER(hearing_products)))

static void do_queue(char **words) {
    const iap_transactions *queue = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    tell_status(iap_queue_transactions(CLIENT, &queue, &error), &error);
    tell_transactions(queue);
    iap_transactions_release(queue);
}

static void do_network(char **words) {
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    network.is_down = small(words[2]);
    iap_error error = IAP_ERROR_VALUE_INIT;
    tell_status(iap_device_set_network(DEVICE, &network, &error), &error);
}

static void do_holds(char **words) { printf("holds\t%" PRId64 "\n", iap_inventory_balance(CLIENT, words[2], NULL)); }

static void do_unlocked(char **words) {
    printf("unlocked\t%d\n", (int)iap_inventory_is_unlocked(CLIENT, words[2], NULL));
}

/* --------------------------------------------------------------------------------------------- commands: the store */

static void do_quirk(char **words) {
    int64_t value = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    tell_status(iap_store_get_quirk(store, small(words[1]), &value, &error), &error);
    printf("quirk\t%" PRId64 "\n", value);
}

static void do_buy(char **words) {
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = words[2];
    purchase.quantity = small(words[3]);
    iap_error error = IAP_ERROR_VALUE_INIT;
    tell_status(iap_store_buy(store, words[1], &purchase, NULL, &error), &error);
}

static void tell_what_is_owned(char **products) {
    for (size_t i = 0; i < device_count; i++) {
        if (devices[i].client == NULL) continue;
        printf("owns\t%s", devices[i].name);
        for (char **product = products; *product != NULL; product++)
            printf("\t%d", (int)iap_owns(devices[i].client, *product, NULL));
        printf("\n");
    }
}

/* pass MILLISECONDS PRODUCT ...: time passes, all updates arrive, and each game prints which of the products it owns */
static void do_pass(char **words) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    settle(0);
    tell_status(iap_store_advance_clock(store, (int64_t)number(words[1]), &error), &error);
    settle(0);
    tell_heard();
    tell_what_is_owned(words + 2);
}

/* totals */
static void do_totals(char **words) {
    (void)words;
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    iap_store_get_totals(store, &totals, NULL);
    printf("totals\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", totals.transactions, totals.unfinished, totals.refunded);
}

static void tell_entry(uint64_t id) {
    iap_store_transaction entry = IAP_STORE_TRANSACTION_INIT;
    if (iap_store_get_transaction(store, id, &entry, NULL) != IAP_OK) return;
    printf("entry\t%" PRIu64 "\t%d\t%" PRIu64 "\t%s\t%s\t%d", entry.id, (int)entry.state, entry.original_id,
           entry.account, entry.product_id, (int)entry.quantity);
    printf("\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64, entry.purchase_date_ms,
           entry.expiration_date_ms, entry.revocation_date_ms, entry.price_milliunits, entry.refunded_milliunits);
    printf("\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", (int)entry.ownership, (int)entry.offer_type,
           (int)entry.is_auto_renewing, (int)entry.has_purchase_issue, (int)entry.is_pending_ask_to_buy,
           (int)entry.is_renewal, (int)entry.is_upgraded, (int)entry.is_finished);
}

/* ledger AFTER: the transactions whose ids are above AFTER */
static void do_ledger(char **words) {
    static uint64_t ids[LEDGER_MAX];
    size_t count = 0;
    const uint64_t after = number(words[1]);
    iap_store_list_transactions(store, NULL, ids, LEDGER_MAX, &count, NULL);
    printf("count\t%zu\n", count);
    for (size_t i = 0; i < count; i++) {
        if (ids[i] > after) tell_entry(ids[i]);
    }
}

/* now */
static void do_now(char **words) {
    (void)words;
    printf("now\t%" PRId64 "\n", iap_store_now_ms(store));
}

/* settle EXPECTED */
static void do_settle(char **words) {
    settle((size_t)number(words[1]));
    tell_heard();
}

/* ------------------------------------------------------------------------------------------------------ the loop */

static void do_world(char **words);

static const struct {
    const char *name;
    int words; /* without the name */
    void (*run)(char **words);
} commands[] = {
    {"device", 3, do_device},     /* NAME ACCOUNT JOURNAL [GRANTS] */
    {"launch", 3, do_launch},     /* NAME observer|polling at-once|later [TOKEN [JOURNAL trusted|verified|URL]] */
    {"quit", 1, do_quit},         /* NAME */
    {"pay", 3, do_pay},           /* NAME PRODUCT QUANTITY [OFFER_TYPE OFFER] */
    {"owns", 2, do_owns},         /* NAME PRODUCT ... */
    {"list", 3, do_list},         /* NAME QUERY PRODUCT */
    {"statuses", 2, do_statuses}, /* NAME GROUP */
    {"eligible", 2, do_eligible}, /* NAME GROUP */
    {"products", 2, do_products}, /* NAME PRODUCT */
    {"queue", 1, do_queue},       /* NAME */
    {"network", 2, do_network},   /* NAME IS_DOWN */
    {"buy", 3, do_buy},           /* ACCOUNT PRODUCT QUANTITY */
    {"totals", 0, do_totals},     {"ledger", 1, do_ledger}, /* AFTER */
    {"now", 0, do_now},           {"settle", 1, do_settle}, /* EXPECTED */
    {"holds", 2, do_holds},                                 /* NAME COUNTER */
    {"unlocked", 2, do_unlocked},                           /* NAME UNLOCK */
    {"pass", 1, do_pass},                                   /* MILLISECONDS PRODUCT ... */
    {"quirk", 1, do_quirk},                                 /* QUIRK */
    {"world", 2, do_world},                                 /* STATE SEED */
};

/* The commands that only call one function. */
static bool call(char **words, int count) {
    iap_error error = IAP_ERROR_VALUE_INIT;
#define CALL(name, needed, function)                                                                                   \
    if (strcmp(words[0], name) == 0 && count > (needed)) {                                                             \
        tell_status(function, &error);                                                                                 \
        return true;                                                                                                   \
    }
    CALL("finish", 2, iap_finish_transaction_id(CLIENT, number(words[2]), &error))        /* NAME ID */
    CALL("restore", 1, iap_restore_completed_transactions(CLIENT, NULL, &error))          /* NAME */
    CALL("sign-in", 2, iap_device_sign_in(DEVICE, words[2], &error))                      /* NAME ACCOUNT */
    CALL("updates", 2, iap_device_set_updates(DEVICE, small(words[2]), &error))           /* NAME MODE */
    CALL("advance", 1, iap_store_advance_clock(store, (int64_t)number(words[1]), &error)) /* MILLISECONDS */
    CALL("profile", 1, iap_store_set_profile(store, small(words[1]), &error))             /* PROFILE */
    CALL("set-quirk", 2,
         iap_store_set_quirk(store, small(words[1]), (int64_t)number(words[2]), &error))              /* QUIRK VALUE */
    CALL("refund", 1, iap_store_refund(store, number(words[1]), &error))                              /* ID */
    CALL("ask-to-buy", 1, iap_store_set_ask_to_buy(store, small(words[1]), &error))                   /* ENABLED */
    CALL("approve", 1, iap_store_approve(store, number(words[1]), &error))                            /* ID */
    CALL("decline", 1, iap_store_decline(store, number(words[1]), &error))                            /* ID */
    CALL("interrupt", 1, iap_store_set_interrupted_purchases(store, small(words[1]), &error))         /* HOW */
    CALL("resolve", 1, iap_store_resolve_issue(store, number(words[1]), &error))                      /* ID */
    CALL("retry", 1, iap_store_set_billing_retry_on_renewal(store, small(words[1]), &error))          /* ENABLED */
    CALL("grace", 1, iap_store_set_billing_grace_period(store, small(words[1]), &error))              /* DAYS */
    CALL("expire", 1, iap_store_expire_subscription(store, number(words[1]), &error))                 /* ID */
    CALL("auto-renew", 2, iap_store_set_auto_renew(store, number(words[1]), small(words[2]), &error)) /* ID ENABLED */
    CALL("change", 2,
         iap_store_change_subscription(store, number(words[1]), words[2], IAP_BILLING_PLAN_NONE,
                                       &error));                                               /* ID PRODUCT */
    CALL("force", 1, iap_store_force_renewal(store, number(words[1]), &error))                 /* ID */
    CALL("family", 2, iap_store_set_family(store, words[1], text_or_null(words[2]), &error))   /* ACCOUNT FAMILY */
    CALL("sharing", 2, iap_store_set_family_sharing(store, words[1], small(words[2]), &error)) /* ACCOUNT ENABLED */
    CALL("repeat", 1, iap_store_repeat_update(store, number(words[1]), &error))                /* ID */
    CALL("copy", 1, iap_store_copy_transaction(store, number(words[1]), NULL, &error))         /* ID */
    CALL("lose", 1, iap_store_lose_next_response(store, small(words[1]), &error))              /* HOW */
    CALL("cancel", 0, iap_store_cancel_next_purchase(store, &error))
    CALL("fail", 1, iap_store_fail_next_purchase(store, small(words[1]), &error))                     /* HOW */
    CALL("kill-at", 2, iap_store_kill_at(store, small(words[1]), (uint32_t)number(words[2]), &error)) /* POINT COUNT */
    CALL("restart", 0, iap_store_restart(store, &error))
#undef CALL
    return false;
}

static void run_command(char *line) {
    char *words[WORDS_MAX + 1] = {NULL};
    int count = 0;
    line[strcspn(line, "\n")] = '\0';
    for (char *word = strtok(line, "\t"); word != NULL && count < WORDS_MAX; word = strtok(NULL, "\t"))
        words[count++] = word;
    for (size_t i = 0; count > 0 && i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, words[0]) != 0 || count <= commands[i].words) continue;
        commands[i].run(words);
        return;
    }
    if (count > 0 && call(words, count)) return;
    fprintf(stderr, "player: no command is %s with %d words\n", count > 0 ? words[0] : "empty", count - 1);
    exit(2);
}

static const char *storekit_path;

static void open_store(const char *state, const char *seed) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    options.clock = IAP_STORE_CLOCK_VIRTUAL;
    options.state_path = state;
    options.storekit_path = storekit_path;
    options.seed = number(seed);
    if (iap_store_open(&options, &store, &error) == IAP_OK) return;
    fprintf(stderr, "player: the store reports: %s\n", error.message);
    exit(2);
}

/* world STATE SEED: another store, without devices, instead of the open one */
static void do_world(char **words) {
    for (size_t i = 0; i < device_count; i++) {
        if (devices[i].client != NULL) iap_client_close(devices[i].client);
        iap_device_close(devices[i].handle, NULL);
    }
    memset(devices, 0, sizeof devices);
    device_count = 0;
    if (store != NULL) iap_store_close(store, NULL);
    open_store(words[1], words[2]);
    rewind(heard_events);
    heard_count = 0;
}

int main(int argument_count, char **arguments) {
    if (argument_count != 6) {
        fprintf(stderr, "usage: player STATE STOREKIT SEED manual|background TIMEOUT\n");
        return 2;
    }
    execution = strcmp(arguments[4], "manual") == 0 ? IAP_EXECUTION_MANUAL : IAP_EXECUTION_BACKGROUND;
    timeout_seconds = (time_t)number(arguments[5]);
    prepare_waiting();
    storekit_path = arguments[2];
    if (strcmp(arguments[1], "-") != 0) open_store(arguments[1], arguments[3]);
    heard_events = open_memstream(&heard_text, &heard_length);
    char line[4096];
    while (heard_events != NULL && fgets(line, sizeof line, stdin) != NULL) {
        run_command(line);
        printf(".\n");
        fflush(stdout);
    }
    return 0;
}
