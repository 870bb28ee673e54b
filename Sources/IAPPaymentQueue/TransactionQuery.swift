package import IAPModel

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
    /// Nil for the first page.
    package var page: TransactionPage.Mark?

    package init(_ kind: Kind, productID: String?, limit: Int? = nil, page: TransactionPage.Mark? = nil) {
        self.kind = kind
        self.productID = productID
        self.limit = limit
        self.page = page
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
    package struct Mark: Sendable, Hashable, Comparable {
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

        package static func < (one: Mark, other: Mark) -> Bool {
            (one.purchaseDate, one.id) < (other.purchaseDate, other.id)
        }
    }
}
