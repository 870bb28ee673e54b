internal import IAPModel
internal import Journal

/// What the account owns and the game is handed out again.
extension PaymentQueue {
    mutating func restore(_ transactions: [Transaction], _ request: UInt64) -> [Effect] {
        var effects: [Effect] = []
        var waiting: Set<UInt64> = []
        // What the store took back after it had answered is not restored any more.
        for transaction in transactions where transaction.revocation == nil && revoked[transaction.id] == nil {
            if case .failed(let failure) = transaction.verification {
                effects += tellUnverified(transaction, IAPError(unverified: transaction, failure))
                continue
            }
            // What waits as purchased is handed out as that; the player gets it once.
            guard !isUnfinished(transaction) else { continue }
            effects += enterRestored(transaction, paymentID: 0, place: nextPlace())
            let isUntold = entries[.restored(transaction.id)]?.untold.isEmpty == false
            if isUntold, !mayTakeLong(transaction.id) { waiting.insert(transaction.id) }
        }
        restores[request] = waiting
        return effects + endRestores()
    }

    /// The game hears of it now, unless something has to happen before.
    mutating func enterRestored(_ transaction: Transaction, paymentID: UInt64, place: UInt64) -> [Effect] {
        let item = QueuedTransaction(transaction, state: .restored, paymentID: paymentID)
        let key = Key.restored(transaction.id)
        var entry = entries[key] ?? Entry(item: item, place: place)
        // The payment that led here stays known, but has its outcome once.
        let knownPaymentID = entry.item.paymentID
        entry.item = item
        if paymentID == 0 { entry.item.paymentID = knownPaymentID }
        guard policy.isVerifying || policy.heldProducts.contains(ExactText(transaction.productID)) else {
            entries[key] = entry
            return [.emit(.transactionUpdated(item))]
        }
        let isUnderWay = !entry.untold.isEmpty
        entry.untold.append(paymentID)
        entries[key] = entry
        return isUnderWay
            ? tellOfWait(transaction.id) : [.record(.restore(transaction, isVerified: !policy.isVerifying))]
    }

    mutating func deliverRestored(_ transaction: Transaction, _ offer: Journal.Offer) -> [Effect] {
        let key = Key.restored(transaction.id)
        guard var entry = entries[key], entry.item.state == .restored, !entry.untold.isEmpty else { return [] }
        switch offer {
        case .restore(let state):
            entry.item.deliveryState = state
            var effects: [Effect] = []
            for payment in entry.untold {
                var item = entry.item
                item.paymentID = payment
                effects.append(.emit(.transactionUpdated(item)))
            }
            entry.untold = []
            entries[key] = entry
            return effects + settleRestores(transaction.id)
        case .verify where entries[.store(transaction.id)]?.isVerified == true:
            // The same purchase was found valid; a full disk holds that up.
            return [.record(.restore(transaction, isVerified: true))]
        case .verify(let attempts, let due): return ask(about: transaction, attempts: attempts, due: due)
        case .deliver, .alreadyFinished: return []
        }
    }

    /// No restore waits for this one any more.
    mutating func settleRestores(_ id: UInt64) -> [Effect] {
        for request in restores.keys { restores[request]?.remove(id) }
        return endRestores()
    }

    private mutating func endRestores() -> [Effect] {
        var effects: [Effect] = []
        for request in restores.filter(\.value.isEmpty).keys.sorted() {
            restores[request] = nil
            effects += end(request, .restoreFinished(request: request))
        }
        return effects
    }
}
