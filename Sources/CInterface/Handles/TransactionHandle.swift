import IAPModel
import PaymentQueue

final class TransactionHandle: Handle {
    enum Text: Int, CaseIterable {
        case productID, appAccountToken, groupID, environment, signedText
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
        original =
            item.state == .restored
            ? item.transaction.map { TransactionHandle(QueuedTransaction($0, state: .purchased), of: owner) } : nil
        texts = Texts([
            item.productID, item.appAccountToken, item.transaction?.subscriptionGroupID, item.transaction?.environment,
            item.transaction?.signedText,
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

    init(_ items: [QueuedTransaction], of owner: UInt) {
        transactions = items.map { TransactionHandle($0, of: owner) }
    }
}
