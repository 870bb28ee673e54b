/// A transaction as the game sees it in its queue: a payment of the game, or a purchase that the store reported.
public struct QueuedTransaction: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        case purchasing
        case purchased
        case failed(IAPError)
        case restored
        case deferred
        case revoked
        case unverified(IAPError)
        /// Paid, but the game's verification found it invalid.
        case rejected(IAPError)
    }

    public var state: State
    public var productID: String
    public var quantity: Int
    public var appAccountToken: String?
    /// The payment of this run that led to it. 0 if there is none.
    public var paymentID: UInt64
    /// Nil while purchasing, deferred or failed.
    public var transaction: Transaction?
    /// For a payment that failed because the response does not come from the store.
    public var failedVerification: Verification?
    /// The number of deliveries to the game, including this one. 0 if it is not for delivery.
    public var deliveryCount: Int
    public var deliveryState = DeliveryState.none

    public init(payment: Payment, id: UInt64) {
        state = .purchasing
        productID = payment.productID
        quantity = payment.quantity
        appAccountToken = payment.appAccountToken
        paymentID = id
        transaction = nil
        deliveryCount = 0
    }

    public init(_ transaction: Transaction, state: State, paymentID: UInt64 = 0) {
        self.state = state
        productID = transaction.productID
        quantity = transaction.quantity
        appAccountToken = transaction.appAccountToken
        self.paymentID = paymentID
        self.transaction = transaction
        deliveryCount = 0
    }

    /// Nil if there is nothing signed.
    public var verification: Verification? { transaction?.verification ?? failedVerification }
}
