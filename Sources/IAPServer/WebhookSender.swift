internal import IAPBook
internal import IAPGameServer
internal import IAPSQL
internal import IAPService
internal import IAPSignedData
internal import IAPSignedText

/// Sends the events of one address to the studio. Several processes can send at the same time: each takes other
/// deliveries.
final class WebhookSender: Sendable {
    /// This number of attempts ends within the minute for which the sender takes them.
    private static let batch = 5
    /// In milliseconds. The sender sends events of other processes within this time.
    private static let longestWait: Int64 = 1000

    private let book: Book
    private let webhook: Configuration.Webhook
    private let metrics: Metrics
    private let log: RequestLog
    private let worker = Worker()

    init(_ book: Book, _ webhook: Configuration.Webhook, metrics: Metrics, log: RequestLog) {
        self.book = book
        self.webhook = webhook
        self.metrics = metrics
        self.log = log
    }

    func start() {
        worker.start(longestWait: { Self.longestWait }) { self.sendWhatIsDue() }
    }

    /// Wakes the sender, because there may be new events.
    func wake() { worker.wake() }

    /// Waits for the current attempt.
    func stop() { worker.stop() }

    private func sendWhatIsDue() {
        do throws(SQLError) {
            while !worker.isEnding {
                let deliveries = try book.takeDeliveries(to: webhook.url, limit: Self.batch)
                if deliveries.isEmpty { return }
                for delivery in deliveries {
                    let result = worker.isEnding ? .released : send(delivery)
                    try book.note(result, of: delivery, jitter: .random(in: 0...1))
                }
            }
        } catch {
            log.note("error", "events are delayed", detail: error.description)
        }
    }

    private func send(_ delivery: EventDelivery) -> DeliveryResult {
        let body = Array(delivery.body.utf8)
        let timestamp = String(book.now / 1000)
        let secrets = [webhook.secret] + (webhook.previousSecret.map { [$0] } ?? [])
        var call = HTTPCall("POST", webhook.url)
        call.headers = [
            ("Content-Type", "application/json"), ("User-Agent", "iap-server"),
            ("openiap-timestamp", timestamp),
            ("openiap-signature", WebhookSignature.header(secrets: secrets, timestamp: timestamp, body: body)),
            ("openiap-event-id", delivery.eventID), ("openiap-delivery-id", delivery.eventID),
        ]
        call.body = body
        do throws(HTTPCall.Failure) {
            let status = try call.perform().status
            metrics.count("iap_webhooks_total", "status=\"\(status)\"")
            return Self.result(status)
        } catch {
            metrics.count("iap_webhooks_total", "status=\"none\"")
            return .failed(status: nil, error.detail)
        }
    }

    /// The table of the Commerce Protocol.
    static func result(_ status: Int) -> DeliveryResult {
        switch status {
        case 200..<300: .delivered(status: Int64(status))
        case 408, 429, 500...: .failed(status: Int64(status), "the receiver returned status \(status)")
        default: .refused(status: Int64(status))
        }
    }
}

/// The signature of an event, as defined by the Commerce Protocol.
package enum WebhookSignature {
    /// - Parameter secrets: the current secret, and during a change of secrets also the previous one.
    package static func header(secrets: [String], timestamp: String, body: [UInt8]) -> String {
        let signed = Array((timestamp + ".").utf8) + body
        return secrets.map { "v1=" + Hex.text(Digest.hmacSHA256(key: Array($0.utf8), message: signed)) }
            .joined(separator: ",")
    }
}
