/*
 * iap_verify.h: verifies signed data of the App Store and reads its fields. For game servers, on
 * Linux.
 *
 * A verifier verifies and decodes four kinds of signed data: transactions, renewal info, app
 * transactions, and the notifications that the App Store sends to servers (version 2). A verifier
 * needs no client and no store. App receipts, the older format, are in <iap/iap_receipt.h>.
 * <iap/iap_server_key.h> signs the data that a server sends to the App Store.
 *
 * THREE VERDICTS
 *
 *  - IAP_VERDICT_VALID: the App Store signed the data for this app, in an environment that the
 *    verifier allows. The caller gets a handle with the fields. This does not prove that the sender
 *    is the buyer. Therefore a server grants each purchase once, under the key (environment, bundle
 *    id, original transaction id, purchase date), and compares the app account token with the
 *    player's token.
 *  - IAP_VERDICT_INVALID: the data is not valid. The reason says why. There is no handle. The data
 *    stays invalid for this verifier, with two exceptions. For these two reasons, keep the data and
 *    verify it again later: IAP_VERIFY_REASON_REVOCATION_UNPROVEN, because the OCSP server may
 *    respond differently later, and IAP_VERIFY_REASON_NOT_VALID_AT_DATE if the result depends on
 *    the clock of this machine.
 *  - IAP_VERDICT_UNDECIDED: no verdict is possible now. There is no handle. Keep the data, grant
 *    nothing, and verify it again later.
 *
 *  Without a handle every getter returns 0 or NULL. Therefore a server that reads only the fields
 *  grants nothing for data that is not valid.
 *
 * WHAT IS CHECKED, in this order, which is the order of Apple's own libraries
 *
 *  1. The format. The data has three segments of Base64url without padding, blanks or extra bits.
 *     The payload is a JSON object in UTF-8. No object in the payload has a name twice. The payload
 *     has at most IAP_SIGNED_NESTING_MAX levels of nesting. Its numbers are in range (a number that
 *     has a point, an exponent, or 64 bits and more, has at most IAP_SIGNED_NUMBER_LENGTH_MAX
 *     characters). Its known fields have the right types (null counts as absent; a text has no
 *     NUL). The same rules apply to the JSON object of the header, which has at most
 *     IAP_SIGNED_HEADER_LENGTH_MAX characters. The header has no crit, its b64 is not false, and
 *     its kid, if present, is a text.
 *  2. The header. x5c is present, alg is ES256, and x5c has three certificates. The verifier counts
 *     the third certificate but does not read it, because the verifier trusts only its own roots.
 *  3. The certificate chain: from the first certificate through the second to one of the roots, by
 *     RFC 5280 in its strict form. This includes signatures, basic constraints, key usage, key
 *     identifiers, critical extensions, and validity. The certificates must be valid at the
 *     signedDate of the data. For an app transaction this date is receiptCreationDate. If the data
 *     has no date, or with check_revocation, the certificates must be valid now. The first two
 *     certificates are of version 3 and strict DER, without further bytes after the DER. They have
 *     each extension at most once, and the extensions that OpenSSL knows are well-formed. Their
 *     keys are points of their curves.
 *  4. The App Store's markers: 1.2.840.113635.100.6.11.1 on the first certificate,
 *     1.2.840.113635.100.6.2.1 on the second.
 *  5. The signature: ES256 in its raw form, by the key of the first certificate. Numbers out of
 *     range and the point at infinity are invalid, not undecided.
 *  6. With check_revocation: OCSP for the second and the first certificate. (Apple makes this
 *     request before it checks the signature. Here the signature comes first, so data with a forged
 *     signature causes no request.)
 *  7. The bundle id. For notifications and app transactions of Production, the verifier also checks
 *     the app's Apple id. Renewal info names no app. An UNCLAIM_SEATS notification need not name an
 *     app, because Apple documents only the seat claims in it. If it names no app, it is valid for
 *     every app; IAP_SIGNED_UNCLAIMED_SEATS shows whether the claims belong to this server.
 *  8. The environment. An UNCLAIM_SEATS notification need not name an environment.
 *
 *  The verifier caches valid certificate chains, at most IAP_VERIFIER_CHAINS_MAX. With a cached
 *  chain a check costs only one signature check. The verifier also caches good OCSP responses for
 *  15 minutes. After any other response, or without a response, it sends no new request about that
 *  certificate for 30 seconds, counted from the end of the request. After each further failure this
 *  time doubles, up to 15 minutes, until a response is good. In this time the verifier immediately
 *  returns the verdict of the last request.
 *
 * THREADS
 *
 *  Any number of threads may use one verifier at the same time, and they hardly wait for each
 *  other. A check runs on the calling thread. For any input, it needs 128 KiB of stack (320 KiB in
 *  debug builds of the library). With check_revocation it waits for responses of OCSP servers.
 *  Otherwise it waits for nothing. The rules of <iap/iap.h> apply for threads, ownership words and
 *  errors: handles are immutable, and what a getter returns lives as long as the handle.
 *
 * ON APPLE SYSTEMS the library has none of these functions. There StoreKit verifies what the device
 * receives, and IAP_VERIFY_BY_SIGNATURE of <iap/iap.h> verifies it again. A game server runs on
 * Linux.
 */
#ifndef IAP_IAP_VERIFY_H
#define IAP_IAP_VERIFY_H

