package import IAPModel

/// A purchase that the player began in the App Store.
package struct PurchaseIntentRecord: Sendable, Hashable {
    package var number: Int64
    package var productID: String
    /// A win-back offer.
    package var offerID: String?
}

/// Something that the App Store wants to tell the player.
package struct MessageRecord: Sendable, Hashable {
    package var number: Int64
    package var reason: StoreMessage.Reason
}
