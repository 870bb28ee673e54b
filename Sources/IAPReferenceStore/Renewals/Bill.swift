internal import IAPModel

/// The payment for a purchase or a renewal.
struct Bill: Sendable, Hashable {
    var productID: String
    var groupID: String
    /// The paid time.
    var period: Period
    var priceMilliunits: Int64
    var billingPlanType: BillingPlanType?
    /// The offer that sets the price. Its terms include this bill.
    var offer: OfferTerms?
    var commitment: Commitment?
    /// Whether the offer was queued for this bill.
    var usesQueuedOffer = false
    /// The price of each later bill for this customer; nil for the price of the catalogue.
    var customersMilliunits: Int64?

    /// A bill that belongs to a commitment.
    struct Commitment: Sendable, Hashable {
        /// Begins with 1.
        var number: Int
        var count: Int
        /// The price of each bill without offers.
        var billMilliunits: Int64
        var totalMilliunits: Int64
    }

    /// Makes the bill at the regular price; nil for a product that is not an auto-renewable subscription.
    ///
    /// - Parameter price: The price of one bill for this customer; nil for the price of the catalogue.
    init?(_ product: CatalogueProduct, _ plan: BillingPlanType?, price: Int64? = nil) {
        guard let subscription = product.subscription else { return nil }
        let terms = plan.flatMap { subscription.billingPlan($0) }
        productID = product.productID
        groupID = subscription.groupID
        billingPlanType = plan.flatMap { product.hasBillingPlan($0) ? $0 : nil } ?? product.usualPlan
        period = terms.map { subscription.billingPeriod(of: $0) } ?? subscription.period
        priceMilliunits = price ?? terms?.priceMilliunits ?? product.priceMilliunits
        if let terms, billingPlanType == .monthly, let months = subscription.period.months, (2...1200).contains(months)
        {
            commitment = Commitment(
                number: 1, count: Int(months), billMilliunits: priceMilliunits,
                totalMilliunits: price.map { $0.clampedMultiplied(by: months) } ?? terms.commitmentPriceMilliunits)
        }
    }

    /// Applies an offer. Pay-as-you-go offers reduce the bills of the commitment; other offers come before the commitment.
    mutating func apply(_ terms: OfferTerms) {
        let isBillOfCommitment = terms.offer.paymentMode == .payAsYouGo && terms.period.isAsLong(as: period)
        if !isBillOfCommitment { commitment = nil }
        offer = terms
        period = terms.period
        priceMilliunits = terms.priceMilliunits
    }
}

extension Period {
    /// Whether two periods are equally long. A week is seven days, and a year twelve months.
    func isAsLong(as other: Period) -> Bool { days == other.days && months == other.months }
}

extension GroupSubscription {
    enum Renewal: Sendable, Hashable {
        case bill(Bill)
        /// No charge follows; the subscription ends for this reason.
        case end(RenewalInfo.ExpirationReason)
    }

    /// Returns the next renewal at the end of the period, if nothing changes.
    func renewal(_ conditions: RenewalConditions) -> Renewal {
        if isCommitted { return committedRenewal(conditions) }
        if case .off(let reason) = autoRenewal { return .end(reason) }
        let productID = next.productID ?? period.productID
        guard let product = conditions.product(productID), product.subscription?.groupID == groupID,
            conditions.isOnSale(product),
            var bill = Bill(product, next.billingPlanType ?? keptPlan(product), price: regularPrice)
        else { return .end(.productUnavailable) }
        if !next.isOther, let runningOffer {
            bill.apply(runningOffer)
        } else if let queued = next.offer {
            bill.apply(queued)
            bill.usesQueuedOffer = true
        } else if let priceIncrease, !priceIncrease.isAgreed, !next.isOther {
            return .end(.didNotConsentToPriceIncrease)
        }
        return .bill(bill)
    }

    /// Returns the plan of the period, if another product has this plan too.
    private func keptPlan(_ product: CatalogueProduct) -> BillingPlanType? {
        period.billingPlanType.flatMap { plan in
            !next.isOther || product.subscription?.billingPlan(plan) != nil ? plan : nil
        }
    }

    /// Returns the next bill of a commitment. Until its end it keeps its first price, even if the product is no longer for
    /// sale.
    private func committedRenewal(_ conditions: RenewalConditions) -> Renewal {
        guard let commitment = period.commitment, let product = conditions.product(period.productID),
            var bill = Bill(product, period.billingPlanType, price: commitmentBill)
        else { return .end(.productUnavailable) }
        bill.period = cycle.period
        bill.billingPlanType = period.billingPlanType
        bill.commitment = Bill.Commitment(
            number: commitment.periodNumber &+ 1, count: commitment.periodCount, billMilliunits: bill.priceMilliunits,
            totalMilliunits: commitment.priceMilliunits)
        if let runningOffer { bill.apply(runningOffer) }
        return .bill(bill)
    }

    /// Nil for the price of the catalogue.
    private var regularPrice: Int64? {
        if let price = next.priceMilliunits { return price }
        if next.isOther { return nil }
        if let priceIncrease, priceIncrease.isAgreed { return priceIncrease.priceMilliunits }
        return raisedPrice
    }
}
