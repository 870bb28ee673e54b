/*
 * iap_store.h: the reference App Store (Linux). It sells the products of an Xcode .storekit file,
 * keeps a ledger, and signs transactions as the App Store does. A test controls everything in this
 * store.
 *
 * A store has accounts. An account is signed in on devices. A client (<iap/iap.h>) runs on a
 * device. One process can have several clients, devices and accounts. Several processes can open
 * the same state file. Give all these processes the same .storekit file and the same clock.
 *
 * The rules of <iap/iap.h> for threads, ownership words and errors apply here too. A closed handle
 * stays safe to pass: a function that returns a status then returns IAP_ERROR_CLOSED. The functions
 * of this header call no function of the game except the wake function of a client.
 */
#ifndef IAP_IAP_STORE_H
#define IAP_IAP_STORE_H

#include <iap/iap_payments.h>
#include <iap/iap_sheets.h>
#include <iap/iap_subscriptions.h>
#include <iap/iap_system.h>
#include <iap/iap_transactions.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The structs keep this packing, even if the including file uses another one. */
#pragma pack(push, 8)

typedef struct iap_store iap_store;

/** The clock of the store. */
typedef int32_t iap_store_clock_t;
#define IAP_STORE_CLOCK_REAL 0        /**< the machine's time; real subscription periods */
#define IAP_STORE_CLOCK_ACCELERATED 1 /**< the machine's time; time_rate shortens subscription periods */
#define IAP_STORE_CLOCK_VIRTUAL 2     /**< time stands still until iap_store_advance_clock() moves it; real periods */

/** The options of a store. Initialize them with IAP_STORE_OPTIONS_INIT. Set either storekit_path or
 *  storekit_text. */
typedef struct iap_store_options {
    uint32_t struct_size;
    iap_store_clock_t clock;
    /** Copies it: the path of a .storekit file or bundle directory. */
    const char *storekit_path;
    /** Copies it: the JSON text of a .storekit file, storekit_length bytes. */
    const char *storekit_text;
    size_t storekit_length;
    /** Copies it: the path of the file that keeps accounts, ledger, clock and keys across runs. The
     *  store creates a missing file, but its folder must exist. NULL keeps everything in memory. */
    const char *state_path;
    /** Copies it: the bundle id of the game, as signed transactions contain it; NULL means
     *  "com.example.game". */
    const char *bundle_id;
    /** The seed of everything random: keys, certificates, ids. 0 chooses a random seed. The seed
     *  applies only to a new state file. */
    uint64_t seed;
    /** The start of the virtual clock of a new state file, in milliseconds since 1970, not beyond
     *  the year 9998; 0 means 2026-01-01T00:00:00Z. */
    int64_t start_ms;
    /** For IAP_STORE_CLOCK_ACCELERATED: the raw value of StoreKit's SKTestSession.TimeRate, for
     *  example 15: a monthly subscription renews every 30 seconds. 0 uses the value of the
     *  .storekit file. */
    int32_t time_rate;
    uint32_t reserved; /**< 0 */
    /** Copies it: the URL of the OCSP server in the certificates, "http://…" in ASCII, up to 4096
     *  bytes. A verifier asks this server whether a certificate was revoked;
     *  iap_store_ocsp_response() creates the responses. NULL: the certificates name no server. The
     *  URL applies only to a new state file. */
    const char *ocsp_url;
} iap_store_options;

/* clang-format off */
#define IAP_STORE_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_store_options), IAP_STORE_CLOCK_REAL, NULL, NULL, 0, NULL, NULL, 0, 0, 0, 0, NULL}
/* clang-format on */

/**
 * Sets options to IAP_STORE_OPTIONS_INIT. This function writes the size that the LIBRARY knows. It
 * is for bindings that allocate the size that the library returns; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 */
void iap_store_options_init(iap_store_options *options);

/**
 * Opens a store.
 * \param options copies it.
 * \param store gives a handle on success, NULL on failure.
 * \param error may be NULL; borrows it. If the .storekit file cannot be used, the message names the
 *        file and the place in it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE,
 *          IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a path or URL above 4096 bytes, a text
 *          above 16 MiB), IAP_ERROR_INVALID_STORE_FILE, IAP_ERROR_BUSY (another process holds the
 *          state file, or too many handles are open), IAP_ERROR_INTERNAL, IAP_ERROR_STORAGE (also
 *          for a state file of an earlier version; make a new store), IAP_ERROR_STORAGE_FULL,
 *          IAP_ERROR_STORAGE_NEWER or IAP_ERROR_STORAGE_FOREIGN (the state file stays unchanged).
 */
iap_status_t iap_store_open(const iap_store_options *options, iap_store **store, iap_error *error);

/**
 * Closes a store.
 * \param store borrows it; the closed handle stays safe to pass.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_BUSY (a device of
 *          this store is open; the message says how many).
 */
iap_status_t iap_store_close(iap_store *store, iap_error *error);

/**
 * Opens a device on which an account is signed in. The store creates an account or a device when
 * its name is first used. A handle runs one client at a time. The next client on the handle is the
 * next launch of the game. Two handles with the same names are the same device, also in two
 * processes. Run a client on only one of these handles at a time. Unfinished transactions belong to
 * the account: each device of the account receives them at launch, including consumables.
 * \param store borrows it.
 * \param account copies it: any name, 1 to 255 bytes of UTF-8.
 * \param device_name copies it: any name, 1 to 255 bytes of UTF-8.
 * \param device gives a handle on success, NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_CLOSED, IAP_ERROR_BUSY (too many handles are open), IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_open_device(iap_store *store, const char *account, const char *device_name, iap_device **device,
                                   iap_error *error);

/**
 * Closes a device.
 * \param device borrows it; the closed handle stays safe to pass.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_BUSY (a client
 *          runs on the device).
 */
iap_status_t iap_device_close(iap_device *device, iap_error *error);

/**
 * Returns the number of warnings about the .storekit file. Each warning is about an unusual part of
 * the file, for example an unknown key or a product without a price. The store can still use the
 * file.
 * \param store borrows it. \returns the number; 0 for NULL or a closed store.
 */
size_t iap_store_warning_count(iap_store *store);
/**
 * Returns one of the warnings.
 * \param store borrows it. \param index from 0.
 * \returns one line of text that lives as long as the store is open; NULL past the end.
 */
const char *iap_store_warning_at(iap_store *store, size_t index);

/**
 * Returns the number of products that the store sells.
 * \param store borrows it. \returns the number; 0 for NULL or a closed store.
 */
size_t iap_store_product_count(iap_store *store);
/**
 * Returns the id of one of the products, in the order of the file.
 * \param store borrows it. \param index from 0.
 * \returns an id that lives as long as the store is open; NULL past the end.
 */
const char *iap_store_product_id_at(iap_store *store, size_t index);

/**
 * Gives the root certificate of the store's signatures in DER. A verifier needs it.
 * \param store borrows it.
 * \param buffer borrows it and fills it; NULL: the function only returns the length.
 * \param capacity of the buffer in bytes; if the buffer is too small, the function writes nothing.
 * \param length gives the length in bytes.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE (the buffer is too small),
 *          IAP_ERROR_CLOSED, IAP_ERROR_INTERNAL (the certificates cannot be created).
 */
iap_status_t iap_store_root_certificate(iap_store *store, uint8_t *buffer, size_t capacity, size_t *length,
                                        iap_error *error);

/* ------------------------------------------------------------------------------------- controls */

/**
 * Returns the store's time.
 * \param store borrows it. \returns milliseconds since 1970; 0 for NULL or a closed store.
 */
int64_t iap_store_now_ms(iap_store *store);
/**
 * Moves a virtual clock forward.
 * \param store borrows it.
 * \param milliseconds the distance; not negative, and not beyond the year 9998.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (the clock is not virtual),
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_advance_clock(iap_store *store, int64_t milliseconds, iap_error *error);

/** How a part of StoreKit fails. */
typedef int32_t iap_store_failure_t;
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
/* StoreKitError.systemError, with a cause that says more. */
#define IAP_STORE_FAILURE_SYSTEM_USER_CANCELLED 32    /**< the cause is StoreKitError.userCancelled */
#define IAP_STORE_FAILURE_SYSTEM_PAYMENT_CANCELLED 33 /**< the cause is SKErrorDomain 2, paymentCancelled */
#define IAP_STORE_FAILURE_SYSTEM_NESTED_CANCELLED                                                                      \
    34 /**< the cause is ASDErrorDomain 500, around AMSErrorDomain 305, around SKErrorDomain 2 */
#define IAP_STORE_FAILURE_SYSTEM_ACCOUNT_CANCELLED                                                                     \
    35 /**< the cause is SKErrorDomain 907, around AMSErrorDomain 6: the player cancelled */
#define IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED                                                                  \
    36 /**< the cause is ASDServerErrorDomain 3532: the account already subscribes */

