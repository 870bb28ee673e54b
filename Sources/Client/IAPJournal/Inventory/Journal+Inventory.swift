package import IAPModel
internal import IAPJSON
package import IAPPaymentQueue
internal import IAPPlatform

extension Journal {
    package func requireInventory() throws(IAPError) { _ = try openInventory() }

    private func openInventory() throws(IAPError) -> Inventory {
        guard let inventory else {
            throw IAPError(
                .invalidState, "the client was opened without an inventory; set iap_client_options.inventory")
        }
        return inventory
    }

    // MARK: Items

    /// What the player holds on disk, and an empty item for each other name of a grant, sorted by name. The clock
    /// decides which unlocks have ended. Reads no file.
    package var inventoryItems: [InventoryItem] {
        let now = clock()
        return held.value.compactMap { item in
            guard item.hasEnded(at: now) else { return item }
            return inventory?.table.kind(of: item.name) == .unlock
                ? InventoryItem(kind: .unlock, name: item.name) : nil
        }
    }

    /// 0 for a name that holds nothing. Reads no file.
    package func balance(of counter: String) -> Int64 {
        let items = held.value
        return items.index(of: counter, .counter).map { items[$0].balance } ?? 0
    }

    /// Reads no file.
    package func isUnlocked(_ unlock: String) -> Bool {
        let items = held.value
        guard let index = items.index(of: unlock, .unlock) else { return false }
        return items[index].isUnlocked && !items[index].hasEnded(at: clock())
    }

    // MARK: Changes

    /// Refuses a change that can never succeed. Reads no file.
    package func check(_ change: InventoryChange) throws(IAPError) {
        switch change {
        case .spend(let counter, let amount, _), .add(let counter, let amount, _):
            guard (1...InventoryLimit.balance).contains(amount) else {
                throw IAPError(.invalidArgument, "amount is \(amount); it must be 1 to \(InventoryLimit.balance)")
            }
            guard !isNameOfUnlock(counter) else {
                throw IAPError(.invalidArgument, "\(counter.quotedInMessage) is an unlock, not a counter")
            }
        case .takeBack: break
        case .import(let text):
            guard text.utf8.count <= InventoryLimit.text else {
                throw IAPError(.tooLarge, "text is longer than \(InventoryLimit.text >> 20) MiB")
            }
        }
    }

    /// Returns when the change is on disk.
    package func apply(_ change: InventoryChange) throws(IAPError) {
        let inventory = try openInventory()
        // A change before this one may have added an unlock with the counter's name.
        try check(change)
        switch change {
        case .spend(let counter, let amount, let key):
            try self.change { (commit: inout Commit) throws(IAPError) in
                try inventory.spend(amount, of: counter, key: key, &commit)
            }
        case .add(let counter, let amount, let key):
            try self.change { (commit: inout Commit) throws(IAPError) in
                try inventory.add(amount, to: counter, key: key, &commit)
            }
        case .takeBack(let id):
            try self.change { (commit: inout Commit) throws(IAPError) in try inventory.takeBack(id, &commit) }
        case .import(let text):
            let text = try InventoryText(reading: text)
            try self.change { (commit: inout Commit) throws(IAPError) in try inventory.replace(with: text, &commit) }
        }
    }

    package func exportInventory() throws(IAPError) -> String {
        let inventory = try openInventory()
        let text = try read { commit throws(IAPError) in try inventory.text(commit) }.json
        guard text.utf8.count <= InventoryLimit.text else {
            throw IAPError(
                .tooLarge,
                "the inventory needs \(text.utf8.count) bytes; an import accepts at most \(InventoryLimit.text)")
        }
        return text
    }

    /// The grants decide. A name without a grant has the kind under which it is held.
    private func isNameOfUnlock(_ name: String) -> Bool {
        if let kind = inventory?.table.kind(of: name) { return kind == .unlock }
        let items = held.value
        return items.index(of: name, .unlock) != nil && items.index(of: name, .counter) == nil
    }
}

extension InventoryItem {
    /// The store may report a renewal some seconds late.
    fileprivate func hasEnded(at time: Int64) -> Bool {
        expirationDate.map { $0 <= time - Entitlement.renewalTolerance } ?? false
    }
}
