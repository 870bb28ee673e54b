/*
 * iap_receipt.h: app receipts, the proof of purchase of the original StoreKit, and the answers of verifyReceipt. For game
 * servers, on Linux; see <iap/iap_verify.h> for the verifier, the verdicts, threads and ownership.
 *
 * An app receipt is one PKCS #7 message for the app, with all purchases that it lists. A device gives it to the game
 * (iap_request_app_receipt()), the game to its server. The server either checks it here, or asks Apple's verifyReceipt, which
 * Apple has deprecated and still answers.
 *
 * A receipt lists non-consumables, subscriptions and what is not finished; a consumable leaves it when it is finished.
 * As with every proof, what it lists may have been granted before: grant each transaction id once.
 */
#ifndef IAP_IAP_RECEIPT_H
#define IAP_IAP_RECEIPT_H

#include "iap.h"
#include "iap_verify.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The layout is the same, whatever packing is in force where this is included. */
#pragma pack(push, 8)

#define IAP_RECEIPT_LENGTH_MAX 16777216u /**< longer receipts and answers are refused unread; receipts in either form */
#define IAP_RECEIPT_PURCHASES_MAX 65536u /**< receipts and answers that list more are refused */

/* ------------------------------------------------------------------------------------------------- app receipts */

typedef struct iap_app_receipt iap_app_receipt;
typedef struct iap_receipt_purchase iap_receipt_purchase; /**< lives as long as what it was borrowed from */

/**
 * Checks an app receipt and decodes it. Checked are, in this order: the form (DER, and the BER of Xcode's receipts; one signer,
 * no signed attributes); the path from the signer's certificate over an intermediate one in the receipt to one of the
 * verifier's roots, valid when the receipt was made (now if it does not say when); the App Store's markers on both; the
 * signature (RSA with SHA-1 or SHA-2, or ECDSA with SHA-2); the bundle id; the environment; then the rest is read. The app's
 * Apple id is not: only receipts of Production have it, and nothing documents it. Receipts of Xcode are accepted unchecked
 * where the verifier allows Xcode. Revocation is not checked.
 * \param verifier borrows it.
 * \param bytes borrows it: the receipt as it is (PKCS #7), or in Base64, as games send it; line breaks do not count.
 * \param length of it in bytes.
 * \param receipt gives a handle, to be released, if it is valid; else NULL.
 * \param result borrows it and fills it; may be NULL. The reasons are IAP_VERIFY_REASON_MALFORMED (no receipt, or it has an
 *        attribute twice), …_TOO_LARGE, …_WRONG_TYPE (a documented attribute cannot be read), …_MISSING_CERTIFICATES (none,
 *        or not the signer's), …_INVALID_CERTIFICATE,
 *        …_UNSUPPORTED_ALGORITHM, …_UNTRUSTED_CHAIN, …_NOT_VALID_AT_DATE, …_MISSING_MARKER, …_INVALID_SIGNATURE, …_OTHER_APP,
 *        …_OTHER_ENVIRONMENT, …_NO_MEMORY (for the certificates or the signature: the verdict is then undecided, as far as OpenSSL
 *        tells of its failures).
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, whatever the verdict; IAP_ERROR_INVALID_ARGUMENT (NULL) or IAP_ERROR_INVALID_STRUCT_SIZE (of the result,
 *          which is left alone): there is no verdict then. A receipt of the sandbox
 *          (iap_app_receipt_environment()) cost nobody money: keep what it grants apart from production.
 * \since 0.1
 */
iap_status iap_verifier_check_receipt(const iap_verifier *verifier, const void *bytes, size_t length,
                                      const iap_app_receipt **receipt, iap_verify_result *result, iap_error *error);
