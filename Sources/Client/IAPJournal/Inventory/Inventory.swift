internal import IAPDatabase
internal import IAPModel
internal import IAPJSON
internal import IAPPaymentQueue

/// What the player holds. Each change is part of a commit of the journal.
struct Inventory: Sendable {
    /// The numbers are those of `Grant.Kind`, `Grant.RevocationPolicy` and `GrantRecord.State`.
    static let schema = """
        CREATE TABLE inventory_counter (
            name TEXT PRIMARY KEY,
            balance INTEGER NOT NULL CHECK (balance BETWEEN 0 AND 9000000000000000)
        );
        -- What transactions have granted: the reason why nothing is granted twice.
        CREATE TABLE inventory_grant (
            transaction_id INTEGER NOT NULL,
            purchase_ms INTEGER NOT NULL,
            name TEXT NOT NULL,
            kind INTEGER NOT NULL CHECK (kind IN (1, 2)),
            amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 9000000000000000),
            -- The largest number of all if it does not end.
            expiration_ms INTEGER NOT NULL,
            policy INTEGER NOT NULL CHECK (policy IN (0, 1, 2)),
            state INTEGER NOT NULL CHECK (state IN (0, 1, 2, 3)),
            -- The product, if a period of a subscription granted it.
            period_of TEXT,
            PRIMARY KEY (transaction_id, purchase_ms, name)
        );
        -- Finds the last end of each unlock at once.
        CREATE INDEX inventory_unlock ON inventory_grant (name, expiration_ms DESC) WHERE kind = 2 AND state <> 3;
        -- Which grants belong to a transaction whose purchase was granted under another id.
        CREATE TABLE inventory_copy (
            transaction_id INTEGER PRIMARY KEY,
            grant_id INTEGER NOT NULL,
            purchase_ms INTEGER NOT NULL
        );
        -- What the game has spent and added, by its keys.
        CREATE TABLE inventory_change (
            number INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            counter TEXT NOT NULL,
            -- Below zero if it was spent.
            amount INTEGER NOT NULL CHECK (amount <> 0 AND abs(amount) <= 9000000000000000),
            time_ms INTEGER NOT NULL
        );
        """

    let table: GrantTable

    init(_ table: GrantTable) {
        self.table = table
    }

    // MARK: Purchases

    /// Grants everything that the product grants and this purchase has not granted yet. An upgraded period unlocks
    /// nothing: another product has replaced it, and the account uses that one.
    func grant(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        try GrantRecord.noteCopy(transaction, &commit)
        for grant in table.grants(of: transaction.productID) where grant.kind == .counter || !transaction.isUpgraded {
            let record = GrantRecord(grant, transaction)
            // Unlocking twice does no harm, and each id can then be revoked.
            if grant.kind == .counter, try record.isCountedUnderAnotherID(commit) { continue }
            try enter(record, &commit)
        }
    }

    /// Grants the unlocks of the product that this transaction has not granted yet.
    func grantUnlocks(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        if transaction.isUpgraded { return }
        try GrantRecord.noteCopy(transaction, &commit)
        for grant in table.grants(of: transaction.productID) where grant.kind == .unlock {
            try enter(GrantRecord(grant, transaction), &commit)
        }
    }

    func revoke(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        try GrantRecord.noteCopy(transaction, &commit)
        for record in try GrantRecord.of(transaction, commit) where record.state == .held {
            try revoke(record, &commit)
        }
    }

    func revokeUnlocks(of transactionID: UInt64, _ commit: inout Commit) throws(IAPError) {
        for record in try GrantRecord.of(transactionID, commit) where record.kind == .unlock && record.state == .held {
            try revoke(record, &commit)
        }
    }

    func revoke(_ record: GrantRecord, _ commit: inout Commit) throws(IAPError) {
        switch record.policy {
        case .takeBack: try takeBack(record, &commit)
        case .keep: try keep(record, as: .kept, &commit)
        case .gameDecides: try keep(record, as: .revoked, &commit)
        }
    }

    private func enter(_ record: GrantRecord, _ commit: inout Commit) throws(IAPError) {
        guard try record.insert(&commit) else { return }
        try grant(record, &commit)
    }

