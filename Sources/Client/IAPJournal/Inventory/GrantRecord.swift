internal import IAPDatabase
package import IAPModel
internal import IAPJSON

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
    /// The product, if a period of a subscription granted it.
    var periodOf: ExactText?

    var name: String { id.name.text }
}

extension GrantRecord {
    init(_ grant: Grant, _ transaction: Transaction) {
        id = ID(
            transactionID: Self.number(of: transaction), purchaseDate: Self.date(of: transaction),
            name: ExactText(grant.name))
        kind = grant.kind
        policy = grant.revocationPolicy
        periodOf =
            transaction.productType == .autoRenewableSubscription ? ExactText(transaction.productID) : nil
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

    /// The store may report one purchase under several ids. Their original id is then the first of these ids. For a
    /// subscription the original id belongs to the first of many purchases, so each period has its own id.
    private static func number(of transaction: Transaction) -> UInt64 {
        transaction.productType == .autoRenewableSubscription ? transaction.id : transaction.originalID
    }

    /// Whether the same period of a subscription is already granted under another id. The store may report a period under
    /// several ids, with the same product and date.
    func isCountedUnderAnotherID(_ commit: Commit) throws(IAPError) -> Bool {
        guard let periodOf else { return false }
        return try !commit.query(
            """
            SELECT 1 FROM inventory_grant WHERE purchase_ms = ? AND name = ? AND period_of = ? AND transaction_id <> ?
            """,
            [.integer(id.purchaseDate), Value(name), Value(periodOf.text), Value(bits: id.transactionID)]
        ) { $0.integer(0) }.isEmpty
    }

    /// What two records of the same period have in common, whatever its id. Nil for anything but a counter of a
    /// subscription.
    var period: Period? {
        guard kind == .counter, let periodOf else { return nil }
        return Period(product: periodOf, date: id.purchaseDate, name: id.name)
    }

    struct Period: Hashable {
        var product: ExactText
        var date: Int64
        var name: ExactText
    }

    private static func date(of transaction: Transaction) -> Int64 {
        transaction.productType == .autoRenewableSubscription
            ? transaction.purchaseDate : transaction.originalPurchaseDate
    }

    // MARK: Rows

    private static let columns =
        "transaction_id, purchase_ms, name, kind, amount, expiration_ms, policy, state, period_of"

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
            "SELECT \(columns) FROM inventory_grant WHERE \(isOfTransaction) ORDER BY purchase_ms, name",
            [Value(bits: transactionID), Value(bits: transactionID)], read)
    }

    /// A condition with the transaction's id twice.
    private static let isOfTransaction = """
        (transaction_id = ? OR (transaction_id, purchase_ms) =
            (SELECT grant_id, purchase_ms FROM inventory_copy WHERE transaction_id = ?))
        """

    /// Later calls and entries name a transaction by its own id only.
    static func noteCopy(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        guard number(of: transaction) != transaction.id else {
            // Another store may have used the id for a copy.
            return try commit.run(
                "DELETE FROM inventory_copy WHERE transaction_id = ?", [Value(bits: transaction.id)])
        }
        try commit.run(
            "INSERT OR REPLACE INTO inventory_copy (transaction_id, grant_id, purchase_ms) VALUES (?, ?, ?)",
            [Value(bits: transaction.id), Value(bits: number(of: transaction)), .integer(date(of: transaction))])
    }

    /// The grants of purchases that are revoked on this device and still held.
    static func ofRevocations(_ commit: Commit) throws(IAPError) -> [GrantRecord] {
        try commit.query(
            """
            SELECT \(columns) FROM inventory_grant
            WHERE state = 0 AND (transaction_id, purchase_ms) IN (
                SELECT transaction_id, purchase_ms FROM delivery WHERE revocation_ms IS NOT NULL
                UNION ALL
                SELECT grant_id, inventory_copy.purchase_ms FROM inventory_copy JOIN delivery USING (transaction_id)
                WHERE revocation_ms IS NOT NULL
            )
            ORDER BY purchase_ms, transaction_id, name
            """, [], read)
    }

    /// The tables' rules admit only these values. An edited file may contain others.
    private static func read(_ row: Row) -> GrantRecord {
        GrantRecord(
            id: ID(
                transactionID: row.bits(0), purchaseDate: row.integer(1),
                name: ExactText(row.text(2))),
            kind: Grant.Kind(rawValue: Int32(truncatingIfNeeded: row.integer(3))) ?? .counter,
            amount: row.integer(4, in: 0...InventoryLimit.balance),
            expirationDate: row.integer(5),
            policy: Grant.RevocationPolicy(rawValue: Int32(truncatingIfNeeded: row.integer(6)))
                ?? .takeBack,
            state: State(rawValue: row.integer(7)) ?? .takenBack,
            periodOf: row.optionalText(8).map { ExactText($0) })
    }

    /// - Returns: whether the grant was new. An existing unlock gets the later of both ends.
    func insert(_ commit: inout Commit) throws(IAPError) -> Bool {
        try commit.run(
            """
            INSERT INTO inventory_grant (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (transaction_id, purchase_ms, name) DO UPDATE SET expiration_ms = excluded.expiration_ms
            WHERE kind = 2 AND state = 0 AND excluded.kind = 2 AND excluded.expiration_ms > expiration_ms
            """,
            [
                Value(bits: id.transactionID), .integer(id.purchaseDate), Value(name), .integer(Int64(kind.rawValue)),
                .integer(amount), .integer(expirationDate), .integer(Int64(policy.rawValue)), .integer(state.rawValue),
                Value(periodOf?.text),
            ])
        return commit.changes > 0
    }

    /// Ends the unlocks of an entitlement that the store ended early. An unlock that does not end stays while the account may
    /// use the same purchase under another id.
    static func endUnlocks(of transactionID: UInt64, at time: Int64, _ commit: inout Commit) throws(IAPError) {
        try commit.run(
            """
            UPDATE inventory_grant SET expiration_ms = ?
            WHERE \(isOfTransaction) AND kind = 2 AND expiration_ms > ? AND (
                expiration_ms <> ? OR NOT EXISTS (
                    SELECT 1 FROM entitlement WHERE original_id = inventory_grant.transaction_id
                )
            )
            """,
            [
                .integer(time), Value(bits: transactionID), Value(bits: transactionID), .integer(time), .integer(never),
            ])
        if commit.changes > 0 { commit.hasChangedInventory = true }
    }

    func update(to state: State, _ commit: inout Commit) throws(IAPError) {
        try commit.run(
            "UPDATE inventory_grant SET state = ? WHERE transaction_id = ? AND purchase_ms = ? AND name = ?",
            [.integer(state.rawValue), Value(bits: id.transactionID), .integer(id.purchaseDate), Value(name)])
    }
}

