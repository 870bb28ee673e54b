internal import IAPModel
internal import Journal

/// How a transaction gets from the store to the game and out of the queue again.
extension PaymentQueue {
    mutating func endPurchase(_ payment: UInt64, _ outcome: PurchaseOutcome) -> [Effect] {
        guard var entry = entries[.payment(payment)], entry.item.state == .purchasing else { return [] }
        var effects: [Effect] = []
        switch outcome {
        case .purchased(let transaction) where transaction.revocation == nil && revoked[transaction.id] == nil:
            entries[.payment(payment)] = nil
            effects = enter(transaction, paymentID: payment, place: entry.place)
        case .owned(let transaction) where revoked[transaction.id] == nil:
            entries[.payment(payment)] = nil
            // What the account has and the game has not finished is still to be delivered; everything else is restored.
            effects =
                isUnfinished(transaction)
                ? enter(transaction, paymentID: payment, place: entry.place)
                : [enterRestored(transaction, paymentID: payment, place: entry.place)]
        case .purchased(let transaction), .owned(let transaction):
            let error = IAPError(.store, "the store answered with transaction \(transaction.id), which it has revoked")
            entry.item.state = .failed(error)
        case .cancelled:
            entry.item.state = .failed(
                IAPError(.cancelled, "the player cancelled the purchase of \(entry.item.productID)"))
        case .pending:
            entry.item.state = .deferred
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

    /// The store tells of a transaction without having been asked.
    ///
    /// - Parameter place: its place in the queue, if it has one already.
    mutating func see(_ transaction: Transaction, isUnfinished: Bool, place: UInt64? = nil) -> [Effect] {
        if case .failed(let failure) = transaction.verification {
            return tellUnverified(transaction, IAPError(unverified: transaction, failure))
        }
        if transaction.revocation != nil { return announceRevocation(of: transaction, isUnfinished: isUnfinished) }
        if let revoked = revoked[transaction.id] {
            // The news is from before the revocation.
            return announceRevocation(of: revoked, isUnfinished: isUnfinished)
        }
        if entries[.store(transaction.id)] != nil { return [] }
        // The news is from before the game finished it.
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
            return enter(transaction, paymentID: deferred.item.paymentID, place: deferred.place)
        }
        return enter(transaction, paymentID: 0, place: place ?? nextPlace())
    }

    mutating func restore(_ transactions: [Transaction]) -> [Effect] {
        var effects: [Effect] = []
        // What the store took back after it had answered is not restored any more.
        for transaction in transactions where transaction.revocation == nil && revoked[transaction.id] == nil {
            if case .failed(let failure) = transaction.verification {
                effects += tellUnverified(transaction, IAPError(unverified: transaction, failure))
                continue
            }
            // What waits as purchased is handed out as that; the player gets it once.
            guard entries[.store(transaction.id)] == nil else { continue }
            effects.append(enterRestored(transaction, paymentID: 0, place: nextPlace()))
        }
        return effects
    }

    /// What is not the store's grants nothing and does not enter the queue; the game hears of it once in a run.
    mutating func tellUnverified(_ transaction: Transaction, _ error: IAPError) -> [Effect] {
        guard toldUnverified.insert(transaction.id).inserted else { return [] }
        return [.emit(.transactionUpdated(QueuedTransaction(transaction, state: .unverified(error))))]
    }

    /// The journal has counted the offer, so the game may hear of it.
    mutating func deliver(_ id: UInt64, _ offer: Journal.Offer) -> [Effect] {
        reportedStalls = reportedStalls.filter { entry in
            if case .offer(id, _) = entry { return false }
            return true
        }
        guard var entry = entries[.store(id)], !entry.isFinishing, let transaction = entry.item.transaction else {
            return []
        }
        switch offer {
        case .deliver(let count):
            guard entry.item.state == .purchased else { return [] }
            entry.item.deliveryCount = count
            entries[.store(id)] = entry
            return [.emit(.transactionUpdated(entry.item))]
        case .alreadyFinished:
            // The game has granted and finished it in an earlier run. The store is told again, in case it has not heard. A
            // payment that led here bought what the account owned already.
            entries[.store(id)] = nil
            let restored =
                entry.item.paymentID == 0 || entry.item.state != .purchased
                ? [] : [enterRestored(transaction, paymentID: entry.item.paymentID, place: entry.place)]
            return restored + [.finishInStore(id)]
        }
    }

    mutating func endFinish(_ id: UInt64) -> [Effect] {
        var effects: [Effect] = [.record(.storeFinish(id))]
        for key in [Key.store(id), .restored(id)] where entries[key]?.isFinishing == true {
            if let entry = entries.removeValue(forKey: key) { effects.append(.emit(.transactionRemoved(entry.item))) }
        }
        finished.insert(id)
        return effects
    }

    private mutating func enter(_ transaction: Transaction, paymentID: UInt64, place: UInt64) -> [Effect] {
        let key = Key.store(transaction.id)
        if var known = entries[key] {
            // It is on its way out, or it is to be the outcome of another payment already: this one bought nothing new.
            let hasAnotherPayment = known.item.paymentID != 0 && known.item.deliveryCount == 0
            if known.isFinishing || hasAnotherPayment {
                return [enterRestored(transaction, paymentID: paymentID, place: place)]
            }
            // The store answers a payment with a transaction that is in the queue: the payment has its outcome with it.
            known.item.paymentID = paymentID
            entries[key] = known
            return known.item.deliveryCount > 0 ? [.emit(.transactionUpdated(known.item))] : []
        }
        if entries[.restored(transaction.id)] != nil {
            // The game has it as restored already and is to get it once.
            entries[.restored(transaction.id)]?.isUnfinishedInStore = true
            return paymentID == 0 ? [] : [enterRestored(transaction, paymentID: paymentID, place: place)]
        }
        entries[key] = Entry(
            item: QueuedTransaction(transaction, state: .purchased, paymentID: paymentID), place: place)
        return isDelivering ? [.record(.offer(transaction.id, productID: transaction.productID))] : []
    }

    private mutating func enterRestored(_ transaction: Transaction, paymentID: UInt64, place: UInt64) -> Effect {
        let item = QueuedTransaction(transaction, state: .restored, paymentID: paymentID)
        let key = Key.restored(transaction.id)
        var entry = entries[key] ?? Entry(item: item, place: place)
        // The payment that led here stays known, but has its outcome once.
        let knownPaymentID = entry.item.paymentID
        entry.item = item
        if paymentID == 0 { entry.item.paymentID = knownPaymentID }
        entries[key] = entry
        return .emit(.transactionUpdated(item))
    }

    /// A revocation is a fact of its own under the id of the purchase; each one is announced once in a run. One that is
    /// unfinished in the store waits in the queue for the game to finish it.
    private mutating func announceRevocation(of transaction: Transaction, isUnfinished: Bool) -> [Effect] {
        guard let date = transaction.revocation?.date else { return [] }
        let isNews = revoked[transaction.id]?.revocation?.date != date && toldRevocations[transaction.id] != date
        revoked[transaction.id] = transaction
        let key = Key.store(transaction.id)
        var item = QueuedTransaction(transaction, state: .revoked)
        var effects: [Effect] = []
        if let known = entries[key] {
            item.deliveryCount = known.item.deliveryCount
            if known.item.deliveryCount > 0 {
                item.paymentID = known.item.paymentID
            } else if known.item.paymentID != 0 {
                effects.append(failPayment(of: known, revoked: transaction))
            }
            entries[key]?.item = item
        } else if isUnfinished, !finished.contains(transaction.id) {
            entries[key] = Entry(item: item, place: nextPlace())
        }
        guard isNews else { return effects }
        if let restored = entries.removeValue(forKey: .restored(transaction.id)), restored.isFinishing {
            // The game finishes it already; that ends as every finish does.
            var entry = entries[key] ?? Entry(item: item, place: restored.place)
            entry.isFinishing = true
            entries[key] = entry
        }
        return effects + [
            .record(.revocation(transaction.id, productID: transaction.productID, date: date)),
            .emit(.entitlementRevoked(item)),
        ]
    }

    /// A payment whose purchase was taken back before the game heard of it has bought nothing.
    private mutating func failPayment(of entry: Entry, revoked transaction: Transaction) -> Effect {
        var item = entry.item
        item.state = .failed(
            IAPError(.store, "the store has revoked transaction \(transaction.id) before its delivery"))
        item.transaction = nil
        entries[.payment(item.paymentID)] = Entry(item: item, place: entry.place)
        return .emit(.transactionUpdated(item))
    }

    private func isUnfinished(_ transaction: Transaction) -> Bool {
        entries[.store(transaction.id)] != nil || heldUpdate(transaction.id) != nil
    }

    func heldUpdate(_ id: UInt64) -> HeldUpdate? {
        heldUpdates.values.lazy.joined().first { $0.transaction.id == id }
    }

    /// Whether a held update is the only one that tells of its transaction.
    func isListed(_ held: Transaction) -> Bool {
        entries[.store(held.id)] == nil && entries[.restored(held.id)] == nil && revoked[held.id] == nil
    }

    private func isBuying(_ productID: String) -> Bool {
        entries.values.contains {
            $0.item.state == .purchasing && ExactText($0.item.productID) == ExactText(productID)
        }
    }

    /// The payment that waited for the approval that led to this transaction. The store does not say which it was; the
    /// oldest one for the same product, quantity and account token is it, as equal ones are interchangeable. In Advanced
    /// Commerce the game's server has signed quantity and token, so the product decides alone.
    private func deferredPayment(for transaction: Transaction) -> (Key, Entry)? {
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

extension PurchaseOutcome {
    /// The same, but for a purchase that is not proven to be one.
    var trusted: Self {
        switch self {
        case .purchased(let transaction), .owned(let transaction):
            guard case .failed(let failure) = transaction.verification else { return self }
            return .unverified(transaction.verification, IAPError(unverified: transaction, failure))
        case .cancelled, .pending, .unverified, .failed: return self
        }
    }
}
