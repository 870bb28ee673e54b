/*
 * iap_store.h: the reference App Store (Linux). It sells what an Xcode .storekit file lists, keeps a ledger, signs
 * transactions as the App Store does, and does what a test tells it.
 *
 * A store has accounts; an account is signed in on devices; a client (<iap/iap.h>) runs on a device. Several clients,
 * devices and accounts may live in one process, and several processes may open the same state file.
 *
 * Ownership words and error rules are those of <iap/iap.h>. Handles stay safe to pass after they are closed
 * (IAP_ERROR_CLOSED). No function of this header calls the game.
 */
#ifndef IAP_IAP_STORE_H
#define IAP_IAP_STORE_H

#include "iap.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct iap_store iap_store;

/** How time passes in the store. */
typedef int32_t iap_store_clock;
#define IAP_STORE_CLOCK_REAL 0        /**< the machine's time, real subscription periods */
#define IAP_STORE_CLOCK_ACCELERATED 1 /**< the machine's time, subscription periods shortened by time_rate */
#define IAP_STORE_CLOCK_VIRTUAL 2     /**< time stands still until iap_store_advance_clock() moves it; real periods */

/** Start it with IAP_STORE_OPTIONS_INIT. Give either storekit_path or storekit_text. */
typedef struct iap_store_options {
    uint32_t struct_size;
    iap_store_clock clock;
    /** Copies it: a .storekit file or bundle directory. */
    const char *storekit_path;
    /** Copies it: the JSON text of a .storekit file, storekit_length bytes. */
    const char *storekit_text;
    size_t storekit_length;
    /** Copies it: the file that keeps accounts, ledger, clock and keys across runs; made if absent, in a folder that
     *  exists. NULL keeps everything in memory. */
    const char *state_path;
    /** Copies it: the bundle id of the game, as it stands in signed transactions; NULL means "com.example.game". */
    const char *bundle_id;
    /** Everything random comes from it: keys, certificates, ids. 0 takes one at random. Only for a new state file. */
    uint64_t seed;
    /** Virtual clock of a new state file: where it starts, milliseconds since 1970; 0 means 2026-01-01T00:00:00Z. */
    int64_t start_ms;
    /** IAP_STORE_CLOCK_ACCELERATED: the raw value of StoreKit's SKTestSession.TimeRate, for example 15 for a month every 30
     *  seconds; 0 takes the one of the file. */
    int32_t time_rate;
    uint32_t reserved; /**< 0 */
} iap_store_options;

#define IAP_STORE_OPTIONS_INIT \
    {(uint32_t)sizeof(iap_store_options), IAP_STORE_CLOCK_REAL, NULL, NULL, 0, NULL, NULL, 0, 0, 0, 0}

/**
 * Sets options to IAP_STORE_OPTIONS_INIT.
 * \param options borrows it; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_store_options_init(iap_store_options *options);

/**
 * Opens a store.
 * \param options copies it.
 * \param store gives a handle on success, NULL on failure.
 * \param error may be NULL; borrows it. For a .storekit file that cannot be used the message names file and place.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_INVALID_STORE_FILE, IAP_ERROR_STORAGE, IAP_ERROR_STORAGE_FULL, IAP_ERROR_STORAGE_NEWER or
 *          IAP_ERROR_STORAGE_FOREIGN (the state file is left as it is).
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_open(const iap_store_options *options, iap_store **store, iap_error *error);

/**
 * Closes a store.
 * \param store borrows it; the handle stays safe to pass.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_BUSY (a device of it is open).
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_close(iap_store *store, iap_error *error);

/**
 * Opens a device on which an account is signed in. Account and device are made when they are first named. A device runs
 * one client at a time; the next client on it is the next launch of the game.
 * \param store borrows it.
 * \param account copies it: any name, 1 to 255 bytes of UTF-8.
 * \param device_name copies it: any name, 1 to 255 bytes of UTF-8.
 * \param device gives a handle on success, NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_open_device(iap_store *store, const char *account, const char *device_name, iap_device **device,
                                 iap_error *error);

/**
 * Closes a device.
 * \param device borrows it; the handle stays safe to pass.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_BUSY (a client runs on it).
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_device_close(iap_device *device, iap_error *error);

/**
 * How many things in the .storekit file the store could read but found odd: unknown keys, products without a price.
 * \param store borrows it. \returns how many; 0 for NULL or a closed store.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
size_t iap_store_warning_count(iap_store *store);
/**
 * One of the oddities.
 * \param store borrows it. \param index from 0.
 * \returns one line of text that lives as long as the store is open; NULL past the end.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_store_warning_at(iap_store *store, size_t index);

/**
 * How many products the store sells.
 * \param store borrows it. \returns how many; 0 for NULL or a closed store.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
size_t iap_store_product_count(iap_store *store);
/**
 * The id of one of the products, in the order of the file.
 * \param store borrows it. \param index from 0.
 * \returns an id that lives as long as the store is open; NULL past the end.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_store_product_id_at(iap_store *store, size_t index);

/**
 * The root certificate of the store's signatures, for verifiers: DER.
 * \param store borrows it.
 * \param buffer borrows it and fills it; NULL only asks for the length.
 * \param capacity of the buffer in bytes; if it is too small nothing is written.
 * \param length gives the length in bytes.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE (the buffer is too small), IAP_ERROR_CLOSED.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_root_certificate(iap_store *store, uint8_t *buffer, size_t capacity, size_t *length, iap_error *error);

/* ---------------------------------------------------------------------------------------------------- controls */

