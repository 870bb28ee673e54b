internal import IAPGrants
internal import IAPDatabase
internal import IAPModel

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
            PRIMARY KEY (transaction_id, purchase_ms, name)
        );
        -- Finds the last end of each unlock at once.
        CREATE INDEX inventory_unlock ON inventory_grant (name, expiration_ms DESC) WHERE kind = 2 AND state <> 3;
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

    /// Grants everything that the product grants and this purchase has not granted yet. An upgraded period unlocks nothing:
    /// the account may not use it, because the period that replaced it unlocks its own product.
    func grant(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        for grant in table.grants(of: transaction.productID) where grant.kind == .counter || !transaction.isUpgraded {
            let record = GrantRecord(grant, transaction)
            if grant.kind == .counter, try record.isCounted(underAnotherIDOf: transaction, commit) { continue }
            try enter(record, &commit)
        }
    }

    /// Grants the unlocks of the product that this transaction has not granted yet.
    func grantUnlocks(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        if transaction.isUpgraded { return }
        for grant in table.grants(of: transaction.productID) where grant.kind == .unlock {
            try enter(GrantRecord(grant, transaction), &commit)
        }
    }

    /// Applies the policies of the grants.
    func revoke(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        for record in try GrantRecord.of(transaction, commit) where record.state == .held {
            try revoke(record, &commit)
        }
    }

    /// Applies the policies of the unlocks under this id.
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
        var line = AuditLine("unlocked", name: record.name, transactionID: record.id.transactionID)
        line.cause = cause
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
        var line = AuditLine("taken_back", name: record.name, transactionID: record.id.transactionID)
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
        var line = AuditLine("kept", name: record.name, transactionID: record.id.transactionID)
        line.cause = record.policy.word
        commit.audit.append(line)
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
