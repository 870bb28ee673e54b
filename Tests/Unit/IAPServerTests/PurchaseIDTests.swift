import Foundation
import IAPLedger
import IAPHTTP
import IAPHTTPServer
import IAPJSON
import IAPReferenceStore
import Testing

@testable import IAPServer

/// One purchase has two transaction ids. The game sends the one or the other, and notifications have either.
@Suite struct PurchaseIDTests {
    private func buy(_ product: String, _ pair: Pair) throws -> [UInt64] {
        let id = try pair.buy(product)
        return [id, try pair.store.transactions.copy(id)]
    }

    @Test(arguments: [0, 1]) func bothIDsHaveTheSameVerdict(_ refunded: Int) throws {
        let pair = try Pair()
        try pair.startServer()
        let ids = try buy("coins", pair)
        for id in ids {
            let response = try pair.submit(id)
            #expect(response["verdict"] == .text("valid") && response["transactionId"] == .text(String(id)))
            let granted = try #require(response.list("granted"))
            #expect(granted.count == 1)
            guard case .object(let item) = granted[0] else { return }
            #expect(item["counter"] == .text("gold") && item.wholeNumber("amount") == 100)
            #expect(try pair.verify(id)["state"] == .text("READY_TO_CONSUME"))
        }
        #expect(try pair.holdings.balances["gold"] == 100)
        try pair.store.clock.advance(by: Pair.day)
        _ = try pair.store.refunds.refund(ids[refunded], .full, reason: 0)
        // The game sends the refunded transaction first, then the other one.
        let responses = try [ids[refunded], ids[1 - refunded]].map { try pair.submit($0) }
        #expect(responses.map { $0["verdict"] } == [.text("invalid"), .text("invalid")])
        #expect(responses[0]["reason"] == responses[1]["reason"])
        for id in ids { #expect(try pair.verify(id)["state"] == .text("CANCELED")) }
        #expect(try pair.holdings.balances["gold"] == 0)
    }

    /// The player has spent forty of a hundred coins. The App Store asks about each id and gets a response for each.
    @Test func consumptionIsReportedForEitherID() throws {
        let pair = try Pair()
        try pair.startServer()
        let ids = try buy("coins", pair)
        for id in ids { _ = try pair.submit(id) }
        var spent = ManualChange(
            player: Pair.token, environment: "Sandbox", key: "1", reason: "a sword", name: "gold", by: "game")
        spent.kind = .counter(-40)
        #expect(try #require(pair.server).ledger.change(spent))
        for id in ids {
            _ = try pair.store.notifications.send(
                NotificationRequest(
                    type: "CONSUMPTION_REQUEST", subtype: nil, uuid: nil,
                    content: .transaction(id: id, consumptionRequestReason: "OTHER")))
        }
        for id in ids {
            try pair.comes("the report of \(id)") {
                try pair.store.server.consumptionReport(id)?.contains("40000") == true
            }
        }
    }

    /// Support gets an id that the server has never received.
    @Test func orderOfTheOtherIDFindsThePlayer() throws {
        let pair = try Pair()
        let ids = try buy("coins", pair)
        try pair.startServer()
        _ = try pair.submit(ids[0])
        for id in ids {
            #expect(try pair.search(order: Pair.order(of: id)) == (200, #"{"players":["\#(Pair.token)"]}"#))
        }
    }
}

extension Pair {
    fileprivate func ask(_ path: String, _ body: String) throws -> JSONObject {
        var call = HTTPCall("POST", "http://127.0.0.1:\(server?.port ?? 0)\(path)")
        call.headers = [("Authorization", "Bearer game-key"), ("Iap-Player", Self.token)]
        call.body = Array(body.utf8)
        return try #require(JSONReader.object(try call.perform().body))
    }

    fileprivate func submit(_ id: UInt64) throws -> JSONObject {
        let text = try #require(try store.server.signedTransaction(id))
        return try ask("/v1/purchases", #"{"signedTransaction":"\#(text)","transactionId":"\#(id)"}"#)
    }

    fileprivate func verify(_ id: UInt64) throws -> JSONObject {
        let text = try #require(try store.server.signedTransaction(id))
        return try ask("/commerce/v1/purchases/verify", #"{"store":"apple","apple":{"jws":"\#(text)"}}"#)
    }
}
