internal import Database
internal import IAPModel

/// What the game has spent or added under a key.
struct KeyedChange: Sendable, Hashable {
    var key: String
    var counter: String
    /// Below zero if it was spent.
    var amount: Int64
    /// Milliseconds since 1970.
    var time: Int64

    /// Nil if the key was never used.
    static func find(_ key: String, _ commit: Commit) throws(IAPError) -> KeyedChange? {
        try commit.query(
            "SELECT key, counter, amount, time_ms FROM inventory_change WHERE key = ?", [Value(key)], read
        ).first
    }

    /// The last ones, oldest first.
    static func last(_ count: Int, _ commit: Commit) throws(IAPError) -> [KeyedChange] {
        try commit.query(
            "SELECT key, counter, amount, time_ms FROM inventory_change ORDER BY time_ms DESC, number DESC LIMIT ?",
            [Value(count)], read
        ).reversed()
    }

    /// - Parameter time: only those that are newer; nil for all.
    static func all(after time: Int64?, _ commit: Commit) throws(IAPError) -> [KeyedChange] {
        try commit.query(
            "SELECT key, counter, amount, time_ms FROM inventory_change WHERE time_ms > ?",
            [.integer(time ?? .min)], read)
    }

    private static func read(_ row: Row) -> KeyedChange {
        KeyedChange(key: row.text(0), counter: row.text(1), amount: row.integer(2), time: row.integer(3))
    }

    /// A key that is known stays what it is.
    func insert(_ commit: inout Commit) throws(IAPError) {
        try commit.run(
            """
            INSERT INTO inventory_change (key, counter, amount, time_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT (key) DO NOTHING
            """, [Value(key), Value(counter), .integer(amount), .integer(time)])
    }
}

/// A key in the text of an export.
extension KeyedChange: Codable {
    private enum CodingKeys: String, CodingKey {
        case key, counter, amount
        case time = "time_ms"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        key = try container.text(.key, GrantRule.mistake(inName:))
        counter = try container.text(.counter, GrantRule.mistake(inName:))
        amount = try container.wholeNumber(.amount, JSONMistake.exactNumbers)
        guard amount != 0 else { throw container.mistake(.amount, "is 0") }
        time = try container.wholeNumber(.time, JSONMistake.exactNumbers)
    }
}
