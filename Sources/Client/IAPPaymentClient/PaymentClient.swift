package import IAPJournal
internal import IAPModel
package import IAPPaymentQueue
package import IAPPlatform

/// The queue as the parts of a client use it. A test of one part implements it without the other parts.
protocol QueueOwner: AnyObject, Sendable {
    func look<Value>(_ body: (PaymentQueue) -> Value) -> Value
    /// - Returns: false if the client closes and the journal does not accept what must be recorded.
    @discardableResult
    func apply(_ fact: Fact) -> Bool
    func change(_ body: (inout PaymentQueue) -> [Effect])
}

/// One running game that uses one store. Feeds the payment queue with calls and facts, and carries out its effects. Each part
/// has its own state and its own lock.
package final class PaymentClient: @unchecked Sendable, QueueOwner {  // `monitor` guards what changes.
    let monitor = Monitor()
    var queue: PaymentQueue
    var log = ClientLog()
    /// The last known storefront, also of earlier launches.
    private var storefront: Storefront?
    private var isRetryScheduled = false
    private var isClosing = false

    let recorder: Recorder
    let requests: RequestService
    let verifications: Verifications
    private let entitlements: EntitlementReader
    private let unfinished: UnfinishedList
    private let finishes: StoreFinishes
    private let moments: RenewalMoments

    let store: any StoreConnection
    package let journal: Journal
    let runner: any TaskRunner
    private let handlesMessages: Bool
    /// The game names the player who is signed in.
    private let hasPlayer: Bool
    /// Takes an event. Called in order, with the lock held.
    private let onEvent: @Sendable (Event) -> Void
    /// Signals new events, or more purchases that wait for an observer. Called with no lock held.
    private let wake: @Sendable () -> Void

    package init(
        store: any StoreConnection, journal: Journal, runner: any TaskRunner, handlesMessages: Bool = false,
        player: String? = nil, verification: PaymentVerification = PaymentVerification(),
        lists: any ProductListFetching, onEvent: @escaping @Sendable (Event) -> Void,
        wake: @escaping @Sendable () -> Void
    ) {
        (self.store, self.journal, self.runner) = (store, journal, runner)
        self.handlesMessages = handlesMessages
        hasPlayer = player != nil
        (self.onEvent, self.wake) = (onEvent, wake)
        recorder = Recorder(journal, runner)
        unfinished = UnfinishedList(store, runner, path: journal.path)
        requests = RequestService(store, journal, recorder, unfinished, lists: lists)
        verifications = Verifications(verification, runner)
        entitlements = EntitlementReader(store, runner)
        finishes = StoreFinishes(store, runner)
        moments = RenewalMoments(store, runner)
        queue = PaymentQueue(PaymentQueue.Policy(isVerifying: verification.isNeeded, player: player))
    }

    package func start() {
        // If the journal cannot be read now, the game receives the same events again. This does no harm.
        let reported = try? journal.reportedRevocations()
        let owned = try? journal.entitlements()
        let storefront = try? journal.storefront()
        monitor.withLock {
            self.storefront = storefront
            queue.setReportedRevocations(reported ?? [:])
            queue.setEntitlements(owned ?? [])
        }
        recorder.start { [self] entry, result in
            switch result {
            case .success(let outcome): apply(.recorded(entry, outcome))
            case .failure(let error):
                apply(.recordFailed(entry, error))
                scheduleRetry()
            }
        }
        if let damage = journal.damage { apply(.problemOccurred(damage)) }
        runner.start { [self] in await announceUnreportedRevocations() }
        entitlements.start(for: self)
        unfinished.start(for: self)
        runner.start { [self] in
            await store.listen(handlesMessages: handlesMessages) { [self] fact in
                if case .storeReachable = fact { unfinished.refresh() }
                return await report(fact)
            }
        }
    }

    /// Ends all work. Finishes of the game up to this point are still recorded, on another thread if there is one.
    package func close() {
        monitor.withLock {
            isClosing = true
            queue.close()
        }
        unfinished.leavePayments()
        let hasWritten = recorder.end()
        runner.stop()
        // The task of the writes has closed it, unless the client never started.
        if hasWritten { journal.close() }
    }

    // MARK: Reports of the store

    /// - Returns: whether the store may count the fact as received and need not report it again.
    private func report(_ fact: Fact) async -> Bool {
        if monitor.withLock({ isClosing }) { return false }
        guard apply(fact) else { return false }
        // A paid, unfinished transaction comes again at each launch. A revocation may not, even if it is in doubt.
        guard let transaction = fact.listenedTransaction, transaction.revocation != nil else { return true }
        return await recorder.waitUntilRecorded(revocationOf: transaction.id)
    }

    /// - Returns: false if the client closes and the journal does not accept what must be recorded.
    @discardableResult
    func apply(_ fact: Fact) -> Bool {
        if isHeldBack(fact) { return true }
        ClientLog.log(fact)
        let now = runner.now
        let isTaken = changing { queue in
            _ = recorder.enqueue(log.arrival(fact, isDelivering: queue.isDelivering))
            let effects = queue.apply(fact)
            // The end of a grace period applies immediately, because reading it may be slow.
            if case .subscriptionStatusChanged(let status) = fact, status.state == .inGracePeriod,
                let grace = status.graceEnd
            {
                return effects + queue.entitle([status.transaction], graceEnds: [grace.product: grace.end])
            }
            return effects + queue.entitle(fact.entitlements, at: now)
        }
        if fact.changesEntitlements { entitlements.refresh() }
        return isTaken
    }

    func look<Value>(_ body: (PaymentQueue) -> Value) -> Value { monitor.withLock { body(queue) } }

    func change(_ body: (inout PaymentQueue) -> [Effect]) { changing(body) }

    /// - Returns: false if the client closes and the journal does not accept what must be recorded.
    @discardableResult
    func changing<Failure: Error>(
        _ body: (inout PaymentQueue) throws(Failure) -> [Effect]
    ) throws(Failure) -> Bool {
        let now = runner.now
        let (published, isOwnershipNew) = try monitor.withLock { () throws(Failure) in
            let waiting = queue.waitingForObserver
            let effects = try body(&queue)
            let ownership = queue.tellOwnership(at: now)
            return (
                publish(effects + ownership, isMoreWaiting: queue.waitingForObserver > waiting), !ownership.isEmpty
            )
        }
        carryOut(published)
        // A verdict may come after the last read of the list. Reads again, so that the end of a new entitlement is planned.
        if isOwnershipNew { entitlements.refresh() }
        return !published.isRefused
    }

    /// A call of the game that begins something, and its new id. It changes nothing that the account owns, and brings no
    /// purchase. So nobody looks for a change of either, as `changing` does after each fact.
    func changeWithID<Failure: Error>(
        _ body: (inout PaymentQueue) throws(Failure) -> (id: UInt64, effects: [Effect])
    ) throws(Failure) -> UInt64 {
        let (id, published) = try monitor.withLock { () throws(Failure) in
            let (id, effects) = try body(&queue)
            return (id, publish(effects, isMoreWaiting: false))
        }
        carryOut(published)
        return id
    }

    // MARK: Facts that the game does not need

    /// Hides reports that real systems send although Apple does not document them.
    private func isHeldBack(_ fact: Fact) -> Bool {
        switch fact {
        case .storefrontChanged(let storefront), .storefrontRead(let storefront): isKnown(storefront, fact)
        case .subscriptionStatusChanged(let status): moments.holdsBack(status, from: self)
        default: false
        }
    }

    /// On macOS the store reports the current storefront to each program that listens. So the client compares it with the
    /// last known one, also of earlier launches.
    private func isKnown(_ storefront: Storefront, _ fact: Fact) -> Bool {
        let known = monitor.withLock {
            defer { self.storefront = storefront }
            return self.storefront
        }
        if known == storefront { return true }
        guard known == nil, case .storefrontRead = fact else { return false }
        recorder.record(.storefront(storefront))
        return true
    }

    // MARK: Effects

    /// Effects whose events and records are already queued. The others are still to be carried out.
    private struct Published {
        let effects: [Effect]
        let hasRecords: Bool
        /// A purchase waits for an observer. No event reports it.
        let isMoreWaiting: Bool
        /// The client closes, and the journal accepts no more records.
        let isRefused: Bool
    }

    /// Holds the lock. The order of events and records is then the order in which things happened.
    private func publish(_ effects: [Effect], isMoreWaiting: Bool) -> Published {
        var writes: [JournalWrite] = []
        var hasEntries = false
        for effect in effects {
            switch effect {
            case .emit(let event):
                onEvent(event)
                writes += event.journalWrites
            case .record(let entry):
                hasEntries = true
                writes.append(.entry(entry))
            case .buy(let id, let payment): unfinished.begin(id, for: payment.productID)
            case .ask, .awaitResponse, .awaitTurn, .finishInStore, .verify: break
            }
        }
        let isTaken = recorder.enqueue(writes)
        // The lines about an arrival may wait, too.
        return Published(
            effects: effects, hasRecords: recorder.hasWrites, isMoreWaiting: isMoreWaiting,
            isRefused: hasEntries && !isTaken)
    }

    private func carryOut(_ published: Published) {
        var hasNews = published.isMoreWaiting
        if published.hasRecords { recorder.signal() }
        for effect in published.effects {
            ClientLog.log(effect)
            switch effect {
            case .emit: hasNews = true
            case .record: break
            case .ask(let id, let request):
                runner.start { [self] in apply(.responded(request: id, await requests.response(to: request, for: self)))
                }
            case .buy(let id, let payment):
                runner.start { [self] in
                    apply(.purchaseEnded(payment: id, await buy(id, payment)))
                }
            case .awaitResponse(let id):
                runner.start { [self] in
                    guard await runner.pause(milliseconds: Self.longestSilence) else { return }
                    apply(.responseOverdue(id))
                }
            case .awaitTurn(let payment):
                runner.start { [self] in
                    guard await runner.pause(milliseconds: Self.longestTurn) else { return }
                    apply(.turnOverdue(payment: payment))
                }
            case .finishInStore(let id):
                runner.start { [self] in
                    if await finishes.finish(id) { apply(.finishedInStore(id)) }
                }
            case .verify(let transaction, let attempts, let due):
                runner.start { [self] in
                    let outcome = await verifications.outcome(of: transaction, attempts: attempts, due: due)
                    if let outcome { apply(outcome) }
                }
            }
        }
        if hasNews { wake() }
    }

    /// How long a reported transaction waits for the response to its payment, in milliseconds. StoreKit may never complete
    /// `purchase()`, although the player has paid. The number is a choice.
    private static let longestSilence: UInt32 = 60_000

    /// How long a payment blocks the next one, in milliseconds. A player who adds a card to the account needs minutes.
    private static let longestTurn: UInt32 = 600_000

    // MARK: Payments

    /// Buys. StoreKit may return the transaction of the period that is over: right after a subscription ends, and in a
    /// simulator always. Then the player has bought nothing. During a grace period the subscription outlives that
    /// period, and the account owns it.
    private func buy(_ id: UInt64, _ payment: Payment) async -> PurchaseOutcome {
        let outcome = await store.buy(payment)
        unfinished.end(id)
        guard case .owned(let transaction) = outcome else { return outcome }
        await unfinished.read(among: [transaction], for: self)
        // Uses the store's clock. If a change waits for the renewal, the store returns the running product.
        let isEnded = transaction.expirationDate.map { $0 <= transaction.signedDate } ?? false
        guard isEnded, ExactText(transaction.productID) == ExactText(payment.productID),
            look({ !$0.isUnfinished(transaction) }), await !isInGracePeriod(transaction)
        else { return outcome }
        return .failed(
            IAPError(
                .store,
                "the store completed the purchase of \(payment.productID) with a subscription that has ended, and sold nothing; "
                    + "try again in a moment"))
    }

    private func isInGracePeriod(_ transaction: Transaction) async -> Bool {
        guard let group = transaction.subscriptionGroupID,
            let statuses = await store.statuses(of: group, within: Self.statusTimeout)
        else { return false }
        let end = statuses.first { $0.transaction.originalID == transaction.originalID }?.graceEnd?.end
        return end.map { $0 > transaction.signedDate } ?? false
    }

    /// In milliseconds. A choice.
    private static let statusTimeout: Int64 = 6000

    // MARK: Revocations of earlier runs

    /// Reports the revocations that an earlier run received but did not deliver to the game. The store reports a revocation
    /// once. A revocation that came while another player was signed in is read from the history.
    private func announceUnreportedRevocations() async {
        do throws(IAPError) {
            let doubts = Set(try journal.doubts())
            var unreported = Set(try journal.unreportedRevocations())
            if hasPlayer { unreported.formUnion(try journal.deliveredTransactions()) }
            guard !unreported.isEmpty || !doubts.isEmpty else { return }
            for transaction in try await store.transactions(TransactionQuery(.all, productID: nil)).transactions
            where transaction.verification == .verified {
                if transaction.revocation == nil {
                    if doubts.contains(transaction.id) { endDoubt(of: transaction.id) }
                } else if unreported.contains(transaction.id) || doubts.contains(transaction.id) {
                    apply(.transactionUpdated(transaction))
                }
            }
        } catch {
            // The journal or the store could not be read. The next launch tries
            // again.
            return
        }
    }

    /// Ends a doubt. A doubt of this run may be newer than the history. Then the next launch checks again.
    private func endDoubt(of id: UInt64) {
        let isTaken = monitor.withLock { !queue.doubted.contains(id) && recorder.enqueue([.entry(.trust(id))]) }
        if isTaken { recorder.signal() }
    }

    /// Schedules another attempt. A full disk may have space again later.
    private func scheduleRetry() {
        let isFirst = monitor.withLock {
            defer { isRetryScheduled = true }
            return !isRetryScheduled
        }
        guard isFirst else { return }
        runner.start { [self] in
            guard await runner.pause() else { return }
            monitor.withLock { isRetryScheduled = false }
            apply(.retryDue)
        }
    }
}

extension Fact {
    /// The transaction that the store reported and may not report again.
    fileprivate var listenedTransaction: Transaction? {
        switch self {
        case .transactionUpdated(let transaction), .unverifiedTransaction(let transaction, _): transaction
        default: nil
        }
    }
}