/**
 * Decodes an app receipt without any check of who made it, as Apple's ReceiptUtility does: to look a transaction id up at the
 * App Store Server API, which proves it. Never grant what such a receipt says.
 * \param bytes borrows it: as iap_verifier_check_receipt() takes it.
 * \param length of it in bytes.
 * \param receipt gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE, IAP_ERROR_INVALID_TEXT (no receipt; the message says
 *          what is wrong with it).
 * \since 0.1
 */
iap_status iap_app_receipt_read(const void *bytes, size_t length, const iap_app_receipt **receipt, iap_error *error);
/**
 * The transaction id of a receipt of one transaction, the form before app receipts (iOS 6, SKPaymentTransaction's
 * transactionReceipt). Nothing is checked.
 * \param bytes borrows it: the receipt, or its Base64.
 * \param length of it in bytes.
 * \param transaction_id gives the id.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_TOO_LARGE, IAP_ERROR_INVALID_TEXT.
 * \since 0.1
 */
iap_status iap_transaction_receipt_read_id(const void *bytes, size_t length, uint64_t *transaction_id,
                                           iap_error *error);
/**
 * Keeps a receipt for another owner.
 * \param receipt borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_app_receipt *iap_app_receipt_retain(const iap_app_receipt *receipt);
/**
 * Lets a receipt go.
 * \param receipt takes back what was given or kept; NULL is ignored.
 * \since 0.1
 */
void iap_app_receipt_release(const iap_app_receipt *receipt);

/**
 * Where it was made, by its attribute 0.
 * \param receipt borrows it. \returns an IAP_ENVIRONMENT_… value.
 * \since 0.1
 */
iap_environment iap_app_receipt_environment(const iap_app_receipt *receipt);
/**
 * The store's own word for that (attribute 0).
 * \param receipt borrows it. \returns for example "ProductionSandbox"; NULL if it is absent.
 * \since 0.1
 */
const char *iap_app_receipt_receipt_type(const iap_app_receipt *receipt);
/**
 * Whether its signature was checked: no for Xcode, and after iap_app_receipt_read().
 * \param receipt borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_app_receipt_is_signature_checked(const iap_app_receipt *receipt);
/**
 * The bundle id of the app (attribute 2).
 * \param receipt borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_app_receipt_bundle_id(const iap_app_receipt *receipt);
/**
 * The version of the app (attribute 3).
 * \param receipt borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_app_receipt_app_version(const iap_app_receipt *receipt);
/**
 * The version that was bought first (attribute 19).
 * \param receipt borrows it. \returns the text; "1.0" in the sandbox; NULL if it is absent.
 * \since 0.1
 */
const char *iap_app_receipt_original_app_version(const iap_app_receipt *receipt);
/**
 * When it was made (attribute 12).
 * \param receipt borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_app_receipt_creation_date_ms(const iap_app_receipt *receipt);
/**
 * When the app was bought first (attribute 18).
 * \param receipt borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_app_receipt_original_purchase_date_ms(const iap_app_receipt *receipt);
/**
 * When a licence that an organization gave ends (attribute 21). It is not compared with the clock: a receipt past this date is
 * valid.
 * \param receipt borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_app_receipt_expiration_date_ms(const iap_app_receipt *receipt);
/**
 * The app's Apple id (attribute 1, which Apple does not document).
 * \param receipt borrows it. \returns the id; 0 in the sandbox.
 * \since 0.1
 */
uint64_t iap_app_receipt_app_apple_id(const iap_app_receipt *receipt);
/**
 * Whether it was made for a device: whether its hash (attribute 5) is the SHA-1 of the device's identifier, the opaque value
 * (attribute 4) and the bundle id. A server cannot tell by itself: the game has to send the identifier.
 * \param receipt borrows it.
 * \param identifier borrows it: on iOS the 16 bytes of UIDevice.identifierForVendor, on macOS the bytes of a MAC address.
 * \param length of the identifier in bytes.
 * \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_app_receipt_is_for_device(const iap_app_receipt *receipt, const uint8_t *identifier, size_t length);
/**
 * The attributes of the receipt itself, in its order, those of the purchases aside: also those without a getter.
 * \param receipt borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_app_receipt_attribute_count(const iap_app_receipt *receipt);
/**
 * One of those attributes.
 * \param receipt borrows it. \param index from 0.
 * \param type gives the number of its type; may be NULL.
 * \param value gives its content, bytes that live as long as the receipt; may be NULL.
 * \returns 1; 0 past the end, and then nothing is given.
 * \since 0.1
 */
