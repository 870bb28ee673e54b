package import IAPBoundary
package import IAPModel
import IAPPaymentQueue

package final class SubscriptionStatusHandle: Handle {
    package let status: SubscriptionStatus
    package let transaction: TransactionHandle
    package let renewalInfo: RenewalInfoHandle
    private let groupIDText: SingleText

    package init(_ status: SubscriptionStatus, of owner: UInt) {
        self.status = status
        transaction = TransactionHandle(QueuedTransaction(told: status.transaction), of: owner)
        renewalInfo = RenewalInfoHandle(status.renewalInfo)
        groupIDText = SingleText(status.groupID)
    }

    package var groupID: UnsafePointer<CChar>? { groupIDText.pointer }
}

package final class SubscriptionStatusListHandle: Handle {
    package let statuses: [SubscriptionStatusHandle]

    package init(_ statuses: [SubscriptionStatus], of owner: UInt) {
        self.statuses = statuses.map { SubscriptionStatusHandle($0, of: owner) }
    }
}

/// Lives as long as its status.
package final class RenewalInfoHandle: Handle {
    package enum Text: Int, CaseIterable {
        case productID, autoRenewProductID, offerID, environment, currencyCode, appAccountToken, appTransactionID
        case signedText, json
    }

    package let info: RenewalInfo
    package let eligibleWinBackOfferIDs: Texts
    private let texts: NamedTexts<Text>

    package init(_ info: RenewalInfo) {
        self.info = info
        eligibleWinBackOfferIDs = Texts(info.eligibleWinBackOfferIDs)
        texts = NamedTexts { name in
            switch name {
            case .productID: info.productID
            case .autoRenewProductID: info.autoRenewProductID
            case .offerID: info.offer?.id
            case .environment: info.environment
            case .currencyCode: info.renewalPrice?.currencyCode.orNilIfEmpty
            case .appAccountToken: info.appAccountToken
            case .appTransactionID: info.appTransactionID
            case .signedText: info.signedText
            case .json: info.json
            }
        }
    }

    package func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }
}
