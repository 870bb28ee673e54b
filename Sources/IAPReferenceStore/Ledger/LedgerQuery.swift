/// The queries for transactions. Each frequent query of devices uses an index, even if the account's history is long.
enum LedgerQuery: Sendable, CaseIterable {
    case byID, unfinished, unfinishedConsumable, purchaseBefore, history, lasting, latestOfProduct, owned, copy, copies
    case sharedSubscriptions

    var text: String { "SELECT \(LedgerTransaction.columns) FROM ledger WHERE \(condition)" }

    /// These are exactly the conditions of indexes.
    private static let isListed = "(product_type <> 'Consumable' OR is_finished = 0 OR revocation_ms IS NOT NULL)"
    private static let isLasting =
        "product_type <> 'Consumable' AND expiration_ms IS NULL AND revocation_ms IS NULL"

    /// A copy repeats a purchase with another id, and decides nothing.
    private static let isOriginal =
        "NOT EXISTS (SELECT 1 FROM transaction_copy WHERE transaction_copy.transaction_id = ledger.transaction_id)"

    /// By purchase date. On the same date, the account's own purchases come before shared ones.
    private static let latestFirst = "purchase_ms DESC, shared_from IS NULL DESC, transaction_id DESC"

    private var condition: String {
        switch self {
        case .byID: "transaction_id = ?"
        case .unfinished: "account = ? AND is_finished = 0 ORDER BY transaction_id"
        case .unfinishedConsumable:
            """
            account = ? AND product_id = ? AND is_finished = 0 AND revocation_ms IS NULL
            AND product_type = 'Consumable' AND \(Self.isOriginal) ORDER BY transaction_id LIMIT 1
            """
        case .purchaseBefore:
            """
            account = ? AND transaction_id < ? AND reason = 'PURCHASE' AND shared_from IS NULL
            AND revocation_ms IS NULL AND \(Self.isOriginal) ORDER BY transaction_id DESC LIMIT 1
            """
        case .history: "account = ? AND \(Self.isListed) ORDER BY purchase_ms, transaction_id"
        case .lasting: "account = ? AND \(Self.isLasting) AND \(Self.isOriginal) ORDER BY transaction_id"
        case .latestOfProduct:
            """
            account = ? AND product_id = ? AND \(Self.isListed) AND \(Self.isOriginal)
            ORDER BY \(Self.latestFirst) LIMIT 1
            """
        case .owned:
            """
            account = ? AND product_id = ? AND \(Self.isListed) AND revocation_ms IS NULL
            AND product_type = 'Non-Consumable' AND \(Self.isOriginal) ORDER BY \(Self.latestFirst) LIMIT 1
            """
        case .copy:
            "shared_from = ? AND account = ? AND \(Self.isOriginal) ORDER BY transaction_id DESC LIMIT 1"
        case .copies:
            """
            account = ? AND shared_from IS NOT NULL AND revocation_ms IS NULL
            AND (SELECT payer.account FROM ledger AS payer WHERE payer.transaction_id = ledger.shared_from) = ?
            ORDER BY transaction_id
            """
        case .sharedSubscriptions:
            """
            transaction_id IN (SELECT max(transaction_id) FROM ledger WHERE account = ? AND shared_from IS NOT NULL
            AND group_id IS NOT NULL AND (? IS NULL OR group_id = ?) AND \(Self.isOriginal) GROUP BY group_id, original_id)
            ORDER BY original_id
            """
        }
    }
}
