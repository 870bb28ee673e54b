#include "game.h"

#include "files.h"
#include "playing.h"
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STORES_MAX 64
#define LISTS_MAX 256

static game *games;
static iap_store *stores[STORES_MAX];
static const iap_transactions *lists[LISTS_MAX];
static size_t store_count, list_count;

/* ------------------------------------------------------------------------------------------------------- stores */

iap_store_options store_options(void) { return playing_store(catalogue_text, NULL); }

iap_store *store_open_with(const iap_store_options *options) {
    iap_store *store = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!CHECK_STATUS(iap_store_open(options, &store, &error), IAP_OK)) {
        test_fail(__FILE__, __LINE__, "the store says: %s", error.message);
        return NULL;
    }
    const char *profile = getenv("CONFORMANCE_PROFILE");
    if (profile != NULL) CHECK_STATUS(iap_store_set_profile(store, iap_profile_named(profile), NULL), IAP_OK);
    if (store_count == STORES_MAX) abort();
    stores[store_count++] = store;
    return store;
}

iap_store *store_open(void) {
    const iap_store_options options = store_options();
    return store_open_with(&options);
}

bool store_approve(iap_store *store) {
    uint64_t approval = 0;
    size_t count = 0;
    return CHECK_STATUS(iap_store_list_approvals(store, &approval, 1, &count, NULL), IAP_OK) && CHECK_INT(count, 1) &&
           CHECK_STATUS(iap_store_approve(store, approval, NULL), IAP_OK);
}

void store_close(iap_store *store) {
    for (size_t i = 0; i < store_count; i++) {
        if (stores[i] == store) stores[i] = NULL;
    }
    CHECK_STATUS(iap_store_close(store, NULL), IAP_OK);
}

iap_store_totals store_totals(iap_store *store) {
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    CHECK_STATUS(iap_store_get_totals(store, &totals, NULL), IAP_OK);
    return totals;
}

/* -------------------------------------------------------------------------------------------------------- games */

game *game_install(iap_store *store, const char *account, const char *device_name) {
    game *installed = calloc(1, sizeof *installed);
    if (installed == NULL) abort();
    installed->responses = game_responses(installed);
    installed->store = store;
    installed->next = games;
    games = installed;
    CHECK_STATUS(iap_store_open_device(store, account, device_name, &installed->device, NULL), IAP_OK);
    return installed;
}

bool game_launch_without_observer(game *game) {
    game_forget(game);
    game->observer_count = 0;
    atomic_store(&game->closed, 0);
    atomic_store(&game->closing, 0);
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    options.device = game->device;
    options.journal_path = game->journal_path;
    options.wake = game->wake;
    options.wake_user_data = game->wake_user_data;
    options.handles_messages = game->handles_messages;
    options.verification = game->verification;
    options.inventory = game->inventory;
    options.player_id = game->player_id;
    options.integrity_key = game->integrity_key;
    options.integrity_key_length = game->integrity_key != NULL ? strlen(game->integrity_key) : 0;
    options.adopts_journal = game->adopts_journal;
    options.app_account_token = game->app_account_token;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (CHECK_STATUS(iap_client_open(&options, &game->client, &error), IAP_OK)) return true;
    test_fail(__FILE__, __LINE__, "the client says: %s", error.message);
    return false;
}

int game_observe(game *game) {
    if (game->observer_count == OBSERVERS_MAX) abort();
    listener *added = &game->observers[game->observer_count++];
    *added = (listener){.game = game, .number = game->observer_count};
    const iap_observer observer = game_observer(added);
    CHECK_STATUS(iap_add_observer(game->client, &observer, &added->id, NULL), IAP_OK);
    return added->number;
}

void game_ignore(game *game, int observer) {
    CHECK_STATUS(iap_remove_observer(game->client, game->observers[observer - 1].id, NULL), IAP_OK);
}

bool game_launch(game *game) { return game_launch_without_observer(game) && game_observe(game) == 1; }

game *game_start(void) {
    game *started = game_install(store_open(), "player", "phone");
    game_launch(started);
    return started;
}

