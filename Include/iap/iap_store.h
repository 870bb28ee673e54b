/*
 * iap_store.h: the reference App Store (Linux). It sells what an Xcode .storekit file lists, keeps a ledger, signs
 * transactions as the App Store does, and does what a test tells it.
 *
 * A store has accounts; an account is signed in on devices; a client (<iap/iap.h>) runs on a device. Several clients,
 * devices and accounts may live in one process, and several processes may open the same state file; give all of them the same
 * .storekit file and the same clock.
 *
 * Threads, ownership words and error rules are those of <iap/iap.h>. Handles stay safe to pass after they are closed
 * (IAP_ERROR_CLOSED). No function of this header calls the game, but for the wake function of a client.
 */
#ifndef IAP_IAP_STORE_H
#define IAP_IAP_STORE_H

#include "iap.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The layout is the same, whatever packing is in force where this is included. */
#pragma pack(push, 8)

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
    /** Copies it: where the certificates send verifiers who ask whether they were revoked, "http://…" in ASCII, up to 4096
     *  bytes; iap_store_answer_ocsp() knows the answers. NULL: they name no server. Only for a new state file. */
    const char *ocsp_url;
} iap_store_options;

/* clang-format off */
#define IAP_STORE_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_store_options), IAP_STORE_CLOCK_REAL, NULL, NULL, 0, NULL, NULL, 0, 0, 0, 0, NULL}
/* clang-format on */

/**
 * Sets options to IAP_STORE_OPTIONS_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_store_options_init(iap_store_options *options);

/**
 * Opens a store.
 * \param options copies it.
 * \param store gives a handle on success, NULL on failure.
 * \param error may be NULL; borrows it. For a .storekit file that cannot be used the message names file and place.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE (a path or URL above 4096 bytes, a text above 16 MiB), IAP_ERROR_INVALID_STORE_FILE,
 *          IAP_ERROR_BUSY (another process holds the state file, or too many handles are open), IAP_ERROR_INTERNAL,
 *          IAP_ERROR_STORAGE, IAP_ERROR_STORAGE_FULL, IAP_ERROR_STORAGE_NEWER or IAP_ERROR_STORAGE_FOREIGN (the state file is
 *          left as it is).
 * \since 0.1
 */
iap_status iap_store_open(const iap_store_options *options, iap_store **store, iap_error *error);

/**
 * Closes a store.
 * \param store borrows it; the handle stays safe to pass.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_BUSY (a device of it is open; the
 *          message says how many).
 * \since 0.1
 */
iap_status iap_store_close(iap_store *store, iap_error *error);

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
 *          IAP_ERROR_BUSY (too many handles are open), IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_open_device(iap_store *store, const char *account, const char *device_name, iap_device **device,
                                 iap_error *error);

/**
 * Closes a device.
 * \param device borrows it; the handle stays safe to pass.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_BUSY (a client runs on it).
 * \since 0.1
 */
iap_status iap_device_close(iap_device *device, iap_error *error);

/**
 * How many things in the .storekit file the store could read but found odd: unknown keys, products without a price.
 * \param store borrows it. \returns how many; 0 for NULL or a closed store.
 * \since 0.1
 */
size_t iap_store_warning_count(iap_store *store);
/**
 * One of the oddities.
 * \param store borrows it. \param index from 0.
 * \returns one line of text that lives as long as the store is open; NULL past the end.
 * \since 0.1
 */
const char *iap_store_warning_at(iap_store *store, size_t index);

/**
 * How many products the store sells.
 * \param store borrows it. \returns how many; 0 for NULL or a closed store.
 * \since 0.1
 */
size_t iap_store_product_count(iap_store *store);
/**
 * The id of one of the products, in the order of the file.
 * \param store borrows it. \param index from 0.
 * \returns an id that lives as long as the store is open; NULL past the end.
 * \since 0.1
 */
const char *iap_store_product_id_at(iap_store *store, size_t index);

/**
 * The root certificate of the store's signatures, for verifiers: DER.
 * \param store borrows it.
 * \param buffer borrows it and fills it; NULL only asks for the length.
 * \param capacity of the buffer in bytes; if it is too small nothing is written.
 * \param length gives the length in bytes.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE (the buffer is too small), IAP_ERROR_CLOSED, IAP_ERROR_INTERNAL
 *          (the certificates cannot be made or read).
 * \since 0.1
 */
iap_status iap_store_root_certificate(iap_store *store, uint8_t *buffer, size_t capacity, size_t *length,
                                      iap_error *error);

/* ---------------------------------------------------------------------------------------------------- controls */

/**
 * The store's time.
 * \param store borrows it. \returns milliseconds since 1970; 0 for NULL or a closed store.
 * \since 0.1
 */
int64_t iap_store_now_ms(iap_store *store);
/**
 * Moves a virtual clock forward.
 * \param store borrows it.
 * \param milliseconds how far; not negative, and not beyond the year 9998.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (the clock is not virtual), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_advance_clock(iap_store *store, int64_t milliseconds, iap_error *error);

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
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_cancel_next_purchase(iap_store *store, iap_error *error);
/**
 * The next purchase fails and nothing is charged.
 * \param store borrows it.
 * \param failure an IAP_STORE_FAILURE_… value that a purchase can have: neither NONE nor one of verification, refund requests
 *        or payment-method binding.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_fail_next_purchase(iap_store *store, iap_store_failure failure, iap_error *error);
/**
 * Every purchase needs approval, or none does.
 * \param store borrows it.
 * \param enabled 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_ask_to_buy(iap_store *store, int32_t enabled, iap_error *error);
/**
 * The purchases that wait for approval, oldest first. One that nobody has answered for 24 hours (of the store's time) is gone,
 * and nobody is told.
 * \param store borrows it.
 * \param approval_ids borrows it and fills it with at most capacity ids; NULL only counts.
 * \param capacity of approval_ids.
 * \param count gives how many wait in all.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_list_approvals(iap_store *store, uint64_t *approval_ids, size_t capacity, size_t *count,
                                    iap_error *error);
/**
 * The product of a purchase that waits for approval.
 * \param store borrows it.
 * \param approval_id as iap_store_list_approvals() gave it.
 * \param buffer borrows it and fills it, NUL-terminated.
 * \param capacity of the buffer in bytes.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_approval_product_id(iap_store *store, uint64_t approval_id, char *buffer, size_t capacity,
                                         iap_error *error);
/**
 * Approves: the account is charged. All of its devices hear of what it owns from then on; of a consumable only the device
 * that asked hears, another one is offered it at its launch while it is unfinished. If the offer that the purchase names is no
 * longer open to the account, nothing is charged and the approval is gone.
 * \param store borrows it.
 * \param approval_id as iap_store_list_approvals() gave it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND (also after 24 hours), IAP_ERROR_INVALID_STATE (nothing
 *          was charged),
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_approve(iap_store *store, uint64_t approval_id, iap_error *error);
/**
 * Declines. As with the App Store the game is told nothing.
 * \param store borrows it.
 * \param approval_id as iap_store_list_approvals() gave it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_decline(iap_store *store, uint64_t approval_id, iap_error *error);
/**
 * Refunds a transaction: its devices hear of the revocation.
 * \param store borrows it.
 * \param transaction_id as iap_transaction_id() gives it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (refunded before),
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_refund(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * Whether players may make payments (Screen Time, device management).
 * \param store borrows it.
 * \param allowed 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_payments_allowed(iap_store *store, int32_t allowed, iap_error *error);
/**
 * Moves the store to another country and language: currency, names and prices follow; running clients hear of it.
 * \param store borrows it.
 * \param country_code copies it: ISO 3166-1 alpha-3, for example "DEU".
 * \param locale copies it: for example "de_DE"; NULL keeps the language.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also a country that is none), IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE (above 64 bytes), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
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
 * \since 0.1
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
 * \since 0.1
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
 * "off" or "on" turns the renewal of the account's subscription off or on; a product id changes to that product: a higher
 * level is bought at once, another one begins with the next renewal.
 * IAP_STORE_SHEET_OFFER_CODE, accept: detail names the product and its code offer, as in "com.example.month/WELCOME".
 * IAP_STORE_SHEET_MESSAGE, accept: about a price increase it agrees, cancel declines it.
 * \param store borrows it.
 * \param sheet an IAP_STORE_SHEET_… value.
 * \param answer an IAP_STORE_ANSWER_… value.
 * \param detail copies it; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also a detail that makes no sense for the sheet), IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE (above 2048 bytes), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_answer_next_sheet(iap_store *store, iap_store_sheet sheet, iap_store_answer answer,
                                       const char *detail, iap_error *error);
/**
 * How often a sheet was shown, over all accounts and devices.
 * \param store borrows it.
 * \param sheet an IAP_STORE_SHEET_… value.
 * \returns how often; 0 for NULL, a closed store or no such sheet.
 * \since 0.1
 */
