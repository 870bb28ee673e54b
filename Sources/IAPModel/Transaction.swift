/// A purchase as the store recorded and signed it. Times are milliseconds since 1970-01-01T00:00:00Z.
public struct Transaction: Sendable, Hashable {
    public var id: UInt64
    /// The id of the first purchase, for a subscription or a restored product. Otherwise equal to `id`.
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
    /// "Production", "Sandbox" or "Xcode". Empty if the system does not report it.
    public var environment: String
    /// The signed transaction, a compact JWS. A game server can verify it.
    public var signedText: String
    /// The following properties are nil if the system or the store does not have them.
    public var verification = Verification.verified
    public var appBundleID: String?
    /// Auto-renewable subscriptions only.
    public var webOrderLineItemID: String?
    /// A higher subscription replaced it before its end.
    public var isUpgraded = false
    public var reason: Reason?
    public var storefront: Storefront?
    /// The whole amount that was paid.
    public var price: Money?
    public var offer: AppliedOffer?
    public var appTransactionID: String?
    public var billingPlanType: BillingPlanType?
    public var commitment: Commitment?
    /// A JSON object.
    public var advancedCommerceInfo: String?
    public var signedDate: Int64 = 0
    /// Base64.
    public var deviceVerification: String?
    /// A lowercase UUID.
    public var deviceVerificationNonce: String?
    /// The signed fields.
    public var json = ""

    public enum Reason: Sendable, Hashable {
        case purchase
        case renewal
        case unknown(String)

        public init(rawValue: String) {
            switch rawValue {
            case "PURCHASE": self = .purchase
            case "RENEWAL": self = .renewal
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .purchase: "PURCHASE"
            case .renewal: "RENEWAL"
            case .unknown(let text): text
            }
        }
    }

    /// A subscription that is paid in several bills.
    public struct Commitment: Sendable, Hashable {
        /// From 1.
        public var periodNumber: Int
        public var periodCount: Int
        public var expirationDate: Int64
        public var priceMilliunits: Int64

        public init(periodNumber: Int, periodCount: Int, expirationDate: Int64, priceMilliunits: Int64) {
            self.periodNumber = periodNumber
            self.periodCount = periodCount
            self.expirationDate = expirationDate
            self.priceMilliunits = priceMilliunits
        }
    }

    public enum Ownership: Sendable, Hashable {
        case purchased
        case familyShared
        /// A seat that another account has paid for.
        case assigned
        case unknown(String)

        public init(rawValue: String) {
            switch rawValue {
            case "PURCHASED": self = .purchased
            case "FAMILY_SHARED": self = .familyShared
            case "ASSIGNED": self = .assigned
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .purchased: "PURCHASED"
            case .familyShared: "FAMILY_SHARED"
            case .assigned: "ASSIGNED"
            case .unknown(let text): text
            }
        }
    }

    /// The store revoked the purchase: a refund, or the end of family sharing.
    public struct Revocation: Sendable, Hashable {
        public var date: Int64
        /// 0 other, 1 an issue within the app; nil if the store gave none.
        public var reason: Int?
        public var type: Kind?
        /// The refunded part of the price, in thousandths of a percent.
        public var percentage: Int?

        public enum Kind: Sendable, Hashable {
            case refundFull
            case refundProrated
            case familyRevoke
            case unknown(String)

            public init(rawValue: String) {
                switch rawValue {
                case "REFUND_FULL": self = .refundFull
                case "REFUND_PRORATED": self = .refundProrated
                case "FAMILY_REVOKE": self = .familyRevoke
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .refundFull: "REFUND_FULL"
                case .refundProrated: "REFUND_PRORATED"
                case .familyRevoke: "FAMILY_REVOKE"
                case .unknown(let text): text
                }
            }
        }

        public init(date: Int64, reason: Int?, type: Kind? = nil, percentage: Int? = nil) {
            self.date = date
            self.reason = reason
            self.type = type
            self.percentage = percentage
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