game *game_start_without_observer(void) {
    game *started = game_install(store_open(), "player", "phone");
    game_launch_without_observer(started);
    return started;
}

game *game_start_with_journal(void) {
    game *started = game_install(store_open(), "player", "phone");
    started->journal_path = temporary_path("journal.db");
    game_launch(started);
    return started;
}

void game_quit(game *game) {
    game->closing_thread = pthread_self();
    atomic_store(&game->closing, 1);
    CHECK_STATUS(iap_client_close(game->client), IAP_OK);
    atomic_store(&game->closed, 1);
    game->client = NULL;
}

iap_status_t game_cancel(game *game, uint64_t request_id) {
    const pthread_t before = game->closing_thread;
    const int was_closing = atomic_load(&game->closing);
    game->closing_thread = pthread_self();
    atomic_store(&game->closing, 1);
    const iap_status_t status = iap_cancel_request(game->client, request_id, NULL);
    atomic_store(&game->closing, was_closing);
    game->closing_thread = before;
    return status;
}

void game_uninstall(game *game) {
    if (game->client != NULL) game_quit(game);
    if (game->device != NULL) CHECK_STATUS(iap_device_close(game->device, NULL), IAP_OK);
    game->device = NULL;
}

void test_clean_up(void) {
    for (size_t i = 0; i < list_count; i++) iap_transactions_release(lists[i]);
    list_count = 0;
    for (game *each = games; each != NULL; each = each->next) {
        /* The test's actions in callbacks are over, and its variables are gone. */
        each->then = NULL;
        game_uninstall(each);
    }
    while (store_count > 0) {
        iap_store *store = stores[--store_count];
        if (store != NULL) CHECK_STATUS(iap_store_close(store, NULL), IAP_OK);
    }
    /* Releases the handles only now: they stay valid longer than their client, its device and its store. */
    while (games != NULL) {
        game *each = games;
        games = each->next;
        game_forget(each);
        free(each->log);
        free(each);
    }
}

/* --------------------------------------------------------------------------------------------------- processing */

int32_t game_process(game *game, uint32_t max_events) {
    game->processing_thread = pthread_self();
    atomic_store(&game->processing, 1);
    const int32_t delivered = iap_client_process_events(game->client, max_events);
    atomic_store(&game->processing, 0);
    return delivered;
}

static bool asks_server(const game *game) {
    return game->verification != NULL && game->verification->mode == IAP_VERIFY_BY_SERVER;
}

/* In manual mode nothing happens between two calls, therefore there is nothing to wait for. But a server is a separate process.
   */
static uint32_t timeout_ms(const game *game, uint32_t in_background) {
    return test_execution == IAP_EXECUTION_MANUAL && !asks_server(game) ? 0 : in_background;
}

bool game_has_work(game *game) {
    return CHECK_INT(iap_client_wait_events(game->client, timeout_ms(game, TIMEOUT_MS)), 1);
}

/* The quirks of a profile make responses late. The store's clock then moves in small steps, one minute at most. Returns false
   if no time passes. */
static bool let_time_pass(game *game, int *steps) {
    if (getenv("CONFORMANCE_PROFILE") == NULL || ++*steps > 600) return false;
    return iap_store_advance_clock(game->store, 100, NULL) == IAP_OK;
}

typedef struct waiting {
    int64_t deadline;
    int steps;
} waiting;

static waiting begin_waiting(void) { return (waiting){playing_now_ms() + TIMEOUT_MS, 0}; }

/* One turn of a loop that waits for an event. Returns a positive number if the loop may go on, otherwise 0 or a status. */
static int32_t take_turn(game *game, waiting *waiting) {
    const int32_t delivered = game_process(game, 0);
    if (delivered != 0) return delivered;
    if (iap_client_wait_events(game->client, timeout_ms(game, 20)) == 0 && let_time_pass(game, &waiting->steps))
        return 1;
    const int32_t waited = iap_client_wait_events(game->client, timeout_ms(game, TIMEOUT_MS));
    return waited == 1 && playing_now_ms() > waiting->deadline ? 0 : waited;
}

