internal import IAPSignedText

/// A purchase from a receipt or from a response of `verifyReceipt`. Dates are in milliseconds since 1970.
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

    // Only in responses.

    /// 0 or 1.
    package var cancellationReason: Int?
    package var appAccountToken: String?
    /// `PURCHASED` or `FAMILY_SHARED`.
    package var ownership: String?
    package var isUpgraded = false
    package var offerCodeName: String?
    package var subscriptionGroupID: String?

    /// The attributes in a receipt, in their order. A response has none.
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
