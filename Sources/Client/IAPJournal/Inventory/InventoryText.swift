internal import Foundation
internal import IAPDatabase
internal import IAPModel
internal import IAPJSON
internal import IAPPaymentQueue

/// A whole inventory as text, for the game's cloud save.
struct InventoryText: Sendable, Hashable, Encodable {
    static let newest: Int64 = 1

    var version = newest
    /// By name; none is empty.
    var counters: [Counter]
    /// By date.
    var grants: [GrantRecord]
    /// Oldest first.
    var keys: [KeyedChange]

    struct Counter: Sendable, Hashable, Encodable {
        var name: String
        var balance: Int64
    }

    init(counters: [Counter], grants: [GrantRecord], keys: [KeyedChange]) {
        (self.counters, self.grants, self.keys) = (counters, grants, keys)
    }

    var json: String {
        get throws(IAPError) {
            guard let text = JSONEncoder.sortedText(self, inSnakeCase: true) else {
                throw IAPError(.internalFailure, "the inventory cannot be written as text")
            }
            return text
        }
    }
}

extension InventoryText {
    /// Reads a text that `json` produced on any device. Refuses any text that `json` cannot produce.
    init(reading text: String) throws(IAPError) {
        do throws(JSONFieldError) { try self.init(JSONField.read(Array(text.utf8)).object()) } catch {
            throw IAPError(.invalidText, "the text is not an export of an inventory: \(error.description)")
        }
    }

    private init(_ fields: JSONFields) throws(JSONFieldError) {
        // A newer version may differ in everything else.
        let version = try fields["version"].wholeNumber(1...Int64(Int32.max))
        guard version == Self.newest else {
            throw fields["version"].error(
                "is \(version), which is newer than this library's version \(Self.newest); update the game")
        }
        self.init(counters: [], grants: [], keys: [])
        for element in try fields["counters"].list() { counters.append(try Counter(element.object())) }
        for element in try fields["grants"].list() { grants.append(try GrantRecord(element.object())) }
        for element in try fields["keys"].list() { keys.append(try KeyedChange(element.object())) }
        try Self.refuseRepeated(fields["counters"], counters.map { ExactText($0.name) })
        try Self.refuseRepeated(fields["grants"], grants.map(\.id))
        try Self.refuseRepeated(fields["keys"], keys.map { ExactText($0.key) })
        guard keys.count <= InventoryLimit.exportedKeys else {
            throw fields["keys"].error(
                "has \(keys.count) elements; an export has at most \(InventoryLimit.exportedKeys)")
        }
    }

    private static func refuseRepeated(
        _ field: JSONField, _ names: [some Hashable]
    ) throws(JSONFieldError) {
        var known: Set<AnyHashable> = []
        for (index, name) in names.enumerated() where !known.insert(AnyHashable(name)).inserted {
            throw JSONFieldError(path: "\(field.path)[\(index)]", reason: "repeats an earlier one")
        }
    }
}

extension InventoryText.Counter {
    fileprivate init(_ fields: JSONFields) throws(JSONFieldError) {
        name = try fields["name"].text(GrantRule.mistake(inName:))
        balance = try fields["balance"].wholeNumber(0...InventoryLimit.balance)
    }
}

/// An amount that the game has spent or added under a key.
struct KeyedChange: Sendable, Hashable {
    var key: String
    var counter: String
    /// Negative if it was spent.
    var amount: Int64
    /// Since 1970.
    var timeMS: Int64

    static func find(_ key: String, _ commit: Commit) throws(IAPError) -> KeyedChange? {
        try commit.query(
            "SELECT key, counter, amount, time_ms FROM inventory_change WHERE key = ?", [Value(key)], read
        ).first
    }

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
            amount: row.integer(2, in: -InventoryLimit.balance...InventoryLimit.balance), timeMS: row.integer(3))
    }

    /// A key that exists keeps its change.
    func insert(_ commit: inout Commit) throws(IAPError) {
        try commit.run(
            """
            INSERT INTO inventory_change (key, counter, amount, time_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT (key) DO NOTHING
            """, [Value(key), Value(counter), .integer(amount), .integer(timeMS)])
    }
}

/// A key in the text of an export.
extension KeyedChange: Encodable {
    init(_ fields: JSONFields) throws(JSONFieldError) {
        key = try fields["key"].text(GrantRule.mistake(inName:))
        counter = try fields["counter"].text(GrantRule.mistake(inName:))
        amount = try fields["amount"].wholeNumber(InventoryLimit.numbers)
        guard amount != 0 else { throw fields["amount"].error("is 0") }
        timeMS = try fields["time_ms"].wholeNumber(InventoryLimit.numbers)
    }
}

extension Inventory {
    /// The whole inventory, for an import on another device.
    func text(_ commit: Commit) throws(IAPError) -> InventoryText {
        InventoryText(
            counters: try counters(commit).map { InventoryText.Counter(name: $0.name, balance: $0.balance) },
            grants: try GrantRecord.all(commit),
            keys: try KeyedChange.last(InventoryLimit.exportedKeys, commit))
    }

