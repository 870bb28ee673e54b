internal import Database
internal import IAPModel

extension LedgerTransaction {
    /// In the order of `values`.
    static let columns = """
        transaction_id, original_id, account, product_id, product_type, quantity, purchase_ms, original_purchase_ms,
        expiration_ms, group_id, order_line_id, app_account_token, ownership, storefront, storefront_id,
        price_milliunits, currency, reason, revocation_ms, revocation_reason, revocation_type, revocation_percentage,
        is_upgraded, is_finished, offer_type, offer_id, offer_mode, offer_period, billing_plan,
        commitment_number, commitment_count, commitment_end_ms, commitment_price_milliunits, advanced_commerce, seats,
        refunded_milliunits, shared_from
        """

    /// Takes `values`. Made once: it is long, and what SQLite has prepared is found by it.
    static let insertion = {
        let marks = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO ledger (\(columns)) VALUES (\(marks))"
    }()

    init(_ row: Row) {
        self.init(
            id: row.bits(0), originalID: row.bits(1), account: row.text(2), productID: row.text(3),
            productType: ProductType(rawValue: row.text(4)), quantity: Int(row.integer(5)),
            purchaseDate: row.integer(6),
            originalPurchaseDate: row.integer(7), expirationDate: row.optionalInteger(8),
            subscriptionGroupID: row.optionalText(9), webOrderLineItemID: row.optionalInteger(10).map(UInt64.init),
            appAccountToken: row.optionalText(11), ownership: Transaction.Ownership(rawValue: row.text(12)),
            storefront: Storefront(countryCode: row.text(13), id: row.text(14)),
            price: Money(milliunits: row.integer(15), currencyCode: row.text(16)),
            reason: Reason(rawValue: row.text(17)) ?? .purchase,
            revocation: row.optionalInteger(18).map { date in
                Transaction.Revocation(
                    date: date, reason: row.optionalInteger(19).map(Int.init),
                    type: row.optionalText(20).map(Transaction.Revocation.Kind.init(rawValue:)),
                    percentage: row.optionalInteger(21).map(Int.init))
            },
            isUpgraded: row.bool(22), isFinished: row.bool(23))
        offer = AppliedOffer(row, from: 24)
        billingPlanType = row.optionalText(28).map(BillingPlanType.init(rawValue:))
        commitment = row.optionalInteger(29).map { number in
            Transaction.Commitment(
                periodNumber: Int(number), periodCount: Int(row.integer(30)), expirationDate: row.integer(31),
                priceMilliunits: row.integer(32))
        }
        advancedCommerceInfo = row.optionalText(33)
        seats = Int(row.integer(34))
        refundedMilliunits = row.integer(35)
        sharedFrom = row.optionalInteger(36).map(UInt64.init(bitPattern:))
    }

    var values: [Value] {
        [
            Value(bits: id), Value(bits: originalID), Value(account), Value(productID), Value(productType.rawValue),
            Value(quantity), .integer(purchaseDate), .integer(originalPurchaseDate), Value(expirationDate),
            Value(subscriptionGroupID), Value(webOrderLineItemID.map(Int64.init)), Value(appAccountToken),
            Value(ownership.rawValue), Value(storefront.countryCode), Value(storefront.id),
            .integer(price.milliunits), Value(price.currencyCode), Value(reason.rawValue),
            Value(revocation?.date), Value(revocation?.reason.map(Int64.init)), Value(revocation?.type?.rawValue),
            Value(revocation?.percentage.map(Int64.init)), Value(isUpgraded), Value(isFinished),
        ] + AppliedOffer.values(offer) + [
            Value(billingPlanType?.rawValue),
            Value((commitment?.periodNumber).map(Int64.init)), Value((commitment?.periodCount).map(Int64.init)),
            Value(commitment?.expirationDate), Value(commitment?.priceMilliunits), Value(advancedCommerceInfo),
            Value(seats), .integer(refundedMilliunits), Value(sharedFrom.map(Int64.init(bitPattern:))),
        ]
    }
}

extension AppliedOffer {
    /// Four columns: type, id, mode and period.
    init?(_ row: Row, from column: Int32) {
        guard let type = row.optionalInteger(column) else { return nil }
        self.init(
            type: OfferType(rawValue: Int(type)), id: row.optionalText(column + 1),
            paymentMode: row.optionalText(column + 2).map(PaymentMode.init(rawValue:)),
            period: row.optionalText(column + 3).flatMap(Period.init(iso8601:)))
    }

    static func values(_ offer: AppliedOffer?) -> [Value] {
        [
            Value((offer?.type.rawValue).map(Int64.init)), Value(offer?.id), Value(offer?.paymentMode?.rawValue),
            Value(offer?.period?.iso8601),
        ]
    }
}