int32_t iap_app_receipt_attribute_at(const iap_app_receipt *receipt, size_t index, int32_t *type, iap_bytes *value);
/**
 * The purchases that it lists.
 * \param receipt borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_app_receipt_purchase_count(const iap_app_receipt *receipt);
/**
 * One of the purchases, in the receipt's order, which means nothing.
 * \param receipt borrows it. \param index from 0. \returns borrows a handle that lives as long as the receipt; NULL past the
 *        end.
 * \since 0.1
 */
const iap_receipt_purchase *iap_app_receipt_purchase_at(const iap_app_receipt *receipt, size_t index);

/* --------------------------------------------------------------------------------------------- purchases of receipts */

/**
 * The store's id of the transaction (attribute 1703).
 * \param purchase borrows it. \returns the id; 0 if it is absent, and in Xcode.
 * \since 0.1
 */
uint64_t iap_receipt_purchase_transaction_id(const iap_receipt_purchase *purchase);
/**
 * The id of the first purchase (attribute 1705).
 * \param purchase borrows it. \returns the id; 0 if it is absent.
 * \since 0.1
 */
uint64_t iap_receipt_purchase_original_transaction_id(const iap_receipt_purchase *purchase);
/**
 * The product (attribute 1702).
 * \param purchase borrows it. \returns its id; NULL if it is absent.
 * \since 0.1
 */
const char *iap_receipt_purchase_product_id(const iap_receipt_purchase *purchase);
/**
 * What kind of product it is (attribute 1707, which Apple does not document).
 * \param purchase borrows it. \returns an IAP_PRODUCT_TYPE_… value; unknown if it is absent, and in answers of verifyReceipt.
 * \since 0.1
 */
iap_product_type_t iap_receipt_purchase_product_type(const iap_receipt_purchase *purchase);
/**
 * How many were bought (attribute 1701).
 * \param purchase borrows it. \returns the number; 0 if it is absent.
 * \since 0.1
 */
int32_t iap_receipt_purchase_quantity(const iap_receipt_purchase *purchase);
/**
 * When it was bought (attribute 1704).
 * \param purchase borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_receipt_purchase_purchase_date_ms(const iap_receipt_purchase *purchase);
/**
 * When it was first bought (attribute 1706).
 * \param purchase borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_receipt_purchase_original_purchase_date_ms(const iap_receipt_purchase *purchase);
/**
 * When the subscription's period ends (attribute 1708).
 * \param purchase borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_receipt_purchase_expiration_date_ms(const iap_receipt_purchase *purchase);
/**
 * When the store took it back (attribute 1712). It grants nothing then.
 * \param purchase borrows it. \returns milliseconds since 1970; 0 if it did not.
 * \since 0.1
 */
int64_t iap_receipt_purchase_cancellation_date_ms(const iap_receipt_purchase *purchase);
/**
 * The id of the bill of a subscription (attribute 1711).
 * \param purchase borrows it. \returns the id; 0 if it is absent.
 * \since 0.1
 */
uint64_t iap_receipt_purchase_web_order_line_item_id(const iap_receipt_purchase *purchase);
/**
 * Whether the period is a free trial (attribute 1713).
 * \param purchase borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_receipt_purchase_is_trial_period(const iap_receipt_purchase *purchase);
/**
 * Whether the period has an introductory price (attribute 1719).
 * \param purchase borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_receipt_purchase_is_introductory_offer_period(const iap_receipt_purchase *purchase);
/**
 * The promotional offer that was used (attribute 1721).
 * \param purchase borrows it. \returns its id; NULL if there was none.
 * \since 0.1
 */
const char *iap_receipt_purchase_promotional_offer_id(const iap_receipt_purchase *purchase);
/**
 * The attributes of a receipt's purchase, in the receipt's order: also those without a getter.
 * \param purchase borrows it. \returns how many; 0 in answers of verifyReceipt.
 * \since 0.1
 */
size_t iap_receipt_purchase_attribute_count(const iap_receipt_purchase *purchase);
/**
 * One of those attributes.
 * \param purchase borrows it. \param index from 0.
 * \param type gives the number of its type; may be NULL.
 * \param value gives its content, bytes that live as long as the receipt; may be NULL.
 * \returns 1; 0 past the end, and then nothing is given.
 * \since 0.1
 */
int32_t iap_receipt_purchase_attribute_at(const iap_receipt_purchase *purchase, size_t index, int32_t *type,
                                          iap_bytes *value);

/* What only answers of verifyReceipt tell. */

/**
 * Why the store took it back.
 * \param purchase borrows it. \returns an IAP_REVOCATION_REASON_… value.
 * \since 0.1
 */
iap_revocation_reason iap_receipt_purchase_cancellation_reason(const iap_receipt_purchase *purchase);
/**
 * The UUID that the payment named.
 * \param purchase borrows it. \returns the UUID; NULL if there was none.
 * \since 0.1
 */
const char *iap_receipt_purchase_app_account_token(const iap_receipt_purchase *purchase);
/**
 * Whether the player bought it, shares it with the family, or has a seat of it.
 * \param purchase borrows it. \returns an IAP_OWNERSHIP_… value.
 * \since 0.1
 */
iap_ownership iap_receipt_purchase_ownership(const iap_receipt_purchase *purchase);
/**
 * Whether a subscription was replaced by a higher one before its end. It entitles to nothing then.
 * \param purchase borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_receipt_purchase_is_upgraded(const iap_receipt_purchase *purchase);
/**
 * The name of the offer whose code was redeemed.
 * \param purchase borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_receipt_purchase_offer_code_name(const iap_receipt_purchase *purchase);
/**
 * The group of a subscription.
 * \param purchase borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_receipt_purchase_subscription_group_id(const iap_receipt_purchase *purchase);

/* ----------------------------------------------------------------------------------------------------- verifyReceipt */

#define IAP_VERIFY_RECEIPT_PRODUCTION_URL "https://buy.itunes.apple.com/verifyReceipt"
#define IAP_VERIFY_RECEIPT_SANDBOX_URL "https://sandbox.itunes.apple.com/verifyReceipt"

/** What to do with an answer of verifyReceipt. */
typedef int32_t iap_receipt_action;
/** Valid, also if the subscription has ended: look at what the answer lists. What the sandbox has answered
 *  (iap_receipt_answer_environment()) cost nobody money: keep it apart from production. */
#define IAP_RECEIPT_ACTION_GRANT 1
#define IAP_RECEIPT_ACTION_REFUSE 2         /**< invalid; it stays so */
#define IAP_RECEIPT_ACTION_RETRY 3          /**< could not be found out: ask the same again later, grant nothing */
#define IAP_RECEIPT_ACTION_ASK_SANDBOX 4    /**< 21007: repeat the request at the sandbox, this once */
#define IAP_RECEIPT_ACTION_ASK_PRODUCTION 5 /**< 21008: repeat the request in production, this once */
/** The request itself is wrong (no POST, no JSON, another shared secret): nothing is known of the receipt. Put it right,
 *  then ask again; it is not the player's fault. */
#define IAP_RECEIPT_ACTION_FIX_REQUEST 6

