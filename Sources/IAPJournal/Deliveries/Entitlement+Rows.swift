internal import IAPDatabase
package import IAPModel

extension Entitlement {
    func insert(_ commit: inout Commit) throws(IAPError) {
        try commit.run(
            "INSERT OR REPLACE INTO entitlement (transaction_id, product_id, end_ms) VALUES (?, ?, ?)",
            [Value(bits: transactionID), Value(productID), end.map { .integer($0) } ?? .null])
    }
}

extension Journal {
    /// What the account may use, as an earlier run recorded it.
    package func entitlements() throws(IAPError) -> [Entitlement] {
        try read { commit throws(IAPError) in
            try commit.query("SELECT transaction_id, product_id, end_ms FROM entitlement ORDER BY transaction_id") {
                Entitlement(
                    productID: $0.text(1), transactionID: $0.bits(0), end: $0.optionalInteger(2))
            }
        }
    }
}
