internal import Foundation
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel
internal import IAPSignatures

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
    ) throws -> Ticket {
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
            else { throw invalid("the signature does not match the key, the offer, the product and the account") }
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
    ) throws -> (isAllowed: Bool, ticket: Ticket) {
        let claims = try claims(of: jws, for: RequestClaims.Audience.introductoryOfferEligibility, at: now)
        guard let isAllowed = claims.allowsIntroductoryOffer,
            claims.productID.map(ExactText.init) == ExactText(productID)
        else { throw invalid("the JWS is for another product, or does not say whether the offer is allowed") }
        return (isAllowed, Ticket(nonce: try checked(claims.nonce), transactionID: claims.transactionID))
    }

    /// - Returns: The request, as a JSON object.
    func advancedCommerce(_ jws: String, at now: Int64) throws -> (request: String, ticket: Ticket) {
        do {
            let claims = try claims(of: jws, for: RequestClaims.Audience.advancedCommerce, at: now)
            guard let request = try request(of: claims) else { throw invalid("the JWS has no request") }
            _ = try AdvancedCommerceTerms(request)
            return (request, Ticket(nonce: try checked(claims.nonce)))
        } catch {
            throw StoreFailure(.invalidRequest, StoreFailure(error).detail)
        }
    }

    private func request(of claims: RequestClaims) throws -> String? {
        do throws(Rejection) { return try claims.requestJSON() } catch { throw invalid(error.detail) }
    }

    private func claims(of jws: String, for audience: String, at now: Int64) throws -> RequestClaims {
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

    private func claims(of jws: String) throws -> (claims: RequestClaims, key: AppServerKey) {
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

    private func checkDate(_ date: Int64, at now: Int64) throws {
        guard date.clampedSubtracting(now) <= AppServerKey.tolerance,
            now.clampedSubtracting(date) <= AppServerKey.validity
        else {
            throw invalid(
                "the time of the signature, \(date) ms since 1970, is in the future or more than 24 hours ago")
        }
    }

    private func checked(_ nonce: String?) throws -> String {
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

/// The price in a request of Advanced Commerce. Prices are in thousandths of the currency unit, as elsewhere.
struct AdvancedCommerceTerms: Sendable, Hashable {
    /// The price of a one-time charge, or of all items of a subscription; nil for the price of the generic product.
    private(set) var priceMilliunits: Int64?
    /// Nil for the currency of the storefront.
    private(set) var currencyCode: String?

    /// - Parameter request: A JSON object.
    init(_ request: String) throws {
        guard case .object(let request) = try? JSONReader.read(Array(request.utf8)) else {
            throw StoreFailure(.invalidRequest, "the request is not a JSON object")
        }
        currencyCode = try Self.currencyCode(request["currency"])
        if let item = request["item"], item != .null { try add(item) }
        switch request["items"] {
        case nil, .null: break
        case .list(let items): for item in items { try add(item) }
        default: throw StoreFailure(.invalidRequest, "items is not a list")
        }
    }

    private static func currencyCode(_ value: JSONValue?) throws -> String? {
        switch value {
        case nil, .null: return nil
        case .text(let code) where code.utf8.count == 3 && code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }):
            return code
        case .text(let code):
            throw StoreFailure(.invalidRequest, "currency \(code.quotedInMessage) is not an ISO 4217 code")
        default: throw StoreFailure(.invalidRequest, "currency is not a text")
        }
    }

    private mutating func add(_ item: JSONValue) throws {
        guard case .object(let item) = item else { throw StoreFailure(.invalidRequest, "an item is not an object") }
        guard let value = item["price"], value != .null else { return }
        guard case .number(let number) = value, let price = number.wholeNumber() else {
            throw StoreFailure(.invalidRequest, "a price is not a whole number of thousandths")
        }
        let (sum, overflow) = (priceMilliunits ?? 0).addingReportingOverflow(price)
        guard price >= 0, !overflow else {
            throw StoreFailure(.invalidRequest, "the price \(price) is negative or too large")
        }
        priceMilliunits = sum
    }
}

/// The verified instructions of the game server for a purchase.
struct ServerAuthorization: Sendable, Hashable {
    /// The reason why the purchase fails before the player sees a sheet.
    var refusal: StoreFailure?
    var allowsIntroductoryOffer: Bool?
    var advancedCommerceInfo: String?
}

/// The game server's signatures for a purchase.
extension ServerKeys {
    /// Checks signatures and uses their nonces, even if the purchase fails later.
    func authorization(
        _ options: PurchaseOptions, _ request: PurchaseRules.Request, _ ledger: Ledger
    ) throws -> ServerAuthorization {
        var authorization = ServerAuthorization()
        if let feature = try missingFeature(options, ledger) {
            authorization.refusal = StoreFailure(.unsupported, "the device does not support \(feature)")
            return authorization
        }
        if options.promotionalOffer != nil, options.winBackOfferID != nil {
            authorization.refusal = StoreFailure(.invalidOfferIdentifier, "a purchase can have only one offer")
            return authorization
        }
        let now = try ledger.now
        let signedRequests = try signedRequests(ledger)
        if let offer = options.promotionalOffer {
            authorization.refusal = try refusal(of: offer, request, signedRequests, at: now, ledger)
        }
        if let jws = options.introductoryOfferJWS {
            switch try isIntroductoryOfferAllowed(jws, request, signedRequests, at: now, ledger) {
            case .success(let isAllowed): authorization.allowsIntroductoryOffer = isAllowed
            // An invalid signature gives no offer; on real systems it causes no error.
            case .failure where try ledger.has(.badOverrideFullPrice): authorization.allowsIntroductoryOffer = false
            case .failure(let failure): authorization.refusal = authorization.refusal ?? failure
            }
        }
        if let jws = options.advancedCommerceJWS, authorization.refusal == nil {
            switch check({ try signedRequests.advancedCommerce(jws, at: now) }) {
            case .failure(let failure): authorization.refusal = failure
            case .success(let (text, ticket)):
                authorization.advancedCommerceInfo = text
                if try !redeem(ticket, account: request.account, ledger) {
                    authorization.refusal = StoreFailure(.invalidRequest, "the request was used before; sign a new one")
                }
            }
        }
        return authorization
    }

    private func refusal(
        of offer: PurchaseOptions.PromotionalOffer, _ request: PurchaseRules.Request,
        _ signedRequests: SignedRequests, at now: Int64, _ ledger: Ledger
    ) throws -> StoreFailure? {
        let verdict = check {
            try signedRequests.promotionalOffer(
                offer, productID: request.product.productID, appAccountToken: request.appAccountToken, at: now)
        }
        // An unknown offer has its own error, even if the signature is invalid.
        let isKnown = request.product.hasOffer(OfferChoice(type: .promotional, id: offer.offerID))
        switch verdict {
        case .failure(let failure):
            return isKnown || failure.kind == .missingOfferParameters ? failure : nil
        case .success(let ticket):
            if try redeem(ticket, account: request.account, ledger) { return nil }
            return isKnown ? Self.unredeemable : nil
        }
    }

    private func isIntroductoryOfferAllowed(
        _ jws: String, _ request: PurchaseRules.Request, _ signedRequests: SignedRequests, at now: Int64,
        _ ledger: Ledger
    ) throws -> Result<Bool, StoreFailure> {
        let verdict = check { try signedRequests.introductoryOffer(jws, productID: request.product.productID, at: now) }
        switch verdict {
        case .failure(let failure): return .failure(failure)
        case .success(let (isAllowed, ticket)):
            return try redeem(ticket, account: request.account, ledger)
                ? .success(isAllowed) : .failure(Self.unredeemable)
        }
    }

    private static let unredeemable = StoreFailure(
        .invalidOfferSignature, "the nonce was used before, or the signature is for a transaction of another account")

    /// Returns false if the nonce was used before, or if the transaction belongs to another account.
    private func redeem(_ ticket: SignedRequests.Ticket, account: String, _ ledger: Ledger) throws -> Bool {
        guard try ledger.use(nonce: ticket.nonce) else { return false }
        guard let id = ticket.transactionID, id != identity.appTransactionID(of: account) else { return true }
        guard let transaction = try UInt64(id).flatMap({ id in try ledger.transaction(id) })
        else { return false }
        return ExactText(transaction.account) == ExactText(account)
    }

    private func missingFeature(_ options: PurchaseOptions, _ ledger: Ledger) throws -> Feature? {
        var needed: [Feature] = []
        if options.winBackOfferID != nil { needed.append(.winBackOffers) }
        if options.advancedCommerceJWS != nil { needed.append(.advancedCommerce) }
        if options.billingPlanType != nil { needed.append(.billingPlans) }
        if options.seats != nil { needed.append(.multiSeat) }
        for feature in needed where try !ledger.isSupported(feature) { return feature }
        return nil
    }

    private func check<Value>(_ body: () throws -> Value) -> Result<Value, StoreFailure> {
        do { return .success(try body()) } catch { return .failure(StoreFailure(error)) }
    }
}
