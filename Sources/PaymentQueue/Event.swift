package import IAPModel

/// News for the game, in the order in which it happened.
package enum Event: Sendable, Hashable {
    case productsReceived(request: UInt64, Result<ProductsAnswer, IAPError>)
    case transactionsReceived(request: UInt64, Result<[QueuedTransaction], IAPError>)
    case storefrontReceived(request: UInt64, Result<Storefront, IAPError>)
    case transactionUpdated(QueuedTransaction)
    case transactionRemoved(QueuedTransaction)
    case restoreFinished(request: UInt64)
    case restoreFailed(request: UInt64, IAPError)
    case entitlementRevoked(QueuedTransaction)
    case storefrontChanged(Storefront)
    case problemReported(IAPError)
}

/// What the store answered to a request for products.
package struct ProductsAnswer: Sendable, Hashable {
    package var products: [Product]
    /// The ids that the store does not know, in the order asked for.
    package var invalidIDs: [String]

    package init(products: [Product], invalidIDs: [String]) {
        self.products = products
        self.invalidIDs = invalidIDs
    }
}

/// Which transactions to ask the store for.
package struct TransactionQuery: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case unfinished, all, currentEntitlements, latest
    }

    package var kind: Kind
    /// Only this product; `latest` needs one.
    package var productID: String?

    package init(_ kind: Kind, productID: String?) {
        self.kind = kind
        self.productID = productID
    }
}

/// A request that ends in exactly one completion.
package enum Request: Sendable, Hashable {
    case products([String])
    case transactions(TransactionQuery)
    case storefront
    case restore
}
