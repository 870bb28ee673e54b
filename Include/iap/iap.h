/*
 * iap.h: in-app purchases for games written in C and C++.
 *
 * One client is one running game on one device. The game requests products and adds payments. Observers receive the
 * transactions. The game grants what was bought and then finishes the transaction. On Apple systems the client uses
 * StoreKit 2. On Linux it uses the reference App Store of <iap/iap_store.h>. Other systems have no store: iap_client_open()
 * returns IAP_ERROR_UNSUPPORTED there, and the game hides its shop.
 *
 * EVENTS AND THREADS
 *
 *  1. The library calls functions of the game only inside iap_client_process_events(), on the thread that calls it. There are
 *     two exceptions: iap_client_close() ends all open requests, and iap_cancel_request() ends one request. Both call the
 *     functions of the game on the calling thread, before they return. (The wake function and the log function are not events;
 *     see iap_client_options and iap_set_log_function().) Functions of the game must return: it is undefined behaviour if a C++
 *     exception or longjmp leaves one of them.
 *  2. The library never calls a function of the game (except the wake function and the log function) in these cases: inside
 *     the call that started the work (a request, a payment, a finish or any other call); while the library holds a lock; after
 *     iap_client_close() has returned IAP_OK.
 *  3. iap_client_process_events() delivers the events that are in the queue when the call begins. In manual mode, the call
 *     first runs the library's work, and then delivers the events that are in the queue at that moment. The call delivers at
 *     most max_events events, in the order in which they entered the queue.
 *  4. The game can call every function of this header inside a callback, unless its comment says otherwise. Inside a callback,
 *     functions that process events of the same client return IAP_ERROR_REENTRANT. A callback is allowed to cancel, to remove
 *     observers and to close the client; after the close, the delivery stops immediately.
 *  5. The game can call every function from any thread, unless its comment says otherwise. One thread at a time processes
 *     events of a client. While a thread does this, or is in iap_cancel_request(), these functions immediately return
 *     IAP_ERROR_WRONG_THREAD on every other thread: the functions that process events, iap_client_close(),
 *     iap_cancel_request(), iap_cancel_payment() and iap_remove_observer(). After fork(), the child calls exec() before it uses
 *     the library.
 *  6. Every request ends in exactly one completion. Requests that are open at the same time can end in any order. If the game
 *     cancels a request, or closes the client while the request is open, the request ends with IAP_ERROR_CANCELLED. Hosts that
 *     poll receive no event for such a request. There is one exception: for a restore that the game cancels, they receive
 *     IAP_EVENT_RESTORE_FAILED.
 *  7. The store gets one payment at a time, in the order of the calls. Another payment waits until this one has its outcome or
 *     waits for an approval; iap_cancel_payment() cancels a payment that waits for its turn. Every payment is reported as
 *     IAP_TRANSACTION_PURCHASING and then as exactly one of these:
 *      - IAP_TRANSACTION_PURCHASED: the player has paid for the purchase.
 *      - IAP_TRANSACTION_RESTORED: the account already owned the product and was not charged. Or the payment requests a change
 *        of a subscription, and the change starts at the next renewal. Then this is the transaction of the current period: its
 *        product is the current product and not the requested product.
 *      - IAP_TRANSACTION_FAILED: the payment has bought nothing so far. The error is IAP_ERROR_CANCELLED if the player changed
 *        their mind, or if the game cancelled the payment. It is IAP_ERROR_UNFINISHED_PURCHASE if the store returned an earlier
 *        purchase that waits to be finished: nothing was charged, and the earlier purchase is reported as PURCHASED once per
 *        launch until the game finishes it. It is IAP_ERROR_OTHER_PLAYER if that purchase belongs to another player. After
 *        IAP_ERROR_CANCELLED, IAP_ERROR_NETWORK, IAP_ERROR_STORE or IAP_ERROR_VERIFICATION it is possible that the store
 *        charged the player. Then the transaction can come later as PURCHASED, and belongs to no payment.
 *      - IAP_TRANSACTION_REJECTED: the player has paid for the purchase, and the game's own verification refused it.
 *      - IAP_TRANSACTION_UNVERIFIED: the signature of the transaction is not valid (only with IAP_VERIFY_BY_SIGNATURE).
 *      - IAP_TRANSACTION_DEFERRED: the payment waits for an approval, or for a verdict that is not available now. If there is
 *        an outcome later, the payment is then reported in one of the other states. The store does not say which payment was
 *        approved: it is the oldest one with the product, the quantity and the app_account_token of the transaction.
 *     If a payment is open when the client is closed, the library reports nothing more about the payment. If the player has
 *     paid or pays later, the transaction comes at the next launch. If the game finds a transaction in the queue and finishes
 *     it before its delivery, the observers receive only transaction_removed. If the store has reported a transaction and does
 *     not complete its payment within a minute, the transaction completes the payment.
 *  8. A purchase that is unfinished in the store, and that this device has not yet delivered as PURCHASED, is delivered as
 *     PURCHASED, whatever number of payments, restores and reports of the store mention it. Finishing a RESTORED or FAILED
 *     transaction does not end the delivery of the purchase.
 *  9. The durable state decides, and an event only reports this state. The library drops no event until the client is closed:
 *     events for observers wait while there is no observer. The game can list unfinished transactions at any time.
 *
 * OWNERSHIP
 *
 *  Handles are opaque. The comments use these words. A function *borrows* a pointer: the function uses the pointer only during
 *  the call. A handle that a callback receives is valid until the callback returns. A function *copies* something: the caller
 *  can free the memory when the call has returned. A function *gives* a handle: the receiver must release the handle. A release
 *  function *takes back* a handle that was given. All handles except those of clients, stores and devices are immutable
 *  snapshots. Any thread can read them, also after the client is closed. If a type of handle has retain and release
 *  functions, any thread can call these functions, also after the client is closed. Text that a getter returns is UTF-8, ends
 *  with a NUL and lives as long as the handle that it came from. Every getter accepts NULL and then returns 0 or NULL.
 *
 *  The handles of clients, stores and devices are numbers, not addresses, and the library never gives a number twice. After the
 *  close, the handle is still safe to pass, uses no memory, and never refers to another client, store or device: each call with
 *  the handle returns IAP_ERROR_CLOSED. If the argument is not such a number, or is a handle of another type, the call returns
 *  IAP_ERROR_INVALID_ARGUMENT. At most 16,384 of these handles can be open at a time; opening one more returns IAP_ERROR_BUSY.
 *  For all other handles, it is undefined behaviour to use a released handle or a handle of another type. The library finds
 *  such mistakes only with iap_check_handles() or IAP_CHECK=1.
 *
 * EXACTLY ONCE
 *
 *  The library delivers a purchase as PURCHASED once per launch until the game finishes it. The game writes what was bought and
 *  the key of the purchase to its own save file, in one write. When this write is on disk, the game finishes the transaction.
 *  If the save file already has the key, an earlier run has granted the purchase: the game only finishes it. After a crash at
 *  any moment, the library delivers the purchase again, and the key makes sure that the game grants it once.
 *
 *  The key is iap_transaction_original_id(). Each purchase of a consumable has an original id of its own. All periods of a
 *  subscription have the same original id: if the game grants something in each period, the key is the original id together
 *  with iap_transaction_purchase_date_ms(). Do not use iap_transaction_id() as the key: some systems deliver one purchase
 *  under two transaction ids.
 *
 *  When the observers have received transaction_removed for a PURCHASED transaction, the library does not deliver its id as
 *  PURCHASED again on this device. A restore delivers the same id as RESTORED. iap_transaction_delivery_state() returns what
 *  the journal knows about the delivery. A game that does not want to store keys can let the library hold what was bought:
 *  <iap/iap_inventory.h>.
 *
 *  No event reports that all unfinished transactions were delivered: the store can send a transaction at any time, for example
 *  after an approval. A game needs no such event. It keeps its observer while it runs. A program that has to end, for example a
 *  test, can wait until all of these are true: no event has come for two seconds; IAP_QUERY_UNFINISHED lists no PURCHASED
 *  transaction; iap_queue_transactions() returns no transaction that is PURCHASING, PURCHASED or RESTORED.
 *
 * SEVERAL PLAYERS
 *
 *  Several players can share a device, and with it one App Store account. A purchase with an app_account_token belongs to the
 *  player with this token. Give the token of the player who is signed in to the client (iap_client_options.app_account_token):
 *  all payments of the client get it. The client does not deliver, grant, restore or finish a purchase with another token, and
 *  iap_owns() does not count it. The purchase stays unfinished in the store, IAP_QUERY_UNFINISHED lists it, and observers
 *  receive IAP_ERROR_OTHER_PLAYER (problem_reported) once per launch. It is delivered when a client is open for its player. A
 *  purchase without a token, for example from an offer code, belongs to the player who is signed in when it is delivered. A
 *  payment with another token than the client's is refused with IAP_ERROR_OTHER_PLAYER. A client without a token delivers the
 *  purchases of all players.
 *
 * JOURNAL
 *
 *  The journal is a file on the player's device. A player can edit it, or replace it with an older copy. With an integrity_key,
 *  the library does not trust edited content: it removes this content, keeps a copy of the edited file beside the journal,
 *  reports IAP_ERROR_STORAGE_DAMAGED, and asks the store again. Then the library delivers unfinished purchases again, restores
 *  the unlocks that the account owns, and sets to 0 the balances that it cannot trust. No local file can protect against an
 *  older copy of the whole file, or against a player who finds the key in the program. Keep on a server what players must not
 *  forge: see IAP_VERIFY_BY_SERVER.
 *
 * VALUES
 *
 *  A getter is named after the value that it returns: iap_product_type(). If an enumeration has the same name, the
 *  enumeration's type ends in _t: iap_product_type_t.
 *
 *  Money is a whole number of thousandths of the currency's unit ("milliunits") with an ISO 4217 code. Times are milliseconds
 *  since 1970-01-01T00:00:00Z. Enumerations are int32_t; 0 means none, unknown or the default: see the constant. The store can
 *  use a value that this version does not know. If 0 means none, the getter then returns -1 (…_UNKNOWN), and the library never
 *  treats -1 as none. If 0 means unknown, the getter returns 0; it also returns 0 for an absent value. Later versions can add
 *  values: write a default case in each switch. If the store uses a word that this version does not know, a text getter returns
 *  the word.
 *
 * WHEN ACCESS ENDS
 *
 *  A purchase is revoked when its revocation date is set, and not before. Then the observers receive entitlement_revoked, and
 *  the state is IAP_TRANSACTION_REVOKED. A prorated refund has the same effect. A refund of some seats does not set the date:
 *  the transaction stays valid for the other seats. (A server receives REFUND with the subtype SEATS, and UNCLAIM_SEATS if
 *  claims of seats ended with the refund.) A subscription ends with its period, or with its billing grace period if it has one;
 *  iap_owns() uses both. Nothing ends because the store does not list it: real systems sometimes return empty lists to players
 *  who have paid. What the account owns ends by a revocation, by the end of a subscription, by an upgrade, by a newer
 *  purchase that replaces it, or because another App Store account is signed in.
 *
 * ERRORS
 *
 *  A call that can fail returns an iap_status: IAP_OK or a negative value. If the caller passes an iap_error, the call fills
 *  it, also on success (then with IAP_OK). An iap_error whose struct_size is not set stays unchanged. Mistakes of the
 *  caller return a status and never stop the program, except mistakes with handles and pointers: see OWNERSHIP.
 */
#ifndef IAP_IAP_H
#define IAP_IAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The structs of this header always use this packing, also if the including file uses another packing. */
#pragma pack(push, 8)

/* ---------------------------------------------------------------------------------------------------- version */

/** The version of this header: major * 0x10000 + minor * 0x100 + patch. */
#define IAP_HEADER_VERSION 0x000200u

/**
 * Returns the version of the library at run time, in the form of IAP_HEADER_VERSION.
 * \returns the version.
 */
uint32_t iap_version(void);

/* ------------------------------------------------------------------------------------------ status and errors */

/** IAP_OK or a negative value. IAP_STATUS_CATEGORY() returns its category: the low byte of the absolute value. */
typedef int32_t iap_status;

/** The category of a status; the IAP_CATEGORY_… constants. */
typedef int32_t iap_category;

#define IAP_STATUS_CATEGORY(status) ((iap_category)((-(status)) & 0xFF))

#define IAP_CATEGORY_NONE 0
#define IAP_CATEGORY_INVALID_ARGUMENT 1 /**< the arguments of the call are wrong */
#define IAP_CATEGORY_MISUSE 2           /**< the call was made at the wrong time or on the wrong thread */
#define IAP_CATEGORY_NOT_FOUND 3
#define IAP_CATEGORY_CANCELLED 4 /**< by the player, by the game, or because the client was closed */
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
#define IAP_ERROR_INVALID_STORE_FILE (-1281) /**< a .storekit file that cannot be read; the message names the place */
#define IAP_ERROR_INVALID_ANCHOR (-1537)     /**< this call cannot show anything in the UI anchor */
#define IAP_ERROR_INVALID_FILE (-1793)       /**< a product list, grants or certificate file that cannot be read */
#define IAP_ERROR_MISUSE (-2)
#define IAP_ERROR_CLOSED (-258)            /**< the client, store or device has been closed */
#define IAP_ERROR_REENTRANT (-514)         /**< this thread is already processing events; see rule 4 */
#define IAP_ERROR_WRONG_THREAD (-770)      /**< another thread is processing events; see rule 5 */
#define IAP_ERROR_INVALID_STATE (-1026)    /**< for example, the transaction to finish is still purchasing */
#define IAP_ERROR_VERSION_MISMATCH (-1282) /**< the header is newer than the library */
#define IAP_ERROR_BUSY (-1538)             /**< something else is still open or in use: close it first */
#define IAP_ERROR_KEY_IN_USE (-1794)       /**< the key already belongs to another change of the inventory */
#define IAP_ERROR_NOT_FOUND (-3)
#define IAP_ERROR_CANCELLED (-4)
#define IAP_ERROR_UNFINISHED_PURCHASE (-260)  /**< an earlier purchase waits to be finished; no charge; see rule 7 */
#define IAP_ERROR_NOT_ALLOWED (-5)            /**< this device or player is not allowed to make payments */
#define IAP_ERROR_NOT_ELIGIBLE (-261)         /**< the app or the account is not allowed to use this feature */
#define IAP_ERROR_INSUFFICIENT_BALANCE (-517) /**< the counter holds less than the amount to spend */
#define IAP_ERROR_OTHER_PLAYER (-773)         /**< the purchase belongs to another player; see app_account_token */
#define IAP_ERROR_PRODUCT_UNAVAILABLE (-6)
#define IAP_ERROR_NOT_IN_STOREFRONT (-262)
#define IAP_ERROR_NETWORK (-7)
#define IAP_ERROR_SERVER (-263) /**< the game's own server returned an unexpected response */
#define IAP_ERROR_STORE (-8)
#define IAP_ERROR_NOT_ENTITLED (-264)      /**< the app lacks an entitlement that the call needs */
#define IAP_ERROR_DUPLICATE_REQUEST (-520) /**< a refund of this transaction was requested before */
#define IAP_ERROR_VERIFICATION (-9)
#define IAP_ERROR_STORAGE (-10)
#define IAP_ERROR_STORAGE_FULL (-266)
#define IAP_ERROR_STORAGE_NEWER (-522)   /**< a newer version of the library wrote the file; the file stays unchanged */
#define IAP_ERROR_STORAGE_FOREIGN (-778) /**< not a database of this library; the file stays unchanged */
#define IAP_ERROR_STORAGE_DAMAGED (-1034) /**< the file was damaged; the message has the new name of the damaged file */
#define IAP_ERROR_UNSUPPORTED (-11)       /**< not available on this system or system version; see iap_supports() */
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

/** An error. The caller owns it; initialize it with IAP_ERROR_VALUE_INIT. Texts that are too long are cut. */
typedef struct iap_error {
    uint32_t struct_size;
    iap_status status;
    iap_category category;
    int32_t retryable;     /**< 1: the same call can succeed later without a change in the game */
    int64_t store_code;    /**< the code of the store's own error, if the error came from the store */
    char store_domain[96]; /**< for example "StoreKit.StoreKitError"; empty if the error is the library's own */
    char message[400];     /**< one line in English for logs: what failed, where, and what to do */
} iap_error;

/* clang-format off */
#define IAP_ERROR_VALUE_INIT {IAP_STRUCT_SIZE(iap_error), 0, 0, 0, 0, {0}, {0}}
/* clang-format on */

/**
 * Returns the size of a struct that begins with struct_size. This is for bindings that have no macros: they allocate this
 * number of bytes, set all bytes to zero, and write the size into the first four bytes.
 * \param name the name of the type, for example "iap_client_options"; borrows it.
 * \returns the size that this library knows, in bytes; 0 if the name is not the name of such a struct, and for NULL.
 */
uint32_t iap_struct_size(const char *name);

/**
 * Sets an error to IAP_ERROR_VALUE_INIT. This function writes the size that the LIBRARY knows. It is for bindings that
 * allocate the size that the library returns; C and C++ use the macro.
 * \param error borrows it; NULL is ignored.
 */
void iap_error_init(iap_error *error);

/**
 * Returns the name of a status constant, for logs.
 * \param status any value.
 * \returns for example "IAP_ERROR_NETWORK"; "IAP_ERROR_UNKNOWN" if no constant has this value. Static text.
 */
const char *iap_status_name(iap_status status);

/* ---------------------------------------------------------------------------------------------------- handles */

typedef struct iap_client iap_client;
typedef struct iap_product iap_product;
typedef struct iap_products iap_products; /**< the response to a product request */
typedef struct iap_transaction iap_transaction;
typedef struct iap_transactions iap_transactions;                   /**< a list of transactions */
typedef struct iap_offer iap_offer;                                 /**< an offer of a subscription */
typedef struct iap_billing_plan iap_billing_plan;                   /**< a way to pay for a subscription */
typedef struct iap_subscription_statuses iap_subscription_statuses; /**< a list of subscription statuses */
typedef struct iap_subscription_status iap_subscription_status;
typedef struct iap_renewal_info iap_renewal_info;
typedef struct iap_app_transaction iap_app_transaction; /**< the account's copy of the app */
typedef struct iap_promotions iap_promotions;           /**< the products that the App Store page promotes */
typedef struct iap_purchase_intent iap_purchase_intent; /**< a purchase that the player began in the App Store */
typedef struct iap_purchase_intents iap_purchase_intents;
typedef struct iap_message iap_message; /**< a message of the App Store for the player */
typedef struct iap_event iap_event;
typedef struct iap_device iap_device; /**< a device of a reference store, <iap/iap_store.h> */

/* Options with sections of their own. */
typedef struct iap_inventory_options iap_inventory_options; /**< <iap/iap_inventory.h> */
typedef struct iap_verification_options iap_verification_options;

/* ----------------------------------------------------------------------------------------------------- client */

/** How the library runs between two calls of iap_client_process_events(). */
typedef int32_t iap_execution;
#define IAP_EXECUTION_BACKGROUND 0 /**< on a separate thread */
/** The library runs only inside iap_client_process_events() and iap_client_next_event(). The library has no thread, except one
 *  for each open request to the game's server. With a store on a virtual clock, the same calls give the same events in the same
 *  order. Linux only. */
#define IAP_EXECUTION_MANUAL 1

/**
 * Notifies the game that there is something to process. The library calls this function on any thread, also inside an API call.
 * One call can have several reasons. If events are left when a call of iap_client_process_events() ends, because of max_events,
 * the library calls this function again. The function can wake a sleeping loop but must not call the library.
 */
typedef void (*iap_wake_function)(void *user_data);

/** Initialize it with IAP_CLIENT_OPTIONS_INIT. */
typedef struct iap_client_options {
    uint32_t struct_size;
    iap_execution execution;
    /** The file in which the client keeps its durable state (copies the path). Each player of the device needs a separate file.
     *  The folder must exist. With NULL the client keeps this state only in memory: delivery counts and the inventory then
     *  start from the beginning at each launch, and only the store remembers what was finished. If the file is damaged or
     *  from an earlier version, the library renames it and copies what it can read into a new file. If the journal has
     *  checksums, it is possible that the library can copy nothing, because records are missing. Observers receive
     *  IAP_ERROR_STORAGE_DAMAGED (problem_reported) at each launch, until one observer has received it. The library writes
     *  the file on its own thread. There are two exceptions: iap_client_open() creates the file; in manual mode there is no
     *  such thread, and the calls that process events write the file. */
    const char *journal_path;
    /** Linux: the client runs on this device of a reference store (borrows it; the device must stay open longer than the
     *  client). On other systems NULL: the client uses the App Store. */
    iap_device *device;
    iap_wake_function wake; /**< may be NULL */
    void *wake_user_data;
    /** 0: the system shows the App Store's messages itself. 1: observers receive them (message_received), and the system shows
     *  a message when the game calls iap_display_message(). */
    int32_t handles_messages;
    /** The maximum size of the audit log in the journal, in bytes; 0: 1 MiB. The library removes the oldest lines first. */
    uint32_t audit_limit_bytes;
    /** What products grant, if the library holds the inventory (copies it); NULL: the game holds the inventory. */
    const iap_inventory_options *inventory;
    /** Extra verification before delivery, in addition to the store's verification (copies it); NULL: none. */
    const iap_verification_options *verification;
    /** The player who owns this journal: a text that the game chooses, 1 to 255 bytes of UTF-8 (copies it). The journal
     *  stores it. Opening the journal for another player, or without a player, returns IAP_ERROR_INVALID_STATE. NULL: the
     *  game names no player. */
    const char *player_id;
    /** A secret of the game for this player, 16 to 1024 bytes (copies it). Keep it on the game's server if you can. With this
     *  key the journal has checksums, and the library does not trust edited content: see JOURNAL above. NULL: on Apple systems
     *  the library uses a key in the keychain; on other systems there are no checksums. */
    const void *integrity_key;
    size_t integrity_key_length; /**< of integrity_key, in bytes */
    /** 1: the library accepts the whole content of a journal, also if the journal has no checksums, has the checksums of another
     *  key, or was written without player_id. The library always refuses a journal that names another player. Set 1 in the
     *  version of the game that introduces or changes the key, or introduces player_id. 0: if the game gives integrity_key, the
     *  library trusts nothing in a journal without checksums, and refuses a journal of another key. */
    int32_t adopts_journal;
    uint32_t reserved; /**< 0 */
    /** The token of the player who is signed in to the game: a UUID (copies it). Give it if several players can sign in on one
     *  device. Payments without a token get this token. A purchase with another token belongs to another player: see SEVERAL
     *  PLAYERS above. NULL: the client treats all purchases of the account in the same way. */
    const char *app_account_token;
} iap_client_options;

/* clang-format off */
#define IAP_CLIENT_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_client_options), IAP_EXECUTION_BACKGROUND, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, \
     0, 0, 0, NULL}
/* clang-format on */

/**
 * Sets options to IAP_CLIENT_OPTIONS_INIT. This function writes the size that the LIBRARY knows. It is for bindings that
 * allocate the size that the library returns; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 */
void iap_client_options_init(iap_client_options *options);

/**
 * Opens a client; iap_client_open() calls this function. The client immediately starts to listen to the store and to list
 * unfinished transactions. It delivers nothing before the game adds an observer.
 * \param header_version the IAP_HEADER_VERSION that the game was compiled with.
 * \param options copies it.
 * \param client gives a handle on success, NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a
 *          path above 4096 bytes), IAP_ERROR_VERSION_MISMATCH, IAP_ERROR_CLOSED (the device is closed), IAP_ERROR_BUSY (another
 *          client already runs on the device handle, another client uses the journal, or too many handles are open; when a
 *          process ends or is killed, the system releases its journal immediately), IAP_ERROR_INVALID_FILE (a file of the
 *          inventory or of the verification; the message names the place), IAP_ERROR_INVALID_STATE (the journal belongs to
 *          another player, or was written with another key; the journal stays unchanged), IAP_ERROR_UNSUPPORTED (this
 *          system has no store: hide the shop; or it does not have an option), IAP_ERROR_STORAGE, IAP_ERROR_STORAGE_FULL,
 *          IAP_ERROR_STORAGE_NEWER or IAP_ERROR_STORAGE_FOREIGN (the journal stays unchanged), IAP_ERROR_INTERNAL (no thread
 *          is available).
 */
iap_status iap_client_open_version(uint32_t header_version, const iap_client_options *options, iap_client **client,
                                   iap_error *error);

/**
 * Opens a client; see iap_client_open_version().
 * \param options copies it.
 * \param client gives a handle on success, NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns as iap_client_open_version().
 */
static inline iap_status iap_client_open(const iap_client_options *options, iap_client **client, iap_error *error) {
    return iap_client_open_version(IAP_HEADER_VERSION, options, client, error);
}

/**
 * Closes a client. Closing loses no transaction: unfinished transactions come again when the game opens a client the next time.
 * Open requests end with IAP_ERROR_CANCELLED inside this call; for an open restore the observers receive restore_failed. After
 * that, the library calls no function of the game.
 *
 * While another thread processes events of this client or cancels one of its requests, the client stays open, and the call
 * returns IAP_ERROR_WRONG_THREAD. So close the client on the thread that processes its events, or when no thread does.
 *
 * It is safe to end a process without closing its clients, with one exception on Linux: if a process uses OpenSSL before it
 * first uses this library, it has to close its clients and stores before it ends.
 * \param client borrows it; the handle stays safe to pass.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_WRONG_THREAD, IAP_ERROR_CLOSED (the client was closed before,
 *          or another thread is closing it now and is possibly still ending requests).
 */
iap_status iap_client_close(iap_client *client);

/**
 * Delivers events to the callbacks of requests and to the observers. Call this function once per frame: in background mode the
 * call takes a few nanoseconds when there is nothing to do. A manual client of a store with a state file checks that file in
 * each call.
 * \param client borrows it.
 * \param max_events the maximum number of events; 0 means all events that are in the queue now. Events that wait for an
 *        observer do not count towards this maximum.
 * \returns the number of delivered events; or IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED,
 *          IAP_ERROR_REENTRANT, IAP_ERROR_WRONG_THREAD.
 * \threadsafety any thread, one at a time. \callbacksafety no: IAP_ERROR_REENTRANT.
 */
int32_t iap_client_process_events(iap_client *client, uint32_t max_events);

/**
 * Takes the next event from the same queue, for hosts that do not use callbacks: the library calls no callback for this event.
 * The first call starts the delivery of transactions, as an observer does. Observers, if any, do not receive the events that
 * this function takes. A host that polls must take events only with this function. While there is no observer,
 * iap_client_process_events() puts events for observers aside. iap_client_wait_events() does not count these events, and the
 * next call of iap_client_next_event() returns them first.
 * \param client borrows it.
 * \param event gives a handle, to be released with iap_event_release(); NULL if there is none.
 * \returns 1 if there was an event, 0 if not; or IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED,
 *          IAP_ERROR_REENTRANT, IAP_ERROR_WRONG_THREAD.
 * \threadsafety any thread, one at a time. \callbacksafety no: IAP_ERROR_REENTRANT.
 */
int32_t iap_client_next_event(iap_client *client, iap_event **event);

/**
 * Waits until there is something to process. This function is for tools and tests; a game loop calls
 * iap_client_process_events() instead.
 * \param client borrows it.
 * \param timeout_ms the maximum time to wait, in milliseconds; 0 checks without waiting.
 * \returns 1 if there is something to process, 0 after the timeout; or IAP_ERROR_INVALID_ARGUMENT (NULL),
 *          IAP_ERROR_CLOSED (also when the client is closed while this call waits), IAP_ERROR_REENTRANT.
 * \threadsafety any thread. \callbacksafety no: IAP_ERROR_REENTRANT.
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

/** The maximum number of product ids in one request, and the maximum length of one product id in bytes. */
#define IAP_PRODUCT_IDS_MAX 10000
#define IAP_PRODUCT_ID_LENGTH_MAX 1024

/**
 * Completes a product request.
 * \param user_data the value from the request.
 * \param client borrows it.
 * \param request_id as iap_request_products() gave it.
 * \param products borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_products_function)(void *user_data, iap_client *client, uint64_t request_id,
                                      const iap_products *products, const iap_error *error);

/**
 * Returns whether this player is allowed to make payments on this device. If not, hide the shop.
 * \param client borrows it.
 * \param error may be NULL; borrows it: IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED.
 * \returns 1 or 0, never a negative value; 0 if the call failed.
 */
int32_t iap_can_make_payments(iap_client *client, iap_error *error);

/**
 * Requests products from the store. The completion receives the products that the store knows, each once, in the order of the
 * request. It also receives the ids that the store does not know. It can happen that the store returns no product for a request
 * of several products, although the journal knows one of them. Then the request fails with IAP_ERROR_STORE, and the error is
 * retryable: real systems sometimes return nothing by mistake. The library accepts a second empty response.
 * \param client borrows it.
 * \param product_ids copies them; the library requests a repeated id only once. For an empty list the completion receives an
 *        empty list.
 * \param count the number of ids; at most IAP_PRODUCT_IDS_MAX, each 1 to IAP_PRODUCT_ID_LENGTH_MAX bytes of UTF-8.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 */
iap_status iap_request_products(iap_client *client, const char *const *product_ids, size_t count,
                                iap_products_function completion, void *user_data, uint64_t *request_id,
                                iap_error *error);

/**
 * Returns the number of products that the store knows.
 * \param products borrows it. \returns how many.
 */
size_t iap_products_count(const iap_products *products);
/**
 * Returns one of the products.
 * \param products borrows it. \param index from 0.
 * \returns borrows a handle that lives as long as the list (or longer, if retained); NULL past the end.
 */
const iap_product *iap_products_at(const iap_products *products, size_t index);
/**
 * Returns the number of requested ids that the store does not know.
 * \param products borrows it. \returns how many.
 */
size_t iap_products_invalid_count(const iap_products *products);
/**
 * Returns one of the ids that the store does not know.
 * \param products borrows it. \param index from 0. \returns the id; NULL past the end.
 */
const char *iap_products_invalid_at(const iap_products *products, size_t index);
/**
 * Retains a list, to keep it after its callback.
 * \param products borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_products *iap_products_retain(const iap_products *products);
/**
 * Releases a retained list.
 * \param products takes back what iap_products_retain() gave; NULL is ignored.
 */
void iap_products_release(const iap_products *products);
/** The source of a product list. */
typedef int32_t iap_product_list_source;
#define IAP_PRODUCT_LIST_NONE 0      /**< the game passed the ids in its call */
#define IAP_PRODUCT_LIST_FILE 1      /**< the file at path */
#define IAP_PRODUCT_LIST_SERVER 2    /**< the server, in a response to this request */
#define IAP_PRODUCT_LIST_LAST_GOOD 3 /**< the server, in an earlier response */

/**
 * Returns the source of the requested ids.
 * \param products borrows it. \returns an IAP_PRODUCT_LIST_… value.
 */
iap_product_list_source iap_products_list_source(const iap_products *products);

/** Initialize it with IAP_PRODUCT_LIST_OPTIONS_INIT. Set a path, a URL or both. */
typedef struct iap_product_list_options {
    uint32_t struct_size;
    uint32_t timeout_ms; /**< for the whole response of the server; 0: 10 seconds */
    /** A file in the game's bundle (copies the path): JSON, or a property list in any of its forms. The file contains either an
     *  array of ids, or an object with the array "products". This array has ids, or objects with an "id". The library ignores
     *  other keys, so it also accepts a grants file of <iap/iap_inventory.h>. The file can have at most 1,000 ids and 16 MiB.
     *  */
    const char *path;
    /** The URL of such a file on the game's server (copies it): an https URL, or an http URL on this machine. The file has no
     *  byte order mark. The library contacts this machine without a proxy. The journal keeps the last good response. If the
     *  server returns no list, the library uses the last good response. If there is none, it uses the file at path. */
    const char *url;
    const char *const *headers; /**< request headers of the form "Name: value" (copies them) */
    size_t header_count;        /**< at most 32 */
} iap_product_list_options;

