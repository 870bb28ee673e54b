/*
 * iap_server_key.h: what a game's server signs for the App Store, made and checked. For game servers, on Linux; see
 * <iap/iap_verify.h> for threads, ownership and verdicts.
 *
 * A server has a private key, which App Store Connect gives once as a .p8 file, with the key's id. With it the server signs
 * offers that the game then buys with (iap_payment of <iap/iap.h>), and the tokens with which it asks the App Store Server
 * API. All are ES256; the older form of a promotional offer is a signature only, the others are compact JWS.
 *
 * Checking is what a store does with what a server has signed, and what a server's own tests want. A key that was opened with
 * the public key alone checks and does not sign.
 */
#ifndef IAP_IAP_SERVER_KEY_H
#define IAP_IAP_SERVER_KEY_H

#include "iap.h"
#include "iap_verify.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The layout is the same, whatever packing is in force where this is included. */
#pragma pack(push, 8)

#define IAP_SERVER_TEXT_LENGTH_MAX 65536u /**< of a text of a request; of a product id IAP_PRODUCT_ID_LENGTH_MAX */
#define IAP_SERVER_ID_LENGTH_MAX 1024u    /**< of the ids of key, issuer and bundle */
#define IAP_SERVER_KEY_LENGTH_MAX 4096u   /**< of the text of a key, and of a file with one */

/* ------------------------------------------------------------------------------------------------------ the key */

typedef struct iap_server_key iap_server_key;

/** Start it with IAP_SERVER_KEY_OPTIONS_INIT. Give one of key_path, key_text and public_key_text. */
typedef struct iap_server_key_options {
    uint32_t struct_size;
    uint32_t reserved;  /**< 0 */
    const char *key_id; /**< copies it: the id of the key in App Store Connect; needed */
    /** Copies it: of the team in App Store Connect; NULL only for a key that signs and checks nothing but the older form. */
    const char *issuer_id;
    const char *bundle_id; /**< copies it: of the app; needed */
    /** Copies it: a .p8 file: PEM of a PKCS #8 key, or its Base64; read when the key is opened. */
    const char *key_path;
    const char *key_text;        /**< copies it: what such a file holds */
    const char *public_key_text; /**< copies it: PEM of a public key, to check only */
    iap_clock_function clock;    /**< NULL: the machine's clock */
    void *clock_user_data;       /**< has to live until the last reference to the key is released and no call runs */
} iap_server_key_options;

/* clang-format off */
#define IAP_SERVER_KEY_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_server_key_options), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}
/* clang-format on */

/**
 * Sets options to IAP_SERVER_KEY_OPTIONS_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_server_key_options_init(iap_server_key_options *options);
/**
 * Opens a key.
 * \param options copies it.
 * \param key gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it. Its message never has a part of the key.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (none of the three keys, or more than one; no key id; no bundle id),
 *          IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT (also a key text that holds no P-256 key),
 *          IAP_ERROR_TOO_LARGE (a path above 4096 bytes, an id above IAP_SERVER_ID_LENGTH_MAX, a key text above
 *          IAP_SERVER_KEY_LENGTH_MAX), IAP_ERROR_INVALID_FILE (not there, too large, no P-256 key; the message names it),
 *          IAP_ERROR_INTERNAL (OpenSSL has no memory).
 * \since 0.1
 */
iap_status iap_server_key_open(const iap_server_key_options *options, const iap_server_key **key, iap_error *error);
/**
 * Keeps a key for another owner.
 * \param key borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_server_key *iap_server_key_retain(const iap_server_key *key);
/**
 * Lets a key go. What it has signed stays; of the private part the library leaves nothing in memory.
 * \param key takes back what was given or kept; NULL is ignored. No other thread may use this reference any more.
 * \since 0.1
 */
void iap_server_key_release(const iap_server_key *key);
/**
 * The public key, for those who check: of a store, of a test.
 * \param key borrows it. \returns PEM that lives as long as the key; NULL for NULL.
 * \since 0.1
 */
const char *iap_server_key_public_key(const iap_server_key *key);
/**
 * The id of the key in App Store Connect.
 * \param key borrows it. \returns the id, which lives as long as the key; NULL for NULL.
 * \since 0.1
 */
const char *iap_server_key_id(const iap_server_key *key);

/* -------------------------------------------------------------------------------------------------- what is signed */

typedef int32_t iap_server_signature_kind_t;
/** The older form: Base64 of a DER signature over bundle id, key id, product id, offer id, account token, nonce and timestamp,
 *  parted by U+2063. Good for 24 hours; the store takes a nonce once. */
#define IAP_SERVER_PROMOTIONAL_OFFER 1
#define IAP_SERVER_PROMOTIONAL_OFFER_JWS 2  /**< aud "promotional-offer" */
#define IAP_SERVER_INTRODUCTORY_OFFER_JWS 3 /**< aud "introductory-offer-eligibility" */
#define IAP_SERVER_ADVANCED_COMMERCE_JWS 4  /**< aud "advanced-commerce-api" */
#define IAP_SERVER_API_TOKEN 5              /**< aud "appstoreconnect-v1": for "Authorization: Bearer …" */

/** What to sign, or what a signature should be for. Start it with IAP_SERVER_REQUEST_INIT. Texts are NULL where they do not
 *  belong to the kind. */
typedef struct iap_server_request {
    uint32_t struct_size;
    iap_server_signature_kind_t kind;
    const char *product_id; /**< offers; needed */
    const char *offer_id;   /**< promotional offers; needed */
    /** The older form: a UUID or the user name of the payment, signed in lower case; NULL: the payment has none. */
    const char *app_account_token;
    const char *nonce;    /**< all but tokens: a UUID, signed in lower case; NULL takes one at random */
    int64_t timestamp_ms; /**< when it is signed, up to the year 9999; 0: now. A JWS says the second. */
    /** The JWS of offers: of a transaction or app transaction; the introductory one needs it. */
    const char *transaction_id;
    int32_t allows_introductory_offer; /**< the introductory one: 1 or 0 */
    uint32_t lifetime_s;               /**< tokens: 1 to 3600 seconds; 0: 300 */
    const char *request_json;          /**< Advanced Commerce: a JSON object, signed byte for byte; needed */
} iap_server_request;

/* clang-format off */
#define IAP_SERVER_REQUEST_INIT \
    {IAP_STRUCT_SIZE(iap_server_request), 0, NULL, NULL, NULL, NULL, 0, NULL, 0, 0, NULL}
/* clang-format on */

/**
 * Sets a request to IAP_SERVER_REQUEST_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param request borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_server_request_init(iap_server_request *request);

/** Something that a server has signed, made or checked: the text and what it says. */
typedef struct iap_server_signature iap_server_signature;

/**
 * Signs.
 * \param key borrows it.
 * \param request copies it.
 * \param signature gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL, an unknown kind, something needed is missing, a text that does not belong
 *          to the kind, a time before 1970 or after the year 9999, a lifetime above 3600; no JSON object, or one in which a
 *          name comes twice, that is nested deeper than IAP_SIGNED_NESTING_MAX, or whose numbers no double holds),
 *          IAP_ERROR_INVALID_STRUCT_SIZE, IAP_ERROR_INVALID_TEXT (also a nonce that is no UUID, and U+2063 in the older form,
 *          in the ids of key and bundle too), IAP_ERROR_TOO_LARGE, IAP_ERROR_INVALID_STATE (the key has no private part, or
 *          was opened without the issuer id that the kind needs), IAP_ERROR_INTERNAL (no random numbers, no memory).
 * \since 0.1
 */
iap_status iap_server_key_sign(const iap_server_key *key, const iap_server_request *request,
                               const iap_server_signature **signature, iap_error *error);
/**
 * Checks what a server has signed, as the App Store does, in this order: form, alg, kid and signature; that the claims are strict
 * JSON and have their types (null is absent); issuer, bundle id, audience; the time; that the claims are there which the kind
 * needs; what is expected. Of the time: an offer was not signed above 24 hours ago; a token has not expired, and lives for an
 * hour at most; nothing was signed more than 60 seconds in the future, and nothing that names an end has expired. Whether a
 * nonce was used before is for the caller to remember.
 * \param key borrows it: the one that should have signed.
 * \param expected copies it: its kind, and what else is not NULL or 0 has to be what was signed. allows_introductory_offer and
 *        lifetime_s are not compared, of timestamp_ms the seconds. Of the older form, which has its claims nowhere else,
 *        product_id, offer_id, nonce and timestamp_ms are needed, and app_account_token if the payment had one.
 * \param text borrows it: the JWS, or Base64 of the older form; it need not end with a NUL.
 * \param length of the text in bytes.
 * \param signature gives a handle, to be released, if it is valid; else NULL. May be NULL.
 * \param result borrows it and fills it; may be NULL. The verdict is valid or invalid, never undecided. The reasons are
 *        IAP_VERIFY_REASON_MALFORMED, …_TOO_LARGE, …_INVALID_JSON, …_INVALID_UTF8, …_DUPLICATE_NAME, …_TOO_DEEP,
 *        …_NUMBER_OUT_OF_RANGE, …_WRONG_TYPE (also a nonce that is no UUID), …_UNSUPPORTED_ALGORITHM, …_UNKNOWN_KEY,
 *        …_INVALID_SIGNATURE (of the older form also everything else that was not signed so), …_OTHER_ISSUER, …_OTHER_APP,
 *        …_OTHER_AUDIENCE, …_OUT_OF_TIME, …_OTHER_CLAIM (also one that is missing).
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, whatever the verdict; IAP_ERROR_INVALID_ARGUMENT (also what iap_server_key_sign() calls so of a request),
 *          IAP_ERROR_INVALID_STRUCT_SIZE (of what is expected, or of the result), IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE
 *          (of what is expected), IAP_ERROR_INVALID_STATE (the key was opened without the issuer id that the kind needs):
 *          there is no verdict then, and the result's is 0.
 * \since 0.1
 */
iap_status iap_server_key_check(const iap_server_key *key, const iap_server_request *expected, const char *text,
                                size_t length, const iap_server_signature **signature, iap_verify_result *result,
                                iap_error *error);
/**
 * Keeps a signature for another owner.
 * \param signature borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_server_signature *iap_server_signature_retain(const iap_server_signature *signature);
/**
 * Lets a signature go.
 * \param signature takes back what was given or kept; NULL is ignored. No other thread may use this reference any more.
 * \since 0.1
 */
void iap_server_signature_release(const iap_server_signature *signature);
/**
 * What the game or the App Store gets.
 * \param signature borrows it. \returns a compact JWS, or Base64 of the older form; NULL for NULL.
 * \since 0.1
 */
const char *iap_server_signature_text(const iap_server_signature *signature);
/**
 * The kind.
 * \param signature borrows it. \returns an IAP_SERVER_… value; 0 for NULL.
 * \since 0.1
 */
iap_server_signature_kind_t iap_server_signature_kind(const iap_server_signature *signature);
/**
 * The nonce: the older form's has to be given to the game with the signature.
 * \param signature borrows it. \returns a lowercase UUID; NULL of tokens.
 * \since 0.1
 */
const char *iap_server_signature_nonce(const iap_server_signature *signature);
/**
 * When it was signed: the older form's has to be given to the game with the signature. The others have whole seconds.
 * \param signature borrows it. \returns milliseconds since 1970; 0 if it says nothing (tokens need not).
 * \since 0.1
 */
int64_t iap_server_signature_timestamp_ms(const iap_server_signature *signature);
/**
 * When a token expires.
 * \param signature borrows it. \returns milliseconds since 1970; 0 of other kinds.
 * \since 0.1
 */
int64_t iap_server_signature_expiration_date_ms(const iap_server_signature *signature);
/**
 * The product of an offer.
 * \param signature borrows it. \returns its id; NULL of other kinds.
 * \since 0.1
 */
const char *iap_server_signature_product_id(const iap_server_signature *signature);
/**
 * The promotional offer.
 * \param signature borrows it. \returns its id; NULL of other kinds.
 * \since 0.1
 */
const char *iap_server_signature_offer_id(const iap_server_signature *signature);
/**
 * The transaction, or the copy of the app, that an offer was signed for.
 * \param signature borrows it. \returns its id; NULL if it was signed for none.
 * \since 0.1
 */
const char *iap_server_signature_transaction_id(const iap_server_signature *signature);
/**
 * Whether the introductory offer is allowed.
 * \param signature borrows it. \returns 1 or 0; 0 of other kinds.
 * \since 0.1
 */
int32_t iap_server_signature_allows_introductory_offer(const iap_server_signature *signature);
/**
 * The request of Advanced Commerce.
 * \param signature borrows it. \returns a JSON object; NULL of other kinds.
 * \since 0.1
 */
const char *iap_server_signature_request_json(const iap_server_signature *signature);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif
