internal import Foundation
internal import IAPModel
internal import IAPSignedData
internal import IAPSignedText

/// Checks the game server's signatures for a purchase. It is pure: the caller checks whether a nonce was used before, and
/// whether a transaction belongs to the account.
struct SignedRequests: Sendable {
    let bundleID: String
    /// The keys whose signatures are valid; the store's own key comes first.
    let keys: [AppServerKey]

    /// The facts that the caller must still check for a valid request.
    struct Ticket: Sendable, Hashable {
        /// Lowercase.
        var nonce: String
        /// A transaction of the account, or its app transaction.
        var transactionID: String?
    }

    func promotionalOffer(
        _ offer: PurchaseOptions.PromotionalOffer, productID: String, appAccountToken: String?, at now: Int64
    ) throws(StoreFailure) -> Ticket {
        guard !offer.offerID.isEmpty else { throw missing("an offer id") }
        switch offer.proof {
        case .signature(let keyID, let nonce, let signature, let timestamp):
            guard !keyID.isEmpty, !nonce.isEmpty, !signature.isEmpty, timestamp != 0 else {
                throw missing("a key id, a nonce, a signature and a timestamp")
            }
            let payload = OfferPayload(
                bundleID: bundleID, keyID: keyID, productID: productID, offerID: offer.offerID,
                appAccountToken: appAccountToken ?? "", nonce: nonce, timestamp: timestamp)
            guard let key = keys.first(where: { ExactText($0.id) == ExactText(keyID) }),
                payload.isSigned(signature, by: key.verifyingKey)
            else {
                throw invalid("the signature does not match the key, the offer, the product and the account")
            }
            try checkDate(timestamp, at: now)
            return Ticket(nonce: try checked(nonce))
        case .jws(let jws):
            guard !jws.isEmpty else { throw missing("a JWS") }
            let claims = try claims(of: jws, for: RequestClaims.Audience.promotionalOffer, at: now)
            guard let signedProduct = claims.productID, let signedOffer = claims.offerID, claims.nonce != nil else {
                throw missing("a product id, an offer id and a nonce in its JWS")
            }
            guard ExactText(signedProduct) == ExactText(productID), ExactText(signedOffer) == ExactText(offer.offerID)
            else { throw invalid("the JWS is for another product or offer") }
            return Ticket(nonce: try checked(claims.nonce), transactionID: claims.transactionID)
        }
    }

    func introductoryOffer(
        _ jws: String, productID: String, at now: Int64
    ) throws(StoreFailure) -> (isAllowed: Bool, ticket: Ticket) {
        let claims = try claims(of: jws, for: RequestClaims.Audience.introductoryOfferEligibility, at: now)
        guard let isAllowed = claims.allowsIntroductoryOffer,
            claims.productID.map(ExactText.init) == ExactText(productID)
        else { throw invalid("the JWS is for another product, or does not say whether the offer is allowed") }
        return (isAllowed, Ticket(nonce: try checked(claims.nonce), transactionID: claims.transactionID))
    }

    /// - Returns: The request, as a JSON object.
    func advancedCommerce(_ jws: String, at now: Int64) throws(StoreFailure) -> (request: String, ticket: Ticket) {
        do throws(StoreFailure) {
            let claims = try claims(of: jws, for: RequestClaims.Audience.advancedCommerce, at: now)
            guard let request = try request(of: claims) else { throw invalid("the JWS has no request") }
            _ = try AdvancedCommerceTerms(request)
            return (request, Ticket(nonce: try checked(claims.nonce)))
        } catch {
            throw StoreFailure(.invalidRequest, error.detail)
        }
    }

    private func request(of claims: RequestClaims) throws(StoreFailure) -> String? {
        do throws(Rejection) { return try claims.requestJSON() } catch { throw invalid(error.detail) }
    }

    private func claims(of jws: String, for audience: String, at now: Int64) throws(StoreFailure) -> RequestClaims {
        let (claims, key) = try claims(of: jws)
        guard claims.audience == audience else {
            throw invalid("the audience is \(claims.audience ?? "missing"), not \(audience)")
        }
        guard let issuer = claims.issuer, key.issuerID.map({ ExactText($0) == ExactText(issuer) }) ?? true else {
            throw invalid("the issuer is \(claims.issuer ?? "missing")")
        }
        guard claims.bundleID.map(ExactText.init) == ExactText(bundleID) else {
            throw invalid("the bundle id is \(claims.bundleID ?? "missing")")
        }
        guard let date = claims.issuedAt else { throw invalid("the JWS has no iat (the time of its signature)") }
        try checkDate(date, at: now)
        return claims
    }

    private func claims(of jws: String) throws(StoreFailure) -> (claims: RequestClaims, key: AppServerKey) {
        var refusal = "the store knows no key"
        for key in keys {
            do throws(Rejection) { return (try key.claims(of: jws), key) } catch {
                refusal = error.detail
                // Another key can be the one that the text names.
                guard error.reason == .unknownKey else { break }
            }
        }
        throw invalid(refusal)
    }

    private func checkDate(_ date: Int64, at now: Int64) throws(StoreFailure) {
        guard date.clampedSubtracting(now) <= AppServerKey.tolerance,
            now.clampedSubtracting(date) <= AppServerKey.validity
        else {
            throw invalid(
                "the time of the signature, \(date) ms since 1970, is in the future or more than 24 hours ago")
        }
    }

    private func checked(_ nonce: String?) throws(StoreFailure) -> String {
        guard let nonce, let uuid = UUID(uuidString: nonce) else { throw invalid("the nonce is not a UUID") }
        return uuid.uuidString.lowercased()
    }

    private func missing(_ what: String) -> StoreFailure {
        StoreFailure(.missingOfferParameters, "a promotional offer needs \(what)")
    }

    private func invalid(_ why: String) -> StoreFailure {
        StoreFailure(.invalidOfferSignature, "the signature is invalid: \(why)")
    }
}
