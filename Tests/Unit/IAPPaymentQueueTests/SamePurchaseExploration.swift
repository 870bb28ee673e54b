import IAPModel
import Testing

@testable import IAPPaymentQueue

/// Tries every order of several payments that the store completes with the same unfinished purchase. Meanwhile the store
/// reports the purchase, the player restores, and the game finishes each handle that it has received. Orders that lead to
/// the same state are continued once.
struct SamePurchaseExploration {
    enum Response: CaseIterable { case purchased, owned, cancelled, pending }

    enum Step: Hashable {
        case startDelivery, pay, restore, restoreResponse
        /// The store responds to a payment, or to one that has ended without its response.
        case response, lateResponse
        /// What the store reports without a request.
        case update, listing, revocation
        /// A minute has passed since the purchase began to wait for the response to the payment.
        case overdue
        case turnOverdue
        /// The journal writes its oldest open entry.
        case record
        /// The verification finds the purchase valid.
        case judge
        case storeFinish
        /// The game finishes a handle that it has received, or the id of the purchase.
        case finish(PaymentQueue.Key), finishByID
    }

    struct Scenario: Sendable, CustomTestStringConvertible {
        /// The store's responses to the payments, in their order.
        var responses: [Response]
        var reports: [Step] = [.update]
        /// The step of a restore, or nothing.
        var restores: [Step] = [.restore]
        var isConsumable = false
        /// The library holds what the product grants.
        var isHeld = false
        var isVerifying = false
        /// The game has an observer from the beginning.
        var isDelivering = false

        var testDescription: String {
            (responses.map { "\($0)" } + (reports + restores).map { "\($0)" }).joined(separator: ", ")
                + (isConsumable ? ", a consumable" : "") + (isHeld ? ", held by the library" : "")
                + (isVerifying ? ", verified" : "") + (isDelivering ? ", delivering" : "")
        }

        private static let pairs = Response.allCases.flatMap { first in Response.allCases.map { [first, $0] } }

        static let all =
            pairs.map { Scenario(responses: $0) }
            + pairs.map { Scenario(responses: $0, reports: [.listing, .update], isDelivering: true) }
            + pairs.map { Scenario(responses: $0, isConsumable: true) }
            + pairs.map { Scenario(responses: $0, isHeld: true) }
            + pairs.map { Scenario(responses: $0, isVerifying: true, isDelivering: true) }
            + pairs.map { Scenario(responses: $0, reports: [.listing, .revocation], isDelivering: true) }
            + pairs.map { Scenario(responses: $0 + [.purchased], restores: [], isDelivering: true) }
            + [
                Scenario(responses: [.owned, .owned, .owned], isDelivering: true),
                Scenario(responses: [.purchased, .purchased, .owned], isDelivering: true),
                Scenario(responses: [.owned, .pending, .purchased], isDelivering: true),
                Scenario(responses: [.cancelled, .owned, .pending], isDelivering: true),
            ]
    }

    private(set) var states = 0
    /// The number of states in which nothing more can happen.
    private(set) var ends = 0
    /// The first order that broke each rule.
    private(set) var violations: [Rule: [Step]] = [:]
    private var seen: Set<SamePurchaseWorld.State> = []

    init(_ scenario: Scenario) {
        walk(SamePurchaseWorld(scenario), [])
        seen = []
    }

    private mutating func walk(_ world: SamePurchaseWorld, _ path: [Step]) {
        guard seen.insert(world.state).inserted else { return }
        states += 1
        for rule in world.facts.brokenRules where violations[rule] == nil { violations[rule] = path }
        let steps = world.possibleSteps
        if steps.isEmpty {
            ends += 1
            for rule in world.rulesBrokenAtTheEnd where violations[rule] == nil { violations[rule] = path }
        }
        for step in steps {
            var next = world
            next.take(step)
            walk(next, path + [step])
        }
    }
}

/// The queue, with a store, a journal and a game that do what is requested, in any order.
struct SamePurchaseWorld {
    typealias Step = SamePurchaseExploration.Step

    private static let id: UInt64 = 7

