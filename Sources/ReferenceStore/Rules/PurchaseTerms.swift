package import IAPModel

extension PurchaseRules {
    /// What is paid for which time, with offer and billing plan.
    struct Terms {
        /// For one piece.
        var priceMilliunits: Int64
        /// What is paid for now; nil for products without periods.
        var period: Period?
        var offer: CatalogueOffer?
        var billingPlanType: BillingPlanType?
        private var plan: BillingPlan?
        private var wholePeriod: Period?

        init(_ request: Request, _ situation: Situation) {
            let product = request.product
            priceMilliunits = product.priceMilliunits
            guard let subscription = product.subscription else { return }
            wholePeriod = subscription.period
            plan = request.billingPlanType.flatMap { subscription.billingPlan($0) }
            period = plan.map { subscription.billingPeriod(of: $0) } ?? subscription.period
            priceMilliunits = plan?.priceMilliunits ?? product.priceMilliunits
            billingPlanType = request.billingPlanType ?? (subscription.billingPlans.isEmpty ? nil : .upFront)
            offer = request.offer.flatMap { product.offer($0) }
            if request.offer == nil, OfferRules.getsIntroductoryOffer(situation) {
                offer = subscription.introductoryOffer(for: request.billingPlanType)
            }
            if let offer {
                priceMilliunits = offer.priceMilliunits
                period = offer.period
            }
        }

        /// Of a subscription that is paid in several bills.
        func commitment(from start: Int64, _ rate: TimeRate) -> Transaction.Commitment? {
            guard let plan, let wholePeriod, plan.type == BillingPlanType.monthly.rawValue,
                let months = wholePeriod.months, months > 1
            else { return nil }
            return Transaction.Commitment(
                periodNumber: 1, periodCount: Int(months), expirationDate: rate.end(of: wholePeriod, from: start),
                priceMilliunits: plan.commitmentPriceMilliunits)
        }
    }
}

extension CatalogueProduct {
    /// A subscription that lists no plans is paid at once.
    func hasBillingPlan(_ type: BillingPlanType) -> Bool {
        guard let subscription else { return false }
        return subscription.billingPlan(type) != nil || (type == .upFront && subscription.billingPlans.isEmpty)
    }

    func offer(_ choice: OfferChoice) -> CatalogueOffer? {
        let id = ExactText(choice.id)
        switch choice.type {
        case .promotional: return subscription?.promotionalOffers.first { $0.offerID.map(ExactText.init) == id }
        case .winBack: return subscription?.winBackOffers.first { $0.offerID.map(ExactText.init) == id }
        case .code: return subscription?.codeOffers.first { ExactText($0.referenceName) == id }
        case .introductory, .unknown: return nil
        }
    }
}

extension AppliedOffer {
    init(_ offer: CatalogueOffer) {
        let type: OfferType
        var id = offer.offerID
        switch offer.kind {
        case .introductory:
            type = .introductory
            id = nil
        case .promotional: type = .promotional
        case .winBack: type = .winBack
        case .code:
            type = .code
            id = offer.referenceName
        }
        self.init(type: type, id: id, paymentMode: PaymentMode(offer.paymentMode), period: offer.period)
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
