/*
 * game.h: the games of the tests. A game runs on a device of a store and keeps a log of everything that it receives from the
 * library. At each call it checks that the call comes at an allowed moment: inside game_process() on its thread, or inside
 * game_quit().
 *
 * What a test opens with these functions is closed after the test; this also checks that it can be closed.
 */
#ifndef CONFORMANCE_GAME_H
#define CONFORMANCE_GAME_H

#include "catalogue.h"
#include "hearing.h"
#include "test.h"

#include <iap/iap_polling.h>

#include <pthread.h>
#include <stdatomic.h>

/** How long a test waits for an expected event. */
#define TIMEOUT_MS 60000

#define ANY_STATE (-1)
#define OBSERVERS_MAX 8

struct game;
typedef struct listener {
    struct game *game;
    int number;
    uint64_t id;
    hearing hearing;
} listener;

typedef struct game {
    hearing responses; /**< must come first: the completions below take a game for its hearing */
    iap_store *store;
    iap_device *device;
    iap_client *client;
    const char *journal_path; /**< set by a test before the launch; NULL keeps the journal in memory */
    iap_wake_function wake;   /**< set by a test before the launch */
    void *wake_user_data;
    bool handles_messages; /**< set by a test before the launch */
    /** Set by a test before the launch; NULL: the game itself keeps what was bought. */
    const iap_inventory_options *inventory;
    listener observers[OBSERVERS_MAX]; /**< number n is at index n - 1 */
    int observer_count;
    heard *log; /**< the handles are retained; they are released after the test */
    size_t log_count, log_capacity;
    /** What the events said about ownership. They are not in the log: most tests are about other events. */
    struct {
        char product_id[64];
        int32_t is_owned;
    } ownership[256];
    size_t ownership_count;
    /** Set by a test before the launch; NULL: no extra verification before delivery. */
    const iap_verification_options *verification;
    /** Set by a test before the launch: see iap_client_options. */
    const char *player_id, *integrity_key, *app_account_token;
    int32_t adopts_journal;
    /** Called inside the callback after something was logged; it may do what a game may do there. */
    void (*then)(struct game *game, const heard *entry);
    void *context; /**< for the test */
    _Atomic pthread_t processing_thread, closing_thread;
    atomic_int processing, closing, closed;
    struct game *next;
} game;

/** Options of a store in memory that sells catalogue_text, with a virtual clock and a fixed seed. */
iap_store_options store_options(void);
iap_store *store_open(void);
iap_store *store_open_with(const iap_store_options *options);
iap_store_totals store_totals(iap_store *store);
/** Approves the only purchase that waits for somebody's approval. */
bool store_approve(iap_store *store);
/** Closes a store before the end of the test. */
void store_close(iap_store *store);

/** A game installed on a device; it does not run yet. */
game *game_install(iap_store *store, const char *account, const char *device_name);
bool game_launch_without_observer(game *game);
bool game_launch(game *game);
/** A running game on its own store. */
game *game_start(void);
game *game_start_without_observer(void);
game *game_start_with_journal(void);
/** Closes the client. The log stays. */
void game_quit(game *game);
/** iap_cancel_request(), with the bookkeeping for the check of rule 1; completions in this call count as received in the close.
 */
iap_status_t game_cancel(game *game, uint64_t request_id);
/** Quits if the game runs, and closes the device. */
void game_uninstall(game *game);
/** Adds one more observer and returns its number, from 1. */
int game_observe(game *game);
void game_ignore(game *game, int observer);
/** The observer that logs for a game; `user_data` is a listener. */
iap_observer game_observer(listener *listener);

/** iap_client_process_events(), with the bookkeeping for the check of rule 1. */
int32_t game_process(game *game, uint32_t max_events);
/** Processes until nothing more comes: no thread of the library has work, and no event is left. */
void game_settle(game *game);
/** Processes until the log has `count` entries of this type and state. */
bool game_await(const char *file, int line, game *game, iap_event_type_t type, iap_transaction_state_t state,
                size_t count);
