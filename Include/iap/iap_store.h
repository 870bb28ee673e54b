/*
 * iap_store.h: the reference App Store (Linux). It sells what an Xcode .storekit file lists, keeps a ledger, signs
 * transactions as the App Store does, and does what a test tells it.
 *
 * A store has accounts; an account is signed in on devices; a client (<iap/iap.h>) runs on a device. Several clients,
 * devices and accounts may live in one process, and several processes may open the same state file.
 *
 * Ownership words and error rules are those of <iap/iap.h>. Handles stay safe to pass after they are closed
 * (IAP_ERROR_CLOSED). No function of this header calls the game, but for the wake function of a client.
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
    /** Virtual clock of a new state file: where it starts, milliseconds since 1970, not beyond the year 9998; 0 means
     *  2026-01-01T00:00:00Z. */
    int64_t start_ms;
    /** IAP_STORE_CLOCK_ACCELERATED: the raw value of StoreKit's SKTestSession.TimeRate, for example 15 for a month every 30
     *  seconds; 0 takes the one of the file. */
    int32_t time_rate;
    uint32_t reserved; /**< 0 */
} iap_store_options;

/* clang-format off */
#define IAP_STORE_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_store_options), IAP_STORE_CLOCK_REAL, NULL, NULL, 0, NULL, NULL, 0, 0, 0, 0}
/* clang-format on */

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
 *          IAP_ERROR_TOO_LARGE (a path above 4096 bytes, a text above 16 MiB), IAP_ERROR_INVALID_STORE_FILE,
 *          IAP_ERROR_BUSY (another process holds the state file), IAP_ERROR_INTERNAL, IAP_ERROR_STORAGE, IAP_ERROR_STORAGE_FULL, IAP_ERROR_STORAGE_NEWER or
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
iap_status iap_store_close(iap_store *store);

