/// A purchase as the store recorded and signed it. Times are milliseconds since 1970-01-01T00:00:00Z.
public struct Transaction: Sendable, Hashable {
    public var id: UInt64
    /// The first purchase of a subscription or of a restored product; equal to `id` otherwise.
    public var originalID: UInt64
    public var productID: String
    public var productType: ProductType
    public var quantity: Int
    public var purchaseDate: Int64
    public var originalPurchaseDate: Int64
    /// Auto-renewable subscriptions only.
    public var expirationDate: Int64?
    public var revocation: Revocation?
    public var ownership: Ownership
    /// The lowercase UUID that the game gave with the payment.
    public var appAccountToken: String?
    public var subscriptionGroupID: String?
    /// "Production", "Sandbox" or "Xcode"; empty where the system does not tell.
    public var environment: String
    /// The signed transaction, a compact JWS, as a game server verifies it.
    public var signedText: String

    public enum Ownership: Sendable, Hashable {
        case purchased
        case familyShared
        case unknown(String)

        public init(rawValue: String) {
            switch rawValue {
            case "PURCHASED": self = .purchased
            case "FAMILY_SHARED": self = .familyShared
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .purchased: "PURCHASED"
            case .familyShared: "FAMILY_SHARED"
            case .unknown(let text): text
            }
        }
    }

    /// The store took the purchase back: a refund, or the end of family sharing.
    public struct Revocation: Sendable, Hashable {
        public var date: Int64
        /// 0 other, 1 an issue within the app; nil where the store gave none.
        public var reason: Int?

        public init(date: Int64, reason: Int?) {
            self.date = date
            self.reason = reason
        }
    }

    public init(
        id: UInt64, originalID: UInt64, productID: String, productType: ProductType, quantity: Int,
        purchaseDate: Int64, originalPurchaseDate: Int64, expirationDate: Int64? = nil,
        revocation: Revocation? = nil, ownership: Ownership = .purchased, appAccountToken: String? = nil,
        subscriptionGroupID: String? = nil, environment: String, signedText: String
    ) {
        self.id = id
        self.originalID = originalID
        self.productID = productID
        self.productType = productType
        self.quantity = quantity
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = originalPurchaseDate
        self.expirationDate = expirationDate
        self.revocation = revocation
        self.ownership = ownership
        self.appAccountToken = appAccountToken
        self.subscriptionGroupID = subscriptionGroupID
        self.environment = environment
        self.signedText = signedText
    }
}
