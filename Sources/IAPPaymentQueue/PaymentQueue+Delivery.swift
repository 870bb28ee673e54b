package import IAPModel

/// The way of a transaction from the store to the game and out of the queue.
extension PaymentQueue {
    /// The store has completed a payment. The next payment begins.
    mutating func endPurchase(_ payment: UInt64, _ outcome: PurchaseOutcome) -> [Effect] {
        let effects = apply(outcome, of: payment)
        guard paymentAtStore == payment else { return effects }
        paymentAtStore = nil
        return effects + startNextPayment()
    }

    private mutating func apply(_ outcome: PurchaseOutcome, of payment: UInt64) -> [Effect] {
        guard var entry = entries[.payment(payment)], entry.item.state == .purchasing else { return [] }
        var effects: [Effect] = []
        switch outcome {
        case .purchased(let transaction) where transaction.revocation == nil && revoked[transaction.id] == nil:
            entries[.payment(payment)] = nil
            effects = enter(transaction, paymentID: payment, place: entry.place)
        case .owned(let transaction) where transaction.productType == .consumable && !isUnfinished(transaction):
            // Restoring a consumable would grant it again.
            entry.item.state = .failed(Self.handedBack(transaction, entry.item.productID))
        case .owned(let transaction) where revoked[transaction.id] == nil:
            entries[.payment(payment)] = nil
            // A purchase that the game has not finished is delivered as purchased. Any other purchase is restored.
            effects =
                isUnfinished(transaction)
                ? enter(transaction, paymentID: payment, place: entry.place)
                : enterRestored(transaction, paymentID: payment, place: entry.place)
        case .purchased(let transaction), .owned(let transaction):
            let error = IAPError(
                .store, "the store completed the purchase with transaction \(transaction.id), which it has revoked")
            entry.item.state = .failed(error)
        case .cancelled:
            entry.item.state = .failed(
                IAPError(.cancelled, "the player cancelled the purchase of \(entry.item.productID)"))
        case .pending:
            entry.item.state = .deferred
            deferred.insert(payment)
        case .unverified(let verification, let error):
            entry.item.state = .failed(error)
            entry.item.failedVerification = verification
        case .failed(let error):
            entry.item.state = .failed(error)
        }
        if entry.item.state != .purchasing {
            entries[.payment(payment)] = entry
            effects = [.emit(.transactionUpdated(entry.item))]
        }
        return effects + releaseHeldUpdates(of: entry.item.productID)
    }

    /// Handles a transaction that the store reports without a payment.
    ///
    /// - Parameter place: Its place in the queue, if it already has one.
    mutating func see(_ transaction: Transaction, isUnfinished: Bool, place: UInt64? = nil) -> [Effect] {
        if case .failed(let failure) = transaction.verification {
            return tellUnverified(transaction, IAPError(unverified: transaction, failure))
        }
        if transaction.revocation != nil { return announceRevocation(of: transaction, isUnfinished: isUnfinished) }
        if let revoked = revoked[transaction.id] {
            // This report is older than the revocation.
            return announceRevocation(of: revoked, isUnfinished: isUnfinished)
        }
        if entries[.store(transaction.id)] != nil { return [] }
        // This report is older than the game's finish.
        if finished.contains(transaction.id) { return [.finishInStore(transaction.id)] }
        if isBuying(transaction.productID) {
            if heldUpdate(transaction.id) == nil {
                heldUpdates[ExactText(transaction.productID), default: []].append(
                    HeldUpdate(transaction: transaction, place: nextPlace()))
            }
            return []
        }
        if let (key, deferred) = deferredPayment(for: transaction) {
            entries[key] = nil
            let effects = enter(transaction, paymentID: deferred.item.paymentID, place: deferred.place)
            entries[.store(transaction.id)]?.deferred = DeferredPayment(
                item: deferred.item, isAdvancedCommerce: deferred.isAdvancedCommerce)
            return effects
        }
        return enter(transaction, paymentID: 0, place: place ?? nextPlace())
    }

    /// Reports an unverified transaction to the game, once per run. It grants nothing and does not enter the queue.
    mutating func tellUnverified(_ transaction: Transaction, _ error: IAPError) -> [Effect] {
        // The store reports a revocation only once. If this revocation is genuine, the account's history contains it.
        var doubt: [Effect] = []
        if transaction.revocation != nil {
            doubted.insert(transaction.id)
            doubt = [.record(.doubt(transaction))]
        }
        guard toldUnverified.insert(transaction.id).inserted else { return doubt }
        return doubt + [.emit(.transactionUpdated(QueuedTransaction(transaction, state: .unverified(error))))]
    }

