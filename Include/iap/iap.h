/*
 * iap.h: in-app purchases for games written in C and C++. This header is what every game needs.
 *
 *     static void received(void *game, iap_client *client, uint64_t request_id,
 *                          const iap_products *products, const iap_error *error) {
 *         for (size_t i = 0; i < iap_products_count(products); i++) {
 *             const iap_product *product = iap_products_at(products, i);
 *             show(game, iap_product_display_name(product), iap_product_display_price(product));
 *         }
 *     }
 *     static void updated(void *game, iap_client *client, const iap_transaction *transaction) {
 *         switch (iap_transaction_state(transaction)) {
 *         case IAP_TRANSACTION_PURCHASED: // paid
 *         case IAP_TRANSACTION_RESTORED:  // owned before: grant no coins for it
 *             if (!grant_once(game, transaction)) return; // see EXACTLY ONCE
 *             iap_finish_transaction(client, transaction, NULL);
 *             break;
 *         case IAP_TRANSACTION_FAILED: iap_finish_transaction(client, transaction, NULL); break;
 *         default: break; // purchasing, or waiting for a parent: see rule 7 for the others
 *         }
 *     }
 *
 *     iap_client *client;
 *     iap_error error = IAP_ERROR_VALUE_INIT;
 *     iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
 *     options.journal_path = "purchases.journal";
 *     options.device = device; // on Linux only: from iap_store_open_device()
 *     if (iap_client_open(&options, &client, &error) != IAP_OK) return; // log it, hide the shop
 *     iap_observer observer = IAP_OBSERVER_INIT;
 *     observer.user_data = game;
 *     observer.transaction_updated = updated;
 *     iap_add_observer(client, &observer, NULL, NULL);
 *     iap_request_products(client, product_ids, 2, received, game, NULL, NULL);
 *
 *     iap_client_process_events(client, 0);        // once per frame
 *     iap_buy(client, product_ids[0], NULL, NULL); // the player taps "buy"
 *     iap_client_close(client);                    // at the end
 *
 * The functions in the order of use:
 *
 *     open, process             iap_client_open()  iap_client_process_events()
 *     receive transactions      iap_add_observer(): transaction_updated, entitlement_revoked
 *     may this player buy?      iap_can_make_payments()
 *     request products          iap_request_products()  iap_products_count()  iap_products_at()
 *     show them                 iap_product_id()  iap_product_display_name()
 *                               iap_product_display_price()
 *     buy                       iap_buy()
 *     read transactions         iap_transaction_state()  iap_transaction_product_id()
 *                               iap_transaction_original_id()  iap_transaction_quantity()
 *                               iap_transaction_payment_id()  iap_transaction_error()
 *     finish                    iap_finish_transaction()
 *     restore                   iap_restore_completed_transactions()
 *     ask what is owned, close  iap_owns()  iap_client_close()
 *
 * <iap/iap.hpp> is the same for C++17. What only some games need has a header of its own:
 *
 *     iap_products.h       product lists from a file or a server, cached products
 *     iap_payments.h       quantities, offers, seats, and other options of a payment
 *     iap_offers.h         introductory, promotional and win-back offers
 *     iap_subscriptions.h  periods, groups, statuses, renewal info
 *     iap_transactions.h   more values of a transaction, revocations, the queue, the history
 *     iap_verification.h   signatures, and extra verification before delivery
 *     iap_inventory.h      balances and unlocks that the library keeps
 *     iap_promotions.h     purchases that begin in the App Store, the order of promoted products
 *     iap_sheets.h         refunds, subscription management, offer codes, reviews, messages
 *     iap_system.h         features, the environment, the storefront
 *     iap_app.h            the app transaction and the app receipt
 *     iap_commerce.h       billing plans, Advanced Commerce, purchases outside of the App Store
 *     iap_polling.h        events without callbacks
 *     iap_log.h            the log, the audit log, checked handles
 *     iap_store.h          the reference App Store for development and tests on Linux
 *
 * One client is one running game on one device. The game requests products and adds payments.
 * Observers receive the transactions. The game grants what was bought and then finishes the
 * transaction. On Apple systems the client uses StoreKit 2. On Linux it uses a device of the
 * reference App Store (iap_client_options.device). Other systems have no store: iap_client_open()
 * returns IAP_ERROR_UNSUPPORTED there, and the game hides its shop.
 *
 * CALLS
 *
 * Most functions follow these rules. Their comments state the exceptions.
 *
 *  - A function borrows the handles that it takes, and copies texts, lists and structs.
 *  - error may be NULL. The call fills the iap_error of the caller, even on success (then with
 *    IAP_OK). An iap_error whose struct_size is not set stays unchanged.
 *  - A request begins with the call and ends with its completion. iap_client_process_events() calls
 *    the completion once; see rules 1 and 6. The completion may be NULL for hosts that poll. It
 *    receives user_data and the id of the request. Its result is NULL or 0 if the request failed;
 *    its error is NULL if the request succeeded. request_id gives the id; it may be NULL.
 *  - A call that can fail returns an iap_status_t: IAP_OK or a negative value. Each call can return
 *    IAP_ERROR_INVALID_ARGUMENT (a required argument is NULL or not allowed), IAP_ERROR_CLOSED (the
 *    client is closed), IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT and
 *    IAP_ERROR_TOO_LARGE (a text, a list or a struct). The comments list other statuses.
 *  - Mistakes of the caller return a status and never stop the program, except mistakes with
 *    handles and pointers: see OWNERSHIP.
 *  - Yes is 1, and no is 0. A call that gives a handle gives NULL on failure.
 *  - A list has a count, and a function that returns the element at an index, or NULL past the end.
 *
 * EVENTS AND THREADS
 *
 * 1. The library calls functions of the game only inside iap_client_process_events(), on the thread
 *    that calls it. There are two exceptions: iap_client_close() ends all open requests, and
 *    iap_cancel_request() ends one request. Both call the functions of the game on the calling
 *    thread, before they return. (The wake function and the log function are not events; see
 *    iap_client_options and iap_set_log_function().) Functions of the game must return: it is
 *    undefined behaviour if a C++ exception or longjmp leaves one of them.
 * 2. The library never calls a function of the game (except the wake function and the log function)
 *    in these cases: inside the call that started the work (a request, a payment, a finish or any
 *    other call); while the library holds a lock; after iap_client_close() has returned IAP_OK.
 * 3. iap_client_process_events() delivers the events that are in the queue when the call begins. In
 *    manual mode, the call first runs the library's work, and then delivers the events that are in
 *    the queue at that moment. The call delivers at most max_events events, in the order in which
 *    they entered the queue.
 * 4. The game can call every function of the client's headers inside a callback, unless its comment
 *    says otherwise. Inside a callback, functions that process events of the same client return
 *    IAP_ERROR_REENTRANT. A callback is allowed to cancel, to remove observers and to close the
 *    client; after the close, the delivery stops immediately.
 * 5. The game can call every function from any thread, unless its comment says otherwise. One
 *    thread at a time processes events of a client. While a thread does this, or is in
 *    iap_cancel_request(), these functions immediately return IAP_ERROR_WRONG_THREAD on every other
 *    thread: the functions that process events, iap_client_close(), iap_cancel_request(),
 *    iap_cancel_payment() and iap_remove_observer(). After fork(), the child calls exec() before it
 *    uses the library.
 * 6. Every request ends in exactly one completion; a restore ends in exactly one restore_finished
 *    or restore_failed of the observers. Requests that are open at the same time can end in any
 *    order. If the game cancels a request, or closes the client while the request is open, the
 *    request ends with IAP_ERROR_CANCELLED. Hosts that poll receive no event for such a request,
 *    except IAP_EVENT_RESTORE_FAILED for a restore that the game cancels.
 * 7. The store gets one payment at a time, in the order of the calls. The next payment waits until
 *    the current one has its outcome or is deferred; iap_cancel_payment() cancels a payment that
 *    waits for its turn. Every payment is reported as IAP_TRANSACTION_PURCHASING and then as
 *    exactly one outcome, perhaps after IAP_TRANSACTION_DEFERRED:
 *     - IAP_TRANSACTION_PURCHASED: the player has paid for the purchase, perhaps with an earlier
 *       payment, if the game has not received that purchase yet.
 *     - IAP_TRANSACTION_RESTORED: the account already owned the product and was not charged. Or the
 *       payment requests a change of a subscription, and the change starts at the next renewal.
 *       Then this is the transaction of the current period, with the current product.
 *     - IAP_TRANSACTION_FAILED: the payment has bought nothing so far. The error is
 *       IAP_ERROR_CANCELLED if the player changed their mind, or if the game cancelled the payment.
 *       It is IAP_ERROR_UNFINISHED_PURCHASE if the store returned an earlier purchase that waits to
 *       be finished: nothing was charged, and that purchase is reported as PURCHASED once per launch
 *       until the game finishes it. (If the response is minutes late, the purchase may be this
 *       payment's own.) It is IAP_ERROR_OTHER_PLAYER if it belongs to another player. After
 *       IAP_ERROR_CANCELLED, IAP_ERROR_NETWORK, IAP_ERROR_STORE or IAP_ERROR_VERIFICATION the store
 *       may have charged the player. Then the transaction can come later as PURCHASED, and belongs
 *       to no payment.
 *     - IAP_TRANSACTION_REJECTED: the player has paid for the purchase, and the game's own
 *       verification refused it.
 *     - IAP_TRANSACTION_UNVERIFIED: the signature of the transaction is not valid (for a payment
 *       only with IAP_VERIFY_BY_SIGNATURE).
 *     - IAP_TRANSACTION_DEFERRED: the payment waits for an approval, or for a verdict that is not
 *       available now; or it has blocked the next payment for ten minutes. If there is an outcome
 *       later, the payment is then reported in one of the other states. The store does not name the
 *       approved payment: the library takes the oldest one with the product, the quantity and the
 *       app_account_token of the transaction.
 *    If a payment is open when the client is closed, the library reports nothing more about the
 *    payment. If the player has paid or pays later, the transaction comes at the next launch. If
 *    the game finds a transaction in the queue and finishes it before its delivery, the observers
 *    receive only transaction_removed. If the store has reported a transaction and does not
 *    complete its payment within a minute, the transaction completes the payment.
 * 8. A purchase that the store lists as unfinished is delivered as PURCHASED once per launch, until
 *    the game has finished the PURCHASED transaction, however often payments, restores and reports
 *    of the store mention the purchase. Finishing a RESTORED or FAILED transaction does not end
 *    this.
 * 9. Events only report what the store and the journal hold. The library drops no event until the
 *    client is closed: events for observers wait while there is no observer. The game can list
 *    unfinished transactions at any time.
 *
 * OWNERSHIP
 *
 * Handles are opaque. The comments use these words. A function *borrows* a pointer: the function
 * uses the pointer only during the call. A handle that a callback receives is valid until the
 * callback returns. A function *copies* something: the caller can free the memory when the call has
 * returned. A function *gives* a handle: the receiver must release the handle. A release function
 * *takes back* a handle that was given. All handles except those of clients, stores and devices are
 * immutable snapshots. Any thread can read them, even after the client is closed.
 *
 * A handle that a getter returns is borrowed. It lives as long as the handle that it came from. If
 * its type has retain and release functions, iap_…_retain() keeps it longer: the function gives the
 * same handle, and iap_…_release() takes it back. Both ignore NULL. Any thread can call them, even
 * after the client is closed. Text that a getter returns is UTF-8, ends with a NUL and lives as
 * long as the handle that it came from. Every getter accepts NULL and then returns 0 or NULL.
 *
 * A struct of options begins with struct_size. Initialize it with its IAP_…_INIT macro. The
 * function iap_…_init() does the same, but writes the size that the LIBRARY knows. It is for
 * bindings that allocate the size that the library returns (iap_struct_size()); C and C++ use the
 * macro. The function ignores NULL.
 *
 * The handles of clients, stores and devices are numbers, not addresses, and the library never
 * gives a number twice. After the close, the handle is still safe to pass, uses no memory, and
 * never refers to another client, store or device: each call with the handle fails with
 * IAP_ERROR_CLOSED. If the argument is not such a number, or is a handle of another type, the call
 * returns IAP_ERROR_INVALID_ARGUMENT. At most 16,384 of these handles can be open at a time;
 * opening one more returns IAP_ERROR_BUSY. For all other handles, it is undefined behaviour to use
 * a released handle or a handle of another type. The library finds such mistakes only with
 * iap_check_handles() or the environment variable IAP_CHECK=1.
 *
 * EXACTLY ONCE
 *
 * The library delivers a purchase as PURCHASED once per launch until the game finishes it. A launch
 * begins when a client opens. The game writes what was bought and the key of the purchase to its
 * own save file, in one write, and keeps the key forever. When this write is on disk, the game
 * finishes the transaction. If the write fails, the game retains the transaction and tries again,
 * or leaves it for the next launch. If the save file already has the key, an earlier run has
 * granted the purchase: the game only finishes it. After a crash at any moment, the library
 * delivers the purchase again, and the key makes sure that the game grants it once.
 *
 * The key is iap_transaction_original_id(). Each purchase of a consumable has an original id of its
 * own. All periods of a subscription have the same original id: if the game grants something in
 * each period, the key is the original id together with iap_transaction_purchase_date_ms(). Do not
 * use iap_transaction_id() as the key: some systems deliver one purchase under two transaction ids.
 *
 * When the observers have received transaction_removed for a PURCHASED transaction, a library with
 * a journal file does not deliver its id as PURCHASED again on this device. A restore delivers the
 * same id as RESTORED. iap_transaction_delivery_state() returns what the journal knows about the
 * delivery. A game that does not want to store keys can let the library hold what was bought:
 * <iap/iap_inventory.h>.
 *
 * No event reports that all unfinished transactions were delivered: the store can send one at any
 * time. A game keeps its observer while it runs.
 *
 * SEVERAL PLAYERS
 *
 * Several players can share a device, and with it one App Store account. A purchase with an
 * app_account_token belongs to the player with this token. Give the token of the player who is
 * signed in to the client (iap_client_options.app_account_token): all payments of the client get
 * it. The client does not deliver, grant, restore or finish a purchase with another token, and
 * iap_owns() does not count it. The purchase stays unfinished in the store, IAP_QUERY_UNFINISHED
 * lists it, and observers receive IAP_ERROR_OTHER_PLAYER (problem_reported) once per launch. It is
 * delivered when a client is open for its player. A purchase without a token, for example from an
 * offer code, belongs to the player who is signed in when it is delivered. A payment with a token
 * other than the client's is refused with IAP_ERROR_OTHER_PLAYER. A client without a token delivers
 * the purchases of all players.
 *
 * JOURNAL
 *
 * The journal is a file on the player's device. A player can edit it, or replace it with an older
 * copy. With an integrity_key, the library does not trust edited content: it removes this content,
 * keeps a copy of the edited file beside the journal, reports IAP_ERROR_STORAGE_DAMAGED, and asks
 * the store again. Then the library delivers unfinished purchases again, restores the unlocks that
 * the account owns, and sets to 0 the balances that it cannot trust. No local file can protect
 * against an older copy of the whole file, or against a player who finds the key in the program.
 * Keep on a server what players must not forge: see IAP_VERIFY_BY_SERVER.
 *
 * VALUES
 *
 * A getter is named after the value that it returns: iap_product_type(). The types of enumerations
 * end in _t: iap_product_type_t.
 *
 * Money is a whole number of thousandths of the currency's unit ("milliunits") with an ISO 4217
 * code. Times are milliseconds since 1970-01-01T00:00:00Z. Enumerations are int32_t; 0 means none,
 * unknown or the default: see the constant. The store can use a value that this version does not
 * know. If 0 means none, the getter then returns -1 (…_UNKNOWN), and the library never treats -1 as
 * none. If 0 means unknown, the getter returns 0; it also returns 0 for an absent value. Later
 * versions can add values: write a default case in each switch. If the store uses a word that this
 * version does not know, a text getter returns the word.
 *
 * WHEN ACCESS ENDS
 *
 * A purchase is revoked when its revocation date is set, and not before. Then the observers receive
 * entitlement_revoked, and the state is IAP_TRANSACTION_REVOKED. A prorated refund has the same
 * effect. A refund of some seats does not set the date: the transaction stays valid for the other
 * seats. A subscription ends with its period, or with its billing grace period if it has one;
 * iap_owns() uses both. Nothing ends because the store does not list it: real systems sometimes
 * return empty lists to players who have paid. What the account owns ends by a revocation, by the
 * end of a subscription, by an upgrade, by a newer purchase that replaces it, or because another
 * App Store account is signed in.
 */
#ifndef IAP_IAP_H
#define IAP_IAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The structs keep this packing, even if the including file uses another one. */
#pragma pack(push, 8)

/* -------------------------------------------------------------------------------------- version */

/** The version of this header: major * 0x10000 + minor * 0x100 + patch. */
#define IAP_HEADER_VERSION 0x000300u

/** Returns the version of the library at run time, in the form of IAP_HEADER_VERSION. */
uint32_t iap_version(void);

/* ---------------------------------------------------------------------------- status and errors */

/** IAP_OK or a negative value. IAP_STATUS_CATEGORY() returns its category: the low byte of the
 *  absolute value. */
typedef int32_t iap_status_t;

/** The category of a status; the IAP_CATEGORY_… constants. */
typedef int32_t iap_category_t;

#define IAP_STATUS_CATEGORY(status) ((iap_category_t)((-(status)) & 0xFF))

#define IAP_CATEGORY_NONE 0
#define IAP_CATEGORY_INVALID_ARGUMENT 1 /**< the arguments of the call are wrong */
#define IAP_CATEGORY_MISUSE 2           /**< at the wrong time or on the wrong thread */
#define IAP_CATEGORY_NOT_FOUND 3
#define IAP_CATEGORY_CANCELLED 4 /**< by the player, the game, or a close */
#define IAP_CATEGORY_NOT_ALLOWED 5
#define IAP_CATEGORY_UNAVAILABLE 6 /**< the product or the storefront is not available */
#define IAP_CATEGORY_NETWORK 7
#define IAP_CATEGORY_STORE 8        /**< the store failed */
#define IAP_CATEGORY_VERIFICATION 9 /**< a signature is not valid */
#define IAP_CATEGORY_STORAGE 10     /**< a file of the library could not be read or written */
#define IAP_CATEGORY_UNSUPPORTED 11
#define IAP_CATEGORY_OFFER 12
#define IAP_CATEGORY_INTERNAL 13

#define IAP_OK 0
#define IAP_ERROR_INVALID_ARGUMENT (-1)
#define IAP_ERROR_INVALID_QUANTITY (-257)    /**< the quantity is not within 1 to 10 */
#define IAP_ERROR_INVALID_TEXT (-513)        /**< not UTF-8, or empty where text is required */
#define IAP_ERROR_INVALID_STRUCT_SIZE (-769) /**< no version of the struct has this struct_size */
#define IAP_ERROR_TOO_LARGE (-1025)          /**< longer or larger than the limit of the function */
#define IAP_ERROR_INVALID_STORE_FILE (-1281) /**< a .storekit file; the message names the place */
#define IAP_ERROR_INVALID_ANCHOR (-1537)     /**< this call cannot show anything in the UI anchor */
/** A list, grants or certificate file that cannot be read. */
#define IAP_ERROR_INVALID_FILE (-1793)
#define IAP_ERROR_MISUSE (-2)
#define IAP_ERROR_CLOSED (-258)            /**< the client, store or device has been closed */
#define IAP_ERROR_REENTRANT (-514)         /**< in a call that processes events; see rule 4 */
#define IAP_ERROR_WRONG_THREAD (-770)      /**< another thread processes events; see rule 5 */
#define IAP_ERROR_INVALID_STATE (-1026)    /**< for example, a transaction is still purchasing */
#define IAP_ERROR_VERSION_MISMATCH (-1282) /**< the header is newer than the library */
#define IAP_ERROR_BUSY (-1538)             /**< something else is open or in use: close it first */
#define IAP_ERROR_KEY_IN_USE (-1794)       /**< the key of another change of the inventory */
#define IAP_ERROR_NOT_FOUND (-3)
#define IAP_ERROR_CANCELLED (-4)
#define IAP_ERROR_UNFINISHED_PURCHASE (-260)  /**< an earlier purchase is unfinished; see rule 7 */
#define IAP_ERROR_NOT_ALLOWED (-5)            /**< this device or player must not make payments */
#define IAP_ERROR_NOT_ELIGIBLE (-261)         /**< the app or account must not use this feature */
#define IAP_ERROR_INSUFFICIENT_BALANCE (-517) /**< the balance is below the amount */
#define IAP_ERROR_OTHER_PLAYER (-773)         /**< see SEVERAL PLAYERS */
#define IAP_ERROR_PRODUCT_UNAVAILABLE (-6)
#define IAP_ERROR_NOT_IN_STOREFRONT (-262)
#define IAP_ERROR_ALREADY_SUBSCRIBED (-518) /**< nothing was charged: restore the purchases */
#define IAP_ERROR_NETWORK (-7)
#define IAP_ERROR_SERVER (-263) /**< the game's own server returned an unexpected response */
#define IAP_ERROR_STORE (-8)
#define IAP_ERROR_NOT_ENTITLED (-264)      /**< the app lacks an entitlement that the call needs */
#define IAP_ERROR_DUPLICATE_REQUEST (-520) /**< a refund of this transaction was requested before */
#define IAP_ERROR_VERIFICATION (-9)
#define IAP_ERROR_STORAGE (-10)
#define IAP_ERROR_STORAGE_FULL (-266)
#define IAP_ERROR_STORAGE_NEWER (-522)    /**< by a newer library; the file stays unchanged */
#define IAP_ERROR_STORAGE_FOREIGN (-778)  /**< no file of this library; it stays unchanged */
#define IAP_ERROR_STORAGE_DAMAGED (-1034) /**< the message has the new name of the damaged file */
#define IAP_ERROR_UNSUPPORTED (-11)       /**< not on this system or version; see iap_supports() */
#define IAP_ERROR_OFFER (-12)
#define IAP_ERROR_INELIGIBLE_FOR_OFFER (-268)
#define IAP_ERROR_INVALID_OFFER_IDENTIFIER (-524)
#define IAP_ERROR_INVALID_OFFER_PRICE (-780)
#define IAP_ERROR_INVALID_OFFER_SIGNATURE (-1036)
#define IAP_ERROR_MISSING_OFFER_PARAMETERS (-1292)
#define IAP_ERROR_INTERNAL (-13)

/** The value of struct_size that the INIT macros use. */
#ifdef __cplusplus
#define IAP_STRUCT_SIZE(type) (static_cast<uint32_t>(sizeof(type)))
#else
#define IAP_STRUCT_SIZE(type) ((uint32_t)sizeof(type))
#endif

/** An error. The caller owns it; initialize it with IAP_ERROR_VALUE_INIT. Texts that are too long
 *  are cut. */
typedef struct iap_error {
    uint32_t struct_size;
    iap_status_t status;
    iap_category_t category;
    int32_t retryable;  /**< 1: the same call can succeed later without a change in the game */
    int64_t store_code; /**< the code of the store's own error, if there is one */
    /** For example "StoreKit.StoreKitError"; empty if the error is the library's own. */
    char store_domain[96];
    char message[400]; /**< one line in English for logs: what failed, where, and what to do */
} iap_error;

/* clang-format off */
#define IAP_ERROR_VALUE_INIT {IAP_STRUCT_SIZE(iap_error), 0, 0, 0, 0, {0}, {0}}
/* clang-format on */

/** Returns the size of a struct that begins with struct_size. This is for bindings that have no
 *  macros: they allocate this number of bytes, set all bytes to zero, and write the size into the
 *  first four bytes. \returns the size that this library knows, in bytes; 0 for any other name. */
uint32_t iap_struct_size(const char *name);
void iap_error_init(iap_error *error);

/** Returns the name of a status constant, for logs.
 *  \returns for example "IAP_ERROR_NETWORK"; "IAP_ERROR_UNKNOWN" for other values. Static text. */
const char *iap_status_name(iap_status_t status);

/* -------------------------------------------------------------------------------------- handles */

typedef struct iap_client iap_client;
typedef struct iap_product iap_product;
typedef struct iap_products iap_products; /**< the response to a product request */
typedef struct iap_transaction iap_transaction;
typedef struct iap_subscription_status iap_subscription_status; /**< <iap/iap_subscriptions.h> */
/** A purchase that the player began in the App Store: <iap/iap_promotions.h>. */
typedef struct iap_purchase_intent iap_purchase_intent;
typedef struct iap_message iap_message; /**< a message of the App Store: <iap/iap_sheets.h> */
typedef struct iap_device iap_device;   /**< a device of a reference store: <iap/iap_store.h> */

/* Options that have headers of their own. */
typedef struct iap_inventory_options iap_inventory_options;       /**< <iap/iap_inventory.h> */
typedef struct iap_verification_options iap_verification_options; /**< <iap/iap_verification.h> */

/* --------------------------------------------------------------------------------------- client */

/** How the library runs between two calls of iap_client_process_events(). */
typedef int32_t iap_execution_t;
#define IAP_EXECUTION_BACKGROUND 0 /**< on a separate thread */
/** The library runs only inside iap_client_process_events() and iap_client_next_event(). The
 *  library has no thread, except one for each open request to the game's server. With a store on a
 *  virtual clock, the same calls give the same events in the same order. Linux only. */
#define IAP_EXECUTION_MANUAL 1

/** Notifies the game that there is something to process. The library calls this function on any
 *  thread, also inside an API call. One call can have several reasons. If events are left when a
 *  call of iap_client_process_events() ends, because of max_events, the library calls this function
 *  again. The function can wake a sleeping loop but must not call the library. */
typedef void (*iap_wake_function)(void *user_data);

/** Initialize it with IAP_CLIENT_OPTIONS_INIT. */
typedef struct iap_client_options {
    uint32_t struct_size;
    iap_execution_t execution;
    /** The file in which the client keeps its durable state (copies the path). Each player of the
     *  device needs a separate file. The folder must exist. An Apple TV allows only its Caches
     *  folder, and can empty it. With NULL the client keeps this state only in memory: delivery
     *  counts and the inventory then start from the beginning at each launch, and only the store
     *  remembers what was finished. If the file is damaged or from an earlier version, the library
     *  renames it and copies what it can read into a new file. If the journal has checksums, it is
     *  possible that the library can copy nothing, because records are missing. Observers receive
     *  IAP_ERROR_STORAGE_DAMAGED (problem_reported), at a later launch if there is no observer now.
     *  The library writes the file on its own thread, but iap_client_open() creates it, and in
     *  manual mode the calls that process events write it. */
    const char *journal_path;
    /** Linux: the client runs on this device of a reference store; see <iap/iap_store.h>. It is
     *  required there (else IAP_ERROR_UNSUPPORTED), and must stay open longer than the client. On
     *  other systems NULL: the client uses the App Store. */
    iap_device *device;
    iap_wake_function wake; /**< may be NULL */
    void *wake_user_data;
    /** 0: the system shows the App Store's messages itself. 1: observers receive them
     *  (message_received), and the system shows a message when the game calls
     *  iap_display_message(). */
    int32_t handles_messages;
    /** The maximum size of the audit log in the journal, in bytes; 0: 1 MiB. The library removes
     *  the oldest lines first. */
    uint32_t audit_limit_bytes;
    /** What products grant, if the library holds the inventory (copies it); NULL: the game holds
     *  the inventory. */
    const iap_inventory_options *inventory;
    /** Extra verification before delivery, in addition to the store's verification (copies it);
     *  NULL: none. */
    const iap_verification_options *verification;
    /** The player who owns this journal: a text that the game chooses, 1 to 255 bytes of UTF-8
     *  (copies it). The journal stores it. Opening the journal for another player, or without a
     *  player, returns IAP_ERROR_INVALID_STATE. NULL: the game names no player. */
    const char *player_id;
    /** A secret of the game for this player, 16 to 1024 bytes (copies it). Keep it on the game's
     *  server if you can. With this key the journal has checksums, and the library does not trust
     *  edited content: see JOURNAL above. NULL: on Apple systems the library uses a key in the
     *  keychain; on other systems there are no checksums. */
    const void *integrity_key;
    size_t integrity_key_length; /**< of integrity_key, in bytes */
    /** 1: the library accepts the whole content of a journal, even if the journal has no checksums,
     *  has the checksums of another key, or was written without player_id. The library always
     *  refuses a journal that names another player. Set 1 in the version of the game that
     *  introduces or changes the key, or introduces player_id. 0: if the game gives integrity_key,
     *  the library trusts nothing in a journal without checksums, and refuses a journal of another
     *  key. */
    int32_t adopts_journal;
    uint32_t reserved; /**< 0 */
    /** The token of the player who is signed in to the game: a UUID (copies it). Give it if several
     *  players can sign in on one device. Payments without a token get this token. A purchase with
     *  another token belongs to another player: see SEVERAL PLAYERS above. NULL: the client treats
     *  all purchases of the account in the same way. */
    const char *app_account_token;
} iap_client_options;

/* clang-format off */
#define IAP_CLIENT_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_client_options), IAP_EXECUTION_BACKGROUND, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, \
     0, 0, 0, NULL}
/* clang-format on */
void iap_client_options_init(iap_client_options *options);

/** Call iap_client_open() instead, which calls this function. The client immediately starts to
 *  listen to the store and to list unfinished transactions. It delivers nothing before the game
 *  adds an observer. The call reads the journal on the calling thread: about 1 ms; with
 *  integrity_key 4 ms for each 1,000 purchases. The first launch also writes the new journal.
 *  \returns IAP_OK, IAP_ERROR_TOO_LARGE (a path above 4096 bytes), IAP_ERROR_VERSION_MISMATCH,
 *  IAP_ERROR_CLOSED (the device is closed), IAP_ERROR_BUSY (another client runs on the device
 *  handle or uses the journal, or too many handles are open; the system releases the journal of a
 *  process that has ended), IAP_ERROR_INVALID_FILE (a file of the inventory or the verification;
 *  the message names the place), IAP_ERROR_INVALID_STATE (the journal belongs to another player,
 *  or has another key; the journal stays unchanged), IAP_ERROR_UNSUPPORTED (this system has no
 *  store: hide the shop; or it does not have an option), IAP_ERROR_STORAGE,
 *  IAP_ERROR_STORAGE_FULL, IAP_ERROR_STORAGE_NEWER or IAP_ERROR_STORAGE_FOREIGN (the journal
 *  stays unchanged), IAP_ERROR_INTERNAL (no thread is available). */
iap_status_t iap_client_open_version(uint32_t header_version, const iap_client_options *options, iap_client **client,
                                     iap_error *error);

/** Opens a client. \returns as iap_client_open_version(). */
static inline iap_status_t iap_client_open(const iap_client_options *options, iap_client **client, iap_error *error) {
    return iap_client_open_version(IAP_HEADER_VERSION, options, client, error);
}

/**
 * Delivers events to the callbacks of requests and to the observers. Call this function once per
 * frame: in background mode the call takes a few nanoseconds when there is nothing to do. A manual
 * client of a store with a state file checks that file in each call.
 * \param max_events the maximum number of events; 0 means all events that are in the queue now.
 *        Events that wait for an observer do not count towards this maximum.
 * \returns the number of delivered events; or IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED,
 *          IAP_ERROR_REENTRANT, IAP_ERROR_WRONG_THREAD.
 * \threadsafety any thread, one at a time. \callbacksafety no: IAP_ERROR_REENTRANT.
 */
int32_t iap_client_process_events(iap_client *client, uint32_t max_events);

/**
 * Waits until there is something to process. This function is for tools and tests; a game loop
 * calls iap_client_process_events() instead.
 * \param timeout_ms the maximum time to wait, in milliseconds; 0 checks without waiting.
 * \returns 1 if there is something to process, 0 after the timeout; or IAP_ERROR_INVALID_ARGUMENT
 *          (NULL), IAP_ERROR_CLOSED (also when the client is closed while this call waits),
 *          IAP_ERROR_REENTRANT.
 * \threadsafety any thread. \callbacksafety no: IAP_ERROR_REENTRANT.
 */
int32_t iap_client_wait_events(iap_client *client, uint32_t timeout_ms);

/* ------------------------------------------------------------------------------------- products */

typedef int32_t iap_product_type_t;
#define IAP_PRODUCT_TYPE_UNKNOWN 0
#define IAP_PRODUCT_TYPE_CONSUMABLE 1
#define IAP_PRODUCT_TYPE_NON_CONSUMABLE 2
#define IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION 3
#define IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION 4

/** The maximum number of product ids in one request, and of bytes in one product id. */
#define IAP_PRODUCT_IDS_MAX 10000
#define IAP_PRODUCT_ID_LENGTH_MAX 1024

/** Returns whether this player is allowed to make payments on this device. If not, hide the shop.
 *  \returns 1 or 0, never a negative value; 0 if the call failed. */
int32_t iap_can_make_payments(iap_client *client, iap_error *error);

/** Completes a product request. */
typedef void (*iap_products_function)(void *user_data, iap_client *client, uint64_t request_id,
                                      const iap_products *products, const iap_error *error);

/**
 * Requests products from the store. The completion receives the products that the store knows, each
 * once, in the order of the request. It also receives the ids that the store does not know. It can
 * happen that the store returns no product for a request of several products, although the journal
 * knows one of them. Then the request fails with IAP_ERROR_STORE, and the error is retryable: real
 * systems sometimes return nothing by mistake. If the next request gets no product either, it
 * succeeds.
 * \param product_ids the library requests a repeated id only once. For an empty list the completion
 *        receives an empty list.
 * \param count the number of ids; at most IAP_PRODUCT_IDS_MAX, each 1 to IAP_PRODUCT_ID_LENGTH_MAX
 *        bytes of UTF-8.
 */
iap_status_t iap_request_products(iap_client *client, const char *const *product_ids, size_t count,
                                  iap_products_function completion, void *user_data, uint64_t *request_id,
                                  iap_error *error);

/** Returns the number of products that the store knows. */
size_t iap_products_count(const iap_products *products);
/** Returns one of the products. */
const iap_product *iap_products_at(const iap_products *products, size_t index);
/** Returns the number of requested ids that the store does not know. */
size_t iap_products_invalid_count(const iap_products *products);
/** Returns one of the ids that the store does not know. */
const char *iap_products_invalid_at(const iap_products *products, size_t index);
const iap_products *iap_products_retain(const iap_products *products);
void iap_products_release(const iap_products *products);
/** Returns the id that payments use for the product. */
const char *iap_product_id(const iap_product *product);
/** Returns the type of the product. */
iap_product_type_t iap_product_type(const iap_product *product);
/** Returns the name, in the storefront's language; empty if the store has none. */
const char *iap_product_display_name(const iap_product *product);
/** Returns the description, in the storefront's language; empty if the store has none. */
const char *iap_product_description(const iap_product *product);
/** Returns the price as the store formats it for its storefront, for example "4,99 €". Show this
 *  text to the player. */
const char *iap_product_display_price(const iap_product *product);
/** Returns the exact price: $0.99 is 990. */
int64_t iap_product_price_milliunits(const iap_product *product);
/** Returns the currency of the price. \returns its ISO 4217 code, for example "USD"; empty if the
 *  store does not report it. */
const char *iap_product_currency_code(const iap_product *product);
const iap_product *iap_product_retain(const iap_product *product);
void iap_product_release(const iap_product *product);

/* ------------------------------------------------------------------------------------- payments */

/** Buys one unit of a product. Observers receive the payment as a transaction, see rule 7, with the
 *  same payment id. \returns as iap_add_payment() of <iap/iap_payments.h>. */
iap_status_t iap_buy(iap_client *client, const char *product_id, uint64_t *payment_id, iap_error *error);

/* ------------------------------------------------------------------------------------ observers */

/** The functions of a game that receive events without a request. Any function may be NULL.
 *  Initialize the struct with IAP_OBSERVER_INIT. Every handle is borrowed for the call. */
typedef struct iap_observer {
    uint32_t struct_size;
    uint32_t reserved; /**< 0 */
    void *user_data;   /**< each function receives it */
    /** A transaction entered the queue or changed its state. PURCHASED: grant it, then finish it.
     *  RESTORED: grant what the account owns (it is never a consumable), then finish it. FAILED:
     *  finish it. UNVERIFIED: do not grant it; the event comes once per launch. */
    void (*transaction_updated)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** A finished transaction left the queue. With a journal file the finish of a purchase is now
     *  durable in the journal. The store may record it later. If the game ends before that, the
     *  next launch finishes the transaction in the store, without an event. */
    void (*transaction_removed)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** A restore has delivered everything, even if there was nothing to deliver. Transactions that
     *  wait for a verdict of the game's verification, or for a full disk, come later. */
    void (*restore_finished)(void *user_data, iap_client *client, uint64_t request_id);
    /** A restore failed. */
    void (*restore_failed)(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error);
    /** The store revoked a purchase, finished or not. A revocation comes only here, and not as
     *  transaction_updated. The transaction has the state REVOKED and the ids of the purchase. A
     *  restored transaction leaves the queue with this event. With a journal file the library keeps
     *  the event until this function has returned. No event reports that a refund was reversed. If
     *  the store then revokes the purchase again, the game receives the second revocation, too. If
     *  the signature of a revocation is not valid, the game receives the transaction as UNVERIFIED.
     *  Then the library looks for the revocation in the store's history at each launch, until the
     *  revocation is proved. */
    void (*entitlement_revoked)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** The account now uses the App Store of another country: request the products again. */
    void (*storefront_changed)(void *user_data, iap_client *client, const char *country_code, const char *identifier);
    /** Reports a failure that belongs to no open request. No paid purchase is lost: if the journal
     *  cannot be written, the library tries again. If the store does not know the product of a
     *  purchase intent, the library reports this here and drops the intent. */
    void (*problem_reported)(void *user_data, iap_client *client, const iap_error *error);
    /** A subscription was bought, renewed, changed, ended or revoked. */
    void (*subscription_status_changed)(void *user_data, iap_client *client, const iap_subscription_status *status);
    /** The player began a purchase in the App Store. The intent waits until the game takes or
     *  declines it; see iap_take_purchase_intent(). When an observer is added, the library reports
     *  the earlier intents again to all observers. It leaves out the intents that the game has
     *  taken, declined or kept for later. */
    void (*purchase_intent_received)(void *user_data, iap_client *client, const iap_purchase_intent *intent);
    /** The App Store has a message for the player: show it with iap_display_message() at a good
     *  moment in the game. Only with iap_client_options.handles_messages. */
    void (*message_received)(void *user_data, iap_client *client, const iap_message *message);
    /** Only with IAP_VERIFY_BY_GAME: the game must find out whether this purchase (state PURCHASED,
     *  not yet delivered) is genuine, and report the verdict with iap_give_verdict(), now or
     *  later. The request waits for an observer that has this function. */
    void (*verification_requested)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** The result of iap_owns() for a product has changed: is_owned is 1 or 0. The event comes once
     *  for each change. At a launch it also comes for what has changed since the last launch. */
    void (*entitlement_changed)(void *user_data, iap_client *client, const char *product_id, int32_t is_owned);
} iap_observer;

/* clang-format off */
#define IAP_OBSERVER_INIT \
    {IAP_STRUCT_SIZE(iap_observer), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}
/* clang-format on */
void iap_observer_init(iap_observer *observer);

/**
 * Adds an observer. The first observer starts the delivery: the library delivers unfinished
 * transactions, once per launch. Without extra verification, they come in the order in which the
 * store reported them. If there are several observers, each one receives each event, in the order
 * in which the observers were added. An observer that is added later receives only later events,
 * and the open purchase intents.
 * \param observer_id gives the id for iap_remove_observer(); may be NULL.
 */
iap_status_t iap_add_observer(iap_client *client, const iap_observer *observer, uint64_t *observer_id,
                              iap_error *error);

/** Removes an observer. The observer receives nothing more. If no observer is left, events for
 *  observers wait for the next observer.
 *  \returns IAP_OK, IAP_ERROR_NOT_FOUND, IAP_ERROR_WRONG_THREAD. */
iap_status_t iap_remove_observer(iap_client *client, uint64_t observer_id, iap_error *error);

/* --------------------------------------------------------------------------------- transactions */

typedef int32_t iap_transaction_state_t;
#define IAP_TRANSACTION_UNKNOWN 0
/** The store is processing it; the game cannot finish it yet. */
#define IAP_TRANSACTION_PURCHASING 1
#define IAP_TRANSACTION_PURCHASED 2 /**< paid: grant it, then finish it */
/** Not paid, as far as is known now: see rule 7 and iap_transaction_error(). Finish it. */
#define IAP_TRANSACTION_FAILED 3
#define IAP_TRANSACTION_RESTORED 4 /**< the account already owned it: grant it, then finish it */
/** It waits, perhaps forever: for another person's approval, for the game's own verification (then
 *  it is paid), or for the store while another payment is open; see rule 7. */
#define IAP_TRANSACTION_DEFERRED 5
/** The store revoked it: remove what it granted, and finish it. Observers receive it only as
 *  entitlement_revoked. A finish returns IAP_OK, even if it has left the queue. */
#define IAP_TRANSACTION_REVOKED 6
/** Its signature is not valid; see iap_transaction_signature_check(). Do not grant it. It is not in
 *  the queue and cannot be finished; the store offers it again at the next launch. */
#define IAP_TRANSACTION_UNVERIFIED 7
/** It is paid, and the game's own verification refused it; see iap_transaction_error(). Do not
 *  grant it. The library finishes it; it is not in the queue. */
#define IAP_TRANSACTION_REJECTED 8

/** What the journal knows about the delivery of a transaction. */
typedef int32_t iap_delivery_state_t;
#define IAP_DELIVERY_NONE 0 /**< no delivery state; see iap_transaction_delivery_state() */
/** It was not delivered before this delivery: grant it, unless the save file has the key. If it is
 *  revoked, remove only what the save file has under its key. */
#define IAP_DELIVERY_NEW 1
/** An earlier delivery is recorded, and no grant: look for the key in the save file. */
#define IAP_DELIVERY_SEEN 2
/** The grant is recorded, by the inventory or by iap_record_grant(): only finish the transaction.
 *  A revoked one was granted or finished before: remove it. */
#define IAP_DELIVERY_GRANTED 3

/** Returns the state of a transaction when this snapshot was made. */
iap_transaction_state_t iap_transaction_state(const iap_transaction *transaction);
/** Returns the store's id of the transaction. Some systems deliver one purchase under two
 *  transaction ids. To grant a purchase once, use iap_transaction_original_id(); see EXACTLY ONCE
 *  at the top.
 *  \returns the id; 0 while purchasing, deferred or failed. */
uint64_t iap_transaction_id(const iap_transaction *transaction);
/** Returns the id of the first transaction of a purchase. A game keeps it to grant each purchase
 *  once; see EXACTLY ONCE at the top. All periods of a subscription have the id of its first
 *  period. Each purchase of a consumable has an id of its own. A restored transaction has the
 *  original id of the purchase that it restores.
 *  \returns the id, equal to iap_transaction_id() if there is no earlier transaction. */
uint64_t iap_transaction_original_id(const iap_transaction *transaction);
/** Returns the id of the payment of this run that led to the transaction. \returns as
 *  iap_add_payment() gave it; 0 if no payment of this run led to it. */
uint64_t iap_transaction_payment_id(const iap_transaction *transaction);
/** Returns the product. */
const char *iap_transaction_product_id(const iap_transaction *transaction);
/** Returns the type of the product; unknown while purchasing, deferred or failed. */
iap_product_type_t iap_transaction_product_type(const iap_transaction *transaction);
/** Returns the quantity: 1 to 10, or the number of seats of a subscription. */
int32_t iap_transaction_quantity(const iap_transaction *transaction);
/** Returns the date of the purchase; 0 while purchasing, deferred or failed. */
int64_t iap_transaction_purchase_date_ms(const iap_transaction *transaction);
/** Returns the number of deliveries of the purchase to the game, including this delivery. The
 *  library delivers a purchase once per launch until the game finishes it. 2 or more means that an
 *  earlier run may have granted the purchase.
 *  \returns the number; 0 if the state is not PURCHASED: the library counts only these
 *  deliveries. */
int32_t iap_transaction_delivery_count(const iap_transaction *transaction);
/** Returns what the journal knew about the delivery when this snapshot was made.
 *  \returns an IAP_DELIVERY_… value for three kinds of transactions: PURCHASED ones that were
 *  delivered, RESTORED ones that the inventory holds (GRANTED), and REVOKED ones; else
 *  IAP_DELIVERY_NONE. */
iap_delivery_state_t iap_transaction_delivery_state(const iap_transaction *transaction);
/** Returns the purchase that a restored transaction restores; NULL if the state is not
 *  IAP_TRANSACTION_RESTORED. */
const iap_transaction *iap_transaction_original(const iap_transaction *transaction);

/**
 * Returns why the transaction failed.
 * \param error borrows it and fills it; NULL is allowed.
 * \returns the status of the error; IAP_OK unless the state is IAP_TRANSACTION_FAILED,
 *          IAP_TRANSACTION_UNVERIFIED or IAP_TRANSACTION_REJECTED.
 */
iap_status_t iap_transaction_error(const iap_transaction *transaction, iap_error *error);

const iap_transaction *iap_transaction_retain(const iap_transaction *transaction);
void iap_transaction_release(const iap_transaction *transaction);

