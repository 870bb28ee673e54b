internal import Foundation
internal import IAPModel
internal import IAPSignedData
internal import IAPSignedText

/// Checks what a game's server has signed for a purchase. Pure: the caller checks whether a nonce was used before and whether a
/// transaction is the account's.
struct SignedRequests: Sendable {
    let bundleID: String
    /// Those whose signatures count, the store's own first.
    let keys: [AppServerKey]

    /// What the caller has to check of a request that is valid by itself.
    struct Ticket: Sendable, Hashable {
        /// Lowercase.
        var nonce: String
        /// A transaction of the account, or its app transaction.
        var transactionID: String?
    }

    func promotionalOffer(
        _ offer: PurchaseOptions.PromotionalOffer, productID: String, appAccountToken: String?, at now: Int64
    ) throws(StoreFailure) -> Ticket {
        guard !offer.offerID.isEmpty else { throw missing("the id of the offer") }
        switch offer.proof {
        case .signature(let keyID, let nonce, let signature, let timestamp):
            guard !keyID.isEmpty, !nonce.isEmpty, !signature.isEmpty, timestamp != 0 else {
                throw missing("key id, nonce, signature or timestamp")
            }
            let payload = OfferPayload(
                bundleID: bundleID, keyID: keyID, productID: productID, offerID: offer.offerID,
                appAccountToken: appAccountToken ?? "", nonce: nonce, timestamp: timestamp)
            guard let key = keys.first(where: { ExactText($0.id) == ExactText(keyID) }),
                payload.isSigned(signature, by: key.verifyingKey)
            else {
                throw invalid("it is not the key's for this offer, product and account")
            }
            try checkDate(timestamp, at: now)
            return Ticket(nonce: try checked(nonce))
        case .jws(let jws):
            guard !jws.isEmpty else { throw missing("the JWS") }
            let claims = try claims(of: jws, for: RequestClaims.Audience.promotionalOffer, at: now)
            guard let signedProduct = claims.productID, let signedOffer = claims.offerID, claims.nonce != nil else {
                throw missing("product id, offer id or nonce in the JWS")
            }
            guard ExactText(signedProduct) == ExactText(productID), ExactText(signedOffer) == ExactText(offer.offerID)
            else { throw invalid("it is for another product or offer") }
            return Ticket(nonce: try checked(claims.nonce), transactionID: claims.transactionID)
        }
    }

    func introductoryOffer(
        _ jws: String, productID: String, at now: Int64
    ) throws(StoreFailure) -> (isAllowed: Bool, ticket: Ticket) {
        let claims = try claims(of: jws, for: RequestClaims.Audience.introductoryOfferEligibility, at: now)
        guard let isAllowed = claims.allowsIntroductoryOffer,
            claims.productID.map(ExactText.init) == ExactText(productID)
        else { throw invalid("it is for another product, or does not say whether the offer is allowed") }
        return (isAllowed, Ticket(nonce: try checked(claims.nonce), transactionID: claims.transactionID))
    }

    /// - Returns: the request, a JSON object.
    func advancedCommerce(_ jws: String, at now: Int64) throws(StoreFailure) -> (request: String, ticket: Ticket) {
        do throws(StoreFailure) {
            let claims = try claims(of: jws, for: RequestClaims.Audience.advancedCommerce, at: now)
            guard let request = try request(of: claims) else { throw invalid("it has no request") }
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
        guard claims.audience == audience else { throw invalid("the audience is \(claims.audience ?? "missing")") }
        guard let issuer = claims.issuer, key.issuerID.map({ ExactText($0) == ExactText(issuer) }) ?? true else {
            throw invalid("the issuer is \(claims.issuer ?? "missing")")
        }
        guard claims.bundleID.map(ExactText.init) == ExactText(bundleID) else {
            throw invalid("the bundle id is \(claims.bundleID ?? "missing")")
        }
        guard let date = claims.issuedAt else { throw invalid("it does not say when it was made") }
        try checkDate(date, at: now)
        return claims
    }

    private func claims(of jws: String) throws(StoreFailure) -> (claims: RequestClaims, key: AppServerKey) {
        var refusal = "no key is known"
        for key in keys {
            do throws(Rejection) { return (try key.claims(of: jws), key) } catch {
                refusal = error.detail
                // Another key may be the one that the text names.
                guard error.reason == .unknownKey else { break }
            }
        }
        throw invalid("the JWS is refused: \(refusal)")
    }

    private func checkDate(_ date: Int64, at now: Int64) throws(StoreFailure) {
        guard date.clampedSubtracting(now) <= AppServerKey.tolerance,
            now.clampedSubtracting(date) <= AppServerKey.validity
        else { throw invalid("it was made at \(date) ms, in the future or more than 24 hours ago") }
    }

    private func checked(_ nonce: String?) throws(StoreFailure) -> String {
        guard let nonce, let uuid = UUID(uuidString: nonce) else { throw invalid("its nonce is not a UUID") }
        return uuid.uuidString.lowercased()
    }

    private func missing(_ what: String) -> StoreFailure {
        StoreFailure(.missingOfferParameters, "a promotional offer needs \(what)")
    }

    private func invalid(_ why: String) -> StoreFailure {
        StoreFailure(.invalidOfferSignature, "the signature does not hold: \(why)")
    }
}
