/// Writes and signs app receipts as the App Store does: PKCS#7 in DER, with the certificates in it. The same chain and
/// receipt give the same bytes.
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

    /// The receipt's file. In JSON and in requests to servers it is base64.
    /// - Parameter repeatsBundleID: As a forger has it: the bundle id stands there twice.
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
    /// The numbers of the receipt's fields.
    private enum Field: Int {
        case environment = 0
        case bundleID = 2
        case appVersion = 3
        case opaqueValue = 4
        case hash = 5
        case creationDate = 12
        case purchase = 17
        case originalPurchaseDate = 18
        case originalAppVersion = 19
        case expirationDate = 21
    }

    /// The set of fields that is signed.
    func encoded(repeatsBundleID: Bool = false) throws(SignedDataError) -> [UInt8] {
        var fields = ReceiptFields()
        fields.add(Field.environment.rawValue, DER.utf8String(environment))
        for _ in 0..<(repeatsBundleID ? 2 : 1) { fields.add(Field.bundleID.rawValue, DER.utf8String(bundleID)) }
        fields.add(Field.appVersion.rawValue, DER.utf8String(appVersion))
        fields.add(Field.opaqueValue.rawValue, opaqueValue)
        fields.add(Field.hash.rawValue, hash)
        try fields.add(Field.creationDate.rawValue, date: creationDate)
        for purchase in purchases {
            fields.add(Field.purchase.rawValue, try purchase.encoded())
        }
        try fields.add(Field.originalPurchaseDate.rawValue, date: originalPurchaseDate)
        fields.add(Field.originalAppVersion.rawValue, originalAppVersion.map(DER.utf8String))
        try fields.add(Field.expirationDate.rawValue, date: expirationDate)
        return fields.encoded
    }
}

extension Receipt.Purchase {
    private enum Field: Int {
        case quantity = 1701
        case productID = 1702
        case transactionID = 1703
        case purchaseDate = 1704
        case originalTransactionID = 1705
        case originalPurchaseDate = 1706
        case productType = 1707
        case expirationDate = 1708
        case webOrderLineItemID = 1711
        case cancellationDate = 1712
        case isInTrialPeriod = 1713
        case isInIntroductoryOffer = 1719
        case promotionalOfferID = 1721
    }

    fileprivate func encoded() throws(SignedDataError) -> [UInt8] {
        func number(_ flag: Bool) -> [UInt8] { DER.integer(flag ? 1 : 0) }
        var fields = ReceiptFields()
        fields.add(Field.quantity.rawValue, DER.integer(quantity))
        fields.add(Field.productID.rawValue, DER.utf8String(productID))
        fields.add(Field.transactionID.rawValue, DER.utf8String(transactionID))
        try fields.add(Field.purchaseDate.rawValue, date: purchaseDate)
        fields.add(Field.originalTransactionID.rawValue, DER.utf8String(originalTransactionID))
        try fields.add(Field.originalPurchaseDate.rawValue, date: originalPurchaseDate)
        fields.add(Field.productType.rawValue, productType.map { DER.integer($0.rawValue) })
        try fields.add(Field.expirationDate.rawValue, date: expirationDate)
        fields.add(Field.webOrderLineItemID.rawValue, webOrderLineItemID.map { DER.integer($0) })
        try fields.add(Field.cancellationDate.rawValue, date: cancellationDate)
        fields.add(Field.isInTrialPeriod.rawValue, isInTrialPeriod.map(number))
        fields.add(Field.isInIntroductoryOffer.rawValue, isInIntroductoryOffer.map(number))
        fields.add(Field.promotionalOfferID.rawValue, promotionalOfferID.map(DER.utf8String))
        return fields.encoded
    }
}

/// A set of fields: each a sequence of its number, a version and a value, mostly DER again, in an octet string.
private struct ReceiptFields {
    private static let version = DER.integer(1)

    private var fields: [[UInt8]] = []

    var encoded: [UInt8] { DER.set(fields) }

    mutating func add(_ number: Int, _ value: [UInt8]?) {
        guard let value else { return }
        fields.append(DER.sequence(DER.integer(number) + Self.version + DER.octetString(value)))
    }

    mutating func add(_ number: Int, date milliseconds: Int64?) throws(SignedDataError) {
        guard let milliseconds else { return }
        guard let date = EffectiveDate(exactly: milliseconds) else {
            throw .invalidEncoding("Field \(number) of the receipt, \(milliseconds) ms, is in no year from 1 to 9999.")
        }
        add(number, DER.ia5String(date.rfc3339))
    }
}
