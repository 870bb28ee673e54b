public import Foundation
internal import IAPModel
internal import IAPReferenceStore

extension Product.SubscriptionInfo {
    /// The next renewal of a subscription, with the names and signatures of StoreKit's own type.
    public struct RenewalInfo: Sendable {
        public let originalTransactionID: UInt64
        public let currentProductID: String
        public let willAutoRenew: Bool
        /// Nil if there will be no renewal.
        public let autoRenewPreference: String?
        public let expirationReason: ExpirationReason?
        public let priceIncreaseStatus: PriceIncreaseStatus
        public let isInBillingRetry: Bool
        public let gracePeriodExpirationDate: Date?
        /// The offer of the next renewal.
        public let offer: Transaction.Offer?
        public let recentSubscriptionStartDate: Date
        public let renewalDate: Date?
        public let renewalPrice: Decimal?
        public let currency: Locale.Currency?
        /// The best offer comes first.
        public let eligibleWinBackOfferIDs: [String]
        public let appAccountToken: UUID?
        public let renewalBillingPlanType: BillingPlanType?
        public let commitmentInfo: CommitmentInfo?

        let signed: SignedText

        public var appTransactionID: String { signed.text(of: "appTransactionId") }
        public var environment: AppStore.Environment { AppStore.Environment(rawValue: signed.text(of: "environment")) }
        public var jsonRepresentation: Data { signed.json }
        public var signedDate: Date { signed.date }
        public var deviceVerification: Data { signed.verificationData }
        public var deviceVerificationNonce: UUID { signed.nonce }

        public struct ExpirationReason: RawRepresentable, Hashable, Sendable {
            public let rawValue: Int
            public init(rawValue: Int) { self.rawValue = rawValue }
            public static let autoRenewDisabled = Self(rawValue: 1)
            public static let billingError = Self(rawValue: 2)
            public static let didNotConsentToPriceIncrease = Self(rawValue: 3)
            public static let productUnavailable = Self(rawValue: 4)
            public static let unknown = Self(rawValue: 5)
        }

        /// The renewal after the last bill of a commitment.
        public struct CommitmentInfo: Hashable, Sendable {
            public let autoRenewPreference: String
            public let renewalBillingPlanType: BillingPlanType
            public let renewalDate: Date
            public let renewalPrice: Decimal
            public let willAutoRenew: Bool
        }

        @frozen public enum PriceIncreaseStatus: Hashable, Sendable {
            case noIncreasePending
            case pending
            case agreed
        }

        static func verify(
            _ renewal: LedgerRenewal, on device: StoreDevice
        ) throws(StoreFailure) -> VerificationResult<RenewalInfo> {
            let signed = try device.signed(renewal)
            return VerificationResult(RenewalInfo(renewal, signed: signed), signed.failure)
        }

        private init(_ renewal: LedgerRenewal, signed: SignedText) {
            originalTransactionID = renewal.originalTransactionID
            currentProductID = renewal.productID
            willAutoRenew = renewal.willAutoRenew
            autoRenewPreference = renewal.autoRenewProductID
            expirationReason = renewal.expirationReason.map { ExpirationReason(rawValue: $0.rawValue) }
            priceIncreaseStatus =
                switch renewal.priceIncrease {
                case .none: .noIncreasePending
                case .pending: .pending
                case .agreed: .agreed
                }
            isInBillingRetry = renewal.isInBillingRetry
            gracePeriodExpirationDate = renewal.gracePeriodExpirationDate.map(Date.init(milliseconds:))
            offer = renewal.offer.map(Transaction.Offer.init)
            recentSubscriptionStartDate = Date(milliseconds: renewal.recentSubscriptionStartDate)
            renewalDate = renewal.renewalDate.map(Date.init(milliseconds:))
            renewalPrice = renewal.shownPriceMilliunits.map(Decimal.init(milliunits:))
            currency = (renewal.renewalPrice?.currencyCode).map { Locale.Currency($0) }
            eligibleWinBackOfferIDs = renewal.eligibleWinBackOfferIDs
            appAccountToken = renewal.appAccountToken.flatMap(UUID.init(uuidString:))
            renewalBillingPlanType = renewal.billingPlanType.map { BillingPlanType(rawValue: $0.rawValue) }
            commitmentInfo = renewal.commitment.map {
                CommitmentInfo(
                    autoRenewPreference: $0.autoRenewProductID ?? renewal.productID,
                    renewalBillingPlanType: BillingPlanType(
                        rawValue: ($0.willAutoRenew ? $0.billingPlanType : renewal.billingPlanType)?.rawValue ?? ""),
                    renewalDate: Date(milliseconds: $0.renewalDate),
                    renewalPrice: Decimal(milliunits: $0.renewalPriceMilliunits ?? 0), willAutoRenew: $0.willAutoRenew)
            }
            self.signed = signed
        }
    }
}

extension Product.SubscriptionInfo.RenewalInfo: Hashable {
    public static func == (one: Self, other: Self) -> Bool { one.signed.payload == other.signed.payload }
    public func hash(into hasher: inout Hasher) { hasher.combine(originalTransactionID) }
}
