internal import Foundation
internal import IAPJSON
package import IAPSignedText

/// The payload of a JWS that a game's server signs for the store. It checks no values: the caller checks the required
/// claims, the audience and the time.
package struct RequestClaims: Sendable, Hashable {
    /// `iss`, the issuer ID from App Store Connect.
    package var issuer: String?
    /// `iat`, in milliseconds since 1970. The JSON contains seconds.
    package var issuedAt: Int64?
    /// `exp`, in milliseconds since 1970. The JSON contains seconds.
    package var expiresAt: Int64?
    /// `aud`. RFC 7519, section 4.1.3, allows an array. An array that is not exactly one text is refused.
    package var audience: String?
    /// `bid`
    package var bundleID: String?
    /// Requests have it. Tokens for the server's API do not.
    package var nonce: String?
    package var productID: String?
    package var offerID: String?
    package var transactionID: String?
    package var allowsIntroductoryOffer: Bool?
    /// Base64 of the JSON of an Advanced Commerce request.
    package var request: String?

    package init(
        issuer: String?, issuedAt: Int64?, audience: String?, bundleID: String?, nonce: String? = nil,
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
        package static let serverAPI = "appstoreconnect-v1"
    }
}

extension RequestClaims {
    /// Reads strict JSON, and ignores unknown claims. Null counts as absent.
    package init(json bytes: [UInt8]) throws(Rejection) {
        let claims = try ClaimReader(bytes)
        issuer = try claims.text("iss")
        issuedAt = try claims.milliseconds("iat")
        expiresAt = try claims.milliseconds("exp")
        audience = try claims.textOrListOfOne("aud")
        bundleID = try claims.text("bid")
        nonce = try claims.text("nonce")
        productID = try claims.text("productId")
        offerID = try claims.text("offerIdentifier")
        transactionID = try claims.text("transactionId")
        allowsIntroductoryOffer = try claims.flag("allowIntroductoryOffer")
        request = try claims.text("request")
    }

    /// The JSON in the Base64 of the request. Nil if there is none.
    package func requestJSON() throws(Rejection) -> String? {
        guard let request else { return nil }
        guard let bytes = Base64.decode(request) else {
            throw Rejection(.invalidJSON, "the claim request is not the Base64 of a JSON object")
        }
        _ = try SignedJSON.object(bytes, "the claim request")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Compact JSON with sorted names. Dates become whole seconds, as Apple's libraries write them.
    package var json: [UInt8] {
        // JSON exists for texts and whole numbers.
        Array((JSONEncoder.sortedText(self) ?? "").utf8)
    }
}

extension RequestClaims: Encodable {
    private enum Name: String, CodingKey {
        case allowIntroductoryOffer, aud, bid, exp, iat, iss, nonce, offerIdentifier, productId, request, transactionId
    }

    package func encode(to encoder: any Encoder) throws {
        var claims = encoder.container(keyedBy: Name.self)
        try claims.encodeIfPresent(allowsIntroductoryOffer, forKey: .allowIntroductoryOffer)
        try claims.encodeIfPresent(audience, forKey: .aud)
        try claims.encodeIfPresent(bundleID, forKey: .bid)
        try claims.encodeIfPresent(expiresAt.map { $0 / 1000 }, forKey: .exp)
        try claims.encodeIfPresent(issuedAt.map { $0 / 1000 }, forKey: .iat)
        try claims.encodeIfPresent(issuer, forKey: .iss)
        try claims.encodeIfPresent(nonce, forKey: .nonce)
        try claims.encodeIfPresent(offerID, forKey: .offerIdentifier)
        try claims.encodeIfPresent(productID, forKey: .productId)
        try claims.encodeIfPresent(request, forKey: .request)
        try claims.encodeIfPresent(transactionID, forKey: .transactionId)
    }
}
