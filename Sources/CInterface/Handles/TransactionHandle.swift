import IAPModel
import PaymentQueue

final class TransactionHandle: Handle {
    enum Text: Int, CaseIterable {
        case productID, appAccountToken, groupID, environment, signedText, appBundleID, webOrderLineItemID
        case storefrontCountryCode, storefrontIdentifier, currencyCode, offerID, appTransactionID
        case advancedCommerceInfo, deviceVerification, deviceVerificationNonce, json
    }

    let item: QueuedTransaction
    /// The number of the client that made it. Payments are numbered by each client for itself.
    let owner: UInt
    /// For a restored transaction, the purchase that it restores.
    let original: TransactionHandle?
    private let texts: Texts

    init(_ item: QueuedTransaction, of owner: UInt) {
        self.item = item
        self.owner = owner
        let transaction = item.transaction
        original =
            item.state == .restored
            ? transaction.map { TransactionHandle(QueuedTransaction($0, state: .purchased), of: owner) } : nil
        texts = Texts([
            item.productID, item.appAccountToken, transaction?.subscriptionGroupID, transaction?.environment,
            transaction?.signedText, transaction?.appBundleID, transaction?.webOrderLineItemID,
            transaction?.storefront?.countryCode.orNilIfEmpty, transaction?.storefront?.id.orNilIfEmpty,
            transaction?.price?.currencyCode.orNilIfEmpty, transaction?.offer?.id, transaction?.appTransactionID,
            transaction?.advancedCommerceInfo, transaction?.deviceVerification, transaction?.deviceVerificationNonce,
            transaction?.json,
        ])
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text.rawValue] }

    /// What the queue knows this transaction by.
    var key: PaymentQueue.Key {
        guard let transaction = item.transaction else { return .payment(item.paymentID) }
        return item.state == .restored ? .restored(transaction.id) : .store(transaction.id)
    }
}

final class TransactionListHandle: Handle {
    let transactions: [TransactionHandle]
    private let nextPageText: Texts

    init(_ items: [QueuedTransaction], nextPage: String? = nil, of owner: UInt) {
        transactions = items.map { TransactionHandle($0, of: owner) }
        nextPageText = Texts([nextPage])
    }

    /// Nil on the last page.
    var nextPage: UnsafePointer<CChar>? { nextPageText[0] }
}

extension String {
    /// What the system does not tell is empty in the model where Apple's own type has no way to say so.
    var orNilIfEmpty: String? { isEmpty ? nil : self }
}
