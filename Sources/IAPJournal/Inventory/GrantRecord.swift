internal import IAPGrants
internal import IAPDatabase
internal import IAPModel

/// What a transaction has granted under one name.
struct GrantRecord: Sendable, Hashable {
    /// What happened to the grant when the store revoked the purchase. If two devices have different states, the larger
    /// one counts.
    enum State: Int64 {
        case held = 0
        /// The game decides.
        case revoked = 1
        case kept = 2
        case takenBack = 3
    }

    /// One grant of one purchase. The date distinguishes the transaction from another store's transaction with the same
    /// number.
    struct ID: Sendable, Hashable {
        var transactionID: UInt64
        var purchaseDate: Int64
        var name: ExactText
    }

    /// The date of an unlock that does not end.
    static let never = Int64.max

    var id: ID
    var kind: Grant.Kind
    /// The amount that a counter gets for the whole quantity; 0 for an unlock.
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

    /// The store may report one purchase under several ids, and the first id is then the original id of all. For a
    /// subscription the original id belongs to the first of many purchases.
    private static func number(of transaction: Transaction) -> UInt64 {
        transaction.productType == .autoRenewableSubscription ? transaction.id : transaction.originalID
    }

    /// Whether the same purchase is already granted under another id. The store may also report a period of a
    /// subscription under several ids, with the same product and date.
    func isCounted(underAnotherIDOf transaction: Transaction, _ commit: Commit) throws(IAPError) -> Bool {
        guard transaction.productType == .autoRenewableSubscription else { return false }
        return try !commit.query(
            """
            SELECT 1 FROM inventory_grant JOIN delivery USING (transaction_id, purchase_ms)
            WHERE inventory_grant.purchase_ms = ? AND inventory_grant.name = ? AND transaction_id <> ? AND product_id = ?
            LIMIT 1
            """,
            [
                .integer(id.purchaseDate), Value(name), Value(bits: transaction.id), Value(transaction.productID),
            ]
        ) { $0.integer(0) }.isEmpty
    }

    private static func date(of transaction: Transaction) -> Int64 {
        transaction.productType == .autoRenewableSubscription
            ? transaction.purchaseDate : transaction.originalPurchaseDate
    }

    // MARK: Rows

    private enum Column: Int32, NamedColumn {
        case transactionID, purchaseDate, grantName, kind, amount, expirationDate, policy, state

        var name: String {
            switch self {
            case .transactionID: "transaction_id"
            case .purchaseDate: "purchase_ms"
            case .grantName: "name"
            case .kind: "kind"
            case .amount: "amount"
            case .expirationDate: "expiration_ms"
            case .policy: "policy"
            case .state: "state"
            }
        }
    }

    private static let columns = Column.list

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

    /// The grants of purchases that are revoked on this device and still held.
    static func ofRevocations(_ commit: Commit) throws(IAPError) -> [GrantRecord] {
        let columns = Column.allCases.map { "inventory_grant.\($0.name)" }.joined(separator: ", ")
        return try commit.query(
            """
            SELECT \(columns) FROM inventory_grant JOIN delivery USING (transaction_id, purchase_ms)
            WHERE state = 0 AND revocation_ms IS NOT NULL ORDER BY inventory_grant.purchase_ms, transaction_id, name
            """, [], read)
    }

    /// The tables' rules admit only these values. An edited file may contain others.
    private static func read(_ row: Row) -> GrantRecord {
        GrantRecord(
            id: ID(
                transactionID: row.bits(Column.transactionID), purchaseDate: row.integer(Column.purchaseDate),
                name: ExactText(row.text(Column.grantName))),
            kind: Grant.Kind(rawValue: Int32(truncatingIfNeeded: row.integer(Column.kind))) ?? .counter,
            amount: row.integer(Column.amount.rawValue, in: 0...InventoryLimit.balance),
            expirationDate: row.integer(Column.expirationDate),
            policy: Grant.RevocationPolicy(rawValue: Int32(truncatingIfNeeded: row.integer(Column.policy)))
                ?? .takeBack,
            state: State(rawValue: row.integer(Column.state)) ?? .takenBack)
    }

    /// - Returns: whether the grant was new. An existing unlock gets the later of both ends.
    func insert(_ commit: inout Commit) throws(IAPError) -> Bool {
        try commit.run(
            """
            INSERT INTO inventory_grant (\(Self.columns)) VALUES (\(Column.parameters))
            ON CONFLICT (transaction_id, purchase_ms, name) DO UPDATE SET expiration_ms = excluded.expiration_ms
            WHERE kind = 2 AND state = 0 AND excluded.kind = 2 AND excluded.expiration_ms > expiration_ms
            """,
            [
                Value(bits: id.transactionID), .integer(id.purchaseDate), Value(name), .integer(Int64(kind.rawValue)),
                .integer(amount), .integer(expirationDate), .integer(Int64(policy.rawValue)), .integer(state.rawValue),
            ])
        return commit.changes > 0
    }

    /// Ends the unlocks of a subscription that the store ended before the end of its period.
    static func endUnlocks(of transactionID: UInt64, at time: Int64, _ commit: inout Commit) throws(IAPError) {
        try commit.run(
            """
            UPDATE inventory_grant SET expiration_ms = ?
            WHERE transaction_id = ? AND kind = 2 AND expiration_ms > ?
            """, [.integer(time), Value(bits: transactionID), .integer(time)])
        if commit.changes > 0 { commit.hasChangedInventory = true }
    }

    func update(to state: State, _ commit: inout Commit) throws(IAPError) {
        try commit.run(
            "UPDATE inventory_grant SET state = ? WHERE transaction_id = ? AND purchase_ms = ? AND name = ?",
            [.integer(state.rawValue), Value(bits: id.transactionID), .integer(id.purchaseDate), Value(name)])
    }
}
