internal import IAPModel

extension ProductListing {
    /// What StoreKit calls the JSON representation, in the form that Xcode's products have it. Apple promises nothing about it.
    package var json: String {
        var attributes: [String: JSONValue] = [
            "description": .object(["standard": .string(description)]),
            "icuLocale": .string("\(locale)@currency=\(currencyCode)"),
            "isFamilyShareable": .number(product.isFamilyShareable ? 1 : 0), "kind": .string(product.type.rawValue),
            "name": .string(displayName), "offerName": .string(product.productID),
        ]
        var price: [String: JSONValue] = [
            "currencyCode": .string(currencyCode), "price": .string(Self.text(product.priceMilliunits)),
            "priceFormatted": .string(displayPrice), "discounts": .array(offers.map(Self.discount)),
        ]
        if let subscription = product.subscription {
            price["recurringSubscriptionPeriod"] = .string(subscription.period.iso8601)
            attributes["subscriptionFamilyId"] = .string(subscription.groupID)
            attributes["subscriptionFamilyName"] = .string(groupName)
            attributes["subscriptionFamilyRank"] = .number(Double(subscription.level))
        }
        attributes["offers"] = .array([.object(price)])
        let country = storefront.countryCode.lowercased()
        let product: [String: JSONValue] = [
            "attributes": .object(attributes), "href": .string("/v1/catalog/\(country)/in-apps/\(product.internalID)"),
            "id": .string(product.internalID), "type": .string("in-apps"),
        ]
        return JSONValue.object(product).text
    }

    private static func discount(_ listing: OfferListing) -> JSONValue {
        let offer = listing.offer
        var discount: [String: JSONValue] = [
            "numOfPeriods": .number(Double(offer.periodCount)), "price": .string(text(offer.priceMilliunits)),
            "priceFormatted": .string(listing.displayPrice),
            "recurringSubscriptionPeriod": .string(offer.period.iso8601),
        ]
        discount["modeType"] =
            switch offer.paymentMode {
            case .free: .string("FreeTrial")
            case .payAsYouGo: .string("PayAsYouGo")
            case .payUpFront: .string("PayUpFront")
            }
        discount["type"] =
            switch offer.kind {
            case .introductory: .string("IntroOffer")
            case .promotional: .string("AdhocOffer")
            case .winBack: .string("WinBackOffer")
            case .code: .string("CodeOffer")
            }
        if let id = offer.offerID { discount["id"] = .string(id) }
        return .object(discount)
    }

    /// 19000 is `19`, 1990 is `1.99`.
    private static func text(_ milliunits: Int64) -> String {
        let (units, rest) = milliunits.quotientAndRemainder(dividingBy: 1000)
        guard rest != 0 else { return String(units) }
        var digits = String(String(1000 + rest).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(units).\(digits)"
    }
}
