import Foundation
import IAPDatabase
import IAPModel
import IAPPlatform
import IAPReferenceStore
@testable import IAPLedger
import Testing

private let clubGoods = Goods(
    productIDs: ["club"],
    grants: [
        Grant(productID: "club", kind: .counter, name: "gold", amount: 10),
        Grant(productID: "club", kind: .unlock, name: "club"),
    ])

/// One purchase has two transaction ids: the result of the purchase has one, and an update has the other. Both ids have
/// the same original transaction id, product and purchase date.
@Suite struct TwoIDsTests {
    private let anna = Shop.token

    private func gold(_ ledger: Ledger, _ player: String = Shop.token) throws -> Int64 {
        try ledger.holdings(of: player, environment: "Sandbox").balances["gold"] ?? 0
    }

    /// Buys the product and returns both ids of the purchase.
    private func buy(_ product: String, _ shop: Shop, token: String? = Shop.token) throws -> [UInt64] {
        let id = try shop.buy(product, token: token)
        return [id, try shop.store.transactions.copy(id)]
    }

    /// A later signature of the same id.
    private func signed(_ fact: PurchaseFact, after milliseconds: Int64, isRevoked: Bool = false) -> PurchaseFact {
        var fact = fact
        let date = fact.purchaseDate + milliseconds
        fact.revocation = isRevoked ? PurchaseFact.Revocation(date: date, reason: 0) : nil
        fact.version = FactVersion(date: date, isEnd: isRevoked, digest: "\(fact.transactionID) \(milliseconds)")
        return fact
    }

    private func notification(_ type: String, _ fact: PurchaseFact) -> NotificationFact {
        NotificationFact(
            uuid: UUID().uuidString, type: type, signedDate: fact.version.date, environment: fact.environment,
            purchase: fact)
    }

    @Test(arguments: [[0, 1], [1, 0]]) func bothIDsGrantOnce(_ order: [Int]) throws {
        for database in try Shop.databases() {
            let shop = try Shop()
            let ledger = try shop.ledger(database)
            let ids = try buy("coins", shop)
            let before = try gold(ledger)
            for (number, index) in order.enumerated() {
                let outcome = try ledger.submit(shop.fact(ids[index]), player: anna)
                guard case .applied(anna, let record?, isNew: number == 0) = outcome else {
                    Issue.record("\(outcome)")
                    continue
                }
                #expect(record.fact.transactionID == String(ids[order[0]]) && record.fact.revocation == nil)
                #expect(record.holding == PurchaseRule.Holding(hasReturnable: true, hasLasting: true))
            }
            #expect(try gold(ledger) == before + 100)
            #expect(try ledger.overview().purchases == 1)
            #expect(try ledger.history(of: anna).filter { $0.kind == .granted }.count == 2)
        }
    }

    /// The store refunds the first id and with it the second, or only the second.
    @Test(arguments: [0, 1], [[0, 1], [1, 0]]) func refundOfEitherIDRevokes(_ refunded: Int, _ order: [Int]) throws {
        for database in try Shop.databases() {
            let shop = try Shop()
            let ledger = try shop.ledger(database)
            let ids = try buy("coins", shop)
            for index in order { _ = try ledger.submit(shop.fact(ids[index]), player: anna) }
            try shop.store.clock.advance(by: Shop.day)
            _ = try shop.store.refunds.refund(ids[refunded], .full, reason: 0)
            for notification in try shop.notifications() { _ = try ledger.receive(notification) }
            #expect(try gold(ledger) == 0)
            // The App Store signs the other id later, perhaps without the refund.
            try shop.store.clock.advance(by: Shop.day)
            for id in ids {
                guard case .applied(anna, let record?, isNew: false) = try ledger.submit(shop.fact(id), player: anna)
                else {
                    Issue.record("the ledger does not know the purchase")
                    continue
                }
                #expect(record.fact.revocation != nil)
                #expect(try ledger.standing(of: shop.fact(id)).fact.revocation != nil)
            }
            #expect(try gold(ledger) == 0)
            #expect(try ledger.history(of: anna).filter { $0.kind == .takenBack }.count == 1)
        }
    }

