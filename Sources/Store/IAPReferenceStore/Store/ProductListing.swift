internal import IAPDatabase
internal import IAPJSON
package import IAPModel

/// A product as the store of one country lists it.
package struct ProductListing: Sendable, Hashable {
    package var product: CatalogueProduct
    package var displayName: String
    package var description: String
    package var storefront: Storefront
    package var currencyCode: String
    package var locale: String
    package var displayPrice: String
    /// The name of the subscription's group; empty if there is none.
    package var groupName: String
    /// First the introductory offer, then promotional offers, then win-back offers. Offer codes are not listed.
    package var offers: [OfferListing]
    package var billingPlans: [BillingPlanListing]

    /// The level in the subscription's group; 1 is the highest. It is 0 for other products.
    package var level: Int { product.subscription?.level ?? 0 }
}

package struct OfferListing: Sendable, Hashable {
    package var offer: CatalogueOffer
    package var displayPrice: String
}

package struct BillingPlanListing: Sendable, Hashable {
    package var plan: BillingPlan
    /// The price of each bill.
    package var displayPrice: String
    /// The price of all bills together.
    package var commitmentDisplayPrice: String
    /// The time between two bills.
    package var period: Period
}

/// What the store sells, and where.
package struct ProductShelf: Sendable {
    let file: LedgerFile
    let catalogue: Catalogue
    private let prices = PriceFormatter()

    /// Returns the products with these ids that are for sale, with names and prices for the store's country and language.
    func products(_ ids: [String]) throws -> [ProductListing] {
        let shop = try file.read { ledger in
            Shop(
                storefront: try ledger.storefront, locale: try ledger.text(.locale) ?? "en_US",
                hasWinBackOffers: try ledger.isSupported(.winBackOffers),
                hasBillingPlans: try ledger.isSupported(.billingPlans), removedProducts: try ledger.removedProducts())
        }
        let sold = ids.filter { !shop.removedProducts.contains(ExactText($0)) }
        return sold.compactMap { catalogue.product(id: $0) }.map { listing($0, shop) }
    }

    /// Takes a product of the `.storekit` file off sale, or puts it back.
    package func setOnSale(_ productID: String, _ isOnSale: Bool) throws {
        guard catalogue.product(id: productID) != nil else {
            throw IAPError(.notFound, "the .storekit file has no product \(productID)")
        }
        try file.change { ledger in try ledger.set(productID, isOnSale: isOnSale) }
    }

    /// The products that are not for sale now.
    package var removedProducts: Set<ExactText> {
        get throws { try file.readAsItIs { ledger in try ledger.removedProducts() } }
    }

    // MARK: Country and language

    /// The country and language that determine the names and prices of products.
    var storefrontAndLocale: StorefrontAndLocale {
        get throws {
            try file.read { ledger in
                StorefrontAndLocale(
                    storefront: try ledger.storefront.storefront, locale: try ledger.text(.locale) ?? "")
            }
        }
    }

    package var storefront: Storefront { get throws { try file.read { ledger in try ledger.storefront.storefront } } }

    /// Moves the store.
    package func move(to countryCode: String, locale: String?) throws {
        let row = try row(countryCode)
        try file.change { ledger in
            try ledger.set(.storefront, Value(row.countryCode))
            if let locale { try ledger.set(.locale, Value(locale)) }
        }
    }

    /// Moves the store during the next purchase.
    package func moveDuringNextPurchase(_ countryCode: String) throws {
        let row = try row(countryCode)
        try file.set(.nextStorefront, Value(row.countryCode))
    }

    /// Sets the language that the store takes on during the next purchase.
    package func setLocaleDuringNextPurchase(_ locale: String) throws { try file.set(.nextLocale, Value(locale)) }

    private func row(_ countryCode: String) throws -> StorefrontTable.Row {
        if let row = StorefrontTable.row(countryCode) { return row }
        throw IAPError(
            .invalidArgument, "\(countryCode) is not an ISO 3166-1 alpha-3 country code, such as DEU for Germany")
    }

    // MARK: Listings

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
                    commitmentDisplayPrice: display(plan.commitmentPriceMilliunits),
                    period: subscription?.billingPeriod(of: plan) ?? Period(value: 1, unit: .month))
            })
    }
}

