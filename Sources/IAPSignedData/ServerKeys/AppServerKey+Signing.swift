internal import IAPSignedText

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