/* clang-format off */
#define IAP_PRODUCT_LIST_OPTIONS_INIT {IAP_STRUCT_SIZE(iap_product_list_options), 0, NULL, NULL, NULL, 0}
/* clang-format on */

/**
 * Sets options to IAP_PRODUCT_LIST_OPTIONS_INIT. This function writes the size that the LIBRARY knows. It is for bindings
 * that allocate the size that the library returns; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 */
void iap_product_list_options_init(iap_product_list_options *options);

/**
 * Reads the list of products that the game sells, from a file or from the game's server, and requests these products from the
 * store.
 * \param client borrows it.
 * \param options copies it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll. The request fails as
 *        iap_request_products() does. It also fails with IAP_ERROR_INVALID_FILE (the message names the place), and with
 *        IAP_ERROR_NETWORK or IAP_ERROR_SERVER if there is no other list to use.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (neither path nor URL, or a URL that is not allowed),
 *          IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 */
iap_status iap_request_product_list(iap_client *client, const iap_product_list_options *options,
                                    iap_products_function completion, void *user_data, uint64_t *request_id,
                                    iap_error *error);

/**
 * Requests the products as the store last described them on this device, for a shop that must show something immediately. The
 * journal keeps these descriptions. The library deletes them when the client receives a change of the account's storefront. The
 * prices are possibly out of date: request the products from the store as well.
 * \param client borrows it.
 * \param product_ids copies them; NULL with a count of 0 for all that the journal keeps.
 * \param count at most IAP_PRODUCT_IDS_MAX.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll. Products that the journal
 *        does not keep are among the invalid ids. For each product iap_product_is_cached() returns 1.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 */
iap_status iap_request_cached_products(iap_client *client, const char *const *product_ids, size_t count,
                                       iap_products_function completion, void *user_data, uint64_t *request_id,
                                       iap_error *error);
/**
 * Returns whether the product comes from the cache.
 * \param product borrows it. \returns 1 if it comes from iap_request_cached_products(), else 0.
 */
int32_t iap_product_is_cached(const iap_product *product);
/**
 * Retains a product, to keep it after its list.
 * \param product borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_product *iap_product_retain(const iap_product *product);
/**
 * Releases a retained product.
 * \param product takes back what iap_product_retain() gave; NULL is ignored.
 */
void iap_product_release(const iap_product *product);

/**
 * Returns the id that payments use for the product.
 * \param product borrows it. \returns the id.
 */
const char *iap_product_id(const iap_product *product);
/**
 * Returns the type of the product.
 * \param product borrows it. \returns an IAP_PRODUCT_TYPE_… value.
 */
iap_product_type_t iap_product_type(const iap_product *product);
/**
 * Returns the store's own word for the type of the product, for example "Non-Consumable".
 * \param product borrows it. \returns the word.
 */
const char *iap_product_type_text(const iap_product *product);
/**
 * Returns the name, in the storefront's language.
 * \param product borrows it. \returns the name; empty if the store has none.
 */
const char *iap_product_display_name(const iap_product *product);
/**
 * Returns the description, in the storefront's language.
 * \param product borrows it. \returns the description; empty if the store has none.
 */
const char *iap_product_description(const iap_product *product);
/**
 * Returns the exact price: $0.99 is 990.
 * \param product borrows it. \returns thousandths of the currency's unit.
 */
int64_t iap_product_price_milliunits(const iap_product *product);
/**
 * Returns the currency of the price.
 * \param product borrows it. \returns its ISO 4217 code, for example "USD"; empty if the store does not report it.
 */
const char *iap_product_currency_code(const iap_product *product);
/**
 * Returns the price as the store formats it for its storefront, for example "4,99 €". Show this text to the player.
 * \param product borrows it. \returns the text.
 */
const char *iap_product_display_price(const iap_product *product);
/**
 * Returns whether the buyer can share the product with the family.
 * \param product borrows it. \returns 1 or 0.
 */
int32_t iap_product_is_family_shareable(const iap_product *product);
/**
 * Returns the unit of the period of an auto-renewable subscription.
 * \param product borrows it. \returns an IAP_PERIOD_UNIT_… value; IAP_PERIOD_UNIT_NONE for other products.
 */
iap_period_unit iap_product_subscription_period_unit(const iap_product *product);
/**
 * Returns the number of units in the period of an auto-renewable subscription.
 * \param product borrows it. \returns the number; 0 for other products.
 */
int32_t iap_product_subscription_period_value(const iap_product *product);
/**
 * Returns the group of an auto-renewable subscription. A player has at most one subscription of a group at a time.
 * \param product borrows it. \returns the id of the group; NULL for other products.
 */
const char *iap_product_subscription_group_id(const iap_product *product);

/**
 * Returns the rank of an auto-renewable subscription in its group; 1 is the highest level of service.
 * \param product borrows it. \returns the rank; 0 for other products, and where the system does not report it.
 */
int32_t iap_product_subscription_group_level(const iap_product *product);
/**
 * Returns the name of the group, in the storefront's language.
 * \param product borrows it. \returns the name; NULL for other products, empty where the system does not report it.
 */
const char *iap_product_subscription_group_name(const iap_product *product);
/**
 * Returns the product as the store describes it: JSON in a form that Apple does not document.
 * \param product borrows it. \returns the text; empty where the system gives none.
 */
const char *iap_product_json(const iap_product *product);
/**
 * Returns the number of offers of an auto-renewable subscription. The introductory offer comes first, then the promotional
 * offers, then the win-back offers. They are all offers that the store lists, also offers that this player is not allowed to
 * use.
 * \param product borrows it. \returns how many.
 */
size_t iap_product_offer_count(const iap_product *product);
/**
 * Returns one of the offers.
 * \param product borrows it. \param index from 0.
 * \returns borrows a handle that lives as long as the product; NULL past the end.
 */
const iap_offer *iap_product_offer_at(const iap_product *product, size_t index);

typedef int32_t iap_offer_type_t;
#define IAP_OFFER_TYPE_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_OFFER_TYPE_NONE 0
#define IAP_OFFER_TYPE_INTRODUCTORY 1 /**< for new subscribers; the store applies it automatically */
#define IAP_OFFER_TYPE_PROMOTIONAL 2  /**< needs a signature from the game's server */
#define IAP_OFFER_TYPE_CODE 3         /**< the player redeems a code */
#define IAP_OFFER_TYPE_WIN_BACK 4     /**< for former subscribers */

typedef int32_t iap_payment_mode;
#define IAP_PAYMENT_MODE_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_PAYMENT_MODE_NONE 0
#define IAP_PAYMENT_MODE_FREE_TRIAL 1
#define IAP_PAYMENT_MODE_PAY_AS_YOU_GO 2 /**< the price is paid for each period */
#define IAP_PAYMENT_MODE_PAY_UP_FRONT 3  /**< the price is paid once for the whole period */
#define IAP_PAYMENT_MODE_ONE_TIME 4      /**< an offer code for a product that is not a subscription */

/**
 * Returns the type of the offer.
 * \param offer borrows it. \returns an IAP_OFFER_TYPE_… value.
 */
iap_offer_type_t iap_offer_type(const iap_offer *offer);
/**
 * Returns the id that payments use for the offer.
 * \param offer borrows it. \returns the id; NULL for an introductory offer.
 */
const char *iap_offer_id(const iap_offer *offer);
/**
 * Returns how the player pays for the offer.
 * \param offer borrows it. \returns an IAP_PAYMENT_MODE_… value.
 */
iap_payment_mode iap_offer_payment_mode(const iap_offer *offer);
/**
 * Returns the exact price in the currency of the product: $0.99 is 990.
 * \param offer borrows it. \returns thousandths of the currency's unit; 0 if the offer is free.
 */
int64_t iap_offer_price_milliunits(const iap_offer *offer);
/**
 * Returns the price as the store formats it for its storefront.
 * \param offer borrows it. \returns the text.
 */
const char *iap_offer_display_price(const iap_offer *offer);
/**
 * Returns the unit of the offer's period.
 * \param offer borrows it. \returns an IAP_PERIOD_UNIT_… value.
 */
iap_period_unit iap_offer_period_unit(const iap_offer *offer);
/**
 * Returns the number of units in the offer's period.
 * \param offer borrows it. \returns the number.
 */
int32_t iap_offer_period_value(const iap_offer *offer);
/**
 * Returns the number of periods of the offer. It is 1 unless the mode is IAP_PAYMENT_MODE_PAY_AS_YOU_GO.
 * \param offer borrows it. \returns the number.
 */
int32_t iap_offer_period_count(const iap_offer *offer);

/* --------------------------------------------------------------------------------------------------- payments */

typedef int32_t iap_billing_plan_type_t;
#define IAP_BILLING_PLAN_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_BILLING_PLAN_NONE 0
#define IAP_BILLING_PLAN_UP_FRONT 1 /**< the player pays for the period at its beginning */
#define IAP_BILLING_PLAN_MONTHLY 2  /**< the player commits to twelve months and pays each month */

/** A value that the game sends with a payment (StoreKit's custom purchase options). */
typedef struct iap_custom_value {
    const char *key; /**< copies it */
    int32_t type;    /**< an IAP_CUSTOM_VALUE_… constant: which of the following fields has the value */
    int32_t flag;
    double number;
    const void *bytes; /**< copies it: the text or the data */
    size_t length;     /**< of bytes */
} iap_custom_value;
#define IAP_CUSTOM_VALUE_TEXT 1 /**< UTF-8 */
#define IAP_CUSTOM_VALUE_NUMBER 2
#define IAP_CUSTOM_VALUE_FLAG 3
#define IAP_CUSTOM_VALUE_DATA 4

/** The maximum number of custom values in one payment, and the maximum length of one text of a payment in bytes. */
#define IAP_CUSTOM_VALUES_MAX 100
#define IAP_PAYMENT_TEXT_LENGTH_MAX 65536

/**
 * The offer of a payment. If there is no offer, all fields are zero. The field id names a promotional offer. Its proof is
 * either jws or the older signature: key_id, nonce, signature and timestamp_ms. The field win_back_id names a win-back offer. A
 * payment can use one of these two offers. The store applies an introductory offer automatically.
 */
typedef struct iap_payment_offer {
    const char *id;     /**< the promotional offer */
    const char *jws;    /**< its proof: a compact JWS that the game's server has signed */
    const char *key_id; /**< part of the older proof: the id of the key */
    const char *nonce;  /**< a UUID; use each UUID once */
    /** Base64 of the ECDSA signature (DER) over bundle id, key id, product id, offer id, account token, nonce and timestamp. */
    const char *signature;
    int64_t timestamp_ms;    /**< when the server signed the offer; the signature is valid for 24 hours */
    const char *win_back_id; /**< an id from iap_renewal_info_eligible_win_back_offer_at() */
    /** A compact JWS with which the game's server allows or forbids the introductory offer. */
    const char *introductory_jws;
} iap_payment_offer;

/**
 * What the player buys. Initialize it with IAP_PAYMENT_INIT. All pointers except product_id may be NULL; their content is
 * copied.
 *
 * If an offer is not valid, the store refuses the payment. Then the transaction has one of these errors:
 * IAP_ERROR_INVALID_OFFER_IDENTIFIER, IAP_ERROR_INVALID_OFFER_SIGNATURE, IAP_ERROR_MISSING_OFFER_PARAMETERS,
 * IAP_ERROR_INELIGIBLE_FOR_OFFER or IAP_ERROR_INVALID_OFFER_PRICE.
 */
typedef struct iap_payment {
    uint32_t struct_size;
    int32_t quantity; /**< 1 to 10 */
    /** Copies it. The game does not have to request the product before. */
    const char *product_id;
    /** Copies it: a UUID that names the player's account in the game. The transaction has the same UUID. NULL for none. */
    const char *app_account_token;
    int32_t simulates_ask_to_buy; /**< 1: in the sandbox or the reference store, a parent must approve (simulated) */
    /** The total number of seats of an auto-renewable subscription (IAP_FEATURE_MULTI_SEAT); 0: not specified. The reference
     *  store charges the price for each seat. */
    int32_t seats;
    /** Where the system shows the confirmation of the payment (copies it, and keeps the object alive until the purchase has
     *  ended): a UIScene, UIViewController, UIWindow, NSWindow or NSViewController. NULL for the window in front. An object of
     *  any other type causes undefined behaviour. The sheet appears above everything that the object already presents. The
     *  library releases the object on the main thread. On Linux the library ignores this field. */
    void *ui_anchor;
    iap_payment_offer offer;
    /** The storefronts in which the purchase is allowed to continue if the storefront changes during the purchase: country
     *  codes (ISO 3166-1 alpha-3) separated by commas. An empty text allows no other storefront; NULL: all are allowed. In a
     *  storefront that is not allowed, the purchase fails with IAP_ERROR_NOT_IN_STOREFRONT. */
    const char *storefronts;
    const iap_custom_value *custom_values;
    size_t custom_value_count;            /**< at most IAP_CUSTOM_VALUES_MAX */
    iap_billing_plan_type_t billing_plan; /**< IAP_BILLING_PLAN_NONE: not specified (IAP_FEATURE_BILLING_PLANS) */
    int32_t suppresses_seat_invitation;   /**< 1: the system shows no sheet to invite people to the seats */
    /** The request that the game's server has signed for Advanced Commerce (IAP_FEATURE_ADVANCED_COMMERCE); product_id then
     *  names the generic product. The signed request contains the items, the quantity, the account and the price. Besides these
     *  two fields the game can set only storefronts and ui_anchor, and quantity must be 1. Otherwise the call returns
     *  IAP_ERROR_INVALID_ARGUMENT. */
    const char *advanced_commerce_jws;
} iap_payment;

/* clang-format off */
#define IAP_PAYMENT_INIT \
    {IAP_STRUCT_SIZE(iap_payment), 1, NULL, NULL, 0, 0, NULL, {NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL}, \
     NULL, NULL, 0, 0, 0, NULL}
/* clang-format on */

/**
 * Sets a payment to IAP_PAYMENT_INIT. This function writes the size that the LIBRARY knows. It is for bindings that
 * allocate the size that the library returns; C and C++ use the macro.
 * \param payment borrows it; NULL is ignored.
 */
void iap_payment_init(iap_payment *payment);

/**
 * Adds a payment to the queue. Observers receive it as a transaction; see rule 7 at the top. If the game adds a payment twice,
 * the player buys twice. There is one exception: while a purchase of the same consumable is unfinished, some systems return
 * that purchase and sell nothing. The second payment then fails with IAP_ERROR_UNFINISHED_PURCHASE. A payment has no time limit:
 * the player can leave the system's sheet open.
 * \param client borrows it.
 * \param payment copies it.
 * \param payment_id gives the id that iap_transaction_payment_id() returns; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also: two offers, two proofs of one offer, a proof without its offer, a custom
 *          value without a type, the same key twice), IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_QUANTITY,
 *          IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_OTHER_PLAYER (another token than that of the client),
 *          IAP_ERROR_CLOSED. For a product id that the store does not know, the call returns IAP_OK, and the transaction fails
 *          later with IAP_ERROR_PRODUCT_UNAVAILABLE.
 */
iap_status iap_add_payment(iap_client *client, const iap_payment *payment, uint64_t *payment_id, iap_error *error);

/**
 * Buys one unit of a product: iap_add_payment() without options.
 * \param client borrows it.
 * \param product_id copies it.
 * \param payment_id gives the id of the payment, which iap_transaction_payment_id() returns; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 */
iap_status iap_buy(iap_client *client, const char *product_id, uint64_t *payment_id, iap_error *error);

