import Foundation
import IAPLedger
import IAPHTTP
import IAPHTTPServer
import IAPJSON
import IAPReferenceStore
import Testing

@testable import IAPServer

/// Players who share an Apple account. The game of the player who paid did not submit the purchase.
@Suite struct OwnerTests {
    /// The player who is signed in now.
    private static let other = "0c0f7b5e-6d0c-4a5e-9d0b-000000000002"

    @Test(arguments: [true, false]) func purchaseOfAnotherPlayerStaysUnfinished(_ playersAreTokens: Bool) throws {
        let pair = try Pair {
            $0.playersAreTokens = playersAreTokens
            // Otherwise the server can find the purchase in the App Store before the game submits it.
            $0.appStore = nil
        }
        try pair.startServer()
        let text = try #require(try pair.store.server.signedTransaction(try pair.buy("coins")))
        let body = #"{"signedTransaction":"\#(text)"}"#
        for token in [nil, Self.other] {
            try pair.expectUndecided(body, player: Self.other, token: token)
        }
        #expect(try pair.holdings.balances["gold"] == nil)
        #expect(try pair.submit(body, player: Pair.token, token: Pair.token).verdict == "valid")
        try pair.expectUndecided(body, player: Self.other, token: Self.other)
        #expect(try pair.holdings.balances["gold"] == 100)
    }

    /// The history of the App Store has the tokens that the receipt lacks.
    @Test(arguments: [true, false]) func receiptOfAnotherPlayerIsNotInvalid(_ playersAreTokens: Bool) throws {
        let pair = try Pair { $0.playersAreTokens = playersAreTokens }
        _ = try pair.buy("coins")
        let body = try pair.receipt()
        try pair.startServer()
        try pair.expectUndecided(body, player: Self.other, token: Self.other)
        #expect(try pair.submit(body, player: Pair.token, token: Pair.token).verdict == "valid")
        #expect(try pair.holdings.balances["gold"] == 100)
        try pair.expectUndecided(body, player: Self.other, token: Self.other)
    }

    /// The server cannot see the tokens of the purchases in a receipt without asking the App Store.
    @Test(arguments: [true, false]) func receiptAloneProvesNoOwner(_ tokensIdentifyPlayers: Bool) throws {
        let pair = try Pair {
            $0.playersAreTokens = false
            $0.tokensIdentifyPlayers = tokensIdentifyPlayers
            $0.appStore = nil
        }
        _ = try pair.buy("coins")
        let body = try pair.receipt()
        try pair.startServer()
        let response = try pair.submit(body, player: Self.other, token: nil)
        #expect(response.verdict == (tokensIdentifyPlayers ? "undecided" : "valid"))
    }
}

extension Pair {
    fileprivate func receipt() throws -> String {
        let bytes = try StoreDevice(store: store, account: "anna", name: "phone").app.receipt(isRefresh: true)
        return #"{"receipt":"\#(Data(bytes).base64EncodedString())"}"#
    }

    fileprivate func submit(
        _ body: String, player: String, token: String?
    ) throws -> (verdict: String?, retryAfter: String?) {
        var call = HTTPCall("POST", "http://127.0.0.1:\(server?.port ?? 0)/v1/purchases")
        call.headers = [("Authorization", "Bearer game-key"), ("Iap-Player", player)]
        if let token { call.headers.append(("Iap-App-Account-Token", token)) }
        call.body = Array(body.utf8)
        let response = try call.perform()
        return (JSONReader.object(response.body)?.text("verdict"), response.retryAfter)
    }

    /// The library keeps the purchase and asks again in an hour.
    fileprivate func expectUndecided(
        _ body: String, player: String, token: String?, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let response = try submit(body, player: player, token: token)
        #expect(
            response.verdict == "undecided" && response.retryAfter == "3600", "\(response)", sourceLocation: location)
    }
}
