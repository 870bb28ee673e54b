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

    /// What has to happen to a purchase before the game may have it.
    package struct Policy: Sendable {
        /// Somebody besides the store has to find it genuine.
        package var isVerifying = false
        /// The products whose grants the library holds.
        package var heldProducts: Set<ExactText> = []

        package init(isVerifying: Bool = false, heldProducts: Set<ExactText> = []) {
            self.isVerifying = isVerifying
            self.heldProducts = heldProducts
        }
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
        /// Found valid; the journal has been told, if it can be written.
        var isVerified = false
        /// A restored one of which the game has not heard yet: the payments that it is the outcome of, 0 for none.
        var untold: [UInt64] = []
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

    /// What the game's verification is asked about a transaction. There is one at a time for each.
    struct Question: Sendable {
        var transaction: Transaction
        var attempts: Int
        /// The game itself has been asked and has not answered.
        var isWithGame = false
    }

    let policy: Policy
    var entries: [Key: Entry] = [:]
    /// The payments that the game was told to wait for, for an approval or a verdict, which it is told once.
    var deferred: Set<UInt64> = []
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
    /// What could not be written and has not been since, by what is wrong: a disk that stays full is one piece of news.
    var troubles: [JournalEntry: IAPError.Status] = [:]
    /// The unverified transactions that the game was told of in this run, by id.
    var toldUnverified: Set<UInt64> = []
    /// The transactions, by id, of which this run has heard a revocation whose signature does not hold.
    var doubted: Set<UInt64> = []
    var questions: [UInt64: Question] = [:]
    /// The game knows that its verification cannot decide at present.
    var isIndecisionReported = false
    /// What each open restore still has to hand out.
    var restores: [UInt64: Set<UInt64>] = [:]
    var intents: [HeldIntent] = []
    /// What the store wants to tell the player and has not been shown.
    var messages: Set<UInt64> = []
    /// Which message each open request shows.
    var displays: [UInt64: UInt64] = [:]
    private var openRequests: Set<UInt64> = []
    private var lastPlace: UInt64 = 0
    private var lastID: UInt64 = 0

    package init(_ policy: Policy = Policy()) {
        self.policy = policy
    }

    /// What the journal knows that the game need not hear again. To be told before anything happens.
    package mutating func noteTold(_ revocations: [UInt64: Int64]) {
        toldRevocations = revocations
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
            return restore(transactions, request)
        case .entitlementsRestored(let request, .failure(let error)):
            return end(request, .restoreFailed(request: request, error))

        case .recorded(let entry, let outcome):
            return goOn(after: entry, outcome)
        case .recordFailed(let entry, let error):
            return stall(entry, error)
        case .finishedInStore(let id):
            return endFinish(id)
        case .retryDue: return retry()
        case .verificationDue(let id):
            return askGame(id)
        case .verdictGiven(let id, let verdict, let retryAt):
            return judge(id, verdict, retryAt: retryAt)
        }
    }

    package mutating func open(_ request: Request) -> (id: UInt64, effects: [Effect]) {
        let id = nextID()
        openRequests.insert(id)
        return (id, [.ask(request: id, request)])
    }

    mutating func end(_ request: UInt64, _ event: Event) -> [Effect] {
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
