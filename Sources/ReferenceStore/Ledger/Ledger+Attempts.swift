internal import Database
internal import IAPModel

/// Purchases that were not charged. Those whose approval nobody has given in time are none any more.
extension Ledger {
    private static let attemptColumns = """
        id, kind, failure, account, device, product_id, quantity, app_account_token, requested_ms, currency, offer_type,
        offer_id, allows_introductory_offer, billing_plan, advanced_commerce, seats
        """

    /// The value is what `endOfApprovals(at:)` gives.
    static let isOpenAttempt = "(kind <> 'approval' OR requested_ms > ?)"

    /// Purchases that have waited for approval since this moment or longer are gone.
    static func endOfApprovals(at now: Int64) -> Value { .integer(now.clampedSubtracting(Attempt.approvalPeriod)) }

    func insert(_ attempt: Attempt) throws(DatabaseError) {
        let values = attempt.values
        let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
        try database.run("INSERT INTO attempt (\(Self.attemptColumns)) VALUES (\(marks))", values)
    }

    /// Oldest first.
    func approvals(at now: Int64) throws(DatabaseError) -> [Attempt] {
        try database.query(
            """
            SELECT \(Self.attemptColumns) FROM attempt WHERE kind = 'approval' AND \(Self.isOpenAttempt) ORDER BY id
            """, [Self.endOfApprovals(at: now)], Attempt.init)
    }

    func attempt(_ id: UInt64, at now: Int64) throws(DatabaseError) -> Attempt? {
        try database.query(
            "SELECT \(Self.attemptColumns) FROM attempt WHERE id = ? AND \(Self.isOpenAttempt)",
            [Value(bits: id), Self.endOfApprovals(at: now)], Attempt.init
        ).first
    }

    func removeAttempt(_ id: UInt64) throws(DatabaseError) {
        try database.run("DELETE FROM attempt WHERE id = ?", [Value(bits: id)])
    }
}

extension Attempt {
    fileprivate init(_ row: Row) {
        self.init(
            id: row.bits(0), kind: Kind(rawValue: row.text(1)) ?? .failed, account: row.text(3), device: row.text(4),
            productID: row.text(5), quantity: Int(row.integer(6)), appAccountToken: row.optionalText(7),
            requestDate: row.integer(8), currencyCode: row.text(9),
            failure: row.optionalText(2).flatMap(StoreFailure.Kind.init(rawValue:)))
        offer = row.optionalInteger(10).map { OfferChoice(type: OfferType(rawValue: Int($0)), id: row.text(11)) }
        allowsIntroductoryOffer = row.optionalInteger(12).map { $0 != 0 }
        billingPlanType = row.optionalText(13).map(BillingPlanType.init(rawValue:))
        advancedCommerceInfo = row.optionalText(14)
        seats = row.optionalInteger(15).map(Int.init)
    }

    fileprivate var values: [Value] {
        [
            Value(bits: id), Value(kind.rawValue), Value(failure?.rawValue), Value(account), Value(device),
            Value(productID), Value(quantity), Value(appAccountToken), .integer(requestDate), Value(currencyCode),
            Value((offer?.type.rawValue).map(Int64.init)), Value(offer?.id),
            Value(allowsIntroductoryOffer.map { $0 ? 1 : 0 }), Value(billingPlanType?.rawValue),
            Value(advancedCommerceInfo), Value(seats.map(Int64.init)),
        ]
    }
}
