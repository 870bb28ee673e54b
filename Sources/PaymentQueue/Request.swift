package import IAPModel
package import Journal

/// A request that ends in exactly one completion.
package enum Request: Sendable, Hashable {
    case products([String])
    case productList(ProductListRequest)
    /// As the store last described them; nil for all that are kept.
    case cachedProducts([String]?)
    case inventory(InventoryChange)
    case inventoryExport
    /// Writes a copy of the audit log.
    case auditCopy(path: String)
    case transactions(TransactionQuery)
    case storefront
    case restore
    case store(StoreRequest)
}

/// Where to find out which products the game sells.
package struct ProductListRequest: Sendable, Hashable {
    package var path: String?
    package var url: String?
    /// Lines of the form "Name: value".
    package var headers: [String]
    package var timeoutMilliseconds: UInt32

    package init(path: String?, url: String?, headers: [String], timeoutMilliseconds: UInt32) {
        self.path = path
        self.url = url
        self.headers = headers
        self.timeoutMilliseconds = timeoutMilliseconds
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
    /// How many at most; nil for all.
    package var limit: Int?
    /// Nil for the first page.
    package var page: TransactionPage.Mark?

    package init(_ kind: Kind, productID: String?, limit: Int? = nil, page: TransactionPage.Mark? = nil) {
        self.kind = kind
        self.productID = productID
        self.limit = limit
        self.page = page
    }
}

/// A part of the answer to a query, oldest purchase first.
package struct TransactionPage: Sendable, Hashable {
    package var transactions: [Transaction]
    /// Nil on the last page.
    package var next: Mark?

    package init(_ transactions: [Transaction], next: Mark? = nil) {
        self.transactions = transactions
        self.next = next
    }

    /// The last transaction of a page. The next page has what comes after it, whatever has come or gone before.
    package struct Mark: Sendable, Hashable, Comparable {
        package var purchaseDate: Int64
        package var id: UInt64

        package init(_ transaction: Transaction) {
            purchaseDate = transaction.purchaseDate
            id = transaction.id
        }

        /// Reads the text of a mark; nil for any other text.
        package init?(text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let date = Int64(parts[0]), let id = UInt64(parts[1]) else { return nil }
            (purchaseDate, self.id) = (date, id)
            guard self.text == text else { return nil }
        }

        package var text: String { "\(purchaseDate).\(id)" }

        package static func < (one: Mark, other: Mark) -> Bool {
            (one.purchaseDate, one.id) < (other.purchaseDate, other.id)
        }
    }
}

/// What else a game can ask the store for.
package enum StoreRequest: Sendable, Hashable {
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
        case review
        case message(UInt64)
    }

    package enum ExternalPurchase: Sendable, Hashable {
        case notice
        /// Nil for the only link that the app declares.
        case link(String?)
        case customLinkEligibility
        case customLinkToken(Token)
        case customLinkNotice(Notice)
        case linkAccount

        package enum Token: Sendable, Hashable, CaseIterable { case acquisition, services }
        package enum Notice: Sendable, Hashable, CaseIterable { case browser, withinApp }
    }

    /// What the answer is of, also if the request fails.
    package enum AnswerKind: Sendable, Hashable, CaseIterable {
        case done, flag, text, statuses, appTransaction, promotions
    }

    package var answerKind: AnswerKind {
        switch self {
        case .subscriptionStatuses, .transactionStatus: .statuses
        case .introductoryOfferEligibility, .externalPurchase(.customLinkEligibility): .flag
        case .appTransaction: .appTransaction
        case .appReceipt, .externalPurchase(.notice), .externalPurchase(.customLinkToken): .text
        case .promotions: .promotions
        case .setPromotionOrder, .setPromotionVisibility, .show, .bindPaymentMethod, .externalPurchase: .done
        }
    }
}

/// What the store answers to a `StoreRequest`.
package enum Answer: Sendable, Hashable {
    case done
    case flag(Bool)
    case text(String)
    case statuses([SubscriptionStatus])
    case appTransaction(AppTransaction)
    case promotions([Promotion])
}
