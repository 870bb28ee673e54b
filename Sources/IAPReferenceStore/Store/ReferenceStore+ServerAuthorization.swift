internal import IAPDatabase
internal import IAPModel

/// The verified instructions of the game server for a purchase.
struct ServerAuthorization: Sendable, Hashable, Codable {
    /// The reason why the purchase fails before the player sees a sheet.
    var refusal: StoreFailure?
    var allowsIntroductoryOffer: Bool?
    var advancedCommerceInfo: String?
}

extension ReferenceStore {
    /// Checks signatures and uses their nonces, even if the purchase fails later.
    func serverAuthorization(
        _ options: PurchaseOptions, _ request: PurchaseRules.Request, _ ledger: Ledger
    ) throws(DatabaseError) -> ServerAuthorization {
        var authorization = ServerAuthorization()
        if let feature = try missingFeature(options, ledger) {
            authorization.refusal = StoreFailure(.unsupported, "the device does not support \(feature)")
            return authorization
        }
        if options.promotionalOffer != nil, options.winBackOfferID != nil {
            authorization.refusal = StoreFailure(.invalidOfferIdentifier, "a purchase can have only one offer")
            return authorization
        }
        let now = try now(ledger)
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
            switch check({ () throws(StoreFailure) in try signedRequests.advancedCommerce(jws, at: now) }) {
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
    ) throws(DatabaseError) -> StoreFailure? {
        let verdict = check { () throws(StoreFailure) in
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
    ) throws(DatabaseError) -> Result<Bool, StoreFailure> {
        let verdict = check { () throws(StoreFailure) in
            try signedRequests.introductoryOffer(jws, productID: request.product.productID, at: now)
        }
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
    private func redeem(
        _ ticket: SignedRequests.Ticket, account: String, _ ledger: Ledger
    ) throws(DatabaseError) -> Bool {
        guard try ledger.use(nonce: ticket.nonce) else { return false }
        guard let id = ticket.transactionID, id != identity.appTransactionID(of: account) else { return true }
        guard let transaction = try UInt64(id).flatMap({ id throws(DatabaseError) in try ledger.transaction(id) })
        else {
            return false
        }
        return ExactText(transaction.account) == ExactText(account)
    }

    private func missingFeature(_ options: PurchaseOptions, _ ledger: Ledger) throws(DatabaseError) -> Feature? {
        var needed: [Feature] = []
        if options.winBackOfferID != nil { needed.append(.winBackOffers) }
        if options.advancedCommerceJWS != nil { needed.append(.advancedCommerce) }
        if options.billingPlanType != nil { needed.append(.billingPlans) }
        if options.seats != nil { needed.append(.multiSeat) }
        for feature in needed where try !ledger.isSupported(feature) { return feature }
        return nil
    }

    private func check<Value>(_ body: () throws(StoreFailure) -> Value) -> Result<Value, StoreFailure> {
        do throws(StoreFailure) { return .success(try body()) } catch { return .failure(error) }
    }
}
