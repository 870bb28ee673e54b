package import IAPJournal
internal import IAPModel
package import IAPPaymentQueue
internal import IAPPlatform

/// One running game that uses one store. Feeds the payment queue with calls and facts, and carries out its effects.
package final class PaymentClient: @unchecked Sendable {  // `monitor` guards what changes; the rest is constant.
    let monitor = Monitor()
    var queue: PaymentQueue
    var recorder = Recorder()
    let recordSignals = RecordSignals()
    /// The purchases that the audit log names as received in this run.
    var received: Set<UInt64> = []
    /// The transactions whose grant the game has recorded.
    var granted: Set<PaymentQueue.Key> = []
    private var isRetryScheduled = false
    var isClosing = false
    var entitlementReads = EntitlementReads()
    var guards = Guards()
    /// The last response to a request for several products contained none.
    var hasNoProducts = false

    let store: any StoreConnection
    package let journal: Journal
    let runner: any TaskRunner
    let verification: PaymentVerification
    let verificationLimit = VerificationLimit()
    let lists: any ProductListFetching
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
        self.store = store
        self.journal = journal
        self.runner = runner
        self.handlesMessages = handlesMessages
        hasPlayer = player != nil
        self.verification = verification
        self.onEvent = onEvent
        self.wake = wake
        self.lists = lists
        queue = PaymentQueue(
            PaymentQueue.Policy(
                isVerifying: verification.isNeeded, heldProducts: journal.heldProducts, player: player))
    }

    /// Starts to listen to the store and to write the journal.
    package func start() {
        // If the journal cannot be read now, the game receives the same events again. This does no harm.
        let told = try? journal.toldRevocations()
        let entitlements = try? journal.entitlements()
        let storefront = try? journal.storefront()
        monitor.withLock {
            guards.storefront = storefront
            queue.setToldRevocations(told ?? [:])
            queue.setEntitlements(entitlements ?? [])
        }
        startRecording()
        if let damage = journal.damage { apply(.problemOccurred(damage)) }
        runner.start { [self] in await announceUntoldRevocations() }
        refreshEntitlements()
        runner.start { [self] in await listUnfinishedAgain() }
        runner.start { [self] in
            await store.listen(handlesMessages: handlesMessages) { [self] fact in await report(fact) }
        }
    }

    /// Ends all work. Finishes of the game up to this point are still recorded, on another thread if there is one.
    package func close() {
        monitor.withLock {
            isClosing = true
            queue.close()
        }
        endRecording()
        runner.stop()
        // If the disk takes longer than the close waits, it is broken.
        if !journal.hasClosed { journal.close() }
    }

    // MARK: Reports of the store

    /// - Returns: whether the store may count the fact as received and need not report it again.
    private func report(_ fact: Fact) async -> Bool {
        if monitor.withLock({ isClosing }) { return false }
        guard apply(fact) else { return false }
        // A paid, unfinished transaction comes again at each launch. A revocation may not, even if it is in doubt.
        guard let transaction = fact.listenedTransaction, transaction.revocation != nil else { return true }
        return await waitUntilRecorded(revocationOf: transaction.id)
    }

    /// - Returns: false if the client closes and the journal does not accept what must be recorded.
    @discardableResult
    func apply(_ fact: Fact) -> Bool {
        if isHeldBack(fact) { return true }
        log(fact)
        let now = runner.now
        let isTaken = change { queue in
            noteArrival(fact, isDelivering: queue.isDelivering)
            let effects = queue.apply(fact)
            // The end of a grace period applies immediately, because reading it may be slow.
            if case .subscriptionStatusChanged(let status) = fact, status.state == .inGracePeriod,
                let grace = status.graceEnd
            {
                return effects + queue.entitle([status.transaction], graceEnds: [grace.product: grace.end])
            }
            return effects + queue.entitle(fact.entitlements, at: now)
        }
        if fact.changesEntitlements { refreshEntitlements() }
        return isTaken
    }

    /// - Returns: false if the client closes and the journal does not accept what must be recorded.
    @discardableResult
    func change<Failure: Error>(
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
        // A verdict may come after the last read of the list. The next read then plans the end of what it brought.
        if isOwnershipNew { refreshEntitlements() }
        return !published.isRefused
    }

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
            case .ask, .buy, .awaitResponse, .finishInStore, .verify: break
            }
        }
        let isTaken = enqueue(writes)
        return Published(
            effects: effects, hasRecords: !recorder.writes.isEmpty, isMoreWaiting: isMoreWaiting,
            isRefused: hasEntries && !isTaken)
    }

    private func carryOut(_ published: Published) {
        var hasNews = published.isMoreWaiting
        if published.hasRecords { recordSignals.send() }
        for effect in published.effects {
            log(effect)
            switch effect {
            case .emit: hasNews = true
            case .record: break
            case .ask(let id, let request):
                runner.start { [self] in apply(.answered(request: id, await answer(request))) }
            case .buy(let id, let payment):
                runner.start { [self] in
                    apply(.purchaseEnded(payment: id, await buy(payment)))
                }
            case .awaitResponse(let id):
                runner.start { [self] in
                    guard await runner.pause(milliseconds: Self.longestSilence) else { return }
                    apply(.responseOverdue(id))
                }
            case .finishInStore(let id):
                runner.start { [self] in await finishInStore(id) }
            case .verify(let transaction, let attempts, let due):
                runner.start { [self] in await verify(transaction, attempts: attempts, due: due) }
            }
        }
        if hasNews { wake() }
    }

    /// How long a reported transaction waits for the response to its payment, in milliseconds. StoreKit may never complete
    /// `purchase()`, although the player has paid.
    private static let longestSilence: UInt32 = 60_000

    /// How long a completed purchase waits for the list of unfinished transactions, in milliseconds.
    private static let patienceOfAPurchase: Int64 = 2000

    /// Lists which of the account's transactions are unfinished. The list at the launch may have missed some of them.
    /// The library delivers these as purchased, not as restored.
    func listUnfinished(among owned: [Transaction]) async {
        let ids = Set(owned.map(\.id))
        if ids.isEmpty { return }
        let page = await store.promptly(within: Self.patienceOfAPurchase) { [store] in
            try? await store.transactions(TransactionQuery(.unfinished, productID: nil))
        }
        for transaction in page?.transactions ?? [] where ids.contains(transaction.id) {
            apply(.unfinishedListed(transaction))
        }
    }

    // MARK: Revocations of earlier runs

    /// Reports the revocations that an earlier run received but did not deliver to the game. The store reports a revocation
    /// once. If another player was signed in then, the history has it.
    private func announceUntoldRevocations() async {
        do throws(IAPError) {
            let doubts = Set(try journal.doubts())
            var untold = Set(try journal.untoldRevocations())
            if hasPlayer { untold.formUnion(try journal.deliveredTransactions()) }
            guard !untold.isEmpty || !doubts.isEmpty else { return }
            for transaction in try await store.transactions(TransactionQuery(.all, productID: nil)).transactions
            where transaction.verification == .verified {
                if transaction.revocation == nil {
                    if doubts.contains(transaction.id) { endDoubt(of: transaction.id) }
                } else if untold.contains(transaction.id) || doubts.contains(transaction.id) {
                    apply(.transactionUpdated(transaction))
                }
            }
        } catch {
            // If the journal cannot be read, its first write fails, and the client reports that. The next launch tries
            // again.
            return
        }
    }

    /// Ends a doubt. A doubt of this run may be newer than the history. Then the next launch checks again.
    private func endDoubt(of id: UInt64) {
        let isTaken = monitor.withLock { !queue.doubted.contains(id) && enqueue([.entry(.trust(id))]) }
        if isTaken { recordSignals.send() }
    }

    /// Schedules another attempt. A full disk may have space again later.
    func scheduleRetry() {
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