size_t iap_store_sheet_count(iap_store *store, iap_store_sheet sheet);
/**
 * The store moves to another country while the next purchase is under way: after the payment sheet, before the charge.
 * \param store borrows it.
 * \param country_code copies it: ISO 3166-1 alpha-3.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also a country that is none), IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE (above 64 bytes), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
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
 * \since 0.1
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
 * \since 0.1
 */
iap_status iap_device_send_message(iap_device *device, iap_message_reason_t reason, iap_error *error);

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
 * Sets a renewal to IAP_STORE_RENEWAL_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param renewal borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_store_renewal_init(iap_store_renewal *renewal);
/**
 * Puts the renewal of a subscription into a state, so that a game sees every state without living through it: it decides at
 * once, also while the paid period runs. Retry with a grace period that is not over yet is grace, without one billing retry;
 * no retry but an expiration reason is expired. In retry the reason that is told is the billing error, and a grace period that
 * is over is not told. An offer or billing plan that was chosen for the next renewal is taken back. The account's devices hear
 * of the new status. A subscription whose money was given back stays revoked.
 * \param store borrows it.
 * \param transaction_id any period of the subscription.
 * \param renewal copies it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_NOT_FOUND (no such transaction, or a product that is not of its group), IAP_ERROR_INVALID_STATE (no
 *          auto-renewable subscription), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_renewal(iap_store *store, uint64_t transaction_id, const iap_store_renewal *renewal,
                                 iap_error *error);

/* ----------------------------------------------------------------------------------------- what the game's server signs */

typedef int32_t iap_store_signature;
#define IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER 1 /**< the older form, for iap_payment.offer.signature */
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
 * Sets a signing request to IAP_STORE_SIGNING_REQUEST_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param request borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_store_signing_request_init(iap_store_signing_request *request);
/**
 * Signs as the game's server would, with the key pair of the .storekit file, or one of the store's own if the file has none.
 * \param store borrows it.
 * \param request copies it.
 * \param buffer borrows it and fills it, NUL-terminated: Base64 of the older form, else a compact JWS; NULL only asks for the
 *        length.
 * \param capacity of the buffer in bytes; if it is too small nothing is written.
 * \param length gives the length in bytes, the NUL included. With the key of a .storekit file each signature of
 *        the older form may have another length: use a buffer with some bytes more.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a
 *          product id above IAP_PRODUCT_ID_LENGTH_MAX bytes, another text above IAP_PAYMENT_TEXT_LENGTH_MAX, or the buffer
 *          is too small), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE, IAP_ERROR_INTERNAL.
 * \since 0.1
 */
iap_status iap_store_sign(iap_store *store, const iap_store_signing_request *request, char *buffer, size_t capacity,
                          size_t *length, iap_error *error);
/**
 * The id of the key that iap_store_sign() uses, for iap_payment.offer.key_id.
 * \param store borrows it.
 * \returns a text that lives as long as the store is open; NULL for NULL or a closed store.
 * \since 0.1
 */
const char *iap_store_signing_key_id(iap_store *store);
/**
 * The issuer id that iap_store_sign() writes, as App Store Connect gives one to a team. With this key the store takes what
 * names another one, too: a .storekit file says none.
 * \param store borrows it.
 * \returns a UUID that lives as long as the store is open; NULL for NULL or a closed store.
 * \since 0.1
 */
const char *iap_store_issuer_id(iap_store *store);

#define IAP_STORE_SERVER_KEYS_MAX 64u

/**
 * Makes the key of a server known: from now on offers count that are signed with it, as those that iap_store_sign() signs.
 * A key takes the place of the one that was added with the same id. Keys are kept in the state file, also by
 * iap_store_reset_to_default_state().
 * \param store borrows it.
 * \param key_id copies it: 1 to 1024 bytes of UTF-8, another id than iap_store_signing_key_id().
 * \param issuer_id copies it: what the JWS forms have to name as their issuer, 1 to 1024 bytes of UTF-8; NULL: anything.
 * \param public_key copies it: PEM of a P-256 public key, as iap_server_key_public_key() gives it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL, the id of the store's own key), IAP_ERROR_INVALID_TEXT (also a public key
 *          that is none), IAP_ERROR_TOO_LARGE (a text, or one more key than IAP_STORE_SERVER_KEYS_MAX), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_add_server_key(iap_store *store, const char *key_id, const char *issuer_id, const char *public_key,
                                    iap_error *error);

/* ------------------------------------------------------------------------------------------- what servers are told */

#define IAP_STORE_PAYLOAD_LENGTH_MAX 4194304u

/**
 * Signs a payload as the App Store would, also one that it would never sign: for tests of verifiers. A forgery that is set
 * counts, but for IAP_STORE_FORGERY_OTHER_BUNDLE, …_OTHER_ENVIRONMENT and …_OTHER_DEVICE, which say what a payload says.
 * IAP_STORE_FORGERY_PAYLOAD shows a field more than was signed, or a byte if it is no object; …_DUPLICATE_NAME leaves alone
 * what has no name.
 * \param store borrows it.
 * \param payload borrows it: any bytes; NULL only without length.
 * \param payload_length of the payload in bytes, up to IAP_STORE_PAYLOAD_LENGTH_MAX.
 * \param buffer borrows it and fills it, NUL-terminated: a compact JWS; NULL only asks for the length.
 * \param capacity of the buffer in bytes; if it is too small nothing is written.
 * \param length gives the length in bytes, the NUL included.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE (the payload, or the buffer is too small),
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_sign_payload(iap_store *store, const uint8_t *payload, size_t payload_length, char *buffer,
                                  size_t capacity, size_t *length, iap_error *error);

/** A notification of the App Store to the game's server, version 2. Start it with IAP_STORE_NOTIFICATION_INIT. The type decides
 *  what it has besides; texts are NULL where they do not belong to it. */
typedef struct iap_store_notification {
    uint32_t struct_size;
    uint32_t reserved;   /**< 0 */
    const char *type;    /**< Apple's notificationType, for example "DID_RENEW"; needed */
    const char *subtype; /**< Apple's subtype, or NULL */
    const char *uuid;    /**< a UUID: one that is sent again keeps its own; NULL takes one that was not used before */
    /** What it is about, needed for all types but those below: "data" with the signed transaction, and of a subscription with
     *  its signed renewal info and status. "TEST" has none. */
    uint64_t transaction_id;
    const char *consumption_request_reason; /**< CONSUMPTION_REQUEST: Apple's word, or NULL */
    const char *product_id;                 /**< RENEWAL_EXTENSION with SUMMARY: "summary" of this product; needed */
    const char *request_id;                 /**< RENEWAL_EXTENSION with SUMMARY: whose request it was; needed */
    int64_t succeeded_count;                /**< RENEWAL_EXTENSION with SUMMARY */
    int64_t failed_count;                   /**< RENEWAL_EXTENSION with SUMMARY */
    /** EXTERNAL_PURCHASE_TOKEN: "externalPurchaseToken" with this id; needed. Apple's begin with "SANDBOX_" in the sandbox. */
    const char *external_purchase_id;
    int64_t token_creation_date_ms; /**< EXTERNAL_PURCHASE_TOKEN; 0: now */
    const char *account;            /**< RESCIND_CONSENT: "appData" of this account; needed */
} iap_store_notification;

/* clang-format off */
#define IAP_STORE_NOTIFICATION_INIT \
    {IAP_STRUCT_SIZE(iap_store_notification), 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, NULL, 0, NULL}
/* clang-format on */

