/// A message from the App Store to the player.
public struct StoreMessage: Sendable, Hashable {
    /// The connection's number for it.
    public var id: UInt64
    public var reason: Reason

    public enum Reason: Sendable, Hashable, CaseIterable {
        case unknown, generic, priceIncreaseConsent, billingIssue, winBackOffer
    }

    public init(id: UInt64, reason: Reason) {
        self.id = id
        self.reason = reason
    }
}
