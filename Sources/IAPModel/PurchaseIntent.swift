/// A purchase that the player started in the App Store.
public struct PurchaseIntent: Sendable, Hashable {
    /// The client's number for it. 0 until the client has recorded it.
    public var id: UInt64
    public var productID: String
    /// A win-back offer.
    public var offerID: String?
    /// The game decides later.
    public var isDeferred = false

    public init(id: UInt64 = 0, productID: String, offerID: String? = nil) {
        self.id = id
        self.productID = productID
        self.offerID = offerID
    }
}
