internal import Foundation
internal import IAPHTTP
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore

/// Sends repeated requests for retention messages to the game server and measures the response time. The process keeps
/// the results in memory.
final class PerformanceTests: Sendable {
    /// Apple publishes only the 700 ms; the other numbers are our choice.
    private static let config = Config(
        maxConcurrentRequests: 1, totalRequests: 20, totalDuration: 20_000, responseTimeThreshold: 700,
        successRateThreshold: 99)

    private static let mostResults = 100

    private let store: ReferenceStore
    private let results = Guarded<[String: Outcome]>([:])

    init(_ store: ReferenceStore) { self.store = store }

    private struct Config: Encodable {
        var maxConcurrentRequests: Int
        var totalRequests: Int
        var totalDuration: Int
        var responseTimeThreshold: Int
        /// In percent, like the success rate in the result.
        var successRateThreshold: Int
    }

    private struct Outcome: Encodable {
        var config = PerformanceTests.config
        var target: String
        var result = "PENDING"
        var successRate = 0
        var numPending = PerformanceTests.config.totalRequests
        var responseTimes: Times?
        var failures: [String: Int] = [:]

        struct Times: Encodable {
            var average: Int
            var p50: Int
            var p90: Int
            var p95: Int
            var p99: Int
        }
    }

    func start(of id: UInt64, _ url: String) throws(ServerAPIFailure) -> HTTPResponse {
        guard
            try askStore({ () throws(StoreFailure) in try store.signedRealtimeRequest(for: id, locale: "en-US") })
                != nil
        else { throw .refused(.invalidPerformanceTest) }
        let requestID = UUID().uuidString.lowercased()
        let isFree = results.withLock { results in
            guard !results.values.contains(where: { $0.result == "PENDING" }) else { return false }
            if results.count >= Self.mostResults { results = [:] }
            results[requestID] = Outcome(target: url)
            return true
        }
        guard isFree else { throw .refused(.performanceTestRuns) }
        Thread { self.run(requestID, id, url) }.start()
        return .object(Started(config: Self.config, requestId: requestID))
    }

    private struct Started: Encodable {
        var config: Config
        var requestId: String
    }

    func result(_ requestID: String) throws(ServerAPIFailure) -> HTTPResponse {
        guard let outcome = results.withLock({ $0[requestID.lowercased()] }) else {
            throw .refused(.performanceTestNotFound)
        }
        return .object(outcome)
    }

    private func run(_ requestID: String, _ id: UInt64, _ url: String) {
        var times: [Int] = []
        var failures: [String: Int] = [:]
        for number in 1...Self.config.totalRequests {
            let answer = RetentionQuestion(store: store, url: url).ask(id, locale: "en-US")
            times.append(answer.milliseconds)
            if let failure = answer.failure { failures[failure, default: 0] += 1 }
            results.withLock { $0[requestID]?.numPending = Self.config.totalRequests - number }
        }
        times.sort()
        func percentile(_ part: Int) -> Int { times[min(times.count - 1, times.count * part / 100)] }
        let rate = 100 * (times.count - failures.values.reduce(0, +)) / times.count
        let isQuick = percentile(95) <= Self.config.responseTimeThreshold
        results.withLock { [failures] results in
            results[requestID]?.responseTimes = Outcome.Times(
                average: times.reduce(0, +) / times.count, p50: percentile(50), p90: percentile(90),
                p95: percentile(95), p99: percentile(99))
            results[requestID]?.successRate = rate
            results[requestID]?.failures = failures
            results[requestID]?.result = rate >= Self.config.successRateThreshold && isQuick ? "PASS" : "FAIL"
        }
    }
}

/// The request of the App Store to the game server when a player is about to cancel a subscription.
struct RetentionQuestion {
    let store: ReferenceStore
    let url: String

    struct Answer {
        var milliseconds: Int
        /// The failure, by its name in the App Store Server API; nil for success.
        var failure: String?
        var body: [UInt8] = []
        var request = ""
    }

    func ask(_ id: UInt64, locale: String) -> Answer {
        guard let question = try? store.signedRealtimeRequest(for: id, locale: locale) else {
            return Answer(milliseconds: 0, failure: SendResult.other.rawValue)
        }
        let body = Array((JSONEncoder.sortedText(["signedPayload": question.text]) ?? "").utf8)
        let start = DispatchTime.now().uptimeNanoseconds
        // Apple waits 700 ms. After two seconds a response is not used.
        let outcome = Delivery(url: url, timeoutMilliseconds: 2000).post(body)
        let milliseconds = Int((DispatchTime.now().uptimeNanoseconds - start) / 1_000_000)
        return Answer(
            milliseconds: milliseconds, failure: outcome.result == .success ? nil : outcome.result.rawValue,
            body: outcome.body, request: question.text)
    }
}
