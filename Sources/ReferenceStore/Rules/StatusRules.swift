internal import IAPModel

/// How it stands with a subscription: a pure function of its newest transaction and the state of its renewal.
enum StatusRules {
    /// What a test says about the renewal counts at once; where it says nothing, the paid time does.
    static func state(
        of latest: LedgerTransaction, _ renewal: RenewalRow?, at now: Int64
    ) -> SubscriptionStatus.State {
        if latest.revocation != nil { return .revoked }
        if let renewal, renewal.isInBillingRetry {
            return renewal.isInGracePeriod(at: now) ? .inGracePeriod : .inBillingRetry
        }
        return renewal?.expirationReason != nil || latest.hasExpired(by: now) ? .expired : .subscribed
    }

    static func status(
        of latest: LedgerTransaction, _ renewal: RenewalRow, catalogue: Catalogue, at now: Int64
    ) -> LedgerStatus {
        let state = state(of: latest, renewal, at: now)
        let nextID = renewal.autoRenewProductID ?? latest.productID
        // A commitment goes on to its end; what is switched off is the one after it.
        let commitment = latest.commitment.flatMap { $0.periodNumber < $0.periodCount && state != .revoked ? $0 : nil }
        let willAutoRenew = commitment != nil || renewal.willAutoRenew
        let price = price(
            of: latest, renewal, catalogue: catalogue, productID: commitment == nil ? nextID : latest.productID)
        var info = LedgerRenewal(
            originalTransactionID: latest.originalID, account: latest.account, productID: latest.productID,
            willAutoRenew: willAutoRenew,
            autoRenewProductID: !willAutoRenew ? nil : commitment == nil ? nextID : latest.productID,
            expirationReason: renewal.expirationReason ?? expirationReason(state, renewal, willAutoRenew),
            priceIncrease: renewal.priceIncrease, isInBillingRetry: renewal.isInBillingRetry,
            gracePeriodExpirationDate: renewal.gracePeriodExpirationDate,
            recentSubscriptionStartDate: renewal.recentStartDate, eligibleWinBackOfferIDs: [])
        if willAutoRenew {
            info.renewalDate = latest.expirationDate
            info.offer = renewal.offer ?? (goesOnWithOffer(latest, productID: nextID) ? latest.offer : nil)
        }
        info.renewalPrice = (willAutoRenew ? price : renewal.priceMilliunits).map {
            Money(milliunits: $0, currencyCode: latest.price.currencyCode)
        }
        if state == .expired, !willAutoRenew {
            let offers = catalogue.product(id: latest.productID).map(OfferRules.winBackOffers) ?? []
            info.eligibleWinBackOfferIDs = offers.compactMap(\.offerID)
        }
        info.appAccountToken = latest.appAccountToken
        info.billingPlanType = willAutoRenew ? latest.billingPlanType : nil
        info.commitment = commitment.map { commitment in
            LedgerRenewal.Commitment(
                willAutoRenew: renewal.willAutoRenew, autoRenewProductID: renewal.willAutoRenew ? nextID : nil,
                renewalDate: commitment.expirationDate,
                renewalPriceMilliunits: regularPrice(of: nextID, latest, catalogue: catalogue))
        }
        info.advancedCommerceInfo = latest.advancedCommerceInfo
        return LedgerStatus(
            state: state, groupID: renewal.groupID, transaction: latest, renewal: info)
    }

    /// Where nobody has said why, a subscription that was not to be renewed ended because of that, and one that was could not
    /// be paid for.
    private static func expirationReason(
        _ state: SubscriptionStatus.State, _ renewal: RenewalRow, _ willAutoRenew: Bool
    ) -> RenewalInfo.ExpirationReason? {
        switch state {
        case .inGracePeriod, .inBillingRetry: .billingError
        case .expired: renewal.reasonAtEnd ?? (willAutoRenew ? .billingError : .autoRenewDisabled)
        case .subscribed, .revoked, .unknown: nil
        }
    }

    private static func goesOnWithOffer(_ latest: LedgerTransaction, productID: String) -> Bool {
        latest.offerBillsLeft > 0 && ExactText(latest.productID) == ExactText(productID)
    }

    /// Nil for a product that is no longer sold.
    private static func price(
        of latest: LedgerTransaction, _ renewal: RenewalRow, catalogue: Catalogue, productID: String
    ) -> Int64? {
        if let price = renewal.priceMilliunits ?? renewal.offerPriceMilliunits { return price }
        if goesOnWithOffer(latest, productID: productID) { return latest.price.milliunits }
        return regularPrice(of: productID, latest, catalogue: catalogue)
    }

    private static func regularPrice(
        of productID: String, _ latest: LedgerTransaction, catalogue: Catalogue
    ) -> Int64? {
        guard let product = catalogue.product(id: productID) else { return nil }
        let plan = latest.billingPlanType.flatMap { product.subscription?.billingPlan($0) }
        return plan?.priceMilliunits ?? product.priceMilliunits
    }
}

extension SubscriptionStatus.State {
    /// Whether what was bought may be used.
    var isEntitled: Bool { self == .subscribed || self == .inGracePeriod }
}