/** Waits, without processing, until there is an event to process. */
bool game_has_work(game *game);

#define AWAIT(game, type, count) game_await(__FILE__, __LINE__, (game), (type), ANY_STATE, (count))
#define AWAIT_STATE(game, state, count)                                                                                \
    game_await(__FILE__, __LINE__, (game), IAP_EVENT_TRANSACTION_UPDATED, (state), (count))

size_t game_count(const game *game, iap_event_type_t type, iap_transaction_state_t state);
/** How often the ownership of a product became this, as the events say. */
size_t game_ownership_count(const game *game, const char *product_id, int32_t is_owned);
/** How many events came for which the game must grant something. */
size_t game_granted_count(const game *game);
/** The n-th entry, from 0, of this type and state; NULL if there is none. */
const heard *game_nth(const game *game, iap_event_type_t type, iap_transaction_state_t state, size_t n);
/** The transaction of the nth update with this state; NULL if there is none. */
const iap_transaction *game_update(const game *game, iap_transaction_state_t state, size_t n);
/** The entry that ends a request; NULL if it has not come. */
const heard *game_response(const game *game, uint64_t request_id);
size_t game_response_count(const game *game, uint64_t request_id);
/** The log in one line, for failure messages. */
const char *game_log_text(const game *game);
void game_forget(game *game);

/* Requests whose completions are logged. The functions check that the request is accepted, and return its id. */
uint64_t game_request_products(game *game, const char *const *ids, size_t count);
uint64_t game_request_transactions(game *game, iap_query_t query, const char *product_id);
uint64_t game_request_storefront(game *game);
uint64_t game_restore(game *game);
uint64_t game_pay(game *game, const char *product_id, int32_t quantity);
uint64_t game_pay_with(game *game, const iap_payment *payment);

/* The same, and they wait for the response. They return NULL, reported as a failure, if it does not come. */
/** The response to a request whose completion is one of those below. */
const heard *game_wait_response(game *game, uint64_t request_id);
/** The statuses of a group; NULL for all groups. */
const iap_subscription_statuses *game_statuses(game *game, const char *group_id);
/** The only status of a group; NULL, reported as a failure, if there is not exactly one. */
const iap_subscription_status *game_status(game *game, const char *group_id);
/** Pays and waits for the outcome. */
const heard *game_buy_with(game *game, const iap_payment *payment);
const heard *game_outcome(game *game, uint64_t payment_id);
/** The same; checks that the payment is purchased. */
const iap_transaction *game_bought(game *game, uint64_t payment_id);
const iap_transaction *game_buy(game *game, const char *product_id);
/** The app transaction. */
const iap_app_transaction *game_app_transaction(game *game, int32_t refresh);
const iap_products *game_products(game *game, const char *const *ids, size_t count);
const iap_transactions *game_query(game *game, iap_query_t query, const char *product_id);
const heard *game_storefront(game *game);
bool game_finish(game *game, const iap_transaction *transaction);
/** Advances the clock by a month and waits for the renewal. The next payment could not tell which one comes first. */
const iap_transaction *game_renewal(game *game);
/** Buys and finishes; 0 if that fails. */
uint64_t game_own(game *game, const char *product_id);
/** The queue; released after the test. */
const iap_transactions *game_queue(game *game);

/** The hearing that logs responses to requests. */
hearing game_responses(game *game);
/* Completions that log; `user_data` is a game. */
#define game_hears_products hearing_products
#define game_hears_transactions hearing_transactions
#define game_hears_storefront hearing_storefront
#define game_hears_end hearing_end
#define game_hears_flag hearing_flag
#define game_hears_text hearing_text
#define game_hears_statuses hearing_statuses
#define game_hears_app_transaction hearing_app_transaction
#define game_hears_promotions hearing_promotions

#endif
