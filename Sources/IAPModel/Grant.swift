/// One thing that a product grants, if the library holds the purchases of the game.
public struct Grant: Sendable, Hashable {
    public enum Kind: Int32, Sendable, Hashable {
        case counter = 1
        case unlock = 2
    }

    /// What happens to it when the store revokes the purchase.
    public enum RevocationPolicy: Int32, Sendable, Hashable {
        case takeBack = 0
        case keep = 1
        case gameDecides = 2
    }

    public var productID: String
    public var kind: Kind
    /// The name of the counter or the unlock.
    public var name: String
    /// What a counter gets for a quantity of one; 0 for an unlock.
    public var amount: Int64
    public var revocationPolicy: RevocationPolicy

    public init(
        productID: String, kind: Kind, name: String, amount: Int64 = 0, revocationPolicy: RevocationPolicy = .takeBack
    ) {
        self.productID = productID
        self.kind = kind
        self.name = name
        self.amount = amount
        self.revocationPolicy = revocationPolicy
    }
}

/// A counter or an unlock as the inventory holds it.
public struct InventoryItem: Sendable, Hashable {
    public var kind: Grant.Kind
    public var name: String
    /// Of a counter.
    public var balance: Int64
    public var isUnlocked: Bool
    /// When an unlock ends, in milliseconds since 1970; nil if it does not, is not unlocked, or is a counter.
    public var expirationDate: Int64?

    public init(
        kind: Grant.Kind, name: String, balance: Int64 = 0, isUnlocked: Bool = false, expirationDate: Int64? = nil
    ) {
        self.kind = kind
        self.name = name
        self.balance = balance
        self.isUnlocked = isUnlocked
        self.expirationDate = expirationDate
    }
}
