internal import IAPSignedText

/// The parts of a receipt that decide whether it is valid. Purchases are located but not read, because at this point
/// the receipt may be forged.
struct ReceiptSummary {
    let reader: ReceiptAttributeReader
    private(set) var attributes: [ReceiptAttribute] = []
    private(set) var purchases: [Range<Int>] = []
    private(set) var known = KnownAttributes<ReceiptAttribute.Known>()
    let receiptType: String?
    let bundleID: String?
    let creationDate: Int64?

    init(_ content: [UInt8]) throws(Rejection) {
        reader = ReceiptAttributeReader(content: content)
        for attribute in try reader.attributes(content.indices, of: "the receipt's content") {
            if attribute.type == ReceiptAttribute.Known.purchase.rawValue {
                guard purchases.count < AppReceipt.maximumPurchases else {
                    throw Rejection(.tooLarge, "the receipt has more than \(AppReceipt.maximumPurchases) purchases")
                }
                purchases.append(attribute.value)
            } else {
                attributes.append(attribute)
                try known.insert(attribute)
            }
        }
        receiptType = reader.optionalText(known[.environment])
        bundleID = try reader.text(known[.bundleID])
        creationDate = try reader.date(known[.creationDate])
    }

    /// Empty for a word that is not one of the App Store's.
    var environment: SignedEnvironments { SignedEnvironments(receiptType: receiptType) }
}

extension SignedEnvironments {
    /// - Parameter receiptType: `Production`, or another word of receipts. The words for organizations' licences
    ///   contain `VPP`.
    package init(receiptType: String?) {
        switch receiptType.map({ Array($0.utf8) }) {
        case Array("Production".utf8), Array("ProductionVPP".utf8): self = .production
        case Array("ProductionSandbox".utf8), Array("ProductionVPPSandbox".utf8): self = .sandbox
        case Array("Xcode".utf8): self = .xcode
        default: self = []
        }
    }
}
