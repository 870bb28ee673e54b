package import CIAP
import IAPModel

// The C values for the store's words and numbers. A value that this version does not know is -1 in the enumerations in
// which 0 means none.

extension ProductType {
    package var cValue: iap_product_type_t {
        switch self {
        case .consumable: IAP_PRODUCT_TYPE_CONSUMABLE
        case .nonConsumable: IAP_PRODUCT_TYPE_NON_CONSUMABLE
        case .nonRenewingSubscription: IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION
        case .autoRenewableSubscription: IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION
        case .unknown: IAP_PRODUCT_TYPE_UNKNOWN
        }
    }
}

extension Period.Unit {
    package var cValue: iap_period_unit {
        switch self {
        case .day: IAP_PERIOD_UNIT_DAY
        case .week: IAP_PERIOD_UNIT_WEEK
        case .month: IAP_PERIOD_UNIT_MONTH
        case .year: IAP_PERIOD_UNIT_YEAR
        }
    }
}

extension OfferType {
    package var cValue: iap_offer_type_t {
        switch self {
        case .introductory: IAP_OFFER_TYPE_INTRODUCTORY
        case .promotional: IAP_OFFER_TYPE_PROMOTIONAL
        case .code: IAP_OFFER_TYPE_CODE
        case .winBack: IAP_OFFER_TYPE_WIN_BACK
        case .unknown: IAP_OFFER_TYPE_UNKNOWN
        }
    }
}

extension PaymentMode {
    package var cValue: iap_payment_mode {
        switch self {
        case .freeTrial: IAP_PAYMENT_MODE_FREE_TRIAL
        case .payAsYouGo: IAP_PAYMENT_MODE_PAY_AS_YOU_GO
        case .payUpFront: IAP_PAYMENT_MODE_PAY_UP_FRONT
        case .oneTime: IAP_PAYMENT_MODE_ONE_TIME
        case .unknown: IAP_PAYMENT_MODE_UNKNOWN
        }
    }
}

extension BillingPlanType {
    package var cValue: iap_billing_plan_type_t {
        switch self {
        case .upFront: IAP_BILLING_PLAN_UP_FRONT
        case .monthly: IAP_BILLING_PLAN_MONTHLY
        case .unknown: IAP_BILLING_PLAN_UNKNOWN
        }
    }
}

extension Verification {
    package var cValue: iap_verification {
        switch self {
        case .verified: IAP_VERIFICATION_VERIFIED
        case .failed(.revokedCertificate): IAP_VERIFICATION_REVOKED_CERTIFICATE
        case .failed(.invalidCertificateChain): IAP_VERIFICATION_INVALID_CERTIFICATE_CHAIN
        case .failed(.invalidDeviceVerification): IAP_VERIFICATION_INVALID_DEVICE_VERIFICATION
        case .failed(.invalidEncoding): IAP_VERIFICATION_INVALID_ENCODING
        case .failed(.invalidSignature): IAP_VERIFICATION_INVALID_SIGNATURE
        case .failed(.missingRequiredProperties): IAP_VERIFICATION_MISSING_REQUIRED_PROPERTIES
        case .failed(.other): IAP_VERIFICATION_FAILED
        }
    }
}

extension Transaction.Ownership {
    package var cValue: iap_ownership {
        switch self {
        case .purchased: IAP_OWNERSHIP_PURCHASED
        case .familyShared: IAP_OWNERSHIP_FAMILY_SHARED
        case .assigned: IAP_OWNERSHIP_ASSIGNED
        case .unknown: IAP_OWNERSHIP_UNKNOWN
        }
    }
}

extension Transaction.Reason {
    package var cValue: iap_transaction_reason_t {
        switch self {
        case .purchase: IAP_TRANSACTION_REASON_PURCHASE
        case .renewal: IAP_TRANSACTION_REASON_RENEWAL
        case .unknown: IAP_TRANSACTION_REASON_UNKNOWN
        }
    }
}

extension Transaction.Revocation.Kind {
    package var cValue: iap_revocation_type {
        switch self {
        case .refundFull: IAP_REVOCATION_TYPE_REFUND_FULL
        case .refundProrated: IAP_REVOCATION_TYPE_REFUND_PRORATED
        case .familyRevoke: IAP_REVOCATION_TYPE_FAMILY_REVOKE
        case .unknown: IAP_REVOCATION_TYPE_UNKNOWN
        }
    }
}

/// The numbers are those of StoreKit and of the App Store Server API.
package func revocationReason(_ number: Int) -> iap_revocation_reason {
    switch number {
    case 0: IAP_REVOCATION_REASON_OTHER
    case 1: IAP_REVOCATION_REASON_DEVELOPER_ISSUE
    default: IAP_REVOCATION_REASON_UNKNOWN
    }
}

extension RenewalInfo.ExpirationReason {
    package var cValue: iap_expiration_reason {
        switch self {
        case .autoRenewDisabled: IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED
        case .billingError: IAP_EXPIRATION_REASON_BILLING_ERROR
        case .didNotConsentToPriceIncrease: IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE
        case .productUnavailable: IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE
        case .other: IAP_EXPIRATION_REASON_OTHER
        case .unknown: IAP_EXPIRATION_REASON_UNKNOWN
        }
    }
}

extension SubscriptionStatus.State {
    package var cValue: iap_subscription_state {
        switch self {
        case .subscribed: IAP_SUBSCRIPTION_STATE_SUBSCRIBED
        case .expired: IAP_SUBSCRIPTION_STATE_EXPIRED
        case .inBillingRetry: IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY
        case .inGracePeriod: IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD
        case .revoked: IAP_SUBSCRIPTION_STATE_REVOKED
        case .unknown: IAP_SUBSCRIPTION_STATE_UNKNOWN
        }
    }
}
