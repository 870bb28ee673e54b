internal import IAPModel
internal import SignedData

/// What makes this store itself: its seed, its certificates, and what follows from them.
struct StoreIdentity: Sendable {
    /// The store stands for the App Store's sandbox; servers and verifiers then check chains and signatures for real.
    static let environment = "Sandbox"

    let seed: [UInt8]
    let bundleID: String
    let chain: CertificateChain
    private let signer: JWSSigner

    init(seed: [UInt8], bundleID: String, chain: CertificateChain) {
        self.seed = seed
        self.bundleID = bundleID
        self.chain = chain
        signer = JWSSigner(chain)
    }

    /// A version 4 UUID, lowercase, that is always the same for the same name.
    func uuid(_ name: String) -> String {
        var bytes = Array(derived(name).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
            .map { $0.joined() }.joined(separator: "-")
    }

    /// The id of the account's copy of the app, 18 digits as the App Store has it.
    func appTransactionID(of account: String) -> String {
        let number = derived("app \(account)").prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return String(700_000_000_000_000_000 + number % 10_000_000_000_000_000)
    }

    /// Signs a transaction for one device, as StoreKit hands it out there.
    func sign(_ transaction: LedgerTransaction, deviceVerificationID: String, at date: Int64) throws(StoreFailure)
        -> String
    {
        let nonce = uuid("nonce \(transaction.id) \(deviceVerificationID)")
        let payload = TransactionPayload(
            transactionId: String(transaction.id), originalTransactionId: String(transaction.originalID),
            webOrderLineItemId: transaction.webOrderLineItemID.map { String($0) }, bundleId: bundleID,
            productId: transaction.productID, subscriptionGroupIdentifier: transaction.subscriptionGroupID,
            purchaseDate: transaction.purchaseDate, originalPurchaseDate: transaction.originalPurchaseDate,
            expiresDate: transaction.expirationDate, quantity: transaction.quantity,
            type: transaction.productType.rawValue, appAccountToken: transaction.appAccountToken,
            inAppOwnershipType: transaction.ownership.rawValue, signedDate: date,
            revocationDate: transaction.revocation?.date, revocationReason: transaction.revocation?.reason,
            isUpgraded: transaction.isUpgraded ? true : nil, environment: Self.environment,
            storefront: transaction.storefront.countryCode,
            storefrontId: transaction.storefront.id.isEmpty ? nil : transaction.storefront.id,
            transactionReason: transaction.reason.rawValue, price: transaction.price.milliunits,
            currency: transaction.price.currencyCode, appTransactionId: appTransactionID(of: transaction.account),
            deviceVerification: Base64.encode(Digest.sha384(Array((nonce + deviceVerificationID).utf8))),
            deviceVerificationNonce: nonce)
        do { return signer.sign(payload: try payload.encoded()) } catch {
            throw StoreFailure(.systemError, "transaction \(transaction.id) cannot be written as JSON: \(error)")
        }
    }

    private func derived(_ name: String) -> [UInt8] {
        Digest.hmacSHA256(key: seed, message: Array(name.utf8))
    }
}
