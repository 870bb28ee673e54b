package import IAPModel

/// The way of a transaction from the store to the game and out of the queue.
extension PaymentQueue {
    /// The game has added its first observer: deliver the waiting purchases.
    package mutating func startDelivery() -> [Effect] {
        guard !isDelivering else { return [] }
        isDelivering = true
        let waiting = entries.values.filter { $0.item.state == .purchased && !$0.isFinishing }
        return waiting.sorted { $0.place < $1.place }.compactMap { $0.item.transaction.map(offer) }
    }

    /// The store has completed a payment. The next payment begins.
    mutating func endPurchase(_ payment: UInt64, _ outcome: PurchaseOutcome) -> [Effect] {
        let effects = apply(outcome, of: payment)
        guard paymentAtStore == payment else { return effects }
        paymentAtStore = nil
        return effects + startNextPayment()
    }

    private mutating func apply(_ outcome: PurchaseOutcome, of payment: UInt64) -> [Effect] {
        takeBack(payment, outcome)
        guard var entry = entries[.payment(payment)], [.purchasing, .deferred].contains(entry.item.state) else {
            // The payment ended without this response. A purchase is never dropped, even if it is not the one that ended the
            // payment. It does not wait for the payment that is at the store now: the store has named its payment.
            if case .purchased(let transaction) = outcome {
                return see(transaction, isUnfinished: false, mayHold: false)
            }
            return []
        }
        // Deferred if its turn has ended.
        let before = entry.item.state
        var effects: [Effect] = []
        switch outcome {
        case .purchased(let transaction) where isOthers(transaction),
            .owned(let transaction) where isOthers(transaction):
            entry.item.state = .failed(Self.otherPlayers(transaction))
            reportedOthers.insert(transaction.id)
        case .purchased(let transaction) where transaction.revocation == nil && revoked[transaction.id] == nil:
            entries[.payment(payment)] = nil
            effects = enter(transaction, paymentID: payment, place: entry.place)
        case .owned(let transaction) where transaction.revocation == nil && revoked[transaction.id] == nil:
            entries[.payment(payment)] = nil
            // A purchase that the game has not finished is delivered as purchased.
            effects =
                isUnfinished(transaction)
                ? enter(transaction, paymentID: payment, product: entry.item.productID, place: entry.place)
                : enterOwned(transaction, paymentID: payment, place: entry.place)
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
            // Its response has come. From now on it waits like every other payment for an approval.
            entry.isOverdue = false
            entries[.payment(payment)] = entry
        case .unverified(let verification, let error):
            entry.item.state = .failed(error)
            entry.item.failedVerification = verification
        case .failed(let error):
            entry.item.state = .failed(error)
        }
        if entry.item.state != before {
            entries[.payment(payment)] = entry
            effects = [.emit(.transactionUpdated(entry.item))]
        }
        return effects + releaseHeldUpdates(of: entry.item.productID)
    }

    /// `see` took a transaction for the purchase of an overdue payment, and the game has not received it. The store's own
    /// response says something else, and it is right.
    private mutating func takeBack(_ payment: UInt64, _ outcome: PurchaseOutcome) {
        guard deferred.contains(payment), entries[.payment(payment)] == nil else { return }
        guard let (key, taken) = entries.first(where: { $0.value.paymentBehind.first?.item.paymentID == payment }),
            taken.item.state == .purchased, taken.item.deliveryCount == 0, let transaction = taken.item.transaction
        else { return }
        switch outcome {
        case .purchased(let own) where key == .store(own.id), .owned(let own) where key == .store(own.id): return
        default:
            // The transaction may be the approval of another payment.
            let next = deferredPayment(for: transaction)
            entries[.payment(payment)] = taken.paymentBehind.first
            if let next { entries[next.0] = nil }
            let place = next?.1.place ?? nextPlace()
            entries[key]?.place = place
            entries[key]?.paymentBehind = next.map { [$0.1] } ?? []
            entries[key]?.item.paymentID = next?.1.item.paymentID ?? 0
        }
    }

    /// Handles a transaction that the store reports without a payment.
    ///
    /// - Parameters:
    ///   - isUnfinished: Whether the store is known to wait for a finish. If it revokes such a purchase, the game finishes it.
    ///   - place: Its place in the queue, if it already has one.
    ///   - mayHold: Whether it may wait for the response to a payment.
    ///   - isFromBefore: Whether it is older than all payments of this client, and so the outcome of none that is deferred.
    mutating func see(
        _ transaction: Transaction, isUnfinished: Bool, place: UInt64? = nil, mayHold: Bool = true,
        isFromBefore: Bool = false
    ) -> [Effect] {
        if case .failed(let failure) = transaction.verification {
            return tellUnverified(transaction, IAPError(unverified: transaction, failure))
        }
        if isOthers(transaction) { return tellOthers(transaction) }
        if transaction.revocation != nil { return announceRevocation(of: transaction, isUnfinished: isUnfinished) }
        if let revoked = revoked[transaction.id] {
            // This report is older than the revocation.
            return announceRevocation(of: revoked, isUnfinished: isUnfinished)
        }
        if entries[.store(transaction.id)] != nil { return [] }
        // This report is older than the game's finish.
        if finished.contains(transaction.id) { return [.finishInStore(transaction.id)] }
        if mayHold, isBuying(transaction.productID) {
            guard heldUpdate(transaction.id) == nil else { return [] }
            heldUpdates.append(HeldUpdate(transaction: transaction, place: place ?? nextPlace()))
            return [.awaitResponse(transaction.id)]
        }
        if !isFromBefore, let (key, deferred) = deferredPayment(for: transaction) {
            entries[key] = nil
            let effects = enter(transaction, paymentID: deferred.item.paymentID, place: deferred.place)
            entries[.store(transaction.id)]?.paymentBehind = [deferred]
            entries[.store(transaction.id)]?.isPaymentUnknown = true
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
        guard reportedUnverified.insert(transaction.id).inserted else { return doubt }
        return doubt + [.emit(.transactionUpdated(QueuedTransaction(transaction, state: .unverified(error))))]
    }

    func offer(_ transaction: Transaction) -> Effect {
        .record(.offer(transaction, isVerified: !policy.isVerifying))
    }

    /// The store completed a payment with a finished transaction that the account already had. The library restores it.
    /// It does not restore a consumable, because that would grant it again. Without a payment a restore leads here, and the
    /// store's list for a restore has no consumables.
    mutating func enterOwned(_ transaction: Transaction, paymentID: UInt64, place: UInt64) -> [Effect] {
        guard transaction.productType == .consumable, paymentID != 0 else {
            return enterRestored(transaction, paymentID: paymentID, place: place)
        }
        let error = IAPError(
            .store,
            "the store completed the purchase of \(transaction.productID) with transaction \(transaction.id), which is finished; if the "
                + "player bought something, it arrives without another payment")
        return [fail(paymentID, transaction, error, place: place)]
    }

    /// An unfinished purchase enters the queue. The game receives it as purchased and as nothing else, whatever number of
    /// payments, restores and reports mention it.
    ///
    /// - Parameter product: The product of the payment, if the store has returned an earlier purchase for it.
    private mutating func enter(
        _ transaction: Transaction, paymentID: UInt64, product: String? = nil, place: UInt64
    ) -> [Effect] {
        let key = Key.store(transaction.id)
        if var known = entries[key] {
            // The game has received it and finishes it. The account owns it, and this payment bought nothing.
            if known.isFinishing, transaction.productType != .consumable {
                return enterRestored(transaction, paymentID: paymentID, place: place)
            }
            // The payment requested a change of the subscription, which starts at the next renewal. It ends with a
            // restore of the current period, because the game has received that period as purchased.
            if let product, known.item.deliveryCount > 0, ExactText(product) != ExactText(transaction.productID) {
                return enterRestored(transaction, paymentID: paymentID, place: place)
            }
            guard known.item.paymentID == 0, known.item.deliveryCount == 0, !known.isFinishing else {
                // If this payment may have bought it, nobody can say that nothing was charged.
                let mayBeCharged = known.isPaymentUnknown && product == nil
                return [endUnfinished(paymentID, transaction, mayBeCharged: mayBeCharged, place: place)]
            }
            // It waits for its delivery, and it is the outcome of this payment.
            known.item.paymentID = paymentID
            entries[key] = known
            return tellOfWait(transaction.id)
        }
        var payments = paymentID == 0 ? [] : [paymentID]
        var effects: [Effect] = []
        // It waits for no other payment any more.
        var isAlsoRestored = removeHeldUpdate(transaction)?.isAlsoRestored == true
        if var restored = entries[.restored(transaction.id)], !restored.unreported.isEmpty {
            // A restore found it before the list of unfinished purchases had it. An earlier restored delivery stays.
            payments += restored.unreported.filter { $0 != 0 }
            isAlsoRestored = isAlsoRestored || restored.unreported.contains(0)
            restored.unreported = []
            entries[.restored(transaction.id)] = restored.isReported ? restored : nil
            // Before the first observer nothing is offered. Else the restore waits for the outcome of the offer.
            if !isDelivering { effects = settleRestores(transaction.id) }
        }
        var entry = Entry(
            item: QueuedTransaction(transaction, state: .purchased, paymentID: payments.first ?? 0), place: place)
        entry.isAlsoRestored = isAlsoRestored
        entries[key] = entry
        effects += payments.dropFirst().map { endUnfinished($0, transaction, place: nextPlace()) }
        return effects + (isDelivering ? [offer(transaction)] : [])
    }

    /// Ends a payment that the store completed with a purchase which is delivered without it, and not finished.
    private mutating func endUnfinished(
        _ payment: UInt64, _ transaction: Transaction, mayBeCharged: Bool = false, place: UInt64
    ) -> Effect {
        let purchase = "\(transaction.productID) (transaction \(transaction.id))"
        let what =
            mayBeCharged
            ? "the store's response came too late: the purchase of \(purchase) is delivered without this payment"
            : "nothing was charged: the account has bought \(purchase) before, and that purchase is not finished"
        let error = IAPError(
            .unfinishedPurchase,
            what + "; grant it when transaction_updated delivers it as purchased, then finish it")
        return fail(payment, transaction, error, place: place)
    }

    private mutating func fail(
        _ payment: UInt64, _ transaction: Transaction, _ error: IAPError, place: UInt64
    ) -> Effect {
        var item = QueuedTransaction(transaction, state: .failed(error), paymentID: payment)
        item.transaction = nil
        entries[.payment(payment)] = Entry(item: item, place: place)
        return .emit(.transactionUpdated(item))
    }

    /// The store has reported a transaction and has not completed the payment that seems to have bought it. The transaction
    /// does not wait longer.
    mutating func endWait(forResponseTo id: UInt64) -> [Effect] {
        guard let payment = paymentAtStore, let entry = entries[.payment(payment)], let held = heldUpdate(id) else {
            return []
        }
        _ = removeHeldUpdate(held.transaction)
        if held.transaction.isNew, isOutcome(held.transaction, of: entry) {
            let effects = endPurchase(payment, .purchased(held.transaction))
            entries[.store(id)]?.isPaymentUnknown = true
            if held.isAlsoRestored { entries[.store(id)]?.isAlsoRestored = true }
            return effects
        }
        let effects = see(held)
        entries[.store(id)]?.isPaymentUnknown = true
        return effects
    }

    // MARK: Several players

    /// Whether the purchase belongs to another player than the one who is signed in.
    func isOthers(_ transaction: Transaction) -> Bool {
        guard let player = policy.player, let token = transaction.appAccountToken else { return false }
        return token != player
    }

    /// Reports another player's purchase, once per run. It stays unfinished in the store and comes when its player signs in.
    mutating func tellOthers(_ transaction: Transaction) -> [Effect] {
        guard transaction.revocation == nil, reportedOthers.insert(transaction.id).inserted else { return [] }
        return [.emit(.problemReported(Self.otherPlayers(transaction)))]
    }

    private static func otherPlayers(_ transaction: Transaction) -> IAPError {
        IAPError(
            .otherPlayer,
            "transaction \(transaction.id) of \(transaction.productID) belongs to another player of this device; it stays unfinished and "
                + "comes when that player signs in")
    }

    package func isUnfinished(_ transaction: Transaction) -> Bool {
        entries[.store(transaction.id)] != nil || heldUpdate(transaction.id) != nil
    }

    func heldUpdate(_ id: UInt64) -> HeldUpdate? {
        heldUpdates.first { $0.transaction.id == id }
    }

    private mutating func removeHeldUpdate(_ transaction: Transaction) -> HeldUpdate? {
        heldUpdates.firstIndex { $0.transaction.id == transaction.id }.map { heldUpdates.remove(at: $0) }
    }

    /// Whether the queue has no entry for a held transaction, and so lists the held one.
    func isOnlyHeld(_ held: Transaction) -> Bool {
        entries[.store(held.id)] == nil && entries[.restored(held.id)] == nil && revoked[held.id] == nil
    }

    private func isBuying(_ productID: String) -> Bool {
        guard let payment = paymentAtStore, let item = entries[.payment(payment)]?.item else { return false }
        return item.state == .purchasing && ExactText(item.productID) == ExactText(productID)
    }

    /// The deferred payment whose approval led to this transaction. The store does not say which payment it was. So the
    /// queue takes the oldest payment with the same product, quantity and account token, because equal payments are
    /// interchangeable. An overdue payment comes first: its own response may follow, and finds its transaction taken
    /// otherwise. In Advanced Commerce the game's server signs quantity and token, and so the queue compares only the
    /// product. A subscription that the family shares belongs to no payment, because the player can buy another one beside
    /// it. A shared product that is owned once can be the answer to a payment.
    private func deferredPayment(for transaction: Transaction) -> (Key, Entry)? {
        // The queue may hold thousands of purchases, so only the deferred payments are looked at.
        deferred.compactMap { id in entries[.payment(id)].map { (Key.payment(id), $0) } }
            .filter { $0.1.item.state == .deferred && isOutcome(transaction, of: $0.1) }
            .min { ($0.1.isOverdue ? 0 : 1, $0.1.place) < ($1.1.isOverdue ? 0 : 1, $1.1.place) }
    }

    private func isOutcome(_ transaction: Transaction, of payment: Entry) -> Bool {
        if transaction.ownership == .familyShared, transaction.productType == .autoRenewableSubscription {
            return false
        }
        let isAdvancedCommerce = transaction.advancedCommerceInfo != nil
        return ExactText(payment.item.productID) == ExactText(transaction.productID)
            && payment.isAdvancedCommerce == isAdvancedCommerce
            && (isAdvancedCommerce
                || (payment.hasSeats || payment.item.quantity == transaction.quantity)
                    && payment.item.appAccountToken == transaction.appAccountToken)
    }

    mutating func releaseHeldUpdates(of productID: String) -> [Effect] {
        guard !isBuying(productID) else { return [] }
        let released = heldUpdates.filter { ExactText($0.transaction.productID) == ExactText(productID) }
        heldUpdates.removeAll { ExactText($0.transaction.productID) == ExactText(productID) }
        return released.flatMap { see($0) }
    }

    /// It waits no longer. The game has it in its list as a purchase, and so finishes it even if it was revoked meanwhile.
    private mutating func see(_ held: HeldUpdate) -> [Effect] {
        let effects = see(held.transaction, isUnfinished: true, place: held.place, mayHold: false)
        if held.isAlsoRestored { entries[.store(held.transaction.id)]?.isAlsoRestored = true }
        return effects
    }
}
