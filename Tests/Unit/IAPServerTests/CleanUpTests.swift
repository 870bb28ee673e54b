import IAPHTTPServer
import IAPLedger
import IAPReferenceStore
import Testing

@testable import IAPServer

@Suite struct CleanUpTests {
    /// Sells coins and returns the ledger with the event of the purchase.
    private func sell(_ pair: Pair) throws -> Ledger {
        try pair.startServer()
        let response = try pair.ask(
            "POST", "/v1/purchases", "game", headers: ["Iap-Player": Pair.token], body: pair.signed("coins"))
        #expect(response.status == 200)
        return try #require(pair.server).ledger
    }

    private func pair(keepDays: Int64? = nil, receiver: UInt16? = nil) throws -> Pair {
        try Pair {
            $0.appStore = nil
            $0.keepDays = keepDays
            $0.retrySeconds = [2_592_000]
            // By default nothing listens there.
            let url = "http://127.0.0.1:\(receiver ?? 9)/"
            $0.webhooks = [.init(url: url, secret: "0123456789abcdef0123456789abcdef")]
        }
    }

    @Test func oldDeliveredEventsAreDeleted() throws {
        let receiver = try HTTPServer(HTTPServer.Options()) { _ in HTTPResponse(200) }
        defer { receiver.stop() }
        let pair = try pair(receiver: receiver.port)
        let ledger = try sell(pair)
        try pair.comes("the event") { try ledger.deliveries(state: "delivered").count == 1 }
        #expect(try !ledger.cleanUp(before: ledger.now - Pair.day))
        #expect(try ledger.deliveries(state: "delivered").count == 1)
        #expect(try ledger.cleanUp(before: ledger.now + 1) && ledger.deliveries(state: "delivered").isEmpty)
        // The grant has nothing to do with it.
        #expect(try pair.holdings.balances["gold"] == 100)
    }

    @Test func eventThatWaitsIsNeverDeleted() throws {
        let pair = try pair()
        let ledger = try sell(pair)
        #expect(try !ledger.cleanUp(before: ledger.now + 1) && ledger.deliveries(state: "waiting").count == 1)
    }

    @Test func oldNotificationsAreDeletedWhileTheServerRuns() throws {
        let pair = try pair(keepDays: 180)
        _ = try pair.buy("coins")
        let sent = try #require(
            try pair.store.notifications.list(NotificationQuery(start: .min, end: .max, limit: 10)).last)
        let ledger = try sell(pair)
        let body = #"{"signedPayload":"\#(sent.payload)"}"#
        #expect(try pair.ask("POST", "/v1/notifications", nil, body: body).status == 200)
        #expect(try ledger.overview().notifications == 1)
        pair.stopServer()
        try pair.store.clock.advance(by: 181 * Pair.day)
        try pair.startServer()
        try pair.comes("the clean-up") { try #require(pair.server).ledger.overview().notifications == 0 }
    }
}
