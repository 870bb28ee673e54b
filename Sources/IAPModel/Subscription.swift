/// The status of a subscription. Times are milliseconds since 1970-01-01T00:00:00Z.
public struct SubscriptionStatus: Sendable, Hashable {
    public var state: State
    /// Empty if the system does not report it.
    public var groupID: String
    /// The newest transaction.
    public var transaction: Transaction
    public var renewalInfo: RenewalInfo

    /// The numbers are those of StoreKit and of the App Store Server API.
    public enum State: Sendable, Hashable {
        case subscribed
        case expired
        case inBillingRetry
        case inGracePeriod
        case revoked
        case unknown(Int)

        public init(rawValue: Int) {
            switch rawValue {
            case 1: self = .subscribed
            case 2: self = .expired
            case 3: self = .inBillingRetry
            case 4: self = .inGracePeriod
            case 5: self = .revoked
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: Int {
            switch self {
            case .subscribed: 1
            case .expired: 2
            case .inBillingRetry: 3
            case .inGracePeriod: 4
            case .revoked: 5
            case .unknown(let number): number
            }
        }
    }

    public init(state: State, groupID: String, transaction: Transaction, renewalInfo: RenewalInfo) {
        self.state = state
        self.groupID = groupID
        self.transaction = transaction
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
    public enum ExpirationReason: Sendable, Hashable {
        case autoRenewDisabled
        case billingError
        case didNotConsentToPriceIncrease
        case productUnavailable
        /// The store gives no other reason.
        case other
        case unknown(Int)

        public init(rawValue: Int) {
            switch rawValue {
            case 1: self = .autoRenewDisabled
            case 2: self = .billingError
            case 3: self = .didNotConsentToPriceIncrease
            case 4: self = .productUnavailable
            case 5: self = .other
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: Int {
            switch self {
            case .autoRenewDisabled: 1
            case .billingError: 2
            case .didNotConsentToPriceIncrease: 3
            case .productUnavailable: 4
            case .other: 5
            case .unknown(let number): number
            }
        }
    }

    public enum PriceIncrease: Sendable, Hashable, CaseIterable {
        case none, pending, agreed
    }

    public init(
        originalTransactionID: UInt64, productID: String, willAutoRenew: Bool, autoRenewProductID: String? = nil
    ) {
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.willAutoRenew = willAutoRenew
        self.autoRenewProductID = autoRenewProductID
    }
}
