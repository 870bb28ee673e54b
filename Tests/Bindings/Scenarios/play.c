/*
 * play.c: plays the scenarios of README.md over the C interface and prints their log.
 *
 *   play STOREKIT SCENARIOS FOLDER
 */
#define _POSIX_C_SOURCE 200809L

#include "log.h"
#include "reported.h"

#include <iap/iap_inventory.h>
#include <iap/iap_products.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { WORDS_MAX = 16, LINE_BYTES = 1024, LIST_MAX = 64, OBSERVERS_MAX = 4, GRANTS_MAX = 8, PATH_BYTES = 4096 };

/* The current scenario. */
static const char *storekit_path;
static char folder[PATH_BYTES];
static iap_store *store;
static iap_device *device;
static iap_client *client;
static observer observers[OBSERVERS_MAX];
static iap_grant grants[GRANTS_MAX];
static size_t grant_count;
static uint64_t request; /* $request */
static bool polls;       /* requests are made without a completion */

/* The current command. */
static char *words[WORDS_MAX + 1];
static size_t word_count;

/* ------------------------------------------------------------------------------------------------ words of a command */

static bool is(const char *verb) { return strcmp(words[0], verb) == 0; }

/* A missing word, or "-", is NULL; two quotation marks are the empty text. */
static const char *text_at(size_t index) {
    if (index >= word_count || strcmp(words[index], "-") == 0) return NULL;
    return strcmp(words[index], "\"\"") == 0 ? "" : words[index];
}

static bool has(size_t index, const char *value) { return index < word_count && strcmp(words[index], value) == 0; }

/* A word that must be there. */
static const char *word_at(size_t index) {
    if (index >= word_count) fail("a word is missing after", words[0]);
    return words[index];
}

static int64_t number_at(size_t index) { return strtoll(word_at(index), NULL, 10); }
static int32_t int32_at(size_t index) { return (int32_t)number_at(index); }

static uint64_t id_at(size_t index) {
    const char *const word = word_at(index);
    if (strcmp(word, "$request") == 0) return request;
    return word[0] == '$' ? id_variable(word) : strtoull(word, NULL, 10);
}

/* The value of an enumeration with these words, from 1. */
static int32_t choice_at(size_t index, const char *const *choices) {
    for (int32_t value = 1; choices[value] != NULL; value++)
        if (strcmp(word_at(index), choices[value]) == 0) return value;
    fail("no such word", words[index]);
    return 0;
}

static const char *const queries[] = {"none", "unfinished", "all", "current_entitlements", "latest", NULL};
static const char *const verdicts[] = {"none", "valid", "invalid", "undecided", NULL};
static const char *const grant_kinds[] = {"none", "counter", "unlock", NULL};
static const char *const actions[] = {"none", "finish", "pump", "close", NULL};
static const char *const networks[] = {"none", "up", "down", "silent", NULL};

/* The value of the word "name=value". */
static const char *option(const char *name) {
    const size_t length = strlen(name);
    for (size_t i = 1; i < word_count; i++)
        if (strncmp(words[i], name, length) == 0 && words[i][length] == '=') return words[i] + length + 1;
    return NULL;
}

static bool has_word(const char *word) {
    for (size_t i = 1; i < word_count; i++)
        if (strcmp(words[i], word) == 0) return true;
    return false;
}

/* ----------------------------------------------------------------------------------------------- the client's commands */

static void request_result(iap_status_t status, uint64_t request_id) {
    printf("= %s", iap_status_name(status));
    if (status == IAP_OK) {
        request = request_id;
        unsigned_number("request", request_id);
    }
    putchar('\n');
}

static void payment_result(iap_status_t status, uint64_t payment_id) {
    printf("= %s", iap_status_name(status));
    unsigned_number("payment", payment_id);
    putchar('\n');
}