/**
 * Sets a notification to IAP_STORE_NOTIFICATION_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param notification borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_store_notification_init(iap_store_notification *notification);
/**
 * Signs a notification as the App Store would send it in "signedPayload", with what the store knows now; what is signed in it
 * names no device. Nothing is sent, and whether the type fits what has happened is not looked at. A forgery that is set counts
 * for the notification and for what is signed in it; IAP_STORE_FORGERY_OTHER_DEVICE says nothing here.
 * \param store borrows it.
 * \param notification copies it.
 * \param buffer borrows it and fills it, NUL-terminated: a compact JWS; NULL only asks for the length.
 * \param capacity of the buffer in bytes; if it is too small nothing is written.
 * \param length gives the length in bytes, the NUL included. DER signatures differ in length from call to call.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL, something needed is missing, something that does not belong to the type, a
 *          negative number), IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a product id above
 *          IAP_PRODUCT_ID_LENGTH_MAX bytes, an account above 255, another text above 1024, or the buffer is too small),
 *          IAP_ERROR_NOT_FOUND (the store has no such transaction), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_sign_notification(iap_store *store, const iap_store_notification *notification, char *buffer,
                                       size_t capacity, size_t *length, iap_error *error);

/** What the store's certification authorities say of the store's own certificates. */
typedef int32_t iap_store_ocsp;
#define IAP_STORE_OCSP_GOOD 1
#define IAP_STORE_OCSP_REVOKED 2        /**< since now */
#define IAP_STORE_OCSP_UNKNOWN 3        /**< they never heard of it */
#define IAP_STORE_OCSP_STALE 4          /**< good, as of eight days ago, for a day */
#define IAP_STORE_OCSP_FOREIGN_SIGNER 5 /**< good, says somebody whom nobody has asked */
#define IAP_STORE_OCSP_GARBAGE 6        /**< bytes that are no answer */
#define IAP_STORE_OCSP_TRY_LATER 7      /**< the server is busy */
#define IAP_STORE_OCSP_DELEGATE 8       /**< good, says somebody whom the issuer has appointed, as with the App Store */
#define IAP_STORE_OCSP_NO_NEXT_UPDATE 9 /**< good, and not until when */

#define IAP_STORE_OCSP_REQUEST_LENGTH_MAX 65536u

/**
 * Answers a request of OCSP (RFC 6960) as the server at iap_store_options.ocsp_url would; serving HTTP is not part of it. The
 * times in it are the store's, and it holds for a day: a verifier that takes the machine's time wants IAP_STORE_CLOCK_REAL. It
 * is signed by the issuer, named by the hash of its key; certificate ids and a nonce come back as they were. The store's leaf
 * and intermediate are known, other certificates are not. What is no request is answered with malformedRequest, a request
 * about certificates of other issuers with unauthorized.
 * \param store borrows it.
 * \param request borrows it: DER; NULL only without length.
 * \param request_length of the request in bytes; one above IAP_STORE_OCSP_REQUEST_LENGTH_MAX counts as none.
 * \param answer an IAP_STORE_OCSP_… value: what is said.
 * \param buffer borrows it and fills it: DER; NULL only asks for the length.
 * \param capacity of the buffer in bytes; if it is too small nothing is written.
 * \param length gives the length in bytes.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE (the buffer is too small), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_answer_ocsp(iap_store *store, const uint8_t *request, size_t request_length, iap_store_ocsp answer,
                                 uint8_t *buffer, size_t capacity, size_t *length, iap_error *error);

/* ------------------------------------------------------------------------------- settings, as a test session has them */

/** How a purchase is interrupted that needs something of the player first: new terms, another payment method. */
typedef int32_t iap_store_interruption;
#define IAP_STORE_INTERRUPTION_NONE 0
#define IAP_STORE_INTERRUPTION_PENDING 1 /**< StoreKit answers that it is pending: the payment is deferred */
#define IAP_STORE_INTERRUPTION_ERROR 2   /**< StoreKit throws StoreKitError.unknown: the payment fails */

/**
 * Sets a virtual clock, also back. What has happened has happened: a subscription stands still until the time of its last
 * change comes again.
 * \param store borrows it.
 * \param now_ms milliseconds since 1970, not before 1970 and not beyond the year 9998.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (the clock is not virtual), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_clock(iap_store *store, int64_t now_ms, iap_error *error);
/**
 * How long subscription periods are from now on, whatever the clock; those that run keep their end.
 * \param store borrows it.
 * \param time_rate the raw value of StoreKit's SKTestSession.TimeRate; 0 is real time.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_time_rate(iap_store *store, int32_t time_rate, iap_error *error);
/**
 * No renewal can be paid, or each can. What falls due is tried again sixty times within sixty days (of the store's time), and
 * is paid for at the first try after this was switched off, or by iap_store_resolve_issue().
 * \param store borrows it.
 * \param enabled 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_billing_retry_on_renewal(iap_store *store, int32_t enabled, iap_error *error);
/**
 * For how long the account keeps access while a renewal is tried again: the app's choice in App Store Connect.
 * \param store borrows it.
 * \param days 3, 16 or 28, at most 6 of them for subscriptions of a week; 0 for no grace. What is in billing retry already
 *        keeps its own.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_billing_grace_period(iap_store *store, int32_t days, iap_error *error);
/**
 * How often a subscription renews itself after a purchase before its renewal is switched off: 12 times in Apple's sandbox, 6
 * times in TestFlight. Without a limit a store whose clock runs by itself makes up for all that fell due while nobody had it
 * open: at a renewal every two seconds that is 43,200 a day.
 * \param store borrows it.
 * \param renewals 0 for no limit.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (negative), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_renewal_limit(iap_store *store, int32_t renewals, iap_error *error);
/**
 * Takes a product from sale, or sells it again. It is not listed, cannot be bought, and a subscription to it ends with its
 * period.
 * \param store borrows it.
 * \param product_id copies it.
 * \param on_sale 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_NOT_FOUND (the
 *          .storekit file has no such product), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_on_sale(iap_store *store, const char *product_id, int32_t on_sale, iap_error *error);
/**
 * Purchases of games are interrupted until iap_store_resolve_issue() is called with the id that
 * iap_store_list_transactions() has for them: then the account is charged, and its devices hear of a new transaction as they
 * do after iap_store_approve(). What is approved, and what the account has already, is not interrupted. A new state file
 * begins with what the .storekit file says, which is IAP_STORE_INTERRUPTION_PENDING where it interrupts purchases.
 * \param store borrows it.
 * \param interruption an IAP_STORE_INTERRUPTION_… value: systems differ in what they answer.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_interrupted_purchases(iap_store *store, iap_store_interruption interruption, iap_error *error);
/**
 * Every purchase of a game fails, as with failTransactionsEnabled and failureError of SKTestSession, and is listed as failed;
 * one that the store refuses for itself fails for its own reason, and one that the player cancels is cancelled. A new state
 * file begins with what the .storekit file says.
 * \param store borrows it.
 * \param failure IAP_STORE_FAILURE_UNKNOWN, …_INVALID_OFFER_IDENTIFIER, …_INVALID_OFFER_SIGNATURE,
 *        …_MISSING_OFFER_PARAMETERS or …_INVALID_OFFER_PRICE; IAP_STORE_FAILURE_NONE lets them succeed again.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_fail_transactions(iap_store *store, iap_store_failure failure, iap_error *error);
/**
 * Whether sheets are shown. If not, none is counted, the player counts as having accepted (in the sheets for subscriptions
 * and offer codes nothing is chosen), and answers and orders for sheets wait: iap_store_answer_next_sheet(),
 * iap_store_cancel_next_purchase(). A new state file begins with what the .storekit file says.
 * \param store borrows it.
 * \param disabled 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_dialogs_disabled(iap_store *store, int32_t disabled, iap_error *error);
/**
 * Whether current entitlements list each purchase of a non-renewing subscription. Apple documents the latest one, and a store
 * begins with that. One measurement on a device saw each of them.
 * \param store borrows it.
 * \param enabled 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_all_non_renewing_entitlements(iap_store *store, int32_t enabled, iap_error *error);
/**
 * The language changes while the next purchase is under way: after the payment sheet, before the charge. Running clients hear
 * of it as of iap_store_set_storefront(); nobody is asked whether the purchase goes on.
 * \param store borrows it.
 * \param locale copies it: for example "de_DE".
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 64 bytes),
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_locale_during_next_purchase(iap_store *store, const char *locale, iap_error *error);

/** How the store is set. Start it with IAP_STORE_SETTINGS_INIT. */
typedef struct iap_store_settings {
    uint32_t struct_size;
    int32_t ask_to_buy;
    int32_t payments_allowed;
    int32_t dialogs_disabled;
    int32_t billing_retry_on_renewal;
    int32_t billing_grace_period_days; /**< 0: none */
    int32_t renewal_limit;             /**< 0: none */
    int32_t time_rate;                 /**< the raw value of SKTestSession.TimeRate */
    iap_store_interruption interrupted_purchases;
    iap_store_failure fail_transactions;
    char storefront[8]; /**< ISO 3166-1 alpha-3 */
    char locale[72];
} iap_store_settings;

/* clang-format off */
#define IAP_STORE_SETTINGS_INIT {IAP_STRUCT_SIZE(iap_store_settings), 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}}
/* clang-format on */

/**
 * Sets settings to IAP_STORE_SETTINGS_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param settings borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_store_settings_init(iap_store_settings *settings);
/**
 * How the store is set.
 * \param store borrows it.
 * \param settings borrows it and fills it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_get_settings(iap_store *store, iap_store_settings *settings, iap_error *error);
/**
 * With which error something of StoreKit fails.
 * \param store borrows it.
 * \param api an IAP_STORE_API_… value.
 * \param failure gives an IAP_STORE_FAILURE_… value; IAP_STORE_FAILURE_NONE if it works.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_get_simulated_error(iap_store *store, iap_store_api api, iap_store_failure *failure,
                                         iap_error *error);

/* ------------------------------------------------------------------------------------------------ subscriptions */

