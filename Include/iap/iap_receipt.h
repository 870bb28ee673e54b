/*
 * iap_receipt.h: app receipts, the proof of purchase of the original StoreKit, and the responses of
 * verifyReceipt. For game servers, on Linux. See <iap/iap_verify.h> for the verifier, the verdicts,
 * threads and ownership.
 *
 * An app receipt is one PKCS #7 message for the app. It lists the purchases. The device gives it to
 * the game (iap_request_app_receipt()), and the game sends it to its server. The server has two
 * choices: it verifies the receipt with this header, or it sends the receipt to Apple's
 * verifyReceipt. Apple has deprecated verifyReceipt, but it still works.
 *
 * A receipt lists non-consumables, subscriptions and unfinished purchases. A consumable disappears
 * from the receipt when the game finishes it. A receipt can list purchases that the server granted
 * before: grant each purchase once, by its original transaction id and purchase date.
 */
#ifndef IAP_IAP_RECEIPT_H
#define IAP_IAP_RECEIPT_H

#include <iap/iap.h>
#include <iap/iap_verify.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The structs of this header keep this packing, even if the including file uses another one. */
#pragma pack(push, 8)

#define IAP_RECEIPT_LENGTH_MAX 16777216u /**< longer receipts (or their Base64) and responses are refused unparsed */
#define IAP_RECEIPT_PURCHASES_MAX 65536u /**< receipts and responses that list more are refused */

/* --------------------------------------------------------------------------------- app receipts */

typedef struct iap_app_receipt iap_app_receipt;
typedef struct iap_receipt_purchase iap_receipt_purchase; /**< it lives as long as its receipt or response */

/**
 * Verifies an app receipt and decodes it. The verifier makes these checks, in this order:
 *
 *  - the format: DER, or the BER of Xcode's receipts, with one signer and no signed attributes;
 *  - the certificate chain: from the signer's certificate through an intermediate certificate in
 *    the receipt to one of the verifier's roots. The certificates must be valid at the time when
 *    the receipt was made (or now, if the receipt has no such time);
 *  - the App Store's markers on both certificates;
 *  - the signature: RSA with SHA-1 or SHA-2, or ECDSA with SHA-2;
 *  - the bundle id, and then the environment.
 *
 * Then the verifier reads the other fields. It does not check the app's Apple id, because only
 * receipts of Production have this id and Apple does not document the attribute. If the verifier
 * allows Xcode, it accepts receipts of Xcode without a check. The verifier does not check
 * revocation.
 * \param verifier borrows it.
 * \param bytes borrows it: the receipt itself (PKCS #7), or its Base64, as games send it. Line
 *        breaks in the Base64 are ignored.
 * \param length of the receipt in bytes.
 * \param receipt gives a handle, to be released, if the receipt is valid; else NULL.
 * \param result borrows it and fills it; may be NULL. The reasons are IAP_VERIFY_REASON_MALFORMED
 *        (no receipt, a certificate in it cannot be read, or it has an attribute twice),
 *        …_TOO_LARGE, …_WRONG_TYPE (a documented attribute cannot be read), …_MISSING_CERTIFICATES
 *        (no certificates, or not the signer's), …_UNSUPPORTED_ALGORITHM, …_UNTRUSTED_CHAIN,
 *        …_NOT_VALID_AT_DATE, …_MISSING_MARKER, …_INVALID_SIGNATURE, …_OTHER_APP,
 *        …_OTHER_ENVIRONMENT, …_NO_MEMORY (the verdict is then undecided, if OpenSSL reports the
 *        failure).
 * \param error may be NULL; borrows it.
 * \returns IAP_OK for every verdict. IAP_ERROR_INVALID_ARGUMENT (NULL) or
 *          IAP_ERROR_INVALID_STRUCT_SIZE (of the result, which stays unchanged) mean that there is
 *          no verdict. A receipt of the sandbox (IAP_APP_RECEIPT_ENVIRONMENT) cost no money: keep
 *          its grants apart from the grants of Production.
 */
iap_status_t iap_verifier_check_receipt(const iap_verifier *verifier, const void *bytes, size_t length,
                                        const iap_app_receipt **receipt, iap_verify_result *result, iap_error *error);
