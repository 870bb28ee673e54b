package import CIAP
package import IAPModel

// The C values for the store's words and numbers. A value that this version does not know is -1 in the enumerations in
// which 0 means none. Where the store has numbers, the header has the same.

/// The header numbers the known values from 1, in this order.
package func place<Value: Equatable>(_ value: Value, _ known: [Value], else unknown: Int32) -> Int32 {
    known.firstIndex(of: value).map { Int32($0) + 1 } ?? unknown
}

extension ProductType {
    package var cValue: iap_product_type_t {
        place(
            self, [.consumable, .nonConsumable, .nonRenewingSubscription, .autoRenewableSubscription],
            else: IAP_PRODUCT_TYPE_UNKNOWN)
    }
}

extension Period.Unit {
    package var cValue: iap_period_unit_t { place(self, [.day, .week, .month, .year], else: IAP_PERIOD_UNIT_NONE) }
}

extension OfferType {
    package var cValue: iap_offer_type_t { (1...4).contains(rawValue) ? Int32(rawValue) : IAP_OFFER_TYPE_UNKNOWN }
}

extension PaymentMode {
    package var cValue: iap_payment_mode_t {
        place(self, [.freeTrial, .payAsYouGo, .payUpFront, .oneTime], else: IAP_PAYMENT_MODE_UNKNOWN)
    }
}

extension BillingPlanType {
    package var cValue: iap_billing_plan_type_t { place(self, [.upFront, .monthly], else: IAP_BILLING_PLAN_UNKNOWN) }
}

extension Verification {
    package var cValue: iap_signature_check_t {
        let failures: [Verification.Failure] = [
            .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding,
            .invalidSignature, .missingRequiredProperties,
        ]
        return place(self, [.verified] + failures.map { .failed($0) }, else: IAP_SIGNATURE_FAILED)
    }
}

extension Transaction.Ownership {
    package var cValue: iap_ownership_t {
        place(self, [.purchased, .familyShared, .assigned], else: IAP_OWNERSHIP_UNKNOWN)
    }
}

extension Transaction.Reason {
    package var cValue: iap_transaction_reason_t {
        place(self, [.purchase, .renewal], else: IAP_TRANSACTION_REASON_UNKNOWN)
    }
}

extension Transaction.Revocation.Kind {
    package var cValue: iap_revocation_type_t {
        place(
            self, [.refundFull, .refundProrated, .familyRevoke, .assignmentRevoke], else: IAP_REVOCATION_TYPE_UNKNOWN)
    }
}

/// The store's numbers are 0 to 2.
package func revocationReason(_ storeNumber: Int) -> iap_revocation_reason_t {
    place(storeNumber, [0, 1, 2], else: IAP_REVOCATION_REASON_UNKNOWN)
}

extension RenewalInfo.ExpirationReason {
    package var cValue: iap_expiration_reason_t {
        (1...6).contains(rawValue) ? Int32(rawValue) : IAP_EXPIRATION_REASON_UNKNOWN
    }
}

extension SubscriptionStatus.State {
    package var cValue: iap_subscription_state_t {
        (1...5).contains(rawValue) ? Int32(rawValue) : IAP_SUBSCRIPTION_STATE_UNKNOWN
    }
}
