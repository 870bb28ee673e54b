package import IAPModel

/// A product as a `.storekit` file describes it. Its price gets a currency from the storefront.
package struct CatalogueProduct: Sendable, Hashable {
    /// Exactly as in the file, including white space. StoreKit compares identifiers byte by byte.
    package var productID: String
    package var type: ProductType
    /// In thousandths of the storefront's currency unit. The number is the same in every storefront.
    package var priceMilliunits: Int64
    /// False if the price is empty in the file. The price is then 0, and the product is not for sale.
    package var isPriced: Bool
    package var isFamilyShareable: Bool
    package var internalID: String
    /// A name that only developers see; empty if the file has none.
    package var referenceName: String
    package var localizations: [CatalogueLocalization]
    /// Auto-renewable subscriptions have this part; other products do not.
    package var subscription: Subscription?
    /// The product's place in its file, for example `subscriptionGroups[0].subscriptions[2]`.
    package var place: String

    /// The part that only auto-renewable subscriptions have.
    package struct Subscription: Sendable, Hashable {
        package var groupID: String
        /// The rank in the group; 1 is the highest level of service. Several products can have the same level, and levels can
        /// be missing.
        package var level: Int
        package var period: Period
        /// At most one for each billing plan. Files older than version 5.0 have at most one.
        package var introductoryOffers: [CatalogueOffer]
        package var promotionalOffers: [CatalogueOffer]
        package var codeOffers: [CatalogueOffer]
        package var winBackOffers: [CatalogueOffer]
        package var billingPlans: [BillingPlan]

        package init(
            groupID: String, level: Int, period: Period, introductoryOffers: [CatalogueOffer] = [],
            promotionalOffers: [CatalogueOffer] = [], codeOffers: [CatalogueOffer] = [],
            winBackOffers: [CatalogueOffer] = [], billingPlans: [BillingPlan] = []
        ) {
            self.groupID = groupID
            self.level = level
            self.period = period
            self.introductoryOffers = introductoryOffers
            self.promotionalOffers = promotionalOffers
            self.codeOffers = codeOffers
            self.winBackOffers = winBackOffers
            self.billingPlans = billingPlans
        }

        /// The introductory offer for a purchase without a billing plan.
        package var introductoryOffer: CatalogueOffer? { introductoryOffers.first }
    }

    package init(
        productID: String, type: ProductType, priceMilliunits: Int64, isPriced: Bool = true,
        isFamilyShareable: Bool = false, internalID: String = "", referenceName: String = "",
        localizations: [CatalogueLocalization] = [], subscription: Subscription? = nil, place: String = ""
    ) {
        self.productID = productID
        self.type = type
        self.priceMilliunits = priceMilliunits
        self.isPriced = isPriced
        self.isFamilyShareable = isFamilyShareable
        self.internalID = internalID
        self.referenceName = referenceName
        self.localizations = localizations
        self.subscription = subscription
        self.place = place
    }

    /// Returns the name and description for a locale such as `zh_CN`; nil if the file has no texts.
    package func localization(for locale: String) -> CatalogueLocalization? {
        localizations.best(for: locale)
    }

    /// Returns the name for a locale such as `zh_CN`; empty if the file has no texts.
    package func displayName(for locale: String) -> String {
        localization(for: locale)?.displayName ?? ""
    }

    /// Returns the description for a locale such as `zh_CN`; empty if the file has no texts.
    package func description(for locale: String) -> String {
        localization(for: locale)?.description ?? ""
    }
}
