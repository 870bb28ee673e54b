internal import IAPModel
internal import Journal

/// What follows when the journal has written an entry, or could not.
extension PaymentQueue {
    mutating func goOn(after entry: JournalEntry, _ outcome: JournalOutcome) -> [Effect] {
        if !troubles.isEmpty { troubles[entry] = nil }
        switch (entry, outcome) {
        case (.offer(let transaction, _), .offered(let offer)): return deliver(transaction, offer)
        case (.restore(let transaction, _), .offered(let offer)): return deliverRestored(transaction, offer)
        case (.rejection(let transaction, let reason), _): return reject(transaction, reason)
        case (.grant(let transaction), _):
            entries[.store(transaction.id)]?.item.deliveryState = .granted
            return []
        case (.finish(let transaction), _): return [.finishInStore(transaction.id)]
        case (.revocation(let transaction), .revoked(let state)): return tellRevocation(of: transaction, state)
        default: return []
        }
    }

    mutating func stall(_ entry: JournalEntry, _ error: IAPError) -> [Effect] {
        switch entry {
        case .products, .productsOutdated, .note:
            // What is only convenient is not worth a second try.
            return []
        default: break
        }
        stalled.append(entry)
        var effects: [Effect] = troubles.values.contains(error.status) ? [] : [.emit(.problemReported(error))]
        troubles[entry] = error.status
        // The restore has handed out what it could; this comes when the disk takes it.
        if case .restore(let transaction, _) = entry { effects += settleRestores(transaction.id) }
        return effects
    }

    /// What could not be written, in its order, in which purchases are in that of the queue.
    mutating func retry() -> [Effect] {
        let wanted = stalled.filter(isStillWanted)
        // What has come to nothing is no trouble any more.
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

    /// What was taken back or finished meanwhile is not to be handed out any more, nor granted.
    private func isStillWanted(_ entry: JournalEntry) -> Bool {
        switch entry {
        case .offer(let transaction, _):
            guard let known = entries[.store(transaction.id)] else { return false }
            return known.item.state == .purchased && !known.isFinishing
        case .delay(let transaction, let attempts, _): return questions[transaction.id]?.attempts == attempts
        case .restore(let transaction, _): return entries[.restored(transaction.id)]?.untold.isEmpty == false
        default: return true
        }
    }

    /// The journal has counted the offer, so the game may hear of it.
    private mutating func deliver(_ transaction: Transaction, _ offer: Journal.Offer) -> [Effect] {
        let key = Key.store(transaction.id)
        guard var entry = entries[key], !entry.isFinishing else { return [] }
        switch offer {
        case .deliver(let count, let state):
            guard entry.item.state == .purchased, entry.item.deliveryCount == 0 else { return [] }
            entry.item.deliveryCount = count
            entry.item.deliveryState = state
            entries[key] = entry
            return [.emit(.transactionUpdated(entry.item))]
        case .verify(let attempts, let due):
            return entry.item.state == .purchased ? ask(about: transaction, attempts: attempts, due: due) : []
        case .alreadyFinished:
            // The game has granted and finished it in an earlier run. The store is told again, in case it has not heard. A
            // payment that led here bought what the account owned already.
            entries[key] = nil
            let restored =
                entry.item.paymentID == 0 || entry.item.state != .purchased
                ? [] : enterRestored(transaction, paymentID: entry.item.paymentID, place: entry.place)
            return restored + [.finishInStore(transaction.id)]
        case .restore:
            return []
        }
    }

    mutating func endFinish(_ id: UInt64) -> [Effect] {
        var effects: [Effect] = []
        var productID: String?
        for key in [Key.store(id), .restored(id)] where entries[key]?.isFinishing == true {
            guard let entry = entries.removeValue(forKey: key) else { continue }
            productID = entry.item.productID
            effects.append(.emit(.transactionRemoved(entry.item)))
        }
        finished.insert(id)
        return [.record(.storeFinish(id, productID: productID))] + effects
    }
}
