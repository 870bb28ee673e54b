/// What a game can ask for. Each request ends with exactly one `Answer` or error.
package enum Request: Sendable, Hashable {
    case products([String])
    case productList(ProductListRequest)
    /// Products as the store last described them; nil asks for all that are kept.
    case cachedProducts([String]?)
    case inventory(InventoryChange)
    case inventoryExport
    /// Writes a copy of the audit log.
    case auditCopy(path: String)
    case transactions(TransactionQuery)
    case restore
    /// The store alone answers it.
    case store(StoreRequest)

    /// The kind of the answer, also if the request fails.
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
