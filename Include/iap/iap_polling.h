/*
 * iap_polling.h: events without callbacks, for bindings and other hosts that poll. The events are
 * in the same queue as those of iap_client_process_events(). The rules of <iap/iap.h> apply.
 */
#ifndef IAP_IAP_POLLING_H
#define IAP_IAP_POLLING_H

#include <iap/iap_app.h>
#include <iap/iap_promotions.h>
#include <iap/iap_subscriptions.h>
#include <iap/iap_transactions.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct iap_event iap_event;

/**
 * Takes the next event from the same queue, for hosts that do not use callbacks: the library calls
 * no callback for this event. The first call starts the delivery of transactions, as an observer
 * does. Observers, if any, do not receive the events that this function takes. A host that polls
 * must take events only with this function. While there is no observer, iap_client_process_events()
 * puts events for observers aside. iap_client_wait_events() does not count these events, and the
 * next call of iap_client_next_event() returns them first. An event counts as received when the host
 * takes the next one or closes the client: save what follows from it before. If the process ends
 * earlier, a revocation comes again at the next launch.
 * \param event gives a handle, to be released with iap_event_release(); NULL if there is none.
 * \returns 1 if there was an event, 0 if not; or IAP_ERROR_INVALID_ARGUMENT (NULL),
 *          IAP_ERROR_CLOSED, IAP_ERROR_REENTRANT, IAP_ERROR_WRONG_THREAD.
 * \threadsafety any thread, one at a time. \callbacksafety no: IAP_ERROR_REENTRANT.
 */
int32_t iap_client_next_event(iap_client *client, iap_event **event);

void iap_event_release(iap_event *event);

typedef int32_t iap_event_type_t;
#define IAP_EVENT_NONE 0
#define IAP_EVENT_PRODUCTS_RECEIVED 1               /**< request id; products or error */
#define IAP_EVENT_TRANSACTIONS_RECEIVED 2           /**< request id; transactions or error */
#define IAP_EVENT_STOREFRONT_RECEIVED 3             /**< request id; storefront, or error */
#define IAP_EVENT_TRANSACTION_UPDATED 4             /**< transaction */
#define IAP_EVENT_TRANSACTION_REMOVED 5             /**< transaction */
#define IAP_EVENT_RESTORE_FINISHED 6                /**< request id */
#define IAP_EVENT_RESTORE_FAILED 7                  /**< request id; error */
#define IAP_EVENT_ENTITLEMENT_REVOKED 8             /**< transaction */
#define IAP_EVENT_STOREFRONT_CHANGED 9              /**< country code and identifier */
#define IAP_EVENT_PROBLEM_REPORTED 10               /**< error */
#define IAP_EVENT_REQUEST_COMPLETED 11              /**< request id; error if it failed */
#define IAP_EVENT_FLAG_RECEIVED 12                  /**< request id; flag or error */
#define IAP_EVENT_TEXT_RECEIVED 13                  /**< request id; text or error */
#define IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED 14 /**< request id; statuses or error */
#define IAP_EVENT_APP_TRANSACTION_RECEIVED 15       /**< request id; app transaction or error */
#define IAP_EVENT_PROMOTIONS_RECEIVED 16            /**< request id; promotions or error */
#define IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED 17    /**< subscription status */
#define IAP_EVENT_PURCHASE_INTENT_RECEIVED 18       /**< purchase intent */
#define IAP_EVENT_MESSAGE_RECEIVED 19               /**< message */
#define IAP_EVENT_VERIFICATION_REQUESTED 20         /**< transaction */
#define IAP_EVENT_ENTITLEMENT_CHANGED 21            /**< product id; flag: 1 if owned now */

/** Returns the type of the event. */
iap_event_type_t iap_event_type(const iap_event *event);
/** Returns the id of the request that the event completes; 0 if it completes none. */
uint64_t iap_event_request_id(const iap_event *event);
/** Returns the products of IAP_EVENT_PRODUCTS_RECEIVED; NULL if there are none. */
const iap_products *iap_event_products(const iap_event *event);
/** Returns the transaction that the event is about; NULL if there is none. */
const iap_transaction *iap_event_transaction(const iap_event *event);
/** Returns the transactions of IAP_EVENT_TRANSACTIONS_RECEIVED; NULL if there are none. */
const iap_transactions *iap_event_transactions(const iap_event *event);
/** Returns the country code of the storefront. \returns ISO 3166-1 alpha-3; NULL if the event has
 *  none. */
const char *iap_event_storefront_country_code(const iap_event *event);
/** Returns the id of the storefront. \returns the store's own id; NULL if the event has none. */
const char *iap_event_storefront_identifier(const iap_event *event);
/** Returns the result of IAP_EVENT_FLAG_RECEIVED, or whether the account owns the product of
 *  IAP_EVENT_ENTITLEMENT_CHANGED. \returns 1 or 0. */
int32_t iap_event_flag(const iap_event *event);
/** Returns the product of IAP_EVENT_ENTITLEMENT_CHANGED. \returns the product id; NULL if the event
 *  has none. */
const char *iap_event_product_id(const iap_event *event);
/** Returns the result of IAP_EVENT_TEXT_RECEIVED; NULL if the event has none. */
const char *iap_event_text(const iap_event *event);
/** Returns the statuses of IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED; NULL if there is none. */
const iap_subscription_statuses *iap_event_subscription_statuses(const iap_event *event);
/** Returns the status of IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED; NULL if there is none. */
const iap_subscription_status *iap_event_subscription_status(const iap_event *event);
/** Returns the app transaction of IAP_EVENT_APP_TRANSACTION_RECEIVED; NULL if there is none. */
const iap_app_transaction *iap_event_app_transaction(const iap_event *event);
/** Returns the promotions of IAP_EVENT_PROMOTIONS_RECEIVED; NULL if there is none. */
const iap_promotions *iap_event_promotions(const iap_event *event);
/** Returns the intent of IAP_EVENT_PURCHASE_INTENT_RECEIVED; NULL if there is none. */
const iap_purchase_intent *iap_event_purchase_intent(const iap_event *event);
/** Returns the message of IAP_EVENT_MESSAGE_RECEIVED; NULL if there is none. */
const iap_message *iap_event_message(const iap_event *event);

/**
 * Reports the error of a request that failed, or of a problem.
 * \param error borrows it and fills it; NULL is allowed.
 * \returns the status of the error; IAP_OK if the event has none.
 */
iap_status_t iap_event_error(const iap_event *event, iap_error *error);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_POLLING_H */
