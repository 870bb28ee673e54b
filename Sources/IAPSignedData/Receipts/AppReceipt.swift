package import IAPSignedText

/// An app receipt. Dates are in milliseconds since 1970.
package struct AppReceipt: Sendable, Hashable {
    /// Longer receipts are refused unread, also in Base64.
    package static let maximumLength = 16 << 20
    /// Receipts with more purchases are refused: each purchase takes many times the memory of its bytes.
    package static let maximumPurchases = 65_536

    /// The signed content.
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
