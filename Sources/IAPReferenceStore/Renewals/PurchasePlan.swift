internal import IAPModel

/// The effect of a purchase on a subscription.
enum PurchasePlan: Sendable {
    case refused(SubscriptionOutcome.Refusal)
    /// A new period begins now. Another offer can be queued for the next bills.
    case begin(Bill, queued: OfferTerms?)
    /// The running period continues until its end, and this renewal follows.
    case change(GroupSubscription.NextRenewal)

    static func make(
        _ purchase: SubscriptionPurchase, _ subscription: GroupSubscription?, _ conditions: RenewalConditions
    ) -> PurchasePlan {
        let product = purchase.product
        guard let wanted = product.subscription, subscription.map({ $0.groupID == wanted.groupID }) ?? true else {
            return .refused(.notOfGroup)
        }
        guard conditions.isOnSale(product) else { return .refused(.productUnavailable) }
        if let plan = purchase.billingPlanType, !product.hasBillingPlan(plan) { return .refused(.unknownBillingPlan) }
        let offers: (now: OfferTerms?, later: OfferTerms?)
        switch chooseOffers(purchase, wanted, subscription, conditions) {
        case .failure(let refusal): return .refused(refusal.reason)
        case .success(let chosen): offers = chosen
        }
        if let subscription, subscription.isRunning, !subscription.isReplacedAtOnce(by: product, conditions) {
            // Codes do not lead to a lower level of service.
            if purchase.offer?.kind == .code, subscription.isAbove(wanted, conditions) {
                return .refused(.ineligibleForOffer)
            }
            var next = subscription.next(product, purchase.billingPlanType, offer: offers.now ?? offers.later)
            next.priceMilliunits = purchase.priceMilliunits
            return .change(next)
        }
        guard var bill = Bill(product, purchase.billingPlanType, price: purchase.priceMilliunits) else {
            return .refused(.notOfGroup)
        }
        bill.customersMilliunits = purchase.priceMilliunits
        if let offer = offers.now { bill.apply(offer) }
        return .begin(bill, queued: offers.later)
    }

    private struct OfferRefusal: Error {
        var reason: SubscriptionOutcome.Refusal
    }

    /// Chooses the offers. A stackable code follows the introductory offer; any other offer replaces it.
    private static func chooseOffers(
        _ purchase: SubscriptionPurchase, _ wanted: CatalogueProduct.Subscription, _ subscription: GroupSubscription?,
        _ conditions: RenewalConditions
    ) -> Result<(now: OfferTerms?, later: OfferTerms?), OfferRefusal> {
        let isIntroductory = OfferEligibility.getsIntroductoryOffer(
            subscription, allowed: purchase.allowsIntroductoryOffer)
        let introductory =
            isIntroductory
            ? wanted.introductoryOffer(for: purchase.billingPlanType).flatMap { $0.isPayable ? OfferTerms($0) : nil }
            : nil
        guard let offer = purchase.offer else { return .success((introductory, nil)) }
        guard OfferEligibility.mayUse(offer, subscription, conditions), offer.isFor(purchase.billingPlanType) else {
            return .failure(OfferRefusal(reason: .ineligibleForOffer))
        }
        guard offer.isPayable else { return .failure(OfferRefusal(reason: .invalidOfferPrice)) }
        if offer.kind == .code, offer.isStackable, let introductory {
            return .success((introductory, OfferTerms(offer)))
        }
        return .success((OfferTerms(offer), nil))
    }
}

extension CatalogueOffer {
    fileprivate var isPayable: Bool { isPriced || paymentMode == .free }

    /// Offers of files older than version 5.0 name no plan; they apply to every plan.
    fileprivate func isFor(_ plan: BillingPlanType?) -> Bool {
        billingPlanType.map { $0 == (plan ?? .upFront).rawValue } ?? true
    }
}

extension GroupSubscription {
    /// Whether the product immediately replaces the running one. This is true for a higher level, and for the same level with
    /// the same length of time. Other changes begin at the end of the period or of the commitment.
    package func isReplacedAtOnce(by product: CatalogueProduct, _ conditions: RenewalConditions) -> Bool {
        guard let new = product.subscription, ExactText(product.productID) != ExactText(period.productID) else {
            return false
        }
        // The customer must not be held by a product that the store no longer knows.
        guard let old = conditions.product(period.productID)?.subscription else { return true }
        return new.level < old.level || (new.level == old.level && new.period.isAsLong(as: old.period))
    }

    fileprivate func isAbove(_ wanted: CatalogueProduct.Subscription, _ conditions: RenewalConditions) -> Bool {
        (conditions.product(period.productID)?.subscription).map { $0.level < wanted.level } ?? false
    }

    /// Returns the renewal after a choice of product and plan.
    func next(_ product: CatalogueProduct, _ plan: BillingPlanType?, offer: OfferTerms?) -> NextRenewal {
        let isSameProduct = ExactText(product.productID) == ExactText(period.productID)
        // A product without plans is paid upfront, even if the purchase does not name that plan.
        let isSamePlan =
            plan == nil || plan == period.billingPlanType || product.subscription?.billingPlans.isEmpty == true
        var renewal = NextRenewal(
            productID: isSameProduct ? nil : product.productID,
            billingPlanType: isSameProduct && isSamePlan ? nil : plan, offer: offer)
        // A queued offer for the same product stays.
        if offer == nil, next.productID.map(ExactText.init) == renewal.productID.map(ExactText.init) {
            renewal.offer = next.offer
        }
        return renewal
    }
}
