internal import IAPDatabase
internal import IAPSignedData
internal import IAPSignedText

/// Signs as the game's server would.
extension ReferenceStore {
    package var serverKeyID: String { serverKey.id }

    /// The private key of the game's server, PEM. Only this store accepts it.
    package var serverKeyPEM: String { serverKey.pem }

    package var issuerID: String { identity.issuerID }

    /// - Parameters:
    ///   - nonce: A UUID for the JWS forms; nil for a new one.
    ///   - timestamp: The time in milliseconds since 1970; nil for the store's time.
    package func sign(
        _ request: SigningRequest, nonce: String? = nil, timestamp: Int64? = nil
    ) throws(StoreFailure) -> String {
        let date = if let timestamp { timestamp } else { try now }
        let bundleID = identity.bundleID
        do {
            switch request {
            case .promotionalOffer(let productID, let offerID, let token, let nonce):
                let payload = OfferPayload(
                    bundleID: bundleID, keyID: serverKey.id, productID: productID, offerID: offerID,
                    appAccountToken: token ?? "", nonce: nonce, timestamp: date)
                return Base64.encode(try payload.signature(with: serverKey.key))
            case .promotionalOfferJWS(let productID, let offerID, let transactionID):
                var claims = try claims(RequestClaims.Audience.promotionalOffer, nonce, date)
                claims.productID = productID
                claims.offerID = offerID
                claims.transactionID = transactionID.map { String($0) }
                return try sign(claims)
            case .introductoryOfferJWS(let productID, let isAllowed, let transactionID):
                var claims = try claims(RequestClaims.Audience.introductoryOfferEligibility, nonce, date)
                claims.productID = productID
                claims.allowsIntroductoryOffer = isAllowed
                claims.transactionID = transactionID.map { String($0) }
                return try sign(claims)
            case .advancedCommerceJWS(let text):
                var claims = try claims(RequestClaims.Audience.advancedCommerce, nonce, date)
                claims.request = Base64.encode(Array(text.utf8))
                return try sign(claims)
            }
        } catch let failure as StoreFailure {
            throw failure
        } catch {
            throw StoreFailure(.unknown, "the store cannot sign the request: \(error)")
        }
    }

    private func claims(_ audience: String, _ nonce: String?, _ date: Int64) throws(StoreFailure) -> RequestClaims {
        var claims = RequestClaims(
            issuer: identity.issuerID, issuedAt: date, audience: audience, bundleID: identity.bundleID)
        if let nonce { claims.nonce = nonce } else { claims.nonce = try freshNonce() }
        return claims
    }

    private func sign(_ claims: RequestClaims) throws -> String {
        try JWSSigner(keyID: serverKey.id, key: serverKey.key).sign(payload: claims.json)
    }

    func freshNonce() throws(StoreFailure) -> String {
        do throws(DatabaseError) {
            return identity.uuid("request \(try takeRequestNumber())")
        } catch {
            throw StoreFailure(.systemError, error.description)
        }
    }

    @discardableResult
    func takeRequestNumber() throws(DatabaseError) -> UInt64 {
        try changeQuietly(.control(.takeRequestNumber)) { ledger throws(DatabaseError) in
            try ledger.next(.nextRequestNumber)
        }
    }
}
