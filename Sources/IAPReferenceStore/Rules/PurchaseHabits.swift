internal import IAPModel

/// What real systems return instead of a new purchase. These are pure functions, like the rules of purchases.
///
/// They return an earlier purchase: the store charges nothing, shows the player no sheet, and keeps the orders of a test.
enum PurchaseHabits {
    /// Handles a subscriber who requests an offer of the running subscription. The system does not check the signature.
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
        // The generic products of Advanced Commerce stand for many products.
        case .consumable where situation.advancedCommerceInfo == nil: situation.unfinished
        case .nonRenewingSubscription where situation.advancedCommerceInfo == nil: situation.firstNonRenewing
        default: nil
        }
    }

    /// Whether the purchase repeats the running subscription and would not change its next renewal.
    static func failsAsOwned(_ request: PurchaseRules.Request, _ situation: PurchaseRules.Situation) -> Bool {
        guard situation.habits[.ownedSubscriptionFails] != 0, request.offer == nil,
            situation.isRunning(request.product), let subscription = situation.subscription
        else { return false }
        // A purchase that would change the next renewal is no repetition.
        return !subscription.next.isOther
            && !subscription.next(request.product, request.billingPlanType, offer: nil).isOther
    }

    /// Measured on macOS 26.6, with a purchase two seconds after the lapse.
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