/**
 * Cancels a payment that waits for its turn. The payment is then reported as FAILED with IAP_ERROR_CANCELLED when the game
 * processes events, and the store never receives it. When the store has received a payment, only the player can cancel it.
 * \param client borrows it.
 * \param payment_id the id that iap_add_payment() gave.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (the store has received the payment),
 *          IAP_ERROR_NOT_FOUND (the payment has ended, or it is no payment of this client), IAP_ERROR_WRONG_THREAD,
 *          IAP_ERROR_CLOSED.
 */
iap_status iap_cancel_payment(iap_client *client, uint64_t payment_id, iap_error *error);

/**
 * Finishes a transaction: the game has granted it, or has noted that it failed. The library first records the finish in the
 * journal and then notifies the store. Then the observers receive transaction_removed. The game cannot finish the transaction
 * yet in three cases: the state of this handle is purchasing or deferred; a payment for the product is purchasing, and the
 * transaction is possibly its outcome; the transaction waits for its verification. The library delivers the transaction when
 * the payment ends or the verdict is valid: finish it then.
 * \param client borrows it.
 * \param transaction borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK (also while the same transaction is being finished), IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (one
 *          of these three cases), IAP_ERROR_NOT_FOUND (not in this client's queue, or finished before), IAP_ERROR_CLOSED.
 */
iap_status iap_finish_transaction(iap_client *client, const iap_transaction *transaction, iap_error *error);

/**
 * Finishes the transaction with this id (purchased, restored or revoked), for games that keep only the id.
 * \param client borrows it.
 * \param transaction_id as iap_transaction_id() returned it.
 * \param error may be NULL; borrows it.
 * \returns as iap_finish_transaction().
 */
iap_status iap_finish_transaction_id(iap_client *client, uint64_t transaction_id, iap_error *error);

/**
 * Records in the journal that the game has granted a transaction and that the grant is safe in the game's save file. From then
 * on, each delivery of the transaction has the delivery state IAP_DELIVERY_GRANTED, and so has its revocation. The record is on
 * disk when iap_queue_transactions() shows this state. A finish records the grant as well; this function is for games that
 * cannot finish the transaction immediately.
 * \param client borrows it.
 * \param transaction borrows it: a purchased or restored transaction that the library has delivered.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK (also if the grant is recorded already), IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (neither
 *          purchased nor restored, or not delivered yet), IAP_ERROR_NOT_FOUND (not in this client's queue, or finished before),
 *          IAP_ERROR_CLOSED.
 */
iap_status iap_record_grant(iap_client *client, const iap_transaction *transaction, iap_error *error);

/**
 * Delivers again what the account owns: non-consumables and active subscriptions. Observers receive each of these purchases as
 * IAP_TRANSACTION_RESTORED with its original transaction, unless the purchase waits in the queue as purchased. At the
 * end they receive either restore_finished once, also if there was nothing to restore, or restore_failed once. The error is
 * IAP_ERROR_CANCELLED if the player does not sign in, and IAP_ERROR_NETWORK if there is no network. It is possible that the
 * system asks the player to sign in: call this function only when the player requests a restore. The restore delivers no
 * consumable, and no subscription that an upgrade has replaced.
 * \param client borrows it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_restore_completed_transactions(iap_client *client, uint64_t *request_id, iap_error *error);

/* ----------------------------------------------------------------------------------------------- transactions */

typedef int32_t iap_transaction_state_t;
#define IAP_TRANSACTION_UNKNOWN 0
#define IAP_TRANSACTION_PURCHASING 1 /**< the store is processing it; the game cannot finish it yet */
#define IAP_TRANSACTION_PURCHASED 2  /**< paid: grant it, then finish it */
/** Not paid; or, with IAP_ERROR_VERIFICATION, not proven to be paid. See iap_transaction_error(). Finish it. */
#define IAP_TRANSACTION_FAILED 3
#define IAP_TRANSACTION_RESTORED 4 /**< the account already owned it: grant it, then finish it */
/** It waits for another person's approval, which possibly never comes; or it is paid and waits for a verdict of the game's own
 *  verification. */
#define IAP_TRANSACTION_DEFERRED 5
#define IAP_TRANSACTION_REVOKED 6 /**< the store revoked it: remove what it granted; finish it if it is in the queue */
/** Its signature is not valid; see iap_transaction_verification(). Do not grant it. It is not in the queue and cannot be
 *  finished; the store offers it again at the next launch. */
#define IAP_TRANSACTION_UNVERIFIED 7
/** It is paid, and the game's own verification refused it; see iap_transaction_error(). Do not grant it. The library finishes
 *  it; it is not in the queue. */
#define IAP_TRANSACTION_REJECTED 8

/** What the journal knows about the delivery of a transaction. */
typedef int32_t iap_delivery_state;
#define IAP_DELIVERY_NONE 0 /**< no delivery state; see iap_transaction_delivery_state() */
/** This transaction id was not delivered before: grant it, unless the save file has the key. If it is revoked, remove nothing. */
#define IAP_DELIVERY_NEW 1
#define IAP_DELIVERY_SEEN 2 /**< delivered before, and no grant is recorded: look for the key in the save file */
/** The grant is recorded, by the inventory or by iap_record_grant(): only finish the transaction. If it is revoked, it was
 *  granted or finished before. */
#define IAP_DELIVERY_GRANTED 3

typedef int32_t iap_ownership;
#define IAP_OWNERSHIP_UNKNOWN 0
#define IAP_OWNERSHIP_PURCHASED 1
#define IAP_OWNERSHIP_FAMILY_SHARED 2
#define IAP_OWNERSHIP_ASSIGNED 3 /**< a seat that another party pays for: a group or an organisation */

typedef int32_t iap_revocation_reason;
#define IAP_REVOCATION_REASON_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_REVOCATION_REASON_NONE 0       /**< not revoked, or the store does not report it */
#define IAP_REVOCATION_REASON_OTHER 1
#define IAP_REVOCATION_REASON_DEVELOPER_ISSUE 2 /**< the player reported an issue with the game */

typedef int32_t iap_revocation_type;
#define IAP_REVOCATION_TYPE_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_REVOCATION_TYPE_NONE 0       /**< not revoked, or the store does not report it */
#define IAP_REVOCATION_TYPE_REFUND_FULL 1
#define IAP_REVOCATION_TYPE_REFUND_PRORATED 2 /**< a partial refund; see iap_transaction_revocation_percentage() */
#define IAP_REVOCATION_TYPE_FAMILY_REVOKE 3   /**< the family no longer shares it */

typedef int32_t iap_transaction_reason_t;
#define IAP_TRANSACTION_REASON_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_TRANSACTION_REASON_NONE 0       /**< the store does not report it */
#define IAP_TRANSACTION_REASON_PURCHASE 1
#define IAP_TRANSACTION_REASON_RENEWAL 2

/** Whether the store signed the data; if not, why the verification failed. */
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
 * Returns the state of a transaction when this snapshot was made.
 * \param transaction borrows it. \returns an IAP_TRANSACTION_… value.
 */
iap_transaction_state_t iap_transaction_state(const iap_transaction *transaction);
/**
 * Returns the store's id of the transaction. Some systems deliver one purchase under two transaction ids. To grant a purchase
 * once, use iap_transaction_original_id(); see EXACTLY ONCE at the top.
 * \param transaction borrows it. \returns the id; 0 while purchasing, deferred or failed.
 */
uint64_t iap_transaction_id(const iap_transaction *transaction);
/**
 * Returns the id of the first transaction of a purchase. A game keeps it to grant each purchase once; see EXACTLY ONCE at the
 * top. All periods of a subscription have the id of its first period. Each purchase of a consumable has an id of its own. A
 * restored transaction has the original id of the purchase that it restores.
 * \param transaction borrows it. \returns the id, equal to iap_transaction_id() if there is no earlier transaction.
 */
uint64_t iap_transaction_original_id(const iap_transaction *transaction);
/**
 * Returns the id of the payment of this run that led to the transaction.
 * \param transaction borrows it. \returns as iap_add_payment() gave it; 0 if no payment of this run led to it.
 */
uint64_t iap_transaction_payment_id(const iap_transaction *transaction);
/**
 * Returns the product.
 * \param transaction borrows it. \returns its id.
 */
const char *iap_transaction_product_id(const iap_transaction *transaction);
/**
 * Returns the type of the product.
 * \param transaction borrows it. \returns an IAP_PRODUCT_TYPE_… value; unknown while purchasing, deferred or failed.
 */
iap_product_type_t iap_transaction_product_type(const iap_transaction *transaction);
/**
 * Returns the quantity: 1 to 10, or the number of seats of a subscription.
 * \param transaction borrows it. \returns the quantity.
 */
int32_t iap_transaction_quantity(const iap_transaction *transaction);
/**
 * Returns the date of the purchase.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 while purchasing, deferred or failed.
 */
int64_t iap_transaction_purchase_date_ms(const iap_transaction *transaction);
/**
 * Returns the date of the first purchase.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 while purchasing, deferred or failed.
 */
int64_t iap_transaction_original_purchase_date_ms(const iap_transaction *transaction);
/**
 * Returns the end of the period of an auto-renewable subscription.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 for other products.
 */
int64_t iap_transaction_expiration_date_ms(const iap_transaction *transaction);
/**
 * Returns the time at which the store revoked the transaction.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 if the store did not revoke it.
 */
int64_t iap_transaction_revocation_date_ms(const iap_transaction *transaction);
/**
 * Returns why the store revoked the transaction.
 * \param transaction borrows it. \returns an IAP_REVOCATION_REASON_… value; iap_transaction_json() has the store's number.
 */
iap_revocation_reason iap_transaction_revocation_reason(const iap_transaction *transaction);
/**
 * Returns how the account has the product: by a purchase, by family sharing, or by a seat.
 * \param transaction borrows it. \returns an IAP_OWNERSHIP_… value.
 */
iap_ownership iap_transaction_ownership(const iap_transaction *transaction);
/**
 * Returns the UUID of the payment's app_account_token.
 * \param transaction borrows it. \returns a lowercase UUID; NULL if the payment had none.
 */
const char *iap_transaction_app_account_token(const iap_transaction *transaction);
/**
 * Returns the group of an auto-renewable subscription.
 * \param transaction borrows it. \returns the id of the group; NULL for other products.
 */
const char *iap_transaction_subscription_group_id(const iap_transaction *transaction);
/**
 * Returns the App Store that the transaction came from.
 * \param transaction borrows it. \returns "Production", "Sandbox" or "Xcode"; NULL while purchasing, deferred or failed;
 *        empty where the system does not report it (before iOS 16 or macOS 13).
 */
const char *iap_transaction_environment(const iap_transaction *transaction);
/**
 * Returns the signed transaction for the game's server: a compact JWS (RFC 7515) with the fields of Apple's
 * JWSTransactionDecodedPayload.
 * \param transaction borrows it. \returns the text; NULL while purchasing, deferred or failed.
 */
const char *iap_transaction_signed_text(const iap_transaction *transaction);
/**
 * Returns the result of the signature check: IAP_VERIFICATION_VERIFIED, the reason of a failure, or IAP_VERIFICATION_NONE. If
 * the store's response to a payment was not verified, the transaction is FAILED with IAP_ERROR_VERIFICATION, and this function
 * returns the reason.
 * \param transaction borrows it. \returns an IAP_VERIFICATION_… value.
 */
iap_verification iap_transaction_verification(const iap_transaction *transaction);
/**
 * Returns the bundle id of the app in which the product was bought.
 * \param transaction borrows it. \returns the id; NULL while purchasing, deferred or failed.
 */
const char *iap_transaction_app_bundle_id(const iap_transaction *transaction);
/**
 * Returns the billing id of an auto-renewable subscription. It is the same on all devices.
 * \param transaction borrows it. \returns the id; NULL for other products.
 */
const char *iap_transaction_web_order_line_item_id(const iap_transaction *transaction);
/**
 * Returns whether a subscription of a higher level replaced this subscription before its end. If so, this transaction entitles
 * the player to nothing.
 * \param transaction borrows it. \returns 1 or 0.
 */
int32_t iap_transaction_is_upgraded(const iap_transaction *transaction);
/**
 * Returns the reason of the transaction: a purchase by the player, or a renewal by the store.
 * \param transaction borrows it. \returns an IAP_TRANSACTION_REASON_… value; NONE where the system does not report it.
 */
iap_transaction_reason_t iap_transaction_reason(const iap_transaction *transaction);
/**
 * Returns the country whose App Store sold the product.
 * \param transaction borrows it. \returns ISO 3166-1 alpha-3; NULL where the system does not report it.
 */
const char *iap_transaction_storefront_country_code(const iap_transaction *transaction);
/**
 * Returns the store's own id of the storefront that sold the product.
 * \param transaction borrows it. \returns the id; NULL where the system does not report it.
 */
const char *iap_transaction_storefront_identifier(const iap_transaction *transaction);
/**
 * Returns the paid amount: $0.99 is 990. The amount is for the whole quantity, with the offer applied. For several seats it is
 * the average price of one seat.
 * \param transaction borrows it. \returns thousandths of the currency's unit; 0 if the product was free or the system does not
 *        report the amount.
 */
int64_t iap_transaction_price_milliunits(const iap_transaction *transaction);
/**
 * Returns the currency of the paid amount.
 * \param transaction borrows it. \returns its ISO 4217 code; NULL where the system does not report it.
 */
const char *iap_transaction_currency_code(const iap_transaction *transaction);
/**
 * Returns the type of the offer that was used.
 * \param transaction borrows it. \returns an IAP_OFFER_TYPE_… value; IAP_OFFER_TYPE_NONE if there was no offer.
 */
iap_offer_type_t iap_transaction_offer_type(const iap_transaction *transaction);
/**
 * Returns the id of the offer that was used.
 * \param transaction borrows it. \returns its id, or the name of the offer if the player used a code; NULL if there was no
 *        offer, and for an introductory offer.
 */
const char *iap_transaction_offer_id(const iap_transaction *transaction);
/**
 * Returns how the player pays for the offer that was used.
 * \param transaction borrows it. \returns an IAP_PAYMENT_MODE_… value; IAP_PAYMENT_MODE_NONE if there was no offer or the
 *        system does not report it.
 */
iap_payment_mode iap_transaction_offer_payment_mode(const iap_transaction *transaction);
/**
 * Returns the unit of the period of the offer that was used.
 * \param transaction borrows it. \returns an IAP_PERIOD_UNIT_… value; IAP_PERIOD_UNIT_NONE if there was no offer or the system
 *        does not report it.
 */
iap_period_unit iap_transaction_offer_period_unit(const iap_transaction *transaction);
/**
 * Returns the number of units in the period of the offer that was used.
 * \param transaction borrows it. \returns the number; 0 if there was no offer or the system does not report it.
 */
int32_t iap_transaction_offer_period_value(const iap_transaction *transaction);
/**
 * Returns how the store revoked the transaction.
 * \param transaction borrows it. \returns an IAP_REVOCATION_TYPE_… value; NONE if the store did not revoke it, or the system
 *        does not report it.
 */
iap_revocation_type iap_transaction_revocation_type(const iap_transaction *transaction);
/**
 * Returns which part of the price a prorated refund returned.
 * \param transaction borrows it. \returns thousandths of a percent: 25000 is a quarter of the price; 0 if the store does not
 * report it.
 */
int32_t iap_transaction_revocation_percentage(const iap_transaction *transaction);
/**
 * Returns the id of the account's copy of the app. All purchases and devices of the account have the same id.
 * \param transaction borrows it. \returns the id; NULL where the system does not report it.
 */
const char *iap_transaction_app_transaction_id(const iap_transaction *transaction);
/**
 * Returns the time at which the store signed the transaction.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 while purchasing, deferred or failed.
 */
int64_t iap_transaction_signed_date_ms(const iap_transaction *transaction);
/**
 * Returns the value that binds the transaction to this device: the Base64 of a SHA-384 over the nonce and the id of the device.
 * \param transaction borrows it. \returns the text; NULL where the store gives none.
 */
