internal import IAPDatabase
package import IAPModel

extension Entitlement {
    private static let columns =
        "transaction_id, product_id, end_ms, original_id, purchase_ms, group_id, app_transaction_id, app_account_token"

    func insert(_ commit: inout Commit) throws(IAPError) {
        try commit.run(
            "INSERT OR REPLACE INTO entitlement (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                Value(bits: transactionID), Value(productID), Value(end), Value(bits: originalID),
                .integer(purchaseDate), Value(subscriptionGroupID), Value(appTransactionID),
                Value(appAccountToken),
            ])
    }

    fileprivate static func all(_ commit: Commit) throws(IAPError) -> [Entitlement] {
        try commit.query("SELECT \(columns) FROM entitlement ORDER BY transaction_id") { row in
            var entitlement = Entitlement(
                productID: row.text(1), transactionID: row.bits(0), end: row.optionalInteger(2),
                originalID: row.bits(3), purchaseDate: row.integer(4))
            entitlement.subscriptionGroupID = row.optionalText(5)
            entitlement.appTransactionID = row.optionalText(6)
            entitlement.appAccountToken = row.optionalText(7)
            return entitlement
        }
    }
}

extension Journal {
    /// What the account may use, as an earlier run recorded it.
    package func entitlements() throws(IAPError) -> [Entitlement] {
        try read { commit throws(IAPError) in try Entitlement.all(commit) }
    }
}
