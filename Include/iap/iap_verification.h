/*
 * iap_verification.h: the signature of a transaction, and extra verification before delivery. In
 * every mode, the library delivers only purchases whose store signature is valid.
 * iap_client_options.verification chooses an extra verification. The rules of <iap/iap.h> apply.
 *
 * VERDICTS
 *
 * There are three verdicts: valid, invalid and undecided.
 *
 * Valid: the library delivers the purchase and records the verdict in the journal. It does not
 * verify the purchase again while the store reports the same product, purchase date, quantity and
 * expiration date.
 *
 * Invalid: the observers receive IAP_TRANSACTION_REJECTED. The library does not deliver the
 * purchase, and finishes it. (With IAP_VERIFY_BY_SIGNATURE the state is IAP_TRANSACTION_UNVERIFIED
 * instead, and the library never finishes it.)
 *
 * Undecided: the library does not deliver the purchase, and nothing is lost. The library requests a
 * verdict again, each time after a longer wait with random jitter, also after a restart. A payment
 * that has to wait for this reason is reported as IAP_TRANSACTION_DEFERRED. The observers receive
 * problem_reported with the reason (IAP_ERROR_NETWORK or IAP_ERROR_SERVER). They receive the next
 * such report only after the library has got a valid or invalid verdict in between.
 *
 * If the game never reports a verdict, the purchase stays PURCHASING until the next launch. For
 * each transaction, the library requests only one verdict at a time.
 *
 * IAP_VERIFY_BY_SIGNATURE also compares the signed id, product and quantity with the transaction.
 * It does not compare the signed app and environment, because the store has checked them before.
 *
 * The server receives a POST request with a JSON object: "signedTransaction" (the compact JWS),
 * "transactionId" (a string of digits), "productId", and if known "appAccountToken" and
 * "environment". The header Idempotency-Key is the same for each request about one transaction. A
 * response is a verdict if it has status 200 and a JSON object whose "verdict" is "valid" or
 * "invalid"; the optional text "reason" gives the reason. Everything else is undecided: other
 * responses (the library does not follow redirects), no response within the timeout, and
 * {"verdict":"undecided"}. The library obeys the header Retry-After (in seconds) up to
 * retry_max_ms.
 *
 * The library contacts a server on this machine without a proxy. The library sends data to any
 * other server only over TLS, also through a proxy.
 */
#ifndef IAP_IAP_VERIFICATION_H
#define IAP_IAP_VERIFICATION_H

#include <iap/iap.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The structs keep this packing, even if the including file uses another one. */
#pragma pack(push, 8)

/* ----------------------------------------------------------------------------------- signatures */

/** Whether the store signed the data; if not, why the verification failed. */
typedef int32_t iap_signature_check_t;
#define IAP_SIGNATURE_NONE 0 /**< there is no signed data */
#define IAP_SIGNATURE_VERIFIED 1
#define IAP_SIGNATURE_REVOKED_CERTIFICATE 2
#define IAP_SIGNATURE_INVALID_CERTIFICATE_CHAIN 3
#define IAP_SIGNATURE_INVALID_DEVICE_VERIFICATION 4 /**< it was signed for another device */
#define IAP_SIGNATURE_INVALID_ENCODING 5
#define IAP_SIGNATURE_INVALID_SIGNATURE 6
#define IAP_SIGNATURE_MISSING_REQUIRED_PROPERTIES 7
#define IAP_SIGNATURE_FAILED 8 /**< for a reason that this version does not know */

/** Returns the result of the signature check: IAP_SIGNATURE_VERIFIED, the reason of a failure,
 *  or IAP_SIGNATURE_NONE. If the store's response to a payment was not verified, the transaction
 *  is FAILED with IAP_ERROR_VERIFICATION, and this function returns the reason. */
iap_signature_check_t iap_transaction_signature_check(const iap_transaction *transaction);
/** Returns the signed transaction for the game's server: a compact JWS (RFC 7515) with the fields
 *  of Apple's JWSTransactionDecodedPayload; NULL while purchasing, deferred or failed. */
const char *iap_transaction_signed_text(const iap_transaction *transaction);
/** Returns the time at which the store signed the transaction; 0 while purchasing, deferred or
 *  failed. */
int64_t iap_transaction_signed_date_ms(const iap_transaction *transaction);
/** Returns the value that binds the transaction to this device: the Base64 of a SHA-384 over the
 *  nonce and the id of the device; NULL where the store gives none. */
const char *iap_transaction_device_verification(const iap_transaction *transaction);
/** Returns the nonce of the device verification. \returns a lowercase UUID; NULL where the store
 *  gives none. */
const char *iap_transaction_device_verification_nonce(const iap_transaction *transaction);

/* ----------------------------------------------------------- extra verification before delivery */

/** Extra verification before delivery. */
typedef int32_t iap_verification_mode_t;
#define IAP_VERIFY_BY_STORE 0 /**< no extra verification */
/** The library checks the signature up to a root certificate that the game chooses. */
#define IAP_VERIFY_BY_SIGNATURE 1
#define IAP_VERIFY_BY_GAME 2 /**< the game verifies; it receives verification_requested */
/** The game's server verifies; the library sends HTTP requests to it. */
#define IAP_VERIFY_BY_SERVER 3

/** How the library verifies purchases: see VERDICTS at the top of <iap/iap_verification.h>.
 *  Initialize it with IAP_VERIFICATION_OPTIONS_INIT. */
struct iap_verification_options {
    uint32_t struct_size;
    iap_verification_mode_t mode;
    /** IAP_VERIFY_BY_SIGNATURE: a file with the trusted root certificates, PEM or DER (copies it);
     *  required. */
    const char *roots_path;
    /** IAP_VERIFY_BY_SERVER: an https URL, or an http URL on this machine (copies it); required. */
    const char *server_url;
    /** Extra headers of the requests: lines of the form "Name: value", for example for
     *  authorization (copies them). */
    const char *const *server_headers;
    size_t server_header_count; /**< at most 32 */
    uint32_t server_timeout_ms; /**< the timeout of a whole request; 0: 30 seconds */
    uint32_t retry_min_ms;      /**< the first wait after an undecided verdict; 0: 1 second */
    uint32_t retry_max_ms;      /**< the longest wait; 0: 1 hour */
    uint32_t reserved;          /**< 0 */
    /** 1: IAP_VERIFY_BY_SIGNATURE also accepts purchases in the environment "Xcode", which Xcode's
     *  local testing signs with its own single certificate. DANGER: anybody can make such a
     *  certificate. Use 1 only in builds for testing. 0: such purchases have the state
     *  IAP_TRANSACTION_UNVERIFIED, with an error that names this reason. */
    int32_t accepts_xcode_testing;
    uint32_t reserved_end; /**< 0 */
};

/* clang-format off */
#define IAP_VERIFICATION_OPTIONS_INIT \
    {IAP_STRUCT_SIZE(iap_verification_options), IAP_VERIFY_BY_STORE, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */
void iap_verification_options_init(iap_verification_options *options);

typedef int32_t iap_verdict_t;
#define IAP_VERDICT_VALID 1
#define IAP_VERDICT_INVALID 2
#define IAP_VERDICT_UNDECIDED 3 /**< no decision is possible now: request it again later */

/**
 * Reports the verdict for verification_requested. Only the first verdict counts.
 * \param transaction_id the id of the transaction that the observer received with
 *        verification_requested.
 * \param verdict an IAP_VERDICT_… value.
 * \param reason one line for the error of a rejected transaction, or for problem_reported if the
 *        verdict is undecided; may be NULL.
 * \param retry_after_ms with IAP_VERDICT_UNDECIDED: the library waits at least this long before the
 *        next request, up to retry_max_ms; 0: the usual wait. During the wait this function returns
 *        IAP_ERROR_NOT_FOUND.
 * \returns IAP_OK, IAP_ERROR_TOO_LARGE (a reason above 1024 bytes), IAP_ERROR_NOT_FOUND (the
 *          library does not wait for a verdict about this transaction).
 */
iap_status_t iap_give_verdict(iap_client *client, uint64_t transaction_id, iap_verdict_t verdict, const char *reason,
                              uint32_t retry_after_ms, iap_error *error);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_VERIFICATION_H */
