/// What the account may use: a purchase in force that is not a consumable.
public struct Entitlement: Sendable, Hashable {
    public var productID: String
    public var transactionID: UInt64
    /// When it ends: at the end of the period, or of the billing grace period if that is later. Nil if it does not end.
    public var end: Int64?
    /// All periods of a subscription have the same original id, also after a change of the plan.
    public var originalID: UInt64
    public var purchaseDate: Int64
    public var subscriptionGroupID: String?
    /// The account's copy of the app with which it was bought. Nil where the system does not report it.
    public var appTransactionID: String?
    /// The player who paid. Nil if the payment named none.
    public var appAccountToken: String?

    public init(
        productID: String, transactionID: UInt64, end: Int64?, originalID: UInt64? = nil, purchaseDate: Int64 = 0
    ) {
        (self.productID, self.transactionID, self.end) = (productID, transactionID, end)
        self.originalID = originalID ?? transactionID
        self.purchaseDate = purchaseDate
    }

    public init(_ transaction: Transaction) {
        self.init(
            productID: transaction.productID, transactionID: transaction.id, end: transaction.expirationDate,
            originalID: transaction.originalID, purchaseDate: transaction.purchaseDate)
        subscriptionGroupID = transaction.subscriptionGroupID
        appTransactionID = transaction.appTransactionID
        appAccountToken = transaction.appAccountToken
    }

    /// How long a subscription still counts after its end, in milliseconds. The store may list a renewal some seconds
    /// late, and report "expired" meanwhile. On macOS 26.6 and in the iOS 27 simulator this was measured: up to one
    /// second.
    public static let renewalTolerance: Int64 = 10_000

    public func isInForce(at time: Int64) -> Bool { end.map { time - Self.renewalTolerance < $0 } ?? true }
}
