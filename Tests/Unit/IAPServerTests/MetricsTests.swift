import IAPHTTPServer
import IAPPlatform
import IAPReferenceStore
import Testing

@testable import IAPServer

@Suite struct MetricsTests {
    private static func value(_ name: String, _ pair: Pair) throws -> String? {
        let text = try pair.ask("GET", "/metrics", nil).text
        return text.split(separator: "\n").first { $0.hasPrefix(name + " ") }.map {
            String($0.dropFirst(name.count + 1))
        }
    }

    @Test func whatWaitsHasANumberAndAnAge() throws {
        let pair = try Pair {
            $0.appStore = nil
            $0.retrySeconds = [600]
            // Nothing listens on this port.
            $0.webhooks = [.init(url: "http://127.0.0.1:9/", secret: "0123456789abcdef0123456789abcdef")]
        }
        try pair.startServer()
        _ = try pair.ask(
            "POST", "/v1/purchases", "game", headers: ["Iap-Player": Pair.token], body: pair.signed("coins"))
        try pair.store.clock.advance(by: 90_000)
        #expect(try Self.value("iap_events_waiting", pair) == "1")
        #expect(try Self.value("iap_events_oldest_seconds", pair) == "90")
        #expect(try Self.value("iap_events_abandoned", pair) == "0")
        #expect(try Self.value("iap_appstore_requests_waiting", pair) == "0")
        #expect(try Self.value("iap_appstore_requests_oldest_seconds", pair) == "0")
        #expect(try Self.value("iap_database_connections_in_use", pair) == "0")
        try pair.comes("a failed attempt") { try Self.value("iap_webhooks_failed_total", pair) == "1" }
        #expect(try Self.value(#"iap_request_seconds_count{route="/v1/purchases"}"#, pair) == "1")
        #expect(try Self.value(#"iap_request_seconds_bucket{route="/v1/purchases",le="+Inf"}"#, pair) == "1")
    }

    /// The metrics are what an operator looks at during an outage.
    @Test func databaseThatFailsIsCountedAndHidesNoMetric() throws {
        let pair = try Pair { $0.appStore = nil }
        try pair.startServer()
        pair.isBroken.value = true
        _ = try pair.ask("GET", "/v1/overview", "studio")
        #expect(try Self.value("iap_events_waiting", pair) == nil)
        #expect(try Self.value(#"iap_requests_total{route="/v1/overview",status="503"}"#, pair) == "1")
        #expect(try Self.value(#"iap_database_errors_total{kind="unavailable"}"#, pair) == "2")
    }

    @Test func timesAreInBuckets() {
        let metrics = Metrics()
        for seconds in [0.001, 0.005, 0.3, 60] { metrics.time(seconds, route: "/a") }
        let lines = metrics.text(nil, connections: 0).split(separator: "\n")
        let counts = lines.filter { $0.contains("_bucket{") }.map { $0.split(separator: " ").last }
        #expect(counts == ["2", "2", "2", "3", "3", "3", "4"])
        #expect(lines.contains(#"iap_request_seconds_sum{route="/a"} 60.306"#))
    }
}
