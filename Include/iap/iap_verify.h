/*
 * iap_verify.h: whether signed data is the App Store's, and what it says. For game servers, on Linux.
 *
 * A verifier checks and decodes the four kinds of signed data: transactions, renewal info, app transactions, and the
 * notifications that the App Store sends to servers (version 2). It needs no client and no store. App receipts, the older
 * form, are in <iap/iap_receipt.h>; what a server signs for the App Store is in <iap/iap_server_key.h>.
 *
 * THREE VERDICTS
 *
 *  - IAP_VERDICT_VALID: the App Store signed it, for this app, in an environment that the verifier allows. The caller gets
 *    a handle with the fields. It does not prove that the sender is the buyer: a server grants each transaction once, under
 *    the key (environment, bundle id, transaction id), and compares the app account token with the player's.
 *  - IAP_VERDICT_INVALID: it is not valid. The reason tells why. There is no handle. It stays invalid for this verifier, but
 *    for two reasons. Keep those texts and ask again: IAP_VERIFY_REASON_REVOCATION_UNPROVEN, because the OCSP server may answer
 *    differently later, and IAP_VERIFY_REASON_NOT_VALID_AT_DATE where this machine's clock decided.
 *  - IAP_VERDICT_UNDECIDED: it could not be found out now. There is no handle; keep the text, grant nothing, ask again later.
 *
 *  Without a handle every getter gives 0 or NULL, so a server that looks at nothing but the fields grants nothing.
 *
 * WHAT IS CHECKED, in this order, which is that of Apple's own libraries
 *
 *  1. Three segments of Base64url without padding, blanks or loose bits; the payload is a JSON object in UTF-8 in which no
 *     name comes twice in an object, that is nested IAP_SIGNED_NESTING_MAX deep at most, whose numbers fit (with a point or
 *     an exponent, or of 64 bits and more, they have IAP_SIGNED_NUMBER_LENGTH_MAX characters at most), and whose known
 *     fields have their types (null is absent, a text has no NUL). The header is a JSON object of the same kind, of
 *     IAP_SIGNED_HEADER_LENGTH_MAX characters at most; it has no crit, its b64 is not false, and its kid, if any, is a text.
 *  2. x5c is there; alg is ES256; x5c has three certificates. The third one is counted and not read: trust comes from the
 *     verifier's own roots alone.
 *  3. The path from the first certificate over the second to one of the roots, by RFC 5280 in its strict form: signatures,
 *     basic constraints, key usage, key identifiers, critical extensions, and validity: when the text was signed, by its own
 *     signedDate (of an app transaction receiptCreationDate; now if there is none), or now if revocation is checked. The first two
 *     certificates are of version 3 and in DER to the letter, with nothing behind them; they have each extension once, and those
 *     that OpenSSL knows are well-formed; their keys are points of their curves.
 *  4. The App Store's markers: 1.2.840.113635.100.6.11.1 on the first, 1.2.840.113635.100.6.2.1 on the second.
 *  5. The signature, ES256 in its raw form, by the key of the first certificate. Numbers out of range and the point at infinity are
 *     invalid, not undecided.
 *  6. With check_revocation: OCSP for the second and the first certificate. (Apple asks before it looks at the signature.
 *     Here nobody who cannot sign makes a server ask.)
 *  7. The bundle id. For notifications and app transactions of Production the app's Apple id. Renewal info names no app.
 *     An UNCLAIM_SEATS need not name one: Apple documents only the claims of seats in it. Without an app it is valid
 *     for any; iap_signed_unclaimed_seat_at() tells whether the claims are this server's.
 *  8. The environment. An UNCLAIM_SEATS need not name one.
 *
 *  A text that was signed with certificates that were found valid before costs one check of a signature: chains are
 *  remembered, IAP_VERIFIER_CHAINS_MAX of them at most, and OCSP's good answers for 15 minutes. After any other answer, or none,
 *  nobody asks about the certificate for 30 seconds, counted from the end of the question; after each further one for twice as
 *  long, 15 minutes at most, until an answer is good. Meanwhile the verdict is that of the last question, at once.
 *
 * THREADS
 *
 *  Any number of threads may use one verifier at the same time; they hardly wait for each other. A check runs on the thread
 *  that asks for it, and needs 128 KiB of its stack (in debug builds of the library 320 KiB), whatever the text. It waits for
 *  nothing, except with check_revocation for the answers of OCSP servers. Threads, ownership words and error rules are those of
 *  <iap/iap.h>: handles are immutable, and what a getter gives lives as long as the handle.
 *
 * ON APPLE SYSTEMS none of these functions is in the library: there StoreKit checks what the device gets, and
 * IAP_VERIFY_BY_SIGNATURE of <iap/iap.h> checks it again. A game server runs on Linux.
 */
#ifndef IAP_IAP_VERIFY_H
#define IAP_IAP_VERIFY_H

#include "iap.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The layout is the same, whatever packing is in force where this is included. */
#pragma pack(push, 8)

#define IAP_SIGNED_TEXT_LENGTH_MAX 1048576u /**< longer texts are refused unread */
#define IAP_SIGNED_HEADER_LENGTH_MAX 65536u /**< in Base64url */
#define IAP_SIGNED_NESTING_MAX 64u          /**< of objects and arrays in a payload or a header */
#define IAP_SIGNED_NUMBER_LENGTH_MAX 64u
#define IAP_VERIFIER_CHAINS_MAX 32u
#define IAP_VERIFIER_ROOTS_MAX 64u

/* ------------------------------------------------------------------------------------------------ the verifier */

typedef struct iap_verifier iap_verifier;

/** Bytes in memory of the caller. */
typedef struct iap_bytes {
    const uint8_t *bytes;
    size_t length;
} iap_bytes;

