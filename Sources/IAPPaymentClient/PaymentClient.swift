package import IAPJournal
internal import IAPModel
package import IAPPaymentQueue
internal import IAPPlatform

/// One running game on one store: feeds the payment queue with calls and facts and carries out what it asks for.
package final class PaymentClient: @unchecked Sendable {  // `monitor` guards what changes; the rest is constant.
    let monitor = Monitor()
    var queue: PaymentQueue
    var recorder = Recorder()
    let recordSignals = RecordSignals()
    /// The purchases that the audit log names as received in this run.
    var received: Set<UInt64> = []
    /// What the game has said that it granted.
    var granted: Set<PaymentQueue.Key> = []
    private var isRetryScheduled = false
    var isClosing = false
    var entitlementReads = EntitlementReads()
    var guards = Guards()
    /// The last answer to a request for several products had none.
    var hasNoProducts = false

    let store: any StoreConnection
    package let journal: Journal
    let runner: any TaskRunner
    let verification: PaymentVerification
    let verificationLimit = VerificationLimit()
    let lists: any ProductListFetching
    private let handlesMessages: Bool
    /// Takes an event; called in order, with the lock held.
    private let onEvent: @Sendable (Event) -> Void
    /// Tells that there are new events, or that more purchases wait for an observer; called with no lock held.
    private let wake: @Sendable () -> Void

    package init(
        store: any StoreConnection, journal: Journal, runner: any TaskRunner, handlesMessages: Bool = false,
        verification: PaymentVerification = PaymentVerification(), lists: any ProductListFetching,
        onEvent: @escaping @Sendable (Event) -> Void, wake: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.journal = journal
        self.runner = runner
        self.handlesMessages = handlesMessages
        self.verification = verification
        self.onEvent = onEvent
        self.wake = wake
        self.lists = lists
        queue = PaymentQueue(
            PaymentQueue.Policy(isVerifying: verification.isNeeded, heldProducts: journal.heldProducts))
    }

    /// Starts to listen to the store and to write the journal.
    package func start() {
        // If the journal cannot be read now, the game hears again what it has heard, which does no harm.
        let told = try? journal.toldRevocations()
        let entitlements = try? journal.entitlements()
        monitor.withLock {
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

    /// Ends all work. What the game has finished until now is still recorded, on another thread if there is one.
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

    // MARK: What the store tells

    /// - Returns: whether the fact counts as heard, so that the store need not tell it again.
    private func report(_ fact: Fact) async -> Bool {
        if monitor.withLock({ isClosing }) { return false }
        guard apply(fact) else { return false }
        // What is paid and unfinished comes again at each launch. A revocation may not, even if it is in doubt.
        guard let transaction = fact.listenedTransaction, transaction.revocation != nil else { return true }
        return await waitUntilRecorded(revocationOf: transaction.id)
    }

    /// - Returns: false if the client closes and the journal does not take what has to be recorded.
    @discardableResult
    func apply(_ fact: Fact) -> Bool {
        if isHeldBack(fact) { return true }
        log(fact)
        let now = runner.now
        let isTaken = change { queue in
            noteArrival(fact, isDelivering: queue.isDelivering)
            let effects = queue.apply(fact)
            // The end of a grace period counts at once: a read of it may be slow.
            if case .subscriptionStatusChanged(let status) = fact, status.state == .inGracePeriod,
                let grace = status.graceEnd
            {
                return effects + queue.entitle([status.transaction], graceEnds: [grace.product: grace.end])
            }
            guard let told = fact.entitlement, told.isEntitling else { return effects }
            entitlementReads.told[told.id] = EntitlementReads.Told(
                originalID: told.originalID, purchaseDate: told.purchaseDate, time: now)
            return effects + queue.entitle([told])
        }
        if fact.changesEntitlements { refreshEntitlements() }
        return isTaken
    }

    /// - Returns: false if the client closes and the journal does not take what has to be recorded.
    @discardableResult
    func change<Failure: Error>(
        _ body: (inout PaymentQueue) throws(Failure) -> [Effect]
    ) throws(Failure) -> Bool {
        let published = try monitor.withLock { () throws(Failure) in
            let waiting = queue.waitingForObserver
            let effects = try body(&queue)
            return publish(effects, isMoreWaiting: queue.waitingForObserver > waiting)
        }
        carryOut(published)
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

    /// Effects whose events and records are in their queues; the rest is to be carried out.
    private struct Published {
        let effects: [Effect]
        let hasRecords: Bool
        /// A purchase waits for an observer, which no event tells.
        let isMoreWaiting: Bool
        /// The client closes, and the journal takes no records any more.
        let isRefused: Bool
    }

    /// Under the lock, so that the order of events and records is the order of what happened.
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
            case .ask, .buy, .finishInStore, .verify: break
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
            case .finishInStore(let id):
                runner.start { [self] in await finishInStore(id) }
            case .verify(let transaction, let attempts, let due):
                runner.start { [self] in await verify(transaction, attempts: attempts, due: due) }
            }
        }
        if hasNews { wake() }
    }

    /// How long the end of a purchase waits for a look, in milliseconds.
    private static let patienceOfAPurchase: Int64 = 2000

    /// A transaction that the account owns may be unfinished although the list at the launch has not told it yet. Then it is
    /// delivered as purchased and not as restored.
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

    /// Tells the revocations that an earlier run learned of and did not tell.
    private func announceUntoldRevocations() async {
        do throws(IAPError) {
            let (untold, doubts) = (Set(try journal.untoldRevocations()), Set(try journal.doubts()))
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
            // A journal that cannot be read fails at its first write, which is reported; the next launch asks again.
            return
        }
    }

    /// A doubt of this run may be newer than the history. Then the next launch looks again.
    private func endDoubt(of id: UInt64) {
        let isTaken = monitor.withLock { !queue.doubted.contains(id) && enqueue([.entry(.trust(id))]) }
        if isTaken { recordSignals.send() }
    }

    /// A full disk may have room again later.
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
    /// The transaction that the store told, which it may not tell again.
    fileprivate var listenedTransaction: Transaction? {
        switch self {
        case .transactionUpdated(let transaction), .unverifiedTransaction(let transaction, _): transaction
        default: nil
        }
    }
}
