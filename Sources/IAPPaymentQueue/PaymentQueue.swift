package import IAPModel

/// What is to be delivered to the game and what it has been told: a pure state machine. Calls of the game and facts from outside
/// go in, effects come out. It does no I/O and knows no clock and no thread.
///
/// A purchased transaction is delivered only after the journal has counted the delivery, and the store is told of a finish only
/// after the journal holds it, so that a crash between any two steps loses nothing and repeats nothing that is finished.
package struct PaymentQueue: Sendable {
    /// The identity of an entry: a payment has no store id until it is paid.
    package enum Key: Sendable, Hashable {
        case payment(UInt64)
        case store(UInt64)
        case restored(UInt64)
    }

    /// What has to happen to a purchase before its delivery.
    package struct Policy: Sendable {
        /// The extra verification has to find it valid.
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
        /// The game's server has signed everything of the payment but the product.
        var isAdvancedCommerce = false
        /// The extra verification found it valid; the journal may not hold that yet.
        var isVerified = false
        /// The payment that waited for an approval and is taken to have led to this purchase, as it waited.
        var deferred: DeferredPayment?
        /// The payments whose outcome it is and that the game has not been told, for a restored one; 0 for none.
        var untold: [UInt64] = []
    }

    struct DeferredPayment: Sendable {
        let item: QueuedTransaction
        let isAdvancedCommerce: Bool
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

    struct Entitling: Sendable {
        let transaction: Transaction
        let entitlement: Entitlement
    }

    /// A question to the extra verification. There is one at a time for each transaction.
    struct Question: Sendable {
        var transaction: Transaction
        var attempts: Int
        /// The game itself has been asked and has not answered.
        var isWithGame = false
    }

    let policy: Policy
    var entries: [Key: Entry] = [:]
    /// The payments that the game was told are deferred, for an approval or a verdict. It is told once.
    var deferred: Set<UInt64> = []
    /// There has been an observer.
    package internal(set) var isDelivering = false
    /// Transactions that the stream brought while a payment for the same product was with the store. Each may belong to that
    /// payment, so it waits for the payment's answer.
    var heldUpdates: [ExactText: [HeldUpdate]] = [:]
    /// The transactions that were announced as revoked in this run, by id. What the store tells of them later may be older, and
    /// grants nothing.
    var revoked: [UInt64: Transaction] = [:]
    /// The revocations that the game heard of in earlier runs: their dates, by id.
    var toldRevocations: [UInt64: Int64] = [:]
    /// The transactions that the game has finished in this run, by id.
    var finished: Set<UInt64> = []
    /// Journal entries that could not be written and are to be tried again.
    var stalled: [JournalEntry] = []
    /// The entries that could not be written so far, with the error: a disk that stays full is reported once.
    var troubles: [JournalEntry: IAPError.Status] = [:]
    /// The unverified transactions that the game was told of in this run, by id.
    var toldUnverified: Set<UInt64> = []
    /// The transactions, by id, with a revocation in this run whose signature does not hold.
    package internal(set) var doubted: Set<UInt64> = []
    var questions: [UInt64: Question] = [:]
    /// What the account may use, by transaction.
    var entitlements: [UInt64: Entitlement] = [:]
    /// The same that waits for a verdict or for the journal.
    var entitling: [UInt64: Entitling] = [:]
    /// The transactions that the store has listed as entitlements in this run.
    var entitled: Set<UInt64> = []
    /// The game was told that its verification cannot decide at present.
    var isIndecisionReported = false
    /// The transactions that each open restore still has to deliver.
    var restores: [UInt64: Set<UInt64>] = [:]
    var intents: [HeldIntent] = []
    /// The messages of the store that have not been shown.
    var messages: Set<UInt64> = []
    /// Which message each open request shows.
    var displays: [UInt64: UInt64] = [:]
    /// The open requests, each with the kind of answer that it waits for.
    private var openRequests: [UInt64: Answer.Kind] = [:]
    private var lastPlace: UInt64 = 0
    private var lastID: UInt64 = 0

    package init(_ policy: Policy = Policy()) {
        self.policy = policy
    }

    /// The revocations that the game need not hear again. To be set before anything happens.
    package mutating func setToldRevocations(_ revocations: [UInt64: Int64]) {
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
        openRequests = [:]
    }

    // MARK: What happened outside

    package mutating func apply(_ fact: Fact) -> [Effect] {
        switch fact {
        case .purchaseEnded(let payment, let outcome):
            return endPurchase(payment, outcome.checked)
        case .unfinishedListed(let transaction):
            return see(transaction, isUnfinished: true)
        case .transactionUpdated(let transaction):
            return see(transaction, isUnfinished: false)
        case .unverifiedTransaction(let transaction, let error):
            return tellUnverified(transaction, error)
        case .storefrontChanged(let storefront):
            return [.emit(.storefrontChanged(storefront))]
        case .storeReachable: return []
        case .subscriptionStatusChanged(let status):
            return [.emit(.subscriptionStatusChanged(status))]
        case .purchaseIntended(let intent):
            return enter(intent)
        case .messageReceived(let message):
            return enter(message)
        case .problemOccurred(let error):
            return [.emit(.problemReported(error))]

        case .answered(let request, let result): return end(request, result)

        case .recorded(let entry, let outcome):
            return follow(entry, outcome)
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
        openRequests[id] = request.answerKind
        return (id, [.ask(request: id, request)])
    }

    private mutating func end(_ request: UInt64, _ result: Result<Answer, IAPError>) -> [Effect] {
        guard let kind = openRequests[request] else { return [] }
        endDisplay(request, result)
        guard kind == .entitlements else { return end(request, with: .requestEnded(request: request, kind, result)) }
        switch result {
        case .success(.entitlements(let transactions)): return restore(transactions, request)
        case .success:
            let error = IAPError(.internalFailure, "the store's answer to a restore is of another kind")
            return end(request, with: .restoreFailed(request: request, error))
        case .failure(let error): return end(request, with: .restoreFailed(request: request, error))
        }
    }

    func isOpen(restore request: UInt64) -> Bool { openRequests[request] == .entitlements }

    mutating func end(_ request: UInt64, with event: Event) -> [Effect] {
        openRequests.removeValue(forKey: request) == nil ? [] : [.emit(event)]
    }

    /// Payments and requests share their numbers, so that an id names one thing.
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
    /// A transaction that the store lists, and that is not delivered.
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