    /// Adds what a record in the table grants.
    func grant(_ record: GrantRecord, cause: String? = nil, _ commit: inout Commit) throws(IAPError) {
        var line = AuditLine("unlocked", transactionID: record.id.transactionID, name: record.name, cause: cause)
        if record.kind == .counter {
            let balance = min(try balance(of: record.name, commit) + record.amount, InventoryLimit.balance)
            try set(balance, of: record.name, &commit)
            (line.event, line.amount, line.balance) = ("granted", record.amount, balance)
        }
        commit.hasChangedInventory = true
        commit.audit.append(line)
    }

    /// Takes the amount from a counter, but not more than its balance.
    func takeBack(_ record: GrantRecord, _ commit: inout Commit) throws(IAPError) {
        try record.update(to: .takenBack, &commit)
        commit.hasChangedInventory = true
        var line = AuditLine("taken_back", transactionID: record.id.transactionID, name: record.name)
        if record.kind == .counter {
            let balance = try balance(of: record.name, commit)
            let taken = min(record.amount, balance)
            try set(balance - taken, of: record.name, &commit)
            (line.amount, line.balance) = (taken, balance - taken)
        }
        commit.audit.append(line)
    }

    private func keep(_ record: GrantRecord, as state: GrantRecord.State, _ commit: inout Commit) throws(IAPError) {
        try record.update(to: state, &commit)
        commit.audit.append(
            AuditLine(
                "kept", transactionID: record.id.transactionID, name: record.name, cause: record.policy.word))
    }

    // MARK: Counters

    func balance(of counter: String, _ commit: Commit) throws(IAPError) -> Int64 {
        try commit.query("SELECT balance FROM inventory_counter WHERE name = ?", [Value(counter)]) {
            $0.integer(0, in: 0...InventoryLimit.balance)
        }.first ?? 0
    }

    func set(_ balance: Int64, of counter: String, _ commit: inout Commit) throws(IAPError) {
        try commit.run(
            """
            INSERT INTO inventory_counter (name, balance) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET balance = excluded.balance
            """, [Value(counter), .integer(balance)])
    }
}

extension Inventory {
    func spend(_ amount: Int64, of counter: String, key: String, _ commit: inout Commit) throws(IAPError) {
        guard try isNew(key, counter, -amount, commit) else { return }
        let balance = try balance(of: counter, commit)
        guard balance >= amount else {
            throw IAPError(
                .insufficientBalance, "cannot spend \(amount) of \(counter.quotedInMessage); its balance is \(balance)")
        }
        try enter(
            KeyedChange(key: key, counter: counter, amount: -amount, timeMS: commit.now), balance - amount, &commit)
    }

    func add(_ amount: Int64, to counter: String, key: String, _ commit: inout Commit) throws(IAPError) {
        guard try isNew(key, counter, amount, commit) else { return }
        let balance = try balance(of: counter, commit)
        guard amount <= InventoryLimit.balance - balance else {
            throw IAPError(
                .tooLarge,
                "cannot add \(amount) to \(counter.quotedInMessage); its balance is \(balance) and may be at most \(InventoryLimit.balance)"
            )
        }
        try enter(
            KeyedChange(key: key, counter: counter, amount: amount, timeMS: commit.now), balance + amount, &commit)
    }

    /// Takes back the grants of a revoked transaction whose policy lets the game decide.
    func takeBack(_ transactionID: UInt64, _ commit: inout Commit) throws(IAPError) {
        let records = try GrantRecord.of(transactionID, commit)
        let isKnown =
            if records.contains(where: { $0.state != .held }) { true } else { try isRevoked(transactionID, commit) }
        guard isKnown else {
            throw IAPError(.notFound, "the inventory has no revoked transaction with the id \(transactionID)")
        }
        for record in records where record.state == .revoked { try takeBack(record, &commit) }
    }

    /// Also true for a transaction without grants.
    private func isRevoked(_ transactionID: UInt64, _ commit: Commit) throws(IAPError) -> Bool {
        try !commit.query(
            "SELECT 1 FROM delivery WHERE transaction_id = ? AND revocation_ms IS NOT NULL",
            [Value(bits: transactionID)]
        ) { _ in }.isEmpty
    }

