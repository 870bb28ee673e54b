package import IAPSignedData

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
        for purchase in purchases {
            fields.add(.purchase, try purchase.encoded())
        }
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
