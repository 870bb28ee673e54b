import Foundation
import IAPModel
import Testing

@testable import ReferenceStore

/// How subscriptions are kept, and how several of them are brought up to date.
@Suite struct StoredSubscriptionTests {
    @Test func stateIsTheSameAfterItWasKept() throws {
        var scene = SubscriptionScene()
        scene.engine.conditions.gracePolicy = .sixteenDays
        var states: [GroupSubscription] = []
        func note() { states += scene.engine.subscription.map { [$0] } ?? [] }
        scene.buy("trial", SubscriptionScene.welcome)
        note()
        scene.buy("bronze", SubscriptionScene.promo)
        scene.perform(.increasePrice(milliunits: 1, needsConsent: true))
        note()
        scene.engine.conditions.renewalsFail = true
        scene.advance(to: "2026-07-01")
        note()
        scene.perform(.setAutoRenewal(false))
        note()
        scene.buy("plan", plan: .monthly)
        note()
        _ = scene.refundNewest()
        note()
        for state in states {
            let text = try JSONEncoder().encode(state)
            #expect(try JSONDecoder().decode(GroupSubscription.self, from: text) == state)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(GroupSubscription.self, from: Data("{}".utf8))
        }
    }

    @Test func stepsComeToTheSameAsOneAdvance() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        var stepped = scene.engine
        scene.advance(to: "2027-01-01")
        var count = 0
        while stepped.step(to: scene.now) { count += 1 }
        #expect(count == 6 && stepped.subscription == scene.engine.subscription && stepped.facts == scene.engine.facts)
        #expect(stepped.nextTransactionID == 8)
    }

    @Test func idsOfSeveralSubscriptionsAreInTheOrderOfTime() throws {
        var subscriptions: [GroupSubscription] = []
        for (product, start) in [("silver", "2026-06-20"), ("weekly", "2026-06-15"), ("gold", "2026-06-15")] {
            var scene = SubscriptionScene(at: start)
            scene.buy(product)
            subscriptions.append(try #require(scene.engine.subscription))
        }
        let conditions = SubscriptionScene().engine.conditions
        let end = SubscriptionScene.date("2026-09-01")
        var once = SubscriptionTimeline(subscriptions, conditions, nextTransactionID: 50)
        let events = once.advance(to: end)
        let ids = events.compactMap { event -> UInt64? in
            if case .entered(let period) = event.fact.kind { period.transactionID } else { nil }
        }
        #expect(ids == Array(50..<50 + UInt64(ids.count)) && ids.count == 2 + 11 + 2)
        #expect(events.map(\.fact.date) == events.map(\.fact.date).sorted())

        var daily = SubscriptionTimeline(subscriptions, conditions, nextTransactionID: 50)
        var parts: [SubscriptionTimeline.Event] = []
        for day in 1...90 {
            parts += daily.advance(
                to: min(end, SubscriptionScene.date("2026-06-15") + Int64(day) * SubscriptionScene.day))
        }
        #expect(parts == events && daily.nextTransactionID == once.nextTransactionID)

        var limited = SubscriptionTimeline(subscriptions, conditions, nextTransactionID: 50)
        #expect(limited.advance(to: end, limit: 3) == Array(events.prefix(6)))
    }

    /// What is read from a damaged file may be wrong, but it does not end the process.
    @Test(arguments: ["count", "periodNumber", "periodCount", "renewalCount", "anchor", "start", "end", "changeDate"])
    func damagedStateIsNoTrap(key: String) throws {
        var scene = SubscriptionScene()
        scene.buy("plan", plan: .monthly)
        let text = try #require(String(bytes: try JSONEncoder().encode(scene.engine.subscription), encoding: .utf8))
        let pattern = try Regex("\"\(key)\":-?[0-9]+")
        #expect(text.contains(pattern))
        for number in [Int.min, -1, 0, Int.max] {
            let damaged = text.replacing(pattern, with: "\"\(key)\":\(number)")
            let state = try JSONDecoder().decode(GroupSubscription.self, from: Data(damaged.utf8))
            var engine = SubscriptionEngine(state, scene.engine.conditions, nextTransactionID: 2)
            for _ in 0..<20 { _ = engine.step(to: .max - 1) }
            _ = engine.subscription?.renewalInfo(
                account: "", currencyCode: "", appAccountToken: nil, advancedCommerceInfo: nil, engine.conditions)
        }
    }

    @Test func endOfTimeIsNoTrap() {
        for start in [Int64.max, Int64.max - 1, Int64.min] {
            for rate in TimeRate.allCases {
                var scene = SubscriptionScene(rate)
                scene.engine.conditions.renewalLimit = 3
                let product = SubscriptionScene.product("silver")
                _ = scene.engine.perform(.purchase(SubscriptionPurchase(product: product)), at: start)
                scene.engine.advance(to: .max)
                _ = scene.engine.perform(.forceRenewal, at: .max)
                _ = scene.engine.perform(.expire, at: .max)
                #expect(scene.engine.subscription?.dueDate == nil)
            }
        }
    }
}
