internal import IAPModel

/// What real systems answer in place of a purchase. Pure, as the rules of purchases are.
///
/// What is handed back was bought before: nothing is charged, no sheet is shown to the player, and no order of a test is used up.
enum PurchaseHabits {
    /// A member who asks for an offer of the subscription that runs. The system does not look at the signature.
    static func heldInPlaceOfOffer(
        _ request: PurchaseRules.Request, _ situation: PurchaseRules.Situation
    ) -> LedgerTransaction? {
        guard situation.habits[.offerToHolderReturnsHeld] != 0, let offer = request.offer,
            offer.type == .promotional || offer.type == .winBack, request.product.hasOffer(offer)
        else { return nil }
        if let refusal = situation.refusal, refusal.kind != .invalidOfferSignature { return nil }
        return situation.isRunning(request.product) ? situation.latestOfGroup : nil
    }

    static func handedBack(
        _ request: PurchaseRules.Request, _ situation: PurchaseRules.Situation
    ) -> LedgerTransaction? {
        switch request.product.type {
        case .autoRenewableSubscription: lapsed(request.product, situation)
        // The generic products of Advanced Commerce stand for many things.
        case .consumable where situation.advancedCommerceInfo == nil: situation.unfinished
        case .nonRenewingSubscription where situation.advancedCommerceInfo == nil: situation.firstNonRenewing
        default: nil
        }
    }

    /// Buying the subscription that runs, with nothing that the next renewal could differ in.
    static func failsAsOwned(_ request: PurchaseRules.Request, _ situation: PurchaseRules.Situation) -> Bool {
        guard situation.habits[.ownedSubscriptionFails] != 0, request.offer == nil,
            situation.isRunning(request.product), let subscription = situation.subscription
        else { return false }
        // A purchase that would change what the next renewal is for is no repetition.
        return !subscription.next.isOther
            && !subscription.next(request.product, request.billingPlanType, offer: nil).isOther
    }

    /// Measured on macOS 26.6: it was bought two seconds after the lapse.
    private static let lapseLength: Int64 = 2000

    private static func lapsed(
        _ product: CatalogueProduct, _ situation: PurchaseRules.Situation
    ) -> LedgerTransaction? {
        guard let subscription = situation.subscription, case .expired(let end, _) = subscription.phase,
            subscription.isFor(product)
        else { return nil }
        let isHandedBack =
            switch situation.habits[.lapseReturnsOld] {
            case 0: false
            case 1: situation.now.clampedSubtracting(end) < lapseLength
            default: true
            }
        return isHandedBack ? situation.latestOfGroup : nil
    }
}

extension PurchaseRules.Situation {
    fileprivate func isRunning(_ product: CatalogueProduct) -> Bool {
        subscription.map { $0.isRunning && $0.isFor(product) } ?? false
    }
}

extension GroupSubscription {
    fileprivate func isFor(_ product: CatalogueProduct) -> Bool {
        ExactText(period.productID) == ExactText(product.productID)
    }
}