    /// What has happened outside the queue.
    struct Facts: Hashable {
        /// The steps that can still happen, once each.
        var open: Set<Step>
        var payments: [UInt64] = []
        /// The payments that the store has received.
        var paymentsOfTheStore: [UInt64] = []
        var paymentAtStore: UInt64?
        /// The payments that ended before the store has responded.
        var latePayments: [UInt64] = []
        var restoring: UInt64?
        var restoresEnded = 0
        var isAwaited = false
        /// The payment that blocks the next one, until it has blocked it for too long.
        var blocking: UInt64?
        var record = DeliveryRecord()
        var unwritten: [JournalEntry] = []
        var storeFinishes = 0
        var mayFinishInStore = false
        var isQuestionOpen = false
        /// The handles that the game has received and not finished.
        var received: Set<PaymentQueue.Key> = []
        var acceptedFinishes = 0
        var removals = 0
        /// The store has reported the purchase, so the queue knows that it is unfinished.
        var isKnown = false
        /// The game has received it as purchased.
        var isDelivered = false
        var isFinished = false
        var isRevoked = false
        var outcomes: [UInt64: Int] = [:]
        var brokenRules: Set<Rule> = []
    }

    /// Distinguishes worlds that can continue differently.
    struct State: Hashable {
        struct Entry: Hashable {
            var state: Int
            var payment: UInt64
            var count: Int
            var isFinishing: Bool
            var isVerified: Bool
            var deferred: UInt64?
            var unreported: [UInt64]
            var isReported: Bool
            var isAlsoRestored: Bool
            var isPaymentUnknown: Bool
        }

        var facts: Facts
        var entries: [PaymentQueue.Key: Entry]
        var waiting: [UInt64]
        var deferred: Set<UInt64>
        var isHolding: Bool
        var isHeldOneRestored: Bool
        var isFinished: Bool
        var isRevoked: Bool
        var isRestoreReported: Bool
        var question: [Int]
    }

    private(set) var facts: Facts
    private let scenario: SamePurchaseExploration.Scenario
    private var queue: PaymentQueue
    private let rules: DeliveryRules
    private let purchase: Transaction

    init(_ scenario: SamePurchaseExploration.Scenario) {
        self.scenario = scenario
        let held: Set<ExactText> = scenario.isHeld ? [ExactText("coins")] : []
        queue = PaymentQueue(PaymentQueue.Policy(isVerifying: scenario.isVerifying))
        rules = DeliveryRules(heldProducts: held)
        purchase = scenario.isConsumable ? .sold(Self.id) : .lasting(Self.id)
        facts = Facts(open: Set(scenario.reports + scenario.restores + [.startDelivery]))
        if scenario.isDelivering { take(.startDelivery) }
    }

    var state: State {
        let entries = queue.entries.mapValues { entry in
            State.Entry(
                state: Self.number(of: entry.item.state), payment: entry.item.paymentID,
                count: entry.item.deliveryCount, isFinishing: entry.isFinishing, isVerified: entry.isVerified,
                deferred: entry.paymentBehind.first?.item.paymentID, unreported: entry.unreported,
                isReported: entry.isReported, isAlsoRestored: entry.isAlsoRestored,
                isPaymentUnknown: entry.isPaymentUnknown)
        }
        let question = queue.verdictRequests[Self.id].map { [$0.attempts, $0.isWithGame ? 1 : 0] }
        return State(
            facts: facts, entries: entries, waiting: queue.waitingPayments.map(\.id), deferred: queue.deferred,
            isHolding: queue.heldUpdate(Self.id) != nil,
            isHeldOneRestored: queue.heldUpdate(Self.id)?.isAlsoRestored == true,
            isFinished: queue.finished.contains(Self.id),
            isRevoked: queue.revoked[Self.id] != nil, isRestoreReported: queue.reportedRestored.contains(Self.id),
            question: question ?? [])
    }

    private static func number(of state: QueuedTransaction.State) -> Int {
        switch state {
        case .purchasing: 0
        case .purchased: 1
        case .failed: 2
        case .restored: 3
        case .deferred: 4
        case .revoked: 5
        case .unverified: 6
        case .rejected: 7
        }
    }

