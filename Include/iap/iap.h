/*
 * iap.h: in-app purchases for games written in C and C++.
 *
 * One client is one running game on one device. The game asks for products, adds payments, hears of transactions
 * through observers, grants what was bought, and finishes. On Apple systems the store behind it is StoreKit 2; on Linux
 * it is the reference App Store of <iap/iap_store.h>.
 *
 * EVENTS AND THREADS
 *
 *  1. Functions of the game are called only inside iap_client_process_events(), on the thread that calls it. Two
 *     exceptions: iap_client_close() ends the requests that are still open, and iap_cancel_request() ends one, on the thread
 *     that calls it, before it returns. (The wake function and the log function are not events; see iap_client_options and
 *     iap_set_log_function().) Functions of the game must return: no C++ exception and no longjmp may leave them.
 *  2. No function of the game (but the wake function and the log function) is called inside the call that started the
 *     work, none while the library holds a lock, and none after iap_client_close() has returned IAP_OK.
 *  3. iap_client_process_events() delivers what was queued when it was entered (in manual mode: what was queued when it
 *     had run the library's work), at most max_events of it, in the order in which it was queued.
 *  4. Every function of this header may be called inside a callback, unless its comment says otherwise; those that process
 *     events of the same client get IAP_ERROR_REENTRANT. Closing inside a callback is allowed and stops delivery at once.
 *  5. Every function may be called from any thread, unless its comment says otherwise. Two threads cannot process events of
 *     one client at the same time: the second one gets IAP_ERROR_WRONG_THREAD.
 *  6. Every request ends in exactly one completion; those that are open at the same time may end in any order. A request
 *     that is open when the client is closed, or that the game cancels, ends with IAP_ERROR_CANCELLED; of a host that polls,
 *     it ends without an event, but for a restore that the game cancels (IAP_EVENT_RESTORE_FAILED).
 *  7. Every payment is reported as IAP_TRANSACTION_PURCHASING and then as exactly one of these:
 *      - IAP_TRANSACTION_PURCHASED: it is paid for.
 *      - IAP_TRANSACTION_RESTORED: the account owned it already and was not charged. Or the change of a subscription waits
 *        for the renewal; then the transaction is the running one, of the other product.
 *      - IAP_TRANSACTION_FAILED: it was not paid for. The error is IAP_ERROR_CANCELLED if the player changed their mind.
 *      - IAP_TRANSACTION_REJECTED: it was paid for, and the game's own verification refused it.
 *      - IAP_TRANSACTION_UNVERIFIED: its signature does not pass (only with IAP_VERIFY_BY_SIGNATURE).
 *      - IAP_TRANSACTION_DEFERRED: it waits for somebody's approval, or for a verdict that cannot be had now. Its outcome,
 *        if there ever is one, follows as one of the others.
 *     A payment that is open when the client is closed is not reported any more. If it was or will be paid for, its
 *     transaction comes at the next launch. A game that finds a transaction in the queue and finishes it before it was
 *     delivered hears only that it was removed.
 *  8. Durable state is the truth and an event is news of it. Until the client is closed no event is dropped: news for
 *     observers waits while there is no observer. What is unfinished can be enumerated at any time.
 *
 * OWNERSHIP
 *
 *  Handles are opaque. Three words are used: a function *borrows* a pointer (it is valid for that call or, for a handle
 *  given to a callback, until the callback returns), *copies* it (the caller's memory is free again when the call
 *  returns), or *gives* it (the receiver releases it). All handles but those of clients, stores and devices are immutable
 *  snapshots: any thread may read them, and retain and release those that have such functions, also after the client is
 *  closed. Text returned by a getter is UTF-8, ends with a NUL and lives as long as the handle it came from. Every getter
 *  accepts NULL and then returns 0 or NULL.
 *
 *  The handles of clients, stores and devices are numbers and no addresses, and none is given twice. After the close such a
 *  handle stays safe to pass, takes no memory, and never leads to another client, store or device: each call answers
 *  IAP_ERROR_CLOSED. A pointer that is no such handle, or one of another type, gets IAP_ERROR_INVALID_ARGUMENT. At most 16,384
 *  of them are open at a time; to open one more answers IAP_ERROR_BUSY. Any other handle that was released, or that is of
 *  another type, has no defined result, unless iap_check_handles() or IAP_CHECK=1 finds such mistakes.
 *
 * FORK
 *
 *  After fork() the child has no thread but its own. It cannot use the library if the parent has used it and, at the fork, has
 *  a client, store or device open, or has had a second thread. Then each call that returns a status answers
 *  IAP_ERROR_INVALID_STATE at once. Closing does so, too, and leaves the parent's files alone. Getters of snapshots, retaining,
 *  releasing, iap_version() and iap_status_name() work on; getters of stores and devices, and all getters where
 *  iap_check_handles() is on, answer 0 or NULL. If the fork was made inside a callback, the child must not return from it. All
 *  of that ends with exec(). The child of a parent with one thread and nothing open uses the library as its parent does.
 *
 * EXACTLY ONCE
 *
 *  A purchase is handed out as PURCHASED once per launch until it is finished, each time under the same transaction id.
 *  The game adds what was bought and the transaction id to its own save, in one write, and finishes when that write is on
 *  disk. If the id is in the save already, an earlier run has granted it: the game only finishes. So a crash at any moment
 *  leads to the purchase being handed out again, and the id to its being granted once. When transaction_removed has come
 *  for an id, it is not handed out as PURCHASED again on this device; a restore hands the same id out as RESTORED.
 *  iap_transaction_delivery_state() tells what the journal knows of this, and a game that would rather not keep ids lets
 *  the library hold what was bought: <iap/iap_inventory.h>.
 *
 * JOURNAL
 *
 *  The journal is a file of the player. A player can edit it, or put an older copy back. With an integrity_key the library does
 *  not believe what was edited: it takes it out, keeps the file as it was beside the journal, reports
 *  IAP_ERROR_STORAGE_DAMAGED, and asks the store again. What is unfinished is delivered again, unlocks come back with what the
 *  account owns, and balances that are in doubt begin at 0. No local file protects against an older copy of the whole file, nor
 *  against a player who finds the key in the program. What must not be forged belongs on a server: IAP_VERIFY_BY_SERVER.
 *
 * VALUES
 *
 *  A getter has the name of what it tells: iap_product_type(). Where that is also the name of an enumeration, the
 *  enumeration's type ends in _t: iap_product_type_t.
 *
 *  Money is a whole number of thousandths of the currency's unit ("milliunits") with an ISO 4217 code. Times are
 *  milliseconds since 1970-01-01T00:00:00Z. Enumerations are int32_t; 0 is none, unknown or the default, as the constant
 *  says. Where 0 is none, a value of the store that this version does not know is -1 (…_UNKNOWN), and never taken for none;
 *  where 0 is unknown, such a value is 0, and so is an absent one. Further values may be added, so a switch needs a default.
 *  What the store says in words that this version does not know is kept as text beside.
 *
 * WHEN ACCESS ENDS
 *
 *  A purchase is taken back when its revocation date is set, and not before: the observers hear entitlement_revoked, and
 *  its state is IAP_TRANSACTION_REVOKED. That is also so for a prorated refund. A refund of some seats does not set the date:
 *  the transaction stays in force for the other seats (a server hears REFUND with the subtype SEATS, and UNCLAIM_SEATS if
 *  claims of seats ended with it). A subscription ends with its period or its billing grace period; iap_owns() knows both.
 *
 * ERRORS
 *
 *  A call that can fail returns an iap_status: IAP_OK or a negative value. It fills the iap_error that the caller passes,
 *  if any, also on success (then with IAP_OK); one whose struct_size is not set is left alone. Mistakes of the caller get
 *  a status and never stop the program, but for those with handles and pointers: see OWNERSHIP.
 */
#ifndef IAP_IAP_H
#define IAP_IAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The layout is the same, whatever packing is in force where this is included. */
#pragma pack(push, 8)

/* ---------------------------------------------------------------------------------------------------- version */

/** The version of this header: major * 0x10000 + minor * 0x100 + patch. */
#define IAP_HEADER_VERSION 0x000200u

/**
 * The version of the library at run time, in the form of IAP_HEADER_VERSION.
 * \returns the version.
 * \since 0.1
 */
uint32_t iap_version(void);

/* ------------------------------------------------------------------------------------------ status and errors */

/** IAP_OK or a negative value. IAP_STATUS_CATEGORY() gives its class, which is the low byte of its magnitude. */
typedef int32_t iap_status;

/** The class of a status; the IAP_CATEGORY_… constants. */
typedef int32_t iap_category;

#define IAP_STATUS_CATEGORY(status) ((iap_category)((-(status)) & 0xFF))

#define IAP_CATEGORY_NONE 0
#define IAP_CATEGORY_INVALID_ARGUMENT 1 /**< the call's own values are wrong */
#define IAP_CATEGORY_MISUSE 2           /**< the call came at the wrong moment or on the wrong thread */
#define IAP_CATEGORY_NOT_FOUND 3
#define IAP_CATEGORY_CANCELLED 4 /**< by the player, by the game, or because the client was closed */
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
#define IAP_ERROR_INVALID_QUANTITY (-257)    /**< not within 1 to 10 */
#define IAP_ERROR_INVALID_TEXT (-513)        /**< not UTF-8, or empty where text is needed */
#define IAP_ERROR_INVALID_STRUCT_SIZE (-769) /**< struct_size is of no known version of the struct */
#define IAP_ERROR_TOO_LARGE (-1025)          /**< longer or more than the limit that the function states */
#define IAP_ERROR_INVALID_STORE_FILE (-1281) /**< a .storekit file that cannot be read; the message names the place */
#define IAP_ERROR_INVALID_ANCHOR (-1537)     /**< the UI anchor is none that this call can show something in */
#define IAP_ERROR_INVALID_FILE (-1793)       /**< a product list, grants or certificate file that cannot be read */
#define IAP_ERROR_MISUSE (-2)
#define IAP_ERROR_CLOSED (-258)       /**< the client, store or device has been closed */
#define IAP_ERROR_REENTRANT (-514)    /**< events are being processed further up on this thread */
#define IAP_ERROR_WRONG_THREAD (-770) /**< another thread is processing events */
#define IAP_ERROR_INVALID_STATE                                                                                        \
    (-1026) /**< for example finishing a transaction that is still purchasing; or see FORK */
#define IAP_ERROR_VERSION_MISMATCH (-1282) /**< the header is newer than the library */
#define IAP_ERROR_BUSY (-1538)             /**< something is still open that has to be closed first */
#define IAP_ERROR_KEY_IN_USE (-1794)       /**< the key names another change of the inventory */
#define IAP_ERROR_NOT_FOUND (-3)
#define IAP_ERROR_CANCELLED (-4)
#define IAP_ERROR_NOT_ALLOWED (-5)            /**< this device or player may not make payments */
#define IAP_ERROR_NOT_ELIGIBLE (-261)         /**< the app or the account may not use this feature of the store */
#define IAP_ERROR_INSUFFICIENT_BALANCE (-517) /**< the counter holds less than is to be spent */
#define IAP_ERROR_PRODUCT_UNAVAILABLE (-6)
#define IAP_ERROR_NOT_IN_STOREFRONT (-262)
#define IAP_ERROR_NETWORK (-7)
#define IAP_ERROR_SERVER (-263) /**< the game's own server answered, but not as it should */
#define IAP_ERROR_STORE (-8)
#define IAP_ERROR_NOT_ENTITLED (-264)      /**< the app lacks an entitlement that the call needs */
#define IAP_ERROR_DUPLICATE_REQUEST (-520) /**< a refund of this transaction has been requested before */
#define IAP_ERROR_VERIFICATION (-9)
#define IAP_ERROR_STORAGE (-10)
#define IAP_ERROR_STORAGE_FULL (-266)
#define IAP_ERROR_STORAGE_NEWER (-522)   /**< the file was written by a newer version; it is left as it is */
#define IAP_ERROR_STORAGE_FOREIGN (-778) /**< the file is no database of this library; it is left as it is */
#define IAP_ERROR_STORAGE_DAMAGED                                                                                      \
    (-1034)                         /**< the file was damaged; it was set aside under the name that the message tells */
#define IAP_ERROR_UNSUPPORTED (-11) /**< this system, or this version of it, does not have it; see iap_supports() */
#define IAP_ERROR_OFFER (-12)
#define IAP_ERROR_INELIGIBLE_FOR_OFFER (-268)
#define IAP_ERROR_INVALID_OFFER_IDENTIFIER (-524)
#define IAP_ERROR_INVALID_OFFER_PRICE (-780)
#define IAP_ERROR_INVALID_OFFER_SIGNATURE (-1036)
#define IAP_ERROR_MISSING_OFFER_PARAMETERS (-1292)
#define IAP_ERROR_INTERNAL (-13)

/** What the INIT macros put into struct_size. */
#ifdef __cplusplus
#define IAP_STRUCT_SIZE(type) (static_cast<uint32_t>(sizeof(type)))
#else
#define IAP_STRUCT_SIZE(type) ((uint32_t)sizeof(type))
#endif

/** What went wrong. The caller owns it; start it with IAP_ERROR_VALUE_INIT. Texts that do not fit are cut. */
typedef struct iap_error {
    uint32_t struct_size;
    iap_status status;
    iap_category category;
    int32_t retryable;     /**< 1: the same call may succeed later without a change in the game */
    int64_t store_code;    /**< the code of the store's own error, if it came from there */
    char store_domain[96]; /**< for example "StoreKit.StoreKitError"; empty if the error is the library's own */
    char message[400];     /**< one line in English for logs: what, where, what to do */
} iap_error;

/* clang-format off */
#define IAP_ERROR_VALUE_INIT {IAP_STRUCT_SIZE(iap_error), 0, 0, 0, 0, {0}, {0}}
/* clang-format on */

/**
 * The size of a struct that begins with struct_size, for bindings that have no macros: they allocate as many bytes, all
 * zero, and put the size into the first four of them.
 * \param name the name of the type, for example "iap_client_options"; borrows it.
 * \returns the size that this library knows, in bytes; 0 for a name of no such struct, and for NULL.
 * \since 0.1
 */
uint32_t iap_struct_size(const char *name);

/**
 * Sets an error to IAP_ERROR_VALUE_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param error borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_error_init(iap_error *error);

/**
 * The name of a status constant, for logs.
 * \param status any value.
 * \returns for example "IAP_ERROR_NETWORK"; "IAP_ERROR_UNKNOWN" for a value of no constant. Static text.
 * \since 0.1
 */
const char *iap_status_name(iap_status status);

/* ---------------------------------------------------------------------------------------------------- handles */

typedef struct iap_client iap_client;
typedef struct iap_product iap_product;
typedef struct iap_products iap_products; /**< the answer to a product request */
typedef struct iap_transaction iap_transaction;
typedef struct iap_transactions iap_transactions;                   /**< a list of transactions */
typedef struct iap_offer iap_offer;                                 /**< an offer of a subscription */
typedef struct iap_billing_plan iap_billing_plan;                   /**< a way to pay for a subscription */
typedef struct iap_subscription_statuses iap_subscription_statuses; /**< a list of subscription statuses */
typedef struct iap_subscription_status iap_subscription_status;
typedef struct iap_renewal_info iap_renewal_info;
typedef struct iap_app_transaction iap_app_transaction; /**< the account's copy of the app */
typedef struct iap_promotions iap_promotions;           /**< the products that the App Store page promotes */
typedef struct iap_purchase_intent iap_purchase_intent; /**< a purchase begun in the App Store */
typedef struct iap_purchase_intents iap_purchase_intents;
typedef struct iap_message iap_message; /**< something the App Store wants to tell the player */
typedef struct iap_event iap_event;
typedef struct iap_device iap_device; /**< a device of a reference store, <iap/iap_store.h> */

/* Options with sections of their own. */
typedef struct iap_inventory_options iap_inventory_options; /**< <iap/iap_inventory.h> */
typedef struct iap_verification_options iap_verification_options;

/* ----------------------------------------------------------------------------------------------------- client */

/** How the library runs between two calls of iap_client_process_events(). */
typedef int32_t iap_execution;
#define IAP_EXECUTION_BACKGROUND 0 /**< on a thread of its own */
/** Only inside iap_client_process_events() and iap_client_next_event(): no thread at all, but one for each question to the
 *  game's server that is open. With a store on a virtual clock the same calls give the same events in the same order. Linux
 *  only. */
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
    /** The file in which the client keeps what it must not forget (copies the path): one for each player of the device. The
     *  folder must exist. NULL keeps it in memory only: delivery counts and the inventory then start anew at each launch, and
     *  only the store remembers what was finished. A damaged one is set aside, and what can be read of it goes into a new
     *  one; where the journal has checksums that may be nothing, because records are missing. problem_reported brings
     *  IAP_ERROR_STORAGE_DAMAGED, at each launch until an observer has heard it. The file is written on the library's
     *  thread, but for its making and migration by iap_client_open(), and in manual mode, which has none, by the calls that
     *  pump. */
    const char *journal_path;
    /** Linux: the device of a reference store to run on (borrows it; it must stay open longer than the client). Elsewhere
     *  NULL: the App Store. */
    iap_device *device;
    iap_wake_function wake; /**< may be NULL */
    void *wake_user_data;
    /** 0: the system shows the App Store's messages itself. 1: observers hear of them (message_received), and they are
     *  shown when the game calls iap_display_message(). */
    int32_t handles_messages;
    /** How large the audit log in the journal may become, in bytes, before its oldest lines go; 0: 1 MiB. */
    uint32_t audit_limit_bytes;
    /** What products grant, if the library is to hold it (copies it); NULL: the game holds it. */
    const iap_inventory_options *inventory;
    /** Who besides the store has to find a purchase genuine before it is handed out (copies it); NULL: nobody. */
    const iap_verification_options *verification;
    /** The player whose journal this is: a text of the game's own, 1 to 255 bytes of UTF-8 (copies it). The journal keeps it, and
     *  opening the journal for another player, or for none, is IAP_ERROR_INVALID_STATE. NULL: the game does not say. */
    const char *player_id;
    /** A secret of the game for this player, 16 to 1024 bytes (copies it). Keep it on the game's server if you can. With it the
     *  journal carries checksums, and what was edited in the file is not believed: see JOURNAL above. NULL: on Apple's systems
     *  a key in the keychain, elsewhere no checksums. */
    const void *integrity_key;
    size_t integrity_key_length; /**< of integrity_key, in bytes */
    /** 1: a journal without checksums, or with those of another key or another player_id, is taken over as it is. For the
     *  version of a game that introduces or changes the key. 0: of a journal without checksums nothing is believed, and one
     *  of another key is refused. */
    int32_t adopts_journal;
    uint32_t reserved; /**< 0 */
} iap_client_options;

/* clang-format off */
#define IAP_CLIENT_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_client_options), IAP_EXECUTION_BACKGROUND, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, \
     0, 0, 0}
/* clang-format on */

/**
 * Sets options to IAP_CLIENT_OPTIONS_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 * \since 0.1
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
 *          IAP_ERROR_TOO_LARGE (a path above 4096 bytes), IAP_ERROR_VERSION_MISMATCH, IAP_ERROR_CLOSED (the device),
 *          IAP_ERROR_BUSY (the device handle runs another client, another client uses the journal, or too many handles are
 *          open), IAP_ERROR_INVALID_FILE (of the inventory or the verification; the message names the place),
 *          IAP_ERROR_INVALID_STATE (the journal is another player's, or was written with another key; it is left as it is),
 *          IAP_ERROR_UNSUPPORTED, IAP_ERROR_STORAGE, IAP_ERROR_STORAGE_FULL, IAP_ERROR_STORAGE_NEWER or
 *          IAP_ERROR_STORAGE_FOREIGN (the journal is left as it is), IAP_ERROR_INTERNAL (no thread to be had).
 * \since 0.1
 */
iap_status iap_client_open_version(uint32_t header_version, const iap_client_options *options, iap_client **client,
                                   iap_error *error);

/**
 * Opens a client, see iap_client_open_version().
 * \param options copies it.
 * \param client gives a handle on success, NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns as iap_client_open_version().
 * \since 0.1
 */
static inline iap_status iap_client_open(const iap_client_options *options, iap_client **client, iap_error *error) {
    return iap_client_open_version(IAP_HEADER_VERSION, options, client, error);
}

/**
 * Closes a client. Requests that are open end with IAP_ERROR_CANCELLED inside this call (an open restore tells the
 * observers so); then no function of the game is called any more. If another thread processes events of this client, or
 * cancels one of its requests, the call waits until the callback that runs there has returned. It does not wait if that
 * callback itself waits for this thread, in iap_cancel_request(); the callback then returns after the close. Nothing is
 * lost: what is unfinished comes at the next launch. A process may also end without closing; Threading.md names an
 * exception on Linux.
 * \param client borrows it; the handle stays safe to pass.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED (closed before, or another thread is just closing
 *          it and may still be ending requests).
 * \since 0.1
 */
iap_status iap_client_close(iap_client *client);

/**
 * Delivers events to the callbacks of requests and to the observers. To be called once per frame; in background mode it costs
 * a few nanoseconds when there is nothing to do. A manual client of a store with a state file looks at that file each time.
 * \param client borrows it.
 * \param max_events how many events at most; 0 means all that are queued now. Events that wait for an observer are not
 *        counted.
 * \returns how many events were delivered; or IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED,
 *          IAP_ERROR_REENTRANT, IAP_ERROR_WRONG_THREAD.
 * \threadsafety any thread, one at a time. \callbacksafety no: IAP_ERROR_REENTRANT. \since 0.1
 */
int32_t iap_client_process_events(iap_client *client, uint32_t max_events);

/**
 * Takes the next event from the same queue, for hosts that dislike callbacks: nobody is called for this event. The first
 * call starts the delivery of transactions as an observer would; observers, if any, do not hear of events taken here.
 * A host that polls takes its news with this function only: iap_client_process_events() puts news aside while there is no
 * observer, iap_client_wait_events() does not count it, and the next call of this function gives it first.
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
 * \since 0.1
 */
int32_t iap_can_make_payments(iap_client *client);

/**
 * Asks the store for products. The completion brings those that the store knows, each once, in the order asked for, and
 * the ids that it does not know. If the store answers a request for several products with none, and the journal knows one of
 * them, the request fails with IAP_ERROR_STORE, retryable: real systems answer with nothing now and then. A second such answer
 * is believed.
 * \param client borrows it.
 * \param product_ids copies them; repeated ids are asked for once. An empty list is answered with an empty one.
 * \param count how many; at most IAP_PRODUCT_IDS_MAX, each 1 to IAP_PRODUCT_ID_LENGTH_MAX bytes of UTF-8.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_products(iap_client *client, const char *const *product_ids, size_t count,
                                iap_products_function completion, void *user_data, uint64_t *request_id,
                                iap_error *error);

/**
 * The products that the store knows.
 * \param products borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_products_count(const iap_products *products);
/**
 * One of the products.
 * \param products borrows it. \param index from 0.
 * \returns borrows a handle that lives as long as the list (or longer, if retained); NULL past the end.
 * \since 0.1
 */
const iap_product *iap_products_at(const iap_products *products, size_t index);
/**
 * The ids asked for that the store does not know.
 * \param products borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_products_invalid_count(const iap_products *products);
/**
 * One of the ids that the store does not know.
 * \param products borrows it. \param index from 0. \returns the id; NULL past the end.
 * \since 0.1
 */
const char *iap_products_invalid_at(const iap_products *products, size_t index);
/**
 * Keeps a list beyond its callback.
 * \param products borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_products *iap_products_retain(const iap_products *products);
/**
 * Lets a kept list go.
 * \param products takes back what iap_products_retain() gave; NULL is ignored.
 * \since 0.1
 */
void iap_products_release(const iap_products *products);
/** Where a product list came from. */
typedef int32_t iap_product_list_source;
#define IAP_PRODUCT_LIST_NONE 0      /**< from the game's own call */
#define IAP_PRODUCT_LIST_FILE 1      /**< the file at path */
#define IAP_PRODUCT_LIST_SERVER 2    /**< the server, just now */
#define IAP_PRODUCT_LIST_LAST_GOOD 3 /**< the server, in an earlier answer */

/**
 * Where the ids that were asked for came from.
 * \param products borrows it. \returns an IAP_PRODUCT_LIST_… value.
 * \since 0.1
 */
iap_product_list_source iap_products_list_source(const iap_products *products);

/** Start it with IAP_PRODUCT_LIST_OPTIONS_INIT. Give a path, a URL or both. */
typedef struct iap_product_list_options {
    uint32_t struct_size;
    uint32_t timeout_ms; /**< for the answer of the server as a whole; 0: 10 seconds */
    /** A file in the game's bundle (copies the path): JSON, or a property list in any of its forms. Either an array of ids,
     *  or an object with the array "products", of ids or of objects with an "id"; other keys are left alone, so a grants
     *  file of <iap/iap_inventory.h> is one. At most 1,000 ids, 16 MiB. */
    const char *path;
    /** Where the game's server has such a file, without a byte order mark (copies it): https, or http to this machine,
     *  which is asked without a proxy. The last good answer is kept in the journal. If the server gives none, that copy is
     *  taken, and if there is none, the file at path. */
    const char *url;
    const char *const *headers; /**< lines of the form "Name: value" that are sent along (copies them) */
    size_t header_count;        /**< at most 32 */
} iap_product_list_options;

/* clang-format off */
#define IAP_PRODUCT_LIST_OPTIONS_INIT {IAP_STRUCT_SIZE(iap_product_list_options), 0, NULL, NULL, NULL, 0}
/* clang-format on */

/**
 * Sets options to IAP_PRODUCT_LIST_OPTIONS_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_product_list_options_init(iap_product_list_options *options);

/**
 * Finds out which products the game sells, from a file or from its server, and asks the store for them.
 * \param client borrows it.
 * \param options copies it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll. Fails as
 *        iap_request_products() does; or with IAP_ERROR_INVALID_FILE (the message names the place), or with
 *        IAP_ERROR_NETWORK or IAP_ERROR_SERVER if there is no list to fall back on.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (neither path nor URL, or a URL that is not allowed),
 *          IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_product_list(iap_client *client, const iap_product_list_options *options,
                                    iap_products_function completion, void *user_data, uint64_t *request_id,
                                    iap_error *error);

/**
 * Tells the products as the store last described them on this device, for a shop that is to show something at once. The
 * journal keeps them; they are forgotten when the client hears that the account's storefront has changed. Prices may have
 * changed since: ask the store as well.
 * \param client borrows it.
 * \param product_ids copies them; NULL with a count of 0 for all that are kept.
 * \param count at most IAP_PRODUCT_IDS_MAX.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll. What is not kept is among
 *        the invalid ids. Each product says iap_product_is_cached().
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_cached_products(iap_client *client, const char *const *product_ids, size_t count,
                                       iap_products_function completion, void *user_data, uint64_t *request_id,
                                       iap_error *error);
/**
 * Whether it is what the store said in an earlier answer.
 * \param product borrows it. \returns 1 if iap_request_cached_products() told it, else 0.
 * \since 0.1
 */
int32_t iap_product_is_cached(const iap_product *product);
/**
 * Keeps a product beyond its list.
 * \param product borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_product *iap_product_retain(const iap_product *product);
/**
 * Lets a kept product go.
 * \param product takes back what iap_product_retain() gave; NULL is ignored.
 * \since 0.1
 */
void iap_product_release(const iap_product *product);

/**
 * The id that payments name.
 * \param product borrows it. \returns the id.
 * \since 0.1
 */
const char *iap_product_id(const iap_product *product);
/**
 * What kind of product it is.
 * \param product borrows it. \returns an IAP_PRODUCT_TYPE_… value.
 * \since 0.1
 */
iap_product_type_t iap_product_type(const iap_product *product);
/**
 * The store's own word for the kind of product, for example "Non-Consumable".
 * \param product borrows it. \returns the word.
 * \since 0.1
 */
const char *iap_product_type_text(const iap_product *product);
/**
 * The name, in the storefront's language.
 * \param product borrows it. \returns the name; empty if the store has none.
 * \since 0.1
 */
const char *iap_product_display_name(const iap_product *product);
/**
 * The description, in the storefront's language.
 * \param product borrows it. \returns the description; empty if the store has none.
 * \since 0.1
 */
const char *iap_product_description(const iap_product *product);
/**
 * The exact price: $0.99 is 990.
 * \param product borrows it. \returns thousandths of the currency's unit.
 * \since 0.1
 */
int64_t iap_product_price_milliunits(const iap_product *product);
/**
 * The currency of the price.
 * \param product borrows it. \returns its ISO 4217 code, for example "USD"; empty if the store does not tell.
 * \since 0.1
 */
const char *iap_product_currency_code(const iap_product *product);
/**
 * The price as the store writes it for its storefront, for example "4,99 €". This is the text to show to the player.
 * \param product borrows it. \returns the text.
 * \since 0.1
 */
const char *iap_product_display_price(const iap_product *product);
/**
 * Whether the family of the buyer may share it.
 * \param product borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_product_is_family_shareable(const iap_product *product);
/**
 * The unit of the period of an auto-renewable subscription.
 * \param product borrows it. \returns an IAP_PERIOD_UNIT_… value; IAP_PERIOD_UNIT_NONE for other products.
 * \since 0.1
 */
iap_period_unit iap_product_subscription_period_unit(const iap_product *product);
/**
 * How many units the period of an auto-renewable subscription has.
 * \param product borrows it. \returns the number; 0 for other products.
 * \since 0.1
 */
int32_t iap_product_subscription_period_value(const iap_product *product);
/**
 * The group of an auto-renewable subscription. A player has at most one subscription of a group at a time.
 * \param product borrows it. \returns the id of the group; NULL for other products.
 * \since 0.1
 */
const char *iap_product_subscription_group_id(const iap_product *product);

/**
 * The rank of an auto-renewable subscription in its group; 1 is the highest level of service.
 * \param product borrows it. \returns the rank; 0 for other products, and where the system does not tell.
 * \since 0.1
 */
int32_t iap_product_subscription_group_level(const iap_product *product);
/**
 * The name of the group, in the storefront's language.
 * \param product borrows it. \returns the name; NULL for other products, empty where the system does not tell.
 * \since 0.1
 */
const char *iap_product_subscription_group_name(const iap_product *product);
/**
 * The product as the store describes it: JSON of a form that Apple does not document.
 * \param product borrows it. \returns the text; empty where the system gives none.
 * \since 0.1
 */
const char *iap_product_json(const iap_product *product);
/**
 * The offers of an auto-renewable subscription: the introductory one, then the promotional ones, then the win-back ones.
 * All that the store lists, whether this player may use them or not.
 * \param product borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_product_offer_count(const iap_product *product);
/**
 * One of the offers.
 * \param product borrows it. \param index from 0. \returns borrows a handle that lives as long as the product; NULL past the end.
 * \since 0.1
 */
const iap_offer *iap_product_offer_at(const iap_product *product, size_t index);

typedef int32_t iap_offer_type_t;
#define IAP_OFFER_TYPE_UNKNOWN (-1) /**< one that this version does not know */
#define IAP_OFFER_TYPE_NONE 0
#define IAP_OFFER_TYPE_INTRODUCTORY 1 /**< for new subscribers, applied by itself */
#define IAP_OFFER_TYPE_PROMOTIONAL 2  /**< for those whom the game's server signs it for */
#define IAP_OFFER_TYPE_CODE 3         /**< redeemed by code */
#define IAP_OFFER_TYPE_WIN_BACK 4     /**< for those who have left */

typedef int32_t iap_payment_mode;
#define IAP_PAYMENT_MODE_UNKNOWN (-1) /**< one that this version does not know */
#define IAP_PAYMENT_MODE_NONE 0
#define IAP_PAYMENT_MODE_FREE_TRIAL 1
#define IAP_PAYMENT_MODE_PAY_AS_YOU_GO 2 /**< the price is paid for each period */
#define IAP_PAYMENT_MODE_PAY_UP_FRONT 3  /**< the price is paid once for the whole period */
#define IAP_PAYMENT_MODE_ONE_TIME 4      /**< a code for what is no subscription */

/**
 * What kind of offer it is.
 * \param offer borrows it. \returns an IAP_OFFER_TYPE_… value.
 * \since 0.1
 */
iap_offer_type_t iap_offer_type(const iap_offer *offer);
/**
 * The id by which payments name it.
 * \param offer borrows it. \returns the id; NULL for an introductory offer.
 * \since 0.1
 */
const char *iap_offer_id(const iap_offer *offer);
/**
 * How it is paid.
 * \param offer borrows it. \returns an IAP_PAYMENT_MODE_… value.
 * \since 0.1
 */
iap_payment_mode iap_offer_payment_mode(const iap_offer *offer);
/**
 * The exact price in the currency of the product: $0.99 is 990.
 * \param offer borrows it. \returns thousandths of the currency's unit; 0 if it is free.
 * \since 0.1
 */
int64_t iap_offer_price_milliunits(const iap_offer *offer);
/**
 * The price as the store writes it for its storefront.
 * \param offer borrows it. \returns the text.
 * \since 0.1
 */
const char *iap_offer_display_price(const iap_offer *offer);
/**
 * The unit of its period.
 * \param offer borrows it. \returns an IAP_PERIOD_UNIT_… value.
 * \since 0.1
 */
iap_period_unit iap_offer_period_unit(const iap_offer *offer);
/**
 * How many units its period has.
 * \param offer borrows it. \returns the number.
 * \since 0.1
 */
int32_t iap_offer_period_value(const iap_offer *offer);
/**
 * How many periods it lasts: 1 unless it is paid as you go.
 * \param offer borrows it. \returns the number.
 * \since 0.1
 */
int32_t iap_offer_period_count(const iap_offer *offer);

/* --------------------------------------------------------------------------------------------------- payments */

typedef int32_t iap_billing_plan_type_t;
#define IAP_BILLING_PLAN_UNKNOWN (-1) /**< one that this version does not know */
#define IAP_BILLING_PLAN_NONE 0
#define IAP_BILLING_PLAN_UP_FRONT 1 /**< the period is paid at its beginning */
#define IAP_BILLING_PLAN_MONTHLY 2  /**< a commitment of twelve months is paid month by month */

/** A value of the game's own that goes with a payment (StoreKit's custom purchase options). */
typedef struct iap_custom_value {
    const char *key; /**< copies it */
    int32_t type;    /**< an IAP_CUSTOM_VALUE_… constant: which of the following it is */
    int32_t flag;
    double number;
    const void *bytes; /**< copies it: the text or the data */
    size_t length;     /**< of bytes */
} iap_custom_value;
#define IAP_CUSTOM_VALUE_TEXT 1 /**< UTF-8 */
#define IAP_CUSTOM_VALUE_NUMBER 2
#define IAP_CUSTOM_VALUE_FLAG 3
#define IAP_CUSTOM_VALUE_DATA 4

/** How many custom values one payment may have, and how long one text of a payment may be in bytes. */
#define IAP_CUSTOM_VALUES_MAX 100
#define IAP_PAYMENT_TEXT_LENGTH_MAX 65536

/**
 * The offer of a payment; all zero for none. A promotional offer is named by id and proven either by jws or by the older
 * signature: key_id, nonce, signature and timestamp_ms. A win-back offer is named by win_back_id. One of the two can be used at
 * a time. An introductory offer is applied by itself.
 */
typedef struct iap_payment_offer {
    const char *id;     /**< the promotional offer */
    const char *jws;    /**< its proof: a compact JWS that the game's server has signed */
    const char *key_id; /**< the older proof: the id of the key */
    const char *nonce;  /**< a UUID that is used once */
    /** Base64 of the ECDSA signature (DER) over bundle id, key id, product id, offer id, account token, nonce and timestamp. */
    const char *signature;
    int64_t timestamp_ms;    /**< when the server signed it; it holds for 24 hours */
    const char *win_back_id; /**< one that iap_renewal_info_eligible_win_back_offer_at() tells */
    /** A compact JWS with which the game's server allows or forbids the introductory offer. */
    const char *introductory_jws;
} iap_payment_offer;

/**
 * What to buy. Start it with IAP_PAYMENT_INIT. All pointers may be NULL but that of the product; their content is copied.
 *
 * The store refuses offers that do not hold, as errors of the transaction: IAP_ERROR_INVALID_OFFER_IDENTIFIER,
 * IAP_ERROR_INVALID_OFFER_SIGNATURE, IAP_ERROR_MISSING_OFFER_PARAMETERS, IAP_ERROR_INELIGIBLE_FOR_OFFER or
 * IAP_ERROR_INVALID_OFFER_PRICE.
 */
typedef struct iap_payment {
    uint32_t struct_size;
    int32_t quantity; /**< 1 to 10 */
    /** Copies it. The product need not have been requested before. */
    const char *product_id;
    /** Copies it: a UUID that names the player's account in the game and comes back in the transaction; NULL for none. */
    const char *app_account_token;
    int32_t simulates_ask_to_buy; /**< 1: the sandbox or the reference store answers as if a parent had to approve */
    /** How many seats in all, of an auto-renewable subscription (IAP_FEATURE_MULTI_SEAT); 0: not said. The reference store
     *  charges the price for each. */
    int32_t seats;
    /** Where to confirm the payment (copies it, and keeps the object alive until the purchase has ended): a UIScene,
     *  UIViewController, UIWindow, NSWindow or NSViewController. NULL for the window in front. Anything else is undefined.
     *  The sheet appears over whatever is presented there. The object is released on the main thread. On Linux it is not
     *  looked at. */
    void *ui_anchor;
    iap_payment_offer offer;
    /** In which countries' App Stores the purchase may go on if the storefront changes while it is under way: codes (ISO
     *  3166-1 alpha-3) with commas between; empty: in none; NULL: in all. Otherwise it fails with
     *  IAP_ERROR_NOT_IN_STOREFRONT. */
    const char *storefronts;
    const iap_custom_value *custom_values;
    size_t custom_value_count;            /**< at most IAP_CUSTOM_VALUES_MAX */
    iap_billing_plan_type_t billing_plan; /**< IAP_BILLING_PLAN_NONE: not said (IAP_FEATURE_BILLING_PLANS) */
    int32_t suppresses_seat_invitation;   /**< 1: no sheet to invite people to the seats */
    /** What the game's server has signed for Advanced Commerce (IAP_FEATURE_ADVANCED_COMMERCE); product_id is then the generic
     *  product. What is bought, how many, for whom and at what price stands in the signed request: beside it only storefronts
     *  and ui_anchor may be given, and quantity is 1; anything else is IAP_ERROR_INVALID_ARGUMENT. */
    const char *advanced_commerce_jws;
} iap_payment;

/* clang-format off */
#define IAP_PAYMENT_INIT \
    {IAP_STRUCT_SIZE(iap_payment), 1, NULL, NULL, 0, 0, NULL, {NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL}, \
     NULL, NULL, 0, 0, 0, NULL}
/* clang-format on */

/**
 * Sets a payment to IAP_PAYMENT_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param payment borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_payment_init(iap_payment *payment);

/**
 * Adds a payment to the queue. Observers hear of it as a transaction, see rule 7 at the top. Adding a payment twice buys
 * twice.
 * \param client borrows it.
 * \param payment copies it.
 * \param payment_id gives the id that iap_transaction_payment_id() tells; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also: two offers, two proofs of one, a proof without its offer, a custom
 *          value of no type, a key twice), IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_QUANTITY,
 *          IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED. An id that the store does not know is IAP_OK
 *          here and becomes a transaction that failed with IAP_ERROR_PRODUCT_UNAVAILABLE.
 * \since 0.1
 */
iap_status iap_add_payment(iap_client *client, const iap_payment *payment, uint64_t *payment_id, iap_error *error);

/**
 * Buys one of a product: iap_add_payment() without options.
 * \param client borrows it.
 * \param product_id copies it.
 * \param payment_id gives the id of the payment, which iap_transaction_payment_id() tells; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_buy(iap_client *client, const char *product_id, uint64_t *payment_id, iap_error *error);

/**
 * Finishes a transaction: the game has granted it (or has taken note that it failed). First the finish is recorded in
 * the journal, then the store is told, then observers hear transaction_removed.
 * \param client borrows it.
 * \param transaction borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK (also while a finish of the same transaction is under way), IAP_ERROR_INVALID_ARGUMENT,
 *          IAP_ERROR_INVALID_STATE (this handle tells of purchasing or deferred, or a payment for the product is
 *          purchasing and the transaction may be its outcome, or it waits for its verification),
 *          IAP_ERROR_NOT_FOUND (not in this client's queue, or finished before), IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_finish_transaction(iap_client *client, const iap_transaction *transaction, iap_error *error);

/**
 * Finishes the transaction with this id (purchased, restored or revoked), for games that kept only the id.
 * \param client borrows it.
 * \param transaction_id as iap_transaction_id() gave it.
 * \param error may be NULL; borrows it.
 * \returns as iap_finish_transaction().
 * \since 0.1
 */
iap_status iap_finish_transaction_id(iap_client *client, uint64_t transaction_id, iap_error *error);

/**
 * Notes in the journal that the game has granted a transaction and has it safe in its own save. From then on each handing out
 * of it says IAP_DELIVERY_GRANTED, and so does its revocation. It is on disk when iap_queue_transactions() says so. A finish
 * notes it as well; this is for games that cannot finish at once.
 * \param client borrows it.
 * \param transaction borrows it: a purchased or restored one that was handed out.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK (also if it is noted already), IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (neither purchased nor
 *          restored, or not handed out yet), IAP_ERROR_NOT_FOUND (not in this client's queue, or finished before),
 *          IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_record_grant(iap_client *client, const iap_transaction *transaction, iap_error *error);

/**
 * Hands out again what the account owns: non-consumables and subscriptions that are in force. Each one that
 * does not wait in the queue as purchased comes to the observers as IAP_TRANSACTION_RESTORED with its original
 * transaction; then restore_finished once, also if there was nothing, or restore_failed once: IAP_ERROR_CANCELLED if the player
 * does not sign in, IAP_ERROR_NETWORK without a network. The system may ask the player to sign in: call it only when the player
 * asks for it. What an upgrade has replaced is not handed out, and no consumable is.
 * \param client borrows it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_restore_completed_transactions(iap_client *client, uint64_t *request_id, iap_error *error);

/* ----------------------------------------------------------------------------------------------- transactions */

typedef int32_t iap_transaction_state_t;
#define IAP_TRANSACTION_UNKNOWN 0
#define IAP_TRANSACTION_PURCHASING 1 /**< with the store; cannot be finished */
#define IAP_TRANSACTION_PURCHASED 2  /**< paid: grant it, then finish it */
/** Not paid, or with IAP_ERROR_VERIFICATION not proven to be; see iap_transaction_error(). Finish it. */
#define IAP_TRANSACTION_FAILED 3
#define IAP_TRANSACTION_RESTORED 4 /**< owned already: grant it, then finish it */
/** Waits for somebody else's approval, which may never come; or, paid, for a verdict of the game's own verification. */
#define IAP_TRANSACTION_DEFERRED 5
#define IAP_TRANSACTION_REVOKED                                                                                        \
    6 /**< the store took it back: take back what it granted; finish it if it is in the queue */
/** Its signature does not hold; see iap_transaction_verification(). Do not grant it. It is not in the queue and cannot be
 *  finished; the store offers it again at the next launch. */
#define IAP_TRANSACTION_UNVERIFIED 7
/** Paid, and refused by the game's own verification; see iap_transaction_error(). Do not grant it. The library finishes it;
 *  it is not in the queue. */
#define IAP_TRANSACTION_REJECTED 8

/** What the journal knows of the handing out of a transaction. */
typedef int32_t iap_delivery_state;
#define IAP_DELIVERY_NONE 0 /**< it is not up for delivery */
#define IAP_DELIVERY_NEW 1 /**< the game has never seen it: grant it. Of a revoked one: there is nothing to take back */
#define IAP_DELIVERY_SEEN 2 /**< handed out before, and not known to be granted: look for the id in the game's save */
/** The grant is on record, by the inventory or by iap_record_grant(): only finish it. Of a revoked one: it was granted, or
 *  finished. */
#define IAP_DELIVERY_GRANTED 3

typedef int32_t iap_ownership;
#define IAP_OWNERSHIP_UNKNOWN 0
#define IAP_OWNERSHIP_PURCHASED 1
#define IAP_OWNERSHIP_FAMILY_SHARED 2
#define IAP_OWNERSHIP_ASSIGNED 3 /**< a seat that somebody else pays for: of a group, or of an organisation */

typedef int32_t iap_revocation_reason;
#define IAP_REVOCATION_REASON_UNKNOWN (-1) /**< one that this version does not know */
#define IAP_REVOCATION_REASON_NONE 0       /**< not revoked, or the store does not tell */
#define IAP_REVOCATION_REASON_OTHER 1
#define IAP_REVOCATION_REASON_DEVELOPER_ISSUE 2 /**< the player reported an issue with the game */

typedef int32_t iap_revocation_type;
#define IAP_REVOCATION_TYPE_UNKNOWN (-1) /**< one that this version does not know */
#define IAP_REVOCATION_TYPE_NONE 0       /**< not revoked, or the store does not tell */
#define IAP_REVOCATION_TYPE_REFUND_FULL 1
#define IAP_REVOCATION_TYPE_REFUND_PRORATED 2 /**< a part of the price, see iap_transaction_revocation_percentage() */
#define IAP_REVOCATION_TYPE_FAMILY_REVOKE 3   /**< it is not shared any more */

typedef int32_t iap_transaction_reason_t;
#define IAP_TRANSACTION_REASON_UNKNOWN (-1) /**< one that this version does not know */
#define IAP_TRANSACTION_REASON_NONE 0       /**< the store does not tell */
#define IAP_TRANSACTION_REASON_PURCHASE 1
#define IAP_TRANSACTION_REASON_RENEWAL 2

/** Whether signed data is the store's; if not, why. */
typedef int32_t iap_verification;
#define IAP_VERIFICATION_NONE 0 /**< there is no signed data */
#define IAP_VERIFICATION_VERIFIED 1
#define IAP_VERIFICATION_REVOKED_CERTIFICATE 2
#define IAP_VERIFICATION_INVALID_CERTIFICATE_CHAIN 3
#define IAP_VERIFICATION_INVALID_DEVICE_VERIFICATION 4 /**< it was signed for another device */
#define IAP_VERIFICATION_INVALID_ENCODING 5
#define IAP_VERIFICATION_INVALID_SIGNATURE 6
#define IAP_VERIFICATION_MISSING_REQUIRED_PROPERTIES 7
#define IAP_VERIFICATION_FAILED 8 /**< for a reason that this version does not know */

/**
 * The state of a transaction when this snapshot was made.
 * \param transaction borrows it. \returns an IAP_TRANSACTION_… value.
 * \since 0.1
 */
iap_transaction_state_t iap_transaction_state(const iap_transaction *transaction);
/**
 * The store's id. It is the key by which a game grants once: keep the ids of granted transactions with the save game,
 * grant and record in one write, and answer a repeated id by finishing it only.
 * \param transaction borrows it. \returns the id; 0 while purchasing, deferred or failed.
 * \since 0.1
 */
uint64_t iap_transaction_id(const iap_transaction *transaction);
/**
 * The id of the first purchase: of a subscription, or of what was restored.
 * \param transaction borrows it. \returns the id, equal to iap_transaction_id() if there is no earlier one.
 * \since 0.1
 */
uint64_t iap_transaction_original_id(const iap_transaction *transaction);
/**
 * The payment of this run that led to it.
 * \param transaction borrows it. \returns as iap_add_payment() gave it; 0 if it came otherwise.
 * \since 0.1
 */
uint64_t iap_transaction_payment_id(const iap_transaction *transaction);
/**
 * The product.
 * \param transaction borrows it. \returns its id.
 * \since 0.1
 */
const char *iap_transaction_product_id(const iap_transaction *transaction);
/**
 * What kind of product it is.
 * \param transaction borrows it. \returns an IAP_PRODUCT_TYPE_… value; unknown while purchasing, deferred or failed.
 * \since 0.1
 */
iap_product_type_t iap_transaction_product_type(const iap_transaction *transaction);
/**
 * How many were bought: 1 to 10, or the number of seats of a subscription.
 * \param transaction borrows it. \returns the quantity.
 * \since 0.1
 */
int32_t iap_transaction_quantity(const iap_transaction *transaction);
/**
 * When it was bought.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 while purchasing, deferred or failed.
 * \since 0.1
 */
int64_t iap_transaction_purchase_date_ms(const iap_transaction *transaction);
/**
 * When it was first bought.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 while purchasing, deferred or failed.
 * \since 0.1
 */
int64_t iap_transaction_original_purchase_date_ms(const iap_transaction *transaction);
/**
 * When an auto-renewable subscription's period ends.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 for other products.
 * \since 0.1
 */
int64_t iap_transaction_expiration_date_ms(const iap_transaction *transaction);
/**
 * When the store took it back.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 if it did not.
 * \since 0.1
 */
int64_t iap_transaction_revocation_date_ms(const iap_transaction *transaction);
/**
 * Why the store took it back.
 * \param transaction borrows it. \returns an IAP_REVOCATION_REASON_… value; iap_transaction_json() has the store's number.
 * \since 0.1
 */
iap_revocation_reason iap_transaction_revocation_reason(const iap_transaction *transaction);
/**
 * Whether the player bought it, shares it with the family, or has a seat of it.
 * \param transaction borrows it. \returns an IAP_OWNERSHIP_… value.
 * \since 0.1
 */
iap_ownership iap_transaction_ownership(const iap_transaction *transaction);
/**
 * The UUID that the payment named.
 * \param transaction borrows it. \returns a lowercase UUID; NULL if the payment named none.
 * \since 0.1
 */
const char *iap_transaction_app_account_token(const iap_transaction *transaction);
/**
 * The group of an auto-renewable subscription.
 * \param transaction borrows it. \returns the id of the group; NULL for other products.
 * \since 0.1
 */
const char *iap_transaction_subscription_group_id(const iap_transaction *transaction);
/**
 * Which App Store it came from.
 * \param transaction borrows it. \returns "Production", "Sandbox" or "Xcode"; NULL while purchasing, deferred or failed;
 *        empty where the system does not tell (before iOS 16 or macOS 13).
 * \since 0.1
 */
const char *iap_transaction_environment(const iap_transaction *transaction);
/**
 * The signed transaction for the game's server: a compact JWS (RFC 7515) with the fields of Apple's
 * JWSTransactionDecodedPayload.
 * \param transaction borrows it. \returns the text; NULL while purchasing, deferred or failed.
 * \since 0.1
 */
const char *iap_transaction_signed_text(const iap_transaction *transaction);
/**
 * Whether its signature holds. A payment whose answer was not verified is FAILED with IAP_ERROR_VERIFICATION and tells
 * the reason here.
 * \param transaction borrows it. \returns an IAP_VERIFICATION_… value.
 * \since 0.1
 */
iap_verification iap_transaction_verification(const iap_transaction *transaction);
/**
 * The bundle id of the app that it was bought in.
 * \param transaction borrows it. \returns the id; NULL while purchasing, deferred or failed.
 * \since 0.1
 */
const char *iap_transaction_app_bundle_id(const iap_transaction *transaction);
/**
 * The id of the bill of an auto-renewable subscription, the same on all devices.
 * \param transaction borrows it. \returns the id; NULL for other products.
 * \since 0.1
 */
const char *iap_transaction_web_order_line_item_id(const iap_transaction *transaction);
/**
 * Whether a subscription was replaced by a higher one before its end. It entitles to nothing then.
 * \param transaction borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_transaction_is_upgraded(const iap_transaction *transaction);
/**
 * Whether the player bought it or the store renewed it.
 * \param transaction borrows it. \returns an IAP_TRANSACTION_REASON_… value; NONE where the system does not tell.
 * \since 0.1
 */
iap_transaction_reason_t iap_transaction_reason(const iap_transaction *transaction);
/**
 * The country whose App Store sold it.
 * \param transaction borrows it. \returns ISO 3166-1 alpha-3; NULL where the system does not tell.
 * \since 0.1
 */
const char *iap_transaction_storefront_country_code(const iap_transaction *transaction);
/**
 * The store's own id of that storefront.
 * \param transaction borrows it. \returns the id; NULL where the system does not tell.
 * \since 0.1
 */
const char *iap_transaction_storefront_identifier(const iap_transaction *transaction);
/**
 * What was paid, for the whole quantity and with the offer counted in: $0.99 is 990. For several seats it is
 * the average price of one seat.
 * \param transaction borrows it. \returns thousandths of the currency's unit; 0 if it was free or the system does not tell.
 * \since 0.1
 */
int64_t iap_transaction_price_milliunits(const iap_transaction *transaction);
/**
 * The currency of what was paid.
 * \param transaction borrows it. \returns its ISO 4217 code; NULL where the system does not tell.
 * \since 0.1
 */
const char *iap_transaction_currency_code(const iap_transaction *transaction);
/**
 * The offer that was used.
 * \param transaction borrows it. \returns an IAP_OFFER_TYPE_… value; IAP_OFFER_TYPE_NONE if there was none.
 * \since 0.1
 */
iap_offer_type_t iap_transaction_offer_type(const iap_transaction *transaction);
/**
 * The offer that was used.
 * \param transaction borrows it. \returns its id, or for a code the name of the offer; NULL if there was none, and for an
 * introductory one.
 * \since 0.1
 */
const char *iap_transaction_offer_id(const iap_transaction *transaction);
/**
 * How the offer that was used is paid.
 * \param transaction borrows it. \returns an IAP_PAYMENT_MODE_… value; IAP_PAYMENT_MODE_NONE if there was none or the system
 * does not tell.
 * \since 0.1
 */
iap_payment_mode iap_transaction_offer_payment_mode(const iap_transaction *transaction);
/**
 * The unit of the period of the offer that was used.
 * \param transaction borrows it. \returns an IAP_PERIOD_UNIT_… value; IAP_PERIOD_UNIT_NONE if there was none or the system
 * does not tell.
 * \since 0.1
 */
iap_period_unit iap_transaction_offer_period_unit(const iap_transaction *transaction);
/**
 * How many units the period of the offer that was used has.
 * \param transaction borrows it. \returns the number; 0 if there was none or the system does not tell.
 * \since 0.1
 */
int32_t iap_transaction_offer_period_value(const iap_transaction *transaction);
/**
 * How the store took it back.
 * \param transaction borrows it. \returns an IAP_REVOCATION_TYPE_… value; NONE if it did not, or the system does not tell.
 * \since 0.1
 */
iap_revocation_type iap_transaction_revocation_type(const iap_transaction *transaction);
/**
 * How much of the price a prorated refund gave back.
 * \param transaction borrows it. \returns thousandths of a percent: 25000 is a quarter of the price; 0 if the store does not tell.
 * \since 0.1
 */
int32_t iap_transaction_revocation_percentage(const iap_transaction *transaction);
/**
 * The id of the account's copy of the app: the same for all its purchases and devices.
 * \param transaction borrows it. \returns the id; NULL where the system does not tell.
 * \since 0.1
 */
const char *iap_transaction_app_transaction_id(const iap_transaction *transaction);
/**
 * When the store signed it.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 while purchasing, deferred or failed.
 * \since 0.1
 */
int64_t iap_transaction_signed_date_ms(const iap_transaction *transaction);
/**
 * What binds it to this device: the Base64 of a SHA-384 over the nonce and the id of the device.
 * \param transaction borrows it. \returns the text; NULL where the store gives none.
 * \since 0.1
 */
const char *iap_transaction_device_verification(const iap_transaction *transaction);
/**
 * The nonce of the device verification.
 * \param transaction borrows it. \returns a lowercase UUID; NULL where the store gives none.
 * \since 0.1
 */
const char *iap_transaction_device_verification_nonce(const iap_transaction *transaction);
/**
 * Everything the store signed about it, also what this version has no function for: the payload of
 * iap_transaction_signed_text() as JSON.
 * \param transaction borrows it. \returns the text; NULL while purchasing, deferred or failed.
 * \since 0.1
 */
const char *iap_transaction_json(const iap_transaction *transaction);
/**
 * How often it has been handed to the game for delivery, this time included: once per launch until it is finished. 2 or
 * more means that an earlier run may have granted it.
 * \param transaction borrows it. \returns the number; 0 for what is not purchased: only purchases are counted.
 * \since 0.1
 */
int32_t iap_transaction_delivery_count(const iap_transaction *transaction);
/**
 * What the journal knows of its handing out, as it was when this snapshot was made.
 * \param transaction borrows it.
 * \returns an IAP_DELIVERY_… value: of PURCHASED ones that were handed out, of RESTORED ones that the inventory holds
 *          (GRANTED), and of REVOKED ones; else IAP_DELIVERY_NONE.
 * \since 0.1
 */
iap_delivery_state iap_transaction_delivery_state(const iap_transaction *transaction);
/**
 * For a restored transaction, the purchase that it restores.
 * \param transaction borrows it.
 * \returns borrows a handle that lives as long as this one; NULL unless the state is IAP_TRANSACTION_RESTORED.
 * \since 0.1
 */
const iap_transaction *iap_transaction_original(const iap_transaction *transaction);
/**
 * Why it failed.
 * \param transaction borrows it.
 * \param error borrows it and fills it; NULL is allowed.
 * \returns the status of the error; IAP_OK unless the state is IAP_TRANSACTION_FAILED, IAP_TRANSACTION_UNVERIFIED or
 *          IAP_TRANSACTION_REJECTED.
 * \since 0.1
 */
iap_status iap_transaction_error(const iap_transaction *transaction, iap_error *error);
/**
 * Keeps a transaction beyond its callback.
 * \param transaction borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_transaction *iap_transaction_retain(const iap_transaction *transaction);
/**
 * Lets a kept transaction go.
 * \param transaction takes back what iap_transaction_retain() gave; NULL is ignored.
 * \since 0.1
 */
void iap_transaction_release(const iap_transaction *transaction);

/**
 * The length of a list.
 * \param transactions borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_transactions_count(const iap_transactions *transactions);
/**
 * One transaction of a list.
 * \param transactions borrows it. \param index from 0.
 * \returns borrows a handle that lives as long as the list (or longer, if retained); NULL past the end.
 * \since 0.1
 */
const iap_transaction *iap_transactions_at(const iap_transactions *transactions, size_t index);
/**
 * Where the next page of a query begins, see iap_request_transactions_page().
 * \param transactions borrows it. \returns the text to ask with; NULL if this was the last page.
 * \since 0.1
 */
const char *iap_transactions_next_page(const iap_transactions *transactions);
/**
 * Keeps a list beyond its callback.
 * \param transactions borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_transactions *iap_transactions_retain(const iap_transactions *transactions);
/**
 * Lets a list go.
 * \param transactions takes back what was given; NULL is ignored.
 * \since 0.1
 */
void iap_transactions_release(const iap_transactions *transactions);

/* -------------------------------------------------------------------------------------------------- observers */

/**
 * What a game hears without having asked. Any function may be NULL. Start it with IAP_OBSERVER_INIT. Every handle is
 * borrowed for the call.
 */
typedef struct iap_observer {
    uint32_t struct_size;
    uint32_t reserved; /**< 0 */
    void *user_data;   /**< handed to each function */
    /** A transaction entered the queue or changed its state. PURCHASED and RESTORED: grant, then finish. UNVERIFIED: do not
     *  grant it; told once per launch. */
    void (*transaction_updated)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** A finished transaction left the queue. With a journal file the finish of a purchase is durable from now on. */
    void (*transaction_removed)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** A restore has handed out everything, also if that was nothing. What waits for a verdict of the game's verification
     *  comes later. */
    void (*restore_finished)(void *user_data, iap_client *client, uint64_t request_id);
    /** A restore failed. */
    void (*restore_failed)(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error);
    /** The store took a purchase back (state REVOKED, same id as the purchase), whether it was finished or not. A restored
     *  one leaves the queue with this. With a journal file the news is kept until the game has heard it; one whose signature
     *  does not hold is told as UNVERIFIED, and looked for in the store's history at each launch until it is proved. */
    void (*entitlement_revoked)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** The account now uses the App Store of another country: ask for the products again. */
    void (*storefront_changed)(void *user_data, iap_client *client, const char *country_code, const char *identifier);
    /** Something went wrong that no request waits for. Nothing that was paid is lost: a journal that cannot be written is
     *  tried again. A purchase intent for a product that the store does not know is dropped. */
    void (*problem_reported)(void *user_data, iap_client *client, const iap_error *error);
    /** A subscription was bought, renewed, changed, ended or taken back. */
    void (*subscription_status_changed)(void *user_data, iap_client *client, const iap_subscription_status *status);
    /** The player began a purchase in the App Store. It waits until it is taken or declined; see
     *  iap_take_purchase_intent(). When an observer is added, all hear again of those that were told and not answered. */
    void (*purchase_intent_received)(void *user_data, iap_client *client, const iap_purchase_intent *intent);
    /** The App Store wants to tell the player something: show it with iap_display_message() when it suits the game. Only
     *  with iap_client_options.handles_messages. */
    void (*message_received)(void *user_data, iap_client *client, const iap_message *message);
    /** Only with IAP_VERIFY_BY_GAME: the game is to find out whether this purchase (state PURCHASED, not yet handed out) is
     *  genuine, and to say so with iap_answer_verification(), now or later. */
    void (*verification_requested)(void *user_data, iap_client *client, const iap_transaction *transaction);
} iap_observer;

/* clang-format off */
#define IAP_OBSERVER_INIT \
    {IAP_STRUCT_SIZE(iap_observer), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}
/* clang-format on */

/**
 * Sets an observer to IAP_OBSERVER_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param observer borrows it; NULL is ignored.
 * \since 0.1
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
 * \since 0.1
 */
iap_status iap_add_observer(iap_client *client, const iap_observer *observer, uint64_t *observer_id, iap_error *error);

/**
 * Removes an observer. On the thread that processes events it hears nothing more; on another thread, at most
 * one call that is running or just beginning still ends. With no observer left, news for observers waits for the next one.
 * \param client borrows it.
 * \param observer_id as iap_add_observer() gave it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_remove_observer(iap_client *client, uint64_t observer_id, iap_error *error);

/* -------------------------------------------------------------------------------------- what the account owns */

/**
 * Whether the account may use a product now: a non-consumable, a running subscription (also in its billing grace period), or
 * a non-renewing subscription, whose length the game knows (it counts as owned after its end). Never a consumable. Also what
 * was bought on another device of the account: no restore is needed, and no password. The library reads what the account
 * owns at each launch and whenever it changes, without asking the player. Until the first answer of a launch, and without a
 * network, the answer is what the journal last knew. A subscription ends when the store says that it has ended and why, else
 * by the device's clock, ten seconds after the end of its period: the store may tell a renewal some seconds late. With a
 * verification of the game's own a purchase counts when it is found valid. What the store took back once stays 0 on this
 * device, also if the refund is reversed. To hear of a change, observe transaction_updated, entitlement_revoked and
 * subscription_status_changed.
 * \param client borrows it.
 * \param product_id copies it.
 * \returns 1 or 0; or IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \since 0.1
 */
int32_t iap_owns(iap_client *client, const char *product_id);

/* ---------------------------------------------------------------------------------------------------- queries */

typedef int32_t iap_query;
#define IAP_QUERY_NONE 0
#define IAP_QUERY_UNFINISHED 1           /**< what the store lists as unfinished */
#define IAP_QUERY_ALL 2                  /**< the history; of finished consumables only those that were revoked */
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
 * The queue as it is now: purchasing, deferred, failed and restored ones and everything purchased or revoked that is not finished,
 * in the order in which they came. A copy; it costs no wait. (If an earlier run ended between a finish and its note at the
 * store, that transaction is listed until the delivery starts; it is not delivered. A transaction of a product for which a
 * payment is purchasing is listed as PURCHASED with delivery count 0 until the payment has its answer, and one that waits for
 * its verification until it is handed out; they cannot be finished before.)
 * \param client borrows it.
 * \param transactions gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_queue_transactions(iap_client *client, const iap_transactions **transactions, iap_error *error);

/**
 * Asks the store for transactions. The answer tells what is; it is not a delivery: their state is PURCHASED, REVOKED or
 * UNVERIFIED and their delivery count 0. What is to be granted comes to the observers.
 * \param client borrows it.
 * \param query an IAP_QUERY_… value.
 * \param product_id copies it: only this product; NULL for all. IAP_QUERY_LATEST needs one.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_transactions(iap_client *client, iap_query query, const char *product_id,
                                    iap_transactions_function completion, void *user_data, uint64_t *request_id,
                                    iap_error *error);

/**
 * Asks the store for transactions in pages, in the order in which they were bought, oldest first.
 * \param client borrows it.
 * \param query an IAP_QUERY_… value.
 * \param product_id copies it: only this product; NULL for all. IAP_QUERY_LATEST needs one.
 * \param limit how many at most; 0 for all that are left.
 * \param page copies it: as iap_transactions_next_page() told with the same query; NULL for the first page. What came, went or
 *        changed between two pages neither repeats nor hides others.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also a page of another form than lists tell), IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_transactions_page(iap_client *client, iap_query query, const char *product_id, uint32_t limit,
                                         const char *page, iap_transactions_function completion, void *user_data,
                                         uint64_t *request_id, iap_error *error);

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
 * \since 0.1
 */
iap_status iap_request_storefront(iap_client *client, iap_storefront_function completion, void *user_data,
                                  uint64_t *request_id, iap_error *error);

/* ------------------------------------------------------------------------------------------- ending a request */

/**
 * Ends a request that has no other answer than that it was done.
 * \param user_data as given with the request.
 * \param client borrows it.
 * \param request_id as the request gave it.
 * \param error borrows it; NULL if the request succeeded. IAP_ERROR_CANCELLED if the player closed what was shown.
 */
typedef void (*iap_completion_function)(void *user_data, iap_client *client, uint64_t request_id,
                                        const iap_error *error);

/**
 * Ends a request, so that the game can free what its completion uses. This call calls the completion with
 * IAP_ERROR_CANCELLED. If the completion is running on another thread, this call waits until it has returned. When this call
 * returns, whatever its result, the completion is not called any more. A completion may call this for its own request:
 * IAP_ERROR_NOT_FOUND. Two completions that run on two threads may cancel each other's requests, or one may close the client
 * while the other one cancels its request: the call that comes second does not wait (here IAP_ERROR_NOT_FOUND or
 * IAP_ERROR_CLOSED), and the other completion returns after it. That is so for requests of one client. A restore has no
 * completion: the observers hear restore_failed with IAP_ERROR_CANCELLED when events are processed. For a host that polls,
 * the request ends without an event, and a restore with IAP_EVENT_RESTORE_FAILED. The store goes on with what it has begun: a
 * sheet stays open. Payments cannot be cancelled; the player cancels in the sheet.
 * \param client borrows it.
 * \param request_id as the request gave it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND (it has ended, or is no request of this client),
 *          IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_cancel_request(iap_client *client, uint64_t request_id, iap_error *error);

/* ---------------------------------------------------------------------------------------------- subscriptions */

typedef int32_t iap_subscription_state;
#define IAP_SUBSCRIPTION_STATE_UNKNOWN 0
#define IAP_SUBSCRIPTION_STATE_SUBSCRIBED 1
#define IAP_SUBSCRIPTION_STATE_EXPIRED 2
#define IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY 3 /**< the store tries to get its money; not entitled */
#define IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD 4  /**< the store tries to get its money; entitled meanwhile */
#define IAP_SUBSCRIPTION_STATE_REVOKED 5

typedef int32_t iap_expiration_reason;
#define IAP_EXPIRATION_REASON_UNKNOWN (-1) /**< one that this version does not know */
#define IAP_EXPIRATION_REASON_NONE 0
#define IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED 1
#define IAP_EXPIRATION_REASON_BILLING_ERROR 2
#define IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE 3
#define IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE 4
#define IAP_EXPIRATION_REASON_OTHER 5 /**< the store says no more */

typedef int32_t iap_price_increase;
#define IAP_PRICE_INCREASE_UNKNOWN (-1) /**< one that this version does not know */
#define IAP_PRICE_INCREASE_NONE 0
#define IAP_PRICE_INCREASE_PENDING 1 /**< the player has not agreed yet */
#define IAP_PRICE_INCREASE_AGREED 2

/**
 * Ends a request for subscription statuses.
 * \param user_data as given with the request.
 * \param client borrows it.
 * \param request_id as the request gave it.
 * \param statuses borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_subscription_statuses_function)(void *user_data, iap_client *client, uint64_t request_id,
                                                   const iap_subscription_statuses *statuses, const iap_error *error);

/**
 * Ends a request with a yes or no.
 * \param user_data as given with the request.
 * \param client borrows it.
 * \param request_id as the request gave it.
 * \param flag 1 or 0; 0 if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_flag_function)(void *user_data, iap_client *client, uint64_t request_id, int32_t flag,
                                  const iap_error *error);

/**
 * Asks how it stands with the subscriptions of a group. A group that the account never subscribed to has no status; more
 * than one come from family sharing: the one of the highest level counts.
 * \param client borrows it.
 * \param group_id copies it: as iap_product_subscription_group_id() tells; NULL for all groups (IAP_FEATURE_ALL_STATUSES).
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 1024 bytes),
 *          IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_subscription_statuses(iap_client *client, const char *group_id,
                                             iap_subscription_statuses_function completion, void *user_data,
                                             uint64_t *request_id, iap_error *error);
/**
 * Asks how it stands with the subscription that a transaction belongs to. The answer has one status; none if the
 * transaction is not known to the store or belongs to no auto-renewable subscription.
 * \param client borrows it.
 * \param transaction_id as iap_transaction_id() gives it; any period of the subscription.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_transaction_status(iap_client *client, uint64_t transaction_id,
                                          iap_subscription_statuses_function completion, void *user_data,
                                          uint64_t *request_id, iap_error *error);
/**
 * Asks whether the account may still use an introductory offer of a group: once per group. The answer may be yes also
 * where no such offer is configured.
 * \param client borrows it.
 * \param group_id copies it: as iap_product_subscription_group_id() tells.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 1024 bytes),
 *          IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_introductory_offer_eligibility(iap_client *client, const char *group_id,
                                                      iap_flag_function completion, void *user_data,
                                                      uint64_t *request_id, iap_error *error);

/**
 * The length of a list.
 * \param statuses borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_subscription_statuses_count(const iap_subscription_statuses *statuses);
/**
 * One status of a list.
 * \param statuses borrows it. \param index from 0. \returns borrows a handle that lives as long as the list (or longer, if
 * retained); NULL past the end.
 * \since 0.1
 */
const iap_subscription_status *iap_subscription_statuses_at(const iap_subscription_statuses *statuses, size_t index);
/**
 * Keeps a list of statuses beyond its callback.
 * \param statuses borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_subscription_statuses *iap_subscription_statuses_retain(const iap_subscription_statuses *statuses);
/**
 * Lets a list of statuses go.
 * \param statuses takes back what was given or kept; NULL is ignored.
 * \since 0.1
 */
void iap_subscription_statuses_release(const iap_subscription_statuses *statuses);
/**
 * Keeps a status beyond its callback.
 * \param status borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_subscription_status *iap_subscription_status_retain(const iap_subscription_status *status);
/**
 * Lets a status go.
 * \param status takes back what was given or kept; NULL is ignored.
 * \since 0.1
 */
void iap_subscription_status_release(const iap_subscription_status *status);

/**
 * How it stands.
 * \param status borrows it. \returns an IAP_SUBSCRIPTION_STATE_… value.
 * \since 0.1
 */
iap_subscription_state iap_subscription_status_state(const iap_subscription_status *status);
/**
 * The group.
 * \param status borrows it. \returns its id; empty where the system does not tell.
 * \since 0.1
 */
const char *iap_subscription_status_group_id(const iap_subscription_status *status);
/**
 * The newest transaction of the subscription: PURCHASED, REVOKED or UNVERIFIED; it is not a delivery.
 * \param status borrows it. \returns borrows a handle that lives as long as the status (or longer, if retained).
 * \since 0.1
 */
const iap_transaction *iap_subscription_status_transaction(const iap_subscription_status *status);
/**
 * What comes next.
 * \param status borrows it. \returns borrows a handle that lives as long as the status.
 * \since 0.1
 */
const iap_renewal_info *iap_subscription_status_renewal_info(const iap_subscription_status *status);

/**
 * Whether its signature holds. If not, do not trust what it tells.
 * \param info borrows it. \returns an IAP_VERIFICATION_… value.
 * \since 0.1
 */
iap_verification iap_renewal_info_verification(const iap_renewal_info *info);
/**
 * The first purchase of the subscription.
 * \param info borrows it. \returns its id.
 * \since 0.1
 */
uint64_t iap_renewal_info_original_transaction_id(const iap_renewal_info *info);
/**
 * The product that is subscribed to now.
 * \param info borrows it. \returns its id.
 * \since 0.1
 */
const char *iap_renewal_info_product_id(const iap_renewal_info *info);
/**
 * Whether the store will renew it.
 * \param info borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_renewal_info_will_auto_renew(const iap_renewal_info *info);
/**
 * The product that it will be renewed to.
 * \param info borrows it. \returns its id; NULL if it will not be renewed.
 * \since 0.1
 */
const char *iap_renewal_info_auto_renew_product_id(const iap_renewal_info *info);
/**
 * Why it ended.
 * \param info borrows it. \returns an IAP_EXPIRATION_REASON_… value; none if it did not. iap_renewal_info_json() has the store's
 *        number.
 * \since 0.1
 */
iap_expiration_reason iap_renewal_info_expiration_reason(const iap_renewal_info *info);
/**
 * Whether the player has agreed to a higher price.
 * \param info borrows it. \returns an IAP_PRICE_INCREASE_… value.
 * \since 0.1
 */
iap_price_increase iap_renewal_info_price_increase(const iap_renewal_info *info);
/**
 * Whether the store is trying to get its money.
 * \param info borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_renewal_info_is_in_billing_retry(const iap_renewal_info *info);
/**
 * Until when the player stays entitled while the store is trying to get its money.
 * \param info borrows it. \returns milliseconds since 1970; 0 if there is no grace.
 * \since 0.1
 */
int64_t iap_renewal_info_grace_period_expiration_date_ms(const iap_renewal_info *info);
/**
 * The offer that the next renewal uses.
 * \param info borrows it. \returns an IAP_OFFER_TYPE_… value; IAP_OFFER_TYPE_NONE if there is none.
 * \since 0.1
 */
iap_offer_type_t iap_renewal_info_offer_type(const iap_renewal_info *info);
/**
 * The offer that the next renewal uses.
 * \param info borrows it. \returns its id; NULL if there is none, and for an introductory one.
 * \since 0.1
 */
const char *iap_renewal_info_offer_id(const iap_renewal_info *info);
/**
 * How that offer is paid.
 * \param info borrows it. \returns an IAP_PAYMENT_MODE_… value; IAP_PAYMENT_MODE_NONE if there is none or the system does not tell.
 * \since 0.1
 */
iap_payment_mode iap_renewal_info_offer_payment_mode(const iap_renewal_info *info);
/**
 * The unit of the period of that offer.
 * \param info borrows it. \returns an IAP_PERIOD_UNIT_… value; IAP_PERIOD_UNIT_NONE if there is none or the system does not tell.
 * \since 0.1
 */
iap_period_unit iap_renewal_info_offer_period_unit(const iap_renewal_info *info);
/**
 * How many units the period of that offer has.
 * \param info borrows it. \returns the number; 0 if there is none or the system does not tell.
 * \since 0.1
 */
int32_t iap_renewal_info_offer_period_value(const iap_renewal_info *info);
/**
 * Which App Store it came from.
 * \param info borrows it. \returns "Production", "Sandbox" or "Xcode"; empty where the system does not tell.
 * \since 0.1
 */
const char *iap_renewal_info_environment(const iap_renewal_info *info);
/**
 * When the player subscribed, gaps of less than 60 days not counted.
 * \param info borrows it. \returns milliseconds since 1970; 0 where the system does not tell.
 * \since 0.1
 */
int64_t iap_renewal_info_recent_subscription_start_date_ms(const iap_renewal_info *info);
/**
 * When it will be renewed.
 * \param info borrows it. \returns milliseconds since 1970; 0 if it will not, or the system does not tell.
 * \since 0.1
 */
int64_t iap_renewal_info_renewal_date_ms(const iap_renewal_info *info);
/**
 * What the next renewal costs. For several seats it is the average price of one seat.
 * \param info borrows it. \returns thousandths of the currency's unit; 0 where the system does not tell.
 * \since 0.1
 */
int64_t iap_renewal_info_renewal_price_milliunits(const iap_renewal_info *info);
/**
 * The currency of that price.
 * \param info borrows it. \returns its ISO 4217 code; NULL where the system does not tell.
 * \since 0.1
 */
const char *iap_renewal_info_currency_code(const iap_renewal_info *info);
/**
 * The win-back offers that the player may use.
 * \param info borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_renewal_info_eligible_win_back_offer_count(const iap_renewal_info *info);
/**
 * One of those offers, the best one first.
 * \param info borrows it. \param index from 0. \returns its id; NULL past the end.
 * \since 0.1
 */
const char *iap_renewal_info_eligible_win_back_offer_at(const iap_renewal_info *info, size_t index);
/**
 * The UUID that the payment named.
 * \param info borrows it. \returns a lowercase UUID; NULL if the payment named none or the system does not tell.
 * \since 0.1
 */
const char *iap_renewal_info_app_account_token(const iap_renewal_info *info);
/**
 * The id of the account's copy of the app.
 * \param info borrows it. \returns the id; NULL where the system does not tell.
 * \since 0.1
 */
const char *iap_renewal_info_app_transaction_id(const iap_renewal_info *info);
/**
 * When the store signed it.
 * \param info borrows it. \returns milliseconds since 1970.
 * \since 0.1
 */
int64_t iap_renewal_info_signed_date_ms(const iap_renewal_info *info);
/**
 * The signed renewal info for the game's server: a compact JWS (RFC 7515) with the fields of Apple's
 * JWSRenewalInfoDecodedPayload.
 * \param info borrows it. \returns the text.
 * \since 0.1
 */
const char *iap_renewal_info_signed_text(const iap_renewal_info *info);
/**
 * Everything the store signed about it, also what this version has no function for, as JSON: commitments and
 * Advanced Commerce among it.
 * \param info borrows it. \returns the text.
 * \since 0.1
 */
const char *iap_renewal_info_json(const iap_renewal_info *info);

/* ------------------------------------------------------------------------------- verification before delivery */

/** Who has to find a purchase genuine before it is handed out. What the store's own signature does not prove is never handed
 *  out, whatever is chosen here. */
typedef int32_t iap_verification_mode;
#define IAP_VERIFY_BY_STORE 0 /**< nobody else */
#define IAP_VERIFY_BY_SIGNATURE                                                                                        \
    1 /**< the library, which checks the signature up to a root certificate of the game's choice */
#define IAP_VERIFY_BY_GAME 2   /**< the game, which is asked by verification_requested */
#define IAP_VERIFY_BY_SERVER 3 /**< the game's server, which is asked by HTTP */

/**
 * How purchases are verified. Start it with IAP_VERIFICATION_OPTIONS_INIT.
 *
 * There are three verdicts. Valid: the purchase is handed out; this is noted in the journal and not asked again while the
 * store says the same product, purchase date, quantity and expiration. Invalid: the observers hear
 * IAP_TRANSACTION_REJECTED, nothing is handed out, and the library finishes it. (Invalid by IAP_VERIFY_BY_SIGNATURE is
 * IAP_TRANSACTION_UNVERIFIED instead, which is never finished.) Undecided: nothing is handed out and nothing is lost; it is
 * asked again, each time after a longer while with some chance in it, also after a restart. A payment that has to wait so
 * is reported as IAP_TRANSACTION_DEFERRED, and observers hear of the reason by problem_reported, once until there is a
 * verdict again (IAP_ERROR_NETWORK or IAP_ERROR_SERVER). A game that never answers finds the purchase PURCHASING until the
 * next launch. There is one question about a transaction at a time.
 *
 * IAP_VERIFY_BY_SIGNATURE also compares id, product and quantity of what was signed. For which app and environment it was
 * signed is for the store to check, which has done so before.
 *
 * The server gets a POST with a JSON object: "signedTransaction" (the compact JWS), "transactionId" (a string of digits),
 * "productId", and if known "appAccountToken" and "environment"; the header Idempotency-Key is the same for each question
 * about one transaction. A verdict is an answer 200 with a JSON object whose "verdict" is "valid" or "invalid"; "reason", a
 * text, may say why. Everything else is undecided: other answers (a redirect is not followed), none within the time, and
 * {"verdict":"undecided"}. The header Retry-After (seconds or a date) is obeyed up to retry_max_ms.
 *
 * A server on this machine is asked without a proxy. What another server gets travels over TLS, also through a proxy.
 */
struct iap_verification_options {
    uint32_t struct_size;
    iap_verification_mode mode;
    /** IAP_VERIFY_BY_SIGNATURE: a file with the root certificates to trust, PEM or DER (copies it); needed. */
    const char *roots_path;
    /** IAP_VERIFY_BY_SERVER: https, or http to this machine (copies it); needed. */
    const char *server_url;
    /** Lines of the form "Name: value" that are sent along, for example for authorization (copies them). */
    const char *const *server_headers;
    size_t server_header_count; /**< at most 32 */
    uint32_t server_timeout_ms; /**< for a question as a whole; 0: 30 seconds */
    uint32_t retry_min_ms;      /**< the first wait after an undecided verdict; 0: 1 second */
    uint32_t retry_max_ms;      /**< the longest wait; 0: 1 hour */
    uint32_t reserved;          /**< 0 */
    /** 1: IAP_VERIFY_BY_SIGNATURE also takes what Xcode's local testing signs: with one certificate of its own, in the
     *  environment "Xcode". DANGER: anybody can make such a certificate, so only in builds for testing. 0: such purchases
     *  come as IAP_TRANSACTION_UNVERIFIED, with an error that says so. */
    int32_t accepts_xcode_testing;
    uint32_t reserved_end; /**< 0 */
};

/* clang-format off */
#define IAP_VERIFICATION_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_verification_options), IAP_VERIFY_BY_STORE, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Sets options to IAP_VERIFICATION_OPTIONS_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_verification_options_init(iap_verification_options *options);

typedef int32_t iap_verdict;
#define IAP_VERDICT_VALID 1
#define IAP_VERDICT_INVALID 2
#define IAP_VERDICT_UNDECIDED 3 /**< could not be found out now: ask again later */

/**
 * Answers verification_requested. The first answer to a question counts.
 * \param client borrows it.
 * \param transaction_id as the question had it.
 * \param verdict an IAP_VERDICT_… value.
 * \param reason copies it: one line for the error of a rejected transaction, or for problem_reported if it is undecided; may
 *        be NULL.
 * \param retry_after_ms with IAP_VERDICT_UNDECIDED: it is not asked again before, up to retry_max_ms; 0: after the usual
 *        while. Until then the question is closed.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a reason above 1024 bytes),
 *          IAP_ERROR_NOT_FOUND (no question about this transaction is open), IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_answer_verification(iap_client *client, uint64_t transaction_id, iap_verdict verdict, const char *reason,
                                   uint32_t retry_after_ms, iap_error *error);

/* -------------------------------------------------------------------------------------- system, store and log */

/** What not every system has; beside each the versions since which Apple has it. On Linux a store has all of it until
 *  iap_store_set_supported() says otherwise. */
typedef int32_t iap_feature;
#define IAP_FEATURE_NONE 0
#define IAP_FEATURE_WIN_BACK_OFFERS 1  /**< iOS 18, macOS 15, tvOS 18, visionOS 2 */
#define IAP_FEATURE_ALL_STATUSES 2     /**< the statuses of all groups at once; iOS 17, macOS 14, tvOS 17, visionOS 1 */
#define IAP_FEATURE_PURCHASE_INTENTS 3 /**< iOS 16.4, macOS 14.4 */
#define IAP_FEATURE_MESSAGES 4         /**< iOS 16, visionOS 1 */
#define IAP_FEATURE_REFUND_REQUEST 5   /**< iOS 15, macOS 12, visionOS 1 */
#define IAP_FEATURE_MANAGE_SUBSCRIPTIONS 6  /**< iOS 15, visionOS 1 */
#define IAP_FEATURE_OFFER_CODE_REDEMPTION 7 /**< iOS 16, macOS 15, visionOS 1 */
#define IAP_FEATURE_REVIEW_REQUEST 8        /**< iOS 16, macOS 13, visionOS 1 */
#define IAP_FEATURE_APP_TRANSACTION 9       /**< iOS 16, macOS 13, tvOS 16, visionOS 1 */
#define IAP_FEATURE_APP_RECEIPT 10          /**< iOS 15, macOS 12, tvOS 15, visionOS 1 */
#define IAP_FEATURE_PROMOTIONS 11           /**< iOS 16.4 */
#define IAP_FEATURE_EXTERNAL_PURCHASE                                                                                  \
    12 /**< the notice; iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1; needs an entitlement */
#define IAP_FEATURE_EXTERNAL_PURCHASE_LINK                                                                             \
    13 /**< iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1; needs an entitlement */
#define IAP_FEATURE_EXTERNAL_PURCHASE_CUSTOM_LINK                                                                      \
    14                                       /**< iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1; needs an entitlement */
#define IAP_FEATURE_EXTERNAL_LINK_ACCOUNT 15 /**< iOS 16, tvOS 16.4; needs an entitlement */
#define IAP_FEATURE_PAYMENT_METHOD_BINDING 16 /**< iOS 16.4, visionOS 1; needs an entitlement */
#define IAP_FEATURE_ADVANCED_COMMERCE 17      /**< iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4 */
#define IAP_FEATURE_BILLING_PLANS 18          /**< iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4 */
#define IAP_FEATURE_MULTI_SEAT 19             /**< iOS 27.3, macOS 27.3, tvOS 27.3, visionOS 27.3 */

/**
 * Whether this system has a feature. A call of a feature that it does not have ends with IAP_ERROR_UNSUPPORTED.
 * \param client borrows it.
 * \param feature an IAP_FEATURE_… value.
 * \returns 1 or 0; or IAP_ERROR_INVALID_ARGUMENT (NULL, or no such feature), IAP_ERROR_CLOSED.
 * \since 0.1
 */
int32_t iap_supports(iap_client *client, iap_feature feature);

/** Which store signed something. A verifier takes several, combined with |. */
typedef int32_t iap_environment;
#define IAP_ENVIRONMENT_UNKNOWN 0
#define IAP_ENVIRONMENT_PRODUCTION 1
#define IAP_ENVIRONMENT_SANDBOX                                                                                        \
    2 /**< also TestFlight and App Review, and what the reference store of <iap/iap_store.h> signs */
/** StoreKit testing in Xcode. DANGER: its data is not signed by the App Store, so a verifier that allows it accepts it
 *  without any check of a signature: anybody can make it. The result says so (signature_checked is 0). Not together with
 *  Production. */
#define IAP_ENVIRONMENT_XCODE 4
/** As IAP_ENVIRONMENT_XCODE: Apple's server libraries use the name for local tests. */
#define IAP_ENVIRONMENT_LOCAL_TESTING 8
/** The reference store. Only iap_client_environment() tells it; what that store signs says IAP_ENVIRONMENT_SANDBOX. */
#define IAP_ENVIRONMENT_REFERENCE_STORE 16

/**
 * Which store is behind the client: the best that is known now, without asking the store. On Apple's systems the place of
 * the receipt is a first guess, which never tells production (IAP_ENVIRONMENT_UNKNOWN then). The first verified transaction
 * corrects it.
 * \param client borrows it.
 * \returns an IAP_ENVIRONMENT_… value; or IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_environment iap_client_environment(iap_client *client);

/** How important a line of the log is. */
typedef int32_t iap_log_level;
#define IAP_LOG_NONE 0
#define IAP_LOG_ERROR 1 /**< something failed in the background, or a checked handle is wrong */
/** The game makes a mistake. Events that nobody processes, and purchases that wait for an observer, are told after five
 *  seconds; in manual mode, in which nothing happens meanwhile, when the client is closed. */
#define IAP_LOG_WARNING 2
#define IAP_LOG_INFO 3  /**< what happens to payments and transactions: what the audit log has */
#define IAP_LOG_DEBUG 4 /**< each request, each answer of the store, each write, each retry */

/**
 * Gets a line of the log. Called on any thread, also inside an API call, while the library holds no lock. It must not call
 * the library (but for iap_status_name() and iap_version()), and it must return.
 * \param user_data as given with the function.
 * \param level an IAP_LOG_… value.
 * \param message one line of UTF-8 in English, without a line break; borrows it. One about a call begins with the name of the
 *        function. It names products, transactions and files, and never an account token, a receipt, a signed text or
 *        the reason of a verdict.
 */
typedef void (*iap_log_function)(void *user_data, iap_log_level level, const char *message);

/**
 * Chooses which lines of the log are written, and who gets them. One setting for the process. Without this call the
 * environment variable IAP_LOG decides: error, warning, info or debug writes to standard error; without it nothing is
 * logged.
 * \param level the least important lines that are written, with all that are more important; IAP_LOG_NONE for none.
 * \param function gets them; NULL: standard error. When this call returns, the function before is not called any more: it
 *        waits for calls of that one, so the caller must hold no lock that it takes. The new one may be called before this
 *        returns. Not to be called inside a function of the log.
 * \param user_data handed to the function.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (no such level).
 * \since 0.1
 */
iap_status iap_set_log_function(iap_log_level level, iap_log_function function, void *user_data, iap_error *error);

/**
 * Checks each handle before it is used, for the rest of the process, as the environment variable IAP_CHECK=1 does from the
 * beginning. Then a handle that was released, is of another type, or was borrowed for a callback that has returned is told in
 * the log with the name of the function, and counts as NULL: getters return 0 or NULL, other functions
 * IAP_ERROR_INVALID_ARGUMENT. Releasing what is only borrowed, or once too often, is told and does nothing. Without the checks
 * such mistakes have no defined result. A handle that was given before this call is refused afterwards, but for clients,
 * stores and devices. The checks cost time and memory: they are for finding mistakes, not for players.
 * \threadsafety any thread, while no other thread uses the library. \callbacksafety no. \since 0.1
 */
void iap_check_handles(void);

/* -------------------------------------------------------------------------------------------------- audit log */

/**
 * Writes a copy of the audit log, which a player can send to the game's support: each change of a payment, a transaction and
 * the inventory with its time, id and cause. It holds no receipt, no account token and nothing else that names the player.
 * One line of JSON for each change, oldest first; `Samples/run --replay FILE` tells it as a story.
 * \param client borrows it.
 * \param path copies it: the file to write; a plain file that exists is replaced, but not the journal.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll. Fails with
 *        IAP_ERROR_INVALID_ARGUMENT (the journal itself, or no plain file), IAP_ERROR_STORAGE or IAP_ERROR_STORAGE_FULL.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a path above 4096 bytes),
 *          IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_audit_copy(iap_client *client, const char *path, iap_completion_function completion,
                                  void *user_data, uint64_t *request_id, iap_error *error);

/* -------------------------------------------------------------------------- sheets and messages of the system */

/**
 * Shows the sheet in which the player asks for a refund. Success means that the request was sent; the decision comes
 * later as entitlement_revoked, or not at all. IAP_ERROR_DUPLICATE_REQUEST if it was asked for before.
 * \param client borrows it.
 * \param transaction_id as iap_transaction_id() gives it.
 * \param ui_anchor where to show it, see iap_payment; NULL for the window in front.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_refund(iap_client *client, uint64_t transaction_id, void *ui_anchor,
                              iap_completion_function completion, void *user_data, uint64_t *request_id,
                              iap_error *error);
/**
 * Shows the sheet in which the player changes and cancels subscriptions, and ends when it is closed. What was changed
 * comes as news.
 * \param client borrows it.
 * \param group_id copies it: only this group (from iOS 17); NULL for all.
 * \param ui_anchor where to show it, see iap_payment; NULL for the window in front.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 1024 bytes),
 *          IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_show_manage_subscriptions(iap_client *client, const char *group_id, void *ui_anchor,
                                         iap_completion_function completion, void *user_data, uint64_t *request_id,
                                         iap_error *error);
/**
 * Shows the sheet in which the player types an offer code. What was redeemed comes to the observers as a transaction.
 * \param client borrows it.
 * \param ui_anchor where to show it, see iap_payment; NULL for the window in front.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_present_offer_code_redemption(iap_client *client, void *ui_anchor, iap_completion_function completion,
                                             void *user_data, uint64_t *request_id, iap_error *error);
/**
 * Asks the system to ask the player for a review. The system decides whether to; nobody learns what the player did.
 * \param client borrows it.
 * \param ui_anchor where to show it, see iap_payment; NULL for the window in front.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_review(iap_client *client, void *ui_anchor, iap_completion_function completion, void *user_data,
                              uint64_t *request_id, iap_error *error);
/**
 * Shows a message of the App Store. Each one is shown once, and only if it still matters. One that could not be shown can be
 * shown again; one that the player sent away (IAP_ERROR_CANCELLED) counts as shown.
 * \param client borrows it.
 * \param message borrows it: as message_received gave it, now or kept for later.
 * \param ui_anchor where to show it, see iap_payment; NULL for the window in front.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND (shown before, or another client's),
 *          IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_display_message(iap_client *client, const iap_message *message, void *ui_anchor,
                               iap_completion_function completion, void *user_data, uint64_t *request_id,
                               iap_error *error);

typedef int32_t iap_message_reason_t;
#define IAP_MESSAGE_REASON_UNKNOWN 0
#define IAP_MESSAGE_REASON_GENERIC 1
#define IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT 2
#define IAP_MESSAGE_REASON_BILLING_ISSUE 3
#define IAP_MESSAGE_REASON_WIN_BACK_OFFER 4

/**
 * What the message is about.
 * \param message borrows it. \returns an IAP_MESSAGE_REASON_… value; unknown for what this version does not know.
 * \since 0.1
 */
iap_message_reason_t iap_message_reason(const iap_message *message);
/**
 * Keeps a message beyond its callback.
 * \param message borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_message *iap_message_retain(const iap_message *message);
/**
 * Lets a message go.
 * \param message takes back what was given or kept; NULL is ignored.
 * \since 0.1
 */
void iap_message_release(const iap_message *message);

/* --------------------------------------------------------------------------------------------- the app itself */

/**
 * Ends a request for the app transaction.
 * \param user_data as given with the request.
 * \param client borrows it.
 * \param request_id as the request gave it.
 * \param app_transaction borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_app_transaction_function)(void *user_data, iap_client *client, uint64_t request_id,
                                             const iap_app_transaction *app_transaction, const iap_error *error);

/**
 * Ends a request with a text.
 * \param user_data as given with the request.
 * \param client borrows it.
 * \param request_id as the request gave it.
 * \param text borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_text_function)(void *user_data, iap_client *client, uint64_t request_id, const char *text,
                                  const iap_error *error);

/**
 * Asks for the signed proof that this account has got the app.
 * \param client borrows it.
 * \param refresh 1: the store signs a new one; the system may ask the player to sign in, so only when the player asks for it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_app_transaction(iap_client *client, int32_t refresh, iap_app_transaction_function completion,
                                       void *user_data, uint64_t *request_id, iap_error *error);
/**
 * Keeps an app transaction beyond its callback.
 * \param app_transaction borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_app_transaction *iap_app_transaction_retain(const iap_app_transaction *app_transaction);
/**
 * Lets an app transaction go.
 * \param app_transaction takes back what was given or kept; NULL is ignored.
 * \since 0.1
 */
void iap_app_transaction_release(const iap_app_transaction *app_transaction);
/**
 * Whether its signature holds. If not, do not trust what it tells.
 * \param app_transaction borrows it. \returns an IAP_VERIFICATION_… value.
 * \since 0.1
 */
iap_verification iap_app_transaction_verification(const iap_app_transaction *app_transaction);
/**
 * The number of the app in the App Store.
 * \param app_transaction borrows it. \returns the number; 0 in the sandbox.
 * \since 0.1
 */
uint64_t iap_app_transaction_app_id(const iap_app_transaction *app_transaction);
/**
 * The number of this version of the app in the App Store.
 * \param app_transaction borrows it. \returns the number; 0 in the sandbox.
 * \since 0.1
 */
uint64_t iap_app_transaction_app_version_id(const iap_app_transaction *app_transaction);
/**
 * The version of the app: CFBundleShortVersionString on macOS, CFBundleVersion elsewhere.
 * \param app_transaction borrows it. \returns the text.
 * \since 0.1
 */
const char *iap_app_transaction_app_version(const iap_app_transaction *app_transaction);
/**
 * The bundle id of the app.
 * \param app_transaction borrows it. \returns the id.
 * \since 0.1
 */
const char *iap_app_transaction_bundle_id(const iap_app_transaction *app_transaction);
/**
 * Which App Store it came from.
 * \param app_transaction borrows it. \returns "Production", "Sandbox" or "Xcode".
 * \since 0.1
 */
const char *iap_app_transaction_environment(const iap_app_transaction *app_transaction);
/**
 * The version that the account first got; in the sandbox "1.0". It tells who paid for the app when it still cost
 * something.
 * \param app_transaction borrows it. \returns the text.
 * \since 0.1
 */
const char *iap_app_transaction_original_app_version(const iap_app_transaction *app_transaction);
/**
 * When the account first got the app.
 * \param app_transaction borrows it. \returns milliseconds since 1970.
 * \since 0.1
 */
int64_t iap_app_transaction_original_purchase_date_ms(const iap_app_transaction *app_transaction);
/**
 * When it was ordered before it came out.
 * \param app_transaction borrows it. \returns milliseconds since 1970; 0 if it was not.
 * \since 0.1
 */
int64_t iap_app_transaction_preorder_date_ms(const iap_app_transaction *app_transaction);
/**
 * The id of the account's copy of the app.
 * \param app_transaction borrows it. \returns the id; NULL where the system does not tell.
 * \since 0.1
 */
const char *iap_app_transaction_app_transaction_id(const iap_app_transaction *app_transaction);
/**
 * The system on which the account first got the app.
 * \param app_transaction borrows it. \returns for example "iOS"; NULL where the system does not tell.
 * \since 0.1
 */
const char *iap_app_transaction_original_platform(const iap_app_transaction *app_transaction);
/**
 * When the store signed it.
 * \param app_transaction borrows it. \returns milliseconds since 1970.
 * \since 0.1
 */
int64_t iap_app_transaction_signed_date_ms(const iap_app_transaction *app_transaction);
/**
 * What binds it to this device: the Base64 of a SHA-384 over the nonce and the id of the device.
 * \param app_transaction borrows it. \returns the text.
 * \since 0.1
 */
const char *iap_app_transaction_device_verification(const iap_app_transaction *app_transaction);
/**
 * The nonce of the device verification.
 * \param app_transaction borrows it. \returns a lowercase UUID.
 * \since 0.1
 */
const char *iap_app_transaction_device_verification_nonce(const iap_app_transaction *app_transaction);
/**
 * The signed app transaction for the game's server, a compact JWS (RFC 7515).
 * \param app_transaction borrows it. \returns the text.
 * \since 0.1
 */
const char *iap_app_transaction_signed_text(const iap_app_transaction *app_transaction);
/**
 * Everything the store signed about it, as JSON.
 * \param app_transaction borrows it. \returns the text.
 * \since 0.1
 */
const char *iap_app_transaction_json(const iap_app_transaction *app_transaction);

/**
 * Asks for the app receipt of the original StoreKit, for servers that still want it: PKCS #7 in Base64.
 * \param client borrows it.
 * \param refresh 1: the store issues a new one; the system may ask the player to sign in, so only when the player asks for it.
 *        0: the one that the device has, which may be older than the latest purchases.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_app_receipt(iap_client *client, int32_t refresh, iap_text_function completion, void *user_data,
                                   uint64_t *request_id, iap_error *error);

/* ---------------------------------------------------------------------------------------------- polled events */

typedef int32_t iap_event_type_t;
#define IAP_EVENT_NONE 0
#define IAP_EVENT_PRODUCTS_RECEIVED 1               /**< request id; products or error */
#define IAP_EVENT_TRANSACTIONS_RECEIVED 2           /**< request id; transactions or error */
#define IAP_EVENT_STOREFRONT_RECEIVED 3             /**< request id; country code and identifier, or error */
#define IAP_EVENT_TRANSACTION_UPDATED 4             /**< transaction */
#define IAP_EVENT_TRANSACTION_REMOVED 5             /**< transaction */
#define IAP_EVENT_RESTORE_FINISHED 6                /**< request id */
#define IAP_EVENT_RESTORE_FAILED 7                  /**< request id; error */
#define IAP_EVENT_ENTITLEMENT_REVOKED 8             /**< transaction */
#define IAP_EVENT_STOREFRONT_CHANGED 9              /**< country code and identifier */
#define IAP_EVENT_PROBLEM_REPORTED 10               /**< error */
#define IAP_EVENT_REQUEST_COMPLETED 11              /**< request id; error if it failed */
#define IAP_EVENT_FLAG_RECEIVED 12                  /**< request id; flag or error */
#define IAP_EVENT_TEXT_RECEIVED 13                  /**< request id; text or error */
#define IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED 14 /**< request id; statuses or error */
#define IAP_EVENT_APP_TRANSACTION_RECEIVED 15       /**< request id; app transaction or error */
#define IAP_EVENT_PROMOTIONS_RECEIVED 16            /**< request id; promotions or error */
#define IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED 17    /**< subscription status */
#define IAP_EVENT_PURCHASE_INTENT_RECEIVED 18       /**< purchase intent */
#define IAP_EVENT_MESSAGE_RECEIVED 19               /**< message */
#define IAP_EVENT_VERIFICATION_REQUESTED 20         /**< transaction */

/**
 * What the event tells.
 * \param event borrows it. \returns an IAP_EVENT_… value.
 * \since 0.1
 */
iap_event_type_t iap_event_type(const iap_event *event);
/**
 * The request that the event ends.
 * \param event borrows it. \returns the id; 0 if it ends none.
 * \since 0.1
 */
uint64_t iap_event_request_id(const iap_event *event);
/**
 * The products of IAP_EVENT_PRODUCTS_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there are none.
 * \since 0.1
 */
const iap_products *iap_event_products(const iap_event *event);
/**
 * The transaction that the event is about.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 * \since 0.1
 */
const iap_transaction *iap_event_transaction(const iap_event *event);
/**
 * The transactions of IAP_EVENT_TRANSACTIONS_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there are none.
 * \since 0.1
 */
const iap_transactions *iap_event_transactions(const iap_event *event);
/**
 * The storefront's country.
 * \param event borrows it. \returns ISO 3166-1 alpha-3; NULL if the event tells none.
 * \since 0.1
 */
const char *iap_event_storefront_country_code(const iap_event *event);
/**
 * The storefront's id.
 * \param event borrows it. \returns the store's own id; NULL if the event tells none.
 * \since 0.1
 */
