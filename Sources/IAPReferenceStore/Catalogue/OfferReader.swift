internal import IAPJSON
import IAPModel

extension CatalogueProduct {
    /// Reads the billing plans and offers of the subscription `node`.
    mutating func readOffers(_ node: CatalogueNode) throws(CatalogueError) {
        try subscription?.readBillingPlans(node)
        guard var subscription else { return }
        subscription.introductoryOffers = try node.offers("introductoryOffers", .introductory, of: self)
        // Version 5.0 writes the offer of the older key again in the array. Both are the same offer.
        let single = try node.object("introductoryOffer")
        if subscription.introductoryOffers.isEmpty, let single, let offer = try single.offer(.introductory) {
            subscription.introductoryOffers = [offer]
        }
        subscription.promotionalOffers = try node.offers("adHocOffers", .promotional, of: self)
        subscription.codeOffers = try node.offers("codeOffers", .code, of: self)
        // Xcode writes a lower-case b, hand-written files an upper-case one.
        subscription.winBackOffers =
            try node.offers("winbackOffers", .winBack, of: self) + node.offers("winBackOffers", .winBack, of: self)
        self.subscription = subscription
    }
}

extension CatalogueProduct.Subscription {
    fileprivate mutating func readBillingPlans(_ node: CatalogueNode) throws(CatalogueError) {
        for plan in try node.objects("billingPlans") {
            billingPlans.append(
                BillingPlan(
                    type: try plan.string("billingPlanType") ?? "",
                    priceMilliunits: try plan.price("displayPrice").milliunits,
                    commitmentPriceMilliunits: try plan.price("commitmentDisplayPrice").milliunits,
                    internalID: try plan.string("internalID") ?? "", isEnabled: try plan.bool("isEnabled") ?? true))
            plan.warnAboutUnknownKeys()
        }
    }
}

extension CatalogueNode {
    fileprivate func offers(
        _ key: String, _ kind: CatalogueOffer.Kind, of product: CatalogueProduct
    ) throws(CatalogueError) -> [CatalogueOffer] {
        var offers: [CatalogueOffer] = []
        for node in try objects(key) {
            guard let offer = try node.offer(kind) else { continue }
            offers.append(offer)
            // A missing price already has a warning.
            guard kind == .promotional || kind == .winBack, offer.isPriced, product.isPriced else { continue }
            if !OfferRules.isDiscount(offer, on: product) {
                node.warn(
                    "displayPrice",
                    "the price is not lower than the price of \(product.productID.quotedInMessage); the store will refuse the offer"
                )
            }
        }
        return offers
    }

    /// Reads an offer. Returns nil if the object says that there is none, or describes an impossible one.
    fileprivate func offer(_ kind: CatalogueOffer.Kind) throws(CatalogueError) -> CatalogueOffer? {
        let word = try string("paymentMode")
        // Xcode leaves such an object in the file when a developer removes an introductory offer.
        if word == "none" { return nil }
        guard let mode = word.flatMap(CatalogueOffer.PaymentMode.init(rawValue:)) else {
            warn("paymentMode", "unknown payment mode \((word ?? "").quotedInMessage); the store ignores the offer")
            return nil
        }
        guard let period = try period("subscriptionPeriod", sold: Self.offerPeriods) else {
            warn("subscriptionPeriod", "the offer has no period; the store ignores it. Add one such as \"P1M\"")
            return nil
        }
        var offer = CatalogueOffer(kind: kind, paymentMode: mode, period: period)
        offer.referenceName = try string("referenceName") ?? ""
        offer.internalID = try string("internalID") ?? ""
        offer.billingPlanType = try string("billingPlanType")
        offer.periodCount = try periodCount(mode)
        if mode == .free {
            // The price from before a change of the mode stays in the file.
            ignore("displayPrice")
        } else {
            (offer.priceMilliunits, offer.isPriced) = try price("displayPrice")
        }
        if kind == .promotional || kind == .winBack {
            offer.offerID = try string("offerID")
            if offer.offerID == nil { warn("offerID", "the offer has no offerID; games cannot request it") }
        }
        if kind == .code {
            offer.eligibility = try eligibility()
            offer.isStackable = try bool("isStackable") ?? false
        }
        if kind == .winBack {
            offer.isEligible = try bool("isEligible") ?? false
        }
        warnAboutUnknownKeys()
        return offer
    }

    private func periodCount(_ mode: CatalogueOffer.PaymentMode) throws(CatalogueError) -> Int {
        let count = try int("numberOfPeriods") ?? 1
        guard count > 0 else {
            throw error("numberOfPeriods", "\(count) is not a valid number of periods; write 1 or more")
        }
        guard count == 1 || mode == .payAsYouGo else {
            warn(
                "numberOfPeriods",
                "only pay-as-you-go offers can have more than one period; the store uses 1 instead of \(count)")
            return 1
        }
        return count
    }

    /// Reads the eligibility: all customers if the file does not restrict it.
    private func eligibility() throws(CatalogueError) -> Set<CatalogueOffer.Eligibility> {
        var eligibility: Set<CatalogueOffer.Eligibility> = []
        for word in try strings("eligibility") {
            guard let member = CatalogueOffer.Eligibility(rawValue: word) else {
                warn("eligibility", "unknown eligibility \(word.quotedInMessage); the store ignores it")
                continue
            }
            eligibility.insert(member)
        }
        return eligibility.isEmpty ? Set(CatalogueOffer.Eligibility.allCases) : eligibility
    }
}
