import IAPModel
import Testing

@testable import IAPPaymentQueue

/// Tries every order of the events that one transaction can have. After each step it checks the rules that must hold in
/// all orders.
struct Exploration {
    struct Scenario: Sendable, CustomTestStringConvertible {
        var outcome: PurchaseOutcome?
        var isRevoked = false
        var wasFinishedBefore = false
        /// The player began the purchase in the App Store, and the payment continues it.
        var isIntended = false
        /// Forged transactions with the same id arrive.
        var isForged = false
        /// The player restores meanwhile.
        var isRestored = false
        /// The store lists the transaction as an entitlement.
        var isEntitled = false
        /// The verdicts of the game's own verification, in order. If the list is empty, the game has no verification.
        var verdicts: [Verdict] = []
        /// The library holds what the product grants.
        var isHeld = false

        var testDescription: String {
            let response =
                switch outcome {
                case nil: "no payment"
                case .purchased: "purchased"
                case .owned: "owned"
                case .cancelled: "cancelled"
                case .pending: "pending"
                case .unverified: "unverified"
                case .failed: "failed"
                }
            return response + (isRevoked ? ", revoked" : "")
                + (wasFinishedBefore ? ", finished in an earlier launch" : "")
                + (isIntended ? ", begun in the App Store" : "") + (isForged ? ", with a forgery" : "")
                + (isRestored ? ", during a restore" : "") + (isEntitled ? ", listed as entitlement" : "")
                + (isHeld ? ", held by the library" : "")
                + (verdicts.isEmpty ? "" : ", verdicts: \(verdicts.map(\.word).joined(separator: ", "))")
        }

        private static let outcomes: [PurchaseOutcome?] = [
            nil, .purchased(.sold(7)), .owned(.sold(7)), .pending, .cancelled, .unverified(.forged, .forged),
        ]

        static let all =
            outcomes.flatMap { outcome in
                [false, true].flatMap { isRevoked in
                    [false, true].map {
                        Scenario(outcome: outcome, isRevoked: isRevoked, wasFinishedBefore: $0)
                    }
                }
            } + [
                Scenario(outcome: .purchased(.sold(7)), isIntended: true),
                Scenario(outcome: .purchased(.sold(7)), isForged: true),
                Scenario(outcome: nil, isRevoked: true, isForged: true),
                Scenario(outcome: nil, isRestored: true),
                Scenario(outcome: nil, isRevoked: true, isRestored: true),
                Scenario(outcome: .owned(.sold(7)), isRestored: true),
                Scenario(outcome: .purchased(.sold(7)), isRevoked: true, isRestored: true),
                Scenario(outcome: .owned(.sold(7)), isRestored: true, isHeld: true),
                Scenario(outcome: .purchased(.sold(7)), isRevoked: true, isRestored: true, isHeld: true),
                Scenario(outcome: .owned(.sold(7)), isRevoked: true, isHeld: true),
                Scenario(outcome: nil, isEntitled: true, isHeld: true),
                Scenario(outcome: nil, isRevoked: true, isEntitled: true, isHeld: true),
                Scenario(outcome: .purchased(.sold(7)), isEntitled: true, isHeld: true),
                Scenario(outcome: .owned(.sold(7)), isRevoked: true, isEntitled: true, isHeld: true),
            ] + verified

        private static let verified =
            [[.valid], [.invalid(reason: "")], [.forged(.invalidSignature)], [.undecided, .valid]].flatMap {
                (verdicts: [Verdict]) in
                [
                    Scenario(outcome: nil, isRestored: true, verdicts: verdicts),
                    Scenario(outcome: nil, isEntitled: true, verdicts: verdicts, isHeld: true),
                    Scenario(outcome: nil, isRevoked: true, isEntitled: true, verdicts: verdicts, isHeld: true),
                    Scenario(outcome: nil, isRevoked: true, verdicts: verdicts),
                    Scenario(outcome: .purchased(.sold(7)), verdicts: verdicts),
                    Scenario(outcome: .purchased(.sold(7)), isRevoked: true, verdicts: verdicts),
                    Scenario(outcome: .owned(.sold(7)), wasFinishedBefore: true, verdicts: verdicts),
                    Scenario(outcome: .owned(.sold(7)), isRestored: true, verdicts: verdicts, isHeld: true),
                ]
            }
    }

    enum Step: Hashable {
        case pay, response, update, listing, startDelivery, revocation
        /// The store lists the purchase as an entitlement.
        case entitlement
        case forgery
        /// The player restores: the request to the store, and the response.
        case restore, restoreResponse
        /// The player begins a purchase in the App Store. The pump notifies the game. An observer is added.
        case intend, tell, observe
        /// The journal writes its oldest open entry.
        case record
        case finish, storeFinish
        /// The game's own verification returns a verdict.
        case judge
    }

    private(set) var walks = 0
    /// The first walk that broke each rule.
    private(set) var violations: [Rule: [Step]] = [:]
    private let scenario: Scenario

    init(_ scenario: Scenario) {
        self.scenario = scenario
        walk(World(scenario), [])
    }

    private mutating func walk(_ world: World, _ path: [Step]) {
        for rule in world.brokenRules where violations[rule] == nil { violations[rule] = path }
        let steps = world.possibleSteps
        if steps.isEmpty {
            walks += 1
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
private struct World {
    typealias Step = Exploration.Step

    private static let id: UInt64 = 7

    private let scenario: Exploration.Scenario
    private var queue: PaymentQueue
    /// The outside events that can still happen, once each.
    private var open: Set<Step>
    private var payment: UInt64?
    private var isWithStore = false
    private var restoring: UInt64?
    private var intent: UInt64?
    /// The number of intent events that the pump has not delivered.
    private var unreported = 0

    /// What the journal has recorded, and its rules.
    private var record = DeliveryRecord()
    private let rules: DeliveryRules
    /// Entries that the queue wants recorded, oldest first.
    private var unwritten: [JournalEntry] = []
    private var storeFinishes = 0
    private var verdicts: ArraySlice<Verdict>
    private var questions = 0
    private var isValid: Bool

    private(set) var brokenRules: Set<Rule> = []
    private var mayFinishInStore = false
    private var hasGameFinished = false
    private var isFinishAccepted = false
    private var isRevocationAnnounced = false
    private var announcements = 0
    private var removals = 0
    private var finishRecords = 0
    private var offersBeforeFinish = 0
    private var offersAnswered = 0
    private var grants = 0
    private var outcomes = 0
    private var forgeriesReported = 0
    private var intentsReported = 0

    init(_ scenario: Exploration.Scenario) {
        self.scenario = scenario
        queue = PaymentQueue(
            PaymentQueue.Policy(
                isVerifying: !scenario.verdicts.isEmpty))
        verdicts = scenario.verdicts[...]
        isValid = scenario.verdicts.isEmpty
        rules = DeliveryRules(heldProducts: scenario.isHeld ? [ExactText("coins")] : [])
        if scenario.wasFinishedBefore {
            // The game may have finished a transaction that it found in the queue before its delivery. That launch has
            // no verdict.
            let isDelivered = scenario.verdicts.isEmpty
            let offer = isDelivered ? [JournalEntry.offer(.sold(Self.id), isVerified: true)] : []
            for entry in offer + [.finish(.sold(Self.id))] {
                record = rules.decide(entry, record).record
            }
        }
        // The stream reports it once: either the purchase or its revocation.
        open = [.listing, .startDelivery, scenario.isRevoked ? .revocation : .update]
        if scenario.isForged { open.insert(.forgery) }
        if scenario.isEntitled { open.insert(.entitlement) }
        if scenario.isRestored {
            open.insert(.restore)
            // If there is a payment, the update or the revocation alone represents what the store reports unprompted.
            if scenario.outcome != nil { open.remove(.listing) }
        }
        // Orders with a listing are covered by the scenarios of a plain payment.
        if scenario.isIntended { open = [.startDelivery, .update, .intend, .observe] }
        if scenario.outcome != nil { open.insert(.pay) }
    }

    var possibleSteps: [Step] {
        var steps = [
            Step.pay, .update, .listing, .startDelivery, .revocation, .forgery, .restore, .intend, .observe,
            .entitlement,
        ].filter(open.contains)
        if scenario.isIntended, intent == nil { steps.removeAll { $0 == .pay } }
        if unreported > 0 { steps.append(.tell) }
        if isWithStore { steps.append(.response) }
        if restoring != nil { steps.append(.restoreResponse) }
        if !unwritten.isEmpty { steps.append(.record) }
        if storeFinishes > 0 { steps.append(.storeFinish) }
        if questions > 0 { steps.append(.judge) }
        if !hasGameFinished, mayFinishPurchased { steps.append(.finish) }
        return steps
    }

    /// A transaction that waits for its verdict cannot be finished.
    private var mayFinishPurchased: Bool {
        guard let entry = queue.entries[.store(Self.id)] else { return false }
        return scenario.verdicts.isEmpty || entry.item.deliveryCount > 0 || entry.item.state == .revoked
    }

    mutating func take(_ step: Step) {
        open.remove(step)
        switch step {
        case .pay:
            let coins = Payment(productID: "coins")
            guard let added = intent.flatMap({ try? queue.take(intent: $0, nil) }) ?? (try? queue.add(coins)) else {
                return
            }
            payment = added.id
            isWithStore = true
            follow(added.effects)
            if let intent, (try? queue.take(intent: intent, nil)) != nil { brokenRules.insert(.oneIntent) }
        case .response:
            guard let payment, let outcome = scenario.outcome else { return }
            isWithStore = false
            follow(queue.apply(.purchaseEnded(payment: payment, outcome)))
        case .update:
            follow(queue.apply(.transactionUpdated(.sold(Self.id))))
        case .listing:
            follow(queue.apply(.unfinishedListed(.sold(Self.id))))
        case .startDelivery:
            follow(queue.startDelivery())
        case .entitlement:
            var owned = Transaction.sold(Self.id)
            owned.productType = .nonConsumable
            follow(queue.entitle([owned]))
        case .revocation:
            follow(queue.apply(.transactionUpdated(.sold(Self.id, revokedAt: 5))))
        case .forgery:
            let forged = Transaction.sold(Self.id).forged
            follow(queue.apply(.unverifiedTransaction(forged, .forged)))
            follow(queue.apply(.unfinishedListed(forged)))
            follow(queue.apply(.transactionUpdated(forged)))
        case .restore:
            let opened = queue.open(.restore)
            restoring = opened.id
            follow(opened.effects)
        case .restoreResponse:
            guard let request = restoring else { return }
            restoring = nil
            follow(queue.apply(.responded(request: request, .success(.entitlements([.sold(Self.id)])))))
        case .intend:
            follow(queue.apply(.purchaseIntended(PurchaseIntent(productID: "coins"))))
            intent = queue.purchaseIntents.first?.id
        case .tell:
            unreported -= 1
            guard let intent, queue.isUndecided(intent: intent) else { return }
            intentsReported += 1
            queue.markReported(intent: intent)
        case .observe:
            follow(queue.repeatIntents())
        case .record:
            write(unwritten.removeFirst())
        case .finish:
            hasGameFinished = true
            if let effects = try? queue.finish(.store(Self.id)) {
                isFinishAccepted = true
                follow(effects)
            }
        case .judge:
            questions -= 1
            guard let verdict = verdicts.popFirst() ?? scenario.verdicts.last else { return }
            if verdict == .valid { isValid = true }
            follow(queue.apply(.verdictGiven(Self.id, verdict, retryAt: 0)))
        case .storeFinish:
            storeFinishes -= 1
            follow(queue.apply(.finishedInStore(Self.id)))
        }
    }

    /// Decides as the journal does.
    private mutating func write(_ entry: JournalEntry) {
        let wasFinished = isFinishInJournal
        let decision = rules.decide(entry, record)
        record = decision.record
        check(decision, wasFinished)
        switch decision.outcome {
        case .deliver: offersAnswered += 1
        case .alreadyFinished:
            offersAnswered += 1
            mayFinishInStore = true
        case .done, .restore, .verify, .revoked, .entitled: break
        }
        switch entry {
        case .finish, .rejection: mayFinishInStore = true
        default: break
        }
        follow(queue.apply(.recorded(entry, decision.outcome)))
    }

    private var isFinishInJournal: Bool { record.delivery?.isFinished == true }

    /// What must hold for each decision, after any earlier events.
    private mutating func check(_ decision: DeliveryDecision, _ wasFinished: Bool) {
        if wasFinished, !isFinishInJournal { brokenRules.insert(.finishedIsNeverOffered) }
        if case .deliver = decision.outcome, wasFinished { brokenRules.insert(.finishedIsNeverOffered) }
        for action in decision.actions {
            switch action {
            case .grant:
                grants += 1
                if grants > 1 || !scenario.isHeld || hasJournalRevocation { brokenRules.insert(.oneGrant) }
                if !isValid { brokenRules.insert(.verdictBeforeDelivery) }
            case .grantUnlocks:
                if !scenario.isHeld || hasJournalRevocation { brokenRules.insert(.oneGrant) }
                if !isValid { brokenRules.insert(.verdictBeforeDelivery) }
            case .entitle:
                if !isValid || hasJournalRevocation { brokenRules.insert(.ownedIsListedValidAndNotRevoked) }
            case .revokeGrants, .endEntitlement, .endUnlocks, .note: break
            }
        }
    }

    private var hasJournalRevocation: Bool { record.delivery?.revocationDate != nil }

    private mutating func follow(_ effects: [Effect], isDelivery: Bool = false) {
        for effect in effects {
            switch effect {
            case .record(let entry):
                if case .finish = entry { finishRecords += 1 }
                if case .offer(_, isVerified: true) = entry, !hasGameFinished, !isFinishInJournal {
                    offersBeforeFinish += 1
                }
                if case .offer = entry, open.contains(.startDelivery) { brokenRules.insert(.nothingBeforeListening) }
                unwritten.append(entry)
            case .finishInStore:
                if !mayFinishInStore { brokenRules.insert(.recordBeforeStoreFinish) }
                storeFinishes += 1
            case .emit(.transactionUpdated(let item)):
                check(item)
            case .emit(.transactionRemoved):
                removals += 1
            case .emit(.entitlementRevoked):
                announcements += 1
                isRevocationAnnounced = true
            case .emit(.purchaseIntentReceived):
                if payment != nil { brokenRules.insert(.oneIntent) }
                unreported += 1
            case .verify:
                questions += 1
                if questions > 1 { brokenRules.insert(.oneQuestion) }
            case .emit, .ask, .buy, .awaitResponse, .awaitTurn:
                break
            }
        }
        if finishRecords > 1 { brokenRules.insert(.oneFinish) }
        if offersBeforeFinish > 1 { brokenRules.insert(.oneOfferPerLaunch) }
        if removals > 1 { brokenRules.insert(.oneFinish) }
        if queue.transactions.contains(where: { $0.transaction?.verification == .forged }) {
            brokenRules.insert(.forgeryGrantsNothing)
        }
        // A finished transaction that the store reports again waits in the queue until the journal responds. A
        // transaction that is being finished may also be the store's response to a payment.
        // A restored transaction that the game has received stays.
        let waiting = queue.transactions.filter { $0.transaction != nil && $0.state != .restored }
        if !isFinishInJournal, !hasGameFinished, waiting.count > 1 { brokenRules.insert(.oneTransaction) }
    }

    private mutating func check(_ item: QueuedTransaction) {
        switch item.state {
        case .purchased:
            if hasGameFinished { brokenRules.insert(.noPurchaseAfterFinish) }
            if isRevocationAnnounced { brokenRules.insert(.noPurchaseAfterRevocation) }
            if item.deliveryCount == 0 || offersAnswered == 0 { brokenRules.insert(.offerBeforeDelivery) }
            if isFinishInJournal { brokenRules.insert(.finishedIsNeverOffered) }
            if !isValid { brokenRules.insert(.verdictBeforeDelivery) }
        case .restored:
            if !isValid { brokenRules.insert(.verdictBeforeDelivery) }
            if item.paymentID == 0, !scenario.isRestored { brokenRules.insert(.finishedIsNeverOffered) }
            if isRevocationAnnounced { brokenRules.insert(.noPurchaseAfterRevocation) }
        case .revoked:
            brokenRules.insert(.revocationIsAFactOfItsOwn)
        case .unverified:
            if !scenario.verdicts.isEmpty { break }
            forgeriesReported += 1
            if forgeriesReported > 1 || item.deliveryCount > 0 { brokenRules.insert(.forgeryGrantsNothing) }
        case .purchasing, .deferred, .failed, .rejected:
            break
        }
        guard item.paymentID != 0, item.paymentID == payment else { return }
        switch item.state {
        case .purchased, .restored, .failed, .rejected:
            outcomes += 1
            if outcomes > 1 { brokenRules.insert(.oneOutcome) }
        case .unverified where !scenario.verdicts.isEmpty:
            outcomes += 1
        case .purchasing, .deferred, .revoked, .unverified:
            if outcomes > 0 { brokenRules.insert(.oneOutcome) }
        }
    }

    /// What must be true when nothing more can happen.
    var rulesBrokenAtTheEnd: Set<Rule> {
        var broken: Set<Rule> = []
        if announcements != (scenario.isRevoked ? 1 : 0) { broken.insert(.revocationOnce) }
        if let left = queue.entries[.store(Self.id)], left.item.state != .revoked || left.isFinishing {
            broken.insert(.finishEnds)
        }
        if questions > 0 || queue.verdictRequests[Self.id] != nil { broken.insert(.oneQuestion) }
        if isFinishAccepted, removals == 0 { broken.insert(.finishEnds) }
        // A game that finishes before the delivery receives only the removal. A payment that waits for approval may
        // have no outcome.
        let mayLackOutcome = payment == nil || scenario.outcome == .pending || hasGameFinished
        if !mayLackOutcome, outcomes != 1 { broken.insert(.oneOutcome) }
        let isOwned = scenario.isEntitled && isValid && !scenario.isRevoked
        if queue.owns("coins", at: 0) != isOwned { broken.insert(.ownedIsListedValidAndNotRevoked) }
        if forgeriesReported != (scenario.isForged ? 1 : 0) { broken.insert(.forgeryGrantsNothing) }
        // An observer that was added before the event receives it. An observer that is added later receives it again.
        if intentsReported > 2 || !queue.purchaseIntents.isEmpty { broken.insert(.oneIntent) }
        return broken
    }
}

extension Verdict {
    fileprivate static let undecided = Verdict.undecided(IAPError(.server, "busy", isRetryable: true), retryAfter: nil)

    fileprivate var word: String {
        switch self {
        case .valid: "valid"
        case .invalid: "invalid"
        case .forged: "forged"
        case .undecided: "undecided"
        }
    }
}