/**
 * Decodes an app receipt and does not verify it, as Apple's ReceiptUtility does. Use this function
 * to look up a transaction id at the App Store Server API, which verifies the transaction. Never
 * grant what an unverified receipt lists.
 * \param bytes borrows it: the receipt in a form that iap_verifier_check_receipt() accepts.
 * \param length of the receipt in bytes.
 * \param receipt gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE, IAP_ERROR_INVALID_TEXT (no
 *          receipt; the message says what is wrong with it).
 */
iap_status_t iap_app_receipt_read(const void *bytes, size_t length, const iap_app_receipt **receipt, iap_error *error);
/**
 * Reads the transaction id from a receipt of one transaction. This is the format before app
 * receipts (iOS 6, transactionReceipt of SKPaymentTransaction). The function verifies nothing.
 * \param bytes borrows it: the receipt, or its Base64.
 * \param length of the receipt in bytes.
 * \param transaction_id gives the id.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE, IAP_ERROR_INVALID_TEXT.
 */
iap_status_t iap_transaction_receipt_read_id(const void *bytes, size_t length, uint64_t *transaction_id,
                                             iap_error *error);
/**
 * Retains a receipt: adds a reference to it.
 * \param receipt borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_app_receipt *iap_app_receipt_retain(const iap_app_receipt *receipt);
/**
 * Releases a receipt.
 * \param receipt takes back a handle that was given or retained; NULL is ignored.
 */
void iap_app_receipt_release(const iap_app_receipt *receipt);

/* A constant names each field of a receipt, a purchase, a response and its renewal info. The
 * comment of a constant begins with the type of the field, as in <iap/iap_verify.h>. A field that
 * is absent or unknown to the library, or that has another type than the function reads, is 0 or
 * NULL. */

/** A field of a receipt. */
typedef int32_t iap_app_receipt_field_t;
/** iap_environment_t: the environment in which the receipt was made, by its attribute 0 */
#define IAP_APP_RECEIPT_ENVIRONMENT 601
/** text: the store's own name of the receipt's environment (attribute 0), for example
 *  "ProductionSandbox" */
#define IAP_APP_RECEIPT_RECEIPT_TYPE 602
#define IAP_APP_RECEIPT_BUNDLE_ID 603   /**< text: the bundle id of the app (attribute 2) */
#define IAP_APP_RECEIPT_APP_VERSION 604 /**< text: the version of the app (attribute 3) */
/** text: the version of the app that the account first bought (attribute 19); "1.0" in the
 *  sandbox */
#define IAP_APP_RECEIPT_ORIGINAL_APP_VERSION 605
/** int64: the time at which the receipt was made (attribute 12) */
#define IAP_APP_RECEIPT_CREATION_DATE_MS 606
/** int64: the time at which the account first bought the app (attribute 18) */
#define IAP_APP_RECEIPT_ORIGINAL_PURCHASE_DATE_MS 607
/** int64: the time at which an organization's licence for the app ends (attribute 21). The verifier
 *  does not compare it with the clock: a receipt past this date is valid. */
#define IAP_APP_RECEIPT_EXPIRATION_DATE_MS 608
/** id: the app's Apple id (attribute 1, which Apple does not document); 0 in the sandbox */
#define IAP_APP_RECEIPT_APP_APPLE_ID 609

/**
 * Returns a text: a field of the type text.
 * \param receipt borrows it.
 * \param field an IAP_APP_RECEIPT_… field.
 * \returns the text; NULL if there is none.
 */
const char *iap_app_receipt_text(const iap_app_receipt *receipt, iap_app_receipt_field_t field);
/**
 * Returns a number: a field of the type int32, int64 or flag, or the value of an enumerated field.
 * \param receipt borrows it.
 * \param field an IAP_APP_RECEIPT_… field.
 * \returns the number; 0 if there is none.
 */
int64_t iap_app_receipt_int64(const iap_app_receipt *receipt, iap_app_receipt_field_t field);
/**
 * Returns a field of the type id.
 * \param receipt borrows it.
 * \param field an IAP_APP_RECEIPT_… field.
 * \returns the id; 0 if there is none.
 */
uint64_t iap_app_receipt_id(const iap_app_receipt *receipt, iap_app_receipt_field_t field);
/**
 * Returns whether the library checked the signature of the receipt. The library does not check
 * receipts of Xcode, and iap_app_receipt_read() checks no signature.
 * \param receipt borrows it. \returns 1 or 0.
 */
