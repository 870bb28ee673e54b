internal import IAPDatabase
internal import IAPModel

/// Administration of the ledger by a test. No device can ask for it.
extension Ledger {
    /// Of all accounts if none is named, in the order of the ids; attempts are among them.
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

    /// Also removes everything that is about this transaction only, and the transactions of family members who share it.
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

    /// The ids of all periods of a subscription, which is one for a group; copies are among them.
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

    /// The newest period of a subscription.
    func latestPeriod(
        ofGroup groupID: String, originalID: UInt64, account: String
    ) throws(DatabaseError) -> LedgerTransaction? {
        for id in try periods(ofGroup: groupID, originalID: originalID, account: account).sorted(by: >) {
            if try !isCopy(id) { return try transaction(id) }
        }
        return nil
    }

    /// Takes back that another subscription has replaced it, with the refund for its rest.
    func markNotUpgraded(_ id: UInt64) throws(DatabaseError) {
        try database.run(
            """
            UPDATE ledger SET is_upgraded = 0, change_number = \(Self.currentChange),
            refunded_milliunits = CASE WHEN revocation_ms IS NULL THEN 0 ELSE refunded_milliunits END
            WHERE (transaction_id = ? OR shared_from = ?) AND is_upgraded = 1
            """, [Value(bits: id), Value(bits: id)])
    }

    /// The tables that purchases fill.
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

    /// Numbers that were given stay given.
    func clearPurchases() throws(DatabaseError) {
        for table in Self.tablesOfPurchases { try database.run("DELETE FROM \(table)") }
        try database.run("DELETE FROM server_object WHERE kind = 'seat'")
    }

    /// Sets back all that a test can set.
    func clearSettings() throws(DatabaseError) {
        for table in Self.tablesOfTests { try database.run("DELETE FROM \(table)") }
        // What a habit would do to a transaction does not happen; an announcement that waits is not lost.
        try database.run(
            "DELETE FROM later_update WHERE kind IN (?, ?)",
            [.integer(LaterUpdate.Kind.repeated.rawValue), .integer(LaterUpdate.Kind.unfinish.rawValue)])
        for setting in Setting.allCases where !setting.isLasting { try remove(setting) }
    }
}
