internal import IAPDatabase

/// The knowledge from which a read answers. A device without a network knows only what it received before the network went away.
struct LastHeard: Sendable {
    /// The device, with the signed-in account.
    let device: DeviceAddress
    /// The time of the device's clock. A subscription ends on the device even without a network.
    let now: Int64

    fileprivate var values: [Value] { device.values }

    private static let isOfDevice = "owner = ? AND device = ? AND listener = ?"

    // Before a query, these replace its tables with those of the device.
    fileprivate static let transactions = "WITH ledger AS (SELECT * FROM heard_transaction WHERE \(isOfDevice)) "
    fileprivate static let subscriptions =
        "WITH subscription AS (SELECT * FROM heard_subscription WHERE \(isOfDevice)) "

    /// Whether the subscription still runs as far as the device knows.
    func isRunning(_ subscription: GroupSubscription) -> Bool {
        subscription.isRunning && now < subscription.gracePeriodExpirationDate ?? subscription.period.end
    }
}

extension DeviceAddress {
    fileprivate var values: [Value] { [Value(owner), Value(name), Value(account)] }
}

extension Ledger {
    /// Returns the query, or its version over the tables of what the device last received, if it has no network.
    func asHeard(transactions query: String, _ values: [Value]) -> (text: String, values: [Value]) {
        heard.map { (LastHeard.transactions + query, $0.values + values) } ?? (query, values)
    }

    func asHeard(subscriptions query: String, _ values: [Value]) -> (text: String, values: [Value]) {
        heard.map { (LastHeard.subscriptions + query, $0.values + values) } ?? (query, values)
    }

    /// Saves what the device knows now: the account's transactions and subscriptions, and those that family members share with
    /// it.
    func keepHeard(by device: DeviceAddress) throws(DatabaseError) {
        let columns = LedgerTransaction.columns
        let account = Value(device.account)
        try database.run(
            """
            INSERT INTO heard_transaction (owner, device, listener, \(columns)) SELECT ?, ?, ?, \(columns) FROM ledger
            WHERE account = ? OR transaction_id IN (SELECT shared_from FROM ledger WHERE account = ?)
            """, device.values + [account, account])
        try database.run(
            """
            INSERT INTO heard_subscription (owner, device, listener, account, group_id, state)
            SELECT ?, ?, ?, account, group_id, state FROM subscription
            WHERE account = ? OR account IN (
                SELECT account FROM ledger WHERE transaction_id IN (SELECT shared_from FROM ledger WHERE account = ?))
            """, device.values + [account, account])
    }

    /// Deletes the saved knowledge: the device has a network again.
    func forgetHeard(by device: DeviceAddress) throws(DatabaseError) {
        for table in ["heard_transaction", "heard_subscription"] {
            try database.run(
                "DELETE FROM \(table) WHERE owner = ? AND device = ?", [Value(device.owner), Value(device.name)])
        }
    }

    /// Deletes a transaction from the saved knowledge: the response with it did not arrive.
    func forgetHeard(_ id: UInt64, by device: DeviceAddress) throws(DatabaseError) {
        try database.run(
            "DELETE FROM heard_transaction WHERE transaction_id = ? AND owner = ? AND device = ?",
            [Value(bits: id), Value(device.owner), Value(device.name)])
    }

    /// Marks a transaction as finished in the saved knowledge: the device itself finished it.
    func noteFinished(_ id: UInt64, by device: DeviceAddress) throws(DatabaseError) {
        try database.run(
            """
            UPDATE heard_transaction SET is_finished = 1
            WHERE transaction_id = ? AND account = ? AND owner = ? AND device = ?
            """, [Value(bits: id), Value(device.account), Value(device.owner), Value(device.name)])
    }
}
