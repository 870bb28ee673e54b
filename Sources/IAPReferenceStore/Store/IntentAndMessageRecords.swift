package import IAPModel

/// A purchase that the player began in the App Store.
package struct PurchaseIntentRecord: Sendable, Hashable {
    package var number: Int64
    package var productID: String
    /// A win-back offer.
    package var offerID: String?
}

/// A message of the App Store to the player.
package struct MessageRecord: Sendable, Hashable {
    package var number: Int64
    package var reason: StoreMessage.Reason
}
