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
        /// Nil for that of the storefront.
        var currencyCode: String?
        private var plan: BillingPlan?
        private var wholePeriod: Period?

        init(_ request: Request, _ situation: Situation) {
            let product = request.product
            priceMilliunits = product.priceMilliunits
            let signed = situation.advancedCommerceInfo.flatMap { try? AdvancedCommerceTerms($0) }
            defer {
                if let price = signed?.priceMilliunits { priceMilliunits = price }
                currencyCode = signed?.currencyCode
            }
            guard let subscription = product.subscription else { return }
            wholePeriod = subscription.period
            plan = request.billingPlanType.flatMap { subscription.billingPlan($0) }
            period = plan.map { subscription.billingPeriod(of: $0) } ?? subscription.period
            priceMilliunits = plan?.priceMilliunits ?? product.priceMilliunits
            billingPlanType = product.plan(request.billingPlanType)
            offer = request.offer.flatMap { product.offer($0, for: request.billingPlanType) }
            // What the game's server has signed a price for has that price.
            if request.offer == nil, signed?.priceMilliunits == nil, OfferRules.getsIntroductoryOffer(situation) {
                offer = subscription.introductoryOffer(for: request.billingPlanType)
            }
            if let offer {
                priceMilliunits = offer.priceMilliunits
                period = offer.period
            }
        }

        /// Of a subscription that is paid in several bills.
        func commitment(in situation: Situation, seats: Int) -> Transaction.Commitment? {
            guard let plan, let wholePeriod, plan.type == BillingPlanType.monthly.rawValue,
                let months = wholePeriod.months, months > 1
            else { return nil }
            return Transaction.Commitment(
                periodNumber: 1, periodCount: Int(months), expirationDate: situation.end(of: wholePeriod),
                priceMilliunits: plan.commitmentPriceMilliunits.clampedMultiplied(by: Int64(seats)))
        }
    }
}

extension CatalogueProduct {
    /// A subscription that lists no plans is paid at once.
    func hasBillingPlan(_ type: BillingPlanType) -> Bool {
        guard let subscription else { return false }
        return subscription.billingPlan(type) != nil || (type == .upFront && subscription.billingPlans.isEmpty)
    }

    /// The plan by which a purchase is paid that names this one or none.
    func plan(_ wanted: BillingPlanType?) -> BillingPlanType? {
        wanted ?? (subscription?.billingPlans.isEmpty ?? true ? nil : .upFront)
    }

    /// What is paid for which time without an offer.
    func bill(for plan: BillingPlanType?) -> (priceMilliunits: Int64, period: Period?) {
        guard let subscription, let plan = plan.flatMap({ subscription.billingPlan($0) }) else {
            return (priceMilliunits, subscription?.period)
        }
        return (plan.priceMilliunits, subscription.billingPeriod(of: plan))
    }

    /// The offer of a purchase with a billing plan, or with none.
    func offer(_ choice: OfferChoice, for plan: BillingPlanType?) -> CatalogueOffer? {
        let id = ExactText(choice.id)
        let offers = (subscription?.offers(for: plan) ?? []).filter { $0.offerType == choice.type }
        return offers.first { (choice.type == .code ? $0.referenceName : $0.offerID).map(ExactText.init) == id }
    }

    /// Whether some purchase may name it.
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
