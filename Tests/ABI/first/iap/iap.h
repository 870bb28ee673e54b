/*
 * iap.h: in-app purchases for games written in C and C++.
 *
 * One client is one running game on one device. The game asks for products, adds payments, hears of transactions
 * through observers, grants what was bought, and finishes. On Apple systems the store behind it is StoreKit 2; on Linux
 * it is the reference App Store of <iap/iap_store.h>.
 *
 * EVENTS AND THREADS
 *
 *  1. Functions of the game are called only inside iap_client_process_events(), on the thread that calls it. One
 *     exception: iap_client_close() ends the requests that are still open, on the thread that calls it, before it
 *     returns. (The wake function is not an event; see iap_client_options.)
 *  2. No function of the game is called inside the call that started the work, none while the library holds a lock, and
 *     none after iap_client_close() has returned.
 *  3. iap_client_process_events() delivers what was queued when it was entered, at most max_events of it, in the order
 *     in which it was queued.
 *  4. Every function of this header may be called inside a callback, except those that process events themselves
 *     (IAP_ERROR_REENTRANT). Closing inside a callback is allowed and stops delivery at once.
 *  5. Every function may be called from any thread. Two threads cannot process events of one client at the same time:
 *     the second one gets IAP_ERROR_WRONG_THREAD.
 *  6. Every request ends in exactly one completion. A request that is open when the client is closed ends with
 *     IAP_ERROR_CANCELLED.
 *  7. Every payment is reported as IAP_TRANSACTION_PURCHASING and then as exactly one of IAP_TRANSACTION_PURCHASED,
 *     IAP_TRANSACTION_RESTORED (the account owned it already and was not charged), IAP_TRANSACTION_FAILED (with
 *     IAP_ERROR_CANCELLED if the player changed their mind), or IAP_TRANSACTION_DEFERRED, which is followed, if ever, by
 *     its outcome. A payment that is open when the client is closed is not reported any more; if it was or will be paid,
 *     its transaction comes at the next launch.
 *  8. Durable state is the truth and an event is news of it. Events are never dropped: news for observers waits while
 *     there is no observer. What is unfinished can be enumerated at any time.
 *
 * OWNERSHIP
 *
 *  Handles are opaque. Three words are used: a function *borrows* a pointer (it is valid for that call or, for a handle
 *  given to a callback, until the callback returns), *copies* it (the caller's memory is free again when the call
 *  returns), or *gives* it (the receiver releases it). Product, transaction and event handles are immutable snapshots:
 *  any thread may read, retain and release them, also after the client is closed. Text returned by a getter is UTF-8,
 *  ends with a NUL and lives as long as the handle it came from. Every getter accepts NULL and then returns 0 or NULL.
 *  A client handle stays safe to pass after iap_client_close(): each call answers IAP_ERROR_CLOSED.
 *
 * VALUES
 *
 *  Money is a whole number of thousandths of the currency's unit ("milliunits") with an ISO 4217 code. Times are
 *  milliseconds since 1970-01-01T00:00:00Z. Enumerations are int32_t; 0 is none or unknown; further values may be added,
 *  so a switch needs a default. What the store says in words that this version does not know is kept as text beside.
 *
 * ERRORS
 *
 *  A call that can fail returns an iap_status: IAP_OK or a negative value. It fills the iap_error that the caller passes,
 *  if any, also on success (then with IAP_OK). Mistakes of the caller get a status and never stop the program.
 */
#ifndef IAP_IAP_H
#define IAP_IAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------- version */

/** The version of this header: major * 0x10000 + minor * 0x100 + patch. */
#define IAP_HEADER_VERSION 0x000100u

/**
 * The version of the library at run time, in the form of IAP_HEADER_VERSION.
 * \returns the version.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
uint32_t iap_version(void);

/* ------------------------------------------------------------------------------------------- status and errors */

/** IAP_OK or a negative value. IAP_STATUS_CATEGORY() gives its class, which is the low byte of its magnitude. */
typedef int32_t iap_status;

/** The class of a status; the IAP_CATEGORY_… constants. */
typedef int32_t iap_category;

#define IAP_STATUS_CATEGORY(status) ((iap_category)((-(status)) & 0xFF))

