internal import IAPGrants
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel

/// An amount that the game has spent or added under a key.
struct KeyedChange: Sendable, Hashable {
    var key: String
    var counter: String
    /// Negative if it was spent.
    var amount: Int64
    /// Milliseconds since 1970.
    var time: Int64

    /// Nil if the key was never used.
    static func find(_ key: String, _ commit: Commit) throws(IAPError) -> KeyedChange? {
        try commit.query(
            "SELECT key, counter, amount, time_ms FROM inventory_change WHERE key = ?", [Value(key)], read
        ).first
    }

    /// The last changes, oldest first.
    static func last(_ count: Int, _ commit: Commit) throws(IAPError) -> [KeyedChange] {
        try commit.query(
            "SELECT key, counter, amount, time_ms FROM inventory_change ORDER BY time_ms DESC, number DESC LIMIT ?",
            [Value(count)], read
        ).reversed()
    }

    /// - Parameter time: Only changes that are newer; nil for all.
    static func all(after time: Int64?, _ commit: Commit) throws(IAPError) -> [KeyedChange] {
        try commit.query(
            "SELECT key, counter, amount, time_ms FROM inventory_change WHERE time_ms > ?",
            [.integer(time ?? .min)], read)
    }

    private static func read(_ row: Row) -> KeyedChange {
        KeyedChange(
            key: row.text(0), counter: row.text(1),
            amount: row.integer(2, in: -InventoryLimit.balance...InventoryLimit.balance), time: row.integer(3))
    }

    /// A key that exists keeps its change.
    func insert(_ commit: inout Commit) throws(IAPError) {
        try commit.run(
            """
            INSERT INTO inventory_change (key, counter, amount, time_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT (key) DO NOTHING
            """, [Value(key), Value(counter), .integer(amount), .integer(time)])
    }
}

/// A key in the text of an export.
extension KeyedChange: Encodable {
    private enum CodingKeys: String, CodingKey {
        case key = "key"
        case counter = "counter"
        case amount = "amount"
        case time = "time_ms"
    }

    init(_ fields: JSONFields) throws(JSONFieldError) {
        func field(_ key: CodingKeys) -> JSONField { fields[key.rawValue] }
        key = try field(.key).text(GrantRule.mistake(inName:))
        counter = try field(.counter).text(GrantRule.mistake(inName:))
        amount = try field(.amount).wholeNumber(InventoryLimit.numbers)
        guard amount != 0 else { throw field(.amount).error("is 0") }
        time = try field(.time).wholeNumber(InventoryLimit.numbers)
    }
}
