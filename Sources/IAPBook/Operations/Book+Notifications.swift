internal import IAPDatabase
package import IAPSQL

/// A notification of the App Store. All signed data in it was verified.
package struct NotificationFact: Sendable {
    package var uuid: String
    package var type: String
    package var subtype: String?
    package var signedDate: Int64
    package var environment: String
    package var purchase: PurchaseFact?
    package var renewal: RenewalFact?
    /// The seat claims that the App Store has ended.
    package var unclaimedSeats: [String] = []

    package init(
        uuid: String, type: String, subtype: String? = nil, signedDate: Int64, environment: String,
        purchase: PurchaseFact? = nil, renewal: RenewalFact? = nil
    ) {
        self.uuid = uuid
        self.type = type
        self.subtype = subtype
        self.signedDate = signedDate
        self.environment = environment
        self.purchase = purchase
        self.renewal = renewal
    }
}

extension Book {
    /// - Returns: false if the notification was applied before.
    package func receive(_ notification: NotificationFact) throws(SQLError) -> Bool {
        try inPage(notification.environment) { page throws(SQLError) in
            let isNew = try !page.connection.query(
                """
                INSERT INTO notification (uuid, received_ms, signed_ms, type, subtype, environment, transaction_id,
                    original_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING uuid
                """,
                [
                    .text(notification.uuid), .integer(page.now), .integer(notification.signedDate),
                    .text(notification.type), Value(notification.subtype), .text(notification.environment),
                    Value(notification.purchase?.transactionID),
                    Value(notification.purchase?.originalID ?? notification.renewal?.originalID),
                ]
            ).isEmpty
            guard isNew else { return false }
            let name = [notification.type, notification.subtype].compactMap { $0 }.joined(separator: "/")
            _ = try apply(
                IncomingChange(
                    purchase: notification.purchase, renewal: notification.renewal,
                    cause: "notification \(name)", notification: notification), page)
            if notification.type == "UNCLAIM_SEATS" || notification.subtype == "SEATS" {
                try tellSeats(notification, page)
            }
            if options.answersConsumption, notification.type == "CONSUMPTION_REQUEST",
                let purchase = notification.purchase
            {
                try Self.add(.consumption, purchase.transactionID, page)
            }
            return true
        }
    }
}

extension NotificationFact {
    /// The date of the event: for a renewal the start of its period, otherwise the date of the signature.
    var occurrenceDate: Int64 { type == "DID_RENEW" ? purchase?.purchaseDate ?? signedDate : signedDate }
}
