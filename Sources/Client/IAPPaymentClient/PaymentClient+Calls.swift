internal import IAPJournal
package import IAPModel
package import IAPPaymentQueue
internal import IAPPlatform

/// The calls of the game.
extension PaymentClient {
    package var canMakePayments: Bool { runner.call { store.canMakePayments } }

    package func supports(_ feature: Feature) -> Bool { runner.call { store.supports(feature) } }

    /// Whether the account may use a product now, according to the store's reports. Reads no file.
    package func owns(_ productID: String) -> Bool {
        let now = runner.now
        return monitor.withLock { queue.owns(productID, at: now) }
    }

    package var environment: StoreEnvironment { runner.call { store.environment } }

    package func startDelivery() {
        change { $0.startDelivery() }
    }

    package func add(_ payment: Payment) throws(IAPError) -> UInt64 {
        try changeWithID { queue throws(IAPError) in try queue.add(payment) }
    }

    package func cancel(payment id: UInt64) throws(IAPError) {
        try changing { queue throws(IAPError) in try queue.cancel(payment: id) }
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

    package func markReported(intent: UInt64) {
        monitor.withLock { queue.markReported(intent: intent) }
    }

    /// Delivers the open intents again. The game has added an observer that may have missed them.
    package func repeatIntents() {
        change { $0.repeatIntents() }
    }

    package func finish(_ key: PaymentQueue.Key) throws(IAPError) { try finish { _ in key } }

    package func finish(transactionID: UInt64) throws(IAPError) {
        try finish { queue in queue.key(ofFinish: transactionID) }
    }

    private func finish(_ key: (PaymentQueue) -> PaymentQueue.Key) throws(IAPError) {
        var finished: (item: QueuedTransaction, key: PaymentQueue.Key)?
        try changing { queue throws(IAPError) in
            let key = key(queue)
            finished = queue.item(key).map { ($0, key) }
            return try queue.finish(key)
        }
        guard let finished else { return }
        let isHeld = journal.heldProducts.contains(ExactText(finished.item.productID))
        let warning = monitor.withLock { log.warning(finishing: finished.item, finished.key, isHeld: isHeld) }
        if let warning { Log.write(.warning, warning) }
    }

    /// The game has recorded the grant in its own save file.
    package func recordGrant(_ key: PaymentQueue.Key) throws(IAPError) {
        try changing { queue throws(IAPError) in
            let effects = try queue.recordGrant(key)
            log.noteGrant(key)
            return effects
        }
    }

    package func markRevocationReported(_ transaction: Transaction) {
        guard let date = transaction.revocation?.date else { return }
        recorder.record(
            .entry(
                .revocationReported(
                    transaction.id, productID: transaction.productID, purchaseDate: transaction.purchaseDate,
                    date: date)))
    }

    package func markDamageReported() { recorder.record(.entry(.damageReported)) }

    /// The number of purchases that wait for the first observer.
    package var waitingForObserver: Int { monitor.withLock { queue.waitingForObserver } }

    package var transactions: [QueuedTransaction] { monitor.withLock { queue.transactions } }

    package func giveVerdict(_ id: UInt64, _ verdict: Verdict) throws(IAPError) {
        // Reads the clock before it takes the lock.
        let now = runner.now
        try changing { queue throws(IAPError) in
            try queue.giveVerdict(id, verdict) { attempts in verifications.retryTime(id, attempts, verdict, now: now) }
        }
    }
}
