internal import IAPModel
package import Journal
internal import Platform

/// One running game on one store: feeds the payment queue with calls and facts and does what it asks for.
package final class PaymentClient: @unchecked Sendable {  // `monitor` guards the queue; the rest is constant.
    let monitor = Monitor()
    var queue: PaymentQueue
    var recorder = Recorder()
    let signals = RecordSignals()
    private var isRetryScheduled = false
    private var isClosing = false

    let store: any StoreConnection
    package let journal: Journal
    let runner: any TaskRunner
    let verification: PaymentVerification
    let questions: QuestionGate
    let lists: any ProductListFetching
    private let handlesMessages: Bool
    /// Takes an event; called in order, with the queue's lock held.
    private let post: @Sendable (Event) -> Void
    /// Tells that events were posted; called with no lock held.
    private let notify: @Sendable () -> Void

    package init(
        store: any StoreConnection, journal: Journal, runner: any TaskRunner, handlesMessages: Bool = false,
        verification: PaymentVerification = PaymentVerification(), lists: any ProductListFetching,
        post: @escaping @Sendable (Event) -> Void, notify: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.journal = journal
        self.runner = runner
        self.handlesMessages = handlesMessages
        self.verification = verification
        self.post = post
        self.notify = notify
        questions = QuestionGate()
        self.lists = lists
        queue = PaymentQueue(
            PaymentQueue.Policy(isVerifying: verification.isNeeded, heldProducts: journal.heldProducts))
    }

    /// Starts to listen to the store and to keep the journal.
    package func start() {
        // A journal that cannot be read now lets the game hear again what it has heard, which does no harm.
        let told = try? journal.toldRevocations()
        monitor.withLock { queue.noteTold(told ?? [:]) }
        startRecording()
        if let damage = journal.damage { apply(.problemOccurred(damage)) }
        runner.start { [self] in await announceUntoldRevocations() }
        runner.start { [self] in
            await store.listen(handlesMessages: handlesMessages) { [self] fact in await hear(fact) }
        }
    }

    /// Ends all work. What the game has finished until now is still recorded, off this thread if there is another.
    package func close() {
        monitor.withLock {
            isClosing = true
            queue.close()
        }
        endRecording()
        runner.stop()
        // A disk that takes longer than anybody waits is broken.
        if !journal.hasClosed { journal.close() }
    }

    // MARK: Inside

    /// News of the store. What comes while the client closes is not taken note of, and so must not count as heard: the task
    /// that brings it asks for nothing more.
    private func hear(_ fact: Fact) async {
        if monitor.withLock({ isClosing }) {
            withUnsafeCurrentTask { $0?.cancel() }
            return
        }
        // The task that brought what the journal does not take any more must not count it as heard.
        if !apply(fact) { withUnsafeCurrentTask { $0?.cancel() } }
        // What is paid and unfinished comes again at each launch. A revocation may not, nor one that is in doubt.
        let transaction: Transaction
        switch fact {
        case .transactionUpdated(let told), .unverifiedTransaction(let told, _): transaction = told
        default: return
        }
        guard transaction.revocation != nil else { return }
        if await !isRevocationRecorded(transaction.id) { withUnsafeCurrentTask { $0?.cancel() } }
    }

    /// - Returns: false if the client closes and the journal takes no note of it.
    @discardableResult
    func apply(_ fact: Fact) -> Bool {
        change { $0.apply(fact) }
    }

    /// - Returns: false if the client closes and the journal takes no note of it.
    @discardableResult
    func change<Failure: Error>(
        _ body: (inout PaymentQueue) throws(Failure) -> [Effect]
    ) throws(Failure) -> Bool {
        perform(try monitor.withLock { () throws(Failure) in takeNote(of: try body(&queue)) })
    }

    func changeWithID<Failure: Error>(
        _ body: (inout PaymentQueue) throws(Failure) -> (id: UInt64, effects: [Effect])
    ) throws(Failure) -> UInt64 {
        let (id, noted) = try monitor.withLock { () throws(Failure) in
            let (id, effects) = try body(&queue)
            return (id, takeNote(of: effects))
        }
        perform(noted)
        return id
    }

    /// What is to be done, of which the journal and the game have been told.
    private struct Noted {
        let effects: [Effect]
        let hasRecords: Bool
        /// The journal has closed in between, and has lost news.
        let isLost: Bool
    }

    /// Events are posted and records queued under the lock, so that their order is the order of what happened.
    private func takeNote(of effects: [Effect]) -> Noted {
        var entries: [JournalEntry] = []
        for effect in effects {
            switch effect {
            case .emit(let event):
                post(event)
                entries += JournalEntry.entries(about: event)
            case .record(let entry): entries.append(entry)
            default: break
            }
        }
        return Noted(
            effects: effects, hasRecords: !entries.isEmpty,
            isLost: !enqueue(entries) && entries.contains(where: \.isNews))
    }

    @discardableResult
    private func perform(_ noted: Noted) -> Bool {
        var hasEvents = false
        if noted.hasRecords { signals.send() }
        for effect in noted.effects {
            switch effect {
            case .emit: hasEvents = true
            case .record: break
            case .ask(let id, let request):
                runner.start { [self] in apply(await answer(id, request)) }
            case .buy(let id, let payment):
                runner.start { [self] in
                    let outcome = await store.buy(payment)
                    if case .owned(let transaction) = outcome { await listUnfinished(among: [transaction]) }
                    apply(.purchaseEnded(payment: id, outcome))
                }
            case .finishInStore(let id):
                runner.start { [self] in
                    await store.finish(id)
                    apply(.finishedInStore(id))
                }
            case .verify(let transaction, let attempts, let due):
                runner.start { [self] in await verify(transaction, attempts: attempts, due: due) }
            }
        }
        if hasEvents { notify() }
        return !noted.isLost
    }

    /// What the account owns may be what the game has not finished, of which the list at the launch has not told yet. Then it
    /// is to be handed out as purchased and not as restored.
    func listUnfinished(among owned: [Transaction]) async {
        let ids = Set(owned.map(\.id))
        guard !ids.isEmpty,
            let page = try? await store.transactions(TransactionQuery(.unfinished, productID: nil))
        else { return }
        for transaction in page.transactions where ids.contains(transaction.id) {
            apply(.unfinishedListed(transaction))
        }
    }

    /// What an earlier run has learned of revocations and not told is told by this one.
    private func announceUntoldRevocations() async {
        do throws(IAPError) {
            let (untold, doubts) = (Set(try journal.untoldRevocations()), Set(try journal.doubts()))
            guard !untold.isEmpty || !doubts.isEmpty else { return }
            for transaction in try await store.transactions(TransactionQuery(.all, productID: nil)).transactions
            where transaction.verification == .verified {
                if transaction.revocation == nil {
                    if doubts.contains(transaction.id) { trust(transaction.id) }
                } else if untold.contains(transaction.id) || doubts.contains(transaction.id) {
                    apply(.transactionUpdated(transaction))
                }
            }
        } catch {
            // A journal that cannot be read says so at its first write; the next launch asks again.
            return
        }
    }

    /// The history that says so may be older than a doubt of this run, for which the next launch looks.
    private func trust(_ id: UInt64) {
        let isTaken = monitor.withLock { !queue.doubted.contains(id) && enqueue([.trust(id)]) }
        if isTaken { signals.send() }
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
