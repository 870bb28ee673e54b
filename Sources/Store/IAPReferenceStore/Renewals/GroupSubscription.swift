package import IAPModel

/// An account's subscription of a group, with its whole state. The ledger keeps one for each account and group as JSON,
/// beginning with the first purchase. Times are milliseconds since 1970.
package struct GroupSubscription: Sendable, Hashable, Codable {
    package let groupID: String
    /// The first purchase in the group. It stays the same even if the account leaves and returns.
    package let originalTransactionID: UInt64
    package let originalPurchaseDate: Int64
    /// The beginning of the service. Lapses of less than sixty days do not count.
    package internal(set) var recentStart: Int64
    /// The newest period, even if it is over.
    package internal(set) var period: PaidPeriod
    package internal(set) var phase: Phase
    package internal(set) var autoRenewal: AutoRenewal
    /// The customer's choice for the time after the period or the commitment.
    package internal(set) var next: NextRenewal
    package internal(set) var priceIncrease: PriceIncrease?
    package internal(set) var hasUsedIntroductoryOffer: Bool
    /// The product's price for this customer since a price increase; nil for the price of the catalogue.
    var raisedPrice: Int64?
    /// The regular price of a bill of the commitment, as it was at the commitment's beginning.
    var commitmentBill: Int64?
    var runningOffer: OfferTerms?
    var cycle: BillingCycle
    /// How many renewals followed the latest purchase.
    var renewalCount: Int
    /// The time of the latest change. Nothing happens before this time, even if the clock is set back.
    var changeDate: Int64

    package enum Phase: Sendable, Hashable, Codable {
        case active
        /// The payment of the renewal failed, and the store retries it.
        case billingRetry(BillingRetry)
        case expired(at: Int64, RenewalInfo.ExpirationReason)
        case revoked(at: Int64)
    }

    package struct BillingRetry: Sendable, Hashable, Codable {
        package var since: Int64
        package var until: Int64
        /// How many retries failed.
        package var attempts = 0
        /// Nil if there is no grace period, or if it is over.
        package var graceUntil: Int64?
        /// True if the grace period is over; otherwise nil.
        package var isAfterGrace: Bool?

        /// The next retry. The time until the end has sixty equal intervals, and the store retries after each of them except
        /// the last.
        var nextAttempt: Int64? {
            guard (0..<Self.attemptCount - 1).contains(attempts) else { return nil }
            let length = until.clampedSubtracting(since)
            return since.clampedAdding(length.clampedMultiplied(by: Int64(attempts + 1)) / Int64(Self.attemptCount))
        }

        /// Stops the retries until the end.
        mutating func giveUp() { attempts = Self.attemptCount }

        private static let attemptCount = 60
    }

    package enum AutoRenewal: Sendable, Hashable, Codable {
        case on
        /// The reason for which the subscription will end.
        case off(RenewalInfo.ExpirationReason)
    }

    package struct NextRenewal: Sendable, Hashable, Codable {
        /// Nil for the present product.
        package var productID: String?
        /// Nil for the present plan.
        package var billingPlanType: BillingPlanType?
        /// The offer begins with the first bill without another offer.
        var offer: OfferTerms?
        /// The price of a bill without an offer for this customer; nil for the price that follows from the rest.
        var priceMilliunits: Int64?

        /// Whether the renewal changes the product or plan. Prices and offers of the present subscription then end.
        var isOther: Bool { productID != nil || billingPlanType != nil }
    }

    /// A price increase of the present product. A change to another product ends it.
    package struct PriceIncrease: Sendable, Hashable, Codable {
        package var priceMilliunits: Int64
        /// Whether the customer agreed, or did not need to consent.
        package var isAgreed: Bool
    }

    /// Whether more bills of the commitment will follow.
    var isCommitted: Bool { period.commitment.map { $0.periodNumber < $0.periodCount } ?? false }

    /// Whether nothing happens until the next purchase.
    var isOver: Bool {
        switch phase {
        case .active, .billingRetry: false
        case .expired, .revoked: true
        }
    }

    /// Whether the renewal is turned on, or cannot be turned off yet.
    package var willAutoRenew: Bool { !isOver && (isCommitted || autoRenewal == .on) }

    /// The time of the next automatic change; nil for none.
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

/// The status of a subscription that is up to date.
extension GroupSubscription {
    package var state: SubscriptionStatus.State {
        switch phase {
        case .active: .subscribed
        case .billingRetry: isInGrace ? .inGracePeriod : .inBillingRetry
        case .expired: .expired
        case .revoked: .revoked
        }
    }

    package var isInGrace: Bool { gracePeriodExpirationDate != nil }

    /// Whether the account may use the product.
    package var isRunning: Bool { phase == .active || isInGrace }

    package var gracePeriodExpirationDate: Int64? {
        if case .billingRetry(let retry) = phase { retry.graceUntil } else { nil }
    }

    /// Whether a grace period is over while billing retry continues.
    package var isAfterGrace: Bool {
        if case .billingRetry(let retry) = phase { retry.isAfterGrace == true } else { false }
    }

    package var expirationReason: RenewalInfo.ExpirationReason? {
        switch phase {
        case .active, .revoked: nil
        case .billingRetry: .billingError
        case .expired(_, let reason): reason
        }
    }

    /// Returns everything that renewal info signs. The token and the request are those of the newest transaction.
    package func renewalInfo(
        account: String, currencyCode: String, appAccountToken: String?, advancedCommerceInfo: String?,
        _ conditions: RenewalConditions
    ) -> LedgerRenewal {
        let willAutoRenew = willAutoRenew
        let bill = willAutoRenew ? comingBill(conditions) : nil
        let nextID = next.productID ?? period.productID
        var info = LedgerRenewal(
            originalTransactionID: originalTransactionID, account: account, productID: period.productID,
            willAutoRenew: willAutoRenew,
            autoRenewProductID: !willAutoRenew ? nil : isCommitted ? period.productID : nextID,
            expirationReason: expirationReason, priceIncrease: priceIncreaseState,
            isInBillingRetry: state == .inBillingRetry || state == .inGracePeriod,
            gracePeriodExpirationDate: gracePeriodExpirationDate, recentSubscriptionStartDate: recentStart,
            eligibleWinBackOfferIDs: winBackOfferIDs(conditions))
        info.renewalDate = willAutoRenew ? period.end : nil
        info.offer = bill?.offer?.offer
        info.renewalPrice = bill.map { Money(milliunits: $0.priceMilliunits, currencyCode: currencyCode) }
        info.billingPlanType = bill?.billingPlanType
        info.appAccountToken = appAccountToken
        info.advancedCommerceInfo = advancedCommerceInfo
        if !isOver, let commitment = period.commitment {
            let isOn = autoRenewal == .on
            let bill = billAfterCommitment(conditions)
            info.commitment = LedgerRenewal.Commitment(
                willAutoRenew: isOn, autoRenewProductID: isOn ? nextID : nil,
                billingPlanType: isOn ? bill?.billingPlanType : nil, renewalDate: commitment.expirationDate,
                renewalPriceMilliunits: bill?.priceMilliunits)
        }
        return info
    }

    /// Returns the bill with the increased price, if the customer consents to the waiting increase.
    private func comingBill(_ conditions: RenewalConditions) -> Bill? {
        var agreed = self
        agreed.priceIncrease?.isAgreed = true
        guard case .bill(let bill) = agreed.renewal(conditions) else { return nil }
        return bill
    }

    private var priceIncreaseState: RenewalInfo.PriceIncrease {
        switch priceIncrease?.isAgreed {
        case nil: .none
        case false: .pending
        case true: .agreed
        }
    }

    private func winBackOfferIDs(_ conditions: RenewalConditions) -> [String] {
        guard hasExpired else { return [] }
        guard let product = conditions.product(period.productID) else { return [] }
        return OfferRules.winBackOffers(of: product, conditions).compactMap(\.offerID)
    }

    private func billAfterCommitment(_ conditions: RenewalConditions) -> Bill? {
        var last = self
        if let count = last.period.commitment?.periodCount { last.period.commitment?.periodNumber = count }
        last.runningOffer = nil
        last.autoRenewal = .on
        return last.comingBill(conditions)
    }
}

extension RenewalInfo.ExpirationReason: Codable {}

extension TimeRate: Codable {}
