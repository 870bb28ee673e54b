internal import Foundation
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel

/// The rows of the store's file. Reads and writes happen inside the caller's transaction.
struct Ledger {
    let database: Database
    let settings: SettingMemory
    var subscriptionMemory = SubscriptionMemory()
    var quirkMemory = QuirkMemory()
    var moment = Moment()
    /// The notices for the game server; nil if no listener wants them.
    var notices: NoticeList?
    /// Nil to read the store's state. Otherwise it reads transactions and subscriptions as a device without a network last
    /// received them.
    var heard: LastHeard?

    /// The number of the current command, for use in a statement.
    static let currentChange = "(SELECT number FROM command)"

    /// Returns the number of the last command.
    func lastCommand() throws -> Int64 { try database.query("SELECT number FROM command") { $0.integer(0) }.first ?? 0 }

    /// The store's time.
    var now: Int64 { get throws { try moment.now(self) } }

    func beginCommand() throws { try database.run("UPDATE command SET number = number + 1") }

    /// - Parameter rows: A table and a condition.
    func exists(_ rows: String, _ values: [Value]) throws -> Bool {
        try !database.query("SELECT 1 FROM \(rows) LIMIT 1", values) { $0.integer(0) }.isEmpty
    }

    // MARK: Transactions

    func transactions(_ query: LedgerQuery, _ values: [Value]) throws -> [LedgerTransaction] {
        let query = asHeard(transactions: query.text, values)
        return try database.query(query.text, query.values, LedgerTransaction.init)
    }

    func insert(_ transaction: LedgerTransaction) throws {
        try database.run(LedgerTransaction.insertion, transaction.values)
    }

    func transaction(_ id: UInt64) throws -> LedgerTransaction? { try transactions(.byID, [Value(bits: id)]).first }

    func unfinished(of account: String) throws -> [LedgerTransaction] {
        try transactions(.unfinished, [Value(account)])
    }

    /// Returns the history. It contains finished consumables only after a refund, as in StoreKit.
    func history(of account: String) throws -> [LedgerTransaction] { try transactions(.history, [Value(account)]) }

    /// Returns what the account may use now. Each product occurs once: of several purchases, the newest one. Subscriptions must
    /// be up to date.
    func entitlements(of account: String) throws -> [LedgerTransaction] {
        let all = try inForce(of: account)
        // The last purchase of a product wins: the later one. On the same date, the account's own purchase wins.
        func order(_ one: LedgerTransaction) -> (Int64, Int, UInt64) {
            (one.purchaseDate, one.sharedFrom == nil ? 1 : 0, one.id)
        }
        let latest = Dictionary(
            all.map { (ExactText($0.productID), $0) }, uniquingKeysWith: { order($0) < order($1) ? $1 : $0 })
        let areAllNonRenewing = try integer(.areAllNonRenewingEntitled) == 1
        return all.filter {
            let isExempt = areAllNonRenewing && $0.productType == .nonRenewingSubscription
            return isExempt || latest[ExactText($0.productID)]?.id == $0.id
        }
    }

    /// Returns what devices list: purchases in force, and purchases whose end the devices have not received yet.
    func inForce(of account: String) throws -> [LedgerTransaction] {
        try staleEntitlements(of: account) + knownInForce(of: account)
    }

    /// Returns the latest period of each running subscription, and every other purchase in force.
    func knownInForce(of account: String) throws -> [LedgerTransaction] {
        var inForce = try transactions(.lasting, [Value(account)])
        for row in try subscriptions(of: account) where isRunning(row.subscription) {
            if let latest = try transaction(row.subscription.period.transactionID) { inForce.append(latest) }
        }
        for shared in try sharedSubscriptions(of: account, groupID: nil) where shared.revocation == nil {
            guard let subscription = try subscription(behind: shared)?.subscription, isRunning(subscription),
                subscription.period.transactionID == shared.sharedFrom
            else { continue }
            inForce.append(shared)
        }
        return inForce.sorted { $0.id < $1.id }
    }

    private func isRunning(_ subscription: GroupSubscription) -> Bool {
        heard?.isRunning(subscription) ?? subscription.isRunning
    }

