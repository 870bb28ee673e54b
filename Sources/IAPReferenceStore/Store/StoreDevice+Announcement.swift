internal import IAPDatabase

/// Transactions that were bought on the device and could not be delivered there.
extension StoreDevice {
    /// Sends the transaction to the device as an update, unless it is finished. The account's other devices do not receive it.
    package func announceUnlessFinished(_ transaction: LedgerTransaction) throws(StoreFailure) {
        guard !transaction.isFinished else { return }
        try announce(transaction.id)
    }

    func announce(_ id: UInt64) throws(StoreFailure) {
        try change(.announce(id: id)) { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id) else { return }
            try ledger.forgetHeard(id, by: self.address)
            try ledger.announce(transaction, onlyDevice: self.name)
        }
    }
}
