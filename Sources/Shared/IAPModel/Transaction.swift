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

    public struct Reason: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public static let purchase = Self(rawValue: "PURCHASE")
        public static let renewal = Self(rawValue: "RENEWAL")

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// A subscription that is paid in several bills.
    public struct Commitment: Sendable, Hashable, Codable {
        /// From 1.
        public var periodNumber: Int
        public var periodCount: Int
        public var expirationDate: Int64
        public var priceMilliunits: Int64

        public init(periodNumber: Int, periodCount: Int, expirationDate: Int64, priceMilliunits: Int64) {
            (self.periodNumber, self.periodCount) = (periodNumber, periodCount)
            (self.expirationDate, self.priceMilliunits) = (expirationDate, priceMilliunits)
        }
    }

    public struct Ownership: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public static let purchased = Self(rawValue: "PURCHASED")
        public static let familyShared = Self(rawValue: "FAMILY_SHARED")
        /// A seat that another account has paid for.
        public static let assigned = Self(rawValue: "ASSIGNED")

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The store revoked the purchase: a refund, or the end of family sharing.
    public struct Revocation: Sendable, Hashable {
        public var date: Int64
        /// 0 other, 1 an issue within the app; nil if the store gave none.
        public var reason: Int?
        public var type: Kind?
        /// The refunded part of the price, in thousandths of a percent.
        public var percentage: Int?

        public struct Kind: RawRepresentable, Sendable, Hashable {
            public let rawValue: String

            public static let refundFull = Self(rawValue: "REFUND_FULL")
            public static let refundProrated = Self(rawValue: "REFUND_PRORATED")
            public static let familyRevoke = Self(rawValue: "FAMILY_REVOKE")
            public static let assignmentRevoke = Self(rawValue: "ASSIGNMENT_REVOKE")

            public init(rawValue: String) { self.rawValue = rawValue }
        }

        public init(date: Int64, reason: Int?, type: Kind? = nil, percentage: Int? = nil) {
            (self.date, self.reason, self.type, self.percentage) = (date, reason, type, percentage)
        }
    }

    public init(
        id: UInt64, originalID: UInt64, productID: String, productType: ProductType, quantity: Int,
        purchaseDate: Int64, originalPurchaseDate: Int64, expirationDate: Int64? = nil,
        revocation: Revocation? = nil, ownership: Ownership = .purchased, appAccountToken: String? = nil,
        subscriptionGroupID: String? = nil, environment: String, signedText: String
    ) {
        (self.id, self.originalID, self.productID) = (id, originalID, productID)
        (self.productType, self.quantity, self.purchaseDate) = (productType, quantity, purchaseDate)
        (self.originalPurchaseDate, self.expirationDate) = (originalPurchaseDate, expirationDate)
        (self.revocation, self.ownership) = (revocation, ownership)
        (self.appAccountToken, self.subscriptionGroupID) = (appAccountToken, subscriptionGroupID)
        (self.environment, self.signedText) = (environment, signedText)
    }
}

/// The account's copy of the app, as the store signed it. Times are milliseconds since 1970-01-01T00:00:00Z.
public struct AppTransaction: Sendable, Hashable {
    public var verification = Verification.verified
    /// Nil in the sandbox.
    public var appID: UInt64?
    /// Nil in the sandbox.
    public var appVersionID: UInt64?
    public var appVersion: String
    public var bundleID: String
    public var environment: String
    public var originalAppVersion: String
    public var originalPurchaseDate: Int64
    public var preorderDate: Int64?
    public var appTransactionID: String?
    public var originalPlatform: String?
    public var signedDate: Int64
    /// Base64.
    public var deviceVerification = ""
    /// A lowercase UUID.
    public var deviceVerificationNonce = ""
    public var signedText = ""
    public var json = ""

    public init(
        appVersion: String, bundleID: String, environment: String, originalAppVersion: String,
        originalPurchaseDate: Int64, signedDate: Int64
    ) {
        (self.appVersion, self.bundleID, self.environment) = (appVersion, bundleID, environment)
        self.originalAppVersion = originalAppVersion
        (self.originalPurchaseDate, self.signedDate) = (originalPurchaseDate, signedDate)
    }
}

/// The country whose App Store serves the account.
public struct Storefront: Sendable, Hashable {
    /// ISO 3166-1 alpha-3, for example "USA".
    public var countryCode: String
    /// The store's own number for the storefront, for example "143441".
    public var id: String

    public init(countryCode: String, id: String) {
        self.countryCode = countryCode
        self.id = id
    }
}

/// The kind of store that a client uses. The numbers are those of the header.
public enum StoreEnvironment: Int32, Sendable, Hashable {
    /// Not known yet.
    case unknown = 0
    case production = 1
    /// Also TestFlight and App Review.
    case sandbox = 2
    case xcode = 4
    case referenceStore = 16

    /// - Parameter name: The name in signed transactions.
    public init(name: String) {
        switch name {
        case "Production": self = .production
        case "Sandbox": self = .sandbox
        case "Xcode": self = .xcode
        default: self = .unknown
        }
    }
}
