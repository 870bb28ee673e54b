internal import Foundation
internal import IAPModel
internal import SignedData

/// Judges what a game's server has signed for a purchase. Pure: whether a nonce was used before, and whose a transaction is, is
/// for the caller to find out.
struct SignedRequests: Sendable {
    /// For how long a signature holds.
    static let validity: Int64 = 86_400_000

    let bundleID: String
    let keyID: String
    private let key: VerifyingKey
    private let verifier: KeyedJWSVerifier

    /// What is left to be found out about a request that is in order by itself.
    struct Ticket: Sendable, Hashable {
        /// Lowercase.
        var nonce: String
        /// A transaction of the account, or its app transaction.
        var transactionID: String?
    }

    init(bundleID: String, keyID: String, key: VerifyingKey) {
        self.bundleID = bundleID
        self.keyID = keyID
        self.key = key
        verifier = KeyedJWSVerifier(keys: [keyID: key])
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
            guard ExactText(keyID) == ExactText(self.keyID), payload.isSigned(signature, by: key) else {
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
            guard let bytes = claims.request.flatMap(Base64.decode),
                let request = String(validating: bytes, as: UTF8.self),
                JSONValue.isObject(bytes)
            else { throw invalid("its request is not base64 of a JSON object") }
            _ = try AdvancedCommerceTerms(request)
            return (request, Ticket(nonce: try checked(claims.nonce)))
        } catch {
            throw StoreFailure(.invalidRequest, error.detail)
        }
    }

    private func claims(of jws: String, for audience: String, at now: Int64) throws(StoreFailure) -> RequestClaims {
        let payload: [UInt8]
        switch verifier.verify(jws) {
        case .valid(let bytes): payload = bytes
        case .invalid(let reason): throw invalid("the JWS is refused: \(reason.rawValue)")
        }
        guard let claims = try? JSONDecoder().decode(RequestClaims.self, from: Data(payload)) else {
            throw invalid("the claims cannot be read")
        }
        guard claims.audience == audience else { throw invalid("the audience is \(claims.audience)") }
        guard ExactText(claims.bundleID) == ExactText(bundleID) else {
            throw invalid("the bundle id is \(claims.bundleID)")
        }
        try checkDate(claims.issuedAt, at: now)
        return claims
    }

    private func checkDate(_ date: Int64, at now: Int64) throws(StoreFailure) {
        guard date <= now, now.clampedSubtracting(date) <= Self.validity else {
            throw invalid("it was made at \(date) ms, in the future or more than 24 hours ago")
        }
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
