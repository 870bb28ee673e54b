internal import Foundation
internal import IAPJSON
internal import IAPDatabase
internal import IAPSQL

/// An event for the studio: the envelope of the OpenIAP Commerce Protocol 1.0, and two own types for single purchases.
package struct BookEvent: Encodable {
    /// The event types of the protocol.
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

    init(_ type: String, of fact: PurchaseFact, player: String?, _ sourceID: String?, _ page: BookPage) {
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

extension BookEvent {
    /// Creates the event of a notification. Its snapshot uses only the notification's data and date, because later data
    /// may not match.
    init(
        _ event: LifecycleRule.Event, of fact: PurchaseFact, _ renewal: RenewalFact?, player: String?,
        _ notification: NotificationFact, _ page: BookPage
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

extension SubscriptionSnapshot: Encodable {
    private enum CodingKeys: String, CodingKey {
        case state, productId, expiresAt, renewsAt, willRenew, cancellationReason, active
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state.rawValue, forKey: .state)
        try container.encode(productID, forKey: .productId)
        try container.encodeIfPresent(end, forKey: .expiresAt)
        try container.encodeIfPresent(renewalDate, forKey: .renewsAt)
        try container.encodeIfPresent(willRenew, forKey: .willRenew)
        try container.encodeIfPresent(cancellation?.rawValue, forKey: .cancellationReason)
        try container.encode(isActive, forKey: .active)
    }
}

extension Book {
    /// Writes the event with one delivery for each address. It is sent after the commit.
    func tell(_ event: BookEvent, _ page: BookPage) throws(SQLError) {
        try tell(event, id: event.eventId, type: event.eventType, player: event.userId, page)
    }

    /// The Commerce Protocol has no events for seats.
    func tellSeats(_ notification: NotificationFact, _ page: BookPage) throws(SQLError) {
        var event = SeatsEvent(occurredAt: notification.signedDate, processedAt: page.now)
        event.environment = notification.environment.lowercased()
        event.sourceStoreEventId = notification.uuid
        event.originalTransactionId = notification.purchase?.originalID
        event.revokedSeats = notification.purchase?.revokedSeats
        event.unclaimedSeatIds = notification.unclaimedSeats
        try tell(event, id: event.eventId, type: event.eventType, player: nil, page)
    }

    private func tell(
        _ event: some Encodable, id: String, type: String, player: String?, _ page: BookPage
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
