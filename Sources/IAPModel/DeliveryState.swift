/// What the journal knows of the handing out of a transaction.
public enum DeliveryState: Int32, Sendable, Hashable {
    /// Not up for delivery.
    case none = 0
    /// The game has never seen it.
    case new = 1
    /// Handed out before, and not known to be granted.
    case seen = 2
    /// The grant is on record.
    case granted = 3
}
