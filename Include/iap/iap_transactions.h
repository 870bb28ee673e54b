/*
 * iap_transactions.h: further values of a transaction, the queue, and requests for the transactions
 * that the store knows. The rules of <iap/iap.h> apply.
 */
#ifndef IAP_IAP_TRANSACTIONS_H
#define IAP_IAP_TRANSACTIONS_H

#include <iap/iap.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct iap_transactions iap_transactions; /**< a list of transactions */

/* ----------------------------------------------------------------------------------- revocation */

typedef int32_t iap_revocation_reason_t;
#define IAP_REVOCATION_REASON_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_REVOCATION_REASON_NONE 0       /**< not revoked, or the store does not report it */
#define IAP_REVOCATION_REASON_OTHER 1
#define IAP_REVOCATION_REASON_DEVELOPER_ISSUE 2 /**< the player reported an issue with the game */
#define IAP_REVOCATION_REASON_BUNDLE 3          /**< a bundle that the player bought replaces the subscription */

typedef int32_t iap_revocation_type_t;
#define IAP_REVOCATION_TYPE_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_REVOCATION_TYPE_NONE 0       /**< not revoked, or the store does not report it */
#define IAP_REVOCATION_TYPE_REFUND_FULL 1
/** A partial refund; see iap_transaction_revocation_percentage(). */
#define IAP_REVOCATION_TYPE_REFUND_PRORATED 2
#define IAP_REVOCATION_TYPE_FAMILY_REVOKE 3     /**< the family no longer shares it */
#define IAP_REVOCATION_TYPE_ASSIGNMENT_REVOKE 4 /**< the buyer took the seat away */

/** Returns the time at which the store revoked the transaction; 0 if the store did not revoke
 *  it. */
int64_t iap_transaction_revocation_date_ms(const iap_transaction *transaction);
/** Returns why the store revoked the transaction; iap_transaction_json() has the store's number. */
iap_revocation_reason_t iap_transaction_revocation_reason(const iap_transaction *transaction);
/** Returns how the store revoked the transaction; NONE if the store did not revoke it, or the
 *  system does not report it. */
iap_revocation_type_t iap_transaction_revocation_type(const iap_transaction *transaction);
/** Returns which part of the price a prorated refund returned. \returns thousandths of a percent:
 *  25000 is a quarter of the price; 0 if the store does not report it. */
int32_t iap_transaction_revocation_percentage(const iap_transaction *transaction);

/* ------------------------------------------------------------------------------- further values */

typedef int32_t iap_ownership_t;
#define IAP_OWNERSHIP_UNKNOWN 0
#define IAP_OWNERSHIP_PURCHASED 1
#define IAP_OWNERSHIP_FAMILY_SHARED 2
/** A seat that another party pays for: a group or an organisation. */
#define IAP_OWNERSHIP_ASSIGNED 3

typedef int32_t iap_transaction_reason_t;
#define IAP_TRANSACTION_REASON_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_TRANSACTION_REASON_NONE 0       /**< the store does not report it */
#define IAP_TRANSACTION_REASON_PURCHASE 1
#define IAP_TRANSACTION_REASON_RENEWAL 2

/** Returns the UUID of the payment's app_account_token. \returns a lowercase UUID; NULL if the
 *  payment had none. */
const char *iap_transaction_app_account_token(const iap_transaction *transaction);
/** Returns how the account has the product: by a purchase, by family sharing, or by a seat. */
iap_ownership_t iap_transaction_ownership(const iap_transaction *transaction);
/** Returns the reason of the transaction: a purchase by the player, or a renewal by the store; NONE
 *  where the system does not report it. */
iap_transaction_reason_t iap_transaction_reason(const iap_transaction *transaction);
/** Returns the date of the first purchase; 0 while purchasing, deferred or failed. */
int64_t iap_transaction_original_purchase_date_ms(const iap_transaction *transaction);
/** Returns the paid amount: $0.99 is 990. The amount is for the whole quantity, with the offer
 *  applied. For several seats it is the average price of one seat.
 *  \returns thousandths of the currency's unit; 0 if the product was free or the system does not
 *  report the amount. */
int64_t iap_transaction_price_milliunits(const iap_transaction *transaction);
/** Returns the currency of the paid amount. \returns its ISO 4217 code; NULL where the system does
 *  not report it. */
const char *iap_transaction_currency_code(const iap_transaction *transaction);
/** Returns the country whose App Store sold the product. \returns ISO 3166-1 alpha-3; NULL where
 *  the system does not report it. */
const char *iap_transaction_storefront_country_code(const iap_transaction *transaction);
/** Returns the store's own id of the storefront that sold the product; NULL where the system does
 *  not report it. */
const char *iap_transaction_storefront_identifier(const iap_transaction *transaction);
/** Returns the App Store that the transaction came from.
 *  \returns "Production", "Sandbox" or "Xcode"; NULL while purchasing, deferred or failed; empty
 *  where the system does not report it (before iOS 16 or macOS 13). */
const char *iap_transaction_environment(const iap_transaction *transaction);
/** Returns the bundle id of the app in which the product was bought; NULL while purchasing,
 *  deferred or failed. */
const char *iap_transaction_app_bundle_id(const iap_transaction *transaction);
/** Returns the id of the account's copy of the app. All purchases and devices of the account have
 *  the same id. \returns the id; NULL where the system does not report it. */
const char *iap_transaction_app_transaction_id(const iap_transaction *transaction);
/** Returns everything that the store signed about the transaction, also fields for which this
 *  version has no function: the payload of iap_transaction_signed_text() as JSON; NULL while
 *  purchasing, deferred or failed. */
const char *iap_transaction_json(const iap_transaction *transaction);

/* ---------------------------------------------------------------------------------------- lists */

/** Returns the number of transactions in the list. */
size_t iap_transactions_count(const iap_transactions *transactions);
/** Returns one transaction of a list. */
const iap_transaction *iap_transactions_at(const iap_transactions *transactions, size_t index);
const iap_transactions *iap_transactions_retain(const iap_transactions *transactions);
void iap_transactions_release(const iap_transactions *transactions);

/**
 * Returns the current queue: all purchasing, deferred, failed and restored transactions, and all
 * purchased or revoked transactions that are not finished, in the order in which they came. The
 * list is a copy; the call returns immediately.
 *
 * There are three special cases. First: an earlier run finished a transaction, and ended before the
 * store recorded the finish. This transaction is in the list until the delivery starts; the library
 * does not deliver it. Second: while a payment for a product is purchasing, a transaction of this
 * product is in the list as PURCHASED with delivery count 0, until the payment has its outcome.
 * Third: a transaction that waits for its verification is in the list in the same way, until the
 * library delivers it. In the second and the third case the game cannot finish the transaction
 * earlier.
 *
 * A program that has to end, for example a test, can wait until all of these are true: no event has
 * come for two seconds; IAP_QUERY_UNFINISHED lists no PURCHASED transaction; this function returns
 * no transaction that is PURCHASING, PURCHASED or RESTORED.
 */
iap_status_t iap_queue_transactions(iap_client *client, const iap_transactions **transactions, iap_error *error);

/* -------------------------------------------------------------------------------------- queries */

typedef int32_t iap_query_t;
#define IAP_QUERY_NONE 0
#define IAP_QUERY_UNFINISHED 1           /**< the transactions that the store lists as unfinished */
#define IAP_QUERY_ALL 2                  /**< the history; finished consumables only if revoked */
#define IAP_QUERY_CURRENT_ENTITLEMENTS 3 /**< what the account may use now */
#define IAP_QUERY_LATEST 4               /**< the newest transaction of a product; none or one */

/** Completes a request for transactions. */
typedef void (*iap_transactions_function)(void *user_data, iap_client *client, uint64_t request_id,
                                          const iap_transactions *transactions, const iap_error *error);

/**
 * Requests transactions from the store. The response describes them; it is not a delivery: their
 * state is PURCHASED, REVOKED or UNVERIFIED and their delivery count is 0. Observers receive the
 * transactions that the game must grant.
 * \param query an IAP_QUERY_… value.
 * \param product_id only this product; NULL for all. IAP_QUERY_LATEST needs one.
 */
iap_status_t iap_request_transactions(iap_client *client, iap_query_t query, const char *product_id,
                                      iap_transactions_function completion, void *user_data, uint64_t *request_id,
                                      iap_error *error);

/**
 * Requests transactions from the store in pages. The order is the order of the purchases, oldest
 * first.
 * \param query an IAP_QUERY_… value.
 * \param product_id only this product; NULL for all. IAP_QUERY_LATEST needs one.
 * \param limit the maximum number of transactions in this page; 0 for all that are left.
 * \param page as iap_transactions_next_page() returned it for the same query; NULL for the first
 *        page. If transactions are added, removed or changed between two pages, the pages neither
 *        repeat nor omit other transactions.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also: page does not have the form of such a text).
 */
iap_status_t iap_request_transactions_page(iap_client *client, iap_query_t query, const char *product_id,
                                           uint32_t limit, const char *page, iap_transactions_function completion,
                                           void *user_data, uint64_t *request_id, iap_error *error);

/** Returns where the next page of a query begins; see iap_request_transactions_page(). \returns the
 *  text for the next request; NULL if this was the last page. */
const char *iap_transactions_next_page(const iap_transactions *transactions);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_TRANSACTIONS_H */
