/*
 * iap_promotions.h: purchases that the player begins in the App Store (purchase intents), and the
 * products that the App Store page promotes. Observers receive purchase_intent_received. The rules
 * of <iap/iap.h> apply.
 */
#ifndef IAP_IAP_PROMOTIONS_H
#define IAP_IAP_PROMOTIONS_H

#include <iap/iap_offers.h>
#include <iap/iap_payments.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct iap_purchase_intents iap_purchase_intents; /**< a list of purchase intents */
typedef struct iap_promotions iap_promotions;             /**< what the App Store page promotes */

/* ----------------------------------------------------------------------------- purchase intents */

/** Returns the purchase intents, oldest first: purchases that the player began in the App Store and
 *  that the game has neither taken nor declined. The library keeps them in memory only. After a
 *  restart the App Store does not report them again. */
iap_status_t iap_queue_purchase_intents(iap_client *client, const iap_purchase_intents **intents, iap_error *error);

/**
 * Continues a purchase that the player began in the App Store: the library adds a payment for the
 * intent's product, with the intent's offer.
 * \param payment how to buy. Its product must be the product of the intent. If the intent has an
 *        offer, the payment must not name an offer or an Advanced Commerce request. NULL: the
 *        payment buys a quantity of one.
 * \returns as iap_add_payment(); or IAP_ERROR_NOT_FOUND (the intent was taken or declined before,
 *          or belongs to another client).
 */
iap_status_t iap_take_purchase_intent(iap_client *client, const iap_purchase_intent *intent, const iap_payment *payment,
                                      uint64_t *payment_id, iap_error *error);

/** Keeps a purchase intent for later. The intent stays in iap_queue_purchase_intents(), and the
 *  observers receive no more events about it.
 *  \returns IAP_OK, IAP_ERROR_NOT_FOUND (the intent was taken or declined before, or belongs to
 *  another client). */
iap_status_t iap_defer_purchase_intent(iap_client *client, const iap_purchase_intent *intent, iap_error *error);

/** Declines a purchase intent. \returns as iap_defer_purchase_intent(). */
iap_status_t iap_decline_purchase_intent(iap_client *client, const iap_purchase_intent *intent, iap_error *error);

/** Returns the number of intents in the list. */
size_t iap_purchase_intents_count(const iap_purchase_intents *intents);
/** Returns one intent of the list. */
const iap_purchase_intent *iap_purchase_intents_at(const iap_purchase_intents *intents, size_t index);
const iap_purchase_intents *iap_purchase_intents_retain(const iap_purchase_intents *intents);
void iap_purchase_intents_release(const iap_purchase_intents *intents);
/** Returns the id of the product. */
const char *iap_purchase_intent_product_id(const iap_purchase_intent *intent);
/** Returns the type of the offer for the purchase. \returns IAP_OFFER_TYPE_WIN_BACK;
 *  IAP_OFFER_TYPE_NONE if there is no offer. */
iap_offer_type_t iap_purchase_intent_offer_type(const iap_purchase_intent *intent);
/** Returns the id of the offer for the purchase; NULL if there is no offer. */
const char *iap_purchase_intent_offer_id(const iap_purchase_intent *intent);
/** Returns whether the game has kept the intent for later. \returns 1 or 0, as it was when this
 *  snapshot was made. */
int32_t iap_purchase_intent_is_deferred(const iap_purchase_intent *intent);
const iap_purchase_intent *iap_purchase_intent_retain(const iap_purchase_intent *intent);
void iap_purchase_intent_release(const iap_purchase_intent *intent);

/* ---------------------------------------------------------------------------- promoted products */

typedef int32_t iap_promotion_visibility_t;
#define IAP_PROMOTION_VISIBILITY_DEFAULT 0 /**< as set in App Store Connect */
#define IAP_PROMOTION_VISIBILITY_VISIBLE 1
#define IAP_PROMOTION_VISIBILITY_HIDDEN 2

/** Completes a request for the promoted products. */
typedef void (*iap_promotions_function)(void *user_data, iap_client *client, uint64_t request_id,
                                        const iap_promotions *promotions, const iap_error *error);

/** Requests the order in which the App Store page on this device shows the products. If the game
 *  has not changed this order, the list is empty. */
iap_status_t iap_request_promotions(iap_client *client, iap_promotions_function completion, void *user_data,
                                    uint64_t *request_id, iap_error *error);

/**
 * Changes the order in which the App Store page on this device shows the products.
 * \param product_ids the products to show first, in this order; an empty list restores the order of
 *        App Store Connect.
 * \param count how many; at most IAP_PRODUCT_IDS_MAX.
 */
iap_status_t iap_set_promotion_order(iap_client *client, const char *const *product_ids, size_t count,
                                     iap_completion_function completion, void *user_data, uint64_t *request_id,
                                     iap_error *error);

/**
 * Shows or hides a product on the App Store page of this device.
 * \param visibility an IAP_PROMOTION_VISIBILITY_… value.
 */
iap_status_t iap_set_promotion_visibility(iap_client *client, const char *product_id,
                                          iap_promotion_visibility_t visibility, iap_completion_function completion,
                                          void *user_data, uint64_t *request_id, iap_error *error);

/** Returns the number of products in the list. \returns how many; 0 if the order is that of App
 *  Store Connect. */
size_t iap_promotions_count(const iap_promotions *promotions);
/** Returns the id of one promoted product, in the order of the list. */
const char *iap_promotions_product_id_at(const iap_promotions *promotions, size_t index);
/** Returns the visibility on the App Store page of the product at this place of the list; 0 past
 *  the end. */
iap_promotion_visibility_t iap_promotions_visibility_at(const iap_promotions *promotions, size_t index);
const iap_promotions *iap_promotions_retain(const iap_promotions *promotions);
void iap_promotions_release(const iap_promotions *promotions);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_PROMOTIONS_H */
