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
    }

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
