import CIAP
import IAPInterop
import IAPModel
import Testing

/// Tests the rule "VALUES" of the header: a word or number of the store that this version does not know never becomes
/// "none".
struct ValueTests {
    @Test func unknownValueIsMinusOneWhereZeroIsNone() {
        #expect(OfferType(rawValue: 77).cValue == IAP_OFFER_TYPE_UNKNOWN)
        #expect(PaymentMode(rawValue: "NEW").cValue == IAP_PAYMENT_MODE_UNKNOWN)
        #expect(BillingPlanType(rawValue: "NEW").cValue == IAP_BILLING_PLAN_UNKNOWN)
        #expect(Transaction.Reason(rawValue: "NEW").cValue == IAP_TRANSACTION_REASON_UNKNOWN)
        #expect(Transaction.Revocation.Kind(rawValue: "NEW").cValue == IAP_REVOCATION_TYPE_UNKNOWN)
        #expect(revocationReason(77) == IAP_REVOCATION_REASON_UNKNOWN)
        #expect(RenewalInfo.ExpirationReason(rawValue: 77).cValue == IAP_EXPIRATION_REASON_UNKNOWN)
        let constants = [
            IAP_OFFER_TYPE_UNKNOWN, IAP_PAYMENT_MODE_UNKNOWN, IAP_BILLING_PLAN_UNKNOWN, IAP_TRANSACTION_REASON_UNKNOWN,
            IAP_REVOCATION_TYPE_UNKNOWN, IAP_REVOCATION_REASON_UNKNOWN, IAP_EXPIRATION_REASON_UNKNOWN,
        ]
        #expect(constants.allSatisfy { $0 == -1 })
    }

    @Test func unknownValueIsZeroWhereZeroIsUnknown() {
        #expect(ProductType(rawValue: "New").cValue == IAP_PRODUCT_TYPE_UNKNOWN)
        #expect(Transaction.Ownership(rawValue: "NEW").cValue == IAP_OWNERSHIP_UNKNOWN)
        #expect(SubscriptionStatus.State(rawValue: 77).cValue == IAP_SUBSCRIPTION_STATE_UNKNOWN)
        #expect(
            [IAP_PRODUCT_TYPE_UNKNOWN, IAP_OWNERSHIP_UNKNOWN, IAP_SUBSCRIPTION_STATE_UNKNOWN].allSatisfy { $0 == 0 })
    }

    /// The constants start at 1, in this order.
    @Test func knownValueHasItsConstant() {
        #expect(Array(1...4) == (1...4).map { OfferType(rawValue: $0).cValue })
        let modes = ["FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT", "ONE_TIME"]
        #expect(modes.map { PaymentMode(rawValue: $0).cValue } == [1, 2, 3, 4])
        #expect(["BILLED_UPFRONT", "MONTHLY"].map { BillingPlanType(rawValue: $0).cValue } == [1, 2])
        #expect(["PURCHASE", "RENEWAL"].map { Transaction.Reason(rawValue: $0).cValue } == [1, 2])
        let revocations = ["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE", "ASSIGNMENT_REVOKE"]
        #expect(revocations.map { Transaction.Revocation.Kind(rawValue: $0).cValue } == [1, 2, 3, 4])
        #expect((0...2).map(revocationReason) == [1, 2, 3])
        #expect(Array(1...6) == (1...6).map { RenewalInfo.ExpirationReason(rawValue: $0).cValue })
        #expect(Array(1...5) == (1...5).map { SubscriptionStatus.State(rawValue: $0).cValue })
        let owners = ["PURCHASED", "FAMILY_SHARED", "ASSIGNED"]
        #expect(owners.map { Transaction.Ownership(rawValue: $0).cValue } == [1, 2, 3])
        let types = [
            "Consumable", "Non-Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription",
        ]
        #expect(types.map { ProductType(rawValue: $0).cValue } == [1, 2, 3, 4])
        #expect(Period.Unit.allCases.map(\.cValue) == [1, 2, 3, 4])
    }
}
