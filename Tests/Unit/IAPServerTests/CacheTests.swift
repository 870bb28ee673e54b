import IAPHTTPServer
import Testing

@testable import IAPServer

@Suite struct CacheTests {
    /// A proxy or a browser must not keep what a player has.
    @Test func noCacheKeepsDataOfPlayers() throws {
        let pair = try Pair { $0.appStore = nil }
        try pair.startServer()
        let submission = try pair.signed("coins")
        let player: [(name: String, value: String?)] = [("userId", Pair.token), ("token", Pair.token)]
        for (method, path, body) in [
            ("POST", "/v1/purchases", submission), ("GET", "/v1/players/\(Pair.token)", ""),
            ("GET", "/v1/players/\(Pair.token)/history", ""), ("GET", "/v1/players", ""),
            ("GET", "/v1/transactions/1", ""), ("GET", "/v1/export", ""), ("GET", "/v1/deliveries", ""),
            ("GET", "/v1/work", ""), ("GET", "/commerce/v1/entitlements", ""),
            ("GET", "/commerce/v1/subscriptions/status", ""), ("POST", "/v1/players/a/changes", "{}"),
        ] {
            let response = try pair.ask(
                method, path, "studio", query: player, headers: ["Iap-Player": Pair.token], body: body)
            #expect(response.header("Cache-Control") == "no-store", "\(path)")
        }
        #expect(try pair.ask("GET", "/v1/products", "game").header("Cache-Control") == "private, max-age=300")
        #expect(try pair.ask("GET", "/", nil).header("Cache-Control") == nil)
    }
}