    /// A refund of one id, a reversal signed for one id, and later signatures of both, in every order and each of them
    /// twice. The result is always the same.
    @Test(arguments: [0, 1], [0, 1]) func orderDoesNotMatter(_ refunded: Int, _ reversed: Int) throws {
        let shop = try Shop()
        let facts = try buy("coins", shop).map { try shop.fact($0) }
        let refund = signed(facts[refunded], after: 2000, isRevoked: true)
        let later = signed(facts[1 - refunded], after: 3000)
        let reversal = signed(facts[reversed], after: 4000)
        let steps: [(Ledger) throws -> Void] = [
            { _ = try $0.submit(facts[0], player: Shop.token) }, { _ = try $0.submit(facts[1], player: Shop.token) },
            { _ = try $0.receive(notification("REFUND", refund)) },
            { _ = try $0.submit(later, player: Shop.token) },
        ]
        for order in Permutations.all(Array(steps.indices)) {
            let ledger = try shop.ledger()
            for index in order + order.reversed() { try steps[index](ledger) }
            #expect(try gold(ledger) == 0, "\(order)")
        }
        let all = steps + [{ _ = try $0.receive(notification("REFUND_REVERSED", reversal)) }]
        for order in Permutations.all(Array(all.indices)) {
            let ledger = try shop.ledger()
            for index in order + order.reversed() { try all[index](ledger) }
            #expect(try gold(ledger) == 100, "\(order)")
            // A second refund counts again.
            _ = try ledger.submit(signed(facts[1 - reversed], after: 5000, isRevoked: true), player: anna)
            #expect(try gold(ledger) == 0, "\(order)")
        }
    }

    /// The App Store reverses the refund of one id. It still signs the old refund of the other one.
    @Test func reversalEndsTheRefundOfTheOtherID() throws {
        let shop = try Shop()
        let facts = try buy("coins", shop).map { try shop.fact($0) }
        let refund = signed(facts[0], after: 2000, isRevoked: true)
        let ledger = try shop.ledger()
        for fact in facts + [refund] { _ = try ledger.submit(fact, player: anna) }
        #expect(try gold(ledger) == 0)
        #expect(try ledger.receive(notification("REFUND_REVERSED", signed(facts[1], after: 4000))))
        var again = refund
        again.version.date += 5000
        guard case .applied(anna, let record?, isNew: false) = try ledger.submit(again, player: anna) else {
            Issue.record("the ledger does not know the purchase")
            return
        }
        #expect(record.fact.revocation == nil)
        #expect(try gold(ledger) == 100)
    }

