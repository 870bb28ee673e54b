/// What the account may use: a purchase in force that is no consumable.
public struct Entitlement: Sendable, Hashable {
    public var productID: String
    public var transactionID: UInt64
    /// When it ends: the end of the period, or of the billing grace period if that is later. Nil if it does not end.
    public var end: Int64?

    public init(productID: String, transactionID: UInt64, end: Int64?) {
        self.productID = productID
        self.transactionID = transactionID
        self.end = end
    }

    /// How long after its end a subscription still counts, in milliseconds: the store may list a renewal some seconds late, and says
    /// "expired" meanwhile (measured on macOS 26.6 and in the iOS 27 simulator: up to one second).
    public static let renewalTolerance: Int64 = 10_000

    public func isInForce(at time: Int64) -> Bool { end.map { time - Self.renewalTolerance < $0 } ?? true }
}
