/// The limits in the header.
package enum InventoryLimit {
    package static let balance: Int64 = 9_000_000_000_000_000
    /// The whole numbers of an export. A floating-point number, as other programs read them, holds each of them
    /// exactly.
    package static let numbers = -balance...balance
    /// The largest amount that a grant gives a counter for a quantity of one.
    package static let grantedAmount: Int64 = 1_000_000_000_000
    /// The longest name or key, in bytes.
    package static let nameLength = 255
    package static let productIDLength = 1024
    package static let grants = 10_000
    /// The largest export, in bytes.
    package static let text = 16 << 20
    /// The maximum number of keys in an export.
    package static let exportedKeys = 10_000
    /// The largest grants file, in bytes.
    package static let file = 16 << 20
}
