import Foundation
import IAPModel
import IAPPlatform
import IAPReferenceStore
@testable import IAPLedger
import Testing

@Suite struct LedgerTests {
    private let anna = Shop.token

    private func gold(_ ledger: Ledger, _ player: String) throws -> Int64 {
        try ledger.holdings(of: player, environment: "Sandbox").balances["gold"] ?? 0
    }

    @Test func purchaseIsGrantedOnce() throws {
        let shop = try Shop()
        for database in try Shop.databases() {
            let ledger = try shop.ledger(database)
            let fact = try shop.fact(shop.buy("coins"))
            guard case .applied(anna, _?, isNew: true) = try ledger.submit(fact, player: anna) else {
                Issue.record("the ledger did not apply the purchase")
                continue
            }
            guard case .applied(anna, _?, isNew: false) = try ledger.submit(fact, player: anna) else {
                Issue.record("the ledger applied the purchase twice")
                continue
            }
            for notification in try shop.notifications() { _ = try ledger.receive(notification) }
            // With each database the same shop has one more purchase.
            let count = Int64(try shop.store.transactions.ids(of: "anna").count)
            #expect(try gold(ledger, anna) == 100 * count)
            #expect(try ledger.holdings(of: anna, environment: "Production").balances.isEmpty)
        }
    }

    /// A newer server may have written the row, or the database is damaged.
    @Test func purchaseThatCannotBeReadIsNotGrantedAgain() throws {
        let shop = try Shop()
        for database in try Shop.databases() {
            let ledger = try shop.ledger(database)
            let fact = try shop.fact(shop.buy("coins"))
            _ = try ledger.submit(fact, player: anna)
            try ledger.rows("UPDATE purchase SET type = 'unknown'")
            #expect(throws: SQLError.self) { try ledger.submit(fact, player: anna) }
            try ledger.rows("UPDATE purchase SET type = 'Consumable'")
            #expect(try gold(ledger, anna) == 100)
        }
    }

    /// As after a restore: the tables have rows, and PostgreSQL has not analyzed them yet.
    @Test func startGivesTheDatabaseItsStatistics() throws {
        let shop = try Shop()
        for database in try Shop.databases() where database.dialect == .postgreSQL {
            _ = try shop.ledger(database).submit(shop.fact(shop.buy("coins")), player: anna)
            let ledger = try shop.ledger(database)
            let analyzed = try ledger.rows(
                "SELECT 1 FROM pg_stats WHERE schemaname = current_schema() AND tablename = 'owner' AND attname = 'player'"
            )
            #expect(analyzed.count == 1)
        }
    }

    @Test func refundTakesBackAndItsReversalGrantsAgain() throws {
        let shop = try Shop()
        let ledger = try shop.ledger()
        let id = try shop.buy("coins")
        _ = try ledger.submit(shop.fact(id), player: anna)
        try shop.store.clock.advance(by: Shop.day)
        _ = try shop.store.refunds.refund(id, .full, reason: 0)
        let refund = try #require(try shop.notifications().last)
        #expect(try ledger.receive(refund))
        #expect(try !ledger.receive(refund))
        #expect(try gold(ledger, anna) == 0)
        #expect(try ledger.holdings(of: anna, environment: "Sandbox").balances["stars"] == 1)
        var reversed = try shop.fact(id)
        reversed.revocation = nil
        reversed.version = FactVersion(date: reversed.version.date + 1, isEnd: false, digest: "0")
        _ = try ledger.submit(reversed, player: anna)
        #expect(try gold(ledger, anna) == 100)
        let kinds = try ledger.history(of: anna).map(\.kind)
        #expect(kinds.filter { $0 == .granted }.count == 3 && kinds.filter { $0 == .takenBack }.count == 1)
    }

