/*
 * iap_server_key.h: signs what a game server sends to the App Store, and checks such signatures.
 * For game servers, on Linux. See <iap/iap_verify.h> for threads, ownership and verdicts.
 *
 * A server has a private key. App Store Connect offers the key once for download, as a .p8 file,
 * and shows the id of the key. With this key the server signs the offers that the game uses in a
 * payment (iap_payment of <iap/iap.h>), and the tokens for its requests to the App Store Server
 * API. All signatures are ES256. The older format of a promotional offer is only a signature. All
 * other formats are compact JWS.
 *
 * A store checks the signatures of a server, and the tests of a server can check them too. A key
 * that was opened with only the public key can check signatures, but it cannot sign.
 */
#ifndef IAP_IAP_SERVER_KEY_H
#define IAP_IAP_SERVER_KEY_H

#include <iap/iap.h>
#include <iap/iap_verify.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The structs of this header keep this packing, even if the including file uses another one. */
#pragma pack(push, 8)

#define IAP_SERVER_TEXT_LENGTH_MAX 65536u /**< for a text of a request; product ids: IAP_PRODUCT_ID_LENGTH_MAX */
#define IAP_SERVER_ID_LENGTH_MAX 1024u    /**< for key id, issuer id and bundle id */
#define IAP_SERVER_KEY_LENGTH_MAX 4096u   /**< for the text of a key, and for a key file */

/* -------------------------------------------------------------------------------------- the key */

typedef struct iap_server_key iap_server_key;

/** Options of a key. Initialize it with IAP_SERVER_KEY_OPTIONS_INIT. Set one of key_path, key_text
 *  and public_key_text. */
typedef struct iap_server_key_options {
    uint32_t struct_size;
    uint32_t reserved;  /**< 0 */
    const char *key_id; /**< copies it: the id of the key in App Store Connect; required */
    /** Copies it: the issuer id of the team in App Store Connect. NULL is allowed only for a key
     *  that signs and checks nothing except the older format. */
    const char *issuer_id;
    const char *bundle_id; /**< copies it: the app's bundle id; required */
    /** Copies it: the path of a .p8 file, which has the PEM of a PKCS #8 key or its Base64. The
     *  library reads the file when it opens the key. */
    const char *key_path;
    const char *key_text;        /**< copies it: the content of a .p8 file */
    const char *public_key_text; /**< copies it: PEM of a public key, only for checks */
    iap_clock_function clock;    /**< NULL: the machine's clock */
    void *clock_user_data;       /**< must live until the last reference to the key is released and no call runs */
} iap_server_key_options;

/* clang-format off */
#define IAP_SERVER_KEY_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_server_key_options), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}
/* clang-format on */

/**
 * Sets options to IAP_SERVER_KEY_OPTIONS_INIT. This function writes the size that the LIBRARY
 * knows. It is for bindings that allocate the size that the library returns; C and C++ use the
 * macro.
 * \param options borrows it; NULL is ignored.
 */
void iap_server_key_options_init(iap_server_key_options *options);
/**
 * Opens a key.
 * \param options copies it.
 * \param key gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it. Its message never contains a part of the key.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (none of the three keys, or more than one; no key id;
 *          no bundle id), IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT (also a key text
 *          that holds no P-256 key), IAP_ERROR_TOO_LARGE (a path above 4096 bytes, an id above
 *          IAP_SERVER_ID_LENGTH_MAX, a key text above IAP_SERVER_KEY_LENGTH_MAX),
 *          IAP_ERROR_INVALID_FILE (the file is missing, too large, or has no P-256 key; the message
 *          names the file), IAP_ERROR_INTERNAL (OpenSSL has no memory).
 */
iap_status_t iap_server_key_open(const iap_server_key_options *options, const iap_server_key **key, iap_error *error);
/**
 * Retains a key: adds a reference to it.
 * \param key borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_server_key *iap_server_key_retain(const iap_server_key *key);
/**
 * Releases a key. Handles of signatures that the key made stay usable. When the last reference is
 * released, the library removes the private key from memory.
 * \param key takes back a handle that was given or retained; NULL is ignored. No other thread may
 *        use this reference any more; other references to the handle stay valid.
 */
void iap_server_key_release(const iap_server_key *key);
/**
 * Returns the public key. A store or a test uses it to check signatures.
 * \param key borrows it. \returns PEM that lives as long as the key; NULL for NULL.
 */
const char *iap_server_key_public_key(const iap_server_key *key);
/**
 * Returns the id of the key in App Store Connect.
 * \param key borrows it. \returns the id, which lives as long as the key; NULL for NULL.
 */