#define IAP_CATEGORY_NONE 0
#define IAP_CATEGORY_INVALID_ARGUMENT 1 /**< the call's own values are wrong */
#define IAP_CATEGORY_MISUSE 2           /**< the call came at the wrong moment or on the wrong thread */
#define IAP_CATEGORY_NOT_FOUND 3
#define IAP_CATEGORY_CANCELLED 4 /**< by the player, or because the client was closed */
#define IAP_CATEGORY_NOT_ALLOWED 5
#define IAP_CATEGORY_UNAVAILABLE 6 /**< the product or the storefront is not available */
#define IAP_CATEGORY_NETWORK 7
#define IAP_CATEGORY_STORE 8        /**< the store failed */
#define IAP_CATEGORY_VERIFICATION 9 /**< a signature did not hold */
#define IAP_CATEGORY_STORAGE 10     /**< a file of the library could not be read or written */
#define IAP_CATEGORY_UNSUPPORTED 11
#define IAP_CATEGORY_OFFER 12
#define IAP_CATEGORY_INTERNAL 13

#define IAP_OK 0
#define IAP_ERROR_INVALID_ARGUMENT (-1)
#define IAP_ERROR_INVALID_QUANTITY (-257)      /**< not within 1 to 10 */
#define IAP_ERROR_INVALID_TEXT (-513)          /**< not UTF-8, or empty where text is needed */
#define IAP_ERROR_INVALID_STRUCT_SIZE (-769)   /**< struct_size is of no known version of the struct */
#define IAP_ERROR_TOO_LARGE (-1025)            /**< longer or more than the limit that the function states */
#define IAP_ERROR_INVALID_STORE_FILE (-1281)   /**< a .storekit file that cannot be read; the message names the place */
#define IAP_ERROR_MISUSE (-2)
#define IAP_ERROR_CLOSED (-258)                /**< the client, store or device has been closed */
#define IAP_ERROR_REENTRANT (-514)             /**< events are being processed further up on this thread */
#define IAP_ERROR_WRONG_THREAD (-770)          /**< another thread is processing events */
#define IAP_ERROR_INVALID_STATE (-1026)        /**< for example finishing a transaction that is still purchasing */
#define IAP_ERROR_VERSION_MISMATCH (-1282)     /**< the header is newer than the library */
#define IAP_ERROR_BUSY (-1538)                 /**< something is still open that has to be closed first */
#define IAP_ERROR_NOT_FOUND (-3)
#define IAP_ERROR_CANCELLED (-4)
#define IAP_ERROR_NOT_ALLOWED (-5)             /**< this device or player may not make payments */
#define IAP_ERROR_PRODUCT_UNAVAILABLE (-6)
#define IAP_ERROR_NOT_IN_STOREFRONT (-262)
#define IAP_ERROR_NETWORK (-7)
#define IAP_ERROR_STORE (-8)
#define IAP_ERROR_NOT_ENTITLED (-264)          /**< the app lacks an entitlement that the call needs */
#define IAP_ERROR_VERIFICATION (-9)
#define IAP_ERROR_STORAGE (-10)
#define IAP_ERROR_STORAGE_FULL (-266)
#define IAP_ERROR_STORAGE_NEWER (-522)         /**< the file was written by a newer version; it is left as it is */
#define IAP_ERROR_STORAGE_FOREIGN (-778)       /**< the file is no database of this library; it is left as it is */
#define IAP_ERROR_UNSUPPORTED (-11)
#define IAP_ERROR_OFFER (-12)
#define IAP_ERROR_INELIGIBLE_FOR_OFFER (-268)
#define IAP_ERROR_INVALID_OFFER_IDENTIFIER (-524)
#define IAP_ERROR_INVALID_OFFER_PRICE (-780)
#define IAP_ERROR_INVALID_OFFER_SIGNATURE (-1036)
#define IAP_ERROR_MISSING_OFFER_PARAMETERS (-1292)
#define IAP_ERROR_INTERNAL (-13)

/** What went wrong. The caller owns it; start it with IAP_ERROR_VALUE_INIT. Texts that do not fit are cut. */
typedef struct iap_error {
    uint32_t struct_size;
    iap_status status;
    iap_category category;
    int32_t retryable;  /**< 1: the same call may succeed later without a change in the game */
    int64_t store_code; /**< the code of the store's own error, if it came from there */
    char store_domain[64]; /**< for example "StoreKit.StoreKitError"; empty if the error is the library's own */
    char message[432];     /**< one line in English for logs: what, where, what to do */
} iap_error;

#ifdef __cplusplus
#define IAP_ERROR_VALUE_INIT {static_cast<uint32_t>(sizeof(iap_error)), 0, 0, 0, 0, {0}, {0}}
#else
#define IAP_ERROR_VALUE_INIT {(uint32_t)sizeof(iap_error), 0, 0, 0, 0, {0}, {0}}
#endif

/**
 * Sets an error to IAP_ERROR_VALUE_INIT.
 * \param error borrows it; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_error_init(iap_error *error);

/**
 * The name of a status constant, for logs.
 * \param status any value.
 * \returns for example "IAP_ERROR_NETWORK"; "IAP_ERROR_UNKNOWN" for a value of no constant. Static text.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_status_name(iap_status status);

/* ---------------------------------------------------------------------------------------------------- handles */

typedef struct iap_client iap_client;
typedef struct iap_product iap_product;
typedef struct iap_products iap_products;         /**< the answer to a product request */
typedef struct iap_transaction iap_transaction;
typedef struct iap_transactions iap_transactions; /**< a list of transactions */
typedef struct iap_event iap_event;
typedef struct iap_device iap_device;             /**< a device of a reference store, <iap/iap_store.h> */

/* ----------------------------------------------------------------------------------------------------- client */

/** How the library runs between two calls of iap_client_process_events(). */
typedef int32_t iap_execution;
#define IAP_EXECUTION_BACKGROUND 0 /**< on a thread of its own */
/** Only inside iap_client_process_events() and iap_client_next_event(): no thread at all. With a store on a virtual clock
 *  the same calls give the same events in the same order. Linux only. */
#define IAP_EXECUTION_MANUAL 1

/**
 * Tells the game that there is something to process. Called on any thread, also inside an API call; several reasons may
 * be merged into one call. It may wake a sleeping loop but must not call the library.
 */
typedef void (*iap_wake_function)(void *user_data);

/** Start it with IAP_CLIENT_OPTIONS_INIT. */
typedef struct iap_client_options {
    uint32_t struct_size;
    iap_execution execution;
    /** The file in which the client keeps what it must not forget (copies the path). The folder must exist. NULL keeps it
     *  in memory only: delivery counts then start anew at each launch. */
    const char *journal_path;
    /** Linux: the device of a reference store to run on (borrows it; it must stay open longer than the client). Elsewhere
     *  NULL: the App Store. */
    iap_device *device;
    iap_wake_function wake; /**< may be NULL */
    void *wake_user_data;
} iap_client_options;

#define IAP_CLIENT_OPTIONS_INIT {(uint32_t)sizeof(iap_client_options), IAP_EXECUTION_BACKGROUND, NULL, NULL, NULL, NULL}

/**
 * Sets options to IAP_CLIENT_OPTIONS_INIT.
 * \param options borrows it; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_client_options_init(iap_client_options *options);

/**
 * Opens a client; what iap_client_open() calls. The client starts at once to listen to the store and to list what is
 * unfinished; nothing is delivered before an observer is added.
 * \param header_version IAP_HEADER_VERSION as the game was compiled with.
 * \param options copies it.
 * \param client gives a handle on success, NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_VERSION_MISMATCH, IAP_ERROR_CLOSED (the device), IAP_ERROR_BUSY (the device runs another client, or
 *          another client uses the journal), IAP_ERROR_UNSUPPORTED, IAP_ERROR_STORAGE, IAP_ERROR_STORAGE_NEWER or
 *          IAP_ERROR_STORAGE_FOREIGN (the journal is left as it is).
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_client_open_version(uint32_t header_version, const iap_client_options *options, iap_client **client,
                                   iap_error *error);

/**
 * Opens a client, see iap_client_open_version().
 * \param options copies it.
 * \param client gives a handle on success, NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns as iap_client_open_version().
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
static inline iap_status iap_client_open(const iap_client_options *options, iap_client **client, iap_error *error) {
    return iap_client_open_version(IAP_HEADER_VERSION, options, client, error);
}

/**
 * Closes a client. Requests that are open end with IAP_ERROR_CANCELLED inside this call (an open restore tells the
 * observers so); then no function of the game is called any more. Called while another thread processes events of this
 * client, it waits until the callback that runs there has returned. Nothing is lost: what is unfinished comes at the next
 * launch.
 * \param client borrows it; the handle stays safe to pass.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED (closed before).
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_client_close(iap_client *client);

/**
 * Delivers events to the callbacks of requests and to the observers. To be called once per frame; costs a few
 * nanoseconds when there is nothing to do.
 * \param client borrows it.
 * \param max_events how many events at most; 0 means all that are queued now.
 * \returns how many events were delivered; or IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED,
 *          IAP_ERROR_REENTRANT, IAP_ERROR_WRONG_THREAD.
 * \threadsafety any thread, one at a time. \callbacksafety no: IAP_ERROR_REENTRANT. \since 0.1
 */
int32_t iap_client_process_events(iap_client *client, uint32_t max_events);