/**
 * Queues an outcome for the next purchase: the player cancels the purchase. The store charges
 * nothing, unless IAP_QUIRK_CANCEL_CHARGES_MS says otherwise. The outcomes of this function,
 * iap_store_fail_next_purchase() and iap_store_lose_next_response() share one queue.
 * \param store borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_cancel_next_purchase(iap_store *store, iap_error *error);
/**
 * Queues an outcome for the next purchase: the purchase fails, and the store charges nothing.
 * \param store borrows it.
 * \param failure an IAP_STORE_FAILURE_… value that a purchase can have. It is not NONE, and not a
 *        failure of verification, refund requests or payment-method binding.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_fail_next_purchase(iap_store *store, iap_store_failure_t failure, iap_error *error);
/**
 * Sets whether every purchase needs approval (Ask to Buy).
 * \param store borrows it.
 * \param enabled 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_ask_to_buy(iap_store *store, int32_t enabled, iap_error *error);
/**
 * Lists the purchases that wait for approval, oldest first. A purchase without a decision for 24
 * hours (of the store's time) disappears, and no device receives an event for it.
 * \param store borrows it.
 * \param approval_ids borrows it and fills it with at most capacity ids; NULL: the function only
 *        counts.
 * \param capacity of approval_ids.
 * \param count gives the number of all waiting purchases.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_list_approvals(iap_store *store, uint64_t *approval_ids, size_t capacity, size_t *count,
                                      iap_error *error);
/**
 * Gives the product id of a purchase that waits for approval.
 * \param store borrows it.
 * \param approval_id an id from iap_store_list_approvals().
 * \param buffer borrows it and fills it, NUL-terminated.
 * \param capacity of the buffer in bytes.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE, IAP_ERROR_NOT_FOUND,
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_approval_product_id(iap_store *store, uint64_t approval_id, char *buffer, size_t capacity,
                                           iap_error *error);
/**
 * Approves a purchase: the store charges the account. Then all devices of the account receive the
 * purchase. A consumable is different: only the device that requested it receives it immediately.
 * The account's other devices receive the consumable at a launch, if it is still unfinished. If the
 * offer of the purchase is no longer available to the account, the store charges nothing and
 * removes the approval.
 * \param store borrows it.
 * \param approval_id an id from iap_store_list_approvals().
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND (also after 24 hours),
 *          IAP_ERROR_INVALID_STATE (nothing was charged), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_approve(iap_store *store, uint64_t approval_id, iap_error *error);
/**
 * Declines a purchase. The game receives no event for it, as with the App Store.
 * \param store borrows it.
 * \param approval_id an id from iap_store_list_approvals().
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_decline(iap_store *store, uint64_t approval_id, iap_error *error);
/**
 * Refunds a transaction. The account's devices receive the revocation.
 * \param store borrows it.
 * \param transaction_id the value of iap_transaction_id().
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE
 *          (already refunded), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_refund(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * Sets whether players are allowed to make payments. On real devices Screen Time or device
 * management can forbid payments.
 * \param store borrows it.
 * \param allowed 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_payments_allowed(iap_store *store, int32_t allowed, iap_error *error);
/**
 * Moves the store to another country and language. Currency, names and prices change too, and
 * running clients are notified.
 * \param store borrows it.
 * \param country_code copies it: ISO 3166-1 alpha-3, for example "DEU".
 * \param locale copies it: for example "de_DE"; NULL keeps the language.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also an unknown country), IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE (above 64 bytes), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_storefront(iap_store *store, const char *country_code, const char *locale, iap_error *error);

/* ------------------------------------------------------------------------------------- simulated
 *  errors, features */

/** The parts of StoreKit that a test can make fail. */
typedef int32_t iap_store_api_t;
#define IAP_STORE_API_LOAD_PRODUCTS 1
#define IAP_STORE_API_PURCHASE 2
#define IAP_STORE_API_VERIFICATION                                                                                     \
    3 /**< all signed data arrives unverified, with this failure; charged purchases arrive again at a later launch */
#define IAP_STORE_API_SYNC 4 /**< restoring */
#define IAP_STORE_API_SUBSCRIPTION_STATUS                                                                              \
    5 /**< the status of one group or transaction; StoreKit's list of all groups cannot fail */
#define IAP_STORE_API_APP_TRANSACTION 6
#define IAP_STORE_API_MANAGE_SUBSCRIPTIONS 7
#define IAP_STORE_API_REFUND_REQUEST 8
#define IAP_STORE_API_OFFER_CODE_REDEMPTION 9
#define IAP_STORE_API_MESSAGES 10 /**< showing a message */
#define IAP_STORE_API_PROMOTIONS 11
#define IAP_STORE_API_EXTERNAL_PURCHASE 12 /**< notices, links and tokens */
#define IAP_STORE_API_PAYMENT_METHOD_BINDING 13
#define IAP_STORE_API_APP_RECEIPT 14
#define IAP_STORE_API_MERCHANDISING 15 /**< the sheet; a purchase in it is IAP_STORE_API_PURCHASE */

/**
 * Makes a part of StoreKit fail from now on. The .storekit file can set such failures too. The
 * store reads the failures in that file once, when it creates its state file. Later changes of the
 * .storekit file have no effect.
 * \param store borrows it.
 * \param api an IAP_STORE_API_… value.
 * \param failure an IAP_STORE_FAILURE_… value that this part can fail with.
 *        IAP_STORE_API_VERIFICATION accepts only the failures of verification. All other parts
 *        accept the failures of StoreKitError. In addition, IAP_STORE_API_PURCHASE accepts the
 *        failures of Product.PurchaseError, IAP_STORE_API_REFUND_REQUEST accepts the failures of
 *        refund requests, and IAP_STORE_API_PAYMENT_METHOD_BINDING accepts the failures of binding.
 *        IAP_STORE_FAILURE_NONE makes the part work again.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_simulated_error(iap_store *store, iap_store_api_t api, iap_store_failure_t failure,
                                           iap_error *error);
/**
 * Sets whether the store behaves like a system that has a feature. A new store has all features.
 * \param store borrows it.
 * \param feature an IAP_FEATURE_… value.
 * \param supported 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_supported(iap_store *store, iap_feature_t feature, int32_t supported, iap_error *error);

/* ------------------------------------------------------------------------------- sheets, and what
 *  the player does */

/** A sheet that the system shows. */
typedef int32_t iap_store_sheet_t;
#define IAP_STORE_SHEET_REFUND 1
#define IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS 2
#define IAP_STORE_SHEET_OFFER_CODE 3
#define IAP_STORE_SHEET_MESSAGE 4
#define IAP_STORE_SHEET_REVIEW 5
#define IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE                                                                       \
    6 /**< the notice sheet, the sheets of the links, and the sheet of custom links */
#define IAP_STORE_SHEET_MERCHANDISING 7

/** What the player does with a sheet. */
typedef int32_t iap_store_answer_t;
#define IAP_STORE_ANSWER_ACCEPT 1
#define IAP_STORE_ANSWER_CANCEL 2

/**
 * Decides what the player does when a sheet is shown next. Several decisions for the same sheet
 * wait in a queue. Without a decision the player accepts. The sheets for subscriptions, offer codes
 * and merchandising are different: without a decision, the player changes nothing and closes the
 * sheet.
 *
 * IAP_STORE_SHEET_REFUND, accept: the player sends the request. If detail is NULL or "approve", the
 * store grants the refund immediately. If detail is "decline", the store refuses the refund. If
 * detail is "later", the request stays undecided, and a test can grant the refund with
 * iap_store_refund().
 *
 * IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, accept: the detail "off" or "on" turns the renewal of the
 * account's subscription off or on. If the detail is a product id, the subscription changes to this
 * product. The player buys a product of a higher level immediately. Any other product begins with
 * the next renewal.
 *
 * IAP_STORE_SHEET_OFFER_CODE, accept: the detail names the product and its code offer, for example
 * "com.example.month/WELCOME".
 *
 * IAP_STORE_SHEET_MERCHANDISING, accept: the detail is the product id of a subscription. The player
 * buys it like a product of iap_add_payment() if it belongs to the group of the sheet, and closes
 * the sheet otherwise. Cancel: the player begins a purchase and cancels it.
 *
 * IAP_STORE_SHEET_MESSAGE, for a price increase: accept agrees to the increase, cancel declines it.
 * \param store borrows it.
 * \param sheet an IAP_STORE_SHEET_… value.
 * \param answer an IAP_STORE_ANSWER_… value.
 * \param detail copies it; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also a detail that does not fit the sheet),
 *          IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above 2048 bytes), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_answer_next_sheet(iap_store *store, iap_store_sheet_t sheet, iap_store_answer_t answer,
                                         const char *detail, iap_error *error);
/**
 * Returns how often a sheet was shown, counted over all accounts and devices.
 * \param store borrows it.
 * \param sheet an IAP_STORE_SHEET_… value.
 * \returns the number; 0 for NULL, a closed store or an unknown sheet.
 */
size_t iap_store_sheet_count(iap_store *store, iap_store_sheet_t sheet);
/**
 * Moves the store to another country during the next purchase: after the payment sheet, before the
 * charge.
 * \param store borrows it.
 * \param country_code copies it: ISO 3166-1 alpha-3.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also an unknown country), IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE (above 64 bytes), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_move_during_next_purchase(iap_store *store, const char *country_code, iap_error *error);

/* --------------------------------------------------------------------- purchase intents, messages,
 *  renewal states */

/**
 * Makes the player begin a purchase in the App Store on this device. A running client receives the
 * purchase intent immediately. If no client is running, the next client receives the purchase
 * intent at its launch.
 * \param device borrows it.
 * \param product_id copies it; the store need not sell this product.
 * \param offer_id copies it: a win-back offer of the product; NULL for no offer. The store ignores
 *        any other offer.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_device_send_purchase_intent(iap_device *device, const char *product_id, const char *offer_id,
                                             iap_error *error);
/**
 * Sends an App Store message to the player on this device. A running client receives the message
 * immediately. If no client is running, the next client receives the message at its launch. If the
 * client does not handle messages, the system shows the message immediately. A message that the
 * client received but did not show arrives again at the next launch.
 * \param device borrows it.
 * \param reason an IAP_MESSAGE_REASON_… value.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_device_send_message(iap_device *device, iap_message_reason_t reason, iap_error *error);

/** The renewal of a subscription. Initialize it with IAP_STORE_RENEWAL_INIT. */
typedef struct iap_store_renewal {
    uint32_t struct_size;
    int32_t will_auto_renew;
    /** Copies it: the product of the next renewal; NULL for the current product. */
    const char *auto_renew_product_id;
    iap_expiration_reason_t expiration_reason;
    iap_price_increase_t price_increase;
    int32_t is_in_billing_retry;
    uint32_t reserved;                       /**< 0 */
    int64_t grace_period_expiration_date_ms; /**< 0: no grace period */
    int64_t renewal_price_milliunits;        /**< 0: the product's price (in a commitment: the price after its end) */
} iap_store_renewal;

/* clang-format off */
#define IAP_STORE_RENEWAL_INIT {IAP_STRUCT_SIZE(iap_store_renewal), 1, NULL, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Sets a renewal to IAP_STORE_RENEWAL_INIT. This function writes the size that the LIBRARY knows.
 * It is for bindings that allocate the size that the library returns; C and C++ use the macro.
 * \param renewal borrows it; NULL is ignored.
 */
void iap_store_renewal_init(iap_store_renewal *renewal);
/**
 * Sets the state of a subscription's renewal. A test can then show every state to a game without
 * waiting. The state applies immediately, also while the paid period still runs.
 *
 * The fields decide the state of the subscription. Billing retry with a grace period that has not
 * ended means IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD. Billing retry without such a grace period
 * means IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY. An expiration reason without billing retry means
 * IAP_SUBSCRIPTION_STATE_EXPIRED. In billing retry the store reports the billing error as the
 * expiration reason, and it does not report a grace period that has ended. The call also removes
 * the offer or billing plan that was chosen for the next renewal. The account's devices receive the
 * new status. A refunded subscription stays revoked.
 * \param store borrows it.
 * \param transaction_id a transaction of the subscription, from any period.
 * \param renewal copies it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE,
 *          IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_NOT_FOUND (no such transaction,
 *          or a product outside of its group), IAP_ERROR_INVALID_STATE (not an auto-renewable
 *          subscription), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_renewal(iap_store *store, uint64_t transaction_id, const iap_store_renewal *renewal,
                                   iap_error *error);

/* -------------------------------------------------------------------------------- signatures of
 *  the game's server */

/** A kind of signature that the game's server creates. */
typedef int32_t iap_store_signature_t;
#define IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER 1 /**< the older form, for iap_payment.offer.signature */
#define IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS 2
#define IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS 3
#define IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS 4

/** The data to sign. Initialize it with IAP_STORE_SIGNING_REQUEST_INIT. A text that does not belong
 *  to the kind may be NULL. */
typedef struct iap_store_signing_request {
    uint32_t struct_size;
    iap_store_signature_t kind;
    const char *product_id;
    const char *offer_id;
    const char *app_account_token; /**< for the older form */
    const char *nonce;             /**< a UUID; in the JWS forms, NULL uses a new UUID */
    int64_t timestamp_ms;          /**< the time of signing; 0: now, by the store's clock */
    uint64_t transaction_id;       /**< for the JWS forms; 0: none */
    int32_t allows_introductory_offer;
    uint32_t reserved; /**< 0 */
    /** For Advanced Commerce: JSON. The store charges the price in this JSON, in the currency that
     *  it names. The price is item.price or the sum of items[].price, in thousandths. If the JSON
     *  has no price, the store charges the price of the generic product. If it has no currency, the
     *  store uses the currency of the storefront. The signed data repeats the JSON digit for
     *  digit. */
    const char *request_json;
} iap_store_signing_request;

/* clang-format off */
#define IAP_STORE_SIGNING_REQUEST_INIT \
    {IAP_STRUCT_SIZE(iap_store_signing_request), 0, NULL, NULL, NULL, NULL, 0, 0, 0, 0, NULL}
/* clang-format on */

/**
 * Sets a signing request to IAP_STORE_SIGNING_REQUEST_INIT. This function writes the size that the
 * LIBRARY knows. It is for bindings that allocate the size that the library returns; C and C++ use
 * the macro.
 * \param request borrows it; NULL is ignored.
 */
void iap_store_signing_request_init(iap_store_signing_request *request);
/**
 * Signs as your game's server does, with the key pair of the .storekit file. If the file has no key
 * pair, the store uses one of its own.
 * \param store borrows it.
 * \param request copies it.
 * \param buffer borrows it and fills it, NUL-terminated: Base64 for the older form, a compact JWS
 *        for the other kinds; NULL: the function only returns the length.
 * \param capacity of the buffer in bytes; if the buffer is too small, the function writes nothing.
 * \param length gives the length in bytes, including the NUL. With the key of a .storekit file,
 *        signatures of the older form differ in length from call to call: use a buffer with some
 *        more bytes.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE,
 *          IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a product id above
 *          IAP_PRODUCT_ID_LENGTH_MAX bytes, another text above IAP_PAYMENT_TEXT_LENGTH_MAX, or the
 *          buffer is too small), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE, IAP_ERROR_INTERNAL.
 */
iap_status_t iap_store_sign(iap_store *store, const iap_store_signing_request *request, char *buffer, size_t capacity,
                            size_t *length, iap_error *error);
/**
 * Returns the id of the key that iap_store_sign() uses, for iap_payment.offer.key_id.
 * \param store borrows it.
 * \returns a text that lives as long as the store is open; NULL for NULL or a closed store.
 */
const char *iap_store_signing_key_id(iap_store *store);
/**
 * Returns the issuer id that iap_store_sign() writes. App Store Connect gives such an id to a team.
 * For the key of iap_store_sign(), the store also accepts signatures that name another issuer,
 * because a .storekit file contains no issuer id.
 * \param store borrows it.
 * \returns a UUID that lives as long as the store is open; NULL for NULL or a closed store.
 */
const char *iap_store_issuer_id(iap_store *store);

#define IAP_STORE_SERVER_KEYS_MAX 64u

/**
 * Registers the key of a server. From now on the store accepts offers that are signed with this
 * key, like the offers of iap_store_sign(). A key replaces an earlier key with the same id. The
 * state file keeps the keys, and iap_store_reset_to_default_state() does not remove them.
 * \param store borrows it.
 * \param key_id copies it: 1 to 1024 bytes of UTF-8, different from iap_store_signing_key_id().
 * \param issuer_id copies it: the issuer that the JWS forms must name, 1 to 1024 bytes of UTF-8;
 *        NULL: any issuer.
 * \param public_key copies it: a P-256 public key in PEM, for example from
 *        iap_server_key_public_key().
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL, the id of the store's own key),
 *          IAP_ERROR_INVALID_TEXT (also an invalid public key), IAP_ERROR_TOO_LARGE (a text, or
 *          more keys than IAP_STORE_SERVER_KEYS_MAX), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_add_server_key(iap_store *store, const char *key_id, const char *issuer_id,
                                      const char *public_key, iap_error *error);

/* ---------------------------------------------------------------- data for servers: payloads,
 *  notifications, OCSP */

#define IAP_STORE_PAYLOAD_LENGTH_MAX 4194304u

/**
 * Signs a payload as the App Store does. For tests of verifiers, the store also signs payloads that
 * the App Store would never sign. If iap_store_set_forgery() has set a forgery, the store forges
 * this signed data too. IAP_STORE_FORGERY_OTHER_BUNDLE, …_OTHER_ENVIRONMENT and …_OTHER_DEVICE have
 * no effect, because they change only the content of a payload. IAP_STORE_FORGERY_PAYLOAD adds a
 * field after signing. If the payload is not a JSON object, it adds a byte instead.
 * …_DUPLICATE_NAME does not change a payload that has no names.
 * \param store borrows it.
 * \param payload borrows it: any bytes; NULL only if the length is 0.
 * \param payload_length of the payload in bytes, up to IAP_STORE_PAYLOAD_LENGTH_MAX.
 * \param buffer borrows it and fills it, NUL-terminated: a compact JWS; NULL: the function only
 *        returns the length.
 * \param capacity of the buffer in bytes; if the buffer is too small, the function writes nothing.
 * \param length gives the length in bytes, including the NUL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE (the payload is too large or the
 *          buffer is too small), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_sign_payload(iap_store *store, const uint8_t *payload, size_t payload_length, char *buffer,
                                    size_t capacity, size_t *length, iap_error *error);

/** A notification of the App Store to the game's server, version 2. Initialize it with
 *  IAP_STORE_NOTIFICATION_INIT. The type decides which other fields are used; texts that do not
 *  belong to the type are NULL. */
typedef struct iap_store_notification {
    uint32_t struct_size;
    uint32_t reserved;   /**< 0 */
    const char *type;    /**< Apple's notificationType, for example "DID_RENEW"; required */
    const char *subtype; /**< Apple's subtype, or NULL */
    const char *uuid;    /**< a UUID: a repeated notification keeps its UUID; NULL uses a new UUID */
    /** The transaction of the notification, required for all types except the types below. The
     *  "data" of the notification contains the signed transaction. For a subscription it also
     *  contains the signed renewal info and the status. "TEST" has no transaction. */
    uint64_t transaction_id;
    const char *consumption_request_reason; /**< CONSUMPTION_REQUEST: Apple's value, or NULL */
    const char *product_id;                 /**< RENEWAL_EXTENSION with SUMMARY: the product in "summary"; required */
    const char *request_id;                 /**< RENEWAL_EXTENSION with SUMMARY: the id of the request; required */
    int64_t succeeded_count;                /**< RENEWAL_EXTENSION with SUMMARY */
    int64_t failed_count;                   /**< RENEWAL_EXTENSION with SUMMARY */
    /** EXTERNAL_PURCHASE_TOKEN: the id in "externalPurchaseToken"; required. Apple's ids begin with
     *  "SANDBOX_" in the sandbox. */
    const char *external_purchase_id;
    int64_t token_creation_date_ms; /**< EXTERNAL_PURCHASE_TOKEN; 0: now */
    const char *account;            /**< RESCIND_CONSENT: the account in "appData"; required */
} iap_store_notification;

/* clang-format off */
#define IAP_STORE_NOTIFICATION_INIT \
    {IAP_STRUCT_SIZE(iap_store_notification), 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, NULL, 0, NULL}
/* clang-format on */

/**
 * Sets a notification to IAP_STORE_NOTIFICATION_INIT. This function writes the size that the
 * LIBRARY knows. It is for bindings that allocate the size that the library returns; C and C++ use
 * the macro.
 * \param notification borrows it; NULL is ignored.
 */
void iap_store_notification_init(iap_store_notification *notification);
/**
 * Signs a notification as the App Store sends it in "signedPayload", with the current data of the
 * store. The signed data in the notification names no device. The function sends nothing, and it
 * does not check that the type fits the events in the store. A forgery of iap_store_set_forgery()
 * applies to the notification and to the signed data in it. IAP_STORE_FORGERY_OTHER_DEVICE has no
 * effect here.
 * \param store borrows it.
 * \param notification copies it.
 * \param buffer borrows it and fills it, NUL-terminated: a compact JWS; NULL: the function only
 *        returns the length.
 * \param capacity of the buffer in bytes; if the buffer is too small, the function writes nothing.
 * \param length gives the length in bytes, including the NUL. DER signatures differ in length from
 *        call to call.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL, a required value is missing, a value does not
 *          belong to the type, a negative number), IAP_ERROR_INVALID_STRUCT_SIZE,
 *          IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a product id above
 *          IAP_PRODUCT_ID_LENGTH_MAX bytes, an account above 255, another text above 1024, or the
 *          buffer is too small), IAP_ERROR_NOT_FOUND (the store has no such transaction),
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_sign_notification(iap_store *store, const iap_store_notification *notification, char *buffer,
                                         size_t capacity, size_t *length, iap_error *error);

/** The OCSP status of the store's own certificates. */
typedef int32_t iap_store_ocsp_t;
#define IAP_STORE_OCSP_GOOD 1
#define IAP_STORE_OCSP_REVOKED 2        /**< revoked now */
#define IAP_STORE_OCSP_UNKNOWN 3        /**< the authority does not know the certificate */
#define IAP_STORE_OCSP_STALE 4          /**< good, but the response is eight days old and was valid for one day */
#define IAP_STORE_OCSP_FOREIGN_SIGNER 5 /**< good, but signed by a responder that the issuer did not authorize */
#define IAP_STORE_OCSP_GARBAGE 6        /**< bytes that are not a response */
#define IAP_STORE_OCSP_TRY_LATER 7      /**< the server is busy */
#define IAP_STORE_OCSP_DELEGATE 8       /**< good, signed by an authorized responder, as with the App Store */
#define IAP_STORE_OCSP_NO_NEXT_UPDATE 9 /**< good, without the time of the next update */