const char *iap_transaction_device_verification(const iap_transaction *transaction);
/**
 * Returns the nonce of the device verification.
 * \param transaction borrows it. \returns a lowercase UUID; NULL where the store gives none.
 */
const char *iap_transaction_device_verification_nonce(const iap_transaction *transaction);
/**
 * Returns everything that the store signed about the transaction, also fields for which this version has no function: the
 * payload of iap_transaction_signed_text() as JSON.
 * \param transaction borrows it. \returns the text; NULL while purchasing, deferred or failed.
 */
const char *iap_transaction_json(const iap_transaction *transaction);
/**
 * Returns the number of deliveries of the purchase to the game, including this delivery. The library delivers a purchase once
 * per launch until the game finishes it. 2 or more means that an earlier run has possibly granted the purchase.
 * \param transaction borrows it. \returns the number; 0 if the state is not PURCHASED: the library counts only these
 *        deliveries.
 */
int32_t iap_transaction_delivery_count(const iap_transaction *transaction);
/**
 * Returns what the journal knew about the delivery when this snapshot was made.
 * \param transaction borrows it.
 * \returns an IAP_DELIVERY_… value for three kinds of transactions: PURCHASED ones that were delivered, RESTORED ones that
 *          the inventory holds (GRANTED), and REVOKED ones; else IAP_DELIVERY_NONE.
 */
iap_delivery_state iap_transaction_delivery_state(const iap_transaction *transaction);
/**
 * Returns the purchase that a restored transaction restores.
 * \param transaction borrows it.
 * \returns borrows a handle that lives as long as this one; NULL if the state is not IAP_TRANSACTION_RESTORED.
 */
const iap_transaction *iap_transaction_original(const iap_transaction *transaction);
/**
 * Returns why the transaction failed.
 * \param transaction borrows it.
 * \param error borrows it and fills it; NULL is allowed.
 * \returns the status of the error; IAP_OK unless the state is IAP_TRANSACTION_FAILED, IAP_TRANSACTION_UNVERIFIED or
 *          IAP_TRANSACTION_REJECTED.
 */
iap_status iap_transaction_error(const iap_transaction *transaction, iap_error *error);
/**
 * Retains a transaction, to keep it after its callback.
 * \param transaction borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_transaction *iap_transaction_retain(const iap_transaction *transaction);
/**
 * Releases a retained transaction.
 * \param transaction takes back what iap_transaction_retain() gave; NULL is ignored.
 */
void iap_transaction_release(const iap_transaction *transaction);

/**
 * Returns the number of transactions in the list.
 * \param transactions borrows it. \returns how many.
 */
size_t iap_transactions_count(const iap_transactions *transactions);
/**
 * Returns one transaction of a list.
 * \param transactions borrows it. \param index from 0.
 * \returns borrows a handle that lives as long as the list (or longer, if retained); NULL past the end.
 */
const iap_transaction *iap_transactions_at(const iap_transactions *transactions, size_t index);
/**
 * Returns where the next page of a query begins; see iap_request_transactions_page().
 * \param transactions borrows it. \returns the text for the next request; NULL if this was the last page.
 */
const char *iap_transactions_next_page(const iap_transactions *transactions);
/**
 * Retains a list, to keep it after its callback.
 * \param transactions borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_transactions *iap_transactions_retain(const iap_transactions *transactions);
/**
 * Releases a list.
 * \param transactions takes back a handle that was given or retained; NULL is ignored.
 */
void iap_transactions_release(const iap_transactions *transactions);

/* -------------------------------------------------------------------------------------------------- observers */

/**
 * The functions of a game that receive events without a request. Any function may be NULL. Initialize the struct with
 * IAP_OBSERVER_INIT. Every handle is borrowed for the call.
 */
typedef struct iap_observer {
    uint32_t struct_size;
    uint32_t reserved; /**< 0 */
    void *user_data;   /**< each function receives it */
    /** A transaction entered the queue or changed its state. PURCHASED: grant it, then finish it. RESTORED: grant what the account
     *  owns permanently (no coins), then finish it. FAILED: finish it. UNVERIFIED: do not grant it; the event comes once per
     *  launch. */
    void (*transaction_updated)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** A finished transaction left the queue. With a journal file the finish of a purchase is now durable in the journal. The
     *  store may record it later. If the game ends before that, the next launch finishes the transaction in the store,
     *  without an event. */
    void (*transaction_removed)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** A restore has delivered everything, also if there was nothing to deliver. Transactions that wait for a verdict of the
     *  game's verification come later. */
    void (*restore_finished)(void *user_data, iap_client *client, uint64_t request_id);
    /** A restore failed. */
    void (*restore_failed)(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error);
    /** The store revoked a purchase. It makes no difference whether the game has finished this purchase. The transaction has
     *  the state REVOKED and the id of the purchase. A restored transaction leaves the queue with this event. With a journal
     *  file the library keeps the event until the game has received it. If the store takes a revocation back and revokes the
     *  purchase again at another time, the game receives that, too. If the signature of a revocation is not valid, the game
     *  receives the transaction as UNVERIFIED. Then the library looks for the revocation in the store's history at each launch,
     *  until the revocation is proved. */
    void (*entitlement_revoked)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** The account now uses the App Store of another country: request the products again. */
    void (*storefront_changed)(void *user_data, iap_client *client, const char *country_code, const char *identifier);
    /** Reports a failure that belongs to no open request. No paid purchase is lost: if the journal cannot be written, the
     *  library tries again. If the store does not know the product of a purchase intent, the library reports this here and
     *  drops the intent. */
    void (*problem_reported)(void *user_data, iap_client *client, const iap_error *error);
    /** A subscription was bought, renewed, changed, ended or revoked. */
    void (*subscription_status_changed)(void *user_data, iap_client *client, const iap_subscription_status *status);
    /** The player began a purchase in the App Store. The intent waits until the game takes or declines it; see
     *  iap_take_purchase_intent(). When an observer is added, the library reports the earlier intents again to all observers.
     *  It leaves out the intents that the game has taken, declined or kept for later. */
    void (*purchase_intent_received)(void *user_data, iap_client *client, const iap_purchase_intent *intent);
    /** The App Store has a message for the player: show it with iap_display_message() at a good moment in the game. Only
     *  with iap_client_options.handles_messages. */
    void (*message_received)(void *user_data, iap_client *client, const iap_message *message);
    /** Only with IAP_VERIFY_BY_GAME: the game must find out whether this purchase (state PURCHASED, not yet delivered) is
     *  genuine, and report the verdict with iap_answer_verification(), now or later. */
    void (*verification_requested)(void *user_data, iap_client *client, const iap_transaction *transaction);
    /** The result of iap_owns() for a product has changed: is_owned is 1 or 0. The event comes once for each change. At a launch
     *  it also comes for what has changed since the last launch. */
    void (*entitlement_changed)(void *user_data, iap_client *client, const char *product_id, int32_t is_owned);
} iap_observer;

/* clang-format off */
#define IAP_OBSERVER_INIT \
    {IAP_STRUCT_SIZE(iap_observer), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}
/* clang-format on */

/**
 * Sets an observer to IAP_OBSERVER_INIT. This function writes the size that the LIBRARY knows. It is for bindings that
 * allocate the size that the library returns; C and C++ use the macro.
 * \param observer borrows it; NULL is ignored.
 */
void iap_observer_init(iap_observer *observer);

/**
 * Adds an observer. The first observer starts the delivery: the library delivers unfinished transactions, once per launch.
 * Without extra verification, they come in the order in which the store reported them. If there are several observers, each
 * one receives each event, in the order in which the observers were added. An observer that is added later receives only later
 * events.
 * \param client borrows it.
 * \param observer copies it.
 * \param observer_id gives the id for iap_remove_observer(); may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_CLOSED.
 */
iap_status iap_add_observer(iap_client *client, const iap_observer *observer, uint64_t *observer_id, iap_error *error);

/**
 * Removes an observer. The observer receives nothing more. If no observer is left, events for observers wait for the next
 * observer.
 * \param client borrows it.
 * \param observer_id as iap_add_observer() gave it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_WRONG_THREAD, IAP_ERROR_CLOSED.
 */
iap_status iap_remove_observer(iap_client *client, uint64_t observer_id, iap_error *error);

/* -------------------------------------------------------------------------------------- what the account owns */

/**
 * Returns whether the account may use a product now. This is true for three kinds of products: a non-consumable, an active
 * subscription (also in its billing grace period), and a non-renewing subscription. Only the game knows the length of a
 * non-renewing subscription, so the library counts the subscription as owned also after its end. It is never true for a
 * consumable. The result includes purchases from other devices of the account: no restore and no password are needed.
 *
 * The library reads what the account owns at each launch and whenever it changes, and does not ask the player. Before the first
 * response of a launch, and without a network, the library uses the last state in the journal. A subscription ends when the
 * store reports that it has ended and why. Without this report the subscription ends by the device's clock, ten seconds after
 * the end of its period, because the store can report a renewal some seconds late. If the game uses a verification of its own,
 * a purchase counts when its verdict is valid. After the store has revoked a purchase, the result for it stays 0 on this
 * device, also if the refund is reversed. An observer receives each change of the result (entitlement_changed). The
 * unlocks of an inventory change together with the result.
 * \param client borrows it.
 * \param product_id copies it.
 * \param error may be NULL; borrows it: IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_INVALID_TEXT,
 *        IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 * \returns 1 or 0, never a negative value; 0 if the call failed.
 */
int32_t iap_owns(iap_client *client, const char *product_id, iap_error *error);

/* ---------------------------------------------------------------------------------------------------- queries */

typedef int32_t iap_query;
#define IAP_QUERY_NONE 0
#define IAP_QUERY_UNFINISHED 1           /**< the transactions that the store lists as unfinished */
#define IAP_QUERY_ALL 2                  /**< the history; it has finished consumables only if they were revoked */
#define IAP_QUERY_CURRENT_ENTITLEMENTS 3 /**< what the account may use now */
#define IAP_QUERY_LATEST 4               /**< the newest transaction of a product; none or one */

/**
 * Completes a request for transactions.
 * \param user_data the value from the request.
 * \param client borrows it.
 * \param request_id as iap_request_transactions() gave it.
 * \param transactions borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_transactions_function)(void *user_data, iap_client *client, uint64_t request_id,
                                          const iap_transactions *transactions, const iap_error *error);

/**
 * Returns the current queue: all purchasing, deferred, failed and restored transactions, and all purchased or revoked
 * transactions that are not finished, in the order in which they came. The list is a copy; the call returns immediately.
 *
 * There are three special cases. First: an earlier run finished a transaction, and ended before the store recorded the finish.
 * This transaction is in the list until the delivery starts; the library does not deliver it. Second: while a payment for a
 * product is purchasing, a transaction of this product is in the list as PURCHASED with delivery count 0, until the payment has
 * its outcome. Third: a transaction that waits for its verification is in the list in the same way, until the library delivers
 * it. In the second and the third case the game cannot finish the transaction earlier.
 * \param client borrows it.
 * \param transactions gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_queue_transactions(iap_client *client, const iap_transactions **transactions, iap_error *error);

/**
 * Requests transactions from the store. The response describes them; it is not a delivery: their state is PURCHASED, REVOKED or
 * UNVERIFIED and their delivery count is 0. Observers receive the transactions that the game must grant.
 * \param client borrows it.
 * \param query an IAP_QUERY_… value.
 * \param product_id copies it: only this product; NULL for all. IAP_QUERY_LATEST needs one.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 */
iap_status iap_request_transactions(iap_client *client, iap_query query, const char *product_id,
                                    iap_transactions_function completion, void *user_data, uint64_t *request_id,
                                    iap_error *error);

/**
 * Requests transactions from the store in pages. The order is the order of the purchases, oldest first.
 * \param client borrows it.
 * \param query an IAP_QUERY_… value.
 * \param product_id copies it: only this product; NULL for all. IAP_QUERY_LATEST needs one.
 * \param limit the maximum number of transactions in this page; 0 for all that are left.
 * \param page copies it: as iap_transactions_next_page() returned it for the same query; NULL for the first page. If
 *        transactions are added, removed or changed between two pages, the pages neither repeat nor omit other transactions.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also if page does not have the form of such a text), IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 */
iap_status iap_request_transactions_page(iap_client *client, iap_query query, const char *product_id, uint32_t limit,
                                         const char *page, iap_transactions_function completion, void *user_data,
                                         uint64_t *request_id, iap_error *error);

/**
 * Completes a request for the storefront.
 * \param user_data the value from the request.
 * \param client borrows it.
 * \param request_id as iap_request_storefront() gave it.
 * \param country_code ISO 3166-1 alpha-3, for example "USA"; borrows it; NULL if the request failed.
 * \param identifier the store's own id of the storefront; borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_storefront_function)(void *user_data, iap_client *client, uint64_t request_id,
                                        const char *country_code, const char *identifier, const iap_error *error);

/**
 * Requests the country whose App Store serves the account.
 * \param client borrows it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_request_storefront(iap_client *client, iap_storefront_function completion, void *user_data,
                                  uint64_t *request_id, iap_error *error);

/* ------------------------------------------------------------------------------------------- ending a request */

/**
 * Completes a request that has no other result than success or failure.
 * \param user_data the value from the request.
 * \param client borrows it.
 * \param request_id the id that the request function gave.
 * \param error borrows it; NULL if the request succeeded. Its status is IAP_ERROR_CANCELLED if the player closed the sheet that
 *        the system showed.
 */
typedef void (*iap_completion_function)(void *user_data, iap_client *client, uint64_t request_id,
                                        const iap_error *error);

/**
 * Cancels a request. This call calls the completion with IAP_ERROR_CANCELLED. After this call has returned, the library does
 * not call the completion any more, and the game can free the data that the completion uses. There is one exception: after
 * IAP_ERROR_WRONG_THREAD the request is still open. A completion that cancels its own request gets IAP_ERROR_NOT_FOUND.
 *
 * A restore has no completion: the observers receive restore_failed with IAP_ERROR_CANCELLED when the game processes
 * events. Hosts that poll receive no event for a cancelled request, except IAP_EVENT_RESTORE_FAILED for a restore.
 *
 * The store continues what it has begun: a sheet stays open. This function does not cancel payments; see
 * iap_cancel_payment().
 * \param client borrows it.
 * \param request_id the id that the request function gave.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND (the request has ended, or it is no request of this
 *          client), IAP_ERROR_WRONG_THREAD, IAP_ERROR_CLOSED.
 */
iap_status iap_cancel_request(iap_client *client, uint64_t request_id, iap_error *error);

/* ---------------------------------------------------------------------------------------------- subscriptions */

typedef int32_t iap_subscription_state;
#define IAP_SUBSCRIPTION_STATE_UNKNOWN 0
#define IAP_SUBSCRIPTION_STATE_SUBSCRIBED 1
#define IAP_SUBSCRIPTION_STATE_EXPIRED 2
#define IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY 3 /**< the store retries a failed charge; not entitled */
#define IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD 4  /**< the store retries a failed charge; still entitled */
#define IAP_SUBSCRIPTION_STATE_REVOKED 5

typedef int32_t iap_expiration_reason;
#define IAP_EXPIRATION_REASON_UNKNOWN (-1) /**< a reason that this version does not know */
#define IAP_EXPIRATION_REASON_NONE 0
#define IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED 1
#define IAP_EXPIRATION_REASON_BILLING_ERROR 2
#define IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE 3
#define IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE 4
#define IAP_EXPIRATION_REASON_OTHER 5 /**< the store gives no further reason */

typedef int32_t iap_price_increase;
#define IAP_PRICE_INCREASE_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_PRICE_INCREASE_NONE 0
#define IAP_PRICE_INCREASE_PENDING 1 /**< the player has not consented yet */
#define IAP_PRICE_INCREASE_AGREED 2

