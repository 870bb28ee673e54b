package import IAPModel

/// Which accounts may use which offer. These are pure functions, like the rules of purchases.
enum OfferRules {
    /// Returns why the purchase cannot use the offer that it names; nil if it can, or if it names none.
    static func refusal(of request: PurchaseRules.Request, _ situation: PurchaseRules.Situation) -> StoreFailure? {
        guard let choice = request.offer else { return nil }
        let product = request.product
        guard let offer = product.offer(choice, for: request.billingPlanType) else {
            return StoreFailure(.invalidOfferIdentifier, "\(product.productID) has no offer \(choice.id)")
        }
        let isEligible =
            offer.kind == .introductory
            ? OfferEligibility.getsIntroductoryOffer(situation.subscription, allowed: situation.allowsIntroductoryOffer)
            : OfferEligibility.mayUse(offer, situation.subscription, situation.conditions)
        guard isEligible else {
            return StoreFailure(
                .ineligibleForOffer, "\(request.account) may not use the offer \(choice.id) of \(product.productID)")
        }
        guard offer.kind == .code || isDiscount(offer, on: product) else {
            return StoreFailure(
                .invalidOfferPrice,
                "the price of the offer \(choice.id) is not lower than the price of \(product.productID)")
        }
        return nil
    }

    /// Whether the offer costs less than the product. The comparison uses one bill of the product, or its bills for the same
    /// time if the offer lasts longer than one. An offer without a price is no discount.
    static func isDiscount(_ offer: CatalogueOffer, on product: CatalogueProduct) -> Bool {
        if offer.paymentMode == .free { return true }
        let bill = product.bill(for: offer.billingPlanType.map(BillingPlanType.init(rawValue:)) ?? product.usualPlan)
        guard offer.isPriced, let period = bill.period else { return false }
        let (offerLength, productLength) = lengths(offer.period, period)
        let length = max(offerLength, productLength)
        return offer.priceMilliunits.clampedMultiplied(by: productLength)
            < bill.priceMilliunits.clampedMultiplied(by: length)
    }

    /// Returns the win-back offers that are open to former subscribers. The offer with the largest saving comes first.
    static func winBackOffers(of product: CatalogueProduct, _ conditions: RenewalConditions) -> [CatalogueOffer] {
        let offers = (product.subscription?.winBackOffers ?? []).filter {
            conditions.isOpen(winBack: $0) && $0.offerID != nil
        }
        let ranked = offers.enumerated().map { (place: $0.offset, saving: saving($0.element, on: product), $0.element) }
        return ranked.sorted { ($1.saving, $0.place) < ($0.saving, $1.place) }.map(\.2)
    }

    /// Returns the product's price for the time of the offer, minus the price of the offer.
    private static func saving(_ offer: CatalogueOffer, on product: CatalogueProduct) -> Int64 {
        let bill = product.bill(for: offer.billingPlanType.map(BillingPlanType.init(rawValue:)) ?? product.usualPlan)
        guard let period = bill.period else { return 0 }
        let (offerLength, productLength) = lengths(offer.period, period)
        let regular = bill.priceMilliunits.clampedMultiplied(by: offerLength) / max(productLength, 1)
        return regular.clampedSubtracting(offer.priceMilliunits).clampedMultiplied(by: Int64(offer.periodCount))
    }

    /// Returns two periods in the same unit: months if both are in months, otherwise days, with thirty days per month.
    private static func lengths(_ one: Period, _ other: Period) -> (Int64, Int64) {
        if let months = one.months, let otherMonths = other.months { return (months, otherMonths) }
        func days(_ period: Period) -> Int64 { period.days ?? (period.months ?? 0).clampedMultiplied(by: 30) }
        return (days(one), days(other))
    }
}

extension CatalogueProduct {
    /// Whether the product has the plan. A subscription that lists no plans is paid upfront.
    func hasBillingPlan(_ type: BillingPlanType) -> Bool {
        guard let subscription else { return false }
        return subscription.billingPlan(type) != nil || (type == .upFront && subscription.billingPlans.isEmpty)
    }

    /// The plan of a purchase that names none.
    var usualPlan: BillingPlanType? { subscription?.billingPlans.isEmpty ?? true ? nil : .upFront }

    /// Returns the price without an offer, and its period.
    func bill(for plan: BillingPlanType?) -> (priceMilliunits: Int64, period: Period?) {
        guard let subscription, let plan = plan.flatMap({ subscription.billingPlan($0) }) else {
            return (priceMilliunits, subscription?.period)
        }
        return (plan.priceMilliunits, subscription.billingPeriod(of: plan))
    }

    /// Returns the offer of a purchase with this billing plan, or without a plan.
    func offer(_ choice: OfferChoice, for plan: BillingPlanType?) -> CatalogueOffer? {
        let id = ExactText(choice.id)
        let offers = (subscription?.offers(for: plan) ?? []).filter { $0.offerType == choice.type }
        return offers.first { (choice.type == .code ? $0.referenceName : $0.offerID).map(ExactText.init) == id }
    }

    /// Whether a purchase may name it.
    func hasOffer(_ choice: OfferChoice) -> Bool {
        let plans = subscription?.billingPlans.map { BillingPlanType(rawValue: $0.type) } ?? []
        return ([nil] + plans).contains { offer(choice, for: $0) != nil }
    }
}

extension CatalogueOffer {
    var offerType: OfferType { OfferType(rawValue: kind.rawValue) }
}

extension AppliedOffer {
    init(_ offer: CatalogueOffer) {
        let id: String? =
            switch offer.kind {
            case .introductory: nil
            case .promotional, .winBack: offer.offerID
            case .code: offer.referenceName
            }
        self.init(type: offer.offerType, id: id, paymentMode: PaymentMode(offer.paymentMode), period: offer.period)
    }
}

extension PaymentMode {
    package init(_ mode: CatalogueOffer.PaymentMode) {
        switch mode {
        case .free: self = .freeTrial
        case .payUpFront: self = .payUpFront
        case .payAsYouGo: self = .payAsYouGo
        }
    }
}

/// Which offers an account may use. This depends on its history with the group.
package enum OfferEligibility {
    /// Whether the introductory offer applies. It applies automatically, once for each group and account, and not to current
    /// subscribers. The game server can override both rules.
    package static func getsIntroductoryOffer(
        _ subscription: GroupSubscription?, allowed: Bool? = nil
    ) -> Bool { allowed ?? !(subscription?.hasUsedIntroductoryOffer == true || subscription?.isRunning == true) }

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
    var hasExpired: Bool { if case .expired = phase { true } else { false } }
}

/// The remaining terms of an offer for the next bills.
struct OfferTerms: Sendable, Hashable, Codable {
    var offer: AppliedOffer
    /// The period of one bill.
    var period: Period
    var priceMilliunits: Int64
    var billsLeft: Int

    init(_ offer: CatalogueOffer) {
        self.offer = AppliedOffer(offer)
        period = offer.period
        priceMilliunits = offer.paymentMode == .free ? 0 : offer.priceMilliunits
        billsLeft = offer.paymentMode == .payAsYouGo ? max(offer.periodCount, 1) : 1
    }

    /// Nil after the last bill.
    var afterOneBill: OfferTerms? {
        guard billsLeft > 1 else { return nil }
        var rest = self
        rest.billsLeft -= 1
        return rest
    }
}

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
