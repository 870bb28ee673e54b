package import IAPModel

/// A paid period: the engine's data about a transaction in the ledger. Times are milliseconds since 1970.
package struct PaidPeriod: Sendable, Hashable, Codable {
    package var transactionID: UInt64
    package var productID: String
    /// The purchase date of the transaction.
    package var start: Int64
    package var end: Int64
    package var priceMilliunits: Int64
    package var reason: LedgerTransaction.Reason
    package var offer: AppliedOffer?
    package var billingPlanType: BillingPlanType?
    package var commitment: Transaction.Commitment?

    /// Returns the refund for the unused part, rounded down.
    func unusedMilliunits(at now: Int64) -> Int64 {
        Self.unused(of: priceMilliunits, start: start, end: end, at: now)
    }

    static func unused(of price: Int64, start: Int64, end: Int64, at now: Int64) -> Int64 {
        let whole = end.clampedSubtracting(start)
        return price.share(of: min(end.clampedSubtracting(now), whole), in: whole)
    }
}

extension Int64 {
    /// Returns the same fraction of the amount as `part` is of `whole`, rounded down; 0 if there is no such fraction.
    func share(of part: Int64, in whole: Int64) -> Int64 {
        guard self > 0, part > 0, whole >= part else { return 0 }
        // The quotient fits, because it is at most the number itself.
        return whole.dividingFullWidth(multipliedFullWidth(by: part)).quotient
    }
}
