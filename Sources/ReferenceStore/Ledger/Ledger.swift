internal import Database
internal import IAPModel

/// The rows of the store's file, read and written inside the transaction of the caller.
struct Ledger {
    let database: Database

    // MARK: Transactions

    private func transactions(_ query: LedgerQuery, _ values: [Value]) throws(DatabaseError) -> [LedgerTransaction] {
        try database.query(query.text, values, LedgerTransaction.init)
    }

    func insert(_ transaction: LedgerTransaction) throws(DatabaseError) {
        let values = transaction.values
        let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
        try database.run("INSERT INTO ledger (\(LedgerTransaction.columns)) VALUES (\(marks))", values)
    }

    func transaction(_ id: UInt64) throws(DatabaseError) -> LedgerTransaction? {
        try transactions(.byID, [Value(bits: id)]).first
    }

    func unfinished(of account: String) throws(DatabaseError) -> [LedgerTransaction] {
        try transactions(.unfinished, [Value(account)])
    }

    /// Finished consumables are in the history only once they are refunded, as with StoreKit.
    func history(of account: String) throws(DatabaseError) -> [LedgerTransaction] {
        try transactions(.history, [Value(account)])
    }

    /// What the account may use now: of each group the latest period while it entitles, and every other purchase in force.
    func entitlements(of account: String, at now: Int64) throws(DatabaseError) -> [LedgerTransaction] {
        var entitlements = try transactions(.lasting, [Value(account)])
        for renewal in try renewals(of: account) {
            guard let latest = try latest(ofGroup: renewal.groupID, account: account),
                StatusRules.state(of: latest, renewal, at: now).isEntitled
            else { continue }
            entitlements.append(latest)
        }
        return entitlements.sorted { $0.id < $1.id }
    }

    func latest(of productID: String, account: String) throws(DatabaseError) -> LedgerTransaction? {
        try transactions(.latestOfProduct, [Value(account), Value(productID)]).first
    }

    /// The purchase of a non-consumable that is in force.
    func owned(_ productID: String, account: String) throws(DatabaseError) -> LedgerTransaction? {
        try transactions(.owned, [Value(account), Value(productID)]).first
    }

    /// The newest period of a subscription group.
    func latest(ofGroup groupID: String, account: String) throws(DatabaseError) -> LedgerTransaction? {
        try transactions(.latestOfGroup, [Value(account), Value(groupID)]).first
    }

    /// Whether the account has had an introductory offer of the group.
    func hasUsedIntroductoryOffer(ofGroup groupID: String, account: String) throws(DatabaseError) -> Bool {
        try !database.query(
            "SELECT 1 FROM ledger WHERE account = ? AND group_id = ? AND offer_type = 1 LIMIT 1",
            [Value(account), Value(groupID)]
        ) { $0.integer(0) }.isEmpty
    }

    func markFinished(_ id: UInt64, account: String) throws(DatabaseError) -> Bool {
        try database.run(
            "UPDATE ledger SET is_finished = 1 WHERE transaction_id = ? AND account = ? AND is_finished = 0",
            [Value(bits: id), Value(account)])
        return database.changes > 0
    }

    func markUpgraded(_ id: UInt64) throws(DatabaseError) {
        try database.run("UPDATE ledger SET is_upgraded = 1 WHERE transaction_id = ?", [Value(bits: id)])
    }

    func revoke(_ id: UInt64, _ revocation: Transaction.Revocation) throws(DatabaseError) {
        try database.run(
            """
            UPDATE ledger SET revocation_ms = ?, revocation_reason = ?, revocation_type = ?, revocation_percentage = ?
            WHERE transaction_id = ?
            """,
            [
                .integer(revocation.date), Value(revocation.reason.map(Int64.init)), Value(revocation.type?.rawValue),
                Value(revocation.percentage.map(Int64.init)), Value(bits: id),
            ])
    }

    func totals() throws(DatabaseError) -> LedgerTotals {
        try database.query(
            "SELECT count(*), coalesce(sum(is_finished = 0), 0), coalesce(sum(revocation_ms IS NOT NULL), 0) FROM ledger"
        ) {
            LedgerTotals(transactions: Int($0.integer(0)), unfinished: Int($0.integer(1)), refunded: Int($0.integer(2)))
        }
        .first ?? LedgerTotals(transactions: 0, unfinished: 0, refunded: 0)
    }

    // MARK: Settings

    func integer(_ key: Setting) throws(DatabaseError) -> Int64? {
        try database.query("SELECT value FROM setting WHERE key = ?", [Value(key.rawValue)]) { $0.integer(0) }.first
    }

    func text(_ key: Setting) throws(DatabaseError) -> String? {
        try database.query("SELECT value FROM setting WHERE key = ?", [Value(key.rawValue)]) { $0.text(0) }.first
    }

    func blob(_ key: Setting) throws(DatabaseError) -> [UInt8]? {
        try database.query("SELECT value FROM setting WHERE key = ?", [Value(key.rawValue)]) { $0.blob(0) }.first
    }

    func set(_ key: Setting, _ value: Value) throws(DatabaseError) {
        try database.run(
            "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [Value(key.rawValue), value])
    }

    func remove(_ key: Setting) throws(DatabaseError) {
        try database.run("DELETE FROM setting WHERE key = ?", [Value(key.rawValue)])
    }

    /// The next number of a row of ids.
    func next(_ key: Setting) throws(DatabaseError) -> UInt64 {
        let number = try integer(key) ?? 0
        guard number > 0, number < Int64.max else {
            throw DatabaseError(.failed, "the store's file is damaged: \(key.rawValue) is \(number)")
        }
        try set(key, .integer(number + 1))
        return UInt64(number)
    }
}
