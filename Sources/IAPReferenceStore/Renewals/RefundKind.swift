/// How much of the price a customer receives after a refund or a revocation.
package enum RefundKind: String, Sendable, Hashable, Codable {
    case full = "full"
    /// A refund of a subscription for the remaining time.
    case prorated = "prorated"
    /// The customer receives no money.
    case nothing = "nothing"
}