/**
 * Takes the next event from the same queue, for hosts that dislike callbacks: nobody is called for this event. The first
 * call starts the delivery of transactions as an observer would; observers, if any, do not hear of events taken here.
 * \param client borrows it.
 * \param event gives a handle, to be released with iap_event_release(); NULL if there is none.
 * \returns 1 if there was an event, 0 if not; or IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED,
 *          IAP_ERROR_REENTRANT, IAP_ERROR_WRONG_THREAD.
 * \threadsafety any thread, one at a time. \callbacksafety no: IAP_ERROR_REENTRANT. \since 0.1
 */
int32_t iap_client_next_event(iap_client *client, iap_event **event);

/**
 * Waits until there is something to process. For tools and tests; a game loop calls iap_client_process_events() instead.
 * \param client borrows it.
 * \param timeout_ms how long at most, in milliseconds; 0 only looks.
 * \returns 1 if there is something to process, 0 if the time is over; or IAP_ERROR_INVALID_ARGUMENT (NULL),
 *          IAP_ERROR_CLOSED (also when the client is closed while this call waits), IAP_ERROR_REENTRANT.
 * \threadsafety any thread. \callbacksafety no: IAP_ERROR_REENTRANT. \since 0.1
 */
int32_t iap_client_wait_events(iap_client *client, uint32_t timeout_ms);

/* --------------------------------------------------------------------------------------------------- products */

typedef int32_t iap_product_type_t;
#define IAP_PRODUCT_TYPE_UNKNOWN 0
#define IAP_PRODUCT_TYPE_CONSUMABLE 1
#define IAP_PRODUCT_TYPE_NON_CONSUMABLE 2
#define IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION 3
#define IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION 4

typedef int32_t iap_period_unit;
#define IAP_PERIOD_UNIT_NONE 0
#define IAP_PERIOD_UNIT_DAY 1
#define IAP_PERIOD_UNIT_WEEK 2
#define IAP_PERIOD_UNIT_MONTH 3
#define IAP_PERIOD_UNIT_YEAR 4

/** How many product ids one request may name, and how long one may be in bytes. */
#define IAP_PRODUCT_IDS_MAX 10000
#define IAP_PRODUCT_ID_LENGTH_MAX 1024

/**
 * Ends a product request.
 * \param user_data as given with the request.
 * \param client borrows it.
 * \param request_id as iap_request_products() gave it.
 * \param products borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_products_function)(void *user_data, iap_client *client, uint64_t request_id,
                                      const iap_products *products, const iap_error *error);

/**
 * Whether this player may make payments on this device. If not, hide the shop.
 * \param client borrows it.
 * \returns 1 or 0; or IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
int32_t iap_can_make_payments(iap_client *client);

/**
 * Asks the store for products. The completion brings those that the store knows, each once, in the order asked for, and
 * the ids that it does not know.
 * \param client borrows it.
 * \param product_ids copies them; repeated ids are asked for once. An empty list is answered with an empty one.
 * \param count how many; at most IAP_PRODUCT_IDS_MAX, each 1 to IAP_PRODUCT_ID_LENGTH_MAX bytes of UTF-8.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_request_products(iap_client *client, const char *const *product_ids, size_t count,
                                iap_products_function completion, void *user_data, uint64_t *request_id,
                                iap_error *error);

/**
 * The products that the store knows.
 * \param products borrows it. \returns how many.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
size_t iap_products_count(const iap_products *products);
/**
 * One of the products.
 * \param products borrows it. \param index from 0.
 * \returns borrows a handle that lives as long as the list (or longer, if retained); NULL past the end.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const iap_product *iap_products_at(const iap_products *products, size_t index);
/**
 * The ids asked for that the store does not know.
 * \param products borrows it. \returns how many.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
size_t iap_products_invalid_count(const iap_products *products);
/**
 * One of the ids that the store does not know.
 * \param products borrows it. \param index from 0. \returns the id; NULL past the end.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_products_invalid_at(const iap_products *products, size_t index);
/**
 * Keeps a list beyond its callback.
 * \param products borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const iap_products *iap_products_retain(const iap_products *products);
/**
 * Lets a kept list go.
 * \param products takes back what iap_products_retain() gave; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_products_release(const iap_products *products);
/**
 * Keeps a product beyond its list.
 * \param product borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const iap_product *iap_product_retain(const iap_product *product);
/**
 * Lets a kept product go.
 * \param product takes back what iap_product_retain() gave; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_product_release(const iap_product *product);

/**
 * The id that payments name.
 * \param product borrows it. \returns the id.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_product_id(const iap_product *product);
/**
 * What kind of product it is.
 * \param product borrows it. \returns an IAP_PRODUCT_TYPE_… value.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_product_type_t iap_product_type(const iap_product *product);
/**
 * The store's own word for the kind of product, for example "Non-Consumable".
 * \param product borrows it. \returns the word.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_product_type_text(const iap_product *product);
/**
 * The name, in the storefront's language.
 * \param product borrows it. \returns the name; empty if the store has none.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_product_display_name(const iap_product *product);
/**
 * The description, in the storefront's language.
 * \param product borrows it. \returns the description; empty if the store has none.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_product_description(const iap_product *product);
/**
 * The exact price: $0.99 is 990.
 * \param product borrows it. \returns thousandths of the currency's unit.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
int64_t iap_product_price_milliunits(const iap_product *product);
/**
 * The currency of the price.
 * \param product borrows it. \returns its ISO 4217 code, for example "USD"; empty if the store does not tell.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_product_currency_code(const iap_product *product);
/**
 * The price as the store writes it for its storefront, for example "4,99 €". This is the text to show to the player.
 * \param product borrows it. \returns the text.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_product_display_price(const iap_product *product);
/**
 * Whether the family of the buyer may share it.
 * \param product borrows it. \returns 1 or 0.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
int32_t iap_product_is_family_shareable(const iap_product *product);
/**
 * The unit of the period of an auto-renewable subscription.
 * \param product borrows it. \returns an IAP_PERIOD_UNIT_… value; IAP_PERIOD_UNIT_NONE for other products.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_period_unit iap_product_subscription_period_unit(const iap_product *product);
/**
 * How many units the period of an auto-renewable subscription has.
 * \param product borrows it. \returns the number; 0 for other products.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
int32_t iap_product_subscription_period_value(const iap_product *product);
/**
 * The group of an auto-renewable subscription; of one group a player has one at a time.
 * \param product borrows it. \returns the id of the group; NULL for other products.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_product_subscription_group_id(const iap_product *product);

/* ------------------------------------------------------------------------------------------------ transactions */