/*
 * Subscriptions live by the store's clock: at the end of each period they renew, as a new transaction with the original id of
 * the first, or enter billing retry, or end. Their devices hear of it when the clock is moved, or, with a clock that runs by
 * itself, when it is time. The functions here change what comes; transaction_id is any transaction of the subscription.
 */

/**
 * Turns the renewal off or on, as the player does in the system's sheet. Off while a renewal is tried again ends the
 * subscription at once; off within a commitment counts for its end.
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param enabled 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (no subscription, or one that
 *          has ended), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_auto_renew(iap_store *store, uint64_t transaction_id, int32_t enabled, iap_error *error);
/**
 * Changes to another product of the group, as the player does in the system's sheet: a higher level, or the same level with
 * the same period, is charged at once; everything else comes with the next renewal, or in billing retry with the next try to
 * charge. What is charged at once is a purchase in the sheet. With iap_store_set_ask_to_buy() it waits: the answer is
 * IAP_ERROR_INVALID_STATE, and its message names the id for iap_store_approve() or iap_store_decline(). Each call that waits
 * enters one more. Interruptions and orders for the next purchase are for purchases of games: they do not apply, and orders
 * stay for the next purchase of a game.
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param product_id copies it; the one that it is takes an earlier choice back.
 * \param billing_plan an IAP_BILLING_PLAN_… value; IAP_BILLING_PLAN_NONE for the one that it has.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_NOT_FOUND (no such
 *          transaction, or no such product or plan in its group), IAP_ERROR_INVALID_STATE (no subscription, one that has
 *          ended, or the store refuses the purchase or has it wait for approval; the message says why), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_change_subscription(iap_store *store, uint64_t transaction_id, const char *product_id,
                                         iap_billing_plan_type_t billing_plan, iap_error *error);
/**
 * Ends the subscription now: its period ends and its renewal is off.
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (no subscription, or one that
 *          has ended), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_expire_subscription(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * Lets the period end now and the next one begin; turns the renewal on and forgets a price increase that waits for consent.
 * What is in billing retry stays there.
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (no subscription, or one that
 *          has ended), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_force_renewal(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * The player can pay again: a renewal in billing retry is paid for, an interrupted purchase goes on and is charged. If the
 * offer that the purchase names is no longer open to the account, nothing is charged and the purchase is gone.
 * \param store borrows it.
 * \param transaction_id of the subscription, or the id that iap_store_list_transactions() has for the interrupted purchase.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (there is no issue to resolve,
 *          or nothing was charged), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_resolve_issue(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * Raises (or lowers) the price of each coming bill of the subscription. Without an answer an increase that needs consent ends
 * it with its period. No message is sent: see iap_device_send_message().
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param price_milliunits thousandths of the currency unit; not negative.
 * \param needs_consent 1: the player is asked; 0: it counts as agreed.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (no subscription, or one whose
 *          period does not run), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_request_price_increase(iap_store *store, uint64_t transaction_id, int64_t price_milliunits,
                                            int32_t needs_consent, iap_error *error);
/**
 * The player agrees to a price increase, or declines it: then the renewal is off.
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param agrees 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (no increase waits for an
 *          answer), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_answer_price_increase(iap_store *store, uint64_t transaction_id, int32_t agrees, iap_error *error);
/**
 * Takes any transaction back: the account's devices hear of the revocation. Of a subscription the current period ends it, a
 * past one is only marked.
 * \param store borrows it.
 * \param transaction_id as iap_transaction_id() gives it.
 * \param type IAP_REVOCATION_TYPE_REFUND_FULL, IAP_REVOCATION_TYPE_REFUND_PRORATED (subscriptions: the time that is left), or
 *        IAP_REVOCATION_TYPE_NONE: no money goes back.
 * \param reason IAP_REVOCATION_REASON_OTHER or IAP_REVOCATION_REASON_DEVELOPER_ISSUE.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (taken back before, or shared
 *          by somebody else), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_revoke(iap_store *store, uint64_t transaction_id, iap_revocation_type type,
                            iap_revocation_reason reason, iap_error *error);

/* --------------------------------------------------------------------------------- purchases elsewhere, family, accounts */

/** A purchase that is not made in the game. Start it with IAP_STORE_PURCHASE_INIT. */
typedef struct iap_store_purchase {
    uint32_t struct_size;
    int32_t quantity;              /**< 1 to 10 */
    const char *product_id;        /**< copies it */
    const char *app_account_token; /**< copies it: a UUID; NULL for none */
    const char *offer_id;          /**< copies it: promotional or win-back offers by id, codes by name; NULL for none */
    iap_offer_type_t offer_type;   /**< of offer_id */
    iap_billing_plan_type_t billing_plan;
} iap_store_purchase;

/* clang-format off */
#define IAP_STORE_PURCHASE_INIT {IAP_STRUCT_SIZE(iap_store_purchase), 1, NULL, NULL, NULL, 0, 0}
/* clang-format on */

/**
 * Sets a purchase to IAP_STORE_PURCHASE_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param purchase borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_store_purchase_init(iap_store_purchase *purchase);
/**
 * The account buys outside of the game: in the App Store, or on a device where no client runs. Nobody is asked and no order of
 * a test is used up; all of the account's devices hear of it.
 * \param store borrows it.
 * \param account copies it; made if it is new.
 * \param purchase copies it.
 * \param transaction_id gives the id of the transaction, or of the one that the account has already; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_QUANTITY,
 *          IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_NOT_FOUND (no such product, plan or
 *          offer, or one that is off sale), IAP_ERROR_INVALID_STATE (the store refuses; the message says why),
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_buy(iap_store *store, const char *account, const iap_store_purchase *purchase,
                         uint64_t *transaction_id, iap_error *error);
/**
 * Puts an account into a family, which shares what its members buy of products that the .storekit file makes family
 * shareable: each other member gets transactions of its own, owned as IAP_OWNERSHIP_FAMILY_SHARED, of what is in force now and
 * of what comes. Whoever leaves loses what others bought, and the others lose what was theirs: IAP_REVOCATION_TYPE_FAMILY_REVOKE.
 * \param store borrows it.
 * \param account copies it; made if it is new.
 * \param family copies it: any name, 1 to 255 bytes; NULL leaves the family.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_INVALID_STATE (the
 *          family has six members), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_family(iap_store *store, const char *account, const char *family, iap_error *error);
/**
 * Whether an account shares what it buys with its family; at first it does. Off takes back what the others have of it.
 * \param store borrows it.
 * \param account copies it.
 * \param enabled 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_family_sharing(iap_store *store, const char *account, int32_t enabled, iap_error *error);
/**
 * Somebody else signs in on the device, also while a client runs: what is unfinished, owned and news is now that account's, as
 * at a launch, and what waits for an answer fails with StoreKitError.systemError. What the client has been told before stays in
 * its queue; finishing it reaches the store when its account is back. The next device that is opened under these names begins
 * with the account that it names.
 * \param device borrows it.
 * \param account copies it: any name, 1 to 255 bytes of UTF-8; made if it is new.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_device_sign_in(iap_device *device, const char *account, iap_error *error);
/**
 * Nobody is signed in on the device any more: it owns nothing, hears nothing, and whatever asks the player to sign in ends
 * as if the player did not (IAP_ERROR_CANCELLED): purchases, restoring, the app transaction, a new receipt and the sheet for
 * offer codes. Products load.
 * \param device borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_device_sign_out(iap_device *device, iap_error *error);

/* ------------------------------------------------------------------------------------------------- network and updates */

/** The way between a device and the store. Start it with IAP_DEVICE_NETWORK_INIT, which is a perfect one. */
typedef struct iap_device_network {
    uint32_t struct_size;
    int32_t is_down;              /**< 1: what needs the store fails at once with IAP_ERROR_NETWORK; no update comes */
    int32_t never_answers;        /**< 1: nothing is answered, and no update comes */
    uint32_t requests_per_minute; /**< more of them fail with StoreKitError.systemError; 0: no limit */
    int64_t latency_ms;           /**< how long each answer takes, in the store's time */
    int64_t timeout_ms;           /**< what takes longer fails with IAP_ERROR_NETWORK, in the store's time; 0: never */
} iap_device_network;

