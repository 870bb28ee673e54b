/// Which notification the App Store is to have sent.
package struct NotificationRequest: Sendable, Hashable, Codable {
    /// What it is about.
    package enum Content: Sendable, Hashable, Codable {
        /// Nothing: a test notification was requested.
        case test
        case transaction(id: UInt64, consumptionRequestReason: String?)
        /// How far the extension of all subscriptions of a product has come.
        case summary(
            productID: String, requestID: String, succeeded: Int64, failed: Int64, storefronts: [String]? = nil)
        case externalPurchase(id: String, tokenDate: Int64?)
        case app(account: String)
        /// The App Store has given up seats of members.
        case unclaimedSeats(ids: [String])

        // The names in the log.

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

    /// In Apple's words.
    package var type: String
    package var subtype: String?
    /// A lowercase UUID; nil takes one that was not used before.
    package var uuid: String?
    package var content: Content

    package init(type: String, subtype: String?, uuid: String?, content: Content) {
        self.type = type
        self.subtype = subtype
        self.uuid = uuid
        self.content = content
    }
}
