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
            run.add(
                .upgraded(period.transactionID, refundMilliunits: period.unusedMilliunits(at: now)), at: now)
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
}
