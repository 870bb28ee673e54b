import CIAP
import IAPInterop
import IAPModel
import IAPSignatures

// The C values for the words and numbers of signed data. A value that this version does not know is the enumeration's
// value for unknown.

extension VerifiedData {
    /// The C value of an enumerated field that the data has. Nil for other fields.
    func enumerated(_ field: SignedField) -> Int32? {
        switch field {
        case .type: word(field) { ProductType(rawValue: $0).cValue }
        case .inAppOwnershipType: word(field) { Transaction.Ownership(rawValue: $0).cValue }
        case .transactionReason: word(field) { Transaction.Reason(rawValue: $0).cValue }
        case .offerDiscountType: word(field) { PaymentMode(rawValue: $0).cValue }
        case .revocationType: word(field) { Transaction.Revocation.Kind(rawValue: $0).cValue }
        case .billingPlanType, .renewalBillingPlanType, .commitmentRenewalBillingPlanType:
            word(field) { BillingPlanType(rawValue: $0).cValue }
        case .invitationManagement:
            word(field) { place($0, ["APPLE", "DEVELOPER"], else: IAP_INVITATION_MANAGEMENT_UNKNOWN) }
        case .additionalTransactionReason:
            word(field) { place($0, ["SEAT_ADDITION"], else: IAP_ADDITIONAL_TRANSACTION_REASON_UNKNOWN) }
        case .notificationType: word(field) { place($0, notificationTypes, else: IAP_NOTIFICATION_UNKNOWN) }
        case .subtype: word(field) { place($0, notificationSubtypes, else: IAP_NOTIFICATION_SUBTYPE_UNKNOWN) }
        case .offerType: number(field) { OfferType(rawValue: $0).cValue }
        case .revocationReason: number(field, revocationReason)
        case .expirationIntent: number(field) { RenewalInfo.ExpirationReason(rawValue: $0).cValue }
        case .status: number(field) { SubscriptionStatus.State(rawValue: $0).cValue }
        case .autoRenewStatus, .commitmentAutoRenewStatus:
            number(field) { place($0, [0, 1], else: IAP_AUTO_RENEWAL_UNKNOWN) }
        case .priceIncreaseStatus: number(field) { place($0, [0, 1], else: IAP_PRICE_INCREASE_UNKNOWN) }
        default: nil
        }
    }

    private func word(_ field: SignedField, _ value: (String) -> Int32) -> Int32? { text(field).map(value) }

    private func number(_ field: SignedField, _ value: (Int) -> Int32) -> Int32? {
        number(field).map { value(Int($0)) }
    }
}

private let notificationTypes = [
    "CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW",
    "DID_RENEW", "EXPIRED", "EXTERNAL_PURCHASE_TOKEN", "GRACE_PERIOD_EXPIRED", "METADATA_UPDATE",
    "MIGRATION", "OFFER_REDEEMED", "ONE_TIME_CHARGE", "PRICE_CHANGE", "PRICE_INCREASE", "REFUND",
    "REFUND_DECLINED", "REFUND_REVERSED", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION", "RESCIND_CONSENT",
    "REVOKE", "SUBSCRIBED", "TEST", "UNCLAIM_SEATS",
]

private let notificationSubtypes = [
    "ACCEPTED", "AUTO_RENEW_DISABLED", "AUTO_RENEW_ENABLED", "BILLING_RECOVERY", "BILLING_RETRY",
    "DOWNGRADE", "FAILURE", "GRACE_PERIOD", "INITIAL_BUY", "PENDING", "PRICE_INCREASE",
    "PRODUCT_NOT_FOR_SALE", "RESUBSCRIBE", "SUMMARY", "UNREPORTED", "UPGRADE", "VOLUNTARY", "SEATS",
]
