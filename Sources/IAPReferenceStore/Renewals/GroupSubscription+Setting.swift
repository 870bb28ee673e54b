package import IAPModel

/// The state of a renewal that a test sets.
package struct RenewalSetting: Sendable, Hashable, Codable {
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
}

extension GroupSubscription {
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
