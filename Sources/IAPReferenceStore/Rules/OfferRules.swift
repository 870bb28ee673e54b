internal import IAPModel

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
            ? OfferEligibility.getsIntroductoryOffer(
                situation.subscription, allowed: situation.allowsIntroductoryOffer)
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
