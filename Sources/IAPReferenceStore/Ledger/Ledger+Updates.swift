internal import IAPDatabase
internal import IAPModel

/// Transactions that devices receive without having asked.
extension Ledger {
    /// Devices receive it now; `announce` knows when they should.
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

    /// A new device receives the updates that come from now on; one that is known goes on where it was.
    func addDevice(_ device: String, of account: String) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO device (account, name, acknowledged_update)
            VALUES (?, ?, (SELECT coalesce(max(number), 0) FROM transaction_update)) ON CONFLICT DO NOTHING
            """, [Value(account), Value(device)])
    }

    /// Nil for a device that is not known.
    func lastAcknowledgedUpdate(by device: String, of account: String) throws(DatabaseError) -> Int64? {
        try database.query(
            "SELECT acknowledged_update FROM device WHERE account = ? AND name = ?", [Value(account), Value(device)]
        ) { $0.integer(0) }.first
    }

    /// A lower number than the last one changes nothing: two processes may listen under one device name.
    func acknowledgeUpdates(through number: Int64, by device: String, of account: String) throws(DatabaseError) {
        try database.run(
            "UPDATE device SET acknowledged_update = max(acknowledged_update, ?) WHERE account = ? AND name = ?",
            [.integer(number), Value(account), Value(device)])
    }
}
