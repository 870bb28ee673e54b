internal import Database
internal import IAPModel
internal import Platform

/// What the device can ask about subscriptions.
extension StoreDevice {
    /// Empty if the account never subscribed.
    package func statuses(ofGroup groupID: String) throws(StoreFailure) -> [LedgerStatus] {
        try check(.subscriptionStatus)
        return try store.read { ledger throws(DatabaseError) in
            guard let renewal = try ledger.renewal(ofGroup: groupID, account: self.account) else { return [] }
            return try self.store.status(renewal, ledger).map { [$0] } ?? []
        }
    }

    /// Of all groups that the account ever had, by group id. StoreKit's list has no way to fail, so that a test cannot make
    /// it: a list of nothing would say that the account never subscribed.
    package func statuses() throws(StoreFailure) -> [(groupID: String, statuses: [LedgerStatus])] {
        try check(Feature.allStatuses)
        return try allStatuses().map { ($0.groupID, [$0]) }
    }

    /// Nil for a transaction that is not the account's, or belongs to no auto-renewable subscription.
    package func status(ofTransaction id: UInt64) throws(StoreFailure) -> LedgerStatus? {
        try check(.subscriptionStatus)
        return try store.read { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id),
                ExactText(transaction.account) == ExactText(self.account),
                let groupID = transaction.subscriptionGroupID,
                let renewal = try ledger.renewal(ofGroup: groupID, account: self.account)
            else { return nil }
            return try self.store.status(renewal, ledger)
        }
    }

    /// Also true where no introductory offer is configured.
    package func isEligibleForIntroductoryOffer(groupID: String) throws(StoreFailure) -> Bool {
        try store.read { ledger throws(DatabaseError) in
            let hasUsed = try ledger.hasUsedIntroductoryOffer(ofGroup: groupID, account: self.account)
            let status = try ledger.renewal(ofGroup: groupID, account: self.account).flatMap {
                renewal throws(DatabaseError) in try self.store.status(renewal, ledger)
            }
            return OfferRules.isEligibleForIntroductoryOffer(
                hasUsed: hasUsed, isSubscribed: status?.state.isEntitled == true)
        }
    }

    func allStatuses() throws(StoreFailure) -> [LedgerStatus] {
        try store.read { ledger throws(DatabaseError) in
            var statuses: [LedgerStatus] = []
            for renewal in try ledger.renewals(of: self.account) {
                if let status = try self.store.status(renewal, ledger) { statuses.append(status) }
            }
            return statuses
        }
    }

    /// Each status that becomes another one from now on, or since the launch of the game. What comes from the passing of time is told with the next change.
    package func listenForStatuses(_ report: @escaping @Sendable (LedgerStatus) -> Void) -> StoreSubscription {
        let beginning = launch.withLock { launch in
            defer { launch.statuses = nil }
            return launch.statuses
        }
        let last = Guarded(beginning ?? (try? allStatuses()) ?? [])
        let next = { @Sendable () -> LedgerStatus? in
            // What cannot be read now is looked for again at the next change.
            guard let current = try? self.allStatuses() else { return nil }
            return last.withLock { last in
                for status in current {
                    let index = last.firstIndex { ExactText($0.groupID) == ExactText(status.groupID) }
                    if let index, last[index].isNoNews(status) { continue }
                    if let index { last[index] = status } else { last.append(status) }
                    return status
                }
                return nil
            }
        }
        return ChangeFeed(store: store, next: next, report: report).start()
    }
}

extension LedgerStatus {
    /// Whether the other one tells nothing new. That a transaction has been finished is nothing about a subscription.
    fileprivate func isNoNews(_ other: LedgerStatus) -> Bool {
        var other = other
        other.transaction.isFinished = transaction.isFinished
        return self == other
    }
}

extension ReferenceStore {
    func status(_ renewal: RenewalRow, _ ledger: Ledger) throws(DatabaseError) -> LedgerStatus? {
        guard let latest = try ledger.latest(ofGroup: renewal.groupID, account: renewal.account) else { return nil }
        return StatusRules.status(of: latest, renewal, catalogue: catalogue, at: try now(ledger))
    }
}
