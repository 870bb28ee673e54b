internal import IAPModel

/// What a subscription of one member means for the others of the family. Each of them has transactions of their own, which
/// follow those of the member who pays.
package enum FamilySharing {
    /// What somebody else in the family is to be told of the payer's fact; nil for nothing.
    ///
    /// - Parameter copy: the member's transaction for one of the payer's; nil if there is none.
    package static func fact(
        following fact: SubscriptionFact, isShared: (String) -> Bool, nextTransactionID: inout UInt64,
        copy: (UInt64) -> UInt64?
    ) -> SubscriptionFact? {
        switch fact.kind {
        case .entered(let period):
            guard isShared(period.productID) else { return nil }
            return entered(period, at: fact.date, &nextTransactionID)
        case .upgraded(let id, _):
            return copy(id).map {
                SubscriptionFact(date: fact.date, kind: .upgraded($0, refundMilliunits: 0))
            }
        case .shortened(let id, let end):
            return copy(id).map { SubscriptionFact(date: fact.date, kind: .shortened($0, end: end)) }
        case .revoked(let id, _, _):
            return copy(id).map { revoked($0, at: fact.date) }
        case .statusChanged:
            return fact
        }
    }

    /// Somebody comes to the family, or sharing is switched on; nil if there is nothing to share.
    package static func joining(
        _ subscription: GroupSubscription, at now: Int64, isShared: (String) -> Bool, nextTransactionID: inout UInt64
    ) -> SubscriptionFact? {
        guard subscription.isRunning, isShared(subscription.period.productID) else { return nil }
        return entered(subscription.period, at: now, &nextTransactionID)
    }

    /// Somebody leaves the family, or sharing is switched off.
    package static func leaving(_ copy: UInt64, at now: Int64) -> SubscriptionFact { revoked(copy, at: now) }

    private static func entered(
        _ period: PaidPeriod, at date: Int64, _ nextTransactionID: inout UInt64
    ) -> SubscriptionFact {
        var shared = period
        shared.transactionID = nextTransactionID
        nextTransactionID &+= 1
        shared.priceMilliunits = 0
        return SubscriptionFact(date: date, kind: .entered(shared))
    }

    private static func revoked(_ id: UInt64, at date: Int64) -> SubscriptionFact {
        SubscriptionFact(
            date: date,
            kind: .revoked(
                id, Transaction.Revocation(date: date, reason: 0, type: .familyRevoke), refundMilliunits: 0))
    }
}
