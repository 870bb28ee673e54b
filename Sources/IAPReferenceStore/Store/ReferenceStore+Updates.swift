internal import IAPDatabase

/// Repeated updates, copied transactions and a restart of the store's service, as tests ask for them.
extension ReferenceStore {
    /// The account's devices receive the transaction once more. False if there is none.
    package func repeatUpdate(_ id: UInt64) throws(StoreFailure) -> Bool {
        try change(.repeatUpdate(id: id)) { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id) else { return false }
            try ledger.announce(transaction)
            return true
        }
    }

    /// The purchase is entered again under another id, unfinished and not charged.
    ///
    /// - Returns: the other id; nil if there is no such transaction.
    package func copyTransaction(_ id: UInt64) throws(StoreFailure) -> UInt64? {
        try change(.copyTransaction(id: id)) { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id) else { return nil }
            return try ledger.enterCopy(of: transaction)
        }
    }

    /// The store's service on the devices ends and starts again.
    package func restart() throws(StoreFailure) {
        try change(.restart) { ledger throws(DatabaseError) in
            let restarts = try ledger.restarts()
            try ledger.set(.restarts, .integer(restarts.clampedAdding(1)))
        }
    }
}
