/// What a game's server signs for the App Store, or what a signature should be for. Fields that do not belong to the kind
/// are nil.
package struct ServerRequest: Sendable, Hashable {
    /// The numbers are those of the C header's `IAP_SERVER_…`.
    package enum Kind: Int32, Sendable, Hashable, CaseIterable {
        /// The older form: a signature and no JSON.
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
    /// Of the older form.
    package var appAccountToken: String?
    /// A UUID.
    package var nonce: String?
    /// When it is signed, in milliseconds since 1970.
    package var timestamp: Int64?
    /// Of a transaction, or of the account's copy of the app.
    package var transactionID: String?
    package var allowsIntroductoryOffer = false
    /// Of a token, in seconds.
    package var lifetime = Self.defaultLifetime
    /// A JSON object for Advanced Commerce.
    package var requestJSON: String?

    /// What Apple's own libraries give a token.
    package static let defaultLifetime: Int64 = 300
    /// The App Store takes no token that lives longer.
    package static let longestLifetime: Int64 = 3600

    package init(_ kind: Kind) { self.kind = kind }
}