/// A grant in the text of an export.
extension GrantRecord: Encodable {
    private enum CodingKeys: String, CodingKey {
        case transactionID = "transaction_id"
        case purchaseDate = "purchase_ms"
        case name = "name"
        case kind = "kind"
        case amount = "amount"
        case expirationDate = "expiration_ms"
        case policy = "on_revocation"
        case state = "state"
        case periodOf = "period_of"
    }

    private static let kinds = [("counter", Grant.Kind.counter), ("unlock", .unlock)]
    private static let states = [
        ("held", State.held), ("revoked", .revoked), ("kept", .kept), ("taken_back", .takenBack),
    ]

    init(_ fields: JSONFields) throws(JSONFieldError) {
        func field(_ key: CodingKeys) -> JSONField { fields[key.rawValue] }
        let text = try field(.transactionID).text()
        guard let number = UInt64(text), String(number) == text else {
            throw field(.transactionID).error("is not a transaction id")
        }
        id = ID(
            transactionID: number, purchaseDate: try field(.purchaseDate).wholeNumber(InventoryLimit.numbers),
            name: ExactText(try field(.name).text(GrantRule.mistake(inName:))))
        kind = try field(.kind).word(Self.kinds)
        (amount, expirationDate) = (0, Self.never)
        switch kind {
        case .counter: amount = try field(.amount).wholeNumber(1...InventoryLimit.balance)
        case .unlock:
            if field(.expirationDate).isPresent {
                expirationDate = try field(.expirationDate).wholeNumber(InventoryLimit.numbers)
            }
        }
        policy = try Grant.RevocationPolicy(field(.policy))
        state = field(.state).isPresent ? try field(.state).word(Self.states) : .held
        periodOf =
            field(.periodOf).isPresent ? ExactText(try field(.periodOf).text(GrantRule.mistake(inProductID:))) : nil
    }

