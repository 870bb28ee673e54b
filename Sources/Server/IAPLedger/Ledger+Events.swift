internal import Foundation
internal import IAPDatabase
internal import IAPJSON

/// An event for the studio: the envelope of the OpenIAP Commerce Protocol 1.0, and two own types for single purchases.
package struct LedgerEvent: Encodable {
    package static let types =
        LifecycleRule.Event.allCases.map(\.rawValue) + ["entitlement.granted", "entitlement.revoked"]

    var eventId = UniqueID.make()
    var eventType: String
    var eventVersion = "1.0"
    var occurredAt: Int64
    var processedAt: Int64
    var store = "apple"
    var environment: String
    var projectId: String
    var applicationId: String
    var userId: String?
    var productId: String
    var previousProductId: String?
    var transactionId: String
    var originalTransactionId: String
    var sourceStoreEventId: String?
    var subscription: SubscriptionSnapshot?
    var price: Price?

    struct Price: Encodable {
        var currency: String
        var amountMicros: Int64
        var provenance = "store"
    }

    init(_ type: String, of fact: PurchaseFact, player: String?, _ sourceID: String?, _ page: LedgerPage) {
        eventType = type
        occurredAt = fact.version.date
        processedAt = page.now
        environment = fact.environment.lowercased()
        projectId = page.bundleID
        applicationId = page.bundleID
        userId = player
        productId = fact.productID
        transactionId = fact.transactionID
        originalTransactionId = fact.originalID
        sourceStoreEventId = sourceID
    }
}

extension LedgerEvent {
    /// Creates the event of a notification. Its snapshot uses only the notification's data and date, because later data
    /// may not match.
    init(
        _ event: LifecycleRule.Event, of fact: PurchaseFact, _ renewal: RenewalFact?, player: String?,
        _ notification: NotificationFact, _ page: LedgerPage
    ) {
        self.init(event.rawValue, of: fact, player: player, notification.uuid, page)
        occurredAt = notification.occurrenceDate
        let snapshot = SubscriptionSnapshot(fact, renewal, at: notification.signedDate, now: page.now)
        if event.state.map({ $0 == snapshot.state }) ?? true { subscription = snapshot }
        if event == .productChanged, notification.subtype != "UPGRADE", let next = renewal?.nextProductID {
            previousProductId = fact.productID
            productId = next
        }
        if let currency = fact.currency, let price = fact.priceMilliunits {
            self.price = Price(currency: currency, amountMicros: max(0, price) * 1000)
        }
    }
}

extension Ledger {
    /// Writes the event with one delivery for each address. It is sent after the commit.
    func tell(_ event: LedgerEvent, _ page: LedgerPage) throws(SQLError) {
        try tell(event, id: event.eventId, type: event.eventType, player: event.userId, page)
    }

    /// The Commerce Protocol has no events for seats.
    func tellSeats(_ notification: NotificationFact, _ page: LedgerPage) throws(SQLError) {
        var event = SeatsEvent(occurredAt: notification.signedDate, processedAt: page.now)
        event.environment = notification.environment.lowercased()
        event.sourceStoreEventId = notification.uuid
        event.originalTransactionId = notification.purchase?.originalID
        event.revokedSeats = notification.purchase?.revokedSeats
        event.unclaimedSeatIds = notification.unclaimedSeats
        try tell(event, id: event.eventId, type: event.eventType, player: nil, page)
    }

    private func tell(
        _ event: some Encodable, id: String, type: String, player: String?, _ page: LedgerPage
    ) throws(SQLError) {
        let isOfProtocol = !type.hasPrefix("purchase.")
        let endpoints = options.endpoints.filter { isOfProtocol || $0.hearsOfPurchases }
        // Without addresses, no event is sent.
        guard !endpoints.isEmpty else { return }
        guard let body = JSONEncoder.sortedText(event) else {
            throw SQLError(.failed, "an event cannot be written as JSON")
        }
        try page.connection.run(
            "INSERT INTO event (id, at_ms, type, player, body) VALUES ($1, $2, $3, $4, $5)",
            [.text(id), .integer(page.now), .text(type), Value(player), .text(body)])
        let position: Int64 = type.hasPrefix("entitlement.") ? 1 : 0
        for endpoint in endpoints {
            try page.connection.run(
                """
                INSERT INTO delivery (event_id, endpoint, position, due_ms, state) VALUES ($1, $2, $3, $4, 'waiting')
                """, [.text(id), .text(endpoint.url), .integer(position), .integer(page.now)])
        }
    }
}