static void open_client(void) {
    char journal[PATH_BYTES + 16];
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    iap_client *opened = NULL;
    snprintf(journal, sizeof journal, "%s/journal", folder);
    inventory.grants = grants;
    inventory.grant_count = grant_count;
    verification.mode = IAP_VERIFY_BY_GAME;
    options.execution = IAP_EXECUTION_MANUAL;
    options.device = device;
    options.player_id = option("player");
    options.app_account_token = option("token");
    if (!has_word("memory")) options.journal_path = journal;
    if (grant_count > 0) options.inventory = &inventory;
    if (has_word("verify")) options.verification = &verification;
    const iap_status_t status = iap_client_open(&options, &opened, NULL);
    if (status == IAP_OK) {
        client = opened;
        polls = has_word("polls");
        memset(observers, 0, sizeof observers);
    }
    result(status);
}

static void grant(void) {
    if (grant_count == GRANTS_MAX) fail("too many grants", "raise GRANTS_MAX");
    iap_grant *const next = &grants[grant_count++];
    *next = (iap_grant)IAP_GRANT_INIT;
    next->product_id = strdup(word_at(1));
    next->kind = choice_at(2, grant_kinds);
    next->name = strdup(word_at(3));
    next->amount = number_at(4);
    next->revocation_policy = int32_at(5);
    result(IAP_OK);
}

static void observe(void) {
    observer *free_one = observers;
    while (free_one < observers + OBSERVERS_MAX && free_one->id != 0) free_one++;
    if (free_one == observers + OBSERVERS_MAX) fail("too many observers", "raise OBSERVERS_MAX");
    snprintf(free_one->name, sizeof free_one->name, "%s", word_at(1));
    snprintf(free_one->action, sizeof free_one->action, "%s", word_count > 2 ? actions[choice_at(2, actions)] : "");
    const iap_observer functions = observer_functions(free_one);
    result(iap_add_observer(client, &functions, &free_one->id, NULL));
}

static void unobserve(void) {
    for (size_t i = 0; i < OBSERVERS_MAX; i++) {
        if (observers[i].id == 0 || strcmp(observers[i].name, word_at(1)) != 0) continue;
        result(iap_remove_observer(client, observers[i].id, NULL));
        observers[i].id = 0;
        return;
    }
    fail("no such observer", words[1]);
}

static void pump(void) {
    int32_t count = 0, total = 0;
    while ((count = iap_client_process_events(client, 0)) > 0) total += count;
    number_result(count < 0 ? count : total);
}

static void poll(void) {
    iap_event *event = NULL;
    int32_t found = 0, total = 0;
    while ((found = iap_client_next_event(client, &event)) > 0) {
        hearing_take(&polled_events, client, event);
        iap_event_release(event);
        total++;
    }
    number_result(found < 0 ? found : total);
}

/* Signs a promotional offer like the game server. */
static const char *sign_offer(const char *product_id, const char *offer_id) {
    static char jws[8192];
    size_t length = 0;
    iap_store_signing_request request_to_sign = IAP_STORE_SIGNING_REQUEST_INIT;
    request_to_sign.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS;
    request_to_sign.product_id = product_id;
    request_to_sign.offer_id = offer_id;
    if (iap_store_sign(store, &request_to_sign, jws, sizeof jws, &length, NULL) != IAP_OK) fail("sign", offer_id);
    return jws;
}

static void buy(void) {
    iap_payment payment = IAP_PAYMENT_INIT;
    uint64_t payment_id = 0;
    payment.product_id = text_at(1);
    if (option("quantity") != NULL) payment.quantity = (int32_t)strtol(option("quantity"), NULL, 10);
    payment.app_account_token = option("token");
    payment.offer.win_back_id = option("win_back");
    payment.offer.id = option("offer");
    payment.offer.jws = option("proof");
    if (payment.offer.jws != NULL && strcmp(payment.offer.jws, "signed") == 0)
        payment.offer.jws = sign_offer(payment.product_id, payment.offer.id);
    const iap_status_t status = iap_add_payment(client, &payment, &payment_id, NULL);
    payment_result(status, payment_id);
}

static void queue(void) {
    const iap_transactions *transactions = NULL;
    result(iap_queue_transactions(client, &transactions, NULL));
    print_transactions(transactions);
    iap_transactions_release(transactions);
}

