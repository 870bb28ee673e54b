internal import IAPModel

/// The automatic changes of a subscription.
extension GroupSubscription {
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
