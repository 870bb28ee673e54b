internal import IAPModel

/// Who may use which offer, by the history with the group.
package enum OfferEligibility {
    /// The introductory offer is applied by itself: once for each group and account, and not to those who are subscribed. The
    /// game's server may overrule that in both directions.
    package static func getsIntroductoryOffer(
        _ subscription: GroupSubscription?, allowed: Bool? = nil
    ) -> Bool {
        allowed ?? !(subscription?.hasUsedIntroductoryOffer == true || subscription?.isRunning == true)
    }

    package static func mayUse(_ offer: CatalogueOffer, _ subscription: GroupSubscription?) -> Bool {
        switch offer.kind {
        case .introductory: getsIntroductoryOffer(subscription)
        case .promotional: subscription != nil
        // Those whose subscription has expired; nobody whose renewal is still tried, and nobody who got the money back.
        case .winBack: subscription?.hasExpired == true && offer.isEligible
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
