import CIAP
import IAPBoundary
import IAPSignedData

/// Unchecked Sendable: the memory never changes after it was filled.
final class AppReceiptHandle: Handle, @unchecked Sendable {
    enum Text: Int, CaseIterable {
        case receiptType, bundleID, appVersion, originalAppVersion
    }

    let receipt: AppReceipt
    let purchases: [ReceiptPurchaseHandle]
    /// The signed content, at a fixed address.
    private let content: UnsafeMutableRawBufferPointer
    private let texts: NamedTexts<Text>

    init(_ receipt: AppReceipt) {
        self.receipt = receipt
        content = .allocate(byteCount: max(receipt.content.count, 1), alignment: 1)
        content.copyBytes(from: receipt.content)
        texts = NamedTexts { name in
            switch name {
            case .receiptType: receipt.receiptType
            case .bundleID: receipt.bundleID
            case .appVersion: receipt.appVersion
            case .originalAppVersion: receipt.originalAppVersion
            }
        }
        let content = UnsafeRawBufferPointer(content)
        purchases = receipt.purchases.map { ReceiptPurchaseHandle($0, content: content) }
    }

    deinit { content.deallocate() }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }

    func attribute(
        _ index: Int, _ type: UnsafeMutablePointer<Int32>?, _ value: UnsafeMutablePointer<iap_bytes>?
    ) -> Int32 {
        give(receipt.attributes.element(index), UnsafeRawBufferPointer(content), type, value)
    }
}

/// Lives as long as its receipt or its response. Unchecked Sendable: the memory belongs to its receipt and never
/// changes.
final class ReceiptPurchaseHandle: Handle, @unchecked Sendable {
    enum Text: Int, CaseIterable {
        case productID, promotionalOfferID, appAccountToken, offerCodeName, subscriptionGroupID
    }

    let purchase: ReceiptPurchase
    /// The signed content. Empty for a purchase of a response, which is not signed.
    private let content: UnsafeRawBufferPointer
    private let texts: NamedTexts<Text>

    init(_ purchase: ReceiptPurchase, content: UnsafeRawBufferPointer) {
        self.purchase = purchase
        self.content = content
        texts = NamedTexts { name in
            switch name {
            case .productID: purchase.productID
            case .promotionalOfferID: purchase.promotionalOfferID
            case .appAccountToken: purchase.appAccountToken
            case .offerCodeName: purchase.offerCodeName
            case .subscriptionGroupID: purchase.subscriptionGroupID
            }
        }
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }

    func attribute(
        _ index: Int, _ type: UnsafeMutablePointer<Int32>?, _ value: UnsafeMutablePointer<iap_bytes>?
    ) -> Int32 {
        give(purchase.attributes.element(index), content, type, value)
    }
}

private func give(
    _ attribute: ReceiptAttribute?, _ content: UnsafeRawBufferPointer, _ type: UnsafeMutablePointer<Int32>?,
    _ value: UnsafeMutablePointer<iap_bytes>?
) -> Int32 {
    guard let attribute, let start = content.baseAddress else { return 0 }
    type?.pointee = attribute.type
    value?.pointee = iap_bytes(
        bytes: (start + attribute.value.lowerBound).assumingMemoryBound(to: UInt8.self),
        length: attribute.value.count)
    return 1
}
