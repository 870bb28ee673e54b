/// What the game does with what the player holds.
package enum InventoryChange: Sendable, Hashable {
    case spend(counter: String, amount: Int64, key: String)
    case add(counter: String, amount: Int64, key: String)
    /// What a revoked transaction granted and the game was to decide about.
    case takeBack(UInt64)
    /// The text of an export.
    case `import`(String)
}
