internal import Foundation
internal import IAPLedger
internal import IAPPlatform

/// Counters, histograms and gauges in the text format of Prometheus.
final class Metrics: Sendable {
    private struct Histogram {
        /// The number of requests that took at most as long as the bucket says, but longer than the bucket before.
        var counts = [Int](repeating: 0, count: Metrics.buckets.count + 1)
        var sum = 0.0
    }

    private struct State {
        var counts: [String: Int] = [:]
        var histograms: [String: Histogram] = [:]
    }

    /// In seconds. A verdict takes milliseconds, and a transaction waits for the database at most ten seconds.
    private static let buckets = [0.005, 0.025, 0.1, 0.5, 2, 10]

    private let state = Guarded(State())

    /// - Parameter labels: in the format of Prometheus, without braces. All values come from this program and need no
    ///   escapes.
    func count(_ name: String, _ labels: String = "", by amount: Int = 1) {
        state.withLock { $0.counts["\(name)|\(labels)", default: 0] += amount }
    }

    func time(_ seconds: Double, route: String) {
        state.withLock {
            let bucket = Self.buckets.firstIndex { seconds <= $0 } ?? Self.buckets.count
            $0.histograms[route, default: Histogram()].counts[bucket] += 1
            $0.histograms[route, default: Histogram()].sum += seconds
        }
    }

    private static let counters = [
        ("iap_requests_total", "Requests by route and status."),
        ("iap_verdicts_total", "Verdicts about purchases."),
        ("iap_notifications_total", "App Store Server Notifications by type and outcome."),
        ("iap_webhooks_total", "Deliveries of events by outcome."),
        ("iap_webhooks_failed_total", "Attempts to send an event that the server repeats later."),
        ("iap_webhooks_abandoned_total", "Events that a receiver refused, or that the server gave up."),
        ("iap_database_errors_total", "Failed transactions of the database by kind."),
    ]

    /// - Parameters:
    ///   - backlog: nil while the database does not respond. Its gauges are then missing, not 0.
    ///   - connections: the connections of this process that a transaction uses now.
    func text(_ backlog: Backlog?, connections: Int) -> String {
        let state = state.value
        var text = ""
        for (name, help) in Self.counters {
            text += Self.head(name, help, "counter")
            for key in state.counts.keys.sorted() where key.hasPrefix(name + "|") {
                let labels = key.dropFirst(name.count + 1)
                text += "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(state.counts[key] ?? 0)\n"
            }
        }
        text += Self.head("iap_request_seconds", "Time until the response, by route.", "histogram")
        for (route, histogram) in state.histograms.sorted(by: { $0.key < $1.key }) {
            var count = 0
            for (bucket, more) in zip(Self.buckets.map { "\($0)" } + ["+Inf"], histogram.counts) {
                count += more
                text += "iap_request_seconds_bucket{route=\"\(route)\",le=\"\(bucket)\"} \(count)\n"
            }
            text += "iap_request_seconds_sum{route=\"\(route)\"} \(histogram.sum)\n"
            text += "iap_request_seconds_count{route=\"\(route)\"} \(count)\n"
        }
        text += Self.gauge("iap_database_connections_in_use", "Connections that a transaction uses now.", connections)
        guard let backlog else { return text }
        return text
            + Self.gauge("iap_events_waiting", "Events that a receiver has not accepted yet.", backlog.events)
            + Self.gauge("iap_events_oldest_seconds", "Age of the oldest waiting event.", backlog.eventAge / 1000)
            + Self.gauge("iap_events_abandoned", "Events that were refused or given up.", backlog.abandoned)
            + Self.gauge("iap_appstore_requests_waiting", "Requests to the App Store that wait.", backlog.questions)
            + Self.gauge(
                "iap_appstore_requests_oldest_seconds", "Age of the oldest of them.", backlog.questionAge / 1000)
    }

    private static func head(_ name: String, _ help: String, _ type: String) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    private static func gauge(_ name: String, _ help: String, _ value: some BinaryInteger) -> String {
        head(name, help, "gauge") + "\(name) \(value)\n"
    }
}

/// Counts the errors of a database, and the connections in use.
final class MeasuredDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let metrics: Metrics
    private let running = Guarded(0)

    init(_ database: any SQLDatabase, _ metrics: Metrics) {
        self.database = database
        self.metrics = metrics
    }

    var connectionsInUse: Int { running.value }

    var dialect: SQLDialect { database.dialect }

    func transaction<Result>(_ body: (any SQLConnection) throws(SQLError) -> Result) throws(SQLError) -> Result {
        try counted { () throws(SQLError) in
            try database.transaction { connection throws(SQLError) in
                // A transaction that waits for a connection has none.
                running.withLock { $0 += 1 }
                defer { running.withLock { $0 -= 1 } }
                return try body(connection)
            }
        }
    }

    func forget() throws(SQLError) { try counted { () throws(SQLError) in try database.forget() } }

    func close() { database.close() }

    private func counted<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
        do throws(SQLError) { return try body() } catch {
            metrics.count("iap_database_errors_total", "kind=\"\(error.kind)\"")
            throw error
        }
    }
}

/// What waits in the database. Everybody may read metrics, so the database is asked at most every 15 seconds.
final class BacklogReader: Sendable {
    private static let pause: UInt64 = 15_000_000_000

    private struct Last {
        var backlog: Backlog?
        var time: UInt64
    }

    private let read: PromptRead<Backlog>
    private let last = Guarded<Last?>(nil)

    init(_ ledger: Ledger) { read = PromptRead { () throws(SQLError) in try ledger.backlog() } }

    /// Nil if the database does not respond. Others wait meanwhile, and then get the same.
    var backlog: Backlog? {
        last.withLock { last in
            let now = DispatchTime.now().uptimeNanoseconds
            if let last, now - last.time < Self.pause { return last.backlog }
            let backlog = try? read.response()
            last = Last(backlog: backlog, time: DispatchTime.now().uptimeNanoseconds)
            return backlog
        }
    }
}