/* clang-format off */
#define IAP_DEVICE_NETWORK_INIT {IAP_STRUCT_SIZE(iap_device_network), 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Sets a network to IAP_DEVICE_NETWORK_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param network borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_device_network_init(iap_device_network *network);
/**
 * Changes the network of a device, also while requests are under way: what waits for an answer then gets it, or fails, by the new
 * network. What the device keeps itself works without a network, as with StoreKit: all queries for transactions, finishing, the
 * storefront, the statuses of all groups, the eligibility for introductory offers and custom links, the receipt that is there,
 * reviews and messages that were told. A purchase loads its product first if the client has not. A request reaches the store
 * when it is made; what takes time is the answer, so that a purchase that times out may have been charged: then it comes as an
 * update.
 *
 * While the network is down or never answers, the device knows what it heard before. Queries for transactions, the statuses of
 * all groups and the eligibility for introductory offers answer from that. A current entitlement to a subscription ends with
 * the period or grace period that the device knows, by the store's clock. A finish takes effect in the store at once. When the
 * network is back, the device hears of everything that happened meanwhile. The state file keeps what a device knows. An account
 * that signs in without a network is known to own nothing.
 * \param device borrows it.
 * \param network copies it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_device_set_network(iap_device *device, const iap_device_network *network, iap_error *error);

/** How a device hears of what is new. */
typedef int32_t iap_store_updates;
#define IAP_STORE_UPDATES_IN_ORDER 0
#define IAP_STORE_UPDATES_NEWEST_FIRST 1 /**< of what waits together */
#define IAP_STORE_UPDATES_SHUFFLED 2     /**< likewise, by the store's seed */
#define IAP_STORE_UPDATES_HELD 3         /**< nothing comes until it is set to something else */

/**
 * Lets updates of transactions come late or out of order. What is unfinished comes at a launch all the same.
 * \param device borrows it.
 * \param updates an IAP_STORE_UPDATES_… value.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_device_set_updates(iap_device *device, iap_store_updates updates, iap_error *error);
/**
 * The account's devices hear of a transaction once more; of a consumable that is finished none does.
 * \param store borrows it.
 * \param transaction_id as iap_transaction_id() gives it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_repeat_update(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * The same purchase comes again under another transaction id, with the original id of the first, unfinished and charged only
 * once: the account's devices hear of it. A game tells by iap_transaction_original_id() that it has granted it. A refund of the
 * copy takes only the copy back, and no money.
 * \param store borrows it.
 * \param transaction_id as iap_transaction_id() gives it.
 * \param copy_id gives the other id; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_copy_transaction(iap_store *store, uint64_t transaction_id, uint64_t *copy_id, iap_error *error);

/** What becomes of an answer on its way. */
typedef int32_t iap_store_loss;
#define IAP_STORE_LOSS_ERROR 1   /**< the device gives up: IAP_ERROR_NETWORK */
#define IAP_STORE_LOSS_SILENCE 2 /**< the device waits until the client is closed */

/**
 * The next purchase is charged and its answer is lost: the device hears of the transaction as an update. Queues up with
 * iap_store_cancel_next_purchase() and iap_store_fail_next_purchase().
 * \param store borrows it.
 * \param loss an IAP_STORE_LOSS_… value.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_lose_next_answer(iap_store *store, iap_store_loss loss, iap_error *error);
/**
 * The device's store service ends and starts again, as it does on phones: what waits for an answer fails with
 * StoreKitError.systemError, and what is unfinished comes again to the clients that run.
 * \param store borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_restart(iap_store *store, iap_error *error);

/** Moments at which this process can be killed. */
typedef int32_t iap_store_point;
#define IAP_STORE_POINT_NONE 0
#define IAP_STORE_POINT_BEFORE_CHARGE 1 /**< a purchase was asked for and is not charged */
#define IAP_STORE_POINT_AFTER_CHARGE 2  /**< it is charged, and nobody has been answered */
#define IAP_STORE_POINT_BEFORE_ANSWER 3 /**< it is signed, and about to be handed to the library */
#define IAP_STORE_POINT_BEFORE_UPDATE 4 /**< an update is about to be handed to the library */
#define IAP_STORE_POINT_AFTER_UPDATE 5  /**< the library has dealt with an update, and it does not count as heard */
#define IAP_STORE_POINT_BEFORE_FINISH                                                                                  \
    6 /**< the library has said that a transaction is finished, the store has not noted it */
#define IAP_STORE_POINT_AFTER_FINISH 7   /**< the store has noted it, and has not answered */
#define IAP_STORE_POINT_BEFORE_RENEWAL 8 /**< a renewal has fallen due and is not charged */
#define IAP_STORE_POINT_AFTER_RENEWAL 9  /**< it is charged, and nobody has heard of it */

/**
 * Kills this process (SIGKILL) when it comes to a point. Counts for this handle, and is not kept in the state file.
 * \param store borrows it.
 * \param point an IAP_STORE_POINT_… value; IAP_STORE_POINT_NONE takes it back.
 * \param count the how manieth time, from 1.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_store_kill_at(iap_store *store, iap_store_point point, uint32_t count, iap_error *error);

/* --------------------------------------------------------------------------------------------- habits of real systems */

/**
 * A value for each habit, by the system that has them. A store begins with IAP_PROFILE_DOCUMENTED, and does what Apple's pages
 * say. Run a game's tests under all of them: each is what some players meet. The values of SANDBOX and PRODUCTION are a choice
 * from reports; nobody has measured them.
 */
typedef int32_t iap_profile;
#define IAP_PROFILE_NONE 0             /**< the habits of a store may fit none */
#define IAP_PROFILE_DOCUMENTED 1       /**< as Apple documents it; what a store begins with */
#define IAP_PROFILE_MACOS_26 2         /**< macOS 26 in Xcode's test environment, as measured */
#define IAP_PROFILE_IOS_27_SIMULATOR 3 /**< the simulator of iOS 27, as measured */
#define IAP_PROFILE_SANDBOX 4          /**< a device that buys in the sandbox */
#define IAP_PROFILE_PRODUCTION 5       /**< a device of a player */
#define IAP_PROFILE_WORST 6            /**< each habit that hides no other one, at its worst */

/**
 * What real systems do that Apple's documentation does not say, or says otherwise. The value of a habit is a number from 0 to
 * iap_habit_largest(). It is milliseconds of the store's time where the name ends in MS, so under a virtual clock they pass when
 * the test moves it; a number of reads of the game, of repeats, or a percentage, where the sentence says so; one of the numbers
 * that the sentence ends with; and of all other habits 1 for yes and 0 for no.
 */
typedef int32_t iap_habit;
#define IAP_HABIT_NONE 0 /**< no habit has this number */
/** A purchase made on this device is missing from the current entitlements for this long. */
#define IAP_HABIT_LISTING_LAG_MS 1
/** A purchase made on this device is missing from this many reads of the current entitlements. */
#define IAP_HABIT_LISTING_LAG_READS 2
/** A new subscription has no status for this long. */
#define IAP_HABIT_STATUS_LAG_MS 3
/** A purchase that arrives as an update, such as one that a parent approved, enters the current entitlements this much
 *  later. */