/* The documented statuses; 21100 to 21199 are errors of the store's data. */
#define IAP_RECEIPT_STATUS_VALID 0
#define IAP_RECEIPT_STATUS_NOT_POST 21000
#define IAP_RECEIPT_STATUS_MALFORMED 21002 /**< or a fault of the service: asked again before it is taken for invalid */
#define IAP_RECEIPT_STATUS_NOT_AUTHENTIC 21003
#define IAP_RECEIPT_STATUS_WRONG_SECRET 21004
#define IAP_RECEIPT_STATUS_UNAVAILABLE 21005
#define IAP_RECEIPT_STATUS_EXPIRED 21006 /**< valid, and the subscription has ended; receipts of one transaction only */
#define IAP_RECEIPT_STATUS_SANDBOX 21007
#define IAP_RECEIPT_STATUS_PRODUCTION 21008
#define IAP_RECEIPT_STATUS_INTERNAL 21009
#define IAP_RECEIPT_STATUS_NO_ACCOUNT 21010

typedef struct iap_receipt_answer iap_receipt_answer;
typedef struct iap_receipt_renewal iap_receipt_renewal; /**< pending_renewal_info; lives as long as its answer */

/**
 * Writes the body of a request of verifyReceipt. Send it first to IAP_VERIFY_RECEIPT_PRODUCTION_URL, always: App Review
 * buys in the sandbox with the game that is sold.
 * \param bytes borrows it: the receipt as it is, or in Base64.
 * \param length of it in bytes.
 * \param shared_secret borrows it: of the app, for receipts with subscriptions; may be NULL.
 * \param excludes_old_transactions 1: of each subscription only the latest period.
 * \param buffer borrows it and fills it: JSON, NUL-terminated; NULL only asks for the length.
 * \param capacity of the buffer in bytes; if it is too small nothing is written.
 * \param needed gives the length in bytes, the NUL included.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT (of the secret, or no receipt in either form),
 *          IAP_ERROR_TOO_LARGE (the receipt, the secret above 1024 bytes, or for the buffer).
 * \since 0.1
 */
iap_status iap_receipt_request_write(const void *bytes, size_t length, const char *shared_secret,
                                     int32_t excludes_old_transactions, char *buffer, size_t capacity, size_t *needed,
                                     iap_error *error);
/**
 * Reads what an endpoint of verifyReceipt has answered, and tells what to do: also of answers that are none. An answer is not
 * signed: it is worth as much as the TLS connection that it came over. What cannot be read, is longer than
 * IAP_RECEIPT_LENGTH_MAX, names a field twice or has a known field of another kind is RETRY; so is every HTTP status but 200,
 * except 400 to 499, which are FIX_REQUEST (without 408, 425 and 429).
 * \param http_status of the response; 0 if none came.
 * \param body borrows it: of the response; NULL if there is none.
 * \param length of the body in bytes.
 * \param bundle_id borrows it: that of the app; an answer for another one is to be refused. NULL: the caller looks itself.
 * \param answer gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, whatever the answer; IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT (of the bundle id),
 *          IAP_ERROR_TOO_LARGE (a bundle id above 1024 bytes).
 * \since 0.1
 */
iap_status iap_receipt_answer_read(int32_t http_status, const char *body, size_t length, const char *bundle_id,
                                   const iap_receipt_answer **answer, iap_error *error);
/**
 * Keeps an answer for another owner.
 * \param answer borrows it; NULL is ignored. \returns gives the same handle, to be released.
 * \since 0.1
 */
const iap_receipt_answer *iap_receipt_answer_retain(const iap_receipt_answer *answer);
/**
 * Lets an answer go.
 * \param answer takes back what was given or kept; NULL is ignored.
 * \since 0.1
 */
void iap_receipt_answer_release(const iap_receipt_answer *answer);
/**
 * What to do.
 * \param answer borrows it. \returns an IAP_RECEIPT_ACTION_… value; 0 for NULL. A status that no version of the
 *        documentation has is RETRY.
 * \since 0.1
 */
