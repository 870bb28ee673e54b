public import Foundation
internal import IAPModel
internal import ReferenceStore
internal import SignedData

/// A purchase, with the names and signatures of StoreKit's `Transaction`.
public struct Transaction: Identifiable, Sendable {
    public let id: UInt64
    public let originalID: UInt64
    public let productID: String
    public let productType: Product.ProductType
    public let subscriptionGroupID: String?
    public let purchaseDate: Date
    public let originalPurchaseDate: Date
    public let expirationDate: Date?
    public let purchasedQuantity: Int
    public let isUpgraded: Bool
    public let revocationDate: Date?
    public let revocationReason: RevocationReason?
    public let appAccountToken: UUID?
    public let environment: AppStore.Environment
    public let ownershipType: OwnershipType

    let signedText: String
    private let device: StoreDevice

    public struct RevocationReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let other = Self(rawValue: 0)
        public static let developerIssue = Self(rawValue: 1)
    }

    public struct OwnershipType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let purchased = Self(rawValue: "PURCHASED")
        public static let familyShared = Self(rawValue: "FAMILY_SHARED")
    }

    /// Takes the transaction out of the unfinished ones. As StoreKit's, it has no way to fail: a finish that did not reach
    /// the disk has not happened, and the transaction comes again.
    public func finish() async {
        do throws(StoreFailure) { try device.finish(id) } catch { return }
    }

    /// Signs the transaction for the device and checks the signature there, as the device does with what it receives.
    static func verify(
        _ transaction: LedgerTransaction, on device: StoreDevice
    ) throws(StoreFailure) -> VerificationResult<Transaction> {
        let signedText = try device.sign(transaction)
        let value = Transaction(transaction, signedText: signedText, device: device)
        switch try device.verify(signedText) {
        case nil: return .verified(value)
        case .malformed: return .unverified(value, .invalidEncoding)
        case .unsupportedAlgorithm, .invalidSignature: return .unverified(value, .invalidSignature)
        case .missingCertificates, .invalidChainLength, .invalidCertificate, .untrustedChain,
            .certificateNotValidAtDate, .missingMarker:
            return .unverified(value, .invalidCertificateChain)
        }
    }

    private init(_ transaction: LedgerTransaction, signedText: String, device: StoreDevice) {
        id = transaction.id
        originalID = transaction.originalID
        productID = transaction.productID
        productType = Product.ProductType(rawValue: transaction.productType.rawValue)
        subscriptionGroupID = transaction.subscriptionGroupID
        purchaseDate = Date(milliseconds: transaction.purchaseDate)
        originalPurchaseDate = Date(milliseconds: transaction.originalPurchaseDate)
        expirationDate = transaction.expirationDate.map(Date.init(milliseconds:))
        purchasedQuantity = transaction.quantity
        isUpgraded = transaction.isUpgraded
        revocationDate = (transaction.revocation?.date).map(Date.init(milliseconds:))
        revocationReason = (transaction.revocation?.reason).map(RevocationReason.init(rawValue:))
        appAccountToken = transaction.appAccountToken.flatMap(UUID.init(uuidString:))
        environment = .sandbox
        ownershipType = OwnershipType(rawValue: transaction.ownership.rawValue)
        self.signedText = signedText
        self.device = device
    }
}

extension Date {
    fileprivate init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
