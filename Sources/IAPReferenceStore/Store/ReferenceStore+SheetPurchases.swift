internal import IAPDatabase
internal import IAPModel

/// Purchases that do not begin in a game. A test's orders for purchases do not apply to them.
extension ReferenceStore {
    /// How a purchase in a sheet of the App Store ends, which the sheet says.
    enum SheetPurchase {
        case done
        /// Under this id.
        case awaitsApproval(UInt64)
        case refused(StoreFailure)
    }

    /// A purchase with an offer code, made in the sheet. The game receives it as an update.
    ///
    /// A refusal is shown in the sheet only.
    func redeem(
        _ product: CatalogueProduct, code: String, account: String, device: String, _ ledger: Ledger
    ) throws(DatabaseError) {
        var request = PurchaseRules.Request(account: account, product: product)
        request.offer = OfferChoice(type: .code, id: code)
        try buyInSheet(request, device: device, ledger)
    }

    /// A purchase that the player makes in a sheet of the App Store.
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

    /// A purchase without approval, to which no order of a test applies.
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
