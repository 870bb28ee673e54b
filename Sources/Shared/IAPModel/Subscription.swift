/// The status of a subscription. Times are milliseconds since 1970-01-01T00:00:00Z.
public struct SubscriptionStatus: Sendable, Hashable {
    public var state: State
    /// Empty if the system does not report it.
    public var groupID: String
    /// The newest transaction.
    public var transaction: Transaction
    public var renewalInfo: RenewalInfo

    /// The numbers are those of StoreKit and of the App Store Server API.
    public struct State: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int

        public static let subscribed = Self(rawValue: 1)
        public static let expired = Self(rawValue: 2)
        public static let inBillingRetry = Self(rawValue: 3)
        public static let inGracePeriod = Self(rawValue: 4)
        public static let revoked = Self(rawValue: 5)

        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    public init(state: State, groupID: String, transaction: Transaction, renewalInfo: RenewalInfo) {
        (self.state, self.groupID, self.transaction) = (state, groupID, transaction)
        self.renewalInfo = renewalInfo
    }
}

/// The next renewal of a subscription, as the store signed it.
public struct RenewalInfo: Sendable, Hashable {
    public var verification = Verification.verified
    public var originalTransactionID: UInt64
    public var productID: String
    public var willAutoRenew: Bool
    /// Nil if it will not renew.
    public var autoRenewProductID: String?
    public var expirationReason: ExpirationReason?
    public var priceIncrease = PriceIncrease.none
    public var isInBillingRetry = false
    public var gracePeriodExpirationDate: Int64?
    /// The offer of the next renewal.
    public var offer: AppliedOffer?
    public var environment = ""
    public var recentSubscriptionStartDate: Int64?
    public var renewalDate: Int64?
    /// The currency is empty if the system does not report it.
    public var renewalPrice: Money?
    /// The best offer first.
    public var eligibleWinBackOfferIDs: [String] = []
    public var appAccountToken: String?
    public var appTransactionID: String?
    public var billingPlanType: BillingPlanType?
    public var signedDate: Int64 = 0
    public var signedText = ""
    public var json = ""

    /// The numbers are StoreKit's.
    public struct ExpirationReason: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int

        public static let autoRenewDisabled = Self(rawValue: 1)
        public static let billingError = Self(rawValue: 2)
        public static let didNotConsentToPriceIncrease = Self(rawValue: 3)
        public static let productUnavailable = Self(rawValue: 4)
        /// The store gives no other reason.
        public static let other = Self(rawValue: 5)
        public static let unbundled = Self(rawValue: 6)

        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The numbers are those of the header.
    public enum PriceIncrease: Int32, Sendable, Hashable, CaseIterable {
        case none = 0
        case pending = 1
        case agreed = 2
    }

    public init(
        originalTransactionID: UInt64, productID: String, willAutoRenew: Bool, autoRenewProductID: String? = nil
    ) {
        (self.originalTransactionID, self.productID) = (originalTransactionID, productID)
        (self.willAutoRenew, self.autoRenewProductID) = (willAutoRenew, autoRenewProductID)
    }
}
