package import IAPModel

/// The events that the game receives, in the order in which they happened.
package enum Event: Sendable, Hashable {
    case requestEnded(request: UInt64, Answer.Kind, Result<Answer, IAPError>)
    case transactionUpdated(QueuedTransaction)
    case transactionRemoved(QueuedTransaction)
    case restoreFinished(request: UInt64)
    case restoreFailed(request: UInt64, IAPError)
    case entitlementRevoked(QueuedTransaction)
    case verificationRequested(QueuedTransaction)
    case storefrontChanged(Storefront)
    case subscriptionStatusChanged(SubscriptionStatus)
    case purchaseIntentReceived(PurchaseIntent)
    case messageReceived(StoreMessage)
    case problemReported(IAPError)
    /// What the account may use has changed.
    case entitlementChanged(productID: String, isOwned: Bool)
}
