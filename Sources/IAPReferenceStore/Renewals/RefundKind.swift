/// How much of the price goes back to the customer when a transaction is taken back.
package enum RefundKind: String, Sendable, Hashable, Codable {
    case full = "full"
    /// A refund of a subscription for the time that is left.
    case prorated = "prorated"
    /// No money goes back.
    case nothing = "nothing"
}
