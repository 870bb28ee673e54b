/*
 * iap_receipt.h: app receipts, the proof of purchase of the original StoreKit. For game servers, on
 * Linux. See <iap/iap_verify.h> for the verifier, the verdicts, threads and ownership.
 *
 * An app receipt is one PKCS #7 message for the app. It lists the purchases. The device gives it to
 * the game (iap_request_app_receipt()), and the game sends it to its server. The server verifies the
 * receipt with this header, or it reads a transaction id from the receipt and asks the App Store
 * Server API about it. Nothing here needs Apple's deprecated verifyReceipt.
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

#define IAP_RECEIPT_LENGTH_MAX 16777216u /**< longer receipts (or their Base64) are refused unparsed */
#define IAP_RECEIPT_PURCHASES_MAX 65536u /**< receipts that list more are refused */

/* --------------------------------------------------------------------------------- app receipts */

typedef struct iap_app_receipt iap_app_receipt;
typedef struct iap_receipt_purchase iap_receipt_purchase; /**< it lives as long as its receipt */

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

/* A constant names each field of a receipt and of a purchase. The comment of a constant begins with
 * the type of the field, as in <iap/iap_verify.h>. A field that is absent or unknown to the library,
 * or that has another type than the function reads, is 0 or NULL. */

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
/** iap_product_type_t: the type of the product (attribute 1707, which Apple does not document) */
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
 * \param purchase borrows it. \returns how many.
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

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif
