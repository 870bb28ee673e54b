internal import IAPDatabase
package import IAPModel

/// Purchases that do not begin in a game, and those that wait. A test's orders for purchases do not apply to them.
extension Purchases {
    package struct OutsidePurchase: Sendable, Hashable {
        package var productID: String
        package var quantity = 1
        /// A lowercase UUID.
        package var appAccountToken: String?
        package var offer: OfferChoice?
        package var billingPlanType: BillingPlanType?

        package init(productID: String) { self.productID = productID }
    }

    /// Buys a product. The purchase needs no approval, and all of the account's devices receive it as an update.
    ///
    /// - Returns: The new transaction, or the account's present one.
    package func buyOutside(_ purchase: OutsidePurchase, account: String) throws -> LedgerTransaction {
        guard let product = catalogue.product(id: purchase.productID) else {
            throw StoreFailure(.productUnavailable, "the store does not sell \(purchase.productID)")
        }
        var request = PurchaseRules.Request(
            account: account, product: product, quantity: purchase.quantity,
            appAccountToken: purchase.appAccountToken)
        request.offer = purchase.offer
        request.billingPlanType = purchase.billingPlanType
        let result = try file.change { ledger in try self.buyUnasked(request, ledger) }
        return try result.get()
    }

    // MARK: In a sheet of the App Store

    /// The result of a purchase in a sheet of the App Store, which the sheet shows.
    enum SheetPurchase {
        case done
        /// The purchase waits under this id.
        case awaitsApproval(UInt64)
        case refused(StoreFailure)
    }

    /// Buys with an offer code in the sheet. The game receives the purchase as an update.
    ///
    /// Only the sheet shows a refusal.
    func redeem(_ product: CatalogueProduct, code: String, account: String, device: String, _ ledger: Ledger) throws {
        var request = PurchaseRules.Request(account: account, product: product)
        request.offer = OfferChoice(type: .code, id: code)
        try buyInSheet(request, device: device, ledger)
    }

    /// Carries out a purchase that the player makes in a sheet of the App Store.
    @discardableResult
    func buyInSheet(_ request: PurchaseRules.Request, device: String, _ ledger: Ledger) throws -> SheetPurchase {
        let situation = try situation(of: request, ServerAuthorization(), ledger)
        let decision = PurchaseRules.decide(request, situation)
        switch decision {
        case .charge, .subscribe, .hold:
            switch try carryOut(decision, answering: nil, ledger) {
            case .failure(let failure): return .refused(failure)
            case .success(let transaction):
                if transaction.productType == .consumable { try ledger.announce(transaction) }
            }
        case .awaitApproval:
            return .awaitsApproval(try ledger.enter(.approval, of: request, ServerAuthorization(), device: device))
        case .refuse(let failure): return .refused(failure)
        case .existing, .cancel: break
        }
        return .done
    }

    /// Buys without an approval. No order of a test applies.
    func buyUnasked(
        _ request: PurchaseRules.Request, _ ledger: Ledger
    ) throws -> Result<LedgerTransaction, StoreFailure> {
        var situation = try situation(of: request, ServerAuthorization(), ledger)
        situation.isAskToBuyEnabled = false
        let result = try carryOut(PurchaseRules.decide(request, situation), answering: nil, ledger)
        if case .success(let transaction) = result, transaction.productType == .consumable {
            try ledger.announce(transaction)
        }
        return result
    }

    // MARK: Purchases that wait

    package var approvals: [Attempt] {
        get throws { try file.read { ledger in try ledger.approvals(at: try ledger.now) } }
    }

    /// Approves a purchase. If the account is no longer eligible for the offer, the purchase ends as after a decline.
    package func approve(_ id: UInt64) throws -> LedgerTransaction {
        guard let bought = try charge(attempt: id, .approval) else { throw Self.noApproval(id) }
        return bought
    }

    /// Declines a purchase. The store notifies no device, as the App Store does.
    package func decline(_ id: UInt64) throws {
        try file.change { ledger in
            guard try ledger.attempt(id, at: try ledger.now)?.kind == .approval else { throw Self.noApproval(id) }
            if try ledger.has(.declinedDelivers) {
                // It is not known whether the simulator charges for this purchase. Here the store charges and announces it like
                // an approved one: the game can finish it, and a test can refund it. If a charge is impossible, it is declined.
                _ = try self.charge(attempt: id, .approval, ledger)
            }
            try ledger.removeAttempt(id)
        }
    }

    private static func noApproval(_ id: UInt64) -> IAPError {
        IAPError(.notFound, "no purchase with the id \(id) waits for approval")
    }
}

/// The changes that a restore makes in the store.
extension Purchases {
    /// Restores purchases. A restore that changes nothing needs no write.
    func restore(by device: DeviceAddress) throws {
        let account = device.account
        let isComplete = try file.read { ledger in
            let isShared = try families.unshared(with: account, ledger).isEmpty
            let staysFinished = try self.finishedLatestPeriods(of: account, ledger).isEmpty
            let isKnown = try ledger.staleEntitlements(of: account).isEmpty
            return isShared && staysFinished && isKnown
        }
        if isComplete { return }
        try file.change { ledger in
            try families.shareMissing(with: account, ledger)
            let now = try ledger.now
            for period in try self.finishedLatestPeriods(of: account, ledger) {
                try ledger.plan(LaterUpdate(.unfinish, of: period, at: now, onlyDevice: device.name))
            }
            try ledger.forgetStaleEntitlements(of: account)
        }
    }

    /// The periods that a restore makes unfinished again; none without the quirk. Refunded periods stay finished.
    private func finishedLatestPeriods(of account: String, _ ledger: Ledger) throws -> [LedgerTransaction] {
        guard try ledger.has(.syncUnfinishesLatest) else { return [] }
        return try keeper.statuses.list(of: account, groupID: nil, ledger).map(\.transaction).filter {
            $0.isFinished && $0.revocation == nil
        }
    }
}
