/// How much there may be of what; the header tells the game.
package enum InventoryLimit {
    package static let balance: Int64 = 9_000_000_000_000_000
    /// What a grant gives a counter for a quantity of one.
    package static let grantedAmount: Int64 = 1_000_000_000_000
    /// Of names and keys, in bytes.
    package static let nameLength = 255
    package static let productIDLength = 1024
    package static let grants = 10_000
    /// Of an export, in bytes.
    package static let text = 16 << 20
    /// How many keys an export has.
    static let exportedKeys = 10_000
    /// Of the grants file, in bytes.
    static let file = 16 << 20
}