#define IAP_HABIT_ANNOUNCE_BEFORE_LISTING_MS 4
/** A renewal enters the current entitlements this long after its update. */
#define IAP_HABIT_RENEWAL_BEFORE_LISTING_MS 5
/** A refunded purchase stays in the current entitlements for this long. */
#define IAP_HABIT_REFUND_LAG_MS 6
/** A refunded non-renewing subscription returns to the current entitlements for one second, one second after the refund. */
#define IAP_HABIT_REFUND_RELIST_FLICKER 7
/** The update for a refund arrives this long after the refund. */
#define IAP_HABIT_REFUND_ANNOUNCE_LAG_MS 8
/** A non-consumable bought on this device also arrives as an update, half a second after the purchase. */
#define IAP_HABIT_ANNOUNCE_OWN_NONCONSUMABLE 9
/** A subscription bought on this device also arrives as an update, half a second after the purchase. */
#define IAP_HABIT_ANNOUNCE_OWN_SUBSCRIPTION 10
/** A finished purchase arrives again this many times. */
#define IAP_HABIT_REPEAT_AFTER_FINISH 11
/** Each repeat after a finish arrives this long after the finish or after the previous repeat. */
#define IAP_HABIT_REPEAT_AFTER_FINISH_MS 12
/** A purchase or renewal arrives a second time this long after the first time; 0: never. */
#define IAP_HABIT_DOUBLE_DELIVERY_MS 13
/** The result of a purchase arrives this long after the player has paid. */
#define IAP_HABIT_RESULT_DELAY_MS 14
/** Changes of one transaction within this time arrive as one update with the latest state. */
#define IAP_HABIT_UPDATES_COALESCE_MS 15
/** At launch, the updates begin with the unfinished transactions; 0: only the list of unfinished transactions contains them. */
#define IAP_HABIT_LAUNCH_REPLAYS_UNFINISHED 16
/** The list of unfinished transactions lacks a new purchase for half a second, and one second later for half a second again. */
#define IAP_HABIT_UNFINISHED_FLICKER 17
/** The update for the end of Family Sharing has no revocation date. */
#define IAP_HABIT_ANNOUNCE_WITHOUT_REVOCATION 18
/** After the purchase history is cleared, the old entitlements stay listed until a restore. */
#define IAP_HABIT_STALE_AFTER_CLEAR 19
/** This percentage of finishes does not last: the transaction is unfinished again one second later. */
#define IAP_HABIT_FINISH_FAILS_PERCENT 20
/** After a restore, the latest period of each subscription is unfinished again. */
#define IAP_HABIT_SYNC_UNFINISHES_LATEST 21
/** One purchase arrives under two transaction ids, with the same date and the same original id. */
#define IAP_HABIT_TWO_IDS 22
/** Reads in a cancelled task return nothing, without an error. */
#define IAP_HABIT_CANCELLED_READS_EMPTY 23
/** Each product request returns no products, without an error. */
#define IAP_HABIT_PRODUCTS_EMPTY 24
/** A product request never completes. */
#define IAP_HABIT_PRODUCTS_HANG 25
/** Each read of entitlements, statuses or the app transaction takes this long. */
#define IAP_HABIT_READ_STALL_MS 26
/** The first call after a launch takes this long. */
#define IAP_HABIT_COLD_STALL_MS 27
/** A read of the storefront takes this long. */
#define IAP_HABIT_STOREFRONT_STALL_MS 28
/** The list of current entitlements is empty, as on a device with a non-Gregorian calendar. */
#define IAP_HABIT_NON_GREGORIAN_EMPTY 29
/** At the end of each period, the status is expired for this long, although the subscription was renewed. */
#define IAP_HABIT_RENEWAL_FLICKER_MS 30
/** While a renewed subscription shows as expired, its renewal info says that it will renew. */
#define IAP_HABIT_RENEWAL_FLICKER_WILL_RENEW 31
/** While a renewed subscription shows as expired, the subscriber is eligible for win-back offers. */
#define IAP_HABIT_RENEWAL_FLICKER_WINBACK 32
/** While a renewed subscription shows as expired, the current entitlements do not list it. */
#define IAP_HABIT_RENEWAL_FLICKER_LISTING_EMPTY 33
/** The missed renewals, which happened while the game was closed, arrive in this order. 0: oldest_first, 1: newest_first. */
#define IAP_HABIT_MISSED_ORDER 34
/** The finished first purchase arrives together with the missed renewals. */
#define IAP_HABIT_MISSED_INCLUDES_ORIGINAL 35
/** The newest missed renewal arrives twice. */
#define IAP_HABIT_MISSED_NEWEST_TWICE 36
/** A subscription in billing retry is in the current entitlements, and its last transaction arrives as an update. */
#define IAP_HABIT_RETRY_LISTED 37
/** After a grace period, while billing retry continues, the subscription has this state. 0: retry, 1: expired. */
#define IAP_HABIT_POST_GRACE_STATE 38
/** In a grace period, the renewal info says that the subscription is in billing retry. */
#define IAP_HABIT_GRACE_RETRY_FLAG 39
/** When automatic renewal is switched on or off, status listeners are notified immediately; 0: with the next other change of
 *  the status. */
#define IAP_HABIT_AUTORENEW_CHANGE_ANNOUNCED 40
/** After an upgrade, the current entitlements still list the lower level, marked as upgraded. */
#define IAP_HABIT_UPGRADED_STILL_LISTED 41
/** Buying an active subscription again returns the existing transaction or an error. 0: held, 1: error. */
#define IAP_HABIT_OWNED_SUBSCRIPTION 42
/** Buying a subscription again after a lapse returns the old transaction and buys nothing: never, within 2 seconds after the
 *  lapse, or always. 0: never, 1: at_once, 2: always. */
#define IAP_HABIT_LAPSE_RETURNS_OLD 43
/** Buying a consumable again before it is finished returns the unfinished purchase and buys nothing. */
#define IAP_HABIT_UNFINISHED_CONSUMABLE_RETURNED 44
/** Buying a non-renewing subscription again returns a new purchase or the first one. 0: new, 1: first. */
#define IAP_HABIT_NONRENEWING_SECOND 45
/** Buying a product returns the account's previous purchase; the new purchase arrives as an update. */
#define IAP_HABIT_RETURNS_PREVIOUS 46
/** Buying an active subscription with a signed offer returns the existing transaction, even if the signature is invalid. */
#define IAP_HABIT_OFFER_TO_HOLDER_RETURNS_HELD 47
/** A purchase request that a parent declined arrives as a purchase. */
#define IAP_HABIT_DECLINED_DELIVERS 48
/** If the player must do something first, a purchase ends as pending or with an unknown error. In both cases the store may
 *  charge it later. 0: pending, 1: unknown. */
#define IAP_HABIT_INTERRUPTED_RESULT 49
/** Equal requests for a parent's approval become one request, and the latest one restarts its 24 hours. */
#define IAP_HABIT_ASK_MERGES 50
/** A purchase that has no scene to show its payment sheet fails with this error. 0: documented, 1: unknown, 2:
 *  userCancelled. */
#define IAP_HABIT_NO_SCENE_ERROR 51
/** A restore without a network fails with this error. 0: network, 1: userCancelled. */
#define IAP_HABIT_SYNC_OFFLINE_ERROR 52
/** A cancelled purchase is reported as a result or as a thrown error. 0: result, 1: thrown. */
#define IAP_HABIT_CANCEL_FORM 53
/** The app receipt of the device contains a new purchase immediately, or only after a refresh. 0: at_once, 1: after_refresh. */
#define IAP_HABIT_RECEIPT_HAS_PURCHASES 54
/** The reported eligibility for introductory offers is the current one, the first one of the launch, or one of the two at
 *  random. 0: fresh, 1: sticky, 2: random. */
#define IAP_HABIT_INTRO_STICKY 55
/** An account that never subscribed is eligible even in a group without an introductory offer. */
#define IAP_HABIT_INTRO_TRUE_WITHOUT_OFFER 56
/** An introductory offer with a bad signature fails, or the store charges the full price without notice. 0: throws, 1:
 *  full_price. */
#define IAP_HABIT_BAD_OVERRIDE 57
/** A promotional offer with a bad signature fails with this error. 0: invalidOfferSignature, 1: unknown. */
#define IAP_HABIT_BAD_PROMO_ERROR 58
/** An account is eligible for win-back offers as soon as its subscription lapses, regardless of the offer's conditions. */
#define IAP_HABIT_WINBACK_AT_ONCE 59
/** A purchase that the player starts in the App Store reaches the game. */
#define IAP_HABIT_INTENT_DELIVERED 60

/**
 * Gives every habit the value that it has in a profile. What a store has is kept in its state file, and stands in its log.
 * iap_store_reset_to_default_state() sets the habits back to IAP_PROFILE_DOCUMENTED.
 * \param store borrows it.
 * \param profile an IAP_PROFILE_… value, but not NONE.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_profile(iap_store *store, iap_profile profile, iap_error *error);
/**
 * The profile whose values the habits of the store have.
 * \param store borrows it.
 * \param profile gives the profile; IAP_PROFILE_NONE if they fit none, and on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_get_profile(iap_store *store, iap_profile *profile, iap_error *error);
/**
 * Gives one habit another value; the others stay as they are. It is kept and set back as with iap_store_set_profile().
 * \param store borrows it.
 * \param habit an IAP_HABIT_… value, but not NONE.
 * \param value from 0 to iap_habit_largest().
 * \param error may be NULL; borrows it. For a value that is out of range the message names the habit, its range and the value.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_habit(iap_store *store, iap_habit habit, int64_t value, iap_error *error);
/**
 * The value that one habit of the store has.
 * \param store borrows it.
 * \param habit an IAP_HABIT_… value, but not NONE.
 * \param value gives the value; 0 on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_get_habit(iap_store *store, iap_habit habit, int64_t *value, iap_error *error);

/**
 * How many habits this library knows. A later version may know more.
 * \returns how many.
 * \since 0.1
 */
size_t iap_habit_count(void);
/**
 * One of the habits, in the order of their numbers.
 * \param index from 0.
 * \returns the habit; IAP_HABIT_NONE past the end.
 * \since 0.1
 */
iap_habit iap_habit_at(size_t index);
/**
 * The name of a habit, as logs and tools have it.
 * \param habit any value.
 * \returns that of its constant, without IAP_HABIT_ and in lower case: "listing_lag_ms"; NULL for a value of no habit. Static
 *          text.
 * \since 0.1
 */
