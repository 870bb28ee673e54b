public import Foundation
internal import IAPModel
internal import IAPPlatform
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
    public let revocationDate: Date?
    public let revocationReason: RevocationReason?
    public let productType: Product.ProductType
    public let appAccountToken: UUID?
    public let ownershipType: OwnershipType

    private let signature: Signature
    private let device: StoreDevice

    var signed: SignedText { signature.text }

    public var jsonRepresentation: Data { signed.json }
    public var signedDate: Date { signed.date }
    public var deviceVerification: Data { signed.verificationData }
    public var deviceVerificationNonce: UUID { signed.nonce }

    public struct RevocationReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    public struct OwnershipType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let familyShared = Self(rawValue: "FAMILY_SHARED")
    }

    /// Finishes the transaction. Like StoreKit's function, it cannot fail. If the finish did not reach the disk, it did not
    /// happen, and the transaction comes again.
    public func finish() async { do { try device.finish(id) } catch { return } }

    /// Verifies a transaction: the store signs it for the device, which checks the signature like any signature that it
    /// receives. A signature that is certainly valid is made only if somebody reads it, because lists are long.
    ///
    /// - Parameter signing: The conditions of the signature; nil for those of now.
    static func verify(
        _ transaction: LedgerTransaction, on device: StoreDevice, _ signing: Signing? = nil
    ) throws -> VerificationResult<Transaction> {
        let transaction = try device.signer.shown(transaction)
        let signing = try signing ?? device.signer.signing()
        let signature = Signature { try device.signer.signed(shown: transaction, signing) }
        let failure = signing.isVerified ? try signature.signed().failure : nil
        return VerificationResult(Transaction(transaction, signature: signature, device: device), failure)
    }

    private init(_ transaction: LedgerTransaction, signature: Signature, device: StoreDevice) {
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
        revocationDate = (transaction.revocation?.date).map(Date.init(milliseconds:))
        revocationReason = (transaction.revocation?.reason).map(RevocationReason.init(rawValue:))
        productType = Product.ProductType(rawValue: transaction.productType.rawValue)
        appAccountToken = transaction.appAccountToken.flatMap(UUID.init(uuidString:))
        ownershipType = OwnershipType(rawValue: transaction.ownership.rawValue)
        self.signature = signature
        self.device = device
    }
}

/// The signed text of a transaction. The store signs it when it is read first.
private final class Signature: Sendable {
    private let known = Guarded<SignedText?>(nil)
    private let sign: @Sendable () throws -> SignedText

    init(_ sign: @escaping @Sendable () throws -> SignedText) { self.sign = sign }

    /// Empty if OpenSSL has no memory for a signature.
    var text: SignedText { (try? signed()) ?? .empty }

    func signed() throws -> SignedText {
        try known.withLock { known in
            if let known { return known }
            let text = try sign()
            known = text
            return text
        }
    }
}

extension Transaction: Hashable {
    public static func == (one: Transaction, other: Transaction) -> Bool { one.signed.payload == other.signed.payload }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Transaction {
    public enum RefundRequestError: Error, Hashable, Sendable {
        case duplicateRequest
        case failed
    }

    public enum RefundRequestStatus: Hashable, Sendable {
        case success
        case userCancelled
    }

    public static func beginRefundRequest(
        for transactionID: UInt64, in scene: UIWindowScene
    ) async throws -> RefundRequestStatus {
        try await CurrentDevice.ask { device in
            switch try device.sheets.showRefund(transactionID) {
            case .done: .success
            case .cancelled: .userCancelled
            }
        }
    }

    /// A sequence of transactions like StoreKit's. Finite sequences list the existing transactions; `updates` never ends. Each
    /// transaction is verified when it is returned: the first one comes immediately, however long the list is.
    public struct Transactions: AsyncSequence, Sendable {
        public typealias Element = VerificationResult<Transaction>

        enum Source: Sendable {
            case unfinished, all, currentEntitlements, updates
        }

        let source: Source
        /// The only product of the sequence; nil for all.
        var productID: String?

        public func makeAsyncIterator() -> AsyncIterator {
            guard let device = CurrentDevice.device else { return AsyncIterator(storage: .nothing) }
            return switch source {
            case .updates: AsyncIterator(storage: .feed(UpdateFeed(device)))
            case .currentEntitlements: AsyncIterator(storage: .unread(self, device))
            default: AsyncIterator(storage: listed(device))
            }
        }

        /// The history is long, so what decides about its signatures is read once. The transactions of all other lists are
        /// verified when they are returned.
        private func listed(_ device: StoreDevice) -> AsyncIterator.Storage {
            .list(list(device)[...], source == .all ? try? device.signer.signing() : nil, device)
        }

        /// StoreKit's sequences cannot throw. The list omits transactions that cannot be read now.
        fileprivate func list(_ device: StoreDevice) -> [LedgerTransaction] {
            do {
                let transactions =
                    switch source {
                    case .unfinished: try device.unfinished()
                    case .all: try device.history()
                    case .currentEntitlements: try device.currentEntitlements()
                    case .updates: [LedgerTransaction]()
                    }
                guard let wanted = productID.map(ExactText.init) else { return transactions }
                return transactions.filter { ExactText($0.productID) == wanted }
            } catch {
                return []
            }
        }

        public struct AsyncIterator: AsyncIteratorProtocol {
            enum Storage {
                case nothing
                case unread(Transactions, StoreDevice)
                case list(ArraySlice<LedgerTransaction>, Signing?, StoreDevice)
                case feed(UpdateFeed)
            }

            var storage: Storage

            public mutating func next() async -> Element? {
                switch storage {
                case .nothing: return nil
                case .unread(let transactions, let device):
                    storage = .nothing
                    do { try await device.awaitRead() } catch { return nil }
                    storage = transactions.listed(device)
                    return await next()
                case .list(var list, let signing, let device):
                    // The caller may have started work for the last transaction. This work need not wait for the whole list.
                    await Task.yield()
                    if Task.isCancelled, (try? device.has(.cancelledReadsEmpty)) ?? false { return nil }
                    while let transaction = list.popFirst() {
                        storage = .list(list, signing, device)
                        // Another account signed in meanwhile.
                        guard ExactText(transaction.account) == ExactText(device.account) else { continue }
                        do { return try verify(transaction, on: device, signing) } catch { continue }
                    }
                    return nil
                case .feed(let feed): return await feed.next()
                }
            }
        }
    }

    public static var updates: Transactions { Transactions(source: .updates) }
    public static var unfinished: Transactions { Transactions(source: .unfinished) }
    public static var all: Transactions { Transactions(source: .all) }
    public static var currentEntitlements: Transactions { Transactions(source: .currentEntitlements) }

    public static func all(for productID: String) -> Transactions { Transactions(source: .all, productID: productID) }

    public static func currentEntitlements(for productID: String) -> Transactions {
        Transactions(source: .currentEntitlements, productID: productID)
    }

    public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
        if CurrentDevice.readsNothing { return nil }
        do { try await CurrentDevice.device?.awaitRead() } catch { return nil }
        return CurrentDevice.look { device in
            try device.latest(of: productID).map { transaction in try verify(transaction, on: device) }
        }
    }
}
