/// A key with which the server of one game signs for the App Store. Without its private part it can check, but not
/// sign.
package struct AppServerKey: Sendable {
    /// Its key ID in App Store Connect.
    package let id: String
    /// The issuer ID of the team in App Store Connect. The older form of a promotional offer needs none.
    package let issuerID: String?
    package let bundleID: String
    let signingKey: (any ES256Key)?
    package let verifyingKey: VerifyingKey

    package init(id: String, issuerID: String?, bundleID: String, key: any ES256Key) {
        self.id = id
        self.issuerID = issuerID
        self.bundleID = bundleID
        signingKey = key
        verifyingKey = key.verifyingKey
    }

    package init(id: String, issuerID: String?, bundleID: String, publicKey: VerifyingKey) {
        self.id = id
        self.issuerID = issuerID
        self.bundleID = bundleID
        signingKey = nil
        verifyingKey = publicKey
    }

    package var canSign: Bool { signingKey != nil }

    package var publicKeyText: String { verifyingKey.pem }

    /// The claims of a JWS that this key has signed. The values are not checked.
    package func claims(of jws: String) throws(Rejection) -> RequestClaims {
        try RequestClaims(json: payload(of: jws))
    }

    /// The payload of a JWS that this key has signed. Keys and certificates in the header are ignored: a text cannot
    /// bring its own key.
    func payload(of jws: String) throws(Rejection) -> [UInt8] {
        let text = try CompactJWS(jws.utf8)
        let payload = try text.decodedPayload()
        let header = try JWSHeader(text.header)
        try header.checkAlgorithm()
        guard let keyID = header.keyID, keyID.utf8.elementsEqual(id.utf8) else {
            throw Rejection(.unknownKey, "the header's kid is not \(id)")
        }
        try text.checkSignature(verifyingKey, of: "the key \(id)")
        return payload
    }
}

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

/// A request that a game's server has signed, created or checked: the text and its content.
package struct ServerSignature: Sendable, Hashable {
    package var kind: ServerRequest.Kind
    /// A compact JWS, or the older form in Base64.
    package var text: String
    /// A lowercase UUID. Tokens have none.
    package var nonce: String?
    /// The time of the signature, in milliseconds since 1970. Tokens need not contain it.
    package var timestamp: Int64?
    /// Only for tokens.
    package var expirationDate: Int64?
    package var productID: String?
    package var offerID: String?
    package var transactionID: String?
    package var allowsIntroductoryOffer: Bool?
    package var requestJSON: String?

    init(_ kind: ServerRequest.Kind, text: String) {
        self.kind = kind
        self.text = text
    }
}

/// Signs requests as a game's server does.
extension AppServerKey {
    /// The caller has checked that the request has what its kind needs, and that its JSON is an object.
    ///
    /// - Parameters:
    ///   - now: In milliseconds since 1970, for a request that names no time.
    ///   - random: Returns bytes for a nonce.
    package func sign(
        _ request: ServerRequest, at now: Int64,
        random: (Int) throws(SignedDataError) -> [UInt8] = SystemRandom.bytes
    ) throws(SignedDataError) -> ServerSignature {
        guard let signingKey else {
            throw .invalidKey("The key \(id) has no private part; open it with the private key to sign.")
        }
        let date = request.timestamp ?? now
        guard request.kind != .promotionalOffer else {
            return try signOlderForm(request, signingKey, date, try nonce(request, random))
        }
        var claims = RequestClaims(
            issuer: issuerID, issuedAt: date / 1000 * 1000, audience: request.kind.audience, bundleID: bundleID)
        switch request.kind {
        case .promotionalOffer: break
        case .promotionalOfferJWS:
            claims.productID = request.productID
            claims.offerID = request.offerID
            claims.transactionID = request.transactionID
        case .introductoryOfferJWS:
            claims.productID = request.productID
            claims.allowsIntroductoryOffer = request.allowsIntroductoryOffer
            claims.transactionID = request.transactionID
        case .advancedCommerceJWS:
            claims.request = request.requestJSON.map { Base64.encode(Array($0.utf8)) }
        case .apiToken:
            claims.expiresAt = date / 1000 * 1000 + request.lifetime * 1000
        }
        if request.kind != .apiToken { claims.nonce = try nonce(request, random) }
        let text = try JWSSigner(keyID: id, key: signingKey).sign(payload: claims.json)
        return ServerSignature(request.kind, text: text, claims, requestJSON: request.requestJSON)
    }

    private func signOlderForm(
        _ request: ServerRequest, _ key: any ES256Key, _ date: Int64, _ nonce: String
    ) throws(SignedDataError) -> ServerSignature {
        let payload = offerPayload(request, nonce: nonce, timestamp: date)
        var signature = ServerSignature(.promotionalOffer, text: Base64.encode(try payload.signature(with: key)))
        signature.nonce = nonce
        signature.timestamp = date
        signature.productID = request.productID
        signature.offerID = request.offerID
        return signature
    }

    func offerPayload(_ request: ServerRequest, nonce: String, timestamp: Int64) -> OfferPayload {
        OfferPayload(
            bundleID: bundleID, keyID: id, productID: request.productID ?? "", offerID: request.offerID ?? "",
            appAccountToken: request.appAccountToken ?? "", nonce: nonce, timestamp: timestamp)
    }

    private func nonce(
        _ request: ServerRequest, _ random: (Int) throws(SignedDataError) -> [UInt8]
    ) throws(SignedDataError) -> String {
        if let nonce = request.nonce { return nonce.lowercased() }
        return UUIDText.version4(try random(16))
    }
}

extension ServerSignature {
    /// - Parameter requestJSON: The JSON of the request in the claims.
    init(_ kind: ServerRequest.Kind, text: String, _ claims: RequestClaims, requestJSON: String?) {
        self.init(kind, text: text)
        nonce = kind == .apiToken ? nil : claims.nonce?.lowercased()
        timestamp = claims.issuedAt
        expirationDate = kind == .apiToken ? claims.expiresAt : nil
        switch kind {
        case .promotionalOffer, .apiToken: break
        case .promotionalOfferJWS:
            (productID, offerID, transactionID) = (claims.productID, claims.offerID, claims.transactionID)
        case .introductoryOfferJWS:
            (productID, transactionID) = (claims.productID, claims.transactionID)
            allowsIntroductoryOffer = claims.allowsIntroductoryOffer
        case .advancedCommerceJWS: self.requestJSON = requestJSON
        }
    }
}
