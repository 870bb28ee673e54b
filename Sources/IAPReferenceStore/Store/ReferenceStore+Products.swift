internal import IAPDatabase
internal import IAPModel

extension ReferenceStore {
    /// Returns the products with these ids that are for sale, with names and prices for the store's country and language.
    func products(_ ids: [String]) throws(StoreFailure) -> [ProductListing] {
        let shop = try read { ledger throws(DatabaseError) in
            Shop(
                storefront: try self.storefront(ledger), locale: try ledger.text(.locale) ?? "en_US",
                hasWinBackOffers: try ledger.isSupported(.winBackOffers),
                hasBillingPlans: try ledger.isSupported(.billingPlans), removedProducts: try ledger.removedProducts())
        }
        let sold = ids.filter { !shop.removedProducts.contains(ExactText($0)) }
        return sold.compactMap { catalogue.product(id: $0) }.map { listing($0, shop) }
    }

    /// The settings that determine how products are listed.
    private struct Shop {
        var storefront: StorefrontTable.Row
        var locale: String
        var hasWinBackOffers: Bool
        var hasBillingPlans: Bool
        var removedProducts: Set<ExactText>
    }

    private func listing(_ product: CatalogueProduct, _ shop: Shop) -> ProductListing {
        let (storefront, locale) = (shop.storefront, shop.locale)
        func display(_ milliunits: Int64) -> String {
            prices.string(milliunits: milliunits, currencyCode: storefront.currencyCode, locale: locale)
        }
        let subscription = product.subscription
        let group = subscription.flatMap { catalogue.group(id: $0.groupID) }
        // StoreKit has one introductory offer: that of a purchase without a billing plan.
        let introductory = subscription?.introductoryOffer(for: nil).map { [$0] } ?? []
        let winBack = shop.hasWinBackOffers ? subscription?.winBackOffers ?? [] : []
        let offers = introductory + (subscription?.promotionalOffers ?? []) + winBack
        let plans = shop.hasBillingPlans ? subscription?.billingPlans.filter(\.isEnabled) ?? [] : []
        return ProductListing(
            product: product, displayName: product.displayName(for: locale),
            description: product.description(for: locale), storefront: storefront.storefront,
            currencyCode: storefront.currencyCode, locale: locale, displayPrice: display(product.priceMilliunits),
            groupName: group.map { $0.localizations.isEmpty ? $0.name : $0.displayName(for: locale) } ?? "",
            offers: offers.map { OfferListing(offer: $0, displayPrice: display($0.priceMilliunits)) },
            billingPlans: plans.map { plan in
                BillingPlanListing(
                    plan: plan, displayPrice: display(plan.priceMilliunits),
                    period: subscription?.billingPeriod(of: plan) ?? Period(value: 1, unit: .month))
            })
    }
}