const char *iap_server_key_id(const iap_server_key *key);

/* ------------------------------------------------------------------------------- what is signed */

typedef int32_t iap_server_signature_kind_t;
/** The older format: Base64 of a DER signature over bundle id, key id, product id, offer id,
 *  account token, nonce and timestamp, separated by U+2063. It is valid for 24 hours. The store
 *  accepts each nonce once. */
#define IAP_SERVER_PROMOTIONAL_OFFER 1
#define IAP_SERVER_PROMOTIONAL_OFFER_JWS 2  /**< aud "promotional-offer" */
#define IAP_SERVER_INTRODUCTORY_OFFER_JWS 3 /**< aud "introductory-offer-eligibility" */
#define IAP_SERVER_ADVANCED_COMMERCE_JWS 4  /**< aud "advanced-commerce-api" */
#define IAP_SERVER_API_TOKEN 5              /**< aud "appstoreconnect-v1": for "Authorization: Bearer …" */

/** A request to sign, or the request that you expect a signature for. Initialize it with
 *  IAP_SERVER_REQUEST_INIT. Set the texts that the kind does not use to NULL. */
typedef struct iap_server_request {
    uint32_t struct_size;
    iap_server_signature_kind_t kind;
    const char *product_id; /**< for offers; required */
    const char *offer_id;   /**< for promotional offers; required */
    /** For the older format: the UUID or user name of the payment. It is signed in lower case.
     *  NULL: the payment has none. */
    const char *app_account_token;
    const char *nonce;    /**< for all kinds except tokens: a UUID, signed in lower case; NULL: a random UUID */
    int64_t timestamp_ms; /**< the time of signing, up to the year 9999; 0: now. A JWS has whole seconds. */
    /** For the JWS of an offer: the id of a transaction or app transaction. The introductory offer
     *  requires it. */
    const char *transaction_id;
    int32_t allows_introductory_offer; /**< for the introductory offer: 1 or 0 */
    uint32_t lifetime_s;               /**< for tokens: 1 to 3600 seconds; 0: 300 */
    const char *request_json;          /**< for Advanced Commerce: a JSON object, signed byte for byte; required */
} iap_server_request;

/* clang-format off */
#define IAP_SERVER_REQUEST_INIT \
    {IAP_STRUCT_SIZE(iap_server_request), 0, NULL, NULL, NULL, NULL, 0, NULL, 0, 0, NULL}
/* clang-format on */

/**
 * Sets a request to IAP_SERVER_REQUEST_INIT. This function writes the size that the LIBRARY knows.
 * It is for bindings that allocate the size that the library returns; C and C++ use the macro.
 * \param request borrows it; NULL is ignored.
 */
void iap_server_request_init(iap_server_request *request);

/** Signed data of a server, from iap_server_key_sign() or iap_server_key_check(): the text and its
 *  values. */
typedef struct iap_server_signature iap_server_signature;

/**
 * Signs a request.
 * \param key borrows it.
 * \param request copies it.
 * \param signature gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL, an unknown kind, a missing value, a text that
 *          does not belong to the kind, a time before 1970 or after the year 9999, a lifetime above
 *          3600; or request_json is not a JSON object, has a name twice in one object, is nested
 *          deeper than IAP_SIGNED_NESTING_MAX, or has a number that no double can hold),
 *          IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT (also a nonce that is no UUID; in
 *          the older format also U+2063, even in the key id or bundle id), IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_INVALID_STATE (the key has no private key, or was opened without the issuer id
 *          that the kind needs), IAP_ERROR_INTERNAL (no random numbers, no memory).
 */
iap_status_t iap_server_key_sign(const iap_server_key *key, const iap_server_request *request,
                                 const iap_server_signature **signature, iap_error *error);
/**
 * Checks what a server signed, as the App Store does. The function makes these checks, in this
 * order:
 *
 *  - the format, alg, kid and signature;
 *  - the claims are strict JSON and have the right types (null counts as absent);
 *  - issuer, bundle id, audience;
 *  - the time: an offer was signed at most 24 hours ago; a token has not expired and is valid for
 *    at most one hour; nothing was signed more than 60 seconds in the future; nothing with an
 *    expiration date has expired;
 *  - the claims that the kind needs are present;
 *  - the expected values.
 *
 * The caller has to remember which nonces were used before.
 * \param key borrows it: the key that should have signed.
 * \param expected copies it. The kind has to match. Every other value that is not NULL or 0 has to
 *        match the signed value, except allows_introductory_offer and lifetime_s. For a JWS only
 *        the seconds of timestamp_ms are compared. The older format does not contain its values, so
 *        a check of this format needs product_id, offer_id, nonce and timestamp_ms here, and
 *        app_account_token if the payment had one.
 * \param text borrows it: the JWS, or the Base64 of the older format. It need not end with a NUL.
 * \param length of the text in bytes.
 * \param signature gives a handle, to be released, if the signature is valid; else NULL. May be
 *        NULL.
 * \param result borrows it and fills it; may be NULL. The verdict is valid or invalid, never
 *        undecided. The reasons are IAP_VERIFY_REASON_MALFORMED, …_TOO_LARGE, …_INVALID_JSON,
 *        …_INVALID_UTF8, …_DUPLICATE_NAME, …_TOO_DEEP, …_NUMBER_OUT_OF_RANGE, …_WRONG_TYPE (also a
 *        nonce that is no UUID), …_UNSUPPORTED_ALGORITHM, …_UNKNOWN_KEY, …_INVALID_SIGNATURE (in
 *        the older format also for every value that differs from the signed one), …_OTHER_ISSUER,
 *        …_OTHER_APP, …_OTHER_AUDIENCE, …_OUT_OF_TIME, …_OTHER_CLAIM (also a missing claim).
 * \param error may be NULL; borrows it.
 * \returns IAP_OK for every verdict. The other values mean that there is no verdict, and the
 *          verdict of the result is 0: IAP_ERROR_INVALID_ARGUMENT (also for an expected request
 *          that iap_server_key_sign() refuses with this status), IAP_ERROR_INVALID_STRUCT_SIZE (of
 *          the expected request or of the result), IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE (of
 *          the expected request), IAP_ERROR_INVALID_STATE (the key was opened without the issuer id
 *          that the kind needs).
 */
iap_status_t iap_server_key_check(const iap_server_key *key, const iap_server_request *expected, const char *text,
                                  size_t length, const iap_server_signature **signature, iap_verify_result *result,
                                  iap_error *error);
/**
 * Retains a signature: adds a reference to it.
 * \param signature borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_server_signature *iap_server_signature_retain(const iap_server_signature *signature);
/**
 * Releases a signature.
 * \param signature takes back a handle that was given or retained; NULL is ignored. No other thread
 *        may use this reference any more; other references to the handle stay valid.
 */
void iap_server_signature_release(const iap_server_signature *signature);
/**
 * Returns the text to send to the game or to the App Store.
 * \param signature borrows it. \returns a compact JWS, or the Base64 of the older format; NULL for
 *        NULL.
 */
const char *iap_server_signature_text(const iap_server_signature *signature);
/**
 * Returns the kind of the signature.
 * \param signature borrows it. \returns an IAP_SERVER_… value; 0 for NULL.
 */
iap_server_signature_kind_t iap_server_signature_kind(const iap_server_signature *signature);
/**
 * Returns the nonce. With the older format, the game needs the nonce together with the signature.
 * \param signature borrows it. \returns a lowercase UUID; NULL for tokens.
 */
const char *iap_server_signature_nonce(const iap_server_signature *signature);
/**
 * Returns the time at which the request was signed. With the older format, the game needs this time
 * together with the signature. The other formats have whole seconds.
 * \param signature borrows it. \returns milliseconds since 1970; 0 if it is absent (tokens need not
 *        have it).
 */
int64_t iap_server_signature_timestamp_ms(const iap_server_signature *signature);
/**
 * Returns the time at which a token expires.
 * \param signature borrows it. \returns milliseconds since 1970; 0 for other kinds.
 */
int64_t iap_server_signature_expiration_date_ms(const iap_server_signature *signature);
/**
 * Returns the product id of an offer.
 * \param signature borrows it. \returns its id; NULL for other kinds.
 */
const char *iap_server_signature_product_id(const iap_server_signature *signature);
/**
 * Returns the id of the promotional offer.
 * \param signature borrows it. \returns its id; NULL for other kinds.
 */
const char *iap_server_signature_offer_id(const iap_server_signature *signature);
/**
 * Returns the id of the transaction or app transaction for which the offer was signed.
 * \param signature borrows it. \returns its id; NULL if the offer was signed for none.
 */
const char *iap_server_signature_transaction_id(const iap_server_signature *signature);
/**
 * Returns whether the introductory offer is allowed.
 * \param signature borrows it. \returns 1 or 0; 0 for other kinds.
 */
int32_t iap_server_signature_allows_introductory_offer(const iap_server_signature *signature);
/**
 * Returns the Advanced Commerce request.
 * \param signature borrows it. \returns a JSON object; NULL for other kinds.
 */
const char *iap_server_signature_request_json(const iap_server_signature *signature);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif
