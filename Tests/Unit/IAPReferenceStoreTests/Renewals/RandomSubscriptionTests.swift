import Foundation
import IAPModel
import Testing

@testable import IAPReferenceStore

/// Simulates one hundred thousand random subscriptions, or twenty thousand if TESTS_SHORT is set. A failure names its
/// seed.
@Suite struct RandomSubscriptionTests {
    private static let chunk: UInt64 = ProcessInfo.processInfo.environment["TESTS_SHORT"] == nil ? 12_500 : 2_500

    @Test(arguments: 0..<UInt64(8)) func everyRandomHistoryKeepsTheInvariants(part: UInt64) {
        for seed in part * Self.chunk..<(part + 1) * Self.chunk {
            var life = RandomLife(seed: seed)
            do {
                try life.run()
            } catch {
                var again = RandomLife(seed: seed, notesDeeds: true)
                try? again.run()
                Issue.record("seed \(seed): \(error) after \(again.deeds)")
                return
            }
        }
    }

    /// The random subscriptions test only the situations that they reach.
    @Test func randomSubscriptionsReachEverySituation() throws {
        var causes: Set<SubscriptionFact.Cause> = []
        var states: Set<SubscriptionStatus.State> = []
        var refusals: Set<SubscriptionOutcome.Refusal> = []
        var promises = 0
        for seed in UInt64(0)..<2_000 {
            var life = RandomLife(seed: seed)
            try life.run()
            causes.formUnion(life.causes)
            states.formUnion(life.states)
            refusals.formUnion(life.refusals)
            promises += life.promises
        }
        #expect(promises > 100)
        let reasons = [
            RenewalInfo.ExpirationReason.autoRenewDisabled, .billingError, .didNotConsentToPriceIncrease,
            .productUnavailable,
        ]
        let possible: [SubscriptionFact.Cause] = [
            .initialPurchase, .resubscription, .upgrade, .preference, .offer, .autoRenewEnabled, .autoRenewDisabled,
            .priceIncreaseDeclined,
            .renewal, .billingRecovery, .billingFailure, .gracePeriodEnd, .priceIncreasePending, .priceIncreaseAgreed,
            .priceIncreaseCleared, .refund, .revocation,
        ]
        #expect(causes == Set(possible + reasons.map { .expiration($0) }))
        #expect(states == [.subscribed, .inGracePeriod, .inBillingRetry, .expired, .revoked])
        #expect(
            refusals.isSuperset(of: [
                .notSubscribed, .notRunning, .productUnavailable, .unknownBillingPlan, .ineligibleForOffer,
                .notInBillingRetry, .noPriceIncrease,
            ]))
    }
}

/// One engine receives the time only when a command is performed. The other engine also receives it in between.
private struct RandomLife {
    private var random: SplitMix
    private var now = SubscriptionScene.date("2026-01-31")
    private var rare: SubscriptionEngine
    private var often: SubscriptionEngine
    private var book = SubscriptionBook()
    private var first: (id: UInt64, date: Int64)?
    private let month: Int64
    private var isSameOutcome = true
    private let checksInfo: Bool
    /// The number of renewals that were compared with their announcement.
    private(set) var promises = 0
    private let notesDeeds: Bool
    private(set) var deeds: [String] = []
    private(set) var causes: [SubscriptionFact.Cause] = []
    private(set) var states: [SubscriptionStatus.State] = []
    private(set) var refusals: [SubscriptionOutcome.Refusal] = []

    private static let rates: [TimeRate] = [
        .monthlyRenewalEveryHour, .monthlyRenewalEveryFiveMinutes, .monthlyRenewalEveryThirtySeconds,
        .oneRenewalEveryMinute, .oneRenewalEveryTwoSeconds,
    ]
    private static let plans: [BillingPlanType?] = [nil, nil, nil, .monthly, .upFront]
    private static let kinds: [RefundKind] = [.full, .full, .prorated, .nothing]
    private static let byID = Dictionary(uniqueKeysWithValues: SubscriptionScene.products.map { ($0.productID, $0) })

    /// Recording is slow, and only a failed seed needs it.
    init(seed: UInt64, notesDeeds: Bool = false) {
        self.notesDeeds = notesDeeds
        checksInfo = seed.isMultiple(of: 16)
        random = SplitMix(state: seed)
        // The calendar is slow. Only one seed in thirty-two uses it.
        let rate = random.below(32) == 0 ? TimeRate.realTime : Self.rates[random.below(Self.rates.count)]
        month = rate.end(of: SubscriptionScene.month, from: 0)
        var conditions = RenewalConditions(timeRate: rate) { Self.byID[$0] }
        if random.below(8) == 0 { conditions.renewalLimit = 2 }
        rare = SubscriptionEngine(nil, conditions, nextTransactionID: 1)
        often = rare
    }

