internal import IAPDatabase
package import IAPModel

/// What a launch reads from the journal.
extension Journal {
    /// The revocations that an earlier run recorded and that the game has not received.
    package func untoldRevocations() throws(IAPError) -> [UInt64] {
        try read { commit throws(IAPError) in
            try commit.query(
                "SELECT transaction_id FROM delivery WHERE revocation_ms IS NOT NULL AND is_revocation_told = 0"
            ) { $0.bits(0) }
        }
    }

    /// The transactions that the game has received or finished and that are not known as revoked.
    package func deliveredTransactions() throws(IAPError) -> [UInt64] {
        try read { commit throws(IAPError) in
            try commit.query(
                """
                SELECT transaction_id FROM delivery
                WHERE revocation_ms IS NULL AND (delivery_count > 0 OR restored > 0 OR stage > 1 AND is_rejected = 0)
                """
            ) { $0.bits(0) }
        }
    }

    /// The transactions whose revocation is known only from an unverified signature.
    package func doubts() throws(IAPError) -> [UInt64] {
        try read { commit throws(IAPError) in
            try commit.query("SELECT transaction_id FROM doubt ORDER BY transaction_id") { $0.bits(0) }
        }
    }

    /// The revocations that the game has received, by id, with their dates.
    package func toldRevocations() throws(IAPError) -> [UInt64: Int64] {
        let rows = try read { commit throws(IAPError) in
            try commit.query(
                """
                SELECT transaction_id, revocation_ms FROM delivery
                WHERE revocation_ms IS NOT NULL AND is_revocation_told = 1
                """
            ) { (id: $0.bits(0), date: $0.integer(1)) }
        }
        return Dictionary(rows.map { ($0.id, $0.date) }, uniquingKeysWith: { $1 })
    }
}