    /// Whether the key is used for the first time. False if the same change was already made with this key.
    private func isNew(
        _ key: String, _ counter: String, _ amount: Int64, _ commit: Commit
    ) throws(IAPError) -> Bool {
        guard let known = try KeyedChange.find(key, commit) else { return true }
        guard ExactText(known.counter) == ExactText(counter), known.amount == amount else {
            throw IAPError(
                .keyInUse,
                "the key \(key.quotedInMessage) was already used: it \(known.amount < 0 ? "spent" : "added") \(abs(known.amount)) of \(known.counter.quotedInMessage); use each key once"
            )
        }
        return false
    }

    private func enter(_ change: KeyedChange, _ balance: Int64, _ commit: inout Commit) throws(IAPError) {
        try set(balance, of: change.counter, &commit)
        try change.insert(&commit)
        commit.hasChangedInventory = true
        commit.audit.append(
            AuditLine(
                change.amount < 0 ? "spent" : "added", name: change.counter, amount: abs(change.amount),
                balance: balance))
    }
}

extension Inventory {
    /// What the player holds, and an empty item for each other name of a grant, sorted by name. An ended unlock is
    /// included as held.
    func items(_ commit: Commit) throws(IAPError) -> [InventoryItem] {
        var items = table.items
        var others: [InventoryItem] = []
        for item in try counters(commit) + unlocks(commit) {
            if let index = items.index(of: item.name, item.kind) { items[index] = item } else { others.append(item) }
        }
        return others.isEmpty ? items : (items + others).sorted { $0.precedes($1) }
    }

    /// Refuses a name that the inventory holds as another kind than the grants say. Its meaning would be unclear.
    func check(_ commit: Commit) throws(IAPError) {
        for item in try items(commit) {
            guard let kind = table.kind(of: item.name), kind != item.kind else { continue }
            throw IAPError(
                .invalidArgument,
                "the inventory holds \(item.name.quotedInMessage) as \(item.kind.words), but a grant uses the name for \(kind.words)"
            )
        }
    }

    /// The counters that are not empty, by name.
    func counters(_ commit: Commit) throws(IAPError) -> [InventoryItem] {
        try commit.query("SELECT name, balance FROM inventory_counter WHERE balance > 0 ORDER BY name") {
            InventoryItem(kind: .counter, name: $0.text(0), balance: $0.integer(1, in: 0...InventoryLimit.balance))
        }
    }

    /// The time grows with the number of names, not with the number of purchases.
    private func unlocks(_ commit: Commit) throws(IAPError) -> [InventoryItem] {
        try commit.query(
            """
            WITH RECURSIVE unlock(name) AS (
                SELECT min(name) FROM inventory_grant WHERE kind = 2 AND state <> 3
                UNION ALL
                SELECT (
                    SELECT min(name) FROM inventory_grant WHERE kind = 2 AND state <> 3 AND name > unlock.name
                ) FROM unlock WHERE name IS NOT NULL
            )
            SELECT name, (
                SELECT max(expiration_ms) FROM inventory_grant WHERE kind = 2 AND state <> 3 AND name = unlock.name
            ) FROM unlock WHERE name IS NOT NULL
            """
        ) {
            let date = $0.integer(1)
            return InventoryItem(
                kind: .unlock, name: $0.text(0), isUnlocked: true,
                expirationDate: date == GrantRecord.never ? nil : date)
        }
    }
}

extension InventoryItem {
    /// Compares the bytes of the names, as the database does.
    func precedes(_ other: InventoryItem) -> Bool {
        if name.utf8.elementsEqual(other.name.utf8) { return kind.rawValue < other.kind.rawValue }
        return name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
}

extension [InventoryItem] {
    func index(of name: String, _ kind: Grant.Kind) -> Int? {
        let wanted = InventoryItem(kind: kind, name: name)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].precedes(wanted) { low = middle + 1 } else { high = middle }
        }
        return low < count && !wanted.precedes(self[low]) ? low : nil
    }
}
