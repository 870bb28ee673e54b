internal import IAPDatabase

/// The statuses of the signed-in account's subscriptions.
struct StatusMemory: Sendable {
    var session: Int
    var statuses: [LedgerStatus] = []
    /// Whether listeners receive a change that concerns only the automatic renewal.
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
