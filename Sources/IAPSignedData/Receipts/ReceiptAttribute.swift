/// A field of a receipt or of one of its purchases: a number and bytes. The bytes are usually DER.
package struct ReceiptAttribute: Sendable, Hashable {
    package var type: Int32
    private var offset: UInt32
    private var count: UInt32

    /// The range of the value in the receipt's content.
    package var value: Range<Int> { Int(offset)..<Int(offset) + Int(count) }

    init(type: Int32, value: Range<Int>) {
        self.type = type
        // No receipt has more bytes than fit.
        offset = UInt32(value.lowerBound)
        count = UInt32(value.count)
    }
}

extension ReceiptAttribute {
    /// The attributes of the receipt itself. Apple does not document 0, 1 and 18.
    package enum Known: Int32, CaseIterable {
        case environment = 0
        case appAppleID = 1
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

    /// The attributes of a purchase. Apple does not document 1707, 1713 and 1721.
    package enum KnownOfPurchase: Int32, CaseIterable {
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
}
