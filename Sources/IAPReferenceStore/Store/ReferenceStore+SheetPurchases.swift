internal import IAPDatabase
internal import IAPModel

/// Purchases that do not begin in a game. A test's orders for purchases do not apply to them.
extension ReferenceStore {
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
    func redeem(
        _ product: CatalogueProduct, code: String, account: String, device: String, _ ledger: Ledger
    ) throws(DatabaseError) {
        var request = PurchaseRules.Request(account: account, product: product)
        request.offer = OfferChoice(type: .code, id: code)
        try buyInSheet(request, device: device, ledger)
    }

    /// Carries out a purchase that the player makes in a sheet of the App Store.
    @discardableResult
    func buyInSheet(
        _ request: PurchaseRules.Request, device: String, _ ledger: Ledger
    ) throws(DatabaseError) -> SheetPurchase {
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
            return .awaitsApproval(
                try enter(.approval, of: request, ServerAuthorization(), device: device, ledger))
        case .refuse(let failure): return .refused(failure)
        case .existing, .cancel: break
        }
        return .done
    }

    /// Buys without an approval. No order of a test applies.
    func buyUnasked(
        _ request: PurchaseRules.Request, _ ledger: Ledger
    ) throws(DatabaseError) -> Result<LedgerTransaction, StoreFailure> {
        var situation = try situation(of: request, ServerAuthorization(), ledger)
        situation.isAskToBuyEnabled = false
        let result = try carryOut(PurchaseRules.decide(request, situation), answering: nil, ledger)
        if case .success(let transaction) = result, transaction.productType == .consumable {
            try ledger.announce(transaction)
        }
        return result
    }
}
