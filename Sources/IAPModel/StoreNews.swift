/// A purchase that the player began in the App Store.
public struct PurchaseIntent: Sendable, Hashable {
    /// The client's number for it; 0 until the client has taken note of it.
    public var id: UInt64
    public var productID: String
    /// A win-back offer.
    public var offerID: String?
    /// The game has kept it for later.
    public var isDeferred = false

    public init(id: UInt64 = 0, productID: String, offerID: String? = nil) {
        self.id = id
        self.productID = productID
        self.offerID = offerID
    }
}

/// Something that the App Store wants to tell the player.
public struct StoreMessage: Sendable, Hashable {
    /// The connection's number for it.
    public var id: UInt64
    public var reason: Reason

    public enum Reason: Sendable, Hashable, CaseIterable {
        case unknown, generic, priceIncreaseConsent, billingIssue, winBackOffer
    }

    public init(id: UInt64, reason: Reason) {
        self.id = id
        self.reason = reason
    }
}

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