#define IAP_STORE_OCSP_REQUEST_LENGTH_MAX 65536u

/**
 * Creates the response to an OCSP request (RFC 6960), as the server at iap_store_options.ocsp_url
 * does. The function does not serve HTTP. The times in the response are the store's times, and the
 * response is valid for one day. A verifier that uses the machine's time therefore needs
 * IAP_STORE_CLOCK_REAL.
 *
 * The issuer signs the response. The response names the issuer by the hash of the issuer's key, and
 * it repeats the certificate ids and the nonce of the request. The store knows only its own leaf
 * and intermediate certificates. The response to an invalid request is malformedRequest. The
 * response about certificates of other issuers is unauthorized.
 * \param store borrows it.
 * \param request borrows it: DER; NULL only if the length is 0.
 * \param request_length of the request in bytes; a request above IAP_STORE_OCSP_REQUEST_LENGTH_MAX
 *        is invalid.
 * \param behaviour an IAP_STORE_OCSP_… value: the content of the response.
 * \param buffer borrows it and fills it: DER; NULL: the function only returns the length.
 * \param capacity of the buffer in bytes; if the buffer is too small, the function writes nothing.
 * \param length gives the length in bytes.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE (the buffer is too small),
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_ocsp_response(iap_store *store, const uint8_t *request, size_t request_length,
                                     iap_store_ocsp_t behaviour, uint8_t *buffer, size_t capacity, size_t *length,
                                     iap_error *error);

/* ---------------------------------------------------------------------------------- settings, as
 *  in SKTestSession */

/** What StoreKit reports for an interrupted purchase. Such a purchase needs an action of the player
 *  first, for example to accept new terms or to choose another payment method. */
typedef int32_t iap_store_interruption_t;
#define IAP_STORE_INTERRUPTION_NONE 0
#define IAP_STORE_INTERRUPTION_PENDING 1 /**< StoreKit reports pending: the payment is deferred */
#define IAP_STORE_INTERRUPTION_ERROR 2   /**< StoreKit throws StoreKitError.unknown: the payment fails */

/**
 * Sets a virtual clock, forward or back. Past events stay: after a step back, a subscription does
 * not change until the time of its last change comes again.
 * \param store borrows it.
 * \param now_ms milliseconds since 1970, not before 1970 and not beyond the year 9998.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (the clock is not virtual),
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_clock(iap_store *store, int64_t now_ms, iap_error *error);
/**
 * Sets how long subscription periods are from now on, for every kind of clock. Running periods keep
 * their end.
 * \param store borrows it.
 * \param time_rate the raw value of StoreKit's SKTestSession.TimeRate; 0 is real time.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_time_rate(iap_store *store, int32_t time_rate, iap_error *error);
/**
 * Sets whether the payment of every renewal fails. The store retries a due renewal sixty times
 * within sixty days (of the store's time). It charges the renewal at the first retry after you set
 * the value to 0, or in iap_store_resolve_issue().
 * \param store borrows it.
 * \param enabled 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_billing_retry_on_renewal(iap_store *store, int32_t enabled, iap_error *error);
/**
 * Sets how long the account keeps access while the store retries a renewal. For an app this is a
 * setting in App Store Connect.
 * \param store borrows it.
 * \param days 3, 16 or 28; weekly subscriptions use at most 6 days; 0 for no grace period. A
 *        subscription that is already in billing retry keeps its own grace period.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_billing_grace_period(iap_store *store, int32_t days, iap_error *error);
/**
 * Sets how often a subscription renews after a purchase. After the last of these renewals, the
 * store switches the renewal off. Apple's sandbox renews 12 times, TestFlight 6 times. Without a
 * limit, a store with a real or accelerated clock processes all renewals that were due while the
 * store was closed. With a renewal every two seconds, that is 43,200 renewals a day.
 * \param store borrows it.
 * \param renewals 0 for no limit.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (negative), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_renewal_limit(iap_store *store, int32_t renewals, iap_error *error);
/**
 * Takes a product off sale, or puts it on sale again. A product off sale is not listed, and the
 * player cannot buy it. A subscription to this product ends when its period ends.
 * \param store borrows it.
 * \param product_id copies it.
 * \param on_sale 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_NOT_FOUND (the .storekit file has no such product), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_on_sale(iap_store *store, const char *product_id, int32_t on_sale, iap_error *error);
/**
 * Sets whether the store interrupts the purchases of games. To continue a purchase, pass its id
 * from iap_store_list_transactions() to iap_store_resolve_issue(). Then the store charges the
 * account, and the account's devices receive a new transaction, as after iap_store_approve(). The
 * store does not interrupt approved purchases, and purchases of products that the account already
 * has. A new state file begins with the setting of the .storekit file. If that file interrupts
 * purchases, the setting is IAP_STORE_INTERRUPTION_PENDING.
 * \param store borrows it.
 * \param interruption an IAP_STORE_INTERRUPTION_… value; systems differ in what they report.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_interrupted_purchases(iap_store *store, iap_store_interruption_t interruption,
                                                 iap_error *error);
/**
 * Makes every purchase of a game fail, as failTransactionsEnabled and failureError of SKTestSession
 * do. The store lists the purchase as failed. If the store has another reason to refuse the
 * purchase, the purchase fails with that reason. If the player cancels the purchase, it counts as
 * cancelled and not as failed. A new state file begins with the setting of the .storekit file.
 * \param store borrows it.
 * \param failure IAP_STORE_FAILURE_UNKNOWN, …_INVALID_OFFER_IDENTIFIER, …_INVALID_OFFER_SIGNATURE,
 *        …_MISSING_OFFER_PARAMETERS or …_INVALID_OFFER_PRICE; IAP_STORE_FAILURE_NONE makes
 *        purchases succeed again.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_fail_transactions(iap_store *store, iap_store_failure_t failure, iap_error *error);
/**
 * Turns sheets off or on. While sheets are off, the store shows and counts no sheet, and it acts as
 * if the player accepted. For the sheets for subscriptions and offer codes, it acts as if the
 * player chose nothing. Queued decisions of iap_store_answer_next_sheet() and
 * iap_store_cancel_next_purchase() stay in their queues. A new state file begins with the setting
 * of the .storekit file.
 * \param store borrows it.
 * \param disabled 1 or 0; 1 turns sheets off.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_dialogs_disabled(iap_store *store, int32_t disabled, iap_error *error);
/**
 * Sets whether current entitlements list each purchase of a non-renewing subscription. Apple
 * documents that they list only the latest purchase, and a new store does the same. In one
 * measurement on a device, they listed all purchases.
 * \param store borrows it.
 * \param enabled 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_all_non_renewing_entitlements(iap_store *store, int32_t enabled, iap_error *error);
/**
 * Changes the language during the next purchase: after the payment sheet, before the charge.
 * Running clients are notified in the same way as by iap_store_set_storefront(). The library does
 * not ask the game whether the purchase continues.
 * \param store borrows it.
 * \param locale copies it: for example "de_DE".
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (above
 *          64 bytes), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_locale_during_next_purchase(iap_store *store, const char *locale, iap_error *error);

/** The settings of a store. Initialize them with IAP_STORE_SETTINGS_INIT. */
typedef struct iap_store_settings {
    uint32_t struct_size;
    int32_t ask_to_buy;
    int32_t payments_allowed;
    int32_t dialogs_disabled;
    int32_t billing_retry_on_renewal;
    int32_t billing_grace_period_days; /**< 0: none */
    int32_t renewal_limit;             /**< 0: none */
    int32_t time_rate;                 /**< the raw value of SKTestSession.TimeRate */
    iap_store_interruption_t interrupted_purchases;
    iap_store_failure_t fail_transactions;
    char storefront[8]; /**< ISO 3166-1 alpha-3 */
    char locale[72];
} iap_store_settings;

/* clang-format off */
#define IAP_STORE_SETTINGS_INIT {IAP_STRUCT_SIZE(iap_store_settings), 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}}
/* clang-format on */

/**
 * Sets settings to IAP_STORE_SETTINGS_INIT. This function writes the size that the LIBRARY knows.
 * It is for bindings that allocate the size that the library returns; C and C++ use the macro.
 * \param settings borrows it; NULL is ignored.
 */
void iap_store_settings_init(iap_store_settings *settings);
/**
 * Reads the settings of the store.
 * \param store borrows it.
 * \param settings borrows it and fills it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_get_settings(iap_store *store, iap_store_settings *settings, iap_error *error);
/**
 * Reads the simulated error of a part of StoreKit.
 * \param store borrows it.
 * \param api an IAP_STORE_API_… value.
 * \param failure gives an IAP_STORE_FAILURE_… value; IAP_STORE_FAILURE_NONE if the part works.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_get_simulated_error(iap_store *store, iap_store_api_t api, iap_store_failure_t *failure,
                                           iap_error *error);

/* -------------------------------------------------------------------------------- subscriptions */

/*
 * Subscriptions follow the store's clock. At the end of each period a subscription renews, enters
 * billing retry or ends. A renewal is a new transaction with the original id of the first
 * transaction. The devices of the account receive these changes when a test moves a virtual clock,
 * or at the due time with a real or accelerated clock. The functions in this section change the
 * future of a subscription; transaction_id is any transaction of the subscription.
 */

/**
 * Turns the renewal off or on, as the player does in the system's sheet. If you turn the renewal
 * off during billing retry, the subscription ends immediately. If you turn it off within a
 * commitment, the change takes effect at the end of the commitment.
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param enabled 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (not a
 *          subscription, or it has ended), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_auto_renew(iap_store *store, uint64_t transaction_id, int32_t enabled, iap_error *error);
/**
 * Changes to another product of the group, as the player does in the system's sheet. For a product
 * of a higher level, or of the same level with the same period, the store charges immediately.
 * Every other change begins with the next renewal, or, in billing retry, with the next attempt to
 * charge.
 *
 * An immediate charge is a purchase in the sheet. With iap_store_set_ask_to_buy() this purchase
 * waits for approval: the function returns IAP_ERROR_INVALID_STATE, and the error message names the
 * id for iap_store_approve() or iap_store_decline(). Each such call adds one more approval.
 * Interruptions and queued outcomes for the next purchase apply only to purchases of games. They do
 * not apply here, and a queued outcome waits for the next purchase of a game.
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param product_id copies it; the current product cancels an earlier choice.
 * \param billing_plan an IAP_BILLING_PLAN_… value; IAP_BILLING_PLAN_NONE for the current plan.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_NOT_FOUND (no such transaction, or no such product or plan in its group),
 *          IAP_ERROR_INVALID_STATE (not a subscription, it has ended, the store refuses the
 *          purchase, or the purchase waits for approval; the message says why), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_change_subscription(iap_store *store, uint64_t transaction_id, const char *product_id,
                                           iap_billing_plan_type_t billing_plan, iap_error *error);
/**
 * Ends the subscription now. Its period ends and its renewal is off.
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (not a
 *          subscription, or it has ended), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_expire_subscription(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * Ends the period now and begins the next period. The call also turns the renewal on and removes a
 * price increase that waits for consent. A subscription in billing retry stays in billing retry.
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (not a
 *          subscription, or it has ended), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_force_renewal(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * Lets the player pay again. The store charges a renewal in billing retry. An interrupted purchase
 * continues, and the store charges it. If the offer of the purchase is no longer available to the
 * account, the store charges nothing and removes the purchase.
 * \param store borrows it.
 * \param transaction_id of the subscription, or the id of the interrupted purchase from
 *        iap_store_list_transactions().
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (there
 *          is no issue to resolve, or nothing was charged), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_resolve_issue(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * Raises (or lowers) the price of every future bill of the subscription. If an increase needs
 * consent and the player does not decide, the subscription ends when its period ends. The function
 * sends no message: see iap_device_send_message().
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param price_milliunits thousandths of the currency unit; not negative.
 * \param needs_consent 1: the player must agree; 0: the increase applies without consent.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (not a
 *          subscription, or its period is not running), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_request_price_increase(iap_store *store, uint64_t transaction_id, int64_t price_milliunits,
                                              int32_t needs_consent, iap_error *error);
/**
 * Makes the player agree to a price increase or decline it. After a decline the renewal is off.
 * \param store borrows it.
 * \param transaction_id of the subscription.
 * \param agrees 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE (no
 *          increase waits for consent), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_answer_price_increase(iap_store *store, uint64_t transaction_id, int32_t agrees,
                                             iap_error *error);
/**
 * Revokes any transaction. The account's devices receive the revocation. Revoking the current
 * period of a subscription ends the subscription. A past period is only marked as revoked.
 * \param store borrows it.
 * \param transaction_id the value of iap_transaction_id().
 * \param type IAP_REVOCATION_TYPE_REFUND_FULL, IAP_REVOCATION_TYPE_REFUND_PRORATED (subscriptions:
 *        the remaining time), or IAP_REVOCATION_TYPE_NONE (no refund).
 * \param reason IAP_REVOCATION_REASON_OTHER or IAP_REVOCATION_REASON_DEVELOPER_ISSUE.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_INVALID_STATE
 *          (already revoked, or shared by another account), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_revoke(iap_store *store, uint64_t transaction_id, iap_revocation_type_t type,
                              iap_revocation_reason_t reason, iap_error *error);

/* --------------------------------------------------------------------------------- purchases
 *  elsewhere, family, accounts */

/** A purchase outside of the game. Initialize it with IAP_STORE_PURCHASE_INIT. */
typedef struct iap_store_purchase {
    uint32_t struct_size;
    int32_t quantity;              /**< 1 to 10 */
    const char *product_id;        /**< copies it */
    const char *app_account_token; /**< copies it: a UUID; NULL for none */
    const char *offer_id;          /**< copies it: an offer's id, or the name of a code offer; NULL for none */
    iap_offer_type_t offer_type;   /**< the type of offer_id */
    iap_billing_plan_type_t billing_plan;
} iap_store_purchase;

/* clang-format off */
#define IAP_STORE_PURCHASE_INIT {IAP_STRUCT_SIZE(iap_store_purchase), 1, NULL, NULL, NULL, 0, 0}
/* clang-format on */

/**
 * Sets a purchase to IAP_STORE_PURCHASE_INIT. This function writes the size that the LIBRARY knows.
 * It is for bindings that allocate the size that the library returns; C and C++ use the macro.
 * \param purchase borrows it; NULL is ignored.
 */
void iap_store_purchase_init(iap_store_purchase *purchase);
/**
 * Buys for an account outside of the game: in the App Store, or on a device where no client runs.
 * The store shows no sheet and uses up no queued outcome. All devices of the account receive the
 * purchase.
 * \param store borrows it.
 * \param account copies it; the store creates it if it is new.
 * \param purchase copies it.
 * \param transaction_id gives the id of the new transaction, or of the transaction that the account
 *        already has; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE,
 *          IAP_ERROR_INVALID_QUANTITY, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_NOT_FOUND (no such product, plan or offer, or the product is off sale),
 *          IAP_ERROR_INVALID_STATE (the store refuses; the message says why), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_buy(iap_store *store, const char *account, const iap_store_purchase *purchase,
                           uint64_t *transaction_id, iap_error *error);
/**
 * Puts an account into a family. If the .storekit file makes a product family shareable, the family
 * shares the purchases of this product. Each other member gets transactions with the ownership
 * IAP_OWNERSHIP_FAMILY_SHARED, for active and for later purchases. A member who leaves loses the
 * purchases of the other members, and they lose the purchases of the member who leaves. The type of
 * these revocations is IAP_REVOCATION_TYPE_FAMILY_REVOKE.
 * \param store borrows it.
 * \param account copies it; the store creates it if it is new.
 * \param family copies it: any name, 1 to 255 bytes; NULL: the account leaves its family.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_INVALID_STATE (the family has six members), IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_family(iap_store *store, const char *account, const char *family, iap_error *error);
/**
 * Sets whether an account shares its purchases with its family. A new account shares them. Turning
 * sharing off revokes the shared transactions of the other members.
 * \param store borrows it.
 * \param account copies it.
 * \param enabled 1 or 0.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_family_sharing(iap_store *store, const char *account, int32_t enabled, iap_error *error);
/**
 * Signs in another account on the device. You can call this function while a client runs. The
 * device then has the unfinished transactions, entitlements and updates of that account, as at a
 * launch. Pending requests fail with StoreKitError.systemError. Transactions that the client has
 * already received stay in its queue. If the client finishes one of these transactions, the store
 * records the finish when the account of the transaction signs in again. A later
 * iap_store_open_device() with the same names begins with the account that the call names.
 * \param device borrows it.
 * \param account copies it: any name, 1 to 255 bytes of UTF-8; the store creates it if it is new.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_device_sign_in(iap_device *device, const char *account, iap_error *error);
/**
 * Signs out the account on the device. The device then owns nothing and receives nothing.
 * Operations that ask the player to sign in (purchases, restoring, the app transaction, a new
 * receipt and the sheet for offer codes) end with IAP_ERROR_CANCELLED, as if the player refused.
 * Products still load.
 * \param device borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_device_sign_out(iap_device *device, iap_error *error);

/* -------------------------------------------------------------------------- network and updates */

/** The network between a device and the store. Initialize it with IAP_DEVICE_NETWORK_INIT, which is
 *  a perfect network. */
typedef struct iap_device_network {
    uint32_t struct_size;
    int32_t is_down;              /**< 1: store requests fail immediately with IAP_ERROR_NETWORK; no updates */
    int32_t never_answers;        /**< 1: no request gets a response; no updates */
    uint32_t requests_per_minute; /**< more requests fail with StoreKitError.systemError; 0: no limit */
    int64_t latency_ms;           /**< how long each response takes, in the store's time */
    int64_t timeout_ms;           /**< slower responses fail with IAP_ERROR_NETWORK; the store's time; 0: no timeout */
} iap_device_network;

/* clang-format off */
#define IAP_DEVICE_NETWORK_INIT {IAP_STRUCT_SIZE(iap_device_network), 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Sets a network to IAP_DEVICE_NETWORK_INIT. This function writes the size that the LIBRARY knows.
 * It is for bindings that allocate the size that the library returns; C and C++ use the macro.
 * \param network borrows it; NULL is ignored.
 */
void iap_device_network_init(iap_device_network *network);
/**
 * Changes the network of a device. You can call this function while requests are open. These
 * requests then complete or fail according to the new network.
 *
 * As in StoreKit, some things work without a network, because the device keeps the data: all
 * queries for transactions, finishing, the storefront, the statuses of all groups, the eligibility
 * for introductory offers and custom links, the existing receipt, reviews, and messages that the
 * client already received. A purchase first loads its product if the client has not loaded it. A
 * request reaches the store when the client makes it, and only the response takes time. Therefore a
 * purchase can time out although the store has charged it. Such a purchase arrives as an update.
 *
 * While the network is down or never responds, the device uses the data that it received before.
 * Queries for transactions, the statuses of all groups and the eligibility for introductory offers
 * return this data. A current entitlement to a subscription ends with the period or grace period
 * that the device knows, by the store's clock. A finish takes effect in the store immediately. When
 * the network is back, the device receives everything that happened meanwhile. The state file keeps
 * the data that a device knows. If an account signs in without a network, the device acts as if the
 * account owns nothing.
 * \param device borrows it.
 * \param network copies it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_device_set_network(iap_device *device, const iap_device_network *network, iap_error *error);

/** How a device receives updates. */
typedef int32_t iap_store_updates_t;
#define IAP_STORE_UPDATES_IN_ORDER 0
#define IAP_STORE_UPDATES_NEWEST_FIRST 1 /**< newest first, among the updates that wait together */
#define IAP_STORE_UPDATES_SHUFFLED 2     /**< shuffled by the store's seed, among the updates that wait together */
#define IAP_STORE_UPDATES_HELD 3         /**< no update arrives until you set another value */