typedef int32_t iap_transaction_state_t;
#define IAP_TRANSACTION_UNKNOWN 0
#define IAP_TRANSACTION_PURCHASING 1 /**< with the store; cannot be finished */
#define IAP_TRANSACTION_PURCHASED 2  /**< paid: grant it, then finish it */
#define IAP_TRANSACTION_FAILED 3     /**< not paid; see iap_transaction_error(); finish it */
#define IAP_TRANSACTION_RESTORED 4   /**< owned already: grant it, then finish it */
#define IAP_TRANSACTION_DEFERRED 5   /**< waits for somebody else's approval; may never end */
#define IAP_TRANSACTION_REVOKED 6    /**< the store took it back: take back what it granted */

typedef int32_t iap_ownership;
#define IAP_OWNERSHIP_UNKNOWN 0
#define IAP_OWNERSHIP_PURCHASED 1
#define IAP_OWNERSHIP_FAMILY_SHARED 2

typedef int32_t iap_revocation_reason;
#define IAP_REVOCATION_REASON_NONE 0
#define IAP_REVOCATION_REASON_OTHER 1
#define IAP_REVOCATION_REASON_DEVELOPER_ISSUE 2 /**< the player reported an issue with the game */

/**
 * The state of a transaction when this snapshot was made.
 * \param transaction borrows it. \returns an IAP_TRANSACTION_… value.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_transaction_state_t iap_transaction_state(const iap_transaction *transaction);
/**
 * The store's id. It is the key by which a game grants once: keep the ids of granted transactions with the save game,
 * grant and record in one write, and answer a repeated id by finishing it only.
 * \param transaction borrows it. \returns the id; 0 while purchasing, deferred or failed.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
uint64_t iap_transaction_id(const iap_transaction *transaction);
/**
 * The id of the first purchase: of a subscription, or of what was restored.
 * \param transaction borrows it. \returns the id, equal to iap_transaction_id() if there is no earlier one.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
uint64_t iap_transaction_original_id(const iap_transaction *transaction);
/**
 * The payment of this run that led to it.
 * \param transaction borrows it. \returns as iap_add_payment() gave it; 0 if it came otherwise.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
uint64_t iap_transaction_payment_id(const iap_transaction *transaction);
/**
 * The product.
 * \param transaction borrows it. \returns its id.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_transaction_product_id(const iap_transaction *transaction);
/**
 * What kind of product it is.
 * \param transaction borrows it. \returns an IAP_PRODUCT_TYPE_… value; unknown while purchasing, deferred or failed.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_product_type_t iap_transaction_product_type(const iap_transaction *transaction);
/**
 * How many were bought.
 * \param transaction borrows it. \returns 1 to 10.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
int32_t iap_transaction_quantity(const iap_transaction *transaction);
/**
 * When it was bought.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 while purchasing, deferred or failed.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
int64_t iap_transaction_purchase_date_ms(const iap_transaction *transaction);
/**
 * When it was first bought.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 while purchasing, deferred or failed.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
int64_t iap_transaction_original_purchase_date_ms(const iap_transaction *transaction);
/**
 * When an auto-renewable subscription's period ends.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 for other products.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
int64_t iap_transaction_expiration_date_ms(const iap_transaction *transaction);
/**
 * When the store took it back.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 if it did not.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
int64_t iap_transaction_revocation_date_ms(const iap_transaction *transaction);
/**
 * Why the store took it back.
 * \param transaction borrows it. \returns an IAP_REVOCATION_REASON_… value.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_revocation_reason iap_transaction_revocation_reason(const iap_transaction *transaction);
/**
 * Whether the player bought it or shares it with the family.
 * \param transaction borrows it. \returns an IAP_OWNERSHIP_… value.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_ownership iap_transaction_ownership(const iap_transaction *transaction);
/**
 * The UUID that the payment named.
 * \param transaction borrows it. \returns a lowercase UUID; NULL if the payment named none.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_transaction_app_account_token(const iap_transaction *transaction);
/**
 * The group of an auto-renewable subscription.
 * \param transaction borrows it. \returns the id of the group; NULL for other products.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_transaction_subscription_group_id(const iap_transaction *transaction);
/**
 * Which App Store it came from.
 * \param transaction borrows it. \returns "Production", "Sandbox" or "Xcode"; NULL while purchasing, deferred or failed;
 *        empty where the system does not tell (before iOS 16 or macOS 13).
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_transaction_environment(const iap_transaction *transaction);
/**
 * The signed transaction for the game's server: a compact JWS (RFC 7515) with the fields of Apple's
 * JWSTransactionDecodedPayload.
 * \param transaction borrows it. \returns the text; NULL while purchasing, deferred or failed.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_transaction_signed_text(const iap_transaction *transaction);
/**
 * How often it has been handed to the game for delivery, this time included: once per launch until it is finished. 2 or
 * more means that an earlier run may have granted it.
 * \param transaction borrows it. \returns the number; 0 if it is not up for delivery.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
int32_t iap_transaction_delivery_count(const iap_transaction *transaction);
/**
 * For a restored transaction, the purchase that it restores.
 * \param transaction borrows it.
 * \returns borrows a handle that lives as long as this one; NULL unless the state is IAP_TRANSACTION_RESTORED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const iap_transaction *iap_transaction_original(const iap_transaction *transaction);
/**
 * Why it failed.
 * \param transaction borrows it.
 * \param error borrows it and fills it; NULL is allowed.
 * \returns the status of the error; IAP_OK unless the state is IAP_TRANSACTION_FAILED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_transaction_error(const iap_transaction *transaction, iap_error *error);
/**
 * Keeps a transaction beyond its callback.
 * \param transaction borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const iap_transaction *iap_transaction_retain(const iap_transaction *transaction);
/**
 * Lets a kept transaction go.
 * \param transaction takes back what iap_transaction_retain() gave; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_transaction_release(const iap_transaction *transaction);

/**
 * The length of a list.
 * \param transactions borrows it. \returns how many.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
size_t iap_transactions_count(const iap_transactions *transactions);
/**
 * One transaction of a list.
 * \param transactions borrows it. \param index from 0.
 * \returns borrows a handle that lives as long as the list (or longer, if retained); NULL past the end.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const iap_transaction *iap_transactions_at(const iap_transactions *transactions, size_t index);
/**
 * Keeps a list beyond its callback.
 * \param transactions borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const iap_transactions *iap_transactions_retain(const iap_transactions *transactions);
/**
 * Lets a list go.
 * \param transactions takes back what was given; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_transactions_release(const iap_transactions *transactions);

/* --------------------------------------------------------------------------------------------------- observers */

