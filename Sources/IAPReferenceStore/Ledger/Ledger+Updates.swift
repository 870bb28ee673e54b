internal import IAPDatabase
internal import IAPModel

/// Transactions that devices receive without a request.
extension Ledger {
    /// Enters an update that devices receive now. `announce` decides when they should receive it.
    func enterUpdate(
        of transaction: LedgerTransaction, _ exceptDevice: String?, _ onlyDevice: String?, isRepeat: Bool = false
    ) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO transaction_update (account, transaction_id, except_device, only_device, is_repeat)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                Value(transaction.account), Value(bits: transaction.id), Value(exceptDevice), Value(onlyDevice),
                Value(isRepeat),
            ])
    }

    static let updatesQuery = """
        SELECT number, transaction_id, is_repeat FROM transaction_update
        WHERE account = ? AND number > ? AND except_device IS NOT ? AND (only_device IS NULL OR only_device = ?)
        ORDER BY number
        """

    func updates(
        for device: String, of account: String, after number: Int64
    ) throws(DatabaseError) -> [TransactionUpdate] {
        let rows = try database.query(
            Self.updatesQuery, [Value(account), .integer(number), Value(device), Value(device)]
        ) { (number: $0.integer(0), id: $0.bits(1), isRepeat: $0.bool(2)) }
        var updates: [TransactionUpdate] = []
        for row in rows {
            if let transaction = try transaction(row.id) {
                updates.append(TransactionUpdate(number: row.number, transaction: transaction, isRepeat: row.isRepeat))
            }
        }
        return updates
    }

    /// Adds a device. A new device receives the updates from now on; a known one continues where it was.
    func addDevice(_ device: String, of account: String) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO device (account, name, acknowledged_update)
            VALUES (?, ?, (SELECT coalesce(max(number), 0) FROM transaction_update)) ON CONFLICT DO NOTHING
            """, [Value(account), Value(device)])
    }

    /// Returns nil for an unknown device.
    func lastAcknowledgedUpdate(by device: String, of account: String) throws(DatabaseError) -> Int64? {
        try database.query(
            "SELECT acknowledged_update FROM device WHERE account = ? AND name = ?", [Value(account), Value(device)]
        ) { $0.integer(0) }.first
    }

    /// Acknowledges updates. A lower number than the last one changes nothing: two processes can listen with the same device
    /// name.
    func acknowledgeUpdates(through number: Int64, by device: String, of account: String) throws(DatabaseError) {
        try database.run(
            "UPDATE device SET acknowledged_update = max(acknowledged_update, ?) WHERE account = ? AND name = ?",
            [.integer(number), Value(account), Value(device)])
    }
}