bool game_await(const char *file, int line, game *game, iap_event_type_t type, iap_transaction_state_t state,
                size_t count) {
    waiting waiting = begin_waiting();
    while (game_count(game, type, state) < count) {
        const int32_t turn = take_turn(game, &waiting);
        if (turn > 0) continue;
        test_fail(file, line, "waited for event type %d, state %d, %zu times (status %d); %s", (int)type, (int)state,
                  count, (int)turn, game_log_text(game));
        return false;
    }
    return check_true(file, line, "", true);
}

static void ignore_storefront(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                              const char *identifier, const iap_error *error) {
    (void)client, (void)request_id, (void)country_code, (void)identifier, (void)error;
    *(int *)user_data += 1;
}

/* In manual mode nothing happens between two calls. In background mode threads have work, until all of them sleep. The response
   of a separate process can be on its way then; a short additional wait makes it unlikely that the test misses it. */
static bool may_have_work(game *game) {
    if (test_execution == IAP_EXECUTION_BACKGROUND && !other_threads_sleep()) return true;
    return iap_client_wait_events(game->client, asks_server(game) ? 20 : 0) == 1;
}

void game_settle(game *game) {
    int answers = 0;
    for (int round = 1; round <= 2; round++) {
        CHECK_STATUS(iap_request_storefront(game->client, ignore_storefront, &answers, NULL, NULL), IAP_OK);
        waiting waiting = begin_waiting();
        while (answers < round && take_turn(game, &waiting) > 0) continue;
        CHECK_INT(answers, round);
    }
    const int64_t deadline = playing_now_ms() + TIMEOUT_MS;
    while (may_have_work(game) && playing_now_ms() < deadline) {
        if (iap_client_wait_events(game->client, timeout_ms(game, 1)) == 1 && game_process(game, 0) < 0) return;
    }
}

/* ----------------------------------------------------------------------------------------------------- requests */

uint64_t game_request_products(game *game, const char *const *ids, size_t count) {
    uint64_t id = 0;
    CHECK_STATUS(iap_request_products(game->client, ids, count, game_hears_products, game, &id, NULL), IAP_OK);
    CHECK(id != 0);
    return id;
}

uint64_t game_request_transactions(game *game, iap_query_t query, const char *product_id) {
    uint64_t id = 0;
    CHECK_STATUS(iap_request_transactions(game->client, query, product_id, game_hears_transactions, game, &id, NULL),
                 IAP_OK);
    CHECK(id != 0);
    return id;
}

uint64_t game_request_storefront(game *game) {
    uint64_t id = 0;
    CHECK_STATUS(iap_request_storefront(game->client, game_hears_storefront, game, &id, NULL), IAP_OK);
    CHECK(id != 0);
    return id;
}

uint64_t game_restore(game *game) {
    uint64_t id = 0;
    CHECK_STATUS(iap_restore_completed_transactions(game->client, &id, NULL), IAP_OK);
    CHECK(id != 0);
    return id;
}

uint64_t game_pay_with(game *game, const iap_payment *payment) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!CHECK_STATUS(iap_add_payment(game->client, payment, &id, &error), IAP_OK))
        test_fail(__FILE__, __LINE__, "the payment was refused: %s", error.message);
    CHECK(id != 0);
    return id;
}

uint64_t game_pay(game *game, const char *product_id, int32_t quantity) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    payment.quantity = quantity;
    return game_pay_with(game, &payment);
}

static const heard *find_outcome(const game *game, uint64_t payment_id) {
    for (size_t i = 0; i < game->log_count; i++) {
        const heard *entry = &game->log[i];
        if (entry->type == IAP_EVENT_TRANSACTION_UPDATED &&
            iap_transaction_payment_id(entry->transaction) == payment_id &&
            iap_transaction_state(entry->transaction) != IAP_TRANSACTION_PURCHASING) {
            return entry;
        }
    }
    return NULL;
}

/* Processes events until `find` has found something. */
static const heard *await(game *game, const heard *(*find)(const struct game *, uint64_t), uint64_t id,
                          const char *what) {
    waiting waiting = begin_waiting();
    for (;;) {
        const heard *entry = find(game, id);
        if (entry != NULL) return entry;
        const int32_t turn = take_turn(game, &waiting);
        if (turn > 0) continue;
        test_fail(__FILE__, __LINE__, "waited for %s %llu (status %d); %s", what, (unsigned long long)id, (int)turn,
                  game_log_text(game));
        return NULL;
    }
}