static void inventory(void) {
    const iap_inventory_items *items = NULL;
    result(iap_inventory_list(client, &items, NULL));
    for (size_t i = 0; i < iap_inventory_items_count(items); i++) {
        const iap_inventory_item *item = iap_inventory_items_at(items, i);
        printf("  %s", iap_inventory_item_kind(item) == IAP_GRANT_COUNTER ? "counter" : "unlock");
        text("name", iap_inventory_item_name(item));
        number("balance", iap_inventory_item_balance(item));
        number("unlocked", iap_inventory_item_is_unlocked(item));
        number("expires", iap_inventory_item_expiration_date_ms(item));
        putchar('\n');
    }
    iap_inventory_items_release(items);
}

static void take_intent(void) {
    uint64_t payment_id = 0;
    const iap_status_t status = iap_take_purchase_intent(client, last_intent, NULL, &payment_id, NULL);
    payment_result(status, payment_id);
}

static void intent(void) {
    if (has(1, "take")) take_intent();
    else if (has(1, "defer")) result(iap_defer_purchase_intent(client, last_intent, NULL));
    else if (has(1, "decline")) result(iap_decline_purchase_intent(client, last_intent, NULL));
    else fail("no such answer to an intent", words[1]);
}

/* A host that polls passes no completions. */
#define COMPLETION(function) (polls ? NULL : (function))

static void ask_for(void) {
    const char *product_ids[WORDS_MAX];
    const size_t id_words = word_count - 1;
    for (size_t i = 0; i < id_words; i++) product_ids[i] = text_at(i + 1);
    uint64_t asked = 0;
    iap_status_t status = IAP_OK;
    if (is("products"))
        status =
            iap_request_products(client, product_ids, id_words, COMPLETION(hearing_products), &replies, &asked, NULL);
    else if (is("cached"))
        status = iap_request_cached_products(client, id_words > 0 ? product_ids : NULL, id_words,
                                             COMPLETION(hearing_products), &replies, &asked, NULL);
    else if (is("query"))
        status = iap_request_transactions(client, choice_at(1, queries), text_at(2), COMPLETION(hearing_transactions),
                                          &replies, &asked, NULL);
    else if (is("statuses"))
        status =
            iap_request_subscription_statuses(client, text_at(1), COMPLETION(hearing_statuses), &replies, &asked, NULL);
    else if (is("storefront"))
        status = iap_request_storefront(client, COMPLETION(hearing_storefront), &replies, &asked, NULL);
    else if (is("restore")) status = iap_restore_completed_transactions(client, &asked, NULL);
    else if (is("spend"))
        status = iap_inventory_spend(client, text_at(1), number_at(2), text_at(3), COMPLETION(hearing_end), &replies,
                                     &asked, NULL);
    else if (is("add"))
        status = iap_inventory_add(client, text_at(1), number_at(2), text_at(3), COMPLETION(hearing_end), &replies,
                                   &asked, NULL);
    else if (is("take_back"))
        status = iap_inventory_take_back(client, id_at(1), COMPLETION(hearing_end), &replies, &asked, NULL);
    else fail("no such command", words[0]);
    request_result(status, asked);
}

/* For a function that returns 0 if it failed. */
static void value_result(int64_t value, const iap_error *error) {
    number_result(error->status == IAP_OK ? value : error->status);
}

static void client_command(void) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (is("grant")) grant();
    else if (is("open")) open_client();
    else if (is("close")) result(iap_client_close(client));
    else if (is("observe")) observe();
    else if (is("unobserve")) unobserve();
    else if (is("pump")) pump();
    else if (is("poll")) poll();
    else if (is("can_pay")) value_result(iap_can_make_payments(client, &error), &error);
    else if (is("buy")) buy();
    else if (is("finish") && has(1, "last")) result(iap_finish_transaction(client, last_transaction, NULL));
    else if (is("finish")) result(iap_finish_transaction_id(client, id_at(1), NULL));
    else if (is("record")) result(iap_record_grant(client, last_transaction, NULL));
    else if (is("owns")) value_result(iap_owns(client, text_at(1), &error), &error);
    else if (is("queue")) queue();
    else if (is("cancel")) result(iap_cancel_request(client, id_at(1), NULL));
    else if (is("cancel_payment")) result(iap_cancel_payment(client, id_at(1), NULL));
    else if (is("balance")) value_result(iap_inventory_balance(client, text_at(1), &error), &error);
    else if (is("unlocked")) value_result(iap_inventory_is_unlocked(client, text_at(1), &error), &error);
    else if (is("inventory")) inventory();
    else if (is("answer")) result(iap_give_verdict(client, id_at(1), choice_at(2, verdicts), text_at(3), 0, NULL));
    else if (is("intent")) intent();
    else ask_for();
}

