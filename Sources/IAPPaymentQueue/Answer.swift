package import IAPModel

/// The result of a `Request` that does not fail.
package enum Answer: Sendable, Hashable {
    case done
    case flag(Bool)
    case text(String)
    case products(ProductsAnswer)
    case transactions(TransactionPage)
    case storefront(Storefront)
    case statuses([SubscriptionStatus])
    case appTransaction(AppTransaction)
    case promotions([Promotion])
    /// What the account may use after a restore.
    case entitlements([Transaction])

    /// The kind of a response. Each request has one kind of response.
    package enum Kind: Sendable, Hashable, CaseIterable {
        case done, flag, text, products, transactions, storefront, statuses, appTransaction, promotions, entitlements
    }

    package var kind: Kind {
        switch self {
        case .done: .done
        case .flag: .flag
        case .text: .text
        case .products: .products
        case .transactions: .transactions
        case .storefront: .storefront
        case .statuses: .statuses
        case .appTransaction: .appTransaction
        case .promotions: .promotions
        case .entitlements: .entitlements
        }
    }
}

/// The store's response to a request for products.
package struct ProductsAnswer: Sendable, Hashable {
    package var products: [Product]
    /// The ids that the store does not know, in the order of the request.
    package var invalidIDs: [String]
    package var source: ListSource

    /// The source of the ids of the request.
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
