/// A product on the App Store page, as this player sees it.
public struct Promotion: Sendable, Hashable {
    public var productID: String
    public var visibility: Visibility

    /// The numbers are StoreKit's.
    public enum Visibility: Int, Sendable, Hashable, CaseIterable {
        case appStoreConnectDefault = 0
        case visible = 1
        case hidden = 2
    }

    public init(productID: String, visibility: Visibility) {
        self.productID = productID
        self.visibility = visibility
    }
}
