internal import IAPModel

/// Delivers what the account owns again, as restored.
extension PaymentQueue {
    mutating func restore(_ transactions: [Transaction], _ request: UInt64) -> [Effect] {
        var effects: [Effect] = []
        var waiting: Set<UInt64> = []
        // A purchase that the store revoked after its response is not restored.
        for transaction in transactions where transaction.revocation == nil && revoked[transaction.id] == nil {
            if case .failed(let failure) = transaction.verification {
                effects += tellUnverified(transaction, IAPError(unverified: transaction, failure))
                continue
            }
            if isOthers(transaction) {
                effects += tellOthers(transaction)
                continue
            }
            // A transaction that waits as purchased is delivered as purchased. The player gets it once.
            guard !isUnfinished(transaction) else { continue }
            effects += enterRestored(transaction, paymentID: 0, place: nextPlace())
            let isUntold = entries[.restored(transaction.id)]?.untold.isEmpty == false
            if isUntold, !mayTakeLong(transaction.id) { waiting.insert(transaction.id) }
        }
        restores[request] = waiting
        return effects + endRestores()
    }

    /// The game cancels a restore. The transactions that it has already brought stay.
    package mutating func cancel(restore request: UInt64) -> [Effect] {
        guard isOpen(restore: request) else { return [] }
        restores[request] = nil
        let error = IAPError(.cancelled, "the game cancelled the restore")
        return end(request, with: .restoreFailed(request: request, error))
    }

    /// Delivers the transaction to the game now, unless it must be verified or granted first.
    mutating func enterRestored(_ transaction: Transaction, paymentID: UInt64, place: UInt64) -> [Effect] {
        let item = QueuedTransaction(transaction, state: .restored, paymentID: paymentID)
        let key = Key.restored(transaction.id)
        var entry = entries[key] ?? Entry(item: item, place: place)
        // The payment that led here stays known, but it has one outcome.
        let knownPaymentID = entry.item.paymentID
        entry.item = item
        if paymentID == 0 { entry.item.paymentID = knownPaymentID }
        guard policy.isVerifying || policy.heldProducts.contains(ExactText(transaction.productID)) else {
            entry.isTold = true
            toldRestored.insert(transaction.id)
            entries[key] = entry
            // The journal records it for a revocation, which may come in a later run.
            return [.emit(.transactionUpdated(item)), .record(.restore(transaction, isVerified: true))]
        }
        let isUnderWay = !entry.untold.isEmpty
        entry.untold.append(paymentID)
        entries[key] = entry
        return isUnderWay
            ? tellOfWait(transaction.id) : [.record(.restore(transaction, isVerified: !policy.isVerifying))]
    }

    mutating func deliverRestored(_ transaction: Transaction, _ outcome: JournalOutcome) -> [Effect] {
        let key = Key.restored(transaction.id)
        guard var entry = entries[key], entry.item.state == .restored, !entry.untold.isEmpty else { return [] }
        switch outcome {
        case .restore where heldUpdate(transaction.id) != nil && !finished.contains(transaction.id):
            // The store has listed the purchase as unfinished. It is delivered as purchased when the payment ends.
            return settleRestores(transaction.id)
        case .restore(let state):
            entry.item.deliveryState = state
            var effects: [Effect] = []
            for payment in entry.untold {
                var item = entry.item
                item.paymentID = payment
                effects.append(.emit(.transactionUpdated(item)))
            }
            entry.untold = []
            entry.isTold = true
            toldRestored.insert(transaction.id)
            entries[key] = entry
            return effects + settleRestores(transaction.id)
        case .verify where entries[.store(transaction.id)]?.isVerified == true:
            // The purchase was found valid. The disk could not record that yet.
            return [.record(.restore(transaction, isVerified: true))]
        case .verify(let attempts, let due): return ask(about: transaction, attempts: attempts, due: due)
        case .done, .deliver, .alreadyFinished, .revoked, .entitled: return []
        }
    }

    /// No restore waits for this transaction any more.
    mutating func settleRestores(_ id: UInt64) -> [Effect] {
        for request in restores.keys { restores[request]?.remove(id) }
        return endRestores()
    }

    private mutating func endRestores() -> [Effect] {
        var effects: [Effect] = []
        for request in restores.filter(\.value.isEmpty).keys.sorted() {
            restores[request] = nil
            effects += end(request, with: .restoreFinished(request: request))
        }
        return effects
    }
}
