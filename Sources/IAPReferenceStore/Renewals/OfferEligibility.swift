internal import IAPModel

/// Which offers an account may use, by its history with the group.
package enum OfferEligibility {
    /// The introductory offer is applied by itself: once for each group and account, and not to those who are subscribed. The
    /// game's server may overrule that in both directions.
    package static func getsIntroductoryOffer(
        _ subscription: GroupSubscription?, allowed: Bool? = nil
    ) -> Bool {
        allowed ?? !(subscription?.hasUsedIntroductoryOffer == true || subscription?.isRunning == true)
    }

    package static func mayUse(
        _ offer: CatalogueOffer, _ subscription: GroupSubscription?, _ conditions: RenewalConditions
    ) -> Bool {
        switch offer.kind {
        case .introductory: getsIntroductoryOffer(subscription)
        case .promotional: subscription != nil
        // Accounts whose subscription has expired; not while a renewal is tried again, and not after a refund.
        case .winBack: subscription?.hasExpired == true && conditions.isOpen(winBack: offer)
        case .code: offer.eligibility.contains(standing(subscription))
        }
    }

    private static func standing(_ subscription: GroupSubscription?) -> CatalogueOffer.Eligibility {
        switch subscription?.phase {
        case nil: .new
        case .active, .billingRetry: .existing
        case .expired, .revoked: .expired
        }
    }
}

extension GroupSubscription {
    var hasExpired: Bool {
        if case .expired = phase { true } else { false }
    }
}
