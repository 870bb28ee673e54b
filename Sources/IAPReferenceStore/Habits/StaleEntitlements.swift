internal import IAPDatabase
internal import IAPModel

/// What devices list although the store's purchases have been cleared. The store itself does not know it any more: it can be
/// bought again, is not renewed and is not shared.
extension Ledger {
    /// Clears all purchases. With the habit, devices go on listing what their account had.
    func clearPurchasesAndKeepListings() throws(DatabaseError) {
        var listed: [LedgerTransaction] = []
        if try has(.staleAfterClear) {
            let accounts = try database.query(
                "SELECT account FROM ledger UNION SELECT account FROM stale_entitlement ORDER BY account"
            ) { $0.text(0) }
            for account in accounts { listed += try entitlements(of: account) }
        }
        try clearPurchases()
        for transaction in listed { try database.run(LedgerTransaction.staleInsertion, transaction.values) }
    }

    /// None without the habit.
    func staleEntitlements(of account: String) throws(DatabaseError) -> [LedgerTransaction] {
        guard try has(.staleAfterClear) else { return [] }
        return try database.query(
            "SELECT \(LedgerTransaction.columns) FROM stale_entitlement WHERE account = ? ORDER BY transaction_id",
            [Value(account)], LedgerTransaction.init)
    }

    /// The account's device has heard what the store knows.
    func forgetStaleEntitlements(of account: String) throws(DatabaseError) {
        try database.run("DELETE FROM stale_entitlement WHERE account = ?", [Value(account)])
    }
}