const heard *game_outcome(game *game, uint64_t payment_id) {
    return await(game, find_outcome, payment_id, "the outcome of payment");
}

const iap_transaction *game_bought(game *game, uint64_t payment_id) {
    const heard *outcome = game_outcome(game, payment_id);
    if (outcome == NULL) return NULL;
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_PURCHASED);
    return outcome->transaction;
}

const heard *game_buy_with(game *game, const iap_payment *payment) {
    return game_outcome(game, game_pay_with(game, payment));
}

const heard *game_wait_response(game *game, uint64_t request_id) {
    return await(game, game_response, request_id, "the answer to request");
}

const iap_subscription_statuses *game_statuses(game *game, const char *group_id) {
    uint64_t id = 0;
    CHECK_STATUS(iap_request_subscription_statuses(game->client, group_id, game_hears_statuses, game, &id, NULL),
                 IAP_OK);
    const heard *answer = game_wait_response(game, id);
    if (answer != NULL && answer->has_error) test_fail(__FILE__, __LINE__, "no statuses: %s", answer->error.message);
    return answer != NULL ? answer->statuses : NULL;
}

const iap_subscription_status *game_status(game *game, const char *group_id) {
    const iap_subscription_statuses *statuses = game_statuses(game, group_id);
    return CHECK_INT(iap_subscription_statuses_count(statuses), 1) ? iap_subscription_statuses_at(statuses, 0) : NULL;
}

const iap_transaction *game_buy(game *game, const char *product_id) {
    const heard *outcome = game_outcome(game, game_pay(game, product_id, 1));
    return outcome != NULL ? outcome->transaction : NULL;
}

const iap_app_transaction *game_app_transaction(game *game, int32_t refresh) {
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_request_app_transaction(game->client, refresh, game_hears_app_transaction, game, &id, NULL),
                      IAP_OK))
        return NULL;
    const heard *answer = game_wait_response(game, id);
    if (answer == NULL) return NULL;
    CHECK_INT(answer->type, IAP_EVENT_APP_TRANSACTION_RECEIVED);
    return answer->app_transaction;
}

const iap_products *game_products(game *game, const char *const *ids, size_t count) {
    const heard *answer = await(game, game_response, game_request_products(game, ids, count), "the answer to request");
    return answer != NULL ? answer->products : NULL;
}

const iap_transactions *game_query(game *game, iap_query_t query, const char *product_id) {
    const heard *answer =
        await(game, game_response, game_request_transactions(game, query, product_id), "the answer to request");
    return answer != NULL ? answer->transactions : NULL;
}

const heard *game_storefront(game *game) {
    return await(game, game_response, game_request_storefront(game), "the answer to request");
}

bool game_finish(game *game, const iap_transaction *transaction) {
    const size_t before = game_count(game, IAP_EVENT_TRANSACTION_REMOVED, ANY_STATE);
    return CHECK_STATUS(iap_finish_transaction(game->client, transaction, NULL), IAP_OK) &&
           AWAIT(game, IAP_EVENT_TRANSACTION_REMOVED, before + 1);
}

const iap_transaction *game_renewal(game *game) {
    const size_t before = game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED);
    if (!CHECK_STATUS(iap_store_advance_clock(game->store, 32 * INT64_C(86400000), NULL), IAP_OK)) return NULL;
    if (!AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, before + 1)) return NULL;
    return game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, before)->transaction;
}

uint64_t game_own(game *game, const char *product_id) {
    const iap_transaction *bought = game_buy(game, product_id);
    if (!CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED)) return 0;
    return game_finish(game, bought) ? iap_transaction_id(bought) : 0;
}

const iap_transactions *game_queue(game *game) {
    const iap_transactions *queue = NULL;
    CHECK_STATUS(iap_queue_transactions(game->client, &queue, NULL), IAP_OK);
    if (list_count == LISTS_MAX) abort();
    lists[list_count++] = queue;
    return queue;
}
