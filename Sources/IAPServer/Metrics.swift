internal import IAPPlatform

/// Counters in the text format of Prometheus.
final class Metrics: Sendable {
    private let counts = Guarded<[String: Int]>([:])

    /// - Parameter labels: in the format of Prometheus, without braces. All values come from this program and need no
    ///   escapes.
    func count(_ name: String, _ labels: String = "", by amount: Int = 1) {
        counts.withLock { $0["\(name)|\(labels)", default: 0] += amount }
    }

    private static let helps = [
        ("iap_requests_total", "Requests by route and status."),
        ("iap_verdicts_total", "Verdicts about purchases."),
        ("iap_notifications_total", "App Store Server Notifications by type and outcome."),
        ("iap_webhooks_total", "Deliveries of events by outcome."),
    ]

    var text: String {
        let counts = counts.value
        var text = ""
        for (name, help) in Self.helps {
            text += "# HELP \(name) \(help)\n# TYPE \(name) counter\n"
            for key in counts.keys.sorted() where key.hasPrefix(name + "|") {
                let labels = key.dropFirst(name.count + 1)
                text += "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(counts[key] ?? 0)\n"
            }
        }
        return text
    }
}
