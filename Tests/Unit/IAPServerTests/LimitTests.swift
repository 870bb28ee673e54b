import IAPHTTPServer
import IAPReferenceStore
import Testing

@testable import IAPServer

@Suite struct LimitTests {
    /// Everybody can take the key out of a game, and can name any player.
    @Test func nobodyElseCanLockOutAPlayer() throws {
        let pair = try Pair {
            $0.appStore = nil
            $0.playerLimit = 5
        }
        try pair.startServer()
        let submission = try pair.signed("coins")
        func submit(_ body: String) throws -> HTTPResponse {
            try pair.ask("POST", "/v1/purchases", "game", headers: ["Iap-Player": Pair.token], body: body)
        }
        for number in 0..<20 { _ = try submit(#"{"signedTransaction":"\#(number)"}"#) }
        for _ in 0..<20 { _ = try submit(#"{"signedTransaction":"forged"}"#) }
        #expect(try submit(submission).text.contains(#""verdict":"valid""#))
        // A game that repeats its request without a pause is limited.
        #expect(try (0..<5).map { _ in try submit(submission).status }.last == 429)
        #expect(try submit(pair.signed("editor")).status == 200)
    }

    @Test func inventedNamesLockOutNobody() {
        let limits = RequestLimits(5)
        for number in 0..<100_001 { _ = limits.secondsToWait(String(number), now: 0) }
        #expect(limits.secondsToWait("anna", now: 0) == nil)
        for _ in 0..<4 { #expect(limits.secondsToWait("1", now: 0) == nil) }
        #expect(limits.secondsToWait("1", now: 0) == 60)
    }
}