iap_receipt_action iap_receipt_answer_action(const iap_receipt_answer *answer);
/**
 * What it says of the receipt: GRANT is valid, REFUSE invalid, everything else undecided.
 * \param answer borrows it. \returns an IAP_VERDICT_… value; 0 for NULL.
 * \since 0.1
 */
iap_verdict iap_receipt_answer_verdict(const iap_receipt_answer *answer);
/**
 * The store's own number.
 * \param answer borrows it. \returns an IAP_RECEIPT_STATUS_… value or another number; -1 if the response had none.
 * \since 0.1
 */
int32_t iap_receipt_answer_status(const iap_receipt_answer *answer);
/**
 * Why, for logs.
 * \param answer borrows it. \returns one line in English; empty if it is valid; NULL for NULL.
 * \since 0.1
 */
const char *iap_receipt_answer_message(const iap_receipt_answer *answer);
/**
 * Which App Store answered, by its own word.
 * \param answer borrows it. \returns an IAP_ENVIRONMENT_… value; unknown if it does not say, as with most statuses but 0.
 * \since 0.1
 */
iap_environment iap_receipt_answer_environment(const iap_receipt_answer *answer);
/**
 * The whole answer.
 * \param answer borrows it. \returns JSON as it came; NULL if it was none.
 * \since 0.1
 */
const char *iap_receipt_answer_json(const iap_receipt_answer *answer);
/**
 * receipt.receipt_type.
 * \param answer borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_receipt_answer_receipt_type(const iap_receipt_answer *answer);
/**
 * The bundle id of the app.
 * \param answer borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_receipt_answer_bundle_id(const iap_receipt_answer *answer);
/**
 * The version of the app.
 * \param answer borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_receipt_answer_app_version(const iap_receipt_answer *answer);
/**
 * The version that was bought first.
 * \param answer borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_receipt_answer_original_app_version(const iap_receipt_answer *answer);
/**
 * receipt.adam_id.
 * \param answer borrows it. \returns the id; 0 in the sandbox.
 * \since 0.1
 */
uint64_t iap_receipt_answer_app_apple_id(const iap_receipt_answer *answer);
/**
 * receipt.app_item_id.
 * \param answer borrows it. \returns the id; 0 in the sandbox.
 * \since 0.1
 */
uint64_t iap_receipt_answer_app_item_id(const iap_receipt_answer *answer);
/**
 * receipt.download_id.
 * \param answer borrows it. \returns the id; 0 in the sandbox.
 * \since 0.1
 */
uint64_t iap_receipt_answer_download_id(const iap_receipt_answer *answer);
/**
 * receipt.version_external_identifier.
 * \param answer borrows it. \returns the id; 0 in the sandbox.
 * \since 0.1
 */
uint64_t iap_receipt_answer_app_version_id(const iap_receipt_answer *answer);
/**
 * When the receipt was made.
 * \param answer borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_receipt_answer_creation_date_ms(const iap_receipt_answer *answer);
/**
 * When it was asked for.
 * \param answer borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_receipt_answer_request_date_ms(const iap_receipt_answer *answer);
/**
 * When the app was bought first.
 * \param answer borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_receipt_answer_original_purchase_date_ms(const iap_receipt_answer *answer);
/**
 * When the app was ordered before it was for sale.
 * \param answer borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_receipt_answer_preorder_date_ms(const iap_receipt_answer *answer);
/**
 * When a licence that an organization gave ends.
 * \param answer borrows it. \returns milliseconds since 1970; 0 if it is absent.
 * \since 0.1
 */
int64_t iap_receipt_answer_expiration_date_ms(const iap_receipt_answer *answer);
/**
 * A newer receipt, Base64: to be kept in place of the old one.
 * \param answer borrows it. \returns the text; NULL if there is none.
 * \since 0.1
 */
