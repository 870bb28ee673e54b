package import IAPModel

/// An account's subscription of a group: all that decides what becomes of it. The ledger keeps one for each account and group as
/// JSON, from the first purchase on. Times are milliseconds since 1970.
package struct GroupSubscription: Sendable, Hashable, Codable {
    package let groupID: String
    /// The first purchase in the group; it stays the same however often the account leaves and comes back.
    package let originalTransactionID: UInt64
    package let originalPurchaseDate: Int64
    /// The begin of the service; lapses of less than sixty days do not count.
    package internal(set) var recentStart: Int64
    /// The newest one, also when it is over.
    package internal(set) var period: PaidPeriod
    package internal(set) var phase: Phase
    package internal(set) var autoRenewal: AutoRenewal
    /// What the customer has chosen for the time after the period, or after the commitment.
    package internal(set) var next: NextRenewal
    package internal(set) var priceIncrease: PriceIncrease?
    package internal(set) var hasUsedIntroductoryOffer: Bool
    /// What the product costs this customer since a price increase; nil for the price of the catalogue.
    var raisedPrice: Int64?
    /// The regular price of a bill of the commitment, as it was when the commitment began.
    var commitmentBill: Int64?
    var runningOffer: OfferTerms?
    var cycle: BillingCycle
    /// Since the latest purchase.
    var renewalCount: Int
    /// When something last happened; nothing happens before that, even if the clock is set back.
    var changeDate: Int64

    private enum CodingKeys: String, CodingKey {
        case groupID, originalTransactionID, originalPurchaseDate, recentStart, period, phase, autoRenewal, next
        case priceIncrease, hasUsedIntroductoryOffer, raisedPrice, commitmentBill, runningOffer, cycle, renewalCount
        case changeDate
    }

    package enum Phase: Sendable, Hashable, Codable {
        case active
        /// The renewal at the end of the period could not be paid and is tried again.
        case billingRetry(BillingRetry)
        case expired(at: Int64, RenewalInfo.ExpirationReason)
        case revoked(at: Int64)

        private enum CodingKeys: String, CodingKey { case active, billingRetry, expired, revoked }
        private enum BillingRetryCodingKeys: String, CodingKey { case _0 = "retry" }
        private enum ExpiredCodingKeys: String, CodingKey { case at, _1 = "reason" }
        private enum RevokedCodingKeys: String, CodingKey { case at }
    }

    package struct BillingRetry: Sendable, Hashable, Codable {
        package var since: Int64
        package var until: Int64
        /// How many retries have failed.
        package var attempts = 0
        /// Nil where there is no grace, or when it is over.
        package var graceUntil: Int64?
        /// True when the grace period is over; else nil.
        package var isAfterGrace: Bool?

        private enum CodingKeys: String, CodingKey { case since, until, attempts, graceUntil, isAfterGrace }

        /// The time until the end has sixty equal intervals. The store tries again after each of them but the last one.
        var nextAttempt: Int64? {
            guard (0..<Self.attemptCount - 1).contains(attempts) else { return nil }
            let length = until.clampedSubtracting(since)
            return since.clampedAdding(length.clampedMultiplied(by: Int64(attempts + 1)) / Int64(Self.attemptCount))
        }

        /// Nothing more is tried until the end.
        mutating func giveUp() { attempts = Self.attemptCount }

        private static let attemptCount = 60
    }

    package enum AutoRenewal: Sendable, Hashable, Codable {
        case on
        /// The reason that the subscription will have ended for.
        case off(RenewalInfo.ExpirationReason)

        private enum CodingKeys: String, CodingKey { case on, off }
        private enum OffCodingKeys: String, CodingKey { case _0 = "reason" }
    }

    package struct NextRenewal: Sendable, Hashable, Codable {
        /// Nil for the product that it is.
        package var productID: String?
        /// Nil for the plan that it is.
        package var billingPlanType: BillingPlanType?
        /// Begins with the first bill that no other offer has.
        var offer: OfferTerms?
        /// What a bill without an offer costs this customer; nil for what follows from the rest.
        var priceMilliunits: Int64?

        private enum CodingKeys: String, CodingKey { case productID, billingPlanType, offer, priceMilliunits }

        /// Not for what it is: prices and offers of the present subscription end with it.
        var isOther: Bool { productID != nil || billingPlanType != nil }
    }

    /// For the product that it is; it ends with a change to another one.
    package struct PriceIncrease: Sendable, Hashable, Codable {
        package var priceMilliunits: Int64
        /// The customer has agreed, or was not to be asked.
        package var isAgreed: Bool

        private enum CodingKeys: String, CodingKey { case priceMilliunits, isAgreed }
    }

    /// Whether bills of the commitment are still to come.
    var isCommitted: Bool { period.commitment.map { $0.periodNumber < $0.periodCount } ?? false }

    /// Nothing happens any more until the next purchase.
    var isOver: Bool {
        switch phase {
        case .active, .billingRetry: false
        case .expired, .revoked: true
        }
    }

    /// The renewal is switched on, or not to be switched off yet.
    package var willAutoRenew: Bool { !isOver && (isCommitted || autoRenewal == .on) }

    /// The earliest moment at which something is to happen by itself; nil for none.
    package var dueDate: Int64? {
        let date: Int64
        switch phase {
        case .active: date = period.end
        case .billingRetry(let retry):
            date = min(retry.until, retry.graceUntil ?? .max, retry.nextAttempt ?? .max)
        case .expired, .revoked: return nil
        }
        return date == .max ? nil : date
    }
}
