internal import IAPDatabase
internal import IAPModel

/// Changes of the ledger by a test. No device can request them.
extension Ledger {
    /// Returns the ids in their order, including those of attempts. Without an account it returns the ids of all accounts.
    func transactionIDs(of account: String?, at now: Int64) throws(DatabaseError) -> [UInt64] {
        let isWanted = account == nil ? "" : "account = ? AND"
        let values = account.map { [Value($0)] } ?? []
        return try database.query(
            """
            SELECT transaction_id FROM ledger WHERE \(isWanted) TRUE
            UNION ALL SELECT id FROM attempt WHERE \(isWanted) \(Self.isOpenAttempt) ORDER BY 1
            """, values + values + [Self.endOfApprovals(at: now)]
        ) { $0.bits(0) }
    }

    // MARK: Deleting

    /// Deletes a transaction, everything that concerns only this transaction, and the transactions of family members who share
    /// it.
    func deleteTransaction(_ id: UInt64) throws(DatabaseError) {
        let shared = try database.query("SELECT transaction_id FROM ledger WHERE shared_from = ?", [Value(bits: id)]) {
            $0.bits(0)
        }
        for copy in shared { try deleteTransaction(copy) }
        for table in [
            "transaction_update", "later_update", "refund_request", "transaction_copy", "heard_transaction",
            "consumption",
            "ledger",
        ] {
            try database.run("DELETE FROM \(table) WHERE transaction_id = ?", [Value(bits: id)])
        }
    }

    /// Returns the ids of all periods of an account's subscription in a group, including copies.
    func periods(ofGroup groupID: String, originalID: UInt64, account: String) throws(DatabaseError) -> [UInt64] {
        try database.query(
            "SELECT transaction_id FROM ledger WHERE account = ? AND group_id = ? AND original_id = ?",
            [Value(account), Value(groupID), Value(bits: originalID)]
        ) { $0.bits(0) }
    }

    func removeSubscription(ofGroup groupID: String, account: String) throws(DatabaseError) {
        try database.run(
            "DELETE FROM subscription WHERE account = ? AND group_id = ?", [Value(account), Value(groupID)])
    }

    /// Returns the newest period of a subscription.
    func latestPeriod(
        ofGroup groupID: String, originalID: UInt64, account: String
    ) throws(DatabaseError) -> LedgerTransaction? {
        for id in try periods(ofGroup: groupID, originalID: originalID, account: account).sorted(by: >) {
            if try !isCopy(id) { return try transaction(id) }
        }
        return nil
    }

    /// Reverts an upgrade: the subscription is no longer replaced, and has no refund for its rest.
    func markNotUpgraded(_ id: UInt64) throws(DatabaseError) {
        try database.run(
            """
            UPDATE ledger SET is_upgraded = 0, change_number = \(Self.currentChange),
            refunded_milliunits = CASE WHEN revocation_ms IS NULL THEN 0 ELSE refunded_milliunits END
            WHERE (transaction_id = ? OR shared_from = ?) AND is_upgraded = 1
            """, [Value(bits: id), Value(bits: id)])
    }

    /// The tables that purchases write.
    private static let tablesOfPurchases = [
        "ledger", "attempt", "subscription", "transaction_update", "later_update", "refund_request", "intent",
        "transaction_copy",
        "heard_transaction", "heard_subscription", "notification", "send_attempt", "consumption", "extension",
        "mass_extension", "stale_entitlement",
    ]

    /// The tables that tests change, without the table of settings.
    private static let tablesOfTests = [
        "simulated_error", "unsupported_feature", "script", "sheet_answer", "sheet_count", "removed_product", "network",
        "request", "heard_transaction", "heard_subscription", "stale_entitlement",
    ]

    /// Deletes all purchases. The store does not use their numbers again.
    func clearPurchases() throws(DatabaseError) {
        for table in Self.tablesOfPurchases { try database.run("DELETE FROM \(table)") }
        try database.run("DELETE FROM server_object WHERE kind = 'seat'")
    }

    /// Resets everything that a test can set.
    func clearSettings() throws(DatabaseError) {
        for table in Self.tablesOfTests { try database.run("DELETE FROM \(table)") }
        // Habits no longer change the transactions. Announcements that wait are kept.
        try database.run(
            "DELETE FROM later_update WHERE kind IN (?, ?)",
            [.integer(LaterUpdate.Kind.repeated.rawValue), .integer(LaterUpdate.Kind.unfinish.rawValue)])
        for setting in Setting.allCases where !setting.isLasting { try remove(setting) }
    }
}
