internal import IAPDatabase
package import IAPModel

/// A charge in the ledger, with everything that the store signs for it. Times are milliseconds since 1970.
package struct LedgerTransaction: Sendable, Hashable {
    package var id: UInt64
    package var originalID: UInt64
    package var account: String
    package var productID: String
    package var productType: ProductType
    package var quantity: Int
    package var purchaseDate: Int64
    package var originalPurchaseDate: Int64
    /// Only for auto-renewable subscriptions.
    package var expirationDate: Int64?
    package var subscriptionGroupID: String?
    package var webOrderLineItemID: UInt64?
    package var appAccountToken: String?
    package var ownership: Transaction.Ownership = .purchased
    package var storefront: Storefront
    /// The price of the whole quantity and of all seats.
    package var price: Money
    package var reason: Reason = .purchase
    package var revocation: Transaction.Revocation?
    /// How much of the price was refunded.
    package var refundedMilliunits: Int64 = 0
    package var offer: AppliedOffer?
    package var billingPlanType: BillingPlanType?
    package var commitment: Transaction.Commitment?
    /// The request of Advanced Commerce, as a JSON object.
    package var advancedCommerceInfo: String?
    /// How many seats of a subscription the price includes.
    package var seats = 1
    /// Whether another subscription of the group replaced it before its end.
    package var isUpgraded: Bool = false
    package var isFinished: Bool = false
    /// The transaction of another family member that this one follows.
    package var sharedFrom: UInt64?

    package enum Reason: String, Sendable, Hashable, Codable {
        case purchase = "PURCHASE"
        case renewal = "RENEWAL"
    }
}

extension LedgerTransaction {
    private enum Column: Int32, NamedColumn {
        case transactionId, originalId, account, productId, productType, quantity, purchaseMs, originalPurchaseMs,
            expirationMs, groupId, orderLineId, appAccountToken, ownership, storefront, storefrontId, priceMilliunits,
            currency, reason, revocationMs, revocationReason, revocationType, revocationPercentage, isUpgraded,
            isFinished,
            offerType, offerId, offerMode, offerPeriod, billingPlan, commitmentNumber, commitmentCount, commitmentEndMs,
            commitmentPriceMilliunits, advancedCommerce, seats, refundedMilliunits, sharedFrom
    }

    /// The columns of statements that read transactions with `init(_:)`.
    static let columns = Column.list

    /// Its parameters are `values`. The text is built once: it is long, and SQLite finds its prepared statement by it.
    static let insertion = """
        INSERT INTO ledger (\(columns), change_number) VALUES (\(Column.parameters), \(Ledger.currentChange))
        """

    static let staleInsertion = "INSERT INTO stale_entitlement (\(columns)) VALUES (\(Column.parameters))"

    init(_ row: Row) {
        self.init(
            id: row.bits(Column.transactionId), originalID: row.bits(Column.originalId),
            account: row.text(Column.account),
            productID: row.text(Column.productId), productType: ProductType(rawValue: row.text(Column.productType)),
            quantity: Int(row.integer(Column.quantity)), purchaseDate: row.integer(Column.purchaseMs),
            originalPurchaseDate: row.integer(Column.originalPurchaseMs),
            expirationDate: row.optionalInteger(Column.expirationMs),
            subscriptionGroupID: row.optionalText(Column.groupId),
            webOrderLineItemID: row.optionalInteger(Column.orderLineId).map(UInt64.init),
            appAccountToken: row.optionalText(Column.appAccountToken),
            ownership: Transaction.Ownership(rawValue: row.text(Column.ownership)),
            storefront: Storefront(countryCode: row.text(Column.storefront), id: row.text(Column.storefrontId)),
            price: Money(milliunits: row.integer(Column.priceMilliunits), currencyCode: row.text(Column.currency)),
            reason: Reason(rawValue: row.text(Column.reason)) ?? .purchase, revocation: Self.revocation(row),
            isUpgraded: row.bool(Column.isUpgraded), isFinished: row.bool(Column.isFinished))
        offer = Self.offer(row)
        billingPlanType = row.optionalText(Column.billingPlan).map(BillingPlanType.init(rawValue:))
        commitment = row.optionalInteger(Column.commitmentNumber).map { number in
            Transaction.Commitment(
                periodNumber: Int(number), periodCount: Int(row.integer(Column.commitmentCount)),
                expirationDate: row.integer(Column.commitmentEndMs),
                priceMilliunits: row.integer(Column.commitmentPriceMilliunits))
        }
        advancedCommerceInfo = row.optionalText(Column.advancedCommerce)
        seats = Int(row.integer(Column.seats))
        refundedMilliunits = row.integer(Column.refundedMilliunits)
        sharedFrom = row.optionalInteger(Column.sharedFrom).map(UInt64.init(bitPattern:))
    }