/**
 * What a game hears without having asked. Any function may be NULL. Start it with IAP_OBSERVER_INIT. Every handle is
 * borrowed for the call.
 */
typedef struct iap_observer {
    uint32_t struct_size;
    uint32_t reserved; /**< 0 */
    void *user_data;   /**< handed to each function */
    /** A transaction entered the queue or changed its state. PURCHASED and RESTORED: grant, then finish. */
    void (*transaction_updated)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** A finished transaction left the queue. For a purchase the finish is durable from now on. */
    void (*transaction_removed)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** A restore has handed out everything, also if that was nothing. */
    void (*restore_finished)(void *user_data, iap_client *client, uint64_t request_id);
    /** A restore failed. */
    void (*restore_failed)(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error);
    /** The store took a purchase back (state REVOKED, same id as the purchase), whether it was finished or not. */
    void (*entitlement_revoked)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** The account now uses the App Store of another country: ask for the products again. */
    void (*storefront_changed)(void *user_data, iap_client *client, const char *country_code, const char *identifier);
    /** Something went wrong that no request waits for: a transaction whose signature does not hold, a journal that cannot
     *  be written. Nothing is lost; what could not be delivered is tried again. */
    void (*problem_reported)(void *user_data, iap_client *client, const iap_error *error);
} iap_observer;