#include <iap/iap_payments.h>
#include <iap/iap_subscriptions.h>
#include <iap/iap_system.h>
#include <iap/iap_transactions.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The structs of this header keep this packing, even if the including file uses another one. */
#pragma pack(push, 8)

#define IAP_SIGNED_TEXT_LENGTH_MAX 1048576u /**< longer texts are refused before parsing */
#define IAP_SIGNED_HEADER_LENGTH_MAX 65536u /**< in characters of Base64url */
#define IAP_SIGNED_NESTING_MAX 64u          /**< depth of objects and arrays in a payload or header */
#define IAP_SIGNED_NUMBER_LENGTH_MAX 64u
#define IAP_VERIFIER_CHAINS_MAX 32u
#define IAP_VERIFIER_ROOTS_MAX 64u

/* --------------------------------------------------------------------------------- the verifier */

typedef struct iap_verifier iap_verifier;

/** Bytes in the caller's memory. */
typedef struct iap_bytes {
    const uint8_t *bytes;
    size_t length;
} iap_bytes;

/**
 * Returns the time, for a verifier that does not use the machine's clock. The library calls this
 * function on the threads that run checks, also on several threads at the same time, and without a
 * lock. The function must not call the library.
 * \returns milliseconds since 1970.
 */
typedef int64_t (*iap_clock_function)(void *user_data);

/** Options of a verifier. Initialize the struct with IAP_VERIFIER_OPTIONS_INIT. A verifier needs at
 *  least one root certificate, as a file or as bytes. */
typedef struct iap_verifier_options {
    uint32_t struct_size;
    /** The allowed IAP_ENVIRONMENT_… values, combined. Data of other environments is invalid. A
     *  server usually allows Production and Sandbox (App Review buys in the sandbox), and keeps the
     *  grants of the two environments apart. */
    iap_environment_t environments;
    /** Files with root certificates, PEM (one or more) or DER (one). The library reads them when it
     *  opens the verifier. Apple publishes its root ("Apple Root CA - G3") at
     *  https://www.apple.com/certificateauthority/. */
    const char *const *root_paths;
    size_t root_path_count;
    const iap_bytes *roots; /**< root certificates, DER (copies them); iap_store_root_certificate() returns one */
    size_t root_count;
    const char *bundle_id; /**< copies it: the app's bundle id; required */
    uint64_t app_apple_id; /**< the app's Apple id in App Store Connect; required for Production, else 0 */
    /** 1: the verifier checks the certificates with OCSP at the server of their issuer, and they
     *  must be valid now. This costs one network request for each certificate every 15 minutes,
     *  over plain http, through the proxy that the environment variables http_proxy and no_proxy
     *  name. A certificate that names only an https server counts as a certificate that names no
     *  server. Threads that need the same response share one request. 0: the certificates must have
     *  been valid when the data was signed. */
    int32_t check_revocation;
    /** Timeout of each of the two OCSP requests as a whole: name lookup, connecting, sending and
     *  reading; 0: 3 seconds. A refused connection ends the request immediately. */
    uint32_t ocsp_timeout_ms;
    iap_clock_function clock; /**< NULL: the machine's clock */
    void *clock_user_data;    /**< must live until the last reference to the verifier is released and no check runs */
} iap_verifier_options;

/* clang-format off */
#define IAP_VERIFIER_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_verifier_options), 0, NULL, 0, NULL, 0, NULL, 0, 0, 0, NULL, NULL}
/* clang-format on */

/**
 * Sets options to IAP_VERIFIER_OPTIONS_INIT. This function writes the size that the LIBRARY knows.
 * It is for bindings that allocate the size that the library returns; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 */
void iap_verifier_options_init(iap_verifier_options *options);
/**
 * Opens a verifier.
 * \param options copies it.
 * \param verifier gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (no root; no environment or an unknown one; Xcode or
 *          local testing together with Production; no bundle id; Production without app_apple_id),
 *          IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (a path above
 *          4096 bytes, a bundle id above 1024, more roots than IAP_VERIFIER_ROOTS_MAX, a
 *          certificate above 1 MiB), IAP_ERROR_INVALID_FILE (a file of root certificates; the
 *          message names the file and the place), IAP_ERROR_INTERNAL (OpenSSL has no memory).
 */
iap_status_t iap_verifier_open(const iap_verifier_options *options, const iap_verifier **verifier, iap_error *error);
/**
 * Retains a verifier: adds a reference to it.
 * \param verifier borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_verifier *iap_verifier_retain(const iap_verifier *verifier);
/**
 * Releases a verifier. Handles of signed data and of receipts that it returned stay usable.
 * \param verifier takes back a handle that was given or retained; NULL is ignored. No other thread
 *        may use this reference any more; other references to the handle stay valid.
 */
void iap_verifier_release(const iap_verifier *verifier);

/* ---------------------------------------------------------------------------------- the verdict */

/** Why data is not valid. The low byte is the number of the matching value of Apple's
 *  VerificationStatus: IAP_VERIFY_REASON_CLASS(). */
