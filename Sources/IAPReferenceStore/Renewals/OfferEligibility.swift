internal import IAPModel

/// Which offers an account may use. This depends on its history with the group.
package enum OfferEligibility {
    /// Whether the introductory offer applies. It applies automatically, once for each group and account, and not to current
    /// subscribers. The game server can override both rules.
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
        // For accounts whose subscription has expired; not during billing retry, and not after a refund.
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
