internal import IAPDatabase
internal import IAPModel
package import IAPSignatures

/// The content of the app receipt. It is the older proof of purchases: one file for the app with all of them. Dates are in
/// milliseconds since 1970; the receipt names whole seconds.
package struct Receipt: Sendable, Hashable {
    /// `ProductionSandbox` for the App Store's sandbox.
    package var environment: String = "ProductionSandbox"
    package var bundleID: String
    package var appVersion: String
    /// Any bytes that make this receipt's hash differ from the hash of other receipts.
    package var opaqueValue: [UInt8]
    /// The device of the receipt: on iOS the 16 bytes of `identifierForVendor`. The receipt contains only its hash.
    package var deviceIdentifier: [UInt8]
    package var creationDate: Int64
    package var originalPurchaseDate: Int64?
    package var originalAppVersion: String?
    /// The end of a licence from an organization; nil for all other customers.
    package var expirationDate: Int64?
    /// The purchases in any order: the receipt sorts them.
    package var purchases: [Purchase] = []

    /// The hash that shows an app whether the receipt is for its device.
    package var hash: [UInt8] { Digest.sha1(deviceIdentifier + opaqueValue + DER.utf8String(bundleID)) }
}

extension Receipt {
    /// One in-app purchase. A field that is nil does not appear.
    package struct Purchase: Sendable, Hashable {
        package var quantity: Int = 1
        package var productID: String
        package var productType: ReceiptProductType?
        package var transactionID: String
        package var purchaseDate: Int64
        package var originalTransactionID: String
        package var originalPurchaseDate: Int64
        /// The end of a subscription's period.
        package var expirationDate: Int64?
        package var webOrderLineItemID: UInt64?
        /// The date of a refund.
        package var cancellationDate: Int64?
        package var isInTrialPeriod: Bool?
        package var isInIntroductoryOffer: Bool?
        package var promotionalOfferID: String?
    }
}

/// The parts of a receipt's file. The file is PKCS#7 in DER, with one signer and without signed attributes (RFC 5652, section
/// 5.3): the signature covers the content itself.
struct ReceiptMessage: Sendable {
    var content: [UInt8]
    /// DER, in the order of the App Store's receipts, which is not the order of DER. Some readers take the first certificate as
    /// the leaf.
    var certificates: [[UInt8]]
    /// Nil for an unsigned receipt.
    var signer: Signer?

    struct Signer: Sendable {
        /// The issuer and serial number of its certificate, in DER.
        var name: [UInt8]
        /// The algorithm with its identifier, DER.
        var algorithm = DER.ecdsaWithSHA256
        var signature: [UInt8]
    }

    var encoded: [UInt8] {
        let one = DER.integer(1)
        let hash = DER.sequence(DER.sha256)
        let signers = signer.map { signer in
            DER.sequence(one + signer.name + hash + signer.algorithm + DER.octetString(signer.signature))
        }
        var signedData = one + DER.set([hash])
        signedData += DER.sequence(DER.pkcs7Data + DER.context(0, DER.octetString(content)))
        if !certificates.isEmpty { signedData += DER.context(0, certificates.flatMap { $0 }) }
        signedData += DER.set(signers.map { [$0] } ?? [])
        return DER.sequence(DER.pkcs7SignedData + DER.context(0, DER.sequence(signedData)))
    }
}

/// Writes and signs app receipts as the App Store does: PKCS#7 in DER, with the certificates inside. The same chain and receipt
/// give the same bytes.
package struct ReceiptWriter: Sendable {
    private let key: SigningKey
    private let certificates: [[UInt8]]
    private let signer: [UInt8]

    package init(_ chain: CertificateChain) throws(SignedDataError) {
        guard let signer = Certificate(der: chain.leaf)?.issuerAndSerialNumber else {
            throw .invalidCertificate("OpenSSL cannot read the issuer of the leaf certificate; make a new chain.")
        }
        key = chain.leafKey
        certificates = chain.certificates
        self.signer = signer
    }

    /// Returns the receipt's file. JSON and requests to servers contain it in Base64.
    /// - Parameter repeatsBundleID: For a forgery: the receipt contains the bundle id twice.
    package func write(_ receipt: Receipt, repeatsBundleID: Bool = false) throws(SignedDataError) -> [UInt8] {
        let content = try receipt.encoded(repeatsBundleID: repeatsBundleID)
        let signature = try key.derSignature(of: content)
        return ReceiptMessage(
            content: content, certificates: certificates,
            signer: ReceiptMessage.Signer(name: signer, signature: signature)
        ).encoded
    }
}

extension Receipt {
    /// The set of fields to sign.
    func encoded(repeatsBundleID: Bool = false) throws(SignedDataError) -> [UInt8] {
        var fields = ReceiptFields<ReceiptAttribute.Known>()
        fields.add(.environment, DER.utf8String(environment))
        for _ in 0..<(repeatsBundleID ? 2 : 1) { fields.add(.bundleID, DER.utf8String(bundleID)) }
        fields.add(.appVersion, DER.utf8String(appVersion))
        fields.add(.opaqueValue, opaqueValue)
        fields.add(.hash, hash)
        try fields.add(.creationDate, date: creationDate)
        for purchase in purchases { fields.add(.purchase, try purchase.encoded()) }
        try fields.add(.originalPurchaseDate, date: originalPurchaseDate)
        fields.add(.originalAppVersion, originalAppVersion.map(DER.utf8String))
        try fields.add(.expirationDate, date: expirationDate)
        return fields.encoded
    }
}

