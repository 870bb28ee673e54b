/// The payload of a JWS that a game's server signs for the store. It judges no values: what has to be there, and whom and
/// when the request is meant for, is for the caller to check.
package struct RequestClaims: Sendable, Hashable {
    /// `iss`, the issuer identifier of App Store Connect.
    package var issuer: String?
    /// `iat`, in milliseconds since 1970; in the JSON they are seconds.
    package var issuedAt: Int64?
    /// `exp`, likewise.
    package var expiresAt: Int64?
    /// `aud`. RFC 7519, section 4.1.3, allows an array; one of other than one text is refused.
    package var audience: String?
    /// `bid`
    package var bundleID: String?
    /// Requests have it, tokens for the server's API do not.
    package var nonce: String?
    package var productID: String?
    package var offerID: String?
    package var transactionID: String?
    package var allowsIntroductoryOffer: Bool?
    /// Base64 of the JSON of an advanced commerce request.
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
    /// Reads strict JSON over claims that it does not know; null is absent.
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

    /// The JSON that the request is the Base64 of; nil if there is none.
    package func requestJSON() throws(Rejection) -> String? {
        guard let request else { return nil }
        guard let bytes = Base64.decode(request) else {
            throw Rejection(.invalidJSON, "the claim request is no Base64 of a JSON object")
        }
        _ = try ClaimReader(bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Compact JSON, the names sorted. Dates become whole seconds, as Apple's libraries write them.
    package var json: [UInt8] {
        let members: [(name: String, value: String?)] = [
            ("allowIntroductoryOffer", allowsIntroductoryOffer.map { $0 ? "true" : "false" }),
            ("aud", audience.map(JWSSigner.quoted)),
            ("bid", bundleID.map(JWSSigner.quoted)),
            ("exp", expiresAt.map { String($0 / 1000) }),
            ("iat", issuedAt.map { String($0 / 1000) }),
            ("iss", issuer.map(JWSSigner.quoted)),
            ("nonce", nonce.map(JWSSigner.quoted)),
            ("offerIdentifier", offerID.map(JWSSigner.quoted)),
            ("productId", productID.map(JWSSigner.quoted)),
            ("request", request.map(JWSSigner.quoted)),
            ("transactionId", transactionID.map(JWSSigner.quoted)),
        ]
        let written = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
        return Array("{\(written.joined(separator: ","))}".utf8)
    }
}
