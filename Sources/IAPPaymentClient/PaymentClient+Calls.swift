internal import IAPJournal
package import IAPModel
package import IAPPaymentQueue
internal import IAPPlatform

/// The calls of the game.
extension PaymentClient {
    package var canMakePayments: Bool { runner.call { store.canMakePayments } }

    package func supports(_ feature: Feature) -> Bool { runner.call { store.supports(feature) } }

    package var environment: StoreEnvironment { runner.call { store.environment } }

    package func startDelivery() {
        change { $0.startDelivery() }
    }

    package func add(_ payment: Payment) throws(IAPError) -> UInt64 {
        try changeWithID { queue throws(IAPError) in try queue.add(payment) }
    }

    /// Cancels a payment that waits for its turn.
    package func cancel(payment id: UInt64) throws(IAPError) {
        try change { queue throws(IAPError) in try queue.cancel(payment: id) }
    }

    /// - Parameter register: Called with the id before the request can complete.
    package func open(_ request: Request, register: (UInt64) -> Void = { _ in }) -> UInt64 {
        changeWithID { queue in
            let opened = queue.open(request)
            register(opened.id)
            return opened
        }
    }

    /// - Returns: false if no such restore is open.
    package func cancel(restore request: UInt64) -> Bool {
        var isOpen = false
        change { queue in
            let effects = queue.cancel(restore: request)
            isOpen = !effects.isEmpty
            return effects
        }
        return isOpen
    }

    /// - Parameter register: Called with the id before the request can complete.
    package func display(
        message: UInt64, _ anchor: Anchor?, register: (UInt64) -> Void
    ) throws(IAPError) -> UInt64 {
        try changeWithID { queue throws(IAPError) in
            let opened = try queue.display(message: message, anchor)
            register(opened.id)
            return opened
        }
    }

    package var purchaseIntents: [PurchaseIntent] { monitor.withLock { queue.purchaseIntents } }

    package func take(intent: UInt64, _ payment: Payment?) throws(IAPError) -> UInt64 {
        try changeWithID { queue throws(IAPError) in try queue.take(intent: intent, payment) }
    }

    package func `defer`(intent: UInt64) throws(IAPError) {
        try monitor.withLock { () throws(IAPError) in try queue.defer(intent: intent) }
    }

    package func decline(intent: UInt64) throws(IAPError) {
        try monitor.withLock { () throws(IAPError) in try queue.decline(intent: intent) }
    }

    package func isUndecided(intent: UInt64) -> Bool { monitor.withLock { queue.isUndecided(intent: intent) } }

    /// The game has received this intent.
    package func markTold(intent: UInt64) {
        monitor.withLock { queue.markTold(intent: intent) }
    }

    /// Delivers the open intents again. The game has added an observer that may have missed them.
    package func repeatIntents() {
        change { $0.repeatIntents() }
    }

    package func finish(_ key: PaymentQueue.Key) throws(IAPError) {
        let item = monitor.withLock { queue.item(key) }
        try change { queue throws(IAPError) in try queue.finish(key) }
        if let item { logFinish(of: item, key) }
    }

    package func finish(transactionID: UInt64) throws(IAPError) {
        var finished: (key: PaymentQueue.Key, item: QueuedTransaction?)?
        try change { queue throws(IAPError) in
            let key = queue.key(ofFinish: transactionID)
            finished = (key, queue.item(key))
            return try queue.finish(key)
        }
        if let finished, let item = finished.item { logFinish(of: item, finished.key) }
    }

    /// The game has recorded the grant in its own save file.
    package func recordGrant(_ key: PaymentQueue.Key) throws(IAPError) {
        try change { queue throws(IAPError) in
            let effects = try queue.recordGrant(key)
            granted.insert(key)
            return effects
        }
    }

    /// The game has received the revocation of this transaction.
    package func markRevocationTold(_ transaction: Transaction) {
        guard let date = transaction.revocation?.date else { return }
        record(
            .entry(
                .revocationTold(
                    transaction.id, productID: transaction.productID, purchaseDate: transaction.purchaseDate,
                    date: date)))
    }

    /// The game has received the report that its journal was damaged.
    package func markDamageTold() { record(.entry(.damageTold)) }

    /// The number of purchases that wait for the first observer.
    package var waitingForObserver: Int { monitor.withLock { queue.waitingForObserver } }

    package var transactions: [QueuedTransaction] { monitor.withLock { queue.transactions } }
}