/**
 * Opens a device on which an account is signed in. Account and device are made when they are first named. A handle runs
 * one client at a time; the next client on it is the next launch of the game. Two handles with the same names are the same
 * device, also in two processes: only one of them should run a client at a time. What is unfinished belongs to the account:
 * each of its devices is offered it at a launch, consumables too.
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
iap_status iap_device_close(iap_device *device);

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
iap_status iap_store_root_certificate(iap_store *store, uint8_t *buffer, size_t capacity, size_t *length);

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
 * \param milliseconds how far; not negative, and not beyond the year 9998.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (the clock is not virtual), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_advance_clock(iap_store *store, int64_t milliseconds);

/** How something fails. */
typedef int32_t iap_store_failure;
#define IAP_STORE_FAILURE_NONE 0
#define IAP_STORE_FAILURE_UNKNOWN 1                    /**< StoreKitError.unknown */
#define IAP_STORE_FAILURE_NETWORK 2                    /**< StoreKitError.networkError, not connected to the internet */
#define IAP_STORE_FAILURE_SYSTEM 3                     /**< StoreKitError.systemError */
#define IAP_STORE_FAILURE_NOT_IN_STOREFRONT 4          /**< StoreKitError.notAvailableInStorefront */
#define IAP_STORE_FAILURE_NOT_ENTITLED 5               /**< StoreKitError.notEntitled */
#define IAP_STORE_FAILURE_INVALID_QUANTITY 6           /**< Product.PurchaseError.invalidQuantity */
#define IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE 7        /**< Product.PurchaseError.productUnavailable */
#define IAP_STORE_FAILURE_PURCHASE_NOT_ALLOWED 8       /**< Product.PurchaseError.purchaseNotAllowed */
#define IAP_STORE_FAILURE_INELIGIBLE_FOR_OFFER 9       /**< Product.PurchaseError.ineligibleForOffer */
#define IAP_STORE_FAILURE_INVALID_OFFER_IDENTIFIER 10  /**< Product.PurchaseError.invalidOfferIdentifier */
#define IAP_STORE_FAILURE_INVALID_OFFER_PRICE 11       /**< Product.PurchaseError.invalidOfferPrice */
#define IAP_STORE_FAILURE_INVALID_OFFER_SIGNATURE 12   /**< Product.PurchaseError.invalidOfferSignature */
#define IAP_STORE_FAILURE_MISSING_OFFER_PARAMETERS 13  /**< Product.PurchaseError.missingOfferParameters */
#define IAP_STORE_FAILURE_PAYMENT_METHOD_BINDING 14    /**< …paymentMethodBindingConfigurationRequired */
#define IAP_STORE_FAILURE_MULTI_SEAT_DISABLED 15       /**< Product.PurchaseError.multiSeatPurchaseDisabled */
#define IAP_STORE_FAILURE_USER_CANCELLED 16            /**< StoreKitError.userCancelled */
#define IAP_STORE_FAILURE_UNSUPPORTED 17               /**< StoreKitError.unsupported */
#define IAP_STORE_FAILURE_INVALID_PRESENTATION 18      /**< StoreKitError.invalidPresentationContext */
#define IAP_STORE_FAILURE_NETWORK_TIMEOUT 19           /**< StoreKitError.networkError, timed out */
#define IAP_STORE_FAILURE_REVOKED_CERTIFICATE 20       /**< VerificationResult.VerificationError.revokedCertificate */
#define IAP_STORE_FAILURE_INVALID_CERTIFICATE_CHAIN 21 /**< ….invalidCertificateChain */
#define IAP_STORE_FAILURE_INVALID_DEVICE_VERIFICATION 22 /**< ….invalidDeviceVerification */
#define IAP_STORE_FAILURE_INVALID_ENCODING 23            /**< ….invalidEncoding */
#define IAP_STORE_FAILURE_INVALID_SIGNATURE 24           /**< ….invalidSignature */
#define IAP_STORE_FAILURE_MISSING_REQUIRED_PROPERTIES 25 /**< ….missingRequiredProperties */
#define IAP_STORE_FAILURE_DUPLICATE_REFUND_REQUEST 26    /**< Transaction.RefundRequestError.duplicateRequest */
#define IAP_STORE_FAILURE_REFUND_REQUEST_FAILED 27       /**< Transaction.RefundRequestError.failed */
#define IAP_STORE_FAILURE_BINDING_NOT_ELIGIBLE 28        /**< PaymentMethodBindingError.notEligible */
#define IAP_STORE_FAILURE_BINDING_INVALID_PINNING_ID 29  /**< PaymentMethodBindingError.invalidPinningID */
#define IAP_STORE_FAILURE_BINDING_FAILED 30              /**< PaymentMethodBindingError.failed */
#define IAP_STORE_FAILURE_INVALID_REQUEST 31             /**< InvalidRequestError, of Advanced Commerce */

/**
 * The player cancels the next purchase. Several calls of this and of iap_store_fail_next_purchase() queue up.
 * \param store borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_cancel_next_purchase(iap_store *store);
/**
 * The next purchase fails and nothing is charged.
 * \param store borrows it.
 * \param failure an IAP_STORE_FAILURE_… value that a purchase can have: neither NONE nor one of verification, refund requests
 *        or payment-method binding.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_fail_next_purchase(iap_store *store, iap_store_failure failure);
/**
 * Every purchase needs approval, or none does.
 * \param store borrows it.
 * \param enabled 1 or 0.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_set_ask_to_buy(iap_store *store, int32_t enabled);
/**
 * The purchases that wait for approval, oldest first.
 * \param store borrows it.
 * \param approval_ids borrows it and fills it with at most capacity ids; NULL only counts.
 * \param capacity of approval_ids.
 * \param count gives how many wait in all.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_list_approvals(iap_store *store, uint64_t *approval_ids, size_t capacity, size_t *count);
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
iap_status iap_store_approval_product_id(iap_store *store, uint64_t approval_id, char *buffer, size_t capacity);
/**
 * Approves: the account is charged. All of its devices hear of what it owns from then on; of a consumable only the device
 * that asked hears, another one is offered it at its launch while it is unfinished. If the offer that the purchase names is no
 * longer open to the account, nothing is charged and the approval is gone.
 * \param store borrows it.
 * \param approval_id as iap_store_list_approvals() gave it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (nothing was charged),
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_approve(iap_store *store, uint64_t approval_id, iap_error *error);
/**
 * Declines. As with the App Store the game is told nothing.
 * \param store borrows it.
 * \param approval_id as iap_store_list_approvals() gave it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
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
iap_status iap_store_set_payments_allowed(iap_store *store, int32_t allowed);
/**
 * Moves the store to another country and language: currency, names and prices follow; running clients hear of it.
 * \param store borrows it.
 * \param country_code copies it: ISO 3166-1 alpha-3, for example "DEU".
 * \param locale copies it: for example "de_DE"; NULL keeps the language.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also a country that is none), IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE (above 64 bytes), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_set_storefront(iap_store *store, const char *country_code, const char *locale, iap_error *error);

/* ------------------------------------------------------------------------------------- simulated errors, features */

