/// The searches for transactions. Each one that devices make often finds what it looks for in an index, however long the
/// account's history is.
enum LedgerQuery: Sendable, CaseIterable {
    case byID, unfinished, history, lasting, latestOfProduct, owned, latestOfGroup

    var text: String { "SELECT \(LedgerTransaction.columns) FROM ledger WHERE \(condition)" }

    /// Word for word the conditions of indexes.
    private static let isListed = "(product_type <> 'Consumable' OR is_finished = 0 OR revocation_ms IS NOT NULL)"
    private static let isLasting =
        "product_type <> 'Consumable' AND expiration_ms IS NULL AND revocation_ms IS NULL"

    private var condition: String {
        switch self {
        case .byID: "transaction_id = ?"
        case .unfinished: "account = ? AND is_finished = 0 ORDER BY transaction_id"
        case .history: "account = ? AND \(Self.isListed) ORDER BY transaction_id"
        case .lasting: "account = ? AND \(Self.isLasting) ORDER BY transaction_id"
        case .latestOfProduct:
            "account = ? AND product_id = ? AND \(Self.isListed) ORDER BY transaction_id DESC LIMIT 1"
        case .owned:
            """
            account = ? AND product_id = ? AND \(Self.isListed) AND revocation_ms IS NULL
            AND product_type = 'Non-Consumable' ORDER BY transaction_id DESC LIMIT 1
            """
        case .latestOfGroup: "account = ? AND group_id = ? ORDER BY transaction_id DESC LIMIT 1"
        }
    }
}
