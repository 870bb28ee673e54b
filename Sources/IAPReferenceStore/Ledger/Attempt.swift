package import IAPModel

/// A purchase without a charge.
package struct Attempt: Sendable, Hashable {
    package enum Kind: String, Sendable, Codable {
        /// It waits for a parent's approval.
        case approval = "approval"
        /// It waits until the player has resolved an issue.
        case interrupted = "interrupted"
        case failed = "failed"
    }

    /// Attempts and transactions share one sequence of ids.
    package var id: UInt64
    package var kind: Kind
    package var account: String
    /// The device that requested the purchase.
    package var device: String
    package var productID: String
    package var quantity: Int
    package var appAccountToken: String?
    package var requestDate: Int64
    /// The currency of the payment.
    package var currencyCode: String
    /// Why it failed.
    package var failure: StoreFailure.Kind?
    package var offer: OfferChoice?
    /// The game server's decision about the introductory offer; nil if it made none.
    package var allowsIntroductoryOffer: Bool?
    package var billingPlanType: BillingPlanType?
    package var advancedCommerceInfo: String?
    package var seats: Int?

    /// A purchase waits one day for approval, as with the App Store.
    static let approvalPeriod: Int64 = 86_400_000
}
