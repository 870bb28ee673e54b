/*
 * iap_commerce.h: billing plans and commitments, Advanced Commerce, and purchases outside of the
 * App Store. Most of these need an entitlement from Apple: see iap_supports(). The rules of
 * <iap/iap.h> apply.
 */
#ifndef IAP_IAP_COMMERCE_H
#define IAP_IAP_COMMERCE_H

#include <iap/iap_payments.h>
#include <iap/iap_subscriptions.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct iap_billing_plan iap_billing_plan; /**< a way to pay for a subscription */

/* ---------------------------------------------------------------- billing plans and commitments */

/** Returns the number of billing plans. They are the ways to pay for an auto-renewable
 *  subscription, if there is a choice. \returns how many; 0 if the system has no plans. */
size_t iap_product_billing_plan_count(const iap_product *product);
/** Returns one of the billing plans. */
const iap_billing_plan *iap_product_billing_plan_at(const iap_product *product, size_t index);
/** Returns the type of the plan. */
iap_billing_plan_type_t iap_billing_plan_type(const iap_billing_plan *plan);
/** Returns the price of each bill, as the store formats it for its storefront. */
const char *iap_billing_plan_display_price(const iap_billing_plan *plan);
/** Returns the price of each bill in the currency of the product. */
int64_t iap_billing_plan_price_milliunits(const iap_billing_plan *plan);
/** Returns the unit of the time between two bills. */
iap_period_unit_t iap_billing_plan_period_unit(const iap_billing_plan *plan);
/** Returns the number of units between two bills. */
int32_t iap_billing_plan_period_value(const iap_billing_plan *plan);
/** Returns the price of the whole commitment in the currency of the product; 0 if the plan is no
 *  commitment. */
int64_t iap_billing_plan_commitment_price_milliunits(const iap_billing_plan *plan);
/** Returns the billing plan of a subscription; IAP_BILLING_PLAN_NONE where the system does not
 *  report it. */
iap_billing_plan_type_t iap_transaction_billing_plan_type(const iap_transaction *transaction);
/** Returns the place of this bill among the bills of its commitment. \returns from 1; 0 if it
 *  belongs to no commitment. */
int32_t iap_transaction_commitment_period_number(const iap_transaction *transaction);
/** Returns the number of bills of the commitment; 0 if it belongs to no commitment. */
int32_t iap_transaction_commitment_period_count(const iap_transaction *transaction);
/** Returns the time at which the commitment ends; 0 if it belongs to no commitment. */
int64_t iap_transaction_commitment_expiration_date_ms(const iap_transaction *transaction);
/** Returns the price of the whole commitment; 0 if it belongs to no commitment. */
int64_t iap_transaction_commitment_price_milliunits(const iap_transaction *transaction);
/** Returns the billing plan of the next renewal; IAP_BILLING_PLAN_NONE where the system does not
 *  report it. */
iap_billing_plan_type_t iap_renewal_info_billing_plan_type(const iap_renewal_info *info);

/* ---------------------------------------------------------------------------- Advanced Commerce */

/** Returns what the game's server requested with Advanced Commerce. \returns a JSON object; NULL
 *  for other transactions. */
const char *iap_transaction_advanced_commerce_json(const iap_transaction *transaction);

/* ----------------------------------------------------------- purchases outside of the App Store */

typedef int32_t iap_external_purchase_token_t;
#define IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION 1
#define IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES 2

typedef int32_t iap_external_purchase_notice_t;
#define IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER 1
#define IAP_EXTERNAL_PURCHASE_NOTICE_WITHIN_APP 2

/** A way to purchases outside of the App Store. */
typedef int32_t iap_external_purchase_kind_t;
#define IAP_EXTERNAL_PURCHASE_KIND_NOTICE 1       /**< iap_show_external_purchase_notice() */
#define IAP_EXTERNAL_PURCHASE_KIND_LINK 2         /**< iap_open_external_purchase_link() */
#define IAP_EXTERNAL_PURCHASE_KIND_CUSTOM_LINK 3  /**< the game's own links */
#define IAP_EXTERNAL_PURCHASE_KIND_LINK_ACCOUNT 4 /**< iap_open_external_link_account() */

/**
 * Finds out whether the app is allowed to use a way to purchases outside of the App Store now, for
 * this player. Show no button for a way that is not allowed, and ask again after storefront_changed.
 * Systems before iOS 17.4 do not report it for the notice: there the result is 1.
 * \param kind an IAP_EXTERNAL_PURCHASE_KIND_… value.
 */
iap_status_t iap_request_external_purchase_eligibility(iap_client *client, iap_external_purchase_kind_t kind,
                                                       iap_flag_function completion, void *user_data,
                                                       uint64_t *request_id, iap_error *error);

/** Shows the notice that the App Store requires before a purchase outside of the App Store. The
 *  result is the token that the game's server reports to Apple. The token is empty if the system
 *  gives none. The request fails with IAP_ERROR_CANCELLED if the player does not continue. */
iap_status_t iap_show_external_purchase_notice(iap_client *client, iap_text_function completion, void *user_data,
                                               uint64_t *request_id, iap_error *error);

/**
 * Opens the link to a purchase on the web. The app declares this link. First the system shows the
 * notice that the App Store requires.
 * \param url one of the declared links (from iOS 17.5); NULL for the only link.
 * \returns IAP_OK, IAP_ERROR_TOO_LARGE (above 4096 bytes).
 */
iap_status_t iap_open_external_purchase_link(iap_client *client, const char *url, iap_completion_function completion,
                                             void *user_data, uint64_t *request_id, iap_error *error);

/**
 * Requests a token of a custom link. The game's server reports the token to Apple. The token is
 * empty if there is none.
 * \param type an IAP_EXTERNAL_PURCHASE_TOKEN_… value.
 */
iap_status_t iap_request_external_purchase_token(iap_client *client, iap_external_purchase_token_t type,
                                                 iap_text_function completion, void *user_data, uint64_t *request_id,
                                                 iap_error *error);

/**
 * Shows the notice that the App Store requires before the player follows a custom link. The request
 * fails with IAP_ERROR_CANCELLED if the player does not continue.
 * \param type an IAP_EXTERNAL_PURCHASE_NOTICE_… value.
 */
iap_status_t iap_show_external_purchase_custom_link_notice(iap_client *client, iap_external_purchase_notice_t type,
                                                           iap_completion_function completion, void *user_data,
                                                           uint64_t *request_id, iap_error *error);

/** Opens the link to the game's account page. The app declares this link. First the system shows
 *  the notice that the App Store requires. */
iap_status_t iap_open_external_link_account(iap_client *client, iap_completion_function completion, void *user_data,
                                            uint64_t *request_id, iap_error *error);

/**
 * Binds the account's payment method to a purchase on the web. The request fails with
 * IAP_ERROR_NOT_ELIGIBLE if the account is not allowed to do this, and with
 * IAP_ERROR_INVALID_ARGUMENT if the store does not know the id.
 * \param pinning_id the id that the game's server got from Apple.
 * \returns IAP_OK, IAP_ERROR_TOO_LARGE (above 1024 bytes).
 */
iap_status_t iap_bind_payment_method(iap_client *client, const char *pinning_id, iap_completion_function completion,
                                     void *user_data, uint64_t *request_id, iap_error *error);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_COMMERCE_H */
