internal import Foundation
internal import IAPJSON
internal import IAPModel

extension ProductListing {
    /// StoreKit's JSON representation, in the form of Xcode's products. Apple promises nothing about it.
    package var json: String { JSONEncoder.sortedText(ListedProduct(self)) ?? "{}" }
}

/// The fields of a product's JSON representation, with Xcode's names.
private struct ListedProduct: Encodable {
    var id: String
    var type = "in-apps"
    var href: String
    var attributes: Attributes

    struct Attributes: Encodable {
        var name: String
        var description: [String: String]
        var offerName: String
        var kind: String
        var icuLocale: String
        var isFamilyShareable: Int
        var offers: [Price]
        var subscriptionFamilyId: String?
        var subscriptionFamilyName: String?
        var subscriptionFamilyRank: Int?
    }

    struct Price: Encodable {
        var currencyCode: String
        var price: String
        var priceFormatted: String
        var recurringSubscriptionPeriod: String?
        var discounts: [Discount]
    }

    struct Discount: Encodable {
        var id: String?
        var type: String
        var modeType: String
        var numOfPeriods: Int
        var price: String
        var priceFormatted: String
        var recurringSubscriptionPeriod: String
    }

    init(_ listing: ProductListing) {
        let product = listing.product
        id = product.internalID
        href = "/v1/catalog/\(listing.storefront.countryCode.lowercased())/in-apps/\(product.internalID)"
        let price = Price(
            currencyCode: listing.currencyCode, price: decimalText(product.priceMilliunits),
            priceFormatted: listing.displayPrice, recurringSubscriptionPeriod: product.subscription?.period.iso8601,
            discounts: listing.offers.map(Discount.init))
        attributes = Attributes(
            name: listing.displayName, description: ["standard": listing.description], offerName: product.productID,
            kind: product.type.rawValue, icuLocale: "\(listing.locale)@currency=\(listing.currencyCode)",
            isFamilyShareable: product.isFamilyShareable ? 1 : 0, offers: [price])
        if let subscription = product.subscription {
            attributes.subscriptionFamilyId = subscription.groupID
            attributes.subscriptionFamilyName = listing.groupName
            attributes.subscriptionFamilyRank = subscription.level
        }
    }
}

extension ListedProduct.Discount {
    init(_ listing: OfferListing) {
        let offer = listing.offer
        id = offer.offerID
        type =
            switch offer.kind {
            case .introductory: "IntroOffer"
            case .promotional: "AdhocOffer"
            case .winBack: "WinBackOffer"
            case .code: "CodeOffer"
            }
        modeType =
            switch offer.paymentMode {
            case .free: "FreeTrial"
            case .payAsYouGo: "PayAsYouGo"
            case .payUpFront: "PayUpFront"
            }
        numOfPeriods = offer.periodCount
        price = decimalText(offer.priceMilliunits)
        priceFormatted = listing.displayPrice
        recurringSubscriptionPeriod = offer.period.iso8601
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
