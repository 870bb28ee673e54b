/// A request that a game's server signs for the App Store, or the expected content of a signature. Fields that the kind
/// does not use are nil.
package struct ServerRequest: Sendable, Hashable {
    /// The numbers are those of the C header's `IAP_SERVER_…`.
    package enum Kind: Int32, Sendable, Hashable, CaseIterable {
        /// The older form: a signature without JSON.
        case promotionalOffer = 1
        case promotionalOfferJWS = 2
        case introductoryOfferJWS = 3
        case advancedCommerceJWS = 4
        /// For the App Store Server API.
        case apiToken = 5

        /// Nil for the older form.
        package var audience: String? {
            switch self {
            case .promotionalOffer: nil
            case .promotionalOfferJWS: RequestClaims.Audience.promotionalOffer
            case .introductoryOfferJWS: RequestClaims.Audience.introductoryOfferEligibility
            case .advancedCommerceJWS: RequestClaims.Audience.advancedCommerce
            case .apiToken: RequestClaims.Audience.serverAPI
            }
        }
    }

    package var kind: Kind
    package var productID: String?
    package var offerID: String?
    /// Only for the older form.
    package var appAccountToken: String?
    /// A UUID.
    package var nonce: String?
    /// The time of the signature, in milliseconds since 1970.
    package var timestamp: Int64?
    /// The id of a transaction, or of the account's copy of the app.
    package var transactionID: String?
    package var allowsIntroductoryOffer = false
    /// The lifetime of a token, in seconds.
    package var lifetime = Self.defaultLifetime
    /// A JSON object for Advanced Commerce.
    package var requestJSON: String?

    /// The lifetime of tokens of Apple's own libraries.
    package static let defaultLifetime: Int64 = 300
    /// The App Store refuses tokens with a longer lifetime.
    package static let longestLifetime: Int64 = 3600

    package init(_ kind: Kind) { self.kind = kind }
}
