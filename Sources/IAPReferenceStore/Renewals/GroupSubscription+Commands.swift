internal import IAPModel

/// The commands for a subscription that exists and is up to date.
extension GroupSubscription {
    mutating func perform(
        _ command: SubscriptionCommand, at now: Int64, _ run: inout RenewalRun
    ) -> SubscriptionOutcome {
        switch command {
        case .purchase: .refused(.notOfGroup)
        case .setAutoRenewal(let isOn): setAutoRenewal(isOn, at: now, &run)
        case .choose(let productID, let plan): choose(productID, plan, at: now, &run)
        case .resolveBillingIssue: resolveBillingIssue(at: now, &run)
        case .increasePrice(let price, let needsConsent):
            increasePrice(price, needsConsent: needsConsent, at: now, &run)
        case .consentToPriceIncrease: answerPriceIncrease(isAgreed: true, at: now, &run)
        case .declinePriceIncrease: answerPriceIncrease(isAgreed: false, at: now, &run)
        case .expire: expireNow(at: now, &run)
        case .forceRenewal: forceRenewal(at: now, &run)
        case .refund(let refund): self.refund(refund, at: now, &run)
        case .extend(let days): extend(days: days, at: now, &run)
        }
    }

    // MARK: Renewal

    private mutating func setAutoRenewal(
        _ isOn: Bool, at now: Int64, _ run: inout RenewalRun
    ) -> SubscriptionOutcome {
        if isOver { return .refused(.notRunning) }
        guard isOn != (autoRenewal == .on) else { return .done }
        if !isOn { return turnOff(.autoRenewDisabled, at: now, &run) }
        turnOn(at: now, &run)
        return .done
    }

    private mutating func turnOn(at now: Int64, _ run: inout RenewalRun) {
        autoRenewal = .on
        renewalCount = 0
        announce(.autoRenewEnabled, at: now, &run)
    }

    private mutating func turnOff(
        _ reason: RenewalInfo.ExpirationReason, at now: Int64, _ run: inout RenewalRun
    ) -> SubscriptionOutcome {
        if phase == .active || isCommitted {
            autoRenewal = .off(reason)
            let isDeclined = reason == .didNotConsentToPriceIncrease
            announce(isDeclined ? .priceIncreaseDeclined : .autoRenewDisabled, at: now, &run)
        } else {
            // During billing retry, no paid time is left.
            expire(reason, at: now, &run)
        }
        return .done
    }

    private mutating func choose(
        _ productID: String, _ plan: BillingPlanType?, at now: Int64, _ run: inout RenewalRun
    ) -> SubscriptionOutcome {
        if isOver { return .refused(.notRunning) }
        guard let product = run.conditions.product(productID), run.conditions.isOnSale(product) else {
            return .refused(.productUnavailable)
        }
        guard product.subscription?.groupID == groupID else { return .refused(.notOfGroup) }
        if let plan, !product.hasBillingPlan(plan) { return .refused(.unknownBillingPlan) }
        change(to: next(product, plan, offer: nil), at: now, &run)
        return .done
    }

    mutating func change(to renewal: NextRenewal, at now: Int64, _ run: inout RenewalRun) {
        if autoRenewal != .on { turnOn(at: now, &run) }
        let before = next
        next = renewal
        if before.productID != renewal.productID || before.billingPlanType != renewal.billingPlanType {
            announce(.preference, at: now, &run)
        }
        if let offer = renewal.offer, offer != before.offer { announce(.offer, at: now, &run) }
    }

    private mutating func resolveBillingIssue(at now: Int64, _ run: inout RenewalRun) -> SubscriptionOutcome {
        guard case .billingRetry = phase else { return .refused(.notInBillingRetry) }
        recover(at: now, &run)
        return .done
    }

    // MARK: Prices

    private mutating func increasePrice(
        _ milliunits: Int64, needsConsent: Bool, at now: Int64, _ run: inout RenewalRun
    ) -> SubscriptionOutcome {
        guard phase == .active else { return .refused(.notRunning) }
        guard milliunits >= 0 else { return .refused(.invalidPrice) }
        priceIncrease = PriceIncrease(priceMilliunits: milliunits, isAgreed: !needsConsent)
        announce(needsConsent ? .priceIncreasePending : .priceIncreaseAgreed, at: now, &run)
        return .done
    }

    private mutating func answerPriceIncrease(
        isAgreed: Bool, at now: Int64, _ run: inout RenewalRun
    ) -> SubscriptionOutcome {
        guard var increase = priceIncrease, !increase.isAgreed else { return .refused(.noPriceIncrease) }
        if isAgreed {
            increase.isAgreed = true
            priceIncrease = increase
            announce(.priceIncreaseAgreed, at: now, &run)
            return .done
        }
        priceIncrease = nil
        return turnOff(.didNotConsentToPriceIncrease, at: now, &run)
    }

    // MARK: Commands of tests

    private mutating func expireNow(at now: Int64, _ run: inout RenewalRun) -> SubscriptionOutcome {
        if isOver { return .refused(.notRunning) }
        shorten(to: now, &run)
        expire(.autoRenewDisabled, at: now, &run)
        return .done
    }

    /// Forces a renewal. A subscription in billing retry stays there.
    private mutating func forceRenewal(at now: Int64, _ run: inout RenewalRun) -> SubscriptionOutcome {
        if isOver { return .refused(.notRunning) }
        if priceIncrease?.isAgreed == false {
            priceIncrease = nil
            announce(.priceIncreaseCleared, at: now, &run)
        }
        if autoRenewal != .on { turnOn(at: now, &run) }
        renewalCount = 0
        if phase == .active {
            shorten(to: now, &run)
            endPeriod(at: now, &run)
        }
        return .done
    }

    private mutating func shorten(to now: Int64, _ run: inout RenewalRun) {
        guard period.end > now else { return }
        period.end = now
        run.add(.endMoved(period.transactionID, end: now), at: now)
    }

    /// Moves the end of the period to a later time. Later periods count from there. The time rate sets the length of a day.
    private mutating func extend(
        days: Int, at now: Int64, _ run: inout RenewalRun
    ) -> SubscriptionOutcome {
        guard phase == .active, period.offer?.paymentMode != .freeTrial else { return .refused(.notExtendable) }
        period.end = run.conditions.timeRate.end(of: Period(value: days, unit: .day), from: period.end)
        run.add(.endMoved(period.transactionID, end: period.end), at: now)
        announce(.extension, at: now, &run)
        return .done
    }

    // MARK: Refunds

    private mutating func refund(
        _ refund: SubscriptionRefund, at now: Int64, _ run: inout RenewalRun
    ) -> SubscriptionOutcome {
        let isNewest = refund.transactionID == period.transactionID
        if isNewest, case .revoked = phase { return .refused(.alreadyRevoked) }
        let revocation = Transaction.Revocation(
            date: now, reason: refund.reason, type: refund.kind.revocationType,
            percentage: refund.kind == .nothing ? nil : Int(refund.share(of: 100_000, at: now)))
        let amount = refund.amount(at: now)
        run.add(.revoked(refund.transactionID, revocation, refundMilliunits: amount), at: now)
        changeDate = max(changeDate, now)
        // If the subscription is over, or the period is not the newest one, only the transaction is revoked.
        if isNewest, !isOver { end(refund.kind == .nothing ? .revocation : .refund, at: now, &run) }
        return .done
    }

    private mutating func end(_ cause: SubscriptionFact.Cause, at now: Int64, _ run: inout RenewalRun) {
        phase = .revoked(at: now)
        forgetPlans(.autoRenewDisabled)
        announce(cause, at: now, &run)
    }
}

extension RefundKind {
    fileprivate var revocationType: Transaction.Revocation.Kind? {
        switch self {
        case .full: .refundFull
        case .prorated: .refundProrated
        case .nothing: nil
        }
    }
}
