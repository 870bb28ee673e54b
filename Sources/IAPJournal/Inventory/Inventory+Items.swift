internal import IAPGrants
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel

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
    /// The index of an item in a sorted list.
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