    /// Replaces the inventory with the inventory of a text, and adds what only this device knows.
    func replace(with text: InventoryText, _ commit: inout Commit) throws(IAPError) {
        let before = try counters(commit)
        let local = try GrantRecord.all(commit)
        try commit.run("DELETE FROM inventory_counter WHERE true")
        try commit.run("DELETE FROM inventory_grant WHERE true")
        commit.hasChangedInventory = true
        commit.audit.append(AuditLine("imported", count: text.grants.count))
        for counter in text.counters { try set(counter.balance, of: counter.name, &commit) }
        for record in text.grants { _ = try record.insert(&commit) }
        let known = Dictionary(text.grants.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        // The other device may have received a period under another id. It counts once.
        let periods = Dictionary(
            text.grants.compactMap { record in record.period.map { ($0, record) } },
            uniquingKeysWith: { first, _ in first })
        func imported(_ record: GrantRecord) -> GrantRecord? {
            known[record.id] ?? record.period.flatMap { periods[$0] }
        }
        // Revocations come first. So they take nothing from later grants.
        for record in local {
            if let imported = imported(record) { try merge(record, into: imported, &commit) }
        }
        for record in try GrantRecord.ofRevocations(commit) { try revoke(record, &commit) }
        for record in local where imported(record) == nil {
            _ = try record.insert(&commit)
            // An earlier version of the game may have used the name for the other kind. That grant adds nothing now.
            // Its record stays, so that the purchase is never granted again.
            let isOfItsKind = table.kind(of: record.name).map { $0 == record.kind } ?? true
            if record.state != .takenBack, isOfItsKind { try grant(record, cause: "import", &commit) }
        }
        try repeatChanges(unknownTo: text, &commit)
        for change in text.keys { try change.insert(&commit) }
        do throws(IAPError) { try check(commit) } catch  where error.status == .invalidArgument {
            throw IAPError(.invalidText, error.message)
        }
        try note(before, &commit)
    }

    /// Repeats the game's spends and additions of this device that the text does not contain. Additions come first,
    /// because the spends need a balance. Beyond that the order does not matter.
    private func repeatChanges(unknownTo text: InventoryText, _ commit: inout Commit) throws(IAPError) {
        let known = Set(text.keys.map { ExactText($0.key) })
        // A text with the largest number of keys may have left out older ones.
        let oldest = known.count < InventoryLimit.exportedKeys ? nil : text.keys.map(\.timeMS).min()
        var sums: [ExactText: (added: Int64, spent: Int64)] = [:]
        for change in try KeyedChange.all(after: oldest, commit) where !known.contains(ExactText(change.key)) {
            // A counter cannot hold more. So a larger sum makes no difference.
            var sum = sums[ExactText(change.counter)] ?? (0, 0)
            if change.amount > 0 {
                sum.added = min(sum.added + change.amount, InventoryLimit.balance)
            } else {
                sum.spent = min(sum.spent - change.amount, InventoryLimit.balance)
            }
            sums[ExactText(change.counter)] = sum
        }
        for (name, sum) in sums.sorted(by: { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) })
        where table.kind(of: name.text) != .unlock {
            let balance = try balance(of: name.text, commit)
            let full = min(balance + sum.added, InventoryLimit.balance)
            let rest = max(full - sum.spent, 0)
            try set(rest, of: name.text, &commit)
            for (event, amount, balance) in [("added", full - balance, full), ("spent", full - rest, rest)]
            where amount > 0 {
                commit.audit.append(
                    AuditLine(event, name: name.text, amount: amount, balance: balance, cause: "import"))
            }
        }
    }

    /// - Parameters:
    ///   - record: The grant on this device.
    ///   - imported: The same grant in the text.
    private func merge(
        _ record: GrantRecord, into imported: GrantRecord, _ commit: inout Commit
    ) throws(IAPError) {
        // An unlock that both have gets the later end.
        if record.id == imported.id { _ = try record.insert(&commit) }
        guard record.state.rawValue > imported.state.rawValue else { return }
        if record.state == .takenBack {
            try takeBack(imported, &commit)
        } else {
            try imported.update(to: record.state, &commit)
        }
    }

    /// Writes each changed balance to the audit log.
    private func note(_ before: [InventoryItem], _ commit: inout Commit) throws(IAPError) {
        func balances(_ items: [InventoryItem]) -> [ExactText: Int64] {
            Dictionary(items.map { (ExactText($0.name), $0.balance) }, uniquingKeysWith: { $1 })
        }
        let (old, new) = (balances(before), balances(try counters(commit)))
        let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        for name in names.sorted(by: { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }) {
            commit.audit.append(AuditLine("imported", name: name.text, balance: new[name] ?? 0))
        }
    }
}
