internal import IAPDatabase
internal import IAPModel

/// The results of a decided purchase for the ledger and the devices.
extension ReferenceStore {
    /// Carries out a decision. The account's other devices receive the new transaction as an update. The store grants a
    /// consumable on the device that bought it; if this device never finishes it, other devices receive it at their launch.
    ///
    /// - Parameter device: The device that made the request and receives the response.
    func carryOut(
        _ decision: PurchaseRules.Decision, answering device: String?, _ ledger: Ledger
    ) throws(DatabaseError) -> Result<LedgerTransaction, StoreFailure> {
        switch decision {
        case .charge(let charge):
            let transaction = try enter(charge, ledger)
            if transaction.productType != .consumable { try ledger.announce(transaction, exceptDevice: device) }
            return .success(transaction)
        case .subscribe(let model, let purchase):
            guard let transaction = try subscribe(purchase, as: model, answering: device, ledger) else {
                return .failure(StoreFailure(.systemError, "\(model.productID) was not charged"))
            }
            return .success(transaction)
        case .existing(let transaction):
            return .success(transaction)
        case .hold(let transaction, let purchase):
            _ = try subscribe(purchase, as: transaction, answering: nil, ledger)
            return .success(transaction)
        case .refuse(let failure):
            return .failure(failure)
        case .cancel, .awaitApproval:
            return .failure(StoreFailure(.systemError, "the purchase has no charge"))
        }
    }

    /// Continues a purchase that waits. If the account may no longer use its offer, the purchase ends as after a decline.
    ///
    /// - Returns: Nil if no purchase of this kind waits under this id.
    func charge(attempt id: UInt64, _ kind: Attempt.Kind) throws(StoreFailure) -> LedgerTransaction? {
        let result = try change(.charge(id: id, kind: kind)) { ledger throws(DatabaseError) in
            try self.charge(attempt: id, kind, ledger)
        }
        return try result.get()
    }

    func charge(
        attempt id: UInt64, _ kind: Attempt.Kind, _ ledger: Ledger
    ) throws(DatabaseError) -> Result<LedgerTransaction?, StoreFailure> {
        guard let attempt = try ledger.attempt(id, at: try now(ledger)), attempt.kind == kind,
            let product = catalogue.product(id: attempt.productID)
        else { return .success(nil) }
        try ledger.removeAttempt(id)
        let (request, authorization) = (PurchaseRules.Request(attempt, product), ServerAuthorization(attempt))
        let decision = PurchaseRules.decideApproved(request, try situation(of: request, authorization, ledger))
        let result = try carryOut(decision, answering: nil, ledger)
        // All devices of the account receive its purchases. Only the requesting device receives a consumable.
        if case .success(let transaction) = result, decision.isToBeAnnounced(transaction) {
            let onlyDevice = product.type == .consumable ? attempt.device : nil
            try ledger.announce(transaction, onlyDevice: onlyDevice)
        }
        return result.map { $0 }
    }

    func situation(
        of request: PurchaseRules.Request, _ authorization: ServerAuthorization, _ ledger: Ledger
    ) throws(DatabaseError) -> PurchaseRules.Situation {
        let storefront = try storefront(ledger)
        var situation = PurchaseRules.Situation(
            now: try now(ledger), storefront: storefront.storefront, currencyCode: storefront.currencyCode,
            conditions: try conditions(ledger))
        situation.isAskToBuyEnabled = try ledger.integer(.isAskToBuyEnabled) == 1
        situation.arePaymentsAllowed = try ledger.integer(.arePaymentsAllowed) != 0
        situation.refusal = authorization.refusal
        situation.allowsIntroductoryOffer = authorization.allowsIntroductoryOffer
        situation.advancedCommerceInfo = authorization.advancedCommerceInfo
        if request.product.type == .nonConsumable {
            situation.owned = try ledger.owned(request.product.productID, account: request.account)
        }
        guard let groupID = request.product.subscription?.groupID else { return situation }
        situation.subscription = try ledger.subscription(ofGroup: groupID, account: request.account)?.subscription
        if let id = situation.subscription?.period.transactionID {
            situation.latestOfGroup = try ledger.transaction(id)
        }
        return situation
    }

    private func enter(_ charge: LedgerTransaction, _ ledger: Ledger) throws(DatabaseError) -> LedgerTransaction {
        var transaction = charge
        transaction.id = try ledger.next(.nextTransactionID)
        transaction.originalID = transaction.id
        try ledger.insert(transaction)
        ledger.note(.oneTimeCharge, of: transaction.id, at: transaction.purchaseDate)
        try share(transaction, ledger)
        return transaction
    }
}

extension PurchaseRules.Decision {
    /// Whether the transaction has no update yet.
    fileprivate func isToBeAnnounced(_ transaction: LedgerTransaction) -> Bool {
        switch self {
        case .existing, .hold: true
        case .charge: transaction.productType == .consumable
        case .subscribe, .refuse, .cancel, .awaitApproval: false
        }
    }
}
