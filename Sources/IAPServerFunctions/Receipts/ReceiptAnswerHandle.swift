import IAPBoundary
import IAPSignedData

final class ReceiptAnswerHandle: Handle {
    enum Text: Int, CaseIterable {
        case message, json, receiptType, bundleID, appVersion, originalAppVersion, latestReceipt
    }

    let answer: ReceiptAnswer
    let purchases: [ReceiptPurchaseHandle]
    let latest: [ReceiptPurchaseHandle]
    let renewals: [ReceiptRenewalHandle]
    private let texts: NamedTexts<Text>

    init(_ answer: ReceiptAnswer) {
        self.answer = answer
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        purchases = answer.body?.purchases.map { ReceiptPurchaseHandle($0, content: nothing) } ?? []
        latest = answer.body?.latest.map { ReceiptPurchaseHandle($0, content: nothing) } ?? []
        renewals = answer.body?.renewals.map(ReceiptRenewalHandle.init) ?? []
        texts = NamedTexts { name in
            switch name {
            case .message: answer.message
            case .json: answer.json
            case .receiptType: answer.body?.receiptType
            case .bundleID: answer.body?.bundleID
            case .appVersion: answer.body?.appVersion
            case .originalAppVersion: answer.body?.originalAppVersion
            case .latestReceipt: answer.body?.latestReceipt
            }
        }
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }
}

/// Lives as long as its response.
final class ReceiptRenewalHandle: Handle {
    enum Text: Int, CaseIterable {
        case productID, autoRenewProductID, offerCodeName, promotionalOfferID
    }

    let renewal: ReceiptRenewal
    private let texts: NamedTexts<Text>

    init(_ renewal: ReceiptRenewal) {
        self.renewal = renewal
        texts = NamedTexts { name in
            switch name {
            case .productID: renewal.productID
            case .autoRenewProductID: renewal.autoRenewProductID
            case .offerCodeName: renewal.offerCodeName
            case .promotionalOfferID: renewal.promotionalOfferID
            }
        }
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }
}
