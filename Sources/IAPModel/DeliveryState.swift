/// What the journal knows about the delivery of a transaction.
public enum DeliveryState: Int32, Sendable, Hashable {
    /// Not for delivery.
    case none = 0
    /// The game has never received it.
    case new = 1
    /// Delivered before, without a known grant.
    case seen = 2
    /// The grant is recorded.
    case granted = 3
}

extension DeliveryState: CustomStringConvertible {
    /// The audit log's word for the state.
    public var description: String {
        switch self {
        case .none: "none"
        case .new: "new"
        case .seen: "seen"
        case .granted: "granted"
        }
    }
}
