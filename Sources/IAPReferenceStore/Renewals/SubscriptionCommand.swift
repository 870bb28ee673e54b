package import IAPModel

/// A command to a subscription, by the customer, a test or the store.
package enum SubscriptionCommand: Sendable, Hashable {
    case purchase(SubscriptionPurchase)
    case setAutoRenewal(Bool)
    /// Chooses what the next renewal is for, as the sheet for subscriptions does. A nil plan is the one that the product has.
    case choose(productID: String, BillingPlanType?)
    /// The customer can pay again; the renewal that is tried again is made up for.
    case resolveBillingIssue
    /// A new price for each bill of the running product, from the next renewal at the regular price on.
    case increasePrice(milliunits: Int64, needsConsent: Bool)
    case consentToPriceIncrease
    case declinePriceIncrease
    /// `expireSubscription` of `SKTestSession`
    case expire
    /// `forceRenewalOfSubscription` of `SKTestSession`
    case forceRenewal
    case refund(SubscriptionRefund)
    /// The game's server gives so many days for nothing.
    case extend(days: Int)
}

package struct SubscriptionPurchase: Sendable, Hashable {
    package var product: CatalogueProduct
    /// Any but the introductory one, which needs no asking for.
    package var offer: CatalogueOffer?
    package var billingPlanType: BillingPlanType?
    /// What the game's server has said about the introductory offer; nil if it said nothing.
    package var allowsIntroductoryOffer: Bool?
    /// What each bill costs this customer, if not the price of the catalogue: the game's server has signed it.
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

/// A period of the subscription, as the ledger has it, whose price is to go back to the customer.
package struct SubscriptionRefund: Sendable, Hashable {
    package var transactionID: UInt64
    package var start: Int64
    package var end: Int64
    package var priceMilliunits: Int64
    /// What came back of it before, at an upgrade.
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

    /// So much of the whole as the time that is paid back for is of the period, or as what has not come back is of the price.
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
    /// Paid; the new transaction.
    case charged(UInt64)
    /// Nothing is paid now. StoreKit answers with the transaction that the account has; what was bought begins later.
    case held(UInt64)
    /// Nothing has changed.
    case refused(Refusal)

    package enum Refusal: Sendable, Hashable {
        case notSubscribed
        /// It has expired or was revoked.
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
        /// Only a running period that was paid for can be extended.
        case notExtendable
    }
}
