package import IAPModel

extension PaymentQueue {
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
        entry.hasSeats = payment.seats != nil
        entries[.payment(id)] = entry
        waitingPayments.append(WaitingPayment(id: id, payment: payment))
        let started = startNextPayment()
        let isFirstToWait = started.isEmpty && waitingPayments.count == 1
        return (id, [.emit(.transactionUpdated(item))] + started + (isFirstToWait ? awaitTurn() : []))
    }

    /// Gives the next payment to the store, unless the store has one.
    mutating func startNextPayment() -> [Effect] {
        guard paymentAtStore == nil, !waitingPayments.isEmpty else { return [] }
        let next = waitingPayments.removeFirst()
        paymentAtStore = next.id
        return [.buy(payment: next.id, next.payment)] + awaitTurn()
    }

    /// StoreKit may never complete `purchase()`. The payments behind it must not wait until the game ends.
    private func awaitTurn() -> [Effect] {
        guard let paymentAtStore, !waitingPayments.isEmpty else { return [] }
        return [.awaitTurn(behind: paymentAtStore)]
    }

    /// The payment no longer blocks the next one. It stays open like a payment that waits for an approval: the store may
    /// still complete it, or report its transaction.
    mutating func endTurn(of payment: UInt64) -> [Effect] {
        guard paymentAtStore == payment, !waitingPayments.isEmpty, var entry = entries[.payment(payment)] else {
            return []
        }
        paymentAtStore = nil
        deferred.insert(payment)
        entry.item.state = .deferred
        entry.isOverdue = true
        entries[.payment(payment)] = entry
        return [.emit(.transactionUpdated(entry.item))] + releaseHeldUpdates(of: entry.item.productID)
            + startNextPayment()
    }

    package mutating func cancel(payment id: UInt64) throws(IAPError) -> [Effect] {
        guard let index = waitingPayments.firstIndex(where: { $0.id == id }), var entry = entries[.payment(id)] else {
            guard let state = entries[.payment(id)]?.item.state, [.purchasing, .deferred].contains(state) else {
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
        var entry: Entry
        do throws(IAPError) { entry = try self.entry(key, doing: "finish") } catch {
            // A game that finishes what the store has revoked makes no mistake, even if it has left the queue.
            guard error.status == .notFound, isRevoked(key) else { throw error }
            return []
        }
        switch entry.item.state {
        case .purchasing, .deferred:
            throw IAPError(
                .invalidState,
                "only a purchased, restored or failed transaction can be finished; wait for its next state")
        // An unverified or rejected transaction is reported, and never listed here.
        case .failed, .unverified, .rejected:
            entries[key] = nil
            return [.emit(.transactionRemoved(entry.item))]
        case .purchased where policy.isVerifying && entry.item.deliveryCount == 0:
            throw Self.unverified(entry)
        case .restored where !entry.isReported:
            throw Self.unverified(entry)
        case .purchased, .revoked, .restored:
            guard !entry.isFinishing, let transaction = entry.item.transaction else { return [] }
            entry.isFinishing = true
            entries[key] = entry
            if entry.item.state == .restored { return [.record(.finishRestored(transaction))] }
            // A restore that waits for its delivery waits no longer: there is none.
            return [.record(.finish(transaction))] + settleRestores(transaction.id)
        }
    }

    /// The delivery that a finish of this id ends: the one that the game has received. Finishing a restored delivery
    /// does not end a purchase that still waits, even if the game finishes it twice.
    package func key(ofFinish id: UInt64) -> Key {
        let purchase = entries[.store(id)]?.item
        let isWaiting = purchase.map { $0.state == .purchased && $0.deliveryCount == 0 } ?? true
        let isRestored = entries[.restored(id)] != nil || reportedRestored.contains(id)
        return isWaiting && isRestored ? .restored(id) : .store(id)
    }

    /// The game has recorded the grant in its own save file.
    package mutating func recordGrant(_ key: Key) throws(IAPError) -> [Effect] {
        let entry = try entry(key, doing: "grant")
        let isHandedOut =
            switch entry.item.state {
            case .purchased: entry.item.deliveryCount > 0
            case .restored: entry.isReported
            default: false
            }
        guard isHandedOut, let transaction = entry.item.transaction else {
            throw IAPError(
                .invalidState, "only a purchased or restored transaction can be granted, and only after its delivery")
        }
        return entry.isFinishing || entry.item.deliveryState == .granted ? [] : [.record(.grant(transaction))]
    }

    package func item(_ key: Key) -> QueuedTransaction? { entries[key]?.item }

    /// Whether the store has revoked it, in this run or, with the game's knowledge, in an earlier one.
    private func isRevoked(_ key: Key) -> Bool {
        switch key {
        case .payment: false
        case .store(let id), .restored(let id): revoked[id] != nil || reportedRevocations[id] != nil
        }
    }

    private func entry(_ key: Key, doing what: String) throws(IAPError) -> Entry {
        if let entry = entries[key] { return entry }
        // Before its verification, a restored purchase is listed as purchased.
        if case .store(let id) = key, let entry = entries[.restored(id)], policy.isVerifying {
            if !entry.isReported { throw Self.unverified(entry) }
            throw IAPError(
                .invalidState, "transaction \(id) was delivered as restored; \(what) the handle of that delivery")
        }
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

/// What the App Store requests from the game: purchases that the player started there, and messages.
extension PaymentQueue {
    // MARK: Purchase intents

    /// The intents that the game has neither taken nor declined, in the order of arrival.
    package var purchaseIntents: [PurchaseIntent] { intents.map(\.intent) }

    /// Buys what the player started to buy in the App Store.
    ///
    /// - Parameter payment: How to buy. Nil for a plain payment. The offer of the intent is added.
    package mutating func take(intent id: UInt64, _ payment: Payment?) throws(IAPError) -> (
        id: UInt64, effects: [Effect]
    ) {
        let index = try index(ofIntent: id)
        let intent = intents[index].intent
        var payment = payment ?? Payment(productID: intent.productID)
        guard ExactText(payment.productID) == ExactText(intent.productID) else {
            throw IAPError(
                .invalidArgument, "the payment is for \(payment.productID), but the intent is for \(intent.productID)")
        }
        if let offerID = intent.offerID {
            guard payment.offer == nil else {
                throw IAPError(
                    .invalidArgument, "both the payment and the intent name an offer; take the offer out of the payment"
                )
            }
            guard payment.advancedCommerceJWS == nil else {
                throw IAPError(
                    .invalidArgument,
                    "the payment has advanced_commerce_jws, and the intent is for the win-back offer \(offerID)")
            }
            payment.offer = .winBack(id: offerID)
        }
        let added = try add(payment)
        intents.remove(at: index)
        return added
    }

    package mutating func `defer`(intent id: UInt64) throws(IAPError) {
        intents[try index(ofIntent: id)].intent.isDeferred = true
    }

    package mutating func decline(intent id: UInt64) throws(IAPError) {
        intents.remove(at: try index(ofIntent: id))
    }

    /// Whether the game has not yet taken, deferred or declined it.
    package func isUndecided(intent id: UInt64) -> Bool {
        intents.contains { $0.intent.id == id && !$0.intent.isDeferred }
    }

    /// The game has received the intent. An observer that is added later receives it again, unless the game has
    /// decided.
    package mutating func markReported(intent id: UInt64) {
        guard let index = intents.firstIndex(where: { $0.intent.id == id }) else { return }
        intents[index].isReported = true
    }

    /// An observer was added. It receives the intents that others have received and not decided.
    package mutating func repeatIntents() -> [Effect] {
        var effects: [Effect] = []
        for index in intents.indices where intents[index].isReported && !intents[index].intent.isDeferred {
            // The intent is queued again. An observer that is added before its delivery receives this one.
            intents[index].isReported = false
            effects.append(.emit(.purchaseIntentReceived(intents[index].intent)))
        }
        return effects
    }

    mutating func enter(_ intent: PurchaseIntent) -> [Effect] {
        var intent = intent
        intent.id = nextID()
        intents.append(HeldIntent(intent: intent))
        return [.emit(.purchaseIntentReceived(intent))]
    }

    private func index(ofIntent id: UInt64) throws(IAPError) -> Int {
        guard let index = intents.firstIndex(where: { $0.intent.id == id }) else {
            throw IAPError(.notFound, "the purchase intent was already taken or declined")
        }
        return index
    }

    // MARK: Messages

    /// Opens the request that shows a message. Each message is shown once, and by one request at a time.
    package mutating func display(
        message id: UInt64, _ anchor: Anchor?
    ) throws(IAPError) -> (id: UInt64, effects: [Effect]) {
        guard messages.remove(id) != nil else {
            throw IAPError(.notFound, "the message was already shown, or it belongs to another client")
        }
        let opened = open(.store(.show(.message(id), anchor)))
        displays[opened.id] = id
        return opened
    }

    /// A message that could not be shown can be shown later. A message that the player dismissed counts as shown.
    mutating func endDisplay(_ request: UInt64, _ result: Result<Response, IAPError>) {
        guard let message = displays.removeValue(forKey: request), case .failure(let error) = result else { return }
        switch error.status.category {
        case .cancelled, .notFound: break
        default: messages.insert(message)
        }
    }

    mutating func enter(_ message: StoreMessage) -> [Effect] {
        guard messages.insert(message.id).inserted else { return [] }
        return [.emit(.messageReceived(message))]
    }
}
