package import IAPModel

/// The calls of the game.
extension PaymentQueue {
    /// The game has added its first observer: deliver the waiting purchases.
    package mutating func startDelivery() -> [Effect] {
        guard !isDelivering else { return [] }
        isDelivering = true
        let waiting = entries.values.filter { $0.item.state == .purchased && !$0.isFinishing }
        return waiting.sorted { $0.place < $1.place }.compactMap { $0.item.transaction.map(offer) }
    }

    /// The number of purchases that wait for the first observer.
    package var waitingForObserver: Int {
        isDelivering ? 0 : entries.values.filter { $0.item.state == .purchased && !$0.isFinishing }.count
    }

    /// Adds a payment. The store gets one payment at a time, in the order of the calls: two sheets at once would compete.
    package mutating func add(_ given: Payment) throws(IAPError) -> (id: UInt64, effects: [Effect]) {
        var payment = given
        if let player = policy.player {
            guard payment.appAccountToken ?? player == player else {
                throw IAPError(
                    .otherPlayer,
                    "the payment has another app_account_token than the client; open a client for the player who pays")
            }
            payment.appAccountToken = player
        }
        let id = nextID()
        let item = QueuedTransaction(payment: payment, id: id)
        var entry = Entry(item: item, place: nextPlace())
        entry.isAdvancedCommerce = payment.advancedCommerceJWS != nil
        entries[.payment(id)] = entry
        waitingPayments.append(WaitingPayment(id: id, payment: payment))
        return (id, [.emit(.transactionUpdated(item))] + startNextPayment())
    }

    /// Gives the next payment to the store, unless the store has one.
    mutating func startNextPayment() -> [Effect] {
        guard paymentAtStore == nil, !waitingPayments.isEmpty else { return [] }
        let next = waitingPayments.removeFirst()
        paymentAtStore = next.id
        return [.buy(payment: next.id, next.payment)]
    }

    /// Cancels a payment that waits for its turn.
    package mutating func cancel(payment id: UInt64) throws(IAPError) -> [Effect] {
        guard let index = waitingPayments.firstIndex(where: { $0.id == id }), var entry = entries[.payment(id)] else {
            guard entries[.payment(id)]?.item.state == .purchasing else {
                throw IAPError(.notFound, "payment \(id) has ended, or it is no payment of this client")
            }
            throw IAPError(.invalidState, "the store has received payment \(id); only the player can cancel it now")
        }
        waitingPayments.remove(at: index)
        entry.item.state = .failed(
            IAPError(.cancelled, "the game cancelled the payment for \(entry.item.productID) before its turn"))
        entries[.payment(id)] = entry
        return [.emit(.transactionUpdated(entry.item))]
    }

    package mutating func finish(_ key: Key) throws(IAPError) -> [Effect] {
        var entry = try entry(key, doing: "finish")
        switch entry.item.state {
        case .purchasing, .deferred:
            throw IAPError(
                .invalidState,
                "only a purchased, restored or failed transaction can be finished; wait for its next state")
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
            return [.record(entry.item.state == .restored ? .finishRestored(transaction) : .finish(transaction))]
        }
    }

    /// Finishes by id, for games that keep only the id.
    package mutating func finish(transactionID: UInt64) throws(IAPError) -> [Effect] {
        try finish(key(ofFinish: transactionID))
    }

    /// What a game means that finishes this id: what it has received. Finishing a restored delivery does not end a purchase
    /// that still waits, even if the game finishes it twice.
    package func key(ofFinish id: UInt64) -> Key {
        let purchase = entries[.store(id)]?.item
        let isWaiting = purchase.map { $0.state == .purchased && $0.deliveryCount == 0 } ?? true
        let isRestored = entries[.restored(id)] != nil || toldRestored.contains(id)
        return isWaiting && isRestored ? .restored(id) : .store(id)
    }

    /// The game has recorded the grant in its own save file.
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
                .invalidState, "only a purchased or restored transaction can be granted, and only after its delivery")
        }
        return entry.isFinishing || entry.item.deliveryState == .granted ? [] : [.record(.grant(transaction))]
    }

    /// The item with this key.
    package func item(_ key: Key) -> QueuedTransaction? { entries[key]?.item }

    private func entry(_ key: Key, doing what: String) throws(IAPError) -> Entry {
        if let entry = entries[key] { return entry }
        if case .store(let id) = key, heldUpdate(id) != nil {
            throw IAPError(
                .invalidState,
                "transaction \(id) may be the outcome of an open payment; \(what) it when transaction_updated delivers it"
            )
        }
        throw IAPError(.notFound, "the transaction is not in this client's queue, or it was already finished")
    }

    private static func unverified(_ entry: Entry) -> IAPError {
        IAPError(
            .invalidState,
            "transaction \(entry.item.transaction?.id ?? 0) has not been delivered yet; it waits for its verification or for the journal"
        )
    }
}
