/// What a game can request. Each request ends with exactly one `Answer` or error.
package enum Request: Sendable, Hashable {
    case products([String])
    case productList(ProductListRequest)
    /// Products as the store last described them. Nil requests all products in the cache.
    case cachedProducts([String]?)
    case inventory(InventoryChange)
    case inventoryExport
    /// Writes a copy of the audit log.
    case auditCopy(path: String)
    case transactions(TransactionQuery)
    case restore
    /// A request that only the store handles.
    case store(StoreRequest)

    /// The kind of the response, even if the request fails.
    package var answerKind: Answer.Kind {
        switch self {
        case .products, .productList, .cachedProducts: .products
        case .inventory, .auditCopy: .done
        case .inventoryExport: .text
        case .transactions: .transactions
        case .restore: .entitlements
        case .store(let request): request.answerKind
        }
    }
}