    mutating func run() throws {
        for _ in 0..<(4 + random.below(8)) {
            passTime()
            if random.below(4) == 0 { change() } else { act() }
            try check()
        }
        guard let subscription = rare.subscription else { return }
        let text = try KeptJSON.text(subscription)
        guard try KeptJSON.value(GroupSubscription.self, of: text) == subscription else {
            throw SubscriptionBook.Objection(text: "the stored text differs from the subscription")
        }
    }

    private mutating func passTime() {
        let spans = [0, 1, month / 7, month / 2, month - 1, month, 2 * month]
        let target = now + spans[random.below(spans.count)]
        while random.below(2) == 0, now < target {
            now += Int64(random.below(Int(min(target - now, month)))) + 1
            often.advance(to: now)
        }
        now = target
        often.advance(to: now)
    }

    /// Changes the conditions.
    private mutating func change() {
        rare.advance(to: now)
        var conditions = rare.conditions
        switch random.below(4) {
        case 0, 1: conditions.renewalsFail.toggle()
        case 2: conditions.gracePolicy = random.below(3) == 0 ? nil : GracePolicy.allCases[random.below(3)]
        default: conditions.removedProducts = random.below(2) == 0 ? [] : [ExactText(randomProduct().productID)]
        }
        if notesDeeds {
            deeds.append("\(now) fail \(conditions.renewalsFail) grace \(conditions.gracePolicy?.rawValue ?? 0)")
        }
        rare.conditions = conditions
        often.conditions = conditions
    }

    private mutating func act() {
        let command = randomCommand()
        let outcome = rare.perform(command, at: now)
        isSameOutcome = often.perform(command, at: now) == outcome
        if notesDeeds { deeds.append("\(now) \(Self.name(command)) \(outcome)") }
        if case .refused(let refusal) = outcome { refusals.append(refusal) }
    }

    private mutating func randomProduct() -> CatalogueProduct {
        SubscriptionScene.products[random.below(SubscriptionScene.products.count)]
    }

    private mutating func randomCommand() -> SubscriptionCommand {
        if often.subscription?.isOver ?? true, random.below(4) > 0 { return .purchase(randomPurchase()) }
        switch random.below(20) {
        case 0..<5: return .purchase(randomPurchase())
        case 5, 6: return .setAutoRenewal(random.below(3) > 0)
        case 7, 8: return .choose(productID: randomProduct().productID, Self.plans[random.below(Self.plans.count)])
        case 9, 10: return .resolveBillingIssue
        case 11: return .increasePrice(milliunits: Int64(random.below(50_000)), needsConsent: random.below(2) == 0)
        case 12: return .consentToPriceIncrease
        case 13: return .declinePriceIncrease
        case 14: return .expire
        case 15, 16: return .forceRenewal
        default: return randomRefund()
        }
    }

    private mutating func randomPurchase() -> SubscriptionPurchase {
        let product = randomProduct()
        var purchase = SubscriptionPurchase(
            product: product, billingPlanType: Self.plans[random.below(Self.plans.count)])
        if random.below(2) == 0, let subscription = product.subscription {
            let offers = subscription.promotionalOffers + subscription.codeOffers + subscription.winBackOffers
            if !offers.isEmpty { purchase.offer = offers[random.below(offers.count)] }
        }
        if random.below(8) == 0 { purchase.allowsIntroductoryOffer = random.below(2) == 0 }
        if random.below(8) == 0 { purchase.priceMilliunits = Int64(random.below(50_000)) }
        return purchase
    }

    /// Like the ledger, this never refunds a revoked transaction.
    private mutating func randomRefund() -> SubscriptionCommand {
        let entries = book.entries.filter { !$0.isRevoked }
        guard !entries.isEmpty else { return .consentToPriceIncrease }
        let entry = random.below(2) == 0 ? entries[entries.count - 1] : entries[random.below(entries.count)]
        var period = entry.period
        period.end = max(entry.end, period.start)
        return .refund(
            SubscriptionRefund(period, refundedMilliunits: entry.refunded, kind: Self.kinds[random.below(4)]))
    }

    private static func name(_ command: SubscriptionCommand) -> String {
        switch command {
        case .purchase(let purchase):
            "buy \(purchase.product.productID) \(purchase.offer?.referenceName ?? "")\(purchase.offer?.offerID ?? "") "
                + (purchase.billingPlanType?.rawValue ?? "")
        default: "\(command)"
        }
    }

    private func require(_ holds: Bool, _ text: StaticString) throws {
        guard holds else { throw SubscriptionBook.Objection(text: "\(text)") }
    }

    private mutating func check() throws {
        let facts = rare.takeFacts()
        guard isSameOutcome, facts == often.takeFacts(), rare.subscription == often.subscription else {
            throw SubscriptionBook.Objection(text: "the result depends on how often the time advances")
        }
        try book.enter(facts)
        for case .statusChanged(let state, let cause) in facts.map(\.kind) {
            states.append(state)
            causes.append(cause)
        }
        guard let subscription = rare.subscription else { return }
        let original = first ?? (subscription.originalTransactionID, subscription.originalPurchaseDate)
        first = original
        let running = book.running(at: now)
        let isInGrace = subscription.gracePeriodExpirationDate.map { now < $0 } ?? false
        try require(running <= 1, "two subscriptions of the group are active")
        try require(
            subscription.isRunning == (running == 1 || isInGrace), "access does not match payment and grace period")
        try require(!(running == 1 && isInGrace), "there is a grace period for a paid period")
        try require(subscription.originalTransactionID == original.id, "the original id changed")
        try require(subscription.originalPurchaseDate == original.date, "the original date changed")
        try require(subscription.dueDate.map { now < $0 } ?? true, "an event is overdue")
        try require(book.state == subscription.state, "the state change was not reported")
        try require(UInt64(book.entries.count) + 1 == rare.nextTransactionID, "an id was lost")
        try require(
            book.entries.last?.period.transactionID == subscription.period.transactionID,
            "the newest period is not the current one")
        try require(
            subscription.recentStart <= now && original.date <= subscription.recentStart, "the start date is wrong")
        try require(!subscription.isOver || !subscription.willAutoRenew, "an ended subscription will renew")
        try book.checkBalance()
        // Creating renewal info is slow too.
        if checksInfo { try checkInfo(of: subscription) }
    }

    private mutating func checkInfo(of subscription: GroupSubscription) throws {
        let info = subscription.renewalInfo(
            account: "", currencyCode: "", appAccountToken: nil, advancedCommerceInfo: nil, rare.conditions)
        let meaning: SubscriptionStatus.State? =
            switch (info.isInBillingRetry, info.expirationReason, info.gracePeriodExpirationDate) {
            case (false, nil, nil): subscription.state == .revoked ? .revoked : .subscribed
            case (true, .billingError, .some): .inGracePeriod
            case (true, .billingError, nil): .inBillingRetry
            case (false, .some, nil): .expired
            default: nil
            }
        try require(subscription.state == meaning, "the renewal info does not match the state")
        try require(info.willAutoRenew == (info.renewalDate != nil), "the renewal date does not match the renewal")
        try require(
            info.willAutoRenew == (info.autoRenewProductID != nil), "the renewal product does not match the renewal")
        try require(
            info.willAutoRenew || info.renewalPrice == nil && info.offer == nil, "there is a price without a renewal")
        try checkPromise(info, subscription)
    }

    /// If nothing happens in between, the store charges exactly what the renewal info announced.
    private mutating func checkPromise(_ info: LedgerRenewal, _ subscription: GroupSubscription) throws {
        guard subscription.phase == .active, info.priceIncrease != .pending else { return }
        var future = rare
        future.conditions.renewalsFail = false
        future.advance(to: subscription.period.end)
        let entered = future.takeFacts().compactMap { fact -> PaidPeriod? in
            if case .entered(let period) = fact.kind { period } else { nil }
        }
        guard let price = info.renewalPrice else {
            return try require(entered.isEmpty, "the renewal was charged and not announced")
        }
        guard let next = entered.first else { return try require(false, "the renewal was announced and not charged") }
        try require(next.priceMilliunits == price.milliunits, "the price differs from the announcement")
        try require(
            next.productID == info.autoRenewProductID && next.start == info.renewalDate,
            "the renewal differs from the announcement")
        try require(
            next.offer == info.offer && next.billingPlanType == info.billingPlanType,
            "the offer or plan differs from the announcement")
        promises += 1
    }
}
