package import IAPModel

/// What the library must deliver to the game, and what the game has received. A pure state machine: calls of the game
/// and facts from outside go in, effects come out. It does no I/O and uses no clock and no thread.
///
/// A purchased transaction is delivered only after the journal has counted the delivery. The store receives a finish
/// only after the journal has recorded it. A crash between any two steps therefore loses nothing, and repeats nothing
/// that is finished.
package struct PaymentQueue: Sendable {
    /// The identity of an entry. A payment has no store id before it is paid. A transaction has both other keys if the
    /// game has received it as restored, and the store then lists the purchase as unfinished: the game finishes each
    /// delivery.
    package enum Key: Sendable, Hashable {
        case payment(UInt64)
        case store(UInt64)
        case restored(UInt64)
    }

    /// What must happen to a purchase before its delivery.
    package struct Policy: Sendable {
        /// The extra verification must find it valid.
        package var isVerifying = false
        /// The account token of the player who is signed in to the game. Nil if the game names no player.
        package var player: String?

        package init(isVerifying: Bool = false, player: String? = nil) {
            (self.isVerifying, self.player) = (isVerifying, player)
        }
    }

    struct Entry: Sendable {
        var item: QueuedTransaction
        /// The place in the queue. The transaction of a payment keeps the payment's place.
        var place: UInt64
        var isFinishing = false
        /// It is a payment that has blocked the next one for too long. The store may still complete it.
        var isOverdue = false
        /// The game's server has signed everything of the payment except the product.
        var isAdvancedCommerce = false
        /// The payment names the total number of seats. The quantity of its transaction is the number of seats that are new.
        var hasSeats = false
        /// The extra verification found it valid. The journal may not hold that yet.
        var isVerified = false
        /// The deferred payment that seems to have led to this purchase, in its earlier state: none or one. A struct cannot contain
        /// itself without an array.
        var paymentBehind: [Entry] = []
        /// For a restored transaction: the deliveries that the game has not received yet, each with the payment that it
        /// ends. 0 stands for the delivery of a restore, which ends no payment.
        var unreported: [UInt64] = []
        /// For a restored transaction: the game has received a delivery of it. Another restore or payment may then add
        /// `unreported` ones.
        var isReported = false
        /// For a purchase: a restore has found it, too.
        var isAlsoRestored = false
        /// For a purchase: the store has named no payment for it in time, so any payment that was open may have bought it.
        var isPaymentUnknown = false
    }

    struct HeldUpdate: Sendable {
        let transaction: Transaction
        /// Its place until the payment completes.
        let place: UInt64
        /// A restore found it, too.
        var isAlsoRestored = false
    }

    /// A purchase that the player started in the App Store and that the game has neither taken nor declined.
    struct HeldIntent: Sendable {
        var intent: PurchaseIntent
        var isReported = false
    }

    /// The last entry about an entitlement that the journal has not answered, or whose verdict is open.
    struct Entitling: Sendable {
        let transaction: Transaction
        let entitlement: Entitlement
        let isVerified: Bool
    }

    /// A verification request. Each transaction has one at a time.
    struct VerdictRequest: Sendable {
        var transaction: Transaction
        var attempts: Int
        /// The game has received the request and has not given a verdict.
        var isWithGame = false
    }

    /// A payment that the store has not received yet.
    struct WaitingPayment: Sendable {
        let id: UInt64
        let payment: Payment
    }

    let policy: Policy
    /// The payment for which the next one waits. The store may still have an earlier one, which is overdue.
    var paymentAtStore: UInt64?
    /// In the order of the game's calls.
    var waitingPayments: [WaitingPayment] = []
    var entries: [Key: Entry] = [:]
    /// The payments that the game has received as deferred, for an approval, for a verdict or because they are overdue. The
    /// game receives this once.
    var deferred: Set<UInt64> = []
    /// The game has added an observer.
    package internal(set) var isDelivering = false
    /// Transactions from the update stream that came while the store processed a payment for the same product. Each may
    /// belong to that payment. So it waits until the payment completes, but not longer than `awaitResponse`.
    var heldUpdates: [HeldUpdate] = []
    /// The transactions that were announced as revoked in this run, by id. Later reports of the store about them may be
    /// older, and grant nothing.
    var revoked: [UInt64: Transaction] = [:]
    /// The revocations that the game received in earlier runs: their dates, by id. A later delivery makes the revocation news
    /// again: the store's list may have been older than the revocation.
    var reportedRevocations: [UInt64: Int64] = [:]
    /// The transactions that the game has finished in this run, by id.
    var finished: Set<UInt64> = []
    /// The transactions that the game has received as restored in this run, by id.
    var reportedRestored: Set<UInt64> = []
    /// Journal entries that could not be written and wait for the next attempt.
    var stalled: [JournalEntry] = []
    /// The entries that could not be written so far, with the error. A disk that stays full is reported once.
    var troubles: [JournalEntry: IAPError.Status] = [:]
    /// The unverified transactions that the game has received in this run, by id.
    var reportedUnverified: Set<UInt64> = []
    /// The transactions of other players that the game has heard of in this run, by id.
    var reportedOthers: Set<UInt64> = []
    /// The transactions, by id, with a revocation in this run whose signature is invalid.
    package internal(set) var doubted: Set<UInt64> = []
    var verdictRequests: [UInt64: VerdictRequest] = [:]
    var entitlements: [UInt64: Entitlement] = [:] {
        didSet { isOwnershipChanged = true }
    }
    /// Whether `entitlements` has changed since the last report to the game.
    var isOwnershipChanged = false
    /// The products that the account owns, as last reported to the game.
    var reportedProducts: Set<ExactText> = []
    /// When the next of them ends.
    var nextOwnershipChange: Int64?
    /// The entitlements that wait for a verdict or for the journal.
    var entitling: [UInt64: Entitling] = [:]
    /// The transactions that the store has listed as entitlements in this run.
    var entitled: Set<UInt64> = []
    /// The game has received the report that its verification is undecided at present.
    var isIndecisionReported = false
    /// The transactions that each open restore still has to deliver.
    var restores: [UInt64: Set<UInt64>] = [:]
    var intents: [HeldIntent] = []
    var messages: Set<UInt64> = []
    /// The message that each open request shows.
    var displays: [UInt64: UInt64] = [:]
    /// The open requests, each with the kind of response that it waits for.
    private var openRequests: [UInt64: Response.Kind] = [:]
    private var lastPlace: UInt64 = 0
    private var lastID: UInt64 = 0

    package init(_ policy: Policy = Policy()) {
        self.policy = policy
    }

    /// Sets the revocations that the game need not receive again. Call it before anything happens.
    package mutating func setReportedRevocations(_ revocations: [UInt64: Int64]) {
        reportedRevocations = revocations
    }

    package var transactions: [QueuedTransaction] {
        let held = heldUpdates.filter { isOnlyHeld($0.transaction) }
            .map { Entry(item: QueuedTransaction($0.transaction, state: .purchased), place: $0.place) }
        return (Array(entries.values) + held).sorted { $0.place < $1.place }.map { entry in
            var item = entry.item
            // It is not verified yet. It is listed like each purchase that was not delivered: as purchased, with the delivery
            // count 0. A game grants it when transaction_updated delivers it.
            if policy.isVerifying, item.state == .restored, !entry.isReported { item.state = .purchased }
            return item
        }
    }

    /// The client closes. Later responses end nothing.
    package mutating func close() {
        openRequests = [:]
    }

    // MARK: Facts from outside

    package mutating func apply(_ fact: Fact) -> [Effect] {
        switch fact {
        case .purchaseEnded(let payment, let outcome):
            return endPurchase(payment, outcome)
        case .unfinishedListed(let transaction, let isFromBefore):
            return see(transaction, isUnfinished: true, isFromBefore: isFromBefore)
        case .transactionUpdated(let transaction):
            return see(transaction, isUnfinished: false)
        case .responseOverdue(let id): return endWait(forResponseTo: id)
        case .turnOverdue(let payment): return endTurn(of: payment)
        case .unverifiedTransaction(let transaction, let error):
            return tellUnverified(transaction, error)
        case .storefrontChanged(let storefront), .storefrontRead(let storefront):
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

        case .responded(let request, let result): return end(request, result)

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
        openRequests[id] = request.responseKind
        return (id, [.ask(request: id, request)])
    }

    private mutating func end(_ request: UInt64, _ result: Result<Response, IAPError>) -> [Effect] {
        guard let kind = openRequests[request] else { return [] }
        endDisplay(request, result)
        guard kind == .entitlements else { return end(request, with: .requestEnded(request: request, kind, result)) }
        switch result {
        case .success(.entitlements(let transactions)): return restore(transactions, request)
        case .success:
            let error = IAPError(.internalFailure, "the store returned another kind of response to a restore")
            return end(request, with: .restoreFailed(request: request, error))
        case .failure(let error): return end(request, with: .restoreFailed(request: request, error))
        }
    }

    func isOpen(restore request: UInt64) -> Bool { openRequests[request] == .entitlements }

    mutating func end(_ request: UInt64, with event: Event) -> [Effect] {
        openRequests.removeValue(forKey: request) == nil ? [] : [.emit(event)]
    }

    /// Payments and requests share their numbers. So an id names one thing.
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
    /// A transaction that the store lists and that is not delivered.
    package init(reported transaction: Transaction) {
        let state: State
        switch transaction.verification {
        case .verified: state = transaction.revocation == nil ? .purchased : .revoked
        case .failed(let failure): state = .unverified(IAPError(unverified: transaction, failure))
        }
        self.init(transaction, state: state)
    }
}

extension IAPError {
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
