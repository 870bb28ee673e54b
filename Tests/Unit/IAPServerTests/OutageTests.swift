import IAPHTTPServer
import IAPJSON
import IAPPlatform
import IAPReferenceStore
import Testing

@testable import IAPServer

/// Who reads only the log must see that the database fails, or that events do not arrive.
@Suite struct OutageTests {
    @Test func eachRequestThatFailsNamesTheReason() throws {
        let pair = try Pair { $0.appStore = nil }
        let submission = try pair.signed("coins")
        let sent = try #require(
            try pair.store.notifications.list(NotificationQuery(start: .min, end: .max, limit: 10)).last)
        try pair.startServer()
        pair.isBroken.value = true
        let text = try #require(JSONReader.object(Array(submission.utf8))?.text("signedTransaction"))
        let evidence = #"{"userId":"a","store":"apple","apple":{"jws":"\#(text)"}}"#
        let requests: [(String, String, String?, String)] = [
            ("POST", "/v1/purchases", "game", submission),
            ("POST", "/v1/notifications", nil, #"{"signedPayload":"\#(sent.payload)"}"#),
            ("GET", "/v1/players/\(Pair.token)", "studio", ""), ("GET", "/v1/overview", "studio", ""),
            ("GET", "/health/ready", nil, ""), ("GET", "/commerce/v1/entitlements", "studio", ""),
            ("GET", "/commerce/v1/subscriptions/status", "studio", ""),
            ("POST", "/commerce/v1/purchases/verify", "game", evidence),
            ("POST", "/commerce/v1/purchases/bind", "studio", evidence),
            ("POST", "/commerce/v1/users/erase", "studio", #"{"userId":"a"}"#),
        ]
        for (method, path, key, body) in requests {
            _ = try pair.ask(
                method, path, key, query: [("userId", Pair.token)], headers: ["Iap-Player": Pair.token], body: body)
            let line = pair.lines.value.last ?? ""
            #expect(line.contains(#""detail":"the disk is gone""#), "\(path): \(line)")
            #expect(line.contains(#""level":"error""#) && !line.contains(#""route":"/commerce/v1/error""#))
        }
    }

    @Test(arguments: [[], [600]]) func eventsThatDoNotArriveAreInTheLog(_ retrySeconds: [Int64]) throws {
        let pair = try Pair {
            $0.appStore = nil
            $0.retrySeconds = retrySeconds
            // Nothing listens on this port.
            $0.webhooks = [
                .init(url: "http://127.0.0.1:9/events?key=hidden", secret: "0123456789abcdef0123456789abcdef")
            ]
        }
        try pair.startServer()
        _ = try pair.ask(
            "POST", "/v1/purchases", "game", headers: ["Iap-Player": Pair.token], body: pair.signed("coins"))
        let text = retrySeconds.isEmpty ? "the server gives up an event" : "an event did not arrive"
        try pair.comes("a line about the event") { pair.lines.value.contains { $0.contains(text) } }
        let line = try #require(pair.lines.value.first { $0.contains(text) })
        #expect(line.contains("to 127.0.0.1, attempt 1:") && !line.contains("hidden"), "\(line)")
    }
}
