/*
 * iap_subscriptions.h: auto-renewable subscriptions: periods, groups, statuses and renewal info.
 * Observers receive subscription_status_changed. The rules of <iap/iap.h> apply.
 */
#ifndef IAP_IAP_SUBSCRIPTIONS_H
#define IAP_IAP_SUBSCRIPTIONS_H

#include <iap/iap_offers.h>
#include <iap/iap_verification.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct iap_subscription_statuses iap_subscription_statuses; /**< a list of statuses */
typedef struct iap_renewal_info iap_renewal_info;

/* ---------------------------------------------------------------- the subscription of a product */

/** Returns the unit of the period of an auto-renewable subscription; IAP_PERIOD_UNIT_NONE for other
 *  products. */
iap_period_unit_t iap_product_subscription_period_unit(const iap_product *product);
/** Returns the number of units in the period of an auto-renewable subscription; 0 for other
 *  products. */
int32_t iap_product_subscription_period_value(const iap_product *product);
/** Returns the group of an auto-renewable subscription. A player has at most one subscription of a
 *  group at a time. \returns the id of the group; NULL for other products. */
const char *iap_product_subscription_group_id(const iap_product *product);
/** Returns the rank of an auto-renewable subscription in its group; 1 is the highest level of
 *  service; 0 for other products, and where the system does not report it. */
int32_t iap_product_subscription_group_level(const iap_product *product);
/** Returns the name of the group, in the storefront's language; NULL for other products, empty
 *  where the system does not report it. */
const char *iap_product_subscription_group_name(const iap_product *product);

/* ------------------------------------------------------------ the subscription of a transaction */

/** Returns the end of the period of an auto-renewable subscription; 0 for other products. */
int64_t iap_transaction_expiration_date_ms(const iap_transaction *transaction);
/** Returns the group of an auto-renewable subscription. \returns the id of the group; NULL for
 *  other products. */
const char *iap_transaction_subscription_group_id(const iap_transaction *transaction);
/** Returns the billing id of an auto-renewable subscription. It is the same on all devices.
 *  \returns the id; NULL for other products. */
const char *iap_transaction_web_order_line_item_id(const iap_transaction *transaction);
/** Returns whether a subscription of a higher level replaced this subscription before its end. If
 *  so, this transaction entitles the player to nothing. */
int32_t iap_transaction_is_upgraded(const iap_transaction *transaction);

/* ------------------------------------------------------------------------------------- statuses */

typedef int32_t iap_subscription_state_t;
#define IAP_SUBSCRIPTION_STATE_UNKNOWN 0
#define IAP_SUBSCRIPTION_STATE_SUBSCRIBED 1
#define IAP_SUBSCRIPTION_STATE_EXPIRED 2
/** The store retries a failed charge; not entitled. */
#define IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY 3
/** The store retries a failed charge; still entitled. */
#define IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD 4
#define IAP_SUBSCRIPTION_STATE_REVOKED 5

/** Completes a request for subscription statuses. */
typedef void (*iap_subscription_statuses_function)(void *user_data, iap_client *client, uint64_t request_id,
                                                   const iap_subscription_statuses *statuses, const iap_error *error);

/**
 * Requests the subscription statuses of a group. A group that the account never subscribed to has
 * no status. With Family Sharing a group can have more than one status; the status with the highest
 * level of service counts.
 * \param group_id the id that iap_product_subscription_group_id() returns; NULL for all groups
 *        (IAP_FEATURE_ALL_STATUSES).
 * \returns IAP_OK, IAP_ERROR_TOO_LARGE (above 1024 bytes).
 */
iap_status_t iap_request_subscription_statuses(iap_client *client, const char *group_id,
                                               iap_subscription_statuses_function completion, void *user_data,
                                               uint64_t *request_id, iap_error *error);

/**
 * Requests the status of the subscription that a transaction belongs to. The result has one status.
 * It has none if the store does not know the transaction, or if the transaction belongs to no
 * auto-renewable subscription.
 * \param transaction_id the id that iap_transaction_id() returns, of any period of the
 *        subscription.
 */
iap_status_t iap_request_transaction_status(iap_client *client, uint64_t transaction_id,
                                            iap_subscription_statuses_function completion, void *user_data,
                                            uint64_t *request_id, iap_error *error);

/** Returns the number of statuses in the list. */
size_t iap_subscription_statuses_count(const iap_subscription_statuses *statuses);
/** Returns one status of the list. */
const iap_subscription_status *iap_subscription_statuses_at(const iap_subscription_statuses *statuses, size_t index);
const iap_subscription_statuses *iap_subscription_statuses_retain(const iap_subscription_statuses *statuses);
void iap_subscription_statuses_release(const iap_subscription_statuses *statuses);
const iap_subscription_status *iap_subscription_status_retain(const iap_subscription_status *status);
void iap_subscription_status_release(const iap_subscription_status *status);
/** Returns the subscription state. */
iap_subscription_state_t iap_subscription_status_state(const iap_subscription_status *status);
/** Returns the id of the subscription group; empty where the system does not report it. */
const char *iap_subscription_status_group_id(const iap_subscription_status *status);
/** Returns the newest transaction of the subscription. Its state is PURCHASED, REVOKED or
 *  UNVERIFIED. It is not a delivery. */
const iap_transaction *iap_subscription_status_transaction(const iap_subscription_status *status);
/** Returns the renewal info. */
const iap_renewal_info *iap_subscription_status_renewal_info(const iap_subscription_status *status);

/* --------------------------------------------------------------------------------- renewal info */

typedef int32_t iap_expiration_reason_t;
#define IAP_EXPIRATION_REASON_UNKNOWN (-1) /**< a reason that this version does not know */
#define IAP_EXPIRATION_REASON_NONE 0
#define IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED 1
#define IAP_EXPIRATION_REASON_BILLING_ERROR 2
#define IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE 3
#define IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE 4
#define IAP_EXPIRATION_REASON_OTHER 5     /**< the store gives no further reason */
#define IAP_EXPIRATION_REASON_UNBUNDLED 6 /**< it left its bundle */

typedef int32_t iap_price_increase_t;
#define IAP_PRICE_INCREASE_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_PRICE_INCREASE_NONE 0
#define IAP_PRICE_INCREASE_PENDING 1 /**< the player has not consented yet */
#define IAP_PRICE_INCREASE_AGREED 2

/** Returns the result of the signature check. Trust the other values of the renewal info only if
 *  the result is IAP_SIGNATURE_VERIFIED. */
iap_signature_check_t iap_renewal_info_signature_check(const iap_renewal_info *info);
/** Returns the id of the first purchase of the subscription. */
uint64_t iap_renewal_info_original_transaction_id(const iap_renewal_info *info);
/** Returns the id of the product that the account subscribes to now. */
const char *iap_renewal_info_product_id(const iap_renewal_info *info);
/** Returns whether the store will renew the subscription. */
int32_t iap_renewal_info_will_auto_renew(const iap_renewal_info *info);
/** Returns the id of the product that the next renewal is for; NULL if the store will not renew the
 *  subscription. */
const char *iap_renewal_info_auto_renew_product_id(const iap_renewal_info *info);
/** Returns why the subscription ended; IAP_EXPIRATION_REASON_NONE if it did not end.
 *  iap_renewal_info_json() contains the store's number. */
iap_expiration_reason_t iap_renewal_info_expiration_reason(const iap_renewal_info *info);
/** Returns the state of the player's consent to a price increase. */
iap_price_increase_t iap_renewal_info_price_increase(const iap_renewal_info *info);
/** Returns whether the subscription is in billing retry: the store retries a failed charge. */
int32_t iap_renewal_info_is_in_billing_retry(const iap_renewal_info *info);
/** Returns the time at which the billing grace period ends. Until this date the player stays
 *  entitled while the store retries the charge.
 *  \returns milliseconds since 1970; 0 if there is no grace period. */
int64_t iap_renewal_info_grace_period_expiration_date_ms(const iap_renewal_info *info);
/** Returns the type of the offer that the next renewal uses; IAP_OFFER_TYPE_NONE if there is no
 *  offer. */
iap_offer_type_t iap_renewal_info_offer_type(const iap_renewal_info *info);
/** Returns the id of the offer that the next renewal uses; NULL if there is no offer, and for an
 *  introductory offer. */
const char *iap_renewal_info_offer_id(const iap_renewal_info *info);
/** Returns how the player pays for the offer of the next renewal; IAP_PAYMENT_MODE_NONE if there is
 *  no offer or the system does not report it. */
iap_payment_mode_t iap_renewal_info_offer_payment_mode(const iap_renewal_info *info);
/** Returns the unit of the period of the next renewal's offer; IAP_PERIOD_UNIT_NONE if there is no
 *  offer or the system does not report it. */
iap_period_unit_t iap_renewal_info_offer_period_unit(const iap_renewal_info *info);
/** Returns the number of units in the period of the next renewal's offer; 0 if there is no offer or
 *  the system does not report it. */
int32_t iap_renewal_info_offer_period_value(const iap_renewal_info *info);
/** Returns the App Store that the renewal info comes from. \returns "Production", "Sandbox" or
 *  "Xcode"; empty where the system does not report it. */
const char *iap_renewal_info_environment(const iap_renewal_info *info);
/** Returns the time at which the player subscribed. Gaps of less than 60 days do not count as an
 *  end of the subscription.
 *  \returns milliseconds since 1970; 0 where the system does not report it. */
int64_t iap_renewal_info_recent_subscription_start_date_ms(const iap_renewal_info *info);
/** Returns the time at which the store will renew the subscription; 0 if the store will not renew
 *  it, or the system does not report it. */
int64_t iap_renewal_info_renewal_date_ms(const iap_renewal_info *info);
/** Returns the price of the next renewal. For several seats it is the average price of one seat.
 *  \returns thousandths of the currency's unit; 0 where the system does not report it. */
int64_t iap_renewal_info_renewal_price_milliunits(const iap_renewal_info *info);
/** Returns the currency of the renewal price. \returns its ISO 4217 code; NULL where the system
 *  does not report it. */
const char *iap_renewal_info_currency_code(const iap_renewal_info *info);
/** Returns the number of win-back offers that the player is allowed to use. */
size_t iap_renewal_info_eligible_win_back_offer_count(const iap_renewal_info *info);
/** Returns the id of one of the win-back offers that the player is allowed to use. The best offer
 *  comes first. */
const char *iap_renewal_info_eligible_win_back_offer_at(const iap_renewal_info *info, size_t index);
/** Returns the UUID of the payment's app_account_token. \returns a lowercase UUID; NULL if the
 *  payment had none or the system does not report it. */
const char *iap_renewal_info_app_account_token(const iap_renewal_info *info);
/** Returns the id of the account's copy of the app; NULL where the system does not report it. */
const char *iap_renewal_info_app_transaction_id(const iap_renewal_info *info);
/** Returns the time at which the store signed the renewal info. */
int64_t iap_renewal_info_signed_date_ms(const iap_renewal_info *info);
/** Returns the signed renewal info for the game's server. It is a compact JWS (RFC 7515) with the
 *  fields of Apple's JWSRenewalInfoDecodedPayload. */
const char *iap_renewal_info_signed_text(const iap_renewal_info *info);
/** Returns everything that the store signed about the renewal, as JSON. This includes fields that
 *  this version has no function for, for example commitments and Advanced Commerce. */
const char *iap_renewal_info_json(const iap_renewal_info *info);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_SUBSCRIPTIONS_H */
