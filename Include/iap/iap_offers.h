/*
 * iap_offers.h: the offers of a subscription: introductory, promotional and win-back offers, and
 * offer codes. A payment names its offer in iap_payment.offer. The rules of <iap/iap.h> apply.
 */
#ifndef IAP_IAP_OFFERS_H
#define IAP_IAP_OFFERS_H

#include <iap/iap.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct iap_offer iap_offer; /**< an offer of a subscription */

typedef int32_t iap_period_unit_t;
#define IAP_PERIOD_UNIT_NONE 0
#define IAP_PERIOD_UNIT_DAY 1
#define IAP_PERIOD_UNIT_WEEK 2
#define IAP_PERIOD_UNIT_MONTH 3
#define IAP_PERIOD_UNIT_YEAR 4

typedef int32_t iap_offer_type_t;
#define IAP_OFFER_TYPE_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_OFFER_TYPE_NONE 0
/** For new subscribers; the store applies it automatically. */
#define IAP_OFFER_TYPE_INTRODUCTORY 1
#define IAP_OFFER_TYPE_PROMOTIONAL 2 /**< needs a signature from the game's server */
#define IAP_OFFER_TYPE_CODE 3        /**< the player redeems a code */
#define IAP_OFFER_TYPE_WIN_BACK 4    /**< for former subscribers */

typedef int32_t iap_payment_mode_t;
#define IAP_PAYMENT_MODE_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_PAYMENT_MODE_NONE 0
#define IAP_PAYMENT_MODE_FREE_TRIAL 1
#define IAP_PAYMENT_MODE_PAY_AS_YOU_GO 2 /**< the price is paid for each period */
#define IAP_PAYMENT_MODE_PAY_UP_FRONT 3  /**< the price is paid once for the whole period */
#define IAP_PAYMENT_MODE_ONE_TIME 4      /**< an offer code for no subscription */

/* ---------------------------------------------------------------------- the offers of a product */

/** Returns the number of offers of an auto-renewable subscription. The introductory offer comes
 *  first, then the promotional offers, then the win-back offers. They are all offers that the store
 *  lists, also offers that this player is not allowed to use. */
size_t iap_product_offer_count(const iap_product *product);
/** Returns one of the offers. */
const iap_offer *iap_product_offer_at(const iap_product *product, size_t index);
/** Returns the type of the offer. */
iap_offer_type_t iap_offer_type(const iap_offer *offer);
/** Returns the id that payments use for the offer; NULL for an introductory offer. */
const char *iap_offer_id(const iap_offer *offer);
/** Returns how the player pays for the offer. */
iap_payment_mode_t iap_offer_payment_mode(const iap_offer *offer);
/** Returns the exact price in the currency of the product: $0.99 is 990; 0 if the offer is free. */
int64_t iap_offer_price_milliunits(const iap_offer *offer);
/** Returns the price as the store formats it for its storefront. */
const char *iap_offer_display_price(const iap_offer *offer);
/** Returns the unit of the offer's period. */
iap_period_unit_t iap_offer_period_unit(const iap_offer *offer);
/** Returns the number of units in the offer's period. */
int32_t iap_offer_period_value(const iap_offer *offer);
/** Returns the number of periods of the offer. It is 1 unless the mode is
 *  IAP_PAYMENT_MODE_PAY_AS_YOU_GO. */
int32_t iap_offer_period_count(const iap_offer *offer);

/* ------------------------------------------------------------------- the offer of a transaction */

/** Returns the type of the offer that was used; IAP_OFFER_TYPE_NONE if there was no offer. */
iap_offer_type_t iap_transaction_offer_type(const iap_transaction *transaction);
/** Returns the id of the offer that was used. \returns its id, or the name of the offer if the
 *  player used a code; NULL if there was no offer, and for an introductory offer. */
const char *iap_transaction_offer_id(const iap_transaction *transaction);
/** Returns how the player pays for the offer that was used; IAP_PAYMENT_MODE_NONE if there was no
 *  offer or the system does not report it. */
iap_payment_mode_t iap_transaction_offer_payment_mode(const iap_transaction *transaction);
/** Returns the unit of the period of the offer that was used; IAP_PERIOD_UNIT_NONE if there was no
 *  offer or the system does not report it. */
iap_period_unit_t iap_transaction_offer_period_unit(const iap_transaction *transaction);
/** Returns the number of units in the period of the offer that was used; 0 if there was no offer or
 *  the system does not report it. */
int32_t iap_transaction_offer_period_value(const iap_transaction *transaction);

/* -------------------------------------------------------------------------- introductory offers */

/**
 * Finds out whether the account is still allowed to use an introductory offer of a group. An
 * account can use one introductory offer per group. The result can be 1 even if the group has no
 * introductory offer.
 * \param group_id the id that iap_product_subscription_group_id() returns.
 * \returns IAP_OK, IAP_ERROR_TOO_LARGE (above 1024 bytes).
 */
iap_status_t iap_request_introductory_offer_eligibility(iap_client *client, const char *group_id,
                                                        iap_flag_function completion, void *user_data,
                                                        uint64_t *request_id, iap_error *error);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_OFFERS_H */