    @Test func purchaseOfAnotherPlayerIsRefusedAndRecorded() throws {
        let shop = try Shop()
        let ledger = try shop.ledger { $0.playersAreTokens = false }
        let marked = try shop.fact(shop.buy("coins"))
        let plain = try shop.fact(shop.buy("coins", token: nil))
        for fact in [marked, plain] {
            _ = try ledger.submit(fact, player: "anna", token: Shop.token)
            #expect(try ledger.submit(fact, player: "bob") == .ofAnotherPlayer)
        }
        #expect(try gold(ledger, "anna") == 200)
        #expect(try gold(ledger, "bob") == 0)
        #expect(try ledger.history(of: "bob").map(\.kind) == [.refused, .refused])
    }

    @Test(arguments: [nil, Shop.token]) func markOfAnotherPlayerIsRefused(_ token: String?) throws {
        let shop = try Shop()
        let ledger = try shop.ledger { $0.playersAreTokens = false }
        _ = try ledger.submit(shop.fact(shop.buy("coins")), player: "anna", token: Shop.token)
        #expect(try ledger.submit(shop.fact(shop.buy("coins")), player: "bob", token: token) == .ofAnotherPlayer)
    }

    /// A purchase in the sandbox costs nothing. Bob pays there with the token of Anna, which he has seen somewhere.
    @Test func tokenThatASandboxPurchaseClaimsClaimsNothingInProduction() throws {
        let shop = try Shop()
        for database in try Shop.databases() {
            let ledger = try shop.ledger(database) { $0.playersAreTokens = false }
            let free = try shop.fact(shop.buy("coins"))
            var paid = try shop.fact(shop.buy("coins"))
            paid.environment = "Production"
            guard case .applied("bob", _?, isNew: true) = try ledger.submit(free, player: "bob", token: anna),
                case .applied("anna", _?, isNew: true) = try ledger.submit(paid, player: "anna", token: anna)
            else {
                Issue.record("the sandbox decides about production")
                return
            }
        }
    }

    /// Anna and Bob share an Apple account. Anna's game died before it could submit her purchase.
    @Test func purchaseBelongsToThePlayerOfItsTokenAndNotToTheFirst() throws {
        let shop = try Shop()
        for database in try Shop.databases() {
            let ledger = try shop.ledger(database) { $0.playersAreTokens = false }
            let fact = try shop.fact(shop.buy("coins"))
            #expect(try ledger.submit(fact, player: "bob") == .ofUnknownPlayer)
            #expect(try ledger.submit(fact, player: "bob", token: UUID().uuidString) == .ofAnotherPlayer)
            #expect(try gold(ledger, "bob") == 0)
            let paid = try ledger.submit(fact, player: "anna", token: anna.uppercased())
            guard case .applied("anna", _?, isNew: true) = paid else {
                Issue.record("the player who paid did not get the purchase")
                continue
            }
            #expect(try gold(ledger, "anna") == 100)
            #expect(try ledger.submit(fact, player: "bob") == .ofAnotherPlayer)
            #expect(try ledger.history(of: "bob").map(\.kind) == [.refused])
        }
    }

    @Test func tokensThatIdentifyNobodyDecideNothing() throws {
        let shop = try Shop()
        let ledger = try shop.ledger {
            $0.playersAreTokens = false
            $0.tokensIdentifyPlayers = false
        }
        for player in ["anna", "bob"] {
            let fact = try shop.fact(shop.buy("coins"))
            guard case .applied(player, _?, isNew: true) = try ledger.submit(fact, player: player) else {
                Issue.record("the token of another purchase decides")
                return
            }
            #expect(try ledger.submit(fact, player: "carla") == .ofAnotherPlayer)
        }
        let fact = try shop.fact(shop.buy("coins"))
        #expect(try ledger.submit(fact, player: nil) == .applied(player: nil, record: nil, isNew: false))
        #expect(try ledger.submit(fact, player: "anna", token: UUID().uuidString) == .ofAnotherPlayer)
    }

    @Test func purchaseWithoutPlayerWaits() throws {
        let shop = try Shop()
        let ledger = try shop.ledger { $0.playersAreTokens = false }
        let id = try shop.buy("club", token: nil)
        for notification in try shop.notifications() { _ = try ledger.receive(notification) }
        #expect(try ledger.holdings(of: "anna", environment: "Sandbox").unlocks.isEmpty)
        _ = try ledger.submit(shop.fact(id), player: "anna")
        #expect(try ledger.holdings(of: "anna", environment: "Sandbox").unlocks.map(\.name) == ["club"])
    }

    @Test func concurrentDuplicatesGrantOnce() throws {
        let shop = try Shop()
        let facts = try (0..<20).map { _ in try shop.fact(shop.buy("coins")) }
        for database in try Shop.databases() {
            let ledger = try shop.ledger(database)
            let failures = Guarded<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 100) { number in
                do throws(SQLError) { _ = try ledger.submit(facts[number % 20], player: anna) } catch {
                    failures.withLock { $0.append(error.description) }
                }
            }
            #expect(failures.value == [])
            #expect(try gold(ledger, anna) == 2000)
            #expect(try ledger.history(of: anna, limit: 1000).filter { $0.name == "gold" }.count == 20)
        }
    }

    /// During a rolling restart, one process still has a product list without the product.
    @Test func shorterListTakesNothingBack() throws {
        let shop = try Shop()
        let database = try SQLiteDatabase(path: nil, applicationID: 1)
        let id = try shop.buy("coins")
        let ledger = try shop.ledger(database)
        _ = try ledger.submit(shop.fact(id), player: anna)
        let old = try shop.ledger(database) { $0.goods = Goods(productIDs: [], grants: []) }
        for notification in try shop.notifications() { _ = try old.receive(notification) }
        #expect(try gold(ledger, anna) == 100)
        try shop.store.clock.advance(by: Shop.day)
        _ = try shop.store.refunds.refund(id, .full, reason: 0)
        for notification in try shop.notifications() { _ = try old.receive(notification) }
        #expect(try gold(ledger, anna) == 0)
    }

    @Test func erasedPurchaseIsGrantedAgainToItsNextClaimant() throws {
        let shop = try Shop()
        let ledger = try shop.ledger { $0.playersAreTokens = false }
        let id = try shop.buy("coins", token: nil)
        _ = try ledger.submit(shop.fact(id), player: "anna")
        try ledger.erase("anna")
        _ = try ledger.submit(shop.fact(id), player: "bob")
        #expect(try gold(ledger, "bob") == 100)
        try shop.store.clock.advance(by: Shop.day)
        _ = try shop.store.refunds.refund(id, .full, reason: 0)
        for notification in try shop.notifications() { _ = try ledger.receive(notification) }
        #expect(try gold(ledger, "bob") == 0)
        #expect(try gold(ledger, "anna") == 0)
    }

    /// There are two refunds and two reversals. The product list changes in between.
    @Test func reversalReturnsTheTakenAmount() throws {
        let shop = try Shop()
        let database = try SQLiteDatabase(path: nil, applicationID: 1)
        let bought = try shop.fact(shop.buy("coins"))
        let ledger = try shop.ledger(database)
        _ = try ledger.submit(bought, player: anna)
        let changed = try shop.ledger(database) {
            $0.goods = Goods(
                productIDs: ["coins"], grants: [Grant(productID: "coins", kind: .counter, name: "gold", amount: 60)])
        }
        for round in 1...2 as ClosedRange<Int64> {
            var fact = bought
            fact.revocation = PurchaseFact.Revocation(date: bought.purchaseDate)
            fact.version = FactVersion(date: bought.version.date + round * 10, isEnd: true, digest: "r")
            _ = try changed.submit(fact, player: anna)
            #expect(try gold(changed, anna) == 0)
            fact.revocation = nil
            fact.version = FactVersion(date: bought.version.date + round * 10 + 1, isEnd: false, digest: "s")
            _ = try changed.submit(fact, player: anna)
            #expect(try gold(changed, anna) == 100)
        }
    }

    @Test func seatsAreThoseOfTheWholePeriod() throws {
        let shop = try Shop()
        let ledger = try shop.ledger()
        var first = try shop.fact(shop.buy("club"))
        first.quantity = 5
        first.version.date += 1
        var added = first
        added.transactionID = String((UInt64(first.transactionID) ?? 0) + 1)
        (added.quantity, added.purchaseDate, added.hasAddedSeats) = (2, first.purchaseDate + 1000, true)
        for fact in [first, added] { _ = try ledger.submit(fact, player: anna) }
        let seats = { try ledger.holdings(of: self.anna, environment: "Sandbox").subscriptions.map(\.seats) }
        #expect(try seats() == [7])
        added.revocation = PurchaseFact.Revocation(date: first.purchaseDate + 2000)
        added.version.date += 1
        _ = try ledger.submit(added, player: anna)
        #expect(try seats() == [5])
        #expect(try ledger.holdings(of: anna, environment: "Sandbox").subscriptions.map(\.state) == [.active])
    }

    /// A receipt contains less than a signed transaction.
    @Test func receiptReplacesNoSignedText() throws {
        let shop = try Shop()
        let ledger = try shop.ledger { $0.playersAreTokens = false }
        let signed = try shop.fact(shop.buy("coins"))
        _ = try ledger.submit(signed, player: "anna", token: anna)
        var receipt = signed
        (receipt.token, receipt.priceMilliunits) = (nil, nil)
        receipt.version = FactVersion(
            date: signed.version.date + 1, isEnd: false, digest: PurchaseFact.receiptDigest)
        _ = try ledger.submit(receipt, player: "anna", cause: "receipt")
        #expect(try ledger.players(token: anna) == ["anna"])
        receipt.revocation = PurchaseFact.Revocation(date: signed.purchaseDate)
        receipt.version = FactVersion(date: signed.version.date + 2, isEnd: true, digest: PurchaseFact.receiptDigest)
        _ = try ledger.submit(receipt, player: "anna", cause: "receipt")
        #expect(try gold(ledger, "anna") == 0)
        #expect(try ledger.players(token: anna) == ["anna"])
    }

    /// The notification arrives before the studio adds the product to the list.
    @Test func purchaseOfAnUnknownProductWaitsForTheList() throws {
        let shop = try Shop()
        let database = try SQLiteDatabase(path: nil, applicationID: 1)
        let before = try shop.ledger(database) {
            $0.goods = Goods(productIDs: ["editor"], grants: [])
        }
        let id = try shop.buy("coins")
        for notification in try shop.notifications() { _ = try before.receive(notification) }
        #expect(try before.holdings(of: anna, environment: "Sandbox").balances.isEmpty)
        let after = try shop.ledger(database)
        _ = try after.submit(shop.fact(id), player: anna)
        #expect(try gold(after, anna) == 100)
    }

    @Test func refundTakesBackTheGrant() throws {
        let shop = try Shop()
        let database = try SQLiteDatabase(path: nil, applicationID: 1)
        let id = try shop.buy("coins")
        _ = try shop.ledger(database).submit(shop.fact(id), player: anna)
        let changed = try shop.ledger(database) {
            $0.goods = Goods(
                productIDs: ["coins"], grants: [Grant(productID: "coins", kind: .counter, name: "gold", amount: 60)])
        }
        try shop.store.clock.advance(by: Shop.day)
        _ = try shop.store.refunds.refund(id, .full, reason: 0)
        _ = try changed.submit(shop.fact(id), player: anna)
        #expect(try gold(changed, anna) == 0)
    }

    /// The ledger refuses a purchase that belongs to another player. The wrong player gets neither the purchase nor its
    /// app account token.
    @Test func refusedPlayerGetsNoToken() throws {
        let shop = try Shop()
        let ledger = try shop.ledger { $0.playersAreTokens = false }
        let first = try shop.buy("club", token: nil)
        _ = try ledger.submit(shop.fact(first), player: "anna")
        _ = try shop.store.subscriptions.perform(.setAutoRenewal(false), ofTransaction: first)
        try shop.store.clock.advance(by: 40 * Shop.day)
        let again = try shop.fact(shop.buy("club"))
        #expect(again.originalID == String(first))
        #expect(try ledger.submit(again, player: "bob", token: anna) == .ofAnotherPlayer)
        guard case .applied("anna", _?, isNew: true) = try ledger.submit(again, player: "anna", token: anna) else {
            Issue.record("the wrong player owns the token")
            return
        }
    }

    @Test func erasedPlayerIsRemovedEverywhere() throws {
        let shop = try Shop()
        for database in try Shop.databases() {
            let ledger = try shop.ledger(database) {
                $0.endpoints = [Ledger.Endpoint(url: "http://127.0.0.1:9/", hearsOfPurchases: true)]
            }
            let id = try shop.buy("club")
            for notification in try shop.notifications() { _ = try ledger.receive(notification) }
            var change = ManualChange(
                player: anna, environment: "Sandbox", key: anna, reason: "for \(anna)", name: "gold", by: "support")
            change.kind = .counter(5)
            #expect(try ledger.change(change))
            try ledger.erase(anna)
            let tables = [
                "owner", "purchase", "token_owner", "balance", "given", "entry", "notification", "event", "delivery",
                "manual_change", "work", "purchase_key", "purchase_alias",
            ]
            for table in tables {
                let rows = try database.transaction { connection throws(SQLError) in
                    try connection.query("SELECT * FROM \(table)")
                }
                #expect(!rows.contains { "\($0)".contains(anna) }, "\(table)")
            }
            // A renewal contains the player's app account token again. The ledger does not store it.
            try shop.store.clock.advance(by: 40 * Shop.day)
            for notification in try shop.notifications() { _ = try ledger.receive(notification) }
            #expect(try ledger.players(token: anna).isEmpty && ledger.players(transaction: String(id)).isEmpty)
            #expect(try ledger.overview().purchases > 0)
        }
    }

    @Test func workOnOneSubjectKeepsItsOrder() throws {
        let shop = try Shop()
        let ledger = try shop.ledger { $0.answersConsumption = true }
        let ids = [try shop.buy("coins"), try shop.buy("coins")]
        for id in ids {
            _ = try shop.store.notifications.send(
                NotificationRequest(
                    type: "CONSUMPTION_REQUEST", subtype: nil, uuid: nil,
                    content: .transaction(id: id, consumptionRequestReason: nil)))
        }
        for notification in try shop.notifications() { _ = try ledger.receive(notification) }
        let taken = try ledger.takeWork(limit: 10)
        #expect(taken.map(\.subject).sorted() == ids.map { String($0) }.sorted())
        // Work in progress is not given to another worker.
        #expect(try ledger.takeWork(limit: 10).isEmpty)
        try ledger.note(.again("later", notBefore: nil), of: taken[0], jitter: 1)
        try ledger.note(.done, of: taken[1], jitter: 0)
        #expect(try ledger.openWork().map(\.lastError) == ["later"])
        try shop.store.clock.advance(by: 3_600_000)
        #expect(try ledger.takeWork(limit: 10).map(\.attempts) == [1])
    }

    @Test func subscriptionEndsByTheClock() throws {
        let shop = try Shop()
        let ledger = try shop.ledger()
        let id = try shop.buy("club")
        for notification in try shop.notifications() { _ = try ledger.receive(notification) }
        let holdings = { try ledger.holdings(of: anna, environment: "Sandbox") }
        #expect(try holdings().subscriptions.map(\.state) == [.active])
        _ = try shop.store.subscriptions.perform(.setAutoRenewal(false), ofTransaction: id)
        try shop.store.clock.advance(by: 40 * Shop.day)
        // The notification about the end has not arrived yet.
        #expect(try holdings().unlocks.isEmpty)
        for notification in try shop.notifications() { _ = try ledger.receive(notification) }
        #expect(try holdings().subscriptions.map(\.state) == [.expired])
        #expect(try holdings().subscriptions.map(\.cancellation) == [.user])
    }
}
