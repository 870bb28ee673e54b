internal import IAPDatabase
internal import IAPModel

extension LedgerTransaction {
    private enum Column: Int32, NamedColumn {
        case id, originalID, account, productID, productType, quantity, purchaseDate, originalPurchaseDate,
            expirationDate, groupID, orderLineItemID, appAccountToken, ownership, storefront, storefrontID,
            price, currency, reason, revocationDate, revocationReason, revocationType, revocationPercentage,
            isUpgraded, isFinished, offerType, offerID, offerMode, offerPeriod, billingPlan, commitmentNumber,
            commitmentCount, commitmentEnd, commitmentPrice, advancedCommerce, seats, refunded, sharedFrom

        var name: String {
            switch self {
            case .id: "transaction_id"
            case .originalID: "original_id"
            case .account: "account"
            case .productID: "product_id"
            case .productType: "product_type"
            case .quantity: "quantity"
            case .purchaseDate: "purchase_ms"
            case .originalPurchaseDate: "original_purchase_ms"
            case .expirationDate: "expiration_ms"
            case .groupID: "group_id"
            case .orderLineItemID: "order_line_id"
            case .appAccountToken: "app_account_token"
            case .ownership: "ownership"
            case .storefront: "storefront"
            case .storefrontID: "storefront_id"
            case .price: "price_milliunits"
            case .currency: "currency"
            case .reason: "reason"
            case .revocationDate: "revocation_ms"
            case .revocationReason: "revocation_reason"
            case .revocationType: "revocation_type"
            case .revocationPercentage: "revocation_percentage"
            case .isUpgraded: "is_upgraded"
            case .isFinished: "is_finished"
            case .offerType: "offer_type"
            case .offerID: "offer_id"
            case .offerMode: "offer_mode"
            case .offerPeriod: "offer_period"
            case .billingPlan: "billing_plan"
            case .commitmentNumber: "commitment_number"
            case .commitmentCount: "commitment_count"
            case .commitmentEnd: "commitment_end_ms"
            case .commitmentPrice: "commitment_price_milliunits"
            case .advancedCommerce: "advanced_commerce"
            case .seats: "seats"
            case .refunded: "refunded_milliunits"
            case .sharedFrom: "shared_from"
            }
        }
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
            id: row.bits(Column.id), originalID: row.bits(Column.originalID), account: row.text(Column.account),
            productID: row.text(Column.productID), productType: ProductType(rawValue: row.text(Column.productType)),
            quantity: Int(row.integer(Column.quantity)), purchaseDate: row.integer(Column.purchaseDate),
            originalPurchaseDate: row.integer(Column.originalPurchaseDate),
            expirationDate: row.optionalInteger(Column.expirationDate),
            subscriptionGroupID: row.optionalText(Column.groupID),
            webOrderLineItemID: row.optionalInteger(Column.orderLineItemID).map(UInt64.init),
            appAccountToken: row.optionalText(Column.appAccountToken),
            ownership: Transaction.Ownership(rawValue: row.text(Column.ownership)),
            storefront: Storefront(countryCode: row.text(Column.storefront), id: row.text(Column.storefrontID)),
            price: Money(milliunits: row.integer(Column.price), currencyCode: row.text(Column.currency)),
            reason: Reason(rawValue: row.text(Column.reason)) ?? .purchase, revocation: Self.revocation(row),
            isUpgraded: row.bool(Column.isUpgraded), isFinished: row.bool(Column.isFinished))
        offer = Self.offer(row)
        billingPlanType = row.optionalText(Column.billingPlan).map(BillingPlanType.init(rawValue:))
        commitment = row.optionalInteger(Column.commitmentNumber).map { number in
            Transaction.Commitment(
                periodNumber: Int(number), periodCount: Int(row.integer(Column.commitmentCount)),
                expirationDate: row.integer(Column.commitmentEnd), priceMilliunits: row.integer(Column.commitmentPrice))
        }
        advancedCommerceInfo = row.optionalText(Column.advancedCommerce)
        seats = Int(row.integer(Column.seats))
        refundedMilliunits = row.integer(Column.refunded)
        sharedFrom = row.optionalInteger(Column.sharedFrom).map(UInt64.init(bitPattern:))
    }

    private static func revocation(_ row: Row) -> Transaction.Revocation? {
        row.optionalInteger(Column.revocationDate).map { date in
            Transaction.Revocation(
                date: date, reason: row.optionalInteger(Column.revocationReason).map(Int.init),
                type: row.optionalText(Column.revocationType).map(Transaction.Revocation.Kind.init(rawValue:)),
                percentage: row.optionalInteger(Column.revocationPercentage).map(Int.init))
        }
    }

    private static func offer(_ row: Row) -> AppliedOffer? {
        row.optionalInteger(Column.offerType).map { type in
            AppliedOffer(
                type: OfferType(rawValue: Int(type)), id: row.optionalText(Column.offerID),
                paymentMode: row.optionalText(Column.offerMode).map(PaymentMode.init(rawValue:)),
                period: row.optionalText(Column.offerPeriod).flatMap(Period.init(iso8601:)))
        }
    }

    var values: [Value] { Column.allCases.map(value) }

    private func value(_ column: Column) -> Value {
        switch column {
        case .id: Value(bits: id)
        case .originalID: Value(bits: originalID)
        case .account: Value(account)
        case .productID: Value(productID)
        case .productType: Value(productType.rawValue)
        case .quantity: Value(quantity)
        case .purchaseDate: .integer(purchaseDate)
        case .originalPurchaseDate: .integer(originalPurchaseDate)
        case .expirationDate: Value(expirationDate)
        case .groupID: Value(subscriptionGroupID)
        case .orderLineItemID: Value(webOrderLineItemID.map(Int64.init))
        case .appAccountToken: Value(appAccountToken)
        case .ownership: Value(ownership.rawValue)
        case .storefront: Value(storefront.countryCode)
        case .storefrontID: Value(storefront.id)
        case .price: .integer(price.milliunits)
        case .currency: Value(price.currencyCode)
        case .reason: Value(reason.rawValue)
        case .revocationDate: Value(revocation?.date)
        case .revocationReason: Value(revocation?.reason.map(Int64.init))
        case .revocationType: Value(revocation?.type?.rawValue)
        case .revocationPercentage: Value(revocation?.percentage.map(Int64.init))
        case .isUpgraded: Value(isUpgraded)
        case .isFinished: Value(isFinished)
        case .offerType: Value((offer?.type.rawValue).map(Int64.init))
        case .offerID: Value(offer?.id)
        case .offerMode: Value(offer?.paymentMode?.rawValue)
        case .offerPeriod: Value(offer?.period?.iso8601)
        case .billingPlan: Value(billingPlanType?.rawValue)
        case .commitmentNumber: Value((commitment?.periodNumber).map(Int64.init))
        case .commitmentCount: Value((commitment?.periodCount).map(Int64.init))
        case .commitmentEnd: Value(commitment?.expirationDate)
        case .commitmentPrice: Value(commitment?.priceMilliunits)
        case .advancedCommerce: Value(advancedCommerceInfo)
        case .seats: Value(seats)
        case .refunded: .integer(refundedMilliunits)
        case .sharedFrom: Value(sharedFrom.map(Int64.init(bitPattern:)))
        }
    }
}