/**
 * The time, for a verifier whose time is not the machine's. Called on the threads that check, several at once, with no lock
 * held; it must not call the library.
 * \returns milliseconds since 1970.
 */
typedef int64_t (*iap_clock_function)(void *user_data);

/** Start it with IAP_VERIFIER_OPTIONS_INIT. At least one root is needed, of either form. */
typedef struct iap_verifier_options {
    uint32_t struct_size;
    /** IAP_ENVIRONMENT_… values, combined: what is signed elsewhere is invalid. A server usually takes Production and Sandbox
     *  (App Review buys in the sandbox) and keeps what they grant apart. */
    iap_environment environments;
    /** Files with root certificates, PEM (one or more) or DER (one); read when the verifier is opened. Apple publishes its own
     *  ("Apple Root CA - G3") at https://www.apple.com/certificateauthority/. */
    const char *const *root_paths;
    size_t root_path_count;
    const iap_bytes *roots; /**< root certificates, DER (copies them); iap_store_root_certificate() gives one */
    size_t root_count;
    const char *bundle_id; /**< copies it: of the app; needed */
    uint64_t app_apple_id; /**< of the app, in App Store Connect; needed for Production, else 0 */
    /** 1: the certificates are checked by OCSP at their issuer's server, and must be valid now. It costs a network request
     *  for each certificate every 15 minutes, over plain http, through the proxy that http_proxy and no_proxy of the environment
     *  name; a certificate that names only https counts as naming no server. Threads that want the same answer wait for one
     *  request. 0: they must have been valid when the text was signed. */
    int32_t check_revocation;
    /** For each of the two questions as a whole: looking up the name, connecting, sending and reading; 0: 3 seconds. A connection
     *  that is refused ends the question at once. */
    uint32_t ocsp_timeout_ms;
    iap_clock_function clock; /**< NULL: the machine's clock */
    void *clock_user_data;    /**< has to live until the last reference to the verifier is released and no check runs */
} iap_verifier_options;

/* clang-format off */
#define IAP_VERIFIER_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_verifier_options), 0, NULL, 0, NULL, 0, NULL, 0, 0, 0, NULL, NULL}
/* clang-format on */

/**
 * Sets options to IAP_VERIFIER_OPTIONS_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_verifier_options_init(iap_verifier_options *options);
/**
 * Opens a verifier.
 * \param options copies it.
 * \param verifier gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (no root, no environment, an unknown one, or Xcode or local testing together
 *          with Production; no bundle id; Production without app_apple_id), IAP_ERROR_INVALID_STRUCT_SIZE,
 *          IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a path above 4096 bytes, a bundle id above 1024, more roots than
 *          IAP_VERIFIER_ROOTS_MAX, a certificate above 1 MiB), IAP_ERROR_INVALID_FILE (of root certificates; the message names
 *          file and place), IAP_ERROR_INTERNAL (OpenSSL has no memory).
 * \since 0.1
 */
iap_status iap_verifier_open(const iap_verifier_options *options, const iap_verifier **verifier, iap_error *error);
/**
 * Keeps a verifier for another owner.
 * \param verifier borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_verifier *iap_verifier_retain(const iap_verifier *verifier);
/**
 * Lets a verifier go. What it has given stays.
 * \param verifier takes back what was given or kept; NULL is ignored. No other thread may use this reference any more.
 * \since 0.1
 */
void iap_verifier_release(const iap_verifier *verifier);

/* -------------------------------------------------------------------------------------------------- the verdict */

/** Why something is not valid. The low byte is the number of Apple's VerificationStatus for the same:
 *  IAP_VERIFY_REASON_CLASS(). */
typedef int32_t iap_verify_reason;

#define IAP_VERIFY_REASON_CLASS(reason) ((int32_t)((reason)&0xFF))

#define IAP_VERIFY_CLASS_NONE 0
#define IAP_VERIFY_CLASS_VERIFICATION_FAILURE 1
#define IAP_VERIFY_CLASS_INVALID_APP_IDENTIFIER 2
#define IAP_VERIFY_CLASS_INVALID_CERTIFICATE 3
#define IAP_VERIFY_CLASS_INVALID_CHAIN_LENGTH 4
#define IAP_VERIFY_CLASS_INVALID_ENVIRONMENT 6
#define IAP_VERIFY_CLASS_RETRYABLE 7 /**< the verdict is IAP_VERDICT_UNDECIDED */

/* clang-format off */
#define IAP_VERIFY_REASON_NONE 0
#define IAP_VERIFY_REASON_MALFORMED 257                 /**< not three segments of strict Base64url, or its header is no header */
#define IAP_VERIFY_REASON_TOO_LARGE 513                 /**< longer than IAP_SIGNED_TEXT_LENGTH_MAX */
#define IAP_VERIFY_REASON_INVALID_JSON 769              /**< the payload is no JSON object */
#define IAP_VERIFY_REASON_INVALID_UTF8 1025             /**< the payload is not UTF-8 */
#define IAP_VERIFY_REASON_DUPLICATE_NAME 1281           /**< an object of the payload has a name twice */
#define IAP_VERIFY_REASON_TOO_DEEP 1537                 /**< the payload is nested too deep */
#define IAP_VERIFY_REASON_NUMBER_OUT_OF_RANGE 1793      /**< a number of the payload is too large for its field, or for a double */
#define IAP_VERIFY_REASON_WRONG_TYPE 2049               /**< a known field of the payload has another type than Apple documents */
#define IAP_VERIFY_REASON_MISSING_CERTIFICATES 2305     /**< x5c is absent or empty */
#define IAP_VERIFY_REASON_UNSUPPORTED_ALGORITHM 2561    /**< alg is not ES256 */
#define IAP_VERIFY_REASON_UNTRUSTED_CHAIN 2817          /**< the certificates do not lead to a root of the verifier, or are not of RFC 5280 */
#define IAP_VERIFY_REASON_NOT_VALID_AT_DATE 3073        /**< a certificate had expired, or was not valid yet */
#define IAP_VERIFY_REASON_MISSING_MARKER 3329           /**< a certificate lacks the App Store's marker */
#define IAP_VERIFY_REASON_INVALID_SIGNATURE 3585        /**< the signature is not the first certificate's for this text */
#define IAP_VERIFY_REASON_REVOKED_CERTIFICATE 3841      /**< OCSP: a certificate was revoked */
#define IAP_VERIFY_REASON_REVOCATION_UNPROVEN 4097      /**< OCSP: no server named, certificate unknown, or an answer that proves nothing */
#define IAP_VERIFY_REASON_OTHER_APP 258                 /**< the bundle id is another one, or absent */
#define IAP_VERIFY_REASON_OTHER_APP_APPLE_ID 514        /**< the app's Apple id is another one, or absent */
#define IAP_VERIFY_REASON_INVALID_CERTIFICATE 259       /**< the first or second certificate is no Base64 of DER */
#define IAP_VERIFY_REASON_INVALID_CHAIN_LENGTH 260      /**< x5c has not three certificates */
#define IAP_VERIFY_REASON_OTHER_ENVIRONMENT 262         /**< the environment is not allowed, or absent */
#define IAP_VERIFY_REASON_OCSP_UNREACHABLE 263          /**< undecided: an OCSP server did not answer, or not as it should */
#define IAP_VERIFY_REASON_NO_MEMORY 519                 /**< undecided: OpenSSL had no memory, as far as it tells */
/* Of receipts, <iap/iap_receipt.h>, and of what servers sign, <iap/iap_server_key.h>. */
#define IAP_VERIFY_REASON_UNKNOWN_KEY 4353              /**< kid names another key */
#define IAP_VERIFY_REASON_OTHER_ISSUER 4609             /**< iss is another issuer, or absent */
#define IAP_VERIFY_REASON_OTHER_AUDIENCE 4865           /**< aud is that of another kind of request, or absent */
#define IAP_VERIFY_REASON_OUT_OF_TIME 5121              /**< it was issued in the future, or too long ago, or has expired */
#define IAP_VERIFY_REASON_OTHER_CLAIM 5377              /**< it was signed for another product, offer, player or the like */
/* clang-format on */

/**
 * The name of a reason constant, for logs.
 * \param reason any value.
 * \returns for example "IAP_VERIFY_REASON_INVALID_SIGNATURE"; "IAP_VERIFY_REASON_UNKNOWN" for a value of no constant. Static
 *          text.
 * \since 0.1
 */
const char *iap_verify_reason_name(iap_verify_reason reason);

/** What a check has found. The caller owns it; start it with IAP_VERIFY_RESULT_INIT. */
typedef struct iap_verify_result {
    uint32_t struct_size;
    iap_verdict verdict;      /**< IAP_VERDICT_VALID, …_INVALID or …_UNDECIDED; 0 if the call itself failed */
    iap_verify_reason reason; /**< IAP_VERIFY_REASON_NONE if it is valid */
    /** 1: what is valid was signed by the App Store. 0: it is of an environment whose signatures are not checked. */
    int32_t signature_checked;
    char message[240]; /**< one line in English for logs: what does not fit, and where; empty if it is valid */
} iap_verify_result;

/* clang-format off */
#define IAP_VERIFY_RESULT_INIT {IAP_STRUCT_SIZE(iap_verify_result), 0, 0, 0, {0}}
/* clang-format on */

/**
 * Sets a result to IAP_VERIFY_RESULT_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param result borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_verify_result_init(iap_verify_result *result);

/* ---------------------------------------------------------------------------------------------------- checking */

/** Signed data that was found valid: one handle for all kinds. A getter gives 0 or NULL for a field that the data lacks, and
 *  for one that its kind does not have. */
typedef struct iap_signed_data iap_signed_data;

typedef int32_t iap_signed_kind_t;
#define IAP_SIGNED_KIND_NONE 0
#define IAP_SIGNED_TRANSACTION 1 /**< Apple's JWSTransaction: iap_transaction_signed_text() */
/** Apple's JWSRenewalInfo: iap_renewal_info_signed_text(). It names no app, so one of another app is valid, too: take it from
 *  where the app's transaction comes from, and compare iap_signed_original_transaction_id() of both. */
#define IAP_SIGNED_RENEWAL_INFO 2
#define IAP_SIGNED_APP_TRANSACTION 3 /**< Apple's AppTransaction: iap_app_transaction_signed_text() */
#define IAP_SIGNED_NOTIFICATION 4    /**< Apple's responseBodyV2, its "signedPayload" */

/**
 * Checks a signed text and decodes it.
 * \param verifier borrows it.
 * \param kind an IAP_SIGNED_… value: what the text has to be. Nothing in a text says its kind.
 * \param text borrows it: a compact JWS; it need not end with a NUL.
 * \param length of the text in bytes, without a NUL.
 * \param data gives a handle, to be released, if it is valid; else NULL.
 * \param result borrows it and fills it; may be NULL: then only the handle says that it is valid.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, whatever the verdict; IAP_ERROR_INVALID_ARGUMENT (NULL, or an unknown kind) or
 *          IAP_ERROR_INVALID_STRUCT_SIZE (of the result, which is left alone): there is no verdict then.
 * \callbacksafety yes; with check_revocation it may wait for the network. \since 0.1
 */
iap_status iap_verifier_check(const iap_verifier *verifier, iap_signed_kind_t kind, const char *text, size_t length,
                              const iap_signed_data **data, iap_verify_result *result, iap_error *error);
