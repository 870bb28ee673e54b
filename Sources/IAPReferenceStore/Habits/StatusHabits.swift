internal import IAPDatabase
internal import IAPModel

/// What a device is told of subscriptions. The game's server is told what the store knows.
extension StoreDevice {
    /// - Parameter groupID: nil for all groups.
    func shownStatuses(ofGroup groupID: String?, _ ledger: Ledger) throws(DatabaseError) -> [LedgerStatus] {
        let statuses = try store.statuses(of: account, groupID: groupID, ledger)
        let habits = try ledger.habits()
        guard !habits.changed.isEmpty, !statuses.isEmpty else { return statuses }
        let now = try store.now(ledger)
        var earlier: [UInt64: EarlierPeriod] = [:]
        for status in statuses where habits.isFlickering(status, at: now) {
            earlier[status.transaction.id] = try earlierPeriod(before: status.transaction, ledger)
        }
        return habits.shown(statuses, at: now, earlier: earlier)
    }

    /// Nil if the account has none, as a member of a family who came later.
    private func earlierPeriod(
        before period: LedgerTransaction, _ ledger: Ledger
    ) throws(DatabaseError) -> EarlierPeriod? {
        guard let transaction = try ledger.period(before: period) else { return nil }
        // Win-back offers are for the one who pays.
        let product = transaction.sharedFrom == nil ? store.catalogue.product(id: transaction.productID) : nil
        let conditions = try store.conditions(ledger)
        let offers = product.map { OfferRules.winBackOffers(of: $0, conditions) } ?? []
        return EarlierPeriod(transaction: transaction, winBackOfferIDs: offers.compactMap(\.offerID))
    }
}

/// The period that a status tells of while it has not heard of the renewal.
struct EarlierPeriod: Sendable, Hashable {
    var transaction: LedgerTransaction
    /// Those that its product has for members who have left.
    var winBackOfferIDs: [String]
}

extension HabitValues {
    /// Changes statuses as the habits say, and leaves out those that the device does not have yet.
    ///
    /// - Parameter earlier: the period before, by the id of the renewal, for each status that flickers.
    func shown(
        _ statuses: [LedgerStatus], at now: Int64, earlier: [UInt64: EarlierPeriod]
    ) -> [LedgerStatus] {
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

    /// Whether a renewal was made so recently that the status does not know of it.
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

    /// When a status that a device is told of changes by itself after a period has begun; nil if it does not.
    fileprivate func statusChange(after period: LedgerTransaction) -> Int64? {
        let lag = period.id == period.originalID ? self[.statusLag] : 0
        let delay = max(lag, period.reason == .renewal ? self[.renewalFlicker] : 0)
        return delay > 0 ? period.purchaseDate.clampedAdding(delay) : nil
    }
}

extension Ledger {
    /// Lets listeners look at the statuses again when the habits show them the period that has begun.
    func planLook(after period: LedgerTransaction) throws(DatabaseError) {
        guard let date = try habits().statusChange(after: period) else { return }
        try plan(LaterUpdate(.look, of: period, at: date))
    }

    /// The same for all subscriptions, after the habits have changed.
    func planLooks(after now: Int64) throws(DatabaseError) {
        let habits = try habits()
        guard habits[.statusLag] > 0 || habits[.renewalFlicker] > 0 else { return }
        for row in try subscriptions("TRUE ORDER BY account, group_id", []) {
            guard let period = try transaction(row.subscription.period.transactionID),
                let date = habits.statusChange(after: period), date > now
            else { continue }
            try plan(LaterUpdate(.look, of: period, at: date))
        }
    }
}

extension LedgerStatus {
    /// Whether nothing but the automatic renewal is another than before, and what follows from it.
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
    /// Whether this time is so few milliseconds after a date. A clock that was set back is before it.
    func isWithin(_ milliseconds: Int64, after date: Int64) -> Bool {
        date <= self && clampedSubtracting(date) < milliseconds
    }
}
