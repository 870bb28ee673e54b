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
        scene.buy("plan", plan: .monthly)
        scene.perform(.choose(productID: "silver", .upFront))
        note()
        scene.perform(.expire)
        note()
        for state in states {
            #expect(GroupSubscription(text: state.text) == state)
            #expect(try GroupSubscription(text: #require(GroupSubscription(text: state.text)).text)?.text == state.text)
        }
        #expect(states.count == 8 && Set(states.map(\.text)).count == 8)
    }

    @Test("the text of a subscription has one form, so that files of this version stay readable")
    func formOfText() {
        var scene = SubscriptionScene()
        scene.buy("silver")
        #expect(
            scene.engine.subscription?.text == """
                1 group=CLUB originalID=1 originalDate=1781524800000 recentStart=1781524800000 id=1 product=silver \
                start=1781524800000 end=1784116800000 price=10000 reason=PURCHASE usedIntroductory=0 \
                anchor=1781524800000 count=1 cycle=P1M timeRate=0 renewalCount=0 changeDate=1781524800000
                """)
    }

    @Test(
        "texts keep spaces, percent signs, equals signs, control characters and what is beyond ASCII",
        arguments: ["", " ", "%", "%20", "a b=c", "-", "\u{0}\n\r\t\u{7F}", "Höhle 洞穴 🏔", "e\u{301}"])
    func textsOfAllKinds(text: String) throws {
        var scene = SubscriptionScene()
        scene.buy("silver")
        let kept = try #require(scene.engine.subscription?.text)
        var writer = StateWriter(version: "1")
        writer.write("group", text)
        let state = try #require(GroupSubscription(text: kept.replacing("1 group=CLUB", with: writer.text)))
        #expect(
            Array(state.groupID.utf8) == Array(text.utf8) && state.text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
        #expect(GroupSubscription(text: state.text) == state)
    }

    @Test("a text that lacks a field, has one too many or one that is no number is refused")
    func damagedTextIsRefused() throws {
        var scene = SubscriptionScene()
        scene.buy("plan", plan: .monthly)
        let text = try #require(scene.engine.subscription?.text)
        let fields = text.split(separator: " ").map(String.init)
        #expect(GroupSubscription(text: fields.joined(separator: " ")) != nil)
        let optional: Set = ["plan", "raisedPrice", "commitmentBill"]
        for index in fields.indices {
            let name = fields[index].prefix { $0 != "=" }
            var damaged = fields
            damaged.remove(at: index)
            if !optional.contains(String(name)) {
                #expect(GroupSubscription(text: damaged.joined(separator: " ")) == nil, "without \(name)")
            }
            damaged.insert(contentsOf: [fields[index], fields[index]], at: index)
            #expect(GroupSubscription(text: damaged.joined(separator: " ")) == nil, "\(name) twice")
            guard let value = fields[index].split(separator: "=").dropFirst().first, Int64(value) != nil else {
                continue
            }
            for wrong in ["", "-", "1x", "99999999999999999999", "--1"] {
                damaged = fields
                damaged[index] = "\(name)=\(wrong)"
                #expect(GroupSubscription(text: damaged.joined(separator: " ")) == nil, "\(damaged[index])")
            }
        }
        for other in ["", "1", "2" + text.dropFirst(), "1" + text, text + " ", text + " more=1", "{}"] {
            #expect(GroupSubscription(text: other) == nil, "\(other)")
        }
        #expect(GroupSubscription(text: text.replacing("group=", with: "group=%2")) != nil)
        #expect(GroupSubscription(text: text.replacing("group=", with: "group=%x")) == nil)
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
        #expect(Array(steps.joined()) == events && steps.count == ids.count, "one renewal is one step")
        #expect(stepped.step(to: end) == nil && stepped.engines.map(\.subscription) == once.engines.map(\.subscription))
    }

    /// What is read from a damaged file may be wrong, but it does not end the process.
    @Test(arguments: ["count", "periodNumber", "periodCount", "renewalCount", "anchor", "start", "end", "changeDate"])
    func damagedStateIsNoTrap(key: String) throws {
        var scene = SubscriptionScene()
        scene.buy("plan", plan: .monthly)
        let text = try #require(scene.engine.subscription?.text)
        let pattern = try Regex(" \(key)=-?[0-9]+")
        #expect(text.contains(pattern))
        for number in [Int.min, -1, 0, Int.max] {
            let state = try #require(GroupSubscription(text: text.replacing(pattern, with: " \(key)=\(number)")))
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