/** What of StoreKit can be made to fail. */
typedef int32_t iap_store_api;
#define IAP_STORE_API_LOAD_PRODUCTS 1
#define IAP_STORE_API_PURCHASE 2
#define IAP_STORE_API_VERIFICATION                                                                                     \
    3 /**< everything signed arrives unverified, for this reason; what was charged comes again at a later launch */
#define IAP_STORE_API_SYNC 4 /**< restoring */
#define IAP_STORE_API_SUBSCRIPTION_STATUS                                                                              \
    5 /**< of one group or transaction; StoreKit's list of all groups cannot fail */
#define IAP_STORE_API_APP_TRANSACTION 6
#define IAP_STORE_API_MANAGE_SUBSCRIPTIONS 7
#define IAP_STORE_API_REFUND_REQUEST 8
#define IAP_STORE_API_OFFER_CODE_REDEMPTION 9
#define IAP_STORE_API_MESSAGES 10 /**< showing one */
#define IAP_STORE_API_PROMOTIONS 11
#define IAP_STORE_API_EXTERNAL_PURCHASE 12 /**< notices, links and tokens */
#define IAP_STORE_API_PAYMENT_METHOD_BINDING 13
#define IAP_STORE_API_APP_RECEIPT 14

/**
 * Lets something of StoreKit fail from now on. A new state file begins with the errors that the .storekit file enables.
 * \param store borrows it.
 * \param api an IAP_STORE_API_… value.
 * \param failure an IAP_STORE_FAILURE_… value that this can fail with: IAP_STORE_API_VERIFICATION with those of
 *        verification, IAP_STORE_API_REFUND_REQUEST also with those of refund requests, IAP_STORE_API_PAYMENT_METHOD_BINDING
 *        also with those of binding, IAP_STORE_API_PURCHASE also with those of Product.PurchaseError, and all but
 *        verification with those of StoreKitError; IAP_STORE_FAILURE_NONE lets it work again.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_set_simulated_error(iap_store *store, iap_store_api api, iap_store_failure failure,
                                         iap_error *error);
/**
 * Lets the store be like a system that has or does not have a feature. At first it has all of them.
 * \param store borrows it.
 * \param feature an IAP_FEATURE_… value.
 * \param supported 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_set_supported(iap_store *store, iap_feature feature, int32_t supported, iap_error *error);

/* -------------------------------------------------------------------------------------- the player in front of sheets */

/** What the system shows. */
typedef int32_t iap_store_sheet;
#define IAP_STORE_SHEET_REFUND 1
#define IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS 2
#define IAP_STORE_SHEET_OFFER_CODE 3
#define IAP_STORE_SHEET_MESSAGE 4
#define IAP_STORE_SHEET_REVIEW 5
#define IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE                                                                       \
    6 /**< the notice sheet, those of the links, and that of custom links */

