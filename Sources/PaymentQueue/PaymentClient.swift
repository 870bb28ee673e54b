package import IAPModel
package import Journal
internal import Platform

/// One running game on one store: feeds the payment queue with calls and facts and does what it asks for.
package final class PaymentClient: @unchecked Sendable {  // `monitor` guards the queue; the rest is constant.
    private let monitor = Monitor()
    private var queue = PaymentQueue()
    private var isRetryScheduled = false
    private var isKeepingRecords = false
    private var isClosing = false

    private let store: any StoreConnection
    private let journal: Journal
    private let runner: any TaskRunner
    private let handlesMessages: Bool
    private let records: AsyncStream<JournalEntry>
    private let recordsInput: AsyncStream<JournalEntry>.Continuation
    /// Takes an event; called in order, with the queue's lock held.
    private let post: @Sendable (Event) -> Void
    /// Tells that events were posted; called with no lock held.
    private let notify: @Sendable () -> Void

    package init(
        store: any StoreConnection, journal: Journal, runner: any TaskRunner, handlesMessages: Bool = false,
        post: @escaping @Sendable (Event) -> Void, notify: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.journal = journal
        self.runner = runner
        self.handlesMessages = handlesMessages
        self.post = post
        self.notify = notify
        (records, recordsInput) = AsyncStream.makeStream()
    }

    /// Starts to listen to the store and to keep the journal.
    package func start() {
        // A journal that cannot be read now lets the game hear again what it has heard, which does no harm.
        let told = try? journal.toldRevocations()
        monitor.withLock {
            isKeepingRecords = true
            queue.noteTold(told ?? [:])
        }
        runner.start { [self] in
            for await entry in records {
                let fact = write(entry)
                apply(fact)
                if case .recordFailed = fact { scheduleRetry() }
            }
            monitor.withLock {
                isKeepingRecords = false
                monitor.broadcast()
            }
        }
        runner.start { [self] in await announceUntoldRevocations() }
        runner.start { [self] in
            await store.listen(handlesMessages: handlesMessages) { [self] fact in hear(fact) }
        }
    }

    /// Ends all work. What the game has finished until now is still recorded, off this thread if there is another.
    package func close() {
        monitor.withLock {
            isClosing = true
            queue.close()
        }
        recordsInput.finish()
        runner.turn()
        let deadline = Deadline(milliseconds: Self.patience)
        monitor.withLock {
            while isKeepingRecords, let left = deadline.left { _ = monitor.wait(milliseconds: left) }
        }
        runner.stop()
        journal.close()
    }

    /// How long the close waits for the journal, in milliseconds. A disk that takes longer is broken; what it did not take
    /// comes again at the next launch.
    private static let patience: UInt32 = 10_000

    package var canMakePayments: Bool { runner.call { store.canMakePayments } }

    package func supports(_ feature: Feature) -> Bool { runner.call { store.supports(feature) } }

    package func startDelivery() {
        change { $0.startDelivery() }
    }

    package func add(_ payment: Payment) -> UInt64 {
        changeWithID { $0.add(payment) }
    }

    /// - Parameter register: called with the id before the request can have an answer.
    package func open(_ request: Request, register: (UInt64) -> Void = { _ in }) -> UInt64 {
        changeWithID { queue in
            let opened = queue.open(request)
            register(opened.id)
            return opened
        }
    }

    /// - Parameter register: called with the id before the request can have an answer.
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

    /// The game has heard of this intent.
    package func noteTold(intent: UInt64) {
        monitor.withLock { queue.noteTold(intent: intent) }
    }

    /// An observer has come that may have missed intents which are still open.
    package func repeatIntents() {
        change { $0.repeatIntents() }
    }

    package func finish(_ key: PaymentQueue.Key) throws(IAPError) {
        try change { queue throws(IAPError) in try queue.finish(key) }
    }

    package func finish(transactionID: UInt64) throws(IAPError) {
        try change { queue throws(IAPError) in try queue.finish(transactionID: transactionID) }
    }

    /// The game has heard that this transaction was revoked.
    package func noteRevocationTold(_ transaction: Transaction) {
        guard let date = transaction.revocation?.date else { return }
        recordsInput.yield(.revocationTold(transaction.id, productID: transaction.productID, date: date))
    }

    package var transactions: [QueuedTransaction] { monitor.withLock { queue.transactions } }

    // MARK: Inside

    /// News of the store. What comes while the client closes is not taken note of, and so must not count as heard: the task
    /// that brings it asks for nothing more.
    private func hear(_ fact: Fact) {
        if monitor.withLock({ isClosing }) {
            withUnsafeCurrentTask { $0?.cancel() }
        } else {
            apply(fact)
        }
    }

    private func apply(_ fact: Fact) {
        change { $0.apply(fact) }
    }

    private func change<Failure: Error>(
        _ body: (inout PaymentQueue) throws(Failure) -> [Effect]
    ) throws(Failure) {
        perform(try monitor.withLock { () throws(Failure) in postEvents(of: try body(&queue)) })
    }

    private func changeWithID<Failure: Error>(
        _ body: (inout PaymentQueue) throws(Failure) -> (id: UInt64, effects: [Effect])
    ) throws(Failure) -> UInt64 {
        let (id, effects) = try monitor.withLock { () throws(Failure) in
            let (id, effects) = try body(&queue)
            return (id, postEvents(of: effects))
        }
        perform(effects)
        return id
    }

    /// Events are posted under the lock, so that their order is the order of what happened.
    private func postEvents(of effects: [Effect]) -> [Effect] {
        for case .emit(let event) in effects { post(event) }
        return effects
    }

    private func perform(_ effects: [Effect]) {
        var hasEvents = false
        for effect in effects {
            switch effect {
            case .emit:
                hasEvents = true
            case .record(let entry):
                // The client has closed in between. The task that brought the news must not count it as heard.
                if case .terminated = recordsInput.yield(entry) { withUnsafeCurrentTask { $0?.cancel() } }
            case .ask(let id, let request):
                runner.start { [self] in apply(await answer(id, request)) }
            case .buy(let id, let payment):
                runner.start { [self] in apply(.purchaseEnded(payment: id, await store.buy(payment))) }
            case .finishInStore(let id):
                runner.start { [self] in
                    await store.finish(id)
                    apply(.finishedInStore(id))
                }
            }
        }
        if hasEvents { notify() }
    }

    private func answer(_ id: UInt64, _ request: Request) async -> Fact {
        switch request {
        case .products(let ids):
            do throws(IAPError) {
                let found = try await store.products(for: ids)
                return .productsAnswered(request: id, .success(Self.answer(to: ids, found)))
            } catch { return .productsAnswered(request: id, .failure(error)) }
        case .transactions(let query):
            do throws(IAPError) {
                return .transactionsAnswered(request: id, .success(try await store.transactions(query)))
            } catch { return .transactionsAnswered(request: id, .failure(error)) }
        case .storefront:
            do throws(IAPError) {
                return .storefrontAnswered(request: id, .success(try await store.storefront()))
            } catch { return .storefrontAnswered(request: id, .failure(error)) }
        case .store(let request):
            do throws(IAPError) {
                return .answered(request: id, request.answerKind, .success(try await store.answer(request)))
            } catch { return .answered(request: id, request.answerKind, .failure(error)) }
        case .restore:
            do throws(IAPError) {
                return .entitlementsRestored(request: id, .success(try await store.restore()))
            } catch { return .entitlementsRestored(request: id, .failure(error)) }
        }
    }

    /// The store documents no order and leaves unknown ids out; the game gets its own order, and the unknown ones named.
    private static func answer(to ids: [String], _ found: [Product]) -> ProductsAnswer {
        let byID = Dictionary(found.map { (ExactText($0.id), $0) }, uniquingKeysWith: { first, _ in first })
        return ProductsAnswer(
            products: ids.compactMap { byID[ExactText($0)] }, invalidIDs: ids.filter { byID[ExactText($0)] == nil })
    }

    private func purchaseDate(of id: UInt64) -> Int64 {
        monitor.withLock { queue.purchaseDate(of: id) } ?? 0
    }

    /// What an earlier run has learned of revocations and not told is told by this one.
    private func announceUntoldRevocations() async {
        do throws(IAPError) {
            let untold = Set(try journal.untoldRevocations())
            guard !untold.isEmpty else { return }
            for transaction in try await store.transactions(TransactionQuery(.all, productID: nil)).transactions
            where transaction.verification == .verified && transaction.revocation != nil
                && untold.contains(transaction.id)
            {
                apply(.transactionUpdated(transaction))
            }
        } catch {
            // A journal that cannot be read says so at its first write; the next launch asks again.
            return
        }
    }

    private func write(_ entry: JournalEntry) -> Fact {
        do throws(IAPError) {
            switch entry {
            case .offer(let id, let productID):
                return .offerRecorded(
                    id, try journal.offer(id, productID: productID, purchaseDate: purchaseDate(of: id)))
            case .finish(let id, let productID):
                try journal.recordFinish(id, productID: productID, purchaseDate: purchaseDate(of: id))
            case .storeFinish(let id):
                try journal.recordStoreFinish(id)
            case .revocation(let id, let productID, let date):
                try journal.recordRevocation(
                    id, productID: productID, date: date, purchaseDate: purchaseDate(of: id))
            case .revocationTold(let id, let productID, let date):
                try journal.recordRevocationTold(
                    id, productID: productID, date: date, purchaseDate: purchaseDate(of: id))
            }
            return .recorded(entry)
        } catch {
            return .recordFailed(entry, error)
        }
    }

    /// A full disk may have room again later.
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