/**
 * Keeps signed data for another owner.
 * \param data borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_signed_data *iap_signed_data_retain(const iap_signed_data *data);
/**
 * Lets signed data go.
 * \param data takes back what was given or kept; NULL is ignored.
 * \since 0.1
 */
void iap_signed_data_release(const iap_signed_data *data);

/* --------------------------------------------------------------------------------------- fields, by their names */

/**
 * Everything that was signed, byte for byte: the payload.
 * \param data borrows it. \returns JSON.
 * \since 0.1
 */
const char *iap_signed_json(const iap_signed_data *data);
/**
 * What was signed and this version has no function for: the payload without the fields that it knows.
 * \param data borrows it. \returns a JSON object, nested as the payload is; "{}" if nothing is left.
 * \since 0.1
 */
const char *iap_signed_unknown_json(const iap_signed_data *data);
/**
 * Whether the payload has a field, and with another value than null: for those whose 0 means something.
 * \param data borrows it.
 * \param name borrows it: as in the JSON; of a field in an object after the object's name and a point: "data.status". What is
 *        in a list, and names with a point of their own, cannot be named: iap_signed_json() has them.
 * \returns 1 or 0; 0 also for NULL.
 * \since 0.1
 */
int32_t iap_signed_has(const iap_signed_data *data, const char *name);
/**
 * A text of the payload by its name: the store's own word for what another getter gives as a number, and fields that are newer
 * than this library.
 * \param data borrows it. \param name borrows it: as iap_signed_has() has it.
 * \returns the text; NULL if it is absent or no string.
 * \since 0.1
 */
const char *iap_signed_text(const iap_signed_data *data, const char *name);
/**
 * A whole number or a truth value (1 or 0) of the payload by its name.
 * \param data borrows it. \param name borrows it: as iap_signed_has() has it.
 * \param value gives the number; left alone if there is none; may be NULL.
 * \returns 1; 0 if it is absent, no number, or not a whole number of 64 bits. Parts of a millisecond of a date are cut off.
 * \since 0.1
 */
int32_t iap_signed_number(const iap_signed_data *data, const char *name, int64_t *value);
/**
 * The kind as it was asked for.
 * \param data borrows it. \returns an IAP_SIGNED_… value; IAP_SIGNED_KIND_NONE for NULL.
 * \since 0.1
 */
iap_signed_kind_t iap_signed_kind(const iap_signed_data *data);
/**
 * Whether its signature was checked: no for Xcode and local testing.
 * \param data borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_signed_is_signature_checked(const iap_signed_data *data);

/* ------------------------------------------------------------------------------------------- fields of several kinds */

/**
 * Where it was signed; of a notification that of its content; of an app transaction its receiptType.
 * \param data borrows it. \returns an IAP_ENVIRONMENT_… value; unknown if it is absent.
 * \since 0.1
 */
iap_environment iap_signed_environment(const iap_signed_data *data);
/**
 * The bundle id of the app; of a notification that of its content. Renewal info has none.
 * \param data borrows it. \returns the id; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_bundle_id(const iap_signed_data *data);
/**
 * The app's Apple id, of app transactions and notifications.
 * \param data borrows it. \returns the id; 0 if it is absent, as outside Production.
 * \since 0.1
 */
uint64_t iap_signed_app_apple_id(const iap_signed_data *data);
/**
 * When it was signed; of an app transaction its receiptCreationDate.
 * \param data borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_signed_date_ms(const iap_signed_data *data);
/**
 * The id of the first purchase, of transactions and renewal info. A subscription has the same one for all its periods.
 * \param data borrows it. \returns the id; 0 if it is absent.
 * \since 0.1
 */
uint64_t iap_signed_original_transaction_id(const iap_signed_data *data);
/**
 * The product, of transactions, renewal info and summaries.
 * \param data borrows it. \returns its id; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_product_id(const iap_signed_data *data);
/**
 * The UUID that the payment named, of transactions and renewal info.
 * \param data borrows it. \returns the UUID as it was signed; NULL if the payment named none.
 * \since 0.1
 */
const char *iap_signed_app_account_token(const iap_signed_data *data);
/**
 * The id of the account's copy of the app: the same for all its purchases and devices. Notifications have none of their own.
 * \param data borrows it. \returns the id; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_app_transaction_id(const iap_signed_data *data);
/**
 * When it was first bought: of transactions, and of app transactions the app itself.
 * \param data borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_original_purchase_date_ms(const iap_signed_data *data);
/**
 * The offer: of a transaction that was used, of renewal info that the next renewal uses.
 * \param data borrows it. \returns an IAP_OFFER_TYPE_… value; IAP_OFFER_TYPE_NONE if there is none.
 * \since 0.1
 */
iap_offer_type_t iap_signed_offer_type(const iap_signed_data *data);
/**
 * That offer.
 * \param data borrows it. \returns its id; NULL if there is none, and for an introductory one.
 * \since 0.1
 */
const char *iap_signed_offer_id(const iap_signed_data *data);
/**
 * How that offer is paid (offerDiscountType).
 * \param data borrows it. \returns an IAP_PAYMENT_MODE_… value; IAP_PAYMENT_MODE_NONE if it is absent.
 * \since 0.1
 */
iap_payment_mode iap_signed_offer_payment_mode(const iap_signed_data *data);
/**
 * The period of that offer.
 * \param data borrows it. \returns an ISO 8601 duration, for example "P1M"; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_offer_period(const iap_signed_data *data);
/**
 * The currency: of a transaction's price, or of the next renewal's.
 * \param data borrows it. \returns its ISO 4217 code; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_currency_code(const iap_signed_data *data);
/**
 * How the subscription is paid: of a transaction its own plan, of renewal info the next one's (renewalBillingPlanType).
 * \param data borrows it. \returns an IAP_BILLING_PLAN_… value; IAP_BILLING_PLAN_NONE if it is absent.
 * \since 0.1
 */
iap_billing_plan_type_t iap_signed_billing_plan_type(const iap_signed_data *data);
/**
 * How many prices the seats of a subscription have (multiSeatInfo): of a transaction those that were paid, of renewal info those
 * of the next renewal.
 * \param data borrows it. \returns how many; 0 if it is about no seats.
 * \since 0.1
 */
size_t iap_signed_seat_price_tier_count(const iap_signed_data *data);
/**
 * One of those prices. The sum of price times quantity is what all seats cost.
 * \param data borrows it.
 * \param index from 0.
 * \param price_milliunits gives the price of one seat in thousandths of the currency's unit, 0 if it is absent; may be NULL.
 * \param quantity gives how many seats have this price, 0 if it is absent; may be NULL.
 * \returns 1; 0 past the end, and then nothing is given.
 * \since 0.1
 */
int32_t iap_signed_seat_price_tier_at(const iap_signed_data *data, size_t index, int64_t *price_milliunits,
                                      int32_t *quantity);
/**
 * What the game's server asked for by Advanced Commerce, of transactions and renewal info.
 * \param data borrows it. \returns a JSON object as it was signed; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_advanced_commerce_json(const iap_signed_data *data);
/**
 * What binds it to a device, if it was given to one: the Base64 of a SHA-384.
 * \param data borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_device_verification(const iap_signed_data *data);
/**
 * The nonce of the device verification.
 * \param data borrows it. \returns a UUID; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_device_verification_nonce(const iap_signed_data *data);
/**
 * Whether it was signed for a device. A server cannot tell by itself: the game has to send the id.
 * \param data borrows it. \param device_verification_id borrows it: StoreKit's AppStore.deviceVerificationID, a UUID.
 *        \returns 1; 0 if it was not, or names none.
 * \since 0.1
 */
int32_t iap_signed_is_for_device(const iap_signed_data *data, const char *device_verification_id);

/* -------------------------------------------------------------------------------------------- fields of transactions */

/**
 * The store's id of the transaction.
 * \param data borrows it. \returns the id; 0 if it is absent or no number of 64 bits: iap_signed_text() has the text. Never
 *        grant under 0.
 * \since 0.1
 */
uint64_t iap_signed_transaction_id(const iap_signed_data *data);
/**
 * The id of the bill of an auto-renewable subscription, the same on all devices.
 * \param data borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_web_order_line_item_id(const iap_signed_data *data);
/**
 * The group of a subscription.
 * \param data borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_subscription_group_id(const iap_signed_data *data);
/**
 * What kind of product it is.
 * \param data borrows it. \returns an IAP_PRODUCT_TYPE_… value.
 * \since 0.1
 */
iap_product_type_t iap_signed_product_type(const iap_signed_data *data);
/**
 * How many were bought; of a subscription with seats, how many seats this transaction covers.
 * \param data borrows it. \returns the number; 0 if it is absent.
 * \since 0.1
 */
int32_t iap_signed_quantity(const iap_signed_data *data);
/**
 * When it was bought.
 * \param data borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_purchase_date_ms(const iap_signed_data *data);
/**
 * When the subscription's period ends.
 * \param data borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_expiration_date_ms(const iap_signed_data *data);
/**
 * When the store took it back. A refund of some seats does not set it: iap_signed_revoked_seat_quantity().
 * \param data borrows it. \returns milliseconds since 1970; 0 if it did not.
 * \since 0.1
 */
int64_t iap_signed_revocation_date_ms(const iap_signed_data *data);
/**
 * Why the store took it back.
 * \param data borrows it. \returns an IAP_REVOCATION_REASON_… value; iap_signed_number() with "revocationReason" has the
 *        store's number.
 * \since 0.1
 */
iap_revocation_reason iap_signed_revocation_reason(const iap_signed_data *data);
/**
 * How the store took it back.
 * \param data borrows it. \returns an IAP_REVOCATION_TYPE_… value.
 * \since 0.1
 */
iap_revocation_type iap_signed_revocation_type(const iap_signed_data *data);
/**
 * How much of the price a prorated refund gave back.
 * \param data borrows it. \returns thousandths of a percent: 25000 is a quarter of the price; 0 if it is absent.
 * \since 0.1
 */
int32_t iap_signed_revocation_percentage(const iap_signed_data *data);
/**
 * Whether a subscription was replaced by a higher one before its end. It entitles to nothing then.
 * \param data borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_signed_is_upgraded(const iap_signed_data *data);
/**
 * Whether the player bought it, shares it with the family, or has a seat of it.
 * \param data borrows it. \returns an IAP_OWNERSHIP_… value; iap_signed_text() with "inAppOwnershipType" has the store's word.
 * \since 0.1
 */
iap_ownership iap_signed_ownership(const iap_signed_data *data);
/**
 * Whether the player bought it or the store renewed it.
 * \param data borrows it. \returns an IAP_TRANSACTION_REASON_… value.
 * \since 0.1
 */
iap_transaction_reason_t iap_signed_transaction_reason(const iap_signed_data *data);
/**
 * The country whose App Store sold it.
 * \param data borrows it. \returns ISO 3166-1 alpha-3; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_storefront_country_code(const iap_signed_data *data);
/**
 * The store's own id of that storefront.
 * \param data borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_storefront_identifier(const iap_signed_data *data);
/**
 * What was paid, for the whole quantity: $1.99 is 1990. Of a subscription with seats it is the average price of a seat:
 * iap_signed_seat_price_tier_at() has the sum.
 * \param data borrows it. \returns thousandths of the currency's unit; 0 if it was free or is absent.
 * \since 0.1
 */
int64_t iap_signed_price_milliunits(const iap_signed_data *data);
/**
 * Which bill of a commitment it is.
 * \param data borrows it. \returns from 1; 0 if it belongs to none.
 * \since 0.1
 */
int32_t iap_signed_commitment_period_number(const iap_signed_data *data);
/**
 * How many bills the commitment has.
 * \param data borrows it. \returns the number; 0 if it belongs to none.
 * \since 0.1
 */
int32_t iap_signed_commitment_period_count(const iap_signed_data *data);
/**
 * When the commitment ends.
 * \param data borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_commitment_expiration_date_ms(const iap_signed_data *data);
/**
 * What the whole commitment costs.
 * \param data borrows it. \returns thousandths of the currency's unit; 0 if it belongs to none.
 * \since 0.1
 */
int64_t iap_signed_commitment_price_milliunits(const iap_signed_data *data);
/**
 * The original transaction id that the subscription had before it was migrated.
 * \param data borrows it. \returns the id; 0 if it is absent.
 * \since 0.1
 */
uint64_t iap_signed_previous_original_transaction_id(const iap_signed_data *data);

/** Who invites people to the seats of a subscription: Apple's multiSeatInfo.invitationManagement. */
typedef int32_t iap_invitation_management;
#define IAP_INVITATION_MANAGEMENT_UNKNOWN (-1) /**< one that this version does not know */
#define IAP_INVITATION_MANAGEMENT_NONE 0       /**< it is about no seats */
#define IAP_INVITATION_MANAGEMENT_APPLE 1      /**< Apple: each member has a transaction, IAP_OWNERSHIP_ASSIGNED */
#define IAP_INVITATION_MANAGEMENT_DEVELOPER                                                                            \
    2 /**< the game: members have no transactions, its server claims their seats */

/** Why a period of a subscription has several transactions: Apple's additionalTransactionReason. */
typedef int32_t iap_additional_transaction_reason;
#define IAP_ADDITIONAL_TRANSACTION_REASON_UNKNOWN (-1) /**< one that this version does not know */
#define IAP_ADDITIONAL_TRANSACTION_REASON_NONE 0       /**< it has one transaction */
#define IAP_ADDITIONAL_TRANSACTION_REASON_SEAT_ADDITION 1

/**
 * Who invites people to the seats.
 * \param data borrows it. \returns an IAP_INVITATION_MANAGEMENT_… value; iap_signed_text() with
 *        "multiSeatInfo.invitationManagement" has the store's word.
 * \since 0.1
 */
iap_invitation_management iap_signed_invitation_management(const iap_signed_data *data);
/**
 * How many of its seats were refunded. The transaction stays in force for the others, and its purchaser keeps the access until
 * the revocation date is set. The seats of a period are the sum of the quantities of its transactions without these.
 * \param data borrows it. \returns the number; 0 if it is absent.
 * \since 0.1
 */
int32_t iap_signed_revoked_seat_quantity(const iap_signed_data *data);
/**
 * Why there are several transactions for this period. Each of them has the reason, the first one too.
 * \param data borrows it. \returns an IAP_ADDITIONAL_TRANSACTION_REASON_… value; iap_signed_text() with
 *        "additionalTransactionReason" has the store's word.
 * \since 0.1
 */
iap_additional_transaction_reason iap_signed_additional_transaction_reason(const iap_signed_data *data);

/* -------------------------------------------------------------------------------------------- fields of renewal info */

typedef int32_t iap_auto_renewal;
#define IAP_AUTO_RENEWAL_UNKNOWN 0
#define IAP_AUTO_RENEWAL_OFF 1
#define IAP_AUTO_RENEWAL_ON 2

/**
 * Whether the subscription will be renewed (autoRenewStatus).
 * \param data borrows it. \returns an IAP_AUTO_RENEWAL_… value; unknown if it is absent.
 * \since 0.1
 */
iap_auto_renewal iap_signed_auto_renewal(const iap_signed_data *data);
/**
 * The product that the next renewal buys.
 * \param data borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_auto_renew_product_id(const iap_signed_data *data);
/**
 * Why it has expired.
 * \param data borrows it. \returns an IAP_EXPIRATION_REASON_… value; none if it has not. iap_signed_number() with
 *        "expirationIntent" has the store's number.
 * \since 0.1
 */
iap_expiration_reason iap_signed_expiration_reason(const iap_signed_data *data);
/**
 * Whether the player agreed to a higher price.
 * \param data borrows it. \returns an IAP_PRICE_INCREASE_… value; none if there is no increase.
 * \since 0.1
 */
iap_price_increase iap_signed_price_increase(const iap_signed_data *data);
/**
 * Whether the store is trying to get its money.
 * \param data borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_signed_is_in_billing_retry(const iap_signed_data *data);
/**
 * Until when the player stays entitled while the store is trying to get its money.
 * \param data borrows it. \returns milliseconds since 1970; 0 if there is no grace.
 * \since 0.1
 */
int64_t iap_signed_grace_period_expiration_date_ms(const iap_signed_data *data);
/**
 * When the player subscribed, gaps of less than 60 days not counted.
 * \param data borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_recent_subscription_start_date_ms(const iap_signed_data *data);
/**
 * When it will be renewed, or would have been.
 * \param data borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_renewal_date_ms(const iap_signed_data *data);
/**
 * What the next renewal costs; of a subscription with seats the average price of a seat.
 * \param data borrows it. \returns thousandths of the currency's unit; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_renewal_price_milliunits(const iap_signed_data *data);
/**
 * How many seats the next renewal buys.
 * \param data borrows it. \returns the number; 0 if it is absent.
 * \since 0.1
 */
int32_t iap_signed_renewal_quantity(const iap_signed_data *data);
/**
 * The win-back offers that the player may use.
 * \param data borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_signed_win_back_offer_count(const iap_signed_data *data);
/**
 * One of those offers, the best one first.
 * \param data borrows it. \param index from 0. \returns its id; NULL past the end.
 * \since 0.1
 */
const char *iap_signed_win_back_offer_at(const iap_signed_data *data, size_t index);
/**
 * The product that the commitment after this one buys.
 * \param data borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_commitment_auto_renew_product_id(const iap_signed_data *data);
/**
 * Whether the commitment will be renewed.
 * \param data borrows it. \returns an IAP_AUTO_RENEWAL_… value; unknown if it is absent.
 * \since 0.1
 */
iap_auto_renewal iap_signed_commitment_auto_renewal(const iap_signed_data *data);
/**
 * How the commitment after this one is paid.
 * \param data borrows it. \returns an IAP_BILLING_PLAN_… value; IAP_BILLING_PLAN_NONE if it is absent.
 * \since 0.1
 */
iap_billing_plan_type_t iap_signed_commitment_billing_plan_type(const iap_signed_data *data);
/**
 * When the commitment will be renewed.
 * \param data borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_commitment_renewal_date_ms(const iap_signed_data *data);
/**
 * What the commitment after this one costs.
 * \param data borrows it. \returns thousandths of the currency's unit; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_commitment_renewal_price_milliunits(const iap_signed_data *data);

/* ---------------------------------------------------------------------------------------- fields of app transactions */

/**
 * The version of the app (applicationVersion).
 * \param data borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_app_version(const iap_signed_data *data);
/**
 * The store's own id of that version (versionExternalIdentifier).
 * \param data borrows it. \returns the id; 0 if it is absent.
 * \since 0.1
 */
uint64_t iap_signed_app_version_id(const iap_signed_data *data);
/**
 * The version that was bought first.
 * \param data borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_original_app_version(const iap_signed_data *data);
/**
 * The platform on which the app was bought first.
 * \param data borrows it. \returns "iOS", "macOS", "tvOS" or "visionOS"; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_original_platform(const iap_signed_data *data);
/**
 * When the app was ordered before it was for sale.
 * \param data borrows it. \returns milliseconds since 1970; 0 if it was not.
 * \since 0.1
 */
int64_t iap_signed_preorder_date_ms(const iap_signed_data *data);

/* ------------------------------------------------------------------------------------------- fields of notifications */

/** Apple's notificationType. */
typedef int32_t iap_notification_type;
#define IAP_NOTIFICATION_UNKNOWN 0 /**< one that this version does not know; iap_signed_text() has the word */
#define IAP_NOTIFICATION_CONSUMPTION_REQUEST 1
#define IAP_NOTIFICATION_DID_CHANGE_RENEWAL_PREF 2
#define IAP_NOTIFICATION_DID_CHANGE_RENEWAL_STATUS 3
#define IAP_NOTIFICATION_DID_FAIL_TO_RENEW 4
#define IAP_NOTIFICATION_DID_RENEW 5
#define IAP_NOTIFICATION_EXPIRED 6
#define IAP_NOTIFICATION_EXTERNAL_PURCHASE_TOKEN 7
#define IAP_NOTIFICATION_GRACE_PERIOD_EXPIRED 8
#define IAP_NOTIFICATION_METADATA_UPDATE 9
#define IAP_NOTIFICATION_MIGRATION 10
#define IAP_NOTIFICATION_OFFER_REDEEMED 11
#define IAP_NOTIFICATION_ONE_TIME_CHARGE 12
#define IAP_NOTIFICATION_PRICE_CHANGE 13
#define IAP_NOTIFICATION_PRICE_INCREASE 14
#define IAP_NOTIFICATION_REFUND 15
#define IAP_NOTIFICATION_REFUND_DECLINED 16
#define IAP_NOTIFICATION_REFUND_REVERSED 17
#define IAP_NOTIFICATION_RENEWAL_EXTENDED 18
#define IAP_NOTIFICATION_RENEWAL_EXTENSION 19
#define IAP_NOTIFICATION_RESCIND_CONSENT 20
#define IAP_NOTIFICATION_REVOKE 21
#define IAP_NOTIFICATION_SUBSCRIBED 22
#define IAP_NOTIFICATION_TEST 23
#define IAP_NOTIFICATION_UNCLAIM_SEATS 24 /**< the App Store has freed seats: iap_signed_unclaimed_seat_at() */

/** Apple's subtype. */
typedef int32_t iap_notification_subtype;
#define IAP_NOTIFICATION_SUBTYPE_UNKNOWN                                                                               \
    (-1) /**< one that this version does not know; iap_signed_text() has its word */
#define IAP_NOTIFICATION_SUBTYPE_NONE 0
#define IAP_NOTIFICATION_SUBTYPE_ACCEPTED 1
#define IAP_NOTIFICATION_SUBTYPE_AUTO_RENEW_DISABLED 2
#define IAP_NOTIFICATION_SUBTYPE_AUTO_RENEW_ENABLED 3
#define IAP_NOTIFICATION_SUBTYPE_BILLING_RECOVERY 4
#define IAP_NOTIFICATION_SUBTYPE_BILLING_RETRY 5
#define IAP_NOTIFICATION_SUBTYPE_DOWNGRADE 6
#define IAP_NOTIFICATION_SUBTYPE_FAILURE 7
#define IAP_NOTIFICATION_SUBTYPE_GRACE_PERIOD 8
#define IAP_NOTIFICATION_SUBTYPE_INITIAL_BUY 9
#define IAP_NOTIFICATION_SUBTYPE_PENDING 10
#define IAP_NOTIFICATION_SUBTYPE_PRICE_INCREASE 11
#define IAP_NOTIFICATION_SUBTYPE_PRODUCT_NOT_FOR_SALE 12
#define IAP_NOTIFICATION_SUBTYPE_RESUBSCRIBE 13
#define IAP_NOTIFICATION_SUBTYPE_SUMMARY 14
#define IAP_NOTIFICATION_SUBTYPE_UNREPORTED 15
#define IAP_NOTIFICATION_SUBTYPE_UPGRADE 16
#define IAP_NOTIFICATION_SUBTYPE_VOLUNTARY 17
#define IAP_NOTIFICATION_SUBTYPE_SEATS                                                                                 \
    18 /**< of REFUND: seats were refunded; the transaction stays in force for the others */

/** Which of its objects a notification has. */
typedef int32_t iap_notification_content;
#define IAP_NOTIFICATION_CONTENT_NONE 0
#define IAP_NOTIFICATION_CONTENT_DATA 1
#define IAP_NOTIFICATION_CONTENT_SUMMARY 2                 /**< of RENEWAL_EXTENSION */
#define IAP_NOTIFICATION_CONTENT_EXTERNAL_PURCHASE_TOKEN 3 /**< of EXTERNAL_PURCHASE_TOKEN */
#define IAP_NOTIFICATION_CONTENT_APP_DATA 4                /**< of RESCIND_CONSENT */
#define IAP_NOTIFICATION_CONTENT_UNCLAIM_INFO 5            /**< of UNCLAIM_SEATS */

/**
 * What has happened.
 * \param data borrows it. \returns an IAP_NOTIFICATION_… value.
 * \since 0.1
 */
iap_notification_type iap_signed_notification_type(const iap_signed_data *data);
/**
 * What exactly has happened.
 * \param data borrows it. \returns an IAP_NOTIFICATION_SUBTYPE_… value.
 * \since 0.1
 */
iap_notification_subtype iap_signed_notification_subtype(const iap_signed_data *data);
/**
 * The id of the notification: the same each time that the App Store sends it again.
 * \param data borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_notification_uuid(const iap_signed_data *data);
/**
 * The version of the notification's form.
 * \param data borrows it. \returns "2.0"; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_notification_version(const iap_signed_data *data);
/**
 * Which of its objects it has.
 * \param data borrows it. \returns an IAP_NOTIFICATION_CONTENT_… value.
 * \since 0.1
 */
iap_notification_content iap_signed_notification_content(const iap_signed_data *data);
/**
 * The transaction that it is about, signed by itself. The notification's signature does not prove it: check it as
 * IAP_SIGNED_TRANSACTION.
 * \param data borrows it. \returns a compact JWS; NULL if there is none.
 * \since 0.1
 */
const char *iap_signed_transaction_text(const iap_signed_data *data);
/**
 * The renewal info that it is about, signed by itself. The notification's signature does not prove it: check it as
 * IAP_SIGNED_RENEWAL_INFO.
 * \param data borrows it. \returns a compact JWS; NULL if there is none.
 * \since 0.1
 */
const char *iap_signed_renewal_info_text(const iap_signed_data *data);
/**
 * The app transaction that it is about, signed by itself. The notification's signature does not prove it: check it as
 * IAP_SIGNED_APP_TRANSACTION.
 * \param data borrows it. \returns a compact JWS; NULL if there is none.
 * \since 0.1
 */
const char *iap_signed_app_transaction_text(const iap_signed_data *data);
/**
 * The build of the app.
 * \param data borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_bundle_version(const iap_signed_data *data);
/**
 * How the subscription stood when it was signed (status).
 * \param data borrows it. \returns an IAP_SUBSCRIPTION_STATE_… value; unknown if it is absent.
 * \since 0.1
 */
iap_subscription_state iap_signed_subscription_state(const iap_signed_data *data);
/**
 * Why the player wants a refund, of CONSUMPTION_REQUEST.
 * \param data borrows it. \returns Apple's word, for example "UNINTENDED_PURCHASE"; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_consumption_request_reason(const iap_signed_data *data);
/**
 * The extension of renewal dates that it sums up, as the server named it.
 * \param data borrows it. \returns a UUID; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_request_identifier(const iap_signed_data *data);
/**
 * The storefronts of that extension.
 * \param data borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_signed_storefront_country_code_count(const iap_signed_data *data);
/**
 * One of those storefronts.
 * \param data borrows it. \param index from 0. \returns ISO 3166-1 alpha-3; NULL past the end.
 * \since 0.1
 */
const char *iap_signed_storefront_country_code_at(const iap_signed_data *data, size_t index);
/**
 * How many subscriptions were extended.
 * \param data borrows it. \returns the number; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_succeeded_count(const iap_signed_data *data);
/**
 * How many subscriptions could not be extended.
 * \param data borrows it. \returns the number; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_failed_count(const iap_signed_data *data);
/**
 * The id of a token of an external purchase.
 * \param data borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_signed_external_purchase_id(const iap_signed_data *data);
/**
 * When that token was made.
 * \param data borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_signed_token_creation_date_ms(const iap_signed_data *data);
/**
 * The claims of seats that the App Store has ended. The seats are free already: who had them has no access any more.
 * \param data borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_signed_unclaimed_seat_count(const iap_signed_data *data);
/**
 * One of those claims, as the App Store named it when the server claimed the seat. Claims that the server does not know are
 * another app's: ignore them.
 * \param data borrows it. \param index from 0. \returns a UUID; NULL past the end.
 * \since 0.1
 */
const char *iap_signed_unclaimed_seat_at(const iap_signed_data *data, size_t index);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif
