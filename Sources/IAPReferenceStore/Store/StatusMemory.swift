internal import IAPDatabase

/// How subscriptions stand for the one who is signed in.
struct StatusMemory: Sendable {
    var session: Int
    var statuses: [LedgerStatus] = []
    /// Whether listeners are told that nothing but the automatic renewal has changed.
    var announcesAutoRenewal = true
}

extension StoreDevice {
    func statusMemory() throws(StoreFailure) -> StatusMemory {
        try read { ledger throws(DatabaseError) in
            StatusMemory(
                session: self.currentSession.number, statuses: try self.allStatuses(ledger),
                announcesAutoRenewal: try ledger.has(.autoRenewChangeAnnounced))
        }
    }
}
