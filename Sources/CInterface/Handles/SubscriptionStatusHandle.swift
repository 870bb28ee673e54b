import IAPModel
import PaymentQueue

final class SubscriptionStatusHandle: Handle {
    let status: SubscriptionStatus
    let transaction: TransactionHandle
    let renewalInfo: RenewalInfoHandle
    private let texts: Texts

    init(_ status: SubscriptionStatus, of owner: UInt) {
        self.status = status
        transaction = TransactionHandle(QueuedTransaction(told: status.transaction), of: owner)
        renewalInfo = RenewalInfoHandle(status.renewalInfo)
        texts = Texts([status.groupID])
    }

    var groupID: UnsafePointer<CChar>? { texts[0] }
}

final class SubscriptionStatusListHandle: Handle {
    let statuses: [SubscriptionStatusHandle]

    init(_ statuses: [SubscriptionStatus], of owner: UInt) {
        self.statuses = statuses.map { SubscriptionStatusHandle($0, of: owner) }
    }
}

/// Lives as long as its status.
final class RenewalInfoHandle: Handle {
    enum Text: Int, CaseIterable {
        case productID, autoRenewProductID, offerID, environment, currencyCode, appAccountToken, appTransactionID
        case signedText, json
    }

    let info: RenewalInfo
    let eligibleWinBackOfferIDs: Texts
    private let texts: Texts

    init(_ info: RenewalInfo) {
        self.info = info
        eligibleWinBackOfferIDs = Texts(info.eligibleWinBackOfferIDs)
        texts = Texts([
            info.productID, info.autoRenewProductID, info.offer?.id, info.environment,
            info.renewalPrice?.currencyCode.orNilIfEmpty, info.appAccountToken, info.appTransactionID, info.signedText,
            info.json,
        ])
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text.rawValue] }
}