    @Test func renewalsStaySeparatePurchases() throws {
        for database in try Shop.databases() {
            let shop = try Shop()
            let ledger = try shop.ledger(database) { $0.goods = clubGoods }
            let ids = try buy("club", shop)
            for id in ids { _ = try ledger.submit(shop.fact(id), player: anna) }
            #expect(try gold(ledger) == 10)
            try shop.store.clock.advance(by: 35 * Shop.day)
            let renewal = try #require(
                try shop.store.transactions.ids(of: "anna").max {
                    try shop.fact($0).purchaseDate < shop.fact($1).purchaseDate
                })
            let copy = try shop.store.transactions.copy(renewal)
            for id in [copy, renewal] { _ = try ledger.submit(shop.fact(id), player: anna) }
            for notification in try shop.notifications() { _ = try ledger.receive(notification) }
            #expect(try gold(ledger) == 20)
            let holdings = try ledger.holdings(of: anna, environment: "Sandbox")
            #expect(holdings.unlocks.map(\.name) == ["club"])
            #expect(holdings.subscriptions.map(\.seats) == [1] && holdings.subscriptions.map(\.state) == [.active])
            _ = try shop.store.subscriptions.perform(.setAutoRenewal(false), ofTransaction: renewal)
            _ = try shop.store.refunds.refund(copy, .full, reason: 0)
            for notification in try shop.notifications() { _ = try ledger.receive(notification) }
            #expect(try gold(ledger) == 10)
            #expect(try ledger.holdings(of: anna, environment: "Sandbox").subscriptions.map(\.state) == [.refunded])
        }
    }

    /// A test clock that stands still: the renewal has the same date as the first period.
    @Test func renewalAtTheSameDateIsAnotherPurchase() throws {
        for database in try Shop.databases() {
            let shop = try Shop()
            let ledger = try shop.ledger(database) {
                $0.goods = Goods(
                    productIDs: ["club"], grants: [Grant(productID: "club", kind: .counter, name: "gold", amount: 10)])
            }
            let ids = try buy("club", shop)
            _ = try shop.store.subscriptions.perform(.forceRenewal, ofTransaction: ids[0])
            let renewal = try #require(try shop.store.transactions.ids(of: "anna").first { !ids.contains($0) })
            let copy = try shop.store.transactions.copy(renewal)
            let facts = try (ids + [renewal, copy]).map { try shop.fact($0) }
            #expect(Set(facts.map(\.purchaseDate)).count == 1)
            for fact in facts + facts.reversed() { _ = try ledger.submit(fact, player: anna) }
            #expect(try gold(ledger) == 20)
            #expect(try ledger.overview().purchases == 2)
            let refund = signed(facts[1], after: 2000, isRevoked: true)
            _ = try ledger.submit(refund, player: anna)
            #expect(try gold(ledger) == 10)
        }
    }

    @Test func eitherIDFindsThePurchase() throws {
        for database in try Shop.databases() {
            let shop = try Shop()
            let ledger = try shop.ledger(database)
            let ids = try buy("coins", shop)
            for id in ids { _ = try ledger.submit(shop.fact(id), player: anna) }
            var spent = ManualChange(
                player: anna, environment: "Sandbox", key: String(ids[0]), reason: "a sword", name: "gold", by: "game")
            spent.kind = .counter(-40)
            #expect(try ledger.change(spent))
            let texts = ids.map { String($0) }
            for id in texts {
                #expect(try ledger.players(transaction: id) == [anna])
                #expect(try ledger.usage(of: id, environment: "Sandbox")?.usedShare == 0.4)
            }
            let history = try ledger.history(ofTransaction: texts[0])
            #expect(history.filter { $0.kind == .granted }.count == 2)
            #expect(try ledger.history(ofTransaction: texts[1]) == history)
        }
    }

    /// The ledger has not seen the second id yet. Reading must not write it.
    @Test func standingOfAnUnknownSecondID() throws {
        let shop = try Shop()
        let ledger = try shop.ledger()
        let ids = try buy("coins", shop)
        let second = try shop.fact(ids[1])
        _ = try ledger.submit(signed(shop.fact(ids[0]), after: 2000, isRevoked: true), player: anna)
        #expect(try ledger.standing(of: signed(second, after: 3000)).fact.revocation != nil)
        #expect(try ledger.history(ofTransaction: String(ids[1])).isEmpty)
        #expect(try gold(ledger) == 0)
    }

    /// The second id of a purchase belongs to the same player. It does not help another one.
    @Test func secondIDOfAnotherPlayerIsRefused() throws {
        let shop = try Shop()
        let ledger = try shop.ledger { $0.playersAreTokens = false }
        let facts = try buy("coins", shop, token: nil).map { try shop.fact($0) }
        _ = try ledger.submit(facts[0], player: "anna")
        #expect(try ledger.submit(facts[1], player: "bob") == .ofAnotherPlayer)
        _ = try ledger.submit(facts[1], player: "anna")
        #expect(try gold(ledger, "anna") == 100)
        #expect(try gold(ledger, "bob") == 0)
    }

    @Test func erasedPurchaseIsGrantedAgainOnce() throws {
        let shop = try Shop()
        let ledger = try shop.ledger { $0.playersAreTokens = false }
        let facts = try buy("coins", shop, token: nil).map { try shop.fact($0) }
        for fact in facts { _ = try ledger.submit(fact, player: "anna") }
        try ledger.erase("anna")
        for fact in facts.reversed() { _ = try ledger.submit(fact, player: "bob") }
        #expect(try gold(ledger, "bob") == 100)
    }

    /// Several processes get the two ids at the same time.
    @Test func concurrentIDsGrantOnce() throws {
        let shop = try Shop()
        let facts = try (0..<20).flatMap { _ in try buy("coins", shop).map { try shop.fact($0) } }
        for database in try Shop.databases() {
            let ledgers = [try shop.ledger(database), try shop.ledger(database)]
            let failures = Guarded<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 160) { number in
                do throws(SQLError) {
                    _ = try ledgers[number / 40 % 2].submit(facts[number % 40], player: Shop.token)
                } catch { failures.withLock { $0.append(error.description) } }
            }
            #expect(failures.value == [])
            #expect(try gold(ledgers[0]) == 2000)
            #expect(try ledgers[0].overview().purchases == 20)
            #expect(try ledgers[0].history(of: anna, limit: 1000).filter { $0.name == "gold" }.count == 20)
        }
    }

    /// The App Store signs dates in milliseconds. A receipt has whole seconds.
    @Test(arguments: [[0, 1], [1, 0]]) func receiptHasTheOtherID(_ order: [Int]) throws {
        let shop = try Shop()
        let ledger = try shop.ledger { $0.playersAreTokens = false }
        try shop.store.clock.advance(by: 567)
        var facts = try buy("coins", shop, token: nil).map { try shop.fact($0) }
        #expect(facts[0].purchaseDate % 1000 == 567)
        facts[1].purchaseDate -= 567
        facts[1].version.digest = PurchaseFact.receiptDigest
        for index in order { _ = try ledger.submit(facts[index], player: "anna", cause: "receipt") }
        #expect(try gold(ledger, "anna") == 100)
    }
}