typedef int32_t iap_store_answer;
#define IAP_STORE_ANSWER_ACCEPT 1
#define IAP_STORE_ANSWER_CANCEL 2

/**
 * What the player does when a sheet is shown next. Several answers for the same sheet queue up. Without one the player
 * accepts; in the sheets for subscriptions and offer codes they change nothing and close it.
 *
 * IAP_STORE_SHEET_REFUND, accept: the request is sent; detail NULL or "approve": the store grants it at once, "decline": it
 * does not, "later": it stays undecided (iap_store_refund() decides). IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, accept: detail
 * "off" or "on" turns the renewal of the account's subscription off or on; a product id changes to that product: a higher level is bought at once, another one
 * begins with the next renewal.
 * IAP_STORE_SHEET_OFFER_CODE, accept: detail names the product and its code offer, as in "com.example.month/WELCOME".
 * IAP_STORE_SHEET_MESSAGE, accept: about a price increase it agrees, cancel declines it.
 * \param store borrows it.
 * \param sheet an IAP_STORE_SHEET_… value.
 * \param answer an IAP_STORE_ANSWER_… value.
 * \param detail copies it; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also a detail that makes no sense for the sheet), IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE (above 2048 bytes), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_answer_next_sheet(iap_store *store, iap_store_sheet sheet, iap_store_answer answer,
                                       const char *detail, iap_error *error);
/**
 * How often a sheet was shown, over all accounts and devices.
 * \param store borrows it.
 * \param sheet an IAP_STORE_SHEET_… value.
 * \returns how often; 0 for NULL, a closed store or no such sheet.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
size_t iap_store_sheet_count(iap_store *store, iap_store_sheet sheet);
/**
 * The store moves to another country while the next purchase is under way: after the payment sheet, before the charge.
 * \param store borrows it.
 * \param country_code copies it: ISO 3166-1 alpha-3.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also a country that is none), IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE (above 64 bytes), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_move_during_next_purchase(iap_store *store, const char *country_code, iap_error *error);

/* ------------------------------------------------------------------------------------------- what the store sends */

/**
 * The player begins a purchase in the App Store on this device: a running client hears of it at once, another one at its
 * launch.
 * \param device borrows it.
 * \param product_id copies it; the store need not sell it.
 * \param offer_id copies it: a win-back offer of the product, any other one is left out; NULL for none.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_device_send_purchase_intent(iap_device *device, const char *product_id, const char *offer_id,
                                           iap_error *error);
/**
 * The App Store has something to tell the player on this device: a running client hears of it at once, another one at its
 * launch. If the client does not handle messages it is shown at once. One that was told and not shown comes again at the next
 * launch.
 * \param device borrows it.
 * \param reason an IAP_MESSAGE_REASON_… value.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_device_send_message(iap_device *device, iap_message_reason reason, iap_error *error);

/** How it stands with the renewal of a subscription. Start it with IAP_STORE_RENEWAL_INIT. */
typedef struct iap_store_renewal {
    uint32_t struct_size;
    int32_t will_auto_renew;
    /** Copies it: the product that it will be renewed to; NULL for the one that it is. */
    const char *auto_renew_product_id;
    iap_expiration_reason expiration_reason;
    iap_price_increase price_increase;
    int32_t is_in_billing_retry;
    uint32_t reserved;                       /**< 0 */
    int64_t grace_period_expiration_date_ms; /**< 0: no grace */
    int64_t renewal_price_milliunits;        /**< 0: the price of the product; in a commitment that after it */
} iap_store_renewal;

/* clang-format off */
#define IAP_STORE_RENEWAL_INIT {IAP_STRUCT_SIZE(iap_store_renewal), 1, NULL, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Sets a renewal to IAP_STORE_RENEWAL_INIT.
 * \param renewal borrows it; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_store_renewal_init(iap_store_renewal *renewal);
