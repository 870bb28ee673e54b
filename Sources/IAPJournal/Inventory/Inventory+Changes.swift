internal import IAPGrants
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel

/// The game's changes of the inventory.
extension Inventory {
    func spend(_ amount: Int64, of counter: String, key: String, _ commit: inout Commit) throws(IAPError) {
        guard try isNew(key, counter, -amount, commit) else { return }
        let balance = try balance(of: counter, commit)
        guard balance >= amount else {
            throw IAPError(
                .insufficientBalance, "cannot spend \(amount) of \(counter.quotedInMessage); its balance is \(balance)")
        }
        try enter(
            KeyedChange(key: key, counter: counter, amount: -amount, time: commit.now), balance - amount, &commit)
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
            KeyedChange(key: key, counter: counter, amount: amount, time: commit.now), balance + amount, &commit)
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