int32_t iap_app_receipt_is_signature_checked(const iap_app_receipt *receipt);
/**
 * Returns whether the receipt was made for the device with this identifier. This is the case if the
 * hash in the receipt (attribute 5) is the SHA-1 of the identifier, the opaque value (attribute 4)
 * and the bundle id. A server does not know the identifier: the game has to send it.
 * \param receipt borrows it.
 * \param identifier borrows it: on iOS the 16 bytes of UIDevice.identifierForVendor, on macOS the
 *        bytes of a MAC address.
 * \param length of the identifier in bytes.
 * \returns 1 or 0.
 */
int32_t iap_app_receipt_is_for_device(const iap_app_receipt *receipt, const uint8_t *identifier, size_t length);
/**
 * Returns the number of attributes of the receipt itself, without the attributes of its purchases.
 * The attributes keep the receipt's order and include attributes that have no field.
 * \param receipt borrows it. \returns how many.
 */
size_t iap_app_receipt_attribute_count(const iap_app_receipt *receipt);
/**
 * Returns one of the attributes of the receipt itself.
 * \param receipt borrows it. \param index from 0.
 * \param type gives the number of its type; may be NULL.
 * \param value gives its content: bytes that live as long as the receipt; may be NULL.
 * \returns 1; 0 past the end: then the function sets neither value.
 */
int32_t iap_app_receipt_attribute_at(const iap_app_receipt *receipt, size_t index, int32_t *type, iap_bytes *value);
/**
 * Returns the number of purchases that the receipt lists.
 * \param receipt borrows it. \returns how many.
 */
size_t iap_app_receipt_purchase_count(const iap_app_receipt *receipt);
/**
 * Returns one of the purchases. They have the order of the receipt, which has no meaning.
 * \param receipt borrows it. \param index from 0. \returns borrows a handle that lives as long as
 *        the receipt; NULL past the end.
 */
const iap_receipt_purchase *iap_app_receipt_purchase_at(const iap_app_receipt *receipt, size_t index);

/* ------------------------------------------------------------------------ purchases of receipts */

/** A field of a purchase. */
typedef int32_t iap_receipt_purchase_field_t;
/** id: the store's id of the transaction (attribute 1703); 0 in Xcode */
#define IAP_RECEIPT_PURCHASE_TRANSACTION_ID 701
/** id: the transaction id of the first purchase (attribute 1705) */
#define IAP_RECEIPT_PURCHASE_ORIGINAL_TRANSACTION_ID 702
#define IAP_RECEIPT_PURCHASE_PRODUCT_ID 703 /**< text: the id of the product (attribute 1702) */
/** iap_product_type_t: the type of the product (attribute 1707, which Apple does not document);
 *  unknown in responses of verifyReceipt */
#define IAP_RECEIPT_PURCHASE_PRODUCT_TYPE 704
#define IAP_RECEIPT_PURCHASE_QUANTITY 705         /**< int32: the quantity that the player bought (attribute 1701) */
#define IAP_RECEIPT_PURCHASE_PURCHASE_DATE_MS 706 /**< int64: the date of the purchase (attribute 1704) */
/** int64: the date of the first purchase (attribute 1706) */
#define IAP_RECEIPT_PURCHASE_ORIGINAL_PURCHASE_DATE_MS 707
/** int64: the time at which the subscription's period ends (attribute 1708) */
#define IAP_RECEIPT_PURCHASE_EXPIRATION_DATE_MS 708
/** int64: the time at which the store revoked the purchase (attribute 1712). A revoked purchase
 *  grants nothing. */
#define IAP_RECEIPT_PURCHASE_CANCELLATION_DATE_MS 709
/** id: the id of the subscription's bill (attribute 1711) */
#define IAP_RECEIPT_PURCHASE_WEB_ORDER_LINE_ITEM_ID 710
/** flag: whether the period is a free trial (attribute 1713) */
#define IAP_RECEIPT_PURCHASE_IS_TRIAL_PERIOD 711
/** flag: whether the period has an introductory price (attribute 1719) */
#define IAP_RECEIPT_PURCHASE_IS_INTRODUCTORY_OFFER_PERIOD 712
/** text: the id of the promotional offer that the purchase used (attribute 1721) */
#define IAP_RECEIPT_PURCHASE_PROMOTIONAL_OFFER_ID 713
/* Fields that only responses of verifyReceipt have. */
/** iap_revocation_reason_t: why the store revoked the purchase */
#define IAP_RECEIPT_PURCHASE_CANCELLATION_REASON 714
#define IAP_RECEIPT_PURCHASE_APP_ACCOUNT_TOKEN 715 /**< text: the UUID that the payment named */
/** iap_ownership_t: how the player has the product: by a purchase, by family sharing, or by a
 *  seat */
#define IAP_RECEIPT_PURCHASE_OWNERSHIP 716
/** flag: whether a subscription of a higher level replaced this subscription before its end. The
 *  replaced subscription gives no entitlement. */
#define IAP_RECEIPT_PURCHASE_IS_UPGRADED 717
#define IAP_RECEIPT_PURCHASE_OFFER_CODE_NAME 718       /**< text: the name of the offer whose code was redeemed */
#define IAP_RECEIPT_PURCHASE_SUBSCRIPTION_GROUP_ID 719 /**< text: the id of the subscription group */

/**
 * Returns a text: a field of the type text.
 * \param purchase borrows it.
 * \param field an IAP_RECEIPT_PURCHASE_… field.
 * \returns the text; NULL if there is none.
 */
const char *iap_receipt_purchase_text(const iap_receipt_purchase *purchase, iap_receipt_purchase_field_t field);
/**
 * Returns a number: a field of the type int32, int64 or flag, or the value of an enumerated field.
 * \param purchase borrows it.
 * \param field an IAP_RECEIPT_PURCHASE_… field.
 * \returns the number; 0 if there is none.
 */
int64_t iap_receipt_purchase_int64(const iap_receipt_purchase *purchase, iap_receipt_purchase_field_t field);
/**
 * Returns a field of the type id.
 * \param purchase borrows it.
 * \param field an IAP_RECEIPT_PURCHASE_… field.
 * \returns the id; 0 if there is none.
 */
uint64_t iap_receipt_purchase_id(const iap_receipt_purchase *purchase, iap_receipt_purchase_field_t field);
/**
 * Returns the number of attributes of a receipt's purchase. The attributes keep the receipt's order
 * and include attributes that have no field.
 * \param purchase borrows it. \returns how many; 0 in responses of verifyReceipt.
 */
size_t iap_receipt_purchase_attribute_count(const iap_receipt_purchase *purchase);
/**
 * Returns one of the attributes of a purchase.
 * \param purchase borrows it. \param index from 0.
 * \param type gives the number of its type; may be NULL.
 * \param value gives its content: bytes that live as long as the receipt; may be NULL.
 * \returns 1; 0 past the end: then the function sets neither value.
 */
int32_t iap_receipt_purchase_attribute_at(const iap_receipt_purchase *purchase, size_t index, int32_t *type,
                                          iap_bytes *value);

/* -------------------------------------------------------------------------------- verifyReceipt */

#define IAP_VERIFY_RECEIPT_PRODUCTION_URL "https://buy.itunes.apple.com/verifyReceipt"
#define IAP_VERIFY_RECEIPT_SANDBOX_URL "https://sandbox.itunes.apple.com/verifyReceipt"

/** What to do with a response of verifyReceipt. */
typedef int32_t iap_receipt_action_t;
/** The receipt is valid, even if the subscription has ended: check what the response lists.
 *  Purchases of the sandbox (IAP_RECEIPT_RESPONSE_ENVIRONMENT) cost no money: keep them apart from
 *  production. */
#define IAP_RECEIPT_ACTION_GRANT 1
#define IAP_RECEIPT_ACTION_REFUSE 2         /**< the receipt is invalid, and stays invalid */
#define IAP_RECEIPT_ACTION_RETRY 3          /**< undecided: send the same request again later, grant nothing */
#define IAP_RECEIPT_ACTION_ASK_SANDBOX 4    /**< 21007: repeat this request once, at the sandbox */
#define IAP_RECEIPT_ACTION_ASK_PRODUCTION 5 /**< 21008: repeat this request once, in production */
/** The request itself is wrong (no POST, no JSON, a wrong shared secret), so nothing is known about
 *  the receipt. Correct the request and send it again. It is not the player's fault. */
#define IAP_RECEIPT_ACTION_FIX_REQUEST 6

