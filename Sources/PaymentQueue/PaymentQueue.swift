package import IAPModel
internal import Journal

/// What the game is owed and what it has been told: a pure state machine. Calls of the game and facts from outside go
/// in, effects come out; it does no I/O, knows no time and no thread.
///
/// A purchased transaction is offered only after the journal has counted the offer, and the store is told of a finish
/// only after the journal holds it, so that a crash between any two steps loses nothing and repeats nothing finished.
package struct PaymentQueue: Sendable {
    /// What tells entries apart: a payment has no store id until it is paid.
    package enum Key: Sendable, Hashable {
        case payment(UInt64)
        case store(UInt64)
        case restored(UInt64)
    }

    struct Entry: Sendable {
        var item: QueuedTransaction
        /// The place in the queue; a payment's transaction keeps the payment's place.
        var place: UInt64
        var isFinishing = false
        /// A restored one that the store lists as unfinished: the store is told when the game finishes it.
        var isUnfinishedInStore = false
        /// A payment of which the game's server has signed everything but the product.
        var isAdvancedCommerce = false
    }

    struct HeldUpdate: Sendable {
        let transaction: Transaction
        /// Where it is listed until the payment has its answer.
        let place: UInt64
    }

    /// A purchase that was begun in the App Store and that the game has neither taken nor declined.
    struct HeldIntent: Sendable {
        var intent: PurchaseIntent
        var isTold = false
    }

    var entries: [Key: Entry] = [:]
    var isDelivering = false
    /// Transactions that the stream brought while a payment for the same product was with the store: it may be that
    /// payment's, so it waits for the payment's own answer.
    var heldUpdates: [ExactText: [HeldUpdate]] = [:]
    /// What was announced as revoked in this run, by id. Older news of the same transaction grants nothing.
    var revoked: [UInt64: Transaction] = [:]
    /// The revocations that the game has heard of in earlier runs, by id, with their dates.
    var toldRevocations: [UInt64: Int64] = [:]
    /// What the game has finished in this run.
    var finished: Set<UInt64> = []
    /// Journal entries that could not be written and are to be tried again.
    var stalled: [JournalEntry] = []
    /// Those of them that the game has been told of; a disk that stays full is one piece of news.
    var reportedStalls: Set<JournalEntry> = []
    /// The unverified transactions that the game was told of in this run, by id.
    var toldUnverified: Set<UInt64> = []
    var intents: [HeldIntent] = []
    /// What the store wants to tell the player and has not been shown.
    var messages: Set<UInt64> = []
    /// Which message each open request shows.
    var displays: [UInt64: UInt64] = [:]
    private var openRequests: Set<UInt64> = []
    private var lastPlace: UInt64 = 0
    private var lastID: UInt64 = 0

    package init() {}

    /// What the journal knows that the game need not hear again. To be told before anything happens.
    package mutating func noteTold(_ revocations: [UInt64: Int64]) {
        toldRevocations = revocations
    }

    // MARK: What the game calls

    /// The first observer has come: what waits is handed out.
    package mutating func startDelivery() -> [Effect] {
        guard !isDelivering else { return [] }
        isDelivering = true
        let waiting = entries.values.filter { $0.item.state == .purchased && !$0.isFinishing }
        return waiting.sorted { $0.place < $1.place }
            .compactMap { $0.item.transaction.map { .record(.offer($0.id, productID: $0.productID)) } }
    }

    package mutating func add(_ payment: Payment) -> (id: UInt64, effects: [Effect]) {
        let id = nextID()
        let item = QueuedTransaction(payment: payment, id: id)
        var entry = Entry(item: item, place: nextPlace())
        entry.isAdvancedCommerce = payment.advancedCommerceJWS != nil
        entries[.payment(id)] = entry
        return (id, [.emit(.transactionUpdated(item)), .buy(payment: id, payment)])
    }

    package mutating func open(_ request: Request) -> (id: UInt64, effects: [Effect]) {
        let id = nextID()
        openRequests.insert(id)
        return (id, [.ask(request: id, request)])
    }

    package mutating func finish(_ key: Key) throws(IAPError) -> [Effect] {
        guard var entry = entries[key] else {
            if case .store(let id) = key, heldUpdate(id) != nil {
                throw IAPError(
                    .invalidState,
                    "transaction \(id) may be the outcome of a payment that is open; finish it when it is delivered")
            }
            throw IAPError(.notFound, "the transaction is not in this client's queue, or it has been finished before")
        }
        switch entry.item.state {
        case .purchasing, .deferred:
            throw IAPError(
                .invalidState, "a transaction can be finished only after it is purchased, restored or failed")
        case .failed, .unverified:
            entries[key] = nil
            return [.emit(.transactionRemoved(entry.item))]
        case .restored where !entry.isUnfinishedInStore:
            entries[key] = nil
            return [.emit(.transactionRemoved(entry.item))]
        case .purchased, .revoked, .restored:
            guard !entry.isFinishing, let transaction = entry.item.transaction else { return [] }
            entry.isFinishing = true
            entries[key] = entry
            return [.record(.finish(transaction.id, productID: transaction.productID))]
        }
    }

    /// For games that kept only the id.
    package mutating func finish(transactionID: UInt64) throws(IAPError) -> [Effect] {
        let key = Key.store(transactionID)
        let restored = Key.restored(transactionID)
        return try finish(entries[key] == nil && entries[restored] != nil ? restored : key)
    }

    /// The queue as it is now, in the order in which things came.
    package var transactions: [QueuedTransaction] {
        let held = heldUpdates.values.joined().filter { isListed($0.transaction) }
            .map { Entry(item: QueuedTransaction($0.transaction, state: .purchased), place: $0.place) }
        return (Array(entries.values) + held).sorted { $0.place < $1.place }.map(\.item)
    }

    /// The client closes; answers that come later end nothing.
    package mutating func close() {
        openRequests = []
    }

    /// When a transaction that the queue knows was bought.
    package func purchaseDate(of id: UInt64) -> Int64? {
        let entry = entries[.store(id)] ?? entries[.restored(id)]
        return (entry?.item.transaction ?? revoked[id])?.purchaseDate
    }

    // MARK: What happened outside

    package mutating func apply(_ fact: Fact) -> [Effect] {
        switch fact {
        case .purchaseEnded(let payment, let outcome):
            return endPurchase(payment, outcome.trusted)
        case .unfinishedListed(let transaction):
            return see(transaction, isUnfinished: true)
        case .transactionUpdated(let transaction):
            return see(transaction, isUnfinished: false)
        case .unverifiedTransaction(let transaction, let error):
            return tellUnverified(transaction, error)
        case .storefrontChanged(let storefront):
            return [.emit(.storefrontChanged(storefront))]
        case .subscriptionStatusChanged(let status):
            return [.emit(.subscriptionStatusChanged(status))]
        case .purchaseIntended(let intent):
            return enter(intent)
        case .messageReceived(let message):
            return enter(message)
        case .problemOccurred(let error):
            return [.emit(.problemReported(error))]

        case .productsAnswered(let request, let result):
            return end(request, .productsReceived(request: request, result))
        case .transactionsAnswered(let request, let result):
            let answer = result.map {
                TransactionsAnswer(
                    transactions: $0.transactions.map(QueuedTransaction.init(told:)), nextPage: $0.next?.text)
            }
            return end(request, .transactionsReceived(request: request, answer))
        case .answered(let request, let kind, let result):
            endDisplay(request, result)
            return end(request, .answerReceived(request: request, kind, result))
        case .storefrontAnswered(let request, let result):
            return end(request, .storefrontReceived(request: request, result))
        case .entitlementsRestored(let request, .success(let transactions)):
            guard openRequests.contains(request) else { return [] }
            return restore(transactions) + end(request, .restoreFinished(request: request))
        case .entitlementsRestored(let request, .failure(let error)):
            return end(request, .restoreFailed(request: request, error))

        case .offerRecorded(let id, let offer):
            return deliver(id, offer)
        case .recorded(let entry):
            reportedStalls.remove(entry)
            if case .finish(let id, _) = entry { return [.finishInStore(id)] }
            return []
        case .recordFailed(let entry, let error):
            stalled.append(entry)
            return reportedStalls.insert(entry).inserted ? [.emit(.problemReported(error))] : []
        case .finishedInStore(let id):
            return endFinish(id)
        case .retryDue:
            defer { stalled = [] }
            return stalled.map { .record($0) }
        }
    }

    private mutating func end(_ request: UInt64, _ event: Event) -> [Effect] {
        openRequests.remove(request) == nil ? [] : [.emit(event)]
    }

    /// Payments and requests share one row of numbers, so that an id names one thing.
    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func nextPlace() -> UInt64 {
        lastPlace += 1
        return lastPlace
    }
}

extension QueuedTransaction {
    /// What the store tells of a transaction without handing it over.
    package init(told transaction: Transaction) {
        let state: State
        switch transaction.verification {
        case .verified: state = transaction.revocation == nil ? .purchased : .revoked
        case .failed(let failure): state = .unverified(IAPError(unverified: transaction, failure))
        }
        self.init(transaction, state: state)
    }
}

extension IAPError {
    /// A signature that does not hold.
    package init(
        unverified transaction: Transaction, _ failure: Verification.Failure, storeDomain: String = "",
        storeCode: Int = 0
    ) {
        self.init(
            .verification,
            "transaction \(transaction.id) of \(transaction.productID) is not verified (\(failure)); do not grant it",
            storeDomain: storeDomain, storeCode: storeCode)
    }
}
