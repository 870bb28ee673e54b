internal import IAPDatabase
internal import IAPModel

/// The changes that a restore makes in the store.
extension ReferenceStore {
    /// Restores purchases. A restore that changes nothing is not in the log.
    func restore(by device: DeviceAddress) throws(StoreFailure) {
        let account = device.account
        let isComplete = try read { ledger throws(DatabaseError) in
            let isShared = try self.unshared(with: account, ledger).isEmpty
            let staysFinished = try self.finishedLatestPeriods(of: account, ledger).isEmpty
            let isKnown = try ledger.staleEntitlements(of: account).isEmpty
            return isShared && staysFinished && isKnown
        }
        if isComplete { return }
        try change(.request(device, .restore)) { ledger throws(DatabaseError) in
            try self.shareMissing(with: account, ledger)
            let now = try self.now(ledger)
            for period in try self.finishedLatestPeriods(of: account, ledger) {
                try ledger.plan(LaterUpdate(.unfinish, of: period, at: now, onlyDevice: device.name))
            }
            try ledger.forgetStaleEntitlements(of: account)
        }
    }

    /// The periods that a restore makes unfinished again; none without the habit. Refunded periods stay finished.
    private func finishedLatestPeriods(
        of account: String, _ ledger: Ledger
    ) throws(DatabaseError) -> [LedgerTransaction] {
        guard try ledger.has(.syncUnfinishesLatest) else { return [] }
        return try statuses(of: account, groupID: nil, ledger).map(\.transaction).filter {
            $0.isFinished && $0.revocation == nil
        }
    }
}
