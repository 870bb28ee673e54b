internal import Foundation
internal import IAPJSON
internal import IAPPlatform

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

/// The claims of a JSON object from outside, by their names.
struct ClaimReader: Sendable {
    private let object: JSONObject

    init(_ json: [UInt8]) throws(Rejection) { object = try SignedJSON.object(json, "the payload") }

    func text(_ name: String) throws(Rejection) -> String? {
        switch object[name] {
        case nil, .null: return nil
        case .text(let text):
            // A C reader would treat the NUL as the end of the text.
            guard !text.hasNUL else { throw wrongType(name, "a text without NUL") }
            return text
        default: throw wrongType(name, "a text")
        }
    }

    /// A text, or a list of exactly one text.
    func textOrListOfOne(_ name: String) throws(Rejection) -> String? {
        guard case .list(let elements) = object[name] else { return try text(name) }
        guard elements.count == 1, case .text(let text) = elements[0], !text.hasNUL else {
            throw wrongType(name, "one text")
        }
        return text
    }

    func flag(_ name: String) throws(Rejection) -> Bool? {
        switch object[name] {
        case nil, .null: return nil
        case .flag(let flag): return flag
        default: throw wrongType(name, "true or false")
        }
    }

    /// A time in seconds since 1970. RFC 7519 allows parts of a second.
    func milliseconds(_ name: String) throws(Rejection) -> Int64? {
        let number: JSONNumber
        switch object[name] {
        case nil, .null: return nil
        case .number(let given): number = given
        default: throw wrongType(name, "a number")
        }
        let milliseconds: Int64?
        if let whole = number.wholeNumber() {
            let (product, isOverflow) = whole.multipliedReportingOverflow(by: 1000)
            milliseconds = isOverflow ? nil : product
        } else {
            milliseconds = Int64(exactly: (number.double * 1000).rounded())
        }
        guard let milliseconds else {
            throw Rejection(.numberOutOfRange, "the claim \(name) is \(number.digits), which is not a time")
        }
        return milliseconds
    }

    private func wrongType(_ name: String, _ expected: String) -> Rejection {
        Rejection(.wrongType, "the claim \(name) is not \(expected)")
    }
}

/// The content that a game's server signs to allow a promotional offer, in the older of the two forms: seven texts and
/// no JSON. The newer form is a JWS with `RequestClaims`.
package struct OfferPayload: Sendable, Hashable {
    /// U+2063, invisible separator.
    private static let separator: Unicode.Scalar = "\u{2063}"

    package var bundleID: String
    package var keyID: String
    package var productID: String
    package var offerID: String
    /// The account's token or the payment's `applicationUsername`. Empty if there is none. Signed in lower case.
    package var appAccountToken: String
    /// A UUID for one attempt to buy. Signed in lower case.
    package var nonce: String
    /// Milliseconds since 1970.
    package var timestamp: Int64

    package init(
        bundleID: String, keyID: String, productID: String, offerID: String, appAccountToken: String = "",
        nonce: String, timestamp: Int64
    ) {
        self.bundleID = bundleID
        self.keyID = keyID
        self.productID = productID
        self.offerID = offerID
        self.appAccountToken = appAccountToken
        self.nonce = nonce
        self.timestamp = timestamp
    }

    /// The signed text, in UTF-8. Nil if a field contains the separator: the same text could then be split into other
    /// fields.
    package var text: String? {
        let fields = [bundleID, keyID, productID, offerID, appAccountToken.lowercased(), nonce.lowercased()]
        guard !fields.contains(where: { $0.unicodeScalars.contains(Self.separator) }) else { return nil }
        return (fields + [String(timestamp)]).joined(separator: String(Self.separator))
    }

    package func signature(with key: any ES256Key) throws(SignedDataError) -> [UInt8] {
        guard let text else {
            throw .invalidEncoding("A field of the offer contains U+2063, which separates the fields; remove it.")
        }
        return try key.derSignature(of: Array(text.utf8))
    }

    /// Whether the bytes are the key's signature of this payload in DER form.
    package func isSigned(_ signature: [UInt8], by key: VerifyingKey) -> Bool {
        guard let text else { return false }
        return key.isValid(derSignature: signature, of: Array(text.utf8))
    }
}
