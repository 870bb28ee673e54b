import IAPModel

@testable import IAPJournal

/// The header's rules in their simplest form: everything is in dictionaries.
struct InventoryModel {
    enum State: Int { case held, revoked, kept, takenBack }

    struct Record {
        var grant: Grant
        var amount: Int64
        var end: Int64?
        var state = State.held
    }

    struct Key: Hashable {
        var transaction: UInt64
        var name: String
    }

    struct Change: Equatable {
        var counter: String
        var amount: Int64
    }

    let grants: [Grant]
    var balances: [String: Int64] = [:]
    var records: [Key: Record] = [:]
    var changes: [String: Change] = [:]
    var offered: Set<UInt64> = []
    var revoked: Set<UInt64> = []

    private func grants(of transaction: Transaction) -> [Grant] {
        grants.filter { $0.productID == transaction.productID }
    }

    mutating func buy(_ transaction: Transaction) {
        guard offered.insert(transaction.id).inserted else { return }
        for grant in grants(of: transaction) { enter(grant, transaction) }
    }

    mutating func restore(_ transaction: Transaction) {
        guard !revoked.contains(transaction.id) else { return }
        for grant in grants(of: transaction) where grant.kind == .unlock { enter(grant, transaction) }
    }

    private mutating func enter(_ grant: Grant, _ transaction: Transaction) {
        let key = Key(transaction: transaction.id, name: grant.name)
        guard records[key] == nil else { return }
        let record = Record(
            grant: grant, amount: grant.amount * Int64(transaction.quantity),
            end: grant.kind == .unlock ? transaction.expirationDate : nil)
        records[key] = record
        add(record)
    }

    private mutating func add(_ record: Record) {
        guard record.grant.kind == .counter else { return }
        balances[record.grant.name] = min(balance(record.grant.name) + record.amount, InventoryLimit.balance)
    }

    mutating func revoke(_ transaction: Transaction) {
        revoked.insert(transaction.id)
        for (key, record) in records where key.transaction == transaction.id && record.state == .held {
            switch record.grant.revocationPolicy {
            case .takeBack: takeBack(key)
            case .keep: records[key]?.state = .kept
            case .gameDecides: records[key]?.state = .revoked
            }
        }
    }

    private mutating func takeBack(_ key: Key) {
        guard let record = records[key] else { return }
        records[key]?.state = .takenBack
        if record.grant.kind == .counter {
            balances[key.name] = max(balance(key.name) - record.amount, 0)
        }
    }

    /// Returns whether the call succeeds.
    mutating func takeBack(_ id: UInt64) -> Bool {
        let own = records.filter { $0.key.transaction == id }
        guard revoked.contains(id) || own.contains(where: { $0.value.state != .held }) else { return false }
        for (key, record) in own where record.state == .revoked { takeBack(key) }
        return true
    }

    /// Returns whether the call succeeds.
    mutating func change(_ amount: Int64, of counter: String, key: String) -> Bool {
        let change = Change(counter: counter, amount: amount)
        if let known = changes[key] { return known == change }
        let balance = balance(counter) + amount
        guard (0...InventoryLimit.balance).contains(balance) else { return false }
        (balances[counter], changes[key]) = (balance, change)
        return true
    }

    mutating func replace(with other: InventoryModel) {
        let local = records
        (balances, records) = (other.balances, other.records)
        // Removals come first.
        for (key, record) in local {
            guard let known = records[key], record.state.rawValue > known.state.rawValue else { continue }
            if record.state == .takenBack { takeBack(key) } else { records[key]?.state = record.state }
        }
        for id in revoked { revoke(Transaction.bought(id, "")) }
        for (key, record) in local where records[key] == nil {
            records[key] = record
            if record.state != .takenBack { add(record) }
        }
        let unknown = changes.filter { other.changes[$0.key] == nil }.values
        for change in unknown where change.amount > 0 {
            balances[change.counter] = min(balance(change.counter) + change.amount, InventoryLimit.balance)
        }
        for change in unknown where change.amount < 0 {
            balances[change.counter] = max(balance(change.counter) + change.amount, 0)
        }
        changes.merge(other.changes) { mine, _ in mine }
    }

    func balance(_ counter: String) -> Int64 { balances[counter] ?? 0 }

    /// Returns the end date of each unlock that is active now.
    func unlocks(at now: Int64) -> [String: Int64] {
        var ends: [String: Int64] = [:]
        for (key, record) in records where record.grant.kind == .unlock && record.state != .takenBack {
            let end = record.end ?? .max
            if end > now { ends[key.name] = max(ends[key.name] ?? 0, end) }
        }
        return ends
    }
}
