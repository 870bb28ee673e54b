internal import IAPModel

/// The sequence of periods.
extension GroupSubscription {
    /// Makes the subscription for the account's first purchase in the group.
    init(_ bill: Bill, queued: OfferTerms?, at now: Int64, _ run: inout RenewalRun) {
        let id = run.takeTransactionID()
        groupID = bill.groupID
        originalTransactionID = id
        originalPurchaseDate = now
        recentStart = now
        cycle = BillingCycle(of: bill.period, run.conditions.timeRate, from: now)
        period = PaidPeriod(
            transactionID: id, productID: bill.productID, start: now, end: now, priceMilliunits: 0, reason: .purchase)
        phase = .active
        autoRenewal = .on
        next = NextRenewal(offer: queued)
        hasUsedIntroductoryOffer = false
        renewalCount = 0
        changeDate = now
        raisedPrice = bill.customersMilliunits
        enter(bill, id: id, from: now, .purchase, at: now, &run)
        announce(.initialPurchase, at: now, &run)
    }

    /// Begins a purchase now. It replaces the running period, or follows an ended subscription.
    mutating func begin(_ bill: Bill, queued: OfferTerms?, at now: Int64, _ run: inout RenewalRun) {
        let isUpgrade = isRunning
        if phase == .active, period.end > now {
            run.add(.upgraded(period.transactionID, refundMilliunits: period.unusedMilliunits(at: now)), at: now)
        }
        noteLapse(before: now, run.conditions)
        autoRenewal = .on
        next = NextRenewal(offer: queued)
        priceIncrease = nil
        raisedPrice = bill.customersMilliunits
        renewalCount = 0
        enter(bill, id: run.takeTransactionID(), from: now, .purchase, at: now, &run)
        announce(isUpgrade ? .upgrade : .resubscription, at: now, &run)
    }

    /// Enters a paid renewal.
    mutating func renew(
        _ bill: Bill, from start: Int64, at date: Int64, _ cause: SubscriptionFact.Cause, _ run: inout RenewalRun
    ) {
        noteLapse(before: start, run.conditions)
        let isChoiceMade = !isCommitted
        let isOther = isChoiceMade && next.isOther
        if isOther {
            priceIncrease = nil
            raisedPrice = next.priceMilliunits
        } else if isChoiceMade, bill.offer == nil, let price = next.priceMilliunits {
            raisedPrice = price
        } else if isChoiceMade, bill.offer == nil, let agreed = priceIncrease, agreed.isAgreed {
            raisedPrice = agreed.priceMilliunits
            priceIncrease = nil
        }
        if isChoiceMade {
            let keepsPrice = bill.offer != nil && !isOther
            next = NextRenewal(
                offer: isOther || bill.usesQueuedOffer ? nil : next.offer,
                priceMilliunits: keepsPrice ? next.priceMilliunits : nil)
        }
        renewalCount &+= 1
        enter(bill, id: run.takeTransactionID(), from: start, .renewal, at: date, &run)
        announce(cause, at: date, &run)
        if let limit = run.conditions.renewalLimit, renewalCount >= limit, autoRenewal == .on {
            autoRenewal = .off(.autoRenewDisabled)
            announce(.autoRenewDisabled, at: date, &run)
        }
    }

    private mutating func enter(
        _ bill: Bill, id: UInt64, from start: Int64, _ reason: LedgerTransaction.Reason, at date: Int64,
        _ run: inout RenewalRun
    ) {
        cycle = cycle.next(bill.period, run.conditions.timeRate, from: start)
        period = PaidPeriod(
            transactionID: id, productID: bill.productID, start: start, end: cycle.end > start ? cycle.end : .max,
            priceMilliunits: bill.priceMilliunits, reason: reason, offer: bill.offer?.offer,
            billingPlanType: bill.billingPlanType)
        period.commitment = bill.commitment.map { commitment in
            Transaction.Commitment(
                periodNumber: commitment.number, periodCount: commitment.count,
                expirationDate: cycle.end(after: commitment.count &- commitment.number),
                priceMilliunits: commitment.totalMilliunits)
        }
        commitmentBill = bill.commitment?.billMilliunits
        runningOffer = bill.offer?.afterOneBill
        if bill.offer?.offer.type == .introductory { hasUsedIntroductoryOffer = true }
        phase = .active
        run.add(.entered(period), at: date)
    }

    private mutating func noteLapse(before start: Int64, _ conditions: RenewalConditions) {
        var paidUntil = period.end
        if case .revoked(let date) = phase { paidUntil = min(paidUntil, date) }
        if start.clampedSubtracting(paidUntil) >= conditions.longestLapse { recentStart = start }
    }

    mutating func announce(_ cause: SubscriptionFact.Cause, at date: Int64, _ run: inout RenewalRun) {
        changeDate = max(changeDate, date)
        run.add(.statusChanged(state, cause), at: date)
    }

    // MARK: - The automatic changes of a subscription

    mutating func meetDueDate(_ date: Int64, _ run: inout RenewalRun) {
        switch phase {
        case .active: endPeriod(at: date, &run)
        case .billingRetry(let retry): goOn(with: retry, at: date, &run)
        case .expired, .revoked: return
        }
    }

    mutating func endPeriod(at date: Int64, _ run: inout RenewalRun) {
        switch renewal(run.conditions) {
        case .end(let reason):
            expire(reason, at: date, &run)
        case .bill(let bill) where run.conditions.renewalsFail:
            enterBillingRetry(for: bill, at: date, &run)
        case .bill(let bill):
            renew(bill, from: date, at: date, .renewal, &run)
        }
    }

    mutating func expire(_ reason: RenewalInfo.ExpirationReason, at date: Int64, _ run: inout RenewalRun) {
        phase = .expired(at: date, reason)
        forgetPlans(reason)
        announce(.expiration(reason), at: date, &run)
    }

    /// Clears all plans for the future.
    mutating func forgetPlans(_ reason: RenewalInfo.ExpirationReason) {
        autoRenewal = .off(reason)
        next = NextRenewal()
        priceIncrease = nil
        raisedPrice = nil
        runningOffer = nil
        commitmentBill = nil
    }

    // MARK: Billing retry

    private mutating func enterBillingRetry(for bill: Bill, at date: Int64, _ run: inout RenewalRun) {
        let conditions = run.conditions
        let isCommitted = bill.commitment != nil
        let length = conditions.billingRetryLength(isCommitted: isCommitted)
        var retry = BillingRetry(since: date, until: date.clampedAdding(length))
        if let policy = conditions.gracePolicy, !isCommitted, let product = conditions.product(bill.productID) {
            let grace = policy.length(for: product.subscription?.period ?? bill.period, conditions.timeRate)
            // The grace period covers the unpaid period, and not the one after it.
            let unpaid = cycle.next(bill.period, conditions.timeRate, from: date).end
            let end = min(date.clampedAdding(grace), unpaid, retry.until)
            if end > date { retry.graceUntil = end }
        }
        phase = .billingRetry(retry)
        announce(.billingFailure, at: date, &run)
    }

    private mutating func goOn(with retry: BillingRetry, at date: Int64, _ run: inout RenewalRun) {
        var retry = retry
        if let end = retry.graceUntil, end <= date {
            retry.graceUntil = nil
            retry.isAfterGrace = true
            phase = .billingRetry(retry)
            announce(.gracePeriodEnd, at: date, &run)
        } else if retry.until <= date {
            expire(.billingError, at: date, &run)
        } else if run.conditions.renewalsFail {
            retry.attempts += 1
            phase = .billingRetry(retry)
        } else {
            recover(at: date, &run)
        }
    }

    /// Handles a late payment. In the grace period the billing date stays the same; after it a new cycle begins. If a test
    /// started the retry, time that is already paid is not charged again.
    mutating func recover(at date: Int64, _ run: inout RenewalRun) {
        switch renewal(run.conditions) {
        case .end(let reason):
            expire(reason, at: date, &run)
        case .bill(let bill):
            renew(bill, from: isInGrace ? period.end : max(date, period.end), at: date, .billingRecovery, &run)
        }
    }
}

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
