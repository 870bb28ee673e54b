import Foundation
import IAPModel
import Testing

@testable import IAPReferenceStore

/// How subscriptions are stored, and how several subscriptions are brought up to date.
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
        scene.buy("plan", plan: .monthly)
        scene.perform(.choose(productID: "silver", .upFront))
        note()
        scene.perform(.expire)
        note()
        for state in states { #expect(try kept(text(state)) == state) }
        #expect(try states.count == 8 && Set(states.map(text)).count == 8)
    }

    private func text(_ subscription: GroupSubscription?) throws -> String { try KeptJSON.text(subscription) }

    private func kept(_ text: String) throws -> GroupSubscription {
        try KeptJSON.value(GroupSubscription.self, of: text)
    }

    @Test("the stored form of a subscription is fixed")
    func formOfSubscriptions() throws {
        var scene = SubscriptionScene()
        scene.buy("silver")
        #expect(
            try text(scene.engine.subscription) == """
                {"autoRenewal":{"on":{}},"changeDate":1781524800000,"cycle":{"anchor":1781524800000,"count":1,\
                "period":{"unit":"month","value":1},"timeRate":0},"groupID":"CLUB","hasUsedIntroductoryOffer":false,"next":{},\
                "originalPurchaseDate":1781524800000,"originalTransactionID":1,"period":{"end":1784116800000,\
                "priceMilliunits":10000,"productID":"silver","reason":"PURCHASE","start":1781524800000,\
                "transactionID":1},"phase":{"active":{}},"recentStart":1781524800000,"renewalCount":0}
                """)
    }

    @Test(
        "rare fields of a subscription are stored too",
        arguments: [
            #"{"billingRetry":{"_0":{"attempts":2,"graceUntil":7,"since":5,"until":9}}}"#,
            #"{"billingRetry":{"_0":{"attempts":2,"isAfterGrace":true,"since":5,"until":9}}}"#,
            #"{"expired":{"_1":3,"at":5}}"#, #"{"revoked":{"at":5}}"#,
        ])
    func formOfRareFields(phase: String) throws {
        let offer = #"{"id":"p/q é","paymentMode":"PAY_AS_YOU_GO","period":{"unit":"week","value":2},"type":2}"#
        let terms = #"{"billsLeft":2,"offer":\#(offer),"period":{"unit":"month","value":1},"priceMilliunits":1}"#
        let commitment = #"{"expirationDate":9,"periodCount":12,"periodNumber":2,"priceMilliunits":120}"#
        let period = """
            {"billingPlanType":"MONTHLY","commitment":\(commitment),"end":9,"offer":\(offer),"priceMilliunits":10,\
            "productID":"a","reason":"RENEWAL","start":1,"transactionID":18446744073709551615}
            """
        let state = """
            {"autoRenewal":{"off":{"_0":1}},"changeDate":-1,"commitmentBill":3,\
            "cycle":{"anchor":1,"count":1,"period":{"unit":"day","value":3},"timeRate":15},"groupID":"","hasUsedIntroductoryOffer":true,\
            "next":{"billingPlanType":"OTHER","offer":\(terms),"priceMilliunits":4,"productID":"b"},\
            "originalPurchaseDate":1,"originalTransactionID":2,"period":\(period),"phase":\(phase),\
            "priceIncrease":{"isAgreed":false,"priceMilliunits":5},"raisedPrice":6,"recentStart":7,"renewalCount":8,\
            "runningOffer":\(terms)}
            """
        #expect(try text(kept(state)) == state)
    }

    @Test("a text with a missing, repeated or mistyped field is rejected")
    func damagedTextIsRefused() throws {
        var scene = SubscriptionScene()
        scene.buy("plan", plan: .monthly)
        let text = try text(scene.engine.subscription)
        let optional: Set = ["billingPlanType", "commitmentBill", "commitment"]
        let names = text.matches(of: #/"(\w+)":/#).map { String($0.1) }
        #expect(
            Set(names).isSuperset(of: ["groupID", "cycle", "anchor", "commitment", "periodCount", "transactionID"]))
        for name in names where !optional.contains(name) {
            #expect(throws: (any Error).self, "the field \(name) is missing") {
                try kept(text.replacing("\"\(name)\":", with: "\"x\(name)\":"))
            }
        }
        for match in text.matches(of: #/"(\w+)":(-?[0-9]+)/#) {
            for wrong in ["\"1\"", "1.5", "99999999999999999999", "[]", "\(match.2),\"\(match.1)\":\(match.2)"] {
                #expect(throws: (any Error).self, "the field \(match.1) is \(wrong)") {
                    try kept(text.replacingCharacters(in: match.2.startIndex..<match.2.endIndex, with: wrong))
                }
            }
        }
        for other in ["", "1", "[]", "{}", text + "}", String(text.dropLast()), text.replacing("month", with: "moon")] {
            #expect(throws: (any Error).self, "\(other)") { try kept(other) }
        }
        #expect(throws: (any Error).self) {
            try kept(text.dropLast() + ",\"x\":" + String(repeating: "[", count: 5000) + "}")
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

        var stepped = SubscriptionTimeline(subscriptions, conditions, nextTransactionID: 50)
        var steps: [[SubscriptionTimeline.Event]] = []
        while let step = stepped.step(to: end) { steps.append(step) }
        #expect(Array(steps.joined()) == events && steps.count == ids.count, "each renewal is one step")
        #expect(stepped.step(to: end) == nil && stepped.engines.map(\.subscription) == once.engines.map(\.subscription))
    }

    /// Data from a damaged file may be wrong, but it does not crash the process.
    @Test(arguments: [
        "count", "periodNumber", "periodCount", "renewalCount", "anchor", "start", "end", "changeDate", "value",
    ])
    func damagedStateIsNoTrap(key: String) throws {
        var scene = SubscriptionScene()
        scene.buy("plan", plan: .monthly)
        let text = try text(scene.engine.subscription)
        let pattern = try Regex("\"\(key)\":-?[0-9]+")
        #expect(text.contains(pattern))
        for number in [Int.min, -1, 0, Int.max] {
            let state = try kept(text.replacing(pattern, with: "\"\(key)\":\(number)"))
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
