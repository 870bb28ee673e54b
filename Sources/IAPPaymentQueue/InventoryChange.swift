/// A change of the inventory by the game.
package enum InventoryChange: Sendable, Hashable {
    case spend(counter: String, amount: Int64, key: String)
    case add(counter: String, amount: Int64, key: String)
    /// Takes back the grants of a revoked transaction whose policy lets the game decide.
    case takeBack(UInt64)
    /// The text of an export.
    case `import`(String)
}
