internal import Database
package import IAPModel

/// What a test says about the renewal of a subscription.
package struct RenewalSetting: Sendable, Hashable {
    package var willAutoRenew = true
    /// Nil for the product that it is.
    package var autoRenewProductID: String?
    /// Set, the subscription has expired, whatever was paid for.
    package var expirationReason: RenewalInfo.ExpirationReason?
    package var priceIncrease = RenewalInfo.PriceIncrease.none
    /// The renewal could not be paid, whatever was paid for.
    package var isInBillingRetry = false
    package var gracePeriodExpirationDate: Int64?
    /// Nil for the price of the product.
    package var priceMilliunits: Int64?

    package init() {}
}

extension ReferenceStore {
    package enum RenewalResult: Sendable, Hashable {
        case done, unknownTransaction, unknownProduct, noSubscription
    }

    /// Puts the renewal of the subscription, of which the transaction is any period, into a state.
    package func setRenewal(
        ofTransaction id: UInt64, _ setting: RenewalSetting
    ) throws(StoreFailure) -> RenewalResult {
        try change { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id) else { return .unknownTransaction }
            guard let groupID = transaction.subscriptionGroupID,
                var renewal = try ledger.renewal(ofGroup: groupID, account: transaction.account)
            else { return .noSubscription }
            if let productID = setting.autoRenewProductID {
                guard
                    self.catalogue.product(id: productID)?.subscription.map({ ExactText($0.groupID) })
                        == ExactText(groupID)
                else {
                    return .unknownProduct
                }
            }
            renewal.willAutoRenew = setting.willAutoRenew
            renewal.autoRenewProductID = setting.autoRenewProductID
            renewal.expirationReason = setting.expirationReason
            renewal.reasonAtEnd = nil
            renewal.priceIncrease = setting.priceIncrease
            renewal.isInBillingRetry = setting.isInBillingRetry
            renewal.gracePeriodExpirationDate = setting.gracePeriodExpirationDate
            renewal.priceMilliunits = setting.priceMilliunits
            renewal.offer = nil
            renewal.offerPriceMilliunits = nil
            renewal.billingPlanType = nil
            try ledger.set(renewal)
            return .done
        }
    }

    /// A lapse of less than this does not begin a new subscription: sixty days, as StoreKit counts.
    private static let longestLapse: Int64 = 60 * 86_400_000

    /// A period has been paid for: the subscription renews itself again.
    func beginRenewal(of transaction: LedgerTransaction, _ ledger: Ledger) throws(DatabaseError) {
        guard let groupID = transaction.subscriptionGroupID else { return }
        var renewal = RenewalRow(
            account: transaction.account, groupID: groupID, originalID: transaction.originalID,
            recentStartDate: transaction.purchaseDate)
        if let before = try ledger.renewal(ofGroup: groupID, account: transaction.account),
            let last = try ledger.latest(ofGroup: groupID, account: transaction.account)
        {
            let end = last.revocation?.date ?? last.expirationDate ?? transaction.purchaseDate
            if transaction.purchaseDate.clampedSubtracting(end) < Self.longestLapse {
                renewal.recentStartDate = before.recentStartDate
            }
        }
        try ledger.set(renewal)
    }

    /// What is bought of a running subscription begins with its next renewal.
    func changeRenewal(
        of transaction: LedgerTransaction, to next: PurchaseRules.RenewalChange, _ ledger: Ledger
    ) throws(DatabaseError) {
        guard let groupID = transaction.subscriptionGroupID,
            var renewal = try ledger.renewal(ofGroup: groupID, account: transaction.account)
        else { return }
        let isAsItWas =
            next.offer == nil
            && ExactText(next.productID) == ExactText(renewal.autoRenewProductID ?? transaction.productID)
            && next.billingPlanType ?? renewal.nextPlan(after: transaction) == renewal.nextPlan(after: transaction)
        renewal.willAutoRenew = true
        renewal.reasonAtEnd = nil
        // Who buys once more what comes next anyway keeps the offer that was redeemed for it.
        guard !isAsItWas else { return try ledger.set(renewal) }
        renewal.autoRenewProductID =
            ExactText(next.productID) == ExactText(transaction.productID) ? nil : next.productID
        renewal.billingPlanType = next.billingPlanType
        renewal.priceMilliunits = nil
        renewal.offer = next.offer
        renewal.offerPriceMilliunits = next.offerPriceMilliunits
        try ledger.set(renewal)
    }

    // MARK: Refunds

    package enum RefundResult: Sendable {
        case refunded(LedgerTransaction)
        case notFound
        case refundedBefore
    }

    package func refund(_ id: UInt64) throws(StoreFailure) -> RefundResult {
        try change { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id) else { return .notFound }
            guard transaction.revocation == nil else { return .refundedBefore }
            return .refunded(try self.refund(transaction, ledger))
        }
    }

    /// Gives all of the price back. The refund of a running period ends the subscription.
    @discardableResult
    func refund(_ transaction: LedgerTransaction, _ ledger: Ledger) throws(DatabaseError) -> LedgerTransaction {
        var refunded = transaction
        let revocation = Transaction.Revocation(
            date: try now(ledger), reason: 0, type: .refundFull, percentage: 100_000)
        refunded.revocation = revocation
        try ledger.revoke(transaction.id, revocation)
        try ledger.announce(refunded)
        if let groupID = transaction.subscriptionGroupID,
            try ledger.latest(ofGroup: groupID, account: transaction.account)?.id == transaction.id,
            var renewal = try ledger.renewal(ofGroup: groupID, account: transaction.account)
        {
            renewal.willAutoRenew = false
            try ledger.set(renewal)
        }
        return refunded
    }
}
