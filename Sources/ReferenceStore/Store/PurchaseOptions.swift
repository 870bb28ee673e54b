package import IAPModel

/// What a purchase may say besides the product, as StoreKit's `Product.PurchaseOption` has it.
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
    /// Asked, with no lock held, whether the purchase goes on when the storefront changes meanwhile; nil goes on.
    package var onStorefrontChange: (@Sendable (Storefront) -> Bool)?

    package init() {}

    /// Without the question, whose answer the log has as what happened then.
    private enum CodingKeys: String, CodingKey {
        case quantity, appAccountToken, simulatesAskToBuy, promotionalOffer, introductoryOfferJWS, winBackOfferID
        case advancedCommerceJWS, billingPlanType, seats
    }

    package struct PromotionalOffer: Sendable, Hashable, Codable {
        package var offerID: String
        package var proof: Proof

        package enum Proof: Sendable, Hashable, Codable {
            case jws(String)
            /// The nonce is a lowercase UUID, the signature DER, the timestamp in milliseconds since 1970.
            case signature(keyID: String, nonce: String, signature: [UInt8], timestamp: Int64)
        }

        package init(offerID: String, proof: Proof) {
            self.offerID = offerID
            self.proof = proof
        }
    }
}
