import IAPModel

/// Products as stores describe them.
enum ProductCacheExample {
    static func coins(_ id: String = "coins.100", price: Int64 = 990) -> Product {
        Product(
            id: id, type: .consumable, displayName: "100 Coins", description: "A small pouch",
            price: Money(milliunits: price, currencyCode: "USD"), displayPrice: "$0.99", isFamilyShareable: false,
            subscription: nil)
    }

    /// Each optional value is set, and no value is the default.
    static var club: Product {
        var subscription = Product.Subscription(groupID: "21500000", period: Period(value: 1, unit: .month))
        subscription.level = 2
        subscription.groupName = "Club"
        subscription.offers = [
            offer(.introductory, nil, .freeTrial, Period(value: 3, unit: .day)),
            offer(.winBack, "back", .payAsYouGo, Period(value: 2, unit: .week)),
        ]
        subscription.billingPlans = [
            Product.BillingPlan(
                type: .monthly, priceMilliunits: 4990, displayPrice: "4,99 €", period: Period(value: 1, unit: .year),
                commitmentPriceMilliunits: 59_880)
        ]
        var product = Product(
            id: "club.month", type: .autoRenewableSubscription, displayName: "Club",
            description: "Für alle \"Fans\"\n🎉",
            price: Money(milliunits: 4990, currencyCode: "EUR"), displayPrice: "4,99\u{A0}€", isFamilyShareable: true,
            subscription: subscription)
        product.json = #"{"attributes":{"name":"Club"}}"#
        return product
    }

    /// A product of a store that is newer than this version.
    static var news: Product {
        var subscription = Product.Subscription(groupID: "", period: Period(value: 0, unit: .year))
        subscription.offers = [
            offer(OfferType(rawValue: 99), "offer", PaymentMode(rawValue: "GIFT"), Period(value: -1, unit: .day))
        ]
        subscription.billingPlans = [
            Product.BillingPlan(
                type: BillingPlanType(rawValue: "DAILY"), priceMilliunits: .max, displayPrice: "",
                period: Period(value: .max, unit: .week),
                commitmentPriceMilliunits: .min)
        ]
        return Product(
            id: "news", type: ProductType(rawValue: "Rental"), displayName: "", description: "",
            price: Money(milliunits: .min, currencyCode: ""),
            displayPrice: "", isFamilyShareable: false, subscription: subscription)
    }

    static var all: [Product] { [coins(), club, news] }

    private static func offer(_ type: OfferType, _ id: String?, _ mode: PaymentMode, _ period: Period) -> Product.Offer
    {
        Product.Offer(
            type: type, id: id, paymentMode: mode, priceMilliunits: 1990, displayPrice: "1,99 €", period: period,
            periodCount: 4)
    }
}

extension Product {
    /// The product as the cache returns it.
    var cached: Product {
        var product = self
        product.isCached = true
        return product
    }
}
