internal import IAPGrants
internal import IAPModel

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
        // Revocations come first. So they take nothing from later grants.
        for record in local {
            if let imported = known[record.id] { try merge(record, into: imported, &commit) }
        }
        for record in try GrantRecord.ofRevocations(commit) { try revoke(record, &commit) }
        for record in local where known[record.id] == nil {
            _ = try record.insert(&commit)
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
        let oldest = known.count < InventoryLimit.exportedKeys ? nil : text.keys.map(\.time).min()
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
                var line = AuditLine(event, name: name.text, amount: amount, balance: balance)
                line.cause = "import"
                commit.audit.append(line)
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
        _ = try record.insert(&commit)
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
