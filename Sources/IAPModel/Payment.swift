/// A purchase that the game requests.
public struct Payment: Sendable, Hashable {
    public static let quantities = 1...10

    public var productID: String
    public var quantity: Int
    /// A lowercase UUID that identifies the player's account in the game. The signed transaction contains it.
    public var appAccountToken: String?
    /// Asks the store to act as if the purchase needed a parent's approval (sandbox and reference store only).
    public var simulatesAskToBuy: Bool
    public var offer: Offer?
    /// The game server's signed eligibility for the introductory offer, a compact JWS.
    public var introductoryOfferJWS: String?
    /// The game server's signed request for Advanced Commerce, a compact JWS.
    public var advancedCommerceJWS: String?
    /// The countries (ISO 3166-1 alpha-3) in which the purchase may continue if the storefront changes meanwhile; nil
    /// for all.
    public var storefronts: Set<String>?
    public var customValues: [ExactText: CustomValue] = [:]
    public var billingPlan: BillingPlanType?
    public var seats: Int?
    public var suppressesSeatInvitation = false
    public var anchor: Anchor?

    public enum Offer: Sendable, Hashable {
        case promotional(id: String, Proof)
        case winBack(id: String)
    }

    public enum Proof: Sendable, Hashable {
        /// There is no proof, or a part of the older form is missing. The store refuses it with
        /// `missingOfferParameters`.
        case missing
        case jws(String)
        /// The signature is DER. The nonce is a lowercase UUID. The timestamp is in milliseconds since 1970.
        case signature(keyID: String, nonce: String, signature: [UInt8], timestamp: Int64)
    }

    public enum CustomValue: Sendable, Hashable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case data([UInt8])
    }

    public init(
        productID: String, quantity: Int = 1, appAccountToken: String? = nil, simulatesAskToBuy: Bool = false
    ) {
        self.productID = productID
        self.quantity = quantity
        self.appAccountToken = appAccountToken
        self.simulatesAskToBuy = simulatesAskToBuy
    }
}
