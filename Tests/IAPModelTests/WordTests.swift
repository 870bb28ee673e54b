import IAPModel
import Testing

/// The library keeps the store's words and numbers, also those that this version does not know.
struct WordTests {
    @Test(arguments: ["FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT", "ONE_TIME"])
    func paymentModeIsKnown(word: String) {
        let mode = PaymentMode(rawValue: word)
        #expect(mode != .unknown(word) && mode.rawValue == word)
    }

    @Test(arguments: ["BILLED_UPFRONT", "MONTHLY"]) func billingPlanIsKnown(word: String) {
        let plan = BillingPlanType(rawValue: word)
        #expect(plan != .unknown(word) && plan.rawValue == word)
    }

    @Test(arguments: ["PURCHASE", "RENEWAL"]) func reasonIsKnown(word: String) {
        let reason = Transaction.Reason(rawValue: word)
        #expect(reason != .unknown(word) && reason.rawValue == word)
    }

    @Test(arguments: ["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE"]) func revocationTypeIsKnown(word: String) {
        let kind = Transaction.Revocation.Kind(rawValue: word)
        #expect(kind != .unknown(word) && kind.rawValue == word)
    }

    @Test(arguments: ["PURCHASED", "FAMILY_SHARED", "ASSIGNED"]) func ownershipIsKnown(word: String) {
        let ownership = Transaction.Ownership(rawValue: word)
        #expect(ownership != .unknown(word) && ownership.rawValue == word)
    }

    @Test(arguments: ["", "free_trial", "FREE TRIAL", "Monthly", "GIFT"]) func otherWordsAreKept(word: String) {
        #expect(PaymentMode(rawValue: word) == .unknown(word))
        #expect(PaymentMode(rawValue: word).rawValue == word)
        #expect(BillingPlanType(rawValue: word) == .unknown(word))
        #expect(BillingPlanType(rawValue: word).rawValue == word)
        #expect(Transaction.Reason(rawValue: word) == .unknown(word))
        #expect(Transaction.Reason(rawValue: word).rawValue == word)
        #expect(Transaction.Revocation.Kind(rawValue: word) == .unknown(word))
        #expect(Transaction.Revocation.Kind(rawValue: word).rawValue == word)
        #expect(Transaction.Ownership(rawValue: word) == .unknown(word))
        #expect(Transaction.Ownership(rawValue: word).rawValue == word)
    }

    @Test(arguments: -1...9) func numbersAreKept(number: Int) {
        #expect(OfferType(rawValue: number).rawValue == number)
        #expect((OfferType(rawValue: number) == .unknown(number)) == !(1...4).contains(number))
        #expect(SubscriptionStatus.State(rawValue: number).rawValue == number)
        #expect((SubscriptionStatus.State(rawValue: number) == .unknown(number)) == !(1...5).contains(number))
        #expect(RenewalInfo.ExpirationReason(rawValue: number).rawValue == number)
        #expect((RenewalInfo.ExpirationReason(rawValue: number) == .unknown(number)) == !(1...5).contains(number))
    }

    /// A compiled game contains the header's numbers.
    @Test func featuresHaveTheNumbersOfTheHeader() {
        #expect(Feature.allCases.map(\.rawValue) == Array(1...19))
        #expect(Feature(rawValue: 0) == nil && Feature(rawValue: 20) == nil)
    }

    @Test func promotionVisibilitiesHaveTheirNumbers() {
        #expect(Promotion.Visibility.allCases.map(\.rawValue) == [0, 1, 2])
    }
}