const char *iap_receipt_answer_latest_receipt(const iap_receipt_answer *answer);
/**
 * What the receipt lists (in_app); the one purchase of an answer about a receipt of one transaction.
 * \param answer borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_receipt_answer_purchase_count(const iap_receipt_answer *answer);
/**
 * One of those purchases, in the order of the answer, which means nothing.
 * \param answer borrows it. \param index from 0. \returns borrows a handle that lives as long as the answer; NULL past the end.
 * \since 0.1
 */
const iap_receipt_purchase *iap_receipt_answer_purchase_at(const iap_receipt_answer *answer, size_t index);
/**
 * What the store lists now (latest_receipt_info): all but finished consumables. Only of receipts with subscriptions.
 * \param answer borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_receipt_answer_latest_count(const iap_receipt_answer *answer);
/**
 * One of those purchases.
 * \param answer borrows it. \param index from 0. \returns borrows a handle that lives as long as the answer; NULL past the end.
 * \since 0.1
 */
const iap_receipt_purchase *iap_receipt_answer_latest_at(const iap_receipt_answer *answer, size_t index);
/**
 * The subscriptions and how they will be renewed (pending_renewal_info).
 * \param answer borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_receipt_answer_renewal_count(const iap_receipt_answer *answer);
/**
 * One of those subscriptions.
 * \param answer borrows it. \param index from 0. \returns borrows a handle that lives as long as the answer; NULL past the end.
 * \since 0.1
 */
const iap_receipt_renewal *iap_receipt_answer_renewal_at(const iap_receipt_answer *answer, size_t index);

/**
 * The subscription.
 * \param renewal borrows it. \returns the id of its first purchase; 0 if it is absent.
 * \since 0.1
 */
uint64_t iap_receipt_renewal_original_transaction_id(const iap_receipt_renewal *renewal);
/**
 * The product of the running period.
 * \param renewal borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_receipt_renewal_product_id(const iap_receipt_renewal *renewal);
/**
 * The product that the next renewal buys.
 * \param renewal borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_receipt_renewal_auto_renew_product_id(const iap_receipt_renewal *renewal);
/**
 * Whether it will be renewed.
 * \param renewal borrows it. \returns an IAP_AUTO_RENEWAL_… value.
 * \since 0.1
 */
iap_auto_renewal iap_receipt_renewal_auto_renewal(const iap_receipt_renewal *renewal);
/**
 * Why it has expired.
 * \param renewal borrows it. \returns an IAP_EXPIRATION_REASON_… value; none if it has not.
 * \since 0.1
 */
iap_expiration_reason iap_receipt_renewal_expiration_reason(const iap_receipt_renewal *renewal);
/**
 * Whether the store is trying to get its money.
 * \param renewal borrows it. \returns 1 or 0.
 * \since 0.1
 */
int32_t iap_receipt_renewal_is_in_billing_retry(const iap_receipt_renewal *renewal);
/**
 * Until when the player stays entitled while the store is trying to get its money.
 * \param renewal borrows it. \returns milliseconds since 1970; 0 if there is no grace.
 * \since 0.1
 */
int64_t iap_receipt_renewal_grace_period_expiration_date_ms(const iap_receipt_renewal *renewal);
/**
 * Whether the player agreed to a higher price.
 * \param renewal borrows it. \returns an IAP_PRICE_INCREASE_… value; none if there is no increase.
 * \since 0.1
 */
iap_price_increase iap_receipt_renewal_price_increase(const iap_receipt_renewal *renewal);
/**
 * The name of the offer whose code was redeemed.
 * \param renewal borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_receipt_renewal_offer_code_name(const iap_receipt_renewal *renewal);
/**
 * The promotional offer that the next renewal uses.
 * \param renewal borrows it. \returns the text; NULL if it is absent.
 * \since 0.1
 */
const char *iap_receipt_renewal_promotional_offer_id(const iap_receipt_renewal *renewal);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif
