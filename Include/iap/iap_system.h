/*
 * iap_system.h: what the system and the store offer: features, the environment, the storefront. The
 * rules of <iap/iap.h> apply.
 */
#ifndef IAP_IAP_SYSTEM_H
#define IAP_IAP_SYSTEM_H

#include <iap/iap.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------- features */

/** A feature that not every system has. The comment of each constant lists the first Apple versions
 *  that have it. On Linux a store has every feature until iap_store_set_supported() changes
 *  this. */
typedef int32_t iap_feature_t;
#define IAP_FEATURE_NONE 0
#define IAP_FEATURE_WIN_BACK_OFFERS 1 /**< iOS 18, macOS 15, tvOS 18, visionOS 2 */
/** All groups' statuses in one request; iOS 17, macOS 14, tvOS 17, visionOS 1. */
#define IAP_FEATURE_ALL_STATUSES 2
#define IAP_FEATURE_PURCHASE_INTENTS 3      /**< iOS 16.4, macOS 14.4 */
#define IAP_FEATURE_MESSAGES 4              /**< iOS 16, visionOS 1 */
#define IAP_FEATURE_REFUND_REQUEST 5        /**< iOS 15, macOS 12, visionOS 1 */
#define IAP_FEATURE_MANAGE_SUBSCRIPTIONS 6  /**< iOS 15, visionOS 1 */
#define IAP_FEATURE_OFFER_CODE_REDEMPTION 7 /**< iOS 16, macOS 15, visionOS 1 */
#define IAP_FEATURE_REVIEW_REQUEST 8        /**< iOS 16, macOS 13, visionOS 1 */
#define IAP_FEATURE_APP_TRANSACTION 9       /**< iOS 16, macOS 13, tvOS 16, visionOS 1 */
#define IAP_FEATURE_APP_RECEIPT 10          /**< iOS 15, macOS 12, tvOS 15, visionOS 1 */
#define IAP_FEATURE_PROMOTIONS 11           /**< iOS 16.4 */
/** The notice; iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1; needs an entitlement. */
#define IAP_FEATURE_EXTERNAL_PURCHASE 12
/** iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1; needs an entitlement. */
#define IAP_FEATURE_EXTERNAL_PURCHASE_LINK 13
/** iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1; needs an entitlement. */
#define IAP_FEATURE_EXTERNAL_PURCHASE_CUSTOM_LINK 14
#define IAP_FEATURE_EXTERNAL_LINK_ACCOUNT 15  /**< iOS 16, tvOS 16.4; needs an entitlement */
#define IAP_FEATURE_PAYMENT_METHOD_BINDING 16 /**< iOS 16.4, visionOS 1; needs an entitlement */
#define IAP_FEATURE_ADVANCED_COMMERCE 17      /**< iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4 */
#define IAP_FEATURE_BILLING_PLANS 18          /**< iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4 */
#define IAP_FEATURE_MULTI_SEAT 19             /**< iOS 27.3, macOS 27.3, tvOS 27.3, visionOS 27.3 */
#define IAP_FEATURE_MERCHANDISING 20          /**< iOS 26, macOS 26.2, tvOS 26 */

/**
 * Returns whether this system has a feature. A call that needs a missing feature ends with
 * IAP_ERROR_UNSUPPORTED.
 * \param feature an IAP_FEATURE_… value.
 * \param error may be NULL; borrows it: IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL, or no such
 *        feature), IAP_ERROR_CLOSED.
 * \returns 1 or 0, never a negative value; 0 if the call failed.
 */
int32_t iap_supports(iap_client *client, iap_feature_t feature, iap_error *error);

/* ---------------------------------------------------------------------------------- environment */

/** The environment of the store that signed something. A verifier accepts several values, combined
 *  with |. */
typedef int32_t iap_environment_t;
#define IAP_ENVIRONMENT_UNKNOWN 0
#define IAP_ENVIRONMENT_PRODUCTION 1
/** Also TestFlight and App Review, and everything that the reference store of <iap/iap_store.h>
 *  signs. */
#define IAP_ENVIRONMENT_SANDBOX 2
/** StoreKit testing in Xcode. DANGER: the App Store does not sign its data. A verifier that allows
 *  this environment accepts the data without any signature check: anybody can make it. The result
 *  reports this (signature_checked is 0). This value cannot be combined with Production. */
#define IAP_ENVIRONMENT_XCODE 4
/** The same rules as for IAP_ENVIRONMENT_XCODE apply. Apple's server libraries use this name for
 *  local tests. */
#define IAP_ENVIRONMENT_LOCAL_TESTING 8
/** The reference store. Only iap_client_environment() returns it; data that this store signs has
 *  IAP_ENVIRONMENT_SANDBOX. */
#define IAP_ENVIRONMENT_REFERENCE_STORE 16

/** Returns the environment of the store that the client uses, as far as the library knows it now.
 *  The call does not ask the store. On Apple's systems the library first guesses the environment
 *  from the location of the receipt. The guess is never production: the function returns
 *  IAP_ENVIRONMENT_UNKNOWN instead. The first verified transaction corrects the guess.
 *  \returns an IAP_ENVIRONMENT_… value; or IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_CLOSED. */
iap_environment_t iap_client_environment(iap_client *client);

/* ----------------------------------------------------------------------------------- storefront */

/**
 * Completes a request for the storefront.
 * \param country_code ISO 3166-1 alpha-3, for example "USA"; borrows it; NULL if the request
 *        failed.
 * \param identifier the store's own id of the storefront; borrows it; NULL if the request failed.
 */
typedef void (*iap_storefront_function)(void *user_data, iap_client *client, uint64_t request_id,
                                        const char *country_code, const char *identifier, const iap_error *error);

/** Requests the country whose App Store serves the account. */
iap_status_t iap_request_storefront(iap_client *client, iap_storefront_function completion, void *user_data,
                                    uint64_t *request_id, iap_error *error);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_SYSTEM_H */
