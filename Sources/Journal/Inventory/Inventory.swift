internal import Database
internal import IAPModel

/// What the player holds. Each change is made inside a commit of the journal.
struct Inventory: Sendable {
    static let schema = ""

    let table: GrantTable

    init(_ table: GrantTable) {
        self.table = table
    }

    /// Grants everything that the product grants and this transaction has not granted yet.
    ///
    /// - Returns: whether the product grants something, so that the library holds it.
    func grant(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) -> Bool { false }

    /// Grants the unlocks of the product.
    ///
    /// - Returns: whether the product grants something, so that the library holds it.
    func restore(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) -> Bool { false }

    /// Does what the policies say.
    func revoke(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {}

    /// Everything that is held, and every name that a grant has, by name.
    func items(_ commit: Commit) throws(IAPError) -> [InventoryItem] { [] }
}
