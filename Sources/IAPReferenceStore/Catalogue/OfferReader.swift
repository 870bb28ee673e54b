internal import IAPJSON
import IAPModel

extension CatalogueProduct {
    /// Reads billing plans and offers of the subscription that `node` is.
    mutating func readOffers(_ node: CatalogueNode) throws(CatalogueError) {
        try subscription?.readBillingPlans(node)
        guard var subscription else { return }
        subscription.introductoryOffers = try node.offers("introductoryOffers", .introductory, of: self)
        // Version 5.0 repeats the offer of the older key in the array; it is one offer.
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
            // A price that is missing has a warning already.
            guard kind == .promotional || kind == .winBack, offer.isPriced, product.isPriced else { continue }
            if !OfferRules.isDiscount(offer, on: product) {
                node.warn(
                    "displayPrice",
                    "the price is not below that of \(product.productID.quotedInMessage); the store refuses the offer")
            }
        }
        return offers
    }

    /// nil where the object says that there is no offer, or describes one that cannot be made.
    fileprivate func offer(_ kind: CatalogueOffer.Kind) throws(CatalogueError) -> CatalogueOffer? {
        let word = try string("paymentMode")
        // Xcode leaves such an object behind when an introductory offer is taken out again.
        if word == "none" { return nil }
        guard let mode = word.flatMap(CatalogueOffer.PaymentMode.init(rawValue:)) else {
            warn("paymentMode", "\((word ?? "").quotedInMessage) is not a known payment mode; the offer is left out")
            return nil
        }
        guard let period = try period("subscriptionPeriod", sold: Self.offerPeriods) else {
            warn("subscriptionPeriod", "the offer has no period and is left out")
            return nil
        }
        var offer = CatalogueOffer(kind: kind, paymentMode: mode, period: period)
        offer.referenceName = try string("referenceName") ?? ""
        offer.internalID = try string("internalID") ?? ""
        offer.billingPlanType = try string("billingPlanType")
        offer.periodCount = try periodCount(mode)
        if mode == .free {
            // A price that was typed in before the mode was changed stays in the file.
            ignore("displayPrice")
        } else {
            (offer.priceMilliunits, offer.isPriced) = try price("displayPrice")
        }
        if kind == .promotional || kind == .winBack {
            offer.offerID = try string("offerID")
            if offer.offerID == nil { warn("offerID", "the offer has no offerID, so that nobody can ask for it") }
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
        guard count > 0 else { throw error("numberOfPeriods", "\(count) is not a number of periods") }
        guard count == 1 || mode == .payAsYouGo else {
            warn("numberOfPeriods", "only pay-as-you-go offers have more than one period; \(count) counts as 1")
            return 1
        }
        return count
    }

    /// All customers if the file does not say.
    private func eligibility() throws(CatalogueError) -> Set<CatalogueOffer.Eligibility> {
        var eligibility: Set<CatalogueOffer.Eligibility> = []
        for word in try strings("eligibility") {
            guard let member = CatalogueOffer.Eligibility(rawValue: word) else {
                warn("eligibility", "\(word.quotedInMessage) is not a known eligibility and is ignored")
                continue
            }
            eligibility.insert(member)
        }
        return eligibility.isEmpty ? Set(CatalogueOffer.Eligibility.allCases) : eligibility
    }
}