/* The statuses that Apple documents. 21100 to 21199 are errors in the store's data. */
#define IAP_RECEIPT_STATUS_VALID 0
#define IAP_RECEIPT_STATUS_NOT_POST 21000
#define IAP_RECEIPT_STATUS_MALFORMED 21002 /**< or the service has a fault: the action is IAP_RECEIPT_ACTION_RETRY */
#define IAP_RECEIPT_STATUS_NOT_AUTHENTIC 21003
#define IAP_RECEIPT_STATUS_WRONG_SECRET 21004
#define IAP_RECEIPT_STATUS_UNAVAILABLE 21005
#define IAP_RECEIPT_STATUS_EXPIRED 21006 /**< valid, but the subscription ended; for receipts of one transaction */
#define IAP_RECEIPT_STATUS_SANDBOX 21007
#define IAP_RECEIPT_STATUS_PRODUCTION 21008
#define IAP_RECEIPT_STATUS_INTERNAL 21009
#define IAP_RECEIPT_STATUS_NO_ACCOUNT 21010

typedef struct iap_receipt_response iap_receipt_response;
typedef struct iap_receipt_renewal iap_receipt_renewal; /**< pending_renewal_info; it lives as long as its response */

/**
 * Writes the body of a request to verifyReceipt. Always send it to
 * IAP_VERIFY_RECEIPT_PRODUCTION_URL first: App Review buys in the sandbox, with the same game that
 * players buy with.
 * \param bytes borrows it: the receipt itself, or its Base64.
 * \param length of the receipt in bytes.
 * \param shared_secret borrows it: the app's shared secret, for receipts with subscriptions; may be
 *        NULL.
 * \param excludes_old_transactions 1: the response lists only the latest period of each
 *        subscription.
 * \param buffer borrows it and fills it: JSON, NUL-terminated; NULL: the function only returns the
 *        length.
 * \param capacity of the buffer in bytes. If it is too small, the function writes nothing.
 * \param needed gives the length in bytes, including the NUL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT (of the secret, or the bytes
 *          are no receipt in either form), IAP_ERROR_TOO_LARGE (the receipt is too large, the
 *          secret is above 1024 bytes, or the buffer is too small).
 */
iap_status_t iap_receipt_request_write(const void *bytes, size_t length, const char *shared_secret,
                                       int32_t excludes_old_transactions, char *buffer, size_t capacity, size_t *needed,
                                       iap_error *error);
/**
 * Reads a response of verifyReceipt and returns what to do, also for a response that is missing or
 * cannot be read. The response is not signed: you can trust it only as much as the TLS connection
 * that carried it. The action is RETRY if the response cannot be read, is longer than
 * IAP_RECEIPT_LENGTH_MAX, names a field twice, or has a known field with a wrong type. It is also
 * RETRY for every HTTP status except 200 and 400 to 499. For the HTTP statuses 408, 425 and 429 it
 * is RETRY too. For the other statuses from 400 to 499 the action is FIX_REQUEST.
 * \param http_status the HTTP status of the response; 0 if no response came.
 * \param body borrows it: the body of the response; NULL if there is none.
 * \param length of the body in bytes.
 * \param bundle_id borrows it: the app's bundle id. For a response about another app the action is
 *        REFUSE. NULL: the caller compares the bundle id.
 * \param response gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK for every response; IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT (of the
 *          bundle id), IAP_ERROR_TOO_LARGE (a bundle id above 1024 bytes).
 */
iap_status_t iap_receipt_response_read(int32_t http_status, const char *body, size_t length, const char *bundle_id,
                                       const iap_receipt_response **response, iap_error *error);
/**
 * Retains a response: adds a reference to it.
 * \param response borrows it; NULL is ignored. \returns gives the same handle, to be released.
 */
const iap_receipt_response *iap_receipt_response_retain(const iap_receipt_response *response);
/**
 * Releases a response.
 * \param response takes back a handle that was given or retained; NULL is ignored.
 */
void iap_receipt_response_release(const iap_receipt_response *response);
/**
 * Returns what to do with the response.
 * \param response borrows it.
 * \returns an IAP_RECEIPT_ACTION_… value; 0 for NULL. A status that Apple does not document gives
 *          RETRY.
 */
