internal import IAPDatabase
internal import IAPModel

/// The data that the rules need for the habits of real systems. The habits concern purchases in a game. Purchases in a sheet of
/// the App Store, and approved purchases, behave as documented.
extension ReferenceStore {
    func addHabits(
        to situation: inout PurchaseRules.Situation, of request: PurchaseRules.Request, _ ledger: Ledger
    ) throws(DatabaseError) {
        let habits = try ledger.habits()
        guard !habits.changed.isEmpty else { return }
        situation.habits = habits
        let (productID, account) = (request.product.productID, request.account)
        switch request.product.type {
        case .consumable where habits[.unfinishedConsumableReturned] != 0:
            situation.unfinished = try ledger.unfinished(productID, account: account)
        case .nonRenewingSubscription where habits[.nonRenewingSecondReturnsFirst] != 0:
            situation.firstNonRenewing = try ledger.firstLasting(productID, account: account)
        default: break
        }
    }

    /// Returns the earlier purchase that replaces a new one. Returns nil for the account's first purchase, or if the store
    /// returns the new one.
    func previousPurchase(
        before transaction: LedgerTransaction, _ ledger: Ledger
    ) throws(DatabaseError) -> LedgerTransaction? {
        guard try ledger.has(.returnsPrevious) else { return nil }
        return try ledger.purchase(before: transaction)
    }

    /// Charges a purchase that the player cancelled, if that is the habit. The device receives the transaction as an update. A
    /// purchase that the player could not have completed is not charged.
    ///
    /// - Returns: Whether the store charged the purchase.
    func chargesCancelled(
        _ request: PurchaseRules.Request, _ situation: PurchaseRules.Situation, device: String, _ ledger: Ledger
    ) throws(DatabaseError) -> Bool {
        let delay = try ledger.habit(.cancelCharges)
        guard delay > 0, try ledger.text(.purchaseFailure) == nil, try interruption(ledger) == nil else { return false }
        var completed = situation
        completed.order = nil
        let decision = PurchaseRules.decide(request, completed)
        guard decision.isCharge, case .success(let transaction) = try carryOut(decision, answering: device, ledger)
        else {
            return false
        }
        try ledger.plan(
            LaterUpdate(
                .announce, of: transaction, at: transaction.purchaseDate.clampedAdding(delay), onlyDevice: device))
        return true
    }
}