#define IAP_OBSERVER_INIT {(uint32_t)sizeof(iap_observer), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

/**
 * Sets an observer to IAP_OBSERVER_INIT.
 * \param observer borrows it; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_observer_init(iap_observer *observer);

/**
 * Adds an observer. The first one starts the delivery: what is unfinished is handed out, once per launch. With several
 * observers each one hears each event, in the order in which they were added; one that is added later hears what comes
 * later.
 * \param client borrows it.
 * \param observer copies it.
 * \param observer_id gives the id for iap_remove_observer(); may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_CLOSED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_add_observer(iap_client *client, const iap_observer *observer, uint64_t *observer_id, iap_error *error);

/**
 * Removes an observer. On the thread that processes events it hears nothing more; on another thread, at most the call
 * that runs at this moment still ends. With no observer left, news for observers waits for the next one.
 * \param client borrows it.
 * \param observer_id as iap_add_observer() gave it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_remove_observer(iap_client *client, uint64_t observer_id, iap_error *error);

/* ---------------------------------------------------------------------------------------------------- payments */

/** What to buy. Start it with IAP_PAYMENT_INIT. */
typedef struct iap_payment {
    uint32_t struct_size;
    int32_t quantity; /**< 1 to 10 */
    /** Copies it. The product need not have been requested before. */
    const char *product_id;
    /** Copies it: a UUID that names the player's account in the game and comes back in the transaction; NULL for none. */
    const char *app_account_token;
    int32_t simulates_ask_to_buy; /**< 1: the sandbox or the reference store answers as if a parent had to approve */
    uint32_t reserved;            /**< 0 */
} iap_payment;

#define IAP_PAYMENT_INIT {(uint32_t)sizeof(iap_payment), 1, NULL, NULL, 0, 0}

/**
 * Sets a payment to IAP_PAYMENT_INIT.
 * \param payment borrows it; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_payment_init(iap_payment *payment);

/**
 * Adds a payment to the queue. Observers hear of it as a transaction, see rule 7 at the top. Adding a payment twice buys
 * twice.
 * \param client borrows it.
 * \param payment copies it.
 * \param payment_id gives the id that iap_transaction_payment_id() tells; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_QUANTITY,
 *          IAP_ERROR_INVALID_TEXT (product id or token), IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED. An id that the store does
 *          not know is IAP_OK here and becomes a transaction that failed with IAP_ERROR_PRODUCT_UNAVAILABLE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_add_payment(iap_client *client, const iap_payment *payment, uint64_t *payment_id, iap_error *error);

/**
 * Finishes a transaction: the game has granted it (or has taken note that it failed). First the finish is recorded in
 * the journal, then the store is told, then observers hear transaction_removed.
 * \param client borrows it.
 * \param transaction borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK (also while a finish of the same transaction is under way), IAP_ERROR_INVALID_ARGUMENT,
 *          IAP_ERROR_INVALID_STATE (purchasing or deferred), IAP_ERROR_NOT_FOUND (not in this client's queue, or finished
 *          before), IAP_ERROR_CLOSED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_finish_transaction(iap_client *client, const iap_transaction *transaction, iap_error *error);

/**
 * Finishes the purchased or restored transaction with this id, for games that kept only the id.
 * \param client borrows it.
 * \param transaction_id as iap_transaction_id() gave it.
 * \param error may be NULL; borrows it.
 * \returns as iap_finish_transaction().
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_finish_transaction_id(iap_client *client, uint64_t transaction_id, iap_error *error);

/**
 * Hands out again what the account owns: non-consumables and subscriptions that are in force. Each one that
 * does not wait in the queue as purchased comes to the observers as IAP_TRANSACTION_RESTORED with its original
 * transaction; then restore_finished once, also if there was nothing, or restore_failed once. The system may ask the player to sign in: call it only when
 * the player asks for it.
 * \param client borrows it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_restore_completed_transactions(iap_client *client, uint64_t *request_id, iap_error *error);

/* ----------------------------------------------------------------------------------------------------- queries */