typedef int32_t iap_verify_reason_t;

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
#define IAP_VERIFY_REASON_MALFORMED 257                 /**< not three segments of strict Base64url, or no valid header */
#define IAP_VERIFY_REASON_TOO_LARGE 513                 /**< longer than IAP_SIGNED_TEXT_LENGTH_MAX */
#define IAP_VERIFY_REASON_INVALID_JSON 769              /**< the payload is not a JSON object */
#define IAP_VERIFY_REASON_INVALID_UTF8 1025             /**< the payload is not UTF-8 */
#define IAP_VERIFY_REASON_DUPLICATE_NAME 1281           /**< an object in the payload has a name twice */
#define IAP_VERIFY_REASON_TOO_DEEP 1537                 /**< the payload is nested too deeply */
#define IAP_VERIFY_REASON_NUMBER_OUT_OF_RANGE 1793      /**< a number is too large for its field, or for a double */
#define IAP_VERIFY_REASON_WRONG_TYPE 2049               /**< a known field has another type than Apple documents */
#define IAP_VERIFY_REASON_MISSING_CERTIFICATES 2305     /**< x5c is absent or empty */
#define IAP_VERIFY_REASON_UNSUPPORTED_ALGORITHM 2561    /**< alg is not ES256 */
#define IAP_VERIFY_REASON_UNTRUSTED_CHAIN 2817          /**< the chain ends at no root of the verifier, or violates RFC 5280 */
#define IAP_VERIFY_REASON_NOT_VALID_AT_DATE 3073        /**< a certificate had expired, or was not yet valid */
#define IAP_VERIFY_REASON_MISSING_MARKER 3329           /**< a certificate lacks the App Store's marker */
#define IAP_VERIFY_REASON_INVALID_SIGNATURE 3585        /**< the signature does not match this text and the first certificate */
#define IAP_VERIFY_REASON_REVOKED_CERTIFICATE 3841      /**< OCSP: a certificate was revoked */
#define IAP_VERIFY_REASON_REVOCATION_UNPROVEN 4097      /**< OCSP: no server named, unknown certificate, unproven response */
#define IAP_VERIFY_REASON_OTHER_APP 258                 /**< the bundle id is different or absent */
#define IAP_VERIFY_REASON_OTHER_APP_APPLE_ID 514        /**< the app's Apple id is different or absent */
#define IAP_VERIFY_REASON_INVALID_CERTIFICATE 259       /**< the first or second certificate is not the Base64 of DER */
#define IAP_VERIFY_REASON_INVALID_CHAIN_LENGTH 260      /**< x5c does not have three certificates */
#define IAP_VERIFY_REASON_OTHER_ENVIRONMENT 262         /**< the environment is absent or not allowed */
#define IAP_VERIFY_REASON_OCSP_UNREACHABLE 263          /**< undecided: an OCSP server did not respond, or not correctly */
#define IAP_VERIFY_REASON_NO_MEMORY 519                 /**< undecided: OpenSSL reported that it had no memory */
/* Only for the data that servers sign: iap_server_key_check() of <iap/iap_server_key.h>. */
#define IAP_VERIFY_REASON_UNKNOWN_KEY 4353              /**< kid names another key */
#define IAP_VERIFY_REASON_OTHER_ISSUER 4609             /**< iss is a different issuer, or absent */
#define IAP_VERIFY_REASON_OTHER_AUDIENCE 4865           /**< aud belongs to another kind of request, or is absent */
#define IAP_VERIFY_REASON_OUT_OF_TIME 5121              /**< signed in the future, signed too long ago, or expired */
#define IAP_VERIFY_REASON_OTHER_CLAIM 5377              /**< signed for another product, offer, player or similar */
/* clang-format on */

/**
 * Returns the name of a reason constant, for logs.
 * \param reason any value.
 * \returns for example "IAP_VERIFY_REASON_INVALID_SIGNATURE"; "IAP_VERIFY_REASON_UNKNOWN" for any
 *          other value. Static text.
 */
const char *iap_verify_reason_name(iap_verify_reason_t reason);

/** The result of a check. The caller owns it. Initialize it with IAP_VERIFY_RESULT_INIT. */
typedef struct iap_verify_result {
    uint32_t struct_size;
    iap_verdict_t verdict;      /**< IAP_VERDICT_VALID, …_INVALID or …_UNDECIDED; 0 if the call itself failed */
    iap_verify_reason_t reason; /**< IAP_VERIFY_REASON_NONE if the data is valid */
    /** 1: the data is valid and the App Store signed it. 0: the data is not valid, or the library
     *  does not check the signatures of its environment (Xcode, local testing). */
    int32_t signature_checked;
    char message[240]; /**< one line in English for logs: what is wrong, and where; empty if the data is valid */
} iap_verify_result;

/* clang-format off */
#define IAP_VERIFY_RESULT_INIT {IAP_STRUCT_SIZE(iap_verify_result), 0, 0, 0, {0}}
/* clang-format on */

/**
 * Sets a result to IAP_VERIFY_RESULT_INIT. This function writes the size that the LIBRARY knows. It
 * is for bindings that allocate the size that the library returns; C and C++ use the macro.
 * \param result borrows it; NULL is ignored.
 */
void iap_verify_result_init(iap_verify_result *result);

/* ------------------------------------------------------------------------------------- checking */

/** Valid signed data: one handle type for all kinds. iap_signed_field_t lists its fields. */
typedef struct iap_signed_data iap_signed_data;

typedef int32_t iap_signed_kind_t;
#define IAP_SIGNED_KIND_NONE 0
#define IAP_SIGNED_TRANSACTION 1 /**< Apple's JWSTransaction: iap_transaction_signed_text() */
/** Apple's JWSRenewalInfo: iap_renewal_info_signed_text(). Renewal info names no app, so renewal
 *  info of another app is valid too. Take it from the same source as the app's transaction, and
 *  compare IAP_SIGNED_ORIGINAL_TRANSACTION_ID of both. */
