internal import Database
internal import IAPModel

/// What a transaction has granted under one name, as the inventory holds it.
struct GrantRecord: Sendable, Hashable {
    /// What became of it when the store took the purchase back. Of two that two devices have, the larger counts.
    enum State: Int64 {
        case held = 0
        /// The game is to decide.
        case revoked = 1
        case kept = 2
        case takenBack = 3
    }

    /// One grant of one purchase. With the date the id tells a transaction from one of another store that happens to have
    /// the same number.
    struct ID: Sendable, Hashable {
        var transactionID: UInt64
        var purchaseDate: Int64
        var name: ExactText
    }

    /// The date of what does not end.
    static let never = Int64.max

    var id: ID
    var kind: Grant.Kind
    /// Of a counter, for the whole quantity.
    var amount: Int64
    /// `never` for a counter.
    var expirationDate: Int64
    var policy: Grant.RevocationPolicy
    var state = State.held

    var name: String { id.name.text }
}

extension GrantRecord {
    init(_ grant: Grant, _ transaction: Transaction) {
        id = ID(
            transactionID: Self.number(of: transaction), purchaseDate: Self.date(of: transaction),
            name: ExactText(grant.name))
        kind = grant.kind
        policy = grant.revocationPolicy
        switch grant.kind {
        case .counter:
            let (product, isTooLarge) = grant.amount.multipliedReportingOverflow(
                by: Int64(max(transaction.quantity, 1)))
            amount = isTooLarge ? InventoryLimit.balance : min(product, InventoryLimit.balance)
            expirationDate = Self.never
        case .unlock:
            amount = 0
            expirationDate = transaction.expirationDate ?? Self.never
        }
    }

    /// The store may tell of one purchase under several ids, which have the first one as their original. Of a subscription
    /// the original is the first of many purchases.
    private static func number(of transaction: Transaction) -> UInt64 {
        transaction.productType == .autoRenewableSubscription ? transaction.id : transaction.originalID
    }

    private static func date(of transaction: Transaction) -> Int64 {
        transaction.productType == .autoRenewableSubscription
            ? transaction.purchaseDate : transaction.originalPurchaseDate
    }

    // MARK: Rows

    private static let columns = "transaction_id, purchase_ms, name, kind, amount, expiration_ms, policy, state"

    static func all(_ commit: Commit) throws(IAPError) -> [GrantRecord] {
        try commit.query("SELECT \(columns) FROM inventory_grant ORDER BY purchase_ms, transaction_id, name", [], read)
    }

    static func of(_ transaction: Transaction, _ commit: Commit) throws(IAPError) -> [GrantRecord] {
        try commit.query(
            "SELECT \(columns) FROM inventory_grant WHERE transaction_id = ? AND purchase_ms = ? ORDER BY name",
            [Value(bits: number(of: transaction)), .integer(date(of: transaction))], read)
    }

    static func of(_ transactionID: UInt64, _ commit: Commit) throws(IAPError) -> [GrantRecord] {
        try commit.query(
            "SELECT \(columns) FROM inventory_grant WHERE transaction_id = ? ORDER BY purchase_ms, name",
            [Value(bits: transactionID)], read)
    }

    /// Those of purchases that this device knows to be revoked and that were not dealt with.
    static func ofRevocations(_ commit: Commit) throws(IAPError) -> [GrantRecord] {
        let columns = columns.split(separator: " ").map { "inventory_grant.\($0)" }.joined(separator: " ")
        return try commit.query(
            """
            SELECT \(columns) FROM inventory_grant JOIN delivery USING (transaction_id, purchase_ms)
            WHERE state = 0 AND revocation_ms IS NOT NULL ORDER BY inventory_grant.purchase_ms, transaction_id, name
            """, [], read)
    }

    /// The tables take nothing else than these values.
    private static func read(_ row: Row) -> GrantRecord {
        GrantRecord(
            id: ID(transactionID: row.bits(0), purchaseDate: row.integer(1), name: ExactText(row.text(2))),
            kind: Grant.Kind(rawValue: Int32(truncatingIfNeeded: row.integer(3))) ?? .counter, amount: row.integer(4),
            expirationDate: row.integer(5),
            policy: Grant.RevocationPolicy(rawValue: Int32(truncatingIfNeeded: row.integer(6))) ?? .takeBack,
            state: State(rawValue: row.integer(7)) ?? .held)
    }

    /// - Returns: whether this was new. An unlock that is known has the later of both ends.
    func insert(_ commit: inout Commit) throws(IAPError) -> Bool {
        try commit.run(
            """
            INSERT INTO inventory_grant (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (transaction_id, purchase_ms, name) DO UPDATE SET expiration_ms = excluded.expiration_ms
            WHERE kind = 2 AND state = 0 AND excluded.kind = 2 AND excluded.expiration_ms > expiration_ms
            """,
            [
                Value(bits: id.transactionID), .integer(id.purchaseDate), Value(name), .integer(Int64(kind.rawValue)),
                .integer(amount), .integer(expirationDate), .integer(Int64(policy.rawValue)), .integer(state.rawValue),
            ])
        return commit.changes > 0
    }

    func update(to state: State, _ commit: inout Commit) throws(IAPError) {
        try commit.run(
            "UPDATE inventory_grant SET state = ? WHERE transaction_id = ? AND purchase_ms = ? AND name = ?",
            [.integer(state.rawValue), Value(bits: id.transactionID), .integer(id.purchaseDate), Value(name)])
    }
}
