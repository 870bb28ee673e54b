package import IAPModel

/// The status of a subscription that is up to date.
extension GroupSubscription {
    package var state: SubscriptionStatus.State {
        switch phase {
        case .active: .subscribed
        case .billingRetry: isInGrace ? .inGracePeriod : .inBillingRetry
        case .expired: .expired
        case .revoked: .revoked
        }
    }

    package var isInGrace: Bool { gracePeriodExpirationDate != nil }

    /// Whether the account may use the product.
    package var isRunning: Bool { phase == .active || isInGrace }

    package var gracePeriodExpirationDate: Int64? {
        if case .billingRetry(let retry) = phase { retry.graceUntil } else { nil }
    }

    /// Whether a grace period is over while billing retry continues.
    package var isAfterGrace: Bool {
        if case .billingRetry(let retry) = phase { retry.isAfterGrace == true } else { false }
    }

    package var expirationReason: RenewalInfo.ExpirationReason? {
        switch phase {
        case .active, .revoked: nil
        case .billingRetry: .billingError
        case .expired(_, let reason): reason
        }
    }

    /// Returns everything that renewal info signs. The token and the request are those of the newest transaction.
    package func renewalInfo(
        account: String, currencyCode: String, appAccountToken: String?, advancedCommerceInfo: String?,
        _ conditions: RenewalConditions
    ) -> LedgerRenewal {
        let willAutoRenew = willAutoRenew
        let bill = willAutoRenew ? comingBill(conditions) : nil
        let nextID = next.productID ?? period.productID
        var info = LedgerRenewal(
            originalTransactionID: originalTransactionID, account: account, productID: period.productID,
            willAutoRenew: willAutoRenew,
            autoRenewProductID: !willAutoRenew ? nil : isCommitted ? period.productID : nextID,
            expirationReason: expirationReason, priceIncrease: priceIncreaseState,
            isInBillingRetry: state == .inBillingRetry || state == .inGracePeriod,
            gracePeriodExpirationDate: gracePeriodExpirationDate, recentSubscriptionStartDate: recentStart,
            eligibleWinBackOfferIDs: winBackOfferIDs(conditions))
        info.renewalDate = willAutoRenew ? period.end : nil
        info.offer = bill?.offer?.offer
        info.renewalPrice = bill.map { Money(milliunits: $0.priceMilliunits, currencyCode: currencyCode) }
        info.billingPlanType = bill?.billingPlanType
        info.appAccountToken = appAccountToken
        info.advancedCommerceInfo = advancedCommerceInfo
        if !isOver, let commitment = period.commitment {
            let isOn = autoRenewal == .on
            let bill = billAfterCommitment(conditions)
            info.commitment = LedgerRenewal.Commitment(
                willAutoRenew: isOn, autoRenewProductID: isOn ? nextID : nil,
                billingPlanType: isOn ? bill?.billingPlanType : nil, renewalDate: commitment.expirationDate,
                renewalPriceMilliunits: bill?.priceMilliunits)
        }
        return info
    }

    /// Returns the bill with the increased price, if the customer consents to the waiting increase.
    private func comingBill(_ conditions: RenewalConditions) -> Bill? {
        var agreed = self
        agreed.priceIncrease?.isAgreed = true
        guard case .bill(let bill) = agreed.renewal(conditions) else { return nil }
        return bill
    }

    private var priceIncreaseState: RenewalInfo.PriceIncrease {
        switch priceIncrease?.isAgreed {
        case nil: .none
        case false: .pending
        case true: .agreed
        }
    }

    private func winBackOfferIDs(_ conditions: RenewalConditions) -> [String] {
        guard hasExpired else { return [] }
        guard let product = conditions.product(period.productID) else { return [] }
        return OfferRules.winBackOffers(of: product, conditions).compactMap(\.offerID)
    }

    private func billAfterCommitment(_ conditions: RenewalConditions) -> Bill? {
        var last = self
        if let count = last.period.commitment?.periodCount { last.period.commitment?.periodNumber = count }
        last.runningOffer = nil
        last.autoRenewal = .on
        return last.comingBill(conditions)
    }
}