#define IAP_SIGNED_RENEWAL_INFO 2
#define IAP_SIGNED_APP_TRANSACTION 3 /**< Apple's AppTransaction: iap_app_transaction_signed_text() */
#define IAP_SIGNED_NOTIFICATION 4    /**< Apple's responseBodyV2, its "signedPayload" */

/**
 * Verifies signed data and decodes it.
 * \param verifier borrows it.
 * \param kind an IAP_SIGNED_… value: the kind that the data must have. The data itself does not
 *        name its kind.
 * \param text borrows it: a compact JWS. It need not end with a NUL.
 * \param length of the text in bytes, without a NUL.
 * \param data gives a handle, to be released, if the data is valid; else NULL.
 * \param result borrows it and fills it; may be NULL: then only the handle shows that the data is
 *        valid.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK for every verdict. IAP_ERROR_INVALID_ARGUMENT (NULL, or an unknown kind) or
 *          IAP_ERROR_INVALID_STRUCT_SIZE (of the result, which stays unchanged) mean that there is
 *          no verdict.
 * \callbacksafety yes; with check_revocation it may wait for the network.
 */
iap_status_t iap_verifier_check(const iap_verifier *verifier, iap_signed_kind_t kind, const char *text, size_t length,
                                const iap_signed_data **data, iap_verify_result *result, iap_error *error);
/**
 * Retains signed data: adds a reference to it.
 * \param data borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_signed_data *iap_signed_data_retain(const iap_signed_data *data);
/**
 * Releases signed data.
 * \param data takes back a handle that was given or retained; NULL is ignored.
 */
void iap_signed_data_release(const iap_signed_data *data);

/* ----------------------------------------------------------------------------------- values of
 *  enumerated fields */

/** Whether the subscription renews: Apple's autoRenewStatus. */
typedef int32_t iap_auto_renewal_t;
#define IAP_AUTO_RENEWAL_UNKNOWN 0
#define IAP_AUTO_RENEWAL_OFF 1
#define IAP_AUTO_RENEWAL_ON 2

/** Who invites people to the seats of a subscription: Apple's
 *  multiSeatInfo.invitationManagement. */
typedef int32_t iap_invitation_management_t;
#define IAP_INVITATION_MANAGEMENT_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_INVITATION_MANAGEMENT_NONE 0       /**< the data is not about seats */
#define IAP_INVITATION_MANAGEMENT_APPLE 1      /**< Apple: each member has a transaction, IAP_OWNERSHIP_ASSIGNED */
#define IAP_INVITATION_MANAGEMENT_DEVELOPER                                                                            \
    2 /**< the game: members have no transactions; the game server claims their seats */

/** Why a period of a subscription has several transactions: Apple's additionalTransactionReason. */
typedef int32_t iap_additional_transaction_reason_t;
#define IAP_ADDITIONAL_TRANSACTION_REASON_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_ADDITIONAL_TRANSACTION_REASON_NONE 0       /**< the period has one transaction */
#define IAP_ADDITIONAL_TRANSACTION_REASON_SEAT_ADDITION 1

/** Apple's notificationType. */
typedef int32_t iap_notification_type_t;
#define IAP_NOTIFICATION_UNKNOWN 0 /**< a type that this version does not know; iap_signed_text() returns its word */
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
#define IAP_NOTIFICATION_UNCLAIM_SEATS 24 /**< the App Store has freed seats: IAP_SIGNED_UNCLAIMED_SEATS */

/** Apple's subtype. */
typedef int32_t iap_notification_subtype_t;
#define IAP_NOTIFICATION_SUBTYPE_UNKNOWN                                                                               \
    (-1) /**< a subtype that this version does not know; iap_signed_text() returns its word */
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
    18 /**< for REFUND: seats were refunded; the transaction stays in force for the other seats */

/** Which object a notification contains. */
typedef int32_t iap_notification_content_t;
#define IAP_NOTIFICATION_CONTENT_NONE 0
#define IAP_NOTIFICATION_CONTENT_DATA 1
#define IAP_NOTIFICATION_CONTENT_SUMMARY 2                 /**< for RENEWAL_EXTENSION */
#define IAP_NOTIFICATION_CONTENT_EXTERNAL_PURCHASE_TOKEN 3 /**< for EXTERNAL_PURCHASE_TOKEN */
#define IAP_NOTIFICATION_CONTENT_APP_DATA 4                /**< for RESCIND_CONSENT */
#define IAP_NOTIFICATION_CONTENT_UNCLAIM_INFO 5            /**< for UNCLAIM_SEATS */

/* --------------------------------------------------------------------------------------- fields */

