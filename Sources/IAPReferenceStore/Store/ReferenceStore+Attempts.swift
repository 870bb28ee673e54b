internal import IAPDatabase
internal import IAPModel

/// How the store interrupts a purchase that needs an action of the player first. The numbers are those of the C header's
/// `IAP_STORE_INTERRUPTION_…`.
package enum PurchaseInterruption: Int32, Sendable, Hashable, Codable {
    /// StoreKit returns pending.
    case pending = 1
    /// StoreKit fails with an unknown error.
    case error = 2
}

/// Purchases without a charge: they fail, or wait for an approval or for the player.
extension ReferenceStore {
    /// Returns why a purchase of the game cannot complete, if a test ordered this. A purchase that the store refuses or the
    /// player cancels has ended already.
    func hindrance(
        to decision: PurchaseRules.Decision, of request: PurchaseRules.Request, _ authorization: ServerAuthorization,
        device: String,
        _ ledger: Ledger
    ) throws(DatabaseError) -> Result<PurchaseResult, StoreFailure>? {
        var isCharged = false
        switch decision {
        case .refuse, .cancel: return nil
        case .awaitApproval, .existing, .hold: break
        case .charge, .subscribe: isCharged = true
        }
        if let kind = try ledger.text(.purchaseFailure).flatMap(StoreFailure.Kind.init(rawValue:)) {
            let failure = StoreFailure(kind, "a test makes transactions fail")
            return .failure(try list(failure, of: request, authorization, device: device, ledger))
        }
        guard isCharged, let interruption = try self.interruption(ledger) else { return nil }
        try enter(.interrupted, of: request, authorization, device: device, ledger)
        switch interruption {
        case .pending where try !ledger.has(.interruptedFails): return .success(.pending)
        case .pending, .error: return .failure(StoreFailure(.unknown, "a test interrupts the purchase"))
        }
    }

    func interruption(_ ledger: Ledger) throws(DatabaseError) -> PurchaseInterruption? {
        try ledger.integer(.interruption).flatMap { PurchaseInterruption(rawValue: Int32(clamping: $0)) }
    }

    /// Enters a failed purchase. It does not enter a purchase that the player cancelled.
    ///
    /// - Returns: The failure.
    func list(
        _ failure: StoreFailure, of request: PurchaseRules.Request,
        _ authorization: ServerAuthorization = ServerAuthorization(),
        device: String, _ ledger: Ledger
    ) throws(DatabaseError) -> StoreFailure {
        if !failure.kind.isCancellation {
            try enter(.failed, of: request, authorization, failure: failure.kind, device: device, ledger)
        }
        return failure
    }

    /// Enters a purchase without a charge.
    ///
    /// - Returns: The id of the purchase.
    @discardableResult
    func enter(
        _ kind: Attempt.Kind, of request: PurchaseRules.Request, _ authorization: ServerAuthorization,
        failure: StoreFailure.Kind? = nil, device: String, _ ledger: Ledger
    ) throws(DatabaseError) -> UInt64 {
        var attempt = Attempt(
            id: 0, kind: kind, account: request.account, device: device,
            productID: request.product.productID, quantity: request.quantity, appAccountToken: request.appAccountToken,
            requestDate: try now(ledger), currencyCode: try storefront(ledger).currencyCode, failure: failure)
        attempt.offer = request.offer
        attempt.allowsIntroductoryOffer = authorization.allowsIntroductoryOffer
        attempt.billingPlanType = request.billingPlanType
        attempt.advancedCommerceInfo = authorization.advancedCommerceInfo
        attempt.seats = request.seats
        if kind == .approval, let equal = try equalRequest(attempt, ledger) {
            try ledger.removeAttempt(equal)
            attempt.id = equal
        } else {
            attempt.id = try ledger.next(.nextTransactionID)
        }
        try ledger.insert(attempt)
        return attempt.id
    }

    /// Returns the equal request to a parent that this one replaces: the new one waits a day from now, for the device of the
    /// last request. Returns nil if there is none, or if each request is separate.
    private func equalRequest(_ attempt: Attempt, _ ledger: Ledger) throws(DatabaseError) -> UInt64? {
        guard try ledger.has(.askMerges) else { return nil }
        return try ledger.approvals(at: attempt.requestDate).first { $0.asksForTheSame(as: attempt) }?.id
    }

    // MARK: Purchases that wait

    package var approvals: [Attempt] {
        get throws(StoreFailure) {
            try read { ledger throws(DatabaseError) in try ledger.approvals(at: try self.now(ledger)) }
        }
    }

    /// Approves a purchase. If the account is no longer eligible for the offer, the purchase ends as after a decline.
    ///
    /// - Returns: Nil if no purchase waits for approval under this id.
    package func approve(_ id: UInt64) throws(StoreFailure) -> LedgerTransaction? {
        try charge(attempt: id, .approval)
    }

    /// Declines a purchase. The store notifies no device, as the App Store does. Returns false if no purchase waits for
    /// approval under this id.
    package func decline(_ id: UInt64) throws(StoreFailure) -> Bool {
        try change(.decline(id: id)) { ledger throws(DatabaseError) in
            guard try ledger.attempt(id, at: try self.now(ledger))?.kind == .approval else { return false }
            if try ledger.has(.declinedDelivers) {
                // It is not known whether the simulator charges for this purchase. Here the store charges and announces it like
                // an approved one: the game can finish it, and a test can refund it. If a charge is impossible, it is declined.
                _ = try self.charge(attempt: id, .approval, ledger)
            }
            try ledger.removeAttempt(id)
            return true
        }
    }

    /// The player can pay again. The store charges a renewal in billing retry and continues an interrupted purchase. It applies
    /// an offer only if the account is still eligible.
    package func resolveIssue(_ id: UInt64) throws(StoreFailure) -> SubscriptionResult {
        if try charge(attempt: id, .interrupted) != nil { return .done }
        let isAttempt = try read { ledger throws(DatabaseError) in
            try ledger.attempt(id, at: try self.now(ledger)) != nil
        }
        if isAttempt { return .refused(.notInBillingRetry) }
        return try perform(.resolveBillingIssue, ofTransaction: id)
    }
}

extension Attempt {
    /// Whether two requests are equal for the parent. The device and the time do not matter.
    fileprivate func asksForTheSame(as other: Attempt) -> Bool {
        ExactText(account) == ExactText(other.account) && ExactText(productID) == ExactText(other.productID)
            && quantity == other.quantity && appAccountToken == other.appAccountToken && offer == other.offer
            && allowsIntroductoryOffer == other.allowsIntroductoryOffer && billingPlanType == other.billingPlanType
            && advancedCommerceInfo == other.advancedCommerceInfo && seats == other.seats
    }
}

extension PurchaseRules.Request {
    init(_ attempt: Attempt, _ product: CatalogueProduct) {
        self.init(
            account: attempt.account, product: product, quantity: attempt.quantity,
            appAccountToken: attempt.appAccountToken)
        offer = attempt.offer
        billingPlanType = attempt.billingPlanType
        seats = attempt.seats
    }
}

extension ServerAuthorization {
    init(_ attempt: Attempt) {
        self.init()
        allowsIntroductoryOffer = attempt.allowsIntroductoryOffer
        advancedCommerceInfo = attempt.advancedCommerceInfo
    }
}
