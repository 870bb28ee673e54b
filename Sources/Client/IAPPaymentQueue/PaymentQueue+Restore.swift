internal import IAPModel

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
            // A transaction that waits as purchased is delivered as purchased. The player gets it once. If the journal says
            // that an earlier run finished it, it is restored.
            if entries[.store(transaction.id)] != nil {
                entries[.store(transaction.id)]?.isAlsoRestored = true
                if isDelivering, isUndelivered(transaction.id), !mayTakeLong(transaction.id) {
                    waiting.insert(transaction.id)
                }
                continue
            }
            // A purchase that waits for the end of a payment is delivered as purchased, too. The journal must not record
            // a restored delivery: the game has not received one, and perhaps ends before the payment does.
            if let index = heldUpdates.firstIndex(where: { $0.transaction.id == transaction.id }) {
                heldUpdates[index].isAlsoRestored = true
                continue
            }
            effects += enterRestored(transaction, paymentID: 0, place: nextPlace())
            if !mayTakeLong(transaction.id) { waiting.insert(transaction.id) }
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

    /// The journal records the delivery first: a revocation may come in a later run, and the game hears of it only if it
    /// has received the purchase.
    mutating func enterRestored(_ transaction: Transaction, paymentID: UInt64, place: UInt64) -> [Effect] {
        let key = Key.restored(transaction.id)
        // The list and the removal name the payment that led here before, even after a later restore.
        let known = paymentID == 0 ? entries[key]?.item.paymentID ?? 0 : paymentID
        let item = QueuedTransaction(transaction, state: .restored, paymentID: known)
        var entry = entries[key] ?? Entry(item: item, place: place)
        entry.item = item
        let isUnderWay = !entry.unreported.isEmpty
        entry.unreported.append(paymentID)
        entries[key] = entry
        return isUnderWay
            ? tellOfWait(transaction.id) : [.record(.restore(transaction, isVerified: !policy.isVerifying))]
    }

    mutating func deliverRestored(_ transaction: Transaction, _ outcome: JournalOutcome) -> [Effect] {
        let key = Key.restored(transaction.id)
        guard var entry = entries[key], !entry.unreported.isEmpty else { return [] }
        switch outcome {
        case .restore
        where heldUpdate(transaction.id) != nil && entries[.store(transaction.id)] == nil
            && !finished.contains(transaction.id):
            // The store has listed the purchase as unfinished. It is delivered as purchased when the payment ends.
            return settleRestores(transaction.id)
        case .restore(let state):
            entry.item.deliveryState = state
            var effects: [Effect] = []
            for payment in entry.unreported {
                var item = entry.item
                item.paymentID = payment
                effects.append(.emit(.transactionUpdated(item)))
            }
            entry.unreported = []
            entry.isReported = true
            reportedRestored.insert(transaction.id)
            reportedRevocations[transaction.id] = nil
            entries[key] = entry
            return effects + settleRestores(transaction.id)
        case .verify where entries[.store(transaction.id)]?.isVerified == true:
            // The purchase was found valid. The disk could not record that yet.
            return [.record(.restore(transaction, isVerified: true))]
        case .verify(let attempts, let due): return ask(about: transaction, attempts: attempts, due: due)
        case .done, .deliver, .alreadyFinished, .revoked, .entitled: return []
        }
    }

    /// Whether a delivery of this transaction is still to come.
    func isUndelivered(_ id: UInt64) -> Bool {
        if entries[.restored(id)]?.unreported.isEmpty == false { return true }
        guard let entry = entries[.store(id)] else { return false }
        return entry.item.state == .purchased && entry.item.deliveryCount == 0 && !entry.isFinishing
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