/*
 * The fields of signed data. A constant names the field, and a function for its type reads it:
 *
 *     const char *product_id = iap_signed_text(data, IAP_SIGNED_PRODUCT_ID);
 *     uint64_t id = iap_signed_id(data, IAP_SIGNED_TRANSACTION_ID);
 *     bool is_revoked = iap_signed_int64(data, IAP_SIGNED_REVOCATION_DATE_MS) != 0;
 *
 * The comment of a constant begins with the type of the field:
 *
 *   - text: iap_signed_text(). The text lives as long as the handle.
 *   - texts: a list of texts: iap_signed_count() and iap_signed_text_at().
 *   - id: iap_signed_id(). iap_signed_text() returns an id that was signed as a text, even if it is
 *     not a number.
 *   - int32, int64: iap_signed_int64(). A field …_MS is a time in milliseconds since 1970.
 *   - flag: iap_signed_int64() returns 1 or 0.
 *   - the name of an enumeration: iap_signed_int64() returns one of its values. iap_signed_text()
 *     returns the store's word, if the store signs a word.
 *
 * A field is 0 or NULL if the data does not have it. So is a field that the library does not know,
 * and a field of another type than the function reads. iap_signed_has() tells an absent number from
 * 0. An enumerated field that is absent has the value that its enumeration names for none, or else
 * the one for unknown; both are 0.
 *
 * A number never changes its meaning. Later versions add fields.
 */

/** A field of signed data. */
typedef int32_t iap_signed_field_t;
/* Fields of several kinds. */
/** iap_environment_t: the environment of the data. For a notification it is the environment of its
 *  content, and for an app transaction its receiptType. An external purchase token has no such
 *  field; the value then comes from the token's id. */
#define IAP_SIGNED_ENVIRONMENT 101
/** text: the bundle id of the app. For a notification it is the bundle id of its content. Renewal
 *  info has none. */
#define IAP_SIGNED_BUNDLE_ID 102
/** id: the app's Apple id. App transactions and notifications have it, in Production only. */
#define IAP_SIGNED_APP_APPLE_ID 103
/** int64: the time at which the data was signed. For an app transaction it is its
 *  receiptCreationDate. */
#define IAP_SIGNED_SIGNED_DATE_MS 104
/** id: the transaction id of the first purchase. Transactions and renewal info have it. All periods
 *  of a subscription have the same id. */
#define IAP_SIGNED_ORIGINAL_TRANSACTION_ID 105
/** text: the id of the product. Transactions, renewal info and summaries have it. */
#define IAP_SIGNED_PRODUCT_ID 106
/** text: the UUID that the payment named, as it was signed. Transactions and renewal info have
 *  it. */
#define IAP_SIGNED_APP_ACCOUNT_TOKEN 107
/** text: the id of the account's copy of the app. It is the same for all purchases and devices of
 *  the account. Notifications do not have this field. */
#define IAP_SIGNED_APP_TRANSACTION_ID 108
/** int64: the date of the first purchase. For an app transaction it is the first purchase of the
 *  app. */
#define IAP_SIGNED_ORIGINAL_PURCHASE_DATE_MS 109
/** iap_offer_type_t: the type of the offer. For a transaction it is the offer that was used, and
 *  for renewal info the offer of the next renewal. */
#define IAP_SIGNED_OFFER_TYPE 110
#define IAP_SIGNED_OFFER_ID 111 /**< text: the id of the offer; an introductory offer has none */
/** iap_payment_mode_t: the payment mode of the offer (offerDiscountType) */
#define IAP_SIGNED_OFFER_PAYMENT_MODE 112
/** text: the period of the offer: an ISO 8601 duration, for example "P1M" */
#define IAP_SIGNED_OFFER_PERIOD 113
/** text: the currency of the transaction's price, or of the next renewal's price (ISO 4217) */
#define IAP_SIGNED_CURRENCY_CODE 114
/** iap_billing_plan_type_t: the billing plan of the transaction; for renewal info the plan of the
 *  next renewal (renewalBillingPlanType) */
#define IAP_SIGNED_BILLING_PLAN_TYPE 115
/** text: the Advanced Commerce data that the game's server requested: a JSON object as it was
 *  signed. Transactions and renewal info have it. */
#define IAP_SIGNED_ADVANCED_COMMERCE_JSON 116
/** text: the value that binds the data to a device: the Base64 of a SHA-384. Data that the App
 *  Store signed for a device has it. */
#define IAP_SIGNED_DEVICE_VERIFICATION 117
#define IAP_SIGNED_DEVICE_VERIFICATION_NONCE 118 /**< text: the nonce of the device verification, a UUID */
/* Fields of transactions. */
#define IAP_SIGNED_TRANSACTION_ID 201 /**< id: the store's id of the transaction. Never grant for the id 0. */
/** text: the id of the bill of an auto-renewable subscription. It is the same on all devices. */
#define IAP_SIGNED_WEB_ORDER_LINE_ITEM_ID 202
#define IAP_SIGNED_SUBSCRIPTION_GROUP_ID 203 /**< text: the id of the subscription group */
#define IAP_SIGNED_PRODUCT_TYPE 204          /**< iap_product_type_t: the type of the product */
/** int32: the quantity that the player bought. For a subscription with seats it is the number of
 *  seats of this transaction. */
#define IAP_SIGNED_QUANTITY 205
#define IAP_SIGNED_PURCHASE_DATE_MS 206   /**< int64: the date of the purchase */
#define IAP_SIGNED_EXPIRATION_DATE_MS 207 /**< int64: the time at which the subscription's period ends */
/** int64: the time at which the store revoked the transaction. A refund of some seats does not set
 *  this date: see IAP_SIGNED_REVOKED_SEAT_QUANTITY. */
#define IAP_SIGNED_REVOCATION_DATE_MS 208
/** iap_revocation_reason_t: why the store revoked the transaction. iap_signed_json_number() with
 *  "revocationReason" has the store's number. */
