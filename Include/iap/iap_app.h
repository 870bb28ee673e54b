/*
 * iap_app.h: the app itself: the app transaction, with the first version that the account obtained,
 * and the app receipt. The rules of <iap/iap.h> apply.
 */
#ifndef IAP_IAP_APP_H
#define IAP_IAP_APP_H

#include <iap/iap_verification.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct iap_app_transaction iap_app_transaction; /**< the account's copy of the app */

/* ------------------------------------------------------------------------------ app transaction */

/** Completes a request for the app transaction. */
typedef void (*iap_app_transaction_function)(void *user_data, iap_client *client, uint64_t request_id,
                                             const iap_app_transaction *app_transaction, const iap_error *error);

/**
 * Requests the app transaction: the signed proof that this account has obtained the app.
 * \param refresh 1: the store signs a new app transaction; the system may then ask the player to
 *        sign in. Use 1 only when the player requests this.
 */
iap_status_t iap_request_app_transaction(iap_client *client, int32_t refresh, iap_app_transaction_function completion,
                                         void *user_data, uint64_t *request_id, iap_error *error);

const iap_app_transaction *iap_app_transaction_retain(const iap_app_transaction *app_transaction);
void iap_app_transaction_release(const iap_app_transaction *app_transaction);
/** Returns the result of the signature check. Trust the other values of the app transaction only if
 *  the result is IAP_SIGNATURE_VERIFIED. */
iap_signature_check_t iap_app_transaction_signature_check(const iap_app_transaction *app_transaction);
/** Returns the number of the app in the App Store; 0 in the sandbox. */
uint64_t iap_app_transaction_app_id(const iap_app_transaction *app_transaction);
/** Returns the number of this version of the app in the App Store; 0 in the sandbox. */
uint64_t iap_app_transaction_app_version_id(const iap_app_transaction *app_transaction);
/** Returns the version of the app: CFBundleShortVersionString on macOS, CFBundleVersion
 *  elsewhere. */
const char *iap_app_transaction_app_version(const iap_app_transaction *app_transaction);
/** Returns the bundle id of the app. */
const char *iap_app_transaction_bundle_id(const iap_app_transaction *app_transaction);
/** Returns the App Store that the app transaction comes from. \returns "Production", "Sandbox" or
 *  "Xcode". */
const char *iap_app_transaction_environment(const iap_app_transaction *app_transaction);
/** Returns the first version of the app that the account obtained; in the sandbox "1.0". With this
 *  version the game can recognize players who paid for the app before it became free. */
const char *iap_app_transaction_original_app_version(const iap_app_transaction *app_transaction);
/** Returns the time at which the account first obtained the app. */
int64_t iap_app_transaction_original_purchase_date_ms(const iap_app_transaction *app_transaction);
/** Returns the time at which the account ordered the app before its release; 0 if the account did
 *  not. */
int64_t iap_app_transaction_preorder_date_ms(const iap_app_transaction *app_transaction);
/** Returns the id of the account's copy of the app; NULL where the system does not report it. */
const char *iap_app_transaction_app_transaction_id(const iap_app_transaction *app_transaction);
/** Returns the system on which the account first obtained the app. \returns for example "iOS"; NULL
 *  where the system does not report it. */
const char *iap_app_transaction_original_platform(const iap_app_transaction *app_transaction);
/** Returns the time at which the store signed the app transaction. */
int64_t iap_app_transaction_signed_date_ms(const iap_app_transaction *app_transaction);
/** Returns the value that binds the app transaction to this device: the Base64 of a SHA-384 over
 *  the nonce and the id of the device. */
const char *iap_app_transaction_device_verification(const iap_app_transaction *app_transaction);
/** Returns the nonce of the device verification. \returns a lowercase UUID. */
const char *iap_app_transaction_device_verification_nonce(const iap_app_transaction *app_transaction);
/** Returns the signed app transaction for the game's server, a compact JWS (RFC 7515). */
const char *iap_app_transaction_signed_text(const iap_app_transaction *app_transaction);
/** Returns everything that the store signed about the app, as JSON. */
const char *iap_app_transaction_json(const iap_app_transaction *app_transaction);

/* ---------------------------------------------------------------------------------- app receipt */

/**
 * Requests the app receipt of the original StoreKit, for servers that still need it: PKCS #7 in
 * Base64.
 * \param refresh 1: the store issues a new receipt; the system may then ask the player to sign in.
 *        Use 1 only when the player requests this. 0: the receipt on the device, which may be
 *        older than the latest purchases.
 */
iap_status_t iap_request_app_receipt(iap_client *client, int32_t refresh, iap_text_function completion, void *user_data,
                                     uint64_t *request_id, iap_error *error);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_APP_H */