/**
 * Completes a request for subscription statuses.
 * \param user_data the value from the request.
 * \param client borrows it.
 * \param request_id the id that the request function gave.
 * \param statuses borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_subscription_statuses_function)(void *user_data, iap_client *client, uint64_t request_id,
                                                   const iap_subscription_statuses *statuses, const iap_error *error);

/**
 * Completes a request whose result is yes or no.
 * \param user_data the value from the request.
 * \param client borrows it.
 * \param request_id the id that the request function gave.
 * \param flag 1 or 0; 0 if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_flag_function)(void *user_data, iap_client *client, uint64_t request_id, int32_t flag,
                                  const iap_error *error);

/**
 * Requests the subscription statuses of a group. A group that the account never subscribed to has no status. With Family
 * Sharing a group can have more than one status; the status with the highest level of service counts.
 * \param client borrows it.
 * \param group_id copies it: the id that iap_product_subscription_group_id() returns; NULL for all groups
 *        (IAP_FEATURE_ALL_STATUSES).
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 1024 bytes),
 *          IAP_ERROR_CLOSED.
 */
iap_status iap_request_subscription_statuses(iap_client *client, const char *group_id,
                                             iap_subscription_statuses_function completion, void *user_data,
                                             uint64_t *request_id, iap_error *error);
/**
 * Requests the status of the subscription that a transaction belongs to. The result has one status. It has none if the
 * store does not know the transaction, or if the transaction belongs to no auto-renewable subscription.
 * \param client borrows it.
 * \param transaction_id the id that iap_transaction_id() returns, of any period of the subscription.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_request_transaction_status(iap_client *client, uint64_t transaction_id,
                                          iap_subscription_statuses_function completion, void *user_data,
                                          uint64_t *request_id, iap_error *error);
/**
 * Finds out whether the account is still allowed to use an introductory offer of a group. An account can use one introductory
 * offer per group. The result can be 1 even if the group has no introductory offer.
 * \param client borrows it.
 * \param group_id copies it: the id that iap_product_subscription_group_id() returns.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 1024 bytes),
 *          IAP_ERROR_CLOSED.
 */
iap_status iap_request_introductory_offer_eligibility(iap_client *client, const char *group_id,
                                                      iap_flag_function completion, void *user_data,
                                                      uint64_t *request_id, iap_error *error);

/**
 * Returns the number of statuses in the list.
 * \param statuses borrows it. \returns how many.
 */
size_t iap_subscription_statuses_count(const iap_subscription_statuses *statuses);
/**
 * Returns one status of the list.
 * \param statuses borrows it. \param index from 0. \returns borrows a handle that lives as long as the list (or longer, if
 * retained); NULL past the end.
 */
const iap_subscription_status *iap_subscription_statuses_at(const iap_subscription_statuses *statuses, size_t index);
/**
 * Retains a list of statuses, to keep it after its callback.
 * \param statuses borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_subscription_statuses *iap_subscription_statuses_retain(const iap_subscription_statuses *statuses);
/**
 * Releases a list of statuses.
 * \param statuses takes back a handle that was given or retained; NULL is ignored.
 */
void iap_subscription_statuses_release(const iap_subscription_statuses *statuses);
/**
 * Retains a status, to keep it after its callback.
 * \param status borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_subscription_status *iap_subscription_status_retain(const iap_subscription_status *status);
/**
 * Releases a status.
 * \param status takes back a handle that was given or retained; NULL is ignored.
 */
void iap_subscription_status_release(const iap_subscription_status *status);

/**
 * Returns the subscription state.
 * \param status borrows it. \returns an IAP_SUBSCRIPTION_STATE_… value.
 */
iap_subscription_state iap_subscription_status_state(const iap_subscription_status *status);
/**
 * Returns the id of the subscription group.
 * \param status borrows it. \returns the id; empty where the system does not report it.
 */
const char *iap_subscription_status_group_id(const iap_subscription_status *status);
/**
 * Returns the newest transaction of the subscription. Its state is PURCHASED, REVOKED or UNVERIFIED. It is not a delivery.
 * \param status borrows it. \returns borrows a handle that lives as long as the status (or longer, if retained).
 */
const iap_transaction *iap_subscription_status_transaction(const iap_subscription_status *status);
/**
 * Returns the renewal info.
 * \param status borrows it. \returns borrows a handle that lives as long as the status.
 */
const iap_renewal_info *iap_subscription_status_renewal_info(const iap_subscription_status *status);

/**
 * Returns the result of the signature check. Trust the other values of the renewal info only if the result is
 * IAP_VERIFICATION_VERIFIED.
 * \param info borrows it. \returns an IAP_VERIFICATION_… value.
 */
iap_verification iap_renewal_info_verification(const iap_renewal_info *info);
/**
 * Returns the id of the first purchase of the subscription.
 * \param info borrows it. \returns the id.
 */
uint64_t iap_renewal_info_original_transaction_id(const iap_renewal_info *info);
/**
 * Returns the id of the product that the account subscribes to now.
 * \param info borrows it. \returns the id.
 */
const char *iap_renewal_info_product_id(const iap_renewal_info *info);
/**
 * Returns whether the store will renew the subscription.
 * \param info borrows it. \returns 1 or 0.
 */
int32_t iap_renewal_info_will_auto_renew(const iap_renewal_info *info);
/**
 * Returns the id of the product that the next renewal is for.
 * \param info borrows it. \returns the id; NULL if the store will not renew the subscription.
 */
const char *iap_renewal_info_auto_renew_product_id(const iap_renewal_info *info);
/**
 * Returns why the subscription ended.
 * \param info borrows it.
 * \returns an IAP_EXPIRATION_REASON_… value; IAP_EXPIRATION_REASON_NONE if it did not end. iap_renewal_info_json() contains
 *          the store's number.
 */
iap_expiration_reason iap_renewal_info_expiration_reason(const iap_renewal_info *info);
/**
 * Returns the state of the player's consent to a price increase.
 * \param info borrows it. \returns an IAP_PRICE_INCREASE_… value.
 */
iap_price_increase iap_renewal_info_price_increase(const iap_renewal_info *info);
/**
 * Returns whether the subscription is in billing retry: the store retries a failed charge.
 * \param info borrows it. \returns 1 or 0.
 */
int32_t iap_renewal_info_is_in_billing_retry(const iap_renewal_info *info);
/**
 * Returns the time at which the billing grace period ends. Until this date the player stays entitled while the store retries
 * the charge.
 * \param info borrows it. \returns milliseconds since 1970; 0 if there is no grace period.
 */
int64_t iap_renewal_info_grace_period_expiration_date_ms(const iap_renewal_info *info);
/**
 * Returns the type of the offer that the next renewal uses.
 * \param info borrows it. \returns an IAP_OFFER_TYPE_… value; IAP_OFFER_TYPE_NONE if there is no offer.
 */
iap_offer_type_t iap_renewal_info_offer_type(const iap_renewal_info *info);
/**
 * Returns the id of the offer that the next renewal uses.
 * \param info borrows it. \returns the id; NULL if there is no offer, and for an introductory offer.
 */
const char *iap_renewal_info_offer_id(const iap_renewal_info *info);
/**
 * Returns how the player pays for the offer of the next renewal.
 * \param info borrows it.
 * \returns an IAP_PAYMENT_MODE_… value; IAP_PAYMENT_MODE_NONE if there is no offer or the system does not report it.
 */
iap_payment_mode iap_renewal_info_offer_payment_mode(const iap_renewal_info *info);
/**
 * Returns the unit of the period of the next renewal's offer.
 * \param info borrows it.
 * \returns an IAP_PERIOD_UNIT_… value; IAP_PERIOD_UNIT_NONE if there is no offer or the system does not report it.
 */
iap_period_unit iap_renewal_info_offer_period_unit(const iap_renewal_info *info);
/**
 * Returns the number of units in the period of the next renewal's offer.
 * \param info borrows it. \returns the number; 0 if there is no offer or the system does not report it.
 */
int32_t iap_renewal_info_offer_period_value(const iap_renewal_info *info);
/**
 * Returns the App Store that the renewal info comes from.
 * \param info borrows it. \returns "Production", "Sandbox" or "Xcode"; empty where the system does not report it.
 */
const char *iap_renewal_info_environment(const iap_renewal_info *info);
/**
 * Returns the time at which the player subscribed. Gaps of less than 60 days do not count as an end of the subscription.
 * \param info borrows it. \returns milliseconds since 1970; 0 where the system does not report it.
 */
int64_t iap_renewal_info_recent_subscription_start_date_ms(const iap_renewal_info *info);
/**
 * Returns the time at which the store will renew the subscription.
 * \param info borrows it. \returns milliseconds since 1970; 0 if the store will not renew it, or the system does not report it.
 */
int64_t iap_renewal_info_renewal_date_ms(const iap_renewal_info *info);
/**
 * Returns the price of the next renewal. For several seats it is the average price of one seat.
 * \param info borrows it. \returns thousandths of the currency's unit; 0 where the system does not report it.
 */
int64_t iap_renewal_info_renewal_price_milliunits(const iap_renewal_info *info);
/**
 * Returns the currency of the renewal price.
 * \param info borrows it. \returns its ISO 4217 code; NULL where the system does not report it.
 */
const char *iap_renewal_info_currency_code(const iap_renewal_info *info);
/**
 * Returns the number of win-back offers that the player is allowed to use.
 * \param info borrows it. \returns how many.
 */
size_t iap_renewal_info_eligible_win_back_offer_count(const iap_renewal_info *info);
/**
 * Returns the id of one of the win-back offers that the player is allowed to use. The best offer comes first.
 * \param info borrows it. \param index from 0. \returns the id; NULL past the end.
 */
const char *iap_renewal_info_eligible_win_back_offer_at(const iap_renewal_info *info, size_t index);
/**
 * Returns the UUID of the payment's app_account_token.
 * \param info borrows it. \returns a lowercase UUID; NULL if the payment had none or the system does not report it.
 */
const char *iap_renewal_info_app_account_token(const iap_renewal_info *info);
/**
 * Returns the id of the account's copy of the app.
 * \param info borrows it. \returns the id; NULL where the system does not report it.
 */
const char *iap_renewal_info_app_transaction_id(const iap_renewal_info *info);
/**
 * Returns the time at which the store signed the renewal info.
 * \param info borrows it. \returns milliseconds since 1970.
 */
int64_t iap_renewal_info_signed_date_ms(const iap_renewal_info *info);
/**
 * Returns the signed renewal info for the game's server. It is a compact JWS (RFC 7515) with the fields of Apple's
 * JWSRenewalInfoDecodedPayload.
 * \param info borrows it. \returns the text.
 */
const char *iap_renewal_info_signed_text(const iap_renewal_info *info);
/**
 * Returns everything that the store signed about the renewal, as JSON. This includes fields that this version has no
 * function for, for example commitments and Advanced Commerce.
 * \param info borrows it. \returns the text.
 */
const char *iap_renewal_info_json(const iap_renewal_info *info);

/* ------------------------------------------------------------------------------- verification before delivery */

/** Extra verification before delivery. In every mode, the library delivers only purchases whose store signature is valid. */
typedef int32_t iap_verification_mode;
#define IAP_VERIFY_BY_STORE 0 /**< no extra verification */
#define IAP_VERIFY_BY_SIGNATURE                                                                                        \
    1                          /**< the library checks the signature up to a root certificate that the game chooses */
#define IAP_VERIFY_BY_GAME 2   /**< the game verifies; it receives verification_requested */
#define IAP_VERIFY_BY_SERVER 3 /**< the game's server verifies; the library sends HTTP requests to it */

/**
 * Describes how the library verifies purchases. Initialize it with IAP_VERIFICATION_OPTIONS_INIT.
 *
 * There are three verdicts: valid, invalid and undecided.
 *
 * Valid: the library delivers the purchase and records the verdict in the journal. It does not verify the purchase again
 * while the store reports the same product, purchase date, quantity and expiration date.
 *
 * Invalid: the observers receive IAP_TRANSACTION_REJECTED. The library does not deliver the purchase, and finishes it.
 * (With IAP_VERIFY_BY_SIGNATURE the state is IAP_TRANSACTION_UNVERIFIED instead, and the library never finishes it.)
 *
 * Undecided: the library does not deliver the purchase, and nothing is lost. The library requests a verdict again, each time
 * after a longer wait with random jitter, also after a restart. A payment that has to wait for this reason is reported as
 * IAP_TRANSACTION_DEFERRED. The observers receive problem_reported with the reason (IAP_ERROR_NETWORK or IAP_ERROR_SERVER).
 * They receive the next such report only after the library has got a valid or invalid verdict in between.
 *
 * If the game never answers verification_requested, the purchase stays PURCHASING until the next launch. For each transaction,
 * the library requests only one verdict at a time.
 *
 * IAP_VERIFY_BY_SIGNATURE also compares the signed id, product and quantity with the transaction. It does not compare the
 * signed app and environment, because the store has checked them before.
 *
 * The server receives a POST request with a JSON object: "signedTransaction" (the compact JWS), "transactionId" (a string of
 * digits), "productId", and if known "appAccountToken" and "environment". The header Idempotency-Key is the same for each
 * request about one transaction. A response is a verdict if it has status 200 and a JSON object whose "verdict" is "valid" or
 * "invalid"; the optional text "reason" gives the reason. Everything else is undecided: other responses (the library does not
 * follow redirects), no response within the timeout, and {"verdict":"undecided"}. The library obeys the header Retry-After
 * (seconds or a date) up to retry_max_ms.
 *
 * The library contacts a server on this machine without a proxy. The library sends data to any other server only over TLS, also
 * through a proxy.
 */
struct iap_verification_options {
    uint32_t struct_size;
    iap_verification_mode mode;
    /** IAP_VERIFY_BY_SIGNATURE: a file with the trusted root certificates, PEM or DER (copies it); required. */
    const char *roots_path;
    /** IAP_VERIFY_BY_SERVER: an https URL, or an http URL on this machine (copies it); required. */
    const char *server_url;
    /** Extra headers of the requests: lines of the form "Name: value", for example for authorization (copies them). */
    const char *const *server_headers;
    size_t server_header_count; /**< at most 32 */
    uint32_t server_timeout_ms; /**< the timeout of a whole request; 0: 30 seconds */
    uint32_t retry_min_ms;      /**< the first wait after an undecided verdict; 0: 1 second */
    uint32_t retry_max_ms;      /**< the longest wait; 0: 1 hour */
    uint32_t reserved;          /**< 0 */
    /** 1: IAP_VERIFY_BY_SIGNATURE also accepts purchases in the environment "Xcode", which Xcode's local testing signs with its
     *  own single certificate. DANGER: anybody can make such a certificate. Use 1 only in builds for testing. 0: such purchases
     *  have the state IAP_TRANSACTION_UNVERIFIED, with an error that names this reason. */
    int32_t accepts_xcode_testing;
    uint32_t reserved_end; /**< 0 */
};

/* clang-format off */
#define IAP_VERIFICATION_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_verification_options), IAP_VERIFY_BY_STORE, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Sets options to IAP_VERIFICATION_OPTIONS_INIT. This function writes the size that the LIBRARY knows. It is for bindings
 * that allocate the size that the library returns; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 */
void iap_verification_options_init(iap_verification_options *options);

typedef int32_t iap_verdict;
#define IAP_VERDICT_VALID 1
#define IAP_VERDICT_INVALID 2
#define IAP_VERDICT_UNDECIDED 3 /**< no decision is possible now: ask again later */

/**
 * Answers verification_requested with a verdict. Only the first answer counts.
 * \param client borrows it.
 * \param transaction_id the id of the transaction that the observer received with verification_requested.
 * \param verdict an IAP_VERDICT_… value.
 * \param reason copies it: one line for the error of a rejected transaction, or for problem_reported if the verdict is
 *        undecided; may be NULL.
 * \param retry_after_ms with IAP_VERDICT_UNDECIDED: the library waits at least this long before it asks again, up to
 *        retry_max_ms; 0: the usual wait. During the wait this function returns IAP_ERROR_NOT_FOUND.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a reason above 1024 bytes),
 *          IAP_ERROR_NOT_FOUND (the library does not wait for a verdict about this transaction), IAP_ERROR_CLOSED.
 */
