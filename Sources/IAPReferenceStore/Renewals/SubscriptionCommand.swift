package import IAPModel

/// A command for a subscription from the customer, a test or the store.
package enum SubscriptionCommand: Sendable, Hashable {
    case purchase(SubscriptionPurchase)
    case setAutoRenewal(Bool)
    /// Chooses the product of the next renewal, as the subscription sheet does. Nil stands for the product's own plan.
    case choose(productID: String, BillingPlanType?)
    /// The customer can pay again, and the store charges the renewal in billing retry.
    case resolveBillingIssue
    /// A new price for each bill of the running product, beginning with the next renewal at the regular price.
    case increasePrice(milliunits: Int64, needsConsent: Bool)
    case consentToPriceIncrease
    case declinePriceIncrease
    /// `expireSubscription` of `SKTestSession`
    case expire
    /// `forceRenewalOfSubscription` of `SKTestSession`
    case forceRenewal
    case refund(SubscriptionRefund)
    /// The game server extends the period by this many days without a charge.
    case extend(days: Int)
}

package struct SubscriptionPurchase: Sendable, Hashable {
    package var product: CatalogueProduct
    /// Any offer except the introductory one, which applies without a request.
    package var offer: CatalogueOffer?
    package var billingPlanType: BillingPlanType?
    /// The game server's decision about the introductory offer; nil if it made none.
    package var allowsIntroductoryOffer: Bool?
    /// The price of each bill for this customer that the game server signed; nil for the price of the catalogue.
    package var priceMilliunits: Int64?

    package init(
        product: CatalogueProduct, offer: CatalogueOffer? = nil, billingPlanType: BillingPlanType? = nil,
        allowsIntroductoryOffer: Bool? = nil
    ) {
        self.product = product
        self.offer = offer
        self.billingPlanType = billingPlanType
        self.allowsIntroductoryOffer = allowsIntroductoryOffer
    }
}

/// A refund for a period of the subscription, with the values of the ledger.
package struct SubscriptionRefund: Sendable, Hashable {
    package var transactionID: UInt64
    package var start: Int64
    package var end: Int64
    package var priceMilliunits: Int64
    /// The amount of an earlier refund, at an upgrade.
    package var refundedMilliunits: Int64
    /// 0 other, 1 an issue within the app
    package var reason: Int
    package var kind: RefundKind

    package init(
        transactionID: UInt64, start: Int64, end: Int64, priceMilliunits: Int64, refundedMilliunits: Int64 = 0,
        reason: Int = 0, kind: RefundKind = .full
    ) {
        self.transactionID = transactionID
        self.start = start
        self.end = end
        self.priceMilliunits = priceMilliunits
        self.refundedMilliunits = refundedMilliunits
        self.reason = reason
        self.kind = kind
    }

    package init(
        _ period: PaidPeriod, refundedMilliunits: Int64 = 0, reason: Int = 0,
        kind: RefundKind = .full
    ) {
        self.init(
            transactionID: period.transactionID, start: period.start, end: period.end,
            priceMilliunits: period.priceMilliunits, refundedMilliunits: refundedMilliunits, reason: reason,
            kind: kind)
    }

    func amount(at now: Int64) -> Int64 {
        let rest = max(priceMilliunits.clampedSubtracting(max(refundedMilliunits, 0)), 0)
        switch kind {
        case .full: return rest
        case .prorated: return min(share(of: priceMilliunits, at: now), rest)
        case .nothing: return 0
        }
    }

    /// Returns the refunded share of the whole: the share of the refunded time in the period, or of the remaining amount in the
    /// price.
    func share(of whole: Int64, at now: Int64) -> Int64 {
        switch kind {
        case .nothing: return 0
        case .prorated: return PaidPeriod.unused(of: whole, start: start, end: end, at: now)
        case .full:
            guard refundedMilliunits > 0 else { return whole }
            return whole.share(of: priceMilliunits.clampedSubtracting(refundedMilliunits), in: priceMilliunits)
        }
    }
}

package enum SubscriptionOutcome: Sendable, Hashable {
    case done
    /// The store charged the purchase; the value is the new transaction.
    case charged(UInt64)
    /// No charge now. StoreKit returns the account's present transaction; the new purchase begins later.
    case held(UInt64)
    /// Nothing changed.
    case refused(Refusal)

    package enum Refusal: Sendable, Hashable {
        case notSubscribed
        /// The subscription has expired or was revoked.
        case notRunning
        case notOfGroup
        case productUnavailable
        case unknownBillingPlan
        case ineligibleForOffer
        case invalidOfferPrice
        case notInBillingRetry
        case invalidPrice
        case noPriceIncrease
        case alreadyRevoked
        /// Only a running, paid period can be extended.
        case notExtendable
    }
}
