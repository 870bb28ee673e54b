internal import Foundation
internal import IAPLedger
internal import IAPHTTP
internal import IAPHTTPServer
internal import IAPSignatures

/// Sends the events of one address to the studio. Several processes can send at the same time: each takes other
/// deliveries.
final class WebhookSender: Sendable {
    /// This number of attempts ends within the minute for which the sender takes them.
    private static let batch = 5
    /// In milliseconds. The sender sends events of other processes within this time.
    private static let longestWait: Int64 = 1000

    private let ledger: Ledger
    private let webhook: Configuration.Webhook
    private let metrics: Metrics
    private let log: RequestLog
    private let host: String
    let worker = Worker()

    init(_ ledger: Ledger, _ webhook: Configuration.Webhook, metrics: Metrics, log: RequestLog) {
        self.ledger = ledger
        self.webhook = webhook
        self.metrics = metrics
        self.log = log
        host = URL(string: webhook.url)?.host ?? "its receiver"
    }

    func start() {
        worker.start(longestWait: { Self.longestWait }) { self.sendWhatIsDue() }
    }

    private func sendWhatIsDue() {
        do throws(SQLError) {
            while !worker.isEnding {
                let deliveries = try ledger.takeDeliveries(to: webhook.url, limit: Self.batch)
                if deliveries.isEmpty { return }
                for delivery in deliveries {
                    let result = worker.isEnding ? .released : send(delivery)
                    report(result, of: delivery)
                    try ledger.note(result, of: delivery, jitter: .random(in: 0...1))
                }
            }
        } catch {
            log.note("error", "events are delayed", detail: error.description)
        }
    }

    /// Says which event did not arrive, and whether the server sends it again. The address may contain a secret, so a
    /// line has only the receiver's host.
    private func report(_ result: DeliveryResult, of delivery: EventDelivery) {
        let reason: String
        var isOver = false
        switch result {
        case .delivered, .released: return
        case .refused(let status): (reason, isOver) = ("the receiver refused it with status \(status)", true)
        case .failed(_, let detail):
            (reason, isOver) = (detail, delivery.attempts >= ledger.options.retrySeconds.count)
        }
        metrics.count(isOver ? "iap_webhooks_abandoned_total" : "iap_webhooks_failed_total")
        log.note(
            isOver ? "error" : "warning",
            isOver ? "the server gives up an event" : "an event did not arrive, the server sends it again",
            detail: "event \(delivery.eventID) to \(host), attempt \(delivery.attempts + 1): \(reason)")
    }

    private func send(_ delivery: EventDelivery) -> DeliveryResult {
        let body = Array(delivery.body.utf8)
        let timestamp = String(ledger.now / 1000)
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
