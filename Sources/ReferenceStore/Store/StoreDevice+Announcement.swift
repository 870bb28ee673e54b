internal import Database

/// What was bought on the device and could not be handed over there.
extension StoreDevice {
    /// The device hears of the transaction as of news, unless it is finished; the account's other devices have heard of it or
    /// need not.
    package func announceUnheard(_ transaction: LedgerTransaction) throws(StoreFailure) {
        guard !transaction.isFinished else { return }
        try announce(transaction.id)
    }

    func announce(_ id: UInt64) throws(StoreFailure) {
        try change(.announce(id: id)) { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id) else { return }
            try ledger.announce(transaction, onlyDevice: self.name)
        }
    }
}