#define IAP_SIGNED_REVOCATION_REASON 209
#define IAP_SIGNED_REVOCATION_TYPE 210 /**< iap_revocation_type_t: how the store revoked the transaction */
/** int32: how much of the price a prorated refund gave back, in thousandths of a percent: 25000 is
 *  a quarter of the price */
#define IAP_SIGNED_REVOCATION_PERCENTAGE 211
/** flag: whether a subscription of a higher level replaced this subscription before its end. The
 *  replaced subscription gives no entitlement. */
#define IAP_SIGNED_IS_UPGRADED 212
/** iap_ownership_t: how the player has the product: by a purchase, by family sharing, or by a
 *  seat */
#define IAP_SIGNED_OWNERSHIP 213
/** iap_transaction_reason_t: the reason of the transaction: a purchase by the player, or a renewal
 *  by the store */
#define IAP_SIGNED_TRANSACTION_REASON 214
/** text: the country whose App Store sold the product (ISO 3166-1 alpha-3) */
#define IAP_SIGNED_STOREFRONT_COUNTRY_CODE 215
/** text: the store's own id of the storefront that sold the product */
#define IAP_SIGNED_STOREFRONT_IDENTIFIER 216
/** int64: the price that was paid for the whole quantity, in thousandths of the currency's unit:
 *  $1.99 is 1990. For a subscription with seats it is the average price of a seat;
 *  iap_signed_seat_price_tier_at() has the parts of the sum. */
#define IAP_SIGNED_PRICE_MILLIUNITS 217
/** int32: the number of this bill within the commitment, from 1 */
#define IAP_SIGNED_COMMITMENT_PERIOD_NUMBER 218
#define IAP_SIGNED_COMMITMENT_PERIOD_COUNT 219       /**< int32: the number of bills of the commitment */
#define IAP_SIGNED_COMMITMENT_EXPIRATION_DATE_MS 220 /**< int64: the time at which the commitment ends */
/** int64: the price of the whole commitment, in thousandths of the currency's unit */
#define IAP_SIGNED_COMMITMENT_PRICE_MILLIUNITS 221
/** id: the original transaction id that the subscription had before its migration */
#define IAP_SIGNED_PREVIOUS_ORIGINAL_TRANSACTION_ID 222
/** iap_invitation_management_t: who invites people to the seats */
#define IAP_SIGNED_INVITATION_MANAGEMENT 223
/** int32: how many seats of the transaction were refunded. The transaction stays in force for the
 *  other seats. The purchaser keeps access until the revocation date is set. To get the seats of a
 *  period, add up the quantities of its transactions and subtract their refunded seats. */
#define IAP_SIGNED_REVOKED_SEAT_QUANTITY 224
/** iap_additional_transaction_reason_t: why this period has several transactions. Each of them has
 *  the reason, even the first one. */
#define IAP_SIGNED_ADDITIONAL_TRANSACTION_REASON 225
/** text: the id of the subscription bundle that made the transaction (bundleProductId). Other
 *  transactions have no field of a bundle. */
#define IAP_SIGNED_BUNDLE_PRODUCT_ID 226
/** text: the id of the bundle's subscription group (bundleSubscriptionGroupIdentifier) */
#define IAP_SIGNED_BUNDLE_SUBSCRIPTION_GROUP_ID 227
#define IAP_SIGNED_BUNDLE_ORIGINAL_TRANSACTION_ID 228 /**< id: the original transaction id of the bundle */
/* Fields of renewal info. */
/** iap_auto_renewal_t: the state of auto-renewal: on or off (autoRenewStatus) */
#define IAP_SIGNED_AUTO_RENEWAL 301
#define IAP_SIGNED_AUTO_RENEW_PRODUCT_ID 302 /**< text: the id of the product that the next renewal buys */
/** iap_expiration_reason_t: why the subscription has expired; none if it has not.
 *  iap_signed_json_number() with "expirationIntent" has the store's number. */
#define IAP_SIGNED_EXPIRATION_REASON 303
/** iap_price_increase_t: the state of the player's consent to a price increase; none if there is no
 *  increase */
#define IAP_SIGNED_PRICE_INCREASE 304
#define IAP_SIGNED_IS_IN_BILLING_RETRY 305 /**< flag: whether the subscription is in billing retry */
/** int64: the time at which the billing grace period ends. The player stays entitled until this
 *  date. */
#define IAP_SIGNED_GRACE_PERIOD_EXPIRATION_DATE_MS 306
/** int64: the time at which the player subscribed. Gaps of less than 60 days are ignored. */
#define IAP_SIGNED_RECENT_SUBSCRIPTION_START_DATE_MS 307
/** int64: the time at which the subscription will renew, or would have renewed */
#define IAP_SIGNED_RENEWAL_DATE_MS 308
/** int64: the price of the next renewal, in thousandths of the currency's unit. For a subscription
 *  with seats it is the average price of a seat. */
#define IAP_SIGNED_RENEWAL_PRICE_MILLIUNITS 309
#define IAP_SIGNED_RENEWAL_QUANTITY 310 /**< int32: how many seats the next renewal buys */
/** texts: the ids of the win-back offers for which the player is eligible. The best offer comes
 *  first. */
#define IAP_SIGNED_WIN_BACK_OFFERS 311
/** text: the id of the product that the next commitment buys */
#define IAP_SIGNED_COMMITMENT_AUTO_RENEW_PRODUCT_ID 312
/** iap_auto_renewal_t: the state of auto-renewal of the commitment: on or off */
#define IAP_SIGNED_COMMITMENT_AUTO_RENEWAL 313
/** iap_billing_plan_type_t: the billing plan of the next commitment */
#define IAP_SIGNED_COMMITMENT_BILLING_PLAN_TYPE 314
#define IAP_SIGNED_COMMITMENT_RENEWAL_DATE_MS 315 /**< int64: the time at which the commitment will renew */
/** int64: the price of the next commitment, in thousandths of the currency's unit */
#define IAP_SIGNED_COMMITMENT_RENEWAL_PRICE_MILLIUNITS 316
#define IAP_SIGNED_IS_PENDING_UNBUNDLE 317 /**< flag: whether the subscription will leave its bundle */
/* Fields of app transactions. */
#define IAP_SIGNED_APP_VERSION 401 /**< text: the version of the app (applicationVersion) */
/** id: the store's own id of the app version (versionExternalIdentifier) */
#define IAP_SIGNED_APP_VERSION_ID 402
#define IAP_SIGNED_ORIGINAL_APP_VERSION 403 /**< text: the version of the app that the account first bought */
/** text: the platform on which the account first bought the app: "iOS", "macOS", "tvOS" or
 *  "visionOS" */
#define IAP_SIGNED_ORIGINAL_PLATFORM 404
/** int64: the time at which the account ordered the app before its release */
#define IAP_SIGNED_PREORDER_DATE_MS 405
#define IAP_SIGNED_STORE_TYPE 406 /**< text: the kind of store that gave the account the app: Apple's word */
/** int64: the time at which the store revoked the app (appRevocationDate) */
#define IAP_SIGNED_APP_REVOCATION_DATE_MS 407
/* Fields of notifications. A notification contains signed texts (JWS). Its signature does not prove
 * that they are genuine: verify each of them as its own kind. */
/** iap_notification_type_t: the type of the notification: what happened */
#define IAP_SIGNED_NOTIFICATION_TYPE 501
/** iap_notification_subtype_t: the subtype of the notification: details of what happened */
#define IAP_SIGNED_NOTIFICATION_SUBTYPE 502
/** text: the id of the notification. It stays the same when the App Store sends the notification
 *  again. */
#define IAP_SIGNED_NOTIFICATION_UUID 503
#define IAP_SIGNED_NOTIFICATION_VERSION 504 /**< text: the version of the notification's format: "2.0" */
/** text: the signed transaction (JWS) of the notification. The notification's signature does not
 *  prove that the transaction is genuine: verify the transaction as IAP_SIGNED_TRANSACTION. */
#define IAP_SIGNED_TRANSACTION_TEXT 505
/** text: the signed renewal info (JWS) of the notification. The notification's signature does not
 *  prove that the renewal info is genuine: verify the renewal info as IAP_SIGNED_RENEWAL_INFO. */
#define IAP_SIGNED_RENEWAL_INFO_TEXT 506
/** text: the signed app transaction (JWS) of the notification. The notification's signature does
 *  not prove that the app transaction is genuine: verify the app transaction as
 *  IAP_SIGNED_APP_TRANSACTION. */
#define IAP_SIGNED_APP_TRANSACTION_TEXT 507
#define IAP_SIGNED_BUNDLE_VERSION 508 /**< text: the build of the app */
/** iap_subscription_state_t: the state of the subscription when the notification was signed
 *  (status) */
#define IAP_SIGNED_SUBSCRIPTION_STATE 509
/** text: why the player requests a refund: Apple's word, for example "UNINTENDED_PURCHASE".
 *  CONSUMPTION_REQUEST has this field. */
#define IAP_SIGNED_CONSUMPTION_REQUEST_REASON 510
/** text: the UUID that the server gave to the extension of renewal dates. The notification is the
 *  summary of that extension. */
#define IAP_SIGNED_REQUEST_IDENTIFIER 511
/** texts: the storefronts of the extension of renewal dates (ISO 3166-1 alpha-3) */
#define IAP_SIGNED_STOREFRONT_COUNTRY_CODES 512
#define IAP_SIGNED_SUCCEEDED_COUNT 513      /**< int64: how many subscriptions were extended */
#define IAP_SIGNED_FAILED_COUNT 514         /**< int64: how many subscriptions could not be extended */
#define IAP_SIGNED_EXTERNAL_PURCHASE_ID 515 /**< text: the id of an external purchase token */
/** int64: the time at which the external purchase token was created */
#define IAP_SIGNED_TOKEN_CREATION_DATE_MS 516
/** texts: the ids of the seat claims that the App Store has ended. The seats are already free: the
 *  people who had them have no access any more. The App Store gave each id when the server claimed
 *  the seat. A claim that the server does not know belongs to another app: ignore it. */
#define IAP_SIGNED_UNCLAIMED_SEATS 517

/**
 * Returns whether the data has a field. Use this function where the value 0 has a meaning.
 * \param data borrows it.
 * \param field an IAP_SIGNED_… field.
 * \returns 1 or 0; 1 if the payload has the field with a value other than null.
 */
int32_t iap_signed_has(const iap_signed_data *data, iap_signed_field_t field);
/**
 * Returns a text: a field of the type text, an id that was signed as a text, or the store's word
 * for an enumerated field.
 * \param data borrows it.
 * \param field an IAP_SIGNED_… field.
 * \returns the text as it was signed; NULL if the data has no such text.
 */
const char *iap_signed_text(const iap_signed_data *data, iap_signed_field_t field);
/**
 * Returns a number: a field of the type int32, int64 or flag, or the value of an enumerated field.
 * \param data borrows it.
 * \param field an IAP_SIGNED_… field.
 * \returns the number; 0 if the data has no such number.
 */
int64_t iap_signed_int64(const iap_signed_data *data, iap_signed_field_t field);
/**
 * Returns a field of the type id.
 * \param data borrows it.
 * \param field an IAP_SIGNED_… field.
 * \returns the id; 0 if the data has no such id, or if the id is not a number of 64 bits.
 */
uint64_t iap_signed_id(const iap_signed_data *data, iap_signed_field_t field);
/**
 * Returns the number of elements of a field of the type texts.
 * \param data borrows it.
 * \param field an IAP_SIGNED_… field.
 * \returns how many; 0 if the data has no such list.
 */
size_t iap_signed_count(const iap_signed_data *data, iap_signed_field_t field);
/**
 * Returns one element of a field of the type texts.
 * \param data borrows it.
 * \param field an IAP_SIGNED_… field.
 * \param index from 0.
 * \returns the text; NULL past the end.
 */
const char *iap_signed_text_at(const iap_signed_data *data, iap_signed_field_t field, size_t index);

/* --------------------------------------------------------------------------------------- what is
 *  no single field */

/**
 * Returns the kind that iap_verifier_check() was called with.
 * \param data borrows it. \returns an IAP_SIGNED_… value; IAP_SIGNED_KIND_NONE for NULL.
 */
iap_signed_kind_t iap_signed_kind(const iap_signed_data *data);
/**
 * Returns whether the library checked the signature. The library does not check the signatures of
 * Xcode and local testing.
 * \param data borrows it. \returns 1 or 0.
 */
int32_t iap_signed_is_signature_checked(const iap_signed_data *data);
/**
 * Returns the number of different prices of a subscription's seats (multiSeatInfo). For a
 * transaction they are the prices that were paid, and for renewal info the prices of the next
 * renewal.
 * \param data borrows it. \returns how many; 0 if the data is not about seats.
 */
size_t iap_signed_seat_price_tier_count(const iap_signed_data *data);
/**
 * Returns one of the prices of a subscription's seats. To get the price of all seats, add up price
 * times quantity.
 * \param data borrows it.
 * \param index from 0.
 * \param price_milliunits gives the price of one seat in thousandths of the currency's unit, 0 if
 *        it is absent; may be NULL.
 * \param quantity gives the number of seats with this price, 0 if it is absent; may be NULL.
 * \returns 1; 0 past the end: then the function sets neither value.
 */
int32_t iap_signed_seat_price_tier_at(const iap_signed_data *data, size_t index, int64_t *price_milliunits,
                                      int32_t *quantity);
/**
 * Returns whether the data was signed for a device. A server does not know the device's id: the
 * game has to send it.
 * \param data borrows it.
 * \param device_verification_id borrows it: StoreKit's AppStore.deviceVerificationID, a UUID.
 * \returns 1; 0 if it was signed for another device or for none.
 */
int32_t iap_signed_is_for_device(const iap_signed_data *data, const char *device_verification_id);
/**
 * Returns which content object the notification has.
 * \param data borrows it. \returns an IAP_NOTIFICATION_CONTENT_… value.
 */
iap_notification_content_t iap_signed_notification_content(const iap_signed_data *data);

/* ------------------------------------------------------------------ the payload, and fields by
 *  their names in it */

/**
 * Returns the payload: everything that was signed, byte for byte.
 * \param data borrows it. \returns JSON.
 */
const char *iap_signed_json(const iap_signed_data *data);
/**
 * Returns the payload without the fields that this version knows.
 * \param data borrows it. \returns a JSON object, nested like the payload; "{}" if nothing is left.
 */
const char *iap_signed_unknown_json(const iap_signed_data *data);
/**
 * Returns whether the payload has a field with a value other than null. Use this function where the
 * value 0 has a meaning.
 * \param data borrows it.
 * \param name borrows it: the name in the JSON. For a field in an object write the object's name, a
 *        point and the field's name: "data.status". Fields in a list, and names that contain a
 *        point, cannot be named: use iap_signed_json().
 * \returns 1 or 0; 0 also for NULL.
 */
int32_t iap_signed_json_has(const iap_signed_data *data, const char *name);
/**
 * Returns a text of the payload by its name. Use this function for fields that are newer than this
 * library.
 * \param data borrows it. \param name borrows it: as for iap_signed_json_has().
 * \returns the text; NULL if the field is absent or is not a string.
 */
const char *iap_signed_json_text(const iap_signed_data *data, const char *name);
/**
 * Returns a whole number or a boolean (1 or 0) of the payload by its name.
 * \param data borrows it. \param name borrows it: as for iap_signed_json_has().
 * \param value gives the number. It stays unchanged if there is no number; may be NULL.
 * \returns 1; 0 if the field is absent, is not a number, or is not a whole number of 64 bits. The
 *          fraction of a millisecond in a date is cut off.
 */
int32_t iap_signed_json_number(const iap_signed_data *data, const char *name, int64_t *value);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif
