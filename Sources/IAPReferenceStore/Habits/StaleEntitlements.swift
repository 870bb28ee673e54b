internal import IAPDatabase
internal import IAPModel

/// Entitlements that devices still list after the store's purchases are cleared. The store itself does not know them: the
/// account can buy the product again, and it is neither renewed nor shared.
extension Ledger {
    /// Clears all purchases. With the habit, devices continue to list what their account had.
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

    /// The stale entitlements of an account; none without the habit.
    func staleEntitlements(of account: String) throws(DatabaseError) -> [LedgerTransaction] {
        guard try has(.staleAfterClear) else { return [] }
        return try database.query(
            "SELECT \(LedgerTransaction.columns) FROM stale_entitlement WHERE account = ? ORDER BY transaction_id",
            [Value(account)], LedgerTransaction.init)
    }

    /// Removes them: the account's device is up to date again.
    func forgetStaleEntitlements(of account: String) throws(DatabaseError) {
        try database.run("DELETE FROM stale_entitlement WHERE account = ?", [Value(account)])
    }
}
