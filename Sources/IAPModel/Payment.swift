/// What the game wants to buy.
public struct Payment: Sendable, Hashable {
    public static let quantities = 1...10

    public var productID: String
    public var quantity: Int
    /// A lowercase UUID that names the player's account in the game; it comes back in the signed transaction.
    public var appAccountToken: String?
    /// Asks the store to answer as if the purchase needed a parent's approval (sandbox and reference store only).
    public var simulatesAskToBuy: Bool

    public init(
        productID: String, quantity: Int = 1, appAccountToken: String? = nil, simulatesAskToBuy: Bool = false
    ) {
        self.productID = productID
        self.quantity = quantity
        self.appAccountToken = appAccountToken
        self.simulatesAskToBuy = simulatesAskToBuy
    }
}
