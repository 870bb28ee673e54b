package import IAPModel

/// One product as a `.storekit` file describes it, before a storefront gives its price a currency.
package struct CatalogueProduct: Sendable, Hashable {
    /// Exactly as the file has it, white space included: StoreKit compares identifiers byte for byte.
    package var productID: String
    package var type: ProductType
    /// Thousandths of the storefront's currency unit; the number is the same in every storefront.
    package var priceMilliunits: Int64
    /// False when the file leaves the price empty; the price is 0 then, and the product is not for sale.
    package var isPriced: Bool
    package var isFamilyShareable: Bool
    package var internalID: String
    /// The name that only developers see; empty when the file has none.
    package var referenceName: String
    package var localizations: [CatalogueLocalization]
    /// Present exactly for auto-renewable subscriptions.
    package var subscription: Subscription?
    /// Where the product stands in its file, for example `subscriptionGroups[0].subscriptions[2]`.
    package var place: String

    /// What only auto-renewable subscriptions have.
    package struct Subscription: Sendable, Hashable {
        package var groupID: String
        /// The rank in the group: 1 is the highest level of service; several products may share one, and numbers may be missing.
        package var level: Int
        package var period: Period
        /// At most one for each billing plan; files older than version 5.0 have at most one.
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

        /// The introductory offer that a purchase without a billing plan gets.
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

    /// Name and description for a locale such as `zh_CN`; nil when the file has no text at all.
    package func localization(for locale: String) -> CatalogueLocalization? {
        localizations.best(for: locale)
    }

    /// The name for a locale such as `zh_CN`; empty when the file has no text at all.
    package func displayName(for locale: String) -> String {
        localization(for: locale)?.displayName ?? ""
    }

    /// The description for a locale such as `zh_CN`; empty when the file has no text at all.
    package func description(for locale: String) -> String {
        localization(for: locale)?.description ?? ""
    }
}
