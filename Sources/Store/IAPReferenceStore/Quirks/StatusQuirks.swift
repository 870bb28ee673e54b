internal import IAPDatabase
internal import IAPModel

/// The period that a status shows while it does not know of the renewal yet.
struct EarlierPeriod: Sendable, Hashable {
    var transaction: LedgerTransaction
    /// The product's win-back offers for former subscribers.
    var winBackOfferIDs: [String]
}

extension QuirkValues {
    /// Changes statuses as the quirks say, and omits those that the device does not have yet.
    ///
    /// - Parameter earlier: The earlier period for each flickering status, by the id of the renewal.
    func shown(_ statuses: [LedgerStatus], at now: Int64, earlier: [UInt64: EarlierPeriod]) -> [LedgerStatus] {
        statuses.compactMap { status in
            let isNew = now.isWithin(self[.statusLag], after: status.transaction.originalPurchaseDate)
            return isNew ? nil : shown(status, at: now, earlier: earlier[status.transaction.id])
        }
    }

    private func shown(_ status: LedgerStatus, at now: Int64, earlier: EarlierPeriod?) -> LedgerStatus {
        var shown = status
        switch status.state {
        case .subscribed:
            if let earlier, isFlickering(status, at: now) { shown = flickering(status, earlier) }
        case .inBillingRetry:
            if status.isAfterGrace, self[.postGraceExpired] != 0 { shown.state = .expired }
        case .inGracePeriod:
            if self[.graceRetryFlag] == 0 { shown.renewal.isInBillingRetry = false }
        default: break
        }
        return shown
    }

    /// Whether the renewal is so recent that the status does not show it yet.
    func isFlickering(_ status: LedgerStatus, at now: Int64) -> Bool {
        status.state == .subscribed && status.transaction.reason == .renewal
            && now.isWithin(self[.renewalFlicker], after: status.transaction.purchaseDate)
    }

    private func flickering(_ status: LedgerStatus, _ earlier: EarlierPeriod) -> LedgerStatus {
        var shown = status
        shown.state = .expired
        shown.transaction = earlier.transaction
        shown.renewal.productID = earlier.transaction.productID
        shown.renewal.willAutoRenew = self[.renewalFlickerWillRenew] != 0
        if shown.renewal.willAutoRenew {
            shown.renewal.autoRenewProductID = status.transaction.productID
            shown.renewal.renewalDate = status.transaction.purchaseDate
        } else {
            shown.renewal.autoRenewProductID = nil
            shown.renewal.renewalDate = nil
            shown.renewal.renewalPrice = nil
            shown.renewal.offer = nil
            shown.renewal.billingPlanType = nil
            shown.renewal.commitment = nil
        }
        shown.renewal.eligibleWinBackOfferIDs = self[.renewalFlickerWinBack] != 0 ? earlier.winBackOfferIDs : []
        return shown
    }

    /// When a device's status changes automatically after the beginning of a period; nil if it does not.
    fileprivate func statusChange(after period: LedgerTransaction) -> Int64? {
        let lag = period.id == period.originalID ? self[.statusLag] : 0
        let delay = max(lag, period.reason == .renewal ? self[.renewalFlicker] : 0)
        return delay > 0 ? period.purchaseDate.clampedAdding(delay) : nil
    }
}

extension Ledger {
    /// Plans a new look at the statuses for the time at which the quirks show the new period.
    func planLook(after period: LedgerTransaction) throws {
        guard let date = try quirks().statusChange(after: period) else { return }
        try plan(LaterUpdate(.look, of: period, at: date))
    }

    /// Plans the same for all subscriptions after a change of the quirks.
    func planLooks(after now: Int64) throws {
        let quirks = try quirks()
        guard quirks[.statusLag] > 0 || quirks[.renewalFlicker] > 0 else { return }
        for row in try subscriptions("TRUE ORDER BY account, group_id", []) {
            guard let period = try transaction(row.subscription.period.transactionID),
                let date = quirks.statusChange(after: period), date > now
            else { continue }
            try plan(LaterUpdate(.look, of: period, at: date))
        }
    }
}

extension LedgerStatus {
    /// Whether only the automatic renewal, and what follows from it, differs from before.
    func differsOnlyInAutoRenewal(from before: LedgerStatus) -> Bool {
        let isSwitched =
            renewal.willAutoRenew != before.renewal.willAutoRenew
            || renewal.commitment?.willAutoRenew != before.renewal.commitment?.willAutoRenew
        guard isSwitched else { return false }
        var same = self
        same.transaction.isFinished = before.transaction.isFinished
        same.renewal.willAutoRenew = before.renewal.willAutoRenew
        same.renewal.autoRenewProductID = before.renewal.autoRenewProductID
        same.renewal.renewalDate = before.renewal.renewalDate
        same.renewal.renewalPrice = before.renewal.renewalPrice
        same.renewal.offer = before.renewal.offer
        same.renewal.billingPlanType = before.renewal.billingPlanType
        same.renewal.commitment = before.renewal.commitment
        return same == before
    }
}

extension Int64 {
    /// Whether this time is less than so many milliseconds after a date. If the clock was set back, the time is before the
    /// date.
    func isWithin(_ milliseconds: Int64, after date: Int64) -> Bool {
        date <= self && clampedSubtracting(date) < milliseconds
    }
}
