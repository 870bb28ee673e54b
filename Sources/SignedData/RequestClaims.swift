/// The payload of a JWS that a game's server signs for the store. Decoding reads over claims that it does not know and
/// fails on those of a wrong type. It judges no values: whom and when the request is meant for is for the caller to
/// check.
package struct RequestClaims: Sendable, Hashable {
    /// `iss`, the issuer identifier of App Store Connect.
    package var issuer: String
    /// `iat`, in milliseconds since 1970; in the JSON they are seconds.
    package var issuedAt: Int64
    /// `aud`. RFC 7519, section 4.1.3, allows an array; one of other than one text is refused.
    package var audience: String
    /// `bid`
    package var bundleID: String
    /// Requests have it, tokens for the server's API do not.
    package var nonce: String?
    package var productID: String?
    package var offerID: String?
    package var transactionID: String?
    package var allowsIntroductoryOffer: Bool?
    /// Base64 of the JSON of an advanced commerce request.
    package var request: String?

    package init(
        issuer: String, issuedAt: Int64, audience: String, bundleID: String, nonce: String? = nil,
        productID: String? = nil, offerID: String? = nil, transactionID: String? = nil,
        allowsIntroductoryOffer: Bool? = nil, request: String? = nil
    ) {
        self.issuer = issuer
        self.issuedAt = issuedAt
        self.audience = audience
        self.bundleID = bundleID
        self.nonce = nonce
        self.productID = productID
        self.offerID = offerID
        self.transactionID = transactionID
        self.allowsIntroductoryOffer = allowsIntroductoryOffer
        self.request = request
    }
}

extension RequestClaims {
    /// The values of `audience`.
    package enum Audience {
        package static let promotionalOffer = "promotional-offer"
        package static let introductoryOfferEligibility = "introductory-offer-eligibility"
        package static let advancedCommerce = "advanced-commerce-api"
    }
}

extension RequestClaims: Codable {
    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case issuedAt = "iat"
        case audience = "aud"
        case bundleID = "bid"
        case nonce
        case productID = "productId"
        case offerID = "offerIdentifier"
        case transactionID = "transactionId"
        case allowsIntroductoryOffer = "allowIntroductoryOffer"
        case request
    }

    package init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: CodingKeys.self)
        // RFC 7519 allows parts of a second.
        let seconds = try claims.decode(Double.self, forKey: .issuedAt)
        guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else {
            throw DecodingError.dataCorruptedError(
                forKey: .issuedAt, in: claims, debugDescription: "The date is out of range.")
        }
        self.init(
            issuer: try claims.decode(String.self, forKey: .issuer), issuedAt: milliseconds,
            audience: try Self.audience(in: claims), bundleID: try claims.decode(String.self, forKey: .bundleID),
            nonce: try claims.decodeIfPresent(String.self, forKey: .nonce),
            productID: try claims.decodeIfPresent(String.self, forKey: .productID),
            offerID: try claims.decodeIfPresent(String.self, forKey: .offerID),
            transactionID: try claims.decodeIfPresent(String.self, forKey: .transactionID),
            allowsIntroductoryOffer: try claims.decodeIfPresent(Bool.self, forKey: .allowsIntroductoryOffer),
            request: try claims.decodeIfPresent(String.self, forKey: .request))
    }

    private static func audience(in claims: KeyedDecodingContainer<CodingKeys>) throws -> String {
        guard let list = try? claims.decode([String].self, forKey: .audience) else {
            return try claims.decode(String.self, forKey: .audience)
        }
        guard let audience = list.first, list.count == 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: .audience, in: claims, debugDescription: "One audience is expected.")
        }
        return audience
    }

    /// `iat` becomes whole seconds, as Apple's libraries write it.
    package func encode(to encoder: any Encoder) throws {
        var claims = encoder.container(keyedBy: CodingKeys.self)
        try claims.encode(issuer, forKey: .issuer)
        try claims.encode(issuedAt / 1000, forKey: .issuedAt)
        try claims.encode(audience, forKey: .audience)
        try claims.encode(bundleID, forKey: .bundleID)
        try claims.encodeIfPresent(nonce, forKey: .nonce)
        try claims.encodeIfPresent(productID, forKey: .productID)
        try claims.encodeIfPresent(offerID, forKey: .offerID)
        try claims.encodeIfPresent(transactionID, forKey: .transactionID)
        try claims.encodeIfPresent(allowsIntroductoryOffer, forKey: .allowsIntroductoryOffer)
        try claims.encodeIfPresent(request, forKey: .request)
    }
}