    /// Leaves out the default values, because a player may have bought thousands of times.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(String(id.transactionID), forKey: .transactionID)
        try container.encode(id.purchaseDate, forKey: .purchaseDate)
        try container.encode(name, forKey: .name)
        try container.encode(Self.kinds.first { $0.1 == kind }?.0, forKey: .kind)
        if kind == .counter { try container.encode(amount, forKey: .amount) }
        if expirationDate != Self.never { try container.encode(expirationDate, forKey: .expirationDate) }
        if policy != .takeBack { try container.encode(policy.word, forKey: .policy) }
        if state != .held { try container.encode(Self.states.first { $0.1 == state }?.0, forKey: .state) }
        try container.encodeIfPresent(periodOf?.text, forKey: .periodOf)
    }
}

package struct GrantTable: Sendable {
    private var grants: [ExactText: [Grant]] = [:]
    private var kinds: [ExactText: Grant.Kind] = [:]
    private var known: Set<Known> = []
    private(set) var items: [InventoryItem] = []

    /// - Parameters:
    ///   - grants: The grants in the game's code.
    ///   - path: The path of a JSON file with more grants. Nil if there is none.
    package init(_ grants: [Grant], path: String?) throws(IAPError) {
        for (index, grant) in grants.enumerated() {
            if let mistake = GrantRule.mistake(in: grant) {
                throw IAPError(.invalidArgument, "grants[\(index)].\(mistake)")
            }
            if let conflict = add(grant) { throw IAPError(conflict.status, "grants[\(index)] \(conflict.text)") }
        }
        if let path {
            for (grant, place) in try GrantFile.grants(path: path) {
                if let conflict = add(grant) { throw IAPError(.invalidFile, "\(path): \(place) \(conflict.text)") }
            }
        }
        items = kinds.map { InventoryItem(kind: $0.value, name: $0.key.text) }.sorted { $0.precedes($1) }
    }

    func grants(of productID: String) -> [Grant] { grants[ExactText(productID)] ?? [] }

    /// Nil for a name that no grant has.
    func kind(of name: String) -> Grant.Kind? { kinds[ExactText(name)] }

    package var productIDs: Set<ExactText> { Set(grants.keys) }

    private struct Known: Hashable {
        var product, name: ExactText
    }

    /// - Returns: why the grant conflicts with an earlier one. Nil if there is no conflict.
    private mutating func add(_ grant: Grant) -> (status: IAPError.Status, text: String)? {
        let (product, name) = (ExactText(grant.productID), ExactText(grant.name))
        guard known.count < InventoryLimit.grants else {
            return (.tooLarge, "exceeds the limit; an inventory has at most \(InventoryLimit.grants) grants")
        }
        if let kind = kinds[name], kind != grant.kind {
            return (
                .invalidArgument,
                "uses the name \(grant.name.quotedInMessage) for \(grant.kind.words); an earlier grant uses it for \(kind.words)"
            )
        }
        guard known.insert(Known(product: product, name: name)).inserted else {
            return (
                .invalidArgument,
                "repeats the grant of \(grant.name.quotedInMessage) for \(grant.productID.quotedInMessage)"
            )
        }
        kinds[name] = grant.kind
        grants[product, default: []].append(grant)
        return nil
    }
}

extension Grant.Kind {
    var words: String {
        switch self {
        case .counter: "a counter"
        case .unlock: "an unlock"
        }
    }
}
