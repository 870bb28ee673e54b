package import IAPModel

/// What a game can request. Each request ends with exactly one `Response` or error.
package enum Request: Sendable, Hashable {
    case products([String])
    case productList(ProductListRequest)
    /// Products as the store last described them. Nil requests all products in the cache.
    case cachedProducts([String]?)
    case inventory(InventoryChange)
    case inventoryExport
    case auditCopy(path: String)
    case transactions(TransactionQuery)
    case restore
    /// A request that only the store handles.
    case store(StoreRequest)

    /// The kind of the response, even if the request fails.
    package var responseKind: Response.Kind {
        switch self {
        case .products, .productList, .cachedProducts: .products
        case .inventory, .auditCopy: .done
        case .inventoryExport: .text
        case .transactions: .transactions
        case .restore: .entitlements
        case .store(let request): request.responseKind
        }
    }
}

/// Requests that the store handles without the queue and the journal.
package enum StoreRequest: Sendable, Hashable {
    case storefront
    /// Nil for all groups.
    case subscriptionStatuses(groupID: String?)
    case transactionStatus(UInt64)
    case introductoryOfferEligibility(groupID: String)
    case appTransaction(isRefresh: Bool)
    case appReceipt(isRefresh: Bool)
    case promotions
    case setPromotionOrder([String])
    case setPromotionVisibility(productID: String, Promotion.Visibility)
    case show(Sheet, Anchor?)
    case externalPurchase(ExternalPurchase)
    case bindPaymentMethod(pinningID: String)

    package enum Sheet: Sendable, Hashable {
        case refund(UInt64)
        /// Nil for all groups.
        case manageSubscriptions(groupID: String?)
        case offerCodeRedemption
        case merchandising(groupID: String)
        case review
        case message(UInt64)
    }

    package enum ExternalPurchase: Sendable, Hashable {
        case notice
        /// Nil for the only link that the app declares.
        case link(String?)
        case eligibility(Kind)
        case customLinkToken(Token)
        case customLinkNotice(Notice)
        case linkAccount

        /// The numbers are those of the C header's `IAP_EXTERNAL_PURCHASE_KIND_…`.
        package enum Kind: Int32, Sendable, Hashable, CaseIterable {
            case notice = 1
            case link = 2
            case customLink = 3
            case linkAccount = 4
        }
        package enum Token: Sendable, Hashable, CaseIterable { case acquisition, services }
        package enum Notice: Sendable, Hashable, CaseIterable { case browser, withinApp }
    }

    /// The kind of the response, even if the request fails.
    package var responseKind: Response.Kind {
        switch self {
        case .storefront: .storefront
        case .subscriptionStatuses, .transactionStatus: .statuses
        case .introductoryOfferEligibility, .externalPurchase(.eligibility): .flag
        case .appTransaction: .appTransaction
        case .appReceipt, .externalPurchase(.notice), .externalPurchase(.customLinkToken): .text
        case .promotions: .promotions
        case .setPromotionOrder, .setPromotionVisibility, .show, .bindPaymentMethod, .externalPurchase: .done
        }
    }
}

/// Which transactions to request from the store.
package struct TransactionQuery: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case unfinished, all, currentEntitlements, latest
    }

    package var kind: Kind
    /// Only this product; `latest` needs one.
    package var productID: String?
    /// The maximum number; nil for all.
    package var limit: Int?
    package var page: TransactionPage.Mark?

    package init(_ kind: Kind, productID: String?, limit: Int? = nil, page: TransactionPage.Mark? = nil) {
        (self.kind, self.productID, self.limit, self.page) = (kind, productID, limit, page)
    }
}

/// A part of the result of a query, oldest purchase first.
package struct TransactionPage: Sendable, Hashable {
    package var transactions: [Transaction]
    /// Nil on the last page.
    package var next: Mark?

    package init(_ transactions: [Transaction], next: Mark? = nil) {
        self.transactions = transactions
        self.next = next
    }

    /// The last transaction of a page. The next page starts after it, even if transactions before it were added or
    /// removed.
    package struct Mark: Sendable, Hashable {
        package var purchaseDate: Int64
        package var id: UInt64

        package init(_ transaction: Transaction) {
            purchaseDate = transaction.purchaseDate
            id = transaction.id
        }

        /// Reads the text of a mark. Nil for any other text.
        package init?(text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let date = Int64(parts[0]), let id = UInt64(parts[1]) else { return nil }
            (purchaseDate, self.id) = (date, id)
            guard self.text == text else { return nil }
        }

        package var text: String { "\(purchaseDate).\(id)" }
    }
}

/// Where to find out which products the game sells.
package struct ProductListRequest: Sendable, Hashable {
    package var path: String?
    package var url: String?
    package var headers: [String]
    package var timeoutMilliseconds: UInt32

    package init(path: String?, url: String?, headers: [String], timeoutMilliseconds: UInt32) {
        (self.path, self.url, self.headers) = (path, url, headers)
        self.timeoutMilliseconds = timeoutMilliseconds
    }
}

/// A change of the inventory by the game.
package enum InventoryChange: Sendable, Hashable {
    case spend(counter: String, amount: Int64, key: String)
    case add(counter: String, amount: Int64, key: String)
    /// Takes back the grants of a revoked transaction whose policy lets the game decide.
    case takeBack(UInt64)
    case `import`(String)
}

/// The result of a `Request` that does not fail.
package enum Response: Sendable, Hashable {
    case done
    case flag(Bool)
    case text(String)
    case products(ProductsResponse)
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
}

/// The store's response to a request for products.
package struct ProductsResponse: Sendable, Hashable {
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
        (self.products, self.invalidIDs, self.source) = (products, invalidIDs, source)
    }
}
