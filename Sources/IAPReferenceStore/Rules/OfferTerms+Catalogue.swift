package import IAPModel

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
    var offerType: OfferType {
        switch kind {
        case .introductory: .introductory
        case .promotional: .promotional
        case .winBack: .winBack
        case .code: .code
        }
    }
}

extension AppliedOffer {
    init(_ offer: CatalogueOffer) {
        let id: String? =
            switch offer.kind {
            case .introductory: nil
            case .promotional, .winBack: offer.offerID
            case .code: offer.referenceName
            }
        self.init(
            type: offer.offerType, id: id, paymentMode: PaymentMode(offer.paymentMode), period: offer.period)
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