    /// Returns the subscription that a transaction is a period of: the account's own one, or that of the member who shares it.
    func subscription(behind transaction: LedgerTransaction) throws -> SubscriptionRow? {
        var payer = transaction
        if let id = transaction.sharedFrom {
            guard let shared = try self.transaction(id) else { return nil }
            payer = shared
        }
        guard let groupID = payer.subscriptionGroupID else { return nil }
        return try subscription(ofGroup: groupID, account: payer.account)
    }

    func latest(of productID: String, account: String) throws -> LedgerTransaction? {
        try transactions(.latestOfProduct, [Value(account), Value(productID)]).first
    }

    /// Returns the purchase of a non-consumable that is in force.
    func owned(_ productID: String, account: String) throws -> LedgerTransaction? {
        try transactions(.owned, [Value(account), Value(productID)]).first
    }

    /// Returns the oldest purchase of a consumable that is neither finished nor refunded.
    func unfinished(_ productID: String, account: String) throws -> LedgerTransaction? {
        try transactions(.unfinishedConsumable, [Value(account), Value(productID)]).first
    }

    /// Returns the first purchase in force of a product that has no end.
    func firstLasting(_ productID: String, account: String) throws -> LedgerTransaction? {
        try transactions(.lasting, [Value(account)]).first { ExactText($0.productID) == ExactText(productID) }
    }

    /// Returns the account's own previous purchase of any product that is not refunded.
    func purchase(before transaction: LedgerTransaction) throws -> LedgerTransaction? {
        try transactions(.purchaseBefore, [Value(transaction.account), Value(bits: transaction.id)]).first
    }

    func markFinished(_ id: UInt64, account: String) throws -> Bool {
        try database.run(
            "UPDATE ledger SET is_finished = 1 WHERE transaction_id = ? AND account = ? AND is_finished = 0",
            [Value(bits: id), Value(account)])
        return database.changes > 0
    }

    /// Marks a period as upgraded. Its copies are marked too, without a refund.
    func markUpgraded(_ id: UInt64, refundMilliunits: Int64) throws {
        for copy in try repeats(of: id) { try markOneUpgraded(copy, refundMilliunits: 0) }
        try markOneUpgraded(id, refundMilliunits: refundMilliunits)
    }

    private func markOneUpgraded(_ id: UInt64, refundMilliunits: Int64) throws {
        try database.run(
            """
            UPDATE ledger SET is_upgraded = 1, refunded_milliunits = refunded_milliunits + ?,
            change_number = \(Self.currentChange) WHERE transaction_id = ?
            """, [.integer(refundMilliunits), Value(bits: id)])
    }

    func setExpiration(_ id: UInt64, _ end: Int64) throws {
        try database.run(
            """
            UPDATE ledger SET expiration_ms = ?, change_number = \(Self.currentChange) WHERE transaction_id = ?
            """, [.integer(end), Value(bits: id)])
    }

    /// Revokes a transaction and its copies, and notifies devices of the copies.
    func revoke(_ id: UInt64, _ revocation: Transaction.Revocation, refundMilliunits: Int64) throws {
        for copy in try repeats(of: id) {
            try revokeOne(copy, revocation, refundMilliunits: 0)
            if let revoked = try transaction(copy) { try announce(revoked) }
        }
        try revokeOne(id, revocation, refundMilliunits: refundMilliunits)
    }

    /// Returns the ids of the copies of a purchase; none for a copy.
    private func repeats(of id: UInt64) throws -> [UInt64] {
        try database.query(
            """
            SELECT copy.transaction_id FROM transaction_copy JOIN ledger AS copy USING (transaction_id)
            JOIN ledger AS purchase ON purchase.transaction_id = ?
            WHERE copy.account = purchase.account AND copy.original_id = purchase.original_id
            AND copy.purchase_ms = purchase.purchase_ms AND copy.revocation_ms IS NULL
            AND purchase.transaction_id NOT IN (SELECT transaction_id FROM transaction_copy)
            ORDER BY copy.transaction_id
            """, [Value(bits: id)]
        ) { $0.bits(0) }
    }