/**
 * Delays or reorders the updates of transactions. Unfinished transactions still arrive at a launch.
 * \param device borrows it.
 * \param updates an IAP_STORE_UPDATES_… value.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_device_set_updates(iap_device *device, iap_store_updates_t updates, iap_error *error);
/**
 * Sends a transaction to the account's devices once more. No device receives a finished consumable
 * again.
 * \param store borrows it.
 * \param transaction_id the value of iap_transaction_id().
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_repeat_update(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * Sends the same purchase again under another transaction id. The copy has the original id of the
 * first transaction, is unfinished, and is not charged again. The account's devices receive it. A
 * game can see from iap_transaction_original_id() that it has already granted the purchase. A
 * refund of the copy revokes only the copy and refunds no money.
 * \param store borrows it.
 * \param transaction_id the value of iap_transaction_id().
 * \param copy_id gives the id of the copy; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_copy_transaction(iap_store *store, uint64_t transaction_id, uint64_t *copy_id, iap_error *error);

/** How a response is lost. */
typedef int32_t iap_store_loss_t;
#define IAP_STORE_LOSS_ERROR 1   /**< the device reports IAP_ERROR_NETWORK */
#define IAP_STORE_LOSS_SILENCE 2 /**< the device waits until the client is closed */

/**
 * Queues an outcome for the next purchase: the store charges the purchase, and the response is
 * lost. The device receives the transaction as an update. The outcome waits in one queue with the
 * outcomes of iap_store_cancel_next_purchase() and iap_store_fail_next_purchase().
 * \param store borrows it.
 * \param loss an IAP_STORE_LOSS_… value.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_lose_next_response(iap_store *store, iap_store_loss_t loss, iap_error *error);
/**
 * Stops and restarts the store service of the devices, as it happens on phones. Pending requests
 * fail with StoreKitError.systemError, and the running clients receive the unfinished transactions
 * again.
 * \param store borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_restart(iap_store *store, iap_error *error);

/** The moments at which a test can kill its own process; see iap_store_kill_at(). */
typedef int32_t iap_store_point_t;
#define IAP_STORE_POINT_NONE 0
#define IAP_STORE_POINT_BEFORE_CHARGE 1   /**< a purchase was requested and is not charged */
#define IAP_STORE_POINT_AFTER_CHARGE 2    /**< the purchase is charged, and there is no response yet */
#define IAP_STORE_POINT_BEFORE_RESPONSE 3 /**< the purchase is signed, just before the library receives it */
#define IAP_STORE_POINT_BEFORE_UPDATE 4   /**< just before the library receives an update */
#define IAP_STORE_POINT_AFTER_UPDATE 5    /**< an update is processed, but it does not count as received yet */
#define IAP_STORE_POINT_BEFORE_FINISH 6   /**< the library finished a transaction, and the store has not recorded it */
#define IAP_STORE_POINT_AFTER_FINISH 7    /**< the store has recorded the finish, and has not responded */
#define IAP_STORE_POINT_BEFORE_RENEWAL 8  /**< a renewal is due and is not charged */
#define IAP_STORE_POINT_AFTER_RENEWAL 9   /**< the renewal is charged, and no device has received it */

/**
 * Kills this process (SIGKILL) when it reaches a point. The setting applies only to this handle.
 * The state file does not keep the setting.
 * \param store borrows it.
 * \param point an IAP_STORE_POINT_… value; IAP_STORE_POINT_NONE removes the setting.
 * \param count how often the process must reach the point, including the time that kills it; from
 *        1.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED.
 */
iap_status_t iap_store_kill_at(iap_store *store, iap_store_point_t point, uint32_t count, iap_error *error);

/* ----------------------------------------------------------------------- quirks of real systems */

/**
 * A profile is a set of values, one for each quirk, that describes one system. A store begins with
 * IAP_PROFILE_DOCUMENTED and behaves as Apple documents. Run a game's tests under all profiles,
 * because different players meet different profiles. The values of REPORTED are our choice, based
 * on reports from the field; nobody has measured them.
 */
typedef int32_t iap_profile_t;
#define IAP_PROFILE_NONE 0 /**< the quirks of a store match no profile */
/* Sources/Store/Quirks/generate writes this list. */
#define IAP_PROFILE_DOCUMENTED 1       /**< as Apple documents it; a store begins with this profile */
#define IAP_PROFILE_MACOS_26 2         /**< macOS 26 in Xcode's test environment, as measured */
#define IAP_PROFILE_IOS_27_SIMULATOR 3 /**< the simulator of iOS 27, as measured */
#define IAP_PROFILE_REPORTED 4         /**< players' devices, as reports from the field describe them; not measured */
#define IAP_PROFILE_WORST 5            /**< all quirks have their worst values, except quirks that hide another quirk */
/* end of the list */

/**
 * A quirk is a behaviour of real systems that Apple's documentation does not mention, or describes
 * differently. The value of a quirk is a number from 0 to iap_quirk_largest().
 *
 * If the name ends in MS, the value is in milliseconds of the store's time. With a virtual clock
 * this time passes when the test moves the clock. If the description says so, the value is a number
 * of reads by the game, a number of repeats, or a percentage. If the description ends with a list
 * of numbers, the value is one of them. For all other quirks, 1 is yes and 0 is no.
 */
typedef int32_t iap_quirk_t;
#define IAP_QUIRK_NONE 0 /**< no quirk has this number */
/* Sources/Store/Quirks/generate writes this list. */
/** A purchase made on this device is missing from the current entitlements for this long. */
#define IAP_QUIRK_LISTING_LAG_MS 1
/** A purchase made on this device is missing from this many reads of the current entitlements. */
#define IAP_QUIRK_LISTING_LAG_READS 2
/** A new subscription has no status for this long. */
#define IAP_QUIRK_STATUS_LAG_MS 3
/** A purchase that arrives as an update, such as one that a parent approved, enters the current
 *  entitlements this much later. */
#define IAP_QUIRK_ANNOUNCE_BEFORE_LISTING_MS 4
/** A renewal enters the current entitlements this long after its update. */
#define IAP_QUIRK_RENEWAL_BEFORE_LISTING_MS 5
/** A refunded purchase stays in the current entitlements for this long. */
#define IAP_QUIRK_REFUND_LAG_MS 6
/** A refunded non-renewing subscription returns to the current entitlements for one second, one
 *  second after the refund. */
#define IAP_QUIRK_REFUND_RELIST_FLICKER 7
/** The update for a refund arrives this long after the refund. */
#define IAP_QUIRK_REFUND_ANNOUNCE_LAG_MS 8
/** A non-consumable bought on this device also arrives as an update, half a second after the
 *  purchase. */
#define IAP_QUIRK_ANNOUNCE_OWN_NONCONSUMABLE 9
/** A subscription bought on this device also arrives as an update, half a second after the
 *  purchase. */
#define IAP_QUIRK_ANNOUNCE_OWN_SUBSCRIPTION 10
/** A finished purchase arrives again this many times. */
#define IAP_QUIRK_REPEAT_AFTER_FINISH 11
/** Each repeat after a finish arrives this long after the finish or after the previous repeat. */
#define IAP_QUIRK_REPEAT_AFTER_FINISH_MS 12
/** A purchase or renewal arrives a second time this long after the first time; 0: never. */
#define IAP_QUIRK_DOUBLE_DELIVERY_MS 13
/** The result of a purchase arrives this long after the player has paid. */
#define IAP_QUIRK_RESULT_DELAY_MS 14
/** Changes of one transaction within this time arrive as one update with the latest state. */
#define IAP_QUIRK_UPDATES_COALESCE_MS 15
/** At launch, the updates begin with the unfinished transactions; 0: only the list of unfinished
 *  transactions contains them. */
#define IAP_QUIRK_LAUNCH_REPLAYS_UNFINISHED 16
/** The list of unfinished transactions lacks a new purchase for half a second, and one second later
 *  for half a second again. */
#define IAP_QUIRK_UNFINISHED_FLICKER 17
/** The update for the end of Family Sharing has no revocation date. */
#define IAP_QUIRK_ANNOUNCE_WITHOUT_REVOCATION 18
/** After the purchase history is cleared, the old entitlements stay listed until a restore. */
#define IAP_QUIRK_STALE_AFTER_CLEAR 19
/** This percentage of finishes does not last: the transaction is unfinished again one second
 *  later. */
#define IAP_QUIRK_FINISH_FAILS_PERCENT 20
/** After a restore, the latest period of each subscription is unfinished again. */
#define IAP_QUIRK_SYNC_UNFINISHES_LATEST 21
/** One purchase arrives under two transaction ids, with the same date and the same original id. */
#define IAP_QUIRK_TWO_IDS 22
/** Reads in a cancelled task return nothing, without an error. */
#define IAP_QUIRK_CANCELLED_READS_EMPTY 23
/** Each product request returns no products, without an error. */
#define IAP_QUIRK_PRODUCTS_EMPTY 24
/** A product request never completes. */
#define IAP_QUIRK_PRODUCTS_HANG 25
/** Each read of entitlements, statuses or the app transaction takes this long. */
#define IAP_QUIRK_READ_STALL_MS 26
/** The first call after a launch takes this long. */
#define IAP_QUIRK_COLD_STALL_MS 27
/** A read of the storefront takes this long. */
#define IAP_QUIRK_STOREFRONT_STALL_MS 28
/** The list of current entitlements is empty, as on a device with a non-Gregorian calendar. */
#define IAP_QUIRK_NON_GREGORIAN_EMPTY 29
/** At the end of each period, the status is expired for this long, although the subscription was
 *  renewed. */
#define IAP_QUIRK_RENEWAL_FLICKER_MS 30
/** While a renewed subscription shows as expired, its renewal info says that it will renew. */
#define IAP_QUIRK_RENEWAL_FLICKER_WILL_RENEW 31
/** While a renewed subscription shows as expired, the subscriber is eligible for win-back
 *  offers. */
#define IAP_QUIRK_RENEWAL_FLICKER_WINBACK 32
/** While a renewed subscription shows as expired, the current entitlements do not list it. */
#define IAP_QUIRK_RENEWAL_FLICKER_LISTING_EMPTY 33
/** The missed renewals, which happened while the game was closed, arrive in this order. 0:
 *  oldest_first, 1: newest_first. */
#define IAP_QUIRK_MISSED_ORDER 34
/** The finished first purchase arrives together with the missed renewals. */
#define IAP_QUIRK_MISSED_INCLUDES_ORIGINAL 35
/** The newest missed renewal arrives twice. */
#define IAP_QUIRK_MISSED_NEWEST_TWICE 36
/** A subscription in billing retry is in the current entitlements, and its last transaction arrives
 *  as an update. */
#define IAP_QUIRK_RETRY_LISTED 37
/** After a grace period, while billing retry continues, the subscription has this state. 0: retry,
 *  1: expired. */
#define IAP_QUIRK_POST_GRACE_STATE 38
/** In a grace period, the renewal info says that the subscription is in billing retry. */
#define IAP_QUIRK_GRACE_RETRY_FLAG 39
/** When automatic renewal is switched on or off, status listeners are notified immediately; 0: with
 *  the next other change of the status. */
#define IAP_QUIRK_AUTORENEW_CHANGE_ANNOUNCED 40
/** After an upgrade, the current entitlements still list the lower level, marked as upgraded. */
#define IAP_QUIRK_UPGRADED_STILL_LISTED 41
/** Buying an active subscription again returns the existing transaction or an error. 0: held, 1:
 *  error. */
#define IAP_QUIRK_OWNED_SUBSCRIPTION 42
/** Buying a subscription again after a lapse returns the old transaction and buys nothing: never,
 *  within 2 seconds after the lapse, or always. 0: never, 1: at_once, 2: always. */
#define IAP_QUIRK_LAPSE_RETURNS_OLD 43
/** Buying a consumable again before it is finished returns the unfinished purchase and buys
 *  nothing. */
#define IAP_QUIRK_UNFINISHED_CONSUMABLE_RETURNED 44
/** Buying a non-renewing subscription again returns a new purchase or the first one. 0: new, 1:
 *  first. */
#define IAP_QUIRK_NONRENEWING_SECOND 45
/** Buying a product returns the account's previous purchase; the new purchase arrives as an
 *  update. */
#define IAP_QUIRK_RETURNS_PREVIOUS 46
/** Buying an active subscription with a signed offer returns the existing transaction, even if the
 *  signature is invalid. */
#define IAP_QUIRK_OFFER_TO_HOLDER_RETURNS_HELD 47
/** A purchase request that a parent declined arrives as a purchase. */
#define IAP_QUIRK_DECLINED_DELIVERS 48
/** If the player must do something first, a purchase ends as pending or with an unknown error. In
 *  both cases the store may charge it later. 0: pending, 1: unknown. */
#define IAP_QUIRK_INTERRUPTED_RESULT 49
/** Equal requests for a parent's approval become one request, and the latest one restarts its 24
 *  hours. */
#define IAP_QUIRK_ASK_MERGES 50
/** The StoreKit error of a purchase that has no window scene for its payment sheet. The documented
 *  error is invalidPresentationContext. 0: documented, 1: unknown, 2: userCancelled. */
#define IAP_QUIRK_NO_SCENE_ERROR 51
/** A restore without a network fails with this error. 0: network, 1: userCancelled. */
#define IAP_QUIRK_SYNC_OFFLINE_ERROR 52
/** A cancelled purchase is reported as a result or as a thrown error. 0: result, 1: thrown. */
#define IAP_QUIRK_CANCEL_FORM 53
/** The app receipt of the device contains a new purchase immediately, or only after a refresh. 0:
 *  at_once, 1: after_refresh. */
#define IAP_QUIRK_RECEIPT_HAS_PURCHASES 54
/** The reported eligibility for introductory offers is the current one, the first one of the
 *  launch, or one of the two at random. 0: fresh, 1: sticky, 2: random. */
#define IAP_QUIRK_INTRO_STICKY 55
/** An account that never subscribed is eligible even in a group without an introductory offer. */
#define IAP_QUIRK_INTRO_TRUE_WITHOUT_OFFER 56
/** An introductory offer with a bad signature fails, or the store charges the full price without
 *  notice. 0: throws, 1: full_price. */
#define IAP_QUIRK_BAD_OVERRIDE 57
/** A promotional offer with a bad signature fails with this error. 0: invalidOfferSignature, 1:
 *  unknown. */
#define IAP_QUIRK_BAD_PROMO_ERROR 58
/** An account is eligible for win-back offers as soon as its subscription lapses, regardless of the
 *  offer's conditions. */
#define IAP_QUIRK_WINBACK_AT_ONCE 59
/** A purchase that the player starts in the App Store reaches the game. */
#define IAP_QUIRK_INTENT_DELIVERED 60
/** A purchase that the player cancels is charged all the same, and its transaction arrives as an
 *  update this long after; 0: it is not charged. */
#define IAP_QUIRK_CANCEL_CHARGES_MS 61
/** The list of all transactions and the current entitlements are empty for this long after a
 *  launch, even after a restore; 86400000: always. */
#define IAP_QUIRK_LISTS_EMPTY_MS 62
/** The latest transaction of every product is missing for this long after a launch; 86400000:
 *  always. */
#define IAP_QUIRK_LATEST_EMPTY_MS 63
/** A listener for changes of the storefront first receives the current one. */
#define IAP_QUIRK_STOREFRONT_ON_SUBSCRIBING 64
/* end of the list */

/**
 * Gives every quirk the value that it has in a profile. The state file keeps the values of a store.
 * iap_store_reset_to_default_state() sets the quirks back to IAP_PROFILE_DOCUMENTED.
 * \param store borrows it.
 * \param profile an IAP_PROFILE_… value except NONE.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_profile(iap_store *store, iap_profile_t profile, iap_error *error);
/**
 * Reads the profile that the quirks of the store match.
 * \param store borrows it.
 * \param profile gives the profile; IAP_PROFILE_NONE if the values match no profile, and on
 *        failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_get_profile(iap_store *store, iap_profile_t *profile, iap_error *error);
/**
 * Changes the value of one quirk; the other quirks keep their values. The store keeps and resets
 * the value as with iap_store_set_profile().
 * \param store borrows it.
 * \param quirk an IAP_QUIRK_… value except NONE.
 * \param value from 0 to iap_quirk_largest().
 * \param error may be NULL; borrows it. If the value is out of range, the message names the quirk,
 *        its range and the value.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_quirk(iap_store *store, iap_quirk_t quirk, int64_t value, iap_error *error);
/**
 * Reads the value of one quirk of the store.
 * \param store borrows it.
 * \param quirk an IAP_QUIRK_… value except NONE.
 * \param value gives the value; 0 on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_get_quirk(iap_store *store, iap_quirk_t quirk, int64_t *value, iap_error *error);

/**
 * Returns how many quirks this library knows. A later version may know more.
 * \returns the number.
 */
size_t iap_quirk_count(void);
/**
 * Returns one of the quirks, in the order of their numbers.
 * \param index from 0.
 * \returns the quirk; IAP_QUIRK_NONE past the end.
 */
iap_quirk_t iap_quirk_at(size_t index);
/**
 * Returns the name of a quirk, as logs and tools use it.
 * \param quirk any value.
 * \returns the name of its constant, without IAP_QUIRK_ and in lower case: "listing_lag_ms"; NULL
 *          if no quirk has this value. Static text.
 */
const char *iap_quirk_name(iap_quirk_t quirk);
/**
 * Returns the quirk that has a name.
 * \param name borrows it: exactly as iap_quirk_name() returns it; NULL is no name.
 * \returns the quirk; IAP_QUIRK_NONE if no quirk has the name.
 */
iap_quirk_t iap_quirk_named(const char *name);
/**
 * Returns the description of a quirk.
 * \param quirk any value.
 * \returns one or two sentences in English; NULL if no quirk has this value. Static text.
 */
const char *iap_quirk_sentence(iap_quirk_t quirk);
/**
 * Returns who observed a quirk, and on which system.
 * \param quirk any value.
 * \returns a text in English; NULL if no quirk has this value. Static text.
 */
const char *iap_quirk_source(iap_quirk_t quirk);
/**
 * Returns the largest value that a quirk can have; the smallest value is 0.
 * \param quirk any value.
 * \returns the largest value, for example 1 for yes and no, a day for milliseconds, 100 for a
 *          percentage; -1 if no quirk has this value.
 */
int64_t iap_quirk_largest(iap_quirk_t quirk);
/**
 * Returns the name of one value of a quirk.
 * \param quirk any value.
 * \param value any value.
 * \returns for example "newest_first" for 1 of IAP_QUIRK_MISSED_ORDER; NULL if the value has no
 *          name, is out of range, or the quirk is unknown. Numbers and yes-or-no values have no
 *          names. Static text.
 */
const char *iap_quirk_value_name(iap_quirk_t quirk, int64_t value);
/**
 * Returns the value of a quirk in a profile.
 * \param quirk any value.
 * \param profile any value.
 * \returns the value; -1 if no quirk or no profile has this value.
 */
int64_t iap_quirk_value_in(iap_quirk_t quirk, iap_profile_t profile);
/**
 * Returns how many profiles this library knows. A later version may know more.
 * \returns the number.
 */
size_t iap_profile_count(void);
/**
 * Returns one of the profiles, in the order of their numbers. Use a loop over all profiles to run a
 * game's tests under each of them.
 * \param index from 0.
 * \returns the profile; IAP_PROFILE_NONE past the end.
 */
iap_profile_t iap_profile_at(size_t index);
/**
 * Returns the name of a profile, as logs and tools use it.
 * \param profile any value.
 * \returns the name of its constant, without IAP_PROFILE_, in lower case and with hyphens:
 *          "macos-26"; NULL if no profile has this value. Static text.
 */
const char *iap_profile_name(iap_profile_t profile);
/**
 * Returns the profile that has a name.
 * \param name borrows it: exactly as iap_profile_name() returns it; NULL is no name.
 * \returns the profile; IAP_PROFILE_NONE if no profile has the name.
 */
iap_profile_t iap_profile_named(const char *name);

/* ------------------------------------------------------------------------------------ forgeries */

/**
 * How the store forges its signed data. Square brackets contain the result of the device's check
 * (IAP_STORE_FAILURE_…). The store forges app receipts in the same ways, as far as PKCS #7 allows.
 * Braces contain the result of a verifier for a forged receipt (IAP_VERIFY_REASON_…).
 */
typedef int32_t iap_store_forgery_t;
#define IAP_STORE_FORGERY_NONE 0
/** One field is changed after signing [INVALID_SIGNATURE]. In a receipt this field is the original
 *  app version {INVALID_SIGNATURE}. */
