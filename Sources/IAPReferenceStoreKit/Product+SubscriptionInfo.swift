internal import IAPModel
internal import IAPReferenceStore

extension Product {
    /// The part that only auto-renewable subscriptions have.
    public struct SubscriptionInfo: Hashable, Sendable {
        public let introductoryOffer: SubscriptionOffer?
        public let promotionalOffers: [SubscriptionOffer]
        /// All configured win-back offers, even if the account may not use them.
        public let winBackOffers: [SubscriptionOffer]
        public let subscriptionGroupID: String
        public let subscriptionPeriod: SubscriptionPeriod
        /// 1 is the highest level of service.
        public let groupLevel: Int
        public let groupDisplayName: String
        public let pricingTerms: [PricingTerms]

        public var isEligibleForIntroOffer: Bool {
            get async { await Self.isEligibleForIntroOffer(for: subscriptionGroupID) }
        }

        public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
            CurrentDevice.look { device throws(StoreFailure) in
                try device.isEligibleForIntroductoryOffer(groupID: groupID)
            } ?? false
        }

        init(_ subscription: CatalogueProduct.Subscription, _ listing: ProductListing) {
            let offers = listing.offers.map(SubscriptionOffer.init)
            introductoryOffer = offers.first { $0.type == .introductory }
            promotionalOffers = offers.filter { $0.type == .promotional }
            winBackOffers = offers.filter { $0.type == .winBack }
            subscriptionGroupID = subscription.groupID
            subscriptionPeriod = SubscriptionPeriod(subscription.period)
            groupLevel = listing.level
            groupDisplayName = listing.groupName
            pricingTerms = listing.billingPlans.map { PricingTerms($0, listing, subscription) }
        }
    }
}