/// Seats were refunded, or members lost their seats. The game server then removes the access of these members.
private struct SeatsEvent: Encodable {
    var eventId = UniqueID.make()
    var eventType = "purchase.seats_revoked"
    var eventVersion = "1.0"
    var occurredAt: Int64
    var processedAt: Int64
    var environment = ""
    var store = "apple"
    var sourceStoreEventId: String?
    var originalTransactionId: String?
    var revokedSeats: Int64?
    var unclaimedSeatIds: [String] = []
}

/// An event that must be sent to one address.
package struct EventDelivery: Sendable, Hashable {
    package var eventID: String
    package var endpoint: String
    /// In JSON.
    package var body: String
    /// The number of attempts before this one.
    package var attempts: Int64
}

package enum DeliveryResult: Sendable, Hashable {
    case delivered(status: Int64)
    /// The attempt failed, and another attempt makes sense.
    case failed(status: Int64?, String)
    /// The receiver will never accept the event.
    case refused(status: Int64)
    case released
}

extension Ledger {
    /// The time that a process has for one attempt. After that, another process makes the next one.
    private static let lease: Int64 = 60_000
    package func takeDeliveries(to endpoint: String, limit: Int) throws(SQLError) -> [EventDelivery] {
        let now = now
        return try database.transaction { connection throws(SQLError) in
            let due = try connection.query(
                """
                SELECT event_id, endpoint, attempts FROM delivery WHERE endpoint = $1 AND due_ms <= $2
                ORDER BY due_ms, position LIMIT $3\(connection.dialect.skipLocked)
                """, [.text(endpoint), .integer(now), .integer(Int64(limit))])
            var taken: [EventDelivery] = []
            for row in due {
                try connection.run(
                    "UPDATE delivery SET due_ms = $1, attempts = attempts + 1 WHERE event_id = $2 AND endpoint = $3",
                    [.integer(now + Self.lease), .text(row.text(0)), .text(row.text(1))])
                let body = try connection.query("SELECT body FROM event WHERE id = $1", [.text(row.text(0))])
                try taken.append(
                    EventDelivery(
                        eventID: row.text(0), endpoint: row.text(1), body: body.first?.text(0) ?? "",
                        attempts: row.integer(2)))
            }
            return taken
        }
    }

    /// - Parameter jitter: a random value from 0 to 1. It prevents that deliveries that failed together are sent
    ///   together again.
    package func note(
        _ result: DeliveryResult, of delivery: EventDelivery, jitter: Double
    ) throws(SQLError) {
        let now = now
        let place: [Value] = [.text(delivery.eventID), .text(delivery.endpoint), .integer(delivery.attempts + 1)]
        var (state, due, status, error): (String, Int64?, Int64?, String?)
        switch result {
        case .released:
            try rows(
                """
                UPDATE delivery SET due_ms = $1, attempts = $2
                WHERE event_id = $3 AND endpoint = $4 AND attempts = $5 AND state = 'waiting'
                """, [.integer(now), .integer(delivery.attempts)] + place)
            return
        case .delivered(let code): (state, due, status, error) = ("delivered", nil, code, nil)
        case .refused(let code): (state, due, status, error) = ("refused", nil, code, nil)
        case .failed(let code, let detail):
            let index = Int(delivery.attempts)
            (status, error) = (code, detail)
            if index < options.retrySeconds.count {
                let wait = Double(options.retrySeconds[index] * 1000)
                (state, due) = ("waiting", now + Int64(wait * (0.8 + 0.4 * jitter)))
            } else {
                (state, due) = ("given up", nil)
            }
        }
        try rows(
            """
            UPDATE delivery SET state = $1, due_ms = $2, last_status = $3, last_error = $4
            WHERE event_id = $5 AND endpoint = $6 AND attempts = $7 AND state = 'waiting'
            """, [.text(state), Value(due), Value(status), Value(error)] + place)
    }
}