#define IAP_STORE_FORGERY_PAYLOAD 1
/** One bit of the signature is changed [INVALID_SIGNATURE] {INVALID_SIGNATURE}. */
#define IAP_STORE_FORGERY_SIGNATURE 2
/** The signature is DER, not r and s [INVALID_SIGNATURE]. In a receipt it is r and s, not DER
 *  {INVALID_SIGNATURE}. */
#define IAP_STORE_FORGERY_DER_SIGNATURE 3
/** alg is "none", and the signature is empty [INVALID_SIGNATURE]. A receipt has no signer
 *  {MALFORMED}. */
#define IAP_STORE_FORGERY_ALGORITHM_NONE 4
/** alg is "HS256", and the public key is the secret [INVALID_SIGNATURE]. A receipt has
 *  hmacWithSHA256 {UNSUPPORTED_ALGORITHM}. */
#define IAP_STORE_FORGERY_HMAC 5
/** The certificates have the same names as the store's certificates, but the chain ends at a
 *  different root [INVALID_CERTIFICATE_CHAIN] {UNTRUSTED_CHAIN}. */
#define IAP_STORE_FORGERY_ROOT 6
/** The key of another leaf signs, and the store's chain is attached [INVALID_SIGNATURE]
 *  {INVALID_SIGNATURE}. */
#define IAP_STORE_FORGERY_SWAPPED_CHAIN 7
/** The intermediate is missing [INVALID_CERTIFICATE_CHAIN] {UNTRUSTED_CHAIN}. */
#define IAP_STORE_FORGERY_SHORT_CHAIN 8
/** The leaf lacks Apple's marker [INVALID_CERTIFICATE_CHAIN] {MISSING_MARKER}. */
#define IAP_STORE_FORGERY_NO_MARKER 9
/** The leaf had already expired at the time of signing [INVALID_CERTIFICATE_CHAIN]
 *  {NOT_VALID_AT_DATE}. */
#define IAP_STORE_FORGERY_EXPIRED 10
/** The encoding is not Base64url [INVALID_ENCODING]; a receipt is encoded in Base64 twice
 *  {MALFORMED}. */
#define IAP_STORE_FORGERY_ENCODING 11
/** The data is signed for another app [MISSING_REQUIRED_PROPERTIES] {OTHER_APP}. Renewal info names
 *  no app and does not change. */
#define IAP_STORE_FORGERY_OTHER_BUNDLE 12
/** The data is signed for production [MISSING_REQUIRED_PROPERTIES] {OTHER_ENVIRONMENT}. */
#define IAP_STORE_FORGERY_OTHER_ENVIRONMENT 13
/** The data is signed for another device and replayed [INVALID_DEVICE_VERIFICATION]. A verifier
 *  accepts a receipt of another device as valid; iap_app_receipt_is_for_device() detects the
 *  difference. */
#define IAP_STORE_FORGERY_OTHER_DEVICE 14
/** The intermediate lacks Apple's marker [INVALID_CERTIFICATE_CHAIN] {MISSING_MARKER}. */
#define IAP_STORE_FORGERY_NO_INTERMEDIATE_MARKER 15
/** The chain has four certificates [INVALID_CERTIFICATE_CHAIN]. A receipt can have any number of
 *  certificates, and does not change. */
#define IAP_STORE_FORGERY_LONG_CHAIN 16
/** The leaf's marker is critical [INVALID_CERTIFICATE_CHAIN] {UNTRUSTED_CHAIN}. */
#define IAP_STORE_FORGERY_CRITICAL_MARKER 17
/** The signer is a certificate that the leaf has issued [INVALID_CERTIFICATE_CHAIN]
 *  {UNTRUSTED_CHAIN}. */
#define IAP_STORE_FORGERY_LEAF_AS_ISSUER 18
/** The leaf is valid from the year 9999 [INVALID_CERTIFICATE_CHAIN] {NOT_VALID_AT_DATE}. */
#define IAP_STORE_FORGERY_NOT_YET_VALID 19
/** x5c is missing [INVALID_CERTIFICATE_CHAIN]; a receipt lacks its certificates
 *  {MISSING_CERTIFICATES}. */
#define IAP_STORE_FORGERY_NO_CERTIFICATES 20
/** The signature is correct, but the first field occurs twice [INVALID_ENCODING]. In a receipt the
 *  bundle id occurs twice {MALFORMED}. A reader that uses one of the two fields does not detect the
 *  forgery. Apple's library for Python is an example. */
#define IAP_STORE_FORGERY_DUPLICATE_NAME 21

/**
 * Forges everything that the store signs from now on: transactions, renewal info, the app
 * transaction, notifications, app receipts. While a forgery is set, each request for the app
 * receipt creates a new receipt, and no device keeps it.
 * \param store borrows it.
 * \param forgery an IAP_STORE_FORGERY_… value; IAP_STORE_FORGERY_NONE signs correctly again.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_set_forgery(iap_store *store, iap_store_forgery_t forgery, iap_error *error);

/* ------------------------------------------------------------------------------- administration */

/** A transaction as Xcode's transaction manager shows it. Initialize it with
 *  IAP_STORE_TRANSACTION_INIT. */
typedef struct iap_store_transaction {
    uint32_t struct_size;
    iap_transaction_state_t state; /**< purchased, deferred (Ask to Buy), failed (also while interrupted) or revoked */
    uint64_t id;
    uint64_t original_id;       /**< for an uncharged transaction, its own id */
    int64_t purchase_date_ms;   /**< for an uncharged transaction, the time of the request */
    int64_t expiration_date_ms; /**< 0: none */
    int64_t revocation_date_ms; /**< 0: none */
    int64_t price_milliunits;   /**< the charged price; 0 for an uncharged, shared or copied transaction */
    int64_t refunded_milliunits;
    int32_t quantity;
    iap_ownership_t ownership;
    iap_offer_type_t offer_type;
    int32_t is_auto_renewing;                  /**< the renewal of its subscription is on */
    int32_t has_purchase_issue;                /**< interrupted, or in billing retry */
    int32_t is_pending_price_increase_consent; /**< a price increase of its subscription waits for consent */
    int32_t is_pending_ask_to_buy;
    int32_t is_renewal;
    int32_t is_upgraded;
    int32_t is_finished; /**< 0 for an uncharged transaction */
    char currency_code[8];
    char account[256];
    char product_id[IAP_PRODUCT_ID_LENGTH_MAX + 1];
} iap_store_transaction;

/* clang-format off */
#define IAP_STORE_TRANSACTION_INIT                                                                                      \
    {IAP_STRUCT_SIZE(iap_store_transaction), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}, {0}}
/* clang-format on */

/**
 * Sets a transaction to IAP_STORE_TRANSACTION_INIT. This function writes the size that the LIBRARY
 * knows. It is for bindings that allocate the size that the library returns; C and C++ use the
 * macro.
 * \param transaction borrows it; NULL is ignored.
 */
void iap_store_transaction_init(iap_store_transaction *transaction);
/**
 * Lists every transaction of the store, in the order of their ids. The list includes consumables,
 * finished transactions, and purchases that failed, wait for approval or are interrupted. It
 * includes the ids of approvals. It does not include purchases that a player cancelled.
 * \param store borrows it.
 * \param account copies it; NULL for all accounts.
 * \param transaction_ids borrows it and fills it with at most capacity ids; NULL: the function only
 *        counts.
 * \param capacity of transaction_ids.
 * \param count gives the number of all transactions.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_list_transactions(iap_store *store, const char *account, uint64_t *transaction_ids,
                                         size_t capacity, size_t *count, iap_error *error);
/**
 * Reads one transaction of the store.
 * \param store borrows it.
 * \param transaction_id an id from iap_store_list_transactions().
 * \param transaction borrows it and fills it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_NOT_FOUND,
 *          IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_get_transaction(iap_store *store, uint64_t transaction_id, iap_store_transaction *transaction,
                                       iap_error *error);
/**
 * Deletes a transaction as if it never existed. Deleting the first transaction of a subscription
 * deletes the whole subscription. The copies of the account's family are deleted too. The devices
 * receive no event for the deletion. A running client keeps the transaction in its queue, and
 * finishing it there is not an error. If the newest period of a subscription is deleted, the
 * subscription returns to its state at the end of the previous period, with its renewal off. The
 * devices receive this new status.
 * \param store borrows it.
 * \param transaction_id an id from iap_store_list_transactions().
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_NOT_FOUND, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_delete_transaction(iap_store *store, uint64_t transaction_id, iap_error *error);
/**
 * Deletes all transactions of all accounts, the purchases that wait for approval or are
 * interrupted, and the purchase intents that no client has received. The devices receive no event
 * for the deletion. Accounts, devices, families, settings and the clock stay, and the store never
 * uses an id again.
 * \param store borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_clear_transactions(iap_store *store, iap_error *error);
/**
 * Resets the store. Everything that a test can set returns to the values of the .storekit file:
 * settings, simulated errors, features, products on sale, forgeries, networks, quirks (to
 * IAP_PROFILE_DOCUMENTED). The function also removes the queued outcomes for purchases and the
 * queued decisions for sheets, and the counts of sheets start at 0 again. Devices are notified as
 * if a test had set each value. Transactions, families, accounts and the clock stay.
 * \param store borrows it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED, IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_reset_to_default_state(iap_store *store, iap_error *error);

/* --------------------------------------------------------------------------------------- totals */

/** The totals of the charges of all accounts. Shared transactions, and transactions with a second
 *  id, count only once. Initialize them with IAP_STORE_TOTALS_INIT. */
typedef struct iap_store_totals {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t transactions; /**< charged, including refunded transactions */
    uint64_t unfinished;   /**< charged and not finished */
    uint64_t refunded;     /**< charged and refunded */
} iap_store_totals;

/* clang-format off */
#define IAP_STORE_TOTALS_INIT {IAP_STRUCT_SIZE(iap_store_totals), 0, 0, 0, 0}
/* clang-format on */

/**
 * Sets totals to IAP_STORE_TOTALS_INIT. This function writes the size that the LIBRARY knows. It is
 * for bindings that allocate the size that the library returns; C and C++ use the macro.
 * \param totals borrows it; NULL is ignored.
 */
void iap_store_totals_init(iap_store_totals *totals);
/**
 * Counts the transactions in the ledger.
 * \param store borrows it.
 * \param totals borrows it and fills it.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_CLOSED,
 *          IAP_ERROR_STORAGE.
 */
iap_status_t iap_store_get_totals(iap_store *store, iap_store_totals *totals, iap_error *error);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_STORE_H */