extension Ledger {
    var storefront: StorefrontTable.Row {
        get throws {
            let code = try text(.storefront) ?? ""
            return StorefrontTable.row(code)
                ?? StorefrontTable.Row(countryCode: code, currencyCode: "USD", storefrontID: nil)
        }
    }

    /// Takes on the next language. The game is not asked, because a purchase costs the same in every language.
    func takeNextLocale() throws {
        guard let locale = try text(.nextLocale) else { return }
        try remove(.nextLocale)
        try set(.locale, Value(locale))
    }

    /// Returns nil if the store does not move.
    func takeNextStorefront() throws -> Storefront? {
        guard let code = try text(.nextStorefront), let row = StorefrontTable.row(code) else { return nil }
        try remove(.nextStorefront)
        guard try storefront.countryCode != row.countryCode else { return nil }
        try set(.storefront, Value(row.countryCode))
        return row.storefront
    }
}

extension ProductListing {
    /// StoreKit's JSON representation, in the form of Xcode's products. Apple promises nothing about it.
    package var json: String {
        let id = product.internalID
        let subscription = product.subscription
        let price: [String: JSONValue?] = [
            "currencyCode": .text(currencyCode), "price": .text(decimalText(product.priceMilliunits)),
            "priceFormatted": .text(displayPrice),
            "recurringSubscriptionPeriod": .optional(subscription?.period.iso8601),
            "discounts": .list(offers.map(\.json)),
        ]
        let attributes: [String: JSONValue?] = [
            "name": .text(displayName), "description": .object(of: ["standard": .text(description)]),
            "offerName": .text(product.productID), "kind": .text(product.type.rawValue),
            "icuLocale": .text("\(locale)@currency=\(currencyCode)"),
            "isFamilyShareable": .whole(product.isFamilyShareable ? 1 : 0), "offers": .list([.object(of: price)]),
            "subscriptionFamilyId": .optional(subscription?.groupID),
            "subscriptionFamilyName": subscription == nil ? nil : .text(groupName),
            "subscriptionFamilyRank": .whole(subscription?.level),
        ]
        return JSONValue.object(of: [
            "id": .text(id), "type": .text("in-apps"),
            "href": .text("/v1/catalog/\(storefront.countryCode.lowercased())/in-apps/\(id)"),
            "attributes": .object(of: attributes),
        ]).json
    }
}

extension OfferListing {
    fileprivate var json: JSONValue {
        .object(of: [
            "id": .optional(offer.offerID), "type": .text(offer.kind.listedName),
            "modeType": .text(offer.paymentMode.listedName), "numOfPeriods": .whole(offer.periodCount),
            "price": .text(decimalText(offer.priceMilliunits)), "priceFormatted": .text(displayPrice),
            "recurringSubscriptionPeriod": .text(offer.period.iso8601),
        ])
    }
}

extension CatalogueOffer.Kind {
    /// The word of Apple's product descriptions.
    package var listedName: String {
        switch self {
        case .introductory: "IntroOffer"
        case .promotional: "AdhocOffer"
        case .winBack: "WinBackOffer"
        case .code: "CodeOffer"
        }
    }
}

extension CatalogueOffer.PaymentMode {
    /// The word of Apple's product descriptions.
    package var listedName: String {
        switch self {
        case .free: "FreeTrial"
        case .payAsYouGo: "PayAsYouGo"
        case .payUpFront: "PayUpFront"
        }
    }
}

/// Returns a decimal text: 19000 is `19`, 1990 is `1.99`.
private func decimalText(_ milliunits: Int64) -> String {
    let (units, rest) = milliunits.quotientAndRemainder(dividingBy: 1000)
    guard rest != 0 else { return String(units) }
    var digits = String(String(1000 + rest).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(units).\(digits)"
}
