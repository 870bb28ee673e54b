package import IAPModel

/// A purchase that was not charged.
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
    /// Where it was asked for.
    package var device: String
    package var productID: String
    package var quantity: Int
    package var appAccountToken: String?
    package var requestDate: Int64
    /// In which it was to be paid.
    package var currencyCode: String
    /// Why it failed.
    package var failure: StoreFailure.Kind?
    package var offer: OfferChoice?
    /// What the game's server has said about the introductory offer, if it has.
    package var allowsIntroductoryOffer: Bool?
    package var billingPlanType: BillingPlanType?
    package var advancedCommerceInfo: String?
    package var seats: Int?

    /// How long a purchase waits for approval: a day, as with the App Store.
    static let approvalPeriod: Int64 = 86_400_000
}
