import IAPBoundary
package import IAPModel
package import IAPPaymentQueue

package final class TransactionHandle: Handle {
    package enum Text: Int, CaseIterable {
        case productID, appAccountToken, groupID, environment, signedText, appBundleID, webOrderLineItemID
        case storefrontCountryCode, storefrontIdentifier, currencyCode, offerID, appTransactionID
        case advancedCommerceInfo, deviceVerification, deviceVerificationNonce, json
    }

    package let item: QueuedTransaction
    /// The number of the client that created it. Each client numbers its own payments.
    package let owner: UInt
    /// For a restored transaction, the purchase that it restores.
    package let original: TransactionHandle?
    private let texts: NamedTexts<Text>

    package init(_ item: QueuedTransaction, of owner: UInt) {
        self.item = item
        self.owner = owner
        let transaction = item.transaction
        original =
            item.state == .restored
            ? transaction.map { TransactionHandle(QueuedTransaction($0, state: .purchased), of: owner) } : nil
        texts = NamedTexts { name in
            switch name {
            case .productID: item.productID
            case .appAccountToken: item.appAccountToken
            case .groupID: transaction?.subscriptionGroupID
            case .environment: transaction?.environment
            case .signedText: transaction?.signedText
            case .appBundleID: transaction?.appBundleID
            case .webOrderLineItemID: transaction?.webOrderLineItemID
            case .storefrontCountryCode: transaction?.storefront?.countryCode.orNilIfEmpty
            case .storefrontIdentifier: transaction?.storefront?.id.orNilIfEmpty
            case .currencyCode: transaction?.price?.currencyCode.orNilIfEmpty
            case .offerID: transaction?.offer?.id
            case .appTransactionID: transaction?.appTransactionID
            case .advancedCommerceInfo: transaction?.advancedCommerceInfo
            case .deviceVerification: transaction?.deviceVerification
            case .deviceVerificationNonce: transaction?.deviceVerificationNonce
            case .json: transaction?.json
            }
        }
    }

    package func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }

    /// The key of this transaction in the queue.
    package var key: PaymentQueue.Key {
        guard let transaction = item.transaction else { return .payment(item.paymentID) }
        return item.state == .restored ? .restored(transaction.id) : .store(transaction.id)
    }
}

package final class TransactionListHandle: Handle {
    package let transactions: [TransactionHandle]
    private let nextPageText: SingleText

    /// The transactions in the queue.
    package init(_ items: [QueuedTransaction], of owner: UInt) {
        transactions = items.map { TransactionHandle($0, of: owner) }
        nextPageText = SingleText(nil)
    }

    /// The transactions that the store returned.
    package init(_ page: TransactionPage, of owner: UInt) {
        transactions = page.transactions.map { TransactionHandle(QueuedTransaction(told: $0), of: owner) }
        nextPageText = SingleText(page.next?.text)
    }

    /// Nil on the last page.
    package var nextPage: UnsafePointer<CChar>? { nextPageText.pointer }
}

extension String {
    /// Nil for an empty text. The model uses an empty text for values that the system does not report, where Apple's
    /// own type has no other way.
    package var orNilIfEmpty: String? { isEmpty ? nil : self }
}
