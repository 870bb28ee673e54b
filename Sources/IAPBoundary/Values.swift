package import CIAP
import IAPModel

// The C values of what several kinds of handles tell. Where there may be none, what this version does not know is -1.

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
        case .unknown: IAP_OWNERSHIP_UNKNOWN
        }
    }
}
