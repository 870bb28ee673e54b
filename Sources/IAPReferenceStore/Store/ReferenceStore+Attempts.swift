internal import IAPDatabase
internal import IAPModel

/// How a purchase is interrupted that needs something of the player first. The numbers are those of the C header's
/// `IAP_STORE_INTERRUPTION_…`.
package enum PurchaseInterruption: Int32, Sendable, Hashable, Codable {
    /// StoreKit answers that it is pending.
    case pending = 1
    /// StoreKit fails with an unknown error.
    case error = 2
}

/// Purchases that are not charged: they fail, or wait for an approval or for the player.
extension ReferenceStore {
    /// What keeps a purchase of the game from its end, if a test has said that something does. One that is refused for itself
    /// or that the player does not want has its end already.
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
            let failure = StoreFailure(kind, "transactions are to fail, a test says")
            return .failure(try list(failure, of: request, authorization, device: device, ledger))
        }
        guard isCharged, let interruption = try self.interruption(ledger) else { return nil }
        try enter(.interrupted, of: request, authorization, device: device, ledger)
        switch interruption {
        case .pending where try !ledger.has(.interruptedFails): return .success(.pending)
        case .pending, .error: return .failure(StoreFailure(.unknown, "the purchase is interrupted"))
        }
    }

    func interruption(_ ledger: Ledger) throws(DatabaseError) -> PurchaseInterruption? {
        try ledger.integer(.interruption).flatMap { PurchaseInterruption(rawValue: Int32(clamping: $0)) }
    }

    /// Enters that a purchase has failed. A purchase that the player has cancelled is not entered.
    ///
    /// - Returns: the failure.
    func list(
        _ failure: StoreFailure, of request: PurchaseRules.Request,
        _ authorization: ServerAuthorization = ServerAuthorization(),
        device: String, _ ledger: Ledger
    ) throws(DatabaseError) -> StoreFailure {
        if failure.kind != .userCancelled {
            try enter(.failed, of: request, authorization, failure: failure.kind, device: device, ledger)
        }
        return failure
    }

    /// Enters a purchase that is not charged.
    ///
    /// - Returns: its id.
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

    /// The request to a parent that an equal one replaces: it waits a day from now, for the device that asked last. Nil if there is
    /// none, or if each is a request of its own.
    private func equalRequest(_ attempt: Attempt, _ ledger: Ledger) throws(DatabaseError) -> UInt64? {
        guard try ledger.has(.askMerges) else { return nil }
        return try ledger.approvals(at: attempt.requestDate).first { $0.asksForTheSame(as: attempt) }?.id
    }

    // MARK: What becomes of those that wait

    package var approvals: [Attempt] {
        get throws(StoreFailure) {
            try read { ledger throws(DatabaseError) in try ledger.approvals(at: try self.now(ledger)) }
        }
    }

    /// An offer that the account may no longer have ends the purchase as a decline does.
    ///
    /// - Returns: nil if nothing waits for approval under this id.
    package func approve(_ id: UInt64) throws(StoreFailure) -> LedgerTransaction? {
        try charge(attempt: id, .approval)
    }

    /// No device is told, as with the App Store. Returns false if no purchase waits for approval under this id.
    package func decline(_ id: UInt64) throws(StoreFailure) -> Bool {
        try change(.decline(id: id)) { ledger throws(DatabaseError) in
            guard try ledger.attempt(id, at: try self.now(ledger))?.kind == .approval else { return false }
            if try ledger.has(.declinedDelivers) {
                // Whether the simulator takes money for it is not known. Here it is charged and announced as if it were approved:
                // the game can finish it, and a test can refund it. What cannot be charged is declined.
                _ = try self.charge(attempt: id, .approval, ledger)
            }
            try ledger.removeAttempt(id)
            return true
        }
    }

    /// The player can pay again: a renewal that is tried again is paid for, and a purchase that was interrupted goes on, with an
    /// offer only if the account may still have it.
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
    /// In all that the parent is asked for. Which device asks and when makes no difference.
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
