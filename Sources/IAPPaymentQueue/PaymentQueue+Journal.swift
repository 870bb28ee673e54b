internal import IAPModel

/// What follows when the journal has written an entry, or could not write it.
extension PaymentQueue {
    mutating func follow(_ entry: JournalEntry, _ outcome: JournalOutcome) -> [Effect] {
        if !troubles.isEmpty { troubles[entry] = nil }
        switch (entry, outcome) {
        case (.offer(let transaction, _), _): return deliver(transaction, outcome)
        case (.restore(let transaction, _), _): return deliverRestored(transaction, outcome)
        case (.rejection(let transaction, let reason), _): return reject(transaction, reason)
        case (.grant(let transaction), _):
            for key in [Key.store(transaction.id), .restored(transaction.id)] {
                entries[key]?.item.deliveryState = .granted
            }
            return []
        case (.finish(let transaction), _): return [.finishInStore(transaction.id)]
        case (.finishRestored(let transaction), _): return removeFinished(.restored(transaction.id))
        case (.entitlement(let transaction, let entitlement, _), _):
            return follow(entitlement: entitlement, of: transaction, outcome)
        case (.revocation(let transaction), .revoked(let state)): return tellRevocation(of: transaction, state)
        default: return []
        }
    }

    mutating func stall(_ entry: JournalEntry, _ error: IAPError) -> [Effect] {
        stalled.append(entry)
        var effects: [Effect] = troubles.values.contains(error.status) ? [] : [.emit(.problemReported(error))]
        troubles[entry] = error.status
        // The restore does not wait for the disk. The library delivers the transaction when the disk accepts it.
        if case .restore(let transaction, _) = entry { effects += settleRestores(transaction.id) }
        return effects
    }

    /// Tries again to write the stalled entries, in their order. Offers are in the order of the queue.
    mutating func retry() -> [Effect] {
        let wanted = stalled.filter(isStillWanted)
        // The failure of an entry that is no longer needed does not matter.
        if wanted.count < stalled.count { for entry in stalled where !isStillWanted(entry) { troubles[entry] = nil } }
        stalled = []
        var purchases = wanted.compactMap { entry in place(ofOffer: entry).map { (place: $0, entry: entry) } }
            .sorted { $0.place < $1.place }[...]
        return wanted.map { entry in
            .record(place(ofOffer: entry) == nil ? entry : purchases.popFirst()?.entry ?? entry)
        }
    }

    private func place(ofOffer entry: JournalEntry) -> UInt64? {
        guard case .offer(let transaction, _) = entry else { return nil }
        return entries[.store(transaction.id)]?.place
    }

    /// Whether the entry is still needed. A transaction that was revoked or finished meanwhile is no longer offered.
    private func isStillWanted(_ entry: JournalEntry) -> Bool {
        switch entry {
        case .offer(let transaction, _):
            guard let known = entries[.store(transaction.id)] else { return false }
            return known.item.state == .purchased && !known.isFinishing
        case .delay(let transaction, let attempts, _): return questions[transaction.id]?.attempts == attempts
        case .restore(let transaction, _): return entries[.restored(transaction.id)]?.untold.isEmpty == false
        case .entitlement(let transaction, let entitlement, _):
            return entitling[transaction.id]?.entitlement == entitlement
        default: return true
        }
    }

    /// The journal holds the decision about an offer.
    private mutating func deliver(_ transaction: Transaction, _ outcome: JournalOutcome) -> [Effect] {
        let key = Key.store(transaction.id)
        guard var entry = entries[key], !entry.isFinishing else { return [] }
        switch outcome {
        case .deliver(let count, let state):
            guard entry.item.state == .purchased, entry.item.deliveryCount == 0 else { return [] }
            entry.item.deliveryCount = count
            entry.item.deliveryState = state
            entries[key] = entry
            return (state == .granted ? extendUnlocks(of: transaction) : []) + [.emit(.transactionUpdated(entry.item))]
        case .verify(let attempts, let due):
            return entry.item.state == .purchased ? ask(about: transaction, attempts: attempts, due: due) : []
        case .alreadyFinished:
            // The game finished it in an earlier run. The queue finishes it in the store again, in case the store does
            // not know. A payment that led here bought what the account already owned. A restore that led here restores it.
            entries[key] = nil
            if let waiting = deferredPayment(behind: entry, transaction) {
                entries[.payment(waiting.item.paymentID)] = waiting
                return [.finishInStore(transaction.id)]
            }
            let restored =
                entry.item.paymentID == 0 && !entry.isAlsoRestored || entry.item.state != .purchased
                ? [] : enterOwned(transaction, paymentID: entry.item.paymentID, place: entry.place)
            return restored + [.finishInStore(transaction.id)]
        case .done, .restore, .revoked, .entitled:
            return []
        }
    }

    /// The deferred payment that this finished transaction seemed to end, if it still waits. It still waits if the
    /// store has only reported the transaction once more, and the transaction is not the outcome of an approval. This
    /// is the case if the transaction was upgraded, if it had ended when the store signed this, or if each purchase of
    /// its product is a separate one.
    private func deferredPayment(behind entry: Entry, _ transaction: Transaction) -> Entry? {
        let isOver = transaction.isUpgraded || (transaction.expirationDate ?? .max) <= transaction.signedDate
        let isOwnedOnce = [.nonConsumable, .autoRenewableSubscription].contains(transaction.productType)
        guard isOver || !isOwnedOnce, let payment = entry.deferred else { return nil }
        return Entry(item: payment.item, place: entry.place, isAdvancedCommerce: payment.isAdvancedCommerce)
    }

    mutating func endFinish(_ id: UInt64) -> [Effect] {
        let productID = entries[.store(id)].flatMap { $0.isFinishing ? $0.item.productID : nil }
        finished.insert(id)
        return [.record(.storeFinish(id, productID: productID))] + removeFinished(.store(id))
    }

    private mutating func removeFinished(_ key: Key) -> [Effect] {
        guard var entry = entries[key], entry.isFinishing else { return [] }
        let removed = entry.item
        entry.isFinishing = false
        entry.isTold = false
        // Another restore or payment may have led to it meanwhile. That delivery still comes.
        entries[key] = entry.untold.isEmpty ? nil : entry
        return [.emit(.transactionRemoved(removed))]
    }
}