    private func revokeOne(_ id: UInt64, _ revocation: Transaction.Revocation, refundMilliunits: Int64) throws {
        try database.run(
            """
            UPDATE ledger SET revocation_ms = ?, revocation_reason = ?, revocation_type = ?, revocation_percentage = ?,
            refunded_milliunits = refunded_milliunits + ?, change_number = \(Self.currentChange)
            WHERE transaction_id = ?
            """,
            [
                .integer(revocation.date), Value(revocation.reason.map(Int64.init)), Value(revocation.type?.rawValue),
                Value(revocation.percentage.map(Int64.init)), .integer(refundMilliunits), Value(bits: id),
            ])
    }

    /// Returns the charges. A copy, for a family member or with another id, is no charge.
    func totals() throws -> LedgerTotals {
        try database.query(
            """
            SELECT count(*), coalesce(sum(is_finished = 0), 0), coalesce(sum(revocation_ms IS NOT NULL), 0) FROM ledger
            WHERE shared_from IS NULL AND transaction_id NOT IN (SELECT transaction_id FROM transaction_copy)
            """
        ) {
            LedgerTotals(transactions: Int($0.integer(0)), unfinished: Int($0.integer(1)), refunded: Int($0.integer(2)))
        }
        .first ?? LedgerTotals(transactions: 0, unfinished: 0, refunded: 0)
    }

    // MARK: Settings

    func integer(_ key: Setting) throws -> Int64? {
        guard let value = try settings.value(key, database) else { return nil }
        return if case .integer(let number) = value { number } else { 0 }
    }

    func text(_ key: Setting) throws -> String? {
        guard let value = try settings.value(key, database) else { return nil }
        return if case .text(let text) = value { text } else { "" }
    }

    func blob(_ key: Setting) throws -> [UInt8]? {
        guard let value = try settings.value(key, database) else { return nil }
        return if case .blob(let bytes) = value { bytes } else { [] }
    }

    func set(_ key: Setting, _ value: Value) throws {
        try database.run(
            "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [Value(key.rawValue), value])
        settings.note(value, of: key)
    }

    func remove(_ key: Setting) throws {
        try database.run("DELETE FROM setting WHERE key = ?", [Value(key.rawValue)])
        settings.note(nil, of: key)
    }

    /// Takes the next number of a sequence of ids.
    func next(_ key: Setting) throws -> UInt64 {
        let number = try peek(key)
        try set(key, .integer(Int64(number) + 1))
        return number
    }

    /// Returns the next number of a sequence of ids without taking it.
    func peek(_ key: Setting) throws -> UInt64 {
        let number = try integer(key) ?? 0
        guard number > 0, number < Int64.max else {
            throw DatabaseError(.failed, "the store's file is damaged: \(key.rawValue) is \(number)")
        }
        return UInt64(number)
    }
}

/// Remembers the settings of the last read: a command reads two dozen of them, and they seldom change. Use it only with the
/// store's lock held.
final class SettingMemory {
    private var values: [Setting: Value?] = [:]
    /// The version of the file at that read.
    private var dataVersion: Int64?

    /// Call this after the beginning of a transaction. It drops the settings if another process changed the file.
    func refresh(_ database: Database) throws {
        let current = try database.dataVersion()
        if dataVersion != current { values = [:] }
        dataVersion = current
    }

    /// Call this after a failed transaction: its settings were not written.
    func forget() { values = [:] }

    /// Returns nil for a setting that the file does not have.
    func value(_ key: Setting, _ database: Database) throws -> Value? {
        if let known = values[key] { return known }
        let value = try database.query("SELECT value FROM setting WHERE key = ?", [Value(key.rawValue)]) { $0.value(0) }
            .first
        values[key] = .some(value)
        return value
    }

    func note(_ value: Value?, of key: Setting) { values[key] = .some(value) }
}

/// The JSON in the store's file. Coding keys and raw values define the names in this JSON: old data stays readable after a
/// rename in the code.
enum KeptJSON {
    /// Returns one line with sorted names. Equal values give equal texts.
    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ type: Value.Type, of text: some StringProtocol) throws -> Value {
        // The decoder accepts duplicate names, and crashes the process at some texts with deep nesting.
        _ = try JSONReader.read(Array(text.utf8))
        return try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
