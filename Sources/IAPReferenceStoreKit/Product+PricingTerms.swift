public import Foundation
internal import IAPReferenceStore

extension Product.SubscriptionInfo {
    public typealias BillingPeriod = Product.SubscriptionPeriod

    /// How the player pays for a subscription.
    public struct BillingPlanType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let monthly = Self(rawValue: "MONTHLY")
        public static let upFront = Self(rawValue: "BILLED_UPFRONT")
    }

    /// The player's commitment.
    public struct CommitmentInfo: Hashable, Sendable {
        public let price: Decimal
        public let displayPrice: String
        public let period: Product.SubscriptionPeriod
    }

    /// One way to pay for a subscription.
    public struct PricingTerms: Hashable, Sendable {
        public let billingPrice: Decimal
        public let billingDisplayPrice: String
        public let billingPeriod: BillingPeriod
        public let billingPlanType: BillingPlanType
        public let commitmentInfo: CommitmentInfo
        public let subscriptionOffers: [Product.SubscriptionOffer]

        public subscript(offers type: Product.SubscriptionOffer.OfferType) -> [Product.SubscriptionOffer] {
            subscriptionOffers.filter { $0.type == type }
        }

        init(
            _ listing: BillingPlanListing, _ product: ProductListing, _ subscription: CatalogueProduct.Subscription
        ) {
            let plan = listing.plan
            billingPrice = Decimal(milliunits: plan.priceMilliunits)
            billingDisplayPrice = listing.displayPrice
            billingPlanType = BillingPlanType(rawValue: plan.type)
            billingPeriod = BillingPeriod(listing.period)
            let price = Decimal(milliunits: plan.commitmentPriceMilliunits)
            let style = Decimal.FormatStyle.Currency(
                code: product.currencyCode, locale: Locale(identifier: product.locale))
            commitmentInfo = CommitmentInfo(
                price: price, displayPrice: price.formatted(style),
                period: Product.SubscriptionPeriod(subscription.period))
            subscriptionOffers = product.offers
                .filter { $0.offer.billingPlanType == plan.type }.map(Product.SubscriptionOffer.init)
        }
    }
}
