package import IAPModel

/// The status of an account's subscription of a group.
package struct LedgerStatus: Sendable, Hashable {
    package var state: SubscriptionStatus.State
    package var groupID: String
    /// The newest transaction of the group.
    package var transaction: LedgerTransaction
    package var renewal: LedgerRenewal
    /// Whether a grace period is over while billing retry continues.
    package var isAfterGrace = false
}

/// The renewal of a subscription, with everything that renewal info signs. Times are milliseconds since 1970.
package struct LedgerRenewal: Sendable, Hashable {
    package var originalTransactionID: UInt64
    package var account: String
    package var productID: String
    package var willAutoRenew: Bool
    /// Nil if there will be no renewal.
    package var autoRenewProductID: String?
    package var expirationReason: RenewalInfo.ExpirationReason?
    package var priceIncrease: RenewalInfo.PriceIncrease
    package var isInBillingRetry: Bool
    package var gracePeriodExpirationDate: Int64?
    /// The offer of the next renewal.
    package var offer: AppliedOffer?
    /// Lapses of less than sixty days do not count.
    package var recentSubscriptionStartDate: Int64
    package var renewalDate: Int64?
    /// The price of all seats.
    package var renewalPrice: Money?
    package var seats = 1
    /// The best offer comes first.
    package var eligibleWinBackOfferIDs: [String]
    package var appAccountToken: String?
    package var billingPlanType: BillingPlanType?
    /// The terms after the last bill, for a subscription with several bills.
    package var commitment: Commitment?
    /// A JSON object.
    package var advancedCommerceInfo: String?

    package struct Commitment: Sendable, Hashable {
        package var willAutoRenew: Bool
        /// Nil if there will be no renewal.
        package var autoRenewProductID: String?
        package var billingPlanType: BillingPlanType?
        package var renewalDate: Int64
        package var renewalPriceMilliunits: Int64?
    }
}

extension LedgerRenewal {
    /// Makes the empty renewal after a transaction that is no longer shared.
    init(afterTheEndOf copy: LedgerTransaction) {
        self.init(
            originalTransactionID: copy.originalID, account: copy.account, productID: copy.productID,
            willAutoRenew: false, priceIncrease: .none, isInBillingRetry: false,
            recentSubscriptionStartDate: copy.originalPurchaseDate, eligibleWinBackOfferIDs: [])
        appAccountToken = copy.appAccountToken
        advancedCommerceInfo = copy.advancedCommerceInfo
    }
}