const char *iap_event_storefront_identifier(const iap_event *event);
/**
 * The answer of IAP_EVENT_FLAG_RECEIVED.
 * \param event borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_event_flag(const iap_event *event);
/**
 * The answer of IAP_EVENT_TEXT_RECEIVED.
 * \param event borrows it. \returns the text; NULL if the event tells none.
 * \since 0.1
 */
const char *iap_event_text(const iap_event *event);
/**
 * The answer of IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 * \since 0.1
 */
const iap_subscription_statuses *iap_event_subscription_statuses(const iap_event *event);
/**
 * The status of IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 * \since 0.1
 */
const iap_subscription_status *iap_event_subscription_status(const iap_event *event);
/**
 * The answer of IAP_EVENT_APP_TRANSACTION_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 * \since 0.1
 */
const iap_app_transaction *iap_event_app_transaction(const iap_event *event);
/**
 * The answer of IAP_EVENT_PROMOTIONS_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 * \since 0.1
 */
const iap_promotions *iap_event_promotions(const iap_event *event);
/**
 * The intent of IAP_EVENT_PURCHASE_INTENT_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 * \since 0.1
 */
const iap_purchase_intent *iap_event_purchase_intent(const iap_event *event);
/**
 * The message of IAP_EVENT_MESSAGE_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 * \since 0.1
 */
const iap_message *iap_event_message(const iap_event *event);
/**
 * The error of a request that failed, or of a problem.
 * \param event borrows it.
 * \param error borrows it and fills it; NULL is allowed.
 * \returns the status of the error; IAP_OK if the event tells none.
 * \since 0.1
 */
iap_status iap_event_error(const iap_event *event, iap_error *error);
/**
 * Lets an event go.
 * \param event takes back what iap_client_next_event() gave; NULL is ignored.
 * \since 0.1
 */
void iap_event_release(iap_event *event);

/* ---------------------------------------------------------------------------------------------- rarely needed */

/* Few games need what follows. */

/* -------------------------------------------------------------------------- promoted purchases and promotions */

/**
 * The purchases that players began in the App Store and that the game has neither taken nor declined, oldest first. They
 * are kept in memory: the App Store does not tell of one again after a restart.
 * \param client borrows it.
 * \param intents gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_queue_purchase_intents(iap_client *client, const iap_purchase_intents **intents, iap_error *error);
/**
 * Goes on with a purchase that was begun in the App Store: adds a payment for its product with its offer.
 * \param client borrows it.
 * \param intent borrows it.
 * \param payment copies it: how to buy; its product must be that of the intent, and it names neither an offer nor an Advanced
 *        Commerce request if the intent has an offer. NULL buys one.
 * \param payment_id gives the id of the payment; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns as iap_add_payment(); or IAP_ERROR_NOT_FOUND (taken or declined before, or another client's).
 * \since 0.1
 */
iap_status iap_take_purchase_intent(iap_client *client, const iap_purchase_intent *intent, const iap_payment *payment,
                                    uint64_t *payment_id, iap_error *error);
/**
 * Keeps a purchase that was begun in the App Store for later: it stays in iap_queue_purchase_intents(), and observers hear
 * no more of it.
 * \param client borrows it.
 * \param intent borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND (taken or declined before, or another client's),
 *          IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_defer_purchase_intent(iap_client *client, const iap_purchase_intent *intent, iap_error *error);
/**
 * Lets a purchase that was begun in the App Store be.
 * \param client borrows it.
 * \param intent borrows it.
 * \param error may be NULL; borrows it.
 * \returns as iap_defer_purchase_intent().
 * \since 0.1
 */
iap_status iap_decline_purchase_intent(iap_client *client, const iap_purchase_intent *intent, iap_error *error);
/**
 * The length of a list.
 * \param intents borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_purchase_intents_count(const iap_purchase_intents *intents);
/**
 * One intent of a list.
 * \param intents borrows it. \param index from 0. \returns borrows a handle that lives as long as the list (or longer, if
 * retained); NULL past the end.
 * \since 0.1
 */
const iap_purchase_intent *iap_purchase_intents_at(const iap_purchase_intents *intents, size_t index);
/**
 * Keeps a list of intents beyond its callback.
 * \param intents borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_purchase_intents *iap_purchase_intents_retain(const iap_purchase_intents *intents);
/**
 * Lets a list of intents go.
 * \param intents takes back what was given or kept; NULL is ignored.
 * \since 0.1
 */
void iap_purchase_intents_release(const iap_purchase_intents *intents);
/**
 * The product.
 * \param intent borrows it. \returns its id.
 * \since 0.1
 */
const char *iap_purchase_intent_product_id(const iap_purchase_intent *intent);
/**
 * The offer with which it is to be bought.
 * \param intent borrows it. \returns IAP_OFFER_TYPE_WIN_BACK; IAP_OFFER_TYPE_NONE if there is none.
 * \since 0.1
 */
iap_offer_type_t iap_purchase_intent_offer_type(const iap_purchase_intent *intent);
/**
 * The offer with which it is to be bought.
 * \param intent borrows it. \returns its id; NULL if there is none.
 * \since 0.1
 */
const char *iap_purchase_intent_offer_id(const iap_purchase_intent *intent);
/**
 * Whether the game has kept it for later.
 * \param intent borrows it. \returns 1 or 0, as it was when this snapshot was made.
 * \since 0.1
 */
int32_t iap_purchase_intent_is_deferred(const iap_purchase_intent *intent);
/**
 * Keeps an intent beyond its callback.
 * \param intent borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_purchase_intent *iap_purchase_intent_retain(const iap_purchase_intent *intent);
/**
 * Lets an intent go.
 * \param intent takes back what was given or kept; NULL is ignored.
 * \since 0.1
 */
void iap_purchase_intent_release(const iap_purchase_intent *intent);

typedef int32_t iap_promotion_visibility;
#define IAP_PROMOTION_VISIBILITY_DEFAULT 0 /**< as App Store Connect says */
#define IAP_PROMOTION_VISIBILITY_VISIBLE 1
#define IAP_PROMOTION_VISIBILITY_HIDDEN 2

/**
 * Ends a request for the promoted products.
 * \param user_data as given with the request.
 * \param client borrows it.
 * \param request_id as the request gave it.
 * \param promotions borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_promotions_function)(void *user_data, iap_client *client, uint64_t request_id,
                                        const iap_promotions *promotions, const iap_error *error);

/**
 * Asks in which order the App Store page on this device shows the products, if the game has changed it.
 * \param client borrows it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_promotions(iap_client *client, iap_promotions_function completion, void *user_data,
                                  uint64_t *request_id, iap_error *error);
/**
 * Changes the order in which the App Store page on this device shows the products.
 * \param client borrows it.
 * \param product_ids copies them: the first ones, in this order; an empty list takes the order of App Store Connect.
 * \param count how many; at most IAP_PRODUCT_IDS_MAX.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_set_promotion_order(iap_client *client, const char *const *product_ids, size_t count,
                                   iap_completion_function completion, void *user_data, uint64_t *request_id,
                                   iap_error *error);
/**
 * Shows or hides a product on the App Store page of this device.
 * \param client borrows it.
 * \param product_id copies it.
 * \param visibility an IAP_PROMOTION_VISIBILITY_… value.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_set_promotion_visibility(iap_client *client, const char *product_id, iap_promotion_visibility visibility,
                                        iap_completion_function completion, void *user_data, uint64_t *request_id,
                                        iap_error *error);
/**
 * The length of a list.
 * \param promotions borrows it. \returns how many; 0 if the order is that of App Store Connect.
 * \since 0.1
 */
size_t iap_promotions_count(const iap_promotions *promotions);
/**
 * One promoted product, in order.
 * \param promotions borrows it. \param index from 0. \returns its id; NULL past the end.
 * \since 0.1
 */
const char *iap_promotions_product_id_at(const iap_promotions *promotions, size_t index);
/**
 * Whether that product is shown.
 * \param promotions borrows it. \param index from 0. \returns an IAP_PROMOTION_VISIBILITY_… value; 0 past the end.
 * \since 0.1
 */
iap_promotion_visibility iap_promotions_visibility_at(const iap_promotions *promotions, size_t index);
/**
 * Keeps a list of promotions beyond its callback.
 * \param promotions borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_promotions *iap_promotions_retain(const iap_promotions *promotions);
/**
 * Lets a list of promotions go.
 * \param promotions takes back what was given or kept; NULL is ignored.
 * \since 0.1
 */
void iap_promotions_release(const iap_promotions *promotions);

/* ------------------------------------------------------------------------------ billing plans and commitments */

/**
 * The ways to pay for an auto-renewable subscription, where there is a choice.
 * \param product borrows it. \returns how many; 0 where the system has no plans.
 * \since 0.1
 */
size_t iap_product_billing_plan_count(const iap_product *product);
/**
 * One of the ways to pay.
 * \param product borrows it. \param index from 0. \returns borrows a handle that lives as long as the product; NULL past the end.
 * \since 0.1
 */
const iap_billing_plan *iap_product_billing_plan_at(const iap_product *product, size_t index);
/**
 * What kind of plan it is.
 * \param plan borrows it. \returns an IAP_BILLING_PLAN_… value.
 * \since 0.1
 */
iap_billing_plan_type_t iap_billing_plan_type(const iap_billing_plan *plan);
/**
 * The price of each bill as the store writes it for its storefront.
 * \param plan borrows it. \returns the text.
 * \since 0.1
 */
const char *iap_billing_plan_display_price(const iap_billing_plan *plan);
/**
 * The price of each bill in the currency of the product.
 * \param plan borrows it. \returns thousandths of the currency's unit.
 * \since 0.1
 */
int64_t iap_billing_plan_price_milliunits(const iap_billing_plan *plan);
/**
 * The unit of the time between two bills.
 * \param plan borrows it. \returns an IAP_PERIOD_UNIT_… value.
 * \since 0.1
 */
iap_period_unit iap_billing_plan_period_unit(const iap_billing_plan *plan);
/**
 * How many units the time between two bills has.
 * \param plan borrows it. \returns the number.
 * \since 0.1
 */
int32_t iap_billing_plan_period_value(const iap_billing_plan *plan);
/**
 * The price of the whole commitment in the currency of the product.
 * \param plan borrows it. \returns thousandths of the currency's unit; 0 if the plan is no commitment.
 * \since 0.1
 */
int64_t iap_billing_plan_commitment_price_milliunits(const iap_billing_plan *plan);
/**
 * The way a subscription is paid.
 * \param transaction borrows it. \returns an IAP_BILLING_PLAN_… value; IAP_BILLING_PLAN_NONE where the system does not tell.
 * \since 0.1
 */
iap_billing_plan_type_t iap_transaction_billing_plan_type(const iap_transaction *transaction);
/**
 * Which bill of a commitment it is.
 * \param transaction borrows it. \returns from 1; 0 if it belongs to none.
 * \since 0.1
 */
int32_t iap_transaction_commitment_period_number(const iap_transaction *transaction);
/**
 * How many bills the commitment has.
 * \param transaction borrows it. \returns the number; 0 if it belongs to none.
 * \since 0.1
 */
int32_t iap_transaction_commitment_period_count(const iap_transaction *transaction);
/**
 * When the commitment ends.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 if it belongs to none.
 * \since 0.1
 */
int64_t iap_transaction_commitment_expiration_date_ms(const iap_transaction *transaction);
/**
 * What the whole commitment costs.
 * \param transaction borrows it. \returns thousandths of the currency's unit; 0 if it belongs to none.
 * \since 0.1
 */
int64_t iap_transaction_commitment_price_milliunits(const iap_transaction *transaction);
/**
 * The way the next renewal is paid.
 * \param info borrows it. \returns an IAP_BILLING_PLAN_… value; IAP_BILLING_PLAN_NONE where the system does not tell.
 * \since 0.1
 */
iap_billing_plan_type_t iap_renewal_info_billing_plan_type(const iap_renewal_info *info);

/* ------------------------------------------------------------------------------------------ Advanced Commerce */

/**
 * What the game's server asked for by Advanced Commerce.
 * \param transaction borrows it. \returns a JSON object; NULL for other transactions.
 * \since 0.1
 */
const char *iap_transaction_advanced_commerce_json(const iap_transaction *transaction);

/* ------------------------------------------------------------------------- purchases outside of the App Store */

/**
 * Shows the notice that the App Store demands before a purchase outside of it. The answer is the token that the game's
 * server reports to Apple; empty where the system gives none. IAP_ERROR_CANCELLED if the player turned back.
 * \param client borrows it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_show_external_purchase_notice(iap_client *client, iap_text_function completion, void *user_data,
                                             uint64_t *request_id, iap_error *error);
/**
 * Opens the link to a purchase on the web that the app declares, after the notice that the App Store demands.
 * \param client borrows it.
 * \param url copies it: one of the declared links (from iOS 17.5); NULL for the only one.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 4096 bytes),
 *          IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_open_external_purchase_link(iap_client *client, const char *url, iap_completion_function completion,
                                           void *user_data, uint64_t *request_id, iap_error *error);

typedef int32_t iap_external_purchase_token;
#define IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION 1
#define IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES 2

typedef int32_t iap_external_purchase_notice;
#define IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER 1
#define IAP_EXTERNAL_PURCHASE_NOTICE_WITHIN_APP 2

/**
 * Asks whether the app may show links of its own to purchases on the web to this player.
 * \param client borrows it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_external_purchase_custom_link_eligibility(iap_client *client, iap_flag_function completion,
                                                                 void *user_data, uint64_t *request_id,
                                                                 iap_error *error);
/**
 * Asks for a token of a custom link, which the game's server reports to Apple; empty if there is none.
 * \param client borrows it.
 * \param type an IAP_EXTERNAL_PURCHASE_TOKEN_… value.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_request_external_purchase_token(iap_client *client, iap_external_purchase_token type,
                                               iap_text_function completion, void *user_data, uint64_t *request_id,
                                               iap_error *error);
/**
 * Shows the notice that the App Store demands before a custom link is followed. IAP_ERROR_CANCELLED if the player turned
 * back.
 * \param client borrows it.
 * \param type an IAP_EXTERNAL_PURCHASE_NOTICE_… value.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_show_external_purchase_custom_link_notice(iap_client *client, iap_external_purchase_notice type,
                                                         iap_completion_function completion, void *user_data,
                                                         uint64_t *request_id, iap_error *error);
/**
 * Opens the link to the game's account page that the app declares, after the notice that the App Store demands.
 * \param client borrows it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_open_external_link_account(iap_client *client, iap_completion_function completion, void *user_data,
                                          uint64_t *request_id, iap_error *error);
/**
 * Ties the account's payment method to a purchase on the web. IAP_ERROR_NOT_ELIGIBLE if the account may not,
 * IAP_ERROR_INVALID_ARGUMENT if the store does not know the id.
 * \param client borrows it.
 * \param pinning_id copies it: the id that the game's server got from Apple.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 1024 bytes),
 *          IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_bind_payment_method(iap_client *client, const char *pinning_id, iap_completion_function completion,
                                   void *user_data, uint64_t *request_id, iap_error *error);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_H */