typedef int32_t iap_query;
#define IAP_QUERY_NONE 0
#define IAP_QUERY_UNFINISHED 1           /**< what the store lists as unfinished */
#define IAP_QUERY_ALL 2                  /**< the history; finished consumables are not in it */
#define IAP_QUERY_CURRENT_ENTITLEMENTS 3 /**< what the account may use now */
#define IAP_QUERY_LATEST 4               /**< the newest transaction of a product; none or one */

/**
 * Ends a query of transactions.
 * \param user_data as given with the request.
 * \param client borrows it.
 * \param request_id as iap_request_transactions() gave it.
 * \param transactions borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_transactions_function)(void *user_data, iap_client *client, uint64_t request_id,
                                          const iap_transactions *transactions, const iap_error *error);

/**
 * The queue as it is now: purchasing, deferred, failed and restored ones and everything purchased that is not finished,
 * in the order in which they came. A copy; it costs no wait.
 * \param client borrows it.
 * \param transactions gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_queue_transactions(iap_client *client, const iap_transactions **transactions, iap_error *error);

/**
 * Asks the store for transactions. The answer tells what is; it is not a delivery: their state is PURCHASED or REVOKED
 * and their delivery count 0. What is to be granted comes to the observers.
 * \param client borrows it.
 * \param query an IAP_QUERY_… value.
 * \param product_id copies it: only this product; NULL for all. IAP_QUERY_LATEST needs one.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_request_transactions(iap_client *client, iap_query query, const char *product_id,
                                    iap_transactions_function completion, void *user_data, uint64_t *request_id,
                                    iap_error *error);

/**
 * Ends a query of the storefront.
 * \param user_data as given with the request.
 * \param client borrows it.
 * \param request_id as iap_request_storefront() gave it.
 * \param country_code ISO 3166-1 alpha-3, for example "USA"; borrows it; NULL if the request failed.
 * \param identifier the store's own id of the storefront; borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_storefront_function)(void *user_data, iap_client *client, uint64_t request_id,
                                        const char *country_code, const char *identifier, const iap_error *error);

/**
 * Asks which country's App Store serves the account.
 * \param client borrows it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_request_storefront(iap_client *client, iap_storefront_function completion, void *user_data,
                                  uint64_t *request_id, iap_error *error);

/* ------------------------------------------------------------------------------------------------ polled events */

typedef int32_t iap_event_type_t;
#define IAP_EVENT_NONE 0
#define IAP_EVENT_PRODUCTS_RECEIVED 1     /**< request id; products or error */
#define IAP_EVENT_TRANSACTIONS_RECEIVED 2 /**< request id; transactions or error */
#define IAP_EVENT_STOREFRONT_RECEIVED 3   /**< request id; country code and identifier, or error */
#define IAP_EVENT_TRANSACTION_UPDATED 4   /**< transaction */
#define IAP_EVENT_TRANSACTION_REMOVED 5   /**< transaction */
#define IAP_EVENT_RESTORE_FINISHED 6      /**< request id */
#define IAP_EVENT_RESTORE_FAILED 7        /**< request id; error */
#define IAP_EVENT_ENTITLEMENT_REVOKED 8   /**< transaction */
#define IAP_EVENT_STOREFRONT_CHANGED 9    /**< country code and identifier */
#define IAP_EVENT_PROBLEM_REPORTED 10     /**< error */

/**
 * What the event tells.
 * \param event borrows it. \returns an IAP_EVENT_… value.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_event_type_t iap_event_type(const iap_event *event);
/**
 * The request that the event ends.
 * \param event borrows it. \returns the id; 0 if it ends none.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
uint64_t iap_event_request_id(const iap_event *event);
/**
 * The products of IAP_EVENT_PRODUCTS_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there are none.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const iap_products *iap_event_products(const iap_event *event);
/**
 * The transaction that the event is about.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const iap_transaction *iap_event_transaction(const iap_event *event);
/**
 * The transactions of IAP_EVENT_TRANSACTIONS_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there are none.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const iap_transactions *iap_event_transactions(const iap_event *event);
/**
 * The storefront's country.
 * \param event borrows it. \returns ISO 3166-1 alpha-3; NULL if the event tells none.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_event_storefront_country_code(const iap_event *event);
/**
 * The storefront's id.
 * \param event borrows it. \returns the store's own id; NULL if the event tells none.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_event_storefront_identifier(const iap_event *event);
/**
 * The error of a request that failed, or of a problem.
 * \param event borrows it.
 * \param error borrows it and fills it; NULL is allowed.
 * \returns the status of the error; IAP_OK if the event tells none.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_event_error(const iap_event *event, iap_error *error);
/**
 * Lets an event go.
 * \param event takes back what iap_client_next_event() gave; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_event_release(iap_event *event);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_H */