iap_status iap_answer_verification(iap_client *client, uint64_t transaction_id, iap_verdict verdict, const char *reason,
                                   uint32_t retry_after_ms, iap_error *error);

/* -------------------------------------------------------------------------------------- system, store and log */

/** A feature that not every system has. The comment of each constant lists the first Apple versions that have it. On Linux a
 *  store has every feature until iap_store_set_supported() changes this. */
typedef int32_t iap_feature;
#define IAP_FEATURE_NONE 0
#define IAP_FEATURE_WIN_BACK_OFFERS 1 /**< iOS 18, macOS 15, tvOS 18, visionOS 2 */
#define IAP_FEATURE_ALL_STATUSES 2    /**< all groups' statuses in one request; iOS 17, macOS 14, tvOS 17, visionOS 1 */
#define IAP_FEATURE_PURCHASE_INTENTS 3      /**< iOS 16.4, macOS 14.4 */
#define IAP_FEATURE_MESSAGES 4              /**< iOS 16, visionOS 1 */
#define IAP_FEATURE_REFUND_REQUEST 5        /**< iOS 15, macOS 12, visionOS 1 */
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
 * Returns whether this system has a feature. A call that needs a missing feature ends with IAP_ERROR_UNSUPPORTED.
 * \param client borrows it.
 * \param feature an IAP_FEATURE_… value.
 * \param error may be NULL; borrows it: IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL, or no such feature), IAP_ERROR_CLOSED.
 * \returns 1 or 0, never a negative value; 0 if the call failed.
 */
int32_t iap_supports(iap_client *client, iap_feature feature, iap_error *error);

/** The environment of the store that signed something. A verifier accepts several values, combined with |. */
typedef int32_t iap_environment;
#define IAP_ENVIRONMENT_UNKNOWN 0
#define IAP_ENVIRONMENT_PRODUCTION 1
#define IAP_ENVIRONMENT_SANDBOX                                                                                        \
    2 /**< also TestFlight and App Review, and everything that the reference store of <iap/iap_store.h> signs */
/** StoreKit testing in Xcode. DANGER: the App Store does not sign its data. A verifier that allows this environment accepts the
 *  data without any signature check: anybody can make it. The result reports this (signature_checked is 0). This value cannot
 *  be combined with Production. */
#define IAP_ENVIRONMENT_XCODE 4
/** The same rules as for IAP_ENVIRONMENT_XCODE apply. Apple's server libraries use this name for local tests. */
#define IAP_ENVIRONMENT_LOCAL_TESTING 8
/** The reference store. Only iap_client_environment() returns it; data that this store signs has IAP_ENVIRONMENT_SANDBOX. */
#define IAP_ENVIRONMENT_REFERENCE_STORE 16

/**
 * Returns the environment of the store that the client uses, as far as the library knows it now. The call does not ask the
 * store. On Apple's systems the library first guesses the environment from the location of the receipt. The guess is never
 * production: the function returns IAP_ENVIRONMENT_UNKNOWN instead. The first verified transaction corrects the guess.
 * \param client borrows it.
 * \returns an IAP_ENVIRONMENT_… value; or IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED.
 */
iap_environment iap_client_environment(iap_client *client);

/** The importance of a log line. */
typedef int32_t iap_log_level;
#define IAP_LOG_NONE 0
#define IAP_LOG_ERROR 1 /**< something failed in the background, or a checked handle is wrong */
/** The game makes a mistake. The library warns after five seconds about events that the game does not process, and about
 *  purchases that wait for an observer. In manual mode nothing runs between the calls: the library warns when the client is
 *  closed. */
#define IAP_LOG_WARNING 2
#define IAP_LOG_INFO 3  /**< what happens to payments and transactions, as in the audit log */
#define IAP_LOG_DEBUG 4 /**< each request, each store response, each write, each retry */

/**
 * Receives a line of the log. The library calls it on any thread, also inside an API call, while it holds no lock. The
 * function must not call the library, except iap_status_name() and iap_version(), and it must return.
 * \param user_data the value from iap_set_log_function().
 * \param level an IAP_LOG_… value.
 * \param message one line of UTF-8 in English, without a line break; borrows it. A line about a call begins with the name
 *        of the function. Lines name products, transactions and files. They never contain an account token, a receipt, a
 *        signed text or the reason of a verdict.
 */
typedef void (*iap_log_function)(void *user_data, iap_log_level level, const char *message);

/**
 * Chooses which log lines are written, and which function receives them. The setting applies to the whole process. Without this
 * call the environment variable IAP_LOG decides: with the value error, warning, info or debug, the library writes to standard
 * error. If the variable is not set, the library writes nothing.
 * \param level the least important level that is written. All more important levels are written too. With IAP_LOG_NONE the
 *        library writes nothing.
 * \param function receives the lines; NULL: standard error. After this call has returned, the library does not call the
 *        previous function any more. This call waits until running calls of the previous function have returned. Therefore
 *        the caller must hold no lock that the previous function takes. The library may call the new function before this
 *        call returns. Do not call iap_set_log_function() inside a log function.
 * \param user_data the function receives it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (no such level).
 */
iap_status iap_set_log_function(iap_log_level level, iap_log_function function, void *user_data, iap_error *error);

/**
 * Checks each handle before it is used, for the rest of the process. The environment variable IAP_CHECK=1 does the same
 * from the beginning.
 *
 * A handle is wrong if it was released, has another type, or was borrowed for a callback that has returned. The library
 * then logs the mistake with the name of the function, and treats the handle as NULL: getters return 0 or NULL, and other
 * functions return IAP_ERROR_INVALID_ARGUMENT. If the game releases a handle that is only borrowed, or releases a handle
 * once too often, the library logs the mistake and does nothing else. Without the checks such mistakes have no defined
 * result.
 *
 * After this call the library refuses all handles that it gave before, except those of clients, stores and devices. The
 * checks cost time and memory: they are for finding mistakes, not for players.
 * \threadsafety any thread, while no other thread uses the library. \callbacksafety no.
 */
void iap_check_handles(void);

/* -------------------------------------------------------------------------------------------------- audit log */

/**
 * Writes a copy of the audit log to a file, which a player can send to the game's support. The copy contains each change of a
 * payment, a transaction and the inventory, with its time, id and cause. The copy contains no receipt, no account token, and
 * nothing else that names the player. The file has one line of JSON for each change, oldest first. `Samples/run --replay FILE`
 * prints the file in readable form.
 * \param client borrows it.
 * \param path copies it: the file to write. The library replaces an existing regular file, but never the journal.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll. The request fails with
 *        IAP_ERROR_INVALID_ARGUMENT (the path is the journal, or not a regular file), IAP_ERROR_STORAGE or
 *        IAP_ERROR_STORAGE_FULL.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a path above 4096 bytes),
 *          IAP_ERROR_CLOSED.
 */
iap_status iap_request_audit_copy(iap_client *client, const char *path, iap_completion_function completion,
                                  void *user_data, uint64_t *request_id, iap_error *error);

/* -------------------------------------------------------------------------- sheets and messages of the system */

/**
 * Shows the sheet in which the player requests a refund. Success means that the request was sent. If the store grants the
 * refund, the observers receive entitlement_revoked later. If it does not, they receive nothing. The request fails with
 * IAP_ERROR_DUPLICATE_REQUEST if a refund was requested before.
 * \param client borrows it.
 * \param transaction_id the id that iap_transaction_id() returns.
 * \param ui_anchor where to show it, see iap_payment; NULL for the front window.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_request_refund(iap_client *client, uint64_t transaction_id, void *ui_anchor,
                              iap_completion_function completion, void *user_data, uint64_t *request_id,
                              iap_error *error);
/**
 * Shows the sheet in which the player changes and cancels subscriptions. The request completes when the sheet is closed.
 * The observers receive events about what changed.
 * \param client borrows it.
 * \param group_id copies it: only this group (from iOS 17); NULL for all.
 * \param ui_anchor where to show it, see iap_payment; NULL for the front window.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 1024 bytes),
 *          IAP_ERROR_CLOSED.
 */
iap_status iap_show_manage_subscriptions(iap_client *client, const char *group_id, void *ui_anchor,
                                         iap_completion_function completion, void *user_data, uint64_t *request_id,
                                         iap_error *error);
/**
 * Shows the sheet in which the player enters an offer code. The observers receive what the player redeemed, as a
 * transaction.
 * \param client borrows it.
 * \param ui_anchor where to show it, see iap_payment; NULL for the front window.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_present_offer_code_redemption(iap_client *client, void *ui_anchor, iap_completion_function completion,
                                             void *user_data, uint64_t *request_id, iap_error *error);
/**
 * Requests that the system asks the player for a review. The system decides whether it asks. It does not report what the player
 * did.
 * \param client borrows it.
 * \param ui_anchor where to show it, see iap_payment; NULL for the front window.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_request_review(iap_client *client, void *ui_anchor, iap_completion_function completion, void *user_data,
                              uint64_t *request_id, iap_error *error);
/**
 * Shows a message of the App Store. The system shows each message once, and only if the message still applies. A message that
 * could not be shown can be shown again. A message that the player dismissed (IAP_ERROR_CANCELLED) counts as shown.
 * \param client borrows it.
 * \param message borrows it: the message of message_received, either inside this callback, or later if the game has retained
 *        it.
 * \param ui_anchor where to show it, see iap_payment; NULL for the front window.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND (the message was shown before, or belongs to another
 *          client), IAP_ERROR_CLOSED.
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
 * Returns what the message is about.
 * \param message borrows it.
 * \returns an IAP_MESSAGE_REASON_… value; IAP_MESSAGE_REASON_UNKNOWN if this version does not know the reason.
 */
iap_message_reason_t iap_message_reason(const iap_message *message);
/**
 * Retains a message, to keep it after its callback.
 * \param message borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_message *iap_message_retain(const iap_message *message);
/**
 * Releases a message.
 * \param message takes back a handle that was given or retained; NULL is ignored.
 */
void iap_message_release(const iap_message *message);

/* --------------------------------------------------------------------------------------------- the app itself */

/**
 * Completes a request for the app transaction.
 * \param user_data the value from the request.
 * \param client borrows it.
 * \param request_id the id that the request function gave.
 * \param app_transaction borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_app_transaction_function)(void *user_data, iap_client *client, uint64_t request_id,
                                             const iap_app_transaction *app_transaction, const iap_error *error);

/**
 * Completes a request whose result is a text.
 * \param user_data the value from the request.
 * \param client borrows it.
 * \param request_id the id that the request function gave.
 * \param text borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_text_function)(void *user_data, iap_client *client, uint64_t request_id, const char *text,
                                  const iap_error *error);

/**
 * Requests the app transaction: the signed proof that this account has obtained the app.
 * \param client borrows it.
 * \param refresh 1: the store signs a new app transaction; for this the system possibly asks the player to sign in. Use 1 only
 *        when the player requests this.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_request_app_transaction(iap_client *client, int32_t refresh, iap_app_transaction_function completion,
                                       void *user_data, uint64_t *request_id, iap_error *error);
/**
 * Retains an app transaction, to keep it after its callback.
 * \param app_transaction borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_app_transaction *iap_app_transaction_retain(const iap_app_transaction *app_transaction);
/**
 * Releases an app transaction.
 * \param app_transaction takes back a handle that was given or retained; NULL is ignored.
 */
void iap_app_transaction_release(const iap_app_transaction *app_transaction);
/**
 * Returns the result of the signature check. Trust the other values of the app transaction only if the result is
 * IAP_VERIFICATION_VERIFIED.
 * \param app_transaction borrows it. \returns an IAP_VERIFICATION_… value.
 */
iap_verification iap_app_transaction_verification(const iap_app_transaction *app_transaction);
/**
 * Returns the number of the app in the App Store.
 * \param app_transaction borrows it. \returns the number; 0 in the sandbox.
 */
uint64_t iap_app_transaction_app_id(const iap_app_transaction *app_transaction);
/**
 * Returns the number of this version of the app in the App Store.
 * \param app_transaction borrows it. \returns the number; 0 in the sandbox.
 */
uint64_t iap_app_transaction_app_version_id(const iap_app_transaction *app_transaction);
/**
 * Returns the version of the app: CFBundleShortVersionString on macOS, CFBundleVersion elsewhere.
 * \param app_transaction borrows it. \returns the text.
 */
const char *iap_app_transaction_app_version(const iap_app_transaction *app_transaction);
/**
 * Returns the bundle id of the app.
 * \param app_transaction borrows it. \returns the id.
 */
const char *iap_app_transaction_bundle_id(const iap_app_transaction *app_transaction);
/**
 * Returns the App Store that the app transaction comes from.
 * \param app_transaction borrows it. \returns "Production", "Sandbox" or "Xcode".
 */
const char *iap_app_transaction_environment(const iap_app_transaction *app_transaction);
/**
 * Returns the first version of the app that the account obtained; in the sandbox "1.0". With this version the game can
 * recognize players who paid for the app before it became free.
 * \param app_transaction borrows it. \returns the text.
 */
const char *iap_app_transaction_original_app_version(const iap_app_transaction *app_transaction);
/**
 * Returns the time at which the account first obtained the app.
 * \param app_transaction borrows it. \returns milliseconds since 1970.
 */
int64_t iap_app_transaction_original_purchase_date_ms(const iap_app_transaction *app_transaction);
/**
 * Returns the time at which the account ordered the app before its release.
 * \param app_transaction borrows it. \returns milliseconds since 1970; 0 if the account did not.
 */
int64_t iap_app_transaction_preorder_date_ms(const iap_app_transaction *app_transaction);
/**
 * Returns the id of the account's copy of the app.
 * \param app_transaction borrows it. \returns the id; NULL where the system does not report it.
 */
const char *iap_app_transaction_app_transaction_id(const iap_app_transaction *app_transaction);
/**
 * Returns the system on which the account first obtained the app.
 * \param app_transaction borrows it. \returns for example "iOS"; NULL where the system does not report it.
 */
const char *iap_app_transaction_original_platform(const iap_app_transaction *app_transaction);
/**
 * Returns the time at which the store signed the app transaction.
 * \param app_transaction borrows it. \returns milliseconds since 1970.
 */
int64_t iap_app_transaction_signed_date_ms(const iap_app_transaction *app_transaction);
/**
 * Returns the value that binds the app transaction to this device: the Base64 of a SHA-384 over the nonce and the id of the
 * device.
 * \param app_transaction borrows it. \returns the text.
 */
const char *iap_app_transaction_device_verification(const iap_app_transaction *app_transaction);
/**
 * Returns the nonce of the device verification.
 * \param app_transaction borrows it. \returns a lowercase UUID.
 */
const char *iap_app_transaction_device_verification_nonce(const iap_app_transaction *app_transaction);
/**
 * Returns the signed app transaction for the game's server, a compact JWS (RFC 7515).
 * \param app_transaction borrows it. \returns the text.
 */
const char *iap_app_transaction_signed_text(const iap_app_transaction *app_transaction);
/**
 * Returns everything that the store signed about the app, as JSON.
 * \param app_transaction borrows it. \returns the text.
 */
const char *iap_app_transaction_json(const iap_app_transaction *app_transaction);

/**
 * Requests the app receipt of the original StoreKit, for servers that still need it: PKCS #7 in Base64.
 * \param client borrows it.
 * \param refresh 1: the store issues a new receipt; for this the system possibly asks the player to sign in. Use 1 only when
 *        the player requests this. 0: the receipt on the device, which is possibly older than the latest purchases.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
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
#define IAP_EVENT_ENTITLEMENT_CHANGED 21            /**< product id; flag: whether the account owns it now */

/**
 * Returns the type of the event.
 * \param event borrows it. \returns an IAP_EVENT_… value.
 */
iap_event_type_t iap_event_type(const iap_event *event);
/**
 * Returns the id of the request that the event completes.
 * \param event borrows it. \returns the id; 0 if it completes none.
 */
