internal import IAPJournal
internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// Hides from the game what StoreKit does on real systems although Apple's documentation does not say so.
extension PaymentClient {
    struct Guards {
        /// How often each transaction was finished in the store in this run.
        var finishes: [UInt64: Int] = [:]
        /// The transactions that wait to be finished again.
        var waitingFinishes: Set<UInt64> = []
        /// The subscriptions whose end the client checks again, by original transaction.
        var heldStatuses: Set<UInt64> = []
        /// The last known storefront, also of earlier launches.
        var storefront: Storefront?
    }

    // MARK: Purchases

    /// Buys. StoreKit may return the transaction of the period that is over: right after a subscription ends, and in a
    /// simulator always. Then the player has bought nothing. During a grace period the subscription outlives that
    /// period, and the account owns it.
    func buy(_ payment: Payment) async -> PurchaseOutcome {
        let outcome = await store.buy(payment)
        guard case .owned(let transaction) = outcome else { return outcome }
        await listUnfinished(among: [transaction])
        // Uses the store's clock. If a change waits for the renewal, the store returns the running product.
        let isEnded = transaction.expirationDate.map { $0 <= transaction.signedDate } ?? false
        guard isEnded, ExactText(transaction.productID) == ExactText(payment.productID),
            monitor.withLock({ !queue.isUnfinished(transaction) }), await !isInGracePeriod(transaction)
        else { return outcome }
        return .failed(
            IAPError(
                .store,
                "the store completed the purchase of \(payment.productID) with a subscription that has ended, and sold nothing; "
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

    /// Finishes a transaction in the store. A finish may not last: the store then reports the transaction again, also
    /// after further finishes. The waits grow, and so a flood of reports costs very little.
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
            // If the client closes, the next launch finishes the transaction again.
            guard await runner.pause(until: runner.now + wait) else { return }
            monitor.withLock { _ = guards.waitingFinishes.remove(id) }
        }
        await store.finish(id)
        // A cancelled task may have found nothing to finish.
        if Task.isCancelled { return }
        apply(.finishedInStore(id))
    }

    // MARK: Unfinished transactions

    /// In milliseconds after the launch.
    private static let unfinishedReads: [Int64] = [3000, 30_000]

    /// Lists the unfinished transactions again. For a moment the list may lack some of them, and the updates of a
    /// launch may lack them, too. These reads skip purchases made after the launch. The store reports them as updates,
    /// or they belong to another device.
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

    /// Whether the client holds the fact back. Between a period and its renewal a status may be "expired" for a moment.
    /// The game receives only an end that lasts.
    func isHeldBack(_ fact: Fact) -> Bool {
        switch fact {
        case .storefrontChanged(let storefront), .storefrontRead(let storefront): isKnown(storefront, fact)
        case .subscriptionStatusChanged(let status): isHeldBack(status)
        default: false
        }
    }

    /// Whether the game needs no event. On macOS the store reports the current storefront to each program that listens. So the
    /// client compares it with the last known one, also of earlier launches.
    private func isKnown(_ storefront: Storefront, _ fact: Fact) -> Bool {
        let known = monitor.withLock {
            defer { guards.storefront = storefront }
            return guards.storefront
        }
        if known == storefront { return true }
        guard known == nil, case .storefrontRead = fact else { return false }
        record(.storefront(storefront))
        return true
    }

    private func isHeldBack(_ status: SubscriptionStatus) -> Bool {
        let (now, id) = (runner.now, status.transaction.originalID)
        let isMoment = status.isMomentOfRenewal(at: now)
        guard let end = status.transaction.expirationDate, let group = status.transaction.subscriptionGroupID,
            isMoment || isOutdated(status)
        else {
            // The game receives this status. The waiting status adds nothing.
            monitor.withLock { _ = guards.heldStatuses.remove(id) }
            return false
        }
        guard monitor.withLock({ guards.heldStatuses.insert(id).inserted }) else { return true }
        runner.start { [self] in
            let isDue = await runner.pause(until: (isMoment ? end : now) + Entitlement.renewalTolerance)
            let isHeld = monitor.withLock { guards.heldStatuses.remove(id) != nil }
            guard isDue, isHeld else { return }
            let current = await statuses(of: group)?.first { $0.transaction.originalID == id }
            // The store reports a renewal without a request.
            guard current?.state != .subscribed, !isOutdated(current ?? status) else { return }
            apply(.subscriptionStatusChanged(current ?? status))
        }
        return true
    }

    /// Whether the status is "expired" for a period before the one that the store has reported.
    private func isOutdated(_ status: SubscriptionStatus) -> Bool {
        guard status.state == .expired, status.renewalInfo.expirationReason == nil else { return false }
        return monitor.withLock {
            queue.hasPeriod(of: status.transaction.originalID, after: status.transaction.purchaseDate)
        }
    }
}

extension SubscriptionStatus {
    /// Whether the subscription may be between a period and its renewal. A subscription that has ended has a reason.
    func isMomentOfRenewal(at now: Int64) -> Bool {
        guard state == .expired, renewalInfo.expirationReason == nil, let end = transaction.expirationDate else {
            return false
        }
        return end <= now && now < end + Entitlement.renewalTolerance
    }
}
