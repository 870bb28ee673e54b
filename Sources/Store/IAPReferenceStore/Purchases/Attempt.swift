internal import IAPDatabase
package import IAPModel

/// A purchase without a charge.
package struct Attempt: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Codable {
        /// It waits for a parent's approval.
        case approval = "approval"
        /// It waits until the player has resolved an issue.
        case interrupted = "interrupted"
        case failed = "failed"
    }

    /// Attempts and transactions share one sequence of ids.
    package var id: UInt64
    package var kind: Kind
    package var account: String
    /// The device that requested the purchase.
    package var device: String
    package var productID: String
    package var quantity: Int
    package var appAccountToken: String?
    package var requestDate: Int64
    /// The currency of the payment.
    package var currencyCode: String
    /// Why it failed.
    package var failure: StoreFailure.Kind?
    package var offer: OfferChoice?
    /// The game server's decision about the introductory offer; nil if it made none.
    package var allowsIntroductoryOffer: Bool?
    package var billingPlanType: BillingPlanType?
    package var advancedCommerceInfo: String?
    package var seats: Int?

    /// A purchase waits one day for approval, as with the App Store.
    static let approvalPeriod: Int64 = 86_400_000
}

/// Purchases without a charge. The list omits those that nobody approved in time.
extension Ledger {
    /// Its parameter is the value of `endOfApprovals(at:)`.
    static let isOpenAttempt = "(kind <> 'approval' OR requested_ms > ?)"

    /// Purchases that have waited for approval since this time or longer are gone.
    static func endOfApprovals(at now: Int64) -> Value { .integer(now.clampedSubtracting(Attempt.approvalPeriod)) }

    func insert(_ attempt: Attempt) throws {
        try database.run(
            "INSERT INTO attempt (id, kind, account, requested_ms, content) VALUES (?, ?, ?, ?, ?)",
            [
                Value(bits: attempt.id), Value(attempt.kind.rawValue), Value(attempt.account),
                .integer(attempt.requestDate), .text(try KeptJSON.text(attempt)),
            ])
    }

    /// Oldest first.
    func approvals(at now: Int64) throws -> [Attempt] {
        try attempts("kind = 'approval' AND \(Self.isOpenAttempt) ORDER BY id", [Self.endOfApprovals(at: now)])
    }

    func attempt(_ id: UInt64, at now: Int64) throws -> Attempt? {
        try attempts("id = ? AND \(Self.isOpenAttempt)", [Value(bits: id), Self.endOfApprovals(at: now)]).first
    }

    private func attempts(_ condition: String, _ values: [Value]) throws -> [Attempt] {
        try database.query("SELECT content FROM attempt WHERE \(condition)", values) { $0.text(0) }.map { text in
            do { return try KeptJSON.value(Attempt.self, of: text) } catch {
                throw DatabaseError(.failed, "the store's file is damaged: a purchase without a charge cannot be read")
            }
        }
    }

    func removeAttempt(_ id: UInt64) throws { try database.run("DELETE FROM attempt WHERE id = ?", [Value(bits: id)]) }
}

/// How the store interrupts a purchase that needs an action of the player first. The numbers are those of the C header's
/// `IAP_STORE_INTERRUPTION_…`.
package enum PurchaseInterruption: Int32, Sendable, Hashable {
    /// StoreKit returns pending.
    case pending = 1
    /// StoreKit fails with an unknown error.
    case error = 2
}

/// Purchases without a charge: they fail, or wait for an approval or for the player.
extension Ledger {
    /// Returns why a purchase of the game cannot complete, if a test ordered this. A purchase that the store refuses or the
    /// player cancels has ended already.
    func hindrance(
        to decision: PurchaseRules.Decision, of request: PurchaseRules.Request, _ authorization: ServerAuthorization,
        device: String
    ) throws -> Result<PurchaseResult, StoreFailure>? {
        var isCharged = false
        switch decision {
        case .refuse, .cancel: return nil
        case .awaitApproval, .existing, .hold: break
        case .charge, .subscribe: isCharged = true
        }
        if let kind = try text(.purchaseFailure).flatMap(StoreFailure.Kind.init(rawValue:)) {
            let failure = StoreFailure(kind, "a test makes transactions fail")
            return .failure(try list(failure, of: request, authorization, device: device))
        }
        guard isCharged, let interruption = try interruption else { return nil }
        try enter(.interrupted, of: request, authorization, device: device)
        switch interruption {
        case .pending where try !has(.interruptedFails): return .success(.pending)
        case .pending, .error: return .failure(StoreFailure(.unknown, "a test interrupts the purchase"))
        }
    }

    var interruption: PurchaseInterruption? {
        get throws { try integer(.interruption).flatMap { PurchaseInterruption(rawValue: Int32(clamping: $0)) } }
    }

    /// Enters a failed purchase. It does not enter a purchase that the player cancelled.
    ///
    /// - Returns: The failure.
    func list(
        _ failure: StoreFailure, of request: PurchaseRules.Request,
        _ authorization: ServerAuthorization = ServerAuthorization(),
        device: String
    ) throws -> StoreFailure {
        if !failure.kind.isCancellation {
            try enter(.failed, of: request, authorization, failure: failure.kind, device: device)
        }
        return failure
    }

    /// Enters a purchase without a charge.
    ///
    /// - Returns: The id of the purchase.
    @discardableResult
    func enter(
        _ kind: Attempt.Kind, of request: PurchaseRules.Request, _ authorization: ServerAuthorization,
        failure: StoreFailure.Kind? = nil, device: String
    ) throws -> UInt64 {
        var attempt = Attempt(
            id: 0, kind: kind, account: request.account, device: device,
            productID: request.product.productID, quantity: request.quantity, appAccountToken: request.appAccountToken,
            requestDate: try now, currencyCode: try storefront.currencyCode, failure: failure)
        attempt.offer = request.offer
        attempt.allowsIntroductoryOffer = authorization.allowsIntroductoryOffer
        attempt.billingPlanType = request.billingPlanType
        attempt.advancedCommerceInfo = authorization.advancedCommerceInfo
        attempt.seats = request.seats
        if kind == .approval, let equal = try equalRequest(attempt) {
            try removeAttempt(equal)
            attempt.id = equal
        } else {
            attempt.id = try next(.nextTransactionID)
        }
        try insert(attempt)
        return attempt.id
    }

    /// Returns the equal request to a parent that this one replaces: the new one waits a day from now, for the device of the
    /// last request. Returns nil if there is none, or if each request is separate.
    private func equalRequest(_ attempt: Attempt) throws -> UInt64? {
        guard try has(.askMerges) else { return nil }
        return try approvals(at: attempt.requestDate).first { $0.asksForTheSame(as: attempt) }?.id
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
