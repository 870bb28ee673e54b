internal import IAPDatabase
internal import IAPModel

/// Purchases without a charge. The list omits those that nobody approved in time.
extension Ledger {
    /// Its parameter is the value of `endOfApprovals(at:)`.
    static let isOpenAttempt = "(kind <> 'approval' OR requested_ms > ?)"

    /// Purchases that have waited for approval since this time or longer are gone.
    static func endOfApprovals(at now: Int64) -> Value { .integer(now.clampedSubtracting(Attempt.approvalPeriod)) }

    func insert(_ attempt: Attempt) throws(DatabaseError) {
        try database.run(Attempt.insertion, attempt.values)
    }

    /// Oldest first.
    func approvals(at now: Int64) throws(DatabaseError) -> [Attempt] {
        try database.query(
            """
            SELECT \(Attempt.columns) FROM attempt WHERE kind = 'approval' AND \(Self.isOpenAttempt) ORDER BY id
            """, [Self.endOfApprovals(at: now)], Attempt.init)
    }

    func attempt(_ id: UInt64, at now: Int64) throws(DatabaseError) -> Attempt? {
        try database.query(
            "SELECT \(Attempt.columns) FROM attempt WHERE id = ? AND \(Self.isOpenAttempt)",
            [Value(bits: id), Self.endOfApprovals(at: now)], Attempt.init
        ).first
    }

    func removeAttempt(_ id: UInt64) throws(DatabaseError) {
        try database.run("DELETE FROM attempt WHERE id = ?", [Value(bits: id)])
    }
}

extension Attempt {
    private enum Column: Int32, NamedColumn {
        case id, kind, failure, account, device, productID, quantity, appAccountToken, requestDate, currency,
            offerType, offerID, allowsIntroductoryOffer, billingPlan, advancedCommerce, seats

        var name: String {
            switch self {
            case .id: "id"
            case .kind: "kind"
            case .failure: "failure"
            case .account: "account"
            case .device: "device"
            case .productID: "product_id"
            case .quantity: "quantity"
            case .appAccountToken: "app_account_token"
            case .requestDate: "requested_ms"
            case .currency: "currency"
            case .offerType: "offer_type"
            case .offerID: "offer_id"
            case .allowsIntroductoryOffer: "allows_introductory_offer"
            case .billingPlan: "billing_plan"
            case .advancedCommerce: "advanced_commerce"
            case .seats: "seats"
            }
        }
    }

    fileprivate static let columns = Column.list

    /// Its parameters are `values`.
    fileprivate static let insertion = "INSERT INTO attempt (\(columns)) VALUES (\(Column.parameters))"

    fileprivate init(_ row: Row) {
        self.init(
            id: row.bits(Column.id), kind: Kind(rawValue: row.text(Column.kind)) ?? .failed,
            account: row.text(Column.account), device: row.text(Column.device), productID: row.text(Column.productID),
            quantity: Int(row.integer(Column.quantity)), appAccountToken: row.optionalText(Column.appAccountToken),
            requestDate: row.integer(Column.requestDate), currencyCode: row.text(Column.currency),
            failure: row.optionalText(Column.failure).flatMap(StoreFailure.Kind.init(rawValue:)))
        offer = row.optionalInteger(Column.offerType).map {
            OfferChoice(type: OfferType(rawValue: Int($0)), id: row.text(Column.offerID))
        }
        allowsIntroductoryOffer = row.optionalInteger(Column.allowsIntroductoryOffer).map { $0 != 0 }
        billingPlanType = row.optionalText(Column.billingPlan).map(BillingPlanType.init(rawValue:))
        advancedCommerceInfo = row.optionalText(Column.advancedCommerce)
        seats = row.optionalInteger(Column.seats).map(Int.init)
    }

    fileprivate var values: [Value] { Column.allCases.map(value) }

    private func value(_ column: Column) -> Value {
        switch column {
        case .id: Value(bits: id)
        case .kind: Value(kind.rawValue)
        case .failure: Value(failure?.rawValue)
        case .account: Value(account)
        case .device: Value(device)
        case .productID: Value(productID)
        case .quantity: Value(quantity)
        case .appAccountToken: Value(appAccountToken)
        case .requestDate: .integer(requestDate)
        case .currency: Value(currencyCode)
        case .offerType: Value((offer?.type.rawValue).map(Int64.init))
        case .offerID: Value(offer?.id)
        case .allowsIntroductoryOffer: Value(allowsIntroductoryOffer.map { $0 ? 1 : 0 })
        case .billingPlan: Value(billingPlanType?.rawValue)
        case .advancedCommerce: Value(advancedCommerceInfo)
        case .seats: Value(seats.map(Int64.init))
        }
    }
}
