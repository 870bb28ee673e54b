package import IAPModel

/// News for the game, in the order in which it happened.
package enum Event: Sendable, Hashable {
    case productsReceived(request: UInt64, Result<ProductsAnswer, IAPError>)
    case transactionsReceived(request: UInt64, Result<TransactionsAnswer, IAPError>)
    case storefrontReceived(request: UInt64, Result<Storefront, IAPError>)
    case answerReceived(request: UInt64, StoreRequest.AnswerKind, Result<Answer, IAPError>)
    case transactionUpdated(QueuedTransaction)
    case transactionRemoved(QueuedTransaction)
    case restoreFinished(request: UInt64)
    case restoreFailed(request: UInt64, IAPError)
    case entitlementRevoked(QueuedTransaction)
    case verificationRequested(QueuedTransaction)
    case storefrontChanged(Storefront)
    case subscriptionStatusChanged(SubscriptionStatus)
    case purchaseIntentReceived(PurchaseIntent)
    case messageReceived(StoreMessage)
    case problemReported(IAPError)
}

/// What the store answered to a request for products.
package struct ProductsAnswer: Sendable, Hashable {
    package var products: [Product]
    /// The ids that the store does not know, in the order asked for.
    package var invalidIDs: [String]
    package var source: ListSource

    /// Where the ids came from that were asked for.
    package enum ListSource: Int32, Sendable, Hashable {
        case call = 0
        case file = 1
        case server = 2
        case lastGood = 3
    }

    package init(products: [Product], invalidIDs: [String], source: ListSource = .call) {
        self.products = products
        self.invalidIDs = invalidIDs
        self.source = source
    }
}

/// What the store answered to a request for transactions.
package struct TransactionsAnswer: Sendable, Hashable {
    package var transactions: [QueuedTransaction]
    /// Where the next page begins; nil on the last one.
    package var nextPage: String?

    package init(transactions: [QueuedTransaction], nextPage: String? = nil) {
        self.transactions = transactions
        self.nextPage = nextPage
    }
}
