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
        // A commitment goes on to its end; what is switched off is the one after it.
        let commitment = latest.commitment.flatMap {
            $0.periodNumber < $0.periodCount && state != .revoked && state != .expired ? $0 : nil
        }
        let willAutoRenew = commitment != nil || renewal.willAutoRenew
        let next = next(after: latest, renewal, isWithinCommitment: false, catalogue: catalogue)
        // What was chosen for the time after a commitment says nothing about the bills of it.
        let bill =
            commitment == nil ? next : Self.next(after: latest, nil, isWithinCommitment: true, catalogue: catalogue)
        var info = LedgerRenewal(
            originalTransactionID: latest.originalID, account: latest.account, productID: latest.productID,
            willAutoRenew: willAutoRenew,
            autoRenewProductID: willAutoRenew ? bill.productID : nil,
            expirationReason: expirationReason(state, renewal, isSold: catalogue.product(id: next.productID) != nil),
            priceIncrease: renewal.priceIncrease,
            isInBillingRetry: state == .inGracePeriod || state == .inBillingRetry,
            gracePeriodExpirationDate: state == .inGracePeriod ? renewal.gracePeriodExpirationDate : nil,
            recentSubscriptionStartDate: renewal.recentStartDate, eligibleWinBackOfferIDs: [])
        if willAutoRenew {
            info.renewalDate = latest.expirationDate
            info.offer = bill.offer
        }
        info.renewalPrice = (willAutoRenew ? bill.priceMilliunits : renewal.priceMilliunits).map {
            Money(milliunits: $0, currencyCode: latest.price.currencyCode)
        }
        if OfferRules.isChurned(state, willAutoRenew: willAutoRenew) {
            let offers = catalogue.product(id: latest.productID).map(OfferRules.winBackOffers) ?? []
            info.eligibleWinBackOfferIDs = offers.compactMap(\.offerID)
        }
        info.appAccountToken = latest.appAccountToken
        info.billingPlanType = willAutoRenew ? bill.billingPlanType : nil
        info.commitment = commitment.map { commitment in
            LedgerRenewal.Commitment(
                willAutoRenew: renewal.willAutoRenew, autoRenewProductID: renewal.willAutoRenew ? next.productID : nil,
                billingPlanType: renewal.willAutoRenew ? next.billingPlanType : nil,
                renewalDate: commitment.expirationDate, renewalPriceMilliunits: next.priceMilliunits)
        }
        info.advancedCommerceInfo = latest.advancedCommerceInfo
        return LedgerStatus(
            state: state, groupID: renewal.groupID, transaction: latest, renewal: info)
    }

    /// What is tried again could not be paid. Where nobody has said why a subscription has ended, it follows from how it stood.
    private static func expirationReason(
        _ state: SubscriptionStatus.State, _ renewal: RenewalRow, isSold: Bool
    ) -> RenewalInfo.ExpirationReason? {
        switch state {
        case .inGracePeriod, .inBillingRetry: .billingError
        case .expired:
            if let reason = renewal.expirationReason ?? renewal.reasonAtEnd {
                reason
            } else if !renewal.willAutoRenew {
                .autoRenewDisabled
            } else if renewal.priceIncrease == .pending {
                .didNotConsentToPriceIncrease
            } else {
                isSold ? .billingError : .productUnavailable
            }
        case .subscribed, .revoked, .unknown: renewal.expirationReason
        }
    }

    /// What is to be paid next, and by which plan.
    private struct Next {
        var productID: String
        var billingPlanType: BillingPlanType?
        var offer: AppliedOffer?
        /// Nil for a product that is no longer sold.
        var priceMilliunits: Int64?
    }

    /// - Parameter renewal: what was chosen; nil if it goes on as it is.
    private static func next(
        after latest: LedgerTransaction, _ renewal: RenewalRow?, isWithinCommitment: Bool, catalogue: Catalogue
    ) -> Next {
        let productID = renewal?.autoRenewProductID ?? latest.productID
        let isSame = ExactText(productID) == ExactText(latest.productID)
        let product = catalogue.product(id: productID)
        var next = Next(productID: productID)
        let plan = renewal?.nextPlan(after: latest) ?? latest.billingPlanType
        next.billingPlanType = plan.flatMap { product?.hasBillingPlan($0) ?? isSame ? $0 : nil } ?? product?.plan(nil)
        // A commitment outlasts the bills of its offer.
        let isNextBill = isWithinCommitment || latest.commitment.map { $0.periodNumber >= $0.periodCount } ?? true
        let goesOnWithOffer = latest.offerBillsLeft > 0 && isSame && isNextBill
        next.offer = renewal?.offer ?? (goesOnWithOffer ? latest.offer : nil)
        if let price = renewal?.priceMilliunits {
            next.priceMilliunits = price
        } else if renewal?.offerPriceMilliunits == nil, goesOnWithOffer {
            next.priceMilliunits = latest.price.milliunits
        } else {
            let signed = isSame ? latest.advancedCommerceInfo.flatMap { try? AdvancedCommerceTerms($0) } : nil
            let price =
                renewal?.offerPriceMilliunits ?? signed?.priceMilliunits
                ?? product?.bill(for: next.billingPlanType).priceMilliunits
            next.priceMilliunits = price?.clampedMultiplied(by: Int64(latest.seats))
        }
        return next
    }
}

extension SubscriptionStatus.State {
    /// Whether what was bought may be used.
    var isEntitled: Bool { self == .subscribed || self == .inGracePeriod }
}
