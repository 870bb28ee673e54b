/// One grant of a product, if the library holds the inventory.
public struct Grant: Sendable, Hashable {
    public enum Kind: Int32, Sendable, Hashable {
        case counter = 1
        case unlock = 2
    }

    /// What happens to the grant when the store revokes the purchase.
    public enum RevocationPolicy: Int32, Sendable, Hashable {
        case takeBack = 0
        case keep = 1
        case gameDecides = 2
    }

    public var productID: String
    public var kind: Kind
    /// The name of the counter or the unlock.
    public var name: String
    /// The amount that a counter gets for a quantity of one; 0 for an unlock.
    public var amount: Int64
    public var revocationPolicy: RevocationPolicy

    public init(
        productID: String, kind: Kind, name: String, amount: Int64 = 0, revocationPolicy: RevocationPolicy = .takeBack
    ) {
        (self.productID, self.kind, self.name, self.amount) = (productID, kind, name, amount)
        self.revocationPolicy = revocationPolicy
    }
}

/// A counter or an unlock in the inventory.
public struct InventoryItem: Sendable, Hashable {
    public var kind: Grant.Kind
    public var name: String
    /// The balance of a counter.
    public var balance: Int64
    public var isUnlocked: Bool
    /// When an unlock ends, in milliseconds since 1970. Nil if it does not end, if it is not unlocked, or if the item
    /// is a counter.
    public var expirationDate: Int64?

    public init(
        kind: Grant.Kind, name: String, balance: Int64 = 0, isUnlocked: Bool = false, expirationDate: Int64? = nil
    ) {
        (self.kind, self.name, self.balance, self.isUnlocked) = (kind, name, balance, isUnlocked)
        self.expirationDate = expirationDate
    }
}
