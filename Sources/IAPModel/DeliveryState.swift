/// What the journal knows about the delivery of a transaction.
public enum DeliveryState: Int32, Sendable, Hashable {
    /// Not up for delivery.
    case none = 0
    /// The game has never seen it.
    case new = 1
    /// Delivered before, and not known to be granted.
    case seen = 2
    /// The grant is on record.
    case granted = 3
}

extension DeliveryState: CustomStringConvertible {
    /// The audit log's word for it.
    public var description: String {
        switch self {
        case .none: "none"
        case .new: "new"
        case .seen: "seen"
        case .granted: "granted"
        }
    }
}
