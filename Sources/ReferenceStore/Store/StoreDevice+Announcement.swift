internal import Database

/// What was bought on the device and could not be handed over there.
extension StoreDevice {
    /// The device hears of the transaction as of news; the account's other devices have heard of it or need not.
    package func announce(_ transaction: LedgerTransaction) throws(StoreFailure) {
        try store.change { ledger throws(DatabaseError) in
            try ledger.announce(transaction, onlyDevice: self.name)
        }
    }
}
