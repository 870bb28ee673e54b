/// The notification that the App Store should send.
package struct NotificationRequest: Sendable, Hashable, Codable {
    /// The subject of a notification.
    package enum Content: Sendable, Hashable, Codable {
        /// No subject: a test notification.
        case test
        case transaction(id: UInt64, consumptionRequestReason: String?)
        /// The progress of an extension of all subscriptions of a product.
        case summary(
            productID: String, requestID: String, succeeded: Int64, failed: Int64, storefronts: [String]? = nil)
        case externalPurchase(id: String, tokenDate: Int64?)
        case app(account: String)
        /// The App Store unclaimed the seats of members.
        case unclaimedSeats(ids: [String])

        // These are the names in the log.

        private enum CodingKeys: String, CodingKey {
            case test, transaction, summary, externalPurchase, app, unclaimedSeats
        }
        private enum TransactionCodingKeys: String, CodingKey { case id, consumptionRequestReason }
        private enum SummaryCodingKeys: String, CodingKey { case productID, requestID, succeeded, failed, storefronts }
        private enum ExternalPurchaseCodingKeys: String, CodingKey { case id, tokenDate }
        private enum AppCodingKeys: String, CodingKey { case account }
        private enum UnclaimedSeatsCodingKeys: String, CodingKey { case ids }
    }

    private enum CodingKeys: String, CodingKey { case type, subtype, uuid, content }

    /// The type in Apple's terms.
    package var type: String
    package var subtype: String?
    /// A lowercase UUID; nil for a new one.
    package var uuid: String?
    package var content: Content

    package init(type: String, subtype: String?, uuid: String?, content: Content) {
        self.type = type
        self.subtype = subtype
        self.uuid = uuid
        self.content = content
    }
}
