internal import IAPDatabase

/// The networks of devices.
extension Ledger {
    /// - Parameter account: The account with which the device was opened.
    func network(of device: String, account: String) throws(DatabaseError) -> NetworkConditions {
        try database.query(
            """
            SELECT is_down, never_answers, requests_per_minute, latency_ms, timeout_ms FROM network
            WHERE account = ? AND device = ?
            """, [Value(account), Value(device)]
        ) { row in
            var network = NetworkConditions()
            network.isDown = row.bool(0)
            network.neverAnswers = row.bool(1)
            network.requestsPerMinute = UInt32(clamping: row.integer(2))
            network.latency = row.integer(3)
            network.timeout = row.integer(4)
            return network
        }.first ?? NetworkConditions()
    }

    func set(_ network: NetworkConditions, of device: String, account: String) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO network (
                account, device, is_down, never_answers, requests_per_minute, latency_ms, timeout_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account, device) DO UPDATE SET
                is_down = excluded.is_down, never_answers = excluded.never_answers,
                requests_per_minute = excluded.requests_per_minute, latency_ms = excluded.latency_ms,
                timeout_ms = excluded.timeout_ms
            """,
            [
                Value(account), Value(device), Value(network.isDown), Value(network.neverAnswers),
                .integer(Int64(network.requestsPerMinute)), .integer(network.latency), .integer(network.timeout),
            ])
    }

    func updateOrder(of device: String, account: String) throws(DatabaseError) -> UpdateOrder {
        try database.query(
            "SELECT update_order FROM network WHERE account = ? AND device = ?", [Value(account), Value(device)]
        ) { UpdateOrder(rawValue: Int32(clamping: $0.integer(0))) ?? .inOrder }.first ?? .inOrder
    }

    func set(_ order: UpdateOrder, of device: String, account: String) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO network (account, device, update_order) VALUES (?, ?, ?)
            ON CONFLICT (account, device) DO UPDATE SET update_order = excluded.update_order
            """, [Value(account), Value(device), .integer(Int64(order.rawValue))])
    }

    private static let minute: Int64 = 60_000

    /// Counts another request, unless the last minute already had the permitted number.
    func admitRequest(
        by device: String, account: String, limit: UInt32, at now: Int64
    ) throws(DatabaseError) -> Bool {
        // If the clock was set back, later requests do not count.
        try database.run(
            "DELETE FROM request WHERE account = ? AND device = ? AND (made_ms <= ? OR made_ms > ?)",
            [Value(account), Value(device), .integer(now.clampedSubtracting(Self.minute)), .integer(now)])
        let count =
            try database.query(
                "SELECT count(*) FROM request WHERE account = ? AND device = ?", [Value(account), Value(device)]
            ) { $0.integer(0) }.first ?? 0
        guard count < Int64(limit) else { return false }
        try database.run(
            "INSERT INTO request (account, device, made_ms) VALUES (?, ?, ?)",
            [Value(account), Value(device), .integer(now)])
        return true
    }

    /// How often the store's service was restarted.
    func restarts() throws(DatabaseError) -> Int64 { try integer(.restarts) ?? 0 }

    /// Enters another transaction for a purchase that the ledger already has.
    func insertCopy(_ transaction: LedgerTransaction) throws(DatabaseError) {
        try insert(transaction)
        try database.run("INSERT INTO transaction_copy (transaction_id) VALUES (?)", [Value(bits: transaction.id)])
    }

    /// Whether the transaction only repeats another one.
    func isCopy(_ id: UInt64) throws(DatabaseError) -> Bool {
        try !database.query("SELECT 1 FROM transaction_copy WHERE transaction_id = ?", [Value(bits: id)]) {
            $0.integer(0)
        }.isEmpty
    }
}
