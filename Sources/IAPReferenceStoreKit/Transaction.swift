public import Foundation
internal import IAPModel
internal import IAPReferenceStore

/// A purchase, with the names and signatures of StoreKit's `Transaction`.
public struct Transaction: Identifiable, Sendable {
    public let id: UInt64
    public let originalID: UInt64
    public let webOrderLineItemID: String?
    public let productID: String
    public let subscriptionGroupID: String?
    public let purchaseDate: Date
    public let originalPurchaseDate: Date
    /// Only for auto-renewable subscriptions.
    public let expirationDate: Date?
    public let purchasedQuantity: Int
    public let isUpgraded: Bool
    public let offer: Offer?
    public let revocationDate: Date?
    public let revocationReason: RevocationReason?
    public let revocationType: RevocationType?
    public let revocationPercentage: Decimal?
    public let productType: Product.ProductType
    public let appAccountToken: UUID?
    public let reason: Reason
    public let storefront: Storefront
    /// The price of the whole quantity.
    public let price: Decimal?
    public let currency: Locale.Currency?
    public let ownershipType: OwnershipType
    public let billingPlanType: Product.SubscriptionInfo.BillingPlanType?
    public let commitmentInfo: CommitmentInfo?

    let signed: SignedText
    private let device: StoreDevice

    public var appBundleID: String { signed.text(of: "bundleId") }
    public var appTransactionID: String { signed.text(of: "appTransactionId") }
    public var environment: AppStore.Environment { AppStore.Environment(rawValue: signed.text(of: "environment")) }
    public var jsonRepresentation: Data { signed.json }
    public var signedDate: Date { signed.date }
    public var deviceVerification: Data { signed.verificationData }
    public var deviceVerificationNonce: UUID { signed.nonce }

    public struct Reason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let purchase = Self(rawValue: "PURCHASE")
        public static let renewal = Self(rawValue: "RENEWAL")
    }

    public struct RevocationReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let other = Self(rawValue: 0)
        public static let developerIssue = Self(rawValue: 1)
    }

    public struct RevocationType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let fullRefund = Self(rawValue: "REFUND_FULL")
        public static let proratedRefund = Self(rawValue: "REFUND_PRORATED")
        public static let familyRevocation = Self(rawValue: "FAMILY_REVOKE")
    }

    public struct OwnershipType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let purchased = Self(rawValue: "PURCHASED")
        public static let familyShared = Self(rawValue: "FAMILY_SHARED")
    }

    /// A subscription with several bills.
    public struct CommitmentInfo: Hashable, Sendable {
        /// Begins with 1.
        public let billingPeriodNumber: UInt64
        public let totalBillingPeriods: UInt64
        public let expirationDate: Date
        public let price: Decimal
    }

    /// The status of the subscription; nil for other products.
    public var subscriptionStatus: Product.SubscriptionInfo.Status? {
        get async {
            if CurrentDevice.readsNothing { return nil }
            do {
                try await device.awaitRead()
                return try device.status(ofTransaction: id).map { status throws(StoreFailure) in
                    try Product.SubscriptionInfo.Status(status, on: device)
                }
            } catch {
                return nil
            }
        }
    }

    /// Finishes the transaction. Like StoreKit's function, it cannot fail. If the finish did not reach the disk, it did not
    /// happen, and the transaction comes again.
    public func finish() async {
        do throws(StoreFailure) { try device.finish(id) } catch { return }
    }

    /// Verifies a transaction: the store signs it for the device, which checks the signature like any signature that it
    /// receives.
    static func verify(
        _ transaction: LedgerTransaction, on device: StoreDevice
    ) throws(StoreFailure) -> VerificationResult<Transaction> {
        let transaction = try device.shown(transaction)
        let signed = try device.signed(transaction)
        return VerificationResult(Transaction(transaction, signed: signed, device: device), signed.failure)
    }

    private init(_ transaction: LedgerTransaction, signed: SignedText, device: StoreDevice) {
        id = transaction.id
        originalID = transaction.originalID
        webOrderLineItemID = transaction.webOrderLineItemID.map { "\($0)" }
        productID = transaction.productID
        subscriptionGroupID = transaction.subscriptionGroupID
        purchaseDate = Date(milliseconds: transaction.purchaseDate)
        originalPurchaseDate = Date(milliseconds: transaction.originalPurchaseDate)
        expirationDate = transaction.expirationDate.map(Date.init(milliseconds:))
        purchasedQuantity = transaction.shownQuantity
        isUpgraded = transaction.isUpgraded
        offer = transaction.offer.map(Offer.init)
        revocationDate = (transaction.revocation?.date).map(Date.init(milliseconds:))
        revocationReason = (transaction.revocation?.reason).map(RevocationReason.init(rawValue:))
        revocationType = (transaction.revocation?.type).map { RevocationType(rawValue: $0.rawValue) }
        revocationPercentage = (transaction.revocation?.percentage).map { Decimal(milliunits: Int64($0)) }
        productType = Product.ProductType(rawValue: transaction.productType.rawValue)
        appAccountToken = transaction.appAccountToken.flatMap(UUID.init(uuidString:))
        reason = Reason(rawValue: transaction.reason.rawValue)
        storefront = Storefront(transaction.storefront)
        price = Decimal(milliunits: transaction.shownPriceMilliunits)
        currency = Locale.Currency(transaction.price.currencyCode)
        ownershipType = OwnershipType(rawValue: transaction.ownership.rawValue)
        billingPlanType = transaction.billingPlanType.map { .init(rawValue: $0.rawValue) }
        commitmentInfo = transaction.commitment.map {
            CommitmentInfo(
                billingPeriodNumber: UInt64(clamping: $0.periodNumber),
                totalBillingPeriods: UInt64(clamping: $0.periodCount),
                expirationDate: Date(milliseconds: $0.expirationDate),
                price: Decimal(milliunits: $0.priceMilliunits))
        }
        self.signed = signed
        self.device = device
    }
}

extension Transaction: Hashable {
    public static func == (one: Transaction, other: Transaction) -> Bool { one.signed.payload == other.signed.payload }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
