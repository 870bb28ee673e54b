internal import Database
internal import IAPModel

/// How it stands with the renewal of an account's subscription of a group, as far as it is not in the newest transaction.
struct RenewalRow: Sendable, Hashable {
    var account: String
    var groupID: String
    var originalID: UInt64
    var recentStartDate: Int64
    var willAutoRenew = true
    /// Nil for the product that it is.
    var autoRenewProductID: String?
    /// Set, it has expired for this reason, whatever was paid for.
    var expirationReason: RenewalInfo.ExpirationReason?
    /// For which reason it will have expired when its time is over; nil for what follows from the rest.
    var reasonAtEnd: RenewalInfo.ExpirationReason?
    var priceIncrease = RenewalInfo.PriceIncrease.none
    var isInBillingRetry = false
    var gracePeriodExpirationDate: Int64?
    /// Nil for what follows from product and offer.
    var priceMilliunits: Int64?
    /// An offer that was redeemed while the subscription was running, for its next bill.
    var offer: AppliedOffer?
    var offerPriceMilliunits: Int64?
    /// Nil for the one that it has.
    var billingPlanType: BillingPlanType?

    func nextPlan(after latest: LedgerTransaction) -> BillingPlanType? { billingPlanType ?? latest.billingPlanType }

    func isInGracePeriod(at now: Int64) -> Bool {
        isInBillingRetry && gracePeriodExpirationDate.map { now < $0 } ?? false
    }
}

extension Ledger {
    private static let renewalColumns = """
        account, group_id, original_id, recent_start_ms, will_auto_renew, auto_renew_product, expiration_reason,
        price_increase, is_in_billing_retry, grace_period_ms, renewal_price, offer_type, offer_id, offer_mode,
        offer_period, offer_price, reason_at_end, billing_plan
        """

    /// By group.
    func renewals(of account: String) throws(DatabaseError) -> [RenewalRow] {
        try database.query(
            "SELECT \(Self.renewalColumns) FROM renewal WHERE account = ? ORDER BY group_id", [Value(account)],
            RenewalRow.init)
    }

    func renewal(ofGroup groupID: String, account: String) throws(DatabaseError) -> RenewalRow? {
        try database.query(
            "SELECT \(Self.renewalColumns) FROM renewal WHERE account = ? AND group_id = ?",
            [Value(account), Value(groupID)], RenewalRow.init
        ).first
    }

    func set(_ renewal: RenewalRow) throws(DatabaseError) {
        let values = renewal.values
        let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
        try database.run("INSERT OR REPLACE INTO renewal (\(Self.renewalColumns)) VALUES (\(marks))", values)
    }
}

extension RenewalRow {
    fileprivate init(_ row: Row) {
        self.init(
            account: row.text(0), groupID: row.text(1), originalID: row.bits(2), recentStartDate: row.integer(3),
            willAutoRenew: row.bool(4), autoRenewProductID: row.optionalText(5),
            expirationReason: row.optionalInteger(6).map { RenewalInfo.ExpirationReason(rawValue: Int($0)) },
            priceIncrease: RenewalInfo.PriceIncrease(stored: row.integer(7)), isInBillingRetry: row.bool(8),
            gracePeriodExpirationDate: row.optionalInteger(9), priceMilliunits: row.optionalInteger(10),
            offer: AppliedOffer(row, from: 11), offerPriceMilliunits: row.optionalInteger(15))
        reasonAtEnd = row.optionalInteger(16).map { RenewalInfo.ExpirationReason(rawValue: Int($0)) }
        billingPlanType = row.optionalText(17).map(BillingPlanType.init(rawValue:))
    }

    fileprivate var values: [Value] {
        [
            Value(account), Value(groupID), Value(bits: originalID), .integer(recentStartDate), Value(willAutoRenew),
            Value(autoRenewProductID), Value((expirationReason?.rawValue).map(Int64.init)),
            .integer(priceIncrease.stored), Value(isInBillingRetry), Value(gracePeriodExpirationDate),
            Value(priceMilliunits),
        ] + AppliedOffer.values(offer) + [
            Value(offerPriceMilliunits), Value((reasonAtEnd?.rawValue).map(Int64.init)),
            Value(billingPlanType?.rawValue),
        ]
    }
}

extension RenewalInfo.PriceIncrease {
    fileprivate var stored: Int64 {
        switch self {
        case .none: 0
        case .pending: 1
        case .agreed: 2
        }
    }

    fileprivate init(stored: Int64) {
        switch stored {
        case 1: self = .pending
        case 2: self = .agreed
        default: self = .none
        }
    }
}