/* ------------------------------------------------------------------------------------------------ the store's commands */

static void approvals(void) {
    uint64_t waiting[LIST_MAX];
    size_t count = 0;
    result(iap_store_list_approvals(store, waiting, LIST_MAX, &count, NULL));
    if (count > LIST_MAX) fail("too many approvals", "raise LIST_MAX");
    for (size_t i = 0; i < count; i++) {
        char product_id[IAP_PRODUCT_ID_LENGTH_MAX + 1] = "";
        iap_store_approval_product_id(store, waiting[i], product_id, sizeof product_id, NULL);
        printf("  approval");
        id(waiting[i]);
        text("product", product_id);
        putchar('\n');
    }
}

static void ledger(void) {
    uint64_t listed[LIST_MAX];
    size_t count = 0;
    result(iap_store_list_transactions(store, NULL, listed, LIST_MAX, &count, NULL));
    if (count > LIST_MAX) fail("too many transactions", "raise LIST_MAX");
    for (size_t i = 0; i < count; i++) {
        iap_store_transaction entry = IAP_STORE_TRANSACTION_INIT;
        iap_store_get_transaction(store, listed[i], &entry, NULL);
        printf("  entry");
        text("account", entry.account);
        word("state", entry.state, transaction_states);
        id(entry.id);
        unsigned_number("original", entry.original_id);
        text("product", entry.product_id);
        number("quantity", entry.quantity);
        number("price", entry.price_milliunits);
        number("refunded", entry.refunded_milliunits);
        number("issue", entry.has_purchase_issue);
        number("asks", entry.is_pending_ask_to_buy);
        number("finished", entry.is_finished);
        putchar('\n');
    }
}

static void id_result(iap_status_t status, uint64_t made) {
    printf("= %s", iap_status_name(status));
    id(made);
    putchar('\n');
}

static void store_buy(void) {
    uint64_t bought = 0;
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = word_at(3);
    if (word_count > 4) purchase.quantity = int32_at(4);
    const iap_status_t status = iap_store_buy(store, word_at(2), &purchase, &bought, NULL);
    id_result(status, bought);
}

static void store_copy(void) {
    uint64_t copy = 0;
    const iap_status_t status = iap_store_copy_transaction(store, id_at(2), &copy, NULL);
    id_result(status, copy);
}

static iap_status_t set_network(void) {
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    const char *const state = networks[choice_at(2, networks)];
    network.is_down = strcmp(state, "down") == 0;
    network.never_answers = strcmp(state, "silent") == 0;
    return iap_device_set_network(device, &network, NULL);
}

static iap_status_t store_control(void) {
    const char *const control = word_at(1);
#define CONTROL(name, call)                                                                                            \
    if (strcmp(control, name) == 0) return call
    CONTROL("advance_clock", iap_store_advance_clock(store, number_at(2), NULL));
    CONTROL("cancel_next_purchase", iap_store_cancel_next_purchase(store, NULL));
    CONTROL("fail_next_purchase", iap_store_fail_next_purchase(store, int32_at(2), NULL));
    CONTROL("lose_next_response", iap_store_lose_next_response(store, int32_at(2), NULL));
    CONTROL("set_simulated_error", iap_store_set_simulated_error(store, int32_at(2), int32_at(3), NULL));
    CONTROL("set_payments_allowed", iap_store_set_payments_allowed(store, int32_at(2), NULL));
    CONTROL("set_ask_to_buy", iap_store_set_ask_to_buy(store, int32_at(2), NULL));
    CONTROL("approve", iap_store_approve(store, id_at(2), NULL));
    CONTROL("decline", iap_store_decline(store, id_at(2), NULL));
    CONTROL("set_interrupted_purchases", iap_store_set_interrupted_purchases(store, int32_at(2), NULL));
    CONTROL("resolve_issue", iap_store_resolve_issue(store, id_at(2), NULL));
    CONTROL("refund", iap_store_refund(store, id_at(2), NULL));
    CONTROL("repeat_update", iap_store_repeat_update(store, id_at(2), NULL));
    CONTROL("set_storefront", iap_store_set_storefront(store, text_at(2), text_at(3), NULL));
    CONTROL("set_billing_retry_on_renewal", iap_store_set_billing_retry_on_renewal(store, int32_at(2), NULL));
    CONTROL("set_billing_grace_period", iap_store_set_billing_grace_period(store, int32_at(2), NULL));
    CONTROL("set_auto_renew", iap_store_set_auto_renew(store, id_at(2), int32_at(3), NULL));
    CONTROL("set_forgery", iap_store_set_forgery(store, int32_at(2), NULL));
    CONTROL("set_family", iap_store_set_family(store, text_at(2), text_at(3), NULL));
#undef CONTROL
    fail("no such control of the store", control);
    return IAP_ERROR_INTERNAL;
}

