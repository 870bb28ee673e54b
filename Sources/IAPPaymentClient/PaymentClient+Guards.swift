internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// What StoreKit does on real systems although its documentation does not say so, hidden from the game.
extension PaymentClient {
    struct Guards {
        /// How often each transaction was finished in the store in this run.
        var finishes: [UInt64: Int] = [:]
        /// Those that wait to be finished again.
        var waitingFinishes: Set<UInt64> = []
        /// The subscriptions whose end is looked at again, by original transaction.
        var heldStatuses: Set<UInt64> = []
    }

    // MARK: Purchases

    /// Right after a subscription ends, and in a simulator always, StoreKit may return the transaction of the period that is over.
    /// Then nothing was bought. In a grace period the subscription runs beyond that period, so the account owns it.
    func buy(_ payment: Payment) async -> PurchaseOutcome {
        let outcome = await store.buy(payment)
        guard case .owned(let transaction) = outcome else { return outcome }
        await listUnfinished(among: [transaction])
        // By the store's clock. A change that waits for the renewal is answered with the product that runs.
        let isEnded = transaction.expirationDate.map { $0 <= transaction.signedDate } ?? false
        guard isEnded, ExactText(transaction.productID) == ExactText(payment.productID),
            monitor.withLock({ !queue.isUnfinished(transaction) }), await !isInGracePeriod(transaction)
        else { return outcome }
        return .failed(
            IAPError(
                .store,
                "the store answered the purchase of \(payment.productID) with a subscription that has ended, and sold nothing; "
                    + "try again in a moment"))
    }

    private func isInGracePeriod(_ transaction: Transaction) async -> Bool {
        guard let group = transaction.subscriptionGroupID, let statuses = await statuses(of: group) else {
            return false
        }
        let end = statuses.first { $0.transaction.originalID == transaction.originalID }?.graceEnd?.end
        return end.map { $0 > transaction.signedDate } ?? false
    }

    // MARK: Finishing

    private static let finishBackoff = Backoff(minimum: 1000, maximum: 600_000)

    /// A finish may not last: the store then brings the transaction again, and again after each further finish. The waits grow, so
    /// that a storm costs next to nothing.
    func finishInStore(_ id: UInt64) async {
        let wait = monitor.withLock { () -> Int64? in
            guard !guards.waitingFinishes.contains(id) else { return nil }
            let count = guards.finishes[id, default: 0]
            guards.finishes[id] = count + 1
            guard count > 0 else { return 0 }
            guards.waitingFinishes.insert(id)
            return Self.finishBackoff.wait(attempt: count, id: id)
        }
        guard let wait else { return }
        if wait > 0 {
            // What is not finished again now is at the next launch.
            guard await runner.pause(until: runner.now + wait) else { return }
            monitor.withLock { _ = guards.waitingFinishes.remove(id) }
        }
        await store.finish(id)
        // A cancelled task may have found nothing to finish.
        if Task.isCancelled { return }
        apply(.finishedInStore(id))
    }

    // MARK: What is unfinished

    /// In milliseconds after the launch.
    private static let unfinishedReads: [Int64] = [3000, 30_000]

    /// The list of unfinished transactions may lack some for a moment, and the updates of a launch need not have them. What comes
    /// to be unfinished later is told by updates, and what another device bought meanwhile is for that one.
    func listUnfinishedAgain() async {
        let launch = runner.now
        for wait in Self.unfinishedReads {
            guard await runner.pause(until: launch + wait) else { return }
            guard let page = try? await store.transactions(TransactionQuery(.unfinished, productID: nil)) else {
                continue
            }
            for transaction in page.transactions where transaction.purchaseDate < launch {
                apply(.unfinishedListed(transaction))
            }
        }
    }

    // MARK: The moment of renewal

    /// Between a period and its renewal a status may say "expired" for a moment. The game hears of an end that lasts.
    func isHeldBack(_ fact: Fact) -> Bool {
        guard case .subscriptionStatusChanged(let status) = fact else { return false }
        let (now, id) = (runner.now, status.transaction.originalID)
        let isMoment = status.isMomentOfRenewal(at: now)
        guard let end = status.transaction.expirationDate, let group = status.transaction.subscriptionGroupID,
            isMoment || isOutdated(status)
        else {
            // The game hears of this one, so the one that waits says nothing new.
            monitor.withLock { _ = guards.heldStatuses.remove(id) }
            return false
        }
        guard monitor.withLock({ guards.heldStatuses.insert(id).inserted }) else { return true }
        runner.start { [self] in
            let isDue = await runner.pause(until: (isMoment ? end : now) + Entitlement.renewalTolerance)
            let isHeld = monitor.withLock { guards.heldStatuses.remove(id) != nil }
            guard isDue, isHeld else { return }
            let current = await statuses(of: group)?.first { $0.transaction.originalID == id }
            // The store tells of a renewal by itself.
            guard current?.state != .subscribed, !isOutdated(current ?? status) else { return }
            apply(.subscriptionStatusChanged(current ?? status))
        }
        return true
    }

    /// Whether it says "expired" of a period before the one that the store has told.
    private func isOutdated(_ status: SubscriptionStatus) -> Bool {
        guard status.state == .expired, status.renewalInfo.expirationReason == nil else { return false }
        return monitor.withLock {
            entitlementReads.told.values.contains {
                $0.originalID == status.transaction.originalID
                    && $0.purchaseDate > status.transaction.purchaseDate
            }
        }
    }
}

extension SubscriptionStatus {
    /// Whether the subscription may be between a period and its renewal. One that is over has a reason.
    func isMomentOfRenewal(at now: Int64) -> Bool {
        guard state == .expired, renewalInfo.expirationReason == nil, let end = transaction.expirationDate else {
            return false
        }
        return end <= now && now < end + Entitlement.renewalTolerance
    }
}