    var possibleSteps: [Step] {
        var steps: [Step] = [.startDelivery, .update, .listing, .revocation, .restore].filter(facts.open.contains)
        if facts.payments.count < scenario.responses.count { steps.append(.pay) }
        if facts.paymentAtStore != nil { steps.append(.response) }
        if !facts.latePayments.isEmpty { steps.append(.lateResponse) }
        if facts.restoring != nil { steps.append(.restoreResponse) }
        if facts.isAwaited { steps.append(.overdue) }
        if facts.blocking != nil { steps.append(.turnOverdue) }
        if !facts.unwritten.isEmpty { steps.append(.record) }
        if facts.isQuestionOpen { steps.append(.judge) }
        if facts.storeFinishes > 0 { steps.append(.storeFinish) }
        steps += facts.received.map(Step.finish)
        // A game that finishes by id has no handle of the other kind.
        if facts.received.contains(.restored(Self.id)) != facts.received.contains(.store(Self.id)) {
            steps.append(.finishByID)
        }
        return steps
    }

    mutating func take(_ step: Step) {
        facts.open.remove(step)
        switch step {
        case .startDelivery: follow(queue.startDelivery())
        case .pay:
            guard let added = try? queue.add(Payment(productID: "coins")) else { return }
            facts.payments.append(added.id)
            follow(added.effects)
        case .response:
            guard let payment = facts.paymentAtStore else { return }
            facts.paymentAtStore = nil
            respond(to: payment)
        case .lateResponse: respond(to: facts.latePayments.removeFirst())
        case .update, .listing:
            facts.isKnown = true
            follow(queue.apply(step == .update ? .transactionUpdated(purchase) : .unfinishedListed(purchase)))
        case .revocation:
            facts.isRevoked = true
            var revoked = purchase
            revoked.revocation = Transaction.Revocation(date: 5, reason: 0)
            follow(queue.apply(.transactionUpdated(revoked)))
        case .restore:
            let opened = queue.open(.restore)
            facts.restoring = opened.id
            follow(opened.effects)
        case .restoreResponse:
            guard let request = facts.restoring else { return }
            facts.restoring = nil
            follow(queue.apply(.responded(request: request, .success(.entitlements([purchase])))))
        case .overdue:
            facts.isAwaited = false
            wait(until: .responseOverdue(Self.id))
        case .turnOverdue:
            guard let payment = facts.blocking else { return }
            facts.blocking = nil
            wait(until: .turnOverdue(payment: payment))
        case .record: write(facts.unwritten.removeFirst())
        case .judge:
            facts.isQuestionOpen = false
            follow(queue.apply(.verdictGiven(Self.id, .valid, retryAt: 0)))
        case .storeFinish:
            facts.storeFinishes -= 1
            follow(queue.apply(.finishedInStore(Self.id)))
        case .finish(let key): finish(key) { queue throws(IAPError) in try queue.finish(key) }
        case .finishByID:
            guard let key = facts.received.first(where: { $0 == .store(Self.id) || $0 == .restored(Self.id) }) else {
                return
            }
            finish(key) { queue throws(IAPError) in try queue.finish(transactionID: Self.id) }
        }
    }

    /// The store has not responded until now. The queue may go on without the response.
    private mutating func wait(until fact: Fact) {
        let effects = queue.apply(fact)
        if let payment = facts.paymentAtStore, queue.paymentAtStore != payment {
            facts.paymentAtStore = nil
            facts.latePayments.append(payment)
        }
        follow(effects)
    }

    private mutating func respond(to payment: UInt64) {
        guard let index = facts.payments.firstIndex(of: payment) else { return }
        let outcome: PurchaseOutcome
        switch scenario.responses[index] {
        case .purchased:
            facts.isKnown = true
            outcome = .purchased(purchase)
        case .owned: outcome = .owned(purchase)
        case .cancelled: outcome = .cancelled
        case .pending: outcome = .pending
        }
        follow(queue.apply(.purchaseEnded(payment: payment, outcome)))
    }

    private mutating func finish(
        _ key: PaymentQueue.Key, _ body: (inout PaymentQueue) throws(IAPError) -> [Effect]
    ) {
        facts.received.remove(key)
        // A handle can be older than the state of its transaction.
        guard let effects = try? body(&queue) else { return }
        let ends = effects.records.contains { if case .finish = $0 { true } else { false } }
        if ends, key != .store(Self.id), !facts.isRevoked { facts.brokenRules.insert(.otherHandleNeverEndsDelivery) }
        if ends { facts.isFinished = true }
        if !effects.isEmpty { facts.acceptedFinishes += 1 }
        follow(effects)
    }

    /// Decides as the journal does.
    private mutating func write(_ entry: JournalEntry) {
        let decision = rules.decide(entry, facts.record)
        facts.record = decision.record
        if case .finish = entry { facts.mayFinishInStore = true }
        follow(queue.apply(.recorded(entry, decision.outcome)))
    }

    private mutating func follow(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .record(let entry): facts.unwritten.append(entry)
            case .finishInStore:
                if !facts.mayFinishInStore { facts.brokenRules.insert(.recordBeforeStoreFinish) }
                facts.storeFinishes += 1
            case .buy(let payment, _):
                if facts.paymentAtStore != nil { facts.brokenRules.insert(.onePaymentAtTheStore) }
                facts.paymentAtStore = payment
                facts.paymentsOfTheStore.append(payment)
            case .awaitResponse: facts.isAwaited = true
            case .awaitTurn(let payment): facts.blocking = payment
            case .verify: facts.isQuestionOpen = true
            case .emit(.transactionUpdated(let item)): receive(item)
            case .emit(.transactionRemoved): facts.removals += 1
            case .emit(.restoreFinished): facts.restoresEnded += 1
            case .emit, .ask: break
            }
        }
    }

    private mutating func receive(_ item: QueuedTransaction) {
        let isFirst = facts.isKnown && !facts.isDelivered && !facts.isRevoked
        switch item.state {
        case .purchased:
            if item.deliveryCount == 0 { facts.brokenRules.insert(.offerBeforeDelivery) }
            if facts.isFinished { facts.brokenRules.insert(.noPurchaseAfterFinish) }
            if facts.isDelivered { facts.brokenRules.insert(.oneOfferPerLaunch) }
            if facts.isRevoked { facts.brokenRules.insert(.noPurchaseAfterRevocation) }
            facts.isDelivered = true
            facts.received.insert(.store(Self.id))
        case .restored:
            if isFirst { facts.brokenRules.insert(.purchasedFirst) }
            if facts.isRevoked { facts.brokenRules.insert(.noPurchaseAfterRevocation) }
            facts.received.insert(.restored(Self.id))
        case .failed(let error):
            let isOfTheStore = error.status != .unfinishedPurchase && error.status != .cancelled
            if isFirst, isOfTheStore { facts.brokenRules.insert(.purchasedFirst) }
            facts.received.insert(.payment(item.paymentID))
        case .purchasing, .deferred: break
        case .revoked, .unverified, .rejected: facts.brokenRules.insert(.revocationIsAFactOfItsOwn)
        }
        guard item.paymentID != 0 else { return }
        switch item.state {
        case .purchased, .restored, .failed: facts.outcomes[item.paymentID, default: 0] += 1
        default: if facts.outcomes[item.paymentID] != nil { facts.brokenRules.insert(.oneOutcome) }
        }
        if facts.outcomes[item.paymentID] ?? 0 > 1 { facts.brokenRules.insert(.oneOutcome) }
    }

    /// What must be true when nothing more can happen.
    var rulesBrokenAtTheEnd: Set<Rule> {
        var broken: Set<Rule> = []
        if facts.isKnown, !facts.isRevoked, !facts.isDelivered { broken.insert(.otherHandleNeverEndsDelivery) }
        if facts.acceptedFinishes != facts.removals { broken.insert(.finishEnds) }
        if facts.paymentsOfTheStore != facts.payments { broken.insert(.onePaymentAtTheStore) }
        if facts.restoresEnded != scenario.restores.count { broken.insert(.restoreEnds) }
        for (payment, response) in zip(facts.payments, scenario.responses) {
            let count = facts.outcomes[payment] ?? 0
            if count > 1 || count == 0 && response != .pending { broken.insert(.oneOutcome) }
        }
        return broken
    }
}
