package import IAPModel

/// What the game calls.
extension PaymentQueue {
    /// The first observer was added: deliver what waits.
    package mutating func startDelivery() -> [Effect] {
        guard !isDelivering else { return [] }
        isDelivering = true
        let waiting = entries.values.filter { $0.item.state == .purchased && !$0.isFinishing }
        return waiting.sorted { $0.place < $1.place }.compactMap { $0.item.transaction.map(offer) }
    }

    /// How many purchases wait for the first observer.
    package var waitingForObserver: Int {
        isDelivering ? 0 : entries.values.filter { $0.item.state == .purchased && !$0.isFinishing }.count
    }

    package mutating func add(_ payment: Payment) -> (id: UInt64, effects: [Effect]) {
        let id = nextID()
        let item = QueuedTransaction(payment: payment, id: id)
        var entry = Entry(item: item, place: nextPlace())
        entry.isAdvancedCommerce = payment.advancedCommerceJWS != nil
        entries[.payment(id)] = entry
        return (id, [.emit(.transactionUpdated(item)), .buy(payment: id, payment)])
    }

    package mutating func finish(_ key: Key) throws(IAPError) -> [Effect] {
        var entry = try entry(key, doing: "finish")
        switch entry.item.state {
        case .purchasing, .deferred:
            throw IAPError(
                .invalidState, "a transaction can be finished only after it is purchased, restored or failed")
        case .failed, .unverified, .rejected:
            entries[key] = nil
            return [.emit(.transactionRemoved(entry.item))]
        case .purchased where policy.isVerifying && entry.item.deliveryCount == 0:
            throw Self.unverified(entry)
        case .restored where !entry.untold.isEmpty:
            throw Self.unverified(entry)
        case .purchased, .revoked, .restored:
            guard !entry.isFinishing, let transaction = entry.item.transaction else { return [] }
            entry.isFinishing = true
            entries[key] = entry
            let isRestored = entry.item.state == .restored && !entry.isUnfinishedInStore
            return [.record(isRestored ? .finishRestored(transaction) : .finish(transaction))]
        }
    }

    /// For games that keep only the id.
    package mutating func finish(transactionID: UInt64) throws(IAPError) -> [Effect] {
        let key = Key.store(transactionID)
        let restored = Key.restored(transactionID)
        return try finish(entries[key] == nil && entries[restored] != nil ? restored : key)
    }

    /// The game has it in its own save.
    package mutating func recordGrant(_ key: Key) throws(IAPError) -> [Effect] {
        let entry = try entry(key, doing: "grant")
        let isHandedOut =
            switch entry.item.state {
            case .purchased: entry.item.deliveryCount > 0
            case .restored: entry.untold.isEmpty
            default: false
            }
        guard isHandedOut, let transaction = entry.item.transaction else {
            throw IAPError(
                .invalidState, "only a purchased or restored transaction that was handed out can be granted")
        }
        return entry.isFinishing || entry.item.deliveryState == .granted ? [] : [.record(.grant(transaction))]
    }

    /// What the queue holds under a key.
    package func item(_ key: Key) -> QueuedTransaction? { entries[key]?.item }

    private func entry(_ key: Key, doing what: String) throws(IAPError) -> Entry {
        if let entry = entries[key] { return entry }
        if case .store(let id) = key, heldUpdate(id) != nil {
            throw IAPError(
                .invalidState,
                "transaction \(id) may be the outcome of a payment that is open; \(what) it when it is delivered")
        }
        throw IAPError(.notFound, "the transaction is not in this client's queue, or it has been finished before")
    }

    private static func unverified(_ entry: Entry) -> IAPError {
        IAPError(
            .invalidState,
            "transaction \(entry.item.transaction?.id ?? 0) has not been handed out yet; it waits for its verification or for the journal"
        )
    }
}
