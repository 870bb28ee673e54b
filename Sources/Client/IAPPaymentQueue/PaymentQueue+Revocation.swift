internal import IAPModel

extension PaymentQueue {
    /// Announces a revocation, once per run. It has the id of the purchase. If the transaction is unfinished in the
    /// store, it waits in the queue for the game's finish.
    mutating func announceRevocation(of transaction: Transaction, isUnfinished: Bool) -> [Effect] {
        guard let date = transaction.revocation?.date else { return [] }
        let isNew = revoked[transaction.id]?.revocation?.date != date && reportedRevocations[transaction.id] != date
        revoked[transaction.id] = transaction
        entitlements[transaction.id] = nil
        entitling[transaction.id] = nil
        verdictRequests[transaction.id] = nil
        let key = Key.store(transaction.id)
        var item = QueuedTransaction(transaction, state: .revoked)
        var effects: [Effect] = []
        if let known = entries[key] {
            item.deliveryCount = known.item.deliveryCount
            item.deliveryState = known.item.deliveryState
            if known.item.deliveryCount > 0 {
                item.paymentID = known.item.paymentID
            } else if known.item.paymentID != 0 {
                effects.append(failPayment(known.item.paymentID, of: known, revoked: transaction))
            }
            entries[key]?.item = item
            // A deferred payment behind it has ended now.
            entries[key]?.paymentBehind = []
        } else if isUnfinished, !finished.contains(transaction.id) {
            entries[key] = Entry(item: item, place: nextPlace())
        }
        if let restored = entries[.restored(transaction.id)] {
            for payment in restored.unreported where payment != 0 {
                effects.append(failPayment(payment, of: restored, revoked: transaction))
            }
            entries[.restored(transaction.id)]?.unreported = []
            // A finish that has begun ends as usual.
            if !restored.isFinishing { entries[.restored(transaction.id)] = nil }
        }
        effects += settleRestores(transaction.id)
        return isNew ? effects + [.record(.revocation(transaction))] : effects
    }

    /// The journal holds the revocation, and the inventory has applied its policy.
    mutating func tellRevocation(of transaction: Transaction, _ state: DeliveryState) -> [Effect] {
        let key = Key.store(transaction.id)
        var item = QueuedTransaction(transaction, state: .revoked)
        if let known = entries[key], known.item.state == .revoked { item = known.item }
        item.transaction = transaction
        item.deliveryState = state
        entries[key]?.item.deliveryState = state
        return [.emit(.entitlementRevoked(item))]
    }

    /// A payment whose purchase was revoked before its delivery has bought nothing.
    private mutating func failPayment(_ payment: UInt64, of entry: Entry, revoked transaction: Transaction) -> Effect {
        var item = entry.item
        item.paymentID = payment
        item.state = .failed(
            IAPError(.store, "the store revoked transaction \(transaction.id) before its delivery"))
        item.transaction = nil
        entries[.payment(payment)] = Entry(item: item, place: entry.place)
        return .emit(.transactionUpdated(item))
    }
}