/**
 * The store's time.
 * \param store borrows it. \returns milliseconds since 1970; 0 for NULL or a closed store.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
int64_t iap_store_now_ms(iap_store *store);
/**
 * Moves a virtual clock forward.
 * \param store borrows it.
 * \param milliseconds how far; not negative.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (the clock is not virtual), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_advance_clock(iap_store *store, int64_t milliseconds, iap_error *error);

/** How the next purchase fails. */
typedef int32_t iap_store_failure;
#define IAP_STORE_FAILURE_NONE 0
#define IAP_STORE_FAILURE_UNKNOWN 1 /**< StoreKitError.unknown */
#define IAP_STORE_FAILURE_NETWORK 2 /**< StoreKitError.networkError, not connected to the internet */
#define IAP_STORE_FAILURE_SYSTEM 3  /**< StoreKitError.systemError */
#define IAP_STORE_FAILURE_NOT_IN_STOREFRONT 4     /**< StoreKitError.notAvailableInStorefront */
#define IAP_STORE_FAILURE_NOT_ENTITLED 5          /**< StoreKitError.notEntitled */
#define IAP_STORE_FAILURE_INVALID_QUANTITY 6      /**< Product.PurchaseError.invalidQuantity */
#define IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE 7   /**< Product.PurchaseError.productUnavailable */
#define IAP_STORE_FAILURE_PURCHASE_NOT_ALLOWED 8  /**< Product.PurchaseError.purchaseNotAllowed */

/**
 * The player cancels the next purchase. Several calls of this and of iap_store_fail_next_purchase() queue up.
 * \param store borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_cancel_next_purchase(iap_store *store, iap_error *error);
/**
 * The next purchase fails and nothing is charged.
 * \param store borrows it.
 * \param failure an IAP_STORE_FAILURE_… value other than NONE.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_fail_next_purchase(iap_store *store, iap_store_failure failure, iap_error *error);
/**
 * Every purchase needs approval, or none does.
 * \param store borrows it.
 * \param enabled 1 or 0.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_set_ask_to_buy(iap_store *store, int32_t enabled, iap_error *error);
/**
 * The purchases that wait for approval, oldest first.
 * \param store borrows it.
 * \param approval_ids borrows it and fills it with at most capacity ids; NULL only counts.
 * \param capacity of approval_ids.
 * \param count gives how many wait in all.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_list_approvals(iap_store *store, uint64_t *approval_ids, size_t capacity, size_t *count, iap_error *error);
/**
 * The product of a purchase that waits for approval.
 * \param store borrows it.
 * \param approval_id as iap_store_list_approvals() gave it.
 * \param buffer borrows it and fills it, NUL-terminated.
 * \param capacity of the buffer in bytes.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_approval_product_id(iap_store *store, uint64_t approval_id, char *buffer, size_t capacity, iap_error *error);
/**
 * Approves: the account is charged and its devices hear of the transaction.
 * \param store borrows it.
 * \param approval_id as iap_store_list_approvals() gave it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_approve(iap_store *store, uint64_t approval_id, iap_error *error);
/**
 * Declines. As with the App Store the game is told nothing.
 * \param store borrows it.
 * \param approval_id as iap_store_list_approvals() gave it.
 * \param error may be NULL; borrows it.
 * \returns as iap_store_approve().
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_decline(iap_store *store, uint64_t approval_id, iap_error *error);
/**
 * Refunds a transaction: its devices hear of the revocation.
 * \param store borrows it.
 * \param transaction_id as iap_transaction_id() gives it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (refunded before),
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_refund(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * Whether players may make payments (Screen Time, device management).
 * \param store borrows it.
 * \param allowed 1 or 0.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_set_payments_allowed(iap_store *store, int32_t allowed, iap_error *error);
/**
 * Moves the store to another country and language: currency, names and prices follow; running clients hear of it.
 * \param store borrows it.
 * \param country_code copies it: ISO 3166-1 alpha-3, for example "DEU".
 * \param locale copies it: for example "de_DE"; NULL keeps the language.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also a country that is none), IAP_ERROR_INVALID_TEXT, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_set_storefront(iap_store *store, const char *country_code, const char *locale, iap_error *error);

/** Totals of the ledger, over all accounts. Start it with IAP_STORE_TOTALS_INIT. */
typedef struct iap_store_totals {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t transactions; /**< charged, refunded ones included */
    uint64_t unfinished;
    uint64_t refunded;
} iap_store_totals;

#define IAP_STORE_TOTALS_INIT {(uint32_t)sizeof(iap_store_totals), 0, 0, 0, 0}

/**
 * Sets totals to IAP_STORE_TOTALS_INIT.
 * \param totals borrows it; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_store_totals_init(iap_store_totals *totals);
/**
 * Counts the ledger.
 * \param store borrows it.
 * \param totals borrows it and fills it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_get_totals(iap_store *store, iap_store_totals *totals, iap_error *error);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_STORE_H */