    func offer(_ transaction: Transaction) -> Effect {
        .record(.offer(transaction, isVerified: !policy.isVerifying))
    }

    private static func handedBack(_ transaction: Transaction, _ productID: String) -> IAPError {
        IAPError(
            .store,
            "the store completed the purchase of \(productID) with transaction \(transaction.id), which is finished; if the player "
                + "bought something, it arrives without another payment")
    }

    /// The store completed a payment with a transaction that the account already had. The library restores it. It does
    /// not restore a consumable, because that would grant it again.
    mutating func enterOwned(_ transaction: Transaction, paymentID: UInt64, place: UInt64) -> [Effect] {
        guard transaction.productType == .consumable, paymentID != 0 else {
            return enterRestored(transaction, paymentID: paymentID, place: place)
        }
        var item = QueuedTransaction(transaction, state: .purchased, paymentID: paymentID)
        item.state = .failed(Self.handedBack(transaction, item.productID))
        item.transaction = nil
        entries[.payment(paymentID)] = Entry(item: item, place: place)
        return [.emit(.transactionUpdated(item))]
    }

    private mutating func enter(_ transaction: Transaction, paymentID: UInt64, place: UInt64) -> [Effect] {
        let key = Key.store(transaction.id)
        if var known = entries[key] {
            // The transaction is being finished, or it is the outcome of another payment. This payment bought nothing
            // new.
            let hasAnotherPayment = known.item.paymentID != 0 && known.item.deliveryCount == 0
            if known.isFinishing { return enterOwned(transaction, paymentID: paymentID, place: place) }
            if hasAnotherPayment { return enterRestored(transaction, paymentID: paymentID, place: place) }
            // The transaction is already in the queue. It is the outcome of this payment.
            known.item.paymentID = paymentID
            entries[key] = known
            return known.item.deliveryCount > 0
                ? [.emit(.transactionUpdated(known.item))] : tellOfWait(transaction.id)
        }
        if entries[.restored(transaction.id)] != nil {
            // The game already has it as restored, and receives it once.
            entries[.restored(transaction.id)]?.isUnfinishedInStore = true
            return paymentID == 0 ? [] : enterRestored(transaction, paymentID: paymentID, place: place)
        }
        entries[key] = Entry(
            item: QueuedTransaction(transaction, state: .purchased, paymentID: paymentID), place: place)
        return isDelivering ? [offer(transaction)] : []
    }

    package func isUnfinished(_ transaction: Transaction) -> Bool {
        entries[.store(transaction.id)] != nil || heldUpdate(transaction.id) != nil
    }

    func heldUpdate(_ id: UInt64) -> HeldUpdate? {
        heldUpdates.values.lazy.joined().first { $0.transaction.id == id }
    }

    /// Whether the queue knows the transaction only as a held update.
    func isListed(_ held: Transaction) -> Bool {
        entries[.store(held.id)] == nil && entries[.restored(held.id)] == nil && revoked[held.id] == nil
    }

    private func isBuying(_ productID: String) -> Bool {
        entries.values.contains {
            $0.item.state == .purchasing && ExactText($0.item.productID) == ExactText(productID)
        }
    }

    /// The deferred payment whose approval led to this transaction. The store does not say which payment it was. So the
    /// queue takes the oldest payment with the same product, quantity and account token, because equal payments are
    /// interchangeable. In Advanced Commerce the game's server signs quantity and token, and so the queue compares only
    /// the product. A family-shared subscription belongs to no payment.
    private func deferredPayment(for transaction: Transaction) -> (Key, Entry)? {
        if transaction.ownership == .familyShared, transaction.productType == .autoRenewableSubscription { return nil }
        let isAdvancedCommerce = transaction.advancedCommerceInfo != nil
        return entries.filter { _, entry in
            entry.item.state == .deferred && ExactText(entry.item.productID) == ExactText(transaction.productID)
                && entry.isAdvancedCommerce == isAdvancedCommerce
                && (isAdvancedCommerce
                    || entry.item.quantity == transaction.quantity
                        && entry.item.appAccountToken == transaction.appAccountToken)
        }.min { $0.value.place < $1.value.place }.map { ($0.key, $0.value) }
    }

    private mutating func releaseHeldUpdates(of productID: String) -> [Effect] {
        guard !isBuying(productID), let held = heldUpdates.removeValue(forKey: ExactText(productID)) else { return [] }
        return held.flatMap { see($0.transaction, isUnfinished: true, place: $0.place) }
    }
}