/** Finishes a transaction: the game has granted it, or has noted that it failed. The library first
 *  records the finish in the journal and then notifies the store. Then the observers receive
 *  transaction_removed. The game cannot finish the transaction yet in three cases: the state of
 *  this handle is purchasing or deferred; a payment for the product is purchasing, and the
 *  transaction may be its outcome; the transaction waits for its verification. The library
 *  delivers the transaction when the payment ends or the verdict is valid: finish it then.
 *  \returns IAP_OK (also while the same transaction is being finished, and for every transaction
 *  that the store has revoked), IAP_ERROR_INVALID_STATE (one of these three cases),
 *  IAP_ERROR_NOT_FOUND (not in this client's queue, or finished before). */
iap_status_t iap_finish_transaction(iap_client *client, const iap_transaction *transaction, iap_error *error);

/** Finishes the transaction with this id (purchased, restored or revoked), for games that keep only
 *  the id. \returns as iap_finish_transaction(). */
iap_status_t iap_finish_transaction_id(iap_client *client, uint64_t transaction_id, iap_error *error);

/**
 * Records in the journal that the game has granted a transaction and that the grant is safe in the
 * game's save file. From then on, each delivery of the transaction as PURCHASED has the delivery
 * state IAP_DELIVERY_GRANTED, and so has its revocation. The record is on disk when
 * iap_queue_transactions() shows this state. A finish records the grant as well; this function is
 * for games that cannot finish the transaction immediately.
 * \param transaction borrows it: a purchased or restored transaction that the library has
 *        delivered.
 * \returns IAP_OK (even if the grant is recorded already), IAP_ERROR_INVALID_STATE (neither
 *          purchased nor restored, or not delivered yet), IAP_ERROR_NOT_FOUND (not in this client's
 *          queue, or finished before).
 */
iap_status_t iap_record_grant(iap_client *client, const iap_transaction *transaction, iap_error *error);

/* ------------------------------------------------------------------------ what the account owns */

/** Delivers again what the account owns: non-consumables and active subscriptions. Observers
 *  receive each of these purchases as IAP_TRANSACTION_RESTORED with its original transaction,
 *  unless the purchase waits in the queue as purchased. At the end they receive either
 *  restore_finished once, even if there was nothing to restore, or restore_failed once. The error
 *  is IAP_ERROR_CANCELLED if the player does not sign in, and IAP_ERROR_NETWORK if there is no
 *  network. The system may sign the player in: call this function only when the player requests a
 *  restore. The restore delivers no consumable, and no subscription that an upgrade has
 *  replaced. */
iap_status_t iap_restore_completed_transactions(iap_client *client, uint64_t *request_id, iap_error *error);

/**
 * Returns whether the account may use a product now. This is true for three kinds of products: a
 * non-consumable, an active subscription (also in its billing grace period), and a non-renewing
 * subscription. Only the game knows the length of a non-renewing subscription, so the library
 * counts the subscription as owned also after its end. It is never true for a consumable. The
 * result includes purchases from other devices of the account: no restore and no password are
 * needed.
 *
 * The library reads what the account owns at each launch and whenever it changes, and does not ask
 * the player. Before the first response of a launch, and without a network, the library uses the
 * last state in the journal. A subscription ends when the store reports that it has ended and why.
 * Without this report the subscription ends by the device's clock, ten seconds after the end of its
 * period, because the store can report a renewal some seconds late. If the game uses a verification
 * of its own, a purchase counts when its verdict is valid. A purchase that the store has revoked
 * does not count again on this device, even if the refund is reversed; a new one counts. An
 * observer receives each change of the result (entitlement_changed). The unlocks of an inventory
 * change together with the result.
 * \param error may be NULL; borrows it: IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL),
 *        IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \returns 1 or 0, never a negative value; 0 if the call failed.
 */
int32_t iap_owns(iap_client *client, const char *product_id, iap_error *error);

/* ------------------------------------------------------------------------- requests and the end */

/**
 * Completes a request that has no other result than success or failure.
 * \param error borrows it; NULL if the request succeeded. Its status is IAP_ERROR_CANCELLED if the
 *        player closed the sheet that the system showed.
 */
typedef void (*iap_completion_function)(void *user_data, iap_client *client, uint64_t request_id,
                                        const iap_error *error);

/** Completes a request whose result is yes or no: flag is 1 or 0. */
typedef void (*iap_flag_function)(void *user_data, iap_client *client, uint64_t request_id, int32_t flag,
                                  const iap_error *error);

/** Completes a request whose result is a text. */
typedef void (*iap_text_function)(void *user_data, iap_client *client, uint64_t request_id, const char *text,
                                  const iap_error *error);

/**
 * Cancels a request. This call calls its completion, if it has one, with IAP_ERROR_CANCELLED. After
 * this call has returned, the library does not call the completion any more, and the game can free
 * the data that the completion uses. If it returns IAP_ERROR_WRONG_THREAD, the request is still
 * open. A completion that cancels its own request gets IAP_ERROR_NOT_FOUND.
 *
 * A restore has no completion: the observers receive restore_failed with IAP_ERROR_CANCELLED when
 * the game processes events. Hosts that poll receive no event for a cancelled request, except
 * IAP_EVENT_RESTORE_FAILED for a restore.
 *
 * The store continues what it has begun: a sheet stays open. This function does not cancel
 * payments; see iap_cancel_payment().
 * \param request_id the id that the request function gave.
 * \returns IAP_OK, IAP_ERROR_NOT_FOUND (the request has ended, or it is no request of this client),
 *          IAP_ERROR_WRONG_THREAD.
 */
iap_status_t iap_cancel_request(iap_client *client, uint64_t request_id, iap_error *error);

/**
 * Closes a client. Closing loses no transaction: unfinished transactions come again when the game
 * opens a client the next time. Open requests end with IAP_ERROR_CANCELLED inside this call; for an
 * open restore the observers receive restore_failed. After that, the library calls no function of
 * the game.
 *
 * While another thread processes events of this client or cancels one of its requests, the client
 * stays open, and the call returns IAP_ERROR_WRONG_THREAD. So close the client on the thread that
 * processes its events, or when no thread does.
 *
 * It is safe to end a process without closing its clients, with one exception on Linux: if a
 * process uses OpenSSL before it first uses this library, it has to close its clients and stores
 * before it ends.
 * \param client borrows it; the handle stays safe to pass.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_WRONG_THREAD, IAP_ERROR_CLOSED (the
 *          client was closed before, or another thread is closing it now and may still end
 *          requests).
 */
iap_status_t iap_client_close(iap_client *client);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_H */
