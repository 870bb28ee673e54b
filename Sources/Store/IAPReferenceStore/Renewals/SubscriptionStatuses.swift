internal import IAPDatabase
package import IAPModel

/// The statuses of subscriptions, as the ledger has them.
struct SubscriptionStatuses: Sendable {
    let catalogue: Catalogue

    /// Returns the store's conditions for all subscriptions.
    func conditions(_ ledger: Ledger) throws -> RenewalConditions {
        var conditions = RenewalConditions(timeRate: try ledger.timeRate) { [catalogue] in catalogue.product(id: $0) }
        conditions.removedProducts = try ledger.removedProducts()
        conditions.renewalsFail = try ledger.integer(.isBillingRetryOnRenewal) == 1
        conditions.gracePolicy = try ledger.integer(.gracePeriodDays).flatMap { GracePolicy(rawValue: Int($0)) }
        conditions.renewalLimit = try ledger.integer(.renewalLimit).flatMap { $0 > 0 ? Int($0) : nil }
        conditions.areWinBackOffersOpenAtOnce = try ledger.has(.winBackAtOnce)
        return conditions
    }

    /// Returns the account's subscriptions and those that family members share with it, by group. In each group its own come
    /// first.
    ///
    /// - Parameter groupID: The group; nil for all groups.
    func list(of account: String, groupID: String?, _ ledger: Ledger) throws -> [LedgerStatus] {
        var rows: [SubscriptionRow] = []
        if let groupID {
            rows = try ledger.subscription(ofGroup: groupID, account: account).map { [$0] } ?? []
        } else {
            rows = try ledger.subscriptions(of: account)
        }
        let copies = try ledger.sharedSubscriptions(of: account, groupID: groupID)
        if rows.isEmpty, copies.isEmpty { return [] }
        let conditions = try conditions(ledger)
        var statuses: [LedgerStatus] = []
        for row in rows { if let status = try status(row, conditions, ledger) { statuses.append(status) } }
        let own = statuses.count
        for copy in copies { if let status = try status(shared: copy, conditions, ledger) { statuses.append(status) } }
        guard statuses.count > own else { return statuses }
        // The sort is stable: the statuses of one group keep their order.
        return statuses.enumerated().sorted {
            $0.element.groupID == $1.element.groupID
                ? $0.offset < $1.offset : $0.element.groupID.utf8.lexicographicallyPrecedes($1.element.groupID.utf8)
        }.map(\.element)
    }

    private func status(
        _ row: SubscriptionRow, _ conditions: RenewalConditions, _ ledger: Ledger
    ) throws -> LedgerStatus? {
        let subscription = row.subscription
        guard let latest = try ledger.transaction(subscription.period.transactionID) else { return nil }
        return LedgerStatus(
            state: subscription.state, groupID: row.groupID, transaction: latest,
            renewal: renewalInfo(subscription, of: latest, conditions), isAfterGrace: subscription.isAfterGrace)
    }

    /// Returns the status of a family member by another member's subscription.
    private func status(
        shared copy: LedgerTransaction, _ conditions: RenewalConditions, _ ledger: Ledger
    ) throws -> LedgerStatus? {
        guard let row = try ledger.subscription(behind: copy) else { return nil }
        let subscription = row.subscription
        guard copy.revocation == nil, subscription.period.transactionID == copy.sharedFrom else {
            // The later state of the subscription no longer concerns the member.
            return LedgerStatus(
                state: copy.revocation == nil ? .expired : .revoked, groupID: row.groupID, transaction: copy,
                renewal: LedgerRenewal(afterTheEndOf: copy))
        }
        var info = renewalInfo(subscription, of: copy, conditions)
        info.originalTransactionID = copy.originalID
        info.account = copy.account
        info.eligibleWinBackOfferIDs = []
        return LedgerStatus(
            state: subscription.state, groupID: row.groupID, transaction: copy, renewal: info,
            isAfterGrace: subscription.isAfterGrace)
    }

    private func renewalInfo(
        _ subscription: GroupSubscription, of latest: LedgerTransaction, _ conditions: RenewalConditions
    ) -> LedgerRenewal {
        var info = subscription.renewalInfo(
            account: latest.account, currencyCode: latest.price.currencyCode,
            appAccountToken: latest.appAccountToken, advancedCommerceInfo: latest.advancedCommerceInfo,
            conditions)
        info.seats = latest.seats
        let seats = Int64(latest.seats)
        if let price = info.renewalPrice {
            info.renewalPrice?.milliunits = price.milliunits.clampedMultiplied(by: seats)
        }
        if let price = info.commitment?.renewalPriceMilliunits {
            info.commitment?.renewalPriceMilliunits = price.clampedMultiplied(by: seats)
        }
        return info
    }
}

/// The status of an account's subscription of a group.
package struct LedgerStatus: Sendable, Hashable {
    package var state: SubscriptionStatus.State
    package var groupID: String
    /// The newest transaction of the group.
    package var transaction: LedgerTransaction
    package var renewal: LedgerRenewal
    /// Whether a grace period is over while billing retry continues.
    package var isAfterGrace = false
}

/// The renewal of a subscription, with everything that renewal info signs. Times are milliseconds since 1970.
package struct LedgerRenewal: Sendable, Hashable {
    package var originalTransactionID: UInt64
    package var account: String
    package var productID: String
    package var willAutoRenew: Bool
    /// Nil if there will be no renewal.
    package var autoRenewProductID: String?
    package var expirationReason: RenewalInfo.ExpirationReason?
    package var priceIncrease: RenewalInfo.PriceIncrease
    package var isInBillingRetry: Bool
    package var gracePeriodExpirationDate: Int64?
    /// The offer of the next renewal.
    package var offer: AppliedOffer?
    /// Lapses of less than sixty days do not count.
    package var recentSubscriptionStartDate: Int64
    package var renewalDate: Int64?
    /// The price of all seats.
    package var renewalPrice: Money?
    package var seats = 1
    /// The best offer comes first.
    package var eligibleWinBackOfferIDs: [String]
    package var appAccountToken: String?
    package var billingPlanType: BillingPlanType?
    /// The terms after the last bill, for a subscription with several bills.
    package var commitment: Commitment?
    /// A JSON object.
    package var advancedCommerceInfo: String?

    package struct Commitment: Sendable, Hashable {
        package var willAutoRenew: Bool
        /// Nil if there will be no renewal.
        package var autoRenewProductID: String?
        package var billingPlanType: BillingPlanType?
        package var renewalDate: Int64
        package var renewalPriceMilliunits: Int64?
    }
}

extension LedgerRenewal {
    /// Makes the empty renewal after a transaction that is no longer shared.
    init(afterTheEndOf copy: LedgerTransaction) {
        self.init(
            originalTransactionID: copy.originalID, account: copy.account, productID: copy.productID,
            willAutoRenew: false, priceIncrease: .none, isInBillingRetry: false,
            recentSubscriptionStartDate: copy.originalPurchaseDate, eligibleWinBackOfferIDs: [])
        appAccountToken = copy.appAccountToken
        advancedCommerceInfo = copy.advancedCommerceInfo
    }
}