static iap_status_t device_control(void) {
    if (has(1, "set_network")) return set_network();
    if (has(1, "sign_in")) return iap_device_sign_in(device, text_at(2), NULL);
    if (has(1, "sign_out")) return iap_device_sign_out(device, NULL);
    if (has(1, "send_purchase_intent")) return iap_device_send_purchase_intent(device, text_at(2), text_at(3), NULL);
    fail("no such control of the device", words[1]);
    return IAP_ERROR_INTERNAL;
}

static void run_command(void) {
    if (is("approvals")) approvals();
    else if (is("ledger")) ledger();
    else if (is("store") && has(1, "buy")) store_buy();
    else if (is("store") && has(1, "copy_transaction")) store_copy();
    else if (is("store")) result(store_control());
    else if (is("device")) result(device_control());
    else client_command();
}

/* ---------------------------------------------------------------------------------------------------------- scenarios */

static void begin_scenario(const char *work_folder, const char *name) {
    snprintf(folder, sizeof folder, "%s/%s", work_folder, name);
    if (mkdir(folder, 0777) != 0) fail("cannot make the folder, or two scenarios have this name", folder);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.clock = IAP_STORE_CLOCK_VIRTUAL;
    options.storekit_path = storekit_path;
    options.seed = 1;
    if (iap_store_open(&options, &store, &error) != IAP_OK ||
        iap_store_open_device(store, "player", "phone", &device, &error) != IAP_OK)
        fail(name, error.message);
    printf("scenario %s\n", name);
}

static void end_scenario(void) {
    if (store == NULL) return;
    iap_client_close(client);
    forget_what_was_heard();
    forget_ids();
    iap_device_close(device, NULL);
    printf("end %s\n", iap_status_name(iap_store_close(store, NULL)));
    for (size_t i = 0; i < grant_count; i++) {
        free((char *)grants[i].product_id);
        free((char *)grants[i].name);
    }
    memset(observers, 0, sizeof observers);
    store = NULL, device = NULL, client = NULL;
    grant_count = 0, request = 0, polls = false;
}

static void split(char *line) {
    word_count = 0;
    for (char *next = strtok(line, " \n"); next != NULL; next = strtok(NULL, " \n")) {
        if (word_count == WORDS_MAX) fail("too many words", line);
        words[word_count++] = next;
    }
    words[word_count] = NULL;
}

static void print_command(void) {
    putchar('>');
    for (size_t i = 0; i < word_count; i++) {
        putchar(' ');
        print_escaped(words[i]);
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    if (argc != 4) fail("usage", "play STOREKIT SCENARIOS FOLDER");
    storekit_path = argv[1];
    FILE *scenarios = fopen(argv[2], "r");
    if (scenarios == NULL) fail("cannot read", argv[2]);
    char line[LINE_BYTES];
    while (fgets(line, sizeof line, scenarios) != NULL) {
        if (strlen(line) == sizeof line - 1) fail("a line is too long", line);
        if (line[0] == '#' || line[0] == '\n') continue;
        split(line);
        if (is("scenario")) {
            end_scenario();
            begin_scenario(argv[3], word_at(1));
        } else {
            print_command();
            run_command();
        }
    }
    end_scenario();
    fclose(scenarios);
    return 0;
}
