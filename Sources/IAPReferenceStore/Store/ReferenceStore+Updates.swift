internal import IAPDatabase

/// Repeated updates, copied transactions and restarts of the store's service, for tests.
extension ReferenceStore {
    /// Makes the account's devices receive the transaction again. Returns false if it does not exist.
    package func repeatUpdate(_ id: UInt64) throws(StoreFailure) -> Bool {
        try change(.repeatUpdate(id: id)) { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id) else { return false }
            try ledger.announce(transaction)
            return true
        }
    }

    /// Enters the purchase again with another id, unfinished and without a charge.
    ///
    /// - Returns: The other id; nil if the transaction does not exist.
    package func copyTransaction(_ id: UInt64) throws(StoreFailure) -> UInt64? {
        try change(.copyTransaction(id: id)) { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id) else { return nil }
            return try ledger.enterCopy(of: transaction)
        }
    }

    /// Restarts the store's service on the devices.
    package func restart() throws(StoreFailure) {
        try change(.restart) { ledger throws(DatabaseError) in
            let restarts = try ledger.restarts()
            try ledger.set(.restarts, .integer(restarts.clampedAdding(1)))
        }
    }
}