uint64_t iap_event_request_id(const iap_event *event);
/**
 * Returns the products of IAP_EVENT_PRODUCTS_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there are none.
 */
const iap_products *iap_event_products(const iap_event *event);
/**
 * Returns the transaction that the event is about.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 */
const iap_transaction *iap_event_transaction(const iap_event *event);
/**
 * Returns the transactions of IAP_EVENT_TRANSACTIONS_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there are none.
 */
const iap_transactions *iap_event_transactions(const iap_event *event);
/**
 * Returns the country code of the storefront.
 * \param event borrows it. \returns ISO 3166-1 alpha-3; NULL if the event has none.
 */
const char *iap_event_storefront_country_code(const iap_event *event);
/**
 * Returns the id of the storefront.
 * \param event borrows it. \returns the store's own id; NULL if the event has none.
 */
const char *iap_event_storefront_identifier(const iap_event *event);
/**
 * Returns the result of IAP_EVENT_FLAG_RECEIVED, or whether the account owns the product of IAP_EVENT_ENTITLEMENT_CHANGED.
 * \param event borrows it. \returns 1 or 0.
 */
int32_t iap_event_flag(const iap_event *event);
/**
 * Returns the product of IAP_EVENT_ENTITLEMENT_CHANGED.
 * \param event borrows it. \returns the product id; NULL if the event has none.
 */
const char *iap_event_product_id(const iap_event *event);
/**
 * Returns the result of IAP_EVENT_TEXT_RECEIVED.
 * \param event borrows it. \returns the text; NULL if the event has none.
 */
const char *iap_event_text(const iap_event *event);
/**
 * Returns the statuses of IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 */
const iap_subscription_statuses *iap_event_subscription_statuses(const iap_event *event);
/**
 * Returns the status of IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 */
const iap_subscription_status *iap_event_subscription_status(const iap_event *event);
/**
 * Returns the app transaction of IAP_EVENT_APP_TRANSACTION_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 */
const iap_app_transaction *iap_event_app_transaction(const iap_event *event);
/**
 * Returns the promotions of IAP_EVENT_PROMOTIONS_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 */
const iap_promotions *iap_event_promotions(const iap_event *event);
/**
 * Returns the intent of IAP_EVENT_PURCHASE_INTENT_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 */
const iap_purchase_intent *iap_event_purchase_intent(const iap_event *event);
/**
 * Returns the message of IAP_EVENT_MESSAGE_RECEIVED.
 * \param event borrows it. \returns borrows a handle that lives as long as the event; NULL if there is none.
 */
const iap_message *iap_event_message(const iap_event *event);
/**
 * Reports the error of a request that failed, or of a problem.
 * \param event borrows it.
 * \param error borrows it and fills it; NULL is allowed.
 * \returns the status of the error; IAP_OK if the event has none.
 */
iap_status iap_event_error(const iap_event *event, iap_error *error);
/**
 * Releases an event.
 * \param event takes back a handle that iap_client_next_event() gave; NULL is ignored.
 */
void iap_event_release(iap_event *event);

/* ---------------------------------------------------------------------------------------------- rarely needed */

/* Few games need the functions below. */

/* -------------------------------------------------------------------------- promoted purchases and promotions */

/**
 * Returns the purchase intents, oldest first: purchases that the player began in the App Store and that the game has neither
 * taken nor declined. The library keeps them in memory only. After a restart the App Store does not report them again.
 * \param client borrows it.
 * \param intents gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_queue_purchase_intents(iap_client *client, const iap_purchase_intents **intents, iap_error *error);
/**
 * Continues a purchase that the player began in the App Store: the library adds a payment for the intent's product, with the
 * intent's offer.
 * \param client borrows it.
 * \param intent borrows it.
 * \param payment copies it: how to buy. Its product must be the product of the intent. If the intent has an offer, the payment
 *        must not name an offer or an Advanced Commerce request. NULL: the payment buys a quantity of one.
 * \param payment_id gives the id of the payment; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns as iap_add_payment(); or IAP_ERROR_NOT_FOUND (the intent was taken or declined before, or belongs to another
 *          client).
 */
iap_status iap_take_purchase_intent(iap_client *client, const iap_purchase_intent *intent, const iap_payment *payment,
                                    uint64_t *payment_id, iap_error *error);
/**
 * Keeps a purchase intent for later. The intent stays in iap_queue_purchase_intents(), and the observers receive no more events
 * about it.
 * \param client borrows it.
 * \param intent borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND (the intent was taken or declined before, or belongs to
 *          another client), IAP_ERROR_CLOSED.
 */
iap_status iap_defer_purchase_intent(iap_client *client, const iap_purchase_intent *intent, iap_error *error);
/**
 * Declines a purchase intent.
 * \param client borrows it.
 * \param intent borrows it.
 * \param error may be NULL; borrows it.
 * \returns as iap_defer_purchase_intent().
 */
iap_status iap_decline_purchase_intent(iap_client *client, const iap_purchase_intent *intent, iap_error *error);
/**
 * Returns the number of intents in the list.
 * \param intents borrows it. \returns how many.
 */
size_t iap_purchase_intents_count(const iap_purchase_intents *intents);
/**
 * Returns one intent of the list.
 * \param intents borrows it. \param index from 0. \returns borrows a handle that lives as long as the list (or longer, if
 * retained); NULL past the end.
 */
const iap_purchase_intent *iap_purchase_intents_at(const iap_purchase_intents *intents, size_t index);
/**
 * Retains a list of intents, to keep it after its callback.
 * \param intents borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_purchase_intents *iap_purchase_intents_retain(const iap_purchase_intents *intents);
/**
 * Releases a list of intents.
 * \param intents takes back a handle that was given or retained; NULL is ignored.
 */
void iap_purchase_intents_release(const iap_purchase_intents *intents);
/**
 * Returns the id of the product.
 * \param intent borrows it. \returns the id.
 */
const char *iap_purchase_intent_product_id(const iap_purchase_intent *intent);
/**
 * Returns the type of the offer for the purchase.
 * \param intent borrows it. \returns IAP_OFFER_TYPE_WIN_BACK; IAP_OFFER_TYPE_NONE if there is no offer.
 */
iap_offer_type_t iap_purchase_intent_offer_type(const iap_purchase_intent *intent);
/**
 * Returns the id of the offer for the purchase.
 * \param intent borrows it. \returns the id; NULL if there is no offer.
 */
const char *iap_purchase_intent_offer_id(const iap_purchase_intent *intent);
/**
 * Returns whether the game has kept the intent for later.
 * \param intent borrows it. \returns 1 or 0, as it was when this snapshot was made.
 */
int32_t iap_purchase_intent_is_deferred(const iap_purchase_intent *intent);
/**
 * Retains an intent, to keep it after its callback.
 * \param intent borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_purchase_intent *iap_purchase_intent_retain(const iap_purchase_intent *intent);
/**
 * Releases an intent.
 * \param intent takes back a handle that was given or retained; NULL is ignored.
 */
void iap_purchase_intent_release(const iap_purchase_intent *intent);

typedef int32_t iap_promotion_visibility;
#define IAP_PROMOTION_VISIBILITY_DEFAULT 0 /**< as set in App Store Connect */
#define IAP_PROMOTION_VISIBILITY_VISIBLE 1
#define IAP_PROMOTION_VISIBILITY_HIDDEN 2

/**
 * Completes a request for the promoted products.
 * \param user_data the value from the request.
 * \param client borrows it.
 * \param request_id the id that the request function gave.
 * \param promotions borrows it; NULL if the request failed.
 * \param error borrows it; NULL if the request succeeded.
 */
typedef void (*iap_promotions_function)(void *user_data, iap_client *client, uint64_t request_id,
                                        const iap_promotions *promotions, const iap_error *error);

/**
 * Requests the order in which the App Store page on this device shows the products. If the game has not changed this order, the
 * list is empty.
 * \param client borrows it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_request_promotions(iap_client *client, iap_promotions_function completion, void *user_data,
                                  uint64_t *request_id, iap_error *error);
/**
 * Changes the order in which the App Store page on this device shows the products.
 * \param client borrows it.
 * \param product_ids copies them: the products to show first, in this order; an empty list restores the order of App Store
 *        Connect.
 * \param count how many; at most IAP_PRODUCT_IDS_MAX.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
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
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED.
 */
iap_status iap_set_promotion_visibility(iap_client *client, const char *product_id, iap_promotion_visibility visibility,
                                        iap_completion_function completion, void *user_data, uint64_t *request_id,
                                        iap_error *error);
/**
 * Returns the number of products in the list.
 * \param promotions borrows it. \returns how many; 0 if the order is that of App Store Connect.
 */
size_t iap_promotions_count(const iap_promotions *promotions);
/**
 * Returns the id of one promoted product, in the order of the list.
 * \param promotions borrows it. \param index from 0. \returns the id; NULL past the end.
 */
const char *iap_promotions_product_id_at(const iap_promotions *promotions, size_t index);
/**
 * Returns the visibility on the App Store page of the product at this place of the list.
 * \param promotions borrows it. \param index from 0. \returns an IAP_PROMOTION_VISIBILITY_… value; 0 past the end.
 */
iap_promotion_visibility iap_promotions_visibility_at(const iap_promotions *promotions, size_t index);
/**
 * Retains a list of promotions, to keep it after its callback.
 * \param promotions borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_promotions *iap_promotions_retain(const iap_promotions *promotions);
/**
 * Releases a list of promotions.
 * \param promotions takes back a handle that was given or retained; NULL is ignored.
 */
void iap_promotions_release(const iap_promotions *promotions);

/* ------------------------------------------------------------------------------ billing plans and commitments */

/**
 * Returns the number of billing plans. They are the ways to pay for an auto-renewable subscription, if there is a choice.
 * \param product borrows it. \returns how many; 0 if the system has no plans.
 */
size_t iap_product_billing_plan_count(const iap_product *product);
/**
 * Returns one of the billing plans.
 * \param product borrows it. \param index from 0.
 * \returns borrows a handle that lives as long as the product; NULL past the end.
 */
const iap_billing_plan *iap_product_billing_plan_at(const iap_product *product, size_t index);
/**
 * Returns the type of the plan.
 * \param plan borrows it. \returns an IAP_BILLING_PLAN_… value.
 */
iap_billing_plan_type_t iap_billing_plan_type(const iap_billing_plan *plan);
/**
 * Returns the price of each bill, as the store formats it for its storefront.
 * \param plan borrows it. \returns the text.
 */
const char *iap_billing_plan_display_price(const iap_billing_plan *plan);
/**
 * Returns the price of each bill in the currency of the product.
 * \param plan borrows it. \returns thousandths of the currency's unit.
 */
int64_t iap_billing_plan_price_milliunits(const iap_billing_plan *plan);
/**
 * Returns the unit of the time between two bills.
 * \param plan borrows it. \returns an IAP_PERIOD_UNIT_… value.
 */
iap_period_unit iap_billing_plan_period_unit(const iap_billing_plan *plan);
/**
 * Returns the number of units between two bills.
 * \param plan borrows it. \returns the number.
 */
int32_t iap_billing_plan_period_value(const iap_billing_plan *plan);
/**
 * Returns the price of the whole commitment in the currency of the product.
 * \param plan borrows it. \returns thousandths of the currency's unit; 0 if the plan is no commitment.
 */
int64_t iap_billing_plan_commitment_price_milliunits(const iap_billing_plan *plan);
/**
 * Returns the billing plan of a subscription.
 * \param transaction borrows it.
 * \returns an IAP_BILLING_PLAN_… value; IAP_BILLING_PLAN_NONE where the system does not report it.
 */
iap_billing_plan_type_t iap_transaction_billing_plan_type(const iap_transaction *transaction);
/**
 * Returns the place of this bill among the bills of its commitment.
 * \param transaction borrows it. \returns from 1; 0 if it belongs to no commitment.
 */
int32_t iap_transaction_commitment_period_number(const iap_transaction *transaction);
/**
 * Returns the number of bills of the commitment.
 * \param transaction borrows it. \returns the number; 0 if it belongs to no commitment.
 */
int32_t iap_transaction_commitment_period_count(const iap_transaction *transaction);
/**
 * Returns the time at which the commitment ends.
 * \param transaction borrows it. \returns milliseconds since 1970; 0 if it belongs to no commitment.
 */
int64_t iap_transaction_commitment_expiration_date_ms(const iap_transaction *transaction);
/**
 * Returns the price of the whole commitment.
 * \param transaction borrows it. \returns thousandths of the currency's unit; 0 if it belongs to no commitment.
 */
int64_t iap_transaction_commitment_price_milliunits(const iap_transaction *transaction);
/**
 * Returns the billing plan of the next renewal.
 * \param info borrows it. \returns an IAP_BILLING_PLAN_… value; IAP_BILLING_PLAN_NONE where the system does not report it.
 */
iap_billing_plan_type_t iap_renewal_info_billing_plan_type(const iap_renewal_info *info);

/* ------------------------------------------------------------------------------------------ Advanced Commerce */

/**
 * Returns what the game's server requested with Advanced Commerce.
 * \param transaction borrows it. \returns a JSON object; NULL for other transactions.
 */
const char *iap_transaction_advanced_commerce_json(const iap_transaction *transaction);

/* ------------------------------------------------------------------------- purchases outside of the App Store */

/**
 * Shows the notice that the App Store requires before a purchase outside of the App Store. The result is the token that the
 * game's server reports to Apple. The token is empty if the system gives none. The request fails with IAP_ERROR_CANCELLED if
 * the player does not continue.
 * \param client borrows it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_show_external_purchase_notice(iap_client *client, iap_text_function completion, void *user_data,
                                             uint64_t *request_id, iap_error *error);
/**
 * Opens the link to a purchase on the web. The app declares this link. First the system shows the notice that the App Store
 * requires.
 * \param client borrows it.
 * \param url copies it: one of the declared links (from iOS 17.5); NULL for the only link.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 4096 bytes),
 *          IAP_ERROR_CLOSED.
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
 * Finds out whether the app is allowed to show this player its own links to purchases on the web.
 * \param client borrows it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_request_external_purchase_custom_link_eligibility(iap_client *client, iap_flag_function completion,
                                                                 void *user_data, uint64_t *request_id,
                                                                 iap_error *error);
/**
 * Requests a token of a custom link. The game's server reports the token to Apple. The token is empty if there is none.
 * \param client borrows it.
 * \param type an IAP_EXTERNAL_PURCHASE_TOKEN_… value.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_request_external_purchase_token(iap_client *client, iap_external_purchase_token type,
                                               iap_text_function completion, void *user_data, uint64_t *request_id,
                                               iap_error *error);
/**
 * Shows the notice that the App Store requires before the player follows a custom link. The request fails with
 * IAP_ERROR_CANCELLED if the player does not continue.
 * \param client borrows it.
 * \param type an IAP_EXTERNAL_PURCHASE_NOTICE_… value.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_show_external_purchase_custom_link_notice(iap_client *client, iap_external_purchase_notice type,
                                                         iap_completion_function completion, void *user_data,
                                                         uint64_t *request_id, iap_error *error);
/**
 * Opens the link to the game's account page. The app declares this link. First the system shows the notice that the App Store
 * requires.
 * \param client borrows it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status iap_open_external_link_account(iap_client *client, iap_completion_function completion, void *user_data,
                                          uint64_t *request_id, iap_error *error);
/**
 * Binds the account's payment method to a purchase on the web. The request fails with IAP_ERROR_NOT_ELIGIBLE if the account is
 * not allowed to do this, and with IAP_ERROR_INVALID_ARGUMENT if the store does not know the id.
 * \param client borrows it.
 * \param pinning_id copies it: the id that the game's server got from Apple.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 1024 bytes),
 *          IAP_ERROR_CLOSED.
 */
iap_status iap_bind_payment_method(iap_client *client, const char *pinning_id, iap_completion_function completion,
                                   void *user_data, uint64_t *request_id, iap_error *error);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_H */