extension Receipt.Purchase {
    fileprivate func encoded() throws(SignedDataError) -> [UInt8] {
        func number(_ flag: Bool) -> [UInt8] { DER.integer(flag ? 1 : 0) }
        var fields = ReceiptFields<ReceiptAttribute.KnownOfPurchase>()
        fields.add(.quantity, DER.integer(quantity))
        fields.add(.productID, DER.utf8String(productID))
        fields.add(.transactionID, DER.utf8String(transactionID))
        try fields.add(.purchaseDate, date: purchaseDate)
        fields.add(.originalTransactionID, DER.utf8String(originalTransactionID))
        try fields.add(.originalPurchaseDate, date: originalPurchaseDate)
        fields.add(.productType, productType.map { DER.integer($0.rawValue) })
        try fields.add(.expirationDate, date: expirationDate)
        fields.add(.webOrderLineItemID, webOrderLineItemID.map { DER.integer($0) })
        try fields.add(.cancellationDate, date: cancellationDate)
        fields.add(.isInTrialPeriod, isInTrialPeriod.map(number))
        fields.add(.isInIntroductoryOffer, isInIntroductoryOffer.map(number))
        fields.add(.promotionalOfferID, promotionalOfferID.map(DER.utf8String))
        return fields.encoded
    }
}

/// A set of fields. Each is a sequence of its number, a version, and a value in an octet string. The value is mostly DER again.
private struct ReceiptFields<Field: RawRepresentable> where Field.RawValue == Int32 {
    /// The version of the field.
    private let version = DER.integer(1)

    private var fields: [[UInt8]] = []

    var encoded: [UInt8] { DER.set(fields) }

    mutating func add(_ field: Field, _ value: [UInt8]?) {
        guard let value else { return }
        fields.append(DER.sequence(DER.integer(field.rawValue) + version + DER.octetString(value)))
    }

    mutating func add(_ field: Field, date milliseconds: Int64?) throws(SignedDataError) {
        guard let milliseconds else { return }
        guard let date = EffectiveDate(exactly: milliseconds) else {
            throw .invalidEncoding(
                "Field \(field.rawValue) of the receipt, \(milliseconds) ms since 1970, is outside the years 1 to 9999."
            )
        }
        add(field, DER.ia5String(date.rfc3339))
    }
}

/// The app receipts that the store makes for devices.
package struct Receipts: Sendable {
    let file: LedgerFile
    let identity: StoreIdentity
    let statuses: SubscriptionStatuses

    /// Returns the content of a receipt now: all purchases of the account except finished consumables.
    func receipt(for device: DeviceAddress, _ ledger: Ledger) throws -> Receipt {
        let app = AppRecord(bundleID: identity.bundleID, appTransactionID: "", receiptDate: try ledger.now)
        return Receipt(
            environment: identity.environment.receiptType, bundleID: app.bundleID, appVersion: app.appVersion,
            opaqueValue: opaqueValue(of: device),
            deviceIdentifier: Array(identity.derived("vendor \(device.owner)\0\(device.name)").prefix(16)),
            creationDate: app.receiptDate, originalPurchaseDate: app.originalPurchaseDate,
            originalAppVersion: app.originalAppVersion,
            purchases: try ledger.history(of: device.account).map(Receipt.Purchase.init))
    }

    /// The opaque value of receipts. The store uses it to find the device of a receipt.
    private func opaqueValue(of device: DeviceAddress) -> [UInt8] {
        Array(identity.derived("receipt \(device.owner)\0\(device.name)").prefix(16))
    }

    /// Returns the device for which the store made a receipt, with the account whose purchases the receipt lists. Returns nil
    /// if the store does not know the device, or if all of the account's purchases are gone.
    func device(of receipt: AppReceipt, _ ledger: Ledger) throws -> DeviceAddress? {
        let devices = try ledger.devices()
        guard var device = devices.first(where: { receipt.opaqueValue == opaqueValue(of: $0) }) else { return nil }
        for id in receipt.purchases.compactMap(\.transactionID) {
            guard let transaction = try ledger.transaction(id) else { continue }
            device.account = transaction.account
            return device
        }
        return nil
    }
}

extension Receipt.Purchase {
    fileprivate init(_ transaction: LedgerTransaction) {
        self.init(
            quantity: transaction.quantity, productID: transaction.productID,
            transactionID: String(transaction.id), purchaseDate: transaction.purchaseDate,
            originalTransactionID: String(transaction.originalID),
            originalPurchaseDate: transaction.originalPurchaseDate, expirationDate: transaction.expirationDate,
            webOrderLineItemID: transaction.webOrderLineItemID, cancellationDate: transaction.revocation?.date)
        switch transaction.productType {
        case .consumable: productType = .consumable
        case .nonConsumable: productType = .nonConsumable
        case .nonRenewingSubscription: productType = .nonRenewingSubscription
        case .autoRenewableSubscription:
            productType = .autoRenewableSubscription
            isInTrialPeriod = transaction.isInTrialPeriod
            isInIntroductoryOffer = transaction.isInIntroductoryOffer
        default: break
        }
        if transaction.offer?.type == .promotional { promotionalOfferID = transaction.offer?.id }
    }
}

extension LedgerTransaction {
    var isInTrialPeriod: Bool { offer?.paymentMode == .freeTrial }

    /// A free trial has its own flag.
    var isInIntroductoryOffer: Bool { offer?.type == .introductory && !isInTrialPeriod }
}

extension Ledger {
    /// Returns every device that was ever opened, with each account that was signed in there.
    fileprivate func devices() throws -> [DeviceAddress] {
        try database.query("SELECT account, name FROM device ORDER BY account, name") {
            DeviceAddress(owner: $0.text(0), name: $0.text(1), account: $0.text(0))
        }
    }
}
