#include "names.h"

#include <iap/iap_promotions.h>
#include <iap/iap_store.h>

#define NAMES_END                                                                                                      \
    { NULL, 0 }

const struct name names_offer_types[] = {{"introductory", IAP_OFFER_TYPE_INTRODUCTORY},
                                         {"promotional", IAP_OFFER_TYPE_PROMOTIONAL},
                                         {"code", IAP_OFFER_TYPE_CODE},
                                         {"win-back", IAP_OFFER_TYPE_WIN_BACK},
                                         NAMES_END};

const struct name names_payment_modes[] = {{"free trial", IAP_PAYMENT_MODE_FREE_TRIAL},
                                           {"pay as you go", IAP_PAYMENT_MODE_PAY_AS_YOU_GO},
                                           {"pay up front", IAP_PAYMENT_MODE_PAY_UP_FRONT},
                                           {"one time", IAP_PAYMENT_MODE_ONE_TIME},
                                           NAMES_END};

const struct name names_billing_plans[] = {
    {"up-front", IAP_BILLING_PLAN_UP_FRONT}, {"monthly", IAP_BILLING_PLAN_MONTHLY}, NAMES_END};

const struct name names_ownerships[] = {{"purchased", IAP_OWNERSHIP_PURCHASED},
                                        {"shared by the family", IAP_OWNERSHIP_FAMILY_SHARED},
                                        {"assigned", IAP_OWNERSHIP_ASSIGNED},
                                        NAMES_END};

const struct name names_reasons[] = {
    {"purchase", IAP_TRANSACTION_REASON_PURCHASE}, {"renewal", IAP_TRANSACTION_REASON_RENEWAL}, NAMES_END};

const struct name names_revocation_types[] = {{"full refund", IAP_REVOCATION_TYPE_REFUND_FULL},
                                              {"prorated refund", IAP_REVOCATION_TYPE_REFUND_PRORATED},
                                              {"not shared any more", IAP_REVOCATION_TYPE_FAMILY_REVOKE},
                                              NAMES_END};

const struct name names_verifications[] = {{"none", IAP_SIGNATURE_NONE},
                                           {"verified", IAP_SIGNATURE_VERIFIED},
                                           {"revoked certificate", IAP_SIGNATURE_REVOKED_CERTIFICATE},
                                           {"invalid certificate chain", IAP_SIGNATURE_INVALID_CERTIFICATE_CHAIN},
                                           {"signed for another device", IAP_SIGNATURE_INVALID_DEVICE_VERIFICATION},
                                           {"invalid encoding", IAP_SIGNATURE_INVALID_ENCODING},
                                           {"invalid signature", IAP_SIGNATURE_INVALID_SIGNATURE},
                                           {"missing properties", IAP_SIGNATURE_MISSING_REQUIRED_PROPERTIES},
                                           {"failed", IAP_SIGNATURE_FAILED},
                                           NAMES_END};

const struct name names_states[] = {{"subscribed", IAP_SUBSCRIPTION_STATE_SUBSCRIBED},
                                    {"expired", IAP_SUBSCRIPTION_STATE_EXPIRED},
                                    {"in billing retry", IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY},
                                    {"in grace period", IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD},
                                    {"revoked", IAP_SUBSCRIPTION_STATE_REVOKED},
                                    NAMES_END};

const struct name names_expiration_reasons[] = {{"none", IAP_EXPIRATION_REASON_NONE},
                                                {"renewal-off", IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED},
                                                {"billing-error", IAP_EXPIRATION_REASON_BILLING_ERROR},
                                                {"no-consent", IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE},
                                                {"product-unavailable", IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE},
                                                {"other", IAP_EXPIRATION_REASON_OTHER},
                                                NAMES_END};

const struct name names_price_increases[] = {{"none", IAP_PRICE_INCREASE_NONE},
                                             {"pending", IAP_PRICE_INCREASE_PENDING},
                                             {"agreed", IAP_PRICE_INCREASE_AGREED},
                                             NAMES_END};

const struct name names_messages[] = {{"generic", IAP_MESSAGE_REASON_GENERIC},
                                      {"price-increase", IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT},
                                      {"billing-issue", IAP_MESSAGE_REASON_BILLING_ISSUE},
                                      {"win-back", IAP_MESSAGE_REASON_WIN_BACK_OFFER},
                                      NAMES_END};

const struct name names_visibilities[] = {{"default", IAP_PROMOTION_VISIBILITY_DEFAULT},
                                          {"visible", IAP_PROMOTION_VISIBILITY_VISIBLE},
                                          {"hidden", IAP_PROMOTION_VISIBILITY_HIDDEN},
                                          NAMES_END};

const struct name names_features[] = {{"win-back-offers", IAP_FEATURE_WIN_BACK_OFFERS},
                                      {"all-statuses", IAP_FEATURE_ALL_STATUSES},
                                      {"purchase-intents", IAP_FEATURE_PURCHASE_INTENTS},
                                      {"messages", IAP_FEATURE_MESSAGES},
                                      {"refund-request", IAP_FEATURE_REFUND_REQUEST},
                                      {"manage-subscriptions", IAP_FEATURE_MANAGE_SUBSCRIPTIONS},
                                      {"offer-code-redemption", IAP_FEATURE_OFFER_CODE_REDEMPTION},
                                      {"review-request", IAP_FEATURE_REVIEW_REQUEST},
                                      {"app-transaction", IAP_FEATURE_APP_TRANSACTION},
                                      {"app-receipt", IAP_FEATURE_APP_RECEIPT},
                                      {"promotions", IAP_FEATURE_PROMOTIONS},
                                      {"external-purchase", IAP_FEATURE_EXTERNAL_PURCHASE},
                                      {"external-purchase-link", IAP_FEATURE_EXTERNAL_PURCHASE_LINK},
                                      {"external-purchase-custom-link", IAP_FEATURE_EXTERNAL_PURCHASE_CUSTOM_LINK},
                                      {"external-link-account", IAP_FEATURE_EXTERNAL_LINK_ACCOUNT},
                                      {"payment-method-binding", IAP_FEATURE_PAYMENT_METHOD_BINDING},
                                      {"advanced-commerce", IAP_FEATURE_ADVANCED_COMMERCE},
                                      {"billing-plans", IAP_FEATURE_BILLING_PLANS},
                                      {"multi-seat", IAP_FEATURE_MULTI_SEAT},
                                      {"merchandising", IAP_FEATURE_MERCHANDISING},
                                      NAMES_END};

const struct name names_apis[] = {{"load-products", IAP_STORE_API_LOAD_PRODUCTS},
                                  {"purchase", IAP_STORE_API_PURCHASE},
                                  {"verification", IAP_STORE_API_VERIFICATION},
                                  {"sync", IAP_STORE_API_SYNC},
                                  {"subscription-status", IAP_STORE_API_SUBSCRIPTION_STATUS},
                                  {"app-transaction", IAP_STORE_API_APP_TRANSACTION},
                                  {"manage-subscriptions", IAP_STORE_API_MANAGE_SUBSCRIPTIONS},
                                  {"refund-request", IAP_STORE_API_REFUND_REQUEST},
                                  {"offer-code", IAP_STORE_API_OFFER_CODE_REDEMPTION},
                                  {"messages", IAP_STORE_API_MESSAGES},
                                  {"promotions", IAP_STORE_API_PROMOTIONS},
                                  {"external-purchase", IAP_STORE_API_EXTERNAL_PURCHASE},
                                  {"payment-method-binding", IAP_STORE_API_PAYMENT_METHOD_BINDING},
                                  {"app-receipt", IAP_STORE_API_APP_RECEIPT},
                                  {"merchandising", IAP_STORE_API_MERCHANDISING},
                                  NAMES_END};

const char *names_word(const struct name *names, int32_t value) {
    for (; names->word != NULL; names++) {
        if (names->value == value) {
            return names->word;
        }
    }
    return "unknown";
}