iap_receipt_action_t iap_receipt_response_action(const iap_receipt_response *response);
/**
 * Returns the verdict on the receipt: GRANT is valid, REFUSE is invalid, every other action is
 * undecided.
 * \param response borrows it. \returns an IAP_VERDICT_… value; 0 for NULL.
 */
iap_verdict_t iap_receipt_response_verdict(const iap_receipt_response *response);
/**
 * Returns the store's own status number.
 * \param response borrows it. \returns an IAP_RECEIPT_STATUS_… value or another number; -1 if the
 *        response had none.
 */
int32_t iap_receipt_response_status(const iap_receipt_response *response);
/**
 * Returns the explanation of the action, for logs.
 * \param response borrows it. \returns one line in English; empty if the receipt is valid; NULL for
 *        NULL.
 */
const char *iap_receipt_response_message(const iap_receipt_response *response);
/** A field of a response of verifyReceipt. */
typedef int32_t iap_receipt_response_field_t;
/** iap_environment_t: the environment of the App Store that responded; unknown if the response does
 *  not name it, as with most statuses other than 0 */
#define IAP_RECEIPT_RESPONSE_ENVIRONMENT 801
#define IAP_RECEIPT_RESPONSE_RECEIPT_TYPE 802 /**< text: the type of the receipt (receipt.receipt_type) */
#define IAP_RECEIPT_RESPONSE_BUNDLE_ID 803    /**< text: the bundle id of the app */
#define IAP_RECEIPT_RESPONSE_APP_VERSION 804  /**< text: the version of the app */
/** text: the version of the app that the account first bought */
#define IAP_RECEIPT_RESPONSE_ORIGINAL_APP_VERSION 805
#define IAP_RECEIPT_RESPONSE_APP_APPLE_ID 806 /**< id: the app's Apple id (receipt.adam_id); 0 in the sandbox */
/** id: the store's id of the app (receipt.app_item_id); 0 in the sandbox */
#define IAP_RECEIPT_RESPONSE_APP_ITEM_ID 807
/** id: the id of the app's download (receipt.download_id); 0 in the sandbox */
#define IAP_RECEIPT_RESPONSE_DOWNLOAD_ID 808
/** id: the store's id of the app version (receipt.version_external_identifier); 0 in the sandbox */
#define IAP_RECEIPT_RESPONSE_APP_VERSION_ID 809
#define IAP_RECEIPT_RESPONSE_CREATION_DATE_MS 810 /**< int64: the time at which the receipt was made */
#define IAP_RECEIPT_RESPONSE_REQUEST_DATE_MS 811  /**< int64: the date of the request to verifyReceipt */
/** int64: the time at which the account first bought the app */
#define IAP_RECEIPT_RESPONSE_ORIGINAL_PURCHASE_DATE_MS 812
/** int64: the time at which the account ordered the app before its release */
#define IAP_RECEIPT_RESPONSE_PREORDER_DATE_MS 813
/** int64: the time at which an organization's licence for the app ends */
#define IAP_RECEIPT_RESPONSE_EXPIRATION_DATE_MS 814
/** text: a newer receipt in Base64. Keep it in place of the old one. */
#define IAP_RECEIPT_RESPONSE_LATEST_RECEIPT 815

/**
 * Returns a text: a field of the type text.
 * \param response borrows it.
 * \param field an IAP_RECEIPT_RESPONSE_… field.
 * \returns the text; NULL if there is none.
 */
const char *iap_receipt_response_text(const iap_receipt_response *response, iap_receipt_response_field_t field);
/**
 * Returns a number: a field of the type int32, int64 or flag, or the value of an enumerated field.
 * \param response borrows it.
 * \param field an IAP_RECEIPT_RESPONSE_… field.
 * \returns the number; 0 if there is none.
 */
int64_t iap_receipt_response_int64(const iap_receipt_response *response, iap_receipt_response_field_t field);
/**
 * Returns a field of the type id.
 * \param response borrows it.
 * \param field an IAP_RECEIPT_RESPONSE_… field.
 * \returns the id; 0 if there is none.
 */
uint64_t iap_receipt_response_id(const iap_receipt_response *response, iap_receipt_response_field_t field);
/**
 * Returns the whole response.
 * \param response borrows it. \returns JSON as it came; NULL if the response was no JSON.
 */
const char *iap_receipt_response_json(const iap_receipt_response *response);
/**
 * Returns the number of purchases that the receipt lists (in_app). A response about a receipt of
 * one transaction has one purchase.
 * \param response borrows it. \returns how many.
 */
size_t iap_receipt_response_purchase_count(const iap_receipt_response *response);
/**
 * Returns one of the purchases that the receipt lists. They have the order of the response, which
 * has no meaning.
 * \param response borrows it. \param index from 0. \returns borrows a handle that lives as long as
 *        the response; NULL past the end.
 */
const iap_receipt_purchase *iap_receipt_response_purchase_at(const iap_receipt_response *response, size_t index);
/**
 * Returns the number of purchases that the store lists now (latest_receipt_info): all except
 * finished consumables. Only responses about receipts with subscriptions have this list.
 * \param response borrows it. \returns how many.
 */
size_t iap_receipt_response_latest_count(const iap_receipt_response *response);
/**
 * Returns one of the purchases that the store lists now.
 * \param response borrows it. \param index from 0. \returns borrows a handle that lives as long as
 *        the response; NULL past the end.
 */
const iap_receipt_purchase *iap_receipt_response_latest_at(const iap_receipt_response *response, size_t index);
/**
 * Returns the number of subscriptions with renewal info (pending_renewal_info).
 * \param response borrows it. \returns how many.
 */
size_t iap_receipt_response_renewal_count(const iap_receipt_response *response);
/**
 * Returns the renewal info of one subscription.
 * \param response borrows it. \param index from 0. \returns borrows a handle that lives as long as
 *        the response; NULL past the end.
 */
const iap_receipt_renewal *iap_receipt_response_renewal_at(const iap_receipt_response *response, size_t index);

/** A field of a subscription's renewal info in a response. */
typedef int32_t iap_receipt_renewal_field_t;
/** id: the transaction id of the subscription's first purchase */
#define IAP_RECEIPT_RENEWAL_ORIGINAL_TRANSACTION_ID 901
#define IAP_RECEIPT_RENEWAL_PRODUCT_ID 902 /**< text: the id of the product of the current period */
/** text: the id of the product that the next renewal buys */
#define IAP_RECEIPT_RENEWAL_AUTO_RENEW_PRODUCT_ID 903
#define IAP_RECEIPT_RENEWAL_AUTO_RENEWAL 904 /**< iap_auto_renewal_t: the state of auto-renewal: on or off */
/** iap_expiration_reason_t: why the subscription has expired; none if it has not */
#define IAP_RECEIPT_RENEWAL_EXPIRATION_REASON 905
#define IAP_RECEIPT_RENEWAL_IS_IN_BILLING_RETRY 906 /**< flag: whether the subscription is in billing retry */
/** int64: the time at which the billing grace period ends. The player stays entitled until this
 *  date. */
#define IAP_RECEIPT_RENEWAL_GRACE_PERIOD_EXPIRATION_DATE_MS 907
/** iap_price_increase_t: the state of the player's consent to a price increase; none if there is no
 *  increase */
#define IAP_RECEIPT_RENEWAL_PRICE_INCREASE 908
#define IAP_RECEIPT_RENEWAL_OFFER_CODE_NAME 909 /**< text: the name of the offer whose code was redeemed */
/** text: the id of the promotional offer that the next renewal uses */
#define IAP_RECEIPT_RENEWAL_PROMOTIONAL_OFFER_ID 910

/**
 * Returns a text: a field of the type text.
 * \param renewal borrows it.
 * \param field an IAP_RECEIPT_RENEWAL_… field.
 * \returns the text; NULL if there is none.
 */
const char *iap_receipt_renewal_text(const iap_receipt_renewal *renewal, iap_receipt_renewal_field_t field);
/**
 * Returns a number: a field of the type int32, int64 or flag, or the value of an enumerated field.
 * \param renewal borrows it.
 * \param field an IAP_RECEIPT_RENEWAL_… field.
 * \returns the number; 0 if there is none.
 */
int64_t iap_receipt_renewal_int64(const iap_receipt_renewal *renewal, iap_receipt_renewal_field_t field);
/**
 * Returns a field of the type id.
 * \param renewal borrows it.
 * \param field an IAP_RECEIPT_RENEWAL_… field.
 * \returns the id; 0 if there is none.
 */
uint64_t iap_receipt_renewal_id(const iap_receipt_renewal *renewal, iap_receipt_renewal_field_t field);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif
