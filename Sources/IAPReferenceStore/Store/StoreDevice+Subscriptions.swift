internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform

/// The device's queries about subscriptions.
extension StoreDevice {
    /// Returns the account's own statuses, then those that family members share with it; empty if there never was one.
    package func statuses(ofGroup groupID: String) throws(StoreFailure) -> [LedgerStatus] {
        try check(.subscriptionStatus)
        return try store.read { ledger throws(DatabaseError) in
            try self.shownStatuses(ofGroup: groupID, ledger)
        }
    }

    /// Returns the statuses of all groups in which the account ever subscribed, by group id. StoreKit's list cannot fail, and a
    /// test cannot make it fail: an empty list would mean that the account never subscribed.
    package func statuses() throws(StoreFailure) -> [(groupID: String, statuses: [LedgerStatus])] {
        try check(Feature.allStatuses)
        var groups: [(groupID: String, statuses: [LedgerStatus])] = []
        for status in try allStatuses() {
            if let last = groups.last, ExactText(last.groupID) == ExactText(status.groupID) {
                groups[groups.count - 1].statuses.append(status)
            } else {
                groups.append((status.groupID, [status]))
            }
        }
        return groups
    }

    /// Returns nil if the transaction belongs to another account or to no auto-renewable subscription.
    package func status(ofTransaction id: UInt64) throws(StoreFailure) -> LedgerStatus? {
        try check(.subscriptionStatus)
        return try store.read { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id),
                ExactText(transaction.account) == ExactText(self.account),
                let groupID = transaction.subscriptionGroupID
            else { return nil }
            return try self.shownStatuses(ofGroup: groupID, ledger).first {
                $0.transaction.originalID == transaction.originalID
            }
        }
    }

    /// Whether the account is eligible. This is also true if the group has no introductory offer. A habit can keep the first
    /// response of the launch.
    package func isEligibleForIntroductoryOffer(groupID: String) throws(StoreFailure) -> Bool {
        try read { ledger throws(DatabaseError) in
            let answer = try self.mayHaveIntroductoryOffer(groupID, ledger)
            let asked = IntroductoryAnswers.Question(groupID: ExactText(groupID), session: self.currentSession.number)
            let (first, number) = self.launch.withLock { $0.introductoryAnswers.note(answer, to: asked) }
            switch try ledger.habit(.introMemory) {
            case 0: return answer
            case 1: return first
            default: return try self.drawsFirst("\(groupID)\0\(number)", ledger) ? first : answer
            }
        }
    }

    private func mayHaveIntroductoryOffer(_ groupID: String, _ ledger: Ledger) throws(DatabaseError) -> Bool {
        if try !ledger.has(.introTrueWithoutOffer) {
            let group = ExactText(groupID)
            let hasOffer = store.catalogue.products.contains { product in
                product.subscription.map { ExactText($0.groupID) == group && !$0.introductoryOffers.isEmpty } ?? false
            }
            guard hasOffer else { return false }
        }
        return OfferEligibility.getsIntroductoryOffer(
            try ledger.subscription(ofGroup: groupID, account: account)?.subscription)
    }

    /// Draws randomly. The same questions after the same commands give the same result again.
    private func drawsFirst(_ question: String, _ ledger: Ledger) throws(DatabaseError) -> Bool {
        let command = try ledger.database.query("SELECT \(Ledger.currentChange)", []) { $0.integer(0) }.first ?? 0
        var random = RandomSource(
            seed: store.identity.derived("introductory offer \(firstAccount)\0\(name)\0\(question)\0\(command)"))
        return random.next().isMultiple(of: 2)
    }

    /// Returns the statuses by group. In each group the account's own status comes first.
    func allStatuses() throws(StoreFailure) -> [LedgerStatus] {
        try read { ledger throws(DatabaseError) in try self.allStatuses(ledger) }
    }

    func allStatuses(_ ledger: Ledger) throws(DatabaseError) -> [LedgerStatus] {
        try shownStatuses(ofGroup: nil, ledger)
    }

    /// Reports each status that changes from now on, or that changed since the launch of the game.
    package func listenForStatuses(_ report: @escaping @Sendable (LedgerStatus) -> Void) -> StoreSubscription {
        let beginning = launch.withLock { launch in
            defer { launch.statuses = nil }
            return launch.statuses
        }
        let last = Guarded(beginning ?? (try? statusMemory()) ?? StatusMemory(session: currentSession.number))
        let next = { @Sendable () -> LedgerStatus? in
            // If the read fails, the next change causes another one.
            guard self.deliversUpdates, let current = try? self.statusMemory() else { return nil }
            return last.withLock { last in
                // A change of the account is no change of a status.
                if last.session != current.session { last = current }
                for status in current.statuses {
                    let index = last.statuses.firstIndex { $0.isOfSameSubscription(as: status) }
                    if let index, last.statuses[index].saysTheSame(as: status) { continue }
                    if !current.announcesAutoRenewal, let index,
                        status.differsOnlyInAutoRenewal(from: last.statuses[index])
                    {
                        continue
                    }
                    if let index { last.statuses[index] = status } else { last.statuses.append(status) }
                    return status
                }
                return nil
            }
        }
        // Because of a later update, the habits can show the same subscription differently.
        return ChangeFeed(store: store, tables: ["subscription", "later_update"], next: next, report: report).start()
    }
}

extension LedgerStatus {
    fileprivate func isOfSameSubscription(as other: LedgerStatus) -> Bool {
        transaction.originalID == other.transaction.originalID && ExactText(groupID) == ExactText(other.groupID)
    }

    /// Whether two statuses are equal. A finished transaction is no change of a subscription.
    fileprivate func saysTheSame(as other: LedgerStatus) -> Bool {
        var other = other
        other.transaction.isFinished = transaction.isFinished
        return self == other
    }
}
