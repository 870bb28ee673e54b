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
}

/// A refund for a period of the subscription, with the values of the ledger.
package struct SubscriptionRefund: Sendable, Hashable {
    package var transactionID: UInt64
    package var start: Int64
    package var end: Int64
    package var priceMilliunits: Int64
    /// The amount of an earlier refund, at an upgrade.
    package var refundedMilliunits: Int64 = 0
    /// 0 other, 1 an issue within the app
    package var reason: Int = 0
    package var kind: RefundKind = .full
}

extension SubscriptionRefund {
    package init(_ period: PaidPeriod, refundedMilliunits: Int64 = 0, reason: Int = 0, kind: RefundKind = .full) {
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

/// How much of the price a customer receives after a refund or a revocation.
package enum RefundKind: String, Sendable, Hashable {
    case full = "full"
    /// A refund of a subscription for the remaining time.
    case prorated = "prorated"
    /// The customer receives no money.
    case nothing = "nothing"
}

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

    private mutating func setAutoRenewal(_ isOn: Bool, at now: Int64, _ run: inout RenewalRun) -> SubscriptionOutcome {
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
    private mutating func extend(days: Int, at now: Int64, _ run: inout RenewalRun) -> SubscriptionOutcome {
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

/// The state of a renewal that a test sets.
package struct RenewalSetting: Sendable, Hashable {
    package var willAutoRenew = true
    /// Nil for the present product.
    package var autoRenewProductID: String?
    /// If it is set, the subscription has expired, even if time is paid.
    package var expirationReason: RenewalInfo.ExpirationReason?
    package var priceIncrease = RenewalInfo.PriceIncrease.none
    /// Whether the payment of the renewal failed, even if time is paid.
    package var isInBillingRetry = false
    package var gracePeriodExpirationDate: Int64?
    /// Nil for the price of the product.
    package var priceMilliunits: Int64?

    package init() {}
}

extension GroupSubscription {
    /// Puts the subscription directly into a state. It continues automatically from there, and all retries of a renewal fail. A
    /// refunded subscription stays ended.
    mutating func take(_ setting: RenewalSetting, at now: Int64, _ conditions: RenewalConditions) {
        if case .revoked = phase { return }
        changeDate = max(changeDate, now)
        phase = phase(setting, at: now, conditions)
        let reason = setting.expirationReason ?? .autoRenewDisabled
        autoRenewal = setting.willAutoRenew && !isOver ? .on : .off(reason)
        next = NextRenewal(priceMilliunits: setting.priceMilliunits)
        if setting.priceMilliunits != nil { runningOffer = nil }
        if let id = setting.autoRenewProductID, ExactText(id) != ExactText(period.productID) { next.productID = id }
        let regular = conditions.product(period.productID).flatMap {
            Bill($0, period.billingPlanType, price: raisedPrice)
        }
        let price = setting.priceMilliunits ?? regular?.priceMilliunits ?? period.priceMilliunits
        priceIncrease =
            switch setting.priceIncrease {
            case .none: nil
            case .pending: PriceIncrease(priceMilliunits: price, isAgreed: false)
            case .agreed: PriceIncrease(priceMilliunits: price, isAgreed: true)
            }
    }

    private func phase(_ setting: RenewalSetting, at now: Int64, _ conditions: RenewalConditions) -> Phase {
        if setting.isInBillingRetry {
            var retry = BillingRetry(
                since: now, until: now.clampedAdding(conditions.billingRetryLength(isCommitted: isCommitted)))
            retry.giveUp()
            if let end = setting.gracePeriodExpirationDate {
                if end > now { retry.graceUntil = end } else { retry.isAfterGrace = true }
            }
            return .billingRetry(retry)
        }
        if let reason = setting.expirationReason { return .expired(at: now, reason) }
        if period.end > now { return .active }
        return isOver ? phase : .expired(at: now, setting.willAutoRenew ? .billingError : .autoRenewDisabled)
    }

    /// Removes the newest period: the subscription returns to the state after the period before, with its renewal turned off.
    mutating func goBack(to latest: LedgerTransaction, at now: Int64) {
        var price = latest.price.milliunits
        if latest.seats > 1 { price /= Int64(latest.seats) }
        period = PaidPeriod(
            transactionID: latest.id, productID: latest.productID, start: latest.purchaseDate,
            end: latest.expirationDate ?? .max, priceMilliunits: price, reason: latest.reason, offer: latest.offer,
            billingPlanType: latest.billingPlanType, commitment: latest.commitment)
        recentStart = min(recentStart, latest.purchaseDate)
        changeDate = min(changeDate, now)
        forgetPlans(.autoRenewDisabled)
        if let date = latest.revocation?.date {
            phase = .revoked(at: date)
        } else {
            phase = period.end > now ? .active : .expired(at: period.end, .autoRenewDisabled)
        }
    }
}
