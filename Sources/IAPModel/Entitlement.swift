/// What the account may use: a purchase in force that is not a consumable.
public struct Entitlement: Sendable, Hashable {
    public var productID: String
    public var transactionID: UInt64
    /// When it ends: at the end of the period, or of the billing grace period if that is later. Nil if it does not end.
    public var end: Int64?

    public init(productID: String, transactionID: UInt64, end: Int64?) {
        self.productID = productID
        self.transactionID = transactionID
        self.end = end
    }

    /// How long a subscription still counts after its end, in milliseconds. The store may list a renewal some seconds
    /// late, and report "expired" meanwhile. On macOS 26.6 and in the iOS 27 simulator this was measured: up to one
    /// second.
    public static let renewalTolerance: Int64 = 10_000

    public func isInForce(at time: Int64) -> Bool { end.map { time - Self.renewalTolerance < $0 } ?? true }
}
