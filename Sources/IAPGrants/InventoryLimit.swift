/// The limits that the header tells the game.
package enum InventoryLimit {
    package static let balance: Int64 = 9_000_000_000_000_000
    /// The whole numbers of an export. A number of floating point, as other programs read them, holds each of them exactly.
    package static let numbers = -balance...balance
    /// What a grant gives a counter for a quantity of one.
    package static let grantedAmount: Int64 = 1_000_000_000_000
    /// The longest name or key, in bytes.
    package static let nameLength = 255
    package static let productIDLength = 1024
    package static let grants = 10_000
    /// The largest export, in bytes.
    package static let text = 16 << 20
    /// How many keys an export has.
    package static let exportedKeys = 10_000
    /// The largest grants file, in bytes.
    package static let file = 16 << 20
}