const char *iap_habit_name(iap_habit habit);
/**
 * The habit of a name.
 * \param name borrows it: as iap_habit_name() gives it, letter for letter; NULL is no name.
 * \returns the habit; IAP_HABIT_NONE if none has the name.
 * \since 0.1
 */
iap_habit iap_habit_named(const char *name);
/**
 * What a habit is.
 * \param habit any value.
 * \returns one sentence in English; NULL for a value of no habit. Static text.
 * \since 0.1
 */
const char *iap_habit_sentence(iap_habit habit);
/**
 * Who has seen a habit, and on which system.
 * \param habit any value.
 * \returns a text in English; NULL for a value of no habit. Static text.
 * \since 0.1
 */
const char *iap_habit_source(iap_habit habit);
/**
 * The largest value that a habit can have; the smallest is 0.
 * \param habit any value.
 * \returns the largest value: 1 of yes and no, a day of milliseconds, 100 of a percentage; -1 for a value of no habit.
 * \since 0.1
 */
int64_t iap_habit_largest(iap_habit habit);
/**
 * The name of one value of a habit.
 * \param habit any value.
 * \param value any value.
 * \returns for example "newest_first" for 1 of IAP_HABIT_MISSED_ORDER; NULL if the value has no name: it is a number or yes and no,
 *          or out of range, or the habit is none. Static text.
 * \since 0.1
 */
const char *iap_habit_value_name(iap_habit habit, int64_t value);
/**
 * The value that a habit has in a profile.
 * \param habit any value.
 * \param profile any value.
 * \returns the value; -1 for a value of no habit or no profile.
 * \since 0.1
 */
int64_t iap_habit_value_in(iap_habit habit, iap_profile profile);
/**
 * How many profiles this library knows. A later version may know more.
 * \returns how many.
 * \since 0.1
 */
size_t iap_profile_count(void);
/**
 * One of the profiles, in the order of their numbers. A loop over them runs a game's tests under all.
 * \param index from 0.
 * \returns the profile; IAP_PROFILE_NONE past the end.
 * \since 0.1
 */
iap_profile iap_profile_at(size_t index);
/**
 * The name of a profile, as logs and tools have it.
 * \param profile any value.
 * \returns that of its constant, without IAP_PROFILE_, in lower case and with hyphens: "macos-26"; NULL for a value of no profile.
 *          Static text.
 * \since 0.1
 */
const char *iap_profile_name(iap_profile profile);
/**
 * The profile of a name.
 * \param name borrows it: as iap_profile_name() gives it, letter for letter; NULL is no name.
 * \returns the profile; IAP_PROFILE_NONE if none has the name.
 * \since 0.1
 */
iap_profile iap_profile_named(const char *name);

/* --------------------------------------------------------------------------------------------------- verifyReceipt */

/** A request of verifyReceipt, and the endpoint that it came to. Start it with IAP_STORE_RECEIPT_REQUEST_INIT. */
typedef struct iap_store_receipt_request {
    uint32_t struct_size;
    int32_t is_for_production; /**< 1: it came to the endpoint of production; 0: to that of the sandbox */
    const char *body;          /**< what the game's server has sent, JSON; it need not end with a NUL */
    size_t body_length;        /**< in bytes */
    /** Of the app: another password is answered with 21004, and so is none at all if the receipt lists subscriptions. NULL takes
     *  every password. */
    const char *shared_secret;
    /** What is answered whatever the request is: 21000, 21002 to 21010 or 21100 to 21199, as <iap/iap_receipt.h> has them
     *  (21006 with the receipt's data). 0: what is true. */
    int32_t status;
    int32_t is_retryable;    /**< what 21010 and 21100 to 21199 say of it */
    int32_t has_older_names; /**< 1: they say it as "is-retryable", as older servers expect; 0: as "is_retryable" */
} iap_store_receipt_request;

/* clang-format off */
#define IAP_STORE_RECEIPT_REQUEST_INIT {IAP_STRUCT_SIZE(iap_store_receipt_request), 0, NULL, 0, NULL, 0, 0, 0}
/* clang-format on */

/**
 * Sets a request to IAP_STORE_RECEIPT_REQUEST_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param request borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_store_receipt_request_init(iap_store_receipt_request *request);
/**
 * Answers a request of verifyReceipt as Apple's endpoints do; the HTTP status that belongs to it is 200. The store is a sandbox:
 * production answers 21007 about its receipts. What is no JSON object gives 21000, what is no receipt 21002, a receipt that this
 * store has not signed 21003. Receipts of other apps are valid, as they are for Apple: who asks looks at the bundle id. Purchases
 * are those of the receipt; latest_receipt, latest_receipt_info (the newest first) and pending_renewal_info are of this moment,
 * and are there if the receipt lists an auto-renewable subscription.
 * \param store borrows it.
 * \param request borrows it.
 * \param buffer borrows it and fills it: JSON, NUL-terminated; NULL only asks for the length.
 * \param capacity of the buffer in bytes; if it is too small nothing is written.
 * \param needed gives the length in bytes, the NUL included; a purchase or a renewal meanwhile makes the next answer longer.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also for an unknown status), IAP_ERROR_INVALID_STRUCT_SIZE,
 *          IAP_ERROR_INVALID_TEXT (of the secret), IAP_ERROR_TOO_LARGE (a body above 16 MiB, a secret above 1024 bytes, or for
 *          the buffer), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_answer_verify_receipt(iap_store *store, const iap_store_receipt_request *request, char *buffer,
                                           size_t capacity, size_t *needed, iap_error *error);

/* ------------------------------------------------------------------------------------------------------- forgeries */

/**
 * How what the store signs is forged. In brackets what the device's check says (IAP_STORE_FAILURE_…). App receipts are forged
 * in the same ways, as far as PKCS #7 knows them; in braces what a verifier says of those (IAP_VERIFY_REASON_…).
 */
typedef int32_t iap_store_forgery;
#define IAP_STORE_FORGERY_NONE 0
/** One field is altered after signing [INVALID_SIGNATURE]; of a receipt the original app version {INVALID_SIGNATURE}. */
#define IAP_STORE_FORGERY_PAYLOAD 1
/** One bit of the signature is altered [INVALID_SIGNATURE] {INVALID_SIGNATURE}. */
#define IAP_STORE_FORGERY_SIGNATURE 2
/** The signature is DER, not r and s [INVALID_SIGNATURE]; of a receipt r and s, not DER {INVALID_SIGNATURE}. */
#define IAP_STORE_FORGERY_DER_SIGNATURE 3
/** alg is "none", without a signature [INVALID_SIGNATURE]; a receipt has no signer {MALFORMED}. */
#define IAP_STORE_FORGERY_ALGORITHM_NONE 4
/** alg is "HS256", keyed with the public key [INVALID_SIGNATURE]; of a receipt hmacWithSHA256 {UNSUPPORTED_ALGORITHM}. */
#define IAP_STORE_FORGERY_HMAC 5
/** Another root with the same names [INVALID_CERTIFICATE_CHAIN] {UNTRUSTED_CHAIN}. */
#define IAP_STORE_FORGERY_ROOT 6
/** Signed by a foreign leaf, shown with the store's chain [INVALID_SIGNATURE] {INVALID_SIGNATURE}. */
#define IAP_STORE_FORGERY_SWAPPED_CHAIN 7
/** The intermediate is missing [INVALID_CERTIFICATE_CHAIN] {UNTRUSTED_CHAIN}. */
#define IAP_STORE_FORGERY_SHORT_CHAIN 8
/** The leaf lacks Apple's marker [INVALID_CERTIFICATE_CHAIN] {MISSING_MARKER}. */
#define IAP_STORE_FORGERY_NO_MARKER 9
/** The leaf had expired when it signed [INVALID_CERTIFICATE_CHAIN] {NOT_VALID_AT_DATE}. */
#define IAP_STORE_FORGERY_EXPIRED 10
/** No Base64url [INVALID_ENCODING]; a receipt is in Base64 twice {MALFORMED}. */
#define IAP_STORE_FORGERY_ENCODING 11
/** Signed for another app [MISSING_REQUIRED_PROPERTIES] {OTHER_APP}. Renewal info names no app and stays as it is. */
#define IAP_STORE_FORGERY_OTHER_BUNDLE 12
/** Signed for production [MISSING_REQUIRED_PROPERTIES] {OTHER_ENVIRONMENT}. */
#define IAP_STORE_FORGERY_OTHER_ENVIRONMENT 13
/** Signed for another device, and replayed [INVALID_DEVICE_VERIFICATION]. A verifier finds such a receipt valid:
 *  iap_app_receipt_is_for_device() tells. */
