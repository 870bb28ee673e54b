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
    /// The time between two bills.
    package var period: Period
}
