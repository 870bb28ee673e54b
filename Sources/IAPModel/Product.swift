/// Something the store sells, as the store described it for one storefront and language.
public struct Product: Sendable, Hashable {
    public var id: String
    public var type: ProductType
    /// In the storefront's language; empty if the store has no text.
    public var displayName: String
    /// In the storefront's language; empty if the store has no text.
    public var description: String
    public var price: Money
    /// The store's own text for the price; show this one to the player.
    public var displayPrice: String
    public var isFamilyShareable: Bool
    /// Only for auto-renewable subscriptions.
    public var subscription: Subscription?

    public struct Subscription: Sendable, Hashable {
        public var groupID: String
        public var period: Period

        public init(groupID: String, period: Period) {
            self.groupID = groupID
            self.period = period
        }
    }

    public init(
        id: String, type: ProductType, displayName: String, description: String, price: Money,
        displayPrice: String, isFamilyShareable: Bool, subscription: Subscription?
    ) {
        self.id = id
        self.type = type
        self.displayName = displayName
        self.description = description
        self.price = price
        self.displayPrice = displayPrice
        self.isFamilyShareable = isFamilyShareable
        self.subscription = subscription
    }
}