#define IAP_STORE_FORGERY_OTHER_DEVICE 14
/** The intermediate lacks Apple's marker [INVALID_CERTIFICATE_CHAIN] {MISSING_MARKER}. */
#define IAP_STORE_FORGERY_NO_INTERMEDIATE_MARKER 15
/** Four certificates [INVALID_CERTIFICATE_CHAIN]. A receipt may have any number, so it stays as it is. */
#define IAP_STORE_FORGERY_LONG_CHAIN 16
/** The leaf's marker is critical [INVALID_CERTIFICATE_CHAIN] {UNTRUSTED_CHAIN}. */
#define IAP_STORE_FORGERY_CRITICAL_MARKER 17
/** Signed by what the leaf has issued [INVALID_CERTIFICATE_CHAIN] {UNTRUSTED_CHAIN}. */
#define IAP_STORE_FORGERY_LEAF_AS_ISSUER 18
/** The leaf holds from the year 9999 on [INVALID_CERTIFICATE_CHAIN] {NOT_VALID_AT_DATE}. */
#define IAP_STORE_FORGERY_NOT_YET_VALID 19
/** Without x5c [INVALID_CERTIFICATE_CHAIN]; of a receipt without its certificates {MISSING_CERTIFICATES}. */
#define IAP_STORE_FORGERY_NO_CERTIFICATES 20
/** Signed properly, with its first field twice [INVALID_ENCODING]; of a receipt the bundle id {MALFORMED}. Readers that take one of
 *  the two do not see it: Apple's library for Python is one of them. */
#define IAP_STORE_FORGERY_DUPLICATE_NAME 21

/**
 * Everything that is signed from now on is forged: transactions, renewal info, the app transaction, notifications, app receipts.
 * While a forgery is set each request for the app receipt makes one anew, and no device keeps it. What
 * iap_store_answer_verify_receipt() gives as latest_receipt stays proper.
 * \param store borrows it.
 * \param forgery an IAP_STORE_FORGERY_… value; IAP_STORE_FORGERY_NONE signs properly again.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_set_forgery(iap_store *store, iap_store_forgery forgery, iap_error *error);

/* -------------------------------------------------------------------------------------------------- administration */

/** A transaction as the transaction manager shows it. Start it with IAP_STORE_TRANSACTION_INIT. */
typedef struct iap_store_transaction {
    uint32_t struct_size;
    iap_transaction_state_t state; /**< purchased, deferred (Ask to Buy), failed (also while interrupted) or revoked */
    uint64_t id;
    uint64_t original_id;       /**< of what was not charged the id */
    int64_t purchase_date_ms;   /**< of what was not charged when it was asked for */
    int64_t expiration_date_ms; /**< 0: none */
    int64_t revocation_date_ms; /**< 0: none */
    int64_t price_milliunits;   /**< what was charged; 0 for what was not charged, shared or copied */
    int64_t refunded_milliunits;
    int32_t quantity;
    iap_ownership ownership;
    iap_offer_type_t offer_type;
    int32_t is_auto_renewing;                  /**< the renewal of its subscription is on */
    int32_t has_purchase_issue;                /**< interrupted, or in billing retry */
    int32_t is_pending_price_increase_consent; /**< of its subscription */
    int32_t is_pending_ask_to_buy;
    int32_t is_renewal;
    int32_t is_upgraded;
    int32_t is_finished; /**< 0 for what was not charged */
    char currency_code[8];
    char account[256];
    char product_id[IAP_PRODUCT_ID_LENGTH_MAX + 1];
} iap_store_transaction;

/* clang-format off */
#define IAP_STORE_TRANSACTION_INIT                                                                                      \
    {IAP_STRUCT_SIZE(iap_store_transaction), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}, {0}}
/* clang-format on */

/**
 * Sets a transaction to IAP_STORE_TRANSACTION_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param transaction borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_store_transaction_init(iap_store_transaction *transaction);
/**
 * Every transaction of the store, in the order of their ids: consumables, finished ones, those that failed, wait for approval
 * or are interrupted too. Ids of approvals are among them. What a player has cancelled is not.
 * \param store borrows it.
 * \param account copies it; NULL for all.
 * \param transaction_ids borrows it and fills it with at most capacity ids; NULL only counts.
 * \param capacity of transaction_ids.
 * \param count gives how many there are in all.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_list_transactions(iap_store *store, const char *account, uint64_t *transaction_ids,
                                       size_t capacity, size_t *count, iap_error *error);
/**
 * One transaction of the store.
 * \param store borrows it.
 * \param transaction_id as iap_store_list_transactions() gave it.
 * \param transaction borrows it and fills it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_get_transaction(iap_store *store, uint64_t transaction_id, iap_store_transaction *transaction,
                                     iap_error *error);
/**
 * Deletes a transaction as if it had never been, and with the first one of a subscription all of it; what the account's family
 * has of it goes too. No device hears of it; a client that runs keeps what it has in its queue, and finishing that is no
 * error. A subscription whose newest period is deleted stands as the period before left it, with its renewal off: that is a
 * new status, of which devices hear.
 * \param store borrows it.
 * \param transaction_id as iap_store_list_transactions() gave it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_delete_transaction(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * Deletes all transactions of all accounts, what waits for approval or is interrupted, and purchases begun in the App Store of
 * which no client has heard. No device hears of it. Accounts, devices, families, settings and clock stay,
 * and no id is used again.
 * \param store borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_clear_transactions(iap_store *store, iap_error *error);
/**
 * Sets everything that a test can set back to what the .storekit file says: settings, simulated errors, features, products on
 * sale, forgeries, networks, habits (to IAP_PROFILE_DOCUMENTED); takes back orders for purchases and answers for sheets, and
 * counts the sheets from 0 again.
 * Devices hear of it as if each had been set. Transactions, families, accounts and
 * clock stay.
 * \param store borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_reset_to_default_state(iap_store *store, iap_error *error);

/* --------------------------------------------------------------------------------------------------- log and replay */

/**
 * Writes everything that was ever asked of the store, each with its time, one JSON object a line; the first line has the
 * store's seed. Played back by iap_store_replay() it gives the same state.
 * \param store borrows it.
 * \param path copies it: a file in a folder that exists; replaced if it is there.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE, IAP_ERROR_STORAGE_FULL.
 * \since 0.1
 */
iap_status iap_store_write_log(iap_store *store, const char *path, iap_error *error);
/**
 * Writes all that the store knows, as text in an order that depends on nothing else: two stores with the same state give the
 * same bytes.
 * \param store borrows it.
 * \param path copies it: a file in a folder that exists; replaced if it is there.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE, IAP_ERROR_STORAGE_FULL.
 * \since 0.1
 */
iap_status iap_store_write_state(iap_store *store, const char *path, iap_error *error);
/**
 * Opens a new store and does everything that a log says, at the times that it says.
 * \param options copies it: the .storekit file that the store was opened with, the same all the time; state_path must not
 *        exist yet, and does not after a failure. Seed, start and bundle id are those of the log. A virtual clock stands where
 *        the log's virtual clock stood.
 * \param log_path copies it: what iap_store_write_log() wrote.
 * \param store gives a handle on success, NULL on failure.
 * \param error may be NULL; borrows it. For a log that cannot be used the message names the line.
 * \returns IAP_OK, IAP_ERROR_INVALID_STATE (the log does not fit the .storekit file, or state_path exists), and as
 * iap_store_open();
 *          IAP_ERROR_INVALID_STORE_FILE also for a log that cannot be read.
 * \since 0.1
 */
iap_status iap_store_replay(const iap_store_options *options, const char *log_path, iap_store **store,
                            iap_error *error);

/* --------------------------------------------------------------------------------------------------------- totals */

/** Totals of the charges of all accounts. A transaction that the family shares, or that has a second id, counts once. Start it with
 *  IAP_STORE_TOTALS_INIT. */
typedef struct iap_store_totals {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t transactions; /**< charged, refunded ones included */
    uint64_t unfinished;   /**< charged and not finished */
    uint64_t refunded;     /**< charged and refunded */
} iap_store_totals;

/* clang-format off */
#define IAP_STORE_TOTALS_INIT {IAP_STRUCT_SIZE(iap_store_totals), 0, 0, 0, 0}
/* clang-format on */

/**
 * Sets totals to IAP_STORE_TOTALS_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param totals borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_store_totals_init(iap_store_totals *totals);
/**
 * Counts the ledger.
 * \param store borrows it.
 * \param totals borrows it and fills it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 * \since 0.1
 */
iap_status iap_store_get_totals(iap_store *store, iap_store_totals *totals, iap_error *error);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_STORE_H */
