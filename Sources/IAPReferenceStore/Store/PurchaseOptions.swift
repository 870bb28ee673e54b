package import IAPModel

/// The options of a purchase, like StoreKit's `Product.PurchaseOption`.
package struct PurchaseOptions: Sendable, Codable {
    package var quantity = 1
    /// A lowercase UUID.
    package var appAccountToken: String?
    package var simulatesAskToBuy = false
    package var promotionalOffer: PromotionalOffer?
    package var introductoryOfferJWS: String?
    package var winBackOfferID: String?
    package var advancedCommerceJWS: String?
    package var billingPlanType: BillingPlanType?
    package var seats: Int?
    /// The store calls it without a lock if the storefront changes during the purchase. It returns whether the purchase
    /// continues. Without it, the purchase continues.
    package var onStorefrontChange: (@Sendable (Storefront) -> Bool)?

    package init() {}

    /// `onStorefrontChange` is not in this list: the log has a command for its result.
    private enum CodingKeys: String, CodingKey {
        case quantity, appAccountToken, simulatesAskToBuy, promotionalOffer, introductoryOfferJWS, winBackOfferID
        case advancedCommerceJWS, billingPlanType, seats
    }

    package struct PromotionalOffer: Sendable, Hashable, Codable {
        package var offerID: String
        package var proof: Proof

        package enum Proof: Sendable, Hashable, Codable {
            case jws(String)
            /// The nonce is a lowercase UUID, the signature a DER, and the timestamp is in milliseconds since 1970.
            case signature(keyID: String, nonce: String, signature: [UInt8], timestamp: Int64)
        }

        package init(offerID: String, proof: Proof) {
            self.offerID = offerID
            self.proof = proof
        }
    }
}
