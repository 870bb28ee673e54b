import Foundation
import IAPLedger
import IAPHTTP
import IAPHTTPServer
import IAPModel
import IAPReferenceStore
import Testing

@testable import IAPServer

/// The server's requests to the App Store, and what happens when the App Store is unavailable.
@Suite(.serialized) struct AskingTests {
    @Test func missedPurchasesAreReadLater() throws {
        let pair = try Pair()
        for _ in 0..<45 { _ = try pair.buy("coins") }
        let refunded = try pair.buy("coins")
        _ = try pair.store.refunds.refund(refunded, .full, reason: 0)
        try pair.startServer()
        // This is more than two pages of the history.
        try pair.comes("all purchases") { try pair.holdings.balances["gold"] == 4500 }
        pair.stopServer()
        _ = try pair.buy("coins")
        try pair.startServer()
        try pair.comes("the purchase after the stop") { try pair.holdings.balances["gold"] == 4600 }
    }

    @Test func storeThatIsDownLosesNothing() throws {
        let pair = try Pair()
        try pair.startServer()
        let port = pair.storePort
        pair.stopStore()
        for _ in 0..<3 { _ = try pair.buy("coins") }
        // One hour of virtual time passes.
        for _ in 0..<60 { try pair.store.clock.advance(by: 60_000) }
        try pair.startStore(port: port)
        try pair.comes("the purchases during the outage") { try pair.holdings.balances["gold"] == 300 }
    }

    @Test func limitsAndFaultsAreWaitedFor() throws {
        let pair = try Pair()
        try pair.store.serverFaults.set([
            ServerFault(route: "/inApps", kind: .rateLimit, count: 3, value: 120),
            ServerFault(route: "/inApps", kind: .serverError, count: 2, value: nil),
        ])
        _ = try pair.buy("coins")
        try pair.startServer()
        // The waiting work is in the database.
        pair.stopServer()
        try pair.startServer()
        try pair.comes("the purchase, after five failures") { try pair.holdings.balances["gold"] == 100 }
    }

    /// The server receives no notification of a renewal. Then it sends a request to the App Store.
    @Test func overdueSubscriptionIsLookedUp() throws {
        let pair = try Pair()
        let id = try pair.buy("club")
        try pair.startServer()
        try pair.comes("the subscription") { try pair.holdings.subscriptions.map(\.state) == [.active] }
        try pair.store.notifications.setURL(nil)
        _ = try pair.store.subscriptions.perform(.setAutoRenewal(false), ofTransaction: id)
        try pair.store.clock.advance(by: 31 * Pair.day)
        try pair.comes("the end of the subscription") {
            try pair.holdings.subscriptions.map(\.cancellation) == [.user]
                && pair.holdings.subscriptions.map(\.state) == [.expired]
        }
        try pair.comes("the end of the work") { try #require(pair.server).ledger.openWork().isEmpty }
    }

    @Test func consumptionRequestIsAnswered() throws {
        let pair = try Pair()
        let id = try pair.buy("coins")
        try pair.startServer()
        try pair.comes("the purchase") { try pair.holdings.balances["gold"] == 100 }
        // The player spends forty of the hundred.
        var spent = ManualChange(
            player: Pair.token, environment: "Sandbox", key: "1", reason: "a sword", name: "gold", by: "game")
        spent.kind = .counter(-40)
        #expect(try #require(pair.server).ledger.change(spent))
        _ = try pair.store.notifications.send(
            NotificationRequest(
                type: "CONSUMPTION_REQUEST", subtype: nil, uuid: nil,
                content: .transaction(id: id, consumptionRequestReason: "OTHER")))
        try pair.comes("the consumption report") { try pair.store.server.consumptionReport(id) != nil }
        let report = try #require(try pair.store.server.consumptionReport(id))
        for part in ["consumptionPercentage", "40000", "DELIVERED", "DECLINE"] {
            #expect(report.contains(part), "\(report)")
        }
    }

    @Test func orderIsFoundUnlessTheStoreIsDown() throws {
        let pair = try Pair()
        let order = Pair.order(of: try pair.buy("coins"))
        try pair.startServer()
        try pair.comes("the purchase") { try pair.holdings.balances["gold"] == 100 }
        #expect(try pair.search(order: order) == (200, #"{"players":["\#(Pair.token)"]}"#))
        #expect(try pair.search(order: "M0000000000XYZ") == (200, #"{"players":[]}"#))
        pair.stopStore()
        let response = try pair.search(order: order)
        #expect(
            response.status == 503 && response.text.contains("the order cannot be looked up in the App Store: Sandbox:")
        )
    }
}

extension Pair {
    static func order(of id: UInt64) -> String { "M" + String(id, radix: 32, uppercase: true).leftPadded(to: 13) }

    func search(order: String) throws -> (status: Int, text: String) {
        var call = HTTPCall("GET", "http://127.0.0.1:\(server?.port ?? 0)/v1/players?order=\(order)")
        call.headers = [("Authorization", "Bearer support-key")]
        let response = try call.perform()
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }
}

extension String {
    fileprivate func leftPadded(to length: Int) -> String { String(repeating: "0", count: length - count) + self }
}