    private static func revocation(_ row: Row) -> Transaction.Revocation? {
        row.optionalInteger(Column.revocationMs).map { date in
            Transaction.Revocation(
                date: date, reason: row.optionalInteger(Column.revocationReason).map(Int.init),
                type: row.optionalText(Column.revocationType).map(Transaction.Revocation.Kind.init(rawValue:)),
                percentage: row.optionalInteger(Column.revocationPercentage).map(Int.init))
        }
    }

    private static func offer(_ row: Row) -> AppliedOffer? {
        row.optionalInteger(Column.offerType).map { type in
            AppliedOffer(
                type: OfferType(rawValue: Int(type)), id: row.optionalText(Column.offerId),
                paymentMode: row.optionalText(Column.offerMode).map(PaymentMode.init(rawValue:)),
                period: row.optionalText(Column.offerPeriod).flatMap(Period.init(iso8601:)))
        }
    }

    var values: [Value] { Column.allCases.map(value) }

    private func value(_ column: Column) -> Value {
        switch column {
        case .transactionId: Value(bits: id)
        case .originalId: Value(bits: originalID)
        case .account: Value(account)
        case .productId: Value(productID)
        case .productType: Value(productType.rawValue)
        case .quantity: Value(quantity)
        case .purchaseMs: .integer(purchaseDate)
        case .originalPurchaseMs: .integer(originalPurchaseDate)
        case .expirationMs: Value(expirationDate)
        case .groupId: Value(subscriptionGroupID)
        case .orderLineId: Value(webOrderLineItemID.map(Int64.init))
        case .appAccountToken: Value(appAccountToken)
        case .ownership: Value(ownership.rawValue)
        case .storefront: Value(storefront.countryCode)
        case .storefrontId: Value(storefront.id)
        case .priceMilliunits: .integer(price.milliunits)
        case .currency: Value(price.currencyCode)
        case .reason: Value(reason.rawValue)
        case .revocationMs: Value(revocation?.date)
        case .revocationReason: Value(revocation?.reason.map(Int64.init))
        case .revocationType: Value(revocation?.type?.rawValue)
        case .revocationPercentage: Value(revocation?.percentage.map(Int64.init))
        case .isUpgraded: Value(isUpgraded)
        case .isFinished: Value(isFinished)
        case .offerType: Value((offer?.type.rawValue).map(Int64.init))
        case .offerId: Value(offer?.id)
        case .offerMode: Value(offer?.paymentMode?.rawValue)
        case .offerPeriod: Value(offer?.period?.iso8601)
        case .billingPlan: Value(billingPlanType?.rawValue)
        case .commitmentNumber: Value((commitment?.periodNumber).map(Int64.init))
        case .commitmentCount: Value((commitment?.periodCount).map(Int64.init))
        case .commitmentEndMs: Value(commitment?.expirationDate)
        case .commitmentPriceMilliunits: Value(commitment?.priceMilliunits)
        case .advancedCommerce: Value(advancedCommerceInfo)
        case .seats: Value(seats)
        case .refundedMilliunits: .integer(refundedMilliunits)
        case .sharedFrom: Value(sharedFrom.map(Int64.init(bitPattern:)))
        }
    }
}

extension NamedColumn {
    /// The case `purchaseMs` is the column `purchase_ms`.
    var name: String { "\(self)".map { $0.isUppercase ? "_\($0.lowercased())" : String($0) }.joined() }
}

/// The queries for transactions. Each frequent query of devices uses an index, even if the account's history is long.
enum LedgerQuery: Sendable, CaseIterable {
    case byID, unfinished, unfinishedConsumable, purchaseBefore, history, lasting, latestOfProduct, owned, copy, copies
    case sharedSubscriptions

    var text: String { "SELECT \(LedgerTransaction.columns) FROM ledger WHERE \(condition)" }

    /// These are exactly the conditions of indexes.
    private static let isListed = "(product_type <> 'Consumable' OR is_finished = 0 OR revocation_ms IS NOT NULL)"
    private static let isLasting = "product_type <> 'Consumable' AND expiration_ms IS NULL AND revocation_ms IS NULL"

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