/**
 * Puts the renewal of a subscription into a state, so that a game sees every state without living through it: it decides at
 * once, also while the paid period runs. Retry with a grace period that is not over yet is grace, without one billing retry;
 * no retry but an expiration reason is expired. In retry the reason that is told is the billing error, and a grace period that
 * is over is not told. An offer or billing plan that was chosen for the next renewal is taken back. The account's devices hear
 * of the new status.
 * \param store borrows it.
 * \param transaction_id any period of the subscription.
 * \param renewal copies it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_NOT_FOUND (no such transaction, or a product that is not of its group), IAP_ERROR_INVALID_STATE (no
 *          auto-renewable subscription), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_set_renewal(iap_store *store, uint64_t transaction_id, const iap_store_renewal *renewal,
                                 iap_error *error);

/* ----------------------------------------------------------------------------------------- what the game's server signs */

typedef int32_t iap_store_signature;
#define IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER 1 /**< the older form, for iap_payment.offer_signature */
#define IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS 2
#define IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS 3
#define IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS 4

/** What to sign. Start it with IAP_STORE_SIGNING_REQUEST_INIT. Texts may be NULL where they do not belong to the kind. */
typedef struct iap_store_signing_request {
    uint32_t struct_size;
    iap_store_signature kind;
    const char *product_id;
    const char *offer_id;
    const char *app_account_token; /**< the older form */
    const char *nonce;             /**< a UUID; the JWS forms: NULL takes one that was not used before */
    int64_t timestamp_ms;          /**< when it is signed; 0: now, by the store's clock */
    uint64_t transaction_id;       /**< the JWS forms; 0: not said */
    int32_t allows_introductory_offer;
    uint32_t reserved; /**< 0 */
    /** Advanced Commerce, JSON: its currency, and item.price or the sum of items[].price in thousandths, are what is charged;
     *  where they are missing, the price of the generic product. It is signed again digit for digit. */
    const char *request_json;
} iap_store_signing_request;

/* clang-format off */
#define IAP_STORE_SIGNING_REQUEST_INIT \
    {IAP_STRUCT_SIZE(iap_store_signing_request), 0, NULL, NULL, NULL, NULL, 0, 0, 0, 0, NULL}
/* clang-format on */

/**
 * Sets a signing request to IAP_STORE_SIGNING_REQUEST_INIT.
 * \param request borrows it; NULL is ignored.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
void iap_store_signing_request_init(iap_store_signing_request *request);
/**
 * Signs as the game's server would, with the key pair of the .storekit file, or one of the store's own if the file has none.
 * \param store borrows it.
 * \param request copies it.
 * \param buffer borrows it and fills it, NUL-terminated: Base64 of the older form, else a compact JWS; NULL only asks for the
 *        length.
 * \param capacity of the buffer in bytes; if it is too small nothing is written.
 * \param length gives the length in bytes, the NUL included.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a
 *          text, or the buffer is too small), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE, IAP_ERROR_INTERNAL.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
iap_status iap_store_sign(iap_store *store, const iap_store_signing_request *request, char *buffer, size_t capacity,
                          size_t *length, iap_error *error);
/**
 * The id of the key that iap_store_sign() uses, for iap_payment.offer_key_id.
 * \param store borrows it.
 * \returns a text that lives as long as the store is open; NULL for NULL or a closed store.
 * \threadsafety any thread. \callbacksafety yes. \since 0.1
 */
const char *iap_store_signing_key_id(iap_store *store);

/* --------------------------------------------------------------------------------------------------------- totals */

/** Totals of the ledger, over all accounts. Start it with IAP_STORE_TOTALS_INIT. */
typedef struct iap_store_totals {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t transactions; /**< charged, refunded ones included */
    uint64_t unfinished;
    uint64_t refunded;
} iap_store_totals;

/* clang-format off */
#define IAP_STORE_TOTALS_INIT {IAP_STRUCT_SIZE(iap_store_totals), 0, 0, 0, 0}
/* clang-format on */

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
iap_status iap_store_get_totals(iap_store *store, iap_store_totals *totals);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_STORE_H */
