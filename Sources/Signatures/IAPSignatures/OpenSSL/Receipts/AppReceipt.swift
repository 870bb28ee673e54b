/// An app receipt. Dates are in milliseconds since 1970.
package struct AppReceipt: Sendable, Hashable {
    /// Longer receipts are refused unread, also in Base64.
    package static let maximumLength = 16 << 20
    /// Receipts with more purchases are refused: each purchase takes many times the memory of its bytes.
    package static let maximumPurchases = 65_536

    package let content: [UInt8]
    /// In the order of the receipt, without those of the purchases.
    package private(set) var attributes: [ReceiptAttribute] = []
    /// In the order of the receipt, which has no meaning.
    package private(set) var purchases: [ReceiptPurchase] = []
    package private(set) var isSignatureChecked: Bool

    /// The store's word for the environment that created it.
    package private(set) var receiptType: String?
    package private(set) var appAppleID: UInt64?
    package private(set) var bundleID: String?
    package private(set) var appVersion: String?
    package private(set) var originalAppVersion: String?
    package private(set) var creationDate: Int64?
    package private(set) var originalPurchaseDate: Int64?
    package private(set) var expirationDate: Int64?

    private var opaqueRange: Range<Int>?
    private var hash: Range<Int>?
    /// The element with tag and length, because the hash covers them.
    private var encodedBundleID: Range<Int>?

    /// Reads a receipt without checking who made it.
    ///
    /// - Parameter bytes: In one of the forms of `ReceiptForm`.
    package init(unchecked bytes: [UInt8]) throws(Rejection) {
        let summary = try ReceiptSummary(try SignedMessage(try ReceiptForm.appReceipt(bytes)).content)
        try self.init(summary, isSignatureChecked: false)
    }

    init(_ summary: ReceiptSummary, isSignatureChecked: Bool) throws(Rejection) {
        let reader = summary.reader
        content = reader.content
        self.isSignatureChecked = isSignatureChecked
        attributes = summary.attributes
        receiptType = summary.receiptType
        bundleID = summary.bundleID
        creationDate = summary.creationDate
        let known = summary.known
        appVersion = try reader.text(known[.appVersion])
        originalAppVersion = try reader.text(known[.originalAppVersion])
        expirationDate = try reader.date(known[.expirationDate])
        appAppleID = reader.optionalInteger(known[.appAppleID])
        originalPurchaseDate = reader.optionalDate(known[.originalPurchaseDate])
        opaqueRange = known[.opaqueValue]?.value
        hash = known[.hash]?.value
        encodedBundleID = known[.bundleID]?.value
        purchases.reserveCapacity(summary.purchases.count)
        for value in summary.purchases { purchases.append(try ReceiptPurchase(value, reader)) }
    }

    /// Makes the receipt's hash different from other hashes.
    package var opaqueValue: [UInt8]? { opaqueRange.map { Array(content[$0]) } }

    /// Whether the receipt was made for the device with this identifier: 16 bytes on iOS, the address of a network card
    /// on macOS.
    package func isFor(device identifier: [UInt8]) -> Bool {
        guard let opaqueRange, let hash, let encodedBundleID else { return false }
        return Digest.sha1(identifier + content[opaqueRange] + content[encodedBundleID])[...] == content[hash]
    }
}

/// A purchase from a receipt. Dates are in milliseconds since 1970.
package struct ReceiptPurchase: Sendable, Hashable {
    package var transactionID: UInt64?
    package var originalTransactionID: UInt64?
    package var productID: String?
    package var productType: ReceiptProductType?
    package var quantity: Int32?
    package var purchaseDate: Int64?
    package var originalPurchaseDate: Int64?
    package var expirationDate: Int64?
    package var cancellationDate: Int64?
    package var webOrderLineItemID: UInt64?
    package var isInTrialPeriod = false
    package var isInIntroductoryOffer = false
    package var promotionalOfferID: String?

    /// In the order of the receipt.
    package var attributes: [ReceiptAttribute] = []

    package init() {}
}

extension ReceiptPurchase {
    init(_ value: Range<Int>, _ reader: ReceiptAttributeReader) throws(Rejection) {
        attributes = try reader.attributes(value, of: "a purchase of the receipt")
        var known = KnownAttributes<ReceiptAttribute.KnownOfPurchase>()
        for attribute in attributes { try known.insert(attribute) }
        transactionID = try reader.id(known[.transactionID])
        originalTransactionID = try reader.id(known[.originalTransactionID])
        productID = try reader.text(known[.productID])
        quantity = try reader.integer(known[.quantity])
        purchaseDate = try reader.date(known[.purchaseDate])
        originalPurchaseDate = try reader.date(known[.originalPurchaseDate])
        expirationDate = try reader.date(known[.expirationDate])
        cancellationDate = try reader.date(known[.cancellationDate])
        webOrderLineItemID = try reader.integer(known[.webOrderLineItemID])
        isInIntroductoryOffer = try reader.integer(known[.isInIntroductoryOffer]) as Int64? == 1
        isInTrialPeriod = reader.optionalInteger(known[.isInTrialPeriod]) as Int64? == 1
        productType = reader.optionalInteger(known[.productType]).flatMap(ReceiptProductType.init(rawValue:))
        promotionalOfferID = reader.optionalText(known[.promotionalOfferID]).flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The attributes of one set that have a name here, each once.
struct KnownAttributes<Name: RawRepresentable & CaseIterable & Hashable> where Name.RawValue == Int32 {
    private var attributes: [Name: ReceiptAttribute] = [:]

    /// Attributes without a name may repeat.
    mutating func insert(_ attribute: ReceiptAttribute) throws(Rejection) {
        guard let name = Name(rawValue: attribute.type) else { return }
        guard attributes.updateValue(attribute, forKey: name) == nil else {
            throw Rejection(
                .malformed, "the receipt contains attribute \(attribute.type) twice, but only one is allowed")
        }
    }

    subscript(name: Name) -> ReceiptAttribute? { attributes[name] }
}

/// Apple does not document the numbers. Real receipts contain them.
package enum ReceiptProductType: Int, Sendable, Hashable, CaseIterable {
    case nonConsumable = 0
    case consumable = 1
    case nonRenewingSubscription = 2
    case autoRenewableSubscription = 3
}

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
